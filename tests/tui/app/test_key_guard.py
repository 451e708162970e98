"""Keys that were held or typed when the keyboard passed to another player do not count."""

import pytest

from splendor_tui.tui.app.key_guard import KeyGuard, Verdict

COUNTS, IGNORED, DOUBTFUL = Verdict


def verdicts(guard: KeyGuard, *keys: tuple[str, float]) -> list[Verdict]:
    """The verdicts on keys, each with its time."""
    return [guard.judge(key, at) for key, at in keys]


def begun() -> KeyGuard:
    """A guard that begins with an Enter at 10 seconds."""
    guard = KeyGuard()
    assert guard.judge("enter", 10.0) is COUNTS
    guard.begin(10.1)
    return guard


def test_keys_count_after_a_pause_and_each_ignored_key_begins_another() -> None:
    assert verdicts(begun(), ("3", 10.2), ("3", 10.35), ("4", 10.64), ("5", 10.95), ("5", 10.96)) == [
        *[IGNORED] * 3,
        *[COUNTS] * 2,
    ]


@pytest.mark.parametrize("first", [0.03, 0.25, 0.4, 0.66])
def test_held_key_never_counts_however_late_it_begins_to_repeat(first: float) -> None:
    seen = verdicts(begun(), *(("enter", 10.0 + first + 0.04 * repeat) for repeat in range(50)))
    assert COUNTS not in seen
    assert seen.count(DOUBTFUL) <= 1, "it counts only if it is not repeated"


@pytest.mark.parametrize(("keys", "verdict"), [("34", COUNTS), ("3", DOUBTFUL)])
def test_keys_pressed_steadily_count_after_a_fixed_time(keys: str, verdict: Verdict) -> None:
    times = [10.0 + 0.25 * number for number in range(1, 8)]
    seen = verdicts(begun(), *((keys[number % len(keys)], at) for number, at in enumerate(times)))
    assert seen == [*[IGNORED] * 6, verdict], "1.5 seconds after the beginning"


def test_held_key_never_counts_even_if_it_stutters() -> None:
    guard, at = begun(), 10.0
    for number in range(100):
        at += 0.2 if number % 10 == 9 else 0.04
        assert guard.judge("enter", at) is not COUNTS
        assert guard.judge("enter", at + 0.01) is IGNORED, "a repeat takes the doubtful key back"


def test_same_key_counts_after_a_pause_unless_it_is_repeated() -> None:
    guard = begun()
    assert verdicts(guard, ("enter", 10.5), ("3", 10.55)) == [DOUBTFUL, COUNTS]
    guard.begin(11.0)
    assert verdicts(guard, ("3", 12.5), ("3", 12.53)) == [COUNTS, COUNTS], "no key waits so long to repeat"


def test_key_typed_before_the_keyboard_passed_is_ignored() -> None:
    assert verdicts(begun(), ("3", 10.05), ("4", 10.3), ("5", 10.61)) == [IGNORED, IGNORED, COUNTS]


def test_first_key_of_all_counts_at_once() -> None:
    guard = KeyGuard()
    guard.begin(0.0)
    assert guard.judge("enter", 0.01) is COUNTS
