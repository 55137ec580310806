//! The page that shows what an optimization did: one HTML file without references to anything else.
//!
//! [`data::Page`] is what it shows, [`render`] makes the text of the file.

pub mod data;
pub mod html;

use data::Page;

/// The page as HTML.
pub fn render(page: &Page) -> String {
    format!("<!doctype html><title>{}</title>", page.title)
}
