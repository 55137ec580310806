// As c/floyd.c, with a typed array.
import { mix, nextRandom, seed } from './kernel';

const MAX = 128;

const path = new Int32Array(MAX * MAX);

function start(n: i32): void {
  seed(18);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      path[i * MAX + j] = nextRandom() % 8 == 0 ? <i32>(nextRandom() % 1000) + 1 : 99999;
    }
    path[i * MAX + i] = 0;
  }
}

function floyd(n: i32): void {
  for (let k = 0; k < n; k++) {
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        path[i * MAX + j] = min(path[i * MAX + j], path[i * MAX + k] + path[k * MAX + j]);
      }
    }
  }
}

export function run(n: i32): i32 {
  n = min(n, MAX);
  start(n);
  floyd(n);
  let hash: u32 = 0;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) hash = mix(hash, <u32>path[i * MAX + j]);
  }
  return <i32>hash;
}
