//! The pages of `invar top` and `invar diff`: data, and a script that draws them.

use super::files;
use anyhow::Result;
use invar_report::html;
use serde::Serialize;

const STYLE: &str = "\
.totals { display: flex; flex-wrap: wrap; gap: .6rem 2.5rem; margin: 0 0 .6rem; }
.totals dd { margin: 0; }";

/// A module on a page.
#[derive(Serialize)]
pub struct Shown<T> {
    /// What comes before it if there are several: which module of a component it is.
    pub heading: String,
    /// What is known of it.
    pub data: T,
}

/// Writes a page of modules, each drawn by the script.
pub fn write<T: Serialize>(
    path: &str,
    title: &str,
    script: &str,
    modules: &[Shown<T>],
) -> Result<()> {
    let body = format!(
        "<header><h1>{}</h1></header>\n<main id=\"main\"></main>\n{}",
        html::escape(title),
        html::packed("modules", &modules)
    );
    let script = format!("{}\n{script}", include_str!("assets/modules.js"));
    files::write(path, html::shell(title, &body, STYLE, &script).as_bytes())
}
