//! Functions with more locals than engines accept, as compilers write them that make a local for each
//! temporary: the locals are renumbered in the bytes of the module, before it is validated.
//!
//! Locals that are never used are dropped. Those whose values are used at different times share one.
//! A local is known to need its value between its first and its last use if the first is an assignment
//! and all others are in the part of a construct that begins with it (the rule by which validation knows
//! that a local is initialized); where such a local is used in a loop that begins behind its first
//! assignment, up to the end of that loop. Others, which may be read while they are zero, stay apart.
//! The assignment is that of a linear scan (Poletto and Sarkar, TOPLAS 1999).
//!
//! Bytes are changed in place: numbers become no greater, and are padded to the length that they had
//! (LEB128 allows that), so all offsets in the module stay what they are. A local shares another one's
//! number only where that fits.
//!
//! wasmparser validates at most [`Limit::Locals`]. Validation only looks at types, so a function that still
//! has more is validated with one local of each type ([`validate`]), and is then copied as it is.
//!
//! Cost: linear, times the logarithm of the number of locals that are used. Nothing is done for functions
//! within the limit.

use invar_ir::limits::Limit;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use wasmparser::{
    BinaryReader, CompositeInnerType, FuncValidator, FunctionBody, FunctionSectionReader, Operator,
    Parser, Payload, TypeSectionReader, ValType, ValidatorResources,
};

/// The most locals that wasmparser and engines accept.
const MOST: u64 = Limit::Locals.most();

/// The module with fewer locals in functions that have too many. `None` if there are none, or if the
/// module is malformed, which is for the reader to say.
pub(super) fn renumber(bytes: &[u8]) -> Option<Vec<u8>> {
    let (mut types, mut declared, mut found) = (None, None, Vec::new());
    let mut defined = 0;
    for payload in Parser::new(0).parse_all(bytes) {
        match payload.ok()? {
            Payload::TypeSection(section) => types = Some(section),
            Payload::FunctionSection(section) => declared = Some(section),
            Payload::CodeSectionEntry(body) => {
                if declared_locals(&body)? + Limit::Params.most() > MOST {
                    found.push((defined, body));
                }
                defined += 1;
            }
            _ => {}
        }
    }
    if found.is_empty() {
        return None;
    }
    let params = params_of_functions(types?, declared?)?;
    let mut changed: Option<Vec<u8>> = None;
    for (n, body) in found {
        let params = *params.get(n)?;
        if is_over(&body, params)? {
            let locals = Locals::of(&body, params)?;
            let numbers = locals.shared(&body)?;
            let range = body.range();
            let to = changed.get_or_insert_with(|| bytes.to_vec());
            let to = &mut to[range.start as usize..range.end as usize];
            locals.write(&body, &numbers, to)?;
        }
    }
    changed
}

/// Validates a body, whatever the number of its locals. Linear in it.
pub fn validate(
    validator: &mut FuncValidator<ValidatorResources>,
    body: &FunctionBody<'_>,
) -> wasmparser::Result<()> {
    let params = validator.len_locals();
    if is_over(body, params) == Some(true)
        && let Some(bytes) = with_one_of_each_type(body, params)
    {
        let reader = BinaryReader::new(&bytes, body.range().start);
        return validator.validate(&FunctionBody::new(reader));
    }
    validator.validate(body)
}

/// The number of locals that a body declares. `None` if they cannot be read.
pub(crate) fn declared_locals(body: &FunctionBody<'_>) -> Option<u64> {
    let mut all = 0;
    for group in body.get_locals_reader().ok()? {
        all += u64::from(group.ok()?.0);
    }
    Some(all)
}

fn is_over(body: &FunctionBody<'_>, params: u32) -> Option<bool> {
    Some(declared_locals(body)? + u64::from(params) > MOST)
}

/// The number of parameters of each defined function.
fn params_of_functions(
    types: TypeSectionReader<'_>,
    functions: FunctionSectionReader<'_>,
) -> Option<Vec<u32>> {
    let mut params = Vec::new();
    for group in types {
        for ty in group.ok()?.into_types() {
            params.push(match ty.composite_type.inner {
                CompositeInnerType::Func(ty) => Some(ty.params().len() as u32),
                _ => None,
            });
        }
    }
    functions.into_iter().map(|ty| *params.get(ty.ok()? as usize)?).collect()
}

/// The bytes of a body in which all locals of a type are one.
fn with_one_of_each_type(body: &FunctionBody<'_>, params: u32) -> Option<Vec<u8>> {
    let locals = Locals::of(body, params)?;
    let mut first: FxHashMap<ValType, u32> = FxHashMap::default();
    for group in locals.groups.iter().filter(|group| group.count > 0) {
        first.entry(group.ty).or_insert(group.first);
    }
    let mut numbers = FxHashMap::default();
    each_event(body, |event| {
        if let Event::Use { local, .. } = event
            && let Some(group) = locals.group(local)
        {
            // Validation sees whether a local that has no default was assigned.
            let is_one = group.ty.is_defaultable();
            numbers.insert(local, if is_one { first[&group.ty] } else { local });
        }
    })?;
    let mut bytes = body.as_bytes().to_vec();
    locals.write(body, &numbers, &mut bytes)?;
    Some(bytes)
}

/// What matters of an operator.
enum Event {
    /// A use of a local, with the range of its index, from the start of the body.
    Use {
        local: u32,
        start: usize,
        end: usize,
        assigns: bool,
    },
    Open {
        is_loop: bool,
    },
    /// The next part of a construct.
    Next,
    End,
}

fn each_event(body: &FunctionBody<'_>, mut on: impl FnMut(Event)) -> Option<()> {
    let base = body.range().start;
    let mut reader = body.get_operators_reader().ok()?;
    while !reader.eof() {
        let start = (reader.original_position() - base) as usize + 1;
        let operator = reader.read().ok()?;
        let end = (reader.original_position() - base) as usize;
        let mut uses = |local, assigns| on(Event::Use { local, start, end, assigns });
        match operator {
            Operator::LocalGet { local_index } => uses(local_index, false),
            Operator::LocalSet { local_index } | Operator::LocalTee { local_index } => {
                uses(local_index, true);
            }
            Operator::Loop { .. } => on(Event::Open { is_loop: true }),
            Operator::Block { .. }
            | Operator::If { .. }
            | Operator::Try { .. }
            | Operator::TryTable { .. } => on(Event::Open { is_loop: false }),
            Operator::Else | Operator::Catch { .. } | Operator::CatchAll => on(Event::Next),
            Operator::End | Operator::Delegate { .. } => on(Event::End),
            _ => {}
        }
    }
    Some(())
}

/// A run of locals of one type, as it is declared.
struct Group {
    first: u32,
    count: u32,
    ty: ValType,
    /// Where its count is, from the start of the body.
    start: usize,
    end: usize,
}

/// The locals that a body declares.
struct Locals {
    groups: Vec<Group>,
    params: u32,
}

/// For each local that is used, the local whose number it gets: itself, or one of its type with a number that
/// is no longer.
type Numbers = FxHashMap<u32, u32>;

impl Locals {
    fn of(body: &FunctionBody<'_>, params: u32) -> Option<Locals> {
        let base = body.range().start;
        let mut reader = body.get_binary_reader();
        let count = reader.read_var_u32().ok()?;
        let mut groups = Vec::new();
        let mut first = params;
        for _ in 0..count {
            let start = (reader.original_position() - base) as usize;
            let count = reader.read_var_u32().ok()?;
            let end = (reader.original_position() - base) as usize;
            groups.push(Group { first, count, ty: reader.read().ok()?, start, end });
            first = first.checked_add(count)?;
        }
        Some(Locals { groups, params })
    }

    /// The group of a local; `None` for a parameter, and for what is no local.
    fn group(&self, local: u32) -> Option<&Group> {
        let after = self.groups.partition_point(|group| group.first <= local);
        let group = self.groups.get(after.checked_sub(1)?)?;
        (local < group.first + group.count).then_some(group)
    }

    /// Locals that are used at different times share a number.
    fn shared(&self, body: &FunctionBody<'_>) -> Option<Numbers> {
        let mut lives: Vec<(u32, Life)> = Lives::of(body)?.into_iter().collect();
        lives.retain(|&(local, _)| self.group(local).is_some());
        lives.sort_unstable_by_key(|(_, life)| life.first);
        let mut numbers = Numbers::default();
        // Free numbers by type, and by their length in bytes.
        let mut free: FxHashMap<ValType, [Vec<u32>; 5]> = FxHashMap::default();
        let mut busy: BinaryHeap<Reverse<(usize, u32)>> = BinaryHeap::new();
        for (local, life) in lives {
            let number = if life.scope.is_some() {
                while let Some(&Reverse((last, number))) = busy.peek()
                    && (last < life.first || invar_ir::mutant!(LocalsShareWhileLive))
                {
                    busy.pop();
                    let ty = self.group(number).expect("it was found").ty;
                    free.entry(ty).or_default()[leb_bytes(number) - 1].push(number);
                }
                let of_type = free.entry(self.group(local).expect("it was found").ty).or_default();
                let mut fitting = of_type[..leb_bytes(local)].iter_mut().rev();
                let number = fitting.find_map(Vec::pop).unwrap_or(local);
                busy.push(Reverse((life.last, number)));
                number
            } else {
                local
            };
            numbers.insert(local, number);
        }
        Some(numbers)
    }

    /// Writes new numbers into the bytes of the body.
    fn write(&self, body: &FunctionBody<'_>, numbers: &Numbers, to: &mut [u8]) -> Option<()> {
        let mut kept: Vec<u32> = numbers.values().copied().collect();
        kept.sort_unstable();
        kept.dedup();
        for group in &self.groups {
            let of_group = |local: u32| kept.partition_point(|&number| number < local) as u32;
            let end = group.first + group.count;
            write_leb(&mut to[group.start..group.end], of_group(end) - of_group(group.first));
        }
        each_event(body, |event| {
            if let Event::Use { local, start, end, .. } = event
                && let Some(number) = numbers.get(&local)
            {
                let rank = kept.partition_point(|kept| kept < number) as u32;
                write_leb(&mut to[start..end], self.params + rank);
            }
        })
    }
}

/// The uses of a local, by position in operators.
struct Life {
    first: usize,
    last: usize,
    /// The part of a construct that all uses are in, behind an assignment: its depth and its number.
    scope: Option<(usize, u32)>,
    /// The last loop with a use that begins behind the first assignment.
    looped: Option<usize>,
}

/// Collects the uses of locals.
#[derive(Default)]
struct Lives {
    of: FxHashMap<u32, Life>,
    /// The open parts of constructs, outer ones first.
    parts: Vec<u32>,
    /// The open loops: the depth and the number of each.
    loops: Vec<(usize, usize)>,
    /// Where each loop ends.
    ends: Vec<usize>,
}

impl Lives {
    fn of(body: &FunctionBody<'_>) -> Option<FxHashMap<u32, Life>> {
        let mut lives = Lives { parts: vec![0], ..Lives::default() };
        let (mut at, mut next_part) = (0, 0);
        each_event(body, |event| {
            at += 1;
            next_part += 1;
            match event {
                Event::Use { local, assigns, .. } => lives.used(local, at, assigns),
                Event::Open { is_loop } => {
                    if is_loop {
                        lives.loops.push((lives.parts.len(), lives.ends.len()));
                        lives.ends.push(usize::MAX);
                    }
                    lives.parts.push(next_part);
                }
                Event::Next => {
                    if let Some(part) = lives.parts.last_mut() {
                        *part = next_part;
                    }
                }
                Event::End => {
                    lives.parts.pop();
                    if let Some((_, n)) = lives.loops.pop_if(|it| it.0 == lives.parts.len()) {
                        lives.ends[n] = at;
                    }
                }
            }
        })?;
        let Lives { mut of, ends, .. } = lives;
        for life in of.values_mut() {
            if let Some(n) = life.looped
                && !invar_ir::mutant!(LocalsShareAcrossIterations)
            {
                life.last = life.last.max(ends[n]);
            }
        }
        Some(of)
    }

    fn used(&mut self, local: u32, at: usize, assigns: bool) {
        let Lives { of, parts, loops, .. } = self;
        let depth = parts.len().saturating_sub(1);
        let here = parts.last().map(|&part| (depth, part));
        let life = of.entry(local).or_insert_with(|| {
            let scope = here.filter(|_| assigns || invar_ir::mutant!(LocalsStartAssigned));
            Life { first: at, last: at, scope, looped: None }
        });
        life.last = at;
        let Some((depth, part)) = life.scope else { return };
        if parts.get(depth) != Some(&part) && !invar_ir::mutant!(LocalsAssignedOnOneWay) {
            life.scope = None;
        }
        // The outermost loop that began behind the first assignment.
        let inner = loops.partition_point(|it| it.0 <= depth);
        if let Some(&(_, n)) = loops.get(inner) {
            life.looped = Some(n);
        }
    }
}

/// How many bytes a number has in LEB128.
fn leb_bytes(number: u32) -> usize {
    invar_rules::uleb_size(number.into()) as usize
}

/// Writes a number in LEB128 with exactly as many bytes as there are.
pub(super) fn write_leb(to: &mut [u8], mut number: u32) {
    let count = to.len();
    for (n, byte) in to.iter_mut().enumerate() {
        *byte = (number & 0x7f) as u8 | if n + 1 < count { 0x80 } else { 0 };
        number >>= 7;
    }
    debug_assert_eq!(number, 0, "the number is no longer than the one that it replaces");
}
