//! Merges functions of the same type whose bodies are equal but for constants, addresses of loads and, where code may
//! call references, callees: one new function with these as further parameters has the code, and each of them calls it.
//!
//! Bodies are compared as they were read, by the bytes between the places that may differ (`shape.rs`). What differs
//! in a group becomes parameters; places that are equal to each other in each of its functions share one. What a
//! group saves is counted in bytes: the bodies, without the one that is shared and without the calls; a group that
//! saves nothing stays as it is. A function joins the first group that saves more with it.
//!
//! It cannot be observed from WebAssembly: all functions are still there, and if the shared one calls in tail position, it
//! is called so, too. Where they are called directly, inlining may
//! replace them by a call of the shared one.
//!
//! Cost: linear in the code, besides a few comparisons for each function; only the first function of each
//! group is brought into SSA form.

mod shape;

use crate::Merged;
use invar_analysis::{Fuel, counters};
use invar_ir::{
    Block, Body, Func, FuncData, Function, Inst, Module, Op, SourceLoc, Terminator, TypeId,
    ValType, Value, memory_access, set_address,
};
use rustc_hash::{FxHashMap, FxHashSet};
use shape::{Shape, What};

/// The most groups of functions whose bodies have the same hash, to one of which a further function may be added.
const MOST_GROUPS: usize = 8;
/// The most places at which the functions of a group differ.
const MOST_PLACES: usize = 96;
/// The most parameters of a shared function.
const MOST_PARAMS: usize = 200;
/// A body with fewer bytes is not merged.
const LEAST_BYTES: usize = 56;
/// What a function takes besides its body, in bytes: the index of its type, the size of its body.
const FUNCTION_BYTES: usize = 2;
/// What the type of a shared function takes besides parameters and results, in bytes.
const TYPE_BYTES: usize = 3;
/// What a body that calls the shared function takes besides arguments, in bytes: no locals, the call, the end.
const CALL_BYTES: usize = 5;
/// What a place takes more in the shared function than in the others, in bytes: an argument is read from a local with
/// a high number, and a callee is called by reference.
const PLACE_BYTES: usize = 1;
/// A place where a callee differs.
const CALLEE_BYTES: usize = 3;

counters! {
    /// What the merging of similar functions did.
    pub struct Stats {
        /// Functions that call a shared one now.
        merged,
        /// Functions that were added.
        shared,
    }
}

/// Brings a function into SSA form, if that is possible.
pub type Lift<'a> = &'a dyn Fn(&Module, Func) -> Option<Function>;

/// Merges functions in the module; those that call different functions, too, if `callees` says that code may call
/// references. Returns the functions that are in SSA form now, the added ones included.
pub fn run(
    module: &mut Module,
    merged: &Merged,
    callees: bool,
    lift: Lift<'_>,
    fuel: &Fuel,
) -> (Vec<Func>, Stats) {
    let mut stats = Stats::default();
    let mut changed = Vec::new();
    for group in groups(module, merged, callees) {
        let leader = group.members[0].func;
        let Some(function) = lift(module, leader) else { continue };
        let Some(shared) = group.shared(module, function) else { continue };
        if !fuel.take() {
            continue;
        }
        stats.merged += group.members.len() as u64;
        stats.shared += 1;
        let arguments = group.arguments();
        // Its calls in tail position must not find a frame of the function that calls it.
        let is_tail = |block| matches!(shared.blocks[block].term, Terminator::TailCall { .. });
        let in_tail =
            shared.live_blocks().any(is_tail) && !invar_ir::mutant!(MergeSimilarKeepsFrame);
        let added = module.funcs.push(FuncData::new(shared.ty, None, Body::Import));
        if let Some(name) = module.names.funcs.get(&leader) {
            let name = format!("{name}|similar");
            module.names.funcs.insert(added, name);
        }
        changed.push(added);
        module.funcs[added].body = Body::Ssa(Box::new(shared));
        for (member, ops) in group.members.iter().zip(arguments) {
            let function = call_of(module, member.func, added, ops, in_tail);
            module.funcs[member.func].body = Body::Ssa(Box::new(function));
            changed.push(member.func);
        }
    }
    (changed, stats)
}

/// Whether there are functions that could be merged, if code may call references.
pub fn any(module: &Module) -> bool {
    !groups(module, &Merged::default(), true).is_empty()
}

/// A function, and its body apart from what may differ.
struct Member {
    func: Func,
    shape: Shape,
}

/// Functions that are equal but for what may differ.
struct Group {
    /// All of them; the first one's code is shared.
    members: Vec<Member>,
    /// Which places are not equal in all of them.
    varies: Vec<bool>,
    /// By how many bytes the module becomes smaller.
    gain: isize,
}

/// The groups that save bytes, in the order of their first functions.
fn groups(module: &Module, merged: &Merged, callees: bool) -> Vec<Group> {
    let defined = module.funcs.keys().filter(|&func| !merged.is_merged(func));
    let types = module.hierarchy();
    let mut by_hash = FxHashMap::<(TypeId, u64), Vec<Group>>::default();
    for func in defined {
        let Some(bytes) = bytes(module, func).filter(|bytes| bytes.len() >= LEAST_BYTES) else {
            continue;
        };
        let Some(shape) = Shape::of(module, &types, func, bytes, callees) else { continue };
        let groups =
            by_hash.entry((types.canonical(module.funcs[func].ty), shape.hash)).or_default();
        let member = Member { func, shape };
        let joined = groups.iter().enumerate().find_map(|(n, group)| {
            let (varies, gain) = group.with(module, &member)?;
            (gain > group.gain).then_some((n, varies, gain))
        });
        match joined {
            Some((n, varies, gain)) => {
                let group = &mut groups[n];
                group.members.push(member);
                (group.varies, group.gain) = (varies, gain);
            }
            None if groups.len() < MOST_GROUPS => {
                let varies = vec![false; member.shape.holes.len()];
                let mut group = Group { members: vec![member], varies, gain: 0 };
                group.gain = group.gain_of(module, &group.varies, None);
                groups.push(group);
            }
            None => {}
        }
    }
    let groups = by_hash.into_values().flatten();
    let mut groups: Vec<Group> =
        groups.filter(|group| group.members.len() > 1 && group.gain > 0).collect();
    groups.sort_by_key(|group| group.members[0].func);
    groups
}

/// The bytes of a body as it was read.
fn bytes(module: &Module, func: Func) -> Option<&[u8]> {
    match &module.funcs[func].body {
        Body::Raw(range) => Some(&module.bytes[range.clone()]),
        Body::Import | Body::Ssa(_) => None,
    }
}

impl Group {
    /// Which places vary with a further function, and what is saved then. `None` if its body is another one.
    fn with(&self, module: &Module, new: &Member) -> Option<(Vec<bool>, isize)> {
        let leader = &self.members[0];
        let (one, other) = (&leader.shape, &new.shape);
        let pairs = one.holes.iter().zip(&other.holes);
        let texts = (bytes(module, leader.func)?, bytes(module, new.func)?);
        let is_equal = one.holes.len() == other.holes.len()
            && pairs.clone().all(|(a, b)| a.is_like(b))
            && one.text(texts.0).eq(other.text(texts.1));
        if !is_equal && !invar_ir::mutant!(MergeSimilarOtherText) {
            return None;
        }
        let varies = self.varies.iter().zip(pairs);
        let varies: Vec<bool> = varies
            .map(|(&varies, (a, b))| varies || a.what != What::Itself && a.op != b.op)
            .collect();
        let places = varies.iter().filter(|&&varies| varies).count();
        let params = module.func_signature(leader.func).0.len();
        let gain = self.gain_of(module, &varies, Some(new));
        (places <= MOST_PLACES && params + places <= MOST_PARAMS).then_some((varies, gain))
    }

    /// What is saved if these places vary, with a further function.
    fn gain_of(&self, module: &Module, varies: &[bool], new: Option<&Member>) -> isize {
        let len = |member: &Member| bytes(module, member.func).map_or(0, <[u8]>::len);
        let varying = |member: &Member| {
            let holes = member.shape.holes.iter().zip(varies);
            holes.filter(|&(_, &varies)| varies).map(|(hole, _)| hole.clone()).collect::<Vec<_>>()
        };
        let leader = &self.members[0];
        let (params, results) = module.func_signature(leader.func);
        let mut gain = 0;
        // Places that are equal to each other in all functions share a parameter; here, those that are equal in one.
        for member in self.members.iter().chain(new) {
            let mut seen = Vec::<Op>::new();
            let mut arguments = 0;
            for hole in varying(member) {
                if !seen.contains(&hole.op) {
                    arguments += hole.bytes();
                    seen.push(hole.op);
                }
            }
            gain += len(member) as isize;
            gain -= (CALL_BYTES + 2 * params.len() + arguments) as isize;
        }
        let places: usize = varying(leader)
            .iter()
            .map(|hole| if hole.what == What::Callee { CALLEE_BYTES } else { PLACE_BYTES })
            .sum();
        let ty = TYPE_BYTES + params.len() + varying(leader).len() + results.len();
        gain - (len(leader) + places + FUNCTION_BYTES + ty) as isize
    }

    /// The places that vary, each with the parameter that replaces it, counted from the first one that is added; and
    /// how many are added.
    fn parameters(&self) -> (Vec<(usize, usize)>, usize) {
        let mut known = FxHashMap::<Vec<usize>, usize>::default();
        let mut numbers = Vec::<Op>::new();
        let mut found = Vec::new();
        for place in (0..self.varies.len()).filter(|&n| self.varies[n]) {
            // Equal operators have equal numbers.
            let compared =
                if invar_ir::mutant!(MergeSimilarOtherParameter) { 1 } else { self.members.len() };
            let ops =
                self.members.iter().take(compared).map(|member| &member.shape.holes[place].op);
            let ops: Vec<usize> = ops
                .map(|op| {
                    let number = numbers.iter().position(|known| known == op);
                    number.unwrap_or_else(|| {
                        numbers.push(op.clone());
                        numbers.len() - 1
                    })
                })
                .collect();
            let next = known.len();
            found.push((place, *known.entry(ops).or_insert(next)));
        }
        (found, known.len())
    }

    /// The function that all of them call, made of the first one. `None` if the places are not found in it.
    fn shared(&self, module: &mut Module, mut f: Function) -> Option<Function> {
        let leader = &self.members[0];
        let Body::Raw(range) = &module.funcs[leader.func].body else { return None };
        let start = u32::try_from(range.start).ok()?;
        let (varying, added) = self.parameters();
        let mut params = vec![None; added];
        for &(place, param) in &varying {
            let ty = leader.shape.holes[place].ty;
            params[param].get_or_insert_with(|| f.add_param(f.entry, ty));
        }
        let params: Vec<Value> = params.into_iter().flatten().collect();
        let places = Places::of(&f)?;
        let mut gone = FxHashSet::default();
        for (place, param) in varying {
            let hole = &leader.shape.holes[place];
            // Code that is not reached has no instructions.
            let Some(at) = places.0.get(&start.checked_add(hole.at)?) else { continue };
            match (hole.what, at) {
                (What::Constant, &At::Inst(inst)) if f.insts[inst].op == hole.op => {
                    let result = f.result(inst)?;
                    f.alias(result, params[param]);
                    gone.insert(inst);
                }
                (What::Address, &At::Inst(inst)) => {
                    set_address(&mut f, inst, 0, params[param], 0);
                }
                (What::Callee, at) => {
                    let Op::RefFunc { function_index } = hole.op else { return None };
                    let ty = module.funcs[Func::from_u32(function_index)].ty;
                    let call = Op::CallRef { type_index: ty.as_u32() };
                    at.call(&mut f, function_index, call, &[params[param]])?;
                }
                _ => return None,
            }
        }
        let index = module.funcs.next_key().as_u32();
        for hole in leader.shape.holes.iter().filter(|hole| hole.what == What::Itself) {
            if let Some(at) = places.0.get(&start.checked_add(hole.at)?) {
                let call = Op::Call { function_index: index };
                at.call(&mut f, leader.func.as_u32(), call, &params)?;
            }
        }
        f.resolve_aliases();
        let blocks: Vec<Block> = f.live_blocks().collect();
        // It stands for several functions: its code is at none of their places.
        let several = SourceLoc::several(None.into());
        for block in blocks {
            let data = &mut f.blocks[block];
            data.insts.retain(|inst| !gone.contains(inst));
            data.term_loc = several;
            data.insts.iter().for_each(|&inst| f.insts[inst].loc = several);
        }
        let types: Vec<ValType> =
            f.blocks[f.entry].params.iter().map(|&param| f.ty(param)).collect();
        f.ty = module.func_type(&types, &f.results);
        Some(f)
    }

    /// What each of the functions calls the shared one with.
    fn arguments(&self) -> Vec<Vec<Op>> {
        let (varying, added) = self.parameters();
        let of = |member: &Member| {
            let mut ops = vec![Op::Nop; added];
            for &(place, param) in &varying {
                ops[param] = member.shape.holes[place].op.clone();
            }
            ops
        };
        self.members.iter().map(of).collect()
    }
}

/// What an operator of the input became.
#[derive(Clone, Copy)]
enum At {
    Inst(Inst),
    /// The terminator of a block.
    Term(Block),
}

impl At {
    /// Makes another call of one of this function, with more arguments. `None` if it is no such call.
    fn call(self, f: &mut Function, callee: u32, call: Op, more: &[Value]) -> Option<()> {
        let is_callee =
            |op: &Op| matches!(op, Op::Call { function_index } if *function_index == callee);
        let (op, args) = match self {
            At::Inst(inst) => {
                let data = &mut f.insts[inst];
                (&mut data.op, &mut data.args)
            }
            At::Term(block) => match &mut f.blocks[block].term {
                Terminator::Invoke { op, args, .. } => (op, args),
                _ => return None,
            },
        };
        is_callee(op).then(|| {
            *op = call;
            args.extend(more.iter().copied(), &mut f.pool);
        })
    }
}

/// The instructions and calls of a function, by offset in the input.
struct Places(FxHashMap<u32, At>);

impl Places {
    /// `None` if an operator that may differ is several instructions.
    fn of(f: &Function) -> Option<Places> {
        let mut places = FxHashMap::default();
        let mut add = |loc: SourceLoc, at| {
            let known = loc.known_offset().map(|offset| places.insert(offset, at));
            known.flatten().is_none()
        };
        for block in f.live_blocks() {
            for &inst in &f.blocks[block].insts {
                let is_place = matches!(
                    f.insts[inst].op,
                    Op::I32Const { .. }
                        | Op::I64Const { .. }
                        | Op::F32Const { .. }
                        | Op::F64Const { .. }
                        | Op::Call { .. }
                ) || memory_access(&f.insts[inst].op).is_some();
                if is_place && !add(f.insts[inst].loc, At::Inst(inst)) {
                    return None;
                }
            }
            let is_invoke = matches!(f.blocks[block].term, Terminator::Invoke { .. });
            if is_invoke && !add(f.blocks[block].term_loc, At::Term(block)) {
                return None;
            }
        }
        Some(Places(places))
    }
}

/// A function that calls another one with its own parameters and the results of operators without operands.
fn call_of(module: &Module, func: Func, callee: Func, ops: Vec<Op>, in_tail: bool) -> Function {
    let (params, results) = module.func_signature(func);
    let mut f = Function::new(module.funcs[func].ty, params, results);
    let several = SourceLoc::several(None.into());
    let mut args = f.blocks[f.entry].params.clone();
    let types = module.func_signature(callee).0[args.len()..].to_vec();
    for (op, ty) in ops.into_iter().zip(types) {
        let inst = f.append(f.entry, op, &[], &[ty], several);
        args.extend(f.result(inst));
    }
    let function_index = callee.as_u32();
    f.blocks[f.entry].term = if in_tail {
        Terminator::TailCall { op: Op::ReturnCall { function_index }, args: f.make_list(&args) }
    } else {
        let call = f.append(f.entry, Op::Call { function_index }, &args, results, several);
        let values: Vec<Value> = f.results(call).collect();
        Terminator::Return(f.make_list(&values))
    };
    f.blocks[f.entry].term_loc = several;
    f
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The functions of a module after merging, each in the text format, and how many were added.
    fn merged(wat: &str) -> (Vec<String>, u64) {
        merged_with(wat, false)
    }

    fn merged_with(wat: &str, callees: bool) -> (Vec<String>, u64) {
        let (mut module, lifter) = invar_wasm::read(wat::parse_str(wat).unwrap().into()).unwrap();
        let lift = |module: &Module, func| lifter.lift(module, func).ok();
        let (changed, stats) =
            run(&mut module, &Merged::default(), callees, &lift, &Fuel::unlimited());
        let text = changed.iter().map(|&func| match &module.funcs[func].body {
            Body::Ssa(function) => {
                invar_ir::verify_function(&module, function).unwrap();
                format!("{func} {}", function.display(&module))
            }
            _ => panic!("it is in SSA form"),
        });
        (text.collect(), stats.shared)
    }

    /// A module with functions of these parameters and results, whose bodies are a text in which `#1`, `#2` are numbers.
    fn module(signature: &str, body: &str, numbers: &[[i32; 2]]) -> String {
        let of = |[one, two]: &[i32; 2]| {
            let body = body.replace("#1", &one.to_string()).replace("#2", &two.to_string());
            format!("(func {signature} {body})")
        };
        let funcs: Vec<String> = numbers.iter().map(of).collect();
        format!("(module (memory 1) {})", funcs.join("\n"))
    }

    /// A body of over 60 bytes with two constants that may vary.
    const LONG: &str = "(i32.store offset=100000 (local.get 0) (i32.const #1))
        (i32.store offset=200000 (local.get 0) (i32.mul (local.get 0) (i32.const 300000)))
        (i32.store offset=300000 (local.get 0) (i32.mul (local.get 0) (i32.const 400000)))
        (i32.store offset=400000 (local.get 0) (i32.const #2))
        (i32.store offset=500000 (local.get 0) (i32.mul (local.get 0) (i32.const 500000)))
        (i32.mul (local.get 0) (i32.const #1))";
    const SIGNATURE: &str = "(param i32) (result i32)";

    #[test]
    fn constants_that_vary_become_parameters_and_equal_ones_share_one() {
        let (functions, shared) = merged(&module(SIGNATURE, LONG, &[[5, 1], [6, 1], [7, 1]]));
        assert_eq!((functions.len(), shared), (4, 1));
        assert!(functions[0].contains("f3"), "{}", functions[0]);
        assert_eq!(functions[0].matches("i32.const").count(), 4, "{}", functions[0]);
        assert!(functions[1].contains("call f3 v0, v1"), "{}", functions[1]);
        let (functions, _) = merged(&module(SIGNATURE, LONG, &[[5, 1], [6, 2], [7, 3]]));
        assert_eq!(functions[0].matches("i32.const").count(), 3, "{}", functions[0]);
        assert!(functions[3].contains("call f3 v0, v1, v2"), "{}", functions[3]);
        // Equal to each other in the first function only.
        let (functions, _) = merged(&module(SIGNATURE, LONG, &[[5, 5], [6, 7], [8, 9]]));
        assert!(functions[3].contains("call f3 v0, v1, v2"), "{}", functions[3]);
    }

    #[test]
    fn other_operators_offsets_types_and_callees_stay_apart() {
        let differ = |one: &str, two: &str| {
            let body = LONG.replace("#1", "1").replace("#2", "2");
            format!("(module (memory 1) (func {one} {body}) (func {two} {body}))")
        };
        let like = |one: &str, two: &str| {
            let one = format!("{SIGNATURE} (drop {one})");
            differ(&one, &format!("{SIGNATURE} (drop {two})"))
        };
        assert_eq!(merged(&like("(i32.const 1)", "(i32.const 2)")).1, 1);
        let others = [
            like("(i32.clz (local.get 0))", "(i32.ctz (local.get 0))"),
            like("(i32.load offset=1 (local.get 0))", "(i32.load offset=2 (local.get 0))"),
            like("(i32.load align=1 (local.get 0))", "(i32.load align=2 (local.get 0))"),
            like("(call 1 (i32.const 1))", "(call 0 (i32.const 1))"),
            like("(i32.const 1)", "(f32.const 1)"),
            differ(SIGNATURE, "(param i32 i32) (result i32)"),
            differ(SIGNATURE, &format!("{SIGNATURE} (local i64)")),
        ];
        for other in others {
            assert_eq!(merged(&other).1, 0, "{other}");
        }
    }

    #[test]
    fn addresses_of_loads_are_constants_with_offsets() {
        let with = |one: &str, two: &str| {
            let body = LONG.replace("#1", "1").replace("#2", "2");
            let func = |load: &str| format!("(func {SIGNATURE} (drop {load}) {body})");
            merged(&format!("(module (memory 1) {} {})", func(one), func(two)))
        };
        let (functions, shared) = with(
            "(i64.load32_u offset=488 (i32.const 8))",
            "(i64.load32_u offset=1768 (i32.const 9))",
        );
        assert_eq!((functions.len(), shared), (3, 1));
        assert!(functions[0].contains("i64.load32_u v1"), "{}", functions[0]);
        assert!(functions[1].contains("i32.const 496"), "{}", functions[1]);
        // The same address, but a constant of another use; and a load that traps.
        let add = "(i32.add (i32.load offset=8 (i32.const 8)) (i32.const 1))";
        assert_eq!(with(add, "(i32.load offset=8 (i32.const 8))").1, 0);
        let (functions, _) = with(
            "(i32.load offset=4294967295 (i32.const 8))",
            "(i32.load offset=4294967295 (i32.const 9))",
        );
        assert!(functions[0].contains("offset=4294967295"), "{}", functions[0]);
    }

    #[test]
    fn callees_differ_where_references_can_be_called_and_recursion_stays_in_the_shared_function() {
        let body = LONG.replace("#1", "1").replace("#2", "2");
        let wat = |one: &str, two: &str| {
            format!(
                "(module (memory 1) (func $a (param i32)) (func $b (param i32)) (func $c (param i64))
                 (func $f {SIGNATURE} {one} {body}) (func $g {SIGNATURE} {two} {body}))"
            )
        };
        let calls = wat("(call $a (i32.const 1))", "(call $b (i32.const 1))");
        assert_eq!(merged(&calls).1, 0);
        let (functions, shared) = merged_with(&calls, true);
        assert_eq!(shared, 1);
        assert!(functions[0].contains("call_ref"), "{}", functions[0]);
        assert!(functions[2].contains("ref.func f1"), "{}", functions[2]);
        let others = wat("(call $a (i32.const 1))", "(call $c (i64.const 1))");
        assert_eq!(merged_with(&others, true).1, 0);
        let recursive =
            wat("(drop (call $f (i32.const 1000)))", "(drop (call $g (i32.const 2000)))");
        let (functions, _) = merged(&recursive);
        assert!(functions[0].contains("call f5 v13, v13"), "{}", functions[0]);
        let other = wat("(drop (call $f (i32.const 1)))", "(drop (call $f (i32.const 1)))");
        assert_eq!(merged(&other).1, 0);
    }

    #[test]
    fn what_saves_no_bytes_stays() {
        let short = "(i32.mul (local.get 0) (i32.const #1))";
        assert_eq!(merged(&module(SIGNATURE, short, &[[1, 1], [2, 2], [3, 3]])).1, 0);
        // More constants than parameters that may be added.
        let many: Vec<String> = (0..200)
            .map(|n| format!("(i32.store offset={n} (local.get 0) (i32.const #1{n}))"))
            .collect();
        let body = format!("{} (local.get 0)", many.join(" "));
        assert_eq!(merged(&module(SIGNATURE, &body, &[[1, 1], [2, 2], [3, 3]])).1, 0);
    }

    #[test]
    fn constants_in_unreachable_code_need_no_parameter() {
        let body = format!("{LONG} (return) (i32.const #2) (drop)");
        let (functions, shared) = merged(&module(SIGNATURE, &body, &[[5, 1], [6, 1], [7, 1]]));
        assert_eq!((functions.len(), shared), (4, 1));
        let body = format!("{} (return) (i32.const #2) (drop)", LONG.replace("#2", "3"));
        let (functions, shared) = merged(&module(SIGNATURE, &body, &[[5, 1], [5, 2]]));
        assert_eq!((functions.len(), shared), (3, 1));
    }
}
