//! Functions that use the runtime, balanced by construction, and look at what hooks may have changed.

use super::hooks::{FLAG, Hooks, POINTER, WORDS};
use crate::Random;
use std::fmt::Write as _;

/// Locals for references.
const LOCALS: usize = 5;

/// An object that a local holds.
struct Object {
    local: usize,
    owned: usize,
    /// Fields that are null.
    empty: Vec<i32>,
    rank: i64,
}

/// A function while it is written.
pub struct Program<'a> {
    random: &'a mut Random,
    hooks: &'a Hooks,
    objects: Vec<Object>,
    out: String,
    labels: usize,
    /// Whether the pointer of the program leads to an object that it owns.
    points_to: Option<usize>,
}

impl<'a> Program<'a> {
    pub fn new(random: &'a mut Random, hooks: &'a Hooks) -> Program<'a> {
        let (objects, out) = (Vec::new(), String::new());
        Program { random, hooks, objects, out, labels: 0, points_to: None }
    }

    /// An export of this number.
    pub fn function(&mut self, index: usize) -> String {
        let _ = writeln!(
            self.out,
            "    (i32.store (i32.const {FLAG}) (i32.and (local.get $n) (i32.const 1)))"
        );
        for _ in 0..1 + self.random.below(3) {
            self.make();
        }
        for _ in 0..3 + self.random.below(8) {
            self.statement();
        }
        while let Some(of) = self.pick(|object| object.owned > 0) {
            self.destroy(of);
            if self.random.one_in(2) {
                self.look();
            }
        }
        self.look();
        let locals: String = (0..LOCALS).map(|n| format!(" (local $r{n} i32)")).collect();
        // A function that consumes its argument, and one that looks before.
        format!(
            "  (func $eat{index} (param $x i32) (call $release (local.get $x)))
  (func $rest{index} (param $x i32) (param $n i32)
    (if (local.get $n)
      (then (call $rest{index} (local.get $x) (i32.sub (local.get $n) (i32.const 1))))
      (else (call $release (local.get $x)))))
  (func $f{index} (param $n i32) (result i32){locals} (local $acc i32)\n{}    (local.get $acc))
  (func (export \"run{index}\") (param $n i32) (result i32)
    (call $f{index} (i32.and (local.get $n) (i32.const 15))))\n",
            self.out.replace("INDEX", &index.to_string())
        )
    }

    fn pick(&mut self, of: impl Fn(&Object) -> bool) -> Option<usize> {
        let all: Vec<usize> =
            (0..self.objects.len()).filter(|&one| of(&self.objects[one])).collect();
        (!all.is_empty()).then(|| all[self.random.below(all.len())])
    }

    fn line(&mut self, line: &str) {
        let _ = writeln!(self.out, "    {line}");
    }

    fn condition(&mut self) -> String {
        let bit = 2 << self.random.below(3);
        format!("(i32.and (local.get $n) (i32.const {bit}))")
    }

    fn make(&mut self) {
        if self.objects.len() == LOCALS {
            return;
        }
        let local = self.objects.len();
        self.line(&format!(
            "(local.set $r{local} (call $retain (call $new (i32.const 16)))) (i32.store offset=8 (local.get $r{local}) (i32.const {}))",
            100 + local
        ));
        let rank = 100 * (1 + local as i64);
        self.objects.push(Object { local, owned: 1, empty: vec![0, 4], rank });
    }

    fn statement(&mut self) {
        match self.random.below(17) {
            0 => self.make(),
            1..3 => {
                let Some(of) = self.pick(|object| object.owned > 0) else { return };
                let local = self.objects[of].local;
                self.line(&format!("(drop (call $retain (local.get $r{local})))"));
                self.objects[of].owned += 1;
            }
            3..5 => {
                if let Some(of) = self.pick(|object| object.owned > 0) {
                    self.destroy(of);
                }
            }
            5..8 => self.look(),
            8..10 => self.store(),
            10..12 => self.branch(),
            12 => self.pointer(),
            13 => {
                let word = self.random.pick(&WORDS);
                self.line(&format!("(i32.store (i32.const {word}) (i32.const {}))", word + 1));
            }
            14 => {
                let flag = self.random.below(2);
                self.line(&format!("(i32.store (i32.const {FLAG}) (i32.const {flag}))"));
            }
            15 => self.line("(call $collect)"),
            _ => {
                // Some other count meanwhile, which is no last one.
                let Some(of) = self.pick(|object| object.owned > 0) else { return };
                let local = self.objects[of].local;
                self.line(&format!("(drop (call $retain (local.get $r{local})))"));
                self.look();
                self.look();
                self.line(&format!("(call $release (local.get $r{local}))"));
            }
        }
    }

    fn destroy(&mut self, of: usize) {
        let local = self.objects[of].local;
        self.objects[of].owned -= 1;
        if self.objects[of].owned == 0 && self.points_to == Some(of) {
            self.points_to = None;
            self.line(&format!("(i32.store (i32.const {POINTER}) (i32.const 1040))"));
        }
        let line = match self.random.below(6) {
            0 => format!("(call $eatINDEX (local.get $r{local}))"),
            1 => format!("(call $restINDEX (local.get $r{local}) (i32.const 2))"),
            _ => format!("(call $release (local.get $r{local}))"),
        };
        self.line(&line);
    }

    /// What hooks may have changed.
    fn look(&mut self) {
        let word = self.random.pick(&WORDS);
        let alive = self.pick(|object| object.owned > 0);
        let line = match self.random.below(8) {
            0 => "(call $log (local.get $acc))".to_string(),
            1 if !self.hooks.globals.is_empty() => {
                format!("(call $log (global.get {}))", self.hooks.globals[0])
            }
            1 | 2 if alive.is_some() => {
                let local = self.objects[alive.expect("there is one")].local;
                format!("(call $log (i32.load offset=8 (local.get $r{local})))")
            }
            3 => format!(
                "(local.set $acc (i32.add (i32.mul (local.get $acc) (i32.const 31)) (i32.load (i32.const {word}))))"
            ),
            _ => format!("(call $log (i32.load (i32.const {word})))"),
        };
        self.line(&line);
    }

    /// A pointer of the program to its object's data.
    fn pointer(&mut self) {
        let Some(of) = self.pick(|object| object.owned > 0) else { return };
        let local = self.objects[of].local;
        self.points_to = Some(of);
        self.line(&format!(
            "(i32.store (i32.const {POINTER}) (i32.add (local.get $r{local}) (i32.const 8)))"
        ));
    }

    fn holder(&mut self, of: usize) -> Option<(usize, i32)> {
        let (rank, leaf) = (self.objects[of].rank, self.objects[of].empty.len() == 2);
        let fits = |object: &Object| object.owned > 0 && !object.empty.is_empty();
        let all: Vec<usize> = (0..self.objects.len())
            .filter(|&one| one != of && fits(&self.objects[one]))
            .filter(|&one| leaf || self.objects[one].rank > rank)
            .collect();
        if all.is_empty() {
            return None;
        }
        let holder = all[self.random.below(all.len())];
        self.objects[of].rank = rank.min(self.objects[holder].rank - 1);
        let empty = &self.objects[holder].empty;
        Some((holder, empty[self.random.below(empty.len())]))
    }

    /// A copy is stored into an empty field.
    fn store(&mut self) {
        let Some(of) = self.pick(|object| object.owned > 0) else { return };
        let Some((holder, place)) = self.holder(of) else { return };
        let (local, into) = (self.objects[of].local, self.objects[holder].local);
        self.line(&format!(
            "(i32.store offset={place} (local.get $r{into}) (call $retain (local.get $r{local})))"
        ));
        self.objects[holder].empty.retain(|&other| other != place);
    }

    /// A take, or a use, on one of two paths, and mostly a destroy behind.
    fn branch(&mut self) {
        let Some(of) = self.pick(|object| object.owned > 0) else { return };
        let (local, holder) = (self.objects[of].local, self.holder(of));
        let saved = std::mem::take(&mut self.out);
        let mut arms = Vec::new();
        for way in 0..2 {
            if self.random.one_in(3) {
                self.look();
            }
            if way == 0 {
                let retained = format!("(call $retain (local.get $r{local}))");
                match holder {
                    Some((holder, place)) if !self.random.one_in(3) => {
                        let into = self.objects[holder].local;
                        self.line(&format!(
                            "(i32.store offset={place} (local.get $r{into}) {retained})"
                        ));
                    }
                    _ => self.line(&format!("(call $eatINDEX {retained})")),
                }
            }
            if self.random.one_in(3) {
                self.look();
            }
            arms.push(std::mem::take(&mut self.out));
        }
        self.out = saved;
        self.labels += 1;
        let when = self.condition();
        self.line(&format!("(if {when} (then {}) (else {}))", arms[0], arms[1]));
        if let Some((holder, place)) = holder {
            self.objects[holder].empty.retain(|&other| other != place);
        }
        if !self.random.one_in(3) {
            self.destroy(of);
        }
    }
}
