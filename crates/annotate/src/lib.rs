//! Annotations of values that are constant while a program runs.
//!
//! | annotation | meaning |
//! |---|---|
//! | [`is_const!`]`(x, CACHING)` | x is a run-time constant from here on, until it is assigned a value that is none |
//! | [`keep_const!`]`(x, CACHING, LAZINESS)` | x is kept constant from here on, across merges: one version of the code for each value |
//! | [`unkeep_const!`]`(x)` | x is no longer kept |
//! | [`leave!`]`(x)` | specialized code is left for generic code, to the end of the function |
//! | [`promise_const`]`(p, length)` | the bytes at p do not change; returns p |
//! | [`promise_transitive`]`(p, length)` | nor does memory that is reached through pointers in them |
//! | [`private`]`(p, length)` | until the function ends, the bytes at p are accessed only through the result; returns p |
//! | [`promise_pure!`]`(f(x))` | f depends on its arguments alone and has no effect |
//! | [`specialize`]`(f, keys)` | a version of f specialized to these leading arguments |
//! | [`forget`]`(f)` | invalidates the versions of f, as what they were specialized to has changed |
//!
//! CACHING is `Replicate`, `Cache`, `Cache1` or `Unchecked`; LAZINESS is `Lazy`, `LoopLazy` or `Eager`.
//! All annotations of one variable have the same policies. The first four are statements about a variable
//! whose type is a [`Value`], which they assign to itself. A promise is about loads through the pointer
//! that it returns. Code that only computes its length is removed together with it.
//!
//! ```
//! use invar_annotate::{Key, keep_const, promise_const_slice, specialize, unkeep_const};
//!
//! /// Evaluates a polynomial. Where the coefficients are known, so is the loop.
//! unsafe extern "C" fn polynomial(coefficients: *const i64, count: usize, x: i64) -> i64 {
//!     let coefficients = unsafe { std::slice::from_raw_parts(coefficients, count) };
//!     let coefficients = unsafe { promise_const_slice(coefficients) };
//!     let (mut sum, mut n) = (0, 0);
//!     while n < coefficients.len() {
//!         keep_const!(n, Cache, Lazy);
//!         sum = sum * x + coefficients[n];
//!         n += 1;
//!     }
//!     unkeep_const!(n);
//!     sum
//! }
//!
//! static COEFFICIENTS: [i64; 3] = [2, 0, 1];
//! let (given, count) = (COEFFICIENTS.as_ptr(), COEFFICIENTS.len());
//! let generic: unsafe extern "C" fn(*const i64, usize, i64) -> i64 = polynomial;
//! let special = unsafe { specialize(generic, &[Key::of(given), Key::of(count), Key::ANY]) };
//! assert_eq!(unsafe { special(given, count, 10) }, 201);
//! ```
//!
//! On a WebAssembly target these are calls of imports of module `invar`, which `invar` understands
//! and removes: `invar opt` gives the program without them. rustc has no stable attributes for calls that
//! access no memory and are not duplicated, which the C header uses: a program that is
//! compiled with annotations can be a little slower, and a call may be duplicated, which does not change its
//! meaning. On other targets, and with feature `disable`, annotations have no effect.
#![no_std]

mod raw;
mod request;
mod value;

pub use request::{Function, Key, forget, specialize};
pub use value::Value;

/// A variable is a run-time constant from here on, until it is assigned a value that is none: `is_const!(x, Cache)`.
///
/// ```
/// use invar_annotate::is_const;
/// fn scale(mut factor: i32, x: i32) -> i32 {
///     is_const!(factor, Cache);
///     factor * x
/// }
/// assert_eq!(scale(6, 7), 42);
/// ```
#[macro_export]
macro_rules! is_const {
    ($x:ident, Replicate) => {
        $x = $crate::Value::is_const_replicate($x)
    };
    ($x:ident, Cache) => {
        $x = $crate::Value::is_const_cache($x)
    };
    ($x:ident, Cache1) => {
        $x = $crate::Value::is_const_cache1($x)
    };
    ($x:ident, Unchecked) => {
        $x = $crate::Value::is_const_unchecked($x)
    };
}

/// A variable is kept constant from here on, across merges: `keep_const!(x, Cache, Lazy)`.
///
/// ```
/// use invar_annotate::keep_const;
/// let (mut pc, mut steps) = (0, 0);
/// while pc < 10 {
///     keep_const!(pc, Cache, Lazy);
///     pc += 2;
///     steps += 1;
/// }
/// assert_eq!(steps, 5);
/// ```
#[macro_export]
macro_rules! keep_const {
    ($x:ident, Replicate, Lazy) => {
        $x = $crate::Value::keep_const_replicate_lazy($x)
    };
    ($x:ident, Replicate, LoopLazy) => {
        $x = $crate::Value::keep_const_replicate_looplazy($x)
    };
    ($x:ident, Replicate, Eager) => {
        $x = $crate::Value::keep_const_replicate_eager($x)
    };
    ($x:ident, Cache, Lazy) => {
        $x = $crate::Value::keep_const_cache_lazy($x)
    };
    ($x:ident, Cache, LoopLazy) => {
        $x = $crate::Value::keep_const_cache_looplazy($x)
    };
    ($x:ident, Cache, Eager) => {
        $x = $crate::Value::keep_const_cache_eager($x)
    };
    ($x:ident, Cache1, Lazy) => {
        $x = $crate::Value::keep_const_cache1_lazy($x)
    };
    ($x:ident, Cache1, LoopLazy) => {
        $x = $crate::Value::keep_const_cache1_looplazy($x)
    };
    ($x:ident, Cache1, Eager) => {
        $x = $crate::Value::keep_const_cache1_eager($x)
    };
    ($x:ident, Unchecked, Lazy) => {
        $x = $crate::Value::keep_const_unchecked_lazy($x)
    };
    ($x:ident, Unchecked, LoopLazy) => {
        $x = $crate::Value::keep_const_unchecked_looplazy($x)
    };
    ($x:ident, Unchecked, Eager) => {
        $x = $crate::Value::keep_const_unchecked_eager($x)
    };
}

/// A variable is no longer kept: `unkeep_const!(x)`.
///
/// ```
/// use invar_annotate::{keep_const, unkeep_const};
/// let mut n = 3u64;
/// keep_const!(n, Replicate, Eager);
/// unkeep_const!(n);
/// assert_eq!(n, 3);
/// ```
#[macro_export]
macro_rules! unkeep_const {
    ($x:ident) => {{
        $x = $crate::Value::unkeep_const($x);
        // The variable may be unused after this.
        let _ = $x;
    }};
}

/// Specialized code is left for generic code, to the end of the function: `leave!(x)`, where x is any variable.
///
/// For rare paths of an operation: what is known on the other paths is not forgotten where they join.
///
/// ```
/// use invar_annotate::leave;
/// let (mut pc, sum) = (3, i32::MAX);
/// let sum = sum.checked_add(pc).unwrap_or_else(|| {
///     leave!(pc);
///     pc
/// });
/// assert_eq!(sum, 3);
/// ```
#[macro_export]
macro_rules! leave {
    ($x:ident) => {{
        $x = $crate::Value::leave($x);
        // The variable may be unused after this.
        let _ = $x;
    }};
}

/// The function that is called depends on its arguments alone and has no effect: `promise_pure!(f(x))`.
///
/// ```
/// use invar_annotate::promise_pure;
/// fn square(x: f64) -> f64 {
///     x * x
/// }
/// assert_eq!(promise_pure!(square(1.5)), 2.25);
/// ```
#[macro_export]
macro_rules! promise_pure {
    ($call:expr) => {
        $crate::Value::promise_pure($call)
    };
}

/// The given number of elements from `p` on do not change, as far as they are read through the result.
///
/// ```
/// let table = [1u8, 4, 9];
/// let promised = unsafe { invar_annotate::promise_const(table.as_ptr(), table.len()) };
/// assert_eq!(unsafe { *promised.add(1) }, 4);
/// ```
///
/// # Safety
/// They have to keep their values for as long as functions that are specialized to them are called.
#[inline(always)]
pub unsafe fn promise_const<T>(p: *const T, length: usize) -> *const T {
    raw::promise_const(p.cast(), length.wrapping_mul(size_of::<T>())).cast()
}

/// The given number of elements from `p` on do not change, nor does memory that is reached through pointers in them, as
/// far as it is read through the result.
///
/// ```
/// let rows = [&[1, 2], &[3, 4]];
/// let promised = unsafe { invar_annotate::promise_transitive(rows.as_ptr(), rows.len()) };
/// assert_eq!(unsafe { (*promised.add(1))[0] }, 3);
/// ```
///
/// # Safety
/// They have to keep their values for as long as functions that are specialized to them are called.
#[inline(always)]
pub unsafe fn promise_transitive<T>(p: *const T, length: usize) -> *const T {
    raw::promise_transitive(p.cast(), length.wrapping_mul(size_of::<T>())).cast()
}

/// From here to the end of the function, the given number of elements from `p` on are accessed only through the result.
///
/// This is for what an interpreter keeps in memory: registers, operands, variables of a frame. A specialized function
/// keeps it in values, and stores what has changed before calls and where it ends.
///
/// ```
/// let mut registers = [1, 2, 3];
/// let registers = unsafe { invar_annotate::private(registers.as_mut_ptr(), registers.len()) };
/// assert_eq!(unsafe { *registers.add(1) }, 2);
/// ```
///
/// # Safety
/// Until the function ends, no other pointer into them is used, nor one that was stored elsewhere than in them.
/// Functions that are called may access them, but keep no such pointer. They are within the memory. An access through the
/// result at an index that is not a constant is of these bytes. After a trap, or an exception that a called function
/// throws, they may hold older values.
#[inline(always)]
pub unsafe fn private<T>(p: *mut T, length: usize) -> *mut T {
    raw::private(p.cast(), length.wrapping_mul(size_of::<T>())).cast()
}

/// [`promise_const`] of a slice: its elements do not change.
///
/// ```
/// let table = [1, 4, 9];
/// assert_eq!(unsafe { invar_annotate::promise_const_slice(&table) }[2], 9);
/// ```
///
/// # Safety
/// They have to keep their values for as long as functions that are specialized to them are called,
/// also where the slice's lifetime ends before.
#[inline(always)]
pub unsafe fn promise_const_slice<T>(slice: &[T]) -> &[T] {
    // SAFETY: the same slice.
    unsafe { core::slice::from_raw_parts(promise_const(slice.as_ptr(), slice.len()), slice.len()) }
}
