// Source files: the bytes of code that each line makes.

// So many lines are shown around those that code is from.
const AROUND = 4;

function linkToFile(file, index) {
  return element("a", { href: `#s${file}`, class: "name code", title: index.files[file][0] }, index.short[file]);
}

function filesPart(index, rows) {
  const part = element("section", { "aria-labelledby": "h-files" }, element("h2", { id: "h-files" }, "Source files"));
  const counts = index.files.map(() => 0);
  for (const row of rows) if (row.file !== null) counts[row.file] += 1;
  const files = index.files.map(([name, hasText, before, after], at) => ({
    at, name, hasText, bytes: [before, after], short: index.short[at], count: counts[at],
  }));
  const total = (get) => (of) => number(sum(of, get));
  const by = ({ bytes }) => bytes[1] - bytes[0];
  table(part, {
    caption: "Code counts for the file that it was written in, inlined code too. Code of which no line is known is not here.",
    rows: files.filter(({ bytes }) => bytes[0] + bytes[1] > 0),
    search: ({ name }) => name,
    sort: [3, "descending"],
    columns: [
      {
        title: "File",
        value: ({ short }) => short,
        show: ({ at }) => linkToFile(at, index),
        sum: () => "all",
      },
      { title: "Functions", value: ({ count }) => count, number: true, doc: "Functions most of whose code is from it" },
      { title: "Before", group: "Bytes", value: ({ bytes }) => bytes[0], number: true, sum: total(({ bytes }) => bytes[0]) },
      { title: "After", group: "Bytes", value: ({ bytes }) => bytes[1], number: true, sum: total(({ bytes }) => bytes[1]) },
      {
        title: "Difference",
        group: "Bytes",
        value: by,
        number: true,
        show: (file) => element("span", { class: kind(...file.bytes) }, signed(by(file))),
        sum: (of) => signed(sum(of, by)),
      },
    ],
  });
  return part;
}

// A file, with the functions most of whose code is from it.
async function filePart(at, index, rows) {
  const [name, , before, after] = index.files[at];
  const { text, lines } = await unpack(`source${at}`);
  const part = element(
    "section",
    { "aria-labelledby": "h-file" },
    element("h2", { id: "h-file" }, element("span", { class: "code" }, name)),
    element("dl", { class: "facts" }, fact("Bytes of code", change(before, after))),
    element("div", { class: "bar" }, element("a", { href: "#files" }, "\u2190 All files")),
  );
  const functions = rows.filter((row) => row.file === at);
  if (functions.length > 0) {
    const list = element("details", {}, element("summary", {}, `Functions of this file (${number(functions.length)})`));
    functionsTable(list, functions);
    part.append(list);
  }
  part.append(listing(text, lines, `Lines of ${name}`));
  return part;
}

// The source of a function, file by file. `source`: [file, line, bytes before, bytes after].
function sourceOfFunction(source, index) {
  const part = element("div", { class: "sources" });
  const found = new Map();
  for (const [file, ...line] of source) {
    if (!found.has(file)) found.set(file, []);
    found.get(file).push(line);
  }
  const bytes = (lines) => sum(lines, ([, before, after]) => before + after);
  const order = [...found].sort(([, a], [, b]) => bytes(b) - bytes(a));
  order.forEach(([file, lines], at) => {
    const [before, after] = [sum(lines, (line) => line[1]), sum(lines, (line) => line[2])];
    const body = element("div");
    const details = element(
      "details",
      { open: at === 0 },
      element("summary", {}, linkToFile(file, index), " ", change(before, after), " bytes of this function"),
      body,
    );
    let filled = false;
    const fill = async () => {
      if (!details.open || filled) return;
      filled = true;
      const { text } = await unpack(`source${file}`);
      body.append(listing(text, lines, `Lines of ${index.files[file][0]}`));
    };
    details.addEventListener("toggle", fill);
    fill();
    part.append(details);
  });
  return part;
}

// Lines with the bytes of their code. Without the text of the file, the lines that code is from.
function listing(text, lines, caption) {
  const known = new Map(lines.map(([line, ...bytes]) => [line, bytes]));
  const most = Math.max(1, ...lines.map(([, before, after]) => Math.max(before, after)));
  const all = text?.split(/\r?\n/);
  const last = all ? all.length : 0;
  const shown = new Set();
  for (const [line] of lines) {
    if (!all) shown.add(line);
    else for (let at = Math.max(1, line - AROUND); at <= Math.min(last, line + AROUND); at += 1) shown.add(at);
  }
  const row = (line) => {
    const [before, after] = known.get(line) ?? [];
    const bar = after !== undefined && element("span", { class: "heat", style: `width: ${((100 * after) / most).toFixed(1)}%` });
    return element(
      "tr",
      { class: before === undefined && "dim" },
      element("td", { class: "number" }, number(line)),
      element("td", { class: "number" }, before === undefined ? "" : number(before)),
      element("td", { class: "number after" }, bar, element("span", {}, after === undefined ? "" : number(after))),
      all && element("td", { class: "line" }, all[line - 1]),
    );
  };
  const body = element("tbody");
  let next = 1;
  for (const line of [...shown].sort((a, b) => a - b)) {
    if (all && line > next) body.append(gap(next, line, row));
    body.append(row(line));
    next = line + 1;
  }
  if (all && next <= last) body.append(gap(next, last + 1, row));
  const heads = ["Line", "Bytes before", "Bytes after", all && "Source"].filter(Boolean);
  return element(
    "div",
    { class: "scroll" },
    !all && element("p", { class: "dim" }, "The debug information does not hold the text of this file."),
    element(
      "table",
      { class: "listing code" },
      element("caption", { class: "hidden" }, caption),
      element("thead", {}, element("tr", {}, heads.map((head) => element("th", { scope: "col" }, head)))),
      body,
    ),
  );
}

// Lines that no code is from, folded.
function gap(from, to, row) {
  const open = () => {
    const made = [];
    for (let line = from; line < to; line += 1) made.push(row(line));
    folded.replaceWith(...made);
  };
  const button = element("button", { type: "button", onclick: open }, `\u22ef ${number(to - from)} lines without code`);
  const folded = element("tr", { class: "fold" }, element("td", { colspan: 4 }, button));
  return folded;
}
