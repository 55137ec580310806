//! The verifier: what holds for every function between passes.
//!
//! The invariants, by the names of [`Invariant`]:
//!
//! | name | what holds |
//! |---|---|
//! | `Range` | each block, instruction, value and context that is named exists; a context names only earlier ones |
//! | `Dead` | a block without a terminator has no instructions; no branch goes to one; the entry is not one |
//! | `Entry` | nothing branches to the entry; its parameters and the function's results are those of the function's type |
//! | `Once` | an instruction stands in one place of one live block; a value is defined once; no two lists of values share their memory |
//! | `Definition` | the recorded definition of a value (`ValueDef`) is where it is defined; or it is an alias, and not used |
//! | `Alias` | no alias is used: a pass ends with [`Function::resolve_aliases`] |
//! | `Undefined` | each used value is defined in a live block |
//! | `Dominance` | the definition dominates each use in reachable blocks |
//! | `Edge` | a value that a terminator makes for an edge is used in the arguments of that edge only |
//! | `Operator` | an instruction has an operator of straight-line code, a terminator one of its kind |
//! | `Immediate` | immediates name entities and types of the module; alignments are at most natural |
//! | `Operands` | the operands have the number and the types that the operator takes |
//! | `Results` | the results have the number and the types, or supertypes, that the operator gives |
//! | `Arguments` | a branch passes one argument per parameter, of its type |
//! | `Return` | returned values, and results of a tail call, are the function's results |
//!
//! Control flow and dominators are computed anew: the verifier relies on nothing that passes
//! maintain. The cost is near-linear in the size of the function. Types are compared by
//! [`is_subtype`], which may accept too much; the validator of the output is exact. Ownership (each owned
//! value consumed once per path) is checked by the passes that use it.

mod module;
#[cfg(test)]
mod tests;

pub use module::verify_module;

use crate::text::handler_types;
use crate::{
    Block, BlockCall, Cfg, Dominators, Function, Immediate, IndexSpace, Inst, Module, Op, OpPlace,
    SourceLoc, Terminator, TypeText, Types, Value, ValueDef, br_on_types, check_operands,
    is_subtype,
};
use cranelift_entity::EntityRef;
use rustc_hash::FxHashSet;
use std::fmt;
use wasmparser::{CompositeInnerType, HeapType, ValType};

/// An invariant of a function: the header of the module `verify` tells what each means.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Invariant {
    /// Each block, instruction, value and context that is named exists.
    Range,
    /// No branch goes to a block that was removed, which has no instructions.
    Dead,
    /// Nothing branches to the entry; its parameters and the results are those of the type.
    Entry,
    /// An instruction stands in one place; a value is defined once.
    Once,
    /// The recorded definition of a value is where it is defined.
    Definition,
    /// No alias is used.
    Alias,
    /// Each used value is defined in a live block.
    Undefined,
    /// The definition dominates each use in reachable blocks.
    Dominance,
    /// A value that a terminator makes for an edge is used on that edge only.
    Edge,
    /// An instruction has an operator of straight-line code, a terminator one of its kind.
    Operator,
    /// Immediates name entities and types of the module.
    Immediate,
    /// The operands have the number and the types that the operator takes.
    Operands,
    /// The results have the number and the types that the operator gives.
    Results,
    /// A branch passes one argument per parameter, of its type.
    Arguments,
    /// Returned values are the results of the function.
    Return,
    /// An invariant of the module around functions.
    Module,
}

/// A broken invariant: the place and a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifyError {
    /// What is broken.
    pub invariant: Invariant,
    /// Where: an item of the module, a block, and the text of an instruction or terminator.
    pub place: String,
    /// The part of the function, if it is one.
    pub spot: Option<Spot>,
    /// What is wrong there.
    pub message: String,
}

/// A part of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spot {
    /// A block.
    Block(Block),
    /// An instruction: its block, and its place there.
    Inst(Block, usize),
    /// The terminator of a block.
    Term(Block),
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} ({:?})", self.place, self.message, self.invariant)
    }
}

impl std::error::Error for VerifyError {}

/// How many errors of a function are reported.
const MOST_ERRORS: usize = 50;

/// Checks all invariants of a function.
pub fn verify_function(module: &Module, function: &Function) -> Result<(), Vec<VerifyError>> {
    let values = vec![Defined { block: None, position: 0, edge: None }; function.values.len()];
    let lists = FxHashSet::default();
    let mut verifier = Verifier { module, f: function, values, lists, errors: Vec::new() };
    verifier.structure();
    if verifier.errors.is_empty() {
        verifier.signature();
        verifier.definitions();
        let cfg = Cfg::new(function);
        let dominators = Dominators::new(function, &cfg);
        for block in function.live_blocks() {
            verifier.uses(block, &cfg, &dominators);
            verifier.types(block);
        }
    }
    if verifier.errors.is_empty() { Ok(()) } else { Err(verifier.errors) }
}

#[derive(Clone, Copy)]
enum Place {
    Function,
    Block(Block),
    Inst(Block, Inst),
    Term(Block),
}

/// Where a value is defined.
#[derive(Clone, Copy)]
struct Defined {
    block: Option<Block>,
    /// 0 for a parameter, else one more than the place of the instruction.
    position: u32,
    /// For a value that a terminator defines: its edge.
    edge: Option<u32>,
}

struct Verifier<'a> {
    module: &'a Module,
    f: &'a Function,
    values: Vec<Defined>,
    /// The lists of values seen so far, by address.
    lists: FxHashSet<*const Value>,
    errors: Vec<VerifyError>,
}

impl Verifier<'_> {
    fn error(&mut self, invariant: Invariant, place: Place, message: impl Into<String>) {
        if self.errors.len() >= MOST_ERRORS {
            return;
        }
        let (place, spot) = match place {
            Place::Function => ("the function".to_string(), None),
            Place::Block(block) => (block.to_string(), Some(Spot::Block(block))),
            Place::Inst(block, inst) => {
                let n = self.f.blocks[block].insts.iter().position(|&other| other == inst);
                let text = format!("{block}, `{}`", self.f.display_inst(self.module, inst));
                (text, n.map(|n| Spot::Inst(block, n)))
            }
            Place::Term(block) => {
                let text = format!("{block}, `{}`", self.f.display_terminator(self.module, block));
                (text, Some(Spot::Term(block)))
            }
        };
        self.errors.push(VerifyError { invariant, place, spot, message: message.into() });
    }

    /// Checks what all other checks rely on: that all handles are valid.
    fn structure(&mut self) {
        let f = self.f;
        if !f.blocks.is_valid(f.entry) {
            return self.error(Invariant::Range, Place::Function, "the entry does not exist");
        }
        if f.is_dead(f.entry) {
            self.error(Invariant::Dead, Place::Block(f.entry), "the entry has no terminator");
        }
        for (context, data) in &f.contexts {
            let outer = [data.parent.expand(), data.site.context.expand()];
            if outer.iter().flatten().any(|&outer| outer >= context) {
                let message = format!("{context} names a context that is not before it");
                self.error(Invariant::Range, Place::Function, message);
            }
        }
        let mut placed = vec![false; f.insts.len()];
        for (block, data) in &f.blocks {
            if f.is_dead(block) {
                if !data.insts.is_empty() {
                    let message = "a block without a terminator has instructions";
                    self.error(Invariant::Dead, Place::Block(block), message);
                }
                continue;
            }
            self.values_exist(Place::Block(block), &data.params);
            for &inst in &data.insts {
                if !f.insts.is_valid(inst) {
                    let message = format!("{inst} does not exist");
                    self.error(Invariant::Range, Place::Block(block), message);
                    continue;
                }
                if std::mem::replace(&mut placed[inst.index()], true) {
                    let message = "the instruction stands in two places";
                    self.error(Invariant::Once, Place::Inst(block, inst), message);
                }
                self.list(Place::Inst(block, inst), f.args(inst));
                self.location_exists(Place::Inst(block, inst), f.insts[inst].loc);
            }
            let place = Place::Term(block);
            self.location_exists(place, data.term_loc);
            self.list(place, data.term.operands(&f.pool));
            self.values_exist(place, &data.term.edge_values());
            for call in data.term.targets() {
                self.list(place, f.list(&call.args));
                if !f.blocks.is_valid(call.block) {
                    let message = format!("{} does not exist", call.block);
                    self.error(Invariant::Range, place, message);
                } else if f.is_dead(call.block) {
                    let message = format!("{} has no terminator", call.block);
                    self.error(Invariant::Dead, place, message);
                } else if call.block == f.entry {
                    self.error(Invariant::Entry, place, "nothing may branch to the entry");
                }
            }
        }
    }

    /// Checks that a list of values is not shared: a change of one list must not change another.
    fn list(&mut self, place: Place, values: &[Value]) {
        if !values.is_empty() && !self.lists.insert(values.as_ptr()) {
            self.error(Invariant::Once, place, "a list of values is that of another place, too");
        }
        self.values_exist(place, values);
    }

    fn values_exist(&mut self, place: Place, values: &[Value]) {
        for value in values.iter().filter(|&&value| !self.f.values.is_valid(value)) {
            self.error(Invariant::Range, place, format!("{value} does not exist"));
        }
    }

    fn location_exists(&mut self, place: Place, loc: SourceLoc) {
        if let Some(context) = loc.context.expand()
            && !self.f.contexts.is_valid(context)
        {
            self.error(Invariant::Range, place, format!("{context} does not exist"));
        }
    }

    /// The function's type, parameters and results.
    fn signature(&mut self) {
        let (f, module) = (self.f, self.module);
        let ty = module.types.get(f.ty).map(|ty| &ty.composite_type.inner);
        if !matches!(ty, Some(CompositeInnerType::Func(_))) {
            let message = format!("{} is not a function type of the module", f.ty);
            return self.error(Invariant::Entry, Place::Function, message);
        }
        let (params, results) = module.signature(f.ty);
        let given: Types = f.blocks[f.entry].params.iter().map(|&param| f.ty(param)).collect();
        if let Some(message) = mismatch(module, params, &given, "parameters of the type") {
            self.error(Invariant::Entry, Place::Block(f.entry), message);
        }
        if let Some(message) = mismatch(module, &f.results, results, "results of the function") {
            self.error(Invariant::Entry, Place::Function, message);
        }
    }

    /// Records where values are defined.
    fn definitions(&mut self) {
        let f = self.f;
        for block in f.live_blocks() {
            let data = &f.blocks[block];
            for (n, &param) in data.params.iter().enumerate() {
                let def = ValueDef::Param(block, n as u32);
                let at = Defined { block: Some(block), position: 0, edge: None };
                self.define(param, def, at, Place::Block(block));
            }
            for (position, &inst) in data.insts.iter().enumerate() {
                let position = position as u32 + 1;
                for (n, result) in f.results(inst).enumerate() {
                    let def = ValueDef::Result(inst, n as u32);
                    let at = Defined { block: Some(block), position, edge: None };
                    self.define(result, def, at, Place::Inst(block, inst));
                }
            }
            let mut edge_value = |n: u32, value: Value| {
                let at = Defined { block: Some(block), position: u32::MAX, edge: Some(n) };
                self.define(value, ValueDef::Edge(block, n), at, Place::Term(block));
            };
            match &data.term {
                Terminator::BrOn { taken_value, fallthrough_value, .. } => {
                    taken_value.expand().into_iter().for_each(|value| edge_value(0, value));
                    fallthrough_value.expand().into_iter().for_each(|value| edge_value(1, value));
                }
                Terminator::Invoke { results, handlers, .. } => {
                    results.iter().for_each(|&value| edge_value(0, value));
                    for (n, handler) in (1..).zip(handlers) {
                        handler.values.iter().for_each(|&value| edge_value(n, value));
                    }
                }
                _ => {}
            }
        }
    }

    fn define(&mut self, value: Value, def: ValueDef, at: Defined, place: Place) {
        let recorded = self.f.values[value].def;
        if self.values[value.index()].block.is_some() {
            self.error(Invariant::Once, place, format!("{value} is defined twice"));
        }
        if recorded != def && !matches!(recorded, ValueDef::Alias(_)) {
            let message = format!("the definition of {value} is recorded as {recorded:?}");
            self.error(Invariant::Definition, place, message);
        }
        if !self.type_exists(self.f.ty(value)) {
            let message = format!("the type of {value} does not exist");
            self.error(Invariant::Range, place, message);
        }
        self.values[value.index()] = at;
    }

    fn type_exists(&self, ty: ValType) -> bool {
        match ty {
            ValType::Ref(ty) => self.heap_type_exists(ty.heap_type()),
            _ => true,
        }
    }

    fn heap_type_exists(&self, ty: HeapType) -> bool {
        match ty {
            HeapType::Abstract { .. } => true,
            HeapType::Concrete(index) | HeapType::Exact(index) => index
                .as_module_index()
                .is_some_and(|index| (index as usize) < self.module.types.len()),
        }
    }

    /// Each use in a block is of a value that is defined before.
    fn uses(&mut self, block: Block, cfg: &Cfg, dominators: &Dominators) {
        let f = self.f;
        let reachable = cfg.is_reachable(block);
        let mut check = |value: Value, position: u32, edge: Option<u32>, place: Place| {
            if let ValueDef::Alias(to) = f.values[value].def {
                let message = format!("{value} is used, an alias of {to}");
                return self.error(Invariant::Alias, place, message);
            }
            let defined = self.values[value.index()];
            let Some(home) = defined.block else {
                let message = format!("{value} is used and not defined in a live block");
                return self.error(Invariant::Undefined, place, message);
            };
            if defined.edge.is_some() {
                if (home, defined.edge) != (block, edge) {
                    let message = format!("{value} is used outside of the edge it is made for");
                    self.error(Invariant::Edge, place, message);
                }
                return;
            }
            let before = if home == block {
                defined.position < position
            } else {
                dominators.dominates(home, block)
            };
            if reachable && !before {
                let message = format!("{value}, defined in {home}, does not dominate this use");
                self.error(Invariant::Dominance, place, message);
            }
        };
        let data = &f.blocks[block];
        for (position, &inst) in data.insts.iter().enumerate() {
            for &arg in f.args(inst) {
                check(arg, position as u32 + 1, None, Place::Inst(block, inst));
            }
        }
        for &arg in data.term.operands(&f.pool) {
            check(arg, u32::MAX, None, Place::Term(block));
        }
        for (n, call) in data.term.targets().enumerate() {
            for &arg in f.list(&call.args) {
                check(arg, u32::MAX, Some(n as u32), Place::Term(block));
            }
        }
    }

    /// The types in a block.
    fn types(&mut self, block: Block) {
        let f = self.f;
        for &inst in &f.blocks[block].insts {
            let place = Place::Inst(block, inst);
            let op = &f.insts[inst].op;
            if op.opcode().place() != OpPlace::Instruction {
                let message = format!("`{}` is not an instruction", op.opcode());
                self.error(Invariant::Operator, place, message);
                continue;
            }
            let results: Vec<Value> = f.results(inst).collect();
            let Some(derived) = self.operation(op, f.args(inst), place) else { continue };
            self.results(&derived, &results, place);
        }
        self.terminator(block);
        for call in f.blocks[block].term.targets() {
            self.arguments(call, Place::Term(block));
        }
    }

    /// Checks an operator and its operands. Returns the types of its results.
    fn operation(&mut self, op: &Op, args: &[Value], place: Place) -> Option<Types> {
        self.immediates(op, place);
        let args: Types = args.iter().map(|&arg| self.f.ty(arg)).collect();
        if *op == Op::Select && args.first().is_some_and(|ty| ty.is_reference_type()) {
            let message = "a selection of references must be `typed_select`";
            self.error(Invariant::Operands, place, message);
        }
        // References cannot be compared, so a reference cannot be part of the key of a specialized version.
        if op.proposal() == "staging" && args.first().is_some_and(|ty| ty.is_reference_type()) {
            let message = format!("`{}` takes no reference", op.opcode());
            self.error(Invariant::Operands, place, message);
        }
        match check_operands(op, &args, self.module) {
            Ok(signature) => Some(signature.results),
            Err(error) => {
                self.error(Invariant::Operands, place, error.to_string());
                None
            }
        }
    }

    fn results(&mut self, derived: &[ValType], results: &[Value], place: Place) {
        let types: Types = results.iter().map(|&value| self.f.ty(value)).collect();
        if let Some(message) = mismatch(self.module, derived, &types, "results of the operator") {
            self.error(Invariant::Results, place, message);
        }
    }

    fn immediates(&mut self, op: &Op, place: Place) {
        let module = self.module;
        let mut wrong: Option<String> = None;
        op.for_each_immediate(|immediate| {
            let exists = |what: &str, exists: bool| {
                if exists { None } else { Some(format!("{what} does not exist")) }
            };
            wrong = wrong.take().or_else(|| match immediate {
                Immediate::Index(space, index) => {
                    let len = module.index_space_len(space)?;
                    exists(&format!("{}{index}", space.prefix()), (index as usize) < len)
                }
                Immediate::ValType(ty) => exists("the type", self.type_exists(ty)),
                Immediate::RefType(ty) => exists("the type", self.type_exists(ty.into())),
                Immediate::HeapType(ty) => exists("the type", self.heap_type_exists(ty)),
                Immediate::MemArg(memarg) => {
                    let natural = op.opcode().natural_align().unwrap_or(0);
                    (memarg.align > natural || memarg.max_align != natural)
                        .then(|| "the alignment is not at most natural".to_string())
                }
                _ => None,
            });
        });
        if let Some(message) = wrong {
            self.error(Invariant::Immediate, place, message);
        }
    }

    fn terminator(&mut self, block: Block) {
        let f = self.f;
        let place = Place::Term(block);
        let term = &f.blocks[block].term;
        let is = |op: &Op, prefix: &str| op.opcode().name().starts_with(prefix);
        let fits = match term {
            Terminator::BrOn { op, .. } => is(op, "br_on"),
            Terminator::TailCall { op, .. } => is(op, "return_call"),
            Terminator::Throw { op, .. } => is(op, "throw"),
            Terminator::Invoke { op, .. } => is(op, "call") || is(op, "throw"),
            _ => true,
        };
        if !fits {
            let message = "the terminator has an operator of another kind";
            return self.error(Invariant::Operator, place, message);
        }
        let i32_operand = |this: &mut Self, value: Value| {
            if f.ty(value) != ValType::I32 {
                let message = format!("{value} must be of type i32");
                this.error(Invariant::Operands, place, message);
            }
        };
        match term {
            Terminator::None | Terminator::Jump(_) | Terminator::Unreachable => {}
            Terminator::BrIf { cond, .. } => i32_operand(self, *cond),
            Terminator::BrTable { index, .. } => i32_operand(self, *index),
            Terminator::Return(values) => {
                let types: Types = f.list(values).iter().map(|&value| f.ty(value)).collect();
                self.returned(&types, place);
            }
            Terminator::TailCall { op, args } => {
                if let Some(results) = self.operation(op, f.list(args), place) {
                    self.returned(&results, place);
                }
            }
            Terminator::Throw { op, args } => drop(self.operation(op, f.list(args), place)),
            Terminator::BrOn { op, args, taken_value, fallthrough_value, .. } => {
                if self.operation(op, f.list(args), place).is_none() {
                    return;
                }
                let types: Types = f.list(args).iter().map(|&value| f.ty(value)).collect();
                let Ok((taken, fallthrough)) = br_on_types(op, &types) else { return };
                for (value, ty) in [(taken_value, taken), (fallthrough_value, fallthrough)] {
                    // The reference may be unused by an edge.
                    if let Some(value) = value.expand() {
                        self.results(ty.as_slice(), &[value], place);
                    }
                }
            }
            Terminator::Invoke { op, args, results, handlers, .. } => {
                if let Some(types) = self.operation(op, f.list(args), place) {
                    self.results(&types, results, place);
                }
                for handler in handlers {
                    if handler.tag.is_some_and(|tag| !self.module.tags.is_valid(tag)) {
                        let message = "the tag of a handler does not exist";
                        self.error(Invariant::Immediate, place, message);
                        continue;
                    }
                    let types = handler_types(self.module, handler.tag, handler.values.len());
                    self.results(&types, &handler.values, place);
                }
            }
        }
    }

    fn returned(&mut self, types: &[ValType], place: Place) {
        let want = &self.f.results;
        if let Some(message) = mismatch(self.module, types, want, "values that are returned") {
            self.error(Invariant::Return, place, message);
        }
    }

    fn arguments(&mut self, call: &BlockCall, place: Place) {
        let f = self.f;
        let args: Types = f.list(&call.args).iter().map(|&arg| f.ty(arg)).collect();
        let params = &f.blocks[call.block].params;
        let params: Types = params.iter().map(|&param| f.ty(param)).collect();
        let what = format!("arguments for {}", call.block);
        if let Some(message) = mismatch(self.module, &args, &params, &what) {
            self.error(Invariant::Arguments, place, message);
        }
    }
}

/// The message if values of types `have` are given where types `want` are expected.
fn mismatch(module: &Module, have: &[ValType], want: &[ValType], what: &str) -> Option<String> {
    if have.len() != want.len() {
        return Some(format!("there are {} {what} where {} are asked for", have.len(), want.len()));
    }
    let pairs = have.iter().zip(want).enumerate();
    let wrong =
        |(_, (have, want)): &(usize, (&ValType, &ValType))| !is_subtype(module, **have, **want);
    pairs.into_iter().find(wrong).map(|(n, (&have, &want))| {
        let (have, want) = (TypeText(have), TypeText(want));
        format!("number {n} of the {what} is of type {have} where {want} is asked for")
    })
}

impl Module {
    /// How many entities an index space has; `None` if its numbers are not entities.
    pub fn index_space_len(&self, space: IndexSpace) -> Option<usize> {
        Some(match space {
            IndexSpace::Func => self.funcs.len(),
            IndexSpace::Type => self.types.len(),
            IndexSpace::Table => self.tables.len(),
            IndexSpace::Memory => self.memories.len(),
            IndexSpace::Global => self.globals.len(),
            IndexSpace::Tag => self.tags.len(),
            IndexSpace::Elem => self.elems.len(),
            IndexSpace::Data => self.datas.len(),
            IndexSpace::Control | IndexSpace::Number => return None,
        })
    }
}
