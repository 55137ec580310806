//! Colouring: assigns locals to webs first-fit, the most used first, and numbers the locals.
//!
//! Cost: for each web, a bounded number of locals is tried.

use super::segments::Segments;
use super::webs::Webs;
use invar_ir::entities::SecondaryMap;
use invar_ir::limits::Limit;
use invar_ir::{Function, ValType, Value};

/// Locals tried for one web before a new one is made.
const TRIES: usize = 256;

/// The assignment.
pub(crate) struct Assignment {
    /// The local of each value that has one.
    pub local: SecondaryMap<Value, u32>,
    /// The types of all locals, parameters first.
    pub types: Vec<ValType>,
}

/// First-fit colouring of the webs, the most used first.
pub(super) fn colour(
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
    if Limit::Locals.is_over(types.len() as u64) {
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

#[cfg(test)]
mod tests {
    use super::super::segments::{Segment, Segments};
    use super::super::webs::Webs;
    use super::colour;
    use invar_generate::functions::parse;
    use invar_ir::{Function, ValType};

    /// A function whose values are v0, a parameter, then two of `i32` and one of `i64`.
    fn values() -> Function {
        let (_, f) = parse(
            "func f1 : (i32) -> () {
             b0(v0: i32):
               v1 = i32.const 1
               v2 = i32.const 2
               v3 = i64.const 3
               return
             }",
        );
        f
    }

    fn ranges(of: [&[Segment]; 4]) -> Vec<Segments> {
        of.into_iter().map(Segments::new).collect()
    }

    #[test]
    fn values_are_coalesced_if_their_ranges_do_not_overlap() {
        let f = values();
        let coalesced = |of, a, b| {
            let (mut segments, mut webs) = (ranges(of), Webs::new(&f, 4));
            webs.coalesce(&mut segments, &f, a, b);
            webs.find(a) == webs.find(b)
        };
        let apart: [&[Segment]; 4] = [&[(0, 2)], &[(2, 4), (8, 9)], &[(4, 6), (9, 10)], &[(6, 7)]];
        assert!(coalesced(apart, 1, 2));
        assert!(coalesced(apart, 0, 2));
        // Of different types.
        assert!(!coalesced(apart, 2, 3));
        // A single position in common.
        assert!(!coalesced([&[], &[(2, 4), (8, 10)], &[(4, 6), (9, 10)], &[]], 1, 2));
    }

    #[test]
    fn what_is_coalesced_interferes_as_a_whole() {
        let f = values();
        let mut segments = ranges([&[(0, 5)], &[(6, 8)], &[(3, 4)], &[]]);
        let mut webs = Webs::new(&f, 4);
        webs.coalesce(&mut segments, &f, 0, 1);
        assert_eq!(webs.find(0), webs.find(1));
        // v2 would fit v1 alone.
        webs.coalesce(&mut segments, &f, 1, 2);
        assert_ne!(webs.find(1), webs.find(2));
    }

    #[test]
    fn colours_are_shared_by_values_of_one_type_that_are_not_live_at_once() {
        let f = values();
        let locals = |of| {
            let (mut segments, mut webs) = (ranges(of), Webs::new(&f, 4));
            let assignment = colour(&f, &mut webs, &mut segments, &[1; 4]).expect("few locals");
            let local = (0..4).map(|n| assignment.local[invar_ir::Value::from_u32(n)]);
            (local.collect::<Vec<_>>(), assignment.types)
        };
        let (i32, i64) = (ValType::I32, ValType::I64);
        let shared = locals([&[(0, 2)], &[(2, 4)], &[(4, 6)], &[(6, 8)]]);
        assert_eq!(shared, (vec![0, 0, 0, 1], vec![i32, i64]));
        let apart = locals([&[(0, 9)], &[(2, 5)], &[(4, 6)], &[(6, 8)]]);
        assert_eq!(apart, (vec![0, 1, 2, 3], vec![i32, i32, i32, i64]));
    }
}
