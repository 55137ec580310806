// Starts a worker in browsers and Deno.

import { caller } from "./calls.js";

export function startWorker(worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" })) {
  const calls = caller((message) => worker.postMessage(message), () => worker.terminate());
  worker.addEventListener("message", ({ data }) => calls.receive(data));
  worker.addEventListener("error", (error) => calls.fail(error));
  return calls.worker;
}
