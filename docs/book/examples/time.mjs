// Times 10,000 calls of `run(N)` in modules, and prints how many times as fast as the first module each is:
//   node time.mjs N MODULE...
import { readFile } from "node:fs/promises";
import { invar } from "./invar-stub.mjs";

const [n, ...names] = process.argv.slice(2);
let first;
for (const name of names) {
  const { instance } = await WebAssembly.instantiate(await readFile(name), { invar });
  const { init, run } = instance.exports;
  init?.(); // A specialized module starts behind it, and does not export it.
  let least = Infinity, result;
  for (let round = 0; round < 10; round++) { // In the first ones, the engine still compiles.
    const start = performance.now();
    for (let call = 0; call < 10_000; call++) result = run(Number(n));
    least = Math.min(least, performance.now() - start);
  }
  first ??= least;
  console.log(`${name}: ${result}, ${least.toFixed(1)} ms, ${(first / least).toFixed(1)} times`);
}
