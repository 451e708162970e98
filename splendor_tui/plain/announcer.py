"""What a plain text match prints on its own: events, turns, questions and warnings."""

from collections.abc import Sequence
from typing import Final

from splendor_tui.match.hot_seat import HotSeat
from splendor_tui.match.log import LoggedCard, LogKind, LogLine, news_for, timed_out_seats
from splendor_tui.match.pause_reasons import PauseReason, describe_interruption
from splendor_tui.plain.console import Console
from splendor_tui.plain.speech import card_face
from splendor_tui.plain.table_text import TableText
from splendor_tui.plain.typed_actions import Keys, example_now
from splendor_tui.presentation import commands
from splendor_tui.presentation.result import describe_places, ending_sentence, winners_sentence
from splendor_tui.presentation.table_model import CardSlot, ReservedSlot
from splendor_tui.rules.cards import Card
from splendor_tui.rules.gems import Tokens
from splendor_tui.rules.state import Phase
from splendor_tui.rules.view import ReservedView
from splendor_tui.words import N_, NN_, Message, either, listed

_LAST_SECONDS: Final = 10


class Announcer:
    """Announces the events of a match to the viewer. The match decides when a question is new."""

    def __init__(self, hot_seat: HotSeat, console: Console) -> None:
        self._controller = hot_seat.controller
        self._hot_seat = hot_seat
        self._console = console
        log, viewer = hot_seat.controller.log, hot_seat.viewer
        self._log_printed = len(log) - (0 if viewer is None else len(news_for(viewer, log)))
        """Number of log lines printed. A player who resumes a match also gets the lines since their last turn."""
        self._question: Message | None = None
        """The last question, repeated after an empty line."""
        self._grid: Sequence[Card | None] | None = None
        """The cards on the table when new ones were last announced."""
        self._hands: dict[int, Sequence[ReservedView]] = {}
        """Each viewer's reserved cards when their keys were last announced."""
        self._warnings: Sequence[Message] = ()
        """The warnings of the last turn."""
        self._urgency = 0
        """The last warning: 0 for none, 1 for the time bank, 2 for the last seconds."""

    # --- events --------------------------------------------------------------------------------------------------------

    def announce_start(self) -> None:
        """Announce the players and the target."""
        self._console.say(
            N_(
                "{names} play to {target} points. Type {table} for the table.",
                names=listed(self._controller.names),
                target=self._controller.options.target,
                table=commands.TABLE,
            )
        )

    def print_news(self) -> None:
        """Print the new log lines in short. A lone human knows their own action."""
        lines = self._controller.log
        self._console.say(*map(self._news, lines[self._log_printed :]))
        self._log_printed = len(lines)

    def _news(self, line: LogLine) -> Message | None:
        """A line in short, with the player's points if it is about a gain."""
        is_own = line.seat is not None and [line.seat] == self._hot_seat.humans
        news = _acknowledge(line) if is_own else line.brief or line.message
        card = _card_of(line)
        if line.seat is None or not (
            line.kind is LogKind.NOBLE or (line.kind is LogKind.BOUGHT and card and card.points)
        ):
            return news
        points = self._controller.view_for(None).players[line.seat].points
        if is_own:
            have = NN_("You have {count} point.", "You have {count} points.", points)
            return N_("{news} {then}", news=news, then=have) if news else have
        return N_("{news} Now {points}.", news=news, points=points)

    def skip_news(self) -> None:
        """Mark the log as read."""
        self._log_printed = len(self._controller.log)

    def announce_keys(self, keys: Keys) -> None:
        """Announce the viewer's reserved cards whose keys have changed, for example after an earlier one was bought.

        A card drawn from a deck is not named, because others may hear the announcement.
        """
        viewer = self._hot_seat.viewer
        if viewer is None:
            return
        hand = self._controller.view_for(viewer).players[viewer].reserved
        before = self._hands.get(viewer, hand)
        self._hands[viewer] = hand
        for index, held in enumerate(hand):
            key = keys[ReservedSlot(index)]
            if held in before[index : index + 1]:
                continue
            if not held.blind and index == len(before):
                self._console.say(N_("Its key is {key}.", key=key))
            elif not held.blind:
                self._console.say(N_("Key {key} is now {card}.", key=key, card=held.card))
            elif index < len(before):
                self._console.say(N_("Key {key} is now a card that you drew.", key=key))
            elif not self._hot_seat.shows_drawn_card:
                self._console.say(N_("You drew a card. Its key is {key}; type the key to hear the card.", key=key))

    def announce_end(self, *closing_remarks: Message | None) -> None:
        """Announce the standings and the remarks, and list the possible commands."""
        ended, names = self._controller.outcome, self._controller.names
        assert ended is not None
        self._console.say(
            N_("{winners}.", winners=winners_sentence([names[seat] for seat in ended.winners])),
            ending_sentence(ended.ending),
            *describe_places(ended.standings, names, timed_out_seats(self._controller.log)),
            *closing_remarks,
        )
        words = (
            commands.REVIEW,
            commands.REMATCH,
            commands.NEW,
            commands.STATISTICS,
            commands.SETTINGS,
            commands.TABLE,
            commands.QUIT,
        )
        self._ask(N_("Type {words}.", words=either(words)))

    # --- questions -----------------------------------------------------------------------------------------------------

    def announce_turn(self, table: TableText, keys: Keys) -> None:
        """Announce the player to move, and ask for an action."""
        model = table.model
        if model.view.phase is not Phase.MAIN:
            self._question = model.prompt[0].message
            self._console.say(*(phrase.message for phrase in model.prompt))
            self._console.say(N_("For example: {example}.", example=example_now(model.view, keys)))
            return
        name = self._controller.names[self._hot_seat.seat]
        self._question = N_(
            "{name}, take, reserve or buy. Type {help} for the commands.", name=name, help=commands.HELP
        )
        is_alone = len(self._hot_seat.humans) == 1
        news = [*([self._question] if is_alone else []), *table.scores()] if self._grid is None else []
        news += [sentence for sentence in table.warnings() if sentence not in self._warnings]
        self._warnings = [*table.warnings()]
        self.announce_new_cards(table)
        self._console.say(*news, table.turn(is_alone=is_alone))
        if model.clock:
            self._console.say(*table.clock())

    def announce_new_cards(self, table: TableText) -> None:
        """Announce the cards dealt since the last turn, to the next player only."""
        grid, before = table.view.grid, self._grid
        self._grid = grid
        is_new = table.new_cards.__contains__ if before is None else lambda card: card not in before
        for index, card in enumerate(grid):
            if card is not None and is_new(card):
                key = table.keys[CardSlot.of(index)]
                self._console.say(N_("New {key}, {face}.", key=key, face=card_face(card)))

    def announce_drawn_card(self, table: TableText, keys: Keys) -> None:
        """Announce the key of the drawn card to its owner, who asks for the card when nobody listens."""
        model = table.model
        self._console.say(
            N_(
                "{name}, you drew a card. Its key is {key}; type {word} to hear your cards.",
                name=model.names[model.seat],
                key=keys[ReservedSlot(len(model.player.reserved) - 1)],
                word=commands.ME,
            )
        )
        self.announce_keys(keys)
        if self._controller.bot_to_move:
            self._ask(N_("Type {word} to continue.", word=commands.READY))
        else:
            self._ask(N_("Type {word} to hand over.", word=commands.READY))

    def announce_hand_over(self) -> None:
        """Hide everything, name the next player, and list the events since their last turn."""
        name = self._controller.names[self._controller.seat]
        self._console.scroll_away()
        self._console.say(N_("Pass to {name}.", name=name))
        self._console.say(*map(self._news, news_for(self._controller.seat, self._controller.log)))
        self._ask(N_("{name}, type {word}.", name=name, word=commands.READY))

    def announce_pause(self, reason: PauseReason) -> None:
        """Hide everything, and give the reason for the pause."""
        self._console.scroll_away()
        with_clock = self._controller.clock is not None
        self._console.say(N_("Paused."), describe_interruption(reason, with_clock=with_clock))
        self._ask(N_("Type {word} to resume play.", word=commands.GO_ON))

    def ask_to_start_clock(self) -> None:
        """Tell the player how to start the clock of their turn."""
        self._ask(N_("Type {word} to start your clock.", word=commands.READY))

    def _ask(self, question: Message) -> None:
        self._question = question
        self._console.say(question)

    def ask_again(self) -> None:
        """Repeat the last question."""
        self._console.say(self._question)

    # --- warnings ------------------------------------------------------------------------------------------------------

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


def _acknowledge(line: LogLine) -> Message | None:
    """The news for a player about their own action: the gold that they paid, and what the action brought about."""
    match line.kind, line.message.details.get("tokens"):
        case LogKind.BOUGHT, Tokens(gold=gold) as paid if gold:
            return N_("You paid {tokens}.", tokens=paid)
        case LogKind.BOUGHT | LogKind.TOOK | LogKind.RETURNED | LogKind.RESERVED, _:
            return None
        case _:
            return line.brief or line.message


def _card_of(line: LogLine) -> Card | None:
    card = line.message.details.get("card")
    return card.card if isinstance(card, LoggedCard) else None
