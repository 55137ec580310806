//! Remarks and drawings tell what was removed.

use super::{Log, WantedDetails};
use crate::interprocedural::signature::Signatures;
use crate::ownership::tests::{function_of, module_of};
use crate::runtimes::table::Runtime;
use crate::transform::function::{Config, FunctionSetting, Params, analyze, optimize};
use invar_analysis::Fuel;
use invar_analysis::drawing::{Class, Drawing};
use invar_ir::ValType;

/// What is told about a function `(i32, i32, i32)`; `f0` may release, `f2` consumes its argument.
fn told(body: &str, wanted: WantedDetails) -> Log {
    let body = format!("b0(v0: i32, v1: i32, v2: i32):\n {}", body.replace("; ", "\n "));
    let module = module_of("", &body);
    let (mut f, runtime) = (function_of(&module).clone(), Runtime::of_operators(ValType::I32));
    let signatures = Signatures::of_module(&module);
    let (config, params) = (Config { borrow: false, ..Config::default() }, Params::default());
    let analysis = analyze(&f, &runtime, &signatures, &config);
    let setting = FunctionSetting {
        params: &params,
        runtime: &runtime,
        signatures: &signatures,
        config: &config,
    };
    let mut log = Log::new(wanted);
    optimize(&mut f, &analysis, &setting, &Fuel::unlimited(), &mut log);
    log
}

const ALL: WantedDetails = WantedDetails { remarks: true, drawings: true };
const NESTED: &str = "v3 = copy_value v0; call f0; br_if v1, b1, b2; \
    b1:; v4 = copy_value v0; call f0; destroy_value v4; jump b2; \
    b2:; destroy_value v3; jump b3; b3:; call f0; return";

/// The labels of the nodes of a class.
fn nodes(drawing: &Drawing, class: Class) -> Vec<&str> {
    let nodes = drawing.nodes.iter().filter(|node| node.class == class);
    nodes.map(|node| node.label.as_str()).collect()
}

#[test]
fn an_inner_region_is_drawn_as_removed() {
    let (_, drawings) = told(NESTED, ALL).into_parts();
    let [drawing] = &drawings[..] else { panic!("one object: {drawings:#?}") };
    assert_eq!(
        drawing.title,
        "ownership of parameter 0: 1 of its retains and 1 of its releases removed"
    );
    assert_eq!(nodes(drawing, Class::Marked), ["b0", "b1", "b2"], "where it is owned");
    assert_eq!(nodes(drawing, Class::Removed), ["retain", "release"]);
    assert_eq!(nodes(drawing, Class::Plain), ["retain", "release", "b3"]);
    let count = drawing.nodes.len() as u32;
    assert!(drawing.edges.iter().all(|edge| edge.from < count && edge.to < count));
    let inside = drawing.nodes.iter().flat_map(|node| &node.regions).map(|region| &region.1);
    let mut all: Vec<u32> = inside.chain([&drawing.root]).flatten().copied().collect();
    all.sort_unstable();
    assert_eq!(all, (0..count).collect::<Vec<_>>(), "each node is in one region");
}

#[test]
fn a_remark_tells_the_reason() {
    let (remarks, _) = told(NESTED, ALL).into_parts();
    let told: Vec<(&str, &str)> =
        remarks.list().iter().map(|remark| (remark.what, remark.why.as_str())).collect();
    let why = "of parameter 0: the function owns it already, and for as long";
    assert_eq!(told, [("removes a retain", why), ("removes a release", why)]);
}

#[test]
fn other_reasons() {
    let reason = |body: &str| told(body, ALL).into_parts().0.list()[0].why.clone();
    let taken =
        "v3 = copy_value v0; call f0; v4 = copy_value v0; destroy_value v3; call f2 v4; return";
    assert!(reason(taken).ends_with("is the one that is consumed later"), "{}", reason(taken));
    let gap = "v3 = copy_value v0; call f0; destroy_value v3; v4 = copy_value v0; call f0; \
        destroy_value v4; return";
    assert!(reason(gap).ends_with("it is owned throughout"), "{}", reason(gap));
}

#[test]
fn nothing_is_told_unless_it_is_wanted() {
    let (remarks, drawings) = told(NESTED, WantedDetails::default()).into_parts();
    assert!(remarks.list().is_empty() && drawings.is_empty());
}
