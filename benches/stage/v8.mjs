// Times modules in V8, in turns: node --no-liftoff v8.mjs N SECONDS FILE:EXPORT[:init]...
// Prints for each the result of EXPORT(N), as text, and the minimum time in milliseconds, as JSON.
// Without Liftoff all code is compiled by TurboFan, from the first call on.
import { readFileSync } from 'node:fs';

const n = Number(process.argv[2]);
const limit = Number(process.argv[3]) * 1000;
const annotations = new Proxy({}, { get: () => (given) => given });
const all = process.argv.slice(4).map((argument) => {
  const [file, name, init] = argument.split(':');
  const module = new WebAssembly.Module(readFileSync(file));
  const { exports } = new WebAssembly.Instance(module, { invar: annotations });
  if (init && exports[init]) exports[init]();
  const run = exports[name];
  return { run, result: run(n), least: Infinity, argument };
});

const start = performance.now();
for (let round = 0; round < 8 || (round < 200 && performance.now() - start < limit); round++) {
  for (let i = 0; i < all.length; i++) {
    const one = all[(i + round) % all.length];
    const before = performance.now();
    const result = one.run(n);
    const took = performance.now() - before;
    if (result !== one.result) throw new Error(`${one.argument} returns ${one.result}, then ${result}`);
    one.least = Math.min(one.least, took);
  }
}
console.log(JSON.stringify(all.map(({ result, least }) => ({ result: String(result), least }))));
