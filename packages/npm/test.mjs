#!/usr/bin/env node
// Installs the packed npm package into an empty folder, without a network, and uses it as its users do: from JavaScript,
// by its commands, in a worker, in a bundler's build, and in Chromium. Outputs are those of the native command.
//
//   packages/npm/test             builds the package first (packages/npm/build)
//   packages/npm/test --keep      tests what was built last
//   packages/npm/test --time N    measures time N times (default 3); 0 leaves it out
//
// INVAR names the native command, by default target/release/invar: it must be of the same sources. What is not there is
// left out, and said: real modules (scripts/corpus), esbuild-wasm (scripts/setup-peers npm), other bundlers (scripts/setup-peers
// bundlers), Chromium and playwright-core (scripts/setup-peers report).

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { inBrowser } from "./browser.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const MOST_TIMES = 2.5;
const { keep, time } = parseArgs({
  options: { keep: { type: "boolean" }, time: { type: "string", default: "3" } },
}).values;
const native = process.env.INVAR ?? join(process.env.CARGO_TARGET_DIR ?? join(root, "target"), "release/invar");

if (!keep) execFileSync(join(root, "packages/npm/build"), { stdio: "inherit" });
const out = join(root, "target/npm");
const archive = readdirSync(out).find((name) => name.endsWith(".tgz"));
assert(archive, "there is no package: packages/npm/build");

const folder = mkdtempSync(join(tmpdir(), "invar-npm-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const here = (...parts) => join(folder, ...parts);
// Caches of npm are not those of the user, so that nothing comes from there.
const env = { ...process.env, npm_config_cache: here("cache"), npm_config_offline: "true", npm_config_update_notifier: "false" };

function sh(program, args, options = {}) {
  const done = spawnSync(program, args, { cwd: folder, env, maxBuffer: 1 << 28, ...options });
  if (done.error) throw done.error;
  return { code: done.status, stdout: done.stdout, stderr: done.stderr.toString(), text: done.stdout.toString() };
}
function succeeds(program, args, options) {
  const done = sh(program, args, options);
  assert.equal(done.code, 0, `${program} ${args.join(" ")}: ${done.stderr}`);
  return done;
}
const same = (one, other, what) => assert(Buffer.compare(Buffer.from(one), Buffer.from(other)) === 0, `${what}: bytes differ`);

const SAMPLE = join(root, "examples/sha256.wat");
succeeds(native, ["opt", SAMPLE, "-O0", "-g", "-o", here("in.wasm")]);
succeeds(native, ["opt", SAMPLE, "-O0", "-o", here("left.wasm")]);
writeFileSync(here("broken.wasm"), Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 12]));
const modules = ["source-map", "argon2-simd", "tree-sitter", "sqljs"]
  .map((name) => join(root, `target/corpus/${name}.wasm`))
  .filter((path) => existsSync(path));
const script = (name, text) => {
  writeFileSync(here(name), text);
  return succeeds("node", [name]).text.trim();
};

const checks = {
  "installs into an empty folder": () => {
    writeFileSync(here("package.json"), '{ "private": true }');
    succeeds("npm", ["install", "--no-audit", "--no-fund", join(out, archive)]);
  },

  "three lines of JavaScript": () => {
    script(
      "three.mjs",
      `import { readFileSync, writeFileSync } from "node:fs"; import { optimize } from "invar-opt";
const { wasm, report } = await optimize(readFileSync("in.wasm"), { level: "O3" });
writeFileSync("three.wasm", wasm); console.log(report.input.bytes, report.output.bytes);`,
    );
    succeeds(native, ["opt", "in.wasm", "-O3", "-j1", "-o", "native.wasm"]);
    same(readFileSync(here("three.wasm")), readFileSync(here("native.wasm")), "optimize");
  },

  "npx invar opt, npx wasm-opt": () => {
    succeeds("npx", ["invar", "opt", "in.wasm", "-O3", "-o", "npx.wasm"]);
    same(readFileSync(here("npx.wasm")), readFileSync(here("native.wasm")), "invar opt");
    succeeds("npx", ["wasm-opt", "-O3", "in.wasm", "-o", "npx-wasm-opt.wasm"]);
    rmSync(here("wasm-opt"), { force: true });
    execFileSync("ln", ["-s", native, here("wasm-opt")]);
    succeeds("./wasm-opt", ["-O3", "in.wasm", "-o", "native-wasm-opt.wasm"]);
    same(readFileSync(here("npx-wasm-opt.wasm")), readFileSync(here("native-wasm-opt.wasm")), "wasm-opt");
  },

  "files, pipes and errors are as those of the native command": () => {
    const command = here("node_modules/.bin/invar");
    mkdirSync(here("sub"), { recursive: true });
    symlinkSync(folder, here("link"));
    const lines = [
      [["--version"]],
      [["opt", "nothing.wasm", "-o", "x.wasm"]],
      [["opt", "broken.wasm", "-o", "x.wasm"]],
      [["opt", "in.wasm", "--no-lunch"]],
      [["opt", "in.wasm", "-o", "no/folder.wasm"]],
      [["opt", "in.wasm", "-o", "."]],
      [["opt", "-", "-o", "-", "-Oz"], { input: readFileSync(here("in.wasm")) }],
      [["opt", here("in.wasm"), "-Oz", "-o", "../abs.wasm"], { cwd: here("sub") }],
      [["opt", "abs.wasm", "-O3", "-o", "abs.wasm"]],
      [["opt", "in.wasm", "-O3", "-o", "link/abs.wasm"]],
      [["opt", here("sub/../in.wasm"), "-O1", "-o", here("sub/../abs.wasm")]],
      [["print", "abs.wasm"]],
      [["stats", "in.wasm"]],
      [["opt", "in.wasm", "-O3", "-o", "both.wasm", "--report", "both.wasm"]],
      [["opt", "in.wasm", "-O3", "-o", "in2.wasm", "--report", "in.wasm"]],
      [["opt", "in.wasm", "-O3", "-o", "/dev/null"]],
    ];
    for (const [args, options] of lines) {
      // Both find the same files.
      const before = existsSync(here("abs.wasm")) ? readFileSync(here("abs.wasm")) : undefined;
      const results = [native, command].map((program) => {
        if (before) writeFileSync(here("abs.wasm"), before);
        const done = sh(program, args, options);
        const files = ["abs.wasm", "x.wasm"].map((name) => existsSync(here(name)) && readFileSync(here(name), "latin1"));
        return { code: done.code, stdout: done.stdout.toString("latin1"), stderr: done.stderr.replace(/ \(os error \d+\)/, ""), files };
      });
      assert.deepEqual(results[1], results[0], args.join(" "));
    }
  },

  "errors, options and files of the library": () => {
    const lines = script(
      "library.mjs",
      `import { readFileSync } from "node:fs"; import { optimize, symbolize, run, InvarError } from "invar-opt";
const bytes = readFileSync("in.wasm");
const error = async (...args) => { try { await optimize(...args); } catch (e) { return [e instanceof InvarError, e.code, e.offset, e.message]; } };
console.log(JSON.stringify([
  await error(readFileSync("broken.wasm")), await error(bytes, { noLunch: true }), await error(bytes, { level: "O9" }),
  (await optimize(bytes, { level: "Oz", guard: false, passes: ["fold", "dce"], args: ["--no-gvn"] })).report.passes.map((it) => it.name),
  (await optimize(bytes, { page: true })).page.slice(0, 15).toLowerCase(),
  (await optimize(bytes, { remarks: true })).remarks.length > 0,
  (await optimize(new Uint8Array(bytes).buffer, { debuginfo: true })).wasm.length > (await optimize(bytes)).wasm.length,
  (await symbolize(bytes, [200]))[0].frames.length, (await symbolize(bytes, "at f (wasm://wasm/1:wasm-function[0]:0xc8)")).length,
  (await run(["--version"])).stdout, (await run(["--help"], { program: "wasm-opt" })).code,
]));`,
    );
    const [broken, option, level, passes, page, remarks, names, frames, trace, version, help] = JSON.parse(lines);
    assert.deepEqual(broken.slice(0, 3), [true, "input", 9]);
    assert.deepEqual(option.slice(0, 2), [true, "usage"]);
    assert.match(option[3], /lunch/);
    assert.deepEqual(level.slice(0, 2), [true, "usage"]);
    for (const name of passes) assert(["fold", "dce"].includes(name), name);
    assert.equal(page, "<!doctype html>");
    assert.deepEqual([remarks, names, frames > 0, trace, help], [true, true, true, 1, 0]);
    assert.match(version, /^invar /);
  },

  "a worker, and its end": () => {
    const printed = script(
      "worker.mjs",
      `import { readFileSync } from "node:fs"; import { optimize, startWorker } from "invar-opt";
const worker = startWorker(); const bytes = readFileSync("in.wasm");
const { wasm } = await worker.optimize(bytes, { level: "O3" });
const same = Buffer.compare(wasm, (await optimize(bytes, { level: "O3" })).wasm) === 0;
const failed = await worker.optimize(readFileSync("broken.wasm")).catch((error) => [error.code, error.offset]);
const ended = worker.optimize(bytes).catch((error) => error.code); worker.terminate();
console.log(JSON.stringify([same, failed, await ended, await worker.optimize(bytes).catch((error) => error.code)]));`,
    );
    assert.deepEqual(JSON.parse(printed), [true, ["input", 9], "ended", "ended"]);
  },

  "real modules at each level": () => {
    if (modules.length === 0) return "no real modules: scripts/corpus";
    for (const path of modules.slice(0, 3)) {
      for (const level of ["-O1", "-O2", "-O3", "-O4", "-Oz"]) {
        succeeds(native, ["opt", path, level, "-j1", "-o", "native.wasm"]);
        succeeds(here("node_modules/.bin/invar"), ["opt", path, level, "-o", "npm.wasm"]);
        same(readFileSync(here("npm.wasm")), readFileSync(here("native.wasm")), `${path} ${level}`);
      }
    }
  },

  "a build of esbuild": () => {
    const esbuild = join(root, "target/peers/npm/node_modules/esbuild-wasm");
    if (!existsSync(esbuild)) return "no esbuild-wasm: scripts/setup-peers npm";
    const printed = script(
      "build.mjs",
      `import { createRequire } from "node:module"; import { readFileSync, writeFileSync } from "node:fs";
import { esbuild as invar } from "invar-opt/plugin"; import { optimize } from "invar-opt";
const esbuild = createRequire(import.meta.url)(${JSON.stringify(esbuild)});
writeFileSync("app.js", 'import one from "./in.wasm"; import two from "./broken.wasm"; console.log(one, two);');
const { outputFiles, warnings } = await esbuild.build({ entryPoints: ["app.js"], bundle: true, write: false, outdir: "dist",
  format: "esm", logLevel: "silent", plugins: [invar({ level: "O3" })] });
const { wasm } = await optimize(readFileSync("in.wasm"), { level: "O3" });
console.log(JSON.stringify([outputFiles.some((file) => Buffer.compare(file.contents, wasm) === 0),
  outputFiles.some((file) => Buffer.compare(file.contents, readFileSync("broken.wasm")) === 0), warnings.length]));
process.exit(0);`,
    );
    assert.deepEqual(JSON.parse(printed), [true, true, 1]);
  },

  "builds of vite, rollup and webpack": () => {
    const bundlers = process.env.BUNDLERS ?? join(root, "target/peers/bundlers");
    if (!existsSync(join(bundlers, "node_modules"))) return "no bundlers: scripts/setup-peers bundlers";
    const printed = script(
      "bundlers.mjs",
      `import { createRequire } from "node:module"; import { pathToFileURL } from "node:url";
import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs"; import { join, resolve } from "node:path";
import * as plugins from "invar-opt/plugin"; import { optimize } from "invar-opt";
const require = createRequire(${JSON.stringify(join(bundlers, "package.json"))});
const bundler = async (name) => { const it = await import(pathToFileURL(require.resolve(name))); return it.default ?? it; };
const { wasm } = await optimize(readFileSync("in.wasm"), { level: "O3" });
mkdirSync("app/vendor", { recursive: true });
cpSync("in.wasm", "app/in.wasm"); cpSync("left.wasm", "app/vendor/left.wasm");
const app = 'export const urls = [new URL("./in.wasm", import.meta.url), new URL("./vendor/left.wasm", import.meta.url)]; console.log(urls);';
writeFileSync("app/app.js", app); writeFileSync("app/index.html", '<script type="module" src="./app.js"></script>');
const results = {};
const look = (name, folder) => {
  const files = readdirSync(folder, { recursive: true }).map(String).filter((file) => file.endsWith(".wasm"));
  results[name] = files.map((file) => [file.includes("left"), Buffer.compare(readFileSync(join(folder, file)), wasm) === 0]).sort();
};
const how = { level: "O3", include: /wasm$/, exclude: "left" };
const vite = await import(pathToFileURL(join(${JSON.stringify(bundlers)}, "node_modules/vite/dist/node/index.js")));
await vite.build({ root: "app", configFile: false, logLevel: "silent", plugins: [plugins.vite(how)],
  build: { outDir: resolve("vite"), assetsInlineLimit: 0 } });
look("vite", "vite");
const { rollup } = await bundler("rollup");
const emit = { name: "emit", buildStart() {
  for (const name of ["in.wasm", "left.wasm"]) this.emitFile({ type: "asset", name, source: readFileSync(name) }); } };
const bundle = await rollup({ input: "app/app.js", plugins: [emit, plugins.rollup(how)] });
await bundle.write({ dir: "rollup" }); look("rollup", "rollup");
const webpack = await bundler("webpack");
await new Promise((done, failed) => webpack({ mode: "production", context: resolve("app"), entry: "./app.js", plugins: [plugins.webpack(how)],
  output: { path: resolve("webpack"), assetModuleFilename: "[name][ext]" } }, (error, stats) => {
    if (error || stats.hasErrors()) failed(error ?? new Error(stats.toString())); else done(); }));
look("webpack", "webpack");
console.log(JSON.stringify(results)); process.exit(0);`,
    );
    const expected = [[false, true], [true, false]];
    assert.deepEqual(JSON.parse(printed), { vite: expected, rollup: expected, webpack: expected });
  },

  "Chromium, in the page and in a worker": () => inBrowser(root, here("node_modules/invar-opt"), here("in.wasm"), here("three.wasm")),

  [`time, at most ${MOST_TIMES} times that of the native command`]: () => {
    const path = modules.find((path) => path.endsWith("sqljs.wasm"));
    if (path === undefined) return "no sqljs.wasm: scripts/corpus";
    if (Number(time) === 0) return "not measured";
    // Processor time, which says the same on a busy machine.
    const timed = (...words) => {
      const line = `TIMEFORMAT="%R %U %S"; time "$@"`;
      const done = succeeds("bash", ["-c", line, "bash", ...words]);
      const [wall, user, system] = done.stderr.trim().split("\n").pop().split(" ").map(Number);
      return { wall, processor: user + system };
    };
    const commands = [
      [native, "opt", path, "-O3", "-j1", "-o", "native.wasm"],
      ["node", here("node_modules/invar-opt/bin/invar.js"), "opt", path, "-O3", "-o", "npm.wasm"],
    ];
    const runs = Array.from({ length: Number(time) }, () => commands.map((words) => timed(...words)));
    const least = (at, what) => Math.min(...runs.map((run) => run[at][what]));
    same(readFileSync(here("npm.wasm")), readFileSync(here("native.wasm")), path);
    const times = ["processor", "wall"].map((what) => least(1, what) / least(0, what));
    console.log(
      `    sqljs.wasm -O3: native ${least(0, "processor").toFixed(2)} s, here ${least(1, "processor").toFixed(2)} s of ` +
        `processor time: ${times[0].toFixed(2)} times (${times[1].toFixed(2)} times by the clock)`,
    );
    assert(times[0] <= MOST_TIMES, `it takes ${times[0].toFixed(2)} times as long`);
  },
};

let failed = 0;
for (const [name, check] of Object.entries(checks)) {
  try {
    const left = await check();
    console.log(left ? `LEFT OUT ${name}: ${left}` : `ok ${name}`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED ${name}\n  ${error.message.replaceAll("\n", "\n  ")}`);
  }
}
process.exit(failed > 0 ? 1 : 0);
