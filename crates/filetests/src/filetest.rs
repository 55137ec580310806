//! Filetests: a module, the test, and the exact expected output, in one file.
//!
//! ```text
//! ;; A division that may trap is not removed.
//! ;; test: pass dce
//! ;; run: f(7) == 1
//! ;; run: f(0) == trap
//! ;; run: f(1) == exception
//! ;; run: f(2) == interrupted
//! (module ...)
//! ;; expect:
//! ;; module { ...
//! ```
//!
//! The first line says what the file checks. `;; test:` is one of
//!
//! | test | what is expected |
//! |---|---|
//! | `optimize -O1` | the text of the module after a level (any of the command's) |
//! | `pass a,b` | the IR after exactly these passes; the text of the module, if one is of modules |
//! | `print` | the IR as it is read, before any pass |
//! | `write` | the text of the module as it is written, after no pass |
//! | `roundtrip` | (for `.inv`) the same text again |
//! | `stage` | the binding-time analysis of each function with annotations; nothing is executed |
//! | `specialize f(1, _)` | the version of a function for these values of bound arguments, after passes that make it readable, preceded by notes and counters. Options follow: `checked`, or a limit, `insts=N`, `versions=N`. Runs are of the function before and of the version |
//! | `graph a,b` | the region graph of each function, preceded by the counters, after these steps: passes first, then `reduce`, `common`, `redirect`, `dead`, `code-motion` in any order. Functions are in the order of the module, each with the summaries of those before it |
//! | `graph module` | the module as a graph: deltas, lambdas, phis |
//!
//! For a runtime with a collector of cycles, `;; deinits: silent` promises that it is not observable when objects are
//! deinitialized; without it, the module has to show that. `;; deinits: unordered` promises it of the order of
//! deinits, too. `;; delayed-retains: off` disables delayed retains, which would make other tests hard to read. `;;
//! features: simd` allows proposals by their names in `--enable-NAME`. `;; promise: stack-abi` is
//! `--assume-stack-abi`, `;; promise: closed-world` is `--closed-world`, `;; promise: fast-math` is `--fast-math`,
//! `;; promise: traps-never-happen` is `--traps-never-happen`.
//!
//! Calls in `;; run:` lines ([`run_line`](crate::run_line)) are made before and after. Of those that never end
//! (`interrupted`), the exported state is compared when they are interrupted
//! ([`interrupted`](crate::differ::interrupted())). In addition, the module
//! is driven before and after with generated arguments ([`differ`](crate::differ)).

use crate::special::Call;
use invar::{Features, Level, Pass};

/// Where the expected output starts.
const EXPECT: &str = ";; expect:";

/// A parsed file.
#[derive(Debug)]
pub struct FileTest<'a> {
    /// What it checks: its first line.
    pub sentence: &'a str,
    pub(crate) test: Test,
    pub(crate) runs: Vec<&'a str>,
    /// Deinits are not observable; `true` if their order is not, either.
    pub(crate) silent: Option<bool>,
    /// Whether retains may be delayed.
    pub(crate) waiting: bool,
    /// Whether frames of the shadow stack are private.
    pub(crate) stack_abi: bool,
    pub(crate) closed_world: bool,
    pub(crate) fast_math: bool,
    pub(crate) traps_never_happen: bool,
    /// What the output may use although the module does not.
    pub(crate) features: Features,
    /// The module.
    pub(crate) input: &'a str,
    pub(crate) inv: bool,
    expected: String,
}

/// What is tested.
#[derive(Debug)]
pub(crate) enum Test {
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

/// A step on region graphs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GraphStep {
    Omega,
    Reduce,
    Common,
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
        let (mut waiting, mut stack_abi) = (true, false);
        let (mut closed_world, mut fast_math) = (false, false);
        let mut traps_never_happen = false;
        let mut features = Features::none();
        for line in header.map(str::trim) {
            if let Some(what) = line.strip_prefix("test:") {
                if test.replace(Test::parse(what.trim(), inv)?).is_some() {
                    return Err("two `;; test:` lines".to_string());
                }
            } else if let Some(run) = line.strip_prefix("run:") {
                runs.push(run.trim());
            } else if let Some(names) = line.strip_prefix("features:") {
                let named: Result<Features, invar::Error> = names.trim().parse();
                features = named.map_err(|error| error.to_string())?;
            } else if line == "deinits: silent" || line == "deinits: unordered" {
                silent = Some(line == "deinits: unordered");
            } else if line == "delayed-retains: off" {
                waiting = false;
            } else if line == "promise: stack-abi" {
                stack_abi = true;
            } else if line == "promise: closed-world" {
                closed_world = true;
            } else if line == "promise: fast-math" {
                fast_math = true;
            } else if line == "promise: traps-never-happen" {
                traps_never_happen = true;
            } else if sentence.is_empty() && test.is_none() {
                sentence = line;
            }
        }
        if !sentence.contains(' ') {
            return Err("the first line does not say what the file checks".to_string());
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
        Ok(FileTest {
            sentence,
            test,
            runs,
            silent,
            waiting,
            stack_abi,
            closed_world,
            fast_math,
            traps_never_happen,
            features,
            input,
            inv,
            expected,
        })
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
}

impl Test {
    fn parse(text: &str, inv: bool) -> Result<Test, String> {
        let (what, rest) = text.split_once(' ').unwrap_or((text, ""));
        match (what, rest.trim()) {
            ("graph", steps) => {
                let (mut passes, mut on_graph) = (Vec::new(), Vec::new());
                for step in steps.split(',').map(str::trim).filter(|step| !step.is_empty()) {
                    match step {
                        "module" => on_graph.push(GraphStep::Omega),
                        "reduce" => on_graph.push(GraphStep::Reduce),
                        "common" => on_graph.push(GraphStep::Common),
                        "redirect" => on_graph.push(GraphStep::Redirect),
                        "code-motion" => on_graph.push(GraphStep::Motion),
                        "dead" => on_graph.push(GraphStep::RemoveDead),
                        pass => {
                            passes.push(pass.parse::<Pass>().map_err(|error| error.to_string())?)
                        }
                    }
                }
                Ok(Test::Graph(passes, on_graph))
            }
            ("optimize", level) => {
                let name =
                    level.strip_prefix('-').ok_or_else(|| format!("not a level: {level:?}"))?;
                Ok(Test::Optimize(name.parse().map_err(|error: invar::Error| error.to_string())?))
            }
            ("pass", names) if !names.is_empty() => {
                let passes = names.split(',').map(|name| name.trim().parse());
                let passes: Result<_, invar::Error> = passes.collect();
                Ok(Test::Passes(passes.map_err(|error| error.to_string())?))
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
    fn a_file_names_proposals() {
        let with = |line: &str| TEXT.replace(";; run:", &format!(";; {line}\n;; run:"));
        let text = with("features: simd,threads");
        let test = FileTest::parse(&text, "wat").expect("it reads");
        assert_eq!(test.features.to_string(), "simd,threads");
        assert!(FileTest::parse(&with("features: time-travel"), "wat").is_err());
    }

    #[test]
    fn a_file_needs_a_sentence_and_a_test() {
        assert!(FileTest::parse(";; test: print\n(module)", "wat").is_err());
        assert!(FileTest::parse(";; It is empty.\n(module)", "wat").is_err());
        assert!(FileTest::parse(";; It is empty.\n;; test: prnt\n(module)", "wat").is_err());
        assert!(FileTest::parse(";; It is empty.\n;; test: print\n(module)", "txt").is_err());
    }
}
