// The proposals that the code of a WebAssembly module uses, and how many functions use each.
//   node tests/drive/features.mjs FILE...
// A function counts for `try` if it has a legacy handler (try), for `try_table` if it has one of the final
// proposal, for `gc` if it has an operator on structs, arrays, i31 or casts. The operators of every function are
// decoded, without validation; an unknown operator is an error. Linear in the size of the module.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Reads numbers at a position that moves. */
class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 8;
  }
  byte() {
    if (this.at >= this.bytes.length) throw new Error('the module ends too early');
    return this.bytes[this.at++];
  }
  leb() {
    for (let value = 0, scale = 1; ; scale *= 128) {
      const byte = this.byte();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
  }
  /** A number whose value does not matter, of any size or sign. */
  skip(count = 1) {
    while (count > 0) if (this.byte() < 0x80) count--;
  }
  each(read) {
    for (let n = this.leb(); n > 0; n--) read();
  }
  valueType() {
    const byte = this.bytes[this.at];
    // A reference with the heap type spelled out.
    if (byte === 0x63 || byte === 0x64) this.at++;
    this.skip();
  }
  field() {
    this.valueType();
    this.byte();
  }
  memoryArgument() {
    // Bit 6 of the alignment: the index of the memory follows.
    this.skip(this.leb() & 0x40 ? 2 : 1);
  }
}

/** Counts struct and array types; the types of functions are of no interest. */
function readTypes(reader) {
  let found = 0;
  const one = () => {
    let form = reader.byte();
    if (form === 0x50 || form === 0x4f) {
      reader.each(() => reader.skip());
      form = reader.byte();
    }
    if (form === 0x60) {
      reader.each(() => reader.valueType());
      reader.each(() => reader.valueType());
    } else if (form === 0x5f || form === 0x5e) {
      found++;
      if (form === 0x5f) reader.each(() => reader.field());
      else reader.field();
    } else throw new Error(`unknown form of type ${form}`);
  };
  reader.each(() => {
    if (reader.bytes[reader.at] !== 0x4e) return one();
    reader.at++;
    reader.each(one);
  });
  return found;
}

// Numbers that follow an operator after 0xfb; casts end in heap types, which are numbers, too.
const gcImmediates = [1, 1, 2, 2, 2, 2, 1, 1, 2, 2, 2, 1, 1, 1, 1, 0, 1, 2, 2, 2, 1, 1, 1, 1, 4, 4, 0, 0, 0, 0, 0];
// The same after 0xfc, from 8 on.
const bulkImmediates = [2, 1, 2, 1, 2, 1, 2, 1, 1, 1];
// Of one byte: those with one number or two.
const oneNumber = new Set([0x07, 0x08, 0x09, 0x0c, 0x0d, 0x10, 0x12, 0x14, 0x15, 0x18, 0x20, 0x21, 0x22, 0x23, 0x24,
  0x25, 0x26, 0x3f, 0x40, 0x41, 0x42, 0xd0, 0xd2, 0xd5, 0xd6]);
const featureOf = new Map([[0x06, 'try'], [0x1f, 'try_table'], [0x08, 'throw'], [0x0a, 'throw'], [0x09, 'throw'],
  [0x12, 'tail call'], [0x13, 'tail call'], [0x15, 'tail call'], [0x14, 'call_ref'], [0xfb, 'gc'], [0xfd, 'simd'],
  [0xfe, 'atomic']]);

/** Skips the operator at the reader. */
function readOperator(reader, operator) {
  if (operator >= 0x45 && operator <= 0xc4) return;
  if (oneNumber.has(operator)) return reader.skip();
  if (operator >= 0x28 && operator <= 0x3e) return reader.memoryArgument();
  switch (operator) {
    case 0x00: case 0x01: case 0x05: case 0x0a: case 0x0b: case 0x0f: case 0x19: case 0x1a: case 0x1b:
    case 0xd1: case 0xd3: case 0xd4:
      return;
    case 0x02: case 0x03: case 0x04: case 0x06:
      return reader.valueType();
    case 0x0e:
      return reader.skip(reader.leb() + 1);
    case 0x11: case 0x13:
      return reader.skip(2);
    case 0x1c:
      return reader.each(() => reader.valueType());
    case 0x1f:
      reader.valueType();
      return reader.each(() => reader.skip(reader.byte() < 2 ? 2 : 1));
    case 0x43:
      reader.at += 4;
      return;
    case 0x44:
      reader.at += 8;
      return;
  }
  const code = reader.leb();
  const unknown = () => new Error(`unknown operator ${operator.toString(16)} ${code}`);
  if (operator === 0xfb) {
    if (code >= gcImmediates.length) throw unknown();
    reader.skip(gcImmediates[code]);
  } else if (operator === 0xfc) {
    if (code < 8 || (code >= 19 && code <= 22)) return;
    if (code > 17) throw unknown();
    reader.skip(bulkImmediates[code - 8]);
  } else if (operator === 0xfd) {
    if (code <= 11 || (code >= 84 && code <= 93)) reader.memoryArgument();
    if (code === 12 || code === 13) reader.at += 16;
    if ((code >= 21 && code <= 34) || (code >= 84 && code <= 91)) reader.at++;
  } else if (operator === 0xfe) {
    if (code === 3) reader.at++;
    else reader.memoryArgument();
  } else throw unknown();
}

/**
 * { functions, objectTypes, tags, uses }: defined functions, struct and array types, tags (imported ones
 * are not counted), and for each feature the functions that use it.
 */
export function features(bytes) {
  if (bytes.length < 8 || bytes.readUInt32LE(0) !== 0x6d736100) throw new Error('not a WebAssembly module');
  const reader = new Reader(bytes);
  const found = { functions: 0, objectTypes: 0, tags: 0, uses: {} };
  while (reader.at < bytes.length) {
    const id = reader.byte();
    const end = reader.leb() + reader.at;
    if (id === 1) found.objectTypes = readTypes(reader);
    if (id === 13) found.tags = reader.leb();
    if (id === 10) reader.each(() => readFunction(reader, found));
    reader.at = end;
  }
  return found;
}

function readFunction(reader, found) {
  const end = reader.leb() + reader.at;
  found.functions++;
  reader.each(() => {
    reader.leb();
    reader.valueType();
  });
  const used = new Set();
  while (reader.at < end) {
    const operator = reader.byte();
    const feature = featureOf.get(operator);
    if (feature) used.add(feature);
    readOperator(reader, operator);
  }
  if (reader.at !== end) throw new Error('an operator goes past the end of its function');
  for (const feature of used) found.uses[feature] = (found.uses[feature] ?? 0) + 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { printTable } = await import('./table.mjs');
  const columns = ['try', 'try_table', 'throw', 'gc', 'call_ref', 'tail call', 'simd', 'atomic'];
  printTable(['module', 'functions', 'tags', 'object types', ...columns], process.argv.slice(2).map((file) => {
    const { functions, tags, objectTypes, uses } = features(readFileSync(file));
    return [file.split('/').at(-1), functions, tags, objectTypes, ...columns.map((name) => uses[name] ?? 0)];
  }));
}
