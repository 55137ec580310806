//! Functions with annotations, analyzed once and specialized any number of times.

use crate::analysis::choices::branch_on_choices;
use crate::analysis::config::Config;
use crate::analysis::derive::Bound;
use crate::analysis::walked::keep_walked;
use crate::analysis::{BindingTimes, analyze_bound};
use crate::annotations::raise;
use crate::error::Refusal;
use crate::specializer::known::Known;
use crate::specializer::request::Request;
use invar_analysis::Liveness;
use invar_ir::{Block, Cfg, Func, Function, Module, Terminator, ValType, Value};
use invar_rules::is_constant;

/// A function that is ready to be specialized.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// The function in the module.
    pub func: Func,
    /// The code that is specialized: annotations are operators, dynamic choices between known values are branches.
    pub code: Function,
    /// The binding-time analysis.
    pub analysis: BindingTimes,
    /// The values, constants aside, that are live into blocks.
    pub live: Liveness,
}

impl Prepared {
    /// Prepares a function for requests that bind these parameters, or says in a sentence why it stays generic.
    pub fn new(
        module: &Module,
        func: Func,
        function: &Function,
        bound: &Bound,
        config: &Config,
    ) -> Result<Self, String> {
        let mut code = function.clone();
        raise(&mut code, module);
        code.resolve_aliases();
        keep_walked(&mut code, module, bound);
        branch_on_choices(&mut code, module, bound);
        code.resolve_aliases();
        let has_handlers = |block| matches!(code.blocks[block].term, Terminator::Invoke { .. });
        let handlers = code.live_blocks().filter(|&block| has_handlers(block)).count();
        // A refusal names instructions of this code, which the function need not have.
        let analysis = Refusal::unless(handlers == 0, "calls with exception handlers", 0)
            .and_then(|()| analyze_bound(&code, module, bound, config))
            .map_err(|refusal| refusal.display(&code, module).to_string())?;
        let varies = |value| !code.def_op(value).is_some_and(is_constant);
        let live = Liveness::new(&code, &Cfg::new(&code), varies);
        Ok(Prepared { func, code, analysis, live })
    }

    /// The values that are live at a point, constants aside: at the start of a block its parameters and all values
    /// that are live into it, else those that instructions from there on use.
    pub(crate) fn live_at(&self, block: Block, at: u32) -> Vec<Value> {
        let data = &self.code.blocks[block];
        if at == 0 {
            return data.params.iter().chain(self.live.entry(block)).copied().collect();
        }
        let (mut live, mut made) = (Vec::new(), data.term.edge_values());
        for &inst in &data.insts[at as usize..] {
            live.extend(self.code.args(inst).iter().map(|&arg| self.code.resolve(arg)));
            made.extend(self.code.results(inst));
        }
        data.term.for_each_use(&self.code.pool, |value| live.push(self.code.resolve(value)));
        for call in data.term.targets() {
            live.extend_from_slice(self.live.entry(call.block));
        }
        live.sort_unstable();
        live.dedup();
        made.sort_unstable();
        let is_live = |value: &Value| {
            made.binary_search(value).is_err() && !self.code.def_op(*value).is_some_and(is_constant)
        };
        live.retain(is_live);
        live
    }

    /// The value that a request binds a parameter to.
    pub(crate) fn bound(&self, request: &Request<'_>, position: usize) -> Option<Known> {
        let param = self.code.blocks[self.code.entry].params[position];
        let bound = request.values.get(position).copied().flatten();
        let is_bound = self.analysis.derived.is_bound(param);
        bound.filter(|bound| is_bound && bound.value.ty() == self.code.ty(param))
    }

    /// The types of values of the function.
    pub fn types(&self, values: &[Value]) -> Vec<ValType> {
        values.iter().map(|&value| self.code.ty(value)).collect()
    }
}
