//! Converts `try_table`s of flat code to the legacy form.
//!
//! ```text
//! block $l; try_table (catch $e $l); call f; end; br $out; end; code
//!     try; call f; catch $e; code; end; br $out             the code is in the `catch`
//!     try; call f; catch $e; br $l; end                     or is branched to
//! ```
//!
//! Code that throws the exception again has to be in the `catch`: the code behind a block goes there as a whole, up
//! to the end of the construct around it, since only handlers lead to it. If several `try_table`s lead there, a `try`
//! that catches all is put around all of them, with the code in it. What that should not catch is in a `try` that
//! delegates it: to another one around, or to the caller.
//!
//! Cost: linear, but for code that is moved, which has a budget.

use super::tree::{Construct, Data, List, Node, To, Tree};
use crate::write::LowerError;
use crate::write::code::{Code, FUNCTION_LABEL, Item, Label, Origin, Typed, is_call};
use crate::write::stack::arity;
use invar_ir::{Module, Op, ValType, signature};
use rustc_hash::{FxHashMap, FxHashSet};

/// Converts a function, with these results.
pub(in crate::write) fn convert(
    code: &mut Code,
    module: &Module,
    results: &[ValType],
) -> Result<(), LowerError> {
    if !code.items.iter().any(|item| matches!(item, Item::Try(..))) {
        return Ok(());
    }
    let labels = Labels::of(&code.items);
    let tree = Tree::of(std::mem::take(&mut code.items), labels.next);
    let result = code.lists.typed(results);
    let mut convert = Convert {
        module,
        code,
        result,
        tree,
        labels,
        leading: FxHashMap::default(),
        caught: FxHashMap::default(),
    };
    let blocks = convert.leading();
    for block in blocks {
        convert.handler(block)?;
    }
    let Convert { module, code, tree, caught, .. } = convert;
    let mut emit = Emit { module, code, tree, caught, tasks: Vec::new(), items: Vec::new() };
    emit.run(result.is_none())?;
    emit.code.items = emit.items;
    Ok(())
}

/// A part of a list: where it begins, how many nodes it has, and what it leaves on the operand stack.
type Part = (usize, usize, Typed);

/// The labels of a function.
struct Labels {
    /// Labels that branches name; clauses do not count.
    targets: FxHashSet<Label>,
    /// Labels without operands.
    untyped: FxHashSet<Label>,
    /// Labels of handlers whose exceptions are thrown again.
    thrown: FxHashSet<Label>,
    /// The first label that is not used.
    next: Label,
}

impl Labels {
    fn of(items: &[Item]) -> Labels {
        let mut labels = Labels {
            targets: FxHashSet::default(),
            untyped: FxHashSet::default(),
            thrown: FxHashSet::default(),
            next: 0,
        };
        for item in items {
            match item {
                Item::Block(label, _) | Item::Loop(label, _) => {
                    labels.next = labels.next.max(label + 1);
                    if matches!(item, Item::Loop(..) | Item::Block(_, Typed::None)) {
                        labels.untyped.insert(*label);
                    }
                }
                Item::Br(to) | Item::BrIf(to, _) | Item::BrOn(_, to) => {
                    labels.targets.insert(*to);
                }
                Item::BrTable(of) => labels.targets.extend(of.iter().copied()),
                Item::Leave(Op::Rethrow { relative_depth: label }, _) => {
                    labels.thrown.insert(*label);
                }
                _ => {}
            }
        }
        labels
    }
}

struct Convert<'a> {
    module: &'a Module,
    code: &'a mut Code,
    /// The results of the function.
    result: Typed,
    tree: Tree,
    labels: Labels,
    /// The clauses that lead to a label: `try_table`s, and which of their clauses.
    leading: FxHashMap<Label, Vec<(Construct, usize)>>,
    /// The `try` that catches for a label.
    caught: FxHashMap<Label, Construct>,
}

impl Convert<'_> {
    /// Finds the clauses that lead to each label. Returns the blocks of these, inner ones first.
    fn leading(&mut self) -> Vec<Construct> {
        let constructs = &self.tree.constructs;
        for (n, construct) in constructs.iter().enumerate() {
            for (at, (_, to)) in construct.clauses.iter().enumerate() {
                let To::Branch(label, _) = to else { unreachable!("nothing is converted yet") };
                self.leading.entry(*label).or_default().push((n, at));
            }
        }
        let is_led_to = |data: &Data| matches!(data.open, Item::Block(label, _) if self.leading.contains_key(&label));
        // Constructs are in the order in which they begin.
        (0..constructs.len()).rev().filter(|&n| is_led_to(&constructs[n])).collect()
    }

    /// Puts the code behind a block into the `catch`es that lead there, where it has to be or is better there.
    fn handler(&mut self, block: Construct) -> Result<(), LowerError> {
        let Item::Block(label, payload) = self.tree.constructs[block].open else {
            unreachable!("it is a block")
        };
        let leading = self.leading[&label].clone();
        let has_to = self.labels.thrown.contains(&label);
        let at = self.tree.position(block)?;
        let body = self.tree.constructs[block].parts[0];
        let list = self.tree.constructs[block].list;
        let moves = has_to || leading.len() == 1 && self.is_better_inside(block, label, at)?;
        if !moves {
            return self.branch(block, label, payload, at, &leading);
        }
        // Where control goes behind the code: to the end of what is around the block.
        let code = self.tree.lists[list].split_off(at + 1);
        let result = self.result_of(list);
        self.end_unreached(body, result);
        let inside = match leading[..] {
            [(host, nth)] => {
                let inside = self.tree.part(host);
                self.tree.constructs[host].parts.pop();
                self.tree.constructs[host].clauses[nth].1 = To::Here(inside);
                self.caught.insert(label, host);
                inside
            }
            _ => self.around_all(block, label, payload, &leading)?,
        };
        self.tree.append(code, inside)?;
        let open = if self.diverges_with(inside) {
            if !self.tree.ends_with_branch(inside) {
                self.tree.lists[inside].push(Node::Leaf(Item::Unreachable(Origin::NONE)));
            }
            Item::Nothing
        } else if let Some(leaves) = self.end(list) {
            if let Item::Br(to) = leaves {
                self.labels.targets.insert(to);
            }
            self.tree.lists[inside].push(Node::Leaf(leaves));
            Item::Nothing
        } else {
            self.tree.lists[inside].push(Node::Leaf(Item::Br(label)));
            self.labels.targets.insert(label);
            Item::Block(label, result)
        };
        self.tree.constructs[block].open = open;
        Ok(())
    }

    /// Leaves the code behind a block, to which clauses lead, where it is. Several values are passed in locals, since
    /// there may be no blocks with several results.
    fn branch(
        &mut self,
        block: Construct,
        label: Label,
        payload: Typed,
        at: usize,
        leading: &[(Construct, usize)],
    ) -> Result<(), LowerError> {
        if payload.count() < 2 || self.labels.targets.contains(&label) {
            return Ok(());
        }
        let locals = self.payload_locals(payload);
        self.end_unreached(self.tree.constructs[block].parts[0], Typed::None);
        let list = self.tree.constructs[block].list;
        let rest = self.tree.lists[list].split_off(at + 1);
        self.tree.lists[list].extend(gets(&locals));
        self.tree.append(rest, list)?;
        for &(host, nth) in leading {
            self.tree.constructs[host].clauses[nth].1 = To::Branch(label, locals.clone());
        }
        self.tree.constructs[block].open = Item::Block(label, Typed::None);
        Ok(())
    }

    /// Ends a body, whose end control does not reach, in a way that is valid where these results are expected: its last
    /// construct may have those of a handler.
    fn end_unreached(&mut self, body: List, result: Typed) {
        let leaves = match self.tree.lists[body].last() {
            Some(Node::Construct(last)) => self.tree.typed(*last),
            _ => Typed::None,
        };
        let has_results = !result.is_none() || !leaves.is_none();
        if has_results && !self.tree.ends_with_branch(body) {
            self.tree.lists[body].push(Node::Leaf(Item::Unreachable(Origin::NONE)));
        }
    }

    fn payload_locals(&mut self, payload: Typed) -> Vec<u32> {
        let types = self.code.lists.types(payload);
        let first = self.code.params + self.code.locals.len() as u32;
        let locals = (first..).take(types.len()).collect();
        self.code.locals.extend(types);
        locals
    }

    fn diverges_with(&self, list: List) -> bool {
        let is_target =
            |label| self.labels.targets.contains(&label) || self.leading.contains_key(&label);
        self.tree.diverges(list, &is_target)
    }

    /// Whether code behind a block, to which one clause leads, should be in the `catch`: nothing else leads there, and
    /// it needs no branch more.
    fn is_better_inside(
        &mut self,
        block: Construct,
        label: Label,
        at: usize,
    ) -> Result<bool, LowerError> {
        let (body, list) = (self.tree.constructs[block].parts[0], self.tree.constructs[block].list);
        self.tree.spend(self.tree.lists[list].len() - at)?;
        Ok(!self.labels.targets.contains(&label)
            && self.diverges_with(body)
            && (self.diverges_with(list) || self.end(list).is_some()))
    }

    /// What is on the operand stack at the end of a list.
    fn result_of(&self, mut list: List) -> Typed {
        while let Some(around) = self.tree.owners[list] {
            if self.tree.constructs[around].open != Item::Nothing {
                return self.tree.typed(around);
            }
            list = self.tree.constructs[around].list;
        }
        self.result
    }

    /// What goes from within to the end of a list, with what is on the operand stack there: a return, or a branch.
    /// Blocks with handlers behind them may change.
    fn end(&self, mut list: List) -> Option<Item> {
        while let Some(around) = self.tree.owners[list] {
            match self.tree.constructs[around].open {
                Item::Block(label, _) if !self.leading.contains_key(&label) => {
                    return Some(Item::Br(label));
                }
                // The end of such a one is that of its list.
                Item::Nothing => list = self.tree.constructs[around].list,
                _ => return None,
            }
        }
        Some(Item::Return)
    }

    /// Puts a `try` around all that clauses of a label are in, in which they are caught. Returns the list of what it
    /// does then, with the payload on the operand stack.
    fn around_all(
        &mut self,
        block: Construct,
        label: Label,
        payload: Typed,
        leading: &[(Construct, usize)],
    ) -> Result<List, LowerError> {
        let (list, range) = match self.narrow(block, leading)? {
            Some(narrow) => narrow,
            None => {
                let body = self.tree.constructs[block].parts[0];
                (body, (0, self.tree.lists[body].len(), Typed::None))
            }
        };
        let (first, count, typed) = range;
        let around = self.tree.construct(Item::Nothing, list);
        let own = self.tree.constructs[around].label;
        self.tree.constructs[around].open = Item::LegacyTry(own, typed);
        let (body, inside) = (self.tree.part(around), self.tree.part(around));
        let rest = self.tree.lists[list].split_off(first + count);
        self.tree.spend(rest.len())?;
        let moved = self.tree.lists[list].split_off(first);
        self.tree.append(moved, body)?;
        self.tree.lists[list].push(Node::Construct(around));
        self.tree.lists[list].extend(rest);
        let is_last = self.tree.lists[list].len() == first + 1;
        if is_last && (self.tree.owners[list] == Some(block) || self.tree.ends_with_branch(body)) {
            self.tree.lists[list].push(Node::Leaf(Item::Unreachable(Origin::NONE)));
        }
        let locals = self.payload_locals(payload);
        for &(host, nth) in leading {
            self.tree.constructs[host].clauses[nth].1 = To::Again(around, locals.clone());
        }
        self.tree.lists[inside].extend(gets(&locals));
        self.caught.insert(label, around);
        Ok(inside)
    }

    /// The smallest part of a block with all `try_table`s that lead behind it, and the list it is in; if that part uses
    /// nothing that was on the stack before.
    fn narrow(
        &mut self,
        block: Construct,
        leading: &[(Construct, usize)],
    ) -> Result<Option<(List, Part)>, LowerError> {
        // How many of them are in each list, and the constructs that they are in.
        let mut counts: FxHashMap<List, usize> = FxHashMap::default();
        let mut inside: FxHashSet<Construct> = FxHashSet::default();
        for &(host, _) in leading {
            let mut at = host;
            while at != block {
                inside.insert(at);
                let list = self.tree.constructs[at].list;
                *counts.entry(list).or_default() += 1;
                at = self.tree.owners[list].expect("the block is around it");
                self.tree.spend(1)?;
            }
        }
        let mut list = self.tree.constructs[leading[0].0].list;
        while counts[&list] < leading.len() {
            let around = self.tree.owners[list].expect("the block is around all");
            list = self.tree.constructs[around].list;
        }
        // What the last one is in is no part of the rest.
        while let Some(&Node::Construct(last)) = self.tree.lists[list].last()
            && inside.contains(&last)
            && self.tree.constructs[last].open == Item::Nothing
            && self.tree.can_spend(self.tree.lists[self.tree.constructs[last].parts[0]].len())
        {
            self.tree.lists[list].pop();
            let part = self.tree.constructs[last].parts[0];
            let nodes = std::mem::take(&mut self.tree.lists[part]);
            self.tree.append(nodes, list)?;
        }
        self.tree.spend(self.tree.lists[list].len())?;
        let nodes = &self.tree.lists[list];
        let is_inside =
            |node: &Node| matches!(node, Node::Construct(construct) if inside.contains(construct));
        let first = nodes.iter().position(is_inside).expect("it was found there");
        let last = nodes.iter().rposition(is_inside).expect("it was found there");
        let mut height = 0usize;
        let mut typed = Typed::None;
        for node in &nodes[first..=last] {
            let (takes, gives) = match node {
                Node::Construct(construct) => {
                    typed = self.tree.typed(*construct);
                    let open = &self.tree.constructs[*construct].open;
                    (usize::from(matches!(open, Item::If(..))), typed.count())
                }
                Node::Leaf(Item::Get(_)) => (0, 1),
                Node::Leaf(Item::Set(_) | Item::Drop) => (1, 0),
                Node::Leaf(Item::Tee(_)) => (1, 1),
                Node::Leaf(Item::BrIf(to, _)) if self.labels.untyped.contains(to) => (1, 0),
                Node::Leaf(Item::Op(op, _)) => match arity(op, self.module) {
                    Some(arity) => arity,
                    None => return Ok(None),
                },
                Node::Leaf(_) => return Ok(None),
            };
            match height.checked_sub(takes) {
                Some(left) => height = left + gives,
                None => return Ok(None),
            }
        }
        let range = (first, last + 1 - first, typed);
        Ok((height == typed.count()).then_some((list, range)))
    }
}

fn sets(locals: &[u32]) -> impl Iterator<Item = Task> {
    locals.iter().rev().map(|&local| Task::Emit(Item::Set(local)))
}

fn gets(locals: &[u32]) -> impl Iterator<Item = Node> {
    locals.iter().map(|&local| Node::Leaf(Item::Get(local)))
}

/// Where exceptions go: to a `try` around, or to the caller.
type Goal = Option<Construct>;

enum Task {
    List {
        list: List,
        at: usize,
        /// The label that the end of the list is at, if branches to it pass nothing.
        end: Option<Label>,
        /// Where what is thrown here goes.
        goal: Goal,
        /// Whether it goes to `goal` already, so that nothing has to delegate it.
        is_caught: bool,
    },
    Emit(Item),
}

struct Emit<'a> {
    module: &'a Module,
    code: &'a mut Code,
    tree: Tree,
    caught: FxHashMap<Label, Construct>,
    tasks: Vec<Task>,
    items: Vec<Item>,
}

impl Emit<'_> {
    fn run(&mut self, returns_nothing: bool) -> Result<(), LowerError> {
        let list = Tree::FUNCTION;
        let end = returns_nothing.then_some(FUNCTION_LABEL);
        self.tasks.push(Task::List { list, at: 0, end, goal: None, is_caught: false });
        while let Some(task) = self.tasks.pop() {
            let (list, at, end, goal, is_caught) = match task {
                Task::Emit(item) => {
                    self.items.push(item);
                    continue;
                }
                Task::List { list, at, end, goal, is_caught } => (list, at, end, goal, is_caught),
            };
            // Behind a branch nothing is reached.
            if self.items.last().is_some_and(Item::diverges) {
                continue;
            }
            let Some(node) = self.tree.lists[list].get_mut(at) else { continue };
            let node = std::mem::replace(node, Node::Leaf(Item::Nothing));
            let is_last = at + 1 == self.tree.lists[list].len();
            self.tasks.push(Task::List { list, at: at + 1, end, goal, is_caught });
            match node {
                Node::Leaf(Item::Br(to)) if is_last && end == Some(to) => {}
                Node::Leaf(Item::Return) if is_last && end == Some(FUNCTION_LABEL) => {}
                Node::Leaf(item) => self.leaf(item, goal, is_caught)?,
                Node::Construct(construct) => {
                    let end = end.filter(|_| is_last);
                    self.construct(construct, end, goal, is_caught);
                }
            }
        }
        Ok(())
    }

    fn label(&self, goal: Goal) -> Label {
        goal.map_or(FUNCTION_LABEL, |construct| self.tree.constructs[construct].label)
    }

    fn leaf(&mut self, item: Item, goal: Goal, is_caught: bool) -> Result<(), LowerError> {
        let item = match item {
            Item::Leave(Op::Rethrow { relative_depth: label }, origin) => {
                let label = self.label(self.caught.get(&label).copied());
                if label == FUNCTION_LABEL {
                    return Err(LowerError::References);
                }
                Item::Leave(Op::Rethrow { relative_depth: label }, origin)
            }
            other => other,
        };
        if !item.may_throw()
            || is_caught
            || goal.is_none()
            || invar_ir::mutant!(WasmCallsCaughtAround)
        {
            self.items.push(item);
            return Ok(());
        }
        // The exception is not to be caught here.
        let (Item::Op(op, _) | Item::Leave(op, _)) = &item else { unreachable!("it throws") };
        let (operands, typed) = match op {
            Op::Rethrow { .. } => (Vec::new(), Typed::None),
            _ => {
                let types = signature(op, &[], self.module).map_err(|_| LowerError::References)?;
                (types.operands.to_vec(), self.code.lists.typed(&types.results))
            }
        };
        let open = Item::Delegated(typed, FUNCTION_LABEL);
        match self.operands(operands.len()) {
            Some(at) => self.items.insert(at, open),
            // A construct does not see what was on the operand stack before.
            None => {
                let first = self.code.params + self.code.locals.len() as u32;
                let locals = first..first + operands.len() as u32;
                self.code.locals.extend(operands);
                self.items.extend(locals.clone().rev().map(Item::Set));
                self.items.push(open);
                self.items.extend(locals.map(Item::Get));
            }
        }
        let diverges = item.diverges();
        self.items.extend([item, Item::End]);
        self.items.extend(diverges.then_some(Item::Unreachable(Origin::NONE)));
        Ok(())
    }

    /// Where the code begins that puts the topmost operands on the stack, if it is near and does not throw.
    fn operands(&self, count: usize) -> Option<usize> {
        /// How many items are looked at.
        const MOST: usize = 32;
        let mut missing = count;
        for at in (self.items.len().saturating_sub(MOST)..=self.items.len()).rev() {
            if missing == 0 {
                return Some(at);
            }
            let (takes, gives) = match self.items.get(at.checked_sub(1)?)? {
                Item::Get(_) => (0, 1),
                Item::Tee(_) => (1, 1),
                Item::Op(op, _) if !is_call(op) || invar_ir::mutant!(WasmOperandsDelegated) => {
                    arity(op, self.module)?
                }
                _ => return None,
            };
            missing = missing.checked_sub(gives)? + takes;
        }
        None
    }

    /// `end` is the label that the end of the construct is at.
    fn construct(&mut self, construct: Construct, end: Option<Label>, goal: Goal, is_caught: bool) {
        let Data { open, parts, .. } = &mut self.tree.constructs[construct];
        let open = std::mem::replace(open, Item::Nothing);
        let parts = std::mem::take(parts);
        let list = |list, end, goal, is_caught| Task::List { list, at: 0, end, goal, is_caught };
        let typed_end = |typed: Typed, end: Option<Label>| end.filter(|_| typed.is_none());
        match open {
            Item::Nothing => self.tasks.push(list(parts[0], end, goal, is_caught)),
            Item::Try(typed, _) => {
                let around = typed_end(typed, end);
                self.try_table(construct, typed, parts[0], around, goal);
            }
            Item::LegacyTry(_, typed) => {
                let end = typed_end(typed, end);
                self.items.push(open);
                self.tasks.push(Task::Emit(Item::End));
                self.tasks.push(list(parts[1], end, goal, is_caught));
                self.tasks.push(Task::Emit(Item::Catch(None)));
                self.tasks.push(list(parts[0], end, Some(construct), false));
            }
            open => {
                let end = match open {
                    Item::Block(label, typed) => typed_end(typed, Some(label)),
                    Item::If(typed, _) | Item::Loop(_, typed) => typed_end(typed, end),
                    _ => None,
                };
                self.items.push(open);
                self.tasks.push(Task::Emit(Item::End));
                for (n, part) in parts.into_iter().enumerate().rev() {
                    self.tasks.push(list(part, end, goal, is_caught));
                    if n > 0 {
                        self.tasks.push(Task::Emit(Item::Else));
                    }
                }
            }
        }
    }

    /// A `try_table`, in which all that is thrown goes where its clauses say, or else to the caller.
    fn try_table(
        &mut self,
        construct: Construct,
        typed: Typed,
        body: List,
        end: Option<Label>,
        around: Goal,
    ) {
        let Data { clauses, label, .. } = &mut self.tree.constructs[construct];
        let (mut clauses, label) = (std::mem::take(clauses), *label);
        let mut rest: Goal = None;
        let catches_all = clauses.last().is_some_and(|(tag, _)| tag.is_none());
        if let Some((None, To::Again(to, _))) = clauses.last() {
            rest = Some(*to);
            clauses.pop();
        }
        let is_delegated = (!catches_all || rest.is_some())
            && rest != around
            && !invar_ir::mutant!(WasmUncaughtStaysIn);
        let mut tasks = Vec::new();
        let end = end.filter(|_| !is_delegated || typed.is_none());
        if is_delegated {
            let to = self.label(rest);
            tasks.push(Task::Emit(Item::Delegated(typed, to)));
        }
        let goal = if is_delegated { rest } else { around };
        let is_try = !clauses.is_empty();
        if is_try {
            tasks.push(Task::Emit(Item::LegacyTry(label, typed)));
        }
        // What is left on the stack is that of the construct around.
        let body_end = end.filter(|_| is_try || is_delegated);
        tasks.push(Task::List { list: body, at: 0, end: body_end, goal, is_caught: true });
        for (tag, to) in clauses {
            tasks.push(Task::Emit(Item::Catch(tag)));
            match to {
                To::Branch(to, locals) => {
                    tasks.extend(sets(&locals));
                    tasks.extend((end != Some(to)).then_some(Task::Emit(Item::Br(to))));
                }
                To::Here(list) => {
                    tasks.push(Task::List { list, at: 0, end, goal, is_caught: false });
                }
                To::Again(to, locals) => {
                    tasks.extend(sets(&locals));
                    let again = Task::Emit(Item::Leave(
                        Op::Rethrow { relative_depth: label },
                        Origin::NONE,
                    ));
                    if goal == Some(to) {
                        tasks.push(again);
                        continue;
                    }
                    let to = self.label(Some(to));
                    let open = Item::Delegated(Typed::None, to);
                    tasks.extend([Task::Emit(open), again]);
                    tasks.extend([Item::End, Item::Unreachable(Origin::NONE)].map(Task::Emit));
                }
            }
        }
        let ends = usize::from(is_try) + usize::from(is_delegated);
        tasks.extend((0..ends).map(|_| Task::Emit(Item::End)));
        self.tasks.extend(tasks.into_iter().rev());
    }
}

#[cfg(test)]
mod tests {
    use super::convert;
    use crate::write::testing::rewritten;

    #[track_caller]
    fn check(before: &str, after: &str) {
        let converted = rewritten(before, |code, module| {
            convert(code, module, &[]).expect("it can be converted");
        });
        assert_eq!(converted, after);
    }

    #[test]
    fn code_is_in_the_catch_where_only_one_clause_leads_to_it() {
        check(
            "block 9; try 9 i32; get 0; call f0; end; set 1; return; end; get 1; set 2",
            "try_legacy 11 i32; get 0; call f0; catch_all; get 1; set 2; return; end; set 1",
        );
        check(
            "block 9; try 9 i32; get 0; call f0; end; set 1; return; end; rethrow 9",
            "try_legacy 11 i32; get 0; call f0; catch_all; rethrow 11; end; set 1",
        );
    }

    #[test]
    fn other_code_is_branched_to() {
        // By a clause and a branch, by two clauses, and from above.
        check(
            "block 9; get 0; br_if 9; try 9 i32; get 0; call f0; end; set 1; return; end; set 2",
            "block 9; get 0; br_if 9; try_legacy 11 i32; get 0; call f0; catch_all; br 9; end; \
             set 1; return; end; set 2",
        );
        check(
            "block 9; try 9 i32; get 0; call f0; end; br_if return; \
             try 9 i32; get 0; call f0; end; set 1; return; end; nop",
            "block 9; try_legacy 11 i32; get 0; call f0; catch_all; br 9; end; br_if return; \
             try_legacy 12 i32; get 0; call f0; catch_all; br 9; end; set 1; return; end; nop",
        );
        check(
            "block 9; try 9 i32; get 0; call f0; end; set 1; end; nop",
            "block 9; try_legacy 11 i32; get 0; call f0; catch_all; br 9; end; set 1; end; nop",
        );
    }

    #[test]
    fn code_of_two_clauses_that_throws_again_is_in_a_try_around_both() {
        check(
            "block 9; try 9 i32; get 0; call f0; end; set 1; get 1; call f0; set 1; \
             try 9 i32; get 1; call f0; end; set 1; return; end; rethrow 9",
            "try_legacy 13 i32; get 0; call f0; set 1; delegated return i32; get 1; call f0; end; \
             set 1; get 1; call f0; catch_all; rethrow 13; end; set 1",
        );
        // The calls are in a construct with what uses the operand stack, so that the try is around all.
        check(
            "block 9; try 9 i32; get 0; call f0; end; br_if return; \
             try 9 i32; get 0; call f0; end; set 1; return; end; rethrow 9",
            "try_legacy 13; get 0; call f0; br_if return; get 0; call f0; set 1; return; \
             catch_all; rethrow 13; end; unreachable",
        );
    }

    #[test]
    fn what_is_called_outside_goes_to_no_other_handler() {
        // An operand is too far below to be computed in the `try`.
        check(
            "block 9; try 9 i32; get 0; call f0; end; loop 8 i32; br_if 8; get 0; end; call f0; drop; \
             try 9 i32; get 1; call f0; end; set 1; return; end; rethrow 9",
            "try_legacy 14; get 0; call f0; loop 8 i32; br_if 8; get 0; end; set 4; \
             delegated return i32; get 4; call f0; end; drop; get 1; call f0; set 1; return; \
             catch_all; rethrow 14; end; unreachable",
        );
    }
}
