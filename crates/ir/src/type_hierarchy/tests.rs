use super::TypeHierarchy;
use crate::parse_module;
use wasmparser::{AbstractHeapType, HeapType, UnpackedIndex};

fn of(index: u32) -> HeapType {
    HeapType::Concrete(UnpackedIndex::Module(index))
}

fn types(text: &str) -> TypeHierarchy {
    TypeHierarchy::new(&parse_module(text).expect("a module"))
}

#[test]
fn groups_of_equal_structure_are_equal() {
    let types = types(
        "module {
           rec {
             ty0 = sub struct ((ref null ty1))
             ty1 = sub struct ((ref null ty0), i32)
           }
           rec {
             ty2 = sub struct ((ref null ty3))
             ty3 = sub struct ((ref null ty2), i32)
           }
           ty4 = sub struct ((ref null ty1))
           rec {
             ty5 = struct (i32)
             ty6 = struct (i32)
           }
           ty7 = struct (i32)
           ty8 = sub ty2 struct ((ref null ty3), i64)
         }",
    );
    let below = |a, b| types.is_heap_subtype(of(a), of(b));
    let equal = |a, b| below(a, b) && below(b, a);
    assert!(equal(0, 2) && equal(1, 3));
    // The reference is to a type of the same group in one, and to an earlier one in the other.
    assert!(!below(4, 0) && !below(0, 4));
    // Types of one structure, at two places in a group, and in a group of its own.
    assert!(!below(5, 6) && !below(6, 5) && !below(7, 5) && !below(5, 7));
    // A supertype by way of an equal type.
    assert!(below(8, 0) && below(8, 2) && !below(0, 8));
    assert_eq!(types.join(of(8), of(0)), of(0));
}

#[test]
fn abstract_types() {
    use AbstractHeapType::*;
    let types = types(
        "module {
           ty0 = sub struct ()
           ty1 = array (i32)
           ty2 = sub func (i32) -> ()
           ty3 = sub ty0 struct (i32)
           ty4 = sub ty0 struct (i64)
         }",
    );
    let plain = |ty| HeapType::Abstract { shared: false, ty };
    let shared = |ty| HeapType::Abstract { shared: true, ty };
    let below = |a, b| types.is_heap_subtype(a, b);
    for (a, b) in [(of(0), Struct), (of(0), Eq), (of(1), Array), (of(1), Any), (of(2), Func)] {
        assert!(below(a, plain(b)), "{a:?} {b:?}");
        assert!(!below(a, shared(b)), "{a:?} {b:?}");
    }
    for (a, b) in [(None, I31), (I31, Eq), (NoFunc, Func), (NoExtern, Extern), (NoExn, Exn)] {
        assert!(below(plain(a), plain(b)) && !below(plain(b), plain(a)), "{a:?} {b:?}");
    }
    assert!(below(plain(None), of(0)) && below(plain(NoFunc), of(2)) && !below(plain(None), of(2)));
    assert!(
        !below(of(0), plain(Array)) && !below(of(2), plain(Any)) && !below(plain(Any), plain(Eq))
    );
    assert_eq!(types.join(of(3), of(4)), of(0));
    assert_eq!(types.join(of(3), plain(I31)), plain(Eq));
    assert_eq!(types.join(of(0), of(1)), plain(Eq));
    assert_eq!(types.join(of(0), plain(Any)), plain(Any));
    assert_eq!(types.join(plain(NoFunc), of(2)), of(2));
}
