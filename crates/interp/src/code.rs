//! Register code: a list of instructions on the virtual registers of a frame.
//!
//! A function is translated once, from its SSA form ([`mod@ssa`]) or from its raw body ([`mod@raw`]).
//! A branch has a target instruction and a parallel copy of registers. Results of an instruction are in consecutive
//! registers.

mod raw;
mod ssa;

use crate::access::Access;
use crate::value::Value;
use invar_ir::{Body, Func, Module, Op};

/// A register of a frame. The first ones hold the parameters.
pub(crate) type Reg = u32;

/// Registers, as a range of [`Code::lists`].
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct List {
    start: u32,
    len: u32,
}

/// A branch.
#[derive(Clone, Debug)]
pub(crate) struct Edge {
    /// The target instruction; before [`Builder::finish`], a label.
    pub to: u32,
    /// The assigned registers, in parallel.
    pub from: List,
    /// The source registers.
    pub into: List,
}

/// Which function is called.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Callee {
    /// This one of the module.
    Func(u32),
    /// The element of a table that the last argument names, of this type.
    Indirect { ty: u32, table: u32 },
    /// The last argument.
    Ref,
}

#[derive(Clone, Debug)]
pub(crate) enum Inst {
    /// A pure operator on numbers, with one result.
    Number {
        op: Op,
        args: List,
        out: Reg,
    },
    /// All other operators that give control to the next.
    Op {
        op: Op,
        args: List,
        out: Reg,
    },
    /// A load, a store or an atomic operator.
    Access {
        access: Access,
        args: List,
        out: Reg,
    },
    Copy {
        from: Reg,
        to: Reg,
    },
    /// `select` of any type.
    Select {
        args: List,
        out: Reg,
    },
    Call {
        callee: Callee,
        args: List,
        out: Reg,
    },
    TailCall {
        callee: Callee,
        args: List,
    },
    Jump(Edge),
    If {
        cond: Reg,
        then: Edge,
        els: Edge,
    },
    /// The last edge is the default.
    Table {
        index: Reg,
        edges: Box<[Edge]>,
    },
    /// A `br_on_*`: two edges, and the registers that each of them passes the reference in.
    On {
        op: Op,
        reference: Reg,
        taken: Edge,
        taken_value: Option<Reg>,
        other: Edge,
        other_value: Option<Reg>,
    },
    Return(List),
    Unreachable,
    Throw {
        tag: u32,
        args: List,
    },
    ThrowRef(Reg),
    Unsupported(String),
}

/// A handler of exceptions in a range of instructions.
#[derive(Clone, Debug)]
pub(crate) struct Handler {
    /// The one around it, plus one; zero if there is none.
    pub parent: u32,
    /// The first that fits is taken.
    pub clauses: Vec<Clause>,
}

/// A clause of a handler.
#[derive(Clone, Debug)]
pub(crate) struct Clause {
    /// The tag that is caught; `None` for all.
    pub tag: Option<u32>,
    /// Where the payload goes (of a tag), then the exception itself if `with_ref` says so.
    pub into: Reg,
    pub with_ref: bool,
    /// A register that keeps the exception, to be thrown again.
    pub keep: Option<Reg>,
    /// The target instruction; before [`Builder::finish`], a label.
    pub to: u32,
}

/// The code of a function.
#[derive(Debug, Default)]
pub(crate) struct Code {
    /// The initial contents of registers, after the parameters.
    pub registers: Vec<Value>,
    pub insts: Vec<Inst>,
    lists: Vec<Reg>,
    pub handlers: Vec<Handler>,
    /// For each instruction, the handler around it plus one. Empty if there is none.
    handler_of: Vec<u32>,
}

impl Code {
    /// The code of a function with a body.
    pub fn new(module: &Module, func: Func) -> Code {
        match &module.funcs[func].body {
            Body::Ssa(function) => ssa::code(module, function),
            Body::Raw(range) => raw::code(module, func, range),
            Body::Import => panic!("{func} is imported"),
        }
    }

    /// The code of a constant expression, which gives one result.
    pub fn of_expression(module: &Module, ops: &[Op]) -> Code {
        raw::expression(module, ops)
    }

    pub fn list(&self, list: List) -> &[Reg] {
        &self.lists[list.start as usize..(list.start + list.len) as usize]
    }

    /// The handler around an instruction, plus one.
    pub fn handler(&self, inst: usize) -> u32 {
        self.handler_of.get(inst).copied().unwrap_or(0)
    }
}

/// A place in code that is being made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Label(u32);

/// Makes code.
#[derive(Default)]
pub(crate) struct Builder {
    code: Code,
    labels: Vec<u32>,
}

impl Builder {
    pub fn label(&mut self) -> Label {
        self.labels.push(u32::MAX);
        Label(self.labels.len() as u32 - 1)
    }

    /// Puts a label at the next instruction.
    pub fn bind(&mut self, label: Label) {
        self.labels[label.0 as usize] = self.code.insts.len() as u32;
    }

    pub fn list(&mut self, regs: impl IntoIterator<Item = Reg>) -> List {
        let start = self.code.lists.len();
        self.code.lists.extend(regs);
        List { start: start as u32, len: (self.code.lists.len() - start) as u32 }
    }

    pub fn edge(
        &mut self,
        to: Label,
        from: impl IntoIterator<Item = Reg>,
        into: impl IntoIterator<Item = Reg>,
    ) -> Edge {
        let (from, into) = (self.list(from), self.list(into));
        debug_assert_eq!(from.len, into.len, "as many are assigned as there are");
        Edge { to: to.0, from, into }
    }

    /// Adds an instruction, within a handler (plus one) if that is not zero.
    pub fn push(&mut self, inst: Inst, handler: u32) {
        if handler != 0 || !self.code.handler_of.is_empty() {
            self.code.handler_of.resize(self.code.insts.len(), 0);
            self.code.handler_of.push(handler);
        }
        self.code.insts.push(inst);
    }

    /// Adds a handler; gives its number plus one.
    pub fn handler(&mut self, parent: u32, clauses: Vec<Clause>) -> u32 {
        self.code.handlers.push(Handler { parent, clauses });
        self.code.handlers.len() as u32
    }

    /// A clause of a handler that goes to a label.
    pub fn clause(&self, tag: Option<u32>, with_ref: bool, into: Reg, to: Label) -> Clause {
        Clause { tag, into, with_ref, keep: None, to: to.0 }
    }

    /// Puts a handler (plus one) into another one.
    pub fn parent(&mut self, handler: u32, parent: u32) {
        self.code.handlers[handler as usize - 1].parent = parent;
    }

    /// The clauses of a handler (plus one).
    pub fn clauses(&mut self, handler: u32) -> &mut Vec<Clause> {
        &mut self.code.handlers[handler as usize - 1].clauses
    }

    /// Ends the code: labels become places. `registers` is what they hold at the start.
    pub fn finish(mut self, registers: Vec<Value>) -> Code {
        let labels = self.labels;
        let place = |to: &mut u32| *to = labels[*to as usize];
        for inst in &mut self.code.insts {
            match inst {
                Inst::Jump(edge) => place(&mut edge.to),
                Inst::If { then, els, .. } => {
                    place(&mut then.to);
                    place(&mut els.to);
                }
                Inst::Table { edges, .. } => {
                    edges.iter_mut().for_each(|edge| place(&mut edge.to));
                }
                Inst::On { taken, other, .. } => {
                    place(&mut taken.to);
                    place(&mut other.to);
                }
                _ => {}
            }
        }
        for handler in &mut self.code.handlers {
            handler.clauses.iter_mut().for_each(|clause| place(&mut clause.to));
        }
        self.code.registers = registers;
        self.code
    }
}

impl Inst {
    /// The computations that the instruction is: none for a constant, a copy or a jump, two for a `br_table`, which
    /// is a comparison with the number of targets and a jump to one of them.
    pub(crate) fn computations(&self) -> u64 {
        match self {
            Inst::Number { args, .. } => u64::from(args.len > 0),
            Inst::Copy { .. } | Inst::Jump(_) => 0,
            Inst::Table { .. } => 2,
            _ => 1,
        }
    }
}

/// The instruction of an operator that gives control to the next: a call, or not.
pub(crate) fn straight(op: Op, args: List, out: Reg) -> Inst {
    if let Some(callee) = callee(&op) {
        return Inst::Call { callee, args, out };
    }
    if matches!(op, Op::Select | Op::TypedSelect { .. }) {
        return Inst::Select { args, out };
    }
    if op.memarg().is_some() {
        return match Access::of(&op) {
            Some(access) => Inst::Access { access, args, out },
            None => unsupported(&op),
        };
    }
    match crate::ops::kind(&op) {
        crate::ops::Kind::Number => Inst::Number { op, args, out },
        crate::ops::Kind::State => Inst::Op { op, args, out },
        crate::ops::Kind::Unsupported => unsupported(&op),
    }
}

/// The callee of a call or tail call.
pub(crate) fn callee(op: &Op) -> Option<Callee> {
    Some(match *op {
        Op::Call { function_index } | Op::ReturnCall { function_index } => {
            Callee::Func(function_index)
        }
        Op::CallIndirect { type_index: ty, table_index: table }
        | Op::ReturnCallIndirect { type_index: ty, table_index: table } => {
            Callee::Indirect { ty, table }
        }
        Op::CallRef { .. } | Op::ReturnCallRef { .. } => Callee::Ref,
        _ => return None,
    })
}

pub(crate) fn unsupported(op: &Op) -> Inst {
    Inst::Unsupported(op.opcode().name().to_owned())
}
