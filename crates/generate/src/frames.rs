//! Programs with variables in frames of a shadow stack, as C compilers make them: inputs of
//! shadow-stack promotion.
//!
//! Functions keep variables of several types and sizes in a frame below the stack pointer, some of
//! them overlapping, and hand their addresses to those that they call, which are mostly inlined.
//! Pointers to variables are kept in other variables and chosen by `select`; an address may become
//! known to another function through memory on some way only; arrays are indexed by loop counters,
//! which may be in the frame too; integers are accessed by parts, and copied by `memory.copy`;
//! functions call themselves. Some round the stack pointer down, or keep variables in a buffer
//! whose address they round. They keep what `--assume-stack-abi` promises: a frame is accessed
//! through addresses of its own function, only what was written is read, and the stack pointer is
//! restored when a function returns. Memory is not exported, since what is left in dead frames may
//! change.

use crate::Random;
use std::fmt::Write as _;

/// Loads and stores of variables: names, bytes, type of the value.
const ACCESSES: [(&str, &str, u32, &str); 7] = [
    ("i32.load", "i32.store", 4, "i32"),
    ("i32.load", "i32.store", 4, "i32"),
    ("i64.load", "i64.store", 8, "i64"),
    ("f64.load", "f64.store", 8, "f64"),
    ("i32.load8_s", "i32.store8", 1, "i32"),
    ("i32.load16_u", "i32.store16", 2, "i32"),
    ("f32.load", "f32.store", 4, "f32"),
];
const TYPES: [&str; 4] = ["i32", "i64", "f64", "f32"];
const BINARIES: [&str; 6] = ["add", "sub", "mul", "and", "xor", "shl"];
const FLOATS: [&str; 4] = ["add", "sub", "mul", "max"];

/// Where the address is that `$touch` accesses memory through. It is that of a number outside of
/// all frames, but while a function publishes one of its variables.
const PUBLISHED: u32 = 512;
const NOBODY: u32 = 768;
/// Where a frame with a buffer keeps its address.
const BUFFER_AT: u32 = 8;
/// How many numbers an array has.
const LENGTH: u32 = 4;

/// A variable: where it is, and how it is accessed.
#[derive(Clone)]
struct Variable {
    base: String,
    offset: u32,
    access: usize,
    /// Whether it has been written on all paths to this point.
    written: bool,
}

/// What a parameter is: a number, or the address of a variable.
#[derive(Clone, Copy)]
enum Param {
    Number,
    Address(usize),
}

/// The text of a module of a seed.
pub fn frames(random: &mut Random) -> String {
    let mut text = String::from(
        "(module\n  (import \"env\" \"log\" (func $log (param i32)))\n  (memory 2)\n\
         \x20 (global $__stack_pointer (mut i32) (i32.const 65536))\n\
         \x20 (global $depth (mut i32) (i32.const 0))\n\
         \x20 (data (i32.const 512) \"\\00\\03\\00\\00\")\n\
         \x20 (func $touch (param i32) (i32.store (i32.load (i32.const 512))\n\
         \x20   (i32.add (i32.load (i32.load (i32.const 512))) (local.get 0))))\n\
         \x20 (func $publish (param i32) (i32.store (i32.const 512) (local.get 0)))\n",
    );
    let mut functions: Vec<Vec<Param>> = Vec::new();
    for index in 0..2 + random.below(4) {
        let count = random.below(4);
        let params: Vec<Param> = (0..count)
            .map(|_| {
                if random.one_in(3) {
                    Param::Number
                } else {
                    Param::Address(random.below(ACCESSES.len()))
                }
            })
            .collect();
        let params = if index == 0 && params.is_empty() { vec![Param::Number] } else { params };
        let mut writer = Writer {
            random: random.clone(),
            text: String::new(),
            variables: Vec::new(),
            addresses: Vec::new(),
            functions: &functions,
            calls: !functions.is_empty(),
            arrays: Vec::new(),
            pointers: Vec::new(),
            counters: Vec::new(),
            indices: Vec::new(),
            base: String::new(),
            index,
            own: params.clone(),
            publishes: false,
            loops: 0,
            budget: 4 + random.below(12) as i32,
        };
        writer.function(index, &params);
        text += &writer.text;
        *random = writer.random;
        functions.push(params);
    }
    // Addresses are made here: the host knows none.
    for (index, params) in functions.iter().enumerate() {
        let _ = write!(text, "  (func (export \"run{index}\") (param i32) (result i32)\n    ");
        for (n, param) in params.iter().enumerate() {
            if let Param::Address(access) = param {
                let (_, store, _, ty) = ACCESSES[*access];
                let _ = write!(text, "({store} (i32.const {}) ({ty}.const {n})) ", 1024 + 16 * n);
            }
        }
        let argument = |(n, param): (usize, &Param)| match param {
            Param::Number => "(i32.sub (local.get 0) (i32.const 3))".to_string(),
            Param::Address(_) => format!("(i32.const {})", 1024 + 16 * n),
        };
        let arguments: Vec<String> = params.iter().enumerate().map(argument).collect();
        let _ = writeln!(text, "(call $f{index} {}))", arguments.join(" "));
    }
    text + ")\n"
}

struct Writer<'a> {
    random: Random,
    text: String,
    variables: Vec<Variable>,
    /// The variables of the caller whose addresses are parameters.
    addresses: Vec<Variable>,
    functions: &'a [Vec<Param>],
    calls: bool,
    /// The offsets of arrays of numbers, all of which are written.
    arrays: Vec<u32>,
    /// Variables that hold addresses: the offset of each, and the variable that it points to, if
    /// that is known.
    pointers: Vec<(u32, Option<usize>)>,
    /// The offsets of loop counters in the frame, by loop.
    counters: Vec<u32>,
    /// The counters of the loops around that are indices of arrays.
    indices: Vec<String>,
    /// The address that offsets of variables of the frame are added to.
    base: String,
    /// The number of this function, and its parameters.
    index: usize,
    own: Vec<Param>,
    /// Whether an address of a variable may be known to `$touch`.
    publishes: bool,
    loops: usize,
    budget: i32,
}

impl Writer<'_> {
    fn function(&mut self, index: usize, params: &[Param]) {
        let _ = write!(self.text, "  (func $f{index}");
        for (n, param) in params.iter().enumerate() {
            let _ = write!(self.text, " (param $p{n} i32)");
            if let Param::Address(access) = *param {
                let variable = Variable {
                    base: format!("(local.get $p{n})"),
                    offset: 0,
                    access,
                    written: true,
                };
                self.addresses.push(variable);
            }
        }
        let _ = writeln!(
            self.text,
            " (result i32)\n    (local $caller i32) (local $frame i32) (local $buffer i32) (local $chosen i32) (local $n0 i32) (local $n1 i32) (local $n2 i32)"
        );
        let buffer = self.random.below(12);
        self.base = match buffer {
            0 | 1 => "(local.get $buffer)".to_string(),
            2 => format!("(i32.load offset={BUFFER_AT} (local.get $frame))"),
            _ => "(local.get $frame)".to_string(),
        };
        let mut room = self.lay_out();
        if buffer < 3 {
            // Some of the variables are beside the buffer.
            let beside = room + 32;
            room += beside;
            for variable in &mut self.variables {
                if buffer > 0 && self.random.one_in(3) {
                    variable.base = "(local.get $frame)".to_string();
                    variable.offset += beside;
                }
            }
        }
        // A leaf function need not move the stack pointer.
        self.calls &= !self.random.one_in(3);
        let mut sub = "(local.tee $caller (global.get $__stack_pointer))".to_string();
        sub = format!("(i32.sub {sub} (i32.const {room}))");
        if self.random.one_in(5) {
            // Its variables are aligned to more than the stack pointer.
            let mask = if self.random.one_in(2) { -32 } else { -64 };
            sub = format!("(i32.and {sub} (i32.const {mask}))");
        }
        let set = if self.calls { "(global.set $__stack_pointer (local.get $frame))" } else { "" };
        let _ = writeln!(self.text, "    (local.set $frame {sub}) {set}");
        if buffer < 3 {
            // A buffer that is aligned by hand: in bytes 16 to 31 of the frame it begins.
            let address = "(i32.and (i32.add (local.get $frame) (i32.const 31)) (i32.const -16))";
            let _ = match buffer {
                2 => writeln!(
                    self.text,
                    "    (i32.store offset={BUFFER_AT} (local.get $frame) {address})"
                ),
                _ => writeln!(self.text, "    (local.set $buffer {address})"),
            };
        }
        for (n, param) in params.iter().enumerate() {
            if let Param::Number = param {
                self.store_i32(&format!("(local.get $p{n})"));
            }
        }
        let base = self.base.clone();
        for at in self.arrays.clone() {
            for n in 0..LENGTH {
                let offset = at + 4 * n;
                let _ = writeln!(
                    self.text,
                    "    (i32.store offset={offset} {base} (i32.const {}))",
                    self.random.below(100)
                );
            }
        }
        self.statements(1);
        let result = self.expression("i32", 2);
        let _ = writeln!(self.text, "    {result}");
        if self.publishes {
            let _ =
                writeln!(self.text, "    (i32.store (i32.const {PUBLISHED}) (i32.const {NOBODY}))");
        }
        if self.calls {
            self.text += "    (global.set $__stack_pointer (local.get $caller))\n";
        }
        self.text += "  )\n";
    }

    /// Decides where variables are; gives the size of the frame.
    fn lay_out(&mut self) -> u32 {
        let mut at = 0u32;
        for _ in 0..1 + self.random.below(5) {
            let access = self.random.below(ACCESSES.len());
            let size = ACCESSES[access].2;
            let mut offset = at.next_multiple_of(size);
            if at >= 8 && self.random.one_in(6) {
                // In the place of others, in part.
                offset = self.random.below(at as usize) as u32 / size * size;
            }
            at = at.max(offset + size);
            let base = self.base.clone();
            self.variables.push(Variable { base, offset, access, written: false });
        }
        at = at.next_multiple_of(4);
        for _ in 0..self.random.below(3) {
            self.pointers.push((at, None));
            at += 4;
        }
        for _ in 0..self.random.below(3) {
            self.arrays.push(at);
            at += 4 * LENGTH;
        }
        for _ in 0..3 {
            self.counters.push(at);
            at += 4;
        }
        at.next_multiple_of(16)
    }

    fn statements(&mut self, depth: usize) {
        for _ in 0..1 + self.random.below(4) {
            self.budget -= 1;
            if self.budget < 0 {
                return;
            }
            match self.random.below(19) {
                10 => self.point(),
                11 => self.publish(),
                12 => self.assign_part(),
                13 => self.copy(),
                14 => self.assign_chosen(),
                15 => self.assign_element(),
                18 => self.load_chosen(),
                // This callee uses no frame, so the stack pointer need not be moved for it.
                16 => {
                    let value = self.expression("i32", 1);
                    let _ = writeln!(self.text, "    (call $touch {value})");
                }
                17 if self.calls => self.recurse(),
                0 if depth < 3 => self.branches(depth),
                1 if depth < 3 && self.loops < 3 => self.repeat(depth),
                2 => {
                    let value = self.expression("i32", 2);
                    let _ = writeln!(self.text, "    (call $log {value})");
                }
                3..=5 if self.calls => {
                    if let Some(call) = self.call() {
                        self.store_i32(&call);
                    }
                }
                _ => self.assign(),
            }
        }
    }

    fn branches(&mut self, depth: usize) {
        let condition = self.expression("i32", 1);
        let _ = writeln!(self.text, "    (if {condition} (then");
        let before = self.variables.clone();
        let pointed = self.pointers.clone();
        self.statements(depth + 1);
        let mut first = std::mem::replace(&mut self.variables, before);
        let first_pointed = std::mem::replace(&mut self.pointers, pointed);
        if self.random.one_in(2) {
            self.text += "    ) (else\n";
            self.statements(depth + 1);
        }
        for (variable, other) in self.variables.iter_mut().zip(&mut first) {
            variable.written &= other.written;
        }
        for (pointer, other) in self.pointers.iter_mut().zip(first_pointed) {
            pointer.1 = pointer.1.filter(|&target| other.1 == Some(target));
        }
        self.text += "    ))\n";
    }

    /// A loop whose counter is in a local, and counts down or up, or in the frame: one to four
    /// times.
    fn repeat(&mut self, depth: usize) {
        let (counter, times) = (self.loops, 1 + self.random.below(4));
        self.loops += 1;
        // What they point to at the end of an iteration is what they point to at the start of the
        // next one.
        self.pointers.iter_mut().for_each(|pointer| pointer.1 = None);
        match self.random.below(3) {
            0 => {
                let _ = writeln!(
                    self.text,
                    "    (local.set $n{counter} (i32.const {times})) (loop $l{counter}"
                );
                self.statements(depth + 1);
                let _ = writeln!(
                    self.text,
                    "    (br_if $l{counter} (local.tee $n{counter} (i32.sub (local.get $n{counter}) (i32.const 1)))))"
                );
            }
            1 => {
                let _ = writeln!(
                    self.text,
                    "    (local.set $n{counter} (i32.const 0)) (loop $l{counter}"
                );
                self.indices.push(format!("(local.get $n{counter})"));
                self.statements(depth + 1);
                self.indices.pop();
                let _ = writeln!(
                    self.text,
                    "    (br_if $l{counter} (i32.lt_s (local.tee $n{counter} (i32.add (local.get $n{counter}) \
                     (i32.const 1))) (i32.const {times}))))\n    (local.set $n{counter} (i32.const 0))"
                );
            }
            _ => {
                let (at, base) = (self.counters[counter], self.base.clone());
                let _ = writeln!(
                    self.text,
                    "    (i32.store offset={at} {base} (i32.const 0))\n\
                     \x20   (block $e{counter} (loop $l{counter} (br_if $e{counter} (i32.ge_s \
                     (i32.load offset={at} {base}) (i32.const {times})))\n\
                     \x20   (local.set $n{counter} (i32.load offset={at} {base}))"
                );
                let before = self.variables.clone();
                self.indices.push(format!("(i32.load offset={at} {base})"));
                self.statements(depth + 1);
                self.indices.pop();
                self.variables = before;
                let _ = writeln!(
                    self.text,
                    "    (i32.store offset={at} {base} (i32.add \
                     (i32.load offset={at} {base}) (i32.const 1))) (br $l{counter})))\n\
                     \x20   (local.set $n{counter} (i32.const 0))"
                );
            }
        }
        self.pointers.iter_mut().for_each(|pointer| pointer.1 = None);
    }

    /// The address of a variable of the frame.
    fn address(variable: &Variable) -> String {
        format!("(i32.add {} (i32.const {}))", variable.base, variable.offset)
    }

    /// A pointer to a variable is stored in another one.
    fn point(&mut self) {
        if self.pointers.is_empty() {
            return;
        }
        let pointer = self.random.below(self.pointers.len());
        let target = self.random.below(self.variables.len());
        self.pointers[pointer].1 = Some(target);
        let (at, address) = (self.pointers[pointer].0, Self::address(&self.variables[target]));
        let base = &self.base;
        let _ = writeln!(self.text, "    (i32.store offset={at} {base} {address})");
    }

    /// The address of a number that is written becomes known to `$touch`.
    fn publish(&mut self) {
        let is_number = |variable: &&Variable| variable.access < 2 && variable.written;
        let numbers: Vec<&Variable> = self.variables.iter().filter(is_number).collect();
        let Some(variable) = numbers.get(self.random.below(numbers.len().max(1))) else { return };
        let address = Self::address(variable);
        let _ = if self.random.one_in(2) {
            writeln!(self.text, "    (call $publish {address})")
        } else {
            writeln!(self.text, "    (i32.store (i32.const {PUBLISHED}) {address})")
        };
        self.publishes = true;
    }

    /// A part of an integer is stored that is written already, or both halves of a long one.
    fn assign_part(&mut self) {
        let n = self.random.below(self.variables.len());
        let variable = self.variables[n].clone();
        let value = self.expression("i32", 1);
        let base = &variable.base;
        match ACCESSES[variable.access].1 {
            "i32.store" if variable.written => {
                let offset = variable.offset + self.random.below(4) as u32;
                let _ = writeln!(self.text, "    (i32.store8 offset={offset} {base} {value})");
            }
            "i64.store" => {
                let (low, high) = (variable.offset, variable.offset + 4);
                let _ = writeln!(self.text, "    (i32.store offset={low} {base} {value})");
                let value = self.expression("i64", 1);
                let _ = writeln!(self.text, "    (i64.store32 offset={high} {base} {value})");
                self.variables[n].written = true;
            }
            _ => {}
        }
    }

    /// A part of an integer that is written, as an `i32`.
    fn part(&mut self) -> Option<String> {
        let n = self.random.below(self.variables.len());
        let variable = self.variables.get(n).filter(|variable| variable.written)?;
        let (base, at) = (&variable.base, variable.offset);
        Some(match (ACCESSES[variable.access].0, self.random.below(3)) {
            ("i32.load", 0) => format!("(i32.load8_s offset={} {base})", at + 3),
            ("i32.load", 1) => format!("(i32.load16_u offset={} {base})", at + 1),
            ("i32.load", _) => format!("(i32.wrap_i64 (i64.load32_s offset={at} {base}))"),
            ("i64.load", 0) => format!("(i32.load offset={} {base})", at + 4),
            ("i64.load", 1) => format!("(i32.load offset={} {base})", at + 2),
            ("i64.load", _) => format!("(i32.load8_u offset={} {base})", at + 7),
            _ => return None,
        })
    }

    /// A variable is copied to another one of its type.
    fn copy(&mut self) {
        let (from, to) =
            (self.random.below(self.variables.len()), self.random.below(self.variables.len()));
        let (source, target) = (self.variables[from].clone(), self.variables[to].clone());
        if source.access != target.access || !source.written {
            return;
        }
        let size = ACCESSES[source.access].2;
        let _ = writeln!(
            self.text,
            "    (memory.copy {} {} (i32.const {size}))",
            Self::address(&target),
            Self::address(&source)
        );
        self.variables[to].written = true;
    }

    /// A store to one of two variables.
    fn assign_chosen(&mut self) {
        let (a, b) =
            (self.random.below(self.variables.len()), self.random.below(self.variables.len()));
        let (first, second) = (self.variables[a].clone(), self.variables[b].clone());
        if ACCESSES[first.access] != ACCESSES[second.access] {
            return;
        }
        let (_, store, _, ty) = ACCESSES[first.access];
        let condition = self.expression("i32", 1);
        let value = self.expression(ty, 1);
        let (first, second) = (Self::address(&first), Self::address(&second));
        let _ = writeln!(self.text, "    ({store} (select {first} {second} {condition}) {value})");
    }

    /// A load of one of two variables that are written, with a store before it or not.
    fn load_chosen(&mut self) {
        let [first, second, target] =
            [(); 3].map(|()| self.variables[self.random.below(self.variables.len())].clone());
        let kinds = [&first, &second, &target].map(|variable| ACCESSES[variable.access]);
        if kinds[0] != kinds[1] || kinds[1] != kinds[2] || !first.written || !second.written {
            return;
        }
        let (load, store, ..) = kinds[0];
        let condition = self.expression("i32", 1);
        let [first, second, target] = [&first, &second, &target].map(Self::address);
        let chosen = if self.random.one_in(3) {
            format!("(select {first} {second} {condition})")
        } else {
            format!("(if (result i32) {condition} (then {first}) (else {second}))")
        };
        let _ = writeln!(self.text, "    (local.set $chosen {chosen})");
        if self.random.one_in(3) {
            self.assign();
        }
        let _ = writeln!(self.text, "    ({store} {target} ({load} (local.get $chosen)))");
    }

    /// The address of an element of an array.
    fn element(&mut self) -> Option<String> {
        let at = *self.arrays.get(self.random.below(self.arrays.len().max(1)))?;
        let index = match self.random.below(3) {
            0 => format!("(i32.and {} (i32.const 3))", self.expression("i32", 1)),
            // A loop counts to 3 at most.
            _ if !self.indices.is_empty() => {
                self.indices[self.random.below(self.indices.len())].clone()
            }
            _ => format!("(i32.const {})", self.random.below(LENGTH as usize)),
        };
        let scaled = format!("(i32.shl {index} (i32.const 2))");
        let base = &self.base;
        Some(format!("(i32.add (i32.add {base} (i32.const {at})) {scaled})"))
    }

    fn assign_element(&mut self) {
        let Some(element) = self.element() else { return };
        let value = self.expression("i32", 1);
        let _ = writeln!(self.text, "    (i32.store {element} {value})");
    }

    /// The function calls itself, a few times at most.
    fn recurse(&mut self) {
        let arguments: Vec<String> = (0..self.own.len())
            .map(|n| match self.own[n] {
                Param::Number => self.expression("i32", 1),
                Param::Address(_) => format!("(local.get $p{n})"),
            })
            .collect();
        let _ = writeln!(
            self.text,
            "    (if (i32.lt_s (global.get $depth) (i32.const 2)) (then\n\
             \x20   (global.set $depth (i32.add (global.get $depth) (i32.const 1)))\n\
             \x20   (call $log (call $f{} {}))\n\
             \x20   (global.set $depth (i32.sub (global.get $depth) (i32.const 1)))))",
            self.index,
            arguments.join(" ")
        );
    }

    /// A call of a function that is already there, with addresses of what has been written.
    fn call(&mut self) -> Option<String> {
        let callee = self.random.below(self.functions.len());
        let mut text = format!("(call $f{callee}");
        for param in &self.functions[callee] {
            text += " ";
            text += &match *param {
                Param::Number => self.expression("i32", 1),
                Param::Address(access) => {
                    let same = |variable: &&Variable| {
                        ACCESSES[variable.access] == ACCESSES[access] && variable.written
                    };
                    let all: Vec<&Variable> =
                        self.variables.iter().chain(&self.addresses).filter(same).collect();
                    let variable = *all.get(self.random.below(all.len().max(1)))?;
                    format!("(i32.add {} (i32.const {}))", variable.base, variable.offset)
                }
            };
        }
        Some(text + ")")
    }

    fn assign(&mut self) {
        let count = self.variables.len() + self.addresses.len();
        let n = self.random.below(count);
        let ty = ACCESSES[self.variable(n).access].3;
        let value = self.expression(ty, 2);
        self.store(n, &value);
    }

    /// Stores an `i32`, where there is room for one.
    fn store_i32(&mut self, value: &str) {
        let count = self.variables.len() + self.addresses.len();
        let fits: Vec<usize> =
            (0..count).filter(|&n| ACCESSES[self.variable(n).access].3 == "i32").collect();
        if fits.is_empty() {
            let _ = writeln!(self.text, "    (call $log {value})");
        } else {
            let n = fits[self.random.below(fits.len())];
            self.store(n, value);
        }
    }

    fn variable(&self, n: usize) -> &Variable {
        self.variables.get(n).unwrap_or_else(|| &self.addresses[n - self.variables.len()])
    }

    fn store(&mut self, n: usize, value: &str) {
        let variable = self.variable(n).clone();
        let store = ACCESSES[variable.access].1;
        let pointer = self.pointers.iter().find(|pointer| pointer.1 == Some(n)).copied();
        let base = &self.base;
        let place = match pointer.filter(|_| self.random.one_in(2)) {
            Some((at, _)) => format!(" (i32.load offset={at} {base})"),
            None => self.place(&variable),
        };
        let _ = writeln!(self.text, "    ({store}{place} {value})");
        // What shares bytes with it holds a mixture, and may be read if all of it was written.
        if let Some(own) = self.variables.get_mut(n) {
            own.written = true;
        }
    }

    /// The offset and the address of a variable, put together in several ways.
    fn place(&mut self, variable: &Variable) -> String {
        let part = self.random.below(variable.offset as usize + 1) as u32;
        match (variable.offset, self.random.below(3)) {
            (0, _) => format!(" {}", variable.base),
            (offset, 0) => format!(" offset={offset} {}", variable.base),
            (offset, 1) => format!(" (i32.add {} (i32.const {offset}))", variable.base),
            (offset, _) => {
                format!(" offset={} (i32.add (i32.const {part}) {})", offset - part, variable.base)
            }
        }
    }

    /// A read of a part, of an element, or through a pointer.
    fn read_otherwise(&mut self, ty: &str) -> Option<String> {
        match self.random.below(3) {
            0 if ty == "i32" => self.part(),
            1 if ty == "i32" => {
                let element = self.element()?;
                Some(format!("(i32.load {element})"))
            }
            _ => {
                let &(at, target) =
                    self.pointers.get(self.random.below(self.pointers.len().max(1)))?;
                let variable = &self.variables[target?];
                let (load, _, _, of) = ACCESSES[variable.access];
                let base = &self.base;
                (variable.written && of == ty)
                    .then(|| format!("({load} (i32.load offset={at} {base}))"))
            }
        }
    }

    fn expression(&mut self, ty: &str, depth: usize) -> String {
        let float = ty.starts_with('f');
        let readable: Vec<usize> = (0..self.variables.len() + self.addresses.len())
            .filter(|&n| self.variable(n).written && ACCESSES[self.variable(n).access].3 == ty)
            .collect();
        if self.random.one_in(6)
            && let Some(read) = self.read_otherwise(ty)
        {
            return read;
        }
        match self.random.below(if depth == 0 { 4 } else { 7 }) {
            0 => format!("({ty}.const {})", self.random.below(100)),
            1 if ty == "i32" && self.loops > 0 => {
                format!("(local.get $n{})", self.random.below(self.loops))
            }
            4.. => {
                let other = TYPES[self.random.below(4)];
                let conversion = match (ty, other) {
                    ("i32", "i64") => Some("i32.wrap_i64"),
                    ("i32", "f64") => Some("i32.trunc_sat_f64_s"),
                    ("i64", "i32") => Some("i64.extend_i32_s"),
                    ("f64", "i32") => Some("f64.convert_i32_s"),
                    ("f64", "f32") => Some("f64.promote_f32"),
                    ("f32", "i64") => Some("f32.convert_i64_u"),
                    _ => None,
                };
                if let Some(op) = conversion.filter(|_| self.random.one_in(2)) {
                    return format!("({op} {})", self.expression(other, depth - 1));
                }
                let ops: &[&str] = if float { &FLOATS } else { &BINARIES };
                let op = ops[self.random.below(ops.len())];
                let (a, b) = (self.expression(ty, depth - 1), self.expression(ty, depth - 1));
                format!("({ty}.{op} {a} {b})")
            }
            _ if readable.is_empty() => format!("({ty}.const {})", self.random.below(9)),
            _ => {
                let n = readable[self.random.below(readable.len())];
                let variable = self.variable(n).clone();
                let place = self.place(&variable);
                format!("({}{place})", ACCESSES[variable.access].0)
            }
        }
    }
}
