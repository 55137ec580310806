//! Exception handlers: those that only throw on, those of calls that do not throw, that of a `throw` of a known tag,
//! and that of any exception where one is thrown on.
//!
//! A trap is no exception. Two tags may be one if both are imported; a tag that the module defines is like no other.

use super::Pass;
use invar_analysis::may_throw;
use invar_ir::{Block, Handler, Op, Tag, Terminator, ValType, Value, ValueDef};

impl Pass<'_, '_> {
    /// Simplifies a call, or a `throw`, with handlers.
    pub(super) fn fold_invoke(&mut self, block: Block, mut term: Terminator) -> Terminator {
        let Terminator::Invoke { op, args, handlers, .. } = &mut term else { return term };
        let thrown = match *op {
            Op::Throw { tag_index } => Some(Tag::from_u32(tag_index)),
            _ => None,
        };
        let mut kept: Vec<Handler> = handlers.clone();
        if let Some(thrown) = thrown {
            kept.retain(|handler| handler.tag.is_none_or(|tag| self.may_be(tag, thrown)));
        }
        // A handler in front of others keeps the exception from these.
        let drops_any = invar_ir::mutant!(HandlersDroppedFirst);
        while let Some(n) = kept.iter().rposition(|handler| self.throws_on(handler))
            && (n + 1 == kept.len() || drops_any)
        {
            kept.remove(n);
        }
        let is_done = kept.is_empty() || !may_throw(op, self.cx.summaries);
        let again = matches!(
            (&op, self.function.list(args)),
            (Op::ThrowRef, &[exception]) if self.is_exception(exception)
        );
        let is_caught = kept.first().is_some_and(|first| {
            if again { first.tag.is_none() } else { self.is_caught(thrown, first) }
        });
        let dropped = handlers.len() - kept.len();
        if dropped == 0 && !is_done && !is_caught || !self.cx.fuel.take() {
            return term;
        }
        self.stats.handlers += dropped as u64;
        *handlers = kept;
        match (is_done, is_caught) {
            (true, _) => self.without_handlers(block, term),
            (false, true) => self.goes_to_handler(term),
            (false, false) => {
                self.function.number_edge_values(block, &mut term);
                term
            }
        }
    }

    /// Whether two tags may be one.
    fn may_be(&self, a: Tag, b: Tag) -> bool {
        let is_imported = |tag: Tag| self.cx.module.tags[tag].import.is_some();
        a == b || is_imported(a) && is_imported(b) || invar_ir::mutant!(HandlersOfOtherTags)
    }

    /// Whether a handler does nothing but throw what it caught.
    fn throws_on(&self, handler: &Handler) -> bool {
        let f = &*self.function;
        let data = &f.blocks[handler.target.block];
        let Terminator::Throw { op: Op::ThrowRef, args } = &data.term else { return false };
        let thrown = f.resolve(f.list(args)[0]);
        let passed = data.params.iter().zip(f.list(&handler.target.args));
        let caught = handler.values.last().filter(|_| handler.has_reference(self.cx.module));
        data.insts.is_empty()
            && caught.is_some_and(|&caught| {
                passed.into_iter().any(|(&param, &arg)| param == thrown && f.resolve(arg) == caught)
            })
    }

    /// Whether a handler catches what is thrown, in any case, and needs no reference to it.
    fn is_caught(&self, thrown: Option<Tag>, handler: &Handler) -> bool {
        let fits = handler.tag.is_none() || handler.tag == thrown;
        thrown.is_some() && fits && !handler.has_reference(self.cx.module)
    }

    /// Whether a reference is to an exception in any case: to throw it on does not trap.
    fn is_exception(&self, value: Value) -> bool {
        let f = &*self.function;
        let value = f.resolve(value);
        let is_caught = match f.values[value].def {
            ValueDef::Edge(block, n) => {
                n > 0 && matches!(f.blocks[block].term, Terminator::Invoke { .. })
            }
            _ => false,
        };
        let is_present = matches!(f.ty(value), ValType::Ref(ty) if !ty.is_nullable());
        is_caught || is_present || invar_ir::mutant!(HandlersOfNull)
    }

    /// The call, or the `throw`, by itself: nothing that it throws is caught.
    fn without_handlers(&mut self, block: Block, term: Terminator) -> Terminator {
        let Terminator::Invoke { op, args, results, normal, .. } = term else {
            unreachable!("it is one")
        };
        if matches!(op, Op::Throw { .. } | Op::ThrowRef) {
            return Terminator::Throw { op, args };
        }
        let operands = self.function.list(&args).to_vec();
        let types: Vec<_> = results.iter().map(|&result| self.function.ty(result)).collect();
        let loc = self.function.blocks[block].term_loc;
        let call = self.function.append(block, op, &operands, &types, loc);
        let made: Vec<Value> = self.function.results(call).collect();
        let passed = self.replaced(&normal.args, &results, &made);
        self.stats.plain_calls += 1;
        let call = self.function.call(normal.block, &passed);
        self.jump(call)
    }

    /// The jump that a `throw` is whose handler is known: with its payload, or the reference that is thrown on.
    fn goes_to_handler(&mut self, term: Terminator) -> Terminator {
        let Terminator::Invoke { args, handlers, .. } = term else { unreachable!("it is one") };
        let first = &handlers[0];
        let payload = self.function.list(&args).to_vec();
        let passed = self.replaced(&first.target.args, &first.values, &payload);
        self.stats.caught += 1;
        let call = self.function.call(first.target.block, &passed);
        self.jump(call)
    }

    /// The arguments of an edge with others in place of the values that the terminator makes.
    fn replaced(&self, args: &invar_ir::ValueList, made: &[Value], by: &[Value]) -> Vec<Value> {
        let f = &*self.function;
        let replaced = f.list(args).iter().map(|&arg| {
            let at = made.iter().position(|&value| value == f.resolve(arg));
            at.map_or(arg, |at| by[at])
        });
        replaced.collect()
    }
}
