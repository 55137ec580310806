// As c/gemm.c, with matrices in static arrays.
import { mixF64 } from './kernel';

const MAX = 160;

const A = new StaticArray<f64>(MAX * MAX);
const B = new StaticArray<f64>(MAX * MAX);
const C = new StaticArray<f64>(MAX * MAX);

function start(n: i32): void {
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      A[i * MAX + j] = <f64>(i * (j + 1) % n) / n;
      B[i * MAX + j] = <f64>(i * (j + 2) % n) / n;
      C[i * MAX + j] = <f64>((i * j + 1) % n) / n;
    }
  }
}

function gemm(n: i32, alpha: f64, beta: f64): void {
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) C[i * MAX + j] *= beta;
    for (let k = 0; k < n; k++) {
      for (let j = 0; j < n; j++) C[i * MAX + j] += alpha * A[i * MAX + k] * B[k * MAX + j];
    }
  }
}

export function run(n: i32): i32 {
  n = min(n, MAX);
  start(n);
  gemm(n, 1.5, 1.2);
  let hash: u32 = 0;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) hash = mixF64(hash, C[i * MAX + j]);
  }
  return <i32>hash;
}
