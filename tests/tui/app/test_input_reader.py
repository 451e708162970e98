"""Input is read in whole sequences: what is no key never acts as one, however it arrives."""

from random import Random

import pytest
from textual.events import CursorPosition, Key, MouseMove, Paste
from textual.message import Message

from splendor_tui.tui.app.input_reader import PASTE_BEGINS, PASTE_ENDS, InputReader

REPLIES = {
    "device attributes": "\x1b[?62;1;4c",
    "secondary device attributes": "\x1b[>41;379;0c",
    "tertiary device attributes": "\x1bP!|00000000\x1b\\",
    "mode": "\x1b[?2026;4$y",
    "mode of ECMA-48": "\x1b[4;2$y",
    "colour of the palette": "\x1b]4;1;rgb:cd00/0000/0000\x1b\\",
    "foreground": "\x1b]10;rgb:ffff/ffff/ffff\x07",
    "background": "\x1b]11;rgb:0000/0000/0000\x1b\\",
    "clipboard": "\x1b]52;c;" + "QUJD" * 200 + "\x07",
    "name and version": "\x1bP>|XTerm(379)\x1b\\",
    "capability": "\x1bP1+r524742=38\x1b\\",
    "setting": "\x1bP1$r0m\x1b\\",
    "graphics": "\x1b_Gi=1;OK\x1b\\",
    "window title": "\x1b]lé Tab\x1b\\",
    "light or dark": "\x1b[?997;1n",
    "status": "\x1b[0n",
    "keyboard protocol": "\x1b[?0u",
    "other keyboard protocol": "\x1b[>4;2m",
    "cursor position": "\x1b[24;80R",
    "cursor at home": "\x1b[1;1R",
    "cursor at home in dvtm": "\x1b[1;0R",
    "window size": "\x1b[48;24;80;480;800t",
    "ctrl+shift+Del of rxvt": "\x1b[3@",
    "mouse without SGR": "\x1b[M !!",
    "mouse of rxvt": "\x1b[32;10;10M",
    "released key": "\x1b[97;1:3u",
    "keypad separator": "\x1bOl",
}
KEYS = {
    "4": ["4"],
    "é": ["é"],
    "\r": ["enter"],
    "\x1b[A": ["up"],
    "\x1bOP": ["f1"],
    "\x1b[15;5~": ["ctrl+f5"],
    "\x1b[97;1;97u": ["a"],
    "\x1b[3~": ["delete"],
    "\x1b[3$": ["shift+delete"],
    "\x1b[[A": ["f1"],
    "\x1b[1;2R": ["shift+f3"],
    "\x1b[<0;9;9M": [],
    "\x1b\x1b[A": ["escape", "up"],
    "\x1b4": ["alt+4"],
    "\x1b": ["escape"],
}
ANY_KEYS = "1\x1b[B" + "".join(KEYS)


def keys_of(*parts: str, wait: float = 0.0) -> list[str]:
    """The keys in input that arrives in parts. The reader waits after each part, and longer after the last."""
    reader = InputReader()
    messages: list[Message] = []
    for part in parts:
        messages += [*reader.read(part), *reader.wait(wait)]
    messages += reader.wait(0.5)
    return [message.key for message in messages if isinstance(message, Key)]


@pytest.mark.parametrize("reply", REPLIES.values(), ids=REPLIES.keys())
def test_reply_is_dropped_whole_at_every_position_of_a_keystroke(reply: str) -> None:
    for typed in KEYS:
        for at in range(len(typed) + 1):
            # A terminal never writes into its own sequence; if it did, that sequence would end there.
            assert keys_of(typed[:at] + reply + typed[at:]) == keys_of(typed[:at]) + keys_of(typed[at:]), (typed, at)


@pytest.mark.parametrize("reply", REPLIES.values(), ids=REPLIES.keys())
def test_reply_is_dropped_whole_if_it_arrives_in_pieces(reply: str) -> None:
    for at in range(1, len(reply)):
        wait = 0.4 if at > 1 else 0.05  # a lone escape is the escape key
        assert keys_of(reply[:at], reply[at:] + "4", wait=wait) == ["4"], at
    assert keys_of(*reply, "4", wait=0.05) == ["4"]


def test_all_keys_are_read_in_every_division_of_the_input() -> None:
    expected = ["1", "down", *(name for names in KEYS.values() for name in names)]
    for at in range(len(ANY_KEYS)):
        assert keys_of(ANY_KEYS[:at], ANY_KEYS[at:], wait=0.05) == expected
    assert keys_of(*ANY_KEYS, wait=0.05) == expected


@pytest.mark.parametrize(
    "begun", ["\x1b[", "\x1b[3", "\x1b[?", "\x1b[M", "\x1bO", "\x1b]11;rgb:", "\x1bP", PASTE_BEGINS]
)
def test_unfinished_sequence_or_paste_ends_after_half_a_second(begun: str) -> None:
    reader = InputReader()
    assert list(reader.read(begun)) == []
    assert list(reader.wait(0.4)) == []
    list(reader.wait(0.1))
    assert [message.key for message in reader.read("4") if isinstance(message, Key)] == ["4"]


def test_long_text_that_arrives_at_once_is_a_paste() -> None:
    reader = InputReader()
    assert [paste.text for paste in reader.read("é" * 64) if isinstance(paste, Paste)] == ["é" * 64]
    assert keys_of("j" * 63) == ["j"] * 63, "a key held while the program was busy"


def test_position_of_the_cursor_is_reported() -> None:
    [position] = InputReader().read("\x1b[2;3R")
    assert isinstance(position, CursorPosition)
    assert (position.x, position.y) == (2, 1)


def test_control_keys_act_within_an_unfinished_sequence() -> None:
    assert keys_of("\x1b[3\x11") == ["ctrl+q"]
    assert keys_of("\x1b]11;\r") == ["enter"]


def test_mouse_events_are_never_keys_in_any_division() -> None:
    flood = "".join(f"\x1b[<35;{column};{column % 24 + 1}M" for column in range(1, 80))
    reader = InputReader()
    chances = Random(1)
    moves: list[Message] = []
    while flood:
        length = chances.randint(1, 30)
        moves += [*reader.read(flood[:length]), *reader.wait(0.05)]
        flood = flood[length:]
    assert len(moves) == 79
    assert all(isinstance(move, MouseMove) for move in moves)


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("\x1b[26~", "f14"),
        ("\x1b[29~", "f16"),  # the menu key in xterm
        ("\x1b[25~", "f13"),  # shift+F3 in rxvt
        ("\x1b[1;2R", "shift+f3"),
        ("\x1b[57363u", "menu"),
        ("\x1b[1;5u", "ctrl+5"),
        ("\x1b[5A", "ctrl+up"),
        ("\x1b[3$", "shift+delete"),
        ("\x1b[[A", "f1"),
        ("\x1b\t", "shift+tab"),
        ("\x1b?", "alt+question_mark"),
        ("\x1bA", "alt+shift+a"),
        ("\x1b\x11", "alt+ctrl+q"),
        ("\x1b[1;3A", "alt+up"),
        ("\x1b\x1b[A", "escape up"),
        ("\x1b[", "alt+left_square_bracket"),
    ],
)
def test_keys_have_names(written: str, name: str) -> None:
    assert keys_of(written) == name.split()


def test_names_of_keys_contain_no_control_characters() -> None:
    sequences = [f"\x1b[{number}{final}" for number in range(130) for final in "~u^$@ABCDEFHPQRS"]
    sequences += [f"\x1b[{number};2{final}" for number in range(130) for final in "~uABCDEFHPQRS"]
    sequences += ["\x1b" * alt + chr(code) for code in range(256) for alt in range(2)]
    for sequence in sequences:
        assert all(key.isprintable() for key in keys_of(sequence)), sequence


def test_no_sequence_stops_the_reader() -> None:
    chances = Random(3)
    reader = InputReader()
    for _attempt in range(1000):
        numbers = ";".join(
            str(chances.choice([0, 1, 48, 55296, 1114112, 10 ** chances.randint(1, 24)]))
            for _number in range(chances.randint(0, 4))
        )
        start, end = chances.choice(["[", "[<", "[?", "O"]), chances.choice("ABDHRu~MmtyZ:$")
        list(reader.read(f"\x1b{start}{numbers}{end}"))
    list(reader.wait(0.5))
    assert [event.key for event in reader.read("\x1b[A") if isinstance(event, Key)] == ["up"]
    list(reader.read("\x1b[" + "1;" * 100_000))
    assert [event.key for event in reader.read("m\x1b[A") if isinstance(event, Key)] == ["up"]


@pytest.mark.parametrize("length", range(1, 8))
def test_control_characters_are_removed_from_pastes_but_not_from_keys(length: int) -> None:
    arriving = (
        f"\x1b[A1{PASTE_BEGINS}a\x1bb\x1b[31m\x07\x9b\nc\x1b[20{PASTE_ENDS}\x1b[B{PASTE_BEGINS}d{PASTE_ENDS}\x1b[C"
    )
    reader = InputReader()
    messages = [
        message
        for at in range(0, len(arriving), length)
        for message in reader.read(arriving[at : at + length])
        if isinstance(message, Key | Paste)
    ]
    read = [message.text if isinstance(message, Paste) else message.key for message in messages]
    assert read == ["up", "1", "ab[31m\nc[20", "down", "d", "right"]


def test_unfinished_paste_keeps_its_text() -> None:
    reader = InputReader()
    assert list(reader.read(f"{PASTE_BEGINS}Ann\x1b[2")) == []
    assert [paste.text for paste in reader.wait(0.5) if isinstance(paste, Paste)] == ["Ann[2"]
