// The worker of the page: runs the command on one input after another, and packs modules to tell their size.
//
// It takes { kind: "load", command, brotli } once, each a compiled module or its packed bytes, and answers
// { kind: "loaded", command, brotli } with the compiled modules, which further workers are given. Then it takes
// { kind: "optimize", id, input, name, words, textMost }, where `input` is bytes, a text or a file, and answers with the
// same `id`, as parts are done: "optimized", "text", "packed"; or "failed", with the reason.

import { compile, create } from "./api.js";
import { chooseMethod, packedSize } from "./packed-size.js";

let command;
let brotli;
const api = create(() => command);

addEventListener("message", async ({ data }) => {
  if (data.kind === "load") return load(data);
  try {
    await optimize(data);
  } catch (error) {
    postMessage({ id: data.id, kind: "failed", message: error.message });
  }
});

async function load(data) {
  try {
    command = compile(data.command);
    brotli = data.brotli && compile(data.brotli);
    postMessage({ kind: "loaded", command: await command, brotli: await brotli });
  } catch (error) {
    postMessage({ kind: "failed", message: `the playground does not start: ${error.message}` });
  }
}

async function optimize({ id, input, name, words, textMost }) {
  const post = (message) => postMessage({ id, ...message });
  const bytes = await bytesOf(input);
  const start = performance.now();
  const run = await api.run(
    ["opt", name, ...words, "-o", "out.wasm", "--quiet", "--stats-file", "report.json", "--report", "page.html"],
    { files: { [name]: bytes } },
  );
  if (run.code !== 0) return post({ kind: "failed", message: reason(run.stderr, name) });
  const { "out.wasm": wasm, "page.html": page, "report.json": report } = run.files;
  const isModule = startsAsModule(bytes);
  const parsed = JSON.parse(new TextDecoder().decode(report));
  // A text has no size to compare with, but its module does: without names, unless they are kept.
  const before = isModule ? bytes : await assembled(bytes, name, words);
  const kept = words.includes("-g") ? 0 : parsed.input.debug_bytes;
  post({
    kind: "optimized",
    milliseconds: performance.now() - start,
    wasm,
    page: new TextDecoder().decode(page),
    report: parsed,
    before: isModule ? bytes.length : parsed.input.bytes - kept,
  });

  const printed = async (module) => (module.length <= textMost ? disassembled(module) : undefined);
  post({ kind: "text", before: isModule ? await printed(bytes) : undefined, after: await printed(wasm) });

  const method = await chooseMethod(brotli, Math.max(before.length, wasm.length));
  post({ kind: "packed", method: method.name, before: await packedSize(method, before), after: await packedSize(method, wasm) });
}

async function bytesOf(input) {
  if (typeof input === "string") return new TextEncoder().encode(input);
  return input instanceof Blob ? new Uint8Array(await input.arrayBuffer()) : input;
}

const startsAsModule = (bytes) => bytes[0] === 0 && bytes[1] === 0x61 && bytes[2] === 0x73 && bytes[3] === 0x6d;

// The module of a text.
async function assembled(bytes, name, words) {
  const names = words.filter((word) => word === "-g");
  const { files } = await api.run([name, "-o", "as.wasm", ...names], { program: "wasm-as", files: { [name]: bytes } });
  return files["as.wasm"] ?? bytes;
}

// The text of a module; `undefined` of a component, which has no text here.
async function disassembled(bytes) {
  const { code, stdout } = await api.run(["in.wasm"], { program: "wasm-dis", files: { "in.wasm": bytes } });
  return code === 0 ? stdout : undefined;
}

// `invar: in.wat: offset 0x1a: unexpected end`, without what the page says anyway.
function reason(stderr, name) {
  const text = stderr.trim().replace(/^invar: /, "").replace(/\s*Try `invar.*$/s, "");
  return text.startsWith(`${name}: `) ? text.slice(name.length + 2) : text;
}
