//! Each invariant is broken once, at least, and named.

use super::*;
use crate::*;

/// A module whose function f0 of type (i32, anyref) -> (i64) has the given body.
fn module(body: &str) -> Module {
    let text = format!(
        "module {{
           ty0 = func (i32, anyref) -> (i64)
           ty1 = struct (mut i32)
           ty2 = func (i32) -> ()
           memory m0 : i32 1..
           global g0 : mut i32 = i32.const 0
           tag tag0 : ty2
           func f0 : ty0 {{
           b0(v0: i32, v1: anyref):
             v2 = i64.const 1
             {body}
           }}
           func f1 : ty2 none
         }}"
    );
    parse_module(&text).unwrap()
}

fn function(module: &Module) -> Function {
    let Body::Ssa(function) = &module.funcs[Func::from_u32(0)].body else { panic!("lifted") };
    (**function).clone()
}

/// The errors of the verifier for the function with this body, after a change by hand.
fn broken_by(body: &str, change: impl FnOnce(&mut Function)) -> Vec<(Invariant, String)> {
    let module = module(body);
    let mut function = function(&module);
    change(&mut function);
    let errors = verify_function(&module, &function).expect_err("an invariant is broken");
    errors.into_iter().map(|error| (error.invariant, error.to_string())).collect()
}

/// Checks that a body has exactly one error.
#[track_caller]
fn broken(body: &str, invariant: Invariant, message: &str) {
    assert_eq!(broken_by(body, |_| {}), [(invariant, format!("{message} ({invariant:?})"))]);
}

#[test]
fn good_functions() {
    for body in [
        "return v2",
        "br_if v0, b1(v2), b2\nb1(v3: i64): return v3\nb2: unreachable",
        "jump b1(v0)\nb1(v3: i32):\nv4 = i32.const 1\nv5 = i32.sub v3, v4\nbr_if v5, b1(v5), b2\nb2: return v2",
        "br_on_cast anyref (ref ty1) v1, [v3] b1(v3), b2\nb1(v4: eqref): return v2\nb2: return v2",
        "br_on_null v1, b1, [v3] b2(v3)\nb1: return v2\nb2(v4: (ref any)): jump b1",
        "invoke call f1 v0, b1, catch tag0 [v3] b2(v3), catch_all [v4: exnref] b3(v4)\n\
         b1: return v2\nb2(v5: i32): throw tag0 v5\nb3(v6: exnref): throw_ref v6",
        "return_call f0 v0, v1",
        // In unreachable blocks, instructions may be in any order.
        "return v2\nb1:\nv3 = i32.eqz v4\nv4 = i32.eqz v3\njump b1",
    ] {
        let module = module(body);
        verify_function(&module, &function(&module)).unwrap_or_else(|errors| panic!("{errors:#?}"));
    }
}

#[test]
fn range() {
    let (value, block) = (Value::from_u32(77), Block::from_u32(9));
    let first = |change: fn(&mut Function)| broken_by("return v2", change).remove(0);
    assert_eq!(
        broken_by("v3 = i32.eqz v0\nreturn v2", |f| f.args_mut(Inst::from_u32(1))[0] = value),
        [(Invariant::Range, "b0, `v3: i32 = i32.eqz v77`: v77 does not exist (Range)".into())]
    );
    assert_eq!(
        broken_by("return v2", |f| {
            let call = f.call(block, &[]);
            f.blocks[Block::from_u32(0)].term = Terminator::Jump(call);
        }),
        [(Invariant::Range, "b0, `jump b9`: b9 does not exist (Range)".into())]
    );
    assert_eq!(first(|f| f.entry = Block::from_u32(5)).0, Invariant::Range);
    assert_eq!(
        first(|f| f.blocks[Block::from_u32(0)].insts.push(Inst::from_u32(50))).0,
        Invariant::Range
    );
    let context = Context::from_u32(0);
    assert_eq!(
        first(|f| f.blocks[f.entry].term_loc.context = Context::from_u32(3).into()).0,
        Invariant::Range
    );
    let error = broken_by("return v2", |f| {
        let site = SourceLoc::default();
        f.contexts.push(ContextData { parent: context.into(), site, kind: String::new().into() });
    });
    assert_eq!(error[0].1, "the function: ctx0 names a context that is not before it (Range)");
    let error = broken_by("v3 = ref.null any\nreturn v2", |f| {
        let ty = wasmparser::PackedIndex::from_module_index(40).unwrap();
        f.values[Value::from_u32(3)].ty = RefType::concrete(true, ty).into();
    });
    assert_eq!(error[0].0, Invariant::Range);
}

#[test]
fn dead() {
    broken("jump b1\nb1:", Invariant::Dead, "b0, `jump b1`: b1 has no terminator");
    let error = broken_by("return v2\nb1:\nv3 = i32.const 0", |_| {});
    assert_eq!(error[0].1, "b1: a block without a terminator has instructions (Dead)");
    let error = broken_by("return v2", |f| f.blocks[f.entry].term = Terminator::None);
    assert_eq!(error[0].1, "b0: the entry has no terminator (Dead)");
}

#[test]
fn entry() {
    broken(
        "jump b0(v0, v1)",
        Invariant::Entry,
        "b0, `jump b0(v0, v1)`: nothing may branch to the entry",
    );
    let error = broken_by("return v2", |f| f.values[Value::from_u32(0)].ty = ValType::F32);
    assert_eq!(
        error[0].1,
        "b0: number 0 of the parameters of the type is of type i32 where f32 is asked for (Entry)"
    );
    let error = broken_by("return v2", |f| f.results.push(ValType::I32));
    assert_eq!(error[0].0, Invariant::Entry);
    let error = broken_by("return v2", |f| f.ty = TypeId::from_u32(1));
    assert_eq!(error[0].1, "the function: ty1 is not a function type of the module (Entry)");
}

#[test]
fn once() {
    let error = broken_by("return v2", |f| {
        let block = f.entry;
        let inst = f.blocks[block].insts[0];
        f.blocks[block].insts.push(inst);
    });
    assert_eq!(error[0].1, "b0, `v2 = i64.const 1`: the instruction stands in two places (Once)");
    let error = broken_by("return v2", |f| {
        let block = f.entry;
        let param = f.blocks[block].params[0];
        f.blocks[block].params.push(param);
    });
    assert!(error.iter().any(|error| error.1 == "b0: v0 is defined twice (Once)"), "{error:?}");
}

#[test]
fn definition() {
    let error = broken_by("return v2", |f| {
        f.values[Value::from_u32(2)].def = ValueDef::Param(f.entry, 0);
    });
    assert_eq!(
        error,
        [(
            Invariant::Definition,
            "b0, `v2 = i64.const 1`: the definition of v2 is recorded as Param(b0, 0) (Definition)"
                .into()
        )]
    );
    let error = broken_by(
        "br_on_null v1, b1, [v3] b2(v3)\nb1: return v2\nb2(v4: (ref any)): return v2",
        |f| {
            f.values[Value::from_u32(3)].def = ValueDef::Edge(f.entry, 0);
        },
    );
    assert_eq!(error[0].0, Invariant::Definition);
}

#[test]
fn alias() {
    let body = "v3 = i64.const 1\nv4 = i64.eqz v3\nreturn v2";
    let error = broken_by(body, |f| f.alias(Value::from_u32(3), Value::from_u32(2)));
    assert_eq!(error[0].1, "b0, `v4 = i64.eqz v2`: v3 is used, an alias of v2 (Alias)");
    // Once resolved, the instruction may stay.
    let module = module(body);
    let mut function = function(&module);
    function.alias(Value::from_u32(3), Value::from_u32(2));
    function.resolve_aliases();
    assert_eq!(verify_function(&module, &function), Ok(()));
}

#[test]
fn undefined() {
    let error = broken_by("v3 = i64.const 2\nreturn v3", |f| {
        let block = f.entry;
        f.blocks[block].insts.pop();
    });
    let message = "b0, `return v3`: v3 is used and not defined in a live block (Undefined)";
    assert_eq!(error, [(Invariant::Undefined, message.into())]);
}

#[test]
fn dominance() {
    broken(
        "v3 = i32.eqz v4\nv4 = i32.eqz v0\nreturn v2",
        Invariant::Dominance,
        "b0, `v3 = i32.eqz v4`: v4, defined in b0, does not dominate this use",
    );
    broken(
        "br_if v0, b1, b2\nb1:\nv3 = i64.const 2\njump b2\nb2: return v3",
        Invariant::Dominance,
        "b2, `return v3`: v3, defined in b1, does not dominate this use",
    );
}

#[test]
fn edge() {
    broken(
        "br_on_null v1, b1(v3), [v3] b2\nb1(v4: anyref): return v2\nb2: return v2",
        Invariant::Edge,
        "b0, `br_on_null v1, b1(v3), [v3] b2`: v3 is used outside of the edge it is made for",
    );
    let error = broken_by(
        "br_on_null v1, b1, [v3] b2\nb1: return v2\nb2:\nv4 = ref.is_null v3\nreturn v2",
        |_| {},
    );
    assert_eq!(error[0].0, Invariant::Edge);
}

#[test]
fn operator() {
    let with = |op: Op| {
        broken_by("v3 = i32.const 0\nreturn v2", |f| f.insts[Inst::from_u32(1)].op = op).remove(0)
    };
    assert_eq!(with(Op::End).1, "b0, `v3: i32 = end`: `end` is not an instruction (Operator)");
    assert_eq!(with(Op::ReturnCall { function_index: 0 }).0, Invariant::Operator);
    let error = broken_by("return_call f0 v0, v1", |f| {
        let Terminator::TailCall { op, .. } = &mut f.blocks[f.entry].term else { panic!() };
        *op = Op::Call { function_index: 0 };
    });
    assert_eq!(error[0].0, Invariant::Operator);
}

#[test]
fn immediate() {
    let body = "data.drop data0\nreturn v2";
    broken(body, Invariant::Immediate, "b0, `data.drop data0`: data0 does not exist");
    broken(
        "v3 = i32.load v0 align=8\nreturn v2",
        Invariant::Immediate,
        "b0, `v3 = i32.load v0 align=8`: the alignment is not at most natural",
    );
    broken(
        "v3: nullref = ref.null ty9\nreturn v2",
        Invariant::Immediate,
        "b0, `v3: nullref = ref.null ty9`: the type does not exist",
    );
}

#[test]
fn operands() {
    broken(
        "v3 = i32.add v0, v2\nreturn v2",
        Invariant::Operands,
        "b0, `v3 = i32.add v0, v2`: operand 1 of `i32.add` must be of type i32 and is of type i64",
    );
    broken(
        "v3 = i32.add v0\nreturn v2",
        Invariant::Operands,
        "b0, `v3 = i32.add v0`: `i32.add` takes 2 operands and has 1",
    );
    broken(
        "br_if v2, b1, b1\nb1: return v2",
        Invariant::Operands,
        "b0, `br_if v2, b1, b1`: v2 must be of type i32",
    );
    broken(
        "v3 = select v1, v1, v0\nreturn v2",
        Invariant::Operands,
        "b0, `v3 = select v1, v1, v0`: a selection of references must be `typed_select`",
    );
    broken(
        "v3 = keep_const cache lazy v1\nreturn v2",
        Invariant::Operands,
        "b0, `v3 = keep_const cache lazy v1`: `keep_const` takes no reference",
    );
    broken(
        "v3 = promise_const m0 v0, v2\nreturn v2",
        Invariant::Operands,
        "b0, `v3 = promise_const m0 v0, v2`: operand 1 of `promise_const` must be of type i32 and \
         is of type i64",
    );
}

#[test]
fn results() {
    broken(
        "v3: i64 = i32.eqz v0\nreturn v2",
        Invariant::Results,
        "b0, `v3: i64 = i32.eqz v0`: number 0 of the results of the operator is of type i32 \
         where i64 is asked for",
    );
    broken(
        "i32.eqz v0\nreturn v2",
        Invariant::Results,
        "b0, `i32.eqz v0`: there are 1 results of the operator where 0 are asked for",
    );
    broken(
        "br_on_null v1, [v3: anyref] b1, b1\nb1: return v2",
        Invariant::Results,
        "b0, `br_on_null v1, [v3: anyref] b1, b1`: there are 0 results of the operator where 1 \
         are asked for",
    );
}

#[test]
fn arguments() {
    broken(
        "jump b1(v0)\nb1(v3: i64): return v3",
        Invariant::Arguments,
        "b0, `jump b1(v0)`: number 0 of the arguments for b1 is of type i32 where i64 is asked for",
    );
    broken(
        "jump b1\nb1(v3: i64): return v3",
        Invariant::Arguments,
        "b0, `jump b1`: there are 0 arguments for b1 where 1 are asked for",
    );
}

#[test]
fn returned() {
    broken(
        "return v0",
        Invariant::Return,
        "b0, `return v0`: number 0 of the values that are returned is of type i32 where i64 is \
         asked for",
    );
    broken(
        "return_call f1 v0",
        Invariant::Return,
        "b0, `return_call f1 v0`: there are 0 values that are returned where 1 are asked for",
    );
}

#[test]
fn modules() {
    let errors = |items: &str| {
        let module = parse_module(&format!("module {{\n{items}\n}}")).unwrap();
        let errors = verify_module(&module).err().unwrap_or_default();
        errors.iter().map(VerifyError::to_string).collect::<Vec<_>>().join("; ")
    };
    for (items, error) in [
        ("ty0 = struct (i32, (ref null ty0))", ""),
        ("global g0 : i32 = i32.const 1, i32.const 2, i32.mul", ""),
        ("memory m0 : i64 1..\ndata data0 active m0 (i64.const 4) \"x\"", ""),
        ("ty0 = array ((ref ty1))", "ty0: the type names a type that does not exist (Module)"),
        ("ty0 = sub ty0 struct ()", "ty0: a supertype is not an earlier type (Module)"),
        ("func f0 : () -> () none", "f0: the function has no body and is no import (Module)"),
        ("start f3", "f3: the start function does not exist (Module)"),
        (
            "import f0 \"a\" \"b\" : (i32) -> ()\nstart f0",
            "f0: the start function has parameters or results (Module)",
        ),
        ("export \"x\" m0", "export \"x\": m0 does not exist (Module)"),
        (
            "memory m0 : i32 1..\nexport \"x\" m0\nexport \"x\" m0",
            "m0: \"x\" is exported twice (Module)",
        ),
        (
            "global g0 : i32 = i64.const 1",
            "g0: the constant expression does not give one value of its type (Module)",
        ),
        ("global g0 : i32 = i32.add", "g0: `i32.add` finds too few operands (Module)"),
        ("data data0 active m0 (i32.const 0) \"\"", "data0: m0 does not exist (Module)"),
        ("elem elem0 passive funcs f0", "elem0: f0 does not exist (Module)"),
        (
            "func f0 : () -> (i32) {\nb0: return\n}",
            "f0, b0, `return`: there are 0 values that are returned where 1 are asked for (Return)",
        ),
    ] {
        assert_eq!(errors(items), error, "{items}");
    }
}

#[test]
fn a_list_of_values_belongs_to_one_place() {
    let errors = broken_by("br_if v0, b1(v2), b1(v2)\nb1(v3: i64): return v3", |f| {
        let Terminator::BrIf { then, els, .. } = &mut f.blocks[f.entry].term else { panic!() };
        els.args = then.args;
    });
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(errors[0].1.contains("a list of values is that of another place"), "{errors:?}");
}
