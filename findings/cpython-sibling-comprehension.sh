#!/usr/bin/env bash
# CPython 3.12.1, as WebAssembly in the npm package pyodide 0.26.4. One comprehension of a function has a variable that is named
# like a function of the module, and the next comprehension calls that function.
# Guess: each comprehension has its own variables, so the call finds the function, as in every version before.
# Behaviour: 3.12.1 raises UnboundLocalError. Comprehensions are compiled into their function since 3.12, and the variable of the
# first becomes a local variable of the second. If the function itself uses the name, too, the call works. So does 3.12.7.
# Linters report nothing, and the native build of 3.12.1 behaves the same.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

cat >"$folder/rows.py" <<'END'
import sys


def end(word):
    return word + "."


def siblings(turns):
    names = [name for name, end in turns]
    return [end(name) for name in names]


def used_in_the_function(turns):
    names = [name for name, end in turns]
    return [end(name) for name in names], end("")


def in_the_other_order(turns):
    rows = [end(name) for name, _ in turns]
    return rows, [name for name, end in turns]


def outcome(function):
    try:
        function([("Ann", 1), ("Bo", 2)])
    except UnboundLocalError as error:
        return type(error).__name__
    return "works"


functions = siblings, used_in_the_function, in_the_other_order
print(sys.version.split()[0], *(f"{function.__name__}: {outcome(function)}" for function in functions), sep="; ")
END
cat >"$folder/run.mjs" <<'END'
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";

const [packages, script] = process.argv.slice(2);
const { loadPyodide } = createRequire(`${packages}/`)("pyodide");
const python = await loadPyodide();
python.runPython(readFileSync(script, "utf8"));
END
for version in 0.26.4 0.27.7; do
    npm install --silent --no-audit --no-fund --prefix "$folder/$version" "pyodide@$version" >"$folder/npm"
    node "$folder/run.mjs" "$folder/$version" "$folder/rows.py"
done >"$folder/seen"
cat "$folder/seen"
diff "$folder/seen" - <<'END'
3.12.1; siblings: UnboundLocalError; used_in_the_function: works; in_the_other_order: works
3.12.7; siblings: works; used_in_the_function: works; in_the_other_order: works
END
