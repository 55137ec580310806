//! Runs the transforms on one function whose retains and releases are raised to copies and destroys.
//!
//! In this order: regions and levels of ownership ([`analyze`]); webs that need no ownership ([`borrow`]); unions and
//! cartesian joins, which follow from the levels ([`plan`](crate::transform::plan)); intersections and extensions
//! ([`intersection`]) of the copies and destroys that are left. Nothing is iterated here; the module is optimized
//! several times ([`module`](crate::module)).

use crate::interprocedural::signature::{Given, Signatures};
use crate::ownership::balance::{Balance, Fault, Wrong, balance};
use crate::ownership::regions::{Object, Regions};
use crate::runtimes::table::Runtime;
use crate::transform::borrow;
use crate::transform::borrow::{Borrowed, BorrowedRegions};
use crate::transform::explain::{Log, Refused, value_text};
use crate::transform::intersection;
use crate::transform::intersection::PairedTakes;
use crate::transform::plan::{Joined, OwnershipPlan};
use invar_analysis::Fuel;
use invar_ir::{Function, Op, Terminator, Value};

invar_analysis::config! {
    /// Switches for each kind of operation.
    pub struct Config {
        /// Unions and cartesian joins.
        join: bool = true,
        /// Webs that need no ownership.
        borrow: bool = true,
        /// Intersections and extensions.
        moves: bool = true,
        /// Conventions across functions.
        conventions: bool = true,
        /// Delayed retains.
        delayed_retains: bool = true,
        /// The budget: how many visits of blocks for each block and instruction of a function.
        budget: u64 = 64,
    }
}

/// Facts about a function's parameters.
#[derive(Clone, Debug, Default)]
pub struct Params {
    /// The callers keep it alive until the function returns.
    pub guaranteed: Vec<bool>,
    /// No caller passes a new object whose count is zero.
    pub counted: Vec<bool>,
}

/// Counters of one function.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counted {
    /// Whether the function changed, be it with as many copies and destroys as before.
    pub changed: bool,
    /// How many copies were removed, net of those that were inserted.
    pub copies: i64,
    /// How many destroys were removed.
    pub destroys: i64,
    /// Copies and destroys of immortal references.
    pub immortal: u64,
    /// Visits of blocks, of all steps.
    pub visits: u64,
    /// Webs joined.
    pub unions: u64,
    /// Levels compared where paths join.
    pub joins: u64,
    /// Unions and cartesian joins.
    pub joined: Joined,
    /// Borrowed webs.
    pub borrowed: Borrowed,
    /// Intersections and extensions.
    pub moved: PairedTakes,
    /// Objects that are owned from later on.
    pub late: u64,
    /// Objects whose ownership is unbalanced.
    pub refused_balance: u64,
    /// Objects past the budget of visits.
    pub refused_budget: u64,
    /// Objects whose count is tested.
    pub refused_test: u64,
}

/// A function's regions and levels, with the inferred convention of its result.
pub struct OwnershipAnalysis {
    /// Objects and events.
    pub regions: Regions,
    /// The levels of the events.
    pub balance: Balance,
    /// The convention of its result.
    pub result: Given,
}

/// Finds regions and levels, and whether the function's result is owned: it is, if the ownership of the
/// returned values is unbalanced otherwise.
pub fn analyze(
    f: &Function,
    runtime: &Runtime,
    signatures: &Signatures,
    config: &Config,
) -> OwnershipAnalysis {
    let size = f.blocks.len() + f.insts.len();
    let budget = config.budget * size as u64 + 256;
    let analyze = |returns| {
        let regions = Regions::new(f, runtime, signatures, returns);
        let balance = balance(f, &regions, runtime, signatures, budget);
        (regions, balance)
    };
    let returned: Vec<Value> = f
        .live_blocks()
        .filter_map(|block| match &f.blocks[block].term {
            Terminator::Return(values) => match f.list(values) {
                &[value] if f.ty(value) == runtime.ty => Some(value),
                _ => None,
            },
            _ => None,
        })
        .collect();
    let is_returned = |regions: &Regions, balance: &Balance| {
        let refused =
            |&value: &Value| regions.object(value).is_some_and(|object| balance.is_refused(object));
        !returned.iter().any(refused)
    };
    let (regions, balance) = analyze(false);
    if is_returned(&regions, &balance) {
        return OwnershipAnalysis { regions, balance, result: Given::Unowned };
    }
    let (owned, levels) = analyze(true);
    if is_returned(&owned, &levels) {
        OwnershipAnalysis { regions: owned, balance: levels, result: Given::Owned }
    } else {
        OwnershipAnalysis { regions, balance, result: Given::Unreliable }
    }
}

/// What is known around a function that is optimized.
pub struct FunctionSetting<'a> {
    /// Facts about its parameters.
    pub params: &'a Params,
    /// The runtime.
    pub runtime: &'a Runtime,
    /// Conventions of callees.
    pub signatures: &'a Signatures,
    /// What to do.
    pub config: &'a Config,
}

/// Removes redundant copies and destroys.
pub fn optimize(
    f: &mut Function,
    analysis: &OwnershipAnalysis,
    setting: &FunctionSetting<'_>,
    fuel: &Fuel,
    log: &mut Log,
) -> Counted {
    let OwnershipAnalysis { regions, balance, .. } = analysis;
    let &FunctionSetting { params, runtime, signatures, config } = setting;
    let mut counted = Counted {
        visits: balance.visits,
        unions: balance.unions,
        joins: balance.joins,
        late: balance.late.iter().filter(|&&late| late).count() as u64,
        ..Counted::default()
    };
    let objects = regions.objects.len();
    for fault in balance.faults.iter().flatten() {
        match fault.wrong {
            Wrong::Budget => counted.refused_budget += 1,
            _ => counted.refused_balance += 1,
        }
    }
    let mut skip = vec![!config.join; objects];
    if signatures.tests {
        for (n, skip) in skip.iter_mut().enumerate() {
            let object = Object::from_u32(n as u32);
            if !*skip && is_tested(regions, balance, object) {
                *skip = true;
                counted.refused_test += 1;
                if log.refusals {
                    let root = regions.data(object).root;
                    let loc = f.def_inst(root).map_or(Default::default(), |inst| f.insts[inst].loc);
                    log.missed(loc, "keeps retains and releases", || {
                        format!("of {}: its count may be tested", value_text(f, root))
                    });
                }
            }
        }
    }
    let mut is_guaranteed = vec![false; objects];
    for (&param, &guaranteed) in f.blocks[f.entry].params.iter().zip(&params.guaranteed) {
        if let Some(object) = regions.object(param)
            && guaranteed
            && balance.start[object.as_u32() as usize] == 0
        {
            is_guaranteed[object.as_u32() as usize] = true;
        }
    }
    let mut refused = Refused::new();
    let mut borrowed = BorrowedRegions::none(regions, balance);
    let budget = config.budget * (f.blocks.len() + f.insts.len()) as u64 + 256;
    if config.borrow && config.join {
        let search = borrow::BorrowSearch {
            f,
            regions,
            balance,
            runtime,
            signatures,
            is_guaranteed: &is_guaranteed,
            counted: &params.counted,
            skip: &skip,
            budget,
        };
        (borrowed, counted.borrowed) = search.run(fuel, &mut refused);
        counted.visits += counted.borrowed.visits.0;
    }
    let (mut plan, joined) =
        OwnershipPlan::new(regions, balance, is_guaranteed, borrowed, &skip, fuel, log.enabled());
    counted.joined = joined;
    if config.moves {
        let search = intersection::IntersectionSearch {
            f,
            regions,
            balance,
            runtime,
            signatures,
            skip: &skip,
            budget,
        };
        counted.moved = search.run(&mut plan, fuel, &mut refused);
        counted.visits += counted.moved.visits.0;
    }
    if log.enabled() {
        log.plan(f, regions, balance, &plan);
        if log.refusals && log.remarks.enabled() {
            log.refused(f, regions, &plan, refused);
        }
    }
    counted.changed = plan.changed.contains(&true);
    (counted.copies, counted.destroys) = plan.apply(f, regions);
    counted.immortal = remove_immortal(f, regions, runtime, fuel, log);
    counted.changed |= counted.immortal > 0;
    counted
}

/// Whether a count may be tested while an object is owned.
fn is_tested(regions: &Regions, balance: &Balance, object: Object) -> bool {
    let mut spans = balance.spans.of(object).iter();
    spans.any(|span| !regions.tests[span.block].is_empty())
}

/// Removes copies and destroys of immortal constants.
fn remove_immortal(
    f: &mut Function,
    regions: &Regions,
    runtime: &Runtime,
    fuel: &Fuel,
    log: &mut Log,
) -> u64 {
    let mut removed = 0;
    for block in regions.cfg.rpo.iter().copied() {
        let insts = std::mem::take(&mut f.blocks[block].insts);
        let mut kept = Vec::with_capacity(insts.len());
        for inst in insts {
            let op = &f.insts[inst].op;
            let counts = matches!(op, Op::CopyValue | Op::DestroyValue);
            if counts && regions.is_immortal(f, runtime, f.args(inst)[0]) && fuel.take() {
                removed += 1;
                log.removed(f, inst, "it is immortal");
                if let Some(copy) = f.result(inst) {
                    f.alias(copy, f.args(inst)[0]);
                }
                continue;
            }
            kept.push(inst);
        }
        f.blocks[block].insts = kept;
    }
    if removed > 0 {
        f.resolve_aliases();
    }
    removed
}

/// Faults to report, each web once.
pub fn faults(analysis: &OwnershipAnalysis) -> Vec<&Fault> {
    let OwnershipAnalysis { regions, balance, .. } = analysis;
    let mut seen = vec![false; regions.objects.len()];
    let mut found = Vec::new();
    for n in 0..regions.objects.len() {
        let web = balance.web(Object::from_u32(n as u32)).as_u32() as usize;
        if let Some(fault) = &balance.faults[n]
            && !std::mem::replace(&mut seen[web], true)
        {
            found.push(fault);
        }
    }
    found
}
