//! The operators that expressions are made of: those that `evaluate` knows, and some on references.

use invar_ir::{ImmediateMut, Op, Opcode, RefType, ValType};
use invar_rules::{Const, FloatCompare, FloatOp, IntOp, evaluate};

/// An operator with its types.
pub struct Signature {
    pub op: Op,
    pub params: Vec<ValType>,
    pub result: ValType,
}

pub struct Operators {
    pub all: Vec<&'static Signature>,
    /// The operators to make operands of: without some that rules treat like others here.
    pub inner: Vec<&'static Signature>,
    /// The names of the operators to begin with; all if there are none.
    only: Vec<String>,
}

pub const ANY: ValType = ValType::Ref(RefType::ANYREF);
pub const SOME_ANY: ValType = ValType::Ref(RefType::ANYREF.as_non_null());
pub const EXTERN: ValType = ValType::Ref(RefType::EXTERNREF);

impl Operators {
    pub fn new(only: Vec<String>) -> Self {
        let mut all = Vec::new();
        for opcode in Opcode::ALL {
            for op in with_immediates(*opcode) {
                signatures(op, &mut all);
            }
        }
        let mut add = |op, params: &[ValType], result| {
            all.push(Signature { op, params: params.into(), result });
        };
        add(Opcode::RefNull.zeroed(), &[], ANY);
        for ty in [ANY, SOME_ANY] {
            add(Op::RefIsNull, &[ty], ValType::I32);
            add(Op::RefAsNonNull, &[ty], SOME_ANY);
        }
        add(Op::RefEq, &[ANY, ANY], ValType::I32);
        add(Op::RefI31, &[ValType::I32], SOME_ANY);
        add(Op::AnyConvertExtern, &[EXTERN], ANY);
        add(Op::ExternConvertAny, &[ANY], EXTERN);
        for (ty, stores) in [
            (ValType::I32, &[Opcode::I32Store, Opcode::I32Store8, Opcode::I32Store16][..]),
            (
                ValType::I64,
                &[Opcode::I64Store, Opcode::I64Store8, Opcode::I64Store16, Opcode::I64Store32],
            ),
            (ValType::F32, &[Opcode::F32Store]),
            (ValType::F64, &[Opcode::F64Store]),
        ] {
            for store in stores {
                add(store.zeroed(), &[ty], ty);
            }
        }
        let all: Vec<&'static Signature> =
            all.into_iter().map(|signature| &*Box::leak(Box::new(signature))).collect();
        let inner = all.iter().copied().filter(|signature| is_inner(signature)).collect();
        Operators { all, inner, only }
    }

    /// The operators to begin with.
    pub fn wanted(&self) -> Vec<&'static Signature> {
        self.all.iter().copied().filter(|signature| self.wants(signature)).collect()
    }

    pub fn wants(&self, signature: &Signature) -> bool {
        self.only.is_empty() || self.only.iter().any(|name| name == signature.op.opcode().name())
    }
}

/// The name in the text format, with a lane if there is one.
pub fn name(op: &Op) -> String {
    let mut name = op.opcode().name().to_string();
    op.for_each_immediate(|immediate| {
        if let invar_ir::Immediate::Lane(lane) = immediate {
            name = format!("{name}.{lane}");
        }
    });
    name
}

/// An operator with each lane, or some orders of lanes.
fn with_immediates(opcode: Opcode) -> Vec<Op> {
    let mut found = Vec::new();
    for n in 0..16u8 {
        let mut op = opcode.zeroed();
        let mut varies = false;
        op.for_each_immediate_mut(|immediate| match immediate {
            ImmediateMut::Lane(lane) => (*lane, varies) = (n, true),
            ImmediateMut::Lanes(lanes) => {
                varies = true;
                *lanes = std::array::from_fn(|k| match n {
                    0 => k as u8,
                    1 => k as u8 + 16,
                    2 => (k as u8 * 7 + 3) % 32,
                    _ => k as u8 + if n as usize * (k + 3) % 7 < 3 { 16 } else { 0 },
                });
            }
            _ => {}
        });
        if n == 0 || varies && has_lane(&op, n) {
            found.push(op);
        }
    }
    found
}

fn has_lane(op: &Op, lane: u8) -> bool {
    let name = op.opcode().name();
    let lanes = name.split_once('x').and_then(|(_, rest)| rest.split('.').next()?.parse().ok());
    matches!(op, Op::I8x16Shuffle { .. }) || lanes.is_some_and(|lanes: u8| lane < lanes)
}

/// The types on which [`evaluate`] knows an operator, found by trying all.
fn signatures(op: Op, found: &mut Vec<Signature>) {
    let samples = [
        Const::I32(1),
        Const::I64(1),
        Const::F32(1f32.to_bits()),
        Const::F64(1f64.to_bits()),
        // A 1 in each lane, whatever the lanes are: small, never a NaN.
        Const::V128(0x0101_0101_0101_0101_0101_0101_0101_0101),
    ];
    let mut lists: Vec<Vec<Const>> = samples.iter().map(|&a| vec![a]).collect();
    for a in samples {
        lists.extend(samples.iter().map(|&b| vec![a, b]));
        for b in samples {
            lists.extend(samples.iter().map(|&c| vec![a, b, c]));
        }
    }
    if Const::from_op(&op).is_some() || matches!(op, Op::TypedSelect { .. }) {
        return;
    }
    for args in lists {
        if matches!(op, Op::Select) && (args.len() < 3 || args[0] != args[1]) {
            continue;
        }
        if let Some(result) = evaluate(&op, &args) {
            let params = args.iter().map(|arg| arg.ty()).collect();
            found.push(Signature { op: op.clone(), params, result: result.ty() });
        }
    }
}

fn is_vector(op: &Op) -> bool {
    let space = op.opcode().name().split('.').next().unwrap_or("");
    space == "v128" || space.contains('x')
}

fn is_inner(signature: &Signature) -> bool {
    let op = &signature.op;
    let name = op.opcode().name();
    if op.memarg().is_some() {
        return false;
    }
    if is_vector(op) {
        let few = name.contains("replace_lane") && (name.contains("x8") || name.contains("x16"));
        if few && crate::operators::name(op).rsplit('.').next().is_some_and(|lane| lane > "1") {
            return false;
        }
        let wanted = ["splat", "replace_lane", "neg", "v128.not", "v128.bitselect", "v128.and"];
        return wanted.iter().any(|wanted| name.contains(wanted));
    }
    // Of floats, the rules see what kind of operator it is.
    match (FloatOp::of(op), FloatCompare::of(op), IntOp::of(op)) {
        (Some((_, kind)), ..) => !matches!(kind, FloatOp::Max),
        (_, Some((_, kind)), _) => !matches!(kind, FloatCompare::Gt | FloatCompare::Ge),
        (.., Some(_)) => true,
        _ => !name.contains("trunc_") && !name.contains("clz"),
    }
}
