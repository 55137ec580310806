//! Interprocedural constant propagation, and devirtualization of calls through tables and references.
//!
//! Runs before any function is optimized: a walk over the bytes of each body tracks which
//! operands are constants, or the caller's own parameters where these are never assigned. A
//! parameter of a function that is only called directly is a constant if each call passes it, or
//! passes on a parameter that is the same (mostly in recursive calls): the optimistic fixpoint of
//! Callahan, Cooper, Kennedy and Torczon, *Interprocedural constant propagation*, 1986, on literal and
//! pass-through jump functions. A call through a table at a constant index is devirtualized if nothing changes
//! the table after its segments were copied, and the function there has the expected type. A call
//! through a reference is devirtualized if that is a `ref.func` of the function itself, or of all its
//! callers. A global of the module that no function writes is immutable, and what is written to one that no function
//! reads is removed.
//!
//! The facts hold for the bodies that the module had. Optimized bodies may give more of them: [`CallFacts::changed`]
//! are the functions in which facts change anything, so a driver can look at an output for facts that are worth
//! another run.
//!
//! Cost: linear in code; each parameter changes at most twice.

use crate::Merged;
use crate::constant_fields::ConstantFields;
use crate::operands::{Operand, last, walk};
use invar_analysis::{Fuel, counters};
use invar_ir::entities::{EntitySet, SecondaryMap};
use invar_ir::{
    Block, Body, ElemItems, Entity, Func, Function, Global, Module, Op, SegmentMode, Terminator,
    Value, constant_type,
};
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use wasmparser::Operator;

counters! {
    /// What was found.
    pub struct Stats {
        /// Parameters that are constants.
        arguments,
        /// Calls through tables that became direct.
        direct,
        /// Functions that calls through references are known to call.
        references,
        /// Mutable globals that no function writes.
        constant_globals,
        /// Globals that no function reads.
        unread_globals,
    }
}

/// Facts about the calls of a module.
#[derive(Clone, Debug, Default)]
pub struct CallFacts {
    /// The parameters of each function that are constants.
    pub arguments: SecondaryMap<Func, Box<[(u32, Op)]>>,
    /// For each function, the targets of its calls through tables, by table, index and type.
    pub direct: FxHashMap<Func, FxHashMap<(u32, u32, u32), Func>>,
    /// For each function, the targets of its calls through references, by the function that is
    /// referred to and the type.
    pub references: FxHashMap<Func, FxHashMap<(u32, u32), Func>>,
    /// What fields of objects hold.
    pub fields: ConstantFields,
    /// The mutable globals that no function writes.
    pub constant_globals: EntitySet<Global>,
    /// The globals that no function reads.
    pub unread_globals: EntitySet<Global>,
    /// The functions in which these facts change anything.
    pub changed: EntitySet<Func>,
}

/// The calls of a body, and the tables that it changes.
#[derive(Default)]
struct Scanned {
    /// Calls of private functions, with their arguments.
    calls: Vec<(Func, Box<[Operand]>)>,
    /// Calls through tables: table, type, index.
    indirect: Vec<(u32, u32, Operand)>,
    /// Calls through references: type, reference.
    references: Vec<(u32, Operand)>,
    /// The functions that it refers to.
    refers: Vec<u32>,
    /// Tables that it may change.
    tables: Vec<u32>,
    /// The parameters that it reads: a bit for each, the last one for all from 63 on.
    params: u64,
    /// Whether it reads a field whose value is known.
    fields: bool,
    /// The globals that it reads.
    reads: Vec<u32>,
    /// The globals that it writes.
    writes: Vec<u32>,
    /// The body cannot be read.
    unknown: bool,
}

impl Scanned {
    /// Whether the body reads a parameter.
    fn reads_param(&self, n: u32) -> bool {
        self.params >> n.min(63) & 1 == 1
    }
}

/// Looks at the calls of all functions that are kept. `is_private` tells which functions are only called
/// directly, `fields` what is known of fields of objects.
pub fn run(
    module: &Module,
    keep: &EntitySet<Func>,
    merged: &Merged,
    is_private: impl Fn(Func) -> bool + Sync,
    fields: ConstantFields,
    fuel: &Fuel,
) -> (CallFacts, Stats) {
    let mut known = CallFacts { fields, ..CallFacts::default() };
    let mut stats = Stats::default();
    let funcs: Vec<Func> = module.funcs.keys().filter(|&func| keep.contains(func)).collect();
    let scanned: Vec<Scanned> = funcs
        .par_iter()
        .map(|&func| scan(module, func, merged, &is_private, &known.fields))
        .collect();
    if scanned.iter().any(|scanned| scanned.unknown) {
        return (known, stats);
    }
    let constants = constants(&funcs, &scanned);
    for (&func, _) in funcs.iter().zip(&scanned) {
        let params = module.func_signature(func).0.iter();
        let found = (0..).zip(params).filter_map(|(n, &param)| match constants.get(&(func, n)) {
            Some(Operand::Constant(op)) if constant_type(op, param, module).is_some() => {
                fuel.take().then(|| (n, op.clone()))
            }
            _ => None,
        });
        known.arguments[func] = found.collect();
        stats.arguments += known.arguments[func].len() as u64;
    }
    globals(module, &scanned, fuel, &mut known, &mut stats);
    let tables = fixed_tables(module, &scanned);
    for (&func, scanned) in funcs.iter().zip(&scanned) {
        if known.changes(func, scanned) {
            known.changed.insert(func);
        }
        for (table, ty, index) in &scanned.indirect {
            let index = match index {
                Operand::Param(n) => constants.get(&(func, *n)).unwrap_or(&Operand::Unknown),
                index => index,
            };
            let Operand::Constant(Op::I32Const { value }) = *index else { continue };
            let entry = tables.get(table).and_then(|entries| entries.get(&(value as u32)));
            let Some(&callee) = entry else { continue };
            let callee = merged.resolve(callee);
            if (invar_ir::mutant!(CallsOtherType) || module.funcs[callee].ty.as_u32() == *ty)
                && fuel.take()
            {
                let calls = known.direct.entry(func).or_default();
                calls.insert((*table, value as u32, *ty), callee);
                known.changed.insert(func);
                stats.direct += 1;
            }
        }
        let mut expected: Vec<u32> = scanned.references.iter().map(|call| call.0).collect();
        expected.sort_unstable();
        expected.dedup();
        let constant = |reference: &Operand| match reference {
            Operand::Param(n) => constants.get(&(func, *n)).cloned(),
            reference => Some(reference.clone()),
        };
        let called = scanned.references.iter().filter_map(|(_, reference)| {
            let Operand::Constant(Op::RefFunc { function_index }) = constant(reference)? else {
                return None;
            };
            Some(function_index)
        });
        let called: Vec<u32> = called.collect();
        let mut referred: Vec<u32> = scanned.refers.iter().chain(&called).copied().collect();
        referred.sort_unstable();
        referred.dedup();
        // Without calls through references, no type is expected.
        for reference in referred.iter().filter(|_| !expected.is_empty()) {
            let callee = merged.resolve(Func::from_u32(*reference));
            let ty = module.funcs[callee].ty.as_u32();
            let ty = if invar_ir::mutant!(CallsOtherType) { expected[0] } else { ty };
            if expected.binary_search(&ty).is_ok() && fuel.take() {
                known.references.entry(func).or_default().insert((*reference, ty), callee);
                if called.contains(reference) {
                    known.changed.insert(func);
                }
                stats.references += 1;
            }
        }
    }
    (known, stats)
}

impl CallFacts {
    /// Drops the facts about globals, and what was counted of them: other passes may read and write them, or find the
    /// stack pointer by them.
    pub fn forget_globals(&mut self, stats: &mut Stats) {
        self.constant_globals.clear();
        self.unread_globals.clear();
        (stats.constant_globals, stats.unread_globals) = (0, 0);
    }

    /// Whether constants or globals change a function. (Calls that become direct change it, too.)
    fn changes(&self, func: Func, scanned: &Scanned) -> bool {
        let is_constant = |global: &u32| self.constant_globals.contains(Global::from_u32(*global));
        let is_unread = |global: &u32| self.unread_globals.contains(Global::from_u32(*global));
        scanned.fields
            || self.arguments[func].iter().any(|(n, _)| scanned.reads_param(*n))
            || scanned.reads.iter().any(is_constant)
            || scanned.writes.iter().any(is_unread)
    }

    /// Replaces parameters and reads of fields by constants, devirtualizes calls, and removes writes that nobody reads,
    /// in a function as it was read.
    pub fn apply(&self, module: &Module, func: Func, function: &mut Function) {
        self.fields.apply(module, function);
        self.remove_unread(function);
        let entry = function.entry;
        let arguments = &self.arguments[func];
        let mut values: FxHashMap<Value, Value> = FxHashMap::default();
        let before = function.blocks[entry].insts.len();
        for (n, op) in arguments {
            let param = function.blocks[entry].params[*n as usize];
            let loc = function.blocks[entry].term_loc;
            let ty = constant_type(op, function.ty(param), module).expect("found before");
            let inst = function.append(entry, op.clone(), &[], &[ty], loc);
            values.insert(param, function.result(inst).expect("a constant is a value"));
        }
        if !values.is_empty() {
            function.blocks[entry].insts.rotate_left(before);
            let blocks: Vec<Block> = function.live_blocks().collect();
            for block in blocks {
                function.map_uses(block, |_, used| values.get(&used).copied().unwrap_or(used));
            }
        }
        let direct = Direct {
            through_tables: self.direct.get(&func),
            through_references: self.references.get(&func),
        };
        if direct.through_tables.is_none() && direct.through_references.is_none() {
            return;
        }
        let blocks: Vec<Block> = function.live_blocks().collect();
        for block in blocks {
            for inst in function.blocks[block].insts.clone() {
                let args = function.args(inst).to_vec();
                let op = direct.callee(function, &function.insts[inst].op, &args);
                if let Some(callee) = op {
                    let rest = &args[..args.len() - 1];
                    function.insts[inst].op = Op::Call { function_index: callee.as_u32() };
                    function.insts[inst].args = function.make_list(rest);
                }
            }
            let (Terminator::TailCall { op, args } | Terminator::Invoke { op, args, .. }) =
                &function.blocks[block].term
            else {
                continue;
            };
            let list = function.list(args).to_vec();
            let Some(callee) = direct.callee(function, op, &list) else { continue };
            let (function_index, rest) =
                (callee.as_u32(), function.make_list(&list[..list.len() - 1]));
            match &mut function.blocks[block].term {
                Terminator::TailCall { op, args } => {
                    (*op, *args) = (Op::ReturnCall { function_index }, rest);
                }
                Terminator::Invoke { op, args, .. } => {
                    (*op, *args) = (Op::Call { function_index }, rest);
                }
                _ => unreachable!("it is one of these"),
            }
        }
    }

    /// Removes writes of globals that no function reads.
    pub fn remove_unread(&self, function: &mut Function) {
        if self.unread_globals.is_empty() {
            return;
        }
        let blocks: Vec<Block> = function.live_blocks().collect();
        let insts = &function.insts;
        for block in blocks {
            function.blocks[block].insts.retain(|&inst| match insts[inst].op {
                Op::GlobalSet { global_index } => {
                    !self.unread_globals.contains(Global::from_u32(global_index))
                }
                _ => true,
            });
        }
    }

    /// Whether calls become direct.
    pub fn has_new_calls(&self) -> bool {
        !self.direct.is_empty() || !self.references.is_empty()
    }

    /// The functions that a function calls, though they are not called directly yet.
    pub fn callees(&self, func: Func) -> Vec<Func> {
        let through_tables = self.direct.get(&func).into_iter().flat_map(|direct| direct.values());
        let through_references =
            self.references.get(&func).into_iter().flat_map(|references| references.values());
        through_tables.chain(through_references).copied().collect()
    }
}

/// The calls of a function that become direct.
struct Direct<'a> {
    through_tables: Option<&'a FxHashMap<(u32, u32, u32), Func>>,
    through_references: Option<&'a FxHashMap<(u32, u32), Func>>,
}

impl Direct<'_> {
    /// The callee of a call through a table or a reference, if it is known.
    fn callee(&self, function: &Function, op: &Op, args: &[Value]) -> Option<Func> {
        let last = function.def_op(function.resolve(*args.last()?))?;
        match (op, last) {
            (
                &(Op::CallIndirect { type_index, table_index }
                | Op::ReturnCallIndirect { type_index, table_index }),
                &Op::I32Const { value },
            ) => self.through_tables?.get(&(table_index, value as u32, type_index)).copied(),
            (
                &(Op::CallRef { type_index } | Op::ReturnCallRef { type_index }),
                &Op::RefFunc { function_index },
            ) => self.through_references?.get(&(function_index, type_index)).copied(),
            _ => None,
        }
    }
}

/// The operands of the parameters of private functions, joined over all calls.
fn constants(funcs: &[Func], scanned: &[Scanned]) -> FxHashMap<(Func, u32), Operand> {
    let mut found: FxHashMap<(Func, u32), Operand> = FxHashMap::default();
    // From a parameter to those that it is passed to.
    let mut passed: FxHashMap<(Func, u32), Vec<(Func, u32)>> = FxHashMap::default();
    let mut work: Vec<((Func, u32), Operand)> = Vec::new();
    for (&func, scanned) in funcs.iter().zip(scanned) {
        for (callee, args) in &scanned.calls {
            for (n, arg) in args.iter().enumerate() {
                let to = (*callee, n as u32);
                match arg {
                    Operand::Param(from) if (func, *from) == to => {}
                    Operand::Param(from) => passed.entry((func, *from)).or_default().push(to),
                    arg => work.push((to, arg.clone())),
                }
            }
        }
    }
    // A parameter without a known call belongs to a function that is called from outside.
    let called: FxHashSet<Func> =
        scanned.iter().flat_map(|scanned| scanned.calls.iter().map(|call| call.0)).collect();
    for (from, targets) in &passed {
        if !called.contains(&from.0) {
            work.extend(targets.iter().map(|&to| (to, Operand::Unknown)));
        }
    }
    while let Some((to, operand)) = work.pop() {
        let joined = match found.get(&to) {
            None => operand,
            Some(Operand::Unknown) => continue,
            Some(known) if *known == operand => continue,
            Some(_) => Operand::Unknown,
        };
        let targets = passed.get(&to).into_iter().flatten();
        work.extend(targets.map(|&next| (next, joined.clone())));
        found.insert(to, joined);
    }
    found
}

/// Finds the globals of the module itself that no function writes, or none reads. The host sees none of them.
fn globals(
    module: &Module,
    scanned: &[Scanned],
    fuel: &Fuel,
    known: &mut CallFacts,
    stats: &mut Stats,
) {
    let mut seen: EntitySet<Global> = EntitySet::new();
    let exported = module.exports.iter().filter_map(|export| match export.entity {
        Entity::Global(global) => Some(global),
        _ => None,
    });
    seen.extend(exported.filter(|_| !invar_ir::mutant!(CallsExportedGlobal)));
    let (mut read, mut written) = (seen.clone(), seen);
    for scanned in scanned {
        read.extend(scanned.reads.iter().map(|&global| Global::from_u32(global)));
        written.extend(scanned.writes.iter().map(|&global| Global::from_u32(global)));
    }
    for (global, data) in &module.globals {
        if data.import.is_some() || !data.ty.mutable {
            continue;
        }
        if !written.contains(global) && fuel.take() {
            known.constant_globals.insert(global);
            stats.constant_globals += 1;
        } else if !read.contains(global) && fuel.take() {
            known.unread_globals.insert(global);
            stats.unread_globals += 1;
        }
    }
}

/// The entries of tables that nothing changes once they have been filled.
fn fixed_tables(module: &Module, scanned: &[Scanned]) -> FxHashMap<u32, FxHashMap<u32, Func>> {
    let mut changed: FxHashSet<u32> =
        scanned.iter().flat_map(|scanned| scanned.tables.iter().copied()).collect();
    for export in &module.exports {
        if let Entity::Table(table) = export.entity
            && !invar_ir::mutant!(CallsExportedTable)
        {
            changed.insert(table.as_u32());
        }
    }
    let mut tables: FxHashMap<u32, FxHashMap<u32, Func>> = FxHashMap::default();
    for (table, data) in &module.tables {
        if data.import.is_none() && data.init.is_none() && !data.ty.table64 {
            tables.insert(table.as_u32(), FxHashMap::default());
        }
    }
    for elem in module.elems.values() {
        let SegmentMode::Active(table, offset) = &elem.mode else { continue };
        let items: Option<Vec<Option<Func>>> = match &elem.items {
            ElemItems::Funcs(funcs) => Some(funcs.iter().copied().map(Some).collect()),
            ElemItems::Exprs(_, exprs) => exprs
                .iter()
                .map(|expr| match expr[..] {
                    [Op::RefFunc { function_index }] => Some(Some(Func::from_u32(function_index))),
                    [Op::RefNull { .. }] => Some(None),
                    _ => None,
                })
                .collect(),
        };
        let ([Op::I32Const { value }], Some(items)) = (&offset[..], items) else {
            changed.insert(table.as_u32());
            continue;
        };
        let Some(entries) = tables.get_mut(&table.as_u32()) else { continue };
        for (n, item) in items.into_iter().enumerate() {
            let at = (*value as u32).wrapping_add(n as u32);
            match item {
                Some(func) => entries.insert(at, func),
                None => entries.remove(&at),
            };
        }
    }
    tables.retain(|table, _| !changed.contains(table));
    tables
}

// ---- One body ----------------------------------------------------------------------------------

fn scan(
    module: &Module,
    func: Func,
    merged: &Merged,
    is_private: &(impl Fn(Func) -> bool + Sync),
    fields: &ConstantFields,
) -> Scanned {
    let mut scanned = Scanned::default();
    let count = module.func_signature(func).0.len() as u32;
    if let Body::Ssa(_) = module.funcs[func].body {
        scanned.params = u64::MAX;
    }
    let visit = |operator: &Operator<'_>, stack: &[Operand]| {
        let top = || stack.last().cloned().unwrap_or(Operand::Unknown);
        match *operator {
            Operator::LocalGet { local_index } => {
                if local_index < count {
                    scanned.params |= 1 << local_index.min(63);
                }
            }
            Operator::GlobalGet { global_index } => scanned.reads.push(global_index),
            Operator::GlobalSet { global_index } => scanned.writes.push(global_index),
            Operator::Call { function_index } | Operator::ReturnCall { function_index } => {
                let callee = merged.resolve(Func::from_u32(function_index));
                let count = module.func_signature(callee).0.len();
                if is_private(callee) && count > 0 {
                    scanned.calls.push((callee, last(stack, count)));
                }
            }
            Operator::CallIndirect { type_index, table_index }
            | Operator::ReturnCallIndirect { type_index, table_index } => {
                if top() != Operand::Unknown {
                    scanned.indirect.push((table_index, type_index, top()));
                }
            }
            Operator::CallRef { type_index } | Operator::ReturnCallRef { type_index } => {
                scanned.references.push((type_index, top()));
            }
            Operator::RefFunc { function_index } => scanned.refers.push(function_index),
            ref operator => {
                scanned.tables.extend(changed_table(operator));
                if let Some(global) = changed_global(operator) {
                    scanned.reads.push(global);
                    scanned.writes.push(global);
                }
            }
        }
        let known = fields.result(operator, stack);
        scanned.fields |= known.is_some();
        if let Some(Operand::Constant(Op::RefFunc { function_index })) = known {
            scanned.refers.push(function_index);
        }
        known
    };
    scanned.unknown = walk(module, func, visit).is_err();
    for globals in [&mut scanned.reads, &mut scanned.writes] {
        globals.sort_unstable();
        globals.dedup();
    }
    scanned
}

/// The table that an operator may change.
fn changed_table(operator: &Operator<'_>) -> Option<u32> {
    match *operator {
        Operator::TableSet { table }
        | Operator::TableGrow { table }
        | Operator::TableFill { table }
        | Operator::TableInit { table, .. }
        | Operator::TableCopy { dst_table: table, .. }
        | Operator::TableAtomicSet { table_index: table, .. }
        | Operator::TableAtomicRmwXchg { table_index: table, .. }
        | Operator::TableAtomicRmwCmpxchg { table_index: table, .. } => Some(table),
        _ => None,
    }
}

/// The global that an atomic operator reads or changes.
fn changed_global(operator: &Operator<'_>) -> Option<u32> {
    match *operator {
        Operator::GlobalAtomicGet { global_index, .. }
        | Operator::GlobalAtomicSet { global_index, .. }
        | Operator::GlobalAtomicRmwAdd { global_index, .. }
        | Operator::GlobalAtomicRmwSub { global_index, .. }
        | Operator::GlobalAtomicRmwAnd { global_index, .. }
        | Operator::GlobalAtomicRmwOr { global_index, .. }
        | Operator::GlobalAtomicRmwXor { global_index, .. }
        | Operator::GlobalAtomicRmwXchg { global_index, .. }
        | Operator::GlobalAtomicRmwCmpxchg { global_index, .. } => Some(global_index),
        _ => None,
    }
}
