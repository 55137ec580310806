// As c/heat.c, with static arrays; a function computes an index.
import { mixF64 } from './kernel';

const MAX = 40;
const STEPS = 10;

const A = new StaticArray<f64>(MAX * MAX * MAX);
const B = new StaticArray<f64>(MAX * MAX * MAX);

function at(i: i32, j: i32, k: i32): i32 {
  return (i * MAX + j) * MAX + k;
}

function start(n: i32): void {
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      for (let k = 0; k < n; k++) A[at(i, j, k)] = B[at(i, j, k)] = <f64>(i + j + n - k) * 10 / n;
    }
  }
}

function step(to: StaticArray<f64>, from: StaticArray<f64>, n: i32): void {
  for (let i = 1; i < n - 1; i++) {
    for (let j = 1; j < n - 1; j++) {
      for (let k = 1; k < n - 1; k++) {
        const middle = from[at(i, j, k)];
        to[at(i, j, k)] = 0.125 * (from[at(i + 1, j, k)] - 2.0 * middle + from[at(i - 1, j, k)]) +
                          0.125 * (from[at(i, j + 1, k)] - 2.0 * middle + from[at(i, j - 1, k)]) +
                          0.125 * (from[at(i, j, k + 1)] - 2.0 * middle + from[at(i, j, k - 1)]) + middle;
      }
    }
  }
}

export function run(n: i32): i32 {
  n = min(n, MAX);
  start(n);
  for (let t = 0; t < STEPS; t++) {
    step(B, A, n);
    step(A, B, n);
  }
  let hash: u32 = 0;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) hash = mixF64(hash, A[at(i, j, (i + j) % n)]);
  }
  return <i32>hash;
}
