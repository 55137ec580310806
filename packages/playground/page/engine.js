// The worker that optimizes, as the page sees it: one job at a time, which can be cancelled.

import { fromBase64 } from "./link.js";

const text = (id) => document.getElementById(id)?.textContent;
const source = URL.createObjectURL(new Blob([text("worker")], { type: "text/javascript" }));

/** Runs jobs. `receive` gets each message about the current job, and what becomes of the start: see worker.js. */
export class Engine {
  constructor(receive) {
    this.receive = receive;
    this.last = 0;
    this.isBusy = false;
    this.brotli = text("brotli") && fromBase64(text("brotli"));
    this.command = fromBase64(text("command"));
    this.start();
  }

  start() {
    this.worker = new Worker(source);
    this.worker.addEventListener("message", ({ data }) => this.take(data));
    this.worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.take({ id: this.last, kind: "failed", message: event.message || "the worker does not start" });
    });
    this.worker.postMessage({ kind: "load", command: this.command, brotli: this.brotli });
  }

  take(message) {
    // Another worker needs not compile them.
    if (message.kind === "loaded") [this.command, this.brotli] = [message.command, message.brotli];
    else if (message.id !== undefined && message.id !== this.last) return;
    if (message.kind === "failed" || message.kind === "packed") this.isBusy = false;
    this.receive(message);
  }

  /** Starts a job, and ends the current one. */
  optimize(job) {
    this.cancel();
    this.last += 1;
    this.isBusy = true;
    this.worker.postMessage({ kind: "optimize", id: this.last, ...job });
  }

  /** Ends the current job at once. */
  cancel() {
    if (!this.isBusy) return;
    this.isBusy = false;
    this.last += 1;
    this.worker.terminate();
    this.start();
  }
}
