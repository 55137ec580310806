// Starts a worker in node. It does not keep the process alive but for calls that are waited for.

import { Worker } from "node:worker_threads";
import { caller } from "./calls.js";

export function startWorker(worker = new Worker(new URL("./worker-node.js", import.meta.url))) {
  let waited = 0;
  const calls = caller(
    (message) => {
      waited += 1;
      worker.ref();
      worker.postMessage(message);
    },
    () => worker.terminate(),
  );
  worker.unref();
  worker.on("message", (data) => {
    waited -= 1;
    if (waited === 0) worker.unref();
    calls.receive(data);
  });
  worker.on("error", (error) => calls.fail(error));
  return calls.worker;
}
