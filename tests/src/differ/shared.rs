//! Hashes of shared memories.
//!
//! Rust cannot read a memory that other threads may write without `unsafe`; WebAssembly can. The
//! memory is hashed by a small module that imports it.

use crate::engine;
use std::sync::OnceLock;
use wasmtime::{Instance, Module, SharedMemory, Store};

/// A hash of the size and the bytes of a shared memory.
pub fn hash(memory: &SharedMemory) -> wasmtime::Result<u64> {
    static MODULES: OnceLock<[Module; 2]> = OnceLock::new();
    let [narrow, wide] = MODULES.get_or_init(|| ["i32", "i64"].map(reader));
    let module = if memory.ty().is_64() { wide } else { narrow };
    let mut store = Store::new(engine::fueled(), ());
    store.set_fuel(u64::MAX)?;
    let instance = Instance::new(&mut store, module, &[memory.clone().into()])?;
    let hash = instance.get_typed_func::<i64, i64>(&mut store, "hash")?;
    Ok(hash.call(&mut store, memory.data_size() as i64)? as u64)
}

/// A module that reads whole words: the size of a memory is a multiple of the page size.
fn reader(index: &str) -> Module {
    let address = if index == "i32" { "(i32.wrap_i64 (local.get $at))" } else { "(local.get $at)" };
    let text = format!(
        r#"(module (import "" "" (memory {index} 0 65536 shared))
             (func (export "hash") (param $size i64) (result i64) (local $at i64) (local $hash i64)
               (local.set $hash (local.get $size))
               (block $end (loop $next
                 (br_if $end (i64.ge_u (local.get $at) (local.get $size)))
                 (local.set $hash (i64.xor (i64.load {address})
                   (i64.mul (i64.rotl (local.get $hash) (i64.const 5)) (i64.const 0x9e3779b97f4a7c15))))
                 (local.set $at (i64.add (local.get $at) (i64.const 8)))
                 (br $next)))
               (local.get $hash)))"#
    );
    let wasm = wat::parse_str(text).expect("the reader is correct");
    Module::new(engine::fueled(), wasm).expect("the reader is valid")
}
