//! Jump threading: edges skip blocks that compute nothing.

use super::Pass;
use invar_analysis::transform::edges;
use invar_ir::entities::SecondaryMap;
use invar_ir::{Block, BlockCall, Cfg, Edge, Inst, Terminator, Value, ValueDef};
use invar_rules::{Const, is_constant};
use rustc_hash::FxHashMap;

/// The number of blocks that an edge may skip in one round, and of their constants that are copied.
const MOST_STEPS: usize = 16;
const MOST_CONSTANTS: usize = 8;
/// A block with more targets is not skipped: each visit costs their number.
const MOST_TARGETS: usize = 1024;

/// Facts that are kept up to date while edges change.
struct State {
    /// How often each value is used.
    uses: SecondaryMap<Value, u32>,
    /// The targets of retreating edges: the headers of loops.
    headers: SecondaryMap<Block, bool>,
    /// Blocks that several edges led to when the round started.
    merges: SecondaryMap<Block, bool>,
}

/// A block that computes nothing, with the values of its parameters on an edge.
struct Passage {
    block: Block,
    arguments: Vec<Value>,
}

impl Pass<'_, '_> {
    pub(super) fn thread(&mut self) {
        let cfg = self.cfg();
        self.hand_over(&cfg);
        let mut state = State {
            uses: self.function.use_counts(),
            headers: SecondaryMap::new(),
            merges: SecondaryMap::new(),
        };
        for &block in &cfg.rpo {
            let mut back = cfg.reachable_preds(block).filter(|&edge| cfg.is_retreating(edge));
            state.headers[block] = back.next().is_some();
            state.merges[block] = cfg.reachable_preds(block).nth(1).is_some();
        }
        // Successors first: the target of an edge is threaded already.
        for &block in cfg.rpo.iter().rev() {
            for nth in 0..cfg.succs(block).len() {
                self.thread_edge(block, nth, &mut state);
            }
            self.fold_same_targets(block);
        }
    }

    /// An edge that passes a constant to a merge that only branches on its parameter could skip the
    /// merge, if its other parameters were not used in dominated blocks. Such parameters are passed on to
    /// the target of the branch, if that has no other predecessors.
    fn hand_over(&mut self, cfg: &Cfg) {
        let mut found: FxHashMap<Value, Vec<Block>> = FxHashMap::default();
        for &block in cfg.rpo.iter().filter(|&&block| self.may_be_skipped(cfg, block)) {
            let params = &self.function.blocks[block].params;
            found.extend(params.iter().map(|&param| (param, Vec::new())));
        }
        if found.is_empty() {
            return;
        }
        for &block in &cfg.rpo {
            self.function.for_each_use(block, |value| {
                let value = self.function.resolve(value);
                let ValueDef::Param(of, _) = self.function.values[value].def else { return };
                if of != block
                    && let Some(users) = found.get_mut(&value)
                    && users.last() != Some(&block)
                {
                    users.push(block);
                }
            });
        }
        found.retain(|_, users| !users.is_empty());
        if found.is_empty() {
            return;
        }
        let doms = self.cx.analyses.dominators(self.function);
        for &block in &cfg.rpo {
            let params = self.function.blocks[block].params.clone();
            let used = || params.iter().filter_map(|param| Some((*param, found.get(param)?)));
            // The edge that dominates the user.
            let edge_to = |user: Block| {
                cfg.out_edges(block).find(|&edge| {
                    let target = cfg.target(edge);
                    cfg.preds(target).len() == 1 && doms.dominates(target, user)
                })
            };
            let mut handed: FxHashMap<(Edge, Value), Vec<Block>> = FxHashMap::default();
            let all = used().all(|(value, users)| {
                users.iter().all(|&user| {
                    let edge = edge_to(user);
                    edge.inspect(|&edge| handed.entry((edge, value)).or_default().push(user))
                        .is_some()
                })
            });
            if !all || handed.is_empty() || !self.cx.fuel.take() {
                continue;
            }
            let mut handed: Vec<_> = handed.into_iter().collect();
            handed.sort_unstable();
            for ((edge, value), users) in handed {
                self.stats.handed_over += 1;
                let ty = self.function.ty(value);
                let param = self.function.add_param(cfg.target(edge), ty);
                let invar_ir::Function { blocks, pool, .. } = &mut *self.function;
                target(&mut blocks[block].term, edge.nth as usize).args.push(value, pool);
                for user in users {
                    self.function.map_uses(user, |values, used| {
                        let mut resolved = used;
                        while let ValueDef::Alias(to) = values[resolved].def {
                            resolved = to;
                        }
                        if resolved == value { param } else { used }
                    });
                }
            }
        }
    }

    /// Whether a block computes nothing, and branches on a parameter that is a constant on an edge.
    fn may_be_skipped(&self, cfg: &Cfg, block: Block) -> bool {
        let data = &self.function.blocks[block];
        let (Terminator::BrIf { cond: on, .. } | Terminator::BrTable { index: on, .. }) = data.term
        else {
            return false;
        };
        let ValueDef::Param(of, n) = self.function.values[self.function.resolve(on)].def else {
            return false;
        };
        let decides = |edge: Edge| {
            let arg = self.function.resolve(edges::args(self.function, edge)[n as usize]);
            self.function.def_op(arg).is_some_and(is_constant)
        };
        of == block
            && block != self.function.entry
            && data.term.targets().count() <= MOST_CONSTANTS
            && data.insts.iter().all(|&inst| is_constant(&self.function.insts[inst].op))
            && !cfg.reachable_preds(block).any(|edge| cfg.is_retreating(edge))
            && cfg.reachable_preds(block).any(decides)
    }

    /// Folds a branch both of whose edges have become equal.
    fn fold_same_targets(&mut self, block: Block) {
        let same = match &self.function.blocks[block].term {
            Terminator::BrIf { then, els, .. } => self.same(then, els),
            _ => false,
        };
        if same && self.config.terminators {
            self.fold_terminator(block);
        }
    }

    fn thread_edge(&mut self, from: Block, nth: usize, state: &mut State) {
        let mut skipped: Vec<Block> = Vec::new();
        for _ in 0..MOST_STEPS {
            let call = target(&mut self.function.blocks[from].term, nth);
            let at = call.block;
            let Some(next) = self.next(from, nth, state) else { return };
            skipped.push(at);
            // An empty infinite loop.
            if skipped.contains(&next.block) || !self.cx.fuel.take() {
                return;
            }
            self.stats.threaded += 1;
            state.headers[next.block] |= state.headers[at];
            self.redirect(from, nth, next, state);
        }
    }

    /// The edge that control takes from the target of an edge, if the target computes nothing; its
    /// arguments are still in terms of the target.
    fn next(&mut self, from: Block, nth: usize, state: &State) -> Option<BlockCall> {
        let call = target(&mut self.function.blocks[from].term, nth).clone();
        let passage = self.passage(&call, state)?;
        let term = &self.function.blocks[passage.block].term;
        if let Terminator::Jump(next) = term {
            // A merge that passes values on is kept, as each of its edges would have to pass them; but not
            // one that only passes its parameters on, such as the latch of a loop with several back edges.
            let is_own = |&value: &Value| {
                let value = self.function.resolve(value);
                matches!(self.function.values[value].def, ValueDef::Param(of, _) if of == passage.block)
            };
            let passes_on =
                state.merges[passage.block] && !self.function.list(&next.args).iter().all(is_own);
            return (!passes_on).then(|| next.clone());
        }
        if state.headers[passage.block] {
            return None;
        }
        let (Terminator::BrIf { cond: on, .. } | Terminator::BrTable { index: on, .. }) = term
        else {
            return None;
        };
        let on = self.function.resolve(*on);
        let value = self.argument(&passage, on).unwrap_or(on);
        let decided = match self.function.def_op(value).and_then(Const::from_op) {
            Some(Const::I32(known)) => Decided::Is(known),
            _ => self.decided_by(from, nth, value)?,
        };
        match (&self.function.blocks[passage.block].term, decided) {
            (Terminator::BrIf { then, .. }, Decided::NotZero) => Some(then.clone()),
            (term, Decided::Is(known)) => term.target(term.decided(known)?).cloned(),
            _ => None,
        }
    }

    /// The fact about `value` on an edge of a branch on it.
    fn decided_by(&self, from: Block, nth: usize, value: Value) -> Option<Decided> {
        match &self.function.blocks[from].term {
            Terminator::BrIf { cond, .. } if self.function.resolve(*cond) == value => {
                Some(if nth == 0 { Decided::NotZero } else { Decided::Is(0) })
            }
            Terminator::BrTable { index, targets, .. }
                if self.function.resolve(*index) == value && nth < targets.len() =>
            {
                Some(Decided::Is(nth as i32))
            }
            _ => None,
        }
    }

    /// The target of an edge, if it computes nothing that is used elsewhere.
    fn passage(&self, call: &BlockCall, state: &State) -> Option<Passage> {
        let (block, data) = (call.block, &self.function.blocks[call.block]);
        let large = data.insts.len() > MOST_CONSTANTS || data.term.targets().count() > MOST_TARGETS;
        if block == self.function.entry || large {
            return None;
        }
        let mut values = data.params.clone();
        for &inst in &data.insts {
            is_constant(&self.function.insts[inst].op).then_some(())?;
            values.extend(self.function.result(inst));
        }
        // All uses must be in the terminator.
        let mut here: Vec<u32> = vec![0; values.len()];
        data.term.for_each_use(&self.function.pool, |value| {
            let value = self.function.resolve(value);
            if let Some(n) = self.position(block, value) {
                here[n] += 1;
            }
        });
        let only_here = (values.iter().zip(here)).all(|(&value, here)| state.uses[value] == here);
        (only_here || invar_ir::mutant!(ThreadUsedElsewhere))
            .then(|| Passage { block, arguments: self.function.list(&call.args).to_vec() })
    }

    /// The position of a value among the parameters and constants of a block.
    fn position(&self, block: Block, value: Value) -> Option<usize> {
        let data = &self.function.blocks[block];
        match self.function.values[value].def {
            ValueDef::Param(of, n) => (of == block).then_some(n as usize),
            ValueDef::Result(inst, _) => {
                let n = data.insts.iter().position(|&other| other == inst)?;
                Some(data.params.len() + n)
            }
            _ => None,
        }
    }

    /// The value of a parameter of a skipped block.
    fn argument(&self, passage: &Passage, value: Value) -> Option<Value> {
        match self.function.values[value].def {
            ValueDef::Param(block, n) if block == passage.block => {
                Some(self.function.resolve(passage.arguments[n as usize]))
            }
            _ => None,
        }
    }

    /// Redirects an edge to the target of `next`, an edge of its target.
    fn redirect(&mut self, from: Block, nth: usize, next: BlockCall, state: &mut State) {
        let old = target(&mut self.function.blocks[from].term, nth).clone();
        let passage =
            Passage { block: old.block, arguments: self.function.list(&old.args).to_vec() };
        let args = self.function.list(&next.args).to_vec();
        let args = self.as_seen_from(from, &passage, args, state);
        for &arg in &passage.arguments {
            state.uses[self.function.resolve(arg)] -= 1;
        }
        let list = self.function.make_list(&args);
        let call = target(&mut self.function.blocks[from].term, nth);
        let mut unused = std::mem::replace(&mut call.args, list);
        call.block = next.block;
        unused.clear(&mut self.function.pool);
    }

    /// Values of a skipped block in terms of the block before it, to which its constants are copied.
    /// Counts the uses.
    fn as_seen_from(
        &mut self,
        from: Block,
        passage: &Passage,
        mut values: Vec<Value>,
        state: &mut State,
    ) -> Vec<Value> {
        let mut copies: Vec<(Inst, Value)> = Vec::new();
        for value in &mut values {
            *value = self.function.resolve(*value);
            if let Some(argument) = self.argument(passage, *value) {
                *value = argument;
            } else if let ValueDef::Result(inst, _) = self.function.values[*value].def
                && self.position(passage.block, *value).is_some()
            {
                *value = match copies.iter().find(|&&(of, _)| of == inst) {
                    Some(&(_, copy)) => copy,
                    None => {
                        let copy = self.copy_constant(from, inst);
                        copies.push((inst, copy));
                        copy
                    }
                };
            }
            state.uses[*value] += 1;
        }
        values
    }

    fn copy_constant(&mut self, block: Block, inst: Inst) -> Value {
        let (op, loc) = (self.function.insts[inst].op.clone(), self.function.insts[inst].loc);
        let ty = self.function.ty(self.function.result(inst).expect("one result"));
        let copy = self.function.append(block, op, &[], &[ty], loc);
        self.function.result(copy).expect("one result")
    }

    // ---- Returns and traps ---------------------------------------------------------------------

    /// Replaces jumps to blocks that only return or trap by the return or trap.
    pub(super) fn exits(&mut self) {
        let mut state = State {
            uses: self.function.use_counts(),
            headers: SecondaryMap::new(),
            merges: SecondaryMap::new(),
        };
        let blocks: Vec<Block> = self.function.live_blocks().collect();
        for block in blocks {
            self.exit(block, &mut state);
        }
    }

    fn exit(&mut self, block: Block, state: &mut State) {
        let Terminator::Jump(call) = &self.function.blocks[block].term else { return };
        let call = call.clone();
        let results = match &self.function.blocks[call.block].term {
            Terminator::Return(list) => Some(self.function.list(list).to_vec()),
            Terminator::Unreachable => None,
            _ => return,
        };
        let tiny = results.as_ref().is_none_or(|results| results.len() <= 1);
        let Some(passage) = self.passage(&call, state).filter(|_| tiny && self.cx.fuel.take())
        else {
            return;
        };
        self.stats.exits += 1;
        let loc = self.function.blocks[passage.block].term_loc;
        let term = match results {
            Some(results) => {
                let results = self.as_seen_from(block, &passage, results, state);
                Terminator::Return(self.function.make_list(&results))
            }
            None => Terminator::Unreachable,
        };
        for &arg in &passage.arguments {
            state.uses[self.function.resolve(arg)] -= 1;
        }
        self.function.blocks[block].term = term;
        self.function.blocks[block].term_loc = loc;
    }
}

/// The facts about an integer.
#[derive(Clone, Copy)]
enum Decided {
    Is(i32),
    NotZero,
}

/// The n-th target of a terminator.
fn target(term: &mut Terminator, nth: usize) -> &mut BlockCall {
    term.target_mut(nth).expect("an edge of the terminator")
}
