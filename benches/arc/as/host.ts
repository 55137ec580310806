// Shared by all programs: output, one number at a time, and random numbers.

// @ts-ignore: decorator
@external("host", "emit")
export declare function emit(value: f64): void;

/** Runs the collector of cycles: objects that are alive after it are leaks. */
export function finish(): void {
  __collect();
}

/** The start of the heap, for counting updates of headers. */
export function heapBase(): usize {
  return __heap_base;
}

/** A pseudo-random number generator (xorshift). */
export class Random {
  constructor(private state: u32) {}

  next(): u32 {
    let x = this.state;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    this.state = x;
    return x;
  }

  below(end: i32): i32 {
    return <i32>(this.next() % <u32>end);
  }
}
