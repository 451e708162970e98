"""The documents show pictures that exist, of scenes that exist, and a drawing says what the screen says."""

import re
from pathlib import Path

import pytest

from splendor_tui.rules.catalogue import Catalogue
from tests.tui.documented_pictures import DEMO, FOLDER, PICTURES, picture
from tests.tui.gallery import shown
from tests.tui.opened_app import screen_text, svg
from tests.tui.scenes import SCENES
from tests.tui.slim_drawing import Frame, slim

ROOT = Path(__file__).parents[2]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def shown_pictures() -> set[Path]:
    """The files that the documents show."""
    found = set()
    for document in DOCUMENTS:
        text = document.read_text(encoding="utf-8")
        found |= {(document.parent / name).resolve() for name in re.findall(r"!\[[^]]+\]\(([^)]+)\)", text)}
    return found


def test_every_picture_that_a_document_shows_exists() -> None:
    missing = [path.name for path in shown_pictures() if not path.is_file()]
    assert missing == []


def test_every_picture_that_can_be_drawn_is_kept_and_shown() -> None:
    kept = {path.resolve() for path in FOLDER.iterdir()}
    assert kept == {(FOLDER / f"{name}.svg").resolve() for name in (*PICTURES, DEMO)}
    assert kept <= shown_pictures()
    assert {wanted.scene for wanted in PICTURES.values()} <= {*SCENES}


async def test_a_drawing_has_all_words_of_the_screen_and_no_address(catalogue: Catalogue) -> None:
    drawing = await picture(catalogue, PICTURES["table-compact"])
    texts = " ".join(re.findall(r"<text[^>]*>([^<]*)</text>", drawing))
    async with shown(catalogue, "late", (80, 24), "dark") as stage:
        words = {*re.findall(r"[A-Za-z]{2,}", screen_text(stage.app))}
    assert words <= {*re.findall(r"[A-Za-z]{2,}", texts)}
    assert re.findall(r"https?://(?!www\.w3\.org)", drawing) == []


async def test_a_film_draws_once_what_stands_still_and_shows_each_frame_for_its_time(catalogue: Catalogue) -> None:
    async with shown(catalogue, "late", (80, 24), "dark") as stage:
        before = svg(stage.app)
        await stage.pilot.press("backspace")
        await stage.pilot.pause()
        after = svg(stage.app)
    assert before != after
    still, film = slim([Frame(before, 3), Frame(before, 1)]), slim([Frame(before, 3), Frame(after, 1)])
    assert "animation" not in still
    assert len(film) < 1.7 * len(still)
    first, second = re.findall(r"@keyframes (r\d+v\d+)\{([^@]*)\}\n?", film.replace("}#", "}\n#"))[:2]
    assert first[1].startswith("0.000%{opacity:1}75.000%{opacity:0}")
    assert second[1].startswith("0.000%{opacity:0}75.000%{opacity:1}")


@pytest.mark.parametrize("name", ["demo"])
def test_the_film_has_more_than_ten_frames(name: str) -> None:
    film = (FOLDER / f"{name}.svg").read_text(encoding="utf-8")
    times = {*re.findall(r"([\d.]+)%\{opacity", film)}
    assert len(times) > 10
