//! The interface of passes: context, fuel, counters.

use crate::drawing::Drawings;
use crate::rules::{RuleCounts, RuleSet};
use crate::{Analyses, Block, Func, Module, Op, Remarks, Summaries, Summary};
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
    /// Assume that the program executes no instruction that traps (`--traps-never-happen`): one may be deleted if unused,
    /// never executed where the program does not execute it.
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

/// Counters of a pass, by name.
pub trait Counters: Default {
    /// Names and values, in the order of the declaration.
    fn list(&self) -> Vec<(&'static str, u64)>;
    /// Adds those of another run.
    fn add(&mut self, other: &Self);
    /// Whether a run changed something: a counter is not zero, other than those that count what was found or
    /// refused ([`counts_changes`]).
    fn changed(&self) -> bool {
        self.list().iter().any(|(name, count)| *count > 0 && counts_changes(name))
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

/// Whether a counter of this name counts changes: no part of the name (between dots) begins with `refused`,
/// `kept` or `found`.
pub const fn counts_changes(name: &str) -> bool {
    const fn is_at(name: &[u8], at: usize, word: &[u8]) -> bool {
        let mut n = 0;
        while n < word.len() {
            if at + n >= name.len() || name[at + n] != word[n] {
                return false;
            }
            n += 1;
        }
        true
    }
    let name = name.as_bytes();
    let mut at = 0;
    while at < name.len() {
        if (at == 0 || name[at - 1] == b'.')
            && (is_at(name, at, b"refused")
                || is_at(name, at, b"kept")
                || is_at(name, at, b"found"))
        {
            return false;
        }
        at += 1;
    }
    true
}

/// Declares the counters of a pass: a struct of `u64` fields that implements [`Counters`]. A field
/// may be listed under another name: `gamma = "redirect.gamma"`.
///
/// ```
/// invar_ir::counters! {
///     /// What dead-code elimination did.
///     pub struct Stats {
///         /// Instructions removed.
///         removed,
///         /// Block parameters removed.
///         params,
///     }
/// }
/// use invar_ir::Counters;
/// let mut stats = Stats { removed: 2, params: 0 };
/// stats.add(&Stats { removed: 1, params: 5 });
/// assert_eq!(stats.list(), [("removed", 3), ("params", 5)]);
/// ```
#[macro_export]
macro_rules! counters {
    (@name $field:ident) => { stringify!($field) };
    (@name $field:ident $listed:literal) => { $listed };
    ($(#[$meta:meta])* pub struct $name:ident {
        $($(#[$field_meta:meta])* $field:ident $(= $listed:literal)?,)*
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
        pub struct $name { $($(#[$field_meta])* pub $field: u64,)* }
        impl $crate::Counters for $name {
            fn list(&self) -> Vec<(&'static str, u64)> {
                vec![$(($crate::counters!(@name $field $($listed)?), self.$field)),*]
            }
            fn add(&mut self, other: &Self) {
                $(self.$field += other.$field;)*
            }
            fn changed(&self) -> bool {
                false $(|| self.$field > 0
                    && const { $crate::counts_changes($crate::counters!(@name $field $($listed)?)) })*
            }
        }
    };
}

/// Declares the configuration of a pass: a struct, with the default of each field beside it.
///
/// ```
/// invar_ir::config! {
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
