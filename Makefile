# Each target sets up what it needs in .venv; a second call finds it there.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

.PHONY: play test lint format messages bench soak pictures train ladder puzzles puzzles-check lock completions release-check clean

play: $(VENV)/.can-play
	@$(BIN)/splendor-tui

# Many of the tests start a program and wait for it: with two workers a core none of them stands idle.
WORKERS = $(shell $(BIN)/python -c 'import os; print(2 * (os.cpu_count() or 1))')

# Counting branches slows all Python down, so only the rules, which have to be covered, are counted.
# What the tests start is compiled once: the sources, as each program does it anew where PYTHONDONTWRITEBYTECODE is set, and the
# search and the training, beside the tests of the rules, which do without.
test: $(VENV)/.can-develop
	$(BIN)/python -m compileall -q splendor_tui
	$(BIN)/python -m tests.compile_once & \
		$(BIN)/python -m pytest tests/rules --numprocesses=auto --dist=worksteal --cov; code=$$?; wait; exit $$code
	$(BIN)/python -m pytest --ignore=tests/rules --numprocesses=$(WORKERS) --dist=worksteal

lint: $(VENV)/.can-develop
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/vulture

format: $(VENV)/.can-develop
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

# The template of all sentences, the languages brought up to date with it, and their compiled files.
messages: $(VENV)/.can-develop
	$(BIN)/python -m tests.words.template

bench: $(VENV)/.can-develop
	$(BIN)/python -m benchmarks.rules
	$(BIN)/python -m benchmarks.bots
	$(BIN)/python -m benchmarks.search
	$(BIN)/python -m benchmarks.table
	$(BIN)/python -m benchmarks.lists

soak: $(VENV)/.can-develop
	$(BIN)/python -m pytest tests -m soak

# The pictures of the README, drawn by the program.
pictures: $(VENV)/.can-develop
	$(BIN)/python -m tests.tui.documented_pictures

# Begins a run, or goes on with one that was stopped; docs/computer-players.md tells more.
PLAYERS ?= 2
MINUTES ?= 40
train: $(VENV)/.can-develop
	$(BIN)/python -m training --players $(PLAYERS) --minutes $(MINUTES)

# How strong the levels are, into docs/computer-players.md; goes on where it was stopped. SECONDS is empty for each level's own time.
GAMES ?= 200
SECONDS ?=
ladder: $(VENV)/.can-develop
	$(BIN)/python -m benchmarks.ladder --games $(GAMES) $(if $(SECONDS),--seconds $(SECONDS)) --write

# Finds puzzles in so many games, and proves them; what was searched before is in .puzzles.
puzzles: $(VENV)/.can-develop
	$(BIN)/python -m training.find_puzzles --games $(GAMES) --write

# Proves all puzzles of assets/puzzles.yaml anew; takes a minute or two.
puzzles-check: $(VENV)/.can-develop
	$(BIN)/python -m training.check_puzzles

# Builds the wheel and the sdist, installs each without the checkout, and runs it as a user who can write only to their home, on
# every declared Python that is here. Needs root and Linux.
release-check: $(VENV)/.can-develop
	$(BIN)/python -m tests.shell_files --check
	$(BIN)/python -m tests.release_check

# The completion scripts and the man page, after a command or an option has changed.
completions: $(VENV)/.can-develop
	$(BIN)/python -m tests.shell_files

# Renews every pin; nothing else changes constraints.txt.
lock: $(VENV)/.made
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade uv
	$(BIN)/uv pip compile pyproject.toml --group dev --universal --python-version 3.11 --upgrade --quiet \
		--no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" --output-file constraints.txt

clean:
	rm -rf $(VENV) build dist htmlcov .coverage .coverage.* .hypothesis \
		.import_linter_cache .mypy_cache .pytest_cache .ruff_cache

$(VENV)/.made:
	@command -v $(PYTHON) >/dev/null || { \
		echo "There is no $(PYTHON) here; install Python 3.11 or newer, or name one: make PYTHON=/path/to/python" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("$(PYTHON) is Python %d.%d; 3.11 or newer is needed. Name one: make PYTHON=/path/to/python" % sys.version_info[:2])'
	$(PYTHON) -m venv $(VENV)
	@touch $@

# Without build isolation, so that what builds the package is pinned like everything else.
$(VENV)/.can-play: pyproject.toml constraints.txt | $(VENV)/.made
	$(INSTALL) pip hatchling editables Babel
	$(INSTALL) --no-build-isolation --editable .
	@touch $@

$(VENV)/.can-develop: $(VENV)/.can-play
	$(INSTALL) --group dev
	@touch $@
