// As c/matmul.c, with bounds-checked arrays.
import { mixF64, nextRandom, seed } from './kernel';

const MAX = 160;

const a = new StaticArray<f64>(MAX * MAX);
const b = new StaticArray<f64>(MAX * MAX);
const c = new StaticArray<f64>(MAX * MAX);
const t = new StaticArray<f64>(MAX * MAX);

function fill(m: StaticArray<f64>, n: i32): void {
  for (let i = 0; i < n * n; i++) m[i] = <f64>(nextRandom() % 2000) / 1000.0 - 1.0;
}

function multiply(out: StaticArray<f64>, x: StaticArray<f64>, y: StaticArray<f64>, n: i32): void {
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      let sum: f64 = 0;
      for (let k = 0; k < n; k++) sum += x[i * n + k] * y[k * n + j];
      out[i * n + j] = sum;
    }
  }
}

function transpose(out: StaticArray<f64>, from: StaticArray<f64>, n: i32): void {
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) out[j * n + i] = from[i * n + j];
  }
}

function dot(x: StaticArray<f64>, row: i32, y: StaticArray<f64>, column: i32, n: i32): f64 {
  let sum: f64 = 0;
  for (let k = 0; k < n; k++) sum += x[row * n + k] * y[column * n + k];
  return sum;
}

export function run(n: i32): i32 {
  seed(1);
  n = min(n, MAX);
  fill(a, n);
  fill(b, n);
  multiply(c, a, b, n);
  transpose(t, a, n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) b[i * n + j] = dot(c, i, t, j, n);
  }
  let hash: u32 = 0;
  for (let i = 0; i < n * n; i++) hash = mixF64(hash, b[i]);
  return <i32>hash;
}
