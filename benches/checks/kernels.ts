// Kernels over arrays of i32, which `run` puts behind the type and the functions that make and access one: `Numbers`,
// `make`, `at` and `put`.

function filled(n: i32): Numbers {
  const a = make(n);
  let x: u32 = 1;
  for (let i = 0; i < n; i++) {
    x = x * 1664525 + 1013904223;
    put(a, i, <i32>(x >>> 16));
  }
  return a;
}

function hash(a: Numbers): i32 {
  let h = 0;
  for (let i = 0; i < a.length; i++) h = h * 31 + at(a, i);
  return h;
}

export function fill(n: i32): i32 {
  return hash(filled(n));
}

export function sum(n: i32): i32 {
  const a = filled(n);
  let s = 0;
  for (let t = 0; t < 8; t++) {
    for (let i = 0; i < a.length; i++) s += at(a, i);
  }
  return s;
}

export function copy(n: i32): i32 {
  const a = filled(n), b = make(n);
  for (let t = 0; t < 8; t++) {
    for (let i = 0; i < n; i++) put(b, i, at(a, i) + t);
  }
  return hash(b);
}

export function dot(n: i32): i32 {
  const a = filled(n), b = filled(n);
  let s = 0;
  for (let t = 0; t < 8; t++) {
    for (let i = 0; i < n; i++) s += at(a, i) * at(b, i);
  }
  return s;
}

// Two counters in opposite directions.
export function reverse(n: i32): i32 {
  const a = filled(n);
  for (let t = 0; t < 9; t++) {
    for (let i = 0, j = n - 1; i < j; i++, j--) {
      const x = at(a, i);
      put(a, i, at(a, j));
      put(a, j, x);
    }
  }
  return hash(a);
}

export function prefix(n: i32): i32 {
  const a = filled(n);
  for (let t = 0; t < 8; t++) {
    for (let i = 1; i < n; i++) put(a, i, at(a, i) + at(a, i - 1));
  }
  return hash(a);
}

export function stencil(n: i32): i32 {
  const a = filled(n), b = filled(n);
  for (let t = 0; t < 8; t++) {
    for (let i = 1; i < n - 1; i++) put(b, i, (at(a, i - 1) + at(a, i) + at(a, i + 1)) / 3);
    for (let i = 1; i < n - 1; i++) put(a, i, at(b, i));
  }
  return hash(a);
}

// The stride is unknown.
export function matvec(n: i32): i32 {
  const m = <i32>Math.sqrt(<f64>n);
  const a = filled(m * m), x = filled(m), y = make(m);
  for (let t = 0; t < 8; t++) {
    for (let j = 0; j < m; j++) {
      let s = 0;
      for (let i = 0; i < m; i++) s += at(a, j * m + i) * at(x, i);
      put(y, j, s + t);
    }
  }
  return hash(y);
}

export function matmul(n: i32): i32 {
  const m = <i32>Math.sqrt(<f64>n) / 3;
  const a = filled(m * m), b = filled(m * m), c = make(m * m);
  for (let i = 0; i < m; i++) {
    for (let j = 0; j < m; j++) {
      let s = 0;
      for (let k = 0; k < m; k++) s += at(a, i * m + k) * at(b, k * m + j);
      put(c, i * m + j, s);
    }
  }
  return hash(c);
}

export function strided(n: i32): i32 {
  const a = filled(n);
  let s = 0;
  for (let t = 0; t < 16; t++) {
    for (let i = 0; 2 * i + 1 < n; i++) s += at(a, 2 * i + 1) - at(a, 2 * i);
  }
  return s;
}

// Exits depend on data.
export function insertion(n: i32): i32 {
  const m = <i32>Math.sqrt(<f64>n) * 2;
  const a = filled(m);
  for (let i = 1; i < m; i++) {
    const x = at(a, i);
    let j = i - 1;
    while (j >= 0 && at(a, j) > x) {
      put(a, j + 1, at(a, j));
      j--;
    }
    put(a, j + 1, x);
  }
  return hash(a);
}

export function merge(n: i32): i32 {
  const a = make(n), b = make(n), c = make(2 * n);
  for (let i = 0; i < n; i++) {
    put(a, i, 3 * i);
    put(b, i, 5 * i + 1);
  }
  for (let t = 0; t < 4; t++) {
    let i = 0, j = 0, k = 0;
    while (i < n && j < n) {
      if (at(a, i) <= at(b, j)) put(c, k++, at(a, i++));
      else put(c, k++, at(b, j++));
    }
    while (i < n) put(c, k++, at(a, i++));
    while (j < n) put(c, k++, at(b, j++));
  }
  return hash(c);
}

export function search(n: i32): i32 {
  const a = make(n);
  for (let i = 0; i < n; i++) put(a, i, 7 * i);
  let found = 0;
  for (let x = 0; x < n; x++) {
    let low = 0, high = n;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (at(a, middle) < 3 * x) low = middle + 1;
      else high = middle;
    }
    found += low;
  }
  return found;
}

// Masked indices.
export function histogram(n: i32): i32 {
  const a = filled(n), counts = make(256);
  for (let t = 0; t < 8; t++) {
    for (let i = 0; i < n; i++) {
      const bin = at(a, i) & 255;
      put(counts, bin, at(counts, bin) + 1);
    }
  }
  return hash(counts);
}

export function sieve(n: i32): i32 {
  const a = make(n);
  let count = 0;
  for (let i = 2; i < n; i++) {
    if (at(a, i) != 0) continue;
    count++;
    for (let j = 2 * i; j < n; j += i) put(a, j, 1);
  }
  return count;
}
