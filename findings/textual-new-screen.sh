#!/usr/bin/env bash
# Textual 8.2.8: an app pushes a screen of one widget, and nothing changes afterwards.
# Guess: the terminal gets the screen once.
# Behaviour: it gets the whole screen three times, and the screen below twice when it returns. Textual lays out a new screen
# again after its widgets are mounted, and to show notifications, even if there are none.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"${PYTHON:-python3}" -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet --disable-pip-version-check textual==8.2.8

cat >"$folder/app.py" <<'END'
from textual.app import App
from textual.screen import Screen
from textual.widgets import Static


class Second(Screen):
    def compose(self):
        yield Static("the second screen")


class Screens(App):
    BINDINGS = [("n", "next", "next"), ("b", "app.pop_screen", "back")]

    def compose(self):
        yield Static("the first screen")

    def action_next(self):
        self.push_screen(Second())


Screens().run()
END
"$folder/venv/bin/python" - "$folder" >"$folder/seen" <<'END'
import fcntl
import os
import pty
import select
import struct
import sys
import termios

python = os.path.join(sys.argv[1], "venv", "bin", "python")
pid, terminal = pty.fork()
if pid == 0:
    os.environ.update(TERM="xterm-256color", TEXTUAL_ANIMATIONS="none")
    os.execv(python, [python, os.path.join(sys.argv[1], "app.py")])
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))


def written(seconds=2):
    """What the app writes until it is silent for so long."""
    output = b""
    while select.select([terminal], [], [], seconds)[0]:
        output += os.read(terminal, 65536)
    return output


while b"the first screen" not in written():
    pass
for key, text in (b"n", b"the second screen"), (b"b", b"the first screen"):
    os.write(terminal, key)
    print(f"{text.decode()} is written {written().count(text)} times")
os.kill(pid, 9)
END
cat "$folder/seen"
diff "$folder/seen" - <<'END'
the second screen is written 3 times
the first screen is written 2 times
END
