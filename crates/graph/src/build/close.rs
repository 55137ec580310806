//! Ends of gammas and thetas: what each target is handed leaves through results.

use super::{BuildError, Builder, Content, EXIT, Entry, Exits, OpenGamma};
use crate::graph::{Cases, Gamma, Kind, Node, Output, Ty};
use crate::states::bits;
use invar_ir::Block;
use std::collections::BTreeMap;

/// From how many alternatives on a value that only one of them hands on, and that was there
/// before, is not made an exit variable (which would cost a result in each).
const WIDE: usize = 5;

/// What the alternatives of a gamma hand to one target: the alternative, and what.
type Handed = Vec<(usize, Entry)>;

impl Builder<'_> {
    pub(super) fn close_gamma(&mut self, gamma: OpenGamma) -> Result<Exits, BuildError> {
        let OpenGamma { region, predicate, loc, arms, weights, order, .. } = gamma;
        let regions = arms.iter().map(|arm| arm.region).collect();
        let kind = Kind::Gamma(Box::new(Gamma { arms: regions, weights }));
        let node = self.graph.add_node(region, kind, &[predicate], &[], loc);

        let mut targets: BTreeMap<u32, Handed> = BTreeMap::new();
        let mut nexts: Vec<Option<Output>> = Vec::new();
        let mut dead: Vec<Option<Output>> = Vec::new();
        let mut pending = None;
        let count = arms.len();
        for (n, arm) in arms.into_iter().enumerate() {
            let exits = match arm.content {
                Content::Exits(exits) => exits,
                Content::Pending(exits) => {
                    pending = Some(n);
                    exits
                }
                Content::Block(..) => unreachable!("all alternatives are built"),
            };
            nexts.push(match &exits.entries[..] {
                [] => None,
                [entry] => Some(self.control(entry.target)),
                _ => exits.next,
            });
            dead.push(exits.dead);
            for entry in exits.entries {
                targets.entry(entry.target).or_default().push((n, entry));
            }
        }
        let any_dead = dead.iter().any(Option::is_some);
        if targets.is_empty() {
            let undef = self.undef(Ty::Order);
            let origins: Vec<Output> = dead.iter().map(|dead| dead.unwrap_or(undef)).collect();
            let dead = Some(self.graph.add_exit_var(node, Ty::Order, &origins));
            return Ok(Exits { dead, ..Exits::default() });
        }
        let several = targets.len() > 1;
        let mut entries = Vec::new();
        for (target, handed) in targets {
            let only_pending = matches!(handed[..], [(n, _)] if Some(n) == pending);
            let params = (0..handed[0].1.params.len()).map(|n| {
                let origin = handed[0].1.params[n];
                let passes = only_pending || handed.len() == 1 && count >= WIDE;
                if passes && self.is_visible(origin) {
                    return Ok(origin);
                }
                let ty = self.param_ty(target, n);
                self.exit_var(node, ty, count, &handed, |entry| entry.params[n], |_| None)
            });
            let params = params.collect::<Result<Vec<Output>, BuildError>>()?;
            let last = handed[0].1.states.len() - 1;
            let states = (0..=last).map(|n| {
                let origin = handed[0].1.states[n];
                let same = handed.iter().all(|(_, entry)| entry.states[n] == origin);
                let ordered = n == last && (any_dead || origin != order && !only_pending);
                if same && !ordered && self.is_visible(origin) {
                    return Ok(origin);
                }
                let others = |arm: usize| if n == last { dead[arm] } else { None };
                let ty = self.graph.ty(origin);
                self.exit_var(node, ty, count, &handed, |entry| entry.states[n], others)
            });
            let states = states.collect::<Result<Vec<Output>, BuildError>>()?;
            entries.push(Entry { target, params, states });
        }
        let next = match several {
            false => None,
            true => {
                self.charge(count)?;
                let undef = self.undef(Ty::Control);
                let origins: Vec<Output> = nexts.iter().map(|next| next.unwrap_or(undef)).collect();
                Some(self.graph.add_exit_var(node, Ty::Control, &origins))
            }
        };
        Ok(Exits { entries, next, dead: None })
    }

    /// An exit variable for what is handed to one target; alternatives that hand nothing give
    /// what `others` says, or anything.
    fn exit_var(
        &mut self,
        node: Node,
        ty: Ty,
        count: usize,
        handed: &Handed,
        origin: impl Fn(&Entry) -> Output,
        others: impl Fn(usize) -> Option<Output>,
    ) -> Result<Output, BuildError> {
        self.charge(count)?;
        let undef = self.undef(ty);
        let mut origins: Vec<Output> = (0..count).map(|n| others(n).unwrap_or(undef)).collect();
        for (n, entry) in handed {
            origins[*n] = origin(entry);
        }
        Ok(self.graph.add_exit_var(node, ty, &origins))
    }

    /// The type of a parameter of a target.
    fn param_ty(&self, target: u32, n: usize) -> Ty {
        if target == EXIT {
            return Ty::Value(self.f.results[n]);
        }
        let block = Block::from_u32(target);
        match n == 0 && self.places.dispatchers[block] {
            true => Ty::Control,
            false => Ty::Value(self.f.ty(self.f.blocks[block].params[n])),
        }
    }

    pub(super) fn close_theta(
        &mut self,
        theta: Node,
        header: Block,
        written: u16,
        mut exits: Exits,
    ) -> Result<Exits, BuildError> {
        let body = self.graph.subregions(theta)[0];
        let target = header.as_u32();
        let at = exits.entries.binary_search_by_key(&target, |entry| entry.target);
        let repeat = exits.entries.remove(at.expect("a loop repeats"));
        let predicate = match exits.next {
            None => self.control(1),
            Some(next) => {
                let cases = Cases { cases: Box::new([(target, 1)]), default: 0 };
                self.match_on(body, next, cases, self.graph.nodes[theta].loc)
            }
        };
        self.graph.add_result(body, predicate);
        let order = repeat.states.len() - 1;
        let states = bits(written).chain([order]).map(|class| repeat.states[class]);
        for post in repeat.params.iter().copied().chain(states) {
            let after = self.graph.add_post(theta, post);
            if self.graph.region_of(post) == body {
                // What leaves the loop is the same.
                self.routed.insert(post, after);
            }
        }
        self.open[body] = false;
        if exits.entries.is_empty() {
            let vars = self.graph.outputs(theta);
            return Ok(Exits { dead: vars.last().copied(), ..Exits::default() });
        }
        for entry in &mut exits.entries {
            for origin in entry.params.iter_mut().chain(&mut entry.states) {
                if !self.is_visible(*origin) {
                    *origin = self.route(*origin)?;
                }
            }
        }
        exits.next = match exits.entries.len() {
            1 => None,
            _ => exits.next.map(|next| self.route(next)).transpose()?,
        };
        Ok(exits)
    }
}
