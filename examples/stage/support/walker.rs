//! The parser of walker.rs: the syntax is that of Lisp.

use super::{Expr, Function, LOCALS, Operator};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// `(define (NAME PARAMETER...) BODY...)`, up to the end of the text.
pub fn parse(text: &'static str) -> Vec<Function> {
    let mut parser = Parser { rest: text, functions: Vec::new(), locals: Vec::new() };
    while parser.token() == "(" {
        parser.token();
        parser.token();
        let name = parser.token();
        parser.locals.clear();
        while !parser.at_end_of_list() {
            let parameter = parser.token();
            parser.slot(parameter);
        }
        // The function can call itself.
        parser.functions.push(Function { name, body: Expr::Number(0) });
        let body = Expr::Do(parser.list());
        parser.functions.last_mut().unwrap().body = body;
    }
    parser.functions
}

struct Parser {
    rest: &'static str,
    functions: Vec<Function>,
    locals: Vec<&'static str>,
}

impl Parser {
    /// A parenthesis or a word.
    fn token(&mut self) -> &'static str {
        let rest = self.rest.trim_start();
        let length = match rest.find(['(', ')', ' ', '\n']) {
            Some(0) => 1,
            Some(length) => length,
            None => rest.len(),
        };
        let (token, rest) = rest.split_at(length);
        self.rest = rest;
        token
    }

    fn at_end_of_list(&mut self) -> bool {
        let rest = self.rest.trim_start().strip_prefix(')');
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn list(&mut self) -> Vec<Expr> {
        let mut list = Vec::new();
        while !self.at_end_of_list() {
            list.push(self.expr());
        }
        list
    }

    fn boxed(&mut self) -> Box<Expr> {
        Box::new(self.expr())
    }

    /// The slot of a variable: a new one for a new name.
    fn slot(&mut self, name: &'static str) -> usize {
        self.locals.iter().position(|local| *local == name).unwrap_or_else(|| {
            assert!(self.locals.len() < LOCALS);
            self.locals.push(name);
            self.locals.len() - 1
        })
    }

    fn expr(&mut self) -> Expr {
        let token = self.token();
        if token != "(" {
            return match token.parse() {
                Ok(number) => Expr::Number(number),
                Err(_) => Expr::Local(self.slot(token)),
            };
        }
        let head = self.token();
        let expr = match head {
            "+" => Expr::Binary(Operator::Add, self.boxed(), self.boxed()),
            "-" => Expr::Binary(Operator::Subtract, self.boxed(), self.boxed()),
            "*" => Expr::Binary(Operator::Multiply, self.boxed(), self.boxed()),
            "%" => Expr::Binary(Operator::Remainder, self.boxed(), self.boxed()),
            "<" => Expr::Binary(Operator::Less, self.boxed(), self.boxed()),
            "=" => Expr::Binary(Operator::Equal, self.boxed(), self.boxed()),
            "set" => {
                let name = self.token();
                Expr::Set(self.slot(name), self.boxed())
            }
            "load" => Expr::Load(self.boxed()),
            "store" => Expr::Store(self.boxed(), self.boxed()),
            "if" => Expr::If(self.boxed(), self.boxed(), self.boxed()),
            "while" => return Expr::While(self.boxed(), Box::new(Expr::Do(self.list()))),
            "do" => return Expr::Do(self.list()),
            name => {
                let index = self.functions.iter().position(|function| function.name == name);
                return Expr::Call(index.unwrap(), self.list());
            }
        };
        assert!(self.at_end_of_list());
        expr
    }
}
