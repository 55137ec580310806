//! Filetests: a module, what to do with it, and exactly what must come of it, in one file.
//!
//! ```text
//! ;; A division that may trap is not removed.
//! ;; test: pass dce
//! ;; run: f(7) == 1
//! ;; run: f(0) == trap
//! (module ...)
//! ;; expect:
//! ;; module { ...
//! ```
//!
//! The first line says what the file tracks. `;; test:` is one of
//!
//! | test | what is expected |
//! |---|---|
//! | `optimize -O1` | the text of the module after a level (any of the command's) |
//! | `pass a,b` | the IR after exactly these passes; the text of the module, if one is of modules |
//! | `print` | the IR as it is read, before any pass |
//! | `write` | the text of the module as it is written, after no pass |
//! | `roundtrip` | (for `.inv`) the same text again |
//! | `stage` | what follows from the annotations in each function that has some; nothing is run |
//! | `specialize f(1, _)` | a function for these values of bound arguments, after passes that make it readable, with what happened before it; then `checked`, or a limit: `insts=N`, `versions=N`. Runs are of the function before and of its special version |
//! | `graph a,b` | the region graph of each function after these: passes first, then of `reduce`, `share`, `ivr`, `dead`, `motion` in any order; what they did comes before it. Functions in the order of the module, each with what is known of those before it |
//! | `graph omega` | the module as a graph: deltas, lambdas, phis |
//!
//! `;; deinits: silent` says that no program can tell when objects are deinitialized, of a runtime with a
//! collector of cycles: without it, that has to follow from the module. `;; deinits: unordered` says the
//! same of their order where last releases follow each other. `;; waiting: off` puts no counts off until
//! something may be released (a test of something else would be hard to read).
//!
//! Calls in `;; run:` lines are made before and after; besides, the module is run before and
//! after as generated ones are, with arguments nobody chose. Arguments and results are plain
//! numbers (`nan` too); no result is `()`.

use crate::differ::host;
use crate::optimize::{deinits, panic_text};
use crate::special::{Call, special};
use crate::{differ, engine};
use invar::unstable::OptimizerExt;
use invar::{ArcMode, Level, Optimizer, Pass};
use invar_graph::code_motion::dependences::Standard;
use invar_graph::module_graph::Omega;
use invar_graph::nodes::{common, reduce};
use invar_graph::{Around, code_motion, redirect};
use invar_ir::fold::Allow;
use invar_ir::{Cfg, Counters, Fuel, Goals, Summaries};
use std::panic::{AssertUnwindSafe, catch_unwind};
use wasmtime::{Instance, Module, Trap, Val, ValType};

/// Where the expected output starts.
const EXPECT: &str = ";; expect:";

/// A parsed file.
#[derive(Debug)]
pub struct FileTest<'a> {
    /// What it tracks.
    pub sentence: &'a str,
    test: Test,
    runs: Vec<&'a str>,
    /// No program can tell when objects are deinitialized.
    silent: Option<bool>,
    /// Copies wait for destroys.
    waiting: bool,
    /// The module.
    input: &'a str,
    inv: bool,
    expected: String,
}

#[derive(Debug)]
enum Test {
    Optimize(Level),
    Passes(Vec<Pass>),
    Write,
    Roundtrip,
    /// The analysis of annotations.
    Stage,
    /// A special version of a function.
    Specialize(Call),
    /// Passes, then steps on the graph.
    Graph(Vec<Pass>, Vec<GraphStep>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum GraphStep {
    Omega,
    Reduce,
    Share,
    Redirect,
    RemoveDead,
    Motion,
}

impl<'a> FileTest<'a> {
    /// Reads a file of the given extension.
    pub fn parse(text: &'a str, extension: &str) -> Result<FileTest<'a>, String> {
        let inv = match extension {
            "inv" => true,
            "wat" => false,
            other => return Err(format!("no filetest ends in {other:?}")),
        };
        let header = text.lines().map_while(|line| line.strip_prefix(";;"));
        let (mut sentence, mut test, mut runs, mut silent) = ("", None, Vec::new(), None);
        let mut waiting = true;
        for line in header.map(str::trim) {
            if let Some(what) = line.strip_prefix("test:") {
                if test.replace(Test::parse(what.trim(), inv)?).is_some() {
                    return Err("two `;; test:` lines".to_string());
                }
            } else if let Some(run) = line.strip_prefix("run:") {
                runs.push(run.trim());
            } else if line == "deinits: silent" || line == "deinits: unordered" {
                silent = Some(line == "deinits: unordered");
            } else if line == "waiting: off" {
                waiting = false;
            } else if sentence.is_empty() && test.is_none() {
                sentence = line;
            }
        }
        if !sentence.contains(' ') {
            return Err("the first line does not say what the file tracks".to_string());
        }
        let test = test.ok_or("no `;; test:` line")?;
        let (input, expected) = match text.split_once(EXPECT) {
            Some((input, expected)) => (input, expected),
            None => (text, ""),
        };
        let expected = expected.lines().skip(1).map(|line| {
            let line = line.strip_prefix(";;").unwrap_or(line);
            format!("{}\n", line.strip_prefix(' ').unwrap_or(line))
        });
        let expected = expected.collect();
        Ok(FileTest { sentence, test, runs, silent, waiting, input, inv, expected })
    }

    /// The expected output.
    pub fn expected(&self) -> &str {
        &self.expected
    }

    /// The file with another expected output.
    pub fn with(&self, output: &str) -> String {
        let comment = |line: &str| match line {
            "" => ";;\n".to_string(),
            line => format!(";; {line}\n"),
        };
        let lines: String = output.lines().map(comment).collect();
        format!("{}\n\n{EXPECT}\n{lines}", self.input.trim_end())
    }

    /// Does what the file says. Gives the output, if all that is run behaves as it must.
    pub fn run(&self) -> Result<String, String> {
        catch_unwind(AssertUnwindSafe(|| self.run_or_panic()))
            .unwrap_or_else(|panic| Err(format!("PANIC: {}", panic_text(&*panic))))
    }

    fn run_or_panic(&self) -> Result<String, String> {
        if let Test::Stage = self.test {
            let module = invar_ir::parse_verified(self.input).map_err(|error| error.to_string())?;
            let config = invar_stage::Config::default();
            return Ok(invar_stage::print::module_text(&module, None, &config));
        }
        let optimizer = Optimizer::default().guard(false).names(true).threads(1);
        let optimizer = optimizer.arc(self.silent.map_or(ArcMode::Auto, deinits));
        let optimizer = optimizer.arc_waiting(self.waiting).verify(true).strict(true);
        let plain = optimizer.clone().passes([]);
        let optimizer = match &self.test {
            Test::Optimize(level) => {
                Optimizer::new(*level).guard(false).names(true).threads(1).verify(true).strict(true)
            }
            Test::Passes(passes) => optimizer.passes(passes.iter().copied()),
            Test::Graph(passes, _) => optimizer.passes(passes.iter().copied().chain([Pass::Graph])),
            Test::Write | Test::Roundtrip | Test::Stage | Test::Specialize(_) => plain.clone(),
        };
        if let Test::Specialize(what) = &self.test {
            return self.specialize(what, &plain);
        }
        let before = match self.inv {
            true => plain.run_module(self.module()?).map_err(text)?.wasm,
            false => wat::parse_str(self.input).map_err(|error| error.to_string())?,
        };
        let after = match self.inv {
            true => optimizer.run_module(self.module()?),
            false => optimizer.run(&before),
        };
        let after = after.map_err(text)?.wasm;
        for run in &self.runs {
            call(&before, run).map_err(|error| format!("before: run: {run}: {error}"))?;
            call(&after, run).map_err(|error| format!("after: run: {run}: {error}"))?;
        }
        differ::compare(&before, &[&after], 1).map_err(|difference| difference.what)?;
        match (&self.test, self.inv) {
            (Test::Optimize(_) | Test::Write, _) => print(&after),
            // What a pass over the module decides is done when the module is written.
            (Test::Passes(passes), _) if passes.iter().any(|pass| pass.is_module_pass()) => {
                print(&after)
            }
            (Test::Roundtrip, _) => {
                let once = self.module()?.to_string();
                let twice = invar_ir::parse_module(&once).map_err(|error| error.to_string())?;
                if twice.to_string() == once { Ok(once) } else { Err("not the same twice".into()) }
            }
            (Test::Stage | Test::Specialize(_), _) => Err("it is no test of passes".into()),
            (Test::Graph(passes, steps), inv) => {
                let optimizer = plain.clone().passes(passes.iter().copied());
                let (module, _) = match inv {
                    true => optimizer.run_module_to_ir(self.module()?),
                    false => optimizer.run_to_ir(&before),
                }
                .map_err(text)?;
                graphs(&module, steps)
            }
            (Test::Passes(_), true) => {
                let (module, _) = optimizer.run_module_to_ir(self.module()?).map_err(text)?;
                Ok(without_places(&module.to_string()))
            }
            (Test::Passes(_), false) => {
                let (module, _) = optimizer.run_to_ir(&before).map_err(text)?;
                Ok(without_places(&module.to_string()))
            }
        }
    }

    /// A special version, which must do the same for arguments that agree with the bound ones.
    fn specialize(&self, what: &Call, plain: &Optimizer) -> Result<String, String> {
        let module = match self.inv {
            true => self.module()?,
            false => {
                let wasm = wat::parse_str(self.input).map_err(|error| error.to_string())?;
                plain.run_to_ir(&wasm).map_err(text)?.0
            }
        };
        let (special, output) = special(&module, what)?;
        let mut generic = module;
        invar_stage::annotations::strip_all(&mut generic);
        let before = plain.run_module(generic).map_err(text)?.wasm;
        let after = plain.run_module(special).map_err(text)?.wasm;
        for run in &self.runs {
            // `after only` is for promises that are broken on purpose.
            let (only, run) = match run.strip_prefix("after only:") {
                Some(run) => (true, run),
                None => (false, *run),
            };
            if !only {
                call(&before, run).map_err(|error| format!("before: run: {run}: {error}"))?;
            }
            call(&after, run).map_err(|error| format!("after: run: {run}: {error}"))?;
        }
        Ok(output)
    }

    fn module(&self) -> Result<invar_ir::Module, String> {
        invar_ir::parse_module(self.input).map_err(|error| error.to_string())
    }
}

/// The graphs of the functions of a module after some steps.
fn graphs(module: &invar_ir::Module, steps: &[GraphStep]) -> Result<String, String> {
    if steps == [GraphStep::Omega] {
        return Ok(Omega::new(module).to_string());
    }
    let mut out = String::new();
    let (goals, fuel) = (Goals::default(), Fuel::unlimited());
    let summaries = Summaries::new(module.funcs.len());
    for (func, data) in &module.funcs {
        let invar_ir::Body::Ssa(function) = &data.body else { continue };
        let around = Around { module, goals: &goals, summaries: &summaries };
        let graph = invar_graph::build(function, &around);
        let mut graph = graph.map_err(|error| format!("{func}: {error:?}"))?;
        for step in steps {
            match step {
                GraphStep::Redirect => {
                    let config = redirect::Config::default();
                    let done = redirect::run(&mut graph, &config, &summaries, &fuel);
                    out += &format!(
                        "; gamma {}, theta {}, dead output {}, dead pre {}\n",
                        done.gamma, done.theta, done.dead_output, done.dead_pre
                    );
                }
                GraphStep::Omega => return Err("`omega` stands alone".into()),
                GraphStep::Reduce => {
                    let done = reduce::run(&mut graph, module, &Allow::default(), &fuel);
                    out += &counters(&done);
                }
                GraphStep::Share => {
                    let config = common::Config::default();
                    out += &counters(&common::run(&mut graph, &around, &config, &fuel));
                }
                GraphStep::Motion => {
                    let (deps, config) =
                        (Standard { around: &around }, code_motion::Config::default());
                    out += &counters(&code_motion::run(&mut graph, &deps, &config, &fuel));
                }
                GraphStep::RemoveDead => {
                    invar_graph::nodes::dead::remove_dead(&mut graph, &fuel);
                }
            }
            invar_graph::verify(&graph)?;
        }
        out += &format!("{func}: {graph}");
        let effects = invar_graph::function_effects(function, &Cfg::new(function), &around);
        summaries.publish(func, redirect::summarize(&graph, effects));
    }
    Ok(out)
}

/// What a step counted, as a line.
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

/// Without the places in the input that instructions come from: an edit would change them all.
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

fn named(pass: &str) -> Result<Pass, String> {
    pass.parse().map_err(text)
}

impl Test {
    fn parse(text: &str, inv: bool) -> Result<Test, String> {
        let (what, rest) = text.split_once(' ').unwrap_or((text, ""));
        match (what, rest.trim()) {
            ("graph", steps) => {
                let (mut passes, mut on_graph) = (Vec::new(), Vec::new());
                for step in steps.split(',').map(str::trim).filter(|step| !step.is_empty()) {
                    match step {
                        "omega" => on_graph.push(GraphStep::Omega),
                        "reduce" => on_graph.push(GraphStep::Reduce),
                        "share" => on_graph.push(GraphStep::Share),
                        "ivr" => on_graph.push(GraphStep::Redirect),
                        "motion" => on_graph.push(GraphStep::Motion),
                        "dead" => on_graph.push(GraphStep::RemoveDead),
                        pass => passes.push(named(pass)?),
                    }
                }
                Ok(Test::Graph(passes, on_graph))
            }
            ("optimize", level) => match level {
                "-O0" => Ok(Test::Optimize(Level::O0)),
                "-O1" => Ok(Test::Optimize(Level::O1)),
                "-O2" => Ok(Test::Optimize(Level::O2)),
                "-O3" => Ok(Test::Optimize(Level::O3)),
                "-O4" => Ok(Test::Optimize(Level::O4)),
                "-Os" => Ok(Test::Optimize(Level::Os)),
                "-Oz" => Ok(Test::Optimize(Level::Oz)),
                other => Err(format!("not a level: {other:?}")),
            },
            ("pass", names) if !names.is_empty() => {
                let passes = names.split(',').map(|name| named(name.trim()));
                Ok(Test::Passes(passes.collect::<Result<_, _>>()?))
            }
            ("print", "") => Ok(Test::Passes(Vec::new())),
            ("write", "") => Ok(Test::Write),
            ("roundtrip", "") if inv => Ok(Test::Roundtrip),
            ("stage", "") if inv => Ok(Test::Stage),
            ("specialize", call) => Ok(Test::Specialize(Call::parse(call)?)),
            _ => Err(format!("unknown test {text:?}")),
        }
    }
}

/// Makes a call as a `;; run:` line says.
fn call(wasm: &[u8], run: &str) -> Result<(), String> {
    let (call, expected) = run.split_once("==").ok_or("no `==`")?;
    let (name, arguments) = call.trim().split_once('(').ok_or("no arguments")?;
    let arguments = arguments.strip_suffix(')').ok_or("no closing parenthesis")?;
    let module = Module::new(engine::fueled(), wasm).map_err(|error| error.to_string())?;
    let mut store = host::store(engine::fueled());
    store.set_fuel(1_000_000).map_err(|error| error.to_string())?;
    let imports = host::imports(&mut store, &module).ok_or("the host cannot make an import")?;
    let instance =
        Instance::new(&mut store, &module, &imports).map_err(|error| error.to_string())?;
    let function = instance.get_func(&mut store, name).ok_or("no such export")?;
    let ty = function.ty(&store);
    let arguments = numbers(arguments, &ty.params().collect::<Vec<_>>())?;
    let mut results = vec![Val::I32(0); ty.results().len()];
    let ended = function.call(&mut store, &arguments, &mut results);
    match (ended, expected.trim()) {
        (Err(error), "trap") if error.is::<Trap>() => Ok(()),
        (Err(error), _) => Err(format!("{error:#}")),
        (Ok(()), "trap") => Err(format!("it returned {results:?}")),
        (Ok(()), expected) => {
            let expected = if expected == "()" { "" } else { expected };
            let expected = numbers(expected, &ty.results().collect::<Vec<_>>())?;
            let same = results.iter().zip(&expected).all(|(a, b)| same(a, b));
            if same { Ok(()) } else { Err(format!("it returned {results:?}")) }
        }
    }
}

fn numbers(text: &str, types: &[ValType]) -> Result<Vec<Val>, String> {
    let words: Vec<&str> = text.split(',').map(str::trim).filter(|word| !word.is_empty()).collect();
    if words.len() != types.len() {
        return Err(format!("{} values, {} types", words.len(), types.len()));
    }
    words.iter().zip(types).map(|(word, ty)| number(word, ty)).collect()
}

fn number(word: &str, ty: &ValType) -> Result<Val, String> {
    let (digits, radix) = match word.strip_prefix("0x") {
        Some(digits) => (digits, 16),
        None => (word, 10),
    };
    let integer =
        || i128::from_str_radix(digits, radix).map_err(|error| format!("{word}: {error}"));
    let float = || word.parse::<f64>().map_err(|error| format!("{word}: {error}"));
    Ok(match ty {
        ValType::I32 => Val::I32(integer()? as i32),
        ValType::I64 => Val::I64(integer()? as i64),
        ValType::F32 => Val::F32((float()? as f32).to_bits()),
        ValType::F64 => Val::F64(float()?.to_bits()),
        ValType::V128 => Val::V128((integer()? as u128).into()),
        other => return Err(format!("a value of type {other} cannot be written")),
    })
}

fn same(a: &Val, b: &Val) -> bool {
    match (a, b) {
        (Val::I32(a), Val::I32(b)) => a == b,
        (Val::I64(a), Val::I64(b)) => a == b,
        (Val::F32(a), Val::F32(b)) => {
            a == b || f32::from_bits(*a).is_nan() && f32::from_bits(*b).is_nan()
        }
        (Val::F64(a), Val::F64(b)) => {
            a == b || f64::from_bits(*a).is_nan() && f64::from_bits(*b).is_nan()
        }
        (Val::V128(a), Val::V128(b)) => a.as_u128() == b.as_u128(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = ";; A constant is returned.\n;; test: optimize -O1\n;; run: f() == 3\n\
        (module (func (export \"f\") (result i32) (i32.const 3)))\n;; expect:\n;; a\n;;\n;;   b\n";

    #[test]
    fn a_file_is_read_and_renewed() {
        let test = FileTest::parse(TEXT, "wat").expect("it reads");
        assert_eq!(test.sentence, "A constant is returned.");
        assert_eq!(test.expected(), "a\n\n  b\n");
        let renewed = test.with("a\n\n  c\n");
        assert_eq!(FileTest::parse(&renewed, "wat").expect("it reads").expected(), "a\n\n  c\n");
        assert_eq!(renewed.matches(EXPECT).count(), 1);
    }

    #[test]
    fn a_file_needs_a_sentence_and_a_test() {
        assert!(FileTest::parse(";; test: print\n(module)", "wat").is_err());
        assert!(FileTest::parse(";; It is empty.\n(module)", "wat").is_err());
        assert!(FileTest::parse(";; It is empty.\n;; test: prnt\n(module)", "wat").is_err());
        assert!(FileTest::parse(";; It is empty.\n;; test: print\n(module)", "txt").is_err());
    }

    #[test]
    fn a_run_line_checks_results() {
        let wasm = wat::parse_str(
            r#"(module (func (export "div") (param i32 i32) (result i32)
                (i32.div_s (local.get 0) (local.get 1)))
              (func (export "none") (param f32)))"#,
        )
        .expect("text");
        assert_eq!(call(&wasm, "div(-7, 2) == -3"), Ok(()));
        assert_eq!(call(&wasm, "div(1, 0) == trap"), Ok(()));
        assert_eq!(call(&wasm, "none(nan) == ()"), Ok(()));
        assert!(call(&wasm, "div(7, 2) == 4").is_err());
        assert!(call(&wasm, "div(7, 2) == trap").is_err());
        assert!(call(&wasm, "div(7) == 4").is_err());
        assert!(call(&wasm, "mul(7, 2) == 14").is_err());
    }
}
