//! The documents: they name files that exist, link to pages that exist, the README is short and plain and its figures
//! are true, the index of decisions is complete, and the page of seeded bugs has those that there are.

use invar::{Level, Optimizer};
use invar_ir::mutants::MUTANTS;
use std::fs;
use std::path::{Path, PathBuf};

const DOCUMENTS: &[&str] = &["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"];

const DECISIONS: &str = "docs/decisions";

/// The most words that the page of a decision has.
const WORDS_OF_DECISION: usize = 500;

/// The most words that a sentence of the README has.
const WORDS: usize = 25;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The pages in a directory, sorted.
fn pages(directory: &str) -> Vec<String> {
    let entries = fs::read_dir(root().join(directory)).expect("a directory that can be read");
    let names = entries.map(|entry| entry.expect("a page").file_name());
    let paths = names.map(|name| format!("{directory}/{}", name.to_string_lossy()));
    let mut pages: Vec<String> = paths.filter(|path| path.ends_with(".md")).collect();
    pages.sort_unstable();
    pages
}

/// The documents, the chapters of the book, and the decisions.
fn documents() -> Vec<String> {
    let documents = DOCUMENTS.iter().map(|name| (*name).to_owned());
    documents.chain(pages("docs/book/src")).chain(pages(DECISIONS)).collect()
}

/// The files and directories below `dir`, without what is built or hidden.
fn collect(dir: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(dir).expect("a directory that can be read") {
        let path = entry.expect("an entry that can be read").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if name == "target" || name == "node_modules" || name.starts_with('.') {
            continue;
        }
        found.push(path.clone());
        if path.is_dir() {
            collect(&path, found);
        }
    }
}

/// What stands between backticks in a text and looks like a path of a source file or a directory.
fn paths(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2).filter(|word| {
        let is_path = |c: char| c.is_ascii_alphanumeric() || "_-./".contains(c);
        (word.ends_with(".rs") || word.ends_with('/') || word.ends_with(".md"))
            && word.chars().all(is_path)
    })
}

/// A text without blocks of code.
fn prose(text: &str) -> String {
    let blocks = text.split("\n```").step_by(2);
    let after = |(at, part): (usize, String)| match at {
        0 => part,
        _ => part.split_once('\n').map_or(String::new(), |(_, rest)| rest.to_owned()),
    };
    let parts: Vec<String> = blocks.map(str::to_owned).enumerate().map(after).collect();
    parts.join("\n\n")
}

/// The sentences of a text: of its paragraphs, and of each entry of a list. A link counts as its text.
fn sentences(text: &str) -> Vec<String> {
    let text = prose(text).replace("\n- ", "\n\n");
    let mut found = Vec::new();
    for paragraph in text.split("\n\n") {
        let words = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
        let words = words.split("](").enumerate().map(|(at, part)| match at {
            0 => part,
            _ => part.split_once(')').map_or("", |(_, rest)| rest),
        });
        let words = words.collect::<String>();
        found.extend(words.split(['.', '?', '!', ':']).fold(Vec::new(), |mut all, part| {
            // A full stop within a word ends no sentence.
            match all.last_mut() {
                Some(last) if !part.starts_with(' ') => *last = format!("{last}.{part}"),
                _ => all.push(part.to_owned()),
            }
            all
        }));
    }
    found
}

#[test]
fn files_that_documents_name_exist() {
    let mut files = Vec::new();
    collect(&root(), &mut files);
    let mut named = 0;
    for document in documents() {
        let text = prose(&read(&document));
        for path in paths(&text) {
            named += 1;
            assert!(
                files.iter().any(|file| file.ends_with(path)),
                "{document} names {path}, which is no file of the repository"
            );
        }
    }
    assert!(named > 80, "only {named} paths were found: are they still in backticks?");
}

#[test]
fn links_of_documents_lead_somewhere() {
    let mut followed = 0;
    for document in documents() {
        let directory = root().join(&document).parent().expect("a directory").to_path_buf();
        let text = prose(&read(&document));
        for target in text.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next()) {
            if target.is_empty() || target.contains("://") {
                continue;
            }
            followed += 1;
            assert!(
                directory.join(target).exists(),
                "{document} links to {target}, which is not there"
            );
        }
    }
    assert!(followed > 30, "only {followed} links were found");
}

#[test]
fn every_chapter_is_in_the_summary() {
    let summary = read("docs/book/src/SUMMARY.md");
    for document in documents() {
        let Some(chapter) = document.strip_prefix("docs/book/src/") else { continue };
        let listed = chapter == "SUMMARY.md" || summary.contains(&format!("]({chapter})"));
        assert!(listed, "{chapter} is not in the summary of the book");
    }
}

/// Each page has its number, a date and a status, and the index has the same.
#[test]
fn the_index_of_decisions_is_complete() {
    let index = read("docs/decisions/README.md");
    let rows: Vec<Vec<&str>> = index
        .lines()
        .filter_map(|line| line.strip_prefix("| [")?.strip_suffix(" |"))
        .map(|row| row.split(" | ").collect())
        .collect();
    let pages: Vec<String> =
        pages(DECISIONS).into_iter().filter(|path| !path.ends_with("README.md")).collect();
    assert_eq!(rows.len(), pages.len(), "rows of the index, and pages");
    for (n, (row, path)) in rows.iter().zip(&pages).enumerate() {
        let number = format!("{:04}", n + 1);
        let name = path.rsplit('/').next().expect("a name");
        assert!(name.starts_with(&format!("{number}-")), "{path} is not number {number}");
        let page = read(path);
        let lines: Vec<&str> = page.lines().collect();
        assert!(lines[0].starts_with(&format!("# {number}. ")), "the title of {path}");
        let said = lines[2].strip_prefix("Date: ").and_then(|rest| rest.split_once(". Status: "));
        let (date, status) = said.unwrap_or_else(|| panic!("{path} has no date and status"));
        let [of_row, date_of_row, status_of_row, what] = row[..] else { panic!("{row:?}") };
        assert_eq!(of_row, format!("{number}]"), "the rows are in order");
        assert!(date.starts_with(date_of_row), "{path} has another date in the index");
        assert!(status.starts_with(status_of_row), "{path} has another status in the index");
        assert!(!what.is_empty(), "the index does not say what {path} decides");
        let target = format!("\n[{number}]: {name}\n");
        assert!(index.contains(&target), "the index does not link to {path}");
        let words = page.split_whitespace().count();
        assert!(words <= WORDS_OF_DECISION, "{path} has {words} words");
    }
}

#[test]
fn sentences_of_the_readme_are_short() {
    let sentences = sentences(&read("README.md"));
    assert!(sentences.len() > 20, "only {} sentences were found", sentences.len());
    for sentence in sentences {
        let words = sentence.split_whitespace().count();
        assert!(words <= WORDS, "{words} words: {sentence}");
    }
}

/// `scripts/stranger` runs each line of blocks that begin with `sh`, so these have to be commands.
#[test]
fn blocks_of_the_readme_are_commands_or_programs() {
    let readme = read("README.md");
    let blocks: Vec<&str> = readme.split("\n```").skip(1).step_by(2).collect();
    let mut commands = Vec::new();
    for block in blocks {
        let (language, lines) = block.split_once('\n').expect("a block has lines");
        assert!(["sh", "rust"].contains(&language), "a block of language {language:?}:\n{lines}");
        if language == "sh" {
            commands.extend(lines.lines());
        }
    }
    let known = |line: &&str| line.starts_with("cargo ") || line.starts_with("invar ");
    assert!(commands.iter().all(known), "scripts/stranger would run {commands:?}");
    let optimizes = |line: &&str| line.starts_with("cargo run --release -- opt examples/");
    assert!(commands.iter().any(optimizes), "no command optimizes a module that is there");
    assert!(commands.contains(&"cargo test"), "no command runs the tests");
}

#[test]
fn the_program_of_the_readme_is_the_example() {
    let example = read("crates/invar/examples/shrink.rs");
    let (_, program) = example.split_once("\n\n").expect("a header and a program");
    assert!(read("README.md").contains(&format!("```rust\n{program}```\n")));
}

#[test]
fn sizes_in_the_readme_are_true() {
    let sha256 = wat::parse_file(root().join("examples/sha256.wat")).expect("it is a module");
    let words = fs::read(root().join("docs/book/examples/words-rust.wasm")).expect("a module");
    let sizes = |level, wasm: &[u8]| {
        let report = Optimizer::new(level).run(wasm).expect("it is optimized").report;
        (report.input, report.output)
    };
    let ((input, fast), (_, small)) = (sizes(Level::O3, &sha256), sizes(Level::Oz, &sha256));
    let (before, after) = sizes(Level::Oz, &words);
    let text = read("README.md").split_whitespace().collect::<Vec<_>>().join(" ");
    for said in [
        format!("Here the code has {} bytes.", input.code_bytes),
        format!("With `-O3` it has {}, and with `-Oz` {}.", fast.code_bytes, small.code_bytes),
        format!("It prints `{} bytes -> {} bytes`.", before.bytes, after.bytes),
    ] {
        assert!(text.contains(&said), "the README does not say: {said}");
    }
}

/// The cells of the rows of a table that begin with a name in backticks, without the backticks of the name.
fn named_rows(text: &str) -> Vec<Vec<&str>> {
    let rows = text.lines().filter_map(|line| line.strip_prefix("| `")?.strip_suffix(" |"));
    rows.map(|row| row.split(" | ").collect())
        .map(|mut cells: Vec<&str>| {
            cells[0] = cells[0].trim_end_matches('`');
            cells
        })
        .collect()
}

#[test]
fn the_page_of_mutants_has_those_that_there_are() {
    let page = read("docs/mutants.md");
    let rows = named_rows(&page);
    for row in &rows {
        let [name, krate, kind, assumes, _] = row[..] else { panic!("{row:?}: not five cells") };
        let Some(seeded) = MUTANTS.iter().find(|seeded| seeded.name == name) else {
            panic!("docs/mutants.md has a row of {name}, which is no mutant");
        };
        let said = (krate, kind, assumes);
        assert_eq!(said, (seeded.krate, seeded.kind.name(), seeded.assumes), "{name}");
    }
    let names: Vec<&str> = rows.iter().map(|row| row[0]).collect();
    let known: Vec<&str> = MUTANTS.iter().map(|seeded| seeded.name).collect();
    for name in &known {
        assert!(names.contains(name), "docs/mutants.md has no row of {name}");
    }
    assert_eq!(names, known, "the rows are in the order of the list, each once");
}

#[test]
fn the_counts_of_mutants_are_those_of_the_rows() {
    let page = read("docs/mutants.md");
    let rows = named_rows(&page);
    let count = |begin: &str| rows.iter().filter(|row| row[4].starts_with(begin)).count();
    let unnoticed: Vec<&str> =
        rows.iter().filter(|row| row[4] == "**nothing**").map(|row| row[0]).collect();
    let noticed = rows.len() - unnoticed.len();
    let percent = 100.0 * noticed as f64 / rows.len() as f64;
    let (all, names) = (rows.len(), unnoticed.join(", "));
    let text = page.split_whitespace().collect::<Vec<_>>().join(" ");
    let sentence = format!(
        "{all} mutants, of which {noticed} are noticed ({percent:.1}%). Unnoticed: {names}."
    );
    assert!(text.contains(&sentence), "docs/mutants.md does not say: {sentence}");
    for name in unnoticed {
        assert!(page.contains(&format!("\n- `{name}`: ")), "no reason why {name} is unnoticed");
    }
    for (layer, begin) in
        [("unit", "unit"), ("filetests", "filetests"), ("generated programs", "generated programs")]
    {
        let row = format!("| {layer} | {} |", count(begin));
        assert!(page.contains(&row), "docs/mutants.md does not say: {row}");
    }
}
