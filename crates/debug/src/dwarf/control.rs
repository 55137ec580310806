//! The control flow of a walk over the operators of a body: what is known where blocks begin and end.
//!
//! Where control meets, what is known is joined. What a loop assigns is not known where it begins: a walk goes over a
//! body once, and over it again where something else turns out to change from one iteration to the next.
//!
//! Cost: linear in the operators, times the size of a state.

use invar_ir::wasmparser::{Catch, FunctionBody, Operator};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;

/// Where a body assigns locals, and where its blocks end.
pub(crate) struct Sets {
    /// The local, and where it is assigned. In order.
    locals: Vec<(u32, u32)>,
    /// Where a block ends, by where it starts.
    ends: FxHashMap<u32, u32>,
    /// How many operators begin a block, end one or leave one.
    blocks: usize,
    /// The loops that are in no other one, in order.
    loops: Vec<Range<u32>>,
}

impl Sets {
    pub fn of(body: &FunctionBody) -> Option<Sets> {
        let (locals, ends, loops) = (Vec::new(), FxHashMap::default(), Vec::new());
        let mut sets = Sets { locals, ends, blocks: 0, loops };
        // Where blocks begin, and whether they are loops.
        let mut open: Vec<(u32, bool)> = Vec::new();
        let mut loops = 0;
        for operator in body.get_operators_reader().ok()?.into_iter_with_offsets() {
            let (operator, at) = operator.ok()?;
            let at = at as u32;
            match operator {
                Operator::LocalSet { local_index } | Operator::LocalTee { local_index } => {
                    sets.locals.push((local_index, at));
                    continue;
                }
                Operator::Loop { .. } => {
                    open.push((at, true));
                    loops += 1;
                }
                Operator::Block { .. }
                | Operator::If { .. }
                | Operator::Try { .. }
                | Operator::TryTable { .. } => open.push((at, false)),
                Operator::End | Operator::Delegate { .. } => {
                    if let Some((start, is_loop)) = open.pop() {
                        sets.ends.insert(start, at);
                        loops -= u32::from(is_loop);
                        sets.loops.extend((is_loop && loops == 0).then_some(start..at));
                    }
                }
                Operator::Br { .. } | Operator::BrIf { .. } | Operator::Return => {}
                Operator::BrTable { targets } => sets.blocks += targets.len() as usize,
                _ => continue,
            }
            sets.blocks += 1;
        }
        sets.locals.sort_unstable();
        Some(sets)
    }

    /// The loops that are in no other one, in order.
    pub fn into_loops(self) -> Vec<Range<u32>> {
        self.loops
    }

    /// How often a state is copied or joined at most, about.
    pub fn blocks(&self) -> usize {
        self.blocks
    }

    /// Whether a local is assigned in the block that starts there.
    pub fn is_set_within(&self, local: u32, start: u32) -> bool {
        let end = self.ends.get(&start).copied().unwrap_or(u32::MAX);
        let first = self.locals.partition_point(|&set| set < (local, start));
        self.locals.get(first).is_some_and(|&(of, at)| of == local && at < end)
    }
}

/// What is known at a place of a body.
pub(crate) trait State: Clone {
    /// What is known of both.
    fn join(&mut self, other: &Self);

    /// What is known in a block that may have been entered or left anywhere: nothing that the block assigns.
    fn within(&self, start: u32, sets: &Sets) -> Self;

    /// What else is not known where a loop begins whose iterations change it, and where an exception is caught.
    fn forget(&mut self);

    /// Whether an iteration leaves what [`Self::forget`] is about as it was.
    fn is_kept(&self, after: &Self) -> bool;
}

/// A block that was entered.
struct Block<S> {
    is_loop: bool,
    is_if: bool,
    start: u32,
    /// The state where it begins; none if the block is not reached.
    entry: Option<S>,
    /// The state behind it, joined from what was seen.
    exit: Option<S>,
}

/// The blocks around an operator.
pub(crate) struct Control<'a, S> {
    sets: &'a Sets,
    /// Loops whose iterations change what [`State::forget`] is about, as far as that was found.
    changing: &'a mut FxHashSet<u32>,
    blocks: Vec<Block<S>>,
    /// The state at this operator; none if it is not reached.
    pub state: Option<S>,
    /// The state where the function returns.
    pub returned: Option<S>,
}

impl<'a, S: State> Control<'a, S> {
    /// At the begin of a body.
    pub fn new(state: S, sets: &'a Sets, changing: &'a mut FxHashSet<u32>) -> Self {
        let blocks = Vec::new();
        let mut control = Control { sets, changing, blocks, state: Some(state), returned: None };
        control.enter(0, false, false);
        control
    }

    fn enter(&mut self, start: u32, is_loop: bool, is_if: bool) {
        let entry = self.state.clone();
        self.blocks.push(Block { is_loop, is_if, start, entry, exit: None });
    }

    /// A branch with a state to a block around.
    fn branch(&mut self, depth: u32, state: Option<&S>) {
        let Some(state) = state else { return };
        let Some(n) = self.blocks.len().checked_sub(1 + depth as usize) else { return };
        let block = &mut self.blocks[n];
        if block.is_loop {
            if block.entry.as_ref().is_some_and(|entry| !entry.is_kept(state)) {
                self.changing.insert(block.start);
            }
            return;
        }
        match if n == 0 { &mut self.returned } else { &mut block.exit } {
            Some(exit) => exit.join(state),
            exit => *exit = Some(state.clone()),
        }
    }

    fn branch_here(&mut self, depth: u32) {
        let state = self.state.take();
        self.branch(depth, state.as_ref());
        self.state = state;
    }

    /// Where a handler of the block that starts there begins.
    fn caught(&self, entry: Option<&S>, start: u32) -> Option<S> {
        entry.map(|entry| {
            let mut state = entry.within(start, self.sets);
            state.forget();
            state
        })
    }

    /// Ends a block.
    fn leave(&mut self) {
        if self.blocks.len() == 1 {
            self.branch_here(0);
            self.blocks.pop();
            return;
        }
        let Some(block) = self.blocks.pop() else { return };
        let mut behind = block.exit;
        let others = [self.state.take(), block.entry.filter(|_| block.is_if)];
        for other in others.into_iter().flatten() {
            match &mut behind {
                Some(behind) => behind.join(&other),
                behind => *behind = Some(other),
            }
        }
        self.state = behind;
    }

    /// Executes an operator that begins or ends blocks, or leaves them; what it takes and gives on the operand stack is
    /// not followed. False for other operators, and `None` if it is not understood.
    pub fn operator(&mut self, operator: &Operator, at: u32) -> Option<bool> {
        use Operator::*;
        match *operator {
            Block { .. } | Try { .. } => self.enter(at, false, false),
            If { .. } => self.enter(at, false, true),
            Loop { .. } => {
                let is_changing = self.changing.contains(&at);
                if let Some(state) = &mut self.state {
                    *state = state.within(at, self.sets);
                    if is_changing {
                        state.forget();
                    }
                }
                self.enter(at, true, false);
            }
            Else => {
                self.branch_here(0);
                let block = self.blocks.last_mut()?;
                block.is_if = false;
                self.state = block.entry.take();
            }
            Catch { .. } | CatchAll => {
                self.branch_here(0);
                let block = self.blocks.last()?;
                self.state = self.caught(block.entry.as_ref(), block.start);
            }
            TryTable { ref try_table } => {
                let landing = self.caught(self.state.as_ref(), at);
                for catch in &try_table.catches {
                    let label = match *catch {
                        self::Catch::One { label, .. } | self::Catch::OneRef { label, .. } => label,
                        self::Catch::All { label } | self::Catch::AllRef { label } => label,
                    };
                    self.branch(label, landing.as_ref());
                }
                self.enter(at, false, false);
            }
            End | Delegate { .. } => self.leave(),
            Br { relative_depth } => {
                self.branch_here(relative_depth);
                self.state = None;
            }
            BrIf { relative_depth }
            | BrOnNull { relative_depth }
            | BrOnNonNull { relative_depth }
            | BrOnCast { relative_depth, .. }
            | BrOnCastFail { relative_depth, .. } => self.branch_here(relative_depth),
            BrTable { ref targets } => {
                let mut seen = FxHashSet::default();
                for target in targets.targets() {
                    let target = target.ok()?;
                    if seen.insert(target) {
                        self.branch_here(target);
                    }
                }
                self.branch_here(targets.default());
                self.state = None;
            }
            Return | ReturnCall { .. } | ReturnCallIndirect { .. } | ReturnCallRef { .. } => {
                let outermost = self.blocks.len().checked_sub(1)? as u32;
                self.branch_here(outermost);
                self.state = None;
            }
            Unreachable | Throw { .. } | ThrowRef | Rethrow { .. } => self.state = None,
            BrOnCastDescEq { .. }
            | BrOnCastDescEqFail { .. }
            | Resume { .. }
            | ResumeThrow { .. }
            | ResumeThrowRef { .. }
            | Switch { .. } => return None,
            _ => return Some(false),
        }
        Some(true)
    }
}
