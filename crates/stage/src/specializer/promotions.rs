//! Promotions: places where a kept variable gets a value that is not known. In a running program it is looked up
//! ([`crate::specializer::exits`]), ahead of time it is dispatched on if it is loaded
//! ([`crate::specializer::dispatch`]), and otherwise the code is generic from there on.

use crate::analysis::split::Node;
use crate::specializer::state::Specializer;
use invar_ir::bit_set::BitSet;
use invar_ir::{Block, Inst, SourceLoc, Value};

impl Specializer<'_> {
    /// Whether an instruction leaves a kept variable unknown.
    pub(crate) fn is_promoted(&self, inst: Inst, kept: &BitSet) -> bool {
        let prepared = self.prepared;
        let code = prepared.analysis.code(&prepared.code);
        let is_unknown = |value| code.is_kept(kept, value).is_some() && self.known(value).is_none();
        !self.current.generic && prepared.code.results(inst).any(is_unknown)
    }

    /// What follows an instruction that leaves a kept variable unknown: the value is looked up, or compared with those
    /// that were stored, or the code is generic from there on. Returns whether the version ends there.
    pub(crate) fn ends_at_assignment(
        &mut self,
        node: Option<Node>,
        block: Block,
        at: usize,
        kept: &BitSet,
    ) -> bool {
        match self.request.exits {
            Some(_) => self.exits_at_assignment(node, block, at, kept),
            None => self.dispatches_at_assignment(node, block, at, kept),
        }
    }

    pub(crate) fn promotion(&mut self, value: Value, loc: SourceLoc, reason: &str) {
        self.record.stats.promotions += 1;
        let vars = &self.prepared.analysis.vars;
        let var = vars.of(value).map_or(String::new(), |var| var.to_string());
        self.record.notes.add(loc, format!("{var} is kept constant and is not known: {reason}"));
    }

    /// The kept parameters of a node whose arguments are not known, with these arguments.
    pub(crate) fn unknown_kept(
        &self,
        next: Node,
        block: Block,
        args: &[Value],
    ) -> Vec<(Value, Value)> {
        let code = self.prepared.analysis.code(&self.prepared.code);
        let kept = self.prepared.analysis.graph.kept(next);
        let pairs = self.prepared.code.blocks[block].params.iter().zip(args);
        let unknown = pairs.filter(|&(&param, &arg)| {
            code.is_kept(kept, param).is_some() && self.known(arg).is_none()
        });
        unknown.map(|(&param, &arg)| (param, arg)).collect()
    }
}
