//! Versions in the background: which are being compiled, and what is done with those that are ready.
//!
//! A region that is arrived at goes on in its generic code until its version is there. A request is answered
//! with a *stand-in*, a function of the host in a slot of its own, which calls the function that was asked
//! for; the version takes its place. The thread that runs the program puts them there, when it arrives
//! somewhere that asks the host. What is `replicate` is made for one arrival, and continuations have no
//! generic code to go on with that would not have to be made as well: these are made on arrival.

use super::background::{Compiled, Worker, compile};
use super::make::{Begun, Wanted, put_in_versions};
use super::session::{Session, install};
use super::site::What;
use crate::Error;
use invar_ir::rules::Const;
use invar_ir::{Caching, Func};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::{Arc, OnceLock};
use wasmtime::{AsContextMut, Caller, Func as Function, Ref, StoreContextMut, Table, Val};

/// So many versions of regions at most are compiled or wait for that; past it, arrivals are generic.
const MOST: usize = 16;

/// What a version is for.
enum Target {
    /// An arrival at the n-th site, with the key and all values that were looked up.
    Site { n: usize, key: Vec<Const>, values: Vec<Const> },
    /// A request.
    Request(StandIn),
}

/// What is called until there is a version.
struct StandIn {
    table: Table,
    slot: u64,
    function: Function,
    /// What was asked for.
    generic: Function,
    /// What it calls, once that is known.
    found: Arc<OnceLock<Function>>,
}

/// What is being made.
#[derive(Default)]
pub(crate) struct Pending {
    worker: Option<Worker>,
    jobs: FxHashMap<u64, (Begun, Target)>,
    /// The sites that are waiting, with their keys.
    keys: FxHashSet<(usize, Vec<Const>)>,
}

impl Session {
    /// The generic code of a site whose versions are made in the background.
    pub fn goes_on_in(&mut self, n: usize) -> Option<i32> {
        let is_background = self.staged.staging.background;
        let data = &self.site(n).data;
        match data.what {
            What::Region { generic } if data.shape.caching != Caching::Replicate => {
                is_background.then_some(generic)
            }
            _ => None,
        }
    }

    /// Whether an arrival has to wait: its version is being made, or too many are.
    pub fn is_pending(&self, n: usize, key: &[Const]) -> bool {
        let keys = &self.pending.keys;
        keys.len() >= MOST || keys.contains(&(n, key.to_vec()))
    }

    /// Begins to make a version for an arrival; whether it may come to something.
    pub fn begin_for_site<T: 'static>(
        &mut self,
        mut store: StoreContextMut<'_, T>,
        wanted: Wanted,
        row: usize,
        (n, key, values): (usize, &[Const], &[Const]),
    ) -> bool {
        let Some((begun, module)) = self.begin(store.as_context_mut(), wanted, row) else {
            return false;
        };
        self.pending.keys.insert((n, key.to_vec()));
        let target = Target::Site { n, key: key.to_vec(), values: values.to_vec() };
        self.submit(store, begun, module, target);
        true
    }

    /// Begins to make a version for a request; gives the slot that it will be in.
    pub fn begin_for_request<T: 'static>(
        &mut self,
        mut store: StoreContextMut<'_, T>,
        wanted: Wanted,
        row: usize,
        (table, generic): (Table, Function),
    ) -> Option<u64> {
        let (begun, module) = self.begin(store.as_context_mut(), wanted, row)?;
        let found = Arc::new(OnceLock::new());
        let (shared, known) = (self.shared(), found.clone());
        let call = move |mut caller: Caller<'_, T>, params: &[Val], results: &mut [Val]| {
            install(&shared, caller.as_context_mut(), row, &|| known.get().is_none());
            known.get().unwrap_or(&generic).call(&mut caller, params, results)
        };
        let ty = generic.ty(&store);
        let function = Function::new(&mut store, ty, call);
        let slot = match table.grow(&mut store, 1, Ref::Func(Some(function))) {
            Ok(slot) => slot,
            Err(error) => {
                self.refuse(begun.made, format!("the table does not grow: {error:#}"));
                return None;
            }
        };
        self.handles.add_version(store.as_context_mut(), function);
        let target = Target::Request(StandIn { table, slot, function, generic, found });
        self.submit(store, begun, module, target);
        Some(slot)
    }

    fn submit<T: 'static>(
        &mut self,
        store: StoreContextMut<'_, T>,
        begun: Begun,
        module: invar_ir::Module,
        target: Target,
    ) {
        let (engine, pipeline) = (store.engine().clone(), self.staged.pipeline.clone());
        if self.pending.worker.is_none() {
            self.pending.worker = Worker::new(engine.clone(), pipeline.clone()).ok();
        }
        let submitted = match &mut self.pending.worker {
            Some(worker) => worker.submit(Box::new(module)),
            None => Err(Box::new(module)),
        };
        match submitted {
            Ok(number) => {
                self.pending.jobs.insert(number, (begun, target));
            }
            // There are no more threads.
            Err(module) => {
                let compiled = compile(&engine, &pipeline, *module);
                self.ready(store, begun, compiled, target);
            }
        }
    }

    /// Puts versions in their places that are ready.
    pub fn install<T: 'static>(&mut self, mut store: StoreContextMut<'_, T>) {
        while let Some((number, compiled)) = self.pending.worker.as_ref().and_then(Worker::done) {
            self.time += compiled.optimize + compiled.compile;
            // What was forgotten meanwhile is not there any more.
            if let Some((begun, target)) = self.pending.jobs.remove(&number) {
                self.ready(store.as_context_mut(), begun, compiled, target);
            }
        }
    }

    /// Forgets the versions of a function that are being made for arrivals. Those that requests wait for are
    /// what they were to be at the request.
    pub fn forget_pending(&mut self, func: Func) {
        let Pending { jobs, keys, .. } = &mut self.pending;
        jobs.retain(|_, (begun, target)| match target {
            Target::Site { n, key, .. } if begun.wanted.func == func => {
                keys.remove(&(*n, std::mem::take(key)));
                false
            }
            _ => true,
        });
    }

    fn ready<T: 'static>(
        &mut self,
        mut store: StoreContextMut<'_, T>,
        begun: Begun,
        compiled: Compiled,
        target: Target,
    ) {
        let bytes = self.staged.staging.limits.bytes;
        let module = match self.bytes < bytes {
            true => compiled.module,
            // Others were ready earlier.
            false => Err(Error::new(self.spent_bytes())),
        };
        let compiled = Compiled { module, ..compiled };
        match target {
            Target::Site { n, key, values } => {
                self.pending.keys.remove(&(n, key.clone()));
                let slot = self.finish(store.as_context_mut(), begun, compiled, &put_in_versions);
                match slot {
                    Some(slot) => self.remember(store, n, key, values, slot as i32),
                    // Its generic code is there, so that this does not fail.
                    None => drop(self.failed(store, n, key, values)),
                }
            }
            Target::Request(it) => {
                let finished =
                    self.finish(store.as_context_mut(), begun, compiled, &|_, _, made| {
                        it.found.set(made).map_err(|_| "it was there already")?;
                        Ok(it.slot)
                    });
                let found = match finished {
                    Some(_) => *it.found.get().expect("it was put there"),
                    None => *it.found.get_or_init(|| it.generic),
                };
                // Unless the program put something else there.
                let there = it.table.get(&mut store, it.slot);
                let is_there = matches!(there, Some(Ref::Func(Some(there)))
                    if there.to_raw(&mut store) == it.function.to_raw(&mut store));
                if is_there {
                    let put = it.table.set(&mut store, it.slot, Ref::Func(Some(found)));
                    put.expect("a slot that is there takes a function of the same type");
                }
            }
        }
    }
}
