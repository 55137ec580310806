//! Checks each operator's signature with wasmparser's validator: a function that takes the
//! operands, executes the operator and returns the results must be valid.

use super::*;
use crate::*;
use std::collections::BTreeSet;
use wasm_encoder::reencode::{Reencode, RoundtripReencoder};
use wasmparser::{
    ArrayType, CompositeType, FuncType, GlobalType, MemoryType, StorageType, StructType, SubType,
    TableType, UnpackedIndex, Validator, WasmFeatures,
};

fn sub_type(inner: CompositeInnerType) -> SubType {
    let composite_type =
        CompositeType { inner, shared: false, descriptor_idx: None, describes_idx: None };
    SubType { is_final: true, supertype_idxs: vec![], composite_type }
}

fn array(element_type: StorageType) -> SubType {
    let field = FieldType { element_type, mutable: true };
    sub_type(CompositeInnerType::Array(ArrayType(field)))
}

/// A module with one of everything, and two memories and tables, the second 64-bit.
fn module() -> Module {
    let mut module = Module::default();
    let field = |element_type| FieldType { element_type, mutable: true };
    let fields = [
        field(StorageType::Val(ValType::I64)),
        field(StorageType::I8),
        field(StorageType::Val(RefType::ANYREF.into())),
    ];
    let types = [
        SubType::func(FuncType::new([], []), false),
        SubType::func(FuncType::new([ValType::I32, ValType::F64], [ValType::I64]), false),
        sub_type(CompositeInnerType::Struct(StructType { fields: Box::new(fields) })),
        array(StorageType::Val(ValType::I32)),
        array(StorageType::I16),
        array(StorageType::Val(ValType::FUNCREF)),
        SubType::func(FuncType::new([ValType::I32], []), false),
    ];
    for ty in types {
        module.types.push(ty);
        module.rec_groups.push(RecGroup { len: 1, explicit: false });
    }
    for ty in [0, 1] {
        module.funcs.push(FuncData::new(TypeId::from_u32(ty), None, Body::Import));
    }
    for wide in [false, true] {
        module.memories.push(MemoryData {
            ty: MemoryType {
                memory64: wide,
                shared: false,
                initial: 1,
                maximum: None,
                page_size_log2: None,
            },
            import: None,
        });
        module.tables.push(TableData {
            ty: TableType {
                element_type: RefType::FUNCREF,
                table64: wide,
                initial: 1,
                maximum: None,
                shared: false,
            },
            import: None,
            init: None,
        });
    }
    module.globals.push(GlobalData {
        ty: GlobalType { content_type: ValType::I32, mutable: true, shared: false },
        import: None,
        init: vec![Op::I32Const { value: 0 }],
    });
    module.tags.push(TagData { ty: TypeId::from_u32(6), import: None });
    module
}

/// The module with a further function `operands -> results` whose body runs the operator.
fn encode(module: &Module, op: &Op, signature: &Signature) -> Vec<u8> {
    let mut reencode = RoundtripReencoder;
    let mut out = wasm_encoder::Module::new();
    let mut types = wasm_encoder::TypeSection::new();
    let func = SubType::func(
        FuncType::new(signature.operands.iter().copied(), signature.results.iter().copied()),
        false,
    );
    for ty in module.types.values().chain([&func]) {
        types.ty().subtype(&reencode.sub_type(ty.clone()).unwrap());
    }
    let mut functions = wasm_encoder::FunctionSection::new();
    let mut code = wasm_encoder::CodeSection::new();
    for func in module.funcs.values() {
        functions.function(func.ty.as_u32());
        let mut body = wasm_encoder::Function::new([]);
        body.instruction(&wasm_encoder::Instruction::Unreachable);
        body.instruction(&wasm_encoder::Instruction::End);
        code.function(&body);
    }
    functions.function(module.types.len() as u32);
    let mut body = wasm_encoder::Function::new([]);
    for n in 0..signature.operands.len() as u32 {
        body.instruction(&wasm_encoder::Instruction::LocalGet(n));
    }
    body.instruction(&reencode.instruction(op.to_operator()).unwrap());
    body.instruction(&wasm_encoder::Instruction::End);
    code.function(&body);
    let mut tables = wasm_encoder::TableSection::new();
    for table in module.tables.values() {
        tables.table(reencode.table_type(table.ty).unwrap());
    }
    let mut memories = wasm_encoder::MemorySection::new();
    for memory in module.memories.values() {
        memories.memory(reencode.memory_type(memory.ty).unwrap());
    }
    let mut tags = wasm_encoder::TagSection::new();
    tags.tag(wasm_encoder::TagType {
        kind: wasm_encoder::TagKind::Exception,
        func_type_idx: module.tags[Tag::from_u32(0)].ty.as_u32(),
    });
    let mut globals = wasm_encoder::GlobalSection::new();
    globals.global(
        reencode.global_type(module.globals[Global::from_u32(0)].ty).unwrap(),
        &wasm_encoder::ConstExpr::i32_const(0),
    );
    let mut elements = wasm_encoder::ElementSection::new();
    elements.passive(wasm_encoder::Elements::Functions(vec![0, 1].into()));
    let mut data = wasm_encoder::DataSection::new();
    data.passive(*b"data");
    out.section(&types).section(&functions).section(&tables).section(&memories).section(&tags);
    out.section(&globals).section(&elements).section(&wasm_encoder::DataCountSection { count: 1 });
    out.section(&code).section(&data);
    out.finish()
}

/// The operator with immediates of all kinds.
fn variants(opcode: Opcode) -> Vec<Op> {
    let heap = |n| HeapType::Concrete(UnpackedIndex::Module(n));
    let mut variants = Vec::new();
    for (index, ty) in (0..2).flat_map(|index| (0..7).map(move |ty| (index, ty))) {
        for number in 0..3 {
            let mut op = opcode.zeroed();
            op.for_each_immediate_mut(|immediate| match immediate {
                ImmediateMut::Index(IndexSpace::Type, to) => *to = ty,
                ImmediateMut::Index(IndexSpace::Number, to) => *to = number,
                ImmediateMut::Index(IndexSpace::Memory | IndexSpace::Table, to) => *to = index,
                ImmediateMut::Index(IndexSpace::Func, to) => *to = index,
                ImmediateMut::HeapType(to) => *to = heap(ty),
                ImmediateMut::ValType(to) => *to = ref_to(true, heap(ty)).unwrap(),
                ImmediateMut::MemArg(to) => {
                    to.memory = index;
                    to.align = opcode.natural_align().unwrap();
                    to.max_align = to.align;
                }
                _ => {}
            });
            if !variants.contains(&op) {
                variants.push(op);
            }
        }
    }
    variants
}

/// Types of operands to try on operators that look at them.
fn operands() -> Vec<ValType> {
    let concrete = |n| reference(n % 2 == 0, n).unwrap();
    let mut all = vec![ValType::I32, ValType::F64, ValType::V128, RefType::I31.into()];
    all.extend([RefType::ANYREF, RefType::FUNCREF, RefType::EXTERNREF].map(ValType::Ref));
    all.extend([RefType::EQREF, RefType::ARRAYREF, RefType::I31REF].map(ValType::Ref));
    all.extend((0..6).map(concrete));
    all
}

#[test]
fn the_validator_agrees_with_each_signature() {
    let module = module();
    let mut missing = BTreeSet::new();
    for &opcode in Opcode::ALL {
        if opcode.place() != OpPlace::Instruction {
            continue;
        }
        let (mut accepted, mut refused) = (0, String::from("no signature"));
        let ours = matches!(opcode.zeroed().proposal(), "ownership" | "staging");
        for op in variants(opcode) {
            for ty in operands() {
                // Operators of fixed types ignore what they are given.
                let Ok(signature) = signature(&op, &[ty, ty], &module) else { continue };
                if ours {
                    let (operands, results) = opcode.arity().expect("ours have one");
                    assert_eq!(signature.operands.len(), operands, "{opcode}");
                    assert_eq!(signature.results.len(), results, "{opcode}");
                    let is_address = matches!(
                        op,
                        Op::PromiseConst { .. } | Op::PromiseTransitive { .. } | Op::Private { .. }
                    );
                    assert!(is_address || signature.operands[0] == ty, "{opcode}");
                    accepted += 1;
                    continue;
                }
                if let Some((operands, results)) = opcode.arity() {
                    assert_eq!(signature.operands.len(), operands, "{opcode}");
                    assert_eq!(signature.results.len(), results, "{opcode}");
                }
                let bytes = encode(&module, &op, &signature);
                match Validator::new_with_features(WasmFeatures::all()).validate_all(&bytes) {
                    Ok(_) => accepted += 1,
                    Err(error) => refused = format!("{op:?}: {signature:?}: {error}"),
                }
            }
        }
        if accepted == 0 {
            missing.insert((opcode, refused));
        }
    }
    // The remaining operators need shared or described types, which the module does not have.
    let off = ["custom_descriptors", "shared_everything_threads", "stack_switching"];
    missing.retain(|(opcode, _)| !off.contains(&opcode.zeroed().proposal()));
    assert!(missing.is_empty(), "{missing:#?}");
}

/// Refused operands are refused by the validator too, for operators of fixed types.
#[test]
fn operands_are_checked() {
    let module = module();
    let error = |op: Op, args: &[ValType]| check_operands(&op, args, &module).unwrap_err();
    assert_eq!(
        error(Op::I32Add, &[ValType::I32, ValType::I64]).to_string(),
        "operand 1 of `i32.add` must be of type i32 and is of type i64"
    );
    assert_eq!(
        error(Op::I32Add, &[ValType::I32]).to_string(),
        "`i32.add` takes 2 operands and has 1"
    );
    assert_eq!(error(Op::Call { function_index: 9 }, &[]).to_string(), "function 9 does not exist");
    assert_eq!(
        error(Op::RefIsNull, &[ValType::I32]).to_string(),
        "operand 0 of `ref.is_null` must be a reference and is of type i32"
    );
    assert_eq!(error(Op::End, &[]).to_string(), "`end` is not an instruction");
}

#[test]
fn natural_alignments_are_the_validators() {
    for &opcode in Opcode::ALL {
        let Some(align) = opcode.natural_align() else { continue };
        let mut op = opcode.zeroed();
        op.for_each_immediate_mut(|immediate| {
            if let ImmediateMut::MemArg(memarg) = immediate {
                memarg.align = align;
            }
        });
        let mut bytes = Vec::new();
        let instruction = RoundtripReencoder.instruction(op.to_operator()).unwrap();
        wasm_encoder::Encode::encode(&instruction, &mut bytes);
        let reader = wasmparser::BinaryReader::new(&bytes, 0);
        let read = Op::from_operator(wasmparser::OperatorsReader::new(reader).read().unwrap());
        assert_eq!(read.unwrap().memarg().unwrap().max_align, align, "{opcode}");
    }
}

#[test]
fn branches_on_references_refine_them() {
    let ty: ValType = RefType::ANYREF.into();
    let i31 = Some(ValType::Ref(RefType::I31));
    let any = Some(ValType::Ref(RefType::ANY));
    let cast = |relative_depth| Op::BrOnCast {
        relative_depth,
        from_ref_type: RefType::ANYREF,
        to_ref_type: RefType::I31,
    };
    assert_eq!(br_on_types(&Op::BrOnNull { relative_depth: 0 }, &[ty]), Ok((None, any)));
    assert_eq!(br_on_types(&Op::BrOnNonNull { relative_depth: 0 }, &[ty]), Ok((any, None)));
    assert_eq!(br_on_types(&cast(0), &[ty]), Ok((i31, Some(ty))));
}

#[test]
fn subtypes() {
    let module = module();
    let sub = |a: ValType, b: ValType| is_subtype(&module, a, b);
    let concrete = |null, ty| reference(null, ty).unwrap();
    assert!(sub(concrete(false, 2), RefType::STRUCTREF.into()));
    assert!(sub(concrete(false, 2), RefType::ANYREF.into()));
    assert!(!sub(concrete(true, 2), RefType::ANY.into()));
    assert!(!sub(concrete(true, 2), RefType::FUNCREF.into()));
    assert!(!sub(concrete(true, 2), concrete(true, 3)));
    assert!(sub(concrete(false, 1), concrete(true, 1)));
    assert!(sub(RefType::NULLREF.into(), concrete(true, 3)));
    assert!(!sub(RefType::NULLREF.into(), concrete(true, 0)));
    assert!(sub(RefType::NULLFUNCREF.into(), concrete(true, 0)));
    assert!(!sub(ValType::I32, ValType::I64));
}
