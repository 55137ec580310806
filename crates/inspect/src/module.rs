//! A module as items that take up its bytes and refer to each other.

use crate::names::Name;
use crate::operators::Space;
use cranelift_entity::{PrimaryMap, entity_impl};
use std::fmt;
use std::ops::Range;

/// An item of a [`ModuleItems`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ItemId(u32);
entity_impl!(ItemId, "item");

/// What an item is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum ItemKind {
    /// A defined function: an entry of the code section.
    Function,
    /// A data segment.
    Data,
    /// An element segment.
    Element,
    /// A type, or the types of a recursion group.
    Type,
    /// An import.
    Import,
    /// An export.
    Export,
    /// A defined table.
    Table,
    /// A defined memory.
    Memory,
    /// A defined global.
    Global,
    /// A defined tag.
    Tag,
    /// The start section.
    Start,
    /// A subsection of the name section.
    Names,
    /// Another custom section.
    Custom,
    /// What is left: the header of the module, headers of sections, and sections without items.
    Section,
}

impl ItemKind {
    /// All kinds.
    pub const ALL: [ItemKind; 14] = [
        ItemKind::Function,
        ItemKind::Data,
        ItemKind::Element,
        ItemKind::Type,
        ItemKind::Import,
        ItemKind::Export,
        ItemKind::Table,
        ItemKind::Memory,
        ItemKind::Global,
        ItemKind::Tag,
        ItemKind::Start,
        ItemKind::Names,
        ItemKind::Custom,
        ItemKind::Section,
    ];

    /// The kind's name, as JSON has it.
    pub fn name(self) -> &'static str {
        match self {
            ItemKind::Function => "function",
            ItemKind::Data => "data",
            ItemKind::Element => "element",
            ItemKind::Type => "type",
            ItemKind::Import => "import",
            ItemKind::Export => "export",
            ItemKind::Table => "table",
            ItemKind::Memory => "memory",
            ItemKind::Global => "global",
            ItemKind::Tag => "tag",
            ItemKind::Start => "start",
            ItemKind::Names => "names",
            ItemKind::Custom => "custom",
            ItemKind::Section => "section",
        }
    }
}

/// A part of a module: an entry of a section, or what is between these.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Item {
    /// What it is.
    pub kind: ItemKind,
    /// The item's index among those of its kind; of what has an index space of its own (functions, tables, memories,
    /// globals, tags, types), that index.
    pub index: u32,
    /// The item's name, if it has one: of the name section, of an import or export, of a section.
    pub name: Option<Name>,
    /// The bytes in the file.
    pub range: Range<u64>,
}

impl Item {
    /// How many bytes it has.
    pub fn bytes(&self) -> u64 {
        self.range.end - self.range.start
    }

    /// The item's name, for people; a function without one is `func[7]`.
    pub fn label(&self) -> String {
        self.to_string()
    }
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.name.as_ref().map(Name::shown);
        let index = self.index;
        match (self.kind, name) {
            (ItemKind::Function, Some(name)) => f.write_str(name),
            (ItemKind::Function, None) => write!(f, "func[{index}]"),
            (ItemKind::Import | ItemKind::Export, Some(name)) => {
                write!(f, "{} \"{name}\"", self.kind.name())
            }
            (ItemKind::Custom, Some(name)) => write!(f, "custom section \"{name}\""),
            (ItemKind::Names | ItemKind::Section, Some(name)) => f.write_str(name),
            (ItemKind::Start, _) => f.write_str("start"),
            (kind, Some(name)) => write!(f, "{}[{index}] {name}", kind.name()),
            (kind, None) => write!(f, "{}[{index}]", kind.name()),
        }
    }
}

/// A function, imported or defined.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionItem {
    /// The function's entry in the code section, or its import.
    pub item: ItemId,
    /// The index of its type.
    pub ty: u32,
    /// The body, without the field of its size. None if it is imported.
    pub body: Option<Range<u64>>,
    /// The operators of the body.
    pub operators: u64,
    /// The function's name in the name section.
    pub name: Option<Name>,
}

impl FunctionItem {
    /// The bytes of the body.
    pub fn bytes(&self) -> u64 {
        self.body.as_ref().map_or(0, |body| body.end - body.start)
    }
}

/// A section of a module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    /// `code`, `data`, ..., or the name of a custom section.
    pub name: String,
    /// Whether it is a custom section.
    pub custom: bool,
    /// The section's content, without the name of a custom section.
    pub content: Range<u64>,
}

impl Section {
    /// How many bytes its content has.
    pub fn bytes(&self) -> u64 {
        self.content.end - self.content.start
    }
}

/// A core module, as items. Their ranges follow each other, and cover all of its bytes.
#[derive(Clone, Debug)]
pub struct ModuleItems {
    /// The items, in the order of the file.
    pub items: PrimaryMap<ItemId, Item>,
    /// What each item refers to, each once, in order.
    pub references: PrimaryMap<ItemId, Vec<ItemId>>,
    /// The functions, by index.
    pub functions: Vec<FunctionItem>,
    /// Items that nothing in the module needs to refer to: exports, the start section, memories and tables that
    /// the host shares.
    pub roots: Vec<ItemId>,
    /// The bytes of the whole.
    pub bytes: u64,
    /// The sections, in order.
    pub sections: Vec<Section>,
    /// The module's entities by plural name, in the order of the sections.
    pub entities: Vec<(&'static str, u64)>,
    /// How many operators of each of [`CLASSES`](crate::operators::CLASSES) the bodies have.
    pub classes: [u64; crate::operators::CLASSES.len()],
    /// The items of each index space.
    pub(crate) spaces: Spaces,
    /// The start function.
    pub start: Option<u32>,
    /// The items of exports, and what they export.
    pub(crate) exports: Vec<(ItemId, Space, u32)>,
    /// The slots of tables that active segments fill with functions: table, slot, function.
    pub(crate) slots: Vec<(u32, u64, u32)>,
}

/// The items by their indices.
#[derive(Clone, Debug, Default)]
pub(crate) struct Spaces([Vec<ItemId>; 8]);

impl Spaces {
    /// The items of one index space.
    pub fn of(&self, space: Space) -> &[ItemId] {
        &self.0[space as usize]
    }

    /// Gives the next index to an item.
    pub fn push(&mut self, space: Space, item: ItemId) {
        self.0[space as usize].push(item);
    }

    /// The item of an index, in a valid module.
    pub fn get(&self, space: Space, index: u32) -> Option<ItemId> {
        self.of(space).get(index as usize).copied()
    }
}

impl ModuleItems {
    /// Reads a core module. It is not validated: what it refers to and does not have is left out.
    pub fn read(wasm: &[u8]) -> Result<ModuleItems, Error> {
        crate::read::read(wasm)
    }

    /// The defined functions: their indices and themselves.
    pub fn defined(&self) -> impl Iterator<Item = (u32, &FunctionItem)> {
        (0..).zip(&self.functions).filter(|(_, function)| function.body.is_some())
    }

    /// The item that a function is.
    pub fn item_of(&self, function: u32) -> &Item {
        &self.items[self.functions[function as usize].item]
    }

    /// All operators of function bodies.
    pub fn operators(&self) -> u64 {
        self.classes.iter().sum()
    }
}

/// Why a module cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    /// Where in the file.
    pub offset: u64,
    /// What is wrong.
    pub message: String,
}

impl From<wasmparser::Error> for Error {
    fn from(error: wasmparser::Error) -> Self {
        Error { offset: error.offset(), message: error.message().to_owned() }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "offset 0x{:x}: {}", self.offset, self.message)
    }
}

impl std::error::Error for Error {}
