// A worker of browsers and Deno: takes `{ id, name, args }`, answers `{ id, result }` or `{ id, error }`.

import { answer } from "./calls.js";
import * as api from "./index.js";

addEventListener("message", ({ data }) => answer(api, data, (message) => postMessage(message)));
