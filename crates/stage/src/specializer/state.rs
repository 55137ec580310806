//! The state of the specializer while it makes the versions for one request.

use crate::analysis::split::Node;
use crate::specializer::continuations::{Exit, KnownPoint};
use crate::specializer::dispatch::Dispatches;
use crate::specializer::known::Known;
use crate::specializer::prepared::Prepared;
use crate::specializer::request::Request;
use crate::specializer::special::{Notes, Stats};
use crate::specializer::world::World;
use invar_ir::entities::SecondaryMap;
use invar_ir::{Block, Caching, Function, Module, SourceLoc, Value};
use invar_rules::Const;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;

/// The binding of a value of the function in the version that is being made: an actual value, or a
/// value of the residual code.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Binding {
    Known(Known),
    Value(Value),
}

/// A version on a work list: its place, its block in the residual code, and if it is lazy, the caching policy of
/// the merge that it is lazy for.
#[derive(Debug)]
pub(crate) struct Version {
    pub place: KnownPoint,
    pub block: Block,
    pub lazy: Option<Caching>,
}

/// The code that is made.
pub(crate) struct Residual {
    pub out: Function,
    /// The block that code is appended to.
    pub at: Block,
    /// The constants of that block.
    pub constants: FxHashMap<Const, Value>,
}

/// The versions that there are, and those whose code is still to be made.
#[derive(Default)]
pub(crate) struct Versions {
    pub made: FxHashMap<KnownPoint, Block>,
    pub eager: VecDeque<Version>,
    pub lazy: VecDeque<Version>,
    /// The blocks of lazy versions that only lazy edges lead to so far.
    pub waiting: FxHashSet<Block>,
}

/// The version whose code is being made.
pub(crate) struct Current {
    /// What values of the function are in it.
    pub env: SecondaryMap<Value, Option<Binding>>,
    /// Whether the rest of it is generic.
    pub generic: bool,
}

/// The exits to where values are looked up.
#[derive(Default)]
pub(crate) struct ExitTable {
    pub list: Vec<Exit>,
    /// Blocks with exits for promotions on edges, by where they go and what is looked up.
    pub blocks: FxHashMap<(KnownPoint, Vec<Value>), Block>,
}

/// What is said of the versions besides their code.
#[derive(Default)]
pub(crate) struct Record {
    pub notes: Notes,
    pub checks: Vec<String>,
    pub stats: Stats,
    over_budget: bool,
}

/// A specializer at work.
pub(crate) struct Specializer<'a> {
    pub module: &'a Module,
    pub prepared: &'a Prepared,
    pub request: &'a Request<'a>,
    pub world: &'a mut dyn World,
    pub residual: Residual,
    pub work: Versions,
    pub current: Current,
    pub exits: ExitTable,
    pub dispatches: Dispatches,
    pub record: Record,
}

impl<'a> Specializer<'a> {
    /// A specializer that has made nothing yet.
    pub(crate) fn new(
        module: &'a Module,
        prepared: &'a Prepared,
        from: Option<(&KnownPoint, &[Value])>,
        request: &'a Request<'a>,
        world: &'a mut dyn World,
    ) -> Self {
        let code = &prepared.code;
        let params = match from {
            Some((_, takes)) => prepared.types(takes),
            None => {
                let params = code.blocks[code.entry].params.iter().copied().enumerate();
                let is_taken = |n| !request.drops_bound || prepared.bound(request, n).is_none();
                let taken = params.filter(|&(n, _)| is_taken(n)).map(|(_, param)| param);
                prepared.types(&taken.collect::<Vec<_>>())
            }
        };
        let out = Function::new(code.ty, &params, &code.results);
        let at = out.entry;
        Specializer {
            module,
            prepared,
            request,
            world,
            residual: Residual { out, at, constants: FxHashMap::default() },
            work: Versions::default(),
            current: Current {
                env: SecondaryMap::with_capacity(code.values.len()),
                generic: false,
            },
            exits: ExitTable::default(),
            dispatches: Dispatches::default(),
            record: Record::default(),
        }
    }

    pub(crate) fn code(&self) -> &Function {
        &self.prepared.code
    }

    /// Whether the code is what runs until a specialized region starts.
    pub(crate) fn is_entering(&self) -> bool {
        self.request.exits.is_some_and(|exits| exits.entering)
    }

    /// Whether instructions are copied without being evaluated.
    pub(crate) fn is_plain(&self) -> bool {
        self.current.generic || self.is_entering()
    }

    /// The actual value of a value, if it is known.
    pub(crate) fn known(&self, value: Value) -> Option<Known> {
        let value = self.code().resolve(value);
        match self.current.env[value] {
            Some(Binding::Known(known)) => Some(known),
            Some(Binding::Value(_)) => None,
            None => self.code().def_op(value).and_then(Const::from_op).map(Known::plain),
        }
    }

    /// The place that an edge leads to with what is known now, and the values that are passed to it.
    pub(crate) fn arrival(
        &self,
        node: Option<Node>,
        block: Block,
        args: &[Value],
    ) -> (KnownPoint, Vec<(Value, Value)>) {
        let prepared = self.prepared;
        let through = prepared.live.entry(block);
        let arrives = prepared.code.blocks[block].params.iter().copied().zip(args.iter().copied());
        let (mut known, mut passed) = (Vec::new(), Vec::new());
        for (value, arg) in arrives.chain(through.iter().map(|&value| (value, value))) {
            let stays = node.filter(|&node| {
                let number = prepared.analysis.derived.number(value);
                let constant = &prepared.analysis.rtc.entry(node).constant;
                number.is_some_and(|number| constant.contains(number))
            });
            match stays.and_then(|_| self.known(arg)) {
                Some(actual) => known.push((value, actual)),
                None => passed.push((value, arg)),
            }
        }
        (KnownPoint::new(node, block, 0, known), passed)
    }

    /// Whether a limit of the request is reached, which is noted once.
    pub(crate) fn is_over_budget(&mut self) -> bool {
        let limits = &self.request.limits;
        let over = self.record.stats.versions >= limits.versions as u64
            || self.record.stats.emitted >= limits.insts as u64;
        if over && !self.record.over_budget {
            let what = format!(
                "the budget is spent ({} versions of blocks, {} instructions): the code is generic \
                 from here on",
                self.record.stats.versions, self.record.stats.emitted
            );
            self.record.notes.add(SourceLoc::default(), what);
            self.record.over_budget = true;
        }
        over
    }
}
