//! The names of merged modules.

use super::{FUNC, GLOBAL, MEMORY, Numbers, Part, TABLE, TAG};
use crate::Error;
use std::collections::BTreeMap;
use wasm_encoder::reencode::Reencode;
use wasm_encoder::{IndirectNameMap, NameMap, NameSection};
use wasmparser::{BinaryReader, Name, NameSectionReader};

/// Names by number.
type Named<'a> = BTreeMap<u32, &'a str>;

/// What a kind of name belongs to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Function,
    Type,
    Table,
    Memory,
    Global,
    Element,
    Data,
    Tag,
}

/// The section `name` of the merged module. The name of an entity is that in the module that defines it.
pub(super) fn merged(parts: &[Part<'_>], numbers: &mut Numbers<'_>) -> Result<NameSection, Error> {
    let mut simple: BTreeMap<Kind, Named<'_>> = BTreeMap::new();
    let mut locals: BTreeMap<u32, Named<'_>> = BTreeMap::new();
    let mut fields: BTreeMap<u32, Named<'_>> = BTreeMap::new();
    let mut section = NameSection::new();
    for (at, part) in parts.iter().enumerate() {
        numbers.part = at;
        let Some(content) = part.custom("name") else { continue };
        for names in NameSectionReader::new(BinaryReader::new(content, 0)) {
            // What is behind an error in it has no names.
            let Ok(names) = names else { break };
            let (kind, map) = match names {
                Name::Module { name, .. } if at == 0 => {
                    section.module(name);
                    continue;
                }
                Name::Local(all) => {
                    let first = part.imported[FUNC].len() as u32;
                    for naming in all {
                        let naming = naming?;
                        if naming.index < first {
                            continue;
                        }
                        let of = locals.entry(numbers.function_index(naming.index)?).or_default();
                        for local in naming.names {
                            let local = local?;
                            of.insert(local.index, local.name);
                        }
                    }
                    continue;
                }
                Name::Field(all) => {
                    for naming in all {
                        let naming = naming?;
                        let of = fields.entry(numbers.type_index(naming.index)?).or_default();
                        for field in naming.names {
                            let field = field?;
                            of.insert(field.index, field.name);
                        }
                    }
                    continue;
                }
                Name::Function(map) => (Kind::Function, map),
                Name::Type(map) => (Kind::Type, map),
                Name::Table(map) => (Kind::Table, map),
                Name::Memory(map) => (Kind::Memory, map),
                Name::Global(map) => (Kind::Global, map),
                Name::Element(map) => (Kind::Element, map),
                Name::Data(map) => (Kind::Data, map),
                Name::Tag(map) => (Kind::Tag, map),
                _ => continue,
            };
            // Imports that are bound come behind what they are bound to.
            let space = match kind {
                Kind::Function => FUNC,
                Kind::Table => TABLE,
                Kind::Memory => MEMORY,
                Kind::Global => GLOBAL,
                Kind::Tag => TAG,
                _ => usize::MAX,
            };
            let imported = part.imported.get(space).map_or(0, |imports| imports.len() as u32);
            let of = simple.entry(kind).or_default();
            for naming in map {
                let naming = naming?;
                let number = match kind {
                    Kind::Function => numbers.function_index(naming.index),
                    Kind::Type => numbers.type_index(naming.index),
                    Kind::Table => numbers.table_index(naming.index),
                    Kind::Memory => numbers.memory_index(naming.index),
                    Kind::Global => numbers.global_index(naming.index),
                    Kind::Element => numbers.element_index(naming.index),
                    Kind::Data => numbers.data_index(naming.index),
                    Kind::Tag => numbers.tag_index(naming.index),
                }?;
                if naming.index < imported {
                    of.entry(number).or_insert(naming.name);
                } else {
                    of.insert(number, naming.name);
                }
            }
        }
    }
    let list = |named: &Named<'_>| {
        let mut map = NameMap::new();
        named.iter().for_each(|(&number, name)| map.append(number, name));
        map
    };
    let nested = |all: &BTreeMap<u32, Named<'_>>| {
        let mut map = IndirectNameMap::new();
        all.iter().for_each(|(&number, named)| map.append(number, &list(named)));
        map
    };
    let of = |kind: Kind| simple.get(&kind).map(&list);
    of(Kind::Function).iter().for_each(|map| section.functions(map));
    if !locals.is_empty() {
        section.locals(&nested(&locals));
    }
    of(Kind::Type).iter().for_each(|map| section.types(map));
    of(Kind::Table).iter().for_each(|map| section.tables(map));
    of(Kind::Memory).iter().for_each(|map| section.memories(map));
    of(Kind::Global).iter().for_each(|map| section.globals(map));
    of(Kind::Element).iter().for_each(|map| section.elements(map));
    of(Kind::Data).iter().for_each(|map| section.data(map));
    if !fields.is_empty() {
        section.fields(&nested(&fields));
    }
    of(Kind::Tag).iter().for_each(|map| section.tags(map));
    Ok(section)
}
