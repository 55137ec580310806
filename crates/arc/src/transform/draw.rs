//! The ownership of an object as a drawing: the blocks of its ownership region in the control-flow graph, and what
//! happens to its count in them.

use crate::ownership::balance::Balance;
use crate::ownership::regions::{Event, EventKind, Object, Regions};
use crate::transform::explain::{Reason, taker, value_text};
use crate::transform::plan::OwnershipPlan;
use invar_analysis::drawing::{Class, Drawing, DrawingEdge, DrawingNode};
use invar_ir::entities::SecondaryMap;
use invar_ir::{Block, Function};

/// The number of nodes of a drawing at most.
const MOST_NODES: usize = 300;

/// Draws the ownership of an object, as the plan changes it. Of a large function only the blocks in which it is owned
/// are drawn, with those next to them; `None` if these are too many.
pub(super) fn object(
    f: &Function,
    regions: &Regions,
    balance: &Balance,
    plan: &OwnershipPlan,
    object: Object,
) -> Option<Drawing> {
    let (data, cfg) = (regions.data(object), &regions.cfg);
    let spans = balance.spans.of(object);
    let mut owned: SecondaryMap<Block, bool> = SecondaryMap::new();
    spans.iter().for_each(|span| owned[span.block] = true);
    let is_near = |block: Block| {
        let preds = cfg.reachable_preds(block).map(|edge| edge.from);
        owned[block] || preds.chain(cfg.succs(block).iter().copied()).any(|next| owned[next])
    };
    // A take may get a copy before it.
    let events =
        data.events.iter().map(|event| 1 + usize::from(plan.needs_copy[event.as_u32() as usize]));
    let room = MOST_NODES.checked_sub(events.sum())?;
    let all = cfg.rpo.len() <= room;
    let blocks: Vec<Block> =
        cfg.rpo.iter().copied().filter(|&block| all || is_near(block)).collect();
    if blocks.len() > room {
        return None;
    }
    let count = |kind: EventKind| {
        let is_gone = |event: &&Event| {
            regions.event(**event).kind == kind && plan.deleted[event.as_u32() as usize]
        };
        data.events.iter().filter(is_gone).count()
    };
    let mut title = format!(
        "ownership of {}: {} of its retains and {} of its releases removed",
        value_text(f, data.root),
        count(EventKind::Copy),
        count(EventKind::Destroy)
    );
    if !all {
        title += &format!(" (near its region: {} of {} blocks)", blocks.len(), cfg.rpo.len());
    }
    let mut drawing = Drawing { pass: "arc", title, ..Drawing::default() };
    let mut numbers: SecondaryMap<Block, Option<u32>> = SecondaryMap::new();
    for &block in &blocks {
        let number = drawing.nodes.len() as u32;
        numbers[block] = Some(number);
        drawing.root.push(number);
        let mut detail = format!("level {} at its start", balance.entry(regions, object, block));
        if regions.dead_end[block] {
            detail += "\nleads to a trap only";
        }
        let class = if owned[block] {
            Class::Marked
        } else if regions.dead_end[block] {
            Class::Cold
        } else {
            Class::Plain
        };
        drawing.nodes.push(DrawingNode {
            label: block.to_string(),
            detail,
            class,
            regions: Vec::new(),
        });
        let inside = events_of(f, regions, balance, plan, object, block, &mut drawing);
        if !inside.is_empty() {
            drawing.nodes[number as usize].regions.push((String::new(), inside));
        }
    }
    for &block in &blocks {
        for edge in cfg.out_edges(block) {
            let (Some(from), Some(to)) = (numbers[block], numbers[cfg.target(edge)]) else {
                continue;
            };
            let class = if cfg.is_retreating(edge) { Class::Back } else { Class::Plain };
            let label =
                if regions.is_null_on(object, edge) { "immortal".into() } else { String::new() };
            drawing.edges.push(DrawingEdge { from, to, label, class });
        }
    }
    Some(drawing)
}

/// Draws the events of an object in a block, in order. Their nodes.
fn events_of(
    f: &Function,
    regions: &Regions,
    balance: &Balance,
    plan: &OwnershipPlan,
    object: Object,
    block: Block,
    drawing: &mut Drawing,
) -> Vec<u32> {
    let mut inside: Vec<u32> = Vec::new();
    let mut add = |label: String, detail: String, class| {
        let to = drawing.nodes.len() as u32;
        drawing.nodes.push(DrawingNode { label, detail, class, regions: Vec::new() });
        if let Some(&from) = inside.last() {
            drawing.edges.push(DrawingEdge { from, to, label: String::new(), class: Class::State });
        }
        inside.push(to);
    };
    for &event in regions.events_in(object, block) {
        let (at, data) = (event.as_u32() as usize, regions.event(event));
        let loc = match data.inst.expand() {
            Some(inst) => f.insts[inst].loc,
            None => f.blocks[block].term_loc,
        };
        let mut detail = format!("at 0x{:x}, level {} before it", loc.offset, balance.level[at]);
        if plan.needs_copy[at] {
            let why = "inserted: the ownership that was there is kept by another owner";
            add("retain".into(), why.into(), Class::Redirected);
        }
        let label = match data.kind {
            EventKind::Copy => "retain".into(),
            EventKind::Destroy => "release".into(),
            _ if balance.takes[at] => format!("{} takes it", taker(f, regions, event)),
            _ => taker(f, regions, event),
        };
        let class = if plan.deleted[at] { Class::Removed } else { Class::Plain };
        if plan.deleted[at] {
            detail += "\nremoved: ";
            detail += plan.reason(event).map_or("", Reason::text);
        }
        add(label, detail, class);
    }
    inside
}
