"""An invalid lesson causes an error message before any step is displayed."""

from pathlib import Path

import pytest

from splendor_tui.inputs.card_set import assets_folder
from splendor_tui.lesson.lesson_file import LESSON_FILE, LessonError, load_lesson
from splendor_tui.rules.catalogue import Catalogue

OURS = (assets_folder() / LESSON_FILE).read_text()


def write(folder: Path, text: str) -> Path:
    path = folder / "lesson.yaml"
    path.write_text(text)
    return path


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("version: 1", "version: 2", "lesson.yaml: This is version 2; this program knows version 1."),
        ("version: 1", "version: 1\nextra: 1", "lesson.yaml: extra is unknown."),
        ("  - id: turn", "  - id: welcome", "lesson.yaml, step welcome: Another step has this name."),
        ("  - id: turn", "  - id: Turn", "lesson.yaml: steps.2.id is 'Turn'"),
        ("    look: 1-34", "    look: 1-33", "step card: the black card 1-33 is not on the table."),
        ("    look: 1-34", "    look: rival", "step card: Only a card or a noble can be inspected, not 'rival'."),
        ("Look at {1-34}", "Look at {1-99}", "step card: '1-99' is not a card, a noble or a part of the table"),
        ("Look at {1-34}", "Look at {1-34", "step card: The braces in"),
        ("    use: players", "    use: hint", "lesson.yaml: steps.17.use"),
        ("light: [green]", "light: [pink]", "step two: 'pink' is not a card"),
        ("    task: Look at {1-34}.\n", "", "step card: A step has a task with actions, a card or noble to look at"),
        ("actions: [take W U R]", "actions: [take W U]", "step three: Take exactly 3 different colours"),
        ("    rival: [take W U K]\n", "", "step two: It is the rival's turn here"),
        ("seat 0 main / grid 1-34", "seat 0 main / grid 1-35", "step card: the black card 1-34 is not on the table."),
        ("seat 0 main / grid", "seat 1 main / grid", "The position must be for two players"),
        ("version: 1", "version: 1\n\t- ", "lesson.yaml, line 4"),
    ],
)
def test_error_names_its_place(catalogue: Catalogue, tmp_path: Path, before: str, after: str, said: str) -> None:
    assert before in OURS
    with pytest.raises(LessonError) as refusal:
        load_lesson(catalogue, write(tmp_path, OURS.replace(before, after, 1)))
    assert said in str(refusal.value)


@pytest.mark.parametrize("text", ["", "[]", "version: 1", "version: 1\nsteps: []", "version: 1\nsteps: [1]", "\0"])
def test_invalid_or_missing_file_is_an_error(catalogue: Catalogue, tmp_path: Path, text: str) -> None:
    with pytest.raises(LessonError):
        load_lesson(catalogue, tmp_path / "missing.yaml")
    with pytest.raises(LessonError):
        load_lesson(catalogue, write(tmp_path, text))


def test_sentences_are_short(catalogue: Catalogue) -> None:
    for step in load_lesson(catalogue):
        assert len(step.idea.template) <= 260
        assert step.task is None or len(step.task.template) <= 90
