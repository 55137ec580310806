//! The arguments of an edge, in constant time also where a jump table has many.

use invar_ir::{BlockCall, Edge, Function, Terminator, Value};

/// The n-th target of a terminator, in the order of [`Terminator::targets`].
pub fn target(term: &Terminator, nth: u32) -> &BlockCall {
    let nth = nth as usize;
    match term {
        Terminator::BrTable { targets, default, .. } => targets.get(nth).unwrap_or(default),
        Terminator::Invoke { handlers, .. } if nth > 0 => &handlers[nth - 1].target,
        term => term.targets().nth(nth).expect("an edge of the terminator"),
    }
}

/// The arguments that an edge passes.
pub fn args(function: &Function, edge: Edge) -> &[Value] {
    function.list(&target(&function.blocks[edge.from].term, edge.nth).args)
}
