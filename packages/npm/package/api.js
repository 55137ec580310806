// `optimize`, `symbolize` and `run` on the command with files in memory, for whatever loads the module.

import { decompress } from "./lzma.js";
import { MemoryFiles } from "./memory.js";
import { run as runModule } from "./wasi.js";

/** What went wrong. `offset` is the place in the input, if it is about one. */
export class InvarError extends Error {
  constructor(message, { code, offset } = {}) {
    super(message);
    this.name = "InvarError";
    this.code = code;
    this.offset = offset;
  }
}

/** The functions of the package, on the module that `load` promises. It is called once, when it is needed. */
export function create(load) {
  let module;
  const loaded = () => (module ??= load());

  /** Uses this module: bytes, a response of fetch, an address, or a `WebAssembly.Module`. */
  function initialize(source) {
    module = compile(source);
    return module.then(() => undefined);
  }

  /** Runs the command with files in memory. */
  async function run(args, { program = "invar", files = {}, stdin } = {}) {
    const memory = new MemoryFiles(files, typeof stdin === "string" ? new TextEncoder().encode(stdin) : stdin);
    const compiled = await loaded();
    let code;
    try {
      code = await runModule(compiled, { args: [program, ...args], files: memory });
    } catch (error) {
      // A panic ends in `unreachable`, having said why on standard error.
      const why = memory.stderr.trim() || error.message;
      throw new InvarError(`a bug of Invar, please report: ${why}`, { code: "bug" });
    }
    const { stdout, stderr } = memory;
    return { code, stdout, stderr, files: Object.fromEntries([...memory.files.keys()].map((name) => [name, memory.get(name)])) };
  }

  async function optimize(input, options = {}) {
    const { level = "O2", args = [], sourceMap, sourceMapUrl, page, splitDebug, arcTable, ...named } = options;
    const files = { in: bytesOf(input) };
    const words = ["opt", "in", "-o", "out", "--quiet", "--stats-file", "report.json", levelOption(level)];
    if (sourceMap !== undefined && sourceMap !== false) {
      words.push("--output-source-map", "out.map");
      if (sourceMapUrl !== undefined) words.push("--output-source-map-url", sourceMapUrl);
      if (sourceMap !== true) {
        files["in.map"] = bytesOf(sourceMap);
        words.push("--input-source-map", "in.map");
      }
    }
    if (page) words.push("--report", "page.html");
    if (splitDebug) words.push("--split-debug", "debug.wasm");
    if (arcTable !== undefined) {
      files["arc.toml"] = bytesOf(arcTable);
      words.push("--arc", "arc.toml");
    }
    words.push(...Object.entries(named).flatMap(([name, value]) => option(name, value)), ...args);
    const { code, stderr, files: made } = await run(words, { files });
    if (code !== 0 || made.out === undefined) throw failure(code, stderr);
    const report = JSON.parse(text(made["report.json"]));
    const result = { wasm: made.out, report };
    if (report.remarks?.length > 0) result.remarks = report.remarks;
    if (made["out.map"]) result.map = text(made["out.map"]);
    if (made["page.html"]) result.page = text(made["page.html"]);
    if (made["debug.wasm"]) result.debug = made["debug.wasm"];
    return result;
  }

  async function symbolize(wasm, what, { sourceMap, debugFile } = {}) {
    const files = { in: bytesOf(wasm) };
    const words = ["symbolize", "--json"];
    if (sourceMap !== undefined) {
      files["in.map"] = bytesOf(sourceMap);
      words.push("--source-map", "in.map");
    }
    if (debugFile !== undefined) {
      files["debug.wasm"] = bytesOf(debugFile);
      words.push("--debug-file", "debug.wasm");
    }
    words.push("in");
    const isTrace = typeof what === "string";
    if (!isTrace) words.push(...[what].flat().map(String));
    if (!isTrace && [what].flat().length === 0) return [];
    const { code, stdout, stderr } = await run(words, { files, stdin: isTrace ? what : undefined });
    if (code !== 0) throw failure(code, stderr);
    return stdout.split("\n").filter(Boolean).map((line) => JSON.parse(line));
  }

  return { initialize, run, optimize, symbolize };
}

/** A compiled module of whatever it is given as. */
export async function compile(source) {
  const given = await source;
  if (given instanceof WebAssembly.Module) return given;
  if (typeof given === "string" || given instanceof URL) return compile(fetch(given));
  if (typeof Response !== "undefined" && given instanceof Response) {
    if (!given.ok) throw new InvarError(`${given.url}: ${given.status} ${given.statusText}`, { code: "load" });
    // Servers that do not know the type of a module are no reason to fail.
    const isTyped = given.headers.get("content-type")?.startsWith("application/wasm");
    return isTyped ? WebAssembly.compileStreaming(given) : compile(given.arrayBuffer());
  }
  const bytes = bytesOf(given);
  // A module starts with a zero, which LZMA with our parameters does not.
  return WebAssembly.compile(bytes[0] === 0 ? bytes : decompress(bytes));
}

function levelOption(level) {
  const found = /^-?O?([0-4sz])$/.exec(String(level));
  if (found === null) throw new InvarError(`\`${level}\` is no level: O0 to O4, Os, Oz`, { code: "usage" });
  return `-O${found[1]}`;
}

// `closedWorld: true` is `--closed-world`, `guard: false` is `--no-guard`, `passes: ["fold", "dce"]` is
// `--passes=fold,dce`, and `debuginfo: false` is nothing.
function option(name, value) {
  const word = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  if (value === undefined || value === null) return [];
  if (value === true) return [`--${word}`];
  if (value === false) return ON.has(word) ? [`--no-${word}`] : [];
  return [`--${word}=${Array.isArray(value) ? value.join(",") : value}`];
}

// What is on unless it is switched off.
const ON = new Set(["guard", "vectorize", "arc-conventions", "arc-waiting", "assume-stack-abi"]);

function bytesOf(value) {
  if (typeof value === "string") return new TextEncoder().encode(value);
  if (value instanceof Uint8Array) return value;
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  if (value !== null && typeof value === "object") return new TextEncoder().encode(JSON.stringify(value));
  throw new InvarError("bytes or text were expected", { code: "usage" });
}

function text(bytes) {
  return new TextDecoder().decode(bytes);
}

// `invar: in: offset 0x1a3: unexpected end`.
function failure(code, stderr) {
  const message = stderr.trim().replace(/^invar: (in: )?/, "").replace(/\s*Try `invar.*$/s, "");
  const offset = /^offset 0x([0-9a-f]+): /.exec(message);
  return new InvarError(message || `the command ended with ${code}`, {
    code: code === 2 ? "usage" : "input",
    offset: offset === null ? undefined : parseInt(offset[1], 16),
  });
}
