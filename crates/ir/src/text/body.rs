//! Parsing of function bodies: [`ParsedBody`] is the syntax tree of a body. Module `build` makes a
//! function of it once the rest of the module is known. Linear in the text.

use super::lex::{Lexer, Parsed, Pos, Token, fail, handle};
use crate::{
    Block, Context, ContextData, ContextKind, Op, OpPlace, Opcode, SourceLoc, Spot, Tag, Value,
};
use cranelift_entity::PrimaryMap;
use wasmparser::ValType;

/// The syntax tree of a body.
#[derive(Debug)]
pub(super) struct ParsedBody {
    pub at: Pos,
    pub contexts: PrimaryMap<Context, ContextData>,
    pub blocks: Vec<ParsedBlock>,
}

#[derive(Debug)]
pub(super) struct ParsedBlock {
    pub at: Pos,
    pub number: u32,
    pub params: Vec<Defined>,
    pub insts: Vec<ParsedInst>,
    pub term: Option<ParsedTerm>,
    pub term_loc: SourceLoc,
}

/// A value where it is defined, with its type if that is written.
#[derive(Debug)]
pub(super) struct Defined {
    pub at: Pos,
    pub number: u32,
    pub ty: Option<ValType>,
}

#[derive(Debug)]
pub(super) struct ParsedInst {
    pub at: Pos,
    pub results: Vec<Defined>,
    pub op: Op,
    pub args: Vec<Value>,
    pub loc: SourceLoc,
}

#[derive(Debug)]
pub(super) struct ParsedTerm {
    pub at: Pos,
    pub kind: TermKind,
    pub args: Vec<Value>,
    pub edges: Vec<ParsedEdge>,
}

#[derive(Debug, PartialEq)]
pub(super) enum TermKind {
    Jump,
    BrIf,
    BrTable,
    Return,
    Unreachable,
    /// `br_on_*`, tail calls, `throw*`.
    Op(Op),
    Invoke(Op),
}

#[derive(Debug)]
pub(super) struct ParsedEdge {
    /// For an exception handler: its tag, or `None` for `catch_all`.
    pub handler: Option<Option<Tag>>,
    pub values: Vec<Defined>,
    pub at: Pos,
    pub block: u32,
    pub args: Vec<Value>,
    pub weight: u32,
}

impl ParsedBody {
    /// The position of a part of the function in the text.
    pub fn place(&self, spot: Spot) -> Option<Pos> {
        let find = |block: Block| self.blocks.iter().find(|b| b.number == block.as_u32());
        match spot {
            Spot::Block(block) => Some(find(block)?.at),
            Spot::Inst(block, n) => Some(find(block)?.insts.get(n)?.at),
            Spot::Term(block) => Some(find(block)?.term.as_ref()?.at),
        }
    }
}

impl Lexer<'_> {
    /// The text between the braces of a function, and the closing brace.
    pub fn body(&mut self) -> Parsed<ParsedBody> {
        let mut body = ParsedBody { at: self.pos(), contexts: PrimaryMap::new(), blocks: vec![] };
        while self.peek_handle("ctx").is_some() {
            self.context(&mut body.contexts)?;
        }
        while !self.eat('}')? {
            let (at, number) = (self.pos(), self.handle("b")?);
            let params = match self.peek() {
                Token::Mark('(') => self.parenthesized(Self::defined)?,
                _ => Vec::new(),
            };
            self.expect(':')?;
            let (insts, term, term_loc) = (Vec::new(), None, SourceLoc::default());
            let mut block = ParsedBlock { at, number, params, insts, term, term_loc };
            let next_block = |lexer: &Self| {
                *lexer.peek() == Token::Mark('}') || lexer.peek_handle("b").is_some()
            };
            while !next_block(self) && block.term.is_none() {
                self.statement(&mut block, &body.contexts)?;
            }
            if !next_block(self) {
                return self.unexpected("the next block after the end of this one");
            }
            body.blocks.push(block);
        }
        Ok(body)
    }

    /// `ctx1 = "inline f3" in ctx0 @1a3`.
    fn context(&mut self, contexts: &mut PrimaryMap<Context, ContextData>) -> Parsed<()> {
        if self.peek_handle("ctx") != Some(contexts.len() as u32) {
            return self.unexpected(&format!("`ctx{}`", contexts.len()));
        }
        self.next()?;
        self.expect('=')?;
        let kind = ContextKind::from(self.string()?);
        let parent = if self.eat_word("in")? { Some(self.known_context(contexts)?) } else { None };
        let site = self.location(contexts)?;
        contexts.push(ContextData { parent: parent.into(), site, kind });
        Ok(())
    }

    fn known_context(&mut self, contexts: &PrimaryMap<Context, ContextData>) -> Parsed<Context> {
        match self.peek_handle("ctx") {
            Some(number) if (number as usize) < contexts.len() => {
                self.next()?;
                Ok(Context::from_u32(number))
            }
            _ => self.unexpected("a context that is defined above"),
        }
    }

    /// `@1a3:ctx0`, `@several`, or nothing.
    fn location(&mut self, contexts: &PrimaryMap<Context, ContextData>) -> Parsed<SourceLoc> {
        if !self.eat('@')? {
            return Ok(SourceLoc::default());
        }
        let offset = self.peek_word().and_then(|word| match word {
            "several" => Some(SourceLoc::several(None.into()).offset),
            digits => u32::from_str_radix(digits, 16).ok(),
        });
        let Some(offset) = offset else { return self.unexpected("an offset in hexadecimal") };
        self.next()?;
        let context = if self.eat(':')? { Some(self.known_context(contexts)?) } else { None };
        Ok(SourceLoc { offset, context: context.into() })
    }

    /// `v3` or `v3: i32`.
    fn defined(&mut self) -> Parsed<Defined> {
        let (at, number) = (self.pos(), self.handle("v")?);
        let ty = if self.eat(':')? { Some(self.val_type()?) } else { None };
        Ok(Defined { at, number, ty })
    }

    fn value(&mut self) -> Parsed<Value> {
        self.handle("v").map(Value::from_u32)
    }

    /// Values separated by commas, on this line.
    pub fn operands(&mut self) -> Parsed<Vec<Value>> {
        let mut args = Vec::new();
        if self.peek_word_on_line().is_some_and(|word| handle(word, "v").is_some()) {
            args.push(self.value()?);
            while self.eat(',')? {
                args.push(self.value()?);
            }
        }
        Ok(args)
    }

    fn statement(
        &mut self,
        block: &mut ParsedBlock,
        contexts: &PrimaryMap<Context, ContextData>,
    ) -> Parsed<()> {
        let at = self.pos();
        if let Some(term) = self.terminator()? {
            block.term = Some(term);
            block.term_loc = self.location(contexts)?;
            return Ok(());
        }
        let mut results = Vec::new();
        if self.peek_handle("v").is_some() {
            results.push(self.defined()?);
            while self.eat(',')? {
                results.push(self.defined()?);
            }
            self.expect('=')?;
        }
        let named = self.pos();
        let mut op = self.op()?;
        if op.opcode().place() != OpPlace::Instruction {
            return fail(named, format!("`{}` is not an instruction", op.opcode()));
        }
        let args = self.operands()?;
        self.memarg(&mut op)?;
        let loc = self.location(contexts)?;
        block.insts.push(ParsedInst { at, results, op, args, loc });
        Ok(())
    }

    /// A terminator, if one is next.
    fn terminator(&mut self) -> Parsed<Option<ParsedTerm>> {
        let at = self.pos();
        let of_opcode = |word| {
            Opcode::from_name(word).is_some_and(|opcode| opcode.place() == OpPlace::Terminator)
        };
        let kind = match self.peek_word() {
            Some("jump") => TermKind::Jump,
            Some("br_if") => TermKind::BrIf,
            Some("br_table") => TermKind::BrTable,
            Some("return") => TermKind::Return,
            Some("unreachable") => TermKind::Unreachable,
            Some("invoke") => {
                self.next()?;
                TermKind::Invoke(self.op()?)
            }
            Some(word) if of_opcode(word) => TermKind::Op(self.op()?),
            _ => return Ok(None),
        };
        if !matches!(kind, TermKind::Op(_) | TermKind::Invoke(_)) {
            self.next()?;
        }
        let mut term = ParsedTerm { at, kind, args: Vec::new(), edges: Vec::new() };
        let edge_next = |lexer: &Self| match lexer.peek() {
            Token::Mark('[') => true,
            Token::Word(word) => word.starts_with("catch") || handle(word, "b").is_some(),
            _ => false,
        };
        let value_next = |lexer: &Self| lexer.peek_handle("v").is_some();
        if !self.at_line_start() && (value_next(self) || edge_next(self)) {
            loop {
                if value_next(self) && term.edges.is_empty() {
                    term.args.push(self.value()?);
                } else if edge_next(self) {
                    let edge = self.edge()?;
                    term.edges.push(edge);
                } else {
                    return self.unexpected("a value or a branch target");
                }
                if !self.eat(',')? {
                    break;
                }
            }
        }
        if self.eat('!')? {
            self.expect_word("weights")?;
            for edge in &mut term.edges {
                edge.weight = self.number()?;
            }
        }
        term.check()?;
        Ok(Some(term))
    }

    /// `catch tag0 [v7: i32] b2(v7, v1)`; only the target is needed.
    fn edge(&mut self) -> Parsed<ParsedEdge> {
        let handler = if self.eat_word("catch_all")? {
            Some(None)
        } else if self.eat_word("catch")? {
            Some(Some(Tag::from_u32(self.handle("tag")?)))
        } else {
            None
        };
        let mut values = Vec::new();
        if self.eat('[')? {
            while !self.eat(']')? {
                values.push(self.defined()?);
                if !self.eat(',')? {
                    self.expect(']')?;
                    break;
                }
            }
        }
        let (at, block) = (self.pos(), self.handle("b")?);
        let args = match self.peek() {
            Token::Mark('(') if !self.at_line_start() => self.parenthesized(Self::value)?,
            _ => Vec::new(),
        };
        Ok(ParsedEdge { handler, values, at, block, args, weight: 0 })
    }
}

impl ParsedTerm {
    /// Checks the numbers of operands and targets.
    fn check(&self) -> Parsed<()> {
        let edges = self.edges.len();
        let handlers = self.edges.iter().filter(|edge| edge.handler.is_some()).count();
        let values = |n: usize| self.edges.get(n).map_or(0, |edge| edge.values.len());
        let no_values = self.edges.iter().all(|edge| edge.values.is_empty());
        let one = self.args.len() == 1;
        let (fits, wanted) = match &self.kind {
            TermKind::Jump => {
                (edges == 1 && self.args.is_empty() && no_values, "`jump` takes one target")
            }
            TermKind::BrIf => {
                (edges == 2 && one && no_values, "`br_if` takes a value and two targets")
            }
            TermKind::BrTable => {
                (edges >= 1 && one && no_values, "`br_table` takes a value and targets")
            }
            TermKind::Return => (edges == 0, "`return` takes values"),
            TermKind::Unreachable => {
                (edges == 0 && self.args.is_empty(), "`unreachable` takes nothing")
            }
            TermKind::Op(op) if is_br_on(op) => (
                edges == 2 && values(0) <= 1 && values(1) <= 1,
                "a branch on a reference takes values and two targets, of one value each",
            ),
            TermKind::Op(_) => (edges == 0, "this operator takes values and no targets"),
            TermKind::Invoke(_) => (
                edges >= 1 && handlers == edges - 1 && self.edges[0].handler.is_none(),
                "`invoke` takes an operator, values, a target, and handlers",
            ),
        };
        let handlers_fit = handlers == 0 || matches!(self.kind, TermKind::Invoke(_));
        if fits && handlers_fit { Ok(()) } else { fail(self.at, wanted) }
    }
}

/// Whether an operator is one of the `br_on_*`.
pub(super) fn is_br_on(op: &Op) -> bool {
    op.opcode().name().starts_with("br_on")
}
