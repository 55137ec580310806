//! Final values: which values of a loop are live out, their closed forms after the last iteration, and code
//! for them.
//!
//! The final value of the recurrence `first + step * k` is `first + step * n`, n being the backedge-taken count (see
//! [`trip_count`](crate::analysis::trip_count)). That of a parameter to which such a recurrence is added in each
//! iteration has a term for n * (n - 1) / 2, too (a chain of recurrences of degree two, after Bachmann, Wang and
//! Zima, *Chains of recurrences*, 1994). Computed in the preheader, final values do not need the loop.
//!
//! Cost: linear for all uses of a function; per value, the terms of its sum.

use crate::analysis::shape::{Homes, Nest};
use crate::analysis::trip_count::{Counts, Induction, Trips};
use invar_analysis::{Linear, Loop, MOST_TERMS};
use invar_ir::{Block, Function, Op, SourceLoc, Terminator, ValType, Value, ValueDef};
use invar_rules::{Width, is_constant};
use rustc_hash::FxHashMap;
use std::cell::RefCell;

/// The uses of values outside of the innermost loop in which they are defined.
pub(crate) struct Outside {
    uses: RefCell<FxHashMap<Value, Vec<Block>>>,
}

impl Outside {
    /// Finds the uses in a function. Arguments of an edge are uses in its source block.
    pub fn new(f: &Function, nest: &Nest, home: &Homes) -> Outside {
        let mut uses: FxHashMap<Value, Vec<Block>> = FxHashMap::default();
        for &block in &nest.cfg.rpo {
            f.for_each_use(block, |value| {
                if is_outside(f, nest, home, value, block) {
                    let blocks = uses.entry(value).or_default();
                    if blocks.last() != Some(&block) {
                        blocks.push(block);
                    }
                }
            });
        }
        Outside { uses: RefCell::new(uses) }
    }

    /// Whether a value may be used in a block as far as this knows: it is not defined in a loop without the block, or
    /// was used outside of that loop before.
    pub fn knows(
        &self,
        f: &Function,
        nest: &Nest,
        home: &Homes,
        value: Value,
        block: Block,
    ) -> bool {
        !is_outside(f, nest, home, value, block) || self.uses.borrow().contains_key(&value)
    }

    /// Adds uses of a value in blocks. A closed form that is computed for one loop may use a value of another, which
    /// had no uses outside of that one before: sums are followed to their terms.
    pub fn add(&self, f: &Function, nest: &Nest, home: &Homes, value: Value, blocks: &[Block]) {
        let value = f.resolve(value);
        for &block in blocks {
            if is_outside(f, nest, home, value, block) && !invar_ir::mutant!(DeleteNewUsesUnseen) {
                self.uses.borrow_mut().entry(value).or_default().push(block);
            }
        }
    }

    /// The blocks outside of a loop that use a given value of it.
    pub fn of(&self, nest: &Nest, id: Loop, value: Value) -> Vec<Block> {
        let uses = self.uses.borrow();
        let blocks = uses.get(&value).map_or(&[][..], |blocks| blocks);
        blocks.iter().copied().filter(|&block| !nest.forest.contains(id, block)).collect()
    }

    /// The live-out values of a loop. Visits all blocks of the loop.
    pub fn values(&self, f: &Function, nest: &Nest, id: Loop) -> Vec<Value> {
        let mut found = Vec::new();
        if self.uses.borrow().is_empty() {
            return found;
        }
        for &block in nest.forest.blocks(id) {
            let data = &f.blocks[block];
            let params = data.params.iter().copied();
            let results = data.insts.iter().flat_map(|&inst| f.results(inst));
            found.extend(
                params.chain(results).filter(|&value| !self.of(nest, id, value).is_empty()),
            );
        }
        found
    }
}

/// Whether a block is outside of the innermost loop in which a value is defined.
fn is_outside(f: &Function, nest: &Nest, home: &Homes, value: Value, block: Block) -> bool {
    let made = match f.values[value].def {
        ValueDef::Param(block, _) | ValueDef::Edge(block, _) => Some(block),
        ValueDef::Result(inst, _) => home[inst],
        ValueDef::Alias(_) => None,
    };
    let id = made.and_then(|made| nest.forest.innermost(made));
    id.is_some_and(|id| !nest.forest.contains(id, block))
}

/// The final value of a value of a loop, in closed form.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Final {
    /// A value that is defined before the loop.
    Same(Value),
    /// A constant that is defined in the loop, and its type.
    Constant(Op, ValType),
    /// A sum of values that are defined before the loop.
    Sum(Linear),
    /// A sum, plus a constant times the backedge-taken count.
    Product(Linear, u64),
    /// A sum, plus another one times the backedge-taken count n, plus a constant times n * (n - 1) / 2.
    Square(Linear, Linear, u64),
}

impl Final {
    /// The values that it is computed from, apart from the backedge-taken count.
    pub fn terms(&self) -> Vec<Value> {
        match self {
            Final::Same(value) => vec![*value],
            Final::Constant(..) => Vec::new(),
            Final::Sum(sum) | Final::Product(sum, _) => {
                sum.terms.iter().map(|&(value, _)| value).collect()
            }
            Final::Square(sum, steps, _) => {
                [sum, steps].into_iter().flat_map(|sum| &sum.terms).map(|term| term.0).collect()
            }
        }
    }
}

/// The closed form of the final value of a value of a loop.
pub(crate) fn closed_form(
    f: &Function,
    nest: &Nest,
    id: Loop,
    counts: &Counts,
    inductions: &[Induction],
    trips: &Trips,
    value: Value,
) -> Option<Final> {
    let value = f.resolve(value);
    if let Some(op) = f.def_op(value).filter(|op| is_constant(op)) {
        return Some(Final::Constant(op.clone(), f.ty(value)));
    }
    if counts.is_outside(f, nest, id, value) {
        return Some(Final::Same(value));
    }
    let whole = Linear::of(f, value)?;
    let Some(affine) = counts.affine_sum(f, nest, id, inductions, &whole) else {
        return square(f, nest, id, counts, inductions, &whole);
    };
    let mut sum = affine.first;
    if affine.step == 0 {
        return Some(Final::Sum(sum));
    }
    if let Some(again) = trips.again() {
        sum.constant = sum.constant.wrapping_add(affine.step.wrapping_mul(again)) & sum.mask();
        return Some(Final::Sum(sum));
    }
    // step * (dividend / divisor) is factor * dividend, if the division is exact.
    let step = sum.signed(affine.step);
    let factor = step.checked_div(trips.divisor as i64).unwrap_or(0);
    let divides =
        trips.divisor <= i64::MAX as u64 && factor.checked_mul(trips.divisor as i64) == Some(step);
    let always = trips.exact && trips.entered.is_none();
    if always && divides && trips.dividend.wide == sum.wide {
        sum.add(&trips.dividend, factor as u64);
        return Some(Final::Sum(sum));
    }
    Some(Final::Product(sum, affine.step))
}

/// The closed form of a sum with parameters to which recurrences are added.
fn square(
    f: &Function,
    nest: &Nest,
    id: Loop,
    counts: &Counts,
    inductions: &[Induction],
    sum: &Linear,
) -> Option<Final> {
    let header = nest.forest.loops[id].header;
    let (preheader, _) = nest.ends(id)?;
    let mut found = Linear::constant(sum.wide, sum.constant);
    let (mut steps, mut square) = (Linear::constant(sum.wide, 0), 0u64);
    for &(value, factor) in &sum.terms {
        let value = f.resolve(value);
        let mut term = Linear::constant(sum.wide, 0);
        term.add_term(value, 1);
        if let Some(affine) = counts.affine_sum(f, nest, id, inductions, &term) {
            found.add(&affine.first, factor);
            steps.add(&Linear::constant(sum.wide, affine.step), factor);
            continue;
        }
        let ValueDef::Param(block, n) = f.values[value].def else { return None };
        if block != header {
            return None;
        }
        let is_inside = |value| !counts.is_outside(f, nest, id, value);
        let (step, own) = nest.next_sum(f, id, n as usize, is_inside)?.without(value);
        let step = counts.affine_sum(f, nest, id, inductions, &step).filter(|_| own == 1)?;
        let Terminator::Jump(entry) = &f.blocks[preheader].term else { return None };
        found.add(&Linear::of(f, f.resolve(f.list(&entry.args)[n as usize]))?, factor);
        steps.add(&step.first, factor);
        square = square.wrapping_add(step.step.wrapping_mul(factor)) & sum.mask();
    }
    let few = |sum: &Linear| sum.terms.len() <= MOST_TERMS;
    (few(&found) && few(&steps)).then_some(Final::Square(found, steps, square))
}

/// Whether a closed form needs no code: it is a constant or an existing value.
pub(crate) fn is_free(form: &Final) -> bool {
    match form {
        Final::Same(_) | Final::Constant(..) => true,
        Final::Sum(sum) => {
            sum.terms.is_empty() || sum.constant == 0 && matches!(sum.terms[..], [(_, 1)])
        }
        Final::Product(..) | Final::Square(..) => false,
    }
}

/// Emits code at the end of a block.
pub struct Emit<'a> {
    /// The function.
    pub f: &'a mut Function,
    /// The block.
    pub block: Block,
    /// The location of what is emitted.
    pub loc: SourceLoc,
}

impl Emit<'_> {
    /// An operator.
    pub fn op(&mut self, ty: ValType, op: Op, args: &[Value]) -> Value {
        let inst = self.f.append(self.block, op, args, &[ty], self.loc);
        self.f.result(inst).expect("a result")
    }

    /// An integer.
    pub fn int(&mut self, wide: bool, number: u64) -> Value {
        let constant = width(wide).constant(number as i64);
        self.op(constant.ty(), constant.to_op(), &[])
    }

    /// A sum.
    pub fn sum(&mut self, sum: &Linear) -> Value {
        let wide = sum.wide;
        let ty = width(wide).ty();
        let pick = |narrow: Op, long: Op| if wide { long } else { narrow };
        let mut terms: Vec<(Value, i64)> =
            sum.terms.iter().map(|&(value, by)| (value, sum.signed(by))).collect();
        // Additions come before subtractions.
        terms.sort_by_key(|&(_, factor)| factor < 0);
        let mut constant = sum.constant;
        let mut total = None;
        for (value, factor) in terms {
            let value = self.f.resolve(value);
            let size = factor.unsigned_abs();
            let part = match size {
                1 => value,
                _ if size.is_power_of_two() => {
                    let by = self.int(wide, u64::from(size.trailing_zeros()));
                    self.op(ty, pick(Op::I32Shl, Op::I64Shl), &[value, by])
                }
                _ => {
                    let by = self.int(wide, size);
                    self.op(ty, pick(Op::I32Mul, Op::I64Mul), &[value, by])
                }
            };
            total = Some(match (total, factor < 0) {
                (None, false) => part,
                (None, true) => {
                    let start = self.int(wide, std::mem::take(&mut constant));
                    self.op(ty, pick(Op::I32Sub, Op::I64Sub), &[start, part])
                }
                (Some(total), false) => self.op(ty, pick(Op::I32Add, Op::I64Add), &[total, part]),
                (Some(total), true) => self.op(ty, pick(Op::I32Sub, Op::I64Sub), &[total, part]),
            });
        }
        match total {
            None => self.int(wide, constant),
            Some(total) if constant == 0 => total,
            Some(total) => {
                let constant = self.int(wide, constant);
                self.op(ty, pick(Op::I32Add, Op::I64Add), &[total, constant])
            }
        }
    }

    /// The backedge-taken count of a loop.
    pub fn again(&mut self, trips: &Trips) -> Value {
        let again = self.again_if_entered(trips);
        let entered = trips.entered.as_ref().filter(|_| !invar_ir::mutant!(FinalIgnoresEntry));
        let Some((least, most)) = entered else { return again };
        let wide = least.wide;
        // A test of signed numbers has a bias of 2^(w-1) on both sides.
        let bias = (least.mask() >> 1) + 1;
        let signed = most.constant & bias != 0;
        let sides = [least, most].map(|side| {
            let constant = if signed { side.constant ^ bias } else { side.constant };
            self.sum(&Linear { constant, ..side.clone() })
        });
        let less = match (wide, signed) {
            (false, false) => Op::I32LeU,
            (false, true) => Op::I32LeS,
            (true, false) => Op::I64LeU,
            (true, true) => Op::I64LeS,
        };
        let is_entered = self.op(ValType::I32, less, &sides);
        let zero = self.int(trips.dividend.wide, 0);
        self.op(self.f.ty(again), Op::Select, &[again, zero, is_entered])
    }

    fn again_if_entered(&mut self, trips: &Trips) -> Value {
        let wide = trips.dividend.wide;
        let dividend = self.sum(&trips.dividend);
        let pick = |narrow: Op, long: Op| if wide { long } else { narrow };
        let ty = width(wide).ty();
        if trips.divisor == 1 {
            return dividend;
        }
        if trips.divisor.is_power_of_two() {
            let by = self.int(wide, u64::from(trips.divisor.trailing_zeros()));
            return self.op(ty, pick(Op::I32ShrU, Op::I64ShrU), &[dividend, by]);
        }
        let by = self.int(wide, trips.divisor);
        self.op(ty, pick(Op::I32DivU, Op::I64DivU), &[dividend, by])
    }

    /// An integer zero-extended or truncated to a width.
    pub fn resized(&mut self, value: Value, wide: bool) -> Value {
        match (self.f.ty(value), wide) {
            (ValType::I32, true) => self.op(ValType::I64, Op::I64ExtendI32U, &[value]),
            (ValType::I64, false) => self.op(ValType::I32, Op::I32WrapI64, &[value]),
            _ => value,
        }
    }

    /// The size of a memory in pages, of the type of its addresses.
    pub fn pages(&mut self, mem: u32, wide: bool) -> Value {
        self.op(width(wide).ty(), Op::MemorySize { mem }, &[])
    }

    /// n * (n - 1) / 2 modulo 2^w: the half of the even factor times the odd one.
    fn pairs(&mut self, n: Value) -> Value {
        let wide = self.f.ty(n) == ValType::I64;
        let ty = self.f.ty(n);
        let pick = |narrow: Op, long: Op| if wide { long } else { narrow };
        let one = self.int(wide, 1);
        let half = self.op(ty, pick(Op::I32ShrU, Op::I64ShrU), &[n, one]);
        let less = self.op(ty, pick(Op::I32Sub, Op::I64Sub), &[n, one]);
        let odd = if invar_ir::mutant!(FinalPairsOfEven) {
            less
        } else {
            self.op(ty, pick(Op::I32Or, Op::I64Or), &[less, one])
        };
        self.op(ty, pick(Op::I32Mul, Op::I64Mul), &[half, odd])
    }

    /// A closed form.
    pub(crate) fn closed(&mut self, form: &Final, trips: &Trips) -> Value {
        match form {
            Final::Same(value) => *value,
            Final::Constant(op, ty) => self.op(*ty, op.clone(), &[]),
            Final::Sum(sum) => self.sum(sum),
            Final::Product(sum, step) => {
                let again = self.again(trips);
                let again = self.resized(again, sum.wide);
                let mut sum = sum.clone();
                sum.add_term(again, *step);
                self.sum(&sum)
            }
            Final::Square(sum, steps, square) => {
                // Below 2^w, and not modulo 2^w, in the wider one of both types.
                let again = self.again(trips);
                let counted = self.resized(again, trips.dividend.wide || sum.wide);
                let pairs = self.pairs(counted);
                let [again, pairs] = [counted, pairs].map(|it| self.resized(it, sum.wide));
                let mut sum = sum.clone();
                sum.add_term(pairs, *square);
                if steps.terms.is_empty() {
                    sum.add_term(again, steps.constant);
                } else {
                    let steps = self.sum(steps);
                    let mul = if sum.wide { Op::I64Mul } else { Op::I32Mul };
                    let product = self.op(width(sum.wide).ty(), mul, &[steps, again]);
                    sum.add_term(product, 1);
                }
                self.sum(&sum)
            }
        }
    }
}

fn width(wide: bool) -> Width {
    if wide { Width::W64 } else { Width::W32 }
}
