// As c/jacobi.c, with typed arrays and a function for half a step.
import { mixF64 } from './kernel';

const MAX = 4000;
const STEPS = 400;

const A = new Float64Array(MAX);
const B = new Float64Array(MAX);

function start(n: i32): void {
  for (let i = 0; i < n; i++) {
    A[i] = <f64>(i + 2) / n;
    B[i] = <f64>(i * 7 % 13 + 3) / n;
  }
}

function smooth(to: Float64Array, from: Float64Array, n: i32): void {
  for (let i = 1; i < n - 1; i++) to[i] = 0.33333 * (from[i - 1] + from[i] + from[i + 1]);
}

export function run(n: i32): i32 {
  n = min(n, MAX);
  start(n);
  for (let t = 0; t < STEPS; t++) {
    smooth(B, A, n);
    smooth(A, B, n);
  }
  let hash: u32 = 0;
  for (let i = 0; i < n; i++) hash = mixF64(hash, A[i]);
  return <i32>hash;
}
