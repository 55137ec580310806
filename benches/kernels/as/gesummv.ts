// As c/gesummv.c, with static arrays.
import { mixF64 } from './kernel';

const MAX = 220;
const STEPS = 40;

const A = new StaticArray<f64>(MAX * MAX);
const B = new StaticArray<f64>(MAX * MAX);
const sums = new StaticArray<f64>(MAX);
const x = new StaticArray<f64>(MAX);
const y = new StaticArray<f64>(MAX);

function start(n: i32): void {
  for (let i = 0; i < n; i++) {
    x[i] = <f64>(i % n) / n;
    for (let j = 0; j < n; j++) {
      A[i * MAX + j] = <f64>((i * j + 1) % n) / n;
      B[i * MAX + j] = <f64>((i * j + 2) % n) / n;
    }
  }
}

function gesummv(n: i32, alpha: f64, beta: f64): void {
  for (let i = 0; i < n; i++) {
    sums[i] = 0;
    y[i] = 0;
    for (let j = 0; j < n; j++) {
      sums[i] = A[i * MAX + j] * x[j] + sums[i];
      y[i] = B[i * MAX + j] * x[j] + y[i];
    }
    y[i] = alpha * sums[i] + beta * y[i];
  }
}

export function run(n: i32): i32 {
  n = min(n, MAX);
  start(n);
  let hash: u32 = 0;
  for (let t = 0; t < STEPS; t++) {
    gesummv(n, 1.5, 1.2);
    hash = mixF64(hash, y[t % n]);
    for (let i = 0; i < n; i++) x[i] = y[i] / n;
  }
  for (let i = 0; i < n; i++) hash = mixF64(hash, y[i]);
  return <i32>hash;
}
