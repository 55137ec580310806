use super::*;
use std::sync::Arc;

/// A module with other types, as text would have it: only the sections of types and their number.
fn types_of(wasm: &[u8]) -> (usize, Vec<u32>) {
    let (module, _) = crate::read(Arc::from(wasm)).expect("it is valid");
    (module.types.len(), module.rec_groups.iter().map(|group| group.len).collect())
}

const CLOSED: Config =
    Config { closed_world: true, traps_never_happen: false, merge: true, locate: false };

/// (type $list (sub (struct (field (ref null $list))))) and a type without use, in one group; a function makes a list.
const LIST: &[u8] = b"\0asm\x01\0\0\0\x01\x14\x02\x4e\x02\x50\0\x5f\x01\x63\0\0\x50\0\x5f\x01\x7f\0\x60\0\x01\x7f\x03\x02\x01\x02\x07\x05\x01\x01f\0\0\x0a\x0c\x01\x0a\0\xd0\0\xfb\0\0\x1a\x41\x01\x0b";

#[test]
fn a_group_is_divided_in_a_closed_world_only() {
    let (module, lifter) = crate::read(Arc::from(LIST)).expect("it is valid");
    assert_eq!(types_of(LIST), (3, vec![2, 1]));
    let run = |config| run(&module, &lifter, config, &Fuel::unlimited()).expect("it is written");
    let Retyped { wasm, stats, .. } = run(CLOSED).expect("a type is not used");
    assert_eq!(types_of(&wasm), (2, vec![1, 1]));
    // The field is never read.
    assert_eq!((stats.types, stats.groups, stats.fields), (1, 0, 1));
    assert!(run(Config { closed_world: false, ..CLOSED }).is_none());
}

/// Engines ignore a malformed section of names: it is no reason to refuse the module, nor is it copied, since it may
/// name what is no longer there.
#[test]
fn malformed_names_are_left_out() {
    let names = b"\0\x08\x04name\x01\x05\x01";
    let wasm = [LIST, names].concat();
    let (module, lifter) = crate::read(Arc::from(&wasm[..])).expect("it is valid");
    let result = run(&module, &lifter, CLOSED, &Fuel::unlimited()).expect("it is written");
    let wasm = result.expect("a type is not used").wasm;
    assert!(!wasm.windows(4).any(|bytes| bytes == b"name"));
}

/// (type $t (struct (field i32) (field (mut i32)))), of which the first field is never read: the operand of the other
/// one then goes through a local that is added. The function has this many locals, in LEB128.
fn with_locals(count: [u8; 3]) -> Vec<u8> {
    let before = b"\0asm\x01\0\0\0\x01\x0b\x02\x5f\x02\x7f\0\x7f\x01\x60\0\x01\x7f\x02\x07\x01\x01m\x01f\0\x01\
        \x03\x02\x01\x01\x07\x05\x01\x01g\0\x01\x0a\x13\x01\x11\x01";
    let after = b"\x7f\x10\0\x10\0\xfb\0\0\xfb\x02\0\x01\x0b";
    [&before[..], &count, &after[..]].concat()
}

#[test]
fn types_stay_where_a_body_would_get_too_many_locals() {
    let run = |count| {
        let wasm = with_locals(count);
        let (module, lifter) = crate::read(Arc::from(&wasm[..])).expect("it is valid");
        run(&module, &lifter, CLOSED, &Fuel::unlimited()).expect("it is written")
    };
    // 10 locals, and 50,000.
    let retyped = run([0x8a, 0x80, 0]).expect("a field is not read");
    assert_eq!((retyped.stats.fields, &retyped.affected[..]), (1, &[Func::from_u32(1)][..]));
    assert!(run([0xd0, 0x86, 0x03]).is_none());
}
