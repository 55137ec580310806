//! What every pass is given and gives back: context, fuel, counters.

use crate::cost::Size;
use crate::rules::{RuleCounts, RuleSet};
use crate::{Analyses, Body, Func, Function, Module, Op, Remarks, Summaries, Summary};
use std::sync::atomic::{AtomicU64, Ordering};

/// A budget of decisions, to bisect a miscompile to one of them (`--opt-fuel N`).
///
/// A pass calls [`Fuel::take`] before each change it could also leave; when it answers no, the
/// change is not made.
#[derive(Debug, Default)]
pub struct Fuel {
    left: Option<AtomicU64>,
}

impl Fuel {
    /// Never runs out.
    pub fn unlimited() -> Self {
        Fuel { left: None }
    }

    /// Allows `n` decisions.
    pub fn limited(n: u64) -> Self {
        Fuel { left: Some(AtomicU64::new(n)) }
    }

    /// Takes one unit; whether there was one.
    pub fn take(&self) -> bool {
        match &self.left {
            None => true,
            Some(left) => left
                .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |n| n.checked_sub(1))
                .is_ok(),
        }
    }

    /// What is left, if limited.
    pub fn left(&self) -> Option<u64> {
        self.left.as_ref().map(|left| left.load(Ordering::Relaxed))
    }
}

/// What the user allows beyond the WebAssembly semantics, and what to optimize for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Goals {
    /// Assume that no instruction traps (`--traps-never-happen`): an unused one may be deleted.
    pub traps_never_happen: bool,
    /// Assume that frames of the shadow stack are private (`--assume-stack-abi`).
    pub stack_abi: bool,
    /// 0: speed; 1: size where it costs little speed (`-Os`); 2: size (`-Oz`).
    pub size: u8,
    /// Do without what makes the module larger, even for speed.
    pub keep_size: bool,
    /// Rewrite rules that are switched off (`--no-rule`).
    pub without: RuleSet,
}

/// What a function pass may look at besides the function, and where it leaves what it found out. One
/// for all passes of a function.
pub struct PassContext<'a> {
    /// The module around it; its bodies may be in any state.
    pub module: &'a Module,
    /// What to optimize for.
    pub goals: Goals,
    /// The budget of decisions.
    pub fuel: &'a Fuel,
    /// What is known of callees.
    pub summaries: &'a Summaries,
    /// Which function of the module it is, where a summary of it may be published.
    pub func: Option<Func>,
    /// Whether the function may reach itself by calls: it is executed as often as a loop.
    pub recursive: bool,
    /// The parameters of the function that are one constant at each call, which only it may know.
    pub constants: &'a [(u32, Op)],
    /// The bytes of the body that the function came as, if it came as bytes.
    pub bytes_before: Option<u32>,
    /// The analyses of the function as it is.
    pub analyses: Analyses,
    /// Where remarks go.
    pub remarks: Remarks,
    /// What the function has taken over or copied, for whoever compares it with what it was.
    pub provenance: Provenance,
}

/// What a function holds that its original does not.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Provenance {
    /// The functions whose bodies were put in the place of calls of them, in order, each once.
    pub inlined: Vec<Func>,
    /// The loops that do several iterations at a time.
    pub unrolled: Vec<UnrolledLoop>,
}

/// A loop whose body stands several times in a row in it, and goes round less often for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnrolledLoop {
    /// How many loops are around its body: at least 1.
    pub depth: u32,
    /// About how many operators its bodies take together.
    pub operators: u64,
}

impl<'a> PassContext<'a> {
    /// A context for a function of which nothing is known.
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
            recursive: false,
            constants: &[],
            bytes_before: None,
            analyses: Analyses::default(),
            remarks: Remarks::default(),
            provenance: Provenance::default(),
        }
    }

    /// By how many bytes a function could grow and be no larger than it came, with those functions
    /// that are only part of it now; where that is known. Cost: linear.
    pub fn growth_left(&mut self, function: &Function) -> Option<u32> {
        let bytes = |func: Func| match &self.module.funcs[func].body {
            Body::Raw(range) => range.len() as u32,
            _ => 0,
        };
        let only_here = |&&callee: &&Func| {
            self.summaries.body(callee).is_some_and(|callee| callee.sites == Some(1))
        };
        let taken = self.provenance.inlined.iter().filter(only_here);
        let before = self.bytes_before? + taken.map(|&callee| bytes(callee)).sum::<u32>();
        Some(before.saturating_sub(Size::bytes_of(function, &self.analyses.cfg(function))))
    }

    /// Says what is known of the function, if it is one of the module.
    pub fn publish(&self, summary: Summary) {
        if let Some(func) = self.func {
            self.summaries.publish(func, summary);
        }
    }
}

/// Counters of a pass, by name.
pub trait Counters: Default {
    /// Names and values, in the order of the declaration.
    fn list(&self) -> Vec<(&'static str, u64)>;
    /// Adds those of another run.
    fn add(&mut self, other: &Self);
    /// Whether a run did something: a counter is not zero, other than of what was left alone.
    fn changed(&self) -> bool {
        let left_alone = |part: &str| part.starts_with("refused") || part.starts_with("kept");
        self.list().iter().any(|(name, count)| *count > 0 && !name.split('.').any(left_alone))
    }
    /// Whether the function is not what it was; more than [`Counters::changed`] where a pass also
    /// counts what it did to bring the function into the shape that it works on.
    fn touched(&self) -> bool {
        self.changed()
    }
    /// The sum of all.
    fn total(&self) -> u64 {
        self.list().iter().map(|(_, count)| count).sum()
    }
    /// How often rewrite rules were applied, of a pass that applies them.
    fn rules(&self) -> Option<&RuleCounts> {
        None
    }
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
        }
    };
}
