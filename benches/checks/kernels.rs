//! The kernels of kernels.ts over slices of `i32`. With `--cfg unchecked`, no access tests its index.
#![no_std]
#![allow(clippy::missing_safety_doc)]

use core::sync::atomic::{AtomicUsize, Ordering};

/// A panic traps.
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}

const WORDS: usize = 1 << 16;
static mut MEMORY: [i32; WORDS] = [0; WORDS];
static USED: AtomicUsize = AtomicUsize::new(0);

/// An array of zeros.
#[inline(never)]
fn make(n: usize) -> &'static mut [i32] {
    let start = USED.fetch_add(n, Ordering::Relaxed);
    if start + n > WORDS {
        core::arch::wasm32::unreachable();
    }
    // No other array has these words.
    unsafe { core::slice::from_raw_parts_mut((&raw mut MEMORY).cast::<i32>().add(start), n) }
}

#[cfg(not(unchecked))]
macro_rules! at {
    ($a:expr, $i:expr) => {
        $a[$i]
    };
}
#[cfg(unchecked)]
macro_rules! at {
    ($a:expr, $i:expr) => {
        *unsafe { $a.get_unchecked($i) }
    };
}
#[cfg(not(unchecked))]
macro_rules! put {
    ($a:expr, $i:expr, $value:expr) => {
        $a[$i] = $value
    };
}
#[cfg(unchecked)]
macro_rules! put {
    ($a:expr, $i:expr, $value:expr) => {
        *unsafe { $a.get_unchecked_mut($i) } = $value
    };
}

#[inline(never)]
fn filled(n: usize) -> &'static mut [i32] {
    let a = make(n);
    let mut x = 1u32;
    for i in 0..n {
        x = x.wrapping_mul(1664525).wrapping_add(1013904223);
        put!(a, i, (x >> 16) as i32);
    }
    a
}

#[inline(never)]
fn hash(a: &[i32]) -> i32 {
    let mut h = 0i32;
    let mut i = 0;
    while i < a.len() {
        h = h.wrapping_mul(31).wrapping_add(at!(a, i));
        i += 1;
    }
    h
}

/// A number of rounds that the compiler does not know, so that a kernel has its loops once.
fn rounds(n: usize) -> usize {
    core::hint::black_box(n)
}

fn root(n: usize) -> usize {
    n.isqrt()
}

#[unsafe(no_mangle)]
pub extern "C" fn fill(n: usize) -> i32 {
    hash(filled(n))
}

#[unsafe(no_mangle)]
pub extern "C" fn sum(n: usize) -> i32 {
    let a = filled(n);
    let mut s = 0i32;
    for _ in 0..rounds(8) {
        for i in 0..n {
            s = s.wrapping_add(at!(a, i));
        }
    }
    s
}

#[unsafe(no_mangle)]
pub extern "C" fn copy(n: usize) -> i32 {
    let (a, b) = (filled(n), make(n));
    for t in 0..rounds(8) {
        for i in 0..n {
            put!(b, i, at!(a, i).wrapping_add(t as i32));
        }
    }
    hash(b)
}

#[unsafe(no_mangle)]
pub extern "C" fn dot(n: usize) -> i32 {
    let (a, b) = (filled(n), filled(n));
    let mut s = 0i32;
    for _ in 0..rounds(8) {
        for i in 0..n {
            s = s.wrapping_add(at!(a, i).wrapping_mul(at!(b, i)));
        }
    }
    s
}

#[unsafe(no_mangle)]
pub extern "C" fn reverse(n: usize) -> i32 {
    let a = filled(n);
    for _ in 0..rounds(9) {
        let (mut i, mut j) = (0, n - 1);
        while i < j {
            let x = at!(a, i);
            put!(a, i, at!(a, j));
            put!(a, j, x);
            i += 1;
            j -= 1;
        }
    }
    hash(a)
}

#[unsafe(no_mangle)]
pub extern "C" fn prefix(n: usize) -> i32 {
    let a = filled(n);
    for _ in 0..rounds(8) {
        for i in 1..n {
            put!(a, i, at!(a, i).wrapping_add(at!(a, i - 1)));
        }
    }
    hash(a)
}

#[unsafe(no_mangle)]
pub extern "C" fn stencil(n: usize) -> i32 {
    let (a, b) = (filled(n), filled(n));
    for _ in 0..rounds(8) {
        for i in 1..n - 1 {
            put!(b, i, at!(a, i - 1).wrapping_add(at!(a, i)).wrapping_add(at!(a, i + 1)) / 3);
        }
        for i in 1..n - 1 {
            put!(a, i, at!(b, i));
        }
    }
    hash(a)
}

#[unsafe(no_mangle)]
pub extern "C" fn matvec(n: usize) -> i32 {
    let m = root(n);
    let (a, x, y) = (filled(m * m), filled(m), make(m));
    for t in 0..rounds(8) {
        for j in 0..m {
            let mut s = 0i32;
            for i in 0..m {
                s = s.wrapping_add(at!(a, j * m + i).wrapping_mul(at!(x, i)));
            }
            put!(y, j, s.wrapping_add(t as i32));
        }
    }
    hash(y)
}

#[unsafe(no_mangle)]
pub extern "C" fn matmul(n: usize) -> i32 {
    let m = root(n) / 3;
    let (a, b, c) = (filled(m * m), filled(m * m), make(m * m));
    for i in 0..m {
        for j in 0..m {
            let mut s = 0i32;
            for k in 0..m {
                s = s.wrapping_add(at!(a, i * m + k).wrapping_mul(at!(b, k * m + j)));
            }
            put!(c, i * m + j, s);
        }
    }
    hash(c)
}

#[unsafe(no_mangle)]
pub extern "C" fn strided(n: usize) -> i32 {
    let a = filled(n);
    let mut s = 0i32;
    for _ in 0..rounds(16) {
        let mut i = 0;
        while 2 * i + 1 < n {
            s = s.wrapping_add(at!(a, 2 * i + 1).wrapping_sub(at!(a, 2 * i)));
            i += 1;
        }
    }
    s
}

#[unsafe(no_mangle)]
pub extern "C" fn insertion(n: usize) -> i32 {
    let m = root(n) * 2;
    let a = filled(m);
    for i in 1..m {
        let x = at!(a, i);
        let mut j = i;
        while j > 0 && at!(a, j - 1) > x {
            put!(a, j, at!(a, j - 1));
            j -= 1;
        }
        put!(a, j, x);
    }
    hash(a)
}

#[unsafe(no_mangle)]
pub extern "C" fn merge(n: usize) -> i32 {
    let (a, b, c) = (make(n), make(n), make(2 * n));
    for i in 0..n {
        put!(a, i, 3 * i as i32);
        put!(b, i, 5 * i as i32 + 1);
    }
    for _ in 0..rounds(4) {
        let (mut i, mut j, mut k) = (0, 0, 0);
        while i < n && j < n {
            if at!(a, i) <= at!(b, j) {
                put!(c, k, at!(a, i));
                i += 1;
            } else {
                put!(c, k, at!(b, j));
                j += 1;
            }
            k += 1;
        }
        while i < n {
            put!(c, k, at!(a, i));
            (i, k) = (i + 1, k + 1);
        }
        while j < n {
            put!(c, k, at!(b, j));
            (j, k) = (j + 1, k + 1);
        }
    }
    hash(c)
}

#[unsafe(no_mangle)]
pub extern "C" fn search(n: usize) -> i32 {
    let a = make(n);
    for i in 0..n {
        put!(a, i, 7 * i as i32);
    }
    let mut found = 0;
    for x in 0..n {
        let (mut low, mut high) = (0, n);
        while low < high {
            let middle = (low + high) / 2;
            if at!(a, middle) < 3 * x as i32 {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        found += low;
    }
    found as i32
}

#[unsafe(no_mangle)]
pub extern "C" fn histogram(n: usize) -> i32 {
    let (a, counts) = (filled(n), make(256));
    for _ in 0..rounds(8) {
        for i in 0..n {
            let bin = (at!(a, i) & 255) as usize;
            put!(counts, bin, at!(counts, bin) + 1);
        }
    }
    hash(counts)
}

#[unsafe(no_mangle)]
pub extern "C" fn sieve(n: usize) -> i32 {
    let a = make(n);
    let mut count = 0;
    for i in 2..n {
        if at!(a, i) != 0 {
            continue;
        }
        count += 1;
        let mut j = 2 * i;
        while j < n {
            put!(a, j, 1);
            j += i;
        }
    }
    count
}
