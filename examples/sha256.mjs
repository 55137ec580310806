// Runs the example module and compares with node's own SHA-256.
//   node examples/sha256.mjs FILE.wasm [TEXT]
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const [file, text = 'The quick brown fox jumps over the lazy dog'] = process.argv.slice(2);
if (!file) {
  console.error('usage: node examples/sha256.mjs FILE.wasm [TEXT]');
  process.exit(2);
}
// Before optimization the module imports a function that it never calls.
const imports = { env: { log: console.log } };
const { instance } = await WebAssembly.instantiate(readFileSync(file), imports);
const { memory, message, sha256 } = instance.exports;

function digest(bytes) {
  const space = memory.buffer.byteLength - message.value - 128;
  if (bytes.length > space) throw new RangeError(`at most ${space} bytes`);
  new Uint8Array(memory.buffer).set(bytes, message.value);
  const at = sha256(bytes.length);
  return Buffer.from(memory.buffer.slice(at, at + 32)).toString('hex');
}

let failed = 0;
// All lengths around block boundaries, then the text.
const messages = Array.from({ length: 300 }, (_, n) => Buffer.alloc(n, n)).concat(Buffer.from(text));
for (const bytes of messages) {
  if (digest(bytes) !== createHash('sha256').update(bytes).digest('hex')) failed++;
}
console.log(`${digest(Buffer.from(text))}  ${JSON.stringify(text)}`);
console.log(`${messages.length - failed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
