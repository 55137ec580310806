//! A small language: a program is parsed from text to a tree of boxed enums, simplified, and interpreted with
//! values that are numbers, strings and lists: `n` rounds of a loop that calls a function.
#![no_std]
extern crate alloc;
mod kernel;

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use kernel::{mix, mix_bytes};

const PROGRAM: &str = "
    (def square (x) (* x x))
    (def step (x limit) (if (< limit x) (- x limit) (+ (square x) (* 2 3))))
    (set value 3) (set names (list)) (set sum 0)
    (while (< 0 n)
        (set value (step value (+ 500 500)))
        (set sum (+ sum value))
        (if (< (% n 7) 2) (push names (+ (if (< value 50) \"small\" \"large and larger\") \"!\")) 0)
        (set n (- n 1)))
    (list sum value names)";

#[derive(Clone)]
enum Value {
    Number(i32),
    Text(String),
    List(Vec<Value>),
}

enum Expr {
    Constant(Value),
    Variable(String),
    Set(String, Box<Expr>),
    If(Box<[Expr; 3]>),
    While(Box<Expr>, Vec<Expr>),
    Push(String, Box<Expr>),
    List(Vec<Expr>),
    Binary(u8, Box<(Expr, Expr)>),
    Define(String, Vec<String>, Box<Expr>),
    Call(String, Vec<Expr>),
}

enum Wrong {
    Syntax,
    Unbound,
    Type,
}

struct Parser<'a> {
    rest: &'a str,
}

impl<'a> Parser<'a> {
    /// The next word or parenthesis, or what is between quotes, with the first quote.
    fn token(&mut self) -> Option<&'a str> {
        let text = self.rest.trim_start();
        let length = match text.chars().next()? {
            '(' | ')' => 1,
            '"' => 1 + text[1..].find('"')?,
            _ => text.find(|c: char| c.is_whitespace() || c == ')').unwrap_or(text.len()),
        };
        self.rest = text[length..].trim_start_matches('"');
        Some(&text[..length])
    }

    fn name(&mut self) -> Result<String, Wrong> {
        self.token().map(String::from).ok_or(Wrong::Syntax)
    }

    /// Expressions up to a closing parenthesis or the end.
    fn sequence(&mut self) -> Result<Vec<Expr>, Wrong> {
        let mut found = Vec::new();
        while let Some(token) = self.token().filter(|token| *token != ")") {
            found.push(self.expr(token)?);
        }
        Ok(found)
    }

    fn expr(&mut self, token: &str) -> Result<Expr, Wrong> {
        if token != "(" {
            return Ok(match (token.strip_prefix('"'), token.parse()) {
                (Some(text), _) => Expr::Constant(Value::Text(text.into())),
                (None, Ok(number)) => Expr::Constant(Value::Number(number)),
                (None, Err(_)) => Expr::Variable(token.into()),
            });
        }
        let head = self.name()?;
        if head == "def" {
            let name = self.name()?;
            self.token().filter(|token| *token == "(").ok_or(Wrong::Syntax)?;
            let mut parameters = Vec::new();
            while let Some(parameter) = self.token().filter(|token| *token != ")") {
                parameters.push(parameter.into());
            }
            let body = self.sequence()?.pop().ok_or(Wrong::Syntax)?;
            return Ok(Expr::Define(name, parameters, Box::new(body)));
        }
        let name = if head == "set" || head == "push" { self.name()? } else { String::new() };
        let mut parts = self.sequence()?;
        Ok(match (head.as_str(), parts.len()) {
            ("set", 1) => Expr::Set(name, Box::new(parts.remove(0))),
            ("push", 1) => Expr::Push(name, Box::new(parts.remove(0))),
            ("if", 3) => {
                Expr::If(Box::new(<[Expr; 3]>::try_from(parts).map_err(|_| Wrong::Syntax)?))
            }
            ("while", 1..) => Expr::While(Box::new(parts.remove(0)), parts),
            ("list", _) => Expr::List(parts),
            ("+" | "-" | "*" | "%" | "<", 2) => {
                let right = parts.remove(1);
                Expr::Binary(head.as_bytes()[0], Box::new((parts.remove(0), right)))
            }
            _ => Expr::Call(head, parts),
        })
    }
}

fn apply(operator: u8, left: Value, right: Value) -> Result<Value, Wrong> {
    Ok(match (left, right) {
        (Value::Number(a), Value::Number(b)) => Value::Number(match operator {
            b'+' => a.wrapping_add(b),
            b'-' => a.wrapping_sub(b),
            b'*' => a.wrapping_mul(b),
            b'%' => a.checked_rem(b).ok_or(Wrong::Type)?,
            _ => i32::from(a < b),
        }),
        (Value::Text(a), Value::Text(b)) if operator == b'+' => Value::Text(a + &b),
        _ => return Err(Wrong::Type),
    })
}

/// Operators on constants are evaluated; only those of the loop and of functions matter.
fn simplify(expr: Expr) -> Expr {
    let all = |exprs: Vec<Expr>| exprs.into_iter().map(simplify).collect();
    match expr {
        Expr::Binary(operator, operands) => match (simplify(operands.0), simplify(operands.1)) {
            (Expr::Constant(a), Expr::Constant(b)) => match apply(operator, a.clone(), b.clone()) {
                Ok(value) => Expr::Constant(value),
                Err(_) => Expr::Binary(operator, Box::new((Expr::Constant(a), Expr::Constant(b)))),
            },
            operands => Expr::Binary(operator, Box::new(operands)),
        },
        Expr::Set(name, value) => Expr::Set(name, Box::new(simplify(*value))),
        Expr::If(parts) => Expr::If(Box::new(parts.map(simplify))),
        Expr::While(condition, body) => Expr::While(Box::new(simplify(*condition)), all(body)),
        Expr::Define(name, parameters, body) => {
            Expr::Define(name, parameters, Box::new(simplify(*body)))
        }
        Expr::Call(name, arguments) => Expr::Call(name, all(arguments)),
        other => other,
    }
}

type Scope = BTreeMap<String, Value>;

#[derive(Default)]
struct Machine<'a> {
    functions: BTreeMap<&'a str, (&'a [String], &'a Expr)>,
}

impl<'a> Machine<'a> {
    fn sequence(&mut self, scope: &mut Scope, exprs: &'a [Expr]) -> Result<Value, Wrong> {
        exprs.iter().try_fold(Value::Number(0), |_, expr| self.value(scope, expr))
    }

    fn is_true(&mut self, scope: &mut Scope, expr: &'a Expr) -> Result<bool, Wrong> {
        Ok(!matches!(self.value(scope, expr)?, Value::Number(0)))
    }

    fn value(&mut self, scope: &mut Scope, expr: &'a Expr) -> Result<Value, Wrong> {
        match expr {
            Expr::Constant(value) => Ok(value.clone()),
            Expr::Variable(name) => scope.get(name).cloned().ok_or(Wrong::Unbound),
            Expr::Set(name, value) => {
                let value = self.value(scope, value)?;
                scope.insert(name.clone(), value.clone());
                Ok(value)
            }
            Expr::If(parts) => {
                let [condition, then, otherwise] = &**parts;
                let chosen = if self.is_true(scope, condition)? { then } else { otherwise };
                self.value(scope, chosen)
            }
            Expr::While(condition, body) => {
                while self.is_true(scope, condition)? {
                    self.sequence(scope, body)?;
                }
                Ok(Value::Number(0))
            }
            Expr::Push(name, value) => {
                let value = self.value(scope, value)?;
                match scope.get_mut(name) {
                    Some(Value::List(list)) => list.push(value),
                    Some(_) => return Err(Wrong::Type),
                    None => return Err(Wrong::Unbound),
                }
                Ok(Value::Number(0))
            }
            Expr::List(parts) => {
                let values = parts.iter().map(|part| self.value(scope, part));
                values.collect::<Result<_, _>>().map(Value::List)
            }
            Expr::Binary(operator, operands) => {
                let left = self.value(scope, &operands.0)?;
                apply(*operator, left, self.value(scope, &operands.1)?)
            }
            Expr::Define(name, parameters, body) => {
                self.functions.insert(name, (parameters, body));
                Ok(Value::Number(0))
            }
            Expr::Call(name, arguments) => {
                let (parameters, body) =
                    *self.functions.get(name.as_str()).ok_or(Wrong::Unbound)?;
                let mut inner = Scope::new();
                for (parameter, argument) in parameters.iter().zip(arguments) {
                    inner.insert(parameter.clone(), self.value(scope, argument)?);
                }
                self.value(&mut inner, body)
            }
        }
    }
}

fn mix_value(hash: u32, value: &Value) -> u32 {
    match value {
        Value::Number(number) => mix(hash, number.cast_unsigned()),
        Value::Text(text) => mix_bytes(hash, text),
        Value::List(list) => list.iter().fold(mix(hash, list.len() as u32), mix_value),
    }
}

fn measure(n: i32) -> Result<u32, Wrong> {
    let program: Vec<Expr> =
        Parser { rest: PROGRAM }.sequence()?.into_iter().map(simplify).collect();
    let mut scope = Scope::from([(String::from("n"), Value::Number(n))]);
    Ok(mix_value(0, &Machine::default().sequence(&mut scope, &program)?))
}

#[unsafe(no_mangle)]
pub extern "C" fn run(n: i32) -> i32 {
    kernel::with_heap(|| {
        measure(n).unwrap_or_else(|wrong| match wrong {
            Wrong::Syntax => 1,
            Wrong::Unbound => 2,
            Wrong::Type => 3,
        })
    })
}
