// A table that is sorted by its heads and searched, a page of rows at a time, so that it may have many rows.
//
// `columns`: { title, value: (row) => number or text, show: (row) => what the cell holds (otherwise the value),
// number: whether values are numbers, doc: what the column holds }. `search`: (row) => the text that is searched;
// without it there is no field for it. `filters`: [{ label, choices: [[text, (row) => boolean]] }], of which the
// first choice shows all. `sort`: [column, "ascending" or "descending"] at first.
// A link in a row is reached from that of the row above or below by an arrow key.
function table(parent, { caption, columns, rows, search, filters = [], sort = null, page = 100, query = "" }) {
  let [column, order] = sort ?? [-1, "ascending"];
  let first = 0;
  let shown = rows;

  const field = element("input", { type: "search", value: query, oninput: () => select() });
  const choices = filters.map(({ choices }) =>
    element("select", { onchange: () => select() }, choices.map(([text], at) => element("option", { value: at }, text))));
  const count = element("span", { class: "dim", "aria-live": "polite" });
  const back = element("button", { type: "button", onclick: () => turn(-page) }, "Previous rows");
  const on = element("button", { type: "button", onclick: () => turn(page) }, "Next rows");
  const heads = columns.map(({ title, number, doc }, at) =>
    element("th", { scope: "col", class: number && "number", title: doc },
      element("button", { type: "button", onclick: () => sortBy(at) }, title)));
  const body = element("tbody", { onkeydown: walk });

  parent.append(
    element("div", { class: "bar", role: "search" },
      search && element("label", {}, "Search ", field),
      filters.map(({ label }, at) => element("label", {}, label, " ", choices[at])), count),
    element("div", { class: "scroll" },
      element("table", {}, element("caption", {}, caption), element("thead", {}, element("tr", {}, heads)), body)),
    element("div", { class: "bar pages" }, back, on));
  select();

  function select() {
    const words = search ? field.value.toLowerCase().split(/\s+/).filter(Boolean) : [];
    const tests = choices.map((choice, at) => filters[at].choices[choice.value][1]);
    shown = rows.filter((row) => {
      if (!tests.every((test) => test(row))) return false;
      if (words.length === 0) return true;
      const text = search(row).toLowerCase();
      return words.every((word) => text.includes(word));
    });
    arrange();
  }

  // Rows without a value are last in either order; rows of equal values stay in the order in which they were given.
  function arrange() {
    if (column >= 0) {
      const sign = order === "ascending" ? 1 : -1;
      const { value } = columns[column];
      const keyed = shown.map((row) => [value(row), row]);
      keyed.sort(([a], [b]) => {
        const [none, other] = [a === null || a === undefined, b === null || b === undefined];
        if (none || other) return none - other;
        return a < b ? -sign : a > b ? sign : 0;
      });
      shown = keyed.map(([, row]) => row);
    }
    first = 0;
    draw();
  }

  function sortBy(at) {
    const same = at === column;
    order = same ? (order === "ascending" ? "descending" : "ascending") : columns[at].number ? "descending" : "ascending";
    column = at;
    // From the order in which rows were given, so that the result does not depend on former clicks.
    select();
  }

  function turn(by) {
    first += by;
    draw();
    body.querySelector("a")?.focus();
  }

  function draw() {
    heads.forEach((head, at) => {
      if (at === column) head.setAttribute("aria-sort", order);
      else head.removeAttribute("aria-sort");
    });
    body.replaceChildren(...shown.slice(first, first + page).map((row) =>
      element("tr", {}, columns.map(({ value, show, number: numeric }) => {
        const content = show ? show(row) : numeric ? number(value(row)) : value(row);
        return element("td", { class: numeric && "number" }, content);
      }))));
    const last = Math.min(first + page, shown.length);
    const of = shown.length === rows.length ? number(rows.length) : `${number(shown.length)} of ${number(rows.length)}`;
    count.textContent = shown.length > page ? `rows ${number(first + 1)} to ${number(last)} of ${of}` : `${of} rows`;
    back.disabled = first === 0;
    on.disabled = last === shown.length;
    back.parentElement.hidden = shown.length <= page;
  }

  function walk(event) {
    const step = { ArrowDown: "nextElementSibling", ArrowUp: "previousElementSibling" }[event.key];
    const next = step && event.target.closest("tr")?.[step]?.querySelector("a");
    if (!next) return;
    event.preventDefault();
    next.focus();
  }
}
