//! The binding-time analysis of a function.

pub mod choices;
pub mod conditions;
pub mod config;
pub mod derive;
pub mod keys;
pub mod lazy;
pub mod live;
pub mod merges;
pub mod run_time_constants;
pub mod split;
pub mod stored;
pub mod variables;
pub mod walked;

pub use config::Config;

use crate::analysis::derive::{Bound, Derivations};
use crate::analysis::keys::{Keys, operand_is_rtc};
use crate::analysis::lazy::Lazy;
use crate::analysis::live::Live;
use crate::analysis::merges::{Merges, announce};
use crate::analysis::run_time_constants::{BindingState, FlowInput, Merge, Promotion, Rtc};
use crate::analysis::split::{Node, SplitGraph};
use crate::analysis::stored::Stored;
use crate::analysis::variables::{Current, Variables};
use crate::error::Refusal;
use invar_analysis::transform::edges;
use invar_ir::bit_set::BitSet;
use invar_ir::{Cfg, Function, Inst, Module, Op, Value};

/// The results of the analysis.
#[derive(Clone, Debug)]
pub struct BindingTimes {
    /// The annotated variables.
    pub vars: Variables,
    /// The blocks, with the variables that are kept where they are entered.
    pub graph: SplitGraph,
    /// What values are derived from, and the candidates for run-time constants.
    pub derived: Derivations,
    /// The run-time constants.
    pub rtc: Rtc,
    /// The current values of variables.
    pub current: Current,
    /// Annotations and policies at merges.
    pub merges: Merges,
    /// Lazy edges and branches.
    pub lazy: Lazy,
    /// The candidates that are used later.
    pub live: Live,
    /// Cache keys.
    pub keys: Keys,
    /// Stores of kept variables.
    pub stored: Stored,
}

/// The state after an instruction of a node.
#[derive(Debug)]
pub struct PointState<'a> {
    /// The instruction.
    pub inst: Inst,
    /// The variables kept constant.
    pub kept: &'a BitSet,
    /// The variables whose `isConst` annotation is in force.
    pub announced: &'a BitSet,
    /// The run-time constants.
    pub state: &'a BindingState,
    /// The cache key.
    pub key: &'a BitSet,
    /// The promotion that the instruction is, if it is one.
    pub promotion: Option<Promotion>,
    /// Whether it starts a specialized region: an annotation where no other is in force.
    pub starts: bool,
}

/// Whether a function has annotations.
pub fn is_annotated(f: &Function) -> bool {
    let insts = || f.live_blocks().flat_map(|block| &f.blocks[block].insts);
    insts().any(|&inst| matches!(f.insts[inst].op, Op::IsConst { .. } | Op::KeepConst { .. }))
}

/// Analyzes a function whose aliases are resolved.
pub fn analyze(f: &Function, module: &Module, config: &Config) -> Result<BindingTimes, Refusal> {
    analyze_bound(f, module, &Bound::default(), config)
}

/// Analyzes a function, some of whose parameters are known from the start.
pub fn analyze_bound(
    f: &Function,
    module: &Module,
    bound: &Bound,
    config: &Config,
) -> Result<BindingTimes, Refusal> {
    let cfg = Cfg::new(f);
    let vars = Variables::new(f, &cfg)?;
    let graph = SplitGraph::new(f, &cfg, &vars, config)?;
    let derived = Derivations::new(f, module, &cfg, &vars, bound);
    let code = FlowInput { f, vars: &vars, derived: &derived };
    let rtc = Rtc::new(&code, &graph, config)?;
    let current = Current::new(f, &cfg, &vars, config)?;
    let merges = Merges::new(&code, &graph, &rtc, &current);
    let lazy = Lazy::new(&graph, &rtc, &merges);
    let live = Live::new(f, &cfg, &derived);
    let keys = Keys::new(&code, &graph, &rtc, &current, &live);
    let stored = Stored::new(f, &cfg, &vars);
    Ok(BindingTimes { vars, graph, derived, rtc, current, merges, lazy, live, keys, stored })
}

impl BindingTimes {
    /// The input of flow functions, for the function that was analyzed.
    pub fn code<'a>(&'a self, f: &'a Function) -> FlowInput<'a> {
        FlowInput { f, vars: &self.vars, derived: &self.derived }
    }

    /// Walks through the instructions of a node.
    pub fn walk(&self, f: &Function, node: Node, mut visit: impl FnMut(PointState<'_>)) {
        let code = self.code(f);
        let block = self.graph.nodes[node].block;
        let mut kept = self.graph.kept(node).clone();
        let mut announced = self.merges.propagated(node).clone();
        let mut state = self.rtc.entry(node).clone();
        let mut key = self.keys.start(&self.current, node, &self.graph);
        let after = self.live.after_each(f, &self.derived, block);
        for (&inst, live) in f.blocks[block].insts.iter().zip(&after) {
            let nothing = kept.is_empty() && announced.is_empty();
            let was_rtc = operand_is_rtc(&code, inst, &state);
            let promotion = code.flow(inst, &mut kept, &mut state);
            announce(&code, inst, &mut announced);
            self.keys.step(&code, inst, was_rtc, &state, live, &mut key);
            let starts = nothing && !(kept.is_empty() && announced.is_empty());
            visit(PointState {
                inst,
                kept: &kept,
                announced: &announced,
                state: &state,
                key: &key.key,
                promotion,
                starts,
            });
        }
    }

    /// The parameters of a dynamic merge that are not constant though each argument is: candidates for another
    /// `keepConst`.
    pub fn unkept(&self, f: &Function, node: Node) -> Vec<Value> {
        if self.rtc.merge(node) != Merge::Dynamic {
            return Vec::new();
        }
        let code = self.code(f);
        let params = f.blocks[self.graph.nodes[node].block].params.iter().enumerate();
        let is_unkept = |&(n, &param): &(usize, &Value)| {
            !code.is_rtc(&self.rtc.entry(node).constant, param)
                && self.graph.preds(node).all(|(from, nth)| {
                    let arg = edges::args(f, self.graph.edge(from, nth))[n];
                    code.is_rtc(&self.rtc.exit(from).constant, arg)
                })
        };
        params.filter(is_unkept).map(|(_, &param)| param).collect()
    }
}
