// Runs modules in V8, in turns: node --no-liftoff v8.mjs N SECONDS FILE...
// Prints for each file its result, its output, the bytes in use at the end, and the minimum processor time
// in milliseconds of run(N) and the collector of cycles, as JSON. Each call is in a new instance, since a
// module that never frees would use more and more memory.
import { readFileSync } from 'node:fs';

const n = Number(process.argv[2]);
const limit = Number(process.argv[3]) * 1000;

function call(module) {
  const output = [];
  const imports = {
    host: { emit: (value) => output.push(value) },
    env: { abort: (message, file, line, column) => { throw new Error(`abort at ${line}:${column}`); } },
  };
  const { exports } = new WebAssembly.Instance(module, imports);
  exports._start();
  const before = process.cpuUsage();
  const result = exports.run(n);
  exports.finish();
  const { user, system } = process.cpuUsage(before);
  const took = (user + system) / 1000;
  return { took, seen: `${result} ${output.join(' ')}`, bytes: exports.memory.buffer.byteLength };
}

const programs = process.argv.slice(4).map((file) => {
  const module = new WebAssembly.Module(readFileSync(file));
  const { seen, bytes } = call(module);
  return { file, module, seen, bytes, least: Infinity };
});
const start = performance.now();
for (let round = 0; round < 5 || (round < 100 && performance.now() - start < limit); round++) {
  for (let i = 0; i < programs.length; i++) {
    const program = programs[(i + round) % programs.length];
    const { took, seen } = call(program.module);
    program.least = Math.min(program.least, took);
    if (seen !== program.seen) throw new Error(`${program.file} gives ${program.seen}, then ${seen}`);
  }
}
console.log(JSON.stringify(programs.map(({ seen, bytes, least }) => ({ seen, bytes, least }))));
