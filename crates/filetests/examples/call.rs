//! Calls exports of a module on the interpreter, one after the other, and prints their results and how many operators
//! were executed. The book's listings are made with it (`scripts/book`).
//!
//! `cargo run -p invar-filetests --example call -- MODULE.wasm 'f(1, 2)' 'g()'`
//!
//! Operators are counted if the module counts them itself: the example `count` of `invar-wasm` makes it do so. That
//! one reads binary modules only; `call MODULE.wat -o MODULE.wasm` makes one of a text, and calls nothing. Calling a
//! function that the module imports ends the call; other imports are refused.

use invar_interp::value::InstanceAddr;
use invar_interp::{Const, Extern, ExternType, Host, Limits, Program, Ref, Stop, Store, Value};
use invar_ir::ValType;
use std::error::Error;

/// Instructions of the interpreter that may be executed.
const FUEL: u64 = 1 << 34;

/// The functions of the host.
struct NoHost;

impl Host for NoHost {
    fn call(&mut self, _: &mut Store, _: u32, _: &[Value]) -> Result<Vec<Value>, Stop> {
        Err(Stop::Host("an import was called".to_owned()))
    }
}

fn argument(text: &str, ty: ValType) -> Result<Value, Box<dyn Error>> {
    Ok(Value::Number(match ty {
        ValType::I32 => Const::I32(text.parse()?),
        ValType::I64 => Const::I64(text.parse()?),
        ValType::F32 => Const::F32(text.parse::<f32>()?.to_bits()),
        ValType::F64 => Const::F64(text.parse::<f64>()?.to_bits()),
        other => return Err(format!("no argument of type {other} can be given").into()),
    }))
}

fn text(value: Value) -> String {
    match value {
        Value::Number(Const::I32(value)) => value.to_string(),
        Value::Number(Const::I64(value)) => value.to_string(),
        Value::Number(Const::F32(bits)) => f32::from_bits(bits).to_string(),
        Value::Number(Const::F64(bits)) => f64::from_bits(bits).to_string(),
        Value::Number(other) => format!("{other:?}"),
        Value::Ref(Ref::Null) => "null".to_owned(),
        Value::Ref(_) => "a reference".to_owned(),
    }
}

/// What the module has counted so far.
fn counted(store: &Store, instance: InstanceAddr) -> i64 {
    let count = |(name, item): (String, Extern)| match item {
        Extern::Global(global) if name.starts_with("count ") => match store.global(global).1 {
            Value::Number(Const::I64(count)) => count,
            _ => 0,
        },
        _ => 0,
    };
    store.exports(instance).into_iter().map(count).sum()
}

fn call(store: &mut Store, instance: InstanceAddr, text_of: &str) -> Result<(), Box<dyn Error>> {
    let not_a_call = || format!("{text_of:?} is no call such as f(1, 2)");
    let (name, rest) = text_of.split_once('(').ok_or_else(not_a_call)?;
    let args = rest.strip_suffix(')').ok_or_else(not_a_call)?;
    let args: Vec<&str> = args.split(',').map(str::trim).filter(|arg| !arg.is_empty()).collect();
    let Some(Extern::Func(func)) = store.export(instance, name) else {
        return Err(format!("there is no function {name:?}").into());
    };
    let params = store.signature(store.func_type(func)).params().to_vec();
    if args.len() != params.len() {
        return Err(format!("{name:?} has {} parameters", params.len()).into());
    }
    let args: Vec<Value> =
        args.iter().zip(params).map(|(arg, ty)| argument(arg, ty)).collect::<Result<_, _>>()?;
    let before = counted(store, instance);
    let result = match store.call(&mut NoHost, func, &args) {
        Ok(values) => values.into_iter().map(text).collect::<Vec<_>>().join(", "),
        Err(stop) => stop.to_string(),
    };
    println!("{text_of} = {result}; {} operators", counted(store, instance) - before);
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let path = args.next().ok_or("usage: call MODULE.wasm 'f(1, 2)'...")?;
    let bytes = wat::parse_file(path)?;
    let args: Vec<String> = args.collect();
    if let [option, out] = args.as_slice()
        && option == "-o"
    {
        return Ok(std::fs::write(out, bytes)?);
    }
    let (module, _) = invar_wasm::read(bytes.into()).map_err(|error| error.to_string())?;
    let program = Program::new(module);
    let mut store = Store::new(Limits::default(), FUEL);
    let mut imports = Vec::new();
    for import in store.imports(&program) {
        let ExternType::Func(ty, _) = import.ty else {
            return Err(format!("{} is imported", import.name.name).into());
        };
        imports.push(Extern::Func(store.new_func(ty, 0)));
    }
    let instance = store.instantiate(&mut NoHost, &program, &imports)?;
    for text in args {
        call(&mut store, instance, &text)?;
    }
    Ok(())
}
