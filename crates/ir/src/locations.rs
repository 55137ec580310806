//! Where code came from: what passes do to locations, and which place of the input each operator of an output stands
//! for.
//!
//! An instruction and a terminator have a [`SourceLoc`]: the offset of an operator in the input, and the chain of
//! inlined calls and specializations around it ([`ContextData`]). Passes keep to these rules:
//!
//! | what happens to an operator | its location |
//! |---|---|
//! | moved, hoisted, sunk | stays: a trap or a call is reported where the source has it |
//! | copied (unrolled, peeled, versions, threaded jumps) | each copy has that of the original |
//! | inlined | that in the callee; the context says where the call was |
//! | replaced by other operators that do the same | that of the replaced one ([`Function::insts`]' `loc` at that place) |
//! | merged with one that dominates it (value numbering) | that of the dominating one, which is executed anyway |
//! | merged with one that does not (equal tails of blocks) | the common one, or else [`SourceLoc::several`] |
//! | in a function that stands for equal ones | stays; [`Locations::merged`] has the others, whose places may be the same |
//! | made new, for no operator (zeros, run-time tests) | that of the place which needs it, or unknown |
//!
//! A location that is unknown, or one of several, has no line. No pass gives an operator the location of one that it
//! does not stand for: a wrong line is worse than none. [`check_locations`] tests what can be tested without knowing
//! what passes did: that operators which call or may trap are not unknown, and that each location is in the function
//! that its chain names.
//!
//! The writer gives each operator of a function's code its location ([`CodeLocations`]). What moves values between
//! locals and the operand stack, and constants, count as part of the operator that follows; branches, as part of what
//! is before them.
//!
//! Cost: a table of locations is linear in the code; looking an offset up is logarithmic.

use crate::{
    Body, Context, ContextData, ContextKind, Func, Function, Module, Op, SourceLoc, Terminator,
    Traps, effects,
};
use cranelift_entity::PrimaryMap;
use cranelift_entity::packed_option::PackedOption;
use rustc_hash::FxHashMap;
use std::ops::Range;

impl SourceLoc {
    /// The offset of a location that is one of several.
    const SEVERAL: u32 = u32::MAX;
    /// See [`Self::call_site`].
    const CALL_SITE: u32 = u32::MAX - 1;

    /// In a body that is made to be inlined: the place of the call that it is inlined at.
    pub fn call_site() -> Self {
        SourceLoc { offset: Self::CALL_SITE, context: None.into() }
    }

    /// One of several places in a context: operators that were merged.
    pub fn several(context: PackedOption<Context>) -> Self {
        SourceLoc { offset: Self::SEVERAL, context }
    }

    /// Whether no place is known: the operator was made new.
    pub fn is_unknown(self) -> bool {
        self.offset == 0
    }

    /// The offset in the input, if there is one.
    pub fn known_offset(self) -> Option<u32> {
        (self.offset != 0 && self.offset < Self::CALL_SITE).then_some(self.offset)
    }
}

impl Function {
    /// The location of an operator that stands for two, neither of which is always executed where the other one is.
    /// Linear in the depth of their contexts.
    pub fn merged_loc(&self, one: SourceLoc, other: SourceLoc) -> SourceLoc {
        if one == other {
            return one;
        }
        let chain = |mut at: PackedOption<Context>| {
            let mut chain = Vec::new();
            while let Some(context) = at.expand() {
                chain.push(context);
                at = self.contexts[context].parent;
            }
            chain
        };
        let around = chain(other.context);
        let common = chain(one.context).into_iter().find(|context| around.contains(context));
        SourceLoc::several(common.into())
    }
}

/// The locations of a function's code, by offset.
#[derive(Clone, Debug)]
pub enum CodeLocations {
    /// The code was copied: each operator is as far from the start of the body as in the input.
    Copied,
    /// New code, or code whose operators have other sizes.
    Moved {
        /// From which offset on, counted from the start of the body, which location holds. In order.
        operators: Vec<(u32, SourceLoc)>,
        /// The contexts of the locations.
        contexts: PrimaryMap<Context, ContextData>,
    },
}

/// The locations of a function of an output.
#[derive(Clone, Debug)]
pub struct FunctionLocations {
    /// Its number in the input; none if it was added.
    pub func: Option<Func>,
    /// Its number in the output.
    pub number: u32,
    /// Where its body is in the input, without its size. None if it was added, or was changed before functions were.
    pub input: Option<Range<u32>>,
    /// Where its body is in the output, without its size.
    pub output: Range<u32>,
    /// The locations of its operators.
    pub code: CodeLocations,
}

/// One step of a stack: a function, and a place in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InlineFrame {
    /// The function that the place is in, if it is one that was inlined.
    pub inlined: Option<Func>,
    /// The offset in the input, if one is known.
    pub offset: Option<u32>,
}

impl FunctionLocations {
    /// The location at an offset of the output.
    pub fn at(&self, offset: u32) -> SourceLoc {
        let distance = offset.saturating_sub(self.output.start);
        match (&self.code, &self.input) {
            (CodeLocations::Copied, Some(input)) => SourceLoc::at(input.start + distance),
            (CodeLocations::Copied, None) => SourceLoc::default(),
            (CodeLocations::Moved { operators, .. }, _) => {
                let after = operators.partition_point(|&(start, _)| start <= distance);
                after.checked_sub(1).map_or(SourceLoc::default(), |n| operators[n].1)
            }
        }
    }

    /// The contexts of its locations.
    fn context(&self, context: Context) -> &ContextData {
        match &self.code {
            CodeLocations::Moved { contexts, .. } => &contexts[context],
            CodeLocations::Copied => unreachable!("copied code has no contexts"),
        }
    }

    /// The inlined calls around a location, the innermost function first; the last one is the function itself.
    pub fn frames(&self, mut loc: SourceLoc) -> Vec<InlineFrame> {
        let mut frames = Vec::new();
        loop {
            let offset = loc.known_offset();
            let Some(context) = loc.context.expand() else {
                frames.push(InlineFrame { inlined: None, offset });
                return frames;
            };
            let data = self.context(context);
            match data.kind {
                ContextKind::Inlined(func) => {
                    frames.push(InlineFrame { inlined: Some(func), offset });
                    loc = data.site;
                }
                // The version of a function is that function.
                ContextKind::Specialized(_) => {
                    loc = SourceLoc { offset: loc.offset, context: data.parent };
                }
            }
        }
    }
}

/// The locations of a module that was written.
#[derive(Clone, Debug, Default)]
pub struct Locations {
    /// Of each function with a body, in the order of the output.
    pub functions: Vec<FunctionLocations>,
    /// The functions of the input that stand for others, which are equal, with those: whoever reads a location in one
    /// of them does not know which of the functions was called.
    pub merged: FxHashMap<Func, Vec<Func>>,
    /// Whether frames were taken to be private, by a promise: then what the input has in a frame when it calls a
    /// function may not be there in the output.
    pub private_frames: bool,
}

impl Locations {
    /// The function whose body contains an offset of the output.
    pub fn function(&self, offset: u32) -> Option<&FunctionLocations> {
        let after = self.functions.partition_point(|it| it.output.start <= offset);
        let function = &self.functions[after.checked_sub(1)?];
        (offset < function.output.end).then_some(function)
    }

    /// The function of a number of the output.
    fn numbered(&self, func: Func) -> Option<&FunctionLocations> {
        let at = self.functions.binary_search_by_key(&func.as_u32(), |it| it.number);
        at.ok().map(|at| &self.functions[at])
    }

    /// The locations of a module that was made of another output, in the input of that one. Linear.
    pub fn of_input_of(self, earlier: &Locations) -> Locations {
        let merged = &self.merged;
        let functions = self.functions.into_iter().map(|later| composed(later, merged, earlier));
        let private_frames = self.private_frames || earlier.private_frames;
        Locations { functions: functions.collect(), merged: earlier.merged.clone(), private_frames }
    }
}

fn composed(
    later: FunctionLocations,
    merged: &FxHashMap<Func, Vec<Func>>,
    earlier: &Locations,
) -> FunctionLocations {
    let before = later.func.and_then(|func| earlier.numbered(func));
    let (func, input) = before.map_or((None, None), |it| (it.func, it.input.clone()));
    let code = match (later.code, before) {
        (CodeLocations::Copied, Some(_))
            if later.func.is_some_and(|it| merged.contains_key(&it)) =>
        {
            let several = SourceLoc::several(None.into());
            CodeLocations::Moved { operators: vec![(0, several)], contexts: PrimaryMap::new() }
        }
        (CodeLocations::Copied, Some(before)) => before.code.clone(),
        (CodeLocations::Copied, None) => CodeLocations::Copied,
        (CodeLocations::Moved { operators, contexts }, _) => {
            let (contexts_of, grafted) = (PrimaryMap::new(), FxHashMap::default());
            Composer { earlier, merged, contexts: contexts_of, grafted }.run(operators, &contexts)
        }
    };
    FunctionLocations { func, number: later.number, input, output: later.output, code }
}

struct Composer<'a> {
    earlier: &'a Locations,
    merged: &'a FxHashMap<Func, Vec<Func>>,
    contexts: PrimaryMap<Context, ContextData>,
    /// The contexts of earlier functions, by the number of the function, that were put into one of ours.
    grafted: FxHashMap<(u32, Context, PackedOption<Context>), Context>,
}

impl Composer<'_> {
    fn run(
        mut self,
        mut operators: Vec<(u32, SourceLoc)>,
        contexts: &PrimaryMap<Context, ContextData>,
    ) -> CodeLocations {
        // A context names only earlier ones.
        let mut new: Vec<Context> = Vec::with_capacity(contexts.len());
        for data in contexts.values() {
            let known = |context: PackedOption<Context>| {
                context.expand().map(|context| new[context.as_u32() as usize]).into()
            };
            let site = SourceLoc { context: known(data.site.context), ..data.site };
            let site = self.loc(site);
            let parent = if data.site.is_unknown() { known(data.parent) } else { site.context };
            let kind = match &data.kind {
                ContextKind::Inlined(func) => match self.earlier.numbered(*func) {
                    Some(FunctionLocations { func: Some(func), .. }) => ContextKind::Inlined(*func),
                    _ => ContextKind::Specialized(format!("inline {func}")),
                },
                other => other.clone(),
            };
            new.push(self.contexts.push(ContextData { parent, site, kind }));
        }
        for (_, loc) in &mut operators {
            let context = loc.context.expand().map(|context| new[context.as_u32() as usize]);
            *loc = self.loc(SourceLoc { offset: loc.offset, context: context.into() });
        }
        CodeLocations::Moved { operators, contexts: self.contexts }
    }

    /// A location whose offset is one of the earlier output, and whose context is new.
    fn loc(&mut self, loc: SourceLoc) -> SourceLoc {
        let Some(offset) = loc.known_offset() else { return loc };
        let earlier = self.earlier;
        let Some(function) = earlier.function(offset) else {
            return SourceLoc { offset: 0, context: loc.context };
        };
        if self.merged.contains_key(&Func::from_u32(function.number)) {
            return SourceLoc::several(loc.context);
        }
        let inner = function.at(offset);
        let context = self.graft(function, inner.context, loc.context);
        SourceLoc { offset: inner.offset, context }
    }

    /// A context of an earlier function, put into one of ours.
    fn graft(
        &mut self,
        function: &FunctionLocations,
        context: PackedOption<Context>,
        around: PackedOption<Context>,
    ) -> PackedOption<Context> {
        // The chain, from the innermost outwards, up to what is known.
        let mut chain = Vec::new();
        let (mut at, mut inside) = (context, around);
        while let Some(context) = at.expand() {
            if let Some(&known) = self.grafted.get(&(function.number, context, around)) {
                inside = known.into();
                break;
            }
            chain.push(context);
            at = function.context(context).parent;
        }
        for context in chain.into_iter().rev() {
            let data = function.context(context);
            let site = SourceLoc { offset: data.site.offset, context: inside };
            let kind = data.kind.clone();
            let new = self.contexts.push(ContextData { parent: inside, site, kind });
            self.grafted.insert((function.number, context, around), new);
            inside = new.into();
        }
        inside
    }
}

/// Checks the locations of a function of a module that was read from bytes: operators that call or may trap have one,
/// and each is in the body of the function that its chain of contexts names. Says what is wrong. Linear.
pub fn check_locations(module: &Module, func: Func, f: &Function) -> Result<(), String> {
    let body = |func: Func| match module.funcs.get(func).map(|data| &data.body) {
        Some(Body::Raw(range)) => Some(range.clone()),
        _ => None,
    };
    // The body that each context's code comes from; none if that is not known.
    let mut bodies: PrimaryMap<Context, Option<Range<usize>>> = PrimaryMap::new();
    let own = body(func);
    let within = |bodies: &PrimaryMap<Context, Option<Range<usize>>>, loc: SourceLoc| {
        let Some(offset) = loc.known_offset() else { return true };
        let range = match loc.context.expand() {
            None => own.as_ref(),
            Some(context) => bodies[context].as_ref(),
        };
        range.is_none_or(|range| range.contains(&(offset as usize)))
    };
    for (context, data) in &f.contexts {
        if !within(&bodies, data.site) {
            let at = data.site.offset;
            return Err(format!("{context} is at @{at:x}, outside of the function that it is in"));
        }
        let of = match &data.kind {
            ContextKind::Inlined(func) => body(*func),
            ContextKind::Specialized(_) => None,
        };
        bodies.push(of);
    }
    let check = |op: Option<&Op>, loc: SourceLoc, what: &dyn Fn() -> String| {
        if !within(&bodies, loc) {
            let at = loc.offset;
            return Err(format!("{} has the location @{at:x} of another function", what()));
        }
        // Passes end what is never reached with `unreachable`, for which there is no place.
        let is_event = op.is_some_and(|op| {
            let effects = effects(op, module);
            effects.traps != Traps::Never || effects.may_not_return
        });
        if is_event && loc.is_unknown() {
            return Err(format!("{} has no location", what()));
        }
        Ok(())
    };
    for block in f.live_blocks() {
        let data = &f.blocks[block];
        for &inst in &data.insts {
            let op = &f.insts[inst].op;
            check(Some(op), f.insts[inst].loc, &|| format!("{inst} ({})", crate::display_op(op)))?;
        }
        let op = match &data.term {
            Terminator::Unreachable => None,
            Terminator::TailCall { op, .. }
            | Terminator::Throw { op, .. }
            | Terminator::Invoke { op, .. } => Some(op),
            _ => continue,
        };
        check(op, data.term_loc, &|| format!("the end of {block}"))?;
    }
    Ok(())
}
