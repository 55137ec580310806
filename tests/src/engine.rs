//! The engines that run modules before and after optimization.
//!
//! All tests have one configuration, with or without fuel: all proposals that the engine implements are enabled,
//! compilation is unoptimized, and nondeterminism of WebAssembly (NaN bits, relaxed SIMD) is resolved
//! deterministically, so that two runs of equal programs are equal.

use std::sync::OnceLock;
use std::time::Duration;
use wasmtime::{Config, Engine, OperatorCost, OptLevel, RegallocAlgorithm};

/// Stack of a run in bytes. Small, so that infinite recursion ends soon.
const STACK: usize = 256 << 10;

/// Seconds between two ticks of an engine's clock. A store may set its deadline in ticks.
pub const TICK: Duration = Duration::from_secs(1);

fn config() -> Config {
    let mut config = Config::new();
    config
        .wasm_tail_call(true)
        .wasm_function_references(true)
        .wasm_gc(true)
        .wasm_exceptions(true)
        .wasm_memory64(true)
        .wasm_multi_memory(true)
        .wasm_threads(true)
        .shared_memory(true)
        .wasm_relaxed_simd(true)
        .relaxed_simd_deterministic(true)
        .wasm_wide_arithmetic(true)
        .wasm_custom_page_sizes(true)
        .wasm_extended_const(true)
        .cranelift_nan_canonicalization(true)
        .cranelift_opt_level(OptLevel::None)
        .cranelift_regalloc_algorithm(RegallocAlgorithm::SinglePass)
        .cranelift_debug_verifier(false)
        .generate_address_map(false)
        .wasm_backtrace_max_frames(None)
        .memory_init_cow(false)
        .max_wasm_stack(STACK);
    config
}

/// An engine without fuel, for trusted programs. It has epochs, so that a program that a defect turned
/// into an endless loop is stopped.
pub fn plain() -> &'static Engine {
    static ENGINE: OnceLock<Engine> = OnceLock::new();
    ENGINE.get_or_init(|| {
        let engine = Engine::new(config().epoch_interruption(true)).expect("the engine starts");
        let clock = engine.weak();
        std::thread::spawn(move || {
            while let Some(engine) = clock.upgrade() {
                std::thread::sleep(TICK);
                engine.increment_epoch();
            }
        });
        engine
    })
}

/// An engine that counts executed operators, for programs that may not end. Its memories are
/// small and many: they are allocated as large as they are, and checked by code.
pub fn fueled() -> &'static Engine {
    static ENGINE: OnceLock<Engine> = OnceLock::new();
    ENGINE.get_or_init(|| {
        let mut config = config();
        let mut cost = OperatorCost::new();
        // An allocation of any size costs one operator, and is bounded by the store's limits. Otherwise a
        // large allocation would look like an endless program.
        cost.variable.table_grow_per_element = 0;
        cost.variable.array_new_per_element = 0;
        cost.variable.array_new_default_per_element = 0;
        cost.variable.array_new_data_per_element = 0;
        cost.variable.array_new_elem_per_element = 0;
        config
            .consume_fuel(true)
            .operator_cost(cost)
            .memory_reservation(0)
            .memory_guard_size(0)
            .memory_reservation_for_growth(1 << 20)
            .guard_before_linear_memory(false)
            .gc_heap_reservation(0)
            .gc_heap_guard_size(0)
            .gc_heap_reservation_for_growth(1 << 20);
        Engine::new(&config).expect("the engine starts")
    })
}
