// What differs between texts of a function.

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

// What ties two lines of different texts: the value or the label that both define, or the operator and its offset.
function subject(text) {
  return defined(text) ?? /^\s*(\S+).*(@[0-9a-f]+)\S*$/.exec(text)?.slice(1).join("") ?? null;
}

function defined(text) {
  return /^\s*(v\d+)(?::| =|,)/.exec(text)?.[1] ?? /^(b\d+)[(:]/.exec(text)?.[1];
}

function withoutOffset(text) {
  return text.replace(/\s+@[0-9a-f]+\S*$/, "");
}

// The line without its indentation and its offset.
function bare(text) {
  return withoutOffset(text).trim();
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
    if (row.same || row.left === undefined || row.right !== undefined || !defined(row.left)) continue;
    removed.set(bare(row.left), row);
  }
  for (const row of rows) {
    if (row.same || row.left !== undefined || !removed.has(bare(row.right))) continue;
    row.moved = true;
    removed.get(bare(row.right)).moved = true;
  }
}

// Longer lines are marked as a whole: the time is that of the product of their lengths.
const MOST_WORD_PAIRS = 250000;

// The words of two lines with what is only in one of them marked.
function markWords(left, right) {
  const words = (text) => text.match(/[\w.$-]+|\s+|./g) ?? [];
  const [a, b] = [words(left), words(right)];
  if (a.length * b.length > MOST_WORD_PAIRS) return [join([left], [true]), join([right], [true])];
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
