"""A series: a game and its rematches. Its score, its winners, and its next game. A tournament is shown in its place."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate, islice
from operator import add
from typing import Final, TypeGuard

from splendor_tui.inputs.choices import next_value
from splendor_tui.inputs.house_rules import HOUSE_RULES, OPEN_SERIES, MatchRules, goal_numbers
from splendor_tui.inputs.match_options import MatchOptions
from splendor_tui.inputs.player_names import name_key
from splendor_tui.match.services import Services
from splendor_tui.presentation.dates import evening_start, format_date
from splendor_tui.presentation.match_draft import is_last_match
from splendor_tui.presentation.saved_games import names_with_points, outcome
from splendor_tui.presentation.tournaments import (
    Tournament,
    TournamentPlan,
    load_plans,
    recent_tournaments,
    replaced_tournaments,
)
from splendor_tui.store import GameSummary, Store, renamed_seats
from splendor_tui.words import N_, NN_, Message, MessageError, enumerated, listed, scored

_HALF: Final = 0.5
_MAX_SHARED: Final = 10
_OF_AN_EVENING: Final = 40
"""An evening has fewer games."""
_RECENT: Final = 200
"""An undecided series with a goal remains at home for that many games: those of many evenings."""
NEW_SERIES: Final = N_("new series")
"""What a rematch begins after a decided series."""


@dataclass(frozen=True)
class Series:
    """The games of a series, oldest first, perhaps with an unfinished one. A shared victory counts half for each winner.

    The players are in the order of the first game.
    """

    games: Sequence[GameSummary]
    goal: str
    """The goal of the last game, as in `MatchRules.series`."""

    @classmethod
    def of(cls, games: Sequence[GameSummary]) -> "Series | None":
        """The series of the first of these games, which start with the most recently played. None without games."""
        ordered = [game for game in reversed(games) if game.series == games[0].series]
        return cls(ordered, ordered[-1].goal) if ordered else None

    @property
    def names(self) -> Sequence[str]:
        """The players."""
        return self.games[0].names

    @cached_property
    def finished(self) -> Sequence[GameSummary]:
        """The games that count."""
        return [game for game in self.games if game.finished]

    @property
    def is_worth_telling(self) -> bool:
        """Whether it has more than one game, or a goal."""
        return len(self.games) > 1 or self.goal != OPEN_SERIES

    @cached_property
    def wins(self) -> Sequence[float]:
        """Each player's wins."""
        return [sum(_win(game, name) for game in self.finished) for name in self.names]

    def wins_by_game(self, names: Sequence[str]) -> Mapping[int, Sequence[float]]:
        """The wins of these players after each game, starting with none before the first."""
        rows = ([_win(game, name) for name in names] for game in self.finished)
        none: list[float] = [0] * len(names)
        return dict(enumerate(accumulate(rows, lambda before, row: [*map(add, before, row)], initial=none)))

    @property
    def wins_needed(self) -> int | None:
        """The wins that decide the series between two players. None if it is open."""
        numbers = goal_numbers(self.goal)
        return None if numbers is None else numbers[0]

    @property
    def winners(self) -> Sequence[str]:
        """The winners of the series, or nobody while it is undecided.

        The first to some wins must lead, because players who share a victory may get there together. The best of a number of
        games ends early once nobody can catch up.
        """
        numbers, wins = goal_numbers(self.goal), self.wins
        if numbers is None:
            return ()
        needed, games = numbers
        *_others, second, most = sorted(wins)
        left = games - len(self.finished)
        is_decided = most > second + left or left <= 0 if games else most >= needed and most > second
        return [name for name, won in zip(self.names, wins, strict=True) if won == most] if is_decided else ()

    def next_goal(self, kept: str) -> str:
        """The next of the goals on offer that leave the series undecided, and of the one to be `kept`."""
        goals: Iterable[str] = dict.fromkeys((*HOUSE_RULES["series"].steps, kept))
        offered = [goal for goal in goals if goal == kept or not replace(self, goal=goal).winners]
        return next_value(offered, self.goal, 1)

    @property
    def is_level(self) -> bool:
        """Whether the leaders share the wins that would decide the series, so that it continues until one leads."""
        needed, games = goal_numbers(self.goal) or (None, 0)
        return needed is not None and not games and max(self.wins) >= needed and not self.winners

    @property
    def explained_goal(self) -> Message:
        """Who wins the series."""
        if self.is_level:
            return N_("The first to take the lead wins the series.")
        return HOUSE_RULES["series"].explain(self.goal)

    @property
    def next_id(self) -> str | None:
        """The id that continues the series, or None if it is decided, so that a rematch begins a new one."""
        return None if self.winners else self.games[0].series

    def score(self, names: Sequence[str] = ()) -> Message:
        """The wins of these players, or of all."""
        return scored([each for each in zip(self.names, self.wins, strict=True) if not names or each[0] in names])

    def briefs(self) -> Sequence[Message]:
        """The score for a narrow place: first with the goal and a tie, then without."""
        goal = HOUSE_RULES["series"].describe(self.goal).name
        if not self.finished:
            return N_("Series, {goal}: game {number}", goal=goal, number=1), N_("Series: game {number}", number=1)
        short = N_("Series: {score}", score=self.score())
        if self.goal == OPEN_SERIES:
            return (short,)
        score = {"goal": goal, "score": self.score()}
        level = [N_("Series, {goal}: {score}, play on until one player leads", **score)] if self.is_level else []
        return *level, N_("Series, {goal}: {score}", **score), short

    def excerpts(self, _names: Sequence[str]) -> Sequence[Message]:
        """None, as nobody else plays the series."""
        return ()

    def sentence(self) -> Message:
        """Describe the score, and the goal or the winner. Before the first result, only the goal."""
        goal, score = HOUSE_RULES["series"].describe(self.goal).name, self.score()
        if not self.finished:
            return N_("{sentence}.", sentence=self.briefs()[0])
        if self.winners:
            return NN_(
                "{names} wins the series, {goal}: {score}.",
                "{names} share the series, {goal}: {score}.",
                len(self.winners),
                names=listed(self.winners),
                goal=goal,
                score=score,
            )
        told = NN_(
            "Series, {goal}, after {count} game: {score}.",
            "Series, {goal}, after {count} games: {score}.",
            len(self.finished),
            goal=goal,
            score=score,
        )
        if self.is_level:
            return N_("{score} Level: play on until one player leads.", score=told)
        return told


def _win(game: GameSummary, name: str) -> float:
    """What a game counts for a player: a win, or half of one if several win."""
    if name not in game.winners:
        return 0
    return 1 if len(game.winners) == 1 else _HALF


def goal_of(series: Series | Tournament) -> Message:
    """The goal of a series, or the number of finished games if there is none."""
    if series.goal == OPEN_SERIES:
        return NN_("{count} game", "{count} games", len(series.finished))
    return Message("{goal}", {"goal": HOUSE_RULES["series"].describe(series.goal).name})


def kind_of(series: Series | Tournament) -> Message:
    """Name a series with its goal, or with its number of games. A tournament is only called that."""
    if isinstance(series, Tournament):
        return N_("tournament")
    goal = goal_of(series)
    return N_("series of {games}", games=goal) if series.goal == OPEN_SERIES else N_("series, {goal}", goal=goal)


def outcomes_of(series: Series | Tournament) -> Sequence[Message]:
    """Name the winners or the state of a series with its goal, or of a tournament; then the same in fewer and fewer words.

    An open series has neither, so its number of games is named.
    """
    goal, winners, short = goal_of(series), series.winners, [N_("shared")]
    if winners:
        won = NN_("{names} wins", "{names} share it", len(winners), names=listed(winners))
        short = [won, *short[: len(winners) - 1]]
    if isinstance(series, Tournament):
        short = short if winners else [series.place()]
        return N_("tournament, {state}", state=short[0]), *short
    if winners:
        return N_("{winner}, {goal}", winner=short[0], goal=goal), *short
    return kind_of(series) if series.goal == OPEN_SERIES else N_("undecided, {goal}", goal=goal), goal


def describe_series(series: Series | Tournament) -> Iterator[Message]:
    """Describe the score, then each game."""
    yield series.sentence()
    for number, game in enumerate(series.games, start=1):
        yield N_("{sentence}.", sentence=_describe_game(number, game))


def shared_standings(series: Series | Tournament) -> Sequence[Message]:
    """Describe the standings in at most ten lines: everyone in a tournament, or the last games of a series.

    The first line has the date of the last game, or of the lots.
    """
    if isinstance(series, Tournament):
        first, *others = series.report()
    else:
        games = [*enumerate(series.finished, start=1)][1 - _MAX_SHARED :]
        first, others = series.sentence(), [N_("{sentence}.", sentence=_describe_game(*each)) for each in games]
    days = [game.finished for game in series.games if game.finished]
    if isinstance(series, Tournament):
        days = days or [series.plan.started]
    return [N_("{date}. {sentence}", date=format_date(max(days)), sentence=first) if days else first, *others]


def _describe_game(number: int, game: GameSummary) -> Message:
    names, winners = enumerated(names_with_points(game.names, game.points)), game.winners
    shared = len(winners) > 1 and NN_("{names} wins", "{names} share it", len(winners), names=listed(winners))
    return N_("Game {number}: {names}, {outcome}", number=number, names=names, outcome=shared or outcome(game))


def series_of(
    games: Sequence[GameSummary], plans: Mapping[str, TournamentPlan], at_table: str | None = None
) -> Series | Tournament | None:
    """The series or the tournament of the first of these games, which start with the most recently played.

    `at_table` is as in `Tournament`.
    """
    if not games or games[0].series not in plans:
        return Series.of(games)
    series = games[0].series
    return Tournament(series, plans[series], [game for game in games if game.series == series], at_table)


def read_series(store: Store, series_id: str, at_table: str | None = None) -> Series | Tournament | None:
    """The series or the tournament with this id. None if it has no games. Raises StoreError.

    A game without an action only counts if it is `at_table`. It is the last one.
    """
    games = [game for game in store.games(series_id) if game.has_begun or game.id == at_table]
    return series_of(sorted(games, key=lambda game: game.has_begun), load_plans(store), at_table)


def current_series(store: Store) -> Sequence[Series | Tournament]:
    """What the players may continue: the series of the game that was played last, running tournaments, undecided series.

    The series and the first tournament are in the order of their last games. Undecided series come next: one with a goal,
    played among the `_RECENT` latest games, and an open one of the evening of the last game. At most two tournaments are listed.
    Raises StoreError.
    """
    unfinished = [one for one in recent_tournaments(store) if not one.is_over]
    running, others = unfinished[:1], unfinished[1:2]
    games = _last_evening(store)
    ids = [one.id for one in unfinished]
    last = [game for game in games[:1] if game.series not in ids]
    played = [series for game in last if (series := read_series(store, game.series))]
    is_older = any(one.plan.started > game.last_played for one in running for game in last)
    ids += [game.series for game in last]
    with_goal = [game for game in store.latest_with_goal(_RECENT) if game.has_begun and game.series not in ids]
    is_open = [game for game in games if game.goal == OPEN_SERIES and not game.round and game.series not in ids]
    undecided = [
        *islice((one for one in _undecided(store, with_goal) if one.goal != OPEN_SERIES), 1),
        *islice((one for one in _undecided(store, is_open) if one.goal == OPEN_SERIES), 1),
    ]
    undecided.sort(key=lambda one: one.games[-1].last_played, reverse=True)
    return [*(running if is_older else []), *played, *([] if is_older else running), *undecided, *others]


def ended_series(store: Store, told: Sequence[Series | Tournament]) -> Sequence[Series | Tournament]:
    """The tournaments and series that were decided on the evening of the last game, without those `told`. Raises StoreError.

    The last one comes first. Of several series of the same players, only the last one is here, or none if one is `told`.
    """
    found: list[Series | Tournament] = []
    ids = dict.fromkeys(game.series for game in _last_evening(store) if game.goal != OPEN_SERIES or game.round)
    for one in ids:
        series = read_series(store, one)
        if series and series.winners and not any(_is_same(series, other) for other in (*told, *found)):
            found.append(series)
    return found


def _is_same(series: Series | Tournament, other: Series | Tournament) -> bool:
    """Whether these are the same tournament, or series of the same players."""
    if isinstance(series, Tournament) or isinstance(other, Tournament):
        return bool(series.games and other.games) and series.games[0].series == other.games[0].series
    return has_players(series, other.names)


def _last_evening(store: Store) -> Sequence[GameSummary]:
    """The games that were played last, and those before them on the same evening."""
    games = [game for game in store.latest_games(_OF_AN_EVENING, with_imported=False) if game.has_begun]
    return [game for game in games if game.last_played >= evening_start(games[0].last_played)]


def _undecided(store: Store, games: Sequence[GameSummary]) -> Iterator[Series | Tournament]:
    """The undecided series of these games. Only those are read that these games do not decide."""
    for series_id in dict.fromkeys(game.series for game in games):
        known = Series.of([game for game in games if game.series == series_id])
        if known is None or (known.games[0].id == series_id and not is_unfinished(known)):
            continue
        series = read_series(store, series_id)
        if series and is_unfinished(series):
            yield series


def series_won(store: Store, series: Series | Tournament | None, *, undecided: bool = False) -> Message | None:
    """How many series its players have won, if it is decided, or may be `undecided`. A shared one counts half.

    None if no other one is decided. Slow with many games. Raises StoreError.
    """
    if not isinstance(series, Series) or not (series.winners or undecided):
        return None
    by_series: defaultdict[str, list[GameSummary]] = defaultdict(list)
    for game in store.games():
        by_series[game.series].append(game)
    return count_series_won(
        series, (Series.of(games) for games in by_series.values() if has_players(games[0], series.names))
    )


def count_series_won(series: Series, among: Iterable[Series | Tournament | None]) -> Message | None:
    """How many series `among` these its players have won. A shared one counts half. None if no other one is decided."""
    goals = (one for one in among if isinstance(one, Series) and one.goal != OPEN_SERIES)
    decided = [one.winners for one in goals if has_players(one, series.names) and one.winners]
    winners = [{*map(name_key, names)} for names in decided]
    won = [(name, sum(1 / len(names) for names in winners if name_key(name) in names)) for name in series.names]
    return N_("Series won: {score}.", score=scored(won)) if len(winners) > bool(series.winners) else None


def running_tournament(series: Sequence[Series | Tournament]) -> Tournament | None:
    """The first of these that is an unfinished tournament, which is the current one."""
    return next((one for one in series if isinstance(one, Tournament) and not one.is_over), None)


def can_rematch(series: Series | Tournament | None) -> TypeGuard[Series]:
    """Whether its last game can be played again: it is over, had a human, and was no game of a tournament."""
    return isinstance(series, Series) and series.games[-1].finished is not None and bool(series.games[-1].humans)


def has_players(series: Series | Tournament | GameSummary, names: Sequence[str]) -> bool:
    """Whether exactly these players play it, in any order."""
    return {*map(name_key, series.names)} == {*map(name_key, names)}


def is_unfinished(series: Series | Tournament) -> bool:
    """Whether players can continue it: a tournament until it is over, a series until it is decided."""
    if isinstance(series, Tournament):
        return not series.is_over
    return series.is_worth_telling and not series.winners and bool(series.finished) and bool(series.games[-1].humans)


def next_start(series: Series | Tournament) -> Message | None:
    """Who starts the next game of an unfinished series. None if it has begun, and in a tournament."""
    if not (can_rematch(series) and is_unfinished(series)):
        return None
    last = series.games[-1]
    if last.next_first is None:
        return N_("A random player starts the next game.")
    return N_("{name} starts the next game.", name=last.names[last.next_first])


def unfinished_series(store: Store, games: Sequence[GameSummary]) -> Sequence[Series | Tournament]:
    """The series and tournaments of these games that wait for their next game, in the same order, then one without a game.

    Raises StoreError.
    """
    by_series: defaultdict[str, list[GameSummary]] = defaultdict(list)
    for game in games:
        if game.has_begun:
            by_series[game.series].append(game)
    plans = load_plans(store)
    found = (series_of(played, plans) for played in by_series.values() if all(game.finished for game in played))
    return [series for series in (*found, *replaced_tournaments(store)) if series and is_unfinished(series)]


def continuation(store: Store, series_id: str) -> str | MatchOptions:
    """The id of the unfinished game of a series or tournament, or the options of its next game. Raises MessageError."""
    series = read_series(store, series_id)
    unfinished = next((game.id for game in series.games if game.can_resume), None) if series else None
    if isinstance(series, Tournament):
        if series.is_over:
            raise MessageError(N_("The tournament is over."))
        return unfinished or series.next_game()
    if unfinished is not None:
        return unfinished
    if can_rematch(series):
        return next_game(store, series)
    raise MessageError(N_("There is no game to play again."))


def next_game(store: Store, series: Series) -> MatchOptions:
    """The options of the next game: the next seat starts, or a random one as agreed. Raises StoreError and OptionError."""
    options = MatchOptions.from_json(store.load(series.games[-1].id).options)
    first = None if options.random_first else options.next_first
    return with_current_names(store, options.rematch(first, series.next_id)).model_copy(update={"series": series.goal})


def with_current_names(store: Store, options: MatchOptions) -> MatchOptions:
    """The options with the current names of the players. Raises StoreError."""
    return options.model_copy(update={"players": renamed_seats(options.players, store.renames.load())})


def describe_rematch(names: Sequence[str], *, random_first: bool) -> Message:
    """Name the players of the next game, in the order of its seats, and who starts."""
    if random_first:
        return N_("{names} play again by the same rules. A random player starts.", names=listed(names))
    return N_("{names} play again by the same rules. {name} starts.", names=listed(names), name=names[0])


def save_agreement(store: Store, game_id: str, **options: object) -> None:
    """Save the agreed options of the rematch with the finished game, because the rematch may never begin.

    Raises StoreError and OptionError.
    """
    agreed = MatchOptions.from_json(store.load(game_id).options).model_copy(update=options)
    store.save_options(game_id, agreed.to_json())


def named_goal(words: Sequence[str]) -> str:
    """The goal that these words name. Raises OptionError."""
    goal = " ".join(words).casefold()
    return MatchRules().changed({"series": goal}, lambda _place: HOUSE_RULES["series"].name).series


def offer_goal(services: Services, series: Series, before: str) -> None:
    """Offer a new game of the last players with the goal of their series if it would have been offered with the one before."""
    settings = services.settings
    if (settings.goal or settings.match.series) == before and is_last_match(series.names, services.last_match):
        services.change_settings(settings.changed(goal=series.goal))
