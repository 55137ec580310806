//! The code of dispatches: a value is compared with those that it may have, by a table if these are dense, otherwise by
//! a balanced tree of comparisons.

use crate::specializer::continuations::KnownPoint;
use crate::specializer::dispatch::Dispatch;
use crate::specializer::state::{Binding, Specializer};
use invar_ir::limits::Limit;
use invar_ir::{Block, BlockCall, Op, SourceLoc, Terminator, ValType, Value};
use invar_rules::Const;

/// So many values are compared one by one.
const FEW: usize = 3;
/// A table has at most so many entries for each value, and [`MORE`].
const SPARSE: u64 = 16;
/// See [`SPARSE`].
const MORE: u64 = 16;

/// What the edges of a dispatch are made of.
struct Ends<'a> {
    /// The values that lead to a version, in ascending order, each with its version.
    cases: Vec<(Const, Block)>,
    /// The value that is compared.
    value: Value,
    /// What versions take.
    args: &'a [Value],
    /// A block that leads to generic code, for none of the values.
    generic: Block,
    loc: SourceLoc,
}

/// A number, sign-extended.
fn number(value: Const) -> i64 {
    match value {
        Const::I32(value) => value.into(),
        Const::I64(value) => value,
        _ => unreachable!("an integer"),
    }
}

impl Specializer<'_> {
    /// Writes the code of all dispatches. What they lead to may still have to be made: generic code.
    pub(crate) fn end_dispatches(&mut self) {
        for dispatch in std::mem::take(&mut self.dispatches.list) {
            self.count_dispatch(&dispatch);
            self.end_dispatch(&dispatch);
        }
    }

    fn count_dispatch(&mut self, dispatch: &Dispatch) {
        let count = dispatch.versions.len();
        let var = dispatch.var;
        for source in &dispatch.sources {
            if count == 0 {
                let reason = format!("{}, and no value of {var} was stored before", source.reason);
                self.promotion(dispatch.value, source.loc, &reason);
                self.record.stats.promotions += source.times - 1;
                continue;
            }
            self.record.stats.dispatched += source.times;
            let more = if self.has_other_values(var) {
                "; there are more, for which the code is generic"
            } else {
                ""
            };
            let what = format!(
                "{var} is kept constant and is loaded: it is compared with {count} values that were stored{more}"
            );
            self.record.notes.add(source.loc, what);
        }
    }

    fn end_dispatch(&mut self, dispatch: &Dispatch) {
        let prepared = self.prepared;
        let Dispatch { place, block, .. } = dispatch;
        self.current.env.clear();
        self.switch_to(*block);
        self.current.generic = false;
        for &(value, known) in &place.known {
            self.current.env[value] = Some(Binding::Known(known));
        }
        let params = prepared.params(place);
        let own = self.residual.out.blocks[*block].params.clone();
        for (&value, &own) in params.iter().zip(&own) {
            self.current.env[value] = Some(Binding::Value(own));
        }
        let position = params.iter().position(|&param| param == dispatch.value);
        let position = position.expect("the value is used behind the dispatch");
        let mut args = own;
        let value = args.remove(position);
        let mut cases: Vec<(Const, Block)> =
            dispatch.versions.iter().map(|(&value, &block)| (value, block)).collect();
        cases.sort_unstable_by_key(|&(value, _)| number(value));
        if invar_ir::mutant!(StageDispatchesToNext) && !cases.is_empty() {
            let first = cases[0].1;
            for n in 1..cases.len() {
                cases[n - 1].1 = cases[n].1;
            }
            cases.last_mut().expect("there is one").1 = first;
        }
        let generic = KnownPoint::new(None, place.block, place.at, Vec::new());
        let loc = self.loc(dispatch.sources[0].loc);
        let ends = Ends { cases, value, args: &args, generic: self.residual.out.add_block(), loc };
        match ends.steps() {
            Some((shift, count)) => self.end_by_table(&ends, shift, count),
            None => self.end_by_tree(&ends),
        }
        self.switch_to(ends.generic);
        let params = prepared.params(&generic);
        let target = self.version_for(&generic, &prepared.types(&params), None);
        let values = self.values(&params);
        let call = self.residual.out.call(target, &values);
        self.set_term(Terminator::Jump(call), loc);
    }

    /// The edge to the version for a value, or to the generic one.
    fn edge_of_case(&mut self, ends: &Ends<'_>, nth: Option<usize>) -> BlockCall {
        let nth = match nth {
            None if invar_ir::mutant!(StageDispatchUntested) => ends.cases.len().checked_sub(1),
            nth => nth,
        };
        match nth {
            Some(nth) => self.residual.out.call(ends.cases[nth].1, ends.args),
            None => self.residual.out.call(ends.generic, &[]),
        }
    }

    fn set_term(&mut self, term: Terminator, loc: SourceLoc) {
        self.residual.out.blocks[self.residual.at].term = term;
        self.residual.out.blocks[self.residual.at].term_loc = loc;
    }

    /// Ends by a table with an entry for each multiple of a power of two. A rotation makes all other numbers large.
    fn end_by_table(&mut self, ends: &Ends<'_>, shift: u32, count: u64) {
        let (least, _) = ends.cases[0];
        let mut index = ends.value;
        if number(least) != 0 {
            let least = self.constant(least);
            index = self.append(Op::I32Sub, &[index, least], ValType::I32, ends.loc);
        }
        if shift != 0 {
            let shift = self.constant(Const::I32(shift as i32));
            index = self.append(Op::I32Rotr, &[index, shift], ValType::I32, ends.loc);
        }
        let mut targets = Vec::with_capacity(count as usize);
        for (n, &(value, _)) in ends.cases.iter().enumerate() {
            let entry = (number(value) - number(least)) >> shift;
            while (targets.len() as i64) < entry {
                targets.push(self.edge_of_case(ends, None));
            }
            targets.push(self.edge_of_case(ends, Some(n)));
        }
        let default = self.edge_of_case(ends, None);
        self.set_term(Terminator::BrTable { index, targets, default }, ends.loc);
    }

    fn end_by_tree(&mut self, ends: &Ends<'_>) {
        let mut work = vec![(self.residual.at, 0, ends.cases.len())];
        while let Some((block, low, high)) = work.pop() {
            if block != self.residual.at {
                self.switch_to(block);
            }
            if high - low <= FEW {
                self.end_one_by_one(ends, low, high);
                continue;
            }
            let middle = (low + high) / 2;
            let cond = self.compare(ends, [Op::I32LtS, Op::I64LtS], middle);
            let (below, above) = (self.residual.out.add_block(), self.residual.out.add_block());
            let (then, els) =
                (self.residual.out.call(below, &[]), self.residual.out.call(above, &[]));
            self.set_term(Terminator::BrIf { cond, then, els }, ends.loc);
            work.extend([(above, middle, high), (below, low, middle)]);
        }
    }

    fn end_one_by_one(&mut self, ends: &Ends<'_>, low: usize, high: usize) {
        for n in low..high {
            let cond = self.compare(ends, [Op::I32Eq, Op::I64Eq], n);
            let then = self.edge_of_case(ends, Some(n));
            let next = self.residual.out.add_block();
            let els = self.residual.out.call(next, &[]);
            self.set_term(Terminator::BrIf { cond, then, els }, ends.loc);
            self.switch_to(next);
        }
        let otherwise = self.edge_of_case(ends, None);
        self.set_term(Terminator::Jump(otherwise), ends.loc);
    }

    fn compare(&mut self, ends: &Ends<'_>, [narrow, wide]: [Op; 2], nth: usize) -> Value {
        let (value, _) = ends.cases[nth];
        let op = if value.ty() == ValType::I64 { wide } else { narrow };
        let constant = self.constant(value);
        self.append(op, &[ends.value, constant], ValType::I32, ends.loc)
    }
}

impl Ends<'_> {
    /// If the values are worth a table: by how many bits all differences can be shifted, and the number of entries.
    fn steps(&self) -> Option<(u32, u64)> {
        let &(least, _) = self.cases.first()?;
        if self.cases.len() <= FEW || least.ty() != ValType::I32 {
            return None;
        }
        let differences =
            self.cases.iter().map(|&(value, _)| number(value).abs_diff(number(least)));
        let (bits, span) = differences.fold((0, 0), |(bits, most), it| (bits | it, it.max(most)));
        let shift = bits.trailing_zeros();
        let count = (span >> shift) + 1;
        let fits = invar_ir::mutant!(StageTableUnlimited) || !Limit::TableTargets.is_over(count);
        (fits && count <= SPARSE * self.cases.len() as u64 + MORE).then_some((shift, count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_has_no_more_targets_than_engines_accept() {
        let steps = |count: i32, distance: i32| {
            let block = Block::from_u32(0);
            let cases = (0..count).map(|n| (Const::I32(n * distance), block)).collect();
            let (value, loc) = (Value::from_u32(0), SourceLoc::default());
            Ends { cases, value, args: &[], generic: block, loc }.steps()
        };
        let most = Limit::TableTargets.most();
        let most_cases = ((most - 1) / 15 + 1) as i32;
        assert_eq!(steps(most_cases, 15), Some((0, 15 * (most_cases as u64 - 1) + 1)));
        assert_eq!(steps(most_cases + 1, 15), None);
        assert!(steps(most_cases + 1, 16).is_some());
    }
}
