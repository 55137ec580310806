//! Where variables are in code that was changed.
//!
//! What an entry says of a variable at a place of the input holds for the operators of the output that stand for that
//! place, as long as it is said without locals: a constant, or an address in memory. Of locals, only parameters are
//! followed everywhere: one that is never assigned in the input nor in the output, and is read in the output, holds
//! what the caller passed. What other locals hold is known at calls (`locals`).

use super::sections::{self, unsigned, word};
use invar_ir::wasmparser::{
    BinaryReader, CompositeInnerType, ExternalKind, FunctionBody, KnownCustom, Name, Operator,
    Parser, Payload, TypeRef, ValType,
};
use invar_ir::{CodeLocations, FunctionLocations};
use std::ops::Range;

/// What linkers call the stack pointer.
const STACK_POINTER: &str = "__stack_pointer";

/// An expression for the code from one address to another.
pub(crate) type Located = ((u32, u32), Vec<u8>);

/// The bodies of a module, the types of its parameters, and what frames need to know.
#[derive(Default)]
pub(crate) struct Bodies<'a> {
    wasm: &'a [u8],
    /// The parameters and results of functions, by the number of a type.
    signatures: Vec<(Vec<ValType>, Vec<ValType>)>,
    imported: u32,
    /// By the number of a function.
    types: Vec<u32>,
    /// Where the bodies are, without their sizes.
    ranges: Vec<Range<u32>>,
    /// The global that an import, an export or the section `name` calls `__stack_pointer`.
    stack_pointer: Option<u32>,
    /// Whether the embedder sees the first memory.
    shares_memory: bool,
}

impl<'a> Bodies<'a> {
    /// Reads a module. Linear in its types and functions.
    pub fn read(wasm: &'a [u8]) -> Self {
        let mut read = Bodies { wasm, ..Bodies::default() };
        for payload in Parser::new(0).parse_all(wasm) {
            match payload {
                Ok(Payload::TypeSection(section)) => {
                    for ty in section.into_iter().flatten().flat_map(|group| group.into_types()) {
                        read.signatures.push(match ty.composite_type.inner {
                            CompositeInnerType::Func(ty) => {
                                (ty.params().to_vec(), ty.results().to_vec())
                            }
                            _ => (Vec::new(), Vec::new()),
                        });
                    }
                }
                Ok(Payload::ImportSection(section)) => {
                    let mut globals = 0;
                    for import in section.into_imports().flatten() {
                        match import.ty {
                            TypeRef::Func(ty) | TypeRef::FuncExact(ty) => {
                                read.imported += 1;
                                read.types.push(ty);
                            }
                            TypeRef::Memory(_) => read.shares_memory = true,
                            TypeRef::Global(_) => {
                                if import.name == STACK_POINTER {
                                    read.stack_pointer = Some(globals);
                                }
                                globals += 1;
                            }
                            _ => {}
                        }
                    }
                }
                Ok(Payload::FunctionSection(section)) => {
                    read.types.extend(section.into_iter().flatten());
                }
                Ok(Payload::ExportSection(section)) => {
                    for export in section.into_iter().flatten() {
                        match export.kind {
                            ExternalKind::Memory => read.shares_memory = true,
                            ExternalKind::Global if export.name == STACK_POINTER => {
                                read.stack_pointer = Some(export.index);
                            }
                            _ => {}
                        }
                    }
                }
                Ok(Payload::CodeSectionEntry(body)) => {
                    let range = body.range();
                    read.ranges.push(range.start as u32..range.end as u32);
                }
                Ok(Payload::CustomSection(section)) => {
                    let KnownCustom::Name(names) = section.as_known() else { continue };
                    for name in names.into_iter().map_while(Result::ok) {
                        let Name::Global(globals) = name else { continue };
                        let mut globals = globals.into_iter().map_while(Result::ok);
                        let found = globals.find(|it| it.name == STACK_POINTER);
                        read.stack_pointer = read.stack_pointer.or(found.map(|it| it.index));
                    }
                }
                Ok(_) => {}
                Err(_) => break,
            }
        }
        read
    }

    pub fn stack_pointer(&self) -> Option<u32> {
        self.stack_pointer
    }

    pub fn shares_memory(&self) -> bool {
        self.shares_memory
    }

    /// The numbers of the functions with bodies.
    pub fn defined(&self) -> Range<u32> {
        self.imported..self.imported + self.ranges.len() as u32
    }

    /// The body of a function.
    pub fn body(&self, func: u32) -> Option<FunctionBody<'a>> {
        let range = self.ranges.get(func.checked_sub(self.imported)? as usize)?;
        let bytes = self.wasm.get(range.start as usize..range.end as usize)?;
        Some(FunctionBody::new(BinaryReader::new(bytes, 0)))
    }

    /// Where the body of a function starts.
    pub fn start(&self, func: u32) -> Option<u32> {
        Some(self.ranges.get(func.checked_sub(self.imported)? as usize)?.start)
    }

    /// The parameters and results of functions of a type.
    pub fn signature(&self, ty: u32) -> Option<(&[ValType], &[ValType])> {
        let (params, results) = self.signatures.get(ty as usize)?;
        Some((params, results))
    }

    /// The number of the type of a function.
    pub fn ty(&self, func: u32) -> Option<u32> {
        self.types.get(func as usize).copied()
    }

    /// The parameters of a function.
    pub fn params(&self, func: u32) -> Option<&[ValType]> {
        Some(self.signature(self.ty(func)?)?.0)
    }

    /// Which of so many parameters a body reads, and which it assigns. Linear in the body.
    fn uses(&self, func: u32, params: usize) -> Option<Vec<(bool, bool)>> {
        let body = self.body(func)?;
        let mut uses = vec![(false, false); params];
        for operator in body.get_operators_reader().ok()? {
            match operator.ok()? {
                Operator::LocalGet { local_index } => {
                    uses.get_mut(local_index as usize).into_iter().for_each(|it| it.0 = true);
                }
                Operator::LocalSet { local_index } | Operator::LocalTee { local_index } => {
                    uses.get_mut(local_index as usize).into_iter().for_each(|it| it.1 = true);
                }
                _ => {}
            }
        }
        Some(uses)
    }
}

/// Where places and locals of a function of the input are in the output.
pub(crate) struct Values {
    /// If the code was copied: where it starts and ends in the input, and starts in the output.
    copied: Option<(u32, u32, u32)>,
    /// Else the place of each operator that is not inlined, with where it is in the output. In order.
    steps: Vec<(u32, (u32, u32))>,
    /// The parameters that hold what they hold in the input, once they were asked for.
    params: Option<Vec<bool>>,
    /// How many steps may be looked at.
    budget: usize,
}

impl Values {
    /// Of the operators of a function, at addresses; with those that are inlined, there are so many.
    pub fn new(
        copied: Option<(u32, u32, u32)>,
        mut steps: Vec<(u32, (u32, u32))>,
        operators: usize,
    ) -> Self {
        steps.sort_unstable();
        let budget = 4096 + 16 * operators;
        Values { copied, steps, params: None, budget }
    }

    /// Whether the code was copied.
    pub fn is_copied(&self) -> bool {
        self.copied.is_some()
    }

    /// Whether a local holds what it holds in the input.
    pub fn is_same(
        &mut self,
        local: u32,
        function: &FunctionLocations,
        (input, output): (&Bodies, &Bodies),
    ) -> bool {
        if self.is_copied() {
            return true;
        }
        let find = || {
            let func = function.func?.as_u32();
            let params =
                input.params(func).filter(|&it| Some(it) == output.params(function.number))?;
            let before = input.uses(func, params.len())?;
            let after = output.uses(function.number, params.len())?;
            let both = before.into_iter().zip(after);
            Some(both.map(|(before, after)| !before.1 && !after.1 && after.0).collect())
        };
        let params = self.params.get_or_insert_with(|| find().unwrap_or_default());
        params.get(local as usize).copied().unwrap_or(false)
    }

    /// Takes so many steps of those that may be looked at. Nothing is taken if they are too many.
    pub fn spend(&mut self, steps: usize) -> bool {
        let left = self.budget.checked_sub(steps);
        self.budget = left.unwrap_or(self.budget);
        left.is_some()
    }

    /// Where the code from one address up to another one is in the output. Nothing if that is asked for too often.
    pub fn ranges(&mut self, start: u64, end: u64) -> Vec<(u32, u32)> {
        if let Some((from, to, output)) = self.copied {
            let clip = |at: u64| at.clamp(from.into(), to.into()) as u32 - from + output;
            return Some((clip(start), clip(end)))
                .filter(|range| range.0 < range.1)
                .into_iter()
                .collect();
        }
        let at = |address: u64| self.steps.partition_point(|step| u64::from(step.0) < address);
        let steps = at(start)..at(end).max(at(start));
        if !self.spend(steps.len()) {
            return Vec::new();
        }
        let steps = &self.steps[steps];
        let mut ranges: Vec<_> = steps.iter().map(|step| step.1).collect();
        super::tree::join(&mut ranges);
        ranges
    }
}

/// What the steps of a function are, by its locations: the operators that are not in inlined calls.
pub(crate) fn copied(
    function: &FunctionLocations,
    input: u32,
    output: u32,
) -> Option<(u32, u32, u32)> {
    let CodeLocations::Copied = function.code else { return None };
    let body = function.input.as_ref()?;
    let start = function.output.start.checked_sub(output)?;
    Some((body.start.checked_sub(input)?, body.end.checked_sub(input)?, start))
}

/// Adds an entry to a list of locations.
pub(crate) fn entry(
    (start, end): (u32, u32),
    expression: &[u8],
    (version, size): (u16, u8),
    out: &mut Vec<u8>,
) {
    if version < 5 {
        sections::address(start, size, out);
        sections::address(end, size, out);
        out.extend((expression.len() as u16).to_le_bytes());
    } else {
        out.push(gimli::DW_LLE_start_length.0);
        sections::address(start, size, out);
        unsigned((end - start).into(), out);
        unsigned(expression.len() as u64, out);
    }
    out.extend(expression);
}

/// Starts the section of lists in version 5, if that is not done.
pub(crate) fn begin_section(version: u16, size: u8, out: &mut Vec<u8>) {
    if version >= 5 && out.is_empty() {
        word(0, out);
        out.extend([5, 0, size, 0, 0, 0, 0, 0]);
    }
}

/// Ends a list.
pub(crate) fn end((version, size): (u16, u8), out: &mut Vec<u8>) {
    if version < 5 {
        sections::address(0, size, out);
        sections::address(0, size, out);
    } else {
        out.push(gimli::DW_LLE_end_of_list.0);
    }
}
