//! The host's functions for generated code: imports of the module [`RUNNING`].

use super::dispatch::ENTER;
use super::session::Shared;
use super::settings::RUNNING;
use super::{lookup, meter};
use invar_stage::annotations::FORGET;
use wasmtime::{AsContextMut, Caller, Func, FuncType, Val};

/// The host's function for an import, if it is one of these. `generic` gives the slot of the generic code of a site,
/// for nested calls, which have no session.
pub(crate) fn host<T: 'static>(
    shared: &Shared,
    store: impl AsContextMut<Data = T>,
    module: &str,
    name: &str,
    ty: FuncType,
    generic: &dyn Fn(usize) -> Option<i32>,
) -> Option<Func> {
    if module != RUNNING {
        return None;
    }
    let shared = shared.clone();
    if let Some(n) = name.strip_prefix(ENTER).and_then(|n| n.parse::<usize>().ok()) {
        let generic = generic(n);
        let enter = move |mut caller: Caller<'_, T>, params: &[Val], results: &mut [Val]| {
            let slot = lookup::enter(&shared, generic, caller.as_context_mut(), n, params)?;
            results[0] = Val::I32(slot);
            Ok(())
        };
        return Some(Func::new(store, ty, enter));
    }
    Some(match name {
        FORGET => Func::new(store, ty, move |mut caller: Caller<'_, T>, params, _| {
            lookup::forget(&shared, caller.as_context_mut(), &params[0]);
            Ok(())
        }),
        meter::START => Func::wrap(store, move |func: u32| lookup::start(&shared, func)),
        meter::END => {
            let end = move |mut caller: Caller<'_, T>, func: u32, called: i32, since: u64| {
                lookup::end(&shared, caller.as_context_mut(), func, called, since);
            };
            Func::wrap(store, end)
        }
        // A request.
        _ => Func::new(store, ty, move |mut caller: Caller<'_, T>, params, results| {
            results[0] = lookup::answer(&shared, caller.as_context_mut(), params)?;
            Ok(())
        }),
    })
}
