//! What a loop computes, as far as its stores and reductions need it, and how many bits of it: the widths of lanes.
//!
//! From the stored values backwards, each value gets the width that its users demand. Sums, products and bitwise
//! operators of which only the low bits are used are computed in narrow lanes. Where the high bits matter (shifts to
//! the right, comparisons, conversions), the facts about ranges tell whether narrower lanes hold the whole number.
//!
//! Cost: linear in the body.

use super::memory::Accesses;
use super::minmax::{self, MinMax};
use super::reductions::{self, Reduction, Shape};
use super::saturating::{self, Saturating};
use super::{Reason, VectorSite};
use crate::lanes::{self, Sense};
use invar_analysis::Linear;
use invar_analysis::inst_effects;
use invar_ir::{Function, Inst, Op, ValType, Value, ValueDef};
use invar_loops::analysis::trip_count::Induction;
use invar_rules::ValueFacts;
use rustc_hash::FxHashMap;

/// How many values a condition may be combined of.
const MOST_CONDITIONS: usize = 16;

/// Where a value of the vector loop comes from.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Source {
    /// The loop does not change it: it is broadcast before the loop.
    Invariant,
    /// A sum of induction variables, which is computed once and broadcast.
    Affine { base: Linear, step: u64 },
    /// An instruction of the loop.
    Inst(Inst),
    /// The header's parameter of a reduction.
    Reduction(usize),
    /// The header's parameter that is what the iteration before computed.
    Previous(usize),
}

/// A first-order recurrence: a parameter of the header that is what the iteration before computed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Previous {
    /// The number of the parameter.
    pub param: usize,
    /// What an iteration computes for the next one.
    pub value: Value,
    /// The width of its type.
    pub width: u32,
}

/// What a vector iteration computes.
#[derive(Clone, Debug, Default)]
pub(super) struct Body {
    /// The instructions of an iteration in order.
    pub insts: Vec<Inst>,
    pub sources: FxHashMap<Value, Source>,
    /// The width of the lanes of each value that is needed as a number.
    pub widths: FxHashMap<Value, u32>,
    /// Conditions that are needed as masks, with the width of the lanes in which they are compared.
    pub masks: FxHashMap<Value, u32>,
    pub reductions: Vec<Reduction>,
    pub previous: Vec<Previous>,
    /// Conditions under which the loop is left early, with the width of the lanes of their masks.
    pub early_exits: Vec<(Value, u32)>,
    /// Minima and maxima that one operator computes.
    pub minmax: FxHashMap<Inst, MinMax>,
    /// Saturating sums and the like that one operator computes.
    pub saturating: FxHashMap<Inst, Saturating>,
}

/// The width of the lanes of a type.
pub(super) fn natural(ty: ValType) -> Option<u32> {
    match ty {
        ValType::I32 | ValType::F32 => Some(32),
        ValType::I64 | ValType::F64 => Some(64),
        _ => None,
    }
}

impl Body {
    /// What the iterations of a loop compute.
    pub fn of(
        f: &Function,
        site: &VectorSite<'_>,
        inductions: &[Induction],
        insts: Vec<Inst>,
        accesses: &Accesses,
    ) -> Result<Body, Reason> {
        let mut body = Body { insts, ..Body::default() };
        for &inst in &body.insts {
            let op = &f.insts[inst].op;
            let effects = inst_effects(f, inst, site.module);
            let is_access = accesses.list.iter().any(|access| access.inst == inst);
            if !is_access && !effects.may_be_speculated() {
                return Err(match op {
                    Op::Call { .. } | Op::CallIndirect { .. } | Op::CallRef { .. } => Reason::Call,
                    _ => Reason::Effect(op.opcode()),
                });
            }
        }
        body.reductions(f, site, inductions)?;
        let mut demands = Demands { f, site, inductions, body: &mut body };
        demands.run(accesses)?;
        Ok(body)
    }

    /// The parameters of the header that are no induction variables.
    fn reductions(
        &mut self,
        f: &Function,
        site: &VectorSite<'_>,
        inductions: &[Induction],
    ) -> Result<(), Reason> {
        let header = site.nest.forest.loops[site.id].header;
        for (n, &param) in f.blocks[header].params.iter().enumerate() {
            if inductions.iter().any(|one| one.param == param) {
                continue;
            }
            let next = site.next(f, n);
            if next == param {
                // Not changed at all.
                self.sources.insert(param, Source::Invariant);
                continue;
            }
            let Some(reduction) = reductions::find(f, site, &self.insts, n) else {
                self.previous.push(self.previous(f, site, n)?);
                self.sources.insert(param, Source::Previous(self.previous.len() - 1));
                continue;
            };
            self.sources.insert(param, Source::Reduction(self.reductions.len()));
            self.reductions.push(reduction);
        }
        Ok(())
    }

    /// The parameter of the header of this number, as what the iteration before computed. That must be computed ahead
    /// of what uses the parameter, as lanes are moved from it.
    fn previous(&self, f: &Function, site: &VectorSite<'_>, n: usize) -> Result<Previous, Reason> {
        let param = f.blocks[site.nest.forest.loops[site.id].header].params[n];
        let value = site.next(f, n);
        let refused = || {
            if reductions::is_float_sum(f, value) { Reason::FloatOrder } else { Reason::Recurrence }
        };
        let computed = |&inst: &Inst| f.result(inst) == Some(value);
        let uses = |inst: &Inst| f.args(*inst).iter().any(|&arg| site.resolve(f, arg) == param);
        let at = self.insts.iter().position(computed).ok_or_else(refused)?;
        if self.insts[..=at].iter().any(uses) {
            return Err(refused());
        }
        let width = natural(f.ty(param)).ok_or(Reason::Type)?;
        Ok(Previous { param: n, value, width })
    }

    /// The widths of all lanes in memory and in values: the narrowest and the widest.
    pub fn extremes(&self, accesses: &Accesses) -> (u32, u32) {
        // Combinations of conditions have no lanes of their own.
        let masks = self.masks.values().filter(|&&width| width > 0);
        let widths = self.widths.values().chain(masks).copied();
        let stored =
            accesses.list.iter().filter(|access| self.is_executed(access.inst, access.is_store()));
        let all = widths.chain(stored.map(|access| 8 * access.size() as u32));
        let (low, high) = all.fold((64, 8), |(low, high), width| (low.min(width), high.max(width)));
        // The lanes of a reduction are all used.
        let narrowest = self.reductions.iter().map(|reduction| reduction.width).min();
        (narrowest.map_or(low, |width| low.min(width)), high)
    }

    /// Whether an access is executed in the vector loop: a load only if its value is used.
    pub fn is_executed(&self, inst: Inst, is_store: bool) -> bool {
        is_store || self.sources.values().any(|source| *source == Source::Inst(inst))
    }
}

struct Demands<'a, 'b> {
    f: &'a Function,
    site: &'a VectorSite<'a>,
    inductions: &'a [Induction],
    body: &'b mut Body,
}

impl Demands<'_, '_> {
    fn run(&mut self, accesses: &Accesses) -> Result<(), Reason> {
        let f = self.f;
        let header = self.site.nest.forest.loops[self.site.id].header;
        for (n, reduction) in self.body.reductions.clone().into_iter().enumerate() {
            let Some(mut terms) = reduction.terms else {
                let param = f.blocks[header].params[reduction.param];
                self.body.widths.insert(param, reduction.width);
                self.number(self.site.next(f, reduction.param), reduction.width)?;
                continue;
            };
            for term in &mut terms {
                term.shape = self.term(term.value, reduction.width)?;
            }
            self.body.reductions[n].terms = Some(terms);
        }
        for previous in self.body.previous.clone() {
            let param = f.blocks[header].params[previous.param];
            self.body.widths.insert(param, previous.width);
            self.number(previous.value, previous.width)?;
        }
        for &condition in &self.site.flat.early_exits {
            let condition = self.site.resolve(f, condition);
            self.condition(condition)?;
            self.body.early_exits.push((condition, self.compared_in(condition)));
        }
        for inst in self.body.insts.clone().into_iter().rev() {
            if let Some(access) = accesses.list.iter().find(|access| access.inst == inst)
                && let Some(stored) = access.access.stored
            {
                self.number(f.args(inst)[stored], 8 * access.size() as u32)?;
                if let Some(&condition) = self.site.flat.conditions.get(&inst) {
                    self.condition(condition)?;
                }
            }
            let Some(result) = f.result(inst) else { continue };
            let is_node = self.body.sources.get(&result) == Some(&Source::Inst(inst));
            if !is_node {
                continue;
            }
            if self.body.masks.contains_key(&result) {
                self.operands_of_mask(inst)?;
            } else if let Some(&width) = self.body.widths.get(&result) {
                let width = self.operands(inst, result, width)?;
                self.body.widths.insert(result, width);
            }
        }
        Ok(())
    }

    /// Demands what a sum with lanes of this width adds.
    fn term(&mut self, value: Value, width: u32) -> Result<Shape, Reason> {
        let (f, site) = (self.f, self.site);
        let inst = f.def_inst(value).filter(|_| !site.is_outside(f, value));
        let operand = |n: usize| Some(site.resolve(f, *f.args(inst?).get(n)?));
        let condition = match inst.map(|inst| &f.insts[inst].op) {
            // An extended condition is 0 or 1.
            Some(Op::I64ExtendI32U | Op::I64ExtendI32S) => operand(0),
            _ => Some(value),
        };
        if let Some(condition) = condition.filter(|&value| self.is_condition(value)) {
            self.condition(condition)?;
            return Ok(Shape::Mask(condition, self.compared_in(condition)));
        }
        if inst.is_none() {
            self.number(value, width)?;
            return Ok(Shape::Lanes);
        }
        if let (Some(Op::I32Mul), Some(left), Some(right)) =
            (inst.map(|inst| &f.insts[inst].op), operand(0), operand(1))
            && [left, right].iter().all(|&value| self.fits(value, 16, true))
        {
            self.number(left, 16)?;
            self.number(right, 16)?;
            return Ok(Shape::Dot(left, right));
        }
        for narrow in [8, 16] {
            for signed in [false, true] {
                if self.fits(value, narrow, signed) {
                    self.number(value, narrow)?;
                    return Ok(Shape::Narrow { signed });
                }
            }
        }
        self.number(value, width)?;
        Ok(Shape::Lanes)
    }

    /// The widest lanes in which numbers are compared for a condition.
    fn compared_in(&self, condition: Value) -> u32 {
        let (f, site) = (self.f, self.site);
        let (mut widest, mut work) = (8, vec![condition]);
        while let Some(value) = work.pop() {
            let own = match self.body.masks.get(&value) {
                Some(0) => {
                    let inst = f.def_inst(value).expect("a condition");
                    work.extend(f.args(inst).iter().map(|&arg| site.resolve(f, arg)));
                    continue;
                }
                Some(&own) => own,
                // A number that is compared with zero.
                None => natural(f.ty(value)).unwrap_or(32),
            };
            widest = own.max(widest);
        }
        widest
    }

    /// Whether lanes of this width hold a number.
    fn fits(&self, value: Value, width: u32, signed: bool) -> bool {
        // A lane of a reduction is not what the parameter was.
        let mut webs = self.body.reductions.iter().map(|reduction| &reduction.web);
        let is_partial = webs.any(|web| web.contains(&value));
        (!is_partial || invar_ir::mutant!(VectorizeFactsOfPartial))
            && self.site.fits(self.f, value, width, signed)
    }

    /// Demands the low bits of a value, or a float.
    fn number(&mut self, value: Value, width: u32) -> Result<(), Reason> {
        let value = self.site.resolve(self.f, value);
        self.enter(value)?;
        if self.is_condition(value) {
            self.mask(value)?;
        }
        let at = self.body.widths.entry(value).or_insert(width);
        *at = width.max(*at);
        Ok(())
    }

    /// Demands a condition.
    fn condition(&mut self, value: Value) -> Result<(), Reason> {
        let value = self.site.resolve(self.f, value);
        self.enter(value)?;
        if self.is_condition(value) {
            return self.mask(value);
        }
        let width = natural(self.f.ty(value)).ok_or(Reason::Type)?;
        self.number(value, width)
    }

    /// Records where a value comes from.
    fn enter(&mut self, value: Value) -> Result<(), Reason> {
        if self.body.sources.contains_key(&value) {
            return Ok(());
        }
        let source = self.source(value)?;
        self.body.sources.insert(value, source);
        Ok(())
    }

    fn source(&self, value: Value) -> Result<Source, Reason> {
        let (f, site) = (self.f, self.site);
        natural(f.ty(value)).ok_or(Reason::Type)?;
        if site.is_outside(f, value) {
            return Ok(Source::Invariant);
        }
        let inside = |value| !site.is_outside(f, value);
        if let Some(base) = Linear::of_within(f, value, inside)
            && let Some(affine) = site.affine(f, self.inductions, &base)
        {
            return Ok(Source::Affine { base, step: affine.step });
        }
        match f.values[value].def {
            ValueDef::Result(inst, 0) => Ok(Source::Inst(inst)),
            _ => Err(Reason::Recurrence),
        }
    }

    /// Whether a value of the loop is a condition: 0 or 1 by a comparison, or a combination of such.
    fn is_condition(&self, value: Value) -> bool {
        is_condition(self.f, self.site, value)
    }

    /// Demands a condition as a mask.
    fn mask(&mut self, value: Value) -> Result<(), Reason> {
        let f = self.f;
        let mut work = vec![value];
        while let Some(value) = work.pop() {
            self.enter(value)?;
            let Some(Source::Inst(inst)) = self.body.sources.get(&value) else {
                return Err(Reason::Type);
            };
            let inst = *inst;
            let op = &f.insts[inst].op;
            if self.body.masks.contains_key(&value) {
                continue;
            }
            let operands: Vec<Value> =
                f.args(inst).iter().map(|&arg| self.site.resolve(f, arg)).collect();
            let width = match lanes::sense(op) {
                Some((sense, width)) => {
                    let fits = |width: &u32| self.compares_in(sense, &operands, *width);
                    let narrow =
                        [8, 16, 32].into_iter().filter(|&narrow| narrow < width).find(fits);
                    let width = narrow.unwrap_or(width);
                    if lanes::of_compare(op, width).is_none() {
                        return Err(Reason::Operator(op.opcode()));
                    }
                    width
                }
                None => 0,
            };
            self.body.masks.insert(value, width);
            if width == 0 {
                for operand in operands {
                    self.enter(operand)?;
                    if self.is_condition(operand) {
                        work.push(operand);
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether lanes of this width hold the numbers that are compared.
    fn compares_in(&self, sense: Sense, operands: &[Value], width: u32) -> bool {
        let unsigned = || operands.iter().all(|&value| self.fits(value, width, false));
        let signed = || operands.iter().all(|&value| self.fits(value, width, true));
        match sense {
            Sense::Float => false,
            Sense::Unsigned => unsigned(),
            Sense::Signed => signed(),
            Sense::Equality => unsigned() || signed(),
        }
    }

    fn operands_of_mask(&mut self, inst: Inst) -> Result<(), Reason> {
        let f = self.f;
        let result = f.result(inst).expect("a condition");
        let operands: Vec<Value> =
            f.args(inst).iter().map(|&arg| self.site.resolve(f, arg)).collect();
        let op = &f.insts[inst].op;
        match (lanes::sense(op), op) {
            (Some(_), _) => {
                let width = self.body.masks[&result];
                operands.into_iter().try_for_each(|operand| self.number(operand, width))
            }
            (None, Op::I32Eqz | Op::I64Eqz) => self.condition(operands[0]),
            _ => operands.into_iter().try_for_each(|operand| self.condition(operand)),
        }
    }

    /// Demands the operands of an instruction whose result is demanded in lanes of `width`, at least. Returns the
    /// width of the lanes in which it is computed.
    fn operands(&mut self, inst: Inst, result: Value, width: u32) -> Result<u32, Reason> {
        use Op::*;
        let (f, site) = (self.f, self.site);
        let op = &f.insts[inst].op;
        let args: Vec<Value> = f.args(inst).iter().map(|&arg| site.resolve(f, arg)).collect();
        let full = natural(f.ty(result)).ok_or(Reason::Type)?;
        if let Some(access) = invar_ir::memory_access(op) {
            return Ok(width.max(8 * u32::from(access.size)));
        }
        let fits = |value, width, signed| self.fits(value, width, signed);
        if let Some(found) = saturating::of(f, site, inst, width, fits) {
            let lanes = found.width;
            found.operands.iter().try_for_each(|&operand| self.number(operand, lanes))?;
            self.body.saturating.insert(inst, found);
            return Ok(lanes);
        }
        let mut all = |width: u32, args: &[Value]| {
            args.iter().try_for_each(|&arg| self.number(arg, width)).map(|()| width)
        };
        let refused = Reason::Operator(op.opcode());
        match op {
            I32Mul | I64Mul => all(width.max(16), &args),
            _ if lanes::of_low_bits(op, width).is_some() => all(width, &args),
            _ if lanes::of_floats(op).is_some() => all(full, &args),
            F32Copysign | F64Copysign => all(full, &args),
            I32Shl | I64Shl | I32ShrU | I64ShrU | I32ShrS | I64ShrS => {
                let amount = f.constant(args[1]).and_then(|constant| constant.as_int());
                if !site.is_outside(f, args[1]) {
                    return Err(refused);
                }
                let amount = amount.map(|amount| amount as u64 & u64::from(full - 1));
                let width = match (op, amount) {
                    (_, None) => full,
                    (I32Shl | I64Shl, Some(by)) => [8, 16, 32]
                        .into_iter()
                        .find(|&to| to >= width && u64::from(to) > by)
                        .unwrap_or(full),
                    (_, Some(by)) => {
                        let signed = matches!(op, I32ShrS | I64ShrS);
                        let holds = |&to: &u32| {
                            to >= width && u64::from(to) > by && site.fits(f, args[0], to, signed)
                        };
                        [8, 16, 32].into_iter().find(holds).unwrap_or(full).min(full)
                    }
                };
                self.number(args[0], width)?;
                Ok(width)
            }
            I32Extend8S | I64Extend8S => self.extends(args[0], 8, width),
            I32Extend16S | I64Extend16S => self.extends(args[0], 16, width),
            I64Extend32S | I64ExtendI32S | I64ExtendI32U => self.extends(args[0], 32, width),
            I32WrapI64 => all(width, &args),
            I32ReinterpretF32 | F32ReinterpretI32 | I64ReinterpretF64 | F64ReinterpretI64 => {
                all(full, &args)
            }
            F32ConvertI32S | F32ConvertI32U | F64ConvertI32S | F64ConvertI32U | F64PromoteF32
            | I32TruncSatF32S | I32TruncSatF32U => all(32, &args).map(|_| full),
            F32DemoteF64 | I32TruncSatF64S | I32TruncSatF64U => all(64, &args).map(|_| full),
            Select | TypedSelect { .. } => {
                if let Some((choice, width)) = self.choice(inst, width, full) {
                    self.body.minmax.insert(inst, choice);
                    self.number(choice.left, width)?;
                    self.number(choice.right, width)?;
                    return Ok(width);
                }
                self.number(args[0], width)?;
                self.number(args[1], width)?;
                self.condition(args[2])?;
                Ok(width)
            }
            _ => Err(refused),
        }
    }

    /// A minimum or maximum that has an operator, in the lanes of at least `width` bits in which it is computed.
    fn choice(&self, inst: Inst, width: u32, full: u32) -> Option<(MinMax, u32)> {
        let mut choice = minmax::of(self.f, self.site, inst)?;
        for narrow in [8, 16, 32].into_iter().filter(|&narrow| width <= narrow && narrow < full) {
            // Numbers of one sign are in the same order, signed and unsigned.
            let all = |signed| {
                [choice.left, choice.right].iter().all(|&value| self.fits(value, narrow, signed))
            };
            let signed = if all(false) {
                false
            } else if choice.order.signed && all(true) {
                true
            } else {
                continue;
            };
            choice.order.signed = signed;
            return Some((choice, narrow));
        }
        choice.order.lanes(full).map(|_| (choice, full))
    }

    /// Demands the operand of an extension from lanes of `from` bits.
    fn extends(&mut self, operand: Value, from: u32, width: u32) -> Result<u32, Reason> {
        self.number(operand, from.min(width))?;
        Ok(width)
    }
}

/// Whether a value of the loop is a condition: 0 or 1 by a comparison, or a combination of such.
pub(super) fn is_condition(f: &Function, site: &VectorSite<'_>, value: Value) -> bool {
    let mut work = vec![value];
    let mut steps = 0;
    while let Some(value) = work.pop() {
        steps += 1;
        // What is invariant is a number.
        if steps > MOST_CONDITIONS || site.is_outside(f, value) {
            return false;
        }
        let Some(inst) = f.def_inst(value) else { return false };
        match f.insts[inst].op {
            Op::I32Eqz | Op::I64Eqz => {}
            Op::I32And | Op::I32Or | Op::I32Xor => {
                work.extend(f.args(inst).iter().map(|&arg| site.resolve(f, arg)));
            }
            ref op if lanes::sense(op).is_some() => {}
            _ => return false,
        }
    }
    true
}
