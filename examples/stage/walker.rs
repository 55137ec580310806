//! An evaluator that walks the syntax tree of a program, in Rust. Constant: the tree.
//!
//! A parser (support/walker.rs) makes the tree from text in the syntax of Lisp. `eval` calls itself for the children of
//! an expression; each call of a function has an array for its arguments and variables. The program computes the
//! function of Takeuchi, greatest common divisors and products of matrices. native/walker.c is the same program in C.
#![no_std]

extern crate alloc;

#[path = "support/bare.rs"]
mod bare;
#[path = "support/walker.rs"]
mod parser;

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::hint::black_box;
use core::sync::atomic::{AtomicPtr, Ordering};
use invar_annotate::{Key, keep_const, promise_transitive, specialize};

#[derive(Clone, Copy, PartialEq)]
enum Operator {
    Add,
    Subtract,
    Multiply,
    Remainder,
    Less,
    Equal,
}

enum Expr {
    Number(i64),
    Local(usize),
    Set(usize, Box<Expr>),
    Load(Box<Expr>),
    Store(Box<Expr>, Box<Expr>),
    Binary(Operator, Box<Expr>, Box<Expr>),
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    While(Box<Expr>, Box<Expr>),
    /// The value is that of the last one.
    Do(Vec<Expr>),
    Call(usize, Vec<Expr>),
}

struct Function {
    name: &'static str,
    body: Expr,
}

const LOCALS: usize = 8;
const CELLS: usize = 256;

type Locals = [i64; LOCALS];
type Cells = [i64; CELLS];

fn eval(functions: &[Function], expr: &Expr, locals: &mut Locals, cells: &mut Cells) -> i64 {
    // SAFETY: the program does not change once it is parsed.
    let expr = unsafe { &*promise_transitive(expr, 1) };
    match expr {
        Expr::Number(number) => *number,
        Expr::Local(slot) => locals[*slot],
        Expr::Set(slot, value) => {
            locals[*slot] = eval(functions, value, locals, cells);
            locals[*slot]
        }
        Expr::Load(index) => cells[eval(functions, index, locals, cells) as usize],
        Expr::Store(index, value) => {
            let index = eval(functions, index, locals, cells) as usize;
            cells[index] = eval(functions, value, locals, cells);
            cells[index]
        }
        Expr::Binary(operator, a, b) => {
            let a = eval(functions, a, locals, cells);
            let b = eval(functions, b, locals, cells);
            match operator {
                Operator::Add => a.wrapping_add(b),
                Operator::Subtract => a.wrapping_sub(b),
                Operator::Multiply => a.wrapping_mul(b),
                Operator::Remainder => a % b,
                Operator::Less => i64::from(a < b),
                Operator::Equal => i64::from(a == b),
            }
        }
        Expr::If(condition, then, other) => {
            if eval(functions, condition, locals, cells) != 0 {
                eval(functions, then, locals, cells)
            } else {
                eval(functions, other, locals, cells)
            }
        }
        Expr::While(condition, body) => {
            while eval(functions, condition, locals, cells) != 0 {
                eval(functions, body, locals, cells);
            }
            0
        }
        Expr::Do(list) => {
            let (mut value, mut n) = (0, 0);
            while n < list.len() {
                keep_const!(n, Cache, Eager);
                value = eval(functions, &list[n], locals, cells);
                n += 1;
            }
            value
        }
        Expr::Call(index, arguments) => {
            let mut callee = [0; LOCALS];
            let callee = bare::private(&mut callee);
            let mut n = 0;
            while n < arguments.len() {
                keep_const!(n, Cache, Eager);
                callee[n] = eval(functions, &arguments[n], locals, cells);
                n += 1;
            }
            eval(functions, &functions[*index].body, callee, cells)
        }
    }
}

type Call = unsafe extern "C" fn(*const Function, usize, i64, *mut Cells) -> i64;

/// Calls the last function of a program with one argument.
unsafe extern "C" fn call(
    functions: *const Function,
    count: usize,
    n: i64,
    cells: *mut Cells,
) -> i64 {
    // SAFETY: there are as many functions as it is said, and they do not change. Nobody else uses the cells.
    let (functions, cells) = unsafe {
        let functions = promise_transitive(functions, count);
        (core::slice::from_raw_parts(functions, count), &mut *cells)
    };
    let mut locals = [n, 0, 0, 0, 0, 0, 0, 0];
    let locals = bare::private(&mut locals);
    eval(functions, &functions[count - 1].body, locals, cells)
}

const SOURCE: &str = "
(define (tak x y z)
  (if (< y x) (tak (tak (- x 1) y z) (tak (- y 1) z x) (tak (- z 1) x y)) z))
(define (gcd a b) (if (= b 0) a (gcd b (% a b))))
(define (gcds n)
  (set sum 0)
  (while n
    (set sum (+ sum (gcd 5040 n)))
    (set n (- n 1)))
  sum)
(define (fill n)
  (set i 0)
  (while (< i 128)
    (store i (% (+ n (* i 7)) 10))
    (set i (+ i 1))))
(define (product size)
  (set i 0)
  (set trace 0)
  (while (< i size)
    (set k 0)
    (while (< k size)
      (set sum 0)
      (set m 0)
      (while (< m size)
        (set sum (+ sum (* (load (+ (* i size) m)) (load (+ 64 (+ (* m size) k))))))
        (set m (+ m 1)))
      (store (+ 128 (+ (* i size) k)) sum)
      (set k (+ k 1)))
    (set trace (+ trace (load (+ 128 (* i (+ size 1))))))
    (set i (+ i 1)))
  trace)
(define (main n)
  (fill n)
  (+ (* (product 8) (gcds (+ 50 (% n 50)))) (tak (+ 6 (% n 3)) 4 (% n 2))))
";

struct State {
    functions: Vec<Function>,
    cells: Cells,
    compiled: Call,
}

static STATE: AtomicPtr<State> = AtomicPtr::new(core::ptr::null_mut());

/// Parses the program and requests it as a function.
#[unsafe(no_mangle)]
pub extern "C" fn init() {
    let functions = parser::parse(SOURCE);
    let keys = [Key::of(functions.as_ptr()), Key::of(functions.len())];
    // SAFETY: the keys are the first two arguments of each call.
    let compiled = black_box(unsafe { specialize(call as Call, &keys) });
    let state = State { functions, cells: [0; CELLS], compiled };
    STATE.store(Box::into_raw(Box::new(state)), Ordering::Relaxed);
}

/// Runs the program n times.
#[unsafe(no_mangle)]
pub extern "C" fn run(n: i32) -> i64 {
    // SAFETY: `init` has stored it, and there is one thread.
    let state = unsafe { &mut *STATE.load(Ordering::Relaxed) };
    let (functions, count) = (state.functions.as_ptr(), state.functions.len());
    let mut sum = 0;
    for i in 0..i64::from(n) {
        // SAFETY: the functions by their parts.
        sum += unsafe { (state.compiled)(functions, count, i, &mut state.cells) } ^ i;
    }
    sum
}
