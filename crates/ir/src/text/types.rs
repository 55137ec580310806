//! Parsing of types, of operators and their immediates, and of constant expressions.

use super::lex::{Lexer, Parsed, fail, handle, number};
use crate::subtype::HEAP_TYPES;
use crate::{
    Caching, ConstExpr, ImmediateMut, IndexSpace, Laziness, MemArg, MemOrdering, MemSpace, Op,
    OpPlace, Opcode,
};
use wasmparser::{
    ArrayType, CompositeInnerType, CompositeType, ContType, FieldType, FuncType, HeapType,
    Ordering, PackedIndex, RefType, StorageType, StructType, SubType, V128, ValType,
};

impl Lexer<'_> {
    fn type_index(&mut self) -> Parsed<PackedIndex> {
        let at = self.pos();
        match PackedIndex::from_module_index(self.handle("ty")?) {
            Some(index) => Ok(index),
            None => fail(at, "this type index is beyond the limits"),
        }
    }

    fn heap_type(&mut self) -> Parsed<HeapType> {
        let abstract_type = |word| HEAP_TYPES.iter().find(|(_, name, _)| *name == word);
        if self.eat('(')? {
            let heap = if self.eat_word("exact")? {
                HeapType::Exact(self.type_index()?.unpack())
            } else {
                self.expect_word("shared")?;
                let Some((ty, ..)) = self.peek_word().and_then(abstract_type) else {
                    return self.unexpected("an abstract heap type");
                };
                self.next()?;
                HeapType::Abstract { shared: true, ty: *ty }
            };
            self.expect(')')?;
            return Ok(heap);
        }
        if self.peek_handle("ty").is_some() {
            return Ok(HeapType::Concrete(self.type_index()?.unpack()));
        }
        match self.peek_word().and_then(abstract_type) {
            Some((ty, ..)) => {
                self.next()?;
                Ok(HeapType::Abstract { shared: false, ty: *ty })
            }
            None => self.unexpected("a heap type"),
        }
    }

    pub fn ref_type(&mut self) -> Parsed<RefType> {
        let at = self.pos();
        match self.val_type()? {
            ValType::Ref(ty) => Ok(ty),
            _ => fail(at, "expected a reference type"),
        }
    }

    pub fn val_type(&mut self) -> Parsed<ValType> {
        let at = self.pos();
        let (nullable, heap) = if self.eat('(')? {
            self.expect_word("ref")?;
            let nullable = self.eat_word("null")?;
            let heap = self.heap_type()?;
            self.expect(')')?;
            (nullable, heap)
        } else {
            let simple = match self.peek_word() {
                Some("i32") => Some(ValType::I32),
                Some("i64") => Some(ValType::I64),
                Some("f32") => Some(ValType::F32),
                Some("f64") => Some(ValType::F64),
                Some("v128") => Some(ValType::V128),
                _ => None,
            };
            if let Some(ty) = simple {
                self.next()?;
                return Ok(ty);
            }
            let word = self.peek_word().unwrap_or_default();
            let Some((ty, ..)) = HEAP_TYPES.iter().find(|(.., short)| *short == word) else {
                return self.unexpected("a type");
            };
            self.next()?;
            (true, HeapType::Abstract { shared: false, ty: *ty })
        };
        match RefType::new(nullable, heap) {
            Some(ty) => Ok(ty.into()),
            None => fail(at, "this type index is beyond the limits"),
        }
    }

    /// `(a, b, c)`.
    pub fn parenthesized<T>(
        &mut self,
        mut item: impl FnMut(&mut Self) -> Parsed<T>,
    ) -> Parsed<Vec<T>> {
        self.expect('(')?;
        let mut items = Vec::new();
        while !self.eat(')')? {
            items.push(item(self)?);
            if !self.eat(',')? {
                self.expect(')')?;
                break;
            }
        }
        Ok(items)
    }

    /// `(i32, i32) -> (i32)`.
    pub fn func_type(&mut self) -> Parsed<FuncType> {
        let params = self.parenthesized(Self::val_type)?;
        self.expect_word("->")?;
        let results = self.parenthesized(Self::val_type)?;
        Ok(FuncType::new(params, results))
    }

    fn field(&mut self) -> Parsed<FieldType> {
        let mutable = self.eat_word("mut")?;
        let element_type = if self.eat_word("i8")? {
            StorageType::I8
        } else if self.eat_word("i16")? {
            StorageType::I16
        } else {
            StorageType::Val(self.val_type()?)
        };
        Ok(FieldType { element_type, mutable })
    }

    /// The part of a `ty` line after `=`.
    pub fn sub_type(&mut self) -> Parsed<SubType> {
        let sub = self.eat_word("sub")?;
        let is_final = !sub || self.eat_word("final")?;
        let mut supertype_idxs = Vec::new();
        while sub && self.peek_handle("ty").is_some() {
            supertype_idxs.push(self.type_index()?);
        }
        let shared = self.eat_word("shared")?;
        let mut clause =
            |word| if self.eat_word(word)? { self.type_index().map(Some) } else { Ok(None) };
        let describes_idx = clause("describes")?;
        let descriptor_idx = clause("descriptor")?;
        let at = self.pos();
        let inner = match self.word("`func`, `struct`, `array` or `cont`")? {
            "func" => CompositeInnerType::Func(self.func_type()?),
            "struct" => {
                let fields = self.parenthesized(Self::field)?.into();
                CompositeInnerType::Struct(StructType { fields })
            }
            "array" => {
                self.expect('(')?;
                let field = self.field()?;
                self.expect(')')?;
                CompositeInnerType::Array(ArrayType(field))
            }
            "cont" => CompositeInnerType::Cont(ContType(self.type_index()?)),
            other => {
                return fail(at, format!("`{other}` is not a kind of type"));
            }
        };
        let composite_type = CompositeType { inner, shared, descriptor_idx, describes_idx };
        Ok(SubType { is_final, supertype_idxs, composite_type })
    }

    /// An operator with all immediates but the attributes of a memory access.
    pub fn op(&mut self) -> Parsed<Op> {
        let opcode = self.peek_word().and_then(Opcode::from_name);
        let Some(opcode) = opcode.filter(|opcode| opcode.place() != OpPlace::Nowhere) else {
            return self.unexpected("an operator");
        };
        self.next()?;
        let mut op = opcode.zeroed();
        let mut result = Ok(());
        op.for_each_immediate_mut(|immediate| {
            if result.is_ok() {
                result = self.immediate(immediate, opcode);
            }
        });
        result.map(|()| op)
    }

    fn immediate(&mut self, immediate: ImmediateMut<'_>, opcode: Opcode) -> Parsed<()> {
        match immediate {
            ImmediateMut::Index(IndexSpace::Number, to) => *to = self.number()?,
            ImmediateMut::Index(IndexSpace::Control, _) | ImmediateMut::ControlOnly => {}
            ImmediateMut::Index(space, to) => {
                let prefix = space.prefix();
                match self.peek_word_on_line().and_then(|word| handle(word, prefix)) {
                    Some(index) => {
                        *to = index;
                        self.next()?;
                    }
                    // The first memory or table may be left out.
                    None if matches!(space, IndexSpace::Memory | IndexSpace::Table) => {}
                    None => return self.unexpected(&format!("`{prefix}` and a number")),
                }
            }
            ImmediateMut::Lane(to) => *to = self.number()?,
            ImmediateMut::Lanes(to) => {
                for lane in to {
                    *lane = self.number()?;
                }
            }
            ImmediateMut::I32(to) => *to = self.integer(32)? as i32,
            ImmediateMut::I64(to) => *to = self.integer(64)? as i64,
            ImmediateMut::F32(to) => {
                let bits =
                    self.float(23, |text| text.parse().ok().map(|x: f32| x.to_bits().into()))?;
                *to = f32::from_bits(bits as u32).into();
            }
            ImmediateMut::F64(to) => {
                let bits = self.float(52, |text| text.parse().ok().map(f64::to_bits))?;
                *to = f64::from_bits(bits).into();
            }
            ImmediateMut::V128(to) => {
                let bits = self
                    .peek_word()
                    .and_then(|word| word.strip_prefix("0x"))
                    .filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))
                    .and_then(|digits| u128::from_str_radix(digits, 16).ok());
                let Some(bits) = bits else { return self.unexpected("128 bits, as `0x...`") };
                *to = V128::from(bits as i128);
                self.next()?;
            }
            ImmediateMut::ValType(to) => *to = self.val_type()?,
            ImmediateMut::RefType(to) => *to = self.ref_type()?,
            ImmediateMut::HeapType(to) => *to = self.heap_type()?,
            ImmediateMut::Ordering(to) => {
                *to = match self.peek_word() {
                    Some("seq_cst") => Ordering::SeqCst,
                    Some("acq_rel") => Ordering::AcqRel,
                    _ => return self.unexpected("`seq_cst` or `acq_rel`"),
                };
                self.next()?;
            }
            ImmediateMut::MemArg(to) => {
                to.max_align = opcode.natural_align().unwrap_or(0);
                to.align = to.max_align;
            }
            ImmediateMut::Caching(to) => {
                let found = CACHING.iter().find(|(_, name)| self.peek_word() == Some(name));
                let Some((caching, _)) = found else { return self.unexpected("a caching policy") };
                *to = *caching;
                self.next()?;
            }
            ImmediateMut::Laziness(to) => {
                let found = LAZINESS.iter().find(|(_, name)| self.peek_word() == Some(name));
                let Some((laziness, _)) = found else { return self.unexpected("a laziness") };
                *to = *laziness;
                self.next()?;
            }
        }
        Ok(())
    }

    /// The attributes after the operands of a memory access.
    pub fn memarg(&mut self, op: &mut Op) -> Parsed<()> {
        let mut result = Ok(());
        op.for_each_immediate_mut(|immediate| {
            if let ImmediateMut::MemArg(memarg) = immediate {
                result = self.memarg_attributes(memarg);
            }
        });
        result
    }

    fn memarg_attributes(&mut self, memarg: &mut MemArg) -> Parsed<()> {
        while let Some(word) = self.peek_word_on_line() {
            let at = self.pos();
            self.next()?;
            self.expect('=')?;
            match word {
                "offset" => memarg.offset = self.number()?,
                "align" => {
                    let bytes: u64 = self.number()?;
                    if !bytes.is_power_of_two() {
                        return fail(at, "an alignment must be a power of two");
                    }
                    memarg.align = bytes.trailing_zeros() as u8;
                }
                "memory" => (memarg.memory, memarg.space) = (self.handle("m")?, MemSpace::Memory),
                "array" => (memarg.memory, memarg.space) = (self.handle("ty")?, MemSpace::Array),
                "order" => {
                    let found = ORDERINGS.iter().find(|(_, name)| self.peek_word() == Some(name));
                    let Some((ordering, _)) = found else {
                        return self.unexpected("an ordering");
                    };
                    memarg.ordering = *ordering;
                    self.next()?;
                }
                _ => return fail(at, format!("`{word}` is not an attribute of a memory access")),
            }
        }
        Ok(())
    }

    /// An integer of the given width, signed or unsigned.
    fn integer(&mut self, bits: u32) -> Parsed<u64> {
        let (negative, digits) = match self.peek_word().unwrap_or_default() {
            word if word.starts_with('-') => (true, &word[1..]),
            word => (false, word),
        };
        let limit = if negative { 1 << (bits - 1) } else { u64::MAX >> (64 - bits) };
        match number(digits).filter(|&number| number <= limit) {
            Some(number) => {
                self.next()?;
                Ok(if negative { number.wrapping_neg() } else { number })
            }
            None => self.unexpected(&format!("an integer of {bits} bits")),
        }
    }

    /// The bits of a float with a mantissa of this width.
    fn float(&mut self, mantissa: u32, parse: impl Fn(&str) -> Option<u64>) -> Parsed<u64> {
        let word = self.peek_word().unwrap_or_default();
        let (sign, magnitude) = match word.strip_prefix('-') {
            Some(magnitude) => ("-", magnitude),
            None => ("", word),
        };
        let payload = magnitude.strip_prefix("nan:").and_then(number);
        let bits = match payload {
            Some(payload) if payload == 0 || payload >> mantissa != 0 => None,
            // Sign and exponent of an infinity, combined with the payload.
            Some(payload) => parse(&format!("{sign}inf")).map(|infinity| infinity | payload),
            None if magnitude == "inf" || magnitude.starts_with(|c: char| c.is_ascii_digit()) => {
                parse(word)
            }
            None => None,
        };
        match bits {
            Some(bits) => {
                self.next()?;
                Ok(bits)
            }
            None => self.unexpected("a float"),
        }
    }

    /// Operators separated by commas.
    pub fn const_expr(&mut self) -> Parsed<ConstExpr> {
        let mut expr = vec![self.op()?];
        while self.eat(',')? {
            expr.push(self.op()?);
        }
        Ok(expr)
    }

    /// `(i32.const 0)`, or `()`.
    pub fn const_expr_in_parens(&mut self) -> Parsed<ConstExpr> {
        self.parenthesized(Self::op)
    }
}

/// The names of caching policies.
pub(super) const CACHING: [(Caching, &str); 4] = [
    (Caching::Replicate, "replicate"),
    (Caching::Cache, "cache"),
    (Caching::Cache1, "cache1"),
    (Caching::Unchecked, "unchecked"),
];

/// The names of laziness policies.
pub(super) const LAZINESS: [(Laziness, &str); 3] =
    [(Laziness::Lazy, "lazy"), (Laziness::LoopLazy, "looplazy"), (Laziness::Eager, "eager")];

/// The names of the orderings of memory accesses.
pub(super) const ORDERINGS: [(MemOrdering, &str); 4] = [
    (MemOrdering::OpAcqRel, "op_acq_rel"),
    (MemOrdering::OpSeqCst, "op_seq_cst"),
    (MemOrdering::RmwAcqRel, "rmw_acq_rel"),
    (MemOrdering::RmwSeqCst, "rmw_seq_cst"),
];
