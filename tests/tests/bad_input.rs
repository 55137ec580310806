//! Tracks that any input gives a clear error or a correct output: no panic, no stack overflow, in
//! bounded time and memory.
//!
//! Every case runs on a thread with a small stack (an overflow aborts the test program, and names
//! the case). An error names a byte offset. An output validates, and if the module is small enough for
//! the engine, behaves as its input.

use invar::unstable::OptimizerExt;
use invar::{Level, Optimizer};
use invar_filetests::optimize::{Failure, Setting, optimize, validate, validate_accepted};
use invar_generate::Random;
use invar_generate::hostile;
use invar_tests::differ::compare;
use invar_tests::generated;
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// The optimizer's stack in bytes.
const STACK: usize = 512 << 10;

/// The memory limit of the whole test program in kilobytes, with two cases at a time.
const MEMORY: u64 = 3 << 20;

const LEVELS: [Setting; 4] = [
    Setting::new(Level::O0, false),
    Setting::new(Level::O1, false),
    Setting::new(Level::O3, false),
    Setting::new(Level::Oz, true),
];

/// Three small modules that together have every section, and control flow of every kind.
fn small_modules() -> [Vec<u8>; 3] {
    [
        include_str!("bad_input/plain.wat"),
        include_str!("bad_input/objects.wat"),
        include_str!("bad_input/sections.wat"),
    ]
    .map(|text| wat::parse_str(text).expect("the module is correct"))
}

/// Runs on a thread with a small stack, within a time limit.
fn bounded<T: Send + 'static>(
    name: &str,
    time: Duration,
    work: impl FnOnce() -> T + Send + 'static,
) -> T {
    let (send, receive) = mpsc::channel();
    let thread = std::thread::Builder::new().name(name.to_string()).stack_size(STACK);
    let thread = thread.spawn(move || send.send(work())).expect("a thread");
    let start = Instant::now();
    loop {
        match receive.recv_timeout(Duration::from_millis(20)) {
            Ok(result) => return result,
            Err(mpsc::RecvTimeoutError::Timeout) => {}
            Err(mpsc::RecvTimeoutError::Disconnected) => match thread.join() {
                Err(panic) => std::panic::resume_unwind(panic),
                Ok(_) => panic!("{name}: ended without a result"),
            },
        }
        assert!(start.elapsed() < time, "{name}: not done after {time:?}");
        // A thread cannot be stopped, so exit the process before it takes all memory.
        let memory = memory();
        if memory > MEMORY {
            eprintln!("{name}: {memory} KB of memory: this test program ends here");
            std::process::exit(101);
        }
    }
}

/// The resident memory of this process in kilobytes; 0 if the system does not report it.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

/// The property for any bytes: a valid module is optimized, anything else is an error that names an
/// offset. Returns the output.
fn correct(name: &str, setting: Setting, wasm: &[u8]) -> Option<Vec<u8>> {
    match (optimize(setting, wasm), validate_accepted(wasm)) {
        (Ok(output), Ok(())) => Some(output.wasm),
        (Ok(_), Err(why)) => panic!("{name}: {setting}: optimized, though invalid: {why}"),
        (Err(Failure::Refused(error)), Err(_)) => {
            assert!(error.contains("0x"), "{name}: {setting}: the error has no offset: {error}");
            None
        }
        (Err(failure), valid) => panic!("{name}: {setting}: {failure} (valid: {valid:?})"),
    }
}

#[test]
fn truncated_at_every_byte() {
    for (index, wasm) in small_modules().into_iter().enumerate() {
        let name = format!("module {index}");
        bounded(&name.clone(), Duration::from_secs(300), move || {
            for length in 0..wasm.len() {
                for setting in LEVELS {
                    correct(&format!("{name}, {length} bytes"), setting, &wasm[..length]);
                }
            }
        });
    }
}

/// How many mutations are tried.
fn mutations() -> usize {
    let count = std::env::var("INVAR_MUTATIONS").ok().and_then(|count| count.parse().ok());
    count.unwrap_or(10_000)
}

#[test]
fn mutations_of_modules() {
    let count = mutations();
    let mut modules = small_modules().to_vec();
    modules.extend((0..100).filter_map(generated::module).filter(|wasm| wasm.len() < 4000));
    bounded("mutations", Duration::from_secs(600), move || {
        let mut random = Random::new(2024);
        let mut valid = 0;
        for number in 0..count {
            let mut wasm = modules[random.below(modules.len())].clone();
            for _ in 0..1 + random.below(3) {
                mutate(&mut wasm, &mut random);
            }
            let setting = LEVELS[number % LEVELS.len()];
            let name = format!("mutation {number}");
            if let Some(output) = correct(&name, setting, &wasm) {
                valid += 1;
                if let Err(difference) = compare(&wasm, &[&output], number as u64) {
                    panic!("{name}: {setting}: {}", difference.what);
                }
            }
        }
        assert!(valid > count / 20, "only {valid} mutations are valid");
    });
}

/// Invar's own text format is an input, too. A module that parses may violate any invariant.
#[test]
fn mutations_of_the_text_form() {
    let mut modules = small_modules().to_vec();
    modules.extend((0..100).filter_map(generated::module).filter(|wasm| wasm.len() < 4000));
    bounded("text", Duration::from_secs(600), move || {
        let texts: Vec<String> = modules
            .iter()
            .map(|wasm| {
                let (module, _) =
                    Optimizer::new(Level::O0).run_to_ir(wasm).expect("the module is valid");
                invar::unstable::text::print_module(&module)
            })
            .collect();
        let mut random = Random::new(2025);
        let (mut written, mut refused) = (0, 0);
        let count = mutations() / 2;
        for number in 0..count {
            let mut words: Vec<&str> =
                texts[random.below(texts.len())].split_inclusive(' ').collect();
            for _ in 0..1 + random.below(2) {
                let (at, from) = (random.below(words.len()), random.below(words.len()));
                match random.below(4) {
                    0 => words.swap(at, from),
                    1 => words[at] = words[from],
                    2 => words.insert(at, words[from]),
                    _ => drop(words.remove(at)),
                }
            }
            let text = words.concat();
            let level = LEVELS[number % LEVELS.len()].level;
            let module = match invar::unstable::text::parse(&text) {
                Ok(module) => module,
                Err(error) => {
                    let place = ["line ", "the module is not valid: "];
                    let clear = place.iter().any(|start| error.message().starts_with(start));
                    assert!(clear, "mutation {number}: {error}");
                    refused += 1;
                    continue;
                }
            };
            // A module that only the validator rejects, or that cannot be written, is an error and no bug.
            match Optimizer::new(level).strict(true).run_module(module) {
                Ok(output) => {
                    validate(&output.wasm)
                        .unwrap_or_else(|why| panic!("mutation {number}: {why}\n{text}"));
                    written += 1;
                }
                Err(error) => {
                    let message = error.message();
                    assert!(!message.contains("bug"), "mutation {number}: {message}\n{text}");
                }
            }
        }
        let enough = written > count / 50 && refused > count / 5;
        assert!(enough, "{written} written, {refused} refused");
    });
}

fn mutate(wasm: &mut Vec<u8>, random: &mut Random) {
    let at = random.below(wasm.len());
    match random.below(6) {
        0 => wasm[at] = random.word() as u8,
        1 => wasm[at] ^= 1 << random.below(8),
        2 => wasm[at] = wasm[at].wrapping_add(1),
        3 => wasm.insert(at, random.word() as u8),
        4 if wasm.len() > 9 => {
            wasm.remove(at);
        }
        _ => {
            let from = random.below(wasm.len());
            let length = random.below(8).min(wasm.len() - from).min(wasm.len() - at);
            wasm.copy_within(from..from + length, at);
        }
    }
}

/// Checks that an input is rejected with a message that contains these words.
fn refused(name: &'static str, wasm: Vec<u8>, words: &'static [&'static str]) {
    bounded(name, Duration::from_secs(60), move || {
        for setting in LEVELS {
            match optimize(setting, &wasm) {
                Err(Failure::Refused(error)) => {
                    let lower = error.to_lowercase();
                    let missing: Vec<_> = words.iter().filter(|w| !lower.contains(**w)).collect();
                    assert!(missing.is_empty(), "{name}: {error:?} does not contain {missing:?}");
                }
                other => panic!("{name}: {setting}: {other:?}"),
            }
        }
    });
}

#[test]
fn an_input_that_is_no_module_is_rejected_with_the_reason() {
    refused("empty", Vec::new(), &["0x0"]);
    refused("text", b"(module (func))".to_vec(), &["0x0"]);
    refused("prose", b"This is not WebAssembly.\n".to_vec(), &["0x0"]);
    refused("zeros", vec![0; 4096], &["0x0"]);
    refused("magic", b"\0asm".to_vec(), &["0x4"]);
    refused("version", b"\0asm\x02\0\0\0".to_vec(), &["version"]);
    refused("relocatable", hostile::relocatable(), &["relocatable"]);
    refused("component", b"\0asm\x0d\0\x01\0\x01\xff\xff\xff".to_vec(), &["0x"]);
    let mut component = wat::parse_str("(component (core module (func)))").expect("text");
    component.truncate(component.len() - 3);
    refused("truncated component", component, &["0x"]);
    let mut component = wat::parse_str("(component (core module (func)))").expect("text");
    // In the core module's code section, the final `end` is replaced.
    let end = component.iter().rposition(|byte| *byte == 0x0b).expect("an end");
    component[end] = 0x45;
    refused("component with a broken module", component, &["0x"]);
}

/// Checks that a valid module at a limit is optimized at each level. Those small enough for the engine
/// are executed.
fn limit(name: &'static str, wasm: Vec<u8>, run: bool) {
    bounded(name, Duration::from_secs(600), move || {
        validate_accepted(&wasm).unwrap_or_else(|why| panic!("{name}: the test is wrong: {why}"));
        let mut times = Vec::new();
        // Two of the four levels for large modules, to save time.
        for setting in if run { &LEVELS[..] } else { &LEVELS[1..3] }.iter().copied() {
            let start = Instant::now();
            let output = correct(name, setting, &wasm).expect("a valid module");
            times.push(format!("{:.2?}", start.elapsed()));
            if run && let Err(difference) = compare(&wasm, &[&output], 1) {
                panic!("{name}: {setting}: {}", difference.what);
            }
        }
        println!("{name}: {} KB, {}", wasm.len() / 1000, times.join(", "));
    });
}

#[test]
fn deep_nesting() {
    limit("nested blocks", hostile::nested_blocks(100_000), false);
    limit("nested blocks with results", hostile::nested_results(100_000), false);
    limit("nested ifs", hostile::nested_ifs(100_000), false);
    limit("nested loops", hostile::nested_loops(100_000), false);
    limit("nested handlers", hostile::nested_handlers(100_000), false);
    limit("a deep stack", hostile::deep_stack(100_000), false);
    limit("a deep expression", hostile::deep_expression(100_000), false);
    limit("deep loads", hostile::deep_loads(100_000), false);
}

#[test]
fn moderate_nesting_behaves_as_before() {
    limit("some nested blocks", hostile::nested_blocks(300), true);
    limit("some nested blocks with results", hostile::nested_results(300), true);
    limit("some nested ifs", hostile::nested_ifs(300), true);
    limit("some nested loops", hostile::nested_loops(100), true);
    limit("some nested handlers", hostile::nested_handlers(100), true);
    limit("some stack", hostile::deep_stack(300), true);
    limit("some expression", hostile::deep_expression(300), true);
    limit("some loads", hostile::deep_loads(300), true);
    limit("some blocks", hostile::sequential_blocks(300), true);
    limit("some loops", hostile::sequential_loops(100), true);
    limit("some locals", hostile::locals(300), true);
    limit("some locals in loops", hostile::locals_in_loops(20, 20), true);
    limit("some table", hostile::wide_table(300), true);
    limit("some tables", hostile::many_tables(20, 20), true);
    limit("some stores", hostile::many_stores(2000), true);
    limit("some functions", hostile::many_functions(100), true);
    limit("some far branches", hostile::far_branches(300), true);
    limit("some choices", hostile::diamonds(300), true);
    limit("some loads and stores", hostile::loads_and_stores(300), true);
    limit("some items", hostile::many_items(100), true);
}

#[test]
fn long_sequences() {
    limit("sequential blocks", hostile::sequential_blocks(100_000), false);
    limit("sequential loops", hostile::sequential_loops(50_000), false);
    limit("stores", hostile::many_stores(200_000), false);
    // The limit takes minutes in debug builds.
    let bytes = if cfg!(debug_assertions) { 2_000_000 } else { 7_654_321 };
    limit("a body at the limit", hostile::long_body(bytes), false);
}

#[test]
fn many_locals() {
    limit("50,000 locals", hostile::locals(49_999), false);
}

#[test]
fn locals_times_loops() {
    limit("locals times loops", hostile::locals_in_loops(2000, 2000), false);
}

#[test]
fn tables_of_branches() {
    limit("a branch table of 100,000", hostile::wide_table(100_000), true);
    limit("tables times targets", hostile::many_tables(1000, 1000), false);
}

#[test]
fn state_machines_and_far_branches() {
    limit("a state machine of 8,000 states", hostile::state_machine(8000), false);
    limit("full tables", hostile::full_tables(400), false);
    limit("far branches", hostile::far_branches(40_000), false);
}

#[test]
fn many_items() {
    // A million is the engine's limit, which takes minutes in debug builds.
    let count = if cfg!(debug_assertions) { 50_000 } else { 1_000_000 };
    limit("many functions", hostile::many_functions(count), false);
    limit("200,000 types, globals, exports", hostile::many_items(200_000), false);
}
