//! Repair of SSA form after code was copied: values that have several definitions.
//!
//! A pass that duplicates blocks leaves values with one definition per copy. It collects them in
//! [`Definitions`]; [`repair_ssa`] then rewrites each use to the definition that reaches it, with block
//! parameters where several definitions meet. So passes need no loop-closed SSA form and do not look
//! for uses themselves.
//!
//! The algorithm is that of Braun et al. (*Simple and Efficient Construction of Static Single
//! Assignment Form*, 2013): the definition that reaches a use is searched backwards, on demand, so that
//! parameters are only made where the value is live; those that turn out to be superfluous are removed, which
//! leaves the minimal number where control flow is reducible. Blocks are not walked one by one, but in
//! the dominator tree: if no definition is strictly below the immediate dominator of a block, no join on the
//! way from there can need a parameter. So a search goes at once to the block closest to the definitions,
//! and from there to the next join or definition above.
//!
//! Cost: O(m log n) for a function of n blocks and m edges, once per call: so a pass collects what all of
//! its copies define. Then O(log n + d) for each use that is rewritten and each argument that is
//! passed, d being the number of definitions of the value.
//!
//! Uses in unreachable blocks stay as they are. No recursion.

use crate::transform::edges;
use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;
use invar_ir::{Block, Cfg, Dominators, Function, Inst, Value, ValueDef};
use invar_rules::is_constant;
use rustc_hash::{FxHashMap, FxHashSet};

/// Values that have several definitions: the original one, and those in copies.
#[derive(Clone, Debug, Default)]
pub struct Definitions {
    list: Vec<(Value, Block, Value)>,
}

impl Definitions {
    /// Adds a definition: at the end of `block`, `original` has the value `value`, which is defined in
    /// that block or in one that dominates it. Uses in the block get it as well, unless they precede
    /// its definition. `value` may have several definitions itself: then the one that reaches the end
    /// of the block. The original definition need not be added. One definition of a value per block.
    pub fn add(&mut self, original: Value, block: Block, value: Value) {
        self.list.push((original, block, value));
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}

/// Rewrites the uses of values that have several definitions, and makes block parameters where these
/// meet. Resolves aliases. Returns how many parameters it made.
///
/// # Panics
///
/// If a use can be reached without passing any of the definitions.
pub fn repair_ssa(f: &mut Function, definitions: Definitions) -> usize {
    f.resolve_aliases();
    if definitions.is_empty() {
        return 0;
    }
    let cfg = Cfg::new(f);
    let doms = Dominators::new(f, &cfg);
    let homes = Homes::new(f);
    let Some(variables) = variables(f, &doms, &homes, definitions) else { return 0 };
    let mut repair = Repair {
        tree: Tree::new(f, &cfg, &doms),
        cfg: &cfg,
        doms: &doms,
        homes: &homes,
        variables,
        params: Vec::new(),
        at: FxHashMap::default(),
    };
    repair.constants(f);
    for &block in &cfg.rpo {
        repair.uses(f, block);
    }
    repair.arguments(f);
    let made = repair.params;
    let removed = remove_trivial(f, &made);
    made.len() - removed
}

/// Where values are defined.
struct Homes {
    insts: SecondaryMap<Inst, PackedOption<Block>>,
}

impl Homes {
    fn new(f: &Function) -> Homes {
        Homes { insts: f.inst_blocks() }
    }

    /// The live block in which a value is defined.
    fn of(&self, f: &Function, value: Value) -> Option<Block> {
        match f.values[value].def {
            ValueDef::Param(block, n) => {
                (f.blocks[block].params.get(n as usize) == Some(&value)).then_some(block)
            }
            ValueDef::Edge(block, _) => Some(block),
            ValueDef::Result(inst, _) => self.insts[inst].expand(),
            ValueDef::Alias(_) => None,
        }
    }
}

/// A definition of a variable in a reachable block.
#[derive(Clone, Copy, Debug)]
struct Definition {
    block: Block,
    value: Value,
}

/// A value with all its definitions.
struct Variable {
    original: Value,
    /// In the order of the dominator tree.
    definitions: Vec<Definition>,
    /// The original's instruction, if all definitions are one constant.
    constant: Option<Inst>,
    /// A copy of that constant that dominates all uses outside of the original's block.
    constant_below: Option<Value>,
}

impl Variable {
    fn of_block(&self, tree: &Tree, block: Block) -> Option<Value> {
        let number = |definition: &Definition| tree.number[definition.block];
        let at = self.definitions.binary_search_by_key(&tree.number[block], number);
        at.ok().map(|n| self.definitions[n].value)
    }
}

/// The variables by their originals.
#[derive(Default)]
struct Variables {
    list: Vec<Variable>,
    of: FxHashMap<Value, u32>,
}

/// All definitions, by variable. `None` if there is nothing to do.
fn variables(
    f: &Function,
    doms: &Dominators,
    homes: &Homes,
    definitions: Definitions,
) -> Option<Variables> {
    let mut number: SecondaryMap<Block, u32> = SecondaryMap::with_default(u32::MAX);
    for (n, block) in doms.preorder().enumerate() {
        number[block] = n as u32;
    }
    let mut variables = Variables::default();
    for (original, block, value) in definitions.list {
        debug_assert!(!matches!(f.values[original].def, ValueDef::Alias(_)));
        let value = f.resolve(value);
        let n = *variables.of.entry(original).or_insert_with(|| {
            let own = homes.of(f, original).filter(|&block| number[block] != u32::MAX);
            let own = own.map(|block| Definition { block, value: original });
            let definitions = own.into_iter().collect();
            variables.list.push(Variable {
                original,
                definitions,
                constant: None,
                constant_below: None,
            });
            variables.list.len() as u32 - 1
        });
        if number[block] != u32::MAX {
            variables.list[n as usize].definitions.push(Definition { block, value });
        }
    }
    for variable in &mut variables.list {
        variable.definitions.sort_by_key(|definition| number[definition.block]);
        let twice = variable.definitions.windows(2).any(|two| two[0].block == two[1].block);
        assert!(!twice, "{} has two definitions in one block", variable.original);
    }
    (!variables.list.is_empty()).then_some(variables)
}

/// The dominator tree, by positions in its preorder.
struct Tree {
    number: SecondaryMap<Block, u32>,
    blocks: Vec<Block>,
    level: Vec<u32>,
    /// The closest dominator of a block, itself included, that several edges lead to; or the entry.
    join: SecondaryMap<Block, Block>,
    /// A segment tree: the position of the least level in each range of positions.
    least: Vec<u32>,
}

impl Tree {
    fn new(f: &Function, cfg: &Cfg, doms: &Dominators) -> Tree {
        let blocks: Vec<Block> = doms.preorder().collect();
        let mut number = SecondaryMap::with_default(u32::MAX);
        let mut join = SecondaryMap::with_default(f.entry);
        let mut level = vec![0; blocks.len()];
        for (n, &block) in blocks.iter().enumerate() {
            number[block] = n as u32;
            let Some(above) = doms.idom(block) else { continue };
            level[n] = level[number[above] as usize] + 1;
            let is_join = cfg.reachable_preds(block).nth(1).is_some();
            join[block] = if is_join { block } else { join[above] };
        }
        let len = blocks.len();
        let mut least: Vec<u32> = vec![0; len];
        least.extend(0..len as u32);
        for n in (1..len).rev() {
            least[n] = Tree::lower(&level, least[2 * n], least[2 * n + 1]);
        }
        Tree { number, blocks, level, join, least }
    }

    fn lower(level: &[u32], one: u32, other: u32) -> u32 {
        if level[one as usize] <= level[other as usize] { one } else { other }
    }

    /// The closest common dominator of two blocks.
    fn common(&self, doms: &Dominators, a: Block, b: Block) -> Block {
        if doms.dominates(a, b) {
            return a;
        }
        if doms.dominates(b, a) {
            return b;
        }
        let (a, b) = (self.number[a], self.number[b]);
        // Of the positions after the lower one up to the higher one, those of least level are
        // children of the common dominator.
        let (low, high) = (a.min(b) as usize + 1, a.max(b) as usize + 1);
        let len = self.blocks.len();
        let (mut from, mut to) = (low + len, high + len);
        let mut best = high as u32 - 1;
        while from < to {
            if from % 2 == 1 {
                best = Tree::lower(&self.level, best, self.least[from]);
                from += 1;
            }
            if to % 2 == 1 {
                to -= 1;
                best = Tree::lower(&self.level, best, self.least[to]);
            }
            from /= 2;
            to /= 2;
        }
        doms.idom(self.blocks[best as usize]).expect("it is below a block")
    }
}

/// A parameter that was made.
struct Made {
    param: Value,
    block: Block,
    variable: u32,
    /// What is passed to it by edges from blocks that the entry reaches.
    args: Vec<Value>,
}

struct Repair<'a> {
    cfg: &'a Cfg,
    doms: &'a Dominators,
    homes: &'a Homes,
    tree: Tree,
    variables: Variables,
    /// In the order in which they were made.
    params: Vec<Made>,
    /// The value of a variable at the start of a block, once known.
    at: FxHashMap<(Block, u32), Value>,
}

impl Repair<'_> {
    /// The value of a variable at the end of a reachable block.
    fn at_end(&mut self, f: &mut Function, block: Block, variable: u32) -> Value {
        let data = &self.variables.list[variable as usize];
        match data.of_block(&self.tree, block) {
            Some(value) => self.defined(f, block, variable, value),
            None => self.at_start(f, block, variable),
        }
    }

    /// The value of a variable at the start of a reachable block.
    fn at_start(&mut self, f: &mut Function, block: Block, variable: u32) -> Value {
        match self.reaching(f.entry, block, variable) {
            Reaching::Definition(above, value) => self.defined(f, above, variable, value),
            Reaching::Join(join) => self.param(f, join, variable),
        }
    }

    /// The value of a definition at the end of a block: it may be another variable.
    fn defined(
        &mut self,
        f: &mut Function,
        mut block: Block,
        mut variable: u32,
        mut value: Value,
    ) -> Value {
        let mut steps = 0;
        while let Some(&other) = self.variables.of.get(&value) {
            let data = &self.variables.list[other as usize];
            if data.constant.is_some() {
                return self.constant_at(f, block, other);
            }
            if other == variable {
                break;
            }
            variable = other;
            match data.of_block(&self.tree, block) {
                Some(next) => {
                    value = next;
                    steps += 1;
                    assert!(steps <= self.variables.list.len(), "{value} is defined by itself");
                }
                None => match self.reaching(f.entry, block, other) {
                    Reaching::Definition(above, next) => (block, value, steps) = (above, next, 0),
                    Reaching::Join(join) => return self.param(f, join, other),
                },
            }
        }
        value
    }

    /// Where the value of a variable at the start of a block comes from.
    fn reaching(&self, entry: Block, block: Block, variable: u32) -> Reaching {
        let (tree, doms) = (&self.tree, self.doms);
        let data = &self.variables.list[variable as usize];
        let number = tree.number[block];
        let after = data.definitions.partition_point(|one| tree.number[one.block] < number);
        let before = after.checked_sub(1).map(|n| data.definitions[n].block);
        let next = data.definitions.get(after).map(|one| one.block);
        // The highest dominator such that no join between it and this block can need a parameter: a child
        // of the closest dominator that has a definition strictly below it.
        let top = if next.is_some_and(|next| doms.dominates(block, next)) {
            block
        } else {
            let children = [before, next].into_iter().flatten().map(|defined| {
                if doms.dominates(defined, block) {
                    doms.child_towards(defined, block)
                } else {
                    doms.child_towards(tree.common(doms, defined, block), block)
                }
            });
            children.max_by_key(|&child| tree.number[child]).unwrap_or(block)
        };
        // The definition that dominates it, unless there is a join below that definition.
        let join = tree.join[top];
        let mut above = data.definitions[..after].iter().rev();
        match above.find(|one| doms.strictly_dominates(one.block, top)) {
            Some(one)
                if invar_ir::mutant!(SsaRepairIgnoresJoins)
                    || tree.number[one.block] >= tree.number[join] =>
            {
                Reaching::Definition(one.block, one.value)
            }
            _ => {
                assert_ne!(join, entry, "{} is used where no definition reaches", data.original);
                Reaching::Join(join)
            }
        }
    }

    /// The parameter for a variable at the start of a join.
    fn param(&mut self, f: &mut Function, block: Block, variable: u32) -> Value {
        if let Some(&param) = self.at.get(&(block, variable)) {
            return param;
        }
        let ty = f.ty(self.variables.list[variable as usize].original);
        let param = f.add_param(block, ty);
        self.at.insert((block, variable), param);
        self.params.push(Made { param, block, variable, args: Vec::new() });
        param
    }

    /// Passes arguments for the parameters. This may make more parameters.
    fn arguments(&mut self, f: &mut Function) {
        let mut n = 0;
        // In the order in which the parameters were made, which is that of the arguments of each edge.
        while n < self.params.len() {
            let Made { param, block, variable, .. } = self.params[n];
            let cfg = self.cfg;
            for &edge in cfg.preds(block) {
                // The argument of an edge from an unreachable block is arbitrary.
                let mut arg = param;
                if cfg.is_reachable(edge.from) {
                    arg = self.at_end(f, edge.from, variable);
                    self.params[n].args.push(arg);
                }
                let Function { blocks, pool, .. } = &mut *f;
                let call = blocks[edge.from].term.target_mut(edge.nth as usize).expect("an edge");
                call.args.push(arg, pool);
            }
            n += 1;
        }
    }

    /// Rewrites the uses in a block.
    fn uses(&mut self, f: &mut Function, block: Block) {
        let mut any = false;
        f.for_each_use(block, |value| any |= self.variables.of.contains_key(&value));
        if !any {
            return;
        }
        let insts = f.blocks[block].insts.clone();
        // The instructions visited so far, if this block has a definition other than the first.
        let mut passed: FxHashSet<Inst> = FxHashSet::default();
        for &inst in &insts {
            for n in 0..f.args(inst).len() {
                let value = f.args(inst)[n];
                if let Some(&variable) = self.variables.of.get(&value) {
                    let value = self.used(f, block, variable, Some(&passed));
                    f.args_mut(inst)[n] = value;
                }
            }
            passed.insert(inst);
        }
        let mut found: FxHashMap<Value, Value> = FxHashMap::default();
        let mut used: Vec<Value> = Vec::new();
        f.blocks[block].term.for_each_use(&f.pool, |value| used.push(value));
        for value in used {
            if let Some(&variable) = self.variables.of.get(&value)
                && !found.contains_key(&value)
            {
                found.insert(value, self.used(f, block, variable, None));
            }
        }
        let Function { blocks, pool, .. } = &mut *f;
        blocks[block].term.for_each_use_mut(pool, |value| {
            *value = found.get(value).copied().unwrap_or(*value);
        });
    }

    /// The value for a use in a block: after the instructions visited so far, or at the end.
    fn used(
        &mut self,
        f: &mut Function,
        block: Block,
        variable: u32,
        passed: Option<&FxHashSet<Inst>>,
    ) -> Value {
        let data = &self.variables.list[variable as usize];
        let original = data.original;
        if self.homes.of(f, original) == Some(block) {
            return original;
        }
        if data.constant.is_some() {
            return data.constant_below.expect("it is used");
        }
        let (Some(value), Some(passed)) = (data.of_block(&self.tree, block), passed) else {
            return self.at_end(f, block, variable);
        };
        match f.values[value].def {
            ValueDef::Result(inst, _)
                if self.homes.of(f, value) == Some(block) && !passed.contains(&inst) =>
            {
                self.at_start(f, block, variable)
            }
            _ => self.defined(f, block, variable, value),
        }
    }

    // ---- Constants -----------------------------------------------------------------------------

    /// Constants must stay recognizable as constants: where all definitions are the same constant, a
    /// copy of it is made that dominates the uses, instead of parameters.
    fn constants(&mut self, f: &mut Function) {
        let mut any = false;
        for variable in &mut self.variables.list {
            let op = |value| f.def_op(value).filter(|op| is_constant(op));
            let first = op(variable.original);
            if first.is_some() && variable.definitions.iter().all(|one| op(one.value) == first) {
                variable.constant = f.def_inst(variable.original);
                any = true;
            }
        }
        if !any {
            return;
        }
        let mut below: FxHashMap<u32, Block> = FxHashMap::default();
        for &block in &self.cfg.rpo {
            f.for_each_use(block, |value| {
                let Some(&variable) = self.variables.of.get(&value) else { return };
                let is_constant = self.variables.list[variable as usize].constant.is_some();
                if is_constant && self.homes.of(f, value) != Some(block) {
                    let common = below.entry(variable).or_insert(block);
                    *common = self.tree.common(self.doms, *common, block);
                }
            });
        }
        let mut below: Vec<(Block, u32)> = below.into_iter().map(|(var, at)| (at, var)).collect();
        below.sort_unstable();
        for group in below.chunk_by(|one, other| one.0 == other.0) {
            let block = group[0].0;
            let mut insts = Vec::with_capacity(group.len() + f.blocks[block].insts.len());
            for &(_, variable) in group {
                let inst = self.constant(f, variable);
                insts.push(inst);
                self.variables.list[variable as usize].constant_below = f.result(inst);
            }
            insts.append(&mut f.blocks[block].insts);
            f.blocks[block].insts = insts;
        }
    }

    /// A copy of the instruction that makes the constant.
    fn constant(&self, f: &mut Function, variable: u32) -> Inst {
        let inst = self.variables.list[variable as usize].constant.expect("a constant");
        let (op, loc) = (f.insts[inst].op.clone(), f.insts[inst].loc);
        let types: Vec<_> = f.results(inst).map(|result| f.ty(result)).collect();
        f.make_inst(op, &[], &types, loc)
    }

    /// A constant at the end of a block.
    fn constant_at(&mut self, f: &mut Function, block: Block, variable: u32) -> Value {
        if let Some(&value) = self.at.get(&(block, variable)) {
            return value;
        }
        let inst = self.constant(f, variable);
        f.blocks[block].insts.push(inst);
        let value = f.result(inst).expect("a constant is one value");
        self.at.insert((block, variable), value);
        value
    }
}

/// Where a value comes from.
enum Reaching {
    /// From the definition in a block.
    Definition(Block, Value),
    /// Several definitions may meet at the start of a block.
    Join(Block),
}

/// Removes redundant parameters: those whose arguments are all one value, or the parameter itself.
/// Returns how many.
fn remove_trivial(f: &mut Function, made: &[Made]) -> usize {
    let number: FxHashMap<Value, usize> =
        made.iter().enumerate().map(|(n, made)| (made.param, n)).collect();
    // By parameter: the parameters that it is passed to.
    let mut users: Vec<Vec<usize>> = vec![Vec::new(); made.len()];
    for (n, made) in made.iter().enumerate() {
        for arg in &made.args {
            if let Some(&of) = number.get(arg) {
                users[of].push(n);
            }
        }
    }
    let mut removed: FxHashSet<Value> = FxHashSet::default();
    let mut work: Vec<usize> = (0..made.len()).rev().collect();
    while let Some(n) = work.pop() {
        let Made { param, args, .. } = &made[n];
        if removed.contains(param) {
            continue;
        }
        let mut values = args.iter().map(|&arg| f.resolve(arg)).filter(|arg| arg != param);
        let Some(first) = values.next() else { continue };
        if values.any(|arg| arg != first) {
            continue;
        }
        f.alias(*param, first);
        removed.insert(*param);
        let users_of = std::mem::take(&mut users[n]);
        work.extend(&users_of);
        if let Some(&of) = number.get(&first) {
            users[of].extend(users_of);
        }
    }
    if !removed.is_empty() {
        f.resolve_aliases();
        edges::remove_params(f, |value| removed.contains(&value));
    }
    removed.len()
}

#[cfg(test)]
mod tests;
