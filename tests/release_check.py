"""Builds the release and runs it as a user who can write only to their home folder: `make release-check`.

The wheel and the sdist are built twice, from two copies of the sources, and must be identical. Each is installed in a new
environment for every declared Python version that is available, and the program is run from there.
"""

import hashlib
import os
import pwd
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pexpect

ROOT: Final = Path(__file__).parents[1]
PUBLIC_FOLDERS: Final = (Path("/tmp"), Path("/var/tmp"), Path("/dev/shm"))  # noqa: S108 - searched, not written
GAME: Final = "take w u g\ntake w u g\nquit\n"
PATIENCE: Final = 120  # seconds: the first start compiles what it imports


def check(release: Path) -> None:
    """Build the release and run it. Raises SystemExit with the reason for a failure."""
    pythons = declared_pythons()
    user = User(release / "home")
    wheel, sdist = built_twice(release)
    for python in pythons:
        for artifact in (wheel, sdist):
            environment = release / "environment"
            installed = install(python, artifact, environment)
            run_program(environment / "bin" / "splendor-tui", installed, user)
            print(f"{artifact.name} runs on {python}", flush=True)
            shutil.rmtree(environment)


class User:
    """A user without a name who can read everything, because ~/.pyenv may be private, but write only to their home folder."""

    def __init__(self, home: Path) -> None:
        if os.geteuid() != 0:
            sys.exit("release-check runs the program as another user, so it needs root; try: sudo make release-check")
        if shutil.which("setpriv") is None:
            sys.exit("release-check needs setpriv (of util-linux), which is not installed; run it on Linux.")
        taken = {account.pw_uid for account in pwd.getpwall()}
        self.id: Final = next(number for number in range(60_000, 65_000) if number not in taken)
        self.home: Final = home
        self.surroundings: Final = {
            "HOME": str(home),
            "TMPDIR": str(home / "tmp"),
            "PATH": "/usr/bin:/bin",
            "LANG": "C.UTF-8",
            "TERM": "xterm-256color",
        }
        (home / "tmp").mkdir(parents=True)
        for folder in (home, home / "tmp"):
            os.chown(folder, self.id, self.id)
        if self.run(["touch", str(home.parent / "elsewhere")]).returncode == 0:
            sys.exit("The other user can write outside of their home here, so the check would prove nothing.")

    def command(self, command: Sequence[str]) -> list[str]:
        """The command with which root runs a command as this user."""
        may = "-all,+dac_read_search"
        who = [f"--reuid={self.id}", f"--regid={self.id}", "--clear-groups"]
        return ["setpriv", *who, f"--inh-caps={may}", f"--ambient-caps={may}", *command]

    def run(self, command: Sequence[str], typed: str = "") -> "subprocess.CompletedProcess[str]":
        """Run a command in the user's home folder."""
        return subprocess.run(
            self.command(command),
            input=typed,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
            cwd=self.home,
            env=self.surroundings,
        )

    def files_elsewhere(self) -> list[Path]:
        """The user's files in world-writable folders."""
        found = (path for folder in PUBLIC_FOLDERS if folder.exists() for path in owned_by(self.id, folder))
        return [path for path in found if self.home not in (path, *path.parents)]


def owned_by(user: int, folder: Path) -> Iterable[Path]:
    """The files in the folder that belong to the user."""
    search = ["find", str(folder), "-xdev", "-uid", str(user), "-print0"]
    found = subprocess.run(search, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False)
    return map(Path, filter(None, found.stdout.split("\0")))


def declared_pythons() -> list[str]:
    """One Python for each version in the classifiers, from the PATH and from pyenv. Raises SystemExit if there is none."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = re.findall(r"Python :: (3\.\d+)", "\n".join(project["classifiers"]))
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    found = []
    for version in declared:
        of_pyenv = [str(path) for path in pyenv.glob(f"{version}.*/bin/python3")]
        python = of_pyenv[-1] if of_pyenv else shutil.which(f"python{version}")
        if python is not None:
            found.append(python)
        else:
            print(f"Python {version} is not available and is skipped.", flush=True)
    return found or sys.exit(f"None of these Python versions is available: {', '.join(declared)}.")


def built_twice(release: Path) -> tuple[Path, Path]:
    """The wheel and the sdist. Raises SystemExit if a second build from a copy of the sources differs from the first."""
    builds = []
    for number in (1, 2):
        sources = release / f"sources-{number}"
        files = subprocess.check_output(["git", "ls-files", "-z"], cwd=ROOT, text=True)  # noqa: S607
        for name in filter(None, files.split("\0")):
            (sources / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, sources / name)  # without its timestamp
        built = release / f"built-{number}"
        build = [sys.executable, "-m", "hatchling", "build", "--directory", str(built)]
        surroundings = {**os.environ, "SOURCE_DATE_EPOCH": release_date()}
        subprocess.run(build, cwd=sources, check=True, env=surroundings, stdout=subprocess.DEVNULL)
        builds.append(sorted(built.iterdir()))
        shutil.rmtree(sources)
    for one, other in zip(*builds, strict=True):
        digests = [hashlib.sha256(path.read_bytes()).hexdigest() for path in (one, other)]
        if digests[0] != digests[1]:
            sys.exit(f"Two builds of {one.name} differ: {digests[0]} and {digests[1]}.")
        print(f"{one.name}: sha256 {digests[0]}, twice", flush=True)
    sdist, wheel = sorted(builds[0], key=lambda path: path.suffix == ".whl")
    return wheel, sdist


def release_date() -> str:
    """SOURCE_DATE_EPOCH, or the time of the last commit."""
    last = ["git", "log", "-1", "--format=%ct"]
    return os.environ.get("SOURCE_DATE_EPOCH") or subprocess.check_output(last, cwd=ROOT, text=True).strip()


def install(python: str, artifact: Path, environment: Path) -> str:
    """Install the package in a new environment that root owns. Returns the folder of the package."""
    outside = environment.parent
    subprocess.run([python, "-m", "venv", str(environment)], check=True, cwd=outside)
    own_python = str(environment / "bin" / "python")
    pip = [own_python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "--constraint", str(ROOT / "constraints.txt"), str(artifact)], check=True, cwd=outside)
    where = "import splendor_tui; print(splendor_tui.__path__[0])"
    return subprocess.check_output([own_python, "-I", "-c", where], cwd=outside, text=True).strip()


def run_program(program: Path, package: str, user: User) -> None:
    """Play as the user: by commands, in plain text, and at the table. Raises SystemExit with the reason for a failure."""
    for path in user.home.iterdir():  # a new user each time
        shutil.rmtree(path) if path.name != "tmp" and path.is_dir() else None
    if not package.startswith(str(program.parents[1])):
        sys.exit(f"The program was imported from {package}, not from its environment.")
    steps: tuple[tuple[list[str], str, str], ...] = (
        (["--version"], "", "splendor-tui "),
        (["--help"], "", "Examples"),
        (["--lang", "fr", "--help"], "", "Exemples"),
        (["new", "--players", "Ann,Bo=merchant", "--plain"], GAME, "Ann, your turn"),
        (["games"], "", "Ann"),
        (["check-assets"], "", ""),
    )
    for arguments, typed, expected in steps:
        done = user.run([str(program), *arguments], typed)
        if done.returncode != 0 or expected not in done.stdout or "Traceback" in done.stderr:
            sys.exit(f"splendor-tui {' '.join(arguments)} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    show_first_screen(program, user)
    if not list((user.home / ".local" / "share").rglob("games.sqlite3")):
        sys.exit("The game that was played is not in the user's home.")
    if left := user.files_elsewhere():
        sys.exit(f"The program wrote outside of the user's home: {', '.join(map(str, left))}.")


def show_first_screen(program: Path, user: User) -> None:
    """Start the program in a terminal, wait for the home screen, and quit. Raises SystemExit if that fails."""
    name, *arguments = user.command([str(program)])
    terminal: pexpect.spawn[bytes] = pexpect.spawn(
        name, arguments, cwd=str(user.home), env=user.surroundings, dimensions=(24, 80), timeout=PATIENCE
    )
    try:
        terminal.expect(b"Learning game")
        terminal.send(b"\x11")
        terminal.expect(pexpect.EOF)
    except pexpect.ExceptionPexpect as error:
        sys.exit(f"The home screen did not open, or could not be closed: {error}")
    finally:
        terminal.close(force=True)
    if terminal.exitstatus != 0:
        sys.exit(f"The program was quit with ctrl+q, but its exit code is {terminal.exitstatus}.")


if __name__ == "__main__":
    os.umask(0o022)
    with TemporaryDirectory(prefix="release-") as folder:
        Path(folder).chmod(0o755)
        check(Path(folder))
