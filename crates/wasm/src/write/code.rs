//! WebAssembly code as the writer makes it: a flat list of items with symbolic labels.
//!
//! Entities (functions, globals, types ...) keep the module's numbers; the encoder renumbers.

use invar_ir::entities::PrimaryMap;
use invar_ir::limits::{Limit, LimitCounts};
use invar_ir::{Block, Context, ContextData, Function, Inst, Op, SourceLoc, ValType};
use invar_rules::{Compare, FloatCompare};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The target of a branch: a construct that carries the same label. Unique within a function.
pub(crate) type Label = u32;

/// The label of the function body; a branch to it returns.
pub(crate) const FUNCTION_LABEL: Label = u32::MAX;

/// The results that a construct leaves on the operand stack.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) enum Typed {
    #[default]
    None,
    One(ValType),
    /// Several: the n-th list of [`Code::lists`], and how many there are.
    Many(u32, u32),
}

impl Typed {
    pub fn is_none(self) -> bool {
        self == Typed::None
    }

    /// How many there are.
    pub fn count(self) -> usize {
        match self {
            Typed::None => 0,
            Typed::One(_) => 1,
            Typed::Many(_, count) => count as usize,
        }
    }
}

/// The lists of types of constructs with several results.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct TypeLists {
    lists: Vec<Arc<[ValType]>>,
    numbers: FxHashMap<Arc<[ValType]>, u32>,
}

impl TypeLists {
    /// The results of a construct that leaves these values.
    pub fn typed(&mut self, types: &[ValType]) -> Typed {
        match *types {
            [] => Typed::None,
            [ty] => Typed::One(ty),
            _ => {
                let n = match self.numbers.get(types) {
                    Some(&n) => n,
                    None => self.add(types.into()),
                };
                Typed::Many(n, types.len() as u32)
            }
        }
    }

    fn add(&mut self, types: Arc<[ValType]>) -> u32 {
        let n = self.lists.len() as u32;
        self.lists.push(types.clone());
        self.numbers.insert(types, n);
        n
    }

    /// The types of values.
    pub fn types(&self, typed: Typed) -> Vec<ValType> {
        match typed {
            Typed::None => Vec::new(),
            Typed::One(ty) => vec![ty],
            Typed::Many(n, _) => self.list(n).to_vec(),
        }
    }

    /// The n-th list.
    pub fn list(&self, n: u32) -> &[ValType] {
        &self.lists[n as usize]
    }
}

/// A clause of a `try_table`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Clause {
    /// The tag that is caught; `None` for all.
    pub tag: Option<u32>,
    pub with_ref: bool,
    pub to: Label,
}

/// Which operator of the function an item stands for: an instruction or a terminator, by number, or none. Two items
/// that differ in it only are equal, so that no decision depends on it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Origin(u32);

impl Origin {
    /// The item was made by the writer.
    pub const NONE: Origin = Origin(u32::MAX);
    /// The item stands for several operators that are at different places.
    pub const SEVERAL: Origin = Origin(u32::MAX - 1);
    /// Marks the number of a block.
    const TERMINATOR: u32 = 1 << 31;

    pub fn of_inst(inst: Inst) -> Origin {
        Origin(inst.as_u32())
    }

    /// Whether the item was made by the writer.
    pub fn is_none(self) -> bool {
        self.0 == Self::NONE.0
    }

    /// The location, unless the item was made by the writer.
    pub fn location(self, f: &Function) -> Option<SourceLoc> {
        let Origin(number) = self;
        if number >= Self::SEVERAL.0 {
            return (number == Self::SEVERAL.0).then(|| SourceLoc::several(None.into()));
        }
        Some(if number & Self::TERMINATOR == 0 {
            f.insts[Inst::from_u32(number)].loc
        } else {
            f.blocks[Block::from_u32(number & !Self::TERMINATOR)].term_loc
        })
    }

    pub fn of_terminator(block: Block) -> Origin {
        Origin(block.as_u32() | Self::TERMINATOR)
    }
}

impl PartialEq for Origin {
    fn eq(&self, _: &Origin) -> bool {
        true
    }
}

/// The locations that the origins of items stand for.
#[derive(Clone, Debug)]
pub(crate) struct OriginLocations {
    insts: Vec<SourceLoc>,
    terminators: Vec<SourceLoc>,
    pub contexts: PrimaryMap<Context, ContextData>,
}

impl OriginLocations {
    /// Of a function that is written.
    pub fn of(f: Function) -> OriginLocations {
        OriginLocations {
            insts: f.insts.values().map(|data| data.loc).collect(),
            terminators: f.blocks.values().map(|data| data.term_loc).collect(),
            contexts: f.contexts,
        }
    }

    /// The location of an item; unknown where it was made by the writer.
    pub fn get(&self, Origin(number): Origin) -> SourceLoc {
        if number == Origin::SEVERAL.0 {
            return SourceLoc::several(None.into());
        }
        let (list, number) = if number & Origin::TERMINATOR == 0 {
            (&self.insts, number)
        } else {
            (&self.terminators, number & !Origin::TERMINATOR)
        };
        list.get(number as usize).copied().unwrap_or_default()
    }
}

/// An instruction. Locals are numbers: of SSA values before locals are assigned, of
/// WebAssembly's locals afterwards.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Item {
    /// A straight-line operator.
    Op(Op, Origin),
    Get(u32),
    Set(u32),
    Tee(u32),
    /// The operand of a `MoveSet` that copies the first local to the second: both vanish where
    /// the two are one.
    MoveGet(u32, u32),
    /// The operand of a `MoveSet` that is a constant: both vanish where the parameter's local is
    /// given the constant before.
    MoveConst(Op, u32),
    /// Assigns a block parameter at the end of a predecessor.
    MoveSet(u32),
    Drop,
    /// A removed item: positions stay as they are until locals are assigned.
    Nothing,
    Block(Label, Typed),
    Loop(Label, Typed),
    /// With the likely outcome, where a hint is known.
    If(Typed, Option<bool>),
    Else,
    /// A `try_table`. Nothing branches to its own label.
    Try(Typed, Box<[Clause]>),
    /// A legacy `try`, with the label that `rethrow` and `delegate` know it by. Nothing branches to it.
    LegacyTry(Label, Typed),
    /// The next part of a legacy `try`: a `catch` of a tag, or of all.
    Catch(Option<u32>),
    /// A legacy `try` that ends with `delegate` to a label.
    Delegated(Typed, Label),
    End,
    Br(Label),
    BrIf(Label, Option<bool>),
    /// The labels of the cases, then the default.
    BrTable(Box<[Label]>),
    /// An operator `br_on_*`, with its label.
    BrOn(Op, Label),
    Return,
    Unreachable(Origin),
    /// A tail call or `throw`: nothing after it is reached. A `rethrow` has the label of its `try` in place of a depth.
    Leave(Op, Origin),
}

impl Item {
    /// Whether the item begins a construct.
    pub fn opens(&self) -> bool {
        matches!(
            self,
            Item::Block(..)
                | Item::Loop(..)
                | Item::If(..)
                | Item::Try(..)
                | Item::LegacyTry(..)
                | Item::Delegated(..)
        )
    }

    /// The operator that the item stands for, if it has an operator.
    pub fn origin_mut(&mut self) -> Option<&mut Origin> {
        match self {
            Item::Op(_, origin) | Item::Leave(_, origin) | Item::Unreachable(origin) => {
                Some(origin)
            }
            _ => None,
        }
    }

    /// Whether the item may throw an exception.
    pub fn may_throw(&self) -> bool {
        match self {
            Item::Op(op, _) => is_call(op),
            Item::Leave(op, _) => throws(op),
            _ => false,
        }
    }

    /// Whether nothing after the item, up to the end of its construct, is reached.
    pub fn diverges(&self) -> bool {
        matches!(
            self,
            Item::Br(_) | Item::BrTable(_) | Item::Return | Item::Unreachable(_) | Item::Leave(..)
        )
    }
}

/// A function body in WebAssembly's form.
#[derive(Clone, Debug)]
pub struct Code {
    /// The parameters; they are the first locals.
    pub(crate) params: u32,
    /// The types of the other locals, in order.
    pub(crate) locals: Vec<ValType>,
    pub(crate) items: Vec<Item>,
    pub(crate) lists: TypeLists,
    /// What the origins of items stand for, if that is wanted.
    pub(crate) locations: Option<Box<OriginLocations>>,
}

impl Code {
    /// What it has of that engines limit, but for its bytes. Linear.
    pub(crate) fn counts(&self) -> LimitCounts {
        let mut counts = LimitCounts::default();
        counts.raise(Limit::Locals, u64::from(self.params) + self.locals.len() as u64);
        for item in &self.items {
            match item {
                Item::BrTable(labels) => {
                    counts.raise(Limit::TableTargets, labels.len() as u64 - 1);
                }
                Item::Op(Op::ArrayNewFixed { array_size, .. }, _) => {
                    counts.raise(Limit::FixedElements, u64::from(*array_size));
                }
                Item::Try(_, clauses) => counts.raise(Limit::Catches, clauses.len() as u64),
                _ => {}
            }
        }
        for types in &self.lists.lists {
            counts.raise(Limit::Results, types.len() as u64);
        }
        counts
    }

    /// Of each parameter, whether its local is never assigned: it always holds the argument. Linear.
    pub(crate) fn unassigned_params(&self) -> Vec<bool> {
        let mut unassigned = vec![true; self.params as usize];
        for item in &self.items {
            if let Item::Set(local) | Item::Tee(local) = item
                && let Some(it) = unassigned.get_mut(*local as usize)
            {
                *it = false;
            }
        }
        unassigned
    }

    /// A body that traps; it names the first data segment, if there is one.
    pub(crate) fn trap(params: u32, has_data: bool) -> Code {
        let mut items = vec![Item::Unreachable(Origin::NONE)];
        let drop = Item::Op(Op::DataDrop { data_index: 0 }, Origin::NONE);
        items.extend(has_data.then_some(drop));
        Code { params, locals: Vec::new(), items, lists: TypeLists::default(), locations: None }
    }
}

/// Whether an operator does nothing but throw.
pub(crate) fn throws(op: &Op) -> bool {
    matches!(op, Op::Throw { .. } | Op::ThrowRef | Op::Rethrow { .. })
}

/// Whether an operator calls a function and goes on behind it.
pub(crate) fn is_call(op: &Op) -> bool {
    matches!(op, Op::Call { .. } | Op::CallIndirect { .. } | Op::CallRef { .. })
}

/// The comparison with the inverse result. Ordered comparisons of floats have none, because of NaN.
fn inverted(op: &Op) -> Option<Op> {
    if let Some((width, kind)) = Compare::of(op) {
        return Some(kind.inverted().at(width));
    }
    let (width, kind) = FloatCompare::of(op)?;
    Some(kind.inverted()?.at(width))
}

/// Whether the condition on top of the operand stack is inverted without one more operator.
pub(crate) fn inverts_freely(items: &[Item]) -> bool {
    matches!(items.last(), Some(Item::Op(op, _)) if *op == Op::I32Eqz || inverted(op).is_some())
}

/// Inverts the condition on top of the operand stack.
pub(crate) fn invert(items: &mut Vec<Item>) {
    match items.last_mut() {
        Some(Item::Op(Op::I32Eqz, _)) => {
            items.pop();
        }
        Some(Item::Op(op, _)) if inverted(op).is_some() => {
            *op = inverted(op).expect("just asked");
        }
        _ => items.push(Item::Op(Op::I32Eqz, Origin::NONE)),
    }
}
