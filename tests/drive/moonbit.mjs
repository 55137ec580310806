// The compiler of MoonBit, of an npm package, which runs in a worker of a browser and is called here by the messages
// that such a worker gets. Of the library of the language, which is text in the script of the package, two parts
// are compiled with the program. The result is a module with garbage-collected objects. 7 seconds.
import { copyFileSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { temporaryDirectory } from './lib.mjs';
import { npmMore } from './more.mjs';

const dist = join(npmMore, '@moonbit/moonpad-monaco/dist');
const bundle = '/lib/core/_build/js/release/bundle';

/** The files of the library by path, as in `files["/lib/core/int/int.mbt"] = NAME`, after ` NAME = decode("...")`. */
function readLibrary() {
  const script = readFileSync(join(dist, 'moonpad-monaco.js'), 'utf8');
  const files = new Map();
  const start = '["/lib/core/';
  const first = script.indexOf(start);
  for (let at = first; at >= 0; at = script.indexOf(start, at + 1)) {
    const [, path, name] = /^\["([^"]+)"\] = (\w+);/.exec(script.slice(at, at + 200)) ?? [];
    if (!path) continue;
    const defined = [' ', ',', '\n'].map((before) => script.lastIndexOf(`${before}${name} = `, first)).find((i) => i >= 0);
    const from = script.indexOf('("', defined) + 2;
    files.set(path, Buffer.from(script.slice(from, script.indexOf('"', from)), 'base64'));
  }
  return files;
}

/** Calls functions of the worker by name. */
function startCompiler() {
  // As a script without modules, whatever the package says.
  const script = join(temporaryDirectory(), 'compiler.cjs');
  copyFileSync(join(dist, 'moonc-worker.js'), script);
  let receive;
  const waiting = new Map();
  globalThis.self = globalThis;
  globalThis.addEventListener = (_, listener) => {
    receive = listener;
  };
  globalThis.postMessage = (answer) => waiting.get(answer.id)(answer);
  createRequire(script)(script);
  return (name, value) => new Promise((resolve, reject) => {
    const id = `call ${waiting.size}`;
    waiting.set(id, (answer) => (answer.type === 'HANDLER' ? reject(new Error(answer.value?.value?.message)) : resolve(answer.value)));
    receive({ origin: '', data: { id, type: 'APPLY', path: [name], argumentList: [{ type: 'RAW', value }] } });
  });
}

/** The module for a program; `plain`: as the compiler makes it without its optimizations. */
export async function compileMoonBit(source, exportedFunctions, plain) {
  const library = readLibrary();
  const call = startCompiler();
  const { packages } = JSON.parse(library.get('/lib/core/_build/packages.json'));
  const common = { indirectImportMiFiles: [], target: 'wasm-gc', isMain: false, errorFormat: 'json', enableValueTracing: false, noOpt: plain };
  const built = async (options) => {
    const made = await call('buildPackage', { ...common, ...options });
    const errors = (made.diagnostics ?? []).filter((text) => JSON.parse(text).level === 'error');
    if (!made.core || errors.length) throw new Error(`moonc: ${errors[0] ?? 'no result'}`);
    return made;
  };
  const parts = {};
  for (const name of ['abort', 'builtin']) {
    const { files, deps } = packages.find((p) => p.rel === name);
    const chosen = Object.entries(files).filter(([, { backend, optlevel }]) => backend.includes('WasmGC') && optlevel.includes('Release'));
    parts[name] = await built({
      mbtFiles: chosen.map(([path]) => [path, library.get(path.replace('moonbit-core:', '')).toString()]),
      miFiles: deps.map(({ alias }) => [`${bundle}/${alias}/${alias}.mi:${alias}`, parts[alias].mi]),
      stdMiFiles: [],
      pkg: `moonbitlang/core/${name}`,
      pkgSources: ['moonbitlang/core:moonbit-core:/lib/core'],
    });
  }
  // Of the other parts the interfaces, which are those of another target.
  const interfaces = [...library].filter(([path]) => path.endsWith('.mi'))
    .map(([path, bytes]) => [path, parts[path.split('/').at(-2)]?.mi ?? new Uint8Array(bytes)]);
  const program = await built({ mbtFiles: [['main.mbt', source]], miFiles: [], stdMiFiles: interfaces, pkg: 'corpus/main', pkgSources: ['corpus/main:corpus:/'] });
  const { result } = await call('linkCore', {
    coreFiles: [parts.abort.core, parts.builtin.core, program.core],
    exportedFunctions,
    main: 'corpus/main',
    outputFormat: 'wasm',
    pkgSources: ['moonbitlang/core:moonbit-core:/lib/core', 'corpus/main:corpus:/'],
    sources: {},
    target: 'wasm-gc',
    testMode: false,
    sourceMap: false,
    debug: false,
    noOpt: plain,
    stopOnMain: false,
  });
  return result;
}
