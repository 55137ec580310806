//! Names: of the name section, and what they are in the source language.

use cpp_demangle::{DemangleOptions, Symbol};
use std::fmt::{self, Write};

/// The name of something, as it is in the module and as people read it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    /// As it is in the module.
    pub raw: String,
    /// Demangled, if it is a mangled name of Rust or C++. The hash of Rust is left out.
    pub demangled: Option<String>,
}

impl Name {
    /// A name of a function.
    pub fn of_function(raw: &str) -> Name {
        Name { raw: raw.to_owned(), demangled: demangle(raw) }
    }

    /// A name that is not mangled.
    pub fn plain(raw: impl Into<String>) -> Name {
        Name { raw: raw.into(), demangled: None }
    }

    /// For people.
    pub fn shown(&self) -> &str {
        self.demangled.as_deref().unwrap_or(&self.raw)
    }
}

fn demangle(raw: &str) -> Option<String> {
    let mut text = Bounded::default();
    if let Ok(symbol) = rustc_demangle::try_demangle(raw) {
        write!(text, "{symbol:#}").ok()?;
    } else {
        let symbol = raw.starts_with("_Z").then(|| Symbol::new(raw).ok()).flatten()?;
        symbol.structured_demangle(&mut text, &DemangleOptions::new()).ok()?;
    }
    Some(text.0)
}

/// Text of a bounded length: a mangled name can stand for one that is exponentially longer.
#[derive(Default)]
struct Bounded(String);

impl Bounded {
    const LONGEST: usize = 1 << 14;
}

impl Write for Bounded {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if self.0.len() + text.len() > Self::LONGEST {
            return Err(fmt::Error);
        }
        self.0.push_str(text);
        Ok(())
    }
}

/// The outermost namespace of a demangled name: a crate of Rust, a namespace of C++, a package of Go, a
/// folder of AssemblyScript. C has none.
pub fn namespace(name: &str) -> Option<&str> {
    if name.contains("::") {
        return path_root(name);
    }
    // `github.com/evanw/esbuild/internal/fs.(*zipFile).Close`, `~lib/rt/itcms/__new`.
    let folder = name.rfind('/').filter(|slash| !name[..*slash].contains([' ', '(']));
    let file = folder.map_or(0, |slash| slash + 1);
    match name[file..].find('.') {
        Some(dot) if dot > 0 => Some(&name[..file + dot]),
        _ => folder.map(|slash| &name[..slash]),
    }
}

/// The innermost namespace of a demangled name: a module or type of Rust, a namespace or class of C++; otherwise that
/// of [`namespace`].
pub fn innermost_namespace(name: &str) -> Option<&str> {
    let root = namespace(name)?;
    if !name.contains("::") {
        return Some(root);
    }
    let path = &name[name.find(root)?..];
    let is_part = |c: char| c.is_alphanumeric() || "_$~:".contains(c);
    let path = &path[..path.find(|c| !is_part(c)).unwrap_or(path.len())];
    path.trim_end_matches(':').rsplit_once("::").map(|(outer, _)| outer).or(Some(root))
}

/// The first part of a path with `::`. What comes before the path is left out: `<` and `&` of a type in
/// Rust, the type of the result of a template in C++.
fn path_root(name: &str) -> Option<&str> {
    let end = name.find("::")?;
    let head = &name[..end];
    let is_part = |c: char| c.is_alphanumeric() || "_$~".contains(c);
    let start = head.trim_end_matches(is_part).len();
    let root = &head[start..];
    (!root.is_empty()).then_some(root)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_demangled() {
        let shown = |raw| Name::of_function(raw).shown().to_owned();
        assert_eq!(
            shown("_ZN4core3fmt9Formatter3pad17h0123456789abcdefE"),
            "core::fmt::Formatter::pad"
        );
        assert_eq!(shown("_RNvC6_123foo3bar"), "123foo::bar");
        assert_eq!(shown("_ZN3foo3barEi"), "foo::bar(int)");
        assert_eq!(shown("malloc"), "malloc");
    }

    #[test]
    fn names_have_a_namespace() {
        assert_eq!(namespace("core::fmt::Formatter::pad"), Some("core"));
        assert_eq!(namespace("<alloc::vec::Vec<T> as core::fmt::Debug>::fmt"), Some("alloc"));
        assert_eq!(namespace("void std::__2::sort<int*>(int*, int*)"), Some("std"));
        assert_eq!(namespace("runtime.gcStart"), Some("runtime"));
        let go = "github.com/evanw/esbuild/internal/fs.(*zipFile).Close";
        assert_eq!(namespace(go), Some("github.com/evanw/esbuild/internal/fs"));
        assert_eq!(namespace("~lib/rt/itcms/__new"), Some("~lib/rt/itcms"));
        assert_eq!(namespace("malloc"), None);
        assert_eq!(innermost_namespace("core::fmt::Formatter::pad"), Some("core::fmt::Formatter"));
        let method = "<alloc::vec::Vec<T> as core::fmt::Debug>::fmt";
        assert_eq!(innermost_namespace(method), Some("alloc::vec"));
        let sort = "void std::__2::sort<int*>(int*, int*)";
        assert_eq!(innermost_namespace(sort), Some("std::__2"));
        assert_eq!(innermost_namespace("runtime.gcStart"), Some("runtime"));
        assert_eq!(innermost_namespace("malloc"), None);
        assert_eq!(namespace("::main"), None);
    }
}
