//! The shell of a page: one HTML file without references to anything else, with the parts that all pages share.
//!
//! The script of a page may use what `assets/base.js`, `assets/table.js` and `assets/treemap.js` define: a table that
//! is sorted and searched, a map of sizes, and readers of embedded data ([`data`], [`packed`]).

use std::io::Write;

use base64::{Engine, engine::general_purpose::STANDARD};
use flate2::{Compression, GzBuilder};
use serde::Serialize;

const STYLE: &str = include_str!("assets/base.css");
const SCRIPTS: [&str; 3] = [
    include_str!("assets/base.js"),
    include_str!("assets/table.js"),
    include_str!("assets/treemap.js"),
];

/// What the page may load: nothing. What is in the page itself is executed.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

/// A whole page. `title` is text; `body`, `style` and `script` are inserted as they are, behind what pages share.
pub fn shell(title: &str, body: &str, style: &str, script: &str) -> String {
    let title = escape(title);
    let shared = SCRIPTS.join("\n");
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{title}</title>\n<style>\n{STYLE}\n{style}\n</style>\n</head>\n<body>\n{body}\n\
         <noscript><p>This page needs JavaScript.</p></noscript>\n\
         <script>\n(() => {{\n\"use strict\";\n{shared}\n{script}\n}})();\n</script>\n</body>\n</html>\n"
    )
}

/// Text as it has to be written in an element, or in the value of an attribute in double quotes.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            // Not allowed in HTML, and not in SVG either.
            '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' => escaped.push('\u{fffd}'),
            other => escaped.push(other),
        }
    }
    escaped
}

/// An element that holds `value` as JSON: `read(id)` of the script returns it.
pub fn data(id: &str, value: &impl Serialize) -> String {
    format!("<script type=\"application/json\" id=\"{}\">{}</script>\n", escape(id), json(value))
}

/// An element that holds `value` as compressed JSON: `unpack(id)` of the script returns a promise of it.
pub fn packed(id: &str, value: &impl Serialize) -> String {
    // Without a name and a time, so that equal data are equal bytes.
    let mut encoder = GzBuilder::new().write(Vec::new(), Compression::default());
    encoder.write_all(json(value).as_bytes()).expect("a vector takes all");
    let bytes = encoder.finish().expect("a vector takes all");
    let text = STANDARD.encode(bytes);
    format!("<script type=\"application/gzip\" id=\"{}\">{text}</script>\n", escape(id))
}

/// JSON that cannot end the element that it is in: only strings contain `<`.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("all keys are strings").replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAME: &str = "a\"b'</script><!--&\u{1}";

    #[test]
    fn text_cannot_leave_its_element() {
        assert_eq!(escape(NAME), "a&quot;b&#39;&lt;/script&gt;&lt;!--&amp;\u{fffd}");
    }

    #[test]
    fn data_cannot_end_its_element() {
        let element = data("names", &[NAME]);
        assert_eq!(element.matches('<').count(), 2, "{element}");
        let text = element.split_once('>').unwrap().1.rsplit_once("</script>").unwrap().0;
        let read: Vec<String> = serde_json::from_str(text).unwrap();
        assert_eq!(read, [NAME]);
    }

    #[test]
    fn equal_data_are_packed_equally() {
        let value = vec!["v1 = i32.const 1"; 1000];
        let element = packed("f1", &value);
        assert_eq!(element, packed("f1", &value));
        assert!(element.len() < 500, "{}", element.len());
    }

    #[test]
    fn a_page_refers_to_nothing() {
        let page = shell("<t>", "<main></main>", "main { margin: 0 }", "start();");
        assert!(page.contains("<title>&lt;t&gt;</title>"));
        for reference in ["src=", "href=\"http", "url(", "@import", "import(", "fetch("] {
            assert!(!page.contains(reference), "{reference}");
        }
    }
}
