//! Structured constructs: their labels, the blocks behind them, and the branches that leave them.

use super::handlers::Clause;
use super::{FuncValidator, Lift};
use invar_ir::{Block, BlockCall, Terminator, ValType, Value};
use wasmparser::{BlockType, Operator};

/// A structured construct that is open at the current operator.
pub(super) struct Frame {
    pub kind: FrameKind,
    /// The target of a branch to its label; a branch to a function frame returns.
    pub label: Block,
    /// The block after it.
    pub after: Block,
    /// Height of the operand stack below its parameters.
    pub height: usize,
    pub params: Vec<ValType>,
    pub results: Vec<ValType>,
}

pub(super) enum FrameKind {
    Function,
    Block,
    /// A `try_table`, or the body of a legacy `try`.
    Try(Vec<Clause>),
    /// A legacy `try` that delegates what its body throws to the frame with this number.
    Delegate(usize),
    /// A legacy `try` behind its body: its clauses, and in which of them the current operator is.
    Catch(Vec<Clause>, usize),
    Loop,
    /// An `if` whose `else` was not reached: the block of the other arm, and the arguments it has.
    If(Block, Vec<Value>),
    Else,
    /// A construct in unreachable code.
    Dead,
}

impl Lift<'_> {
    /// Enters a construct.
    pub(super) fn open(
        &mut self,
        operator: &Operator<'_>,
        blockty: BlockType,
        offset: usize,
        validator: &FuncValidator,
    ) {
        let (params, results) = self.block_types(blockty, validator);
        let Some(block) = self.current else {
            let height = self.stack.len();
            let dead = Block::from_u32(0);
            self.frames.push(Frame {
                kind: FrameKind::Dead,
                label: dead,
                after: dead,
                height,
                params,
                results,
            });
            return;
        };
        let condition =
            matches!(operator, Operator::If { .. }).then(|| self.stack.pop().expect("validated"));
        let height = self.stack.len() - params.len();
        let (kind, label, after) = match (operator, condition) {
            (Operator::Loop { .. }, _) => {
                let header = self.f.add_block();
                for &ty in &params {
                    self.f.add_param(header, ty);
                }
                let args = self.stack.split_off(height);
                let call = self.f.call(header, &args);
                self.locals.open_loop(header, block, self.position);
                self.finish(Terminator::Jump(call));
                self.stack.extend_from_slice(&self.f.blocks[header].params);
                self.current = Some(header);
                (FrameKind::Loop, header, header)
            }
            (_, condition) => {
                let after = self.f.add_block();
                for &ty in &results {
                    self.f.add_param(after, ty);
                }
                self.locals.open_forward(after, block, self.position);
                let kind = match condition {
                    None => FrameKind::Block,
                    Some(cond) => {
                        let (arm, other) = (self.f.add_block(), self.f.add_block());
                        let (mut then, mut els) = (self.f.call(arm, &[]), self.f.call(other, &[]));
                        self.weigh(offset, &mut then, &mut els);
                        self.finish(Terminator::BrIf { cond, then, els });
                        self.enter_sealed(arm);
                        FrameKind::If(other, self.stack[height..].to_vec())
                    }
                };
                (kind, after, after)
            }
        };
        self.frames.push(Frame { kind, label, after, height, params, results });
    }

    /// Goes on in the `else` arm of the innermost construct.
    pub(super) fn otherwise(&mut self) {
        if matches!(self.frames.last().map(|frame| &frame.kind), Some(FrameKind::Dead)) {
            return;
        }
        self.fall_out();
        let frame = self.frames.last_mut().expect("validated");
        let FrameKind::If(other, args) = std::mem::replace(&mut frame.kind, FrameKind::Else) else {
            unreachable!("validated: `else` belongs to an `if`");
        };
        self.stack.truncate(frame.height);
        self.stack.extend(args);
        self.enter_sealed(other);
    }

    /// Leaves the innermost construct at its `end`.
    pub(super) fn close(&mut self) {
        let depth = self.frames.len();
        if depth == 1 {
            // The function's own `end` returns.
            if self.current.is_some() {
                self.jump_out(0);
            }
            self.frames.pop();
            return;
        }
        if matches!(self.frames[depth - 1].kind, FrameKind::If(..)) {
            // An `if` without `else`: its parameters are its results.
            self.otherwise();
        }
        match self.frames[depth - 1].kind {
            FrameKind::Dead => {
                let frame = self.frames.pop().expect("just looked at");
                self.stack.truncate(frame.height);
            }
            FrameKind::Loop => {
                let frame = self.frames.pop().expect("just looked at");
                self.locals.seal(&mut self.f, frame.label, self.position);
                if self.current.is_none() {
                    self.stack.truncate(frame.height);
                }
            }
            _ => {
                self.fall_out();
                let frame = self.frames.pop().expect("just looked at");
                if matches!(frame.kind, FrameKind::Try(_) | FrameKind::Delegate(_)) {
                    self.tries.pop();
                }
                self.stack.truncate(frame.height);
                self.current = None;
                if self.locals.has_predecessors(frame.after) {
                    self.locals.seal(&mut self.f, frame.after, self.position);
                    self.stack.extend_from_slice(&self.f.blocks[frame.after].params);
                    self.current = Some(frame.after);
                }
            }
        }
    }

    /// Leaves the innermost construct, of which the end or the `else` was reached.
    pub(super) fn fall_out(&mut self) {
        if self.current.is_some() {
            let frame = self.frames.last().expect("inside a construct");
            let args = self.stack.split_off(self.stack.len() - frame.results.len());
            let after = frame.after;
            let call = self.f.call(after, &args);
            self.finish(Terminator::Jump(call));
        }
    }

    /// An unconditional branch, or return.
    pub(super) fn jump_out(&mut self, depth: u32) {
        let frame = &self.frames[self.frames.len() - 1 - depth as usize];
        if matches!(frame.kind, FrameKind::Function) {
            let values = self.stack.split_off(self.stack.len() - frame.results.len());
            let values = self.f.make_list(&values);
            self.finish(Terminator::Return(values));
        } else {
            let call = self.edge_to(depth, None);
            self.finish(Terminator::Jump(call));
        }
    }

    /// The types that a branch to a label passes.
    pub(super) fn label_types(&self, depth: u32) -> &[ValType] {
        let frame = &self.frames[self.frames.len() - 1 - depth as usize];
        if matches!(frame.kind, FrameKind::Loop) { &frame.params } else { &frame.results }
    }

    /// The edge of a branch, with the topmost operands as arguments (`last` in place of the
    /// topmost, where given). A branch that returns gets a block of its own to do so.
    pub(super) fn edge_to(&mut self, depth: u32, last: Option<Value>) -> BlockCall {
        let count = self.label_types(depth).len() - last.iter().len();
        self.locals.spend(count);
        let mut args = self.stack[self.stack.len() - count..].to_vec();
        args.extend(last);
        let frame = &self.frames[self.frames.len() - 1 - depth as usize];
        if !matches!(frame.kind, FrameKind::Function) {
            let label = frame.label;
            return self.f.call(label, &args);
        }
        let block = self.f.add_block();
        let mut call_args = Vec::new();
        if let Some(last) = last {
            // An edge value only reaches the block as a parameter.
            let ty = self.f.ty(last);
            *args.last_mut().expect("it is the last argument") = self.f.add_param(block, ty);
            call_args.push(last);
        }
        let values = self.f.make_list(&args);
        self.f.blocks[block].term = Terminator::Return(values);
        self.f.blocks[block].term_loc = self.loc;
        self.f.call(block, &call_args)
    }
}
