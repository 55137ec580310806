//! What the counting functions demand of their arguments, and whether what is passed meets it.

use super::Recognizer;
use crate::runtimes::aborts::abort_reads;
use crate::runtimes::deinits::Refusal;
use crate::runtimes::origins::{Origin, origins};
use invar_ir::entities::SecondaryMap;
use invar_ir::{
    Cfg, Effects, Func, Inst, MemArg, MemOrdering, MemSpace, Op, Value, effects, memarg,
};

/// How many distances of stores from one parameter are followed.
const MOST_STORES: usize = 8;
/// The size of the allocator's word, which comes right before the count.
const BLOCK: i64 = 4;
/// How many bytes in front of a reference are the runtime's.
const FRONT: i64 = 24;

/// What a function demands of an argument.
#[derive(Clone, PartialEq, Eq, Default)]
pub(super) struct Need {
    /// The distances, in bytes from the argument, of the words that the function writes.
    words: Vec<i64>,
    /// The distances of the addresses that the function passes to the allocator, as blocks.
    blocks: Vec<i64>,
    /// Whether the function writes at other distances, so that the argument must address the runtime's own data.
    writes_around: bool,
    /// Whether the argument goes to a function of the allocator that writes there, so that it is no number.
    must_be_address: bool,
    /// The distances of the words that decide whether the function aborts.
    tests: Vec<i64>,
}

/// What a function demands of single parameters, by number, and of sums of parameters.
type Needs = (Vec<(usize, Need)>, Vec<u64>);
impl Recognizer<'_> {
    /// Finds what functions demand of their arguments, and compares it with what is passed.
    pub(super) fn needs_of_all(&mut self, counting: &[Func]) -> Result<(), Refusal> {
        let mut found = Vec::new();
        for &func in counting {
            let f = self.bodies[func].as_ref().expect("it was lifted");
            self.needs[func] = vec![Need::default(); f.blocks[f.entry].params.len()];
            let Some(of) = origins(f, &Cfg::new(f), &self.env()) else {
                return Err(self.refuse(func, None, "is too complicated"));
            };
            found.push((func, of));
        }
        // There are few distances for each parameter, so this ends.
        loop {
            let mut changed = false;
            for (func, of) in &found {
                let (more, sums) = self
                    .needs_in(*func, of)
                    .map_err(|(inst, why)| self.refuse(*func, Some(inst), why))?;
                for set in sums {
                    if !self.sums[*func].contains(&set) {
                        self.sums[*func].push(set);
                        changed = true;
                    }
                }
                if self.sums[*func].len() > MOST_STORES {
                    return Err(self.refuse(*func, None, "writes in too many places"));
                }
                for (param, need) in more {
                    let there = &mut self.needs[*func][param];
                    changed |= there.add(&need);
                    let most = there.words.len().max(there.blocks.len()).max(there.tests.len());
                    if most > MOST_STORES {
                        return Err(self.refuse(*func, None, "writes in too many places"));
                    }
                }
            }
            if !changed {
                break;
            }
        }
        // The program passes references.
        let reference = Origin { loaded: true, at: Some(0), ..Origin::default() };
        for func in [self.runtime.retain, self.runtime.release] {
            let need = self.needs[func].first().cloned().unwrap_or_default();
            if let Err(why) = self.demand(reference, &need) {
                return Err(self.refuse(func, None, why));
            }
        }
        Ok(())
    }

    /// What the instructions of a function demand of its parameters.
    fn needs_in(
        &self,
        func: Func,
        of: &SecondaryMap<Value, Option<Origin>>,
    ) -> Result<Needs, (Inst, &'static str)> {
        let f = self.bodies[func].as_ref().expect("it was lifted");
        let (mut more, mut sums) = (Vec::new(), Vec::new());
        let origin = |value: Value| of[f.resolve(value)].unwrap_or(Origin::OTHER);
        let tests = match abort_reads(f) {
            Err(_) | Ok(_) if invar_ir::mutant!(ArcShapeAborts) => Vec::new(),
            Err(inst) => return Err((inst, "aborts if the program says so")),
            Ok(tests) => tests,
        };
        for (inst, address, offset) in tests {
            let need = Need { tests: vec![offset], ..Need::default() };
            let origin = of[address].unwrap_or(Origin::OTHER);
            more.extend(self.demand(origin, &need).map_err(|why| (inst, why))?);
        }
        for inst in f.live_blocks().flat_map(|block| f.blocks[block].insts.iter().copied()) {
            let (op, args) = (&f.insts[inst].op, f.args(inst));
            let mut demands = |origin: Origin, need: &Need| -> Result<(), (Inst, &'static str)> {
                if origin.is_sum() && need.only_writes() {
                    sums.push(origin.params);
                } else {
                    more.extend(self.demand(origin, need).map_err(|why| (inst, why))?);
                }
                Ok(())
            };
            match op {
                Op::Call { function_index } => {
                    let callee = Func::from_u32(*function_index);
                    let block = Need { blocks: vec![0], ..Need::default() };
                    for set in &self.sums[callee] {
                        let in_set =
                            args.iter().enumerate().filter(|(n, _)| *n < 64 && set >> n & 1 != 0);
                        let sum = in_set.map(|(_, &arg)| origin(arg)).reduce(Origin::both);
                        let need = Need { writes_around: true, ..Need::default() };
                        demands(sum.unwrap_or(Origin::OTHER), &need)?;
                    }
                    for set in &self.written[callee] {
                        if invar_ir::mutant!(ArcShapeAllocatorWrites) {
                            break;
                        }
                        let in_set = |n: usize| n < 64 && set >> n & 1 != 0;
                        let passed = args.iter().enumerate().filter(|&(n, _)| in_set(n));
                        let passed: Vec<Value> = passed.map(|(_, &arg)| arg).collect();
                        let is_address =
                            |of: Origin| !of.bare && of.has_base() && !of.is_in_front(0);
                        if passed
                            .iter()
                            .any(|&arg| is_address(origin(arg)) && origin(arg).params == 0)
                        {
                            continue;
                        }
                        let need = Need { must_be_address: true, ..Need::default() };
                        let some = passed.iter().any(|&arg| is_address(origin(arg)));
                        for &arg in passed.iter().filter(|&&arg| !some || is_address(origin(arg))) {
                            demands(origin(arg), &need)?;
                        }
                    }
                    for (n, &arg) in args.iter().enumerate() {
                        if self.allocator.contains(callee) {
                            demands(origin(arg), &block)?;
                        } else if let Some(need) = self.needs[callee].get(n) {
                            demands(origin(arg), need)?;
                        }
                    }
                }
                Op::I32Store { memarg } if is_plain(memarg) => {
                    let offset = i64::try_from(memarg.offset).unwrap_or(i64::MAX / 4);
                    if self.is_static(offset) {
                        return Err((inst, "writes to data that may be the program's"));
                    }
                    demands(origin(args[0]), &Need { words: vec![offset], ..Need::default() })?;
                }
                _ if memarg(op).is_some_and(|memarg| {
                    self.is_static(i64::try_from(memarg.offset).unwrap_or(i64::MAX))
                }) && effects(op, self.module).writes != Effects::PURE.writes =>
                {
                    return Err((inst, "writes to data that may be the program's"));
                }
                _ if effects(op, self.module).writes != Effects::PURE.writes
                    && !matches!(op, Op::GlobalSet { .. }) =>
                {
                    demands(origin(args[0]), &Need { writes_around: true, ..Need::default() })?;
                }
                _ => {}
            }
        }
        Ok((more, sums))
    }

    /// What a demand on a value is for the parameters that it comes from; why it is not met
    /// otherwise.
    fn demand(&self, origin: Origin, need: &Need) -> Result<Vec<(usize, Need)>, &'static str> {
        if *need == Need::default() || invar_ir::mutant!(ArcShapeStoresAnywhere) {
            return Ok(Vec::new());
        }
        let writes = need.writes_around || !need.words.is_empty();
        let header = |n: &i64| origin.at.is_some_and(|at| (-FRONT..0).contains(&(at + n)));
        let known = !origin.loaded && !origin.other && (origin.params == 0 || origin.at.is_some());
        if !known && !need.tests.iter().all(header) {
            return Err("aborts if the program says so");
        }
        if writes_or_passes(need) && origin.is_elsewhere() {
            return Err("writes to data that may be the program's");
        }
        let in_front = need.words.iter().any(|&n| origin.is_in_front(n))
            || (need.writes_around || need.must_be_address) && origin.is_in_front(0);
        if in_front {
            return Err("writes in front of its own data");
        }
        let no_base = origin.bare || !origin.has_base();
        if (writes || need.must_be_address) && no_base && !invar_ir::mutant!(ArcShapeNoBase) {
            return Err("writes to a constant address");
        }
        if origin.loaded {
            let header = self.word - BLOCK;
            let at = |more: &i64| origin.at.map(|at| at + more);
            let words =
                need.words.iter().all(|n| at(n).is_some_and(|n| n == self.word || n == header));
            if need.writes_around || !words {
                return Err("writes through a reference, but not to its count");
            }
            if !need.blocks.iter().all(|n| at(n) == Some(header)) {
                return Err("passes to the allocator what may be the program's");
            }
        }
        let moved = |all: &[i64]| {
            let moved = all.iter().filter_map(|n| origin.at.map(|at| at + n));
            moved.collect::<Vec<i64>>()
        };
        let one = match origin.at {
            Some(_) => {
                let (words, blocks) = (moved(&need.words), moved(&need.blocks));
                Need { words, blocks, tests: moved(&need.tests), ..need.clone() }
            }
            None => Need {
                writes_around: writes || !need.blocks.is_empty(),
                must_be_address: need.must_be_address,
                ..Need::default()
            },
        };
        let params = (0..64).filter(|n| origin.params & (1 << n) != 0);
        Ok(params.map(|n| (n, one.clone())).collect())
    }
}

impl Need {
    /// Whether it is that something is written there, and nothing else.
    fn only_writes(&self) -> bool {
        let writes = self.writes_around || !self.words.is_empty();
        writes && !self.must_be_address && self.blocks.is_empty() && self.tests.is_empty()
    }

    /// Adds another one. Whether it says more.
    fn add(&mut self, other: &Need) -> bool {
        let before = self.clone();
        for (all, more) in [
            (&mut self.words, &other.words),
            (&mut self.blocks, &other.blocks),
            (&mut self.tests, &other.tests),
        ] {
            all.extend(more);
            all.sort_unstable();
            all.dedup();
        }
        self.writes_around |= other.writes_around;
        self.must_be_address |= other.must_be_address;
        *self != before
    }
}

/// Whether a demand is about more than tests.
fn writes_or_passes(need: &Need) -> bool {
    need.writes_around || need.must_be_address || !need.words.is_empty() || !need.blocks.is_empty()
}

fn is_plain(memarg: &MemArg) -> bool {
    memarg.space == MemSpace::Memory
        && memarg.ordering == MemOrdering::Default
        && memarg.memory == 0
}
