//! Translation of raw bodies to register code: a register per local, and one per height of the operand stack.
//!
//! The translation is one walk over the operators. The height of the operand stack follows from the number of
//! operands and results alone, so that neither types nor a validator are needed. Unreachable code is left out.
//! Constructs are a stack of frames.
//!
//! Exceptions: a `try_table` or a legacy `try` is a handler for the
//! instructions in it. `delegate` sets the parent of its handler; the exception that a
//! `catch` caught is kept in a register, for `rethrow`.
//!
//! Cost: linear in the size of the body, times the number of values that its branches pass.

use super::{Builder, Code, Edge, Inst, Label, List, Reg, callee, straight};
use crate::value::Value;
use invar_ir::entities::EntityRef;
use invar_ir::wasmparser::{
    BinaryReader, BlockType, Catch, CompositeInnerType, ContType, FrameKind, FuncType,
    FunctionBody, ModuleArity, Operator, SubType, WasmFeatures,
};
use invar_ir::{Func, Module, Op, RefType, Tag, TypeId};
use std::ops::Range;

/// A construct that is open.
struct Frame {
    kind: FrameKind,
    ty: BlockType,
    /// Where branches to it go.
    label: Label,
    /// The register of its first parameter, and of its first result.
    base: Reg,
    params: u32,
    results: u32,
    /// The handler of what is in the construct, plus one.
    handler: u32,
    /// Whether the construct is in code that control does not reach.
    dead: bool,
    /// Of an `if`, where its `else` is, or the end; until that is there.
    els: Option<Label>,
    /// Of a `try`: its handler (plus one), and the register that keeps what was caught.
    legacy: Option<(u32, Reg)>,
}

struct Maker<'a> {
    module: &'a Module,
    builder: Builder,
    frames: Vec<Frame>,
    /// The register after the topmost operand.
    top: Reg,
    /// The largest that was.
    most: Reg,
    /// Control does not come here.
    dead: bool,
    /// The next register for an exception that is kept.
    keep: Reg,
}

/// Makes the code of a body.
pub(super) fn code(module: &Module, func: Func, range: &Range<usize>) -> Code {
    let reader = BinaryReader::new_features(
        &module.bytes[range.clone()],
        range.start as u64,
        WasmFeatures::all(),
    );
    let body = FunctionBody::new(reader);
    let (params, results) = module.func_signature(func);
    let mut locals: Vec<Value> = Vec::new();
    for local in body.get_locals_reader().expect("it was read").into_iter() {
        let (count, ty) = local.expect("it was read");
        locals.extend(std::iter::repeat_n(Value::zero(ty), count as usize));
    }
    let operators = || body.get_operators_reader().expect("it was read").into_iter();
    let kept = operators().filter(|op| matches!(op, Ok(Operator::Try { .. }))).count();
    let kept_at = (params.len() + locals.len()) as Reg;
    let base = kept_at + kept as Reg;
    let mut maker = Maker::new(module, base, kept_at, module.funcs[func].ty, results.len());
    for operator in operators() {
        maker.operator(&operator.expect("it was read"));
    }
    locals.resize(maker.most as usize - params.len(), Value::i32(0));
    maker.builder.finish(locals)
}

/// Makes the code of a constant expression.
pub(super) fn expression(module: &Module, ops: &[Op]) -> Code {
    let mut maker = Maker::new(module, 0, 0, TypeId::new(0), 1);
    for op in ops {
        maker.operator(&op.to_operator());
    }
    maker.operator(&Operator::End);
    maker.builder.finish(vec![Value::i32(0); maker.most as usize])
}

impl<'a> Maker<'a> {
    /// At the start of a function: its operands are in registers from `base` on.
    fn new(module: &'a Module, base: Reg, keep: Reg, ty: TypeId, results: usize) -> Maker<'a> {
        let mut builder = Builder::default();
        let function = Frame {
            kind: FrameKind::Block,
            ty: BlockType::FuncType(ty.as_u32()),
            label: builder.label(),
            base,
            params: 0,
            results: results as u32,
            handler: 0,
            dead: false,
            els: None,
            legacy: None,
        };
        let frames = vec![function];
        Maker { module, builder, frames, top: base, most: base, dead: false, keep }
    }

    fn push(&mut self, inst: Inst) {
        let handler = self.frames.last().map_or(0, |frame| frame.handler);
        self.builder.push(inst, handler);
    }

    fn set_top(&mut self, top: Reg) {
        self.top = top;
        self.most = self.most.max(top);
    }

    fn pop(&mut self) -> Reg {
        self.top -= 1;
        self.top
    }

    fn args(&mut self, count: u32) -> List {
        self.builder.list(self.top - count..self.top)
    }

    fn frame(&self, depth: u32) -> &Frame {
        &self.frames[self.frames.len() - 1 - depth as usize]
    }

    /// A branch to a label, with the topmost operands.
    fn edge(&mut self, depth: u32) -> Edge {
        let frame = self.frame(depth);
        let count = if frame.kind == FrameKind::Loop { frame.params } else { frame.results };
        let (label, from, into) = (frame.label, self.top - count, frame.base);
        if from == into {
            self.builder.edge(label, [], [])
        } else {
            self.builder.edge(label, from..from + count, into..into + count)
        }
    }

    /// A branch to the next instruction. It must be bound there.
    fn next(&mut self) -> (Label, Edge) {
        let label = self.builder.label();
        (label, self.builder.edge(label, [], []))
    }

    fn operator(&mut self, operator: &Operator<'_>) {
        match operator {
            Operator::Block { blockty } => self.open(FrameKind::Block, *blockty),
            Operator::Loop { blockty } => self.open(FrameKind::Loop, *blockty),
            Operator::If { blockty } => self.open(FrameKind::If, *blockty),
            Operator::Try { blockty } => self.open(FrameKind::LegacyTry, *blockty),
            Operator::TryTable { try_table } => {
                let outer = self.frame(0).handler;
                self.open(FrameKind::TryTable, try_table.ty);
                if !self.dead {
                    let handler = self.handler(outer, &try_table.catches);
                    self.frames.last_mut().expect("it is open").handler = handler;
                }
            }
            Operator::Else => {
                self.end_part();
                let frame = self.frames.last_mut().expect("an `if` is open");
                if let Some(els) = frame.els.take() {
                    self.builder.bind(els);
                }
                let (top, dead) = (frame.base + frame.params, frame.dead);
                self.dead = dead;
                self.set_top(top);
            }
            Operator::Catch { tag_index } => self.catch(Some(*tag_index)),
            Operator::CatchAll => self.catch(None),
            Operator::Delegate { relative_depth } => {
                let handler = self.frame(0).legacy.map(|(handler, _)| handler);
                self.close();
                if let (Some(handler), false) = (handler, self.dead) {
                    let around = self.frame(*relative_depth).handler;
                    self.builder.parent(handler, around);
                }
            }
            Operator::End => self.close(),
            _ if self.dead => {}
            other => {
                if !self.branch(other) {
                    self.straight(other);
                }
            }
        }
    }

    fn open(&mut self, kind: FrameKind, ty: BlockType) {
        let (params, results) = self.block_type_arity(ty).expect("it was validated");
        let label = self.builder.label();
        let handler = self.frame(0).handler;
        let mut frame = Frame {
            kind,
            ty,
            label,
            base: 0,
            params,
            results,
            handler,
            dead: self.dead,
            els: None,
            legacy: None,
        };
        if !self.dead {
            match kind {
                FrameKind::Loop => self.builder.bind(label),
                FrameKind::If => {
                    let cond = self.pop();
                    let (label, then) = self.next();
                    let (els_label, els) = self.next();
                    self.push(Inst::If { cond, then, els });
                    self.builder.bind(label);
                    frame.els = Some(els_label);
                }
                FrameKind::LegacyTry => {
                    frame.handler = self.builder.handler(handler, Vec::new());
                    frame.legacy = Some((frame.handler, self.keep));
                }
                _ => {}
            }
            frame.base = self.top - params;
        }
        if kind == FrameKind::LegacyTry {
            self.keep += 1;
        }
        self.frames.push(frame);
    }

    /// The handler of a `try_table`, whose clauses go to labels around it.
    fn handler(&mut self, outer: u32, catches: &[Catch]) -> u32 {
        let clauses = catches.iter().map(|catch| {
            let (tag, with_ref, depth) = match *catch {
                Catch::One { tag, label } => (Some(tag), false, label),
                Catch::OneRef { tag, label } => (Some(tag), true, label),
                Catch::All { label } => (None, false, label),
                Catch::AllRef { label } => (None, true, label),
            };
            // The `try_table` itself is open already.
            let frame = self.frame(depth + 1);
            self.builder.clause(tag, with_ref, frame.base, frame.label)
        });
        let clauses = clauses.collect();
        // What is caught may be more than was on the stack there.
        let payload = |catch: &Catch| match *catch {
            Catch::One { tag, .. } => self.tag_type_arity(tag).map_or(0, |(params, _)| params),
            Catch::OneRef { tag, .. } => {
                self.tag_type_arity(tag).map_or(0, |(params, _)| params) + 1
            }
            Catch::All { .. } => 0,
            Catch::AllRef { .. } => 1,
        };
        let most = catches.iter().map(payload).max().unwrap_or(0);
        self.most = self.most.max(self.top + most);
        self.builder.handler(outer, clauses)
    }

    /// The end of a part of a construct that is followed by another one: control continues at the
    /// end of the construct.
    fn end_part(&mut self) {
        if !self.dead {
            let label = self.frame(0).label;
            let edge = self.builder.edge(label, [], []);
            self.push(Inst::Jump(edge));
        }
    }

    fn catch(&mut self, tag: Option<u32>) {
        self.end_part();
        let depth = self.frames.len() - 1;
        let outer = self.frames[depth - 1].handler;
        let payload = tag.and_then(|tag| self.tag_type_arity(tag)).map_or(0, |(params, _)| params);
        let label = self.builder.label();
        self.builder.bind(label);
        let frame = &mut self.frames[depth];
        (frame.kind, frame.handler) = (FrameKind::LegacyCatch, outer);
        let (base, dead) = (frame.base, frame.dead);
        if let Some((handler, keep)) = frame.legacy {
            let mut clause = self.builder.clause(tag, false, base, label);
            clause.keep = Some(keep);
            self.builder.clauses(handler).push(clause);
        }
        self.dead = dead;
        self.set_top(base + payload);
    }

    fn close(&mut self) {
        let frame = self.frames.pop().expect("a construct is open");
        if frame.dead {
            return;
        }
        if let Some(els) = frame.els {
            self.builder.bind(els);
        }
        if frame.kind != FrameKind::Loop {
            self.builder.bind(frame.label);
        }
        self.dead = false;
        self.set_top(frame.base + frame.results);
        if self.frames.is_empty() {
            let results = self.args(frame.results);
            self.push(Inst::Return(results));
        }
    }

    /// Operators that do not always give control to the next. Returns whether it was one.
    fn branch(&mut self, operator: &Operator<'_>) -> bool {
        match operator {
            Operator::Unreachable => self.push(Inst::Unreachable),
            Operator::Return => {
                let results = self.args(self.frames[0].results);
                self.push(Inst::Return(results));
            }
            &Operator::Br { relative_depth } => {
                let edge = self.edge(relative_depth);
                self.push(Inst::Jump(edge));
            }
            &Operator::BrIf { relative_depth } => {
                let cond = self.pop();
                let then = self.edge(relative_depth);
                let (label, els) = self.next();
                self.push(Inst::If { cond, then, els });
                self.builder.bind(label);
                return true;
            }
            Operator::BrTable { targets } => {
                let index = self.pop();
                let depths = targets.targets().map(|depth| depth.expect("it was read"));
                let depths: Vec<u32> = depths.chain([targets.default()]).collect();
                let edges = depths.into_iter().map(|depth| self.edge(depth)).collect();
                self.push(Inst::Table { index, edges });
            }
            &Operator::BrOnNull { relative_depth } => {
                // The branch does not take the reference.
                let reference = self.pop();
                let taken = self.edge(relative_depth);
                self.top += 1;
                self.on(operator, reference, taken);
                return true;
            }
            &Operator::BrOnNonNull { relative_depth } => {
                let taken = self.edge(relative_depth);
                let reference = self.pop();
                self.on(operator, reference, taken);
                return true;
            }
            &Operator::BrOnCast { relative_depth, .. }
            | &Operator::BrOnCastFail { relative_depth, .. } => {
                let taken = self.edge(relative_depth);
                self.on(operator, self.top - 1, taken);
                return true;
            }
            Operator::ReturnCall { .. }
            | Operator::ReturnCallIndirect { .. }
            | Operator::ReturnCallRef { .. } => {
                let (count, _) = operator.operator_arity(self).expect("it was validated");
                let args = self.args(count);
                let op = Op::from_operator(operator.clone()).expect("a call is an `Op`");
                let callee = callee(&op).expect("it calls");
                self.push(Inst::TailCall { callee, args });
            }
            &Operator::Throw { tag_index } => {
                let (count, _) = self.tag_type_arity(tag_index).expect("it was validated");
                let args = self.args(count);
                self.push(Inst::Throw { tag: tag_index, args });
            }
            Operator::ThrowRef => {
                let reference = self.pop();
                self.push(Inst::ThrowRef(reference));
            }
            &Operator::Rethrow { relative_depth } => {
                let (_, kept) = self.frame(relative_depth).legacy.expect("it was validated");
                self.push(Inst::ThrowRef(kept));
            }
            _ => return false,
        }
        self.dead = true;
        true
    }

    fn on(&mut self, operator: &Operator<'_>, reference: Reg, taken: Edge) {
        let op = Op::from_operator(operator.clone()).expect("a test of a reference is an `Op`");
        let (label, other) = self.next();
        self.push(Inst::On { op, reference, taken, taken_value: None, other, other_value: None });
        self.builder.bind(label);
    }

    /// Operators that give control to the next.
    fn straight(&mut self, operator: &Operator<'_>) {
        match *operator {
            Operator::Nop => {}
            Operator::Drop => self.top -= 1,
            Operator::LocalGet { local_index } => {
                self.push(Inst::Copy { from: local_index, to: self.top });
                self.set_top(self.top + 1);
            }
            Operator::LocalSet { local_index } => {
                let from = self.pop();
                self.push(Inst::Copy { from, to: local_index });
            }
            Operator::LocalTee { local_index } => {
                self.push(Inst::Copy { from: self.top - 1, to: local_index });
            }
            _ => {
                let op = Op::from_operator(operator.clone());
                let (Some(op), Some((operands, results))) = (op, operator.operator_arity(self))
                else {
                    // Nothing is known of the stack behind it.
                    self.push(Inst::Unsupported(format!("{operator:?}")));
                    self.dead = true;
                    return;
                };
                let args = self.args(operands);
                let out = self.top - operands;
                self.push(straight(op, args, out));
                self.set_top(out + results);
            }
        }
    }
}

impl ModuleArity for Maker<'_> {
    fn sub_type_at(&self, index: u32) -> Option<&SubType> {
        self.module.types.get(TypeId::from_u32(index))
    }

    fn tag_type_arity(&self, tag: u32) -> Option<(u32, u32)> {
        let tag = self.module.tags.get(Tag::from_u32(tag))?;
        self.sub_type_arity(self.module.types.get(tag.ty)?)
    }

    fn type_index_of_function(&self, func: u32) -> Option<u32> {
        Some(self.module.funcs.get(Func::from_u32(func))?.ty.as_u32())
    }

    fn func_type_of_cont_type(&self, cont: &ContType) -> Option<&FuncType> {
        let ty = self.sub_type_at(cont.0.as_module_index()?)?;
        match &ty.composite_type.inner {
            CompositeInnerType::Func(func) => Some(func),
            _ => None,
        }
    }

    fn sub_type_of_ref_type(&self, ty: &RefType) -> Option<&SubType> {
        self.sub_type_at(ty.type_index()?.as_module_index()?)
    }

    fn control_stack_height(&self) -> u32 {
        self.frames.len() as u32
    }

    fn label_block(&self, depth: u32) -> Option<(BlockType, FrameKind)> {
        let at = self.frames.len().checked_sub(1 + depth as usize)?;
        Some((self.frames[at].ty, self.frames[at].kind))
    }
}
