// What the pages of `invar top` and `invar diff` share: each module of the page is a section, drawn by `draw`.

const main = document.getElementById("main");

unpack("modules").then(
  (modules) => modules.forEach(({ heading, data }, at) => {
    const section = element("section", {}, heading && element("h2", {}, heading));
    main.append(section);
    draw(section, data, at);
  }),
).catch((error) => main.append(element("p", { class: "bad" }, error.message)));

// A part of a section under a title, closed at first unless `open`.
function part(parent, title, open = true) {
  const made = element("details", { open }, element("summary", {}, element("h2", { style: "display: inline" }, title)));
  parent.append(made);
  return made;
}

function share(of, whole) {
  return whole > 0 ? (100 * of / whole).toFixed(1) + "\u2009%" : "";
}
