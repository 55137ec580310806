//! Emission of residual code: bindings of the function's values, constants, instructions, checks of promises.

use crate::analysis::derive::How;
use crate::specializer::continuations::KnownPoint;
use crate::specializer::known::Known;
use crate::specializer::state::{Binding, Specializer};
use invar_ir::entities::EntityRef;
use invar_ir::entities::packed_option::PackedOption;
use invar_ir::{
    Block, Context, ContextData, ContextKind, Inst, Op, SourceLoc, Terminator, ValType, Value,
    ValueDef,
};
use invar_rules::{Const, is_constant};

impl Specializer<'_> {
    /// Makes the context of all locations in the residual code: the function and the values that it is for.
    pub(crate) fn contexts(&mut self, from: Option<&KnownPoint>) {
        let bound = self.request.values.iter().enumerate();
        let bound: Vec<String> = bound
            .filter_map(|(n, value)| {
                Some(format!("{n}={}", invar_ir::display_op(&(*value)?.value.to_op())))
            })
            .collect();
        let name = self.module.func_label(self.prepared.func);
        let what = match from {
            Some(place) => self.prepared.describe(self.module, place),
            None => format!("{name}({})", bound.join(", ")),
        };
        let kind = ContextKind::Specialized(format!("specialize {what}"));
        let site = SourceLoc::default();
        let root = self.residual.out.contexts.push(ContextData { parent: None.into(), site, kind });
        for data in self.prepared.code.contexts.values() {
            let parent =
                data.parent.expand().map_or(root, |parent| Context::new(parent.index() + 1));
            let site = self.loc(data.site);
            self.residual.out.contexts.push(ContextData {
                parent: parent.into(),
                site,
                kind: data.kind.clone(),
            });
        }
    }

    pub(crate) fn loc(&self, loc: SourceLoc) -> SourceLoc {
        let context = loc.context.expand().map_or(0, |context| context.index() + 1);
        SourceLoc { offset: loc.offset, context: PackedOption::from(Context::new(context)) }
    }

    /// The binding of a value of the function.
    pub(crate) fn binding(&mut self, value: Value) -> Binding {
        let value = self.code().resolve(value);
        if let Some(binding) = self.current.env[value] {
            return binding;
        }
        let inst = self.code().def_inst(value).expect("what is live was passed on");
        let op = self.code().insts[inst].op.clone();
        match Const::from_op(&op) {
            Some(constant) => Binding::Known(Known::plain(constant)),
            None => {
                debug_assert!(is_constant(&op), "what is live was passed on");
                let (ty, loc) = (self.code().ty(value), self.loc(self.code().insts[inst].loc));
                let inst = self.residual.out.append(self.residual.at, op, &[], &[ty], loc);
                Binding::Value(self.residual.out.result(inst).expect("a constant has a result"))
            }
        }
    }

    /// The value of the residual code for a value of the function.
    pub(crate) fn value(&mut self, value: Value) -> Value {
        match self.binding(value) {
            Binding::Known(known) => self.constant(known.value),
            Binding::Value(value) => value,
        }
    }

    pub(crate) fn values(&mut self, values: &[Value]) -> Vec<Value> {
        values.iter().map(|&value| self.value(value)).collect()
    }

    pub(crate) fn constant(&mut self, constant: Const) -> Value {
        if let Some(&value) = self.residual.constants.get(&constant) {
            return value;
        }
        let loc = self.loc(SourceLoc::default());
        let inst = self.residual.out.append(
            self.residual.at,
            constant.to_op(),
            &[],
            &[constant.ty()],
            loc,
        );
        let value = self.residual.out.result(inst).expect("a constant has a result");
        self.residual.constants.insert(constant, value);
        value
    }

    /// Continues in another block of the residual code, in which constants are made anew.
    pub(crate) fn switch_to(&mut self, block: Block) {
        self.residual.at = block;
        if !invar_ir::mutant!(StageConstantsOfOtherBlock) {
            self.residual.constants.clear();
        }
    }

    pub(crate) fn evaluated(
        &mut self,
        inst: Inst,
        how: How,
        args: &[Known],
        results: [Option<Known>; 2],
    ) {
        let code = &self.prepared.code;
        for (value, known) in code.results(inst).zip(results) {
            self.current.env[value] = known.map(Binding::Known);
        }
        self.record.stats.evaluated += u64::from(how != How::Copy);
        self.record.stats.loads += u64::from(how == How::Load);
        self.record.stats.calls += u64::from(how == How::Call);
        let promise = match how {
            How::Load => args[0].promise.map(|extent| (extent.name(), extent.offset)),
            How::Call => Some(("promise_pure", code.insts[inst].loc.offset)),
            _ => None,
        };
        if let Some((name, offset)) = promise.filter(|_| self.request.checks.is_some()) {
            let expected = results[0].expect("a load and a call have a result").value;
            let result = code.result(inst).expect("a load and a call have a result");
            let binding = self.current.env[result];
            self.emit(inst);
            let actual = self.value(result);
            self.current.env[result] = binding;
            let name = format!("{name} at 0x{offset:x}");
            self.check(actual, expected, name, code.insts[inst].loc);
        }
    }

    /// If promises are checked: emits a test of a value against the one that was assumed.
    pub(crate) fn check(&mut self, actual: Value, expected: Const, name: String, loc: SourceLoc) {
        let Some(first) = self.request.checks else { return };
        let n = self.record.checks.iter().position(|known| *known == name).unwrap_or_else(|| {
            self.record.checks.push(name);
            self.record.checks.len() - 1
        });
        let loc = self.loc(loc);
        let integer = match expected {
            Const::F32(bits) => Some((Op::I32ReinterpretF32, Const::I32(bits as i32))),
            Const::F64(bits) => Some((Op::I64ReinterpretF64, Const::I64(bits as i64))),
            _ => None,
        };
        let (actual, expected) = match integer {
            Some((op, constant)) => (self.append(op, &[actual], constant.ty(), loc), constant),
            None => (actual, expected),
        };
        let constant = self.constant(expected);
        let differs = match expected {
            Const::I64(_) => self.append(Op::I64Ne, &[actual, constant], ValType::I32, loc),
            Const::V128(_) => {
                let bits = self.append(Op::V128Xor, &[actual, constant], ValType::V128, loc);
                self.append(Op::V128AnyTrue, &[bits], ValType::I32, loc)
            }
            _ => self.append(Op::I32Ne, &[actual, constant], ValType::I32, loc),
        };
        let (broken, fine) = (self.residual.out.add_block(), self.residual.out.add_block());
        let call = Op::Call { function_index: first + n as u32 };
        self.residual.out.append(broken, call, &[], &[], loc);
        self.residual.out.blocks[broken].term = Terminator::Unreachable;
        self.residual.out.blocks[broken].term_loc = loc;
        let (then, els) = (self.residual.out.call(broken, &[]), self.residual.out.call(fine, &[]));
        self.residual.out.blocks[self.residual.at].term =
            Terminator::BrIf { cond: differs, then, els };
        self.residual.out.blocks[self.residual.at].term_loc = loc;
        self.switch_to(fine);
    }

    pub(crate) fn append(&mut self, op: Op, args: &[Value], ty: ValType, loc: SourceLoc) -> Value {
        let inst = self.residual.out.append(self.residual.at, op, args, &[ty], loc);
        self.residual.out.result(inst).expect("it has a result")
    }

    pub(crate) fn emit(&mut self, inst: Inst) {
        let code = &self.prepared.code;
        let args = self.values(code.args(inst));
        let types: Vec<ValType> = code.results(inst).map(|result| code.ty(result)).collect();
        let loc = self.loc(code.insts[inst].loc);
        let copy = self.residual.out.append(
            self.residual.at,
            code.insts[inst].op.clone(),
            &args,
            &types,
            loc,
        );
        self.bind_results(inst, copy);
        self.record.stats.emitted += 1;
    }

    /// Binds the results of an instruction to those of the one that was emitted for it.
    pub(crate) fn bind_results(&mut self, inst: Inst, emitted: Inst) {
        let code = &self.prepared.code;
        for (result, copy) in code.results(inst).zip(self.residual.out.results(emitted)) {
            self.current.env[result] = Some(Binding::Value(copy));
        }
    }

    /// A value that the end of a block makes for one of its edges.
    pub(crate) fn edge_value(&mut self, value: Option<Value>) -> PackedOption<Value> {
        let Some(value) = value else { return None.into() };
        let ValueDef::Edge(_, n) = self.code().values[value].def else {
            unreachable!("it belongs to an edge")
        };
        let copy = self.residual.out.add_edge_value(self.residual.at, n, self.code().ty(value));
        self.current.env[value] = Some(Binding::Value(copy));
        copy.into()
    }
}
