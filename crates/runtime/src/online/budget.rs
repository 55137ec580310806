//! What the versions of an instance have cost, and the limits of that.

use super::settings::Limits;
use invar_ir::Func;
use rustc_hash::{FxHashMap, FxHashSet};
use std::time::Duration;

/// The costs so far.
#[derive(Default)]
pub(crate) struct Budget {
    /// Bytes of machine code.
    pub bytes: usize,
    /// Time to specialize, to optimize and to compile.
    pub time: Duration,
    /// How often the host was asked for code that did not exist, by row of the profile: at entries, and inside.
    misses: FxHashMap<usize, [u64; 2]>,
    /// Functions that reached a limit, and `None` for those that cannot be specialized at all: each is reported once.
    pub stopped: FxHashSet<Option<Func>>,
    /// What the program has waited for, by row of the profile.
    waits: FxHashMap<usize, Waited>,
}

/// The versions of one function that the program has waited for, those for values that it looked up.
struct Waited {
    versions: usize,
    time: Duration,
    /// How long the program had run when the first was made.
    since: Duration,
    /// Whether it was reported that no more are made for now.
    told: bool,
}

/// Whether a version may be made for a value that is looked up.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Brake {
    /// A version may be made.
    Open,
    /// Not yet; the reason, where it was not reported before.
    Closed(Option<String>),
}

impl Budget {
    /// Counts a miss, at an entry or inside of a function; the limit that it exceeds, if it does.
    pub fn miss(&mut self, limits: &Limits, row: usize, is_inside: bool) -> Option<String> {
        self.misses.entry(row).or_default()[usize::from(is_inside)] += 1;
        self.limit(limits, row, is_inside)
    }

    /// The limit that is reached. All attempts count, so that the size of the cache is bounded as
    /// well.
    fn limit(&self, limits: &Limits, row: usize, is_inside: bool) -> Option<String> {
        let [entries, inside] = self.misses[&row];
        // The miss at hand is counted.
        if !is_inside && entries > limits.versions as u64 {
            return Some(format!("it was asked for {} different versions", limits.versions));
        }
        if is_inside && inside > limits.continuations as u64 {
            return Some(format!("it was asked for {} continuations", limits.continuations));
        }
        if self.bytes >= limits.bytes {
            return Some(self.spent_bytes());
        }
        (self.time >= limits.time)
            .then(|| format!("{:.1} s were spent on versions", self.time.as_secs_f64()))
    }

    /// Whether a version for a value that is looked up may be made, after the program has run for some time. It may not
    /// where the values change so often that the program would wait longer than it runs.
    pub fn brake(&mut self, limits: &Limits, row: usize, run: Duration) -> Brake {
        let Some(waited) = self.waits.get_mut(&row) else { return Brake::Open };
        let run = run.saturating_sub(waited.since);
        if waited.versions < limits.warm_up || waited.time <= run {
            return Brake::Open;
        }
        let tells = !std::mem::replace(&mut waited.told, true);
        let ms = |time: Duration| time.as_secs_f64() * 1e3;
        Brake::Closed(tells.then(|| {
            format!(
                "its values change too often: the program waited {:.1} ms for {} versions, and ran for {:.1} ms; \
                 new values are generic until it has run as long",
                ms(waited.time),
                waited.versions,
                ms(run)
            )
        }))
    }

    /// Counts a version for a value that was looked up, which the program waited for, after it had run for some time.
    pub fn waited(&mut self, row: usize, time: Duration, run: Duration) {
        let new = Waited { versions: 0, time: Duration::ZERO, since: run, told: false };
        let waited = self.waits.entry(row).or_insert(new);
        waited.versions += 1;
        waited.time += time;
    }

    /// Says how much code there is.
    pub fn spent_bytes(&self) -> String {
        format!("{} bytes of code were made", self.bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_brake_closes_while_the_program_waits_longer_than_it_runs() {
        let limits = Limits { warm_up: 2, ..Limits::default() };
        let ms = Duration::from_millis;
        let mut budget = Budget::default();
        assert_eq!(budget.brake(&limits, 7, ms(0)), Brake::Open);
        budget.waited(7, ms(3), ms(100));
        assert_eq!(budget.brake(&limits, 7, ms(101)), Brake::Open, "the first two");
        budget.waited(7, ms(4), ms(101));
        let Brake::Closed(Some(why)) = budget.brake(&limits, 7, ms(102)) else { panic!("open") };
        assert!(why.contains("waited 7.0 ms for 2 versions, and ran for 2.0 ms"), "{why}");
        assert_eq!(budget.brake(&limits, 7, ms(106)), Brake::Closed(None), "reported once");
        assert_eq!(budget.brake(&limits, 8, ms(106)), Brake::Open, "another function");
        assert_eq!(budget.brake(&limits, 7, ms(107)), Brake::Open, "it has run as long");
        budget.waited(7, ms(1), ms(107));
        assert_eq!(budget.brake(&limits, 7, ms(107)), Brake::Closed(None));
    }
}
