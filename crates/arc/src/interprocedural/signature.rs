//! Calling conventions for ownership: how functions take their arguments and give their results.

use invar_ir::entities::{EntityRef, SecondaryMap};
use invar_ir::{Func, Op};
use rustc_hash::FxHashMap;

/// How a function takes an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Taken {
    /// Alive at the call, and not guaranteed after that: the default that the code alone shows.
    #[default]
    Borrowed,
    /// Kept alive by the caller until the call returns.
    Guaranteed,
    /// Consumed by the call.
    Owned,
    /// Unknown: the ownership of the parameter is unbalanced in the function.
    Unreliable,
}

/// How a function gives a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Given {
    /// Not known; inferred from its uses.
    #[default]
    Unknown,
    /// The caller does not own it (+0).
    Unowned,
    /// The caller does not own it (+0), and somebody else does at the return.
    Held,
    /// A new object whose count is zero.
    Fresh,
    /// The caller owns it (+1).
    Owned,
    /// Unknown: the ownership of the result is unbalanced in the function.
    Unreliable,
}

/// The holder: what keeps alive the object or global that a function stores a taken-over argument
/// in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Root {
    /// Another parameter of the function, or an object reached from it.
    Param(u32),
    /// Nothing that the caller passes: a global, or a constant address.
    Elsewhere,
}

/// The conventions of one function.
#[derive(Clone, Debug, Default)]
pub struct OwnershipSignature {
    /// Of its parameters; those past the end are borrowed.
    pub params: Vec<Taken>,
    /// Of its result.
    pub result: Given,
    /// Where the function stores the owned parameters that it takes over; callers copy these if they need them for
    /// longer. The function releases nothing behind the store, but for `late` ones.
    pub stored_into: Vec<Option<Root>>,
    /// The parameters of `stored_into` behind whose store the function releases something, and does nothing else:
    /// callers must not use the arguments after the call.
    pub late: Vec<bool>,
    /// Owned parameters that it releases, or has released by a callee, and does nothing behind that
    /// (`consumers`).
    pub last: Vec<bool>,
    /// Whether calling it may lead to a release, or end a lifetime otherwise.
    pub may_release: bool,
    /// Whether calling it may test a count.
    pub may_test: bool,
}

impl OwnershipSignature {
    /// The signature of an unknown function.
    pub fn unknown() -> Self {
        OwnershipSignature { may_release: true, may_test: true, ..OwnershipSignature::default() }
    }

    /// Where the function stores a parameter that it takes over.
    pub fn stored_into(&self, param: usize) -> Option<Root> {
        self.stored_into.get(param).copied().flatten()
    }

    /// Whether something may be released behind the store of a parameter.
    pub fn is_late(&self, param: usize) -> bool {
        self.late.get(param) == Some(&true)
    }

    /// Whether its release of an owned parameter is the last thing that it does.
    pub fn consumes_last(&self, param: usize) -> bool {
        self.last.get(param) == Some(&true)
    }

    /// How it takes a parameter.
    pub fn taken(&self, param: usize) -> Taken {
        self.params.get(param).copied().unwrap_or_default()
    }
}

/// The conventions of a module's functions.
#[derive(Clone, Debug, Default)]
pub struct Signatures {
    of: SecondaryMap<Func, OwnershipSignature>,
    unknown: OwnershipSignature,
    /// The signatures of indirect calls, by type, if their possible targets are known.
    indirect: FxHashMap<u32, OwnershipSignature>,
    /// Whether the runtime has functions that test counts.
    pub tests: bool,
}

impl Signatures {
    /// All functions unknown.
    pub fn new(functions: usize, tests: bool) -> Self {
        let unknown = OwnershipSignature { may_test: tests, ..OwnershipSignature::unknown() };
        let mut of = SecondaryMap::with_default(unknown.clone());
        of.resize(functions);
        Signatures { of, unknown, indirect: FxHashMap::default(), tests }
    }

    /// Of a function.
    pub fn get(&self, func: Func) -> &OwnershipSignature {
        if func.index() < self.of.capacity() { &self.of[func] } else { &self.unknown }
    }

    /// Marks a parameter of indirect calls unreliable: some function in a table consumes it, or its
    /// convention is not known. Returns whether it was reliable before.
    pub fn distrust_indirect(&mut self, param: usize) -> bool {
        let params = &mut self.unknown.params;
        if params.len() <= param {
            params.resize(param + 1, Taken::Borrowed);
        }
        std::mem::replace(&mut params[param], Taken::Unreliable) != Taken::Unreliable
    }

    /// Sets for indirect calls of a type whether they may lead to a release. All else is as for
    /// unknown functions.
    pub fn set_indirect(&mut self, ty: u32, may_release: bool) {
        self.indirect.insert(ty, OwnershipSignature { may_release, ..self.unknown.clone() });
    }

    /// Of a function, to change.
    pub fn get_mut(&mut self, func: Func) -> &mut OwnershipSignature {
        &mut self.of[func]
    }

    /// The callee of an operator; `None` if it is no call.
    pub fn of_call(&self, op: &Op) -> Option<(&OwnershipSignature, Option<Func>)> {
        match *op {
            Op::Call { function_index } | Op::ReturnCall { function_index } => {
                let func = Func::from_u32(function_index);
                Some((self.get(func), Some(func)))
            }
            Op::CallIndirect { type_index, .. } | Op::ReturnCallIndirect { type_index, .. } => {
                Some((self.indirect.get(&type_index).unwrap_or(&self.unknown), None))
            }
            Op::CallRef { .. } | Op::ReturnCallRef { .. } => Some((&self.unknown, None)),
            _ => None,
        }
    }
}

/// The functions that indirect calls may reach.
#[derive(Default)]
pub(crate) struct Indirect {
    /// By the type of the call, where that is known.
    pub targets: FxHashMap<u32, Vec<Func>>,
    /// By function: the types of the calls that may reach it.
    pub types: FxHashMap<Func, Vec<u32>>,
}
