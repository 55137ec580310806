//! Makes versions: specializes, optimizes, compiles, and instantiates them beside the program.

use super::background::{Compiled, compile};
use super::cache::Continuation;
use super::dispatch::Shape;
use super::exits::EXITS;
use super::jobs::{Begun, Wanted};
use super::live::Live;
use super::promise::BrokenPromise;
use super::session::Session;
use super::site::{Site, SiteData, What};
use super::{imports, unit};
use crate::Made;
use crate::ahead::insts;
use crate::image::reserved;
use crate::making::{self, Key};
use invar_ir::{Body, Caching, Entity, Func, Module, verify_function};
use invar_stage::specializer::SpecializerNote;
use invar_stage::{Exit, Exits, KnownPoint, Prepared, Request, resume, specialize};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};
use wasmtime::{
    AsContextMut, Extern, ExternType, Func as Function, Instance, Ref, StoreContextMut, Trap,
};

/// A version as a module, not yet optimized.
struct Unit {
    module: Module,
    sites: Vec<SiteData>,
    /// The number of the first of them.
    first: usize,
}

/// Puts a version into a table; gives its slot.
type Put<'a, T> = &'a dyn Fn(&mut Session, StoreContextMut<'_, T>, Function) -> Result<u64, String>;

/// Puts a version into the table of versions.
pub(crate) fn put_in_versions<T: 'static>(
    session: &mut Session,
    mut store: StoreContextMut<'_, T>,
    function: Function,
) -> Result<u64, String> {
    let table = session.exports.versions.ok_or("there is no table of versions")?;
    if let Some(slot) = session.cache.free.pop() {
        let slot = slot as u64;
        let put = table.set(&mut store, slot, Ref::Func(Some(function)));
        return put.map(|()| slot).map_err(|error| format!("{error:#}"));
    }
    table
        .grow(&mut store, 1, Ref::Func(Some(function)))
        .map_err(|error| format!("the table does not grow: {error:#}"))
}

/// The note about a version that could not be made.
fn refused(what: impl Into<String>) -> SpecializerNote {
    SpecializerNote { offset: 0, what: what.into() }
}

impl Session {
    /// Makes a version and puts it into a slot. A failure is reported to the listener.
    pub fn make<T: 'static>(
        &mut self,
        mut store: StoreContextMut<'_, T>,
        wanted: Wanted,
        row: usize,
        put: Put<'_, T>,
    ) -> Option<u64> {
        let (begun, module) = self.begin(store.as_context_mut(), wanted, row)?;
        let compiled = compile(store.engine(), &self.staged.pipeline, module);
        self.budget.time += compiled.optimize + compiled.compile;
        self.counts.waited += compiled.optimize + compiled.compile;
        self.finish(store, begun, compiled, put)
    }

    /// Makes a version and puts it into the table of versions. A failure is reported to the listener.
    pub fn make_slot<T: 'static>(
        &mut self,
        store: StoreContextMut<'_, T>,
        wanted: Wanted,
        row: usize,
        caching: Caching,
    ) -> Option<i32> {
        let key = wanted.key.clone();
        let place = wanted.place.clone().filter(|_| caching != Caching::Replicate);
        let slot = self.make(store, wanted, row, &put_in_versions)? as i32;
        if let Some((place, takes)) = place {
            self.cache.add((key, place, takes), slot);
        }
        Some(slot)
    }

    /// Reports that there is no version, and why.
    pub fn refuse(&self, mut made: Made, why: impl Into<String>) {
        made.func = None;
        made.notes.insert(0, (refused(why), 1));
        self.tell(&made);
    }

    /// Specializes: makes the module of a version. A failure is reported to the listener.
    pub fn begin<T: 'static>(
        &mut self,
        store: StoreContextMut<'_, T>,
        wanted: Wanted,
        row: usize,
    ) -> Option<(Begun, Module)> {
        let start = Instant::now();
        let module = &self.staged.module;
        let label = match &wanted.place {
            Some((place, _)) => match self.preparer.get(module, &wanted.key) {
                Ok(prepared) => prepared.describe(module, place),
                Err(_) => module.func_label(wanted.func),
            },
            None => making::name(module, wanted.func, &wanted.values),
        };
        let mut made = Made::new(label);
        let work = AssertUnwindSafe(|| self.special(store, &wanted, &mut made));
        let unit = catch_unwind(work).unwrap_or_else(|_| Err(refused("the specializer panicked")));
        made.time = start.elapsed();
        self.counts.profile.functions[row].specialize += made.time;
        self.budget.time += made.time;
        self.counts.waited += made.time;
        match unit {
            Ok(Unit { module, sites, first }) => {
                Some((Begun { wanted, made, row, sites, first }, module))
            }
            Err(note) => {
                self.refuse(made, note.what);
                None
            }
        }
    }

    /// Instantiates a compiled version, and puts it into a slot. A failure is reported to the listener.
    pub fn finish<T: 'static>(
        &mut self,
        store: StoreContextMut<'_, T>,
        begun: Begun,
        compiled: Compiled,
        put: Put<'_, T>,
    ) -> Option<u64> {
        let start = Instant::now();
        let Begun { wanted, made, row, sites, first } = begun;
        let mut metering = Duration::ZERO;
        let slot = match compiled.module {
            Ok(module) => self
                .place(store, &wanted, &made, row, first, sites, &module, put, &mut metering)
                .map_err(|note| note.what),
            Err(error) => Err(error.to_string()),
        };
        let took = start.elapsed();
        self.counts.waited += took;
        // The time to make a meter is not part of the measured time.
        let took = took.saturating_sub(metering);
        self.budget.time += took;
        let profile = &mut self.counts.profile.functions[row];
        profile.optimize += compiled.optimize;
        profile.compile += compiled.compile + took;
        match slot {
            Ok(slot) => {
                self.tell(&made);
                Some(slot)
            }
            Err(why) => {
                self.refuse(made, why);
                None
            }
        }
    }

    fn place<T: 'static>(
        &mut self,
        mut store: StoreContextMut<'_, T>,
        wanted: &Wanted,
        made: &Made,
        row: usize,
        first: usize,
        sites: Vec<SiteData>,
        compiled: &wasmtime::Module,
        put: Put<'_, T>,
        metering: &mut Duration,
    ) -> Result<u64, SpecializerNote> {
        let linked = self.link(store.as_context_mut(), compiled, None);
        let (mut function, instance) = linked.map_err(|it| refused(format!("{it:#}")))?;
        self.check_type(store.as_context_mut(), wanted, function)?;
        self.budget.bytes += compiled.text().len();
        let sites = self.sites_of(store.as_context_mut(), instance, first, sites)?;
        self.handles.add_version(store.as_context_mut(), function);
        if self.staged.settings.profile && wanted.is_request {
            let start = Instant::now();
            function = self.metered(store.as_context_mut(), wanted.func, function)?;
            *metering = start.elapsed();
        }
        let slot = put(self, store.as_context_mut(), function).map_err(refused)?;
        let profile = &mut self.counts.profile.functions[row];
        profile.versions += 1;
        profile.generic_insts = made.generic_insts as u64;
        profile.insts += made.insts as u64;
        profile.bytes += compiled.functions().map(|function| function.len as u64).sum::<u64>();
        self.connect(store, row, sites);
        Ok(slot)
    }

    /// A version is of the type of the function that it is a version of.
    fn check_type<T: 'static>(
        &mut self,
        mut store: StoreContextMut<'_, T>,
        wanted: &Wanted,
        function: Function,
    ) -> Result<(), SpecializerNote> {
        let ty = function.ty(&store);
        let (params, results) = match &wanted.place {
            Some((_, takes)) => {
                let (_, results) = self.staged.module.func_signature(wanted.func);
                (takes.len(), results.len())
            }
            None => {
                let func = Entity::Func(wanted.func);
                let generic = self.handles.export(store.as_context_mut(), func);
                let Some(Extern::Func(generic)) = generic else {
                    return Err(refused("the function is gone"));
                };
                let generic = generic.ty(&store);
                if !wasmtime::FuncType::eq(&ty, &generic) {
                    return Err(refused("the version has another type"));
                }
                (generic.params().len(), generic.results().len())
            }
        };
        if ty.params().len() == params && ty.results().len() == results {
            Ok(())
        } else {
            Err(refused("the version has another type"))
        }
    }

    /// The sites of a version that was instantiated.
    fn sites_of<T: 'static>(
        &mut self,
        mut store: StoreContextMut<'_, T>,
        instance: Instance,
        first: usize,
        sites: Vec<SiteData>,
    ) -> Result<std::ops::Range<usize>, SpecializerNote> {
        let range = first..first + sites.len();
        for (n, data) in range.clone().zip(sites) {
            let site = Site::new(n, Arc::new(data), instance, store.as_context_mut());
            let site = site.ok_or_else(|| refused("a dispatcher is incomplete"))?;
            debug_assert!(self.sites[n].is_none());
            self.sites[n] = Some(site);
        }
        Ok(range)
    }

    /// Patches exits at which nothing is looked up to jump to existing continuations; the others stay stubs.
    fn connect<T: 'static>(
        &mut self,
        mut store: StoreContextMut<'_, T>,
        row: usize,
        sites: std::ops::Range<usize>,
    ) {
        for n in sites {
            let data = self.site(n).data.clone();
            let What::Exit { key, exit, .. } = &data.what else { continue };
            if !data.shape.asked.is_empty() {
                continue;
            }
            let takes = exit.takes(true);
            match self.cache.found(exit.caching, true, key, &exit.place, &takes) {
                Some(slot) => self.site(n).put(store.as_context_mut(), &[], slot),
                None => self.counts.profile.functions[row].stubs += 1,
            }
        }
    }

    /// The version as a module.
    fn special<T: 'static>(
        &mut self,
        store: StoreContextMut<'_, T>,
        wanted: &Wanted,
        made: &mut Made,
    ) -> Result<Unit, SpecializerNote> {
        let staged = self.staged.clone();
        let (module, settings) = (&staged.module, &staged.settings);
        made.generic_insts = insts(making::code(module, wanted.func).map_err(refused)?);
        let prepared = self.preparer.get(module, &wanted.key).map_err(refused)?;
        if let Some(fault) = &settings.fault {
            fault(wanted.place.as_ref().is_some_and(|(place, _)| place.node.is_none()));
        }
        let checks = settings.checked.then_some(staged.skeleton.funcs.len() as u32);
        let start = wanted.place.as_ref().map(|(place, takes)| (place, takes.as_slice()));
        let start_is = |place: &KnownPoint| start.is_some_and(|(it, _)| it == place);
        let known = |place: &KnownPoint, caching: Caching| {
            !start_is(place)
                && prepared_takes(self, &wanted.key, place).is_some_and(|takes| {
                    self.cache.found(caching, true, &wanted.key, place, &takes).is_some()
                })
        };
        let exits = Exits { first: EXITS, entering: false, has_continuation: &known };
        let values = making::known(&wanted.values);
        let request =
            Request { checks, exits: Some(exits), ..Request::new(&values, settings.request) };
        // The closure `known` borrows the session while the world is in use.
        let mut handles = self.handles.clone();
        let mut world = Live { store, handles: &mut handles };
        let special = match start {
            Some((place, takes)) => resume(module, &prepared, place, takes, &request, &mut world),
            None => specialize(module, &prepared, &request, &mut world),
        };
        made.insts = insts(&special.function);
        made.notes = special.notes;
        made.stats = special.stats;
        let uses = staged.pipeline.uses(&special.function);
        if uses.segments {
            return Err(refused("it copies from a segment, which no other module can"));
        }
        let own = staged.skeleton.funcs.len() as u32..;
        let is_reachable = |entity: &Entity| match entity {
            Entity::Func(func) if own.contains(&func.as_u32()) => true,
            entity => staged.exported.contains(entity),
        };
        if let Some(&entity) = uses.entities.iter().find(|entity| !is_reachable(entity)) {
            return Err(refused(format!("it refers to {}, which is private", reserved(entity))));
        }
        let sites: Vec<SiteData> = special
            .exits
            .into_iter()
            .map(|exit| SiteData {
                func: wanted.func,
                shape: Shape::of_exit(&prepared, &exit, settings),
                what: What::Exit { key: wanted.key.clone(), prepared: prepared.clone(), exit },
            })
            .collect();
        let slot = self.reserve_slots(world.store.as_context_mut(), sites.len())?;
        // Others may be specialized before this one is compiled.
        let first = self.sites.len();
        self.sites.resize_with(first + sites.len(), || None);
        let version = unit::Version {
            code: special.function,
            name: &made.name,
            checks: &special.checks,
            sites: &sites,
            first: (first, slot),
        };
        let (module, func) = unit::finish(staged.skeleton.clone(), staged.sites.table, version);
        if let Body::Ssa(function) = &module.funcs[func].body {
            debug_assert!(verify_function(&module, function).is_ok(), "{}", made.name);
        }
        made.func = Some(func);
        Ok(Unit { module, sites, first })
    }

    /// Slots for the misses of exits.
    fn reserve_slots<T: 'static>(
        &mut self,
        mut store: StoreContextMut<'_, T>,
        count: usize,
    ) -> Result<i32, SpecializerNote> {
        if count == 0 {
            return Ok(0);
        }
        let table =
            self.exports.versions.ok_or_else(|| refused("there is no table of versions"))?;
        let slot = table.grow(&mut store, count as u64, Ref::Func(None));
        let slot = slot.map_err(|error| refused(format!("the table does not grow: {error:#}")))?;
        i32::try_from(slot).map_err(|_| refused("the table is full"))
    }

    /// The slot of the generic continuation of an exit, which is made once. No limit applies, since the program cannot
    /// continue otherwise. An error if it cannot be made.
    pub fn generic_continuation<T: 'static>(
        &mut self,
        store: StoreContextMut<'_, T>,
        func: Func,
        key: &Key,
        exit: &Exit,
    ) -> wasmtime::Result<i32> {
        let from: Continuation = (key.clone(), exit.generic(), exit.takes(true));
        if let Some(&slot) = self.cache.continuations.get(&from) {
            return Ok(slot);
        }
        let row = self.row_of(func);
        let (key, place, takes) = from;
        let wanted = Wanted {
            func,
            key,
            values: Vec::new(),
            place: Some((place, takes)),
            is_request: false,
        };
        let slot = self.make_slot(store, wanted, row, Caching::Cache);
        slot.ok_or_else(|| {
            let what = "no generic code could be made for an exit of specialized code";
            wasmtime::Error::from(Trap::UnreachableCodeReached).context(what)
        })
    }

    /// Puts a meter in front of a version for a request, which the program calls directly. It also times the generic
    /// function, unless that has a meter of its own.
    fn metered<T: 'static>(
        &mut self,
        mut store: StoreContextMut<'_, T>,
        func: Func,
        version: Function,
    ) -> Result<Function, SpecializerNote> {
        let staged = self.staged.clone();
        let compares = !staged.sites.metered.contains(&func);
        let module = unit::meter_of(staged.skeleton.clone(), func, compares);
        let compiled = compile(store.engine(), &staged.pipeline, module).module;
        let compiled = compiled.map_err(|error| refused(error.to_string()))?;
        let linked = self.link(store.as_context_mut(), &compiled, Some(version));
        let (meter, instance) = linked.map_err(|it| refused(format!("{it:#}")))?;
        self.counts.meters.add(func, instance, store.as_context_mut());
        self.handles.add_version(store, meter);
        Ok(meter)
    }

    /// Instantiates a version's module beside the program; or that of a meter, and for which version.
    fn link<T: 'static>(
        &mut self,
        mut store: StoreContextMut<'_, T>,
        compiled: &wasmtime::Module,
        version: Option<Function>,
    ) -> wasmtime::Result<(Function, Instance)> {
        let mut imports = Vec::with_capacity(compiled.imports().len());
        for import in compiled.imports() {
            let name = import.name();
            if import.module() == unit::BROKEN {
                let what = name.to_owned();
                imports.push(Extern::Func(Function::wrap(&mut store, move || {
                    let trap = wasmtime::Error::from(Trap::UnreachableCodeReached);
                    Err::<(), _>(trap.context(BrokenPromise(what.clone())))
                })));
                continue;
            }
            if let Some(version) = version.filter(|_| name == unit::VERSION) {
                imports.push(Extern::Func(version));
                continue;
            }
            if let ExternType::Func(ty) = import.ty() {
                let (shared, module) = (self.shared(), import.module());
                let host = imports::host(&shared, &mut store, module, name, ty, &|_| None);
                if let Some(function) = host {
                    imports.push(Extern::Func(function));
                    continue;
                }
            }
            let found = self.handles.instance().get_export(&mut store, name);
            let missing = || wasmtime::Error::msg(format!("there is no `{name}`"));
            imports.push(found.ok_or_else(missing)?);
        }
        let instance = Instance::new(&mut store, compiled, &imports)?;
        let function = instance.get_func(&mut store, unit::VERSION);
        let missing = || wasmtime::Error::msg("the version is not exported");
        Ok((function.ok_or_else(missing)?, instance))
    }
}

/// The values that a continuation from a merge takes.
fn prepared_takes(
    session: &Session,
    key: &Key,
    place: &KnownPoint,
) -> Option<Vec<invar_ir::Value>> {
    let prepared: Arc<Prepared> = session.preparer.known(key)?;
    Some(prepared.params(place))
}
