//! Ends an open gamma or theta: makes its exit and loop variables from the arguments that branches pass to each target.

use super::{Arm, BuildError, Builder, Content, EXIT, Entry, Exits, OpenGamma};
use crate::rvsdg::graph::{Cases, Gamma, Kind, Node, Output, Ty};
use crate::rvsdg::states::bits;
use invar_ir::Block;
use std::collections::BTreeMap;

/// The values for one target, by alternative of a gamma.
type Handed = Vec<(usize, Entry)>;

/// The exits of the alternatives of a gamma.
#[derive(Default)]
struct Collected {
    /// The control value that is the target of each alternative, where it has one.
    nexts: Vec<Option<Output>>,
    /// The order at the end of each alternative that control does not leave.
    dead: Vec<Option<Output>>,
    /// By target.
    handed: BTreeMap<u32, Handed>,
    /// Targets that only the pending alternative leads to: their values stay as they are.
    unchanged: BTreeMap<u32, Entry>,
    /// The pending alternative.
    pending: Option<usize>,
}

impl Builder<'_> {
    pub(super) fn close_gamma(&mut self, gamma: OpenGamma) -> Result<Exits, BuildError> {
        let OpenGamma { region, predicate, loc, arms, weights, owner, .. } = gamma;
        let regions = arms.iter().map(|arm| arm.region).collect();
        let kind = Kind::Gamma(Box::new(Gamma { arms: regions, weights: weights.into() }));
        let node = self.graph.add_node(region, kind, &[predicate], &[], loc);
        let Collected { nexts, dead, mut handed, unchanged: mut entries, pending } =
            self.collect(arms);
        let mut any_dead = dead.iter().any(Option::is_some);
        if entries.is_empty() && handed.is_empty() {
            let undef = self.undef(Ty::Order);
            let origins: Vec<Output> = dead.iter().map(|dead| dead.unwrap_or(undef)).collect();
            let dead = Some(self.graph.add_exit_var(node, Ty::Order, &origins));
            return Ok(Exits { dead, ..Exits::default() });
        }
        // The effects of an alternative that control does not leave come before all that follows. A
        // dispatch follows the gamma anyway, so it is enough that one target comes after them.
        if any_dead && handed.is_empty() {
            let (target, entry) = entries.pop_first().expect("there is a target");
            handed.insert(target, vec![(pending.expect("it is pending"), entry)]);
        }
        for (target, handed) in handed {
            let is_end = target == EXIT || self.places.comes_after(owner, Block::from_u32(target));
            let follows = std::mem::take(&mut any_dead);
            let entry = self.merged(node, target, is_end, &handed, &dead, follows)?;
            entries.insert(target, entry);
        }
        let next = if entries.len() > 1 {
            self.charge(nexts.len())?;
            let undef = self.undef(Ty::Control);
            let origins: Vec<Output> = nexts.iter().map(|next| next.unwrap_or(undef)).collect();
            Some(self.graph.add_exit_var(node, Ty::Control, &origins))
        } else {
            None
        };
        Ok(Exits { entries, next, dead: None })
    }

    fn collect(&mut self, arms: Vec<Arm>) -> Collected {
        let mut all = Collected::default();
        for (n, arm) in arms.into_iter().enumerate() {
            let (exits, is_pending) = match arm.content {
                Content::Exits(exits) => (exits, false),
                Content::Pending(exits) => (exits, true),
                Content::Block(..) => unreachable!("all alternatives are built"),
            };
            all.nexts.push(match exits.entries.len() {
                0 => None,
                1 => exits.entries.keys().next().map(|&target| self.control(target)),
                _ => exits.next,
            });
            all.dead.push(exits.dead);
            if is_pending {
                all.unchanged = exits.entries;
                all.pending = Some(n);
            } else {
                for (target, entry) in exits.entries {
                    all.handed.entry(target).or_default().push((n, entry));
                }
            }
        }
        if let Some(pending) = all.pending {
            for (target, handed) in &mut all.handed {
                if let Some(entry) = all.unchanged.remove(target) {
                    handed.push((pending, entry));
                }
            }
        }
        all
    }

    /// The values of one target after a gamma. `dead` has the order of each alternative that control
    /// does not leave; `follows` is whether this target comes after these.
    fn merged(
        &mut self,
        node: Node,
        target: u32,
        is_end: bool,
        handed: &Handed,
        dead: &[Option<Output>],
        follows: bool,
    ) -> Result<Entry, BuildError> {
        let (first, count) = (&handed[0].1, dead.len());
        let params = (0..first.params.len()).map(|n| {
            let origin = first.params[n];
            // A value from outside of the gamma, the same on all ways to the target, is no exit
            // variable: regions see the values around them. Where the ways meet it is one, for
            // redirection to find.
            let same = handed.iter().all(|(_, entry)| entry.params[n] == origin);
            if same && (handed.len() == 1 || !is_end) && self.is_visible(origin) {
                return Ok(origin);
            }
            let ty = self.param_ty(target, n);
            self.exit_var(node, ty, count, handed, |entry| entry.params[n], |_| None)
        });
        let params = params.collect::<Result<Vec<Output>, BuildError>>()?;
        let order = first.states.len() - 1;
        let states = (0..=order).map(|n| {
            let origin = first.states[n];
            let same = handed.iter().all(|(_, entry)| entry.states[n] == origin);
            if same && !(follows && n == order) && self.is_visible(origin) {
                return Ok(origin);
            }
            let others = |arm: usize| if n == order { dead[arm] } else { None };
            let ty = self.graph.ty(origin);
            self.exit_var(node, ty, count, handed, |entry| entry.states[n], others)
        });
        let states = states.collect::<Result<Vec<Output>, BuildError>>()?;
        Ok(Entry { params, states })
    }

    /// An exit variable for a value of one target; in alternatives that do not lead to it, the result
    /// is that of `others`, or undefined.
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
        if n == 0 && self.stubs.contains_key(&block) {
            Ty::Control
        } else {
            Ty::Value(self.f.ty(self.f.blocks[block].params[n]))
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
                let cases = Cases::new([(target, 1)], 0);
                self.match_on(body, next, cases, self.graph.nodes[theta].loc)
            }
        };
        self.graph.add_result(body, predicate);
        let order = repeat.states.len() - 1;
        let states = bits(written).chain([order]).map(|class| repeat.states[class]);
        for post in repeat.params.iter().copied().chain(states) {
            let after = self.graph.add_post(theta, post);
            if self.graph.region_of(post) == body {
                // The exits of the loop use the same value.
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
