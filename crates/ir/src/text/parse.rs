//! Parsing of modules.
//!
//! The items of a module are read in any order and numbered as the text says; the numbers of each
//! kind must be dense, since an index space has no holes. Bodies are made last, when all types and
//! signatures are known. Linear in the length of the text.

use super::body::ParsedBody;
use super::lex::{Failure, Lexer, ParseError, Parsed, Pos, Token, fail};
use crate::{
    Body, ConstExpr, CustomSection, Data, DataData, Elem, ElemData, ElemItems, Entity, Export,
    Func, FuncData, Function, Global, GlobalData, ImportName, Memory, MemoryData, Module,
    Ownership, Passing, RecGroup, SegmentBytes, SegmentMode, Table, TableData, Tag, TagData,
    TypeId, VerifyError,
    verify::{Invariant, Spot},
    verify_module,
};
use cranelift_entity::{EntityRef, PrimaryMap};
use rustc_hash::FxHashMap;
use std::fmt::Display;
use std::hash::Hash;
use std::ops::Range;
use wasmparser::{
    CompositeInnerType, FuncType, GlobalType, MemoryType, SubType, TableType, ValType,
};

/// Parses a module in the text format.
///
/// ```
/// let text = "
///     module {
///       func f0 : (i32) -> (i32) {
///       b0(v0: i32):
///         v1 = i32.const 2
///         v2 = i32.mul v0, v1
///         return v2
///       }
///     }";
/// let module = invar_ir::parse_module(text)?;
/// assert_eq!(invar_ir::parse_module(&module.to_string())?.to_string(), module.to_string());
/// # Ok::<(), invar_ir::ParseError>(())
/// ```
pub fn parse_module(text: &str) -> Result<Module, ParseError> {
    let parse = || {
        let mut parser = ModuleParser::new(text)?;
        parser.module()?;
        parser.finish()
    };
    parse().map_err(|failure| failure.into_error(text))
}

/// Parses a module in the text format and verifies it. An error names a line, whether the text
/// does not parse or what it says breaks an invariant.
///
/// Operators of ownership are refused: they exist while reference counts are optimized, and have no
/// meaning without the runtime that they were raised from.
pub fn parse_verified(text: &str) -> Result<Module, ParseError> {
    let module = parse_module(text)?;
    let errors = match verify_module(&module) {
        Err(errors) => errors,
        Ok(()) => match ownership(&module) {
            Some(error) => vec![error],
            None => return Ok(module),
        },
    };
    // Positions of errors are looked up in the text, so that a valid module need not record them.
    let place = |error: &VerifyError| -> Parsed<Option<Pos>> {
        let mut parser = ModuleParser::new(text)?;
        parser.module()?;
        Ok(parser.place(error))
    };
    let at = place(&errors[0]).ok().flatten().unwrap_or(0);
    let rest = match errors.len() {
        1 => String::new(),
        n => format!(" (and {} more)", n - 1),
    };
    Err(Failure { at, message: format!("{}{rest}", errors[0]) }.into_error(text))
}

/// The first operator of ownership in a module, as an error.
fn ownership(module: &Module) -> Option<VerifyError> {
    for (func, data) in &module.funcs {
        let Body::Ssa(f) = &data.body else { continue };
        for block in f.live_blocks() {
            for (n, &inst) in f.blocks[block].insts.iter().enumerate() {
                if f.insts[inst].op.proposal() == "ownership" {
                    let op = f.insts[inst].op.opcode();
                    return Some(VerifyError {
                        invariant: Invariant::Operator,
                        place: format!("{func}, {block}"),
                        spot: Some(Spot::Inst(block, n)),
                        message: format!("`{op}` has no meaning outside of the pass `arc`"),
                    });
                }
            }
        }
    }
    None
}

/// Parses a function in the text format, for a module that has its type.
pub fn parse_function(text: &str, module: &Module) -> Result<Function, ParseError> {
    let parse = || {
        let mut lex = Lexer::new(text)?;
        lex.expect_word("func")?;
        if lex.peek_handle("f").is_some() {
            lex.next()?;
        }
        lex.expect(':')?;
        let head = lex.func_head()?;
        lex.expect('{')?;
        let body = lex.body()?;
        if *lex.peek() != Token::End {
            return lex.unexpected("the end");
        }
        let ty = match &head.ty {
            TypeUse::Id(at, id) => known_func_type(module, *id, *at)?,
            TypeUse::Inline(at, func) => match func_types(module).get(func) {
                Some(&ty) => ty,
                None => return fail(*at, "the module has no such type"),
            },
        };
        let results = head.results.unwrap_or_else(|| module.signature(ty).1.to_vec());
        body.build(ty, results, module, &mut budget(text))
    };
    parse().map_err(|failure| failure.into_error(text))
}

impl std::str::FromStr for Module {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        parse_module(text)
    }
}

/// How many numbers of values and blocks a text may leave out.
fn budget(text: &str) -> usize {
    (1 << 16) + 64 * text.len()
}

/// A function type by its number or its signature.
enum TypeUse {
    Id(Pos, u32),
    Inline(Pos, FuncType),
}

/// The text between the colon and the body of a function.
struct FuncHead {
    exact: bool,
    specialized: bool,
    ty: TypeUse,
    results: Option<Vec<ValType>>,
    label: Option<String>,
}

enum FuncBody {
    Import,
    Raw(Range<usize>),
    Ssa(ParsedBody),
}

struct ParsedFunc {
    head: FuncHead,
    import: Option<ImportName>,
    body: FuncBody,
}

/// Items with their numbers and places.
type Numbered<T> = Vec<(u32, Pos, T)>;

struct ModuleParser<'a> {
    lex: Lexer<'a>,
    module: Module,
    bytes: Vec<u8>,
    budget: usize,
    funcs: Numbered<ParsedFunc>,
    tables: Numbered<TableData>,
    memories: Numbered<MemoryData>,
    globals: Numbered<GlobalData>,
    tags: Numbered<(TypeUse, Option<ImportName>)>,
    /// Where each type is, and each export.
    types: Vec<Pos>,
    exports: Vec<Pos>,
    elems: Numbered<ElemData>,
    datas: Numbered<DataData>,
}

impl Lexer<'_> {
    fn type_use(&mut self) -> Parsed<TypeUse> {
        let at = self.pos();
        Ok(match self.peek() {
            Token::Mark('(') => TypeUse::Inline(at, self.func_type()?),
            _ => TypeUse::Id(at, self.handle("ty")?),
        })
    }

    fn func_head(&mut self) -> Parsed<FuncHead> {
        let exact = self.eat_word("exact")?;
        let specialized = self.eat_word("specialized")?;
        let ty = self.type_use()?;
        let results =
            if self.eat_word("->")? { Some(self.parenthesized(Self::val_type)?) } else { None };
        Ok(FuncHead { exact, specialized, ty, results, label: self.opt_string()? })
    }

    /// `1..16` or `1..`.
    fn limits(&mut self) -> Parsed<(u64, Option<u64>)> {
        let limits = self.peek_word().and_then(|word| word.split_once(".."));
        let parsed = limits.and_then(|(initial, maximum)| {
            let maximum = match maximum {
                "" => None,
                maximum => Some(maximum.parse().ok()?),
            };
            Some((initial.parse().ok()?, maximum))
        });
        let Some(parsed) = parsed else { return self.unexpected("limits, as `1..` or `1..16`") };
        self.next()?;
        Ok(parsed)
    }

    fn table_type(&mut self) -> Parsed<TableType> {
        let shared = self.eat_word("shared")?;
        let table64 = self.eat_word("i64")?;
        let (initial, maximum) = self.limits()?;
        let element_type = self.ref_type()?;
        Ok(TableType { element_type, table64, initial, maximum, shared })
    }

    fn memory_type(&mut self) -> Parsed<MemoryType> {
        let shared = self.eat_word("shared")?;
        let memory64 = match self.peek_word() {
            Some("i32") => false,
            Some("i64") => true,
            _ => return self.unexpected("`i32` or `i64`"),
        };
        self.next()?;
        let (initial, maximum) = self.limits()?;
        let page_size_log2 = if self.eat_word("page")? { Some(self.number()?) } else { None };
        Ok(MemoryType { memory64, shared, initial, maximum, page_size_log2 })
    }

    fn global_type(&mut self) -> Parsed<GlobalType> {
        let shared = self.eat_word("shared")?;
        let mutable = self.eat_word("mut")?;
        Ok(GlobalType { content_type: self.val_type()?, mutable, shared })
    }

    fn entity(&mut self) -> Parsed<Entity> {
        let word = self.peek_word().unwrap_or_default();
        let prefix = word.trim_end_matches(|c: char| c.is_ascii_digit());
        Ok(match prefix {
            "f" => Entity::Func(Func::from_u32(self.handle(prefix)?)),
            "t" => Entity::Table(Table::from_u32(self.handle(prefix)?)),
            "m" => Entity::Memory(Memory::from_u32(self.handle(prefix)?)),
            "g" => Entity::Global(Global::from_u32(self.handle(prefix)?)),
            "tag" => Entity::Tag(Tag::from_u32(self.handle(prefix)?)),
            _ => return self.unexpected("an entity, as `f0` or `m0`"),
        })
    }

    /// Pairs separated by commas, on this line.
    fn pairs<T>(&mut self, item: impl Fn(&mut Self) -> Parsed<T>) -> Parsed<Vec<(u32, T)>> {
        let mut pairs = Vec::new();
        while !self.at_line_start() {
            pairs.push((self.number()?, item(self)?));
            if !self.eat(',')? {
                break;
            }
        }
        Ok(pairs)
    }

    fn segment_mode<T>(
        &mut self,
        place: impl FnOnce(&mut Self) -> Parsed<T>,
    ) -> Parsed<SegmentMode<T>> {
        if self.eat_word("active")? {
            let place = place(self)?;
            Ok(SegmentMode::Active(place, self.const_expr_in_parens()?))
        } else if self.eat_word("declared")? {
            Ok(SegmentMode::Declared)
        } else {
            self.expect_word("passive")?;
            Ok(SegmentMode::Passive)
        }
    }
}

fn name<K: EntityRef + Hash>(names: &mut FxHashMap<K, String>, n: u32, label: Option<String>) {
    if let Some(label) = label {
        names.insert(K::new(n as usize), label);
    }
}

impl<'a> ModuleParser<'a> {
    fn new(text: &'a str) -> Parsed<Self> {
        Ok(ModuleParser {
            lex: Lexer::new(text)?,
            module: Module::default(),
            bytes: Vec::new(),
            budget: budget(text),
            funcs: Vec::new(),
            tables: Vec::new(),
            memories: Vec::new(),
            globals: Vec::new(),
            tags: Vec::new(),
            types: Vec::new(),
            exports: Vec::new(),
            elems: Vec::new(),
            datas: Vec::new(),
        })
    }

    fn module(&mut self) -> Parsed<()> {
        self.lex.expect_word("module")?;
        self.module.names.module = self.lex.opt_string()?;
        self.lex.expect('{')?;
        while !self.lex.eat('}')? {
            self.item()?;
        }
        match self.lex.peek() {
            Token::End => Ok(()),
            _ => self.lex.unexpected("the end"),
        }
    }

    fn item(&mut self) -> Parsed<()> {
        let at = self.lex.pos();
        if self.lex.peek_handle("ty").is_some() {
            self.ty()?;
            self.module.rec_groups.push(RecGroup { len: 1, explicit: false });
            return Ok(());
        }
        match self.lex.word("an item of a module")? {
            "rec" => self.rec_group(),
            "import" => self.import(at),
            "func" => self.func(at),
            "table" => {
                let n = self.lex.handle("t")?;
                self.lex.expect(':')?;
                self.table(n, at, None)
            }
            "memory" => {
                let n = self.lex.handle("m")?;
                self.lex.expect(':')?;
                self.memory(n, at, None)
            }
            "global" => {
                let n = self.lex.handle("g")?;
                self.lex.expect(':')?;
                self.global(n, at, None)
            }
            "tag" => {
                let n = self.lex.handle("tag")?;
                self.lex.expect(':')?;
                self.tag(n, at, None)
            }
            "export" => {
                let name = self.lex.string()?;
                let entity = self.lex.entity()?;
                let exact = self.lex.eat_word("exact")?;
                self.module.exports.push(Export { name, entity, exact });
                self.exports.push(at);
                Ok(())
            }
            "start" => {
                self.module.start = Some(Func::from_u32(self.lex.handle("f")?));
                Ok(())
            }
            "elem" => self.elem(at),
            "data" => self.data(at),
            "custom" => {
                let name = self.lex.string()?;
                self.lex.expect_word("after")?;
                let after = self.lex.number()?;
                let bytes = self.lex.bytes()?.into();
                self.module.customs.push(CustomSection { name, bytes, after });
                Ok(())
            }
            "hints" => {
                let func = Func::from_u32(self.lex.handle("f")?);
                let hints = self.lex.pairs(|lex| {
                    let likely = lex.eat_word("likely")?;
                    if !likely {
                        lex.expect_word("unlikely")?;
                    }
                    Ok(likely)
                })?;
                self.module.branch_hints.insert(func, hints);
                Ok(())
            }
            "locals" => {
                let func = Func::from_u32(self.lex.handle("f")?);
                let names = self.lex.pairs(Lexer::string)?;
                self.module.names.locals.insert(func, names);
                Ok(())
            }
            "fields" => {
                let ty = TypeId::from_u32(self.lex.handle("ty")?);
                let names = self.lex.pairs(Lexer::string)?;
                self.module.names.fields.insert(ty, names);
                Ok(())
            }
            "ownership" => {
                let func = Func::from_u32(self.lex.handle("f")?);
                let owned_result = self.lex.eat_word("result")?;
                let params = self.lex.pairs(|lex| {
                    let owned = lex.eat_word("owned")?;
                    if !owned {
                        lex.expect_word("guaranteed")?;
                    }
                    Ok(if owned { Passing::Owned } else { Passing::Guaranteed })
                })?;
                let mut ownership = Ownership { owned_result, ..Ownership::default() };
                for (n, passing) in params {
                    // A function has at most a thousand parameters.
                    let n = (n as usize).min(1000);
                    if ownership.params.len() <= n {
                        ownership.params.resize(n + 1, Passing::Borrowed);
                    }
                    ownership.params[n] = passing;
                }
                self.module.ownership.insert(func, ownership);
                Ok(())
            }
            other => fail(at, format!("`{other}` is not an item of a module")),
        }
    }

    fn ty(&mut self) -> Parsed<()> {
        let expected = self.module.types.len() as u32;
        if self.lex.peek_handle("ty") != Some(expected) {
            return self.lex.unexpected(&format!("`ty{expected}`"));
        }
        self.types.push(self.lex.pos());
        self.lex.next()?;
        let label = self.lex.opt_string()?;
        name(&mut self.module.names.types, expected, label);
        self.lex.expect('=')?;
        let ty = self.lex.sub_type()?;
        self.module.types.push(ty);
        Ok(())
    }

    fn rec_group(&mut self) -> Parsed<()> {
        self.lex.expect('{')?;
        let first = self.module.types.len();
        while !self.lex.eat('}')? {
            self.ty()?;
        }
        let len = (self.module.types.len() - first) as u32;
        self.module.rec_groups.push(RecGroup { len, explicit: true });
        Ok(())
    }

    fn import(&mut self, at: Pos) -> Parsed<()> {
        let unlisted = self.lex.eat_word("unlisted")?;
        let entity = self.lex.entity()?;
        let import = ImportName { module: self.lex.string()?, name: self.lex.string()? };
        self.lex.expect(':')?;
        if !unlisted {
            self.module.imports.push(entity);
        }
        match entity {
            Entity::Func(func) => {
                let head = self.lex.func_head()?;
                let data = ParsedFunc { head, import: Some(import), body: FuncBody::Import };
                self.funcs.push((func.as_u32(), at, data));
                Ok(())
            }
            Entity::Table(table) => self.table(table.as_u32(), at, Some(import)),
            Entity::Memory(memory) => self.memory(memory.as_u32(), at, Some(import)),
            Entity::Global(global) => self.global(global.as_u32(), at, Some(import)),
            Entity::Tag(tag) => self.tag(tag.as_u32(), at, Some(import)),
        }
    }

    fn func(&mut self, at: Pos) -> Parsed<()> {
        let n = self.lex.handle("f")?;
        self.lex.expect(':')?;
        let head = self.lex.func_head()?;
        let body = if self.lex.eat('{')? {
            FuncBody::Ssa(self.lex.body()?)
        } else if self.lex.eat_word("raw")? {
            let start = self.bytes.len();
            self.bytes.extend(self.lex.bytes()?);
            FuncBody::Raw(start..self.bytes.len())
        } else {
            self.lex.expect_word("none")?;
            FuncBody::Import
        };
        self.funcs.push((n, at, ParsedFunc { head, import: None, body }));
        Ok(())
    }

    fn table(&mut self, n: u32, at: Pos, import: Option<ImportName>) -> Parsed<()> {
        let ty = self.lex.table_type()?;
        let label = self.lex.opt_string()?;
        name(&mut self.module.names.tables, n, label);
        let init = if self.lex.eat('=')? { Some(self.lex.const_expr_in_parens()?) } else { None };
        self.tables.push((n, at, TableData { ty, import, init }));
        Ok(())
    }

    fn memory(&mut self, n: u32, at: Pos, import: Option<ImportName>) -> Parsed<()> {
        let ty = self.lex.memory_type()?;
        let label = self.lex.opt_string()?;
        name(&mut self.module.names.memories, n, label);
        self.memories.push((n, at, MemoryData { ty, import }));
        Ok(())
    }

    fn global(&mut self, n: u32, at: Pos, import: Option<ImportName>) -> Parsed<()> {
        let ty = self.lex.global_type()?;
        let label = self.lex.opt_string()?;
        name(&mut self.module.names.globals, n, label);
        let init = if self.lex.eat('=')? { self.lex.const_expr()? } else { ConstExpr::new() };
        self.globals.push((n, at, GlobalData { ty, import, init }));
        Ok(())
    }

    fn tag(&mut self, n: u32, at: Pos, import: Option<ImportName>) -> Parsed<()> {
        let ty = self.lex.type_use()?;
        let label = self.lex.opt_string()?;
        name(&mut self.module.names.tags, n, label);
        self.tags.push((n, at, (ty, import)));
        Ok(())
    }

    fn elem(&mut self, at: Pos) -> Parsed<()> {
        let n = self.lex.handle("elem")?;
        let label = self.lex.opt_string()?;
        name(&mut self.module.names.elems, n, label);
        let mode = self.lex.segment_mode(|lex| lex.handle("t").map(Table::from_u32))?;
        let items = if self.lex.eat_word("funcs")? {
            let mut funcs = Vec::new();
            while !self.lex.at_line_start() {
                funcs.push(Func::from_u32(self.lex.handle("f")?));
                if !self.lex.eat(',')? {
                    break;
                }
            }
            ElemItems::Funcs(funcs)
        } else {
            self.lex.expect_word("exprs")?;
            let ty = self.lex.ref_type()?;
            let mut exprs = Vec::new();
            while !self.lex.at_line_start() {
                exprs.push(self.lex.const_expr_in_parens()?);
                if !self.lex.eat(',')? {
                    break;
                }
            }
            ElemItems::Exprs(ty, exprs)
        };
        self.elems.push((n, at, ElemData { mode, items }));
        Ok(())
    }

    fn data(&mut self, at: Pos) -> Parsed<()> {
        let n = self.lex.handle("data")?;
        let label = self.lex.opt_string()?;
        name(&mut self.module.names.datas, n, label);
        let mode = self.lex.segment_mode(|lex| lex.handle("m").map(Memory::from_u32))?;
        let bytes = SegmentBytes::Own(self.lex.bytes()?.into());
        self.datas.push((n, at, DataData { mode, bytes }));
        Ok(())
    }

    /// The position in the text of an error of the verifier.
    fn place(&self, error: &VerifyError) -> Option<Pos> {
        fn find<K: EntityRef + Display, T>(items: &Numbered<T>, name: &str) -> Option<Pos> {
            let item = items.iter().find(|&&(n, ..)| K::new(n as usize).to_string() == name);
            item.map(|&(_, at, _)| at)
        }
        let export =
            |n: &usize| format!("export {:?}", self.module.exports[*n].name) == error.place;
        if let Some(n) = (0..self.exports.len()).find(export) {
            return Some(self.exports[n]);
        }
        // The place of an error in a function starts with the function.
        let name = error.place.split(',').next()?;
        let func = self.funcs.iter().find(|&&(n, ..)| Func::from_u32(n).to_string() == name);
        if let Some((_, at, func)) = func {
            let body = match &func.body {
                FuncBody::Ssa(body) => error.spot.and_then(|spot| body.place(spot)),
                _ => None,
            };
            return body.or(Some(*at));
        }
        let ty = || (0..self.types.len()).find(|&n| TypeId::new(n).to_string() == name);
        find::<Table, _>(&self.tables, name)
            .or_else(|| find::<Memory, _>(&self.memories, name))
            .or_else(|| find::<Global, _>(&self.globals, name))
            .or_else(|| find::<Tag, _>(&self.tags, name))
            .or_else(|| find::<Elem, _>(&self.elems, name))
            .or_else(|| find::<Data, _>(&self.datas, name))
            .or_else(|| ty().map(|n| self.types[n]))
    }

    /// The module, once all items are known.
    fn finish(self) -> Parsed<Module> {
        let ModuleParser { mut module, mut budget, .. } = self;
        module.bytes = self.bytes.into();
        module.tables = dense::<Table, _>(self.tables)?;
        module.memories = dense::<Memory, _>(self.memories)?;
        module.globals = dense::<Global, _>(self.globals)?;
        module.elems = dense::<Elem, _>(self.elems)?;
        module.datas = dense::<Data, _>(self.datas)?;
        let mut known = func_types(&module);
        let mut resolve = |module: &mut Module, ty: TypeUse| match ty {
            TypeUse::Id(at, id) => known_func_type(module, id, at),
            TypeUse::Inline(_, func) => Ok(*known.entry(func).or_insert_with_key(|func| {
                module.rec_groups.push(RecGroup { len: 1, explicit: false });
                module.types.push(SubType::func(func.clone(), false))
            })),
        };
        for (_, (ty, import)) in dense::<Tag, _>(self.tags)? {
            let ty = resolve(&mut module, ty)?;
            module.tags.push(TagData { ty, import });
        }
        let mut bodies = Vec::new();
        for (func, ParsedFunc { head, import, body }) in dense::<Func, _>(self.funcs)? {
            let ty = resolve(&mut module, head.ty)?;
            name(&mut module.names.funcs, func.as_u32(), head.label);
            let body = match body {
                FuncBody::Import => Body::Import,
                FuncBody::Raw(range) => Body::Raw(range),
                FuncBody::Ssa(body) => {
                    bodies.push((func, head.results, body));
                    Body::Import
                }
            };
            module.funcs.push(FuncData {
                ty,
                specialized: head.specialized,
                exact: head.exact,
                import,
                body,
            });
        }
        for (func, results, body) in bodies {
            let ty = module.funcs[func].ty;
            let results = results.unwrap_or_else(|| module.signature(ty).1.to_vec());
            let function = body.build(ty, results, &module, &mut budget)?;
            module.funcs[func].body = Body::Ssa(Box::new(function));
        }
        Ok(module)
    }
}

/// The first plain function type of each signature.
fn func_types(module: &Module) -> FxHashMap<FuncType, TypeId> {
    let mut known = FxHashMap::default();
    for (id, ty) in &module.types {
        if let CompositeInnerType::Func(func) = &ty.composite_type.inner
            && *ty == SubType::func(func.clone(), false)
        {
            known.entry(func.clone()).or_insert(id);
        }
    }
    known
}

fn known_func_type(module: &Module, id: u32, at: Pos) -> Parsed<TypeId> {
    let id = TypeId::from_u32(id);
    match module.types.get(id).map(|ty| &ty.composite_type.inner) {
        Some(CompositeInnerType::Func(_)) => Ok(id),
        Some(_) => fail(at, format!("{id} is not a function type")),
        None => fail(at, format!("{id} is not defined")),
    }
}

/// The items in the order of their numbers, which must be all from 0.
fn dense<K: EntityRef + Display, T>(mut items: Numbered<T>) -> Parsed<PrimaryMap<K, T>> {
    items.sort_by_key(|&(n, at, _)| (n, at));
    let mut map = PrimaryMap::with_capacity(items.len());
    for (n, at, item) in items {
        let expected = map.len();
        let handle = K::new(n as usize);
        if (n as usize) < expected {
            return fail(at, format!("{handle} is defined twice"));
        }
        if n as usize > expected {
            let missing = K::new(expected);
            return fail(at, format!("{handle} is defined, and {missing} is not"));
        }
        map.push(item);
    }
    Ok(map)
}
