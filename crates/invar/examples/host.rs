//! A host that runs a plugin with a function of its own, and specializes it while it runs.
//!
//!     cargo run --release -p invar-opt --features run --example host
//!
//! The plugin is a filter: `filter(threshold, x)` is asked for once the threshold is known. The host
//! has its own store with its own data, its own linker, and calls exports as it would without Invar;
//! `Program::instantiate` in place of the linker's own is all that differs.

use invar::unstable::runtime::online::Settings;
use invar::unstable::runtime::wasmtime::{Caller, Linker, Store};
use invar::unstable::runtime::{Program, engine};
use invar::{Level, Optimizer};
use std::error::Error;
use std::sync::Arc;

const PLUGIN: &str = r#"(module
    (import "invar" "specialize" (func $specialize (param i32 i32 i32) (result i32)))
    (import "host" "emit" (func $emit (param i32)))
    (type $filter (func (param i32 i32)))
    (table 1 funcref)
    (elem (i32.const 0) func $filter)
    (memory 1)
    (global $made (mut i32) (i32.const 0))
    (func $filter (type $filter)
        (if (i32.ge_s (local.get 1) (local.get 0)) (then (call $emit (local.get 1)))))
    (func (export "configure") (param $threshold i32)
        (i64.store (i32.const 0) (i64.extend_i32_s (local.get $threshold)))
        (i64.store (i32.const 8) (i64.const 1))
        (global.set $made (call $specialize (i32.const 0) (i32.const 0) (i32.const 1))))
    (func (export "push") (param $x i32)
        (call_indirect (type $filter) (i32.const 0) (local.get $x) (global.get $made))))"#;

fn main() -> Result<(), Box<dyn Error>> {
    let engine = engine()?;
    let mut linker = Linker::new(&engine);
    linker.func_wrap("host", "emit", |mut caller: Caller<'_, Vec<i32>>, x: i32| {
        caller.data_mut().push(x);
    })?;
    let pipeline = Arc::new(Optimizer::new(Level::O2));
    let plugin = Program::new(&engine, &wat::parse_str(PLUGIN)?, &Settings::default(), pipeline)?;

    let mut store = Store::new(&engine, Vec::new());
    let running = plugin.instantiate(&mut store, &linker)?;
    let configure = running.instance().get_typed_func::<i32, ()>(&mut store, "configure")?;
    let push = running.instance().get_typed_func::<i32, ()>(&mut store, "push")?;
    configure.call(&mut store, 10)?;
    for x in [3, 14, 15, 9, 26] {
        push.call(&mut store, x)?;
    }
    assert_eq!(store.data(), &[14, 15, 26]);
    assert_eq!(running.profile().total().versions, 1);
    print!("{:?}\n{}", store.data(), running.profile());
    Ok(())
}
