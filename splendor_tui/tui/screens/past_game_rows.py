"""Descriptions of saved games: rows of the list, and details."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from functools import cache

from rich.cells import cell_len
from textual.content import Content

from splendor_tui.presentation.dates import format_day, format_day_and_time
from splendor_tui.presentation.word_search import simplify
from splendor_tui.store import GameSummary
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.glyphs import Glyphs
from splendor_tui.tui.look.paint import Line
from splendor_tui.tui.widgets.columns import Column
from splendor_tui.words import N_, NN_, Message, listed


def won(game: GameSummary) -> Message:
    """Name the winners, if any."""
    if game.finished is None:
        return N_("Nobody has won yet")
    return N_("{winners} won", winners=listed(game.winners))


def next_step(game: GameSummary, key: str) -> Message:
    """Describe what `key` does with this game: resume or replay it."""
    if game.can_resume:
        return N_("Unfinished: {key} resumes it.", key=key)
    return N_("{winners}. Watch it from the deal with {key}.", winners=won(game), key=key)


def columns(games: Sequence[GameSummary], today: datetime, *, wide: bool) -> Sequence[Column]:
    """Return the columns of the list, no wider than these games need. The players get the rest.

    A click on a heading sorts by this column: the numbers are those of the screen's sort orders.
    """
    days = {(game.last_played.astimezone(today.tzinfo).date(), game.imported): game for game in games}
    outcomes = {None if game.finished is None else game.winners: game for game in games}
    longest_day = max((cell_len(_day(game, today)) for game in days.values()), default=0)
    longest_outcome = max((cell_len(_outcome(game)) for game in outcomes.values()), default=0)
    return (
        Column(N_("Players"), action="screen.sort(1)"),
        Column(N_("Last played"), max(1, longest_day), action="screen.sort(0)"),
        Column(N_("Actions"), 7, right=True, action="screen.sort(2)"),
        Column(N_("Outcome"), max(1, min(longest_outcome, 24 if wide else 16)), action="screen.sort(3)"),
    )


def row(game: GameSummary, ink: str, today: datetime, glyphs: Glyphs) -> Sequence[Line]:
    """Return the cells of a game's row."""
    players = glyphs.write(" · ").join(_with_points(game))
    outcome = (_outcome(game), theme.CAN if game.finished is None else ink)
    return (((players, ink),), ((_day(game, today), theme.QUIET),), ((str(game.plies), theme.QUIET),), (outcome,))


def searched_texts(games: Sequence[GameSummary], today: datetime) -> Mapping[str, str]:
    """Map game ids to searchable text: names, day, time, outcome and id.

    Days and outcomes recur, so each is formatted once.
    """
    plain = cache(simplify)
    days: dict[date, str] = {}
    outcomes: dict[tuple[str, ...] | None, str] = {}
    texts = {}
    for game in games:
        when = game.last_played.astimezone(today.tzinfo)
        if (day := when.date()) not in days:
            days[day] = simplify(str(format_day(game.last_played, today)))
        ended = None if game.finished is None else game.winners
        if ended not in outcomes:
            outcomes[ended] = simplify(_outcome(game))
        texts[game.id] = " ".join(
            (*map(plain, game.names), days[day], f"{when:%Y-%m-%d %H:%M}", outcomes[ended], game.id)
        )
    return texts


def _with_points(game: GameSummary) -> Sequence[str]:
    """Return the players' names, with their final points if any."""
    if not game.points:
        return game.names
    return [f"{name} ({points})" for name, points in zip(game.names, game.points, strict=True)]


def _day(game: GameSummary, today: datetime) -> str:
    """Format when a game was last played, or imported."""
    if game.imported:
        return str(N_("imported {day}", day=format_day(game.last_played, today)))
    return str(format_day_and_time(game.last_played, today))


def _outcome(game: GameSummary) -> str:
    """Describe the outcome of a game."""
    return str(N_("unfinished") if game.finished is None else won(game))


def facts(game: GameSummary, today: datetime, glyphs: Glyphs) -> Content:
    """Describe a game: the names with their points, the winners marked, the date, and the id."""
    dot = glyphs.write(" · ")
    names = [
        Content.assemble((text, theme.TITLE), (f" {glyphs.gold}", theme.TITLE))
        if name in game.winners
        else Content.styled(text, theme.STRONG)
        for name, text in zip(game.names, _with_points(game), strict=True)
    ]
    started = format_day_and_time(game.started, today)
    since = N_("imported {when}", when=started) if game.imported else N_("started {when}", when=started)
    details = [NN_("{count} action", "{count} actions", game.plies), since, N_("id {id}", id=game.id)]
    if game.helped:
        details.append(N_("with hints or undone reveals"))
    known = dot.join(map(str, details))
    return Content.assemble(Content(dot).join(names), "\n", (known, theme.QUIET))
