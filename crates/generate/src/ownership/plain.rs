//! Writes one balanced function without guards: short, so that what the analysis of ownership refuses is rare.
//!
//! Objects are made, copied under the same name or another one, stored into fields that are known to be empty, taken
//! on some of the paths that join, consumed by calls, null on some paths, and destroyed in any order. The writer
//! knows how often each object is owned by locals; an object is used only while it is.

use super::writer::splits::EATERS;
use super::{Convention, Runtime, Signature};
use crate::Random;
use std::fmt::Write as _;

/// Locals for references.
const LOCALS: usize = 7;
/// Where the fields of an object are.
const FIELDS: [usize; 3] = [16, 20, 24];

/// An object, as far as the function knows it.
#[derive(Clone, Debug)]
struct Object {
    /// The locals that hold it.
    names: Vec<usize>,
    /// How many counts the locals own together.
    owned: usize,
    /// Somebody else keeps it alive: the caller.
    borrowed: bool,
    /// Fields that are null for certain.
    empty: Vec<usize>,
    /// Objects of higher rank may hold objects of lower rank, so that there are no cycles.
    rank: i64,
}

/// The state while a function is written.
pub(super) struct Plain {
    pub random: Random,
    runtime: Runtime,
    objects: Vec<Object>,
    free: Vec<usize>,
    labels: usize,
    out: String,
}

impl Plain {
    pub fn new(random: Random, runtime: Runtime) -> Plain {
        let (objects, free) = (Vec::new(), Vec::new());
        Plain { random, runtime, objects, free, labels: 0, out: String::new() }
    }

    /// The text of the function of this number and signature.
    pub fn function(&mut self, index: usize, signature: &Signature) -> String {
        self.free = (signature.params.len()..LOCALS).collect();
        for (n, convention) in signature.params.iter().enumerate() {
            let retain = self.runtime.retain(&format!("$r{n}"));
            if *convention == Convention::Kept {
                let _ = writeln!(self.out, "    {retain}");
            }
            self.objects.push(Object {
                names: vec![n],
                owned: usize::from(*convention != Convention::Guaranteed),
                borrowed: *convention == Convention::Guaranteed,
                empty: Vec::new(),
                rank: 0,
            });
        }
        for _ in 0..2 + self.random.below(3) {
            self.make();
        }
        for _ in 0..3 + self.random.below(8) {
            self.statement();
        }
        let mut result = "(return (local.get $acc))".to_string();
        if signature.owned {
            self.make();
            if let Some(of) = self.pick(|object| object.owned > 0) {
                self.objects[of].owned -= 1;
                result = format!("(local.set $t (local.get $r{}))", self.name(of));
            } else {
                let made = self.runtime.new_object("(i32.const 3)");
                result = format!("(local.set $t {made})");
            }
        }
        if signature.owned {
            let _ = writeln!(self.out, "    {result}");
            result = "(return (local.get $t))".to_string();
        }
        while let Some(of) = self.pick(|object| object.owned > 0) {
            self.destroy(of);
            if self.random.one_in(3) {
                self.look();
            }
        }
        let _ = writeln!(self.out, "    {result}");
        let params: String =
            (0..signature.params.len()).map(|local| format!(" (param $r{local} i32)")).collect();
        let locals: String =
            (signature.params.len()..LOCALS).map(|n| format!(" (local $r{n} i32)")).collect();
        let ty = if signature.params.len() == 1 { " (type $int)" } else { "" };
        format!(
            "  (func $f{index}{ty} (param $n i32){params} (result i32){locals} (local $acc i32) (local $t i32) (local $i i32)\n{})\n",
            std::mem::take(&mut self.out)
        )
    }

    fn pick(&mut self, of: impl Fn(&Object) -> bool) -> Option<usize> {
        let all: Vec<usize> =
            (0..self.objects.len()).filter(|&one| of(&self.objects[one])).collect();
        (!all.is_empty()).then(|| all[self.random.below(all.len())])
    }

    /// A random name of an object.
    fn name(&mut self, object: usize) -> usize {
        let names = &self.objects[object].names;
        names[self.random.below(names.len())]
    }

    fn condition(&mut self) -> String {
        let bit = 1 << self.random.below(4);
        let condition = format!("(i32.and (local.get $n) (i32.const {bit}))");
        if self.random.one_in(3) { format!("(i32.eqz {condition})") } else { condition }
    }

    fn mix(value: &str) -> String {
        format!("(local.set $acc (i32.add (i32.mul (local.get $acc) (i32.const 31)) {value}))")
    }

    fn line(&mut self, line: &str) {
        let _ = writeln!(self.out, "    {line}");
    }

    fn make(&mut self) {
        let Some(local) = self.free.pop() else { return };
        let tag = self.random.below(100);
        let made = self.runtime.new_object(&format!("(i32.const {tag})"));
        self.line(&format!("(local.set $r{local} {made})"));
        let rank = 100 * (1 + self.objects.len() as i64);
        let empty = FIELDS.to_vec();
        self.objects.push(Object { names: vec![local], owned: 1, borrowed: false, empty, rank });
    }

    fn is_alive(object: &Object) -> bool {
        object.owned > 0 || object.borrowed
    }

    fn destroy(&mut self, object: usize) {
        let (name, release) = (self.name(object), self.runtime.release());
        self.objects[object].owned -= 1;
        let line = match self.random.below(8) {
            0 => format!("(if (local.get $r{name}) (then ({release} (local.get $r{name}))))"),
            1 => self.eaten(&format!("$r{name}")),
            _ => format!("({release} (local.get $r{name}))"),
        };
        self.line(&line);
    }

    fn eaten(&mut self, local: &str) -> String {
        let callee = self.random.below(EATERS);
        let number = match self.random.below(3) {
            0 => "(i32.const 0)".to_string(),
            1 => format!("(i32.const {})", self.random.below(4)),
            _ => "(i32.and (local.get $n) (i32.const 3))".to_string(),
        };
        format!("(call $eat{callee} (local.get {local}) {number})")
    }

    fn look(&mut self) {
        let Some(of) = self.pick(Plain::is_alive) else { return };
        let name = self.name(of);
        let line = match self.random.below(8) {
            0 => "(call $log (local.get $acc))".to_string(),
            1 => Plain::mix("(global.get $witness)"),
            2 | 3 => Plain::mix(&format!("(call $use (local.get $r{name}))")),
            4 => format!("(i32.store offset=28 (local.get $r{name}) (local.get $acc))"),
            _ => Plain::mix(&format!("(i32.load offset=28 (local.get $r{name}))")),
        };
        self.line(&line);
    }

    fn statement(&mut self) {
        match self.random.below(24) {
            0 => self.make(),
            1..3 => self.copy(),
            3..5 => {
                if let Some(of) = self.pick(|object| object.owned > 0) {
                    self.destroy(of);
                }
            }
            5..8 => self.look(),
            8..11 => self.store(),
            11..14 => {
                if let Some(of) = self.pick(|object| object.owned > 0) {
                    self.branch(of, false);
                }
            }
            14..21 => self.spill(),
            21 => self.nullable(),
            _ => self.consume(),
        }
    }

    /// Another count, under the same name or a new one.
    fn copy(&mut self) {
        let Some(of) = self.pick(Plain::is_alive) else { return };
        let mut name = self.name(of);
        if let Some(local) = self.free.pop_if(|_| self.random.one_in(2)) {
            self.line(&format!("(local.set $r{local} (local.get $r{name}))"));
            self.objects[of].names.push(local);
            name = local;
        }
        let retain = self.runtime.retain(&format!("$r{name}"));
        self.line(&retain);
        self.objects[of].owned += 1;
    }

    /// An object with an empty field that may hold another one.
    fn holder(&mut self, of: usize) -> Option<(usize, usize)> {
        let (rank, is_leaf) = (self.objects[of].rank, self.objects[of].empty.len() == FIELDS.len());
        let fits = |object: &Object| {
            object.owned > 0 && !object.empty.is_empty() && (object.rank > rank || is_leaf)
        };
        let all: Vec<usize> =
            (0..self.objects.len()).filter(|&one| one != of && fits(&self.objects[one])).collect();
        if all.is_empty() {
            return None;
        }
        let holder = all[self.random.below(all.len())];
        // What holds nothing may be below anything.
        self.objects[of].rank = rank.min(self.objects[holder].rank - 1);
        let empty = &self.objects[holder].empty;
        let place = empty[self.random.below(empty.len())];
        Some((holder, place))
    }

    /// A store into an empty field: of a copy, or of an owned reference.
    fn store(&mut self) {
        let Some(of) = self.pick(Plain::is_alive) else { return };
        let Some((holder, place)) = self.holder(of) else { return };
        let (name, into) = (self.name(of), self.name(holder));
        let retain = self.runtime.retain(&format!("$r{name}"));
        match self.objects[of].owned {
            1.. if self.random.one_in(4) => self.objects[of].owned -= 1,
            _ => self.line(&retain),
        }
        self.line(&format!("(i32.store offset={place} (local.get $r{into}) (local.get $r{name}))"));
        self.objects[holder].empty.retain(|&other| other != place);
    }

    /// A take of a reference on one path; the field that it is stored to is not empty any more.
    fn take(&mut self, of: usize, name: usize, holder: Option<(usize, usize)>) -> String {
        match (self.random.below(5), holder) {
            (0, _) => format!("(call $set_root (local.get $r{name}))"),
            (1, _) | (_, None) => self.eaten(&format!("$r{name}")),
            (_, Some((holder, place))) => {
                debug_assert!(self.objects[holder].rank > self.objects[of].rank);
                let into = self.name(holder);
                format!("(i32.store offset={place} (local.get $r{into}) (local.get $r{name}))")
            }
        }
    }

    /// Paths that join, some of which take a copy; often its destroy comes right behind.
    fn branch(&mut self, of: usize, ends: bool) {
        let holder = self.holder(of).filter(|&(holder, _)| holder != of);
        let ways = 2 + usize::from(self.random.one_in(3));
        let takes_at = self.random.below(ways);
        // Without a copy in front: where all paths take what is owned, or destroy it.
        let gives = !ends && self.random.one_in(4);
        let mut arms = Vec::new();
        for way in 0..ways {
            let name = self.name(of);
            let retain = self.runtime.retain(&format!("$r{name}"));
            let saved = std::mem::take(&mut self.out);
            if self.random.one_in(4) {
                self.look();
            }
            let takes = way == takes_at || self.random.one_in(4);
            if takes {
                let take = self.take(of, name, holder);
                let copy = if gives { "" } else { &retain };
                self.line(&format!("{copy} {take}"));
            } else if gives {
                let release = self.runtime.release();
                self.line(&format!("({release} (local.get $r{name}))"));
            }
            // The object is gone on this path, if nobody else owns it.
            if self.random.one_in(6) && !gives {
                self.look();
            }
            arms.push(std::mem::replace(&mut self.out, saved));
        }
        let label = self.labels;
        self.labels += 1;
        let text = match &arms[..] {
            [a, b] => format!("(if {} (then {a}) (else {b}))", self.condition()),
            _ => format!(
                "(block $end{label} (block $b{label} (block $a{label} (block $z{label}
        (br_table $z{label} $a{label} $b{label} (i32.and (local.get $n) (i32.const 3))))
        {} (br $end{label})) {} (br $end{label})) {})",
                arms[0], arms[1], arms[2]
            ),
        };
        self.line(&text);
        if let Some((holder, place)) = holder {
            self.objects[holder].empty.retain(|&other| other != place);
        }
        if gives {
            self.objects[of].owned -= 1;
        } else if ends || !self.random.one_in(4) {
            if !ends && self.random.one_in(5) {
                self.line(&Plain::mix("(i32.const 5)"));
            }
            let (name, release) = (self.name(of), self.runtime.release());
            self.objects[of].owned -= 1;
            self.line(&format!("({release} (local.get $r{name}))"));
        }
    }

    /// A copy is stored into an object that is destroyed behind paths that join, some of which take it: the destroy of
    /// what was stored comes behind that.
    fn spill(&mut self) {
        if self.free.len() > 2 && self.random.one_in(2) {
            for _ in 0..2 + self.random.below(2) {
                self.make();
            }
        }
        let Some(of) = self.pick(|object| object.owned > 0) else { return };
        let Some((holder, place)) = self.holder(of) else { return };
        let (name, into) = (self.name(of), self.name(holder));
        let retain = self.runtime.retain(&format!("$r{name}"));
        self.line(&format!(
            "{retain} (i32.store offset={place} (local.get $r{into}) (local.get $r{name}))"
        ));
        self.objects[holder].empty.retain(|&other| other != place);
        if self.random.one_in(4) {
            self.look();
        }
        self.branch(holder, true);
        if self.random.one_in(4) {
            self.look();
        }
        let line = match self.random.below(3) {
            0 => Plain::mix(&format!("(call $use (local.get $r{name}))")),
            _ => Plain::mix(&format!("(i32.load offset=28 (local.get $r{name}))")),
        };
        self.line(&line);
        if !self.random.one_in(4) {
            self.destroy(of);
        }
    }

    /// A reference that is null on one path.
    fn nullable(&mut self) {
        let (Some(of), true) = (self.pick(Plain::is_alive), !self.free.is_empty()) else { return };
        let local = self.free.pop().expect("there is one");
        let (name, when) = (self.name(of), self.condition());
        let retain = self.runtime.retain(&format!("$r{local}"));
        let set = format!("(local.set $r{local} (local.get $r{name}))");
        let text = match self.random.below(3) {
            0 => format!(
                "(if {when} (then {set} {retain}) (else (local.set $r{local} (i32.const 0))))"
            ),
            1 => format!(
                "(if {when} (then (local.set $r{local} (i32.const 0))) (else {set})) {retain}"
            ),
            _ => format!("(if {when} (then {set})) (if (local.get $r{local}) (then {retain}))"),
        };
        self.line(&text);
        let (rank, empty) = (self.objects[of].rank, Vec::new());
        self.objects.push(Object { names: vec![local], owned: 1, borrowed: false, empty, rank });
    }

    /// `x2 = copy x; consume(x2)`, and mostly the destroy of `x` behind it; may be in a loop.
    fn consume(&mut self) {
        let Some(of) = self.pick(|object| object.owned > 0) else { return };
        let name = self.name(of);
        let retain = self.runtime.retain(&format!("$r{name}"));
        let eaten = self.eaten(&format!("$r{name}"));
        let (label, rounds) = (self.labels, 1 + self.random.below(3));
        self.labels += 1;
        let text = match self.random.below(5) {
            0 => format!(
                "(local.set $i (i32.const {rounds})) (loop $turn{label} {retain} {eaten}
        (br_if $turn{label} (local.tee $i (i32.sub (local.get $i) (i32.const 1)))))"
            ),
            1 => format!("(if {} (then {retain} {eaten}))", self.condition()),
            _ => format!("{retain} {eaten}"),
        };
        self.line(&text);
        if self.random.one_in(3) {
            self.look();
        }
        if !self.random.one_in(4) {
            self.destroy(of);
        }
    }
}
