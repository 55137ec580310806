// What every program here shares: one number of output at a time, and random numbers.

// @ts-ignore: decorator
@external("host", "emit")
export declare function emit(value: f64): void;

/** Runs the collector of cycles: what is alive after it is a leak. */
export function finish(): void {
  __collect();
}

/** Where the heap begins: whoever counts updates of headers must know. */
export function heapBase(): usize {
  return __heap_base;
}

/** A generator of random numbers (xorshift). */
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
