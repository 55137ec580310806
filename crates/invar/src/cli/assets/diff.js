// The page of `invar diff`: totals, a map of the functions that changed, and tables.

function draw(section, diff) {
  const totals = [["bytes", "Bytes"], ["functions", "Functions"], ["body_bytes", "Bytes of their bodies"], ["operators", "Operators"]];
  section.append(element("dl", { class: "totals" }, totals.map(([field, title]) => element("div", {},
    element("dt", { class: "dim" }, title), element("dd", {}, change(diff.before[field], diff.after[field]))))));
  const ways = [["same", "the same"], ["changed", "changed at the same size"], ["shrank", "shrank"], ["grew", "grew"],
    ["removed", "removed"], ["added", "added"]];
  section.append(element("p", {}, "Functions: ", ways.map(([field, text]) => `${number(diff.summary[field])} ${text}`).join(", "), "."));
  const matched = [["map", "by the map"], ["name", "by name"], ["export", "by export"], ["hash", "by hash"], ["call_graph", "by call graph"]];
  section.append(element("p", { class: "dim" }, "Matched: ",
    matched.map(([field, text]) => `${number(diff.matched[field])} ${text}`).join(", "), "."));

  const changed = diff.functions.filter((it) => it.after !== null);
  if (changed.length > 0) {
    treemap(part(section, "Map"), {
      label: "The functions that changed or were added, by size",
      items: changed.map((it) => ({ name: it.name, size: it.after.bytes, before: it.before && it.before.bytes, href: null })),
    });
  }
  const bytes = (it) => it && it.bytes;
  const operators = (it) => it && it.operators;
  const delta = (it, of) => (of(it.after) ?? 0) - (of(it.before) ?? 0);
  const signed = (value) => (value > 0 ? "+" : "") + (value < 0 ? "\u2212" + number(-value) : number(value));
  table(part(section, "Functions"), {
    caption: "The functions that changed",
    columns: [
      { title: "Function", value: (it) => it.name },
      { title: "Change", value: (it) => it.change },
      { title: "Matched by", value: (it) => it.matched_by && it.matched_by.replace("_", " ") },
      { title: "Bytes before", value: (it) => bytes(it.before), number: true },
      { title: "After", value: (it) => bytes(it.after), number: true },
      { title: "Change", value: (it) => delta(it, bytes), show: (it) => signed(delta(it, bytes)), number: true },
      { title: "Operators before", value: (it) => operators(it.before), number: true },
      { title: "After", value: (it) => operators(it.after), number: true },
      { title: "Change", value: (it) => delta(it, operators), show: (it) => signed(delta(it, operators)), number: true },
    ],
    rows: diff.functions,
    search: (it) => it.name,
    filters: [{
      label: "Change",
      choices: [["all", () => true], ...["changed", "shrank", "grew", "removed", "added"].map((way) => [way, (it) => it.change === way])],
    }],
  });
  const figures = (title, rows) => table(part(section, title, false), {
    caption: title,
    columns: [
      { title: "Name", value: (it) => it.name },
      { title: "Before", value: (it) => it.before, number: true },
      { title: "After", value: (it) => it.after, number: true },
      { title: "Change", value: (it) => it.after - it.before, show: (it) => percent(it.before, it.after), number: true },
    ],
    rows,
  });
  figures("Bytes of sections", diff.sections);
  figures("Operators by class", diff.operators);
  for (const [what, names] of [["Imports", diff.imports], ["Exports", diff.exports]]) {
    for (const verb of ["added", "removed"]) {
      if (names[verb].length > 0) section.append(element("p", {}, `${what} ${verb}: ${names[verb].join(", ")}`));
    }
  }
}
