//! Small modules with known answers, each executed as it was read and in SSA form.
//!
//! The test suite of the specification says more about each operator (`invar-filetests`, test `spec`); here
//! is what a store, a host and the machine add to them, and one program per proposal.

use invar_interp::value::InstanceAddr;
use invar_interp::{
    Const, Error, Extern, ExternType, Host, Limits, Program, Ref, Stop, Store, Trap, Value,
};
use invar_ir::{Body, Module};
use std::sync::Arc;

const FUEL: u64 = 10_000_000;

/// The module of a text, its bodies as they were read, and in SSA form where they can be.
fn programs(text: &str) -> [Arc<Program>; 2] {
    let wasm = wat::parse_str(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let (raw, lifter) = invar_wasm::read(wasm.into()).expect("it is valid");
    let mut ssa: Module = raw.clone();
    for func in raw.funcs.keys() {
        if let Body::Raw(_) = raw.funcs[func].body
            && let Ok(function) = lifter.lift(&raw, func)
        {
            ssa.funcs[func].body = Body::Ssa(Box::new(function));
        }
    }
    [Program::new(raw), Program::new(ssa)]
}

/// A host whose functions add a number to their argument, and note it.
#[derive(Default)]
struct Adder(Vec<u32>);

impl Host for Adder {
    fn call(&mut self, _: &mut Store, id: u32, args: &[Value]) -> Result<Vec<Value>, Stop> {
        if id == 13 {
            return Err(Stop::Host("13".to_owned()));
        }
        self.0.push(args[0].as_u32());
        Ok(vec![Value::i32(args[0].as_u32().wrapping_add(id) as i32)])
    }
}

/// An instance whose imports, all functions, are those of an [`Adder`] in order.
fn instance(store: &mut Store, program: &Arc<Program>) -> Result<InstanceAddr, Error> {
    let imports: Vec<Extern> = store
        .imports(program)
        .iter()
        .zip(10..)
        .map(|(import, id)| {
            let ExternType::Func(ty, _) = import.ty else { panic!("{import:?}") };
            Extern::Func(store.new_func(ty, id))
        })
        .collect();
    store.instantiate(&mut Adder::default(), program, &imports)
}

fn call_in(
    store: &mut Store,
    instance: InstanceAddr,
    name: &str,
    args: &[Value],
) -> Result<Vec<Value>, Stop> {
    let Some(Extern::Func(func)) = store.export(instance, name) else { panic!("no {name:?}") };
    store.call(&mut Adder::default(), func, args)
}

/// What a call of `f` gives, the same in both forms.
#[track_caller]
fn call(text: &str, args: &[Value]) -> Result<Vec<Value>, Stop> {
    let [raw, ssa] = programs(text).map(|program| {
        let mut store = Store::new(Limits::default(), FUEL);
        let instance = instance(&mut store, &program).expect("it is instantiated");
        call_in(&mut store, instance, "f", args)
    });
    assert_eq!(raw, ssa, "as it was read, and in SSA form");
    raw
}

/// The `i32` that a call of `f` gives.
#[track_caller]
fn number(text: &str, args: &[i32]) -> i32 {
    let args: Vec<Value> = args.iter().map(|&arg| Value::i32(arg)).collect();
    match call(text, &args).as_deref() {
        Ok(&[Value::Number(Const::I32(value))]) => value,
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn trap(text: &str, args: &[i32]) -> Trap {
    let args: Vec<Value> = args.iter().map(|&arg| Value::i32(arg)).collect();
    match call(text, &args) {
        Err(Stop::Trap(trap)) => trap,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_loop_computes_a_factorial() {
    let text = r#"(module (func (export "f") (param $n i32) (result i32) (local $r i32)
        (local.set $r (i32.const 1))
        (block $end (loop $l
          (br_if $end (i32.eqz (local.get $n)))
          (local.set $r (i32.mul (local.get $r) (local.get $n)))
          (local.set $n (i32.sub (local.get $n) (i32.const 1)))
          (br $l)))
        (local.get $r)))"#;
    assert_eq!(number(text, &[10]), 3_628_800);
    assert_eq!(number(text, &[0]), 1);
}

#[test]
fn branches_pass_values_all_at_once() {
    // Two variables swap their values each time around.
    let text = r#"(module (func (export "f") (param $n i32) (result i32)
        (local $a i32) (local $b i32) (local $t i32)
        (local.set $a (i32.const 1)) (local.set $b (i32.const 2))
        (loop $l
          (local.set $t (local.get $a)) (local.set $a (local.get $b)) (local.set $b (local.get $t))
          (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
        (i32.add (i32.mul (local.get $a) (i32.const 10)) (local.get $b))))"#;
    assert_eq!((number(text, &[1]), number(text, &[2])), (21, 12));
    let text = r#"(module (func (export "f") (param i32) (result i32)
        (block $b (result i32 i32)
          (i32.const 7) (i32.const 3) (local.get 0) (br_table $b $b $b))
        (i32.sub)))"#;
    assert_eq!(number(text, &[9]), 4);
}

#[test]
fn a_call_goes_through_the_host() {
    let text = r#"(module (import "" "a" (func $a (param i32) (result i32)))
        (import "" "b" (func $b (param i32) (result i32)))
        (func (export "f") (param i32) (result i32)
          (i32.sub (call $b (local.get 0)) (call $a (i32.const 1)))))"#;
    // The second import adds 11, the first one 10.
    assert_eq!(number(text, &[100]), 111 - 11);
    let refused = r#"(module (import "" "a" (func (param i32))) (import "" "b" (func (param i32)))
        (import "" "c" (func (param i32))) (import "" "d" (func $d (param i32) (result i32)))
        (func (export "f") (param i32) (result i32) (call $d (local.get 0))))"#;
    assert_eq!(call(refused, &[Value::i32(1)]), Err(Stop::Host("13".to_owned())));
}

#[test]
fn traps_have_their_kinds() {
    let of = |body: &str| {
        let text = format!(
            r#"(module (memory 1) (type $s (struct (field i32))) (type $a (array i8))
                (type $v (func)) (table $t 4 funcref) (elem (i32.const 1) $id) (func $id (param i32))
                (func (export "f") (param i32) (result i32) {body} (i32.const 0)))"#
        );
        trap(&text, &[0])
    };
    for (body, kind) in [
        ("unreachable", Trap::UnreachableCodeReached),
        ("(drop (i32.div_s (i32.const 1) (local.get 0)))", Trap::IntegerDivisionByZero),
        ("(drop (i64.trunc_f32_s (f32.const inf)))", Trap::IntegerOverflow),
        ("(drop (i32.trunc_f64_u (f64.const nan)))", Trap::BadConversionToInteger),
        ("(drop (i32.load offset=65533 (local.get 0)))", Trap::MemoryOutOfBounds),
        ("(drop (i32.load (i32.const -1)))", Trap::MemoryOutOfBounds),
        ("(memory.fill (i32.const 65530) (i32.const 1) (i32.const 7))", Trap::MemoryOutOfBounds),
        ("(drop (table.get $t (i32.const 4)))", Trap::TableOutOfBounds),
        ("(call_indirect $t (type $v) (i32.const 9))", Trap::TableOutOfBounds),
        ("(call_indirect $t (type $v) (i32.const 0))", Trap::IndirectCallToNull),
        ("(call_indirect $t (type $v) (i32.const 1))", Trap::BadSignature),
        ("(call_ref $v (ref.null $v))", Trap::NullReference),
        ("(drop (struct.get $s 0 (ref.null $s)))", Trap::NullReference),
        (
            "(drop (array.get_u $a (array.new $a (i32.const 0) (i32.const 2)) (i32.const 2)))",
            Trap::ArrayOutOfBounds,
        ),
        ("(drop (ref.cast (ref $s) (ref.i31 (i32.const 1))))", Trap::CastFailure),
        ("(drop (i32.atomic.load (i32.const 2)))", Trap::HeapMisaligned),
        (
            "(drop (memory.atomic.wait32 (i32.const 0) (i32.const 0) (i64.const 0)))",
            Trap::AtomicWaitNonSharedMemory,
        ),
    ] {
        assert_eq!(of(body), kind, "{body}");
    }
}

#[test]
fn memories_grow_and_are_copied() {
    let text = r#"(module (memory $a 1 2) (memory $b i64 1)
        (data $d "abcdefgh") (data (memory $b) (i64.const 8) "\2a")
        (func (export "f") (param $grow i32) (result i32)
          (memory.init $a $d (i32.const 100) (i32.const 2) (i32.const 4))
          (data.drop $d)
          (memory.copy $b $a (i64.const 16) (i32.const 100) (i32.const 4))
          (memory.copy $b $b (i64.const 17) (i64.const 16) (i64.const 3))
          (i32.store8 $b (i64.const 20) (memory.grow $a (local.get $grow)))
          (i32.store16 $a (i32.const 0) (memory.size $a))
          (i32.add (i32.load $b offset=16 (i64.const 0))
            (i32.add (i32.mul (i32.load8_s $b (i64.const 20)) (i32.const 1000))
              (i32.add (i32.load16_u $a (i32.const 0)) (i32.load8_u $b (i64.const 8)))))))"#;
    // The bytes are c, c, d, e; the old size is 1, the new one 2.
    let copied = i32::from_le_bytes(*b"ccde");
    assert_eq!(number(text, &[1]), copied.wrapping_add(1000 + 2 + 42));
    // The memory cannot grow by two.
    assert_eq!(number(text, &[2]), copied.wrapping_add(-1000 + 1 + 42));
}

#[test]
fn dropped_segments_are_empty() {
    let text = r#"(module (memory 1) (table $t 4 funcref) (elem $e func $g) (func $g)
        (data $d "x") (data $active (i32.const 0) "y")
        (func (export "f") (param $which i32) (result i32)
          (data.drop $d) (elem.drop $e)
          (memory.init $d (i32.const 0) (i32.const 0) (i32.const 0))
          (if (i32.eq (local.get $which) (i32.const 1))
            (then (memory.init $d (i32.const 0) (i32.const 0) (i32.const 1))))
          (if (i32.eq (local.get $which) (i32.const 2))
            (then (table.init $t $e (i32.const 0) (i32.const 0) (i32.const 1))))
          (if (i32.eq (local.get $which) (i32.const 3))
            (then (memory.init $active (i32.const 0) (i32.const 0) (i32.const 1))))
          (i32.load8_u (i32.const 0))))"#;
    assert_eq!(number(text, &[0]), i32::from(b'y'));
    assert_eq!(trap(text, &[1]), Trap::MemoryOutOfBounds);
    assert_eq!(trap(text, &[2]), Trap::TableOutOfBounds);
    assert_eq!(trap(text, &[3]), Trap::MemoryOutOfBounds);
}

#[test]
fn tail_calls_take_no_stack() {
    let text = r#"(module (type $t (func (param i32 i32) (result i32))) (table funcref (elem $odd))
        (func $even (export "f") (param $n i32) (param $r i32) (result i32)
          (if (i32.eqz (local.get $n)) (then (return (local.get $r))))
          (return_call_indirect (type $t) (i32.sub (local.get $n) (i32.const 1)) (local.get $r)
            (i32.const 0)))
        (func $odd (param $n i32) (param $r i32) (result i32)
          (if (i32.eqz (local.get $n)) (then (return (i32.const -1))))
          (return_call $even (i32.sub (local.get $n) (i32.const 1))
            (i32.add (local.get $r) (i32.const 1)))))"#;
    assert_eq!(number(text, &[300_000, 0]), 150_000);
    assert_eq!(number(text, &[300_001, 0]), -1);
}

#[test]
fn calls_and_instructions_have_limits() {
    let deep = r#"(module (func $f (export "f") (param i32) (result i32)
        (if (result i32) (local.get 0)
          (then (i32.add (call $f (i32.sub (local.get 0) (i32.const 1))) (i32.const 1)))
          (else (i32.const 0)))))"#;
    assert_eq!(number(deep, &[15_000]), 15_000);
    assert_eq!(call(deep, &[Value::i32(100_000)]), Err(Stop::Stack));
    let endless = r#"(module (func (export "f") (loop (br 0))))"#;
    assert_eq!(call(endless, &[]), Err(Stop::Fuel));
    let garbage = r#"(module (type $a (array i64))
        (func (export "f") (loop (drop (array.new_default $a (i32.const 1000000))) (br 0))))"#;
    assert_eq!(call(garbage, &[]), Err(Stop::Heap));
}

#[test]
fn nesting_takes_no_stack() {
    let depth = 50_000;
    let text = format!(
        r#"(module (func (export "f") (result i32) {} (i32.const 5) {}))"#,
        "block (result i32) ".repeat(depth),
        "end ".repeat(depth)
    );
    assert_eq!(number(&text, &[]), 5);
}

#[test]
fn exceptions_reach_the_first_handler_that_fits() {
    let text = r#"(module (tag $a (param i32)) (tag $b)
        (func $throw (param i32)
          (if (i32.eq (local.get 0) (i32.const 1)) (then (throw $a (i32.const 10))))
          (if (i32.eq (local.get 0) (i32.const 2)) (then (throw $b))))
        (func $middle (param i32) (call $throw (local.get 0)))
        (func (export "f") (param i32) (result i32) (local $e exnref)
          (block $any (result exnref)
            (block $of_a (result i32)
              (try_table (catch $a $of_a) (catch_all_ref $any) (call $middle (local.get 0)))
              (return (i32.const 1)))
            (return))
          (local.set $e)
          (block $again (result exnref)
            (try_table (catch_all_ref $again) (throw_ref (local.get $e)))
            (unreachable))
          (local.set $e)
          (i32.add (i32.const 1) (ref.is_null (local.get $e)))))"#;
    assert_eq!(number(text, &[0]), 1);
    assert_eq!(number(text, &[1]), 10);
    assert_eq!(number(text, &[2]), 1);
    let uncaught = r#"(module (tag $a (param i32)) (func (export "f") (throw $a (i32.const 3))))"#;
    let [raw, _] = programs(uncaught);
    let mut store = Store::new(Limits::default(), FUEL);
    let made = instance(&mut store, &raw).expect("it is instantiated");
    let Err(Stop::Exception(thrown)) = call_in(&mut store, made, "f", &[]) else {
        panic!("it is thrown")
    };
    assert_eq!(store.exception(thrown).values, [Value::i32(3)]);
}

#[test]
fn exceptions_of_the_time_before_the_standard() {
    let text = r#"(module (tag $a (param i32)) (tag $b)
        (func (export "f") (param i32) (result i32)
          try $outer (result i32)
            try $inner (result i32)
              try
                local.get 0
                if
                  (throw $a (local.get 0))
                end
                (throw $b)
              delegate $inner
              i32.const 0
            catch $a
              (i32.add (i32.const 1))
              drop
              rethrow $inner
            catch_all
              i32.const 7
            end
          catch $a
            (i32.add (i32.const 100))
          end))"#;
    assert_eq!(number(text, &[5]), 105);
    assert_eq!(number(text, &[0]), 7);
}

#[test]
fn objects_hold_their_fields() {
    let text = r#"(module
        (type $p (sub (struct (field (mut i8)) (field i64))))
        (type $q (sub $p (struct (field (mut i8)) (field i64) (field (ref null $p)))))
        (type $a (array (mut i16)))
        (func (export "f") (param i32) (result i32) (local $q (ref null $q)) (local $a (ref null $a))
          (local.set $q (struct.new $q (i32.const 0x1ff) (i64.const 3)
            (struct.new_default $p)))
          (struct.set $p 0 (local.get $q) (local.get 0))
          (local.set $a (array.new_fixed $a 3 (i32.const -1) (i32.const 2) (i32.const 3)))
          (array.copy $a $a (local.get $a) (i32.const 1) (local.get $a) (i32.const 0) (i32.const 2))
          (i32.add
            (i32.add (struct.get_s $p 0 (local.get $q)) (struct.get_u $p 0 (local.get $q)))
            (i32.add (i32.mul (array.get_u $a (local.get $a) (i32.const 1)) (i32.const 2))
              (i32.add (array.get_s $a (local.get $a) (i32.const 1))
                (array.len (local.get $a)))))))"#;
    assert_eq!(number(text, &[0x1fe]), (-2 + 254) + 2 * 65535 + (-1) + 3);
}

#[test]
fn casts_follow_declared_supertypes() {
    let text = r#"(module
        (type $p (sub (struct (field i32)))) (type $q (sub $p (struct (field i32) (field i32))))
        (type $same (sub $p (struct (field i32) (field i32))))
        (func $make (param i32) (result anyref)
          (if (i32.eq (local.get 0) (i32.const 0)) (then (return (struct.new_default $p))))
          (if (i32.eq (local.get 0) (i32.const 1)) (then (return (struct.new_default $same))))
          (if (i32.eq (local.get 0) (i32.const 2)) (then (return (ref.i31 (i32.const -1)))))
          (ref.null none))
        (func (export "f") (param i32) (result i32) (local $x anyref)
          (local.set $x (call $make (local.get 0)))
          (i32.add
            (i32.add (ref.test (ref $q) (local.get $x))
              (i32.mul (i32.const 10) (ref.test (ref $p) (local.get $x))))
            (i32.add (i32.mul (i32.const 100) (ref.test (ref null i31) (local.get $x)))
              (i32.mul (i32.const 1000)
                (block $not (result i32)
                  (drop (block $is (result (ref struct))
                    (br_on_cast $is anyref (ref struct) (local.get $x))
                    (br $not (i32.const 0))))
                  (i32.const 1)))))))"#;
    // Types of one structure are one type.
    let answers: Vec<i32> = (0..4).map(|n| number(text, &[n])).collect();
    assert_eq!(answers, [1010, 1011, 100, 100]);
}

#[test]
fn vectors_atomics_and_wide_numbers() {
    let lanes = r#"(module (memory 1) (data (i32.const 0) "\ff\02\03\04\05\06\07\08")
        (func (export "f") (result i32)
          (i32x4.extract_lane 1 (i32x4.add
            (i32x4.extend_low_i16x8_s (v128.load8x8_s (i32.const 0)))
            (v128.load32_splat (i32.const 4))))))"#;
    assert_eq!(number(lanes, &[]), 0x0807_0605 + 2);
    let atomics = r#"(module (memory 1 1 shared) (func (export "f") (result i32)
        (i32.store (i32.const 4) (i32.const 0x1ff))
        (drop (i32.atomic.rmw8.add_u (i32.const 4) (i32.const 2)))
        (drop (i32.atomic.rmw.cmpxchg (i32.const 4) (i32.const 0x101) (i32.const 9)))
        (i32.add (i32.atomic.load (i32.const 4)) (i32.mul (i32.const 100)
          (i32.add (memory.atomic.wait32 (i32.const 4) (i32.const 8) (i64.const -1))
            (memory.atomic.wait32 (i32.const 4) (i32.const 9) (i64.const 0)))))))"#;
    assert_eq!(number(atomics, &[]), 9 + 100 * (1 + 2));
    let wide = r#"(module (func (export "f") (param i64 i64) (result i64 i64)
        (i64.mul_wide_u (local.get 0) (local.get 1))))"#;
    let product = call(wide, &[Value::i64(-1), Value::i64(-1)]);
    assert_eq!(product, Ok(vec![Value::i64(1), Value::i64(-2)]));
}

#[test]
fn an_instance_shares_what_it_imports() {
    let [exporter, _] = programs(
        r#"(module (memory (export "m") 1) (global (export "g") (mut i32) (i32.const 5))
            (table (export "t") 2 funcref) (func (export "id") (param i32) (result i32) (local.get 0)))"#,
    );
    for importer in programs(
        r#"(module (import "" "m" (memory 1)) (import "" "g" (global $g (mut i32)))
            (import "" "t" (table 2 funcref)) (import "" "id" (func $id (param i32) (result i32)))
            (elem (i32.const 1) $id)
            (func $start (global.set $g (i32.add (global.get $g) (i32.const 1)))
              (i32.store (i32.const 8) (call $id (i32.const 77))))
            (start $start))"#,
    ) {
        let mut store = Store::new(Limits::default(), FUEL);
        let made = store.instantiate(&mut (), &exporter, &[]).expect("it imports nothing");
        let given =
            ["m", "g", "t", "id"].map(|name| store.export(made, name).expect("it is there"));
        store.instantiate(&mut (), &importer, &given).expect("all fits");
        let (Extern::Memory(memory), Extern::Global(global)) = (given[0], given[1]) else {
            panic!("{given:?}")
        };
        assert_eq!(store.memory(memory)[8], 77);
        assert_eq!(store.global(global).1, Value::i32(6));
        let (Extern::Table(table), Extern::Func(id)) = (given[2], given[3]) else {
            panic!("{given:?}")
        };
        assert_eq!(store.table(table).1, [Ref::Null, Ref::Func(id)]);
        // In another order, nothing fits.
        let wrong = [given[1], given[0], given[2], given[3]];
        let refused = store.instantiate(&mut (), &importer, &wrong);
        assert!(matches!(refused, Err(Error::Link(_))), "{refused:?}");
    }
}

#[test]
fn instantiation_ends_at_a_trap_and_keeps_what_was_written() {
    let [program, _] = programs(
        r#"(module (import "" "m" (memory 1)) (data (i32.const 0) "a") (data (i32.const 65536) "b"))"#,
    );
    let [exporter, _] = programs(r#"(module (memory (export "m") 1))"#);
    let mut store = Store::new(Limits::default(), FUEL);
    let made = store.instantiate(&mut (), &exporter, &[]).expect("it imports nothing");
    let memory = store.export(made, "m").expect("it is there");
    let ended = store.instantiate(&mut (), &program, &[memory]);
    assert_eq!(ended, Err(Error::Stop(Stop::Trap(Trap::MemoryOutOfBounds))));
    let Extern::Memory(memory) = memory else { panic!("{memory:?}") };
    assert_eq!(store.memory(memory)[0], b'a');
}

#[test]
fn what_is_not_executed_is_said_when_it_is_reached() {
    let text = "module { func f0 : (i32) -> (i32) {
        b0(v0: i32):
          br_if v0, b1, b2
        b1:
          v1 = copy_value v0
          return v1
        b2:
          return v0
        }
        export \"f\" f0 }";
    let program = Program::new(invar_ir::parse_module(text).expect("it is a module"));
    let mut store = Store::new(Limits::default(), FUEL);
    let made = store.instantiate(&mut (), &program, &[]).expect("it imports nothing");
    assert_eq!(call_in(&mut store, made, "f", &[Value::i32(0)]), Ok(vec![Value::i32(0)]));
    let ended = call_in(&mut store, made, "f", &[Value::i32(1)]);
    assert_eq!(ended, Err(Stop::Unsupported("copy_value".to_owned())));
}
