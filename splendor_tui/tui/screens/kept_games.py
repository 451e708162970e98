"""How a game that is kept is told of: as a row of the list, and closer by."""

from collections.abc import Sequence
from datetime import datetime

from textual.content import Content

from splendor_tui.presentation.dates import day, day_and_time
from splendor_tui.store import GameSummary
from splendor_tui.tui.look import theme
from splendor_tui.tui.look.glyphs import Glyphs
from splendor_tui.tui.look.paint import Line
from splendor_tui.tui.widgets.columns import Column
from splendor_tui.words import _, ngettext


def can_resume(game: GameSummary) -> bool:
    """Whether its players can go on with it; nobody can with an imported one, and whoever has its file knows it all."""
    return game.finished is None and not game.imported


def won(game: GameSummary) -> str:
    """Who won, as far as anybody has."""
    if game.finished is None:
        return _("Nobody has won yet")
    return _("{winners} won").format(winners=", ".join(game.winners))


def columns(*, wide: bool) -> Sequence[Column]:
    """The columns of the list."""
    return (
        Column(_("Players")),
        Column(_("Last played"), 22 if wide else 19),
        Column(_("Actions"), 7, right=True),
        Column(_("Outcome"), 34 if wide else 19),
    )


def row(game: GameSummary, ink: str, today: datetime, glyphs: Glyphs) -> Sequence[Line]:
    """What stands in the columns."""
    players = glyphs.write(" · ").join(game.names)
    if game.imported:
        when = _("imported {day}").format(day=day(game.last_played, today))
    else:
        when = day_and_time(game.last_played, today)
    outcome = (_("not over"), theme.CAN) if game.finished is None else (won(game), ink)
    return (((players, ink),), ((when, theme.QUIET),), ((str(game.plies), theme.QUIET),), (outcome,))


def facts(game: GameSummary, today: datetime, glyphs: Glyphs) -> Content:
    """All the names, those of the winners marked, and how the game is known."""
    dot = glyphs.write(" · ")
    names = [
        Content.assemble((name, theme.TITLE), (f" {glyphs.gold}", theme.TITLE))
        if name in game.winners
        else Content.styled(name, theme.STRONG)
        for name in game.names
    ]
    plies = ngettext("{count} action", "{count} actions", game.plies).format(count=game.plies)
    since = (_("imported {when}") if game.imported else _("begun {when}")).format(
        when=day_and_time(game.started, today)
    )
    known = dot.join((plies, since, _("id {id}").format(id=game.id)))
    return Content.assemble(Content(dot).join(names), "\n", (known, theme.QUIET))
