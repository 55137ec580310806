//! Option `validate`: each new body of the output is executed beside its original, on sampled inputs (crate
//! `validate`). A function for which a difference is found takes its original again, and the bug is counted.
//!
//! Bodies are brought back from WebAssembly's form, so that what is compared is what is written: passes, lowering and
//! the choice of bodies. Both are executed with the original bodies of their callees, so a function may inline
//! others. What passes assume of all callers, constant parameters, holds in the runs. Writes of globals that no
//! function reads are not compared. Functions that count references are not compared: passes change how they and
//! their callees share that.
//!
//! Small functions without loops and calls are also compared on unknown bits: on all inputs, where no address depends
//! on them.
//!
//! Cost: a number of operators for each function, bounded by [`MOST_STEPS`] together, and the lifting of both bodies
//! and of the callees that are executed.

use super::Run;
use super::bodies::NotLifted;
use super::candidates::Candidates;
use super::emit::Written;
use super::input::Input;
use crate::error::Error;
use crate::report::{Bug, Validated};
use crate::trace::Fate;
use invar_analysis::claims::Verdict;
use invar_interprocedural::call_facts::CallFacts;
use invar_ir::entities::EntitySet;
use invar_ir::{Body, Func, Function, Module, Op};
use invar_validate::{CalleeSource, Setting, same_bits, same_function};
use rayon::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

/// How many operators are executed for all functions of a module together, about.
const MOST_STEPS: u64 = 400_000_000;
/// How many of them for one function: at least, and at most.
const STEPS: (u64, u64) = (4_000, 200_000);
/// How many runs of a function do not aim at edges.
const RUNS: u64 = 24;
/// Larger functions are not compared, nor executed as callees.
const MOST_INSTS: usize = 10_000;

/// What was found of a new body.
enum Found {
    /// It did the same in each run that could be compared; or does, whatever the inputs are.
    Equal { always: bool },
    /// No run could be compared.
    NotShown(&'static str),
    /// It did something else.
    Different(String),
}

impl Run<'_> {
    /// Executes the new bodies of an output beside their originals. Takes the originals of those that do something
    /// else, and counts bugs. Returns whether there are any.
    pub(super) fn revert_different(&mut self, written: &Written) -> Result<bool, Error> {
        let start = Instant::now();
        let funcs: Vec<Func> = written.bodies.iter().map(|&(func, _)| func).collect();
        let funcs: Vec<Func> =
            funcs.into_iter().filter(|&func| self.candidates.is_new(func)).collect();
        let found = self.execute(&funcs);
        self.phase("execute", start.elapsed());
        let mut validated = Validated { bodies: funcs.len() as u64, ..Validated::default() };
        let mut different = Vec::new();
        for (&func, found) in funcs.iter().zip(found) {
            match found {
                Found::Equal { always } => {
                    validated.shown += 1;
                    validated.proved += u64::from(always);
                }
                Found::NotShown(why) => validated.count(why),
                Found::Different(message) => different.push((func, message)),
            }
        }
        self.report.validated = Some(validated);
        for (func, message) in &different {
            self.candidates.revert(&self.input, &[*func]);
            self.candidates.set_fate(*func, Fate::Failed(message.clone()));
            let (func, message) = (self.input.module.func_label(*func), message.clone());
            self.report.bugs.push(Bug { func, stage: "validate", message });
        }
        self.check_strict()?;
        Ok(!different.is_empty())
    }

    fn execute(&self, funcs: &[Func]) -> Vec<Found> {
        let after = with_new_bodies(&self.input, &self.candidates, funcs);
        let facts = self.given.as_ref().map(|given| &given.calls);
        let around = Around::new(&self.input, facts);
        let steps = (MOST_STEPS / (funcs.len() as u64).max(1)).clamp(STEPS.0, STEPS.1);
        let compare = |&func: &Func| {
            if self.replaced.contains(&func) {
                return Found::NotShown("functions that passes over the module replaced");
            }
            let lift = |module: &Module| self.input.source.lift(module, func);
            let original = || lift(&self.input.module).map(|old| around.without_unread(old));
            let (old, new) = match (original(), lift(&after)) {
                (Ok(old), Ok(new)) => (old, new),
                (Err(NotLifted::Large), _) | (_, Err(NotLifted::Large)) => {
                    return Found::NotShown("large functions");
                }
                _ => return Found::NotShown("functions without SSA form"),
            };
            if old.insts.len().max(new.insts.len()) > MOST_INSTS {
                return Found::NotShown("large functions");
            }
            if self.input.goals.fast_math && has_floats(&old) {
                return Found::NotShown("fast math");
            }
            let module = &self.input.module;
            let constants = facts.map_or(&[][..], |facts| &facts.arguments[func]);
            let setting = Setting { module, constants, runs: RUNS, program: Some(&around) };
            let traps = !self.input.goals.traps_never_happen;
            let compare = || -> Result<Found, String> {
                let shown = same_function(&old, &new, &setting, traps, steps)?;
                // Where passes may rely on promises, inputs that break these differ.
                let is_refused = old.insts.values().any(|inst| around.refuses(&inst.op).is_some());
                let verdict = if traps && !is_refused {
                    same_bits(&old, &new, module, constants)?
                } else {
                    Verdict::Unchecked
                };
                Ok(match verdict {
                    Verdict::Unchecked if shown.runs == 0 => {
                        Found::NotShown(shown.open.unwrap_or("no run"))
                    }
                    _ => Found::Equal { always: verdict == Verdict::Proved },
                })
            };
            match catch_unwind(AssertUnwindSafe(compare)) {
                Ok(Ok(found)) => found,
                Ok(Err(what)) => Found::Different(what),
                Err(_) => Found::NotShown("a failure of the comparison"),
            }
        };
        funcs.par_iter().with_max_len(1).map(compare).collect()
    }
}

impl Validated {
    /// Counts a body that could not be compared.
    fn count(&mut self, why: &'static str) {
        match self.not_shown.iter_mut().find(|known| known.0 == why) {
            Some(known) => known.1 += 1,
            None => self.not_shown.push((why, 1)),
        }
    }
}

/// The module with the new bodies of functions in place of their originals, with numbers as in the input.
fn with_new_bodies(input: &Input<'_>, candidates: &Candidates, funcs: &[Func]) -> Module {
    let mut after = input.module.clone();
    let mut bytes = after.bytes.to_vec();
    for &func in funcs {
        let start = bytes.len();
        bytes.extend(candidates.bytes(input, func));
        after.funcs[func].body = Body::Raw(start..bytes.len());
        // Their offsets are those of the original.
        after.branch_hints.remove(&func);
    }
    after.bytes = bytes.into();
    after
}

fn has_floats(f: &Function) -> bool {
    f.insts.values().any(|inst| inst.op.variant_name().starts_with('F'))
}

/// What is around the functions that are executed.
struct Around<'a> {
    input: &'a Input<'a>,
    /// Facts about all functions, which new bodies rely on.
    facts: Option<&'a CallFacts>,
    /// The functions as they were, once they are asked for.
    callees: Vec<OnceLock<Option<Arc<Function>>>>,
    /// The imports that are annotations, which passes remove.
    annotations: EntitySet<Func>,
    /// The stack pointer, if frames of the shadow stack are private.
    stack_pointer: Option<u32>,
}

impl<'a> Around<'a> {
    fn new(input: &'a Input<'a>, facts: Option<&'a CallFacts>) -> Self {
        let stack_pointer = input.module.stack_pointer().filter(|_| input.goals.stack_abi);
        Around {
            input,
            facts,
            callees: input.module.funcs.keys().map(|_| OnceLock::new()).collect(),
            annotations: input.annotations(),
            stack_pointer: stack_pointer.map(|global| global.as_u32()),
        }
    }

    /// A body as it was, without its writes of globals that no function reads: new bodies have none.
    fn without_unread(&self, mut function: Function) -> Function {
        if let Some(facts) = self.facts {
            facts.remove_unread(&mut function);
        }
        function
    }
}

impl CalleeSource for Around<'_> {
    fn callee(&self, func: Func) -> Option<Arc<Function>> {
        let Input { module, source, .. } = self.input;
        let lift = || {
            let is_import = matches!(module.funcs[func].body, Body::Import);
            let function = (!is_import).then(|| source.lift(module, func).ok())??;
            (function.insts.len() <= MOST_INSTS).then(|| Arc::new(self.without_unread(function)))
        };
        self.callees[func.as_u32() as usize].get_or_init(lift).clone()
    }

    fn refuses(&self, op: &Op) -> Option<&'static str> {
        match *op {
            Op::GlobalGet { global_index } | Op::GlobalSet { global_index }
                if self.stack_pointer == Some(global_index) =>
            {
                Some("private frames")
            }
            Op::Call { function_index } | Op::ReturnCall { function_index }
                if self.annotations.contains(Func::from_u32(function_index)) =>
            {
                Some("annotations")
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::bodies;
    use super::*;
    use crate::Options;

    /// Functions of one type that do different things, each in more than one way.
    const WAT: &str = r#"(module
        (import "env" "log" (func $log (param i32)))
        (memory (export "m") 1)
        (func (export "sum") (param i32 i32) (result i32)
            (i32.add (i32.add (local.get 0) (i32.const 3)) (i32.sub (local.get 1) (i32.const 3))))
        (func (export "product") (param i32 i32) (result i32)
            (i32.mul (i32.add (local.get 0) (i32.const 0)) (local.get 1)))
        (func (export "store") (param i32 i32) (result i32)
            (i32.store (local.get 0) (i32.add (local.get 1) (i32.const 0)))
            (i32.load (local.get 0)))
        (func (export "log") (param i32 i32) (result i32)
            (call $log (i32.add (local.get 0) (i32.const 0)))
            (local.get 1))
        (func (export "calls") (param i32 i32) (result i32)
            (call 1 (call 2 (local.get 0) (local.get 1)) (i32.const 1))))"#;

    /// The module, with new bodies. `change` may make wrong ones.
    fn written<'a>(wasm: &[u8], options: &'a Options, change: impl Fn(&mut Candidates)) -> Run<'a> {
        let (module, source) = bodies::read(wasm).unwrap();
        let mut run = Run::new(options, module, source);
        run.functions(true, &|_, _| ()).unwrap();
        change(&mut run.candidates);
        let written = run.write().unwrap().unwrap();
        run.count_fates(&written);
        run
    }

    #[test]
    fn new_bodies_that_are_right_are_shown_equal() {
        let wasm = wat::parse_str(WAT).unwrap();
        let options = Options { guard: false, validate: true, ..Options::default() };
        let run = written(&wasm, &options, |_| ());
        let validated = run.report.validated.unwrap();
        assert_eq!((validated.bodies, validated.shown), (5, 5), "{validated}");
    }

    #[test]
    fn a_body_that_does_something_else_is_reverted_and_counted() {
        let wasm = wat::parse_str(WAT).unwrap();
        let options = Options { guard: false, validate: true, strict: false, ..Options::default() };
        for (func, other) in [(1, 2), (2, 1), (3, 1), (1, 3), (4, 2), (3, 4), (4, 3), (2, 5)] {
            let [func, other] = [func, other].map(Func::from_u32);
            let run = written(&wasm, &options, |bodies| bodies.confuse(func, other));
            assert!(!run.candidates.is_new(func), "{func} with the body of {other}");
            let [bug] = &run.report.bugs[..] else { panic!("{:?}", run.report.bugs) };
            assert_eq!((bug.stage, &bug.func), ("validate", &run.input.module.func_label(func)));
            assert_eq!(run.report.functions.failed, 1);
            // The others are compared again.
            let validated = run.report.validated.unwrap();
            assert_eq!((validated.bodies, validated.shown), (4, 4), "{validated}");
        }
        // Without the option nobody notices.
        let options = Options { validate: false, ..options };
        let [func, other] = [1, 2].map(Func::from_u32);
        let run = written(&wasm, &options, |bodies| bodies.confuse(func, other));
        assert!(run.candidates.is_new(func) && run.report.bugs.is_empty());
    }

    #[test]
    fn what_cannot_be_compared_is_counted() {
        let wasm = wat::parse_str(
            r#"(module (type $t (func (param i32) (result i32))) (table (export "t") 1 funcref)
                (func (export "through") (param i32) (result i32)
                    (call_indirect (type $t) (i32.add (local.get 0) (i32.const 0)) (i32.const 0)))
                (func (export "long") (result i32) (local i32)
                    (loop $l (br_if $l (i32.lt_u (local.tee 0 (i32.add (local.get 0) (i32.const 1)))
                        (i32.add (i32.const 1) (i32.const 99999999)))))
                    (local.get 0)))"#,
        );
        let wasm = wasm.unwrap();
        let passes = Some(vec![crate::Pass::Fold]);
        let options = Options { guard: false, validate: true, passes, ..Options::default() };
        let validated = written(&wasm, &options, |_| ()).report.validated.unwrap();
        let expected = "validated: 0 of 2 new bodies shown equal on samples, 2 not shown: \
            calls through tables 1, long runs 1";
        assert_eq!(validated.to_string(), expected);
    }
}
