"""Automatic announcements: turns, events, drawn cards and warnings."""

from collections.abc import Sequence
from math import ceil
from typing import Final

from splendor_tui.match.controller import PauseReason, describe_interruption
from splendor_tui.match.live_match import LiveMatch
from splendor_tui.match.thinking import Thinking
from splendor_tui.plain.answers import describe_clock, describe_standings
from splendor_tui.plain.console import Console
from splendor_tui.plain.table_text import describe_new_cards, describe_scores
from splendor_tui.plain.typed_actions import Keys, example_now
from splendor_tui.plain.verbs import Verb
from splendor_tui.presentation.player_session import PlayerSession
from splendor_tui.presentation.table_model import ReservedSlot
from splendor_tui.presentation.table_view import news_for
from splendor_tui.rules.legality import tokens_held
from splendor_tui.rules.state import Phase
from splendor_tui.rules.view import ReservedView
from splendor_tui.words import N_, NN_, Message, either, listed

_LAST_SECONDS: Final = 10


class Announcer:
    """Announces each event once: a turn until something happens, a log line to its current viewers."""

    def __init__(self, live: LiveMatch, session: PlayerSession, console: Console, keys: Keys) -> None:
        self._live = live
        self._controller = live.controller
        self._flow = session.flow
        self._session = session
        self._console = console
        self._keys = keys
        log = live.controller.log
        self._log_announced = len(log) - (0 if session.flow.viewer is None else len(news_for(session.flow.viewer, log)))
        """Number of log lines announced. A player who resumes a match gets those they have missed."""
        self._announced: tuple[str, int, int | None] | None = None
        """The last announcement, its ply and its viewer."""
        self._question: Message | None = None
        """The last question, in one line."""
        self._hands: dict[int, Sequence[ReservedView]] = {}
        """Each viewer's reserved cards when their keys were last announced."""
        self._at_risk = False
        self._urgency = 0
        """0 while the turn has time, 1 in the time bank, 2 in the last seconds; as announced."""

    def beginning(self) -> None:
        """The players and the target."""
        view = self._controller.view_for(None)
        details = {"names": listed(self._controller.names), "target": view.options.target}
        self._console.say(
            N_("{names} play to {target} points. Type {table} for the table.", **details, table=Verb.TABLE)
        )

    def news(self) -> None:
        """Everything new in the log."""
        lines = self._controller.log
        self._console.say(*(line.message for line in lines[self._log_announced :]))
        self._log_announced = len(lines)

    def hand(self) -> None:
        """The viewer's reserved cards whose keys changed, as after buying an earlier one."""
        viewer = self._flow.viewer
        if viewer is None:
            return
        hand = self._session.view.players[viewer].reserved
        before = self._hands.get(viewer, hand)
        self._hands[viewer] = hand
        for index, held in enumerate(hand):
            key = self._keys[ReservedSlot(index)]
            if held.blind and index >= len(before) and not self._flow.shows_drawn_card:
                self._console.say(N_("You drew {card}. It is now your card {key}.", card=held.card, key=key))
            elif held not in before[index : index + 1]:
                self._console.say(N_("Your card {key} is now {card}.", key=key, card=held.card))

    def announce_again(self) -> None:
        """Repeat the question, even if it is the same: something has happened."""
        self._announced = None

    def ask_again(self) -> None:
        """Repeat the question in one line."""
        if self._question is not None:
            self._console.say(self._question)

    def turn(self) -> None:
        """The player to move, and the question."""
        if not self._is_new("turn"):
            return
        model = self._session.model()
        view, player = model.view, model.player
        if view.phase is Phase.MAIN:
            self._console.say(*describe_new_cards(model, self._keys, self._controller.steps))
            name = self._controller.names[self._flow.seat]
            held = NN_("{count} token", "{count} tokens", tokens_held(player))
            if view.final_round:
                self._console.say(
                    N_("{name}, your last turn. Round {round}, {tokens}.", name=name, round=view.round, tokens=held)
                )
            else:
                self._console.say(
                    N_("{name}, your turn. Round {round}, {tokens}.", name=name, round=view.round, tokens=held)
                )
            self._question = N_(
                "{name}, take, reserve or buy. Type {help} for the commands.", name=name, help=Verb.HELP
            )
            self._console.say(*describe_scores(model))
            if model.clock:
                self._console.say(*describe_clock(self._controller))
        else:
            self._question = model.prompt[0].message
            self._console.say(*(phrase.message for phrase in model.prompt))
            self._console.say(N_("For example: {example}.", example=example_now(view, self._keys)))

    def drawn(self) -> None:
        """The drawn card, to its owner alone."""
        if self._is_new("drawn"):
            self._console.say(*(phrase.message for phrase in self._session.model().prompt[:1]))
            self.hand()
            if self._controller.is_bot(self._controller.seat):
                self._ask(N_("Type {word} to continue.", word=Verb.READY))
            else:
                self._ask(N_("Type {word} to hand over.", word=Verb.READY))

    def end(self, *last_words: Message) -> None:
        """The end of the match, `last_words`, and the next commands."""
        if self._is_new("end"):
            self._console.say(*describe_standings(self._controller), *last_words)
            words = (Verb.REVIEW, Verb.REMATCH, Verb.NEW, Verb.STATS, Verb.SETTINGS, Verb.TABLE, Verb.QUIT)
            self._ask(N_("Type {words}.", words=either(words)))

    def thinking(self, name: Message | str, thinking: Thinking) -> None:
        """The thinking player, and the time limit."""
        self._console.say(
            NN_(
                "{name} thinks for up to {seconds:g} second.",
                "{name} thinks for up to {seconds:g} seconds.",
                ceil(thinking.seconds),
                name=name,
                seconds=thinking.seconds,
            )
        )

    def hide_secrets_of_others(self) -> None:
        """Scroll the previous viewer's secrets away, as the player changes without a hand-over screen."""
        players = self._controller.view_for(None).players
        if any(held.blind for seat in self._flow.humans for held in players[seat].reserved):
            self._console.scroll_away()

    # --- between players -----------------------------------------------------------------------------------------------

    def handover(self) -> None:
        """Hide everything; name the next player, and the events since their last turn."""
        if self._is_new("handover"):
            seat = self._controller.seat
            name, word = self._controller.names[seat], Verb.READY
            self._console.scroll_away()
            self._console.say(N_("Pass to {name}.", name=name))
            self._console.say(*(line.message for line in news_for(seat, self._controller.log)))
            self._ask(N_("{name}, type {word}.", name=name, word=word))

    def seat_taken(self) -> None:
        """The next player is ready and has read the news."""
        self._log_announced = len(self._controller.log)
        self.announce_again()

    def pause(self, reason: PauseReason) -> None:
        """Hide everything, and give the reason for the pause."""
        if self._is_new("pause"):
            self._console.scroll_away()
            self._console.say(N_("Paused."), describe_interruption(reason))
            self._ask(N_("Type {word} to resume play.", word=Verb.CONTINUE))

    # --- warnings ------------------------------------------------------------------------------------------------------

    def warn_if_not_saved(self) -> None:
        """Report once that saving fails and why, and once that it works again."""
        risk = self._live.at_risk if self._controller.not_saved else None
        if (risk is not None) != self._at_risk:
            self._console.say(risk if risk is not None else N_("Everything is saved again."))
        self._at_risk = risk is not None

    def warn_of_time(self) -> None:
        """Warn once per turn that the time bank is running, and once that it is nearly empty."""
        clock = self._controller.clock
        if clock is None or not clock.running:
            return
        left = round(clock.turn_left + clock.banks[clock.seat])
        urgency = 2 if left <= _LAST_SECONDS else 0 if clock.turn_left else 1
        if urgency > self._urgency:
            self._console.say(NN_("{count} second left.", "{count} seconds left.", left))
        self._urgency = urgency

    def _ask(self, question: Message) -> None:
        self._question = question
        self._console.say(question)

    def _is_new(self, what: str) -> bool:
        """Whether this was not announced since the last event."""
        now = (what, self._controller.ply, self._flow.viewer)
        before, self._announced = self._announced, now
        return before != now
