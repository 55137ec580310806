//! A `;; run:` line: a call of an export in a new instance, and the expected result.
//!
//! `f(7, -1) == 3`, `g(0x10) == trap`, `g(1) == exception`, `g(2) == interrupted`, `h() == ()`. Arguments and results
//! are plain numbers (`nan` too); any NaN is as good as another.

use crate::differ::{End, Engine, Limit, NoSide, Seen, Side, Ty, interrupted};
use invar_interp::Const;
use invar_ir::ValType;

/// Operators that such a call may execute.
const FUEL: u64 = 1_000_000;

/// The result of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Made {
    /// The expected result.
    AsExpected,
    /// Nothing: the engine does not execute the module. Why.
    NotExecuted(String),
}

/// Makes a call. An error is another result than the line says, or a mistake in the line.
pub fn call<E: Engine>(engine: &E, module: &E::Module, run: &str) -> Result<Made, String> {
    let (name, arguments, expected) = parts(run)?;
    let mut side = match engine.instantiate(module, FUEL) {
        Ok(side) => side,
        Err(NoSide::Ended(End::NotExecuted(why), _)) => return Ok(Made::NotExecuted(why)),
        Err(NoSide::Ended(end, _)) => return Err(format!("instantiation: {end:?}")),
        Err(NoSide::NoInstance(why)) => return Err(why),
    };
    let ty = side.signature(name).ok_or("no such export")?;
    let end = side.invoke(name, &numbers(arguments, &ty.params)?, FUEL);
    match (end, expected) {
        (End::NotExecuted(why), _) => Ok(Made::NotExecuted(why)),
        (End::Trap(_), "trap") | (End::Exception(_), "exception") => Ok(Made::AsExpected),
        (End::Limit(Limit::Fuel), "interrupted") => Ok(Made::AsExpected),
        (End::Values(values), expected)
            if !["trap", "exception", "interrupted"].contains(&expected) =>
        {
            let expected = if expected == "()" { "" } else { expected };
            let expected = numbers(expected, &ty.results)?;
            let is_same = values.len() == expected.len()
                && values.iter().zip(expected).all(|(value, expected)| same(value, expected));
            if is_same { Ok(Made::AsExpected) } else { Err(format!("it returned {values:?}")) }
        }
        (end, _) => Err(format!("it ended with {end:?}")),
    }
}

/// The name of the export, the arguments, and what is expected.
fn parts(run: &str) -> Result<(&str, &str, &str), String> {
    let (call, expected) = run.split_once("==").ok_or("no `==`")?;
    let (name, arguments) = call.trim().split_once('(').ok_or("no arguments")?;
    let arguments = arguments.strip_suffix(')').ok_or("no closing parenthesis")?;
    Ok((name, arguments, expected.trim()))
}

/// Of a line that expects a call to be interrupted, compares what the modules show then with what the first one does.
pub fn compare_interrupted<E: Engine>(
    engine: &E,
    modules: &[E::Module],
    run: &str,
) -> Result<(), String> {
    let (name, arguments, expected) = parts(run)?;
    if expected != "interrupted" {
        return Ok(());
    }
    let call = |side: &mut E::Side, fuel| {
        let ty = side.signature(name)?;
        Some(side.invoke(name, &numbers(arguments, &ty.params).ok()?, fuel))
    };
    match interrupted(engine, modules, call) {
        Ok(Some(_)) => Ok(()),
        Ok(None) => Err("it is not interrupted".to_string()),
        Err(difference) => Err(difference.what),
    }
}

fn numbers(text: &str, types: &[Ty]) -> Result<Vec<Const>, String> {
    let words: Vec<&str> = text.split(',').map(str::trim).filter(|word| !word.is_empty()).collect();
    if words.len() != types.len() {
        return Err(format!("{} values, {} types", words.len(), types.len()));
    }
    words.iter().zip(types).map(|(word, ty)| number(word, ty)).collect()
}

fn number(word: &str, ty: &Ty) -> Result<Const, String> {
    let (digits, radix) = match word.strip_prefix("0x") {
        Some(digits) => (digits, 16),
        None => (word, 10),
    };
    let integer =
        || i128::from_str_radix(digits, radix).map_err(|error| format!("{word}: {error}"));
    let float = || word.parse::<f64>().map_err(|error| format!("{word}: {error}"));
    Ok(match ty {
        Ty::Number(ValType::I32) => Const::I32(integer()? as i32),
        Ty::Number(ValType::I64) => Const::I64(integer()? as i64),
        Ty::Number(ValType::F32) => Const::F32((float()? as f32).to_bits()),
        Ty::Number(ValType::F64) => Const::F64(float()?.to_bits()),
        Ty::Number(ValType::V128) => Const::V128(integer()? as u128),
        other => return Err(format!("a value of type {other} cannot be written")),
    })
}

fn same(value: &Seen, expected: Const) -> bool {
    match (value, expected) {
        (Seen::F32(bits), Const::F32(_)) if expected.is_nan() => f32::from_bits(*bits).is_nan(),
        (Seen::F64(bits), Const::F64(_)) if expected.is_nan() => f64::from_bits(*bits).is_nan(),
        (value, expected) => *value == Seen::from(expected),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Interpreter;

    #[test]
    fn a_run_line_checks_results() {
        let wasm = wat::parse_str(
            r#"(module (func (export "div") (param i32 i32) (result i32)
                (i32.div_s (local.get 0) (local.get 1)))
              (func (export "none") (param f32))
              (func (export "stay") (loop (br 0)))
              (func (export "nan") (result f32) (f32.div (f32.const 0) (f32.const 0))))"#,
        )
        .expect("text");
        let module = Interpreter.module(&wasm).expect("it is valid");
        let call = |run: &str| call(&Interpreter, &module, run);
        assert_eq!(call("div(-7, 2) == -3"), Ok(Made::AsExpected));
        assert_eq!(call("div(1, 0) == trap"), Ok(Made::AsExpected));
        assert_eq!(call("none(nan) == ()"), Ok(Made::AsExpected));
        assert_eq!(call("nan() == nan"), Ok(Made::AsExpected));
        assert_eq!(call("stay() == interrupted"), Ok(Made::AsExpected));
        assert!(call("stay() == ()").is_err());
        assert!(call("none(1) == interrupted").is_err());
        assert!(call("nan() == 1").is_err());
        assert!(call("div(7, 2) == 4").is_err());
        assert!(call("div(7, 2) == trap").is_err());
        assert!(call("div(1, 0) == 1").is_err());
        assert!(call("div(7) == 4").is_err());
        assert!(call("mul(7, 2) == 14").is_err());
    }
}
