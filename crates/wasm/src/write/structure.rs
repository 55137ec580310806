//! Structured control flow from a reducible control-flow graph.
//!
//! Norman Ramsey, "Beyond Relooper: Recursive Translation of Unstructured Control Flow to
//! Structured Control Flow" (ICFP 2022), with explicit work instead of recursion, and with:
//! no branch to where control falls anyway; `if` with one arm or two as it is shorter; code that
//! leaves a loop is placed after it, where several branches go there; the constructs that wrap
//! the code after a block open only after the block's own statements, so that a value left on the
//! operand stack by its predecessors can be used there.
//!
//! Cost: linear in the size of the code, given dominators and loops. Irreducible graphs must be
//! made reducible before ([`make_reducible`](invar_analysis::make_reducible)).

use super::code::{
    Clause, FUNCTION_LABEL, Item, Label, Origin, TypeLists, Typed, invert, inverts_freely, throws,
};
use invar_analysis::LoopForest;
use invar_ir::entities::SecondaryMap;
use invar_ir::{Block, BlockCall, Cfg, Dominators, Function, Handler, Module, Terminator, ValType};
use rustc_hash::FxHashSet;

/// The items of a block, with locals, and how many precede the terminator's operands.
#[derive(Clone, Default)]
pub(super) struct FinalCode {
    pub items: Vec<Item>,
    pub statements: usize,
    /// Between the operands of a conditional branch and the branch.
    pub early: Vec<Item>,
}

/// Where control continues at the end of the emitted code.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Follow {
    /// To the code of a block.
    Block(Block),
    /// The end of the function, which returns the values on the operand stack.
    Return,
    /// Nowhere: each path through the code ends with a branch, a return or a trap.
    Nowhere,
}

enum Task {
    /// A block with all it dominates.
    Tree(Block, Follow),
    /// A block's items and terminator; the blocks placed after it, in order.
    Node(Block, Vec<Block>, Follow),
    Emit(Item),
}

/// How an edge is emitted.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    /// Control falls there.
    Fall,
    /// By a branch to a label.
    Branch(Label),
    /// The target stands right here.
    Inline(Block),
}

pub(super) struct Structure<'a> {
    f: &'a Function,
    cfg: &'a Cfg,
    loops: &'a LoopForest,
    code: SecondaryMap<Block, FinalCode>,
    /// The type of the value that a block finds on the operand stack.
    typed: &'a SecondaryMap<Block, Typed>,
    /// Whether a block is reached by branches to a label of its own.
    labeled: SecondaryMap<Block, bool>,
    /// The labeled blocks that a block wraps, in reverse postorder.
    wraps: SecondaryMap<Block, Vec<Block>>,
    /// Where control leaves subtrees of the dominator tree to.
    leaving: Leaving,
    result: Typed,
    lists: &'a mut TypeLists,
    module: &'a Module,
    items: Vec<Item>,
    tasks: Vec<Task>,
}

/// Answers whether the code that a block dominates continues at another block, or returns.
struct Leaving {
    /// Position of each block in a preorder of the dominator tree, and of the last it dominates.
    range: SecondaryMap<Block, (u32, u32)>,
    /// For each labeled block, the positions of its predecessors, sorted.
    predecessors: SecondaryMap<Block, Vec<u32>>,
    /// The positions of blocks that return, sorted.
    returns: Vec<u32>,
}

impl Leaving {
    fn new(f: &Function, cfg: &Cfg, dominators: &Dominators, labels: &[Block]) -> Self {
        // Control does not fall to a handler.
        let falls = |from: Block, nth: u32| {
            nth == 0 || !matches!(f.blocks[from].term, Terminator::Invoke { .. })
        };
        let order: Vec<Block> = dominators.preorder().collect();
        let mut range: SecondaryMap<Block, (u32, u32)> =
            SecondaryMap::with_capacity(f.blocks.len());
        for (n, &block) in order.iter().enumerate() {
            range[block] = (n as u32, n as u32);
        }
        for &block in order.iter().rev() {
            if let Some(parent) = dominators.idom(block) {
                range[parent].1 = range[parent].1.max(range[block].1);
            }
        }
        let mut predecessors: SecondaryMap<Block, Vec<u32>> = SecondaryMap::new();
        for &block in labels {
            let list = &mut predecessors[block];
            let edges = cfg.reachable_preds(block).filter(|edge| falls(edge.from, edge.nth));
            list.extend(edges.map(|edge| range[edge.from].0));
            list.sort_unstable();
        }
        let returns = order.iter().enumerate();
        let returns = returns.filter(|(_, b)| matches!(f.blocks[**b].term, Terminator::Return(_)));
        let returns = returns.map(|(n, _)| n as u32).collect();
        Leaving { range, predecessors, returns }
    }

    /// Whether a block that `block` dominates has an edge to the place where control falls through.
    fn falls_out(&self, block: Block, follow: Follow) -> bool {
        let (first, last) = self.range[block];
        let sources: &[u32] = match follow {
            Follow::Block(to) => &self.predecessors[to],
            Follow::Return => &self.returns,
            Follow::Nowhere => return false,
        };
        let at = sources.partition_point(|&source| source < first);
        sources.get(at).is_some_and(|&source| source <= last)
    }
}

/// Emits the whole function. The code that the blocks `throws_again` dominate is not moved out of theirs.
pub(super) fn structure(
    module: &Module,
    f: &Function,
    cfg: &Cfg,
    dominators: &Dominators,
    loops: &LoopForest,
    code: SecondaryMap<Block, FinalCode>,
    typed: &SecondaryMap<Block, Typed>,
    lists: &mut TypeLists,
    throws_again: &FxHashSet<Block>,
) -> Vec<Item> {
    let labeled = labeled(f, cfg);
    let labels: Vec<Block> = cfg.rpo.iter().copied().filter(|&block| labeled[block]).collect();
    let mut structure = Structure {
        leaving: Leaving::new(f, cfg, dominators, &labels),
        f,
        cfg,
        loops,
        code,
        typed,
        labeled,
        wraps: SecondaryMap::with_capacity(f.blocks.len()),
        result: match f.results[..] {
            [ty] => Typed::One(ty),
            _ => Typed::None,
        },
        lists,
        module,
        items: Vec::new(),
        tasks: Vec::new(),
    };
    structure.find_wraps(dominators, throws_again);
    let follow = if f.results.len() <= 1 { Follow::Return } else { Follow::Nowhere };
    structure.tasks.push(Task::Tree(f.entry, follow));
    structure.run();
    if f.results.len() > 1 && !structure.items.last().is_some_and(Item::diverges) {
        structure.items.push(Item::Unreachable(Origin::NONE));
    }
    structure.items
}

/// The label of a block for branches forward to it.
pub(super) fn label(block: Block) -> Label {
    block.as_u32() * 2
}

/// The label of a loop header for branches back to it.
fn loop_label(header: Block) -> Label {
    header.as_u32() * 2 + 1
}

/// The blocks with several forward edges, and those that only a label can reach.
fn labeled(f: &Function, cfg: &Cfg) -> SecondaryMap<Block, bool> {
    let mut labeled = SecondaryMap::with_capacity(f.blocks.len());
    for &block in &cfg.rpo {
        let forward = cfg.reachable_preds(block).filter(|&edge| !cfg.is_retreating(edge)).count();
        if forward > 1 {
            labeled[block] = true;
        }
        match &f.blocks[block].term {
            term @ Terminator::BrTable { .. } => {
                for target in term.targets() {
                    labeled[target.block] = true;
                }
            }
            Terminator::BrOn { taken, .. } => labeled[taken.block] = true,
            Terminator::Invoke { handlers, .. } => {
                handlers.iter().for_each(|handler| labeled[handler.target.block] = true);
            }
            _ => {}
        }
    }
    labeled
}

impl Structure<'_> {
    /// Each labeled block is wrapped by its immediate dominator; if that is in a loop that the
    /// block is not in, by the header of the outermost such loop, around the loop.
    fn find_wraps(&mut self, dominators: &Dominators, throws_again: &FxHashSet<Block>) {
        // Of those, the innermost that dominates each block.
        let mut within: SecondaryMap<Block, Option<Block>> = SecondaryMap::new();
        if !throws_again.is_empty() {
            for block in dominators.preorder() {
                within[block] = if throws_again.contains(&block) {
                    Some(block)
                } else {
                    dominators.idom(block).and_then(|parent| within[parent])
                };
            }
        }
        for &block in &self.cfg.rpo {
            if !self.labeled[block] || block == self.f.entry {
                continue;
            }
            let mut wrapper = dominators.idom(block).expect("reachable, and not the entry");
            let mut at = self.loops.innermost(wrapper);
            while let Some(id) = at {
                let header = self.loops.loops[id].header;
                let leaves = within[header] != within[wrapper]
                    && !invar_ir::mutant!(WasmLeavesCatchWithLoop);
                if self.loops.contains(id, block) || leaves {
                    break;
                }
                wrapper = header;
                at = self.loops.loops[id].parent;
            }
            self.wraps[wrapper].push(block);
        }
    }

    fn run(&mut self) {
        while let Some(task) = self.tasks.pop() {
            match task {
                Task::Emit(item) => self.items.push(item),
                Task::Tree(block, follow) => self.tree(block, follow),
                Task::Node(block, after, follow) => self.node(block, &after, follow),
            }
        }
    }

    fn type_of(&self, follow: Follow) -> Typed {
        match follow {
            Follow::Block(block) => self.typed[block],
            Follow::Return => self.result,
            Follow::Nowhere => Typed::None,
        }
    }

    fn tree(&mut self, block: Block, follow: Follow) {
        let wraps = std::mem::take(&mut self.wraps[block]);
        if !self.loops.is_header(block) {
            self.tasks.push(Task::Node(block, wraps, follow));
            return;
        }
        let id = self.loops.innermost(block).expect("a header is in its loop");
        let (inside, outside): (Vec<Block>, Vec<Block>) =
            wraps.into_iter().partition(|&wrapped| self.loops.contains(id, wrapped));
        let after_loop = outside.first().map_or(follow, |&next| Follow::Block(next));
        self.items.extend(outside.iter().rev().map(|&b| Item::Block(label(b), self.typed[b])));
        self.place_after(&outside, follow);
        self.items.push(Item::Loop(loop_label(block), self.type_of(after_loop)));
        self.tasks.push(Task::Emit(Item::End));
        self.tasks.push(Task::Node(block, inside, after_loop));
    }

    /// Schedules the code of wrapped blocks, each after the end of its construct.
    fn place_after(&mut self, wrapped: &[Block], follow: Follow) {
        for (n, &block) in wrapped.iter().enumerate().rev() {
            let next = wrapped.get(n + 1).map_or(follow, |&next| Follow::Block(next));
            self.tasks.push(Task::Tree(block, next));
            self.tasks.push(Task::Emit(Item::End));
        }
    }

    fn node(&mut self, block: Block, after: &[Block], follow: Follow) {
        let code = std::mem::take(&mut self.code[block]);
        let mut items = code.items.into_iter();
        self.items.extend(items.by_ref().take(code.statements));
        self.items.extend(after.iter().rev().map(|&b| Item::Block(label(b), self.typed[b])));
        let operands = self.items.len();
        self.items.extend(items);
        self.place_after(after, follow);
        let follow = after.first().map_or(follow, |&next| Follow::Block(next));
        let f = self.f;
        let origin = Origin::of_terminator(block);
        match &f.blocks[block].term {
            Terminator::Jump(call) => {
                let way = self.way(block, call, follow);
                self.go(way, follow);
            }
            Terminator::BrIf { then, els, .. } => {
                self.branch_if(block, then, els, operands, code.early, follow);
            }
            Terminator::BrTable { targets, default, .. } => {
                let labels = targets.iter().chain([default]);
                let labels = labels.map(|target| self.label_of(block, target)).collect();
                self.items.push(Item::BrTable(labels));
            }
            Terminator::BrOn { op, taken, fallthrough, .. } => {
                let to = self.label_of(block, taken);
                self.items.push(Item::BrOn(op.clone(), to));
                let way = self.way(block, fallthrough, follow);
                self.go(way, follow);
            }
            Terminator::Return(_) if follow == Follow::Return => {}
            Terminator::Return(_) => self.items.push(Item::Return),
            Terminator::Unreachable => self.items.push(Item::Unreachable(origin)),
            Terminator::TailCall { op, .. } | Terminator::Throw { op, .. } => {
                self.items.push(Item::Leave(op.clone(), origin));
            }
            Terminator::Invoke { op, results, normal, handlers, .. } => {
                let clause = |handler: &Handler| Clause {
                    tag: handler.tag.map(|tag| tag.as_u32()),
                    with_ref: handler.has_reference(self.module),
                    to: self.label_of(block, &handler.target),
                };
                let clauses = handlers.iter().map(clause).collect();
                let types: Vec<ValType> = results.iter().map(|&result| f.ty(result)).collect();
                let typed = self.lists.typed(&types);
                self.items.insert(operands, Item::Try(typed, clauses));
                let op = op.clone();
                let item = if throws(&op) { Item::Leave(op, origin) } else { Item::Op(op, origin) };
                self.items.extend([item, Item::End]);
                let way = self.way(block, normal, follow);
                self.go(way, follow);
            }
            Terminator::None => unreachable!("each block has an end"),
        }
    }

    fn label_of(&self, from: Block, target: &BlockCall) -> Label {
        if self.is_back_edge(from, target.block) {
            loop_label(target.block)
        } else {
            label(target.block)
        }
    }

    fn is_back_edge(&self, from: Block, to: Block) -> bool {
        self.cfg.rpo_number[to] <= self.cfg.rpo_number[from]
    }

    fn way(&self, from: Block, target: &BlockCall, follow: Follow) -> Way {
        let to = target.block;
        if self.is_back_edge(from, to) {
            Way::Branch(loop_label(to))
        } else if follow == Follow::Block(to) {
            Way::Fall
        } else if self.labeled[to] {
            Way::Branch(label(to))
        } else {
            Way::Inline(to)
        }
    }

    /// The only outgoing edge.
    fn go(&mut self, way: Way, follow: Follow) {
        match way {
            Way::Fall => {}
            Way::Branch(to) => self.items.push(Item::Br(to)),
            Way::Inline(block) => self.tasks.push(Task::Tree(block, follow)),
        }
    }

    fn branch_if(
        &mut self,
        block: Block,
        then: &BlockCall,
        els: &BlockCall,
        operands: usize,
        early: Vec<Item>,
        follow: Follow,
    ) {
        let hint = match then.weight.cmp(&els.weight) {
            std::cmp::Ordering::Equal => None,
            order => Some(order.is_gt()),
        };
        let (mut yes, mut no) = (self.way(block, then, follow), self.way(block, els, follow));
        for way in [&mut yes, &mut no] {
            if self.returns_nothing(*way) {
                *way = Way::Branch(FUNCTION_LABEL);
            }
        }
        let is_branch = |way| matches!(way, Way::Branch(_));
        if yes == no || !is_branch(yes) && !is_branch(no) {
            // No condition is inverted behind these: that would take an operator.
            self.items.extend(early.iter().cloned());
        }
        match (yes, no) {
            _ if yes == no => {
                self.items.push(Item::Drop);
                self.go(yes, follow);
            }
            (Way::Branch(to), other) => {
                self.items.extend(early);
                self.items.push(Item::BrIf(to, hint));
                self.go(other, follow);
            }
            (other, Way::Branch(to)) => {
                invert(&mut self.items);
                self.items.extend(early);
                self.items.push(Item::BrIf(to, hint.map(|likely| !likely)));
                self.go(other, follow);
            }
            (Way::Inline(arm), Way::Fall) => {
                self.items.push(Item::If(self.type_of(follow), hint));
                self.tasks.push(Task::Emit(Item::End));
                self.tasks.push(Task::Tree(arm, follow));
            }
            // A branch is shorter than inverting the condition of an `if`.
            (Way::Fall, Way::Inline(arm))
                if !inverts_freely(&self.items) && self.type_of(follow).is_none() =>
            {
                let Follow::Block(to) = follow else { unreachable!("control falls to a block") };
                self.items.push(Item::BrIf(label(to), hint));
                self.tasks.push(Task::Tree(arm, follow));
            }
            (Way::Fall, Way::Inline(arm)) => {
                invert(&mut self.items);
                self.items.push(Item::If(self.type_of(follow), hint.map(|likely| !likely)));
                self.tasks.push(Task::Emit(Item::End));
                self.tasks.push(Task::Tree(arm, follow));
            }
            (Way::Inline(first), Way::Inline(second)) => {
                if !self.leaving.falls_out(first, follow) {
                    self.guard(first, second, hint, follow);
                } else if !self.leaving.falls_out(second, follow)
                    && !inverts_freely(&self.items)
                    && self.leaves_loop(block, first)
                    && self.typed[block].is_none()
                {
                    // This form has an operator less in each iteration, at one byte more than `if`.
                    self.items.insert(operands, Item::Block(label(first), Typed::None));
                    self.items.push(Item::BrIf(label(first), hint));
                    self.tasks.push(Task::Tree(first, follow));
                    self.tasks.push(Task::Emit(Item::End));
                    self.tasks.push(Task::Tree(second, Follow::Nowhere));
                } else if !self.leaving.falls_out(second, follow) {
                    invert(&mut self.items);
                    self.guard(second, first, hint.map(|likely| !likely), follow);
                } else {
                    self.items.push(Item::If(self.type_of(follow), hint));
                    self.tasks.push(Task::Emit(Item::End));
                    self.tasks.push(Task::Tree(second, follow));
                    self.tasks.push(Task::Emit(Item::Else));
                    self.tasks.push(Task::Tree(first, follow));
                }
            }
            (Way::Fall, Way::Fall) => unreachable!("equal ways are handled above"),
        }
    }

    /// Whether a loop that contains `from` continues without `to`.
    fn leaves_loop(&self, from: Block, to: Block) -> bool {
        self.loops.innermost(from).is_some_and(|id| !self.loops.contains(id, to))
    }

    /// `if` with an arm that never reaches its end, then the other one.
    fn guard(&mut self, arm: Block, rest: Block, hint: Option<bool>, follow: Follow) {
        self.items.push(Item::If(Typed::None, hint));
        self.tasks.push(Task::Tree(rest, follow));
        self.tasks.push(Task::Emit(Item::End));
        self.tasks.push(Task::Tree(arm, Follow::Nowhere));
    }

    /// Whether an edge leads to a block that does nothing but return no values.
    fn returns_nothing(&self, way: Way) -> bool {
        let Way::Inline(block) = way else { return false };
        self.f.results.is_empty()
            && self.code[block].items.is_empty()
            && matches!(self.f.blocks[block].term, Terminator::Return(_))
    }
}

#[cfg(test)]
mod tests {
    use crate::write::testing::lowered;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(lowered(text), expected);
    }

    #[test]
    fn a_diamond_is_an_if_with_two_arms() {
        check(
            "func f1 : (i32) -> () {
             b0(v0: i32):
               br_if v0, b1, b2
             b1:
               v1 = call f0 v0
               jump b3
             b2:
               global.set g0 v0
               jump b3
             b3:
               return
             }",
            "get 0; if; get 0; call f0; drop; else; get 0; global.set g0; end",
        );
    }

    #[test]
    fn an_exit_of_a_loop_is_a_branch_out_of_it() {
        check(
            "func f1 : (i32) -> () {
             b0(v0: i32):
               jump b1
             b1:
               v1 = global.get g0
               br_if v1, b2, b3
             b2:
               v2 = call f0 v0
               jump b1
             b3:
               return
             }",
            "loop 3; global.get g0; i32.eqz; br_if return; get 0; call f0; drop; br 3; end",
        );
    }

    #[test]
    fn code_that_several_exits_of_a_loop_reach_stands_behind_it() {
        check(
            "func f1 : (i32) -> () {
             b0(v0: i32):
               jump b1
             b1:
               v1 = global.get g0
               br_if v1, b2, b4
             b2:
               v2 = call f0 v0
               br_if v2, b1, b4
             b4:
               global.set g0 v0
               return
             }",
            "loop 3; global.get g0; if; get 0; call f0; br_if 3; end; end; get 0; global.set g0",
        );
    }

    #[test]
    fn a_merge_with_three_predecessors_is_behind_a_block() {
        check(
            "func f1 : (i32) -> () {
             b0(v0: i32):
               br_table v0, b1, b2, b3
             b1:
               v1 = call f0 v0
               jump b3
             b2:
               return
             b3:
               global.set g0 v0
               return
             }",
            "block 6; block 2; block 4; get 0; br_table 2 4 6; end; return; end; \
             get 0; call f0; drop; end; get 0; global.set g0",
        );
    }

    #[test]
    fn a_parameter_that_is_used_first_is_passed_on_the_operand_stack() {
        check(
            "func f1 : (i32) -> (i32) {
             b0(v0: i32):
               br_if v0, b1, b2
             b1:
               v1 = call f0 v0
               jump b3(v1)
             b2:
               v2 = global.get g0
               jump b3(v2)
             b3(v3: i32):
               v4 = i32.eqz v3
               return v4
             }",
            "get 0; if i32; get 0; call f0; else; global.get g0; end; i32.eqz",
        );
    }

    #[test]
    fn deep_nests_take_no_stack() {
        let mut text = "func f1 : (i32) -> () {\n b0(v0: i32):\n jump b1\n".to_string();
        for n in 1..20_000 {
            text += &format!(" b{n}:\n br_if v0, b{}, b20000\n", n + 1);
        }
        text += " b20000:\n global.set g0 v0\n return\n }";
        let code = lowered(&text);
        assert!(code.matches("if").count() > 19_000);
    }
}
