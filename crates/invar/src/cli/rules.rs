//! `invar rules`: the rewrite rules, for people.

use super::{Failure, files};
use invar::RewriteRule;
use std::process::ExitCode;

/// Lists the rules: what each does, and under which condition.
pub fn run() -> Result<ExitCode, Failure> {
    let longest = RewriteRule::all().map(|rule| rule.name().len()).max().unwrap_or(0);
    let line = |rule: RewriteRule| format!("{:longest$}  {}\n", rule.name(), rule.doc());
    let text: String = RewriteRule::all().map(line).collect();
    files::write("-", text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}
