//! Assigns WebAssembly's locals to SSA values: liveness, coalescing, colouring.
//!
//! The live range of a value is a sorted list of segments of positions in the linear order of the
//! code, exact up to holes. Values that a jump copies to a parameter are coalesced with it where
//! their ranges do not overlap, the most frequent copies first; the resulting webs are coloured
//! first-fit, the most used first, so that they get the small indices, whose encoding is short.
//!
//! Cost: the sum of the live ranges in blocks, plus sorting; bounded by a budget past which the
//! function is refused, so that it keeps the body it had. After Boissinot, Darte, Rastello, de Dinechin and Guillon,
//! "Revisiting Out-of-SSA Translation" (CGO 2009), with segments in place of a live-range test.

mod constants;
mod early;
mod isolate;
mod segments;

use super::code::Item;
use super::treeify::BlockCode;
use invar_ir::entities::{EntityRef, SecondaryMap};
use invar_ir::{Block, Cfg, Dominators, Function, ValType, Value, ValueDef};
use rustc_hash::FxHashMap;
use segments::{Segment, Segments, normalize};

/// Blocks visited for the liveness of a function, before it is refused.
const LIVENESS_BUDGET: usize = 40_000_000;

/// Locals tried for one web before a new one is made.
const TRIES: usize = 256;

/// The most locals a function may have, a limit that engines share.
const MAX_LOCALS: usize = 50_000;

/// The assignment.
pub(super) struct Assignment {
    /// The local of each value that has one.
    pub local: SecondaryMap<Value, u32>,
    /// The types of all locals, parameters first.
    pub types: Vec<ValType>,
}

/// Assigns locals. `order` is the linear order of the blocks; `code` what they hold. `None` if
/// there are more locals than WebAssembly allows, or liveness is past its budget.
pub(super) fn assign(
    f: &mut Function,
    cfg: &Cfg,
    dominators: &Dominators,
    order: &[Block],
    code: &mut SecondaryMap<Block, BlockCode>,
    weights: &SecondaryMap<Block, u32>,
) -> Option<Assignment> {
    let ranges = Ranges::compute(f, cfg, order, code)?;
    let mut attempt = Attempt::new(f, ranges, order, code, weights);
    let candidates = isolate::candidates(&attempt.refused);
    if !candidates.is_empty() {
        let before = code.clone();
        let (first, refused) = attempt.separated();
        let isolated = isolate::isolate(f, cfg, code, &candidates);
        let ranges = first.after_isolation(f, cfg, order, code, &isolated)?;
        let second = Attempt::new(f, ranges, order, code, weights);
        let better: Vec<Value> = isolated
            .iter()
            .filter(|(param, fresh)| {
                let of = |refused: &Refused, value: Value| {
                    refused.get(&value.as_u32()).copied().unwrap_or(0)
                };
                of(&second.refused, *param) + of(&second.refused, *fresh) < of(&refused, *param)
            })
            .map(|&(param, _)| param)
            .collect();
        attempt = if better.len() == candidates.len() {
            second
        } else {
            *code = before;
            let isolated = isolate::isolate(f, cfg, code, &better);
            let ranges = first.after_isolation(f, cfg, order, code, &isolated)?;
            Attempt::new(f, ranges, order, code, weights)
        };
    }
    let Attempt { mut ranges, mut webs, counts, .. } = attempt;
    constants::hoist(f, cfg, dominators, order, code, weights, &mut ranges, &mut webs);
    early::hasten(f, cfg, dominators, order, code, &mut ranges, &mut webs);
    colour(f, &mut webs, &mut ranges.segments, &counts)
}

/// For each parameter, how many copies to it could not be coalesced.
type Refused = FxHashMap<u32, u32>;

/// Live ranges, and what could be coalesced.
struct Attempt {
    ranges: Ranges,
    webs: Webs,
    /// How often each value is read or assigned.
    counts: Vec<u32>,
    refused: Refused,
}

impl Attempt {
    fn new(
        f: &Function,
        mut ranges: Ranges,
        order: &[Block],
        code: &SecondaryMap<Block, BlockCode>,
        weights: &SecondaryMap<Block, u32>,
    ) -> Self {
        let mut webs = Webs::new(f, ranges.segments.len());
        // Copies, the most frequent first; equal ones in code order.
        let mut copies: Vec<(u32, u32, u32)> = Vec::new();
        let mut counts = vec![0u32; f.values.len()];
        for &block in order {
            for item in &code[block].items {
                match *item {
                    Item::MoveGet(from, to) => {
                        copies.push((weights[block], from, to));
                        counts[from as usize] += 1;
                    }
                    Item::Get(value)
                    | Item::Set(value)
                    | Item::Tee(value)
                    | Item::MoveSet(value) => counts[value as usize] += 1,
                    _ => {}
                }
            }
        }
        copies.sort_by_key(|&(weight, _, _)| std::cmp::Reverse(weight));
        for &(_, from, to) in &copies {
            webs.coalesce(&mut ranges.segments, f, from, to);
        }
        let mut refused = Refused::default();
        for (_, from, to) in copies {
            if webs.find(from) != webs.find(to) {
                *refused.entry(to).or_default() += 1;
            }
        }
        Attempt { ranges, webs, counts, refused }
    }

    /// The ranges as they were before any were coalesced, and what was refused.
    fn separated(mut self) -> (Ranges, Refused) {
        for (value, segments) in self.webs.before {
            self.ranges.segments[value as usize] = segments;
        }
        (self.ranges, self.refused)
    }
}

/// Segments of all values; after coalescing, of the web at its root.
struct Ranges {
    segments: Vec<Segments>,
    /// The positions of each block: its start, two per item (an item is at the even one), its end.
    start: SecondaryMap<Block, u32>,
    end: SecondaryMap<Block, u32>,
}

impl Ranges {
    /// The ranges of all values. `None` past the budget.
    fn compute(
        f: &Function,
        cfg: &Cfg,
        order: &[Block],
        code: &SecondaryMap<Block, BlockCode>,
    ) -> Option<Self> {
        Self::of_values(f, cfg, order, code, |_| true)
    }

    /// The ranges after parameters were isolated: only theirs are computed anew, those of the other
    /// values move with the code.
    fn after_isolation(
        &self,
        f: &Function,
        cfg: &Cfg,
        order: &[Block],
        code: &SecondaryMap<Block, BlockCode>,
        isolated: &[(Value, Value)],
    ) -> Option<Self> {
        let mut changed: SecondaryMap<Value, bool> = SecondaryMap::with_capacity(f.values.len());
        let mut inserted: SecondaryMap<Block, u32> = SecondaryMap::with_capacity(f.blocks.len());
        for &(param, fresh) in isolated {
            changed[param] = true;
            changed[fresh] = true;
            if let ValueDef::Param(block, _) = f.values[param].def {
                inserted[block] += 2 * isolate::AT_START;
            }
        }
        let mut new =
            Self::of_values(f, cfg, order, code, |value| changed[Value::from_u32(value)])?;
        // Where each position is now. What was appended to a block is behind all of them but its
        // end.
        let last = order.last().map_or(0, |&block| self.end[block]);
        let mut moved: Vec<u32> = Vec::with_capacity(last as usize + 1);
        for &block in order {
            let (start, end) = (new.start[block], self.end[block] - self.start[block]);
            // An assignment at the start itself, of a parameter of the function, is one position
            // long.
            moved.extend([start, start + 1]);
            moved.extend((2..end).map(|position| start + position + inserted[block]));
        }
        moved.push(order.last().map_or(0, |&block| new.end[block]));
        for (value, segments) in self.segments.iter().enumerate() {
            if !changed[Value::new(value)] {
                new.segments[value] = segments.map(|position| moved[position as usize]);
            }
        }
        debug_assert!(
            Self::compute(f, cfg, order, code).is_none_or(|all| all.segments == new.segments),
            "isolation changes other ranges than those of its parameters"
        );
        Some(new)
    }

    fn of_values(
        f: &Function,
        cfg: &Cfg,
        order: &[Block],
        code: &SecondaryMap<Block, BlockCode>,
        wanted: impl Fn(u32) -> bool,
    ) -> Option<Self> {
        let mut start: SecondaryMap<Block, u32> = SecondaryMap::with_capacity(f.blocks.len());
        let mut end: SecondaryMap<Block, u32> = SecondaryMap::with_capacity(f.blocks.len());
        let mut position = 0u32;
        // Assignments and uses, as (value, block, position), to be grouped by value.
        let mut defs: Vec<(u32, Block, u32)> = Vec::new();
        let mut uses: Vec<(u32, Block, u32)> = Vec::new();
        let mut copied: Vec<(u32, u32, u32)> = Vec::new();
        let mut segments: Vec<Segments> = Vec::with_capacity(f.values.len());
        segments.resize_with(f.values.len(), Segments::default);
        // Where arguments must stay as they are, as (value, segment).
        let mut kept: Vec<(u32, Segment)> = Vec::new();
        // The list of one value before its segments are joined, which may be many times longer.
        let mut list: Vec<Segment> = Vec::new();
        for &block in order {
            start[block] = position;
            for item in &code[block].items {
                position += 2;
                match *item {
                    Item::Get(value) if wanted(value) => uses.push((value, block, position)),
                    Item::MoveGet(value, param) => {
                        if wanted(value) {
                            uses.push((value, block, position));
                        }
                        copied.push((param, value, position));
                    }
                    Item::Set(value) | Item::Tee(value) if wanted(value) => {
                        defs.push((value, block, position));
                    }
                    Item::MoveSet(param) => {
                        if wanted(param) {
                            defs.push((param, block, position));
                        }
                        // Where the copy vanishes, nothing else may be assigned to the local
                        // between the two.
                        copied.retain(|&(to, value, since)| {
                            if to == param {
                                kept.push((value, (since, position)));
                            }
                            to != param
                        });
                    }
                    _ => {}
                }
            }
            position += 2;
            end[block] = position;
        }
        for &param in &f.blocks[f.entry].params {
            if wanted(param.as_u32()) {
                defs.push((param.as_u32(), f.entry, 0));
            }
        }
        defs.sort_unstable();
        uses.sort_unstable();
        kept.sort_unstable();

        let mut visited: SecondaryMap<Block, u32> = SecondaryMap::with_capacity(f.blocks.len());
        let mut stack: Vec<Block> = Vec::new();
        let mut budget = LIVENESS_BUDGET;
        let (mut d, mut u, mut k) = (0, 0, 0);
        while d < defs.len() {
            let value = defs[d].0;
            let mine = {
                let from = d;
                while d < defs.len() && defs[d].0 == value {
                    d += 1;
                }
                &defs[from..d]
            };
            while u < uses.len() && uses[u].0 < value {
                u += 1;
            }
            let read = {
                let from = u;
                while u < uses.len() && uses[u].0 == value {
                    u += 1;
                }
                &uses[from..u]
            };
            list.clear();
            while let Some(&(of, segment)) = kept.get(k).filter(|&&(of, _)| of <= value) {
                list.extend((of == value).then_some(segment));
                k += 1;
            }
            // Even an assignment that nobody reads writes its local.
            list.extend(mine.iter().map(|&(_, _, at)| (at, at + 1)));
            let stamp = value + 1;
            // The last assignment in a block before a position.
            let def_before = |block: Block, before: u32| -> Option<u32> {
                let first = mine.partition_point(|&(_, b, at)| (b, at) < (block, before));
                let &(_, b, at) = mine[..first].last()?;
                (b == block).then_some(at)
            };
            for &(_, block, at) in read {
                match def_before(block, at) {
                    Some(def) => list.push((def, at)),
                    None => {
                        list.push((start[block], at));
                        if visited[block] != stamp {
                            // Live-in: walk the predecessors.
                            visited[block] = stamp;
                            stack.push(block);
                        }
                    }
                }
            }
            while let Some(block) = stack.pop() {
                for from in cfg.reachable_preds(block).map(|edge| edge.from) {
                    budget = budget.checked_sub(1)?;
                    if let Some(def) = def_before(from, u32::MAX) {
                        list.push((def, end[from]));
                        continue;
                    }
                    list.push((start[from], end[from]));
                    if visited[from] != stamp {
                        visited[from] = stamp;
                        stack.push(from);
                    }
                }
            }
            normalize(&mut list);
            segments[value as usize] = Segments::new(&list);
        }
        Some(Ranges { segments, start, end })
    }
}

/// Values that share a local: union-find, the segments kept at the root.
struct Webs {
    parent: Vec<u32>,
    /// The function parameter in the web, which fixes its local.
    fixed: Vec<Option<u32>>,
    /// The segments of coalesced values before that, each once.
    before: Vec<(u32, Segments)>,
    /// Whether they are in `before`.
    coalesced: Vec<bool>,
}

impl Webs {
    fn new(f: &Function, values: usize) -> Self {
        let mut fixed = vec![None; values];
        for (n, param) in f.blocks[f.entry].params.iter().enumerate() {
            fixed[param.index()] = Some(n as u32);
        }
        Webs {
            parent: (0..values as u32).collect(),
            fixed,
            before: Vec::new(),
            coalesced: vec![false; values],
        }
    }

    fn find(&mut self, value: u32) -> u32 {
        let mut root = value;
        while self.parent[root as usize] != root {
            root = self.parent[root as usize];
        }
        let mut at = value;
        while self.parent[at as usize] != root {
            at = std::mem::replace(&mut self.parent[at as usize], root);
        }
        root
    }

    fn coalesce(&mut self, segments: &mut [Segments], f: &Function, a: u32, b: u32) {
        let (a, b) = (self.find(a), self.find(b));
        let (fixed_a, fixed_b) = (self.fixed[a as usize], self.fixed[b as usize]);
        if a == b
            || f.ty(Value::from_u32(a)) != f.ty(Value::from_u32(b))
            || fixed_a.is_some() && fixed_b.is_some()
            || !invar_ir::mutant!(WasmCoalescesLive)
                && segments[a as usize].overlap(&segments[b as usize])
        {
            return;
        }
        let (root, other) =
            if segments[a as usize].len() >= segments[b as usize].len() { (a, b) } else { (b, a) };
        self.parent[other as usize] = root;
        self.fixed[root as usize] = fixed_a.or(fixed_b);
        let moved = std::mem::take(&mut segments[other as usize]);
        for (value, segments) in [(other, &moved), (root, &segments[root as usize])] {
            // Of a web that was coalesced before, the parts are kept already.
            if !std::mem::replace(&mut self.coalesced[value as usize], true) {
                self.before.push((value, segments.clone()));
            }
        }
        segments[root as usize].add(moved);
    }
}

/// First-fit colouring of the webs, the most used first.
fn colour(
    f: &Function,
    webs: &mut Webs,
    segments: &mut [Segments],
    counts: &[u32],
) -> Option<Assignment> {
    let params = &f.blocks[f.entry].params;
    let mut types: Vec<ValType> = params.iter().map(|&param| f.ty(param)).collect();
    let mut busy: Vec<Segments> = Vec::new();
    busy.resize_with(types.len(), Segments::default);
    let mut used: Vec<u64> = vec![0; types.len()];

    let mut total: Vec<u64> = vec![0; f.values.len()];
    for value in 0..f.values.len() as u32 {
        let root = webs.find(value);
        total[root as usize] += u64::from(counts[value as usize]);
    }
    let mut roots: Vec<u32> =
        (0..f.values.len() as u32).filter(|&value| webs.find(value) == value).collect();
    roots.retain(|&root| total[root as usize] > 0 || webs.fixed[root as usize].is_some());
    roots.sort_by_key(|&root| {
        (webs.fixed[root as usize].is_none(), std::cmp::Reverse(total[root as usize]))
    });

    let mut local_of_root: Vec<u32> = vec![u32::MAX; f.values.len()];
    for &root in &roots {
        let ty = f.ty(Value::from_u32(root));
        let mine = std::mem::take(&mut segments[root as usize]);
        let local = match webs.fixed[root as usize] {
            Some(param) => param as usize,
            None => {
                let fits = (0..types.len()).filter(|&local| types[local] == ty).take(TRIES).find(
                    |&local| invar_ir::mutant!(WasmColoursLive) || !mine.overlap(&busy[local]),
                );
                fits.unwrap_or_else(|| {
                    types.push(ty);
                    busy.push(Segments::default());
                    used.push(0);
                    types.len() - 1
                })
            }
        };
        busy[local].add(mine);
        used[local] += total[root as usize];
        local_of_root[root as usize] = local as u32;
    }
    if types.len() > MAX_LOCALS {
        return None;
    }

    let renumbered = order_locals(params.len(), &mut types, &used);
    let mut local: SecondaryMap<Value, u32> = SecondaryMap::with_default(u32::MAX);
    for value in 0..f.values.len() as u32 {
        let of_root = local_of_root[webs.find(value) as usize];
        if of_root != u32::MAX {
            local[Value::from_u32(value)] = renumbered[of_root as usize];
        }
    }
    Some(Assignment { local, types })
}

/// Sorts the locals after the parameters: by type, as a declaration is a run of one type, the
/// most used within; where there are more than fit in indices of one byte, the most used of all
/// types come before the rest. Gives the new number of each.
fn order_locals(params: usize, types: &mut Vec<ValType>, used: &[u64]) -> Vec<u32> {
    let mut order: Vec<usize> = (params..types.len()).collect();
    order.sort_by_key(|&local| std::cmp::Reverse(used[local]));
    let short = 128usize.saturating_sub(params).min(order.len());
    // Types in order of first appearance: the most used type first.
    let mut kinds: Vec<ValType> = Vec::new();
    for &local in &order {
        if !kinds.contains(&types[local]) {
            kinds.push(types[local]);
        }
    }
    let kind = |local: &usize| kinds.iter().position(|&kind| kind == types[*local]);
    let (first, rest) = order.split_at_mut(short);
    first.sort_by_key(kind);
    // The second run starts with the type that the first ends with.
    rest.sort_by_key(|local| std::cmp::Reverse(kind(local)));
    let mut renumbered: Vec<u32> = (0..types.len() as u32).collect();
    let mut sorted = types[..params].to_vec();
    for (n, &local) in order.iter().enumerate() {
        renumbered[local] = (params + n) as u32;
        sorted.push(types[local]);
    }
    *types = sorted;
    renumbered
}
