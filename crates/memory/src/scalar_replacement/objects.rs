//! Which values are references to which objects.
//!
//! A *root* is a value that stands for one object whose fields may become values: the result of an allocation, or a
//! block parameter to which each edge passes a root of the same shape. Copies of a root (`ref.as_non_null`, casts that
//! succeed, the value of a branch on a type) are its *names*. A name refers to the object that the last execution of
//! the root's definition gave: it is dominated by that.
//!
//! Passing a root to a parameter that is a root is a *move*: from there on the object is the parameter's. That is one
//! only if the object has no other name behind the edge: the root that is moved is not live there, and is not moved to
//! two parameters. So at any point two roots that are live are two objects. Other parameters with roots among their
//! arguments are no roots, and what is passed to them escapes.
//!
//! An object that is only read has no identity: if no root that it is moved to or from is written to, compared or
//! escapes, it may as well be copied, and have several names.

use super::escape::{Use, escaping, escaping_at_end, use_of};
use super::shape::{Initial, Shape};
use invar_ir::bit_set::BitSet;
use invar_ir::entities::SecondaryMap;
use invar_ir::{
    Block, Cfg, Edge, Function, HeapType, Inst, Module, Op, Terminator, ValType, Value, ValueDef,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// The most blocks times roots.
const MOST_BITS: usize = 1 << 20;

/// How often all blocks are visited to find what parameters refer to.
const MOST_VISITS: usize = 12;

/// How often it is asked which objects may be copied.
const MOST_COPYING: usize = 4;

/// The number of a root.
pub(super) type Root = usize;

/// Where a root comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Birth {
    /// An allocation.
    Inst(Inst, Initial),
    /// The n-th parameter of its block.
    Param(usize),
}

pub(super) struct RootData {
    pub value: Value,
    /// The number of its shape.
    pub shape: usize,
    pub birth: Birth,
    pub block: Block,
    /// Whether the object is still a candidate for replacement.
    pub is_root: bool,
}

/// The roots of a function.
pub(super) struct Objects {
    pub shapes: Vec<Shape>,
    pub roots: Vec<RootData>,
    /// The root that a value is a name of, and one more.
    names: SecondaryMap<Value, u32>,
    /// The roots that have a name which is used in a block or below, before they are defined again.
    pub live_in: SecondaryMap<Block, BitSet>,
    /// The moves.
    pub moves: Vec<(Root, Root)>,
    /// There were too many.
    pub is_truncated: bool,
}

/// What a value refers to, as far as is known.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
enum ValueShape {
    /// Anything.
    #[default]
    Any,
    /// Nothing reaches it yet.
    Unvisited,
    /// A new object of a shape.
    Object(u32),
}

impl ValueShape {
    fn meet(self, other: ValueShape) -> ValueShape {
        match (self, other) {
            (ValueShape::Unvisited, kind) | (kind, ValueShape::Unvisited) => kind,
            (a, b) if a == b => a,
            _ => ValueShape::Any,
        }
    }
}

/// What an operator on a reference gives for an object of a shape.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tested {
    /// The reference.
    Copy,
    /// An integer.
    Flag(bool),
    /// A result that is not known, or a trap.
    Unknown,
}

impl Objects {
    /// The roots of a function without unreachable blocks.
    pub fn find(f: &Function, module: &Module, cfg: &Cfg, arrays: bool) -> Objects {
        let mut objects = Objects {
            shapes: Vec::new(),
            roots: Vec::new(),
            names: SecondaryMap::new(),
            live_in: SecondaryMap::new(),
            moves: Vec::new(),
            is_truncated: false,
        };
        objects.allocations(f, module, cfg, arrays);
        if objects.roots.is_empty() {
            return objects;
        }
        let kinds = objects.kinds(f, module, cfg);
        let most = MOST_BITS / f.blocks.len().max(1);
        for &block in &cfg.rpo {
            for (n, &param) in f.blocks[block].params.iter().enumerate() {
                if let ValueShape::Object(shape) = kinds[param] {
                    objects.add(param, shape as usize, Birth::Param(n), block);
                }
            }
        }
        if objects.roots.len() > most {
            objects.is_truncated = true;
            // Parameters are left out, and do not only count as no roots: sets of roots have a bit for each root.
            objects.roots.retain(|root| matches!(root.birth, Birth::Inst(..)));
            objects.roots.truncate(most);
        }
        objects.names(f, module, cfg);
        objects.liveness(f, cfg);
        objects.check_moves(f, module, cfg);
        objects
    }

    /// The root that a value is a name of.
    pub fn root_of(&self, value: Value) -> Option<Root> {
        let root = (*self.names.get(value)?).checked_sub(1)? as Root;
        self.roots[root].is_root.then_some(root)
    }

    pub fn shape(&self, root: Root) -> &Shape {
        &self.shapes[self.roots[root].shape]
    }

    /// What an operator on a reference alone gives.
    pub fn tested(&self, module: &Module, op: &Op, shape: usize) -> Tested {
        let cast = |of: HeapType| self.shapes[shape].is_instance(module, of);
        match *op {
            Op::RefAsNonNull => Tested::Copy,
            Op::RefIsNull => Tested::Flag(false),
            Op::RefTestNonNull { hty } | Op::RefTestNullable { hty } => {
                cast(hty).map_or(Tested::Unknown, Tested::Flag)
            }
            Op::RefCastNonNull { hty } | Op::RefCastNullable { hty } => match cast(hty) {
                Some(true) => Tested::Copy,
                _ => Tested::Unknown,
            },
            Op::BrOnNull { .. } => Tested::Flag(false),
            Op::BrOnNonNull { .. } => Tested::Flag(true),
            Op::BrOnCast { to_ref_type, .. } => {
                cast(to_ref_type.heap_type()).map_or(Tested::Unknown, Tested::Flag)
            }
            Op::BrOnCastFail { to_ref_type, .. } => {
                cast(to_ref_type.heap_type()).map_or(Tested::Unknown, |is| Tested::Flag(!is))
            }
            _ => Tested::Unknown,
        }
    }

    fn add(&mut self, value: Value, shape: usize, birth: Birth, block: Block) {
        self.roots.push(RootData { value, shape, birth, block, is_root: true });
    }

    fn allocations(&mut self, f: &Function, module: &Module, cfg: &Cfg, arrays: bool) {
        let mut known: FxHashMap<(u32, usize), usize> = FxHashMap::default();
        for &block in &cfg.rpo {
            for &inst in &f.blocks[block].insts {
                let Some((shape, initial)) = Shape::of(f, module, inst) else { continue };
                let Some(value) = f.result(inst).filter(|_| arrays || !shape.is_array) else {
                    continue;
                };
                let key = (shape.ty.as_u32(), shape.fields.len());
                let number = *known.entry(key).or_insert_with(|| {
                    self.shapes.push(shape);
                    self.shapes.len() - 1
                });
                self.add(value, number, Birth::Inst(inst, initial), block);
            }
        }
    }

    /// What allocations, their copies and parameters refer to: an optimistic fixed point.
    fn kinds(&self, f: &Function, module: &Module, cfg: &Cfg) -> SecondaryMap<Value, ValueShape> {
        let mut kinds: SecondaryMap<Value, ValueShape> =
            SecondaryMap::with_capacity(f.values.len());
        let is_reference = |value: Value| matches!(f.ty(value), ValType::Ref(_));
        for &block in cfg.rpo.iter().filter(|&&block| block != f.entry) {
            for &param in &f.blocks[block].params {
                if is_reference(param) {
                    kinds[param] = ValueShape::Unvisited;
                }
            }
        }
        for root in &self.roots {
            kinds[root.value] = ValueShape::Object(root.shape as u32);
        }
        for visit in 0.. {
            let mut changed = false;
            for &block in &cfg.rpo {
                for &inst in &f.blocks[block].insts {
                    let Some(kind) = self.copied(f, module, &kinds, inst) else { continue };
                    let result = f.result(inst).expect("a copy has a result");
                    kinds[result] = kind;
                }
                self.branch(f, module, &mut kinds, block);
                for call in f.blocks[block].term.targets() {
                    let params = &f.blocks[call.block].params;
                    for (&arg, &param) in f.list(&call.args).iter().zip(params) {
                        let met = kinds[param].meet(kinds[arg]);
                        changed |= met != kinds[param];
                        kinds[param] = met;
                    }
                }
            }
            if !changed {
                return kinds;
            }
            if visit == MOST_VISITS {
                break;
            }
        }
        // Without merges.
        let mut kinds: SecondaryMap<Value, ValueShape> = SecondaryMap::new();
        for root in &self.roots {
            kinds[root.value] = ValueShape::Object(root.shape as u32);
        }
        kinds
    }

    /// What the result of an operator is that gives its operand.
    fn copied(
        &self,
        f: &Function,
        module: &Module,
        kinds: &SecondaryMap<Value, ValueShape>,
        inst: Inst,
    ) -> Option<ValueShape> {
        let op = &f.insts[inst].op;
        if !matches!(op, Op::RefAsNonNull | Op::RefCastNonNull { .. } | Op::RefCastNullable { .. })
        {
            return None;
        }
        Some(match kinds[f.args(inst)[0]] {
            ValueShape::Object(shape)
                if self.tested(module, op, shape as usize) != Tested::Copy =>
            {
                ValueShape::Any
            }
            kind => kind,
        })
    }

    /// What a branch on a reference passes on, if it is decided.
    fn branch(
        &self,
        f: &Function,
        module: &Module,
        kinds: &mut SecondaryMap<Value, ValueShape>,
        block: Block,
    ) {
        let Terminator::BrOn { op, args, taken_value, fallthrough_value, .. } =
            &f.blocks[block].term
        else {
            return;
        };
        let kind = match kinds[f.list(args)[0]] {
            ValueShape::Object(shape)
                if self.tested(module, op, shape as usize) == Tested::Unknown =>
            {
                ValueShape::Any
            }
            kind => kind,
        };
        for value in [taken_value, fallthrough_value].into_iter().filter_map(|value| value.expand())
        {
            kinds[value] = kind;
        }
    }

    /// Names roots and their copies.
    fn names(&mut self, f: &Function, module: &Module, cfg: &Cfg) {
        self.names = SecondaryMap::with_capacity(f.values.len());
        for (n, root) in self.roots.iter().enumerate().filter(|(_, root)| root.is_root) {
            self.names[root.value] = n as u32 + 1;
        }
        // A copy is below what it copies.
        for &block in &cfg.rpo {
            for &inst in &f.blocks[block].insts {
                let op = &f.insts[inst].op;
                let Some(root) = f.args(inst).first().and_then(|&arg| self.root_of(arg)) else {
                    continue;
                };
                if self.tested(module, op, self.roots[root].shape) == Tested::Copy {
                    let result = f.result(inst).expect("a copy has a result");
                    self.names[result] = root as u32 + 1;
                }
            }
            if let Terminator::BrOn { op, args, taken_value, fallthrough_value, .. } =
                &f.blocks[block].term
                && let Some(root) = self.root_of(f.list(args)[0])
                && self.tested(module, op, self.roots[root].shape) != Tested::Unknown
            {
                for value in [taken_value, fallthrough_value] {
                    if let Some(value) = value.expand() {
                        self.names[value] = root as u32 + 1;
                    }
                }
            }
        }
    }

    /// Finds where roots are live. Within a budget that is linear in the function; past that, roots are none.
    fn liveness(&mut self, f: &Function, cfg: &Cfg) {
        let count = self.roots.len();
        let mut uses: Vec<Vec<Block>> = vec![Vec::new(); count];
        self.live_in = SecondaryMap::with_default(BitSet::new(count));
        for &block in &cfg.rpo {
            self.live_in[block] = BitSet::new(count);
            f.for_each_use(block, |value| {
                if let Some(root) = self.root_of(value)
                    && uses[root].last() != Some(&block)
                {
                    uses[root].push(block);
                }
            });
        }
        let mut left = MOST_BITS;
        let mut work = Vec::new();
        for (root, uses) in uses.into_iter().enumerate() {
            let home = self.roots[root].block;
            work.extend(uses.into_iter().filter(|&block| block != home));
            while let Some(block) = work.pop() {
                if !self.live_in[block].insert(root) {
                    continue;
                }
                let preds = cfg.reachable_preds(block).map(|edge| edge.from);
                work.extend(preds.filter(|&from| from != home));
                left = left.saturating_sub(1);
            }
            if left == 0 {
                self.roots[root].is_root = false;
                self.is_truncated = true;
            }
        }
    }

    /// Drops parameters that are no roots; see the module's documentation.
    fn check_moves(&mut self, f: &Function, module: &Module, cfg: &Cfg) {
        // What is passed to each root that is a parameter, and whether the object has another name behind the edge.
        let mut moves: Vec<(Root, Root, bool)> = Vec::new();
        let mut moved: FxHashSet<Root> = FxHashSet::default();
        let mut work = Vec::new();
        for &block in &cfg.rpo {
            for call in f.blocks[block].term.targets() {
                moved.clear();
                let params = &f.blocks[call.block].params;
                for (&arg, &param) in f.list(&call.args).iter().zip(params) {
                    let Some(to) = self.root_of(param) else { continue };
                    let Some(from) = self.root_of(arg) else {
                        work.push(to);
                        continue;
                    };
                    let is_live = self.live_in[call.block].contains(from)
                        && !invar_ir::mutant!(ReplaceMovesLive);
                    let is_twice = !moved.insert(from) && !invar_ir::mutant!(ReplaceMovesTwice);
                    moves.push((from, to, is_live || is_twice));
                }
            }
        }
        for round in 0.. {
            self.drop_roots(&moves, std::mem::take(&mut work));
            moves.retain(|&(from, to, _)| self.roots[from].is_root && self.roots[to].is_root);
            self.moves = moves.iter().map(|&(from, to, _)| (from, to)).collect();
            let copied = || moves.iter().filter(|&&(.., is_copied)| is_copied);
            if copied().next().is_none() {
                return;
            }
            let is_last = round == MOST_COPYING;
            let without = if is_last { Vec::new() } else { self.without_identity(f, module, cfg) };
            let refused = copied().filter(|&&(_, to, _)| is_last || !without[to]);
            work.extend(refused.map(|&(_, to, _)| to));
            if work.is_empty() {
                return;
            }
        }
    }

    /// Drops roots, and parameters to which they are passed.
    fn drop_roots(&mut self, moves: &[(Root, Root, bool)], mut work: Vec<Root>) {
        let mut to: Vec<Vec<Root>> = vec![Vec::new(); self.roots.len()];
        for &(from, root, _) in moves {
            to[from].push(root);
        }
        while let Some(root) = work.pop() {
            if std::mem::replace(&mut self.roots[root].is_root, false) {
                work.append(&mut to[root]);
            }
        }
    }

    /// Of each root, whether neither it nor any root that is moved to or from it is written to, compared, or escapes.
    fn without_identity(&self, f: &Function, module: &Module, cfg: &Cfg) -> Vec<bool> {
        let groups = self.groups();
        let mut without = vec![true; self.roots.len()];
        let mut has_identity = |root: Root| without[groups[root]] = false;
        for &block in &cfg.rpo {
            for &inst in &f.blocks[block].insts {
                let used = use_of(f, module, self, inst);
                escaping(f, self, inst, used).for_each(&mut has_identity);
                let is_compared = matches!(f.insts[inst].op, Op::RefEq);
                if is_compared || matches!(used, Some(Use::Set { .. })) {
                    let roots = f.args(inst).iter().filter_map(|&arg| self.root_of(arg));
                    roots.for_each(&mut has_identity);
                }
            }
            escaping_at_end(f, module, self, block).into_iter().for_each(&mut has_identity);
            for edge in cfg.out_edges(block) {
                self.lost(f, edge).into_iter().for_each(&mut has_identity);
            }
        }
        let without = &without;
        groups.iter().map(|&group| without[group] || invar_ir::mutant!(ReplaceCopiesAny)).collect()
    }

    /// The roots that are one only together: a number for each root.
    pub fn groups(&self) -> Vec<usize> {
        let mut group: Vec<usize> = (0..self.roots.len()).collect();
        fn find(group: &mut [usize], mut at: usize) -> usize {
            while group[at] != at {
                group[at] = group[group[at]];
                at = group[at];
            }
            at
        }
        for &(from, to) in &self.moves {
            let (a, b) = (find(&mut group, from), find(&mut group, to));
            group[a.max(b)] = a.min(b);
        }
        (0..group.len()).map(|root| find(&mut group, root)).collect()
    }

    /// The root that an edge passes to a parameter that is a root, for each such parameter of its target.
    pub fn moved(&self, f: &Function, edge: Edge) -> Vec<(Root, Root)> {
        let Some(call) = f.blocks[edge.from].term.target(edge.nth as usize) else {
            return Vec::new();
        };
        let params = &f.blocks[call.block].params;
        let pairs = f.list(&call.args).iter().zip(params);
        pairs
            .filter_map(|(&arg, &param)| Some((self.root_of(arg)?, self.root_of(param)?)))
            .collect()
    }

    /// The roots that an edge passes to parameters that are none.
    pub fn lost(&self, f: &Function, edge: Edge) -> Vec<Root> {
        let Some(call) = f.blocks[edge.from].term.target(edge.nth as usize) else {
            return Vec::new();
        };
        let params = &f.blocks[call.block].params;
        let pairs = f.list(&call.args).iter().zip(params);
        let lost = pairs.filter(|&(_, &param)| self.root_of(param).is_none());
        lost.filter_map(|(&arg, _)| self.root_of(arg)).collect()
    }

    /// Whether a value is made by the terminator of a block.
    pub fn is_edge_value(f: &Function, value: Value) -> bool {
        matches!(f.values[value].def, ValueDef::Edge(..))
    }
}
