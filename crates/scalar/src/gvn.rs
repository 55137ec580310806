//! Global value numbering (GVN) along the dominator tree, with redundant load elimination.
//!
//! - *Pure* operators on equal operands, and operators that may trap but read nothing (`div`): the
//!   second is replaced by one that dominates it. (If it would trap, the first did.) Operands of
//!   commutative operators are put in one order.
//! - *Reads*: loads, `global.get`, `struct.get`, ... of a location that is unchanged since it was read or
//!   written before, by memory SSA ([`Reads`]). A load of bytes that were stored becomes the stored value,
//!   converted where the types differ, or a part of it (store-to-load forwarding); `memory.fill` and
//!   `memory.copy` of constant length are looked through. So are allocations: a field of a new object is what it was
//!   given. An immutable field is that forever, and the same value through casts and supertypes.
//! - *Stores* of the value that the location is known to hold are removed.
//!
//! Expressions and their scoped table are those of [`invar_rules::value_numbering`]. Values of locations are
//! taken from where they dominate; where different ones meet, `load-elim` merges them.
//!
//! Cost: near linear; walks up the states of memory have a budget. Never moves an instruction, never merges
//! allocations or effects.

use invar_analysis::inst_effects;
use invar_analysis::memory_ssa::{ProgramPoint, Reads, convert, initial_value};
use invar_analysis::{Location, ObjectPlace, PassContext, RemarkKind};
use invar_ir::{Block, ClassSet, Function, ImmediateMut, IndexSpace, Inst, Value};
use invar_rules::Term;
use invar_rules::value_numbering::{Expression, ScopedTable, TableScope, mergeable};

invar_analysis::config! {
    /// What to do.
    pub struct Config {
        /// Merge operators that read nothing.
        pure: bool = true,
        /// Merge reads of state, and forward stored values to them.
        reads: bool = true,
        /// Remove stores of the value that is there already.
        stores: bool = true,
    }
}

invar_analysis::counters! {
    /// What was merged.
    pub struct Stats {
        /// Operators that read nothing.
        pure,
        /// Reads of state.
        reads,
        /// Reads replaced by a conversion.
        converted,
        /// Stores of the value that was there already.
        stores,
    }
}

/// Runs the pass.
pub fn run(function: &mut Function, cx: &mut PassContext<'_>, config: &Config) -> Stats {
    let dominators = cx.analyses.dominators(function);
    let with_state = config.reads || config.stores;
    let ssa = with_state.then(|| cx.analyses.memory_ssa(function, cx.module, cx.summaries));
    let reads = ssa.as_ref().map(|ssa| Reads::new(ssa, &dominators, cx.module));
    let entry = function.entry;
    let stats = Stats::default();
    let table = ScopedTable::default();
    let mut pass = Pass { function, cx, config, stats, table, reads, aliased: false };
    // The dominator tree, depth first: each scope is left when all below it is done.
    let mut stack = vec![(entry, pass.enter(entry), 0)];
    while let Some((block, scope, nth)) = stack.last_mut() {
        if let Some(child) = dominators.tree().children(block.as_u32()).get(*nth) {
            let child = Block::from_u32(*child);
            *nth += 1;
            let scope = pass.enter(child);
            stack.push((child, scope, 0));
        } else {
            pass.table.leave(*scope);
            stack.pop();
        }
    }
    let (stats, aliased) = (pass.stats, pass.aliased);
    if aliased {
        function.resolve_aliases();
    }
    stats
}

struct Pass<'a, 'm> {
    function: &'a mut Function,
    cx: &'a mut PassContext<'m>,
    config: &'a Config,
    stats: Stats,
    /// The operators that dominate the current place.
    table: ScopedTable<Expression<Value>, Inst>,
    reads: Option<Reads<'a>>,
    aliased: bool,
}

impl Pass<'_, '_> {
    fn enter(&mut self, block: Block) -> TableScope {
        let scope = self.table.enter();
        let insts = std::mem::take(&mut self.function.blocks[block].insts);
        let mut out = Vec::with_capacity(insts.len());
        for (n, inst) in insts.into_iter().enumerate() {
            if self.inst(inst, ProgramPoint::inst(block, n), &mut out) {
                out.push(inst);
            }
        }
        self.function.blocks[block].insts = out;
        scope
    }

    /// Whether an instruction stays. New ones are put into `out`.
    fn inst(&mut self, inst: Inst, at: ProgramPoint, out: &mut Vec<Inst>) -> bool {
        for n in 0..self.function.args(inst).len() {
            let arg = self.function.args(inst)[n];
            self.function.args_mut(inst)[n] = self.function.resolve(arg);
        }
        let effects = inst_effects(self.function, inst, self.cx.module);
        let reads = mergeable(effects, None).filter(|_| self.function.result(inst).is_some());
        match reads {
            Some(reads) if reads.is_empty() => match self.constant_field(inst) {
                Some(found) => self.replace_read(inst, found, out),
                None => !self.config.pure || self.pure(inst),
            },
            Some(reads) => !self.config.reads || self.read(inst, at, reads, out),
            None if effects.writes.is_empty() => true,
            None => !self.config.stores || self.write(inst, at),
        }
    }

    /// What an immutable field of an object that is allocated here holds, if an instruction reads that.
    fn constant_field(&mut self, inst: Inst) -> Option<Term<Value>> {
        let (f, module) = (&*self.function, self.cx.module);
        ObjectPlace::of(f, inst).filter(|_| self.config.reads)?;
        let location =
            Location::of_read(f, module, &f.insts[inst].op, f.args(inst), ClassSet::EMPTY)?;
        let found = initial_value(f, module, &location)?;
        self.cx.fuel.take().then_some(found)
    }

    /// Replaces a read by a value that is known. Whether the instruction stays: it is an operator of the value then.
    fn replace_read(&mut self, inst: Inst, found: Term<Value>, out: &mut Vec<Inst>) -> bool {
        let data = &self.function.insts[inst];
        self.cx.remarks.record("gvn", RemarkKind::Applied, data.loc, "read", || {
            format!("{} gives a value that is known", data.op.opcode().name())
        });
        if let Term::Value(value) = found {
            self.stats.reads += 1;
            let result = self.function.result(inst).expect("a read has a result");
            self.function.alias(result, self.function.resolve(value));
            self.aliased = true;
            return false;
        }
        self.stats.converted += 1;
        convert(self.function, inst, found, out);
        true
    }

    /// By which expression an operator that reads nothing is found. An immutable field is the same through casts and
    /// supertypes.
    fn key(&self, inst: Inst) -> Option<Expression<Value>> {
        let (f, module) = (&*self.function, self.cx.module);
        let (op, args) = (&f.insts[inst].op, f.args(inst));
        let Some(place) = ObjectPlace::of(f, inst) else {
            return Expression::new(op, args.iter().copied());
        };
        let ty = place.declared_in(module).as_u32();
        let mut op = op.clone();
        op.for_each_immediate_mut(|immediate| {
            if let ImmediateMut::Index(IndexSpace::Type, index) = immediate {
                *index = ty;
            }
        });
        let args = args.iter().copied().skip(1);
        Expression::new(&op, std::iter::once(place.object).chain(args))
    }

    fn pure(&mut self, inst: Inst) -> bool {
        let key = self.key(inst);
        let Some(first) = key.and_then(|key| self.table.find_or_insert(key, inst)) else {
            return true;
        };
        let same_types = (self.function.results(inst))
            .zip(self.function.results(first))
            .all(|(a, b)| self.function.ty(a) == self.function.ty(b));
        if !same_types || !self.cx.fuel.take() {
            return true;
        }
        self.stats.pure += 1;
        for (result, first) in self.function.results(inst).zip(self.function.results(first)) {
            self.function.alias(result, first);
        }
        self.aliased = true;
        false
    }

    fn read(&mut self, inst: Inst, at: ProgramPoint, read: ClassSet, out: &mut Vec<Inst>) -> bool {
        let (op, args) = (&self.function.insts[inst].op, self.function.args(inst));
        let location = Location::of_read(self.function, self.cx.module, op, args, read);
        let (Some(reads), Some(location), Some(result)) =
            (&mut self.reads, location, self.function.result(inst))
        else {
            return true;
        };
        let Some(query) = reads.query(self.function, location, inst) else { return true };
        let found = reads.value(self.function, &query, at);
        let found = found.filter(|_| self.cx.fuel.take());
        if !matches!(found, Some(Term::Value(_))) {
            reads.record(&query, result, at);
        }
        found.is_none_or(|found| self.replace_read(inst, found, out))
    }

    fn write(&mut self, inst: Inst, at: ProgramPoint) -> bool {
        let (op, args) = (&self.function.insts[inst].op, self.function.args(inst));
        let written = Location::of_write(self.function, self.cx.module, op, args);
        let (Some(reads), Some((location, value))) = (&mut self.reads, written) else {
            return true;
        };
        let query = reads.query(self.function, location, inst);
        let holds = |query| reads.holds(self.function, &query, value, at);
        if query.is_none_or(|query| !holds(query)) || !self.cx.fuel.take() {
            return true;
        }
        self.stats.stores += 1;
        let loc = self.function.insts[inst].loc;
        self.cx.remarks.record("gvn", RemarkKind::Applied, loc, "write", || {
            format!("{} writes what is there already", op.opcode().name())
        });
        false
    }
}

#[cfg(test)]
mod tests {
    use super::{Config, Stats, run};
    use invar_analysis::Goals;
    use invar_generate::testing::{
        check, long_block, nest, out_of_fuel, random_accesses, same_behaviour, same_behaviour_of,
        with_context,
    };

    fn check_all(before: &str, after: &str, expected: Stats) {
        check(
            |function, cx| {
                assert_eq!(run(function, cx, &Config::default()), expected);
                0
            },
            0,
            before,
            after,
        );
    }

    #[test]
    fn equal_operators_below_one_another() {
        check_all(
            "func f1 : (i32, i32) -> (i32) {
             b0(v0: i32, v1: i32):
               v2 = i32.add v0, v1
               br_if v2, b1, b2
             b1:
               v3 = i32.add v1, v0
               v4 = i32.mul v0, v1
               v5 = i32.sub v3, v4
               return v5
             b2:
               v6 = i32.mul v0, v1
               v7 = i32.div_s v6, v2
               v8 = i32.mul v1, v0
               v9 = i32.div_s v8, v2
               v10 = i32.div_s v2, v8
               return v9
             }",
            "func f1 : (i32, i32) -> (i32) {
             b0(v0: i32, v1: i32):
               v2 = i32.add v0, v1
               br_if v2, b1, b2
             b1:
               v4 = i32.mul v0, v1
               v5 = i32.sub v2, v4
               return v5
             b2:
               v6 = i32.mul v0, v1
               v7 = i32.div_s v6, v2
               v10 = i32.div_s v2, v6
               return v7
             }",
            Stats { pure: 3, ..Stats::default() },
        );
    }

    #[test]
    fn objects_are_not_shared_but_their_constant_fields_are() {
        check_all(
            "func f1 : (i32, i64) -> (i32) {
             b0(v0: i32, v1: i64):
               v2 = struct.new ty0 v0, v0, v1
               v3 = struct.new ty0 v0, v0, v1
               v4 = struct.get ty0 1 v2
               v5 = call f0 v4
               v6 = struct.get ty0 1 v2
               v7 = struct.get ty0 0 v2
               struct.set ty0 2 v3, v1
               v8 = struct.get ty0 0 v2
               struct.set ty0 0 v3, v6
               v9 = struct.get ty0 0 v2
               v10 = struct.get ty0 0 v3
               v11 = i32.add v7, v8
               v12 = i32.add v9, v10
               v13 = i32.add v11, v12
               return v13
             }",
            "func f1 : (i32, i64) -> (i32) {
             b0(v0: i32, v1: i64):
               v2 = struct.new ty0 v0, v0, v1
               v3 = struct.new ty0 v0, v0, v1
               v5 = call f0 v0
               v11 = i32.add v0, v0
               v13 = i32.add v11, v11
               return v13
             }",
            Stats { pure: 1, reads: 6, stores: 2, ..Stats::default() },
        );
    }

    #[test]
    fn loads_and_stores_of_one_place() {
        check_all(
            "func f1 : (i32, i32) -> (i32) {
             b0(v0: i32, v1: i32):
               v2 = i32.load v0
               i32.store v0, v1 offset=4
               v3 = i32.load v0
               v4 = i32.load v0 offset=4
               i32.store v0, v3
               v5 = f32.load v0 offset=4
               i32.store8 v0, v1 offset=8
               v6 = i32.load8_u v0 offset=8
               v7 = i32.load v0 offset=4
               i32.store v1, v6
               v8 = i32.load v0
               v9 = call f0 v7
               v10 = i32.load v0
               v11 = i32.add v8, v10
               return v11
             }",
            "func f1 : (i32, i32) -> (i32) {
             b0(v0: i32, v1: i32):
               v2 = i32.load v0
               i32.store v0, v1 offset=4
               v5 = f32.reinterpret_i32 v1
               i32.store8 v0, v1 offset=8
               v12 = i32.const 255
               v6 = i32.and v1, v12
               i32.store v1, v6
               v8 = i32.load v0
               v9 = call f0 v1
               v10 = i32.load v0
               v11 = i32.add v8, v10
               return v11
             }",
            Stats { reads: 3, converted: 2, stores: 1, ..Stats::default() },
        );
    }

    #[test]
    fn globals_and_sizes() {
        check_all(
            "func f1 : (i32) -> (i32) {
             b0(v0: i32):
               global.set g0 v0
               v1 = global.get g0
               v2 = global.get g1
               v3 = call f0 v1
               v4 = global.get g1
               v5 = global.get g0
               global.set g0 v5
               v6 = memory.size m0
               v7 = memory.grow m0 v6
               v8 = memory.size m0
               v9 = i32.add v4, v8
               return v9
             }",
            "func f1 : (i32) -> (i32) {
             b0(v0: i32):
               global.set g0 v0
               v2 = global.get g1
               v3 = call f0 v0
               v5 = global.get g0
               v6 = memory.size m0
               v7 = memory.grow m0 v6
               v8 = memory.size m0
               v9 = i32.add v2, v8
               return v9
             }",
            Stats { pure: 1, reads: 1, stores: 1, ..Stats::default() },
        );
    }

    #[test]
    fn memory_is_known_until_control_flow_meets() {
        check_all(
            "func f1 : (i32) -> (i32) {
             b0(v0: i32):
               v1 = global.get g0
               br_if v0, b1, b2
             b1:
               v2 = global.get g0
               global.set g0 v0
               v3 = global.get g0
               br_if v2, b3(v3), b4(v3)
             b2:
               v4 = global.get g0
               jump b3(v4)
             b3(v5: i32):
               v6 = global.get g0
               return v6
             b4(v7: i32):
               v8 = global.get g0
               return v8
             }",
            "func f1 : (i32) -> (i32) {
             b0(v0: i32):
               v1 = global.get g0
               br_if v0, b1, b2
             b1:
               global.set g0 v0
               br_if v1, b3(v0), b4(v0)
             b2:
               jump b3(v1)
             b3(v5: i32):
               v6 = global.get g0
               return v6
             b4(v7: i32):
               return v0
             }",
            Stats { reads: 4, ..Stats::default() },
        );
    }

    #[test]
    fn random_functions_do_the_same() {
        same_behaviour(0..4000, Goals::default(), |function, cx| {
            run(function, cx, &Config::default());
        });
    }

    #[test]
    fn random_accesses_do_the_same() {
        same_behaviour_of(random_accesses, 0..6000, Goals::default(), |function, cx| {
            run(function, cx, &Config::default());
        });
    }

    #[test]
    fn random_functions_do_the_same_after_folding() {
        same_behaviour(0..2000, Goals::default(), |function, cx| {
            crate::fold::run(function, cx, &Default::default());
            run(function, cx, &Config::default());
            crate::fold::run(function, cx, &Default::default());
            crate::dce::run(function, cx, &Default::default());
        });
    }

    #[test]
    fn fuel_runs_out_anywhere() {
        out_of_fuel(|function, cx| {
            run(function, cx, &Config::default());
        });
    }

    #[test]
    fn large_functions() {
        for (module, mut function) in [long_block(100_000), nest(20_000)] {
            with_context(&module, |cx| run(&mut function, cx, &Config::default()));
        }
    }
}
