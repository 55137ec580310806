//! Encodes code and entities with the numbers of the output.

use super::code::{Clause, Code, FUNCTION_LABEL, Item, Label, OriginLocations, Typed};
use crate::read::raw_body;
use invar_ir::entities::{EntityRef, EntitySet, PrimaryMap};
use invar_ir::{CodeLocations, Module, Op, SourceLoc};
use invar_rules::is_constant;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::convert::Infallible;
use std::ops::Range;
use wasm_encoder::reencode::{Error, Reencode};
use wasm_encoder::{BlockType, Catch, Encode, Function, Instruction};
use wasmparser::{Operator, ValType};

/// The index of each entity in the output; those that are left out have [`Renumber::NONE`]. Entities of a kind whose
/// list is empty keep their indices.
#[derive(Default)]
pub(super) struct Renumber {
    pub funcs: Vec<u32>,
    pub types: Vec<u32>,
    /// How often each type of the module was encoded, if that is counted.
    pub type_uses: Vec<u32>,
    /// How many types of the module are written.
    pub written_types: u32,
    pub tables: Vec<u32>,
    pub memories: Vec<u32>,
    pub globals: Vec<u32>,
    pub tags: Vec<u32>,
    pub elems: Vec<u32>,
    pub datas: Vec<u32>,
    /// The types of constructs with several results, which are written behind all others.
    pub blocks: FxHashMap<Vec<ValType>, u32>,
    /// Whether encoded code refers to a data segment, so that a data count section is needed.
    pub code_uses_data: bool,
    /// The functions, by their new numbers, of all `ref.func` that were encoded.
    pub references: BTreeSet<u32>,
}

impl Renumber {
    pub const NONE: u32 = u32::MAX;

    /// How many data segments of the module are written.
    pub fn kept_datas(&self) -> usize {
        self.datas.iter().filter(|&&number| number != Self::NONE).count()
    }

    /// The type of a construct with several results.
    fn block(&mut self, results: &[ValType]) -> u32 {
        if let Some(&known) = self.blocks.get(results) {
            return known;
        }
        let next = self.written_types + self.blocks.len() as u32;
        self.blocks.insert(results.to_vec(), next);
        next
    }

    /// Keeps all numbers.
    pub fn identity() -> Self {
        Renumber::default()
    }

    /// The numbers of `count` entities, in order: of those that are kept, or of all.
    pub fn sequence<E: EntityRef>(count: usize, keep: Option<&EntitySet<E>>) -> Vec<u32> {
        let mut next = 0;
        (0..count)
            .map(|n| {
                if keep.is_some_and(|keep| !keep.contains(E::new(n))) {
                    return Self::NONE;
                }
                next += 1;
                next - 1
            })
            .collect()
    }
}

fn lookup(numbers: &[u32], index: u32) -> Result<u32, Error> {
    if numbers.is_empty() {
        return Ok(index);
    }
    let number = numbers[index as usize];
    assert_ne!(number, Renumber::NONE, "entity {index} is used but was not kept");
    Ok(number)
}

impl Reencode for Renumber {
    type Error = Infallible;
    fn function_index(&mut self, index: u32) -> Result<u32, Error> {
        lookup(&self.funcs, index)
    }
    fn type_index(&mut self, index: u32) -> Result<u32, Error> {
        if let Some(uses) = self.type_uses.get_mut(index as usize) {
            *uses += 1;
        }
        lookup(&self.types, index)
    }
    fn table_index(&mut self, index: u32) -> Result<u32, Error> {
        lookup(&self.tables, index)
    }
    fn memory_index(&mut self, index: u32) -> Result<u32, Error> {
        lookup(&self.memories, index)
    }
    fn global_index(&mut self, index: u32) -> Result<u32, Error> {
        lookup(&self.globals, index)
    }
    fn tag_index(&mut self, index: u32) -> Result<u32, Error> {
        lookup(&self.tags, index)
    }
    fn element_index(&mut self, index: u32) -> Result<u32, Error> {
        lookup(&self.elems, index)
    }
    fn data_index(&mut self, index: u32) -> Result<u32, Error> {
        self.code_uses_data = true;
        lookup(&self.datas, index)
    }
}

/// A type with the numbers of the output.
pub(super) fn val_type(renumber: &mut Renumber, ty: ValType) -> wasm_encoder::ValType {
    renumber.val_type(ty).expect("types re-encode")
}

/// Encodes an operator.
pub(super) fn op(renumber: &mut Renumber, op: &Op, sink: &mut Vec<u8>) {
    operator(renumber, op.to_operator(), sink);
}

fn operator(renumber: &mut Renumber, operator: Operator<'_>, sink: &mut Vec<u8>) {
    let instruction = renumber.instruction(operator).expect("operators re-encode");
    if let Instruction::RefFunc(func) = instruction {
        renumber.references.insert(func);
    }
    instruction.encode(sink);
}

/// The code entry of a body.
pub(super) struct EncodedBody {
    /// Its bytes, without its size.
    pub bytes: Vec<u8>,
    /// The offsets in it of branches with hints.
    pub hints: Vec<(u32, bool)>,
    /// Where its operators came from, if that is wanted.
    pub locations: Option<CodeLocations>,
}

/// The code entry of a body as it was read, with the numbers of the output. Numbers may differ in size from those of
/// the input, which moves what follows.
pub(super) fn raw(
    renumber: &mut Renumber,
    module: &Module,
    range: &Range<usize>,
    hints: &[(u32, bool)],
    locate: bool,
) -> EncodedBody {
    let body = raw_body(module, range);
    let locals = renumber.new_function_with_parsed_locals(&body);
    let mut bytes = locals.expect("validated: the locals parse").into_raw_body();
    let mut moved = Vec::new();
    let mut operators: Vec<(u32, SourceLoc)> = Vec::new();
    let mut is_same = true;
    let mut reader = body.get_operators_reader().expect("validated: the operators parse");
    while !reader.eof() {
        let read = reader.read_with_offset();
        let (it, offset) = read.expect("validated: the operators parse");
        let offset = (offset as usize - range.start) as u32;
        if let Ok(n) = hints.binary_search_by_key(&offset, |&(offset, _)| offset) {
            moved.push((bytes.len() as u32, hints[n].1));
        }
        if locate {
            is_same &= offset as usize == bytes.len();
            let loc = SourceLoc::at(range.start as u32 + offset);
            operators.push((bytes.len() as u32, loc));
        }
        operator(renumber, it, &mut bytes);
    }
    let locations = if is_same {
        CodeLocations::Copied
    } else {
        CodeLocations::Moved { operators, contexts: PrimaryMap::new() }
    };
    EncodedBody { bytes, hints: moved, locations: locate.then_some(locations) }
}

/// Collects the locations of a body that is encoded.
///
/// An operator of the function has its own location. What stands before it and makes its operands (reads of locals,
/// constants, the begin of constructs) has that, too. What stands behind it and takes its results (writes of locals,
/// branches) goes on with it, up to the end of a part of a construct, where control comes from elsewhere.
#[derive(Default)]
struct Locator {
    operators: Vec<(u32, SourceLoc)>,
    /// Where what belongs to the next operator begins.
    waiting: Option<u32>,
    /// Whether control may have come from elsewhere since.
    is_joined: bool,
}

impl Locator {
    fn item(&mut self, locations: &OriginLocations, item: &Item, offset: u32) {
        match item {
            Item::Op(op, origin) if origin.is_none() || is_constant(op) => self.wait(offset),
            Item::Op(_, origin) | Item::Leave(_, origin) | Item::Unreachable(origin) => {
                self.at(offset, locations.get(*origin));
            }
            Item::Get(_)
            | Item::Block(..)
            | Item::Loop(..)
            | Item::Try(..)
            | Item::LegacyTry(..)
            | Item::Delegated(..) => self.wait(offset),
            Item::Else | Item::End | Item::Catch(_) => {
                self.stop();
                self.wait(offset);
                self.is_joined = true;
            }
            Item::If(..)
            | Item::Br(_)
            | Item::BrIf(..)
            | Item::BrTable(_)
            | Item::BrOn(..)
            | Item::Return => self.stop(),
            _ => {}
        }
    }

    /// An operator with a location of its own.
    fn at(&mut self, offset: u32, loc: SourceLoc) {
        let start = self.waiting.take().unwrap_or(offset);
        self.is_joined = false;
        if self.operators.last().is_none_or(|&(_, last)| last != loc) {
            self.operators.push((start, loc));
        }
    }

    fn wait(&mut self, offset: u32) {
        self.waiting.get_or_insert(offset);
    }

    /// Nothing follows that what waits could belong to.
    fn stop(&mut self) {
        if let Some(start) = self.waiting
            && self.is_joined
        {
            self.at(start, SourceLoc::default());
        }
        self.waiting = None;
    }
}

/// The code entry of a body. Its locations are wanted if the place of its end in the input is given.
pub(super) fn code(renumber: &mut Renumber, code: &Code, end: Option<SourceLoc>) -> EncodedBody {
    let located = code.locations.as_deref().filter(|_| end.is_some());
    let mut locator = Locator { is_joined: true, ..Locator::default() };
    let mut runs: Vec<(u32, wasm_encoder::ValType)> = Vec::new();
    for &local in &code.locals {
        let ty = val_type(renumber, local);
        match runs.last_mut() {
            Some((count, last)) if *last == ty => *count += 1,
            _ => runs.push((1, ty)),
        }
    }
    let mut bytes = Function::new(runs).into_raw_body();
    let mut hints = Vec::new();
    let mut open: Vec<Open> = Vec::new();
    let mut depth_of: FxHashMap<Label, usize> = FxHashMap::default();
    for item in &code.items {
        if let Some(locations) = located {
            locator.item(locations, item, bytes.len() as u32);
        }
        let depth = |to: Label| {
            let at = if to == FUNCTION_LABEL { 0 } else { depth_of[&to] };
            (open.len() - at) as u32
        };
        let instruction = match item {
            Item::Leave(Op::Rethrow { relative_depth: to }, _) => Instruction::Rethrow(depth(*to)),
            Item::Op(it, _) | Item::Leave(it, _) => {
                op(renumber, it, &mut bytes);
                continue;
            }
            &Item::Get(local) => Instruction::LocalGet(local),
            &Item::Set(local) => Instruction::LocalSet(local),
            &Item::Tee(local) => Instruction::LocalTee(local),
            Item::Drop => Instruction::Drop,
            &Item::Block(label, typed) => {
                open.push(Open::Labeled(label));
                depth_of.insert(label, open.len());
                Instruction::Block(block_type(renumber, code, typed))
            }
            &Item::Loop(label, typed) => {
                open.push(Open::Labeled(label));
                depth_of.insert(label, open.len());
                Instruction::Loop(block_type(renumber, code, typed))
            }
            &Item::If(typed, hint) => {
                open.push(Open::Other);
                hints.extend(hint.map(|likely| (bytes.len() as u32, likely)));
                Instruction::If(block_type(renumber, code, typed))
            }
            Item::Try(typed, clauses) => {
                let clauses: Vec<Catch> = clauses
                    .iter()
                    .map(|clause| catch(renumber, clause, depth(clause.to)))
                    .collect();
                open.push(Open::Other);
                Instruction::TryTable(block_type(renumber, code, *typed), clauses.into())
            }
            &Item::LegacyTry(label, typed) => {
                open.push(Open::Labeled(label));
                depth_of.insert(label, open.len());
                Instruction::Try(block_type(renumber, code, typed))
            }
            Item::Catch(None) => Instruction::CatchAll,
            &Item::Catch(Some(tag)) => {
                Instruction::Catch(renumber.tag_index(tag).expect("tags re-encode"))
            }
            &Item::Delegated(typed, to) => {
                open.push(Open::Delegated(to));
                Instruction::Try(block_type(renumber, code, typed))
            }
            Item::Else => Instruction::Else,
            Item::End => match open.pop() {
                // The label is counted from the construct around it.
                Some(Open::Delegated(to)) => {
                    let at = if to == FUNCTION_LABEL { 0 } else { depth_of[&to] };
                    Instruction::Delegate((open.len() - at) as u32)
                }
                Some(Open::Labeled(label)) => {
                    depth_of.remove(&label);
                    Instruction::End
                }
                Some(Open::Other) | None => Instruction::End,
            },
            &Item::Br(to) => Instruction::Br(depth(to)),
            &Item::BrIf(to, hint) => {
                hints.extend(hint.map(|likely| (bytes.len() as u32, likely)));
                Instruction::BrIf(depth(to))
            }
            Item::BrTable(labels) => {
                let (default, cases) = labels.split_last().expect("a table has a default");
                let cases: Vec<u32> = cases.iter().map(|&to| depth(to)).collect();
                Instruction::BrTable(cases.into(), depth(*default))
            }
            Item::BrOn(it, to) => {
                let relative = depth(*to);
                let mut operator = it.clone();
                match &mut operator {
                    Op::BrOnNull { relative_depth }
                    | Op::BrOnNonNull { relative_depth }
                    | Op::BrOnCast { relative_depth, .. }
                    | Op::BrOnCastFail { relative_depth, .. } => *relative_depth = relative,
                    _ => unreachable!("not a branch on a reference"),
                }
                op(renumber, &operator, &mut bytes);
                continue;
            }
            Item::Return => Instruction::Return,
            Item::Unreachable(_) => Instruction::Unreachable,
            Item::Nothing | Item::MoveGet(..) | Item::MoveConst(..) | Item::MoveSet(_) => {
                unreachable!("gone when locals are assigned")
            }
        };
        instruction.encode(&mut bytes);
    }
    locator.stop();
    locator.at(bytes.len() as u32, end.unwrap_or_default());
    Instruction::End.encode(&mut bytes);
    let locations = located.map(|locations| CodeLocations::Moved {
        operators: locator.operators,
        contexts: locations.contexts.clone(),
    });
    EncodedBody { bytes, hints, locations }
}

/// A construct that is open.
enum Open {
    Labeled(Label),
    /// A `try` that ends with `delegate` to this label.
    Delegated(Label),
    Other,
}

fn block_type(renumber: &mut Renumber, code: &Code, typed: Typed) -> BlockType {
    match typed {
        Typed::None => BlockType::Empty,
        Typed::One(ty) => BlockType::Result(val_type(renumber, ty)),
        Typed::Many(n, _) => BlockType::FunctionType(renumber.block(code.lists.list(n))),
    }
}

fn catch(renumber: &mut Renumber, clause: &Clause, label: u32) -> Catch {
    let tag = clause.tag.map(|tag| renumber.tag_index(tag).expect("tags re-encode"));
    match (tag, clause.with_ref) {
        (Some(tag), false) => Catch::One { tag, label },
        (Some(tag), true) => Catch::OneRef { tag, label },
        (None, false) => Catch::All { label },
        (None, true) => Catch::AllRef { label },
    }
}
