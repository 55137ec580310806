//! Requests for specialized functions, and their invalidation.

use crate::{Value, raw};

/// An argument that a function is to be specialized to, or one that is not bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct Key {
    bits: u64,
    bound: u64,
}

impl Key {
    /// The parameter is not bound.
    pub const ANY: Key = Key { bits: 0, bound: 0 };

    /// The parameter is bound to a value, whose type is the parameter's.
    #[inline(always)]
    pub fn of(value: impl Value) -> Key {
        Key { bits: value.bits(), bound: 1 }
    }

    /// The bits of the value, extended to 64 as its type says; none if the parameter is not bound.
    pub fn bits(self) -> Option<u64> {
        (self.bound != 0).then_some(self.bits)
    }
}

/// A pointer to a function that can be specialized: `extern "C"`, so that its parameters are those of the
/// source.
///
/// # Safety
/// Its size is that of a pointer, and it is no less than the address of a function.
pub unsafe trait Function: Copy {}

macro_rules! functions {
    ($($parameter:ident)*) => {
        // SAFETY: a pointer to a function.
        unsafe impl<R, $($parameter),*> Function for extern "C" fn($($parameter),*) -> R {}
        // SAFETY: the same.
        unsafe impl<R, $($parameter),*> Function for unsafe extern "C" fn($($parameter),*) -> R {}
    };
}
functions!();
functions!(A);
functions!(A B);
functions!(A B C);
functions!(A B C D);
functions!(A B C D E);
functions!(A B C D E F);
functions!(A B C D E F G);
functions!(A B C D E F G H);

/// A version of `f` specialized to these leading arguments, or `f` itself as long as there is none. The result takes
/// all arguments that `f` takes, and ignores those that are bound here.
///
/// ```
/// use invar_annotate::{Key, specialize};
/// extern "C" fn power(n: u32, x: f64) -> f64 {
///     (0..n).fold(1.0, |product, _| product * x)
/// }
/// let generic: extern "C" fn(u32, f64) -> f64 = power;
/// let cube = unsafe { specialize(generic, &[Key::of(3u32)]) };
/// assert_eq!(cube(3, 2.0), 8.0);
/// ```
///
/// # Safety
/// The keys are of the types of the parameters. The function is called with the arguments that are
/// bound, or would do the same with others.
#[inline(always)]
pub unsafe fn specialize<F: Function>(f: F, keys: &[Key]) -> F {
    let found = raw::specialize(address(f), keys);
    // SAFETY: the result is the address of a function of the same type.
    unsafe { core::mem::transmute_copy::<*const (), F>(&found) }
}

/// Invalidates the versions of `f`, as what they were specialized to has changed: they are no longer found in the code
/// cache, and are made again where they are needed. Functions that [`specialize`] returned stay as they are.
///
/// ```
/// use invar_annotate::{Key, forget, specialize};
/// extern "C" fn scale(factor: i32, x: i32) -> i32 {
///     factor * x
/// }
/// let generic: extern "C" fn(i32, i32) -> i32 = scale;
/// let double = unsafe { specialize(generic, &[Key::of(2)]) };
/// forget(generic);
/// assert_eq!(double(2, 21), 42);
/// ```
#[inline(always)]
pub fn forget<F: Function>(f: F) {
    raw::forget(address(f));
}

fn address<F: Function>(f: F) -> *const () {
    const { assert!(size_of::<F>() == size_of::<*const ()>()) };
    // SAFETY: a `Function` is the address of one.
    unsafe { core::mem::transmute_copy::<F, *const ()>(&f) }
}
