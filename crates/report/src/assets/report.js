// The page as a whole: what its address (`#functions`, `#f12/3/graph`) shows.

const index = read("index");
index.short = shortNames(index.files.map(([name]) => name));
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

// The texts of functions by place: the elements that hold them are read when one of them is asked for.
let chunks = null;
const chunksRead = new Map();

async function textOf(place) {
  chunks ??= unpack("texts");
  const chunk = (await chunks)[place];
  if (!chunk) return null;
  if (!chunksRead.has(chunk)) chunksRead.set(chunk, unpack(`t${chunk}`));
  return (await chunksRead.get(chunk))[place];
}

const PARTS = {
  overview: ["Overview", () => overviewPart(index, rows)],
  functions: ["Functions", () => functionsPart(index, rows)],
  passes: ["Passes", () => passesPart(index)],
  remarks: [`Remarks (${number(index.remarks)})`, async () => remarksPart(index, rows, await allRemarks())],
};
if (index.files.length > 0) PARTS.files = [`Source files (${number(index.files.length)})`, () => filesPart(index, rows)];
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
  const file = /^s(\d+)$/.exec(name)?.[1];
  const part = row ? "" : index.files[file] ? "files" : PARTS[name] ? name : "overview";
  for (const link of document.querySelectorAll("#parts a")) {
    if (link.hash === `#${part}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  try {
    if (row) await goToFunction(row, place);
    else {
      shownFunction = null;
      const key = index.files[file] ? name : part;
      const make = index.files[file] ? () => filePart(Number(file), index, rows) : PARTS[part][1];
      if (!made.has(key)) made.set(key, await make());
      const it = made.get(key);
      it.show?.(...place.map(decodeURIComponent));
      replace(it.show ? it.part : it, index.files[file] ? index.files[file][0] : PARTS[part][0]);
    }
  } catch (error) {
    main.replaceChildren(element("p", { role: "alert", class: "bad" }, String(error.message ?? error)));
  }
}

async function goToFunction(row, place) {
  if (shownFunction?.row !== row) {
    const made = await functionPart(row, { index, rows, remarks: allRemarks, text: textOf });
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
