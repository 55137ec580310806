//! The pass table: every pass once, with its name, its documentation and its switch.
//!
//! One list yields [`Pass`], the names, `--no-PASS`, the counters and times ([`Totals`]), what a function
//! must hold for the pass to be entered ([`Needs`]), which analyses it keeps, and its call, with a
//! configuration that may depend on the [`PassSetting`]. A new pass is one entry here, its place in a phase of
//! [`schedule`](crate::schedule) and, where its place matters, a constraint there with the reason.

use crate::error::Error;
use invar_analysis::{Counters, PassContext};
use invar_ir::Function;
use invar_rules::RuleCounts;
use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};
use wasmparser::WasmFeatures;

pub use crate::needs::Needs;

/// What the configuration of a pass may depend on.
#[derive(Clone, Copy, Debug)]
pub struct PassSetting {
    /// The proposals that the output may use.
    pub features: WasmFeatures,
    /// The pass runs ahead of the removal of reference counts.
    pub before_arc: bool,
    /// The kinds of redirection that are switched on.
    pub redirect: invar_graph::redirect::Config,
    /// Loops are rotated, and invariant code hoisted out of them, later.
    pub rotates: bool,
    /// Loops are unrolled partially later.
    pub unrolls: bool,
    /// Loops and straight-line code are vectorized later.
    pub vectorizes: bool,
}

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
    /// What one run did.
    pub fn of(time: Duration, stats: &S) -> Self {
        let mut tally = Tally::default();
        tally.record(time, stats);
        tally
    }

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
            $fpass:ident $fname:literal => $($fpath:ident)::+
                as $ffield:ident
                $(needs $need:ident)? $(keeps $keeps:literal)? $(where $config:expr)?;
        )* }
        module { $(
            #[doc = $mdoc:literal]
            $mpass:ident $mname:literal => $($mpath:ident)::+ as $mfield:ident;
        )* }
    ) => {
        /// A pass.
        ///
        /// Which passes there are may change in any version that may break programs.
        ///
        /// ```
        /// use invar::Pass;
        ///
        /// let pass: Pass = "licm".parse()?;
        /// assert_eq!((pass, pass.name()), (Pass::Licm, "licm"));
        /// assert!(Pass::ALL.contains(&pass) && !pass.is_module_pass());
        /// assert!("nonsense".parse::<Pass>().is_err());
        /// # Ok::<(), invar::Error>(())
        /// ```
        #[non_exhaustive]
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
        }

        /// What a function must contain for a pass to have any effect.
        pub fn needs(pass: Pass) -> Needs {
            match pass {
                $( Pass::$fpass => Needs::NOTHING$(.and(Needs::$need))?, )*
                _ => Needs::NOTHING,
            }
        }

        /// What a pass preserves in every function: `control flow` (blocks and terminators, and so
        /// all analyses) or nothing (empty).
        pub fn keeps(pass: Pass) -> &'static str {
            match pass {
                $( Pass::$fpass => concat!($($keeps)?), )*
                _ => "",
            }
        }

        /// Runs a function pass. Panics if it is a pass over a module.
        pub fn run(
            pass: Pass,
            function: &mut Function,
            cx: &mut PassContext<'_>,
            setting: &PassSetting,
            totals: &mut Totals,
        ) -> Effect {
            let start = Instant::now();
            let effect = match pass {
                $( Pass::$fpass => {
                    let mut config = $($fpath)::+::Config::default();
                    let adapt: &[fn(&mut $($fpath)::+::Config, &PassSetting)] = &[$($config)?];
                    adapt.iter().for_each(|adapt| adapt(&mut config, setting));
                    let stats = $($fpath)::+::run(function, cx, &config);
                    totals.$ffield.record(start.elapsed(), &stats);
                    Effect { touched: stats.touched(), changed: stats.changed() }
                } )*
                _ => panic!("`{pass}` is a pass over a module"),
            };
            // What a pass declares is checked, not believed: a stale analysis is a miscompile.
            let kept = cx.analyses.after_pass(function, effect.changed);
            debug_assert!(
                kept || keeps(pass).is_empty(),
                "`{pass}` declares that it keeps the control flow and changed it"
            );
            effect
        }

        /// The tallies of all passes.
        #[derive(Clone, Copy, Debug, Default)]
        pub struct Totals {
            $( #[doc = concat!("That of `", $mname, "`.")] pub $mfield: Tally<$($mpath)::+::Stats>, )*
            $( #[doc = concat!("That of `", $fname, "`.")] pub $ffield: Tally<$($fpath)::+::Stats>, )*
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

            /// The counters of a pass.
            pub fn counters(&self, pass: Pass) -> Listed {
                match pass {
                    $( Pass::$mpass => self.$mfield.stats.list(), )*
                    $( Pass::$fpass => self.$ffield.stats.list(), )*
                }
            }

            /// By how much passes changed code: the sum of all counters that count changes.
            pub fn changes(&self) -> u64 {
                0 $( + self.$mfield.stats.changes() )* $( + self.$ffield.stats.changes() )*
            }

            /// How often rewrite rules were applied, by all passes.
            pub fn rules(&self) -> RuleCounts {
                let all = [
                    $( self.$mfield.stats.rules(), )*
                    $( self.$ffield.stats.rules(), )*
                ];
                let mut sum = RuleCounts::default();
                all.into_iter().flatten().for_each(|counts| sum.add(counts));
                sum
            }
        }
    };
}

passes! {
    function {
        /// Removes annotations of run-time constants from generic code.
        Annotations "annotations" => invar_stage::annotations as annotations keeps "control flow";
        /// Unreachable block elimination.
        Unreachable "unreachable" => invar_scalar::unreachable as unreachable;
        /// Switch formation: a chain of tests of one value for constants becomes a jump table.
        SwitchFormation "switch-formation" => invar_scalar::switch_formation as switch_formation;
        /// Shadow-stack promotion (mem2reg): variables in stack frames become values (`--assume-stack-abi`).
        Mem2Reg "mem2reg" => invar_memory::mem2reg as mem2reg;
        /// Promotion of private memory: variables in memory that a program promises to access through one pointer only become values.
        PrivateMemory "private-memory" => invar_memory::private_memory as private_memory needs PRIVATE;
        /// Scalar replacement: fields of objects that do not escape become values; others are made where they escape.
        ScalarReplacement "scalar-replacement" => invar_memory::scalar_replacement as scalar_replacement needs ALLOCATIONS;
        /// Inlining of direct calls.
        Inline "inline" => invar_interprocedural::inline as inline needs CALLS;
        /// Constant folding and algebraic simplification, bit-exact.
        Fold "fold" => invar_scalar::fold as fold where |config, setting| {
            config.sign_extension = setting.features.sign_extension() && !setting.before_arc;
        };
        /// Facts of branches: intervals and relations of integers decide branches and comparisons below and behind them.
        BranchFacts "branch-facts" => invar_scalar::branch_facts as branch_facts;
        /// Folds decided branches, threads jumps and joins blocks.
        SimplifyCfg "simplify-cfg" => invar_scalar::simplify_cfg as simplify_cfg where |config, setting| {
            if setting.before_arc {
                *config = invar_scalar::simplify_cfg::Config::DECIDED;
            }
        };
        /// Removes redundant and unused block parameters (phis).
        SsaCleanup "ssa-cleanup" => invar_scalar::ssa_cleanup as ssa_cleanup keeps "control flow";
        /// Global value numbering along the dominator tree.
        Gvn "gvn" => invar_scalar::gvn as gvn keeps "control flow" where |config, setting| {
            // A store of the value that is already there may belong to a reference count.
            config.stores = !setting.before_arc;
        };
        /// Redundant cast elimination: tests, casts and branches that the types of references, or null, decide.
        CastElim "cast-elim" => invar_scalar::cast_elim as cast_elim needs REFERENCES;
        /// Redundant load elimination where paths meet, and partial redundancy elimination of loads.
        LoadElim "load-elim" => invar_memory::load_elim as load_elim needs READS keeps "control flow";
        /// Dead store elimination: of memory, globals, tables and fields.
        DeadStoreElim "dead-store-elim" => invar_memory::dead_store_elim as dead_store_elim needs STORES keeps "control flow";
        /// Region graph: invariant value redirection, common nodes, dead nodes, code motion.
        Graph "graph" => invar_graph::pass as graph where |config, setting| {
            config.redirect = setting.redirect;
            config.motion.rotates = setting.rotates;
        };
        /// Converts a function to the region graph and back, to measure that alone.
        GraphRoundTrip "graph-round-trip" => invar_graph::round_trip as graph_round_trip;
        /// Loop rotation: the test at the top of a loop moves to its bottom, with a copy before the loop.
        LoopRotate "loop-rotate" => invar_loops::transforms::rotate as loop_rotate needs LOOPS;
        /// Narrowing of induction variables: 64-bit counters whose low halves are used become 32-bit ones.
        NarrowCounters "narrow-counters" => invar_loops::transforms::narrow_counters as narrow_counters needs LOOPS;
        /// Loop-invariant code motion.
        Licm "licm" => invar_loops::transforms::licm as licm needs LOOPS keeps "control flow";
        /// Scalar promotion: globals and memory cells that a loop reads and writes become values in it.
        ScalarPromotion "scalar-promotion" => invar_loops::transforms::scalar_promotion as scalar_promotion needs LOOPS keeps "control flow";
        /// Predictive commoning: values that the next iteration would load again are passed on to it.
        PredictiveCommoning "predictive-commoning" => invar_loops::transforms::predictive_commoning as predictive_commoning needs LOOPS keeps "control flow";
        /// Deletes loops without effect; replaces final values by closed forms.
        LoopDeletion "loop-deletion" => invar_loops::transforms::deletion as loop_deletion needs LOOPS;
        /// Loop idiom recognition: loops that fill or copy memory become one operator.
        LoopIdiom "loop-idiom" => invar_loops::transforms::idiom as loop_idiom needs LOOPS where |config, setting| {
            config.bulk_memory = setting.features.bulk_memory_opt();
        };
        /// Full unrolling of loops with a small constant trip count.
        FullUnroll "full-unroll" => invar_loops::versions::full_unroll as full_unroll needs LOOPS where |config, setting| {
            // Copies of an iteration become lanes, and a loop around them one that is vectorized.
            if setting.vectorizes {
                config.insts *= 2;
            }
        };
        /// Loop unswitching: branches on invariant conditions are taken before the loop, which is copied.
        Unswitch "unswitch" => invar_loops::versions::unswitch as unswitch needs LOOPS;
        /// Loop peeling: the first iteration is copied in front of a loop where it folds.
        LoopPeel "loop-peel" => invar_loops::versions::peel as loop_peel needs LOOPS;
        /// Loop vectorization: counted loops execute several iterations at a time, where the output may use SIMD.
        LoopVectorize "loop-vectorize" => invar_vector::loop_vectorize as loop_vectorize needs LOOPS where |config, setting| {
            config.simd = setting.features.simd();
            config.relaxed = setting.features.relaxed_simd();
        };
        /// Straight-line vectorization (SLP): adjacent stores of alike expressions become vectors, where the output may use SIMD.
        SlpVectorize "slp-vectorize" => invar_vector::slp_vectorize as slp_vectorize needs STORES keeps "control flow" where |config, setting| {
            config.simd = setting.features.simd();
        };
        /// Alias versioning: a copy of a loop holds variables of memory in values, under a run-time alias test.
        AliasVersioning "alias-versioning" => invar_loops::versions::alias_versioning as alias_versioning needs LOOPS;
        /// Loop versioning: a copy of a loop without range checks and invariant loads, under a run-time test.
        LoopVersioning "loop-versioning" => invar_loops::versions::loop_versioning as loop_versioning needs LOOPS;
        /// Strength reduction of induction variables, and linear function test replacement.
        StrengthReduction "strength-reduction" => invar_loops::transforms::strength_reduction as strength_reduction needs LOOPS keeps "control flow" where |config, setting| {
            // Copies share the multiple, but each variable has an update.
            config.multiples = !setting.unrolls;
        };
        /// Partial unrolling: loops of unknown trip count do several iterations at a time.
        PartialUnroll "partial-unroll" => invar_loops::versions::partial_unroll as partial_unroll needs LOOPS;
        /// Offset folding: constants that are added to addresses become immediate offsets.
        OffsetFolding "offset-folding" => invar_loops::transforms::offset_folding as offset_folding needs MEMORY keeps "control flow";
        /// Tail merging: equal blocks become one, where they are cold or size counts.
        TailMerging "tail-merging" => invar_scalar::tail_merging as tail_merging;
        /// Constant propagation for immutable globals, and for the immutable fields of objects in them.
        Globals "globals" => invar_memory::globals as globals needs GLOBALS keeps "control flow";
        /// Dead code elimination.
        Dce "dce" => invar_scalar::dce as dce keeps "control flow";
    }
    module {
        /// Removes redundant reference counts, in modules with a known runtime (`--arc`).
        Arc "arc" => invar_arc::module as arc;
        /// Types of objects, globals and parameters that fit what they hold; unused fields, parameters and types go.
        RefineTypes "refine-types" => invar_wasm::types as refine_types;
        /// Merges functions with equal bodies.
        MergeFunctions "merge-functions" => invar_interprocedural::merge_functions as merge_functions;
        /// Functions that are equal but for constants call a common one, with the constants as arguments.
        MergeSimilar "merge-similar" => invar_interprocedural::merge_similar as merge_similar;
        /// Functions that only tables mention, and that no call can reach, become one that traps.
        UncalledFunctions "uncalled-functions" => invar_interprocedural::uncalled_functions as uncalled_functions;
        /// Constant propagation through fields of structs, and of objects in immutable globals.
        ConstantFields "constant-fields" => invar_interprocedural::constant_fields as constant_fields;
        /// Interprocedural constant propagation, and devirtualization of calls through tables.
        CallFacts "call-facts" => invar_interprocedural::call_facts as call_facts;
        /// Global dead code elimination: removes unused functions, types, globals, tables, memories, segments and imports.
        GlobalDce "global-dce" => invar_interprocedural::global_dce as global_dce;
        /// Computes initial values of globals in those of others that are alone to mention them.
        NestGlobals "nest-globals" => invar_interprocedural::nest_globals as nest_globals;
        /// Data segments without the zeros that memories begin with.
        MemoryPacking "memory-packing" => invar_interprocedural::memory_packing as memory_packing;
        /// Gives the functions that are mentioned most the smallest indices.
        ReorderFunctions "reorder-functions" => invar_interprocedural::reorder_functions as reorder_functions;
        /// Gives the types that are mentioned most the smallest indices.
        ReorderTypes "reorder-types" => invar_interprocedural::reorder_types as reorder_types;
    }
}

impl Totals {
    /// Whether code was copied for the sake of speed, which [`invar_analysis::Goals::keep_size`] forbids.
    pub fn copied_for_speed(&self) -> bool {
        let loops = [
            self.unswitch.stats.done.loops,
            self.full_unroll.stats.done.copies,
            self.loop_vectorize.stats.done.loops,
            self.loop_vectorize.stats.done.peeled,
        ];
        self.inline.stats.hot + loops.iter().sum::<u64>() + self.copied_loops() > 0
    }

    /// How many loops were copied by the passes of [`LOOP_COPIES`].
    pub fn copied_loops(&self) -> u64 {
        let loops = [
            self.loop_peel.stats.done.loops,
            self.alias_versioning.stats.done.loops,
            self.loop_versioning.stats.done.loops,
            self.partial_unroll.stats.done.loops,
        ];
        loops.iter().sum()
    }
}

/// The passes that copy loops once the body has been offered to callers. Loops are copied once: rounds of facts are run
/// without these passes. [`Totals::copied_loops`] counts what they copied.
pub const LOOP_COPIES: [Pass; 4] =
    [Pass::LoopPeel, Pass::AliasVersioning, Pass::LoopVersioning, Pass::PartialUnroll];

/// Whether a pass may add operators of a kind that the function did not have: inlining does.
pub fn adds_operators(pass: Pass) -> bool {
    pass == Pass::Inline
}

/// Whether a pass inlines callees, or moves code by what callees publish, so that callees are optimized before callers.
/// Other passes use the summaries that there are.
pub fn looks_at_callees(pass: Pass) -> bool {
    matches!(pass, Pass::Inline | Pass::Graph)
}

/// The effect of a run of a pass, according to its counters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effect {
    /// The function was changed in any way.
    pub touched: bool,
    /// It was changed by more than bringing it into the shape that the pass needs.
    pub changed: bool,
}

/// Counters of any pass, by name.
pub type Listed = Vec<(&'static str, u64)>;

fn listed<S: Counters>(tally: &Tally<S>) -> Tally<Listed> {
    Tally { runs: tally.runs, time: tally.time, stats: tally.stats.list() }
}

impl fmt::Display for Pass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Pass {
    type Err = Error;

    /// Finds a pass by its name.
    fn from_str(name: &str) -> Result<Self, Error> {
        let found = Pass::ALL.iter().find(|pass| pass.name() == name);
        let unknown = || Error::new(format!("there is no pass `{name}`; see `invar passes`"));
        found.copied().ok_or_else(unknown)
    }
}
