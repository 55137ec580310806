// What is above a function: its sizes, what became of it, how it is shown pass by pass.

function functionHead(row, rows, index) {
  const into = rows.filter((other) => other.inlined.some(([place]) => place === row.place));
  const list = (items) => items.flatMap((item, at) => (at > 0 ? [", ", item] : [item]));
  const most = 40;
  const some = (items) =>
    items.length > most ? [...list(items.slice(0, most)), ` and ${number(items.length - most)} more`] : list(items);
  const inlined = row.inlined.map(([place, count]) =>
    element("span", {}, linkTo(rows[place]), count > 1 && ` (${number(count)} calls)`),
  );
  const fate = [
    FATES[row.fate],
    row.reason && `: ${row.reason}`,
    row.merged !== undefined && [": ", linkTo(rows[row.merged])],
  ];
  const lines = row.file === null ? null : linkToFile(row.file, index);
  return element(
    "div",
    { class: "head" },
    element(
      "h2",
      { id: "h-function" },
      element("span", { class: "code" }, row.name),
      element("span", { class: "dim" }, ` function ${row.index}`),
    ),
    element(
      "dl",
      { class: "facts" },
      fact("Bytes", change(...row.bytes)),
      fact("Operators", change(...row.operators)),
      fact("Estimated time", change(...row.time)),
      fact("Changes", number(row.changes)),
      fact("Result", fate),
      lines && fact("Source", lines),
      inlined.length > 0 && fact("Inlined into it", some(inlined)),
      into.length > 0 && fact("Inlined into", some(into.map(linkTo))),
    ),
  );
}

function remarksTable(remarks) {
  const part = element("div");
  table(part, {
    caption: "Remarks about this function",
    rows: remarks,
    search: (remark) => `${remark.what} ${remark.why} ${remark.line}`,
    filters: remarkFilters(remarks),
    columns: REMARK_COLUMNS,
  });
  return part;
}

// How a page is made that shows a function pass by pass.
function askFor(row, index, hasText) {
  const words = index.command.split(" ");
  const without = words.filter((word, at) => word !== "-o" && words[at - 1] !== "-o" && !/^--report/.test(word) && !/^--report/.test(words[at - 1]));
  const rest = without.filter((word) => word !== "report" && word !== "opt" && word !== "invar");
  const command = `invar report ${rest.join(" ")} -o report.html --report-func ${row.index}`;
  const said = element("span", { "aria-live": "polite" });
  const copy = async () => {
    await navigator.clipboard?.writeText(command);
    said.textContent = navigator.clipboard ? " copied" : "";
  };
  return element(
    "p",
    { class: "ask" },
    hasText
      ? "It is not shown pass by pass: only the functions that changed most are. For this one: "
      : "Its text has no room in this page, and it is not shown pass by pass. A page that does: ",
    element("code", {}, command),
    " ",
    element("button", { type: "button", onclick: copy }, "Copy"),
    said,
  );
}
