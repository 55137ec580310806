//! Derivations: which values could be run-time constants at all, and what each is derived from.
//!
//! A value is *derivable* if it follows from run-time constants while code is specialized: by an
//! operator that touches nothing, by a load from memory that is promised to be constant, by a call
//! of a function that is promised to be pure. Whether it then *is* one is a matter of where
//! (`run_time_constants`). The derivable values, the *candidates*, are numbered densely, so that sets of
//! them are small where annotations are few. Constants are run-time constants everywhere and have
//! no number.
//!
//! What is decided here holds whatever the actual values are. The specializer may still find that
//! an operator would trap, that an address lies outside of all promises, or that a result would be
//! a NaN: it then emits the operator, and the result is unknown from there on.
//!
//! A promise is followed from its result through additions, annotations and parameters (of which
//! each argument must be covered, constants aside, and return addresses that are loaded: [`crate::analysis::stored`]),
//! and through loads if it is transitive.
//!
//! Cost: linear, by work lists over uses.

use crate::analysis::stored::Stored;
use crate::analysis::variables::{Variables, is_annotation};
use invar_analysis::transform::edges;
use invar_ir::effects;
use invar_ir::entities::packed_option::PackedOption;
use invar_ir::entities::{EntityRef, EntitySet, SecondaryMap};
use invar_ir::{Cfg, Function, Inst, Module, Op, Rows, ValType, Value, ValueDef, memory_access};
use invar_rules::is_constant;

/// How the results of an instruction follow from its operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum How {
    /// Not at all: the results are dynamic.
    #[default]
    Never,
    /// A constant.
    Constant,
    /// By evaluating the operator. It may turn out to trap, and is then emitted.
    Compute,
    /// By a load from memory that is promised to be constant.
    Load,
    /// By a call of a function that is promised to be pure.
    Call,
    /// The first operand itself: an annotation or a promise.
    Copy,
}

/// How far a promise of constant memory reaches, for an address.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Reach {
    /// Nothing is promised.
    #[default]
    None,
    /// Memory at the address is constant.
    Direct,
    /// So is memory at addresses that are loaded from there.
    Transitive,
}

/// Which parameters of a function are bound to values before it is called, by their position: those
/// of a request for a special version of it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Bound {
    /// By position, up to the last one that is bound.
    params: Vec<Option<Reach>>,
    ahead: bool,
}

impl Bound {
    /// The parameters at these positions, of which no promise is known.
    pub fn new(positions: impl IntoIterator<Item = usize>) -> Self {
        let mut params = Vec::new();
        for n in positions {
            params.resize(params.len().max(n + 1), None);
            params[n] = Some(Reach::None);
        }
        Bound { params, ahead: false }
    }

    /// The parameters that have an entry, each with the promise of memory at its value.
    pub fn promised(params: Vec<Option<Reach>>) -> Self {
        Bound { params, ahead: false }
    }

    /// These parameters, for specialization ahead of time: an `isConst` of a value that is not known has no effect,
    /// as there is no running program to look the value up in.
    pub fn ahead(self) -> Self {
        Bound { ahead: true, ..self }
    }

    /// Whether a parameter is bound.
    pub fn contains(&self, position: usize) -> bool {
        self.reach(position).is_some()
    }

    fn reach(&self, position: usize) -> Option<Reach> {
        self.params.get(position).copied().flatten()
    }

    /// Whether nothing can be looked up.
    pub fn is_ahead(&self) -> bool {
        self.ahead
    }
}

/// What each value is derived from, and the candidates.
#[derive(Clone, Debug)]
pub struct Derivations {
    how: SecondaryMap<Inst, How>,
    reach: SecondaryMap<Value, Reach>,
    number: SecondaryMap<Value, PackedOption<Value>>,
    candidates: Vec<Value>,
    users: Rows<Value>,
    bound: EntitySet<Value>,
    ahead: bool,
}

impl Derivations {
    /// The derivations in reachable blocks. Bound parameters of the function are known.
    pub fn new(f: &Function, module: &Module, cfg: &Cfg, vars: &Variables, bound: &Bound) -> Self {
        let params = f.blocks[f.entry].params.iter().enumerate();
        let ahead = bound.ahead;
        let of_params = params.filter_map(|(n, &param)| Some((param, bound.reach(n)?)));
        let of_params: Vec<(Value, Reach)> = of_params.collect();
        let mut bound = EntitySet::new();
        bound.extend(of_params.iter().map(|&(param, _)| param));
        let flow = Flow::new(f, cfg);
        // Ahead of time such a value is compared with those that were stored, which have their promises.
        let back = if ahead { Stored::new(f, cfg, vars).loads(f, vars) } else { EntitySet::new() };
        let reach = reach(f, &flow, &of_params, &back);
        let pure = pure_calls(f, cfg);
        let mut how = SecondaryMap::with_capacity(f.insts.len());
        for &block in &cfg.rpo {
            for &inst in &f.blocks[block].insts {
                how[inst] = how_of(f, module, &reach, &pure, inst);
            }
        }
        let candidates = candidates(f, vars, &bound, &how, &flow);
        let mut number: SecondaryMap<Value, PackedOption<Value>> = SecondaryMap::new();
        for (n, &value) in candidates.iter().enumerate() {
            number[value] = Value::from_u32(n as u32).into();
        }
        Derivations { how, reach, number, candidates, users: flow.users, bound, ahead }
    }

    /// How the results of an instruction follow from its operands.
    pub fn how(&self, inst: Inst) -> How {
        self.how[inst]
    }

    /// The promise of constant memory at an address.
    pub fn reach(&self, address: Value) -> Reach {
        self.reach[address]
    }

    /// The number of a candidate.
    pub fn number(&self, value: Value) -> Option<usize> {
        self.number[value].expand().map(|number| number.index())
    }

    /// Whether a value is a parameter of the function that is known from the start.
    pub fn is_bound(&self, value: Value) -> bool {
        self.bound.contains(value)
    }

    /// Whether an annotation can make a value known that was not: not ahead of time.
    pub fn promotes(&self) -> bool {
        !self.ahead
    }

    /// The candidates, by number.
    pub fn candidates(&self) -> &[Value] {
        &self.candidates
    }

    /// The values that are computed from a value, as operand or as argument.
    pub fn users(&self, value: Value) -> &[Value] {
        self.users.row(value.index())
    }
}

/// Which values flow into which, in reachable blocks.
struct Flow {
    defined: Vec<Value>,
    sources: Rows<Value>,
    users: Rows<Value>,
}

impl Flow {
    fn new(f: &Function, cfg: &Cfg) -> Self {
        let mut pairs: Vec<(Value, Value)> = Vec::new();
        let mut defined = Vec::new();
        for &block in &cfg.rpo {
            let data = &f.blocks[block];
            defined.extend_from_slice(&data.params);
            for &inst in &data.insts {
                for result in f.results(inst) {
                    defined.push(result);
                    pairs.extend(f.args(inst).iter().map(|&arg| (f.resolve(arg), result)));
                }
            }
            defined.extend(data.term.edge_values());
            for edge in cfg.out_edges(block) {
                let params = &f.blocks[cfg.target(edge)].params;
                let args = edges::args(f, edge).iter();
                pairs.extend(args.zip(params).map(|(&arg, &param)| (f.resolve(arg), param)));
            }
        }
        let rows = f.values.len();
        let sources = Rows::new(rows, || pairs.iter().map(|&(from, to)| (to.index(), from)));
        let users = Rows::new(rows, || pairs.iter().map(|&(from, to)| (from.index(), to)));
        Flow { defined, sources, users }
    }

    /// Solves a data-flow problem over values: the state of each is a function of those of its sources.
    fn solve<T: Clone + PartialEq + Default>(
        &self,
        state: &mut SecondaryMap<Value, T>,
        step: impl Fn(Value, &[Value], &SecondaryMap<Value, T>) -> T,
    ) {
        let mut work: Vec<Value> = self.defined.iter().rev().copied().collect();
        let mut waits: EntitySet<Value> = EntitySet::new();
        waits.extend(work.iter().copied());
        while let Some(value) = work.pop() {
            waits.remove(value);
            let new = step(value, self.sources.row(value.index()), state);
            if new != state[value] {
                state[value] = new;
                for &user in self.users.row(value.index()) {
                    if waits.insert(user) {
                        work.push(user);
                    }
                }
            }
        }
    }
}

fn is_constant_value(f: &Function, value: Value) -> bool {
    f.def_op(value).is_some_and(is_constant)
}

/// The promise of constant memory at each address.
fn reach(
    f: &Function,
    flow: &Flow,
    bound: &[(Value, Reach)],
    back: &EntitySet<Value>,
) -> SecondaryMap<Value, Reach> {
    let of_op = |value: Value, reach: &SecondaryMap<Value, Reach>| {
        if let Some(&(_, reach)) = bound.iter().find(|(param, _)| *param == value) {
            return Some(reach);
        }
        let inst = f.def_inst(value)?;
        let of = |n: usize| f.args(inst).get(n).map_or(Reach::None, |&arg| reach[f.resolve(arg)]);
        Some(match &f.insts[inst].op {
            Op::PromiseConst { .. } => of(0).max(Reach::Direct),
            Op::PromiseTransitive { .. } => Reach::Transitive,
            Op::I32Add | Op::I64Add => of(0).max(of(1)),
            Op::I32Sub | Op::I64Sub | Op::PromisePure => of(0),
            Op::Select => of(0).min(of(1)),
            op if is_annotation(op) => of(0),
            Op::I32Load { .. } | Op::I64Load { .. }
                if of(0) == Reach::Transitive
                    || of(0) > Reach::None && invar_ir::mutant!(StagePromiseLeadsOn) =>
            {
                Reach::Transitive
            }
            _ => Reach::None,
        })
    };
    let arguments = |sources: &[Value]| {
        let says = |value: &Value| !is_constant_value(f, *value) && !back.contains(*value);
        sources.iter().copied().filter(says).collect::<Vec<Value>>().into_iter()
    };
    // First the maximum over the arguments of a parameter, so that promises are propagated around cycles; then,
    // decreasing from there, the minimum.
    let mut reach = SecondaryMap::with_capacity(f.values.len());
    flow.solve(&mut reach, |value, sources, reach| {
        let any = || arguments(sources).map(|value| reach[value]).max().unwrap_or_default();
        of_op(value, reach).unwrap_or_else(any)
    });
    flow.solve(&mut reach, |value, sources, reach| {
        let all = || arguments(sources).map(|value| reach[value]).min().unwrap_or_default();
        of_op(value, reach).unwrap_or_else(all).min(reach[value])
    });
    reach
}

/// The calls whose result is promised to be that of a pure function.
fn pure_calls(f: &Function, cfg: &Cfg) -> EntitySet<Inst> {
    let insts = cfg.rpo.iter().flat_map(|&block| &f.blocks[block].insts);
    let promises = insts.filter(|&&inst| f.insts[inst].op == Op::PromisePure);
    let calls = promises.filter_map(|&inst| f.def_inst(f.args(inst)[0]));
    let mut pure = EntitySet::new();
    pure.extend(calls.filter(|&inst| {
        matches!(f.insts[inst].op, Op::Call { .. } | Op::CallIndirect { .. })
            && f.results(inst).len() == 1
    }));
    pure
}

/// Whether a value of this type can be known while code is specialized.
pub fn is_known_type(ty: ValType) -> bool {
    !ty.is_reference_type()
}

fn how_of(
    f: &Function,
    module: &Module,
    reach: &SecondaryMap<Value, Reach>,
    pure: &EntitySet<Inst>,
    inst: Inst,
) -> How {
    let op = &f.insts[inst].op;
    if is_constant(op) {
        return How::Constant;
    }
    let known = |value: Value| is_known_type(f.ty(value));
    if !f.results(inst).all(known) || f.results(inst).len() == 0 {
        return How::Never;
    }
    if matches!(op, Op::Private { .. }) {
        // What is computed from the result is to be seen in residual code.
        return How::Never;
    }
    if op.proposal() == "staging" {
        return How::Copy;
    }
    if pure.contains(inst) {
        return How::Call;
    }
    let what = effects(op, module);
    if op.proposal() == "relaxed_simd" || !f.args(inst).iter().all(|&arg| known(arg)) {
        return How::Never;
    }
    if let Some(access) = memory_access(op)
        && what.writes.is_empty()
        && !what.may_not_return
        && !access.is_atomic()
    {
        let address = f.resolve(f.args(inst)[0]);
        return if reach[address] > Reach::None { How::Load } else { How::Never };
    }
    let touches = !what.reads.is_empty() || what.is_effect() || what.allocates;
    if touches { How::Never } else { How::Compute }
}

/// The values that are run-time constants if all that they are derived from are; and those of
/// annotated variables, which a promotion makes constant.
fn candidates(
    f: &Function,
    vars: &Variables,
    bound: &EntitySet<Value>,
    how: &SecondaryMap<Inst, How>,
    flow: &Flow,
) -> Vec<Value> {
    // Whether a value is *not* a candidate: the least solution of that is the greatest set of candidates.
    let mut never: SecondaryMap<Value, bool> = SecondaryMap::with_capacity(f.values.len());
    flow.solve(&mut never, |value, sources, never| {
        let by_operands = || sources.iter().any(|&source| never[source]);
        match f.values[value].def {
            _ if !is_known_type(f.ty(value)) => true,
            _ if vars.of(value).is_some() || bound.contains(value) => false,
            ValueDef::Param(block, _) => block == f.entry || by_operands(),
            ValueDef::Result(inst, _) => match how[inst] {
                How::Never => true,
                How::Constant => false,
                // The length of a promise need not be known.
                How::Copy => never[f.resolve(f.args(inst)[0])],
                How::Compute | How::Load | How::Call => by_operands(),
            },
            ValueDef::Edge(..) | ValueDef::Alias(_) => true,
        }
    });
    let all = flow.defined.iter().copied();
    all.filter(|&value| !never[value] && !is_constant_value(f, value)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::function;

    /// The candidates in a function whose first parameter is bound.
    fn candidates_of(text: &str) -> String {
        let (module, f) = function(text);
        let cfg = Cfg::new(&f);
        let vars = Variables::new(&f, &cfg).expect("no conflict");
        let derived = Derivations::new(&f, &module, &cfg, &vars, &Bound::new([0]));
        let mut list = derived.candidates().to_vec();
        list.sort_unstable();
        list.iter().map(Value::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn arithmetic_on_candidates_gives_candidates() {
        let text = "(i32, i32) -> (i32) {
          b0(v0: i32, v1: i32):
            v2 = i32.const 4
            v3 = i32.add v0, v2
            v4 = i32.add v3, v1
            v5 = i32.div_u v3, v0
            v6 = i32.add v4, v5
            return v6
          }";
        assert_eq!(candidates_of(text), "v0 v3 v5");
    }

    #[test]
    fn a_load_needs_a_promise_that_covers_its_address() {
        let text = "(i32, i32) -> (i32) {
          b0(v0: i32, v1: i32):
            v2 = i32.load v0
            v3 = i32.const 8
            v4 = promise_const m0 v0, v3
            v5 = i32.load v4
            v6 = i32.add v4, v3
            v7 = i32.load v6
            v8 = i32.load v7
            v9 = promise_transitive m0 v0, v3
            v10 = i32.load v9
            v11 = i32.load v10
            return v11
          }";
        // Not v2, which no promise covers, nor v8, whose address is only loaded from promised memory.
        assert_eq!(candidates_of(text), "v0 v4 v5 v6 v7 v9 v10 v11");
    }

    #[test]
    fn a_parameter_is_covered_if_all_arguments_are() {
        let text = |other: &str| {
            format!(
                "(i32, i32) -> (i32) {{
                  b0(v0: i32, v1: i32):
                    v2 = i32.const 8
                    v3 = promise_const m0 v0, v2
                    v4 = promise_const m0 v0, v2
                    br_if v1, b1(v3), b1({other})
                  b1(v5: i32):
                    v6 = i32.load v5
                    return v6
                  }}"
            )
        };
        assert_eq!(candidates_of(&text("v4")), "v0 v3 v4 v5 v6");
        assert_eq!(candidates_of(&text("v0")), "v0 v3 v4 v5");
    }

    #[test]
    fn a_call_needs_a_promise_and_a_store_is_never_evaluated() {
        let text = "(i32, i32) -> (i32) {
          b0(v0: i32, v1: i32):
            v2 = call f0 v0, v0
            v3 = call f0 v0, v0
            v4 = promise_pure v3
            v5 = i32.const 1
            v6 = memory.grow m0 v5
            i32.store v0, v0
            v7 = i32.add v2, v6
            return v4
          }";
        assert_eq!(candidates_of(text), "v0 v3 v4");
    }

    #[test]
    fn a_value_that_goes_around_a_loop_is_a_candidate_if_all_its_arguments_are() {
        let text = |step: &str| {
            format!(
                "(i32, i32) -> (i32) {{
                  b0(v0: i32, v1: i32):
                    jump b1(v0)
                  b1(v2: i32):
                    v3 = i32.sub v2, {step}
                    br_if v1, b1(v3), b2
                  b2:
                    return v3
                  }}"
            )
        };
        assert_eq!(candidates_of(&text("v0")), "v0 v2 v3");
        assert_eq!(candidates_of(&text("v1")), "v0");
    }
}
