// The page: what is chosen and written, what the worker answers, and the link to both.

import { Engine } from "./engine.js";
import { fragmentOf, fromBase64, stateOf, toBase64 } from "./link.js";
import { bytes, showSizes } from "./sizes.js";

// Text of larger modules is not printed, nor shown if it is longer: browsers are slow with long texts.
const MOST_BYTES_AS_TEXT = 1 << 18;
const MOST_CHARACTERS = 600000;
// A change of the options of a job that was shorter is a new job at once.
const SHORT_MILLISECONDS = 1500;
const DELAY_MILLISECONDS = 500;
// Options with a box, and what they do.
const FLAGS = [
  ["-g", "keep names and debug information"],
  ["--no-guard", "keep new code even if it is no better"],
  ["--enable-simd", "allow SIMD although the module does not use it"],
  ["--traps-never-happen", "assume that no instruction traps"],
  ["--fast-math", "allow float sums in another order"],
  ["--closed-world", "assume that nothing outside makes objects of the module’s types"],
  ["--arc auto", "remove redundant reference counts"],
];

const get = (id) => document.getElementById(id);
const examples = JSON.parse(get("examples").textContent);
const engine = new Engine(receive);

// The input: { text } as it is written, or { file, name } as it was opened. `example` is its id if it is one, unchanged.
let input = { text: "" };
let started = 0;
let clock;
let lastMilliseconds = 0;
let timer;
let urls = [];

// ---- Options ---------------------------------------------------------------------------------------------------------

for (const [word, what] of FLAGS) {
  const box = Object.assign(document.createElement("input"), { type: "checkbox", value: word });
  const code = Object.assign(document.createElement("code"), { textContent: word });
  const label = document.createElement("label");
  const span = document.createElement("span");
  span.append(code, ` ${what}`);
  label.append(box, span);
  get("flags").append(label);
}
const boxes = [...get("flags").querySelectorAll("input")];

function chosenWords() {
  const boxed = boxes.filter((box) => box.checked).map((box) => box.value);
  return [...boxed, get("words").value].join(" ").split(/\s+/).filter(Boolean);
}

function choose(words) {
  let rest = ` ${words} `;
  for (const box of boxes) {
    box.checked = rest.includes(` ${box.value} `);
    if (box.checked) rest = rest.replace(` ${box.value} `, " ");
  }
  get("words").value = rest.trim();
  showChosen();
}

function showChosen() {
  get("chosen").textContent = chosenWords().join(" ");
}

// ---- Input -----------------------------------------------------------------------------------------------------------

for (const { id, title } of examples) get("example").append(new Option(title, id));

function takeExample(id) {
  const example = examples.find((it) => it.id === id);
  if (example === undefined) return;
  get("example").value = id;
  const { name, text } = example;
  input = text === undefined ? { file: new Blob([fromBase64(example.bytes)]), name, example: id } : { text, name, example: id };
  showInput();
}

async function takeFile(file) {
  get("example").value = "";
  const isText = /\.(wat|inv|txt)$/i.test(file.name) && file.size <= MOST_CHARACTERS;
  input = isText ? { text: await file.text(), name: file.name } : { file, name: file.name };
  showInput();
  optimize();
}

function showInput() {
  clear();
  get("before").value = input.text ?? "";
  get("before").readOnly = false;
  get("before").placeholder = input.file ? "The text of the module is shown when it is optimized." : "(module …)";
  get("before-note").textContent = input.file ? `${input.name}, ${bytes(input.file.size)}` : (input.name ?? "");
}

function write() {
  const text = get("before").value;
  input = { text };
  get("example").value = "";
  get("before-note").textContent = "";
  changed();
}

// ---- Jobs ------------------------------------------------------------------------------------------------------------

function optimize() {
  clearTimeout(timer);
  if (input.text?.trim() === "") return say("Choose an example, open a file, or write a module as text.");
  document.body.classList.add("stale");
  started = performance.now();
  const safe = (input.name ?? "module.wat").replace(/[^\w.-]+/g, "_").replace(/^[.-]+/, "") || "module";
  const words = [`-${get("level").value}`, ...chosenWords()];
  engine.optimize({ input: input.file ?? input.text, name: safe, words, textMost: MOST_BYTES_AS_TEXT });
  showBusy();
  tick();
}

// What was chosen is not that of the result.
function changed() {
  clearTimeout(timer);
  showChosen();
  const isShort = lastMilliseconds < SHORT_MILLISECONDS && (input.file?.size ?? input.text.length) < MOST_BYTES_AS_TEXT;
  document.body.classList.add("stale");
  if (isShort) timer = setTimeout(optimize, DELAY_MILLISECONDS);
  else say("Changed: press Optimize.");
}

function cancel() {
  engine.cancel();
  clearTimeout(timer);
  lastMilliseconds = performance.now() - started;
  showBusy();
  say("Cancelled.");
}

function showBusy() {
  get("cancel").hidden = !engine.isBusy;
  if (!engine.isBusy) clearTimeout(clock);
}

// The time that passes, from the second second on.
function tick() {
  clearTimeout(clock);
  const seconds = Math.floor((performance.now() - started) / 1000);
  say(seconds < 1 ? "Optimizing…" : `Optimizing… ${seconds} s`);
  clock = setTimeout(tick, 1000);
}

function receive(message) {
  const take = { loaded: () => undefined, optimized: showResult, text: showText, packed: showPacked, failed: showFailure };
  take[message.kind](message);
  showBusy();
}

// ---- Results ---------------------------------------------------------------------------------------------------------

function say(text) {
  get("status").textContent = text;
}

function clear() {
  get("result").hidden = get("link").hidden = true;
  showError();
  get("after").textContent = get("after-note").textContent = "";
  get("report").removeAttribute("srcdoc");
  get("tab-report").disabled = true;
  select("text");
  for (const url of urls) URL.revokeObjectURL(url);
  urls = [];
}

function addressOf(blob) {
  const url = URL.createObjectURL(blob);
  urls.push(url);
  return url;
}

let shown;

function showResult(message) {
  clearTimeout(clock);
  document.body.classList.remove("stale");
  showError();
  for (const url of urls) URL.revokeObjectURL(url);
  urls = [];
  shown = message;
  lastMilliseconds = message.milliseconds;
  const { report, wasm } = message;
  const time = message.milliseconds < 1000 ? `${Math.round(message.milliseconds)} ms` : `${(message.milliseconds / 1000).toFixed(1)} s`;
  say(`Optimized in ${time}.${report.input_kept ? " The module was no better than the input, which was kept." : ""}`);
  showSizes(get("result").querySelector("tbody"), message);
  const { total, rewritten, kept, removed, failed } = report.functions;
  const parts = [`${rewritten} rewritten`, kept && `${kept} kept`, removed && `${removed} removed`, failed && `${failed} failed`];
  get("functions").textContent = `${total} ${total === 1 ? "function" : "functions"}: ${parts.filter(Boolean).join(", ")}`;
  const remarks = report.remarks.length > 0 ? [`${report.remarks.length} remarks: see “What was done”`] : [];
  const notes = [...(report.warnings ?? []), ...(report.hints ?? []), ...(report.assumptions ?? []), ...remarks];
  get("notes").replaceChildren(
    ...notes.map((note) => Object.assign(document.createElement("li"), { textContent: typeof note === "string" ? note : JSON.stringify(note) })),
  );
  get("download").href = addressOf(new Blob([wasm], { type: "application/wasm" }));
  get("download").download = `${(input.name ?? "module").replace(/\.\w+$/, "")}.opt.wasm`;
  // Links within the report lead to places in it, not in this page. (An address of a blob would not have such places where
  // this page was opened from disk.)
  get("report").srcdoc = message.page.replace("<head>", '<head><base href="about:srcdoc">');
  get("tab-report").disabled = false;
  get("result").hidden = false;
}

function showText({ before, after }) {
  if (input.file !== undefined) {
    get("before").value = cut(before);
    get("before").placeholder = "The module is too large to be shown as text.";
    get("before").readOnly = before === undefined || before.length > MOST_CHARACTERS;
  }
  get("after").textContent = after === undefined ? "The module is too large to be shown as text. “What was done” shows its functions." : cut(after);
}

function cut(text = "") {
  return text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS)}\n…`;
}

function showPacked(packed) {
  showSizes(get("result").querySelector("tbody"), shown, packed);
}

function showFailure({ message }) {
  clearTimeout(clock);
  document.body.classList.add("stale");
  say("Not optimized.");
  showError(message);
  select("text");
  const [, line, column] = /(?:-->[^\n]*|^[^\s:]*):(\d+):(\d+)/.exec(message) ?? [];
  get("line").hidden = line === undefined || input.text === undefined;
  const button = get("line").querySelector("button");
  button.textContent = `Go to line ${line}`;
  button.onclick = () => goTo(Number(line), Number(column));
}

// Shows an error in place of the output, or the output.
function showError(message) {
  get("failure").hidden = message === undefined;
  get("after").hidden = message !== undefined;
  get("error").textContent = message ?? "";
}

function goTo(line, column) {
  const area = get("before");
  const lines = area.value.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
  select("text");
  area.focus();
  area.setSelectionRange(start + column - 1, start + lines[line - 1].length);
  area.scrollTop = ((line - 4) * area.scrollHeight) / lines.length;
}

// ---- Views -----------------------------------------------------------------------------------------------------------

const tabs = [...document.querySelectorAll("[role=tab]")];

function select(name) {
  for (const tab of tabs) {
    const isIt = tab.id === `tab-${name}`;
    tab.setAttribute("aria-selected", isIt);
    tab.tabIndex = isIt ? 0 : -1;
    get(tab.getAttribute("aria-controls")).hidden = !isIt;
  }
}

for (const tab of tabs) {
  tab.addEventListener("click", () => select(tab.id.slice(4)));
  tab.addEventListener("keydown", ({ key }) => {
    const other = tabs.find((it) => it !== tab && !it.disabled);
    if (!["ArrowLeft", "ArrowRight"].includes(key) || other === undefined) return;
    select(other.id.slice(4));
    other.focus();
  });
}

// ---- The link --------------------------------------------------------------------------------------------------------

async function stateNow() {
  const state = { level: get("level").value, words: chosenWords().join(" ") };
  if (input.example !== undefined) return { ...state, example: input.example };
  if (input.text !== undefined) return { ...state, text: input.text, name: input.name };
  // What is larger does not fit anyway.
  if (input.file.size > 1 << 16) return undefined;
  return { ...state, bytes: toBase64(new Uint8Array(await input.file.arrayBuffer())), name: input.name };
}

let ownHash;

async function share() {
  const state = await stateNow();
  const fragment = state && (await fragmentOf(state));
  const [field, said] = [get("link").querySelector("input"), get("copied")];
  get("link").hidden = false;
  field.parentElement.hidden = fragment === undefined;
  if (fragment === undefined) {
    said.textContent = "The input is too large for a link: send the file.";
    return;
  }
  ownHash = `#${fragment}`;
  location.hash = ownHash;
  field.value = location.href;
  field.select();
  try {
    await navigator.clipboard.writeText(location.href);
    said.textContent = "Copied. It holds the input and the options.";
  } catch {
    said.textContent = "It holds the input and the options.";
  }
}

async function openLink() {
  if (location.hash.length <= 1 || location.hash === ownHash) return false;
  try {
    const { level, words, example, text, bytes: packed, name } = await stateOf(location.hash.slice(1));
    if (level !== undefined) get("level").value = level;
    choose(words ?? "");
    if (example !== undefined) takeExample(example);
    else {
      get("example").value = "";
      input = packed === undefined ? { text: text ?? "", name } : { file: new Blob([fromBase64(packed)]), name };
      showInput();
    }
    optimize();
  } catch {
    say("The link cannot be read: a part of it may be missing.");
  }
  return true;
}

// ---- Events ----------------------------------------------------------------------------------------------------------

get("controls").addEventListener("submit", (event) => {
  event.preventDefault();
  optimize();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) optimize();
  if (event.key === "Escape" && engine.isBusy) cancel();
});
get("cancel").addEventListener("click", cancel);
get("share").addEventListener("click", share);
get("before").addEventListener("input", write);
get("level").addEventListener("change", changed);
get("more").addEventListener("input", changed);
get("example").addEventListener("change", () => {
  const example = examples.find(({ id }) => id === get("example").value);
  if (example === undefined) return;
  if (example.level !== undefined) get("level").value = example.level;
  choose(example.options ?? "");
  takeExample(example.id);
  optimize();
});
get("file").addEventListener("change", () => {
  const [file] = get("file").files;
  if (file) takeFile(file);
  // So that the same file can be opened again.
  get("file").value = "";
});
let inside = 0;
const hasFile = (event) => event.dataTransfer?.types.includes("Files");
document.addEventListener("dragenter", (event) => {
  if (!hasFile(event)) return;
  inside += 1;
  get("drop").hidden = false;
});
document.addEventListener("dragleave", (event) => {
  if (hasFile(event)) inside -= 1;
  get("drop").hidden = inside <= 0;
});
document.addEventListener("dragover", (event) => {
  if (hasFile(event)) event.preventDefault();
});
document.addEventListener("drop", (event) => {
  inside = 0;
  get("drop").hidden = true;
  if (!hasFile(event)) return;
  event.preventDefault();
  if (event.dataTransfer.files[0]) takeFile(event.dataTransfer.files[0]);
});
addEventListener("hashchange", openLink);

openLink().then((isOpen) => {
  if (isOpen) return;
  takeExample(examples[0].id);
  optimize();
});
