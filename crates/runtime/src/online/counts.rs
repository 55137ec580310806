//! Counters and clocks of an instance, from which its profile is made.

use super::meter::Meters;
use super::profile::{FunctionProfile, Profile};
use super::site::Site;
use super::staged::Staged;
use invar_ir::{Func, Module};
use rustc_hash::FxHashMap;
use std::time::{Duration, Instant};
use wasmtime::AsContextMut;

/// The counters and clocks of an instance.
pub(crate) struct Counts {
    pub profile: Profile,
    /// The rows of functions in the profile.
    rows: FxHashMap<Func, usize>,
    /// Requests, by row of the profile.
    pub requests: FxHashMap<usize, u64>,
    pub meters: Meters,
    /// When the session began.
    start: Instant,
    /// How long the program has waited for versions.
    pub waited: Duration,
}

impl Counts {
    pub fn new(meters: Meters) -> Self {
        Counts {
            profile: Profile::default(),
            rows: FxHashMap::default(),
            requests: FxHashMap::default(),
            meters,
            start: Instant::now(),
            waited: Duration::ZERO,
        }
    }

    /// The number of a function's row in the profile, which is added if there is none.
    pub fn row(&mut self, func: Func, module: &Module) -> usize {
        let functions = &mut self.profile.functions;
        *self.rows.entry(func).or_insert_with(|| {
            let name = module.func_label(func);
            functions.push(FunctionProfile { name, ..FunctionProfile::default() });
            functions.len() - 1
        })
    }

    /// How long the program has run since the session began, without waiting for versions.
    pub fn run(&self) -> Duration {
        self.start.elapsed().saturating_sub(self.waited)
    }

    /// How long the program has run, like [`Self::run`], in nanoseconds.
    pub fn now(&self) -> u64 {
        self.run().as_nanos() as u64
    }

    /// The profile, with what was counted and timed in running code.
    pub fn all(
        &self,
        staged: &Staged,
        sites: &[Option<Site>],
        mut store: impl AsContextMut,
    ) -> Profile {
        let mut profile = self.profile.clone();
        if !staged.settings.profile {
            return profile;
        }
        let mut lookups = self.requests.clone();
        for site in sites.iter().flatten() {
            if let Some(&row) = self.rows.get(&site.data.func) {
                *lookups.entry(row).or_default() += site.arrivals(&mut store);
            }
        }
        for (row, one) in profile.functions.iter_mut().enumerate() {
            let all = lookups.get(&row).copied().unwrap_or_default();
            one.hits = all.saturating_sub(one.misses + one.waits);
        }
        let mut counted = self.meters.all(&mut store);
        counted.retain(|(_, metered)| metered.entries > 0);
        counted.sort_unstable_by_key(|&(func, _)| func);
        for (func, metered) in counted {
            let row = self.rows.get(&func).copied().unwrap_or_else(|| {
                // The function was entered, and no annotation was met.
                let name = staged.module.func_label(func);
                profile.functions.push(FunctionProfile { name, ..FunctionProfile::default() });
                profile.functions.len() - 1
            });
            let one = &mut profile.functions[row];
            (one.entries, one.generic_entries) = (metered.entries, metered.generic_entries);
            (one.generic, one.special) = (metered.generic, metered.special);
        }
        profile
    }
}
