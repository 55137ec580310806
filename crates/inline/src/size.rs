//! How much code a body is, and the offer of it to callers.

use crate::copy::compact;
use crate::limits;
use invar_ir::fold::{Const, is_constant};
use invar_ir::{
    Block, Callee, Cfg, Dominators, Function, Goals, Immediate, IndexSpace, Inst, LoopForest,
    Module, Op, Terminator, Value,
};

/// A body of more instructions is not inlined, whoever calls it.
pub const MOST_INSTS: u32 = 400;
/// A branch in a loop that has as many ways dispatches.
const DISPATCH_WAYS: usize = 8;
/// A body with more contexts for each of its instructions has come a long way through calls.
const CONTEXTS: usize = 16;

/// About how many bytes the body of a function will take. Linear.
pub fn bytes(function: &Function) -> u32 {
    // The writer finds trees and shares locals, which saves about a tenth of what is measured.
    let measured = measure(function, &Cfg::new(function)).1;
    measured - measured / 10
}

/// The offer of a body to the callers of its function, after its passes; `sites` is the number of
/// calls of it where all are known. `None` if it is too much for any caller. Linear.
pub fn offer(
    module: &Module,
    goals: &Goals,
    function: &Function,
    sites: Option<u32>,
) -> Option<Callee> {
    let cfg = Cfg::new(function);
    let is_handler =
        |&block: &Block| matches!(function.blocks[block].term, Terminator::Invoke { .. });
    if cfg.rpo.iter().any(is_handler) {
        return None;
    }
    let (insts, bytes) = measure(function, &cfg);
    let most_bytes = match sites {
        Some(1) => u32::MAX,
        _ => limits::most(goals.size, bytes, sites),
    };
    if insts > MOST_INSTS || bytes > most_bytes {
        return None;
    }
    let loops = cfg.has_cycle();
    let dispatches = loops && dispatches(function, &cfg);
    let is_call = |&inst: &Inst| function.insts[inst].op.opcode().name().starts_with("call");
    let calls = cfg.rpo.iter().any(|&block| function.blocks[block].insts.iter().any(is_call));
    let body = compact(module, function);
    let fits = body.contexts.len() <= CONTEXTS + insts as usize;
    fits.then_some(Callee { body, insts, bytes, loops, dispatches, calls, sites })
}

/// Whether a branch of many ways is in a loop.
fn dispatches(function: &Function, cfg: &Cfg) -> bool {
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

/// The instructions of a function, and about how many bytes they take where its parameters are on
/// the operand stack and its results go there.
fn measure(function: &Function, cfg: &Cfg) -> (u32, u32) {
    let uses = function.use_counts();
    let (mut insts, mut bytes) = (0, 0);
    // A value that is used once stays on the stack; else it is set once and got at each use.
    let value_bytes = |value: Value| if uses[value] > 1 { 2 * uses[value] } else { 0 };
    let through_local = |values: &[Value]| values.iter().map(|&value| value_bytes(value)).sum();
    for &block in &cfg.rpo {
        let data = &function.blocks[block];
        let of_params: u32 = through_local(&data.params);
        bytes += of_params;
        for &inst in &data.insts {
            let op = &function.insts[inst].op;
            let results: Vec<Value> = function.results(inst).collect();
            if is_constant(op) {
                // It is written at each use.
                bytes += op_bytes(op) * uses[results[0]].max(1);
                continue;
            }
            insts += 1;
            let of_results: u32 = through_local(&results);
            bytes += op_bytes(op) + of_results;
            // What has several results and leaves some unused needs more; never mind.
        }
        let passed: usize = data.term.targets().map(|call| function.list(&call.args).len()).sum();
        insts += u32::from(data.term.targets().nth(1).is_some());
        bytes += 2 * passed as u32;
        bytes += match &data.term {
            Terminator::Return(_) | Terminator::None => 0,
            Terminator::Jump(call) if cfg.preds(call.block).len() == 1 => 0,
            Terminator::Jump(_) => 2,
            Terminator::BrIf { .. } | Terminator::BrOn { .. } => 4,
            Terminator::BrTable { targets, .. } => 4 + targets.len() as u32,
            Terminator::TailCall { op, .. } | Terminator::Throw { op, .. } => op_bytes(op),
            Terminator::Invoke { op, .. } => op_bytes(op),
            Terminator::Unreachable => 1,
        };
    }
    (insts, bytes)
}

/// About how many bytes an operator takes.
fn op_bytes(op: &Op) -> u32 {
    if let Some(constant) = Const::from_op(op) {
        return constant.encoded_size();
    }
    let prefix = u32::from(!matches!(op.proposal(), "mvp" | "sign_extension" | "tail_call"));
    let mut bytes = 1 + prefix;
    op.for_each_immediate(|immediate| {
        bytes += match immediate {
            // The number of a function mostly takes two bytes.
            Immediate::Index(IndexSpace::Func, _) | Immediate::MemArg(_) => 2,
            Immediate::Lanes(_) => 16,
            _ => 1,
        }
    });
    bytes
}
