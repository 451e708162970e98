"""A golden playthrough as text: the setup, one line per ply, and the standings.

The head of a file identifies the game, and its plies give the actions. Replaying them under the rules must reproduce the text
exactly.

`python -m tests.golden.playthrough` replays all games and rewrites their files. Use it only for an intended change of the text
or the digest, and review the difference before you commit it: a change means that old records can no longer be replayed.
"""

from collections.abc import Iterator
from pathlib import Path

from splendor_tui.inputs.card_set import load_catalogue
from splendor_tui.rules.actions import Action
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.digest import digest
from splendor_tui.rules.game_options import GameOptions
from splendor_tui.rules.gems import Tokens
from splendor_tui.rules.notation import format_action, parse_action
from splendor_tui.rules.outcome import outcome
from splendor_tui.rules.state import State, new_game
from splendor_tui.rules.turn import apply_action

RECIPE_LINES = 6
ACTION_COLUMNS = slice(22, 50)


def recipe_of(text: str) -> dict[str, str]:
    """The facts in the head of a playthrough that determine its game, except for the actions."""
    return dict(line.split(": ", 1) for line in text.splitlines()[:RECIPE_LINES])


def actions_of(text: str) -> list[str]:
    """The actions of a playthrough in notation."""
    return [line[ACTION_COLUMNS].strip() for line in text.split("\n\n")[1].splitlines()]


def replay(text: str, catalogue: Catalogue) -> str:
    """Replay the actions in a playthrough under the rules. Returns the resulting text."""
    recipe = recipe_of(text)
    tie_seat = None if recipe["tie"] == "shared" else int(recipe["tie"])
    options = GameOptions(int(recipe["players"]), int(recipe["target"]), tie_seat)
    state = new_game(catalogue, options, recipe["seed"])
    head = [*text.splitlines()[:RECIPE_LINES], *deal(state)]
    plies = []
    for line in actions_of(text):
        action = parse_action(line, catalogue)
        after = apply_action(state, action)
        plies.append(ply_line(state, action, after))
        state = after
    return "\n\n".join("\n".join(part) for part in (head, plies, result(state))) + "\n"


def deal(state: State) -> Iterator[str]:
    """Format the deal."""
    for level, deck in enumerate(state.decks, start=1):
        yield f"deck {level}: " + " ".join(card.id for card in deck)
    yield "nobles: " + " ".join(noble.id for noble in state.nobles)
    yield f"digest: {digest(state)}"


def ply_line(before: State, action: Action, after: State) -> str:
    """Format a ply: its number, the action, the mover's tokens after it, the bank, and the digest."""
    player = after.players[before.seat]
    place = f"{after.ply:4} round {before.round:2} seat {before.seat}"
    owned = f"{player.points:2} points {len(player.cards):2} cards {len(player.reserved)} in hand"
    tokens = f"{Tokens(player.gems, player.gold)!s:20} bank {Tokens(after.bank, after.gold)!s:20}"
    news = [noble.name for noble in player.nobles[len(before.players[before.seat].nobles) :]]
    if after.final_round and not before.final_round:
        news.append("last round")
    return f"{place:22}{format_action(action):28}{owned}  {tokens} {digest(after)}  {', '.join(news)}".rstrip()


def result(state: State) -> Iterator[str]:
    """Format the ending and the standings."""
    end = outcome(state)
    assert end is not None
    yield f"ended by {end.ending}"
    for standing in end.standings:
        gone = ", forfeited" if standing.forfeited else ""
        yield f"rank {standing.rank}: seat {standing.seat}, {standing.points} points, {standing.cards} cards{gone}"


def main() -> None:
    """Rewrite all files, and list them."""
    catalogue = load_catalogue()
    for file in sorted(Path(__file__).parent.glob("*.txt")):
        file.write_text(replay(file.read_text(encoding="utf-8"), catalogue), encoding="utf-8")
        print(file.name)


if __name__ == "__main__":
    main()
