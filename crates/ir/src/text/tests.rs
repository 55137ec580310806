//! The text format: what is printed parses to the same module, and parse errors give the reason.

use super::*;
use crate::*;

/// Every construct of the format, as the printer writes it.
const ALL: &str = r#"module "all \"of\" it" {
  ty0 "sig" = func (i32, i32) -> (i32)
  ty1 = func () -> ()
  rec {
    ty2 = sub struct (mut i64, i8, (ref null ty3))
    ty3 = sub final ty2 struct (mut i64, i8, (ref null ty3), (ref (exact ty4)))
    ty4 = array (mut i16)
  }
  ty5 = shared array ((ref null (shared any)))
  ty6 = cont ty1
  ty7 = func (i32, exnref) -> (i32, f64)
  rec {
    ty8 = descriptor ty9 struct ()
    ty9 = describes ty8 struct ()
  }
  ty10 = func (anyref) -> (eqref)
  ty11 = func (i32) -> ()
  rec {
  }
  import m0 "env" "mem\n" : shared i64 1..16 page 0 "heap"
  import f0 "env" "log" : exact ty1
  import unlisted g0 "" "gone" : mut v128
  table t0 : 1..10 funcref = (ref.func f0)
  table t1 : shared i64 0.. (ref null ty2) "objects"
  memory m1 : i32 0..
  tag tag0 : ty11 "failure"
  global g1 : i32 "answer" = i32.const 42, i32.const -1, i32.add
  global g2 : shared mut anyref = ref.null any
  export "main" f1
  export "mem" m0 exact
  start f0
  elem elem0 "table" active t0 (i32.const 1) funcs f0, f1
  elem elem1 passive exprs funcref (ref.func f1), (ref.null func)
  elem elem2 declared funcs
  func f1 : ty0 "main" {
    ctx0 = "inline f3"
    ctx1 = "specialize f3(pc=4)" in ctx0 @1f:ctx0
  b0(v0: i32, v1: i32):
    v2 = i32.add v0, v1                              @1a3
    v3 = i32.load v2 offset=8 align=2                @1a5:ctx1
    v4 = i32.const -2147483648
    i32.store8 v0, v1 memory=m1
    v5 = i64.const 9223372036854775807
    v6 = i32.atomic.rmw8.add_u v5, v4 order=rmw_acq_rel
    v7 = call f1 v2, v3
    br_if v7, b1(v3), b2 !weights 10 1               @1b0
  b1(v8: i32):
    v9 = f32.const nan:0x400001
    v10 = f32.const -nan:0x1
    v11 = f64.const -0.0
    v12 = f64.const 1e-310
    v13 = f32.const -inf
    v14 = f32.const 3.4028235e38
    v15 = v128.const 0xff000000000000000000000000000001
    v16 = i8x16.shuffle 0 1 2 3 4 5 6 7 31 30 29 28 27 26 25 24 v15, v15
    v17 = i16x8.extract_lane_s 7 v16
    v18 = v128.load8_lane 15 v8, v16 offset=1 memory=m1
    br_table v17, b3, b2, b3 !weights 1 2 3
  b2:
    jump b4
  b3:
    unreachable
  b4:
    v21, v22 = call_indirect ty7 t0 v1, v40, v1
    v23 = select v21, v0, v1
    v24: (ref ty3) = ref.null ty3
    v25 = ref.as_non_null v24
    v26 = copy_value v24
    destroy_value v26
    v27 = begin_borrow v24
    end_borrow v27
    v28 = is_const cache1 v0
    v29 = keep_const unchecked looplazy v28
    v30 = unkeep_const v29
    v31 = promise_const m1 v0, v0
    v32 = promise_transitive m0 v5, v5
    v33 = promise_pure v7
    v40 = ref.null noexn
    memory.copy m0 m1 v5, v0, v0
    v41 = struct.get_s ty2 1 v25
    v42 = ref.cast_nullable (exact ty3) v25
    v43 = ref.test_non_null (shared any) v25
    atomic.fence acq_rel
    br_on_cast anyref (ref ty2) v25, [v50] b5(v50), [v51: (ref ty3)] b6(v51, v23)
  b5(v52: (ref null ty2)):
    return v30
  b6(v53: (ref ty3), v54: i32):
    br_on_null v53, b7, [v55] b8(v55) !weights 0 1
  b7:
    return_call f1 v54, v54
  b8(v56: (ref ty3)):
    invoke call f1 v54, v54, [v57] b9(v57), catch tag0 [v58, v59] b10(v59), catch_all b7
  b9(v60: i32):
    throw tag0 v60
  b10(v61: exnref):
    throw_ref v61
  }
  func f2 : ty1 raw "\00\0b"
  func f3 : ty1 none
  func f4 : ty1 {
  b5:
    jump b12
  b2(v3: i64):
    jump b2(v3)
  b12:
    return
  }
  data data0 "hello" active m1 (i32.const 8) "a\00\ff\22 \"é\\"
  data data1 passive ""
  custom "producers" after 3 "\01\02"
  hints f1 12 likely, 20 unlikely
  locals f1 0 "x", 1 "y"
  fields ty2 0 "next"
}
"#;

fn diff(a: &str, b: &str) {
    for (a, b) in a.lines().zip(b.lines()) {
        assert_eq!(a, b);
    }
    assert_eq!(a.len(), b.len());
}

#[test]
fn all_of_the_format_round_trips() {
    let module = parse_module(ALL).unwrap();
    diff(&module.to_string(), &ALL.replace("\\22", "\\\""));
    let again = parse_module(&module.to_string()).unwrap();
    diff(&again.to_string(), &module.to_string());
    assert_eq!(again.types, module.types);
    assert_eq!(again.rec_groups, module.rec_groups);
    assert_eq!(again.exports, module.exports);
    assert_eq!(again.elems, module.elems);
    assert_eq!(again.datas, module.datas);
    assert_eq!(again.data_bytes(Data::from_u32(0)), b"a\x00\xff\" \"\xc3\xa9\\");
    assert_eq!(again.names.locals, module.names.locals);
}

#[test]
fn handles_keep_their_numbers() {
    let module = parse_module(ALL).unwrap();
    let Body::Ssa(f) = &module.funcs[Func::from_u32(4)].body else { panic!("lifted") };
    assert_eq!(f.entry, Block::from_u32(5));
    assert_eq!(f.blocks.len(), 13);
    assert_eq!(f.live_blocks().map(|block| block.as_u32()).collect::<Vec<_>>(), [2, 5, 12]);
    assert_eq!(f.ty(Value::from_u32(3)), ValType::I64);
    assert_eq!(f.values[Value::from_u32(3)].def, ValueDef::Param(Block::from_u32(2), 0));
}

/// The text of each operator, with immediates of all kinds, parses to the same operator.
#[test]
fn every_operator_round_trips() {
    for &opcode in Opcode::ALL {
        if opcode.place() == OpPlace::Nowhere {
            continue;
        }
        for seed in 0..4u32 {
            let mut op = opcode.zeroed();
            op.for_each_immediate_mut(|immediate| match immediate {
                ImmediateMut::Index(IndexSpace::Control, _) | ImmediateMut::ControlOnly => {}
                ImmediateMut::Index(_, to) => *to = seed * 100,
                ImmediateMut::Lane(to) => *to = seed as u8,
                ImmediateMut::Lanes(to) => to[3] = seed as u8,
                ImmediateMut::I32(to) => *to = [0, -1, i32::MIN, i32::MAX][seed as usize],
                ImmediateMut::I64(to) => *to = [0, -1, i64::MIN, i64::MAX][seed as usize],
                ImmediateMut::F32(to) => *to = f32::from_bits(0xffc0_0000 - seed).into(),
                ImmediateMut::F64(to) => {
                    *to = f64::from_bits(0x3ff1_0000_0000_0000 - u64::from(seed)).into()
                }
                ImmediateMut::V128(to) => *to = V128::from(-i128::from(seed)),
                ImmediateMut::ValType(to) => *to = ValType::F32,
                ImmediateMut::RefType(to) => {
                    *to = [RefType::ANYREF, RefType::EXN][seed as usize % 2]
                }
                ImmediateMut::HeapType(to) => {
                    *to = HeapType::Concrete(wasmparser::UnpackedIndex::Module(seed));
                }
                ImmediateMut::Ordering(to) => *to = wasmparser::Ordering::AcqRel,
                ImmediateMut::MemArg(to) => {
                    *to = MemArg {
                        offset: u64::MAX * u64::from(seed == 3),
                        memory: seed,
                        align: seed as u8,
                        max_align: opcode.natural_align().unwrap(),
                        space: if seed == 1 { MemSpace::Array } else { MemSpace::Memory },
                        ordering: if seed == 2 {
                            MemOrdering::OpSeqCst
                        } else {
                            MemOrdering::Default
                        },
                    };
                }
                ImmediateMut::Caching(to) => *to = Caching::Cache1,
                ImmediateMut::Laziness(to) => *to = Laziness::Eager,
            });
            let mut text = String::new();
            print::operator(&mut text, &op).unwrap();
            text.push_str(" v0, v1");
            if let Some(memarg) = op.memarg() {
                print::memory_access(&mut text, memarg, opcode).unwrap();
            }
            let parse = || {
                let mut lexer = lex::Lexer::new(&text)?;
                let mut op = lexer.op()?;
                lexer.operands()?;
                lexer.memarg(&mut op)?;
                Ok(op)
            };
            let parsed: lex::Parsed<Op> = parse();
            assert_eq!(parsed.expect(&text), op, "{text}");
        }
    }
}

#[test]
fn every_float_round_trips() {
    let bits = [0u64, 1, 0x7ff0 << 48, 0x7ff8 << 48, 0xfff8_0000_0000_0001, 0x7ff0_0000_0000_0001];
    let more = (0..1000u64).map(|n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    for bits in bits.into_iter().chain(more) {
        let ops = [
            Op::F64Const { value: f64::from_bits(bits).into() },
            Op::F32Const { value: f32::from_bits((bits >> 32) as u32).into() },
        ];
        for op in ops {
            let mut text = String::new();
            print::operator(&mut text, &op).unwrap();
            assert_eq!(lex::Lexer::new(&text).unwrap().op().expect(&text), op, "{text}");
        }
    }
}

#[test]
fn short_forms_for_people() {
    let module = parse_module(
        "module { ; a comment
           memory m0 : i32 1..
           func f0 : (i32) -> (i32) {
           b0(v0: i32):
             v1 = memory.grow v0 ; the first memory
             v2 = i32.const 0xffffffff
             v3 = i32.add v1, v2
             return v3
           }
           func f1 : (i32) -> (i32) { b0(v0: i32): return_call f0 v0 }
         }",
    )
    .unwrap();
    assert_eq!(module.types.len(), 1);
    assert!(module.to_string().contains("v1 = memory.grow m0 v0\n    v2 = i32.const -1\n"));
}

#[test]
fn a_function_alone() {
    let module = parse_module(ALL).unwrap();
    let text = "func : ty1 {\nb0:\n  jump b1\nb1:\n  return\n}\n";
    let function = parse_function(text, &module).unwrap();
    assert_eq!(function.display(&module).to_string(), text);
    let error = parse_function("func : (f32) -> () {\nb0:\n}", &module).unwrap_err();
    assert_eq!(error.to_string(), "line 1, column 8: the module has no such type");
}

/// Functions under construction, and aliases that are not resolved yet, can be printed.
#[test]
fn unfinished_functions() {
    let module = parse_module("module { ty0 = func (i32) -> () }").unwrap();
    let mut f = Function::new(TypeId::from_u32(0), &[ValType::I32], &[]);
    let b1 = f.add_block();
    let param = f.add_param(b1, ValType::I32);
    let add = f.append(b1, Op::I32Eqz, &[param], &[ValType::I32], SourceLoc::at(16));
    f.add_block();
    f.alias(param, Value::from_u32(0));
    let text = f.display(&module).to_string();
    assert!(
        text.ends_with("b1(v1: i32):\n  v2 = i32.eqz v0                                  @10\n}\n"),
        "{text}"
    );
    assert_eq!(f.display_inst(&module, add).to_string(), "v2 = i32.eqz v0");
    assert_eq!(parse_function(&text, &module).unwrap().display(&module).to_string(), text);
}

#[test]
fn errors_say_where_and_what() {
    let body =
        |body: &str| format!("module {{ func f0 : (i32) -> () {{\nb0(v0: i32):\n{body}\n}} }}");
    for (text, error) in [
        (String::new(), "line 1, column 1: expected `module`, found the end"),
        ("module { bogus }".into(), "line 1, column 10: `bogus` is not an item of a module"),
        ("module { ty1 = func () -> () }".into(), "line 1, column 10: expected `ty0`, found `ty1`"),
        (
            "module { func f1 : () -> () none }".into(),
            "line 1, column 10: f1 is defined, and f0 is not",
        ),
        ("module { export \"x }".into(), "line 1, column 17: this string does not end on its line"),
        (
            "module { memory m0 : i32 5 }".into(),
            "line 1, column 26: expected limits, as `1..` or `1..16`, found `5`",
        ),
        ("module { # }".into(), "line 1, column 10: the character '#' has no meaning here"),
        ("module { tag tag0 : ty5 }".into(), "line 1, column 21: ty5 is not defined"),
        (body("v1 = i32.bogus v0"), "line 3, column 6: expected an operator, found `i32.bogus`"),
        (body("v1 = local.get 0"), "line 3, column 6: expected an operator, found `local.get`"),
        (body("v0 = i32.const 1"), "line 3, column 1: v0 is defined twice"),
        (body("v1 = i32.eqz v7"), "line 3, column 1: v7 is not defined"),
        (
            body("v1, v3 = i64.add128 v0, v0"),
            "line 3, column 5: results must be numbered one after the other",
        ),
        (body("v1, v2 = i32.eqz v0"), "line 3, column 1: 2 values are named and there are 1"),
        (body("v1 = call f9"), "line 3, column 1: function 9 does not exist"),
        (
            body("v1 = select v1, v1, v0"),
            "line 3, column 1: the type of this value depends on itself",
        ),
        (body("jump b7"), "line 3, column 6: b7 is not defined"),
        (
            body("jump b0\nreturn"),
            "line 4, column 1: expected the next block after the end of this one, found `return`",
        ),
        (body("br_if v0, b0"), "line 3, column 1: `br_if` takes a value and two targets"),
        (
            body("v1 = i32.load v0 align=3"),
            "line 3, column 18: an alignment must be a power of two",
        ),
        (
            body("v4000000000 = i32.const 1"),
            "line 2, column 1: too many value numbers are left out in this function",
        ),
        (
            body("return\nb4000000000: return"),
            "line 2, column 1: too many block numbers are left out in this function",
        ),
        (
            body("v1 = i32.const 4294967296"),
            "line 3, column 16: expected an integer of 32 bits, found `4294967296`",
        ),
        (
            body("v1 = f32.const nan:0x800000"),
            "line 3, column 16: expected a float, found `nan:0x800000`",
        ),
        (
            body("return @1:ctx0"),
            "line 3, column 11: expected a context that is defined above, found `ctx0`",
        ),
    ] {
        assert_eq!(
            parse_module(&text).map(|module| module.to_string()).unwrap_err().to_string(),
            error
        );
    }
}

#[test]
fn an_error_of_the_verifier_has_a_place() {
    let module = |items: &str, body: &str| {
        format!(
            "module {{\nty0 = func (i32) -> ()\n{items}\nfunc f0 : ty0 {{\nb0(v0: i32):\n{body}\n}}\n}}"
        )
    };
    for (items, body, line, column) in [
        ("", "v1 = i32.const 0\n  v2 = i64.eqz v1\nreturn", 7, 3),
        ("", "v1 = i32.const 0\n   return v1", 7, 4),
        ("", "jump b1\n\n b1(v1: i32):\nreturn", 6, 1),
        ("  export \"g\" f7", "return", 3, 3),
        ("memory m0 : i32 1..\ndata data0 active m0 (i64.const 0) \"\"", "return", 4, 1),
        ("global g0 : i32 = i64.const 0", "return", 3, 1),
        ("ty1 = struct ((ref ty9))", "return", 3, 1),
    ] {
        let text = module(items, body);
        let error = parse_verified(&text).expect_err(&text);
        assert_eq!((error.line, error.column), (line, column), "{error}\n{text}");
    }
    assert!(parse_verified(&module("", "return")).is_ok());
}

/// The types of values are inferred in the order of their dependences, whatever the order of blocks.
#[test]
fn types_are_found_in_any_order() {
    let mut text =
        String::from("module {\nfunc f0 : (funcref) -> () {\nb0(v0: funcref):\n  jump b1\n");
    text.push_str("b2:\n  return\n");
    let mut blocks = String::new();
    for n in (1..20_000).rev() {
        blocks.push_str(&format!("  v{n} = copy_value v{}\n", n - 1));
    }
    // Not in dominance order: the parser accepts that, the verifier would not.
    text.push_str(&format!("b1:\n{blocks}  jump b2\n}}\n}}"));
    let module = parse_module(&text).unwrap();
    let Body::Ssa(f) = &module.funcs[Func::from_u32(0)].body else { panic!("lifted") };
    assert_eq!(f.ty(Value::from_u32(19_999)), ValType::FUNCREF);
}

/// Damaged text is either refused or parsed; the parser never panics.
#[test]
fn garbage_in_is_an_error() {
    let mut state = 0x1234_5678_9abc_def0u64;
    let mut random = move |below: usize| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as usize % below.max(1)
    };
    let words: Vec<&str> = ALL.split([' ', '\n']).collect();
    let bytes = ALL.as_bytes();
    let mut parsed = 0;
    for round in 0..4000 {
        let mut text = bytes.to_vec();
        for _ in 0..1 + round % 3 {
            if text.is_empty() {
                break;
            }
            let at = random(text.len());
            match random(4) {
                0 => text[at] = b" (){}[],:=!@v0b9\"\\"[random(18)],
                1 => drop(text.drain(at..text.len().min(at + random(20)))),
                2 => text.truncate(at + 1),
                _ => drop(text.splice(at..at, words[random(words.len())].bytes())),
            }
        }
        let text = String::from_utf8_lossy(&text);
        if let Ok(module) = parse_module(&text) {
            parsed += 1;
            let printed = module.to_string();
            diff(&parse_module(&printed).expect(&printed).to_string(), &printed);
        }
    }
    assert!(parsed > 100, "damage that is still a module is tested too: {parsed}");
}
