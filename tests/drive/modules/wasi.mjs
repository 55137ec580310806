// Runs a WASI program of the corpus in node.
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { temporaryDirectory } from '../lib.mjs';

// node 20 sometimes crashes if a module calls its WASI functions directly and not through JS.
setFlagsFromString('--no-turbo-fast-api-calls');

// node says on stderr that its WASI is experimental; that is not the module's output.
process.removeAllListeners('warning');
const { WASI } = await import('node:wasi');

/** A function that runs the program with arguments and stdin, and returns what it did. */
export async function program(bytes, name) {
  const directory = temporaryDirectory();
  const paths = ['stdin', 'stdout', 'stderr'].map((stream) => join(directory, stream));
  const compiled = await WebAssembly.compile(bytes);
  return async (args, input) => {
    writeFileSync(paths[0], input);
    const [stdin, stdout, stderr] = paths.map((path, i) => openSync(path, i ? 'w' : 'r'));
    try {
      const wasi = new WASI({ version: 'preview1', args: [name, ...args], env: {}, stdin, stdout, stderr });
      const instance = await WebAssembly.instantiate(compiled, wasi.getImportObject());
      const code = wasi.start(instance);
      const [out, err] = paths.slice(1).map((path) => readFileSync(path, 'utf8'));
      return { code, out, err };
    } finally {
      [stdin, stdout, stderr].forEach((fd) => closeSync(fd));
    }
  };
}

/** One line for a run: exit code, output, what went to stderr. */
export function summary({ code, out, err }, digest) {
  return `exit ${code}, ${digest(out)}${err ? `, ${err.split('\n')[0]} (${digest(err)})` : ''}`;
}
