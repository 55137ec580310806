// The commands `invar` and `wasm-opt`: the module on the files of the machine.

import { NodeFiles } from "./node-files.js";
import { moduleBytes } from "./node-module.js";
import { run } from "./wasi.js";

export async function command(program) {
  const module = new WebAssembly.Module(moduleBytes());
  const args = [program, ...process.argv.slice(2)];
  try {
    process.exitCode = await run(module, { args, env: process.env, files: new NodeFiles(args) });
  } catch (error) {
    // A panic has said why. So it would be of the native command, which then keeps the function's original.
    process.stderr.write(`${program}: a bug, please report: ${error.message}\n`);
    process.exitCode = 1;
  }
}
