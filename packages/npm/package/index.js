// Invar in browsers, Deno and workers. In node, node.js stands for this file.

import { compile, create } from "./api.js";

export { InvarError } from "./api.js";
export { startWorker } from "./start-worker.js";
export const { initialize, optimize, symbolize, run } = create(() =>
  compile(fetch(new URL("./invar.wasm.lzma", import.meta.url))),
);
