// Drivers of modules of more packages (../more.mjs), one function per package. run.mjs replaces the module
// that the package compiles by the module under test.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { digest, prose, randomFrom } from '../lib.mjs';
import { npmMore, requireMore } from '../more.mjs';
import { image } from './avif.mjs';

// The codecs use this class, which node does not have.
globalThis.ImageData ??= class {
  constructor(data, width, height) {
    Object.assign(this, { data, width, height });
  }
};

const path = (...parts) => join(npmMore, ...parts);
const load = (...parts) => import(pathToFileURL(path(...parts)));
const bytesOf = (...parts) => readFileSync(path(...parts));
const short = (value) => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, (_, v) => (typeof v === 'bigint' ? `${v}n` : v)) ?? String(value));
  return text.length < 160 ? text : digest(text);
};
/** Prints what each case gives, or the first line of its error. */
async function each(print, cases, f) {
  for (const [label, input] of Object.entries(cases)) {
    try {
      print(label, short(await f(input)));
    } catch (error) {
      print(`${label} failed`, String(error?.message ?? error).split('\n')[0].slice(0, 200));
    }
  }
}
const numbered = (list) => Object.fromEntries(list.map((x, i) => [`case ${i}`, x]));

const scripts = [
  'a**2', 'a = b ** c ** d; x **= 2', 'let [a, {b = 1, ...c}, , ...d] = e;', 'class A extends B { #x = 1; static { this.#y(); } get [k]() {} }',
  'async function* f() { for await (const x of y) yield* x; }', 'const t = tag`a${b}c${`d${e}`}`;', 'label: for (;;) { if (a) continue label; else break; }',
  'a?.b?.[c]?.(d) ?? e', 'import a, { b as c } from "d"; export * as n from "m"; export default class {}', 'x => ({ ...x, [y]: 1, get z() { return 1n } })',
  '0x1F + 0b11 + 1_000.5e-3 + .5', '/a[/]b(?<n>c)/giu.test(s)', 'switch (a) { case 1: case 2: b(); default: c() }', 'try { a() } catch { b() } finally { c() }',
  'new.target', 'if (', 'let a; let a;', 'var \\u0061 = "\\u{1F600}\\n";', '// comment\n/* @__PURE__ */ a()', 'await import("x")', '({a, b: [c]} = d)',
  '(a, b) => { "use strict"; return a, b }', 'for (const [k, v] of Object.entries(o)) { do { k++ } while (v--) }', 'delete a.b, void 0, typeof c', '',
  Array.from({ length: 300 }, (_, i) => `export const v${i} = (a, b) => a ** ${i} + b[${i}] / "s${i}";`).join('\n'),
];

export async function rollup({ print }) {
  const { rollup: bundle } = requireMore('@rollup/wasm-node');
  const { parseAst } = requireMore('@rollup/wasm-node/parseAst');
  await each(print, numbered(scripts), (code) => parseAst(code));
  await each(print, { jsx: '<a b={c} {...d}>text<E.F/></a>' }, (code) => parseAst(code, { jsx: true }));
  const files = {
    main: 'import { a, unused } from "lib"; import def, * as all from "other"; console.log(a(2) ** 3, def, all.deep?.x); export { a }; import("late");',
    lib: 'export const a = (x) => x ** 2; export const unused = sideEffectFree(); function sideEffectFree() { return 1 } export class Gone {}',
    other: 'export { deep } from "deep"; const o = { a: 1, get b() { return 2 } }; export default o; if (false) { never() }',
    deep: 'export var deep = { x: /re/g }; deep.y = `t${deep.x}`;',
    late: 'export default async () => { for await (const x of [1]) console.log(x) }',
  };
  for (const format of ['es', 'cjs', 'iife']) {
    const made = await bundle({
      input: 'main',
      plugins: [{ name: 'files', resolveId: (id) => id, load: (id) => files[id] }],
      onwarn: () => {},
    });
    const { output } = await made.generate({ format, name: 'bundle', sourcemap: true, inlineDynamicImports: format === 'iife', compact: format === 'cjs' });
    for (const chunk of output) print(`${format} ${chunk.fileName}`, short(chunk.code ?? chunk.source));
  }
}

export async function swc({ print }) {
  const library = requireMore('@swc/wasm');
  await each(print, numbered(scripts), (code) => library.parseSync(code, { syntax: 'ecmascript' }).body);
  await each(print, numbered(scripts), (code) => library.transformSync(code, { jsc: { target: 'es5' } }).code);
  await each(print, numbered(scripts), (code) => library.minifySync(code, { compress: true, mangle: true }).code);
  await each(print, { typescript: 'enum E { A = 1, B = A << 2 } abstract class C<T> { constructor(private x: T) {} } export type { T } from "t"; let v = <any>w!;' },
    (code) => library.transformSync(code, { jsc: { parser: { syntax: 'typescript' }, target: 'es2015' } }).code);
}

const codecs = {
  webp: { folder: 'webp', enc: 'webp_enc', dec: 'webp_dec', options: [{}, { quality: 10, method: 6 }, { lossless: 1, exact: 1 }, { quality: 95, use_sharp_yuv: 1, alpha_quality: 40 }, { near_lossless: 40, lossless: 1 }] },
  jpeg: { folder: 'jpeg', enc: 'mozjpeg_enc', dec: 'mozjpeg_dec', options: [{}, { quality: 20, progressive: false }, { quality: 95, auto_subsample: false, chroma_subsample: 1 }, { baseline: true, optimize_coding: false }, { arithmetic: false, smoothing: 20, trellis_multipass: true }] },
  jxl: { folder: 'jxl', enc: 'jxl_enc', dec: 'jxl_dec', options: [{}, { quality: 30, effort: 3 }, { lossless: true, effort: 5 }, { progressive: true, epf: 3 }] },
};

export async function jsquash({ module, print }) {
  const sizes = [[96, 64], [67, 45], [1, 1], [200, 130]];
  if (module.name === 'jsquash-png') {
    const encoder = await load('@jsquash/png/encode.js');
    const decoder = await load('@jsquash/png/decode.js');
    const packaged = bytesOf('@jsquash/png', module.file);
    await encoder.init(await WebAssembly.compile(packaged));
    await decoder.init(await WebAssembly.compile(packaged));
    for (const [width, height] of sizes) {
      const encoded = await encoder.default(image(width, height));
      const decoded = await decoder.default(encoded);
      print(`${width}x${height}`, `${digest(new Uint8Array(encoded))}, decoded ${digest(decoded.data)}`);
    }
    return;
  }
  const [kind] = module.name.split('-');
  const { folder, enc, dec, options } = codecs[kind];
  // The module as a buffer, by the option of Emscripten's glue code.
  const make = async (part, name) => {
    const { default: factory } = await load(`@jsquash/${folder}/codec/${part}/${name}.js`);
    return factory({ noInitialRun: true, wasmBinary: bytesOf(`@jsquash/${folder}/codec/${part}/${name}.wasm`) });
  };
  const encoder = await make('enc', module.name.endsWith('simd') ? `${enc}_simd` : enc);
  const decoder = await make('dec', dec);
  const extra = kind === 'jpeg' ? [false] : [];
  const { defaultOptions } = await load(`@jsquash/${folder}/meta.js`);
  for (const [width, height] of sizes) {
    for (const option of options) {
      const encoded = encoder.encode(image(width, height).data, width, height, { ...defaultOptions, ...option });
      // The second argument is for JPEG only: whether to keep the stored orientation.
      const decoded = decoder.decode(encoded, ...extra);
      print(`${width}x${height} ${JSON.stringify(option)}`, `${digest(encoded)}, decoded ${decoded.width}x${decoded.height} ${digest(decoded.data)}`);
    }
  }
  await each(print, { 'not an image': new Uint8Array(100) }, (input) => {
    const nothing = decoder.decode(input, ...extra);
    return nothing ? digest(nothing.data) : String(nothing);
  });
}

export async function resvg({ print }) {
  const { initWasm, Resvg } = requireMore('@resvg/resvg-wasm');
  await initWasm(bytesOf('@resvg/resvg-wasm/index_bg.wasm'));
  const svg = (inner) => `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="120" height="80">${inner}</svg>`;
  await each(print, {
    shapes: svg('<rect x="5" y="5" width="40" height="30" rx="6" fill="#c33" stroke="blue"/><circle cx="80" cy="40" r="25" fill-opacity=".5"/><ellipse cx="30" cy="60" rx="20" ry="8" transform="rotate(20 30 60)"/>'),
    paths: svg('<path d="M10 10 C 40 80 60 -20 110 70 S 20 20 5 75 Q 60 10 90 60 T 10 40 A 20 30 40 1 0 90 20 Z" fill="none" stroke="green" stroke-width="3.5" stroke-dasharray="7 3 1" stroke-linejoin="bevel" stroke-linecap="round"/>'),
    gradients: svg('<defs><linearGradient id="a" x2="1" y2=".4"><stop stop-color="red"/><stop offset=".6" stop-color="hsl(120,50%,50%)" stop-opacity=".4"/></linearGradient><radialGradient id="b" fx=".2" spreadMethod="reflect" r=".3"><stop/><stop offset="1" stop-color="#fff"/></radialGradient></defs><rect width="120" height="40" fill="url(#a)"/><rect y="40" width="120" height="40" fill="url(#b)"/>'),
    filters: svg('<filter id="f"><feGaussianBlur stdDeviation="3 1"/><feOffset dx="4" dy="2"/><feColorMatrix type="hueRotate" values="70"/><feTurbulence baseFrequency=".05" numOctaves="3" result="t"/><feBlend in="SourceGraphic" in2="t" mode="multiply"/></filter><rect x="20" y="20" width="60" height="40" fill="orange" filter="url(#f)"/>'),
    masks: svg('<mask id="m"><circle cx="60" cy="40" r="30" fill="#fff"/></mask><clipPath id="c"><path d="M0 0H90L30 80Z"/></clipPath><pattern id="p" width="9" height="9" patternUnits="userSpaceOnUse"><path d="M0 9L9 0" stroke="#000"/></pattern><g mask="url(#m)" clip-path="url(#c)"><rect width="120" height="80" fill="url(#p)"/></g>'),
    bad: '<svg><rect', empty: '',
  }, (text) => {
    const made = new Resvg(text, { fitTo: { mode: 'width', value: 200 } });
    const out = made.render();
    return `${out.width}x${out.height} ${digest(out.pixels)} ${digest(out.asPng())} ${digest(made.toString())}`;
  });
}

export async function tiktoken({ print }) {
  const { get_encoding } = requireMore('tiktoken');
  const random = randomFrom(3);
  for (const name of ['gpt2', 'cl100k_base', 'o200k_base']) {
    const encoding = get_encoding(name);
    await each(print, { prose: prose(random, 3000), code: scripts.join('\n'), unicode: '日本語 😀 é ﬁ \u0000\t\r\n   x', empty: '' }, (text) => {
      const tokens = encoding.encode(text);
      return `${tokens.length} ${short([...tokens])} ${new TextDecoder().decode(encoding.decode(tokens)) === text}`;
    });
    await each(print, { special: 'a <|endoftext|> b' }, (text) => [...encoding.encode(text, 'all')]);
    await each(print, { refused: 'a <|endoftext|> b' }, (text) => [...encoding.encode(text)]);
    encoding.free();
  }
}

const pythons = [
  'import os, sys\nx = 1\ndef f(a, b = 2, *c, **d):\n  return  a+b\n', 'class A(  B ):\n    """doc"""\n    x : int=3\n    async def g(self): await h()\n',
  "print( 'a' \"b\", f'{x!r:>{w}}' )\nfor i in range(10) :\n  if i==None: break\nelse: pass\n", 'x = {"a":1,**b,}\ny = [i for i in z if i]\nlambda x:x\n', 'def (:\n', '',
  Array.from({ length: 80 }, (_, i) => `def f${i}(a, b):\n    unused = a ** ${i}\n    return {k: v for k, v in b.items() if k != ${i} and not v is None}\n`).join(''),
];

export async function ruff({ print }) {
  const { Workspace, PositionEncoding } = requireMore('@astral-sh/ruff-wasm-nodejs');
  const workspace = new Workspace({ lint: { select: ['E', 'F', 'B', 'UP', 'SIM', 'I'] }, 'line-length': 60 }, PositionEncoding?.Utf16);
  await each(print, numbered(pythons), (text) => workspace.format(text));
  await each(print, numbered(pythons), (text) => workspace.check(text));
  await each(print, numbered(pythons), (text) => workspace.ast(text));
  await each(print, numbered(pythons), (text) => workspace.tokens(text));
}

export async function photon({ print }) {
  const photon = requireMore('@silvia-odwyer/photon-node');
  const effects = {
    grayscale: (i) => photon.grayscale(i), blur: (i) => photon.gaussian_blur(i, 3), sharpen: (i) => photon.sharpen(i), sobel: (i) => photon.sobel_horizontal(i),
    hue: (i) => photon.hue_rotate_hsl(i, 0.3), solarize: (i) => photon.solarize(i), oil: (i) => photon.oil(i, 3, 20), filter: (i) => photon.filter(i, 'oceanic'),
    threshold: (i) => photon.threshold(i, 90), flip: (i) => photon.fliph(i), contrast: (i) => photon.adjust_contrast(i, 30), lch: (i) => photon.saturate_lch(i, 0.2),
  };
  await each(print, effects, (effect) => {
    const { data, width, height } = image(90, 60);
    const made = new photon.PhotonImage(new Uint8Array(data), width, height);
    effect(made);
    const small = photon.resize(made, 41, 33, photon.SamplingFilter.Lanczos3);
    return `${digest(made.get_raw_pixels())} ${digest(small.get_raw_pixels())} ${digest(small.get_bytes_jpeg(70))}`;
  });
}

export async function cssInline({ print }) {
  const { initWasm, inline } = requireMore('@css-inline/css-inline-wasm');
  await initWasm(bytesOf('@css-inline/css-inline-wasm/index_bg.wasm'));
  const page = (css, body) => `<html><head><style>${css}</style></head><body>${body}</body></html>`;
  await each(print, numbered([
    page('p { color: red } .a > b { margin: 0 1px !important } #x, a[href^="h"] { top: 1px }', '<p class="a">t<b style="margin:2px">u</b></p><a id=x href="http://e.org">v</a>'),
    page('li:nth-child(2n+1) { x: y } ul li:not(.z)::before { a: b } @media print { p { c: d } }', `<ul>${'<li class=z>1<li>2'.repeat(50)}</ul>`),
    page('p { broken', '<p>x'), '<p>é日本&amp;&nope;<br/></p>', '',
  ]), (html) => inline(html, { loadRemoteStylesheets: false }));
}

export async function htmlRewriter({ print }) {
  const { HTMLRewriter } = requireMore('html-rewriter-wasm');
  await each(print, numbered([
    '<p>old <b>x</b></p>', `<div class="a b" id=c>${'<p title="&quot;é">t<!-- c --></p>'.repeat(60)}</div>`, '<a href=1 href=2><img/></a><script>"<p>"</script>', '<p', '<!doctype html><ul><li>1<li class=k>2</ul>',
  ]), async (html) => {
    const out = [];
    const rewriter = new HTMLRewriter((chunk) => out.push(Buffer.from(chunk)));
    rewriter.on('p', { element(e) { e.setAttribute('n', [...e.attributes].length); e.prepend('<i>', { html: true }); e.after('&'); }, text(t) { if (t.text.includes('t')) t.replace('T'); }, comments(c) { c.text += '!'; } });
    rewriter.on('div > p:nth-child(3), li.k, a[href="1"]', { element(e) { e.setInnerContent('new'); e.tagName = 'section'; } });
    rewriter.onDocument({ doctype: (d) => out.push(Buffer.from(String(d.name))), end: (e) => e.append('END') });
    try {
      for (let i = 0; i < html.length; i += 7) await rewriter.write(Buffer.from(html.slice(i, i + 7)));
      await rewriter.end();
    } finally {
      rewriter.free();
    }
    return Buffer.concat(out).toString();
  });
}

export async function automerge({ print }) {
  const { create, load: loadDocument } = requireMore('@automerge/automerge-wasm');
  const document = create({ actor: 'aabbcc' });
  const random = randomFrom(9);
  const list = document.putObject('/', 'list', []);
  const text = document.putObject('/', 'text', 'start');
  for (let i = 0; i < 300; i++) {
    document.insert(list, random(i + 1), i % 3 ? i : `s${i}`);
    document.splice(text, random(document.length(text) + 1), random(2), 'xyz'.slice(random(3)));
    if (i % 50 === 0) document.commit(`message ${i}`, 1000 + i);
  }
  const other = document.fork('ddeeff');
  other.put('/', 'key', 1.5);
  document.delete(list, 3);
  document.commit('last', 5000);
  other.commit('other', 6000);
  document.merge(other);
  print('heads', JSON.stringify(document.getHeads()));
  print('value', short(document.materialize('/')));
  const saved = document.save();
  print('saved', digest(saved));
  print('loaded', short(loadDocument(saved, { actor: '00' }).materialize('/')));
  await each(print, { damaged: saved.slice(0, 90) }, (bytes) => loadDocument(bytes).materialize('/'));
}

const plugins = {
  'dprint-json': ['file.json', ['{"a":1,"b":[1,2,{"c":null}],//x\n"d":1e5}', '[', '[1,\n2]', `[${'{"k": [true,false]},'.repeat(200)}1]`]],
  'dprint-markdown': ['file.md', ['# a\n* b\n* c\n\n1) d\n2) e\n\n`code`  **x** __y__', 'Title\n===\n\n|a|b|\n|-|:-:|\n|1|日本|\n', '> q\n> - [ ] t\n***\n```js\nx\n```\n[l]: http://x "t"\n', 'word '.repeat(400)]],
  'dprint-toml': ['file.toml', ['a=1\n[b.c]\nd = [1,2,\n3]\n', 'x = { y="z",w=1979-05-27T07:32:00Z }\n[[p]]\nq=0x1F\n', '= bad', "s = '''\nraw'''\n".repeat(20).replace(/s/g, 's')]],
  'dprint-typescript': ['file.ts', [...scripts, 'enum E{A=1}\ntype T<K extends keyof U>=K extends `a${infer R}`?R:never;\nabstract class C<T>{constructor(private readonly x:T){super()}}']],
};

export async function dprint({ module, print }) {
  const { createFromBuffer } = requireMore('@dprint/formatter');
  const formatter = createFromBuffer(bytesOf(module.npmPackage, module.file));
  formatter.setConfig({ lineWidth: 60, indentWidth: 3 }, {});
  print('info', short(formatter.getPluginInfo()));
  const [filePath, texts] = plugins[module.name];
  await each(print, numbered(texts), (fileText) => formatter.formatText({ filePath, fileText }));
}

export async function zstd({ print }) {
  const { init, compress, decompress } = requireMore('@bokuweb/zstd-wasm');
  await init();
  const random = randomFrom(21);
  const inputs = { empty: '', prose: prose(random, 8000), same: 'a'.repeat(100000), noise: Buffer.from(Array.from({ length: 30000 }, () => random(256))) };
  for (const level of [1, 3, 9, 15, 19]) {
    await each(print, inputs, (input) => {
      const packed = compress(Buffer.from(input), level);
      return `${level} ${digest(packed)} ${digest(decompress(packed))}`;
    });
  }
  await each(print, { damaged: Buffer.from('28b52ffd0458ffff00', 'hex'), nonsense: Buffer.alloc(50) }, (input) => digest(decompress(input)));
}

export async function lz4({ print }) {
  const library = requireMore('@foxglove/wasm-lz4');
  const instance = library.default ?? library;
  await instance.isLoaded;
  // A frame of one block, made by hand: literals, then matches that overlap themselves.
  const block = Buffer.concat([Buffer.from([0x4f]), Buffer.from('abcd'), Buffer.from([4, 0, 255, 255, 80]), Buffer.from([0x50]), Buffer.from('12345')]);
  const made = Buffer.concat([Buffer.from('04224d18604082', 'hex'), Buffer.from([block.length, 0, 0, 0]), block, Buffer.alloc(4)]);
  await each(print, { made, nonsense: Buffer.alloc(40), long: Buffer.concat([made, made]) }, (input) => digest(instance(input, 4096)));
}

export async function re2({ print }) {
  const { RE2 } = requireMore('re2-wasm');
  const text = `${prose(randomFrom(2), 800)} The year 1999, joe.doe@example.org 日本語 Ünï`;
  await each(print, numbered(['\\d{4}', '([\\w.]+)@(?P<host>[\\w.]+)', '(?:a+)+b', '\\p{Han}+', 'ka|lo(mi)?', '^T', '[^a-m\\s]{3,5}\\b', '(', '(?i)ÜNÏ']), (pattern) => {
    const all = new RE2(pattern, 'gu');
    return [all.match(text), all.replace(text, '<$&>').length, new RE2(pattern, 'u').exec(text)?.slice(), all.split(text).length];
  });
}

export async function markdown({ print }) {
  const { parse, ParseFlags } = requireMore('markdown-wasm');
  const texts = ['# a\n* b\n* c\n\n1. d\n', '|a|b|\n|-|:-:|\n|1|*2*|\n', '> q `x` ~~s~~ <b>h</b> &amp; http://e.org\n\n```js\na<b\n```\n', `${prose(randomFrom(4), 2000)}\n\n`.repeat(3), '[a](b "c") ![i](j)\n\n[r]\n\n[r]: /u\n', ''];
  await each(print, numbered(texts), (text) => parse(text));
  await each(print, numbered(texts), (text) => parse(text, { parseFlags: ParseFlags.COMMON_MARK }));
  await each(print, numbered(texts), (text) => parse(text, { format: 'xhtml', bytes: true, parseFlags: ParseFlags.DEFAULT | ParseFlags.NO_HTML }).length);
}

export async function oniguruma({ print }) {
  const { loadWASM, OnigScanner, OnigString } = requireMore('vscode-oniguruma');
  await loadWASM(bytesOf('vscode-oniguruma/release/onig.wasm'));
  const string = new OnigString(`${prose(randomFrom(6), 500)} if (a == 1) { return "x\\"y"; } // 日本語 Ünï`);
  await each(print, numbered([['\\d+', '"(?:[^"\\\\]|\\\\.)*"'], ['(?<=a )==', '\\bif\\b'], ['(?<w>\\w)\\k<w>', '\\p{Han}+'], ['(?i)ÜNÏ'], ['(?>a+)b|\\Gx', '(?~ab)z'], ['(\\((?:[^()]|\\g<1>)*\\))'], ['(', 'a'], ['^', '$']]), (patterns) => {
    const scanner = new OnigScanner(patterns);
    const found = [];
    for (let at = 0; found.length < 200;) {
      const match = scanner.findNextMatchSync(string, at);
      if (!match) break;
      found.push(match);
      at = Math.max(match.captureIndices[0].end, at + 1);
    }
    return found;
  });
}

export async function yoga({ print }) {
  const { default: init } = await load('yoga-wasm-web/dist/index.js');
  const yoga = await init(bytesOf('yoga-wasm-web/dist/yoga.wasm'));
  const random = randomFrom(8);
  const build = (depth) => {
    const node = yoga.Node.create();
    node.setFlexDirection(random(4));
    node.setJustifyContent(random(6));
    node.setAlignItems(1 + random(5));
    node.setFlexWrap(random(3));
    if (random(3)) node.setWidth(10 + random(200));
    if (random(3)) node.setHeightPercent(5 + random(90));
    node.setFlexGrow(random(5) / 2);
    node.setFlexShrink(random(2));
    node.setMargin(random(9), random(12));
    node.setPadding(random(9), random(7) + 0.5);
    node.setBorder(8, random(3));
    if (random(6) === 0) node.setPositionType(2);
    if (depth) for (let i = random(5); i >= 0; i--) node.insertChild(build(depth - 1), 0);
    return node;
  };
  const layout = (node) => [Object.values(node.getComputedLayout()), ...Array.from({ length: node.getChildCount() }, (_, i) => layout(node.getChild(i)))];
  for (let i = 0; i < 12; i++) {
    const root = build(3);
    root.calculateLayout(300 + i * 37, 400, 1 + (i & 1));
    print(`layout ${i}`, short(layout(root)));
    root.freeRecursive();
  }
}

export async function manifold({ print }) {
  const { default: factory } = await load('manifold-3d/manifold.js');
  const library = await factory({ locateFile: () => path('manifold-3d/manifold.wasm') });
  library.setup();
  const { Manifold, CrossSection } = library;
  const describe = (m) => {
    const { vertProperties, triVerts } = m.getMesh();
    return [m.volume(), m.surfaceArea(), m.numTri(), m.genus(), digest(new Uint8Array(vertProperties.buffer)), digest(new Uint8Array(triVerts.buffer))];
  };
  const cube = Manifold.cube([2, 2, 2], true);
  const ball = Manifold.sphere(1.3, 40);
  await each(print, {
    cube, ball, difference: Manifold.difference(cube, ball), union: Manifold.union(cube, ball.translate([0.7, 0.2, 0])),
    intersection: Manifold.intersection(cube.rotate([10, 20, 30]), ball), cylinder: Manifold.cylinder(3, 1, 0.4, 24).subtract(cube.scale(0.5)),
    extruded: CrossSection.square([2, 1]).offset(0.3, 'Round').extrude(2, 8, 45), revolved: CrossSection.circle(1, 20).translate([2, 0]).revolve(30),
    hull: Manifold.hull([cube, ball.translate([3, 0, 0])]), refined: cube.refine(4).warp((v) => { v[2] += v[0] * v[1] * 0.1; }),
  }, describe);
}

export async function draco({ print }) {
  const { createEncoderModule, createDecoderModule } = requireMore('draco3d');
  const encoderModule = await createEncoderModule({});
  const decoderModule = await createDecoderModule({});
  const random = randomFrom(17);
  for (const [speed, bits] of [[0, 14], [5, 11], [10, 8]]) {
    const side = 20;
    const positions = new Float32Array(side * side * 3).map((_, i) => Math.fround(((i / 3 | 0) % side) * (i % 3 === 0) + (i % 3 === 1) * (i / 3 / side) + random(100) / 500));
    const faces = [];
    for (let y = 0; y + 1 < side; y++) for (let x = 0; x + 1 < side; x++) faces.push(y * side + x, y * side + x + 1, y * side + x + side, y * side + x + 1, y * side + x + side + 1, y * side + x + side);
    const encoder = new encoderModule.Encoder();
    const builder = new encoderModule.MeshBuilder();
    const mesh = new encoderModule.Mesh();
    builder.AddFacesToMesh(mesh, faces.length / 3, new Uint32Array(faces));
    builder.AddFloatAttributeToMesh(mesh, encoderModule.POSITION, side * side, 3, positions);
    encoder.SetSpeedOptions(speed, speed);
    encoder.SetAttributeQuantization(encoderModule.POSITION, bits);
    const out = new encoderModule.DracoInt8Array();
    const length = encoder.EncodeMeshToDracoBuffer(mesh, out);
    const packed = Int8Array.from({ length }, (_, i) => out.GetValue(i));
    const buffer = new decoderModule.DecoderBuffer();
    buffer.Init(packed, length);
    const decoder = new decoderModule.Decoder();
    const again = new decoderModule.Mesh();
    const status = decoder.DecodeBufferToMesh(buffer, again);
    const values = new decoderModule.DracoFloat32Array();
    decoder.GetAttributeFloatForAllPoints(again, decoder.GetAttribute(again, 0), values);
    const points = Float32Array.from({ length: values.size() }, (_, i) => values.GetValue(i));
    print(`speed ${speed}, ${bits} bits`, `${digest(new Uint8Array(packed.buffer))} ${status.ok()} ${again.num_faces()} ${digest(new Uint8Array(points.buffer))}`);
  }
}

export async function jq({ print }) {
  const library = await requireMore('jq-web');
  const json = { a: [1, 2.5, null, { b: 'é"日本' }], c: { d: [true, false] }, n: Array.from({ length: 60 }, (_, i) => ({ k: i % 7, v: i * i })) };
  await each(print, numbered(['.a', '.n | group_by(.k) | map({k: .[0].k, s: (map(.v) | add)})', '[paths]', '.a[3].b | ascii_upcase, length, explode', '[.n[].v | select(. % 3 == 0)] | sort | reverse', 'def f: if . > 1 then . * (. - 1 | f) else 1 end; 12 | f',
    '[.n[] | .v | sqrt | floor]', '.a[3].b | test("é")', 'reduce .n[] as {v: $v} (0; . + $v)', 'limit(5; repeat(1))', '.a + 1', '.a |', 'to_entries | map(.key)', '[range(20)] | map(pow(.; 2) | tostring) | join("-")', '@base64 "x\\(.a)"', 'try error("x") catch .']), (filter) => library.json(json, filter));
}

export async function clangFormat({ print }) {
  const { format, version } = await load('@wasm-fmt/clang-format/clang-format-node.js');
  print('version', version());
  const code = ['int main(){return 0;}', '#include <b>\n#include <a>\ntemplate<class T,int N> struct S{T x[N];S():x{}{}\n~S();};', 'void f(int aaaaaaaaaaaaaaaaaaaaaaaa,int bbbbbbbbbbbbbbbbbbbbbbbbbbbbbb,int ccccccccccccccccc){if(a)b();else{for(auto&x:y)z(x);}}', 'auto l=[&](auto x)->int{switch(x){case 1:return 2;default:;}};', '}{', '', `${'x=y+z*w;'.repeat(300)}`];
  for (const style of ['LLVM', 'Google', 'Mozilla', '{BasedOnStyle: WebKit, ColumnLimit: 40, AlignConsecutiveAssignments: true}']) await each(print, numbered(code), (text) => format(text, 'a.cc', style));
  await each(print, { js: scripts.slice(0, 14).join('\n') }, (text) => format(text, 'a.js', 'Google'));
}

export async function lodepng({ print }) {
  const library = requireMore('@cwasm/lodepng');
  for (const [width, height] of [[96, 64], [33, 21], [1, 1]]) {
    const encoded = library.encode(image(width, height));
    print(`${width}x${height}`, `${digest(encoded)}, decoded ${digest(library.decode(encoded).data)}`);
  }
  await each(print, { damaged: Buffer.alloc(60), empty: Buffer.alloc(0) }, (input) => digest(library.decode(input).data));
}

export async function canvaskit({ print }) {
  const init = requireMore('canvaskit-wasm/bin/canvaskit.js');
  const kit = await init({ locateFile: () => path('canvaskit-wasm/bin/canvaskit.wasm') });
  const surface = kit.MakeSurface(200, 150);
  const canvas = surface.getCanvas();
  const paint = new kit.Paint();
  paint.setAntiAlias(true);
  const snapshot = (label) => {
    surface.flush();
    const shot = surface.makeImageSnapshot();
    print(label, `${digest(shot.encodeToBytes())} ${digest(shot.encodeToBytes(kit.ImageFormat.JPEG, 60) ?? '')}`);
  };
  canvas.clear(kit.WHITE);
  canvas.drawRRect(kit.RRectXY(kit.LTRBRect(10, 10, 90, 60), 12, 7), paint);
  snapshot('rounded');
  const curve = kit.Path.MakeFromSVGString('M10 140 C 60 20 120 200 190 10 Q 100 100 30 30 A 20 30 40 1 0 90 20 Z');
  paint.setShader(kit.Shader.MakeLinearGradient([0, 0], [200, 150], [kit.RED, kit.Color(0, 200, 99, 0.5), kit.BLUE], [0, 0.4, 1], kit.TileMode.Mirror));
  canvas.rotate(9, 100, 75);
  canvas.drawPath(curve, paint);
  snapshot('path');
  paint.setMaskFilter(kit.MaskFilter.MakeBlur(kit.BlurStyle.Normal, 4, true));
  paint.setBlendMode(kit.BlendMode.Difference);
  paint.setPathEffect(kit.PathEffect.MakeDash([9, 4], 1));
  paint.setStyle(kit.PaintStyle.Stroke);
  paint.setStrokeWidth(5);
  canvas.drawCircle(110, 70, 50, paint);
  snapshot('blurred');
  print('path', `${short(curve.toSVGString())} ${[...curve.computeTightBounds()].join()}`);
}

export async function micropython({ print }) {
  const { loadMicroPython } = await load('@micropython/micropython-webassembly-pyscript/micropython.mjs');
  const lines = [];
  const python = await loadMicroPython({ stdout: (line) => lines.push(line), linebuffer: true, url: path('@micropython/micropython-webassembly-pyscript/micropython.wasm') });
  const programs = {
    recursion: 'def fib(n): return n if n < 2 else fib(n-1) + fib(n-2)\nprint(fib(18))',
    strings: "s = ''.join(chr(97 + i % 26) for i in range(3000))\nprint(len(s), s.count('ab'), s.find('z'), s[::-1][:9], '%05.2f|%r' % (3.14159, 'x'), 'a,b'.split(','), b'\\xff'.hex())",
    dicts: 'd = {}\nfor i in range(3000): d[i * 7919 % 1009] = d.get(i % 97, 0) + i\nprint(len(d), sum(d.values()), sorted(d.items())[:5])',
    exceptions: "for f in (lambda: 1/0, lambda: [][1], lambda: int('x'), lambda: {}['k'], lambda: nope):\n  try: f()\n  except Exception as e: print(type(e).__name__, e)\n  finally: print('finally')",
    floats: 'import math\nprint([math.sin(i) * 10 ** (i % 9) for i in range(20)], 0.1 + 0.2, 1e300 * 1e10, 2 ** 200 // 7, -7 // 2, -7 % 3)',
    modules: "import json, re, hashlib, binascii\nprint(json.dumps({'a': [1, None, True]}), json.loads('[1, 2.5]'), re.sub('b+', 'x', 'abbbc'), binascii.hexlify(hashlib.sha256(b'x').digest()))",
    generators: 'def g():\n  r = yield 1\n  while r: r = yield r * 2\nx = g(); next(x); print(x.send(4), list(zip(range(3), "abc")), sorted([3, 1, 2], key=lambda v: -v), {*range(9)} - {1})',
    bad: 'def (',
  };
  await each(print, programs, (program) => {
    lines.length = 0;
    python.runPython(program);
    return lines.join('\n');
  });
}

export async function lua({ print }) {
  const { LuaFactory } = requireMore('wasmoon');
  const engine = await new LuaFactory(path('wasmoon/dist/glue.wasm')).createEngine();
  const programs = {
    recursion: 'local function fib(n) if n < 2 then return n end return fib(n-1) + fib(n-2) end return fib(22)',
    strings: "local t = {} for i = 1, 3000 do t[#t+1] = string.char(97 + i % 26) end local s = table.concat(t) return s:len() .. s:sub(5, 20) .. s:rep(2, '-'):len() .. (s:gsub('[aeiou]', string.upper)):sub(1, 40) .. string.format('%5.2f|%q|%x', 3.14159, 'a\\nb', 255)",
    patterns: "local out = {} for k, v in ('a=1, bb=22; c = 3'):gmatch('(%w+)%s*=%s*(%d+)') do out[#out+1] = v .. k end return table.concat(out, ',') .. tostring(('x[y[z]]'):match('%b[]')) .. tostring(('THE (quick) fox'):find('%((%a+)%)'))",
    tables: 'local t = {} for i = 1, 5000 do t[(i * 7919) % 1009] = (t[i % 97] or 0) + i end local n, s = 0, 0 for k, v in pairs(t) do n = n + 1 s = s + v end return n .. " " .. s',
    sorting: 'local t, x = {}, 7 for i = 1, 2000 do x = (x * 1103515245 + 12345) % 2147483648 t[i] = x end table.sort(t, function(a, b) return a > b end) return t[1] .. " " .. t[1000] .. " " .. #t',
    coroutines: 'local c = coroutine.wrap(function(a) for i = 1, 3 do a = coroutine.yield(a * i) end return "end" end) return c(2) .. c(3) .. c(4) .. c(5)',
    metatables: 'local P = setmetatable({}, {__call = function(c, x) return setmetatable({x = x}, c) end}) P.__index = P P.__add = function(a, b) return P(a.x + b.x) end P.__tostring = function(p) return "P" .. p.x end P.__lt = function(a, b) return a.x < b.x end return tostring(P(1) + P(2)) .. tostring(P(1) < P(2))',
    errors: 'local out = {} for _, f in ipairs{function() error({c = 1}) end, function() return nil + 1 end, function() error("m", 0) end, function() return ("x"):bad() end} do local ok, e = pcall(f) out[#out+1] = tostring(ok) .. (type(e) == "table" and e.c or e) end return table.concat(out, ";")',
    integers: 'return table.concat({7 // 2, -7 // 2, -7 % 3, 7 / 2, 1 << 62, 3 | 8, ~5, math.maxinteger + 1, 2^53, 1e15, 0x7fp2, math.tointeger(3.0), 10 // 0.0, string.pack("<i4d", 7, 1.5):byte(1, 12)}, " ")',
    deep: 'local function f(n) return 1 + f(n + 1) end return tostring(pcall(f, 1))',
    syntax: 'return ((',
  };
  await each(print, programs, (program) => engine.doString(program));
  engine.global.set('twice', (x) => x * 2);
  await each(print, { host: 'return twice(21)' }, (program) => engine.doString(program));
}

export async function ruby({ print }) {
  const { RubyVM } = requireMore('@ruby/wasm-wasi');
  const { WASI, File, OpenFile, ConsoleStdout, PreopenDirectory } = requireMore('@bjorn3/browser_wasi_shim');
  const quiet = () => new ConsoleStdout(() => {});
  const wasi = new WASI(['ruby', '--disable-gems'], ['RUBYOPT=--disable=gems'], [new OpenFile(new File([])), quiet(), quiet(), new PreopenDirectory('/', new Map())]);
  const compiled = await WebAssembly.compile(bytesOf('@ruby/3.4-wasm-wasi/dist/ruby.wasm'));
  const { vm } = await RubyVM.instantiateModule({ module: compiled, wasip1: wasi, args: ['ruby', '--disable-gems', '-e_=0'] });
  await each(print, {
    recursion: 'def fib(n) = n < 2 ? n : fib(n - 1) + fib(n - 2); fib(18)', strings: '"aé日本".bytes.sum.to_s + "%05.2f" % 3.14159 + "abc".tr("a-c", "x-z") + "x,y".split(",").inspect',
    blocks: '(1..50).each_slice(7).map { |a| a.reduce(:*) % 1009 }.sort.inspect', hashes: 'h = Hash.new(0); 5000.times { |i| h[i * 7919 % 1009] += i }; [h.size, h.values.sum, h.max_by { |_, v| v }].inspect',
    exceptions: '[-> { 1 / 0 }, -> { nil.x }, -> { raise ArgumentError, "m" }, -> { Integer("x") }].map { |f| begin; f.call; rescue => e; e.class.name; ensure; 1; end }.inspect',
    regexps: '"The year 1999 joe@e.org".scan(/(\\w+)@(?:\\w+)|\\d{4}/).inspect + $~.to_a.inspect', numbers: '[2 ** 200 / 7, -7 / 2, -7 % 3, 0.1 + 0.2, 1e300 * 1e10, Rational(1, 3) + 1, 10.pow(50, 97), Math.sin(1)].inspect',
    fibers: 'f = Fiber.new { |x| loop { x = Fiber.yield(x * 2) } }; [f.resume(1), f.resume(5)].inspect', match: 'case {a: [1, {b: 2}]} in {a: [Integer => x, {b:}]} then [x, b].inspect end', bad: 'def (',
  }, (program) => vm.eval(program).toString());
}

const gos = ['package main\nimport ("os";"fmt")\nfunc main(){fmt.Println( 1+2 *3,os.Args[ 1: ])}', 'package a\ntype T struct{x int;yy string `json:"z"`}\nfunc(t *T)f(a,b int)(c int,e error){if a<b{return}\nfor i:=range 10{go func(){<-c}()}\nreturn}', 'package b\nvar(\na=1 // x\nbbb=[]int{1,2,\n3}\n)\ntype G[T any|~int] interface{M(T)}', 'package', '',
  `package c\n${Array.from({ length: 60 }, (_, i) => `func f${i}(x map[string]*[]int)(chan<- int){switch x:=y.(type){case int:goto L;default:select{case z<-1:}}\nL:\nreturn  nil}`).join('\n')}`];

export async function gofmt({ print }) {
  const { format } = await load('@wasm-fmt/gofmt/gofmt_node.js');
  await each(print, numbered(gos), (text) => format(text));
}

export async function shSyntax({ print }) {
  const { parse, print: format } = await load('sh-syntax/lib/index.js');
  const texts = ["echo  'Hello'|grep -v x>&2 &&  true", 'if [ "$a" = b ];then\nfor i in *.c;do cc $i||exit 1;done;fi', 'f(){ local x=${y:-z};case $x in a|b) echo $((1+2**3));;*)cat <<E\n$x\nE\n;;esac; }', 'a=(1 2 "3 4"); [[ $a =~ ^x ]]&&{ ls;}>f 2>&1', 'if', '', 'while read -r l;do echo "$(date "+%s")`x`";done< <(ls)'];
  await each(print, numbered(texts), (text) => format(text));
  await each(print, numbered(texts), (text) => parse(text));
}

export async function asSha256({ module, print }) {
  const exports = new WebAssembly.Instance(new WebAssembly.Module(bytesOf(module.npmPackage, module.file)), { env: { abort() { throw new Error('abort'); } } }).exports;
  const memory = new Uint8Array(exports.memory.buffer);
  const [input, output] = [exports.input.value, exports.output.value];
  const random = randomFrom(13);
  for (const length of [0, 1, 55, 56, 63, 64, 65, 200, 500]) {
    for (let i = 0; i < length; i++) memory[input + i] = random(256);
    exports.init();
    exports.update(input, length);
    exports.final(output);
    print(`${length} bytes`, Buffer.from(memory.subarray(output, output + 32)).toString('hex'));
  }
  for (const name of ['digest64', 'digest']) {
    if (exports[name]?.length === 2) exports[name](input, output);
    else exports[name]?.(300);
    print(name, Buffer.from(memory.subarray(output, output + 32)).toString('hex'));
  }
}
