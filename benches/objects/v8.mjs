// Runs a module in V8:  node v8.mjs FILE N...  prints the result of run(N) for each N, in an instance of its own.
import { readFileSync } from 'node:fs';

const [file, ...sizes] = process.argv.slice(2);
const module = new WebAssembly.Module(readFileSync(file));
console.log(sizes.map((n) => new WebAssembly.Instance(module).exports.run(Number(n))).join(' '));
