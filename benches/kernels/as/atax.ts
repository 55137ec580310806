// As c/atax.c, with typed arrays as arguments.
import { mixF64 } from './kernel';

const MAX = 200;
const STEPS = 30;

const A = new Float64Array(MAX * MAX);
const x = new Float64Array(MAX);
const y = new Float64Array(MAX);

function start(n: i32): void {
  for (let i = 0; i < n; i++) {
    x[i] = 1 + <f64>i / n;
    for (let j = 0; j < n; j++) A[i * MAX + j] = <f64>((i + j) % n) / (5 * n);
  }
}

function atax(to: Float64Array, matrix: Float64Array, from: Float64Array, n: i32): void {
  for (let j = 0; j < n; j++) to[j] = 0;
  for (let i = 0; i < n; i++) {
    let sum: f64 = 0;
    for (let j = 0; j < n; j++) sum += matrix[i * MAX + j] * from[j];
    for (let j = 0; j < n; j++) to[j] += matrix[i * MAX + j] * sum;
  }
}

function shorten(to: Float64Array, from: Float64Array, n: i32): f64 {
  let square: f64 = 0;
  for (let i = 0; i < n; i++) square += from[i] * from[i];
  const length = Math.sqrt(square);
  for (let i = 0; i < n; i++) to[i] = from[i] / length;
  return length;
}

export function run(n: i32): i32 {
  n = min(n, MAX);
  start(n);
  let hash: u32 = 0;
  for (let t = 0; t < STEPS; t++) {
    atax(y, A, x, n);
    hash = mixF64(hash, shorten(x, y, n));
  }
  for (let i = 0; i < n; i++) hash = mixF64(hash, x[i]);
  return <i32>hash;
}
