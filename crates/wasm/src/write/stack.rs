//! Values that stay on the operand stack from where they are computed to where they are used, with
//! statements and whole constructs in between, instead of in a local.
//!
//! A local that is assigned once and read once needs to be none if both are in one construct, at one
//! height of the operand stack, and nothing in between takes what lies below. Of two that cross, the
//! one that is read first stays on the stack. Branches out of the construct leave the value behind.
//!
//! Cost: linear.

use super::code::{Code, FUNCTION_LABEL, Item, Label, Typed};
use invar_ir::{Module, Op, signature};
use rustc_hash::{FxHashMap, FxHashSet};

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

/// Removes such locals.
pub(super) fn keep(code: &mut Code, module: &Module) {
    let once = once(code);
    if once.is_empty() {
        return;
    }
    let Some(pairs) = pairs(&code.items, &once, module) else { return };
    if pairs.is_empty() {
        return;
    }
    let mut n = 0..;
    code.items.retain(|_| !pairs.contains(&n.next().expect("endless")));
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

/// The assignments and reads that can go; nothing where the height of the stack is not known.
fn pairs(items: &[Item], once: &FxHashSet<u32>, module: &Module) -> Option<FxHashSet<usize>> {
    let mut pairs: FxHashSet<usize> = FxHashSet::default();
    // Neither heights nor depths decrease.
    let mut pending: Vec<Pending> = Vec::new();
    let mut position: FxHashMap<u32, usize> = FxHashMap::default();
    let mut open: Vec<(usize, Typed)> = Vec::new();
    let mut arities: FxHashMap<Label, usize> = FxHashMap::default();
    let mut height = 0usize;
    // Behind a branch that is always taken nothing is reached up to the end of the construct; how many
    // constructs in there are open.
    let mut dead: Option<usize> = None;
    for (n, item) in items.iter().enumerate() {
        match (&mut dead, item) {
            (Some(inner), Item::Block(..) | Item::Loop(..) | Item::If(..)) => *inner += 1,
            (Some(inner @ 1..), Item::End) => *inner -= 1,
            (Some(0) | None, Item::Else | Item::End) => {
                forget(&mut pending, |one| one.depth >= open.len());
                let Some(&(base, typed)) = open.last() else { break };
                height = base;
                if *item == Item::End {
                    open.pop();
                    height += usize::from(typed.is_some());
                }
                dead = None;
                continue;
            }
            _ => {}
        }
        if dead.is_some() {
            continue;
        }
        let (takes, gives) = match item {
            Item::Block(label, typed) => {
                arities.insert(*label, usize::from(typed.is_some()));
                open.push((height, *typed));
                (0, 0)
            }
            Item::Loop(label, typed) => {
                arities.insert(*label, 0);
                open.push((height, *typed));
                (0, 0)
            }
            Item::If(typed, _) => {
                open.push((height.checked_sub(1)?, *typed));
                (1, 0)
            }
            Item::Get(local) => {
                let at = position.get(local).copied().unwrap_or(usize::MAX);
                if let Some(one) = pending.get(at).filter(|one| one.local == *local)
                    && (invar_ir::mutant!(WasmStackHeight)
                        || (one.height, one.depth) == (height, open.len()))
                {
                    pairs.extend([one.set, n]);
                    // What was assigned later would be above it.
                    pending.truncate(at);
                }
                (0, 1)
            }
            Item::Set(local) if once.contains(local) => {
                height = height.checked_sub(1)?;
                forget(&mut pending, |one| one.height > height);
                position.insert(*local, pending.len());
                pending.push(Pending { local: *local, set: n, height, depth: open.len() });
                continue;
            }
            Item::Set(_) | Item::Drop => (1, 0),
            Item::Tee(_) => (1, 1),
            Item::Op(op) => arity(op, module)?,
            // How many results the function has is not known here.
            Item::BrIf(FUNCTION_LABEL, _) => {
                pending.clear();
                (1, 0)
            }
            Item::BrIf(label, _) => {
                let arity = *arities.get(label)?;
                (1 + arity, arity)
            }
            Item::Br(_) | Item::BrTable(_) | Item::Return | Item::Unreachable | Item::Leave(_) => {
                dead = Some(0);
                forget(&mut pending, |one| one.depth >= open.len());
                continue;
            }
            Item::BrOn(..)
            | Item::MoveGet(..)
            | Item::MoveConst(..)
            | Item::MoveSet(_)
            | Item::Nothing
            | Item::Else
            | Item::End => return None,
        };
        let left = height.checked_sub(takes)?;
        forget(&mut pending, |one| one.height > left);
        height = left + gives;
    }
    Some(pairs)
}

/// Removes the last ones of which something holds.
fn forget(pending: &mut Vec<Pending>, is_gone: impl Fn(&Pending) -> bool) {
    while pending.last().is_some_and(&is_gone) {
        pending.pop();
    }
}

/// How many operands an operator takes, and how many results it gives.
fn arity(op: &Op, module: &Module) -> Option<(usize, usize)> {
    match signature(op, &[], module) {
        Ok(signature) => Some((signature.operands.len(), signature.results.len())),
        // Its types depend on those of its operands.
        Err(_) => op.opcode().arity(),
    }
}

/// Removes locals that are not mentioned any more.
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
