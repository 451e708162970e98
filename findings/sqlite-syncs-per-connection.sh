#!/usr/bin/env bash
# SQLite syncs more often with a write-ahead log than with a rollback journal, if each transaction has its own connection.
#
# Guess:  the write-ahead log needs one sync per transaction, the journal three, so the log is cheaper in every case.
# Seen:   closing the last connection copies the log into the file and deletes it: four syncs instead of three.
# With:   SQLite 3.54.1 in apsw 3.54.1.0, synchronous=FULL, on 2026-11-29.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet --disable-pip-version-check apsw==3.54.1.0
seen=$("$folder/venv/bin/python" - <<'PYTHON'
import tempfile

import apsw

syncs = 0


class CountingFile(apsw.VFSFile):
    def xSync(self, flags):
        global syncs
        syncs += 1
        return super().xSync(flags)


class CountingVFS(apsw.VFS):
    def xOpen(self, name, flags):
        return CountingFile("", name, flags)


vfs = CountingVFS("counting", "")


def opened(path, mode):
    connection = apsw.Connection(path, vfs="counting")
    for statement in (f"pragma journal_mode={mode}", "pragma synchronous=full", "create table if not exists t (x)"):
        connection.execute(statement).fetchall()
    return connection


for mode in ("wal", "delete"):
    for reopens in (False, True):
        path = tempfile.mkdtemp() + "/file"
        connection = opened(path, mode)
        if reopens:
            connection.close()
        syncs = 0
        for number in range(20):
            if reopens:
                connection = opened(path, mode)
            connection.execute("insert into t values (?)", (number,))
            if reopens:
                connection.close()
        print(mode, "a connection per transaction" if reopens else "one connection", syncs / 20)
PYTHON
)
expected='wal one connection 1.0
wal a connection per transaction 4.0
delete one connection 3.0
delete a connection per transaction 3.0'
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo "This has changed; expected:" "$expected" >&2; exit 1; }
