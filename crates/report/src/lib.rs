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
mod sources;
mod texts;

use std::collections::HashMap;

use data::{Page, Texts};
use history::Wanted;
use rayon::prelude::*;

/// The size of a page in bytes that [`render`] keeps to.
pub const LIMIT: usize = 30_000_000;

/// How much the pictures of functions that were not asked for may cost, in the unit of [`history::costs`], which is
/// about half a microsecond.
const PICTURES: u64 = 150_000;

const BODY: &str = include_str!("assets/report.html");
const STYLE: &str = concat!(
    include_str!("assets/report.css"),
    include_str!("assets/source.css"),
    include_str!("assets/code.css"),
    include_str!("assets/graph.css")
);
const SCRIPTS: [&str; 13] = [
    include_str!("assets/overview.js"),
    include_str!("assets/groups.js"),
    include_str!("assets/lists.js"),
    include_str!("assets/versions.js"),
    include_str!("assets/difference.js"),
    include_str!("assets/code.js"),
    include_str!("assets/text.js"),
    include_str!("assets/source.js"),
    include_str!("assets/linear.js"),
    include_str!("assets/graph.js"),
    include_str!("assets/head.js"),
    include_str!("assets/function.js"),
    include_str!("assets/report.js"),
];

/// The part of a page that the texts of source files may take.
const SOURCES: usize = 4;

/// The page as HTML, of at most [`LIMIT`] bytes.
pub fn render(page: Page, texts: &dyn Texts) -> String {
    render_within(page, texts, LIMIT)
}

/// The page as HTML, of at most `limit` bytes if the table of functions leaves room: histories that have no room are
/// left out, those of functions that were not asked for and changed least first. Then come texts of functions. The page
/// says what it does not have.
pub fn render_within(mut page: Page, texts: &dyn Texts, limit: usize) -> String {
    let sources = sources::elements(&mut page, limit / SOURCES);
    let page = &page;
    let all: Vec<usize> =
        (0..page.functions.len()).filter(|&at| page.functions[at].history.is_some()).collect();
    let mut order = all.clone();
    order.sort_by_key(|&at| {
        let function = &page.functions[at];
        (!function.asked, std::cmp::Reverse(function.changes), at)
    });
    let mut lists = lists(page, &all);
    // The lists differ little by which functions are shown.
    let fixed = wrap(page, &sources).len() + lists.len() + lists.len() / 50;
    let mut elements = histories(page, &order, limit.saturating_sub(fixed));
    elements.sort_unstable();
    if elements.len() < all.len() {
        let shown: Vec<usize> = elements.iter().map(|&(at, _)| at).collect();
        lists = self::lists(page, &shown);
    }
    lists.push_str(&sources);
    lists.extend(elements.into_iter().map(|(_, element)| element));
    let room = limit.saturating_sub(wrap(page, &lists).len());
    lists.push_str(&texts::elements(page, texts, room));
    wrap(page, &lists)
}

/// The page with these elements of data.
fn wrap(page: &Page, data: &str) -> String {
    html::shell(&page.title, &format!("{BODY}{data}"), STYLE, &SCRIPTS.join("\n"))
}

/// The elements of what is listed of all functions, if those at the places `shown` are shown in detail.
fn lists(page: &Page, shown: &[usize]) -> String {
    let index = html::data("index", &index::index(page, shown));
    index + &html::packed("remarks", &remarks::columns(page, shown))
}

/// The elements with the histories of functions, as many as have room, by place. Those first in `order` go first.
fn histories(page: &Page, order: &[usize], mut room: usize) -> Vec<(usize, String)> {
    let mut elements = Vec::new();
    let wanted = wanted(page, order);
    for chunk in order.chunks(64) {
        let encode = |&at: &usize| {
            let history = page.functions[at].history.as_ref()?;
            let encoded = history::encode(page, history, wanted[&at]);
            Some((at, html::packed(&format!("f{at}"), &encoded)))
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

/// Of which functions pictures are placed: of those that were asked for, and of others as long as this takes little
/// time beside that of the optimization.
fn wanted(page: &Page, order: &[usize]) -> HashMap<usize, Wanted> {
    let costs = |&at: &usize| page.functions[at].history.as_ref().map(history::costs);
    let costs: Vec<_> = order.par_iter().map(costs).collect();
    let (graphs, drawings): (Vec<u64>, Vec<u64>) =
        costs.into_iter().map(Option::unwrap_or_default).unzip();
    let asked: Vec<bool> = order.iter().map(|&at| page.functions[at].asked).collect();
    let (graphs, drawings) = (within(&asked, &graphs), within(&asked, &drawings));
    let of_each = order.iter().zip(graphs.into_iter().zip(drawings));
    of_each.map(|(&at, (graphs, drawings))| (at, Wanted { graphs, drawings })).collect()
}

/// Which of these costs have room: those that were asked for, and others, the first ones first. One that takes much
/// is left for what remains.
fn within(asked: &[bool], costs: &[u64]) -> Vec<bool> {
    let mut granted = asked.to_vec();
    let mut left = PICTURES;
    for most in [PICTURES / 5, PICTURES] {
        for (granted, &cost) in granted.iter_mut().zip(costs) {
            if !*granted && cost <= most.min(left) {
                *granted = true;
                left -= cost;
            }
        }
    }
    granted
}

#[cfg(test)]
mod tests;
