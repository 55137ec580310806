//! Flat code as a tree of constructs, in which code is moved.

use crate::write::LowerError;
use crate::write::code::{Clause, Item, Label, Typed};

/// A list of nodes: what is in a construct, or in a part of it.
pub(super) type List = usize;
/// A construct, by its number.
pub(super) type Construct = usize;

pub(super) enum Node {
    Leaf(Item),
    Construct(Construct),
}

/// Where a clause of a `try_table` leads.
#[derive(Clone, Debug)]
pub(super) enum To {
    /// To a label, once the payload is in these locals.
    Branch(Label, Vec<u32>),
    /// The code is in the `catch`.
    Here(List),
    /// The `try` with this number catches it, too, once the payload is in these locals.
    Again(Construct, Vec<u32>),
}

pub(super) struct Data {
    /// What it begins with. `Nothing`: it was a block that nothing branches to.
    pub open: Item,
    /// The construct's parts: arms of an `if`; the body of a legacy `try`, and what it catches.
    pub parts: Vec<List>,
    /// The list that it is in.
    pub list: List,
    /// Of a `try_table`: the tags and where they lead, up to the first clause that catches all.
    pub clauses: Vec<(Option<u32>, To)>,
    /// The label that `rethrow` and `delegate` have.
    pub label: Label,
}

pub(super) struct Tree {
    pub lists: Vec<Vec<Node>>,
    /// The construct that a list is a part of; of the function's none.
    pub owners: Vec<Option<Construct>>,
    pub constructs: Vec<Data>,
    next_label: Label,
    /// How many more nodes may be visited or moved where that is not linear.
    budget: usize,
}

impl Tree {
    /// The list of the whole function.
    pub const FUNCTION: List = 0;

    pub fn of(items: Vec<Item>, next_label: Label) -> Tree {
        let mut tree = Tree {
            lists: vec![Vec::new()],
            owners: vec![None],
            constructs: Vec::new(),
            next_label,
            budget: 1 << 16 | items.len().saturating_mul(64),
        };
        let mut list = Tree::FUNCTION;
        for item in items {
            match item {
                item if item.opens() => {
                    let construct = tree.construct(item, list);
                    tree.lists[list].push(Node::Construct(construct));
                    list = tree.part(construct);
                }
                Item::Else => {
                    let construct = tree.owners[list].expect("`else` is in an `if`");
                    list = tree.part(construct);
                }
                Item::End => {
                    let construct = tree.owners[list].expect("constructs are nested");
                    list = tree.constructs[construct].list;
                }
                leaf => tree.lists[list].push(Node::Leaf(leaf)),
            }
        }
        tree
    }

    /// A new construct in a list, in which it is not put.
    pub fn construct(&mut self, open: Item, list: List) -> Construct {
        let clauses = match &open {
            Item::Try(_, clauses) => {
                let all = clauses.iter().position(|clause| clause.tag.is_none());
                let seen = &clauses[..all.map_or(clauses.len(), |all| all + 1)];
                seen.iter()
                    .map(|&Clause { tag, to, .. }| (tag, To::Branch(to, Vec::new())))
                    .collect()
            }
            _ => Vec::new(),
        };
        let label = self.next_label;
        self.next_label += 1;
        self.constructs.push(Data { open, parts: Vec::new(), list, clauses, label });
        self.constructs.len() - 1
    }

    /// A new part of a construct.
    pub fn part(&mut self, construct: Construct) -> List {
        self.lists.push(Vec::new());
        self.owners.push(Some(construct));
        self.constructs[construct].parts.push(self.lists.len() - 1);
        self.lists.len() - 1
    }

    /// Moves nodes to the end of a list.
    pub fn append(&mut self, nodes: Vec<Node>, to: List) -> Result<(), LowerError> {
        self.spend(nodes.len())?;
        for node in nodes {
            if let Node::Construct(construct) = node {
                self.constructs[construct].list = to;
            }
            self.lists[to].push(node);
        }
        Ok(())
    }

    /// Whether the budget has room for what need not be done.
    pub fn can_spend(&self, count: usize) -> bool {
        count < self.budget / 2
    }

    /// Takes of the budget.
    pub fn spend(&mut self, count: usize) -> Result<(), LowerError> {
        self.budget = self.budget.checked_sub(count).ok_or(LowerError::References)?;
        Ok(())
    }

    /// Where a construct is in its list. It is searched for from the end.
    pub fn position(&mut self, construct: Construct) -> Result<usize, LowerError> {
        let nodes = &self.lists[self.constructs[construct].list];
        let is = |node: &Node| matches!(node, Node::Construct(it) if *it == construct);
        let at = nodes.iter().rposition(is).expect("it is in its list");
        self.spend(nodes.len() - at)?;
        Ok(at)
    }

    /// What a construct leaves on the operand stack.
    pub fn typed(&self, construct: Construct) -> Typed {
        match self.constructs[construct].open {
            Item::Block(_, typed)
            | Item::Loop(_, typed)
            | Item::If(typed, _)
            | Item::Try(typed, _)
            | Item::LegacyTry(_, typed)
            | Item::Delegated(typed, _) => typed,
            _ => Typed::None,
        }
    }

    /// Whether the last of a list is a branch, or the like: validation then asks for no values at the end.
    pub fn ends_with_branch(&self, mut list: List) -> bool {
        loop {
            match self.lists[list].last() {
                Some(Node::Construct(last)) if self.constructs[*last].open == Item::Nothing => {
                    list = self.constructs[*last].parts[0];
                }
                Some(Node::Leaf(item)) => return item.diverges(),
                _ => return false,
            }
        }
    }

    /// Whether control, for sure, does not reach the end of a list. `is_target` are the labels that are branched to.
    pub fn diverges(&self, list: List, is_target: &impl Fn(Label) -> bool) -> bool {
        /// How many lists are looked at.
        const MOST: usize = 64;
        let mut work = vec![list];
        let mut looked = 0;
        while let Some(list) = work.pop() {
            looked += 1;
            let construct = match self.lists[list].last() {
                Some(Node::Leaf(item)) if item.diverges() => continue,
                Some(Node::Construct(construct)) if looked < MOST => &self.constructs[*construct],
                _ => return false,
            };
            match construct.open {
                Item::Nothing => {}
                Item::Block(label, _) if !is_target(label) => {}
                Item::If(..) if construct.parts.len() == 2 => {}
                Item::Try(..) | Item::LegacyTry(..) => {}
                _ => return false,
            }
            work.extend(construct.parts.iter().copied());
            for (_, to) in &construct.clauses {
                if let To::Here(list) = to {
                    work.push(*list);
                }
            }
        }
        true
    }
}
