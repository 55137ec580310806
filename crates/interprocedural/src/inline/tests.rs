use super::{Config, MOST_INSTS, Stats, offer, run};
use invar_analysis::{Callee, Fuel, Goals, PassContext, Remarks, Summaries};
use invar_ir::{Body, Context, Func, Function, Module, parse_module, verify_function};

const TYPES: &str = "
    ty0 = func (i32) -> (i32)
    ty1 = func () -> ()
    memory m0 : i32 1..";

/// The functions of a module, in order, without the bodies in it.
fn functions(text: &str) -> (Module, Vec<Function>) {
    let mut module = parse_module(&format!("module {{{TYPES}\n{text}}}")).unwrap();
    let take = |body: &mut Body| match std::mem::replace(body, Body::Import) {
        Body::Ssa(function) => *function,
        _ => panic!("no body"),
    };
    let functions = module.funcs.values_mut().map(|data| take(&mut data.body)).collect();
    (module, functions)
}

fn offered(module: &Module, function: &Function, sites: Option<u32>) -> Callee {
    offer(module, &Goals::default(), Func::from_u32(0), function, sites).expect("it is small")
}

/// Offers all functions to the last, in order, and inlines in it.
fn inline(text: &str, goals: Goals, fuel: &Fuel) -> (Module, Function, Stats, Vec<Func>) {
    let (module, mut functions) = functions(text);
    let mut caller = functions.pop().unwrap();
    let summaries = Summaries::new(functions.len() + 1);
    for (n, function) in functions.iter().enumerate() {
        if let Some(callee) = offer(&module, &goals, Func::from_u32(n as u32), function, None) {
            summaries.publish_body(Func::from_u32(n as u32), callee);
        }
    }
    let mut cx = PassContext::new(&module, goals, fuel, &summaries);
    cx.remarks = Remarks::new(true);
    let stats = run(&mut caller, &mut cx, &Config::default());
    verify_function(&module, &caller).unwrap();
    let inlined = cx.provenance.inlined;
    (module, caller, stats, inlined)
}

const TWICE: &str = "
    func f0 : ty0 {
    b0(v0: i32):
      v1 = i32.add v0, v0                     @10
      return v1                               @12
    }
    func f1 : ty0 {
    b0(v0: i32):
      v1 = call f0 v0                         @20
      v2 = call f0 v1                         @22
      return v2                               @24
    }";

#[test]
fn copied_code_tells_which_call_it_stands_for() {
    let (module, caller, stats, inlined) = inline(TWICE, Goals::default(), &Fuel::unlimited());
    assert_eq!(stats, Stats { small: 2, ..Stats::default() });
    assert_eq!(inlined, [Func::from_u32(0)]);
    let expected = "\
func : ty0 {
  ctx0 = \"inline f0\" @20
  ctx1 = \"inline f0\" @22
b0(v0: i32):
  v3 = i32.add v0, v0                              @10:ctx0
  v4 = i32.add v3, v3                              @10:ctx1
  return v4                                        @24
}
";
    assert_eq!(caller.display(&module).to_string(), expected);
}

#[test]
fn each_call_takes_one_unit_of_fuel() {
    for units in 0..3 {
        let (_, _, stats, inlined) = inline(TWICE, Goals::default(), &Fuel::limited(units));
        assert_eq!((stats.small, inlined.len()), (units, units.min(1) as usize));
    }
}

#[test]
fn where_size_counts_a_body_is_no_larger_than_the_call() {
    let text = |body: &str| {
        format!(
            "func f0 : ty0 {{
             b0(v0: i32):
               {body}
             }}
             func f1 : ty0 {{
             b0(v0: i32):
               v1 = call f0 v0
               return v1
             }}"
        )
    };
    let small = |body: &str, goals| inline(&text(body), goals, &Fuel::unlimited()).2.small;
    let size = Goals { size: 2, ..Goals::default() };
    let load = "v1 = i32.load v0\n return v1";
    let square = "v1 = i32.mul v0, v0\n return v1";
    assert_eq!((small(load, size), small(load, Goals::default())), (1, 1));
    assert_eq!((small(square, size), small(square, Goals::default())), (0, 1));
}

#[test]
fn a_copy_leaves_out_what_is_dead() {
    let (module, functions) = functions(
        "func f0 : ty0 {
           ctx0 = \"inline f7\" @1
           ctx1 = \"inline f8\" @2
           ctx2 = \"inline f9\" in ctx1 @3:ctx1
         b0(v0: i32):
           v1 = i32.add v0, v0                @4:ctx2
           return v1
         b1:
           v2 = i32.const 1                   @5:ctx0
           unreachable
         }",
    );
    let callee = offered(&module, &functions[0], Some(3));
    assert_eq!((callee.body.blocks.len(), callee.body.insts.len()), (1, 1));
    let what: Vec<String> =
        callee.body.contexts.values().map(|data| data.kind.to_string()).collect();
    assert_eq!(what, ["inline f8", "inline f9"]);
    let inner = callee.body.contexts.values().last().unwrap();
    assert_eq!(inner.parent.expand(), Some(Context::from_u32(0)));
    assert_eq!(callee.call_sites, Some(3));
}

#[test]
fn what_a_body_does_is_measured() {
    let (module, functions) = functions(
        "func f0 : ty0 {
         b0(v0: i32):
           v1 = i32.const 300
           v2 = i32.add v0, v1
           return v2
         }
         func f1 : ty1 {
         b0:
           jump b1
         b1:
           call f1
           jump b1
         }",
    );
    let straight = offered(&module, &functions[0], None);
    assert_eq!((straight.insts, straight.bytes), (1, 4));
    assert!(!straight.has_loop && !straight.has_calls);
    let circle = offered(&module, &functions[1], None);
    assert!(circle.has_loop && circle.has_calls);
}

#[test]
fn long_bodies_are_not_offered() {
    let body = |count: u32| {
        let line = |n: u32| format!("v{} = i32.add v{n}, v{n}\n", n + 1);
        let lines: String = (0..count).map(line).collect();
        format!("func f0 : ty0 {{\nb0(v0: i32):\n{lines}return v{count}\n}}")
    };
    let is_offered = |count: u32, sites| {
        let (module, functions) = functions(&body(count));
        offer(&module, &Goals::default(), Func::from_u32(0), &functions[0], sites).is_some()
    };
    assert!(is_offered(MOST_INSTS, Some(1)) && !is_offered(MOST_INSTS, Some(2)));
    assert!(!is_offered(MOST_INSTS + 1, Some(1)));
}
