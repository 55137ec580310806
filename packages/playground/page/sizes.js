// The table of sizes: the file, its code, and the file packed.

/** Bytes, with thousands apart. */
export function bytes(count) {
  return `${count.toLocaleString("en").replace(/,/g, "\u2009")} ${count === 1 ? "byte" : "bytes"}`;
}

/** Fills the body of the table. `packed` comes later: until then, its row says so. */
export function showSizes(body, { before, wasm, report }, packed) {
  const rows = [
    ["Module", before, wasm.length],
    ["Code", report.input.code_bytes, report.output.code_bytes],
  ];
  if (packed === undefined) rows.push(["Packed …", undefined, undefined]);
  else if (packed.method !== undefined) rows.push([`Module, packed by ${packed.method}`, packed.before, packed.after]);
  body.replaceChildren(...rows.map(row));
}

function row([what, before, after]) {
  const line = document.createElement("tr");
  const head = Object.assign(document.createElement("th"), { scope: "row", textContent: what });
  const cell = (text, style = "") => Object.assign(document.createElement("td"), { textContent: text, className: style });
  line.append(head, cell(number(before)), cell(number(after)), change(before, after, cell));
  return line;
}

function change(before, after, cell) {
  if (before === undefined || after === undefined || before === 0) return cell("");
  const percent = (100 * (after - before)) / before;
  const style = after < before ? "smaller" : after > before ? "larger" : "";
  const sign = after > before ? "+" : after < before ? "\u2212" : "";
  return cell(`${sign}${Math.abs(percent).toFixed(1)}\u2009%`, style);
}

function number(count) {
  return count === undefined ? "" : count.toLocaleString("en").replace(/,/g, "\u2009");
}
