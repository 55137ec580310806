//! Brings types into the proposals of the output; splits and merges edges, as the destruction of SSA form expects them.
//!
//! Afterwards only jumps pass arguments: an edge with arguments of a terminator with several targets is split, and
//! the moves will stand in the new block. A value that a `br_on_*` makes is passed to the only parameter of a block
//! with no other predecessor. Jumps that pass the same arguments to a block are merged. Reducible control flow stays
//! so. Cost: linear.

use invar_ir::entities::SecondaryMap;
use invar_ir::{
    Block, BlockCall, Cfg, Function, Module, Op, Terminator, ValType, Value, proposals,
};
use rustc_hash::{FxHashMap, FxHashSet};
use wasmparser::{RefType, WasmFeatures};

/// Gives values the types that the output may use. Passes narrow types to what is known of values, and `ref.func` has
/// the type of its function, whatever proposals the module has.
pub(super) fn express_types(module: &Module, f: &mut Function, features: WasmFeatures) {
    if proposals::has_typed_references(features) || invar_ir::mutant!(WasmNarrowTypes) {
        return;
    }
    let expressible = |ty: RefType| proposals::expressible(ty, features, module);
    for value in f.values.values_mut() {
        if let ValType::Ref(ty) = &mut value.ty {
            *ty = expressible(*ty);
        }
    }
    for inst in f.insts.values_mut() {
        match &mut inst.op {
            Op::TypedSelect { ty: ValType::Ref(ty) } => *ty = expressible(*ty),
            Op::RefNull { hty } if let Some(ty) = RefType::new(true, *hty) => {
                *hty = expressible(ty).heap_type();
            }
            _ => {}
        }
    }
}

/// Splits the edges. Equal edges of one jump table share a block.
pub(super) fn split_edges(f: &mut Function) {
    let predecessors = predecessor_counts(f);
    let blocks: Vec<Block> = f.live_blocks().collect();
    for block in blocks {
        if matches!(f.blocks[block].term, Terminator::Jump(_)) {
            continue;
        }
        let mut term = std::mem::take(&mut f.blocks[block].term);
        let mut shared: FxHashMap<(Block, Vec<Value>, Vec<Value>), Block> = FxHashMap::default();
        // The values that the terminator leaves on the stack for an edge, whether they are used or not.
        let edge_values: Vec<Vec<Value>> = match &term {
            Terminator::BrOn { taken_value, fallthrough_value, .. } => {
                [taken_value, fallthrough_value]
                    .map(|value| value.expand().into_iter().collect())
                    .into()
            }
            Terminator::Invoke { results, handlers, .. } => {
                let of_handlers = handlers.iter().map(|handler| handler.values.clone());
                std::iter::once(results.clone()).chain(of_handlers).collect()
            }
            _ => Vec::new(),
        };
        for (nth, target) in term.targets_mut().enumerate() {
            let args = f.list(&target.args).to_vec();
            let made = edge_values.get(nth).map_or(&[][..], Vec::as_slice);
            if args.is_empty() && made.is_empty() {
                continue;
            }
            if !made.is_empty() && made == args && predecessors[target.block] == 1 {
                continue;
            }
            let loc = f.blocks[block].term_loc;
            let to = target.block;
            let between = *shared.entry((to, args.clone(), made.to_vec())).or_insert_with(|| {
                let between = f.add_block();
                for &value in made {
                    f.add_param(between, f.ty(value));
                }
                let params = &f.blocks[between].params;
                let passed = args.iter().map(|&arg| {
                    let at = made.iter().position(|&value| value == arg);
                    at.map_or(arg, |at| params[at])
                });
                let passed: Vec<Value> = passed.collect();
                let call = f.call(to, &passed);
                f.blocks[between].term = Terminator::Jump(call);
                f.blocks[between].term_loc = loc;
                between
            });
            let args = f.make_list(made);
            *target = BlockCall { block: between, args, weight: target.weight };
        }
        f.blocks[block].term = term;
    }
}

/// Lets jumps that pass the same arguments to a block share one block: the copies that the
/// arguments may need are then in the code once. If a loop is also entered by an edge with other
/// arguments, its entry edges and back edges share no block: that would be a second entry of a
/// reducible loop. Jumps to the blocks `thrown` share none: the blocks of handlers are in front of these.
pub(super) fn share_jumps(f: &mut Function, thrown: &FxHashSet<Block>) {
    let cfg = Cfg::new(f);
    let mut groups: FxHashMap<(Block, Vec<Value>), Vec<Block>> = FxHashMap::default();
    let mut order: Vec<(Block, Vec<Value>)> = Vec::new();
    for block in f.live_blocks().filter(|&block| cfg.is_reachable(block)) {
        let Terminator::Jump(call) = &f.blocks[block].term else { continue };
        let args = f.list(&call.args);
        if args.is_empty() || thrown.contains(&call.block) {
            continue;
        }
        let key = (call.block, args.to_vec());
        let group = groups.entry(key.clone()).or_default();
        if group.is_empty() {
            order.push(key);
        }
        group.push(block);
    }
    let goes_back = |from: Block| cfg.out_edges(from).any(|edge| cfg.is_retreating(edge));
    for (to, args) in order {
        let group = &groups[&(to, args.clone())];
        if group.len() < 2 {
            continue;
        }
        let (back, into): (Vec<Block>, Vec<Block>) = group.iter().partition(|&&b| goes_back(b));
        let entries = cfg.reachable_preds(to).filter(|&edge| !cfg.is_retreating(edge)).count();
        if back.is_empty() || into.len() == entries {
            share(f, group, to, &args);
        } else {
            share(f, &back, to, &args);
            share(f, &into, to, &args);
        }
    }
}

/// Lets jumps of these blocks go through a new one, if there are several.
fn share(f: &mut Function, group: &[Block], to: Block, args: &[Value]) {
    if group.len() < 2 {
        return;
    }
    let shared = f.add_block();
    let call = f.call(to, args);
    f.blocks[shared].term = Terminator::Jump(call);
    for &block in group {
        let call = f.call(shared, &[]);
        f.blocks[block].term = Terminator::Jump(call);
    }
}

/// The number of edges to each block.
pub(super) fn predecessor_counts(f: &Function) -> SecondaryMap<Block, u32> {
    let mut counts = SecondaryMap::with_capacity(f.blocks.len());
    for block in f.live_blocks() {
        for target in f.blocks[block].term.targets() {
            counts[target.block] += 1;
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::{share_jumps, split_edges};
    use invar_generate::functions::parse;
    use invar_ir::Function;
    use rustc_hash::FxHashSet;

    #[track_caller]
    fn check(rewrite: fn(&mut Function), before: &str, after: &str) {
        let lines = |f: &Function, module| {
            let text = f.display(module).to_string();
            let lines = text.lines().map(|line| line.trim().to_string());
            lines.collect::<Vec<_>>()
        };
        let (module, mut f) = parse(before);
        rewrite(&mut f);
        let (expected_module, expected) = parse(after);
        assert_eq!(lines(&f, &module), lines(&expected, &expected_module));
    }

    #[test]
    fn edges_with_arguments_of_branches_get_blocks() {
        check(
            split_edges,
            "func f1 : (i32, i32) -> (i32) {
             b0(v0: i32, v1: i32):
               br_if v0, b1(v0), b2
             b1(v2: i32):
               return v2
             b2:
               jump b1(v1)
             }",
            "func f1 : (i32, i32) -> (i32) {
             b0(v0: i32, v1: i32):
               br_if v0, b3, b2
             b1(v2: i32):
               return v2
             b2:
               jump b1(v1)
             b3:
               jump b1(v0)
             }",
        );
    }

    #[test]
    fn equal_edges_of_a_jump_table_share_a_block() {
        check(
            split_edges,
            "func f1 : (i32, i32) -> (i32) {
             b0(v0: i32, v1: i32):
               br_table v0, b1(v0), b1(v1), b1(v0)
             b1(v2: i32):
               return v2
             }",
            "func f1 : (i32, i32) -> (i32) {
             b0(v0: i32, v1: i32):
               br_table v0, b2, b3, b2
             b1(v2: i32):
               return v2
             b2:
               jump b1(v0)
             b3:
               jump b1(v1)
             }",
        );
    }

    #[test]
    fn jumps_that_pass_the_same_go_through_one_block() {
        check(
            |f| share_jumps(f, &FxHashSet::default()),
            "func f1 : (i32, i32) -> (i32) {
             b0(v0: i32, v1: i32):
               br_table v0, b1, b2, b3
             b1:
               jump b4(v0)
             b2:
               jump b4(v0)
             b3:
               jump b4(v1)
             b4(v2: i32):
               return v2
             }",
            "func f1 : (i32, i32) -> (i32) {
             b0(v0: i32, v1: i32):
               br_table v0, b1, b2, b3
             b1:
               jump b5
             b2:
               jump b5
             b3:
               jump b4(v1)
             b4(v2: i32):
               return v2
             b5:
               jump b4(v0)
             }",
        );
    }

    #[test]
    fn an_edge_into_a_loop_and_one_back_share_no_block_where_another_enters_it() {
        let text = "func f1 : (i32, i32) -> (i32) {
             b0(v0: i32, v1: i32):
               br_if v0, b1, b2
             b1:
               jump b3(v0)
             b2:
               jump b3(v1)
             b3(v2: i32):
               v3 = call f0 v2
               br_if v3, b4, b5
             b4:
               jump b3(v0)
             b5:
               return v2
             }";
        check(|f| share_jumps(f, &FxHashSet::default()), text, text);
    }
}
