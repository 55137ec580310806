//! Private memory of callers, in versions of functions: a parameter to which all calls pass an address in private
//! memory of the caller is private, too.
//!
//! An evaluator that calls itself passes the frame of a function of its program from version to version. Only the
//! function that makes the frame has an annotation. In a version, the parameter becomes the operand of an operator
//! `private`, if at each call
//!
//! - it is an address in a region of the caller, at a known distance from its start, which is a result of `private`
//!   or again such a parameter;
//! - no other argument is an address in the same region;
//! - the caller stores no address in the region anywhere: the version could not tell it from others.
//!
//! The size is what all callers leave. An optimistic fixpoint over the versions, which are called directly only. Cost:
//! linear in their code in each round; a parameter changes a few times.

mod callees;
mod reasons;

use crate::specializer::SpecializerNote;
use invar_analysis::transform::edges;
use invar_ir::entities::SecondaryMap;
use invar_ir::{
    Body, Cfg, Func, Function, Inst, Module, Op, SourceLoc, Terminator, ValType, Value, effects,
    memory_access,
};
use invar_rules::Compare;
use reasons::Reason;

/// How often all versions are looked at; parameters that still change are not private.
const MOST_ROUNDS: usize = 16;

/// What is known of a parameter: how many bytes from it on are private.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Param {
    /// No call was seen yet.
    Unvisited,
    Private(i64),
    Shared,
}

impl Param {
    fn meet(self, other: Param) -> Param {
        match (self, other) {
            (Param::Unvisited, known) | (known, Param::Unvisited) => known,
            (Param::Private(a), Param::Private(b)) if invar_ir::mutant!(StagePrivateLargest) => {
                Param::Private(a.max(b))
            }
            (Param::Private(a), Param::Private(b)) => Param::Private(a.min(b)),
            _ => Param::Shared,
        }
    }
}

/// What a value is computed from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Derived {
    #[default]
    Unvisited,
    /// No address in private memory.
    Other,
    /// The address at this offset in a region.
    At(usize, i64),
    /// A value that depends on an address in this region.
    Of(usize),
    /// A value that depends on addresses in several regions.
    Many,
}

impl Derived {
    fn join(self, other: Derived) -> Derived {
        match (self, other) {
            (Derived::Unvisited, known) | (known, Derived::Unvisited) => known,
            (a, b) if a == b => a,
            (a, b) => match (a.region(), b.region()) {
                (Ok(Some(a)), Ok(Some(b))) if a == b => Derived::Of(a),
                (Ok(Some(one)), Ok(None)) | (Ok(None), Ok(Some(one))) => Derived::Of(one),
                (Ok(None), Ok(None)) => Derived::Other,
                _ => Derived::Many,
            },
        }
    }

    /// The region, if there is one. An error if there are several.
    fn region(self) -> Result<Option<usize>, ()> {
        match self {
            Derived::At(region, _) | Derived::Of(region) => Ok(Some(region)),
            Derived::Unvisited | Derived::Other => Ok(None),
            Derived::Many => Err(()),
        }
    }
}

/// What [`mark_params`] did.
#[derive(Clone, Debug, Default)]
pub struct Marked {
    /// How many parameters are marked.
    pub params: usize,
    /// Why others are not, and versions are taken for generic functions, each with how often.
    pub notes: Vec<(SpecializerNote, usize)>,
}

/// Marks parameters of versions as private memory, and takes the flag from versions that may access memory of their
/// callers otherwise (`callees.rs`). Says what was marked, and why others were not.
pub fn mark_params(module: &mut Module) -> Marked {
    if !bodies(module).any(|(_, f)| has_region(f)) {
        return Marked::default();
    }
    let unmarked = callees::unmark(module);
    let mut result = Marked { params: 0, notes: reasons::of_versions(module, &unmarked) };
    let versions: Vec<Func> =
        module.funcs.iter().filter(|(_, data)| data.specialized).map(|(func, _)| func).collect();
    let mut params: SecondaryMap<Func, Vec<Param>> = SecondaryMap::new();
    for &func in &versions {
        let (types, _) = module.func_signature(func);
        let first =
            |ty: &ValType| if *ty == ValType::I32 { Param::Unvisited } else { Param::Shared };
        params[func] = types.iter().map(first).collect();
    }
    let mut changed = true;
    for _ in 0..MOST_ROUNDS {
        if !std::mem::take(&mut changed) {
            break;
        }
        for (func, f) in bodies(module) {
            for (callee, n, param) in Regions::new(f, &params[func]).passed(module) {
                let known = &mut params[callee][n];
                let met = known.meet(param);
                changed |= met != *known;
                *known = met;
            }
        }
    }
    if changed {
        return result;
    }
    result.notes.append(&mut reasons::of_params(module, &params));
    for func in versions {
        let Body::Ssa(f) = &mut module.funcs[func].body else { continue };
        for (n, param) in params[func].iter().enumerate() {
            if let Param::Private(bytes) = *param {
                mark(f, n, bytes);
                result.params += 1;
            }
        }
    }
    result
}

/// The functions in SSA form.
fn bodies(module: &Module) -> impl Iterator<Item = (Func, &Function)> {
    module.funcs.iter().filter_map(|(func, data)| match &data.body {
        Body::Ssa(f) => Some((func, &**f)),
        _ => None,
    })
}

fn has_region(f: &Function) -> bool {
    let mut insts = f.live_blocks().flat_map(|block| &f.blocks[block].insts);
    insts.any(|&inst| matches!(f.insts[inst].op, Op::Private { .. }))
}

/// Puts an operator `private` behind a parameter.
fn mark(f: &mut Function, n: usize, bytes: i64) {
    let (entry, param) = (f.entry, f.blocks[f.entry].params[n]);
    let (ty, loc) = (f.ty(param), SourceLoc::default());
    let size = f.make_inst(Op::I32Const { value: bytes as i32 }, &[], &[ValType::I32], loc);
    let size_value = f.result(size).expect("a constant has a result");
    let private = f.make_inst(Op::Private { mem: 0 }, &[param, size_value], &[ty], loc);
    let result = f.result(private).expect("it has a result");
    let blocks: Vec<_> = f.live_blocks().collect();
    for block in blocks {
        f.map_uses(block, |_, value| if value == param { result } else { value });
    }
    f.blocks[entry].insts.splice(0..0, [size, private]);
}

/// A private region of a function.
struct Region {
    bytes: i64,
    /// Whether an address in it is stored, or used in a way that is not known.
    is_stored: bool,
}

/// The private regions of a function, and which values are addresses in them.
struct Regions<'a> {
    f: &'a Function,
    cfg: Cfg,
    regions: Vec<Region>,
    /// The regions that begin with an operator.
    begins: SecondaryMap<Value, Option<usize>>,
    of: SecondaryMap<Value, Derived>,
}

impl<'a> Regions<'a> {
    fn new(f: &'a Function, params: &[Param]) -> Self {
        let (cfg, begins, of) = (Cfg::new(f), SecondaryMap::new(), SecondaryMap::new());
        let mut found = Regions { f, cfg, regions: Vec::new(), begins, of };
        for (n, &value) in f.blocks[f.entry].params.iter().enumerate() {
            found.of[value] = match params.get(n) {
                Some(&Param::Private(bytes)) => found.begin(bytes),
                _ => Derived::Other,
            };
        }
        for &block in &found.cfg.rpo {
            for &inst in &f.blocks[block].insts {
                let Op::Private { mem: 0 } = f.insts[inst].op else { continue };
                let size = f.def_op(f.resolve(f.args(inst)[1]));
                if let (Some(&Op::I32Const { value }), Some(result)) = (size, f.result(inst)) {
                    let region = Region { bytes: value.into(), is_stored: false };
                    found.begins[result] = Some(found.regions.len());
                    found.regions.push(region);
                }
            }
        }
        found.solve();
        found
    }

    fn begin(&mut self, bytes: i64) -> Derived {
        self.regions.push(Region { bytes, is_stored: false });
        Derived::At(self.regions.len() - 1, 0)
    }

    fn get(&self, value: Value) -> Derived {
        self.of[self.f.resolve(value)]
    }

    /// Which values are addresses in regions: repeated until nothing changes. A value changes three times at most.
    fn solve(&mut self) {
        let f = self.f;
        let rpo = self.cfg.rpo.clone();
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for &block in &rpo {
                let params = f.blocks[block].params.iter().enumerate();
                for (n, &param) in params.filter(|_| block != f.entry) {
                    let edges = self.cfg.reachable_preds(block);
                    let args = edges.map(|edge| self.get(edges::args(f, edge)[n]));
                    let known = args.fold(Derived::Unvisited, Derived::join);
                    changed |= self.learn(param, known);
                }
                for &inst in &f.blocks[block].insts {
                    let known = self.inst(inst);
                    for result in f.results(inst) {
                        changed |= self.learn(result, known);
                    }
                }
                for value in f.blocks[block].term.edge_values() {
                    changed |= self.learn(value, Derived::Other);
                }
            }
        }
    }

    fn learn(&mut self, value: Value, known: Derived) -> bool {
        let new = self.of[value].join(known);
        std::mem::replace(&mut self.of[value], new) != new
    }

    fn inst(&self, inst: Inst) -> Derived {
        let (op, args) = (&self.f.insts[inst].op, self.f.args(inst));
        let number = |n: usize| match self.f.def_op(self.f.resolve(args[n])) {
            Some(&Op::I32Const { value }) => Some(i64::from(value)),
            _ => None,
        };
        let moved = |base: usize, by: Option<i64>| match (self.get(args[base]), by) {
            (Derived::At(region, offset), Some(by)) => Some(Derived::At(region, offset + by)),
            _ => None,
        };
        let known = match op {
            Op::Private { .. } => match self.get(args[0]) {
                Derived::Other | Derived::Unvisited => {
                    let region = self.f.result(inst).and_then(|result| self.begins[result]);
                    Some(region.map_or(Derived::Other, |region| Derived::At(region, 0)))
                }
                known => Some(known),
            },
            Op::I32Add => moved(0, number(1)).or_else(|| moved(1, number(0))),
            Op::I32Sub => moved(0, number(1).map(|by| -by)),
            _ if Compare::of(op).is_some() || memory_access(op).is_some() => Some(Derived::Other),
            _ => None,
        };
        known.unwrap_or_else(|| {
            let joined = args.iter().map(|&arg| self.get(arg)).fold(Derived::Other, Derived::join);
            match joined {
                Derived::At(region, _) => Derived::Of(region),
                joined => joined,
            }
        })
    }

    /// What each call passes to parameters of versions.
    fn passed(mut self, module: &Module) -> Vec<(Func, usize, Param)> {
        self.find_stored(module);
        let mut passed = Vec::new();
        for &block in &self.cfg.rpo {
            for &inst in &self.f.blocks[block].insts {
                if let Op::Call { function_index } = self.f.insts[inst].op {
                    let callee = Func::from_u32(function_index);
                    if module.funcs[callee].specialized {
                        self.call(callee, self.f.args(inst), &mut passed);
                    }
                }
            }
            // The function ends before its callee starts, and so do its regions.
            if let Terminator::TailCall { op: Op::ReturnCall { function_index }, args } =
                &self.f.blocks[block].term
            {
                let callee = Func::from_u32(*function_index);
                if module.funcs[callee].specialized && invar_ir::mutant!(StagePrivateTailCall) {
                    self.call(callee, self.f.list(args), &mut passed);
                } else if module.funcs[callee].specialized {
                    let count = self.f.list(args).len();
                    passed.extend((0..count).map(|n| (callee, n, Param::Shared)));
                }
            }
        }
        passed
    }

    fn call(&self, callee: Func, args: &[Value], passed: &mut Vec<(Func, usize, Param)>) {
        for (n, &arg) in args.iter().enumerate() {
            let param = match self.get(arg) {
                Derived::Unvisited => continue,
                Derived::At(region, offset) => match self.refusal(args, n, region, offset) {
                    None => Param::Private(self.regions[region].bytes - offset),
                    Some(_) => Param::Shared,
                },
                _ => Param::Shared,
            };
            passed.push((callee, n, param));
        }
    }

    /// Why argument `n`, the address at an offset in a region, is not private in the callee.
    fn refusal(&self, args: &[Value], n: usize, region: usize, offset: i64) -> Option<Reason> {
        let Region { bytes, is_stored } = self.regions[region];
        let others = args.iter().enumerate().filter(|&(other, _)| other != n);
        let is_apart = others
            .map(|(_, &other)| self.get(other).region())
            .all(|other| other.is_ok_and(|other| other != Some(region)));
        let is_within = (0..bytes).contains(&offset);
        if !is_within && !invar_ir::mutant!(StagePrivateOutside) {
            Some(Reason::Outside)
        } else if !is_apart && !invar_ir::mutant!(StagePrivateNotApart) {
            Some(Reason::NotApart)
        } else if is_stored && !invar_ir::mutant!(StagePrivateStored) {
            Some(Reason::Stored)
        } else {
            None
        }
    }

    /// Finds the regions of which an address is stored, or used in a way that is not known.
    fn find_stored(&mut self, module: &Module) {
        let mut stored: Vec<Value> = Vec::new();
        for &block in &self.cfg.rpo {
            for &inst in &self.f.blocks[block].insts {
                let (op, args) = (&self.f.insts[inst].op, self.f.args(inst));
                if let Some(access) = memory_access(op) {
                    let others = args.iter().enumerate().filter(|&(n, _)| n != access.address);
                    stored.extend(others.map(|(_, &arg)| arg));
                    continue;
                }
                let is_known = matches!(
                    op,
                    Op::Call { .. }
                        | Op::CallIndirect { .. }
                        | Op::CallRef { .. }
                        | Op::Private { .. }
                        | Op::MemoryCopy { .. }
                        | Op::MemoryFill { .. }
                        | Op::MemoryInit { .. }
                );
                if !is_known && !effects(op, module).writes.is_empty() {
                    stored.extend_from_slice(args);
                }
            }
            if let term @ Terminator::Throw { .. } = &self.f.blocks[block].term {
                term.for_each_use(&self.f.pool, |value| stored.push(value));
            }
        }
        for value in stored {
            match self.get(value).region() {
                Ok(Some(region)) => self.regions[region].is_stored = true,
                Ok(None) => {}
                Err(()) => self.regions.iter_mut().for_each(|region| region.is_stored = true),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::mark_params;
    use invar_ir::parse_verified;

    /// How many parameters are marked where a version calls itself: with an address, from a function with a region.
    fn marked(before: &str, passed: &str, again: &str) -> usize {
        marked_and_notes(before, passed, again).0
    }

    /// How many parameters [`marked`] finds, and the notes.
    fn marked_and_notes(before: &str, passed: &str, again: &str) -> (usize, Vec<String>) {
        let text = format!(
            "module {{
               memory m0 : i32 1..
               func f0 : (i32, i32) -> (i32) {{
               b0(v0: i32, v1: i32):
                 v2 = i32.const 16
                 v3 = private m0 v0, v2
                 v4 = i32.const 8
                 v5 = i32.add v3, v4
                 {before}
                 v9 = call f1 {passed}
                 return v9
               }}
               func f1 : specialized (i32, i32) -> (i32) {{
               b0(v0: i32, v1: i32):
                 v2 = i32.load v0
                 br_if v2, b1, b2
               b1:
                 v3 = call f1 {again}
                 return v3
               b2:
                 return v1
               }}
             }}"
        );
        let mut module = parse_verified(&text).unwrap_or_else(|error| panic!("{error}"));
        let super::Marked { params: marked, notes } = mark_params(&mut module);
        invar_ir::verify_module(&module).expect("it is as it should be");
        assert_eq!(module.to_string().matches("private m0").count(), marked + 1);
        (marked, notes.into_iter().map(|(note, _)| note.what).collect())
    }

    #[test]
    fn a_note_says_why_an_address_in_private_memory_is_not_private() {
        let note = |before: &str, passed: &str, again: &str| {
            let notes = marked_and_notes(before, passed, again).1;
            let reason =
                |note: &String| note.rsplit_once(": ").map(|(_, reason)| reason.to_owned());
            notes.iter().map(|note| reason(note).expect("a reason")).collect::<Vec<_>>()
        };
        assert_eq!(note("", "v5, v1", "v0, v1"), [""; 0]);
        // No address in a region is passed.
        assert_eq!(note("", "v1, v1", "v0, v1"), [""; 0]);
        assert_eq!(
            note("", "v5, v1", "v1, v1"),
            ["other calls pass an address that is not private"]
        );
        assert_eq!(
            note("v6 = i32.add v3, v2", "v6, v1", "v0, v1"),
            ["the address is outside of the region"]
        );
        assert_eq!(
            note("i32.store v3, v5", "v5, v1", "v0, v1"),
            ["an address in the region is stored in memory"]
        );
        assert_eq!(
            note("v6 = i32.add v3, v1", "v6, v1", "v0, v1"),
            ["its distance from the start of the region is not known"]
        );
        let apart = "another argument is an address in the same region";
        assert_eq!(note("", "v5, v3", "v0, v1"), [apart, apart]);
    }

    #[test]
    fn a_parameter_that_always_is_in_private_memory_is_marked() {
        assert_eq!(marked("", "v5, v1", "v0, v1"), 1);
    }

    #[test]
    fn a_parameter_that_is_anything_else_is_not_marked() {
        assert_eq!(marked("", "v1, v1", "v0, v1"), 0);
        // Recursion passes something else, or an address outside of the region.
        assert_eq!(marked("", "v5, v1", "v1, v1"), 0);
        assert_eq!(marked("v6 = i32.add v3, v2", "v6, v1", "v0, v1"), 0);
    }

    #[test]
    fn a_region_that_is_reached_otherwise_is_not_passed_on() {
        // Two arguments in one region, and an address that is stored.
        assert_eq!(marked("", "v5, v3", "v0, v1"), 0);
        assert_eq!(marked("i32.store v3, v5", "v5, v1", "v0, v1"), 0);
    }

    #[test]
    fn as_much_is_private_as_at_the_call_that_passes_least() {
        for calls in ["v3, v1|v5, v1", "v5, v1|v3, v1"] {
            let (one, other) = calls.split_once('|').expect("two calls");
            let text = format!(
                "module {{
                   memory m0 : i32 1..
                   func f0 : (i32, i32) -> (i32) {{
                   b0(v0: i32, v1: i32):
                     v2 = i32.const 24
                     v3 = private m0 v0, v2
                     v4 = i32.const 16
                     v5 = i32.add v3, v4
                     v6 = call f1 {one}
                     v7 = call f1 {other}
                     return v7
                   }}
                   func f1 : specialized (i32, i32) -> (i32) {{
                   b0(v0: i32, v1: i32):
                     v2 = i32.load v0
                     return v2
                   }}
                 }}"
            );
            let mut module = parse_verified(&text).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(mark_params(&mut module).params, 1);
            // 8 of 24 bytes are left behind an address that is 16 bytes from the start.
            let text = module.to_string();
            assert!(text.contains("i32.const 8\n"), "{text}");
        }
    }
}
