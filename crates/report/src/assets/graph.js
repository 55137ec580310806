// Pictures of graphs, which the page holds as SVG.

// The SVG element of a picture ({ Ok: text } or { Err: reason }) with buttons for its size, in a parent of its own.
// `label` is what it shows. `names`: (key) => what a node says, `choose`: (key, node) is called when one is chosen.
function picture({ Ok: text, Err: reason }, { label, names, choose, role = "button" }) {
  if (text === undefined) return element("p", {}, `Not drawn: ${reason}.`);
  const template = document.createElement("template");
  template.innerHTML = text;
  const svg = template.content.firstElementChild;
  svg.setAttribute("aria-label", label);
  // Chromium takes it for something that is scrolled, and stops at it.
  svg.setAttribute("tabindex", "-1");
  const [width, height] = ["width", "height"].map((name) => Number(svg.getAttribute(name)));
  const frame = element("div", { class: "picture", tabindex: "0", role: "region", "aria-label": label }, svg);
  let scale = 1;
  const resize = (to) => {
    scale = Math.min(3, Math.max(0.1, to));
    svg.setAttribute("width", width * scale);
    svg.setAttribute("height", height * scale);
  };
  const fit = () => Math.min(1, (frame.clientWidth || 900) / width);
  for (const node of svg.querySelectorAll("g[data-key]:not(.edge)")) {
    const { key } = node.dataset;
    node.setAttribute("role", role);
    node.setAttribute("aria-label", names(key));
    node.addEventListener("click", (event) => {
      event.stopPropagation();
      choose(key, node);
    });
    node.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      choose(key, node);
    });
  }
  if (svg.querySelector("g[data-key]:not(.edge)")) rove(svg, "g[data-key]:not(.edge)");
  // Its width is known once it is in the page. A text too small to be read is scrolled instead.
  requestAnimationFrame(() => resize(Math.max(0.6, fit())));
  const button = (text, name, act) =>
    element("button", { type: "button", "aria-label": name, title: name, onclick: act }, text);
  return element(
    "div",
    {},
    element(
      "div",
      { class: "bar" },
      button("\u2212", "Smaller", () => resize(scale / 1.25)),
      button("+", "Larger", () => resize(scale * 1.25)),
      button("1:1", "Original size", () => resize(1)),
      button("Fit", "Fit the width", () => resize(fit())),
    ),
    frame,
  );
}

// The legend of classes. `entries`: { node: class or nothing, edge: class or nothing, meaning }.
function legend(entries) {
  const swatch = (shape) => drawn("svg", { width: 32, height: 18, "aria-hidden": "true" }, shape);
  const node = (name) =>
    swatch(
      drawn(
        "g",
        { class: `node ${name}` },
        drawn("rect", { class: name === "heat" && name, x: 2, y: 2, width: 26, height: 14, rx: 3 }),
      ),
    );
  const edge = (name) =>
    swatch(
      drawn(
        "g",
        { class: `edge ${name}` },
        drawn("path", { d: "M2 9H24" }),
        drawn("path", { class: "head", d: "M30 9L22 5L22 13Z" }),
      ),
    );
  return element(
    "ul",
    { class: "legend", "aria-label": "Legend" },
    entries.map((entry) =>
      element(
        "li",
        {},
        entry.node !== undefined && node(entry.node),
        entry.edge !== undefined && edge(entry.edge),
        entry.meaning,
      ),
    ),
  );
}

// The control-flow graphs before and after a pass, or the one that both have. `choose`: (block) is called for a block.
function flowGraphs(before, after, choose) {
  const one = !before || before === after;
  const graphs = one ? [after] : [before, after];
  const titles = one
    ? [before ? "This pass left the control flow as it was." : "As it was lifted"]
    : ["Before", "After"];
  const parts = graphs.map((graph, at) => {
    const blocks = new Map(
      graph.blocks.map(([name, frequency, depth]) => [
        name,
        `block ${name}, ${number(frequency)} times for an entry, in ${depth} loops`,
      ]),
    );
    const part = element(
      "div",
      {},
      element("h3", {}, titles[at]),
      element("p", { class: "dim" }, `${number(graph.blocks.length)} blocks, ${number(graph.edges)} edges`),
      picture(graph.svg, {
        label: `Control-flow graph: ${titles[at]}`,
        names: (key) => blocks.get(key),
        choose,
        role: "link",
      }),
    );
    return part;
  });
  if (!one) {
    const keys = parts.map(
      (part) => new Set([...part.querySelectorAll("[data-key]")].map((node) => node.dataset.key)),
    );
    parts.forEach((part, at) => {
      // Without a picture on the other side there is nothing to compare with.
      if (keys[1 - at].size === 0) return;
      for (const node of part.querySelectorAll("[data-key]")) {
        if (!keys[1 - at].has(node.dataset.key)) node.classList.add(at === 0 ? "removed" : "redirected");
      }
    });
  }
  const entries = [
    { node: "heat", meaning: "tint and \u00d7: executions for an entry" },
    { node: "block header", meaning: "header of a loop, which is a dashed box" },
    { node: "block cold", meaning: "executed rarely" },
    { edge: "back", meaning: "back to the header of a loop" },
  ];
  if (!one)
    entries.push(
      { node: "removed", edge: "removed", meaning: "gone after the pass" },
      { node: "redirected", edge: "redirected", meaning: "new after the pass" },
    );
  return element("div", {}, legend(entries), element("div", { class: "graphs" }, parts));
}

// What passes drew in a step: region graphs, regions of ownership.
function drawingsOf(drawings, classes) {
  return element(
    "div",
    {},
    drawings.map((drawing) => {
      const detail = element(
        "div",
        { class: "detail", "aria-live": "polite" },
        element("span", { class: "dim" }, "Choose a node to read more about it."),
      );
      const choose = (key, node) => {
        const [label, text] = drawing.nodes[key];
        node.closest("svg").querySelector(".chosen")?.classList.remove("chosen");
        node.classList.add("chosen");
        detail.replaceChildren(element("strong", { class: "code" }, label), text ? element("pre", {}, text) : "");
      };
      const [nodes, edges] = drawing.classes.map((places) => new Set(places));
      const entries = classes
        .map(([name, meaning], at) => ({
          node: nodes.has(at) ? name : undefined,
          edge: edges.has(at) ? name : undefined,
          meaning,
        }))
        .filter(({ node, edge }) => node !== undefined || edge !== undefined);
      return element(
        "section",
        { class: "drawing" },
        element("h3", {}, drawing.title || drawing.pass),
        legend(entries),
        picture(drawing.svg, { label: drawing.title || drawing.pass, names: (key) => drawing.nodes[key][0], choose }),
        detail,
      );
    }),
  );
}
