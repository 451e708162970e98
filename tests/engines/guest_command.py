"""The command line of the test engine. Its first argument is the fault."""

import shlex
import sys
from pathlib import Path

GUEST_ARGUMENTS = (sys.executable, "-I", "-S", str(Path(__file__).with_name("guest.py")))
GUEST = shlex.join(GUEST_ARGUMENTS)
