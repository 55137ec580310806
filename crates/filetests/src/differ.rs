//! The differential executor: runs a module and its optimized versions side by side, and reports
//! observable differences.
//!
//! All modules run in lockstep on an [`Engine`]. Each is instantiated with a host that behaves the same
//! in each of them ([`values`]); then each exported function is called several times with arguments that a
//! seed decides, in one instance, so state builds up. After each step the ends are compared, and then all
//! that is exported: globals, memories, tables, and the calls that the host received.
//!
//! - All traps are one event; kinds that differ are counted.
//! - Values are compared bit for bit. An engine makes only one NaN, so theirs are equal too.
//! - Fuel, stack and heap are limits of the machine: a step that reaches one proves nothing, and
//!   all modules go on, in new instances, with the next call. But a module that needs twenty
//!   times the operators of the original is taken for one that never ends. What calls that never
//!   end show is compared by [`interrupted()`].
//! - What an engine does not execute proves nothing either. It is counted, with the reason.

pub mod cases;
mod interrupted;
mod seen;
pub mod values;

pub use interrupted::interrupted;
pub use seen::{DEPTH, FIELDS, Seen};

use invar_generate::Random;
use invar_interp::Const;
use invar_ir::ValType;
use std::borrow::Cow;
use std::fmt;

/// Operators that the original may execute in one call.
const FUEL: u64 = 50_000;
/// How many times as many an optimized one may.
const PATIENCE: u64 = 20;
/// Calls per exported function, and in all.
const CALLS: u64 = 3;
const CALLS_IN_ALL: usize = 120;
/// New instances after a step that reached a limit.
const RESTARTS: usize = 8;
/// Elements of a table that are compared.
pub const ELEMENTS: usize = 256;
/// Memories do not grow past this. Small: whole memories are compared after each call.
pub const MEMORY: usize = 2 << 20;
/// Tables do not grow past this.
pub const TABLE: usize = 20_000;

/// Executes modules.
pub trait Engine {
    /// A module that was read.
    type Module;
    /// An instance in a store of its own.
    type Side: Side;

    /// Reads a module. An error is a sentence: the engine does not execute such a module.
    fn module(&self, wasm: &[u8]) -> Result<Self::Module, String>;

    /// A module in Invar's IR, if the engine executes that.
    fn module_of_ir(&self, module: &invar_ir::Module) -> Option<Self::Module>;

    /// Instantiates a module, with this much fuel for its start function.
    fn instantiate(
        &self,
        module: &Self::Module,
        fuel: u64,
    ) -> Result<Self::Side, NoSide<Self::Side>>;
}

/// A module of those that run in lockstep: its store, its instance, and what its calls give.
pub trait Side {
    /// The names of all that it exports, in order.
    fn exports(&self) -> Vec<String>;

    /// The type of an exported function; `None` if there is none of that name.
    fn signature(&self, name: &str) -> Option<Signature>;

    /// Calls an exported function with arguments that the seed decides. Gives the end and the
    /// executed operators, or `None` if the host cannot make the arguments.
    fn call(&mut self, name: &str, seed: u64, fuel: u64) -> Option<(End, u64)>;

    /// Calls an exported function with these arguments, which are of its type.
    fn invoke(&mut self, name: &str, args: &[Const], fuel: u64) -> End;

    /// The observable state of an export.
    fn observe(&mut self, name: &str) -> Option<Observed<'_>>;

    /// Calls that the host received: how many, and a hash of their names and arguments in order.
    fn trace(&self) -> (u64, u64);
}

/// The type of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signature {
    /// The function's parameters.
    pub params: Vec<Ty>,
    /// The function's results.
    pub results: Vec<Ty>,
}

/// A type, of any engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ty {
    /// Of numbers or vectors.
    Number(ValType),
    /// Of references, as text: equal types of one engine have equal texts.
    Ref(String),
}

impl fmt::Display for Ty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ty::Number(ty) => ty.fmt(f),
            Ty::Ref(text) => f.write_str(text),
        }
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |types: &[Ty]| types.iter().map(Ty::to_string).collect::<Vec<_>>().join(", ");
        write!(f, "({}) -> ({})", list(&self.params), list(&self.results))
    }
}

/// The observable state of an export.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Observed<'a> {
    /// A function: not to be told from another one.
    Func,
    /// A tag: the same.
    Tag,
    /// A global.
    Global(Seen),
    /// The bytes of a memory.
    Memory(Cow<'a, [u8]>),
    /// A memory of which only the [`hash`] of its bytes can be had.
    Shared(u64),
    /// The size of a table, and its first elements.
    Table(u64, Vec<Seen>),
}

/// A hash of the bytes of a memory, whose size is a multiple of eight.
pub fn hash(bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(bytes.len() as u64, |hash, word| {
        let word = word.iter().rev().fold(0, |all, &byte| all << 8 | u64::from(byte));
        word ^ hash.rotate_left(5).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    })
}

/// How a call, or the instantiation, ended.
#[derive(Clone, Debug)]
pub enum End {
    /// With results.
    Values(Vec<Seen>),
    /// With a trap: the name of its kind, the same in all engines.
    Trap(String),
    /// With an exception that nothing caught.
    Exception(Vec<Seen>),
    /// In the host: it had no value to return.
    Host,
    /// No verdict: the limits of this machine decided.
    Limit(Limit),
    /// No verdict: the engine does not execute this. Why, as a sentence.
    NotExecuted(String),
}

/// A limit that a program may reach sooner or later without being another program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// Executed operators.
    Fuel,
    /// Stack.
    Stack,
    /// The garbage collector's heap, or an allocation's size.
    Heap,
}

impl End {
    /// Whether two ends are equal to an observer. Traps are one event, of whatever kind.
    pub fn same(&self, other: &End) -> bool {
        match (self, other) {
            (End::Values(a), End::Values(b)) | (End::Exception(a), End::Exception(b)) => a == b,
            // The host's refusal to return ends a program as a trap does.
            (End::Trap(_) | End::Host, End::Trap(_) | End::Host) => true,
            _ => false,
        }
    }
}

/// Why a module does not run.
pub enum NoSide<S> {
    /// The host cannot provide an import, or the module does not fit the host's limits.
    NoInstance(String),
    /// The module's start function, or a segment, ended the instantiation.
    Ended(End, Box<S>),
}

/// Counters of what was compared.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Modules that ran.
    pub ran: usize,
    /// Modules that the host could not instantiate (or the engine not read).
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
    /// Calls that were to be made.
    pub planned: usize,
    /// Operators that the original executed in all compared calls, and each of the others.
    pub operators: [u64; 9],
    /// Why modules did not run, and what the engine did not execute.
    pub reasons: Vec<String>,
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
        self.planned += other.planned;
        for (sum, one) in self.operators.iter_mut().zip(other.operators) {
            *sum += one;
        }
        self.reasons.extend(other.reasons);
    }
}

impl Tally {
    /// Calls whose ends were compared.
    pub fn calls(&self) -> usize {
        self.values + self.traps + self.exceptions
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

/// Runs a module and up to eight variants of it side by side. All modules are WebAssembly.
pub fn compare_bytes<E: Engine>(
    engine: &E,
    original: &[u8],
    variants: &[&[u8]],
    seed: u64,
) -> Result<Tally, Difference> {
    // What the engine does not read (too large, not implemented) says nothing about us.
    let original = match engine.module(original) {
        Ok(module) => module,
        Err(why) => return Ok(Tally { not_run: 1, reasons: vec![why], ..Tally::default() }),
    };
    let mut modules = vec![original];
    for (variant, wasm) in variants.iter().enumerate() {
        let module = engine.module(wasm).map_err(|error| Difference {
            variant,
            what: format!("the engine refuses the module: {error}"),
        })?;
        modules.push(module);
    }
    compare(engine, &modules, seed)
}

/// Runs modules side by side, of which the first is the original and the others are up to eight variants.
pub fn compare<E: Engine>(
    engine: &E,
    modules: &[E::Module],
    seed: u64,
) -> Result<Tally, Difference> {
    let tally = Tally::default();
    let mut race = Race { engine, modules, sides: Vec::new(), calls: None, next: 0, tally, seed };
    for _ in 0..=RESTARTS {
        match race.lap()? {
            Lap::Done => break,
            Lap::Limit => race.tally.limits += 1,
            Lap::NotExecuted(why) => race.tally.reasons.push(why),
        }
    }
    Ok(race.tally)
}

struct Race<'a, E: Engine> {
    engine: &'a E,
    modules: &'a [E::Module],
    /// The original, then the variants.
    sides: Vec<E::Side>,
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
    /// The engine does not execute something, for this reason: new instances are needed for what follows.
    NotExecuted(String),
}

impl<E: Engine> Race<'_, E> {
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
            match self.engine.instantiate(module, fuel) {
                Ok(side) => self.sides.push(side),
                Err(NoSide::NoInstance(why)) if index == 0 => {
                    self.tally.not_run += 1;
                    self.tally.reasons.push(why);
                    return Ok(Some(Lap::Done));
                }
                Err(NoSide::NoInstance(why)) => {
                    return Err(at(index, format!("it does not instantiate: {why}")));
                }
                Err(NoSide::Ended(End::NotExecuted(why), _)) => {
                    self.tally.not_run += 1;
                    self.tally.reasons.push(why);
                    return Ok(Some(Lap::Done));
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
            for name in original.exports() {
                let Some(ty) = original.signature(&name) else { continue };
                if round == 0 {
                    for (index, side) in variants.iter().enumerate() {
                        let now = side.signature(&name);
                        if now.as_ref() != Some(&ty) {
                            let now = now.map_or("gone".to_owned(), |ty| ty.to_string());
                            let what = format!("export {name:?}: was {ty}, now {now}");
                            return Err(at(index + 1, what));
                        }
                    }
                }
                calls.push((name, random.word()));
            }
        }
        calls.truncate(CALLS_IN_ALL);
        self.tally.planned = calls.len();
        self.calls = Some(calls);
        Ok(())
    }

    fn call(&mut self, name: &str, seed: u64) -> Result<Option<Lap>, Difference> {
        // A call that the host has no arguments for is not made.
        let Some((was, used)) = self.sides[0].call(name, seed, FUEL) else { return Ok(None) };
        match was {
            End::Limit(_) => return Ok(Some(Lap::Limit)),
            End::NotExecuted(why) => return Ok(Some(Lap::NotExecuted(why))),
            _ => {}
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
                End::NotExecuted(why) => return Ok(Some(Lap::NotExecuted(why))),
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

    /// Compares the exported state.
    fn compare(&mut self, when: &str) -> Result<(), Difference> {
        let (original, variants) = self.sides.split_first_mut().expect("the original");
        for (index, side) in variants.iter_mut().enumerate() {
            let found = compare_sides(original, side);
            found.map_err(|what| at(index + 1, format!("{when}: {what}")))?;
        }
        Ok(())
    }
}

/// Compares what the world sees of two runs: exported globals, memories and tables, and the
/// calls that the host received. Gives the place where they differ.
fn compare_sides(a: &mut impl Side, b: &mut impl Side) -> Result<(), String> {
    let (mine, theirs) = (a.trace(), b.trace());
    if mine != theirs {
        return Err(format!("calls of the host: {} and {}", mine.0, theirs.0));
    }
    for name in a.exports() {
        let here = a.observe(&name).ok_or_else(|| format!("no export {name:?}"))?;
        let there = b.observe(&name).ok_or_else(|| format!("no export {name:?}"))?;
        match (&here, &there) {
            (Observed::Memory(a), Observed::Memory(b)) if a != b => {
                let at = a.iter().zip(b.iter()).position(|(a, b)| a != b);
                return Err(format!(
                    "memory {name:?}: {} and {} bytes, first difference at {at:?}",
                    a.len(),
                    b.len()
                ));
            }
            (Observed::Memory(bytes), Observed::Shared(of))
            | (Observed::Shared(of), Observed::Memory(bytes))
                if hash(bytes) == *of => {}
            _ if here == there => {}
            _ => return Err(format!("export {name:?}: {here:?} and {there:?}")),
        }
    }
    Ok(())
}

/// A difference of a side (the original is side 0).
fn at(side: usize, what: String) -> Difference {
    Difference { variant: side - 1, what }
}
