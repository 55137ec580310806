// As c/distance.c; the table is an array of arrays.
import { mix, nextRandom, seed } from './kernel';

const MAX = 600;

const a = new Uint8Array(MAX);
const b = new Uint8Array(MAX);
const rows: StaticArray<Int32Array> = [new Int32Array(MAX + 1), new Int32Array(MAX + 1)];
const table = new Array<Uint16Array>(0);
for (let i = 0; i <= MAX; i++) table.push(new Uint16Array(MAX + 1));

function editDistance(x: Uint8Array, m: i32, y: Uint8Array, n: i32): i32 {
  let above = rows[0], row = rows[1];
  for (let j = 0; j <= n; j++) above[j] = j;
  for (let i = 1; i <= m; i++) {
    row[0] = i;
    for (let j = 1; j <= n; j++) {
      const changed = above[j - 1] + i32(x[i - 1] != y[j - 1]);
      row[j] = min(changed, min(above[j], row[j - 1]) + 1);
    }
    const other = above;
    above = row;
    row = other;
  }
  return above[n];
}

function commonSubsequence(x: Uint8Array, m: i32, y: Uint8Array, n: i32): u32 {
  for (let i = 1; i <= m; i++) {
    for (let j = 1; j <= n; j++) {
      if (x[i - 1] == y[j - 1]) table[i][j] = table[i - 1][j - 1] + 1;
      else table[i][j] = max(table[i - 1][j], table[i][j - 1]);
    }
  }
  let hash: u32 = table[m][n];
  let i = m, j = n;
  while (i > 0 && j > 0) {
    if (x[i - 1] == y[j - 1]) {
      hash = mix(hash, x[i - 1]);
      i--;
      j--;
    } else if (table[i - 1][j] >= table[i][j - 1]) i--;
    else j--;
  }
  return hash;
}

function generate(n: i32): i32 {
  let m = 0;
  for (let i = 0; i < n; i++) {
    a[i] = <u8>(97 + nextRandom() % 6);
    const what = nextRandom() % 12;
    if (what == 0) continue;
    if (m < n) b[m++] = what == 1 ? <u8>(97 + nextRandom() % 6) : a[i];
    if (what == 2 && m < n) b[m++] = 120;
  }
  return m;
}

export function run(n: i32): i32 {
  seed(14);
  n = min(n, MAX);
  const m = generate(n);
  let hash = mix(0, <u32>editDistance(a, n, b, m));
  hash = mix(hash, <u32>editDistance(b, m, a, n));
  return <i32>mix(hash, commonSubsequence(a, n, b, m));
}
