//! Exception handlers: calls in a `try_table` end their blocks, with an edge for each clause that may catch.

use super::{Frame, FrameKind, FuncValidator, Lift, NotLifted};
use invar_ir::{BlockCall, Handler, Op, Tag, Terminator, ValType, Value};
use wasmparser::{Catch, RefType, WasmModuleResources};

/// A clause of a `try_table`.
pub(super) struct Clause {
    /// The tag that is caught; `None` for all.
    tag: Option<u32>,
    with_ref: bool,
    /// The frame that the clause branches to.
    to: usize,
}

impl Lift<'_> {
    /// Takes that the frame which was opened last is a `try_table`; so many frames are around it. In unreachable code it
    /// is none.
    pub(super) fn catches(&mut self, depth: usize, catches: &[Catch]) {
        let frame = self.frames.last_mut().expect("it was opened");
        if !matches!(frame.kind, FrameKind::Block) {
            return;
        }
        let clauses = catches.iter().map(|catch| {
            let (tag, with_ref, label) = match *catch {
                Catch::One { tag, label } => (Some(tag), false, label),
                Catch::OneRef { tag, label } => (Some(tag), true, label),
                Catch::All { label } => (None, false, label),
                Catch::AllRef { label } => (None, true, label),
            };
            Clause { tag, with_ref, to: depth - 1 - label as usize }
        });
        frame.kind = FrameKind::Try(clauses.collect());
        self.tries.push(depth);
    }

    /// The type of a reference to an exception that a clause passes to the label of a frame, as that is declared: without
    /// typed references, which the module may not use, there is no type for one that is not null.
    fn reference_type(&self, to: usize) -> ValType {
        let Frame { kind, params, results, .. } = &self.frames[to];
        let declared = if matches!(kind, FrameKind::Loop) { params } else { results };
        declared.last().copied().unwrap_or(RefType::EXN.into())
    }

    /// A call or `throw` in a `try_table`. Its results are those of the block after it.
    pub(super) fn invoke(
        &mut self,
        op: Op,
        args: &[Value],
        results: &[ValType],
        validator: &FuncValidator,
    ) -> Result<(), NotLifted> {
        let block = self.current.expect("only in reachable code");
        // What the clauses catch, without those that an earlier one hides.
        let mut clauses: Vec<(Option<u32>, bool, usize)> = Vec::new();
        for &frame in self.tries.iter().rev() {
            let FrameKind::Try(own) = &self.frames[frame].kind else { continue };
            if !clauses.is_empty() && invar_ir::mutant!(WasmHandlersHidden) {
                break;
            }
            self.locals.spend(own.len());
            if self.locals.is_over_budget() {
                return Err(NotLifted::Large);
            }
            for clause in own {
                let is_hidden = |&(tag, ..): &(Option<u32>, bool, usize)| tag == clause.tag;
                if !clauses.iter().any(is_hidden) {
                    clauses.push((clause.tag, clause.with_ref, clause.to));
                }
                if clause.tag.is_none() {
                    break;
                }
            }
            if clauses.last().is_some_and(|(tag, ..)| tag.is_none()) {
                break;
            }
        }
        let next = self.f.add_block();
        let result = |lift: &mut Self, &ty: &ValType| {
            lift.f.add_param(next, ty);
            lift.f.add_edge_value(block, 0, ty)
        };
        let results: Vec<Value> = results.iter().map(|ty| result(self, ty)).collect();
        let normal = self.f.call(next, &results);
        let mut handlers = Vec::with_capacity(clauses.len());
        for (tag, with_ref, to) in clauses {
            let payload = tag
                .map(|tag| validator.resources().tag_at(tag).expect("validated").params().to_vec());
            let types = payload.into_iter().flatten().map(|ty| self.shared.ty(ty));
            let types: Vec<ValType> =
                types.chain(with_ref.then(|| self.reference_type(to))).collect();
            let n = handlers.len() as u32 + 1;
            let values: Vec<Value> =
                types.iter().map(|&ty| self.f.add_edge_value(block, n, ty)).collect();
            let target = self.handler_edge(to, &values);
            handlers.push(Handler { tag: tag.map(Tag::from_u32), values, target });
            self.locals.spend(types.len() + 1);
            if self.locals.is_over_budget() {
                return Err(NotLifted::Large);
            }
        }
        let args = self.f.make_list(args);
        self.finish(Terminator::Invoke { op, args, results, normal, handlers });
        self.enter_sealed(next);
        self.stack.extend_from_slice(&self.f.blocks[next].params);
        Ok(())
    }

    /// The edge of a clause to a frame, which it passes these values.
    fn handler_edge(&mut self, to: usize, values: &[Value]) -> BlockCall {
        let frame = &self.frames[to];
        if !matches!(frame.kind, FrameKind::Function) {
            let label = frame.label;
            return self.f.call(label, values);
        }
        // It returns.
        let block = self.f.add_block();
        for &value in values {
            let ty = self.f.ty(value);
            self.f.add_param(block, ty);
        }
        let params = self.f.blocks[block].params.clone();
        let params = self.f.make_list(&params);
        self.f.blocks[block].term = Terminator::Return(params);
        self.f.blocks[block].term_loc = self.loc;
        self.f.call(block, values)
    }
}
