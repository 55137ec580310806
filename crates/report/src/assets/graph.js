// Pictures of graphs, which the page holds as SVG.

// The SVG element of a picture ({ Ok: text } or { Err: reason }) with buttons for its size, in a parent of its own.
// `label` is what it shows. `names`: (key) => what a node says, `titles`: the same with more of it. `choose`: (key, node)
// is called when one is chosen.
function picture({ Ok: text, Err: reason }, { label, names, titles = names, choose, role = "button" }) {
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
    node.prepend(drawn("title", {}, titles(key)));
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
  requestAnimationFrame(() => {
    resize(Math.max(0.6, fit()));
    const first = svg.querySelector("g.node")?.getBoundingClientRect();
    const { left, width: visible } = frame.getBoundingClientRect();
    if (first) frame.scrollLeft += first.left + first.width / 2 - left - visible / 2;
  });
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

// The classes of edges whose heads have colours of their own.
const HEADS = ["plain", "state", "redirected", "removed", "moved", "marked", "back"];

// The heads of edges, which the style sheet refers to; once for the page.
function heads() {
  const marker = (name) =>
    drawn(
      "marker",
      {
        id: `head-${name}`,
        markerUnits: "userSpaceOnUse",
        markerWidth: 9,
        markerHeight: 9,
        refX: 8,
        refY: 4.5,
        orient: "auto",
      },
      drawn("path", { d: "M0 0.5L9 4.5L0 8.5Z" }),
    );
  return drawn("svg", { class: "hidden", "aria-hidden": "true" }, drawn("defs", {}, HEADS.map(marker)));
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
  const edge = (name) => swatch(drawn("g", { class: `edge ${name}` }, drawn("path", { d: "M2 9H30" })));
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

// From 0 for a block that is hardly executed to 1 for one that is executed ten thousand times.
function heat(frequency) {
  return frequency > 0 ? Math.min(1, Math.max(0, (Math.log10(frequency) + 2) / 6)) : 0;
}

// How often a block is executed for an entry.
function times(frequency) {
  return frequency > 0 && frequency < 0.001 ? "<0.001" : number(frequency);
}

// Blocks that are executed less often than this for an entry are drawn as cold.
const COLD = 0.01;

// The control-flow graph of a step: { picture, blocks, edges }, with the frequencies, which pictures do not hold.
function flowGraph(graph, pictures, title, choose) {
  const frequencies = new Map(graph.blocks.map(([name, frequency]) => [name, frequency]));
  const names = new Map(
    graph.blocks.map(([name, frequency, depth]) => [
      name,
      `block ${name}, ${times(frequency)} times for an entry, in ${depth} ${depth === 1 ? "loop" : "loops"}`,
    ]),
  );
  const label = `Control-flow graph: ${title}`;
  const part = element(
    "div",
    {},
    element("h3", {}, title),
    element("p", { class: "dim" }, `${number(graph.blocks.length)} blocks, ${number(graph.edges)} edges`),
    picture(pictures[graph.picture], { label, names: (key) => names.get(key), choose, role: "link" }),
  );
  for (const node of part.querySelectorAll("g.block")) {
    const frequency = frequencies.get(node.dataset.key);
    node.querySelector(".more").textContent = `\u00d7${times(frequency)}`;
    if (frequency < COLD) node.classList.add("cold");
    const tint = node.querySelector("rect").cloneNode();
    tint.setAttribute("class", "heat");
    tint.setAttribute("opacity", heat(frequency).toFixed(2));
    node.querySelector("rect").after(tint);
  }
  return part;
}

// Marks the blocks and edges that only one of two graphs has.
function markChanges(before, after) {
  const [old, now] = [before, after].map(
    (part) => new Set([...part.querySelectorAll("[data-key]")].map((node) => node.dataset.key)),
  );
  // Without a picture on the other side there is nothing to compare with.
  if (old.size === 0 || now.size === 0) return;
  const mark = (part, other, name) => {
    for (const node of part.querySelectorAll("[data-key]")) {
      if (!other.has(node.dataset.key)) node.classList.add(name);
    }
  };
  mark(before, now, "removed");
  mark(after, old, "redirected");
}

// The control-flow graphs before and after a pass, or the one that both have. `choose`: (block) is called for a block.
function flowGraphs(before, after, pictures, choose) {
  const same = before && before.picture === after.picture;
  const entries = [
    { node: "heat", meaning: "tint and \u00d7: executions for an entry" },
    { node: "block header", meaning: "header of a loop, which is a dashed box" },
    { node: "block cold", meaning: "executed rarely" },
    { edge: "back", meaning: "back to the header of a loop" },
  ];
  if (!before || same) {
    const title = same ? "This pass left the control flow as it was" : "As it was lifted";
    const graph = flowGraph(after, pictures, title, choose);
    return element("div", {}, legend(entries), element("div", { class: "graphs" }, graph));
  }
  entries.push(
    { node: "removed", edge: "removed", meaning: "gone after the pass" },
    { node: "redirected", edge: "redirected", meaning: "new after the pass" },
  );
  const parts = [flowGraph(before, pictures, "Before", choose), flowGraph(after, pictures, "After", choose)];
  markChanges(...parts);
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
      const names = (key) => drawing.nodes[key][0];
      const titles = (key) => drawing.nodes[key].filter(Boolean).join("\n");
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
        picture(drawing.svg, { label: drawing.title || drawing.pass, names, titles, choose }),
        detail,
      );
    }),
  );
}
