//! The versions of blocks that were made for a request, as a drawing: how residual code is unfolded from the function
//! by the values of its kept variables.

use crate::specializer::continuations::KnownPoint;
use crate::specializer::prepared::Prepared;
use crate::specializer::state::Specializer;
use invar_analysis::drawing::{Class, Drawing, DrawingEdge, DrawingNode};
use invar_ir::entities::SecondaryMap;
use invar_ir::{Block, Cfg, display_op};
use invar_rules::Const;

/// The number of nodes of a drawing at most.
const MOST_NODES: usize = 300;

/// Draws the versions that a specializer has made, in reverse postorder; the first ones if there are many.
pub(super) fn versions(specializer: &Specializer<'_>) -> Drawing {
    let (prepared, out) = (specializer.prepared, &specializer.residual.out);
    let cfg = Cfg::new(out);
    let mut places: SecondaryMap<Block, Option<&KnownPoint>> = SecondaryMap::new();
    for (place, &block) in &specializer.work.made {
        places[block] = Some(place);
    }
    let shown = &cfg.rpo[..cfg.rpo.len().min(MOST_NODES)];
    let mut title = format!(
        "{} versions of blocks of {}",
        specializer.record.stats.versions,
        specializer.module.func_label(prepared.func)
    );
    if shown.len() < cfg.rpo.len() {
        title += &format!(" (the first {} of {} blocks)", shown.len(), cfg.rpo.len());
    }
    let mut drawing = Drawing { pass: "specialize", title, ..Drawing::default() };
    for (n, &block) in shown.iter().enumerate() {
        drawing.root.push(n as u32);
        drawing.nodes.push(match places[block] {
            Some(place) => version(specializer, place),
            None if block == out.entry => node("entry", "from which the first version is entered"),
            None => node("b", "an exit, a dispatch, or a copy of a version for another edge"),
        });
        for edge in cfg.out_edges(block) {
            let to = cfg.rpo_number[cfg.target(edge)];
            if (to as usize) < shown.len() {
                let class = if cfg.is_retreating(edge) { Class::Back } else { Class::Plain };
                drawing.edges.push(DrawingEdge { from: n as u32, to, label: String::new(), class });
            }
        }
    }
    drawing
}

fn node(label: &str, detail: &str) -> DrawingNode {
    DrawingNode { label: label.into(), detail: detail.into(), ..DrawingNode::default() }
}

/// A version: its block with the values of kept variables, and in the details all that is known.
fn version(specializer: &Specializer<'_>, place: &KnownPoint) -> DrawingNode {
    let Prepared { code, analysis, .. } = specializer.prepared;
    let detail = specializer.prepared.describe(specializer.module, place);
    let Some(kept) = place.node else {
        let label = format!("{}, generic", place.block);
        return DrawingNode { label, detail, class: Class::Cold, regions: Vec::new() };
    };
    let kept = analysis.graph.kept(kept);
    let values = place.known.iter().filter_map(|(value, known)| {
        let var = analysis.code(code).is_kept(kept, *value)?;
        Some(format!("{var}={}", number(known.value)))
    });
    let mut label: Vec<String> = values.collect();
    // A variable may have several values at a place that are the same.
    label.dedup();
    label.insert(0, place.block.to_string());
    DrawingNode { label: label.join(" "), detail, ..DrawingNode::default() }
}

/// A number as it stands in the text format.
pub(super) fn number(value: Const) -> String {
    let text = display_op(&value.to_op()).to_string();
    text.split_once(' ').map_or(text.as_str(), |(_, number)| number).to_string()
}

#[cfg(test)]
mod tests {
    use crate::specializer::known::Known;
    use crate::specializer::world::Nothing;
    use crate::testing::function;
    use crate::{Bound, Config, Prepared, Request, RequestLimits, specialize, specialize_drawn};
    use invar_analysis::drawing::{Class, Drawing};
    use invar_ir::{Func, Function, Module};
    use invar_rules::Const;

    const POWER: &str = "(i32, i32) -> (i32) {\n b0(v0: i32, v1: i32):\n\
        v2 = keep_const cache eager v1\n v3 = i32.const 1\n jump b1(v1, v3)\n\
        b1(v4: i32, v5: i32):\n br_if v4, b2, b3\n\
        b2:\n v6 = i32.const 1\n v7 = i32.sub v4, v6\n v8 = i32.mul v5, v0\n jump b1(v7, v8)\n\
        b3:\n return v5\n }";

    fn drawn(power: i32) -> (Module, Function, Drawing) {
        let (module, f) = function(POWER);
        let bound = Bound::new([1]).ahead();
        let func = Func::from_u32(0);
        let prepared = Prepared::new(&module, func, &f, &bound, &Config::default()).expect("it is");
        let values = [None, Some(Known::plain(Const::I32(power)))];
        let request = Request::new(&values, RequestLimits::default());
        let special = specialize(&module, &prepared, &request, &mut Nothing);
        let (same, drawing) = specialize_drawn(&module, &prepared, &request, &mut Nothing);
        let text = |f: &Function| f.display(&module).to_string();
        assert_eq!(text(&special.function), text(&same.function));
        (module.clone(), same.function, drawing)
    }

    #[test]
    fn each_value_of_a_kept_variable_has_its_version() {
        let (.., drawing) = drawn(3);
        let heads: Vec<&str> = (drawing.nodes.iter().map(|node| node.label.as_str()))
            .filter(|label| label.starts_with("b1 "))
            .collect();
        assert_eq!(heads, ["b1 x0=3", "b1 x0=2", "b1 x0=1", "b1 x0=0"], "{drawing:#?}");
        let count = drawing.nodes.len() as u32;
        assert!(drawing.edges.iter().all(|edge| edge.from < count && edge.to < count));
        assert_eq!(drawing.root, (0..count).collect::<Vec<_>>());
        assert!(drawing.nodes.iter().all(|node| node.class == Class::Plain));
    }

    #[test]
    fn of_many_versions_the_first_are_drawn() {
        let (.., drawing) = drawn(1000);
        assert_eq!(drawing.nodes.len(), super::MOST_NODES);
        assert!(drawing.title.contains("(the first 300 of "), "{}", drawing.title);
    }
}
