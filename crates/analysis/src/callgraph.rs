//! The call graph.
//!
//! The graph has the *direct* calls of all functions that the module defines, from bodies in SSA
//! form and, by a scan of their bytes, from those that are not. Its strongly connected components
//! (Tarjan) are the sets of functions that call each other, numbered callees first; *waves* group
//! components that do not depend on each other, so that a pass can work through them in parallel.
//!
//! Indirect calls (through tables and references) are not edges but a flag: a summary of a function must
//! assume that they call any function. [`CallGraph::indirect_targets`] are
//! the functions of this module that an indirect call can reach: those whose address is taken and whose
//! type has the same shape, all reference types being one. So a function may call another one without
//! an edge in the graph.
//!
//! Cost: linear in code, calls and types. A snapshot. Calls in unreachable blocks count.

use cranelift_entity::EntityRef;
use invar_ir::terminator_op;
use invar_ir::type_kind;
use invar_ir::{Body, ConstExpr, ElemItems, Entity, Func, Module, Op, SegmentMode, TypeId};
use invar_ir::{DirectedGraph, Rows, strongly_connected};
use rustc_hash::FxHashMap;
use wasmparser::{BinaryReader, FunctionBody, Operator, ValType};

/// What a function calls.
#[derive(Clone, Debug, Default)]
struct Calls {
    direct: Vec<Func>,
    refers: Vec<Func>,
    indirect: bool,
    unknown: bool,
}

impl Calls {
    fn visit(&mut self, op: &Op) {
        match *op {
            Op::Call { function_index } | Op::ReturnCall { function_index } => {
                self.direct.push(Func::from_u32(function_index));
            }
            Op::RefFunc { function_index } => self.refers.push(Func::from_u32(function_index)),
            Op::CallIndirect { .. }
            | Op::ReturnCallIndirect { .. }
            | Op::CallRef { .. }
            | Op::ReturnCallRef { .. }
            | Op::Suspend { .. }
            | Op::Switch { .. }
            | Op::DestroyValue => self.indirect = true,
            _ => {}
        }
    }

    fn of(module: &Module, func: Func) -> Calls {
        let mut calls = Calls::default();
        match &module.funcs[func].body {
            Body::Import => {}
            Body::Ssa(function) => {
                for block in function.live_blocks() {
                    let data = &function.blocks[block];
                    data.insts.iter().for_each(|&inst| calls.visit(&function.insts[inst].op));
                    terminator_op(&data.term).into_iter().for_each(|op| calls.visit(op));
                }
            }
            Body::Raw(range) => {
                let bytes = &module.bytes[range.clone()];
                calls.unknown = calls.scan(bytes, range.start).is_err();
            }
        }
        calls
    }

    /// Visits the operators of a body as it was read.
    fn scan(&mut self, bytes: &[u8], offset: usize) -> wasmparser::Result<()> {
        let body = FunctionBody::new(BinaryReader::new(bytes, offset as u64));
        let mut operators = body.get_operators_reader()?;
        while !operators.eof() {
            match operators.read()? {
                Operator::Resume { .. }
                | Operator::ResumeThrow { .. }
                | Operator::ResumeThrowRef { .. } => self.indirect = true,
                operator => {
                    Op::from_operator(operator).iter().for_each(|op| self.visit(op));
                }
            }
        }
        Ok(())
    }
}

/// The direct calls of a module, and which functions may be called in other ways.
#[derive(Clone, Debug)]
pub struct CallGraph {
    callees: Rows<Func>,
    callers: Rows<Func>,
    sites: Vec<u32>,
    flags: Vec<Flags>,
    component: Vec<u32>,
    members: Rows<Func>,
    waves: Rows<u32>,
    targets: FxHashMap<Shape, Vec<Func>>,
}

#[derive(Clone, Copy, Default, Debug)]
struct Flags {
    address_taken: bool,
    exported: bool,
    indirect: bool,
    unknown: bool,
    recursive: bool,
}

/// A function type up to subtyping: kinds of parameters and results, all references being one.
type Shape = (Vec<u32>, Vec<u32>);

impl CallGraph {
    /// The calls of a module as it is now.
    pub fn new(module: &Module) -> Self {
        Self::among(module, |_| true, |func| func, |_| Vec::new())
    }

    /// The calls of some functions, where another function may replace the callee, together with
    /// calls that are about to become direct.
    pub fn among(
        module: &Module,
        is_wanted: impl Fn(Func) -> bool,
        stands_for: impl Fn(Func) -> Func,
        more: impl Fn(Func) -> Vec<Func>,
    ) -> Self {
        let of = |func| if is_wanted(func) { Calls::of(module, func) } else { Calls::default() };
        let mut calls: Vec<Calls> = module.funcs.keys().map(of).collect();
        for (n, calls) in calls.iter_mut().enumerate() {
            calls.direct.extend(more(Func::new(n)));
            let mentioned = calls.direct.iter_mut().chain(&mut calls.refers);
            mentioned.for_each(|func| *func = stands_for(*func));
        }
        Self::from_calls(module, &calls, stands_for)
    }

    fn from_calls(module: &Module, calls: &[Calls], stands_for: impl Fn(Func) -> Func) -> Self {
        let count = module.funcs.len();
        let mut flags = vec![Flags::default(); count];
        let mut sites = vec![0; count];
        let mut edges: Vec<(Func, Func)> = Vec::new();
        for (n, calls) in calls.iter().enumerate() {
            flags[n].indirect = calls.indirect;
            flags[n].unknown = calls.unknown;
            for &callee in &calls.direct {
                sites[callee.index()] += 1;
                edges.push((Func::new(n), callee));
                flags[n].recursive |= callee.index() == n;
            }
            for &func in &calls.refers {
                flags[func.index()].address_taken = true;
            }
        }
        edges.sort_unstable();
        edges.dedup();
        let callees = Rows::new(count, || edges.iter().map(|&(from, to)| (from.index(), to)));
        let callers = Rows::new(count, || edges.iter().map(|&(from, to)| (to.index(), from)));
        outside_code(module, stands_for, &mut flags);
        if calls.iter().any(|calls| calls.unknown) {
            // An unreadable body may call and refer to anything.
            flags.iter_mut().for_each(|flags| flags.address_taken = true);
        }

        let (component, components) = strongly_connected(&Direct(&callees));
        let members = Rows::new(components as usize, || {
            module.funcs.keys().map(|func| (component[func.index()] as usize, func))
        });
        // Components are numbered callees first, so one sweep finds the level of each.
        let mut level = vec![0u32; components as usize];
        for id in 0..components as usize {
            for &func in members.row(id) {
                flags[func.index()].recursive |= members.row(id).len() > 1;
                for callee in callees.row(func.index()) {
                    let below = component[callee.index()] as usize;
                    if below != id {
                        level[id] = level[id].max(level[below] + 1);
                    }
                }
            }
        }
        let depth = level.iter().max().map_or(0, |&deepest| deepest as usize + 1);
        let waves = Rows::new(depth, || {
            level.iter().enumerate().map(|(id, &level)| (level as usize, id as u32))
        });
        let mut targets: FxHashMap<Shape, Vec<Func>> = FxHashMap::default();
        for (func, data) in &module.funcs {
            if flags[func.index()].address_taken {
                targets.entry(shape(module, data.ty)).or_default().push(func);
            }
        }
        CallGraph { callees, callers, sites, flags, component, members, waves, targets }
    }

    /// Whether one direct call is all that refers to a function.
    pub fn is_only_call(&self, func: Func) -> bool {
        self.is_private(func) && self.call_sites(func) == 1
    }

    /// The functions that a function calls directly, each once, by number.
    pub fn callees(&self, func: Func) -> &[Func] {
        self.callees.row(func.index())
    }

    /// The functions that call a function directly, each once, by number.
    pub fn callers(&self, func: Func) -> &[Func] {
        self.callers.row(func.index())
    }

    /// How many direct calls of a function there are.
    pub fn call_sites(&self, func: Func) -> u32 {
        self.sites[func.index()]
    }

    /// Whether a reference to a function is made: by `ref.func`, in a table or in a global.
    pub fn is_address_taken(&self, func: Func) -> bool {
        self.flags[func.index()].address_taken
    }

    /// Whether the host may call a function by name or at the start.
    pub fn is_exported(&self, func: Func) -> bool {
        self.flags[func.index()].exported
    }

    /// Whether all calls of a function are direct calls in this module, which the graph has: then it
    /// can be changed together with its callers.
    pub fn is_private(&self, func: Func) -> bool {
        let flags = self.flags[func.index()];
        !flags.address_taken && !flags.exported
    }

    /// Whether a function calls through a table or a reference, or destroys a value.
    pub fn calls_indirectly(&self, func: Func) -> bool {
        self.flags[func.index()].indirect
    }

    /// Whether the body could not be read: it may call any function.
    pub fn is_unknown(&self, func: Func) -> bool {
        self.flags[func.index()].unknown
    }

    /// Whether a function reaches itself by direct calls.
    pub fn is_recursive(&self, func: Func) -> bool {
        self.flags[func.index()].recursive
    }

    /// The functions of this module that an indirect call at a type can reach.
    pub fn indirect_targets(&self, module: &Module, ty: TypeId) -> &[Func] {
        self.targets.get(&shape(module, ty)).map_or(&[], Vec::as_slice)
    }

    /// The number of components.
    pub fn component_count(&self) -> u32 {
        self.members.rows() as u32
    }

    /// The component of a function.
    pub fn component(&self, func: Func) -> u32 {
        self.component[func.index()]
    }

    /// The functions of a component.
    pub fn members(&self, component: u32) -> &[Func] {
        self.members.row(component as usize)
    }

    /// All functions, callees before callers unless they call each other.
    pub fn bottom_up(&self) -> impl DoubleEndedIterator<Item = Func> + '_ {
        (0..self.component_count()).flat_map(|id| self.members(id).iter().copied())
    }

    /// The components in waves: each calls only components of waves before its own.
    pub fn waves(&self) -> impl DoubleEndedIterator<Item = &[u32]> + ExactSizeIterator {
        (0..self.waves.rows()).map(|wave| self.waves.row(wave))
    }
}

/// Marks the functions that are exported, or referred to outside of function bodies.
fn outside_code(module: &Module, stands_for: impl Fn(Func) -> Func, flags: &mut [Flags]) {
    for export in &module.exports {
        if let Entity::Func(func) = export.entity {
            flags[stands_for(func).index()].exported = true;
        }
    }
    if let Some(func) = module.start {
        flags[stands_for(func).index()].exported = true;
    }
    let mut mark = |func: Func| flags[stands_for(func).index()].address_taken = true;
    let inits = module.globals.values().map(|global| &global.init);
    let inits = inits.chain(module.tables.values().filter_map(|table| table.init.as_ref()));
    inits.for_each(|init| references(init).for_each(&mut mark));
    for elem in module.elems.values() {
        // A declared function is referenced only by a `ref.func` in a body.
        if elem.mode != SegmentMode::Declared {
            match &elem.items {
                ElemItems::Funcs(funcs) => funcs.iter().copied().for_each(&mut mark),
                ElemItems::Exprs(_, exprs) => {
                    exprs.iter().flat_map(references).for_each(&mut mark);
                }
            }
        }
    }
}

/// The functions that a constant expression refers to.
fn references(init: &ConstExpr) -> impl Iterator<Item = Func> + '_ {
    init.iter().filter_map(|op| match *op {
        Op::RefFunc { function_index } => Some(Func::from_u32(function_index)),
        _ => None,
    })
}

fn shape(module: &Module, ty: TypeId) -> Shape {
    let kinds = |types: &[ValType]| types.iter().map(|&ty| type_kind(ty)).collect();
    let (params, results) = module.signature(ty);
    (kinds(params), kinds(results))
}

struct Direct<'a>(&'a Rows<Func>);

impl DirectedGraph for Direct<'_> {
    fn nodes(&self) -> usize {
        self.0.rows()
    }
    fn succ(&self, node: u32, nth: u32) -> Option<u32> {
        self.0.row(node as usize).get(nth as usize).map(|func| func.as_u32())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use invar_ir::testing::{Rng, function_of};
    use invar_ir::{ElemData, Export, FuncData, Function, ImportName, SourceLoc, Terminator};

    /// A module whose functions call these, in SSA form; no list: an import.
    fn module_of(rows: &[Option<Vec<u32>>]) -> Module {
        let mut module = Module::default();
        let ty = module.func_type(&[], &[]);
        for row in rows {
            let body = match row {
                None => Body::Import,
                Some(callees) => Body::Ssa(Box::new(calling(callees))),
            };
            let name = || String::from("x");
            let import = row.is_none().then(|| ImportName { module: name(), name: name() });
            module.funcs.push(FuncData::new(ty, import, body));
        }
        module
    }

    fn calling(callees: &[u32]) -> Function {
        let mut function = function_of(&[&[][..]]);
        for &callee in callees {
            let op = Op::Call { function_index: callee };
            function.append(function.entry, op, &[], &[], SourceLoc::default());
        }
        function
    }

    fn f(n: u32) -> Func {
        Func::from_u32(n)
    }

    #[test]
    fn random_graphs_agree_with_reachability() {
        for seed in 0..500 {
            let mut rng = Rng::new(seed);
            let count = 1 + rng.below(20);
            let rows: Vec<Option<Vec<u32>>> = (0..count)
                .map(|_| Some((0..rng.below(3)).map(|_| rng.below(count) as u32).collect()))
                .collect();
            let graph = CallGraph::new(&module_of(&rows));
            // reach[a][b]: a calls b, directly or through others.
            let mut reach = vec![vec![false; count]; count];
            for (a, row) in rows.iter().enumerate() {
                row.iter().flatten().for_each(|&b| reach[a][b as usize] = true);
            }
            for via in 0..count {
                let further = reach[via].clone();
                for row in reach.iter_mut().filter(|row| row[via]) {
                    row.iter_mut().zip(&further).for_each(|(to, &further)| *to |= further);
                }
            }
            let mut wave_of = vec![0; graph.component_count() as usize];
            for (n, wave) in graph.waves().enumerate() {
                wave.iter().for_each(|&id| wave_of[id as usize] = n);
            }
            let order: Vec<Func> = graph.bottom_up().collect();
            assert_eq!(order.len(), count);
            let position = |n: usize| order.iter().position(|&func| func.index() == n).unwrap();
            for (a, row) in reach.iter().enumerate() {
                assert_eq!(graph.is_recursive(Func::new(a)), row[a], "seed {seed}");
                for (b, &reached) in row.iter().enumerate() {
                    let mutual = a == b || (reached && reach[b][a]);
                    let (of_a, of_b) =
                        (graph.component(Func::new(a)), graph.component(Func::new(b)));
                    assert_eq!(of_a == of_b, mutual, "seed {seed}");
                    if reached && !mutual {
                        assert!(position(b) < position(a));
                        assert!(wave_of[of_b as usize] < wave_of[of_a as usize]);
                    }
                }
            }
        }
    }

    #[test]
    fn references_exports_and_indirect_calls() {
        let mut module =
            module_of(&[None, Some(vec![0, 2, 2]), Some(vec![]), Some(vec![]), Some(vec![])]);
        module.exports.push(Export {
            name: "run".into(),
            entity: Entity::Func(f(1)),
            exact: false,
        });
        let items = ElemItems::Funcs(vec![f(3)]);
        module.elems.push(ElemData { mode: SegmentMode::Passive, items });
        let items = ElemItems::Funcs(vec![f(4)]);
        module.elems.push(ElemData { mode: SegmentMode::Declared, items });
        let Body::Ssa(function) = &mut module.funcs[f(2)].body else { unreachable!() };
        function.blocks[function.entry].term = Terminator::TailCall {
            op: Op::ReturnCallIndirect { type_index: 0, table_index: 0 },
            args: Default::default(),
        };
        let graph = CallGraph::new(&module);
        assert_eq!(graph.callees(f(1)), [f(0), f(2)]);
        assert_eq!((graph.call_sites(f(2)), graph.callers(f(2))), (2, &[f(1)][..]));
        assert!(graph.calls_indirectly(f(2)) && !graph.calls_indirectly(f(1)));
        assert!(graph.is_exported(f(1)) && graph.is_address_taken(f(3)));
        let private: Vec<u32> = (0..5).filter(|&n| graph.is_private(f(n))).collect();
        assert_eq!(private, [0, 2, 4]);
        assert_eq!(graph.indirect_targets(&module, TypeId::from_u32(0)), [f(3)]);
    }

    #[test]
    fn bodies_as_they_were_read_are_scanned() {
        let mut module = module_of(&[None, Some(vec![])]);
        // No locals; block; call 0; end; ref.func 1; drop; end.
        let bytes = [0, 0x02, 0x40, 0x10, 0, 0x0b, 0xd2, 1, 0x1a, 0x0b];
        module.bytes = bytes.into();
        module.funcs[f(1)].body = Body::Raw(0..bytes.len());
        let graph = CallGraph::new(&module);
        assert_eq!(graph.callees(f(1)), [f(0)]);
        assert!(graph.is_address_taken(f(1)) && !graph.is_unknown(f(1)));
        assert!(!graph.calls_indirectly(f(1)));

        module.funcs[f(1)].body = Body::Raw(0..4);
        let graph = CallGraph::new(&module);
        assert!(graph.is_unknown(f(1)) && !graph.is_private(f(0)));
    }

    #[test]
    fn long_chains_of_calls_are_fast() {
        let count = 100_000u32;
        let calls: Vec<Calls> = (0..count)
            .map(|n| Calls { direct: vec![f((n + 1) % count)], ..Calls::default() })
            .collect();
        let module = module_of(&vec![None; count as usize]);
        assert_eq!(CallGraph::from_calls(&module, &calls, |func| func).component_count(), 1);
        let mut calls = calls;
        calls[count as usize - 1].direct.clear();
        assert_eq!(
            CallGraph::from_calls(&module, &calls, |func| func).waves().len(),
            count as usize
        );
    }
}
