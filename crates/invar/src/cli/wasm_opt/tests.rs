//! Command lines of callers, and the table of options.

use super::*;

fn parsed(line: &str) -> Result<Request, Failure> {
    parse(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
}

fn job(line: &str) -> (Job, Vec<String>) {
    match parsed(line) {
        Ok(Request::Job(request)) => (request.job, request.warnings),
        Ok(_) => panic!("`{line}` asks for a job"),
        Err(Failure::Usage(message)) => panic!("`{line}`: {message}"),
        Err(Failure::Other(error)) => panic!("`{line}`: {error}"),
    }
}

#[test]
fn callers_are_understood() {
    // clang's driver.
    let (job_of, warnings) = job("a.out -O2 -o a.out");
    assert_eq!((job_of.input.as_str(), job_of.output.as_deref()), ("a.out", Some("a.out")));
    assert_eq!((job_of.options.level, warnings.len()), (Level::O2, 0));
    // wasm-pack.
    let (job_of, warnings) = job("pkg/a_bg.wasm -o pkg/a_bg.wasm-opt.wasm -O");
    assert_eq!((job_of.options.level, warnings.len()), (Level::Os, 0));
    // trunk.
    let (job_of, warnings) = job("--output=dist/a.wasm -Oz dist/b.wasm");
    assert_eq!(job_of.output.as_deref(), Some("dist/a.wasm"));
    assert_eq!((job_of.options.level, warnings.len()), (Level::Oz, 0));
    // Scripts behind wasm-bindgen.
    let (job_of, warnings) = job("-O4 --dce a_bg.wasm -o a_bg.wasm");
    assert_eq!((job_of.options.level, warnings.len()), (Level::O4, 0));
    // Packages of AssemblyScript, behind asc.
    let (job_of, warnings) = job("build/a.wasm -Oz --strip-debug -c -o build/a.wasm");
    assert_eq!((job_of.options.level, warnings.len()), (Level::Oz, 0));
    // emscripten.
    let (job_of, warnings) = job("--strip-target-features --post-emscripten -O3 \
        --low-memory-unused --zero-filled-memory --pass-arg=directize-initial-contents-immutable \
        --no-stack-ir a.wasm -o b.wasm -g --mvp-features --enable-bulk-memory \
        --enable-bulk-memory-opt --enable-call-indirect-overlong --enable-mutable-globals");
    assert_eq!((job_of.options.level, warnings.len()), (Level::O3, 0));
    assert!(job_of.options.names && job_of.options.strip.target_features);
    assert_eq!(
        job_of.options.enabled.names(),
        ["mutable-globals", "call-indirect-overlong", "bulk-memory"]
    );
    // emscripten for old engines, and its map of functions.
    job("--signext-lowering --llvm-memory-copy-fill-lowering --emit-exnref a.wasm -o a.wasm");
    job("--symbolmap=a.symbols a.wasm");
}

#[test]
fn compilers_of_collected_languages_are_understood() {
    // dart2wasm.
    let (job_of, warnings) = job("--all-features --closed-world --traps-never-happen \
        --type-unfinalizing -Os --type-ssa --gufa -Os --type-merging -Os --type-finalizing \
        --minimize-rec-groups a.unopt.wasm -o a.wasm");
    assert_eq!((job_of.options.level, warnings.len()), (Level::Os, 0));
    assert!(job_of.options.traps_never_happen && job_of.options.closed_world);
    // Kotlin's Gradle plugin.
    let (job_of, warnings) = job(
        "--enable-gc --enable-reference-types --enable-exception-handling \
        --enable-bulk-memory --enable-nontrapping-float-to-int --inline-functions-with-loops \
        --traps-never-happen --fast-math --closed-world --type-ssa -O3 -O3 --gufa -O3 --type-merging \
        -O3 -Oz a.wasm -o b.wasm",
    );
    assert_eq!((job_of.options.level, warnings.len()), (Level::Oz, 0));
    let (job_of, warnings) =
        job("--enable-gc --enable-reference-types --enable-exception-handling \
        --enable-bulk-memory --enable-nontrapping-float-to-int --inline-functions-with-loops \
        --traps-never-happen --fast-math -O3 -O3 --gufa -O3 -O3 -Oz a.wasm -o b.wasm");
    assert_eq!((job_of.options.level, warnings.len()), (Level::Oz, 0));
    assert!(job_of.options.traps_never_happen && !job_of.options.closed_world);
    assert!(!job_of.options.fast_math);
    // wasm_of_ocaml.
    let (job_of, warnings) = job("--enable-gc --enable-multivalue --enable-exception-handling \
        --enable-reference-types --enable-tail-call --enable-bulk-memory \
        --enable-nontrapping-float-to-int --enable-strings --enable-multimemory \
        --traps-never-happen -O3 --skip-pass=inlining-optimizing a.wasm -o b.wasm");
    assert_eq!((job_of.options.level, warnings.len()), (Level::O3, 0));
    assert!(job_of.options.traps_never_happen);
    // J2CL, in its three stages.
    let common = "--enable-exception-handling --enable-gc --enable-reference-types --enable-sign-ext \
        --enable-strings --enable-nontrapping-float-to-int --enable-bulk-memory --closed-world \
        --traps-never-happen a.wasm -o b.wasm";
    for stage in [
        "--merge-j2cl-itables --no-inline=*_<once>_* --generate-global-effects -O3 --cfp-reftest \
         --optimize-j2cl --gufa --unsubtyping -O3",
        "--no-inline=*_<once>_* --partial-inlining-ifs=4 -fimfs=25 --gufa --unsubtyping -O3",
        "--no-full-inline=*_<once>_* --partial-inlining-ifs=4 -fimfs=50 --intrinsic-lowering --gufa \
         --unsubtyping -O3 --optimize-j2cl --type-merging -O3 --string-lowering \
         --remove-unused-module-elements --reorder-globals --type-finalizing",
        "--no-full-inline=*_<once>_* --partial-inlining-ifs=4 --intrinsic-lowering -O3 --type-merging \
         --string-lowering-magic-imports-assert --remove-unused-module-elements --reorder-globals \
         --type-finalizing --reorder-types",
    ] {
        let (job_of, warnings) = job(&format!("{common} {stage}"));
        assert_eq!((job_of.options.level, warnings.len()), (Level::O3, 0));
    }
}

#[test]
fn levels_are_combined() {
    assert_eq!(job("a -ol 3 -o b").0.options.level, Level::O3);
    assert_eq!(job("a -s 2 -ol 3 -o b").0.options.level, Level::Oz);
    assert_eq!(job("a -o b --shrink-level=1").0.options.level, Level::Os);
    assert_eq!(job("a -o b").0.options.level, Level::O0);
    assert_eq!(job("a -o b -Oz -O3").0.options.level, Level::O3);
}

#[test]
fn levels_run_in_a_row_with_the_passes_between_them() {
    fn options(step: &ModuleStep) -> &Options {
        match step {
            ModuleStep::Optimize(options) => options,
            ModuleStep::Transform(name, ..) => panic!("{name}"),
        }
    }
    let runs = |line: &str| -> Vec<(Level, Option<Vec<Pass>>)> {
        let job = job(&format!("a -o b {line}")).0;
        let earlier = job.earlier.iter().map(options);
        let all = earlier.chain([&job.options]);
        all.map(|options| (options.level, options.passes.clone())).collect()
    };
    let level = |level| (level, None);
    let (o1, o3, oz) = (level(Level::O1), level(Level::O3), level(Level::Oz));
    // These levels have the passes.
    let found = runs("-O3 --type-ssa -O3 --gufa -Oz --vacuum");
    assert_eq!(found, [o3.clone(), o3.clone(), oz.clone()]);
    // Level 1 has neither of these, and level 0 does nothing.
    let passes = (Level::O0, Some(vec![Pass::Licm, Pass::RefineTypes]));
    let named = "--licm --type-refining";
    assert_eq!(runs(&format!("-O0 {named} -O1")), [passes.clone(), o1.clone()]);
    assert_eq!(runs(&format!("-O1 {named}")), [o1.clone(), passes]);
    // The level that is said by numbers is that of the last run.
    assert_eq!(runs("-O1 -Oz -ol 3 -s 0"), [o1, o3]);
    // What sections say is still known in the last run.
    let job = job("a -o b -O3 -Oz --strip-producers").0;
    let earlier = options(&job.earlier[0]);
    assert!(!earlier.strip.producers && job.options.strip.producers);
}

#[test]
fn what_is_left_out_is_said_once_and_what_is_unknown_is_an_error() {
    assert!(job("a -o b --coalesce-locals").1.is_empty());
    let warnings = job("a -o b -d --coalesce-locals --rse --coalesce-locals").1;
    assert_eq!(
        warnings,
        ["ignored, since only the choice of optimizations depends on it: --coalesce-locals --rse"]
    );
    for line in
        ["--nonsense", "--enable-time-travel", "-x", "--skip-pass=nonsense", "-O5", "b", "-ol"]
    {
        let usage = matches!(parsed(&format!("a {line}")), Err(Failure::Usage(_)));
        assert!(usage, "{line}");
    }
}

#[test]
fn every_class_of_the_table_is_what_it_says() {
    for entry in table::TABLE {
        for name in entry.names.split(' ') {
            let value = match entry.class {
                OptionClass::Done(Does::SkipPass) => "=dce",
                OptionClass::Done(Does::Transform) => "=1",
                _ if entry.takes == Takes::Value => "=1",
                _ => "",
            };
            let result = parsed(&format!(
                "a -o b -d -pa separate-data-segments-global-base@0 {name}{value}"
            ));
            match entry.class {
                OptionClass::Refused(_) => {
                    assert!(matches!(result, Err(Failure::Other(_))), "{name} is refused");
                }
                OptionClass::LeftOut => match result {
                    Ok(Request::Job(request)) => assert!(request.warnings[0].ends_with(name)),
                    _ => panic!("{name} is left out"),
                },
                _ => assert!(result.is_ok(), "{name} is done"),
            }
        }
    }
}

#[test]
fn the_table_has_every_option_of_that_tool_once() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/tables/wasm-opt-options.txt");
    let theirs = std::fs::read_to_string(path).expect("the list of options");
    for name in theirs.lines() {
        let feature = name.strip_prefix("--enable-").or(name.strip_prefix("--disable-"));
        let known = match feature {
            Some(feature) => feature.parse::<Features>().is_ok(),
            None => table::find(name).is_some(),
        };
        assert!(known, "{name}");
    }
    let mut ours: Vec<_> = table::TABLE.iter().flat_map(|entry| entry.names.split(' ')).collect();
    let count = ours.len();
    ours.sort_unstable();
    ours.dedup();
    assert_eq!(ours.len(), count, "a name is in the table twice");
}

#[test]
fn the_page_of_options_is_the_table() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/wasm-opt.md");
    if std::env::var_os("INVAR_BLESS").is_some() {
        std::fs::write(path, table::page()).expect("the page");
    }
    let page = std::fs::read_to_string(path).expect("the page");
    assert!(page == table::page(), "docs/wasm-opt.md: INVAR_BLESS=1 writes it anew");
}
