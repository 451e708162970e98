import os
import shutil
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from splendor_tui.store import Store, StoreError, StoreFault
from splendor_tui.store.journal_entries import Entry, RedoEntry, UndoEntry
from tests.store.stored import (
    FILE,
    NOON,
    append_plies,
    create,
    entries_of,
    header,
    open_store,
    plies,
    ply,
    refused,
    result,
    tamper,
)

GAMES = 12
PLIES = 30
FIRST_PAGES = 4 * 4096
"""The first page of the file and the roots of its tables. Damage to them may destroy every game."""
IDENTITY = range(60, 72)
"""The position of the version and the application id. Damage to them looks like another version or program."""


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a file of some games."""
    folder = tmp_path_factory.mktemp("sound")
    rng = Random(0)
    with Store.open(folder, make_id=lambda: "".join(rng.choices("abcdefgh", k=8))) as store:
        for number in range(GAMES):
            game_id = create(store, PLIES)
            if number % 3 == 0:
                store.finish(game_id, result(15, number), NOON)
    return folder


def recovered(sound: Path, folder: Path, content: bytes) -> tuple[dict[str, tuple[Entry, ...]], Sequence[str]]:
    """The entries and notices of these games after they are opened with this content of the file. Play goes on."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(sound, folder)
    (folder / FILE).write_bytes(content)
    with open_store(folder) as store:
        found = {game.id: entries_of(store, game.id) for game in store.games()}
        store.statistics()
        notices = list(map(str, store.notices))
    aside = folder / "games.damaged-1.sqlite3"
    assert aside.exists() == any(aside.name in notice for notice in notices)
    if aside.exists():
        assert aside.read_bytes() == content
        assert aside.stat().st_mode & 0o777 == 0o600
    with open_store(folder) as store:
        assert store.notices == ()
        assert {game.id for game in store.games()} == found.keys()
        create(store, 3)
    return found, notices


def is_beginning(entries: tuple[Entry, ...]) -> bool:
    return entries == plies(len(entries))


def flipped(content: bytes, *flips: tuple[int, int]) -> bytes:
    """The content with some bits flipped, given by place and mask."""
    changed = bytearray(content)
    for place, bit in flips:
        changed[place] ^= bit
    return bytes(changed)


def test_truncated_file_is_set_aside_and_its_games_recovered(sound: Path, folder: Path) -> None:
    content = (sound / FILE).read_bytes()
    for length in [1, 99, 100, *range(2000, len(content) - 4096, 9999), *range(4096, len(content), 20_480)]:
        found, [notice, *shortened] = recovered(sound, folder, content[:length])
        assert "games.damaged-1.sqlite3" in notice
        assert f"{len(found)} game" in notice
        assert all(is_beginning(entries) for entries in found.values())
        assert bool(shortened) == any(len(entries) < PLIES for entries in found.values())
    assert sum(map(len, found.values())) > GAMES * PLIES / 2
    found, [_notice] = recovered(sound, folder, content[:-7])
    assert len(found) == GAMES, "only one entry is lost"


@pytest.mark.parametrize("attempts", [30, pytest.param(3000, marks=pytest.mark.soak)])
def test_file_with_flipped_bits_opens(sound: Path, folder: Path, attempts: int) -> None:
    rng, content = Random(1), (sound / FILE).read_bytes()
    places = [place for place in range(len(content)) if place not in IDENTITY]
    one = [[(rng.choice(places), 1 << rng.randrange(8))] for _ in range(attempts)]
    beginning = [[(place, 1 << place % 8)] for place in range(0, 100, 3) if place not in IDENTITY]
    many = [
        [(rng.choice(places), 1 << rng.randrange(8)) for _ in range(rng.choice([3, 30]))] for _ in range(attempts // 4)
    ]
    for flips in (*one, *beginning, *many):
        found, _notices = recovered(sound, folder, flipped(content, *flips))
        if not any(place < FIRST_PAGES for place, _bit in flips):
            # One bit can make a page unreadable, and a page holds parts of up to five games.
            assert len(found) >= GAMES - 5 * len(flips)
            assert sum(len(entries) == PLIES for entries in found.values()) >= GAMES - 8 * len(flips)


def test_damaged_page_loses_only_its_own_games(sound: Path, folder: Path) -> None:
    content = (sound / FILE).read_bytes()
    for start in range(FIRST_PAGES, len(content), 3 * 4096):
        found, notices = recovered(sound, folder, content[:start] + bytes(4096) + content[start + 4096 :])
        assert "games.damaged-1.sqlite3" in notices[0]
        assert len(found) >= GAMES - 5
        assert all(is_beginning(entries) for entries in found.values())


@pytest.mark.parametrize("word", [b"CREATE TABLE games", b"TABLE entries", b"header TEXT", b"PRIMARY KEY (game"])
def test_damaged_schema_is_recovered(sound: Path, folder: Path, word: bytes) -> None:
    content = (sound / FILE).read_bytes()
    not_utf_8 = word[:3] + b"\xee" + word[4:]  # SQLite quotes it in its error
    recovered(sound, folder, content.replace(word, not_utf_8, 1))


def test_file_of_another_kind_is_set_aside(tmp_path: Path) -> None:
    for number, content in enumerate([b"x", b"my diary\n" * 99, bytes(8192), b"SQLite format 3\x00" + bytes(4080)], 1):
        (tmp_path / FILE).write_bytes(content)
        with open_store(tmp_path) as store:
            assert store.games() == ()
            create(store, 1)
            assert f"games.damaged-{number}.sqlite3" in str(store.notices[0])
        assert (tmp_path / f"games.damaged-{number}.sqlite3").read_bytes() == content


def test_damaged_file_in_use_is_not_set_aside(sound: Path, folder: Path) -> None:
    shutil.copytree(sound, folder)
    with open_store(folder) as store, store.claim(create(store)):
        with (folder / FILE).open("r+b") as file:
            file.seek(5 * 4096)
            file.write(bytes(4096))
        with refused(StoreFault.DAMAGED_IN_USE):
            Store.open(folder)
        assert not list(folder.glob("*damaged*"))
    with open_store(folder) as store:
        assert "games.damaged-1.sqlite3" in str(store.notices[0])


def test_interrupted_recovery_is_repeated(sound: Path, folder: Path) -> None:
    shutil.copytree(sound, folder)
    os.truncate(folder / FILE, (folder / FILE).stat().st_size - 4096)
    for leftover in ("games.damaged-1.sqlite3", "games.rescued.sqlite3", "games.rescued.sqlite3-wal"):
        (folder / leftover).write_bytes(b"half")
    with open_store(folder) as store:
        assert len(store.games()) >= GAMES - 1
        assert "games.damaged-2.sqlite3" in str(store.notices[0])
    assert not list(folder.glob("games.rescued*"))


@pytest.mark.parametrize(
    ("column", "nonsense"),
    [
        *(("header", nonsense) for nonsense in ("{}", "no JSON", 7, b"\xff\xfe", "[" * 100_000)),
        ("header", header("Ann", "Bo").model_dump_json().replace('"Bo"', '"ann"')),
        ("options", b"\xff"),
        ("id", "../../up"),
        ("id", b"\x00"),
        ("imported", "perhaps"),
        ("started", "yesterday"),
        ("started", "2026-01-02T12:00:00"),
        ("result", "{}"),
        ("result", result(15, 3, 4).model_dump_json()),
        ("finished", None),
    ],
)
def test_unreadable_game_is_not_listed_and_reported(folder: Path, column: str, nonsense: object) -> None:
    with open_store(folder) as store:
        good, bad = create(store), create(store)
        store.finish(bad, result(15, 3), NOON)
    tamper(folder, "DELETE FROM recency")  # it refers to the id
    tamper(folder, f"UPDATE games SET {column} = ? WHERE id = ?", nonsense, bad)  # noqa: S608 - our own words
    with open_store(folder) as store:
        assert [game.id for game in store.games()] == [good]
        assert store.games()
        assert list(map(str, store.notices)) == ["1 game cannot be read and is not listed."]
        assert store.statistics() == ()
        with pytest.raises(StoreError):
            store.load(bad)
        if column != "id":
            store.delete(bad)


@pytest.mark.parametrize(
    "body",
    [
        *("", "{}", "null", 7, b"\xff"),
        '{"kind":"ply"}',
        '{"kind":"dance","to_ply":1}',
        '{"kind":"undo","to_ply":-1}',
        ply(3).model_dump_json().replace('"seat":0', '"seat":9'),
        ply(3).model_dump_json().replace("take", "take" * 99),
        *(ply(number).model_dump_json() for number in (2, 5)),
        '{"kind":"undo","to_ply":2}',
        *(f'{{"kind":"redo","to_ply":{number}}}' for number in (2, 3)),
        *(f'{{"kind":"stand-in","ply":{number},"seat":0}}' for number in (1, 3)),
    ],
)
def test_game_continues_from_before_an_unreadable_or_impossible_entry(folder: Path, body: object) -> None:
    with open_store(folder) as store:
        game_id = create(store, 6)
    tamper(folder, "UPDATE entries SET body = ? WHERE number = 3", body)
    with open_store(folder) as store:
        assert entries_of(store, game_id) == plies(2)
        assert list(map(str, store.notices)) == [f"Game {game_id} can only be read up to action 2."]
        assert not list(folder.glob("*damaged*"))
        store.finish(game_id, result(15, 3), NOON)
        assert store.export_record(game_id).result is None
        append_plies(store, game_id, 3, 4)
    assert len(list(folder.glob("games.damaged-1.sqlite3"))) == 1
    with open_store(folder) as store:
        assert entries_of(store, game_id) == plies(4)
        assert store.notices == ()
        assert len(list(folder.glob("*damaged*"))) == 1


def test_game_ends_before_a_gap_or_an_invalid_time(folder: Path) -> None:
    with open_store(folder) as store:
        gap, wrong = create(store, 1), create(store, 6)
        for entry in (UndoEntry(to_ply=0), RedoEntry(to_ply=1), ply(2)):
            store.append(gap, entry)
    tamper(folder, "DELETE FROM entries WHERE game = ? AND number IN (2, 3)", gap)
    tamper(folder, "UPDATE entries SET stored = 'soon' WHERE game = ? AND number = 6", wrong)
    with open_store(folder) as store:
        assert [game.plies for game in store.games() if game.id == wrong] == [5]
        assert entries_of(store, gap) == (ply(1),)
        assert len(store.notices) == 2
