//! Simplification of terminators: branch folding, `br_if` to `select`, jump tables.

use super::Pass;
use invar_ir::{Block, BlockCall, Op, Terminator, ValType, Value, ValueDef, effects};
use invar_rules::{Const, ValueFacts, known_bits};

impl Pass<'_, '_> {
    pub(super) fn fold_terminator(&mut self, block: Block) {
        let term = std::mem::take(&mut self.function.blocks[block].term);
        let number = match term.operands(&self.function.pool) {
            &[value] => ValueFacts::constant(&*self.function, value),
            _ => None,
        };
        let decided = match number {
            Some(Const::I32(number)) => term.decided(number),
            _ => None,
        };
        let term = match term {
            term if decided.is_some() && self.cx.fuel.take() => {
                let call = decided.and_then(|nth| term.target(nth)).expect("an edge of the branch");
                self.jump(call.clone())
            }
            Terminator::BrIf { cond, then, els } => self.fold_br_if(block, cond, then, els),
            Terminator::BrTable { index, targets, default } => {
                self.fold_table(block, index, targets, default)
            }
            Terminator::BrOn { .. } => self.fold_br_on(term),
            Terminator::Invoke { .. } => self.fold_invoke(block, term),
            term => term,
        };
        self.function.blocks[block].term = term;
    }

    /// The jump that a branch becomes.
    pub(super) fn jump(&mut self, mut call: BlockCall) -> Terminator {
        self.stats.folded += 1;
        call.weight = 0;
        Terminator::Jump(call)
    }

    // ---- Two ways ------------------------------------------------------------------------------

    fn fold_br_if(
        &mut self,
        block: Block,
        cond: Value,
        then: BlockCall,
        els: BlockCall,
    ) -> Terminator {
        let only_then = if self.same(&then, &els) || self.traps(&els) {
            Some(true)
        } else {
            self.traps(&then).then_some(false)
        };
        match only_then {
            Some(only_then) if self.cx.fuel.take() => {
                return self.jump(if only_then { then } else { els });
            }
            Some(_) => return Terminator::BrIf { cond, then, els },
            None => {}
        }
        match self.different_argument(&then, &els) {
            Some(n)
                if self.config.selects
                    && ![&then, &els].iter().any(|call| self.is_sunk(call, n))
                    && self.cx.fuel.take() =>
            {
                self.select(block, cond, then, els, n)
            }
            _ => Terminator::BrIf { cond, then, els },
        }
    }

    /// Whether a target only traps, and traps are assumed never to happen.
    fn traps(&self, call: &BlockCall) -> bool {
        let data = &self.function.blocks[call.block];
        self.cx.goals.traps_never_happen
            && data.insts.is_empty()
            && matches!(data.term, Terminator::Unreachable)
    }

    /// The position of the one argument in which two edges to one block differ.
    fn different_argument(&self, a: &BlockCall, b: &BlockCall) -> Option<usize> {
        if a.block != b.block {
            return None;
        }
        let pairs = self.function.list(&a.args).iter().zip(self.function.list(&b.args));
        let differs = |(&x, &y)| self.function.resolve(x) != self.function.resolve(y);
        let mut different = pairs.map(differs).enumerate().filter(|&(_, differs)| differs);
        let (n, _) = different.next()?;
        (invar_ir::mutant!(BranchSelectsOneOfSeveral) || different.next().is_none()).then_some(n)
    }

    /// Whether an argument is a call without effects or an allocation. Those go into an alternative
    /// that alone uses them (code motion), so the branch is kept for them.
    fn is_sunk(&self, call: &BlockCall, n: usize) -> bool {
        let value = self.function.resolve(self.function.list(&call.args)[n]);
        let ValueDef::Result(inst, _) = self.function.values[value].def else { return false };
        if self.cx.goals.size > 0 {
            return false;
        }
        let op = &self.function.insts[inst].op;
        let of_callee = self.cx.summaries.call_effects(op);
        let does = of_callee.unwrap_or_else(|| effects(op, self.cx.module));
        (of_callee.is_some() || does.allocates) && does.may_be_deleted()
    }

    fn select(
        &mut self,
        block: Block,
        cond: Value,
        then: BlockCall,
        els: BlockCall,
        n: usize,
    ) -> Terminator {
        self.stats.selects += 1;
        let (a, b) = (self.function.list(&then.args)[n], self.function.list(&els.args)[n]);
        let ty = self.function.ty(self.function.blocks[then.block].params[n]);
        let op = match ty {
            ValType::Ref(_) => Op::TypedSelect { ty },
            _ => Op::Select,
        };
        let loc = self.function.blocks[block].term_loc;
        let inst = self.function.append(block, op, &[a, b, cond], &[ty], loc);
        let result = self.function.result(inst).expect("one result");
        let mut then = then;
        then.args.as_mut_slice(&mut self.function.pool)[n] = result;
        self.jump(then)
    }

    // ---- Jump tables ---------------------------------------------------------------------------

    fn fold_table(
        &mut self,
        block: Block,
        index: Value,
        mut targets: Vec<BlockCall>,
        mut default: BlockCall,
    ) -> Terminator {
        self.shorten(index, &mut targets, &mut default);
        let Some(first) = targets.first() else {
            return if self.cx.fuel.take() {
                self.jump(default)
            } else {
                Terminator::BrTable { index, targets, default }
            };
        };
        // The only case with another target than the default; or all cases, if they have one target.
        let mut others = (0..targets.len()).filter(|&n| !self.same(&targets[n], &default));
        let (op, number, then) = match (others.next(), others.next()) {
            (Some(n), None) => (Op::I32Eq, n, n),
            _ if targets.iter().all(|target| self.same(target, first)) => {
                (Op::I32LtU, targets.len(), 0)
            }
            _ => return Terminator::BrTable { index, targets, default },
        };
        if !self.cx.fuel.take() {
            return Terminator::BrTable { index, targets, default };
        }
        self.stats.tables += 1;
        let weights = |calls: &mut dyn Iterator<Item = &BlockCall>| {
            calls.fold(0u32, |sum, call| sum.saturating_add(call.weight))
        };
        let all = weights(&mut targets.iter().chain([&default]));
        let mut then = targets.swap_remove(then);
        if op == Op::I32LtU {
            then.weight = all.saturating_sub(default.weight);
        }
        let mut els = default;
        els.weight = all.saturating_sub(then.weight);
        if number == 0 {
            return Terminator::BrIf { cond: index, then: els, els: then };
        }
        let loc = self.function.blocks[block].term_loc;
        let ty = [ValType::I32];
        let number = Op::I32Const { value: number as i32 };
        let number = self.function.append(block, number, &[], &ty, loc);
        let number = self.function.result(number).expect("one result");
        let cond = self.function.append(block, op, &[index, number], &ty, loc);
        let cond = self.function.result(cond).expect("one result");
        Terminator::BrIf { cond, then, els }
    }

    /// Removes cases that cannot occur, and trailing ones with the target of the default.
    fn shorten(&mut self, index: Value, targets: &mut Vec<BlockCall>, default: &mut BlockCall) {
        let before = targets.len();
        let max = known_bits(&*self.function, self.function.resolve(index)).max();
        if max < targets.len() as u64 && self.cx.fuel.take() {
            targets.truncate(max as usize + 1);
            *default = targets.pop().expect("a case");
        }
        while targets.last().is_some_and(|last| self.same(last, default)) && self.cx.fuel.take() {
            let last = targets.pop().expect("a case");
            default.weight = default.weight.saturating_add(last.weight);
        }
        self.stats.tables += u64::from(targets.len() < before);
    }

    // ---- References ----------------------------------------------------------------------------

    /// A test for null of a reference that is known to be null, or not.
    fn fold_br_on(&mut self, term: Terminator) -> Terminator {
        let Terminator::BrOn { op, args, taken_value, fallthrough_value, .. } = &term else {
            return term;
        };
        let on_null = match op {
            Op::BrOnNull { .. } => true,
            Op::BrOnNonNull { .. } => false,
            _ => return term,
        };
        let reference = self.function.resolve(self.function.list(args)[0]);
        let is_null = match (self.function.ty(reference), self.function.def_op(reference)) {
            (ValType::Ref(ty), _) if !ty.is_nullable() => false,
            (_, Some(Op::RefNull { .. })) => true,
            _ => return term,
        };
        // The value of the remaining edge is the reference itself.
        let is_taken = is_null == on_null;
        let value = if is_taken { *taken_value } else { *fallthrough_value };
        if !self.cx.fuel.take() {
            return term;
        }
        let Terminator::BrOn { taken, fallthrough, .. } = term else { unreachable!() };
        if let Some(value) = value.expand() {
            self.function.alias(value, reference);
        }
        self.jump(if is_taken { taken } else { fallthrough })
    }
}
