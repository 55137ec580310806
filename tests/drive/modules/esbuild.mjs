// esbuild: bundles and minifies JavaScript, TypeScript, JSX and CSS. The packaged command runs
// from a copy of its package, with Go's glue code, which takes no other options.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm } from '../corpus.mjs';
import { digest, randomFrom, temporaryDirectory, word } from '../lib.mjs';

const typescript = `
import { deep, type Kind } from './other';
export enum Color { Red, Green = 5, Blue = Green << 2 }
export const enum Inlined { A = 'a', B = 'b' }
declare const unused: number;
namespace Space { export const x: number = Color.Blue; export namespace Inner { export let y = x! } }
abstract class Shape<T extends object = {}> { constructor(private readonly name: string, protected kind?: Kind) {}
  abstract area(): number; get label(): string { return \`\${this.name}: \${this.area() satisfies number}\` } static #count = 0; static next() { return ++Shape.#count } }
@sealed class Circle extends Shape { @tracked accessor r = 2; area() { return Math.PI * this.r ** 2 as number } }
function sealed(_: unknown, __: unknown) {} function tracked(v: any, _: unknown) { return v }
export default async function* run(n: bigint) { for await (const x of deep(n)) yield x?.a?.[0] ?? Inlined.B; using z = Space.Inner as any }
console.log(new Circle('c').label, Shape.next(), 1 + 2 * 3, 'dead' in {} && typeof x === 'undefined');
var x; if (false) { neverCalled() }`;

const css = `@import "./more.css"; :root { --a: 1px } .a { & .b:hover { color: rgba(255, 0, 0, 0.5); margin: 0 0 0 0 } }
@media (width >= 100px) { .c::before { content: "\\2014"; inset: 0; transform: rotate(0.50turn) } } .d { color: #aabbcc; color: hsl(120deg 50% 50%) }`;

function writeInputs(directory) {
  const random = randomFrom(9);
  const write = (path, text) => writeFileSync(join(directory, path), text);
  // Many small modules that use each other, and some that are unused.
  const parts = Array.from({ length: 60 }, (_, i) => {
    const body = Array.from({ length: 12 }, (_, k) => `export function f${k}(a, b) { const ${'t' + k} = a * ${random(999)} + b; ` +
      `if (${'t' + k} > ${random(99)}) { return [...a, '${word(random)}'].map((x) => x ?? b?.c) } else { return \`${word(random)}\${a}\` } }`);
    write(`part${i}.js`, `${body.join('\n')}\n${i ? `import { f1 as below } from './part${random(i)}.js'; export const up = below(${i}, 2);` : ''}`);
    return `import { f${random(12)} as g${i}${i % 3 ? '' : ', up as u' + i} } from './part${i + (i ? 0 : 1)}.js'; console.log(g${i}(${i}, 'x'));`;
  });
  write('parts.js', parts.join('\n'));
  write('typed.ts', typescript);
  write('other.ts', 'export interface Kind { a: string }\nexport async function* deep(n: bigint) { yield { a: [n ** 2n] } }\n');
  write('view.jsx', 'export const V = ({ a, ...p }) => <><div key="x" {...p} className={a ? "é" : null}>text &nbsp; {a}</div><V.W/></>;');
  write('style.css', css);
  write('more.css', '.more { background: url(data:image/png;base64,AAAA) }\n'.repeat(40));
  write('data.json', JSON.stringify({ list: Array.from({ length: 200 }, () => word(random)), used: 1 }));
  write('json.js', 'import { used } from "./data.json"; import all from "./data.json"; console.log(used, all)');
  write('bad.js', 'const a = 1;\nconst a = 2;\nimport { nothing } from "./other.ts";\nawait 0; let \\u{110000};\n');
  write('missing.js', 'import "./absent.js"; import fs from "fs"; console.log(fs)');
  mkdirSync(join(directory, 'node_modules'));
  for (const name of ['assemblyscript', 'source-map', 'quickjs-emscripten-core', 'sql.js']) {
    symlinkSync(join(npm, name), join(directory, 'node_modules', name));
  }
  write('large.js', 'import "./node_modules/assemblyscript/dist/assemblyscript.js"; import * as q from "quickjs-emscripten-core"; console.log(q);');
  write('node.js', 'const { SourceMapConsumer } = require("source-map"); const sql = require("sql.js"); console.log(SourceMapConsumer, sql)');
}

const runs = [
  ['--version'],
  ['parts.js', '--bundle', '--minify', '--sourcemap', '--outdir=out'],
  ['parts.js', '--bundle', '--format=esm', '--outdir=out', '--splitting', '--metafile=out/meta.json'],
  ['typed.ts', '--bundle', '--target=es2017', '--outdir=out', '--supported:bigint=true'],
  ['typed.ts', '--minify', '--keep-names', '--outdir=out', '--format=cjs'],
  ['view.jsx', '--jsx=automatic', '--charset=utf8', '--outdir=out'],
  ['style.css', '--bundle', '--minify', '--target=chrome90', '--outdir=out'],
  ['json.js', '--bundle', '--mangle-props=^u', '--outdir=out', '--banner:js=/*top*/'],
  ['bad.js', '--bundle', '--outdir=out', '--log-limit=0'],
  ['missing.js', '--bundle', '--outdir=out', '--platform=node'],
  ['node.js', '--bundle', '--platform=node', '--minify-syntax', '--outdir=out'],
  ['large.js', '--bundle', '--minify', '--platform=node', '--format=esm', '--sourcemap', '--outdir=out',
    '--external:module', '--external:assemblyscript', '--external:binaryen', '--external:long', '--external:@jitl/*'],
];

export default async function drive({ file, print }) {
  const directory = temporaryDirectory();
  const copy = join(directory, 'esbuild');
  cpSync(join(npm, 'esbuild-wasm'), copy, { recursive: true, filter: (path) => !path.endsWith('.wasm') });
  cpSync(file, join(copy, 'esbuild.wasm'));

  for (const args of runs) {
    // A directory of the same name each time: its path is part of some outputs.
    const work = join(directory, `run${runs.indexOf(args)}`);
    mkdirSync(work);
    writeInputs(work);
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(copy, 'bin/esbuild'), ...args, '--log-level=info', '--color=false'],
      { cwd: work, encoding: 'utf8', maxBuffer: 1 << 28 });
    const messages = (stdout + stderr).replaceAll(directory, '').replace(/Done in .*/, '').trim();
    print(`esbuild ${args.join(' ')}`, `exit ${status}, ${messages.length < 80 ? JSON.stringify(messages) : digest(messages)}`);
    let outputs = [];
    try {
      outputs = readdirSync(join(work, 'out')).sort();
    } catch {
      // Nothing was written: expected when there are errors.
    }
    for (const name of outputs) print(`  ${name}`, digest(readFileSync(join(work, 'out', name))));
  }
}
