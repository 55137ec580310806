//! Straight-line vectorization (SLP): adjacent stores of isomorphic expressions become one vector
//! store of one expression on vectors.
//!
//! ```text
//! a[0] = b[0] + c; a[1] = b[1] + c; a[2] = b[2] + c; a[3] = b[3] + c
//! ->
//! a[0..4] = b[0..4] + splat(c)
//! ```
//!
//! Within a block, *seeds* are as many adjacent stores as a vector has lanes (`seeds`). From the
//! stored values a tree of packs is built, up to loads of consecutive bytes, constants and scalars
//! (`tree`). It replaces the scalars if it costs less (`cost`): values that are still used get a
//! lane extracted, or stay. A second kind of seed are trees of one associative operator on integers
//! (`reductions`).
//!
//! *Legality* (`legality`). The vector store is where the last of the scalar ones was, a vector
//! load where the last of its loads was, and operators have no effects. So the accesses in between
//! must be proved apart from those that move past them, and a trap must come where it did, since
//! memory is observable after it: a seed is known to be in bounds, or the store that reaches
//! farthest is executed first. With `--traps-never-happen` that is taken for granted.
//!
//! *Floats* are computed lane by lane, with their operands in the same order.
//!
//! It never handles atomic accesses or shared memories, and never moves code from one block to
//! another. There are no packs of comparisons, selects, or conversions between widths, and no groups of
//! fewer lanes than a vector has.
//!
//! Sources: S. Larsen and S. Amarasinghe, *Exploiting superword level parallelism with multimedia
//! instruction sets*, PLDI 2000; I. Rosen, D. Nuzman, A. Zaks, *Loop-aware SLP in GCC*, 2007. Cost:
//! n log n in the stores of a block; for each seed linear in the instructions up to its last store,
//! which are few ([`Config::window`]), and in its tree. The sum of these is bounded
//! ([`Config::work`]).

mod code;
mod cost;
mod emit;
mod legality;
mod reductions;
mod seeds;
mod tree;

use code::{Code, Setting, Uses};
use emit::Goal;
use invar_analysis::claims::Claim;
use invar_analysis::{Accesses, PassContext, RemarkKind};
use invar_ir::{Function, Inst, Opcode};
use reductions::Reduction;
use seeds::Run;
use tree::{Builder, Tree};

invar_analysis::config! {
    /// Configuration of straight-line vectorization.
    pub struct Config {
        /// Whether the output may use SIMD.
        simd: bool = true,
        /// The greatest distance between the first and the last access of a vector, in
        /// instructions.
        window: usize = 400,
        /// The greatest number of packs of a seed.
        packs: usize = 64,
        /// The greatest depth of a tree.
        depth: usize = 12,
        /// Reduction trees of integers.
        reductions: bool = true,
        /// How many instructions are looked at, for each instruction of the function.
        work: usize = 64,
    }
}

invar_analysis::counters! {
    /// Counters of straight-line vectorization.
    pub struct Stats {
        /// Vector stores in the place of scalar ones.
        stores,
        /// Reduction trees vectorized.
        reductions,
        /// Scalar instructions replaced.
        scalars,
        /// Lanes extracted for other users.
        extracted,
        /// Runs of stores that are not known to be in bounds.
        refused_bounds: Observed = "refused.bounds",
        /// A trap between the accesses of a vector.
        refused_trap: Observed = "refused.trap",
        /// A call between them.
        refused_call: Observed = "refused.call",
        /// Another effect between them.
        refused_effect: Observed = "refused.effect",
        /// An access between them may touch the same bytes.
        refused_dependence: Observed = "refused.dependence",
        /// A memory that is shared, or has pages of another size.
        refused_memory: Observed = "refused.memory",
        /// Accesses that are too far apart, or too much work.
        refused_budget: Observed = "refused.budget",
        /// Nothing would be gained.
        refused_cost: Observed = "refused.cost",
    }
}

/// Why stores do not become a vector.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reason {
    Bounds,
    Trap(Opcode),
    Call(Opcode),
    Effect(Opcode),
    Dependence,
    Memory,
    Budget,
    Cost { vector: u64, scalar: u64 },
}

impl Reason {
    fn count(self, stats: &mut Stats) {
        *match self {
            Reason::Bounds => &mut stats.refused_bounds,
            Reason::Trap(_) => &mut stats.refused_trap,
            Reason::Call(_) => &mut stats.refused_call,
            Reason::Effect(_) => &mut stats.refused_effect,
            Reason::Dependence => &mut stats.refused_dependence,
            Reason::Memory => &mut stats.refused_memory,
            Reason::Budget => &mut stats.refused_budget,
            Reason::Cost { .. } => &mut stats.refused_cost,
        } += 1;
    }

    fn text(self) -> String {
        match self {
            Reason::Bounds => "a store may trap when earlier ones are done".into(),
            Reason::Trap(op) => format!("{op} between them may trap"),
            Reason::Call(op) => format!("{op} between them"),
            Reason::Effect(op) => format!("{op} between them has effects"),
            Reason::Dependence => "an access between them may alias".into(),
            Reason::Memory => "the memory is shared, or has pages of another size".into(),
            Reason::Budget => "they are too far apart, or the block is too large".into(),
            Reason::Cost { vector, scalar } => {
                format!("vectors would cost {vector}, and the scalars cost {scalar}")
            }
        }
    }
}

/// Vectorizes straight-line code.
pub fn run(f: &mut Function, cx: &mut PassContext<'_>, config: &Config) -> Stats {
    let mut stats = Stats::default();
    if !config.simd || cx.goals.size > 0 || cx.goals.keep_size {
        return stats;
    }
    let cfg = cx.analyses.cfg(f);
    let mut found = Vec::new();
    for &block in &cfg.rpo {
        let insts = &f.blocks[block].insts;
        let runs = seeds::runs(f, cx.module, insts);
        let reduces = config.reductions && reductions::may_reduce(f, insts);
        if !runs.is_empty() || reduces {
            found.push((block, runs, reduces));
        }
    }
    if found.is_empty() {
        return stats;
    }
    let before = cx.copy_to_check(f);
    let dominators = cx.analyses.dominators(f);
    let accesses = Accesses::new(f, cx.module, &dominators);
    let setting = Setting {
        module: cx.module,
        dominators: &dominators,
        accesses: &accesses,
        traps_never_happen: cx.goals.traps_never_happen,
    };
    let mut uses = f.use_counts();
    let mut budget = config.work * f.insts.len();
    for (block, runs, reduces) in found {
        let code = Code::new(f, &setting, block, budget);
        let mut site = SlpSite { f, cx, config, code, uses: &mut uses, stats: &mut stats };
        let mut changed = false;
        for run in runs {
            changed |= site.run(&run);
        }
        if reduces {
            changed |= site.reductions();
        }
        budget = site.code.budget;
        let slots = site.code.slots;
        if changed {
            f.blocks[block].insts = slots.into_iter().flatten().collect();
        }
    }
    f.resolve_aliases();
    // The checker executes accesses out of bounds, too, where that assumption does not hold.
    let is_checked = stats.stores + stats.reductions > 0 && !cx.goals.traps_never_happen;
    if let Some(before) = before.filter(|_| is_checked) {
        cx.claim("straight-line vectorization", Claim::Effects(&before, f));
    }
    stats
}

/// A block that is vectorized.
struct SlpSite<'a, 'b, 'm> {
    f: &'a mut Function,
    cx: &'a mut PassContext<'m>,
    config: &'a Config,
    code: Code<'b>,
    uses: &'a mut Uses,
    stats: &'a mut Stats,
}

impl SlpSite<'_, '_, '_> {
    /// Vectorizes as many stores of a run as possible. Returns whether there were any.
    fn run(&mut self, run: &Run) -> bool {
        let lanes = run.element.lanes();
        let (mut at, mut refused, mut made) = (0, None, 0);
        while at + lanes <= run.stores.len() {
            match self.stores(run, &run.stores[at..at + lanes]) {
                Ok(true) => {
                    at += lanes;
                    made += 1;
                }
                // No fuel.
                Ok(false) => return made > 0,
                Err(reason) => {
                    refused = refused.or(Some(reason));
                    at += 1;
                }
            }
        }
        if let Some(reason) = refused.filter(|_| made == 0) {
            reason.count(self.stats);
            self.missed(run.stores[0], "stores", || {
                format!("{} adjacent stores not vectorized: {}", run.stores.len(), reason.text())
            });
        }
        made > 0
    }

    /// Vectorizes a seed; `false` if there is no fuel.
    fn stores(&mut self, run: &Run, seed: &[Inst]) -> Result<bool, Reason> {
        legality::check_memory(self.cx.module, run.memory)?;
        let window = self.config.window;
        let last = legality::check_stores(&mut self.code, self.f, seed, window)?;
        let tree = Builder::new(&mut self.code, self.f, self.config, run.element, seed).build();
        let made = self.replace(&tree, &Goal::Stores(seed, last))?;
        self.stats.stores += u64::from(made);
        Ok(made)
    }

    /// Vectorizes reduction trees. Returns whether there were any.
    fn reductions(&mut self) -> bool {
        let insts: Vec<Inst> = self.code.slots.iter().flatten().copied().collect();
        let mut made = false;
        for mut reduction in reductions::reductions(&self.code, self.f, self.uses, &insts) {
            // Another one may have made a part of it to lanes, or use that.
            if !reduction.update(&self.code, self.f, self.uses) {
                continue;
            }
            match self.reduction(&reduction) {
                Ok(true) => {
                    made = true;
                    self.stats.reductions += 1;
                }
                Ok(false) => break,
                Err(reason) => {
                    reason.count(self.stats);
                    self.missed(reduction.insts[0], "reduction", || {
                        let count = reduction.insts.len() + 1;
                        format!("{count} operands not vectorized: {}", reason.text())
                    });
                }
            }
        }
        made
    }

    fn reduction(&mut self, reduction: &Reduction) -> Result<bool, Reason> {
        let SlpSite { code, f, config, .. } = self;
        let mut builder = Builder::new(code, f, config, reduction.element, &[]);
        reduction.build(&mut builder);
        let tree = builder.finish();
        self.replace(&tree, &Goal::Reduction(reduction))
    }

    /// Replaces scalars by a tree if that costs less; `false` if there is no fuel.
    fn replace(&mut self, tree: &Tree, goal: &Goal<'_>) -> Result<bool, Reason> {
        let SlpSite { code, f, uses, .. } = self;
        let fate = cost::fate(code, f, uses, tree, goal);
        let (vector, scalar) = (cost::vector(tree, &fate, goal), cost::scalar(f, &fate));
        if vector >= scalar {
            return Err(Reason::Cost { vector, scalar });
        }
        if !self.cx.fuel.take() {
            return Ok(false);
        }
        let loc = f.insts[goal.last()].loc;
        emit::apply(code, f, uses, tree, &fate, goal);
        self.stats.scalars += fate.gone.len() as u64;
        self.stats.extracted += fate.extracted.len() as u64;
        let what = match goal {
            Goal::Stores(..) => "stores",
            Goal::Reduction(_) => "reduction",
        };
        self.cx.remarks.record("slp-vectorize", RemarkKind::Applied, loc, what, || {
            let lanes = tree.element.lanes();
            format!(
                "{what} in {lanes} lanes vectorized, of {} vectors: cost {vector}, was {scalar}",
                tree.nodes.len()
            )
        });
        Ok(true)
    }

    fn missed(&mut self, inst: Inst, what: &'static str, why: impl FnOnce() -> String) {
        let loc = self.f.insts[inst].loc;
        self.cx.remarks.record("slp-vectorize", RemarkKind::Missed, loc, what, why);
    }
}
