"""A match that is being played: its controller, and the claim that keeps others from playing it at the same time."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from splendor_tui.bots.levels import level_shortcoming
from splendor_tui.bots.player import Advisor, Bot
from splendor_tui.engines.engine_player import EnginePlayer
from splendor_tui.inputs.match_options import ENGINE, MatchOptions
from splendor_tui.inputs.player_name import MOST_CHARACTERS
from splendor_tui.inputs.problems import escaped
from splendor_tui.match.computer_players import dismiss, seat_computers
from splendor_tui.match.controller import Controller
from splendor_tui.match.match_journal import Journal
from splendor_tui.match.services import Services
from splendor_tui.match.stored_match import deal_match, resume_match, start_match
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.state import State
from splendor_tui.store import Claim, NoSuchGameError, StoreError
from splendor_tui.words import N_, Message, MessageError


@dataclass(slots=True)
class LiveMatch:
    """`bots` play the seats that no human does. `game_id`, `claim` and `services` are None for a match that is not kept.

    `adviser` thinks about hints, and about how likely everybody is to win. `begun_here` tells a new match from a
    resumed one.
    """

    controller: Controller
    bots: Mapping[int, Bot]
    adviser: Advisor
    game_id: str | None = None
    claim: Claim | None = None
    services: Services | None = None
    begun_here: bool = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.release()

    def engine_names(self) -> dict[int, str]:
        """What the engines at the table call themselves, by seat; safe to show."""
        hellos = {seat: bot.hello for seat, bot in self.bots.items() if isinstance(bot, EnginePlayer)}
        return {seat: escaped(hello.name, MOST_CHARACTERS)[1:-1] for seat, hello in hellos.items() if hello}

    @property
    def at_risk(self) -> Message | None:
        """What would be lost if the match were left now, and why; None when nothing would."""
        problem = self.controller.not_saved
        if problem:
            return N_("The last actions are not saved. {reason}", reason=problem)
        if self.game_id is None and self.controller.outcome is None and self.controller.ply:
            return N_("This game is not kept, and would be lost.")
        return None

    @property
    def is_unplayed(self) -> bool:
        """Whether nothing has happened in it yet, so that it is not kept.

        A resumed match that looks unplayed has entries that cannot be read.
        """
        return self.begun_here and not self.controller.log

    def release(self) -> None:
        """Let others play it, saved as far as it can be, and let its engines go; doing so twice is no harm."""
        dismiss(self.bots.values())
        if self.claim is not None:
            self.controller.save()
            if self.controller.not_saved:
                self.controller.save()  # a lost file is only noticed by the first attempt
            self.claim.release()
            self.claim = None
            if self.services is None or self.services.store is None or self.game_id is None:
                return
            if self.is_unplayed:
                with suppress(StoreError):  # it stays in the list then, which is no loss
                    self.services.store.delete(self.game_id)
            else:
                self.services.unsaved = self.controller.not_saved or self.services.unsaved


def begin(
    services: Services,
    options: MatchOptions,
    start: State | None = None,
    computers: Mapping[str, Bot] | None = None,
) -> LiveMatch:
    """Begin a new match and claim it; it is dealt unless it has a `start`, a state with these options at ply 0.

    `computers` are its computer players by name, if they sit there already.

    Raises StoreError when it cannot be kept (`begin_even_unsaved` plays it nevertheless), or as `seat_computers` does.
    """
    if services.store is None:
        return begin_unsaved(services, options, start, computers)
    seated = seat_computers(services, options) if computers is None else computers
    try:
        game_id, controller = start_match(
            services.store, services.catalogue, options, start, now=services.now, today=services.today
        )
        claim = services.store.claim(game_id)
    except StoreError:
        if computers is None:
            dismiss(seated.values())
        raise
    bots = _by_seat(controller, seated)
    return LiveMatch(controller, bots, services.adviser(), game_id, claim, services, begun_here=True)


def begin_even_unsaved(
    services: Services,
    options: MatchOptions,
    start: State | None = None,
    computers: Mapping[str, Bot] | None = None,
) -> tuple[LiveMatch, Message | None]:
    """The same, and why nothing of the match is kept, if it cannot be. Raises as `seat_computers` does."""
    try:
        return begin(services, options, start, computers), None
    except StoreError as error:
        return begin_unsaved(services, options, start, computers), error.message


def begin_unsaved(
    services: Services,
    options: MatchOptions,
    start: State | None = None,
    computers: Mapping[str, Bot] | None = None,
) -> LiveMatch:
    """The same for a match of which nothing is kept. Raises as `seat_computers` does."""
    computers = seat_computers(services, options) if computers is None else computers
    if start is None:
        options, start = deal_match(services.catalogue, options)
    controller = Controller(options, start, journal=Journal(), now=services.now)
    return LiveMatch(controller, _by_seat(controller, computers), services.adviser(), begun_here=True)


def resume(services: Services, game_id: str, stand_in: str | None = None) -> LiveMatch:
    """Go on with a stored match and claim it; for an engine that nobody has named plays the level `stand_in`.

    Raises GameClaimedError while another process plays it, StoreError when it cannot be loaded, ValueError with a sentence
    when it is not a match that these rules and cards allow, or as `seat_computers` does.
    """
    if services.store is None:
        raise NoSuchGameError(game_id)
    claim = services.store.claim(game_id)
    try:
        controller = resume_match(services.store, services.catalogue, game_id, now=services.now, today=services.today)
        computers = seat_computers(services, controller.options, stand_in)
        return LiveMatch(controller, _by_seat(controller, computers), services.adviser(), game_id, claim, services)
    except (MessageError, ValueError):
        claim.release()
        raise


def shortcomings(options: MatchOptions, catalogue: Catalogue) -> list[Message]:
    """What keeps computer players of such a match from playing as well as they should. It may take a second."""
    levels = {player.kind for player in options.players if player.is_bot} - {ENGINE}
    found = (level_shortcoming(level, options.game_options(), catalogue) for level in sorted(levels))
    return list(dict.fromkeys(sentence for sentence in found if sentence is not None))


def _by_seat(controller: Controller, computers: Mapping[str, Bot]) -> dict[int, Bot]:
    return {seat: computers[name] for seat, name in enumerate(controller.names) if name in computers}
