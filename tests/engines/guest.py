"""An engine with a selected fault: `python -I -S guest.py FAULT`. Without a fault it plays the first legal action.

The faults after its answers can be combined: `draws lots, miscounts, ignores quit`.

Like any external engine, it shares no code with the program.
"""

import json
import os
import signal
import sys
import time

FAULT = sys.argv[1] if len(sys.argv) > 1 else ""
OPTIONS = [{"name": "threads", "default": 1}, {"name": "courage", "default": 0.5}]
HELLO = {"type": "hello", "protocol": 1, "name": "Guest", "options": OPTIONS}


def say(**message: object) -> None:
    """Send a message."""
    print(json.dumps(message), flush=True)


def answer(legal: list[str]) -> None:
    """Answer, or produce the selected fault."""
    match FAULT:
        case "hangs":
            time.sleep(1000)
        case "crashes":
            sys.exit("out of memory")
        case "writes garbage":
            sys.stdout.buffer.write(b"\xff\xfe\x00{]\n")
            sys.stdout.flush()
        case "lies":
            say(type="answer", action="buy 3-20 W9")
        case "speaks another language":
            say(type="answer", action="e2e4")
        case "leaves the game":
            say(type="answer", action="forfeit")
        case "forgets the action":
            say(type="answer")
        case "thinks until it is stopped":
            say(
                type="info",
                nodes=7,
                chances=[0.6, 0.4],
                choices=[{"action": legal[3], "chance": 0.6}, {"action": "pass"}, {"action": legal[1]}],
            )
        case "counts wrong":
            say(type="answer", action=legal[2], chances=[0.3])
        case _ if "draws lots" in FAULT:
            say(type="answer", action=legal[os.urandom(1)[0] % len(legal)])  # importing random takes longer
        case "complains in the wrong place":
            print(json.dumps({"type": "answer", "action": legal[0]}), file=sys.stderr, flush=True)
            say(type="answer", action=legal[0])
        case "names a worse choice first":
            say(type="answer", action=legal[0], choices=[{"action": legal[1]}, {"action": legal[0]}])
        case "ends after each answer":
            say(type="answer", action=legal[0])
            sys.exit()
        case "answers twice":
            say(type="answer", action=legal[0])
            say(type="answer", action=legal[-1])
        case _:
            say(type="answer", action=legal[0])


def main() -> None:
    """Run the engine."""
    legal: list[str] = []
    if "ignores quit" in FAULT:
        for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)
    for line in sys.stdin:
        message = json.loads(line)
        match message["type"]:
            case "hello" if FAULT == "says no hello":
                pass
            case "hello" if FAULT == "speaks another protocol":
                say(**{**HELLO, "protocol": 9})
            case "hello":
                if FAULT == "chatters":
                    print("Guest 1.0, a fine engine")
                    say(type="weather", sun=True)
                slow = {"ready_seconds": 40} if FAULT == "compiles" else {}
                say(**HELLO, **slow, perft="miscounts" in FAULT)
            case "option":
                print("so be it:", message["name"], file=sys.stderr, flush=True)
            case "new-game" if FAULT == "is never ready":
                pass
            case "new-game":
                say(type="ready")
            case "position":
                legal = message["legal"]
            case "go":
                answer(legal)
            case "stop" if FAULT == "thinks until it is stopped":
                say(type="answer", action=legal[5])
            case "perft":
                say(type="perft", count=865)
            case "quit" if "ignores quit" not in FAULT:
                return
    while "ignores quit" in FAULT:
        time.sleep(1)


if __name__ == "__main__":
    main()
