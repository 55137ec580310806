//! Source files as the page holds them: each in an element of its own.

use serde::Serialize;

use crate::data::{FileRecord, Page};
use crate::html;

/// What the script reads of a file.
#[derive(Serialize)]
struct Encoded<'a> {
    text: Option<&'a str>,
    lines: &'a [(u32, u64, u64)],
}

/// The elements of the files of a page. Texts are left out where all of them would take more than so many bytes:
/// those of the files with least code first.
pub(crate) fn elements(page: &mut Page, room: usize) -> String {
    let code = |file: &FileRecord| file.lines.iter().map(|line| line.1 + line.2).sum::<u64>();
    let mut order: Vec<usize> = (0..page.files.len()).collect();
    order.sort_by_key(|&at| std::cmp::Reverse(code(&page.files[at])));
    let (mut elements, mut left) = (String::new(), room);
    for at in order {
        let file = &mut page.files[at];
        let element = |text: Option<&str>, lines: &[_]| {
            html::packed(&format!("source{at}"), &Encoded { text, lines })
        };
        let mut made = element(file.text.as_deref(), &file.lines);
        if made.len() > left {
            file.text = None;
            made = element(None, &file.lines);
        }
        left = left.saturating_sub(made.len());
        elements.push_str(&made);
    }
    elements
}
