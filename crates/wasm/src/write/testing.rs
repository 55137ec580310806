//! A notation of flat code for the tests of the writer: items, parted by `;`, with locals and labels by
//! number.

use super::code::{Clause, Code, FUNCTION_LABEL, Item, Label, Origin, TypeLists, Typed};
use super::{Target, lower};
use invar_ir::{Module, Op, Opcode, ValType, display_op};

/// Reads items. Operators are those without immediates, `i32.const`, and those on `f0` and `g0`.
pub fn items(text: &str) -> Vec<Item> {
    text.split(';').map(str::trim).filter(|item| !item.is_empty()).map(item).collect()
}

fn item(text: &str) -> Item {
    let words: Vec<&str> = text.split_whitespace().collect();
    let number = || words[1].parse::<u32>().unwrap_or(FUNCTION_LABEL);
    let typed = |at: usize| match words.get(at) {
        Some(_) => Typed::One(ValType::I32),
        None => Typed::None,
    };
    match words[0] {
        "get" => Item::Get(number()),
        "set" => Item::Set(number()),
        "tee" => Item::Tee(number()),
        "drop" => Item::Drop,
        "block" => Item::Block(number(), typed(2)),
        "loop" => Item::Loop(number(), typed(2)),
        "if" => Item::If(typed(1), None),
        "try" => {
            let clause = Clause { tag: None, with_ref: false, to: number() };
            Item::Try(typed(2), [clause].into())
        }
        "call" => Item::Op(Op::Call { function_index: 0 }, Origin::NONE),
        "else" => Item::Else,
        "end" => Item::End,
        "br" => Item::Br(number()),
        "br_if" => Item::BrIf(number(), None),
        "return" => Item::Return,
        "unreachable" => Item::Unreachable(Origin::NONE),
        "rethrow" => Item::Leave(Op::Rethrow { relative_depth: number() }, Origin::NONE),
        "i32.const" => {
            let value = words[1].parse().expect("a constant");
            Item::Op(Op::I32Const { value }, Origin::NONE)
        }
        name => Item::Op(Opcode::from_name(name).expect("an operator").zeroed(), Origin::NONE),
    }
}

/// Writes items in the same notation. Hints of branches are left out.
pub fn show(items: &[Item]) -> String {
    let label = |&label: &Label| match label {
        FUNCTION_LABEL => "return".to_string(),
        label => label.to_string(),
    };
    let typed = |typed: &Typed| match typed {
        Typed::None => String::new(),
        Typed::One(ty) => format!(" {ty}"),
        Typed::Many(_, count) => format!(" {count} values"),
    };
    let show = |item: &Item| match item {
        Item::Leave(Op::Rethrow { relative_depth: to }, _) => format!("rethrow {}", label(to)),
        Item::Op(op, _) | Item::Leave(op, _) => display_op(op).to_string(),
        Item::Get(local) => format!("get {local}"),
        Item::Set(local) => format!("set {local}"),
        Item::Tee(local) => format!("tee {local}"),
        Item::Block(to, ty) => format!("block {}{}", label(to), typed(ty)),
        Item::Loop(to, ty) => format!("loop {}{}", label(to), typed(ty)),
        Item::If(ty, _) => format!("if{}", typed(ty)),
        Item::Try(ty, own) => {
            let clause = |clause: &Clause| {
                let tag = clause.tag.map_or("_all".to_owned(), |tag| format!(" {tag}"));
                let with_ref = if clause.with_ref { "_ref" } else { "" };
                format!(" (catch{with_ref}{tag} {})", label(&clause.to))
            };
            let clauses: String = own.iter().map(clause).collect();
            match (ty, &**own) {
                (ty, [Clause { tag: None, with_ref: false, to }]) => {
                    format!("try {}{}", label(to), typed(ty))
                }
                _ => format!("try_table{}{clauses}", typed(ty)),
            }
        }
        Item::LegacyTry(to, ty) => format!("try_legacy {}{}", label(to), typed(ty)),
        Item::Catch(None) => "catch_all".to_owned(),
        Item::Catch(Some(tag)) => format!("catch {tag}"),
        Item::Delegated(ty, to) => format!("delegated {}{}", label(to), typed(ty)),
        Item::Br(to) => format!("br {}", label(to)),
        Item::BrIf(to, _) => format!("br_if {}", label(to)),
        Item::BrTable(labels) => {
            format!("br_table {}", labels.iter().map(label).collect::<Vec<_>>().join(" "))
        }
        Item::Unreachable(_) => "unreachable".to_owned(),
        other => format!("{other:?}").to_lowercase(),
    };
    items.iter().map(show).collect::<Vec<_>>().join("; ")
}

/// What the function in the text becomes, without rotation of loops.
pub fn lowered(text: &str) -> String {
    let (module, f) = invar_generate::functions::parse(text);
    let code = lower(&module, f, Target::default()).expect("the function can be written");
    show(&code.items)
}

/// Applies a rewrite to the code of a function with one parameter and three more locals, all `i32`, in the
/// module that [`invar_generate::functions::parse`] makes.
pub fn rewritten(text: &str, rewrite: impl FnOnce(&mut Code, &Module)) -> String {
    let (module, _) = invar_generate::functions::parse("func f1 : () -> () {\n b0:\n return\n }");
    let mut code = Code {
        params: 1,
        locals: vec![ValType::I32; 3],
        items: items(text),
        lists: TypeLists::default(),
        locations: None,
    };
    rewrite(&mut code, &module);
    show(&code.items)
}
