//! Building a function from the syntax tree of its body.
//!
//! Values and blocks get the numbers they have in the text, with dead ones in the gaps, and
//! the types of results are inferred. A result whose type depends on that of an operand is visited
//! after it (depth first, with an explicit stack), since the text lists blocks in no particular order. Near
//! linear: definitions are sorted by their numbers. Gaps draw on a budget that the length of the
//! text gives, so that a large number cannot ask for memory.

use super::body::{ParsedBody, ParsedInst, ParsedTerm, TermKind, is_br_on};
use super::lex::{Parsed, Pos, fail};
use super::print::handler_types;
use crate::operators::typing::needs_operand_types;
use crate::{
    Block, BlockCall, BlockData, Function, Handler, Inst, Module, Op, Terminator, TypeId, Types,
    Value, ValueData, ValueDef, ValueList, br_on_types, result_types,
};
use cranelift_entity::{ListPool, PrimaryMap};
use wasmparser::ValType;

/// Where a group of consecutive values is defined: a block, by its position in the text, and a place in it.
#[derive(Clone, Copy)]
enum Place {
    Param(u32, u32),
    Inst(u32, u32),
    Edge(u32, u32),
}

impl ParsedBody {
    /// The function of type `ty`. `budget` is how many dead values and blocks may be made.
    pub fn build(
        &self,
        ty: TypeId,
        results: Vec<ValType>,
        module: &Module,
        budget: &mut usize,
    ) -> Parsed<Function> {
        let blocks = self.blocks(budget)?;
        let groups = self.groups()?;
        let types = Inference::run(self, &groups, module, budget)?;
        let entry = Block::from_u32(self.blocks[0].number);
        let mut f = Function {
            ty,
            results,
            entry,
            blocks,
            insts: PrimaryMap::new(),
            values: PrimaryMap::with_capacity(types.len()),
            pool: ListPool::new(),
            contexts: self.contexts.clone(),
            aliased: false,
        };
        let mut insts: Vec<Vec<Option<Inst>>> =
            self.blocks.iter().map(|block| vec![None; block.insts.len()]).collect();
        let make = |f: &mut Function, inst: &ParsedInst, types: &[ValType]| {
            f.make_inst(inst.op.clone(), &inst.args, types, inst.loc)
        };
        for &(first, place) in &groups {
            while f.values.len() < first as usize {
                let def = ValueDef::Edge(entry, u32::MAX);
                f.values.push(ValueData { ty: ValType::I32, def });
            }
            let ty = types[first as usize];
            match place {
                Place::Param(block, n) => {
                    let block = Block::from_u32(self.blocks[block as usize].number);
                    f.values.push(ValueData { ty, def: ValueDef::Param(block, n) });
                }
                Place::Edge(block, edge) => {
                    let block = Block::from_u32(self.blocks[block as usize].number);
                    f.values.push(ValueData { ty, def: ValueDef::Edge(block, edge) });
                }
                Place::Inst(block, n) => {
                    let inst = &self.blocks[block as usize].insts[n as usize];
                    let types = &types[first as usize..][..inst.results.len()];
                    insts[block as usize][n as usize] = Some(make(&mut f, inst, types));
                }
            }
        }
        for (block, made) in self.blocks.iter().zip(insts) {
            let params = block.params.iter().map(|param| Value::from_u32(param.number)).collect();
            let made = made.into_iter().zip(&block.insts);
            let made = made.map(|(made, inst)| made.unwrap_or_else(|| make(&mut f, inst, &[])));
            let insts = made.collect();
            let term = block.term.as_ref().map_or(Terminator::None, |term| term.build(&mut f.pool));
            let data = BlockData { params, insts, term, term_loc: block.term_loc };
            f.blocks[Block::from_u32(block.number)] = data;
        }
        Ok(f)
    }

    /// Empty blocks up to the highest number, once targets are known to exist.
    fn blocks(&self, budget: &mut usize) -> Parsed<PrimaryMap<Block, BlockData>> {
        let Some(highest) = self.blocks.iter().map(|block| block.number).max() else {
            return fail(self.at, "a function needs a block");
        };
        let dead = (highest as usize + 1).saturating_sub(self.blocks.len());
        spend(budget, dead, self.at, "block")?;
        let mut listed = vec![false; highest as usize + 1];
        for block in &self.blocks {
            if std::mem::replace(&mut listed[block.number as usize], true) {
                return fail(block.at, format!("b{} is defined twice", block.number));
            }
        }
        for edge in
            self.blocks.iter().filter_map(|block| block.term.as_ref()).flat_map(|t| &t.edges)
        {
            if !listed.get(edge.block as usize).is_some_and(|&listed| listed) {
                return fail(edge.at, format!("b{} is not defined", edge.block));
            }
        }
        let mut blocks = PrimaryMap::with_capacity(listed.len());
        blocks.extend(listed.iter().map(|_| BlockData::default()));
        Ok(blocks)
    }

    /// The definitions in the order of their numbers: the first value of each and its place.
    fn groups(&self) -> Parsed<Vec<(u32, Place)>> {
        // First value, last value, position, place.
        let mut groups = Vec::new();
        for (b, block) in (0..).zip(&self.blocks) {
            for (n, param) in (0..).zip(&block.params) {
                if param.ty.is_none() {
                    return fail(param.at, "a parameter needs a type");
                }
                groups.push((param.number, param.number, param.at, Place::Param(b, n)));
            }
            for (n, inst) in (0..).zip(&block.insts) {
                let [first, .., last] = match inst.results.as_slice() {
                    [] => continue,
                    [only] => [only, only],
                    [first, .., last] => [first, last],
                };
                for (expected, result) in (first.number..).zip(&inst.results) {
                    if result.number != expected {
                        return fail(result.at, "results must be numbered one after the other");
                    }
                }
                groups.push((first.number, last.number, first.at, Place::Inst(b, n)));
            }
            for (n, edge) in (0..).zip(block.term.iter().flat_map(|term| &term.edges)) {
                for value in &edge.values {
                    groups.push((value.number, value.number, value.at, Place::Edge(b, n)));
                }
            }
        }
        groups.sort_by_key(|&(first, ..)| first);
        for pair in groups.windows(2) {
            if pair[1].0 <= pair[0].1 {
                return fail(pair[1].2, format!("v{} is defined twice", pair[1].0));
            }
        }
        Ok(groups.into_iter().map(|(first, _, _, place)| (first, place)).collect())
    }
}

/// Takes `count` dead entities from the budget.
fn spend(budget: &mut usize, count: usize, at: Pos, what: &str) -> Parsed<()> {
    match budget.checked_sub(count) {
        Some(left) => {
            *budget = left;
            Ok(())
        }
        None => fail(at, format!("too many {what} numbers are left out in this function")),
    }
}

impl ParsedTerm {
    /// The types of the values of each edge, as the operator gives them.
    fn edge_types(&self, args: &[ValType], module: &Module) -> Parsed<Vec<Types>> {
        let types = match &self.kind {
            TermKind::Op(op) => br_on_types(op, args).map(|(taken, fallthrough)| {
                vec![Types::from_iter(taken), Types::from_iter(fallthrough)]
            }),
            TermKind::Invoke(op) => result_types(op, args, module).map(|results| {
                let handlers = self.edges[1..].iter();
                let handlers = handlers
                    .map(|edge| handler_types(module, edge.handler.flatten(), edge.values.len()));
                std::iter::once(results).chain(handlers).collect()
            }),
            _ => return Ok(vec![Types::new(); self.edges.len()]),
        };
        types.or_else(|error| fail(self.at, error.to_string()))
    }

    fn build(&self, pool: &mut ListPool<Value>) -> Terminator {
        let args = ValueList::from_slice(&self.args, pool);
        let values = |n: usize| -> Vec<Value> {
            self.edges[n].values.iter().map(|value| Value::from_u32(value.number)).collect()
        };
        let mut calls: Vec<BlockCall> = Vec::with_capacity(self.edges.len());
        calls.extend(self.edges.iter().map(|edge| BlockCall {
            block: Block::from_u32(edge.block),
            args: ValueList::from_slice(&edge.args, pool),
            weight: edge.weight,
        }));
        let mut calls = calls.into_iter();
        // The numbers of operands and targets were checked.
        let mut call = || calls.next().expect("a terminator has its targets");
        match &self.kind {
            TermKind::Jump => Terminator::Jump(call()),
            TermKind::BrIf => Terminator::BrIf { cond: self.args[0], then: call(), els: call() },
            TermKind::BrTable => {
                let targets = (1..self.edges.len()).map(|_| call()).collect();
                Terminator::BrTable { index: self.args[0], targets, default: call() }
            }
            TermKind::Return => Terminator::Return(args),
            TermKind::Unreachable => Terminator::Unreachable,
            TermKind::Op(op) => match op {
                op if is_br_on(op) => Terminator::BrOn {
                    op: op.clone(),
                    args,
                    taken_value: values(0).first().copied().into(),
                    fallthrough_value: values(1).first().copied().into(),
                    taken: call(),
                    fallthrough: call(),
                },
                Op::Throw { .. } | Op::ThrowRef => Terminator::Throw { op: op.clone(), args },
                op => Terminator::TailCall { op: op.clone(), args },
            },
            TermKind::Invoke(op) => {
                let normal = call();
                let handler = |n: usize| Handler {
                    tag: self.edges[n].handler.flatten(),
                    values: values(n),
                    target: call(),
                };
                let handlers = (1..self.edges.len()).map(handler).collect();
                Terminator::Invoke { op: op.clone(), args, results: values(0), normal, handlers }
            }
        }
    }
}

/// Finds the types of all values.
struct Inference<'a> {
    body: &'a ParsedBody,
    module: &'a Module,
    /// By value: its type, once known.
    types: Vec<Option<ValType>>,
    /// By value: where it is defined.
    places: Vec<Option<Place>>,
    /// The stack of definitions whose operands' types are inferred first.
    waiting: Vec<Place>,
}

impl<'a> Inference<'a> {
    fn run(
        body: &'a ParsedBody,
        groups: &[(u32, Place)],
        module: &'a Module,
        budget: &mut usize,
    ) -> Parsed<Vec<ValType>> {
        let count = |place: Place| match place {
            Place::Inst(b, n) => body.blocks[b as usize].insts[n as usize].results.len(),
            _ => 1,
        };
        let defined: usize = groups.iter().map(|&(_, place)| count(place)).sum();
        let values = groups.last().map_or(0, |&(first, place)| first as usize + count(place));
        spend(budget, values - defined, body.at, "value")?;
        let types = vec![None; values];
        let places = vec![None; values];
        let mut this = Inference { body, module, types, places, waiting: Vec::new() };
        for &(first, place) in groups {
            this.places[first as usize..][..count(place)].fill(Some(place));
        }
        this.check_uses()?;
        for &(_, place) in groups {
            this.infer(place)?;
        }
        Ok(this.types.into_iter().map(|ty| ty.unwrap_or(ValType::I32)).collect())
    }

    /// Every used value is defined somewhere.
    fn check_uses(&self) -> Parsed<()> {
        let check = |at: Pos, args: &[Value]| {
            let defined = |arg: &&Value| {
                self.places.get(arg.as_u32() as usize).is_some_and(|place| place.is_some())
            };
            match args.iter().find(|arg| !defined(arg)) {
                Some(arg) => fail(at, format!("{arg} is not defined")),
                None => Ok(()),
            }
        };
        for block in &self.body.blocks {
            for inst in &block.insts {
                check(inst.at, &inst.args)?;
            }
            if let Some(term) = &block.term {
                check(term.at, &term.args)?;
                for edge in &term.edges {
                    check(edge.at, &edge.args)?;
                }
            }
        }
        Ok(())
    }

    /// Finds the types of the values defined at a place, after those they depend on.
    fn infer(&mut self, place: Place) -> Parsed<()> {
        self.waiting.push(place);
        while let Some(&place) = self.waiting.last() {
            match self.missing(place) {
                None => {
                    self.settle(place)?;
                    self.waiting.pop();
                }
                // More definitions on the stack than values: a cycle.
                Some(_) if self.waiting.len() > self.types.len() => {
                    let at = self.position(place);
                    return fail(at, "the type of this value depends on itself");
                }
                Some(below) => self.waiting.push(below),
            }
        }
        Ok(())
    }

    /// Where an operand is defined whose type must be known first.
    fn missing(&self, place: Place) -> Option<Place> {
        let (op, args) = match place {
            Place::Param(..) => return None,
            Place::Inst(b, n) => {
                let inst = &self.body.blocks[b as usize].insts[n as usize];
                if inst.results.iter().all(|result| result.ty.is_some()) {
                    return None;
                }
                (&inst.op, &inst.args)
            }
            Place::Edge(b, ..) => match self.body.blocks[b as usize].term.as_ref() {
                Some(ParsedTerm {
                    kind: TermKind::Op(op) | TermKind::Invoke(op), args, ..
                }) => (op, args),
                _ => return None,
            },
        };
        if !needs_operand_types(op) {
            return None;
        }
        let unknown = args.iter().find(|arg| self.types[arg.as_u32() as usize].is_none())?;
        self.places[unknown.as_u32() as usize]
    }

    fn position(&self, place: Place) -> Pos {
        match place {
            Place::Param(b, n) => self.body.blocks[b as usize].params[n as usize].at,
            Place::Inst(b, n) => self.body.blocks[b as usize].insts[n as usize].at,
            Place::Edge(b, ..) => self.body.blocks[b as usize].at,
        }
    }

    /// Infers the types of the values defined at a place. Operands whose types matter have theirs.
    fn settle(&mut self, place: Place) -> Parsed<()> {
        let arg_types = |args: &[Value]| -> Types {
            let ty = |arg: &Value| self.types[arg.as_u32() as usize].unwrap_or(ValType::I32);
            args.iter().map(ty).collect()
        };
        let (values, derived, at) = match place {
            Place::Param(b, n) => {
                let params = &self.body.blocks[b as usize].params;
                (&params[n as usize..][..1], Types::new(), 0)
            }
            Place::Inst(b, n) => {
                let inst = &self.body.blocks[b as usize].insts[n as usize];
                let derived = if inst.results.iter().all(|result| result.ty.is_some()) {
                    Types::new()
                } else {
                    result_types(&inst.op, &arg_types(&inst.args), self.module)
                        .or_else(|error| fail(inst.at, error.to_string()))?
                };
                (inst.results.as_slice(), derived, inst.at)
            }
            Place::Edge(b, edge) => {
                let Some(term) = &self.body.blocks[b as usize].term else { return Ok(()) };
                let values = &term.edges[edge as usize].values;
                let derived = if values.iter().all(|value| value.ty.is_some()) {
                    Types::new()
                } else {
                    let mut types = term.edge_types(&arg_types(&term.args), self.module)?;
                    std::mem::take(&mut types[edge as usize])
                };
                (values.as_slice(), derived, term.at)
            }
        };
        let written = values.iter().all(|value| value.ty.is_some());
        if !written && derived.len() != values.len() {
            let (named, given) = (values.len(), derived.len());
            return fail(at, format!("{named} values are named and there are {given}"));
        }
        for (n, value) in values.iter().enumerate() {
            self.types[value.number as usize] = value.ty.or_else(|| derived.get(n).copied());
        }
        Ok(())
    }
}
