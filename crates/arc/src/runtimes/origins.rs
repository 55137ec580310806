//! Where the values of a function come from, as far as addresses in a runtime's code are concerned:
//! its parameters, the runtime's own data, memory, constants, each with a distance in bytes.
//!
//! A forward data flow over the values of one function, optimistic where paths join. A value's
//! facts only ever grow, and there are few of them. Cost: at most [`SWEEPS`] sweeps over the
//! function; past that, nothing is known. It never looks at what memory contains: all that is
//! loaded is one origin.
//!
//! The result of a call of the allocator is found by the same flow in the allocator's function, from the origins of the
//! arguments: the size of a block says nothing about where it is. There, and only there, what is loaded from the
//! allocator's own lists is the allocator's own.

use crate::runtimes::patterns::constant;
use invar_analysis::transform::edges;
use invar_ir::entities::{EntitySet, SecondaryMap};
use invar_ir::{
    Cfg, Func, Function, Global, Inst, Module, Op, Terminator, Value, ValueDef, effects,
};
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};

/// How often a function is swept.
const SWEEPS: usize = 16;
/// The least address of static data: a smaller constant is taken for a number.
pub(crate) const STATIC: i64 = 1024;
/// How many bytes in front of an address of the runtime's own data may be its own, too.
const HEADER: i64 = 16;
/// With more private globals than this, none is a base.
const MOST_GLOBALS: usize = 32;
/// How many calls of the allocator, with different arguments, are followed, and how deep.
const MOST_CALLS: usize = 256;
const MOST_DEPTH: usize = 12;

/// The origin of a value: one of these bases, and a distance from it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Origin {
    /// Parameters of the function, one bit for each.
    pub params: u64,
    /// Which of the parameters it is from differs by the path; else it is a sum of all of them.
    pub either: bool,
    /// The runtime's own data: its globals and what its allocator makes.
    pub own: bool,
    /// The own data may be a list of objects, so that what it holds are references.
    pub lists: bool,
    /// The value was loaded from memory: it is a reference, if it is an address.
    pub loaded: bool,
    /// The value may point to static data.
    pub fixed: bool,
    /// Any other value.
    pub other: bool,
    /// The value may be a number that is at a distance from none of these bases.
    pub bare: bool,
    /// The distance from the base, if it is known; the constant itself if there is no base.
    pub at: Option<i64>,
}

impl Origin {
    const NONE: Origin = Origin {
        params: 0,
        either: false,
        own: false,
        lists: false,
        loaded: false,
        fixed: false,
        other: false,
        bare: false,
        at: None,
    };
    pub const OTHER: Origin = Origin { other: true, ..Origin::NONE };
    const OWN: Origin = Origin { own: true, at: Some(0), ..Origin::NONE };
    /// A number that is not known.
    const NUMBER: Origin = Origin { bare: true, ..Origin::NONE };
    /// No address, where there may be one. Everything that is computed from it is a number.
    const NULL: Origin = Origin { at: Some(0), ..Origin::NONE };

    /// Whether there is a base, known or not.
    pub fn has_base(self) -> bool {
        self.params != 0 || self.own || self.loaded || self.other
    }

    /// Whether so many bytes further is in front of the runtime's own data: a constant distance that leads
    /// to data of the program, as `root - 1000` does. A word or a few in front are the allocator's.
    pub fn is_in_front(self, by: i64) -> bool {
        let at = self.at.filter(|_| self.own && !invar_ir::mutant!(ArcShapeInFront));
        at.is_some_and(|at| at + by < -HEADER)
    }

    /// Whether it is the sum of several parameters, and of nothing else that may be an address. One of them has to be
    /// one.
    pub fn is_sum(self) -> bool {
        let either = self.either && !invar_ir::mutant!(ArcShapeEitherSums);
        let others = self.own || self.loaded || self.bare || self.is_elsewhere();
        self.params.count_ones() > 1 && !either && !others
    }

    /// Whether it may be an address outside of the runtime's own data and the heap's objects.
    pub fn is_elsewhere(self) -> bool {
        self.other || self.fixed
    }

    /// The number that it is, if it has no base.
    fn number(self) -> Option<i64> {
        self.at.filter(|_| !self.has_base())
    }

    /// Whether it is an address in the runtime's own data.
    fn is_own(self) -> bool {
        self.own && !self.bare && self.params == 0 && !self.loaded && !self.is_elsewhere()
    }

    /// Either of both.
    fn join(self, b: Origin) -> Origin {
        let at = self.at.filter(|_| self.at == b.at && self.has_base() == b.has_base());
        let (bare, lists) = (self.bare || b.bare, self.lists || b.lists);
        let either = self.either || b.either || self.params != b.params;
        Origin { at, either, bare, lists, ..self.both(b) }
    }

    /// This origin, for arithmetic: null is a number.
    fn number_if_null(self) -> Origin {
        Origin { bare: self.bare || self == Origin::NULL, ..self }
    }

    /// The sum of both. It has a base if one of them has.
    pub fn both(self, b: Origin) -> Origin {
        // A number that was added says nothing about what is there.
        let lists = match (self.bare, b.bare) {
            (false, true) => self.lists,
            (true, false) => b.lists,
            _ => self.lists || b.lists,
        };
        Origin {
            params: self.params | b.params,
            either: self.either || b.either,
            own: self.own || b.own,
            lists,
            loaded: self.loaded || b.loaded,
            fixed: self.fixed || b.fixed,
            other: self.other || b.other,
            bare: self.bare && b.bare,
            at: None,
        }
    }

    /// So many bytes further.
    pub fn moved(self, by: i64) -> Origin {
        Origin { at: self.at.map(|at| at + by), ..self }
    }
}

/// The private globals that hold addresses.
#[derive(Default)]
pub(crate) struct Bases {
    /// All of these globals.
    pub all: EntitySet<Global>,
    /// The globals that hold where the allocator's data begins, a constant.
    pub roots: EntitySet<Global>,
}

/// What the origins of values in a function depend on: the module, its globals, and other functions.
pub(crate) struct OriginEnv<'a> {
    pub module: &'a Module,
    /// Globals that only the runtime uses.
    pub private: &'a EntitySet<Global>,
    /// The private globals that hold addresses of the runtime's own data; the others hold numbers.
    pub bases: &'a Bases,
    /// Functions of the allocator.
    pub allocator: &'a EntitySet<Func>,
    /// The bodies of the allocator's functions, as far as they are known.
    pub bodies: &'a SecondaryMap<Func, Option<Function>>,
    /// The results of the runtime's other functions, as far as they are known.
    pub results: &'a SecondaryMap<Func, Option<Origin>>,
    /// References up to this one are static.
    pub immortal: u32,
    /// Calls of the allocator that were followed.
    pub calls: Calls,
}

/// Calls of the allocator's functions, by the origins of their arguments.
#[derive(Default)]
pub(crate) struct Calls {
    results: RefCell<FxHashMap<(Func, Vec<Origin>), Origin>>,
    depth: Cell<usize>,
}

/// The origins of a function's values. `None` if they are not found within the limit.
pub(crate) fn origins(
    f: &Function,
    cfg: &Cfg,
    env: &OriginEnv<'_>,
) -> Option<SecondaryMap<Value, Option<Origin>>> {
    let params = 0..f.blocks[f.entry].params.len();
    let params = params.map(|n| match n {
        0..64 => Origin { params: 1 << n, at: Some(0), ..Origin::default() },
        _ => Origin::OTHER,
    });
    origins_from(f, cfg, env, &params.collect::<Vec<Origin>>())
}

/// The origins of a function's values, from those of its parameters.
fn origins_from(
    f: &Function,
    cfg: &Cfg,
    env: &OriginEnv<'_>,
    params: &[Origin],
) -> Option<SecondaryMap<Value, Option<Origin>>> {
    let mut found: SecondaryMap<Value, Option<Origin>> =
        SecondaryMap::with_capacity(f.values.len());
    for (n, &param) in f.blocks[f.entry].params.iter().enumerate() {
        found[param] = Some(params.get(n).copied().unwrap_or(Origin::OTHER));
    }
    for _ in 0..SWEEPS {
        let mut changed = false;
        for &block in &cfg.rpo {
            if block != f.entry {
                for (n, &param) in f.blocks[block].params.iter().enumerate() {
                    let mut all: Option<Origin> = None;
                    for edge in cfg.reachable_preds(block) {
                        if let Some(one) = found[f.resolve(edges::args(f, edge)[n])] {
                            all = Some(all.map_or(one, |all| all.join(one)));
                        }
                    }
                    changed |= found[param] != all;
                    found[param] = all;
                }
            }
            for &inst in &f.blocks[block].insts {
                for result in f.results(inst) {
                    let now = env.of_inst(f, inst, &found);
                    changed |= found[result] != now;
                    found[result] = now;
                }
            }
        }
        if !changed {
            return Some(found);
        }
    }
    None
}

impl OriginEnv<'_> {
    fn number(&self, value: i64) -> Origin {
        let fixed = (STATIC..=i64::from(self.immortal)).contains(&value);
        Origin { fixed, at: Some(value), ..Origin::NUMBER }
    }

    /// Whether what is looked at was called by a function that is not the allocator's.
    fn in_allocator(&self) -> bool {
        self.calls.depth.get() > 0
    }

    /// The result of a call of the allocator. What it makes may hold references later.
    fn of_call(&self, callee: Func, args: Vec<Origin>) -> Origin {
        if invar_ir::mutant!(ArcShapeAllocatorReturns) {
            return Origin::OWN;
        }
        let depth = self.calls.depth.get();
        if depth == MOST_DEPTH {
            return Origin::OTHER;
        }
        let key = (callee, args);
        let known = self.calls.results.borrow().get(&key).copied();
        let of = known.unwrap_or_else(|| {
            if self.calls.results.borrow().len() == MOST_CALLS {
                return Origin::OTHER;
            }
            // A recursive call with the same arguments finds this.
            self.calls.results.borrow_mut().insert(key.clone(), Origin::OTHER);
            self.calls.depth.set(depth + 1);
            let of = self.returned(callee, &key.1).unwrap_or(Origin::OTHER);
            self.calls.depth.set(depth);
            self.calls.results.borrow_mut().insert(key, of);
            of
        });
        match depth {
            0 => Origin { lists: of.own, ..of.number_if_null() },
            _ => of,
        }
    }

    /// What a function of the allocator returns.
    fn returned(&self, callee: Func, args: &[Origin]) -> Option<Origin> {
        let f = self.bodies[callee].as_ref()?;
        let found = origins_from(f, &Cfg::new(f), self, args)?;
        let mut all: Option<Origin> = None;
        for block in f.live_blocks() {
            let values = match &f.blocks[block].term {
                Terminator::Return(values) => f.list(values),
                Terminator::TailCall { .. } => return None,
                _ => continue,
            };
            for &value in values {
                // Without an origin, it is never returned.
                let Some(one) = found[f.resolve(value)] else { continue };
                all = Some(all.map_or(one, |all| all.join(one)));
            }
        }
        all
    }

    fn of_inst(
        &self,
        f: &Function,
        inst: Inst,
        found: &SecondaryMap<Value, Option<Origin>>,
    ) -> Option<Origin> {
        let (op, args) = (&f.insts[inst].op, f.args(inst));
        let whole = |n: usize| found[f.resolve(args[n])];
        let of = |n: usize| whole(n).map(Origin::number_if_null);
        let number = |value: Value| match f.values[f.resolve(value)].def {
            ValueDef::Result(..) => constant(f, f.resolve(value)).map(|at| i64::from(at as i32)),
            _ => None,
        };
        match *op {
            Op::I32Const { value: 0 } if self.in_allocator() => Some(Origin::NULL),
            Op::I32Const { value } => Some(self.number(i64::from(value))),
            Op::I32Add => {
                let (a, b) = (of(0)?, of(1)?);
                Some(match (number(args[0]), number(args[1])) {
                    (_, Some(by)) => Origin { fixed: a.fixed || b.fixed, ..a.moved(by) },
                    (Some(by), _) => Origin { fixed: a.fixed || b.fixed, ..b.moved(by) },
                    _ => a.both(b),
                })
            }
            Op::I32Sub => {
                let (a, b) = (of(0)?, of(1)?);
                Some(match number(args[1]) {
                    Some(by) => a.moved(-by),
                    // The distance of two addresses is a number.
                    None => Origin { bare: a.bare || b.has_base(), ..a.both(b) },
                })
            }
            Op::I32And => {
                let (a, b) = (of(0)?, of(1)?);
                let numbers = a.number().zip(b.number());
                // Rounded down, an address stays one.
                let bare = match (a.number(), b.number()) {
                    (_, Some(mask)) if mask < 0 => a.bare,
                    (Some(mask), _) if mask < 0 => b.bare,
                    _ => true,
                };
                Some(Origin { at: numbers.map(|(a, b)| a & b), bare, ..a.both(b) })
            }
            Op::I32Xor => {
                let (a, b) = (of(0)?, of(1)?);
                let numbers = a.number().zip(b.number());
                Some(Origin { at: numbers.map(|(a, b)| a ^ b), bare: true, ..a.both(b) })
            }
            Op::Select | Op::TypedSelect { .. } => Some(whole(0)?.join(whole(1)?)),
            Op::GlobalGet { global_index } => Some(self.of_global(global_index)),
            Op::I32Load { .. } => {
                let address = of(0)?;
                let lists = address.lists && !invar_ir::mutant!(ArcShapeAllocatorLists);
                let internal = address.is_own() && !lists;
                let internal = internal || invar_ir::mutant!(ArcShapeAllocatorLoads);
                Some(if self.in_allocator() && internal {
                    Origin::OWN
                } else {
                    Origin { loaded: true, at: Some(0), ..Origin::default() }
                })
            }
            Op::Call { function_index } => {
                let callee = Func::from_u32(function_index);
                if self.allocator.contains(callee) {
                    let args: Option<Vec<Origin>> = (0..args.len()).map(whole).collect();
                    return Some(self.of_call(callee, args?));
                }
                let result = self.results[callee]?;
                let mut all = Origin { params: 0, ..result };
                for n in (0..args.len().min(64)).filter(|n| result.params & (1 << n) != 0) {
                    let arg = of(n)?;
                    let at = arg.at.zip(result.at).map(|(a, b)| a + b);
                    let arg = Origin { at, ..arg };
                    let other = all.has_base() || all.fixed || all.bare;
                    all = if other { all.join(arg) } else { arg };
                }
                Some(all)
            }
            _ => {
                let effects = effects(op, self.module);
                let loads = op.opcode().name().contains(".load");
                let mut all = Origin { loaded: loads, ..Origin::default() };
                for n in (0..args.len()).filter(|_| !loads) {
                    all = all.both(of(n)?);
                }
                all.bare = !loads;
                let plain = effects.without_traps().is_pure_total();
                Some(if plain || loads || matches!(op, Op::MemorySize { .. }) {
                    all
                } else {
                    Origin::OTHER
                })
            }
        }
    }

    fn of_global(&self, global: u32) -> Origin {
        let global = Global::from_u32(global);
        let data = &self.module.globals[global];
        match data.init[..] {
            _ if self.bases.all.contains(global) => {
                Origin { lists: !self.bases.roots.contains(global), ..Origin::OWN }
            }
            _ if self.private.contains(global) && invar_ir::mutant!(ArcShapeCounterIsBase) => {
                Origin::OWN
            }
            _ if self.private.contains(global) => Origin::NUMBER,
            [Op::I32Const { value }] if !data.ty.mutable && data.import.is_none() => {
                self.number(i64::from(value))
            }
            _ => Origin::OTHER,
        }
    }
}

/// The bases among a runtime's private globals: what is assigned to them derives from an
/// allocator's result or another base, or is null. `writers` are all functions that assign to
/// them, `bodies` those of the allocator.
///
/// The least fixpoint, so that a counter is no base because of itself. Cost: linear in the
/// functions for each pair of globals, of which there are few.
pub(crate) fn base_globals(
    module: &Module,
    private: &EntitySet<Global>,
    allocator: &EntitySet<Func>,
    bodies: &SecondaryMap<Func, Option<Function>>,
    immortal: u32,
    writers: &[(Func, &Function)],
) -> Bases {
    let mut results: SecondaryMap<Func, Option<Origin>> = SecondaryMap::new();
    for func in module.funcs.keys() {
        results[func] = Some(Origin::OTHER);
    }
    let starts_null = |&global: &Global| {
        let data = &module.globals[global];
        data.import.is_none() && matches!(data.init[..], [Op::I32Const { value: 0 }])
    };
    let mut bases = Bases::default();
    let mut left: Vec<Global> = private.iter().filter(starts_null).collect();
    if left.len() > MOST_GLOBALS {
        return bases;
    }
    // Whether it is a base, and whether it is the root.
    let is_base = |global: Global, bases: &Bases| -> Option<bool> {
        let mut with = Bases { all: bases.all.clone(), roots: bases.roots.clone() };
        with.all.insert(global);
        let env = |bases| OriginEnv {
            module,
            private,
            bases,
            allocator,
            bodies,
            results: &results,
            immortal,
            calls: Calls::default(),
        };
        let (env_before, env_after) = (env(bases), env(&with));
        let (mut grounded, mut is_root) = (false, true);
        for &(func, f) in writers {
            let insts = f.live_blocks().flat_map(|block| f.blocks[block].insts.iter().copied());
            let sets: Vec<Inst> = insts
                .filter(|&inst| match f.insts[inst].op {
                    Op::GlobalSet { global_index } => Global::from_u32(global_index) == global,
                    _ => false,
                })
                .collect();
            if sets.is_empty() {
                continue;
            }
            let cfg = Cfg::new(f);
            let before = origins(f, &cfg, &env_before)?;
            let after = origins(f, &cfg, &env_after)?;
            for inst in sets {
                let value = f.resolve(f.args(inst)[0]);
                let of = after[value].unwrap_or(Origin::OTHER);
                let constant = of.number();
                // Where the allocator begins is a constant, behind the static data.
                let behind = i64::from(immortal) + 1;
                let root = allocator.contains(func) && constant.is_some_and(|at| at >= behind);
                grounded |= root || before[value].is_some_and(Origin::is_own);
                is_root &= root || constant == Some(0);
                if !root && constant != Some(0) && !of.is_own() {
                    return None;
                }
            }
        }
        grounded.then_some(is_root)
    };
    loop {
        let found = left.iter().enumerate();
        let mut found = found.filter_map(|(n, &global)| Some((n, is_base(global, &bases)?)));
        let Some((n, is_root)) = found.next() else { break };
        let global = left.swap_remove(n);
        bases.all.insert(global);
        if is_root {
            bases.roots.insert(global);
        }
    }
    bases
}
