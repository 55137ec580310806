// As c/fdtd.c, with typed arrays in the fields of a class.
import { mixF64 } from './kernel';

const MAX = 120;
const STEPS = 40;

class Fields {
  ex: Float64Array = new Float64Array(MAX * MAX);
  ey: Float64Array = new Float64Array(MAX * MAX);
  hz: Float64Array = new Float64Array(MAX * MAX);
  source: Float64Array = new Float64Array(STEPS);

  start(n: i32): void {
    for (let t = 0; t < STEPS; t++) this.source[t] = t;
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        this.ex[i * MAX + j] = <f64>i * (j + 1) / n;
        this.ey[i * MAX + j] = <f64>i * (j + 2) / n;
        this.hz[i * MAX + j] = <f64>i * (j + 3) / n;
      }
    }
  }

  step(t: i32, n: i32): void {
    const ex = this.ex, ey = this.ey, hz = this.hz;
    for (let j = 0; j < n; j++) ey[j] = this.source[t];
    for (let i = 1; i < n; i++) {
      for (let j = 0; j < n; j++) ey[i * MAX + j] -= 0.5 * (hz[i * MAX + j] - hz[(i - 1) * MAX + j]);
    }
    for (let i = 0; i < n; i++) {
      for (let j = 1; j < n; j++) ex[i * MAX + j] -= 0.5 * (hz[i * MAX + j] - hz[i * MAX + j - 1]);
    }
    for (let i = 0; i < n - 1; i++) {
      for (let j = 0; j < n - 1; j++) {
        hz[i * MAX + j] -=
          0.7 * (ex[i * MAX + j + 1] - ex[i * MAX + j] + ey[(i + 1) * MAX + j] - ey[i * MAX + j]);
      }
    }
  }
}

const fields = new Fields();

export function run(n: i32): i32 {
  n = min(n, MAX);
  fields.start(n);
  for (let t = 0; t < STEPS; t++) fields.step(t, n);
  let hash: u32 = 0;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) hash = mixF64(hash, fields.hz[i * MAX + j]);
  }
  return <i32>hash;
}
