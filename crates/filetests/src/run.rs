//! Runs a filetest: its passes, the text of their result, and all executions.

use crate::differ::{self, Engine, Tally};
use crate::filetest::{FileTest, GraphStep, Test};
use crate::optimize::{deinits, panic_text};
use crate::run_line::{Made, call, compare_interrupted};
use crate::special::{Call, special};
use invar::unstable::OptimizerExt;
use invar::{ArcMode, Optimizer, Pass, Strip};
use invar_analysis::{Analyses, Counters, Fuel, Goals, Remarks, Summaries};
use invar_graph::code_motion::dependences::Standard;
use invar_graph::module_graph::Omega;
use invar_graph::nodes::{common, dead, reduce};
use invar_graph::{FunctionEnv, code_motion, redirect};
use invar_rules::{Allow, RuleCounts};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The result of a filetest.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The output, to be compared with what the file expects.
    pub output: String,
    /// Calls of `;; run:` lines that were made, before and after.
    pub runs: usize,
    /// The runs with generated arguments.
    pub tally: Tally,
    /// There is nothing that could be executed: no function is exported, or the test is of an analysis.
    pub nothing_to_execute: bool,
    /// Why something was not executed.
    pub reasons: Vec<String>,
}

impl Report {
    /// Calls that were made before and after, or after only, and ended otherwise than by a limit.
    pub fn calls(&self) -> usize {
        self.runs + self.tally.calls()
    }

    /// Whether the engine executed everything, if only up to a limit.
    pub fn is_executed(&self) -> bool {
        let reached = self.calls() + self.tally.limits > 0;
        self.reasons.is_empty() && (self.nothing_to_execute || reached)
    }
}

/// Runs a filetest on an engine. An error is a sentence: what failed, or behaves differently after
/// optimization.
pub fn run<E: Engine>(test: &FileTest<'_>, engine: &E) -> Result<Report, String> {
    let run = AssertUnwindSafe(|| Run { test, engine, report: Report::default() }.run());
    catch_unwind(run).unwrap_or_else(|panic| Err(format!("PANIC: {}", panic_text(&*panic))))
}

struct Run<'a, E> {
    test: &'a FileTest<'a>,
    engine: &'a E,
    report: Report,
}

impl<E: Engine> Run<'_, E> {
    fn run(mut self) -> Result<Report, String> {
        self.report.output = match &self.test.test {
            Test::Stage => {
                let module = invar_ir::parse_verified(self.test.input);
                let module = module.map_err(|error| error.to_string())?;
                let config = invar_stage::Config::default();
                self.report.nothing_to_execute = true;
                invar_stage::print::module_text(&module, None, &config)
            }
            Test::Specialize(what) => self.specialize(what)?,
            _ => self.optimize()?,
        };
        Ok(self.report)
    }

    /// Without passes.
    fn plain(&self) -> Optimizer {
        let optimizer = Optimizer::default().guard(false).names(true).threads(1);
        let optimizer = optimizer.strip(Strip::default().local_names(true));
        let optimizer = optimizer.arc(self.test.silent.map_or(ArcMode::Auto, deinits));
        let optimizer = optimizer.arc_waiting(self.test.waiting);
        optimizer
            .assume_stack_abi(self.test.stack_abi)
            .closed_world(self.test.closed_world)
            .fast_math(self.test.fast_math)
            .traps_never_happen(self.test.traps_never_happen)
            .enable(self.test.features)
            .verify(true)
            .strict(true)
            .passes([])
    }

    fn optimize(&mut self) -> Result<String, String> {
        let (test, plain) = (self.test, self.plain());
        let optimizer = match &test.test {
            Test::Optimize(level) => Optimizer::new(*level)
                .guard(false)
                .names(true)
                .strip(Strip::default().local_names(true))
                .threads(1)
                .verify(true)
                .strict(true)
                .enable(self.test.features)
                .closed_world(self.test.closed_world)
                .fast_math(self.test.fast_math)
                .traps_never_happen(self.test.traps_never_happen),
            Test::Passes(passes) => plain.clone().passes(passes.iter().copied()),
            Test::Graph(passes, _) => {
                plain.clone().passes(passes.iter().copied().chain([Pass::Graph]))
            }
            _ => plain.clone(),
        };
        let before = if test.inv {
            plain.run_module(self.module()?).map_err(text)?.wasm
        } else {
            wat::parse_str(test.input).map_err(|error| error.to_string())?
        };
        let after =
            if test.inv { optimizer.run_module(self.module()?) } else { optimizer.run(&before) };
        let after = after.map_err(text)?.wasm;
        let (in_ir, _) = if test.inv {
            optimizer.run_module_to_ir(self.module()?)
        } else {
            optimizer.run_to_ir(&before)
        }
        .map_err(text)?;
        self.execute(&before, &after, &in_ir)?;
        match &test.test {
            Test::Optimize(_) | Test::Write => print(&after),
            // What a pass over the module decides is done when the module is written.
            Test::Passes(passes) if passes.iter().any(|pass| pass.is_module_pass()) => {
                print(&after)
            }
            Test::Passes(_) => Ok(without_places(&in_ir.to_string())),
            Test::Graph(passes, steps) => {
                let optimizer = plain.passes(passes.iter().copied());
                let (module, _) = if test.inv {
                    optimizer.run_module_to_ir(self.module()?)
                } else {
                    optimizer.run_to_ir(&before)
                }
                .map_err(text)?;
                let goals =
                    Goals { traps_never_happen: test.traps_never_happen, ..Goals::default() };
                graphs(&module, steps, goals)
            }
            Test::Roundtrip => {
                let once = self.module()?.to_string();
                let twice = invar_ir::parse_module(&once).map_err(|error| error.to_string())?;
                if twice.to_string() == once { Ok(once) } else { Err("not the same twice".into()) }
            }
            Test::Stage | Test::Specialize(_) => Err("it is no test of passes".into()),
        }
    }

    /// Executes a module before, and after: as it was written, and the IR that it was written from.
    fn execute(
        &mut self,
        before: &[u8],
        after: &[u8],
        in_ir: &invar_ir::Module,
    ) -> Result<(), String> {
        let before = match self.engine.module(before) {
            Ok(before) => before,
            Err(why) => {
                self.report.reasons.push(why);
                return Ok(());
            }
        };
        let after = self.engine.module(after);
        let mut modules = vec![before, after.map_err(|error| format!("after: {error}"))?];
        modules.extend(self.engine.module_of_ir(in_ir));
        for run in &self.test.runs {
            for (module, when) in modules.iter().zip(["before", "after", "after, in IR"]) {
                self.call(module, run, when)?;
            }
            let compared = compare_interrupted(self.engine, &modules, run);
            compared.map_err(|error| format!("run: {run}: {error}"))?;
        }
        let tally = differ::compare(self.engine, &modules, 1);
        let mut tally = tally.map_err(|difference| {
            format!("{}{}", ["", "in IR: "][difference.variant], difference.what)
        })?;
        self.report.reasons.append(&mut tally.reasons);
        self.report.nothing_to_execute = tally.ran > 0 && tally.planned == 0;
        self.report.tally = tally;
        Ok(())
    }

    fn call(&mut self, module: &E::Module, run: &str, when: &str) -> Result<(), String> {
        match call(self.engine, module, run) {
            Ok(Made::AsExpected) => self.report.runs += 1,
            Ok(Made::NotExecuted(why)) => self.report.reasons.push(why),
            Err(error) => return Err(format!("{when}: run: {run}: {error}")),
        }
        Ok(())
    }

    /// A special version, which must do the same for arguments that agree with the bound ones.
    fn specialize(&mut self, what: &Call) -> Result<String, String> {
        let plain = self.plain();
        let module = if self.test.inv {
            self.module()?
        } else {
            let wasm = wat::parse_str(self.test.input).map_err(|error| error.to_string())?;
            plain.run_to_ir(&wasm).map_err(text)?.0
        };
        let (special, output) = special(&module, what)?;
        let mut generic = module;
        invar_stage::annotations::strip_all(&mut generic);
        let before = self.engine.module(&plain.run_module(generic).map_err(text)?.wasm)?;
        let after = self.engine.module(&plain.run_module(special).map_err(text)?.wasm)?;
        self.report.nothing_to_execute = self.test.runs.is_empty();
        for run in &self.test.runs {
            // `after only` is for promises that are broken on purpose.
            let (only, run) = match run.strip_prefix("after only:") {
                Some(run) => (true, run),
                None => (false, *run),
            };
            if !only {
                self.call(&before, run, "before")?;
            }
            self.call(&after, run, "after")?;
        }
        Ok(output)
    }

    fn module(&self) -> Result<invar_ir::Module, String> {
        invar_ir::parse_module(self.test.input).map_err(|error| error.to_string())
    }
}

/// The graphs of the functions of a module after some steps.
fn graphs(module: &invar_ir::Module, steps: &[GraphStep], goals: Goals) -> Result<String, String> {
    if steps == [GraphStep::Omega] {
        return Ok(Omega::new(module).to_string());
    }
    let mut out = String::new();
    let fuel = Fuel::unlimited();
    let remarks = &mut Remarks::default();
    let summaries = Summaries::new(module.funcs.len());
    for (func, data) in &module.funcs {
        let invar_ir::Body::Ssa(function) = &data.body else { continue };
        let env = FunctionEnv { module, goals: &goals, summaries: &summaries };
        let graph = invar_graph::build(function, &env);
        let mut graph = graph.map_err(|error| format!("{func}: {error:?}"))?;
        for step in steps {
            match step {
                GraphStep::Redirect => {
                    let config = redirect::Config::default();
                    let done = redirect::run(&mut graph, &config, &summaries, &fuel, remarks);
                    out += &format!(
                        "; gamma {}, theta {}, dead output {}, dead pre {}\n",
                        done.gamma, done.theta, done.dead_output, done.dead_pre
                    );
                }
                GraphStep::Omega => return Err("`module` stands alone".into()),
                GraphStep::Reduce => {
                    let (allow, mut rules) = (Allow::default(), RuleCounts::default());
                    let done = reduce::run(&mut graph, module, &allow, &fuel, &mut rules);
                    out += &counters(&done);
                }
                GraphStep::Common => {
                    let config = common::Config::default();
                    out += &counters(&common::run(&mut graph, &env, &config, &fuel, remarks));
                }
                GraphStep::Motion => {
                    let (deps, config) = (Standard { env: &env }, code_motion::Config::default());
                    out += &counters(&code_motion::run(&mut graph, &deps, &config, &fuel, remarks));
                }
                GraphStep::RemoveDead => {
                    dead::remove_dead(&mut graph, &fuel);
                }
            }
            invar_graph::verify(&graph)?;
        }
        out += &format!("{func}: {graph}");
        let effects = invar_graph::function_effects(function, &mut Analyses::default(), &env);
        summaries.publish(func, redirect::summarize(&graph, effects, &summaries));
    }
    Ok(out)
}

/// The counters of a step, as a line.
fn counters(counted: &impl Counters) -> String {
    let list = counted.list();
    let group = list.first().and_then(|(name, _)| name.split('.').next()).unwrap_or_default();
    let done = list.iter().filter(|(_, count)| *count > 0);
    let done = done.map(|(name, count)| format!(" {} {count}", &name[group.len() + 1..]));
    format!("; {group}:{}\n", done.collect::<Vec<_>>().join(","))
}

fn print(wasm: &[u8]) -> Result<String, String> {
    wasmprinter::print_bytes(wasm).map_err(|error| error.to_string())
}

/// The text without source locations, which an edit of the input would change.
fn without_places(text: &str) -> String {
    let line = |line: &str| match line.rsplit_once(" @") {
        Some((instruction, _)) if line.starts_with(' ') => format!("{}\n", instruction.trim_end()),
        _ => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

fn text(error: invar::Error) -> String {
    error.to_string()
}
