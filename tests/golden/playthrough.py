"""A golden playthrough as text: the setup, one line per ply, and the standings.

A file has two parts: the head identifies the game, and the plies give the actions. Replaying them under the rules must
reproduce the text exactly.

`python -m tests.golden.playthrough` rewrites all files. Use it only for an intended change of the rules or the text, and review
the difference before you commit it: a change means that old records can no longer be replayed.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random

from splendor_tui.inputs.assets import load_catalogue
from splendor_tui.rules.actions import Action
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.digest import digest
from splendor_tui.rules.gems import Tokens
from splendor_tui.rules.notation import format_action, parse_action
from splendor_tui.rules.outcome import outcome
from splendor_tui.rules.state import GameOptions, Phase, State, new_game
from splendor_tui.rules.turn import apply_action
from tests.rules.random_play import choose

Chooser = Callable[[State], Action]
SHARED = "shared"
ACTION_COLUMNS = slice(22, 50)
FOLDER = Path(__file__).parent
COUNT = 30
TARGETS = (15, 21, 15, 8, 15, 30, 3)
STYLES = (
    "builder",
    "wanderer",
    "builder collector",
    "spender",
    "spender builder hoarder",
    "hoarder",
    "hoarder collector",
    "wanderer builder spender collector",
)
SEEDS = {13: "locked26", 21: "locked124"}  # two stalemates, which are rare
TIES = (None, None, 0, None, 1)
FORFEITS = (0, 0, 0, 0.004)


@dataclass(frozen=True)
class Recipe:
    """Everything that determines a game, except for its actions."""

    number: int
    players: int
    target: int
    tie_seat: int | None
    seed: str
    styles: str

    @property
    def file_name(self) -> str:
        """The path of the playthrough."""
        return f"{self.number:02}-{self.players}-{self.seed}.txt"

    def start(self, catalogue: Catalogue) -> State:
        """The first state."""
        return new_game(catalogue, GameOptions(self.players, self.target, self.tie_seat), self.seed)

    @classmethod
    def read(cls, text: str) -> "Recipe":
        """Parse the recipe in the head of a playthrough."""
        head: Mapping[str, str] = dict(line.split(": ", 1) for line in text.split("\n\n", 1)[0].splitlines())
        tie = head["tie"]
        return cls(
            number=int(head["golden playthrough"]),
            players=int(head["players"]),
            target=int(head["target"]),
            tie_seat=None if tie == SHARED else int(tie),
            seed=head["seed"],
            styles=head["styles"],
        )


def playthrough(recipe: Recipe, catalogue: Catalogue, choose: Chooser) -> str:
    """The text of a game whose actions `choose` determines."""
    state = recipe.start(catalogue)
    parts = ["\n".join(head(recipe, state))]
    lines = []
    while state.phase is not Phase.OVER:
        action = choose(state)
        after = apply_action(state, action)
        lines.append(ply_line(state, action, after))
        state = after
    parts.append("\n".join(lines))
    parts.append("\n".join(result(state)))
    return "\n\n".join(parts) + "\n"


def replay(text: str, catalogue: Catalogue) -> str:
    """Replay the actions in a playthrough under the rules. Returns the resulting text."""
    actions = [line[ACTION_COLUMNS].strip() for line in text.split("\n\n")[1].splitlines()]
    return playthrough(Recipe.read(text), catalogue, lambda state: parse_action(actions[state.ply], catalogue))


def head(recipe: Recipe, state: State) -> Iterator[str]:
    """Format the recipe and its deal."""
    yield f"golden playthrough: {recipe.number}"
    yield f"players: {recipe.players}"
    yield f"target: {recipe.target}"
    yield f"tie: {SHARED if recipe.tie_seat is None else recipe.tie_seat}"
    yield f"seed: {recipe.seed}"
    yield f"styles: {recipe.styles}"
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
    """Write all files and list them."""
    catalogue = load_catalogue()
    for number in range(1, COUNT + 1):
        recipe = Recipe(
            number=number,
            players=2 + number % 3,
            target=TARGETS[number % len(TARGETS)],
            tie_seat=TIES[number % len(TIES)],
            seed=SEEDS.get(number, f"golden{number}"),
            styles=STYLES[number % len(STYLES)],
        )
        text = playthrough(recipe, catalogue, chooser(recipe))
        (FOLDER / recipe.file_name).write_text(text, encoding="utf-8")
        print(f"{recipe.file_name}: {text.splitlines()[-recipe.players - 1]}")


def chooser(recipe: Recipe) -> Chooser:
    """A function that chooses actions in the styles of the recipe."""
    styles = recipe.styles.split() * recipe.players
    rng = Random(recipe.seed)
    return lambda state: choose(state, styles, rng, FORFEITS[recipe.number % len(FORFEITS)])


if __name__ == "__main__":
    main()
