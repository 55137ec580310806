//! Programs that throw and catch exceptions: `try_table`s in each other, in loops and around calls, with payloads and
//! references, handlers that throw again, and code around them whose order is observable: memory, globals, calls of the
//! host, divisions that trap. Some of the functions that are called do most of their work where they do not
//! return. [`legacy`] makes the same in the legacy form: `try`s that catch, delegate and throw again.

mod cold;
mod legacy_form;

use crate::Random;
use std::fmt::Write;

const LOCALS: [&str; 5] = ["$x", "$y", "$a", "$b", "$c"];
/// The tags, with the types of their payloads.
const TAGS: [(&str, &[&str]); 4] =
    [("$none", &[]), ("$one", &["i32"]), ("$two", &["i32", "i64"]), ("$rare", &["i64"])];
const FUNCTIONS: usize = 4;

struct Writer<'a> {
    random: &'a mut Random,
    text: String,
    left: usize,
    labels: usize,
    /// The labels of loops around, whose branches pass nothing.
    loops: Vec<usize>,
    /// The function that is written; it calls those before it.
    function: usize,
    /// Of the legacy form: the labels around, and those of the tries in whose handlers this is. `None` otherwise.
    legacy: Option<legacy_form::Labels>,
}

/// The program of a seed.
pub fn handlers(random: &mut Random) -> String {
    program(random, false)
}

/// The program of a seed, in the legacy form.
pub fn legacy(random: &mut Random) -> String {
    program(random, true)
}

fn program(random: &mut Random, is_legacy: bool) -> String {
    let mut functions: String = (0..cold::COLD).map(|n| cold::cold(random, n)).collect();
    let reference = if is_legacy { "" } else { " (local $r exnref)" };
    for function in 0..FUNCTIONS {
        let left = 6 + random.below(14);
        let mut writer = Writer {
            random,
            text: String::new(),
            left,
            labels: 0,
            loops: Vec::new(),
            function,
            legacy: is_legacy.then(legacy_form::Labels::default),
        };
        writer.block(2);
        let body = writer.text;
        let result = writer.random.pick(&LOCALS);
        _ = write!(
            functions,
            "  (func $f{function} (param $x i32) (param $y i32) (result i32)
    (local $a i32) (local $b i32) (local $c i32) (local $w i64){reference} (local $fuel i32)
    (local.set $fuel (i32.const 12))
    (global.set $depth (i32.sub (global.get $depth) (i32.const 1)))
    (if (i32.lt_s (global.get $depth) (i32.const 0)) (then (return (i32.const 3))))
{body}    (local.get {result}))\n"
        );
    }
    let catches_all = if is_legacy {
        "try (return (call"
    } else {
        "(block $all (try_table (catch_all $all) (return (call"
    };
    let after = if is_legacy { ")) catch_all end" } else { "))))" };
    let [a, b, c] = [(); 3].map(|()| random.below(9));
    let last = FUNCTIONS - 1;
    format!(
        r#"(module
  (import "host" "log" (func $log (param i32)))
  (tag $none)
  (tag $one (param i32))
  (tag $two (param i32 i64))
  (tag $rare (param i64))
  (memory (export "memory") 1)
  (global $g (export "g") (mut i32) (i32.const 0))
  (global $depth (mut i32) (i32.const 0))
  (global $sp (export "sp") (mut i32) (i32.const 4096))
  (func $never (param $x i32) (result i32) (i32.mul (local.get $x) (i32.const 5)))
  (func $may (param $x i32) (param $k i32) (result i32) (local $s i32)
    (local.set $s (i32.and (i32.xor (local.get $x) (local.get $k)) (i32.const 15)))
    (global.set $g (i32.add (global.get $g) (i32.const {a})))
    (if (i32.eq (local.get $s) (i32.const {b})) (then (throw $none)))
    (if (i32.eq (local.get $s) (i32.const 9)) (then (throw $one (local.get $x))))
    (if (i32.eq (local.get $s) (i32.const {c}))
      (then (throw $two (local.get $k) (i64.extend_i32_s (local.get $x)))))
    (if (i32.eq (local.get $s) (i32.const 11)) (then (throw $rare (i64.const 77))))
    (i32.add (local.get $x) (local.get $s)))
{functions}  (func (export "run") (param $n i32) (result i32)
    (global.set $depth (i32.const 40))
    (call $f{last} (local.get $n) (i32.const 3)))
  (func (export "caught") (param $n i32) (result i32)
    (global.set $depth (i32.const 40))
    {catches_all} $f{last} (local.get $n) (i32.const 6){after}
    (i32.add (global.get $g) (i32.const 100))))
"#
    )
}

impl Writer<'_> {
    fn line(&mut self, depth: usize, text: &str) {
        _ = writeln!(self.text, "{:1$}{text}", "", depth * 2);
    }

    fn local(&mut self) -> &'static str {
        self.random.pick(&LOCALS)
    }

    fn expression(&mut self, depth: usize) -> String {
        match self.random.below(if depth == 0 { 2 } else { 6 }) {
            0 => format!("(i32.const {})", self.random.below(16) as i32 - 3),
            1 => format!("(local.get {})", self.local()),
            2 => format!("(i32.load8_u (i32.and {} (i32.const 255)))", self.expression(depth - 1)),
            3 => "(global.get $g)".to_owned(),
            4 if self.random.one_in(8) => {
                format!("(i32.div_s {} {})", self.expression(depth - 1), self.expression(depth - 1))
            }
            4 if self.random.one_in(3) => format!("(call $never {})", self.expression(depth - 1)),
            _ => {
                let op = self.random.pick(&["add", "sub", "mul", "xor", "lt_s", "and"]);
                format!("(i32.{op} {} {})", self.expression(depth - 1), self.expression(depth - 1))
            }
        }
    }

    fn call(&mut self) -> String {
        let (first, second) = (self.expression(1), self.expression(1));
        match self.function {
            _ if self.random.one_in(3) => {
                let callee = self.random.below(cold::COLD);
                format!("(call $at{callee} {first} {second})")
            }
            n @ 1.. if self.random.one_in(3) => {
                let callee = self.random.below(n);
                format!("(call $f{callee} {first} {second})")
            }
            _ => format!("(call $may {first} {second})"),
        }
    }

    fn block(&mut self, depth: usize) {
        for _ in 0..1 + self.random.below(4) {
            if self.left == 0 {
                return;
            }
            self.left -= 1;
            self.statement(depth);
        }
    }

    fn statement(&mut self, depth: usize) {
        let nested = depth < 9;
        match self.random.below(18) {
            0..=2 => {
                let (local, value) = (self.local(), self.expression(2));
                self.line(depth, &format!("(local.set {local} {value})"));
            }
            3 => {
                let (at, value) = (self.expression(1), self.expression(1));
                self.line(depth, &format!("(i32.store8 (i32.and {at} (i32.const 255)) {value})"));
            }
            4 => {
                let value = self.expression(1);
                self.line(depth, &format!("(global.set $g {value})"));
            }
            5 => {
                let value = self.expression(1);
                self.line(depth, &format!("(call $log {value})"));
            }
            6..=8 => {
                let (local, call) = (self.local(), self.call());
                self.line(depth, &format!("(local.set {local} {call})"));
            }
            9 => {
                // A call is an operand of another.
                let (local, inner, second) = (self.local(), self.call(), self.expression(1));
                self.line(depth, &format!("(local.set {local} (call $may {inner} {second}))"));
            }
            10 if nested => {
                let (condition, label) = (self.expression(1), self.enter_if());
                self.line(depth, &format!("(if{label} {condition} (then"));
                self.block(depth + 1);
                self.line(depth, ") (else");
                self.block(depth + 1);
                self.line(depth, "))");
                self.leave();
            }
            11 if nested => self.repeat(depth),
            12 => self.throw(depth),
            _ if self.legacy.is_some() => self.legacy_statement(depth, nested),
            _ if nested => self.attempt(depth),
            _ => self.line(depth, "(nop)"),
        }
    }

    fn repeat(&mut self, depth: usize) {
        self.labels += 1;
        let label = self.labels;
        self.line(depth, &format!("(loop $l{label}"));
        self.loops.push(label);
        self.enter(format!("$l{label}"));
        self.line(depth + 1, "(local.set $fuel (i32.sub (local.get $fuel) (i32.const 1)))");
        self.line(
            depth + 1,
            "(if (i32.lt_s (local.get $fuel) (i32.const 0)) (then (return (i32.const 1))))",
        );
        self.block(depth + 1);
        self.loops.pop();
        self.leave();
        let condition = self.expression(1);
        self.line(depth + 1, &format!("(br_if $l{label} {condition}))"));
    }

    fn throw(&mut self, depth: usize) {
        let condition = self.expression(1);
        let (tag, payload) = self.random.pick(&TAGS);
        let values: String = payload
            .iter()
            .map(|&ty| match ty {
                "i64" => format!(" (i64.extend_i32_s {})", self.expression(1)),
                _ => format!(" {}", self.expression(1)),
            })
            .collect();
        self.line(depth, &format!("(if {condition} (then (throw {tag}{values})))"));
    }

    /// A `try_table` with its handlers, each in front of the end of a block.
    fn attempt(&mut self, depth: usize) {
        self.labels += 1;
        let label = self.labels;
        // A clause with the number of its handler, or without one: it goes to the end, or on with a loop.
        let mut clauses: Vec<(String, Option<Vec<&str>>, usize)> = Vec::new();
        for _ in 0..1 + self.random.below(3) {
            let all = self.random.one_in(4);
            let (tag, payload) = self.random.pick(&TAGS);
            let with_ref = self.random.one_in(3);
            let mut types = if all { Vec::new() } else { payload.to_vec() };
            types.extend(with_ref.then_some("exnref"));
            let with_ref = if with_ref { "_ref" } else { "" };
            let what =
                if all { format!("catch_all{with_ref}") } else { format!("catch{with_ref} {tag}") };
            let direct = types.is_empty() && self.random.one_in(2);
            let n = clauses.iter().filter(|(_, handler, _)| handler.is_some()).count();
            clauses.push((what, (!direct).then_some(types), n));
        }
        let back = self.loops.last().copied().filter(|_| self.random.one_in(3));
        let target = |(what, handler, n): &(String, Option<Vec<&str>>, usize)| match (handler, back)
        {
            (Some(_), _) => format!("({what} $h{label}x{n})"),
            (None, Some(back)) => format!("({what} $l{back})"),
            (None, None) => format!("({what} $e{label})"),
        };
        let list: Vec<String> = clauses.iter().map(target).collect();
        self.line(depth, &format!("(block $e{label}"));
        let handlers: Vec<(usize, Vec<&str>)> =
            clauses.into_iter().filter_map(|(_, types, n)| Some((n, types?))).collect();
        for (n, types) in handlers.iter().rev() {
            let result = if types.is_empty() {
                String::new()
            } else {
                format!(" (result {})", types.join(" "))
            };
            self.line(depth, &format!("(block $h{label}x{n}{result}"));
        }
        self.line(depth + 1, &format!("(try_table {}", list.join(" ")));
        self.block(depth + 2);
        self.line(depth + 1, ")");
        for (_, types) in &handlers {
            self.line(depth + 1, &format!("(br $e{label}))"));
            for ty in types.iter().rev() {
                match *ty {
                    "i32" => {
                        let local = self.local();
                        self.line(depth + 1, &format!("(local.set {local})"));
                    }
                    "i64" => self.line(depth + 1, "(local.set $w)"),
                    _ => self.line(depth + 1, "(local.set $r)"),
                }
            }
            if types.contains(&"i64") && self.random.one_in(2) {
                self.line(depth + 1, "(local.set $c (i32.wrap_i64 (local.get $w)))");
            }
            self.block(depth + 1);
            if types.contains(&"exnref") && self.random.one_in(2) {
                let condition = self.expression(1);
                self.line(
                    depth + 1,
                    &format!("(if {condition} (then (throw_ref (local.get $r))))"),
                );
            }
        }
        self.line(depth, ")");
    }
}
