//! How each custom section is treated: the only table of it.
//!
//! Functions, types and other entities get new indices, and code gets new offsets. A section that mentions
//! either is rewritten or dropped: a stale one refers to other functions, and a
//! tool that trusts it breaks the program (`binaryen.removable.if.unused` lets wasm-opt remove
//! calls). A section that only has names, text, or data of its own is passed on as it is, before or
//! behind the code as it was. So is one with an unknown name: most are read by the
//! program's own host.
//!
//! | section | fate | what it holds |
//! |---|---|---|
//! | `name` | rewritten | names by index; those of labels, and of locals of new code but for parameters, are left out |
//! | `metadata.code.branch_hint` | rewritten | hints by function index and offset in the body |
//! | `reloc.*` | refused | the input is an object file, all of whose indices they list |
//! | `linking` | dropped | symbols of an object file, by index; in a module that is linked it is left over |
//! | `metadata.code.*` | dropped | anything by function index and offset in the body (inlining, traces) |
//! | `binaryen.*` | dropped | wasm-opt's annotations, by function index and offset |
//! | `llvm.func_attr.*` | dropped | function indices: LLVM's `annotate` |
//! | `compilationHints` | dropped | a byte per defined function, in their order (V8) |
//! | `.debug_*`, `.zdebug_*` | dropped | DWARF: offsets in the code section, numbers of locals; made anew with `-g`, by the table in `dwarf.rs` of crate `debug` |
//! | `sourceMappingURL` | dropped | where the map of the input's code is; made anew where one is written |
//! | `external_debug_info` | dropped | where there are offsets in the input's code |
//! | `build_id` | dropped | the key under which symbol servers have the input's DWARF |
//! | `producers`, `target_features` | passed | names and versions of tools; names of proposals |
//! | `dylink`, `dylink.0` | passed | sizes, and names of libraries, imports and exports |
//! | `__wasm_bindgen_unstable` | passed | names of exports, and of descriptor functions, which are exports |
//! | `component-type*`, `core-deps` | passed | interfaces, by names of imports and exports |
//! | `go:buildid`, `go.buildid` | passed | a hash of what the program was built from |
//! | `icp:*`, `contract*v0` | passed | interfaces and versions for a host, by names of exports |
//! | any other | passed | |

/// How a custom section is treated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SectionFate {
    /// The section is read, and written anew.
    Rewritten,
    /// The section is left out, since its contents would be wrong.
    Dropped,
    /// The section stays byte for byte.
    Passed,
    /// The module is refused: it is an object file.
    Refused,
}

/// The names that begin with a text, or are equal to it (without a star); sections not in the list
/// are passed.
const TABLE: [(&str, SectionFate); 13] = [
    ("name", SectionFate::Rewritten),
    // Comes before the prefix that covers it.
    ("metadata.code.branch_hint", SectionFate::Rewritten),
    ("metadata.code.*", SectionFate::Dropped),
    ("linking", SectionFate::Dropped),
    ("reloc.*", SectionFate::Refused),
    ("binaryen.*", SectionFate::Dropped),
    ("llvm.func_attr.*", SectionFate::Dropped),
    ("compilationHints", SectionFate::Dropped),
    (".debug_*", SectionFate::Dropped),
    (".zdebug_*", SectionFate::Dropped),
    ("sourceMappingURL", SectionFate::Dropped),
    ("external_debug_info", SectionFate::Dropped),
    ("build_id", SectionFate::Dropped),
];

/// How a custom section of this name is treated.
pub fn fate(name: &str) -> SectionFate {
    let row = TABLE.iter().find(|(pattern, _)| match pattern.strip_suffix('*') {
        Some(start) => name.starts_with(start),
        None => name == *pattern,
    });
    row.filter(|_| !invar_ir::mutant!(WasmCustomsStale))
        .map_or(SectionFate::Passed, |&(_, fate)| fate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_section_with_indices_or_offsets_is_passed() {
        for (names, expected) in [
            ("name metadata.code.branch_hint", SectionFate::Rewritten),
            ("reloc.CODE reloc..debug_line", SectionFate::Refused),
            ("linking", SectionFate::Dropped),
            (
                "metadata.code.inline metadata.code.trace_inst binaryen.js.called",
                SectionFate::Dropped,
            ),
            (
                "llvm.func_attr.annotate.x compilationHints .debug_info build_id",
                SectionFate::Dropped,
            ),
            ("sourceMappingURL external_debug_info binaryen.idempotent", SectionFate::Dropped),
            ("producers target_features dylink dylink.0 component-type:x", SectionFate::Passed),
            (
                "__wasm_bindgen_unstable contractspecv0 go:buildid icp:public names",
                SectionFate::Passed,
            ),
        ] {
            for name in names.split(' ') {
                assert_eq!(fate(name), expected, "{name}");
            }
        }
    }
}
