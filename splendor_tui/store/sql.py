"""The SQL of the store. Migrations and pragmas are in `database`."""
# ruff: noqa: S608 - assembled from constants only; all other values are bound to question marks

from typing import Final

_GAME: Final = "games.id, header, options, imported, started, result, finished"
_ENTRY: Final = "number, stored, body"
_PROGRESS: Final = "subject, item, state, at"

SELECT_GAME: Final = f"SELECT {_GAME} FROM games WHERE id = ?"
SELECT_GAME_EXISTS: Final = "SELECT 1 FROM games WHERE id = ?"
SELECT_FINISHED: Final = f"""
    SELECT {_GAME} FROM games LEFT JOIN recency ON game = id
    WHERE result IS NOT NULL AND imported <= ? ORDER BY place, games.rowid"""
SELECT_SUMMARIES: Final = f"""
    SELECT {_GAME}, {_ENTRY} FROM games
    LEFT JOIN recency ON recency.game = id
    LEFT JOIN entries ON entries.game = id AND number = (SELECT max(number) FROM entries WHERE game = id)
    WHERE {{}} ORDER BY place DESC, games.rowid DESC"""
ALL: Final = "true"
UNFINISHED: Final = "result IS NULL AND imported = 0"
IN_SERIES: Final = "games.id = ? OR options LIKE ?"
LATEST: Final = """games.id IN (
    SELECT game FROM recency JOIN games AS one ON one.id = game
    WHERE one.imported <= ? AND (one.result IS NOT NULL OR NOT ?) ORDER BY place DESC LIMIT ?)"""
LATEST_WITH_GOAL: Final = """games.id IN (
    SELECT id FROM (
        SELECT one.id, one.options FROM recency JOIN games AS one ON one.id = game
        WHERE one.imported = 0 ORDER BY place DESC LIMIT ?)
    WHERE options LIKE '%"series":"%' AND options NOT LIKE '%"series":"open"%')"""
"""Conditions of `SELECT_SUMMARIES`."""
SELECT_RECENCY: Final = "SELECT game FROM recency ORDER BY place"
SELECT_FORFEITED: Final = """SELECT 1 FROM entries WHERE game = ? AND body LIKE '%"forfeit"%' LIMIT 1"""
SELECT_GAMES_AFTER: Final = f"SELECT rowid, {_GAME} FROM games NOT INDEXED WHERE rowid > ? ORDER BY rowid"
SELECT_BY_HEADER: Final = "SELECT id FROM games WHERE header = ?"
SELECT_JOURNAL: Final = f"SELECT {_ENTRY} FROM entries WHERE game = ? ORDER BY number"
SELECT_ENTRY: Final = f"SELECT {_ENTRY} FROM entries WHERE game = ? AND number = ?"
SELECT_CLOCK: Final = "SELECT number, reading FROM clocks WHERE game = ?"
SELECT_REVIEW: Final = "SELECT ply, judgement FROM reviews WHERE game = ?"
SELECT_PROGRESS: Final = f"SELECT {_PROGRESS} FROM progress WHERE subject = ? ORDER BY item"
SELECT_ALL_PROGRESS: Final = "SELECT * FROM progress"  # without the last column in older versions
SELECT_REVISION: Final = "SELECT coalesce(max(revision), 0) FROM progress"

INSERT_GAME: Final = f"INSERT INTO games ({_GAME.replace('games.', '')}) VALUES (?, ?, ?, ?, ?, ?, ?)"
INSERT_ENTRY: Final = f"INSERT INTO entries (game, {_ENTRY}) VALUES (?, ?, ?, ?)"
REPLACE_CLOCK: Final = "INSERT OR REPLACE INTO clocks (game, number, reading) VALUES (?, ?, ?)"
REPLACE_JUDGEMENT: Final = "INSERT OR REPLACE INTO reviews (game, ply, judgement) VALUES (?, ?, ?)"
REPLACE_PROGRESS: Final = f"INSERT OR REPLACE INTO progress ({_PROGRESS}, revision) VALUES (?, ?, ?, ?, ?)"
MERGE_PROGRESS: Final = f"""
    INSERT INTO progress ({_PROGRESS}, revision) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET state = excluded.state, at = excluded.at, revision = excluded.revision
    WHERE excluded.revision > progress.revision"""
MAKE_LATEST: Final = """
    INSERT OR REPLACE INTO recency (game)
    SELECT id FROM games WHERE id = ? AND id IS NOT (SELECT game FROM recency ORDER BY place DESC LIMIT 1)"""
DELETE_PROGRESS: Final = "DELETE FROM progress WHERE subject = ? AND item = ?"
UPDATE_OPTIONS: Final = "UPDATE games SET options = ? WHERE id = ?"
UPDATE_RESULT: Final = "UPDATE games SET result = ?, finished = ? WHERE id = ?"
DELETE_GAME: Final = "DELETE FROM games WHERE id = ?"
DELETE_ENTRIES_FROM: Final = "DELETE FROM entries WHERE game = ? AND number >= ?"
DELETE_CLOCK: Final = "DELETE FROM clocks WHERE game = ?"
