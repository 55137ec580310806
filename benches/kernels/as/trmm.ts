// As c/trmm.c, with matrices in typed arrays.
import { mixF64 } from './kernel';

const MAX = 128;

const A = new Float64Array(MAX * MAX);
const B = new Float64Array(MAX * MAX);

function start(n: i32): void {
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) A[i * MAX + j] = <f64>((i + j) % n) / n;
    A[i * MAX + i] = 1;
    for (let j = 0; j < n; j++) B[i * MAX + j] = <f64>((n + i - j) % n) / n;
  }
}

function trmm(n: i32, alpha: f64): void {
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      for (let k = i + 1; k < n; k++) B[i * MAX + j] += A[k * MAX + i] * B[k * MAX + j];
      B[i * MAX + j] = alpha * B[i * MAX + j];
    }
  }
}

export function run(n: i32): i32 {
  n = min(n, MAX);
  start(n);
  trmm(n, 1.5);
  let hash: u32 = 0;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) hash = mixF64(hash, B[i * MAX + j]);
  }
  return <i32>hash;
}
