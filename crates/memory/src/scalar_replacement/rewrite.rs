//! Replaces the fields of virtual objects by values.
//!
//! Each field of a root is a variable, and so is the reference to its object once that is real. Variables are put into
//! SSA form: blocks at the iterated dominance frontiers of their definitions get parameters, where the root is live and
//! its object is virtual (for fields) or real (for the reference), and the dominator tree is walked with the values of
//! all variables (Cytron et al., *Efficiently computing static single assignment form and the control dependence
//! graph*, 1991). A root that is a parameter is replaced by one parameter for each field.

use super::escape::{Escapes, Use, decided, escaping, escaping_at_end, use_of};
use super::objects::{Birth, Objects, Root};
use super::shape::Initial;
use invar_analysis::memory_ssa::Frontier;
use invar_analysis::transform::edges;
use invar_ir::bit_set::BitSet;
use invar_ir::entities::SecondaryMap;
use invar_ir::wasmparser::StorageType;
use invar_ir::{
    Block, BlockCall, Cfg, Dominators, Edge, Function, Inst, Module, Op, SourceLoc, Terminator,
    ValType, Value, zero_op,
};
use invar_rules::Const;
use rustc_hash::FxHashSet;

/// What was done.
#[derive(Clone, Copy, Default)]
pub(super) struct Done {
    /// Operators removed: accesses, tests and copies.
    pub accesses: u64,
    /// Objects made where they escape.
    pub made: u64,
}

/// A variable: a field of a root, or its reference.
type Variable = usize;

/// What an edge passes to a new parameter.
#[derive(Clone, Copy)]
enum Passed {
    Variable(Variable),
    /// A field of the root that is passed to the n-th parameter.
    Field(usize, usize),
}

pub(super) struct Rewriter<'a> {
    f: &'a mut Function,
    module: &'a Module,
    objects: &'a Objects,
    /// Where objects are real at the start of a block; also of blocks on edges.
    real_in: SecondaryMap<Block, BitSet>,
    /// What is made at the end of a block.
    made_at_end: SecondaryMap<Block, Vec<Root>>,
    /// The first variable of each root; the last one is the reference.
    first: Vec<Variable>,
    /// New parameters of blocks, and what edges pass to them.
    added: SecondaryMap<Block, Vec<(Value, Passed)>>,
    /// The values of variables at the current point.
    current: Vec<Option<Value>>,
    /// What `current` held before, to go back up.
    undo: Vec<(Variable, Option<Value>)>,
    real: BitSet,
    out: Vec<Inst>,
    loc: SourceLoc,
    done: Done,
}

/// Replaces the roots.
pub(super) fn rewrite(
    f: &mut Function,
    module: &Module,
    cfg: &Cfg,
    objects: &Objects,
    escapes: Escapes,
) -> Done {
    let mut count = 0;
    let first = objects.roots.iter().map(|root| {
        let first = count;
        count += objects.shapes[root.shape].fields.len() + 1;
        first
    });
    let first = first.collect();
    let mut rewriter = Rewriter {
        f,
        module,
        objects,
        real_in: SecondaryMap::with_default(BitSet::new(objects.roots.len())),
        made_at_end: SecondaryMap::new(),
        first,
        added: SecondaryMap::new(),
        current: vec![None; count],
        undo: Vec::new(),
        real: BitSet::new(objects.roots.len()),
        out: Vec::new(),
        loc: SourceLoc::default(),
        done: Done::default(),
    };
    rewriter.edges(cfg, escapes);
    let cfg = Cfg::new(rewriter.f);
    let dominators = Dominators::new(rewriter.f, &cfg);
    rewriter.params(&cfg, &dominators);
    rewriter.walk(&dominators);
    rewriter.finish(&cfg)
}

impl Rewriter<'_> {
    // ---- Control flow --------------------------------------------------------------------------

    /// Decides branches on roots, and makes blocks on edges that make objects.
    fn edges(&mut self, cfg: &Cfg, escapes: Escapes) {
        for &block in &cfg.rpo {
            let end = escapes.at_end(block);
            if let Some(is_taken) = decided(self.f, self.module, self.objects, block) {
                self.done.accesses += 1;
                let term = std::mem::take(&mut self.f.blocks[block].term);
                let Terminator::BrOn { taken, fallthrough, .. } = term else {
                    unreachable!("it is a branch on a reference")
                };
                let call = if is_taken { taken } else { fallthrough };
                self.f.blocks[block].term = Terminator::Jump(BlockCall { weight: 0, ..call });
            }
            let targets = self.f.blocks[block].term.targets().count();
            for nth in 0..targets as u32 {
                let edge = Edge { from: block, nth };
                let made = escapes.made_on(self.f, self.objects, &end, edge);
                if made.is_empty() {
                    continue;
                }
                if targets == 1 {
                    self.made_at_end[block] = made;
                } else {
                    let between = self.split(edge);
                    self.real_in[between] = end.clone();
                    self.made_at_end[between] = made;
                }
            }
        }
        for &block in &cfg.rpo {
            self.real_in[block] = escapes.real_in[block].clone();
        }
    }

    /// A new block on an edge. What the terminator makes for the edge is passed to it.
    fn split(&mut self, edge: Edge) -> Block {
        let between = self.f.add_block();
        let mut term = std::mem::take(&mut self.f.blocks[edge.from].term);
        let call = term.target_mut(edge.nth as usize).expect("an edge of the terminator");
        let target = call.block;
        let (mut passed, mut args) = (Vec::new(), Vec::new());
        for arg in self.f.list(&call.args).to_vec() {
            args.push(if Objects::is_edge_value(self.f, arg) {
                passed.push(arg);
                self.f.add_param(between, self.f.ty(arg))
            } else {
                arg
            });
        }
        let weight = call.weight;
        *call = BlockCall { block: between, args: self.f.make_list(&passed), weight };
        self.f.blocks[edge.from].term = term;
        self.f.blocks[between].term = Terminator::Jump(self.f.call(target, &args));
        self.f.blocks[between].term_loc = self.f.blocks[edge.from].term_loc;
        between
    }

    // ---- Variables -----------------------------------------------------------------------------

    fn field(&self, root: Root, field: usize) -> Variable {
        self.first[root] + field
    }

    fn reference(&self, root: Root) -> Variable {
        self.first[root] + self.objects.shape(root).fields.len()
    }

    fn fields(&self, root: Root) -> std::ops::Range<Variable> {
        self.first[root]..self.reference(root)
    }

    /// Makes the parameters of blocks.
    fn params(&mut self, cfg: &Cfg, dominators: &Dominators) {
        let mut definitions: Vec<Vec<Block>> = vec![Vec::new(); self.current.len()];
        for &block in &cfg.rpo {
            self.definitions(block, |variable| {
                let blocks = &mut definitions[variable];
                if blocks.last() != Some(&block) {
                    blocks.push(block);
                }
            });
        }
        for &block in &cfg.rpo {
            for n in 0..self.f.blocks[block].params.len() {
                let Some(root) = self.objects.root_of(self.f.blocks[block].params[n]) else {
                    continue;
                };
                if self.real_in[block].contains(root) {
                    continue;
                }
                for field in 0..self.objects.shape(root).fields.len() {
                    let ty = self.objects.shape(root).fields[field].unpack();
                    let param = self.f.add_param(block, ty);
                    self.added[block].push((param, Passed::Field(n, field)));
                }
            }
        }
        let mut frontier = Frontier::new(cfg, dominators);
        for (root, data) in self.objects.roots.iter().enumerate().filter(|(_, data)| data.is_root) {
            let shape = &self.objects.shapes[data.shape];
            let reference = self.reference(root);
            let own = definitions.iter().enumerate().take(reference + 1).skip(self.first[root]);
            for (variable, blocks) in own {
                if blocks.len() < 2 {
                    continue;
                }
                let mut joins = frontier.of(blocks.iter().copied());
                joins.sort_unstable();
                for block in joins {
                    let is_reference = variable == reference;
                    let is_live = self.objects.live_in[block].contains(root);
                    if !is_live || self.real_in[block].contains(root) != is_reference {
                        continue;
                    }
                    let ty = match shape.fields.get(variable - self.first[root]) {
                        Some(field) => field.unpack(),
                        None => shape.reference(),
                    };
                    let param = self.f.add_param(block, ty);
                    self.added[block].push((param, Passed::Variable(variable)));
                }
            }
        }
    }

    /// Visits what a block defines.
    fn definitions(&self, block: Block, mut visit: impl FnMut(Variable)) {
        let objects = self.objects;
        let mut real = self.real_in[block].clone();
        for &param in &self.f.blocks[block].params {
            let Some(root) = objects.root_of(param) else { continue };
            if real.contains(root) {
                visit(self.reference(root));
            } else {
                self.fields(root).for_each(&mut visit);
            }
        }
        let mut make = |real: &mut BitSet, root: Root| {
            if real.insert(root) {
                visit(self.reference(root));
            }
        };
        let mut written = Vec::new();
        for &inst in &self.f.blocks[block].insts {
            let used = use_of(self.f, self.module, objects, inst);
            escaping(self.f, objects, inst, used).for_each(|root| make(&mut real, root));
            if let Some(Use::Set { root, field }) = used
                && !real.contains(root)
            {
                written.push(self.field(root, field));
            }
            if let Some(root) = self.born(inst) {
                real.remove(root);
                written.extend(self.fields(root));
            }
        }
        for root in escaping_at_end(self.f, self.module, objects, block) {
            make(&mut real, root);
        }
        self.made_at_end[block].iter().for_each(|&root| make(&mut real, root));
        written.into_iter().for_each(visit);
    }

    /// The root that an instruction allocates.
    fn born(&self, inst: Inst) -> Option<Root> {
        let root = self.objects.root_of(self.f.result(inst)?)?;
        (self.objects.roots[root].birth.inst() == Some(inst)).then_some(root)
    }

    fn set(&mut self, variable: Variable, value: Value) {
        let value = self.f.resolve(value);
        let before = self.current[variable].replace(value);
        self.undo.push((variable, before));
    }

    fn value(&self, variable: Variable) -> Value {
        self.f.resolve(self.current[variable].expect("a definition dominates each use"))
    }

    // ---- Code ----------------------------------------------------------------------------------

    /// Rewrites all blocks, along the dominator tree.
    fn walk(&mut self, dominators: &Dominators) {
        let entry = self.f.entry;
        let mut stack = vec![(entry, 0, self.undo.len())];
        self.block(entry);
        while let Some((block, nth, mark)) = stack.last_mut() {
            if let Some(&child) = dominators.tree().children(block.as_u32()).get(*nth) {
                *nth += 1;
                let child = Block::from_u32(child);
                stack.push((child, 0, self.undo.len()));
                self.block(child);
            } else {
                let mark = *mark;
                for (variable, before) in self.undo.drain(mark..).rev() {
                    self.current[variable] = before;
                }
                stack.pop();
            }
        }
    }

    fn block(&mut self, block: Block) {
        self.real = self.real_in[block].clone();
        for n in 0..self.f.blocks[block].params.len() {
            let param = self.f.blocks[block].params[n];
            let Some(root) = self.objects.root_of(param) else { continue };
            if self.real.contains(root) {
                // All edges pass such objects.
                self.f.values[param].ty = self.objects.shape(root).reference();
                self.set(self.reference(root), param);
            }
        }
        for n in 0..self.added[block].len() {
            let (param, passed) = self.added[block][n];
            let variable = match passed {
                Passed::Variable(variable) => variable,
                Passed::Field(n, field) => {
                    let root = self.objects.root_of(self.f.blocks[block].params[n]);
                    self.field(root.expect("the parameter is a root"), field)
                }
            };
            self.set(variable, param);
        }
        for inst in std::mem::take(&mut self.f.blocks[block].insts) {
            self.loc = self.f.insts[inst].loc;
            self.inst(inst);
        }
        self.loc = self.f.blocks[block].term_loc;
        for root in escaping_at_end(self.f, self.module, self.objects, block) {
            self.make(root);
        }
        for root in std::mem::take(&mut self.made_at_end[block]) {
            self.make(root);
        }
        self.f.blocks[block].insts = std::mem::take(&mut self.out);
        self.terminator(block);
    }

    fn inst(&mut self, inst: Inst) {
        let used = use_of(self.f, self.module, self.objects, inst);
        let escaping: Vec<Root> = escaping(self.f, self.objects, inst, used).collect();
        escaping.into_iter().for_each(|root| self.make(root));
        if let Some(root) = self.born(inst) {
            self.references(inst);
            return self.birth(root, inst);
        }
        let is_gone = match used {
            Some(Use::Get { root, field }) if !self.real.contains(root) => {
                let value = self.get(inst, root, field);
                self.alias(inst, value);
                true
            }
            Some(Use::Set { root, field }) if !self.real.contains(root) => {
                self.references(inst);
                let stored = *self.f.args(inst).last().expect("the stored value");
                self.set(self.field(root, field), stored);
                true
            }
            Some(Use::Known { value, .. }) => {
                self.constant(inst, value);
                true
            }
            Some(Use::Compare { root })
                if !self.real.contains(root) || invar_ir::mutant!(ReplaceComparesReal) =>
            {
                self.constant(inst, 0);
                true
            }
            // The result is a name, and no longer used.
            Some(Use::Copy { .. }) => true,
            _ => false,
        };
        if is_gone {
            self.done.accesses += 1;
        } else {
            self.references(inst);
            self.out.push(inst);
        }
    }

    /// Replaces names among the operands of an instruction by references.
    fn references(&mut self, inst: Inst) {
        for n in 0..self.f.args(inst).len() {
            let arg = self.f.args(inst)[n];
            if let Some(root) = self.objects.root_of(arg)
                && self.real.contains(root)
            {
                let reference = self.value(self.reference(root));
                self.f.args_mut(inst)[n] = reference;
            }
        }
    }

    /// An allocation: its operands are the values of the fields.
    fn birth(&mut self, root: Root, inst: Inst) {
        self.real.remove(root);
        let Birth::Inst(_, initial) = self.objects.roots[root].birth else {
            unreachable!("an instruction is no parameter")
        };
        let args = self.f.args(inst).to_vec();
        let mut zeros: Vec<(ValType, Value)> = Vec::new();
        for field in 0..self.objects.shape(root).fields.len() {
            let value = match initial {
                Initial::Operands => args[field],
                Initial::Same => args[0],
                Initial::Default => {
                    let ty = self.objects.shape(root).fields[field].unpack();
                    let known = zeros.iter().find(|zero| zero.0 == ty).map(|zero| zero.1);
                    known.unwrap_or_else(|| {
                        let zero = zero_op(ty).expect("a field with a default");
                        let value = self.emit(zero, &[], ty);
                        zeros.push((ty, value));
                        value
                    })
                }
            };
            self.set(self.field(root, field), value);
        }
    }

    /// Makes an object of the values of its fields, unless it is real.
    fn make(&mut self, root: Root) {
        if !self.real.insert(root) {
            return;
        }
        let shape = self.objects.shape(root);
        let values: Vec<Value> = self.fields(root).map(|field| self.value(field)).collect();
        let is_zero = |&value: &Value| {
            let zero = zero_op(self.f.ty(value));
            zero.is_some() && self.f.def_op(value) == zero.as_ref()
        };
        let is_default = !values.is_empty() && values.iter().all(is_zero);
        let ty = shape.reference();
        let index = shape.ty.as_u32();
        let reference = match (is_default, shape.is_array) {
            (true, true) => {
                let length = Op::I32Const { value: values.len() as i32 };
                let length = self.emit(length, &[], ValType::I32);
                self.emit(Op::ArrayNewDefault { array_type_index: index }, &[length], ty)
            }
            (true, false) => self.emit(Op::StructNewDefault { struct_type_index: index }, &[], ty),
            _ => self.emit(shape.allocation(), &values, ty),
        };
        self.set(self.reference(root), reference);
        self.done.made += 1;
    }

    /// The value that an instruction reads from a field.
    fn get(&mut self, inst: Inst, root: Root, field: usize) -> Value {
        let value = self.value(self.field(root, field));
        let bits = match self.objects.shape(root).fields[field] {
            _ if invar_ir::mutant!(ReplaceUnpacked) => return value,
            StorageType::I8 => 8,
            StorageType::I16 => 16,
            StorageType::Val(_) => return value,
        };
        let op = &self.f.insts[inst].op;
        let is_signed = matches!(op, Op::StructGetS { .. } | Op::ArrayGetS { .. });
        let int = |rewriter: &mut Self, value| {
            rewriter.emit(Const::I32(value).to_op(), &[], ValType::I32)
        };
        if !is_signed || invar_ir::mutant!(ReplaceUnsigned) {
            let mask = int(self, (1 << bits) - 1);
            return self.emit(Op::I32And, &[value, mask], ValType::I32);
        }
        let by = int(self, 32 - bits);
        let top = self.emit(Op::I32Shl, &[value, by], ValType::I32);
        self.emit(Op::I32ShrS, &[top, by], ValType::I32)
    }

    fn constant(&mut self, inst: Inst, value: i32) {
        let value = self.emit(Const::I32(value).to_op(), &[], ValType::I32);
        self.alias(inst, value);
    }

    fn alias(&mut self, inst: Inst, value: Value) {
        let result = self.f.result(inst).expect("a read has a result");
        self.f.alias(result, value);
    }

    fn emit(&mut self, op: Op, args: &[Value], ty: ValType) -> Value {
        let inst = self.f.make_inst(op, args, &[ty], self.loc);
        self.out.push(inst);
        self.f.result(inst).expect("one result")
    }

    /// Replaces names in a terminator, and adds the arguments for new parameters.
    fn terminator(&mut self, block: Block) {
        let mut term = std::mem::take(&mut self.f.blocks[block].term);
        for n in 0..term.operands(&self.f.pool).len() {
            if let Some(root) = self.objects.root_of(term.operands(&self.f.pool)[n]) {
                let reference = self.value(self.reference(root));
                term.operands_mut(&mut self.f.pool)[n] = reference;
            }
        }
        for call in term.targets_mut() {
            let mut args = self.f.list(&call.args).to_vec();
            let roots: Vec<Option<Root>> =
                args.iter().map(|&arg| self.objects.root_of(arg)).collect();
            for (arg, root) in args.iter_mut().zip(&roots) {
                // What is passed to a root whose object is virtual is removed with its parameter.
                if let Some(root) = *root
                    && self.real.contains(root)
                {
                    *arg = self.value(self.reference(root));
                }
            }
            for &(_, passed) in &self.added[call.block] {
                args.push(self.value(match passed {
                    Passed::Variable(variable) => variable,
                    Passed::Field(n, field) => {
                        self.field(roots[n].expect("a root is passed to a root"), field)
                    }
                }));
            }
            call.args.clear(&mut self.f.pool);
            call.args = self.f.make_list(&args);
        }
        self.f.blocks[block].term = term;
    }

    /// Removes what is not needed any more.
    fn finish(self, cfg: &Cfg) -> Done {
        let Rewriter { f, objects, real_in, done, .. } = self;
        let dead: Vec<Block> = f.live_blocks().filter(|&block| !cfg.is_reachable(block)).collect();
        dead.into_iter().for_each(|block| f.kill_block(block));
        let mut removed: FxHashSet<Value> = FxHashSet::default();
        for root in objects.roots.iter().enumerate() {
            if let (n, data) = root
                && data.is_root
                && matches!(data.birth, Birth::Param(_))
                && !real_in[data.block].contains(n)
            {
                removed.insert(data.value);
            }
        }
        if !removed.is_empty() {
            edges::remove_params(f, |param| removed.contains(&param));
        }
        f.resolve_aliases();
        done
    }
}
