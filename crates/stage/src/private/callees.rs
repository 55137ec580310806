//! Versions that access memory of their callers only through their parameters, whatever they call.
//!
//! A function that promises that memory is private may call functions that are not specialized, which may access it
//! through other addresses. So may a version, and then its callers must take it for such a function. A version
//! calls nothing of that kind if each call in it is
//!
//! - of a version for which the same holds;
//! - of a function that accesses memory through its parameters only, such as `memset`, or not at all;
//! - followed by `unreachable`: it does not return.
//!
//! A function that is not a version accesses memory through its parameters only if it also passes nothing else to where
//! its callees take an address: a pointer that it has loaded may lead to the private memory.
//!
//! Cost: linear in the module, plus the calls in reverse.

use invar_analysis::transform::edges;
use invar_ir::entities::{EntitySet, SecondaryMap};
use invar_ir::{
    Block, Body, Cfg, ClassSet, Func, Function, Module, Op, Terminator, Value, ValueDef, effects,
    memory_access,
};

/// Where compilers put the first variable: addresses below are constants that are added to others.
const FIRST_VARIABLE: u64 = 1024;

/// Takes the flag from versions that may access memory of their callers through other addresses than their parameters.
/// Returns these, each with a function that it calls which may do so, if that is known.
pub(super) fn unmark(module: &mut Module) -> Vec<(Func, Option<Func>)> {
    let mut callers: SecondaryMap<Func, Vec<Func>> = SecondaryMap::new();
    let mut others: EntitySet<Func> = EntitySet::new();
    let mut causes: SecondaryMap<Func, Option<Func>> = SecondaryMap::new();
    let mut work = Vec::new();
    let mut addressed: SecondaryMap<Func, Option<EntitySet<Value>>> = SecondaryMap::new();
    for (func, data) in &module.funcs {
        let found = match &data.body {
            Body::Ssa(f) => calls(f, module, data.specialized),
            _ => None,
        };
        let passes_others = |call: &Call| {
            let Body::Ssa(callee) = &module.funcs[call.callee].body else { return false };
            let params = &callee.blocks[callee.entry].params;
            let addresses = addressed[call.callee].get_or_insert_with(|| addresses(callee, module));
            call.others.iter().any(|&n| addresses.contains(params[n]))
        };
        match found.filter(|calls| !calls.iter().any(passes_others)) {
            Some(calls) => calls.iter().for_each(|call| callers[call.callee].push(func)),
            None => {
                others.insert(func);
                work.push(func);
            }
        }
    }
    while let Some(func) = work.pop() {
        for &caller in &callers[func] {
            if others.insert(caller) {
                causes[caller] = Some(func);
                work.push(caller);
            }
        }
    }
    let versions = others.iter().filter(|&func| module.funcs[func].specialized);
    let versions: Vec<Func> = versions.collect();
    for &func in &versions {
        module.funcs[func].specialized = false;
    }
    versions.into_iter().map(|func| (func, causes[func])).collect()
}

/// A call of a function.
struct Call {
    callee: Func,
    /// The arguments that are not derived from parameters; none in a version.
    others: Vec<usize>,
}

/// The calls of a function. `None` if it may access memory through other addresses than its parameters; a version only
/// does that in callees.
fn calls(f: &Function, module: &Module, is_version: bool) -> Option<Vec<Call>> {
    let cfg = Cfg::new(f);
    let of_params = if is_version { EntitySet::new() } else { of_params(f, &cfg) };
    let call = |callee: u32, args: &[Value]| {
        let is_other = |&n: &usize| !is_version && !of_params.contains(f.resolve(args[n]));
        Call { callee: Func::from_u32(callee), others: (0..args.len()).filter(is_other).collect() }
    };
    let mut calls = Vec::new();
    for &block in &cfg.rpo {
        let data = &f.blocks[block];
        for (n, &inst) in data.insts.iter().enumerate() {
            let op = &f.insts[inst].op;
            if let Op::Call { function_index } = *op {
                let returns =
                    n + 1 < data.insts.len() || !matches!(data.term, Terminator::Unreachable);
                if returns && !invar_ir::mutant!(StagePrivateCallsUnseen) {
                    calls.push(call(function_index, f.args(inst)));
                }
                continue;
            }
            if let Some(access) = memory_access(op) {
                let address = f.resolve(f.args(inst)[access.address]);
                let is_near = access.memarg.offset < FIRST_VARIABLE;
                let is_seen = is_version || of_params.contains(address) && is_near;
                if !is_seen {
                    return None;
                }
                continue;
            }
            let is_own = is_version && !is_call(op);
            if touches_memory(op, module) && !is_own {
                return None;
            }
        }
        match &data.term {
            Terminator::TailCall { op: Op::ReturnCall { function_index }, args } => {
                calls.push(call(*function_index, args.as_slice(&f.pool)));
            }
            Terminator::TailCall { .. } | Terminator::Invoke { .. } => return None,
            _ => {}
        }
    }
    Some(calls)
}

/// The values of a function from which an address may be computed, or what it passes to a call.
fn addresses(f: &Function, module: &Module) -> EntitySet<Value> {
    let cfg = Cfg::new(f);
    let mut work: Vec<Value> = Vec::new();
    for &block in &cfg.rpo {
        for &inst in &f.blocks[block].insts {
            let op = &f.insts[inst].op;
            if let Some(access) = memory_access(op) {
                work.push(f.args(inst)[access.address]);
            } else if is_call(op) || matches!(op, Op::Call { .. }) || touches_memory(op, module) {
                work.extend(f.args(inst));
            }
        }
        let term = &f.blocks[block].term;
        if matches!(term, Terminator::TailCall { .. } | Terminator::Invoke { .. }) {
            work.extend(term.operands(&f.pool));
        }
    }
    let mut found: EntitySet<Value> = EntitySet::new();
    while let Some(value) = work.pop() {
        let value = f.resolve(value);
        if !found.insert(value) {
            continue;
        }
        match f.values[value].def {
            ValueDef::Result(inst, _) if memory_access(&f.insts[inst].op).is_none() => {
                work.extend(f.args(inst));
            }
            ValueDef::Param(block, n) if block != f.entry => {
                let edges = cfg.reachable_preds(block);
                work.extend(edges.map(|edge| edges::args(f, edge)[n as usize]));
            }
            _ => {}
        }
    }
    found
}

fn touches_memory(op: &Op, module: &Module) -> bool {
    let effects = effects(op, module);
    effects.reads.union(effects.writes).intersects(ClassSet::MEMORIES)
}

fn is_call(op: &Op) -> bool {
    matches!(op, Op::CallIndirect { .. } | Op::CallRef { .. })
}

/// The values that are parameters, plus or minus such values and small constants.
fn of_params(f: &Function, cfg: &Cfg) -> EntitySet<Value> {
    // Without those that are not, until nothing changes.
    let mut known: EntitySet<Value> = EntitySet::new();
    known.extend(f.values.keys());
    let small = |value: Value| match f.def_op(value) {
        Some(&Op::I32Const { value }) => u64::from(value.unsigned_abs()) < FIRST_VARIABLE,
        _ => false,
    };
    let stays = |known: &EntitySet<Value>, block: Block, value: Value| match f.values[value].def {
        ValueDef::Param(..) if block == f.entry => true,
        ValueDef::Param(_, n) => cfg
            .reachable_preds(block)
            .all(|edge| known.contains(f.resolve(edges::args(f, edge)[n as usize]))),
        ValueDef::Result(inst, _) => {
            let args = f.args(inst);
            let is = |n: usize| known.contains(f.resolve(args[n]));
            let adds = |n: usize| is(n) || small(f.resolve(args[n]));
            match f.insts[inst].op {
                Op::I32Add => is(0) && adds(1) || is(1) && adds(0),
                Op::I32Sub => is(0) && adds(1),
                Op::I32And => is(0),
                Op::Select => is(0) && is(1),
                _ => false,
            }
        }
        _ => false,
    };
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for &block in &cfg.rpo {
            let results = f.blocks[block].insts.iter().flat_map(|&inst| f.results(inst));
            let values: Vec<Value> =
                f.blocks[block].params.iter().copied().chain(results).collect();
            for value in values {
                if known.contains(value) && !stays(&known, block, value) {
                    known.remove(value);
                    changed = true;
                }
            }
        }
    }
    known
}

#[cfg(test)]
mod tests {
    use super::unmark;
    use invar_ir::parse_verified;

    /// Whether a version that calls a function keeps its flag.
    fn stays(callee: &str, behind: &str) -> bool {
        let text = format!(
            "module {{
               memory m0 : i32 1..
               func f0 : specialized (i32) -> (i32) {{
               b0(v0: i32):
                 v1 = i32.load v0
                 v2 = call f1 v0
                 {behind}
               }}
               func f1 : (i32) -> (i32) {{
               b0(v0: i32):
                 {callee}
               }}
             }}"
        );
        let mut module = parse_verified(&text).unwrap_or_else(|error| panic!("{error}"));
        let unmarked = unmark(&mut module);
        let causes: Vec<_> =
            unmarked.iter().map(|(_, cause)| cause.map(|it| it.as_u32())).collect();
        assert!(causes.is_empty() || causes == [Some(1)], "{causes:?}");
        module.to_string().contains("specialized")
    }

    #[test]
    fn what_a_version_calls_accesses_memory_through_parameters() {
        assert!(stays("return v0", "return v2"));
        assert!(stays("v1 = i32.load v0 offset=4\n return v1", "return v2"));
        assert!(stays("v1 = call f0 v0\n return v1", "return v2"));
    }

    /// A generic function that passes a pointer it has loaded to one that accesses memory through its parameter.
    #[test]
    fn a_pointer_that_a_callee_loads_may_lead_anywhere() {
        let stays = |callee: &str, argument: &str| {
            let text = format!(
                "module {{
                   memory m0 : i32 1..
                   func f0 : specialized (i32) -> (i32) {{
                   b0(v0: i32):
                     v1 = call f1 v0
                     return v1
                   }}
                   func f1 : (i32) -> (i32) {{
                   b0(v0: i32):
                     v1 = i32.load v0
                     v2 = call f2 v0, {argument}
                     return v2
                   }}
                   func f2 : (i32, i32) -> (i32) {{
                   b0(v0: i32, v1: i32):
                     {callee}
                   }}
                 }}"
            );
            let mut module = parse_verified(&text).unwrap_or_else(|error| panic!("{error}"));
            unmark(&mut module);
            module.to_string().contains("specialized")
        };
        let through = "v2 = i32.load v1\n return v2";
        assert!(stays(through, "v0"));
        assert!(!stays(through, "v1"));
        // The address is a number there.
        assert!(stays("v2 = i32.load v0\n v3 = i32.add v2, v1\n return v3", "v1"));
        assert!(!stays("v2 = i32.add v0, v1\n v3 = i32.load v2\n return v3", "v1"));
    }

    #[test]
    fn a_version_that_calls_anything_else_is_no_version() {
        let variable = "v1 = i32.const 2048\n v2 = i32.load v1\n return v2";
        assert!(!stays(variable, "return v2"));
        assert!(!stays("v1 = i32.load v0\n v2 = i32.load v1\n return v2", "return v2"));
        assert!(!stays("v1 = i32.load v0 offset=2048\n return v1", "return v2"));
        // The callee does not return.
        assert!(stays(variable, "unreachable"));
    }
}
