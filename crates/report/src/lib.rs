//! The page that shows what an optimization did: one HTML file without references to anything else.
//!
//! [`data::Page`] is what it shows, [`render`] makes the text of the file. [`html`] has what such pages share.

pub mod data;
mod flow;
mod history;
pub mod html;
mod index;
mod picture;
mod regions;
mod remarks;

use data::Page;
use rayon::prelude::*;

/// The size of a page in bytes that [`render`] keeps to.
pub const LIMIT: usize = 30_000_000;

const BODY: &str = include_str!("assets/report.html");
const STYLE: &str = concat!(
    include_str!("assets/report.css"),
    include_str!("assets/code.css"),
    include_str!("assets/graph.css")
);
const SCRIPTS: [&str; 6] = [
    include_str!("assets/lists.js"),
    include_str!("assets/difference.js"),
    include_str!("assets/code.js"),
    include_str!("assets/graph.js"),
    include_str!("assets/function.js"),
    include_str!("assets/report.js"),
];

/// The page as HTML, of at most [`LIMIT`] bytes.
pub fn render(page: &Page) -> String {
    render_within(page, LIMIT)
}

/// The page as HTML, of at most `limit` bytes if the table of functions leaves room: histories that have no room are
/// left out, those of functions that were not asked for and changed least first. The page says how many.
pub fn render_within(page: &Page, limit: usize) -> String {
    let with_history = (0..page.functions.len()).filter(|&at| page.functions[at].history.is_some());
    let mut order: Vec<usize> = with_history.collect();
    let all = order.clone();
    order.sort_by_key(|&at| {
        let function = &page.functions[at];
        (!function.asked, std::cmp::Reverse(function.changes), at)
    });
    // Which functions are shown is not known yet; it makes little difference to the size of these parts.
    let shell = html::shell(&page.title, BODY, STYLE, &SCRIPTS.join("\n"));
    let fixed = shell.len()
        + html::data("index", &index::index(page, &all)).len()
        + html::packed("remarks", &remarks::columns(page, &all)).len();
    let mut elements = histories(page, &order, limit.saturating_sub(fixed + fixed / 50));
    elements.sort_unstable();

    let shown: Vec<usize> = elements.iter().map(|&(at, _)| at).collect();
    let mut body = BODY.to_string();
    body.push_str(&html::data("index", &index::index(page, &shown)));
    body.push_str(&html::packed("remarks", &remarks::columns(page, &shown)));
    body.extend(elements.into_iter().map(|(_, element)| element));
    html::shell(&page.title, &body, STYLE, &SCRIPTS.join("\n"))
}

/// The elements with the histories of functions, as many as have room, by place. Those first in `order` go first.
fn histories(page: &Page, order: &[usize], mut room: usize) -> Vec<(usize, String)> {
    let mut elements = Vec::new();
    for chunk in order.chunks(64) {
        let encode = |&at: &usize| {
            let history = page.functions[at].history.as_ref()?;
            Some((at, html::packed(&format!("f{at}"), &history::encode(page, history))))
        };
        let encoded: Vec<_> = chunk.par_iter().filter_map(encode).collect();
        let before = elements.len();
        for (at, element) in encoded {
            if element.len() <= room {
                room -= element.len();
                elements.push((at, element));
            }
        }
        if elements.len() == before {
            break;
        }
    }
    elements
}

#[cfg(test)]
mod tests;
