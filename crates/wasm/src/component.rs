//! Components: replaces the core modules of a component, also of nested ones. Everything else stays byte for byte.
//!
//! A component is a list of sections, of which one kind holds a core module and one another
//! component; only the sizes of sections around a changed module are written anew. Linear in the
//! size of the component, whatever the depth of its nesting; no recursion.

use crate::ReadError;
use std::ops::Range;
use wasmparser::BinaryReader;

const MODULE_SECTION: u8 = 1;
const COMPONENT_SECTION: u8 = 4;
/// `\0asm`, then the version and layer of components.
const HEADER: &[u8] = b"\0asm\x0d\0\x01\0";

/// A part of the output.
enum Piece {
    /// Bytes of the input.
    Copy(Range<usize>),
    /// A core module in the place of another.
    Module(Vec<u8>),
    /// A nested component, up to its [`Piece::Close`], with the size of its new content.
    Open { size: usize },
    /// A nested component ends.
    Close,
}

/// A component that is being walked.
struct Frame {
    /// The component's section in the input; the whole file for the outermost.
    section: Range<usize>,
    /// The component's [`Piece::Open`].
    open: usize,
    /// The size of its new content so far.
    size: usize,
    /// Whether that is the content it had.
    same: bool,
}

/// Maps each core module of a component, given its offset in the file and its bytes.
///
/// The component is not validated; errors are about sections that exceed the component around them.
pub fn map_modules<E: From<ReadError>>(
    component: &[u8],
    mut map: impl FnMut(usize, &[u8]) -> Result<Vec<u8>, E>,
) -> Result<Vec<u8>, E> {
    check_header(component, 0..component.len())?;
    let whole = 0..component.len();
    let mut pieces = vec![Piece::Copy(0..HEADER.len())];
    let mut frames = vec![Frame { section: whole, open: 0, size: HEADER.len(), same: true }];
    let mut at = HEADER.len();
    while let Some(frame) = frames.last_mut() {
        if at == frame.section.end {
            let done = frames.pop().expect("the frame was just looked at");
            if let Some(parent) = frames.last_mut() {
                close(done, parent, &mut pieces);
            }
            continue;
        }
        let (id, content) = section(component, at, frame.section.end)?;
        match id {
            MODULE_SECTION => {
                let module = &component[content.clone()];
                let mapped = map(content.start, module)?;
                if mapped == module {
                    frame.size += content.end - at;
                    pieces.push(Piece::Copy(at..content.end));
                } else {
                    frame.size += section_size(mapped.len());
                    frame.same = false;
                    pieces.push(Piece::Module(mapped));
                }
                at = content.end;
            }
            COMPONENT_SECTION => {
                check_header(component, content.clone())?;
                frames.push(Frame {
                    section: at..content.end,
                    open: pieces.len(),
                    size: HEADER.len(),
                    same: true,
                });
                at = content.start + HEADER.len();
                pieces.push(Piece::Open { size: 0 });
                pieces.push(Piece::Copy(content.start..at));
            }
            _ => {
                frame.size += content.end - at;
                pieces.push(Piece::Copy(at..content.end));
                at = content.end;
            }
        }
    }
    Ok(emit(component, &pieces))
}

/// Ends a nested component. One that did not change is copied as a whole.
fn close(done: Frame, parent: &mut Frame, pieces: &mut Vec<Piece>) {
    if done.same {
        parent.size += done.section.len();
        pieces.truncate(done.open);
        pieces.push(Piece::Copy(done.section));
    } else {
        parent.size += section_size(done.size);
        parent.same = false;
        pieces[done.open] = Piece::Open { size: done.size };
        pieces.push(Piece::Close);
    }
}

fn emit(component: &[u8], pieces: &[Piece]) -> Vec<u8> {
    let mut output = Vec::with_capacity(component.len());
    let header = |output: &mut Vec<u8>, id: u8, size: usize| {
        output.push(id);
        let mut rest = size;
        while rest >= 0x80 {
            output.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        output.push(rest as u8);
    };
    for piece in pieces {
        match piece {
            Piece::Copy(range) => output.extend_from_slice(&component[range.clone()]),
            Piece::Module(module) => {
                header(&mut output, MODULE_SECTION, module.len());
                output.extend_from_slice(module);
            }
            Piece::Open { size } => header(&mut output, COMPONENT_SECTION, *size),
            Piece::Close => {}
        }
    }
    output
}

/// The size of a section with its header.
fn section_size(content: usize) -> usize {
    let bits = usize::BITS - (content | 1).leading_zeros();
    1 + bits.div_ceil(7) as usize + content
}

fn check_header(component: &[u8], range: Range<usize>) -> Result<(), ReadError> {
    if component[range.clone()].starts_with(HEADER) {
        return Ok(());
    }
    Err(ReadError::new(range.start as u64, "this is not a component of a known version"))
}

/// The section at an offset: its kind and the place of its content.
fn section(component: &[u8], at: usize, end: usize) -> Result<(u8, Range<usize>), ReadError> {
    let mut reader = BinaryReader::new(&component[at..end], at as u64);
    let id = reader.read_u8()?;
    let size = reader.read_var_u32()? as usize;
    let start = reader.original_position() as usize;
    if size > end - start {
        return Err(ReadError::new(at as u64, "the section is longer than what it is in"));
    }
    Ok((id, start..start + size))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MODULE: &[u8] = b"\0asm\x01\0\0\0";
    const LONGER: &[u8] = b"\0asm\x01\0\0\0\x00\x02\x01x";

    fn component(sections: &[(u8, &[u8])]) -> Vec<u8> {
        let mut bytes = HEADER.to_vec();
        for (id, content) in sections {
            // Sizes in five bytes, as a linker writes them.
            let size = content.len() as u8;
            bytes.extend_from_slice(&[*id, size | 0x80, 0x80, 0x80, 0x80, 0]);
            bytes.extend_from_slice(content);
        }
        bytes
    }

    #[test]
    fn what_does_not_change_stays_byte_for_byte() {
        let nested = component(&[(1, MODULE), (0, b"\x01n")]);
        let outer = component(&[(0, b"\x01a"), (4, &nested), (1, MODULE)]);
        let mut seen = 0;
        let same = map_modules(&outer, |_, module| {
            seen += 1;
            Ok::<_, ReadError>(module.to_vec())
        });
        assert_eq!(same.unwrap(), outer);
        assert_eq!(seen, 2);
    }

    #[test]
    fn modules_are_replaced_at_any_depth() {
        let mut bytes = component(&[(1, MODULE)]);
        let mut expected = [HEADER, &[1, LONGER.len() as u8], LONGER].concat();
        for _ in 0..3 {
            bytes = component(&[(0, b"\x01a"), (4, &bytes)]);
            let custom = [0, 0x82, 0x80, 0x80, 0x80, 0, 1, b'a'];
            expected = [HEADER, &custom, &[4, expected.len() as u8], &expected].concat();
        }
        let mapped = map_modules(&bytes, |offset, module| {
            assert_eq!(&bytes[offset..offset + module.len()], module);
            Ok::<_, ReadError>(LONGER.to_vec())
        });
        assert_eq!(mapped.unwrap(), expected);
    }

    #[test]
    fn deep_nesting_takes_neither_stack_nor_quadratic_time() {
        // Written by hand from the inside out, sizes in five bytes.
        let depth = 50_000;
        let mut sizes = vec![HEADER.len()];
        for level in 0..depth {
            sizes.push(sizes[level] + 6 + HEADER.len());
        }
        let mut bytes = HEADER.to_vec();
        for level in (0..depth).rev() {
            let size = sizes[level];
            let part = |shift: usize| (size >> shift) as u8 | 0x80;
            bytes.extend_from_slice(&[4, part(0), part(7), part(14), part(21), 0]);
            bytes.extend_from_slice(HEADER);
        }
        let mapped = map_modules(&bytes, |_, module| Ok::<_, ReadError>(module.to_vec()));
        assert_eq!(mapped.unwrap(), bytes);
    }

    #[test]
    fn broken_sections_are_named_by_offset() {
        let mut bytes = component(&[(1, MODULE)]);
        bytes.truncate(bytes.len() - 1);
        let error = map_modules(&bytes, |_, module| Ok::<_, ReadError>(module.to_vec()));
        assert_eq!(error.unwrap_err().offset, 8);
        let error = map_modules(b"\0asm\x0c\0\x01\0", |_, _| Ok::<_, ReadError>(Vec::new()));
        assert_eq!(error.unwrap_err().offset, 0);
    }
}
