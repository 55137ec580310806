//! New induction variables: their starts in the preheader, their steps, and what they replace.
//!
//! Cost: linear in the sums that are copied, and in the members of a component.

use super::{Derived, Pass, Uses, is_part};
use crate::analysis::components::{Component, Member};
use crate::analysis::final_values::Emit;
use crate::analysis::first_iteration;
use crate::analysis::induction::Basic;
use crate::analysis::shape::push_arg;
use crate::transforms::offset_folding::{offset, plain_access};
use invar_analysis::Linear;
use invar_ir::{
    Block, Edge, Function, Inst, Op, SourceLoc, Terminator, ValType, Value, set_address,
};
use invar_rules::{Width, is_constant};
use rustc_hash::FxHashMap;

/// How many instructions a start value may take.
const MOST_INSTS: usize = 24;

/// The step of a new variable.
enum Step {
    Constant(i64),
    Value(Value),
}

impl Pass<'_> {
    /// Makes the new variable and replaces the values of a group.
    pub fn replace(
        &mut self,
        f: &mut Function,
        basic: &Basic,
        group: &[Derived],
        accesses: Option<&Uses>,
    ) -> bool {
        let Some((preheader, latch)) = self.nest.ends(self.id) else { return false };
        let main = &group[0];
        let Some(start) = self.start(f, main.inst) else { return false };
        let ty = f.ty(main.value);
        let step = self.multiplied(f, preheader, &basic.step, main, ty);
        let header = self.nest.forest.loops[self.id].header;
        let variable = f.add_param(header, ty);
        let width = Width::of(ty).expect("an integer");
        let add = if width.bits() == 64 { Op::I64Add } else { Op::I32Add };
        let loc = f.insts[main.inst].loc;
        let next = match self.joined_back_edges(f, latch, basic.param) {
            None => self.add_step(f, latch, &add, variable, &step, loc),
            Some(edges) => {
                let mut made: FxHashMap<Block, Value> = FxHashMap::default();
                let next = f.add_param(latch, ty);
                for edge in edges {
                    let from = edge.from;
                    let value = made
                        .get(&from)
                        .copied()
                        .unwrap_or_else(|| self.add_step(f, from, &add, variable, &step, loc));
                    made.insert(from, value);
                    push_arg(f, edge, value);
                }
                next
            }
        };
        self.nest.pass_to_header(f, self.id, start, next);
        for one in group {
            self.substitute(f, main, one, variable, accesses);
        }
        true
    }

    /// Replaces a derived variable by a new one that the first of its group is equal to, plus their difference.
    /// Given the accesses of which it is the address, the difference becomes an immediate offset.
    fn substitute(
        &mut self,
        f: &mut Function,
        main: &Derived,
        one: &Derived,
        variable: Value,
        accesses: Option<&Uses>,
    ) {
        let more = one.rest.constant.wrapping_sub(main.rest.constant) & one.rest.mask();
        if more == 0 {
            f.alias(one.value, variable);
            return;
        }
        if let Some(uses) = accesses {
            for &inst in uses.get(&one.value).into_iter().flatten().flatten() {
                let access = plain_access(f, inst).expect("it was one");
                let offset = offset(&access, more).expect("it was tested");
                set_address(f, inst, access.address, variable, offset);
            }
            return;
        }
        let ty = f.ty(one.value);
        let width = Width::of(ty).expect("an integer");
        let add = if width.bits() == 64 { Op::I64Add } else { Op::I32Add };
        // Replaced in place, so that definitions keep dominating uses.
        let constant = width.constant(one.rest.signed(more)).to_op();
        let constant = f.make_inst(constant, &[], &[ty], f.insts[one.inst].loc);
        let block = self.home[one.inst].expect("it is in a block");
        self.home[constant] = Some(block);
        let at = f.blocks[block].insts.iter().position(|&inst| inst == one.inst);
        f.blocks[block].insts.insert(at.expect("it is in its block"), constant);
        let value = f.result(constant).expect("a constant");
        f.insts[one.inst].op = add;
        let args = f.make_list(&[variable, value]);
        f.insts[one.inst].args = args;
    }

    /// Copies a component, multiplied, and replaces the values of a group.
    pub fn replace_component(
        &mut self,
        f: &mut Function,
        component: &Component,
        group: &[Derived],
        accesses: Option<&Uses>,
    ) -> bool {
        let Some((preheader, latch)) = self.nest.ends(self.id) else { return false };
        let main = &group[0];
        let ty = f.ty(main.value);
        let add = if ty == ValType::I64 { Op::I64Add } else { Op::I32Add };
        let loc = f.insts[main.inst].loc;
        let header = self.nest.forest.loops[self.id].header;
        let mut copies: FxHashMap<Value, Value> = FxHashMap::default();
        for &(value, ref member) in &component.members {
            match *member {
                Member::Header { .. } => copies.insert(value, f.add_param(header, ty)),
                Member::Merge { block, .. } => copies.insert(value, f.add_param(block, ty)),
                Member::Sum { .. } => None,
            };
        }
        // Sums of sums come after them.
        let mut sums: Vec<_> = component.members.iter().collect();
        sums.retain(|(_, member)| matches!(member, Member::Sum { .. }));
        while !sums.is_empty() {
            let left = sums.len();
            sums.retain(|&&(value, ref member)| {
                let Member::Sum { inst, of, step } = member else { return false };
                let Some(&of) = copies.get(of) else { return true };
                let block = self.home[*inst].expect("it is in a block");
                let step =
                    if invar_ir::mutant!(ReductionOneStep) { first_step(component) } else { step };
                let step = self.multiplied(f, preheader, step, main, ty);
                copies.insert(value, self.add_step(f, block, &add, of, &step, loc));
                false
            });
            debug_assert!(sums.len() < left, "a component without a parameter");
        }
        for (_, member) in &component.members {
            match *member {
                Member::Header { start, next } => {
                    let start = self.multiplied_start(f, preheader, start, main);
                    debug_assert!(self.nest.latch(self.id) == Some(latch));
                    self.nest.pass_to_header(f, self.id, start, copies[&next]);
                }
                Member::Merge { block, ref args } => {
                    for (&edge, arg) in self.nest.cfg.preds(block).iter().zip(args) {
                        push_arg(f, edge, copies[arg]);
                    }
                }
                Member::Sum { .. } => {}
            }
        }
        for one in group {
            self.substitute(f, main, one, copies[&one.of], accesses);
        }
        true
    }

    /// The start of a header parameter of a component, multiplied, plus the invariant part of a derived
    /// variable.
    fn multiplied_start(
        &mut self,
        f: &mut Function,
        preheader: Block,
        start: Value,
        of: &Derived,
    ) -> Value {
        let first = f.insts.next_key();
        let mut emit = Emit { f, block: preheader, loc: SourceLoc::default() };
        let mut start = emit.f.resolve(start);
        if let Some(scale) = of.slope.scale {
            let mul = if of.rest.wide { Op::I64Mul } else { Op::I32Mul };
            start = emit.op(emit.f.ty(of.value), mul, &[start, scale]);
        }
        let mut sum = of.rest.clone();
        let start = Linear::of_within(emit.f, start, |_| false).expect("an integer");
        sum.add(&start, of.slope.factor);
        let value = emit.sum(&sum);
        for inst in f.insts.keys().skip(first.as_u32() as usize) {
            self.home[inst] = Some(preheader);
        }
        value
    }

    /// The edges into a latch that only joins several back edges, if the next value of the basic variable is
    /// computed before each of them. The new variable is then updated there too, so that simplify-cfg can
    /// remove the latch again.
    fn joined_back_edges(&self, f: &Function, latch: Block, param: Value) -> Option<Vec<Edge>> {
        let jumps = matches!(f.blocks[latch].term, Terminator::Jump(_));
        let passes = f.blocks[latch].insts.is_empty() && jumps;
        let [first, _, ..] = self.next(f, param)[..] else { return None };
        let computed = self.home[f.def_inst(first)?] != Some(latch);
        (passes && computed).then(|| self.nest.cfg.preds(latch).to_vec())
    }

    /// Emits the update of a variable at the end of a block.
    fn add_step(
        &mut self,
        f: &mut Function,
        block: Block,
        add: &Op,
        variable: Value,
        step: &Step,
        loc: SourceLoc,
    ) -> Value {
        let step = match *step {
            Step::Constant(step) => self.constant(f, block, step, f.ty(variable)),
            Step::Value(step) => step,
        };
        let inst = f.append(block, add.clone(), &[variable, step], &[f.ty(variable)], loc);
        self.home[inst] = Some(block);
        f.result(inst).expect("a sum")
    }

    fn constant(&mut self, f: &mut Function, block: Block, value: i64, ty: ValType) -> Value {
        let width = Width::of(ty).expect("an integer");
        let op = width.constant(value).to_op();
        let inst = f.append(block, op, &[], &[ty], SourceLoc::default());
        self.home[inst] = Some(block);
        f.result(inst).expect("a constant")
    }

    /// A step multiplied by the slope of a derived variable.
    fn multiplied(
        &mut self,
        f: &mut Function,
        preheader: Block,
        step: &Linear,
        of: &Derived,
        ty: ValType,
    ) -> Step {
        let mut sum = Linear::constant(ty == ValType::I64, 0);
        if of.slope.extended.is_some() {
            // The index does not wrap, so that its step is a signed number.
            sum.constant = (step.signed(step.constant) as u64).wrapping_mul(of.slope.factor);
        } else {
            match of.slope.scale {
                None => sum.add(step, of.slope.factor),
                Some(scale) => {
                    sum.add_term(scale, of.slope.factor.wrapping_mul(step.constant));
                }
            }
        }
        if sum.terms.is_empty() {
            return Step::Constant(sum.signed(sum.constant));
        }
        let (mul, add) = if sum.wide { (Op::I64Mul, Op::I64Add) } else { (Op::I32Mul, Op::I32Add) };
        let mut op = |pass: &mut Self, op: &Op, args: &[Value]| {
            let inst = f.append(preheader, op.clone(), args, &[ty], SourceLoc::default());
            pass.home[inst] = Some(preheader);
            f.result(inst).expect("a sum")
        };
        let width = Width::of(ty).expect("an integer");
        let constant = |value: u64| width.constant(sum.signed(value)).to_op();
        let mut total = None;
        for &(value, factor) in &sum.terms {
            let term = match factor {
                1 => value,
                _ => {
                    let factor = op(self, &constant(factor), &[]);
                    op(self, &mul, &[value, factor])
                }
            };
            total = Some(match total {
                None => term,
                Some(total) => op(self, &add, &[total, term]),
            });
        }
        let mut total = total.expect("there are terms");
        if sum.constant != 0 {
            let more = op(self, &constant(sum.constant), &[]);
            total = op(self, &add, &[total, more]);
        }
        Step::Value(total)
    }

    /// The backward slice by which the start of a new variable is computed.
    pub fn start_insts(&self, f: &Function, inst: Inst) -> Option<Vec<Inst>> {
        let known = first_iteration::entry(f, self.nest, self.id)?;
        first_iteration::slice(
            f,
            self.nest,
            self.home,
            self.id,
            inst,
            MOST_INSTS,
            &known,
            |f, inst| is_part(&f.insts[inst].op) || is_constant(&f.insts[inst].op),
        )
    }

    /// Computes the value of the first iteration in the preheader.
    fn start(&mut self, f: &mut Function, inst: Inst) -> Option<Value> {
        let insts = self.start_insts(f, inst)?;
        first_iteration::compute(f, self.nest, self.home, self.id, inst, insts)
    }
}

/// For a seeded bug.
fn first_step(component: &Component) -> &Linear {
    let mut steps = component.members.iter().filter_map(|(_, member)| match member {
        Member::Sum { step, .. } => Some(step),
        _ => None,
    });
    steps.next().expect("it has a sum")
}
