// As c/covariance.c, with static arrays.
import { mixF64 } from './kernel';

const MAX = 140;

const data = new StaticArray<f64>((MAX + MAX / 2) * MAX);
const cov = new StaticArray<f64>(MAX * MAX);
const mean = new StaticArray<f64>(MAX);

function start(points: i32, n: i32): void {
  for (let i = 0; i < points; i++) {
    for (let j = 0; j < n; j++) data[i * MAX + j] = <f64>(i * j % 97) / n + i;
  }
}

function covariance(points: i32, n: i32): void {
  for (let j = 0; j < n; j++) {
    mean[j] = 0;
    for (let i = 0; i < points; i++) mean[j] += data[i * MAX + j];
    mean[j] /= points;
  }
  for (let i = 0; i < points; i++) {
    for (let j = 0; j < n; j++) data[i * MAX + j] -= mean[j];
  }
  for (let i = 0; i < n; i++) {
    for (let j = i; j < n; j++) {
      cov[i * MAX + j] = 0;
      for (let k = 0; k < points; k++) cov[i * MAX + j] += data[k * MAX + i] * data[k * MAX + j];
      cov[i * MAX + j] /= points - 1.0;
      cov[j * MAX + i] = cov[i * MAX + j];
    }
  }
}

export function run(n: i32): i32 {
  n = min(n, MAX);
  const points = n + n / 2;
  start(points, n);
  covariance(points, n);
  let hash: u32 = 0;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) hash = mixF64(hash, cov[i * MAX + j]);
  }
  return <i32>hash;
}
