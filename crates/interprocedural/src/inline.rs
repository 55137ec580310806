//! Inlining of direct calls.
//!
//! Functions are processed callees before callers. Once a function has been through its passes, its
//! body is offered to its callers ([`offer`]), unless it may reach itself by direct calls; [`run`]
//! replaces calls in one caller by offered bodies: the block is split at the call, the body copied
//! between the halves, parameters become the arguments, and returns jump to the second half. A tail
//! call of the body becomes a call and a jump; traps and exceptions are propagated as before. Calls
//! in copied code come in a next round, where they are executed often: more so, maybe, than in the
//! function that they were copied from.
//!
//! Three kinds of calls are inlined:
//!
//! - *Small*: the body is about as small as the call.
//! - *Single*: the only call of a function that is not called from outside. The function itself is removed.
//! - *Hot*: where speed counts, larger bodies by how often the call is executed
//!   ([`invar_analysis::Frequencies`]; a caller that may be recursive counts as a loop) and, without loops, by how many of
//!   its arguments are constants. The most frequent come first, and a budget bounds the growth of a
//!   caller, as in Scheifler, *An analysis of inline substitution for a structured programming language*,
//!   1977.
//!
//! Where speed counts, a body with a dispatch loop is not inlined, unless it is called in a loop: values that
//! are live across it in the caller would take registers from the loop.
//!
//! Of a body with a large part that never returns, what comes before it is inlined, with a call of the whole in its
//! place (`partial`).
//!
//! Where a call has exception handlers, what throws in the copy gets them, behind handlers of its own. A body with
//! handlers is not inlined into a function without them where frames become values: `mem2reg` leaves functions with
//! handlers as they are.
//!
//! Never inlined: calls through tables and references; a caller's own tail calls.
//!
//! Cost: linear in the function and in what is copied, which the budget bounds; O(m log n) for
//! frequencies where there is a call of the third kind.

mod copy;
mod limits;
mod partial;
mod size;
#[cfg(test)]
mod tests;

pub use size::{MOST_INSTS, offer};

use invar_analysis::{Callee, PassContext, RemarkKind};
use invar_ir::{Block, ClassSet, Func, Function, Inst, Op, SourceLoc, Terminator, Value, ValueDef};
use rustc_hash::FxHashMap;

invar_analysis::config! {
    /// What to inline.
    pub struct Config {
        /// Inline bodies about as small as the call.
        small: bool = true,
        /// Inline the only call of a function.
        single: bool = true,
        /// Inline frequent calls where speed counts.
        hot: bool = true,
        /// A caller may grow to so many times its instructions by hot calls.
        growth: u32 = 3,
        /// And by so many instructions more.
        growth_base: u32 = 200,
        /// The most instructions of a caller.
        most: u32 = 40_000,
    }
}

invar_analysis::counters! {
    /// Calls that were inlined, and those that were not.
    pub struct Stats {
        /// Inlined: a body about as small as the call.
        small,
        /// Inlined: the only call of its function.
        single,
        /// Inlined: often executed, or constants among the arguments.
        hot,
        /// Kept: recursive, imported, never lifted, or too large for any caller.
        kept_unknown: Observed,
        /// Kept: too large for this call.
        kept_large: Observed,
        /// Kept: the caller would grow too much.
        kept_budget: Observed,
        /// Kept: the body has exception handlers, and the caller has none.
        kept_handlers: Observed,
        /// Kept: the call is what partial inlining left of one.
        kept_cold: Observed,
        /// Kept: the callee may access private memory of the caller through other addresses.
        kept_private: Observed,
    }
}

/// How often the body of a recursive function is executed: as often as that of a loop.
const RECURSIVE: f64 = 8.0;

/// How often a function is gone through: calls in code that was copied come in the next round.
const ROUNDS: u32 = 4;
/// The most bytes of a body that is inlined at a copied call, or again when a function is optimized
/// once more. Larger ones may be forgotten once the functions that call theirs have been optimized.
pub const KEPT_BYTES: u32 = 64;

/// Why a call is inlined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Small,
    Single,
    Hot,
}

/// A call that may be inlined.
struct Candidate<'a> {
    site: CallSite,
    func: Func,
    callee: &'a Callee,
    frequency: f64,
}

/// The place of a call.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum CallSite {
    /// The call is an instruction.
    Inst(Inst),
    /// The call ends a block: it has exception handlers.
    End(Block),
}

impl CallSite {
    fn args(self, function: &Function) -> &[Value] {
        match self {
            CallSite::Inst(call) => function.args(call),
            CallSite::End(block) => function.blocks[block].term.operands(&function.pool),
        }
    }

    fn loc(self, function: &Function) -> SourceLoc {
        match self {
            CallSite::Inst(call) => function.insts[call].loc,
            CallSite::End(block) => function.blocks[block].term_loc,
        }
    }
}

/// Runs the pass.
pub fn run(function: &mut Function, cx: &mut PassContext<'_>, config: &Config) -> Stats {
    let mut stats = Stats::default();
    let mut grown = None;
    let mut old = Old { insts: 0, blocks: 0 };
    for round in 0..ROUNDS {
        let (candidates, size) = candidates(function, cx, &old, &mut stats);
        let grown = grown.get_or_insert_with(|| Grown::of(size, config));
        old = Old { insts: function.insts.len() as u32, blocks: function.blocks.len() as u32 };
        // A copied call is never the only one.
        let config = &Config { single: config.single && round == 0, ..*config };
        let chosen = choose(function, cx, config, candidates, grown, &mut stats);
        if chosen.calls.is_empty() {
            break;
        }
        let cfg = cx.analyses.cfg(function);
        for block in cfg.rpo.iter().copied().filter(|block| chosen.blocks.contains_key(block)) {
            substitute(function, cx, block, &chosen.calls);
        }
        function.resolve_aliases();
        cx.provenance.inlined.sort_unstable();
        cx.provenance.inlined.dedup();
        if !chosen.has_calls {
            break;
        }
        cx.analyses.clear();
    }
    stats
}

/// The number of entities of a function before the last round. What is newer was copied.
struct Old {
    insts: u32,
    blocks: u32,
}

/// The calls of a function that are newer than those of the last round and whose bodies are
/// offered, with how often they are executed, and the size of the function in instructions.
fn candidates<'a>(
    function: &Function,
    cx: &mut PassContext<'a>,
    old: &Old,
    stats: &mut Stats,
) -> (Vec<(Block, Candidate<'a>)>, u32) {
    let cfg = cx.analyses.cfg(function);
    let summaries = cx.summaries;
    let is_copied = old.insts > 0;
    let mut candidates: Vec<(Block, Candidate<'_>)> = Vec::new();
    let mut size = 0;
    let mut insts = cfg.rpo.iter().flat_map(|&block| &function.blocks[block].insts);
    let takes_handlers = function.has_handlers() || !cx.goals.stack_abi;
    let has_region = insts.any(|&inst| matches!(function.insts[inst].op, Op::Private { .. }));
    for &block in &cfg.rpo {
        let data = &function.blocks[block];
        size += data.insts.len() as u32 + 1;
        let insts = data.insts.iter().filter(|inst| inst.as_u32() >= old.insts);
        let calls = insts.map(|&inst| (CallSite::Inst(inst), &function.insts[inst].op));
        let last = match &data.term {
            Terminator::Invoke { op, .. } if block.as_u32() >= old.blocks => {
                Some((CallSite::End(block), op))
            }
            _ => None,
        };
        for (site, op) in calls.chain(last) {
            let Op::Call { function_index } = *op else { continue };
            let called = Func::from_u32(function_index);
            let func = summaries.resolve(called);
            if has_region && accesses_private(cx, called) {
                stats.kept_private += 1;
                continue;
            }
            match summaries.body(func) {
                Some(callee) if callee.has_handlers && !takes_handlers => stats.kept_handlers += 1,
                Some(callee) if callee.is_partial && partial::is_cold_call(function, block) => {
                    stats.kept_cold += 1;
                }
                // The body may be forgotten, or not: it depends on what else is asked for.
                Some(callee) if is_copied && callee.bytes > KEPT_BYTES => stats.kept_large += 1,
                Some(callee) => {
                    candidates.push((block, Candidate { site, func, callee, frequency: 1.0 }))
                }
                None => stats.kept_unknown += 1,
            }
        }
    }
    if !candidates.is_empty() && cx.goals.size == 0 && !cx.goals.keep_size {
        let frequencies = cx.analyses.frequencies(function);
        // A recursive function is a loop of calls.
        let rounds = if cx.recursive { RECURSIVE } else { 1.0 };
        candidates.iter_mut().for_each(|(block, candidate)| {
            candidate.frequency = rounds * frequencies.block(*block);
        });
        if is_copied {
            candidates.retain(|(_, candidate)| candidate.frequency > limits::HOT);
        }
    }
    (candidates, size)
}

/// Whether a callee may access private memory of its caller through addresses that it was not passed: its body cannot
/// become part of the function that promises not to do that. Versions promise it, too.
fn accesses_private(cx: &PassContext<'_>, func: Func) -> bool {
    let effects = cx.summaries.get(func).map(|summary| summary.effects);
    let touches = effects
        .is_none_or(|effects| effects.reads.union(effects.writes).intersects(ClassSet::MEMORIES));
    touches && !cx.module.funcs[func].specialized && !invar_ir::mutant!(InlineIntoPrivate)
}

/// The calls to inline.
#[derive(Default)]
struct Chosen<'a> {
    calls: FxHashMap<CallSite, (Func, &'a Callee)>,
    /// The blocks with such calls.
    blocks: FxHashMap<Block, ()>,
    /// Whether one of these bodies has calls.
    has_calls: bool,
}

/// How large a function becomes, in instructions.
struct Grown {
    /// With all that was inlined.
    total: u32,
    /// With the hot calls that were.
    hot: u32,
    /// The most of the second.
    limit: u32,
}

impl Grown {
    /// A function of that size.
    fn of(size: u32, config: &Config) -> Grown {
        let limit = size.saturating_mul(config.growth).saturating_add(config.growth_base);
        Grown { total: size, hot: size, limit }
    }
}

fn choose<'a>(
    function: &Function,
    cx: &mut PassContext<'_>,
    config: &Config,
    candidates: Vec<(Block, Candidate<'a>)>,
    grown: &mut Grown,
    stats: &mut Stats,
) -> Chosen<'a> {
    let mut wanted: Vec<(Kind, Block, Candidate<'a>)> = Vec::new();
    for (block, candidate) in candidates {
        match limits::kind(function, &cx.goals, config, &candidate) {
            Some(kind) => wanted.push((kind, block, candidate)),
            None => {
                stats.kept_large += 1;
                missed(function, cx, &candidate, "it is too large for this call");
            }
        }
    }
    // Small and single ones first, then the most frequent; ties are broken by code order.
    wanted.sort_by(|(a, _, x), (b, _, y)| {
        let hot = |kind: &Kind| *kind == Kind::Hot;
        hot(a).cmp(&hot(b)).then_with(|| {
            let frequency =
                |candidate: &Candidate<'_>| if hot(a) { candidate.frequency } else { 0.0 };
            frequency(y).total_cmp(&frequency(x))
        })
    });
    let mut chosen = Chosen::default();
    for (kind, block, candidate) in wanted {
        let insts = candidate.callee.insts;
        let over_hot = kind == Kind::Hot && grown.hot + insts > grown.limit;
        if over_hot || (kind != Kind::Small && grown.total + insts > config.most) {
            stats.kept_budget += 1;
            missed(function, cx, &candidate, "its caller would grow too much");
            continue;
        }
        if !cx.fuel.take() {
            continue;
        }
        grown.total += insts;
        grown.hot += if kind == Kind::Hot { insts } else { 0 };
        let (counter, why) = match kind {
            Kind::Small => (&mut stats.small, "it is small"),
            Kind::Single => (&mut stats.single, "this is its only call"),
            Kind::Hot => (&mut stats.hot, "it is executed often for its size"),
        };
        *counter += 1;
        let loc = candidate.site.loc(function);
        cx.remarks.record("inline", RemarkKind::Applied, loc, "inlined a call", || {
            let callee = cx.module.func_label(candidate.func);
            format!("{callee} ({insts} instructions): {why}")
        });
        cx.provenance.inlined.push(candidate.func);
        chosen.calls.insert(candidate.site, (candidate.func, candidate.callee));
        chosen.blocks.insert(block, ());
        chosen.has_calls |= candidate.callee.has_calls;
    }
    chosen
}

fn missed(function: &Function, cx: &mut PassContext<'_>, candidate: &Candidate<'_>, why: &str) {
    let loc = candidate.site.loc(function);
    cx.remarks.record("inline", RemarkKind::Missed, loc, "did not inline a call", || {
        let callee = cx.module.func_label(candidate.func);
        format!("of {callee}: {why} ({} instructions)", candidate.callee.insts)
    });
}

/// Inlines calls of a block.
fn substitute(
    function: &mut Function,
    cx: &PassContext<'_>,
    block: Block,
    calls: &FxHashMap<CallSite, (Func, &Callee)>,
) {
    let data = &mut function.blocks[block];
    let insts = std::mem::take(&mut data.insts);
    let (mut term, loc) = (std::mem::take(&mut data.term), data.term_loc);
    let mut at = block;
    for inst in insts {
        match calls.get(&CallSite::Inst(inst)) {
            Some(&(func, callee)) => {
                let call = copy::Call::of(function, inst);
                at = copy::splice(cx, function, at, call, func, &callee.body);
            }
            None => function.blocks[at].insts.push(inst),
        }
    }
    if let Some(&(func, callee)) = calls.get(&CallSite::End(block))
        && let Terminator::Invoke { args, results, normal, handlers, .. } = term
    {
        let args = function.list(&args).iter().map(|&arg| function.resolve(arg)).collect();
        let call = copy::Call { args, results, loc, handlers };
        at = copy::splice(cx, function, at, call, func, &callee.body);
        term = Terminator::Jump(normal);
    }
    // The values that the old terminator defines on its edges belong to the block that it ends now.
    for value in term.edge_values() {
        if let ValueDef::Edge(_, n) = function.values[value].def
            && !invar_ir::mutant!(InlineEdgeValuesStay)
        {
            function.values[value].def = ValueDef::Edge(at, n);
        }
    }
    (function.blocks[at].term, function.blocks[at].term_loc) = (term, loc);
}
