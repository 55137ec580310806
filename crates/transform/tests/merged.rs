//! Merged modules on the interpreter, beside the same modules instantiated one after another and linked by the host.

use invar_generate::{Random, families, frames, handlers, objects, references};
use invar_interp::value::InstanceAddr;
use invar_interp::{Const, Extern, ExternType, Host, Limits, Program, Stop, Store, Value};
use invar_ir::{Entity, ValType};
use invar_transform::{ExportConflict, MergeInput, merge};

/// A host whose functions note their arguments.
#[derive(Default)]
struct Noting(Vec<(u32, Vec<Const>)>);

impl Host for Noting {
    fn call(&mut self, _: &mut Store, id: u32, args: &[Value]) -> Result<Vec<Value>, Stop> {
        self.0.push((id, args.iter().map(|value| value.number()).collect()));
        Ok(Vec::new())
    }
}

/// Instances by the names of their modules.
struct Linked {
    store: Store,
    host: Noting,
    instances: Vec<(String, InstanceAddr)>,
}

impl Linked {
    /// Instantiates modules in order. Imports of `env` are functions of the host, by the lengths of their names.
    fn new(modules: &[(&str, Vec<u8>)]) -> Linked {
        let mut linked = Linked {
            store: Store::new(Limits::default(), 1_000_000),
            host: Noting::default(),
            instances: Vec::new(),
        };
        for (name, wasm) in modules {
            let (module, _) = invar_wasm::read(wasm.as_slice().into()).expect("a valid module");
            let program = Program::new(module);
            let imports = linked.store.imports(&program).into_iter().map(|import| {
                let from = linked.instances.iter().find(|it| it.0 == import.name.module);
                match (from, import.ty) {
                    (Some(&(_, instance)), _) => {
                        linked.store.export(instance, &import.name.name).expect("an export")
                    }
                    (None, ExternType::Func(ty, _)) => {
                        Extern::Func(linked.store.new_func(ty, import.name.name.len() as u32))
                    }
                    (None, ty) => panic!("{ty:?}"),
                }
            });
            let imports: Vec<Extern> = imports.collect::<Vec<_>>();
            let instance = linked.store.instantiate(&mut linked.host, &program, &imports);
            linked.instances.push((name.to_string(), instance.expect("an instance")));
        }
        linked
    }

    /// The results of a call of an export, or `None` for a trap or an exception.
    fn call(&mut self, name: &str, args: &[Value]) -> Option<Vec<Const>> {
        let of = |it: &(String, InstanceAddr)| self.store.export(it.1, name);
        let Some(Extern::Func(func)) = self.instances.iter().find_map(of) else {
            panic!("there is no export `{name}`")
        };
        match self.store.call(&mut self.host, func, args) {
            Ok(results) => Some(results.iter().map(|value| value.number()).collect()),
            Err(Stop::Trap(_) | Stop::Exception(_)) => None,
            Err(stop) => panic!("{stop:?}"),
        }
    }
}

fn modules<'a>(texts: &[(&'a str, &str)]) -> Vec<(&'a str, Vec<u8>)> {
    texts.iter().map(|&(name, text)| (name, wat::parse_str(text).expect("a module"))).collect()
}

fn merged(modules: &[(&str, Vec<u8>)], conflict: ExportConflict) -> Result<Vec<u8>, String> {
    let inputs: Vec<MergeInput<'_>> =
        modules.iter().map(|(name, wasm)| MergeInput { name, wasm }).collect();
    merge(&inputs, conflict, true).map_err(|error| error.to_string())
}

/// Calls an export with each of some numbers, in the modules and in what they are merged to.
fn same(texts: &[(&str, &str)], calls: &[&str]) {
    let modules = modules(texts);
    let wasm = merged(&modules, ExportConflict::Refuse).expect("they are merged");
    let (mut before, mut after) = (Linked::new(&modules), Linked::new(&[("merged", wasm)]));
    for call in calls {
        for number in [0, 1, 2, 3, 100, -1] {
            let args = [Value::i32(number)];
            let expected = before.call(call, &args);
            assert_eq!(after.call(call, &args), expected, "{call}({number})");
        }
    }
    assert_eq!(after.host.0, before.host.0);
    assert!(!before.host.0.is_empty() || !calls.is_empty());
}

/// The exported functions of integers, with their parameters.
fn exported(wasm: &[u8]) -> Vec<(String, Vec<ValType>)> {
    let (module, _) = invar_wasm::read(wasm.into()).expect("a valid module");
    let exports = module.exports.iter().filter_map(|export| match export.entity {
        Entity::Func(func) => {
            Some((export.name.to_string(), module.func_signature(func).0.to_vec()))
        }
        _ => None,
    });
    let is_integer = |ty: &ValType| matches!(ty, ValType::I32 | ValType::I64);
    exports.filter(|(_, params)| params.iter().all(is_integer)).collect()
}

#[test]
fn generated_programs_do_the_same_beside_another_one() {
    let kinds = [
        families::families,
        objects::objects,
        handlers::handlers,
        references::references,
        frames::frames,
    ];
    let mut calls = 0;
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let modules = ["a", "b", "c"].map(|name| {
            let text = kinds[random.below(kinds.len())](&mut random);
            (name, wat::parse_str(text).expect("a module"))
        });
        let wasm = merged(&modules, ExportConflict::Rename).expect("they are merged");
        let mut taken: Vec<String> = Vec::new();
        for (name, module) in modules {
            let mut before = Linked::new(&[(name, module.clone())]);
            let mut after = Linked::new(&[("merged", wasm.clone())]);
            after.host.0.clear();
            before.host.0.clear();
            for (export, params) in exported(&module) {
                let renamed = (0..).map(|n| match n {
                    0 => export.clone(),
                    n => format!("{export}_{n}"),
                });
                let renamed =
                    renamed.into_iter().find(|it| !taken.contains(it)).expect("one is free");
                for number in [0, 1, 5] {
                    let value = |ty: &ValType| match ty {
                        ValType::I32 => Value::i32(number),
                        _ => Value::i64(number.into()),
                    };
                    let args: Vec<Value> = params.iter().map(value).collect();
                    let expected = before.call(&export, &args);
                    assert_eq!(
                        after.call(&renamed, &args),
                        expected,
                        "{seed} {name}: {export}({number})"
                    );
                    calls += 1;
                }
            }
            assert_eq!(after.host.0, before.host.0, "{seed} {name}");
            let (module, _) = invar_wasm::read(module.as_slice().into()).expect("a valid module");
            for export in &module.exports {
                let all = (0..).map(|n| {
                    if n == 0 { export.name.to_string() } else { format!("{}_{n}", export.name) }
                });
                let free = all.into_iter().find(|it| !taken.contains(it)).expect("one is free");
                taken.push(free);
            }
        }
    }
    assert!(calls > 500, "{calls}");
}

#[test]
fn functions_memories_and_globals_are_shared() {
    let a = r#"(module
        (import "env" "note" (func $note (param i32)))
        (memory (export "memory") 1 2)
        (global $base (export "base") i32 (i32.const 64))
        (global $count (export "count") (mut i32) (i32.const 5))
        (data (i32.const 64) "\01\02\03\04")
        (func (export "double") (param i32) (result i32)
            (call $note (local.get 0))
            (global.set $count (i32.add (global.get $count) (i32.const 1)))
            (i32.mul (local.get 0) (i32.const 2))))"#;
    let b = r#"(module
        (type $unused (func (param i64)))
        (import "a" "double" (func $double (param i32) (result i32)))
        (import "env" "noted" (func $note (param i32)))
        (import "a" "memory" (memory 1))
        (import "a" "base" (global $base i32))
        (import "a" "count" (global $count (mut i32)))
        (memory $own 1)
        (global $next i32 (i32.add (global.get $base) (i32.const 2)))
        (data (global.get $base) "\09")
        (data (memory $own) (i32.const 1) "\2a")
        (data $later "\07\08")
        (func (export "f") (param i32) (result i32)
            (memory.init $later (i32.const 70) (i32.const 0) (i32.const 2))
            (call $note (i32.load8_u (i32.add (global.get $next) (local.get 0))))
            (i32.add (call $double (local.get 0))
                (i32.add (global.get $count) (i32.load8_u $own (local.get 0))))))"#;
    same(&[("a", a), ("b", b)], &["f", "double"]);
}

#[test]
fn tables_tags_and_start_functions_are_merged() {
    let a = r#"(module
        (import "env" "one" (func $note (param i32)))
        (type $unary (func (param i32) (result i32)))
        (tag $failed (export "failed") (param i32))
        (table $table (export "table") 4 funcref)
        (elem (i32.const 0) $plus)
        (func $plus (type $unary) (i32.add (local.get 0) (i32.const 10)))
        (func $begin (call $note (i32.const 1)))
        (start $begin)
        (func (export "fail") (param i32) (result i32)
            (if (i32.gt_s (local.get 0) (i32.const 2)) (then (throw $failed (local.get 0))))
            (local.get 0)))"#;
    let b = r#"(module
        (import "a" "fail" (func $fail (param i32) (result i32)))
        (import "a" "failed" (tag $failed (param i32)))
        (import "a" "table" (table $table 4 funcref))
        (import "env" "three" (func $note (param i32)))
        (type $other (func (param f64)))
        (type $unary (func (param i32) (result i32)))
        (table $own 2 funcref)
        (elem (table $table) (i32.const 1) func $minus)
        (elem $kept func $minus $call)
        (func $begin (call $note (i32.const 2)))
        (start $begin)
        (func $minus (type $unary) (i32.sub (local.get 0) (i32.const 10)))
        (func $call (export "call") (type $unary)
            (call_indirect $table (type $unary) (i32.const 7) (local.get 0)))
        (func (export "own") (type $unary)
            (table.init $own $kept (i32.const 0) (i32.const 0) (i32.const 2))
            (call_indirect $own (type $unary) (local.get 0) (i32.const 0)))
        (func (export "catch") (type $unary)
            (block $caught (result i32)
                (try_table (catch $failed $caught) (return (call $fail (local.get 0))))
                (unreachable))
            (i32.add (i32.const 1000))))"#;
    same(&[("a", a), ("b", b)], &["call", "own", "catch"]);
}

#[test]
fn imports_lead_through_other_modules() {
    let a = r#"(module (global (export "g") i32 (i32.const 3))
        (func (export "f") (param i32) (result i32) (i32.mul (local.get 0) (i32.const 3))))"#;
    let b = r#"(module
        (import "a" "f" (func $f (param i32) (result i32))) (import "a" "g" (global $g i32))
        (export "h" (func $f)) (export "i" (global $g)))"#;
    let c = r#"(module
        (import "b" "i" (global $g i32)) (import "b" "h" (func $f (param i32) (result i32)))
        (global $own i32 (global.get $g))
        (func (export "k") (param i32) (result i32)
            (i32.add (call $f (local.get 0)) (global.get $own))))"#;
    same(&[("a", a), ("b", b), ("c", c)], &["k", "h"]);
}

#[test]
fn a_module_may_import_from_one_behind_it() {
    let a = r#"(module
        (import "b" "g" (global $g i32)) (import "b" "f" (func $f (param i32) (result i32)))
        (global $own i32 (i32.add (global.get $g) (i32.const 1)))
        (func (export "own") (param i32) (result i32) (i32.add (global.get $own) (local.get 0)))
        (func (export "k") (param i32) (result i32) (call $f (local.get 0))))"#;
    let b = r#"(module
        (import "a" "own" (func $own (param i32) (result i32)))
        (global (export "g") i32 (i32.const 40))
        (func (export "f") (param i32) (result i32) (call $own (i32.const 1))))"#;
    let modules = modules(&[("a", a), ("b", b)]);
    let wasm = merged(&modules, ExportConflict::Refuse).unwrap();
    let mut linked = Linked::new(&[("merged", wasm)]);
    assert_eq!(linked.call("k", &[Value::i32(0)]), Some(vec![Const::I32(42)]));
}

#[test]
fn exports_of_one_name_are_refused_renamed_or_skipped() {
    let text = |n: i32| {
        format!(
            r#"(module (func $f (export "f") (param i32) (result i32) (i32.const {n}))
               (func (export "test{n}") (param i32) (result i32) (ref.is_null (ref.func $f))))"#
        )
    };
    let (a, b, c) = (text(1), text(2), text(3));
    let modules = modules(&[("a", &a), ("b", &b), ("c", &c)]);
    let error = merged(&modules, ExportConflict::Refuse).unwrap_err();
    assert!(error.starts_with("b exports `f`, and so does a module before it"), "{error}");
    let renamed = merged(&modules, ExportConflict::Rename).unwrap();
    let mut linked = Linked::new(&[("merged", renamed)]);
    for (name, result) in [("f", 1), ("f_1", 2), ("f_2", 3), ("test3", 0)] {
        assert_eq!(linked.call(name, &[Value::i32(0)]), Some(vec![Const::I32(result)]), "{name}");
    }
    let skipped = merged(&modules, ExportConflict::Skip).unwrap();
    let mut linked = Linked::new(&[("merged", skipped)]);
    for (name, result) in [("f", 1), ("test2", 0), ("test3", 0)] {
        assert_eq!(linked.call(name, &[Value::i32(0)]), Some(vec![Const::I32(result)]), "{name}");
    }
}

#[test]
fn what_cannot_be_bound_is_an_error() {
    let a = r#"(module (func (export "f") (param i32)) (memory (export "m") 1) (global (export "g") i32 (i32.const 1)))"#;
    for (import, name) in [
        (r#"(import "a" "f" (func (param i64)))"#, "f"),
        (r#"(import "a" "m" (memory 2))"#, "m"),
        (r#"(import "a" "m" (memory 1 3))"#, "m"),
        (r#"(import "a" "g" (global (mut i32)))"#, "g"),
        (r#"(import "a" "g" (global i64))"#, "g"),
    ] {
        let b = format!("(module {import})");
        let error = merged(&modules(&[("a", a), ("b", &b)]), ExportConflict::Refuse).unwrap_err();
        let expected = format!("b imports `a.{name}` with another type than a exports it with");
        assert_eq!(error, expected);
    }
    let round = |other: &str| {
        format!(r#"(module (import "{other}" "f" (func $f)) (export "f" (func $f)))"#)
    };
    let error = merged(&modules(&[("a", &round("b")), ("b", &round("a"))]), ExportConflict::Skip);
    assert_eq!(error.unwrap_err(), "the import `b.f` leads to itself");
    let error = merged(&modules(&[("a", a), ("a", a)]), ExportConflict::Skip);
    assert_eq!(error.unwrap_err(), "two modules are named `a`");
    let reads_itself =
        r#"(module (import "a" "g" (global $i i32)) (global (export "g") i32 (global.get $i)))"#;
    let error = merged(&modules(&[("a", reads_itself)]), ExportConflict::Refuse);
    assert_eq!(error.unwrap_err(), "a global of a reads itself, through imports");
    let kind = modules(&[("a", a), ("b", r#"(module (import "a" "f" (memory 1)))"#)]);
    assert!(merged(&kind, ExportConflict::Refuse).is_ok(), "no export of that kind: it stays");
}

#[test]
fn names_are_kept_and_features_are_united() {
    let a = r#"(module $first (import "env" "note" (func $note)) (func $f (export "f") (param $x i32))
        (@custom "target_features" "\02+\08sign-ext+\04simd") (@custom "own" "a"))"#;
    let b = r#"(module $second (import "a" "f" (func $imported (param i32))) (global $g i32 (i32.const 1))
        (func $h (param $y i32) (call $imported (local.get $y)))
        (@custom "target_features" "\02+\04simd+\09tail-call") (@custom "own" "b"))"#;
    let wasm = merged(&modules(&[("a", a), ("b", b)]), ExportConflict::Refuse).unwrap();
    let text = |needle: &[u8]| wasm.windows(needle.len()).filter(|it| *it == needle).count();
    for name in ["first", "note", "h", "y", "x", "g"] {
        assert!(text(name.as_bytes()) > 0, "{name}");
    }
    assert_eq!((text(b"imported"), text(b"second")), (0, 0));
    assert_eq!(text(b"\x03+\x08sign-ext+\x04simd+\x09tail-call"), 1);
    assert_eq!((text(b"\x03owna"), text(b"\x03ownb")), (1, 0));
}
