//! Where variables are in code that was changed.
//!
//! What an entry says of a variable at a place of the input holds for the operators of the output that stand for that
//! place, as long as it is said without locals: a constant, or an address in memory. Of locals, only parameters are followed:
//! one that is never assigned in the input nor in the output, and is read in the output, holds what the caller passed.

use super::sections::{self, unsigned, word};
use invar_ir::wasmparser::{
    BinaryReader, CompositeInnerType, FunctionBody, Operator, Parser, Payload, TypeRef, ValType,
};
use invar_ir::{CodeLocations, FunctionLocations};
use std::ops::Range;

/// The bodies of a module, and the types of its parameters.
pub(crate) struct Bodies<'a> {
    wasm: &'a [u8],
    /// By the number of a type.
    params: Vec<Vec<ValType>>,
    imported: u32,
    types: Vec<u32>,
}

impl<'a> Bodies<'a> {
    /// Reads a module. Linear in its types and functions.
    pub fn read(wasm: &'a [u8]) -> Self {
        let mut read = Bodies { wasm, params: Vec::new(), imported: 0, types: Vec::new() };
        for payload in Parser::new(0).parse_all(wasm) {
            match payload {
                Ok(Payload::TypeSection(section)) => {
                    for ty in section.into_iter().flatten().flat_map(|group| group.into_types()) {
                        read.params.push(match ty.composite_type.inner {
                            CompositeInnerType::Func(ty) => ty.params().to_vec(),
                            _ => Vec::new(),
                        });
                    }
                }
                Ok(Payload::ImportSection(section)) => {
                    let is_func =
                        |ty: &TypeRef| matches!(ty, TypeRef::Func(_) | TypeRef::FuncExact(_));
                    let imports = section.into_imports().flatten();
                    read.imported += imports.filter(|it| is_func(&it.ty)).count() as u32;
                }
                Ok(Payload::FunctionSection(section)) => {
                    read.types.extend(section.into_iter().flatten());
                }
                Ok(Payload::CodeSectionStart { .. }) | Err(_) => break,
                Ok(_) => {}
            }
        }
        read
    }

    fn params(&self, func: u32) -> Option<&[ValType]> {
        let ty = *self.types.get(func.checked_sub(self.imported)? as usize)?;
        self.params.get(ty as usize).map(Vec::as_slice)
    }

    /// Which of so many parameters a body reads, and which it assigns. Linear in the body.
    fn uses(&self, body: &Range<u32>, params: usize) -> Option<Vec<(bool, bool)>> {
        let bytes = self.wasm.get(body.start as usize..body.end as usize)?;
        let body = FunctionBody::new(BinaryReader::new(bytes, 0));
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
    /// Of the operators of a function, at addresses.
    pub fn new(copied: Option<(u32, u32, u32)>, mut steps: Vec<(u32, (u32, u32))>) -> Self {
        steps.sort_unstable();
        let budget = 4096 + 16 * steps.len();
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
            let before = input.uses(function.input.as_ref()?, params.len())?;
            let after = output.uses(&function.output, params.len())?;
            let both = before.into_iter().zip(after);
            Some(both.map(|(before, after)| !before.1 && !after.1 && after.0).collect())
        };
        let params = self.params.get_or_insert_with(|| find().unwrap_or_default());
        params.get(local as usize).copied().unwrap_or(false)
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
        let steps = &self.steps[at(start)..at(end).max(at(start))];
        let Some(left) = self.budget.checked_sub(steps.len()) else { return Vec::new() };
        self.budget = left;
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
