//! Finds the frames of WebAssembly in stack traces of engines.
//!
//! | engine | a frame |
//! |---|---|
//! | V8 (Chromium, node, Deno) | `at name (wasm://wasm/9f3c2a:wasm-function[12]:0x1a3)` |
//! | SpiderMonkey (Firefox) | `name@https://example.com/a.wasm:wasm-function[12]:0x1a3` |
//! | JavaScriptCore (Safari, Bun) | `<?>.wasm-function[12]@[wasm code]`, or with a name for the number: no offset |
//! | wasmtime | `0:  0x1a3 - module!name` |
//! | wasmer | `at name (module[12]:0x1a3)` |

/// What a line of a stack trace says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TraceFrame {
    /// An offset in the module.
    Offset(u32),
    /// The number of a function, and no offset.
    Function(u32),
}

/// The frame in a line, if there is one.
pub fn frame(line: &str) -> Option<TraceFrame> {
    numbered(line).or_else(|| wasmtime(line)).or_else(|| without_offset(line))
}

/// `[12]:0x1a3`.
fn numbered(line: &str) -> Option<TraceFrame> {
    line.match_indices("]:0x").find_map(|(end, separator)| {
        let number = &line[line[..end].rfind('[')? + 1..end];
        number.parse::<u32>().ok()?;
        hexadecimal(&line[end + separator.len()..]).map(TraceFrame::Offset)
    })
}

/// `0:  0x1a3 - module!name`.
fn wasmtime(line: &str) -> Option<TraceFrame> {
    let (number, rest) = line.trim_start().split_once(':')?;
    number.parse::<u32>().ok()?;
    let (offset, name) = rest.trim_start().strip_prefix("0x")?.split_once(" - ")?;
    name.contains('!').then(|| hexadecimal(offset)).flatten().map(TraceFrame::Offset)
}

/// `wasm-function[12]@`, or at the end of a line.
fn without_offset(line: &str) -> Option<TraceFrame> {
    let (_, rest) = line.split_once("wasm-function[")?;
    let (number, rest) = rest.split_once(']')?;
    let is_frame = rest.is_empty() || rest.starts_with('@');
    number.parse().ok().filter(|_| is_frame).map(TraceFrame::Function)
}

/// The number at the start of a text, which ends before what is no digit.
fn hexadecimal(text: &str) -> Option<u32> {
    let end = text.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(text.len());
    u32::from_str_radix(&text[..end], 16).ok()
}

#[cfg(test)]
mod tests {
    use super::{TraceFrame, frame};

    #[test]
    fn frames_of_all_engines_are_found() {
        for (line, expected) in [
            ("    at f (wasm://wasm/9f3c2a:wasm-function[12]:0x1a3)", 0x1a3),
            ("    at wasm://wasm/lib.wasm-9f3c2a:wasm-function[0]:0x1A3", 0x1a3),
            ("    at http://localhost:8080/a[1].wasm:wasm-function[3]:0x2b", 0x2b),
            ("f@http://localhost/a.wasm:wasm-function[12]:0x1a3", 0x1a3),
            ("@http://localhost/a.wasm line 3 > WebAssembly:wasm-function[12]:0x1a3", 0x1a3),
            ("    0:   0x1a3 - a.wasm!f", 0x1a3),
            ("   10: 0xffff - <unknown>!<wasm function 3>", 0xffff),
            ("    at <unnamed> (<module>[0]:0x5d)", 0x5d),
        ] {
            assert_eq!(frame(line), Some(TraceFrame::Offset(expected)), "{line}");
        }
        let frames = ["<?>.wasm-function[12]@[wasm code]", "wasm-function[12]@[wasm code]"];
        assert!(frames.iter().all(|line| frame(line) == Some(TraceFrame::Function(12))));
    }

    #[test]
    fn other_lines_are_none() {
        for line in [
            "RuntimeError: unreachable",
            "    at f (file:///a.js:12:5)",
            "[12]: 0x1a3",
            "]:0x1a3",
            "    0: 0x1a3 - f",
            "wasm trap: wasm `unreachable` instruction executed",
            "<?>.wasm-function[f]@[wasm code]",
            "    at f (wasm://wasm/9f3c2a:wasm-function[12]:0xfffffffff)",
        ] {
            assert_eq!(frame(line), None, "{line}");
        }
    }
}
