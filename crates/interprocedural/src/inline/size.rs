//! Measures a body and offers it to callers.

use super::copy::compact;
use super::limits;
use invar_ir::cost::Size;
use invar_ir::{
    Block, Callee, Cfg, Dominators, Function, Goals, Inst, LoopForest, Module, Terminator,
};

/// A body with more instructions is never inlined.
pub const MOST_INSTS: u32 = 400;
/// A branch table in a loop with as many targets is a dispatch.
const DISPATCH_WAYS: usize = 8;
/// A body with more contexts than instructions, by so many, comes from deep nests of calls.
const CONTEXTS: usize = 16;

/// The offer of a body to the callers of its function, after its passes; `call_sites` is the number of
/// its calls where all are known. `None` if it is too large for any caller. Linear.
pub fn offer(
    module: &Module,
    goals: &Goals,
    function: &Function,
    call_sites: Option<u32>,
) -> Option<Callee> {
    let cfg = Cfg::new(function);
    let Size { insts, bytes } = Size::of(function, &cfg);
    let most_bytes = match call_sites {
        Some(1) => u32::MAX,
        _ => limits::most(goals.size, bytes, call_sites),
    };
    if insts > MOST_INSTS || bytes > most_bytes {
        return None;
    }
    let has_loop = cfg.has_cycle();
    let has_dispatch_loop = has_loop && has_dispatch_loop(function, &cfg);
    let is_call = |&inst: &Inst| function.insts[inst].op.opcode().name().starts_with("call");
    let is_invoke =
        |&block: &Block| matches!(function.blocks[block].term, Terminator::Invoke { .. });
    let has_handlers = cfg.rpo.iter().any(is_invoke);
    let has_calls = has_handlers
        || cfg.rpo.iter().any(|&block| function.blocks[block].insts.iter().any(is_call));
    let body = compact(module, function);
    let fits = body.contexts.len() <= CONTEXTS + insts as usize;
    fits.then_some(Callee {
        body,
        insts,
        bytes,
        has_loop,
        has_dispatch_loop,
        has_calls,
        has_handlers,
        call_sites,
    })
}

/// Whether a large branch table is in a loop.
fn has_dispatch_loop(function: &Function, cfg: &Cfg) -> bool {
    let many = |&block: &Block| match &function.blocks[block].term {
        Terminator::BrTable { targets, .. } => targets.len() >= DISPATCH_WAYS,
        _ => false,
    };
    let mut switches = cfg.rpo.iter().copied().filter(many).peekable();
    switches.peek().is_some() && {
        let loops = LoopForest::new(function, cfg, &Dominators::new(function, cfg));
        switches.any(|block| loops.innermost(block).is_some())
    }
}
