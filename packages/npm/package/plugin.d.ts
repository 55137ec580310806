import type { OptimizeOptions } from "./index.js";

type Pattern = string | RegExp;

export interface PluginOptions extends OptimizeOptions {
  /** Which modules: what a path matches, or has as a part. All if it is not given. */
  include?: Pattern | Pattern[];
  /** Which modules are left as they are. */
  exclude?: Pattern | Pattern[];
}

// Types of the bundlers are not needed to use these.
export function vite(options?: PluginOptions): any;
export function rollup(options?: PluginOptions): any;
export function esbuild(options?: PluginOptions): any;
export function webpack(options?: PluginOptions): any;
