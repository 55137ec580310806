// As c/seidel.c, with a static array.
import { mixF64 } from './kernel';

const MAX = 150;
const STEPS = 8;

const A = new StaticArray<f64>(MAX * MAX);

function start(n: i32): void {
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) A[i * MAX + j] = (<f64>i * (j + 2) + 2) / n;
  }
}

function seidel(steps: i32, n: i32): void {
  for (let t = 0; t < steps; t++) {
    for (let i = 1; i <= n - 2; i++) {
      const above = (i - 1) * MAX, row = i * MAX, below = (i + 1) * MAX;
      for (let j = 1; j <= n - 2; j++) {
        A[row + j] = (A[above + j - 1] + A[above + j] + A[above + j + 1] + A[row + j - 1] + A[row + j] +
                      A[row + j + 1] + A[below + j - 1] + A[below + j] + A[below + j + 1]) / 9.0;
      }
    }
  }
}

export function run(n: i32): i32 {
  n = min(n, MAX);
  start(n);
  seidel(STEPS, n);
  let hash: u32 = 0;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) hash = mixF64(hash, A[i * MAX + j]);
  }
  return <i32>hash;
}
