//! Test-case reduction: makes a module smaller while it still shows a defect.
//!
//! Bodies are lists of operators, as bytes. Each attempt removes a range of operators, or replaces it
//! by something shorter; it is kept if the module still validates and the defect remains. Ranges go
//! from long to short (delta debugging; Zeller and Hildebrandt, "Simplifying and isolating
//! failure-inducing input", 2002). Then exports are removed. Indices never change, so functions that
//! are not needed stay, with the body `unreachable`.

use invar_filetests::optimize::validate_accepted;
use wasm_encoder::{CodeSection, Module, RawSection, SectionId};
use wasmparser::{Parser, Payload};

/// The most attempts.
const TRIES: usize = 20_000;

#[derive(Clone)]
struct Body {
    /// The declarations of locals.
    locals: Vec<u8>,
    /// The operators, the last `end` included.
    operators: Vec<Vec<u8>>,
}

/// A module in parts.
#[derive(Clone)]
struct Parts {
    /// All sections except the code section, with their ids.
    sections: Vec<(u8, Vec<u8>)>,
    bodies: Vec<Body>,
}

/// The smallest module found that is valid and for which `defective` holds. Returns the module itself
/// if it cannot be parsed.
pub fn reduce(wasm: &[u8], defective: &dyn Fn(&[u8]) -> bool) -> Vec<u8> {
    let Some(mut parts) = Parts::of(wasm) else { return wasm.to_vec() };
    let mut tries = TRIES;
    let mut holds = |parts: &Parts| {
        tries = tries.saturating_sub(1);
        let wasm = parts.module();
        tries > 0 && validate_accepted(&wasm).is_ok() && defective(&wasm)
    };
    if !holds(&parts) {
        return wasm.to_vec();
    }
    loop {
        let before = parts.size();
        for index in 0..parts.bodies.len() {
            reduce_body(&mut parts, index, &mut holds);
        }
        if parts.size() == before {
            break;
        }
    }
    for index in (0..parts.sections.len()).rev() {
        let mut without = parts.clone();
        without.sections.remove(index);
        if holds(&without) {
            parts = without;
        }
    }
    parts.module()
}

fn reduce_body(parts: &mut Parts, index: usize, holds: &mut dyn FnMut(&Parts) -> bool) {
    // What may replace a range: nothing, or something that keeps the types valid.
    let i32_const = vec![0x41, 0];
    let (drop, unreachable) = (vec![0x1a], vec![0x00]);
    let replacements: [Vec<Vec<u8>>; 6] = [
        vec![],
        vec![unreachable],
        vec![drop.clone()],
        vec![i32_const],
        vec![vec![0x42, 0]],
        vec![drop.clone(), drop],
    ];
    let mut length = parts.bodies[index].operators.len();
    while length > 0 {
        let mut at = 0;
        while at + length < parts.bodies[index].operators.len() + usize::from(length > 1) {
            let end = (at + length).min(parts.bodies[index].operators.len() - 1);
            let found = replacements.iter().any(|replacement| {
                if replacement.len() >= end - at {
                    return false;
                }
                let mut other = parts.clone();
                other.bodies[index].operators.splice(at..end, replacement.iter().cloned());
                let holds = holds(&other);
                if holds {
                    *parts = other;
                }
                holds
            });
            if !found {
                at += (length / 2).max(1);
            }
        }
        length /= 2;
    }
    // Unwraps a construct: removes its first operator and its `end`.
    let mut at = 0;
    while at < parts.bodies[index].operators.len() {
        let found = parts.end_of(index, at).is_some_and(|end| {
            let mut other = parts.clone();
            other.bodies[index].operators.remove(end);
            other.bodies[index].operators.remove(at);
            let holds = holds(&other);
            if holds {
                *parts = other;
            }
            holds
        });
        at += usize::from(!found);
    }
}

impl Parts {
    fn of(wasm: &[u8]) -> Option<Parts> {
        let mut parts = Parts { sections: Vec::new(), bodies: Vec::new() };
        for payload in Parser::new(0).parse_all(wasm) {
            let payload = payload.ok()?;
            if let Payload::CodeSectionEntry(body) = &payload {
                let range = body.range();
                let mut reader = body.get_operators_reader().ok()?;
                let start = reader.original_position() as usize;
                let locals = wasm[range.start as usize..start].to_vec();
                let mut operators = Vec::new();
                let mut from = start;
                while !reader.eof() {
                    reader.read().ok()?;
                    let to = reader.original_position() as usize;
                    operators.push(wasm[from..to].to_vec());
                    from = to;
                }
                parts.bodies.push(Body { locals, operators });
            } else if let Some((id, range)) = payload.as_section()
                && id != SectionId::Code as u8
            {
                parts.sections.push((id, wasm[range.start as usize..range.end as usize].to_vec()));
            }
        }
        Some(parts)
    }

    fn module(&self) -> Vec<u8> {
        let mut module = Module::new();
        let mut code = CodeSection::new();
        for body in &self.bodies {
            code.raw(&[body.locals.as_slice(), &body.operators.concat()].concat());
        }
        let after = [SectionId::Data as u8, SectionId::Custom as u8];
        let first = self.sections.iter().position(|(id, _)| *id == SectionId::Data as u8);
        let first = first.unwrap_or_else(|| {
            let last = self.sections.iter().rposition(|(id, _)| !after.contains(id));
            last.map_or(0, |last| last + 1)
        });
        for (index, (id, data)) in self.sections.iter().enumerate() {
            if index == first && !self.bodies.is_empty() {
                module.section(&code);
            }
            module.section(&RawSection { id: *id, data });
        }
        if first == self.sections.len() && !self.bodies.is_empty() {
            module.section(&code);
        }
        module.finish()
    }

    fn size(&self) -> usize {
        self.bodies.iter().map(|body| body.operators.len()).sum()
    }

    /// The `end` of the construct that an operator opens, if that has no `else` or handlers.
    fn end_of(&self, index: usize, at: usize) -> Option<usize> {
        let operators = &self.bodies[index].operators;
        let opens = |operator: &[u8]| matches!(operator[0], 0x02 | 0x03 | 0x04 | 0x06 | 0x1f);
        if !opens(&operators[at]) {
            return None;
        }
        let mut depth = 0;
        for (position, operator) in operators.iter().enumerate().skip(at) {
            match operator[0] {
                _ if opens(operator) => depth += 1,
                0x0b => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return Some(position);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_matter_is_removed() {
        let wasm = wat::parse_str(
            r#"(module (memory 1) (export "m" (memory 0))
                (func (param i32) (result i32) (i32.add (local.get 0) (i32.const 77)))
                (func (result i32)
                  (local i64)
                  (block (loop (drop (i32.const 5)) (local.set 0 (i64.const 9))))
                  (block (result i32) (i32.mul (i32.const 3) (i32.popcnt (i32.const 4))))))"#,
        )
        .expect("text");
        // The defect: there is a popcnt.
        let has = |wasm: &[u8]| {
            wasmprinter::print_bytes(wasm).is_ok_and(|text| text.contains("i32.popcnt"))
        };
        let small = reduce(&wasm, &has);
        let text = wasmprinter::print_bytes(&small).expect("it prints");
        assert!(has(&small) && !text.contains("mul") && !text.contains("loop"), "{text}");
        assert!(!text.contains("memory") && !text.contains("77"), "{text}");
    }
}
