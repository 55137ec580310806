//! All options of wasm-opt (version 131), and what becomes of each here.
//!
//! An option that asks for an output or for a change of meaning is done or refused: its caller relies on it. An
//! optimization, or a hint for one, may be left out, which is said with `--debug`. A name that is not in the table is
//! an error.

use invar::{Feature, Pass};

/// An option.
#[derive(Clone, Copy, Debug)]
pub struct OptionEntry {
    /// Its names: the long one with its dashes, then a short one if there is one.
    pub names: &'static str,
    /// Whether a value follows.
    pub takes: Takes,
    /// What becomes of it.
    pub class: OptionClass,
}

/// Whether an option has a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Takes {
    /// None.
    Nothing,
    /// One, after `=` or as the next argument.
    Value,
    /// One after `=`, or none.
    Maybe,
}

/// What becomes of an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionClass {
    /// It is done.
    Done(Does),
    /// This pass does it.
    Pass(Pass),
    /// It optimizes or helps to, and can be left out.
    LeftOut,
    /// It replaces what needs this proposal: done where the output does not use it, else refused.
    Lowers(Feature),
    /// It replaces imports of this module: done where the output has none, else refused.
    LowersImports(&'static str),
    /// It is refused, for this reason.
    Refused(&'static str),
}

/// What an option that is done does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Does {
    /// Prints the help.
    Help,
    /// Prints the version.
    Version,
    /// Names the output.
    Output,
    /// Writes text.
    Text,
    /// The level of `-O`.
    Level(&'static str),
    /// The level of optimization as a number.
    OptimizeLevel,
    /// How much size counts, as a number.
    ShrinkLevel,
    /// Keeps names.
    Names,
    /// Drops debug information, and names but for `-g`.
    StripDebug,
    /// Drops DWARF.
    StripDwarf,
    /// Names the source map of the input.
    InputMap,
    /// Names the source map of the output.
    OutputMap,
    /// Says where the source map of the output will be.
    OutputMapUrl,
    /// Drops the section `producers`.
    StripProducers,
    /// Drops the section `target_features`.
    StripTargetFeatures,
    /// Assumes that the program executes no instruction that traps.
    TrapsNeverHappen,
    /// Assume a closed world.
    ClosedWorld,
    /// Allows all proposals.
    AllFeatures,
    /// Allows only what the input uses.
    MvpFeatures,
    /// Does not run a pass.
    SkipPass,
    /// Changes the module otherwise than by optimizing it.
    Transform,
    /// The argument of a pass.
    PassArgument,
    /// Nothing is at addresses below 1024: what checks accesses looks at it.
    LowMemoryUnused,
    /// Says which options are ignored.
    SayMore,
    /// Prints no warnings.
    Quiet,
    /// Prints something about the module.
    Print(Print),
    /// Nothing, since it is always so.
    Always,
    /// The number of threads (ours).
    Threads,
    /// Statistics (ours).
    Stats,
}

/// What to print about a module.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Print {
    /// The module as text.
    Module,
    /// `INDEX:NAME` of each function.
    FunctionMap,
    /// Counts of entities and operators.
    Metrics,
    /// The same for each function.
    FuncMetrics,
    /// `--enable-NAME` for each proposal that is used.
    Features,
}

impl Print {
    /// Whether it prints names of functions.
    pub fn needs_names(self) -> bool {
        matches!(self, Print::FunctionMap | Print::FuncMetrics | Print::Module)
    }
}

const fn entry(names: &'static str, takes: Takes, class: OptionClass) -> OptionEntry {
    OptionEntry { names, takes, class }
}

const fn done(names: &'static str, does: Does) -> OptionEntry {
    entry(names, Takes::Nothing, OptionClass::Done(does))
}

const fn done_with(names: &'static str, does: Does) -> OptionEntry {
    entry(names, Takes::Value, OptionClass::Done(does))
}

const fn print(names: &'static str, print: Print) -> OptionEntry {
    entry(names, Takes::Maybe, OptionClass::Done(Does::Print(print)))
}

/// A change that is no optimization; its value, if it has one, may be that of `--pass-arg`.
const fn transform(names: &'static str) -> OptionEntry {
    entry(names, Takes::Maybe, OptionClass::Done(Does::Transform))
}

const fn pass(names: &'static str, pass: Pass) -> OptionEntry {
    entry(names, Takes::Maybe, OptionClass::Pass(pass))
}

/// A pass that is left out. Passes take an argument after `=`.
const fn left_out(names: &'static str) -> OptionEntry {
    entry(names, Takes::Maybe, OptionClass::LeftOut)
}

/// A hint without a value that is left out.
const fn hint(names: &'static str) -> OptionEntry {
    entry(names, Takes::Nothing, OptionClass::LeftOut)
}

/// A hint with a value that is left out.
const fn hint_with(names: &'static str) -> OptionEntry {
    entry(names, Takes::Value, OptionClass::LeftOut)
}

const fn lowers(names: &'static str, feature: Feature) -> OptionEntry {
    entry(names, Takes::Maybe, OptionClass::Lowers(feature))
}

const fn refused(names: &'static str, why: &'static str) -> OptionEntry {
    entry(names, Takes::Maybe, OptionClass::Refused(why))
}

const fn refused_with(names: &'static str, why: &'static str) -> OptionEntry {
    entry(names, Takes::Value, OptionClass::Refused(why))
}

const NO_FUZZING: &str = "there is no fuzzer behind this name";
const HOST: &str = "it changes what the host has to provide or may call";
const INSTRUMENTS: &str = "it instruments the module, which only optimizes";
const CHANGES: &str = "it changes what the module means";
const NO_PRINT: &str = "this is not printed here";
const NO_LOWERING: &str = "it replaces operators, which is not done here";

/// All options but `--enable-NAME` and `--disable-NAME`, in the order of that tool's help, then ours.
pub const TABLE: &[OptionEntry] = &[
    done("--help -h", Does::Help),
    done("--version", Does::Version),
    done("--debug -d", Does::SayMore),
    done_with("--output -o", Does::Output),
    done("--emit-text -S", Does::Text),
    hint("--converge -c"),
    refused("--fuzz-exec-before -feh", NO_FUZZING),
    refused("--fuzz-exec -fe", NO_FUZZING),
    refused_with("--fuzz-exec-second", NO_FUZZING),
    refused_with("--extra-fuzz-command -efc", NO_FUZZING),
    refused("--translate-to-fuzz -ttf", NO_FUZZING),
    refused_with("--initial-fuzz -if", NO_FUZZING),
    refused("--fuzz-passes -fp", NO_FUZZING),
    refused("--no-fuzz-memory", NO_FUZZING),
    refused("--no-fuzz-oob", NO_FUZZING),
    refused("--fuzz-preserve-imports-exports", NO_FUZZING),
    refused("--fuzz-against-js", NO_FUZZING),
    refused_with("--fuzz-import", NO_FUZZING),
    refused_with("--emit-spec-wrapper -esw", "no wrapper is written"),
    refused_with("--emit-wasm2c-wrapper", "no wrapper is written"),
    done_with("--input-source-map -ism", Does::InputMap),
    done_with("--output-source-map -osm", Does::OutputMap),
    done_with("--output-source-map-url -osu", Does::OutputMapUrl),
    lowers("--experimental-new-eh", Feature::LegacyExceptions),
    lowers("--emit-exnref", Feature::LegacyExceptions),
    pass("--abstract-type-refining", Pass::RefineTypes),
    refused("--alignment-lowering", NO_LOWERING),
    transform("--asyncify"),
    left_out("--avoid-reinterprets"),
    pass("--cfp", Pass::ConstantFields),
    left_out("--cfp-reftest"),
    left_out("--coalesce-locals"),
    left_out("--coalesce-locals-learning"),
    pass("--code-folding", Pass::TailMerging),
    left_out("--code-pushing"),
    left_out("--const-hoisting"),
    left_out("--constraint-analysis"),
    left_out("--dae"),
    left_out("--dae-optimizing"),
    left_out("--dae2"),
    pass("--dce", Pass::Dce),
    transform("--dealign"),
    refused("--denan", CHANGES),
    left_out("--dfo"),
    pass("--directize", Pass::CallFacts),
    left_out("--discard-global-effects"),
    pass("--duplicate-function-elimination", Pass::MergeFunctions),
    left_out("--duplicate-import-elimination"),
    refused("--dwarfdump", NO_PRINT),
    refused(
        "--emit-target-features",
        "the section target_features is kept where the input has it, and not made",
    ),
    refused("--enclose-world", HOST),
    transform("--extract-function"),
    transform("--extract-function-index"),
    left_out("--flatten"),
    transform("--fpcast-emu"),
    print("--func-metrics", Print::FuncMetrics),
    transform("--generate-dyncalls"),
    left_out("--generate-global-effects"),
    transform("--generate-i64-dyncalls"),
    pass("--global-refining", Pass::RefineTypes),
    pass("--gsi", Pass::ConstantFields),
    left_out("--gsi-desc-cast"),
    pass("--gto", Pass::RefineTypes),
    pass("--gufa", Pass::ConstantFields),
    left_out("--gufa-cast-all"),
    pass("--gufa-optimizing", Pass::ConstantFields),
    pass("--heap-store-optimization", Pass::DeadStoreElim),
    pass("--heap2local", Pass::ScalarReplacement),
    refused("--i64-to-i32-lowering", NO_LOWERING),
    left_out("--inline-main"),
    pass("--inlining", Pass::Inline),
    pass("--inlining-optimizing", Pass::Inline),
    refused("--instrument-branch-hints", INSTRUMENTS),
    refused("--instrument-locals", INSTRUMENTS),
    refused("--instrument-memory", INSTRUMENTS),
    entry("--intrinsic-lowering", Takes::Maybe, OptionClass::LowersImports("binaryen-intrinsics")),
    transform("--legalize-and-prune-js-interface"),
    transform("--legalize-js-interface"),
    pass("--licm", Pass::Licm),
    refused("--limit-segments", "data segments are not merged"),
    // Since version 132.
    refused("--make-shared-objects", CHANGES),
    lowers("--llvm-memory-copy-fill-lowering", Feature::BulkMemoryOpt),
    lowers("--llvm-nontrapping-fptoint-lowering", Feature::NontrappingFloatToInt),
    pass("--local-cse", Pass::Gvn),
    pass("--local-subtyping", Pass::CastElim),
    transform("--log-execution"),
    left_out("--mark-js-called"),
    pass("--memory-packing", Pass::MemoryPacking),
    lowers("--memory64-lowering", Feature::Memory64),
    left_out("--merge-blocks"),
    left_out("--merge-j2cl-itables"),
    left_out("--merge-locals"),
    pass("--merge-similar-functions", Pass::MergeSimilar),
    print("--metrics", Print::Metrics),
    transform("--minify-imports"),
    transform("--minify-imports-and-exports"),
    transform("--minify-imports-and-exports-and-modules"),
    pass("--minimize-rec-groups", Pass::RefineTypes),
    left_out("--monomorphize"),
    left_out("--monomorphize-always"),
    lowers("--multi-memory-lowering", Feature::Multimemory),
    lowers("--multi-memory-lowering-with-bounds-checks", Feature::Multimemory),
    refused("--name-types", "types get no names"),
    refused("--nm", NO_PRINT),
    left_out("--no-full-inline"),
    left_out("--no-inline"),
    left_out("--no-partial-inline"),
    left_out("--once-reduction"),
    left_out("--optimize-added-constants"),
    left_out("--optimize-added-constants-propagate"),
    pass("--optimize-casts", Pass::CastElim),
    left_out("--optimize-for-js"),
    pass("--optimize-instructions", Pass::Fold),
    left_out("--optimize-j2cl"),
    left_out("--outlining"),
    left_out("--pick-load-signs"),
    refused("--poppify", NO_LOWERING),
    left_out("--post-emscripten"),
    pass("--precompute", Pass::Fold),
    pass("--precompute-propagate", Pass::Fold),
    print("--print", Print::Module),
    refused("--print-boundary", NO_PRINT),
    refused("--print-call-graph", NO_PRINT),
    print("--print-features", Print::Features),
    print("--print-full", Print::Module),
    print("--print-function-map", Print::FunctionMap),
    refused("--print-minified", NO_PRINT),
    left_out("--propagate-debug-locs"),
    left_out("--propagate-globals-globally"),
    transform("--remove-exports"),
    refused("--remove-imports", HOST),
    refused("--remove-memory", CHANGES),
    refused("--remove-memory-init", CHANGES),
    refused("--remove-non-js-ops", NO_LOWERING),
    lowers("--remove-relaxed-simd", Feature::RelaxedSimd),
    pass("--remove-unused-brs", Pass::SimplifyCfg),
    pass("--remove-unused-module-elements", Pass::GlobalDce),
    left_out("--remove-unused-names"),
    pass("--remove-unused-nonfunction-module-elements", Pass::GlobalDce),
    pass("--remove-unused-types", Pass::GlobalDce),
    pass("--reorder-functions", Pass::ReorderFunctions),
    refused("--reorder-functions-by-name", "functions are ordered by use only"),
    left_out("--reorder-globals"),
    left_out("--reorder-locals"),
    pass("--reorder-types", Pass::ReorderTypes),
    left_out("--rereloop"),
    entry("--roundtrip", Takes::Maybe, OptionClass::Done(Does::Always)),
    left_out("--rse"),
    transform("--safe-heap"),
    transform("--separate-data-segments"),
    transform("--set-globals"),
    pass("--signature-pruning", Pass::RefineTypes),
    pass("--signature-refining", Pass::RefineTypes),
    transform("--signext-lowering"),
    pass("--simplify-globals", Pass::Globals),
    pass("--simplify-globals-optimizing", Pass::Globals),
    left_out("--simplify-locals"),
    left_out("--simplify-locals-nonesting"),
    left_out("--simplify-locals-nostructure"),
    left_out("--simplify-locals-notee"),
    left_out("--simplify-locals-notee-nostructure"),
    refused("--souperify", NO_PRINT),
    refused("--souperify-single-use", NO_PRINT),
    refused("--spill-pointers", CHANGES),
    left_out("--ssa"),
    left_out("--ssa-nomerge"),
    transform("--stack-check"),
    left_out("--string-gathering"),
    refused("--string-lifting", NO_LOWERING),
    // No input that is accepted has operators of that proposal: there is nothing to replace.
    entry("--string-lowering", Takes::Maybe, OptionClass::Done(Does::Always)),
    entry("--string-lowering-magic-imports", Takes::Maybe, OptionClass::Done(Does::Always)),
    entry("--string-lowering-magic-imports-assert", Takes::Maybe, OptionClass::Done(Does::Always)),
    done("--strip", Does::StripDebug),
    done("--strip-debug", Does::StripDebug),
    done("--strip-dwarf", Does::StripDwarf),
    refused("--strip-eh", CHANGES),
    done("--strip-producers", Does::StripProducers),
    done("--strip-target-features", Does::StripTargetFeatures),
    done("--strip-toolchain-annotations", Does::Always),
    refused("--stub-unsupported-js", CHANGES),
    print("--symbolmap", Print::FunctionMap),
    lowers("--table64-lowering", Feature::Memory64),
    refused("--trace-calls", INSTRUMENTS),
    lowers("--translate-to-exnref", Feature::LegacyExceptions),
    lowers("--translate-to-new-eh", Feature::LegacyExceptions),
    refused("--trap-mode-clamp", CHANGES),
    refused("--trap-mode-js", CHANGES),
    left_out("--tuple-optimization"),
    left_out("--type-finalizing"),
    pass("--type-merging", Pass::RefineTypes),
    pass("--type-refining", Pass::RefineTypes),
    pass("--type-refining-gufa", Pass::RefineTypes),
    left_out("--type-ssa"),
    left_out("--type-unfinalizing"),
    left_out("--unsubtyping"),
    left_out("--untee"),
    pass("--vacuum", Pass::Dce),
    done("-O", Does::Level("s")),
    done("-O0", Does::Level("0")),
    done("-O1", Does::Level("1")),
    done("-O2", Does::Level("2")),
    done("-O3", Does::Level("3")),
    done("-O4", Does::Level("4")),
    done("-Os", Does::Level("s")),
    done("-Oz", Does::Level("z")),
    done_with("--optimize-level -ol", Does::OptimizeLevel),
    done_with("--shrink-level -s", Does::ShrinkLevel),
    done("--debuginfo -g", Does::Names),
    hint_with("--always-inline-max-function-size -aimfs"),
    hint_with("--flexible-inline-max-function-size -fimfs"),
    hint_with("--one-caller-inline-max-function-size -ocimfs"),
    hint_with("--inline-max-combined-binary-size -imcbs"),
    hint("--inline-functions-with-loops -ifwl"),
    hint_with("--partial-inlining-ifs -pii"),
    hint("--ignore-implicit-traps -iit"),
    done("--traps-never-happen -tnh", Does::TrapsNeverHappen),
    done("--low-memory-unused -lmu", Does::LowMemoryUnused),
    // That of `invar opt` changes more than this one: results of sums.
    hint("--fast-math -ffm"),
    hint("--zero-filled-memory -uim"),
    done_with("--skip-pass -sp", Does::SkipPass),
    done("--mvp-features -mvp", Does::MvpFeatures),
    done("--all-features -all", Does::AllFeatures),
    done("--detect-features", Does::Always),
    done("--quiet -q", Does::Quiet),
    refused("--experimental-poppy", NO_LOWERING),
    refused(
        "--emit-module-names",
        "the name of the module is kept where the input has it, and not made",
    ),
    // Validation is not left out: that only costs time.
    hint("--no-validation -n"),
    done_with("--pass-arg -pa", Does::PassArgument),
    done("--closed-world -cw", Does::ClosedWorld),
    hint("--preserve-type-order"),
    left_out("--generate-stack-ir"),
    left_out("--optimize-stack-ir"),
    refused("--print-stack-ir", NO_PRINT),
    left_out("--no-stack-ir"),
    done_with("--threads -j", Does::Threads),
    entry("--stats", Takes::Maybe, OptionClass::Done(Does::Stats)),
];

/// The table as the page `docs/wasm-opt.md` has it.
#[cfg(test)]
pub fn page() -> String {
    let mut page = "\
# Options of wasm-opt

Under the name `wasm-opt`, `invar` takes the options of that tool (versions 131 and 132), as this table says.
`--enable-FEATURE` and `--disable-FEATURE` are done for all features. So are passes of `invar` under their own
names. A name that is not listed is an error.

- *done*: as that tool does it.
- *done by a pass*: by a pass of `invar`, which may do more or less than the pass of that name.
- *ignored*: an optimization, or a hint for one, on which nothing depends. With `-d`, one warning lists all that were given.
- *done or refused*: done where the output has nothing to replace, else an error with exit code 1.
- *refused*: an error with exit code 1, since the caller would rely on it.

Tests of each class: all rows by `cargo test -p invar-opt --bin invar wasm_opt`, which also has the command lines of
clang, emscripten, wasm-pack, trunk, wasm-bindgen, AssemblyScript, dart2wasm, Kotlin and J2CL. What runs, prints and fails is
in `tests/cli`: *done* in `wasm-opt-minify`, `-legalize`, `-extract-function`, `-set-globals`, `-signext-lowering`, `-stack-check`,
`-safe-heap`, `-fpcast-emu`, `-log-execution`, `-separate-data`, `-asyncify`, `-levels`, `-metrics`, `-symbolmap`, `-print`, `-print-features`, `-emit-text`, `-source-map`, `-strip-debug`; *ignored* in
`wasm-opt-emscripten`; *done or refused* in `wasm-opt-lowering` and `-lowering-refused`; *refused* in
`wasm-opt-fuzz`; no option in `wasm-opt-nonsense`. `scripts/wasm-opt-options --check` compares the list with that tool.

| option | what becomes of it |
|---|---|
"
    .to_owned();
    for entry in TABLE {
        let names: Vec<_> = entry.names.split(' ').map(|name| format!("`{name}`")).collect();
        let what = match entry.class {
            OptionClass::Done(Does::Always) => "done: it is always so".to_owned(),
            OptionClass::Done(_) => "done".to_owned(),
            OptionClass::Pass(pass) => format!("done by the pass `{pass}`"),
            OptionClass::LeftOut => "ignored".to_owned(),
            OptionClass::Lowers(feature) => {
                format!("done or refused: refused if the output uses {feature}")
            }
            OptionClass::LowersImports(module) => {
                format!("done or refused: refused if the output imports from `{module}`")
            }
            OptionClass::Refused(why) => format!("refused: {why}"),
        };
        page += &format!("| {} | {what} |\n", names.join(", "));
    }
    page
}

/// The entry of a name.
pub fn find(name: &str) -> Option<&'static OptionEntry> {
    TABLE.iter().find(|entry| entry.names.split(' ').any(|it| it == name))
}
