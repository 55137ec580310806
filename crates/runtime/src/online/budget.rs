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

    /// Says how much code there is.
    pub fn spent_bytes(&self) -> String {
        format!("{} bytes of code were made", self.bytes)
    }
}
