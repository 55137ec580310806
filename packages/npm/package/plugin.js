// Plugins of bundlers: each module (.wasm) of a build is optimized.
//
//   import { vite as invar } from "invar-opt/plugin";
//   export default { plugins: [invar({ level: "Oz" })] };
//
// Options are those of `optimize`, and `include`, `exclude`: which modules, by what a path must match. A build in which a
// module cannot be optimized keeps that module, and warns.

import { readFile } from "node:fs/promises";
import { optimize } from "./node.js";

const NAME = "invar-opt";

function plugin(options = {}) {
  const { include, exclude, ...how } = options;
  const selects = (path) =>
    path.endsWith(".wasm") && (!include || matches(include, path)) && !(exclude && matches(exclude, path));
  const made = async (path, bytes, warn) => {
    try {
      return Buffer.from((await optimize(bytes, how)).wasm);
    } catch (error) {
      // What is wrong with the options is wrong with the build.
      if (error.code === "usage") throw error;
      warn(`${path}: not optimized: ${error.message}`);
      return bytes;
    }
  };
  return { selects, made };
}

function matches(patterns, path) {
  return [patterns].flat().some((pattern) => (pattern instanceof RegExp ? pattern.test(path) : path.includes(pattern)));
}

/** A plugin of Rollup and Rolldown: the assets of the bundle. */
export function rollup(options) {
  const { selects, made } = plugin(options);
  return {
    name: NAME,
    async generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== "asset" || !selects(file.fileName)) continue;
        file.source = await made(file.fileName, Buffer.from(file.source), (text) => this.warn(text));
      }
    },
  };
}

/** A plugin of Vite. It does nothing while a server runs. */
export function vite(options) {
  return { ...rollup(options), apply: "build", enforce: "post" };
}

/** A plugin of esbuild. A module is loaded as `loader` says of .wasm, or as a file. */
export function esbuild(options) {
  const { selects, made } = plugin(options);
  return {
    name: NAME,
    setup(build) {
      build.onLoad({ filter: /\.wasm$/ }, async ({ path }) => {
        if (!selects(path)) return undefined;
        const warnings = [];
        const contents = await made(path, await readFile(path), (text) => warnings.push({ text }));
        return { contents, loader: build.initialOptions.loader?.[".wasm"] ?? "file", warnings };
      });
    },
  };
}

/** A plugin of webpack and Rspack: the assets of the compilation. */
export function webpack(options) {
  const { selects, made } = plugin(options);
  return {
    apply(compiler) {
      const { Compilation, sources, WebpackError } = compiler.webpack;
      compiler.hooks.compilation.tap(NAME, (compilation) => {
        const stage = Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE;
        compilation.hooks.processAssets.tapPromise({ name: NAME, stage }, async (assets) => {
          for (const [name, asset] of Object.entries(assets)) {
            if (!selects(name)) continue;
            const warn = (text) => compilation.warnings.push(new WebpackError(text));
            const bytes = await made(name, Buffer.from(asset.source()), warn);
            compilation.updateAsset(name, new sources.RawSource(bytes));
          }
        });
      });
    },
  };
}
