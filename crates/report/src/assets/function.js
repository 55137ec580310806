// A function pass by pass: what each of them changed.

// The views, and those that show a step.
const OF_STEP = ["code", "graph", "drawings"];
const TABS = ["code", "text", "source", "graph", "drawings", "remarks"];

// The element of the function of a row. `context`: { index, rows, remarks (promise), text (promise by place) }. It has a
// method `show`.
async function functionPart(row, context) {
  const part = element("section", { class: "function", "aria-labelledby": "h-function" });
  const [all, text] = await Promise.all([context.remarks(), context.text(row.place)]);
  const remarks = all.filter((remark) => remark.place === row.place);
  const data = row.shown ? await unpack(`f${row.place}`) : null;
  part.append(functionHead(row, context.rows, context.index));
  if (!data) {
    if (row.fate !== "added") part.querySelector(".head").append(askFor(row, context.index, text !== null));
  }
  const view = new FunctionView(row, data, text, remarks, context.index);
  part.append(...[view.timeline, view.panel, view.status].filter(Boolean));
  return { part, show: (...place) => view.show(...place) };
}

class FunctionView {
  // `data`: what passes did, and `text`: its text; null if the page does not have it.
  constructor(row, data, text, remarks, index) {
    Object.assign(this, { row, data, text, remarks, index });
    const has = { code: data, text, source: text?.source.length > 0, graph: data, drawings: data, remarks: true };
    this.known = TABS.filter((tab) => has[tab]);
    this.texts = data ? textsOf(data.steps) : [];
    this.step = data ? data.steps.length - 1 : 0;
    this.tab = this.known[0];
    this.base = "before";
    this.notes = "pass";
    this.beside = "after";
    this.timeline = data && this.makeTimeline();
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
    const last = this.data ? this.data.steps.length - 1 : 0;
    const at = Number(step);
    if (step !== undefined && step !== "" && Number.isInteger(at)) this.step = Math.min(Math.max(at, 0), last);
    if (this.known.includes(tab)) this.tab = tab;
    for (const link of this.timeline?.querySelectorAll("a") ?? []) {
      const current = Number(link.dataset.step) === this.step;
      link.href = this.href(link.dataset.step, this.tab);
      link.setAttribute("tabindex", current ? "0" : "-1");
      if (!current) link.removeAttribute("aria-current");
      else {
        link.setAttribute("aria-current", "step");
        this.reveal(link);
      }
    }
    // Which step is shown says nothing where the other views are.
    if (this.timeline) this.timeline.hidden = !OF_STEP.includes(this.tab);
    this.panel.parentElement?.classList.toggle("whole", !this.timeline || this.timeline.hidden);
    const content = {
      code: () => this.code(),
      text: () => this.textForm(),
      source: () => sourceOfFunction(this.text.source, this.index),
      graph: () => this.graph(),
      drawings: () => this.drawings(),
      remarks: () => remarksTable(this.remarks),
    }[this.tab]();
    this.panel.replaceChildren(this.tabs(), content);
    if (this.data)
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
    const steps = this.data?.steps ?? [];
    const [from, to] = steps[this.step]?.drawings ?? [0, 0];
    const names = {
      code: "Passes, in SSA form",
      text: "Text",
      source: "Source",
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
    const isOfStep = OF_STEP.includes(this.tab);
    return element(
      "div",
      { class: "bar" },
      element(
        "nav",
        { class: "tabs", "aria-label": "Views of the function" },
        this.known.map((tab) =>
          element("a", { href: this.href(this.step, tab), "aria-current": tab === this.tab && "page" }, names[tab]),
        ),
      ),
      isOfStep && [go("\u2190 Previous pass", this.step - 1), go("Next pass \u2192", this.step + 1)],
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

  // The text form: the input beside the output, or one of them beside the SSA form.
  textForm() {
    const { before, after, lines } = this.text;
    const sources = { ...lines, ...this.data?.lines };
    const texts = { before: before && textLines(before), after: after && textLines(after) };
    const choices = [
      before && after && ["after", "input and output"],
      after && this.data && ["ssa", "output and SSA form"],
      before && this.data && ["lifted", "input and SSA form"],
    ].filter(Boolean);
    if (!choices.some(([value]) => value === this.beside)) this.beside = choices[0]?.[0];
    const ssa = (at) => this.texts[at].map(({ text }) => text);
    const shown = {
      after: () => textSides(texts.before, texts.after, { titles: ["Input", "Output"], sources }),
      ssa: () => besides(texts.after, ssa(this.texts.length - 1), { titles: ["Output", "SSA form after all passes"], sources }),
      lifted: () => besides(texts.before, ssa(0), { titles: ["Input", "SSA form, as lifted"], sources }),
    }[this.beside];
    const one = () =>
      textSides(null, texts.before ?? texts.after, { titles: [before ? "Input" : "Output"], sources });
    return element(
      "div",
      {},
      choices.length > 1 && element("div", { class: "bar" }, this.choice("beside", "Show", choices)),
      (shown ?? one)(),
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
    return drawingsOf(this.data.drawings.slice(from, to), this.index.classes);
  }
}
