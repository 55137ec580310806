//! Finds the output of the graph for a value of the function, and routes it out of the regions where it is made.
//! Makes matches, control constants and undefined values.

use super::{BuildError, Builder};
use crate::rvsdg::graph::{Cases, Kind, Output, Region, Ty};
use invar_ir::{Block, SourceLoc, Value};
use invar_rules::is_constant;

impl Builder<'_> {
    /// The undefined value of a type, defined once, at the start of the function.
    pub(super) fn undef(&mut self, ty: Ty) -> Output {
        if let Some(&output) = self.undefs.get(&ty) {
            return output;
        }
        let output = self.at_start(Kind::Undef, ty);
        self.undefs.insert(ty, output);
        output
    }

    /// A control constant, defined once, at the start of the function.
    pub(super) fn control(&mut self, number: u32) -> Output {
        if let Some(&output) = self.controls.get(&number) {
            return output;
        }
        let output = self.at_start(Kind::Control(number), Ty::Control);
        self.controls.insert(number, output);
        output
    }

    fn at_start(&mut self, kind: Kind, ty: Ty) -> Output {
        self.at_start_for(kind, ty, SourceLoc::default())
    }

    /// A node without operands at the start of the function, for code at a place.
    fn at_start_for(&mut self, kind: Kind, ty: Ty, loc: SourceLoc) -> Output {
        let root = self.graph.root;
        let node = match self.graph.first(root) {
            Some(first) => self.graph.add_node_before(first, kind, &[], &[ty], loc),
            None => self.graph.add_node(root, kind, &[], &[ty], loc),
        };
        self.graph.outputs(node)[0]
    }

    /// A match on a value. A match on a match becomes one.
    pub(super) fn match_on(
        &mut self,
        region: Region,
        mut origin: Output,
        mut cases: Cases,
        loc: SourceLoc,
    ) -> Output {
        if let Some(Kind::Match(inner)) = self.graph.kind_of(origin) {
            cases = inner.then(|control| cases.of(control));
            let node = self.graph.node_of(origin).expect("a match is a node");
            origin = self.graph.origin(node, 0);
        }
        if let Some(&Kind::Control(number)) = self.graph.kind_of(origin) {
            return self.control(cases.of(number));
        }
        let kind = Kind::Match(Box::new(cases));
        let node = self.graph.add_node(region, kind, &[origin], &[Ty::Control], loc);
        self.graph.outputs(node)[0]
    }

    /// The origin of a value for a use in an open region. A constant that is defined in a loop or an alternative is
    /// defined once more for uses outside, at the start of the function: as an exit variable it would keep its node
    /// there.
    pub(super) fn value(&mut self, value: Value) -> Result<Output, BuildError> {
        let mut output = self.values[value].expect("a value is defined before it is used");
        if !self.is_visible(output)
            && let Some(Kind::Op(op)) = self.graph.kind_of(output)
            && is_constant(op)
        {
            let node = self.graph.node_of(output).expect("an operator is a node");
            let (ty, loc) = (self.graph.ty(output), self.graph.nodes[node].loc);
            output = self.at_start_for(Kind::Op(op.clone()), ty, loc);
            self.values[value] = output.into();
        }
        while !self.open[self.graph.region_of(output)] {
            output = self.route(output)?;
        }
        Ok(output)
    }

    pub(super) fn values(&mut self, values: &[Value]) -> Result<Vec<Output>, BuildError> {
        values.iter().map(|&value| self.value(value)).collect()
    }

    /// The arguments of a branch. The first one of a cycle is the number of the entry.
    pub(super) fn args(
        &mut self,
        values: &[Value],
        target: Block,
    ) -> Result<Vec<Output>, BuildError> {
        if !self.stubs.contains_key(&target) {
            return self.values(values);
        }
        let number = self.numbers[&values[0]];
        let mut args = vec![self.control(number)];
        args.extend(self.values(&values[1..])?);
        Ok(args)
    }

    /// The value of an output outside of the compound node in which it is defined: an exit variable,
    /// or a loop variable of which only the value after the loop is used.
    pub(super) fn route(&mut self, output: Output) -> Result<Output, BuildError> {
        if let Some(&outer) = self.routed.get(&output) {
            return Ok(outer);
        }
        let region = self.graph.region_of(output);
        let node = self.graph.regions[region].parent.expect("the root region stays open");
        let ty = self.graph.ty(output);
        let undef = self.undef(ty);
        let arms = self.graph.subregions(node).len();
        self.charge(arms)?;
        let outer = if let Kind::Theta(_) = self.graph.nodes[node].kind {
            self.graph.add_loop_var(node, undef, ty);
            self.graph.add_post(node, output)
        } else {
            let origin =
                |n: usize| if self.graph.subregions(node)[n] == region { output } else { undef };
            let origins: Vec<Output> = (0..arms).map(origin).collect();
            self.graph.add_exit_var(node, ty, &origins)
        };
        self.routed.insert(output, outer);
        Ok(outer)
    }

    /// Whether an output is visible at the current place.
    pub(super) fn is_visible(&self, output: Output) -> bool {
        let region = self.graph.region_of(output);
        self.open[region]
    }
}
