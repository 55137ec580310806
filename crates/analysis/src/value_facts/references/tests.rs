use super::RefFacts;
use invar_ir::TypeHierarchy;
use invar_ir::parse_module;
use wasmparser::{AbstractHeapType, HeapType, RefType, UnpackedIndex};

fn types() -> TypeHierarchy {
    let module = parse_module(
        "module {
           rec {
             ty0 = sub struct (mut i32)
             ty1 = sub ty0 struct (mut i32, i64)
             ty2 = sub final ty0 struct (mut i32, i64)
           }
           ty3 = array (mut i32)
         }",
    )
    .expect("a module");
    TypeHierarchy::new(&module)
}

fn of(index: u32, nullable: bool) -> RefType {
    RefType::new(nullable, HeapType::Concrete(UnpackedIndex::Module(index))).expect("a type")
}

#[test]
fn joins_lose_exactness_and_meets_of_siblings_are_null() {
    let types = types();
    let exact = |index| RefFacts::exactly(&types, of(index, false).heap_type());
    let bound = |index, nullable| RefFacts::of_type(&types, of(index, nullable));
    assert_eq!(exact(0).join(&types, exact(0)), exact(0));
    assert_eq!(exact(0).join(&types, bound(0, true)), bound(0, true));
    assert_eq!(exact(1).join(&types, exact(2)), bound(0, false));
    assert_eq!(exact(1).join(&types, RefFacts::NULL), exact(1).join(&types, RefFacts::NULL));
    assert_eq!(bound(1, true).meet(&types, bound(2, true)), RefFacts::NULL);
    assert_eq!(bound(1, true).meet(&types, bound(2, false)), RefFacts::NOTHING);
    assert_eq!(bound(0, true).meet(&types, exact(1)), exact(1));
    // An object of exactly the supertype is none of the subtype.
    assert_eq!(exact(0).meet(&types, bound(1, false)), RefFacts::NOTHING);
    // Final types have no subtypes.
    assert_eq!(bound(2, false), exact(2));
    assert_ne!(bound(1, false), exact(1));
    let eq = exact(1).join(&types, exact(3)).object;
    assert_eq!(eq, Some(HeapType::Abstract { shared: false, ty: AbstractHeapType::Eq }));
}

#[test]
fn tests_are_decided_only_where_all_values_agree() {
    let types = types();
    let exact = RefFacts::exactly(&types, of(0, false).heap_type());
    let bound = RefFacts::of_type(&types, of(0, true));
    assert_eq!(exact.is_of(&types, of(0, false)), Some(true));
    assert_eq!(exact.is_of(&types, of(1, true)), Some(false));
    assert_eq!(bound.is_of(&types, of(0, true)), Some(true));
    assert_eq!(bound.is_of(&types, of(0, false)), None);
    assert_eq!(bound.is_of(&types, of(1, true)), None);
    assert_eq!(bound.without(&types, of(0, false)), RefFacts::NULL);
    assert_eq!(bound.without(&types, of(1, true)), bound.non_null());
    assert_eq!(bound.without(&types, of(1, false)), bound);
    let none = RefType::new(true, HeapType::Abstract { shared: false, ty: AbstractHeapType::None });
    assert_eq!(RefFacts::of_type(&types, none.expect("a type")), RefFacts::NULL);
}
