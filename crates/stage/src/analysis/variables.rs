//! Variables: the webs of values that annotations name, and their policies.
//!
//! In SSA form a variable of the program is many values. A *variable* here is a web of values that
//! are connected through block parameters and through the results of annotations, found by
//! union-find; only webs that an annotation names get a number. Two kinds of value do not connect their users:
//! constants, which many variables may start with, and a value that one edge passes to several
//! parameters, which initializes several variables.
//!
//! At each point one value of a variable is current ([`Current`]): its last definition before that point.
//!
//! Cost: near-linear; the current values take a word for each block and variable.

use crate::analysis::config::Config;
use crate::error::{Conflict, Refusal};
use invar_analysis::transform::edges;
use invar_ir::bit_set::BitSet;
use invar_ir::entities::packed_option::PackedOption;
use invar_ir::entities::{EntityRef, PrimaryMap, SecondaryMap};
use invar_ir::{Block, Caching, Cfg, Function, Inst, Laziness, Op, UnionFind, Value};
use invar_rules::is_constant;

invar_ir::handles! {
    /// A variable that is annotated.
    Var = "x";
}

/// The policies of a `keepConst` annotation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeepPolicy {
    /// How versions are cached.
    pub caching: Caching,
    /// When versions are made.
    pub laziness: Laziness,
}

/// A variable.
#[derive(Clone, Debug, Default)]
pub struct Variable {
    /// The variable's values, by number.
    pub values: Vec<Value>,
    /// The variable's policies, if it is kept constant somewhere.
    pub keep: Option<KeepPolicy>,
    /// The variable's policy, if it is announced as constant somewhere.
    pub is_const: Option<Caching>,
    /// The annotations that name it, in the order of the blocks.
    pub annotations: Vec<(Block, Inst)>,
}

/// The variables of a function.
#[derive(Clone, Debug, Default)]
pub struct Variables {
    /// The variables.
    pub list: PrimaryMap<Var, Variable>,
    of: SecondaryMap<Value, PackedOption<Var>>,
}

/// Whether an operator names a variable.
pub fn is_annotation(op: &Op) -> bool {
    matches!(op, Op::IsConst { .. } | Op::KeepConst { .. } | Op::UnkeepConst)
}

impl Variables {
    /// The variables of a function. An error if annotations of one contradict each other.
    pub fn new(f: &Function, cfg: &Cfg) -> Result<Self, Conflict> {
        let mut webs = Webs(UnionFind::new(f.values.len()));
        for &block in &cfg.rpo {
            webs.through_annotations(f, block);
            for edge in cfg.out_edges(block) {
                webs.through_params(f, edges::args(f, edge), cfg.target(edge));
            }
        }
        let mut vars = Variables::default();
        let mut var_of_web: SecondaryMap<Value, PackedOption<Var>> = SecondaryMap::new();
        for &block in &cfg.rpo {
            for &inst in &f.blocks[block].insts {
                if is_annotation(&f.insts[inst].op) {
                    let result = f.result(inst).expect("an annotation has a result");
                    let web = &mut var_of_web[webs.0.find(result)];
                    let var = web.expand().unwrap_or_else(|| vars.list.push(Variable::default()));
                    *web = var.into();
                    vars.annotate(f, var, (block, inst))?;
                }
            }
        }
        for value in f.values.keys() {
            if let Some(var) = var_of_web[webs.0.find(value)].expand() {
                vars.of[value] = var.into();
                vars.list[var].values.push(value);
            }
        }
        Ok(vars)
    }

    /// The variable that a value belongs to, if that is annotated.
    pub fn of(&self, value: Value) -> Option<Var> {
        self.of.get(value).and_then(|var| var.expand())
    }

    /// The variable that an annotation names.
    pub fn named(&self, f: &Function, inst: Inst) -> Option<Var> {
        is_annotation(&f.insts[inst].op).then(|| self.of(f.result(inst)?))?
    }

    /// The empty set of variables.
    pub fn none(&self) -> BitSet {
        BitSet::new(self.list.len())
    }

    /// Adds an annotation.
    ///
    /// "Making different annotations for the same variable ((x,C,L), (x,C',L') where (C,L) !=
    /// (C',L')) is not allowed and flagged as an error."
    fn annotate(&mut self, f: &Function, var: Var, at: (Block, Inst)) -> Result<(), Conflict> {
        let data = &mut self.list[var];
        let same = match f.insts[at.1].op {
            Op::KeepConst { caching, laziness } => {
                let keep = KeepPolicy { caching, laziness };
                *data.keep.get_or_insert(keep) == keep
            }
            Op::IsConst { caching } => *data.is_const.get_or_insert(caching) == caching,
            _ => true,
        };
        if !same {
            let kind = |inst: Inst| f.insts[inst].op.opcode();
            let first = data.annotations.iter().find(|(_, inst)| kind(*inst) == kind(at.1));
            return Err(Conflict { first: *first.expect("what it differs from"), second: at });
        }
        data.annotations.push(at);
        Ok(())
    }
}

/// Values that are one variable.
struct Webs(UnionFind<Value>);

impl Webs {
    fn union(&mut self, f: &Function, a: Value, b: Value) {
        let b = f.resolve(b);
        if f.def_op(b).is_some_and(is_constant) {
            return;
        }
        let (a, b) = (self.0.find(a), self.0.find(b));
        self.0.unite(a.min(b), a.max(b));
    }

    fn through_annotations(&mut self, f: &Function, block: Block) {
        for &inst in &f.blocks[block].insts {
            if is_annotation(&f.insts[inst].op)
                && let Some(result) = f.result(inst)
            {
                self.union(f, result, f.args(inst)[0]);
            }
        }
    }

    fn through_params(&mut self, f: &Function, args: &[Value], target: Block) {
        let mut sorted: smallvec::SmallVec<[Value; 8]> =
            args.iter().map(|&arg| f.resolve(arg)).collect();
        sorted.sort_unstable();
        for (&arg, &param) in args.iter().zip(&f.blocks[target].params) {
            let arg = f.resolve(arg);
            let from = sorted.partition_point(|&other| other < arg);
            let is_shared = sorted.get(from + 1) == Some(&arg);
            if !is_shared {
                self.union(f, param, arg);
            }
        }
    }
}

/// The current value of each variable at the start of each block.
#[derive(Clone, Debug)]
pub struct Current {
    vars: usize,
    /// By block, then by variable.
    at: Vec<PackedOption<Value>>,
}

impl Current {
    /// The current values of all variables: a parameter of the block, or what is current at the
    /// ends of all predecessors. None where these disagree, so that no value is current.
    pub fn new(
        f: &Function,
        cfg: &Cfg,
        vars: &Variables,
        config: &Config,
    ) -> Result<Self, Refusal> {
        let count = vars.list.len();
        let words = count * cfg.block_count();
        Refusal::unless(words <= config.bits, "variables in blocks", config.bits)?;
        let mut current = Current { vars: count, at: vec![None.into(); words] };
        let mut seen: SecondaryMap<Block, bool> = SecondaryMap::new();
        let mut dirty: SecondaryMap<Block, bool> = SecondaryMap::new();
        dirty[f.entry] = true;
        let mut again = true;
        let mut state = vec![PackedOption::from(None); count];
        while std::mem::take(&mut again) {
            for &block in &cfg.rpo {
                if !std::mem::take(&mut dirty[block]) {
                    continue;
                }
                state.copy_from_slice(current.row(block));
                current.step(f, vars, block, &mut state);
                for &target in cfg.succs(block) {
                    let first = !std::mem::replace(&mut seen[target], true);
                    let row = current.row_mut(target);
                    let mut changed = first;
                    for (now, &new) in row.iter_mut().zip(&state) {
                        let met = if first || *now == new { new } else { None.into() };
                        changed |= met != *now;
                        *now = met;
                    }
                    if changed {
                        dirty[target] = true;
                        again |= cfg.rpo_number[target] <= cfg.rpo_number[block];
                    }
                }
            }
        }
        for &block in &cfg.rpo {
            for &param in &f.blocks[block].params {
                current.define(vars, block, param);
            }
        }
        Ok(current)
    }

    fn row(&self, block: Block) -> &[PackedOption<Value>] {
        &self.at[block.index() * self.vars..][..self.vars]
    }

    fn row_mut(&mut self, block: Block) -> &mut [PackedOption<Value>] {
        &mut self.at[block.index() * self.vars..][..self.vars]
    }

    fn define(&mut self, vars: &Variables, block: Block, value: Value) {
        if let Some(var) = vars.of(value) {
            self.row_mut(block)[var.index()] = value.into();
        }
    }

    fn step(
        &self,
        f: &Function,
        vars: &Variables,
        block: Block,
        state: &mut [PackedOption<Value>],
    ) {
        let data = &f.blocks[block];
        let results = data.insts.iter().flat_map(|&inst| f.results(inst));
        for value in data.params.iter().copied().chain(results) {
            if let Some(var) = vars.of(value) {
                state[var.index()] = value.into();
            }
        }
    }

    /// The current values at the start of a block, its parameters being set.
    pub fn at(&self, block: Block) -> Vec<PackedOption<Value>> {
        self.row(block).to_vec()
    }
}
