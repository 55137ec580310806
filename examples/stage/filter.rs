//! A filter of records by queries, in Rust. Constant: the queries, which are compiled from text to bytecode
//! (support/filter.rs).
//!
//! The bytecode works on a stack of values, whose types are known only when they are there. `and` and `or` are jumps.
//! native/filter.c has the same queries as functions in C.
#![no_std]

extern crate alloc;

#[path = "support/bare.rs"]
mod bare;
#[path = "support/filter.rs"]
mod compiler;

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cmp::Ordering::{self, Equal, Less};
use core::hint::black_box;
use core::sync::atomic::{AtomicPtr, Ordering::Relaxed};
use invar_annotate::{Key, keep_const, promise_transitive, specialize};

#[derive(Clone, Copy)]
enum Value {
    Null,
    Bool(bool),
    Int(i64),
    Float(f64),
    Text(&'static str),
}

#[derive(Clone, Copy)]
enum Op {
    Constant(Value),
    Field(usize),
    Equal,
    Less,
    LessEqual,
    StartsWith,
    Contains,
    Add,
    Multiply,
    Not,
    /// Jumps, or drops the value.
    JumpIfFalse(usize),
    JumpIfTrue(usize),
    Return,
}

const FIELDS: [&str; 6] = ["title", "author", "year", "price", "stock", "rating"];
type Record = [Value; FIELDS.len()];

impl Value {
    fn is_true(self) -> bool {
        matches!(self, Value::Bool(true))
    }

    /// None if they cannot be compared.
    fn compare(self, other: Value) -> Option<Ordering> {
        match (self, other) {
            (Value::Int(a), Value::Int(b)) => Some(a.cmp(&b)),
            (Value::Int(a), Value::Float(b)) => (a as f64).partial_cmp(&b),
            (Value::Float(a), Value::Int(b)) => a.partial_cmp(&(b as f64)),
            (Value::Float(a), Value::Float(b)) => a.partial_cmp(&b),
            (Value::Text(a), Value::Text(b)) => Some(a.cmp(b)),
            (Value::Bool(a), Value::Bool(b)) => Some(a.cmp(&b)),
            (Value::Null, Value::Null) => Some(Equal),
            _ => None,
        }
    }

    fn arithmetic(
        self,
        other: Value,
        int: fn(i64, i64) -> i64,
        float: fn(f64, f64) -> f64,
    ) -> Value {
        match (self, other) {
            (Value::Int(a), Value::Int(b)) => Value::Int(int(a, b)),
            (Value::Int(a), Value::Float(b)) => Value::Float(float(a as f64, b)),
            (Value::Float(a), Value::Int(b)) => Value::Float(float(a, b as f64)),
            (Value::Float(a), Value::Float(b)) => Value::Float(float(a, b)),
            _ => Value::Null,
        }
    }

    fn texts(self, other: Value, test: fn(&[u8], &[u8]) -> bool) -> Value {
        match (self, other) {
            (Value::Text(a), Value::Text(b)) => Value::Bool(test(a.as_bytes(), b.as_bytes())),
            _ => Value::Bool(false),
        }
    }
}

fn contains(text: &[u8], part: &[u8]) -> bool {
    text.windows(part.len()).any(|window| window == part)
}

type Matches = unsafe extern "C" fn(*const Op, usize, *const Record) -> u32;

/// 1 if a record matches a query, 0 if not.
unsafe extern "C" fn matches(code: *const Op, length: usize, record: *const Record) -> u32 {
    // SAFETY: the code is as long as it is said to be, and does not change, nor do the texts in it.
    let (code, record) = unsafe {
        (core::slice::from_raw_parts(promise_transitive(code, length), length), &*record)
    };
    let mut stack = [Value::Null; 8];
    let stack = bare::private(&mut stack);
    let mut top = 0;
    let mut pc = 0;
    loop {
        keep_const!(pc, Cache, Eager);
        keep_const!(top, Cache, Eager);
        let op = code[pc];
        pc += 1;
        match op {
            Op::Constant(value) => {
                top += 1;
                stack[top] = value;
            }
            Op::Field(index) => {
                top += 1;
                stack[top] = record[index];
            }
            Op::Not => stack[top] = Value::Bool(!stack[top].is_true()),
            Op::JumpIfFalse(target) if !stack[top].is_true() => pc = target,
            Op::JumpIfTrue(target) if stack[top].is_true() => pc = target,
            Op::JumpIfFalse(_) | Op::JumpIfTrue(_) => top -= 1,
            Op::Return => return u32::from(stack[top].is_true()),
            _ => {
                let (a, b) = (stack[top - 1], stack[top]);
                top -= 1;
                stack[top] = match op {
                    Op::Equal => Value::Bool(a.compare(b) == Some(Equal)),
                    Op::Less => Value::Bool(a.compare(b) == Some(Less)),
                    Op::LessEqual => Value::Bool(matches!(a.compare(b), Some(Less | Equal))),
                    Op::StartsWith => a.texts(b, <[u8]>::starts_with),
                    Op::Contains => a.texts(b, contains),
                    Op::Add => a.arithmetic(b, i64::wrapping_add, |a, b| a + b),
                    _ => a.arithmetic(b, i64::wrapping_mul, |a, b| a * b),
                };
            }
        }
    }
}

const QUERIES: [&str; 5] = [
    "price < 20 and 0 < stock and (author ^= \"Ka\" or 4.5 <= rating)",
    "not year < 1990 and title *= \"sea\"",
    "1000 < price * stock or rating == null and year + 10 < 1950",
    "author == \"Kant\" or author == \"Woolf\" or author == \"Melville\" and not stock == 0",
    "(2 <= rating and rating < 3 or price == null) and (1950 <= year and year < 1980)",
];
const TITLES: [&str; 6] =
    ["the old sea", "a room", "by the seaside", "critique", "travels", "essays"];
const AUTHORS: [&str; 6] = ["Kafka", "Kant", "Karamsin", "Woolf", "Melville", "Swift"];
const RECORDS: usize = 256;

struct Query {
    code: Vec<Op>,
    matches: Matches,
}

struct State {
    queries: Vec<Query>,
    records: Vec<Record>,
}

/// Records at random, of which some lack a value, and prices may be integers.
fn records() -> Vec<Record> {
    let mut seed = 1u32;
    let mut random = |below: u32| {
        seed = seed.wrapping_mul(1103515245).wrapping_add(12345);
        (seed >> 16) % below
    };
    let mut record = || {
        let title = Value::Text(TITLES[random(6) as usize]);
        let author = Value::Text(AUTHORS[random(6) as usize]);
        let year = Value::Int(1900 + i64::from(random(120)));
        let price = match random(8) {
            0 => Value::Null,
            1 | 2 => Value::Int(i64::from(random(60))),
            _ => Value::Float(f64::from(random(240)) / 4.0),
        };
        let stock = Value::Int(i64::from(random(50)));
        let rating =
            if random(5) == 0 { Value::Null } else { Value::Float(f64::from(random(11)) / 2.0) };
        [title, author, year, price, stock, rating]
    };
    (0..RECORDS).map(|_| record()).collect()
}

static STATE: AtomicPtr<State> = AtomicPtr::new(core::ptr::null_mut());

/// Compiles the queries and requests a function for each.
#[unsafe(no_mangle)]
pub extern "C" fn init() {
    let query = |text| {
        let code = compiler::compile(text);
        let keys = [Key::of(code.as_ptr()), Key::of(code.len())];
        // SAFETY: the keys are the first two arguments of each call.
        let matches = unsafe { specialize(matches as Matches, &keys) };
        Query { code, matches: black_box(matches) }
    };
    let state = State { queries: QUERIES.into_iter().map(query).collect(), records: records() };
    STATE.store(Box::into_raw(Box::new(state)), Relaxed);
}

/// Asks all queries about n records.
#[unsafe(no_mangle)]
pub extern "C" fn run(n: i32) -> i64 {
    // SAFETY: `init` has stored it.
    let state = unsafe { &*STATE.load(Relaxed) };
    let mut sum = 0;
    for i in 0..n {
        let record = &state.records[i as usize % RECORDS];
        for (k, query) in state.queries.iter().enumerate() {
            // SAFETY: the code by its parts.
            let found = unsafe { (query.matches)(query.code.as_ptr(), query.code.len(), record) };
            sum += i64::from(found) << (8 * k);
        }
    }
    sum
}
