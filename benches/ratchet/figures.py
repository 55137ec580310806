"""The file of figures that benches/ratchet/run holds: its format, reading, writing and comparing.

  # A comment before the first section stays.
  [levels] 0.5%                                       a section, and how much worse a figure may get
  columns: module measure | input= O1 O3              words that name a row | its figures
  gemm.O3 operators | 1200 1100 1000
  sort.O0 bytes | 900 800 790   # O3: why this figure was accepted although it is worse

A figure may not get greater. The title of a column says otherwise with its last character: `=` says what identifies
the input, which may not change at all, `+` that a figure may not get less. `-` stands for a figure that does not exist.

`compare` is linear in the rows. The test `ratchet` of crate filetests reads the same format
(crates/filetests/src/ratchet.rs).
"""
import re


class Section:
    """Rows by their key: the words that name a row, joined by a blank."""

    def __init__(self, name, keys, columns, allowed=0.005):
        self.name, self.keys, self.columns, self.allowed = name, keys, columns, allowed
        self.rows, self.reasons = {}, {}


class Malformed(Exception):
    """The file is not in the format."""


def number(word):
    if word == "-":
        return None
    return int(word) if re.fullmatch(r"-?\d+", word) else float(word)


def parse(text):
    """The comment at the start, and the sections by name."""
    head, sections, section = [], {}, None
    for at, line in enumerate(text.splitlines(), 1):
        if match := re.fullmatch(r"\[([\w-]+)\] ([\d.]+)%", line):
            section = sections[match[1]] = Section(match[1], [], [], float(match[2]) / 100)
        elif section is None:
            head.append(line)
        elif line.startswith("columns: "):
            keys, _, columns = line.removeprefix("columns: ").partition(" | ")
            section.keys, section.columns = keys.split(), columns.split()
        elif line.strip():
            row, _, reason = line.partition(" # ")
            key, bar, cells = row.partition(" | ")
            values = [number(word) for word in cells.split()]
            if not bar or len(values) != len(section.columns) or key in section.rows:
                raise Malformed(f"line {at}: no row of [{section.name}], or one that is there already: {line}")
            section.rows[key.strip()] = values
            if reason:
                section.reasons[key.strip()] = reason.strip()
    return "\n".join(head).strip(), sections


def format_section(section):
    """A section as text, with aligned columns."""
    cell = lambda value: "-" if value is None else str(value)
    table = [[key, *map(cell, values)] for key, values in section.rows.items()]
    widths = [max((len(row[at]) for row in table), default=0) for at in range(len(section.columns) + 1)]
    lines = [f"[{section.name}] {section.allowed * 100:g}%",
             f"columns: {' '.join(section.keys)} | {' '.join(section.columns)}"]
    for row in table:
        cells = " ".join(text.rjust(width) for text, width in zip(row[1:], widths[1:]))
        reason = section.reasons.get(row[0])
        lines.append(f"{row[0].ljust(widths[0])} | {cells}" + (f"   # {reason}" if reason else ""))
    return "\n".join(lines)


def format_file(head, sections):
    return "\n\n".join([head, *map(format_section, sections.values())]) + "\n"


def judge(title, allowed, held, now):
    """How a figure compares with the one that is held: `same`, `better`, `worse` or `other input`."""
    if held == now:
        return "same"
    if title.endswith("="):
        return "other input"
    if held is None:
        return "better"
    if now is None:
        return "worse"
    gain = now - held if title.endswith("+") else held - now
    if gain > 0:
        return "better"
    return "worse" if -gain > allowed * abs(held) + 1e-9 else "same"


def compare(held, now):
    """Compares a section that was measured with the one that is held. Gives (verdict, row, column, held, now) for each
    figure that is not the same: also `new` and `gone`, for whole rows."""
    if held.columns != now.columns or held.keys != now.keys:
        raise Malformed(f"[{held.name}] has columns {held.keys} {held.columns}, and {now.keys} {now.columns} were measured")
    for key, values in now.rows.items():
        if key not in held.rows:
            yield "new", key, None, None, None
            continue
        for title, before, after in zip(held.columns, held.rows[key], values):
            verdict = judge(title, held.allowed, before, after)
            if verdict != "same":
                yield verdict, key, title, before, after
    for key in held.rows.keys() - now.rows.keys():
        yield "gone", key, None, None, None
