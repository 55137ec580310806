// A table that is sorted by its heads and searched, a page of rows at a time, so that it may have many rows.
//
// `columns`: { title, value: (row) => number or text, show: (row) => what the cell holds (otherwise the value),
// number: whether values are numbers, doc: what the column holds, group: the common head of it and its neighbours,
// sum: (rows) => what its cell in the last row holds, which is there if any column has this }.
// `search`: (row) => the text that is searched; without it there is no field for it. `filters`: [{ label, choices: [[text, (row) => boolean]] }], of which the
// first choice shows all. `sort`: [column, "ascending" or "descending"] at first.
// A link in a row is reached from that of the row above or below by an arrow key.
function table(parent, options) {
  return new Table(parent, options);
}

class Table {
  constructor(parent, { caption, columns, rows, search, filters = [], sort = null, page = 100 }) {
    Object.assign(this, { columns, rows, search, filters, page });
    [this.column, this.order] = sort ?? [-1, "ascending"];
    this.first = 0;
    this.shown = rows;
    this.field = element("input", { type: "search", oninput: () => this.select() });
    this.choices = filters.map(({ choices }) =>
      element(
        "select",
        { onchange: () => this.select() },
        choices.map(([text], at) => element("option", { value: at }, text)),
      ),
    );
    this.count = element("span", { class: "dim", "aria-live": "polite" });
    this.back = element("button", { type: "button", onclick: () => this.turn(-page) }, "Previous rows");
    this.on = element("button", { type: "button", onclick: () => this.turn(page) }, "Next rows");
    this.pages = element("div", { class: "bar pages" }, this.back, this.on);
    this.heads = columns.map((column, at) => this.head(column, at));
    this.body = element("tbody", { onkeydown: walkRows });
    this.foot = columns.some(({ sum }) => sum) ? element("tfoot") : null;
    const bar = element(
      "div",
      { class: "bar", role: "search" },
      search && element("label", {}, "Search ", this.field),
      filters.map(({ label }, at) => element("label", {}, label, " ", this.choices[at])),
      this.count,
    );
    const heads = element("thead", {}, groupHeads(columns), element("tr", {}, this.heads));
    const whole = element("table", {}, element("caption", {}, caption), heads, this.body, this.foot);
    parent.append(bar, element("div", { class: "scroll" }, whole), this.pages);
    this.select();
  }

  head({ title, number, doc, group }, at) {
    const name = group && `${group} ${title}`;
    const button = element("button", { type: "button", "aria-label": name, onclick: () => this.sortBy(at) }, title);
    return element("th", { scope: "col", class: number && "number", title: doc }, button);
  }

  select() {
    const words = this.search ? this.field.value.toLowerCase().split(/\s+/).filter(Boolean) : [];
    const tests = this.choices.map((choice, at) => this.filters[at].choices[choice.value][1]);
    this.shown = this.rows.filter((row) => {
      if (!tests.every((test) => test(row))) return false;
      if (words.length === 0) return true;
      const text = this.search(row).toLowerCase();
      return words.every((word) => text.includes(word));
    });
    if (this.column >= 0) this.shown = sorted(this.shown, this.columns[this.column].value, this.order);
    this.first = 0;
    this.draw();
  }

  // Always from the order in which rows were given, so that the result does not depend on former clicks.
  sortBy(at) {
    const firstOrder = this.columns[at].number ? "descending" : "ascending";
    const other = this.order === "ascending" ? "descending" : "ascending";
    this.order = at === this.column ? other : firstOrder;
    this.column = at;
    this.select();
  }

  turn(by) {
    this.first += by;
    this.draw();
    this.body.querySelector("a")?.focus();
  }

  draw() {
    const { first, page, shown, rows } = this;
    this.heads.forEach((head, at) => {
      if (at === this.column) head.setAttribute("aria-sort", this.order);
      else head.removeAttribute("aria-sort");
    });
    const cell = (row, { value, show, number: numeric }) => {
      const content = show ? show(row) : numeric ? number(value(row)) : value(row);
      return element("td", { class: numeric && "number" }, content);
    };
    const made = shown.slice(first, first + page).map((row) =>
      element(
        "tr",
        {},
        this.columns.map((column) => cell(row, column)),
      ),
    );
    this.body.replaceChildren(...made);
    this.foot?.replaceChildren(
      element(
        "tr",
        {},
        this.columns.map(({ sum, number: numeric }, at) =>
          element(at === 0 ? "th" : "td", { scope: at === 0 && "row", class: numeric && "number" }, sum?.(shown)),
        ),
      ),
    );
    const last = Math.min(first + page, shown.length);
    const all = number(rows.length);
    const of = shown.length === rows.length ? all : `${number(shown.length)} of ${all}`;
    this.count.textContent =
      shown.length > page ? `rows ${number(first + 1)} to ${number(last)} of ${of}` : `${of} rows`;
    this.back.disabled = first === 0;
    this.on.disabled = last === shown.length;
    this.pages.hidden = shown.length <= page;
  }
}

// The row of common heads, if there are any.
function groupHeads(columns) {
  if (!columns.some(({ group }) => group)) return null;
  const cells = [];
  for (const { group } of columns) {
    const last = cells[cells.length - 1];
    if (group && last?.group === group) last.count += 1;
    else cells.push({ group, count: 1 });
  }
  return element(
    "tr",
    {},
    cells.map(({ group, count }) =>
      group ? element("th", { scope: "colgroup", colspan: count, class: "group" }, group) : element("td", {}),
    ),
  );
}

// Rows without a value are last in either order; rows of equal values stay in the order in which they were given.
function sorted(rows, value, order) {
  const sign = order === "ascending" ? 1 : -1;
  const keyed = rows.map((row) => [value(row), row]);
  keyed.sort(([a], [b]) => {
    const [none, other] = [a === null || a === undefined, b === null || b === undefined];
    if (none || other) return none - other;
    return a < b ? -sign : a > b ? sign : 0;
  });
  return keyed.map(([, row]) => row);
}

// Goes to the link of the row above or below.
function walkRows(event) {
  const step = { ArrowDown: "nextElementSibling", ArrowUp: "previousElementSibling" }[event.key];
  const next = step && event.target.closest("tr")?.[step]?.querySelector("a");
  if (!next) return;
  event.preventDefault();
  next.focus();
}
