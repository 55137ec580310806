//! Compiles queries of filter.rs by recursive descent: `or`, `and`, `not`, comparisons (`^=` is for a prefix, `*=` for
//! a part of a text), `+`, `*`, parentheses, names of fields, numbers, texts and `null`.

use super::{FIELDS, Op, Value};
use alloc::vec::Vec;

struct Compiler {
    rest: &'static str,
    code: Vec<Op>,
}

pub fn compile(query: &'static str) -> Vec<Op> {
    let mut compiler = Compiler { rest: query, code: Vec::new() };
    compiler.or();
    compiler.code.push(Op::Return);
    compiler.code
}

impl Compiler {
    fn accept(&mut self, token: &str) -> bool {
        let rest = self.rest.trim_start().strip_prefix(token);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// Operands with a jump behind each but the last, to the end.
    fn chain(&mut self, word: &str, operand: fn(&mut Self), jump: fn(usize) -> Op) {
        let mut jumps = Vec::new();
        operand(self);
        while self.accept(word) {
            jumps.push(self.code.len());
            self.code.push(Op::Return);
            operand(self);
        }
        for at in jumps {
            self.code[at] = jump(self.code.len());
        }
    }

    fn or(&mut self) {
        self.chain("or ", Self::and, Op::JumpIfTrue);
    }

    fn and(&mut self) {
        self.chain("and ", Self::comparison, Op::JumpIfFalse);
    }

    fn comparison(&mut self) {
        if self.accept("not ") {
            self.comparison();
            self.code.push(Op::Not);
            return;
        }
        self.sum();
        let ops = [
            ("<=", Op::LessEqual),
            ("<", Op::Less),
            ("==", Op::Equal),
            ("^=", Op::StartsWith),
            ("*=", Op::Contains),
        ];
        if let Some((_, op)) = ops.into_iter().find(|(token, _)| self.accept(token)) {
            self.sum();
            self.code.push(op);
        }
    }

    fn sum(&mut self) {
        self.product();
        while self.accept("+ ") {
            self.product();
            self.code.push(Op::Add);
        }
    }

    fn product(&mut self) {
        self.primary();
        while self.accept("* ") {
            self.primary();
            self.code.push(Op::Multiply);
        }
    }

    fn primary(&mut self) {
        if self.accept("(") {
            self.or();
            assert!(self.accept(")"));
            return;
        }
        if self.accept("\"") {
            let (text, rest) = self.rest.split_once('"').unwrap();
            self.rest = rest;
            self.code.push(Op::Constant(Value::Text(text)));
            return;
        }
        let word = self.rest.trim_start();
        let length = word.find([' ', ')']).unwrap_or(word.len());
        let (word, rest) = word.split_at(length);
        self.rest = rest;
        let field = FIELDS.iter().position(|name| *name == word);
        self.code.push(match (word, field) {
            (_, Some(field)) => Op::Field(field),
            ("null", _) => Op::Constant(Value::Null),
            _ if word.contains('.') => Op::Constant(Value::Float(word.parse().unwrap())),
            _ => Op::Constant(Value::Int(word.parse().unwrap())),
        });
    }
}
