//! The calls of a function that may suspend.
//!
//! Each ends a block: the block behind it, where a rewound function goes on, gets the results as parameters. A tail
//! call becomes a call and a return, since the frame of the function is needed.

use super::interface::{append, behind_invoke, is_call, split};
use super::resumption::Env;
use invar_analysis::Liveness;
use invar_ir::wasmparser::{AbstractHeapType, HeapType};
use invar_ir::{Block, BlockCall, Cfg, Function, Inst, Op, Terminator, ValType, Value, ValueDef};
use rustc_hash::FxHashSet;

/// A call that may suspend.
pub struct Site {
    /// The block that the call ends: an instruction, or the terminator if it has handlers.
    pub block: Block,
    /// The call, if it is an instruction.
    pub inst: Option<Inst>,
    /// Where the state is tested: the block itself, or that behind the normal return of a call with handlers.
    pub test: Block,
    /// Where to go on behind the test.
    pub rest: BlockCall,
    /// The operator.
    pub op: Op,
    /// The operands.
    pub args: Vec<Value>,
    /// The types of the results.
    pub results: Vec<ValType>,
    /// The values that are live behind the call.
    pub live: Vec<Value>,
    /// The last operands, which are needed to repeat the call.
    pub repeated: Vec<Value>,
    /// Whether a reference to an exception is live behind the call.
    pub is_in_catch: bool,
}

/// Finds the calls, and splits blocks behind them. Behind each, `test` jumps to `rest`.
pub fn divide(env: &Env<'_>, f: &mut Function) -> Vec<Site> {
    let mut sites = Vec::new();
    let blocks: Vec<Block> = Cfg::new(f).rpo.clone();
    let suspends = |op: &Op| env.suspending.suspends(env.func, op);
    for block in blocks {
        if let Terminator::TailCall { op, args } = &f.blocks[block].term
            && suspends(op)
        {
            let (op, args) = (returning(op), f.list(args).to_vec());
            let types = f.results.clone();
            let loc = f.blocks[block].term_loc;
            let inst = f.append(block, op, &args, &types, loc);
            let results: Vec<Value> = f.results(inst).collect();
            let list = f.make_list(&results);
            f.blocks[block].term = Terminator::Return(list);
        }
        let mut at = block;
        let mut from = 0;
        while let Some(place) = f.blocks[at].insts[from..]
            .iter()
            .position(|&inst| is_call(&f.insts[inst].op) && suspends(&f.insts[inst].op))
        {
            let place = from + place;
            let rest = split(f, at, place + 1);
            let site = of_inst(f, at, rest);
            sites.push(site);
            (at, from) = (rest, 0);
        }
        if let Terminator::Invoke { op, args, results, .. } = &f.blocks[at].term
            && is_call(op)
            && suspends(op)
        {
            let (op, args) = (op.clone(), f.list(args).to_vec());
            let results: Vec<ValType> = results.iter().map(|&value| f.ty(value)).collect();
            let behind = behind_invoke(f, at, &results);
            let (test, onward) = (behind.block, behind.rest);
            // Where a rewound call goes on, too.
            let rest = f.add_block();
            let passed = f.blocks[test].params.clone();
            let params: Vec<Value> = results.iter().map(|&ty| f.add_param(rest, ty)).collect();
            let args_onward: Vec<Value> = (f.list(&onward.args).iter())
                .map(|arg| passed.iter().position(|it| it == arg).map_or(*arg, |at| params[at]))
                .collect();
            f.blocks[rest].term = Terminator::Jump(f.call(onward.block, &args_onward));
            let rest = f.call(rest, &passed);
            f.blocks[test].term = Terminator::Jump(rest.clone());
            sites.push(Site {
                block: at,
                inst: None,
                test,
                rest,
                op,
                args,
                results,
                live: Vec::new(),
                repeated: Vec::new(),
                is_in_catch: false,
            });
        }
    }
    f.resolve_aliases();
    for site in &mut sites {
        site.args = if let Some(inst) = site.inst {
            f.args(inst).to_vec()
        } else {
            let Terminator::Invoke { args, .. } = &f.blocks[site.block].term else {
                unreachable!("a call with handlers")
            };
            f.list(args).to_vec()
        };
    }
    sites
}

/// The site of the call at the end of a block that `rest` is behind.
fn of_inst(f: &mut Function, block: Block, rest: Block) -> Site {
    let old = f.blocks[block].insts.pop().expect("the call");
    let (op, args, loc) = (f.insts[old].op.clone(), f.args(old).to_vec(), f.insts[old].loc);
    let results: Vec<ValType> = f.results(old).map(|value| f.ty(value)).collect();
    let inst = f.append(block, op.clone(), &args, &results, loc);
    let old_results: Vec<Value> = f.results(old).collect();
    for (&ty, old) in results.iter().zip(old_results) {
        let param = f.add_param(rest, ty);
        f.alias(old, param);
    }
    let passed: Vec<Value> = f.results(inst).collect();
    let rest = f.call(rest, &passed);
    f.blocks[block].term = Terminator::Jump(rest.clone());
    Site {
        block,
        inst: Some(inst),
        test: block,
        rest,
        op,
        args,
        results,
        live: Vec::new(),
        repeated: Vec::new(),
        is_in_catch: false,
    }
}

/// The call that returns in place of a tail call.
fn returning(op: &Op) -> Op {
    match *op {
        Op::ReturnCall { function_index } => Op::Call { function_index },
        Op::ReturnCallIndirect { type_index, table_index } => {
            Op::CallIndirect { type_index, table_index }
        }
        Op::ReturnCallRef { type_index } => Op::CallRef { type_index },
        ref other => other.clone(),
    }
}

/// Whether a value is made again rather than stored.
pub fn is_remade(env: &Env<'_>, f: &Function, value: Value) -> bool {
    f.def_op(value).is_some_and(|op| match *op {
        Op::GlobalGet { global_index } => {
            !env.module.globals[invar_ir::Global::from_u32(global_index)].ty.mutable
        }
        ref op => invar_rules::is_constant(op),
    })
}

/// Finds which values are live behind each site, and which have to be there to repeat it. An error names what cannot be
/// stored.
pub fn find_live(
    env: &Env<'_>,
    f: &Function,
    liveness: &Liveness,
    sites: &mut [Site],
) -> Result<(), String> {
    let wanted = |value: Value| !is_remade(env, f, value);
    for site in sites.iter_mut() {
        let mut live: Vec<Value> = Vec::new();
        let mut seen: FxHashSet<Value> = FxHashSet::default();
        live.extend(liveness.entry(site.rest.block));
        if let Terminator::Invoke { handlers, .. } = &f.blocks[site.block].term
            && site.inst.is_none()
        {
            for handler in handlers {
                live.extend(liveness.entry(handler.target.block));
                let args = f.list(&handler.target.args).iter();
                live.extend(args.filter(|&&arg| {
                    wanted(arg) && !matches!(f.values[arg].def, ValueDef::Edge(..))
                }));
            }
        }
        live.retain(|&value| seen.insert(value));
        site.is_in_catch = live.iter().any(|&value| is_exception(f.ty(value)));
        site.live = live;
        if site.is_in_catch {
            continue;
        }
        let repeated = env.suspending.repeated_operands(&site.op).unwrap_or(site.args.len());
        site.repeated = site.args[site.args.len() - repeated..].to_vec();
        let stored = site.live.iter().chain(&site.repeated).copied();
        if let Some(value) = stored
            .filter(|&value| wanted(value))
            .find(|&value| matches!(f.ty(value), ValType::Ref(_)))
        {
            let ty = f.ty(value);
            return Err(format!(
                "a reference ({ty}) is needed behind a call that may suspend, and memory holds none"
            ));
        }
    }
    Ok(())
}

/// Whether a value is a reference to an exception.
fn is_exception(ty: ValType) -> bool {
    let ValType::Ref(reference) = ty else { return false };
    matches!(
        reference.heap_type(),
        HeapType::Abstract { ty: AbstractHeapType::Exn | AbstractHeapType::NoExn, .. }
    )
}

/// Gives each block its own copies of what is remade, so that no such value is live between blocks.
pub fn remake(env: &Env<'_>, f: &mut Function) {
    let homes = f.inst_blocks();
    let blocks: Vec<Block> = f.live_blocks().collect();
    for block in blocks {
        let mut needed: Vec<Value> = Vec::new();
        let mut seen: FxHashSet<Value> = FxHashSet::default();
        f.for_each_use(block, |value| {
            let is_other = f.def_inst(value).is_some_and(|inst| homes[inst] != block.into());
            if is_other && is_remade(env, f, value) && seen.insert(value) {
                needed.push(value);
            }
        });
        if needed.is_empty() {
            continue;
        }
        let rest = std::mem::take(&mut f.blocks[block].insts);
        let mut copies = rustc_hash::FxHashMap::default();
        for value in needed {
            let op = f.def_op(value).expect("it has an operator").clone();
            let copy = append(f, block, op, &[], Some(f.ty(value)));
            copies.insert(value, copy);
        }
        f.blocks[block].insts.extend(rest);
        f.map_uses(block, |_, value| copies.get(&value).copied().unwrap_or(value));
    }
}
