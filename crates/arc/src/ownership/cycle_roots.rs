//! Whether the collector of cycles still learns of possible roots once a copy and a destroy are not executed.
//!
//! With trial deletion, a release that leaves a count above zero registers its object as a possible root of a garbage
//! cycle. If a destroy is removed together with a copy of the same object, that object is not registered. This is
//! harmless if whatever took the copied ownership is kept alive by something else, whose own release will register it.

use crate::ownership::holder::{Holder, root_of};
use crate::ownership::regions::{Event, EventKind, Object};
use crate::runtimes::table::Runtime;
use crate::transform::function::OwnershipAnalysis;
use invar_ir::{Dominators, Func, Function, Op, Value, ValueDef};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{OnceCell, RefCell};

/// Which of two objects was made first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Age {
    Older,
    Newer,
}

/// How many webs of holders are followed.
const MOST_WEBS: usize = 8;

/// Decides which objects are rooted elsewhere, given the copies delayed so far.
pub(crate) struct Rooted<'a> {
    f: &'a Function,
    analysis: &'a OwnershipAnalysis,
    /// Parameters that ownership paths keep alive (`ownership_paths`).
    kept: &'a [Value],
    runtime: &'a Runtime,
    dom: OnceCell<Dominators>,
    /// The objects of each web.
    members: OnceCell<FxHashMap<Object, Vec<Object>>>,
    /// The facts about webs found so far.
    known: RefCell<FxHashMap<Object, Option<Vec<Object>>>>,
    /// Which webs are rooted by which others, for the copies that are delayed so far.
    edges: RefCell<Vec<(Object, Object)>>,
}

impl<'a> Rooted<'a> {
    /// Computes the roots of a function; with parameters that ownership paths keep alive
    /// (`ownership_paths`).
    pub fn new(
        f: &'a Function,
        analysis: &'a OwnershipAnalysis,
        kept: &'a [Value],
        runtime: &'a Runtime,
    ) -> Self {
        let (dom, members) = (OnceCell::new(), OnceCell::new());
        let (known, edges) = (RefCell::default(), RefCell::default());
        Rooted { f, analysis, kept, runtime, dom, members, known, edges }
    }

    /// Whether copies of a value may be delayed until destroys of others, which may be of the same object.
    ///
    /// What is stored in an object that the function owns at that time is rooted by that ownership, which in turn ends
    /// with the takes of the holder's own web, so that these must be rooted as well. If a destroy meets a copy, its
    /// object is rooted by what takes the copy. The relation must be acyclic, or two objects that refer to each
    /// other would be rooted by nothing else. It may lead to the same web if it always leads to objects that were made
    /// later, or always to older ones: then the newest of them, or the oldest, is rooted by what is destroyed or
    /// returned.
    pub fn may_meet(&self, copied: Value, destroyed: &[Value]) -> bool {
        let OwnershipAnalysis { regions, balance, .. } = self.analysis;
        let Some(object) = regions.object(copied) else { return false };
        let web = balance.web(object);
        let mut edges = self.edges.borrow().clone();
        if !self.add_web(web, &mut edges) {
            return false;
        }
        for &destroyed in destroyed {
            let Some(object) = regions.object(destroyed) else { return false };
            let of = balance.web(object);
            if self.runtime.cycles && of != web {
                edges.push((of, web));
            }
        }
        // Topological elimination: edges to webs without edges go first.
        let mut left = edges.clone();
        while !left.is_empty() {
            let before = left.len();
            let leads: FxHashSet<Object> = left.iter().map(|edge| edge.0).collect();
            left.retain(|edge| leads.contains(&edge.1));
            if left.len() == before {
                return false;
            }
        }
        self.edges.replace(edges);
        true
    }

    fn members(&self, web: Object) -> &[Object] {
        let OwnershipAnalysis { regions, balance, .. } = self.analysis;
        let of = self.members.get_or_init(|| {
            let mut of: FxHashMap<Object, Vec<Object>> = FxHashMap::default();
            for object in (0..regions.objects.len() as u32).map(Object::from_u32) {
                of.entry(balance.web(object)).or_default().push(object);
            }
            of
        });
        of.get(&web).map_or(&[], Vec::as_slice)
    }

    /// Adds the webs that root a web, and those that root them in turn. Returns whether it is
    /// rooted at all.
    fn add_web(&self, web: Object, edges: &mut Vec<(Object, Object)>) -> bool {
        let mut webs = vec![web];
        let mut n = 0;
        while let Some(&web) = webs.get(n) {
            n += 1;
            let mut known = self.known.borrow_mut();
            let holders = known.entry(web).or_insert_with(|| self.holders(web));
            let Some(holders) = holders else { return false };
            for &by in holders.iter() {
                if !edges.contains(&(web, by)) {
                    edges.push((web, by));
                }
                if !webs.contains(&by) {
                    if webs.len() == MOST_WEBS {
                        return false;
                    }
                    webs.push(by);
                }
            }
        }
        true
    }

    /// The other webs by which the takes of a web are rooted; none if they are not.
    fn holders(&self, web: Object) -> Option<Vec<Object>> {
        let OwnershipAnalysis { regions, balance, .. } = self.analysis;
        let (mut holders, mut age) = (Vec::new(), None);
        for &member in self.members(web) {
            if balance.is_refused(member) {
                return None;
            }
            if !self.runtime.cycles {
                continue;
            }
            for &event in &regions.data(member).events {
                let Some(holder) = self.root(event)? else { continue };
                let by = balance.web(holder);
                if by == web {
                    let than = self.age(member, holder)?;
                    if *age.get_or_insert(than) != than {
                        return None;
                    }
                } else if !holders.contains(&by) {
                    holders.push(by);
                }
            }
        }
        Some(holders)
    }

    /// Whether an object is certainly older than another one, or newer, by where they were made.
    fn age(&self, object: Object, than: Object) -> Option<Age> {
        match () {
            _ if self.is_before(object, than) => Some(Age::Older),
            _ if self.is_before(than, object) => Some(Age::Newer),
            _ => None,
        }
    }

    /// Whether an object was there before another one was made, by an allocation.
    fn is_before(&self, object: Object, made: Object) -> bool {
        let Rooted { f, analysis: OwnershipAnalysis { regions, .. }, runtime, .. } = *self;
        let (object, made) = (regions.data(object), regions.data(made));
        let ValueDef::Result(allocation, _) = f.values[made.root].def else { return false };
        let allocates = match f.insts[allocation].op {
            Op::Call { function_index } => {
                runtime.allocate.contains(Func::from_u32(function_index))
            }
            _ => false,
        };
        if object.home != made.home {
            let dom = self.dom.get_or_init(|| Dominators::new(f, &regions.cfg));
            return allocates && dom.dominates(object.home, made.home);
        }
        let place = |inst| f.blocks[made.home].insts.iter().position(|&at| at == inst);
        allocates
            && match f.values[object.root].def {
                ValueDef::Param(..) => true,
                ValueDef::Result(inst, _) => place(inst) < place(allocation),
                _ => false,
            }
    }

    /// Whether what an event takes is rooted, by itself or by an object that the function owns.
    fn root(&self, event: Event) -> Option<Option<Object>> {
        let Rooted { f, analysis: OwnershipAnalysis { regions, balance, .. }, .. } = *self;
        let data = regions.event(event);
        let Some(inst) = data.inst.expand() else {
            // The caller's release registers it.
            return (data.kind == EventKind::Return).then_some(None);
        };
        match (data.kind, &f.insts[inst].op) {
            (EventKind::Copy | EventKind::Destroy, _) => Some(None),
            (EventKind::Store, _) if !balance.takes[event.as_u32() as usize] => Some(None),
            (EventKind::Store, Op::GlobalSet { .. }) => Some(None),
            (EventKind::Store, Op::I32Store { .. }) => {
                let address = f.args(inst)[0];
                if self.kept.contains(&regions.root(address)) {
                    return Some(None);
                }
                match root_of(f, regions, balance, data.object, address, event, |_| true)? {
                    Holder::Object(holder) => Some(Some(holder)),
                    Holder::Param(_) | Holder::Elsewhere => Some(None),
                }
            }
            _ => None,
        }
    }
}
