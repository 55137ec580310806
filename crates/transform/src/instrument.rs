//! Changes of operators one by one: checks of accesses and of the stack, logs, calls through tables with other types,
//! and what has to go for engines or processors that lack it.
//!
//! Functions that are added do what operators did before; a call of one is in their place. So nothing has to be known
//! of the operands, which are on the stack already.

use crate::Error;
use crate::module::{Edit, Module};
use crate::write::{Written, write};
use rustc_hash::{FxHashMap, FxHashSet};
use wasm_encoder::{BlockType, Instruction, MemArg, MemArgTarget};
use wasmparser::{GlobalType, Operator, ValType};

/// Replaces the operators that extend the sign of 8, 16 or 32 bits by shifts.
pub fn lower_sign_extensions(module: &Module<'_>) -> Result<Written, Error> {
    let narrow = |bits: i32| {
        let bits = Instruction::I32Const(32 - bits);
        Edit::replace([bits.clone(), Instruction::I32Shl, bits, Instruction::I32ShrS])
    };
    let wide = |bits: i64| {
        let bits = Instruction::I64Const(64 - bits);
        Edit::replace([bits.clone(), Instruction::I64Shl, bits, Instruction::I64ShrS])
    };
    let mut edit = |_, operator: &mut Operator<'_>| match operator {
        Operator::I32Extend8S => narrow(8),
        Operator::I32Extend16S => narrow(16),
        Operator::I64Extend8S => wide(8),
        Operator::I64Extend16S => wide(16),
        Operator::I64Extend32S => wide(32),
        _ => Edit::default(),
    };
    write(module, Some(&mut edit))
}

/// Says of each load and store that its address may be any.
pub fn dealign(module: &Module<'_>) -> Result<Written, Error> {
    let mut edit = |_, operator: &mut Operator<'_>| {
        if let Some(access) = access(operator).filter(|access| !access.is_atomic) {
            access.memarg.align = 0;
        }
        Edit::default()
    };
    write(module, Some(&mut edit))
}

/// Calls an import with a number at the begin of each function and each round of a loop, and before each `return`.
pub fn log_execution(module: &mut Module<'_>, from: Option<&str>) -> Result<Written, Error> {
    let first = module.funcs.iter().find_map(|func| func.import.as_ref());
    let is_env = |func: &crate::module::Func<'_>| {
        func.import.as_ref().is_some_and(|import| import.0 == "env")
    };
    let has_env = module.funcs.iter().any(is_env);
    let default = first.filter(|_| !has_env).map_or("env", |import| import.0.as_str());
    let from = from.unwrap_or(default).to_owned();
    let log = module.import_func(&from, "log_execution", &[ValType::I32], &[]);
    let (mut number, mut function) = (0, None);
    let mut edit = |func, operator: &mut Operator<'_>| {
        let mut edit = Edit::default();
        let mut call = |list: &mut Vec<_>| {
            list.extend([Instruction::I32Const(number), Instruction::Call(log)]);
            number += 1;
        };
        if function.replace(func) != Some(func) {
            call(&mut edit.before);
        }
        match operator {
            Operator::Return => call(&mut edit.before),
            Operator::Loop { .. } => call(&mut edit.after),
            _ => {}
        }
        edit
    };
    write(module, Some(&mut edit))
}

/// Compares the stack pointer with limits wherever it is set. They are set by an export, `__set_stack_limits`. What is
/// outside of them traps, or is told to the import `handler` of `env`. The pointer is the global `__stack_pointer`;
/// nothing changes without one.
pub fn check_stack(module: &mut Module<'_>, handler: Option<&str>) -> Result<Written, Error> {
    let Some(pointer) = stack_pointer(module)? else { return write(module, None) };
    let ty = module.globals[pointer as usize].ty.content_type;
    let handler = handler.map(|name| module.import_func("env", name, &[ty], &[]));
    let zero = if ty == ValType::I64 { Instruction::I64Const(0) } else { Instruction::I32Const(0) };
    let limit_type = GlobalType { content_type: ty, mutable: true, shared: false };
    let base = module.add_global(limit_type, zero.clone());
    let limit = module.add_global(limit_type, zero);
    let (above, below) = match ty {
        ValType::I64 => (Instruction::I64GtU, Instruction::I64LtU),
        _ => (Instruction::I32GtU, Instruction::I32LtU),
    };
    let mut code = vec![
        Instruction::LocalGet(0),
        Instruction::GlobalGet(base),
        above,
        Instruction::LocalGet(0),
        Instruction::GlobalGet(limit),
        below,
        Instruction::I32Or,
        Instruction::If(BlockType::Empty),
    ];
    match handler {
        Some(handler) => code.extend([Instruction::LocalGet(0), Instruction::Call(handler)]),
        None => code.push(Instruction::Unreachable),
    }
    code.extend([Instruction::End, Instruction::LocalGet(0), Instruction::GlobalSet(pointer)]);
    let set = module.add_func("__set_stack_pointer_checked", (&[ty], &[]), &[], code);
    let code = vec![
        Instruction::LocalGet(0),
        Instruction::GlobalSet(base),
        Instruction::LocalGet(1),
        Instruction::GlobalSet(limit),
    ];
    let limits = module.add_func("__set_stack_limits", (&[ty, ty], &[]), &[], code);
    module.export_func("__set_stack_limits", limits);
    let mut edit = |_, operator: &mut Operator<'_>| match operator {
        Operator::GlobalSet { global_index } if *global_index == pointer => {
            Edit::replace([Instruction::Call(set)])
        }
        _ => Edit::default(),
    };
    write(module, Some(&mut edit))
}

/// The global that is the pointer of LLVM's stack.
fn stack_pointer(module: &Module<'_>) -> Result<Option<u32>, Error> {
    let is_integer = |at: &usize| {
        let ty = module.globals[*at].ty;
        ty.mutable && matches!(ty.content_type, ValType::I32 | ValType::I64)
    };
    let names = module.global_names()?;
    let named = names.iter().position(|name| name == "__stack_pointer");
    Ok(named.filter(is_integer).map(|at| at as u32))
}

/// Makes all functions in tables one type: as many 64-bit parameters as `params`, and a 64-bit result. So calls through
/// tables succeed whatever type the function has.
pub fn emulate_casts(module: &mut Module<'_>, params: usize) -> Result<Written, Error> {
    let abi = module.type_of(&vec![ValType::I64; params], &[ValType::I64]);
    let is_scalar =
        |types: &[ValType]| types.iter().all(|ty| !matches!(ty, ValType::V128 | ValType::Ref(_)));
    let check = |(args, results): &(Vec<ValType>, Vec<ValType>)| {
        if args.len() > params || results.len() > 1 {
            return Err(Error::new(format!(
                "a function in a table has {} parameters: set max-func-params to as many",
                args.len()
            )));
        }
        if is_scalar(args) && is_scalar(results) {
            return Ok(());
        }
        Err(Error::new("a function in a table has a parameter or result that is no number"))
    };
    for func in module.elements()? {
        if module.replaced_elements.contains_key(&func) {
            continue;
        }
        let signature = module.signature(func);
        check(&signature)?;
        let mut code = Vec::new();
        for (local, ty) in signature.0.iter().enumerate() {
            code.push(Instruction::LocalGet(local as u32));
            code.extend(of_abi(*ty));
        }
        code.push(Instruction::Call(func));
        code.extend(signature.1.first().map_or(vec![Instruction::I64Const(0)], |ty| to_abi(*ty)));
        let ty = vec![ValType::I64; params];
        let name = format!("fpcast-emu${func}");
        let thunk = module.add_func(&name, (&ty, &[ValType::I64]), &[], code);
        module.replaced_elements.insert(func, thunk);
    }
    // One function for each type and table that is called through.
    let mut callers: FxHashMap<(u32, u32), u32> = FxHashMap::default();
    for (type_index, table_index) in module.indirect_calls()? {
        let ty = module.types[type_index as usize].as_ref();
        let (args, results) =
            ty.map_or_else(Default::default, |ty| (ty.params().to_vec(), ty.results().to_vec()));
        check(&(args.clone(), results.clone()))?;
        let mut code = Vec::new();
        for (local, ty) in args.iter().enumerate() {
            code.push(Instruction::LocalGet(local as u32));
            code.extend(to_abi(*ty));
        }
        code.extend((args.len()..params).map(|_| Instruction::I64Const(0)));
        code.push(Instruction::LocalGet(args.len() as u32));
        code.push(Instruction::CallIndirect { type_index: abi, table_index });
        code.extend(results.first().map_or(vec![Instruction::Drop], |ty| of_abi(*ty)));
        let args = [args, vec![ValType::I32]].concat();
        let name = format!("fpcast-emu-call${type_index}${table_index}");
        let caller = module.add_func(&name, (&args, &results), &[], code);
        callers.insert((type_index, table_index), caller);
    }
    let mut edit = |_, operator: &mut Operator<'_>| match *operator {
        Operator::CallIndirect { type_index, table_index } => {
            Edit::replace([Instruction::Call(callers[&(type_index, table_index)])])
        }
        Operator::ReturnCallIndirect { type_index, table_index } => {
            Edit::replace([Instruction::ReturnCall(callers[&(type_index, table_index)])])
        }
        _ => Edit::default(),
    };
    write(module, Some(&mut edit))
}

/// The operators that make a 64-bit integer of a number.
fn to_abi(ty: ValType) -> Vec<Instruction<'static>> {
    match ty {
        ValType::I32 => vec![Instruction::I64ExtendI32U],
        ValType::F32 => vec![Instruction::I32ReinterpretF32, Instruction::I64ExtendI32U],
        ValType::F64 => vec![Instruction::I64ReinterpretF64],
        _ => Vec::new(),
    }
}

/// The operators that make the number again.
fn of_abi(ty: ValType) -> Vec<Instruction<'static>> {
    match ty {
        ValType::I32 => vec![Instruction::I32WrapI64],
        ValType::F32 => vec![Instruction::I32WrapI64, Instruction::F32ReinterpretI32],
        ValType::F64 => vec![Instruction::F64ReinterpretI64],
        _ => Vec::new(),
    }
}

/// Checks each load and store: `env.segfault` is called for an address of zero, or below 1024 if `low_memory_unused`,
/// and for one behind what `sbrk` has given out; `env.alignfault` for one that is less aligned than is said.
///
/// Functions that the start function calls are left alone, since memory is set up there.
pub fn check_accesses(module: &mut Module<'_>, low_memory_unused: bool) -> Result<Written, Error> {
    let Some(&is_64) = module.memory64.first() else { return write(module, None) };
    let address = if is_64 { ValType::I64 } else { ValType::I32 };
    let is_sbrk = |func: &crate::module::Func<'_>| {
        func.import.as_ref().is_some_and(|it| it.0 == "env" && it.1 == "sbrk")
    };
    let get_pointer = "emscripten_get_sbrk_ptr";
    let has_pointer = |func: &crate::module::Func<'_>| {
        func.import.as_ref().is_some_and(|it| it.0 == "env" && it.1 == get_pointer)
    };
    let pointer = module.funcs.iter().position(has_pointer).map(|id| id as u32);
    let pointer = pointer.or_else(|| module.exported_func(get_pointer));
    let sbrk = module.funcs.iter().position(is_sbrk).filter(|_| pointer.is_none());
    let end = match sbrk {
        Some(sbrk) => vec![constant(is_64, 0), Instruction::Call(sbrk as u32)],
        None => {
            let pointer =
                pointer.unwrap_or_else(|| module.import_func("env", get_pointer, &[], &[address]));
            let memarg = MemArg {
                offset: 0,
                align: if is_64 { 3 } else { 2 },
                target: MemArgTarget::Memory(0),
                ordering: None,
            };
            let load =
                if is_64 { Instruction::I64Load(memarg) } else { Instruction::I32Load(memarg) };
            vec![Instruction::Call(pointer), load]
        }
    };
    let segfault = module.import_func("env", "segfault", &[], &[]);
    let alignfault = module.import_func("env", "alignfault", &[], &[]);
    let mut untouched: FxHashSet<u32> = module.called_from(module.start)?;
    untouched.extend(pointer);
    let checks = Checks { is_64, low_memory_unused, end, segfault, alignfault };
    // Those that are needed first: a function for each kind of access.
    let mut needed: Vec<(String, Kind)> = Vec::new();
    let mut known: FxHashMap<String, u32> = FxHashMap::default();
    let mut collect = |func: u32, operator: &mut Operator<'_>| {
        if let Some((name, kind)) = kind(operator).filter(|_| !untouched.contains(&func))
            && known.insert(name.clone(), 0).is_none()
        {
            needed.push((name, kind));
        }
        Edit::default()
    };
    write(module, Some(&mut collect))?;
    for (name, kind) in needed {
        let func = checks.add(module, &name, kind, address);
        known.insert(name, func);
    }
    let mut edit = |func: u32, operator: &mut Operator<'_>| {
        let Some((name, _)) = kind(operator).filter(|_| !untouched.contains(&func)) else {
            return Edit::default();
        };
        let offset = access(operator).map_or(0, |access| access.memarg.offset);
        Edit::replace([constant(is_64, offset), Instruction::Call(known[&name])])
    };
    write(module, Some(&mut edit))
}

fn constant(is_64: bool, value: u64) -> Instruction<'static> {
    if is_64 { Instruction::I64Const(value as i64) } else { Instruction::I32Const(value as i32) }
}

/// What the functions that check accesses call and compare with.
struct Checks {
    is_64: bool,
    low_memory_unused: bool,
    /// The operators for the end of what is given out.
    end: Vec<Instruction<'static>>,
    segfault: u32,
    alignfault: u32,
}

impl Checks {
    /// Adds the function in place of an access: of the address, the value of a store, and the offset.
    fn add(&self, module: &mut Module<'_>, name: &str, kind: Kind, address: ValType) -> u32 {
        let (stored, loaded) =
            if kind.is_store { (Some(kind.ty), None) } else { (None, Some(kind.ty)) };
        let params: Vec<_> = [Some(address), stored, Some(address)].into_iter().flatten().collect();
        let results: Vec<_> = loaded.into_iter().collect();
        let offset = params.len() as u32 - 1;
        let sum = offset + 1;
        let is_64 = self.is_64;
        let op = |narrow, wide| if is_64 { wide } else { narrow };
        let mut code = vec![
            Instruction::LocalGet(0),
            Instruction::LocalGet(offset),
            op(Instruction::I32Add, Instruction::I64Add),
            Instruction::LocalTee(sum),
        ];
        if self.low_memory_unused {
            code.extend([constant(is_64, 1024), op(Instruction::I32LtU, Instruction::I64LtU)]);
        } else {
            code.push(op(Instruction::I32Eqz, Instruction::I64Eqz));
        }
        code.extend([
            Instruction::LocalGet(sum),
            constant(is_64, u64::from(kind.bytes)),
            op(Instruction::I32Add, Instruction::I64Add),
        ]);
        code.extend(self.end.iter().cloned());
        code.extend([
            op(Instruction::I32GtU, Instruction::I64GtU),
            Instruction::I32Or,
            Instruction::LocalGet(sum),
            Instruction::LocalGet(0),
            op(Instruction::I32LtU, Instruction::I64LtU),
            Instruction::I32Or,
            Instruction::If(BlockType::Empty),
            Instruction::Call(self.segfault),
            Instruction::Unreachable,
            Instruction::End,
        ]);
        if kind.align > 0 {
            code.push(Instruction::LocalGet(sum));
            code.extend(is_64.then_some(Instruction::I32WrapI64));
            code.extend([
                Instruction::I32Const((1 << kind.align) - 1),
                Instruction::I32And,
                Instruction::If(BlockType::Empty),
                Instruction::Call(self.alignfault),
                Instruction::End,
            ]);
        }
        code.push(Instruction::LocalGet(sum));
        code.extend(stored.map(|_| Instruction::LocalGet(1)));
        code.push(kind.instruction);
        module.add_func(name, (&params, &results), &[address], code)
    }
}

/// A kind of access.
struct Kind {
    instruction: Instruction<'static>,
    ty: ValType,
    bytes: u8,
    align: u8,
    is_store: bool,
}

/// The kind of an access to the first memory, and the name of its function.
fn kind(operator: &Operator<'_>) -> Option<(String, Kind)> {
    use wasm_encoder::reencode::{Reencode, RoundtripReencoder};
    let mut plain = operator.clone();
    let found = access(&mut plain)
        .filter(|access| access.memarg.target == wasmparser::MemArgTarget::Memory(0))?;
    found.memarg.offset = 0;
    let (ty, bytes, align) = (found.ty, found.bytes, found.memarg.align);
    let is_store = found.is_store;
    let word = if is_store { "STORE" } else { "LOAD" };
    let name = format!("{plain:?}");
    let name = name.split([' ', '{']).next().unwrap_or_default();
    let name = format!("SAFE_HEAP_{word}_{name}_{}", 1 << align);
    // Only constants and tables of branches borrow.
    let instruction = own(RoundtripReencoder.instruction(plain).ok()?)?;
    Some((name, Kind { instruction, ty, bytes, align, is_store }))
}

/// A load or store of one number or vector.
struct Access<'o> {
    memarg: &'o mut wasmparser::MemArg,
    ty: ValType,
    bytes: u8,
    is_store: bool,
    is_atomic: bool,
}

macro_rules! accesses {
    ($($name:ident $ty:ident $bytes:literal $is_store:literal $is_atomic:literal;)*) => {
        fn access<'o>(operator: &'o mut Operator<'_>) -> Option<Access<'o>> {
            Some(match operator {
                $(Operator::$name { memarg } => Access {
                    memarg, ty: ValType::$ty, bytes: $bytes, is_store: $is_store, is_atomic: $is_atomic,
                },)*
                _ => return None,
            })
        }

        fn own(instruction: Instruction<'_>) -> Option<Instruction<'static>> {
            Some(match instruction {
                $(Instruction::$name(memarg) => Instruction::$name(memarg),)*
                _ => return None,
            })
        }
    };
}

accesses! {
    I32Load I32 4 false false;
    I32Load8S I32 1 false false;
    I32Load8U I32 1 false false;
    I32Load16S I32 2 false false;
    I32Load16U I32 2 false false;
    I64Load I64 8 false false;
    I64Load8S I64 1 false false;
    I64Load8U I64 1 false false;
    I64Load16S I64 2 false false;
    I64Load16U I64 2 false false;
    I64Load32S I64 4 false false;
    I64Load32U I64 4 false false;
    F32Load F32 4 false false;
    F64Load F64 8 false false;
    V128Load V128 16 false false;
    I32Store I32 4 true false;
    I32Store8 I32 1 true false;
    I32Store16 I32 2 true false;
    I64Store I64 8 true false;
    I64Store8 I64 1 true false;
    I64Store16 I64 2 true false;
    I64Store32 I64 4 true false;
    F32Store F32 4 true false;
    F64Store F64 8 true false;
    V128Store V128 16 true false;
    I32AtomicLoad I32 4 false true;
    I32AtomicLoad8U I32 1 false true;
    I32AtomicLoad16U I32 2 false true;
    I64AtomicLoad I64 8 false true;
    I64AtomicLoad8U I64 1 false true;
    I64AtomicLoad16U I64 2 false true;
    I64AtomicLoad32U I64 4 false true;
    I32AtomicStore I32 4 true true;
    I32AtomicStore8 I32 1 true true;
    I32AtomicStore16 I32 2 true true;
    I64AtomicStore I64 8 true true;
    I64AtomicStore8 I64 1 true true;
    I64AtomicStore16 I64 2 true true;
    I64AtomicStore32 I64 4 true true;
}
