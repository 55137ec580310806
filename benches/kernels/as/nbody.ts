// As c/nbody.c, with a class.
import { mixF64, nextRandom, seed } from './kernel';

const BODIES = 8;
const TIME_STEP: f64 = 0.001;

class Body {
  x: f64 = 0;
  y: f64 = 0;
  z: f64 = 0;
  vx: f64 = 0;
  vy: f64 = 0;
  vz: f64 = 0;
  mass: f64 = 0;

  pulledBy(other: Body, dx: f64, dy: f64, dz: f64, pull: f64): void {
    this.vx += dx * other.mass * pull;
    this.vy += dy * other.mass * pull;
    this.vz += dz * other.mass * pull;
  }

  move(): void {
    this.x += TIME_STEP * this.vx;
    this.y += TIME_STEP * this.vy;
    this.z += TIME_STEP * this.vz;
  }
}

const bodies = new Array<Body>(0);
for (let i = 0; i < BODIES; i++) bodies.push(new Body());

function between(low: f64, high: f64): f64 {
  return low + (high - low) * <f64>nextRandom() / 16777216.0;
}

function start(): void {
  for (let i = 0; i < BODIES; i++) {
    const b = bodies[i];
    b.x = between(-10, 10);
    b.y = between(-10, 10);
    b.z = between(-1, 1);
    b.vx = between(-0.5, 0.5);
    b.vy = between(-0.5, 0.5);
    b.vz = between(-0.1, 0.1);
    b.mass = between(0.1, 3);
  }
}

function advance(): void {
  for (let i = 0; i < BODIES; i++) {
    const a = bodies[i];
    for (let j = i + 1; j < BODIES; j++) {
      const b = bodies[j];
      const dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
      const square = dx * dx + dy * dy + dz * dz + 0.01;
      const pull = TIME_STEP / (square * Math.sqrt(square));
      a.pulledBy(b, -dx, -dy, -dz, pull);
      b.pulledBy(a, dx, dy, dz, pull);
    }
  }
  for (let i = 0; i < BODIES; i++) bodies[i].move();
}

function energy(): f64 {
  let sum: f64 = 0;
  for (let i = 0; i < BODIES; i++) {
    const a = bodies[i];
    sum += 0.5 * a.mass * (a.vx * a.vx + a.vy * a.vy + a.vz * a.vz);
    for (let j = i + 1; j < BODIES; j++) {
      const b = bodies[j];
      const dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
      sum -= a.mass * b.mass / Math.sqrt(dx * dx + dy * dy + dz * dz + 0.01);
    }
  }
  return sum;
}

export function run(n: i32): i32 {
  seed(4);
  start();
  let hash = mixF64(0, energy());
  for (let i = 0; i < n; i++) advance();
  hash = mixF64(hash, energy());
  for (let i = 0; i < BODIES; i++) hash = mixF64(hash, bodies[i].x);
  return <i32>hash;
}
