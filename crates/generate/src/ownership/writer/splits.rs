//! Takes: on some of the paths that join, by calls that consume, of null on some paths, and under two names.
//!
//! Each statement here begins and ends with what the locals of the writer hold: it uses `$x`, `$y`, `$z`, `$q`, `$t`
//! for references of its own.

use super::{Held, State, Writer};
use std::fmt::Write as _;

/// Functions that consume their argument: at their end, before something else, through themselves, through each
/// other, on one of two paths, and by an exchange.
pub(in crate::ownership) const CONSUMERS: &str = "  (func $eat0 (param $x i32) (param $n i32) (RELEASE (local.get $x)))
  (func $eat1 (param $x i32) (param $n i32)
    (global.set $witness (i32.add (global.get $witness) (call $use (local.get $x))))
    (RELEASE (local.get $x)))
  (func $eat2 (param $x i32) (param $n i32)
    (RELEASE (local.get $x))
    (call $log (global.get $witness)))
  (func $eat3 (param $x i32) (param $n i32)
    (if (local.get $n)
      (then (call $eat3 (local.get $x) (i32.sub (local.get $n) (i32.const 1))))
      (else (RELEASE (local.get $x)))))
  (func $eat4 (param $x i32) (param $n i32)
    (if (i32.and (local.get $n) (i32.const 1))
      (then (call $set_root (local.get $x)))
      (else (RELEASE (local.get $x)))))
  (func $eat5 (param $x i32) (param $n i32)
    (if (local.get $n)
      (then
        (global.set $witness (i32.xor (global.get $witness) (call $use (local.get $x))))
        (call $eat6 (local.get $x) (i32.sub (local.get $n) (i32.const 1))))
      (else (call $eat0 (local.get $x) (local.get $n)))))
  (func $eat6 (param $x i32) (param $n i32)
    (if (i32.eqz (local.get $x)) (then (return)))
    (if (local.get $n)
      (then (call $eat5 (local.get $x) (i32.sub (local.get $n) (i32.const 1))) (call $log (local.get $n)))
      (else (RELEASE (local.get $x)))))
  (func $eat7 (param $x i32) (param $n i32) (local $y i32)
    (local.set $y (call $load (local.get $x) (i32.const 0)))
    (RETAIN (local.get $y))
    (RELEASE (local.get $x))
    (global.set $witness (i32.add (global.get $witness) (call $use (local.get $y))))
    (RELEASE (local.get $y)))
";
/// How many these are.
pub(in crate::ownership) const EATERS: usize = 8;

impl Writer<'_> {
    /// A random take of a reference in a local; `$q` is an object without references, or null.
    fn take(&mut self, local: &str) -> String {
        match self.random.below(8) {
            0..4 => {
                let place = 16 + 4 * self.random.below(3);
                format!(
                    "(if (call $may_hold (local.get $q) (local.get {local}))
          (then (i32.store offset={place} (local.get $q) (local.get {local})))
          (else ({} (local.get {local}))))",
                    self.runtime.release()
                )
            }
            4 => format!("(call $set_root (local.get {local}))"),
            5 => {
                let field = self.random.below(3);
                format!("(call $store (local.get $q) (i32.const {field}) (local.get {local}))")
            }
            _ => self.eaten(local),
        }
    }

    /// A call that consumes.
    fn eaten(&mut self, local: &str) -> String {
        let callee = self.random.below(EATERS);
        let number = match self.random.below(3) {
            0 => "(i32.const 1)".to_string(),
            1 => format!("(i32.const {})", self.random.below(4)),
            _ => "(i32.and (local.get $acc) (i32.const 3))".to_string(),
        };
        format!("(call $eat{callee} (local.get {local}) {number})")
    }

    /// Code between, mostly none. It may use the object of a local, if one is given.
    fn between(&mut self, local: &str) -> String {
        match self.random.below(12) {
            0 if local.is_empty() => String::new(),
            0 => self.mix(&format!("(call $use (local.get {local}))")),
            1 => "(call $log (local.get $acc))".to_string(),
            2 => self.mix("(global.get $witness)"),
            3 => "(call $set_root (i32.const 0))".to_string(),
            4 => self.mix("(i32.const 7)"),
            _ => String::new(),
        }
    }

    /// An object that a local of the writer holds, or a new one, copied to a local of the statement.
    fn fresh(&mut self, to: &str) -> String {
        match self.some() {
            Some(local) if self.random.one_in(2) => {
                self.runtime.copy(to, &format!("$r{local}"), true)
            }
            _ => format!("(local.set {to} {})", self.new_object()),
        }
    }

    /// `if (c) { take(copy x) }; destroy x`, where `x` holds the only count of `y`, or one of several: the
    /// destroy of the merge block is needed on the other path, and `y` is used behind it.
    pub(super) fn split(&mut self) -> Option<String> {
        self.state.clobber();
        let release = self.runtime.release();
        let place = 16 + 4 * self.random.below(3);
        let [keep_x, keep_y] = ["$x", "$y"].map(|local| self.runtime.retain(local));
        let [x, y, q] = ["$x", "$y", "$q"].map(|_| self.new_object());
        let y =
            if self.random.one_in(3) { self.fresh("$y") } else { format!("(local.set $y {y})") };
        let mut text = format!("{y} (local.set $x {x}) (local.set $q {q})\n");
        // Without memory, or under another object than a new one, nothing is moved.
        let _ = writeln!(
            text,
            "      (if (call $may_hold (local.get $x) (local.get $y)) (then
        {keep_y} (local.set $t (i32.load offset={place} (local.get $x)))
        (i32.store offset={place} (local.get $x) (local.get $y)) ({release} (local.get $t))))"
        );
        text += &self.between("$y");
        let ways = 2 + usize::from(self.random.one_in(3));
        let takes_at = self.random.below(ways);
        let label = self.label();
        let mut arms = Vec::new();
        for way in 0..ways {
            let takes = way == takes_at || ways == 3 && self.random.one_in(2);
            let mut arm = self.between("$y");
            if takes {
                let _ = write!(arm, "{keep_x} {}", self.take("$x"));
            }
            arm += &self.between("$y");
            arms.push(arm);
        }
        match &arms[..] {
            [a, b] => {
                let _ = writeln!(text, "      (if {} (then {a}) (else {b}))", self.condition());
            }
            _ => {
                let _ = writeln!(
                    text,
                    "      (block $end{label} (block $b{label} (block $a{label} (block $z{label}
        (br_table $z{label} $a{label} $b{label} (i32.and (local.get $n) (i32.const 3))))
        {} (br $end{label})) {} (br $end{label})) {})",
                    arms[0], arms[1], arms[2]
                );
            }
        }
        let look = self.mix("(call $use (local.get $y))");
        let [first, behind] = [0; 2].map(|_| self.between("$y"));
        let nulled = if self.random.one_in(4) { "(local.set $x (i32.const 0))" } else { "" };
        let _ = writeln!(
            text,
            "      {first} ({release} (local.get $x)) {nulled} {behind} {look} ({release} (local.get $y)) ({release} (local.get $q))"
        );
        Some(text)
    }

    /// `x2 = copy x; consume(x2); ... destroy x`: the call may get the ownership that the destroy ends.
    pub(super) fn copy_take(&mut self) -> Option<String> {
        self.state.clobber();
        let release = self.runtime.release();
        let made = self.fresh("$x");
        let keep = self.runtime.retain("$x");
        let name = match self.random.below(3) {
            0 => "(local.set $y (local.get $x))",
            _ => "",
        };
        let taken = if name.is_empty() { "$x" } else { "$y" };
        let [first, before, behind] = [0; 3].map(|_| self.between("$x"));
        let last = self.between("");
        let eaten = self.eaten(taken);
        let looped = self.random.one_in(4);
        let (label, rounds) = (self.label(), 1 + self.random.below(3));
        let call = if looped {
            format!(
                "(local.set $i (i32.const {rounds})) (loop $turn{label} {keep} {before} {eaten}
        (br_if $turn{label} (local.tee $i (i32.sub (local.get $i) (i32.const 1)))))"
            )
        } else {
            format!("{keep} {before} {eaten}")
        };
        let call = if self.random.one_in(4) {
            format!("(if {} (then {call}))", self.condition())
        } else {
            call
        };
        Some(format!(
            "{made} {name} {first} {call} {behind} ({release} (local.get {taken})) {last}"
        ))
    }

    /// A reference that is null on some paths: its copy and its destroy are nothing there.
    pub(super) fn maybe_null(&mut self) -> Option<String> {
        let from = self.some()?;
        self.state.clobber();
        let release = self.runtime.release();
        let (when, keep) = (self.condition(), self.runtime.retain("$x"));
        // The copy is in the arm, or behind the merge.
        let inside = self.random.one_in(2);
        let (one, other) = if inside { (keep.as_str(), "") } else { ("", keep.as_str()) };
        let set = format!("(local.set $x (local.get $r{from})) {one}");
        let null = "(local.set $x (i32.const 0))";
        let merged = match self.random.below(3) {
            0 => format!("(if {when} (then {set}) (else {null}))"),
            1 => format!("{null} (if {when} (then {set}))"),
            _ => format!("(if {when} (then {null}) (else {set}))"),
        };
        let [before, middle] = [0; 2].map(|_| self.between("$x"));
        let behind = self.between("");
        let end = match self.random.below(4) {
            0 => format!("(if (local.get $x) (then ({release} (local.get $x))))"),
            1 => {
                let eaten = self.eaten("$x");
                format!("(if (local.get $x) (then {eaten}))")
            }
            2 => self.eaten("$x"),
            _ => format!("({release} (local.get $x))"),
        };
        let looked = if self.random.one_in(2) {
            self.mix("(call $use (local.get $x))")
        } else {
            String::new()
        };
        Some(format!("{merged} {other} {before} {looked} {middle} {end} {behind}"))
    }

    /// Two names for one object, read from one field or copied: each copy may be given up under the other name.
    pub(super) fn alias(&mut self) -> Option<String> {
        // A field's object may go when the root does.
        let alive =
            |state: &State, local: usize| !matches!(state.held[local], Held::Nothing | Held::Field);
        let holder = self.pick(alive)?;
        self.state.clobber();
        let (release, field) = (self.runtime.release(), self.random.below(3));
        let read = format!("(call $load (local.get $r{holder}) (i32.const {field}))");
        let [keep_x, keep_y] = ["$x", "$y"].map(|local| self.runtime.retain(local));
        let second = match self.random.below(3) {
            0 => "(local.get $x)".to_string(),
            1 => read.clone(),
            _ => {
                let when = self.condition();
                format!("(select (local.get $x) (local.get $x) {when})")
            }
        };
        let [a, b] = [0; 2].map(|_| self.between("$y"));
        let c = self.between("");
        let label = self.label();
        let change = if self.random.one_in(2) {
            format!("(block $out{label} {})", self.disturbance(holder, "$x", label))
        } else {
            String::new()
        };
        let [first, last] = if self.random.one_in(2) { ["$x", "$y"] } else { ["$y", "$x"] };
        let end = if self.random.one_in(2) {
            format!("({release} (local.get {last}))")
        } else {
            self.eaten(last)
        };
        let look = self.mix(&format!("(call $use (local.get {last}))"));
        Some(format!(
            "(local.set $x {read}) {keep_x} (local.set $y {second}) {keep_y} {a} {change}
      ({release} (local.get {first})) {b} {look} {end} {c}"
        ))
    }
}
