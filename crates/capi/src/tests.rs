//! The functions as C calls them, in cases that a correct program avoids.

use super::*;
use std::ptr::{null, null_mut};

/// `(module (func (export "f") (result i32) i32.const 1 i32.const 2 i32.add))`
const ADD: &[u8] = b"\0asm\x01\0\0\0\x01\x05\x01\x60\0\x01\x7f\x03\x02\x01\0\x07\x05\x01\x01f\0\0\
    \x0a\x09\x01\x07\0\x41\x01\x41\x02\x6a\x0b";

fn string(pointer: *const c_char) -> String {
    assert!(!pointer.is_null());
    // SAFETY: the functions return strings.
    unsafe { CStr::from_ptr(pointer) }.to_str().unwrap().to_owned()
}

#[test]
fn null_stands_for_nothing() {
    // SAFETY: null is allowed everywhere.
    unsafe {
        assert_eq!(invar_options_set(null_mut(), null(), null()), InvarStatus::InvalidArgument);
        assert!(invar_options_error(null()).is_null());
        invar_options_free(null_mut());
        assert_eq!(invar_result_status(null()), InvarStatus::InvalidArgument);
        assert!(invar_result_wasm(null()).is_null());
        assert_eq!((invar_result_wasm_len(null()), invar_result_offset(null())), (0, -1));
        assert!(invar_result_report(null()).is_null() && invar_result_error(null()).is_null());
        invar_result_free(null_mut());
        let result = invar_optimize(null(), 7, null());
        assert_eq!(invar_result_status(result), InvarStatus::InvalidArgument);
        assert_eq!(string(invar_result_error(result)), "the module is null");
        invar_result_free(result);
    }
}

#[test]
fn options_are_checked_and_kept() {
    let options = invar_options_new();
    let set = |name: &CStr, value: *const c_char| {
        // SAFETY: the options are live, and the strings end with zero bytes.
        unsafe { (invar_options_set(options, name.as_ptr(), value), invar_options_error(options)) }
    };
    let (status, error) = set(c"level", c"O9".as_ptr());
    assert_eq!(status, InvarStatus::InvalidArgument);
    assert!(string(error).starts_with("option `level`: `O9` is no level"));
    let (_, error) = set(c"level", c"\xff".as_ptr());
    assert_eq!(string(error), "the value is not UTF-8");
    for (name, value) in [(c"passes", c"dce".as_ptr()), (c"no-guard", null()), (c"names", null())] {
        assert_eq!(set(name, value), (InvarStatus::Ok, null()));
    }
    // SAFETY: the options are live, and freed once.
    unsafe {
        assert_eq!(invar_options_set(options, null(), null()), InvarStatus::InvalidArgument);
        assert_eq!(string(invar_options_error(options)), "the name is null");
        let result = invar_optimize(ADD.as_ptr(), ADD.len(), options);
        let report = string(invar_result_report(result));
        assert!(report.contains(r#""name":"dce""#) && !report.contains(r#""name":"fold""#));
        invar_result_free(result);
        invar_options_free(options);
    }
}

#[test]
fn an_error_says_where() {
    // SAFETY: the pointer is that of the bytes, and the result is freed once.
    unsafe {
        let result = invar_optimize(ADD.as_ptr(), 20, null());
        assert_eq!(invar_result_status(result), InvarStatus::InvalidModule);
        assert!(invar_result_wasm(result).is_null() && invar_result_report(result).is_null());
        let offset = invar_result_offset(result);
        assert!(offset > 0, "{offset}");
        assert!(string(invar_result_error(result)).starts_with(&format!("offset 0x{offset:x}: ")));
        invar_result_free(result);
    }
}

#[test]
fn a_panic_is_an_error() {
    assert_eq!(guarded(|| 1), Ok(1));
    let message = guarded(|| panic!("a {}", "reason")).unwrap_err();
    assert_eq!(message, "a bug of the library: a reason");
}

#[test]
fn one_set_of_options_serves_many_threads() {
    let options = invar_options_new();
    let shared = options as usize;
    let outputs: Vec<Vec<u8>> = std::thread::scope(|scope| {
        let run = move || {
            let options = shared as *const InvarOptions;
            // SAFETY: the options live until all threads have ended, and nobody sets any.
            unsafe {
                let result = invar_optimize(ADD.as_ptr(), ADD.len(), options);
                let (wasm, len) = (invar_result_wasm(result), invar_result_wasm_len(result));
                let wasm = std::slice::from_raw_parts(wasm, len).to_vec();
                invar_result_free(result);
                wasm
            }
        };
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(run)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(outputs[0].len() < ADD.len() && outputs.iter().all(|wasm| *wasm == outputs[0]));
    // SAFETY: they are freed once.
    unsafe { invar_options_free(options) };
}
