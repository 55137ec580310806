// The text of a function before and after a pass, side by side.

// The texts after each step, by lines: { id, text }. A line keeps its id as long as it stays in the text. Where a
// text is not shown, the one before it stands.
function textsOf(steps) {
  let next = 0;
  let lines = [];
  return steps.map(({ edits }) => {
    if (!edits) return lines;
    const made = [];
    let at = 0;
    for (const edit of edits) {
      if (Array.isArray(edit)) made.push(...edit.map((text) => ({ id: next++, text })));
      else if (edit < 0) at -= edit;
      else {
        for (let count = 0; count < edit; count += 1) made.push(lines[at + count]);
        at += edit;
      }
    }
    lines = made;
    return lines;
  });
}

// How many lines were added and removed between two texts.
function countChanges(before, after) {
  const [old, now] = [new Set(before.map(({ id }) => id)), new Set(after.map(({ id }) => id))];
  const missing = (lines, from) => lines.reduce((sum, { id }) => sum + !from.has(id), 0);
  return { added: missing(after, old), removed: missing(before, now) };
}

// What ties two lines of different texts: the value or the label that both define.
function subject(text) {
  return /^\s*(v\d+)(?::| =|,)/.exec(text)?.[1] ?? /^(b\d+)[(:]/.exec(text)?.[1] ?? null;
}

// The line without its indentation and its offset.
function bare(text) {
  return text.replace(/\s+@[0-9a-f]+\S*$/, "").trim();
}

// Rows { left, right, leftAt, rightAt, same }: lines that correspond are in one row.
function align(before, after) {
  const kept = new Set(after.map(({ id }) => id));
  const known = new Set(before.map(({ id }) => id));
  const rows = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const [from, to] = [i, j];
    while (i < before.length && !kept.has(before[i].id)) i += 1;
    while (j < after.length && !known.has(after[j].id)) j += 1;
    pair(rows, before, from, i, after, to, j);
    while (i < before.length && j < after.length && before[i].id === after[j].id) {
      rows.push({ left: before[i].text, right: after[j].text, leftAt: i, rightAt: j, same: true });
      i += 1;
      j += 1;
    }
  }
  markMoved(rows);
  return rows;
}

// Rows of removed lines and of added ones: those with the same subject are in one row, in their order.
function pair(rows, before, from, fromEnd, after, to, toEnd) {
  let j = to;
  const left = (i) => ({ left: before[i].text, leftAt: i });
  const right = (at) => ({ right: after[at].text, rightAt: at });
  for (let i = from; i < fromEnd; i += 1) {
    const name = subject(before[i].text);
    let at = j;
    while (at < toEnd && (name === null || subject(after[at].text) !== name)) at += 1;
    if (at === toEnd) {
      rows.push(left(i));
      continue;
    }
    for (; j < at; j += 1) rows.push(right(j));
    rows.push({ ...left(i), ...right(j) });
    j += 1;
  }
  for (; j < toEnd; j += 1) rows.push(right(j));
}

// Marks lines that were removed here and added, as they are, elsewhere.
function markMoved(rows) {
  const removed = new Map();
  for (const row of rows) {
    if (row.same || row.left === undefined || row.right !== undefined || !subject(row.left)) continue;
    removed.set(bare(row.left), row);
  }
  for (const row of rows) {
    if (row.same || row.left !== undefined || !removed.has(bare(row.right))) continue;
    row.moved = true;
    removed.get(bare(row.right)).moved = true;
  }
}

// The words of two lines with what is only in one of them marked.
function markWords(left, right) {
  const words = (text) => text.match(/[\w.$-]+|\s+|./g) ?? [];
  const [a, b] = [words(left), words(right)];
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      lengths[i][j] = a[i] === b[j] ? lengths[i + 1][j + 1] + 1 : Math.max(lengths[i + 1][j], lengths[i][j + 1]);
    }
  }
  const [marksA, marksB] = [a.map(() => true), b.map(() => true)];
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) marksA[i++] = marksB[j++] = false;
    else if (lengths[i + 1][j] >= lengths[i][j + 1]) i += 1;
    else j += 1;
  }
  return [join(a, marksA), join(b, marksB)];
}

// Words, with runs of marked ones in `mark` elements.
function join(words, marks) {
  const parts = [];
  for (let at = 0; at < words.length;) {
    let end = at;
    while (end < words.length && marks[end] === marks[at]) end += 1;
    const text = words.slice(at, end).join("");
    parts.push(marks[at] && text.trim() ? element("mark", {}, text) : text);
    at = end;
  }
  return parts;
}

const CONTEXT = 3;
const MOST_ROWS = 1500;

// The table of rows of `align`. `notes`: Map from a row to remarks that are shown below it. `sources`: lines of the
// source by offset. `labels`: Map from a line of the right text to { name, text } of the block that starts there.
function sides(rows, { titles, notes, sources, labels }) {
  const single = titles.length === 1;
  const body = element("tbody");
  const near = new Uint8Array(rows.length);
  rows.forEach((row, at) => {
    if (row.same && !notes.has(row) && !single) return;
    near.fill(1, Math.max(0, at - CONTEXT), at + CONTEXT + 1);
  });
  const pending = [];
  for (let at = 0; at < rows.length;) {
    let end = at;
    while (end < rows.length && near[end] === near[at]) end += 1;
    const part = rows.slice(at, end);
    // A stretch as short as what says that it is folded is shown.
    if (near[at] || part.length <= 2) pending.push(...part.map((row) => () => lines(row)));
    else pending.push(() => [fold(part)]);
    at = end;
  }
  more();
  return element("table", { class: "sides code" },
    element("caption", { class: "hidden" }, titles.join(", and ")),
    element("thead", {}, element("tr", {}, titles.map((title) => [
      element("th", { class: "at", scope: "col" }, element("span", { class: "hidden" }, "Line")),
      element("th", { scope: "col" }, title)]))),
    body);

  function more() {
    body.append(...pending.splice(0, MOST_ROWS).flatMap((make) => make()));
    if (pending.length > 0) body.append(button(`Show ${number(pending.length)} more rows`, (row) => { row.remove(); more(); }));
  }

  function fold(part) {
    const labelled = part.map((row) => labels.get(row.rightAt)?.name).filter(Boolean);
    const blocks = labelled.length > 0 ? ` (${labelled.slice(0, 3).join(", ")}${labelled.length > 3 ? ", \u2026" : ""})` : "";
    const made = button(`\u22ef ${number(part.length)} equal lines${blocks}`, (row) => {
      const shown = part.flatMap(lines);
      row.replaceWith(...shown);
    });
    made.dataset.blocks = labelled.join(" ");
    return made;
  }

  function button(text, act) {
    const row = element("tr", { class: "fold" }, element("td", { colspan: 2 * titles.length },
      element("button", { type: "button", onclick: () => act(row) }, text)));
    return row;
  }

  function lines(row) {
    let [left, right] = [row.left, row.right];
    const both = !row.same && left !== undefined && right !== undefined;
    const [leftParts, rightParts] = both ? markWords(trimmed(left), trimmed(right)) : [left && trimmed(left), right && trimmed(right)];
    const label = labels.get(row.rightAt);
    const made = element("tr", { "data-block": label?.name },
      !single && side(left, leftParts, row.leftAt, row.same ? "" : "removed", row.moved),
      side(right, rightParts, row.rightAt, row.same || single ? "" : "added", row.moved, label));
    return [made, ...(notes.get(row) ?? []).map((remark) =>
      element("tr", { class: "remark" }, element("td", { colspan: 2 * titles.length }, remarkLine(remark))))];
  }

  function trimmed(text) {
    return text.replace(/\s+@[0-9a-f]+\S*$/, "");
  }

  function side(text, parts, at, state, moved, label) {
    if (text === undefined) return [element("td", { class: "at side" }), element("td", {})];
    const offset = /@([0-9a-f]+)(\S*)$/.exec(text);
    const sign = { removed: moved ? "\u21b7" : "\u2212", added: moved ? "\u21b7" : "+" }[state] ?? " ";
    const source = offset && sources[offset[1]];
    return [
      element("td", { class: "at side" }, String(at + 1)),
      element("td", { class: [state, moved && "moved", subject(text)?.startsWith("b") && "label"].filter(Boolean).join(" ") },
        element("span", { class: "sign" }, sign + " "), moved && element("span", { class: "hidden" }, "moved: "), parts,
        label && element("span", { class: "frequency" }, "  " + label.text),
        offset && element("span", { class: "offset", title: "Byte offset in the input" }, `  @${offset[1]}${offset[2]}`),
        source && element("span", { class: "offset source" }, `  ${source}`)),
    ];
  }
}

// A remark in a line.
function remarkLine(remark) {
  return [
    element("strong", { class: remark.applied ? "good" : "bad" }, remark.applied ? "\u2713 applied" : "\u2717 missed"),
    " ", element("span", { class: "code" }, remark.pass), `: ${remark.what}`, remark.why && `: ${remark.why}`,
    placeOf(remark) && element("span", { class: "dim code" }, `  ${placeOf(remark)}`),
  ];
}
