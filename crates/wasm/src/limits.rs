//! Counts what engines limit ([`invar_ir::limits`]) in the bytes of modules and function bodies, and validates modules
//! that are over a limit that wasmparser shares with them.

use invar_ir::limits::{Limit, LimitCounts};
use wasmparser::{
    BinaryReader, CompositeInnerType, ElementItems, FuncToValidate, FuncValidatorAllocations,
    FunctionBody, Operator, PackedIndex, Parser, Payload, RecGroup, SubType, TypeRef,
    UnpackedIndex, Validator, ValidatorResources, WasmFeatures,
};

use crate::read::declared_locals;
pub use crate::read::validate_body;

/// Begins the validation of a function body of any size. The body itself is for [`validate_body`].
pub fn begin_body(
    validator: &mut Validator,
    body: &FunctionBody<'_>,
) -> wasmparser::Result<FuncToValidate<ValidatorResources>> {
    // The validator only looks at the size.
    validator.code_section_entry(&FunctionBody::new(BinaryReader::new(&[], body.range().start)))
}

/// Validates a module or a component, whatever the size of its function bodies and the number of their locals. Linear.
pub fn validate_all(wasm: &[u8], features: WasmFeatures) -> wasmparser::Result<()> {
    let mut validator = Validator::new_with_features(features);
    let mut allocations = FuncValidatorAllocations::default();
    for payload in Parser::new(0).parse_all(wasm) {
        let payload = payload?;
        if let Payload::CodeSectionEntry(body) = &payload {
            let mut function = begin_body(&mut validator, body)?.into_validator(allocations);
            validate_body(&mut function, body)?;
            allocations = function.into_allocations();
        } else {
            validator.payload(&payload)?;
        }
    }
    Ok(())
}

/// What is limited in a function body; `params` is how many parameters the function has. Linear. Counts as far as the
/// body can be read.
pub fn of_body(body: &FunctionBody<'_>, params: u64) -> LimitCounts {
    let mut counts = LimitCounts::default();
    let range = body.range();
    counts.raise(Limit::BodyBytes, range.end - range.start);
    counts.raise(Limit::Locals, params + declared_locals(body).unwrap_or(0));
    let operators = body.get_operators_reader().into_iter().flatten();
    for operator in operators.flatten() {
        match operator {
            Operator::BrTable { targets } => {
                counts.raise(Limit::TableTargets, u64::from(targets.len()));
            }
            Operator::ArrayNewFixed { array_size, .. } => {
                counts.raise(Limit::FixedElements, u64::from(array_size));
            }
            Operator::TryTable { try_table } => {
                counts.raise(Limit::Catches, try_table.catches.len() as u64);
            }
            _ => {}
        }
    }
    counts
}

/// What is limited in a module. Linear. Counts as far as the module can be read.
pub fn of_module(wasm: &[u8]) -> LimitCounts {
    let mut counter = Counter::default();
    counter.counts.raise(Limit::ModuleBytes, wasm.len() as u64);
    for payload in Parser::new(0).parse_all(wasm).map_while(Result::ok) {
        counter.payload(&payload);
        if let Payload::CodeSectionEntry(body) = &payload {
            let params = counter.next_params();
            counter.counts.merge(&of_body(body, params));
        }
    }
    counter.counts
}

/// Counts what is outside of function bodies, section by section.
#[derive(Default)]
pub struct Counter {
    /// What was counted so far.
    pub counts: LimitCounts,
    /// Of each type, the number of its supertypes, and of its parameters.
    types: Vec<(u64, u64)>,
    /// The type of each defined function.
    functions: Vec<u32>,
    /// How many bodies were seen.
    bodies: usize,
}

impl Counter {
    /// The number of parameters of the next body, in the order of the functions.
    pub fn next_params(&mut self) -> u64 {
        let ty = self.functions.get(self.bodies).and_then(|&ty| self.types.get(ty as usize));
        self.bodies += 1;
        ty.map_or(0, |&(_, params)| params)
    }

    /// Counts what a payload holds, if it is no function body.
    pub fn payload(&mut self, payload: &Payload<'_>) {
        use Limit::*;
        let counts = &mut self.counts;
        match payload {
            Payload::TypeSection(groups) => {
                groups.clone().into_iter().flatten().for_each(|group| self.group(group));
            }
            Payload::ImportSection(section) => {
                for import in section.clone().into_imports().flatten() {
                    counts.add(Imports, 1);
                    counts.raise(NameBytes, import.module.len().max(import.name.len()) as u64);
                    let kind = match import.ty {
                        TypeRef::Func(_) | TypeRef::FuncExact(_) => Functions,
                        TypeRef::Table(_) => Tables,
                        TypeRef::Memory(_) => Memories,
                        TypeRef::Global(_) => Globals,
                        TypeRef::Tag(_) => Tags,
                    };
                    counts.add(kind, 1);
                }
            }
            Payload::FunctionSection(section) => {
                counts.add(Functions, section.count().into());
                self.functions.extend(section.clone().into_iter().flatten());
            }
            Payload::TableSection(section) => counts.add(Tables, section.count().into()),
            Payload::MemorySection(section) => counts.add(Memories, section.count().into()),
            Payload::TagSection(section) => counts.add(Tags, section.count().into()),
            Payload::GlobalSection(section) => counts.add(Globals, section.count().into()),
            Payload::ExportSection(section) => {
                counts.add(Exports, section.count().into());
                for export in section.clone().into_iter().flatten() {
                    counts.raise(NameBytes, export.name.len() as u64);
                }
            }
            Payload::ElementSection(section) => {
                counts.add(ElementSegments, section.count().into());
                for element in section.clone().into_iter().flatten() {
                    let count = match element.items {
                        ElementItems::Functions(funcs) => funcs.count(),
                        ElementItems::Expressions(_, exprs) => exprs.count(),
                    };
                    counts.raise(Elements, count.into());
                }
            }
            Payload::DataSection(section) => counts.add(DataSegments, section.count().into()),
            _ => {}
        }
    }

    fn group(&mut self, group: RecGroup) {
        self.counts.add(Limit::RecGroups, 1);
        let first = self.types.len();
        for ty in group.into_types() {
            self.counts.add(Limit::Types, 1);
            self.counts.raise(Limit::GroupTypes, (self.types.len() - first + 1) as u64);
            let depth = ty.supertype_idxs.iter().map(|&above| self.depth_below(above, first));
            let depth = depth.max().unwrap_or(0);
            self.counts.raise(Limit::SubtypeDepth, depth);
            let params = self.shape(&ty);
            self.types.push((depth, params));
        }
    }

    /// The depth of a type with this supertype, in a group that begins with the type `first`.
    fn depth_below(&self, above: PackedIndex, first: usize) -> u64 {
        let above = match above.unpack() {
            UnpackedIndex::Module(index) => index as usize,
            UnpackedIndex::RecGroup(index) => first + index as usize,
            UnpackedIndex::Id(_) => return 0,
        };
        self.types.get(above).map_or(0, |&(depth, _)| depth + 1)
    }

    /// Counts what a type has, and gives the number of its parameters.
    fn shape(&mut self, ty: &SubType) -> u64 {
        match &ty.composite_type.inner {
            CompositeInnerType::Func(ty) => {
                self.counts.raise(Limit::Params, ty.params().len() as u64);
                self.counts.raise(Limit::Results, ty.results().len() as u64);
                ty.params().len() as u64
            }
            CompositeInnerType::Struct(ty) => {
                self.counts.raise(Limit::Fields, ty.fields.len() as u64);
                0
            }
            _ => 0,
        }
    }
}
