use super::*;
use crate::matching::Matching;

/// Functions by name, which call each other; the last parts of some bodies are the same.
const FUNCTIONS: [(&str, &str); 9] = [
    ("main", "(export \"main\") call $parse call $print call $parse call $twin1 call $twin2"),
    ("parse", "i32.const 4711 call $alloc call $next"),
    ("print", "i32.const 815 call $alloc call $log"),
    ("next", "i32.const 1 call $alloc i32.const 2 call $alloc"),
    ("alloc", "(param i32) (global.set $top (i32.add (global.get $top) (local.get 0)))"),
    // These differ in what they call, and by where they are called.
    ("twin1", "call $leaf1"),
    ("twin2", "call $leaf2"),
    ("leaf1", "nop nop"),
    ("leaf2", "nop nop"),
];

fn module(functions: &[(&str, &str)]) -> Vec<u8> {
    let mut wat = String::from(
        "(module (import \"env\" \"log\" (func $log)) (global $top (mut i32) (i32.const 64))",
    );
    for (name, body) in functions {
        wat += &format!("(func ${name} {body})\n");
    }
    wat::parse_str(wat + ")").unwrap()
}

/// A module, of which the name section may be ignored.
fn read(wasm: &[u8], names: bool) -> ModuleItems {
    let mut module = ModuleItems::read(wasm).unwrap();
    for function in module.functions.iter_mut().filter(|_| !names) {
        function.name = None;
    }
    module
}

/// Compares modules without regard to names, which the result has.
fn nameless(before: &[u8], after: &[u8]) -> Diff {
    Diff::of_modules((&read(before, false), before), (&read(after, false), after))
}

/// Checks that functions of one name, and only these, are matched without names.
#[track_caller]
fn all_are_found(before: &[(&str, &str)], after: &[(&str, &str)]) {
    let (before, after) = (module(before), module(after));
    let modules = (read(&before, false), read(&after, false));
    let matching = Matching::of((&modules.0, &before), (&modules.1, &after));
    for (index, _) in modules.0.defined() {
        let found =
            matching.after[index as usize].map(|(index, _)| modules.1.item_of(index).label());
        let name = modules.0.item_of(index).label();
        let names = modules.1.items.values().any(|item| item.label() == name);
        assert_eq!(found, names.then_some(name));
    }
}

fn without<'a>(name: &str) -> Vec<(&'a str, &'a str)> {
    FUNCTIONS.into_iter().filter(|(other, _)| *other != name).collect()
}

#[test]
fn a_module_and_itself_do_not_differ() {
    let wasm = module(&FUNCTIONS);
    for diff in [Diff::of(&wasm, &wasm).unwrap(), nameless(&wasm, &wasm)] {
        assert_eq!(diff.summary, ChangeSummary { same: 9, ..ChangeSummary::default() });
        assert_eq!(diff.before, diff.after);
        assert!(diff.functions.is_empty());
        assert!(diff.sections.iter().chain(&diff.operators).all(|it| it.before == it.after));
        assert_eq!(
            (diff.imports, diff.exports),
            (UnmatchedNames::default(), UnmatchedNames::default())
        );
    }
}

#[test]
fn functions_are_matched_by_name_first() {
    let wasm = module(&FUNCTIONS);
    let diff = Diff::of(&wasm, &wasm).unwrap();
    assert_eq!(diff.matched, Matched { name: 9, ..Matched::default() });
    let diff = nameless(&wasm, &wasm);
    assert_eq!((diff.matched.name, diff.matched.export), (0, 1));
}

#[test]
fn functions_are_found_without_names_in_another_order() {
    let mut reversed = FUNCTIONS;
    reversed.reverse();
    all_are_found(&FUNCTIONS, &FUNCTIONS);
    all_are_found(&FUNCTIONS, &reversed);
    let diff = nameless(&module(&FUNCTIONS), &module(&reversed));
    assert_eq!(diff.summary.same, 9);
}

#[test]
fn functions_are_found_without_names_though_they_changed() {
    let changed = FUNCTIONS.map(|(name, body)| match name {
        // The call before is another one, the constant the same.
        "parse" => (name, "i32.const 4711 call $alloc call $next i32.const 0 drop"),
        // The function shares only its place with what it was.
        "next" => (name, "i32.const 3 call $alloc"),
        "alloc" => {
            (name, "(param i32) (global.set $top (i32.sub (global.get $top) (local.get 0)))")
        }
        _ => (name, body),
    });
    all_are_found(&FUNCTIONS, &changed);
    let diff = nameless(&module(&FUNCTIONS), &module(&changed));
    let expected =
        ChangeSummary { same: 6, changed: 1, grew: 1, shrank: 1, ..ChangeSummary::default() };
    assert_eq!(diff.summary, expected);
    let ways: Vec<_> = diff.functions.iter().map(|it| (it.name.as_str(), it.change)).collect();
    let expected =
        [("next", ChangeKind::Shrank), ("parse", ChangeKind::Grew), ("alloc", ChangeKind::Changed)];
    assert_eq!(ways, expected);
    assert_eq!(diff.functions[0].delta(), -4);
}

#[test]
fn functions_are_added_and_removed() {
    let inlined = |(name, body)| match name {
        "twin1" => (name, "nop nop"),
        _ => (name, body),
    };
    let after: Vec<_> = without("leaf1").into_iter().map(inlined).collect();
    let diff = Diff::of(&module(&FUNCTIONS), &module(&after)).unwrap();
    let [removed, .., twin] = &diff.functions[..] else { panic!("two functions changed") };
    assert_eq!((removed.name.as_str(), removed.change), ("leaf1", ChangeKind::Removed));
    assert_eq!((removed.after, removed.matched_by), (None, None));
    assert_eq!((twin.name.as_str(), twin.change), ("twin1", ChangeKind::Changed));
    let diff = Diff::of(&module(&after), &module(&FUNCTIONS)).unwrap();
    assert_eq!((diff.functions[0].change, diff.functions[0].before), (ChangeKind::Added, None));
    assert_eq!(diff.summary.added, 1);
}

#[test]
fn a_call_of_another_function_is_a_change() {
    let after = FUNCTIONS.map(|(name, body)| match name {
        "twin1" => (name, "call $leaf2"),
        _ => (name, body),
    });
    let diff = Diff::of(&module(&FUNCTIONS), &module(&after)).unwrap();
    assert_eq!(diff.functions.len(), 1);
    assert_eq!(
        (diff.functions[0].name.as_str(), diff.functions[0].change),
        ("twin1", ChangeKind::Changed)
    );
}

#[test]
fn names_of_rust_match_without_their_hashes() {
    let with = |hash: &str, body: &str| {
        let name = format!("_ZN4core3fmt5write17h{hash}E");
        wat::parse_str(format!("(module (func ${name} {body}) (func nop))")).unwrap()
    };
    let before = with("0123456789abcdef", "nop");
    let after = with("fedcba9876543210", "i32.const 1 drop i32.const 2 drop");
    let diff = Diff::of(&before, &after).unwrap();
    assert_eq!(diff.matched.name, 1);
    assert_eq!(diff.functions[0].name, "core::fmt::write");
}

#[test]
fn imports_and_exports_are_compared() {
    let before =
        wat::parse_str("(module (import \"a\" \"b\" (func)) (func (export \"f\")))").unwrap();
    let after =
        wat::parse_str("(module (import \"a\" \"c\" (func)) (func (export \"g\")))").unwrap();
    let diff = Diff::of(&before, &after).unwrap();
    assert_eq!(
        (&diff.imports.removed[..], &diff.imports.added[..]),
        (&["a.b".into()][..], &["a.c".into()][..])
    );
    assert_eq!(
        (&diff.exports.removed[..], &diff.exports.added[..]),
        (&["f".into()][..], &["g".into()][..])
    );
}

#[test]
fn long_chains_of_calls_take_no_quadratic_time() {
    let chain = |count: usize, constant: u32| {
        let mut functions = vec![("f0".to_owned(), "(export \"f\") call $f1".to_owned())];
        for n in 1..count {
            let body = format!("i32.const {constant} drop call $f{}", (n + 1) % count);
            functions.push((format!("f{n}"), body));
        }
        let functions: Vec<_> = functions.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
        module(&functions)
    };
    let (before, after) = (chain(20_000, 1), chain(20_000, 2));
    // Not all are found: that would take a round for each.
    let diff = nameless(&before, &after);
    assert_eq!(diff.summary.removed, diff.summary.added);
}
