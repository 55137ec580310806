//! Where the stack frame of a function is at its calls.
//!
//! C, C++ and Rust keep variables in memory, in a frame below the stack pointer: a global from which a function
//! subtracts the size of its frame when it begins, and to which it adds that size when it ends. A walk over the
//! operators of a function follows the global, and the locals that hold the stack pointer of the function's caller
//! plus a constant. What the walk finds in the input and in the output says how far a local of the output is from the
//! frame of the input.
//!
//! A callee is taken to leave the stack pointer as it was, as compilers agree. Of the functions that a module defines
//! this is checked, too: behind a call of one that returns with another stack pointer, the global is not known.
//!
//! Cost: linear in the operators of a function, times a small number of locals. A loop whose iterations change the
//! stack pointer is walked again, at most `MOST_WALKS` times.

#[cfg(test)]
mod tests;
mod walk;

use super::Input;
use super::scopes::FrameVariable;
use super::sections::{signed, unsigned};
use super::variables::{Located, Values};
use gimli::{DW_OP_WASM_location, DW_OP_stack_value, EndianSlice, LittleEndian, Reader};
use invar_ir::entities::PrimaryMap;
use invar_ir::entities::packed_option::PackedOption;
use invar_ir::{CodeLocations, Context, ContextKind, Func, FunctionLocations, SourceLoc};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use walk::CallPoint;
pub(crate) use walk::Frames;

/// A call of the output, as part of one of the functions that are executed there.
#[derive(Clone, Copy, Debug)]
struct OutputCall {
    /// Which inlined call the function is, or the function of the output itself.
    context: Option<Context>,
    /// The call in the input of that function, as an offset.
    place: u32,
    /// The address of the operator in the output, and the address behind it.
    at: (u32, u32),
    /// The local less the stack pointer when the function of the output was called.
    base: i64,
}

/// Where the frame of a function of the output is, at its calls that may reach the embedder: there memory holds what
/// it holds in the input.
pub(crate) struct OutputFrame {
    /// A local that holds an address in the frame. The stack pointer itself does not serve: callees change it.
    local: u32,
    calls: Vec<OutputCall>,
}

/// A call of the output at which the frame of the input is known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FrameAtCall {
    /// The address of the call in the input.
    pub place: u32,
    /// The address of the operator in the output, and the address behind it.
    pub at: (u32, u32),
    /// The frame base of the input less that of the output.
    pub distance: i64,
}

/// A variable of an inlined call that gets a new entry.
#[derive(Clone, Debug)]
pub(crate) struct NewVariable {
    /// The entry of the variable in the function.
    pub origin: u32,
    pub is_parameter: bool,
    /// Where the variable is.
    pub list: Vec<Located>,
}

impl OutputFrame {
    /// Of a function whose code has these locations from each distance on. `None` if no call is found. Linear in
    /// both, times the number of locals that are followed, and the depth of inlined calls.
    pub fn of(
        input: &Input,
        function: &FunctionLocations,
        code: &[(u32, SourceLoc)],
    ) -> Option<OutputFrame> {
        let frames = input.frames.as_ref().filter(|_| input.is_one(function.func))?;
        let CodeLocations::Moved { contexts, .. } = &function.code else { return None };
        let frames = &mut frames.borrow_mut().1;
        let bodies = &input.bodies.1;
        let points = frames.points(bodies, function.number);
        let seen = points.iter().filter(|point| frames.reaches_embedder(bodies, point));
        let mut counts: FxHashMap<u32, usize> = FxHashMap::default();
        for point in seen.clone() {
            point.locals.iter().for_each(|of| *counts.entry(of.0).or_default() += 1);
        }
        let (local, _) =
            counts.into_iter().max_by_key(|&(local, count)| (count, Reverse(local)))?;
        let start = function.output.start.checked_sub(input.output_code)?;
        let mut calls: Vec<OutputCall> = Vec::new();
        let mut steps = code.iter().peekable();
        let mut loc = SourceLoc::default();
        for point in seen {
            while let Some(step) = steps.next_if(|step| step.0 <= point.at.start) {
                loc = step.1;
            }
            let Some(base) = point.local(local) else { continue };
            let at = (start + point.at.start, start + point.at.end);
            let mut around = Some(loc);
            while let Some(SourceLoc { context, .. }) = around {
                let place = around.and_then(SourceLoc::known_offset);
                let context = context.expand();
                let data = context.map(|context| &contexts[context]);
                if let Some(data) = data.filter(|it| matches!(it.kind, ContextKind::Specialized(_)))
                {
                    around = around.map(|it| SourceLoc { context: data.parent, ..it });
                    continue;
                }
                calls.extend(place.map(|place| OutputCall { context, place, at, base }));
                around = data.map(|data| data.site);
            }
        }
        calls.sort_by_key(|call| call.context.map(|context| context.as_u32()));
        (!calls.is_empty()).then_some(OutputFrame { local, calls })
    }

    /// The expression of the frame base of the output.
    pub fn expression(&self) -> Vec<u8> {
        let mut out = vec![DW_OP_WASM_location.0, 0];
        unsigned(self.local.into(), &mut out);
        out.push(DW_OP_stack_value.0);
        out
    }

    /// The calls at which the frame base is a known distance from that of a function of the input, whose expression
    /// is given. Nothing if that is not understood.
    pub fn calls(&self, expression: &[u8], input: &Input, func: u32) -> Vec<FrameAtCall> {
        let Some(frames) = &input.frames else { return Vec::new() };
        let calls = self.calls.iter().take_while(|call| call.context.is_none());
        at_calls(calls, input, &mut frames.borrow_mut().0, (func, expression, 0))
            .unwrap_or_default()
    }

    /// Gives the variables of inlined calls with the block that each of them is in. Linear in what is given, and in the
    /// contexts of the function.
    pub fn inlined(
        &self,
        input: &Input,
        function: &FunctionLocations,
        values: &mut Values,
        found: &mut dyn FnMut(Context, Option<u32>, NewVariable),
    ) {
        let CodeLocations::Moved { contexts, .. } = &function.code else { return };
        let Some(frames) = &input.frames else { return };
        let frames = &mut frames.borrow_mut().0;
        // The function of each context, and the stack pointer when it is called less that of the function of the
        // output.
        let mut entries: PrimaryMap<Context, (Option<Func>, Option<i64>)> =
            PrimaryMap::with_capacity(contexts.len());
        for data in contexts.values() {
            let of = |entries: &PrimaryMap<Context, _>, at: PackedOption<Context>| {
                at.expand().map_or((function.func, Some(0)), |context| entries[context])
            };
            let entry = match data.kind {
                ContextKind::Specialized(_) => of(&entries, data.parent),
                ContextKind::Inlined(callee) => {
                    let (caller, entry) = of(&entries, data.site.context);
                    let caller = caller.filter(|_| input.is_one(caller));
                    let pointer = entry.and_then(|entry| {
                        let point = point_at(input, frames, caller?.as_u32(), data.site)?;
                        entry.checked_add(point.pointer?)
                    });
                    (Some(callee), pointer)
                }
            };
            entries.push(entry);
        }
        for calls in self.calls.chunk_by(|one, other| one.context == other.context) {
            let Some(context) = calls[0].context else { continue };
            let (Some(func), Some(entry)) = entries[context] else { continue };
            let scopes = &input.scopes;
            let variables = scopes.variables.get(&func.as_u32());
            let base = scopes.frame_bases.get(&func.as_u32());
            let is_one = input.is_one(Some(func));
            let Some((variables, base)) = variables.zip(base).filter(|_| is_one) else { continue };
            let which = (func.as_u32(), base.as_slice(), entry);
            let Some(at) = at_calls(calls.iter(), input, frames, which) else { continue };
            for variable in variables.iter().filter(|_| !at.is_empty()) {
                if !values.spend(at.len()) {
                    return;
                }
                let list = at.iter().map(|call| (call.at, variable.expression(call.distance)));
                let FrameVariable { origin, is_parameter, .. } = *variable;
                let new = NewVariable { origin, is_parameter, list: list.collect() };
                found(context, variable.scope, new);
            }
        }
    }
}

/// The call at a place of a function of the input.
fn point_at(input: &Input, frames: &mut Frames, func: u32, place: SourceLoc) -> Option<CallPoint> {
    let bodies = &input.bodies.0;
    let offset = place.known_offset()?.checked_sub(bodies.start(func)?)?;
    let points = frames.points(bodies, func);
    let n = points.binary_search_by_key(&offset, |point| point.at.start).ok()?;
    Some(points[n].clone())
}

/// Those calls of the output at which the frame base of a function of the input is known. The function has this
/// expression for its frame base, and is called with the stack pointer of the function of the output plus a number.
fn at_calls<'a>(
    calls: impl Iterator<Item = &'a OutputCall>,
    input: &Input,
    frames: &mut Frames,
    (func, expression, entry): (u32, &[u8], i64),
) -> Option<Vec<FrameAtCall>> {
    let local = read_base(expression)?;
    let known = |call: &OutputCall| {
        let point = point_at(input, frames, func, SourceLoc::at(call.place))?;
        let place = call.place.checked_sub(input.input_code)?;
        let distance = point.local(local)?.checked_add(entry)?.checked_sub(call.base)?;
        Some(FrameAtCall { place, at: call.at, distance: i32::try_from(distance).ok()?.into() })
    };
    Some(calls.filter_map(known).collect())
}

impl FrameVariable {
    /// Where the variable is, if the frame base of the input is so far from that of the output.
    fn expression(&self, distance: i64) -> Vec<u8> {
        let mut out = vec![gimli::DW_OP_fbreg.0];
        signed(self.offset.saturating_add(distance), &mut out);
        if self.is_address {
            out.push(gimli::DW_OP_deref.0);
        }
        out
    }
}

impl CallPoint {
    /// A local less the stack pointer when the function was called.
    fn local(&self, local: u32) -> Option<i64> {
        self.locals.iter().find(|of| of.0 == local).map(|of| of.1)
    }
}

/// The local that an expression for a frame base names, as a value.
fn read_base(expression: &[u8]) -> Option<u32> {
    let rest = expression.strip_prefix(&[DW_OP_WASM_location.0, 0])?;
    let mut reader = EndianSlice::new(rest, LittleEndian);
    let local = reader.read_uleb128().ok()?.try_into().ok()?;
    let is_value = reader.is_empty() || reader.slice() == [DW_OP_stack_value.0];
    is_value.then_some(local)
}
