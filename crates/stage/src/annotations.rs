//! Annotations: recognized among a module's imports, and removed.
//!
//! In a WebAssembly module annotations are calls of imports of module `invar`, which take a value
//! and give it back:
//!
//! | import | type | annotation |
//! |---|---|---|
//! | `is_const.CACHING` | `(T) -> (T)` | `is_const` |
//! | `keep_const.CACHING.LAZINESS` | `(T) -> (T)` | `keep_const` |
//! | `unkeep_const` | `(T) -> (T)` | `unkeep_const` |
//! | `leave` | `(T) -> (T)` | `leave` |
//! | `promise_const`, `promise_transitive` | `(P, P) -> (P)` | the same, of memory 0; P is its type of addresses |
//! | `promise_pure` | `(T) -> (T)` | `promise_pure` |
//! | `private` | `(P, P) -> (P)` | the same, of memory 0 |
//!
//! CACHING is one of `replicate`, `cache`, `cache1`, `unchecked`; LAZINESS one of `lazy`,
//! `looplazy`, `eager`; T a numeric or vector type. [`raise`] makes operators of the calls in a
//! function. The pass [`run`] removes these again, after which the function is what it was without
//! annotations; so does the writer with operators that are left. The length of a promise is used by the
//! annotation alone: code that only computes the length is removed with it, also loads that may trap, as
//! the program without annotations has no such code. An import of this module with another name or
//! type is an error of the program, reported by [`check_imports`]; calls of it stay.
//!
//! Cost: linear.

use invar_analysis::{Counters, PassContext};
use invar_ir::effects;
use invar_ir::entities::EntitySet;
use invar_ir::{Body, Caching, Func, Function, Inst, Laziness, Memory, Module, Op, ValType, Value};

/// The module that annotations are imported from.
pub const IMPORT_MODULE: &str = "invar";

/// The import that requests a specialized version of a function: `(function, keys, count) -> function`,
/// all of the type of addresses. It returns the function itself as long as there is no version.
pub const REQUEST: &str = "specialize";

/// The import that invalidates the versions of a function, as values or memory that they depend on have changed:
/// `(function) -> ()`.
pub const FORGET: &str = "forget";

const CACHING: [(&str, Caching); 4] = [
    ("replicate", Caching::Replicate),
    ("cache", Caching::Cache),
    ("cache1", Caching::Cache1),
    ("unchecked", Caching::Unchecked),
];
const LAZINESS: [(&str, Laziness); 3] =
    [("lazy", Laziness::Lazy), ("looplazy", Laziness::LoopLazy), ("eager", Laziness::Eager)];

fn named<T: Copy>(table: &[(&str, T)], name: &str) -> Option<T> {
    table.iter().find(|(known, _)| *known == name).map(|&(_, value)| value)
}

/// The operator that an import of module `invar` stands for, by its name.
pub fn op_of_import(name: &str) -> Option<Op> {
    let words: Vec<&str> = name.split('.').collect();
    Some(match *words.as_slice() {
        ["is_const", caching] => Op::IsConst { caching: named(&CACHING, caching)? },
        ["keep_const", caching, laziness] => Op::KeepConst {
            caching: named(&CACHING, caching)?,
            laziness: named(&LAZINESS, laziness)?,
        },
        ["unkeep_const"] => Op::UnkeepConst,
        ["leave"] => Op::Leave,
        ["promise_const"] => Op::PromiseConst { mem: 0 },
        ["promise_transitive"] => Op::PromiseTransitive { mem: 0 },
        ["promise_pure"] => Op::PromisePure,
        ["private"] => Op::Private { mem: 0 },
        _ => return None,
    })
}

/// Whether an annotation has this type.
fn fits(module: &Module, op: &Op, params: &[ValType], results: &[ValType]) -> bool {
    match (op, params, results) {
        (
            Op::PromiseConst { mem } | Op::PromiseTransitive { mem } | Op::Private { mem },
            [base, length],
            [result],
        ) => {
            let address = match module.memories.get(Memory::from_u32(*mem)) {
                Some(memory) if memory.ty.memory64 => ValType::I64,
                Some(_) => ValType::I32,
                None => return false,
            };
            [base, length, result].iter().all(|&&ty| ty == address)
        }
        (Op::PromiseConst { .. } | Op::PromiseTransitive { .. } | Op::Private { .. }, ..) => false,
        (_, [from], [to]) => from == to && !from.is_reference_type(),
        _ => false,
    }
}

/// The annotation that a function is, if it is an import that stands for one.
pub fn annotation_of(module: &Module, func: Func) -> Option<Op> {
    let import = module.funcs.get(func)?.import.as_ref()?;
    let op = op_of_import(&import.name).filter(|_| import.module == IMPORT_MODULE)?;
    let (params, results) = module.func_signature(func);
    fits(module, &op, params, results).then_some(op)
}

/// Whether a function is the import that requests a specialized version of another.
pub fn is_request(module: &Module, func: Func) -> bool {
    let import = module.funcs.get(func).and_then(|data| data.import.as_ref());
    let (params, results) = module.func_signature(func);
    import.is_some_and(|it| it.module == IMPORT_MODULE && it.name == REQUEST)
        && matches!(
            params,
            [ValType::I32, ValType::I32, ValType::I32] | [ValType::I64, ValType::I64, ValType::I64]
        )
        && results == &params[..1]
}

/// Whether a function is the import that invalidates the versions of another.
pub fn is_forget(module: &Module, func: Func) -> bool {
    let import = module.funcs.get(func).and_then(|data| data.import.as_ref());
    import.is_some_and(|it| it.module == IMPORT_MODULE && it.name == FORGET)
        && matches!(module.func_signature(func), ([ValType::I32 | ValType::I64], []))
}

/// Errors in the imports from module `invar`, a sentence for each.
pub fn check_imports(module: &Module) -> Vec<String> {
    let mut errors = Vec::new();
    for (func, data) in &module.funcs {
        let Some(import) = data.import.as_ref().filter(|it| it.module == IMPORT_MODULE) else {
            continue;
        };
        if is_request(module, func) || is_forget(module, func) {
            continue;
        }
        if op_of_import(&import.name).is_none() && ![REQUEST, FORGET].contains(&&*import.name) {
            errors.push(format!("`invar` has no annotation `{}` ({func})", import.name));
        } else if annotation_of(module, func).is_none() {
            errors.push(format!("the annotation `{}` has another type ({func})", import.name));
        }
    }
    errors
}

invar_analysis::counters! {
    /// Counters of annotations.
    pub struct Stats {
        /// Calls of imports that became operators.
        raised,
        /// Operators removed.
        stripped,
        /// Instructions removed that only computed the length of a promise.
        lengths,
        /// Requests for specialized versions, replaced by the function itself.
        requests,
    }
}

/// There are no options.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Config {}

/// The pass: raises annotations and removes them. Operators `private` stay, which versions of functions have: they
/// are for [mem2reg](https://docs.rs/invar-memory).
pub fn run(f: &mut Function, cx: &mut PassContext<'_>, _: &Config) -> Stats {
    strip(f, cx.module)
}

/// Removes annotations and requests.
fn strip(f: &mut Function, module: &Module) -> Stats {
    let mut lengths: Vec<Value> = Vec::new();
    let privates = strip_private_calls(f, module, &mut lengths);
    let mut stats = raise(f, module);
    stats.raised += privates;
    let insts = f.live_blocks().flat_map(|block| &f.blocks[block].insts);
    let promises = insts.filter(|&&inst| {
        matches!(f.insts[inst].op, Op::PromiseConst { .. } | Op::PromiseTransitive { .. })
    });
    lengths.extend(promises.map(|&inst| f.args(inst)[1]));
    stats.stripped = privates + f.strip_annotations_if(|op| !matches!(op, Op::Private { .. }));
    stats.requests = strip_requests(f, module);
    stats.lengths = sweep(f, module, lengths);
    stats
}

/// Replaces each call of `private` by its first operand, in generic code. Returns how many there were, and what they
/// take as lengths.
fn strip_private_calls(f: &mut Function, module: &Module, lengths: &mut Vec<Value>) -> u64 {
    strip_calls(f, |f, func, inst| {
        let is_private = matches!(annotation_of(module, func), Some(Op::Private { .. }));
        if is_private {
            lengths.push(f.args(inst)[1]);
        }
        if is_private { Call::Operand } else { Call::Stays }
    })
}

/// What becomes of a call.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Call {
    Stays,
    /// The call is removed, and has no result.
    Goes,
    /// The call is replaced by its first operand.
    Operand,
}

/// Removes direct calls. Returns how many were replaced by an operand.
fn strip_calls(f: &mut Function, mut becomes: impl FnMut(&Function, Func, Inst) -> Call) -> u64 {
    let mut stripped = 0;
    let blocks: Vec<_> = f.live_blocks().collect();
    for block in blocks {
        let mut insts = std::mem::take(&mut f.blocks[block].insts);
        insts.retain(|&inst| {
            let Op::Call { function_index } = f.insts[inst].op else { return true };
            let call = becomes(f, Func::from_u32(function_index), inst);
            if call == Call::Operand {
                let operand = f.resolve(f.args(inst)[0]);
                let result = f.result(inst).expect("the call has a result");
                f.alias(result, operand);
                stripped += 1;
            }
            call == Call::Stays
        });
        f.blocks[block].insts = insts;
    }
    if stripped > 0 {
        f.resolve_aliases();
    }
    stripped
}

/// Dead code elimination of these values and of their operands, except for instructions that have effects
/// other than traps. Returns how many instructions were removed.
fn sweep(f: &mut Function, module: &Module, mut values: Vec<Value>) -> u64 {
    if values.is_empty() {
        return 0;
    }
    let mut uses = f.use_counts();
    let mut gone: EntitySet<Inst> = EntitySet::new();
    while let Some(value) = values.pop() {
        let value = f.resolve(value);
        let Some(inst) = f.def_inst(value).filter(|_| uses[value] == 0) else { continue };
        let effects = effects(&f.insts[inst].op, module);
        if effects.is_effect() || f.results(inst).count() != 1 || !gone.insert(inst) {
            continue;
        }
        for &arg in f.args(inst) {
            uses[f.resolve(arg)] -= 1;
            values.push(arg);
        }
    }
    let blocks: Vec<_> = f.live_blocks().collect();
    for block in blocks {
        f.blocks[block].insts.retain(|&inst| !gone.contains(inst));
    }
    gone.iter().count() as u64
}

/// Replaces each request by the function that it names, and removes invalidations. Returns how many requests there
/// were.
fn strip_requests(f: &mut Function, module: &Module) -> u64 {
    strip_calls(f, |_, func, _| match (is_forget(module, func), is_request(module, func)) {
        (true, _) => Call::Goes,
        (_, true) => Call::Operand,
        _ => Call::Stays,
    })
}

/// Removes annotations and requests from all functions in SSA form.
pub fn strip_all(module: &mut Module) -> Stats {
    let mut all = Stats::default();
    for_each_body(module, |f, module| all.add(&strip(f, module)));
    all
}

/// Calls `work` for each function in SSA form.
pub(crate) fn for_each_body(module: &mut Module, mut work: impl FnMut(&mut Function, &Module)) {
    let funcs: Vec<Func> = module.funcs.keys().collect();
    for func in funcs {
        let mut body = std::mem::replace(&mut module.funcs[func].body, Body::Import);
        if let Body::Ssa(f) = &mut body {
            work(f, module);
        }
        module.funcs[func].body = body;
    }
}

/// Makes operators of the calls of annotations.
pub fn raise(f: &mut Function, module: &Module) -> Stats {
    let mut stats = Stats::default();
    let blocks: Vec<_> = f.live_blocks().collect();
    for block in blocks {
        for n in 0..f.blocks[block].insts.len() {
            let inst = f.blocks[block].insts[n];
            let Op::Call { function_index } = f.insts[inst].op else { continue };
            if let Some(op) = annotation_of(module, Func::from_u32(function_index)) {
                f.insts[inst].op = op;
                stats.raised += 1;
            }
        }
    }
    stats
}

/// Makes operators of the calls of annotations in all functions in SSA form.
pub fn raise_all(module: &mut Module) -> Stats {
    let mut stats = Stats::default();
    for_each_body(module, |f, module| stats.add(&raise(f, module)));
    stats
}
