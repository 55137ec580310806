//! Makes a module count what it executes, by function.
//!
//! `cargo run --release -p invar-wasm --example count -- IN.wasm OUT.wasm` adds a global of type
//! `i64` for each function that has a body, exported as `count N` (N: the function's index), which
//! says how many operators the function has executed so far, without those of its callees.

use wasm_encoder::reencode::{Error, Reencode, utils};
use wasm_encoder::{
    CodeSection, ConstExpr, ExportKind, ExportSection, GlobalSection, GlobalType, Instruction,
    Module, SectionId, ValType,
};
use wasmparser::{FunctionBody, GlobalSectionReader, Parser, Payload, TypeRef};

struct Counter {
    /// Functions and globals that are imported.
    functions: u32,
    /// Globals before the counters.
    globals: u32,
    /// Functions that have a body.
    bodies: u32,
    /// The body that comes next.
    next: u32,
    /// The counters have been added.
    added: bool,
}

impl Counter {
    fn add(&mut self, globals: &mut GlobalSection) {
        let ty = GlobalType { val_type: ValType::I64, mutable: true, shared: false };
        (0..self.bodies).for_each(|_| {
            globals.global(ty, &ConstExpr::i64_const(0));
        });
        self.added = true;
    }
}

/// Whether control may come or go at an operator, so that what was counted has to be noted before.
fn is_boundary(operator: &Instruction<'_>) -> bool {
    use Instruction::*;
    matches!(
        operator,
        Block(_)
            | Loop(_)
            | If(_)
            | Else
            | End
            | Br(_)
            | BrIf(_)
            | BrTable(..)
            | BrOnNull(_)
            | BrOnNonNull(_)
            | BrOnCast { .. }
            | BrOnCastFail { .. }
            | Return
            | ReturnCall(_)
            | ReturnCallIndirect { .. }
            | ReturnCallRef(_)
            | Unreachable
            | Throw(_)
            | ThrowRef
            | TryTable(..)
    )
}

impl Reencode for Counter {
    type Error = std::convert::Infallible;

    fn parse_global_section(
        &mut self,
        globals: &mut GlobalSection,
        section: GlobalSectionReader<'_>,
    ) -> Result<(), Error> {
        utils::parse_global_section(self, globals, section)?;
        self.add(globals);
        Ok(())
    }

    /// A module without globals gets a section of them where it belongs.
    fn intersperse_section_hook(
        &mut self,
        module: &mut Module,
        _: Option<SectionId>,
        before: Option<SectionId>,
    ) -> Result<(), Error> {
        let late = matches!(
            before,
            Some(SectionId::Export | SectionId::Start | SectionId::Element | SectionId::Code)
        );
        if late && !self.added {
            let mut globals = GlobalSection::new();
            self.add(&mut globals);
            module.section(&globals);
        }
        Ok(())
    }

    fn parse_export_section(
        &mut self,
        exports: &mut ExportSection,
        section: wasmparser::ExportSectionReader<'_>,
    ) -> Result<(), Error> {
        utils::parse_export_section(self, exports, section)?;
        for n in 0..self.bodies {
            let name = format!("count {}", self.functions + n);
            exports.export(&name, ExportKind::Global, self.globals + n);
        }
        Ok(())
    }

    fn parse_function_body(
        &mut self,
        code: &mut CodeSection,
        body: FunctionBody<'_>,
    ) -> Result<(), Error> {
        let global = self.globals + self.next;
        self.next += 1;
        let mut function = self.new_function_with_parsed_locals(&body)?;
        let mut reader = body.get_operators_reader()?;
        let mut count = 0;
        while !reader.eof() {
            let operator = self.parse_instruction(&mut reader)?;
            // As fuel does, structure alone is not counted.
            count += i64::from(!matches!(
                operator,
                Instruction::Nop
                    | Instruction::Drop
                    | Instruction::Block(_)
                    | Instruction::Loop(_)
                    | Instruction::Else
                    | Instruction::End
                    | Instruction::Unreachable
            ));
            if count > 0 && is_boundary(&operator) {
                function.instruction(&Instruction::GlobalGet(global));
                function.instruction(&Instruction::I64Const(count));
                function.instruction(&Instruction::I64Add);
                function.instruction(&Instruction::GlobalSet(global));
                count = 0;
            }
            function.instruction(&operator);
        }
        code.function(&function);
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let (Some(input), Some(output)) = (args.next(), args.next()) else {
        return Err("usage: count IN.wasm OUT.wasm".into());
    };
    let bytes = std::fs::read(&input)?;
    let mut counter = Counter { functions: 0, globals: 0, bodies: 0, next: 0, added: false };
    for payload in Parser::new(0).parse_all(&bytes) {
        match payload? {
            Payload::ImportSection(section) => {
                for import in section.into_imports() {
                    match import?.ty {
                        TypeRef::Func(_) | TypeRef::FuncExact(_) => counter.functions += 1,
                        TypeRef::Global(_) => counter.globals += 1,
                        _ => {}
                    }
                }
            }
            Payload::GlobalSection(section) => counter.globals += section.count(),
            Payload::FunctionSection(section) => counter.bodies = section.count(),
            _ => {}
        }
    }
    let mut module = Module::new();
    counter.parse_core_module(&mut module, Parser::new(0), &bytes)?;
    std::fs::write(&output, module.finish())?;
    Ok(())
}
