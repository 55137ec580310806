//! Contradictory annotations: an error of the program, which each command reports.

use crate::analysis::choices::branch_on_all_choices;
use crate::analysis::is_annotated;
use crate::analysis::variables::Variables;
use crate::annotations::{annotation_of, raise_all};
use crate::error::Refusal;
use invar_ir::{Body, Cfg, Module};

/// The functions in SSA form in which annotations of one variable have different policies: a
/// sentence for each, which names the function and both annotations, in the order of the module.
/// Annotations may be operators or calls of imports. Cost: near-linear, and a copy of a module that
/// has annotations.
pub fn conflicts(module: &Module) -> Vec<String> {
    let is_operator = |body: &Body| matches!(body, Body::Ssa(f) if is_annotated(f));
    let has_annotations = module
        .funcs
        .iter()
        .any(|(func, data)| annotation_of(module, func).is_some() || is_operator(&data.body));
    if !has_annotations {
        return Vec::new();
    }
    let mut raised = module.clone();
    raise_all(&mut raised);
    branch_on_all_choices(&mut raised);
    let mut found = Vec::new();
    for (func, data) in &raised.funcs {
        let Body::Ssa(f) = &data.body else { continue };
        if !is_annotated(f) {
            continue;
        }
        if let Err(conflict) = Variables::new(f, &Cfg::new(f)) {
            let refusal = Refusal::from(conflict);
            let text = refusal.display(f, &raised).to_string();
            found.push(format!("`{}`: {text}", raised.func_label(func)));
        }
    }
    found
}
