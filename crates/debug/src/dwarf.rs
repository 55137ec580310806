//! The DWARF of an output, from that of the input and the locations of the optimizer.
//!
//! Entries are copied one by one in their order; a unit is never held as a tree. What changes:
//!
//! | of the input | in the output |
//! |---|---|
//! | lines | those of the operators of the input that the operators of the output stand for, or none |
//! | functions, blocks, inlined calls | new addresses, by `tree`; blocks without code have none, inlined calls without code are left out |
//! | functions whose code is gone | described without addresses, as what inlined calls refer to |
//! | calls that the optimizer inlined | new entries, in the function that has the code |
//! | functions that stand for others | one with the names of all, unless these are equal |
//! | functions without a unit, with code of others in them | in a unit that is added |
//! | variables | those in memory, constants, and parameters that are not assigned stay, by `variables`; those in frames have a place at calls, by `frames`, and those in locals, by `locals`; in code that was copied, all stay; others have no place |
//! | references between entries | new offsets |
//! | strings and their offsets | the same sections, byte for byte; those of other files behind them |
//! | units in files beside the module | whole, by `split` |
//! | the ranges of units by address (`.debug_aranges`) | made anew, if the input has them |
//!
//! All other sections of DWARF repeat what these have (indices, addresses), or refer to code in ways that are not
//! translated; they are dropped ([`DROPPED`]).
//!
//! Cost: linear in the DWARF and the code, times a logarithm. Input that is not well formed is an error.

mod control;
mod entries;
mod expression;
mod frames;
mod lines;
mod locals;
pub mod lookup;
mod scopes;
pub mod sections;
pub mod split;
mod tree;
mod units;
mod variables;

use crate::ModuleInfo;
use frames::Frames;
use invar_ir::{Func, FunctionLocations, Locations};
use lines::{Lines, Row};
use locals::InputLocals;
use rustc_hash::FxHashMap;
use scopes::Scopes;
use sections::{Bytes, Sections};
use split::SplitFiles;
use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;
use variables::Bodies;

/// Sections that are dropped, and why. All others are translated or kept; addresses of `.debug_addr` are written
/// where they are used.
pub const DROPPED: [(&str, &str); 8] = [
    (".debug_names", "an index by offsets of entries, which readers make if there is none"),
    (".debug_pubnames", "an index by offsets of entries, which readers make if there is none"),
    (".debug_pubtypes", "an index by offsets of entries, which readers make if there is none"),
    (".debug_gnu_pubnames", "an index by offsets of entries, which readers make if there is none"),
    (".debug_gnu_pubtypes", "an index by offsets of entries, which readers make if there is none"),
    (".debug_frame", "unwinding rules by address, which no engine needs"),
    (".debug_macro", "refers to line tables by offset"),
    (".debug_types", "entries of DWARF 4 in a section of their own are not translated"),
];

/// The DWARF of an output.
#[derive(Clone, Debug, Default)]
pub struct TranslatedDwarf {
    /// The sections, by name.
    pub sections: Vec<(&'static str, Vec<u8>)>,
    /// How many variables have a place or value.
    pub located: u32,
    /// How many have one in the input.
    pub located_before: u32,
    /// Sections that were left out, and why.
    pub dropped: Vec<(&'static str, &'static str)>,
}

/// Why DWARF was not translated: a clause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DwarfError(String);

impl DwarfError {
    pub(crate) fn new(why: impl Into<String>) -> DwarfError {
        DwarfError(why.into())
    }
}

impl fmt::Display for DwarfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for DwarfError {}

impl From<gimli::Error> for DwarfError {
    fn from(error: gimli::Error) -> DwarfError {
        DwarfError(error.to_string())
    }
}

/// How much may be read of what entries share, so that reading is linear whatever the input says.
pub(crate) struct Budget(usize);

impl Budget {
    pub(crate) fn spend(&mut self, bytes: usize) -> Result<(), DwarfError> {
        let left = self.0.checked_sub(bytes);
        self.0 = left.ok_or_else(|| DwarfError::new("tables or ranges are shared too often"))?;
        Ok(())
    }
}

/// What the translation knows of both modules.
pub(crate) struct Input<'a> {
    module: ModuleInfo,
    locations: &'a Locations,
    /// Where the contents of the code sections start.
    input_code: u32,
    output_code: u32,
    lines: Lines<'a>,
    scopes: Scopes,
    /// The bodies of the input and the output.
    bodies: (Bodies<'a>, Bodies<'a>),
    /// The frames of the input and the output, if what is in frames at calls is the same in both.
    frames: Option<RefCell<(Frames, Frames)>>,
    /// What locals of the input hold at its calls.
    locals: RefCell<InputLocals>,
    /// The names of functions that stand for others of other names.
    several: FxHashMap<u32, String>,
}

/// Entries that are made for functions without one have these numbers, and that of the function.
const ADDED: u32 = 1 << 31;

impl Input<'_> {
    /// Where the body of a function of the input is.
    fn body(&self, func: Func) -> Option<&std::ops::Range<u32>> {
        let n = func.as_u32().checked_sub(self.module.imported)?;
        self.module.bodies.get(n as usize)
    }

    /// Whether code of a function was that of one function.
    fn is_one(&self, func: Option<Func>) -> bool {
        func.is_none_or(|func| !self.several.contains_key(&func.as_u32()))
    }

    /// The row of an offset in a function. None if the function stands for others, and one of them has another place
    /// there, or is in an inlined call.
    fn row(&self, offset: u32, func: Option<Func>) -> Option<&Row> {
        let address = offset.checked_sub(self.input_code)?;
        let body = self.body(func?)?;
        let start = body.start.checked_sub(self.input_code)?;
        let row = self.lines.at(address, start).filter(|_| body.contains(&offset))?;
        let Some(equal) = self.locations.merged.get(&func?) else { return Some(row) };
        let is_same = |func: &Func| {
            let other = self.body(*func).filter(|other| other.len() == body.len())?;
            let start = other.start.checked_sub(self.input_code)?;
            let found =
                self.lines.at(address - body.start.checked_sub(self.input_code)? + start, start)?;
            (found.place == row.place).then_some(())
        };
        let is_inlined = !self.is_one(func) && self.scopes.at(address).is_some();
        (!is_inlined && equal.iter().all(|func| is_same(func).is_some())).then_some(row)
    }

    /// The entry that inlined calls of a function refer to.
    fn origin(&self, func: Func) -> u32 {
        let known = self.scopes.origins.get(&func.as_u32()).filter(|_| self.is_one(Some(func)));
        known.copied().unwrap_or(ADDED | func.as_u32())
    }

    /// The name of a function, or the names of those that it stands for.
    fn name(&self, func: u32) -> String {
        self.several.get(&func).cloned().unwrap_or_else(|| name(&self.module, func))
    }

    /// Where a function of the output is.
    fn addresses(&self, function: &FunctionLocations) -> (u32, u32) {
        let at = |offset: u32| offset.saturating_sub(self.output_code);
        (at(function.output.start), at(function.output.end))
    }

    /// Finds the functions that stand for others whose names or places are not the same.
    fn find_several(&mut self) {
        for (&func, equal) in &self.locations.merged {
            let first = |func: &Func| {
                let start = self.body(*func)?.start.checked_sub(self.input_code)?;
                self.lines.at(start, start)?.place
            };
            let own = (name(&self.module, func.as_u32()), first(&func));
            let is_same = |other: &Func| (name(&self.module, other.as_u32()), first(other)) == own;
            if !equal.iter().all(is_same) {
                let mut names = vec![own.0];
                names.extend(equal.iter().map(|func| name(&self.module, func.as_u32())));
                names[1..].sort();
                names.dedup();
                self.several.insert(func.as_u32(), names.join(" or "));
            }
        }
    }
}

/// The name of a function of a module.
fn name(module: &ModuleInfo, func: u32) -> String {
    let known = module.names.get(&func).or_else(|| module.exports.get(&func));
    known.cloned().unwrap_or_else(|| format!("func[{func}]"))
}

/// The frames of both modules. `None` if variables in frames cannot be found in the output: the embedder does not see
/// the memory, so that writes to it may be left out before calls; a promise allows that; or nothing says which global
/// is the stack pointer.
fn frames_of(
    bodies: &(Bodies, Bodies),
    locations: &Locations,
) -> Option<RefCell<(Frames, Frames)>> {
    let (before, after) = bodies;
    let is_seen = before.shares_memory() && after.shares_memory() && !locations.private_frames;
    let before = is_seen.then(|| Frames::of(before)).flatten()?;
    Some(RefCell::new((before, Frames::of(after)?)))
}

/// The DWARF of an output. No sections if the input has none.
///
/// `files` are the contents of the files with the units that the module does not have itself ([`split`]).
///
/// An error if the DWARF is not well formed, is of versions other than 4 and 5 or of 64 bits, or if units are missing.
pub fn translate(
    wasm: &[u8],
    output: &[u8],
    locations: &Locations,
    files: &[Vec<u8>],
) -> Result<TranslatedDwarf, DwarfError> {
    let sections = Sections::read(wasm);
    if sections.get(".debug_info").is_empty() {
        return Ok(TranslatedDwarf::default());
    }
    if sections.names().any(|name| name.starts_with(".zdebug_")) {
        return Err(DwarfError::new("its sections are compressed"));
    }
    let mut dwarf = sections.dwarf();
    dwarf.populate_abbreviations_cache(gimli::AbbreviationsCacheStrategy::Duplicates);
    let dwarf = Rc::new(dwarf);
    let module = ModuleInfo::read(wasm);
    let bodies = (Bodies::read(wasm), Bodies::read(output));
    let mut input = Input {
        module,
        locations,
        input_code: sections.code,
        output_code: Sections::read(output).code,
        lines: Lines::default(),
        scopes: Scopes::default(),
        frames: frames_of(&bodies, locations),
        locals: RefCell::default(),
        bodies,
        several: FxHashMap::default(),
    };
    let own: usize = sections.names().map(|name| sections.get(name).len()).sum();
    let total = own + files.iter().map(Vec::len).sum::<usize>();
    let mut budget = Budget(16 * total + (1 << 20));
    let mut headers = dwarf.units();
    let mut units = Vec::new();
    let at = (&input.module, input.input_code);
    let info = sections.bytes(".debug_info");
    let mut split = SplitFiles::read(files, &dwarf, info.len())?;
    while let Some(header) = headers.next()? {
        let unit = split.unit(&dwarf, header, info)?;
        let source = unit.open(&dwarf)?;
        let described = source.skeleton.as_ref().unwrap_or(&source.unit);
        input.lines.read(&dwarf, described, at, &mut budget)?;
        input.scopes.read(&source, &input.lines, at, &mut budget)?;
        units.push(unit);
    }
    input.lines.sort();
    input.scopes.sort();
    input.find_several();
    let mut translated = entries::write(&sections, &dwarf, &units, input, &mut budget)?;
    let dropped = DROPPED.into_iter().filter(|(name, _)| !sections.get(name).is_empty());
    translated.dropped = dropped.collect();
    Ok(translated)
}

impl<'a> Sections<'a> {
    pub(crate) fn bytes(&self, name: &str) -> Bytes<'a> {
        Bytes::new(self.get(name), gimli::LittleEndian)
    }
}
