"""What is told without being asked: whose turn it is, what has happened, what was drawn, and warnings."""

from collections.abc import Sequence
from math import ceil
from typing import Final

from splendor_tui.match.flow import Flow
from splendor_tui.match.live_match import LiveMatch
from splendor_tui.match.stop_reasons import StopReason, why_paused
from splendor_tui.match.thinking import Thinking
from splendor_tui.plain.answers import Answers
from splendor_tui.plain.console import Console
from splendor_tui.plain.place_keys import Keys
from splendor_tui.plain.table_told import tell_new_cards, tell_scores
from splendor_tui.plain.typed_actions import example_now
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
    """Tells each thing once: a turn until something happens, a line of the log to everybody who is at the console then."""

    def __init__(
        self, live: LiveMatch, flow: Flow, session: PlayerSession, answers: Answers, console: Console, keys: Keys
    ) -> None:
        self._live = live
        self._controller = live.controller
        self._flow = flow
        self._session = session
        self._answers = answers
        self._console = console
        self._keys = keys
        log = live.controller.log
        self._told = len(log) - (0 if flow.viewer is None else len(news_for(flow.viewer, log)))
        """How many lines of the log were told; whoever comes back to a match is told what they have missed."""
        self._announced: tuple[str, int, int | None] | None = None
        """What was announced last, at which ply, and to which viewer."""
        self._question: Message | None = None
        """What was asked last, in a line."""
        self._hands: dict[int, Sequence[ReservedView]] = {}
        """What each viewer had reserved when they were last told the keys of it."""
        self._at_risk = False
        self._urgency = 0
        """How far the time of the turn has run down, as far as it was told."""

    def beginning(self) -> None:
        """Who plays, and to how many points."""
        view = self._controller.view_for(None)
        details = {"names": listed(self._controller.names), "target": view.options.target}
        self._console.say(
            N_(
                "{names} play to {target} points. Type {table} to hear the table.",
                **details,
                table=Verb.TABLE.name_typed,
            )
        )

    def news(self) -> None:
        """What has happened and was not told yet."""
        lines = self._controller.log
        self._console.say(*(line.message for line in lines[self._told :]))
        self._told = len(lines)

    def hand(self) -> None:
        """The viewer's reserved cards that have come to another key, as they do whenever one before them is bought."""
        viewer = self._flow.viewer
        if viewer is None:
            return
        hand = self._session.view.players[viewer].reserved
        before = self._hands.get(viewer, hand)
        self._hands[viewer] = hand
        for index, held in enumerate(hand):
            key = self._keys[ReservedSlot(index)]
            if held.blind and index >= len(before) and not self._flow.drawn:
                self._console.say(N_("You drew {card}. It is now your card {key}.", card=held.card, key=key))
            elif held not in before[index : index + 1]:
                self._console.say(N_("Your card {key} is now {card}.", key=key, card=held.card))

    def announce_again(self) -> None:
        """Something has happened: what is asked is told again, even if it is the same."""
        self._announced = None

    def ask_again(self) -> None:
        """What is asked, in a line: nothing was typed."""
        if self._question is not None:
            self._console.say(self._question)

    def turn(self) -> None:
        """Whose turn it is and what is asked; once, until something happens."""
        if not self._is_new("turn"):
            return
        model = self._session.model()
        view, player = model.view, model.player
        if view.phase is Phase.MAIN:
            self._console.say(*tell_new_cards(model, self._keys, self._controller.steps))
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
                "{name}, take, reserve or buy. Type {help} for the commands.", name=name, help=Verb.HELP.name_typed
            )
            self._console.say(*tell_scores(model))
            if model.clock:
                self._console.say(*self._answers.clock())
        else:
            self._question = model.prompt[0].message
            self._console.say(*(phrase.message for phrase in model.prompt))
            self._console.say(N_("Like this: {example}.", example=example_now(view, self._keys)))

    def drawn(self) -> None:
        """Which card was drawn, to its owner alone."""
        if self._is_new("drawn"):
            self._console.say(*(phrase.message for phrase in self._session.model().prompt[:1]))
            self.hand()
            self._ask(N_("Type {word} to hand over.", word=Verb.READY.name_typed))

    def end(self, *last_words: Message) -> None:
        """How the match ended, what else there is to say of it, and what can come next."""
        if self._is_new("end"):
            self._console.say(*self._answers.standings(), *last_words)
            words = (Verb.REVIEW, Verb.REMATCH, Verb.NEW, Verb.STATS, Verb.SETTINGS, Verb.TABLE, Verb.QUIT)
            self._ask(N_("Type {words}.", words=either([verb.name_typed for verb in words])))

    def thinking(self, name: Message | str, thinking: Thinking) -> None:
        """Who thinks, and for how long at most."""
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
        """Another person looks from now on, with no curtain between: what was told to the one before may not stay in sight."""
        players = self._controller.view_for(None).players
        if any(held.blind for seat in self._flow.persons for held in players[seat].reserved):
            self._console.scroll_away()

    # --- between two people --------------------------------------------------------------------------------------------

    def curtain(self) -> None:
        """Hide everything, and say who is to come and what has happened since their last turn."""
        if self._is_new("curtain"):
            seat = self._controller.seat
            name, word = self._controller.names[seat], Verb.READY.name_typed
            self._console.scroll_away()
            self._console.say(N_("Pass to {name}.", name=name))
            self._console.say(*(line.message for line in news_for(seat, self._controller.log)))
            self._ask(N_("{name}, type {word}.", name=name, word=word))

    def seat_taken(self) -> None:
        """The next person has come, and has read what happened."""
        self._told = len(self._controller.log)
        self.announce_again()

    def pause(self, reason: StopReason) -> None:
        """Hide everything, and say why the match stands still."""
        if self._is_new("pause"):
            self._console.scroll_away()
            self._console.say(N_("Paused."), why_paused(reason))
            self._ask(N_("Type {word} to go on.", word=Verb.CONTINUE.name_typed))

    # --- warnings ------------------------------------------------------------------------------------------------------

    def warn_if_not_saved(self) -> None:
        """Say once that something is not saved, and why; and once that it is saved again."""
        risk = self._live.at_risk if self._controller.not_saved else None
        if (risk is not None) != self._at_risk:
            self._console.say(risk if risk is not None else N_("Everything is saved again."))
        self._at_risk = risk is not None

    def warn_of_time(self) -> None:
        """Say, each once in a turn, that the reserve runs and that the time is nearly used up."""
        clock = self._controller.clock
        if clock is None or not clock.running:
            return
        left = round(clock.turn_left + clock.reserves[clock.seat])
        urgency = 2 if left <= _LAST_SECONDS else 0 if clock.turn_left else 1
        if urgency > self._urgency:
            self._console.say(NN_("{count} second left.", "{count} seconds left.", left))
        self._urgency = urgency

    def _ask(self, question: Message) -> None:
        self._question = question
        self._console.say(question)

    def _is_new(self, what: str) -> bool:
        """Whether this is to be announced now: once, until something happens."""
        now = (what, self._controller.ply, self._flow.viewer)
        before, self._announced = self._announced, now
        return before != now
