//! Branches on references, and on tests of them.

use super::{Left, Pass};
use invar_ir::{Block, Op, RefType, Terminator, ValType, Value};

impl Pass<'_, '_> {
    pub(super) fn terminator(&mut self, block: Block) {
        if !self.config.branches {
            return;
        }
        let decided = self.flow.decided(self.function, &self.function.blocks[block].term);
        if let Some(nth) = decided
            && self.cx.fuel.take()
        {
            self.jump(block, nth);
        } else {
            let term = std::mem::take(&mut self.function.blocks[block].term);
            self.function.blocks[block].term = self.ask_for_null(block, term);
        }
    }

    /// Makes a jump of a decided branch.
    fn jump(&mut self, block: Block, nth: usize) {
        self.stats.branches += 1;
        self.decided.insert(block, nth as u32);
        let term = std::mem::take(&mut self.function.blocks[block].term);
        let mut call = term.target(nth).expect("an edge of the branch").clone();
        call.weight = 0;
        self.function.blocks[block].term = Terminator::Jump(call);
        if let Terminator::BrOn { args, taken_value, fallthrough_value, .. } = &term {
            let reference = self.function.resolve(self.function.list(args)[0]);
            let value = if nth == 0 { taken_value } else { fallthrough_value };
            if let Some(value) = value.expand() {
                let typed = self.typed(block, value, reference);
                self.function.alias(value, typed);
            }
        }
    }

    /// A reference as an edge expects it, of the type of `value`.
    fn typed(&mut self, block: Block, value: Value, reference: Value) -> Value {
        let ty = self.function.ty(value);
        let f = &*self.function;
        if !f.blocks[block].term.targets().any(|call| f.list(&call.args).contains(&value)) {
            return reference;
        }
        if let Some(value) = self.supply(reference, ty) {
            return value;
        }
        let ValType::Ref(want) = ty else { return reference };
        let best = self.flow.narrowest(self.function, reference);
        let own = self.function.ty(best).as_reference_type().expect("a reference");
        let has_type = self.flow.types().is_heap_subtype(own.heap_type(), want.heap_type());
        let (hty, facts) = (want.heap_type(), self.flow.facts(self.function, reference));
        let (op, args) = if want.is_nullable() {
            if facts.is_null() {
                (Op::RefNull { hty }, &[][..])
            } else {
                (Op::RefCastNullable { hty }, &[best][..])
            }
        } else if has_type {
            (Op::RefAsNonNull, &[best][..])
        } else {
            (Op::RefCastNonNull { hty }, &[best][..])
        };
        let loc = self.function.blocks[block].term_loc;
        let cast = self.function.make_inst(op, args, &[ty], loc);
        self.out.push(cast);
        if !args.is_empty() {
            let edge = self.flow.told_by(self.function, reference);
            self.left.push(Left { cast, edge, may_fail: false });
        }
        self.function.result(cast).expect("one result")
    }

    /// A branch on a type that only asks for null.
    fn ask_for_null(&mut self, block: Block, term: Terminator) -> Terminator {
        let Terminator::BrOn { op, args, taken_value, fallthrough_value, .. } = &term else {
            return term;
        };
        let (to, taken_is_cast) = match *op {
            Op::BrOnCast { to_ref_type, .. } => (to_ref_type, true),
            Op::BrOnCastFail { to_ref_type, .. } => (to_ref_type, false),
            _ => return term,
        };
        let reference = self.function.resolve(self.function.list(args)[0]);
        let Some(all_else) = self.only_null(reference, to) else { return term };
        // All but null goes where `all_else` says; null goes the other way.
        let null_is_taken = all_else != taken_is_cast;
        let (null_value, other_value) = if null_is_taken {
            (*taken_value, *fallthrough_value)
        } else {
            (*fallthrough_value, *taken_value)
        };
        let (Some(null_value), Some(other_value)) = (null_value.expand(), other_value.expand())
        else {
            return term;
        };
        let best = self.flow.narrowest(self.function, reference);
        let of = |value| self.function.ty(value).as_reference_type();
        let (Some(null_type), Some(other_type), Some(own)) =
            (of(null_value), of(other_value), of(best))
        else {
            return term;
        };
        let fits = self.flow.types().is_ref_subtype(RefType::as_non_null(&own), other_type);
        if !null_type.is_nullable() || !fits || !self.cx.fuel.take() {
            return term;
        }
        self.stats.null_branches += 1;
        let Terminator::BrOn { taken, fallthrough, .. } = term else { unreachable!() };
        let loc = self.function.blocks[block].term_loc;
        let null = Op::RefNull { hty: null_type.heap_type() };
        let null = self.function.make_inst(null, &[], &[null_type.into()], loc);
        self.out.push(null);
        self.function.alias(null_value, self.function.result(null).expect("one result"));
        let args = self.function.make_list(&[best]);
        let (op, taken_value, fallthrough_value) = if null_is_taken {
            (Op::BrOnNull { relative_depth: 0 }, None, Some(other_value))
        } else {
            (Op::BrOnNonNull { relative_depth: 0 }, Some(other_value), None)
        };
        Terminator::BrOn {
            op,
            args,
            taken_value: taken_value.into(),
            fallthrough_value: fallthrough_value.into(),
            taken,
            fallthrough,
        }
    }
}
