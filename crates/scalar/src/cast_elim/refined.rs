//! A branch on a test becomes a branch that gives the reference the type that was tested (`br_on_cast`, `br_on_null`),
//! where a cast behind it needs that type.

use super::Pass;
use invar_analysis::transform::edges;
use invar_analysis::{Tested, tested};
use invar_ir::entities::SecondaryMap;
use invar_ir::{Edge, Function, Inst, Op, RefType, Terminator, ValType, Value};
use invar_rules::ValueFacts;
use rustc_hash::{FxHashMap, FxHashSet};

/// A test at the end of a block.
struct Test {
    reference: Value,
    /// What the reference is on the edge.
    refined: RefType,
    /// The type that is tested for; `None`: null.
    ty: Option<RefType>,
    /// The edge on which the reference has that type, or is not null.
    nth: usize,
}

impl Pass<'_, '_> {
    pub(super) fn refine_branches(&mut self) {
        if self.left.is_empty() {
            return;
        }
        let cfg = self.cx.analyses.cfg(self.function);
        let uses = self.function.use_counts();
        let mut made: FxHashMap<(Edge, Value), Value> = FxHashMap::default();
        let mut removed: FxHashSet<Inst> = FxHashSet::default();
        for left in std::mem::take(&mut self.left) {
            let f = &*self.function;
            let result = f.result(left.cast).expect("a cast has a result");
            let root = self.flow.root(f, f.args(left.cast)[0]);
            let mut typed = None;
            // The parameter for the reference gets its argument on this edge only.
            if let Some(edge) = left.edge {
                typed = made.get(&(edge, root)).copied();
                if typed.is_none()
                    && let Some(test) = self.test_of(edge, root, &uses)
                    && self.flow.types().is_subtype(test.refined.into(), f.ty(result))
                    && cfg.preds(edges::target(&f.blocks[edge.from].term, edge.nth).block).len()
                        == 1
                    && self.cx.fuel.take()
                {
                    let param = self.refine(edge, test);
                    made.insert((edge, root), param);
                    typed = Some(param);
                }
            }
            let types = self.flow.types();
            match typed {
                Some(typed)
                    if types.is_subtype(self.function.ty(typed), self.function.ty(result)) =>
                {
                    self.function.alias(result, typed);
                    removed.insert(left.cast);
                }
                _ => self.left.push(left),
            }
        }
        self.stats.casts += removed.len() as u64;
        if !made.is_empty() {
            self.stats.refined += made.len() as u64;
            self.cx.analyses.clear();
        }
        self.remove(&removed);
    }

    /// The test that decides whether an edge is taken, if it is one of this reference, and used by the branch only.
    fn test_of(&self, edge: Edge, root: Value, uses: &SecondaryMap<Value, u32>) -> Option<Test> {
        let f: &Function = self.function;
        let Terminator::BrIf { cond, .. } = f.blocks[edge.from].term else { return None };
        let (mut condition, mut holds) = (f.resolve(cond), edge.nth == 0);
        while uses[condition] == 1 && matches!(ValueFacts::op(f, condition), Some(Op::I32Eqz)) {
            (condition, holds) = (f.operand(condition, 0), !holds);
        }
        if uses[condition] != 1 {
            return None;
        }
        let (reference, ty) = match tested(f, condition)? {
            Tested::Null(value) if !holds => (value, None),
            Tested::Type(value, ty) if holds => (value, Some(ty)),
            _ => return None,
        };
        let own = f.ty(reference).as_reference_type()?;
        let refined = ty.unwrap_or(own.as_non_null());
        let is_same = self.flow.root(f, reference) == root;
        is_same.then_some(Test { reference, refined, ty, nth: edge.nth as usize })
    }

    /// Lets the branch of an edge refine the type of a reference; the parameter that the edge passes it to.
    fn refine(&mut self, edge: Edge, test: Test) -> Value {
        let f = &mut *self.function;
        let block = edge.from;
        let Terminator::BrIf { then, els, .. } = std::mem::take(&mut f.blocks[block].term) else {
            unreachable!("a branch on a test");
        };
        let (mut typed, other) = if test.nth == 0 { (then, els) } else { (els, then) };
        let refined = ValType::Ref(test.refined);
        let args = f.make_list(&[test.reference]);
        let param = f.add_param(typed.block, refined);
        let term = match test.ty {
            None => {
                let value = f.add_edge_value(block, 1, refined);
                typed.args.push(value, &mut f.pool);
                Terminator::BrOn {
                    op: Op::BrOnNull { relative_depth: 0 },
                    args,
                    taken_value: None.into(),
                    fallthrough_value: Some(value).into(),
                    taken: other,
                    fallthrough: typed,
                }
            }
            Some(to) => {
                let own = f.ty(test.reference).as_reference_type().expect("a reference");
                // A test may be for a type that is not below that of the reference.
                let heap = self.flow.types().join(own.heap_type(), to.heap_type());
                let from = RefType::new(own.is_nullable() || to.is_nullable(), heap);
                let from = from.expect("the types were there before");
                let value = f.add_edge_value(block, 0, refined);
                let rest = f.add_edge_value(block, 1, RefType::difference(from, to).into());
                typed.args.push(value, &mut f.pool);
                Terminator::BrOn {
                    op: Op::BrOnCast { relative_depth: 0, from_ref_type: from, to_ref_type: to },
                    args,
                    taken_value: Some(value).into(),
                    fallthrough_value: Some(rest).into(),
                    taken: typed,
                    fallthrough: other,
                }
            }
        };
        f.blocks[block].term = term;
        param
    }
}
