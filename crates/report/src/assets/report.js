// The page as a whole: what its address (`#functions`, `#f12/3/graph`) shows.

const index = read("index");
const rows = rowsOf(index);
const main = document.getElementById("main");

// Parts are made when they are first shown, and stay as they are left.
const made = new Map();
let remarks = null;
let shownFunction = null;

function allRemarks() {
  remarks ??= unpack("remarks").then(remarksOf);
  return remarks;
}

const PARTS = {
  functions: ["Functions", () => functionsPart(index, rows)],
  passes: ["Passes", () => passesPart(index)],
  remarks: [`Remarks (${number(index.remarks)})`, async () => remarksPart(index, rows, await allRemarks())],
};
if (index.versions.length > 0) PARTS.versions = ["Special versions", () => versionsPart(index, rows)];

function head() {
  document.getElementById("title").textContent = `${index.title}: what the optimization did`;
  const changed = rows.reduce((sum, row) => sum + (row.fate === "rewritten"), 0);
  document
    .getElementById("summary")
    .append(
      element("span", {}, "File ", change(...index.bytes), " bytes"),
      element("span", {}, "Code ", change(...index.code), " bytes"),
      element("span", {}, `${number(rows.length)} functions, ${number(changed)} with a new body`),
      element("span", {}, `${number(index.time)} ms`),
      element("code", {}, index.command),
      element("span", { class: "dim" }, `Invar ${index.version}`),
    );
  document
    .getElementById("parts")
    .append(...Object.entries(PARTS).map(([name, [title]]) => element("a", { href: `#${name}` }, title)));
}

async function go() {
  const [name, ...place] = decodeURIComponent(location.hash.slice(1)).split("/");
  const place_ = /^f(\d+)$/.exec(name)?.[1];
  const row = place_ !== undefined ? rows[Number(place_)] : undefined;
  const part = row ? "" : PARTS[name] ? name : "functions";
  for (const link of document.querySelectorAll("#parts a")) {
    if (link.hash === `#${part}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  try {
    if (row) await goToFunction(row, place);
    else {
      shownFunction = null;
      if (!made.has(part)) made.set(part, await PARTS[part][1]());
      replace(made.get(part), PARTS[part][0]);
    }
  } catch (error) {
    main.replaceChildren(element("p", { role: "alert", class: "bad" }, String(error.message ?? error)));
  }
}

async function goToFunction(row, place) {
  if (shownFunction?.row !== row) {
    const made = await functionPart(row, { index, rows, remarks: allRemarks });
    // Another one may have been asked for meanwhile.
    if (!location.hash.startsWith(`#f${row.place}`)) return;
    shownFunction = { row, ...made };
    replace(made.part, row.name);
  }
  shownFunction.show(...place);
}

// Shows a part. The focus goes with it, unless the page was just opened.
function replace(part, title) {
  const first = !main.hasChildNodes();
  const anew = main.firstChild !== part;
  main.replaceChildren(part);
  document.title = `${title} \u2013 ${index.title}`;
  if (first || !anew) return;
  main.focus({ preventScroll: true });
  window.scrollTo(0, 0);
}

head();
document.body.append(heads());
window.addEventListener("hashchange", go);
go();
