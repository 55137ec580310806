//! The checkers accept what the passes do, and notice what is made wrong on purpose.

use crate::analysis::shape;
use crate::transforms::{rotate, strength_reduction};
use invar_analysis::{Analyses, Fuel, Goals, PassContext, Summaries};
use invar_ir::{Block, Body, Func, Function, Inst, Module, Op, Terminator, Value};
use invar_validate::{same_paths, same_sums};

/// Loops as compilers emit them: matrix rows, two exits, a nest, live-out values.
const PROGRAMS: [&str; 4] = [
    "(func (param $n i32) (param $m i32) (result i32) (local $i i32) (local $s i32)
       (local.set $i (i32.const 7))
       (block $out (loop $l
         (br_if $out (i32.ge_s (local.get $i) (local.get $n)))
         (local.set $s (i32.add (local.get $s)
           (i32.load (i32.add (i32.mul (local.get $i) (i32.const 12)) (local.get $m)))))
         (i32.store offset=8 (i32.add (i32.mul (local.get $i) (i32.const 12))
           (i32.add (local.get $m) (i32.const 4))) (local.get $s))
         (local.set $i (i32.add (local.get $i) (i32.const 1)))
         (br $l)))
       (i32.add (local.get $i) (local.get $s)))",
    "(func (param $n i32) (param $m i32) (result i32) (local $i i32)
       (local.set $i (i32.const 7))
       (block $found (block $out (loop $l
         (br_if $out (i32.eq (local.get $i) (local.get $n)))
         (br_if $found (i32.load8_u (i32.add (i32.mul (local.get $i) (local.get $m))
           (i32.const 100))))
         (local.set $i (i32.add (local.get $i) (i32.const 3)))
         (br $l)))
       (return (i32.sub (local.get $i) (i32.const 1))))
       (local.get $i))",
    "(func (param $n i32) (param $m i32) (result i32) (local $i i32) (local $j i32) (local $s i32)
       (local.set $i (i32.const 7))
       (block $out (loop $l
         (br_if $out (i32.ge_u (local.get $i) (local.get $n)))
         (local.set $j (local.get $i))
         (block $done (loop $k
           (br_if $done (i32.gt_s (local.get $j) (local.get $m)))
           (local.set $s (i32.xor (local.get $s) (i32.load (i32.add
             (i32.shl (local.get $j) (i32.const 3))
             (i32.mul (local.get $i) (i32.const 1920))))))
           (local.set $j (i32.add (local.get $j) (i32.const 1)))
           (br $k)))
         (local.set $i (i32.add (local.get $i) (i32.const 1)))
         (br $l)))
       (i32.add (local.get $s) (i32.add (local.get $i) (local.get $j))))",
    "(func (param $n i32) (param $m i32) (result i32) (local $a i32) (local $b i32)
       (local.set $a (local.get $n))
       (block $out (loop $l
         (br_if $out (i32.eqz (local.get $a)))
         (local.set $b (i32.sub (local.get $a)
           (i32.load (i32.sub (i32.const 4096) (i32.mul (local.get $a) (i32.const 20))))))
         (i32.store (i32.sub (i32.const 8192) (i32.mul (i32.const 20) (local.get $a)))
           (local.get $b))
         (local.set $a (i32.sub (local.get $a) (i32.const 1)))
         (local.set $m (local.get $b))
         (br $l)))
       (i32.mul (local.get $m) (local.get $a)))",
];

/// A loop with several back edges and no exit test at its top.
const SEVERAL_WAYS: &str =
    "(func (param $n i32) (param $m i32) (result i32) (local $i i32) (local $s i32) (local $p i32)
       (local.set $i (i32.const 7))
       (loop $next
         (block $end (block $one (block $zero
           (br_table $zero $one $end (i32.load (local.tee $p
             (i32.add (local.get $m) (i32.shl (local.get $i) (i32.const 3)))))))
           (local.set $s (i32.add (local.get $s) (i32.load offset=4 (local.get $p))))
           (local.set $i (i32.add (local.get $i) (i32.const 1)))
           (br $next))
           (local.set $s (i32.xor (local.get $n) (local.get $s)))
           (local.set $i (i32.add (local.get $i) (i32.const 1)))
           (br $next)))
       (local.get $s))";

fn read(program: &str) -> (Module, Function) {
    let text = format!("(module (memory 1) {program})");
    let wasm = wat::parse_str(text).expect("the text is right");
    let (module, lifter) = invar_wasm::read(wasm.into()).expect("it is valid");
    let func = Func::from_u32(0);
    assert!(matches!(module.funcs[func].body, Body::Raw(_)));
    let mut function = lifter.lift(&module, func).expect("it is lifted");
    function.resolve_aliases();
    (module, function)
}

fn with_context<T>(module: &Module, run: impl FnOnce(&mut PassContext<'_>) -> T) -> T {
    let (fuel, summaries) = (Fuel::unlimited(), Summaries::default());
    run(&mut PassContext::new(module, Goals::default(), &fuel, &summaries))
}

fn rotated(program: &str) -> (Function, Function) {
    let (module, before) = read(program);
    let mut after = before.clone();
    let stats = with_context(&module, |cx| rotate::run(&mut after, cx, &Default::default()));
    assert!(stats.done.rotated > 0, "{program}");
    (before, after)
}

fn reduced(program: &str) -> (Function, Function) {
    let (module, mut before) = read(program);
    shape::normalize(&mut before, &mut Analyses::default(), &mut shape::Shaped::default());
    let mut after = before.clone();
    let config = strength_reduction::Config::default();
    let stats = with_context(&module, |cx| strength_reduction::run(&mut after, cx, &config));
    assert!(stats.done.derived > 0, "{program}");
    (before, after)
}

/// All small mutations of a function: its kind, a description, and the result. The test asserts that
/// each kind occurs.
fn broken(f: &Function) -> Vec<(usize, String, Function)> {
    let mut all = Vec::new();
    let mut add = |kind, what: String, change: &dyn Fn(&mut Function) -> bool| {
        let mut other = f.clone();
        if change(&mut other) {
            all.push((kind, what, other));
        }
    };
    for block in f.live_blocks() {
        for &inst in &f.blocks[block].insts {
            add(0, format!("{inst} is gone"), &|f| {
                f.blocks[block].insts.retain(|&other| other != inst);
                true
            });
            add(1, format!("{inst} is there twice"), &|f| {
                let at = f.blocks[block].insts.iter().position(|&other| other == inst).unwrap();
                f.blocks[block].insts.insert(at, inst);
                true
            });
            add(2, format!("the operands of {inst} are swapped"), &|f| swap(f.args_mut(inst)));
            add(3, format!("{inst} is another constant"), &|f| other_constant(f, inst));
            add(4, format!("{inst} is another operator"), &|f| other_operator(f, inst));
        }
        let targets = f.blocks[block].term.targets().count();
        for n in 0..targets {
            let args = f.list(&f.blocks[block].term.targets().nth(n).unwrap().args).len();
            for m in 0..args {
                add(5, format!("argument {m} of way {n} of {block} is the first value"), &|f| {
                    let value = f.blocks[f.entry].params[0];
                    let Function { blocks, pool, .. } = f;
                    let call = blocks[block].term.target_mut(n).unwrap();
                    let list = call.args.as_mut_slice(pool);
                    std::mem::replace(&mut list[m], value) != value
                });
            }
            add(6, format!("two arguments of way {n} of {block} are swapped"), &|f| {
                let Function { blocks, pool, .. } = f;
                let call = blocks[block].term.target_mut(n).unwrap();
                swap(call.args.as_mut_slice(pool))
            });
        }
        add(7, format!("the ways of {block} are swapped"), &|f| match &mut f.blocks[block].term {
            Terminator::BrIf { then, els, .. } => {
                std::mem::swap(then, els);
                true
            }
            _ => false,
        });
        add(8, format!("{block} tests another value"), &|f| {
            let value = f.blocks[f.entry].params[1];
            match &mut f.blocks[block].term {
                Terminator::BrIf { cond, .. } => {
                    *cond = value;
                    true
                }
                _ => false,
            }
        });
    }
    all
}

fn swap(values: &mut [Value]) -> bool {
    match values {
        [a, b, ..] if a != b => {
            std::mem::swap(a, b);
            true
        }
        _ => false,
    }
}

fn other_constant(f: &mut Function, inst: Inst) -> bool {
    match &mut f.insts[inst].op {
        Op::I32Const { value } => {
            *value += 1;
            true
        }
        _ => false,
    }
}

fn other_operator(f: &mut Function, inst: Inst) -> bool {
    let op = &mut f.insts[inst].op;
    *op = match op {
        Op::I32Add => Op::I32Sub,
        Op::I32Sub => Op::I32Add,
        Op::I32Mul => Op::I32Add,
        _ => return false,
    };
    true
}

#[test]
fn rotation_is_confirmed_and_its_faults_are_noticed() {
    let mut kinds = [0; 9];
    for program in PROGRAMS {
        let (before, after) = rotated(program);
        same_paths(&before, &after).expect("rotation is right");
        for (kind, what, wrong) in broken(&after) {
            // A program may be the same with two equal values swapped.
            let reachable = same_paths(&after, &wrong).is_err();
            assert_eq!(same_paths(&before, &wrong).is_err(), reachable, "{program}: {what}");
            kinds[kind] += usize::from(reachable);
        }
    }
    assert!(kinds.iter().all(|&count| count > 2), "{kinds:?}");
}

/// Of strength reduction only the sums are checked: faults of the new variables.
#[test]
fn strength_reduction_is_confirmed_and_its_faults_are_noticed() {
    let mut noticed = [0; 3];
    for program in PROGRAMS.into_iter().chain([SEVERAL_WAYS]) {
        let (before, after) = reduced(program);
        same_sums(&before, &after).expect("strength reduction is right");
        let new = before.values.len() as u32;
        let params: Vec<(Block, usize)> = after
            .live_blocks()
            .flat_map(|block| (0..after.blocks[block].params.len()).map(move |n| (block, n)))
            .filter(|&(block, n)| after.blocks[block].params[n].as_u32() >= new)
            .collect();
        assert!(!params.is_empty());
        for (header, n) in params {
            for from in after.live_blocks() {
                for way in 0..after.blocks[from].term.targets().count() {
                    let mut wrong = after.clone();
                    let Function { blocks, pool, entry, .. } = &mut wrong;
                    let other = blocks[*entry].params[0];
                    let call = blocks[from].term.target_mut(way).unwrap();
                    if call.block != header {
                        continue;
                    }
                    call.args.as_mut_slice(pool)[n] = other;
                    assert!(
                        same_sums(&before, &wrong).is_err(),
                        "{program}: {from} passes {other}"
                    );
                    noticed[0] += 1;
                }
            }
        }
        for inst in after.insts.keys().filter(|inst| inst.as_u32() as usize >= before.insts.len()) {
            for (kind, change) in
                [(1, other_constant as fn(&mut Function, Inst) -> bool), (2, other_operator)]
            {
                let mut wrong = after.clone();
                if change(&mut wrong, inst) {
                    assert!(same_sums(&before, &wrong).is_err(), "{program}: {inst} changed");
                    noticed[kind] += 1;
                }
            }
        }
    }
    assert!(noticed.iter().all(|&count| count > 2), "{noticed:?}");
}
