// Calls of a worker, by number: what start-worker.js and start-worker-node.js share.

import { InvarError } from "./api.js";

/** The functions of a worker that `post` sends messages to. `stop` ends it. */
export function caller(post, stop) {
  const waiting = new Map();
  let last = 0;
  let ended;
  const call = (name) => (...args) =>
    new Promise((resolve, reject) => {
      if (ended) return reject(ended);
      last += 1;
      waiting.set(last, { resolve, reject });
      post({ id: last, name, args });
    });
  const end = (error) => {
    ended ??= error;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  return {
    receive({ id, result, error }) {
      const promise = waiting.get(id);
      waiting.delete(id);
      if (error) promise?.reject(new InvarError(error.message, error));
      else promise?.resolve(result);
    },
    fail: (error) => end(new InvarError(`the worker failed: ${error.message}`, { code: "bug" })),
    worker: {
      optimize: call("optimize"),
      symbolize: call("symbolize"),
      run: call("run"),
      terminate() {
        end(new InvarError("the worker was ended", { code: "ended" }));
        return stop();
      },
    },
  };
}

/** Answers a message in a worker, with the functions of `api`. */
export async function answer(api, { id, name, args }, post) {
  try {
    post({ id, result: await api[name](...args) });
  } catch ({ message, code, offset }) {
    post({ id, error: { message, code, offset } });
  }
}
