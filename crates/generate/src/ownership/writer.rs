//! Writes one balanced function: what each local holds is known at each point.

mod blocks;
mod links;
pub(super) mod splits;
mod waits;
mod watch;

use super::Runtime;
use crate::Random;
use std::fmt::Write as _;

/// Locals for references.
const LOCALS: usize = 6;

/// Who releases a parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Convention {
    /// The function that is called.
    Owned,
    /// The caller.
    Guaranteed,
    /// The function itself, which keeps it first thing: all it needs is to be alive then.
    Kept,
}

impl Convention {
    /// A random convention among those that the style has.
    pub fn any(random: &mut Random, style: Style) -> Convention {
        match random.below(6) {
            0 | 1 if style.takes => Convention::Owned,
            0..3 => Convention::Kept,
            _ => Convention::Guaranteed,
        }
    }
}

/// The features of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// The program may trap.
    pub traps: bool,
    /// References are moved into parameters, fields and globals. Without, only results are, as
    /// AssemblyScript has it.
    pub takes: bool,
    /// The program asks whether references are the only ones.
    pub tests: bool,
    /// The function does not balance: it retains once too often.
    pub leaks: bool,
    /// The function ends in calls that take its place.
    pub tail_calls: bool,
}

/// The signature of a function; before the references comes a number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signature {
    /// The conventions of the references.
    pub params: Vec<Convention>,
    /// The result is a reference that the caller owns, not a number.
    pub owned: bool,
}

/// The contents of a local.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Held {
    /// Nothing that may be used.
    Nothing,
    /// An owned reference, which must be released.
    Owned,
    /// A reference that the caller keeps alive.
    Guaranteed,
    /// A reference that another local owns or borrows: valid until that changes.
    Borrowed(usize),
    /// A reference loaded from a field or a global: valid until any of these may change.
    Field,
}

#[derive(Clone, Debug, Default)]
struct State {
    held: Vec<Held>,
    /// Locals that a loop around must find as they were.
    frozen: Vec<bool>,
    /// Of whom there is a pointer into the object: good while that holds it.
    inside: Option<usize>,
}

impl State {
    /// The local changes, so that its old reference is dropped.
    fn set(&mut self, local: usize, held: Held) {
        self.held[local] = held;
        self.inside = self.inside.filter(|of| *of != local);
        for other in 0..self.held.len() {
            if self.held[other] == Held::Borrowed(local) {
                self.set(other, Held::Nothing);
            }
        }
    }

    /// Fields and globals may have changed.
    fn clobber(&mut self) {
        for local in 0..self.held.len() {
            if self.held[local] == Held::Field {
                self.set(local, Held::Nothing);
            }
        }
    }
}

/// The state while a function is written.
pub struct Writer<'a> {
    random: Random,
    runtime: Runtime,
    style: Style,
    /// The functions that may be called, the function itself last.
    functions: &'a [Signature],
    state: State,
    loops: usize,
    labels: usize,
    depth: usize,
    budget: i32,
    /// For each enclosing loop, the label after it, and the state that its exits must establish.
    exits: Vec<(usize, State)>,
}

impl<'a> Writer<'a> {
    /// Of the last of these functions, which may call all of them.
    pub fn new(
        mut random: Random,
        runtime: Runtime,
        style: Style,
        functions: &'a [Signature],
    ) -> Writer<'a> {
        let budget = if random.one_in(8) { 60 } else { 8 + random.below(25) as i32 };
        Writer {
            random,
            runtime,
            style,
            functions,
            state: State::default(),
            loops: 0,
            labels: 0,
            depth: 0,
            budget,
            exits: Vec::new(),
        }
    }

    /// The sequence after what the function took of it.
    pub fn into_random(self) -> Random {
        self.random
    }

    /// The text of the function of this number.
    pub fn function(&mut self, index: usize) -> String {
        let signature = self.functions[index].clone();
        for local in 0..LOCALS {
            self.state.held.push(match signature.params.get(local) {
                Some(Convention::Owned) => Held::Owned,
                Some(Convention::Guaranteed) => Held::Guaranteed,
                Some(Convention::Kept) => Held::Field,
                None => Held::Nothing,
            });
        }
        self.state.frozen = vec![false; LOCALS];
        let mut body = String::from(
            "    (global.set $steps (i32.sub (global.get $steps) (i32.const 1)))\n    \
             (if (i32.lt_s (global.get $steps) (i32.const 0)) (then\n",
        );
        let start = self.state.clone();
        let style = std::mem::replace(&mut self.style.tail_calls, false);
        self.leave(&mut body, &signature);
        self.style.tail_calls = style;
        self.state = start;
        body += "    ))\n";
        // As some compilers do it: what is passed is kept while the function runs.
        for (local, convention) in signature.params.iter().enumerate() {
            if *convention == Convention::Kept {
                let _ = writeln!(body, "    {}", self.copy(local, local));
                self.state.held[local] = Held::Owned;
            }
        }
        self.statements(&mut body, &signature);
        if self.style.leaks
            && let Some(local) = self.some()
        {
            let _ = writeln!(body, "    {}", self.runtime.retain(&format!("$r{local}")));
        }
        self.leave(&mut body, &signature);
        let params: String =
            (0..signature.params.len()).map(|local| format!(" (param $r{local} i32)")).collect();
        let declare = |name: &str, from, to| -> String {
            (from..to).map(|n| format!(" (local ${name}{n} i32)")).collect()
        };
        // Through the table, types must be the same one.
        let ty = match signature.params[..] {
            [_] => " (type $int)",
            _ => "",
        };
        format!(
            "  (func $f{index}{ty} (param $n i32){params} (result i32){}{}{} (local $acc i32) (local $t i32) (local $p i32) (local $x i32) (local $y i32) (local $z i32) (local $q i32) (local $i i32)\n{body})\n",
            declare("r", signature.params.len(), LOCALS),
            declare("w", 0, 2),
            declare("k", 0, self.loops),
        )
    }

    // What the statements are made of.

    fn copy(&mut self, to: usize, from: usize) -> String {
        let as_one = self.random.one_in(2);
        self.runtime.copy(&format!("$r{to}"), &format!("$r{from}"), as_one)
    }

    fn release(&self, local: usize) -> String {
        format!("({} (local.get $r{local}))", self.runtime.release())
    }

    fn new_object(&mut self) -> String {
        if self.runtime == Runtime::AssemblyScript && self.random.one_in(12) {
            return "(i32.const 960)".to_string();
        }
        if self.random.one_in(2) {
            return format!("(call $grown (i32.const {}))", 1 + self.random.below(2));
        }
        let tag = self.random.below(100);
        self.runtime.new_object(&format!("(i32.const {tag})"))
    }

    fn condition(&mut self) -> String {
        let bit = 1 << self.random.below(4);
        let of = ["$n", "$acc", "$n"][self.random.below(3)];
        let condition = format!("(i32.and (local.get {of}) (i32.const {bit}))");
        if self.random.one_in(3) { format!("(i32.eqz {condition})") } else { condition }
    }

    fn mix(&self, value: &str) -> String {
        format!("(local.set $acc (i32.add (i32.mul (local.get $acc) (i32.const 31)) {value}))")
    }

    fn pick(&mut self, of: impl Fn(&State, usize) -> bool) -> Option<usize> {
        let locals: Vec<usize> = (0..LOCALS).filter(|local| of(&self.state, *local)).collect();
        (!locals.is_empty()).then(|| locals[self.random.below(locals.len())])
    }

    /// A local that holds something that may be used.
    fn some(&mut self) -> Option<usize> {
        self.pick(|state, local| state.held[local] != Held::Nothing)
    }

    /// A local whose reference may be given away.
    fn owned(&mut self) -> Option<usize> {
        self.pick(|state, local| state.held[local] == Held::Owned && !state.frozen[local])
    }

    /// A local that may be assigned. No reference is lost, if another local is free.
    fn free(&mut self) -> Option<usize> {
        let nothing = |state: &State, local: usize| {
            state.held[local] == Held::Nothing && !state.frozen[local]
        };
        self.pick(nothing).or_else(|| {
            self.pick(|state, local| state.held[local] != Held::Owned && !state.frozen[local])
        })
    }

    /// Code that makes the locals hold what a merge needs.
    fn become_state(&mut self, out: &mut String, to: &State) {
        for local in 0..LOCALS {
            match (self.state.held[local], to.held[local]) {
                (Held::Owned, Held::Owned) => {}
                (Held::Nothing, Held::Owned) => {
                    let value = if self.random.one_in(2) {
                        self.new_object()
                    } else {
                        "(i32.const 0)".to_string()
                    };
                    let _ = writeln!(out, "    (local.set $r{local} {value})");
                }
                (_, Held::Owned) => {
                    let _ = writeln!(out, "    {}", self.runtime.retain(&format!("$r{local}")));
                }
                _ => continue,
            }
            self.state.held[local] = Held::Owned;
        }
        let first = self.random.below(LOCALS);
        for local in (0..LOCALS).map(|local| (local + first) % LOCALS) {
            if self.state.held[local] == Held::Owned && to.held[local] != Held::Owned {
                let _ = writeln!(out, "    {}", self.release(local));
            }
        }
        self.state = to.clone();
    }

    /// Gives up all that is owned, and leaves the rest to another function.
    fn leave_by_call(&mut self, out: &mut String, index: usize) {
        let signature = self.functions[index].clone();
        let (mut arguments, mut moved) = (String::new(), Vec::new());
        for convention in &signature.params {
            let wanted = match convention {
                Convention::Owned => Held::Owned,
                // Our caller keeps it alive.
                Convention::Guaranteed | Convention::Kept => Held::Guaranteed,
            };
            let local = self.pick(|state, local| state.held[local] == wanted);
            let argument = match local {
                Some(local) if !moved.contains(&local) => {
                    if wanted == Held::Owned {
                        moved.push(local);
                    }
                    format!("(local.get $r{local})")
                }
                _ if wanted == Held::Owned => self.new_object(),
                _ => "(i32.const 0)".to_string(),
            };
            arguments += &argument;
        }
        for local in moved {
            self.state.set(local, Held::Nothing);
        }
        let nothing = State { held: vec![Held::Nothing; LOCALS], ..self.state.clone() };
        self.become_state(out, &nothing);
        let _ = writeln!(out, "    (return_call $f{index} (local.get $acc) {arguments})");
    }

    /// Gives up all that is owned, and returns.
    fn leave(&mut self, out: &mut String, signature: &Signature) {
        let index = self.random.below(self.functions.len());
        if self.style.tail_calls
            && self.random.one_in(4)
            && self.functions[index].owned == signature.owned
        {
            return self.leave_by_call(out, index);
        }
        if signature.owned {
            match self.some() {
                Some(local) if self.state.held[local] == Held::Owned => {
                    let _ = writeln!(out, "    (local.set $t (local.get $r{local}))");
                    self.state.set(local, Held::Nothing);
                }
                Some(local) => {
                    let copy =
                        self.runtime.copy("$t", &format!("$r{local}"), self.random.one_in(2));
                    let _ = writeln!(out, "    {copy}");
                }
                None => {
                    let value = self.new_object();
                    let _ = writeln!(out, "    (local.set $t {value})");
                }
            }
        }
        let nothing = State { held: vec![Held::Nothing; LOCALS], ..self.state.clone() };
        self.become_state(out, &nothing);
        let result = if signature.owned { "$t" } else { "$acc" };
        let _ = writeln!(out, "    (return (local.get {result}))");
    }

    fn statements(&mut self, out: &mut String, signature: &Signature) {
        for _ in 0..2 + self.random.below(6) {
            if self.budget > 0 {
                self.statement(out, signature);
            }
        }
    }

    fn statement(&mut self, out: &mut String, signature: &Signature) {
        self.budget -= 1;
        let line = match self.random.below(64) {
            0..3 => self.make(),
            3..7 => self.keep(),
            7..9 => self.destroy(),
            9 => self.borrow(),
            10..13 => self.look(),
            13..16 => self.load(),
            16..18 => self.store(),
            18..20 => self.call(),
            20 => self.call_indirect(),
            21 if self.random.one_in(2) => self.inside(),
            21 => self.weak(),
            22 if self.random.one_in(2) => self.unless_null(),
            22 => self.swap(),
            23 => self.reassign(),
            24 => self.global(),
            25 => self.phi(),
            26 | 27 => return self.arms(out, signature),
            28 => return self.repeat(out, signature),
            29 => return self.escape(out, signature),
            30..33 => return self.scope(out),
            33 | 34 => self.shift(),
            35..40 => self.append(),
            40..44 => self.hold(),
            44..48 => self.boxed(),
            48..52 => return self.peril(out),
            52..56 => self.split(),
            56..59 => self.copy_take(),
            59 | 60 => self.maybe_null(),
            _ => self.alias(),
        };
        if let Some(line) = line {
            let _ = writeln!(out, "    {line}");
        }
    }

    // Statements. `None` where the locals hold nothing that fits.

    fn make(&mut self) -> Option<String> {
        let to = self.free()?;
        let value = self.new_object();
        self.state.set(to, Held::Owned);
        Some(format!("(local.set $r{to} {value})"))
    }

    fn keep(&mut self) -> Option<String> {
        let from = self.some()?;
        let to = self.free()?;
        let text = if self.random.one_in(8) {
            // By a function that keeps it for its caller.
            format!("(local.set $r{to} (local.get $r{from})) (call $hold (local.get $r{to}))")
        } else {
            self.copy(to, from)
        };
        if from == to {
            // What was borrowed is owned.
            self.state.held[to] = Held::Owned;
        } else {
            self.state.set(to, Held::Owned);
        }
        Some(text)
    }

    fn destroy(&mut self) -> Option<String> {
        let local = self.owned()?;
        self.state.set(local, Held::Nothing);
        self.state.clobber();
        Some(self.release(local))
    }

    fn borrow(&mut self) -> Option<String> {
        let (from, to) = (self.some()?, self.free()?);
        let held = match self.state.held[from] {
            _ if from == to => return None,
            Held::Owned => Held::Borrowed(from),
            Held::Borrowed(of) if of == to => return None,
            held => held,
        };
        self.state.set(to, held);
        Some(format!("(local.set $r{to} (local.get $r{from}))"))
    }

    fn look(&mut self) -> Option<String> {
        let local = self.some()?;
        let unique = self.style.tests;
        Some(match self.random.below(7) {
            0 if unique => self.mix(&format!("(call $arc_is_unique (local.get $r{local}))")),
            1 => format!("(call $write (local.get $r{local}) (local.get $acc))"),
            2 => self.mix("(global.get $witness)"),
            3 => self.mix(&format!(
                "(if (result i32) (call $check (local.get $r{local}) (i32.const 1))
      (then (i32.load offset=28 (local.get $r{local}))) (else (i32.const 0)))"
            )),
            4 => "(call $log (local.get $acc))".to_string(),
            _ => self.mix(&format!("(call $use (local.get $r{local}))")),
        })
    }

    fn load(&mut self) -> Option<String> {
        let (from, to) = (self.some()?, self.free()?);
        let field = self.random.below(3);
        let load = if self.random.one_in(2) {
            format!("(call $load (local.get $r{from}) (i32.const {field}))")
        } else {
            // As compilers do it. It is checked beside it that there is something to be read.
            format!(
                "(if (result i32) (call $check (local.get $r{from}) (i32.const 1))
      (then (i32.load offset={} (local.get $r{from}))) (else (i32.const 0)))",
                16 + 4 * field
            )
        };
        if self.random.one_in(4) {
            self.state.set(to, Held::Field);
            return Some(format!("(local.set $r{to} {load})"));
        }
        self.state.set(to, Held::Owned);
        Some(match self.runtime {
            Runtime::AssemblyScript if self.random.one_in(2) => {
                format!("(local.set $r{to} (call $~lib/rt/pure/__retain {load}))")
            }
            _ => format!("(local.set $r{to} {load}) {}", self.runtime.retain(&format!("$r{to}"))),
        })
    }

    fn store(&mut self) -> Option<String> {
        let holder = self.some()?;
        let field = self.random.below(3);
        if !self.style.takes || self.random.one_in(3) {
            return self.store_kept(holder, field);
        }
        let (before, what) = self.given(Some(holder))?;
        self.state.clobber();
        if self.random.one_in(2) {
            let call = format!(
                "(call $store (local.get $r{holder}) (i32.const {field}) (local.get $r{what}))"
            );
            return Some(format!("{before} {call}"));
        }
        // The store by hand: on one path the reference is stored, on the other released.
        let (release, place) = (self.runtime.release(), 16 + 4 * field);
        Some(format!(
            "{before}
    (if (call $may_hold (local.get $r{holder}) (local.get $r{what}))
      (then (local.set $t (i32.load offset={place} (local.get $r{holder})))
        (i32.store offset={place} (local.get $r{holder}) (local.get $r{what}))
        ({release} (local.get $t)))
      (else ({release} (local.get $r{what}))))"
        ))
    }

    /// A store that retains the stored object, unless it was in the field before.
    fn store_kept(&mut self, holder: usize, field: usize) -> Option<String> {
        let new = self.some()?;
        self.state.clobber();
        let place = 16 + 4 * field;
        let store = self.exchange(holder, new, place);
        Some(format!(
            "(if (call $may_hold (local.get $r{holder}) (local.get $r{new})) (then
        (local.set $t (i32.load offset={place} (local.get $r{holder}))) {store}))"
        ))
    }

    /// A store to the location that `$t` was loaded from, in the forms that compilers use.
    fn exchange(&mut self, holder: usize, new: usize, place: usize) -> String {
        let release = self.runtime.release();
        let retain = self.runtime.retain(&format!("$r{new}"));
        let release_old = format!("({release} (local.get $t))");
        match self.random.below(4) {
            // The store may be part of the exchange.
            3 => format!(
                "(if (i32.ne (local.get $r{new}) (local.get $t)) (then {retain}
          (i32.store offset={place} (local.get $r{holder}) (local.get $r{new})) {release_old}))"
            ),
            0 => format!(
                "(if (i32.ne (local.get $r{new}) (local.get $t)) (then {retain} {release_old}))
        (i32.store offset={place} (local.get $r{holder}) (local.get $r{new}))"
            ),
            1 => format!(
                "{retain} (i32.store offset={place} (local.get $r{holder}) (local.get $r{new})) {release_old}"
            ),
            _ => format!(
                "(i32.store offset={place} (local.get $r{holder}) {}) {release_old}",
                self.runtime.kept(&format!("$r{new}"))
            ),
        }
    }

    /// A reference to pass on: the code before, and a local that holds it. Not one that a local
    /// owns and that is still needed.
    fn given(&mut self, needed: Option<usize>) -> Option<(String, usize)> {
        let borrows = |state: &State, local| {
            needed.is_some_and(|needed| state.held[needed] == Held::Borrowed(local))
        };
        if self.style.takes && self.random.one_in(2) {
            let local = self.owned()?;
            if Some(local) == needed || borrows(&self.state, local) {
                return None;
            }
            self.state.set(local, Held::Nothing);
            return Some((String::new(), local));
        }
        let (from, to) = (self.some()?, self.free()?);
        if Some(to) == needed || from == to || borrows(&self.state, to) {
            return None;
        }
        let text = self.copy(to, from);
        self.state.set(to, Held::Nothing);
        Some((text, to))
    }

    fn call(&mut self) -> Option<String> {
        let index = self.random.below(self.functions.len());
        self.call_function(index)
    }

    fn call_function(&mut self, index: usize) -> Option<String> {
        let signature = self.functions[index].clone();
        let mut text = String::new();
        let mut arguments = vec![String::new(); signature.params.len()];
        let saved = self.state.clone();
        for (n, _) in signature.params.iter().enumerate().filter(|(_, c)| **c == Convention::Owned)
        {
            arguments[n] = match self.given(None) {
                Some((before, local)) => {
                    // Until the call, nothing else may come to this local.
                    self.state.frozen[local] = true;
                    let _ = write!(text, "{before} ");
                    format!("(local.get $r{local})")
                }
                None => self.new_object(),
            };
        }
        self.state.frozen = saved.frozen;
        for (n, convention) in signature.params.iter().enumerate() {
            let good = |state: &State, local: usize| match state.held[local] {
                Held::Nothing => false,
                Held::Field => *convention == Convention::Kept,
                _ => true,
            };
            if *convention == Convention::Owned {
                continue;
            }
            arguments[n] = match self.pick(good) {
                Some(local) => format!("(local.get $r{local})"),
                None => "(i32.const 0)".to_string(),
            };
        }
        self.state.clobber();
        let number = match self.random.below(3) {
            0 => format!("(i32.const {})", self.random.below(16)),
            1 => "(local.get $acc)".to_string(),
            _ => "(i32.add (local.get $n) (i32.const 1))".to_string(),
        };
        let call = format!("(call $f{index} {number} {})", arguments.join(" "));
        if !signature.owned {
            return Some(format!("{text}{}", self.mix(&call)));
        }
        match self.free() {
            Some(to) if !self.random.one_in(5) => {
                self.state.set(to, Held::Owned);
                Some(format!("{text}(local.set $r{to} {call})"))
            }
            _ => Some(format!("{text}({} {call})", self.runtime.release())),
        }
    }

    fn call_indirect(&mut self) -> Option<String> {
        let good =
            |state: &State, local: usize| !matches!(state.held[local], Held::Nothing | Held::Field);
        let local = self.pick(good)?;
        self.state.clobber();
        let argument = format!("(local.get $r{local})");
        Some(match self.random.below(6) {
            3.. => self.mix(&format!(
                "(call_indirect (type $look) {argument} (local.get $acc) (i32.const 0)
      (i32.add (i32.const 4) (i32.and (local.get $acc) (i32.const 3))))"
            )),
            0 => self.mix(&format!(
                "(call_indirect (type $int) (local.get $n) {argument} (i32.const 8))"
            )),
            _ => format!(
                "(call_indirect (type $one) {argument} (i32.and (local.get $acc) (i32.const 3)))"
            ),
        })
    }

    fn swap(&mut self) -> Option<String> {
        let (a, b) = (self.owned()?, self.owned()?);
        if a == b {
            return None;
        }
        self.state.set(a, Held::Owned);
        self.state.set(b, Held::Owned);
        Some(format!(
            "(local.set $t (local.get $r{a})) (local.set $r{a} (local.get $r{b})) (local.set $r{b} (local.get $t))"
        ))
    }

    /// `a = b` as some compilers do it: nothing is counted if they are the same.
    fn reassign(&mut self) -> Option<String> {
        let (a, b) = (self.owned()?, self.some()?);
        if a == b || self.state.held[b] == Held::Borrowed(a) {
            return None;
        }
        self.state.set(a, Held::Owned);
        self.state.clobber();
        let retain = self.runtime.retain(&format!("$r{b}"));
        Some(format!(
            "(if (i32.ne (local.get $r{a}) (local.get $r{b})) (then {retain} {}))
    (local.set $r{a} (local.get $r{b}))",
            self.release(a)
        ))
    }

    fn global(&mut self) -> Option<String> {
        if self.random.one_in(2) {
            let to = self.free()?;
            self.state.set(to, Held::Owned);
            let retain = self.runtime.retain(&format!("$r{to}"));
            return Some(format!("(local.set $r{to} (global.get $root)) {retain}"));
        }
        let (before, what) = self.given(None)?;
        self.state.clobber();
        let release = self.runtime.release();
        Some(if self.style.takes && self.random.one_in(2) {
            format!("{before} (call $set_root (local.get $r{what}))")
        } else {
            format!(
                "{before} (local.set $t (global.get $root)) (global.set $root (local.get $r{what})) ({release} (local.get $t))"
            )
        })
    }
}
