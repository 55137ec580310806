//! The differential executor: runs a module and what optimizers made of it, side by side, and
//! says where an observer could tell them apart.
//!
//! All modules run in lockstep. Each is instantiated with the same [host]; then each
//! exported function is called several times with arguments that a seed decides, in one instance,
//! so state builds up. After each step the ends are compared, and then all that is exported:
//! globals, memories, tables, and the calls that the host received.
//!
//! - All traps are one event; kinds that differ are counted.
//! - Values are compared bit for bit. The engine makes only one NaN, so theirs are equal too.
//! - Fuel, stack and heap are limits of the machine: a step that reaches one proves nothing, and
//!   all modules go on, in new instances, with the next call. But a module that needs twenty
//!   times the operators of the original is taken for one that never ends.

pub mod host;
pub mod seen;
pub mod shared;
pub mod side;

use crate::engine;
use crate::random::Random;
use side::{End, Limit, NoSide, Side};
use wasmtime::Module;

/// Operators that the original may execute in one call.
const FUEL: u64 = 50_000;
/// How many times as many an optimized one may.
const PATIENCE: u64 = 20;
/// Calls per exported function, and in all.
const CALLS: u64 = 3;
const CALLS_IN_ALL: usize = 120;
/// New instances after a step that reached a limit.
const RESTARTS: usize = 8;

/// What was compared.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// Modules that ran.
    pub ran: usize,
    /// Modules that the host could not instantiate (or the engine not compile).
    pub not_run: usize,
    /// Calls that ended with values, traps (or the host's refusal), or exceptions.
    pub values: usize,
    /// See `values`.
    pub traps: usize,
    /// See `values`.
    pub exceptions: usize,
    /// Steps that reached a limit, on either side.
    pub limits: usize,
    /// Steps whose traps are of different kinds.
    pub other_trap: usize,
    /// Operators that the original executed in all compared calls, and each of the others.
    pub operators: [u64; 9],
}

impl std::ops::AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.ran += other.ran;
        self.not_run += other.not_run;
        self.values += other.values;
        self.traps += other.traps;
        self.exceptions += other.exceptions;
        self.limits += other.limits;
        self.other_trap += other.other_trap;
        for (sum, one) in self.operators.iter_mut().zip(other.operators) {
            *sum += one;
        }
    }
}

/// An observable difference.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// Which of the variants.
    pub variant: usize,
    /// Where and what.
    pub what: String,
}

/// Runs a module and up to eight variants of it side by side.
pub fn compare(original: &[u8], variants: &[&[u8]], seed: u64) -> Result<Tally, Difference> {
    let mut tally = Tally::default();
    let engine = engine::fueled();
    // What the engine does not compile (too large, not implemented) says nothing about us.
    let Ok(module) = Module::new(engine, original) else {
        tally.not_run += 1;
        return Ok(tally);
    };
    let mut modules = vec![module];
    for (variant, wasm) in variants.iter().enumerate() {
        let module = Module::new(engine, wasm).map_err(|error| Difference {
            variant,
            what: format!("the engine refuses the module: {error:#}"),
        })?;
        modules.push(module);
    }
    let mut race = Race { modules, sides: Vec::new(), calls: None, next: 0, tally, seed };
    for _ in 0..=RESTARTS {
        match race.lap()? {
            Lap::Done => break,
            Lap::Limit => race.tally.limits += 1,
        }
    }
    Ok(race.tally)
}

struct Race {
    modules: Vec<Module>,
    /// The original, then the variants.
    sides: Vec<Side>,
    /// The calls to make, known once the original is instantiated.
    calls: Option<Vec<(String, u64)>>,
    next: usize,
    tally: Tally,
    seed: u64,
}

enum Lap {
    Done,
    /// A step reached a limit: new instances are needed for what follows.
    Limit,
}

impl Race {
    /// Instantiates all modules and makes the remaining calls.
    fn lap(&mut self) -> Result<Lap, Difference> {
        if let Some(lap) = self.instantiate()? {
            return Ok(lap);
        }
        while self.calls.as_ref().is_some_and(|calls| self.next < calls.len()) {
            let (name, seed) = self.calls.as_ref().expect("calls are planned")[self.next].clone();
            self.next += 1;
            if let Some(lap) = self.call(&name, seed)? {
                return Ok(lap);
            }
        }
        Ok(Lap::Done)
    }

    fn instantiate(&mut self) -> Result<Option<Lap>, Difference> {
        self.sides.clear();
        let mut ends = Vec::new();
        for (index, module) in self.modules.iter().enumerate() {
            let fuel = if index == 0 { FUEL } else { FUEL * PATIENCE };
            match Side::new(module, fuel) {
                Ok(side) => self.sides.push(side),
                Err(NoSide::NoInstance(_)) if index == 0 => {
                    self.tally.not_run += 1;
                    return Ok(Some(Lap::Done));
                }
                Err(NoSide::NoInstance(why)) => {
                    return Err(at(index, format!("it does not instantiate: {why}")));
                }
                // Instantiation reaches the same limit again: there is nothing to run.
                Err(NoSide::Ended(End::Limit(limit), _)) if index == 0 || limit != Limit::Fuel => {
                    self.tally.limits += 1;
                    return Ok(Some(Lap::Done));
                }
                Err(NoSide::Ended(end, side)) => {
                    self.sides.push(*side);
                    ends.push((index, end));
                }
            }
        }
        if ends.is_empty() {
            if self.calls.is_none() {
                self.tally.ran += 1;
                self.plan()?;
            }
            return self.compare("instantiation").map(|()| None);
        }
        let describe = |index| match ends.iter().find(|(at, _)| *at == index) {
            Some((_, end)) => format!("{end:?}"),
            None => "no end".to_string(),
        };
        for index in 1..self.modules.len() {
            let ended = |index| ends.iter().find(|(at, _)| *at == index).map(|(_, end)| end);
            let same = match (ended(0), ended(index)) {
                (Some(a), Some(b)) => a.same(b),
                _ => false,
            };
            if !same {
                let ends = format!("{}, now {}", describe(0), describe(index));
                return Err(at(index, format!("instantiation: was {ends}")));
            }
        }
        self.tally.traps += 1;
        self.compare("instantiation that ended").map(|()| Some(Lap::Done))
    }

    /// Decides the calls, and checks that all sides export the same functions.
    fn plan(&mut self) -> Result<(), Difference> {
        let (original, variants) = self.sides.split_first().expect("the original");
        let mut random = Random::new(self.seed);
        let mut calls = Vec::new();
        for round in 0..CALLS {
            for name in original.functions() {
                if round == 0 {
                    let ty = original.signature(name);
                    for (index, side) in variants.iter().enumerate() {
                        let now = side.signature(name);
                        if now != ty {
                            let what = format!("export {name:?}: was {ty:?}, now {now:?}");
                            return Err(at(index + 1, what));
                        }
                    }
                }
                calls.push((name.to_string(), random.word()));
            }
        }
        calls.truncate(CALLS_IN_ALL);
        self.calls = Some(calls);
        Ok(())
    }

    fn call(&mut self, name: &str, seed: u64) -> Result<Option<Lap>, Difference> {
        // A call that the host has no arguments for is not made.
        let Some((was, used)) = self.sides[0].call(name, seed, FUEL) else { return Ok(None) };
        if let End::Limit(_) = was {
            return Ok(Some(Lap::Limit));
        }
        let mut operators = [0; 9];
        operators[0] = used;
        let mut other_trap = false;
        for (index, side) in self.sides.iter_mut().enumerate().skip(1) {
            let Some((now, used)) = side.call(name, seed, FUEL * PATIENCE) else {
                return Err(at(index, format!("call {name:?}: was {was:?}, now an error")));
            };
            match now {
                End::Limit(Limit::Fuel) => {
                    let what = format!("call {name:?}: was {was:?}, now seems not to end");
                    return Err(at(index, what));
                }
                End::Limit(_) => return Ok(Some(Lap::Limit)),
                _ => {}
            }
            if !was.same(&now) {
                return Err(at(index, format!("call {name:?}: was {was:?}, now {now:?}")));
            }
            other_trap |= matches!((&was, &now), (End::Trap(a), End::Trap(b)) if a != b);
            operators[index] = used;
        }
        for (sum, one) in self.tally.operators.iter_mut().zip(operators) {
            *sum += one;
        }
        match was {
            End::Values(_) => self.tally.values += 1,
            End::Exception(_) => self.tally.exceptions += 1,
            _ => self.tally.traps += 1,
        }
        self.tally.other_trap += usize::from(other_trap);
        self.compare(&format!("after call {name:?}")).map(|()| None)
    }

    /// Compares what is exported.
    fn compare(&mut self, when: &str) -> Result<(), Difference> {
        let (original, variants) = self.sides.split_first_mut().expect("the original");
        for (index, side) in variants.iter_mut().enumerate() {
            let found = original.compare(side);
            found.map_err(|what| at(index + 1, format!("{when}: {what}")))?;
        }
        Ok(())
    }
}

/// A difference of a side (the original is side 0).
fn at(side: usize, what: String) -> Difference {
    Difference { variant: side - 1, what }
}
