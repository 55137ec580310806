use super::*;
use invar_ir::{Body, Func, Module, Terminator, parse_module, verify_function};

/// A function in which `copies` are further definitions of values, repaired and verified, and how many
/// parameters were made. Numbers are those of the text.
fn repaired(body: &str, copies: &[(u32, u32, u32)]) -> (Function, usize) {
    let text = format!("module {{ func f0 : (i32, i32) -> (i32) {{ {body} }} }}");
    let mut module: Module = parse_module(&text).unwrap_or_else(|error| panic!("{error}"));
    let body = &mut module.funcs[Func::from_u32(0)].body;
    let Body::Ssa(mut f) = std::mem::replace(body, Body::Import) else { panic!("SSA form") };
    let mut definitions = Definitions::default();
    for &(original, block, value) in copies {
        definitions.add(v(original), b(block), v(value));
    }
    let made = repair_ssa(&mut f, definitions);
    if let Err(errors) = verify_function(&module, &f) {
        panic!("{}\n{}", errors[0], f.display(&module));
    }
    (*f, made)
}

fn v(n: u32) -> Value {
    Value::from_u32(n)
}

fn b(n: u32) -> Block {
    Block::from_u32(n)
}

fn returned(f: &Function, block: u32) -> Value {
    let Terminator::Return(list) = &f.blocks[b(block)].term else { panic!("it returns") };
    f.list(list)[0]
}

fn args(f: &Function, from: u32, nth: u32) -> Vec<Value> {
    edges::args(f, invar_ir::Edge { from: b(from), nth }).to_vec()
}

#[test]
fn a_use_after_the_exit_gets_a_parameter_where_the_copies_meet() {
    // b3 is the exit of both loops and has no use itself; b5 comes after it.
    let (f, made) = repaired(
        "b0(v0: i32, v1: i32):
           br_if v0, b1, b2
         b1:
           v2 = i32.add v0, v1
           br_if v2, b1, b3
         b2:
           v3 = i32.add v0, v1
           br_if v3, b2, b3
         b3:
           br_if v1, b4, b5
         b4:
           return v0
         b5:
           return v2",
        &[(2, 2, 3)],
    );
    assert_eq!(made, 1);
    let param = f.blocks[b(3)].params[0];
    assert_eq!((returned(&f, 5), returned(&f, 4)), (param, v(0)));
    assert_eq!((args(&f, 1, 1), args(&f, 2, 1)), (vec![v(2)], vec![v(3)]));
}

#[test]
fn several_exits_to_one_join_pass_their_own_definitions() {
    let (f, made) = repaired(
        "b0(v0: i32, v1: i32):
           br_table v0, b1, b3, b5
         b1:
           v2 = i32.add v0, v1
           br_if v2, b2, b7
         b2:
           br_if v0, b1, b7
         b3:
           v3 = i32.add v0, v1
           br_if v3, b4, b7
         b4:
           br_if v0, b3, b7
         b5:
           v4 = i32.sub v0, v1
           jump b6
         b6:
           jump b7
         b7:
           return v2",
        &[(2, 3, 3), (2, 5, 4)],
    );
    assert_eq!(made, 1);
    assert_eq!(returned(&f, 7), f.blocks[b(7)].params[0]);
    let passed = [(1, 1), (2, 1), (3, 1), (4, 1), (6, 0)].map(|(from, nth)| args(&f, from, nth)[0]);
    assert_eq!(passed, [v(2), v(2), v(3), v(3), v(4)]);
}

#[test]
fn a_value_that_a_loop_redefines_gets_a_parameter_of_its_header() {
    // The rotated loop: b0 defines what b2 does at the bottom. The loop around b1 needs nothing.
    let (f, made) = repaired(
        "b0(v0: i32, v1: i32):
           v2 = i32.add v0, v1
           br_if v2, b1, b4
         b1:
           v3 = i32.mul v4, v0
           br_if v3, b2, b3
         b2:
           v4 = i32.sub v0, v1
           br_if v4, b1, b4
         b3:
           br_if v4, b3, b4
         b4:
           return v4",
        &[(4, 0, 2)],
    );
    assert_eq!(made, 2);
    let (header, exit) = (f.blocks[b(1)].params[0], f.blocks[b(4)].params[0]);
    assert_eq!(f.args(f.def_inst(v(3)).unwrap())[0], header);
    assert_eq!((args(&f, 0, 0), args(&f, 2, 0)), (vec![v(2)], vec![v(4)]));
    let Terminator::BrIf { cond, .. } = f.blocks[b(3)].term else { panic!("it branches") };
    assert_eq!((cond, args(&f, 3, 1), returned(&f, 4)), (header, vec![header], exit));
    assert!(f.blocks[b(3)].params.is_empty());
}

#[test]
fn inner_loops_get_no_parameter_for_values_that_they_do_not_change() {
    // Uses in b4, in two loops after the block where the copies meet.
    let (f, made) = repaired(
        "b0(v0: i32, v1: i32):
           br_if v0, b1, b2
         b1:
           v2 = i32.add v0, v1
           jump b3
         b2:
           v3 = i32.sub v0, v1
           jump b3
         b3:
           jump b4
         b4:
           br_if v2, b4, b5
         b5:
           br_if v1, b3, b6
         b6:
           return v2",
        &[(2, 2, 3)],
    );
    // The header b3 has three predecessors; two of them bring definitions.
    assert_eq!(made, 1);
    let param = f.blocks[b(3)].params[0];
    assert_eq!(args(&f, 5, 0), [param]);
    assert_eq!((returned(&f, 6), f.blocks[b(4)].params.len()), (param, 0));
}

#[test]
fn edges_and_terminators_are_uses() {
    let (f, made) = repaired(
        "b0(v0: i32, v1: i32):
           br_if v0, b1, b2
         b1:
           v2 = i32.add v0, v1
           jump b3
         b2:
           v3 = i32.sub v0, v1
           jump b3
         b3:
           br_table v2, b4(v2), b4(v0)
         b4(v4: i32):
           return v4",
        &[(2, 2, 3)],
    );
    assert_eq!(made, 1);
    let param = f.blocks[b(3)].params[0];
    let Terminator::BrTable { index, .. } = f.blocks[b(3)].term else { panic!("it branches") };
    assert_eq!((index, args(&f, 3, 0), args(&f, 3, 1)), (param, vec![param], vec![v(0)]));
}

#[test]
fn unreachable_blocks_neither_define_nor_use() {
    // b4 and b5 are not reached; b5 leads to the join.
    let (f, made) = repaired(
        "b0(v0: i32, v1: i32):
           br_if v0, b1, b2
         b1:
           v2 = i32.add v0, v1
           jump b3
         b2:
           v3 = i32.sub v0, v1
           jump b3
         b3:
           return v2
         b4:
           v4 = i32.mul v0, v1
           jump b5
         b5:
           v5 = i32.mul v2, v1
           jump b3",
        &[(2, 2, 3), (2, 4, 4)],
    );
    assert_eq!((made, returned(&f, 3)), (1, f.blocks[b(3)].params[0]));
    assert_eq!(f.args(f.def_inst(v(5)).unwrap())[0], v(2));
    assert_eq!(args(&f, 5, 0).len(), 1);
}

#[test]
fn a_value_that_is_the_same_on_all_paths_gets_no_parameter() {
    // Both arms of the second branch come from the copy.
    let (f, made) = repaired(
        "b0(v0: i32, v1: i32):
           br_if v0, b1, b2
         b1:
           v2 = i32.add v0, v1
           return v2
         b2:
           v3 = i32.sub v0, v1
           br_if v3, b3, b4
         b3:
           jump b5
         b4:
           jump b5
         b5:
           return v2",
        &[(2, 2, 3)],
    );
    assert_eq!((made, returned(&f, 1), returned(&f, 5)), (0, v(2), v(3)));
}

#[test]
fn a_definition_may_have_several_definitions_itself() {
    // In b4, v4 has the value that v2 has there.
    let (f, made) = repaired(
        "b0(v0: i32, v1: i32):
           br_if v0, b1, b2
         b1:
           v2 = i32.add v0, v1
           jump b3
         b2:
           v3 = i32.sub v0, v1
           jump b3
         b3:
           br_if v1, b4, b5
         b4:
           jump b6
         b5:
           v4 = i32.mul v0, v1
           jump b6
         b6:
           return v4",
        &[(2, 2, 3), (4, 4, 2)],
    );
    assert_eq!(made, 2);
    let (first, second) = (f.blocks[b(3)].params[0], f.blocks[b(6)].params[0]);
    assert_eq!((args(&f, 4, 0), args(&f, 5, 0)), (vec![first], vec![v(4)]));
    assert_eq!(returned(&f, 6), second);
}

#[test]
fn a_use_before_the_definition_in_its_block_gets_the_incoming_value() {
    let (f, made) = repaired(
        "b0(v0: i32, v1: i32):
           v2 = i32.add v0, v1
           jump b1
         b1:
           v3 = i32.sub v2, v0
           v4 = i32.mul v2, v0
           br_if v4, b1, b2
         b2:
           return v2",
        &[(2, 1, 3)],
    );
    let param = f.blocks[b(1)].params[0];
    let first_arg = |value: u32| f.args(f.def_inst(v(value)).unwrap())[0];
    assert_eq!((made, first_arg(3), first_arg(4), returned(&f, 2)), (1, param, v(3), v(3)));
    assert_eq!((args(&f, 0, 0), args(&f, 1, 0)), (vec![v(2)], vec![v(3)]));
}

#[test]
fn constants_stay_constants() {
    let (f, made) = repaired(
        "b0(v0: i32, v1: i32):
           br_if v0, b1, b2
         b1:
           v2 = i32.const 7
           br_if v2, b3, b3
         b2:
           v3 = i32.const 7
           jump b3
         b3:
           br_if v1, b4, b5
         b4:
           return v2
         b5:
           return v2",
        &[(2, 2, 3)],
    );
    assert_eq!((made, f.blocks[b(3)].insts.len()), (0, 1));
    assert_eq!(
        (returned(&f, 4), f.result(f.blocks[b(3)].insts[0])),
        (returned(&f, 5), Some(returned(&f, 5)))
    );
}

#[test]
#[should_panic(expected = "is used where no definition reaches")]
fn a_use_without_a_definition_is_noticed() {
    repaired(
        "b0(v0: i32, v1: i32):
           br_if v0, b1, b2
         b1:
           v2 = i32.add v0, v1
           jump b3
         b2:
           v3 = i32.sub v0, v1
           br_if v3, b3, b4
         b3:
           return v0
         b4:
           return v2",
        &[(2, 3, 0)],
    );
}

#[test]
fn deep_graphs_are_fast() {
    use invar_ir::testing::{chain, fan, ladder, nest};
    use invar_ir::{Op, SourceLoc};
    use wasmparser::ValType;
    // A definition in each block, under one name, and a use in each block.
    for mut f in [chain(50_000), nest(25_000), fan(25_000), ladder(25_000)] {
        let (entry, loc) = (f.entry, SourceLoc::default());
        let blocks: Vec<Block> = f.blocks.keys().skip(1).collect();
        let first = f.append(entry, Op::I32Const { value: 1 }, &[], &[ValType::I32], loc);
        let original = f.result(first).unwrap();
        let mut definitions = Definitions::default();
        for (n, &block) in blocks.iter().enumerate() {
            f.append(block, Op::I32Eqz, &[original], &[ValType::I32], loc);
            // Some join the names before.
            if n % 100 == 0 {
                let inst = f.append(block, Op::I32Eqz, &[original], &[ValType::I32], loc);
                definitions.add(original, block, f.result(inst).unwrap());
            }
        }
        assert!(repair_ssa(&mut f, definitions) < 3 * blocks.len());
    }
}
