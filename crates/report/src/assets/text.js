// The text form of a function: the input beside the output, or beside the SSA form.

// So many lines of one place are compared with each other: loops that were unrolled have more.
const MOST_OF_A_PLACE = 16;

// The lines of a text, with their offsets at the end.
function textLines([text, offsets]) {
  const differences = offsets.split(" ");
  let last = 0;
  return text.split("\n").map((line, at) => {
    if (differences[at] === "-") return line;
    last += Number(differences[at]);
    return `${line}  @${last.toString(16)}`;
  });
}

// What ties a line to one of another text: the operator, and where in the input it is from.
function anchor(text) {
  const [, offset] = /@([0-9a-f]+)\S*$/.exec(text) ?? [];
  if (!offset) return null;
  return `${/^[^=]*=\s*([a-z]\S*)|^\s*(\S+)/.exec(bare(text))?.slice(1).find(Boolean)} ${offset}`;
}

// The places of lines that correspond, [left, right], in the order of both: a longest sequence of equal keys.
function corresponding(left, right, key) {
  const places = new Map();
  left.forEach((text, at) => {
    const name = key(text);
    if (name === null) return;
    if (!places.has(name)) places.set(name, []);
    if (places.get(name).length < MOST_OF_A_PLACE) places.get(name).push(at);
  });
  // The ends of the sequences of each length that end first in the left text.
  const ends = [];
  right.forEach((text, at) => {
    const of = places.get(key(text)) ?? [];
    for (const place of [...of].reverse()) {
      let [low, high] = [0, ends.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (ends[middle].place < place) low = middle + 1;
        else high = middle;
      }
      if (ends[low]?.place === place) continue;
      ends[low] = { place, at, before: ends[low - 1] };
    }
  });
  const found = [];
  for (let end = ends[ends.length - 1]; end; end = end.before) found.push([end.place, end.at]);
  return found.reverse();
}

// Rows of two texts, in which lines correspond by a key; what is between these is side by side.
function rowsBeside(left, right, key) {
  const rows = [];
  let [i, j] = [0, 0];
  for (const [to, toRight] of [...corresponding(left, right, key), [left.length, right.length]]) {
    while (i < to || j < toRight) {
      const row = { same: false };
      if (i < to) [row.left, row.leftAt] = [left[i], i++];
      if (j < toRight) [row.right, row.rightAt] = [right[j], j++];
      rows.push(row);
    }
    if (to === left.length || toRight === right.length) continue;
    rows.push({ left: left[i], leftAt: i, right: right[j], rightAt: j, same: bare(left[i]) === bare(right[j]) });
    [i, j] = [i + 1, j + 1];
  }
  return rows;
}

const NO_NOTES = { notes: new Map(), labels: new Map() };

// The text before and after; without the former, one text.
function textSides(before, after, options) {
  if (!before) return sides(after.map((text, at) => ({ right: text, rightAt: at, same: true })), { ...NO_NOTES, ...options });
  return sides(rowsBeside(before, after, anchor), { ...NO_NOTES, ...options });
}

// Two forms of one function, in which nothing is removed or added.
function besides(left, right, options) {
  const rows = rowsBeside(left, right, anchor).map((row) => ({ ...row, same: true }));
  return sides(rows, { ...NO_NOTES, ...options, plain: true });
}
