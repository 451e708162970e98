"""The command of the tests' engine, whose first argument is its fault."""

import shlex
import sys
from pathlib import Path

GUEST_ARGUMENTS = (sys.executable, "-I", "-S", str(Path(__file__).with_name("guest.py")))
GUEST = shlex.join(GUEST_ARGUMENTS)
