//! Which fields of an object own what they refer to: those that the runtime releases when the object is freed.
//!
//! A table names the function that does so, `visit(object, cookie)`: a switch over the class of the object, whose
//! cases pass what each field refers to, if it is not null, to another function of the runtime, `child(value,
//! cookie)`. The fields follow from its body: what is read at a constant distance from the object and passed on,
//! on all paths through a case. Fields of a base class are those of a function that gets the object and the cookie.
//!
//! Linear in the bodies, each of which is visited once for a class that it belongs to, at most [`MOST`] blocks of
//! a class.

use crate::runtimes::patterns::{minus, through};
use invar_ir::{Block, BlockCall, Func, Function, Op, Terminator, Value};
use rustc_hash::FxHashMap;

/// How many blocks are visited for a class.
const MOST: u32 = 256;
/// How many classes are analyzed.
const MOST_CLASSES: usize = 4096;

/// The functions that a table names.
#[derive(Clone, Copy, Debug)]
pub struct Visit {
    /// The function that releases the fields of an object, given the object and a cookie.
    pub visit: Func,
    /// Releases one child: of a reference and a cookie.
    pub child: Func,
    /// The argument of an allocation that is the class.
    pub argument: u32,
}

/// The fields of a module's classes.
#[derive(Clone, Debug, Default)]
pub struct Members {
    /// The word that is the class, in bytes from the object.
    pub class_word: i32,
    /// The argument of an allocation that is the class.
    pub argument: u32,
    /// The offsets of owning fields of each class, in bytes.
    owning: FxHashMap<u32, Vec<u32>>,
}

impl Members {
    /// The owning fields by the body of a visiting function; none if its code has another shape.
    pub fn find(visit: Visit, body: impl Fn(Func) -> Option<Function>) -> Members {
        let members = Members { argument: visit.argument, ..Members::default() };
        body(visit.visit).and_then(|f| cases(&f, visit, &body, &members)).unwrap_or(members)
    }

    /// Whether a field of objects of a class owns the object that it refers to.
    pub fn owns(&self, class: u32, offset: u32) -> bool {
        self.owning.get(&class).is_some_and(|offsets| offsets.contains(&offset))
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.owning.is_empty()
    }
}

fn cases(
    f: &Function,
    visit: Visit,
    body: &impl Fn(Func) -> Option<Function>,
    members: &Members,
) -> Option<Members> {
    let &[object, cookie] = &f.blocks[f.entry].params[..] else { return None };
    let mut block = f.entry;
    for _ in 0..MOST {
        let reads = |&inst| {
            matches!(
                f.insts[inst].op,
                Op::I32Const { .. } | Op::I32Sub | Op::I32Add | Op::I32Load { .. }
            )
        };
        if !f.blocks[block].insts.iter().all(reads) {
            return None;
        }
        match &f.blocks[block].term {
            Terminator::Jump(next) => block = next.block,
            Terminator::BrTable { index, targets, .. } => {
                let class_word = field(f, *index, object)?;
                let mut owning = FxHashMap::default();
                for (class, target) in targets.iter().enumerate().take(MOST_CLASSES) {
                    let mut offsets = Vec::new();
                    let mut budget = MOST;
                    collect(
                        f,
                        target.block,
                        object,
                        cookie,
                        visit,
                        body,
                        &mut offsets,
                        &mut budget,
                    );
                    if !offsets.is_empty() {
                        owning.insert(class as u32, offsets);
                    }
                }
                return Some(Members { class_word, owning, ..*members });
            }
            _ => return None,
        }
    }
    None
}

/// The offset from an object that a value was loaded from, in bytes.
fn field(f: &Function, value: Value, object: Value) -> Option<i32> {
    let inst = f.def_inst(f.resolve(value))?;
    let Op::I32Load { memarg } = f.insts[inst].op else { return None };
    let (address, offset) = (f.resolve(f.args(inst)[0]), i32::try_from(memarg.offset).ok()?);
    if memarg.memory != 0 {
        return None;
    }
    match minus(f, address) {
        _ if address == object => Some(offset),
        Some((of, before)) if f.resolve(of) == object => offset.checked_sub(before),
        _ => None,
    }
}

/// Follows the path from a block on for non-null fields, and adds the fields that are released.
#[expect(clippy::too_many_arguments, reason = "a recursion over calls, which needs all of it")]
fn collect(
    f: &Function,
    from: Block,
    object: Value,
    cookie: Value,
    visit: Visit,
    body: &impl Fn(Func) -> Option<Function>,
    offsets: &mut Vec<u32>,
    budget: &mut u32,
) {
    let mut block = from;
    while *budget > 0 {
        *budget -= 1;
        for &inst in &f.blocks[block].insts {
            match (&f.insts[inst].op, f.args(inst)) {
                (&Op::Call { function_index }, &[a, b])
                    if f.resolve(a) == object && f.resolve(b) == cookie =>
                {
                    let called = body(Func::from_u32(function_index));
                    let Some(called) = called else { return };
                    let &[object, cookie] = &called.blocks[called.entry].params[..] else { return };
                    collect(&called, called.entry, object, cookie, visit, body, offsets, budget);
                }
                (Op::I32Const { .. } | Op::I32Sub | Op::I32Add | Op::I32Load { .. }, _) => {}
                _ => return,
            }
        }
        block = match &f.blocks[block].term {
            Terminator::Jump(next) => next.block,
            Terminator::BrIf { cond, then, els } => {
                let Some(offset) = field(f, *cond, object) else { return };
                let Ok(offset) = u32::try_from(offset) else { return };
                if !gives_up(f, then, *cond, cookie, visit.child, els) {
                    return;
                }
                offsets.push(offset);
                els.block
            }
            _ => return,
        };
    }
}

/// Whether a path only releases a child, and then joins another path.
fn gives_up(
    f: &Function,
    way: &BlockCall,
    child: Value,
    cookie: Value,
    by: Func,
    els: &BlockCall,
) -> bool {
    let data = &f.blocks[way.block];
    let &[call] = &data.insts[..] else { return false };
    let passes = match (&f.insts[call].op, f.args(call)) {
        (&Op::Call { function_index }, &[a, b]) => {
            Func::from_u32(function_index) == by
                && f.resolve(a) == f.resolve(child)
                && f.resolve(b) == cookie
        }
        _ => false,
    };
    passes && matches!(&data.term, Terminator::Jump(next) if through(f, next) == through(f, els))
}
