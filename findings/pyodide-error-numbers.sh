#!/usr/bin/env bash
# pyodide 314.0.7, CPython 3.14.2 as WebAssembly, in node: errors made from the numbers of Linux, as tests with fakes often do.
# Guess: Emscripten follows Linux, so 2 is "no such file" and 28 is "no space left".
# Behaviour: the numbers are those of WASI. 2 is a permission error, 13 an aborted connection, and 28
# an invalid argument. The names in `errno` are right.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund pyodide@314.0.7

cat >run.mjs <<'END'
import { loadPyodide } from "pyodide";
const python = await loadPyodide({ stdout: console.log });
python.runPython(`
import errno, os
for number in 2, 13, 17, 28:
    print(number, type(OSError(number, "text")).__name__, os.strerror(number))
print(errno.ENOENT, errno.EACCES, errno.EEXIST, errno.ENOSPC)
`);
END
node run.mjs >seen
cat seen
diff seen - <<'END'
2 PermissionError Permission denied
13 ConnectionAbortedError Connection aborted
17 OSError Destination address required
28 OSError Invalid argument
44 2 20 51
END
