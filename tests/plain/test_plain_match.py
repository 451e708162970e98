"""The effect of each typed line, with the real controller."""

import asyncio
import re
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from threading import get_ident

import pytest

from splendor_tui.bots.levels import create_bot
from splendor_tui.bots.player import Budget
from splendor_tui.inputs.settings import Settings
from splendor_tui.match.controller import Controller
from splendor_tui.match.pause_reasons import PauseReason
from splendor_tui.plain.typed_actions import find_slot
from splendor_tui.plain.typed_commands import FIRST_TURN, RARE, TYPED
from splendor_tui.presentation import commands
from splendor_tui.presentation.commands import Command
from splendor_tui.presentation.table_model import PileSlot, slot_keys
from splendor_tui.rules.actions import Action, Forfeit
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.legality import legal_actions, visiting_nobles
from splendor_tui.rules.notation import parse_action
from splendor_tui.rules.view import View
from splendor_tui.tui.keys.commands_by_screen import TABLE
from splendor_tui.tui.keys.keyboard_presets import PRESETS, slot_labels
from splendor_tui.words.languages import set_language
from tests.match.tables import Time, act, options
from tests.plain.typist import Typist, all_in, shown
from tests.tui.positions import late, must_choose_noble

OTHERS = "take w u g"
GRID = "grid 1-01 1-12 1-24 1-31 2-10 2-15 2-03 2-29 3-06 3-14 3-18 3-12 / nobles mary-stuart charles-v machiavelli"


def news_of(told: str) -> list[str]:
    """What each hand-over told."""
    return [news.strip() for news in re.findall(r"Pass to \w+\.\n((?:.*\n)*?)\w+, type ready\.", told)]


@pytest.mark.parametrize(
    ("line", "took"),
    [
        *((line, "white blue green") for line in ("take w u g", "TAKE WUG", "tak white, blue and green")),
        ("tak 1w u1 1 gre", "white blue green"),
        *((line, "white blue green") for line in ("'take w u g'", "`take w u g`", "“take w u g”", "take 1 2 3")),
        ("\x1b\x1b[A\x1b[1;5Dtake w\x1b[3~ u\x1bOC g\x1b", "white blue green"),
        *((line, "2 red") for line in ("take r r", "take 2 red", "take rr", "take 2r", "take 4 4", "take 44")),
    ],
)
async def test_gems_are_taken_in_any_spelling(catalogue: Catalogue, line: str, took: str) -> None:
    told = await Typist(catalogue).types(line)
    assert all_in(["Ann, your turn. You have 0 tokens.", f"Ann took {took}.", "Bo, your turn. "], told)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("take w u", "Take exactly 3 different colours, or two alike from a pile of four or more."),
        ("take", "Specify the tokens, for example: take w u g."),
        ("take *", "You cannot take gold"),
        ("take b", "'b' is not a colour."),
        ("take 999999999999", "is not a colour"),
        ("buy", "Give the key of one card, for example: buy d."),
        ("buy q", "You still need 6 white 3 blue 3 black for the blue card with 4 points at key q."),
        ("buy 3-06", " for the blue card with 4 points at key q."),
        ("buy 8", "There is no card at 8."),
        (
            "buy black",
            "Give the key of one card: the black card at key v, the black card with 1 point at key a, the ",
        ),
        ("2-26", "a, black, 1 point for 3 white 2 blue 2 green."),
        ("buy 1-77", "'1-77' is not a card."),
        ("return w", "there is nothing to return."),
        ("noble 1", "There is no noble to choose now."),
        ("pass", "You may pass only if nothing else is possible."),
        ("redo", "There is nothing to redo."),
        ("undo", "There is nothing to undo."),
        ("ready", "ready is not available now."),
        ("puzzles", "puzzles is not available during a game. Type quit, then start the program again."),
        ("rename Bo = Be", "rename is not available during a game. Type quit, then start the program again."),
        ("hnt", "Did you mean hint?"),
        ("what was the score", "\nDid you mean score?\n"),
        ("show me the cards", "\nDid you mean cards?\n"),
        ("whose turn is it?", "\nDid you mean table?\n"),
        ("what can I buy", "\nDid you mean can?\n"),
        ("what if I buy d", "Type for example what if buy d."),
        ("tabel bank", "Did you mean table or take?"),
        ("re", "Did you mean reserve, return, redo or resign?"),
        ("\x1b[2Jxyzzy\x1bOA", "I do not understand 'xyzzy'. Type help"),
        ("rivals Zoe", "No player has that name. The players are Ann, Bo."),
        ("cards b", "'b' is not a level or a colour. Type cards 1 for one level, cards blue for one colour."),
        ("cards gold", "'gold' is not a level or a colour."),
        ("look henry", "Henry VIII, 3 points for cards, 4 red 4 black."),
        ("look 1-02", "You cannot see the white card now."),
        ("table Zoe", "No player has that name. The players are Ann, Bo."),
        ("cards can", "You cannot buy anything now."),
        ("cards near", "No card is one or two tokens away."),
        ("what if", "Type for example what if buy d."),
        ("what if look d", "Type for example what if buy d."),
        ("if take b", "'b' is not a colour."),
        ("what if buy q", "You still need "),
        ("numbers maybe", "numbers is 'maybe'"),
        ("rules chess", "The sections are: Turn, Take, Reserve, Buy, "),
    ],
)
async def test_invalid_line_gets_a_helpful_reply(catalogue: Catalogue, line: str, said: str) -> None:
    typist = Typist(catalogue)
    told = await typist.types(line, "", "take w u g")
    assert said in told
    assert told.replace("\n", "").isprintable()
    assert typist.table.ply == 1


async def test_match_is_read_from_a_single_thread(catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch) -> None:
    threads, view_for = set(), Controller.view_for

    def watched(controller: Controller, seat: int | None) -> View:
        threads.add(get_ident())
        return view_for(controller, seat)

    monkeypatch.setattr(Controller, "view_for", watched)
    await Typist(catalogue).types("take w u g")
    assert threads == {get_ident()}


@pytest.mark.parametrize(
    ("second", "third", "line", "paid"),
    [
        ("take k w u", "take r g k", "buy z", "2 red 1 black"),
        ("reserve e", "take r g k", "BUY Z with 1 red 1 black and 1 gold", "red black gold"),
        ("reserve e", "take r g k", "buy 1-1 r k *", "red black gold"),
    ],
)
async def test_card_is_bought_with_the_default_or_another_payment(
    catalogue: Catalogue, second: str, third: str, line: str, paid: str
) -> None:
    told = await Typist(catalogue).types(
        "take r r", OTHERS, second, OTHERS, third, "take w g k", "can", "z", line, "log 1"
    )
    assert "z, white for 2 red 1 black.\n" in told
    assert "You can buy it for 2 red 1 black." in told
    assert ("Or, with gold, for" in told) is ("reserve" in second)
    assert f"Ann bought the white card for {paid}." in told


async def test_cards_and_decks_are_reserved_by_key_or_number(catalogue: Catalogue) -> None:
    told = await Typist(catalogue).types("reserve a", "reserve 1-01", "log")
    assert "Ann reserved 1-point black a with gold.\n" in told
    assert "Bo reserved white z with gold.\n" in told
    assert "Bo reserved the white card and took a gold.\n" in told
    told = await Typist(catalogue).types("reserve t", "ready", "ready", "reserve deck 1")
    assert "Ann reserved a level 3 card with gold." in told
    assert "Bo reserved a level 1 card with gold." in told


async def test_surplus_tokens_are_returned(catalogue: Catalogue) -> None:
    typist = Typist(catalogue, options(4))
    idle = ["reserve z", "reserve x", "reserve c"]
    told = await typist.types(*["take w u g", *idle] * 3, "take r r", *idle, "return u g", "return g", "me")
    assert "You hold 11 tokens and may keep 10: pick 1 token to return." in told
    assert "You hold 11 tokens; return exactly 1." in told
    example = re.search(r"For example: return 1 (.+)\.\n", told)
    assert example is not None
    assert example[1] in "white blue green red black", "what is held, not the gold that Ann has never had"
    assert "Ann returned 1 green." in told


@pytest.mark.parametrize("line", ["noble 1", "NOBLE {name}"])
async def test_noble_is_chosen_by_number_or_name(catalogue: Catalogue, line: str) -> None:
    start = must_choose_noble(catalogue).state
    due = visiting_nobles(start, start.players[start.seat])
    assert len(due) > 1
    typist = Typist(catalogue, options(4), start=start)
    told = await typist.types("ready", "noble 9", "take w u g", line.format(name=due[0].name.split()[0]))
    assert all_in(
        ["Choose a noble:", "For example: noble 1.", "Choose one of the nobles", f"{due[0].name} visited"], told
    )
    assert "Several nobles can visit you; choose one first.\nFor example: noble 1.\n" in told


async def test_replacement_of_a_taken_card_is_announced_to_the_next_player_only(catalogue: Catalogue) -> None:
    told = await Typist(catalogue).types("reserve z", OTHERS, "take w u g", "reserve a", "me")
    assert told.count("New black z for") == 1
    assert told.count("New 3-point red a for") == 1
    assert all_in(["Ann reserved", "New black z for", "Bo, your turn"], told), "for the next player only"


async def test_each_player_hears_after_a_hand_over_what_is_new_since_their_last_turn(catalogue: Catalogue) -> None:
    typist = Typist(catalogue, options(3, hand_over="always"))
    told = await typist.types("ready", "reserve x", "ready", "reserve z", "ready", "take w u g", "ready", "last")
    _start, ann, bo, cy, after = told.split("type ready.")
    both = "New black x for 3 green; red z for white blue green black."
    assert "New " not in ann
    assert "New black x for 3 green.\n" in bo
    assert both in cy, "though Bo has heard of the first one"
    assert after.count(both) == 2, "at the turn of Ann and on request"


async def test_changed_keys_of_reserved_cards_are_announced(catalogue: Catalogue) -> None:
    lines = ["reserve z", OTHERS, "reserve x", OTHERS, "take r r", OTHERS, "buy 7", OTHERS, "return w w", "reserve b"]
    told = await Typist(catalogue).types(*lines)
    assert re.findall(".*reserved . is .*", told) == [
        "Ann's reserved 7 is white.",
        "Ann's reserved 8 is blue.",
        "Ann's reserved 8 is now 7.",
    ]
    assert not re.search("Ann's reserved.*\n(?!.*\n*Ann, )", told), "said when her turn begins"
    assert all_in(["you drew a card. Its key is 8;", "Type ready to hand over."], told)


async def test_undo_and_redo_work(catalogue: Catalogue) -> None:
    typist = Typist(catalogue)
    told = await typist.types("take w u g", "undo", "redo", "take r r")
    assert all_in(
        ["Undone: Ann took white blue green.\n", "Ann, your turn", "Redone, 1 action.", "Bo took 2 red."], told
    )
    assert typist.table.ply == 2


async def test_undo_names_the_action_and_counts_the_replies(catalogue: Catalogue) -> None:
    told = await heard_against(catalogue, ["take W U G", "take R G K"], "take w u g", "undo", "take r r", "undo")
    assert re.findall("Undone.*", told) == [
        "Undone: Ann took white blue green. 1 later action too.",
        "Undone: Ann took 2 red. 1 later action too.",
    ]


async def test_every_information_command_has_an_answer(catalogue: Catalogue) -> None:
    lines = (
        "table|table all|cards|cards 1 white|card a|a|t|can|me|rivals|rivals bo|nobles|bank|log|log all|rules|rules short|"
        "help|help buy|clock|what if take w u g|again"
    )
    told = await Typist(catalogue).types(*lines.split("|"))
    for sentence in [
        "Round 1 of a game to 15, Ann's turn.",
        "Level 3, deck t, 16 cards left.",
        "a, black, 1 point for 3 white 2 blue 2 green.",
        "Level 3 deck, 16 cards.",
        "You cannot buy anything now.",
        "Bo, 0 points, 0 cards.",
        "Bank, 4 white 4 blue 4 green 4 red 4 black 5 gold.",
        "Henry VIII, 3 points for cards, 4 red 4 black.\n",
        "You buy cards with gems.",
        "Type rules reserve for one of them, rules short for ten sentences, rules all for everything.",
        "buy d: A card; buy d with 1 white 1 gold sets the payment.",
        "Ask: can, look d, cards, me, rivals, last, score, table, what if buy d, again.",
        "This game has no clock.",
        "You would have 0 points, 3 tokens.",
    ]:
        assert sentence in told
    assert not set(told) & set("│╭─◆★·→✓[]{}`%"), "nothing that a screen reader spells out"


async def test_drawn_card_is_shown_to_its_owner_and_scrolled_away(catalogue: Catalogue) -> None:
    typist = Typist(catalogue)
    told = await typist.types("reserve t", "cards", "me", "ready")
    drawn, asked = told.split("Ann, you drew a card. Its key is 7; type me to hear your cards.")
    assert "3 white 3 blue 5 green" not in drawn
    assert "Reserved 7, black, 3 points for 3 white 3 blue 5 green" in asked
    assert "First type ready to hand over." in told
    assert shown(told) == [
        "Pass to Bo.",
        "Ann reserved a level 3 card with gold.",
        "Bo, type ready.",
    ]
    told = await typist.types("table", "take w u g", "ready", "table", "rivals")
    assert told.count("The table is hidden until Bo types ready.") == 2
    assert "Reserved: a level 3 card, drawn from the deck." in told
    assert "3 white 3 blue 5 green" not in told


async def test_pause_and_settings_work_while_the_table_is_hidden(catalogue: Catalogue) -> None:
    typist = Typist(catalogue)
    told = await typist.types(
        "reserve t", "ready", "settings bell", "pause", "settings bell", "help", "resign", "continue"
    )
    assert told.count("bell false") == 2
    assert "resign: " not in told
    assert "The game is paused. Type continue to resume play." in told, "nobody resigns for the next player"
    assert shown(told)[0] == "Pass to Bo."


async def test_rule_changed_on_a_turn_or_in_a_pause_applies_to_new_games(catalogue: Catalogue) -> None:
    lines = ["settings match.target 21", "pause", "settings match.hand_over never", "settings bell on"]
    told = await Typist(catalogue).types(*lines, "settings match.target")
    assert all_in(
        [
            "match.target 21\nThis applies to new games.\n",
            "match.hand_over never\nThis applies to new games.\n",
            "bell true\nmatch.target 21\n",
        ],
        told,
    )
    assert told.count("This applies") == 2


async def test_another_keyboard_applies_at_once(catalogue: Catalogue) -> None:
    typist = Typist(catalogue)
    _before, card = (await typist.types("look q")).split("\nq, ")
    assert f"a, {card}" not in await typist.types("look a")
    assert f"a, {card}" in await typist.types("settings keyboard azerty", "look a")


async def test_owner_of_a_drawn_card_continues_before_a_computer_moves(catalogue: Catalogue) -> None:
    output = await Typist(catalogue, options(3, bots=(1,))).types("reserve t", "cards")
    assert all_in(["you drew ", "Type ready to continue.", "First type ready to continue."], output)
    assert "hand over" not in output


async def test_owner_sees_their_reserved_cards_whole(catalogue: Catalogue) -> None:
    for line, card in (
        ("reserve a", "7, black, 1 point for "),
        ("reserve t", "7, black, 3 points for "),
    ):
        assert f"Reserved {card}" in await Typist(catalogue).types(line, "me", "ready", "ready", OTHERS, "me")


async def test_draw_of_a_card_can_be_undone_before_the_hand_over(catalogue: Catalogue) -> None:
    typist = Typist(catalogue)
    assert all_in(
        ["you drew ", "Undone: Ann reserved a level 3 card. A card had been revealed.", "Ann, your turn. "],
        await typist.types("reserve t", "undo"),
    )
    assert typist.table.ply == 0


async def test_undone_action_is_announced_as_it_was(catalogue: Catalogue) -> None:
    typist = Typist(catalogue, options(hand_over="always"))
    told = await typist.types("ready", "reserve z", "ready", "undo", "ready", "reserve x")
    assert news_of(told) == [
        "",
        "Ann reserved white z with gold.",
        "Undone: Ann reserved the white card. A card had been revealed.",
        "Ann reserved blue x with gold.",
    ]


async def test_hand_over_tells_only_what_has_changed_since_the_player_knew_the_table(catalogue: Catalogue) -> None:
    agreed = options(3, hand_over="always")
    undone = ("ready", "take w u g", "ready", "take r r", "ready", "undo", "ready", "undo", "ready")
    told = await Typist(catalogue, agreed).types(*undone, "redo", "ready", "redo", "ready")
    ann, bo = "Ann took white blue green.", "Bo took 2 red."
    assert news_of(told)[1:] == [ann, f"{ann}\n{bo}", f"Undone: {bo}", f"Undone: {ann}", ann, bo]
    told = await Typist(catalogue, agreed).types(*undone, "take k k", "ready", "take r r")
    assert news_of(told)[-1] == f"Undone: {ann}\nAnn took 2 black.\n{bo}", "Cy undid the other action"


async def test_hand_over_of_a_resumed_game_tells_no_undone_action(catalogue: Catalogue) -> None:
    typist = Typist(catalogue, options(hand_over="always"))
    await typist.types("ready", "take w u g", "ready", "take r r", "ready", "take k k")
    await typist.types("ready", "undo", "ready", "undo", "ready", "redo", "ready", "redo")
    assert news_of(await typist.types()) == ["Ann took 2 black."]


async def test_card_that_comes_back_after_undo_and_redo_is_new_again(catalogue: Catalogue) -> None:
    typist = Typist(catalogue, options(hand_over="always"))
    told = await typist.types("ready", "reserve z", "ready", "undo", "ready", "redo", "ready")
    assert told.count("New black z for 3 green.\nBo, your turn.") == 2


async def test_drawn_card_is_scrolled_away_before_a_computer_thinks(catalogue: Catalogue) -> None:
    typist, seen = Typist(catalogue, options(3, bots=(1,))), list[str]()

    class Onlooker:
        def choose(self, view: View, _rng: Random, _budget: Budget) -> Action:
            seen.append(typist.told)
            return legal_actions(view)[0]

    typist.live.bots = {1: Onlooker()}
    await typist.types("reserve t", "ready")
    assert "you drew " in seen[0]
    assert not shown(seen[0]), "the next player may look while it thinks"


async def test_drawn_card_is_named_by_its_key_before_the_hand_over(catalogue: Catalogue) -> None:
    told = await Typist(catalogue).types("reserve t", "7", "look 7", "again", "ready", "7")
    before, _hand_over, after = told.partition("Pass to Bo.")
    assert before.count("\n7, black, 3 points for 3 white 3 blue 5 green 3 red.\n") == 3
    assert "black" not in after


async def test_card_drawn_without_a_pause_is_announced_with_its_key(catalogue: Catalogue) -> None:
    typist = Typist(catalogue, options(bots=(1,)))
    typist.live.bots = {1: create_bot("merchant")}
    output = await typist.types("reserve t")
    assert "You drew a card. Type 7 to hear it." in output
    assert "3 white 3 blue 5 green" not in output
    assert "3 white 3 blue 5 green" in await typist.types("7")


def slowly(now: Time, seconds: float, *lines: str) -> Iterator[str]:
    """These lines, with this time before each."""
    for line in lines:
        now.seconds += seconds
        time.sleep(0.03)  # while the match checks the clock
        yield line


async def test_pause_hides_the_table_and_stops_the_clock(catalogue: Catalogue) -> None:
    now = Time()
    typist = Typist(catalogue, options(clock=(60, 300)), now=now)
    told = await typist.play(slowly(now, 1, "me", "pause", *["bank"] * 9, "continue", "clock"), takes_time=True)
    assert all_in(["Paused.", "The game is paused. Type continue to resume play."], told)
    assert re.search(r"5[67] seconds for this turn", told)
    assert "Bank" not in told


async def test_clock_starts_on_demand_after_the_news(catalogue: Catalogue) -> None:
    now = Time()
    typist = Typist(catalogue, options(clock=(60, 300)), now=now)
    typist.place.settings = typist.place.settings.changed(clock_on_demand=True)

    def lines() -> Iterator[str]:
        yield "take w u g"
        now.seconds += 100
        yield "ready"
        now.seconds += 3
        typist.table.tick()
        yield from ("clock", "take w u g")
        now.seconds += 100
        yield from ("last", "me")

    told = await typist.play(lines())
    assert all_in(
        [
            "Ann, your turn. You have 0 tokens.\nTime, 60 seconds for this turn, 300 seconds in the time bank.\nType ready to",
            "First type ready to start your clock.\n",
            "Time, 60 seconds for this turn, 300 seconds in the time bank.\nTime, 57 seconds for this turn, 300 ",
            "Ann took white blue green.\nBo, your turn. ",
            "Ann took white blue green.\nFirst type ready",
        ],
        told,
    )
    assert told.count("Ann, your turn. ") == 1
    assert typist.table.clock is not None
    assert typist.table.clock.banks == [300, 300]


async def test_each_pause_of_a_long_computer_turn_is_announced(catalogue: Catalogue) -> None:
    typist = Typist(catalogue, options(bots=(1,)))
    loop = asyncio.get_running_loop()

    class Interrupted:
        asked = 0

        def choose(self, view: View, rng: Random, budget: Budget) -> Action:
            self.asked += 1
            if self.asked < 3:
                loop.call_soon_threadsafe(typist.table.pause, PauseReason.SUSPENDED)
                while not budget.cancelled():
                    time.sleep(0.01)
            return rng.choice(legal_actions(view))

    typist.live.bots = {1: Interrupted()}
    told = await typist.types("take w u g", "continue", "continue")
    assert told.count("\n\nPaused.") == 2, "after empty lines that hide the table"
    assert typist.table.ply == 2


async def test_pause_continues_after_a_refused_agreement(catalogue: Catalogue) -> None:
    typist = Typist(catalogue, options(clock=(60, 300)))
    told = await typist.types("pause", "agree", "yes", "no")
    refused = "Nothing changes, because the answer was not yes."
    assert all_in(["Ann, type yes to agree.", "Bo, type yes to agree.", refused], told)
    assert typist.hot_seat.controller.interruption is PauseReason.MENU
    assert all_in(["Ann, your turn. ", "Paused."], told)
    assert told.count("Ann, your turn. ") == 1


@pytest.mark.parametrize(
    ("players", "after"),
    [(3, ["Bo, your turn", "Bo took"]), (2, ["Bo wins.", "2. Ann, 0 points, 0 cards, ran out of time."])],
)
async def test_player_out_of_time_forfeits(players: int, after: list[str], catalogue: Catalogue) -> None:
    now = Time()
    typist = Typist(catalogue, options(players, clock=(5, 0)), now=now)

    def lines() -> Iterator[str]:
        now.seconds += 3
        typist.table.tick()
        yield "clock"
        now.seconds += 3
        yield OTHERS
        yield OTHERS

    told = await typist.play(lines())
    assert all_in(["Time, ", "Too late: Ann has run out of time", *after], told)


async def test_low_time_is_announced_twice(catalogue: Catalogue) -> None:
    now = Time()
    typist = Typist(catalogue, options(clock=(5, 30)), now=now)
    told = await typist.play(slowly(now, 0.5, *["bank"] * 60), takes_time=True)
    assert all_in(["30 seconds left.", "10 seconds left."], told)
    assert told.count("seconds left.") == 2


async def test_resignation_is_confirmed_and_the_result_explained(catalogue: Catalogue) -> None:
    typist = Typist(catalogue)
    told = await typist.types("resign", "no", "resign", "yes", "table", "undo", "take w u g")
    assert all_in(
        [
            "If Ann resigns, Bo wins.",
            "Type yes to confirm.",
            "Ann resigned.",
            "Bo wins.",
            "1. Bo, 0 points, 0 cards, the only player left.",
            "2. Ann, 0 points, 0 cards, resigned.",
            "Type review, rematch, share, new, stats, settings, table or quit.",
            "Ann took",
        ],
        told,
    )


@pytest.mark.parametrize(
    "before", [(), ("take w u g",), ("pause",)], ids=["on a turn", "before the hand-over", "in a pause"]
)
async def test_game_ends_at_any_time_if_all_humans_agree(catalogue: Catalogue, before: Sequence[str]) -> None:
    typist = Typist(catalogue, options(3, bots=(2,), hand_over="always"), start=late(catalogue, 3).state)
    ann, bo, cy = (player.points for player in typist.table.view_for(None).players)
    told = await typist.types("ready", *before, "agree", "yes", "yes")
    if not before:
        assert f"the current points decide the winner: Ann {ann}, Bo {bo}, Cy {cy}. Cy would win (most points)." in told
    assert told.count("type yes to agree.") == 2
    assert told.count("Computer players always agree.") == 2, "each decides, and so hears what it means"
    assert "The players agreed to end the game." in told
    assert "ended by agreement" not in told, "said once"
    assert typist.table.outcome is not None


@pytest.mark.parametrize(
    ("line", "said"),
    [("score", "No points yet in this game."), ("nobles", " 3 white"), ("what if take w u g", "You would have")],
)
async def test_question_for_yes_answers_what_only_tells_and_is_asked_again(
    catalogue: Catalogue, line: str, said: str
) -> None:
    typist = Typist(catalogue)
    question = "The game is not rated.\nAnn, type yes to agree.\n"
    told = await typist.types("agree", line, "again", "help", "yes", "score first-3")
    answered = [question, said, question, said, question, "Any answer other than yes changes nothing.", question]
    assert all_in([*answered, "Bo, type yes to agree.", "Nothing changes, because the answer was not yes."], told)
    assert told.count(question) == 4
    assert typist.table.outcome is None


async def test_result_offers_a_review_only_of_a_game_that_the_nets_know(catalogue: Catalogue) -> None:
    for target, offered in ((3, "Type rematch, share, new,"), (5, "Type review, rematch, share, new,")):
        assert offered in await Typist(catalogue, options(target=target)).types("resign", "yes")


async def test_game_to_one_point_is_announced_in_the_singular(catalogue: Catalogue, english: None) -> None:
    assert english is None
    assert "Ann and Bo play to 1 point with 3 nobles." in await Typist(catalogue, options(target=1)).types()
    set_language("fr")
    assert "Ann et Bo jouent en 1 point avec 3 nobles." in await Typist(catalogue, options(target=1)).types()


async def test_undo_after_an_agreed_end_takes_back_the_agreement(catalogue: Catalogue) -> None:
    typist = Typist(catalogue)
    told = await typist.types("take w u g", "agree", "yes", "yes", "undo", "redo", "undo", "take r r")
    assert told.count("Undone: the agreement to end the game.\nBo, your turn.") == 2
    assert told.count("The players agreed to end the game.\n") == 2
    assert typist.table.ply == 2


async def test_second_agreement_before_the_hand_over_is_news(catalogue: Catalogue) -> None:
    typist = Typist(catalogue, options(hand_over="always"))
    agree = ("agree", "yes", "yes")
    told = await typist.types("ready", "take w u g", *agree, "undo", *agree)
    assert told.count("The players agreed to end the game.\nAnn and Bo share the victory.") == 2
    assert told.count("Ann took white blue green.") == 1, "the hand-over has told it"


async def test_hand_over_tells_that_an_agreed_end_was_undone(catalogue: Catalogue) -> None:
    typist = Typist(catalogue, options(hand_over="always"))
    told = await typist.types("ready", "agree", "yes", "yes", "undo", "pause", "continue")
    assert told.count("Pass to Ann.\nUndone: the agreement to end the game.\nAnn, type ready.") == 1


@pytest.mark.parametrize(
    ("line", "after"), [("rematch", commands.REMATCH), ("new", commands.NEW), ("quit", commands.QUIT)]
)
async def test_player_chooses_what_to_do_after_a_game(catalogue: Catalogue, line: str, after: Command) -> None:
    typist = Typist(catalogue)
    await typist.types("resign", "yes", line)
    assert typist.after is after


async def test_new_game_is_allowed_only_before_the_first_action(catalogue: Catalogue) -> None:
    typist = Typist(catalogue)
    assert "new is not available during a game." in await typist.types(OTHERS, "new", "undo", "new")
    assert typist.after is commands.NEW


async def test_single_human_can_look_around_after_the_end_without_missing_tokens(catalogue: Catalogue) -> None:
    typist = Typist(catalogue, options(bots=(1,)))
    typist.table.begin()
    typist.table.submit(0, parse_action("reserve 2-26", catalogue), 0)
    act(typist.table, Forfeit())
    over = (await typist.types("table all", "rivals")).partition("Type review")[2]
    assert "Reserved 7, black, 1 point for 3 white 2 blue 2 green." in over
    assert "Missing" not in over
    assert "You have" not in over
    assert over.count("Ann, ") == 1, "the table tells of everybody, and the rivals are the others"


async def test_only_face_up_reserves_of_a_rival_can_be_inspected(catalogue: Catalogue) -> None:
    typist = Typist(catalogue)
    told = await typist.types("reserve z", "take w u g", "reserve t", "ready", "ready", "rivals", "look ann")
    assert "Reserved: the white card, now face down. Type look Ann for its price." in told
    assert "Reserved: a level 3 card, drawn from the deck." in told
    assert "Reserved by Ann: white for 2 red 1 black." in told
    view = typist.table.view_for(0)
    blind = view.players[0].reserved[1].card
    assert blind is not None
    inside = next(card for card in catalogue.cards if card.level == 3 and card not in (blind, *view.grid))
    for card in (blind, inside):
        told = await typist.types("ready", f"look {card.id}")
        assert "You cannot see the " in told
        assert " for " not in told[told.index("You cannot see") :]


async def test_affordable_cards_of_a_rival_are_listed_without_secrets(catalogue: Catalogue) -> None:
    start = f"seat 0 main / {GRID} / R2 K1 reserved 1-05 ?2 / 0"
    lines = ["ready", "can bo", "take w u g", "ready", "can ann", "can bo", "can zoe"]
    told = await Typist(catalogue, start=start).types(*lines)
    ann, bo = told.split("Bo, your turn. ")
    assert "Ann can buy" not in ann
    assert "Ann can buy z, white for 2 red 1 black. Price, 2 red 1 black." in bo
    assert "Ann also holds 1 card that you have not seen." in bo
    assert "No player has that name. The players are Ann, Bo." in bo


async def test_hint_is_accepted_as_printed(catalogue: Catalogue) -> None:
    typist = Typist(catalogue, start=f"seat 0 main target 2 / {GRID} / W2 R1 K4 / 0")
    printed, offer = (await typist.types("hint")).splitlines()[-2:]
    assert printed.startswith("buy a: the blue card with 2 points; ")
    assert printed.endswith(" 62 percent to win.")
    assert offer == "Type hint all for the others."
    assert len((await typist.types("hint all")).splitlines()) == len(["turn", "question", "heading", *"123"])
    assert "Ann bought blue a for " in await typist.types(printed)


async def test_only_thinking_of_more_than_a_second_is_announced(catalogue: Catalogue) -> None:
    typist = Typist(catalogue)
    assert "Thinking" not in await typist.types("hint")
    typist.place.change_settings(typist.place.settings.changed(thinking_seconds=3))
    assert "Thinking for up to 3 seconds." in await typist.types("hint")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("1. buy z, the white card 1-01, 51%: you need it for 4-04.", "Ann bought white z for "),
        ("buy z r k *, the white card 1-01", "Ann bought white z for "),
        ("buy z, the white card 1-02", "the white card is no longer at z."),
        ("2. reserve z, the white card 1-01: keeps the card from everyone else", "Ann reserved white z with gold."),
        ("reserve t, 50%: it brings a gold.", "Ann reserved a level 3 card"),
    ],
)
async def test_name_in_a_pasted_line_must_match_its_key(catalogue: Catalogue, line: str, said: str) -> None:
    ways = ["reserve e", "take w u g"], ["take r r", "take w u g"], ["take k w u", "take u g k"]
    told = await Typist(catalogue).types(*(line for way in ways for line in way), line)
    assert said in told


async def test_cards_have_their_numbers_only_on_request(catalogue: Catalogue) -> None:
    lines = ("cards all", "z", "reserve z", "take w u g", "me", "take w u g", "rivals", "log")
    told = await Typist(catalogue).types(*lines)
    assert not re.search(r"\d-\d\d", told)
    typist = Typist(catalogue)
    told = await typist.types("numbers on", *lines)
    assert typist.place.settings.numbers
    assert all_in(["Cards have their numbers.", "z, white 1-01 for 2 red", "Ann reserved white 1-01 z"], told)
    assert "Cards have no numbers." in await typist.types("numbers")


# --- heard instead of seen: the most useful text first, no repetitions, and every answer can be typed ----------------


async def test_rules_are_ten_sentences_with_details_on_request(catalogue: Catalogue) -> None:
    *told, offer = (await Typist(catalogue, options(target=10)).types("rules short")).splitlines()
    assert offer == "Type rules short 2 for the other half."
    rules = told[-5:] + (await Typist(catalogue, options(target=10)).types("rules short 2")).splitlines()[-5:]
    assert rules[0].startswith("You buy cards with gems.")
    assert "reaches 10 points" in " ".join(rules), "the target of the match"
    everything = (await Typist(catalogue, options(target=10)).types("rules all")).splitlines()
    details = everything[everything.index(rules[9]) + 1 :]
    assert len(details) == 19
    assert "The rulebook limits only what you hold at the end of a turn." in " ".join(details)
    assert all(line.endswith(".") and line[0].isupper() for line in details)
    assert "gold" in details[2]


async def test_affordable_cards_come_first_then_level_one(catalogue: Catalogue) -> None:
    start = f"seat 0 main / {GRID} / R2 K1 / 0"
    lines = (await Typist(catalogue, start=start).types("cards all")).splitlines()
    first = lines.index("z, white for 2 red 1 black. You can buy it.")
    after = [line.split(",")[0] for line in lines[first + 1 :]]
    assert [line for line in after if line.startswith("Level")] == ["Level 1", "Level 2", "Level 3"]
    assert after[0] == "Level 1"
    assert sum(line.startswith("z, ") for line in lines) == 1
    assert not any("nothing towards" in line for line in lines), "no word about a card says that"
    fewer = await Typist(catalogue, start=start).types("cards 2")
    assert "Level 1" not in fewer


async def test_help_lists_common_commands_and_all_on_request(catalogue: Catalogue) -> None:
    *short, last = (await Typist(catalogue).types("help")).splitlines()[-4:]
    assert [line.partition(",")[0] for line in short] == ["take w u g", "Ask: can", "Also: return"]
    assert all(str(verb) in short[-1] for verb in RARE)
    assert last == "Type help take or help all for more."
    whole = await Typist(catalogue).types("help all")
    assert "clock, also time: Your time left." in whole
    assert all(f"\n{verb.line}" in whole for verb in FIRST_TURN)


async def test_empty_line_repeats_the_question_in_one_line(catalogue: Catalogue) -> None:
    told = await Typist(catalogue).types("", "reserve t", "", "ready", "", "ready", "pause", "", "continue")
    assert all_in(
        [
            "Ann, take, reserve or buy. Type help for the commands.\nAnn reserved",
            "Type ready to hand over.\nType ready to hand over.\n",
            "Bo, type ready.\nBo, type ready.\n",
            "Type continue to resume play.\nType continue to resume play.\n",
        ],
        told,
    )


async def test_turn_begins_with_the_leader_and_rivals_near_the_target(catalogue: Catalogue) -> None:
    start = f"seat 0 main target 14 / {GRID} / 0 cards 2-02 / W2 R1 K4 cards 3-02 3-04 3-01"
    told = await Typist(catalogue, start=start).types()
    assert (
        "Points: Bo has 12, Ann has 1.\nBo can reach the target next turn.\nAnn, your turn. You have 0 tokens.\n"
        in told
    )


async def test_rival_without_another_turn_causes_no_warning(catalogue: Catalogue) -> None:
    start = f"seat 2 main round 9 target 3 / {GRID} henry-viii / 0 cards 3-02 / W2 R1 K4 cards 2-02 / 0"
    told = await Typist(catalogue, options(3), start=start).types("ready")
    assert "your last turn" in told
    assert "can reach" not in told


async def test_last_turn_of_the_round_ends_the_game_with_a_reason(catalogue: Catalogue) -> None:
    told = await Typist(catalogue, start=f"seat 1 main target 2 / {GRID} / 0 / W2 R1 K4").types("buy 2-10")
    assert "That was the last turn of the round.\nThe game is over.\n" in told
    assert "this is the last round" not in told


def test_lesson_writes_levels_as_arabic_numbers() -> None:
    lesson = (Path(__file__).parents[2] / "assets" / "lesson.yaml").read_text(encoding="utf-8")
    assert not re.search(r"\blevel\s+I", lesson), (
        "its sentences are read aloud as well, and the cards are told as level 2"
    )


def test_help_shows_each_command_without_placeholder_words() -> None:
    assert [verb.line for verb in TYPED if verb.line.endswith(" a")] == [], "'buy a: a card' says nothing"
    for verb in (commands.HELP, commands.CARDS, commands.PUZZLES):
        assert verb.line == str(verb), "the example does what the words beside it say first"


# --- the cards have the same keys at the table and in plain text -----------------------------------------------------


@pytest.mark.parametrize("keyboard", PRESETS)
def test_cards_and_decks_have_the_keys_of_the_table(keyboard: str) -> None:
    at_the_table = slot_labels(Settings().changed(keyboard=keyboard), TABLE)
    keys = slot_keys(keyboard)
    for slot, key in keys.items():
        if not isinstance(slot, PileSlot):
            assert key in (at_the_table[slot], *"789")
            assert find_slot(key.upper(), keys) == slot


async def test_parts_of_the_table_and_of_the_rules_are_described_alone(catalogue: Catalogue) -> None:
    typist = Typist(catalogue)
    assert await typist.types("me") == await typist.types("table me")
    assert await typist.types("rivals") == await typist.types("table b")
    assert await typist.types("nobles") == await typist.types("table nobles")
    rules = await typist.types("rules reserve")
    assert "You also take 1 gold" in rules
    assert "A noble visits" not in rules


async def test_near_cards_need_one_or_two_more_tokens_the_nearest_first(catalogue: Catalogue) -> None:
    told = await Typist(catalogue).types("take r r", OTHERS, "cards near")
    near = [line for line in told.splitlines() if re.match(r"\w, .*Missing", line)]
    assert "z, white. Missing 1 black." in near
    needs = [sum(map(int, re.findall(r"\d", line.partition("Missing")[2]))) or 2 for line in near]
    assert needs == sorted(needs)
    assert set(needs) <= {1, 2}


async def test_bank_names_the_empty_piles(catalogue: Catalogue) -> None:
    typist = Typist(catalogue, start=f"seat 0 main / {GRID} / W4 K4 *2 / *3")
    assert "Empty: white black gold.\n" in await typist.types("bank")


async def test_noble_that_visits_a_lone_player_is_named(catalogue: Catalogue) -> None:
    grid = GRID.replace("machiavelli", "henry-viii")
    start = f"seat 0 main / {grid} / W1 U1 G1 cards 1-25 1-26 1-27 1-28 1-33 1-34 1-35 reserved 1-36 / 0"
    told = await heard_against(catalogue, ["take WUG"], "buy 7", start=start)
    assert "You bought black for white blue green.\nHenry VIII visited Ann. Now 3 points.\n" in told


async def test_last_repeats_the_events_since_ones_own_action(catalogue: Catalogue) -> None:
    typist = Typist(catalogue)
    await typist.types(OTHERS, "take r r")
    told = await typist.types("me", "last")
    assert told.splitlines()[-1] == "Bo took 2 red."
    told = await typist.types("take w u g", "undo", "last")
    assert "Bo took 2 red.\nBack to Ann's turn." in told, "an undone action is not the last one"


async def heard_against(catalogue: Catalogue, replies: Sequence[str], *lines: str, start: str | None = None) -> str:
    """What a lone player hears whose rival gives these replies."""
    typist, rest = Typist(catalogue, options(bots=(1,)), start=start), iter(replies)

    class Rival:
        def choose(self, _view: View, _rng: Random, _budget: Budget) -> Action:
            return parse_action(next(rest), catalogue)

    typist.live.bots = {1: Rival()}
    return await typist.types(*lines)


async def test_lone_player_can_follow_every_purchase_and_reservation(catalogue: Catalogue) -> None:
    start = f"seat 0 main / {GRID} / W1 R2 K2 reserved 2-26 / W2 K1"
    replies = ["reserve 1-12", "buy 1-12 W1 K1 *1", "take WUG"]
    told = await heard_against(catalogue, replies, "buy z", "reserve v", "take w u g", start=start)
    assert "You bought white for 2 red 1 black.\nBo reserved blue x with gold.\n" in told
    assert re.search(r"^New .* z for .*; .* x for ", told, re.MULTILINE), "in the order in which they were dealt"
    assert re.search(r"Your reserved 8 is red\.\nBo bought a reserved blue for white black gold\.", told)
    assert re.search(r"Your \d tokens buy .*\.\n", told)


async def test_key_of_the_only_card_that_can_be_bought_does_not_sound_like_an_amount(catalogue: Catalogue) -> None:
    start = f"seat 0 main / {GRID} / U4 reserved 1-40 / 0"
    told = await heard_against(catalogue, [], "table me", start=start)
    assert re.search(r"^Your 4 tokens buy reserved 7\.$", told, re.MULTILINE), told


async def test_near_nobles_and_ends_and_the_last_gold_are_news_once(catalogue: Catalogue) -> None:
    cards = "1-25 1-26 1-27 1-28 1-33 1-34 1-35"
    grid = GRID.replace("machiavelli", "henry-viii")
    start = f"seat 0 main target 4 / {grid} / W2 R1 K4 *2 cards {cards} / *2"
    told = await heard_against(catalogue, ["reserve 1-12", "take WUG"], "buy a", "take w u g", start=start)
    assert re.search("^You bought blue for .* Now 2 of 4 points.$", told, re.MULTILINE)
    assert told.count("You need 1 black more for Henry VIII.\n") == 1
    assert told.count("No gold is left.\n") == 1


async def test_everyone_hears_what_a_human_paid_and_the_gold_of_a_drawn_card(catalogue: Catalogue) -> None:
    start = f"seat 0 main / {GRID} henry-viii / R2 K1 / 0 / 0"
    told = await Typist(catalogue, options(3, hand_over="never"), start=start).types("buy z", "reserve t")
    assert all_in(["Ann bought white z for 2 red 1 black.", "Bo reserved a level 3 card with gold."], told)


async def test_resumed_game_repeats_the_moves_since_ones_own_last(catalogue: Catalogue) -> None:
    typist = Typist(catalogue)
    await typist.types("take w u g", "take r r")
    assert all_in(["Ann and Bo play to 15", "Bo took 2 red.", "Ann, your turn"], await typist.types())
