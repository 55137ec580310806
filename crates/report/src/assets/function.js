// A function pass by pass: what each of them changed.

const TABS = ["code", "graph", "drawings", "remarks"];

// The element of the function of a row. `context`: { index, rows, remarks (promise) }. It has a method `show`.
async function functionPart(row, context) {
  const part = element("section", { class: "function", "aria-labelledby": "h-function" });
  const all = await context.remarks();
  const remarks = all.filter((remark) => remark.place === row.place);
  part.append(functionHead(row, context.rows));
  if (!row.shown) {
    const panel = element(
      "div",
      { class: "panel" },
      element(
        "p",
        {},
        "This page does not show it pass by pass. To see that, ask for the function: --report-func NAME.",
      ),
    );
    if (remarks.length > 0) panel.append(remarksTable(remarks));
    panel.style.gridColumn = "1 / -1";
    part.append(panel);
    return { part, show: () => {} };
  }
  const data = await unpack(`f${row.place}`);
  const view = new FunctionView(row, data, remarks, context.index.classes);
  part.append(view.timeline, view.panel, view.status);
  return { part, show: (...place) => view.show(...place) };
}

function functionHead(row, rows) {
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

class FunctionView {
  constructor(row, data, remarks, classes) {
    Object.assign(this, { row, data, remarks, classes });
    this.texts = textsOf(data.steps);
    this.step = data.steps.length - 1;
    this.tab = "code";
    this.base = "before";
    this.notes = "pass";
    this.timeline = this.makeTimeline();
    this.panel = element("div", { class: "panel" });
    // Says which step is shown to those who do not see it.
    this.status = element("p", { class: "hidden", "aria-live": "polite" });
  }

  href(step, tab) {
    return `#f${this.row.place}/${step}/${tab}`;
  }

  makeTimeline() {
    let phase = "";
    const items = this.data.steps.flatMap((step, at) => {
      const { added, removed } = at > 0 ? countChanges(this.texts[at - 1], this.texts[at]) : { added: 0, removed: 0 };
      const [from, to] = step.drawings;
      const link = element(
        "a",
        { href: this.href(at, "code"), "data-step": at, "aria-describedby": step.counters.length > 0 && `s${at}` },
        element("strong", { class: "code" }, at === 0 ? "as lifted" : step.pass),
        " ",
        at > 0 &&
          (step.edits
            ? [
                element("span", { class: "good" }, `+${added}`),
                " ",
                element("span", { class: "bad" }, `\u2212${removed}`),
              ]
            : element("span", { class: "dim" }, "(not shown)")),
        to > from && element("span", { class: "dim", title: "The pass drew something" }, ` \u25c7 ${to - from}`),
        step.counters.length > 0 && element("span", { class: "counters", id: `s${at}` }, counters(step.counters)),
      );
      const heading = step.phase && step.phase !== phase && element("li", { class: "phase" }, step.phase);
      phase = step.phase;
      return [heading, element("li", {}, link)];
    });
    const timeline = element(
      "nav",
      { class: "timeline", "aria-label": "Passes that changed the function" },
      element("ol", {}, items.filter(Boolean)),
    );
    rove(timeline, "a");
    // Going to a step by an arrow key shows it.
    timeline.addEventListener("keydown", (event) => {
      const at = document.activeElement?.dataset.step;
      if (event.key.startsWith("Arrow") || event.key === "Home" || event.key === "End")
        location.replace(this.href(at, this.tab));
    });
    return timeline;
  }

  // Shows a step and a tab; both stay as they are if not given. `block`: the block at which the code is shown.
  show(step, tab, block) {
    const last = this.data.steps.length - 1;
    const at = Number(step);
    if (step !== undefined && step !== "" && Number.isInteger(at)) this.step = Math.min(Math.max(at, 0), last);
    if (TABS.includes(tab)) this.tab = tab;
    for (const link of this.timeline.querySelectorAll("a")) {
      const current = Number(link.dataset.step) === this.step;
      link.href = this.href(link.dataset.step, this.tab);
      link.setAttribute("tabindex", current ? "0" : "-1");
      if (!current) link.removeAttribute("aria-current");
      else {
        link.setAttribute("aria-current", "step");
        this.reveal(link);
      }
    }
    const content = {
      code: () => this.code(),
      graph: () => this.graph(),
      drawings: () => this.drawings(),
      remarks: () => remarksTable(this.remarks),
    }[this.tab]();
    this.panel.replaceChildren(this.tabs(), content);
    this.status.textContent = this.step === 0 ? "As it was lifted" : `After ${this.data.steps[this.step].pass}`;
    if (block) this.find(block);
  }

  // Scrolls the timeline, and not the page, so that a step is seen.
  reveal(link) {
    const [outer, inner] = [this.timeline, link].map((it) => it.getBoundingClientRect());
    if (inner.top < outer.top) this.timeline.scrollTop += inner.top - outer.top - 8;
    else if (inner.bottom > outer.bottom) this.timeline.scrollTop += inner.bottom - outer.bottom + 8;
  }

  tabs() {
    const { steps } = this.data;
    const [from, to] = steps[this.step].drawings;
    const names = {
      code: "Code",
      graph: "Control flow",
      drawings: `Drawings (${to - from})`,
      remarks: `Remarks (${number(this.remarks.length)})`,
    };
    const go = (text, step) =>
      element(
        "button",
        {
          type: "button",
          disabled: step < 0 || step >= steps.length,
          onclick: () => location.replace(this.href(step, this.tab)),
        },
        text,
      );
    return element(
      "div",
      {},
      element(
        "div",
        { class: "bar" },
        element(
          "nav",
          { class: "tabs", "aria-label": "Views of a step" },
          TABS.map((tab) =>
            element("a", { href: this.href(this.step, tab), "aria-current": tab === this.tab && "page" }, names[tab]),
          ),
        ),
        go("\u2190 Previous pass", this.step - 1),
        go("Next pass \u2192", this.step + 1),
      ),
    );
  }

  // The step that the current one is compared with: the last one before it that is shown; nothing for the first.
  before() {
    if (this.step === 0) return null;
    const shown = this.data.steps.slice(0, this.step).findLastIndex(({ edits }) => edits);
    return this.base === "first" ? 0 : shown;
  }

  choice(name, label, options) {
    const select = element(
      "select",
      {
        onchange: () => {
          this[name] = select.value;
          this.show();
          this.panel.querySelector(`select[name=${name}]`).focus();
        },
        name,
      },
      options.map(([value, text]) => element("option", { value, selected: this[name] === value }, text)),
    );
    return element("label", {}, label, " ", select);
  }

  code() {
    const step = this.data.steps[this.step];
    const bar = element(
      "div",
      { class: "bar" },
      this.step > 0 &&
        this.choice("base", "Compare with", [
          ["before", "the step before"],
          ["first", "the function as lifted"],
        ]),
      this.choice("notes", "Remarks", [
        ["pass", "of this pass"],
        ["all", "of all passes"],
        ["none", "none"],
      ]),
    );
    if (!step.edits)
      return element(
        "div",
        {},
        bar,
        element("p", {}, "The text after this pass is not shown, since the function is large."),
      );
    const before = this.before();
    const rows =
      before === null
        ? this.texts[0].map(({ text }, at) => ({ right: text, rightAt: at, same: true }))
        : align(this.texts[before], this.texts[this.step]);
    const { notes, left } = this.place(rows);
    const from = before === 0 ? "As lifted" : `Before ${step.pass}`;
    const titles = before === null ? ["As lifted"] : [from, `After ${step.pass}`];
    return element(
      "div",
      {},
      bar,
      sides(rows, { titles, notes, sources: this.data.lines, labels: this.labels() }),
      left.length > 0 &&
        element(
          "section",
          {},
          element("h3", {}, "Remarks about the function, or about code that is no longer there"),
          element(
            "ul",
            {},
            left.map((remark) => element("li", {}, remarkLine(remark))),
          ),
        ),
    );
  }

  // The remarks that are to be shown, by the row that has their offset, and those that no row has.
  place(rows) {
    const { pass } = this.data.steps[this.step];
    const shown = this.remarks.filter(
      (remark) => this.notes === "all" || (this.notes === "pass" && remark.pass === pass),
    );
    const places = new Map();
    const enter = (text, row) => {
      const digits = /@([0-9a-f]+)\S*$/.exec(text ?? "")?.[1];
      if (digits && !places.has(digits)) places.set(digits, row);
    };
    for (const row of rows) enter(row.right, row);
    for (const row of rows) enter(row.left, row);
    const notes = new Map();
    const left = [];
    for (const remark of shown) {
      const row = remark.offset && places.get(remark.offset.toString(16));
      if (!row) left.push(remark);
      else if (notes.has(row)) notes.get(row).push(remark);
      else notes.set(row, [remark]);
    }
    return { notes, left };
  }

  // What is said at the first line of each block.
  labels() {
    const { starts, graph } = this.data.steps[this.step];
    const blocks = this.data.graphs[graph]?.blocks ?? [];
    return new Map(
      starts.map((line, at) => {
        const [name, frequency, depth] = blocks[at];
        return [
          line,
          { name, text: `\u00d7${times(frequency)}${depth > 0 ? `, in ${depth} loop${depth > 1 ? "s" : ""}` : ""}` },
        ];
      }),
    );
  }

  // Scrolls to the first line of a block.
  find(name) {
    for (const row of this.panel.querySelectorAll("tr.fold")) {
      if (row.dataset.blocks?.split(" ").includes(name)) row.querySelector("button").click();
    }
    const row = this.panel.querySelector(`tr[data-block="${CSS.escape(name)}"]`);
    row?.classList.add("found");
    row?.scrollIntoView({ block: "center" });
  }

  graph() {
    const { graphs, pictures, steps } = this.data;
    const after = graphs[steps[this.step].graph];
    if (!after) return element("p", {}, "The graph after this pass is not shown, since the function is large.");
    const before = this.before();
    const bar =
      this.step > 0 &&
      element(
        "div",
        { class: "bar" },
        this.choice("base", "Compare with", [
          ["before", "the step before"],
          ["first", "the function as lifted"],
        ]),
      );
    return element(
      "div",
      {},
      bar,
      flowGraphs(before === null ? null : graphs[steps[before].graph], after, pictures, (block) => {
        location.hash = `${this.href(this.step, "code")}/${block}`;
      }),
    );
  }

  drawings() {
    const [from, to] = this.data.steps[this.step].drawings;
    if (from === to) {
      const with_ = this.data.steps.flatMap((step, at) =>
        step.drawings[1] > step.drawings[0]
          ? [element("li", {}, element("a", { href: this.href(at, "drawings") }, step.pass || "as lifted"))]
          : [],
      );
      return element(
        "div",
        {},
        element("p", {}, "This pass drew nothing here."),
        with_.length > 0 && [element("p", {}, "These passes drew something:"), element("ul", {}, with_)],
      );
    }
    return drawingsOf(this.data.drawings.slice(from, to), this.classes);
  }
}
