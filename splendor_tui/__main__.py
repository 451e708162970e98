"""Runs `splendor-tui` for `python -m splendor_tui`."""

import sys

from splendor_tui.cli import main

if __name__ == "__main__":
    sys.exit(main(prog="python -m splendor_tui"))
