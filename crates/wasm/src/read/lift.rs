//! SSA construction: brings a function body from structured WebAssembly into SSA form.
//!
//! A single walk over the operators keeps the operand stack as SSA values; wasmparser's validator, stepped along,
//! gives the types. Structured constructs become blocks; results of a construct become parameters of the block after
//! it. Locals become values on the fly (module `locals`). Code that the validator sees but control never reaches is not
//! built.
//!
//! Cost: near-linear in the size of the body. What is not, arguments of branches, has a budget, and a
//! body that needs more is refused. No recursion: nesting is a stack of frames.
//! In a `try_table` or `try`, a call or `throw` ends its block: its handlers are edges, those of the innermost first
//! (module `handlers`).
//! Limits: stack switching is refused ([`NotLifted`]); the caller keeps such a body as it was.

mod frames;
mod handlers;

use super::locals::{Budget, Extent, Locals};
use frames::{Frame, FrameKind};
use invar_ir::{Block, BlockCall, Function, Op, SourceLoc, Terminator, TypeId, ValType, Value};
use rustc_hash::FxHashMap;
use wasmparser::types::CoreTypeId;
use wasmparser::{
    BlockType, FuncToValidate, FuncValidatorAllocations, FunctionBody, HeapType, Operator, RefType,
    UnpackedIndex, ValidatorResources, WasmModuleResources,
};

type FuncValidator = wasmparser::FuncValidator<ValidatorResources>;

/// Why a body is not lifted and stays raw.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotLifted {
    /// The body uses control flow that is not lifted yet: the proposal's name.
    Control(&'static str),
    /// The branches of the body would pass more arguments than is reasonable for a body of this size.
    Large,
    /// The body does not validate; cannot happen for a module that was read.
    Invalid(String),
}

impl From<wasmparser::Error> for NotLifted {
    fn from(error: wasmparser::Error) -> Self {
        NotLifted::Invalid(error.to_string())
    }
}

/// The data shared by all functions of a module.
pub(super) struct Shared<'a> {
    /// The first index of each type, by identity.
    pub type_of_id: &'a FxHashMap<CoreTypeId, u32>,
    /// For each type index, the first index of an equal type.
    pub canonical: &'a [u32],
    /// Branch hints of this function: offset of the branch in its entry, whether likely.
    pub hints: &'a [(u32, bool)],
}

impl Shared<'_> {
    /// A type with module indices in place of the validator's identities.
    pub fn ty(&self, ty: ValType) -> ValType {
        match ty {
            ValType::Ref(reference) => ValType::Ref(self.ref_type(reference)),
            other => other,
        }
    }

    fn ref_type(&self, reference: RefType) -> RefType {
        let index = |index: UnpackedIndex| {
            let index = match index {
                UnpackedIndex::Id(id) => self.type_of_id[&id],
                UnpackedIndex::Module(index) => self.canonical[index as usize],
                UnpackedIndex::RecGroup(_) => unreachable!("relative only inside the type section"),
            };
            UnpackedIndex::Module(index)
        };
        let heap = match reference.heap_type() {
            HeapType::Concrete(at) => HeapType::Concrete(index(at)),
            HeapType::Exact(at) => HeapType::Exact(index(at)),
            heap @ HeapType::Abstract { .. } => heap,
        };
        RefType::new(reference.is_nullable(), heap).expect("an index of this module fits")
    }
}

/// Lifts one body.
pub(super) fn lift(
    shared: &Shared<'_>,
    to_validate: FuncToValidate<ValidatorResources>,
    allocations: FuncValidatorAllocations,
    body: &FunctionBody<'_>,
) -> (Result<Function, NotLifted>, FuncValidatorAllocations) {
    let ty = to_validate.ty;
    let mut validator = to_validate.into_validator(allocations);
    let result = Lift::run(shared, ty, &mut validator, body);
    (result, validator.into_allocations())
}

struct Lift<'a> {
    shared: &'a Shared<'a>,
    f: Function,
    locals: Locals,
    frames: Vec<Frame>,
    stack: Vec<Value>,
    /// The block that is being filled; `None` in unreachable code.
    current: Option<Block>,
    /// Where the current operator is in the input.
    loc: SourceLoc,
    /// Position of the current operator, counted in operators.
    position: u32,
    /// The frames that catch or delegate what is thrown here, outer ones first.
    tries: Vec<usize>,
    /// The offset of the body in the input, which hints of branches are relative to.
    base: usize,
}

impl<'a> Lift<'a> {
    fn run(
        shared: &'a Shared<'a>,
        ty: u32,
        validator: &mut FuncValidator,
        body: &FunctionBody<'_>,
    ) -> Result<Function, NotLifted> {
        let extent = Extent::scan(body)?;
        let sub_type =
            validator.resources().sub_type_at(ty).expect("a function's type exists").clone();
        let signature = sub_type.unwrap_func();
        let params: Vec<ValType> = signature.params().iter().map(|&ty| shared.ty(ty)).collect();
        let results: Vec<ValType> = signature.results().iter().map(|&ty| shared.ty(ty)).collect();
        let f = Function::new(TypeId::from_u32(ty), &params, &results);
        let entry = f.entry;
        let mut lift = Lift {
            shared,
            locals: Locals::new(extent, entry, Budget::of(body.range())),
            frames: vec![Frame {
                kind: FrameKind::Function,
                label: entry,
                after: entry,
                height: 0,
                params: Vec::new(),
                results,
            }],
            f,
            stack: Vec::new(),
            current: Some(entry),
            loc: SourceLoc::default(),
            position: 0,
            tries: Vec::new(),
            base: body.range().start as usize,
        };
        lift.declare_locals(&params, validator, body)?;
        let mut reader = body.get_operators_reader()?;
        while !reader.eof() {
            let offset = reader.original_position();
            let operator = reader.read()?;
            lift.loc = SourceLoc::at(u32::try_from(offset).unwrap_or(0));
            lift.operator(&operator, offset as usize, validator)?;
            if lift.locals.is_over_budget() {
                return Err(NotLifted::Large);
            }
            lift.position += 1;
        }
        let mut f = lift.f;
        f.resolve_aliases();
        Ok(f)
    }

    fn declare_locals(
        &mut self,
        params: &[ValType],
        validator: &mut FuncValidator,
        body: &FunctionBody<'_>,
    ) -> Result<(), NotLifted> {
        let entry = self.f.entry;
        for (n, &ty) in params.iter().enumerate() {
            let value = self.f.blocks[entry].params[n];
            self.locals.declare(1, ty, None);
            self.locals.write(n as u32, entry, value);
        }
        // A single zero per type serves all locals of the type; locals that are never read cost nothing more.
        let mut zeros: FxHashMap<ValType, Value> = FxHashMap::default();
        let mut reader = body.get_locals_reader()?;
        for _ in 0..reader.get_count() {
            let offset = reader.original_position();
            let (count, ty) = reader.read()?;
            validator.define_locals(offset, count, ty)?;
            let ty = self.shared.ty(ty);
            if count == 0 {
                continue;
            }
            let zero = invar_ir::zero_op(ty).map(|zero| {
                *zeros.entry(ty).or_insert_with(|| {
                    let inst = self.f.append(entry, zero, &[], &[ty], SourceLoc::default());
                    self.f.result(inst).expect("a constant has a result")
                })
            });
            self.locals.declare(count, ty, zero);
        }
        Ok(())
    }

    fn operator(
        &mut self,
        operator: &Operator<'_>,
        offset: usize,
        validator: &mut FuncValidator,
    ) -> Result<(), NotLifted> {
        let at = offset as u64;
        match *operator {
            Operator::Block { blockty } | Operator::Loop { blockty } | Operator::If { blockty } => {
                validator.op(at, operator)?;
                self.open(operator, blockty, offset, validator);
            }
            Operator::TryTable { ref try_table } => {
                validator.op(at, operator)?;
                let depth = self.frames.len();
                self.open(operator, try_table.ty, offset, validator);
                self.catches(depth, &try_table.catches);
            }
            Operator::Try { blockty } => {
                validator.op(at, operator)?;
                let (depth, before) = (self.frames.len(), self.current);
                self.open(operator, blockty, offset, validator);
                self.legacy_try(depth, before, validator);
            }
            Operator::Catch { .. } | Operator::CatchAll => {
                validator.op(at, operator)?;
                self.legacy_catch();
            }
            Operator::Else => {
                validator.op(at, operator)?;
                self.otherwise();
            }
            Operator::End | Operator::Delegate { .. } => {
                validator.op(at, operator)?;
                self.close();
            }
            ref other => {
                if let Some(proposal) = unlifted(other) {
                    return Err(NotLifted::Control(proposal));
                }
                if self.current.is_none() {
                    validator.op(at, operator)?;
                } else if !self.branch(other, offset, validator)? {
                    self.straight_line(other, at, validator)?;
                }
            }
        }
        Ok(())
    }

    /// Lifts straight-line operators, and those on locals and the operand stack.
    fn straight_line(
        &mut self,
        operator: &Operator<'_>,
        at: u64,
        validator: &mut FuncValidator,
    ) -> Result<(), NotLifted> {
        let block = self.current.expect("only in reachable code");
        match *operator {
            Operator::Nop => validator.op(at, operator)?,
            Operator::Drop => {
                validator.op(at, operator)?;
                self.stack.pop();
            }
            Operator::LocalGet { local_index } => {
                validator.op(at, operator)?;
                let value = self.locals.read(&mut self.f, local_index, block);
                self.stack.push(value);
            }
            Operator::LocalSet { local_index } => {
                validator.op(at, operator)?;
                let value = self.stack.pop().expect("validated");
                self.locals.write(local_index, block, value);
            }
            Operator::LocalTee { local_index } => {
                validator.op(at, operator)?;
                let value = *self.stack.last().expect("validated");
                self.locals.write(local_index, block, value);
            }
            _ => {
                let (pops, pushes) =
                    operator.operator_arity(&*validator).expect("the operator was validated");
                validator.op(at, operator)?;
                let op = Op::from_operator(operator.clone())
                    .ok_or(NotLifted::Control("multi-result select"))?;
                let is_call =
                    matches!(op, Op::Call { .. } | Op::CallIndirect { .. } | Op::CallRef { .. });
                let results: Vec<ValType> = (0..pushes as usize)
                    .rev()
                    .map(|depth| self.operand_type(depth, validator))
                    .collect();
                self.locals.spend(results.len().saturating_sub(1));
                let args = self.stack.len() - pops as usize;
                if is_call && let Some(caught) = self.caught()? {
                    let args = self.stack.split_off(args);
                    return self.invoke(op, &args, &results, caught, validator);
                }
                let inst = self.f.make_inst(op, &self.stack[args..], &results, self.loc);
                self.f.blocks[block].insts.push(inst);
                self.stack.truncate(args);
                self.stack.extend(self.f.results(inst));
            }
        }
        Ok(())
    }

    /// Lifts operators that end the block; false for others.
    fn branch(
        &mut self,
        operator: &Operator<'_>,
        offset: usize,
        validator: &mut FuncValidator,
    ) -> Result<bool, NotLifted> {
        let at = offset as u64;
        match operator {
            Operator::Unreachable => {
                validator.op(at, operator)?;
                self.finish(Terminator::Unreachable);
            }
            Operator::Return => {
                validator.op(at, operator)?;
                let depth = self.frames.len() as u32 - 1;
                self.jump_out(depth);
            }
            &Operator::Br { relative_depth } => {
                validator.op(at, operator)?;
                self.jump_out(relative_depth);
            }
            &Operator::BrIf { relative_depth } => {
                validator.op(at, operator)?;
                let cond = self.stack.pop().expect("validated");
                let mut then = self.edge_to(relative_depth, None);
                let next = self.f.add_block();
                let mut els = self.f.call(next, &[]);
                self.weigh(offset, &mut then, &mut els);
                self.finish(Terminator::BrIf { cond, then, els });
                self.enter_sealed(next);
            }
            Operator::BrTable { targets } => {
                validator.op(at, operator)?;
                let index = self.stack.pop().expect("validated");
                // Branches that return share one block.
                let mut edges: FxHashMap<u32, BlockCall> = FxHashMap::default();
                let mut edge = |lift: &mut Self, depth: u32| {
                    let known = edges.entry(depth).or_insert_with(|| lift.edge_to(depth, None));
                    let args = known.args.as_slice(&lift.f.pool).to_vec();
                    lift.locals.spend(args.len());
                    lift.f.call(known.block, &args)
                };
                let mut cases = Vec::with_capacity(targets.len() as usize);
                for depth in targets.targets() {
                    cases.push(edge(self, depth?));
                    if self.locals.is_over_budget() {
                        return Err(NotLifted::Large);
                    }
                }
                let default = edge(self, targets.default());
                self.finish(Terminator::BrTable { index, targets: cases, default });
            }
            Operator::ReturnCall { .. }
            | Operator::ReturnCallIndirect { .. }
            | Operator::ReturnCallRef { .. } => {
                let (op, args) = self.operands(operator, at, validator)?;
                let args = self.f.make_list(&args);
                self.finish(Terminator::TailCall { op, args });
            }
            Operator::Throw { .. } | Operator::ThrowRef => {
                let (op, args) = self.operands(operator, at, validator)?;
                self.throw(op, &args, validator)?;
            }
            &Operator::Rethrow { relative_depth } => {
                validator.op(at, operator)?;
                let reference = self.caught_reference(relative_depth);
                self.throw(Op::ThrowRef, &[reference], validator)?;
            }
            &Operator::BrOnNull { relative_depth }
            | &Operator::BrOnNonNull { relative_depth }
            | &Operator::BrOnCast { relative_depth, .. }
            | &Operator::BrOnCastFail { relative_depth, .. } => {
                validator.op(at, operator)?;
                self.branch_on(operator, relative_depth, validator);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// An operator that ends the block, with its operands.
    fn operands(
        &mut self,
        operator: &Operator<'_>,
        at: u64,
        validator: &mut FuncValidator,
    ) -> Result<(Op, Vec<Value>), NotLifted> {
        let (pops, _) = operator.operator_arity(&*validator).expect("the operator was validated");
        validator.op(at, operator)?;
        let args = self.stack.split_off(self.stack.len() - pops as usize);
        Ok((Op::from_operator(operator.clone()).expect("it is an `Op`"), args))
    }

    fn branch_on(&mut self, operator: &Operator<'_>, depth: u32, validator: &FuncValidator) {
        let block = self.current.expect("only in reachable code");
        let reference = self.stack.pop().expect("validated");
        let passes_taken = !matches!(operator, Operator::BrOnNull { .. });
        let passes_on = !matches!(operator, Operator::BrOnNonNull { .. });
        let taken_value = passes_taken.then(|| {
            let ty = *self.label_types(depth).last().expect("the label takes the reference");
            self.f.add_edge_value(block, 0, ty)
        });
        let taken = self.edge_to(depth, taken_value);
        let next = self.f.add_block();
        let refined = passes_on.then(|| {
            let ty = self.operand_type(0, validator);
            (self.f.add_edge_value(block, 1, ty), self.f.add_param(next, ty))
        });
        let fallthrough_value = refined.map(|(value, _)| value);
        let fallthrough = self.f.call(next, fallthrough_value.as_slice());
        let mut op =
            Op::from_operator(operator.clone()).expect("a branch on a reference is an `Op`");
        match &mut op {
            Op::BrOnNull { relative_depth }
            | Op::BrOnNonNull { relative_depth }
            | Op::BrOnCast { relative_depth, .. }
            | Op::BrOnCastFail { relative_depth, .. } => *relative_depth = 0,
            _ => unreachable!("one of the four"),
        }
        let args = self.f.make_list(&[reference]);
        self.finish(Terminator::BrOn {
            op,
            args,
            taken_value: taken_value.into(),
            fallthrough_value: fallthrough_value.into(),
            taken,
            fallthrough,
        });
        self.enter_sealed(next);
        self.stack.extend(refined.map(|(_, param)| param));
    }

    /// Ends the current block.
    fn finish(&mut self, term: Terminator) {
        let block = self.current.take().expect("only in reachable code");
        for (n, target) in term.targets().enumerate() {
            self.locals.add_edge(block, n as u32, target.block, self.position);
        }
        self.f.blocks[block].term = term;
        self.f.blocks[block].term_loc = self.loc;
    }

    /// Goes on in a block whose predecessors are all known.
    fn enter_sealed(&mut self, block: Block) {
        self.locals.seal(&mut self.f, block, self.position);
        self.current = Some(block);
    }

    fn operand_type(&self, depth: usize, validator: &FuncValidator) -> ValType {
        let ty = validator.get_operand_type(depth).flatten().expect("reachable code is typed");
        self.shared.ty(ty)
    }

    fn block_types(
        &self,
        ty: BlockType,
        validator: &FuncValidator,
    ) -> (Vec<ValType>, Vec<ValType>) {
        match ty {
            BlockType::Empty => (Vec::new(), Vec::new()),
            BlockType::Type(ty) => (Vec::new(), vec![self.shared.ty(ty)]),
            BlockType::FuncType(index) => {
                let sub_type = validator.resources().sub_type_at(index).expect("validated");
                let signature = sub_type.unwrap_func();
                let convert =
                    |types: &[ValType]| types.iter().map(|&ty| self.shared.ty(ty)).collect();
                (convert(signature.params()), convert(signature.results()))
            }
        }
    }

    /// Sets the weights of a conditional branch's edges from its hint, if it has one.
    fn weigh(&self, offset: usize, then: &mut BlockCall, els: &mut BlockCall) {
        let relative = (offset - self.base) as u32;
        if let Ok(n) = self.shared.hints.binary_search_by_key(&relative, |&(offset, _)| offset) {
            let likely = self.shared.hints[n].1;
            (then.weight, els.weight) = if likely { (99, 1) } else { (1, 99) };
        }
    }
}

/// The proposal of control flow that is not lifted, if the operator is of one.
fn unlifted(operator: &Operator<'_>) -> Option<&'static str> {
    Some(match operator {
        Operator::ContNew { .. }
        | Operator::ContBind { .. }
        | Operator::Suspend { .. }
        | Operator::Resume { .. }
        | Operator::ResumeThrow { .. }
        | Operator::ResumeThrowRef { .. }
        | Operator::Switch { .. } => "stack switching",
        Operator::BrOnCastDescEq { .. } | Operator::BrOnCastDescEqFail { .. } => {
            "custom descriptors"
        }
        _ => return None,
    })
}
