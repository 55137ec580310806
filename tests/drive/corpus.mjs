// The list of the modules of the corpus, with their sources and locations.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { more, npmMore } from './more.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const peers = join(root, 'target/peers');
export const npm = join(peers, 'npm/node_modules');
export const corpus = join(root, 'target/corpus');

/** Loads a CommonJS npm package of target/peers (or finds a file in one, with .resolve). */
export const requirePeer = createRequire(join(peers, 'npm/package.json'));

// Modules taken from npm packages: our name, the package, the file in it, and the script under
// modules/ that drives it. `small` ones are fast enough to optimize and drive on every change.
const packaged = [
  ['sqljs', 'sql.js', 'dist/sql-wasm.wasm', 'sqljs', true],
  ['quickjs', '@jitl/quickjs-wasmfile-release-sync', 'dist/emscripten-module.wasm', 'quickjs', true],
  ['source-map', 'source-map', 'lib/mappings.wasm', 'source-map', true],
  ['brotli', 'brotli-wasm', 'pkg.node/brotli_wasm_bg.wasm', 'brotli', true],
  ['argon2', 'argon2-browser', 'dist/argon2.wasm', 'argon2', true],
  ['argon2-simd', 'argon2-browser', 'dist/argon2-simd.wasm', 'argon2', true],
  ['tree-sitter', 'web-tree-sitter', 'web-tree-sitter.wasm', 'tree-sitter', true],
  // A grammar is a side module: position-independent, linked to tree-sitter while it runs.
  ['tree-sitter-javascript', 'tree-sitter-javascript', 'tree-sitter-javascript.wasm', 'tree-sitter', true],
  ['esbuild', 'esbuild-wasm', 'esbuild.wasm', 'esbuild', false],
  // The encoder without threads, which is the one the package uses in node.
  ['avif-enc', '@jsquash/avif', 'codec/enc/avif_enc.wasm', 'avif', false],
  ['avif-dec', '@jsquash/avif', 'codec/dec/avif_dec.wasm', 'avif', true],
].map(([name, npmPackage, file, driver, small]) => ({ name, npmPackage, file, driver, small }));

export const programs = ['json', 'grep', 'markdown'];
export const optLevels = ['0', '3', 's'];

// Modules built from the Rust programs under tests/programs, each at several optimization levels.
const built = programs.flatMap((program) =>
  optLevels.map((level) => ({
    name: `rust-${program}-O${level}`,
    program,
    level,
    driver: program,
    small: true,
  })),
);

const located = (m) => ({ ...m, wasm: join(corpus, `${m.name}.wasm`) });

export const modules = [...packaged, ...built].map(located);
/** Those of more packages (more.mjs), which nothing takes unless asked for. */
export const moreModules = more.map(located);

export function findModule(name) {
  const found = [...modules, ...moreModules].find((m) => m.name === name);
  if (!found) throw new Error(`no module named ${name} in the corpus`);
  return found;
}

/**
 * The modules named in a comma-separated list, which must be there. All when there is none; `more`
 * stands for those of more packages that have a driver.
 */
export function selectModules(names, { bounded = false } = {}) {
  const named = (name) => (name === 'more' ? moreModules.filter((m) => m.driver) : [findModule(name)]);
  let chosen = names ? names.split(',').flatMap(named) : modules;
  if (bounded) chosen = chosen.filter((m) => m.small);
  const missing = chosen.filter((m) => !existsSync(m.wasm)).map((m) => m.name);
  if (missing.length) throw new Error(`not in target/corpus: ${missing.join(', ')}; run scripts/corpus`);
  return chosen;
}

/** The folder of the package that a module is from. */
export const packageFolder = (m) => join(m.more ? npmMore : npm, m.npmPackage);

export function packageVersion(m) {
  return JSON.parse(readFileSync(join(packageFolder(m), 'package.json'), 'utf8')).version;
}
