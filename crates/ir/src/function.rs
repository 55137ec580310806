//! A function: a control-flow graph in SSA form with block parameters.
//!
//! There are no phi instructions: a block has parameters, and each branch to it passes arguments.
//! Entities are append-only: a pass marks blocks dead and values as aliases of others, it never
//! renumbers. Handles are therefore stable within and across passes; the text format and the
//! WebAssembly writer choose their own numbers where those show.

use crate::{Block, Context, Func, Inst, Op, Tag, TypeId, Value};
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityList, ListPool, PrimaryMap, SecondaryMap};
use std::cmp::Ordering;
use std::fmt;
use wasmparser::ValType;

/// A list of values in the pool of its function.
pub type ValueList = EntityList<Value>;

/// Where code came from: a byte offset in the input module, in some context.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct SourceLoc {
    /// Byte offset in the input file; 0 when unknown (no code can be there). See [`SourceLoc::known_offset`].
    pub offset: u32,
    /// The inlined call or the specialization that the code was copied for, if any.
    pub context: PackedOption<Context>,
}

impl SourceLoc {
    /// A location without a context.
    pub fn at(offset: u32) -> Self {
        SourceLoc { offset, context: None.into() }
    }
}

/// Why a function contains code from elsewhere: an inlined call or a specialization.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ContextData {
    /// The enclosing context.
    pub parent: PackedOption<Context>,
    /// Where in the parent the code was inserted.
    pub site: SourceLoc,
    /// What was inserted.
    pub kind: ContextKind,
}

/// The code that a context stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ContextKind {
    /// The body of this function, in place of a call.
    Inlined(Func),
    /// A version of a function for known values: a description of it, `specialize f3(pc=4)`.
    Specialized(String),
}

/// `inline f3`, or the description.
impl fmt::Display for ContextKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ContextKind::Inlined(func) => write!(f, "inline {func}"),
            ContextKind::Specialized(what) => f.write_str(what),
        }
    }
}

impl From<String> for ContextKind {
    /// Reads what `Display` writes.
    fn from(what: String) -> Self {
        let number = what.strip_prefix("inline f").and_then(|number| number.parse().ok());
        number.map_or(ContextKind::Specialized(what), |number| {
            ContextKind::Inlined(Func::from_u32(number))
        })
    }
}

/// A straight-line instruction.
#[derive(Clone, Debug)]
pub struct InstData {
    /// What it computes.
    pub op: Op,
    /// The instruction's operands, in WebAssembly's order.
    pub args: ValueList,
    first_result: u32,
    results: u32,
    /// Where it came from.
    pub loc: SourceLoc,
}

/// The definition of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueDef {
    /// The n-th parameter of a block. Those of the entry block are the function's.
    Param(Block, u32),
    /// The n-th result of an instruction.
    Result(Inst, u32),
    /// A value that the terminator of a block makes for one of its edges (`br_on_*`, a call with
    /// handlers). It is used only in the arguments of that edge.
    Edge(Block, u32),
    /// An alias of another value; see [`Function::resolve`].
    Alias(Value),
}

/// A value's type and definition.
#[derive(Clone, Copy, Debug)]
pub struct ValueData {
    /// The value's type.
    pub ty: ValType,
    /// The value's definition.
    pub def: ValueDef,
}

/// A branch target with the arguments for its parameters.
#[derive(Clone, Debug)]
pub struct BlockCall {
    /// The block that is branched to.
    pub block: Block,
    /// An argument for each parameter of `block`.
    pub args: ValueList,
    /// Relative execution weight among the edges of one terminator; 0 on all when unknown.
    pub weight: u32,
}

/// A handler of a call with exception handlers.
#[derive(Clone, Debug)]
pub struct Handler {
    /// The tag that is caught; `None` for all.
    pub tag: Option<Tag>,
    /// The values that arrive: the payload of the tag, then the exception reference if asked for.
    pub values: Vec<Value>,
    /// The handler's block.
    pub target: BlockCall,
}

impl Handler {
    /// Whether the last value is a reference to the exception: there is one more than the tag's payload.
    pub fn has_reference(&self, module: &crate::Module) -> bool {
        let payload = self.tag.map_or(0, |tag| module.signature(module.tags[tag].ty).0.len());
        self.values.len() > payload
    }
}

/// A terminator: how a block ends.
#[derive(Clone, Debug, Default)]
pub enum Terminator {
    /// The block is being built, or was removed.
    #[default]
    None,
    /// An unconditional branch.
    Jump(BlockCall),
    /// A conditional branch on an `i32` being nonzero.
    BrIf {
        /// The condition, an `i32`.
        cond: Value,
        /// The target if the condition is nonzero.
        then: BlockCall,
        /// The target if it is zero.
        els: BlockCall,
    },
    /// A jump table. An index past `targets` goes to `default`.
    BrTable {
        /// The index, an `i32` read as unsigned.
        index: Value,
        /// The target for index `i`.
        targets: Vec<BlockCall>,
        /// The target for all other indices.
        default: BlockCall,
    },
    /// `br_on_null`, `br_on_non_null`, `br_on_cast` and so on: a conditional branch on the type or
    /// nullness of a reference, which each edge may receive with a refined type.
    BrOn {
        /// The operator; its `relative_depth` is meaningless and kept at 0.
        op: Op,
        /// The branch's operands: the reference (and a descriptor, for some).
        args: ValueList,
        /// The reference as the taken edge sees it, where it is passed on.
        taken_value: PackedOption<Value>,
        /// The reference as the other edge sees it, where it is passed on.
        fallthrough_value: PackedOption<Value>,
        /// The target of the operator's branch.
        taken: BlockCall,
        /// The target otherwise.
        fallthrough: BlockCall,
    },
    /// Returns the function's results.
    Return(ValueList),
    /// A tail call: `op` is one of the `return_call*`.
    TailCall {
        /// The operator.
        op: Op,
        /// The call's operands.
        args: ValueList,
    },
    /// Traps.
    Unreachable,
    /// Leaves by an exception: `op` is `throw` or `throw_ref`.
    Throw {
        /// The operator.
        op: Op,
        /// The throw's operands.
        args: ValueList,
    },
    /// A call that ends its block, with an edge per exception handler; or a `throw` with handlers, after which control
    /// never goes to `normal`.
    Invoke {
        /// The call.
        op: Op,
        /// The call's operands.
        args: ValueList,
        /// The call's results, for the arguments of `normal`.
        results: Vec<Value>,
        /// The target after a normal return.
        normal: BlockCall,
        /// The exception handlers; the first that matches is taken.
        handlers: Vec<Handler>,
    },
}

/// A basic block.
#[derive(Clone, Debug, Default)]
pub struct BlockData {
    /// The block's parameters.
    pub params: Vec<Value>,
    /// The block's instructions, in order.
    pub insts: Vec<Inst>,
    /// How it ends.
    pub term: Terminator,
    /// Where its terminator came from.
    pub term_loc: SourceLoc,
}

/// A function body.
#[derive(Clone, Debug)]
pub struct Function {
    /// The function's type in the module.
    pub ty: TypeId,
    /// The types of its results.
    pub results: Vec<ValType>,
    /// The entry block; its parameters are the function's, and nothing branches to it.
    pub entry: Block,
    /// The blocks, dead ones included (see [`Function::is_dead`]).
    pub blocks: PrimaryMap<Block, BlockData>,
    /// The instructions, those no longer in a block included.
    pub insts: PrimaryMap<Inst, InstData>,
    /// The values.
    pub values: PrimaryMap<Value, ValueData>,
    /// Backing store of all [`ValueList`]s.
    pub pool: ListPool<Value>,
    /// Inlining and specialization contexts.
    pub contexts: PrimaryMap<Context, ContextData>,
    /// Whether a value became an alias since [`Function::resolve_aliases`] was last called.
    pub(crate) aliased: bool,
}

impl Function {
    /// A function with the given type and an empty entry block that has the parameters.
    pub fn new(ty: TypeId, params: &[ValType], results: &[ValType]) -> Self {
        let mut blocks = PrimaryMap::new();
        let entry = blocks.push(BlockData::default());
        let mut function = Function {
            ty,
            results: results.to_vec(),
            entry,
            blocks,
            insts: PrimaryMap::new(),
            values: PrimaryMap::new(),
            pool: ListPool::new(),
            contexts: PrimaryMap::new(),
            aliased: false,
        };
        for &param in params {
            function.add_param(entry, param);
        }
        function
    }

    /// A new block without parameters, instructions or terminator.
    pub fn add_block(&mut self) -> Block {
        self.blocks.push(BlockData::default())
    }

    /// Appends a parameter to a block. Branches to it must get an argument.
    pub fn add_param(&mut self, block: Block, ty: ValType) -> Value {
        let n = self.blocks[block].params.len() as u32;
        let value = self.values.push(ValueData { ty, def: ValueDef::Param(block, n) });
        self.blocks[block].params.push(value);
        value
    }

    /// A value that the terminator of `block` makes for one of its edges.
    pub fn add_edge_value(&mut self, block: Block, n: u32, ty: ValType) -> Value {
        self.values.push(ValueData { ty, def: ValueDef::Edge(block, n) })
    }

    /// Records which edges of a block's terminator its values belong to, after edges were removed.
    pub fn number_edge_values(&mut self, block: Block, term: &mut Terminator) {
        term.edge_values_mut(|n, value| self.values[*value].def = ValueDef::Edge(block, n));
    }

    /// Whether exceptions are caught in the function.
    pub fn has_handlers(&self) -> bool {
        self.blocks.values().any(|block| matches!(block.term, Terminator::Invoke { .. }))
    }

    /// Gives a terminator, which is a copy of that of another block, values of its own for its edges.
    pub fn own_edge_values(&mut self, block: Block, term: &mut Terminator) {
        let mut made: Vec<(Value, Value)> = Vec::new();
        term.edge_values_mut(|n, value| {
            let own = self.add_edge_value(block, n, self.ty(*value));
            made.push((*value, own));
            *value = own;
        });
        if made.is_empty() {
            return;
        }
        term.for_each_use_mut(&mut self.pool, |used| {
            if let Some(&(_, own)) = made.iter().find(|(value, _)| value == used) {
                *used = own;
            }
        });
    }

    /// A new instruction that is in no block yet, with fresh results of the given types.
    pub fn make_inst(
        &mut self,
        op: Op,
        args: &[Value],
        results: &[ValType],
        loc: SourceLoc,
    ) -> Inst {
        let inst = self.insts.next_key();
        let first_result = self.values.len() as u32;
        for (n, &ty) in results.iter().enumerate() {
            self.values.push(ValueData { ty, def: ValueDef::Result(inst, n as u32) });
        }
        let args = ValueList::from_slice(args, &mut self.pool);
        self.insts.push(InstData { op, args, first_result, results: results.len() as u32, loc })
    }

    /// A new instruction at the end of a block.
    pub fn append(
        &mut self,
        block: Block,
        op: Op,
        args: &[Value],
        results: &[ValType],
        loc: SourceLoc,
    ) -> Inst {
        let inst = self.make_inst(op, args, results, loc);
        self.blocks[block].insts.push(inst);
        inst
    }

    /// The results of an instruction.
    pub fn results(&self, inst: Inst) -> impl ExactSizeIterator<Item = Value> + use<> {
        let data = &self.insts[inst];
        (data.first_result..data.first_result + data.results).map(Value::from_u32)
    }

    /// The first result of an instruction that has one.
    pub fn result(&self, inst: Inst) -> Option<Value> {
        let data = &self.insts[inst];
        (data.results > 0).then(|| Value::from_u32(data.first_result))
    }

    /// The operands of an instruction. They may be aliases: see [`Function::resolve`].
    pub fn args(&self, inst: Inst) -> &[Value] {
        self.insts[inst].args.as_slice(&self.pool)
    }

    /// The operands of an instruction, mutable.
    pub fn args_mut(&mut self, inst: Inst) -> &mut [Value] {
        self.insts[inst].args.as_mut_slice(&mut self.pool)
    }

    /// The values of a list.
    pub fn list(&self, list: &ValueList) -> &[Value] {
        list.as_slice(&self.pool)
    }

    /// A list of values in the function's pool.
    pub fn make_list(&mut self, values: &[Value]) -> ValueList {
        ValueList::from_slice(values, &mut self.pool)
    }

    /// A branch target of unknown weight.
    pub fn call(&mut self, block: Block, args: &[Value]) -> BlockCall {
        BlockCall { block, args: self.make_list(args), weight: 0 }
    }

    /// The type of a value.
    pub fn ty(&self, value: Value) -> ValType {
        self.values[value].ty
    }

    /// The instruction that defines a value, if one does. Follows aliases.
    pub fn def_inst(&self, value: Value) -> Option<Inst> {
        match self.values[self.resolve(value)].def {
            ValueDef::Result(inst, _) => Some(inst),
            _ => None,
        }
    }

    /// The operator that defines a value, if one does. Follows aliases.
    pub fn def_op(&self, value: Value) -> Option<&Op> {
        self.def_inst(value).map(|inst| &self.insts[inst].op)
    }

    /// Makes a value an alias of `to`. Uses are rewritten by [`Function::resolve_aliases`].
    pub fn alias(&mut self, value: Value, to: Value) {
        debug_assert_ne!(value, self.resolve(to), "a value cannot be its own alias");
        self.values[value].def = ValueDef::Alias(to);
        self.aliased = true;
    }

    /// The value that a chain of aliases leads to.
    pub fn resolve(&self, mut value: Value) -> Value {
        while let ValueDef::Alias(to) = self.values[value].def {
            value = to;
        }
        value
    }

    /// Replaces all uses of aliases in live blocks by the values they stand for. Linear, since chains are
    /// shortened first; O(1) if no alias was made since the last time.
    pub fn resolve_aliases(&mut self) {
        if !std::mem::take(&mut self.aliased) {
            return;
        }
        let mut chain = Vec::new();
        for value in self.values.keys() {
            let mut at = value;
            while let ValueDef::Alias(to) = self.values[at].def {
                chain.push(at);
                at = to;
            }
            for link in chain.drain(..) {
                self.values[link].def = ValueDef::Alias(at);
            }
        }
        for block in self.blocks.keys() {
            self.map_uses(block, |function_values, value| {
                if let ValueDef::Alias(to) = function_values[value].def { to } else { value }
            });
        }
    }

    /// Replaces each value used in a block, by its instructions and its terminator.
    pub fn map_uses(
        &mut self,
        block: Block,
        map: impl Fn(&PrimaryMap<Value, ValueData>, Value) -> Value,
    ) {
        let Function { blocks, insts, values, pool, .. } = self;
        let data = &mut blocks[block];
        for &inst in &data.insts {
            for arg in insts[inst].args.as_mut_slice(pool) {
                *arg = map(values, *arg);
            }
        }
        data.term.for_each_use_mut(pool, |value| *value = map(values, *value));
    }

    /// Whether a block was removed (or never finished).
    pub fn is_dead(&self, block: Block) -> bool {
        matches!(self.blocks[block].term, Terminator::None)
    }

    /// Removes a block that nothing branches to.
    pub fn kill_block(&mut self, block: Block) {
        debug_assert_ne!(block, self.entry, "the entry block cannot be removed");
        self.blocks[block] = BlockData::default();
    }

    /// The live blocks in order of their numbers.
    pub fn live_blocks(&self) -> impl Iterator<Item = Block> + '_ {
        self.blocks.keys().filter(|&block| !self.is_dead(block))
    }

    /// Calls `visit` for each operand of an instruction, then of the terminator, of a block.
    pub fn for_each_use(&self, block: Block, mut visit: impl FnMut(Value)) {
        let data = &self.blocks[block];
        for &inst in &data.insts {
            self.args(inst).iter().for_each(|&value| visit(value));
        }
        data.term.for_each_use(&self.pool, &mut visit);
    }

    /// How often each value is used, by instructions and terminators of live blocks.
    pub fn use_counts(&self) -> SecondaryMap<Value, u32> {
        let mut counts = SecondaryMap::with_capacity(self.values.len());
        for block in self.live_blocks() {
            self.for_each_use(block, |value| counts[self.resolve(value)] += 1);
        }
        counts
    }

    /// The live block that each instruction is in, if it is in one. Linear.
    pub fn inst_blocks(&self) -> SecondaryMap<Inst, PackedOption<Block>> {
        let mut homes = SecondaryMap::with_capacity(self.insts.len());
        for block in self.live_blocks() {
            self.blocks[block].insts.iter().for_each(|&inst| homes[inst] = block.into());
        }
        homes
    }
}

impl Terminator {
    /// The branch targets in order (`then` before `els`, table before default, taken before
    /// fallthrough, normal before handlers).
    pub fn targets(&self) -> impl Iterator<Item = &BlockCall> {
        let (two, many, last): ([Option<&BlockCall>; 2], &[BlockCall], &[Handler]) = match self {
            Terminator::Jump(call) => ([Some(call), None], &[], &[]),
            Terminator::BrIf { then, els, .. } => ([Some(then), Some(els)], &[], &[]),
            Terminator::BrTable { targets, default, .. } => ([Some(default), None], targets, &[]),
            Terminator::BrOn { taken, fallthrough, .. } => {
                ([Some(taken), Some(fallthrough)], &[], &[])
            }
            Terminator::Invoke { normal, handlers, .. } => ([Some(normal), None], &[], handlers),
            Terminator::None
            | Terminator::Return(_)
            | Terminator::TailCall { .. }
            | Terminator::Unreachable
            | Terminator::Throw { .. } => ([None, None], &[], &[]),
        };
        many.iter()
            .chain(two.into_iter().flatten())
            .chain(last.iter().map(|handler| &handler.target))
    }

    /// The branch targets, mutable, in the order of [`Terminator::targets`].
    pub fn targets_mut(&mut self) -> impl Iterator<Item = &mut BlockCall> {
        let (two, many, last): ([Option<&mut BlockCall>; 2], &mut [BlockCall], &mut [Handler]) =
            match self {
                Terminator::Jump(call) => ([Some(call), None], &mut [], &mut []),
                Terminator::BrIf { then, els, .. } => ([Some(then), Some(els)], &mut [], &mut []),
                Terminator::BrTable { targets, default, .. } => {
                    ([Some(default), None], targets, &mut [])
                }
                Terminator::BrOn { taken, fallthrough, .. } => {
                    ([Some(taken), Some(fallthrough)], &mut [], &mut [])
                }
                Terminator::Invoke { normal, handlers, .. } => {
                    ([Some(normal), None], &mut [], handlers)
                }
                Terminator::None
                | Terminator::Return(_)
                | Terminator::TailCall { .. }
                | Terminator::Unreachable
                | Terminator::Throw { .. } => ([None, None], &mut [], &mut []),
            };
        many.iter_mut()
            .chain(two.into_iter().flatten())
            .chain(last.iter_mut().map(|handler| &mut handler.target))
    }

    /// The n-th of [`Terminator::targets`], in constant time also for jump tables.
    pub fn target(&self, nth: usize) -> Option<&BlockCall> {
        match self {
            Terminator::BrTable { targets, default, .. } => match nth.cmp(&targets.len()) {
                Ordering::Less => Some(&targets[nth]),
                Ordering::Equal => Some(default),
                Ordering::Greater => None,
            },
            term => term.targets().nth(nth),
        }
    }

    /// The n-th of [`Terminator::targets`], mutable, in constant time as well.
    pub fn target_mut(&mut self, nth: usize) -> Option<&mut BlockCall> {
        match self {
            Terminator::BrTable { targets, default, .. } => match nth.cmp(&targets.len()) {
                Ordering::Less => Some(&mut targets[nth]),
                Ordering::Equal => Some(default),
                Ordering::Greater => None,
            },
            term => term.targets_mut().nth(nth),
        }
    }

    /// Which of [`Terminator::targets`] a branch goes to if its condition or index is a number.
    pub fn decided(&self, number: i32) -> Option<usize> {
        match self {
            Terminator::BrIf { .. } => Some(usize::from(number == 0)),
            Terminator::BrTable { targets, .. } => Some(targets.len().min(number as u32 as usize)),
            _ => None,
        }
    }

    /// The operands that are not arguments of an edge: condition, index, returned values.
    pub fn operands<'a>(&'a self, pool: &'a ListPool<Value>) -> &'a [Value] {
        match self {
            Terminator::BrIf { cond, .. } => std::slice::from_ref(cond),
            Terminator::BrTable { index, .. } => std::slice::from_ref(index),
            Terminator::BrOn { args, .. }
            | Terminator::Return(args)
            | Terminator::TailCall { args, .. }
            | Terminator::Throw { args, .. }
            | Terminator::Invoke { args, .. } => args.as_slice(pool),
            Terminator::None | Terminator::Jump(_) | Terminator::Unreachable => &[],
        }
    }

    /// The operands that are not arguments of an edge, mutable.
    pub fn operands_mut<'a>(&'a mut self, pool: &'a mut ListPool<Value>) -> &'a mut [Value] {
        match self {
            Terminator::BrIf { cond, .. } => std::slice::from_mut(cond),
            Terminator::BrTable { index, .. } => std::slice::from_mut(index),
            Terminator::BrOn { args, .. }
            | Terminator::Return(args)
            | Terminator::TailCall { args, .. }
            | Terminator::Throw { args, .. }
            | Terminator::Invoke { args, .. } => args.as_mut_slice(pool),
            Terminator::None | Terminator::Jump(_) | Terminator::Unreachable => &mut [],
        }
    }

    /// Visits operands, then the arguments of each edge.
    pub fn for_each_use(&self, pool: &ListPool<Value>, mut visit: impl FnMut(Value)) {
        self.operands(pool).iter().for_each(|&value| visit(value));
        self.targets().for_each(|target| {
            target.args.as_slice(pool).iter().for_each(|&value| visit(value));
        });
    }

    /// Visits operands, then the arguments of each edge, mutably.
    pub fn for_each_use_mut(
        &mut self,
        pool: &mut ListPool<Value>,
        mut visit: impl FnMut(&mut Value),
    ) {
        self.operands_mut(pool).iter_mut().for_each(&mut visit);
        self.targets_mut().for_each(|target| {
            target.args.as_mut_slice(pool).iter_mut().for_each(&mut visit);
        });
    }

    /// The values this terminator makes for its edges, each with the number of its edge.
    fn edge_values_mut(&mut self, mut visit: impl FnMut(u32, &mut Value)) {
        match self {
            Terminator::BrOn { taken_value, fallthrough_value, .. } => {
                for (n, packed) in [(0, taken_value), (1, fallthrough_value)] {
                    if let Some(mut value) = packed.expand() {
                        visit(n, &mut value);
                        *packed = value.into();
                    }
                }
            }
            Terminator::Invoke { results, handlers, .. } => {
                results.iter_mut().for_each(|value| visit(0, value));
                for (n, handler) in (1..).zip(handlers) {
                    handler.values.iter_mut().for_each(|value| visit(n, value));
                }
            }
            _ => {}
        }
    }

    /// The values this terminator makes for its edges.
    pub fn edge_values(&self) -> Vec<Value> {
        match self {
            Terminator::BrOn { taken_value, fallthrough_value, .. } => {
                taken_value.expand().into_iter().chain(fallthrough_value.expand()).collect()
            }
            Terminator::Invoke { results, handlers, .. } => results
                .iter()
                .chain(handlers.iter().flat_map(|handler| &handler.values))
                .copied()
                .collect(),
            _ => Vec::new(),
        }
    }
}
