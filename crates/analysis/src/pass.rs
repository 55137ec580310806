//! The interface of passes: context, fuel, counters.

use crate::claims::Checker;
use crate::drawing::Drawings;
use crate::{Analyses, Remarks, Summaries, Summary};
use invar_ir::{Block, Func, Module, Op};
use invar_rules::{RuleCounts, RuleSet};
use std::ops::AddAssign;
use std::sync::atomic::{AtomicU64, Ordering};

/// Optimization fuel: a budget of decisions, to bisect a miscompile to one of them (`--opt-fuel N`).
///
/// A pass calls [`Fuel::take`] before each optional change, and does not make the change if it returns
/// false.
#[derive(Debug, Default)]
pub struct Fuel {
    left: Option<AtomicU64>,
}

impl Fuel {
    /// Fuel that never runs out.
    pub fn unlimited() -> Self {
        Fuel { left: None }
    }

    /// Fuel for `n` decisions.
    pub fn limited(n: u64) -> Self {
        Fuel { left: Some(AtomicU64::new(n)) }
    }

    /// Takes one unit. Returns whether there was one.
    pub fn take(&self) -> bool {
        match &self.left {
            None => true,
            Some(left) => left
                .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |n| n.checked_sub(1))
                .is_ok(),
        }
    }

    /// The fuel that is left, if limited.
    pub fn left(&self) -> Option<u64> {
        self.left.as_ref().map(|left| left.load(Ordering::Relaxed))
    }
}

/// The assumptions that the user allows beyond the WebAssembly semantics, and the optimization
/// goal.
#[derive(Clone, Copy, Debug, Default)]
pub struct Goals {
    /// Assume that the program executes no instruction that traps (`--traps-never-happen`): an unused operator may be
    /// deleted, a branch to a trap is never taken; no operator is executed where the program does not execute it
    /// (`operators/effects.rs` has the questions, the book's chapter on promises what users may rely on).
    pub traps_never_happen: bool,
    /// Assume that frames of the shadow stack are private (`--assume-stack-abi`).
    pub stack_abi: bool,
    /// Allow sums and products of floats to be computed in another order, and multiplications and additions to be
    /// fused (`--fast-math`).
    pub fast_math: bool,
    /// 0: speed; 1: size where it costs little speed (`-Os`); 2: size (`-Oz`).
    pub size: u8,
    /// Avoid everything that makes the module larger, even for speed.
    pub keep_size: bool,
    /// What the module may grow is spent: only what saves much time for its bytes makes code larger.
    pub tight: bool,
    /// Rewrite rules that are switched off (`--no-rule`).
    pub without: RuleSet,
}

impl Goals {
    /// The names of the options that assume more than WebAssembly promises.
    pub fn assumptions(&self) -> Vec<&'static str> {
        let all = [
            ("traps-never-happen", self.traps_never_happen),
            ("assume-stack-abi", self.stack_abi),
            ("fast-math", self.fast_math),
        ];
        all.into_iter().filter(|&(_, on)| on).map(|(name, _)| name).collect()
    }
}

/// The inputs of a function pass besides the function, and its outputs. One context is used for all
/// passes of a function.
pub struct PassContext<'a> {
    /// The module around it; its bodies may be in any state.
    pub module: &'a Module,
    /// What to optimize for.
    pub goals: Goals,
    /// The budget of decisions.
    pub fuel: &'a Fuel,
    /// Summaries of callees.
    pub summaries: &'a Summaries,
    /// Which function of the module it is, if it is one.
    pub func: Option<Func>,
    /// What its callers may know of it, if a pass said so. It is published after the last pass.
    pub summary: Option<Summary>,
    /// Whether the function may call itself, directly or through others: its body is as hot as a loop.
    pub recursive: bool,
    /// The parameters of the function that are the same constant at each call.
    pub constants: &'a [(u32, Op)],
    /// What checks the claims of passes, if they are to be checked.
    pub checker: Option<&'a dyn Checker>,
    /// The analyses of the current function.
    pub analyses: Analyses,
    /// Where remarks go.
    pub remarks: Remarks,
    /// Where drawings for a report go.
    pub drawings: Drawings,
    /// What was inlined and unrolled, for the comparison with the original.
    pub provenance: Provenance,
}

/// What a function contains that its original does not.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Provenance {
    /// The functions that were inlined, in order, each once.
    pub inlined: Vec<Func>,
    /// The loops that were unrolled partially, or vectorized.
    pub unrolled: Vec<UnrolledLoop>,
    /// The headers of loops that execute only what vectorized loops leave: few iterations.
    pub vectorized: Vec<Block>,
}

/// A partially unrolled loop: several copies of its body are executed in each iteration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnrolledLoop {
    /// How many loops are around its body: at least 1.
    pub depth: u32,
    /// Estimated number of operators of all copies together.
    pub operators: u64,
    /// Estimated number of operators that an iteration of the original loop takes less.
    pub saved: u64,
}

impl<'a> PassContext<'a> {
    /// A context for a function without further information.
    pub fn new(
        module: &'a Module,
        goals: Goals,
        fuel: &'a Fuel,
        summaries: &'a Summaries,
    ) -> PassContext<'a> {
        PassContext {
            module,
            goals,
            fuel,
            summaries,
            func: None,
            summary: None,
            recursive: false,
            constants: &[],
            checker: None,
            analyses: Analyses::default(),
            remarks: Remarks::default(),
            drawings: Drawings::default(),
            provenance: Provenance::default(),
        }
    }

    /// Sets the summary of the function, if it has none yet.
    pub fn summarize(&mut self, summary: Summary) {
        self.summary.get_or_insert(summary);
    }
}

/// What a pass observed and left as it is: what it found, refused or kept. A counter of this type is never taken for
/// a change; a counter of changes is a `u64` ([`counters!`](crate::counters)).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Observed(pub u64);

impl AddAssign<u64> for Observed {
    fn add_assign(&mut self, count: u64) {
        self.0 += count;
    }
}

impl AddAssign for Observed {
    fn add_assign(&mut self, other: Observed) {
        self.0 += other.0;
    }
}

impl PartialEq<u64> for Observed {
    fn eq(&self, count: &u64) -> bool {
        self.0 == *count
    }
}

/// The type of a counter, which says whether the counter counts changes: `u64` does, [`Observed`] does not.
pub trait CounterType: Copy {
    /// The number, whatever was counted.
    fn count(self) -> u64;
    /// The number of changes: 0 for what was only observed.
    fn changes(self) -> u64;
}

impl CounterType for u64 {
    fn count(self) -> u64 {
        self
    }

    fn changes(self) -> u64 {
        self
    }
}

impl CounterType for Observed {
    fn count(self) -> u64 {
        self.0
    }

    fn changes(self) -> u64 {
        0
    }
}

/// Counters of a pass, by name.
pub trait Counters: Default {
    /// Names and values, in the order of the declaration.
    fn list(&self) -> Vec<(&'static str, u64)>;
    /// The sum of the counters that count changes.
    fn changes(&self) -> u64;
    /// Adds those of another run.
    fn add(&mut self, other: &Self);
    /// Whether a run changed something.
    fn changed(&self) -> bool {
        self.changes() > 0
    }
    /// Whether the function was modified at all. More than [`Counters::changed`] for a pass that brings
    /// functions into a normal form first, and counts that too.
    fn touched(&self) -> bool {
        self.changed()
    }
    /// The sum of all.
    fn total(&self) -> u64 {
        self.list().iter().map(|(_, count)| count).sum()
    }
    /// How often each rewrite rule was applied, for a pass that applies them.
    fn rules(&self) -> Option<&RuleCounts> {
        None
    }
}

/// Declares the counters of a pass: a struct that implements [`Counters`]. A field counts changes, and is a `u64`,
/// unless its type is [`Observed`]. A field may be listed under another name: `gamma = "redirect.gamma"`.
///
/// ```
/// invar_analysis::counters! {
///     /// What dead-code elimination did.
///     pub struct Stats {
///         /// Instructions removed.
///         removed,
///         /// Block parameters removed.
///         params,
///         /// Unused instructions that may trap.
///         refused_trap: Observed = "refused.trap",
///     }
/// }
/// use invar_analysis::{Counters, Observed};
/// let mut stats = Stats { removed: 2, ..Stats::default() };
/// stats.add(&Stats { removed: 1, params: 5, refused_trap: Observed(4) });
/// assert_eq!(stats.list(), [("removed", 3), ("params", 5), ("refused.trap", 4)]);
/// assert_eq!(stats.changes(), 8);
///
/// let stats = Stats { refused_trap: Observed(1), ..Stats::default() };
/// assert!(!stats.changed());
/// ```
#[macro_export]
macro_rules! counters {
    (@name $field:ident) => { stringify!($field) };
    (@name $field:ident $listed:literal) => { $listed };
    (@type) => { u64 };
    (@type Observed) => { $crate::Observed };
    ($(#[$meta:meta])* pub struct $name:ident {
        $($(#[$field_meta:meta])* $field:ident $(: $type:ident)? $(= $listed:literal)?,)*
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
        pub struct $name { $($(#[$field_meta])* pub $field: $crate::counters!(@type $($type)?),)* }
        impl $crate::Counters for $name {
            fn list(&self) -> Vec<(&'static str, u64)> {
                vec![$((
                    $crate::counters!(@name $field $($listed)?),
                    $crate::CounterType::count(self.$field),
                )),*]
            }
            fn changes(&self) -> u64 {
                0 $(+ $crate::CounterType::changes(self.$field))*
            }
            fn add(&mut self, other: &Self) {
                $(self.$field += other.$field;)*
            }
        }
    };
}

/// Declares the configuration of a pass: a struct, with the default of each field beside it.
///
/// ```
/// invar_analysis::config! {
///     /// What dead-code elimination removes.
///     pub struct Config {
///         /// Remove instructions.
///         insts: bool = true,
///     }
/// }
/// assert!(Config::default().insts);
/// ```
#[macro_export]
macro_rules! config {
    ($(#[$meta:meta])* pub struct $name:ident {
        $($(#[$field_meta:meta])* $field:ident: $ty:ty = $default:expr,)*
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct $name { $($(#[$field_meta])* pub $field: $ty,)* }
        impl Default for $name {
            fn default() -> Self {
                $name { $($field: $default,)* }
            }
        }
    };
}
