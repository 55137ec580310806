//! A transformer of a user's own: divisions of floats by powers of two become multiplications, and
//! of a conditional on a constant only the alternative that is taken is left.
//!
//! ```text
//! cargo run -p invar-graph --example transform
//! ```

use invar_graph::nodes::dead;
use invar_graph::rvsdg::transform::{Rebuild, TransformTarget, Transformer, transform};
use invar_graph::rvsdg::traverse::{RegionScope, Statistics};
use invar_graph::{FunctionEnv, Kind, Node, build, verify};
use invar_ir::rules::{Const, ValueFacts};
use invar_ir::{Body, Fuel, Func, Goals, Op, Summaries, parse_module};

const MODULE: &str = "module {
  ty0 = func (f64, i32) -> (f64)
  func f0 : ty0 {
  b0(v0: f64, v1: i32):
    v2 = f64.const 8.0
    v3 = f64.div v0, v2
    v4 = i32.const 1
    br_if v4, b1, b2
  b1:
    v5 = f64.add v3, v0
    jump b3(v5)
  b2:
    v6 = f64.div v2, v3
    jump b3(v6)
  b3(v7: f64):
    return v7
  }
}";

#[derive(Default)]
struct Cheaper {
    divisions: u32,
    conditionals: u32,
}

impl Transformer for Cheaper {
    fn node(&mut self, target: &mut TransformTarget<'_>, node: Node, _: &RegionScope) {
        let old = target.old;
        let divisor = match old.nodes[node].kind {
            Kind::Op(Op::F64Div) => old.constant(old.origin(node, 1)),
            _ => None,
        };
        let is_power_of_two = |value: f64| {
            value.is_normal() && value.to_bits() << 12 == 0 && (1.0 / value).is_normal()
        };
        match divisor {
            Some(Const::F64(bits)) if is_power_of_two(f64::from_bits(bits)) => {
                let inverse = Const::F64((1.0 / f64::from_bits(bits)).to_bits());
                let (output, dividend) = (old.outputs(node)[0], target.of(old.origin(node, 0)));
                let ty = [old.ty(output)];
                let inverse = target.add(Kind::Op(inverse.to_op()), &[], &ty, node);
                let inverse = target.new.outputs(inverse)[0];
                let product = target.add(Kind::Op(Op::F64Mul), &[dividend, inverse], &ty, node);
                target.set(output, target.new.outputs(product)[0]);
                self.divisions += 1;
            }
            _ => {
                target.copy(node);
            }
        }
    }

    fn compound(
        &mut self,
        target: &mut TransformTarget<'_>,
        node: Node,
        _: &RegionScope,
    ) -> Rebuild {
        let old = target.old;
        let Kind::Gamma(gamma) = &old.nodes[node].kind else { return Rebuild::Keep };
        let predicate = old.origin(node, 0);
        let Some(Kind::Match(cases)) = old.kind_of(predicate) else { return Rebuild::Keep };
        let tested = old.origin(old.node_of(predicate).expect("a match is a node"), 0);
        let Some(Const::I32(value)) = old.constant(tested) else { return Rebuild::Keep };
        self.conditionals += 1;
        Rebuild::Only(gamma.arms[cases.of(value as u32) as usize])
    }
}

fn main() {
    let module = parse_module(MODULE).expect("it is well-formed");
    let Body::Ssa(function) = &module.funcs[Func::from_u32(0)].body else { panic!("no body") };
    let (goals, summaries) = (Goals::default(), Summaries::default());
    let env = FunctionEnv { module: &module, goals: &goals, summaries: &summaries };
    let graph = build(function, &env).expect("it has a graph");
    println!("{graph}");

    let mut cheaper = Cheaper::default();
    let mut after = transform(&graph, &mut cheaper);
    dead::remove_dead(&mut after, &Fuel::unlimited());
    verify(&after).expect("it is valid");
    println!("{after}");

    assert_eq!((cheaper.divisions, cheaper.conditionals), (1, 1));
    println!("{} divisions, {} conditionals", cheaper.divisions, cheaper.conditionals);
    println!(
        "{} operators became {}",
        Statistics::of(&graph).operators,
        Statistics::of(&after).operators
    );
}
