// Groups of functions: by crate or package, namespace, source file.

// Ways to group the functions: key, name, and the group of a row. Only those that make several groups.
function groupings(index, rows) {
  const all = [
    ["package", "crate or package", (row) => row.package],
    ["namespace", "namespace", (row) => row.namespace],
    ["file", "source file", (row) => index.short[row.file] ?? ""],
    ["module", "module", (row) => (row.module === undefined ? "" : `module ${row.module}`)],
  ];
  return all.filter(([, , of]) => new Set(rows.map(of)).size > 1);
}

// Paths without the folders that all of them are in.
function shortNames(names) {
  const parts = names.map((name) => name.split(/[/\\]/));
  let common = 0;
  while (parts.length > 1 && parts.every((it) => it.length > common + 1 && it[common] === parts[0][common])) common += 1;
  return parts.map((it) => it.slice(common).join("/"));
}

const NO_GROUP = { package: "no crate or package", namespace: "no namespace", file: "no line is known" };

function groupName(key, name) {
  return name || NO_GROUP[key] || "-";
}

// The address of the functions of a group.
function groupHref(key, name) {
  return `#functions/${key}/${encodeURIComponent(encodeURIComponent(name))}`;
}

function groupsTable(parent, key, title, rows, of) {
  const found = new Map();
  for (const row of rows) {
    const name = of(row);
    if (!found.has(name)) found.set(name, { name, count: 0, bytes: [0, 0] });
    const group = found.get(name);
    group.count += 1;
    group.bytes[0] += row.bytes[0] ?? 0;
    group.bytes[1] += row.bytes[1] ?? 0;
  }
  const total = (get) => (groups) => number(sum(groups, get));
  const by = ({ bytes }) => bytes[1] - bytes[0];
  table(parent, {
    caption: `Functions by ${title}`,
    rows: [...found.values()],
    search: (group) => group.name,
    page: 20,
    sort: [3, "descending"],
    columns: [
      {
        title: title[0].toUpperCase() + title.slice(1),
        value: (group) => group.name,
        show: (group) => element("a", { href: groupHref(key, group.name), class: "name" }, groupName(key, group.name)),
        sum: () => "all",
      },
      { title: "Functions", value: (group) => group.count, number: true, sum: total((group) => group.count) },
      { title: "Before", group: "Bytes", value: (group) => group.bytes[0], number: true, sum: total((group) => group.bytes[0]) },
      { title: "After", group: "Bytes", value: (group) => group.bytes[1], number: true, sum: total((group) => group.bytes[1]) },
      {
        title: "Difference",
        group: "Bytes",
        value: by,
        number: true,
        show: (group) => element("span", { class: kind(...group.bytes) }, signed(by(group))),
        sum: (groups) => signed(sum(groups, by)),
      },
    ],
  });
}
