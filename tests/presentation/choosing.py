"""A player without a screen: the keys of the table, and a style of play that leads to every kind of decision."""

import asyncio
from collections.abc import Sequence
from random import Random

from splendor_tui.match.controller import Controller
from splendor_tui.match.match_lifecycle import LiveMatch
from splendor_tui.presentation.activity import Activity, Effect, Think
from splendor_tui.presentation.match_session import MatchSession
from splendor_tui.presentation.table_model import Phrase, PileSlot, Slot, slot_keys
from splendor_tui.rules.actions import Action, Buy, Reserve, Take
from splendor_tui.rules.cards import Card
from splendor_tui.rules.legality import legal_actions
from splendor_tui.rules.payments import all_payments
from splendor_tui.rules.view import View
from tests.match.advisers import Known
from tests.tui.opened_app import make_services

QWERTY: dict[Slot, str] = slot_keys("qwerty") | {PileSlot(None): "6"}
"""The labels of the keys on a qwerty keyboard."""


def chosen_card(session: Activity) -> Card | None:
    """The card that the player has picked, to buy or to reserve."""
    return session.selection.card if isinstance(session.selection, Buy | Reserve) else None


def lively(view: View, rng: Random) -> Action:
    """Choose an action that continues the game and leads to every kind of decision."""
    legal = legal_actions(view)
    purchases = [action for action in legal if isinstance(action, Buy)]
    if purchases and rng.random() < 0.9:
        bought = max(purchases, key=lambda action: (action.card.points, rng.random()))
        return rng.choice(all_payments(bought.card, view.players[view.seat]))
    takes = [action for action in legal if isinstance(action, Take)]
    return rng.choice(takes) if takes and rng.random() < 0.8 else rng.choice(legal)


def written(prompt: Sequence[Phrase]) -> str:
    """A prompt as plain text, with its clickable phrases in brackets."""
    texts = [(str(phrase.message), phrase.does) for phrase in prompt]
    return "  ".join(text if does is None else f"[{text}]" for text, does in texts)


def asked(session: Activity) -> str:
    """The session's prompt as plain text."""
    return written(session.model().prompt)


def session_at(table: Controller, *, game_id: str | None = "kept") -> MatchSession:
    """The session at the table of a match."""
    services = make_services(table.catalogue)
    session = MatchSession(LiveMatch(table, {}, Known(), game_id), services)
    session.labels = QWERTY
    return session


def finish(effect: Effect) -> Effect:
    """Do the slow work of an effect, as a front end does."""
    while isinstance(effect, Think):
        effect = asyncio.run(effect.work())
    return effect
