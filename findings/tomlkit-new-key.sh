#!/usr/bin/env bash
# tomlkit 0.15.2: a key is added to a table, and a comment introduces the next table.
# Guess: the key follows the last key, and the comment stays above the table that it introduces.
# Behaviour: the key goes below the comment, so the comment now introduces the new key.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"${PYTHON:-python3}" -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet --disable-pip-version-check tomlkit==0.15.2

"$folder/venv/bin/python" - >"$folder/seen" <<'END'
import tomlkit

document = tomlkit.parse("""\
[network]
port = 80

# How the window looks
[window]
width = 3
""")
document["network"]["host"] = "example"
print(document.as_string(), end="")
END
cat "$folder/seen"
diff "$folder/seen" - <<'END'
[network]
port = 80

# How the window looks
host = "example"
[window]
width = 3
END
