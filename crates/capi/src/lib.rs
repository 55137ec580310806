//! The C interface of Invar: options by name, bytes in; bytes and a report as JSON out.
//!
//! The header `include/invar_opt.h` in the repository is its documentation: ownership, null pointers, threads, errors.
//! `README.md` shows it in use, from C and from Python.
//!
//! Objects are opaque, so that their fields may change. No panic leaves a function: it becomes
//! [`InvarStatus::Internal`]. What a pointer must be is said at each function; beyond that all are null-safe.
//!
//! In Rust, use the library `invar` itself:
//!
//! ```
//! use invar_opt::*;
//!
//! let wasm = b"\0asm\x01\0\0\0";
//! // SAFETY: the pointers are those of live objects and strings, and each object is freed once.
//! unsafe {
//!     let options = invar_options_new();
//!     assert_eq!(invar_options_set(options, c"level".as_ptr(), c"Oz".as_ptr()), InvarStatus::Ok);
//!     let result = invar_optimize(wasm.as_ptr(), wasm.len(), options);
//!     assert_eq!(invar_result_status(result), InvarStatus::Ok);
//!     assert_eq!(invar_result_wasm_len(result), wasm.len());
//!     invar_result_free(result);
//!     invar_options_free(options);
//! }
//! ```

use invar::{Optimizer, Options};
use std::borrow::Cow;
use std::ffi::{CStr, CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

/// Whether a call succeeded: `invar_status`.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InvarStatus {
    /// The call succeeded.
    Ok = 0,
    /// The module is invalid, or cannot be optimized.
    InvalidModule = 1,
    /// An argument is invalid.
    InvalidArgument = 2,
    /// A bug of the library.
    Internal = 3,
}

/// Options of an optimization: `invar_options`.
#[derive(Debug, Default)]
pub struct InvarOptions {
    options: Options,
    /// What is wrong with the last option that could not be set.
    error: Option<CString>,
}

/// What an optimization returned: `invar_result`.
#[derive(Debug)]
pub struct InvarResult {
    status: InvarStatus,
    output: Option<(Vec<u8>, CString)>,
    error: Option<CString>,
    offset: Option<u64>,
}

impl InvarResult {
    fn failed(status: InvarStatus, message: &str, offset: Option<u64>) -> Self {
        InvarResult { status, output: None, error: Some(c_string(message)), offset }
    }
}

/// Text for C, which cannot contain zero bytes.
fn c_string(text: &str) -> CString {
    CString::new(text.replace('\0', "\u{fffd}")).expect("it contains no zero byte")
}

/// Text from C. An error is a message.
///
/// # Safety
///
/// The pointer is null or that of a string that ends with a zero byte.
unsafe fn text<'a>(what: &str, pointer: *const c_char) -> Result<&'a str, Cow<'static, str>> {
    if pointer.is_null() {
        return Err(format!("the {what} is null").into());
    }
    // SAFETY: it is not null, so it is that of a string, as the caller promises.
    let bytes = unsafe { CStr::from_ptr(pointer) };
    bytes.to_str().map_err(|_| format!("the {what} is not UTF-8").into())
}

/// Does something that may panic. An error is what is said of a panic.
fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
        format!("a bug of the library: {text}")
    })
}

/// The version of the library.
#[unsafe(no_mangle)]
pub extern "C" fn invar_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// The default options. The caller frees them with [`invar_options_free`].
#[unsafe(no_mangle)]
pub extern "C" fn invar_options_new() -> *mut InvarOptions {
    Box::into_raw(Box::default())
}

/// Sets an option by its name and value, as [`Options::set`] does; a null value is an empty one.
///
/// # Safety
///
/// `options` is null or comes from [`invar_options_new`], was not freed, and is not used by another thread during the
/// call. `name` and `value` are null or strings that end with a zero byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn invar_options_set(
    options: *mut InvarOptions,
    name: *const c_char,
    value: *const c_char,
) -> InvarStatus {
    // SAFETY: it is null or points to options that only this call uses, as the caller promises.
    let Some(options) = (unsafe { options.as_mut() }) else {
        return InvarStatus::InvalidArgument;
    };
    let value = if value.is_null() { c"".as_ptr() } else { value };
    // SAFETY: they are null or strings, as the caller promises.
    let arguments =
        unsafe { text("name", name).and_then(|name| Ok((name, text("value", value)?))) };
    let set = arguments.map_err(Cow::into_owned).and_then(|(name, value)| {
        let set = guarded(|| options.options.set(name, value))?;
        set.map_err(|error| error.to_string())
    });
    options.error = set.err().map(|message| c_string(&message));
    match options.error {
        None => InvarStatus::Ok,
        Some(_) => InvarStatus::InvalidArgument,
    }
}

/// What is wrong with the arguments of the last call of [`invar_options_set`]; null if nothing is.
///
/// # Safety
///
/// `options` is null or comes from [`invar_options_new`] and was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn invar_options_error(options: *const InvarOptions) -> *const c_char {
    // SAFETY: it is null or points to options, as the caller promises.
    let options = unsafe { options.as_ref() };
    options.and_then(|options| options.error.as_deref()).map_or(ptr::null(), CStr::as_ptr)
}

/// Frees options; does nothing if the pointer is null.
///
/// # Safety
///
/// `options` is null or comes from [`invar_options_new`] and was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn invar_options_free(options: *mut InvarOptions) {
    if !options.is_null() {
        // SAFETY: it was made by `Box::into_raw` and is freed for the first time, as the caller promises.
        drop(unsafe { Box::from_raw(options) });
    }
}

/// Optimizes a module or a component. Never returns null; the caller frees the result with [`invar_result_free`].
///
/// # Safety
///
/// `wasm` is null or points to `wasm_len` bytes. `options` is null or comes from [`invar_options_new`] and was not
/// freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn invar_optimize(
    wasm: *const u8,
    wasm_len: usize,
    options: *const InvarOptions,
) -> *mut InvarResult {
    let result = if wasm.is_null() {
        InvarResult::failed(InvarStatus::InvalidArgument, "the module is null", None)
    } else {
        // SAFETY: it is not null, so it points to that many bytes, as the caller promises.
        let wasm = unsafe { std::slice::from_raw_parts(wasm, wasm_len) };
        // SAFETY: it is null or points to options, as the caller promises.
        let options = unsafe { options.as_ref() };
        let options = options.map(|options| options.options.clone()).unwrap_or_default();
        guarded(|| optimize(wasm, options))
            .unwrap_or_else(|panic| InvarResult::failed(InvarStatus::Internal, &panic, None))
    };
    Box::into_raw(Box::new(result))
}

fn optimize(wasm: &[u8], options: Options) -> InvarResult {
    let output = match Optimizer::with_options(options).run(wasm) {
        Ok(output) => output,
        Err(error) => {
            let (message, offset) = (error.to_string(), error.offset());
            return InvarResult::failed(InvarStatus::InvalidModule, &message, offset);
        }
    };
    let report = serde_json::to_string(&output.report).expect("a report is data");
    InvarResult {
        status: InvarStatus::Ok,
        output: Some((output.wasm, c_string(&report))),
        error: None,
        offset: None,
    }
}

/// Reads from a result; what stands for nothing if it is null.
///
/// # Safety
///
/// `result` is null or comes from [`invar_optimize`] and was not freed.
unsafe fn read<T>(result: *const InvarResult, none: T, read: impl FnOnce(&InvarResult) -> T) -> T {
    // SAFETY: it is null or points to a result, as the caller promises.
    unsafe { result.as_ref() }.map_or(none, read)
}

/// Whether the optimization succeeded.
///
/// # Safety
///
/// `result` is null or comes from [`invar_optimize`] and was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn invar_result_status(result: *const InvarResult) -> InvarStatus {
    // SAFETY: the caller promises what is needed.
    unsafe { read(result, InvarStatus::InvalidArgument, |result| result.status) }
}

/// The bytes of the output; null if there was an error.
///
/// # Safety
///
/// `result` is null or comes from [`invar_optimize`] and was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn invar_result_wasm(result: *const InvarResult) -> *const u8 {
    let wasm = |result: &InvarResult| result.output.as_ref().map(|output| output.0.as_ptr());
    // SAFETY: the caller promises what is needed.
    unsafe { read(result, None, wasm) }.unwrap_or(ptr::null())
}

/// The size of the output in bytes; 0 if there was an error.
///
/// # Safety
///
/// `result` is null or comes from [`invar_optimize`] and was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn invar_result_wasm_len(result: *const InvarResult) -> usize {
    let len = |result: &InvarResult| result.output.as_ref().map_or(0, |output| output.0.len());
    // SAFETY: the caller promises what is needed.
    unsafe { read(result, 0, len) }
}

/// The report as JSON; null if there was an error.
///
/// # Safety
///
/// `result` is null or comes from [`invar_optimize`] and was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn invar_result_report(result: *const InvarResult) -> *const c_char {
    let report = |result: &InvarResult| result.output.as_ref().map(|output| output.1.as_ptr());
    // SAFETY: the caller promises what is needed.
    unsafe { read(result, None, report) }.unwrap_or(ptr::null())
}

/// What is wrong; null if there was no error.
///
/// # Safety
///
/// `result` is null or comes from [`invar_optimize`] and was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn invar_result_error(result: *const InvarResult) -> *const c_char {
    let error = |result: &InvarResult| result.error.as_ref().map(|error| error.as_ptr());
    // SAFETY: the caller promises what is needed.
    unsafe { read(result, None, error) }.unwrap_or(ptr::null())
}

/// The byte offset in the input that the error is about; -1 if it is about no place there.
///
/// # Safety
///
/// `result` is null or comes from [`invar_optimize`] and was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn invar_result_offset(result: *const InvarResult) -> i64 {
    let offset = |result: &InvarResult| result.offset.and_then(|offset| offset.try_into().ok());
    // SAFETY: the caller promises what is needed.
    unsafe { read(result, None, offset) }.unwrap_or(-1)
}

/// Frees a result; does nothing if the pointer is null.
///
/// # Safety
///
/// `result` is null or comes from [`invar_optimize`] and was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn invar_result_free(result: *mut InvarResult) {
    if !result.is_null() {
        // SAFETY: it was made by `Box::into_raw` and is freed for the first time, as the caller promises.
        drop(unsafe { Box::from_raw(result) });
    }
}

#[cfg(test)]
mod tests;
