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
use invar_ir::{Cfg, Effects, Func, Function, Global, Inst, Module, Op, Value, ValueDef, effects};

/// How often a function is swept.
const SWEEPS: usize = 16;
/// The least address of static data: a smaller constant is taken for a number.
const STATIC: i64 = 1024;

/// The origin of a value: one of these bases, and a distance from it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Origin {
    /// Parameters of the function, one bit for each.
    pub params: u64,
    /// The runtime's own data: its globals and what its allocator returns.
    pub own: bool,
    /// It was loaded from memory: a reference, as far as it is one.
    pub loaded: bool,
    /// It may point to static data.
    pub fixed: bool,
    /// Anything else.
    pub other: bool,
    /// The distance from the base, if it is known; the constant itself if there is no base.
    pub at: Option<i64>,
}

impl Origin {
    const OTHER: Origin =
        Origin { params: 0, own: false, loaded: false, fixed: false, other: true, at: None };
    const OWN: Origin =
        Origin { params: 0, own: true, loaded: false, fixed: false, other: false, at: None };

    /// Whether there is a base, known or not.
    pub fn has_base(self) -> bool {
        self.params != 0 || self.own || self.loaded || self.other
    }

    /// Whether it may be an address outside of the runtime's own data and the heap's objects.
    pub fn is_elsewhere(self) -> bool {
        self.other || self.fixed
    }

    /// Either of both.
    fn join(self, b: Origin) -> Origin {
        let at = self.at.filter(|_| self.at == b.at && self.has_base() == b.has_base());
        Origin { at, ..self.both(b) }
    }

    /// Computed from both, in an unknown way.
    fn both(self, b: Origin) -> Origin {
        Origin {
            params: self.params | b.params,
            own: self.own || b.own,
            loaded: self.loaded || b.loaded,
            fixed: self.fixed || b.fixed,
            other: self.other || b.other,
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
    /// Functions of the allocator, whose results are the runtime's own data.
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
        Origin { fixed, at: Some(value), ..Origin::default() }
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
                    None => a.both(b),
                })
            }
            Op::Select | Op::TypedSelect { .. } => Some(of(0)?.join(of(1)?)),
            Op::GlobalGet { global_index } => Some(self.of_global(global_index)),
            Op::I32Load { .. } => Some(Origin { loaded: true, at: Some(0), ..Origin::default() }),
            Op::Call { function_index } => {
                let callee = Func::from_u32(function_index);
                if self.allocator.contains(callee) {
                    return Some(Origin::OWN);
                }
                let result = self.results[callee]?;
                let mut all = Origin { params: 0, ..result };
                for n in (0..args.len().min(64)).filter(|n| result.params & (1 << n) != 0) {
                    let arg = of(n)?;
                    let at = arg.at.zip(result.at).map(|(a, b)| a + b);
                    let arg = Origin { at, ..arg };
                    all = if all.has_base() || all.fixed { all.join(arg) } else { arg };
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
                let plain = Effects { may_trap: false, ..effects }.is_pure_total();
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
            _ if self.private.contains(global) => Origin::OWN,
            [Op::I32Const { value }] if !data.ty.mutable && data.import.is_none() => {
                self.number(i64::from(value))
            }
            _ => Origin::OTHER,
        }
    }
}
