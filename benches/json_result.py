"""Writes what a command measured in the one form that benches/make-results reads.

A result is a JSON object:

  name      of the file, without `.json`
  command   how to make it again, from the root of the repository
  commit    that was measured, with `-dirty` if there were changes
  date      of the measurement, in UTC: 2026-11-23
  settings  what else the figures depend on and no machine does: versions of peers, flags, sizes
  columns   objects with a `title`, and `digits` where cells are fractions: so many behind the point
  rows      lists of cells, one for each column: numbers, texts, or null where nothing was measured
  summary   figures that are quoted, by name: totals, means, counts

The same form is written by json_result.mjs for node and by tests/src/json_result.rs. A row is a line of
the file, so that a difference shows which rows changed. Time is linear in the size of the table; git is
asked once. Nothing here measures, and nothing says which machine it was.
"""
import datetime
import json
import os
import shlex
import subprocess
import sys

root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def command_line():
    """The command, without where its result goes and without paths of this machine."""
    words, arguments = [os.path.relpath(os.path.abspath(sys.argv[0]), root)], iter(sys.argv[1:])
    for word in arguments:
        if word in ("--json", "--invar"):
            next(arguments, None)
        elif not word.startswith(("--json=", "--invar=")):
            words.append(os.path.relpath(word, root) if os.path.isabs(word) else word)
    return " ".join(shlex.quote(word) for word in words)


def commit():
    """What was measured: INVAR_COMMIT, for a command that was built elsewhere, or what git says."""
    named = os.environ.get("INVAR_COMMIT")
    said = subprocess.run(["git", "describe", "--always", "--dirty", "--exclude=*"], cwd=root,
                          capture_output=True, text=True)
    return named or said.stdout.strip() or "unknown"


def rounded(value, digits):
    """A cell as it is written: infinite and undefined numbers are null."""
    if not isinstance(value, float):
        return value
    if value != value or abs(value) == float("inf"):
        return None
    return round(value, 6 if digits is None else digits)


def lines(opening, parts, closing):
    return opening + ",".join(f"\n    {part}" for part in parts) + ("\n  " if parts else "") + closing


def write(path, columns, rows, summary=None, settings=None):
    """Writes a result. A column is its title, or a pair of title and digits; fractions in `summary` are
    written with six digits. Raises OSError if the file cannot be written, ValueError if a row does not
    have a cell for each column."""
    columns = [column if isinstance(column, tuple) else (column, None) for column in columns]
    for row in rows:
        if len(row) != len(columns):
            raise ValueError(f"{len(row)} cells for {len(columns)} columns: {row}")
    text = lambda value: json.dumps(value, ensure_ascii=False)
    head = {"name": os.path.basename(path).removesuffix(".json"), "command": command_line(),
            "commit": commit(), "date": datetime.datetime.now(datetime.timezone.utc).date().isoformat(),
            "settings": settings or {}}
    fields = [f"{text(key)}: {text(value)}" for key, value in head.items()]
    titles = [{"title": title} | ({} if digits is None else {"digits": digits}) for title, digits in columns]
    cells = [[rounded(cell, digits) for cell, (_, digits) in zip(row, columns)] for row in rows]
    quoted = [f"{text(key)}: {text(rounded(value, None))}" for key, value in (summary or {}).items()]
    fields.append('"columns": ' + lines("[", map_text(titles), "]"))
    fields.append('"rows": ' + lines("[", map_text(cells), "]"))
    fields.append('"summary": ' + lines("{", quoted, "}"))
    with open(path, "w") as file:
        file.write("{\n  " + ",\n  ".join(fields) + "\n}\n")


def map_text(values):
    return [json.dumps(value, ensure_ascii=False) for value in values]
