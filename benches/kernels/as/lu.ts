// As c/lu.c, with a class for matrices with accessor methods.
import { mixF64, nextRandom, seed } from './kernel';

const MAX = 180;

class Matrix {
  private cells: Float64Array = new Float64Array(MAX * MAX);

  get(i: i32, j: i32): f64 {
    return this.cells[i * MAX + j];
  }

  set(i: i32, j: i32, value: f64): void {
    this.cells[i * MAX + j] = value;
  }
}

const A = new Matrix();
const b = new Float64Array(MAX);
const x = new Float64Array(MAX);
const y = new Float64Array(MAX);

function start(n: i32): void {
  seed(17);
  for (let i = 0; i < n; i++) {
    b[i] = <f64>(i + 1) / n;
    for (let j = 0; j < n; j++) A.set(i, j, <f64>(nextRandom() % 1000) / 1000.0);
    A.set(i, i, A.get(i, i) + n);
  }
}

function decompose(n: i32): void {
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) {
      for (let k = 0; k < j; k++) A.set(i, j, A.get(i, j) - A.get(i, k) * A.get(k, j));
      A.set(i, j, A.get(i, j) / A.get(j, j));
    }
    for (let j = i; j < n; j++) {
      for (let k = 0; k < i; k++) A.set(i, j, A.get(i, j) - A.get(i, k) * A.get(k, j));
    }
  }
}

function solve(n: i32): void {
  for (let i = 0; i < n; i++) {
    let value = b[i];
    for (let j = 0; j < i; j++) value -= A.get(i, j) * y[j];
    y[i] = value;
  }
  for (let i = n - 1; i >= 0; i--) {
    let value = y[i];
    for (let j = i + 1; j < n; j++) value -= A.get(i, j) * x[j];
    x[i] = value / A.get(i, i);
  }
}

export function run(n: i32): i32 {
  n = min(n, MAX);
  start(n);
  decompose(n);
  solve(n);
  let hash: u32 = 0;
  for (let i = 0; i < n; i++) hash = mixF64(hash, x[i]);
  return <i32>mixF64(hash, A.get(n - 1, n - 1));
}
