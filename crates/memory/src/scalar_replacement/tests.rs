use super::{Config, Stats, run};
use invar_analysis::{Fuel, Goals, PassContext, Summaries};
use invar_generate::testing::{verify, with_goals};
use invar_ir::{
    Body, Func, Function, Module, Op, SourceLoc, Terminator, ValType, Value, parse_module,
};

fn parse(blocks: &str) -> (Module, Function) {
    let text = format!(
        "module {{
           ty0 = struct (mut i32, mut i32)
           ty1 = func (i32) -> (i32)
           ty2 = struct (mut (ref null ty0))
           ty3 = func ((ref null ty0)) -> ()
           import f0 \"\" \"f\" : ty3
           func f1 : ty1 {{\n{blocks}\n}} }}"
    );
    let module = parse_module(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let Body::Ssa(function) = &module.funcs[Func::from_u32(1)].body else { panic!("no body") };
    let function = (**function).clone();
    (module, function)
}

fn replaced(blocks: &str, config: Config) -> Stats {
    let (module, mut function) = parse(blocks);
    let stats = with_goals(&module, Goals::default(), |cx| run(&mut function, cx, &config));
    verify(&module, &function);
    stats
}

const PARTIAL: &str = "b0(v0: i32):
    v1 = struct.new ty0 v0, v0
    br_if v0, b1, b2
  b1:
    call f0 v1
    jump b2
  b2:
    return v0";

#[test]
fn an_object_that_escapes_on_one_path_is_made_there() {
    let stats = replaced(PARTIAL, Config::default());
    assert_eq!((stats.allocations, stats.made), (1, 1));
    let stats = replaced(PARTIAL, Config { partial: false, ..Config::default() });
    assert_eq!((stats.allocations, stats.refused_size.0), (0, 1));
}

#[test]
fn an_object_in_a_field_is_replaced_in_the_next_round() {
    let stats = replaced(
        "b0(v0: i32):
           v1 = struct.new ty0 v0, v0
           v2 = struct.new ty2 v1
           v3 = struct.get ty2 0 v2
           v4 = struct.get ty0 1 v3
           return v4",
        Config::default(),
    );
    assert_eq!((stats.allocations, stats.accesses, stats.made), (2, 2, 0));
}

#[test]
fn fuel_runs_out_between_objects() {
    let blocks = "b0(v0: i32):
        v1 = struct.new ty0 v0, v0
        v2 = struct.new ty0 v0, v0
        v3 = struct.get ty0 0 v1
        v4 = struct.get ty0 0 v2
        v5 = i32.add v3, v4
        return v5";
    for fuel in 0..3 {
        let (module, mut function) = parse(blocks);
        let (fuel_of, summaries) = (Fuel::limited(fuel), Summaries::default());
        let mut cx = PassContext::new(&module, Goals::default(), &fuel_of, &summaries);
        assert_eq!(run(&mut function, &mut cx, &Config::default()).allocations, fuel);
        verify(&module, &function);
    }
}

/// A chain of blocks, each of which allocates an object, writes to the one before, and passes both on.
fn chain(blocks: usize) -> (Module, Function) {
    let (module, mut function) = parse("b0(v0: i32):\n return v0");
    let loc = SourceLoc::default();
    let first = function.blocks[function.entry].params[0];
    let mut block = function.entry;
    let new = Op::StructNew { struct_type_index: 0 };
    let ty = ValType::Ref(
        invar_ir::RefType::new(
            false,
            invar_ir::HeapType::Concrete(invar_ir::wasmparser::UnpackedIndex::Module(0)),
        )
        .unwrap(),
    );
    let inst = function.append(block, new.clone(), &[first, first], &[ty], loc);
    let mut old: Value = function.result(inst).unwrap();
    for n in 0..blocks {
        let inst = function.append(block, new.clone(), &[first, first], &[ty], loc);
        let object = function.result(inst).unwrap();
        let set = Op::StructSet { struct_type_index: 0, field_index: 1 };
        function.append(block, set, &[old, first], &[], loc);
        let next = function.add_block();
        let other = function.add_block();
        let param = function.add_param(next, ty);
        let passed = if n % 2 == 0 { old } else { object };
        let call = function.call(next, &[passed]);
        function.blocks[other].term = Terminator::Jump(call);
        let then = function.call(next, &[object]);
        let els = function.call(other, &[]);
        function.blocks[block].term = Terminator::BrIf { cond: first, then, els };
        (block, old) = (next, param);
    }
    let get = Op::StructGet { struct_type_index: 0, field_index: 1 };
    let inst = function.append(block, get, &[old], &[ValType::I32], loc);
    let list = function.make_list(&[function.result(inst).unwrap()]);
    function.blocks[block].term = Terminator::Return(list);
    (module, function)
}

#[test]
fn many_objects_take_linear_time() {
    for blocks in [10, 300] {
        let (module, mut function) = chain(blocks);
        verify(&module, &function);
        let stats =
            with_goals(&module, Goals::default(), |cx| run(&mut function, cx, &Config::default()));
        assert_eq!(stats.allocations, blocks as u64 + 1, "{stats:?}");
        verify(&module, &function);
    }
    let (module, mut function) = chain(30_000);
    with_goals(&module, Goals::default(), |cx| run(&mut function, cx, &Config::default()));
    verify(&module, &function);
}
