//! The module with other types, in bytes: its sections here, its bodies in `body`.

mod body;

use super::Config;
use super::groups::renumbered;
use super::plan::{RetypePlan, fields_of};
use super::scan::{Facts, bottom_of, constant_operands};
use crate::limits;
use body::{BodyRewriter, Encoded};
use invar_ir::{Body, CodeLocations, ElemItems, Entity, Func, Module, ValType};
use rayon::prelude::*;
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use std::convert::Infallible;
use wasm_encoder::reencode::{Error, Reencode, RoundtripReencoder};
use wasm_encoder::{Encode, Instruction, SectionId};
use wasmparser::{
    BinaryReader, CompositeInnerType, FunctionBody, KnownCustom, Operator, Parser, SubType,
};

/// A module that was encoded.
pub(super) struct Rewritten {
    pub wasm: Vec<u8>,
    /// The functions whose bodies are affected.
    pub affected: Vec<Func>,
    /// Where the operators of each body were, in order, if that is wanted.
    pub locations: Vec<CodeLocations>,
}

/// Encodes the module, and tells which bodies are affected. `None` if a body would go over a limit of engines. Fails
/// if it cannot be encoded.
pub(super) fn rewrite(
    module: &Module,
    facts: &Facts,
    plan: &RetypePlan,
    config: Config,
) -> std::result::Result<Option<Rewritten>, String> {
    let changed = Changed::of(module, plan);
    let (mut affected, mut locations) = (Vec::new(), Vec::new());
    let mut rewriter = Rewriter::new(module, facts, plan, config);
    let raw = module.funcs.iter().filter_map(|(func, data)| match &data.body {
        Body::Raw(range) => Some((func, range)),
        _ => None,
    });
    let raw: Vec<_> = raw.collect();
    let encoded: Vec<_> = raw
        .par_iter()
        .with_min_len(64)
        .map(|&(func, range)| BodyRewriter::new(&rewriter, func).run(range, &changed))
        .collect();
    for ((func, range), body) in raw.into_iter().zip(encoded) {
        let mut body = body.ok_or_else(|| format!("{func} cannot be encoded"))?;
        locations.extend(body.locations.take());
        if body.affected || plan.func_types.contains_key(&func) {
            affected.push(func);
        }
        rewriter.referenced.append(&mut body.references);
        let added = body.bytes.len() > range.len() || body.added_locals;
        if added && !invar_ir::mutant!(LimitsOfRetypedIgnored) {
            let written = FunctionBody::new(BinaryReader::new(&body.bytes, 0));
            let params = module.func_signature(func).0.len() as u64;
            if limits::of_body(&written, params).over().next().is_some() {
                return Ok(None);
            }
        }
        rewriter.bodies.push((func, body));
    }
    let mut out = wasm_encoder::Module::new();
    let parsed = rewriter.parse_core_module(&mut out, Parser::new(0), &module.bytes);
    parsed.map_err(|error| error.to_string())?;
    Ok(Some(Rewritten { wasm: out.finish(), affected, locations }))
}

/// What has another type, so that operators which read it have other results.
struct Changed {
    /// Fields of structs, and elements of arrays as field 0.
    fields: FxHashSet<(u32, u32)>,
    /// Functions with other results.
    results: FxHashSet<u32>,
}

impl Changed {
    fn of(module: &Module, plan: &RetypePlan) -> Changed {
        let mut fields = FxHashSet::default();
        for (ty, before) in (0..).zip(module.types.values()) {
            let after = fields_of(&plan.types[ty as usize]);
            let pairs = (0..).zip(fields_of(before).iter().zip(after));
            fields
                .extend(pairs.filter(|(_, (before, after))| before != after).map(|it| (ty, it.0)));
        }
        let results = |ty: &SubType| match &ty.composite_type.inner {
            CompositeInnerType::Func(ty) => ty.results().to_vec(),
            _ => Vec::new(),
        };
        let funcs = plan.func_types.iter().filter(|&(&func, &ty)| {
            results(&module.types[module.funcs[func].ty]) != results(&plan.types[ty as usize])
        });
        Changed { results: funcs.map(|(func, _)| func.as_u32()).collect(), fields }
    }
}

struct Rewriter<'a> {
    module: &'a Module,
    facts: &'a Facts,
    plan: &'a RetypePlan,
    config: Config,
    bodies: Vec<(Func, Encoded)>,
    /// The functions that bodies refer to by `ref.func`.
    referenced: BTreeSet<u32>,
    /// The functions that the constant expressions that were encoded refer to.
    declared: BTreeSet<u32>,
}

impl<'a> Rewriter<'a> {
    fn new(module: &'a Module, facts: &'a Facts, plan: &'a RetypePlan, config: Config) -> Self {
        let (bodies, referenced, declared) = Default::default();
        Rewriter { module, facts, plan, config, bodies, referenced, declared }
    }

    /// The functions that bodies refer to by `ref.func` and that nothing declares any more: what did was an operand
    /// of a field that is removed. Constant expressions and bodies must have been encoded.
    fn undeclared(&mut self) -> Vec<u32> {
        let mut missing = std::mem::take(&mut self.referenced);
        if self.plan.removed.is_empty() || invar_ir::mutant!(WasmReferenceUndeclared) {
            return Vec::new();
        }
        missing.retain(|func| !self.declared.contains(func));
        for export in &self.module.exports {
            if let Entity::Func(func) = export.entity {
                missing.remove(&func.as_u32());
            }
        }
        for elem in self.module.elems.values() {
            if let ElemItems::Funcs(funcs) = &elem.items {
                for func in funcs {
                    missing.remove(&func.as_u32());
                }
            }
        }
        missing.into_iter().collect()
    }

    /// Declares the functions that nothing declares any more.
    fn declare(&mut self, elements: &mut wasm_encoder::ElementSection) {
        let missing = self.undeclared();
        if !missing.is_empty() {
            elements.declared(wasm_encoder::Elements::Functions(missing.into()));
        }
    }

    fn number(&self, ty: u32) -> u32 {
        let representative = self.plan.representative[ty as usize];
        self.plan.groups.get(representative).expect("a type that is mentioned is in the output")
    }

    /// The number of a type in names: none for one that has no name of its own.
    fn named(&self, ty: u32) -> Option<u32> {
        (self.plan.representative.get(ty as usize) == Some(&ty))
            .then(|| self.plan.groups.get(ty))?
    }

    /// A type of the input, as the encoder has it.
    fn value(&mut self, ty: ValType) -> wasm_encoder::ValType {
        self.val_type(ty).expect("types re-encode")
    }
}

type Result<T> = std::result::Result<T, Error<Infallible>>;

impl Reencode for Rewriter<'_> {
    type Error = Infallible;

    fn type_index(&mut self, ty: u32) -> Result<u32> {
        Ok(self.number(ty))
    }

    /// Null has the least type of its hierarchy, so that it fits a type that was refined.
    fn instruction<'o>(&mut self, operator: Operator<'o>) -> Result<Instruction<'o>> {
        let operator = match operator {
            Operator::RefNull { hty } => {
                Operator::RefNull { hty: bottom_of(&self.facts.types, hty) }
            }
            other => other,
        };
        wasm_encoder::reencode::utils::instruction(self, operator)
    }

    /// Constant expressions have no locals and drop nothing: what is removed is left out.
    fn const_expr(&mut self, expr: wasmparser::ConstExpr) -> Result<wasm_encoder::ConstExpr> {
        if self.plan.removed.is_empty() {
            return wasm_encoder::reencode::utils::const_expr(self, expr);
        }
        // What each operand on the stack is encoded as, and the functions that it refers to.
        let mut stack: Vec<(Vec<u8>, Vec<u32>)> = Vec::new();
        let mut operators = expr.get_operators_reader();
        while !operators.is_end_then_eof() {
            let operator = operators.read()?;
            let first = stack.len().saturating_sub(constant_operands(self.module, &operator));
            let operands = stack.split_off(first);
            let of_type = match operator {
                Operator::StructNew { struct_type_index: ty } => Some(self.facts.canonical(ty)),
                _ => None,
            };
            let is_kept = |n: u32| of_type.is_none_or(|ty| !self.plan.removed.contains(&(ty, n)));
            let kept = (0..).zip(operands).filter(|&(n, _)| is_kept(n));
            let (mut bytes, mut funcs) = (Vec::new(), Vec::new());
            for (_, (operand, of_operand)) in kept {
                bytes.extend(operand);
                funcs.extend(of_operand);
            }
            if let Operator::RefFunc { function_index } = operator {
                funcs.push(function_index);
            }
            self.instruction(operator)?.encode(&mut bytes);
            stack.push((bytes, funcs));
        }
        let (bytes, funcs): (Vec<_>, Vec<_>) = stack.into_iter().unzip();
        self.declared.extend(funcs.into_iter().flatten());
        Ok(wasm_encoder::ConstExpr::raw(bytes.concat()))
    }

    fn parse_type_section(
        &mut self,
        types: &mut wasm_encoder::TypeSection,
        _: wasmparser::TypeSectionReader<'_>,
    ) -> Result<()> {
        let groups = &self.plan.groups;
        let number = |at| {
            let number = groups.get(at).expect("what is mentioned is in the output");
            wasmparser::UnpackedIndex::Module(number)
        };
        for (group, explicit) in &groups.groups {
            let mut all = group.iter().map(|&ty| {
                RoundtripReencoder.sub_type(renumbered(self.plan, number, ty)).expect("it encodes")
            });
            match (*explicit, group.len()) {
                (false, 1) => types.ty().subtype(&all.next().expect("it has one")),
                _ => types.ty().rec(all),
            }
        }
        Ok(())
    }

    fn parse_function_section(
        &mut self,
        functions: &mut wasm_encoder::FunctionSection,
        _: wasmparser::FunctionSectionReader<'_>,
    ) -> Result<()> {
        for (func, data) in &self.module.funcs {
            if data.import.is_none() {
                let ty = self.plan.func_types.get(&func).copied().unwrap_or(data.ty.as_u32());
                functions.function(self.number(ty));
            }
        }
        Ok(())
    }

    fn parse_global_section(
        &mut self,
        globals: &mut wasm_encoder::GlobalSection,
        section: wasmparser::GlobalSectionReader<'_>,
    ) -> Result<()> {
        let imported = self.module.globals.values().take_while(|it| it.import.is_some()).count();
        for (n, global) in (imported as u32..).zip(section) {
            let mut global = global?;
            if let Some(&ty) = self.plan.globals.get(&n) {
                global.ty.content_type = ValType::Ref(ty);
            }
            self.parse_global(globals, global)?;
        }
        Ok(())
    }

    fn parse_element_section(
        &mut self,
        elements: &mut wasm_encoder::ElementSection,
        section: wasmparser::ElementSectionReader<'_>,
    ) -> Result<()> {
        wasm_encoder::reencode::utils::parse_element_section(self, elements, section)?;
        self.declare(elements);
        Ok(())
    }

    fn parse_code_section(
        &mut self,
        code: &mut wasm_encoder::CodeSection,
        _: wasmparser::CodeSectionReader<'_>,
    ) -> Result<()> {
        self.bodies.iter().for_each(|(_, body)| {
            code.raw(&body.bytes);
        });
        Ok(())
    }

    fn intersperse_section_hook(
        &mut self,
        module: &mut wasm_encoder::Module,
        _after: Option<SectionId>,
        before: Option<SectionId>,
    ) -> Result<()> {
        // Sections of types and functions are there if the input has them: types are only added with functions.
        let past_elements = matches!(before, Some(SectionId::DataCount | SectionId::Code));
        if past_elements && !self.referenced.is_empty() {
            // The input has no section of elements.
            let mut elements = wasm_encoder::ElementSection::new();
            self.declare(&mut elements);
            if !elements.is_empty() {
                module.section(&elements);
            }
        }
        if before == Some(SectionId::Code) {
            let mut section = wasm_encoder::BranchHints::new();
            for (func, body) in &self.bodies {
                if !body.hints.is_empty() {
                    let hints = body.hints.iter().map(|&(offset, likely)| {
                        let branch_hint_value = u32::from(likely);
                        wasm_encoder::BranchHint { branch_func_offset: offset, branch_hint_value }
                    });
                    section.function_hints(func.as_u32(), hints);
                }
            }
            if !section.is_empty() {
                module.section(&section);
            }
        }
        Ok(())
    }

    fn parse_custom_section(
        &mut self,
        module: &mut wasm_encoder::Module,
        section: wasmparser::CustomSectionReader<'_>,
    ) -> Result<()> {
        match section.as_known() {
            // Written anew.
            KnownCustom::BranchHints(_) => {}
            // A malformed section of names is left out: it may name fields that are no longer there.
            KnownCustom::Name(names) => {
                if let Ok(names) = self.custom_name_section(names) {
                    module.section(&names);
                }
            }
            _ => {
                module.section(&self.custom_section(section)?);
            }
        }
        Ok(())
    }

    fn parse_custom_name_subsection(
        &mut self,
        names: &mut wasm_encoder::NameSection,
        section: wasmparser::Name<'_>,
    ) -> Result<()> {
        use wasm_encoder::{IndirectNameMap, NameMap};
        match section {
            wasmparser::Name::Type(all) => {
                let mut kept = NameMap::new();
                let mut sorted = Vec::new();
                for naming in all {
                    let naming = naming?;
                    sorted.extend(self.named(naming.index).map(|number| (number, naming.name)));
                }
                sorted.sort_unstable();
                sorted.into_iter().for_each(|(number, name)| kept.append(number, name));
                names.types(&kept);
            }
            wasmparser::Name::Field(all) => {
                let mut sorted = Vec::new();
                for of_type in all {
                    let of_type = of_type?;
                    let Some(number) = self.named(of_type.index) else { continue };
                    let mut kept = NameMap::new();
                    for naming in of_type.names {
                        let naming = naming?;
                        if let Some(field) = self.plan.field(of_type.index, naming.index) {
                            kept.append(field, naming.name);
                        }
                    }
                    sorted.push((number, kept));
                }
                sorted.sort_by_key(|&(number, _)| number);
                let mut kept = IndirectNameMap::new();
                sorted.iter().for_each(|(number, names)| kept.append(*number, names));
                names.fields(&kept);
            }
            wasmparser::Name::Local(all) => {
                let mut kept = IndirectNameMap::new();
                for of_func in all {
                    let of_func = of_func?;
                    let body = BodyRewriter::new(self, Func::from_u32(of_func.index));
                    let mut locals = NameMap::new();
                    for naming in of_func.names {
                        let naming = naming?;
                        if !body.is_removed(naming.index) {
                            locals.append(body.local(naming.index), naming.name);
                        }
                    }
                    kept.append(of_func.index, &locals);
                }
                names.locals(&kept);
            }
            other => {
                return wasm_encoder::reencode::utils::parse_custom_name_subsection(
                    self, names, other,
                );
            }
        }
        Ok(())
    }
}
