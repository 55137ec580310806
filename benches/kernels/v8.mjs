// Times run(N) of several modules in V8, in turns: node --no-liftoff v8.mjs N SECONDS FILE...
// Prints for each file its result and the minimum time in milliseconds, as JSON. Without Liftoff all
// code is compiled by TurboFan, from the first call on.
import { readFileSync } from 'node:fs';

const n = Number(process.argv[2]);
const limit = Number(process.argv[3]) * 1000;
const kernels = process.argv.slice(4).map((file) => {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(file)), {});
  return { run: exports.run, result: exports.run(n), least: Infinity, file };
});

const start = performance.now();
for (let round = 0; round < 8 || (round < 200 && performance.now() - start < limit); round++) {
  for (let i = 0; i < kernels.length; i++) {
    const kernel = kernels[(i + round) % kernels.length];
    const before = performance.now();
    const result = kernel.run(n);
    const took = performance.now() - before;
    if (result !== kernel.result) throw new Error(`${kernel.file} returns ${kernel.result}, then ${result}`);
    kernel.least = Math.min(kernel.least, took);
  }
}
console.log(JSON.stringify(kernels.map(({ result, least }) => ({ result, least }))));
