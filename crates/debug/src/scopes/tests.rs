//! Fields as the proposal has them, and fields that are written.

use super::{parse, write};
use crate::inlined::{InlinedCall, InlinedCalls, SourceFunction};
use crate::source_map::SourcePlace;

fn place(source: u32, line: u32, column: u32) -> Option<SourcePlace> {
    Some(SourcePlace { source, line, column, name: None })
}

fn function(name: u32, source: u32, start: (u32, u32), end: (u32, u32)) -> SourceFunction {
    SourceFunction { name, source: Some(source), start, end }
}

#[test]
fn functions_and_inlined_calls_are_read() {
    // A global scope with a variable, in it function `z`, which the code has as a function and, inlined, in the range
    // around. Names: global, x, z.
    let text = "BCAAA,DC,BFBKE,CDB,CBR,ECAA,EGQC,FQ,ECAA,IAFA,FU,FA";
    let read = parse(text, 1, 3).expect("it is well formed");
    assert_eq!(read.sources, [function(2, 0, (1, 10), (4, 1))]);
    assert_eq!(read.functions, [(16..32, 0)]);
    assert_eq!(read.calls, [InlinedCall { function: 0, parent: None, site: place(0, 5, 0) }]);
    assert_eq!(read.ranges, [(32, Some(0)), (52, None)]);
}

#[test]
fn what_is_written_is_read() {
    let call = |function, parent, site| InlinedCall { function, parent, site };
    let calls = InlinedCalls {
        sources: vec![
            function(0, 1, (2, 4), (9, 1)),
            function(1, 1, (3, 0), (20, 7)),
            function(2, 1, (12, 0), (12, 30)),
            SourceFunction { name: 3, source: None, start: (0, 0), end: (0, 0) },
        ],
        calls: vec![
            call(1, None, place(1, 5, 3)),
            call(2, Some(0), None),
            call(3, None, place(0, 6, 1)),
        ],
        ranges: vec![(12, Some(0)), (15, Some(1)), (18, Some(0)), (19, Some(2)), (30, None)],
        functions: vec![(10..30, 0), (33..40, 2)],
    };
    // By source: nothing is in the third one; the scope of the second function is clipped.
    let text = write(&calls, 3);
    let scopes = "BAAA,BFAAG,CAA,CAA,BAAA,BFCEH,BFBAC,CGB,CAA,BFDAC,CAe,CAA,";
    let ranges = "EAA,EGKG,ECCC,IBFD,ECDC,FD,FB,ECAJ,IAGB,FL,FA,EGDI,FH,FA";
    assert_eq!(text, format!("{scopes},{ranges}"));
    let read = parse(&text, 3, 4).expect("it was written");
    let names = |calls: &InlinedCalls, at: u32| -> Vec<_> {
        let inlined =
            calls.around(at).map(|call| (calls.sources[call.function as usize].name, call.site));
        inlined.collect()
    };
    for at in 0..50 {
        assert_eq!(names(&read, at), names(&calls, at), "{at}");
        let name = |calls: &InlinedCalls| calls.name(calls.function(at)?);
        assert_eq!(name(&read), name(&calls), "{at}");
    }
    assert_eq!(parse(&write(&read, 3), 3, 4), Some(read));
}

#[test]
fn what_is_not_well_formed_is_left_out() {
    for text in [
        // Open scopes or ranges, or none to close.
        "BAAA",
        "CAA",
        "BAAA,CAA,EAA",
        "BAAA,CAA,FA",
        // A name, a scope and a source that do not exist; a second line.
        "BBAAI,CAA",
        "BAAA,CAA,ECAC,FA",
        "BAAA,CAA,EAA,ICAA,FA",
        "BAAA,CAA,EBBA,FA",
        // No numbers.
        "B",
        "!",
    ] {
        assert_eq!(parse(text, 1, 3), None, "{text}");
    }
    // Items that are not known are skipped.
    assert!(parse("BAAA,CAA,gBAAA,EAA,FA", 1, 3).is_some());
}
