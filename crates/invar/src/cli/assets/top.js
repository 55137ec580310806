// The page of `invar top`: a map of the items of a module, tables of them, and what retains each.

function draw(section, top, at) {
  const byId = new Map(top.items.map((item) => [item.id, item]));
  const below = new Map();
  for (const item of top.items) {
    if (item.dominator === null) continue;
    if (!below.has(item.dominator)) below.set(item.dominator, []);
    below.get(item.dominator).push(item);
  }
  const link = (item) => element("a", { href: `#${at}-${item.id}` }, item.name);
  const text = (item) => `${item.kind} ${item.name}: ${number(item.bytes)} bytes, ${share(item.bytes, top.bytes)}`;

  section.append(element("p", {}, number(top.bytes), " bytes. An item ", element("em", {}, "retains"),
    " what the module would not need without it: what exports, the start function, and imported memories and tables \
reach only through that item."));
  treemap(part(section, "Map"), {
    label: "The items of the module by size",
    items: top.items.map((item) => ({ name: item.name, size: item.bytes, href: `#${at}-${item.id}`, text: text(item) })),
    compare: false,
  });

  const detail = element("div", { "aria-live": "polite" });
  section.append(detail);
  const items = (parent, rows, caption, sort) => table(parent, {
    caption,
    columns: [
      { title: "Item", value: (item) => item.name, show: link },
      { title: "Kind", value: (item) => item.kind },
      { title: "Index", value: (item) => item.index, number: true },
      { title: "Offset", value: (item) => item.offset, show: (item) => "0x" + item.offset.toString(16), number: true },
      { title: "Bytes", value: (item) => item.bytes, number: true },
      { title: "Share", value: (item) => item.bytes, show: (item) => share(item.bytes, top.bytes), number: true },
      { title: "Retained", value: (item) => item.retained, number: true },
      { title: "Share", value: (item) => item.retained, show: (item) => share(item.retained, top.bytes), number: true },
    ],
    rows,
    search: (item) => `${item.name} ${item.kind}`,
    filters: [{ label: "Kind", choices: [["all", () => true], ...top.kinds.map(({ name }) => [name, (item) => item.kind === name])] }],
    sort,
  });
  items(part(section, "Items"), top.items, "What takes the bytes", [4, "descending"]);
  items(part(section, "Exports", false), top.items.filter((item) => item.kind === "export"),
    "What only one export needs is what that export retains", [6, "descending"]);
  const garbage = top.items.filter((item) => !item.kept);
  if (garbage.length > 0) items(part(section, "Garbage", false), garbage, "What nothing needs", [4, "descending"]);
  const groups = (title, rows) => table(part(section, title, false), {
    caption: title,
    columns: [
      { title: "Name", value: (group) => group.name },
      { title: "Items", value: (group) => group.count, number: true },
      { title: "Bytes", value: (group) => group.bytes, number: true },
      { title: "Share", value: (group) => group.bytes, show: (group) => share(group.bytes, top.bytes), number: true },
    ],
    rows,
    sort: [2, "descending"],
  });
  groups("Kinds of items", top.kinds);
  groups("Functions by namespace", top.namespaces);

  // What retains the item of the address, and what that retains in turn.
  function show() {
    const [module, id] = location.hash.slice(1).split("-").map(Number);
    const item = module === at ? byId.get(id) : undefined;
    detail.replaceChildren();
    if (!item) return;
    const chain = [];
    for (let up = byId.get(item.dominator); up; up = byId.get(up.dominator)) chain.unshift(up);
    detail.append(element("h2", { tabindex: -1 }, item.name), element("p", {}, text(item),
      item.kept ? `; retains ${number(item.retained)} bytes` : "; nothing needs it"));
    if (chain.length > 0) {
      detail.append(element("p", {}, "Retained by ", chain.map((up, n) => [n > 0 && " \u2192 ", link(up)])));
    }
    const children = below.get(item.id) ?? [];
    if (children.length > 0) items(detail, children, "What it retains directly", [6, "descending"]);
    detail.firstChild.focus();
  }
  addEventListener("hashchange", show);
  show();
}
