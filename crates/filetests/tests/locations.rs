//! Tracks where the code of outputs came from: with locations asked for the output is the same, byte for byte, and
//! they are true. A call is at the place of a call of the input, an access to memory at that of one, and each place
//! is in the function that the chain of inlined calls names.
//!
//! On every fourth module of the filetests (with `INVAR_EVERY=1` on each) and on generated programs.

use invar::unstable::OutputExt;
use invar::{Level, Optimizer};
use invar_filetests::bless::files;
use invar_generate::{
    Random, arrays, compounds, constants, families, guarded, handlers, objects, ownership, program,
    references, shapes, vectors,
};
use invar_ir::wasmparser::{Operator, Parser, Payload};
use invar_ir::{Locations, SourceLoc};
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

const LEVELS: [Level; 3] = [Level::O1, Level::O3, Level::Oz];

/// Of how many files one is optimized.
const SHARE: usize = 8;

/// What can be told of an operator without knowing what the optimizer did.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Event {
    Call,
    Memory,
    Unreachable,
    Other,
}

impl Event {
    fn of(operator: &Operator<'_>) -> Event {
        use Operator::*;
        let name = format!("{operator:?}");
        match operator {
            Call { .. } | CallIndirect { .. } | CallRef { .. } => Event::Call,
            ReturnCall { .. } | ReturnCallIndirect { .. } | ReturnCallRef { .. } => Event::Call,
            Unreachable => Event::Unreachable,
            _ if ["Load", "Store", "MemoryFill", "MemoryCopy", "Atomic"]
                .iter()
                .any(|word| name.split([' ', '{']).next().is_some_and(|it| it.contains(word))) =>
            {
                Event::Memory
            }
            _ => Event::Other,
        }
    }
}

/// The bodies of a module, and its operators by offset.
struct Code {
    imported: u32,
    bodies: Vec<Range<u32>>,
    operators: BTreeMap<u32, Event>,
}

impl Code {
    fn of(wasm: &[u8]) -> Code {
        let mut code = Code { imported: 0, bodies: Vec::new(), operators: BTreeMap::new() };
        for payload in Parser::new(0).parse_all(wasm) {
            match payload.expect("a valid module") {
                Payload::ImportSection(section) => {
                    let imports = section.into_imports().map(|import| import.expect("valid"));
                    let is_func = |ty: &invar_ir::wasmparser::TypeRef| {
                        use invar_ir::wasmparser::TypeRef;
                        matches!(ty, TypeRef::Func(_) | TypeRef::FuncExact(_))
                    };
                    code.imported += imports.filter(|it| is_func(&it.ty)).count() as u32;
                }
                Payload::CodeSectionEntry(body) => {
                    let range = body.range();
                    code.bodies.push(range.start as u32..range.end as u32);
                    let mut operators = body.get_operators_reader().expect("valid");
                    while !operators.eof() {
                        let (operator, offset) = operators.read_with_offset().expect("valid");
                        code.operators.insert(offset as u32, Event::of(&operator));
                    }
                }
                _ => {}
            }
        }
        code
    }

    fn body(&self, func: u32) -> Option<&Range<u32>> {
        self.bodies.get(func.checked_sub(self.imported)? as usize)
    }
}

/// What is counted, so that the test does not pass for want of locations.
#[derive(Default, Debug)]
struct Tally {
    events: u32,
    inlined: u32,
    several: u32,
}

/// What is wrong with the locations of an output.
fn check(input: &[u8], output: &[u8], locations: &Locations, tally: &mut Tally) -> Vec<String> {
    let (before, after) = (Code::of(input), Code::of(output));
    let mut wrong = Vec::new();
    if locations.functions.len() != after.bodies.len() {
        return vec![format!("{} functions have locations", locations.functions.len())];
    }
    for (function, body) in locations.functions.iter().zip(&after.bodies) {
        if function.output != *body {
            wrong.push(format!("{:?} is not the body {body:?}", function.output));
            continue;
        }
        for (&offset, &event) in after.operators.range(body.clone()) {
            let loc: SourceLoc = function.at(offset);
            if event == Event::Other {
                continue;
            }
            tally.events += 1;
            let Some(at) = loc.known_offset() else {
                tally.several += u32::from(!loc.is_unknown());
                // The writer ends functions whose ends are not reached with `unreachable`.
                if loc.is_unknown() && event != Event::Unreachable {
                    wrong.push(format!("{event:?} at {offset:x} has no location"));
                }
                continue;
            };
            let from = before.operators.get(&at).copied();
            let fits = match event {
                Event::Unreachable => from.is_some(),
                event => from == Some(event),
            };
            if !fits {
                wrong.push(format!("{event:?} at {offset:x} is from {from:?} at {at:x}"));
            }
            let frames = function.frames(loc);
            tally.inlined += u32::from(frames.len() > 1);
            for frame in frames {
                let func = frame.inlined.or(function.func).map(|func| func.as_u32());
                let body = func.and_then(|func| before.body(func));
                if let (Some(body), Some(at)) = (body, frame.offset)
                    && !body.contains(&at)
                {
                    wrong.push(format!("{event:?} at {offset:x}: {at:x} is not in {func:?}"));
                }
            }
        }
    }
    wrong
}

fn both(name: &str, wasm: &[u8], tally: &mut Tally, failures: &mut Vec<String>) {
    for level in LEVELS {
        let optimizer = Optimizer::new(level).threads(1);
        let plain = match optimizer.run(wasm) {
            Ok(plain) => plain,
            Err(error) => {
                // Some files are refused, which other tests are about.
                let is_bug = error.message().starts_with("bug");
                failures.extend(is_bug.then(|| format!("{name} at {level}: {error}")));
                return;
            }
        };
        let located = optimizer.locations(true).run(wasm).expect("it was optimized before");
        if plain.wasm != located.wasm {
            failures.push(format!("{name} at {level}: the code differs"));
            continue;
        }
        assert!(OutputExt::locations(&plain).is_none());
        let Some(locations) = OutputExt::locations(&located) else { continue };
        let wrong = check(wasm, &located.wasm, locations, tally);
        failures.extend(
            wrong
                .first()
                .map(|first| format!("{name} at {level}: {first} (and {} more)", wrong.len() - 1)),
        );
    }
}

#[test]
fn locations_are_true_and_change_no_code() {
    let (mut tally, mut failures) = (Tally::default(), Vec::new());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/filetests");
    let all = std::env::var_os("INVAR_EVERY").is_some();
    for (n, file) in files(&folder).into_iter().enumerate() {
        if !all && n % SHARE > 0 {
            continue;
        }
        if file.extension().is_none_or(|extension| extension != "wat") {
            continue;
        }
        let text = std::fs::read_to_string(folder.join(&file)).expect("a file");
        let Ok(wasm) = wat::parse_str(&text) else { continue };
        if invar_ir::wasmparser::Parser::is_component(&wasm) {
            continue;
        }
        both(&file.display().to_string(), &wasm, &mut tally, &mut failures);
    }
    type Generator = fn(&mut Random) -> String;
    const GENERATORS: [Generator; 13] = [
        program::program,
        arrays::arrays,
        compounds::compounds,
        vectors::vectors,
        ownership::ownership,
        shapes::shapes,
        handlers::handlers,
        handlers::legacy,
        objects::objects,
        constants::constants,
        families::families,
        references::references,
        guarded::guarded,
    ];
    for seed in 0..3 * GENERATORS.len() as u64 {
        let text = GENERATORS[seed as usize % GENERATORS.len()](&mut Random::new(seed));
        let wasm = wat::parse_str(&text).expect("a valid program");
        both(&format!("seed {seed}"), &wasm, &mut tally, &mut failures);
    }
    println!("{tally:?}");
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
    assert!(tally.events > 5_000 && tally.inlined > 200, "{tally:?}");
}
