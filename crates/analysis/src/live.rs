//! Liveness: the values that are live at the start of each block.

use cranelift_entity::{EntityRef, SecondaryMap};
use invar_ir::{Block, Cfg, Function, Rows, Value, ValueDef};

/// The values that are live at the start of each block.
#[derive(Clone, Debug)]
pub struct Liveness {
    entry: Rows<Value>,
}

impl Liveness {
    /// Computes liveness in reachable blocks of the values for which `is_wanted` is true, by following uses
    /// backwards to the definition. Linear in the size of the result and of the function, except for
    /// one sort of the uses in other blocks than their definitions.
    pub fn new(f: &Function, cfg: &Cfg, is_wanted: impl Fn(Value) -> bool) -> Self {
        let mut defined: SecondaryMap<Value, u32> = SecondaryMap::with_default(u32::MAX);
        for &block in &cfg.rpo {
            for &inst in &f.blocks[block].insts {
                f.results(inst).for_each(|result| defined[result] = block.as_u32());
            }
        }
        let home = |value: Value| match f.values[value].def {
            ValueDef::Param(block, _) | ValueDef::Edge(block, _) => block,
            _ => Block::from_u32(defined[value]),
        };
        let mut uses: Vec<(Value, Block)> = Vec::new();
        for &block in &cfg.rpo {
            f.for_each_use(block, |value| {
                let value = f.resolve(value);
                if is_wanted(value) && home(value) != block {
                    uses.push((value, block));
                }
            });
        }
        uses.sort_unstable();
        uses.dedup();
        let mut found: Vec<(usize, Value)> = Vec::new();
        let mut last: SecondaryMap<Block, u32> = SecondaryMap::with_default(u32::MAX);
        let mut work = Vec::new();
        for (value, block) in uses {
            let home = home(value);
            work.push(block);
            while let Some(block) = work.pop() {
                if block == home || last[block] == value.as_u32() {
                    continue;
                }
                last[block] = value.as_u32();
                found.push((block.index(), value));
                work.extend(cfg.reachable_preds(block).map(|edge| edge.from));
            }
        }
        Liveness { entry: Rows::new(cfg.block_count(), || found.iter().copied()) }
    }

    /// The values that are live at the start of a block, without its parameters, ordered by number.
    pub fn entry(&self, block: Block) -> &[Value] {
        self.entry.row(block.index())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use invar_ir::{Body, Func, parse_verified};

    #[test]
    fn live_around_a_loop_and_into_one_arm() {
        let module = parse_verified(
            "module {
              func f0 : (i32, i32) -> (i32) {
              b0(v0: i32, v1: i32):
                v2 = i32.add v0, v1
                jump b1(v0)
              b1(v3: i32):
                v4 = i32.sub v3, v1
                br_if v4, b1(v4), b2
              b2:
                br_if v1, b3, b4
              b3:
                return v2
              b4:
                return v4
              }
            }",
        )
        .expect("it parses");
        let Body::Ssa(f) = &module.funcs[Func::from_u32(0)].body else { panic!("SSA form") };
        let live = Liveness::new(f, &Cfg::new(f), |_| true);
        let at = |n: u32| {
            let values = live.entry(Block::from_u32(n)).iter();
            values.map(|value| value.as_u32()).collect::<Vec<_>>()
        };
        assert_eq!(
            [at(0), at(1), at(2), at(3), at(4)],
            [vec![], vec![1, 2], vec![1, 2, 4], vec![2], vec![4]]
        );
    }
}
