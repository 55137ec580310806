//! A table of factors that changes now and then; `tests/run/rust.rs` compiles and calls it.
#![no_std]

use core::ptr::addr_of_mut;
use invar_annotate::{Key, forget, promise_const, specialize};

type Scale = unsafe extern "C" fn(*const i32, i32) -> i32;

static mut FACTOR: i32 = 2;
static mut MADE: Option<Scale> = None;

unsafe extern "C" fn scale(factor: *const i32, x: i32) -> i32 {
    // SAFETY: who changes it forgets what was made of it.
    x * unsafe { *promise_const(factor, 1) }
}

/// Asks for `scale` for the factor as it is.
#[unsafe(no_mangle)]
pub extern "C" fn request() {
    // SAFETY: there is one thread.
    unsafe { MADE = Some(specialize(scale as Scale, &[Key::of(addr_of_mut!(FACTOR))])) };
}

/// Changes the factor.
#[unsafe(no_mangle)]
pub extern "C" fn change(factor: i32) {
    // SAFETY: there is one thread.
    unsafe { FACTOR = factor };
}

/// Forgets what was made for it.
#[unsafe(no_mangle)]
pub extern "C" fn forget_it() {
    forget(scale as Scale);
}

/// Calls what was made, or `scale`.
#[unsafe(no_mangle)]
pub extern "C" fn call(x: i32) -> i32 {
    // SAFETY: there is one thread, and the factor is one.
    unsafe { MADE.unwrap_or(scale)(addr_of_mut!(FACTOR), x) }
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}
