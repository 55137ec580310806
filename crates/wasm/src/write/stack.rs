//! Keeps values on the operand stack, instead of in a local, from where they are computed to where they are
//! used, with statements and whole constructs in between.
//!
//! A local that is assigned once and read once is removed if both are in the same construct and at the same
//! height of the operand stack, and nothing in between pops below that height. Of two locals whose ranges cross, the
//! one that is read first stays on the stack. Branches out of the construct discard the value.
//!
//! Cost: linear.

use super::code::{Code, FUNCTION_LABEL, Item, Label, Typed};
use invar_ir::{Module, Op, Tag, signature};
use rustc_hash::{FxHashMap, FxHashSet};

/// Removes such locals.
pub(super) fn keep(code: &mut Code, module: &Module) {
    let once = once(code);
    if once.is_empty() {
        return;
    }
    let mut search = Search {
        once: &once,
        module,
        found: FxHashSet::default(),
        pending: Vec::new(),
        position: FxHashMap::default(),
        open: Vec::new(),
        arities: FxHashMap::default(),
        height: 0,
        dead: None,
    };
    for (n, item) in code.items.iter().enumerate() {
        if search.item(n, item).is_none() {
            return;
        }
    }
    if search.found.is_empty() {
        return;
    }
    let mut n = 0..;
    code.items.retain(|_| !search.found.contains(&n.next().expect("endless")));
    drop_unused(code);
}

/// The locals, not parameters, that are assigned once and read once.
fn once(code: &Code) -> FxHashSet<u32> {
    let mut uses: FxHashMap<u32, (u32, u32)> = FxHashMap::default();
    for item in &code.items {
        match *item {
            Item::Set(local) => uses.entry(local).or_default().0 += 1,
            Item::Get(local) => uses.entry(local).or_default().1 += 1,
            Item::Tee(local) => uses.entry(local).or_default().0 += 2,
            _ => {}
        }
    }
    let once = uses.into_iter().filter(|&(local, uses)| local >= code.params && uses == (1, 1));
    once.map(|(local, _)| local).collect()
}

/// A local that was assigned and may be read.
struct Pending {
    local: u32,
    /// Where it was assigned.
    set: usize,
    /// The height of the operand stack behind that.
    height: usize,
    /// How many constructs are around.
    depth: usize,
}

/// A walk over the code, which knows the height of the operand stack.
struct Search<'a> {
    once: &'a FxHashSet<u32>,
    module: &'a Module,
    /// The assignments and reads that can be removed.
    found: FxHashSet<usize>,
    /// Neither heights nor depths decrease.
    pending: Vec<Pending>,
    /// Where in `pending` a local was put.
    position: FxHashMap<u32, usize>,
    /// The constructs that are open: the height below each, and its type.
    open: Vec<(usize, Typed)>,
    /// How many values a branch to a label passes.
    arities: FxHashMap<Label, usize>,
    height: usize,
    /// Behind a branch that is always taken nothing is reached up to the end of the construct; how many
    /// constructs in there are open.
    dead: Option<usize>,
}

impl Search<'_> {
    /// Walks over an item. `None` where the height of the operand stack is not known.
    fn item(&mut self, n: usize, item: &Item) -> Option<()> {
        match (&mut self.dead, item) {
            (Some(inner), item) if item.opens() => *inner += 1,
            (Some(inner @ 1..), Item::End) => *inner -= 1,
            (Some(0) | None, Item::Else | Item::Catch(_) | Item::End) => return self.end(item),
            _ => {}
        }
        if self.dead.is_some() {
            return Some(());
        }
        let (takes, gives) = match item {
            Item::Block(label, typed) => self.begin(Some((*label, *typed)), 0, *typed)?,
            Item::Loop(label, typed) => self.begin(Some((*label, Typed::None)), 0, *typed)?,
            Item::If(typed, _) => self.begin(None, 1, *typed)?,
            Item::Try(typed, _) | Item::LegacyTry(_, typed) | Item::Delegated(typed, _) => {
                self.begin(None, 0, *typed)?
            }
            Item::Get(local) => {
                self.read(n, *local);
                (0, 1)
            }
            Item::Set(local) if self.once.contains(local) => return self.assign(n, *local),
            Item::Set(_) | Item::Drop => (1, 0),
            Item::Tee(_) => (1, 1),
            Item::Op(op, _) => arity(op, self.module)?,
            // How many results the function has is not known here.
            Item::BrIf(FUNCTION_LABEL, _) => {
                self.pending.clear();
                (1, 0)
            }
            Item::BrIf(label, _) => {
                let arity = *self.arities.get(label)?;
                (1 + arity, arity)
            }
            Item::Br(_)
            | Item::BrTable(_)
            | Item::Return
            | Item::Unreachable(_)
            | Item::Leave(..) => {
                self.dead = Some(0);
                self.forget_inside();
                return Some(());
            }
            Item::BrOn(..)
            | Item::MoveGet(..)
            | Item::MoveConst(..)
            | Item::MoveSet(_)
            | Item::Nothing
            | Item::Else
            | Item::Catch(_)
            | Item::End => return None,
        };
        let left = self.height.checked_sub(takes)?;
        self.forget(|one| one.height > left);
        self.height = left + gives;
        Some(())
    }

    /// A construct begins, which takes a condition or nothing. With a label, and what a branch to it passes.
    fn begin(
        &mut self,
        label: Option<(Label, Typed)>,
        takes: usize,
        typed: Typed,
    ) -> Option<(usize, usize)> {
        self.arities.extend(label.map(|(label, passed)| (label, passed.count())));
        self.open.push((self.height.checked_sub(takes)?, typed));
        Some((takes, 0))
    }

    /// A construct, or a part of it that another one follows, ends.
    fn end(&mut self, item: &Item) -> Option<()> {
        self.forget_inside();
        let &(base, typed) = self.open.last()?;
        self.height = base;
        match *item {
            Item::End => {
                self.open.pop();
                self.height += typed.count();
            }
            Item::Catch(Some(tag)) => {
                let tag = &self.module.tags[Tag::from_u32(tag)];
                self.height += self.module.signature(tag.ty).0.len();
            }
            _ => {}
        }
        self.dead = None;
        Some(())
    }

    fn assign(&mut self, n: usize, local: u32) -> Option<()> {
        self.height = self.height.checked_sub(1)?;
        let height = self.height;
        self.forget(|one| one.height > height);
        self.position.insert(local, self.pending.len());
        self.pending.push(Pending { local, set: n, height, depth: self.open.len() });
        Some(())
    }

    fn read(&mut self, n: usize, local: u32) {
        let Some(&at) = self.position.get(&local) else { return };
        if let Some(one) = self.pending.get(at).filter(|one| one.local == local)
            && (invar_ir::mutant!(WasmStackHeight)
                || (one.height, one.depth) == (self.height, self.open.len()))
        {
            self.found.extend([one.set, n]);
            // What was assigned later would be above it.
            self.pending.truncate(at);
        }
    }

    /// Forgets what was assigned in the innermost construct.
    fn forget_inside(&mut self) {
        let depth = self.open.len();
        self.forget(|one| one.depth >= depth);
    }

    /// Forgets the latest assignments, while a condition holds of them.
    fn forget(&mut self, is_gone: impl Fn(&Pending) -> bool) {
        while self.pending.last().is_some_and(&is_gone) {
            self.pending.pop();
        }
    }
}

/// How many operands an operator takes, and how many results it gives.
pub(super) fn arity(op: &Op, module: &Module) -> Option<(usize, usize)> {
    match signature(op, &[], module) {
        Ok(signature) => Some((signature.operands.len(), signature.results.len())),
        // Its types depend on those of its operands.
        Err(_) => op.opcode().arity(),
    }
}

/// Removes locals that are no longer used.
fn drop_unused(code: &mut Code) {
    let mut used: FxHashSet<u32> = FxHashSet::default();
    for item in &code.items {
        if let Item::Get(local) | Item::Set(local) | Item::Tee(local) = item {
            used.insert(*local);
        }
    }
    let params = code.params;
    let mut next = params;
    let mut numbers: Vec<u32> = Vec::with_capacity(code.locals.len());
    for n in 0..code.locals.len() as u32 {
        numbers.push(next);
        next += u32::from(used.contains(&(params + n)));
    }
    for item in &mut code.items {
        if let Item::Get(local) | Item::Set(local) | Item::Tee(local) = item
            && *local >= params
        {
            *local = numbers[(*local - params) as usize];
        }
    }
    let mut n = params..;
    code.locals.retain(|_| used.contains(&n.next().expect("endless")));
}

#[cfg(test)]
mod tests {
    use super::keep;
    use crate::write::testing::rewritten;

    #[track_caller]
    fn check(before: &str, after: &str) {
        assert_eq!(rewritten(before, keep), after);
    }

    #[test]
    fn a_local_that_is_assigned_and_read_once_at_one_height_is_not_needed() {
        check(
            "get 0; i32.eqz; set 1; i32.const 7; set 0; get 1; set 0",
            "get 0; i32.eqz; i32.const 7; set 0; set 0",
        );
        // With a construct in between.
        check(
            "get 0; set 1; get 0; if; i32.const 7; set 0; end; get 1; set 0",
            "get 0; get 0; if; i32.const 7; set 0; end; set 0",
        );
    }

    #[test]
    fn at_another_height_or_in_another_construct_it_stays() {
        for text in [
            // Something is above it where it is read, or taken from below it before.
            "get 0; set 1; i32.const 7; get 1; i32.add; set 0",
            "get 0; get 0; set 1; set 0; get 1; set 0",
            // In a construct that begins or ends in between.
            "get 0; set 1; loop 9; get 1; br_if 9; end",
            "block 9; get 0; set 1; get 0; br_if 9; end; get 1; set 0",
            "get 0; if; get 0; set 1; else; get 1; set 0; end",
            // Read twice, and a parameter.
            "get 0; set 1; i32.const 7; set 0; get 1; get 1; i32.add; set 0",
            "get 0; set 0; nop; get 0; drop",
        ] {
            check(text, text);
        }
    }

    #[test]
    fn of_two_that_cross_the_first_read_one_stays_on_the_stack() {
        check(
            "get 0; set 1; get 0; set 2; get 1; get 2; i32.sub; set 0",
            "get 0; get 0; set 1; get 1; i32.sub; set 0",
        );
        // Nested ones both do: the second is assigned below and read above.
        check(
            "get 0; set 1; get 0; set 2; i32.const 7; set 0; get 2; set 0; get 1; set 0",
            "get 0; get 0; i32.const 7; set 0; set 0; set 0",
        );
    }
}
