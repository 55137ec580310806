//! Makes a module of AssemblyScript (0.9 to 0.17, runtime `full` or `half`) count what it writes to
//! the reference counts of objects on its heap.
//!
//! `cargo run --release -p invar-wasm --example headers -- IN.wasm OUT.wasm`. Before anything else
//! of OUT is called, its export `arc heap` must be told where the heap begins (`__heap_base`). Then
//! these exported globals of type `i64` say what has happened so far:
//!
//! | global | counts |
//! |---|---|
//! | `arc up`, `arc down` | stores to the header word of an object that make its count one more, one less |
//! | `arc other` | stores to it that change the count by anything else, or only the bits beside it |
//! | `arc born`, `arc freed` | blocks that came into use (and were written to), that were freed |
//! | `arc wide` | stores that are not of 32 bits and touch a header: 0, or the figures are wrong |
//! | `arc increments`, `arc decrements` | calls of the functions of these names, if there are names |
//! | `arc last` | of these decrements, those that free the object and so store no count |
//!
//! How a store is classified: by where it goes, never by what the code looks like, so that nothing
//! depends on names or on what was inlined. The allocator (TLSF) cuts the heap into blocks; an
//! object's count is in the first word of its block's payload (16 bytes before the object), and the
//! word before that says how large the block is and whether it is free. Blocks start 4 bytes before
//! a multiple of 16 and touch each other. So a store to the first word of a known block, with the new
//! size, tells where the next block starts; from the first block on, all of them are known, in a
//! second memory that holds a byte for each 16 bytes of the heap. The first store to the payload's
//! first word after an allocation makes the object (or moves it); each later one while the block is in
//! use is an update of its count, except in blocks that are no objects: the runtime has one, the list
//! of possible roots of cycles, whose elements are addresses and never change by one.
//!
//! A release of the last reference stores no count: it frees the block. So with names, `up` equals
//! `increments`, and `down` equals `decrements` less `last`, until the collector of cycles runs. That
//! is a check of all of the above.

use wasm_encoder::reencode::{Error, Reencode, utils};
use wasm_encoder::{
    BlockType, CodeSection, ConstExpr, ExportKind, ExportSection, Function, FunctionSection,
    GlobalSection, GlobalType, Instruction, Instruction as I, MemArg, MemArgTarget, MemorySection,
    MemoryType, Module, TypeSection, ValType,
};
use wasmparser::{FunctionBody, KnownCustom, Name, Operator, Parser, Payload, TypeRef};

/// The counters, as they are exported.
const COUNTERS: [&str; 9] =
    ["up", "down", "other", "born", "freed", "wide", "increments", "decrements", "last"];

/// Before a store of 32 bits: 0 is the address, 1 the value; 2 to 5 are state, old, at, right.
const STORE: &str = "
    // The size of a block: which block comes after it, and which there are no longer.
    get 0, const 15, and, const 12, eq, if
      get 0, const 4, shr_u, shadow, tee 2, eqz, if, return, end
      get 0, load 0, set 3
      // The block was in use, and is free now.
      get 1, const 1, and, get 3, const 1, and, eqz, and, if
        get 2, const 2, eq, if, count freed, end
        get 0, const 4, shr_u, const 1, mark
      end
      get 0, const 4, add, get 3, const -4, and, add, set 4
      get 0, const 4, add, get 1, const -4, and, add, set 5
      // Blocks that were merged into this one. (The old size of a new block can be anything.)
      block, loop
        get 4, get 5, ge_u, get 0, get 4, ge_u, or, br_if 1
        get 4, const 15, and, const 12, eq, eqz, br_if 1
        get 4, const 4, shr_u, shadow, eqz, br_if 1
        get 4, const 4, shr_u, const 0, mark
        get 4, const 4, add, get 4, load 0, const -4, and, add, set 4
        br 0
      end, end
      // The last block has no size, and none after it.
      get 1, const -4, and, if
        get 5, const 4, shr_u, shadow, eqz, if, get 5, const 4, shr_u, const 1, mark, end
      end
      return
    end
    // The first word of a block that is in use.
    get 0, const 15, and, get 0, eqz, or, if, return, end
    get 0, const 4, shr_u, const 1, sub, tee 4, shadow, tee 2, eqz, if, return, end
    get 0, const 4, sub, load 0, const 1, and, if, return, end
    get 2, const 1, eq, if, get 4, const 2, mark, count born, return, end
    get 1, get 0, load 0, sub, const 268435455, and, tee 3, const 1, eq, if
      count up
    else
      get 3, const 268435455, eq, if, count down, else, count other, end
    end
";

/// Before any other store: 0 is the address, 1 the number of bytes; 2 and 3 are at, state.
const WIDE: &str = "
    // Up to the size of a block that starts here.
    get 0, const 4, shr_u, shadow, eqz, eqz
    get 0, const 15, and, get 1, add, const 12, gt_u, and, if, count wide, return, end
    // The first word of a block that is in use.
    get 0, const 15, and, const 4, ge_u, get 0, const 16, lt_u, or, if, return, end
    get 0, const 4, shr_u, const 1, sub, tee 2, shadow, tee 3, eqz, if, return, end
    get 2, const 4, shl, load 12, const 1, and, if, return, end
    get 3, const 1, eq, if, get 2, const 2, mark, count born, else, count wide, end
";

/// Marks the first block: 0 is where the heap begins, with what the allocator keeps there (1572
/// bytes, `ROOT_SIZE` of tlsf.ts).
const HEAP: &str = "
    get 0, const 15, add, const -16, and, const 1591, add, const -16, and, const 4, sub
    const 4, shr_u, const 1, mark
";

/// What `increment` and `decrement` do first; the latter with the bits of the count and the one that
/// says the object is a possible root. Their argument is the block.
const INCREMENT: &str = "count increments";
const DECREMENT: &str = "
    count decrements
    get 0, load 4, const -1879048193, and, const 1, eq, if, count last, end
";

#[derive(Default)]
struct Counter {
    types: u32,
    functions: u32,
    imported: u32,
    globals: u32,
    memories: u32,
    /// Per function with a body: its type.
    bodies: Vec<u32>,
    /// Per type: how many parameters.
    params: Vec<u32>,
    /// The functions of these names.
    increment: Option<u32>,
    decrement: Option<u32>,
    /// The body that comes next.
    next: u32,
    refused: Option<String>,
}

impl Counter {
    /// The functions that are added: of a store of 32 bits, of any other, of the heap's begin.
    fn store(&self) -> u32 {
        self.functions
    }
    fn wide(&self) -> u32 {
        self.functions + 1
    }
    fn heap(&self) -> u32 {
        self.functions + 2
    }

    /// The code that a text says. `shadow` and `mark` read and write the byte of a block: 0 where none
    /// starts, 1 where one does, 2 where its first word was written since it came into use.
    fn code(&self, text: &str) -> Vec<Instruction<'static>> {
        let at = |offset, align, memory| MemArg {
            offset,
            align,
            target: MemArgTarget::Memory(memory),
            ordering: None,
        };
        let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        let mut code = Vec::new();
        for word in lines.flat_map(|line| line.split(',')).map(str::trim) {
            let (name, operand) = word.split_once(' ').unwrap_or((word, "0"));
            let number = operand.parse::<i32>().unwrap_or(0);
            let instruction = match name {
                "" => continue,
                "get" => I::LocalGet(number as u32),
                "set" => I::LocalSet(number as u32),
                "tee" => I::LocalTee(number as u32),
                "const" => I::I32Const(number),
                "load" => I::I32Load(at(number as u64, 2, 0)),
                "shadow" => I::I32Load8U(at(0, 0, self.memories)),
                "mark" => I::I32Store8(at(0, 0, self.memories)),
                "and" => I::I32And,
                "or" => I::I32Or,
                "add" => I::I32Add,
                "sub" => I::I32Sub,
                "shl" => I::I32Shl,
                "shr_u" => I::I32ShrU,
                "eq" => I::I32Eq,
                "eqz" => I::I32Eqz,
                "lt_u" => I::I32LtU,
                "gt_u" => I::I32GtU,
                "ge_u" => I::I32GeU,
                "if" => I::If(BlockType::Empty),
                "else" => I::Else,
                "block" => I::Block(BlockType::Empty),
                "loop" => I::Loop(BlockType::Empty),
                "end" => I::End,
                "br" => I::Br(number as u32),
                "br_if" => I::BrIf(number as u32),
                "return" => I::Return,
                "count" => {
                    let counter = COUNTERS.iter().position(|counter| *counter == operand);
                    let global = self.globals + counter.expect("a counter") as u32;
                    code.extend([I::GlobalGet(global), I::I64Const(1), I::I64Add]);
                    I::GlobalSet(global)
                }
                _ => unreachable!("{word}"),
            };
            code.push(instruction);
        }
        code
    }

    /// A function of a text, with so many locals beside its parameters.
    fn function(&self, locals: u32, text: &str) -> Function {
        let mut function = Function::new([(locals, ValType::I32)]);
        for instruction in self.code(text).iter().chain([&I::End]) {
            function.instruction(instruction);
        }
        function
    }
}

/// The bytes that a store writes, and its place, or `None` if it is no store.
fn stored(operator: &Instruction<'_>) -> Option<(i32, MemArg, ValType)> {
    Some(match operator {
        I::I32Store(place) => (4, *place, ValType::I32),
        I::F32Store(place) => (4, *place, ValType::F32),
        I::I64Store(place) => (8, *place, ValType::I64),
        I::F64Store(place) => (8, *place, ValType::F64),
        I::I32Store8(place) => (1, *place, ValType::I32),
        I::I32Store16(place) => (2, *place, ValType::I32),
        I::I64Store8(place) => (1, *place, ValType::I64),
        I::I64Store16(place) => (2, *place, ValType::I64),
        I::I64Store32(place) => (4, *place, ValType::I64),
        _ => return None,
    })
}

/// Whether an operator writes to memory in a way that is not followed.
fn unknown_store(operator: &Operator<'_>) -> bool {
    let name = format!("{operator:?}");
    let name = name.split([' ', '{']).next().unwrap_or_default();
    (name.contains("Store") && name.starts_with("V128"))
        || (name.contains("Atomic") && !name.contains("Load"))
        || ["MemoryCopy", "MemoryFill", "MemoryInit"].contains(&name)
}

impl Reencode for Counter {
    type Error = std::convert::Infallible;

    fn parse_type_section(
        &mut self,
        types: &mut TypeSection,
        section: wasmparser::TypeSectionReader<'_>,
    ) -> Result<(), Error<Self::Error>> {
        utils::parse_type_section(self, types, section)?;
        types.ty().function([ValType::I32, ValType::I32], []);
        types.ty().function([ValType::I32], []);
        Ok(())
    }

    fn parse_function_section(
        &mut self,
        functions: &mut FunctionSection,
        section: wasmparser::FunctionSectionReader<'_>,
    ) -> Result<(), Error<Self::Error>> {
        utils::parse_function_section(self, functions, section)?;
        functions.function(self.types).function(self.types).function(self.types + 1);
        Ok(())
    }

    fn parse_memory_section(
        &mut self,
        memories: &mut MemorySection,
        section: wasmparser::MemorySectionReader<'_>,
    ) -> Result<(), Error<Self::Error>> {
        utils::parse_memory_section(self, memories, section)?;
        memories.memory(MemoryType {
            minimum: 4096,
            maximum: Some(4096),
            memory64: false,
            shared: false,
            page_size_log2: None,
        });
        Ok(())
    }

    fn parse_global_section(
        &mut self,
        globals: &mut GlobalSection,
        section: wasmparser::GlobalSectionReader<'_>,
    ) -> Result<(), Error<Self::Error>> {
        utils::parse_global_section(self, globals, section)?;
        let ty = GlobalType { val_type: ValType::I64, mutable: true, shared: false };
        for _ in COUNTERS {
            globals.global(ty, &ConstExpr::i64_const(0));
        }
        Ok(())
    }

    fn parse_export_section(
        &mut self,
        exports: &mut ExportSection,
        section: wasmparser::ExportSectionReader<'_>,
    ) -> Result<(), Error<Self::Error>> {
        utils::parse_export_section(self, exports, section)?;
        for (n, name) in (self.globals..).zip(COUNTERS) {
            exports.export(&format!("arc {name}"), ExportKind::Global, n);
        }
        exports.export("arc heap", ExportKind::Func, self.heap());
        exports.export("arc blocks", ExportKind::Memory, self.memories);
        Ok(())
    }

    fn parse_function_body(
        &mut self,
        code: &mut CodeSection,
        body: FunctionBody<'_>,
    ) -> Result<(), Error<Self::Error>> {
        let index = self.imported + self.next;
        let mut local = self.params[self.bodies[self.next as usize] as usize];
        self.next += 1;
        let mut locals = Vec::new();
        for declared in body.get_locals_reader()? {
            let (count, ty) = declared?;
            local += count;
            locals.push((count, self.val_type(ty)?));
        }
        // The address, then a value of each type.
        let values = [ValType::I32, ValType::I64, ValType::F32, ValType::F64];
        locals.push((1, ValType::I32));
        locals.extend(values.map(|ty| (1, ty)));
        let mut function = Function::new(locals);
        let entry = match Some(index) {
            of if of == self.increment => INCREMENT,
            of if of == self.decrement => DECREMENT,
            _ => "",
        };
        for instruction in self.code(entry) {
            function.instruction(&instruction);
        }
        let mut reader = body.get_operators_reader()?;
        while !reader.eof() {
            let operator = reader.clone().read()?;
            if unknown_store(&operator) {
                self.refused = Some(format!("function {index}: {operator:?}"));
            }
            let operator = self.parse_instruction(&mut reader)?;
            if let Some((bytes, place, ty)) = stored(&operator)
                && place.target == MemArgTarget::Memory(0)
            {
                let of_type = values.iter().position(|of| *of == ty).expect("one of the four");
                let value = local + 1 + of_type as u32;
                function.instruction(&I::LocalSet(value));
                function.instruction(&I::LocalTee(local));
                function.instruction(&I::LocalGet(local));
                function.instruction(&I::I32Const(place.offset as i32));
                function.instruction(&I::I32Add);
                if matches!(operator, I::I32Store(_)) {
                    function.instruction(&I::LocalGet(value));
                    function.instruction(&I::Call(self.store()));
                } else {
                    function.instruction(&I::I32Const(bytes));
                    function.instruction(&I::Call(self.wide()));
                }
                function.instruction(&I::LocalGet(value));
            }
            function.instruction(&operator);
        }
        code.function(&function);
        if self.next as usize == self.bodies.len() {
            code.function(&self.function(4, STORE));
            code.function(&self.function(2, WIDE));
            code.function(&self.function(0, HEAP));
        }
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let (Some(input), Some(output)) = (args.next(), args.next()) else {
        return Err("usage: headers IN.wasm OUT.wasm".into());
    };
    let bytes = std::fs::read(&input)?;
    let mut counter = Counter::default();
    for payload in Parser::new(0).parse_all(&bytes) {
        match payload? {
            Payload::TypeSection(section) => {
                for ty in section.into_iter_err_on_gc_types() {
                    counter.params.push(ty?.params().len() as u32);
                }
                counter.types = counter.params.len() as u32;
            }
            Payload::ImportSection(section) => {
                for import in section.into_imports() {
                    match import?.ty {
                        TypeRef::Func(_) | TypeRef::FuncExact(_) => counter.imported += 1,
                        TypeRef::Global(_) => counter.globals += 1,
                        TypeRef::Memory(_) => counter.memories += 1,
                        _ => {}
                    }
                }
            }
            Payload::MemorySection(section) => counter.memories += section.count(),
            Payload::GlobalSection(section) => counter.globals += section.count(),
            Payload::FunctionSection(section) => {
                counter.bodies = section.into_iter().collect::<Result<_, _>>()?;
            }
            Payload::CustomSection(section) => {
                let KnownCustom::Name(names) = section.as_known() else { continue };
                for name in names {
                    let Ok(Name::Function(functions)) = name else { continue };
                    for naming in functions {
                        let naming = naming?;
                        match naming.name {
                            "~lib/rt/pure/increment" => counter.increment = Some(naming.index),
                            "~lib/rt/pure/decrement" => counter.decrement = Some(naming.index),
                            _ => {}
                        }
                    }
                }
            }
            _ => {}
        }
    }
    counter.functions = counter.imported + counter.bodies.len() as u32;
    let mut module = Module::new();
    counter.parse_core_module(&mut module, Parser::new(0), &bytes)?;
    if let Some(what) = counter.refused {
        return Err(format!("{input}: {what} is not followed").into());
    }
    std::fs::write(&output, module.finish())?;
    Ok(())
}
