//! What changed between two modules.

use crate::matching::{Matching, Side, mapped, matching};
use crate::module::{Error, ItemKind, ModuleItems};
use crate::operators::CLASSES;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;

pub use crate::matching::MatchedBy;

/// What changed between two modules. As JSON, the fields have the names that they have here.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Diff {
    /// The first module.
    pub before: ModuleTotals,
    /// The second.
    pub after: ModuleTotals,
    /// Bytes of the sections, in the order of the first module.
    pub sections: Vec<FigureChange>,
    /// Operators of function bodies by class, those that changed most first.
    pub operators: Vec<FigureChange>,
    /// How the functions that are in both modules were found.
    pub matched: Matched,
    /// How many functions changed in which way.
    pub summary: ChangeSummary,
    /// The functions that changed, those that changed most first.
    pub functions: Vec<FunctionChange>,
    /// Imports that only one module has.
    pub imports: UnmatchedNames,
    /// Exports that only one module has.
    pub exports: UnmatchedNames,
}

/// Totals of a module.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ModuleTotals {
    /// The whole file.
    pub bytes: u64,
    /// The defined functions.
    pub functions: u64,
    /// The bytes of their bodies.
    pub body_bytes: u64,
    /// The operators of their bodies.
    pub operators: u64,
}

/// A figure of both modules.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct FigureChange {
    /// What it is of.
    pub name: String,
    /// In the first module.
    pub before: u64,
    /// In the second.
    pub after: u64,
}

/// How many functions that are in both modules were found by what.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Matched {
    /// Functions of which a map says what became of them.
    pub map: u64,
    /// Functions that were found by their names.
    pub name: u64,
    /// Exports, and the start section.
    pub export: u64,
    /// The hash of their operators.
    pub hash: u64,
    /// The call graph, constants, slots of tables.
    pub call_graph: u64,
}

/// How many defined functions changed in which way. Each is counted once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ChangeSummary {
    /// Functions that are the same in both modules.
    pub same: u64,
    /// Functions that changed and have as many bytes as before.
    pub changed: u64,
    /// Functions that have more bytes than before.
    pub grew: u64,
    /// Functions that have fewer bytes than before.
    pub shrank: u64,
    /// Functions of the second module only.
    pub added: u64,
    /// Functions of the first module only.
    pub removed: u64,
}

/// In which way a function changed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum ChangeKind {
    /// The function changed and has as many bytes as before.
    Changed,
    /// The function has more bytes.
    Grew,
    /// The function has fewer bytes.
    Shrank,
    /// Only the second module has the function.
    Added,
    /// Only the first module has the function.
    Removed,
}

impl ChangeKind {
    /// The change's name, as JSON has it.
    pub fn name(self) -> &'static str {
        match self {
            ChangeKind::Changed => "changed",
            ChangeKind::Grew => "grew",
            ChangeKind::Shrank => "shrank",
            ChangeKind::Added => "added",
            ChangeKind::Removed => "removed",
        }
    }
}

/// A function that changed.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct FunctionChange {
    /// The function's name, demangled; `func[7]` without one, by its index in the second module, or in the first if
    /// it was removed.
    pub name: String,
    /// In which way it changed.
    pub change: ChangeKind,
    /// How it was found in both modules; none if it is in one only.
    pub matched_by: Option<MatchedBy>,
    /// In the first module.
    pub before: Option<Figures>,
    /// In the second.
    pub after: Option<Figures>,
}

impl FunctionChange {
    /// By how many bytes it changed.
    pub fn delta(&self) -> i64 {
        let bytes = |figures: &Option<Figures>| figures.map_or(0, |it| it.bytes as i64);
        bytes(&self.after) - bytes(&self.before)
    }
}

/// A function in one of the modules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Figures {
    /// The function's index.
    pub index: u32,
    /// The bytes of its body.
    pub bytes: u64,
    /// The operators of its body.
    pub operators: u64,
}

/// Names that only one module has.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct UnmatchedNames {
    /// Only in the second.
    pub added: Vec<String>,
    /// Only in the first.
    pub removed: Vec<String>,
}

impl Diff {
    /// Compares two core modules.
    pub fn of(before: &[u8], after: &[u8]) -> Result<Diff, Error> {
        let modules = (ModuleItems::read(before)?, ModuleItems::read(after)?);
        Ok(Diff::of_modules((&modules.0, before), (&modules.1, after)))
    }

    /// Compares two modules that were read already, with their bytes.
    pub fn of_modules(before: (&ModuleItems, &[u8]), after: (&ModuleItems, &[u8])) -> Diff {
        let sides = [Side::new(before.0, before.1), Side::new(after.0, after.1)];
        let matching = matching(&sides[0], &sides[1]);
        Diff::of_sides(sides, &matching)
    }

    /// The same where it is known which functions are the same: pairs of the numbers of functions with bodies. A
    /// function that is in no pair was removed, or added.
    pub fn of_mapped(
        before: (&ModuleItems, &[u8]),
        after: (&ModuleItems, &[u8]),
        pairs: &[(u32, u32)],
    ) -> Diff {
        let sides = [Side::new(before.0, before.1), Side::new(after.0, after.1)];
        let matching = mapped(&sides[0], &sides[1], pairs);
        Diff::of_sides(sides, &matching)
    }

    fn of_sides(sides: [Side<'_>; 2], matching: &Matching) -> Diff {
        let (before, after) = (sides[0].module, sides[1].module);
        let mut diff = Diff {
            before: totals(before),
            after: totals(after),
            sections: sections(before, after),
            operators: operators(before, after),
            matched: Matched::default(),
            summary: ChangeSummary::default(),
            functions: Vec::new(),
            imports: names(before, after, ItemKind::Import),
            exports: names(before, after, ItemKind::Export),
        };
        diff.compare_functions(&sides, matching);
        diff
    }

    fn compare_functions(&mut self, [before, after]: &[Side<'_>; 2], matching: &Matching) {
        for (index, function) in before.module.defined() {
            let figures = figures(before.module, index);
            let Some((other, by)) = matching.after[index as usize] else {
                self.summary.removed += 1;
                let name = before.module.items[function.item].label();
                self.push(name, ChangeKind::Removed, None, Some(figures), None);
                continue;
            };
            *match by {
                MatchedBy::Map => &mut self.matched.map,
                MatchedBy::Name => &mut self.matched.name,
                MatchedBy::Export => &mut self.matched.export,
                MatchedBy::Hash => &mut self.matched.hash,
                MatchedBy::CallGraph => &mut self.matched.call_graph,
            } += 1;
            let others = self::figures(after.module, other);
            let (count, way) = match others.bytes.cmp(&figures.bytes) {
                std::cmp::Ordering::Less => (&mut self.summary.shrank, ChangeKind::Shrank),
                std::cmp::Ordering::Greater => (&mut self.summary.grew, ChangeKind::Grew),
                std::cmp::Ordering::Equal if is_same(before, after, matching, index, other) => {
                    self.summary.same += 1;
                    continue;
                }
                std::cmp::Ordering::Equal => (&mut self.summary.changed, ChangeKind::Changed),
            };
            *count += 1;
            // The output of an optimizer may have lost its names.
            let names = [(after.module, other), (before.module, index)];
            let named = names.iter().find(|(module, index)| module.item_of(*index).name.is_some());
            let (module, named) = named.unwrap_or(&names[0]);
            let name = module.item_of(*named).label();
            self.push(name, way, Some(by), Some(figures), Some(others));
        }
        for (index, function) in after.module.defined() {
            if matching.before[index as usize].is_none() {
                self.summary.added += 1;
                let name = after.module.items[function.item].label();
                self.push(name, ChangeKind::Added, None, None, Some(figures(after.module, index)));
            }
        }
        self.functions.sort_by_key(|change| Reverse(change.delta().unsigned_abs()));
    }

    fn push(
        &mut self,
        name: String,
        change: ChangeKind,
        matched_by: Option<MatchedBy>,
        before: Option<Figures>,
        after: Option<Figures>,
    ) {
        self.functions.push(FunctionChange { name, change, matched_by, before, after });
    }
}

fn figures(module: &ModuleItems, index: u32) -> Figures {
    let function = &module.functions[index as usize];
    Figures { index, bytes: function.bytes(), operators: function.operators }
}

/// Whether two functions do the same, by their operators and what these refer to.
fn is_same(before: &Side<'_>, after: &Side<'_>, matching: &Matching, a: u32, b: u32) -> bool {
    let (a, b) = (&before.prints[a as usize], &after.prints[b as usize]);
    let is_match = |(&a, &b): (&u32, &u32)| {
        matching.after.get(a as usize).is_some_and(|found| found.is_some_and(|it| it.0 == b))
    };
    a.shape == b.shape
        && a.meanings == b.meanings
        && a.calls.len() == b.calls.len()
        && a.calls.iter().zip(&b.calls).all(is_match)
}

fn totals(module: &ModuleItems) -> ModuleTotals {
    let (mut functions, mut body_bytes) = (0, 0);
    for (_, function) in module.defined() {
        functions += 1;
        body_bytes += function.bytes();
    }
    ModuleTotals { bytes: module.bytes, functions, body_bytes, operators: module.operators() }
}

/// The bytes of sections. There may be several custom sections of one name.
fn sections(before: &ModuleItems, after: &ModuleItems) -> Vec<FigureChange> {
    let mut all: Vec<FigureChange> = Vec::new();
    let mut places: FxHashMap<String, usize> = FxHashMap::default();
    for (side, module) in [before, after].into_iter().enumerate() {
        for section in &module.sections {
            let name = if section.custom {
                format!("custom \"{}\"", section.name)
            } else {
                section.name.clone()
            };
            let at = *places.entry(name).or_insert_with_key(|name| {
                all.push(FigureChange { name: name.clone(), before: 0, after: 0 });
                all.len() - 1
            });
            let figure = if side == 0 { &mut all[at].before } else { &mut all[at].after };
            *figure += section.bytes();
        }
    }
    all
}

fn operators(before: &ModuleItems, after: &ModuleItems) -> Vec<FigureChange> {
    let figures = before.classes.iter().zip(&after.classes);
    let all = CLASSES.iter().zip(figures).map(|(name, (&before, &after))| FigureChange {
        name: (*name).to_owned(),
        before,
        after,
    });
    let mut all: Vec<FigureChange> =
        all.filter(|change| change.before + change.after > 0).collect();
    all.sort_by_key(|change| Reverse(change.after.abs_diff(change.before)));
    all
}

fn names(before: &ModuleItems, after: &ModuleItems, kind: ItemKind) -> UnmatchedNames {
    let of = |module: &ModuleItems| -> Vec<String> {
        let items = module.items.values().filter(|item| item.kind == kind);
        items.filter_map(|item| Some(item.name.as_ref()?.raw.clone())).collect()
    };
    let (before, after) = (of(before), of(after));
    let without = |names: &[String], others: &[String]| {
        let others: FxHashSet<&String> = others.iter().collect();
        names.iter().filter(|name| !others.contains(name)).cloned().collect()
    };
    UnmatchedNames { added: without(&after, &before), removed: without(&before, &after) }
}

#[cfg(test)]
mod tests;
