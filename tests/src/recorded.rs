//! Runs a program that counts references on a checking heap (`oracle.wat`), and reads what the heap
//! recorded.

use crate::differ::host;
use crate::engine;
use wasmtime::{Extern, Instance, Module, Trap, Val};

/// The arguments that each export is called with: they cover the tests of their lowest bits.
const NUMBERS: [i32; 8] = [0, 1, 2, 3, 5, 8, 12, 15];

/// What was recorded in all calls of all exports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Recorded {
    /// The bits of `oracle.wat`.
    pub errors: i32,
    /// Calls that returned.
    pub returned: usize,
    /// Retains and releases executed, if the module counts them.
    pub updates: i64,
    /// A hash of the results and of which objects were freed in which order.
    pub order: i64,
}

/// Calls each exported function, each time in a new instance.
pub fn record(wasm: &[u8]) -> Result<Recorded, String> {
    let module = Module::new(engine::fueled(), wasm).map_err(|error| format!("{error:#}"))?;
    let mut recorded = Recorded::default();
    let names: Vec<String> = module.exports().map(|export| export.name().to_string()).collect();
    for name in names.iter().filter(|name| name.starts_with("run")) {
        let mut store = host::store(engine::fueled());
        let imports = host::imports(&mut store, &module).ok_or("the host cannot make an import")?;
        let instance =
            Instance::new(&mut store, &module, &imports).map_err(|error| format!("{error:#}"))?;
        let function = instance.get_func(&mut store, name).ok_or("no such export")?;
        for number in NUMBERS {
            store.set_fuel(1_000_000).map_err(|error| error.to_string())?;
            let mut results = [Val::I32(0)];
            match function.call(&mut store, &[Val::I32(number)], &mut results) {
                Ok(()) => recorded.returned += 1,
                Err(error) if error.is::<Trap>() => {}
                Err(error) => return Err(format!("{name}({number}): {error:#}")),
            }
            let mut global = |name: &str| match instance.get_export(&mut store, name) {
                Some(Extern::Global(global)) => match global.get(&mut store) {
                    Val::I32(value) => i64::from(value),
                    Val::I64(value) => value,
                    _ => 0,
                },
                _ => 0,
            };
            recorded.errors |= global("errors") as i32;
            let order = global("order");
            let result = results[0].i32().unwrap_or(0);
            recorded.order = recorded.order.rotate_left(7) ^ order ^ i64::from(result);
        }
        if let Some(Extern::Global(updates)) = instance.get_export(&mut store, "updates") {
            recorded.updates += updates.get(&mut store).i64().unwrap_or(0);
        }
    }
    Ok(recorded)
}
