"""What a plain text match prints on its own: events, turns, questions and warnings."""

from collections.abc import Callable, Sequence
from typing import Final

from splendor_tui.match.log import AGREEMENT_UNDONE, LogKind, LogLine, Step, changes_since, news_for, timed_out_seats
from splendor_tui.match.pause_reasons import PauseReason, describe_interruption
from splendor_tui.plain.console import Console
from splendor_tui.plain.table_text import TableText
from splendor_tui.plain.typed_actions import Keys, example_now
from splendor_tui.presentation import commands
from splendor_tui.presentation.activity import Activity
from splendor_tui.presentation.match_session import MatchSession
from splendor_tui.presentation.result import describe_places, ending_sentence, winners_sentence
from splendor_tui.presentation.speech import CardFace, tokens
from splendor_tui.presentation.table_model import CardSlot, ReservedSlot
from splendor_tui.rules.actions import Buy, Reserve, ReserveTop
from splendor_tui.rules.cards import Card, CardLevel
from splendor_tui.rules.outcome import Ending
from splendor_tui.rules.state import Phase
from splendor_tui.rules.view import ReservedView
from splendor_tui.words import N_, NN_, NP_, Message, either, listed

_LAST_SECONDS: Final = 10
_NEAR_TARGET: Final = 3
"""Number of points before the target from which each gain names it."""

_TOLD_BY_NEWS: Final = (Ending.TARGET, Ending.AGREEMENT)
"""Endings that the last news has named."""


class GameAnnouncer:
    """Announces the events of a game to the viewer: the actions, the new cards, and the turns.

    `humans` are their seats. `keys` returns the current keys of the places of the table.
    """

    def __init__(self, activity: Activity, humans: Sequence[int], console: Console, keys: Callable[[], Keys]) -> None:
        self._activity = activity
        self._humans = humans
        self._console = console
        self._keys = keys
        view, log = activity.view, activity.log
        self._log_printed = len(log) - len(news_for(view.seat if view.viewer is None else view.viewer, log))
        """Number of log lines printed. A player who resumes a game also gets the lines since their last turn."""
        self._question: Sequence[Message] = ()
        """The last question, repeated after an empty line."""
        self._heard: dict[int, Sequence[Card | None]] = {}
        """The cards on the table when each seat last heard the new ones."""
        self._dealt = None if activity.steps else view.grid
        """The cards of the deal, for those who hear of new ones for the first time. None in a resumed game."""
        self._private: int | None = None
        """The seat that has the keyboard alone, after a hand-over."""
        self._hands: dict[int, Sequence[ReservedView]] = {}
        """Each viewer's reserved cards when their keys were last announced."""
        self._warnings: dict[int, Sequence[Message]] = {}
        """The warnings of each seat's last turn."""

    @property
    def _is_alone(self) -> bool:
        """Whether there is a lone human."""
        return len(self._humans) == 1

    def print_news(self) -> None:
        """Print the new log lines in short. A lone human knows most of their own action."""
        log = self._activity.log
        if log[self._log_printed :] and log[self._log_printed].kind is LogKind.REDONE:
            self._console.say(log[self._log_printed].message)
        self._tell_changes(self._log_printed)
        self._log_printed = len(log)

    def _tell_changes(self, heard: int) -> None:
        """Print in short what has changed since the first `heard` log lines."""
        log = self._activity.log
        undone, new = changes_since(heard, log)
        if undone:
            self._console.say(_describe_undo(undone))
        elif heard < len(log) and log[-1].brief == AGREEMENT_UNDONE:
            self._console.say(AGREEMENT_UNDONE)  # all have heard of it at the result, whatever else they have missed
        self._console.say(*map(self._news, new))

    def _news(self, line: LogLine) -> Message | None:
        """A line in short, with the place of a card, and with the player's points if it is about a gain."""
        step = line.step
        if line.seat is None or step is None:
            return line.brief or line.message
        humans = self._humans
        news = _describe(line, step, self._keys(), is_own=[line.seat] == humans, is_human=line.seat in humans)
        after = step.after.players[line.seat]
        gained = after.points - step.before.players[line.seat].points
        if not gained or line.kind is not (LogKind.NOBLE if step.nobles else LogKind.BOUGHT):
            return news
        target = step.after.options.target
        if target - _NEAR_TARGET <= after.points < target:
            return N_("{news} Now {points} of {target} points.", news=news, points=after.points, target=target)
        return N_("{news} Now {points}.", news=news, points=NN_("{count} point", "{count} points", after.points))

    def skip_news(self) -> None:
        """Mark the log as read."""
        self._log_printed = len(self._activity.log)

    def announce_keys(self, *, shows_drawn_card: bool = False) -> None:
        """Announce the viewer's reserved cards whose keys have changed, for example after an earlier one was bought.

        Among several humans, only the player whose turn begins gets the announcement, with their name. A card drawn from
        a deck is not named, because others may hear the announcement.
        """
        view, is_alone = self._activity.view, self._is_alone
        viewer, is_turn = view.viewer, view.seat == view.viewer and view.phase is not Phase.OVER
        if viewer is None or not (is_alone or is_turn or shows_drawn_card):
            return
        name, hand = self._activity.names[viewer], view.players[viewer].reserved
        before = self._hands.get(viewer, hand)
        self._hands[viewer] = hand
        keys = [self._keys()[ReservedSlot(index)] for index in range(max(len(hand), len(before)))]
        moved = [
            (before.index(held), now) for now, held in enumerate(hand) if held in (*before[:now], *before[now + 1 :])
        ]
        if moved:
            old, new = (listed([keys[place] for place in places]) for places in zip(*moved, strict=True))
            self._console.say(
                NN_(
                    "Your reserved {old} is now {new}.",
                    "Your reserved {old} are now {new}.",
                    len(moved),
                    old=old,
                    new=new,
                )
                if is_alone
                else NN_(
                    "{name}'s reserved {old} is now {new}.",
                    "{name}'s reserved {old} are now {new}.",
                    len(moved),
                    name=name,
                    old=old,
                    new=new,
                )
            )
        for key, held in zip(keys, hand, strict=False):
            if held in before:
                continue
            details = {"name": name, "key": key, "card": CardFace(held.card) if held.card else None}
            if held.card is not None and not held.blind:
                face_up = N_("Your reserved {key} is {card}.", **details)
                self._console.say(face_up if is_alone else N_("{name}'s reserved {key} is {card}.", **details))
            elif not shows_drawn_card:
                drawn = N_("You drew a card. Type {key} to hear it.", **details)
                self._console.say(drawn if is_alone else N_("{name}, type {key} to hear the card you drew.", **details))

    def announce_turn(self, table: TableText) -> None:
        """Announce the player to move, and ask for an action."""
        model = table.model
        if model.view.phase is not Phase.MAIN:
            example = N_("For example: {example}.", example=example_now(model.view, self._keys()))
            self.ask(*(phrase.message for phrase in model.prompt), example)
            return
        name, is_alone = model.names[model.seat], self._is_alone
        question = N_("{name}, take, reserve or buy. Type {help} for the commands.", name=name, help=commands.HELP)
        is_first = is_alone and not self._question
        self._question = [question]
        news = [] if self._heard else [*([question] if is_first else []), *table.scores()]
        warnings, before = [*table.warnings()], self._warnings.get(model.seat, ())
        self._warnings[model.seat] = warnings
        self.announce_new_cards(table)
        self._console.say(*news, *(one for one in warnings if one not in before), table.turn(is_alone=is_alone))
        if model.clock:
            self._console.say(*table.clock())

    def announce_new_cards(self, table: TableText) -> None:
        """Announce the cards dealt since the last turn, in this order.

        After a hand-over only the next player hears them, who has missed those announced to others.
        """
        seat, grid = table.model.seat, table.view.grid
        if self._private != seat:
            self._private = None
        # A card that an undo has put back into its deck is new when it comes again.
        self._heard = {one: [card for card in cards if card in grid] for one, cards in self._heard.items()}
        before = self._heard.get(seat, None if self._private is None else self._dealt)
        self._heard |= dict.fromkeys([seat] if self._private is not None else [*self._humans, seat], grid)
        new = table.new_cards if before is None else [card for card in grid if card and card not in before]
        self._console.say(*table.describe_new(new))

    def ask(self, *question: Message) -> None:
        """Ask a question, which an empty line repeats."""
        self._question = question
        self._console.say(*question)

    def ask_again(self) -> None:
        """Repeat the last question."""
        self._console.say(*self._question)


class Announcer(GameAnnouncer):
    """Announces the events of a match too. The match decides when a question is new."""

    def __init__(self, session: MatchSession, console: Console, keys: Callable[[], Keys]) -> None:
        super().__init__(session, session.hot_seat.humans, console, keys)
        self._session, self._controller = session, session.controller
        self._urgency = 0
        """The last warning: 0 for none, 1 for the time bank, 2 for the last seconds."""
        self._known: dict[int, int] = {}
        """The number of log lines that each player knew when they last had or got the keyboard alone."""

    def announce_start(self) -> None:
        """Announce the players, the target and the nobles."""
        self._console.say(
            NN_(
                "{names} play to {points} with {count} noble. Type {table}, {cards} or {nobles}.",
                "{names} play to {points} with {count} nobles. Type {table}, {cards} or {nobles}.",
                len(self._controller.view_for(None).nobles),
                names=listed(self._controller.names),
                points=NN_("{count} point", "{count} points", self._controller.options.target),
                table=commands.TABLE,
                cards=NP_("line to type", "cards all"),
                nobles=commands.NOBLES,
            )
        )

    def announce_end(self, *closing_remarks: Message | None, has_rematch: bool) -> None:
        """Announce the standings and the remarks, and list the possible commands."""
        ended, names = self._controller.outcome, self._controller.names
        assert ended is not None
        self._console.say(
            N_("{winners}.", winners=winners_sentence([names[seat] for seat in ended.winners])),
            None if ended.ending in _TOLD_BY_NEWS else ending_sentence(ended.ending),
            *describe_places(ended.standings, names, timed_out_seats(self._controller.log)),
            *closing_remarks,
        )
        words = (
            *((commands.REVIEW,) if self._session.can_be_reviewed else ()),
            *((commands.REMATCH,) if has_rematch else ()),
            *((commands.SHARE,) if self._session.is_saved else ()),
            commands.NEW,
            commands.STATISTICS,
            commands.SETTINGS,
            commands.TABLE,
            commands.QUIT,
        )
        self.ask(N_("Type {words}.", words=either(words)))

    def announce_drawn_card(self, table: TableText) -> None:
        """Announce the key of the drawn card to its owner, who asks for the card when nobody listens."""
        model = table.model
        self._console.say(
            N_(
                "{name}, you drew a card. Its key is {key}; type {word} to hear your cards.",
                name=model.names[model.seat],
                key=self._keys()[ReservedSlot(len(model.player.reserved) - 1)],
                word=commands.ME,
            )
        )
        self.announce_keys(shows_drawn_card=True)
        if self._controller.bot_to_move:
            self.ask(N_("Type {word} to continue.", word=commands.READY))
        else:
            self.ask(N_("Type {word} to hand over.", word=commands.READY))

    def announce_hand_over(self) -> None:
        """Hide everything, name the next player, and list what has changed since they last heard the news."""
        before, self._private = self._session.hot_seat.viewer, self._controller.seat
        name, log = self._controller.names[self._private], self._controller.log
        if before is not None:
            self._known[before] = len(log)
        heard = max(self._known.get(self._private, 0), len(log) - len(news_for(self._private, log)))
        self._known[self._private] = len(log)
        self._console.scroll_away()
        self._console.say(N_("Pass to {name}.", name=name))
        self._tell_changes(heard)
        self.skip_news()
        self.ask(N_("{name}, type {word}.", name=name, word=commands.READY))

    def announce_pause(self, reason: PauseReason) -> None:
        """Hide everything, and give the reason for the pause."""
        self._console.scroll_away()
        with_clock = self._controller.clock is not None
        self._console.say(N_("Paused."), describe_interruption(reason, with_clock=with_clock))
        self.ask(N_("Type {word} to resume play.", word=commands.GO_ON))

    def ask_to_start_clock(self) -> None:
        """Tell the player how to start the clock of their turn."""
        self.ask(N_("Type {word} to start your clock.", word=commands.READY))

    def warn_of_time(self) -> None:
        """Warn once per turn when the time bank starts to run, and once when only seconds are left."""
        clock = self._controller.clock
        if clock is None or not clock.running:
            return
        left = round(clock.turn_left + clock.banks[clock.seat])
        urgency = 2 if left <= _LAST_SECONDS else 0 if clock.turn_left else 1
        if urgency > self._urgency:
            self._console.say(NN_("{count} second left.", "{count} seconds left.", left))
        self._urgency = urgency


def _describe_undo(gone: Sequence[LogLine]) -> Message:
    """Name the first action that was undone, by these lines that no longer count."""
    acted = [line for line in gone if line.step is not None]
    if not acted:
        return AGREEMENT_UNDONE
    undone = N_("Undone: {action}", action=acted[0].brief or acted[0].message)
    if more := len({line.ply for line in acted}) - 1:
        undone = NN_("{undone} {count} later action too.", "{undone} {count} later actions too.", more, undone=undone)
    is_revealed = any(line.step.reveals for line in acted if line.step)
    return N_("{undone} A card had been revealed.", undone=undone) if is_revealed else undone


def _describe(line: LogLine, step: Step, keys: Keys, *, is_own: bool, is_human: bool) -> Message | None:
    """The line in short, with the place of a card. Nothing about what a player on their own hears anyway."""
    name, grid = line.message.details.get("name"), step.before.grid
    match line.kind, step.action:
        case LogKind.BOUGHT, Buy(card, gems, gold):
            face = CardFace(card, keys[CardSlot.of(grid.index(card))] if card in grid else "", has_points=False)
            details = {"name": name, "card": face if face.key else N_("a reserved {card}", card=face)}
            if is_own:
                return N_("You bought {card} for {payment}.", card=face._replace(key=""), payment=tokens(gems, gold))
            is_long = len(step.after.players) > 2 and not is_human  # the payments of several computers
            if is_long or not (gems or gold):
                return N_("{name} bought {card}.", **details)
            return N_("{name} bought {card} for {payment}.", **details, payment=tokens(gems, gold))
        case LogKind.TOOK | LogKind.RETURNED | LogKind.RESERVED, _ if is_own:
            return None
        case LogKind.RESERVED, Reserve(card):
            details = {"name": name, "card": CardFace(card, keys[CardSlot.of(grid.index(card))])}
            return (
                N_("{name} reserved {card} with gold.", **details)
                if step.before.gold
                else N_("{name} reserved {card}.", **details)
            )
        case LogKind.RESERVED, ReserveTop(level) if step.before.gold:
            return N_("{name} reserved a level {level} card with gold.", name=name, level=CardLevel(level))
        case LogKind.NOBLE | LogKind.RETURNED, _:
            return line.message
        case _:
            return line.brief or line.message
