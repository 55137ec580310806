//! Joining of blocks: a block is merged with its only predecessor if it is the only successor of that.

use super::Pass;
use invar_ir::entities::SecondaryMap;
use invar_ir::{Block, Terminator, ValueDef};

impl Pass<'_, '_> {
    /// Each instruction moves at most once: chains are joined into their first block.
    pub(super) fn join(&mut self) {
        let mut preds: SecondaryMap<Block, u32> =
            SecondaryMap::with_capacity(self.function.blocks.len());
        for data in self.function.blocks.values() {
            data.term.targets().for_each(|call| preds[call.block] += 1);
        }
        let may_join = self
            .function
            .blocks
            .values()
            .any(|data| matches!(&data.term, Terminator::Jump(call) if preds[call.block] == 1));
        if !may_join {
            return;
        }
        let cfg = self.cfg();
        for &block in &cfg.rpo {
            // Blocks that were joined before are dead.
            while let Terminator::Jump(call) = &self.function.blocks[block].term {
                let next = call.block;
                let is_only = preds[next] == 1 && next != self.function.entry && next != block;
                if !is_only || !self.cx.fuel.take() {
                    break;
                }
                self.stats.joined += 1;
                self.append(block, next);
            }
        }
    }

    fn append(&mut self, block: Block, next: Block) {
        let function = &mut *self.function;
        let data = std::mem::take(&mut function.blocks[next]);
        let term = std::mem::replace(&mut function.blocks[block].term, data.term);
        function.blocks[block].term_loc = data.term_loc;
        function.blocks[block].insts.extend(data.insts);
        if let Terminator::Jump(mut call) = term {
            for (n, &param) in data.params.iter().enumerate() {
                let arg = function.resolve(function.list(&call.args)[n]);
                function.alias(param, arg);
            }
            call.args.clear(&mut function.pool);
        }
        for value in function.blocks[block].term.edge_values() {
            if let ValueDef::Edge(_, n) = function.values[value].def {
                function.values[value].def = ValueDef::Edge(block, n);
            }
        }
    }
}
