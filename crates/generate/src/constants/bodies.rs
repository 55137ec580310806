//! The functions: methods, whose references objects hold; helpers, most of which are only called
//! directly; exports.

use super::types::{self, Ty};
use super::{METHODS, Writer};
use crate::Random;
use std::fmt::Write as _;

/// How many functions one call of an export may enter.
const ENTERED: i32 = 40;

/// What a function returns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Results {
    Nothing,
    Number,
    Wide,
    Object,
    Two,
    ObjectAndNumber,
}
use Results::*;

/// A function that calls name.
pub(super) struct Helper {
    pub results: Results,
    /// Whether segments and constants mention it.
    pub escapes: bool,
    /// Whether its results are dropped: always (0), never (1), or by chance.
    pub dropped: usize,
}

/// The helpers of a program.
pub(super) fn helpers(random: &mut Random) -> Vec<Helper> {
    let all = [Nothing, Number, Number, Number, Wide, Object, Object, Two, ObjectAndNumber];
    let helper = |random: &mut Random| Helper {
        results: random.pick(&all),
        escapes: random.one_in(5),
        dropped: random.below(4).saturating_sub(1),
    };
    (0..3 + random.below(5)).map(|_| helper(random)).collect()
}

impl Results {
    pub fn text(self) -> &'static str {
        match self {
            Nothing => "",
            Number => "(result i32)",
            Wide => "(result i64)",
            Object => "(result (ref null $obj))",
            Two => "(result i32 i32)",
            ObjectAndNumber => "(result (ref null $obj) i32)",
        }
    }

    pub fn count(self) -> usize {
        match self {
            Nothing => 0,
            Number | Wide | Object => 1,
            Two | ObjectAndNumber => 2,
        }
    }
}

impl Writer<'_> {
    pub(super) fn functions(&mut self) {
        for n in 0..METHODS[0] {
            self.function(&format!("$m0_{n} (type $m0)"), Number);
        }
        for n in 0..METHODS[1] {
            self.function(&format!("$m1_{n} (type $m1)"), Two);
        }
        for n in 0..self.helpers.len() {
            self.function(&format!("$h{n}"), self.helpers[n].results);
        }
        for n in 0..2 {
            let _ = writeln!(
                self.text,
                "  (func (export \"run{n}\") (param $n i32) (result i32)
    (local $o (ref null $obj)) (local $p (ref null $obj)) (local $a anyref) (local $z i32) (local $i i32)
    (global.set $left (i32.const {ENTERED}))"
            );
            self.budget = 12;
            self.initialize();
            if self.random.one_in(4) {
                let at = self.random.below(4);
                let init = format!("(i32.const {at}) (i32.const 0) (i32.const {})", 4 - at);
                self.line(2, &format!("(table.init $objects $passive {init})"));
            }
            (0..4).for_each(|_| self.statement(2, Number));
            self.text += "    (global.set $g (i32.add (global.get $g) (local.get $z)))
    (local.get $z))\n";
        }
        if self.random.one_in(4) {
            let method = self.method(0);
            let _ = writeln!(
                self.text,
                "  (func (export \"method\") (param $o (ref null $obj)) (param $n i32) (result i32)
    (local $p (ref null $obj)) (local $a anyref) (local $z i32)
    (global.set $left (i32.const {ENTERED}))
    (call_ref $m0 (local.get $o) (local.get $n) {method}))"
            );
        }
    }

    fn initialize(&mut self) {
        for local in ["$o", "$p"] {
            if let Some(path) = self.path_below(types::OBJECT) {
                let _ = writeln!(self.text, "    (local.set {local} {path})");
            }
        }
        if let Some(path) = self.any_path() {
            let _ = writeln!(self.text, "    (local.set $a {})", path.0);
        }
    }

    fn function(&mut self, head: &str, results: Results) {
        let guard = match self.random.below(6) {
            0 if results == Number => {
                "    (drop (br_if 0 (local.get $n) (i32.le_s (global.get $left) (i32.const 0))))\n"
                    .into()
            }
            1 => format!(
                "    (if (i32.le_s (global.get $left) (i32.const 0)) (then (br 1 {})))\n",
                self.values(results, 0)
            ),
            _ => format!(
                "    (if (i32.le_s (global.get $left) (i32.const 0)) (then (return {})))\n",
                self.values(results, 0)
            ),
        };
        let _ = write!(
            self.text,
            "  (func {head} (param $o (ref null $obj)) (param $n i32) {}
    (local $p (ref null $obj)) (local $a anyref) (local $z i32) (local $i i32)
{guard}    (global.set $left (i32.sub (global.get $left) (i32.const 1)))\n",
            results.text()
        );
        self.budget = 7;
        if self.random.one_in(2) {
            self.initialize();
        }
        for _ in 0..1 + self.random.below(4) {
            if self.random.one_in(5) {
                self.leave(results);
            } else {
                self.statement(2, results);
            }
        }
        let end = match self.random.below(6) {
            0 | 1 => self.tail_call(results),
            2 => format!("(return {})", self.values(results, 1)),
            3 => format!(
                "(if (i32.and (local.get $n) (i32.const 1)) (then (return {})) (else (return {}))) (unreachable)",
                self.values(results, 1),
                self.values(results, 0)
            ),
            _ => self.values(results, 2),
        };
        let _ = writeln!(self.text, "    {end})");
    }

    /// A statement at the top of a body that may return by a branch.
    fn leave(&mut self, results: Results) {
        let (condition, values) = (self.number(1), self.values(results, 1));
        let drops = "(drop)".repeat(results.count());
        let object = self.any_path().map_or("(local.get $a)".into(), |path| path.0);
        let text = match self.random.below(6) {
            0 => format!("(br_if 0 {values} {condition}) {drops}"),
            1 => {
                format!("(block {} (br_table 0 1 0 {values} {condition})) {drops}", results.text())
            }
            2 if results == Number => {
                let call = self.call_of(Number);
                format!("(try_table (catch $thrown 0) (drop {call}))")
            }
            3 if results == Object => format!("(drop (br_on_cast 0 anyref (ref $obj) {object}))"),
            4 if results == Object => format!("(br_on_non_null 0 {})", self.object(1)),
            4 if results == Nothing => format!("(drop (br_on_null 0 {}))", self.object(1)),
            5 => format!("(if {condition} (then {}))", self.tail_call(results)),
            _ => format!("(if {condition} (then (br 1 {values})))"),
        };
        let _ = writeln!(self.text, "    {text}");
    }

    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.text, "{:1$}{text}", "", depth * 2);
    }

    fn statement(&mut self, depth: usize, results: Results) {
        if self.budget == 0 {
            return;
        }
        self.budget -= 1;
        match self.random.below(16) {
            0..=3 => {
                let value = self.number(2);
                self.line(
                    depth,
                    &format!(
                        "(local.set $z (i32.add (i32.mul (local.get $z) (i32.const 31)) {value}))"
                    ),
                );
            }
            4 => {
                let value = self.number(2);
                self.line(depth, &format!("(call $log {value})"));
            }
            5 | 6 => {
                if let Some((read, Some(write))) = self.number_field() {
                    let value = self.number(1);
                    self.line(depth, &format!("({write} {value})"));
                    if self.random.one_in(2) {
                        self.line(depth, &format!("(call $log {read})"));
                    }
                }
            }
            7 => {
                let value = self.object(2);
                self.line(depth, &format!("(local.set $p {value})"));
            }
            8 => {
                if let Some((path, _)) = self.any_path() {
                    self.line(depth, &format!("(local.set $a {path})"));
                }
            }
            9 | 10 => {
                let call = self.call();
                self.line(depth, &call);
            }
            11 => {
                self.labels += 1;
                let (label, call) = (self.labels, self.call());
                self.line(
                    depth,
                    &format!("(block $c{label} (result i32) (try_table (catch $thrown $c{label})"),
                );
                self.line(depth + 1, &call);
                self.line(depth, ") (i32.const 1)) (local.set $i)");
                self.line(depth, "(local.set $z (i32.add (local.get $z) (local.get $i)))");
            }
            12 => {
                let (condition, value) = (self.number(1), self.number(1));
                self.line(
                    depth,
                    &format!("(if (i32.eqz (i32.and {condition} (i32.const 3))) (then (throw $thrown {value})))"),
                );
            }
            13 => self.global_set(depth),
            14 => {
                let condition = self.number(2);
                self.line(depth, &format!("(if {condition} (then"));
                self.statement(depth + 1, results);
                if self.random.one_in(3) {
                    let values = self.values(results, 0);
                    self.line(depth + 1, &format!("(return {values})"));
                }
                self.line(depth, ") (else");
                self.statement(depth + 1, results);
                self.line(depth, "))");
            }
            _ => self.cast(depth, results),
        }
    }

    /// A mutable global gets another object, mostly one of its own type.
    fn global_set(&mut self, depth: usize) {
        let all = self.globals.iter().enumerate().filter(|(_, global)| global.mutable);
        let all: Vec<(usize, Ty)> = all.map(|(at, global)| (at, global.ty)).collect();
        if all.is_empty() {
            return;
        }
        let (at, ty) = self.random.pick(&all);
        let value = self.constant(ty, 1).0;
        self.line(depth, &format!("(global.set $c{at} {value})"));
    }

    /// A branch on a cast, with what the object has if it is of that type.
    fn cast(&mut self, depth: usize, results: Results) {
        let Some((text, object)) = self.any_path() else { return };
        self.labels += 1;
        let label = self.labels;
        let own = self.tested(Some(object));
        let name = self.types.all[own].name.clone();
        let field = self.types.fields(own).iter().position(|field| field.ty == Ty::I32);
        let read = match field {
            Some(at) if !self.types.all[own].is_array => format!("(struct.get {name} {at})"),
            _ => format!("(ref.test (ref {name}))"),
        };
        self.line(depth, &format!("(block $e{label} (block $y{label} (result (ref {name}))"));
        let cast = self.random.below(2);
        if cast == 0 {
            self.line(depth, &format!("(drop (br_on_cast $y{label} anyref (ref {name}) {text}))"));
        } else {
            self.line(depth, &format!("(drop (block $f{label} (result anyref)"));
            let cast = format!("br_on_cast_fail $f{label} anyref (ref {name})");
            self.line(depth + 1, &format!("(br $y{label} ({cast} {text}))))"));
        }
        self.statement(depth + 1, results);
        self.line(depth, &format!("(br $e{label})) {read} (local.set $i)"));
        self.line(depth, "(local.set $z (i32.xor (local.get $z) (local.get $i))))");
    }
}
