//! The imports of module `invar`, by the type of WebAssembly that they take and give back; elsewhere
//! functions that give back what they are given.

/// Calls a macro with the annotations that take one value: the name here and the name of the import.
macro_rules! each_annotation {
    ($callback:ident!($($arguments:tt)*)) => {
        $callback! { $($arguments)*
            is_const_replicate "is_const.replicate",
            is_const_cache "is_const.cache",
            is_const_cache1 "is_const.cache1",
            is_const_unchecked "is_const.unchecked",
            keep_const_replicate_lazy "keep_const.replicate.lazy",
            keep_const_replicate_looplazy "keep_const.replicate.looplazy",
            keep_const_replicate_eager "keep_const.replicate.eager",
            keep_const_cache_lazy "keep_const.cache.lazy",
            keep_const_cache_looplazy "keep_const.cache.looplazy",
            keep_const_cache_eager "keep_const.cache.eager",
            keep_const_cache1_lazy "keep_const.cache1.lazy",
            keep_const_cache1_looplazy "keep_const.cache1.looplazy",
            keep_const_cache1_eager "keep_const.cache1.eager",
            keep_const_unchecked_lazy "keep_const.unchecked.lazy",
            keep_const_unchecked_looplazy "keep_const.unchecked.looplazy",
            keep_const_unchecked_eager "keep_const.unchecked.eager",
            unkeep_const "unkeep_const",
            leave "leave",
            promise_pure "promise_pure",
        }
    };
}
pub(crate) use each_annotation;

/// A module of functions of one type.
macro_rules! functions {
    ($module:ident $ty:ty; $($name:ident $import:literal,)*) => {
        pub(crate) mod $module {
            $(
                #[cfg(all(target_family = "wasm", not(feature = "disable")))]
                #[inline(always)]
                pub(crate) fn $name(x: $ty) -> $ty {
                    #[link(wasm_import_module = "invar")]
                    unsafe extern "C" {
                        #[link_name = $import]
                        fn $name(x: $ty) -> $ty;
                    }
                    // SAFETY: gives back what it is given, and does nothing else.
                    unsafe { $name(x) }
                }

                #[cfg(not(all(target_family = "wasm", not(feature = "disable"))))]
                #[inline(always)]
                pub(crate) fn $name(x: $ty) -> $ty {
                    x
                }
            )*
        }
    };
}
each_annotation!(functions!(of_i32 i32;));
each_annotation!(functions!(of_i64 i64;));
each_annotation!(functions!(of_f32 f32;));
each_annotation!(functions!(of_f64 f64;));
each_annotation!(functions!(of_pointer *const ();));

#[cfg(all(target_family = "wasm", not(feature = "disable")))]
mod of_module {
    use crate::Key;

    #[link(wasm_import_module = "invar")]
    unsafe extern "C" {
        pub(super) safe fn promise_const(p: *const (), bytes: usize) -> *const ();
        pub(super) safe fn promise_transitive(p: *const (), bytes: usize) -> *const ();
        pub(super) safe fn private(p: *mut (), bytes: usize) -> *mut ();
        pub(super) fn specialize(f: *const (), keys: *const Key, count: usize) -> *const ();
        pub(super) safe fn forget(f: *const ());
    }
}

#[cfg(all(target_family = "wasm", not(feature = "disable")))]
#[inline(always)]
pub(crate) fn promise_const(p: *const (), bytes: usize) -> *const () {
    of_module::promise_const(p, bytes)
}

#[cfg(all(target_family = "wasm", not(feature = "disable")))]
#[inline(always)]
pub(crate) fn promise_transitive(p: *const (), bytes: usize) -> *const () {
    of_module::promise_transitive(p, bytes)
}

#[cfg(all(target_family = "wasm", not(feature = "disable")))]
#[inline(always)]
pub(crate) fn private(p: *mut (), bytes: usize) -> *mut () {
    of_module::private(p, bytes)
}

#[cfg(all(target_family = "wasm", not(feature = "disable")))]
#[inline(always)]
pub(crate) fn specialize(f: *const (), keys: &[crate::Key]) -> *const () {
    // SAFETY: reads the keys.
    unsafe { of_module::specialize(f, keys.as_ptr(), keys.len()) }
}

#[cfg(all(target_family = "wasm", not(feature = "disable")))]
#[inline(always)]
pub(crate) fn forget(f: *const ()) {
    of_module::forget(f);
}

#[cfg(not(all(target_family = "wasm", not(feature = "disable"))))]
#[inline(always)]
pub(crate) fn promise_const(p: *const (), _bytes: usize) -> *const () {
    p
}

#[cfg(not(all(target_family = "wasm", not(feature = "disable"))))]
#[inline(always)]
pub(crate) fn promise_transitive(p: *const (), _bytes: usize) -> *const () {
    p
}

#[cfg(not(all(target_family = "wasm", not(feature = "disable"))))]
#[inline(always)]
pub(crate) fn private(p: *mut (), _bytes: usize) -> *mut () {
    p
}

#[cfg(not(all(target_family = "wasm", not(feature = "disable"))))]
#[inline(always)]
pub(crate) fn specialize(f: *const (), _keys: &[crate::Key]) -> *const () {
    f
}

#[cfg(not(all(target_family = "wasm", not(feature = "disable"))))]
#[inline(always)]
pub(crate) fn forget(_f: *const ()) {}
