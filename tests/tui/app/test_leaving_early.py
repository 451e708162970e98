"""Told to quit before its first frame, the program exits as usual."""

import signal
from pathlib import Path

import pytest

from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.tui.app.app import SplendorApp
from tests.match.tables import options
from tests.tui.opened_app import make_services

TOLD = 128 + signal.SIGTERM


@pytest.mark.parametrize("first", ["home", "table"])
async def test_leaving_while_a_screen_is_opened_is_no_fault(catalogue: Catalogue, tmp_path: Path, first: str) -> None:
    def begin(app: SplendorApp) -> None:
        app.exit(TOLD, TOLD)
        if first == "table":
            app.start(options())

    app = SplendorApp(make_services(catalogue, tmp_path), begin)
    assert await app.run_async(headless=True, size=(80, 24)) == TOLD
    assert app.fault is None
