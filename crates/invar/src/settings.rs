//! The methods that set options: those of [`Options`], and the same ones of [`Optimizer`].

use crate::features::Features;
use crate::optimizer::Optimizer;
use crate::options::{ArcMode, Level, Options, PrintAfter, Redirection, RewriteRule, Strip};
use crate::passes::Pass;

macro_rules! settings {
    ($($(#[$doc:meta])* $name:ident($arg:ident: $ty:ty) $change:expr;)*) => {
        /// What to do, setting by setting.
        impl Options {
            $( $(#[$doc])* #[must_use] pub fn $name(self, $arg: $ty) -> Self {
                self.changed($change)
            } )*
        }

        /// What to do, setting by setting: the methods of [`Options`].
        impl Optimizer {
            $( $(#[$doc])* #[must_use] pub fn $name(self, $arg: $ty) -> Self {
                self.set(|options| options.$name($arg))
            } )*
        }
    };
}

settings! {
    /// How much to optimize, and for what.
    level(level: Level) |options| options.level = level;
    /// Runs exactly these passes, in this order, in place of those of the level.
    passes(passes: impl IntoIterator<Item = Pass>)
        |options| options.passes = Some(passes.into_iter().collect());
    /// Switches a pass off, whatever the level says.
    without(pass: Pass) |options| options.disabled.push(pass);
    /// Switches a rewrite rule off, in each pass that applies rules.
    without_rule(rule: RewriteRule) |options| options.disabled_rules.push(rule);
    /// Switches a kind of invariant value redirection off.
    without_redirection(kind: Redirection) |options| options.disabled_redirections.push(kind);
    /// Whether functions and modules that did not improve keep their original (on by default).
    guard(on: bool) |options| options.guard = on;
    /// Uses this many threads, at most four per core; those of rayon's pool if not set. The output does not depend
    /// on it.
    threads(threads: usize) |options| options.threads = Some(threads);
    /// Stops optimizing after this many decisions, on one thread, to bisect a miscompile.
    fuel(decisions: u64) |options| options.fuel = Some(decisions);
    /// Whether each function is verified after each pass (on in debug builds).
    verify(on: bool) |options| options.verify = on;
    /// Whether each new body of the output is executed beside its original, on sampled inputs. A function that does
    /// something else keeps its original, and the bug is counted ([`Report::validated`](crate::Report::validated)).
    validate(on: bool) |options| options.validate = on;
    /// Whether a bug that was caught is an error (on in debug builds).
    strict(on: bool) |options| options.strict = on;
    /// Assumes that the program executes no instruction that traps.
    traps_never_happen(on: bool) |options| options.traps_never_happen = on;
    /// Assumes a closed world: nothing outside makes or changes garbage-collected objects of the module's types, but
    /// for those that imports and exports mention, and what these mention. Compilers of Kotlin, Dart and Java promise
    /// that.
    closed_world(on: bool) |options| options.closed_world = on;
    /// Assumes that only a function itself accesses its frame of the shadow stack, as compilers of
    /// C, C++ and Rust do: its variables become values. If this is not called: at -O4, where the module says that clang
    /// or rustc made it.
    assume_stack_abi(on: bool) |options| options.stack_abi = Some(on);
    /// Allows sums and products of floats over the iterations of a loop to be computed in another order, and, where the
    /// output may use relaxed SIMD, products and sums to be fused: results may differ in their last bits.
    fast_math(on: bool) |options| options.fast_math = on;
    /// Whether loops and straight-line code are vectorized at -O3 and -O4, where the output may use SIMD (on by
    /// default).
    vectorize(on: bool) |options| options.vectorize = on;
    /// Whether the report has the counters of each function too.
    stats_by_function(on: bool) |options| options.stats_by_function = on;
    /// Whether to collect remarks in the report.
    remarks(on: bool) |options| options.remarks = on;
    /// Whether the name section is kept (off by default).
    names(on: bool) |options| options.names = on;
    /// Whether the output knows where its code came from, for a source map (off by default). The code is the same.
    locations(on: bool) |options| options.locations = on;
    /// Which custom sections are left out.
    strip(strip: Strip) |options| options.strip = strip;
    /// Lets the output use proposals although the input does not.
    enable(features: impl Into<Features>) |options| {
        let features = features.into();
        options.enabled = options.enabled.with(features);
        options.disabled_features = options.disabled_features.without(features);
    };
    /// Does not let the output use proposals that only the `target_features` section names.
    disable(features: impl Into<Features>) |options| {
        let features = features.into();
        options.enabled = options.enabled.without(features);
        options.disabled_features = options.disabled_features.with(features);
    };
    /// Which reference-counting runtime to look for; none by default.
    arc(mode: ArcMode) |options| options.arc = mode;
    /// Whether conventions between functions are inferred when reference counts are removed (on by
    /// default).
    arc_conventions(on: bool) |options| options.arc_conventions = on;
    /// Whether reference counts that are left are put off until something may be released (on by default).
    arc_waiting(on: bool) |options| options.arc_waiting = on;
    /// Collects dumps of functions after a pass in the report.
    print_after(what: PrintAfter) |options| options.print_after = Some(what);
}
