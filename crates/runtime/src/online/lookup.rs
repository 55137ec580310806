//! Lookups in the code cache: for requests, and at sites. On a miss a version is made, or the generic code runs.

use super::budget::Brake;
use super::cache::Answer;
use super::jobs::Wanted;
use super::promise::BrokenPromise;
use super::session::{Session, Shared, with};
use super::site::{FOREVER, GENERIC, SiteData, What};
use crate::Made;
use crate::engine::from_val;
use crate::image::address;
use crate::making::{key, name};
use crate::requests::{KEY_BYTES, asked};
use invar_ir::{Caching, Func};
use invar_rules::Const;
use wasmtime::{AsContextMut, Ref, StoreContextMut, Trap, Val};

/// Answers a request: `(function, keys, count)`. A nested one, which has no session, gets the function itself.
pub(crate) fn answer<T: 'static>(
    shared: &Shared,
    store: StoreContextMut<'_, T>,
    params: &[Val],
) -> wasmtime::Result<Val> {
    let slot = with(shared, |session| session.answer(store, params)).flatten();
    Ok(match (slot, params[0]) {
        (Some(slot), Val::I64(_)) => Val::I64(slot as i64),
        (Some(slot), _) => Val::I32(slot as i32),
        (None, function) => function,
    })
}

/// Invalidates the versions of the function in a slot of table 0.
pub(crate) fn forget<T: 'static>(shared: &Shared, store: StoreContextMut<'_, T>, slot: &Val) {
    with(shared, |session| session.forget(store, address(slot)));
}

/// Answers a miss of the n-th site with a slot of the table of versions; see [`super::dispatch`]. In a nested call,
/// which has no session, a region is generic, and an exit traps, which ends the call of the pure function.
pub(crate) fn enter<T: 'static>(
    shared: &Shared,
    generic: Option<i32>,
    store: StoreContextMut<'_, T>,
    n: usize,
    params: &[Val],
) -> wasmtime::Result<i32> {
    match (with(shared, |session| session.enter(store, n, params)), generic) {
        (Some(answer), _) => answer,
        (None, Some(generic)) => Ok(generic),
        (None, None) => Err(Trap::UnreachableCodeReached.into()),
    }
}

/// Returns to a meter which function to call, and the time.
pub(crate) fn start(shared: &Shared, func: u32) -> (i32, u64) {
    let start = |session: &mut Session| {
        let now = session.counts.now();
        (session.counts.meters.start(Func::from_u32(func), now), now)
    };
    with(shared, start).unwrap_or_default()
}

/// Records the time of a call by a meter.
pub(crate) fn end<T: 'static>(
    shared: &Shared,
    store: StoreContextMut<'_, T>,
    func: u32,
    called: i32,
    since: u64,
) {
    with(shared, |session| {
        let now = session.counts.now();
        session.counts.meters.end(Func::from_u32(func), called, since, now, store);
    });
}

impl Session {
    fn answer<T: 'static>(&mut self, mut store: StoreContextMut<'_, T>, params: &[Val]) -> Answer {
        let (Some(memory), Some(table)) = (self.exports.memory, self.exports.table) else {
            return None;
        };
        let keys = usize::try_from(address(&params[1])).ok()?;
        let count = usize::try_from(address(&params[2])).ok()?;
        let slot = address(&params[0]);
        let Some(Ref::Func(Some(function))) = table.get(&mut store, slot) else { return None };
        // Versions, and functions of the host, are not functions of the program.
        let Some(func) = self.handles.func(store.as_context_mut(), function) else {
            if !self.handles.is_version(store.as_context_mut(), function)
                && self.budget.stopped.insert(None)
            {
                let what = "only functions that segments put into tables are specialized";
                self.tell(&Made::refused(format!("the function in slot {slot}"), what));
            }
            return None;
        };
        let end = count.checked_mul(KEY_BYTES).and_then(|length| keys.checked_add(length))?;
        let asked = asked(&self.staged.module, func, memory.data(&store).get(keys..end)?);
        let row = self.row_of(func);
        *self.counts.requests.entry(row).or_default() += 1;
        self.install(store.as_context_mut());
        if let Some(&known) = self.cache.answers.get(&asked) {
            self.counts.profile.functions[row].hits += 1;
            return known;
        }
        if !self.may_make(func, row, &name(&self.staged.module, asked.func, &asked.values), false) {
            return None;
        }
        let key = key(func, &asked.values);
        let values = asked.values.clone();
        let wanted = Wanted { func, key, values, place: None, is_request: true };
        if self.staged.settings.background {
            let context = store.as_context_mut();
            let answer = self.begin_for_request(context, wanted, row, table, function);
            self.cache.answers.insert(asked, answer);
            return answer;
        }
        let answer = self.make(store.as_context_mut(), wanted, row, &|_, store, function| {
            if table.ty(&store).maximum().is_some_and(|most| table.size(&store) >= most) {
                return Err("the table is full".to_owned());
            }
            let grown = table.grow(store, 1, Ref::Func(Some(function)));
            grown.map_err(|error| format!("the table does not grow: {error:#}"))
        });
        self.cache.answers.insert(asked, answer);
        answer
    }

    /// Invalidates the versions of a function. Pointers to versions stay valid.
    fn forget<T: 'static>(&mut self, mut store: StoreContextMut<'_, T>, slot: u64) {
        let Some(table) = self.exports.table else { return };
        let Some(Ref::Func(Some(function))) = table.get(&mut store, slot) else { return };
        let Some(func) = self.handles.func(store.as_context_mut(), function) else { return };
        self.cache.forget(func);
        self.forget_pending(func);
        for site in self.sites.iter_mut().flatten().filter(|site| site.data.func == func) {
            self.cache.free.extend(site.own_slots());
            site.clear(store.as_context_mut());
        }
    }

    /// The slot for an arrival at a site with these values.
    fn enter<T: 'static>(
        &mut self,
        store: StoreContextMut<'_, T>,
        n: usize,
        params: &[Val],
    ) -> wasmtime::Result<i32> {
        let mut store = store;
        self.install(store.as_context_mut());
        let data = self.site(n).data.clone();
        let shape = &data.shape;
        let Some(values) = params.iter().map(from_val).collect::<Option<Vec<Const>>>() else {
            return self.generic(store, n, &[]);
        };
        let keyed = shape.asked.iter().zip(&values).filter(|(param, _)| param.is_key);
        let key: Vec<Const> = keyed.map(|(_, &value)| value).collect();
        let row = self.row_of(data.func);
        if shape.caching != Caching::Replicate
            && let Some((slot, all)) = self.site(n).answers.get(&key)
        {
            if *all != values && shape.compares_all {
                let name = self.staged.module.func_label(data.func);
                let what = BrokenPromise(format!("a value that is unchecked in `{name}`"));
                return Err(wasmtime::Error::from(Trap::UnreachableCodeReached).context(what));
            }
            let slot = *slot;
            self.counts.profile.functions[row].hits += 1;
            self.site(n).balance += 1;
            self.remember(store, n, key, values, slot);
            return Ok(slot);
        }
        let (wanted, known) = self.wanted(&data, &values);
        if let Some(slot) = known {
            self.counts.profile.functions[row].hits += 1;
            self.site(n).balance += 1;
            self.remember(store, n, key, values, slot);
            return Ok(slot);
        }
        let generic = self.goes_on_in(n);
        if let Some(generic) = generic
            && self.is_pending(n, &key)
        {
            self.counts.profile.functions[row].waits += 1;
            return Ok(generic);
        }
        let is_inside = wanted.place.is_some();
        let label = match &data.what {
            What::Region { .. } => name(&self.staged.module, data.func, &wanted.values),
            What::Exit { prepared, .. } => {
                let (place, _) = wanted.place.as_ref().expect("an exit has a place");
                prepared.describe(&self.staged.module, place)
            }
        };
        let (is_value, run) = (!shape.asked.is_empty(), self.counts.run());
        let limits = &self.staged.settings.limits;
        if is_value && let Brake::Closed(why) = self.budget.brake(limits, row, run) {
            if let Some(why) = why {
                self.tell(&Made::refused(label, why));
            }
            self.counts.profile.functions[row].misses += 1;
            let slot = self.generic_slot(store.as_context_mut(), n)?;
            self.site(n).too_often(store);
            return Ok(if shape.drops { GENERIC } else { slot });
        }
        if !self.may_make(data.func, row, &label, is_inside) {
            return self.generic(store, n, &values);
        }
        let before = self.counts.waited;
        let made = match generic {
            Some(generic) => {
                let context = store.as_context_mut();
                let begun = self.begin_for_site(context, wanted, row, n, &key, &values);
                begun.then_some(generic)
            }
            None => self.make_slot(store.as_context_mut(), wanted, row, shape.caching),
        };
        if is_value {
            self.budget.waited(row, self.counts.waited.saturating_sub(before), run);
        }
        match made {
            // Its version is remembered when it is ready.
            Some(slot) if generic.is_some() => Ok(slot),
            Some(slot) => {
                self.remember(store, n, key, values, slot);
                Ok(slot)
            }
            None => self.failed(store, n, key, values),
        }
    }

    /// The version for an arrival at a site with these values, and its slot if there is one already.
    fn wanted(&self, data: &SiteData, values: &[Const]) -> (Wanted, Option<i32>) {
        let shape = &data.shape;
        match &data.what {
            What::Region { .. } => {
                let arity = self.staged.module.func_signature(data.func).0.len();
                let mut bound = vec![None; arity];
                for (param, &value) in shape.asked.iter().zip(values) {
                    bound[param.position] = Some(value);
                }
                let key = crate::making::key(data.func, &bound);
                let (func, values) = (data.func, bound);
                (Wanted { func, key, values, place: None, is_request: false }, None)
            }
            What::Exit { key, exit, .. } => {
                let all: Vec<Option<Const>> = values.iter().copied().map(Some).collect();
                let place = exit.place(&all);
                let takes = exit.takes(!shape.drops);
                let known =
                    self.cache.found(shape.caching, shape.asked.is_empty(), key, &place, &takes);
                let place = Some((place, takes));
                let (func, key) = (data.func, key.clone());
                (Wanted { func, key, values: Vec::new(), place, is_request: false }, known)
            }
        }
    }

    /// The answer of a site for which no version could be made: generic code.
    pub fn failed<T: 'static>(
        &mut self,
        store: StoreContextMut<'_, T>,
        n: usize,
        key: Vec<Const>,
        values: Vec<Const>,
    ) -> wasmtime::Result<i32> {
        let answer = self.generic(store, n, &values)?;
        // With a key that is looked up, the failure is remembered.
        let site = self.site(n);
        if site.data.shape.caching == Caching::Cache {
            site.answers.insert(key, (answer, values));
        }
        Ok(answer)
    }

    /// Records an answer, in the dispatcher and at the site.
    pub fn remember<T: 'static>(
        &mut self,
        store: StoreContextMut<'_, T>,
        n: usize,
        key: Vec<Const>,
        values: Vec<Const>,
        slot: i32,
    ) {
        let site = self.sites[n].as_mut().expect("a site is there before its code runs");
        if slot > 0 {
            site.put(store, &values, slot);
        }
        match site.data.shape.caching {
            // Without places this arrival is the only one, and the next version is made after the dispatcher has
            // called this one.
            Caching::Replicate if site.data.shape.entries() == 0 => {
                return self.cache.free.push(slot);
            }
            Caching::Replicate => return,
            Caching::Cache1 => {
                let replaced = site.own_slots().filter(|&it| slot > 0 && it != slot);
                self.cache.free.extend(replaced);
                site.answers.clear();
            }
            Caching::Cache | Caching::Unchecked => {}
        }
        site.answers.insert(key, (slot, values));
    }

    /// The answer of a site where no more versions are made: generic code.
    fn generic<T: 'static>(
        &mut self,
        mut store: StoreContextMut<'_, T>,
        n: usize,
        values: &[Const],
    ) -> wasmtime::Result<i32> {
        let slot = self.generic_slot(store.as_context_mut(), n)?;
        let site = self.site(n);
        let data = site.data.clone();
        let (has_key, fits) = (!data.shape.asked.is_empty(), !data.shape.drops);
        // Existing versions are still found.
        if fits && (!has_key || data.shape.caching == Caching::Cache) {
            site.put(store, values, slot);
        } else if data.shape.caching != Caching::Cache {
            site.pause(store, FOREVER);
        }
        Ok(if fits { slot } else { GENERIC })
    }

    /// The slot of the generic code of a site, which its dispatcher calls from now on where there is no version.
    fn generic_slot<T: 'static>(
        &mut self,
        mut store: StoreContextMut<'_, T>,
        n: usize,
    ) -> wasmtime::Result<i32> {
        let data = self.site(n).data.clone();
        let slot = match &data.what {
            What::Region { generic } => *generic,
            What::Exit { key, exit, .. } => {
                self.generic_continuation(store.as_context_mut(), data.func, key, exit)?
            }
        };
        self.site(n).set_generic(store, slot);
        Ok(slot)
    }

    /// Whether a version may be made. A limit that is reached is reported once.
    fn may_make(&mut self, func: Func, row: usize, label: &str, is_inside: bool) -> bool {
        self.counts.profile.functions[row].misses += 1;
        let limits = &self.staged.settings.limits;
        let Some(reason) = self.budget.miss(limits, row, is_inside) else { return true };
        if self.budget.stopped.insert(Some(func)) {
            self.tell(&Made::refused(label.to_owned(), reason));
        }
        false
    }
}
