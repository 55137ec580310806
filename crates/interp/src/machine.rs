//! The machine: executes register code with explicit stacks of frames and registers.
//!
//! A call pushes a frame, a return pops one, a tail call replaces one; an exception pops frames until a handler
//! matches. So neither calls nor constructs recurse on the host's stack. Each instruction
//! takes a unit of fuel, each bulk operation one more per [`PER_FUEL`] elements.

use crate::code::{Callee, Code, Edge, Inst, Reg};
use crate::instantiate::Instance;
use crate::ops::{Results, number};
use crate::stop::{Stop, Trap};
use crate::store::{FuncBody, Store};
use crate::value::{Const, Exception, ExnAddr, FuncAddr, InstanceAddr, Ref, Value};
use invar_ir::Op;
use invar_ir::entities::packed_option::ReservedValue;
use std::sync::Arc;

/// Bytes or elements that a bulk operation processes per unit of fuel.
const PER_FUEL: u64 = 64;

/// The imports of modules.
pub trait Host {
    /// A call of a function that [`Store::new_func`] made. Its results must be of the function's type.
    ///
    /// The function may look at the store and change it, but not call into it.
    fn call(&mut self, store: &mut Store, id: u32, args: &[Value]) -> Result<Vec<Value>, Stop>;
}

/// A host without functions.
impl Host for () {
    fn call(&mut self, _: &mut Store, id: u32, _: &[Value]) -> Result<Vec<Value>, Stop> {
        Err(Stop::Host(format!("there is no function {id}")))
    }
}

struct Frame {
    code: Arc<Code>,
    instance: InstanceAddr,
    /// The frame's first register.
    base: usize,
    /// The instruction that is being executed.
    at: usize,
}

pub(crate) struct Machine<'a> {
    pub store: &'a mut Store,
    host: &'a mut dyn Host,
    frames: Vec<Frame>,
    registers: Vec<Value>,
    /// A buffer for values in transit.
    moved: Vec<Value>,
    /// The instance of the topmost frame.
    instance: InstanceAddr,
}

impl Store {
    /// Calls a function: its results, or why there are none.
    ///
    /// Panics if the arguments are not of the function's type.
    pub fn call(
        &mut self,
        host: &mut dyn Host,
        func: FuncAddr,
        args: &[Value],
    ) -> Result<Vec<Value>, Stop> {
        let params = self.signature(self.func_type(func)).params().to_vec();
        assert_eq!(args.len(), params.len(), "arguments and parameters");
        for (&arg, ty) in args.iter().zip(params) {
            assert!(self.is_of(arg, ty), "{arg:?} is no {ty}");
        }
        // The instance is that of the function, once the function is entered.
        let mut machine = Machine::new(self, host, InstanceAddr::reserved_value());
        machine.moved.extend(args);
        match machine.enter(func)? {
            Some(results) => Ok(results),
            None => machine.run(),
        }
    }
}

impl<'a> Machine<'a> {
    pub fn new(store: &'a mut Store, host: &'a mut dyn Host, instance: InstanceAddr) -> Self {
        let (frames, registers, moved) = (Vec::new(), Vec::new(), Vec::new());
        Machine { store, host, frames, registers, moved, instance }
    }

    pub fn instance(&self) -> &Instance {
        &self.store.instances[self.instance]
    }

    pub fn instance_mut(&mut self) -> &mut Instance {
        &mut self.store.instances[self.instance]
    }

    /// Takes the fuel of a bulk operation.
    pub fn bulk(&mut self, count: u64) -> Result<(), Stop> {
        self.store.fuel = self.store.fuel.checked_sub(count / PER_FUEL).ok_or(Stop::Fuel)?;
        Ok(())
    }

    /// Executes code without parameters in the machine's instance.
    pub fn execute(&mut self, code: Arc<Code>) -> Result<Vec<Value>, Stop> {
        self.registers.extend(&code.registers);
        self.frames.push(Frame { code, instance: self.instance, base: 0, at: 0 });
        self.run()
    }

    /// Starts a call with the moved values as arguments. The results, if the host gave them.
    fn enter(&mut self, func: FuncAddr) -> Result<Option<Vec<Value>>, Stop> {
        match self.store.funcs[func].body {
            FuncBody::Host(id) => {
                let args = std::mem::take(&mut self.moved);
                let results = self.host.call(self.store, id, &args)?;
                let ty = self.store.func_type(func);
                let types = self.store.signature(ty).results();
                let fits = results.len() == types.len()
                    && results.iter().zip(types).all(|(&value, &ty)| self.store.is_of(value, ty));
                assert!(fits, "the host gave {results:?} where {types:?} must be");
                Ok(Some(results))
            }
            FuncBody::Defined(instance, func) => {
                let code = self.store.code(instance, func);
                let base = self.registers.len();
                let limits = self.store.limits;
                let size = base + self.moved.len() + code.registers.len();
                if self.frames.len() >= limits.frames || size > limits.registers {
                    return Err(Stop::Stack);
                }
                self.registers.append(&mut self.moved);
                self.registers.extend(&code.registers);
                self.frames.push(Frame { code, instance, base, at: 0 });
                self.instance = instance;
                Ok(None)
            }
        }
    }

    /// Removes the topmost frame. Returns whether there is another.
    fn leave(&mut self) -> bool {
        let frame = self.frames.pop().expect("a frame");
        self.registers.truncate(frame.base);
        match self.frames.last() {
            Some(frame) => {
                self.instance = frame.instance;
                true
            }
            None => false,
        }
    }

    /// Ends the call that the topmost frame makes.
    fn returned(&mut self, results: &[Value]) {
        let frame = self.frames.last_mut().expect("a frame");
        let Inst::Call { out, .. } = frame.code.insts[frame.at] else {
            panic!("a frame below another calls")
        };
        let start = frame.base + out as usize;
        self.registers[start..start + results.len()].copy_from_slice(results);
        frame.at += 1;
    }

    fn run(&mut self) -> Result<Vec<Value>, Stop> {
        loop {
            let frame = self.frames.last().expect("a frame");
            let (code, base, mut at) = (frame.code.clone(), frame.base, frame.at);
            let ended = self.frame(&code, base, &mut at);
            if let Some(frame) = self.frames.last_mut()
                && matches!(ended, Err(Stop::Exception(_)))
            {
                frame.at = at;
            }
            match ended {
                Ok(Some(results)) => return Ok(results),
                Ok(None) => {}
                Err(Stop::Exception(exception)) => self.unwind(exception)?,
                Err(stop) => return Err(stop),
            }
        }
    }

    /// Executes until another frame is the topmost, or the results are there.
    fn frame(
        &mut self,
        code: &Code,
        base: usize,
        at: &mut usize,
    ) -> Result<Option<Vec<Value>>, Stop> {
        loop {
            self.store.fuel = self.store.fuel.checked_sub(1).ok_or(Stop::Fuel)?;
            let inst = &code.insts[*at];
            self.store.computations += inst.computations();
            match inst {
                Inst::Number { op, args, out } => {
                    let result = self.number(op, code.list(*args), base)?;
                    self.registers[base + *out as usize] = Value::Number(result);
                }
                Inst::Copy { from, to } => {
                    self.registers[base + *to as usize] = self.registers[base + *from as usize];
                }
                Inst::Access { access, args, out } => {
                    let result = self.with_args(code.list(*args), base, |machine, args| {
                        machine.access(access, args)
                    })?;
                    self.give(base, *out, result);
                }
                Inst::Select { args, out } => {
                    let &[a, b, cond] = code.list(*args) else { panic!("three operands") };
                    let taken = if self.get(base, cond).as_u32() != 0 { a } else { b };
                    self.registers[base + *out as usize] = self.get(base, taken);
                }
                Inst::Op { op, args, out } => {
                    let result = self.with_args(code.list(*args), base, |machine, args| {
                        machine.operator(op, args)
                    })?;
                    self.give(base, *out, result);
                }
                Inst::Call { callee, args, .. } => {
                    let func = self.callee(*callee, code.list(*args), base)?;
                    self.frames.last_mut().expect("a frame").at = *at;
                    match self.enter(func)? {
                        Some(results) => self.returned(&results),
                        None => return Ok(None),
                    }
                }
                Inst::TailCall { callee, args } => {
                    let func = self.callee(*callee, code.list(*args), base)?;
                    let is_left = self.leave();
                    match self.enter(func)? {
                        Some(results) if is_left => self.returned(&results),
                        Some(results) => return Ok(Some(results)),
                        None => {}
                    }
                    return Ok(None);
                }
                Inst::Return(list) => {
                    let mut results = std::mem::take(&mut self.moved);
                    results.extend(code.list(*list).iter().map(|&reg| self.get(base, reg)));
                    if !self.leave() {
                        return Ok(Some(results));
                    }
                    self.returned(&results);
                    results.clear();
                    self.moved = results;
                    return Ok(None);
                }
                Inst::Jump(edge) => {
                    *at = self.branch(code, base, edge);
                    continue;
                }
                Inst::If { cond, then, els } => {
                    let edge = if self.get(base, *cond).as_u32() != 0 { then } else { els };
                    *at = self.branch(code, base, edge);
                    continue;
                }
                Inst::Table { index, edges } => {
                    let index = self.get(base, *index).as_u32() as usize;
                    *at = self.branch(code, base, &edges[index.min(edges.len() - 1)]);
                    continue;
                }
                Inst::On { op, reference, taken, taken_value, other, other_value } => {
                    let value = self.get(base, *reference);
                    let (edge, register) = if self.is_taken(op, value.reference())? {
                        (taken, taken_value)
                    } else {
                        (other, other_value)
                    };
                    if let Some(register) = register {
                        self.registers[base + *register as usize] = value;
                    }
                    *at = self.branch(code, base, edge);
                    continue;
                }
                Inst::Unreachable => return Err(Trap::UnreachableCodeReached.into()),
                Inst::Throw { tag, args } => {
                    let tag = self.instance().tags[*tag as usize];
                    let values: Vec<Value> =
                        code.list(*args).iter().map(|&reg| self.get(base, reg)).collect();
                    self.store.heap += 1 + values.len() as u64;
                    if self.store.heap > self.store.limits.heap {
                        return Err(Stop::Heap);
                    }
                    let exception = self.store.exceptions.push(Exception { tag, values });
                    return Err(Stop::Exception(exception));
                }
                Inst::ThrowRef(reg) => {
                    return Err(match self.get(base, *reg).reference() {
                        Ref::Exn(exception) => Stop::Exception(exception),
                        Ref::Null => Trap::NullReference.into(),
                        other => panic!("{other:?} is thrown"),
                    });
                }
                Inst::Unsupported(what) => return Err(Stop::Unsupported(what.clone())),
            }
            *at += 1;
        }
    }

    fn get(&self, base: usize, reg: Reg) -> Value {
        self.registers[base + reg as usize]
    }

    fn number(&self, op: &Op, regs: &[Reg], base: usize) -> Result<Const, Stop> {
        let mut args = [Const::I32(0); 4];
        for (arg, &reg) in args.iter_mut().zip(regs) {
            *arg = self.get(base, reg).number();
        }
        number(op, &args[..regs.len()])
    }

    fn with_args(
        &mut self,
        regs: &[Reg],
        base: usize,
        execute: impl FnOnce(&mut Self, &[Value]) -> Result<Results, Stop>,
    ) -> Result<Results, Stop> {
        let mut args = std::mem::take(&mut self.moved);
        args.extend(regs.iter().map(|&reg| self.get(base, reg)));
        let results = execute(self, &args);
        args.clear();
        self.moved = args;
        results
    }

    fn give(&mut self, base: usize, out: Reg, results: Results) {
        let out = base + out as usize;
        match results {
            Results::None => {}
            Results::One(value) => self.registers[out] = value,
            Results::Two(low, high) => self.registers[out..out + 2].copy_from_slice(&[low, high]),
        }
    }

    /// Assigns the values that a branch passes. Returns the target instruction.
    fn branch(&mut self, code: &Code, base: usize, edge: &Edge) -> usize {
        let (from, into) = (code.list(edge.from), code.list(edge.into));
        match (from, into) {
            ([], _) => {}
            (&[from], &[into]) => self.registers[base + into as usize] = self.get(base, from),
            _ => {
                let mut moved = std::mem::take(&mut self.moved);
                moved.extend(from.iter().map(|&reg| self.get(base, reg)));
                for (&into, value) in into.iter().zip(moved.drain(..)) {
                    self.registers[base + into as usize] = value;
                }
                self.moved = moved;
            }
        }
        edge.to as usize
    }

    /// The function that is called. Its arguments are moved.
    fn callee(&mut self, callee: Callee, args: &[Reg], base: usize) -> Result<FuncAddr, Stop> {
        let (func, args) = match (callee, args) {
            (Callee::Func(index), args) => (self.instance().funcs[index as usize], args),
            (Callee::Indirect { ty, table }, [args @ .., index]) => {
                let func = match self.element(table, self.get(base, *index).as_index())? {
                    Ref::Func(func) => func,
                    Ref::Null => return Err(Trap::IndirectCallToNull.into()),
                    other => panic!("{other:?} is called"),
                };
                let ty = self.instance().types.get(ty);
                if !self.store.types.is_subtype(self.store.func_type(func), ty) {
                    return Err(Trap::BadSignature.into());
                }
                (func, args)
            }
            (Callee::Ref, [args @ .., reference]) => match self.get(base, *reference).reference() {
                Ref::Func(func) => (func, args),
                Ref::Null => return Err(Trap::NullReference.into()),
                other => panic!("{other:?} is called"),
            },
            (_, []) => panic!("a call without what is called"),
        };
        let mut moved = std::mem::take(&mut self.moved);
        moved.extend(args.iter().map(|&reg| self.get(base, reg)));
        self.moved = moved;
        Ok(func)
    }

    /// Whether a branch on a reference is taken.
    fn is_taken(&self, op: &Op, reference: Ref) -> Result<bool, Stop> {
        Ok(match *op {
            Op::BrOnNull { .. } => reference == Ref::Null,
            Op::BrOnNonNull { .. } => reference != Ref::Null,
            Op::BrOnCast { to_ref_type, .. } => {
                self.is_of(reference, to_ref_type.is_nullable(), to_ref_type.heap_type())
            }
            Op::BrOnCastFail { to_ref_type, .. } => {
                !self.is_of(reference, to_ref_type.is_nullable(), to_ref_type.heap_type())
            }
            _ => return Err(Stop::Unsupported(op.opcode().name().to_owned())),
        })
    }

    /// Goes on where an exception is caught.
    fn unwind(&mut self, exception: ExnAddr) -> Result<(), Stop> {
        let Exception { tag, values } = self.store.exceptions[exception].clone();
        let reference = Value::Ref(Ref::Exn(exception));
        while let Some(frame) = self.frames.last_mut() {
            let code = frame.code.clone();
            let mut handler = code.handler(frame.at);
            while handler != 0 {
                let of = &code.handlers[handler as usize - 1];
                let tags = &self.store.instances[frame.instance].tags;
                let fits = |wanted: Option<u32>| wanted.is_none_or(|n| tags[n as usize] == tag);
                let Some(clause) = of.clauses.iter().find(|clause| fits(clause.tag)) else {
                    handler = of.parent;
                    continue;
                };
                let payload = if clause.tag.is_some() { &values[..] } else { &[] };
                let refs = clause.with_ref.then_some(reference);
                let into = frame.base + clause.into as usize;
                for (into, value) in (into..).zip(payload.iter().copied().chain(refs)) {
                    self.registers[into] = value;
                }
                if let Some(keep) = clause.keep {
                    self.registers[frame.base + keep as usize] = reference;
                }
                frame.at = clause.to as usize;
                return Ok(());
            }
            self.leave();
        }
        Err(Stop::Exception(exception))
    }
}
