"""A match that is being played: its controller, and the claim that keeps others from playing it at the same time."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from splendor_tui.bots.levels import create_bot, level_shortcoming
from splendor_tui.bots.player import Bot
from splendor_tui.inputs.match_options import MatchOptions
from splendor_tui.match.controller import Controller
from splendor_tui.match.match_journal import UnsavedJournal
from splendor_tui.match.services import Services
from splendor_tui.match.stored_match import deal_match, resume_match, start_match
from splendor_tui.rules.state import State
from splendor_tui.store import Claim, NoSuchGameError, StoreError
from splendor_tui.words import Message


@dataclass(slots=True)
class LiveMatch:
    """`bots` play the seats that no human does. `game_id` and `claim` are None for a match that is not kept."""

    controller: Controller
    bots: Mapping[int, Bot]
    game_id: str | None = None
    claim: Claim | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.release()

    def release(self) -> None:
        """Let others play it, saved as far as it can be; doing so twice is no harm."""
        if self.claim is not None:
            self.controller.save()
            self.claim.release()
            self.claim = None


def begin(services: Services, options: MatchOptions, start: State | None = None) -> LiveMatch:
    """Begin a new match and claim it; it is dealt unless it has a `start`, a state with these options at ply 0.

    Raises StoreError when it cannot be kept (`begin_unsaved` plays it nevertheless), and UnknownLevelError.
    """
    if services.store is None:
        return begin_unsaved(services, options, start)
    game_id, controller = start_match(
        services.store, services.catalogue, options, start, now=services.now, today=services.today
    )
    return LiveMatch(controller, _bots(controller), game_id, services.store.claim(game_id))


def begin_unsaved(services: Services, options: MatchOptions, start: State | None = None) -> LiveMatch:
    """The same for a match of which nothing is kept. Raises UnknownLevelError."""
    if start is None:
        options, start = deal_match(services.catalogue, options)
    controller = Controller(options, start, journal=UnsavedJournal(), now=services.now)
    return LiveMatch(controller, _bots(controller))


def resume(services: Services, game_id: str) -> LiveMatch:
    """Go on with a stored match and claim it.

    Raises GameClaimedError while another process plays it, StoreError when it cannot be loaded, and ValueError with a
    sentence when it is not a match that these rules, cards and computer players allow.
    """
    if services.store is None:
        raise NoSuchGameError(game_id)
    claim = services.store.claim(game_id)
    try:
        controller = resume_match(services.store, services.catalogue, game_id, now=services.now, today=services.today)
        return LiveMatch(controller, _bots(controller), game_id, claim)
    except (StoreError, ValueError):
        claim.release()
        raise


def shortcomings(live: LiveMatch) -> list[Message]:
    """What keeps computer players of this match from playing as well as they should. It may take a second."""
    options, catalogue = live.controller.options, live.controller.view_for(None).catalogue
    levels = {options.players[seat].kind for seat in live.bots}
    found = (level_shortcoming(level, len(options.players), catalogue) for level in sorted(levels))
    return list(dict.fromkeys(sentence for sentence in found if sentence is not None))


def _bots(controller: Controller) -> dict[int, Bot]:
    players = controller.options.players
    return {seat: create_bot(player.kind) for seat, player in enumerate(players) if controller.is_bot(seat)}
