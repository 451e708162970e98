"""Replay pages of Board Game Arena become records. The pages are made from our own games."""

import json
import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from splendor_tui.board_game_arena import MAX_PAGE_BYTES, is_replay_page, read_replay_page
from splendor_tui.inputs.card_set import load_catalogue
from splendor_tui.presentation.playback import playback
from splendor_tui.record import Record, RecordError, format_record, parse_record, read_record
from splendor_tui.replay import final_state, unknown_cards
from splendor_tui.review.turn_judgement import turns_of
from splendor_tui.rules.actions import Forfeit
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.position import format_position
from splendor_tui.rules.view import view
from tests.record.recorded import Table, checked
from tests.record.replay_pages import Json, PageWriter, html_of

CHOOSES_NOBLES = (4, 49)
"""Players and seed of a game with two choices of a noble, returned tokens, and cards from the decks that stay hidden."""
TWO = (2, 3)
GOLDEN = Path(__file__).parents[1] / "golden"
MUTATIONS = [
    pytest.param(1, 300, id="some"),
    *(pytest.param(seed, 5_000, marks=pytest.mark.soak) for seed in range(2, 6)),
]


@cache
def game(players: int, seed: int) -> Table:
    table = Table(load_catalogue(None), players, seed, with_promos=True)
    table.play_eagerly(seed)
    return table


def writer(players: int, seed: int, **how: Any) -> PageWriter:
    table = game(players, seed)
    return PageWriter(table.record(), table.state.catalogue, **how)


def refused(page: bytes, catalogue: Catalogue) -> str:
    with pytest.raises(RecordError) as caught:
        read_replay_page(page, catalogue)
    return str(checked(caught.value))


@pytest.mark.parametrize("size", [TWO, (2, 8), (3, 49), CHOOSES_NOBLES, (4, 59)])
@pytest.mark.parametrize("viewer", [0, 1])
def test_page_of_a_game_becomes_its_record(catalogue: Catalogue, size: tuple[int, int], viewer: int) -> None:
    played = game(*size).record()
    found = read_replay_page(writer(*size, viewer=viewer).html(), catalogue)
    assert [(ply.seat, ply.action) for ply in found.plies] == [(ply.seat, ply.action) for ply in played.plies]
    assert (found.result, found.header.players) == (played.result, played.header.players)
    ends = [format_position(view(state, None)) for state in (final_state(found, catalogue), game(*size).state)]
    assert ends[0] == ends[1]
    assert parse_record(format_record(found).encode()) == found


@pytest.mark.parametrize("file", ["28-3-golden28", "30-2-golden30", "21-2-locked124"])
def test_forced_passes_are_added_because_pages_omit_them(catalogue: Catalogue, file: str) -> None:
    played = read_record(GOLDEN / f"{file}.jsonl")
    assert "pass" in {ply.action for ply in played.plies}
    found = read_replay_page(PageWriter(played, catalogue).html(), catalogue)
    assert [ply.action for ply in found.plies] == [ply.action for ply in played.plies]
    assert found.result == played.result


def test_objects_need_no_page_around_them(catalogue: Catalogue) -> None:
    objects = writer(*TWO).objects()
    alone = "\n".join(json.dumps(found) for found in objects.values())
    for text in (json.dumps(objects), alone):
        assert is_replay_page(text.encode())
        assert read_replay_page(text.encode(), catalogue) == read_replay_page(html_of(objects), catalogue)
    assert not is_replay_page(format_record(game(*TWO).record()).encode())


def test_cards_that_nobody_saw_are_unknown_everywhere(catalogue: Catalogue) -> None:
    found = read_replay_page(writer(*CHOOSES_NOBLES, viewer=3).html(), catalogue)
    unknown = unknown_cards(found.header, catalogue)
    state = final_state(found, catalogue)
    hidden = [
        (seat, held.card)
        for seat, player in enumerate(state.players)
        for held in player.reserved
        if held.card in unknown
    ]
    assert hidden
    deal = found.header.deal
    assert deal is not None
    assert (
        sum(card.startswith("?") for deck in deal.decks for card in deck)
        == len(unknown)
        > sum(map(len, map(state.deck, (1, 2, 3))))
    )
    shown = playback(found, catalogue).views[-1]
    turns = turns_of(found, catalogue)
    for seat, card in hidden:
        assert card not in [held.card for held in shown.players[seat].reserved]
        last = next(turn for turn in reversed(turns) if turn.seat == seat)
        assert not last.can_be_judged
    assert sum(turn.can_be_judged for turn in turns) > len(turns) / 2


def test_conceded_game_ends_with_a_resignation(catalogue: Catalogue) -> None:
    table = Table(catalogue, 2, 5)
    table.play_at_random(5, 9)
    table.play(Forfeit())
    page = PageWriter(table.record(), catalogue).html()
    found = read_replay_page(page, catalogue)
    assert (found.plies[-1].action, found.result) == ("forfeit", table.record().result)
    final_state(found, catalogue)


def test_card_that_the_page_shows_to_everyone_and_then_to_its_player_is_reserved_once(catalogue: Catalogue) -> None:
    hidden, seen = writer(3, 49, viewer=0).objects(), writer(3, 49, viewer=2).objects()
    for ours, theirs in zip(packets(hidden), packets(seen), strict=True):
        if ours["data"][0]["type"] == "reserveCard" and ours != theirs:
            ours["data"].append(theirs["data"][0])
    assert card_count(read_replay_page(html_of(hidden), catalogue)) > card_count(
        read_replay_page(writer(3, 49, viewer=0).html(), catalogue)
    )


def card_count(record: Record) -> int:
    deal = record.header.deal
    return sum(not card.startswith("?") for deck in deal.decks for card in deck) if deal else 0


def test_names_are_made_safe_and_unique(catalogue: Catalogue) -> None:
    objects = writer(3, 49).objects()
    for name, player in zip(
        ["\x1b]0;x\x07", "A" * 90, "a" * 90], objects["completesetup"]["players"].values(), strict=True
    ):
        player["name"] = name
    names = [player.name for player in read_replay_page(html_of(objects), catalogue).header.players]
    assert names == ["a" * 20, "]0;x", "A" * 18 + " 2"]


# --- refusals ----------------------------------------------------------------------------------------------------------


def packets(objects: Json) -> list[Json]:
    found: list[Json] = objects["g_gamelogs"]["data"]["data"]
    return found


def events(objects: Json, kind: str) -> list[Json]:
    return [event["args"] for packet in packets(objects) for event in packet["data"] if event["type"] == kind]


def switch_on(objects: Json) -> None:
    objects["completesetup"]["expansion_cities"] = "1"


def leave_out_end(objects: Json) -> None:
    packets(objects)[-1]["data"].pop()


def change_score(objects: Json) -> None:
    events(objects, "updateScore")[2]["score"] += 1


def change_payment(objects: Json) -> None:
    bought = next(packet for packet in packets(objects) if packet["data"][0]["type"] == "buyCard")
    gap = bought["data"][1]["args"]["gap"]
    gap[next(letter for letter, amount in gap.items() if amount)] -= 1


def change_take(objects: Json) -> None:
    first = next(packet for packet in packets(objects) if packet["data"][0]["type"] == "coins")
    first["data"][0]["args"]["gap"] = dict.fromkeys("CSERO", 1)


def leave_out_gold(objects: Json) -> None:
    first = next(packet for packet in packets(objects) if packet["data"][0]["type"] == "reserveCard")
    first["data"].pop()


def leave_out_card(objects: Json) -> None:
    first = next(
        packet for packet in packets(objects) if packet["data"][1:] and packet["data"][1]["type"] == "revealCard"
    )
    del first["data"][1]


def reveal_again(objects: Json) -> None:
    first, second, *_more = events(objects, "revealCard")
    second["card"] = first["card"]


def swap_moves(objects: Json) -> None:
    moves = packets(objects)
    moves[3]["data"], moves[4]["data"] = moves[4]["data"], moves[3]["data"]


def change_card(objects: Json) -> None:
    for face in objects["completesetup"]["carddb"].values():
        face["points"] += 1


def change_result(objects: Json) -> None:
    result = events(objects, "gameStateChange")[0]["args"]["result"]
    result[0]["score_aux"] = "-1"


def end_early(objects: Json) -> None:
    del packets(objects)[20:-1]
    packets(objects)[-1]["data"] = packets(objects)[-1]["data"][-1:]


def leave_table(objects: Json) -> None:
    events(objects, "gameStateChange")[0]["args"]["result"][1]["zombie"] = "1"


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (switch_on, r"The expansion 'cities' was on; only the base game can be imported\."),
        (leave_out_end, r"The game on this page is unfinished; only a finished one can be imported\."),
        (change_score, r"Move \d+: The page gives (Ann|Bo) \d+ points; by the rules it is \d+\."),
        (change_payment, r"Move \d+: .*"),
        (change_take, r"Move 2: Take one gem of each of 3 colours, or two alike from a pile of four or more\."),
        (leave_out_gold, r"Move \d+: The tokens do not change as the page says\."),
        (leave_out_card, r"Move \d+: The cards that the page reveals are not those that fill the table\."),
        (reveal_again, r"Move \d+: The page reveals the .* card .* twice\."),
        (swap_moves, r"Move 4: Bo acts, but it is Ann's turn\."),
        (change_card, r"Move 0: The card \d+ of the page is not in the card set\."),
        (change_result, r"Move \d+: The page ends with points \d+, cards 1, rank 1 for .*; by the rules it is .*"),
        (end_early, r"Move \d+: The page ends the game here, but by the rules it goes on\."),
        (leave_table, r"Move \d+: The page ends the game here, but by the rules it goes on\."),
    ],
)
def test_first_difference_is_named(catalogue: Catalogue, change: Callable[[Json], None], sentence: str) -> None:
    objects = deepcopy(writer(*TWO).objects())
    change(objects)
    assert re.fullmatch(sentence, found := refused(html_of(objects), catalogue)), found


def test_chosen_noble_must_be_named(catalogue: Catalogue) -> None:
    assert "does not say which noble" in refused(writer(*CHOOSES_NOBLES, choice_said=False).html(), catalogue)


@pytest.mark.parametrize(
    "page", [b"<html></html>", b'<script>{"players"', b'{"g_gamelogs": {"status": 1}}', b"<" * 100_000]
)
def test_other_pages_are_refused(catalogue: Catalogue, page: bytes) -> None:
    assert is_replay_page(page)
    refused(page, catalogue)


@pytest.mark.parametrize(("seed", "count"), MUTATIONS)
def test_mutated_pages_are_records_or_refused(catalogue: Catalogue, seed: int, count: int) -> None:
    page = writer(*TWO).html()
    accepted = 0
    for mutated in mutations(page, Random(seed), count):
        try:
            found = read_replay_page(mutated, catalogue)
        except RecordError as error:
            checked(error)
        else:
            final_state(found, catalogue)
            accepted += 1
    assert 0 < accepted < count / 2


def mutations(page: bytes, rng: Random, count: int) -> Iterator[bytes]:
    """Pages with one to four changes: bytes, spans that are missing, doubled or moved, and other values."""
    values = [
        b"0",
        b"-1",
        b"99",
        b"1e9",
        b'""',
        b"null",
        b"[]",
        b"{}",
        b'"\\ud800"',
        b"[" * 40,
        b"\x00",
        b"\xff",
        b"9" * 30,
    ]
    for _page in range(count):
        mutated = page
        for _change in range(rng.randint(1, 4)):
            start = rng.randrange(len(mutated))
            end = start + rng.choice([0, 1, 1, 2, 10, 100, 1000])
            span = mutated[start:end]
            new = rng.choice(
                [b"", span + span, span[::-1], rng.choice(values), rng.randbytes(len(span)), b"%d" % rng.randrange(120)]
            )
            mutated = mutated[:start] + new + mutated[end:]
        yield mutated


def test_largest_page_is_read_quickly(catalogue: Catalogue) -> None:
    page = writer(*TWO).html()
    largest = page.replace(
        b"<script>", b"<script>" + b'completesetup {"players" ' * ((MAX_PAGE_BYTES - len(page)) // 25)
    )
    assert "damaged" in refused(largest, catalogue)
