// As c/cholesky.c; the matrix is an array of typed arrays.
import { mixF64, nextRandom, seed } from './kernel';

const MAX = 240;

const A = new Array<Float64Array>(0);
for (let i = 0; i < MAX; i++) A.push(new Float64Array(MAX));

function start(n: i32): void {
  seed(16);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) A[i][j] = A[j][i] = <f64>(nextRandom() % 1000) / 1000.0;
    A[i][i] = n;
  }
}

function cholesky(n: i32): void {
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) {
      for (let k = 0; k < j; k++) A[i][j] -= A[i][k] * A[j][k];
      A[i][j] /= A[j][j];
    }
    for (let k = 0; k < i; k++) A[i][i] -= A[i][k] * A[i][k];
    A[i][i] = Math.sqrt(A[i][i]);
  }
}

export function run(n: i32): i32 {
  n = min(n, MAX);
  start(n);
  cholesky(n);
  let hash: u32 = 0;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) hash = mixF64(hash, A[i][j]);
  }
  return <i32>hash;
}
