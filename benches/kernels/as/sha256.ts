// As c/sha256.c, with a class.
import { nextRandom, seed } from './kernel';

const constants: StaticArray<u32> = [
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
];
const initial: StaticArray<u32> = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
];

class Sha256 {
  state: StaticArray<u32> = new StaticArray<u32>(8);
  block: Uint8Array = new Uint8Array(64);
  words: StaticArray<u32> = new StaticArray<u32>(64);
  filled: i32 = 0;
  length: u64 = 0;

  start(): void {
    for (let i = 0; i < 8; i++) this.state[i] = initial[i];
    this.filled = 0;
    this.length = 0;
  }

  compress(): void {
    const w = this.words, block = this.block, state = this.state;
    for (let i = 0; i < 16; i++) {
      const p = 4 * i;
      w[i] = <u32>block[p] << 24 | <u32>block[p + 1] << 16 | <u32>block[p + 2] << 8 | block[p + 3];
    }
    for (let i = 16; i < 64; i++) {
      const s0 = rotr(w[i - 15], 7) ^ rotr(w[i - 15], 18) ^ w[i - 15] >> 3;
      const s1 = rotr(w[i - 2], 17) ^ rotr(w[i - 2], 19) ^ w[i - 2] >> 10;
      w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    let a = state[0], b = state[1], c = state[2], d = state[3];
    let e = state[4], f = state[5], g = state[6], h = state[7];
    for (let i = 0; i < 64; i++) {
      const s1 = rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25);
      const t1 = h + s1 + ((e & f) ^ (~e & g)) + constants[i] + w[i];
      const s0 = rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22);
      const t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
      h = g;
      g = f;
      f = e;
      e = d + t1;
      d = c;
      c = b;
      b = a;
      a = t1 + t2;
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
    state[5] += f;
    state[6] += g;
    state[7] += h;
  }

  add(byte: u8): void {
    this.block[this.filled++] = byte;
    if (this.filled == 64) {
      this.compress();
      this.filled = 0;
    }
  }

  update(data: Uint8Array, length: i32): void {
    for (let i = 0; i < length; i++) this.add(data[i]);
    this.length += <u64>length * 8;
  }

  finish(): void {
    this.add(0x80);
    while (this.filled != 56) this.add(0);
    for (let shift = 56; shift >= 0; shift -= 8) this.add(<u8>(this.length >> shift));
  }
}

const sha = new Sha256();
const data = new Uint8Array(64);

export function run(n: i32): i32 {
  seed(5);
  sha.start();
  if (n == 0) {
    for (let i = 0; i < 3; i++) data[i] = <u8>(0x61 + i);
    sha.update(data, 3);
  }
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < 64; j++) data[j] = <u8>nextRandom();
    sha.update(data, 64);
  }
  sha.finish();
  return <i32>sha.state[0];
}
