//! Where objects have to exist: a forward data-flow analysis.
//!
//! An object is *virtual* where it was allocated, and *real* from the first point on where it escapes: where a
//! reference to it is used in a way that needs one. Where paths meet and the object is live, it is real if it is real
//! on one of them; then the edges on which it is virtual make it. So on each path from its definition it is made at
//! most once. The least solution makes objects as late as possible.
//!
//! Cost: linear for each visit of a block. A bit is only set, so a block is visited once for each of its
//! roots at most, and in practice once or twice.

use super::objects::{Birth, Objects, Root, Tested};
use invar_ir::bit_set::BitSet;
use invar_ir::entities::SecondaryMap;
use invar_ir::{Block, Cfg, Edge, Function, Inst, Module, Op, Terminator, Value};
use invar_rules::{Const, ValueFacts};

/// What an instruction does with a virtual object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Use {
    /// Reads a field.
    Get { root: Root, field: usize },
    /// Writes a field.
    Set { root: Root, field: usize },
    /// Gives a number that does not depend on where the object is.
    Known { root: Root, value: i32 },
    /// Gives the reference.
    Copy { root: Root },
    /// Compares the reference with one that is no root's: they differ as long as the object is virtual.
    Compare { root: Root },
}

/// What an instruction does with an object where that is virtual; `None` if it needs a reference, or uses no
/// root.
pub(super) fn use_of(f: &Function, module: &Module, objects: &Objects, inst: Inst) -> Option<Use> {
    let (op, args) = (&f.insts[inst].op, f.args(inst));
    let root_at = |n: usize| args.get(n).and_then(|&arg| objects.root_of(arg));
    if let Op::RefEq = op {
        return match (root_at(0), root_at(1)) {
            (Some(a), Some(b)) => Some(Use::Known { root: a, value: i32::from(a == b) }),
            (Some(root), None) | (None, Some(root)) => Some(Use::Compare { root }),
            (None, None) => None,
        };
    }
    let root = root_at(0)?;
    let shape = objects.shape(root);
    let element = |n: usize| {
        let index = f.constant(*args.get(n)?).and_then(Const::as_int)? as u32 as usize;
        let last = shape.fields.len().checked_sub(1)?;
        let is_there = index <= last || invar_ir::mutant!(ReplaceAnyElement);
        is_there.then_some(index.min(last))
    };
    match *op {
        Op::StructGet { field_index, .. }
        | Op::StructGetS { field_index, .. }
        | Op::StructGetU { field_index, .. } => {
            Some(Use::Get { root, field: field_index as usize })
        }
        Op::StructSet { field_index, .. } => Some(Use::Set { root, field: field_index as usize }),
        Op::ArrayGet { .. } | Op::ArrayGetS { .. } | Op::ArrayGetU { .. } => {
            Some(Use::Get { root, field: element(1)? })
        }
        Op::ArraySet { .. } => Some(Use::Set { root, field: element(1)? }),
        Op::ArrayLen => Some(Use::Known { root, value: shape.fields.len() as i32 }),
        _ => match objects.tested(module, op, objects.roots[root].shape) {
            Tested::Copy => Some(Use::Copy { root }),
            Tested::Flag(is) => Some(Use::Known { root, value: i32::from(is) }),
            Tested::Unknown => None,
        },
    }
}

/// The operands of an instruction that have to be references to real objects, if those of `used` are virtual: also
/// what is stored in an object.
pub(super) fn escaping<'a>(
    f: &'a Function,
    objects: &'a Objects,
    inst: Inst,
    used: Option<Use>,
) -> impl Iterator<Item = Root> + 'a {
    let first = match used {
        None => 0,
        Some(Use::Get { .. } | Use::Set { .. } | Use::Copy { .. }) => 1,
        Some(Use::Known { .. } | Use::Compare { .. }) => usize::MAX,
    };
    let args = f.args(inst).iter().skip(first);
    args.filter_map(|&arg| objects.root_of(arg))
}

/// Whether a branch on a root is decided: whether it is taken.
pub(super) fn decided(
    f: &Function,
    module: &Module,
    objects: &Objects,
    block: Block,
) -> Option<bool> {
    let Terminator::BrOn { op, args, .. } = &f.blocks[block].term else { return None };
    let root = objects.root_of(f.list(args)[0])?;
    match objects.tested(module, op, objects.roots[root].shape) {
        Tested::Flag(is_taken) => Some(is_taken),
        _ => None,
    }
}

/// The operands of a terminator that have to be references.
pub(super) fn escaping_at_end(
    f: &Function,
    module: &Module,
    objects: &Objects,
    block: Block,
) -> Vec<Root> {
    if decided(f, module, objects, block).is_some() {
        return Vec::new();
    }
    let operands: &[Value] = f.blocks[block].term.operands(&f.pool);
    operands.iter().filter_map(|&value| objects.root_of(value)).collect()
}

/// A step of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Event {
    /// A root is defined: its object is virtual.
    Birth(Root),
    /// An instruction is not needed where the object is virtual.
    Use(Use),
    /// The object becomes real, if it is not.
    Escape(Root),
}

/// Where objects are real.
pub(super) struct Escapes {
    /// What happens in each block, in order.
    pub events: SecondaryMap<Block, Vec<Event>>,
    /// The roots whose objects are real at the start of a block: of those that are live there and of its parameters.
    pub real_in: SecondaryMap<Block, BitSet>,
}

impl Escapes {
    pub fn find(f: &Function, module: &Module, cfg: &Cfg, objects: &Objects) -> Escapes {
        let empty = BitSet::new(objects.roots.len());
        let mut escapes = Escapes {
            events: SecondaryMap::with_capacity(f.blocks.len()),
            real_in: SecondaryMap::with_default(empty),
        };
        for &block in &cfg.rpo {
            escapes.events[block] = events(f, module, objects, block);
        }
        escapes.solve(f, cfg, objects);
        escapes
    }

    fn solve(&mut self, f: &Function, cfg: &Cfg, objects: &Objects) {
        let mut is_waiting = vec![true; cfg.rpo.len()];
        let mut waiting: std::collections::BTreeSet<usize> = (0..cfg.rpo.len()).collect();
        while let Some(n) = waiting.pop_first() {
            is_waiting[n] = false;
            let block = cfg.rpo[n];
            let end = self.at_end(block);
            for edge in cfg.out_edges(block) {
                let target = cfg.target(edge);
                let mut at = end.clone();
                if let Terminator::Invoke { args, .. } = &f.blocks[block].term
                    && edge.nth > 0
                    && invar_ir::mutant!(ReplaceHandlersUnseen)
                {
                    let passed = f.list(args).iter().filter_map(|&arg| objects.root_of(arg));
                    passed.for_each(|root| at.set(root, false));
                }
                objects.lost(f, edge).into_iter().for_each(|root| at.set(root, true));
                let moved = objects.moved(f, edge);
                let real: Vec<Root> = moved
                    .iter()
                    .filter(|(from, _)| at.contains(*from))
                    .map(|pair| pair.1)
                    .collect();
                at.intersect(&objects.live_in[target]);
                if invar_ir::mutant!(ReplaceJoinsUnseen) {
                    at = BitSet::new(objects.roots.len());
                }
                real.into_iter().for_each(|root| at.set(root, true));
                if self.real_in[target].union(&at) {
                    let n = cfg.rpo_number[target] as usize;
                    if !std::mem::replace(&mut is_waiting[n], true) {
                        waiting.insert(n);
                    }
                }
            }
        }
    }

    /// The roots whose objects are real at the end of a block, before its edges.
    pub fn at_end(&self, block: Block) -> BitSet {
        let mut real = self.real_in[block].clone();
        for event in &self.events[block] {
            match *event {
                Event::Birth(root) => real.set(root, false),
                Event::Escape(root) => real.set(root, true),
                Event::Use(_) => {}
            }
        }
        real
    }

    /// The objects that an edge makes: virtual at the end of its source, and real behind it.
    pub fn made_on(&self, f: &Function, objects: &Objects, end: &BitSet, edge: Edge) -> Vec<Root> {
        let Some(call) = f.blocks[edge.from].term.target(edge.nth as usize) else {
            return Vec::new();
        };
        let real = &self.real_in[call.block];
        let mut made = objects.lost(f, edge);
        let moved = objects.moved(f, edge).into_iter();
        made.extend(moved.filter(|&(_, to)| real.contains(to)).map(|(from, _)| from));
        let mut needed = real.clone();
        needed.intersect(&objects.live_in[call.block]);
        made.extend(needed.iter());
        made.retain(|&root| !end.contains(root) && objects.roots[root].is_root);
        made.sort_unstable();
        made.dedup();
        made
    }
}

/// What happens in a block.
fn events(f: &Function, module: &Module, objects: &Objects, block: Block) -> Vec<Event> {
    let mut found = Vec::new();
    for &inst in &f.blocks[block].insts {
        let used = use_of(f, module, objects, inst);
        found.extend(escaping(f, objects, inst, used).map(Event::Escape));
        found.extend(used.map(Event::Use));
        if let Some(root) = f.result(inst).and_then(|value| objects.root_of(value))
            && objects.roots[root].birth.inst() == Some(inst)
        {
            found.push(Event::Birth(root));
        }
    }
    found.extend(escaping_at_end(f, module, objects, block).into_iter().map(Event::Escape));
    found
}

impl Birth {
    /// The allocation, if it is one.
    pub fn inst(self) -> Option<Inst> {
        match self {
            Birth::Inst(inst, _) => Some(inst),
            Birth::Param(_) => None,
        }
    }
}
