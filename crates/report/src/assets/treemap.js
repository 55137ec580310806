// A map of sizes: each item is a rectangle of an area that is proportional to its size (squarified).
//
// `items`: { name, size, before (its size before, or null), href (where its link goes, or null), text (for people;
// otherwise name and sizes) }. `most`: that many of the largest are drawn one by one, the rest as one.
// Colours say whether an item is smaller or larger than before, or new; without `compare` they say nothing, and sizes
// stand in place of changes.
function treemap(parent, { label, items, compare = true, most = 500, width = 1200, height = 420 }) {
  const sorted = items.filter((item) => item.size > 0).sort((a, b) => b.size - a.size);
  const drawnItems = sorted.slice(0, most);
  const rest = sorted.slice(most);
  if (rest.length > 0) {
    const sum = (get) => rest.reduce((total, item) => total + (get(item) ?? 0), 0);
    const name = `${number(rest.length)} smaller ones`;
    drawnItems.push({ name, size: sum((item) => item.size), before: sum((item) => item.before), href: null });
    drawnItems.sort((a, b) => b.size - a.size);
  }
  const map = drawn("svg", { class: "map", viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": label });
  for (const { item, x, y, w, h } of squarify(drawnItems, 0, 0, width, height)) {
    const state = compare ? stateOf(item) : "same";
    const more = !compare ? number(item.size) : percent(item.before, item.size) || "new";
    const sizes = compare
      ? `${number(item.before)} \u2192 ${number(item.size)} bytes ${more}`
      : `${number(item.size)} bytes`;
    const text = item.text ?? `${item.name}: ${sizes}`;
    const room = Math.floor((w - 8) / 7);
    const name = item.name.length > room ? item.name.slice(0, Math.max(0, room - 1)) + "\u2026" : item.name;
    map.append(
      drawn(
        "a",
        { class: state, href: item.href, "aria-label": text, role: item.href ? null : "img" },
        drawn("title", {}, text),
        drawn("rect", {
          x: x.toFixed(1),
          y: y.toFixed(1),
          width: Math.max(0, w).toFixed(1),
          height: Math.max(0, h).toFixed(1),
        }),
        room >= 4 && h >= 18 && drawn("text", { x: (x + 4).toFixed(1), y: (y + 14).toFixed(1) }, name),
        room >= Math.max(4, more.length) &&
          h >= 34 &&
          drawn("text", { x: (x + 4).toFixed(1), y: (y + 29).toFixed(1) }, more),
      ),
    );
  }
  if (drawnItems.length > 0) rove(map, "a");
  parent.append(map);
  if (!compare) return;
  const swatch = (state, text) =>
    element(
      "li",
      {},
      drawn(
        "svg",
        { width: 16, height: 12, "aria-hidden": "true" },
        drawn("rect", { class: state, width: 16, height: 12 }),
      ),
      text,
    );
  parent.append(
    element(
      "ul",
      { class: "legend" },
      swatch("smaller", "smaller than before"),
      swatch("larger", "larger"),
      swatch("same", "of the same size"),
      swatch("gone", "new"),
    ),
  );
}

// The class of an item that is compared with what it was before.
function stateOf({ size, before }) {
  if (before === null) return "gone";
  return size < before ? "smaller" : size > before ? "larger" : "same";
}

// Rows of rectangles whose sides are as equal as can be: an item is added to a row as long as the worst ratio of sides
// in the row does not grow.
function squarify(items, x, y, w, h) {
  const placed = [];
  let left = items.reduce((sum, item) => sum + item.size, 0);
  let at = 0;
  while (at < items.length) {
    const scale = (w * h) / left;
    const side = Math.min(w, h);
    const worst = (sum, least, most) =>
      Math.max((side * side * most) / (sum * sum * scale), (sum * sum * scale) / (side * side * least));
    const start = at;
    let sum = items[at].size;
    at += 1;
    while (at < items.length) {
      const more = sum + items[at].size;
      if (worst(more, items[at].size, items[start].size) > worst(sum, items[at - 1].size, items[start].size)) break;
      sum = more;
      at += 1;
    }
    const thickness = (sum * scale) / side;
    let along = 0;
    for (const item of items.slice(start, at)) {
      const length = (item.size / sum) * side;
      placed.push(
        w >= h
          ? { item, x, y: y + along, w: thickness, h: length }
          : { item, x: x + along, y, w: length, h: thickness },
      );
      along += length;
    }
    if (w >= h) [x, w] = [x + thickness, w - thickness];
    else [y, h] = [y + thickness, h - thickness];
    left -= sum;
  }
  return placed;
}
