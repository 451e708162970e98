"""A tournament among three to eight players at one screen: its plan, its standings, and its next table.

Only the plan is saved. The rounds follow from it and from the saved games, each of which names its tournament and its round.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from functools import cached_property, partial
from itertools import chain, combinations, groupby
from random import Random
from typing import Annotated, Final, Literal, NamedTuple, Self

from pydantic import AwareDatetime, Field, ValidationError, model_validator

from splendor_tui.bots.levels import names_in_this_language
from splendor_tui.inputs.choices import Value, choice, choices_of
from splendor_tui.inputs.house_rules import HOUSE_RULES, OPEN_SERIES, MatchRules, OptionError, option_name
from splendor_tui.inputs.match_options import HUMAN, MatchOptions, SeatOptions, make_options
from splendor_tui.inputs.player_names import check_distinct, name_key
from splendor_tui.inputs.settings import Settings
from splendor_tui.inputs.strict_models import Place, Strict, between, describe
from splendor_tui.presentation.match_draft import MatchDraft
from splendor_tui.presentation.pairings import History, Table, full_rounds, round_robin, swiss_round, table_sizes
from splendor_tui.rules.constants import MAX_PLAYERS, MIN_PLAYERS
from splendor_tui.store import GameSummary, Store, current_name, renamed_seats
from splendor_tui.words import N_, NN_, NP_, Message, MessageError, enumerated, enumerated_numbers, listed, scored
from splendor_tui.words.spelling import simplify

MIN_ENTRANTS: Final = 3
MAX_ENTRANTS: Final = 8
_SUBJECT: Final = "tournaments"
"""The subject of saved progress. An item is the id of a tournament."""
_HALF: Final = 0.5
_SWISS: Final = "swiss"
_USUAL_SWISS_ROUNDS: Final = 3
"""Enough for one winner among eight."""
_MAX_ROUNDS: Final = 20
_USUAL_ENTRANTS: Final = 4
_MAX_RECENT: Final = 5
"""Only these may be continued at home. The list of saved games has all of them."""
_NOT_IN_TOURNAMENTS: Final = ("random_first", "series")


def _describe_rounds(rounds: int) -> Value:
    about = N_("A Swiss tournament has three rounds. In a round robin, everyone meets everyone equally often.")
    return Value(str(rounds) if rounds else NP_("rounds", "usual"), None if rounds else about, str(rounds))


class TournamentSystem(Strict):
    """How a tournament pairs its players. `rounds` is 0 for the usual number."""

    system: Literal["round-robin", "swiss"] = choice(
        "round-robin",
        N_("System"),
        {
            "round-robin": Value(N_("round robin"), N_("Everyone meets everyone.")),
            _SWISS: Value(NP_("tournament", "Swiss"), N_("In each round, players with equal points meet.")),
        },
        option=N_("how players are paired: {choices}"),
        metavar=NP_("argument", "SYSTEM"),
        question=N_("Round robin or Swiss? Default: {offered}."),
        answers=N_("In a round robin, everyone meets everyone. In a Swiss tournament, players with equal points meet."),
    )
    size: Annotated[int, between(MIN_PLAYERS, MAX_PLAYERS, N_("a whole number from {least} to {most}"))] = choice(
        MIN_PLAYERS,
        N_("At a table"),
        lambda size: Value(NN_("{count} player", "{count} players", size), typed=str(size)),
        steps=range(MIN_PLAYERS, MAX_PLAYERS + 1),
        about=N_("The games of a round are played one after the other. Who is left over sits out."),
        option=N_("players at a table, {least} to {most}", least=MIN_PLAYERS, most=MAX_PLAYERS),
        metavar=NP_("argument", "PLAYERS"),
        question=N_(
            "How many players at a table, {least} to {most}? Default: {offered}.", least=MIN_PLAYERS, most=MAX_PLAYERS
        ),
    )
    rounds: Annotated[int, between(0, _MAX_ROUNDS, N_("a whole number from {least} to {most}"))] = choice(
        0,
        N_("Rounds"),
        _describe_rounds,
        steps=range(_MAX_ROUNDS + 1),
        about=N_("In each round, everyone plays once."),
        option=N_("rounds, up to {most} (default: the usual number)", most=_MAX_ROUNDS),
        metavar=NP_("argument", "ROUNDS"),
        question=N_("How many rounds, up to {most}, or 0 for the usual number? Default: {offered}.", most=_MAX_ROUNDS),
    )


SYSTEM_CHOICES: Final = choices_of(TournamentSystem)
"""The declarations of the fields that players choose."""


class TournamentPlan(TournamentSystem):
    """A tournament without its games. `out` has the players who have withdrawn, each with the first round without them.

    `renamed` has the players with their current names. It is not saved.
    """

    players: Annotated[tuple[SeatOptions, ...], Field(min_length=MIN_ENTRANTS, max_length=MAX_ENTRANTS, strict=False)]
    rules: MatchRules
    started: AwareDatetime
    out: tuple[tuple[int, int], ...] = ()
    ended: bool = False
    renamed: Annotated[tuple[SeatOptions, ...], Field(exclude=True)] = ()

    @model_validator(mode="after")
    def _check_names(self) -> Self:
        check_distinct([player.name for player in self.players])
        return self

    @property
    def most(self) -> int:
        """The size of the largest table."""
        return max(table_sizes(len(self.players), min(self.size, len(self.players))))

    @property
    def round_count(self) -> int:
        """The number of rounds."""
        usual = _USUAL_SWISS_ROUNDS if self.system == _SWISS else full_rounds(len(self.players), self.most)
        return self.rounds or usual

    @property
    def is_swiss(self) -> bool:
        """Whether players with equal points meet."""
        return self.system == _SWISS

    def summary(self) -> Message:
        """Describe the system and the length."""
        return N_("Tournament: {extent}.", extent=self.extent())

    def extent(self) -> Message:
        """The system and the length, without the word tournament."""
        tables = sum(size > 1 for size in table_sizes(len(self.players), self.most))
        games = tables * self.round_count
        return NN_(
            "{system}, {count} round, {games}",
            "{system}, {count} rounds, {games}",
            self.round_count,
            system=SYSTEM_CHOICES["system"].describe(self.system).name,
            games=NN_("{count} game", "{count} games", games),
        )

    def save(self, store: Store, tournament_id: str) -> None:
        """Save the plan. Raises StoreError."""
        store.progress.save(_SUBJECT, tournament_id, self.model_dump_json())


class TournamentDraft(MatchDraft):
    """A draft of a tournament, with the rules of its games."""

    LEAST = MIN_ENTRANTS
    MOST = MAX_ENTRANTS

    def __init__(self, settings: Settings, names: Sequence[str] = ()) -> None:
        """`names` are the humans of the last tournament, if there was one."""
        people = len(names) or min(len(settings.names), _USUAL_ENTRANTS)
        super().__init__(
            [*names, *settings.names], _rules_of_games(settings.match), settings.engines, (HUMAN,) * people
        )
        self.system = TournamentSystem()
        for seat in range(len(self.seats)):
            self.set_kind(seat, HUMAN)
        if not names:
            self.set_players(max(len(self.seats), _USUAL_ENTRANTS))

    @classmethod
    def after_last(cls, settings: Settings, store: Store | None) -> Self:
        """A draft with the names of the last tournament. Raises StoreError."""
        plans = load_plans(store).values() if store else ()
        last = max(plans, key=lambda plan: plan.started, default=None)
        names = [player.name for player in last.players if not player.is_bot] if last else []
        renames = store.renames.load() if store else ()
        return cls(settings, sorted((current_name(name, renames) for name in names), key=simplify))

    def change(self, texts: Mapping[str, str]) -> None:
        """Set rules or the system from typed values. Raises OptionError."""
        here = {name: text for name, text in texts.items() if name in SYSTEM_CHOICES}
        self.system = self.system.model_copy(update=read_system(here, lambda place: SYSTEM_CHOICES[str(place[0])].name))
        super().change({name: text for name, text in texts.items() if name not in here})

    def cycle_rule(self, name: str, by: int) -> None:
        """Change the field `name` of the system or the rules to its next value."""
        if name in SYSTEM_CHOICES:
            value = SYSTEM_CHOICES[name].next(getattr(self.system, name), by)
            self.system = self.system.model_copy(update={name: value})
        else:
            super().cycle_rule(name, by)

    def value(self, name: str) -> object:
        """The value of a field of the system or the rules."""
        return getattr(self.system, name) if name in SYSTEM_CHOICES else super().value(name)

    def plan(self, started: datetime) -> TournamentPlan:
        """The plan of the tournament. Raises OptionError."""
        return make_plan([self._fields(seat) for seat in self.seats], self.system, self.rules, started)


def read_system(
    texts: Mapping[str, str], name_of: Callable[[Place], Message | str] = option_name
) -> Mapping[str, object]:
    """Fields of the system from text. Raises OptionError, whose messages call the fields `name_of`."""
    try:
        parsed = TournamentSystem.model_validate(texts, strict=False)
    except ValidationError as error:
        raise OptionError(describe(error, name_of)) from error
    return {name: getattr(parsed, name) for name in texts}


def make_plan(
    players: Sequence[Mapping[str, str]], system: TournamentSystem, rules: MatchRules, started: datetime
) -> TournamentPlan:
    """Create a plan. Raises OptionError."""
    rules = _rules_of_games(rules)
    fields = {name: getattr(system, name) for name in SYSTEM_CHOICES}
    try:
        return TournamentPlan.model_validate({"players": tuple(players), "rules": rules, "started": started, **fields})
    except ValidationError as error:
        raise OptionError(describe(error, option_name)) from error


def _rules_of_games(rules: MatchRules) -> MatchRules:
    """The rules without those that a tournament decides: the goal of rematches and who starts."""
    return rules.model_copy(update={name: getattr(MatchRules(), name) for name in _NOT_IN_TOURNAMENTS})


RULES_OF_GAMES: Final = {name: rule for name, rule in HOUSE_RULES.items() if name not in _NOT_IN_TOURNAMENTS}
"""The house rules that players choose for the games of a tournament."""


class Pairing(NamedTuple):
    """A table, and its saved game if there is one."""

    table: Table
    game: GameSummary | None = None

    @property
    def is_bye(self) -> bool:
        """Whether this player sits out."""
        return len(self.table) == 1

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to play here."""
        return self.is_bye or (self.game is not None and self.game.finished is not None)


class TieBreak(NamedTuple):
    """A way to decide equal points: its name in a sentence, the short one for a column, and the words for a `value`."""

    name: Message
    label: Message
    worth: Message

    def sentence(self) -> Message:
        """Explain the column."""
        return N_("{label}: {name}.", label=self.label, name=self.name)


TIE_BREAKS: Final = (
    TieBreak(
        N_("points in the games among the tied players"), NP_("tie-break", "Dir."), N_("{value:g} in direct games")
    ),
    TieBreak(N_("points of all rivals"), NP_("tie-break", "Buch."), N_("rivals' points {value:g}")),
    TieBreak(
        N_("points of the beaten rivals, half for an equal place"),
        NP_("tie-break", "S-B"),
        N_("beaten rivals' points {value:g}"),
    ),
)
"""All tie-breaks, in order."""
_BUCHHOLZ: Final = 1
_SONNEBORN: Final = 2


class TournamentRow(NamedTuple):
    """A player's line in the standings. `place` is shared if no tie-break helps. `duels` are the points against each player.

    `bye_points` are those for sitting out. `tie_break` is the value of the usual tie-break. `decisive` has the values of
    those that separate the player from another one with equal points, by their index in TIE_BREAKS.
    """

    player: int
    name: str
    place: int
    points: float
    tie_break: float
    decisive: Mapping[int, float]
    duels: Mapping[int, float]
    bye_points: int
    is_out: bool

    @property
    def label(self) -> Message | str:
        """The name, and whether the player has withdrawn."""
        return N_("{name} (withdrawn)", name=self.name) if self.is_out else self.name


class Tournament:
    """A tournament with its games. It shows its score like a `Series`, with points in place of wins.

    A player gets a point for each rival at the table whom they finish ahead of, and half a point for an equal place. A bye
    in a Swiss tournament counts like a win once its round is over. Equal points are decided by the games among the tied
    players, then by Buchholz (the points of all rivals; Swiss only), then by Sonneborn-Berger (the points of the beaten
    ones). There, a bye is a full table of beaten rivals with as many points as the player, as in chess.
    """

    goal: Final = OPEN_SERIES
    next_id: Final = None
    wins_needed: Final = None
    is_worth_telling: Final = True

    def __init__(
        self, tournament_id: str, plan: TournamentPlan, games: Sequence[GameSummary], at_table: str | None = None
    ) -> None:
        """`games` start with the most recently played. Those without a round or with other players do not count.

        The texts name the round of the game `at_table` if it is the last one, even if the next round has been drawn.
        """
        self.id = tournament_id
        self.plan = plan
        self._players = plan.renamed or plan.players
        self.entrants = names_in_this_language(self._players)
        self._numbers = {one.name: number for number, one in enumerate(self._players)}
        self._numbers |= {name: number for number, name in enumerate(self.entrants)}
        self.games = [game for game in reversed(games) if game.round and self._table(game)]
        last = self.games[-1] if self.games else None
        self._named_round = last.round if last and last.id == at_table else None

    def _table(self, game: GameSummary) -> Table:
        """The numbers of the players. Empty if this is no game of theirs. Their names may have changed since."""
        table = game.entrants or tuple(self._numbers.get(name, -1) for name in game.names)
        return table if {*range(len(self.entrants))} >= {*table} and len(table) == len(game.names) else ()

    # --- rounds --------------------------------------------------------------------------------------------------------

    @cached_property
    def rounds(self) -> Sequence[Sequence[Pairing]]:
        """All rounds up to the first one that is not over. Empty rounds are left out."""
        plan, found = self.plan, []
        history, points = History(plan.most), Counter[int]()
        missing = dict(plan.out)
        for number in range(1, plan.round_count + 1):
            played = {
                frozenset(self._table(game)): Pairing(self._table(game), game)
                for game in self.games
                if game.round == number
            }
            busy = {player for pairing in played.values() for player in pairing.table}
            free = [
                player
                for player in range(len(self.entrants))
                if player not in busy and number < missing.get(player, number + 1)
            ]
            if plan.is_swiss:
                drawn = swiss_round({player: points[player] for player in free}, history)
            else:
                whole = round_robin(len(self.entrants), plan.most, plan.round_count)[number - 1]
                drawn = tuple(table for one in whole if (table := tuple(player for player in one if player in free)))
            pairings = [*played.values(), *(Pairing(history.seated(table)) for table in drawn)]
            if all(pairing.is_bye for pairing in pairings):
                break
            found.append(pairings)
            if not all(pairing.is_over for pairing in pairings):
                break
            for pairing in pairings:
                history.add(pairing.table)
                points.update(self._scores(pairing))
        return found

    def _scores(self, pairing: Pairing) -> Mapping[int, float]:
        """The points of everyone at a table. The bye of a Swiss tournament is worth a win at a full table."""
        if pairing.is_bye:
            return {pairing.table[0]: self._bye_points}
        scores: dict[int, float] = defaultdict(float)
        for one, _other, score in _duels(pairing):
            scores[one] += score
        return scores

    @property
    def _bye_points(self) -> int:
        """The points for a bye, which are also the rivals that it stands for."""
        return self.plan.most - 1 if self.plan.is_swiss else 0

    @property
    def last_active(self) -> datetime:
        """When it was begun or played last."""
        return max([self.plan.started, *(game.last_played for game in self.games)])

    @property
    def number(self) -> int:
        """The current round, or the last one."""
        return len(self.rounds)

    @cached_property
    def open_tables(self) -> Sequence[Pairing]:
        """The tables of the current round that are not over: first the unfinished games, then the next ones."""
        if self.plan.ended or not self.rounds:
            return ()
        left = [pairing for pairing in self.rounds[-1] if not pairing.is_over]
        return sorted(left, key=lambda pairing: pairing.game is None)

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to play."""
        return not self.open_tables

    @property
    def unfinished(self) -> GameSummary | None:
        """The game to resume, if there is one."""
        return self.open_tables[0].game if self.open_tables else None

    def next_game(self) -> MatchOptions:
        """The options of the next game. Raises OptionError."""
        players = [self._players[player] for player in self.open_tables[0].table]
        place = {"first_game": self.id, "round": self.number, "entrants": self.open_tables[0].table}
        return make_options(players, self.plan.rules).model_copy(update=place)

    # --- standings -----------------------------------------------------------------------------------------------------

    @property
    def finished(self) -> Sequence[GameSummary]:
        """The games that count."""
        return [game for game in self.games if game.finished]

    @cached_property
    def standings(self) -> Sequence[TournamentRow]:
        """Everyone's line, in order."""
        points: Counter[int] = Counter()
        duels: defaultdict[int, defaultdict[int, float]] = defaultdict(partial(defaultdict, float))
        met: defaultdict[int, Counter[int]] = defaultdict(Counter)
        byes: Counter[int] = Counter()
        for pairing in chain.from_iterable(self._results()):
            points.update(self._scores(pairing))
            byes.update(pairing.table if pairing.is_bye else ())
            for one, other, score in _duels(pairing):
                duels[one][other] += score
                met[one][other] += 1
        players = range(len(self.entrants))
        of_byes = {p: byes[p] * self._bye_points * points[p] for p in players}
        buchholz = {p: sum(points[q] * n for q, n in met[p].items()) + of_byes[p] for p in players}
        sonneborn = {p: sum(points[q] * score for q, score in duels[p].items()) + of_byes[p] for p in players}
        shown = buchholz if self.plan.is_swiss else sonneborn

        def merits(player: int) -> tuple[float, ...]:
            tied = [other for other in players if points[other] == points[player]]
            have_met = all(met[one][other] for one, other in combinations(tied, 2))
            direct = sum(duels[player][other] for other in tied) if have_met else 0
            return points[player], direct, buchholz[player] if self.plan.is_swiss else 0, sonneborn[player]

        def decisive(player: int) -> Mapping[int, float]:
            points, *own = merits(player)
            rivals = [merits(other)[1:] for other in players if other != player and merits(other)[0] == points]
            return {
                index: value
                for index, value in enumerate(own)
                if any([*one[:index]] == own[:index] and one[index] != value for one in rivals)
            }

        ranked = sorted(players, key=merits, reverse=True)
        out = dict(self.plan.out)
        rows: list[TournamentRow] = []
        for _merits, group in groupby(ranked, key=merits):
            place = len(rows) + 1
            rows += [
                TournamentRow(
                    p,
                    self.entrants[p],
                    place,
                    points[p],
                    shown[p],
                    decisive(p),
                    {q: duels[p][q] for q in met[p]},
                    byes[p] * self._bye_points,
                    p in out,
                )
                for p in group
            ]
        return rows

    def _results(self) -> Iterator[Sequence[Pairing]]:
        """Each finished game, also after an earlier round that has been reopened. Byes are with the end of their round."""
        last = {game.round: game for game in self.finished}
        for game in self.finished:
            ended = self.rounds[game.round - 1 : game.round] if game is last[game.round] else ()
            byes = [one for pairings in ended if all(one.is_over for one in pairings) for one in pairings if one.is_bye]
            yield Pairing(self._table(game), game), *byes

    @property
    def names(self) -> Sequence[str]:
        """The players in the order of the standings."""
        return [row.name for row in self.standings]

    @property
    def wins(self) -> Sequence[float]:
        """Everyone's points in the order of the standings."""
        return [_whole(row.points) for row in self.standings]

    def wins_by_game(self, names: Sequence[str]) -> Mapping[int, Sequence[float]]:
        """The points of these players after each game, starting with none before the first."""
        total: Counter[int] = Counter()
        found: dict[int, Sequence[float]] = {0: [0] * len(names)}
        for number, pairings in enumerate(self._results(), start=1):
            for pairing in pairings:
                total.update(self._scores(pairing))
            found[number] = [total[self._numbers.get(name, -1)] for name in names]
        return found

    @property
    def winners(self) -> Sequence[str]:
        """Those in the first place, once all is over."""
        return [row.name for row in self.standings if row.place == 1] if self.is_over else ()

    # --- texts ---------------------------------------------------------------------------------------------------------

    def score(self, names: Sequence[str] = ()) -> Message:
        """The points of these players, or of all, the leaders first."""
        return scored([(row.name, row.points) for row in self.standings if not names or row.name in names])

    def briefs(self) -> Sequence[Message]:
        """The score for a narrow place: first with the round, then without."""
        if not self.finished:
            return self._heading, N_("Tournament")
        score = self.score()
        return N_("Tournament, {place}: {score}", place=self.place(), score=score), N_(
            "Tournament: {score}", score=score
        )

    def excerpts(self, names: Sequence[str]) -> Sequence[Message]:
        """The score for an even narrower place: of the leaders and the players at a table, then of the latter."""
        leaders = [row.name for row in self.standings if row.points == self.standings[0].points]
        some = [chosen for chosen in ({*names, *leaders}, {*names}) if len(chosen) < len(self.names)]
        return [N_("Tournament: {score} …", score=self.score([*chosen])) for chosen in some if self.finished]

    def sentence(self) -> Message:
        """Describe the score, and the round or the winner. Before the first result, only the round."""
        if self.is_over:
            if self.standings[0].decisive and len(self.winners) == 1:
                return N_("{name} wins the tournament by tie-break: {score}.", name=self.winners[0], score=self.score())
            return NN_(
                "{names} wins the tournament: {score}.",
                "{names} share the tournament: {score}.",
                len(self.winners),
                names=listed(self.winners),
                score=self.score(),
            )
        if not self.finished:
            return N_("{sentence}.", sentence=self._heading)
        return N_("Tournament, {place}: {score}.", place=self.place(), score=self.score())

    @property
    def _heading(self) -> Message:
        return N_("Tournament, {place}", place=self.place())

    def place(self) -> Message:
        """The current round, or that of the game at the table."""
        number = self._named_round or self.number
        return N_("round {number} of {rounds}", number=number, rounds=self.plan.round_count)

    def at_table(self, pairing: Pairing) -> Message:
        """The names at a table, the starter first."""
        return listed([self.entrants[player] for player in pairing.table])

    def next_sentences(self) -> Iterator[Message]:
        """Describe the next table, the ones after it, and who sits out."""
        for number, pairing in enumerate(self.open_tables):
            names = self.at_table(pairing)
            if pairing.game is not None:
                yield N_("Unfinished: {names}.", names=names)
            elif number:
                yield N_("Then: {names}.", names=names)
            else:
                yield N_("Next: {names}. {name} starts.", names=names, name=self.entrants[pairing.table[0]])
        yield from self.bye_sentences()

    def bye_sentences(self) -> Iterator[Message]:
        """Describe who sits out in the current round."""
        for pairing in filter(lambda pairing: pairing.is_bye, self.rounds[-1] if self.open_tables else ()):
            name = self.at_table(pairing)
            if self.plan.is_swiss:
                yield N_("{name} sits out this round, which counts as a win.", name=name)
            else:
                yield N_("{name} sits out this round.", name=name)

    def sentences(self) -> Iterator[Message]:
        """Describe everything, line by line."""
        yield from self.report()
        yield from self.next_sentences()

    def report(self) -> Iterator[Message]:
        """Describe the system, each player's points, the tie-breaks that decide a place, and the score."""
        yield self.plan.summary()
        for row in self.standings:
            against = [
                N_("{points:g} against {name}", points=score, name=self.entrants[other])
                for other, score in sorted(row.duels.items())
            ]
            if row.bye_points:
                against.append(N_("{points:g} for sitting out", points=row.bye_points))
            points = _counted(row.points)
            if row.decisive:
                worth = [TIE_BREAKS[index].worth.filled_in(value=value) for index, value in row.decisive.items()]
                tie_break = enumerated_numbers(worth, [*row.decisive.values()])
                points = N_("{points} ({tie_break})", points=points, tie_break=tie_break)
            line = {"place": row.place, "name": row.label, "points": points}
            yield (
                N_("{place}. {name}, {points}: {list}.", list=enumerated(against), **line)
                if against
                else N_("{place}. {name}, {points}.", **line)
            )
        if decisive := {index for row in self.standings for index in row.decisive}:
            names = [TIE_BREAKS[index].name for index in sorted(decisive)]
            yield N_("Tie-break: {names}.", names=enumerated(names))
        yield self.sentence() if self.is_over else N_("{sentence}.", sentence=self._heading)

    @property
    def tie_breaks(self) -> Mapping[int, TieBreak]:
        """The tie-breaks to show: the usual one, and those that decide a place. By their index in TIE_BREAKS."""
        shown = {self.usual_tie_break, *(index for row in self.standings for index in row.decisive)}
        return {index: TIE_BREAKS[index] for index in sorted(shown)}

    @property
    def usual_tie_break(self) -> int:
        """The index of the tie-break whose values are shown for everyone."""
        return _BUCHHOLZ if self.plan.is_swiss else _SONNEBORN

    # --- changes -------------------------------------------------------------------------------------------------------

    def withdraw(self, store: Store, name: str) -> Message:
        """Withdraw a player from the next game on, or bring them back before they miss one. Raises MessageError."""
        player = self.find(name)
        out, name = dict(self.plan.out), self.entrants[player]
        if self.is_over:
            raise MessageError(N_("The tournament is over."))
        if player in out:
            if out[player] < self.number:
                raise MessageError(N_("{name} has already missed a round.", name=name))
            del out[player]
            done = N_("{name} is back.", name=name)
        else:
            is_seated = any(player in pairing.table for pairing in self.rounds[-1] if pairing.game is not None)
            out[player] = self.number + is_seated
            done = N_("{name} withdraws. The games so far count.", name=name)
        self._change(store, out=tuple(out.items()))
        return done

    def find(self, name: str) -> int:
        """The number of the player with this name. Raises MessageError."""
        keys = [name_key(one) for one in self.entrants]
        if name_key(name) not in keys:
            raise MessageError(N_("Nobody in this tournament is called {name}.", name=name))
        return keys.index(name_key(name))

    def end(self, store: Store) -> None:
        """End it with the current standings. Without a game, delete it. Raises StoreError."""
        if self.games:
            self._change(store, ended=True)
        else:
            store.progress.delete(_SUBJECT, self.id)

    def _change(self, store: Store, **fields: object) -> None:
        self.plan.model_copy(update=fields).save(store, self.id)


def _duels(pairing: Pairing) -> Iterator[tuple[int, int, float]]:
    """For both players of each pair at a table whose game is over: the one, the other, and the points of the one."""
    if pairing.game is None or not pairing.game.ranks:
        return
    for (one, rank), (other, rank_of_other) in combinations(zip(pairing.table, pairing.game.ranks, strict=True), 2):
        score = _HALF if rank == rank_of_other else float(rank < rank_of_other)
        yield one, other, score
        yield other, one, 1 - score


def _counted(points: float) -> Message:
    """A number of points, perhaps with a half."""
    if points == int(points):
        return NN_("{count} point", "{count} points", int(points))
    return NN_("{points:g} points", "{points:g} points", int(points), points=points)


def _whole(points: float) -> float:
    """The points, as an integer if they are whole."""
    return int(points) if points == int(points) else points


def begin_tournament(store: Store, plan: TournamentPlan, rng: Random) -> Tournament:
    """Draw lots for the order of the players, and save the plan in place of `replaced_tournaments`. Raises StoreError."""
    for tournament in replaced_tournaments(store):
        tournament.end(store)
    drawn = plan.model_copy(update={"players": tuple(rng.sample(plan.players, len(plan.players)))})
    tournament = Tournament(store.new_id(), drawn, ())
    drawn.save(store, tournament.id)
    return tournament


def replaced_tournaments(store: Store) -> Sequence[Tournament]:
    """The tournaments without games, whose place a new one takes. Raises StoreError."""
    return [one for one in recent_tournaments(store) if not store.games(one.id)]


def replacement_notices(store: Store) -> Sequence[Message]:
    """Say which tournaments a new one replaces. Raises StoreError."""
    return [
        N_("A new tournament replaces that of {names}, which has no game yet.", names=listed(sorted(one.entrants)))
        for one in replaced_tournaments(store)
    ]


def load_plans(store: Store) -> Mapping[str, TournamentPlan]:
    """The plans of all tournaments by id, ignoring unreadable ones. Raises StoreError."""
    found, renames = {}, store.renames.load()
    for item, text in store.progress.load(_SUBJECT).items():
        with suppress(ValidationError):
            plan = TournamentPlan.model_validate_json(text)
            found[item] = plan.model_copy(update={"renamed": renamed_seats(plan.players, renames)})
    return found


def recent_tournaments(store: Store) -> Sequence[Tournament]:
    """Some of the last tournaments: first the one that was begun or played last. Raises StoreError."""
    plans = load_plans(store)
    recent = sorted(plans, key=lambda one: plans[one].started, reverse=True)[:_MAX_RECENT]
    found = [_with_games(store, one, plans[one]) for one in recent]
    return sorted(found, key=lambda one: one.last_active, reverse=True)


def read_tournament(store: Store, tournament_id: str) -> Tournament | None:
    """The tournament with this id, unless it has been deleted. Raises StoreError."""
    plan = load_plans(store).get(tournament_id)
    return _with_games(store, tournament_id, plan) if plan else None


def _with_games(store: Store, tournament_id: str, plan: TournamentPlan) -> Tournament:
    return Tournament(tournament_id, plan, [game for game in store.games(tournament_id) if game.has_begun])


def other_tournament(store: Store, tournament_id: str) -> Tournament | None:
    """The unfinished tournament that was begun or played last, apart from the one with this id. Raises StoreError."""
    return next((one for one in recent_tournaments(store) if one.id != tournament_id and not one.is_over), None)


def current_tournament(store: Store) -> Tournament | None:
    """The unfinished tournament that was begun or played last, or else the last one. Raises StoreError."""
    recent = recent_tournaments(store)
    return next((one for one in recent if not one.is_over), next(iter(recent), None))
