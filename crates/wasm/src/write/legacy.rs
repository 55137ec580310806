//! The legacy form of exception handlers: `try`, `catch`, `delegate` and `rethrow`.
//!
//! A module whose input has this form gets it back, since engines refuse modules with both forms. Code is made as for
//! `try_table` and then converted:
//!
//! - [`take_references`], on the SSA form: references to exceptions vanish. A `throw_ref` becomes a `rethrow` of the block
//!   which the handler leads to, that has the reference as a parameter. Where references of different handlers meet, all
//!   but those of handlers are thrown again, with a handler that leads there.
//! - [`settle`], when locals are assigned: says which handlers' blocks these are after edges were split and blocks
//!   shared.
//! - [`convert`](convert::convert), on the flat code: clauses become `catch`es, with the code in them that throws again.
//!
//! Cost: near-linear. Not written ([`LowerError::References`], so that the caller tries a function with fewer copies
//! of code): references that are used otherwise, two of them that meet in one block, and one that goes around a loop
//! into its own handler.

pub(super) mod convert;
mod tree;

use super::LowerError;
use super::structure::{FinalCode, label};
use invar_ir::entities::SecondaryMap;
use invar_ir::{
    Block, BlockCall, Cfg, Function, Handler, HeapType, Module, Op, RefType, Terminator, ValType,
    Value, ValueDef,
};
use rustc_hash::{FxHashMap, FxHashSet};
use wasmparser::AbstractHeapType;

fn is_reference(ty: ValType) -> bool {
    use AbstractHeapType::{Exn, NoExn};
    matches!(ty, ValType::Ref(ty)
        if matches!(ty.heap_type(), HeapType::Abstract { ty: Exn | NoExn, .. }))
}

/// Whether an edge is that of a handler.
fn is_handlers(f: &Function, edge: invar_ir::Edge) -> bool {
    matches!(f.blocks[edge.from].term, Terminator::Invoke { .. }) && edge.nth > 0
}

/// Takes references to exceptions out of a function. A `rethrow` then names a block, by its number: these blocks are
/// returned. All edges to them are those of handlers.
pub(super) fn take_references(
    module: &Module,
    f: &mut Function,
) -> Result<FxHashSet<Block>, LowerError> {
    let has_any = f.blocks.values().any(|block| match &block.term {
        Terminator::Throw { op, .. } => *op == Op::ThrowRef,
        Terminator::Invoke { op, handlers, .. } => {
            *op == Op::ThrowRef || handlers.iter().any(|handler| handler.has_reference(module))
        }
        _ => false,
    });
    if !has_any {
        return Ok(FxHashSet::default());
    }
    let cfg = Cfg::new(f);
    check_uses(f, &cfg)?;
    let roots = Roots::find(f, &cfg);
    let mut blocks: FxHashSet<Block> = FxHashSet::default();
    let thrown = roots.thrown(f, &cfg);
    for &(block, _, param) in &roots.params {
        if thrown.contains(&param) {
            if !blocks.insert(block) {
                return Err(LowerError::References);
            }
            roots.catch_all_edges(module, f, &cfg, block, param);
        }
    }
    let cfg = Cfg::new(f);
    let goes_back = |&block: &Block| cfg.reachable_preds(block).any(|edge| cfg.is_retreating(edge));
    if blocks.iter().any(goes_back) {
        return Err(LowerError::References);
    }
    let mut thrown: FxHashSet<Block> = FxHashSet::default();
    for block in &cfg.rpo {
        let Function { blocks, pool, values, .. } = &mut *f;
        if let Terminator::Throw { op, args } | Terminator::Invoke { op, args, .. } =
            &mut blocks[*block].term
            && *op == Op::ThrowRef
        {
            let root = roots.of(args.as_slice(pool)[0]);
            let ValueDef::Param(caught, _) = values[root].def else {
                return Err(LowerError::References);
            };
            *op = Op::Rethrow { relative_depth: caught.as_u32() };
            args.clear(pool);
            thrown.insert(caught);
        }
    }
    remove(module, f);
    Ok(thrown)
}

/// References are passed by edges and thrown again, nothing else.
fn check_uses(f: &Function, cfg: &Cfg) -> Result<(), LowerError> {
    let is = |&value: &Value| is_reference(f.ty(value));
    let in_block = |&block: &Block| {
        let data = &f.blocks[block];
        let of_insts = |&inst: &_| f.args(inst).iter().any(is) || f.results(inst).any(|it| is(&it));
        let term = &data.term;
        let (operands, results) = match term {
            Terminator::Throw { op: Op::ThrowRef, .. } => (&[][..], &[][..]),
            Terminator::Invoke { op: Op::ThrowRef, .. } => (&[][..], &[][..]),
            Terminator::Invoke { results, .. } => (term.operands(&f.pool), &results[..]),
            _ => (term.operands(&f.pool), &[][..]),
        };
        data.insts.iter().any(of_insts) || operands.iter().chain(results).any(is)
    };
    let of_entry = f.blocks[f.entry].params.iter().any(is);
    if of_entry || cfg.rpo.iter().any(in_block) { Err(LowerError::References) } else { Ok(()) }
}

/// The parameters of blocks that are references.
struct Roots {
    /// Each with its block, and its number there.
    params: Vec<(Block, usize, Value)>,
    /// What stands for a parameter that gets the same reference on all edges.
    same: FxHashMap<Value, Value>,
}

impl Roots {
    fn find(f: &Function, cfg: &Cfg) -> Roots {
        let mut roots = Roots { params: Vec::new(), same: FxHashMap::default() };
        for &block in &cfg.rpo {
            let params = f.blocks[block].params.iter().enumerate();
            let params = params.filter(|(_, param)| is_reference(f.ty(**param)));
            roots.params.extend(params.map(|(n, &param)| (block, n, param)));
        }
        // The parameters that a parameter is passed to, by their numbers.
        let mut passed: FxHashMap<Value, Vec<usize>> = FxHashMap::default();
        for (n, &(block, at, _)) in roots.params.iter().enumerate() {
            for edge in cfg.reachable_preds(block) {
                let target = f.blocks[edge.from].term.target(edge.nth as usize);
                let arg = f.list(&target.expect("the edge exists").args)[at];
                passed.entry(arg).or_default().push(n);
            }
        }
        let mut work: Vec<usize> = (0..roots.params.len()).rev().collect();
        while let Some(n) = work.pop() {
            let (block, at, param) = roots.params[n];
            if !roots.same.contains_key(&param)
                && let Some(same) = roots.only_argument(f, cfg, block, at, param)
            {
                roots.same.insert(param, same);
                let users = passed.remove(&param).unwrap_or_default();
                work.extend(&users);
                passed.entry(same).or_default().extend(users);
            }
        }
        roots
    }

    /// The parameter that a reference is.
    fn of(&self, mut value: Value) -> Value {
        while let Some(&same) = self.same.get(&value) {
            value = same;
        }
        value
    }

    /// The references to exceptions that are thrown again, or are passed to a parameter that is.
    fn thrown(&self, f: &Function, cfg: &Cfg) -> FxHashSet<Value> {
        let thrown = cfg.rpo.iter().filter_map(|&block| match &f.blocks[block].term {
            Terminator::Throw { op: Op::ThrowRef, args }
            | Terminator::Invoke { op: Op::ThrowRef, args, .. } => Some(self.of(f.list(args)[0])),
            _ => None,
        });
        let mut work: Vec<Value> = thrown.collect();
        let mut found: FxHashSet<Value> = FxHashSet::default();
        while let Some(value) = work.pop() {
            let ValueDef::Param(block, at) = f.values[value].def else { continue };
            if !found.insert(value) {
                continue;
            }
            work.extend(cfg.reachable_preds(block).map(|edge| {
                let target = f.blocks[edge.from].term.target(edge.nth as usize);
                self.of(f.list(&target.expect("the edge exists").args)[at as usize])
            }));
        }
        found
    }

    fn only_argument(
        &self,
        f: &Function,
        cfg: &Cfg,
        block: Block,
        at: usize,
        param: Value,
    ) -> Option<Value> {
        let args = cfg.reachable_preds(block).map(|edge| {
            let target = f.blocks[edge.from].term.target(edge.nth as usize);
            self.of(f.list(&target.expect("the edge exists").args)[at])
        });
        let mut others = args.filter(|&arg| arg != param);
        let first = others.next()?;
        let is_param = matches!(f.values[first].def, ValueDef::Param(..));
        (is_param && others.all(|other| other == first)).then_some(first)
    }

    /// Makes all edges to a block, that passes a reference, edges of handlers that pass their own.
    fn catch_all_edges(
        &self,
        module: &Module,
        f: &mut Function,
        cfg: &Cfg,
        block: Block,
        param: Value,
    ) {
        let at = f.blocks[block].params.iter().position(|&it| it == param).expect("it is one");
        let only_throws = f.blocks[block].insts.is_empty()
            && matches!(&f.blocks[block].term, Terminator::Throw { op: Op::ThrowRef, args }
                if self.of(f.list(args)[0]) == param);
        for edge in cfg.reachable_preds(block).collect::<Vec<_>>() {
            let mut term = std::mem::take(&mut f.blocks[edge.from].term);
            let nth = edge.nth as usize;
            let target = term.target(nth).expect("the edge exists");
            let args = f.list(&target.args).to_vec();
            let own = match &term {
                Terminator::Invoke { handlers, .. } if nth > 0 => {
                    let handler = &handlers[nth - 1];
                    handler.values.last().copied().filter(|_| handler.has_reference(module))
                }
                _ => None,
            };
            if own == Some(args[at]) || own.is_some() && invar_ir::mutant!(WasmCatchesOther) {
                f.blocks[edge.from].term = term;
                continue;
            }
            let reference = self.of(args[at]);
            if matches!(term, Terminator::Jump(_)) {
                self.throw_to(f, edge.from, reference, block, args, at, only_throws);
                continue;
            }
            // What the terminator makes reaches the new block as parameters.
            let between = f.add_block();
            let made = term.edge_values();
            let made: Vec<Value> = args.iter().copied().filter(|arg| made.contains(arg)).collect();
            let params: Vec<Value> =
                made.iter().map(|&value| f.add_param(between, f.ty(value))).collect();
            let passed = args.iter().map(|arg| {
                made.iter().position(|value| value == arg).map_or(*arg, |at| params[at])
            });
            let passed: Vec<Value> = passed.collect();
            let call = BlockCall { weight: target.weight, ..f.call(between, &made) };
            *term.target_mut(nth).expect("the edge exists") = call;
            f.blocks[edge.from].term = term;
            self.throw_to(f, between, reference, block, passed, at, only_throws);
        }
    }

    /// Ends a block with a `throw_ref` whose handler leads to another one, with these arguments and a reference at that
    /// place of them.
    fn throw_to(
        &self,
        f: &mut Function,
        from: Block,
        reference: Value,
        to: Block,
        mut args: Vec<Value>,
        at: usize,
        only_throws: bool,
    ) {
        if only_throws {
            let args = f.make_list(&[reference]);
            f.blocks[from].term = Terminator::Throw { op: Op::ThrowRef, args };
            return;
        }
        let caught = f.add_edge_value(from, 1, RefType::EXN.into());
        args[at] = caught;
        let target = f.call(to, &args);
        let handler = Handler { tag: None, values: vec![caught], target };
        f.blocks[from].term = throw(f, Op::ThrowRef, &[reference], handler);
    }
}

/// A `throw` with one handler.
fn throw(f: &mut Function, op: Op, args: &[Value], handler: Handler) -> Terminator {
    let never = f.add_block();
    f.blocks[never].term = Terminator::Unreachable;
    let normal = f.call(never, &[]);
    let args = f.make_list(args);
    Terminator::Invoke { op, args, results: Vec::new(), normal, handlers: vec![handler] }
}

/// Removes references from parameters, edges and handlers.
fn remove(module: &Module, f: &mut Function) {
    let blocks: Vec<Block> = f.live_blocks().collect();
    for &block in &blocks {
        let mut term = std::mem::take(&mut f.blocks[block].term);
        if let Terminator::Invoke { handlers, .. } = &mut term {
            for handler in handlers.iter_mut().filter(|handler| handler.has_reference(module)) {
                handler.values.pop();
            }
        }
        for target in term.targets_mut() {
            let params = &f.blocks[target.block].params;
            let kept = params.iter().zip(f.list(&target.args));
            let kept: Vec<Value> = kept
                .filter(|(param, _)| !is_reference(f.ty(**param)))
                .map(|(_, &arg)| arg)
                .collect();
            if kept.len() < params.len() {
                target.args = f.make_list(&kept);
            }
        }
        f.blocks[block].term = term;
    }
    let entry = f.entry;
    for block in blocks.into_iter().filter(|&block| block != entry) {
        let Function { blocks, values, .. } = &mut *f;
        let params = &mut blocks[block].params;
        params.retain(|&param| !is_reference(values[param].ty));
        for (n, &param) in params.iter().enumerate() {
            values[param].def = ValueDef::Param(block, n as u32);
        }
    }
}

/// Says which blocks handlers lead to, of those whose exceptions are thrown again: others may have come before them.
/// Where several have, they throw the exception to the block. A `rethrow` then names the label of such a block.
pub(super) fn settle(
    f: &mut Function,
    thrown: &FxHashSet<Block>,
    code: &mut SecondaryMap<Block, FinalCode>,
) -> Result<FxHashSet<Block>, LowerError> {
    if thrown.is_empty() {
        return Ok(FxHashSet::default());
    }
    let cfg = Cfg::new(f);
    let mut labels: FxHashMap<Block, Block> = FxHashMap::default();
    for &block in cfg.rpo.iter().filter(|block| thrown.contains(block)) {
        let edges = cfg.reachable_preds(block);
        let (direct, others): (Vec<_>, Vec<_>) = edges.partition(|&edge| is_handlers(f, edge));
        let is_landing = |edge: &invar_ir::Edge| {
            matches!(f.blocks[edge.from].term, Terminator::Jump(_))
                && cfg.reachable_preds(edge.from).all(|edge| is_handlers(f, edge))
        };
        if !others.iter().all(is_landing) {
            return Err(LowerError::References);
        }
        if let ([], [one]) = (&direct[..], &others[..]) {
            labels.insert(block, one.from);
            continue;
        }
        labels.insert(block, block);
        for edge in others {
            labels.insert(edge.from, edge.from);
            let target = f.call(block, &[]);
            let handler = Handler { tag: None, values: Vec::new(), target };
            let op = Op::Rethrow { relative_depth: edge.from.as_u32() };
            f.blocks[edge.from].term = throw(f, op, &[], handler);
            // What the jump passed is assigned in front of the `try`.
            let code = &mut code[edge.from];
            code.statements = code.items.len();
        }
    }
    for block in f.blocks.values_mut() {
        if let Terminator::Throw { op, .. } | Terminator::Invoke { op, .. } = &mut block.term
            && let Op::Rethrow { relative_depth } = op
            && let Some(&caught) = labels.get(&Block::from_u32(*relative_depth))
        {
            *relative_depth = label(caught);
        }
    }
    Ok(labels.into_values().collect())
}
