//! The DWARF of outputs says what their locations say, and hostile DWARF is refused or translated to something that
//! can be read.
//!
//! Modules get DWARF in which the line of an operator is its offset, with functions in two units by turns. So each
//! frame of an output names one operator of the input, and inlined calls cross units. The first locals of a function
//! are variables: one everywhere, the others in lists of locations.
//!
//! `INVAR_MUTATIONS=10000` changes DWARF so often at random; `INVAR_DWARF=FILE` changes that of a module, too.

use gimli::write::{
    Address, AttributeValue, Dwarf, EndianVec, Expression, LineProgram, LineString, Location,
    LocationList, Range, RangeList, Sections, Unit,
};
use gimli::{Encoding, Format, LineEncoding, LittleEndian};
use invar::unstable::OutputExt;
use invar::unstable::debug::dwarf::lookup::Lines;
use invar::unstable::debug::dwarf::{self, sections};
use invar::unstable::debug::{Frame, ModuleInfo};
use invar::{Level, Optimizer};
use invar_generate::{
    Random, arrays, compounds, constants, handlers, objects, program, references,
};
use invar_ir::wasmparser::{Parser, Payload};
use invar_ir::{Func, Locations};

type Generator = fn(&mut Random) -> String;
const GENERATORS: [Generator; 7] = [
    program::program,
    arrays::arrays,
    compounds::compounds,
    handlers::handlers,
    objects::objects,
    constants::constants,
    references::references,
];

/// The offsets of operators, by function.
fn operators(wasm: &[u8]) -> Vec<Vec<u32>> {
    let mut found = Vec::new();
    for payload in Parser::new(0).parse_all(wasm) {
        if let Payload::CodeSectionEntry(body) = payload.expect("a valid module") {
            let mut operators = body.get_operators_reader().expect("valid");
            let mut offsets = Vec::new();
            while !operators.eof() {
                offsets.push(operators.read_with_offset().expect("valid").1 as u32);
            }
            found.push(offsets);
        }
    }
    found
}

/// A module with DWARF.
fn with_dwarf(mut wasm: Vec<u8>, version: u16) -> Vec<u8> {
    let module = ModuleInfo::read(&wasm);
    let code = sections::Sections::read(&wasm).code;
    let encoding = Encoding { format: Format::Dwarf32, version, address_size: 4 };
    let mut dwarf = Dwarf::new();
    let at = |offset: u32| Address::Constant(u64::from(offset - code));
    for (unit, name) in ["a.c", "b.c"].into_iter().enumerate() {
        let text = |text: &str, dwarf: &mut Dwarf| {
            LineString::new(text.as_bytes(), encoding, &mut dwarf.line_strings)
        };
        let (folder, file) = (text("/source", &mut dwarf), text(name, &mut dwarf));
        let line_encoding = LineEncoding::default();
        let mut lines = LineProgram::new(encoding, line_encoding, folder, None, file.clone(), None);
        let folder = lines.default_directory();
        let file = lines.add_file(file, folder, None);
        let bodies = module.bodies.iter().zip(operators(&wasm)).enumerate();
        let bodies: Vec<_> = bodies.filter(|(n, _)| n % 2 == unit).collect();
        for (_, (body, offsets)) in &bodies {
            lines.begin_sequence(Some(at(body.start)));
            for offset in std::iter::once(&body.start).chain(offsets) {
                let row = lines.row();
                row.address_offset = u64::from(offset - body.start);
                (row.file, row.line) = (file, u64::from(*offset));
                lines.generate_row();
            }
            lines.end_sequence(body.len() as u64);
        }
        let id = dwarf.units.add(Unit::new(encoding, lines));
        let unit = dwarf.units.get_mut(id);
        let ranges = bodies.iter().map(|(_, (body, _))| Range::StartLength {
            begin: at(body.start),
            length: body.len() as u64,
        });
        let ranges = unit.ranges.add(RangeList(ranges.collect()));
        let root = unit.root();
        let name = |name: String| AttributeValue::String(name.into_bytes());
        unit.get_mut(root).set(gimli::DW_AT_ranges, AttributeValue::RangeListRef(ranges));
        unit.get_mut(root).set(gimli::DW_AT_low_pc, AttributeValue::Address(Address::Constant(0)));
        for (n, (body, _)) in bodies {
            let entry = unit.add(root, gimli::DW_TAG_subprogram);
            let entry = unit.get_mut(entry);
            let number = module.imported + n as u32;
            entry.set(gimli::DW_AT_name, name(format!("f{number}")));
            entry.set(gimli::DW_AT_low_pc, AttributeValue::Address(at(body.start)));
            entry.set(gimli::DW_AT_high_pc, AttributeValue::Udata(body.len() as u64));
            let function = entry.id();
            for local in 0..4 {
                let mut expression = Expression::new();
                expression.op_wasm_local(local);
                expression.op(gimli::DW_OP_stack_value);
                let location = if local == 0 {
                    AttributeValue::Exprloc(expression)
                } else {
                    let (begin, length) = (at(body.start), body.len() as u64);
                    let all = Location::StartLength { begin, length, data: expression };
                    AttributeValue::LocationListRef(unit.locations.add(LocationList(vec![all])))
                };
                let variable = unit.add(function, gimli::DW_TAG_variable);
                unit.get_mut(variable).set(gimli::DW_AT_name, name(format!("v{local}")));
                unit.get_mut(variable).set(gimli::DW_AT_location, location);
            }
        }
    }
    let mut written = Sections::new(EndianVec::new(LittleEndian));
    dwarf.write(&mut written).expect("it can be written");
    let mut all = Vec::new();
    let add = |id: gimli::SectionId, data: &EndianVec<LittleEndian>| {
        all.push((id.name(), data.slice().to_vec()));
        Ok::<_, gimli::write::Error>(())
    };
    written.for_each(add).expect("nothing fails");
    all.iter().for_each(|(name, data)| sections::append(&mut wasm, name, data));
    // What it holds is not read: it is made anew.
    sections::append(&mut wasm, ".debug_aranges", &[0; 4]);
    wasm
}

/// Whether the ranges by address are those of the units.
fn check_aranges(output: &[u8]) {
    let sections = sections::Sections::read(output);
    let load = |id: gimli::SectionId| {
        Ok::<_, gimli::Error>(gimli::EndianSlice::new(sections.get(id.name()), LittleEndian))
    };
    let dwarf = gimli::Dwarf::load(load).expect("sections");
    let (mut expected, mut found) = (Vec::new(), Vec::new());
    let mut units = dwarf.units();
    while let Some(header) = units.next().expect("a unit") {
        let offset = header.debug_info_offset().expect("it is one of .debug_info");
        let unit = dwarf.unit(header).expect("a unit");
        let mut ranges = dwarf.unit_ranges(&unit).expect("ranges");
        while let Some(range) = ranges.next().expect("a range") {
            expected.extend((range.begin..range.end).map(|at| (offset, at)));
        }
    }
    let mut headers = dwarf.debug_aranges.headers();
    while let Some(header) = headers.next().expect("a header") {
        let mut entries = header.entries();
        while let Some(entry) = entries.next().expect("a range") {
            let range = entry.address()..entry.address() + entry.length();
            found.extend(range.map(|at| (header.debug_info_offset(), at)));
        }
    }
    expected.sort();
    found.sort();
    assert!(!found.is_empty() && expected == found, "{expected:?}, but {found:?}");
}

/// What is wrong with the frames of an output.
fn check(output: &[u8], locations: &Locations, counts: &mut [u32; 2]) -> Option<String> {
    let lines = Lines::new(output);
    let merged = |func: Option<Func>| func.is_some_and(|func| locations.merged.contains_key(&func));
    for (function, offsets) in locations.functions.iter().zip(operators(output)) {
        for offset in offsets {
            let frames = function.frames(function.at(offset));
            if frames.iter().any(|frame| merged(frame.inlined.or(function.func))) {
                continue;
            }
            let expected = frames.iter().map(|frame| {
                let func =
                    frame.inlined.or(function.func).map(|func| format!("f{}", func.as_u32()));
                (func, frame.offset)
            });
            let found = lines.frames(offset);
            let found = found.iter().map(|Frame { function, place, .. }| {
                (function.clone(), place.as_ref().map(|place| place.1))
            });
            let (expected, found): (Vec<_>, Vec<_>) = (expected.collect(), found.collect());
            // What was added has no entry unless something is known of it.
            let is_known = expected.iter().any(|frame| frame.1.is_some());
            if expected != found && is_known {
                return Some(format!("at {offset:x}: {found:x?}, not {expected:x?}"));
            }
            counts[0] += 1;
            counts[1] += u32::from(found.len() > 1);
        }
    }
    None
}

#[test]
fn frames_of_outputs_are_those_of_their_locations() {
    let (mut counts, mut failures) = ([0; 2], Vec::new());
    for seed in 0..10 * GENERATORS.len() as u64 {
        let text = GENERATORS[seed as usize % GENERATORS.len()](&mut Random::new(seed));
        let plain = wat::parse_str(&text).expect("a valid program");
        for (version, level) in [(4, Level::O1), (5, Level::O3), (4, Level::Oz)] {
            let wasm = with_dwarf(plain.clone(), version);
            let optimizer = Optimizer::new(level).threads(1).locations(true);
            let mut output = optimizer.run(&wasm).expect("it is valid");
            let code = output.wasm.clone();
            let added = output.add_dwarf(&wasm).expect("it can be translated");
            assert!(added && output.wasm.starts_with(&code));
            let locations = OutputExt::locations(&output).expect("they were asked for");
            check_aranges(&output.wasm);
            let wrong = check(&output.wasm, locations, &mut counts);
            failures.extend(wrong.map(|what| format!("seed {seed} at {level}: {what}")));
        }
    }
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
    println!("{counts:?}");
    assert!(counts[0] > 5_000 && counts[1] > 500, "{counts:?}");
}

/// Changes bytes of the sections of DWARF.
fn mutate(wasm: &[u8], random: &mut Random) -> Vec<u8> {
    let mut ranges = Vec::new();
    for payload in Parser::new(0).parse_all(wasm) {
        if let Payload::CustomSection(section) = payload.expect("a valid module")
            && section.name().starts_with(".debug_")
            && !section.data().is_empty()
        {
            let end = section.range().end as usize;
            ranges.push(end - section.data().len()..end);
        }
    }
    let mut wasm = wasm.to_vec();
    for _ in 0..1 + random.below(4) {
        let range = ranges[random.below(ranges.len())].clone();
        // The beginning, where headers are, more often.
        let length = if random.one_in(2) { range.len().min(64) } else { range.len() };
        let at = range.start + random.below(length);
        match random.below(4) {
            0 => wasm[at] = random.pick(&[0, 1, 0x7f, 0x80, 0xff]),
            1 => wasm[at] ^= 1 << random.below(8),
            2 => wasm[at] = random.below(256) as u8,
            _ => {
                let length = random.below((range.end - at).min(40)) + 1;
                let from = range.start + random.below(range.len() - length + 1);
                wasm.copy_within(from..from + length, at);
            }
        }
    }
    wasm
}

#[test]
fn hostile_dwarf_is_refused_or_translated() {
    let mutations =
        std::env::var("INVAR_MUTATIONS").ok().map(|text| text.parse().expect("a number"));
    let mutations: u64 = mutations.unwrap_or(600);
    let mut modules: Vec<Vec<u8>> = [(0, 4), (0, 5), (1, 4)]
        .map(|(seed, version)| {
            let text = program::program(&mut Random::new(seed));
            with_dwarf(wat::parse_str(&text).expect("a valid program"), version)
        })
        .into();
    modules
        .extend(std::env::var("INVAR_DWARF").ok().map(|file| std::fs::read(file).expect("a file")));
    let mut refused = 0;
    for (n, wasm) in modules.iter().enumerate() {
        let output = Optimizer::new(Level::O3).locations(true).run(wasm).expect("it is valid");
        let locations = OutputExt::locations(&output).expect("they were asked for");
        for seed in 0..mutations / modules.len() as u64 {
            let changed = mutate(wasm, &mut Random::new(seed * 8 + n as u64));
            let start = std::time::Instant::now();
            let Ok(found) = dwarf::translate(&changed, &output.wasm, locations, &[]) else {
                refused += 1;
                continue;
            };
            assert!(start.elapsed().as_secs() < 10, "module {n}, seed {seed}: it takes too long");
            let found = found.sections;
            let size: usize = found.iter().map(|(_, data)| data.len()).sum();
            assert!(size < 16 * changed.len() + 4096, "module {n}, seed {seed}: {size} bytes");
            // What was translated is read again.
            let mut with = output.wasm.clone();
            found.iter().for_each(|(name, data)| sections::append(&mut with, name, data));
            let lines = Lines::new(&with);
            locations.functions.iter().for_each(|function| _ = lines.frames(function.output.start));
        }
    }
    println!("{refused} of {mutations} are refused");
    assert!(refused > mutations / 20 && refused < mutations);
}
