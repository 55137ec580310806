//! Exception handlers: calls in a `try_table` or `try` end their blocks, with an edge for each clause that may catch.
//!
//! Of the legacy form, each `catch` begins with a block of its own, whose parameters are the payload, and a reference
//! to the exception where a `rethrow` names the clause: it throws that reference. The clauses come behind the body
//! whose calls need them; the scan before the lifting knows them ([`Locals::legacy_try`](super::Locals::legacy_try)).
//! What a `try` with `delegate` does not catch goes on at the frame of its label: to the next `try` that this one is
//! in the body of, if it is none itself.

use super::frames::{Frame, FrameKind};
use super::{Block, FuncValidator, Lift, NotLifted};
use invar_ir::{BlockCall, Handler, Op, Tag, Terminator, ValType, Value};
use wasmparser::{Catch, RefType, WasmModuleResources};

/// A clause of a `try_table` or `try`.
#[derive(Clone, Copy)]
pub(super) struct Clause {
    /// The tag that is caught; `None` for all.
    tag: Option<u32>,
    with_ref: bool,
    to: To,
}

/// Where a clause leads.
#[derive(Clone, Copy)]
enum To {
    /// The frame that it branches to.
    Frame(usize),
    /// The first block of a `catch`; how many of its parameters are the payload, before the reference.
    Block(Block, usize),
}

impl Lift<'_> {
    /// Takes that the frame which was opened last is a `try_table`; so many frames are around it. In unreachable code
    /// it is none.
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
            Clause { tag, with_ref, to: To::Frame(depth - 1 - label as usize) }
        });
        frame.kind = FrameKind::Try(clauses.collect());
        self.tries.push(depth);
    }

    /// The type of a reference to an exception that a clause passes to the label of a frame, as that is declared:
    /// without typed references, which the module may not use, there is no type for one that is not null.
    fn reference_type(&self, to: To) -> ValType {
        let To::Frame(to) = to else { return RefType::EXN.into() };
        let Frame { kind, params, results, .. } = &self.frames[to];
        let declared = if matches!(kind, FrameKind::Loop) { params } else { results };
        declared.last().copied().unwrap_or(RefType::EXN.into())
    }

    /// Makes the handlers of a legacy `try`, which was opened in the block `before`.
    pub(super) fn legacy_try(
        &mut self,
        depth: usize,
        before: Option<Block>,
        validator: &FuncValidator,
    ) {
        let Some(before) = before else { return };
        let known = self.locals.legacy_try(self.position);
        let kind = match known.delegate {
            Some(label) => FrameKind::Delegate(depth - 1 - label as usize),
            None => {
                let clauses = known.clauses.iter().map(|clause| {
                    let block = self.f.add_block();
                    let payload = self.payload(clause.tag, validator);
                    for &ty in &payload {
                        self.f.add_param(block, ty);
                    }
                    if clause.rethrown {
                        self.f.add_param(block, RefType::EXN.into());
                    }
                    self.locals.open_forward(block, before, self.position);
                    let to = To::Block(block, payload.len());
                    Clause { tag: clause.tag, with_ref: clause.rethrown, to }
                });
                FrameKind::Try(clauses.collect())
            }
        };
        self.frames.last_mut().expect("it was opened").kind = kind;
        self.tries.push(depth);
    }

    /// Goes on with the next clause of the innermost frame, a legacy `try`.
    pub(super) fn legacy_catch(&mut self) {
        let Frame { kind: FrameKind::Try(_) | FrameKind::Catch(..), height, .. } =
            self.frames[self.frames.len() - 1]
        else {
            return;
        };
        self.fall_out();
        let frame = self.frames.last_mut().expect("just looked at");
        let (clauses, n) = match std::mem::replace(&mut frame.kind, FrameKind::Block) {
            FrameKind::Try(clauses) => {
                // What a clause throws is caught by the tries around.
                self.tries.pop();
                (clauses, 0)
            }
            FrameKind::Catch(clauses, n) => (clauses, n + 1),
            _ => unreachable!("just looked at"),
        };
        let To::Block(block, payload) = clauses[n].to else { unreachable!("of a legacy `try`") };
        frame.kind = FrameKind::Catch(clauses, n);
        self.stack.truncate(height);
        self.current = None;
        if self.locals.has_predecessors(block) {
            self.stack.extend_from_slice(&self.f.blocks[block].params[..payload]);
            self.enter_sealed(block);
        }
    }

    /// The reference to what the clause around caught, whose `try` is named by a `rethrow`.
    pub(super) fn caught_reference(&self, label: u32) -> Value {
        let frame = &self.frames[self.frames.len() - 1 - label as usize];
        let FrameKind::Catch(clauses, n) = &frame.kind else {
            unreachable!("validated: the label is that of a `catch`");
        };
        match clauses[*n].to {
            To::Block(block, payload) => self.f.blocks[block].params[payload],
            To::Frame(_) => unreachable!("of a legacy `try`"),
        }
    }

    /// What a `throw` throws.
    pub(super) fn throw(
        &mut self,
        op: Op,
        args: &[Value],
        validator: &FuncValidator,
    ) -> Result<(), NotLifted> {
        match self.caught()? {
            Some(caught) => {
                self.invoke(op, args, &[], caught, validator)?;
                if self.current.is_some() {
                    self.finish(Terminator::Unreachable);
                }
            }
            None => {
                let args = self.f.make_list(args);
                self.finish(Terminator::Throw { op, args });
            }
        }
        Ok(())
    }

    /// The clauses for what is thrown here, without those that an earlier one hides. `None` if there are none.
    pub(super) fn caught(&mut self) -> Result<Option<Vec<Clause>>, NotLifted> {
        let mut clauses: Vec<Clause> = Vec::new();
        // Frames outside of this one.
        let mut most = usize::MAX;
        for &frame in self.tries.iter().rev() {
            self.locals.spend(1);
            if frame > most {
                continue;
            }
            let own = match &self.frames[frame].kind {
                FrameKind::Try(own) => own,
                &FrameKind::Delegate(to) => {
                    if !invar_ir::mutant!(WasmDelegatesToNext) {
                        most = to;
                    }
                    continue;
                }
                _ => continue,
            };
            if !clauses.is_empty() && invar_ir::mutant!(WasmHandlersHidden) {
                break;
            }
            self.locals.spend(own.len());
            if self.locals.is_over_budget() {
                return Err(NotLifted::Large);
            }
            for &clause in own {
                if !clauses.iter().any(|earlier| earlier.tag == clause.tag) {
                    clauses.push(clause);
                }
                if clause.tag.is_none() {
                    break;
                }
            }
            if clauses.last().is_some_and(|clause| clause.tag.is_none()) {
                break;
            }
        }
        Ok((!clauses.is_empty()).then_some(clauses))
    }

    fn payload(&self, tag: Option<u32>, validator: &FuncValidator) -> Vec<ValType> {
        let Some(tag) = tag else { return Vec::new() };
        let tag = validator.resources().tag_at(tag).expect("validated");
        tag.params().iter().map(|&ty| self.shared.ty(ty)).collect()
    }

    /// A call or `throw` with handlers. Its results are those of the block after it.
    pub(super) fn invoke(
        &mut self,
        op: Op,
        args: &[Value],
        results: &[ValType],
        clauses: Vec<Clause>,
        validator: &FuncValidator,
    ) -> Result<(), NotLifted> {
        let block = self.current.expect("only in reachable code");
        let next = self.f.add_block();
        let result = |lift: &mut Self, &ty: &ValType| {
            lift.f.add_param(next, ty);
            lift.f.add_edge_value(block, 0, ty)
        };
        let results: Vec<Value> = results.iter().map(|ty| result(self, ty)).collect();
        let normal = self.f.call(next, &results);
        let mut handlers = Vec::with_capacity(clauses.len());
        for Clause { tag, with_ref, to } in clauses {
            let types = self.payload(tag, validator).into_iter();
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

    /// The edge of a clause, which passes these values.
    fn handler_edge(&mut self, to: To, values: &[Value]) -> BlockCall {
        let frame = match to {
            To::Block(block, _) => return self.f.call(block, values),
            To::Frame(frame) => &self.frames[frame],
        };
        if !matches!(frame.kind, FrameKind::Function) {
            let label = frame.label;
            return self.f.call(label, values);
        }
        // The clause leads to the end of the function: its block returns.
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
