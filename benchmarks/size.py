"""Count lines of code and files per room: `python -m benchmarks.size`. Ignores blank lines, comments and docstrings."""

import ast
import tokenize
from collections import Counter
from pathlib import Path

LAYOUT = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}


def code_lines(path: Path) -> int:
    """The number of lines of code in a Python file."""
    with tokenize.open(path) as file:
        tokens = [token for token in tokenize.generate_tokens(file.readline) if token.type not in LAYOUT]
    lines = {line for token in tokens for line in range(token.start[0], token.end[0] + 1)}
    bare_strings = (
        node
        for node in ast.walk(ast.parse(path.read_bytes()))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    )
    return len(lines.difference(*(range(node.lineno, (node.end_lineno or 0) + 1) for node in bare_strings)))


def main() -> None:
    """Print one table for the program and one for its tests."""
    for root in (Path("splendor_tui"), Path("tests")):
        lines, files = Counter[str](), Counter[str]()
        for path in root.rglob("*.py"):
            room = path.relative_to(root).parts[0] if path.parent != root else "(top)"
            lines[room] += code_lines(path)
            files[room] += 1
        print(f"{root}: {lines.total():,} code lines in {files.total()} files")
        for room, count in lines.most_common():
            print(f"  {room:14}{count:7,}{files[room]:5}")


if __name__ == "__main__":
    main()
