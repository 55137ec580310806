// The lists of the report: functions with a map of their sizes, passes, remarks.

// What is said of the fate of a function.
const FATES = {
  rewritten: "has a new body",
  kept: "the original is kept: the new body was no better",
  copied: "copied as it was",
  removed: "removed: nothing refers to it",
  merged: "merged with an equal function",
  failed: "a bug was caught: the original is kept",
  added: "is in the output only",
};

// The functions of an index, as rows of a table.
function rowsOf({ functions: columns }) {
  const shown = new Set(columns.shown);
  return columns.index.map((index, place) => ({
    place,
    index,
    module: columns.module[place],
    name: columns.name[place],
    package: columns.groups[columns.package[place]],
    namespace: columns.groups[columns.namespace[place]],
    file: columns.file[place] ?? null,
    bytes: [columns.bytes.before[place], columns.bytes.after[place]],
    operators: [columns.operators.before[place], columns.operators.after[place]],
    time: [columns.time.before[place], columns.time.after[place]],
    changes: columns.changes[place],
    fate: columns.fate[place],
    reason: columns.reason[place],
    merged: columns.merged[place],
    inlined: columns.inlined[place] ?? [],
    shown: shown.has(place),
  }));
}

function linkTo(row) {
  return element("a", { href: `#f${row.place}`, class: "name code" }, row.name);
}

// Columns of a number before and after, and of by how much it changed: the difference, or in percent.
function columnsOf(title, key, doc, differs = false) {
  const [before, after] = [({ [key]: pair }) => pair[0], ({ [key]: pair }) => pair[1]];
  const share = (row) => (before(row) && after(row) !== null ? after(row) / before(row) : null);
  const by = (row) => (after(row) ?? 0) - (before(row) ?? 0);
  const total = (get) => (rows) => number(sum(rows, (row) => get(row) ?? 0));
  const classed = (row, text) => element("span", { class: kind(before(row) ?? 0, after(row) ?? 0) }, text);
  const change = differs
    ? {
        title: "difference",
        value: by,
        doc: "After minus before: what is saved is below zero",
        show: (row) => classed(row, signed(by(row))),
        sum: (rows) => signed(sum(rows, by)),
      }
    : { title: "change", value: share, doc: "Change in percent", show: (row) => classed(row, percent(before(row), after(row))) };
  return [
    { group: title, title: "before", value: before, number: true, doc, sum: differs ? total(before) : undefined },
    { group: title, title: "after", value: after, number: true, doc, sum: differs ? total(after) : undefined },
    { group: title, number: true, ...change },
  ];
}

// The part of the functions. It has a method `show`: a group of functions may be asked for by a way to group, and a name.
function functionsPart(index, rows) {
  const part = element("section", { "aria-labelledby": "h-functions" });
  const ways = groupings(index, rows);
  let way = ways[0]?.[0];
  let state = null;
  const draw = (chosen) => {
    const shown = chosen ? rows.filter((row) => chosen.of(row) === chosen.name) : rows;
    const select = element(
      "select",
      {
        onchange: () => {
          way = select.value;
          draw(null);
          part.querySelector("select").focus();
        },
      },
      [...ways, ["", "nothing"]].map(([it, title]) => element("option", { value: it, selected: it === way }, title)),
    );
    part.replaceChildren(
      element(
        "h2",
        { id: "h-functions" },
        "Functions",
        chosen && [" of ", element("span", { class: "code" }, groupName(chosen.key, chosen.name))],
      ),
      element(
        "div",
        { class: "bar" },
        ways.length > 0 && !chosen && element("label", {}, "Group by ", select),
        chosen && element("a", { href: "#functions" }, "\u2190 All functions"),
      ),
    );
    const grouping = chosen ? undefined : ways.find(([it]) => it === way);
    functionsMap(part, shown, grouping);
    if (grouping) {
      const groups = element("details", { open: true }, element("summary", {}, `Groups by ${grouping[1]}`));
      groupsTable(groups, grouping[0], grouping[1], shown, grouping[2]);
      part.append(groups);
    }
    functionsTable(part, shown);
  };
  const show = (key, name) => {
    const asked = ways.find(([it]) => it === key);
    const chosen = asked && name !== undefined ? { key, name, of: asked[2] } : null;
    if (asked) way = key;
    // What is shown already stays as it was left.
    const next = JSON.stringify(chosen);
    if (next !== state) draw(chosen);
    state = next;
  };
  return { part, show };
}

function functionsMap(part, rows, grouping) {
  const [key, , of] = grouping ?? [];
  const groups = grouping && new Map(rows.map(of).map((name) => [name, { name: groupName(key, name), href: groupHref(key, name) }]));
  treemap(part, {
    label: "Functions by bytes after the optimization; colours say how they changed",
    height: grouping ? 420 : 300,
    groups,
    items: rows.map((row) => ({
      name: row.name,
      size: row.bytes[1] ?? 0,
      before: row.bytes[0],
      href: `#f${row.place}`,
      group: of?.(row),
    })),
  });
}

function functionsTable(part, rows) {
  const calls = (row) => sum(row.inlined, ([, count]) => count);
  const fate = (name) => (row) => row.fate === name;
  const columns = [
    {
      title: "Function",
      value: (row) => row.name,
      show: (row) => [
        linkTo(row),
        row.shown && element("span", { class: "mark", title: "It is shown pass by pass" }, "\u25b8"),
      ],
      sum: (of) => `all ${number(of.length)}`,
    },
    ...columnsOf("Bytes", "bytes", "Bytes of the body", true),
    ...columnsOf("Estimated time", "time", "Estimated time of an execution"),
    { title: "Result", value: (row) => row.fate, show: (row) => element("span", { title: FATES[row.fate] }, row.fate) },
    ...columnsOf("Operators", "operators", "Operators of the body", true),
    { title: "Inlined calls", value: calls, number: true, doc: "Calls in it that were replaced by what they call" },
    { title: "Changes", value: (row) => row.changes, number: true, doc: "What passes counted in it" },
    { title: "Index", value: (row) => row.index, number: true, doc: "Its index in the input" },
    ...(rows.some((row) => row.module !== undefined)
      ? [{ title: "Module", value: (row) => row.module, number: true }]
      : []),
  ];
  const shown = sum(rows, (row) => row.shown);
  table(part, {
    caption: [
      "A link shows the text of a function before and after, and its source lines. ",
      shown > 0 && `${number(shown)} of them, marked \u25b8, are shown pass by pass.`,
    ],
    rows,
    search: (row) => `${row.name} ${row.index}`,
    sort: [columns.findIndex(({ title }) => title === "difference"), "ascending"],
    filters: [
      { label: "Result", choices: [["all", () => true], ...Object.keys(FATES).map((name) => [name, fate(name)])] },
      {
        label: "Passes",
        choices: [
          ["all functions", () => true],
          ["shown pass by pass", (row) => row.shown],
        ],
      },
    ],
    columns,
  });
}

function counters(list) {
  return list.filter(([, count]) => count > 0).map(([name, count]) => `${name} ${number(count)}`).join(", ");
}

function passesPart(index) {
  const part = element("section", { "aria-labelledby": "h-passes" }, element("h2", { id: "h-passes" }, "Passes"));
  table(part, {
    caption: "What each pass did in the whole module. Times are sums over threads.",
    rows: index.passes,
    search: (pass) => `${pass.name} ${pass.doc} ${counters(pass.counters)}`,
    columns: [
      { title: "Pass", value: (pass) => pass.name, show: (pass) => element("span", { class: "code" }, pass.name) },
      { title: "Runs", value: (pass) => pass.runs, number: true },
      { title: "Time in ms", value: (pass) => pass.time, number: true },
      { title: "Counters", value: (pass) => counters(pass.counters) },
      { title: "What it does", value: (pass) => pass.doc },
    ],
  });
  return part;
}

// The remarks of an unpacked element, in their order.
function remarksOf(columns) {
  const text = (name, at) => columns.texts[columns[name][at]];
  return columns.function.map((place, at) => ({
    place,
    pass: text("pass", at),
    applied: columns.applied[at] === 1,
    offset: columns.offset[at],
    line: text("line", at),
    what: text("what", at),
    why: text("why", at),
  }));
}

// Where a remark is about, for people.
function placeOf(remark) {
  const offset = remark.offset ? `0x${remark.offset.toString(16)}` : "";
  return [remark.line, offset].filter(Boolean).join(" ");
}

const REMARK_COLUMNS = [
  {
    title: "Pass",
    value: (remark) => remark.pass,
    show: (remark) => element("span", { class: "code" }, remark.pass),
  },
  {
    title: "Done",
    value: (remark) => (remark.applied ? "applied" : "missed"),
    show: (remark) =>
      element(
        "span",
        { class: remark.applied ? "good" : "bad" },
        remark.applied ? "\u2713 applied" : "\u2717 missed",
      ),
  },
  {
    title: "Where",
    value: (remark) => remark.offset,
    show: (remark) => element("span", { class: "code" }, placeOf(remark)),
  },
  { title: "What", value: (remark) => remark.what },
  { title: "Why", value: (remark) => remark.why },
];

// Filters of a table of remarks.
function remarkFilters(remarks) {
  const passes = [...new Set(remarks.map((remark) => remark.pass))].sort();
  return [
    {
      label: "Pass",
      choices: [["all", () => true], ...passes.map((pass) => [pass, (remark) => remark.pass === pass])],
    },
    {
      label: "Done",
      choices: [
        ["all", () => true],
        ["applied", (remark) => remark.applied],
        ["missed", (remark) => !remark.applied],
      ],
    },
  ];
}

function remarksPart(index, rows, remarks) {
  const part = element("section", { "aria-labelledby": "h-remarks" }, element("h2", { id: "h-remarks" }, "Remarks"));
  if (remarks.length < index.remarks) {
    part.append(
      element(
        "p",
        {},
        `${number(remarks.length)} of ${number(index.remarks)} remarks are in this page: those about functions that are shown in detail, then what was applied.`,
      ),
    );
  }
  table(part, {
    caption: "What passes did, or could have done and did not, and why.",
    rows: remarks,
    search: (remark) => `${rows[remark.place]?.name} ${remark.what} ${remark.why} ${remark.line}`,
    filters: remarkFilters(remarks),
    columns: [
      { title: "Function", value: (remark) => rows[remark.place].name, show: (remark) => linkTo(rows[remark.place]) },
      ...REMARK_COLUMNS,
    ],
  });
  return part;
}

// A term and what is said of it, for a list of facts.
function fact(term, ...description) {
  return element("div", {}, element("dt", {}, term), element("dd", {}, description));
}
