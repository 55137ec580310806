//! Settings and limits of specialization while a program runs.

use crate::Pipeline;
use std::sync::Arc;
use std::time::Duration;

/// The pipeline of a program, which makes code from whatever thread runs it.
pub type SharedPipeline = Arc<dyn Pipeline + Send + Sync>;

/// Called for each version that was made or refused, with the reasons.
pub type Listener = Arc<dyn Fn(&crate::Made) + Send + Sync>;

/// The module that the import of requests is renamed to in the code that runs, so that the optimizer
/// does not remove it as an annotation.
pub(crate) const RUNNING: &str = "invar:run";

invar_analysis::config! {
    /// How much may be made by one instance, over all of its life. Past a limit, functions stay generic.
    pub struct Limits {
        /// How many versions of one function.
        versions: usize = 256,
        /// How many versions of one function are made for values that are looked up, even if that takes longer than
        /// the program runs meanwhile. Past that, new values go to generic code until the program has run as long as
        /// it has waited.
        warm_up: usize = 16,
        /// How many continuations inside of one: code for lazy branches, and for values that are looked up.
        continuations: usize = 4096,
        /// How many bytes of machine code, in whole pages, as the engine keeps it.
        bytes: usize = 64 << 20,
        /// How much time to specialize, to optimize and to compile.
        time: Duration = Duration::from_secs(60),
    }
}

/// Settings of specialization while a program runs.
#[derive(Clone, Default)]
pub struct Settings {
    /// Whether requests are answered with the functions that they ask for, as without Invar.
    pub generic: bool,
    /// Whether each promise that is relied on is checked; see [`super::broken_promise()`].
    pub checked: bool,
    /// How much code may be made for a request.
    pub request: crate::RequestLimits,
    /// How much may be made at all.
    pub limits: Limits,
    /// Whether versions of regions and for requests are optimized and compiled on another thread, while the
    /// program goes on in generic code.
    pub background: bool,
    /// Whether entries are counted and timed, for [`super::Running::counted`]. Needs tail calls.
    pub profile: bool,
    /// Called for each version.
    pub listener: Option<Listener>,
    /// A fail point, for tests: called where a version is specialized, and told whether that is generic
    /// code; its panics are those of a specializer with a bug.
    pub fault: Option<Arc<dyn Fn(bool) + Send + Sync>>,
}

impl std::fmt::Debug for Settings {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Settings")
            .field("generic", &self.generic)
            .field("checked", &self.checked)
            .field("request", &self.request)
            .field("limits", &self.limits)
            .field("background", &self.background)
            .field("profile", &self.profile)
            .finish_non_exhaustive()
    }
}
