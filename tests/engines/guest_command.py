"""How the engine of the tests is started, which does what the first word after its command says."""

import shlex
import sys
from pathlib import Path

GUEST_ARGUMENTS = (sys.executable, "-I", "-S", str(Path(__file__).with_name("guest.py")))
GUEST = shlex.join(GUEST_ARGUMENTS)
