// What all parts of a page use: elements, numbers, embedded data.

// An element. Properties that start with `on` are listeners, the others attributes; `false`, `null` and `undefined`
// leave an attribute out. Children are nodes or texts, and lists of these.
function element(tag, properties = {}, ...children) {
  return fill(document.createElement(tag), properties, children);
}

// The same for SVG.
function drawn(tag, properties = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), properties, children);
}

function fill(made, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value !== false && value !== null && value !== undefined)
      made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

// Integers with thin spaces between thousands; others with two digits at least, and three that count.
function number(value) {
  if (value === null || value === undefined) return "\u2013";
  if (Number.isInteger(value)) return String(value).replace(/\B(?=(\d{3})+$)/g, "\u2009");
  if (Math.abs(value) >= 1e6) return value.toExponential(2);
  return Math.abs(value) >= 100 ? number(Math.round(value)) : String(Number(value.toPrecision(3)));
}

// By how much of it something changed, in percent; nothing if there was none before, or none is left.
function percent(before, after) {
  if (!before || after === null || after === undefined) return "";
  const change = 100 * (after / before - 1);
  if (after === before) return "\u00b10\u2009%";
  const digits = Math.abs(change) < 10 ? 1 : 0;
  return (change > 0 ? "+" : "\u2212") + Math.abs(change).toFixed(digits) + "\u2009%";
}

// By how much something changed, with its sign.
function signed(value) {
  return (value > 0 ? "+" : value < 0 ? "\u2212" : "\u00b1") + number(Math.abs(value));
}

// The class of a change: what is smaller is better.
function kind(before, after) {
  if (after === null || after === undefined || before === null || before === undefined || before === after)
    return "dim";
  return after < before ? "good" : "bad";
}

// `before → after (percent)`.
function change(before, after) {
  const parts = [number(before), " \u2192 ", element("strong", {}, number(after))];
  const share = percent(before, after);
  if (share) parts.push(" ", element("span", { class: kind(before, after) }, share));
  return element("span", { class: "change" }, parts);
}

// The value of an embedded element (`html::data`).
function read(id) {
  return JSON.parse(document.getElementById(id).textContent);
}

// The promise of the value of a compressed element (`html::packed`).
async function unpack(id) {
  if (typeof DecompressionStream === "undefined") {
    throw new Error("This browser cannot decompress data (DecompressionStream), which this part of the page needs.");
  }
  const text = atob(document.getElementById(id).textContent);
  const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

// Makes a list of elements one stop of the Tab key: arrow keys, Home and End go from one to the next.
function rove(parent, selector) {
  const all = () => [...parent.querySelectorAll(selector)];
  const stop = (at) => all().forEach((item) => item.setAttribute("tabindex", item === at ? "0" : "-1"));
  stop(parent.querySelector(selector));
  parent.addEventListener("focusin", (event) => {
    const at = event.target.closest(selector);
    if (at) stop(at);
  });
  parent.addEventListener("keydown", (event) => {
    const at = event.target.closest(selector);
    const steps = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1, Home: -Infinity, End: Infinity };
    const step = steps[event.key];
    if (!at || step === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    const items = all();
    const next = items[Math.min(items.length - 1, Math.max(0, items.indexOf(at) + step))];
    event.preventDefault();
    next.focus();
  });
}
