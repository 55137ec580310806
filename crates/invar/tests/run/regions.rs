//! Functions that annotate their parameters are specialized where they are called: what each caching
//! policy makes, keeps and looks up, counted.

use invar::unstable::runtime::online::profile::FunctionProfile;
use invar::unstable::runtime::online::{Limits, Listener, Settings, broken_promise};
use invar::unstable::runtime::wasmtime::{Error, Linker, Store, Table, Trap, Val};
use invar::unstable::runtime::{Program, Running, engine};
use invar::{Level, Optimizer};
use std::sync::{Arc, Mutex};

/// `scale(k, x)` is called by `call`, and through a pointer by `point`.
fn module(annotation: &str, ty: &str) -> String {
    format!(
        r#"(module
        (import "invar" "{annotation}" (func $constant (param {ty}) (result {ty})))
        (type $scale (func (param {ty} {ty}) (result {ty})))
        (table 1 1 funcref)
        (elem (i32.const 0) func $scale)
        (memory 1)
        (func $scale (type $scale)
            (local.set 0 (call $constant (local.get 0)))
            (i32.store (i32.const 0) (i32.add (i32.load (i32.const 0)) (i32.const 1)))
            ({ty}.mul (local.get 1) ({ty}.add (local.get 0) ({ty}.const 1))))
        (func (export "call") (param {ty} {ty}) (result {ty})
            (call $scale (local.get 0) (local.get 1)))
        (func (export "point") (param {ty} {ty}) (result {ty})
            (call_indirect (type $scale) (local.get 0) (local.get 1) (i32.const 0)))
        (func (export "calls") (result i32) (i32.load (i32.const 0))))"#
    )
}

struct Started {
    store: Store<()>,
    running: Running,
}

fn start_with(wat: &str, settings: Settings) -> Started {
    let engine = engine().unwrap();
    let wasm = wat::parse_str(wat).unwrap();
    let optimizer = Arc::new(Optimizer::new(Level::O2));
    let program = Program::new(&engine, &wasm, &settings, optimizer).unwrap();
    let mut store = Store::new(&engine, ());
    let running = program.instantiate(&mut store, &Linker::new(&engine)).unwrap();
    Started { store, running }
}

fn start(annotation: &str) -> Started {
    start_with(&module(annotation, "i32"), Settings::default())
}

impl Started {
    fn values(&mut self, name: &str, args: &[Val]) -> Result<Val, Error> {
        let function = self.running.instance().get_func(&mut self.store, name).unwrap();
        let mut results = [Val::I32(0)];
        function.call(&mut self.store, args, &mut results)?;
        Ok(results[0])
    }

    fn call(&mut self, k: i32, x: i32) -> i32 {
        self.values("call", &[Val::I32(k), Val::I32(x)]).unwrap().unwrap_i32()
    }

    /// Calls for these keys, in order; each result is checked.
    fn calls(&mut self, keys: &[i32]) {
        for &k in keys {
            assert_eq!(self.call(k, 10), 10 * (k + 1), "{k} of {keys:?}");
        }
    }

    /// Hits and misses that the host saw, and versions.
    fn counts(&self) -> (u64, u64, u64) {
        let FunctionProfile { hits, misses, versions, .. } = self.running.profile().total();
        (hits, misses, versions)
    }
}

#[test]
fn cache_keeps_all_versions() {
    for annotation in ["is_const.cache", "keep_const.cache.lazy", "keep_const.cache.eager"] {
        let mut it = start(annotation);
        it.calls(&[1, 2, 1, 2, 3, 4, 4, 3, 2, 1]);
        assert_eq!(it.counts(), (0, 4, 4), "four keys are found without the host");
        it.calls(&[5]);
        assert_eq!(it.counts(), (0, 5, 5));
        // The fifth one took the place of the first, which is found by the host, and takes the place
        // of the second.
        it.calls(&[1, 1, 3, 4, 5]);
        assert_eq!(it.counts(), (1, 5, 5));
        assert_eq!(it.values("point", &[Val::I32(9), Val::I32(2)]).unwrap().unwrap_i32(), 20);
        assert_eq!(it.counts(), (1, 6, 6), "a pointer leads to the dispatcher");
        assert_eq!(it.values("calls", &[]).unwrap().unwrap_i32(), 17, "each effect once");
    }
}

#[test]
fn cache1_keeps_the_newest_version() {
    for annotation in ["is_const.cache1", "keep_const.cache1.looplazy"] {
        let mut it = start(annotation);
        it.calls(&[7, 7, 7]);
        assert_eq!(it.counts(), (0, 1, 1));
        it.calls(&[8, 8, 7, 7]);
        assert_eq!(it.counts(), (0, 3, 3), "the one for 7 was made again");
        it.calls(&[8, 7, 8, 7]);
        assert_eq!(it.counts(), (0, 7, 7), "two keys in turns");
    }
}

#[test]
fn values_that_change_too_often_are_generic() {
    let limits = Limits { warm_up: 4, versions: usize::MAX, ..Limits::default() };
    let told = Arc::new(Mutex::new(Vec::new()));
    for annotation in ["is_const.cache", "is_const.cache1", "keep_const.replicate.lazy"] {
        let kept = told.clone();
        let listener: Listener = Arc::new(move |made| kept.lock().unwrap().push(made.clone()));
        let settings = Settings { limits, listener: Some(listener), ..Settings::default() };
        let mut it = start_with(&module(annotation, "i32"), settings);
        it.calls(&(0..2000).collect::<Vec<i32>>());
        let (_, misses, versions) = it.counts();
        // How many exactly depends on the machine. 2000 would take as many times as long as the calls.
        assert!((4..400).contains(&versions), "{annotation}: {versions} versions");
        assert!(misses < versions + 40, "{annotation}: the host was asked {misses} times");
        let told = std::mem::take(&mut *told.lock().unwrap());
        let notes = told.iter().flat_map(|made| &made.notes);
        let said = notes.filter(|(note, _)| note.what.contains("change too often")).count();
        assert_eq!(said, 1, "{annotation}");
        assert_eq!(it.values("calls", &[]).unwrap().unwrap_i32(), 2000, "each effect once");
    }
}

#[test]
fn slots_of_versions_that_are_not_called_any_more_are_used_again() {
    for annotation in ["is_const.cache1", "keep_const.replicate.lazy"] {
        let limits = Limits { warm_up: usize::MAX, ..Limits::default() };
        let settings = Settings { limits, ..Settings::default() };
        let mut it = start_with(&module(annotation, "i32"), settings);
        let mut size = || {
            let exports: Vec<Table> = (it.running.instance().exports(&mut it.store))
                .filter_map(|export| export.into_table())
                .collect();
            let sizes: Vec<u64> = exports.iter().map(|table| table.size(&it.store)).collect();
            it.calls(&[1, 2, 3, 4, 5, 6, 7, 8]);
            sizes.into_iter().sum::<u64>()
        };
        let sizes = [size(), size(), size(), size()];
        assert!(sizes[1] > sizes[0], "{annotation}: {sizes:?}");
        assert_eq!(sizes[1], sizes[3], "{annotation}: {sizes:?}");
    }
}

#[test]
fn unchecked_has_one_version() {
    for annotation in ["is_const.unchecked", "keep_const.unchecked.eager"] {
        let mut it = start(annotation);
        it.calls(&[3, 3]);
        assert_eq!(it.call(4, 10), 40, "the promised key, not the one that is given");
        assert_eq!(it.counts(), (0, 1, 1));
    }
}

#[test]
fn unchecked_is_checked_if_that_is_asked_for() {
    let settings = Settings { checked: true, ..Settings::default() };
    let mut it = start_with(&module("is_const.unchecked", "i32"), settings);
    it.calls(&[3, 3]);
    let error = it.values("call", &[Val::I32(4), Val::I32(10)]).unwrap_err();
    assert_eq!(error.downcast_ref::<Trap>(), Some(&Trap::UnreachableCodeReached));
    let promise = &broken_promise(&error).unwrap().0;
    assert!(promise.starts_with("argument 0 of `scale`"), "{promise}");
}

#[test]
fn replicate_makes_copies_until_the_limit() {
    for annotation in ["is_const.replicate", "keep_const.replicate.lazy"] {
        let limits = Limits { versions: 3, ..Limits::default() };
        let settings = Settings { limits, ..Settings::default() };
        let mut it = start_with(&module(annotation, "i32"), settings);
        it.calls(&[1, 1]);
        assert_eq!(it.counts(), (0, 2, 2), "the same key, and no lookup");
        it.calls(&[2, 2, 1, 3, 1]);
        // The miss that found the limit is the last one that the host sees.
        assert_eq!(it.counts(), (0, 4, 3));
    }
}

#[test]
fn versions_are_bounded_under_each_policy() {
    for (policy, counts) in [("is_const.cache", (2, 18, 2)), ("is_const.cache1", (0, 3, 2))] {
        let limits = Limits { versions: 2, ..Limits::default() };
        let settings = Settings { limits, ..Settings::default() };
        let mut it = start_with(&module(policy, "i32"), settings);
        it.calls(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17]);
        it.calls(&[0, 1]);
        assert_eq!(it.counts(), counts, "{policy}");
    }
}

#[test]
fn keys_are_compared_by_their_bits() {
    let mut it = start_with(&module("is_const.cache", "f64"), Settings::default());
    let mut scaled = |k: f64| {
        let value = it.values("call", &[Val::F64(k.to_bits()), Val::F64(2f64.to_bits())]);
        (value.unwrap().unwrap_f64(), it.counts())
    };
    assert_eq!(scaled(0.0), (2.0, (0, 1, 1)));
    assert_eq!(scaled(-0.0), (2.0, (0, 2, 2)));
    assert_eq!(scaled(0.0), (2.0, (0, 2, 2)));
    assert!(scaled(f64::NAN).0.is_nan());
    assert!(scaled(f64::NAN).0.is_nan());
    assert_eq!(scaled(1.5), (5.0, (0, 4, 4)));
    for ty in ["i64", "f32"] {
        let mut it = start_with(&module("is_const.cache1", ty), Settings::default());
        let value = |x: i32| match ty {
            "i64" => Val::I64(x.into()),
            _ => Val::F32((x as f32).to_bits()),
        };
        for (k, versions) in [(3, 1), (3, 1), (4, 2)] {
            let result = it.values("call", &[value(k), value(10)]).unwrap();
            assert_eq!(format!("{result:?}"), format!("{:?}", value(10 * (k + 1))));
            assert_eq!(it.counts().2, versions);
        }
    }
}

/// `both(x, y)` annotates each parameter with a policy of its own.
fn both(x: &str, y: &str) -> Started {
    let wat = format!(
        r#"(module
        (import "invar" "{x}" (func $x (param i32) (result i32)))
        (import "invar" "{y}" (func $y (param i32) (result i32)))
        (func $both (param i32 i32) (result i32)
            (local.set 1 (call $y (local.get 1)))
            (local.set 0 (call $x (local.get 0)))
            (i32.sub (i32.mul (local.get 0) (i32.const 10)) (local.get 1)))
        (func (export "call") (param i32 i32) (result i32)
            (call $both (local.get 0) (local.get 1))))"#
    );
    start_with(&wat, Settings::default())
}

#[test]
fn the_weakest_policy_counts_and_each_parameter_has_its_own_key() {
    let mut it = both("is_const.cache", "is_const.cache1");
    let calls = [(1, 1, 9), (1, 2, 8), (2, 1, 19), (1, 1, 9)];
    for (x, y, result) in calls {
        assert_eq!(it.call(x, y), result);
    }
    assert_eq!(it.counts(), (0, 3, 3), "all versions of all pairs are kept");

    let mut it = both("is_const.cache", "is_const.unchecked");
    let calls = [(1, 1, 9), (1, 5, 9), (2, 5, 15), (2, 1, 15)];
    for (x, y, result) in calls {
        assert_eq!(it.call(x, y), result);
    }
    assert_eq!(it.counts(), (0, 2, 2), "what is unchecked is in no key");
}

#[test]
fn a_function_that_calls_itself_has_a_version_for_each_key() {
    let wat = r#"(module
        (import "invar" "is_const.cache" (func $constant (param i32) (result i32)))
        (func $power (export "call") (param $n i32) (param $x i32) (result i32)
            (local.set $n (call $constant (local.get $n)))
            (if (result i32) (i32.eqz (local.get $n))
                (then (i32.const 1))
                (else (i32.mul (local.get $x)
                    (call $power (i32.sub (local.get $n) (i32.const 1)) (local.get $x)))))))"#;
    let mut it = start_with(wat, Settings::default());
    assert_eq!([it.call(6, 2), it.call(6, 3), it.call(3, 10)], [64, 729, 1000]);
    assert_eq!(it.counts().2, 7);
}

#[test]
fn annotations_behind_the_entry_look_up_where_they_are() {
    let wat = r#"(module
        (import "invar" "is_const.cache" (func $constant (param i32) (result i32)))
        (memory 1)
        (func (export "call") (param $n i32) (param $x i32) (result i32)
            (i32.store (i32.const 0) (local.get $x))
            (i32.add (call $constant (local.get $n)) (local.get $x))))"#;
    let mut it = start_with(wat, Settings::default());
    assert_eq!([it.call(3, 4), it.call(3, 6), it.call(4, 4)], [7, 9, 8]);
    assert_eq!(it.counts(), (0, 2, 2));
}

#[test]
fn without_specialization_annotations_are_nothing() {
    let settings = Settings { generic: true, ..Settings::default() };
    let mut it = start_with(&module("is_const.unchecked", "i32"), settings);
    it.calls(&[1, 2, 3]);
    assert_eq!(it.counts(), (0, 0, 0));
}
