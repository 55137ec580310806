//! The pass table: every pass once, with its name, its documentation and its switch.
//!
//! One list yields [`Pass`], the names, `--no-PASS`, the counters and times ([`Totals`]) and the
//! call of each pass, with a configuration that may depend on the proposals at hand. A new pass is one entry here, its place in [`schedule`](crate::schedule)
//! and, where its place matters, a constraint there with the reason.

use crate::module;
use invar_ir::{Counters, Function, PassContext};
use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};
use wasmparser::WasmFeatures;

/// What a pass did, over all functions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally<S> {
    /// How often it ran.
    pub runs: u64,
    /// How long, summed over threads.
    pub time: Duration,
    /// Its counters.
    pub stats: S,
}

impl<S: Counters> Tally<S> {
    /// Adds another tally.
    pub fn add(&mut self, other: &Self) {
        self.runs += other.runs;
        self.time += other.time;
        self.stats.add(&other.stats);
    }

    /// Adds what one run did.
    pub fn record(&mut self, time: Duration, stats: &S) {
        self.runs += 1;
        self.time += time;
        self.stats.add(stats);
    }
}

macro_rules! passes {
    (
        function { $(
            #[doc = $fdoc:literal]
            $fpass:ident $fname:literal $ffield:ident: $($fpath:ident)::+ $(where $config:expr)?;
        )* }
        module { $( #[doc = $mdoc:literal] $mpass:ident $mname:literal $mfield:ident: $($mpath:ident)::+; )* }
    ) => {
        /// A pass.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Pass {
            $( #[doc = $mdoc] $mpass, )*
            $( #[doc = $fdoc] $fpass, )*
        }

        impl Pass {
            /// All passes: those of a whole module, then those of a function.
            pub const ALL: &[Pass] = &[ $(Pass::$mpass,)* $(Pass::$fpass,)* ];

            /// The name by which it is switched on and off.
            pub fn name(self) -> &'static str {
                match self {
                    $( Pass::$mpass => $mname, )*
                    $( Pass::$fpass => $fname, )*
                }
            }

            /// What it does, in a sentence.
            pub fn doc(self) -> &'static str {
                match self {
                    $( Pass::$mpass => $mdoc.trim_ascii(), )*
                    $( Pass::$fpass => $fdoc.trim_ascii(), )*
                }
            }

            /// Whether it works on a whole module and not on one function.
            pub fn is_module_pass(self) -> bool {
                match self {
                    $( Pass::$mpass => true, )*
                    $( Pass::$fpass => false, )*
                }
            }

            /// Runs a function pass, which may use these proposals. Whether it changed something,
            /// as far as its counters say. Panics if it is a pass over a module.
            pub fn run(
                self,
                function: &mut Function,
                cx: &mut PassContext<'_>,
                features: WasmFeatures,
                totals: &mut Totals,
            ) -> bool {
                let start = Instant::now();
                match self {
                    $( Pass::$fpass => {
                        let mut config = $($fpath)::+::Config::default();
                        let adapt: &[fn(&mut $($fpath)::+::Config, WasmFeatures)] = &[$($config)?];
                        adapt.iter().for_each(|adapt| adapt(&mut config, features));
                        let stats = $($fpath)::+::run(function, cx, &config);
                        totals.$ffield.record(start.elapsed(), &stats);
                        changed(&stats)
                    } )*
                    _ => panic!("`{self}` is a pass over a module"),
                }
            }
        }

        /// The tallies of all passes.
        #[derive(Clone, Copy, Debug, Default)]
        #[allow(missing_docs)]
        pub struct Totals {
            $( pub $mfield: Tally<$($mpath)::+::Stats>, )*
            $( pub $ffield: Tally<$($fpath)::+::Stats>, )*
        }

        impl Totals {
            /// Adds those of another run.
            pub fn add(&mut self, other: &Self) {
                $( self.$mfield.add(&other.$mfield); )*
                $( self.$ffield.add(&other.$ffield); )*
            }

            /// Each pass that ran, with its runs, time and counters.
            pub fn list(&self) -> Vec<(Pass, Tally<Listed>)> {
                let all = [
                    $( (Pass::$mpass, listed(&self.$mfield)), )*
                    $( (Pass::$fpass, listed(&self.$ffield)), )*
                ];
                all.into_iter().filter(|(_, tally)| tally.runs > 0).collect()
            }
        }
    };
}

passes! {
    function {
        /// Removes annotations of run-time constants, for code that stays generic.
        Annotations "annotations" annotations: invar_stage::raise;
        /// Removes blocks that nothing reaches.
        Unreachable "unreachable" unreachable: invar_clean::unreachable;
        /// Makes jump tables of chains of tests of one value for constants.
        Switch "switch" switch: invar_clean::switch;
        /// Makes values of variables in frames of the shadow stack, if that is assumed to be private.
        Frames "frames" frames: invar_clean::frames;
        /// Puts the bodies of functions in the place of calls of them.
        Inline "inline" inline: invar_inline;
        /// Folds constants and simplifies operators, bit-exactly.
        Fold "fold" fold: invar_clean::fold where |config, features| {
            config.sign_extension = features.sign_extension();
        };
        /// Folds decided branches, threads jumps and joins blocks.
        Branches "branches" branches: invar_clean::branches;
        /// Removes redundant and unused block parameters.
        Params "params" params: invar_clean::params;
        /// Shares equal computations along the dominator tree.
        Gvn "gvn" gvn: invar_clean::gvn;
        /// Answers loads whose value is known on all ways, and removes stores that nobody sees.
        Cells "cells" cells: invar_clean::cells;
        /// Takes a function through the region graph.
        Graph "graph" graph: invar_graph::pass;
        /// Takes a function through the region graph and changes nothing there; for measurements.
        GraphTrip "graph-trip" graph_trip: invar_graph::trip;
        /// Makes loops that test at their top test before it and at their bottom.
        Rotate "rotate" rotate: invar_loops::rotate;
        /// Computes before a loop what does not change in it.
        Licm "licm" licm: invar_loops::licm;
        /// Holds globals and memory cells in values while a loop goes round.
        Promote "promote" promote: invar_loops::promote;
        /// Hands values on to the next iteration that would load them again.
        Carry "carry" carry: invar_loops::carry;
        /// Removes loops that do nothing and end; computes final values without their loops.
        Delete "delete" delete: invar_loops::delete;
        /// Makes one operator of loops that fill or copy memory.
        Idiom "idiom" idiom: invar_loops::idiom where |config, features| {
            config.bulk_memory = features.bulk_memory_opt();
        };
        /// Makes copies of the bodies of loops with few iterations.
        Unroll "unroll" unroll: invar_loops::unroll;
        /// Takes branches on what does not change before the loop, of which it makes two.
        Unswitch "unswitch" unswitch: invar_loops::unswitch;
        /// Holds variables in values while a loop goes round, under a test that nothing else touches them.
        Disambiguate "disambiguate" disambiguate: invar_loops::disambiguate;
        /// Tests before loops what their range checks and stores would do, and leaves that out there.
        Version "version" version: invar_loops::version;
        /// Makes additions of multiplications of induction variables.
        Induction "induction" induction: invar_loops::induction;
        /// Makes loops do several iterations at a time.
        UnrollPartial "unroll-partial" unroll_partial: invar_loops::partial;
        /// Lets sums in loops use parameters that are known constants.
        Bases "bases" bases: invar_loops::bases;
        /// Lets equal blocks be one, where they are cold or size counts.
        Unify "unify" unify: invar_clean::unify;
        /// Removes assignments of globals that nobody sees.
        Globals "globals" globals: invar_clean::globals;
        /// Removes loads that are only done for their traps where others trap in their place.
        Probes "probes" probes: invar_clean::probes;
        /// Removes instructions whose results nothing uses and that have no effect.
        Dce "dce" dce: invar_clean::dce;
    }
    module {
        /// Removes counts of references, in modules of a runtime that is known (`--arc`).
        Arc "arc" arc: invar_arc::module;
        /// Lets one function stand for all whose bodies are equal.
        MergeFunctions "merge-functions" merge_functions: module::merge_functions;
        /// Finds arguments that are one constant at all calls, and calls through tables that are direct.
        Calls "calls" calls: module::calls;
        /// Removes functions, types, globals, tables, memories, segments and imports without use.
        Unused "unused" unused: module::unused;
        /// Gives the functions that are mentioned most the smallest numbers.
        Reorder "reorder" reorder: module::reorder;
    }
}

/// Counters of any pass, by name.
pub type Listed = Vec<(&'static str, u64)>;

/// Whether a counter is not zero that does not count what was left alone.
fn changed<S: Counters>(stats: &S) -> bool {
    let left_alone = |name: &str| name.starts_with("refused") || name.starts_with("kept");
    stats.list().iter().any(|(name, count)| *count > 0 && !left_alone(name))
}

fn listed<S: Counters>(tally: &Tally<S>) -> Tally<Listed> {
    Tally { runs: tally.runs, time: tally.time, stats: tally.stats.list() }
}

impl fmt::Display for Pass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Pass {
    type Err = String;
    fn from_str(name: &str) -> Result<Self, String> {
        let found = Pass::ALL.iter().find(|pass| pass.name() == name);
        found.copied().ok_or_else(|| format!("there is no pass `{name}`; see `invar passes`"))
    }
}
