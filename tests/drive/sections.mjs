// The sections of a WebAssembly module and their sizes.
//   node tests/drive/sections.mjs FILE...
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const names = ['custom', 'type', 'import', 'function', 'table', 'memory', 'global', 'export', 'start',
  'element', 'code', 'data', 'datacount', 'tag', 'string'];

/** [{ name, size }] in file order; custom sections are called `custom:` and their name. */
export function sections(bytes) {
  if (bytes.length < 8 || bytes.readUInt32LE(0) !== 0x6d736100 || bytes.readUInt32LE(4) !== 1) {
    throw new Error('not a WebAssembly module');
  }
  let at = 8;
  const leb = () => {
    for (let value = 0, shift = 0; ; shift += 7) {
      const byte = bytes.readUInt8(at++);
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  };
  const found = [];
  while (at < bytes.length) {
    const id = bytes.readUInt8(at++);
    const size = leb();
    const end = at + size;
    if (end > bytes.length) throw new Error('a section goes past the end of the module');
    let name = names[id] ?? `unknown ${id}`;
    if (id === 0) {
      const length = leb();
      name = `custom:${bytes.toString('utf8', at, at + length)}`;
    }
    found.push({ name, size });
    at = end;
  }
  return found;
}

/** Bytes in the code section, 0 when there is none. */
export function codeSize(bytes) {
  return sections(bytes).find((s) => s.name === 'code')?.size ?? 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const file of process.argv.slice(2)) {
    const list = sections(readFileSync(file)).map((s) => `${s.name} ${s.size}`);
    console.log(`${file}: ${list.join(', ')}`);
  }
}
