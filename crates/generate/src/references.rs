//! Programs with references to functions and no types of references but `funcref`: modules of compilers that have the
//! proposal of reference types only. Passes know more of such a reference than the module may say.
//!
//! Functions are declared by segments, exports or globals, some of which nothing else needs.

use crate::Random;
use std::fmt::Write;

/// How many functions may be referred to.
const FUNCS: usize = 4;
/// How many locals hold references.
const LOCALS: usize = 3;
/// The most statements in a body, nested ones included.
const STATEMENTS: usize = 14;

/// The text of a program.
pub fn references(random: &mut Random) -> String {
    let mut text = "(module (type $t (func (param i32) (result i32)))\n".to_owned();
    let is_seen = if random.one_in(3) { "(export \"table\")" } else { "" };
    let _ = writeln!(text, "(table $t {is_seen} 8 funcref)");
    for n in 0..FUNCS {
        let declared = match random.below(4) {
            0 => format!("(elem declare func $f{n})"),
            1 => format!("(elem (i32.const {n}) func $f{n})"),
            2 => format!("(elem func $f{n})"),
            _ => format!("(global funcref (ref.func $f{n}))"),
        };
        let by = random.below(100);
        let _ = writeln!(
            text,
            "{declared}\n(func $f{n} (type $t) (i32.add (local.get 0) (i32.const {by})))"
        );
    }
    for name in ["run", "run2"] {
        let mut body =
            Body { random: &mut *random, text: String::new(), left: STATEMENTS, depth: 0 };
        body.statements(4);
        let Body { text: statements, .. } = body;
        let locals = (0..LOCALS).map(|n| format!("(local $r{n} funcref)"));
        let locals: String = locals.collect();
        let _ = writeln!(
            text,
            "(func (export \"{name}\") (param $x i32) (result i32) (local $i i32) {locals}\n\
             {statements}(local.get $x))"
        );
    }
    text.push(')');
    text
}

struct Body<'a> {
    random: &'a mut Random,
    text: String,
    /// How many statements may still be made.
    left: usize,
    depth: usize,
}

impl Body<'_> {
    fn statements(&mut self, count: usize) {
        for _ in 0..count {
            self.statement();
        }
    }

    fn statement(&mut self) {
        if self.left == 0 {
            return;
        }
        self.left -= 1;
        let local = self.random.below(LOCALS);
        let text = match self.random.below(if self.depth < 3 { 9 } else { 6 }) {
            0 | 1 => format!("(local.set $r{local} {})", self.reference(2)),
            2 => format!("(table.set $t {} {})", self.index(), self.reference(2)),
            3 => {
                let reference = self.reference(1);
                format!("(local.set $x (i32.add (local.get $x) (ref.is_null {reference})))")
            }
            4 => {
                let (index, x) = (self.index(), "(local.get $x)");
                format!(
                    "(local.set $i {index}) (if (i32.eqz (ref.is_null (table.get $t (local.get $i)))) \
                     (then (local.set $x (call_indirect $t (type $t) {x} (local.get $i)))))"
                )
            }
            5 => "(local.set $x (i32.mul (local.get $x) (i32.const 3)))".to_owned(),
            6 | 7 => {
                let condition = self.condition();
                let _ = writeln!(self.text, "(if {condition} (then");
                self.nested();
                if self.random.one_in(2) {
                    self.text.push_str(") (else\n");
                    self.nested();
                }
                "))".to_owned()
            }
            _ => {
                self.text.push_str("(block $out (loop $next\n");
                self.text.push_str("(br_if $out (i32.gt_u (local.get $x) (i32.const 500)))\n");
                self.text.push_str("(local.set $x (i32.add (local.get $x) (i32.const 17)))\n");
                self.nested();
                "(br_if $next (i32.lt_u (local.get $x) (i32.const 300)))))".to_owned()
            }
        };
        let _ = writeln!(self.text, "{text}");
    }

    fn nested(&mut self) {
        self.depth += 1;
        let count = 1 + self.random.below(3);
        self.statements(count);
        self.depth -= 1;
    }

    fn condition(&mut self) -> String {
        match self.random.below(3) {
            0 => format!("(ref.is_null {})", self.reference(1)),
            1 => format!("(i32.and (local.get $x) (i32.const {}))", 1 + self.random.below(4)),
            _ => format!("(i32.lt_u (local.get $x) (i32.const {}))", self.random.below(200)),
        }
    }

    fn index(&mut self) -> String {
        if self.random.one_in(2) {
            format!("(i32.const {})", self.random.below(8))
        } else {
            "(i32.and (local.get $x) (i32.const 7))".to_owned()
        }
    }

    fn reference(&mut self, depth: usize) -> String {
        match self.random.below(if depth == 0 { 4 } else { 6 }) {
            0 | 1 => format!("(ref.func $f{})", self.random.below(FUNCS)),
            2 => format!("(local.get $r{})", self.random.below(LOCALS)),
            3 if self.random.one_in(2) => "(ref.null func)".to_owned(),
            3 => format!("(table.get $t {})", self.index()),
            4 => {
                let (a, b) = (self.reference(depth - 1), self.reference(depth - 1));
                format!("(select (result funcref) {a} {b} {})", self.condition_of_numbers())
            }
            _ => {
                let (a, b) = (self.reference(depth - 1), self.reference(depth - 1));
                format!(
                    "(if (result funcref) {} (then {a}) (else {b}))",
                    self.condition_of_numbers()
                )
            }
        }
    }

    fn condition_of_numbers(&mut self) -> String {
        format!("(i32.and (local.get $x) (i32.const {}))", 1 + self.random.below(4))
    }
}
