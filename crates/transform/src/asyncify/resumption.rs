//! A function with the code for unwinding and rewinding.
//!
//! ```text
//! entry:       br_if state, dispatch, body          header of a loop with sites:  br_if state, dispatch', the header
//! dispatch:    pops the frame, loads values, reads the number of the call, goes to its resumption, or to the header of the loop
//!              that has it
//! site:        call; br_if state, save, rest
//! resumption:  call; br_if state, save, rest; or, if all operands of the call are there: jump site
//! save:        stores values and the number of the call, pushes the frame, returns zeros
//! ```
//!
//! A resumption is in the innermost loop with its site, so that no loop has two entries: the flow stays reducible.
//! Values that are live behind a call then have two definitions where the paths meet, and SSA form is repaired. All
//! calls share the code that stores: a chain of blocks, each of which stores some slots and goes on with the lower
//! ones.
//!
//! Cost: near-linear in the function and in the values that are stored at its calls.

use super::interface::{Interface, append, constant, split};
use super::sites::{self, Site};
use super::slots::{Colours, Slots};
use super::suspending::Suspending;
use invar_analysis::{Definitions, Liveness, Loop, LoopForest, repair_ssa};
use invar_ir::entities::EntityRef;
use invar_ir::{
    Block, BlockCall, Cfg, Dominators, Func, Function, Handler, Module, Op, Terminator, ValType,
    Value, ValueDef, ValueList, zero_op,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// What a function is changed with.
pub struct Env<'a> {
    /// The module, with the interface.
    pub module: &'a Module,
    /// The interface.
    pub interface: &'a Interface,
    /// Which calls may suspend.
    pub suspending: &'a Suspending,
    /// The function.
    pub func: Func,
    /// Whether calls in exception handlers that cannot suspend are not checked.
    pub ignores_catch: bool,
}

/// Changes a function, and tells whether it has calls that may suspend. An error says why it cannot be changed.
pub fn run(env: &Env<'_>, f: &mut Function) -> Result<bool, String> {
    // The entry gets a test; nothing may branch to what is behind it but the test.
    let body = split(f, f.entry, 0);
    f.blocks[f.entry].term = Terminator::Jump(f.call(body, &[]));
    let mut sites = sites::divide(env, f);
    if sites.is_empty() {
        return Ok(false);
    }
    let cfg = Cfg::new(f);
    let doms = Dominators::new(f, &cfg);
    let loops = LoopForest::new(f, &cfg, &doms);
    let liveness = Liveness::new(f, &cfg, |value| !sites::is_remade(env, f, value));
    sites::find_live(env, f, &liveness, &mut sites)?;
    trap_in_handlers(env, f, &mut sites);
    if sites.is_empty() {
        return Ok(true);
    }
    let levels = Levels::new(&loops, &sites);
    let stored: Vec<Vec<Value>> = (sites.iter())
        .map(|site| {
            let mut values = site.live.clone();
            values.extend(site.repeated.iter().filter(|&&arg| !sites::is_remade(env, f, arg)));
            values.sort_unstable();
            values.dedup();
            values
        })
        .collect();
    let has_number = sites.len() > 1;
    let homes = homes(f, &stored);
    let held = sites.iter().map(|site| (site.rest.block, site.repeated.clone())).collect();
    let colours = Colours::new(f, &cfg, &liveness, &stored, &held);
    let slots = Slots::assign(&colours, &stored, if has_number { 4 } else { 0 });
    let mut change = Change {
        env,
        slots,
        has_number,
        levels,
        homes,
        saves: Vec::new(),
        save_of: FxHashMap::default(),
        save_at: Vec::with_capacity(sites.len()),
        definitions: Definitions::default(),
    };
    change.make_saves(f, &stored)?;
    for (site, at) in sites.iter().zip(0..) {
        change.test(f, site, at, &stored[at])?;
    }
    change.enter_loops(f, &loops, &mut sites);
    change.dispatch(f, &loops, &sites, &stored)?;
    sites::remake(env, f);
    let definitions = std::mem::take(&mut change.definitions);
    repair_ssa(f, definitions);
    Ok(true)
}

/// Makes calls that cannot suspend, as a reference to an exception is live behind them, trap at an unwind; or leaves
/// them as they are. They are sites no longer.
fn trap_in_handlers(env: &Env<'_>, f: &mut Function, sites: &mut Vec<Site>) {
    sites.retain(|site| {
        if site.is_in_catch && !env.ignores_catch {
            let traps = f.add_block();
            f.blocks[traps].term = Terminator::Unreachable;
            let cond = env.interface.state(f, site.test);
            let (then, els) = (f.call(traps, &[]), own(f, &site.rest));
            f.blocks[site.test].term = Terminator::BrIf { cond, then, els };
        }
        !site.is_in_catch
    });
}

/// The blocks in which values are defined.
fn homes(f: &Function, stored: &[Vec<Value>]) -> FxHashMap<Value, Block> {
    let insts = f.inst_blocks();
    let home = |value: Value| match f.values[value].def {
        ValueDef::Param(block, _) | ValueDef::Edge(block, _) => Some(block),
        ValueDef::Result(inst, _) => insts[inst].expand(),
        ValueDef::Alias(_) => None,
    };
    let values = stored.iter().flatten();
    values.filter_map(|&value| Some((value, home(value)?))).collect()
}

/// A target with a list of arguments of its own.
fn own(f: &mut Function, call: &BlockCall) -> BlockCall {
    let args = f.list(&call.args).to_vec();
    f.call(call.block, &args)
}

/// The numbers of calls, by loops: those in a loop have numbers in a row.
struct Levels {
    /// The number of each site.
    number: Vec<u32>,
    /// The innermost loop around each site.
    innermost: Vec<Option<Loop>>,
    /// For each loop, and the function behind them: the numbers of the calls in it.
    range: Vec<(u32, u32)>,
    /// For each loop, and the function: the sites that are in no inner loop.
    direct: Vec<Vec<usize>>,
    /// For each loop, and the function: the loops directly in it that have sites.
    inner: Vec<Vec<Loop>>,
}

impl Levels {
    fn new(loops: &LoopForest, sites: &[Site]) -> Levels {
        let count = loops.loops.len();
        let level = |id: Option<Loop>| id.map_or(count, EntityRef::index);
        let mut direct: Vec<Vec<usize>> = vec![Vec::new(); count + 1];
        let mut has_sites = vec![false; count + 1];
        for (at, site) in sites.iter().enumerate() {
            let mut id = loops.innermost(site.block);
            direct[level(id)].push(at);
            while let Some(inside) = id {
                if std::mem::replace(&mut has_sites[inside.index()], true) {
                    break;
                }
                id = loops.loops[inside].parent;
            }
        }
        let mut inner: Vec<Vec<Loop>> = vec![Vec::new(); count + 1];
        for (id, data) in &loops.loops {
            if has_sites[id.index()] {
                inner[level(data.parent)].push(id);
            }
        }
        let mut this = Levels {
            number: vec![0; sites.len()],
            innermost: sites.iter().map(|site| loops.innermost(site.block)).collect(),
            range: vec![(0, 0); count + 1],
            direct,
            inner,
        };
        // Entered levels, each with how many of its inner loops are done.
        let mut next = 0;
        let mut open = vec![(count, 0)];
        while let Some((at, done)) = open.last_mut() {
            let at = *at;
            if *done == 0 {
                this.range[at].0 = next;
                for &site in &this.direct[at] {
                    this.number[site] = next;
                    next += 1;
                }
            }
            match this.inner[at].get(*done) {
                Some(id) => {
                    *done += 1;
                    open.push((id.index(), 0));
                }
                None => {
                    this.range[at].1 = next;
                    open.pop();
                }
            }
        }
        this
    }
}

/// A function that is being changed.
struct Change<'a> {
    env: &'a Env<'a>,
    slots: Slots,
    /// Whether frames have the number of the call, as there are several.
    has_number: bool,
    levels: Levels,
    /// The block in which each stored value is defined, before any was moved.
    homes: FxHashMap<Value, Block>,
    /// How many slots each block that stores stores with the blocks behind it, and the block; ascending.
    saves: Vec<(usize, Block)>,
    /// The position in `saves` for a number of slots.
    save_of: FxHashMap<usize, usize>,
    /// The block that stores the values of each site.
    save_at: Vec<Block>,
    definitions: Definitions,
}

/// The zero of a type.
fn zero(f: &mut Function, block: Block, ty: ValType) -> Result<Value, String> {
    let op = zero_op(ty).ok_or_else(|| format!("a value of type {ty} has no zero"))?;
    Ok(constant(f, block, op, ty))
}

impl Change<'_> {
    /// How many slots the shared code stores for a call, which stores the others itself. Below that number, slots
    /// without a value get zeros: four bytes each; a store of its own has seven.
    fn depth(&self, stored: &[Value]) -> usize {
        let mut slots: Vec<usize> = stored.iter().map(|value| self.slots.of[value]).collect();
        slots.sort_unstable();
        let cost = |kept: usize| {
            let depth = kept.checked_sub(1).map_or(0, |last| slots[last] + 1);
            let own = slots.len() - kept;
            (4 * (depth - kept) + 7 * own + if own > 0 { 7 } else { 0 }, depth)
        };
        (0..=slots.len()).map(cost).min().map_or(0, |(_, depth)| depth)
    }

    /// Makes the blocks that store values, push the frame and return.
    fn make_saves(&mut self, f: &mut Function, stored: &[Vec<Value>]) -> Result<(), String> {
        let interface = self.env.interface;
        let mut depths: Vec<usize> = stored.iter().map(|values| self.depth(values)).collect();
        depths.sort_unstable();
        depths.dedup();
        for (at, &depth) in depths.iter().enumerate() {
            let block = f.add_block();
            let number = self.has_number.then(|| f.add_param(block, ValType::I32));
            let params: Vec<Value> =
                self.slots.list[..depth].iter().map(|slot| f.add_param(block, slot.ty)).collect();
            let below = at.checked_sub(1).map(|below| self.saves[below]);
            let from = below.map_or(0, |(depth, _)| depth);
            let data = interface.data(f, block);
            let frame = interface.load(f, block, data, 0, interface.pointer());
            for (slot, &value) in self.slots.list.iter().zip(&params).skip(from) {
                interface.store(f, block, frame, slot.offset, value);
            }
            if let Some((depth, below)) = below {
                let args: Vec<Value> =
                    number.into_iter().chain(params[..depth].iter().copied()).collect();
                f.blocks[block].term = Terminator::Jump(f.call(below, &args));
            } else {
                if let Some(number) = number {
                    interface.store(f, block, frame, 0, number);
                }
                if self.slots.size > 0 {
                    let end = interface.moved(f, block, frame, self.slots.size as i64);
                    interface.store(f, block, data, 0, end);
                }
                let types = f.results.clone();
                let zeros: Result<Vec<Value>, String> =
                    types.iter().map(|&ty| zero(f, block, ty)).collect();
                let zeros = zeros?;
                f.blocks[block].term = Terminator::Return(f.make_list(&zeros));
            }
            self.save_of.insert(depth, at);
            self.saves.push((depth, block));
        }
        Ok(())
    }

    /// Makes the block that stores the values of a call, which are its parameters.
    fn save(&mut self, f: &mut Function, number: u32, stored: &[Value]) -> Result<Block, String> {
        let interface = self.env.interface;
        let block = f.add_block();
        let mut values: FxHashMap<usize, Value> = FxHashMap::default();
        for value in stored {
            let param = f.add_param(block, f.ty(*value));
            values.insert(self.slots.of[value], param);
        }
        let depth = self.depth(stored);
        let mut own: Vec<usize> = values.keys().copied().filter(|&slot| slot >= depth).collect();
        own.sort_unstable();
        if !own.is_empty() {
            let data = interface.data(f, block);
            let frame = interface.load(f, block, data, 0, interface.pointer());
            for slot in own {
                interface.store(f, block, frame, self.slots.list[slot].offset, values[&slot]);
            }
        }
        let mut args = Vec::with_capacity(depth + 1);
        if self.has_number {
            let op = Op::I32Const { value: number as i32 };
            args.push(constant(f, block, op, ValType::I32));
        }
        for slot in 0..depth {
            let ty = self.slots.list[slot].ty;
            args.push(match values.get(&slot) {
                Some(&value) => value,
                None => zero(f, block, ty)?,
            });
        }
        let (_, target) = self.saves[self.save_of[&depth]];
        f.blocks[block].term = Terminator::Jump(f.call(target, &args));
        Ok(block)
    }

    /// Tests the state behind a call.
    fn test(
        &mut self,
        f: &mut Function,
        site: &Site,
        at: usize,
        stored: &[Value],
    ) -> Result<(), String> {
        let save = self.save(f, self.levels.number[at], stored)?;
        self.save_at.push(save);
        let cond = self.env.interface.state(f, site.test);
        let then = f.call(save, stored);
        let els = own(f, &site.rest);
        f.blocks[site.test].term = Terminator::BrIf { cond, then, els };
        Ok(())
    }

    /// Moves what is in the headers of loops with sites into blocks of their own: the header will test the state.
    fn enter_loops(&self, f: &mut Function, loops: &LoopForest, sites: &mut [Site]) {
        let mut moved: FxHashMap<Block, Block> = FxHashMap::default();
        for (id, data) in &loops.loops {
            let (from, to) = self.levels.range[id.index()];
            if from < to {
                let rest = split(f, data.header, 0);
                moved.insert(data.header, rest);
            }
        }
        for site in sites {
            for block in [&mut site.block, &mut site.test] {
                *block = moved.get(block).copied().unwrap_or(*block);
            }
        }
        let headers = moved.iter().map(|(&header, &rest)| (header, rest));
        for (header, rest) in headers {
            f.blocks[header].term = Terminator::Jump(f.call(rest, &[]));
        }
    }

    /// Makes the dispatches of the function and its loops.
    fn dispatch(
        &mut self,
        f: &mut Function,
        loops: &LoopForest,
        sites: &[Site],
        stored: &[Vec<Value>],
    ) -> Result<(), String> {
        let interface = self.env.interface;
        let loads = self.loads(loops, stored);
        for level in (0..=loops.loops.len()).rev() {
            let (from, to) = self.levels.range[level];
            if from == to {
                continue;
            }
            let is_function = level == loops.loops.len();
            let header = if is_function { f.entry } else { loops.loops[Loop::new(level)].header };
            let block = f.add_block();
            let cond = interface.state(f, header);
            let Terminator::Jump(els) = std::mem::take(&mut f.blocks[header].term) else {
                unreachable!("it was split")
            };
            let then = f.call(block, &[]);
            f.blocks[header].term = Terminator::BrIf { cond, then, els };
            let needs_frame = self.has_number || self.slots.size > 0;
            let mut frame = None;
            if needs_frame {
                let data = interface.data(f, block);
                let top = interface.load(f, block, data, 0, interface.pointer());
                frame = Some(top);
                if is_function {
                    let bottom = interface.moved(f, block, top, -(self.slots.size as i64));
                    interface.store(f, block, data, 0, bottom);
                    frame = Some(bottom);
                }
            }
            self.level(f, block, frame, level, loops, sites, stored, &loads[level])?;
        }
        Ok(())
    }

    /// For each loop, and the function behind them: what its dispatch loads. A value is loaded in the innermost loop
    /// with its definition and the call: headers of loops within pass it on, as it is live in all of such a loop.
    fn loads(&self, loops: &LoopForest, stored: &[Vec<Value>]) -> Vec<Vec<Value>> {
        let mut loads: Vec<FxHashSet<Value>> = vec![FxHashSet::default(); loops.loops.len() + 1];
        for (site, values) in self.levels.innermost.iter().zip(stored) {
            for &value in values {
                let home = self.homes[&value];
                let mut level = *site;
                while let Some(id) = level.filter(|&id| !loops.contains(id, home)) {
                    level = loops.loops[id].parent;
                }
                loads[level.map_or(loops.loops.len(), EntityRef::index)].insert(value);
            }
        }
        let sorted = |values: FxHashSet<Value>| {
            let mut values: Vec<Value> = values.into_iter().collect();
            values.sort_unstable_by_key(|value| (self.slots.of[value], *value));
            values
        };
        loads.into_iter().map(sorted).collect()
    }

    /// Makes the dispatch of a loop or the function, and the resumptions directly in it.
    #[allow(clippy::too_many_arguments)]
    fn level(
        &mut self,
        f: &mut Function,
        block: Block,
        frame: Option<Value>,
        level: usize,
        loops: &LoopForest,
        sites: &[Site],
        stored: &[Vec<Value>],
        loads: &[Value],
    ) -> Result<(), String> {
        let interface = self.env.interface;
        let (from, to) = self.levels.range[level];
        let mut targets: Vec<Block> = Vec::with_capacity((to - from) as usize);
        let direct = self.levels.direct[level].clone();
        let is_one = direct.len() + self.levels.inner[level].len() == 1;
        let number = (!is_one).then(|| {
            let frame = frame.expect("a frame has the number");
            interface.load(f, block, frame, 0, ValType::I32)
        });
        let mut loaded: FxHashMap<usize, Value> = FxHashMap::default();
        for &value in loads {
            let slot = self.slots.of[&value];
            let place = self.slots.list[slot];
            let frame = frame.expect("values are stored");
            let in_slot = *loaded
                .entry(slot)
                .or_insert_with(|| interface.load(f, block, frame, place.offset, place.ty));
            self.definitions.add(value, block, in_slot);
        }
        for &at in &direct {
            let resumption = f.add_block();
            self.resumption(f, resumption, &sites[at], at, &stored[at])?;
            targets.push(resumption);
        }
        for &inner in &self.levels.inner[level] {
            let enter = f.add_block();
            let header = loops.loops[inner].header;
            let params = f.blocks[header].params.clone();
            let in_slot = |param: &Value| loaded.get(self.slots.of.get(param)?).copied();
            let passed: Result<Vec<Value>, String> = (params.iter())
                .map(|param| in_slot(param).map_or_else(|| zero(f, enter, f.ty(*param)), Ok))
                .collect();
            f.blocks[enter].term = Terminator::Jump(f.call(header, &passed?));
            let (from, to) = self.levels.range[inner.index()];
            targets.extend((from..to).map(|_| enter));
        }
        let calls: Vec<BlockCall> = targets.iter().map(|&target| f.call(target, &[])).collect();
        f.blocks[block].term = match number {
            Some(number) => {
                let mut targets = calls;
                let default = targets.pop().expect("a site");
                let index = if from > 0 {
                    let first = Op::I32Const { value: from as i32 };
                    let first = constant(f, block, first, ValType::I32);
                    append(f, block, Op::I32Sub, &[number, first], Some(ValType::I32))
                } else {
                    number
                };
                Terminator::BrTable { index, targets, default }
            }
            None => Terminator::Jump(calls.into_iter().next().expect("a site")),
        };
        Ok(())
    }

    /// Makes a call again, where its values have been loaded.
    fn resumption(
        &mut self,
        f: &mut Function,
        block: Block,
        site: &Site,
        at: usize,
        stored: &[Value],
    ) -> Result<(), String> {
        let is_there = |arg: &Value| stored.contains(arg) || sites::is_remade(self.env, f, *arg);
        if let Some(inst) = site.inst
            && site.args.iter().all(is_there)
        {
            // All operands are there, so the call itself is made again.
            let insts = &f.blocks[site.block].insts;
            let place = insts.iter().position(|&other| other == inst).expect("the call");
            let call = split(f, site.block, place);
            f.blocks[site.block].term = Terminator::Jump(f.call(call, &[]));
            f.blocks[block].term = Terminator::Jump(f.call(call, &[]));
            return Ok(());
        }
        let skipped = site.args.len() - site.repeated.len();
        let mut args = Vec::with_capacity(site.args.len());
        for &arg in &site.args[..skipped] {
            args.push(zero(f, block, f.ty(arg))?);
        }
        args.extend(&site.repeated);
        let (test, results) = if site.inst.is_some() {
            let inst = f.append(block, site.op.clone(), &args, &site.results, Default::default());
            (block, f.results(inst).collect::<Vec<Value>>())
        } else {
            self.repeated_invoke(f, block, site, &args)
        };
        let cond = self.env.interface.state(f, test);
        let then = f.call(self.save_at[at], stored);
        let els = f.call(site.rest.block, &results);
        f.blocks[test].term = Terminator::BrIf { cond, then, els };
        Ok(())
    }

    /// Makes a call with handlers again, and gives the block behind its normal return.
    fn repeated_invoke(
        &self,
        f: &mut Function,
        block: Block,
        site: &Site,
        args: &[Value],
    ) -> (Block, Vec<Value>) {
        let mut term = f.blocks[site.block].term.clone();
        let test = f.add_block();
        let params: Vec<Value> = site.results.iter().map(|&ty| f.add_param(test, ty)).collect();
        let Terminator::Invoke { args: list, results, normal, handlers, .. } = &mut term else {
            unreachable!("a call with handlers")
        };
        *list = f.make_list(args);
        *normal = f.call(test, results);
        for Handler { target, .. } in handlers {
            let args: Vec<Value> = f.list(&target.args).to_vec();
            target.args = ValueList::from_slice(&args, &mut f.pool);
        }
        f.own_edge_values(block, &mut term);
        f.blocks[block].term = term;
        (test, params)
    }
}
