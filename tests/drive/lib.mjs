// Helpers of the drivers: deterministic inputs, hashes, packages with their wasm file replaced.
import { createHash } from 'node:crypto';
import { copyFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npm } from './corpus.mjs';

/** The start of the sha256 of a string or of bytes. */
export function hash(data) {
  return createHash('sha256').update(data).digest('hex').slice(0, 16);
}

/** "1234 bytes 0123456789abcdef": an output too large to print. */
export function digest(data) {
  const bytes = typeof data === 'string' ? Buffer.from(data) : data;
  return `${bytes.length} bytes ${hash(bytes)}`;
}

/** Random integers below n, the same ones for the same seed (mulberry32). */
export function randomFrom(seed) {
  let state = seed >>> 0;
  return (n) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) % n;
  };
}

const syllables = 'ka lo mi ren tas ver un dor pel qui sta bro wen fy zu gra née 日本 øst'.split(' ');

/** A made-up word. */
export function word(random) {
  let text = '';
  for (let i = 0; i <= random(3); i++) text += syllables[random(syllables.length)];
  return text;
}

/** `count` made-up words, some of them numbers, with punctuation. */
export function prose(random, count) {
  const words = [];
  for (let i = 0; i < count; i++) {
    const text = random(12) === 0 ? String(random(100000)) : word(random);
    words.push(text + (random(9) === 0 ? ',' : random(13) === 0 ? '.' : ''));
  }
  return words.join(' ');
}

/** A directory that goes away with the process. */
export function temporaryDirectory() {
  const directory = mkdtempSync(join(tmpdir(), 'invar-drive-'));
  process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/**
 * A copy of an npm package with `wasm` in place of its own file: for packages whose glue code
 * takes no module from outside. Returns the copy's directory.
 */
export function packageWith(npmPackage, file, wasm) {
  const copy = join(temporaryDirectory(), npmPackage);
  cpSync(join(npm, npmPackage), copy, { recursive: true });
  copyFileSync(wasm, join(copy, file));
  return copy;
}

/**
 * From now on, whoever compiles the module `original` gets `wasm` instead: for packages that keep
 * the file to themselves. Returns a function that throws unless that has happened.
 */
export function substitute(original, wasm) {
  const wanted = hash(original);
  let replaced = 0;
  const choose = (source) => {
    const bytes = source instanceof ArrayBuffer ? new Uint8Array(source) : source;
    if (!ArrayBuffer.isView(bytes) || bytes.byteLength !== original.length) return source;
    if (hash(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)) !== wanted) return source;
    replaced++;
    return wasm;
  };
  const { Module, compile, instantiate } = WebAssembly;
  // `options` say which imports are builtins of the engine, as those of strings.
  WebAssembly.Module = new Proxy(Module, { construct: (target, [source, options]) => new target(choose(source), options) });
  WebAssembly.compile = (source, options) => compile(choose(source), options);
  WebAssembly.instantiate = (source, imports, options) =>
    instantiate(source instanceof Module ? source : choose(source), imports, options);
  WebAssembly.compileStreaming = undefined;
  WebAssembly.instantiateStreaming = undefined;
  return () => {
    if (!replaced) throw new Error('the package has not compiled its module: is this the file that it uses?');
  };
}
