//! Writes functions in SSA form as WebAssembly code, and modules as bytes.
//!
//! [`lower`] takes a function through these steps: irreducible loops get a dispatcher
//! ([`make_reducible`](invar_analysis::make_reducible)); types become those that the output may use, critical edges
//! with arguments are split (`normalize`); sums read incremented variables of loops (`increments`); expression trees
//! are formed (`treeify`); SSA form is destructed, its values are coalesced and assigned to locals (`locals`);
//! control flow is structured (`structure`); `try_table`s are merged (`tries`), or converted to the legacy form of
//! exception handlers (`legacy`); the flat code is improved (`peephole`, `zeros`, `rotate`, `stack`). [`write()`]
//! encodes a module with the resulting [`Code`]s (`module`).

mod code;
mod encode;
mod increments;
mod legacy;
mod locals;
mod module;
mod names;
mod normalize;
mod peephole;
mod rotate;
mod stack;
mod structure;
#[cfg(test)]
mod testing;
mod treeify;
mod tries;
mod zeros;

pub use code::Code;
pub use module::{BodySizes, WriteOptions, mentions, type_mentions, write, write_located};

use code::{Item, Origin, OriginLocations, TypeLists, Typed};
use invar_analysis::LoopForest;
use invar_ir::entities::SecondaryMap;
use invar_ir::limits::Limit;
use invar_ir::{Block, Cfg, Dominators, Function, Module, Terminator, ValType, Value, ValueDef};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt;
use structure::FinalCode;
use treeify::{BlockCode, Treeify};
use wasmparser::WasmFeatures;

/// Why a function cannot be written; the caller keeps its original body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LowerError {
    /// The function needs more locals than engines accept, or liveness went past its budget.
    TooManyLocals,
    /// The function has so many of what engines limit.
    OverLimit(Limit, u64),
    /// The function's irreducible control flow is nested too deeply.
    Irreducible,
    /// The function has operators of ownership, which have no equivalent in WebAssembly.
    Ownership,
    /// What the function does with references to exceptions cannot be said in the legacy form of exception handlers.
    References,
}

impl fmt::Display for LowerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            LowerError::OverLimit(limit, count) => {
                let (what, most) = (limit.what(), limit.most());
                return write!(f, "it would have {count} {what}: engines accept {most}");
            }
            LowerError::TooManyLocals => {
                "it needs too many locals, or too much time to assign them"
            }
            LowerError::Ownership => "it has operators of ownership",
            LowerError::References => "what it catches and throws again has no legacy form",
            LowerError::Irreducible => "its irreducible control flow is nested too deeply",
        })
    }
}

impl std::error::Error for LowerError {}

/// What code is written for.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The proposals that it may use. They decide the types of locals and constructs; operators are those of the
    /// function.
    pub features: WasmFeatures,
    /// Rotate loops that test at their top, which takes code and saves time.
    pub rotate: bool,
    /// Keep the locations of operators with the code.
    pub locations: bool,
}

/// All proposals, and no rotation.
impl Default for Target {
    fn default() -> Self {
        Target { features: WasmFeatures::all(), rotate: false, locations: false }
    }
}

/// Writes a function as structured WebAssembly code. Near-linear in its size. What a function has more of than engines
/// accept is an error; only its size in bytes is not known here.
///
/// The function must be valid and without aliases. Staging operators are left out.
pub fn lower(module: &Module, mut f: Function, target: Target) -> Result<Code, LowerError> {
    let mut ops = f.blocks.values().flat_map(|block| &block.insts).map(|&inst| &f.insts[inst].op);
    if ops.any(|op| op.proposal() == "ownership") {
        return Err(LowerError::Ownership);
    }
    // Annotations are for the specializer; engines do not know them.
    f.strip_annotations();
    normalize::express_types(module, &mut f, target.features);
    invar_analysis::make_reducible(&mut f).map_err(|_| LowerError::Irreducible)?;
    let is_legacy = module.legacy_exceptions;
    let thrown =
        if is_legacy { legacy::take_references(module, &mut f)? } else { FxHashSet::default() };
    normalize::split_edges(&mut f);
    normalize::share_jumps(&mut f, &thrown);
    let cfg = Cfg::new(&f);
    let dominators = Dominators::new(&f, &cfg);
    let loops = LoopForest::new(&f, &cfg, &dominators);
    let weights = locals::Weights::of(&f, &cfg, &loops);
    increments::read_incremented(module, &mut f, &cfg, &dominators, &loops, &weights);
    let mut lists = TypeLists::default();
    let (mut code, typed) = trees(module, &f, &cfg, &loops, &thrown, &mut lists);
    let assignment = locals::assign(&mut f, &cfg, &dominators, &cfg.rpo, &mut code, &weights)
        .ok_or(LowerError::TooManyLocals)?;
    let mut finals: SecondaryMap<Block, FinalCode> = SecondaryMap::with_capacity(f.blocks.len());
    for &block in &cfg.rpo {
        finals[block] = to_locals(std::mem::take(&mut code[block]), &assignment.local);
    }

    share_handler_blocks(&mut f, &cfg, &mut finals, &typed);
    thread_empty(&mut f, &cfg, &finals, &typed, &thrown);
    let throws_again = legacy::settle(&mut f, &thrown, &mut finals)?;
    let cfg = Cfg::new(&f);
    let dominators = Dominators::new(&f, &cfg);
    let loops = LoopForest::new(&f, &cfg, &dominators);
    let mut items = structure::structure(
        module,
        &f,
        &cfg,
        &dominators,
        &loops,
        finals,
        &typed,
        &mut lists,
        &throws_again,
    );

    tries::merge(&mut items, module);
    let params = f.blocks[f.entry].params.len();
    let (locals, params) = (assignment.types[params..].to_vec(), params as u32);
    let mut code = Code { params, locals, items, lists, locations: None };
    if is_legacy {
        legacy::convert::convert(&mut code, module, &f.results)?;
    }
    if target.locations {
        code.locations = Some(Box::new(OriginLocations::of(f)));
    }
    peephole::improve(&mut code);
    if target.rotate {
        rotate::rotate(&mut code.items, module);
        peephole::tidy(&mut code.items);
    }
    stack::keep(&mut code, module);
    match code.counts().over().next() {
        Some((limit, count)) if !invar_ir::mutant!(WasmTablesUnlimited) => {
            Err(LowerError::OverLimit(limit, count))
        }
        _ => Ok(code),
    }
}

/// Forms the trees of all blocks, successors before predecessors, and decides which block
/// parameters are passed on the operand stack.
fn trees(
    module: &Module,
    f: &Function,
    cfg: &Cfg,
    loops: &LoopForest,
    thrown: &FxHashSet<Block>,
    lists: &mut TypeLists,
) -> (SecondaryMap<Block, BlockCode>, SecondaryMap<Block, Typed>) {
    let mut code: SecondaryMap<Block, BlockCode> = SecondaryMap::with_capacity(f.blocks.len());
    let mut typed: SecondaryMap<Block, Typed> = SecondaryMap::with_capacity(f.blocks.len());
    // Parameters that could be passed on the stack.
    let mut candidates: SecondaryMap<Block, Option<Value>> = SecondaryMap::new();
    let mut treeify = Treeify::new(module, f);
    for &block in cfg.rpo.iter().rev() {
        let data = &f.blocks[block];
        // Values that a terminator makes for the edge to this block are on the stack: all of its parameters.
        let is_made = cfg.reachable_preds(block).any(|edge| {
            let target = f.blocks[edge.from].term.target(edge.nth as usize);
            let first = target.and_then(|target| f.list(&target.args).first());
            first.is_some_and(|&arg| matches!(f.values[arg].def, ValueDef::Edge(..)))
        });
        let on_stack = if is_made { &data.params[..] } else { &[] };
        let types: Vec<ValType> = on_stack.iter().map(|&value| f.ty(value)).collect();
        typed[block] = lists.typed(&types);
        let stays = match &data.term {
            Terminator::Jump(call) => candidates[call.block],
            _ => None,
        };
        let jumps_only = || {
            cfg.reachable_preds(block)
                .all(|edge| matches!(f.blocks[edge.from].term, Terminator::Jump(_)))
        };
        code[block] = treeify.block(block, on_stack, stays);
        if !is_made
            && block != f.entry
            && !loops.is_header(block)
            && !thrown.contains(&block)
            && let Some(value) = treeify.starts_with_param(block, &code[block])
            && jumps_only()
        {
            candidates[block] = Some(value);
        }
    }
    for &block in &cfg.rpo {
        if let Some(param) = candidates[block] {
            let used_once = treeify.uses(param) == 1;
            pass_on_stack(f, cfg, block, param, used_once, &mut code, &mut typed);
        }
    }
    (code, typed)
}

/// Passes a block parameter, whose use comes first in the block, on the operand stack, if that is
/// shorter: arguments computed in place then need no local. Arguments that are in a local could have been
/// coalesced with the parameter, which is what is lost.
fn pass_on_stack(
    f: &Function,
    cfg: &Cfg,
    block: Block,
    param: Value,
    used_once: bool,
    code: &mut SecondaryMap<Block, BlockCode>,
    typed: &mut SecondaryMap<Block, Typed>,
) {
    let number = param.as_u32();
    let (mut in_place, mut in_locals) = (0, 0);
    for edge in cfg.reachable_preds(block) {
        let items = &code[edge.from].items;
        if items.last() != Some(&Item::MoveSet(number)) {
            return;
        }
        if items.iter().any(|item| matches!(item, Item::MoveGet(_, to) if *to == number)) {
            in_locals += 1;
        } else {
            in_place += 1;
        }
    }
    let gain = i64::from(in_place) + i64::from(used_once);
    if gain <= i64::from(in_locals) {
        return;
    }
    for edge in cfg.reachable_preds(block) {
        let items = &mut code[edge.from].items;
        items.pop();
        for item in items.iter_mut() {
            *item = match item {
                Item::MoveGet(from, to) if *to == number => Item::Get(*from),
                Item::MoveConst(op, to) if *to == number => Item::Op(op.clone(), Origin::NONE),
                _ => continue,
            };
        }
    }
    let first = &mut code[block].items;
    if used_once {
        first.remove(0);
        code[block].statements = code[block].statements.saturating_sub(1);
    } else {
        first[0] = Item::Tee(number);
    }
    typed[block] = Typed::One(f.ty(param));
}

/// Replaces values by their locals; copies of coalesced values vanish.
fn to_locals(code: BlockCode, local: &SecondaryMap<Value, u32>) -> FinalCode {
    let of = |value: u32| local[Value::from_u32(value)];
    let mut items = Vec::with_capacity(code.items.len());
    let mut statements = 0;
    let (before, count) = (code.statements, code.items.len());
    let hoisted = |items: &mut Vec<Item>| {
        for (op, param) in &code.hoisted {
            items.extend([Item::Op(op.clone(), Origin::NONE), Item::Set(of(*param))]);
        }
        items.len()
    };
    let vanished = vanished(&code.items, of);
    for (n, item) in code.items.into_iter().enumerate() {
        if n == before {
            statements = hoisted(&mut items);
        }
        items.extend(with_locals(item, &vanished, of));
    }
    if before >= count {
        statements = hoisted(&mut items);
    }
    let vanished = self::vanished(&code.early, of);
    let early = code.early.into_iter().filter_map(|item| with_locals(item, &vanished, of));
    FinalCode { items, statements, early: early.collect() }
}

/// The parameters that are coalesced with what is copied to them.
fn vanished(items: &[Item], of: impl Fn(u32) -> u32) -> FxHashSet<u32> {
    let copied = items.iter().filter_map(|item| match *item {
        Item::MoveGet(from, to) if of(from) == of(to) => Some(to),
        _ => None,
    });
    copied.collect()
}

fn with_locals(item: Item, vanished: &FxHashSet<u32>, of: impl Fn(u32) -> u32) -> Option<Item> {
    Some(match item {
        Item::Get(value) => Item::Get(of(value)),
        Item::Set(value) => Item::Set(of(value)),
        Item::Tee(value) => Item::Tee(of(value)),
        Item::Nothing => return None,
        Item::MoveGet(_, to) | Item::MoveSet(to) if vanished.contains(&to) => return None,
        Item::MoveGet(from, _) => Item::Get(of(from)),
        Item::MoveConst(op, _) => Item::Op(op, Origin::NONE),
        Item::MoveSet(to) => Item::Set(of(to)),
        other => other,
    })
}

/// With how many blocks of the same length that jump to the same block one is compared.
const MOST_COMPARED: usize = 32;

/// Lets handlers that do the same share one block: then their calls have the same clauses. Each call with arguments for
/// its handlers has blocks of its own, which assign parameters and jump on.
fn share_handler_blocks(
    f: &mut Function,
    cfg: &Cfg,
    code: &mut SecondaryMap<Block, FinalCode>,
    typed: &SecondaryMap<Block, Typed>,
) {
    let mut known: FxHashMap<(Block, Typed, usize), Vec<Block>> = FxHashMap::default();
    for &block in &cfg.rpo {
        let Terminator::Invoke { handlers, .. } = &f.blocks[block].term else { continue };
        let handler_blocks: Vec<Block> =
            handlers.iter().map(|handler| handler.target.block).collect();
        for (n, handler_block) in handler_blocks.into_iter().enumerate() {
            let Terminator::Jump(call) = &f.blocks[handler_block].term else { continue };
            // A block that is reached from outside of a loop and from inside would be a second entry of it.
            if cfg.out_edges(handler_block).any(|edge| cfg.is_retreating(edge)) {
                continue;
            }
            let items = &code[handler_block].items;
            let same = known.entry((call.block, typed[handler_block], items.len())).or_default();
            match same.iter().take(MOST_COMPARED).find(|&&other| code[other].items == *items) {
                Some(&other) => {
                    let mut items = items.clone();
                    for (kept, gone) in code[other].items.iter_mut().zip(&mut items) {
                        if let (Some(kept), Some(gone)) = (kept.origin_mut(), gone.origin_mut())
                            && kept.location(f) != gone.location(f)
                        {
                            *kept = Origin::SEVERAL;
                        }
                    }
                    let Terminator::Invoke { handlers, .. } = &mut f.blocks[block].term else {
                        continue;
                    };
                    handlers[n].target.block = other;
                }
                None => same.push(handler_block),
            }
        }
    }
}

/// Jump threading of empty blocks: branches to a block that only jumps go to where it jumps.
fn thread_empty(
    f: &mut Function,
    cfg: &Cfg,
    code: &SecondaryMap<Block, FinalCode>,
    typed: &SecondaryMap<Block, Typed>,
    thrown: &FxHashSet<Block>,
) {
    let empty = |f: &Function, block: Block| match &f.blocks[block].term {
        Terminator::Jump(call)
            if code[block].items.is_empty()
                && typed[block].is_none()
                && typed[call.block].is_none()
                && block != f.entry
                && !thrown.contains(&block) =>
        {
            Some(call.block)
        }
        _ => None,
    };
    // Where each block leads, found from the end so that chains are followed once; a cycle of
    // empty blocks stays.
    let mut leads: SecondaryMap<Block, Option<Block>> = SecondaryMap::with_capacity(f.blocks.len());
    for &block in cfg.rpo.iter().rev() {
        if let Some(next) = empty(f, block) {
            let to = leads[next].unwrap_or(next);
            if to != block && cfg.rpo_number[next] > cfg.rpo_number[block] {
                leads[block] = Some(to);
            } else if to != block && leads[next].is_none() {
                // An empty latch: its predecessors are latches themselves.
                leads[block] = Some(next);
            }
        }
    }
    for &block in &cfg.rpo {
        let mut term = std::mem::take(&mut f.blocks[block].term);
        for target in term.targets_mut() {
            if let Some(to) = leads[target.block] {
                target.block = to;
                target.args.clear(&mut f.pool);
            }
        }
        f.blocks[block].term = term;
    }
}
