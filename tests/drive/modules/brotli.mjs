// Brotli: compression at several qualities and back, in one piece and in a stream.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { digest, hash, packageWith, prose, randomFrom } from '../lib.mjs';

function inputs() {
  const random = randomFrom(3);
  const noise = Uint8Array.from({ length: 60000 }, () => random(256));
  const runs = Uint8Array.from({ length: 200000 }, (_, i) => (i >> 9) & 255);
  const mixed = Buffer.concat([noise.subarray(0, 5000), Buffer.from(prose(random, 3000)), runs.subarray(0, 9000)]);
  return { empty: new Uint8Array(), one: Uint8Array.of(7), text: Buffer.from(prose(random, 20000)), noise, runs, mixed };
}

/** What an action returns, or its error; a panic tells console.error its message, then traps. */
function attempt(action) {
  const { error: stderr } = console;
  let panic = '';
  console.error = (text) => (panic = ` ${text.split('\n')[0]}`);
  try {
    return action();
  } catch (error) {
    return (error.message ?? error) + panic;
  } finally {
    console.error = stderr;
  }
}

export default async function drive({ file, print }) {
  const copy = packageWith('brotli-wasm', 'pkg.node/brotli_wasm_bg.wasm', file);
  const brotli = createRequire(import.meta.url)(join(copy, 'index.node.js'));
  const all = inputs();
  for (const [name, data] of Object.entries(all)) {
    for (const quality of [0, 1, 4, 6, 9, 11]) {
      const packed = brotli.compress(data, { quality });
      const same = hash(brotli.decompress(packed)) === hash(data);
      print(`${name} at ${quality}`, `${digest(packed)} back ${same ? 'the same' : 'DIFFERENT'}`);
    }
  }

  const compressor = new brotli.CompressStream(5);
  const pieces = [];
  for (let at = 0; at < all.text.length; at += 7001) {
    const { buf } = compressor.compress(all.text.subarray(at, at + 7001), 100000);
    pieces.push(buf);
  }
  pieces.push(compressor.compress(undefined, 1000000).buf);
  const streamed = Buffer.concat(pieces);
  print('stream', digest(streamed));
  const decompressor = new brotli.DecompressStream();
  const parts = [];
  let at = 0;
  for (let result; at < streamed.length && result?.code !== brotli.BrotliStreamResultCode.ResultSuccess;) {
    result = decompressor.decompress(streamed.subarray(at, at + 3000), 10000);
    parts.push(result.buf);
    at += result.input_offset;
  }
  print('stream back', digest(Buffer.concat(parts)));

  const packed = Buffer.from(brotli.compress(all.text));
  print('cut', attempt(() => brotli.decompress(packed.subarray(0, 500)).length));
  print('damaged', attempt(() => digest(brotli.decompress(packed.map((b, i) => (i === 40 ? b ^ 0x55 : b))))));
  print('not brotli', attempt(() => brotli.decompress(all.noise).length));
  print('bad option', attempt(() => brotli.compress(all.one, { quality: 'high' }).length));
}
