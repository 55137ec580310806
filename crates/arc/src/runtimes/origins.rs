//! Where the values of a function come from, as far as addresses in a runtime's code are concerned:
//! its parameters, the runtime's own data, memory, constants, each with a distance in bytes.
//!
//! A forward data flow over the values of one function, optimistic where paths join. A value's
//! facts only ever grow, and there are few of them. Cost: at most [`SWEEPS`] sweeps over the
//! function; past that, nothing is known. It never looks at what memory contains: all that is
//! loaded is one origin.

use crate::runtimes::patterns::constant;
use invar_ir::entities::{EntitySet, SecondaryMap};
use invar_ir::transform::edges;
use invar_ir::{Cfg, Func, Function, Global, Inst, Module, Op, Value, ValueDef, effects};

/// How often a function is swept.
const SWEEPS: usize = 16;
/// The least address of static data: a smaller constant is taken for a number.
pub(crate) const STATIC: i64 = 1024;
/// How many bytes in front of an address of the runtime's own data may be its own, too.
const HEADER: i64 = 16;
/// With more private globals than this, none is a base.
const MOST_GLOBALS: usize = 32;

/// The origin of a value: one of these bases, and a distance from it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Origin {
    /// Parameters of the function, one bit for each.
    pub params: u64,
    /// The runtime's own data: its globals and what its allocator makes.
    pub own: bool,
    /// It was loaded from memory: a reference, as far as it is one.
    pub loaded: bool,
    /// It may point to static data.
    pub fixed: bool,
    /// Anything else.
    pub other: bool,
    /// It may be a number that is at a distance from none of these bases.
    pub bare: bool,
    /// The distance from the base, if it is known; the constant itself if there is no base.
    pub at: Option<i64>,
}

impl Origin {
    const NONE: Origin = Origin {
        params: 0,
        own: false,
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
        Origin { at, bare: self.bare || b.bare, ..self.both(b) }
    }

    /// The sum of both. It has a base if one of them has.
    fn both(self, b: Origin) -> Origin {
        Origin {
            params: self.params | b.params,
            own: self.own || b.own,
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

/// What a module's code says around a function.
pub(crate) struct Around<'a> {
    pub module: &'a Module,
    /// Globals that only the runtime uses.
    pub private: &'a EntitySet<Global>,
    /// Those of them that hold addresses of the runtime's own data; the others hold numbers.
    pub bases: &'a EntitySet<Global>,
    /// Functions of the allocator, whose results are the runtime's own data or what they were given.
    pub allocator: &'a EntitySet<Func>,
    /// The results of the runtime's other functions, as far as they are known.
    pub results: &'a SecondaryMap<Func, Option<Origin>>,
    /// References up to this one are static.
    pub immortal: u32,
}

/// The origins of a function's values. `None` if they are not found within the limit.
pub(crate) fn origins(
    f: &Function,
    cfg: &Cfg,
    around: &Around<'_>,
) -> Option<SecondaryMap<Value, Option<Origin>>> {
    let mut found: SecondaryMap<Value, Option<Origin>> =
        SecondaryMap::with_capacity(f.values.len());
    for (n, &param) in f.blocks[f.entry].params.iter().enumerate() {
        found[param] = Some(match n {
            0..64 => Origin { params: 1 << n, at: Some(0), ..Origin::default() },
            _ => Origin::OTHER,
        });
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
                    let now = around.of_inst(f, inst, &found);
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

impl Around<'_> {
    fn number(&self, value: i64) -> Origin {
        let fixed = (STATIC..=i64::from(self.immortal)).contains(&value);
        Origin { fixed, at: Some(value), ..Origin::NUMBER }
    }

    fn of_inst(
        &self,
        f: &Function,
        inst: Inst,
        found: &SecondaryMap<Value, Option<Origin>>,
    ) -> Option<Origin> {
        let (op, args) = (&f.insts[inst].op, f.args(inst));
        let of = |n: usize| found[f.resolve(args[n])];
        let number = |value: Value| match f.values[f.resolve(value)].def {
            ValueDef::Result(..) => constant(f, f.resolve(value)).map(|at| i64::from(at as i32)),
            _ => None,
        };
        match *op {
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
            Op::Select | Op::TypedSelect { .. } => Some(of(0)?.join(of(1)?)),
            Op::GlobalGet { global_index } => Some(self.of_global(global_index)),
            Op::I32Load { .. } => Some(Origin { loaded: true, at: Some(0), ..Origin::default() }),
            Op::Call { function_index } => {
                let callee = Func::from_u32(function_index);
                if self.allocator.contains(callee) {
                    // It may give back what it was given.
                    let mut all = Origin::OWN;
                    for n in 0..args.len() {
                        let arg = of(n)?;
                        if (arg.has_base() || arg.fixed)
                            && !invar_ir::mutant!(ArcShapeAllocatorReturns)
                        {
                            all = all.join(Origin { at: None, ..arg });
                        }
                    }
                    return Some(all);
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
            _ if self.bases.contains(global) => Origin::OWN,
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
/// them.
///
/// The least fixpoint, so that a counter is no base because of itself. Cost: linear in the
/// functions for each pair of globals, of which there are few.
pub(crate) fn base_globals(
    module: &Module,
    private: &EntitySet<Global>,
    allocator: &EntitySet<Func>,
    immortal: u32,
    writers: &[(Func, &Function)],
) -> EntitySet<Global> {
    let mut results: SecondaryMap<Func, Option<Origin>> = SecondaryMap::new();
    for func in module.funcs.keys() {
        results[func] = Some(Origin::OTHER);
    }
    let starts_null = |&global: &Global| {
        let data = &module.globals[global];
        data.import.is_none() && matches!(data.init[..], [Op::I32Const { value: 0 }])
    };
    let mut bases: EntitySet<Global> = EntitySet::new();
    let mut left: Vec<Global> = private.iter().filter(starts_null).collect();
    if left.len() > MOST_GLOBALS {
        return bases;
    }
    let is_base = |global: Global, bases: &EntitySet<Global>| {
        let mut with = bases.clone();
        with.insert(global);
        let mut grounded = false;
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
            let under = |bases: &EntitySet<Global>| {
                let results = &results;
                origins(f, &cfg, &Around { module, private, bases, allocator, results, immortal })
            };
            let (Some(before), Some(after)) = (under(bases), under(&with)) else { return false };
            for inst in sets {
                let value = f.resolve(f.args(inst)[0]);
                let of = after[value].unwrap_or(Origin::OTHER);
                let constant = of.number();
                // Where the allocator begins is a constant, behind the static data.
                let behind = i64::from(immortal) + 1;
                let root = allocator.contains(func) && constant.is_some_and(|at| at >= behind);
                grounded |= root || before[value].is_some_and(Origin::is_own);
                if !root && constant != Some(0) && !of.is_own() {
                    return false;
                }
            }
        }
        grounded
    };
    while let Some(n) = left.iter().position(|&global| is_base(global, &bases)) {
        bases.insert(left.swap_remove(n));
    }
    bases
}
