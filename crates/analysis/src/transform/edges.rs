//! Arguments of edges and parameters of blocks, which belong together.

use cranelift_entity::SecondaryMap;
use invar_ir::{Block, BlockCall, Edge, Function, Terminator, Value, ValueDef};

/// The n-th target of a terminator, in the order of [`Terminator::targets`]. Constant time, also
/// for jump tables.
pub fn target(term: &Terminator, nth: u32) -> &BlockCall {
    term.target(nth as usize).expect("an edge of the terminator")
}

/// The arguments that an edge passes.
pub fn args(function: &Function, edge: Edge) -> &[Value] {
    function.list(&target(&function.blocks[edge.from].term, edge.nth).args)
}

/// Removes parameters, and the arguments for them on all edges. Returns how many parameters. Linear.
pub fn remove_params(function: &mut Function, is_removed: impl Fn(Value) -> bool) -> u64 {
    let blocks: Vec<Block> = function.live_blocks().collect();
    let mut loses: SecondaryMap<Block, bool> = SecondaryMap::new();
    for &block in &blocks {
        loses[block] = function.blocks[block].params.iter().any(|&param| is_removed(param));
    }
    // Arguments first: they need the positions of the parameters.
    for &block in &blocks {
        let mut term = std::mem::take(&mut function.blocks[block].term);
        for call in term.targets_mut().filter(|call| loses[call.block]) {
            let params = &function.blocks[call.block].params;
            let kept: Vec<Value> = (function.list(&call.args).iter().zip(params))
                .filter(|&(_, &param)| !is_removed(param))
                .map(|(&arg, _)| arg)
                .collect();
            call.args.clear(&mut function.pool);
            call.args = function.make_list(&kept);
        }
        function.blocks[block].term = term;
    }
    let mut removed = 0;
    for &block in blocks.iter().filter(|&&block| loses[block]) {
        let params = &mut function.blocks[block].params;
        let before = params.len();
        params.retain(|&param| !is_removed(param));
        removed += (before - params.len()) as u64;
        for (n, &param) in params.iter().enumerate() {
            function.values[param].def = ValueDef::Param(block, n as u32);
        }
    }
    removed
}
