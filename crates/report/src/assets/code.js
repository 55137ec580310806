// The text of a function before and after a pass, side by side.

// So many equal lines are shown around those that differ.
const CONTEXT = 3;
// So many rows are made at once.
const MOST_ROWS = 1500;

// The table of rows of `align`. `notes`: Map from a row to remarks that are shown below it. `sources`: lines of the
// source by offset. `plain`: whether all is shown, and nothing marked. `labels`: Map from a line of the right text to { name, text } of the block that starts there.
function sides(rows, options) {
  return new Sides(rows, options).table;
}

class Sides {
  constructor(rows, { titles, notes, sources, labels, plain = false }) {
    const single = titles.length === 1;
    // Nothing is removed or added in one text, or in two forms of one.
    Object.assign(this, { notes, sources, labels, single, width: 2 * titles.length, plain: plain || single });
    this.body = element("tbody");
    this.pending = this.fold(rows);
    this.more();
    const heads = titles.map((title) => [
      element("th", { class: "at", scope: "col" }, element("span", { class: "hidden" }, "Line")),
      element("th", { scope: "col" }, title),
    ]);
    this.table = element(
      "table",
      { class: "sides code" },
      element("caption", { class: "hidden" }, titles.join(", and ")),
      element("thead", {}, element("tr", {}, heads)),
      this.body,
    );
  }

  // What makes the elements of each row, or of a stretch of equal rows.
  fold(rows) {
    const near = new Uint8Array(rows.length);
    rows.forEach((row, at) => {
      if (row.same && !this.notes.has(row) && !this.plain) return;
      near.fill(1, Math.max(0, at - CONTEXT), at + CONTEXT + 1);
    });
    const makers = [];
    for (let at = 0; at < rows.length;) {
      let end = at;
      while (end < rows.length && near[end] === near[at]) end += 1;
      const part = rows.slice(at, end);
      // A stretch as short as what says that it is folded is shown.
      if (near[at] || part.length <= 2) makers.push(...part.map((row) => () => this.lines(row)));
      else makers.push(() => [this.folded(part)]);
      at = end;
    }
    return makers;
  }

  more() {
    this.body.append(...this.pending.splice(0, MOST_ROWS).flatMap((make) => make()));
    if (this.pending.length === 0) return;
    const row = this.button(`Show ${number(this.pending.length)} more rows`, () => {
      row.remove();
      this.more();
    });
    this.body.append(row);
  }

  folded(part) {
    const blocks = part.map((row) => this.labels.get(row.rightAt)?.name).filter(Boolean);
    const some = blocks.slice(0, 3).join(", ") + (blocks.length > 3 ? ", \u2026" : "");
    const text = `\u22ef ${number(part.length)} equal lines${some && ` (${some})`}`;
    const row = this.button(text, () => row.replaceWith(...part.flatMap((it) => this.lines(it))));
    row.dataset.blocks = blocks.join(" ");
    return row;
  }

  button(text, act) {
    const button = element("button", { type: "button", onclick: act }, text);
    return element("tr", { class: "fold" }, element("td", { colspan: this.width }, button));
  }

  // A row, and the remarks about it.
  lines(row) {
    const { left, right, same, moved } = row;
    const both = !same && left !== undefined && right !== undefined;
    const texts = [left, right].map((text) => text && withoutOffset(text));
    const [leftParts, rightParts] = both ? markWords(...texts) : texts;
    const label = this.labels.get(row.rightAt);
    const made = element(
      "tr",
      { "data-block": label?.name },
      !this.single && this.side(left, leftParts, row.leftAt, same ? "" : "removed", moved),
      this.side(right, rightParts, row.rightAt, same || this.plain ? "" : "added", moved, label),
    );
    const remarks = (this.notes.get(row) ?? []).map((remark) =>
      element("tr", { class: "remark" }, element("td", { colspan: this.width }, remarkLine(remark))),
    );
    return [made, ...remarks];
  }

  side(text, parts, at, state, moved, label) {
    if (text === undefined) return [element("td", { class: "at side" }), element("td", {})];
    const offset = /@([0-9a-f]+)(\S*)$/.exec(text);
    const source = offset && this.sources[offset[1]];
    const sign = { removed: moved ? "\u21b7" : "\u2212", added: moved ? "\u21b7" : "+" }[state] ?? " ";
    const classes = [state, moved && "moved", defined(text)?.startsWith("b") && "label"].filter(Boolean).join(" ");
    const line = element(
      "td",
      { class: classes },
      element("span", { class: "sign" }, sign + " "),
      moved && element("span", { class: "hidden" }, "moved: "),
      parts,
      label && element("span", { class: "frequency" }, "  " + label.text),
      offset &&
        element("span", { class: "offset", title: "Byte offset in the input" }, `  @${offset[1]}${offset[2]}`),
      source && element("span", { class: "offset source" }, `  ${source}`),
    );
    return [element("td", { class: "at side" }, String(at + 1)), line];
  }
}

// A remark in a line.
function remarkLine(remark) {
  return [
    element(
      "strong",
      { class: remark.applied ? "good" : "bad" },
      remark.applied ? "\u2713 applied" : "\u2717 missed",
    ),
    " ",
    element("span", { class: "code" }, remark.pass),
    `: ${remark.what}`,
    remark.why && `: ${remark.why}`,
    placeOf(remark) && element("span", { class: "dim code" }, `  ${placeOf(remark)}`),
  ];
}
