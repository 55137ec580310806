// Invar in node.

import { create } from "./api.js";
import { moduleBytes } from "./node-module.js";

export { InvarError } from "./api.js";
export { startWorker } from "./start-worker-node.js";
export const { initialize, optimize, symbolize, run } = create(async () => WebAssembly.compile(moduleBytes()));
