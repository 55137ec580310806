//! The name section of a module that is written.

use super::Code;
use super::encode::Renumber;
use super::module::{WriteOptions, is_written};
use invar_ir::entities::{EntityRef, SecondaryMap};
use invar_ir::{Body, Func, Module, Names, TypeId};
use rustc_hash::FxHashMap;
use wasm_encoder::{IndirectNameMap, NameMap, NameSection};
use wasmparser::{KnownCustom, Name, Parser, Payload};

/// The names of locals, by the new numbers of functions: of all locals where the body is as it was read; where it is
/// new, of parameters that are not assigned. Other locals hold several variables, or parts of their lives.
fn local_names(
    module: &Module,
    codes: &SecondaryMap<Func, Option<Code>>,
    WriteOptions { replace, local_names, .. }: &WriteOptions,
    renumber: &Renumber,
) -> Option<IndirectNameMap> {
    let mut named: Vec<(u32, NameMap)> = Vec::new();
    if !module.names.unread_locals || !local_names {
        return None;
    }
    let payloads = Parser::new(0).parse_all(&module.bytes).map_while(Result::ok);
    let all = payloads.filter_map(|payload| match payload {
        Payload::CustomSection(section) => match section.as_known() {
            KnownCustom::Name(names) => names.into_iter().flatten().find_map(|name| match name {
                Name::Local(locals) => Some(locals),
                _ => None,
            }),
            _ => None,
        },
        _ => None,
    });
    for of_func in all.last().into_iter().flatten().map_while(Result::ok) {
        let func = Func::from_u32(of_func.index);
        let number = renumber.funcs.get(func.index()).copied().unwrap_or(Renumber::NONE);
        if number == Renumber::NONE || replace.contains_key(&func) {
            continue;
        }
        let is_raw = codes[func].is_none() && matches!(module.funcs[func].body, Body::Raw(_));
        let params = codes[func].as_ref().map_or(Vec::new(), Code::unassigned_params);
        let mut names = NameMap::new();
        for naming in of_func.names.map_while(Result::ok) {
            if is_raw || params.get(naming.index as usize) == Some(&true) {
                names.append(naming.index, naming.name);
            }
        }
        if !names.is_empty() {
            named.push((number, names));
        }
    }
    named.sort_by_key(|&(number, _)| number);
    let mut section = IndirectNameMap::new();
    named.iter().for_each(|(number, names)| section.append(*number, names));
    (!named.is_empty()).then_some(section)
}

/// The name section: the names of what is written, by its new numbers.
pub(super) fn names(
    module: &Module,
    codes: &SecondaryMap<Func, Option<Code>>,
    options: &WriteOptions,
    renumber: &Renumber,
) -> NameSection {
    /// The names of the entities that are written, by their new numbers.
    fn map<E: EntityRef + std::hash::Hash>(
        names: &FxHashMap<E, String>,
        numbers: &[u32],
    ) -> NameMap {
        let mut sorted: Vec<(u32, &String)> = names
            .iter()
            .map(|(id, name)| (numbers.get(id.index()).copied().unwrap_or(Renumber::NONE), name))
            .filter(|&(number, _)| number != Renumber::NONE)
            .collect();
        sorted.sort();
        let mut map = NameMap::new();
        for (number, name) in sorted {
            map.append(number, name);
        }
        map
    }
    let Names { module: own, funcs, types, tables, memories, globals, elems, datas, tags, .. } =
        &module.names;
    let mut section = NameSection::new();
    if let Some(name) = own {
        section.module(name);
    }
    let funcs: FxHashMap<Func, String> = funcs
        .iter()
        .filter(|(func, _)| !options.replace.contains_key(func))
        .map(|(&func, name)| (func, name.clone()))
        .collect();
    let funcs = map(&funcs, &renumber.funcs);
    if !funcs.is_empty() {
        section.functions(&funcs);
    }
    if let Some(locals) = local_names(module, codes, options, renumber) {
        section.locals(&locals);
    }
    let is_written = |id: &TypeId| is_written(options.keep.as_ref(), *id);
    let types = types.iter().filter(|(id, _)| is_written(id));
    let types = types.map(|(&id, name)| (id, name.clone())).collect();
    let mut data_names = map(datas, &renumber.datas);
    for (number, (_, name)) in (renumber.kept_datas() as u32..).zip(&options.datas) {
        name.iter().for_each(|name| data_names.append(number, name));
    }
    type Append = fn(&mut NameSection, &NameMap);
    let maps: [(NameMap, Append); 6] = [
        (map(&types, &renumber.types), NameSection::types),
        (map(tables, &renumber.tables), NameSection::tables),
        (map(memories, &renumber.memories), NameSection::memories),
        (map(globals, &renumber.globals), NameSection::globals),
        (map(elems, &renumber.elems), NameSection::elements),
        (data_names, NameSection::data),
    ];
    for (names, write) in &maps {
        if !names.is_empty() {
            write(&mut section, names);
        }
    }
    let mut fields: Vec<_> = module
        .names
        .fields
        .iter()
        .filter(|(id, _)| module.types.is_valid(**id) && is_written(id))
        .collect();
    fields.sort_by_key(|(id, _)| renumber.types[id.index()]);
    let mut indirect = IndirectNameMap::new();
    let any_fields = !fields.is_empty();
    for (id, list) in fields {
        let mut map = NameMap::new();
        for (index, name) in list {
            map.append(*index, name);
        }
        indirect.append(renumber.types[id.index()], &map);
    }
    if any_fields {
        section.fields(&indirect);
    }
    let tags = map(tags, &renumber.tags);
    if !tags.is_empty() {
        section.tag(&tags);
    }
    section
}
