//! Redundant load elimination where paths meet, and partial redundancy elimination (PRE) of loads. Locations are of any
//! kind that an operator reads: bytes of a memory, elements of tables, fields of objects ([`Location`]).
//!
//! A read of a location whose clobber is a phi of memory SSA sees what one of several definitions wrote. If the
//! location has a known value at the end of each predecessor of the phi's block, that block gets a parameter for it.
//! The value at the end of a predecessor may itself be that of a phi, so parameters are made on demand, as in the
//! construction of SSA form. They are planned first: one read may take only a few, and they must not be executed much
//! more often than the read.
//!
//! Where the value is not known at the end of a predecessor, the read is inserted there, if it would be executed next
//! in any case: the read is in the block of the phi with nothing before it that has an effect or may not return.
//! (That another operator may trap before it makes no difference: nothing in between can be observed.) This is done
//! only where the predecessors without a value are executed less often than the others, which takes reads
//! out of loops that write their location.
//!
//! Other threads may write shared memories, which are left alone.

use invar_analysis::inst_effects;
use invar_analysis::memory_ssa::{
    Clobber, Definition, MemorySsa, ProgramPoint, Query, Reads, State,
};
use invar_analysis::{Frequencies, Location, PassContext, RemarkKind, is_declared_subtype};
use invar_ir::entities::SecondaryMap;
use invar_ir::{Block, Cfg, Dominators, Edge, Function, Inst, Terminator, Value, ValueDef};
use invar_rules::Term;
use invar_rules::value_numbering::mergeable;

/// There are no options.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Config;

invar_analysis::counters! {
    /// What was found.
    pub struct Stats {
        /// Reads whose value was known on all paths.
        loads,
        /// Block parameters made for them.
        params,
        /// Reads inserted on paths on which the value was not known.
        inserted,
        /// Reads that would have taken too many parameters, or too often.
        refused_cost: Observed = "refused.cost",
    }
}

/// The most new block parameters for one read.
const MOST_PARAMS: usize = 4;

/// How often the new parameters may be passed, relative to the read.
const MOST_PASSED: f64 = 4.0;

/// How often an inserted read may be executed, relative to the read that it replaces: it also costs the parameter.
const MOST_INSERTED: f64 = 0.25;

/// How many operators of an address are computed again where a read is inserted.
const MOST_COPIED: usize = 4;

/// A read whose value is not known along the dominator tree.
struct Read {
    inst: Inst,
    at: ProgramPoint,
    query: Query,
    phi: State,
}

/// What is passed to a new parameter along an edge.
#[derive(Clone, Copy)]
enum Source {
    Value(Value),
    /// The parameter of another phi of the plan.
    Phi(usize),
    /// The read, which is inserted.
    Inserted,
}

/// A phi that gets a parameter.
struct Phi {
    state: State,
    block: Block,
    sources: Vec<(Edge, Source)>,
}

struct Forward<'a, 'm> {
    cx: &'a mut PassContext<'m>,
    cfg: &'a Cfg,
    dominators: &'a Dominators,
    frequencies: &'a Frequencies,
    ssa: &'a MemorySsa,
    reads: Reads<'a>,
    gone: SecondaryMap<Inst, bool>,
    stats: Stats,
}

/// Runs the pass.
pub fn run(f: &mut Function, cx: &mut PassContext<'_>, _: &Config) -> Stats {
    let ssa = cx.analyses.memory_ssa(f, cx.module, cx.summaries);
    let (cfg, dominators) = (cx.analyses.cfg(f), cx.analyses.dominators(f));
    let frequencies = cx.analyses.frequencies(f);
    let mut forward = Forward {
        reads: Reads::new(&ssa, &dominators, cx.module),
        cx,
        cfg: &cfg,
        dominators: &dominators,
        frequencies: &frequencies,
        ssa: &ssa,
        gone: SecondaryMap::new(),
        stats: Stats::default(),
    };
    let left = forward.along_dominators(f);
    left.iter().for_each(|read| forward.merge(f, read));
    let Forward { gone, stats, .. } = forward;
    if stats.loads > 0 {
        for &block in &cfg.rpo {
            f.blocks[block].insts.retain(|&inst| !gone[inst]);
        }
        f.resolve_aliases();
    }
    stats
}

impl Forward<'_, '_> {
    /// Records what is known, and replaces what is known without a parameter. Gives the reads whose clobber is a phi.
    fn along_dominators(&mut self, f: &mut Function) -> Vec<Read> {
        let mut left = Vec::new();
        for block in self.dominators.preorder() {
            for n in 0..f.blocks[block].insts.len() {
                let (inst, at) = (f.blocks[block].insts[n], ProgramPoint::inst(block, n));
                let effects = inst_effects(f, inst, self.cx.module);
                let Some(classes) = mergeable(effects, None).filter(|reads| !reads.is_empty())
                else {
                    continue;
                };
                let args: Vec<Value> = f.args(inst).iter().map(|&arg| f.resolve(arg)).collect();
                let op = &f.insts[inst].op;
                let location = Location::of_read(f, self.cx.module, op, &args, classes);
                let (Some(location), Some(result)) = (location, f.result(inst)) else { continue };
                let Some(query) = self.reads.query(f, location, inst) else { continue };
                match self.reads.value(f, &query, at) {
                    Some(Term::Value(value)) => {
                        if self.cx.fuel.take() {
                            self.replace(f, inst, result, value);
                        }
                    }
                    Some(_) => {}
                    None => {
                        self.reads.record(&query, result, at);
                        // What has no operands costs no more than a parameter.
                        if let Clobber::At(phi) = query.clobber
                            && !args.is_empty()
                            && let Definition::Phi(_) = self.ssa.state(phi).definition
                            && !self.reads.is_shared(&query)
                        {
                            left.push(Read { inst, at, query, phi });
                        }
                    }
                }
            }
        }
        left
    }

    fn replace(&mut self, f: &mut Function, inst: Inst, result: Value, value: Value) {
        f.alias(result, value);
        self.gone[inst] = true;
        self.stats.loads += 1;
        let data = &f.insts[inst];
        self.cx.remarks.record("load-elim", RemarkKind::Applied, data.loc, "load", || {
            format!("{} gives {value}, which is there already", data.op.opcode().name())
        });
    }

    /// Replaces a read by a parameter, if its value is known on all paths or can be made so.
    fn merge(&mut self, f: &mut Function, read: &Read) {
        let Some(result) = f.result(read.inst) else { return };
        // The parameter may have been made for another read.
        if let Some(Term::Value(value)) = self.reads.value(f, &read.query, read.at)
            && f.resolve(value) != result
        {
            if self.cx.fuel.take() {
                self.replace(f, read.inst, result, f.resolve(value));
            }
            return;
        }
        let Some(phis) = self.plan(f, read) else { return };
        if !self.cx.fuel.take() {
            return;
        }
        let value = self.apply(f, read, phis);
        self.replace(f, read.inst, result, value);
    }

    /// The phis that need a parameter for a read.
    fn plan(&mut self, f: &Function, read: &Read) -> Option<Vec<Phi>> {
        let ty = f.ty(f.result(read.inst)?);
        let mut phis = vec![self.phi(read.phi)];
        let (mut at, mut inserted, mut is_known) = (0, 0.0, false);
        while at < phis.len() {
            let block = phis[at].block;
            let preds: Vec<Edge> = self.cfg.reachable_preds(block).collect();
            if preds.len() < self.cfg.preds(block).len() {
                // What is unreachable would have to pass an argument, too.
                return None;
            }
            let incoming = self.ssa.incoming(phis[at].state);
            for (edge, &state) in preds.into_iter().zip(incoming) {
                let query = self.reads.query_from(f, read.query.target.clone(), state);
                let source = match self.reads.value(f, &query, ProgramPoint::end(edge.from)) {
                    Some(Term::Value(value))
                        if is_declared_subtype(self.cx.module, f.ty(value), ty) =>
                    {
                        is_known = true;
                        Source::Value(value)
                    }
                    _ => match query.clobber {
                        Clobber::At(state)
                            if matches!(self.ssa.state(state).definition, Definition::Phi(_)) =>
                        {
                            let known = phis.iter().position(|phi| phi.state == state);
                            Source::Phi(known.unwrap_or_else(|| {
                                phis.push(self.phi(state));
                                phis.len() - 1
                            }))
                        }
                        _ if at == 0 && self.can_insert(f, read, edge) => {
                            inserted += self.frequencies.edge(edge);
                            Source::Inserted
                        }
                        _ => return None,
                    },
                };
                phis[at].sources.push((edge, source));
            }
            if phis.len() > MOST_PARAMS {
                self.stats.refused_cost += 1;
                return None;
            }
            at += 1;
        }
        let read_often = self.frequencies.block(read.at.block);
        let passed: f64 = phis.iter().map(|phi| self.frequencies.block(phi.block)).sum();
        if passed > MOST_PASSED * read_often || inserted > MOST_INSERTED * read_often {
            self.stats.refused_cost += 1;
            return None;
        }
        is_known.then_some(phis)
    }

    fn phi(&self, state: State) -> Phi {
        Phi { state, block: self.ssa.state(state).point.block, sources: Vec::new() }
    }

    /// Whether a read can be executed at the end of a predecessor of its block instead.
    fn can_insert(&self, f: &Function, read: &Read, edge: Edge) -> bool {
        let block = read.at.block;
        let is_next = || {
            f.blocks[block].insts.iter().take_while(|&&inst| inst != read.inst).all(|&inst| {
                let effects = inst_effects(f, inst, self.cx.module);
                let is_crossed = !effects.is_effect() && !effects.may_not_return;
                is_crossed || invar_ir::mutant!(LoadsInsertedEarly)
            })
        };
        self.cx.goals.size == 0
            && self.cfg.target(edge) == block
            && (matches!(f.blocks[edge.from].term, Terminator::Jump(_))
                || invar_ir::mutant!(LoadsInsertedAnywhere))
            && f.args(read.inst).iter().all(|&arg| {
                self.is_available(f, f.resolve(arg), edge.from, &mut MOST_COPIED.clone())
            })
            && is_next()
    }

    /// Whether a value exists at the end of a block, or can be computed there.
    fn is_available(&self, f: &Function, value: Value, at: Block, left: &mut usize) -> bool {
        let Some(home) = self.ssa.home(value) else { return false };
        if home.strictly_dominates(ProgramPoint::end(at), self.dominators) {
            return true;
        }
        let ValueDef::Result(inst, 0) = f.values[value].def else { return false };
        if *left == 0 || !inst_effects(f, inst, self.cx.module).is_pure_total() {
            return false;
        }
        *left -= 1;
        f.args(inst).iter().all(|&arg| self.is_available(f, f.resolve(arg), at, left))
    }

    /// A value at the end of a block where it is available. At most [`MOST_COPIED`] deep.
    fn make_available(&self, f: &mut Function, value: Value, at: Block) -> Value {
        let home = self.ssa.home(value).expect("it is available");
        if home.strictly_dominates(ProgramPoint::end(at), self.dominators) {
            return value;
        }
        let ValueDef::Result(inst, 0) = f.values[value].def else {
            unreachable!("it is available")
        };
        self.copy(f, inst, at)
    }

    /// Copies an instruction to the end of a block, with what it needs.
    fn copy(&self, f: &mut Function, inst: Inst, at: Block) -> Value {
        let args: Vec<Value> = f.args(inst).iter().map(|&arg| f.resolve(arg)).collect();
        let args: Vec<Value> =
            args.into_iter().map(|arg| self.make_available(f, arg, at)).collect();
        let (op, loc) = (f.insts[inst].op.clone(), f.insts[inst].loc);
        let ty = f.ty(f.result(inst).expect("it has a result"));
        let made = f.append(at, op, &args, &[ty], loc);
        f.result(made).expect("it has a result")
    }

    /// Makes the parameters of a plan; the one of the read.
    fn apply(&mut self, f: &mut Function, read: &Read, phis: Vec<Phi>) -> Value {
        let ty = f.ty(f.result(read.inst).expect("it was planned"));
        let params: Vec<Value> = phis.iter().map(|phi| f.add_param(phi.block, ty)).collect();
        self.stats.params += params.len() as u64;
        for (phi, &param) in phis.iter().zip(&params) {
            let query =
                Query { target: read.query.target.clone(), clobber: Clobber::At(phi.state) };
            self.reads.record(&query, param, ProgramPoint::start(phi.block));
            for &(edge, source) in &phi.sources {
                let value = match source {
                    Source::Value(value) => f.resolve(value),
                    Source::Phi(n) => params[n],
                    Source::Inserted => {
                        self.stats.inserted += 1;
                        self.copy(f, read.inst, edge.from)
                    }
                };
                let mut term = std::mem::take(&mut f.blocks[edge.from].term);
                let call = term.target_mut(edge.nth as usize).expect("an edge has a target");
                call.args.push(value, &mut f.pool);
                f.blocks[edge.from].term = term;
            }
        }
        params[0]
    }
}

#[cfg(test)]
mod tests {
    use super::run;
    use invar_analysis::Goals;
    use invar_generate::testing::{
        long_block, nest, out_of_fuel, random_accesses, same_behaviour, same_behaviour_of,
        with_context,
    };

    #[test]
    fn random_functions_do_the_same() {
        for size in [0, 1] {
            same_behaviour(0..2000, Goals { size, ..Goals::default() }, |function, cx| {
                run(function, cx, &Default::default());
            });
        }
    }

    #[test]
    fn random_accesses_do_the_same() {
        let mut count = 0;
        same_behaviour_of(random_accesses, 0..20_000, Goals::default(), |function, cx| {
            count += run(function, cx, &Default::default()).loads;
        });
        assert!(count > 1000, "{count}");
        let goals = Goals { traps_never_happen: true, ..Goals::default() };
        same_behaviour_of(random_accesses, 0..3000, goals, |function, cx| {
            run(function, cx, &Default::default());
        });
    }

    #[test]
    fn fuel_runs_out_anywhere() {
        out_of_fuel(|function, cx| {
            run(function, cx, &Default::default());
        });
    }

    #[test]
    fn large_functions() {
        for (module, mut function) in [long_block(100_000), nest(20_000)] {
            with_context(&module, |cx| run(&mut function, cx, &Default::default()));
        }
    }
}
