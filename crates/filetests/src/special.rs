//! Filetests of the specializer: a function for bound arguments, with the module's data segments as
//! the memory of a program that is standing still.

use invar::unstable::{OptimizerExt, is_named};
use invar::{Optimizer, Pass};
use invar_ir::{Body, Func, Memory, Module, Op, SegmentMode, Table, ValType, verify_function};
use invar_rules::Const;
use invar_stage::specializer::known::Known;
use invar_stage::{Bound, Config, Prepared, Request, RequestLimits, World, specialize};
use std::fmt::Write;

/// What to specialize: a function, by its export or name, and its arguments, `_` for those that are
/// not bound.
#[derive(Clone, Debug)]
pub struct Call {
    function: String,
    arguments: Vec<Option<String>>,
    limits: RequestLimits,
    /// Whether promises are checked.
    pub checked: bool,
}

impl Call {
    /// Reads `f(1, _)`, perhaps with `checked` or `insts=N` behind it.
    pub fn parse(text: &str) -> Result<Call, String> {
        let (call, options) = text.split_once(')').ok_or("no closing parenthesis")?;
        let (function, arguments) = call.split_once('(').ok_or("no arguments")?;
        let arguments = arguments.split(',').map(str::trim).filter(|word| !word.is_empty());
        let arguments = arguments.map(|word| (word != "_").then(|| word.to_owned())).collect();
        let mut call = Call {
            function: function.trim().to_owned(),
            arguments,
            limits: RequestLimits::default(),
            checked: false,
        };
        for option in options.split_whitespace() {
            match option.split_once('=') {
                Some(("insts", n)) => call.limits.insts = n.parse().map_err(|_| "no number")?,
                Some(("versions", n)) => {
                    call.limits.versions = n.parse().map_err(|_| "no number")?
                }
                Some(("returns", n)) => call.limits.returns = n.parse().map_err(|_| "no number")?,
                None if option == "checked" => call.checked = true,
                _ => return Err(format!("unknown option {option:?}")),
            }
        }
        Ok(call)
    }
}

/// A program that stands still, before it starts: memory is as data segments make it.
struct Still<'a>(&'a Module);

impl World for Still<'_> {
    fn read(&mut self, memory: Memory, address: u64, bytes: &mut [u8]) -> bool {
        let size = self.0.memories[memory].ty.initial << 16;
        if address.checked_add(bytes.len() as u64).is_none_or(|end| end > size) {
            return false;
        }
        bytes.fill(0);
        for (data, segment) in &self.0.datas {
            let SegmentMode::Active(of, offset) = &segment.mode else { continue };
            let [Op::I32Const { value: start }] = offset.as_slice() else { continue };
            for (n, &byte) in self.0.data_bytes(data).iter().enumerate() {
                let at = (*start as u32 as u64 + n as u64).wrapping_sub(address);
                if *of == memory && at < bytes.len() as u64 {
                    bytes[at as usize] = byte;
                }
            }
        }
        true
    }

    /// Functions are not run here: a few that tests know are.
    fn call(&mut self, func: Func, args: &[Const]) -> Option<Const> {
        match (self.0.func_label(func).as_str(), args) {
            ("square", &[Const::I32(n)]) => Some(Const::I32(n.wrapping_mul(n))),
            _ => None,
        }
    }

    fn function_at(&mut self, _: Table, _: u64) -> Option<Func> {
        None
    }
}

fn constant(word: &str, ty: ValType) -> Result<Const, String> {
    let integer = || word.parse::<i64>().map_err(|error| format!("{word}: {error}"));
    let float = || word.parse::<f64>().map_err(|error| format!("{word}: {error}"));
    Ok(match ty {
        ValType::I32 => Const::I32(integer()? as i32),
        ValType::I64 => Const::I64(integer()?),
        ValType::F32 => Const::F32((float()? as f32).to_bits()),
        ValType::F64 => Const::F64(float()?.to_bits()),
        other => return Err(format!("an argument of type {other} cannot be written")),
    })
}

/// The module with the special version in place of the function, and the version as text, after
/// passes that make it readable.
pub fn special(module: &Module, call: &Call) -> Result<(Module, String), String> {
    let mut module = module.clone();
    invar_stage::annotations::raise_all(&mut module);
    let named = |&func: &Func| is_named(&module, func, &call.function);
    let func = module.funcs.keys().find(named).ok_or("there is no such function")?;
    let Body::Ssa(generic) = &module.funcs[func].body else { return Err("it is imported".into()) };
    let params = module.func_signature(func).0;
    let values = call
        .arguments
        .iter()
        .zip(params)
        .map(|(word, &ty)| word.as_ref().map(|word| constant(word, ty)).transpose());
    let values: Vec<Option<Const>> = values.collect::<Result<_, _>>()?;
    let positions = values.iter().enumerate().filter(|(_, value)| value.is_some());
    let bound = Bound::new(positions.map(|(n, _)| n)).ahead();
    let prepared = Prepared::new(&module, func, generic, &bound, &Config::default())?;
    let checks = call.checked.then_some(module.funcs.len() as u32);
    let known: Vec<Option<Known>> = values.iter().map(|value| value.map(Known::plain)).collect();
    let request = Request { checks, ..Request::new(&known, call.limits) };
    let made = specialize(&module, &prepared, &request, &mut Still(&module));
    let mut text = String::new();
    for (note, times) in &made.notes {
        let _ = writeln!(text, "; {}{}", note.what, if *times > 1 { " (again)" } else { "" });
    }
    let again = specialize(&module, &prepared, &request, &mut Still(&module));
    let _ = write!(
        text,
        "; {} versions ({} generic), {} evaluated ({} loads, {} calls), {} decided, {} promotions",
        made.stats.versions,
        made.stats.generic,
        made.stats.evaluated,
        made.stats.loads,
        made.stats.calls,
        made.stats.decided,
        made.stats.promotions
    );
    if made.stats.dispatched > 0 {
        let _ = write!(text, ", {} dispatched", made.stats.dispatched);
    }
    text.push('\n');
    let mut after = module.clone();
    for _ in &made.checks {
        let ty = after.func_type(&[], &[]);
        let mut f = invar_ir::Function::new(ty, &[], &[]);
        f.blocks[f.entry].term = invar_ir::Terminator::Unreachable;
        let body = Body::Ssa(Box::new(f));
        after.funcs.push(invar_ir::FuncData::new(ty, None, body));
    }
    for (n, check) in made.checks.iter().enumerate() {
        let _ = writeln!(text, "; check {n}: {check}");
    }
    let errors = |errors: Vec<invar_ir::VerifyError>| {
        errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    verify_function(&after, &made.function).map_err(errors)?;
    let same = invar::unstable::text::print_function(&after, &made.function)
        == invar::unstable::text::print_function(&after, &again.function);
    if !same {
        return Err("not the same twice".into());
    }
    after.funcs[func].body = Body::Ssa(Box::new(made.function));
    invar_stage::annotations::strip_all(&mut after);
    let tidy = [Pass::SsaCleanup, Pass::Fold, Pass::SimplifyCfg, Pass::SsaCleanup, Pass::Dce];
    let tidy = Optimizer::default()
        .guard(false)
        .names(true)
        .strip(invar::Strip::default().local_names(true))
        .threads(1)
        .verify(true)
        .strict(true)
        .passes(tidy);
    let (tidied, _) = tidy.run_module_to_ir(after.clone()).map_err(|error| error.to_string())?;
    let Body::Ssa(function) = &tidied.funcs[func].body else { return Err("it is gone".into()) };
    text += &invar::unstable::text::print_function(&tidied, function);
    Ok((after, text))
}
