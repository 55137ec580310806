// Decodes LZMA: the module is in the package in this form, two thirds of what gzip makes of it.
//
// The format is that of `.lzma` files: a byte with the parameters, four bytes with the size of the dictionary, eight with
// the size of the content, then the code. Each bit is coded by a range coder with its own adaptive probability; bits are
// literals, or lengths and distances of matches. Linear; a megabyte of content takes about 20 to 40 ms.

const STATES = 12;
// Where probabilities of each kind start.
const IS_MATCH = 0;
const IS_REP = IS_MATCH + (STATES << 4);
const IS_REP0 = IS_REP + STATES;
const IS_REP1 = IS_REP0 + STATES;
const IS_REP2 = IS_REP1 + STATES;
const IS_REP0_LONG = IS_REP2 + STATES;
const SLOTS = IS_REP0_LONG + (STATES << 4);
const SPECIAL = SLOTS + 4 * 64;
const ALIGN = SPECIAL + 128;
const LENGTHS = ALIGN + 16;
const REP_LENGTHS = LENGTHS + 2 + 2 * 16 * 8 + 256;
const LITERALS = REP_LENGTHS + 2 + 2 * 16 * 8 + 256;

/** The content. An error if the code is not LZMA or ends early. */
export function decompress(data) {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const lc = data[0] % 9;
  const lp = Math.floor(data[0] / 9) % 5;
  const pb = Math.floor(data[0] / 45);
  const size = Number(view.getBigUint64(5, true));
  const out = new Uint8Array(size);
  const probabilities = new Uint16Array(LITERALS + (0x300 << (lc + lp))).fill(1024);
  // An array, since engines keep numbers of arrays of this type unboxed. The code starts with a zero.
  const coder = new Uint32Array([0xffffffff, view.getUint32(14, false)]);
  const [RANGE, CODE] = [0, 1];
  let next = 18;

  function refill() {
    if (coder[RANGE] < 0x1000000) {
      coder[RANGE] <<= 8;
      coder[CODE] = (coder[CODE] << 8) | data[next];
      next += 1;
    }
  }
  function bit(at) {
    const probability = probabilities[at];
    const bound = Math.imul(coder[RANGE] >>> 11, probability) >>> 0;
    let found;
    if (coder[CODE] < bound) {
      coder[RANGE] = bound;
      probabilities[at] = probability + ((2048 - probability) >> 5);
      found = 0;
    } else {
      coder[RANGE] -= bound;
      coder[CODE] -= bound;
      probabilities[at] = probability - (probability >> 5);
      found = 1;
    }
    refill();
    return found;
  }
  // Bits of a number, highest first, each with a probability that depends on those before.
  function tree(at, bits) {
    let found = 1;
    for (let n = 0; n < bits; n += 1) found = (found << 1) | bit(at + found);
    return found - (1 << bits);
  }
  // The same, lowest first.
  function reverseTree(at, bits) {
    let node = 1;
    let found = 0;
    for (let n = 0; n < bits; n += 1) {
      const it = bit(at + node);
      node = (node << 1) | it;
      found |= it << n;
    }
    return found;
  }
  function direct(bits) {
    let found = 0;
    for (let n = 0; n < bits; n += 1) {
      coder[RANGE] >>>= 1;
      const it = coder[CODE] >= coder[RANGE] ? 1 : 0;
      if (it === 1) coder[CODE] -= coder[RANGE];
      found = (found << 1) | it;
      refill();
    }
    return found;
  }
  function lengthOf(at, position) {
    if (bit(at) === 0) return tree(at + 2 + (position << 3), 3);
    if (bit(at + 1) === 0) return 8 + tree(at + 2 + 128 + (position << 3), 3);
    return 16 + tree(at + 2 + 256, 8);
  }
  function distanceOf(length) {
    const slot = tree(SLOTS + Math.min(length, 3) * 64, 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1;
    const high = (2 | (slot & 1)) << bits;
    if (slot < 14) return high + reverseTree(SPECIAL + high - slot, bits);
    return (high >>> 0) + direct(bits - 4) * 16 + reverseTree(ALIGN, 4);
  }

  let done = 0;
  let state = 0;
  // The last distances, the latest first, each less by one.
  let [rep0, rep1, rep2, rep3] = [0, 0, 0, 0];
  while (done < size) {
    if (next > data.length + 4) throw new Error("the module of the package is cut short");
    const position = done & ((1 << pb) - 1);
    if (bit(IS_MATCH + (state << 4) + position) === 0) {
      const before = done > 0 ? out[done - 1] : 0;
      const context = ((done & ((1 << lp) - 1)) << lc) + (before >> (8 - lc));
      const at = LITERALS + 0x300 * context;
      let symbol = 1;
      if (state >= 7) {
        // Behind a match, the byte that would have continued it is unlikely.
        let matched = out[done - rep0 - 1];
        while (symbol < 0x100) {
          const expected = (matched >> 7) & 1;
          matched <<= 1;
          const it = bit(at + ((1 + expected) << 8) + symbol);
          symbol = (symbol << 1) | it;
          if (it !== expected) break;
        }
      }
      while (symbol < 0x100) symbol = (symbol << 1) | bit(at + symbol);
      out[done] = symbol;
      done += 1;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    let length;
    if (bit(IS_REP + state) === 0) {
      [rep3, rep2, rep1] = [rep2, rep1, rep0];
      length = lengthOf(LENGTHS, position);
      rep0 = distanceOf(length);
      state = state < 7 ? 7 : 10;
    } else {
      if (bit(IS_REP0 + state) === 0) {
        if (bit(IS_REP0_LONG + (state << 4) + position) === 0) {
          out[done] = out[done - rep0 - 1];
          done += 1;
          state = state < 7 ? 9 : 11;
          continue;
        }
      } else if (bit(IS_REP1 + state) === 0) {
        [rep0, rep1] = [rep1, rep0];
      } else if (bit(IS_REP2 + state) === 0) {
        [rep0, rep1, rep2] = [rep2, rep0, rep1];
      } else {
        [rep0, rep1, rep2, rep3] = [rep3, rep0, rep1, rep2];
      }
      length = lengthOf(REP_LENGTHS, position);
      state = state < 7 ? 8 : 11;
    }
    if (rep0 >= done) throw new Error("the module of the package is damaged");
    const end = Math.min(size, done + length + 2);
    const distance = rep0 + 1;
    for (; done < end; done += 1) out[done] = out[done - distance];
  }
  return out;
}
