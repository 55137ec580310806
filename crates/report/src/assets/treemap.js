// A map of sizes: each item is a rectangle of an area that is proportional to its size (squarified).
//
// `items`: { name, size, before (its size before, or null), href (where its link goes, or null), text (for people;
// otherwise name and sizes), group }. `most`: that many of the largest are drawn one by one, the rest as one.
// `groups`: Map of { name, href } by the `group` of items: each is a rectangle around its items, and the rest of it is one.
// Colours say whether an item is smaller or larger than before, or new; without `compare` they say nothing, and sizes
// stand in place of changes.
function treemap(parent, { label, items, groups = null, compare = true, most = 500, width = 1200, height = 420 }) {
  const sorted = items.filter((item) => item.size > 0).sort((a, b) => b.size - a.size);
  const map = drawn("svg", { class: "map", viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": label });
  const whole = { x: 0, y: 0, w: width, h: height };
  const rest = (all, href) => ({
    name: `${number(all.length)} smaller ones`,
    size: sum(all, (item) => item.size),
    before: sum(all, (item) => item.before ?? 0),
    href,
  });
  const draw = (all, { x, y, w, h }) => {
    all.sort((a, b) => b.size - a.size);
    for (const place of squarify(all, x, y, w, h)) map.append(drawItem(place, compare));
  };
  if (!groups) {
    const tail = sorted.slice(most);
    draw(tail.length > 0 ? [...sorted.slice(0, most), rest(tail, null)] : sorted, whole);
  } else {
    const largest = new Set(sorted.slice(0, most));
    for (const { item, ...place } of squarify(grouped(sorted, items, groups), 0, 0, width, height)) {
      const all = item.items.filter((of) => largest.has(of));
      const tail = item.items.filter((of) => !largest.has(of));
      if (tail.length > 0) all.push(rest(tail, item.href));
      const head = place.w > 60 && place.h > 40 ? 18 : 0;
      if (head > 0) map.append(drawHead(item, place, head, compare));
      draw(all, { x: place.x, y: place.y + head, w: place.w, h: place.h - head });
      map.append(drawn("rect", { class: "frame", ...sides4(place) }));
    }
  }
  if (sorted.length > 0) rove(map, "a");
  parent.append(map);
  if (compare) parent.append(mapLegend());
}

function sum(all, get) {
  return all.reduce((total, item) => total + get(item), 0);
}

// The groups of the items that are left, the largest first; what is gone counts before.
function grouped(left, all, groups) {
  const found = new Map();
  for (const item of left) {
    if (!found.has(item.group)) found.set(item.group, { ...groups.get(item.group), size: 0, before: 0, items: [] });
    const group = found.get(item.group);
    group.items.push(item);
    group.size += item.size;
  }
  for (const { group, before } of all) if (found.has(group)) found.get(group).before += before ?? 0;
  return [...found.values()].sort((a, b) => b.size - a.size);
}

function sides4({ x, y, w, h }) {
  return {
    x: x.toFixed(1),
    y: y.toFixed(1),
    width: Math.max(0, w).toFixed(1),
    height: Math.max(0, h).toFixed(1),
  };
}

// As much of a name as has room.
function fitting(name, room) {
  return name.length > room ? name.slice(0, Math.max(0, room - 1)) + "\u2026" : name;
}

function sizesOf(item, compare) {
  if (!compare) return [`${number(item.size)} bytes`, number(item.size)];
  const more = percent(item.before, item.size) || "new";
  return [`${number(item.before)} \u2192 ${number(item.size)} bytes ${more}`, more];
}

// The head of a group's rectangle.
function drawHead(group, { x, y, w }, height, compare) {
  const [sizes, more] = sizesOf(group, compare);
  const text = `${group.name}: ${sizes}`;
  return drawn(
    "a",
    { class: "group", href: group.href, "aria-label": text, role: group.href ? null : "img" },
    drawn("title", {}, text),
    drawn("rect", sides4({ x, y, w, h: height })),
    drawn("text", { x: (x + 4).toFixed(1), y: (y + 13).toFixed(1) }, fitting(`${group.name} ${more}`, Math.floor((w - 8) / 7))),
  );
}

function drawItem({ item, x, y, w, h }, compare) {
  const [sizes, more] = sizesOf(item, compare);
  const text = item.text ?? `${item.name}: ${sizes}`;
  const room = Math.floor((w - 8) / 7);
  return drawn(
    "a",
    { class: compare ? stateOf(item) : "same", href: item.href, "aria-label": text, role: item.href ? null : "img" },
    drawn("title", {}, text),
    drawn("rect", sides4({ x, y, w, h })),
    room >= 4 && h >= 18 && drawn("text", { x: (x + 4).toFixed(1), y: (y + 14).toFixed(1) }, fitting(item.name, room)),
    room >= Math.max(4, more.length) &&
      h >= 34 &&
      drawn("text", { x: (x + 4).toFixed(1), y: (y + 29).toFixed(1) }, more),
  );
}

function mapLegend() {
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
  return element(
    "ul",
    { class: "legend" },
    swatch("smaller", "smaller than before"),
    swatch("larger", "larger"),
    swatch("same", "of the same size"),
    swatch("gone", "new"),
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
