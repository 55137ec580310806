//! The DWARF of an output is the same whether that of the input is in the module or in files beside it.
//!
//! `INVAR_MUTATIONS=10000` changes the files so often at random.

use gimli::{AttributeValue, Dwarf, EndianSlice, LittleEndian, Unit};
use invar::unstable::OutputExt;
use invar::unstable::debug::dwarf::sections::Sections;
use invar::unstable::debug::dwarf::split::split_units;
use invar::unstable::debug::dwarf::{TranslatedDwarf, translate};
use invar::{Level, Optimizer};
use invar_generate::Random;

type Bytes<'a> = EndianSlice<'a, LittleEndian>;

macro_rules! file {
    ($name:literal) => {
        include_bytes!(concat!("split/", $name)).as_slice()
    };
}

/// By version of DWARF: a module with it, the one without, and the files beside that.
type Case = (u16, &'static [u8], &'static [u8], Vec<Vec<u8>>);

fn modules() -> [Case; 3] {
    let package4 = vec![file!("split4.dwp").to_vec()];
    let package5 = vec![file!("split5.dwp").to_vec()];
    let files = vec![file!("main5.dwo").to_vec(), file!("ledger5.dwo").to_vec()];
    [
        (4, file!("whole4.wasm"), file!("split4.wasm"), package4),
        (5, file!("whole5.wasm"), file!("split5.wasm"), package5),
        (5, file!("whole5.wasm"), file!("split5.wasm"), files),
    ]
}

/// The DWARF of the output at a level.
fn translated(
    wasm: &[u8],
    level: Level,
    files: &[Vec<u8>],
) -> Result<(Vec<u8>, TranslatedDwarf), String> {
    let output = Optimizer::new(level).threads(1).locations(true).run(wasm).expect("it is valid");
    let locations = OutputExt::locations(&output).expect("they were asked for");
    let found = translate(wasm, &output.wasm, locations, files);
    found.map(|found| (output.wasm, found)).map_err(|error| error.to_string())
}

/// What an attribute says, whatever its form: numbers of entries in place of their offsets.
fn shown(
    dwarf: &Dwarf<Bytes>,
    unit: &Unit<Bytes>,
    entries: &[usize],
    value: AttributeValue<Bytes>,
) -> String {
    if let Ok(text) = dwarf.attr_string(unit, value) {
        return text.to_string_lossy().into_owned();
    }
    let entry = |offset| {
        let number = entries.iter().position(|&at| at == offset);
        format!("entry {}", number.expect("it refers to one"))
    };
    match value {
        AttributeValue::UnitRef(offset) => {
            let start = unit.header.debug_info_offset().expect("it is one of .debug_info").0;
            entry(start + offset.0)
        }
        AttributeValue::DebugInfoRef(offset) => entry(offset.0),
        AttributeValue::Exprloc(expression) => format!("{:x?}", expression.0.slice()),
        AttributeValue::LocationListsRef(_) => {
            let mut list = dwarf.attr_locations(unit, value).expect("a list").expect("a list");
            let mut text = String::new();
            while let Some(place) = list.next().expect("a place") {
                let (start, end) = (place.range.begin, place.range.end);
                text += &format!("{start:x}-{end:x} {:x?}; ", place.data.0.slice());
            }
            text
        }
        value => match (value.udata_value(), value.offset_value()) {
            (Some(number), _) => number.to_string(),
            (_, Some(_)) => "an offset".to_owned(),
            _ => format!("{value:?}"),
        },
    }
}

/// The entries, a line each, with their attributes in alphabetical order.
fn entries(dwarf: &TranslatedDwarf) -> Vec<String> {
    let section = |name: &str| {
        dwarf.sections.iter().find(|found| found.0 == name).map_or(&[][..], |found| &found.1[..])
    };
    let load = |id: gimli::SectionId| {
        Ok::<_, gimli::Error>(EndianSlice::new(section(id.name()), LittleEndian))
    };
    let dwarf = Dwarf::load(load).expect("sections");
    let (mut offsets, mut all) = (Vec::new(), Vec::new());
    for is_shown in [false, true] {
        let mut headers = dwarf.units();
        while let Some(header) = headers.next().expect("a header") {
            let unit = dwarf.unit(header).expect("a unit");
            let start = header.debug_info_offset().expect("it is one of .debug_info").0;
            let mut found = unit.entries();
            while let Some(entry) = found.next_dfs().expect("an entry") {
                if !is_shown {
                    offsets.push(start + entry.offset().0);
                    continue;
                }
                let bases = [gimli::DW_AT_str_offsets_base];
                let attributes = entry.attrs().iter().filter(|it| !bases.contains(&it.name()));
                let mut attributes: Vec<String> = attributes
                    .map(|it| {
                        format!("{} {}", it.name(), shown(&dwarf, &unit, &offsets, it.value()))
                    })
                    .collect();
                attributes.sort();
                all.push(format!("{} {}", entry.tag(), attributes.join(", ")));
            }
        }
    }
    all
}

#[test]
fn split_units_are_those_of_the_whole() {
    for (version, whole, split, files) in modules() {
        assert_eq!(split_units(split).len(), 2);
        assert!(split_units(whole).is_empty());
        for level in [Level::O0, Level::O1, Level::O3, Level::Oz] {
            let (code, expected) = translated(whole, level, &[]).expect("it is whole");
            let (same, found) = translated(split, level, &files).expect("all files are there");
            let case = format!("DWARF {version} at {level}");
            assert_eq!(code, same, "{case}: the code");
            let (expected_entries, entries) = (entries(&expected), entries(&found));
            assert!(entries.len() > 20, "{case}");
            for (expected, found) in expected_entries.iter().zip(&entries) {
                assert_eq!(expected, found, "{case}");
            }
            assert_eq!(expected_entries.len(), entries.len(), "{case}");
            assert_eq!(expected.located, found.located, "{case}: variables with a place");
            let line = |dwarf: &TranslatedDwarf| {
                dwarf.sections.iter().find(|it| it.0 == ".debug_line").map(|it| it.1.len())
            };
            assert_eq!(line(&expected), line(&found), "{case}: lines");
        }
    }
}

#[test]
fn a_file_that_is_missing_is_named() {
    let [package4, package5, files] = modules();
    for (split, files, why) in [
        (package5.2, vec![], "it is split: most of it is in `ledger5.dwo`"),
        (files.2, vec![files.3[1].clone()], "it is split: most of it is in `main5.dwo`"),
        (package5.2, package4.3, "it is split: most of it is in `ledger5.dwo`"),
        (package5.2, vec![package5.2.to_vec()], "it is split: most of it is in `ledger5.dwo`"),
    ] {
        assert_eq!(translated(split, Level::O1, &files).err().as_deref(), Some(why));
    }
}

#[test]
fn hostile_files_are_refused_or_translated() {
    let rounds = std::env::var("INVAR_MUTATIONS").ok().map(|text| text.parse().expect("a number"));
    let (rounds, mut refused): (u64, u64) = (rounds.unwrap_or(600), 0);
    for (n, (_, _, split, files)) in modules().into_iter().enumerate() {
        let output = Optimizer::new(Level::O3).locations(true).run(split).expect("it is valid");
        let locations = OutputExt::locations(&output).expect("they were asked for");
        for seed in 0..rounds / 3 {
            let mut random = Random::new(seed * 3 + n as u64);
            let mut changed = files.clone();
            for file in &mut changed {
                // Behind the header of the module, in sections.
                let names: Vec<&str> = Sections::read(file).names().collect();
                let name = random.pick(&names);
                let range = Sections::read(file).get(name).as_ptr_range();
                let start = range.start as usize - file.as_ptr() as usize;
                let length = range.end as usize - range.start as usize;
                for _ in 0..1 + random.below(3) {
                    let at = start + random.below(length.clamp(1, 64));
                    let byte = random.pick(&[0, 1, 0x7f, 0x80, 0xff]);
                    file[at.min(start + length - 1)] = byte;
                }
            }
            let found = translate(split, &output.wasm, locations, &changed);
            refused += u64::from(found.is_err());
        }
    }
    println!("{refused} of {rounds} are refused");
    assert!(refused > rounds / 20 && refused < rounds);
}
