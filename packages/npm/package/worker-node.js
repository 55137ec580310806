// worker.js in node.

import { parentPort } from "node:worker_threads";
import { answer } from "./calls.js";
import * as api from "./node.js";

parentPort.on("message", (data) => answer(api, data, (message) => parentPort.postMessage(message)));
