//! Measures a body and offers it to callers.

use super::copy::compact;
use super::{limits, partial};
use invar_analysis::cost::Size;
use invar_analysis::{Callee, Goals, LoopForest};
use invar_ir::{Block, Cfg, Dominators, Func, Function, Inst, Module, Terminator};

/// A body with more instructions is never inlined.
pub const MOST_INSTS: u32 = 400;
/// A branch table in a loop with as many targets is a dispatch.
const DISPATCH_WAYS: usize = 8;
/// A body with more contexts than instructions, by so many, comes from deep nests of calls.
const CONTEXTS: usize = 16;

/// The bytes that a cold part has more than the call in its place.
const COLD_BYTES: u32 = 24;

/// The offer of a body to the callers of its function, after its passes; `call_sites` is the number of
/// its calls where all are known. `None` if it is too large for any caller. Linear.
pub fn offer(
    module: &Module,
    goals: &Goals,
    func: Func,
    function: &Function,
    call_sites: Option<u32>,
) -> Option<Callee> {
    let cfg = Cfg::new(function);
    let whole = Size::of(function, &cfg);
    // What is inlined at its only call is removed.
    if goals.size == 0
        && call_sites != Some(1)
        && whole.bytes > COLD_BYTES
        && let Some(cut) = partial::without_cold(module, func, function, &cfg)
    {
        let cfg = Cfg::new(&cut);
        let size = Size::of(&cut, &cfg);
        if size.bytes + COLD_BYTES <= whole.bytes {
            return offer_body(module, goals, &cut, &cfg, size, call_sites, true);
        }
    }
    offer_body(module, goals, function, &cfg, whole, call_sites, false)
}

fn offer_body(
    module: &Module,
    goals: &Goals,
    function: &Function,
    cfg: &Cfg,
    Size { insts, bytes }: Size,
    call_sites: Option<u32>,
    is_partial: bool,
) -> Option<Callee> {
    let most_bytes = match call_sites {
        Some(1) => u32::MAX,
        _ => limits::most(goals.size, bytes, call_sites),
    };
    if insts > MOST_INSTS || bytes > most_bytes {
        return None;
    }
    let has_loop = cfg.has_cycle();
    let has_dispatch_loop = has_loop && has_dispatch_loop(function, cfg);
    let is_call = |&inst: &Inst| function.insts[inst].op.opcode().name().starts_with("call");
    let is_invoke =
        |&block: &Block| matches!(function.blocks[block].term, Terminator::Invoke { .. });
    let has_handlers = cfg.rpo.iter().any(is_invoke);
    // The call of the function itself is cold.
    let calls = cfg.rpo.iter().flat_map(|&block| &function.blocks[block].insts);
    let has_calls = has_handlers || calls.filter(|inst| is_call(inst)).count() > is_partial.into();
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
        is_partial,
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
