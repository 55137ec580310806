//! Chooses the inputs that are kept for the fuzz targets.
//!
//! Candidates are made by our own generators, or are filetests. What an input *shows* is a set of names: operators and
//! sections of a module, messages of a refusal, counters of passes. Inputs are taken one by one, each time the one that
//! shows most that no other showed, for its bytes; the last name is shown by the smallest of many candidates. Then each
//! input is made shorter, as long as it shows all that it was taken for. The result is a function of the sources.

use invar_filetests::differ::{Tally, compare_bytes};
use invar_filetests::fuzz::{FunctionCase, ModuleCase, bytes, passes};
use invar_filetests::generated::Kind;
use invar_filetests::optimize::optimize;
use invar_filetests::{Interpreter, fuzz};
use invar_generate::Random;
use std::collections::BTreeSet;
use std::panic::catch_unwind;
use std::path::Path;
use wasmparser::{Operator, Parser, Payload};

/// What an input shows.
type Shown = BTreeSet<String>;

/// An input that may be kept.
struct Candidate {
    input: Vec<u8>,
    shown: Shown,
}

/// Writes the inputs of all targets.
pub fn choose(folder: &Path) {
    let modules = modules();
    write(folder, "bytes", "wasm", &cover(modules, 60_000), |input, _| input.to_vec());
    write(folder, "differential", "bin", &cover(smith(), 60_000), |input, shown| {
        shortened(input, shown, &shown_by_smith)
    });
    write(folder, "passes", "bin", &cover(functions(), 50_000), |input, shown| {
        shortened(input, shown, &shown_by_passes)
    });
}

/// Writes the inputs of a target, made shorter, in place of those that were chosen before: their names are a hash.
/// Inputs with other names stay.
fn write(
    folder: &Path,
    target: &str,
    extension: &str,
    chosen: &[(Vec<u8>, Shown)],
    shorten: impl Fn(&[u8], &Shown) -> Vec<u8>,
) {
    let folder = folder.join(target);
    std::fs::create_dir_all(&folder).expect("a folder");
    for entry in std::fs::read_dir(&folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        if stem.len() == 16 && stem.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            std::fs::remove_file(&path).expect("a file");
        }
    }
    let (mut sum, mut names) = (0, 0);
    for (input, shown) in chosen {
        let input = shorten(input, shown);
        let hash = input.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        std::fs::write(folder.join(format!("{hash:016x}.{extension}")), &input).expect("a file");
        sum += input.len();
        names += shown.len();
    }
    println!("{target}: {} inputs, {sum} bytes, show {names}", chosen.len());
}

/// Takes inputs that together show all that any candidate shows, or as much as so many bytes can: each with what no
/// other had shown when it was taken.
fn cover(mut candidates: Vec<Candidate>, most: usize) -> Vec<(Vec<u8>, Shown)> {
    let mut chosen: Vec<(Vec<u8>, Shown)> = Vec::new();
    let mut left = most;
    loop {
        candidates.retain(|it| !it.shown.is_empty() && it.input.len() <= left);
        // Names per byte, with some bytes for the file itself.
        let worth = |it: &Candidate| it.shown.len() as f64 / (it.input.len() + 100) as f64;
        let best = (0..candidates.len())
            .max_by(|&a, &b| worth(&candidates[a]).total_cmp(&worth(&candidates[b])));
        let Some(best) = best else { return chosen };
        let Candidate { input, shown } = candidates.swap_remove(best);
        left -= input.len();
        for other in &mut candidates {
            other.shown.retain(|name| !shown.contains(name));
        }
        chosen.push((input, shown));
    }
}

/// Removes parts of an input, halves first, then smaller ones, while it shows the same names. Parts of less than a
/// sixteenth are not tried: each try is a run of the check.
fn shortened(input: &[u8], shown: &Shown, show: &dyn Fn(&[u8]) -> Option<Shown>) -> Vec<u8> {
    let mut input = input.to_vec();
    let (mut part, least) = (input.len() / 2, input.len() / 16);
    while part > least {
        let mut at = 0;
        while at < input.len() {
            let mut shorter = input.clone();
            shorter.drain(at..(at + part).min(input.len()));
            match show(&shorter) {
                Some(now) if now.is_superset(shown) => input = shorter,
                _ => at += part,
            }
        }
        part /= 2;
    }
    input
}

// ---- Modules -----------------------------------------------------------------------------------

/// The modules of all filetests, and some of them broken.
fn modules() -> Vec<Candidate> {
    let mut files = Vec::new();
    list(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/filetests"), &mut files);
    files.sort();
    let mut candidates = Vec::new();
    for (seed, file) in files.into_iter().enumerate() {
        let text = std::fs::read_to_string(file).expect("a file");
        let Ok(wasm) = wat::parse_str(&text) else { continue };
        if wasm.len() > 3000 {
            continue;
        }
        let mut random = Random::new(seed as u64);
        for _ in 0..4 {
            let mut broken = wasm.clone();
            let at = random.below(broken.len());
            match random.below(3) {
                0 => broken[at] = random.word() as u8,
                1 => broken.truncate(at),
                _ => broken.insert(at, random.word() as u8),
            }
            candidates.extend(module(broken));
        }
        candidates.extend(module(wasm));
    }
    candidates
}

fn list(folder: &Path, found: &mut Vec<std::path::PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        match path.extension() {
            _ if path.is_dir() => list(&path, found),
            Some(extension) if extension == "wat" => found.push(path),
            _ => {}
        }
    }
}

fn module(input: Vec<u8>) -> Option<Candidate> {
    let shown = match catch_unwind(|| bytes(&input)) {
        // The words of the message, without names and numbers.
        Ok(Ok(Some(why))) => {
            let (why, _) = why.split_once("(at offset").unwrap_or((&why, ""));
            let words = why.split_whitespace();
            let plain = |word: &&str| word.bytes().all(|byte| byte.is_ascii_alphabetic());
            BTreeSet::from([words.filter(plain).collect::<Vec<_>>().join(" ")])
        }
        Ok(Ok(None)) => {
            let mut shown = parts(&input);
            shown.insert(fuzz::setting_of(&input).to_string());
            shown
        }
        _ => return None,
    };
    Some(Candidate { input, shown })
}

/// The operators and sections of a module.
fn parts(wasm: &[u8]) -> Shown {
    let mut shown = Shown::new();
    for payload in Parser::new(0).parse_all(wasm) {
        match payload {
            Ok(Payload::CodeSectionEntry(body)) => {
                let Ok(operators) = body.get_operators_reader() else { continue };
                for operator in operators.into_iter().flatten() {
                    shown.insert(name(&operator));
                }
            }
            Ok(Payload::CustomSection(custom)) => {
                shown.insert(format!("section {}", custom.name()));
            }
            Ok(payload) => {
                if let Some((id, _)) = payload.as_section() {
                    shown.insert(format!("section {id}"));
                }
            }
            Err(_) => {}
        }
    }
    shown
}

/// The name of an operator, without its immediates.
fn name(operator: &Operator<'_>) -> String {
    let text = format!("{operator:?}");
    text.split([' ', '{', '(']).next().unwrap_or_default().to_string()
}

// ---- Modules of wasm-smith ---------------------------------------------------------------------

/// Modules of all kinds, made of few bytes.
fn smith() -> Vec<Candidate> {
    let inputs = (0..2000).map(|seed| {
        let mut random = Random::new(seed);
        let length = 100 + random.below(1200);
        let mut input = seed.to_le_bytes().to_vec();
        input.extend(random.bytes(length));
        input
    });
    inputs.filter_map(|input| Some(Candidate { shown: shown_by_smith(&input)?, input })).collect()
}

/// The operators, by the kind of the module, if calls of the module return; and the settings.
fn shown_by_smith(input: &[u8]) -> Option<Shown> {
    let case = ModuleCase::of(input)?;
    let kind = Kind::SMITH[(case.seed % Kind::SMITH.len() as u64) as usize];
    let run = || {
        let output = optimize(case.setting, &case.wasm).ok()?;
        compare_bytes(&Interpreter, &case.wasm, &[&output.wasm], case.seed).ok()
    };
    let Tally { ran, values, reasons, .. } = catch_unwind(run).ok()??;
    if ran == 0 || values == 0 || !reasons.is_empty() {
        return None;
    }
    let mut shown = parts(&case.wasm);
    let setting = case.setting;
    let passes = setting.shuffle.map_or(setting.to_string(), |_| "shuffled".to_string());
    shown.insert(format!("{kind:?} {passes}"));
    Some(shown)
}

// ---- Functions and passes ----------------------------------------------------------------------

/// Functions with passes, most of which the same generators made of other bytes.
fn functions() -> Vec<Candidate> {
    let inputs = (0..20_000).map(|seed| {
        let mut random = Random::new(seed);
        let length = 40 + random.below(400);
        let mut input = random.bytes(length);
        let used = FunctionCase::of(&input).used;
        input.truncate(used);
        input
    });
    inputs.filter_map(|input| Some(Candidate { shown: shown_by_passes(&input)?, input })).collect()
}

/// The counters of the passes, if the function returns or traps, so that something is compared.
fn shown_by_passes(input: &[u8]) -> Option<Shown> {
    let passed = catch_unwind(|| passes(input)).ok()?.ok()?;
    if passed.compared == 0 {
        return None;
    }
    let mut shown = Shown::new();
    for (pass, tally) in passed.totals.list() {
        let counted = tally.stats.iter().filter(|counter| counter.1 > 0);
        shown.extend(counted.map(|(counter, _)| format!("{pass}.{counter}")));
        shown.insert(pass.to_string());
    }
    Some(shown)
}
