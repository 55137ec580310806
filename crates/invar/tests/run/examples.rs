//! The programs of `examples/stage`, which its script `build` has to have built, give the same with
//! specialization and without. `INVAR_INPUTS=1000` tries that many inputs for each instead of a few.

use invar::unstable::runtime::online::Settings;
use invar::unstable::runtime::wasmtime::{Engine, Linker, Store, Val};
use invar::unstable::runtime::wasmtime_wasi::WasiCtxBuilder;
use invar::unstable::runtime::wasmtime_wasi::p1::{WasiP1Ctx, add_to_linker_sync};
use invar::unstable::runtime::{Program, Running, engine};
use invar::{Level, Optimizer};
use invar_generate::Random;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

fn inputs() -> usize {
    std::env::var("INVAR_INPUTS").ok().and_then(|text| text.parse().ok()).unwrap_or(20)
}

fn built() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/stage")
}

/// The largest input of each program: about a millisecond of generic code.
const PROGRAMS: [(&str, usize); 29] = [
    ("calculator", 300),
    ("scalar", 10),
    ("sparse", 100),
    ("dispatcher", 500),
    ("sorter", 4),
    ("binary", 1000),
    ("chebyshev", 50),
    ("dot", 500),
    ("query", 2000),
    ("romberg", 200),
    ("convolution", 4),
    ("cache", 2000),
    ("risc", 10),
    ("minimal", 4),
    ("lengths", 3),
    ("matcher", 500),
    ("block", 500),
    ("tree", 3),
    ("walker", 3),
    ("regex", 3),
    ("stack", 10),
    ("register", 10),
    ("filter", 300),
    ("lua-fib", 2),
    ("lua-loops", 2),
    ("lua-sieve", 2),
    ("lua-mandelbrot", 2),
    ("lua-queens", 2),
    ("lua-features", 2),
];

fn instance(engine: &Engine, wasm: &[u8], generic: bool) -> (Store<WasiP1Ctx>, Running) {
    let settings = Settings { generic, ..Settings::default() };
    let optimizer = Arc::new(Optimizer::new(Level::O1));
    let program = Program::new(engine, wasm, &settings, optimizer).unwrap();
    let mut store = Store::new(engine, WasiCtxBuilder::new().build_p1());
    let mut linker = Linker::new(engine);
    add_to_linker_sync(&mut linker, |wasi: &mut WasiP1Ctx| wasi).unwrap();
    let running = program.instantiate(&mut store, &linker).unwrap();
    let instance = running.instance();
    for name in ["_initialize", "init"] {
        if let Some(function) = instance.get_func(&mut store, name) {
            let mut results = vec![Val::I32(0); function.ty(&store).results().len()];
            function.call(&mut store, &[], &mut results).unwrap();
        }
    }
    (store, running)
}

#[test]
fn programs_do_the_same_on_random_inputs() {
    let engine = engine().unwrap();
    let mut tried = 0;
    for (name, most) in PROGRAMS {
        let Ok(wasm) = std::fs::read(built().join(format!("{name}.wasm"))) else { continue };
        let mut both = [false, true].map(|generic| {
            let (mut store, running) = instance(&engine, &wasm, generic);
            let run = running.instance().get_func(&mut store, "run").unwrap();
            (store, running, run)
        });
        let mut random = Random::named(1, name);
        // A Lua state is not cheap.
        let count = if name.starts_with("lua-") { inputs().min(50) } else { inputs() };
        for _ in 0..count {
            let n = 1 + random.below(most) as i32;
            let [special, same] = both.each_mut().map(|(store, _, run)| {
                let mut results = [Val::I32(0)];
                run.call(store, &[Val::I32(n)], &mut results).unwrap();
                // Floats by their bits.
                format!("{:?}", results[0])
            });
            assert_eq!(special, same, "{name}: run({n})");
        }
        let total = both[0].1.profile().total();
        println!("{name}: {count} inputs, {} versions, {} stubs", total.versions, total.stubs);
        assert!(total.versions > 0, "{name}: nothing was specialized");
        tried += 1;
    }
    if tried == 0 {
        eprintln!("left out: examples/stage/build has built nothing");
    }
}

/// What a command prints and how it ends, with standard input, in a directory.
fn command(options: &[&str], name: &str, args: &[&str], input: &str, dir: &Path) -> (String, i32) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_invar"))
        .arg("run")
        .args(options)
        .arg(built().join(name))
        .args(args)
        .current_dir(dir)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    (String::from_utf8(output.stdout).unwrap(), output.status.code().unwrap())
}

/// Whether a text matches from here on, by the definition.
fn here(pattern: &[u8], text: &[u8]) -> bool {
    match pattern {
        [] => true,
        [b'$'] => text.is_empty(),
        [c, b'*', rest @ ..] => (0..=text.len()).any(|n| {
            text[..n].iter().all(|byte| *c == b'.' || byte == c) && here(rest, &text[n..])
        }),
        [c, rest @ ..] => {
            text.first().is_some_and(|byte| *c == b'.' || byte == c) && here(rest, &text[1..])
        }
    }
}

fn matches(pattern: &str, text: &str) -> bool {
    let (pattern, text) = (pattern.as_bytes(), text.as_bytes());
    match pattern {
        [b'^', rest @ ..] => here(rest, text),
        _ => (0..=text.len()).any(|n| here(pattern, &text[n..])),
    }
}

#[test]
fn a_pattern_that_arrives_on_standard_input_is_matched() {
    if !built().join("search.wasm").exists() {
        eprintln!("left out: examples/stage/build has not built search.wasm");
        return;
    }
    let mut random = Random::named(1, "search");
    let mut found = 0;
    for n in 0..inputs() {
        let atoms = ["a", "b", "c", ".", "a*", "b*", ".*", "c*"];
        let mut pattern: String =
            (0..1 + random.below(6)).map(|_| atoms[random.below(atoms.len())]).collect();
        if random.below(4) == 0 {
            pattern.insert(0, '^');
        }
        if random.below(4) == 0 {
            pattern.push('$');
        }
        let mut line = || -> String {
            (0..random.below(12)).map(|_| ['a', 'b', 'c', 'd'][random.below(4)]).collect()
        };
        let lines: Vec<String> = (0..20).map(|_| line()).collect();
        let expected: String = lines
            .iter()
            .filter(|line| matches(&pattern, line))
            .map(|line| format!("{line}\n"))
            .collect();
        found += expected.lines().count();
        let code = i32::from(expected.is_empty());
        let input = format!("{pattern}\n{}\n", lines.join("\n"));
        for options in [&[][..], &["--no-specialize"]] {
            let output = command(options, "search.wasm", &[], &input, Path::new("."));
            assert_eq!(output, (expected.clone(), code), "{n}: {pattern} {options:?}");
        }
    }
    assert!(found > inputs());
}

#[test]
fn a_kernel_that_arrives_in_a_file_is_applied() {
    if !built().join("blur.wasm").exists() {
        eprintln!("left out: examples/stage/build has not built blur.wasm");
        return;
    }
    let dir = tempfile("blur");
    let mut random = Random::named(1, "blur");
    for n in 0..inputs() {
        let size = [1, 3, 5, 7][random.below(4)];
        let mut kernel = format!("{size}\n");
        for _ in 0..size * size {
            let weight = if random.below(3) == 0 { random.below(9) as i32 - 2 } else { 0 };
            kernel.push_str(&format!("{weight} "));
        }
        std::fs::write(dir.join("kernel"), kernel).unwrap();
        let run = |more: &[&str]| {
            let options = [&["--dir", ".::/"], more].concat();
            command(&options, "blur.wasm", &["/kernel", "3"], "", &dir)
        };
        let (special, same) = (run(&[]), run(&["--no-specialize"]));
        assert_eq!(special, same, "{n}");
        assert_eq!(special.1, 0);
        assert!(special.0.len() > 20, "{}", special.0);
    }
    std::fs::remove_dir_all(dir).unwrap();
}

fn tempfile(name: &str) -> PathBuf {
    let dir = std::env::temp_dir().join(format!("invar-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    dir
}
