//! Removes redundant block parameters (redundant phis).
//!
//! - *Redundant*: all arguments are one value, or the parameter itself; or the arguments of a group of
//!   parameters are one value and the parameters of the group. Found by strongly connected components
//!   of the parameters, arguments first, and again inside a component with several values (Braun,
//!   Buchwald, Hack, Leißa, Mallon and Zwinkau, *Simple and efficient construction of static
//!   single assignment form*, 2013, section 3.2). Equal constants are one value, also of several
//!   instructions; the constant is rematerialized in the entry block. A `select` counts as a parameter whose arguments
//!   are its arms: a conditional with two empty arms.
//! - *Equal*: two parameters of one block with the same arguments on each edge.
//!
//! The value dominates the parameter, since each path to it passes the value's definition. A value
//! that a terminator defines for an edge is valid on that edge only, and counts as unknown.
//!
//! Cost: near linear; the levels inside of components, and the rounds for equal ones, are bounded.
//! Never considers the definition of an argument, except for constants.

use invar_analysis::PassContext;
use invar_analysis::transform::edges::{args, remove_params};
use invar_ir::entities::{EntitySet, SecondaryMap};
use invar_ir::{
    Block, Cfg, DirectedGraph, Function, Inst, Op, Rows, SourceLoc, ValType, Value, ValueDef,
    strongly_connected,
};
use invar_rules::is_constant;
use rustc_hash::FxHashMap;
use std::rc::Rc;

invar_analysis::config! {
    /// What to do.
    pub struct Config {
        /// Remove parameters that are always one value.
        redundant: bool = true,
        /// Remove parameters that are equal to another one.
        equal: bool = true,
    }
}

invar_analysis::counters! {
    /// What was removed.
    pub struct Stats {
        /// Parameters that are always one value.
        redundant,
        /// Parameters that are always one constant.
        constants,
        /// Parameters that are equal to another one of their block.
        equal,
    }
}

/// The depth to which components are searched for inner ones.
const MOST_LEVELS: u32 = 16;
/// The number of rounds for equal parameters: two that are equal may make others equal.
const MOST_ROUNDS: usize = 8;

const NONE: u32 = u32::MAX;

/// Runs the pass.
pub fn run(function: &mut Function, cx: &mut PassContext<'_>, config: &Config) -> Stats {
    let mut stats = Stats::default();
    let cfg = cx.analyses.cfg(function);
    if config.redundant
        && let Some(stands_for) = Redundancy::new(function, &cfg).solve()
    {
        replace_redundant(function, cx, &cfg, &stands_for, &mut stats);
    }
    if config.equal {
        for _ in 0..MOST_ROUNDS {
            let found = replace_equal(function, cx, &cfg);
            stats.equal += found;
            if found == 0 {
                break;
            }
        }
    }
    stats
}

// ---- One value -------------------------------------------------------------------------------

/// The parameters and the results of selects, numbered densely, and their arguments. The parameters of the entry
/// block are ordinary values.
struct Redundancy<'a> {
    function: &'a Function,
    params: Vec<Value>,
    number: SecondaryMap<Value, u32>,
    args: Rows<Value>,
    /// The current set, by its stamp.
    stamp: Vec<u32>,
    /// The value that each redundant parameter is, once that is known.
    stands_for: SecondaryMap<Value, Option<Value>>,
    /// Whether there are any.
    found: bool,
}

/// A component of a set of parameters that was taken apart.
struct Component {
    /// The components of the set.
    rows: Rc<Rows<u32>>,
    /// Which one it is.
    row: usize,
    /// The depth of the set.
    level: u32,
}

/// A set of parameters as a graph: an edge from each to the parameters among its arguments.
struct Among<'a, 'b> {
    all: &'a Redundancy<'b>,
    members: &'a [u32],
    position: &'a [u32],
}

impl DirectedGraph for Among<'_, '_> {
    fn nodes(&self) -> usize {
        self.members.len()
    }

    /// An argument that is not a member is an edge to the node itself: it changes nothing.
    fn succ(&self, node: u32, nth: u32) -> Option<u32> {
        let arg = *self.all.args.row(self.members[node as usize] as usize).get(nth as usize)?;
        let param = self.all.number[self.all.resolve(arg)];
        let position = if param == NONE { NONE } else { self.position[param as usize] };
        Some(if position == NONE { node } else { position })
    }
}

impl<'a> Redundancy<'a> {
    fn new(function: &'a Function, cfg: &Cfg) -> Self {
        let mut params = Vec::new();
        let mut number = SecondaryMap::with_default(NONE);
        for &block in cfg.rpo.iter().filter(|&&block| block != function.entry) {
            for &param in &function.blocks[block].params {
                number[param] = params.len() as u32;
                params.push(param);
            }
        }
        let mut selects: Vec<Inst> = Vec::new();
        for &block in &cfg.rpo {
            for &inst in &function.blocks[block].insts {
                if is_select(&function.insts[inst].op) {
                    let value = function.result(inst).expect("one result");
                    number[value] = params.len() as u32;
                    params.push(value);
                    selects.push(inst);
                }
            }
        }
        let out_edges = || cfg.rpo.iter().flat_map(|&block| cfg.out_edges(block));
        // A single instruction represents all arguments with the same constant and type; a constant of a supertype
        // cannot replace one of a subtype.
        let mut constants: FxHashMap<(&Op, ValType), Value> = FxHashMap::default();
        let mut same: SecondaryMap<Value, Option<Value>> = SecondaryMap::new();
        let passed = out_edges().flat_map(|edge| args(function, edge));
        let arms = selects.iter().flat_map(|&inst| &function.args(inst)[..2]);
        for &value in passed.chain(arms) {
            if let Some(op) = function.def_op(value).filter(|op| is_constant(op)) {
                same[value] = Some(*constants.entry((op, function.ty(value))).or_insert(value));
            }
        }
        let one = &|arg: Value| same[arg].unwrap_or(arg);
        let args = Rows::new(params.len(), || {
            let passed = out_edges().flat_map(|edge| {
                let params = &function.blocks[cfg.target(edge)].params;
                let rows = params.iter().map(|&param| number[param] as usize);
                rows.zip(args(function, edge).iter().map(|&arg| one(arg)))
            });
            let arms = selects.iter().flat_map(|&inst| {
                let row = number[function.result(inst).expect("one result")] as usize;
                function.args(inst)[..2].iter().map(move |&arm| (row, one(arm)))
            });
            passed.chain(arms)
        });
        let stamp = vec![NONE; params.len()];
        let stands_for = SecondaryMap::new();
        Redundancy { function, params, number, args, stamp, stands_for, found: false }
    }

    fn resolve(&self, value: Value) -> Value {
        self.stands_for[value].unwrap_or(value)
    }

    /// The value that each redundant parameter is; `None` if there are none.
    fn solve(mut self) -> Option<SecondaryMap<Value, Option<Value>>> {
        let mut position = vec![NONE; self.params.len()];
        let mut stamps = 0;
        // Sets whose components are still to be visited, and their depths.
        let mut sets: Vec<(Vec<u32>, u32)> = vec![((0..self.params.len() as u32).collect(), 0)];
        let mut components: Vec<Component> = Vec::new();
        loop {
            if let Some(Component { rows, row, level }) = components.pop() {
                stamps += 1;
                let inner = self.component(rows.row(row), stamps);
                if !inner.is_empty() && level < MOST_LEVELS {
                    sets.push((inner, level + 1));
                }
            } else if sets.is_empty() {
                return self.found.then_some(self.stands_for);
            }
            // Inner components come before the components after the outer one.
            if let Some((members, level)) = sets.pop() {
                self.take_apart(members, level, &mut position, &mut components);
            }
        }
    }

    /// The components of a set, the one with its arguments outside of the others last.
    fn take_apart(
        &self,
        members: Vec<u32>,
        level: u32,
        position: &mut [u32],
        components: &mut Vec<Component>,
    ) {
        for (n, &member) in members.iter().enumerate() {
            position[member as usize] = n as u32;
        }
        let graph = Among { all: self, members: &members, position: &*position };
        let (component, count) = strongly_connected(&graph);
        let rows = Rows::new(count as usize, || {
            component.iter().map(|&number| number as usize).zip(members.iter().copied())
        });
        let rows = Rc::new(rows);
        let all = (0..count as usize).rev();
        components.extend(all.map(|row| Component { rows: Rc::clone(&rows), row, level }));
        for &member in &members {
            position[member as usize] = NONE;
        }
    }

    /// If a component has one argument from outside, all its members are that value; otherwise the
    /// members without arguments from outside are returned.
    fn component(&mut self, members: &[u32], stamp: u32) -> Vec<u32> {
        for &member in members {
            self.stamp[member as usize] = stamp;
        }
        let (mut outside, mut several, mut inner) = (None, false, Vec::new());
        for &member in members {
            let mut is_inner = true;
            for &arg in self.args.row(member as usize) {
                let arg = self.resolve(arg);
                let param = self.number[arg];
                if param != NONE && self.stamp[param as usize] == stamp {
                    continue;
                }
                is_inner = false;
                let on_edge = matches!(self.function.values[arg].def, ValueDef::Edge(..));
                several |= on_edge && !invar_ir::mutant!(ParamsTakeEdgeValues)
                    || *outside.get_or_insert(arg) != arg;
            }
            if is_inner {
                inner.push(member);
            }
        }
        match outside {
            Some(value) if !several => {
                self.found = true;
                for &member in members {
                    self.stands_for[self.params[member as usize]] = Some(value);
                }
                Vec::new()
            }
            _ => inner,
        }
    }
}

fn replace_redundant(
    function: &mut Function,
    cx: &PassContext<'_>,
    cfg: &Cfg,
    stands_for: &SecondaryMap<Value, Option<Value>>,
    stats: &mut Stats,
) {
    let mut removed: EntitySet<Value> = EntitySet::new();
    let mut constants: FxHashMap<Value, Value> = FxHashMap::default();
    let mut new_insts = Vec::new();
    for &block in &cfg.rpo {
        let is_redundant = |function: &Function, inst: Inst| {
            is_select(&function.insts[inst].op)
                && function.result(inst).is_some_and(|value| stands_for[value].is_some())
        };
        let mut all = function.blocks[block].params.clone();
        all.retain(|&param| stands_for[param].is_some() && cx.fuel.take());
        if function.blocks[block].insts.iter().any(|&inst| is_redundant(function, inst)) {
            let mut insts = std::mem::take(&mut function.blocks[block].insts);
            insts.retain(|&inst| {
                let goes = is_redundant(function, inst) && cx.fuel.take();
                all.extend(function.result(inst).filter(|_| goes));
                !goes
            });
            function.blocks[block].insts = insts;
        }
        for param in all {
            let Some(mut value) = stands_for[param] else { continue };
            match function.def_op(value).cloned() {
                Some(op) if is_constant(&op) => {
                    stats.constants += 1;
                    value = *constants.entry(value).or_insert_with(|| {
                        let ty = function.ty(value);
                        let inst = function.make_inst(op, &[], &[ty], SourceLoc::default());
                        new_insts.push(inst);
                        function.result(inst).expect("one result")
                    });
                }
                _ => stats.redundant += 1,
            }
            function.alias(param, value);
            removed.insert(param);
        }
    }
    function.blocks[function.entry].insts.splice(0..0, new_insts);
    finish(function, &removed);
}

fn is_select(op: &Op) -> bool {
    matches!(op, Op::Select | Op::TypedSelect { .. })
}

fn finish(function: &mut Function, removed: &EntitySet<Value>) {
    if !removed.is_empty() {
        remove_params(function, |param| removed.contains(param));
        function.resolve_aliases();
    }
}

// ---- Two equal ones --------------------------------------------------------------------------

/// Replaces each parameter that has the same arguments as an earlier one of its block; their number.
fn replace_equal(function: &mut Function, cx: &PassContext<'_>, cfg: &Cfg) -> u64 {
    let mut removed: EntitySet<Value> = EntitySet::new();
    let mut count = 0;
    let several = |&&block: &&Block| function.blocks[block].params.len() > 1;
    let blocks: Vec<Block> = cfg.rpo.iter().filter(several).copied().collect();
    for block in blocks.into_iter().filter(|&block| block != cfg.rpo[0]) {
        let params = function.blocks[block].params.clone();
        // `None` for the parameter itself, which any other argument agrees with.
        type Column = Vec<Option<Value>>;
        let mut first: FxHashMap<(ValType, Column), Value> = FxHashMap::default();
        for (n, &param) in params.iter().enumerate() {
            let column = cfg.reachable_preds(block).map(|edge| args(function, edge)[n]);
            let column = column.map(|arg| Some(arg).filter(|&arg| arg != param)).collect();
            let same = *first.entry((function.ty(param), column)).or_insert(param);
            if same != param && cx.fuel.take() {
                function.alias(param, same);
                removed.insert(param);
                count += 1;
            }
        }
    }
    finish(function, &removed);
    count
}

#[cfg(test)]
mod tests {
    use super::{Config, Stats, run};
    use invar_analysis::Goals;
    use invar_generate::testing::{chain, check, nest, out_of_fuel, same_behaviour, with_context};
    use invar_ir::ValType;

    fn check_all(before: &str, after: &str, expected: Stats) {
        check(
            |function, cx| {
                assert_eq!(run(function, cx, &Config::default()), expected);
                0
            },
            0,
            before,
            after,
        );
    }

    #[test]
    fn selects_among_a_value_and_itself() {
        check_all(
            "func f1 : (i32, i32) -> (i32) {
             b0(v0: i32, v1: i32):
               jump b1(v0, v1)
             b1(v2: i32, v3: i32):
               v4 = select v0, v2, v3
               v5 = select v3, v2, v0
               br_if v3, b1(v4, v5), b2
             b2:
               return v4
             }",
            "func f1 : (i32, i32) -> (i32) {
             b0(v0: i32, v1: i32):
               jump b1(v1)
             b1(v3: i32):
               v5 = select v3, v0, v0
               br_if v3, b1(v5), b2
             b2:
               return v0
             }",
            Stats { redundant: 2, ..Stats::default() },
        );
    }

    #[test]
    fn loops_that_do_not_change_a_value() {
        check_all(
            "func f1 : (i32, i32) -> (i32) {
             b0(v0: i32, v1: i32):
               jump b1(v0, v1)
             b1(v2: i32, v3: i32):
               br_if v3, b2(v2), b3
             b2(v4: i32):
               v5 = i32.add v4, v3
               jump b1(v4, v5)
             b3:
               return v2
             }",
            "func f1 : (i32, i32) -> (i32) {
             b0(v0: i32, v1: i32):
               jump b1(v1)
             b1(v3: i32):
               br_if v3, b2, b3
             b2:
               v5 = i32.add v0, v3
               jump b1(v5)
             b3:
               return v0
             }",
            Stats { redundant: 2, ..Stats::default() },
        );
    }

    #[test]
    fn groups_that_get_one_value_from_outside() {
        // Irreducible: b1 and b2 pass the value to each other.
        check_all(
            "func f1 : (i32) -> (i32) {
             b0(v0: i32):
               br_if v0, b1(v0), b2(v0)
             b1(v1: i32):
               br_if v1, b2(v1), b3(v1)
             b2(v2: i32):
               br_if v2, b1(v2), b3(v2)
             b3(v3: i32):
               return v3
             }",
            "func f1 : (i32) -> (i32) {
             b0(v0: i32):
               br_if v0, b1, b2
             b1:
               br_if v0, b2, b3
             b2:
               br_if v0, b1, b3
             b3:
               return v0
             }",
            Stats { redundant: 3, ..Stats::default() },
        );
    }

    #[test]
    fn groups_inside_a_group_that_varies() {
        // v1 varies; inside its loop, b2 and b3 pass it to each other unchanged.
        check_all(
            "func f1 : (i32) -> (i32) {
             b0(v0: i32):
               jump b1(v0)
             b1(v1: i32):
               br_if v1, b2(v1), b3(v1)
             b2(v2: i32):
               br_if v0, b3(v2), b4(v2)
             b3(v3: i32):
               br_if v0, b2(v3), b4(v3)
             b4(v4: i32):
               br_if v4, b1(v4), b5
             b5:
               v5 = i32.const 1
               jump b1(v5)
             }",
            "func f1 : (i32) -> (i32) {
             b0(v0: i32):
               jump b1(v0)
             b1(v1: i32):
               br_if v1, b2, b3
             b2:
               br_if v0, b3, b4
             b3:
               br_if v0, b2, b4
             b4:
               br_if v1, b1(v1), b5
             b5:
               v5 = i32.const 1
               jump b1(v5)
             }",
            Stats { redundant: 3, ..Stats::default() },
        );
    }

    #[test]
    fn equal_constants_are_one_value() {
        check_all(
            "func f1 : (i32) -> (i32) {
             b0(v0: i32):
               br_if v0, b1, b2
             b1:
               v1 = i32.const 5
               jump b3(v1)
             b2:
               v2 = i32.const 5
               jump b3(v2)
             b3(v3: i32):
               return v3
             }",
            "func f1 : (i32) -> (i32) {
             b0(v0: i32):
               v4 = i32.const 5
               br_if v0, b1, b2
             b1:
               v1 = i32.const 5
               jump b3
             b2:
               v2 = i32.const 5
               jump b3
             b3:
               return v4
             }",
            Stats { constants: 1, ..Stats::default() },
        );
    }

    #[test]
    fn equal_parameters() {
        check_all(
            "func f1 : (i32, i32) -> (i32) {
             b0(v0: i32, v1: i32):
               jump b1(v0, v1, v0, v0)
             b1(v2: i32, v3: i32, v4: i32, v5: i32):
               v6 = i32.add v2, v3
               br_if v6, b1(v6, v6, v6, v3), b2(v2, v4)
             b2(v7: i32, v8: i32):
               v9 = i32.add v7, v8
               v10 = i32.add v9, v5
               return v10
             }",
            "func f1 : (i32, i32) -> (i32) {
             b0(v0: i32, v1: i32):
               jump b1(v0, v1, v0)
             b1(v2: i32, v3: i32, v5: i32):
               v6 = i32.add v2, v3
               br_if v6, b1(v6, v6, v3), b2
             b2:
               v9 = i32.add v2, v2
               v10 = i32.add v9, v5
               return v10
             }",
            Stats { redundant: 2, equal: 1, ..Stats::default() },
        );
    }

    #[test]
    fn values_made_for_an_edge_stay_on_it() {
        let text = "func f1 : ((ref null ty0)) -> (i32) {
             b0(v0: (ref null ty0)):
               br_on_null v0, b1, [v1] b2(v1)
             b1:
               v2 = i32.const 0
               return v2
             b2(v3: (ref ty0)):
               v4 = struct.get ty0 1 v3
               return v4
             }";
        check_all(text, text, Stats::default());
    }

    #[test]
    fn random_functions_do_the_same() {
        same_behaviour(0..3000, Goals::default(), |function, cx| {
            run(function, cx, &Config::default());
            let again = run(function, cx, &Config::default());
            assert_eq!((again.redundant, again.constants), (0, 0), "again");
        });
    }

    #[test]
    fn fuel_runs_out_anywhere() {
        out_of_fuel(|function, cx| {
            run(function, cx, &Config::default());
        });
    }

    #[test]
    fn long_chains_and_deep_nests() {
        let (module, mut function) = nest(20_000);
        with_context(&module, |cx| run(&mut function, cx, &Config::default()));
        // The parameter of the function, passed on through all blocks.
        let (module, mut function) = chain(100_000);
        let zero = invar_ir::Op::I32Const { value: 0 };
        let (entry, loc) = (function.entry, invar_ir::SourceLoc::default());
        let zero = function.append(entry, zero, &[], &[ValType::I32], loc);
        let mut value = function.result(zero).unwrap();
        for block in function.blocks.keys().collect::<Vec<_>>() {
            if block != entry {
                value = function.add_param(block, ValType::I32);
            }
            let list = function.make_list(&[value]);
            if let Some(call) = function.blocks[block].term.targets_mut().next() {
                call.args = list;
            }
        }
        let stats = with_context(&module, |cx| run(&mut function, cx, &Config::default()));
        assert_eq!(stats.constants, 99_999);
    }
}
