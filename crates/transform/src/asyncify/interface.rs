//! The interface: two globals, five functions with exports, and what stands for imports of these.

use super::{Asyncify, number, suspending};
use crate::Error;
use invar_ir::wasmparser::{GlobalType, MemoryType};
use invar_ir::{
    Block, Body, Entity, Export, Func, FuncData, Function, Global, GlobalData, ImportName, Inst,
    MemArg, MemOrdering, MemSpace, Memory, MemoryData, Module, Op, SourceLoc, Terminator, ValType,
    Value,
};
use rustc_hash::FxHashMap;

/// The state while the stack is unwound.
const UNWINDING: i32 = 1;
/// The state while the stack is rewound.
const REWINDING: i32 = 2;

/// The interface in a module.
pub struct Interface {
    state: Global,
    data: Global,
    memory: Memory,
    is_64: bool,
    /// Imports of the interface, with what stands for them.
    pub replaced: FxHashMap<Func, Func>,
}

impl Interface {
    /// Adds the interface to a module.
    pub fn add(how: &Asyncify, module: &mut Module) -> Result<Interface, Error> {
        let memory = memory(how, module)?;
        let is_64 = module.memories[memory].ty.memory64;
        let pointer = if is_64 { ValType::I64 } else { ValType::I32 };
        if how.import_globals && how.export_globals {
            return Err(Error::new("the globals of asyncify are imported or exported, not both"));
        }
        let state = global(module, how, "__asyncify_state", ValType::I32);
        let data = global(module, how, "__asyncify_data", pointer);
        let mut this = Interface { state, data, memory, is_64, replaced: FxHashMap::default() };
        let with_data = [pointer];
        let functions: [(&str, &[ValType], Option<i32>); 5] = [
            ("start_unwind", &with_data, Some(UNWINDING)),
            ("stop_unwind", &[], Some(0)),
            ("start_rewind", &with_data, Some(REWINDING)),
            ("stop_rewind", &[], Some(0)),
            ("get_state", &[], None),
        ];
        let mut added = FxHashMap::default();
        for (name, params, state) in functions {
            let function = this.function(module, params, state);
            let body = Body::Ssa(Box::new(function));
            let ty = if let Body::Ssa(function) = &body { function.ty } else { unreachable!() };
            let func = module.funcs.push(FuncData::new(ty, None, body));
            let export = format!("asyncify_{name}");
            if module.exports.iter().any(|other| other.name == export) {
                return Err(Error::new(format!("there is an export `{export}` already")));
            }
            if !module.names.funcs.is_empty() {
                module.names.funcs.insert(func, export.clone());
            }
            module.exports.push(Export { name: export, entity: Entity::Func(func), exact: false });
            added.insert(name, (func, ty));
        }
        for (func, data) in &module.funcs {
            let Some(import) = &data.import else { continue };
            if import.module != suspending::MODULE {
                continue;
            }
            match added.get(&*import.name) {
                Some(&(by, ty)) if module.signature(ty) == module.signature(data.ty) => {
                    this.replaced.insert(func, by);
                }
                Some(_) => {
                    let name = &import.name;
                    return Err(Error::new(format!(
                        "the import `asyncify.{name}` has another type"
                    )));
                }
                None => {
                    let name = &import.name;
                    return Err(Error::new(format!("there is no `asyncify.{name}` to import")));
                }
            }
        }
        Ok(this)
    }

    /// The type of pointers.
    pub fn pointer(&self) -> ValType {
        if self.is_64 { ValType::I64 } else { ValType::I32 }
    }

    /// A function of the interface: it sets the state, and the data to its parameter, and traps if the position in the
    /// data is past the end; or it gives the state.
    fn function(&self, module: &mut Module, params: &[ValType], state: Option<i32>) -> Function {
        let results: &[ValType] = if state.is_some() { &[] } else { &[ValType::I32] };
        let ty = module.func_type(params, results);
        let mut f = Function::new(ty, params, results);
        let entry = f.entry;
        let Some(state) = state else {
            let state = self.state(&mut f, entry);
            let list = f.make_list(&[state]);
            f.blocks[entry].term = Terminator::Return(list);
            return f;
        };
        let value = constant(&mut f, entry, Op::I32Const { value: state }, ValType::I32);
        let global_index = number(self.state);
        append(&mut f, entry, Op::GlobalSet { global_index }, &[value], None);
        if let Some(&data) = f.blocks[entry].params.first() {
            let global_index = number(self.data);
            append(&mut f, entry, Op::GlobalSet { global_index }, &[data], None);
        }
        let data = self.data(&mut f, entry);
        let position = self.load(&mut f, entry, data, 0, self.pointer());
        let end = self.load(&mut f, entry, data, if self.is_64 { 8 } else { 4 }, self.pointer());
        let op = if self.is_64 { Op::I64GtU } else { Op::I32GtU };
        let cond = append(&mut f, entry, op, &[position, end], Some(ValType::I32));
        let (traps, returns) = (f.add_block(), f.add_block());
        f.blocks[traps].term = Terminator::Unreachable;
        f.blocks[returns].term = Terminator::Return(f.make_list(&[]));
        let (then, els) = (f.call(traps, &[]), f.call(returns, &[]));
        f.blocks[entry].term = Terminator::BrIf { cond, then, els };
        f
    }

    /// Reads the state.
    pub fn state(&self, f: &mut Function, block: Block) -> Value {
        let op = Op::GlobalGet { global_index: number(self.state) };
        append(f, block, op, &[], Some(ValType::I32))
    }

    /// Reads the pointer to the data.
    pub fn data(&self, f: &mut Function, block: Block) -> Value {
        let op = Op::GlobalGet { global_index: number(self.data) };
        append(f, block, op, &[], Some(self.pointer()))
    }

    /// A pointer moved by a number of bytes.
    pub fn moved(&self, f: &mut Function, block: Block, pointer: Value, by: i64) -> Value {
        if by == 0 {
            return pointer;
        }
        let (add, by) = if self.is_64 {
            (Op::I64Add, Op::I64Const { value: by })
        } else {
            (Op::I32Add, Op::I32Const { value: by as i32 })
        };
        let by = constant(f, block, by, self.pointer());
        append(f, block, add, &[pointer, by], Some(self.pointer()))
    }

    fn memarg(&self, offset: u64, ty: ValType) -> MemArg {
        let max_align = match ty {
            ValType::I32 | ValType::F32 => 2,
            ValType::V128 => 4,
            _ => 3,
        };
        let (space, ordering) = (MemSpace::Memory, MemOrdering::Default);
        MemArg { offset, memory: number(self.memory), align: 2, max_align, space, ordering }
    }

    /// Loads a value of a type.
    pub fn load(
        &self,
        f: &mut Function,
        block: Block,
        address: Value,
        at: u64,
        ty: ValType,
    ) -> Value {
        let memarg = self.memarg(at, ty);
        let op = match ty {
            ValType::I32 => Op::I32Load { memarg },
            ValType::I64 => Op::I64Load { memarg },
            ValType::F32 => Op::F32Load { memarg },
            ValType::F64 => Op::F64Load { memarg },
            ValType::V128 => Op::V128Load { memarg },
            ValType::Ref(_) => unreachable!("references are not stored"),
        };
        append(f, block, op, &[address], Some(ty))
    }

    /// Stores a value.
    pub fn store(&self, f: &mut Function, block: Block, address: Value, at: u64, value: Value) {
        let ty = f.ty(value);
        let memarg = self.memarg(at, ty);
        let op = match ty {
            ValType::I32 => Op::I32Store { memarg },
            ValType::I64 => Op::I64Store { memarg },
            ValType::F32 => Op::F32Store { memarg },
            ValType::F64 => Op::F64Store { memarg },
            ValType::V128 => Op::V128Store { memarg },
            ValType::Ref(_) => unreachable!("references are not stored"),
        };
        append(f, block, op, &[address, value], None);
    }

    /// Makes a function trap behind a call in which the state changed.
    pub fn check_calls(&self, module: &Module, f: &mut Function) {
        let before = self.state(f, f.entry);
        let read = f.blocks[f.entry].insts.pop().expect("the state was read");
        f.blocks[f.entry].insts.insert(0, read);
        let traps = f.add_block();
        f.blocks[traps].term = Terminator::Unreachable;
        let blocks: Vec<Block> = f.live_blocks().filter(|&block| block != traps).collect();
        for block in blocks {
            let mut at = block;
            while let Some(place) =
                (f.blocks[at].insts.iter()).position(|&inst| is_call(&f.insts[inst].op))
            {
                let rest = split(f, at, place + 1);
                let state = self.state(f, at);
                let cond = append(f, at, Op::I32Ne, &[state, before], Some(ValType::I32));
                let (then, els) = (f.call(traps, &[]), f.call(rest, &[]));
                f.blocks[at].term = Terminator::BrIf { cond, then, els };
                at = rest;
            }
            if let Terminator::Invoke { results, .. } = &f.blocks[at].term {
                let results: Vec<ValType> = results.iter().map(|&value| f.ty(value)).collect();
                let checks = behind_invoke(f, at, &results);
                let state = self.state(f, checks.block);
                let cond = append(f, checks.block, Op::I32Ne, &[state, before], Some(ValType::I32));
                let then = f.call(traps, &[]);
                f.blocks[checks.block].term = Terminator::BrIf { cond, then, els: checks.rest };
            }
        }
        let _ = module;
    }
}

/// The block behind the normal return of a call with handlers, and where it is to go on.
pub struct BehindInvoke {
    /// The block, which has no terminator yet. Its parameters are the results.
    pub block: Block,
    /// The target behind it.
    pub rest: invar_ir::BlockCall,
}

/// Puts a block between a call with handlers, which ends `block`, and the target of its normal return.
pub fn behind_invoke(f: &mut Function, block: Block, results: &[ValType]) -> BehindInvoke {
    let between = f.add_block();
    let params: Vec<Value> = results.iter().map(|&ty| f.add_param(between, ty)).collect();
    let mut term = std::mem::take(&mut f.blocks[block].term);
    let Terminator::Invoke { results, normal, .. } = &mut term else {
        unreachable!("a call with handlers")
    };
    let args: Vec<Value> = (f.list(&normal.args).iter())
        .map(|arg| results.iter().position(|it| it == arg).map_or(*arg, |at| params[at]))
        .collect();
    let rest = f.call(normal.block, &args);
    *normal = f.call(between, results);
    f.blocks[block].term = term;
    BehindInvoke { block: between, rest }
}

/// Whether an operator is a call that returns.
pub fn is_call(op: &Op) -> bool {
    matches!(op, Op::Call { .. } | Op::CallIndirect { .. } | Op::CallRef { .. })
}

/// Moves the instructions of a block from a position on, and its terminator, into a new block. The first is left
/// without a terminator.
pub fn split(f: &mut Function, block: Block, at: usize) -> Block {
    let rest = f.add_block();
    f.blocks[rest].insts = f.blocks[block].insts.split_off(at);
    let mut term = std::mem::take(&mut f.blocks[block].term);
    f.number_edge_values(rest, &mut term);
    f.blocks[rest].term = term;
    f.blocks[rest].term_loc = f.blocks[block].term_loc;
    rest
}

/// Appends an operator with one result of a type, or none; then the value is meaningless.
pub fn append(
    f: &mut Function,
    block: Block,
    op: Op,
    args: &[Value],
    result: Option<ValType>,
) -> Value {
    let inst: Inst = f.append(block, op, args, result.as_slice(), SourceLoc::default());
    f.result(inst).unwrap_or(Value::from_u32(0))
}

/// Appends a constant.
pub fn constant(f: &mut Function, block: Block, op: Op, ty: ValType) -> Value {
    append(f, block, op, &[], Some(ty))
}

/// The memory of the stack, which is added if there is none.
fn memory(how: &Asyncify, module: &mut Module) -> Result<Memory, Error> {
    let own = |pages: u64| MemoryData {
        ty: MemoryType {
            memory64: false,
            shared: false,
            initial: pages,
            maximum: Some(pages),
            page_size_log2: None,
        },
        import: None,
    };
    if let Some(pages) = how.secondary_memory {
        return Ok(module.memories.push(own(pages)));
    }
    if module.memories.is_empty() {
        return Ok(module.memories.push(own(1)));
    }
    if module.memories.len() == 1 {
        return Ok(Memory::from_u32(0));
    }
    let name = how.memory.as_deref().unwrap_or("memory");
    let named = module.exports.iter().find_map(|export| match export.entity {
        Entity::Memory(memory) if export.name == name => Some(memory),
        _ => None,
    });
    named.ok_or_else(|| {
        Error::new(format!(
            "there are several memories, and none is exported as `{name}` \
             (--pass-arg=asyncify-memory@NAME)"
        ))
    })
}

/// Adds a global of the interface.
fn global(module: &mut Module, how: &Asyncify, name: &str, ty: ValType) -> Global {
    let import =
        how.import_globals.then(|| ImportName { module: "env".to_owned(), name: name.to_owned() });
    let init = match (&import, ty) {
        (Some(_), _) => Vec::new(),
        (None, ValType::I64) => vec![Op::I64Const { value: 0 }],
        (None, _) => vec![Op::I32Const { value: 0 }],
    };
    let is_imported = import.is_some();
    let ty = GlobalType { content_type: ty, mutable: true, shared: false };
    let global = module.globals.push(GlobalData { ty, import, init });
    if is_imported {
        module.imports.push(Entity::Global(global));
    }
    if !module.names.globals.is_empty() {
        module.names.globals.insert(global, name.to_owned());
    }
    if how.export_globals {
        let entity = Entity::Global(global);
        module.exports.push(Export { name: name.to_owned(), entity, exact: false });
    }
    global
}
