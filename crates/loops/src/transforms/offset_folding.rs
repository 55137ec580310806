//! Offset folding: a constant that is added to an address becomes part of the access's immediate offset.
//!
//! The effective address of an access is its operand plus `offset`, a sum that does not wrap, where `i32.add`
//! wraps. So `load (b + c)` is `load offset=c b` only if `b + c` is known not to wrap:
//!
//! - by the facts about `b`, wherever it exists: its greatest value plus `c` fits ([`Ranges`], with those of
//!   induction variables), or `c` only sets bits that are zero in `b`, so that nothing is carried;
//! - by an access to `b` itself that is executed in any case where this one is: before it in a block that
//!   dominates it, or after it in the same block, with nothing observable in between. As it does not trap, `b`
//!   is below the size of the memory, whose declared maximum lies at least `c` bytes below 2^w.
//!
//! Only where all uses of the sum are such addresses: then the constant and the addition are removed. A
//! constant behaves as an unsigned number here: a negative one is no offset. (Strength reduction makes the
//! lowest of a group of addresses the induction variable, so that the distances of the others are positive.)
//!
//! The pass runs late, since other passes compare addresses as sums. Cost: linear; of the accesses to one base,
//! `MOST_COMPARED` are looked at.

use crate::analysis::memory::MemoryQueries;
use crate::analysis::ranges::Ranges;
use crate::analysis::shape::{Done, Nest, homes, normalize};
use invar_analysis::claims::Claim;
use invar_analysis::{PassContext, RemarkKind};
use invar_ir::entities::EntitySet;
use invar_ir::{
    Block, Function, Inst, MemArg, MemoryAccess, Module, Op, Value, memory_access, set_address,
};
use invar_rules::{Const, ValueFacts, is_constant};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// The greatest immediate offset that the guard pages of engines cover, so that no bounds check is needed.
pub(crate) const MOST_OFFSET: u64 = 1 << 24;
/// How many accesses to one base are looked at.
const MOST_COMPARED: usize = 16;

invar_analysis::config! {
    /// Configuration of offset folding.
    pub struct Config {
        /// Fold what the facts about the base allow.
        facts: bool = true,
        /// Fold what an access to the base allows.
        accesses: bool = true,
    }
}

invar_analysis::counters! {
    /// Counters of sums that are only used as addresses.
    pub struct FoldedOffsets {
        /// Sums folded because of the facts about their bases.
        by_facts,
        /// Sums folded because of an access to their bases.
        by_access,
        /// The sum may wrap.
        refused_wrap: Observed = "refused.wrap",
        /// The constant is negative, or larger than guard pages are.
        refused_far: Observed = "refused.far",
    }
}

/// What a run of the pass did.
pub type Stats = Done<FoldedOffsets>;

/// An access of memory whose address is `base + more`.
#[derive(Clone, Copy)]
struct Use {
    inst: Inst,
    block: Block,
    position: usize,
    access: MemoryAccess,
}

/// An access to a base itself. If it does not trap, the base plus any number below `room` does not wrap.
#[derive(Clone, Copy)]
struct Known {
    block: Block,
    position: usize,
    room: u128,
}

/// Folds constants in addresses into immediate offsets.
pub fn run(f: &mut Function, cx: &mut PassContext<'_>, config: &Config) -> Stats {
    let mut stats = Stats::default();
    f.resolve_aliases();
    if !has_sums(f) {
        return stats;
    }
    // Ranges of induction variables are known of loops in simplify form only.
    let nest = normalize(f, &mut cx.analyses, &mut stats.shaped);
    let Some(sums) = sums(f, &nest) else { return stats };
    let before = cx.copy_to_check(f);
    let ranges = Ranges::of(f, &nest, &mut cx.analyses);
    let state = MemoryQueries::of(cx, &ranges);
    let mut known = accesses_of_bases(f, cx.module, &nest, &sums);
    let mut gone: Vec<Inst> = Vec::new();
    for sum in &sums {
        let is_far = |one: &Use| offset(&one.access, sum.more).is_none();
        let far = sum.uses.iter().any(is_far);
        if far {
            stats.done.refused_far += 1;
            continue;
        }
        let by_facts = config.facts && never_wraps(f, &ranges, sum);
        let by_access = !by_facts && config.accesses && {
            let known = known.get(&sum.base).map_or(&[][..], Vec::as_slice);
            sum.uses.iter().all(|one| is_reached(f, &state, &nest, sum, one, known))
        };
        if !by_facts && !by_access {
            stats.done.refused_wrap += 1;
            let loc = f.insts[sum.inst].loc;
            cx.remarks.record("offset-folding", RemarkKind::Missed, loc, "address", || {
                format!("{} + {} is no immediate offset: the sum may wrap", sum.base, sum.more)
            });
            continue;
        }
        if !cx.fuel.take() {
            break;
        }
        *(if by_facts { &mut stats.done.by_facts } else { &mut stats.done.by_access }) += 1;
        for one in &sum.uses {
            let offset = offset(&one.access, sum.more).expect("it is not far");
            set_address(f, one.inst, one.access.address, sum.base, offset);
            let access =
                MemoryAccess { memarg: MemArg { offset, ..one.access.memarg }, ..one.access };
            let Use { block, position, .. } = *one;
            let room = access.room(cx.module);
            known.entry(sum.base).or_default().push(Known { block, position, room });
        }
        gone.push(sum.inst);
    }
    remove(f, &gone);
    if let Some(before) = before.filter(|_| !gone.is_empty()) {
        cx.claim("offset folding", Claim::Accesses(&before, f));
    }
    stats
}

/// The immediate offset of an access, so much more, if guard pages cover it. (In a 64-bit memory the sum may
/// wrap, where the effective address does not.)
pub(crate) fn offset(access: &MemoryAccess, more: u64) -> Option<u64> {
    let sum = if invar_ir::mutant!(OffsetSumWraps) {
        Some(access.memarg.offset.wrapping_add(more))
    } else {
        access.memarg.offset.checked_add(more)
    };
    sum.filter(|&sum| sum <= MOST_OFFSET)
}

/// A sum of a value and a constant that is used as the address of accesses only.
struct Sum {
    inst: Inst,
    base: Value,
    /// The constant, as an unsigned number.
    more: u64,
    uses: Vec<Use>,
}

/// Whether there is any sum of a value and a constant that is an address.
fn has_sums(f: &Function) -> bool {
    f.live_blocks().flat_map(|block| &f.blocks[block].insts).any(|&inst| {
        plain_access(f, inst)
            .is_some_and(|access| split(f, f.resolve(f.args(inst)[access.address])).is_some())
    })
}

/// The sums of a function that could become offsets, in order; `None` if there are none.
fn sums(f: &Function, nest: &Nest) -> Option<Vec<Sum>> {
    let mut of: FxHashMap<Value, usize> = FxHashMap::default();
    let mut sums: Vec<Sum> = Vec::new();
    for &block in &nest.cfg.rpo {
        for (position, &inst) in f.blocks[block].insts.iter().enumerate() {
            let Some(access) = plain_access(f, inst) else { continue };
            let address = f.resolve(f.args(inst)[access.address]);
            let Some((sum, base, more)) = split(f, address) else { continue };
            let at = *of.entry(address).or_insert_with(|| {
                sums.push(Sum { inst: sum, base, more, uses: Vec::new() });
                sums.len() - 1
            });
            sums[at].uses.push(Use { inst, block, position, access });
        }
    }
    if sums.is_empty() {
        return None;
    }
    let uses = f.use_counts();
    sums.retain(|sum| {
        let all = f.result(sum.inst).map_or(0, |value| uses[value]) as usize;
        sum.uses.len() == all
    });
    (!sums.is_empty()).then_some(sums)
}

pub(crate) fn plain_access(f: &Function, inst: Inst) -> Option<MemoryAccess> {
    memory_access(&f.insts[inst].op).filter(|access| !access.is_atomic())
}

/// A sum of a value and a constant: the addition, and both.
fn split(f: &Function, address: Value) -> Option<(Inst, Value, u64)> {
    let inst = f.def_inst(address)?;
    let mask = match f.insts[inst].op {
        Op::I32Add => u64::from(u32::MAX),
        Op::I64Add => u64::MAX,
        _ => return None,
    };
    let &[left, right] = f.args(inst) else { return None };
    let constant = |value| f.constant(value).and_then(Const::as_int);
    let (base, more) = match (constant(left), constant(right)) {
        (None, Some(more)) => (left, more),
        (Some(more), None) => (right, more),
        _ => return None,
    };
    Some((inst, f.resolve(base), more as u64 & mask))
}

/// The accesses to the bases of sums, in reverse postorder.
fn accesses_of_bases(
    f: &Function,
    module: &Module,
    nest: &Nest,
    sums: &[Sum],
) -> FxHashMap<Value, Vec<Known>> {
    let mut known: FxHashMap<Value, Vec<Known>> =
        sums.iter().map(|sum| (sum.base, Vec::new())).collect();
    for &block in &nest.cfg.rpo {
        for (position, &inst) in f.blocks[block].insts.iter().enumerate() {
            let Some(access) = plain_access(f, inst) else { continue };
            let address = f.resolve(f.args(inst)[access.address]);
            if let Some(list) = known.get_mut(&address) {
                list.push(Known { block, position, room: access.room(module) });
            }
        }
    }
    known
}

/// Whether a sum does not wrap, by the facts about its base.
fn never_wraps(f: &Function, ranges: &Ranges, sum: &Sum) -> bool {
    let Some(base) = ranges.facts(f, sum.base) else { return false };
    let mask = base.width.mask();
    let fits = base.unsigned.1.checked_add(sum.more).is_some_and(|most| most <= mask);
    // The low bits of the base are zero: nothing is carried into the others.
    let aligned = base.bits.zeros.trailing_ones();
    let carries_nothing = aligned >= 64 || sum.more >> aligned == 0;
    fits || carries_nothing || invar_ir::mutant!(OffsetMayWrap)
}

/// Whether a sum does not wrap where an access uses it, or else the program traps there in any case.
fn is_reached(
    f: &Function,
    state: &MemoryQueries<'_>,
    nest: &Nest,
    sum: &Sum,
    one: &Use,
    known: &[Known],
) -> bool {
    known
        .iter()
        .take(MOST_COMPARED)
        .any(|known| u128::from(sum.more) < known.room && is_executed(f, state, nest, one, known))
}

/// Whether one access is only executed where another one has been, or will be before anything else can be
/// observed, so that a trap may come as early as the first of them.
fn is_executed(
    f: &Function,
    state: &MemoryQueries<'_>,
    nest: &Nest,
    one: &Use,
    other: &Known,
) -> bool {
    if one.block != other.block {
        return nest.doms.dominates(other.block, one.block);
    }
    if other.position < one.position {
        return true;
    }
    // A store would be observed if the other access traps.
    let between = &f.blocks[one.block].insts[one.position..other.position];
    between.iter().all(|&inst| {
        let does = state.effects(f, inst);
        let loads = plain_access(f, inst).is_some_and(|access| access.is_load());
        !does.is_effect() && (!does.traps_where_executed() || loads)
            || invar_ir::mutant!(OffsetAfterEffect)
    })
}

/// Removes sums without uses, and their constants.
fn remove(f: &mut Function, sums: &[Inst]) {
    if sums.is_empty() {
        return;
    }
    let uses = f.use_counts();
    let mut gone: EntitySet<Inst> = EntitySet::new();
    let homes = homes(f);
    for &sum in sums {
        gone.insert(sum);
        for &arg in f.args(sum) {
            // An operand may be another sum that is removed; dead code elimination finds what is left.
            let made = f.def_inst(arg).filter(|&made| is_constant(&f.insts[made].op));
            gone.extend(made.filter(|_| uses[f.resolve(arg)] == 1));
        }
    }
    let blocks: BTreeSet<Block> = gone.iter().filter_map(|inst| homes[inst]).collect();
    for block in blocks {
        f.blocks[block].insts.retain(|&inst| !gone.contains(inst));
    }
}
