"""A progress bar for slow commands."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


@contextmanager
def progress_bar(planned: int) -> Iterator[Callable[[int, str], None]]:
    """A progress bar on the error output, if it is a terminal. Yields a function that sets the number done and a label."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        bar = progress.add_task("", total=planned)
        yield lambda done, label: progress.update(bar, completed=done, description=label)
