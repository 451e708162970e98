# Each target sets up what it needs in .venv, once.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

.PHONY: play test test-3.14 lint format messages bench terminals soak pictures readers train ladder puzzles puzzles-check lock completions release-check clean

play: $(VENV)/.can-play $(patsubst %.po,%.mo,$(wildcard splendor_tui/languages/*.po))
	@$(BIN)/splendor-tui

# After a language has changed; the installation compiles all of them.
%.mo: %.po | $(VENV)/.can-play
	@$(BIN)/python -c "import hatch_build; hatch_build.compile_languages()"

# Many tests start a program and wait for it, so two workers per core keep it busy.
WORKERS = $(shell $(BIN)/python -c 'import os; print(2 * (os.cpu_count() or 1))')

# Measuring coverage slows Python down, so only the rules, which must be covered, are measured.
# Everything is compiled once: the sources and the tests, which each program and each worker would recompile if
# PYTHONDONTWRITEBYTECODE is set, and, during the tests of the rules, the search and the training.
test: export PYTHONDONTWRITEBYTECODE =
test: $(VENV)/.can-develop
	$(BIN)/python -m compileall -q splendor_tui
	-$(BIN)/python -m pytest --collect-only -qq --no-header >/dev/null
	$(BIN)/python -m tests.compile_once & \
		$(BIN)/python -m pytest tests/rules --numprocesses=auto --dist=worksteal --cov; code=$$?; wait; exit $$code
	$(BIN)/python -m pytest --ignore=tests/rules --numprocesses=$(WORKERS) --dist=worksteal

# All tests that need no process, terminal, second thread or numpy, on CPython 3.14 as WebAssembly.
test-3.14: $(VENV)/.can-develop .pyodide/.made
	node --stack-size=7000 tests/platforms/python_314.mjs "$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')" \
		-q -rs tests --ignore=tests/tui

lint: $(VENV)/.can-develop
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/vulture

format: $(VENV)/.can-develop
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

# Writes the template of all messages, updates the languages, and compiles them.
messages: $(VENV)/.can-develop
	$(BIN)/python -m tests.words.template

# Writes the checked content of the standard card set, after a change of its files.
cards: $(VENV)/.can-develop
	$(BIN)/python -m tests.inputs.checked_cards

bench: $(VENV)/.can-develop
	$(BIN)/python -m benchmarks.rules
	$(BIN)/python -m benchmarks.bots
	$(BIN)/python -m benchmarks.search
	$(BIN)/python -m benchmarks.table
	$(BIN)/python -m benchmarks.lists

# Tries the program in every installed terminal for docs/terminals.md; takes a quarter of an hour. Look at the pictures in .terminals.
terminals: $(VENV)/.can-develop
	$(BIN)/python -m benchmarks.terminals

soak: $(VENV)/.can-develop
	$(BIN)/python -m pytest tests -m soak --timeout=7200

# Draws the pictures of the documentation.
pictures: $(VENV)/.can-develop
	$(BIN)/python -m tests.tui.documented_pictures

# Measures what screen readers speak and what braille displays show, and writes docs/screen-readers.md.
readers: $(VENV)/.can-develop
	$(BIN)/python -m tests.plain.readers

# Starts a training run, or continues an interrupted one; see docs/computer-players.md.
PLAYERS ?= 2
MINUTES ?= 40
train: $(VENV)/.can-develop
	$(BIN)/python -m training --players $(PLAYERS) --minutes $(MINUTES)

# Measures the levels for docs/computer-players.md; continues an interrupted run. SECONDS is empty for each level's own time.
GAMES ?= 200
SECONDS ?=
ladder: $(VENV)/.can-develop
	$(BIN)/python -m benchmarks.ladder --games $(GAMES) $(if $(SECONDS),--seconds $(SECONDS)) --write

# Finds puzzles in this many games, and proves them; .puzzles holds earlier results.
puzzles: $(VENV)/.can-develop
	$(BIN)/python -m training.find_puzzles --games $(GAMES) --write

# Proves all puzzles of assets/puzzles.yaml again; takes a minute or two.
puzzles-check: $(VENV)/.can-develop
	$(BIN)/python -m training.check_puzzles

# Builds the wheel and the sdist, installs each without the checkout, and runs it as a user who can write only to their home, on
# every declared Python found. Needs root and Linux.
release-check: $(VENV)/.can-develop
	$(BIN)/python -m tests.shell_files --check
	$(BIN)/python -m tests.release_check

# Writes the completion scripts and the man page; run it after changing a command or an option.
completions: $(VENV)/.can-develop
	$(BIN)/python -m tests.shell_files

# Updates every pin; the only way to change constraints.txt.
lock: $(VENV)/.made
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade uv
	$(BIN)/uv pip compile pyproject.toml --group dev --universal --python-version 3.11 --upgrade --quiet \
		--no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" --output-file constraints.txt

clean:
	rm -rf $(VENV) .pyodide .terminals build dist htmlcov .coverage .coverage.* .hypothesis \
		.import_linter_cache .mypy_cache .pytest_cache .ruff_cache

$(VENV)/.made:
	@command -v $(PYTHON) >/dev/null || { \
		echo "$(PYTHON) not found. Install Python 3.11 or newer, or name one: make PYTHON=/path/to/python" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("$(PYTHON) is Python %d.%d; 3.11 or newer is needed. Name one: make PYTHON=/path/to/python" % sys.version_info[:2])'
	$(PYTHON) -m venv $(VENV)
	@touch $@

.pyodide/.made: constraints.txt Makefile | $(VENV)/.made
	@command -v node >/dev/null && command -v npm >/dev/null || { echo "make test-3.14 needs node and npm (20 or newer)." >&2; exit 1; }
	npm install --silent --no-save --no-audit --no-fund --prefix .pyodide pyodide@314.0.7
	$(INSTALL) --no-deps --upgrade --only-binary=:all: --platform pyemscripten_2026_0_wasm32 --python-version 3.14 \
		--target .pyodide/wheels pydantic-core hypothesis
	@touch $@

# Without build isolation, so that the build tools are pinned too.
$(VENV)/.can-play: pyproject.toml constraints.txt | $(VENV)/.made
	$(INSTALL) pip hatchling editables Babel
	$(INSTALL) --no-build-isolation --editable .
	@touch $@

$(VENV)/.can-develop: $(VENV)/.can-play
	$(INSTALL) --group dev
	@touch $@
