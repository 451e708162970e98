"""`splendor-tui settings [show|path|check]`: show the settings, show the path of their file, or check it."""

import argparse
import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from splendor_tui.commands.argument_parser import Parser, examples
from splendor_tui.inputs.locations import config_dir
from splendor_tui.inputs.settings import (
    LoadedSettings,
    Origin,
    choose_keyboard,
    load_settings,
    plain_settings,
    variable_of,
)
from splendor_tui.inputs.settings_toml import FILE_NAME
from splendor_tui.words import N_, NP_, Message

_ORIGINS: Final[Mapping[Origin, Message]] = {
    Origin.ENVIRONMENT: NP_("origin", "environment"),
    Origin.FILE: NP_("origin", "file"),
    Origin.DEFAULT: NP_("origin", "default"),
}


def configure(parser: Parser) -> None:
    """Add the arguments for the subcommand and the format."""
    parser.argument(
        "what",
        NP_("argument", "WHAT"),
        N_(
            "{show}: all settings and their origins; {path}: the file; {check}: its problems",
            show="show",
            path="path",
            check="check",
        ),
        nargs="?",
        choices=("show", "path", "check"),
        default="show",
    )
    parser.flag("--json", N_("print a JSON object"))
    parser.epilog = examples(
        [
            (parser.prog, N_("every setting")),
            (f"{parser.prog} check", N_("check the file")),
            (f"SPLENDOR_TUI_THEME=nord {parser.prog}", N_("set a value for one run, in the environment")),
            (f'$EDITOR "$({parser.prog} path)"', N_("edit the file")),
        ]
    )


def run(args: argparse.Namespace) -> int:
    """Run the subcommand and return 0. `check` returns 1 if there are problems. Raises NoPlaceError."""
    folder = config_dir(os.environ)
    path = folder / FILE_NAME
    if args.what == "path":
        print(json.dumps({"path": str(path), "exists": path.exists()}) if args.json else _printable(path))
        return 0
    loaded = load_settings(os.environ, folder)
    if args.what == "check":
        return _check(loaded, path, args.json)
    _show(loaded, args.json)
    return 0


def _show(loaded: LoadedSettings, as_json: bool) -> None:
    values = plain_settings(choose_keyboard(loaded, os.environ) or loaded.settings)
    if as_json:
        facts = {name: {"value": value, "origin": loaded.origins[name]} for name, value in values.items()}
        print(json.dumps({"settings": facts, "problems": list(map(str, loaded.problems))}))
        return
    width = max(map(len, values))
    for name, value in values.items():
        origin = loaded.origins[name]
        source = variable_of(name) if origin is Origin.ENVIRONMENT else _ORIGINS[origin]
        print(f"{name:{width}} = {json.dumps(value, ensure_ascii=False)}  ({source})")
    for problem in loaded.problems:
        print(problem, file=sys.stderr)


def _check(loaded: LoadedSettings, path: Path, as_json: bool) -> int:
    from splendor_tui.tui.keys.keyboard_presets import shared_key

    problems = [str(problem) for problem in (*loaded.problems, shared_key(loaded.settings)) if problem is not None]
    if as_json:
        print(json.dumps({"path": str(path), "problems": problems}))
    else:
        print("\n".join(problems) or N_("No problems in the settings."))
    return 1 if problems else 0


def _printable(path: Path) -> str:
    """The path, with control characters escaped."""
    text = str(path)
    return text if text.isprintable() else ascii(text)
