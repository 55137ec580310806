//! Markdown on stdin to HTML on stdout.
//!
//!     markdown [--toc] [--plain]
//!
//! --toc puts a table of contents, linked to the headings, before the text;
//! --plain reads CommonMark without the extensions (tables, footnotes, task lists ...).

use pulldown_cmark::{html, CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use std::collections::HashMap;
use std::io::{self, Read, Write};
use std::process::ExitCode;

struct Heading {
    level: HeadingLevel,
    id: String,
    title: String,
}

/// A heading's words in lower case joined by dashes; a number follows when it was used before.
fn anchor(title: &str, used: &mut HashMap<String, usize>) -> String {
    let words: Vec<String> = title
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    let id = words.join("-");
    let uses = used.entry(id.clone()).or_default();
    *uses += 1;
    if *uses == 1 {
        id
    } else {
        format!("{id}-{uses}")
    }
}

/// Gives every heading an id and lists them.
fn number_headings(events: &mut [Event]) -> Vec<Heading> {
    let mut headings = Vec::new();
    let mut used = HashMap::new();
    let mut index = 0;
    while index < events.len() {
        let start = index;
        index += 1;
        let Event::Start(Tag::Heading { level, .. }) = events[start] else { continue };
        let mut title = String::new();
        while index < events.len() && events[index] != Event::End(TagEnd::Heading(level)) {
            if let Event::Text(text) | Event::Code(text) = &events[index] {
                title.push_str(text);
            }
            index += 1;
        }
        let anchor = anchor(&title, &mut used);
        if let Event::Start(Tag::Heading { id, .. }) = &mut events[start] {
            *id = Some(CowStr::from(anchor.clone()));
        }
        headings.push(Heading { level, id: anchor, title });
    }
    headings
}

fn contents(headings: &[Heading]) -> String {
    let mut text = String::from("<nav>\n");
    for Heading { level, id, title } in headings {
        let indent = "  ".repeat(*level as usize);
        text.push_str(&format!("{indent}<a class=\"{level}\" href=\"#{id}\">"));
        // Writing to a string cannot fail.
        let _ = pulldown_cmark_escape::escape_html(&mut text, title);
        text.push_str("</a>\n");
    }
    text.push_str("</nav>\n");
    text
}

fn run() -> Result<(), String> {
    let (mut toc, mut extensions) = (false, Options::all());
    for arg in std::env::args().skip(1) {
        match arg.as_str() {
            "--toc" => toc = true,
            "--plain" => extensions = Options::empty(),
            _ => return Err(format!("unknown option {arg}")),
        }
    }
    let mut text = String::new();
    io::stdin().read_to_string(&mut text).map_err(|e| e.to_string())?;
    let mut events: Vec<Event> = Parser::new_ext(&text, extensions).collect();
    let mut page = String::new();
    if toc {
        page = contents(&number_headings(&mut events));
    }
    html::push_html(&mut page, events.into_iter());
    io::stdout().write_all(page.as_bytes()).map_err(|e| e.to_string())
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("markdown: {message}");
            ExitCode::FAILURE
        }
    }
}
