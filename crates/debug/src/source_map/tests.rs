//! Maps that are read, written, refused; and 2,000 mutations of one.

use super::{Segment, SourceMap, SourcePlace};

const MAP: &str = r#"{"version":3,"file":"a.wasm","sourceRoot":"/src/","sources":["a.c","b.c",null],
    "sourcesContent":["int a;\n",null],"names":["f","g"],"mappings":"kBACAA,EAAAC,KCEA,C",
    "x_google_ignoreList":[1],"debugId":"85314830-023f-4cf1-a267-535f4e37bb17"}"#;

fn parse(text: &str) -> Result<SourceMap, String> {
    SourceMap::parse(text.as_bytes()).map_err(|error| error.to_string())
}

#[test]
fn segments_have_one_four_or_five_fields() {
    let map = parse(MAP).unwrap();
    let place = |source, line, column, name| Some(SourcePlace { source, line, column, name });
    let expected = [
        Segment { offset: 18, place: place(0, 1, 0, Some(0)) },
        Segment { offset: 20, place: place(0, 1, 0, Some(1)) },
        Segment { offset: 25, place: place(1, 3, 0, None) },
        Segment { offset: 26, place: None },
    ];
    assert_eq!(map.segments, expected);
    assert_eq!(map.source(1).as_deref(), Some("/src/b.c"));
    assert_eq!(map.source(2), None);
    assert_eq!(map.segment(24, 0), Some(&expected[1]));
    assert_eq!(map.segment(24, 21), None);
    assert_eq!(map.segment(17, 0), None);
}

#[test]
fn a_map_is_written_as_it_was_read() {
    let map = parse(MAP).unwrap();
    let written = map.to_json();
    assert_eq!(parse(&written).unwrap(), map);
    for field in ["\"debugId\":\"8531", "\"x_google_ignoreList\":[1]", "\"file\":\"a.wasm\""] {
        assert!(written.contains(field), "{written}");
    }
    assert!(written.contains("\"mappings\":\"kBACAA,EAAAC,KCEA,C\""), "{written}");
    // The prefix against execution.
    assert_eq!(parse(&format!(")]}}'\n{MAP}")).unwrap(), map);
}

#[test]
fn an_index_map_is_one_map() {
    let text = r#"{"version":3,"sections":[
        {"offset":{"line":0,"column":0},"map":{"version":3,"sources":["a"],"names":["f"],"mappings":"EAAAA"}},
        {"offset":{"line":0,"column":100},"map":{"version":3,"sourceRoot":"r","sources":["b"],
            "sourcesContent":["x"],"names":["g"],"mappings":"EAAAA,C"}}]}"#;
    let map = parse(text).unwrap();
    let offsets: Vec<u32> = map.segments.iter().map(|segment| segment.offset).collect();
    assert_eq!(offsets, [2, 102, 103]);
    let second = map.segments[1].place.unwrap();
    assert_eq!((second.source, second.name), (1, Some(1)));
    assert_eq!(map.source(1).as_deref(), Some("r/b"));
    assert_eq!(map.contents, [serde_json::Value::Null, "x".into()]);
}

#[test]
fn data_urls_are_read() {
    use base64::Engine;
    let encoded = base64::engine::general_purpose::STANDARD.encode(MAP);
    let map = parse(MAP).unwrap();
    let url = format!("data:application/json;charset=utf-8;base64,{encoded}");
    assert_eq!(SourceMap::parse_data_url(&url), Some(Ok(map)));
    let url = "data:application/json,%7B%22version%22:3,%22mappings%22:%22%22%7D";
    assert_eq!(SourceMap::parse_data_url(url), Some(Ok(SourceMap::default())));
    assert_eq!(SourceMap::parse_data_url("a.wasm.map"), None);
    assert!(SourceMap::parse_data_url("data:x;base64,!").unwrap().is_err());
}

#[test]
fn what_is_no_map_of_a_module_is_refused() {
    let with = |mappings: &str| {
        format!(r#"{{"version":3,"sources":["a"],"names":["f"],"mappings":"{mappings}"}}"#)
    };
    for (text, why) in [
        ("", "it is not JSON"),
        ("[]", "it is not a JSON object"),
        ("{}", "it has no version"),
        (r#"{"version":2,"mappings":""}"#, "its version is 2, not 3"),
        (r#"{"version":3}"#, "it has no `mappings`"),
        (r#"{"version":3,"mappings":"","sources":{}}"#, "`sources` is not a list"),
        (r#"{"version":3,"mappings":"","sources":[1]}"#, "1 is not a source"),
        (r#"{"version":3,"mappings":"","names":[null]}"#, "null is not a name"),
        (r#"{"version":3,"sections":[{"offset":{"line":1,"column":0}}]}"#, "a section is not in"),
        (&with("AA"), "`mappings` has a segment of 2 or 3 fields"),
        (&with("AAAAAA"), "`mappings` has a segment of over 5 fields"),
        (&with("ACAA"), "`mappings` has a source that does not exist"),
        (&with("ADAA"), "`mappings` has a source that does not exist"),
        (&with("AAAAC"), "`mappings` has a name that does not exist"),
        (&with("AADA"), "`mappings` has a line that is negative or too large"),
        (&with("D"), "`mappings` has an offset that is negative or too large"),
        (&with("gggggggggggB"), "`mappings` has what is no number"),
        (&with("A;A"), "`mappings` has segments of a second line"),
        (&with("A!"), "`mappings` has what is no number"),
    ] {
        let error = parse(text).unwrap_err();
        assert!(error.starts_with(why), "{text}: {error}");
    }
}

/// Mutated maps are refused or read; what is read is written and read again.
#[test]
fn mutations_do_not_fail() {
    let scopes = r#""scopes":"BAAA,BFAAA,CBA,CAA,,,EAA,EGSC,ECCA,IABC,FC,FB,FA"}"#;
    let text = MAP.replace('}', &format!(",{scopes}"));
    assert!(!parse(&text).unwrap().inlined.calls.is_empty());
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as usize % below
    };
    let mut read = 0;
    for _ in 0..2_000 {
        let mut bytes = text.clone().into_bytes();
        for _ in 0..=random(3) {
            let at = random(bytes.len());
            match random(4) {
                0 => bytes[at] = b"ACDEgZz9+/,;\"[]{}:0123null"[random(26)],
                1 => _ = bytes.remove(at),
                2 => bytes.insert(at, bytes[random(bytes.len())]),
                _ => bytes.truncate(at.max(1)),
            }
        }
        if let Ok(map) = SourceMap::parse(&bytes) {
            read += 1;
            let again = SourceMap::parse(map.to_json().as_bytes()).unwrap();
            assert_eq!(again.segments, map.segments);
            assert_eq!(again.inlined, map.inlined);
        }
    }
    assert!(read > 100, "{read}");
}
