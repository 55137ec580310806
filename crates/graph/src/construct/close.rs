//! Ends of gammas and thetas: what each target is handed leaves through results.

use super::{BuildError, Builder, Content, EXIT, Entry, Exits, OpenGamma};
use crate::rvsdg::graph::{Cases, Gamma, Kind, Node, Output, Ty};
use crate::rvsdg::states::bits;
use invar_ir::Block;
use smallvec::smallvec;
use std::collections::BTreeMap;

/// What the alternatives of a gamma hand to one target: the alternative, and what.
type Handed = Vec<(usize, Entry)>;

impl Builder<'_> {
    pub(super) fn close_gamma(&mut self, gamma: OpenGamma) -> Result<Exits, BuildError> {
        let OpenGamma { region, predicate, loc, arms, weights, owner, .. } = gamma;
        let regions = arms.iter().map(|arm| arm.region).collect();
        let kind = Kind::Gamma(Box::new(Gamma { arms: regions, weights: weights.into() }));
        let node = self.graph.add_node(region, kind, &[predicate], &[], loc);

        let count = arms.len();
        let mut nexts: Vec<Option<Output>> = Vec::new();
        let mut dead: Vec<Option<Output>> = Vec::new();
        // What is not up yet stays as it is, where no alternative hands on other values for it.
        let mut entries: BTreeMap<u32, Entry> = BTreeMap::new();
        let mut handed: BTreeMap<u32, Handed> = BTreeMap::new();
        let mut pending = None;
        for (n, arm) in arms.into_iter().enumerate() {
            let exits = match &arm.content {
                Content::Exits(exits) | Content::Pending(exits) => exits,
                Content::Block(..) => unreachable!("all alternatives are built"),
            };
            nexts.push(match exits.entries.len() {
                0 => None,
                1 => exits.entries.keys().next().map(|&target| self.control(target)),
                _ => exits.next,
            });
            dead.push(exits.dead);
            match arm.content {
                Content::Pending(exits) => {
                    entries = exits.entries;
                    pending = Some(n);
                }
                Content::Exits(exits) => {
                    for (target, entry) in exits.entries {
                        handed.entry(target).or_default().push((n, entry));
                    }
                }
                Content::Block(..) => {}
            }
        }
        if let Some(pending) = pending {
            for (target, handed) in &mut handed {
                if let Some(entry) = entries.remove(target) {
                    handed.push((pending, entry));
                }
            }
        }
        let any_dead = dead.iter().any(Option::is_some);
        if entries.is_empty() && handed.is_empty() {
            let undef = self.undef(Ty::Order);
            let origins: Vec<Output> = dead.iter().map(|dead| dead.unwrap_or(undef)).collect();
            let dead = Some(self.graph.add_exit_var(node, Ty::Order, &origins));
            return Ok(Exits { dead, ..Exits::default() });
        }
        // What an alternative does that control does not leave comes before all that follows. A
        // dispatch follows the gamma anyway; so one target is enough to remember it.
        let mut remember = any_dead;
        if any_dead && handed.is_empty() {
            let (target, entry) = entries.pop_first().expect("there is a target");
            handed.insert(target, vec![(pending.expect("it is pending"), entry)]);
        }
        for (target, handed) in handed {
            let is_end = target == EXIT || self.places.comes_after(owner, Block::from_u32(target));
            let params = (0..handed[0].1.params.len()).map(|n| {
                let origin = handed[0].1.params[n];
                // What was there before and only passes by, the same on all ways to the target, is
                // no exit variable: regions see what is around them. Where the ways meet it is
                // one, for redirection to find.
                let same = handed.iter().all(|(_, entry)| entry.params[n] == origin);
                if same && (handed.len() == 1 || !is_end) && self.is_visible(origin) {
                    return Ok(origin);
                }
                let ty = self.param_ty(target, n);
                self.exit_var(node, ty, count, &handed, |entry| entry.params[n], |_| None)
            });
            let params = params.collect::<Result<Vec<Output>, BuildError>>()?;
            let last = handed[0].1.states.len() - 1;
            let remember = std::mem::take(&mut remember);
            let states = (0..=last).map(|n| {
                let origin = handed[0].1.states[n];
                let same = handed.iter().all(|(_, entry)| entry.states[n] == origin);
                let ordered = n == last && remember;
                if same && !ordered && self.is_visible(origin) {
                    return Ok(origin);
                }
                let others = |arm: usize| if n == last { dead[arm] } else { None };
                let ty = self.graph.ty(origin);
                self.exit_var(node, ty, count, &handed, |entry| entry.states[n], others)
            });
            let states = states.collect::<Result<Vec<Output>, BuildError>>()?;
            entries.insert(target, Entry { params, states });
        }
        let next = match entries.len() > 1 {
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
        let repeat = exits.entries.remove(&target).expect("a loop repeats");
        let predicate = match exits.next {
            None => self.control(1),
            Some(next) => {
                let cases = Cases { cases: smallvec![(target, 1)], default: 0 };
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
        for entry in exits.entries.values_mut() {
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
