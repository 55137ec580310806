//! Printing of functions, instructions and operators.
//!
//! Linear in what is printed. A function that violates invariants is printed as well, as far as
//! possible: dumps are needed most when something is wrong.

use super::Quoted;
use super::types::{CACHING, LAZINESS, ORDERINGS};
use crate::{
    Block, BlockCall, Function, Immediate, IndexSpace, Inst, MemArg, MemOrdering, MemSpace, Module,
    Op, Opcode, SourceLoc, Tag, Terminator, TypeText, Types, Value, ValueDef, ValueList,
    br_on_types, result_types,
};
use cranelift_entity::EntitySet;
use std::fmt::{self, Display, Write};
use wasmparser::{Ordering, RefType, ValType};

/// The column of source locations, unless the line is longer.
const LOCATION_COLUMN: usize = 48;

/// A function as text; see [`Function::display`].
#[derive(Clone, Copy, Debug)]
pub struct DisplayFunction<'a> {
    pub(super) function: &'a Function,
    pub(super) module: &'a Module,
    /// What precedes each line.
    pub(super) indent: &'static str,
    /// The function's handle, printed between `func` and the type.
    pub(super) name: Option<crate::Func>,
}

/// An instruction as text; see [`Function::display_inst`].
#[derive(Clone, Copy, Debug)]
pub struct DisplayInst<'a> {
    function: &'a Function,
    module: &'a Module,
    inst: Inst,
}

impl Function {
    /// The function in the text format, as [`parse_function`](crate::parse_function) reads it.
    pub fn display<'a>(&'a self, module: &'a Module) -> DisplayFunction<'a> {
        DisplayFunction { function: self, module, indent: "", name: None }
    }

    /// An instruction in the text format, without its location.
    pub fn display_inst<'a>(&'a self, module: &'a Module, inst: Inst) -> DisplayInst<'a> {
        DisplayInst { function: self, module, inst }
    }

    /// The end of a block in the text format, without its location.
    pub fn display_terminator<'a>(&'a self, module: &'a Module, block: Block) -> impl Display + 'a {
        fmt::from_fn(move |f| terminator(f, self, module, &self.blocks[block].term))
    }
}

/// An operator with its immediates, as it stands before its operands in the text format.
pub fn display_op(op: &Op) -> impl Display + '_ {
    fmt::from_fn(move |f| {
        operator(f, op)?;
        op.memarg().map_or(Ok(()), |memarg| memory_access(f, memarg, op.opcode()))
    })
}

impl Display for DisplayInst<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        instruction(f, self.function, self.module, self.inst)
    }
}

impl Display for DisplayFunction<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DisplayFunction { function, module, indent, name } = *self;
        write!(f, "{indent}func")?;
        let data = name.map(|name| &module.funcs[name]);
        if let Some(name) = name {
            write!(f, " {name}")?;
        }
        let words = data.map(crate::FuncData::words).unwrap_or_default();
        write!(f, " : {words}{}", function.ty)?;
        if module.signature(function.ty).1 != function.results {
            write!(f, " -> ({})", list(function.results.iter().copied().map(TypeText)))?;
        }
        if let Some(label) = name.and_then(|name| module.names.funcs.get(&name)) {
            write!(f, " {}", Quoted(label.as_bytes()))?;
        }
        writeln!(f, " {{")?;
        for (context, data) in &function.contexts {
            write!(f, "{indent}  {context} = {}", Quoted(data.kind.to_string().as_bytes()))?;
            if let Some(parent) = data.parent.expand() {
                write!(f, " in {parent}")?;
            }
            if let Some(site) = location(data.site) {
                write!(f, " {site}")?;
            }
            writeln!(f)?;
        }
        // A dead block shows only where something still branches to it.
        let mut shown = EntitySet::with_capacity(function.blocks.len());
        shown.insert(function.entry);
        for (block, data) in &function.blocks {
            if !function.is_dead(block) || !data.insts.is_empty() {
                shown.insert(block);
            }
            shown.extend(data.term.targets().map(|call| call.block));
        }
        let others = function.blocks.keys().filter(|&block| block != function.entry);
        for block in std::iter::once(function.entry).chain(others) {
            if shown.contains(block) {
                self.block(f, block)?;
            }
        }
        writeln!(f, "{indent}}}")
    }
}

impl DisplayFunction<'_> {
    fn block(&self, f: &mut fmt::Formatter<'_>, block: Block) -> fmt::Result {
        let DisplayFunction { function, module, indent, .. } = *self;
        let Some(data) = function.blocks.get(block) else { return Ok(()) };
        write!(f, "{indent}{block}")?;
        if !data.params.is_empty() {
            let param = |value: &Value| typed(*value, value_type(function, *value));
            write!(f, "({})", list(data.params.iter().map(param)))?;
        }
        writeln!(f, ":")?;
        let mut line = String::new();
        for &inst in &data.insts {
            instruction(&mut line, function, module, inst)?;
            self.line(
                f,
                &mut line,
                function.insts.get(inst).map_or_else(Default::default, |inst| inst.loc),
            )?;
        }
        if !matches!(data.term, Terminator::None) {
            terminator(&mut line, function, module, &data.term)?;
            self.line(f, &mut line, data.term_loc)?;
        }
        Ok(())
    }

    /// Writes a line with its location, and empties it.
    fn line(&self, f: &mut fmt::Formatter<'_>, line: &mut String, loc: SourceLoc) -> fmt::Result {
        write!(f, "{}  ", self.indent)?;
        match location(loc) {
            Some(location) => writeln!(f, "{line:LOCATION_COLUMN$} {location}")?,
            None => writeln!(f, "{line}")?,
        }
        line.clear();
        Ok(())
    }
}

/// `@1a3:ctx0`, unless unknown.
fn location(loc: SourceLoc) -> Option<impl Display> {
    (loc != SourceLoc::default()).then(|| {
        fmt::from_fn(move |f| {
            match loc.known_offset() {
                None if !loc.is_unknown() => f.write_str("@several")?,
                _ => write!(f, "@{:x}", loc.offset)?,
            }
            loc.context.expand().map_or(Ok(()), |context| write!(f, ":{context}"))
        })
    })
}

/// `a, b, c`.
pub(super) fn list<T: Display>(items: impl IntoIterator<Item = T> + Clone) -> impl Display {
    fmt::from_fn(move |f| {
        for (n, item) in items.clone().into_iter().enumerate() {
            write!(f, "{}{item}", if n == 0 { "" } else { ", " })?;
        }
        Ok(())
    })
}

/// `v3: i32`, or `v3` without a type.
fn typed(value: Value, ty: Option<ValType>) -> impl Display {
    fmt::from_fn(move |f| match ty {
        Some(ty) => write!(f, "{value}: {}", TypeText(ty)),
        None => write!(f, "{value}"),
    })
}

fn value_type(function: &Function, value: Value) -> Option<ValType> {
    function.values.get(value).map(|data| data.ty)
}

/// A used value, or the value that it is an alias of. Terminates on cycles of aliases, too.
fn resolved(function: &Function, mut value: Value) -> Value {
    for _ in 0..function.values.len() {
        match function.values.get(value).map(|data| data.def) {
            Some(ValueDef::Alias(to)) => value = to,
            _ => break,
        }
    }
    value
}

fn uses<'a>(
    function: &'a Function,
    args: &'a ValueList,
) -> impl Iterator<Item = Value> + Clone + 'a {
    function.list(args).iter().map(move |&value| resolved(function, value))
}

fn arg_types(function: &Function, args: &ValueList) -> Option<Types> {
    uses(function, args).map(|value| value_type(function, value)).collect()
}

fn instruction(
    f: &mut impl Write,
    function: &Function,
    module: &Module,
    inst: Inst,
) -> fmt::Result {
    let Some(data) = function.insts.get(inst) else { return write!(f, "{inst}") };
    let results = function.results(inst);
    if results.len() > 0 {
        let derived = arg_types(function, &data.args)
            .and_then(|args| result_types(&data.op, &args, module).ok())
            .filter(|derived| derived.len() == results.len());
        let result = |(n, value)| {
            let ty = value_type(function, value);
            let known = derived.as_ref().is_some_and(|derived| Some(derived[n]) == ty);
            typed(value, if known { None } else { ty })
        };
        write!(f, "{} = ", list(results.enumerate().map(result).collect::<Vec<_>>().iter()))?;
    }
    operator(f, &data.op)?;
    if !data.args.is_empty() {
        write!(f, " {}", list(uses(function, &data.args)))?;
    }
    data.op.memarg().map_or(Ok(()), |memarg| memory_access(f, memarg, data.op.opcode()))
}

fn terminator<W: Write>(
    f: &mut W,
    function: &Function,
    module: &Module,
    term: &Terminator,
) -> fmt::Result {
    let operation = |f: &mut W, op: &Op, args: &ValueList| -> fmt::Result {
        operator(f, op)?;
        if args.is_empty() { Ok(()) } else { write!(f, " {}", list(uses(function, args))) }
    };
    let target = |f: &mut W, call: &BlockCall| -> fmt::Result {
        write!(f, "{}", call.block)?;
        if call.args.is_empty() {
            return Ok(());
        }
        write!(f, "({})", list(uses(function, &call.args)))
    };
    // The values of an edge, with the types that do not follow from `derived`.
    let edge = |f: &mut W, values: &[Value], derived: &[ValType]| -> fmt::Result {
        if values.is_empty() {
            return Ok(());
        }
        let value = |(n, &value): (usize, &Value)| {
            let ty = value_type(function, value);
            let known = derived.len() == values.len() && ty == derived.get(n).copied();
            typed(value, if known { None } else { ty })
        };
        let values: Vec<_> = values.iter().enumerate().map(value).collect();
        write!(f, "[{}] ", list(&values))
    };
    match term {
        Terminator::None => return Ok(()),
        Terminator::Jump(call) => {
            write!(f, "jump ")?;
            target(f, call)?;
        }
        Terminator::BrIf { cond, then, els } => {
            write!(f, "br_if {}, ", resolved(function, *cond))?;
            target(f, then)?;
            write!(f, ", ")?;
            target(f, els)?;
        }
        Terminator::BrTable { index, .. } => {
            write!(f, "br_table {}", resolved(function, *index))?;
            for call in term.targets() {
                write!(f, ", ")?;
                target(f, call)?;
            }
        }
        Terminator::BrOn { op, args, taken_value, fallthrough_value, taken, fallthrough } => {
            operation(f, op, args)?;
            let derived = arg_types(function, args)
                .and_then(|args| br_on_types(op, &args).ok())
                .unwrap_or_default();
            write!(f, "{}", if args.is_empty() { " " } else { ", " })?;
            edge(f, taken_value.expand().as_slice(), derived.0.as_slice())?;
            target(f, taken)?;
            write!(f, ", ")?;
            edge(f, fallthrough_value.expand().as_slice(), derived.1.as_slice())?;
            target(f, fallthrough)?;
        }
        Terminator::Return(args) => {
            write!(f, "return")?;
            if !args.is_empty() {
                write!(f, " {}", list(uses(function, args)))?;
            }
        }
        Terminator::TailCall { op, args } | Terminator::Throw { op, args } => {
            operation(f, op, args)?;
        }
        Terminator::Unreachable => write!(f, "unreachable")?,
        Terminator::Invoke { op, args, results, normal, handlers } => {
            write!(f, "invoke ")?;
            operation(f, op, args)?;
            write!(f, "{}", if args.is_empty() { " " } else { ", " })?;
            let derived = arg_types(function, args)
                .and_then(|args| result_types(op, &args, module).ok())
                .unwrap_or_default();
            edge(f, results, &derived)?;
            target(f, normal)?;
            for handler in handlers {
                match handler.tag {
                    Some(tag) => write!(f, ", catch {tag} ")?,
                    None => write!(f, ", catch_all ")?,
                }
                let derived = handler_types(module, handler.tag, handler.values.len());
                edge(f, &handler.values, &derived)?;
                target(f, &handler.target)?;
            }
        }
    }
    if term.targets().any(|call| call.weight != 0) {
        write!(f, " !weights")?;
        for call in term.targets() {
            write!(f, " {}", call.weight)?;
        }
    }
    Ok(())
}

/// The types of the values of an exception handler: the payload of its tag, and a reference to
/// the exception if there is one more value.
pub(crate) fn handler_types(module: &Module, tag: Option<Tag>, values: usize) -> Types {
    let tag = tag.and_then(|tag| module.tags.get(tag));
    let mut types: Types = tag.map_or(&[][..], |tag| module.signature(tag.ty).0).into();
    if values > types.len() {
        types.push(RefType::EXN.into());
    }
    types
}

/// An operator with its immediates, without the attributes of a memory access.
pub(super) fn operator(f: &mut impl Write, op: &Op) -> fmt::Result {
    write!(f, "{}", op.opcode())?;
    let mut result = Ok(());
    op.for_each_immediate(|given| {
        if result.is_ok() {
            result = immediate(f, given);
        }
    });
    result
}

fn immediate(f: &mut impl Write, immediate: Immediate) -> fmt::Result {
    match immediate {
        Immediate::Index(IndexSpace::Control, _)
        | Immediate::ControlOnly
        | Immediate::MemArg(_) => Ok(()),
        Immediate::Index(space, index) => write!(f, " {}{index}", space.prefix()),
        Immediate::Lane(lane) => write!(f, " {lane}"),
        Immediate::Lanes(lanes) => lanes.iter().try_for_each(|lane| write!(f, " {lane}")),
        Immediate::I32(value) => write!(f, " {value}"),
        Immediate::I64(value) => write!(f, " {value}"),
        Immediate::F32(value) => {
            let value = f32::from_bits(value.bits());
            write!(f, " ")?;
            if value.is_nan() {
                let sign = if value.is_sign_negative() { "-" } else { "" };
                write!(f, "{sign}nan:{:#x}", value.to_bits() & ((1 << 23) - 1))
            } else {
                write!(f, "{value:?}")
            }
        }
        Immediate::F64(value) => {
            let value = f64::from_bits(value.bits());
            write!(f, " ")?;
            if value.is_nan() {
                let sign = if value.is_sign_negative() { "-" } else { "" };
                write!(f, "{sign}nan:{:#x}", value.to_bits() & ((1 << 52) - 1))
            } else {
                write!(f, "{value:?}")
            }
        }
        Immediate::V128(value) => write!(f, " {:#034x}", value.i128()),
        Immediate::ValType(ty) => write!(f, " {}", TypeText(ty)),
        Immediate::RefType(ty) => write!(f, " {}", TypeText(ty)),
        Immediate::HeapType(ty) => write!(f, " {}", TypeText(ty)),
        Immediate::Ordering(Ordering::SeqCst) => write!(f, " seq_cst"),
        Immediate::Ordering(Ordering::AcqRel) => write!(f, " acq_rel"),
        Immediate::Caching(caching) => write!(f, " {}", name_of(&CACHING, caching)),
        Immediate::Laziness(laziness) => write!(f, " {}", name_of(&LAZINESS, laziness)),
    }
}

fn name_of<T: PartialEq>(names: &[(T, &'static str)], value: T) -> &'static str {
    names.iter().find(|(named, _)| *named == value).map_or("", |(_, name)| name)
}

/// What is not the default of a memory access.
pub(super) fn memory_access(f: &mut impl Write, memarg: MemArg, opcode: Opcode) -> fmt::Result {
    if memarg.offset != 0 {
        write!(f, " offset={}", memarg.offset)?;
    }
    if Some(memarg.align) != opcode.natural_align() {
        write!(f, " align={}", 1u64 << memarg.align.min(63))?;
    }
    match memarg.space {
        MemSpace::Memory if memarg.memory == 0 => {}
        MemSpace::Memory => write!(f, " memory=m{}", memarg.memory)?,
        MemSpace::Array => write!(f, " array=ty{}", memarg.memory)?,
    }
    if memarg.ordering != MemOrdering::Default {
        write!(f, " order={}", name_of(&ORDERINGS, memarg.ordering))?;
    }
    Ok(())
}
