// The lists of the report: functions with a map of their sizes, passes, remarks, versions.

// What is said of the fate of a function.
const FATES = {
  rewritten: "has a new body",
  kept: "the original is kept: the new body was no better",
  copied: "copied as it was",
  removed: "removed: nothing refers to it",
  merged: "merged with an equal function",
  failed: "a bug was caught: the original is kept",
};

// The functions of an index, as rows of a table.
function rowsOf({ functions: columns }) {
  const shown = new Set(columns.shown);
  return columns.index.map((index, place) => ({
    place,
    index,
    module: columns.module[place],
    name: columns.name[place],
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

// Columns of a number before and after, and of by how much it changed.
function columnsOf(title, key, doc) {
  const [before, after] = [({ [key]: pair }) => pair[0], ({ [key]: pair }) => pair[1]];
  const share = (row) => (before(row) && after(row) !== null ? after(row) / before(row) : null);
  return [
    { group: title, title: "before", value: before, number: true, doc },
    { group: title, title: "after", value: after, number: true, doc },
    {
      group: title,
      title: "change",
      value: share,
      number: true,
      doc: "Change in percent",
      show: (row) => element("span", { class: kind(before(row), after(row)) }, percent(before(row), after(row))),
    },
  ];
}

function functionsPart(index, rows) {
  const part = element(
    "section",
    { "aria-labelledby": "h-functions" },
    element("h2", { id: "h-functions" }, "Functions"),
  );
  const notes = [...index.notes];
  if (rows.some((row) => row.shown)) {
    const count = rows.reduce((sum, row) => sum + row.shown, 0);
    if (count < rows.length)
      notes.push(
        `${number(count)} ${count === 1 ? "function is" : "functions are"} shown pass by pass, marked \u25b8: those that changed most, or were asked for.`,
      );
  }
  part.append(
    element(
      "ul",
      { class: "notes" },
      notes.map((note) => element("li", {}, note)),
    ),
  );
  treemap(part, {
    label: "Functions by bytes after the optimization; colours say how they changed",
    height: 300,
    items: rows.map((row) => ({
      name: row.name,
      size: row.bytes[1] ?? 0,
      before: row.bytes[0],
      href: `#f${row.place}`,
    })),
  });
  const calls = (row) => row.inlined.reduce((sum, [, count]) => sum + count, 0);
  const fate = (name) => (row) => row.fate === name;
  const columns = [
    {
      title: "Function",
      value: (row) => row.name,
      show: (row) => [
        linkTo(row),
        row.shown && element("span", { class: "mark", title: "It is shown pass by pass" }, "\u25b8"),
      ],
    },
    { title: "Index", value: (row) => row.index, number: true, doc: "Its index in the input" },
    ...(rows.some((row) => row.module !== undefined)
      ? [{ title: "Module", value: (row) => row.module, number: true }]
      : []),
    { title: "Changes", value: (row) => row.changes, number: true, doc: "What passes counted in it" },
    ...columnsOf("Bytes", "bytes", "Bytes of the body"),
    ...columnsOf("Operators", "operators", "Operators of the body"),
    ...columnsOf("Estimated time", "time", "Estimated time of an execution"),
    { title: "Inlined calls", value: calls, number: true, doc: "Calls in it that were replaced by what they call" },
    { title: "Result", value: (row) => row.fate },
  ];
  table(part, {
    caption: "Functions of the module. A link shows what passes did to a function.",
    rows,
    search: (row) => `${row.name} ${row.index}`,
    sort: [columns.findIndex(({ title }) => title === "Changes"), "descending"],
    filters: [
      { label: "Result", choices: [["all", () => true], ...Object.keys(FATES).map((name) => [name, fate(name)])] },
      {
        label: "Passes",
        choices: [
          ["all functions", () => true],
          ["shown in detail", (row) => row.shown],
        ],
      },
    ],
    columns,
  });
  return part;
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

function versionsPart(index, rows) {
  const part = element(
    "section",
    { "aria-labelledby": "h-versions" },
    element("h2", { id: "h-versions" }, "Special versions"),
  );
  part.append(
    element(
      "p",
      {},
      "Functions that were specialized to constant values: what became of the control flow, which variables were kept in values, and where values stopped being constant.",
    ),
  );
  for (const version of index.versions) {
    part.append(
      element(
        "details",
        { open: index.versions.length < 8 },
        element(
          "summary",
          {},
          element("strong", { class: "code name" }, version.name),
          " ",
          element("span", { class: version.made ? "good" : "bad" }, version.made ? "\u2713 made" : "\u2717 not made"),
        ),
        element(
          "dl",
          { class: "facts" },
          rows[version.function] && fact("Function", linkTo(rows[version.function])),
          fact("Instructions", change(...version.insts)),
          fact("Time", `${number(version.time)} ms`),
          version.counters.map(([name, count]) => fact(name, number(count))),
        ),
        version.notes.length > 0 &&
          element(
            "table",
            {},
            element("caption", {}, "Notes of the specializer"),
            element(
              "thead",
              {},
              element(
                "tr",
                {},
                ["Where", "What", "Times"].map((head) => element("th", { scope: "col" }, head)),
              ),
            ),
            element(
              "tbody",
              {},
              version.notes.map(([offset, line, what, times]) =>
                element(
                  "tr",
                  {},
                  element("td", { class: "code" }, placeOf({ offset, line })),
                  element("td", {}, what),
                  element("td", { class: "number" }, number(times)),
                ),
              ),
            ),
          ),
        version.drawing && drawingsOf([version.drawing], index.classes),
      ),
    );
  }
  return part;
}

// A term and what is said of it, for a list of facts.
function fact(term, ...description) {
  return element("div", {}, element("dt", {}, term), element("dd", {}, description));
}
