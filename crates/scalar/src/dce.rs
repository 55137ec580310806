//! Dead code elimination (DCE) of instructions and block parameters.
//!
//! Mark and sweep. Live are instructions with effects, the operands of terminators, and transitively
//! the operands of live instructions; an argument of a branch is live if its parameter is. So a cycle
//! of parameters that are only passed to each other is dead, too (aggressive in values, not in control
//! flow).
//!
//! Removable are pure operators, reads, allocations, and operators that are proved not to trap (divisions by known
//! operands, accesses in bounds); under `--traps-never-happen` also those whose only effect is a trap.
//!
//! Cost: linear. Never removes a branch, a block, or a parameter of the function; never removes
//! one of two stores.

use invar_analysis::PassContext;
use invar_analysis::inst_effects;
use invar_analysis::transform::edges::remove_params;
use invar_ir::entities::SecondaryMap;
use invar_ir::{Cfg, Function, Inst, Value, ValueDef};
use std::rc::Rc;

invar_analysis::config! {
    /// What to do.
    pub struct Config {
        /// Remove instructions.
        insts: bool = true,
        /// Remove block parameters.
        params: bool = true,
    }
}

invar_analysis::counters! {
    /// What was removed.
    pub struct Stats {
        /// Instructions.
        insts,
        /// Block parameters.
        params,
    }
}

/// The live values and instructions so far, and the worklist.
struct Marks {
    cfg: Rc<Cfg>,
    values: SecondaryMap<Value, bool>,
    insts: SecondaryMap<Inst, bool>,
    work: Vec<Value>,
}

/// Runs the pass.
pub fn run(function: &mut Function, cx: &mut PassContext<'_>, config: &Config) -> Stats {
    let mut marks = Marks {
        cfg: cx.analyses.cfg(function),
        values: SecondaryMap::new(),
        insts: SecondaryMap::new(),
        work: Vec::new(),
    };
    for block in function.live_blocks() {
        let data = &function.blocks[block];
        for &inst in &data.insts {
            if !config.insts || !is_removable(function, cx, inst) {
                marks.keep_inst(function, inst);
            }
        }
        for &param in &data.params {
            if !config.params || block == function.entry {
                marks.keep(param);
            }
        }
        data.term.operands(&function.pool).iter().for_each(|&value| marks.keep(value));
    }
    marks.propagate(function);
    if cx.fuel.left().is_some() {
        keep_what_there_is_no_fuel_for(function, cx, &mut marks);
    }
    sweep(function, &marks)
}

fn is_removable(function: &Function, cx: &PassContext<'_>, inst: Inst) -> bool {
    let effects = inst_effects(function, inst, cx.module);
    let promised = cx.goals.traps_never_happen || invar_ir::mutant!(DceRemovesTraps);
    effects.with_promise(promised).may_be_deleted()
}

impl Marks {
    fn keep(&mut self, value: Value) {
        if !std::mem::replace(&mut self.values[value], true) {
            self.work.push(value);
        }
    }

    fn keep_inst(&mut self, function: &Function, inst: Inst) {
        if !std::mem::replace(&mut self.insts[inst], true) {
            function.args(inst).iter().for_each(|&arg| self.keep(arg));
        }
    }

    fn propagate(&mut self, function: &Function) {
        while let Some(value) = self.work.pop() {
            match function.values[value].def {
                ValueDef::Alias(to) => self.keep(to),
                ValueDef::Result(inst, _) => self.keep_inst(function, inst),
                ValueDef::Edge(..) => {}
                ValueDef::Param(block, n) => {
                    for edge in 0..self.cfg.preds(block).len() {
                        let edge = self.cfg.preds(block)[edge];
                        self.keep(
                            invar_analysis::transform::edges::args(function, edge)[n as usize],
                        );
                    }
                }
            }
        }
    }
}

/// Takes fuel for each removal; an instruction without fuel becomes a root.
fn keep_what_there_is_no_fuel_for(function: &Function, cx: &PassContext<'_>, marks: &mut Marks) {
    for block in function.live_blocks() {
        for &param in &function.blocks[block].params {
            if !marks.values[param] && !cx.fuel.take() {
                marks.keep(param);
            }
        }
        for &inst in &function.blocks[block].insts {
            if !marks.insts[inst] && !cx.fuel.take() {
                marks.keep_inst(function, inst);
            }
        }
    }
    marks.propagate(function);
}

fn sweep(function: &mut Function, marks: &Marks) -> Stats {
    let mut stats = Stats::default();
    for data in function.blocks.values_mut() {
        let before = data.insts.len();
        data.insts.retain(|&inst| marks.insts[inst]);
        stats.insts += (before - data.insts.len()) as u64;
    }
    stats.params = remove_params(function, |param| !marks.values[param]);
    stats
}

#[cfg(test)]
mod tests {
    use super::{Config, run};
    use invar_analysis::Goals;
    use invar_generate::testing::{
        check, long_block, nest, out_of_fuel, parse, same_behaviour, with_context, with_goals,
    };

    #[test]
    fn unused_computations_and_what_they_use() {
        check(
            |f, cx| run(f, cx, &Config::default()).insts,
            5,
            "func f1 : (i32, (ref null ty0)) -> (i32) {
             b0(v0: i32, v1: (ref null ty0)):
               v2 = i32.add v0, v0
               v3 = i32.mul v2, v2
               v4 = i32.const 4
               v5 = i32.div_u v0, v4
               v6 = i32.div_u v0, v0
               v7 = global.get g0
               v8 = i32.load v0
               v9 = call f0 v0
               return v0
             }",
            "func f1 : (i32, (ref null ty0)) -> (i32) {
             b0(v0: i32, v1: (ref null ty0)):
               v6 = i32.div_u v0, v0
               v8 = i32.load v0
               v9 = call f0 v0
               return v0
             }",
        );
    }

    #[test]
    fn traps_go_if_they_never_happen() {
        let (module, mut function) = parse(
            "func f1 : (i32) -> (i32) {
             b0(v0: i32):
               v1 = i32.div_u v0, v0
               v2 = i32.load v0
               i32.store v0, v0
               return v0
             }",
        );
        let goals = Goals { traps_never_happen: true, ..Goals::default() };
        let stats = with_goals(&module, goals, |cx| run(&mut function, cx, &Config::default()));
        assert_eq!(stats.insts, 2);
    }

    #[test]
    fn allocations_go_with_what_fills_them() {
        check(
            |f, cx| run(f, cx, &Config::default()).insts,
            2,
            "func f1 : (i32, i64) -> (i32) {
             b0(v0: i32, v1: i64):
               v2 = i32.eqz v0
               v3 = struct.new ty0 v2, v0, v1
               return v0
             }",
            "func f1 : (i32, i64) -> (i32) {
             b0(v0: i32, v1: i64):
               return v0
             }",
        );
    }

    #[test]
    fn parameters_that_only_serve_one_another() {
        check(
            |f, cx| run(f, cx, &Config::default()).params,
            3,
            "func f1 : (i32, i32) -> (i32) {
             b0(v0: i32, v1: i32):
               jump b1(v0, v0, v1)
             b1(v2: i32, v3: i32, v4: i32):
               v5 = i32.add v2, v4
               br_if v3, b2(v3, v5), b1(v4, v1, v5)
             b2(v6: i32, v7: i32):
               return v6
             }",
            "func f1 : (i32, i32) -> (i32) {
             b0(v0: i32, v1: i32):
               jump b1(v0)
             b1(v3: i32):
               br_if v3, b2(v3), b1(v1)
             b2(v6: i32):
               return v6
             }",
        );
    }

    #[test]
    fn fuel_runs_out_anywhere() {
        out_of_fuel(|function, cx| {
            run(function, cx, &Config::default());
        });
    }

    #[test]
    fn random_functions_do_the_same() {
        for goals in [Goals::default(), Goals { traps_never_happen: true, ..Goals::default() }] {
            same_behaviour(0..2000, goals, |function, cx| {
                run(function, cx, &Config::default());
                assert_eq!(run(function, cx, &Config::default()), Default::default(), "again");
            });
        }
    }

    #[test]
    fn large_functions() {
        for (module, mut function) in [long_block(100_000), nest(20_000)] {
            with_context(&module, |cx| run(&mut function, cx, &Config::default()));
        }
    }
}
