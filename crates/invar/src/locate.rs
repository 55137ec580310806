//! Where in a module a byte offset is, for errors: the function and the operator.

use crate::error::Error;
use invar_ir::text_name_of_visitor;
use wasmparser::{
    ExternalKind, FunctionBody, KnownCustom, Name, Operator, Parser, Payload, TypeRef,
};

/// An error that says in which function, and at which operator, its offset is, if it is in a body.
pub fn in_function(wasm: &[u8], error: Error) -> Error {
    match error.offset().and_then(|offset| place(wasm, offset)) {
        Some(place) => {
            let message = format!("{place}: {}", error.message());
            Error::at(error.offset().unwrap_or_default(), message)
        }
        None => error,
    }
}

/// The function around an offset, and the operator at it: ``function 3 "f", at `i32.add` ``. Linear in the module,
/// of which only the function with the offset has to be well formed.
fn place(wasm: &[u8], offset: u64) -> Option<String> {
    let mut index = 0;
    let mut exports = Vec::new();
    let mut found = None;
    let mut name = None;
    for payload in Parser::new(0).parse_all(wasm) {
        match payload {
            Ok(Payload::ImportSection(section)) => {
                let imports = section.into_imports().filter_map(Result::ok);
                let is_func = |ty: &TypeRef| matches!(ty, TypeRef::Func(_) | TypeRef::FuncExact(_));
                index += imports.filter(|import| is_func(&import.ty)).count() as u32;
            }
            Ok(Payload::ExportSection(section)) => exports.extend(section.into_iter().flatten()),
            Ok(Payload::CodeSectionEntry(body)) => {
                // The end of a body is where its last operator is found to be missing.
                let range = body.range();
                if found.is_none() && (range.start..=range.end).contains(&offset) {
                    found = Some((index, operator(&body, offset)));
                }
                index += 1;
            }
            Ok(Payload::CustomSection(section)) => {
                if let (Some((index, _)), KnownCustom::Name(names)) = (&found, section.as_known()) {
                    let functions = names.into_iter().filter_map(|part| match part {
                        Ok(Name::Function(functions)) => Some(functions),
                        _ => None,
                    });
                    let mut all = functions.flat_map(|map| map.into_iter().flatten());
                    name = all.find(|naming| naming.index == *index).map(|naming| naming.name);
                }
            }
            Ok(_) => {}
            Err(_) => break,
        }
    }
    let (index, operator) = found?;
    let export = || {
        let is_it = |kind| matches!(kind, ExternalKind::Func | ExternalKind::FuncExact);
        let export = exports.iter().find(|export| is_it(export.kind) && export.index == index);
        export.map(|export| export.name)
    };
    let name = name.or_else(export).map(|name| format!(" \"{}\"", name.escape_debug()));
    let operator = operator.map(|operator| format!(", at `{operator}`"));
    Some(format!("function {index}{}{}", name.unwrap_or_default(), operator.unwrap_or_default()))
}

/// The operator at an offset.
fn operator(body: &FunctionBody<'_>, offset: u64) -> Option<String> {
    let operators = body.get_operators_reader().ok()?.into_iter_with_offsets();
    let mut operators = operators.map_while(Result::ok);
    operators
        .find(|&(_, at)| at >= offset)
        .filter(|&(_, at)| at == offset)
        .map(|it| text_name_of_visitor(visitor_name(&it.0)))
}

macro_rules! define_visitor_name {
    ($( @$proposal:ident $op:ident $({ $($arg:ident: $argty:ty),* })? => $visit:ident ($($ann:tt)*) )*) => {
        /// The name of wasmparser's method for an operator, such as `visit_i32_add`.
        fn visitor_name(operator: &Operator<'_>) -> &'static str {
            match operator {
                $( Operator::$op { .. } => stringify!($visit), )*
                _ => "visit_unknown",
            }
        }
    };
}
wasmparser::for_each_operator!(define_visitor_name);

#[cfg(test)]
mod tests {
    #[test]
    fn an_error_in_a_body_names_function_and_operator() {
        let wat = r#"(module (import "m" "f" (func)) (func) (func (export "g") (result i32)
            (i32.add (i32.const 1) (f32.const 2))))"#;
        let wasm = wat::parse_str(wat).unwrap();
        let error = crate::Optimizer::default().run(&wasm).unwrap_err();
        assert!(
            error.message().starts_with("function 2 \"g\", at `i32.add`: type mismatch"),
            "{error}"
        );
        let named = r#"(module (func $inner (drop (i32.atomic.load (i64.const 2)))))"#;
        let wasm = wat::parse_str(named).unwrap();
        let error = crate::Optimizer::default().run(&wasm).unwrap_err();
        assert!(
            error.message().starts_with("function 0 \"inner\", at `i32.atomic.load`: "),
            "{error}"
        );
    }

    #[test]
    fn an_error_elsewhere_stays_as_it_is() {
        let error = crate::Optimizer::default().run(b"\0asm\x01\0\0\0\x0c").unwrap_err();
        assert!(!error.message().contains("function"), "{error}");
    }
}
