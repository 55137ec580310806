"""Writes the results of a measurement in the format that benches/make-results reads.

A result is a JSON object:

  name      the name of the file, without `.json`
  command   the command that reproduces it, from the root of the repository
  commit    the commit that was measured, with `-dirty` if there were changes
  date      the date of the measurement, in UTC: 2026-11-23
  settings  other inputs of the measurement, except the machine: versions of peers, flags, sizes
  columns   objects with a `title`, and for columns of fractions `digits`, the number of decimals
  rows      lists of cells, one for each column: numbers, texts, or null if nothing was measured
  summary   figures for the documentation, by name: totals, means, counts

json_result.mjs (for node) and tests/src/json_result.rs write the same format. Each row is a line of the
file, so that a diff shows which rows changed. Linear in the size of the table. Nothing here measures, and
the machine is not recorded.
"""
import datetime
import json
import os
import shlex
import subprocess
import sys

root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def command_line():
    """The command, without `--json FILE` and without paths of this machine."""
    words, arguments = [os.path.relpath(os.path.abspath(sys.argv[0]), root)], iter(sys.argv[1:])
    for word in arguments:
        if word in ("--json", "--invar"):
            next(arguments, None)
        elif not word.startswith(("--json=", "--invar=")):
            words.append(os.path.relpath(word, root) if os.path.isabs(word) else word)
    return " ".join(shlex.quote(word) for word in words)


def commit():
    """The commit that was measured: INVAR_COMMIT, if the command was built elsewhere, else that of git."""
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
