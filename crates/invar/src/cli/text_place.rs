//! Lines of text for offsets: a text is made into a module, in which errors have byte offsets.

use wasmparser::{FunctionBody, Parser, Payload};
use wast::Wat;
use wast::core::{FuncKind, ModuleField, ModuleKind};
use wast::lexer::Lexer;
use wast::parser::{self, ParseBuffer};

/// The line and the column, from 1, of what a text says at an offset in the function bodies of its module: of an
/// operator, or of the function if the offset is that of its end. `None` elsewhere. Linear in the text.
pub fn line_and_column(text: &str, offset: u64) -> Option<(usize, usize)> {
    let mut lexer = Lexer::new(text);
    lexer.allow_confusing_unicode(true);
    let mut buffer = ParseBuffer::new_with_lexer(lexer).ok()?;
    buffer.track_instr_spans(true);
    let mut wat = parser::parse::<Wat>(&buffer).ok()?;
    let wasm = wat.encode().ok()?;
    let (func, operator) = operator_at(&wasm, offset)?;
    let Wat::Module(module) = &wat else { return None };
    let ModuleKind::Text(fields) = &module.kind else { return None };
    let mut bodies = fields.iter().filter_map(|field| match field {
        ModuleField::Func(func) => match &func.kind {
            FuncKind::Inline { expression, .. } => Some((func.span, expression)),
            FuncKind::Import(..) => None,
        },
        _ => None,
    });
    let (span, expression) = bodies.nth(func)?;
    let spans = expression.instr_spans.as_deref().unwrap_or_default();
    let (line, column) = spans.get(operator).unwrap_or(&span).linecol_in(text);
    Some((line + 1, column + 1))
}

/// The function body that an offset is in, from 0, and the operator in it.
fn operator_at(wasm: &[u8], offset: u64) -> Option<(usize, usize)> {
    let bodies = Parser::new(0).parse_all(wasm).filter_map(|payload| match payload {
        Ok(Payload::CodeSectionEntry(body)) => Some(body),
        _ => None,
    });
    let holds = |body: &FunctionBody| body.range().contains(&offset);
    let (func, body) = bodies.enumerate().find(|(_, body)| holds(body))?;
    let mut begun = 0_usize;
    for operator in body.get_operators_reader().ok()?.into_iter_with_offsets() {
        match operator {
            Ok((_, at)) if at <= offset => begun += 1,
            // An operator that cannot be read is the one at fault.
            Err(_) => return Some((func, begun)),
            Ok(_) => break,
        }
    }
    Some((func, begun.checked_sub(1)?))
}
