//! A program as a command, under WASI preview 1.
//!
//! As in wasmtime's own command, the program has only the arguments, the environment and the directories that
//! are given, and the standard streams of this process; `_start` or the named exports are
//! called, and a trap is reported with a backtrace.

use crate::error::Error;
use crate::image::INITIALIZE;
use crate::online::Program;
use crate::online::profile::Profile;
use std::path::PathBuf;
use wasmtime::{Linker, Store, Trap, Val, ValType};
use wasmtime_wasi::p1::{WasiP1Ctx, add_to_linker_sync};
use wasmtime_wasi::{FsPerms, I32Exit, WasiCtxBuilder};

/// The exit code of a program that trapped: that of an abort.
pub const TRAPPED: i32 = 134;

/// What a command is started with.
#[derive(Clone, Debug, Default)]
pub struct Command {
    /// The arguments, the program's name first.
    pub args: Vec<String>,
    /// The environment.
    pub env: Vec<(String, String)>,
    /// Directories of the host, with their names in the program.
    pub dirs: Vec<(PathBuf, String)>,
    /// The exports to call in place of `_start`, in order. The last one gets the arguments behind the
    /// program's name, the others none.
    pub invoke: Vec<String>,
}

/// How a command ended.
#[derive(Clone, PartialEq, Debug)]
pub struct Ended {
    /// The exit code.
    pub code: i32,
    /// The results of the last export that was invoked, as text.
    pub results: Vec<String>,
    /// The error message, if it failed: a sentence, and for a trap the backtrace.
    pub error: Option<String>,
    /// What was specialized.
    pub profile: Profile,
}

/// Runs a program as a command.
///
/// Errors: a directory cannot be opened, an import is unknown, an export that is to be invoked does
/// not exist or takes other arguments. What happens when the program runs is no error of this
/// function.
pub fn run(program: &Program, command: &Command) -> Result<Ended, Error> {
    let mut wasi = WasiCtxBuilder::new();
    wasi.inherit_stdio().args(&command.args).envs(&command.env).allow_blocking_current_thread(true);
    for (host, guest) in &command.dirs {
        wasi.preopened_dir(host, guest, FsPerms::ReadWrite)
            .map_err(|error| Error::new(format!("{}: {error:#}", host.display())))?;
    }
    let engine = program.module().engine();
    let mut store = Store::new(engine, wasi.build_p1());
    let mut linker = Linker::new(engine);
    add_to_linker_sync(&mut linker, |wasi: &mut WasiP1Ctx| wasi)?;
    let mut ended =
        Ended { code: 0, results: Vec::new(), error: None, profile: Profile::default() };
    let running = match program.instantiate(&mut store, &linker) {
        Ok(running) => running,
        Err(error) if error.is::<Trap>() || error.is::<I32Exit>() => {
            ended.end(&error);
            return Ok(ended);
        }
        Err(error) => return Err(error.into()),
    };
    let instance = running.instance();
    // A reactor's constructors; then what was asked for.
    let names: Vec<&str> = match command.invoke.as_slice() {
        [] => vec!["_start"],
        invoke => invoke.iter().map(String::as_str).collect(),
    };
    let last = names.len() - 1;
    let mut calls = Vec::new();
    if let Some(initialize) = instance.get_func(&mut store, INITIALIZE) {
        calls.push((initialize, Vec::new()));
    }
    for (n, name) in names.into_iter().enumerate() {
        let Some(function) = instance.get_func(&mut store, name) else {
            if command.invoke.is_empty() {
                continue;
            }
            return Err(Error::new(format!("there is no exported function `{name}`")));
        };
        let given =
            if n == last && !command.invoke.is_empty() { command.args.get(1..) } else { None };
        let types: Vec<ValType> = function.ty(&store).params().collect();
        let args = arguments(name, &types, given.unwrap_or_default())?;
        calls.push((function, args));
    }
    for (function, args) in calls {
        let mut results = vec![Val::I32(0); function.ty(&store).results().len()];
        if let Err(error) = function.call(&mut store, &args, &mut results) {
            ended.end(&error);
            break;
        }
        ended.results = results.iter().map(text).collect();
    }
    if ended.error.is_some() || command.invoke.is_empty() {
        ended.results.clear();
    }
    ended.profile = running.counted(&mut store);
    Ok(ended)
}

impl Ended {
    fn end(&mut self, error: &wasmtime::Error) {
        if let Some(exit) = error.downcast_ref::<I32Exit>() {
            self.code = exit.0;
            return;
        }
        self.code = if error.is::<Trap>() { TRAPPED } else { 1 };
        self.error = Some(format!("{error:?}"));
    }
}

/// Arguments of an export, from their texts: numbers, vectors as 128-bit numbers.
fn arguments(name: &str, types: &[ValType], given: &[String]) -> Result<Vec<Val>, Error> {
    if types.len() != given.len() {
        let (takes, got) = (types.len(), given.len());
        return Err(Error::new(format!("`{name}` takes {takes} arguments, {got} were given")));
    }
    let value = |(ty, text): (&ValType, &String)| {
        let value = match ty {
            ValType::I32 => integer(text).and_then(|n| word(n, 32)).map(|n| Val::I32(n as i32)),
            ValType::I64 => integer(text).and_then(|n| word(n, 64)).map(|n| Val::I64(n as i64)),
            ValType::F32 => text.parse().ok().map(|x: f32| Val::F32(x.to_bits())),
            ValType::F64 => text.parse().ok().map(|x: f64| Val::F64(x.to_bits())),
            _ => None,
        };
        value.ok_or_else(|| Error::new(format!("`{name}`: `{text}` is no {ty}")))
    };
    types.iter().zip(given).map(value).collect()
}

fn integer(text: &str) -> Option<i128> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let value = match digits.strip_prefix("0x") {
        Some(digits) => i128::from_str_radix(digits, 16).ok()?,
        None => digits.parse().ok()?,
    };
    Some(if negative { -value } else { value })
}

/// A number of this many bits, signed or unsigned.
fn word(value: i128, bits: u32) -> Option<i128> {
    (-(1i128 << (bits - 1))..1i128 << bits).contains(&value).then_some(value)
}

/// A value as text; numbers as wasmtime's command prints them.
fn text(value: &Val) -> String {
    match value {
        Val::I32(value) => value.to_string(),
        Val::I64(value) => value.to_string(),
        Val::F32(bits) => f32::from_bits(*bits).to_string(),
        Val::F64(bits) => f64::from_bits(*bits).to_string(),
        Val::V128(bits) => bits.as_u128().to_string(),
        Val::FuncRef(value) => null_or("funcref", value.is_none()),
        Val::ExternRef(value) => null_or("externref", value.is_none()),
        Val::AnyRef(value) => null_or("anyref", value.is_none()),
        Val::ExnRef(value) => null_or("exnref", value.is_none()),
        Val::ContRef(value) => null_or("contref", value.is_none()),
    }
}

fn null_or(what: &str, is_null: bool) -> String {
    if is_null { "<null reference>".to_owned() } else { format!("<{what}>") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_numbers_of_their_types() {
        let read = |ty, text: &str| {
            let values = arguments("f", &[ty], &[text.to_owned()]).map_err(|e| e.to_string())?;
            Ok(super::text(&values[0]))
        };
        assert_eq!(read(ValType::I32, "-2147483648"), Ok("-2147483648".to_owned()));
        assert_eq!(read(ValType::I32, "0xffffffff"), Ok("-1".to_owned()));
        assert_eq!(read(ValType::I64, "18446744073709551615"), Ok("-1".to_owned()));
        assert_eq!(read(ValType::F64, "2.5"), Ok("2.5".to_owned()));
        assert_eq!(read(ValType::I32, "4294967296"), Err("`f`: `4294967296` is no i32".to_owned()));
        assert!(read(ValType::I64, "one").is_err());
        assert!(arguments("f", &[], &["1".to_owned()]).is_err());
    }
}
