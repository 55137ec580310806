// The first part of the report: what the bytes of the file are, and the functions that count most.

// So many functions are in each list.
const LISTED = 10;

function overviewPart(index, rows) {
  const part = element(
    "section",
    { "aria-labelledby": "h-overview" },
    element("h2", { id: "h-overview" }, "Where the bytes are"),
    index.notes.length > 0 &&
      element(
        "ul",
        { class: "notes" },
        index.notes.map((note) => element("li", {}, note)),
      ),
  );
  if (index.parts.length > 0) part.append(partsTable(index));
  part.append(
    fatesTable(rows),
    element("h2", {}, "Functions to look at"),
    element(
      "div",
      { class: "tops" },
      topList("Saved most", rows, (row) => -difference(row), (row) => signed(difference(row))),
      topList("Lost most", rows, difference, (row) => signed(difference(row))),
      topList("Largest now", rows, (row) => row.bytes[1] ?? 0, (row) => number(row.bytes[1])),
      topList("Slower, as estimated", rows, slower, (row) => percent(...row.time)),
    ),
    element(
      "p",
      {},
      element("a", { href: "#functions" }, `All ${number(rows.length)} functions`),
      ". An estimate does not know how often a function is called: ",
      element("code", {}, `invar why ${index.title} --profile FILE`),
      " names the functions that a program spends its time in.",
    ),
  );
  return part;
}

// By how many bytes a function is larger than before.
function difference(row) {
  return (row.bytes[1] ?? 0) - (row.bytes[0] ?? 0);
}

// By which part a function takes more time than before.
function slower(row) {
  return row.time[0] && row.time[1] !== null ? row.time[1] / row.time[0] - 1 : 0;
}

// A table of sums, with all of them in the last row.
function sumsTable(caption, title, rows) {
  const before = (row) => row.bytes[0];
  const after = (row) => row.bytes[1];
  const total = (get) => (of) => {
    const known = of.filter((row) => get(row) !== null);
    return known.length > 0 ? number(sum(known, get)) : "";
  };
  const by = (row) => (before(row) === null || after(row) === null ? null : after(row) - before(row));
  const part = element("div", { class: "sums" });
  table(part, {
    caption,
    rows,
    columns: [
      { title, value: (row) => row.name, sum: () => "all" },
      { title: "Before", group: "Bytes", value: before, number: true, sum: total(before) },
      { title: "After", group: "Bytes", value: after, number: true, sum: total(after) },
      {
        title: "Difference",
        group: "Bytes",
        value: by,
        number: true,
        show: (row) => element("span", { class: kind(before(row), after(row)) }, by(row) === null ? "" : signed(by(row))),
        sum: (of) => (of.every((row) => by(row) !== null) ? signed(sum(of, by)) : ""),
      },
      { title: "Before", group: "Number", value: (row) => row.count[0], number: true },
      { title: "After", group: "Number", value: (row) => row.count[1], number: true },
    ],
  });
  return part;
}

function partsTable(index) {
  const rows = index.parts.map(([name, count, bytes]) => ({ name, count, bytes }));
  return sumsTable("Parts of the file. They add up to its size.", "Part", rows);
}

function fatesTable(rows) {
  const found = new Map();
  const named = (fate) => (FATES[fate].startsWith(fate) ? FATES[fate] : `${fate}: ${FATES[fate]}`);
  for (const row of rows) {
    if (!found.has(row.fate)) found.set(row.fate, { name: named(row.fate), count: [0, 0], bytes: [0, 0] });
    const sums = found.get(row.fate);
    for (const side of [0, 1]) {
      if (row.bytes[side] === null) continue;
      sums.count[side] += 1;
      sums.bytes[side] += row.bytes[side];
    }
  }
  const order = [...found.values()].sort((a, b) => Math.max(...b.bytes) - Math.max(...a.bytes));
  return sumsTable("Function bodies by what became of them. A function that was inlined at all its calls is removed: its code is in others.", "Result", order);
}

function topList(title, rows, value, show) {
  const first = rows
    .map((row) => [value(row), row])
    .filter(([much]) => much > 0)
    .sort(([a], [b]) => b - a)
    .slice(0, LISTED);
  if (first.length === 0) return null;
  return element(
    "section",
    { "aria-label": title },
    element("h3", {}, title),
    element(
      "ol",
      {},
      first.map(([, row]) => element("li", {}, element("span", { class: "number" }, show(row)), " ", linkTo(row))),
    ),
  );
}
