"""The result of an arena match, as text and as JSON. docs/arena.md explains each number."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from rich.table import Table
from rich.text import Text

from splendor_tui.arena.fixtures import FixtureResult, Lineup
from splendor_tui.arena.headless_game import Arena
from splendor_tui.arena.sequential_test import Verdict, verdict
from splendor_tui.arena.tally import Tally, endings, tally
from splendor_tui.bots.levels import unknown_nobles_note
from splendor_tui.match.bot_answer import Fault
from splendor_tui.rules.game_options import GameOptions
from splendor_tui.rules.outcome import Ending
from splendor_tui.words import N_, NN_, NNP_, NP_, Message, enumerated, listed

FORMAT: Final = "splendor-tui-arena-report"
VERSION: Final = 1
_COLUMNS: Final[Sequence[tuple[Message, Callable[[Tally], object]]]] = (
    (NP_("column", "wins"), lambda tally: _percent(tally.wins)),
    (NP_("column", "95%"), lambda tally: f"{100 * tally.low:.0f}–{100 * tally.high:.0f}"),
    (NP_("column", "par"), lambda tally: N_("{share:.0f}%", share=100 * tally.par)),
    (NP_("column", "ties"), lambda tally: _percent(tally.ties)),
    (NP_("column", "points"), lambda tally: N_("{number:.1f}", number=tally.points)),
    (NP_("column", "turns"), lambda tally: N_("{number:.1f}", number=tally.turns)),
    (NP_("column", "a move"), lambda tally: _time(tally.seconds)),
    (NP_("column", "longest"), lambda tally: _time(tally.longest)),
    (NP_("column", "errors"), lambda tally: sum(tally.faults.values())),
)
"""The columns of the table: headings and cells."""


@dataclass(slots=True)
class Report:
    """The results so far of a match of `planned` games.

    `question` holds the two win shares of the first player that the sequential test compares. If it is None, every game is
    played.
    """

    arena: Arena
    lineups: Sequence[Lineup]
    planned: int
    question: tuple[float, float] | None = None
    results: list[FixtureResult] = field(default_factory=list)
    _shares: Counter[float] = field(default_factory=Counter)
    """Counts the deals by the first player's mean share of the wins."""

    def add(self, result: FixtureResult) -> None:
        """Add the result of one deal."""
        self.results.append(result)
        if 0 in result.lineup:
            self._shares[result.share_of(0)] += 1

    @property
    def games(self) -> int:
        """The number of games played. Each deal is played from every seat."""
        return len(self.results) * len(self.lineups[0])

    @property
    def verdict(self) -> Verdict | None:
        """The verdict of the sequential test so far, or None."""
        return self.question and verdict(self._shares, *self.question)

    @property
    def finished(self) -> bool:
        """Whether the match is over."""
        return self.verdict is not None or self.games == self.planned

    def facts(self) -> dict[str, object]:
        """The report as a JSON object."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "seats": len(self.lineups[0]),
            "seed": self.arena.seed,
            "target": self.arena.rules.target,
            "planned": self.planned,
            "games": self.games,
            "finished": self.finished,
            "verdict": self.verdict,
            "endings": endings(self.results),
            "players": [
                {"player": entrant.label, "limit": entrant.limit._asdict(), **_facts(tally(self.results, number))}
                for number, entrant in enumerate(self.arena.entrants)
            ],
            "lineups": [
                [
                    {
                        "player": self.arena.entrants[number].label,
                        "seats": lineup.count(number),
                        **_facts(tally(self._of(lineup), number)),
                    }
                    for number in dict.fromkeys(lineup)
                ]
                for lineup in self.lineups
            ],
        }

    def tables(self) -> Iterator[Message]:
        """A line for each line-up."""
        for lineup in self.lineups:
            labels = enumerated([self.arena.entrants[number].label for number in lineup])
            yield N_("Line-up: {players}. Every deal is played from every seat.", players=labels)

    def shortcomings(self) -> Iterator[Message]:
        """A line for each player below full strength on this machine, with the reason."""
        options = GameOptions(len(self.lineups[0]), self.arena.rules.target)
        for entrant in self.arena.entrants:
            if found := entrant.shortcoming(options, self.arena.catalogue):
                yield N_("{player}: {shortcoming}", player=entrant.label, shortcoming=found)
        if note := unknown_nobles_note(self.arena.catalogue, self.arena.catalogue.nobles):
            yield note

    def headline(self) -> Message:
        """The first player's share of the wins so far."""
        return _won(self.arena.entrants[0].label, sum(self._shares.elements()) / max(1, self._shares.total()))

    def table(self) -> Table:
        """The table of results, with a row for each player."""
        table = Table(box=None, pad_edge=False)
        table.add_column(str(NP_("column", "player")), overflow="fold")
        for heading, _cell in _COLUMNS:
            table.add_column(str(heading), justify="right", no_wrap=True)
        for label, counted in self._tallies(self.results):
            table.add_row(Text(label), *(str(cell(counted)) for _heading, cell in _COLUMNS))
        return table

    def notes(self) -> Iterator[Message]:
        """Lines with facts that are not in the table."""
        yield NN_(
            "{count} game to {target} points, seed {seed}.",
            "{count} games to {target} points, seed {seed}.",
            self.games,
            target=self.arena.rules.target,
            seed=self.arena.seed,
        )
        if self.question:
            yield _describe_verdict(self.verdict, self.arena.entrants[0].label, *self.question)
        if len(self.lineups) > 1:
            for lineup in self.lineups:
                yield listed([_won(label, counted.wins) for label, counted in self._tallies(self._of(lineup))])
        if stalemates := sum(number for ending, number in endings(self.results).items() if ending is not Ending.TARGET):
            yield NN_(
                "{count} game ended in a stalemate; the leader won.",
                "{count} games ended in a stalemate; the leader won.",
                stalemates,
            )
        for label, counted in self._tallies(self.results):
            if counted.faults:
                faults = enumerated([_fault(fault, number) for fault, number in counted.faults.items()])
                yield N_("Errors by {player}: {faults}.", player=label, faults=faults)

    def _tallies(self, results: Sequence[FixtureResult]) -> Iterator[tuple[str, Tally]]:
        for number, entrant in enumerate(self.arena.entrants):
            if counted := tally(results, number):
                yield entrant.label, counted

    def _of(self, lineup: Lineup) -> list[FixtureResult]:
        return [result for result in self.results if result.lineup == lineup]


def _won(label: str, wins: float) -> Message:
    return N_("{player} {share:.1f}%", player=label, share=100 * wins)


def _facts(counted: Tally | None) -> Mapping[str, object]:
    return {"games": 0} if counted is None else counted._asdict()


def _percent(share: float) -> Message:
    return N_("{share:.1f}%", share=100 * share)


def _time(seconds: float) -> Message:
    if seconds < 1:
        return N_("{number:.1f} ms", number=1000 * seconds)
    return N_("{number:.2f} s", number=seconds)


def _describe_verdict(verdict: Verdict | None, player: str, low: float, high: float) -> Message:
    match verdict:
        case None:
            return N_(
                "Undecided: {player} may win {low} or less, or {high} or more.",
                player=player,
                low=_percent(low),
                high=_percent(high),
            )
        case Verdict.LOW:
            return N_("Decided: {player} wins {share} or less.", player=player, share=_percent(low))
        case Verdict.HIGH:
            return N_("Decided: {player} wins {share} or more.", player=player, share=_percent(high))


def _fault(fault: Fault, number: int) -> Message:
    match fault:
        case Fault.ILLEGAL:
            return NNP_("fault", "{count} illegal answer", "{count} illegal answers", number)
        case Fault.LATE:
            return NNP_("fault", "{count} answer too late", "{count} answers too late", number)
        case Fault.FAILED:
            return NNP_("fault", "{count} failure", "{count} failures", number)
