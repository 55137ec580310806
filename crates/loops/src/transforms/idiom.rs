//! Loop idiom recognition: loops that are one `memory.fill` or `memory.copy`.
//!
//! A loop whose only effect is one store with a contiguous recurrence as its address is a fill, if it stores
//! the same byte over and over, or a copy, if it stores what it loads from another contiguous recurrence. (An
//! ascending copy is what `memory.copy` does unless the destination begins inside of the source, behind its
//! start.)
//!
//! What was stored before a trap is observable, and the bulk operators trap before they store anything. So
//! they replace
//!
//! - the loop, if each of its accesses is proved to be in bounds (between constants, or by
//!   [`ranges`](crate::analysis::ranges)), and the overlap to be harmless; or
//! - the loop under a run-time check of this, with the loop as the fallback. Only for speed, since it makes
//!   code larger.
//!
//! For speed, only loops of at least `LEAST` iterations: an engine calls a function for either operator.
//! After the loop idiom recognition of LLVM; the run-time check is ours.
//!
//! Cost: linear; loops of more than `MOST_BLOCKS` blocks are not considered.

use crate::analysis::clone::{innermost, normalize_exits};
use crate::analysis::final_values::{Emit, Final, Outside};
use crate::analysis::memory::MemoryQueries;
use crate::analysis::ranges::Ranges;
use crate::analysis::shape::{Done, Nest};
use crate::analysis::trip_count::{Affine, Counts, Trips};
use crate::transforms::deletion::LoopSite;
use crate::versions::runtime_checks::Tests;
use invar_analysis::transform::edges;
use invar_analysis::{
    Definitions, Linear, Loop, Observed, PassContext, RemarkKind, is_plain, least_bytes, repair_ssa,
};
use invar_ir::{
    Block, BlockCall, Function, Inst, Memory, MemoryAccess, Op, Terminator, ValType, Value,
    memory_access,
};
use invar_rules::Const;
use rustc_hash::FxHashMap;

/// How many blocks a loop may have.
const MOST_BLOCKS: usize = 8;
/// The least trip count that is worth the call, for speed.
const LEAST: u64 = 16;

invar_analysis::config! {
    /// Configuration of loop idiom recognition.
    pub struct Config {
        /// The output may use `memory.fill` and `memory.copy`.
        bulk_memory: bool = true,
    }
}

invar_analysis::counters! {
    /// Counters of loops whose only effect is one store.
    pub struct RecognizedIdioms {
        /// Loops that are `memory.fill`.
        fill,
        /// Loops that are `memory.copy`.
        copy,
        /// Of both, those under a run-time check, with the loop as the fallback.
        versioned,
        /// The stored value is neither one repeated byte nor a load.
        refused_value: Observed = "refused.value",
        /// The accesses are not contiguous.
        refused_stride: Observed = "refused.stride",
        /// The trip count is unknown.
        refused_unknown_trip_count: Observed = "refused.unknown_trip_count",
        /// The trip count is too small for a call to be worth it.
        refused_short_trip_count: Observed = "refused.short_trip_count",
        /// The destination may overlap the source in a harmful way.
        refused_alias: Observed = "refused.alias",
        /// The accesses may be out of bounds, and a run-time check is not allowed or not possible.
        refused_bounds: Observed = "refused.bounds",
        /// A live-out value has no closed form.
        refused_live_out: Observed = "refused.live_out",
        /// The output may not use bulk memory operators.
        refused_feature: Observed = "refused.feature",
    }
}

/// What a run of the pass did.
pub type Stats = Done<RecognizedIdioms>;

/// Replaces loops that fill or copy memory.
pub fn run(f: &mut Function, cx: &mut PassContext<'_>, config: &Config) -> Stats {
    let mut stats = Stats::default();
    let Some(nest) = normalize_exits(f, cx, &mut stats.shaped) else { return stats };
    let ranges = Ranges::of(f, &nest, &mut cx.analyses);
    let state = MemoryQueries::of(cx, &ranges);
    let counts = Counts::new(f, &nest);
    let outside = Outside::new(f, &nest, &counts.home);
    let mut definitions = Definitions::default();
    for id in innermost(&nest) {
        let site = LoopSite { nest: &nest, id, counts: &counts, outside: &outside };
        let Some(accesses) = accesses(f, &nest, id, &state) else { continue };
        let may_grow = cx.goals.size == 0 && !cx.goals.keep_size;
        let plan = match plan(f, &site, &state, &accesses, may_grow, &mut stats.done) {
            Some(_) if !config.bulk_memory => {
                stats.done.refused_feature += 1;
                continue;
            }
            // Another loop may have been replaced, of which only those values are left that were used outside.
            Some(plan) if !plan.is_known(f, &site) => continue,
            Some(plan) => plan,
            None => continue,
        };
        if !cx.fuel.take() {
            break;
        }
        let what = match plan.what {
            What::Fill(_) => &mut stats.done.fill,
            What::Copy(..) => &mut stats.done.copy,
        };
        *what += 1;
        stats.done.versioned += u64::from(plan.tested);
        let loc = f.blocks[plan.trips.test].term_loc;
        cx.remarks.record("loop-idiom", RemarkKind::Applied, loc, "loop", || {
            format!(
                "{id} is one operator{}",
                if plan.tested { ", under a run-time check" } else { "" }
            )
        });
        if plan.tested {
            version(f, &site, &state, &plan, &mut definitions);
        } else {
            let code = |f: &mut Function, to| plan.code(f, to);
            site.remove(f, &plan.trips, &plan.forms, code);
        }
    }
    repair_ssa(f, definitions);
    stats
}

/// The only store of a loop, and its only load.
struct Accesses {
    store: Inst,
    load: Option<Inst>,
}

/// `None` if the loop has other effects or branches, or no store.
fn accesses(f: &Function, nest: &Nest, id: Loop, state: &MemoryQueries<'_>) -> Option<Accesses> {
    let (_, latch) = nest.ends(id)?;
    let blocks = nest.forest.blocks(id);
    let straight = blocks.len() <= MOST_BLOCKS
        && blocks.iter().all(|&block| match f.blocks[block].term {
            Terminator::Jump(_) => block != latch,
            Terminator::BrIf { .. } => block == latch,
            _ => false,
        });
    if !straight {
        return None;
    }
    let (mut store, mut load) = (None, None);
    for &inst in blocks.iter().flat_map(|&block| &f.blocks[block].insts) {
        let op = &f.insts[inst].op;
        if state.effects(f, inst).is_pure_total() {
            continue;
        }
        let access = memory_access(op).filter(|_| is_plain(op) && !state.is_shared(op))?;
        let known = if access.is_load() { &mut load } else { &mut store };
        if known.replace(inst).is_some() {
            return None;
        }
    }
    Some(Accesses { store: store?, load })
}

/// The idiom of a loop.
enum What {
    /// Fills with a byte: the low bits of a value, or a constant.
    Fill(Result<Value, u8>),
    /// Copies from a place; and whether the overlap is known to be harmless.
    Copy(Place, bool),
}

/// The lowest address that a loop accesses.
struct Place {
    memory: Memory,
    first: Linear,
    offset: u64,
}

impl Place {
    /// Whether all accesses, at constant addresses, are below the declared minimum of the memory.
    fn is_in_bounds(&self, state: &MemoryQueries<'_>, trips: &Trips, size: u64) -> bool {
        let least = least_bytes(state.module, self.memory);
        self.first.terms.is_empty()
            && trips.count().is_some_and(|count| {
                let start = u128::from(self.first.constant) + u128::from(self.offset);
                start + u128::from(count) * u128::from(size) <= least
                    || invar_ir::mutant!(IdiomPastTheEnd)
            })
    }
}

struct IdiomPlan {
    /// The store whose location the operator has.
    store: Inst,
    what: What,
    to: Place,
    /// The bytes per iteration.
    size: u64,
    trips: Trips,
    forms: FxHashMap<Value, Final>,
    tested: bool,
}

impl IdiomPlan {
    /// Whether the values that sums are computed from may be used in the preheader.
    fn is_known(&self, f: &Function, site: &LoopSite<'_>) -> bool {
        let LoopSite { nest, id, counts, outside } = *site;
        let preheader = nest.preheader[id].expect("in shape");
        let from = match &self.what {
            What::Copy(from, _) => Some(&from.first),
            What::Fill(_) => None,
        };
        let sums = [&self.to.first, &self.trips.dividend].into_iter().chain(from);
        let terms = sums.flat_map(|sum| sum.terms.iter().map(|&(value, _)| value));
        let mut terms = terms.chain(self.forms.values().flat_map(Final::terms));
        terms.all(|value| outside.knows(f, nest, &counts.home, f.resolve(value), preheader))
    }
}

fn plan(
    f: &Function,
    site: &LoopSite<'_>,
    state: &MemoryQueries<'_>,
    accesses: &Accesses,
    may_grow: bool,
    found: &mut RecognizedIdioms,
) -> Option<IdiomPlan> {
    let refuse = |counter: &mut Observed| {
        *counter += 1;
        None
    };
    let LoopSite { nest, id, counts, .. } = *site;
    let trips = match counts.of(f, nest, id) {
        Ok(trips) if Some(trips.test) == nest.latch(id) => trips,
        _ => return refuse(&mut found.refused_unknown_trip_count),
    };
    let access = memory_access(&f.insts[accesses.store].op).expect("a store");
    let size = u64::from(access.size);
    let Some((to, ascends)) = place(f, site, accesses.store, &access, &trips) else {
        return refuse(&mut found.refused_stride);
    };
    let stored = f.resolve(f.args(accesses.store)[1]);
    let byte = same_byte(f, site, stored, access.size);
    let what = match (byte, accesses.load) {
        (Some(byte), None) => What::Fill(byte),
        (None, Some(load)) if f.result(load) == Some(stored) => {
            let from = memory_access(&f.insts[load].op).expect("a load");
            let place = place(f, site, load, &from, &trips).filter(|place| ascends && place.1);
            match place {
                Some((from_place, _)) if from.size == access.size => {
                    let Place { memory, .. } = from_place;
                    let type_of = |memory| state.module.memories[memory].ty.memory64;
                    if type_of(memory) != type_of(to.memory) {
                        return refuse(&mut found.refused_alias);
                    }
                    let store = accesses.store;
                    let ordered =
                        are_in_order(f, state, store, load, &to, &from_place, size, &trips);
                    What::Copy(from_place, ordered)
                }
                _ => return refuse(&mut found.refused_stride),
            }
        }
        _ => return refuse(&mut found.refused_value),
    };
    if may_grow && trips.count().is_some_and(|count| count < LEAST) {
        return refuse(&mut found.refused_short_trip_count);
    }
    let in_bounds = |inst, place: &Place| {
        state.ranges.is_in_bounds(f, state.module, inst) || place.is_in_bounds(state, &trips, size)
    };
    let mut tested = !in_bounds(accesses.store, &to);
    if let (What::Copy(from, ordered), Some(load)) = (&what, accesses.load) {
        if !ordered && !may_grow {
            return refuse(&mut found.refused_alias);
        }
        tested |= !ordered || !in_bounds(load, from);
    }
    // The run-time check uses 64-bit arithmetic on 32-bit values.
    let testable = !trips.dividend.wide && !to.first.wide;
    if tested && !(may_grow && testable) {
        return refuse(&mut found.refused_bounds);
    }
    let Some(forms) = site.forms(f, &trips) else { return refuse(&mut found.refused_live_out) };
    Some(IdiomPlan { store: accesses.store, what, to, size, trips, forms, tested })
}

/// The place of an access with a contiguous recurrence as address, and whether it ascends.
fn place(
    f: &Function,
    site: &LoopSite<'_>,
    inst: Inst,
    access: &MemoryAccess,
    trips: &Trips,
) -> Option<(Place, bool)> {
    let LoopSite { nest, id, counts, .. } = *site;
    let inductions = counts.inductions(f, nest, id);
    let address = f.args(inst)[access.address];
    let Affine { mut first, step } = counts.affine(f, nest, id, &inductions, address)?;
    let step = first.signed(step);
    let ascends = step == i64::from(access.size);
    if !ascends {
        // The lowest address is that of the last iteration.
        let simple = trips.divisor == 1 && trips.dividend.wide == first.wide;
        if step != -i64::from(access.size) || !simple {
            return None;
        }
        first.add(&trips.dividend, step as u64);
    }
    let memory = Memory::from_u32(access.memarg.memory);
    Some((Place { memory, first, offset: access.memarg.offset }, ascends))
}

/// The byte of which a stored value consists.
fn same_byte(
    f: &Function,
    site: &LoopSite<'_>,
    stored: Value,
    size: u8,
) -> Option<Result<Value, u8>> {
    let bytes: [u8; 16] = match f.def_op(stored).and_then(Const::from_op) {
        Some(Const::I32(value)) => (value as u32 as u128).to_le_bytes(),
        Some(Const::I64(value)) => (value as u64 as u128).to_le_bytes(),
        Some(Const::F32(value)) => u128::from(value).to_le_bytes(),
        Some(Const::F64(value)) => u128::from(value).to_le_bytes(),
        Some(Const::V128(value)) => value.to_le_bytes(),
        _ => {
            let outside = site.counts.is_outside(f, site.nest, site.id, stored);
            return (size == 1 && outside).then_some(Ok(stored));
        }
    };
    bytes[1..size as usize].iter().all(|&byte| byte == bytes[0]).then_some(Err(bytes[0]))
}

/// Whether an ascending loop copies what `memory.copy` would: the destination does not begin inside of the
/// source, unless at its start.
fn are_in_order(
    f: &Function,
    state: &MemoryQueries<'_>,
    store: Inst,
    load: Inst,
    to: &Place,
    from: &Place,
    size: u64,
    trips: &Trips,
) -> bool {
    let imported = |place: &Place| state.module.memories[place.memory].import.is_some();
    if to.memory != from.memory && !(imported(to) && imported(from)) {
        return true;
    }
    if let (Some(a), Some(b)) = (state.ranges.span(f, store), state.ranges.span(f, load))
        && (a.1 <= b.0 || b.1 <= a.0)
    {
        return true;
    }
    // Both end within memory. So with a negative distance modulo 2^w, the destination is below the source, or
    // so far above that the source ends before it.
    let Some(apart) = to.first.minus(&from.first) else { return false };
    let apart = apart.wrapping_add(to.offset).wrapping_sub(from.offset) & to.first.mask();
    let total = trips.count().and_then(|count| count.checked_mul(size));
    invar_ir::mutant!(IdiomCopiesForwards)
        || to.first.signed(apart) <= 0
        || total.is_some_and(|total| total <= apart)
}

impl IdiomPlan {
    /// Emits the operator at the end of a block.
    fn code(&self, f: &mut Function, block: Block) {
        let loc = f.insts[self.store].loc;
        let mut emit = Emit { f, block, loc };
        let start = |emit: &mut Emit<'_>, place: &Place| {
            let mut sum = place.first.clone();
            sum.constant = sum.constant.wrapping_add(place.offset) & sum.mask();
            emit.sum(&sum)
        };
        let to = start(&mut emit, &self.to);
        let wide = self.to.first.wide;
        let (op, second) = match &self.what {
            What::Fill(byte) => {
                let byte = match *byte {
                    Ok(value) => emit.resized(value, false),
                    Err(byte) => emit.int(false, byte.into()),
                };
                (Op::MemoryFill { mem: self.to.memory.as_u32() }, byte)
            }
            What::Copy(from, _) => {
                let (dst_mem, src_mem) = (self.to.memory.as_u32(), from.memory.as_u32());
                (Op::MemoryCopy { dst_mem, src_mem }, start(&mut emit, from))
            }
        };
        let bytes = self.bytes(&mut emit, wide);
        emit.f.append(block, op, &[to, second, bytes], &[], loc);
    }

    /// The total number of bytes.
    fn bytes(&self, emit: &mut Emit<'_>, wide: bool) -> Value {
        let mut sum = Linear::constant(wide, self.size);
        if self.trips.divisor == 1 && self.trips.dividend.wide == wide {
            sum.add(&self.trips.dividend, self.size);
        } else {
            let again = emit.again(&self.trips);
            let again = emit.resized(again, wide);
            sum.add_term(again, self.size);
        }
        emit.sum(&sum)
    }
}

/// Versions the loop: the operator under a run-time check, else the loop. Records the final values of the
/// loop as definitions after the operator.
fn version(
    f: &mut Function,
    site: &LoopSite<'_>,
    state: &MemoryQueries<'_>,
    plan: &IdiomPlan,
    definitions: &mut Definitions,
) {
    let LoopSite { nest, id, outside, .. } = *site;
    let (preheader, _) = nest.ends(id).expect("in shape");
    let loc = f.blocks[plan.trips.test].term_loc;
    let mut tests = Tests::new(f, preheader, loc);
    // The total in 64 bits, since the trip count may be 2^32.
    let again = tests.emit().again(&plan.trips);
    let mut total = Linear::constant(true, plan.size);
    let long = tests.long(again);
    total.add_term(long, plan.size);
    let total = tests.sum(&total);
    // The address of the first byte, whose range is required to be in bounds.
    let start = |tests: &mut Tests<'_>, place: &Place| {
        let first = tests.sum(&place.first);
        let first = tests.long(first);
        let first = tests.plus(first, place.offset as i64);
        let page = state.module.memories[place.memory].ty.page_size_log2.unwrap_or(16);
        let bytes = tests.memory_bytes(place.memory.as_u32(), false, page);
        let end = tests.op(ValType::I64, Op::I64Add, &[first, total]);
        tests.at_most(end, bytes);
        first
    };
    let to = start(&mut tests, &plan.to);
    if plan.trips.again().is_none() {
        let least = tests.emit().int(false, LEAST - 1);
        let many = tests.op(ValType::I32, Op::I32GeU, &[again, least]);
        tests.require(many);
    }
    if let What::Copy(from_place, ordered) = &plan.what {
        let from = start(&mut tests, from_place);
        if !ordered {
            // Harmful is 0 < to - from < total: less 1 on both sides, in wrapping arithmetic.
            let apart = tests.op(ValType::I64, Op::I64Sub, &[to, from]);
            let (apart, most) = (tests.plus(apart, -1), tests.plus(total, -1));
            tests.at_most(most, apart);
        }
    }
    let test = tests.cond.expect("bounds are required");

    let exit_args = edges::args(f, plan.trips.exit).to_vec();
    let used = outside.values(f, nest, id);
    let target = nest.cfg.target(plan.trips.exit);
    let (fast, slow) = (f.add_block(), f.add_block());
    for block in [fast, slow] {
        f.blocks[block].term_loc = loc;
    }
    plan.code(f, fast);
    let mut emit = Emit { f: &mut *f, block: fast, loc };
    let mut ends: FxHashMap<Value, Value> = FxHashMap::default();
    let mut closed = |value: Value| {
        *ends.entry(value).or_insert_with(|| emit.closed(&plan.forms[&value], &plan.trips))
    };
    let args: Vec<Value> = exit_args.into_iter().map(&mut closed).collect();
    for value in used {
        definitions.add(value, fast, closed(value));
    }
    let call = f.call(target, &args);
    f.blocks[fast].term = Terminator::Jump(call);
    let enter = |block| BlockCall { block, args: Default::default(), weight: 0 };
    let branch = Terminator::BrIf { cond: test, then: enter(fast), els: enter(slow) };
    f.blocks[slow].term = std::mem::replace(&mut f.blocks[preheader].term, branch);
}
