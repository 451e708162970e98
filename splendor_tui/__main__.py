"""`python -m splendor_tui` is the same as `splendor-tui`."""

import sys

from splendor_tui.cli import main

if __name__ == "__main__":
    sys.exit(main(prog="python -m splendor_tui"))
