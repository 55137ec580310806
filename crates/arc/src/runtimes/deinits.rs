//! Whether a program can observe when its objects are deinitialized.
//!
//! With a collector of cycles by trial deletion, a release that leaves a count above zero registers the
//! object as a possible root, and one that is registered is deinitialized by the collector even if a later release
//! was its last. Where a pair of copy and destroy is removed, an object may not be registered, so that its last
//! release deinitializes it at once: earlier. That changes nothing if deinits run code of the runtime only. Deinits
//! do more if the program has a hook (`__finalize` in AssemblyScript), which a compiler may have inlined into the
//! runtime. So everything that a release leads to must be shown to be the runtime:
//!
//! | what releases lead to | must be |
//! |---|---|
//! | functions | known by name as the runtime's (`[deinits]` of the table); without names, see [`shapes`] |
//! | imports | quiet |
//! | indirect calls | none |
//! | mutable globals | not exported, and not used by functions that are not the runtime's |
//! | writes to memory, and calls | not to, or of, static data, at constant addresses |
//! | writes of the counting functions | not through a reference that was loaded |
//! | their addresses | from a parameter, the allocator, or a global that holds an address |
//!
//! The last three rule out that an inlined hook leaves data that the program could read.
//!
//! Linear in the functions of the module.
//!
//! [`shapes`]: crate::runtimes::shapes

use crate::runtimes::origins::{Calls, Origin, OriginEnv, base_globals, origins};
use crate::runtimes::patterns::constant;
use crate::runtimes::table::Runtime;
use invar_analysis::CallGraph;
use invar_ir::entities::{EntitySet, SecondaryMap};
use invar_ir::{
    Body, Cfg, Effects, Entity, Func, Function, Global, Inst, Module, Op, SourceLoc, Value,
    effects, memarg,
};

/// The least address of static objects: a smaller argument is taken for a number.
const STATIC: u64 = 1024;

/// Why a runtime is left alone, and where that shows.
pub(crate) struct Refusal {
    pub func: Func,
    pub loc: SourceLoc,
    pub why: String,
}

/// Shows that deinits run code of the runtime only, by the names of its functions; or the first
/// reason found why they may run code of the program.
pub(crate) fn of_program(
    module: &Module,
    calls: &CallGraph,
    runtime: &Runtime,
    lift: impl Fn(Func) -> Option<Function>,
) -> Result<(), Refusal> {
    let refuse = |func, loc, why| Err(Refusal { func, loc, why });
    let nowhere = SourceLoc::default();
    let label = |func: Func| module.func_label(func);
    let mut globals: EntitySet<Global> = EntitySet::new();
    let mut bodies = Vec::new();
    for func in module.funcs.keys().filter(|&func| runtime.own.contains(func)) {
        if runtime.quiet.contains(func) {
            continue;
        }
        let name = module.names.funcs.get(&func).map_or("", String::as_str);
        if matches!(module.funcs[func].body, Body::Import)
            || calls.calls_indirectly(func)
            || !runtime.deinits.is_of_runtime(name)
        {
            return refuse(func, nowhere, format!("a release may lead to {}", label(func)));
        }
        let Some(f) = lift(func) else {
            return refuse(func, nowhere, format!("{} cannot be analyzed", label(func)));
        };
        globals.extend(mutable_globals(module, &f));
        bodies.push((func, f, runtime.deinits.counts(name)));
    }
    // Everything that assigns to these globals says whether they hold addresses.
    let mut allocator: EntitySet<Func> = runtime.allocate.clone();
    let mut writers = Vec::new();
    let mut allocates: SecondaryMap<Func, Option<Function>> = SecondaryMap::new();
    let mut results: SecondaryMap<Func, Option<Origin>> = SecondaryMap::new();
    for (func, data) in &module.funcs {
        results[func] = Some(Origin::OTHER);
        let name = module.names.funcs.get(&func).map_or("", String::as_str);
        if runtime.deinits.counts_or_allocates(name) && !runtime.deinits.counts(name) {
            allocator.insert(func);
        }
        if matches!(data.body, Body::Import) {
            continue;
        }
        let Some(f) = lift(func) else {
            return refuse(func, nowhere, format!("{} cannot be analyzed", label(func)));
        };
        if allocator.contains(func) {
            allocates[func] = Some(f.clone());
        }
        if mutable_globals(module, &f).any(|global| globals.contains(global)) {
            writers.push((func, f));
        }
    }
    let writers: Vec<(Func, &Function)> = writers.iter().map(|(func, f)| (*func, f)).collect();
    let bases = base_globals(module, &globals, &allocator, &allocates, runtime.immortal, &writers);
    let env = OriginEnv {
        module,
        private: &globals,
        bases: &bases,
        allocator: &allocator,
        bodies: &allocates,
        results: &results,
        immortal: runtime.immortal,
        calls: Calls::default(),
    };
    for (func, f, counts) in &bodies {
        if let Some(inst) = leaves_something(f, runtime, *counts, &env) {
            let why = format!("{} writes to data that may be the program's", label(*func));
            return refuse(*func, inst.map_or(nowhere, |inst| f.insts[inst].loc), why);
        }
    }
    let exported = module.exports.iter().any(|export| match export.entity {
        Entity::Global(global) => globals.contains(global),
        _ => false,
    });
    if exported {
        let why = "a global of the runtime is exported".to_owned();
        return refuse(runtime.release, nowhere, why);
    }
    for (func, data) in &module.funcs {
        let name = module.names.funcs.get(&func).map_or("", String::as_str);
        let of_runtime = runtime.own.contains(func) || runtime.deinits.counts_or_allocates(name);
        if of_runtime || matches!(data.body, Body::Import) {
            continue;
        }
        let shared = lift(func)
            .is_none_or(|f| mutable_globals(module, &f).any(|global| globals.contains(global)));
        if shared {
            let why = format!("{} shares globals with the runtime", label(func));
            return refuse(func, nowhere, why);
        }
    }
    Ok(())
}

/// The mutable globals that a function reads or writes.
pub(crate) fn mutable_globals<'a>(
    module: &'a Module,
    f: &'a Function,
) -> impl Iterator<Item = Global> + use<'a> {
    let insts = f.live_blocks().flat_map(|block| f.blocks[block].insts.iter());
    let named = insts.filter_map(|&inst| match f.insts[inst].op {
        Op::GlobalGet { global_index } | Op::GlobalSet { global_index } => {
            Some(Global::from_u32(global_index))
        }
        _ => None,
    });
    named.filter(|&global| module.globals[global].ty.mutable)
}

/// Where a function writes to static data, or passes it on; and, for one that counts, where it
/// writes through a reference that it loaded, or to an address of unknown origin. The place is
/// not known if the function is too complicated.
fn leaves_something(
    f: &Function,
    runtime: &Runtime,
    counts: bool,
    env: &OriginEnv<'_>,
) -> Option<Option<Inst>> {
    let is_static = |value: Value| {
        constant(f, f.resolve(value))
            .is_some_and(|at| at >= STATIC && at <= u64::from(runtime.immortal))
    };
    let found = counts.then(|| origins(f, &Cfg::new(f), env));
    if matches!(found, Some(None)) {
        return Some(None);
    }
    let found = found.flatten();
    let mut insts = f.live_blocks().flat_map(|block| f.blocks[block].insts.iter().copied());
    let leaves = insts.find(|&inst| {
        let op = &f.insts[inst].op;
        let args = f.args(inst);
        if matches!(op, Op::Call { .. }) {
            // Messages of failures are static, and go to imports, which are checked separately.
            return counts && args.len() < 4 && args.iter().any(|&arg| is_static(arg));
        }
        let writes = effects(op, env.module).writes != Effects::PURE.writes;
        if !writes || matches!(op, Op::GlobalSet { .. } | Op::MemoryGrow { .. }) {
            return false;
        }
        let Some(&address) = args.first() else { return counts };
        let offset = memarg(op).map_or(0, |memarg| memarg.offset);
        let is_low = |at: u64| runtime.immortal == 0 || at <= u64::from(runtime.immortal);
        if constant(f, f.resolve(address)).is_some_and(|at| is_low(at.saturating_add(offset))) {
            return true;
        }
        let Some(found) = &found else { return false };
        let of = found[f.resolve(address)].unwrap_or(Origin::OTHER);
        let fixed = offset >= STATIC && is_low(offset);
        let number = of.at.filter(|_| !of.has_base()).and_then(|at| u64::try_from(at).ok());
        let behind = number.is_some_and(|at| !is_low(at.saturating_add(offset)));
        let has_base = of.has_base() && !of.bare || invar_ir::mutant!(ArcDeinitsNoBase);
        let known = has_base || behind;
        let in_front = of.is_in_front(i64::try_from(offset).unwrap_or(i64::MAX / 2));
        fixed || of.is_elsewhere() || in_front || !known || is_loaded(f, address)
    });
    leaves.map(Some)
}

/// Whether an address is a loaded reference plus a constant.
fn is_loaded(f: &Function, address: Value) -> bool {
    let mut at = f.resolve(address);
    for _ in 0..8 {
        let Some(inst) = f.def_inst(at) else { return false };
        match (&f.insts[inst].op, f.args(inst)) {
            (Op::I32Load { .. }, _) => return true,
            (Op::I32Add | Op::I32Sub, &[a, b]) => match constant(f, f.resolve(b)) {
                Some(_) => at = f.resolve(a),
                None => return false,
            },
            _ => return false,
        }
    }
    true
}
