//! Narrower types of block parameters, by the types of all arguments.
//!
//! Validation asks for types that hold on all edges, also on those that are never taken. So this looks at types only,
//! not at facts about values, and at all edges.

use invar_analysis::transform::edges;
use invar_analysis::{Fuel, PassContext};
use invar_ir::entities::{EntitySet, SecondaryMap};
use invar_ir::{
    Block, Cfg, Edge, Function, Op, RefType, Terminator, TypeHierarchy, ValType, Value, ValueDef,
    br_on_types,
};
use rustc_hash::FxHashMap;

/// How many rounds there are at most.
const MOST_ROUNDS: usize = 8;
/// How many parameters a search looks at that starts at one.
const MOST_PARAMS: usize = 32;
/// And at how many edges.
const MOST_EDGES: usize = 256;

/// The edges into blocks, of which the pass has removed some.
#[derive(Clone, Copy)]
pub(super) struct Edges<'a> {
    pub cfg: &'a Cfg,
    /// See [`Pass`](super::Pass).
    pub decided: &'a FxHashMap<Block, u32>,
}

impl<'a> Edges<'a> {
    fn into(self, block: Block) -> impl Iterator<Item = Edge> + use<'a> {
        self.cfg.preds(block).iter().filter_map(move |&edge| match self.decided.get(&edge.from) {
            None => Some(edge),
            Some(&nth) => (nth == edge.nth).then_some(Edge { nth: 0, ..edge }),
        })
    }
}

/// Narrows the heap types of all parameters to what their arguments have. Whether they may be null stays: a local
/// that is never null is read with a test for null where validation does not see its assignment. Returns how many
/// were narrowed. Optimistic, in a bounded number of rounds.
pub(super) fn all(f: &mut Function, cfg: &Cfg, cx: &PassContext<'_>) -> u64 {
    let types = cx.module.hierarchy();
    let made = edge_values(f, cfg, &types, cx);
    let mut narrow: SecondaryMap<Value, Option<RefType>> = SecondaryMap::new();
    let mut settled = false;
    for _ in 0..MOST_ROUNDS {
        settled = true;
        for &block in cfg.rpo.iter().filter(|&&block| block != f.entry) {
            for (n, &param) in f.blocks[block].params.iter().enumerate() {
                let Some(own) = f.ty(param).as_reference_type() else { continue };
                let mut joined = narrow[param];
                for &edge in cfg.preds(block) {
                    let arg = f.resolve(edges::args(f, edge)[n]);
                    let is_open = cfg.is_reachable(edge.from) && is_param(f, arg);
                    let ty = match narrow[arg] {
                        ty if is_open => ty,
                        _ => f.ty(arg).as_reference_type(),
                    };
                    // Null is of each type that is nullable.
                    let Some(ty) = ty.filter(|_| !is_null(f, arg)) else { continue };
                    joined = Some(match joined {
                        Some(joined) => join(&types, own, joined, ty),
                        None => ty,
                    });
                }
                if joined != narrow[param] {
                    narrow[param] = joined;
                    settled = false;
                }
            }
        }
        if settled {
            // A parameter that gets null only keeps its type, and passes it on.
            for &param in cfg.rpo.iter().skip(1).flat_map(|&block| &f.blocks[block].params) {
                let own = f.ty(param).as_reference_type();
                if narrow[param].is_none() && own.is_some() {
                    narrow[param] = own;
                    settled = false;
                }
            }
        }
        if settled {
            break;
        }
    }
    if !settled {
        return made;
    }
    let mut changes = Vec::new();
    for &block in cfg.rpo.iter().filter(|&&block| block != f.entry) {
        for &param in &f.blocks[block].params {
            let (Some(ty), Some(own)) = (narrow[param], f.ty(param).as_reference_type()) else {
                continue;
            };
            let heap = ty.heap_type();
            let is_narrower = types.is_heap_subtype(heap, own.heap_type())
                && !types.is_heap_subtype(own.heap_type(), heap);
            if let Some(ty) = RefType::new(own.is_nullable(), heap).filter(|_| is_narrower) {
                changes.push((param, ty));
            }
        }
    }
    // All or none: the types depend on each other.
    if changes.is_empty() || !cx.fuel.take() {
        return made;
    }
    for &(param, ty) in &changes {
        f.values[param].ty = ty.into();
    }
    let edges_into = Edges { cfg, decided: &FxHashMap::default() };
    for (param, _) in &changes {
        retype_nulls(f, edges_into, &types, *param);
    }
    made + changes.len() as u64
}

/// Gives the values that branches on references make the types that follow from their operators, where labels had wider
/// ones. Returns how many.
fn edge_values(f: &mut Function, cfg: &Cfg, types: &TypeHierarchy, cx: &PassContext<'_>) -> u64 {
    let mut changed = 0;
    for &block in &cfg.rpo {
        let Terminator::BrOn { op, args, taken_value, fallthrough_value, .. } =
            &f.blocks[block].term
        else {
            continue;
        };
        let args: Vec<ValType> = f.list(args).iter().map(|&arg| f.ty(arg)).collect();
        let Ok((taken, fallthrough)) = br_on_types(op, &args) else { continue };
        for (value, ty) in [(*taken_value, taken), (*fallthrough_value, fallthrough)] {
            if let (Some(value), Some(ty)) = (value.expand(), ty)
                && ty != f.ty(value)
                && types.is_subtype(ty, f.ty(value))
                && cx.fuel.take()
            {
                f.values[value].ty = ty;
                changed += 1;
            }
        }
    }
    changed
}

/// The join of two types, which are both below a third one.
fn join(types: &TypeHierarchy, own: RefType, a: RefType, b: RefType) -> RefType {
    let heap = types.join(a.heap_type(), b.heap_type());
    RefType::new(a.is_nullable() || b.is_nullable(), heap).unwrap_or(own)
}

fn is_param(f: &Function, value: Value) -> bool {
    matches!(f.values[value].def, ValueDef::Param(block, _) if block != f.entry)
}

fn is_null(f: &Function, value: Value) -> bool {
    matches!(f.def_op(value), Some(Op::RefNull { .. }))
}

/// Narrows a parameter to a type (or a wider one that it already has), and the parameters that are passed to it, if all
/// arguments then have that type. Returns how many.
pub(super) fn param(
    f: &mut Function,
    edges_into: Edges<'_>,
    types: &TypeHierarchy,
    fuel: &Fuel,
    param: Value,
    want: ValType,
) -> u64 {
    let ValType::Ref(want_ref) = want else { return 0 };
    let mut found = vec![param];
    let mut seen: EntitySet<Value> = EntitySet::new();
    seen.insert(param);
    let (mut next, mut looked) = (0, 0);
    while let Some(&at) = found.get(next) {
        next += 1;
        let ValueDef::Param(block, n) = f.values[at].def else { return 0 };
        // A narrower type that is not one of the present type would be none for some of the arguments.
        if block == f.entry || !types.is_subtype(want, f.ty(at)) {
            return 0;
        }
        for edge in edges_into.into(block) {
            let arg = f.resolve(edges::args(f, edge)[n as usize]);
            looked += 1;
            if looked > MOST_EDGES {
                return 0;
            }
            let fits = types.is_subtype(f.ty(arg), want)
                || is_null(f, arg) && want_ref.is_nullable()
                || invar_ir::mutant!(NarrowedByOneEdge);
            if fits || !seen.insert(arg) {
                continue;
            }
            if found.len() == MOST_PARAMS {
                return 0;
            }
            found.push(arg);
        }
    }
    if !fuel.take() {
        return 0;
    }
    for &param in &found {
        f.values[param].ty = want;
    }
    for &param in &found {
        retype_nulls(f, edges_into, types, param);
    }
    found.len() as u64
}

/// Makes constants of the type of a parameter for arguments that are null.
fn retype_nulls(f: &mut Function, edges_into: Edges<'_>, types: &TypeHierarchy, param: Value) {
    let ValueDef::Param(block, n) = f.values[param].def else { return };
    let Some(ty) = f.ty(param).as_reference_type() else { return };
    for edge in edges_into.into(block) {
        let arg = f.resolve(edges::args(f, edge)[n as usize]);
        if !is_null(f, arg) || types.is_subtype(f.ty(arg), f.ty(param)) {
            continue;
        }
        let null = null(f, edge.from, ty);
        let term = &mut f.blocks[edge.from].term;
        let target = term.target_mut(edge.nth as usize).expect("the edge exists");
        target.args.as_mut_slice(&mut f.pool)[n as usize] = null;
    }
}

/// A null constant at the end of a block.
fn null(f: &mut Function, block: Block, ty: RefType) -> Value {
    let loc = f.blocks[block].term_loc;
    let op = Op::RefNull { hty: ty.heap_type() };
    let inst = f.append(block, op, &[], &[ty.into()], loc);
    f.result(inst).expect("one result")
}
