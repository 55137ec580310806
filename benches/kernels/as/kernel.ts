// Shared by the kernels, as in c/kernel.h.

let state: u32 = 0;

export function seed(value: u32): void {
  state = value;
}

export function nextRandom(): u32 {
  state = state * 1664525 + 1013904223;
  return state >> 8;
}

export function mix(hash: u32, value: u32): u32 {
  hash = (hash ^ value) * 2654435761;
  return hash ^ (hash >> 15);
}

export function mixF64(hash: u32, value: f64): u32 {
  const bits = reinterpret<u64>(value);
  return mix(mix(hash, <u32>bits), <u32>(bits >> 32));
}
