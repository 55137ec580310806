//! Building functions by hand.
//!
//! A [`FunctionBuilder`] fills one block at a time; result types follow from the operators
//! ([`result_types`](crate::result_types)). Mistakes do not panic: the first is recorded, and
//! [`FunctionBuilder::finish`], which also verifies the function, returns it. Each call costs what it
//! adds; `finish` costs a verification.
//!
//! ```
//! use invar_ir::{FunctionBuilder, Module, Op, ValType};
//!
//! // func (n: i32) -> (i32): the sum of 1 to n.
//! let mut module = Module::default();
//! let ty = module.func_type(&[ValType::I32], &[ValType::I32]);
//! let mut b = FunctionBuilder::new(&module, ty);
//! let n = b.params()[0];
//! let head = b.create_block();
//! let (i, sum) = (b.append_param(head, ValType::I32), b.append_param(head, ValType::I32));
//! let (body, done) = (b.create_block(), b.create_block());
//!
//! let zero = b.i32_const(0);
//! b.jump(head, &[n, zero]);
//!
//! b.switch_to(head);
//! b.br_if(i, (body, &[]), (done, &[]));
//!
//! b.switch_to(body);
//! let next = b.value(Op::I32Add, &[sum, i]);
//! let minus_one = b.i32_const(-1);
//! let less = b.value(Op::I32Add, &[i, minus_one]);
//! b.jump(head, &[less, next]);
//!
//! b.switch_to(done);
//! b.return_(&[sum]);
//! let function = b.finish()?;
//! assert_eq!(function.live_blocks().count(), 4);
//! # Ok::<(), invar_ir::BuildError>(())
//! ```
//!
//! There is no construction of SSA form from variables: pass values through block parameters.

use crate::{
    Block, BlockCall, Function, Inst, Module, Op, SourceLoc, Terminator, TypeId, Types, Value,
    VerifyError, br_on_types, result_types, verify_function,
};
use std::fmt;
use wasmparser::ValType;

/// Why a function could not be built.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BuildError {
    /// The builder was used wrongly: a message.
    Misuse(String),
    /// The function breaks invariants.
    Invalid(Vec<VerifyError>),
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuildError::Misuse(message) => f.write_str(message),
            BuildError::Invalid(errors) => {
                for (n, error) in errors.iter().enumerate() {
                    write!(f, "{}{error}", if n == 0 { "" } else { "\n" })?;
                }
                Ok(())
            }
        }
    }
}

impl std::error::Error for BuildError {}

/// Builds a function, block by block.
#[derive(Debug)]
pub struct FunctionBuilder<'m> {
    module: &'m Module,
    function: Function,
    block: Block,
    loc: SourceLoc,
    error: Option<String>,
}

/// A branch target and its arguments.
pub type Target<'a> = (Block, &'a [Value]);

impl<'m> FunctionBuilder<'m> {
    /// A builder of a new function of a type, positioned at its entry.
    pub fn new(module: &'m Module, ty: TypeId) -> Self {
        let (params, results) = module.signature(ty);
        Self::resume(module, Function::new(ty, params, results))
    }

    /// A builder for an existing function, positioned at its entry.
    pub fn resume(module: &'m Module, function: Function) -> Self {
        let block = function.entry;
        FunctionBuilder { module, function, block, loc: SourceLoc::default(), error: None }
    }

    /// The function built so far.
    pub fn function(&self) -> &Function {
        &self.function
    }

    /// The parameters of the function.
    pub fn params(&self) -> &[Value] {
        &self.function.blocks[self.function.entry].params
    }

    /// A new block.
    pub fn create_block(&mut self) -> Block {
        self.function.add_block()
    }

    /// A new parameter of a block, after those it has.
    pub fn append_param(&mut self, block: Block, ty: ValType) -> Value {
        let block = if self.exists(block) { block } else { self.function.add_block() };
        self.function.add_param(block, ty)
    }

    fn exists(&mut self, block: Block) -> bool {
        let exists = self.function.blocks.is_valid(block);
        if !exists {
            self.misuse(|| format!("{block} is not a block of this function"));
        }
        exists
    }

    /// Positions the builder at the end of a block.
    pub fn switch_to(&mut self, block: Block) {
        if self.exists(block) {
            self.block = block;
        }
    }

    /// The block at which the builder is positioned.
    pub fn current(&self) -> Block {
        self.block
    }

    /// Sets the source location of what is appended from here on.
    pub fn set_loc(&mut self, loc: SourceLoc) {
        self.loc = loc;
    }

    fn misuse(&mut self, message: impl FnOnce() -> String) {
        if self.error.is_none() {
            self.error = Some(message());
        }
    }

    fn arg_types(&mut self, args: &[Value]) -> Option<Types> {
        let unknown = args.iter().find(|&&arg| !self.function.values.is_valid(arg));
        if let Some(&unknown) = unknown {
            self.misuse(|| format!("{unknown} is not a value of this function"));
            return None;
        }
        Some(args.iter().map(|&arg| self.function.ty(arg)).collect())
    }

    fn open(&mut self) -> bool {
        let block = self.block;
        let open = self.function.is_dead(block);
        if !open {
            self.misuse(|| format!("{block} has a terminator already"));
        }
        open
    }

    /// Appends an instruction.
    pub fn ins(&mut self, op: Op, args: &[Value]) -> Inst {
        self.open();
        let results = match self.arg_types(args) {
            Some(args) => result_types(&op, &args, self.module).unwrap_or_else(|error| {
                self.misuse(|| error.to_string());
                Types::new()
            }),
            None => Types::new(),
        };
        self.function.append(self.block, op, args, &results, self.loc)
    }

    /// Appends an instruction that has one result.
    pub fn value(&mut self, op: Op, args: &[Value]) -> Value {
        let name = op.opcode();
        let inst = self.ins(op, args);
        let results = self.function.results(inst).len();
        if results != 1 {
            self.misuse(|| format!("`{name}` has {results} results, not one"));
        }
        // After a mistake, any value will do.
        self.function.result(inst).unwrap_or_else(|| self.i32_const(0))
    }

    /// Appends an `i32.const`.
    pub fn i32_const(&mut self, value: i32) -> Value {
        self.constant(Op::I32Const { value }, ValType::I32)
    }

    /// Appends an `i64.const`.
    pub fn i64_const(&mut self, value: i64) -> Value {
        self.constant(Op::I64Const { value }, ValType::I64)
    }

    fn constant(&mut self, op: Op, ty: ValType) -> Value {
        self.open();
        let inst = self.function.append(self.block, op, &[], &[ty], self.loc);
        self.function.result(inst).expect("a constant has a result")
    }

    fn target(&mut self, (block, args): Target<'_>) -> BlockCall {
        self.exists(block);
        self.function.call(block, args)
    }

    /// Ends the block.
    pub fn terminate(&mut self, term: Terminator) {
        if self.open() {
            let data = &mut self.function.blocks[self.block];
            (data.term, data.term_loc) = (term, self.loc);
        }
    }

    /// Ends the block with a jump.
    pub fn jump(&mut self, block: Block, args: &[Value]) {
        let target = self.target((block, args));
        self.terminate(Terminator::Jump(target));
    }

    /// Ends the block with a branch on an `i32` being nonzero.
    pub fn br_if(&mut self, cond: Value, then: Target<'_>, els: Target<'_>) {
        let (then, els) = (self.target(then), self.target(els));
        self.terminate(Terminator::BrIf { cond, then, els });
    }

    /// Ends the block with a jump table.
    pub fn br_table(&mut self, index: Value, targets: &[Target<'_>], default: Target<'_>) {
        let targets = targets.iter().map(|&target| self.target(target)).collect();
        let default = self.target(default);
        self.terminate(Terminator::BrTable { index, targets, default });
    }

    /// Ends the block with one of the `br_on_*`. Each edge passes the given arguments, followed by its
    /// refined reference if the operator gives it one and the target has one parameter more than there
    /// are arguments.
    pub fn br_on(&mut self, op: Op, args: &[Value], taken: Target<'_>, fallthrough: Target<'_>) {
        let Some(types) = self.arg_types(args) else { return };
        let (taken_ty, fallthrough_ty) = match br_on_types(&op, &types) {
            Ok(types) => types,
            Err(error) => return self.misuse(|| error.to_string()),
        };
        let mut edge = |n: u32, target: Target<'_>, ty: Option<ValType>| {
            let mut call = self.target(target);
            let params = self.function.blocks.get(target.0).map_or(0, |data| data.params.len());
            let value = ty
                .filter(|_| params == target.1.len() + 1)
                .map(|ty| self.function.add_edge_value(self.block, n, ty));
            if let Some(value) = value {
                call.args.push(value, &mut self.function.pool);
            }
            (call, value.into())
        };
        let (taken, taken_value) = edge(0, taken, taken_ty);
        let (fallthrough, fallthrough_value) = edge(1, fallthrough, fallthrough_ty);
        let args = self.function.make_list(args);
        self.terminate(Terminator::BrOn {
            op,
            args,
            taken_value,
            fallthrough_value,
            taken,
            fallthrough,
        });
    }

    /// Ends the block by returning.
    pub fn return_(&mut self, values: &[Value]) {
        let values = self.function.make_list(values);
        self.terminate(Terminator::Return(values));
    }

    /// Ends the block with a tail call.
    pub fn tail_call(&mut self, op: Op, args: &[Value]) {
        let args = self.function.make_list(args);
        self.terminate(Terminator::TailCall { op, args });
    }

    /// Ends the block with an exception.
    pub fn throw(&mut self, op: Op, args: &[Value]) {
        let args = self.function.make_list(args);
        self.terminate(Terminator::Throw { op, args });
    }

    /// Ends the block with a trap.
    pub fn unreachable(&mut self) {
        self.terminate(Terminator::Unreachable);
    }

    /// The function, verified.
    pub fn finish(self) -> Result<Function, BuildError> {
        match self.error {
            Some(message) => Err(BuildError::Misuse(message)),
            None => verify_function(self.module, &self.function)
                .map(|()| self.function)
                .map_err(BuildError::Invalid),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Opcode, RefType, parse_module};

    fn module() -> Module {
        parse_module(
            "module {
               ty0 = func (i32, anyref) -> (i32)
               memory m0 : i32 1..
             }",
        )
        .unwrap()
    }

    fn built(build: impl FnOnce(&mut FunctionBuilder<'_>)) -> Result<String, String> {
        let module = module();
        let mut builder = FunctionBuilder::new(&module, TypeId::from_u32(0));
        build(&mut builder);
        let function = builder.finish().map_err(|error| error.to_string())?;
        Ok(function.display(&module).to_string())
    }

    #[test]
    fn each_terminator() {
        let text = built(|b| {
            let (x, reference) = (b.params()[0], b.params()[1]);
            let [b1, b2, b3, b4] = [(); 4].map(|()| b.create_block());
            let cast = b.append_param(b2, RefType::I31.into());
            b.br_table(x, &[(b1, &[]), (b3, &[])], (b4, &[]));
            b.switch_to(b1);
            b.set_loc(SourceLoc::at(0x10));
            let op = Op::BrOnCast {
                relative_depth: 0,
                from_ref_type: RefType::ANYREF,
                to_ref_type: RefType::I31,
            };
            b.br_on(op, &[reference], (b2, &[]), (b3, &[]));
            b.switch_to(b2);
            let i31 = b.value(Op::I31GetS, &[cast]);
            b.return_(&[i31]);
            b.switch_to(b3);
            b.unreachable();
            b.switch_to(b4);
            let wide = b.i64_const(3);
            let narrow = b.value(Op::I32WrapI64, &[wide]);
            b.jump(b3, &[]);
            assert_eq!(b.function().ty(narrow), ValType::I32);
        });
        let expected = "\
func : ty0 {
b0(v0: i32, v1: anyref):
  br_table v0, b1, b3, b4
b1:
  br_on_cast anyref (ref i31) v1, [v3] b2(v3), b3  @10
b2(v2: (ref i31)):
  v4 = i31.get_s v2                                @10
  return v4                                        @10
b3:
  unreachable                                      @10
b4:
  v5 = i64.const 3                                 @10
  v6 = i32.wrap_i64 v5                             @10
  jump b3                                          @10
}
";
        assert_eq!(text.unwrap(), expected);
    }

    #[test]
    fn mistakes_are_returned_at_the_end() {
        let x = Value::from_u32(0);
        for (error, build) in [
            (
                "b0 has a terminator already",
                (|b, x| {
                    b.return_(&[x]);
                    b.return_(&[x]);
                }) as fn(&mut FunctionBuilder<'_>, Value),
            ),
            ("`i32.store` has 0 results, not one", |b, x| {
                b.value(Opcode::I32Store.zeroed(), &[x, x]);
            }),
            ("v99 is not a value of this function", |b, _| {
                b.ins(Op::I32Eqz, &[Value::from_u32(99)]);
            }),
            ("b7 is not a block of this function", |b, _| b.jump(Block::from_u32(7), &[])),
            ("b8 is not a block of this function", |b, x| {
                b.switch_to(Block::from_u32(8));
                b.return_(&[x]);
            }),
            ("function 3 does not exist", |b, _| {
                b.ins(Op::Call { function_index: 3 }, &[]);
            }),
            (
                "b0, `return`: there are 0 values that are returned where 1 are asked for (Return)",
                |b, _| b.return_(&[]),
            ),
        ] {
            assert_eq!(built(|b| build(b, x)).unwrap_err(), error);
        }
    }
}
