// Argon2 in its three variants, with known parameters, verification and errors.
import { requirePeer } from '../corpus.mjs';

export default async function drive({ bytes, print }) {
  // The glue code takes options from a global Module, which it reads from the browser's global object.
  globalThis.self = globalThis;
  globalThis.Module = { wasmBinary: bytes };
  const argon2 = requirePeer('argon2-browser/lib/argon2.js');
  const attempt = (promise) => promise.then((r) => r?.encoded ?? 'ok', (e) => `${e.code} ${e.message}`);

  const encoded = [];
  for (const [variant, type] of Object.entries(argon2.ArgonType)) {
    for (const [time, mem, parallelism, hashLen] of [[1, 1024, 1, 32], [3, 256, 4, 16], [2, 4096, 2, 64]]) {
      const made = await attempt(argon2.hash({ pass: `pass ${variant} é`, salt: 'somesalt', time, mem, parallelism, hashLen, type }));
      encoded.push(made);
      print(`${variant} t=${time} m=${mem} p=${parallelism}`, made);
    }
  }
  const secret = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8);
  const ad = Uint8Array.from({ length: 12 }, () => 4);
  print('secret and data', await attempt(argon2.hash({ pass: 'p', salt: '16 bytes of salt', time: 3, mem: 32, parallelism: 4, secret, ad, type: 2 })));
  print('empty password', await attempt(argon2.hash({ pass: '', salt: new Uint8Array(16), time: 1, mem: 8, type: 1 })));
  for (const made of encoded.slice(0, 3)) {
    print('verify', await attempt(argon2.verify({ pass: 'pass Argon2d é', encoded: made })));
    print('verify wrong', await attempt(argon2.verify({ pass: 'other', encoded: made })));
  }
  print('verify nonsense', await attempt(argon2.verify({ pass: 'x', encoded: '$argon2id$v=19$m=8,t=1' })));
  print('short salt', await attempt(argon2.hash({ pass: 'x', salt: 'short' })));
  print('little memory', await attempt(argon2.hash({ pass: 'x', salt: 'somesalt', mem: 4 })));
}
