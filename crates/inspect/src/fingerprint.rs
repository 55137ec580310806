//! What can be said of a function without its name and without any index of its module.

use crate::module::{Item, ItemId, ModuleItems};
use crate::operators::{self, CLASSES, Immediates, Space};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};
use wasmparser::{BinaryReader, FunctionBody, GlobalType, Operator};

/// What can be said of a function without its name.
#[derive(Clone, Debug, Default)]
pub struct Fingerprint {
    /// A hash of its type, its operators and their immediates, without indices of the module.
    pub shape: u64,
    /// A hash of what the indices mean, except those of functions.
    pub meanings: u64,
    /// The functions that it calls or takes references of, in order.
    pub calls: Vec<u32>,
    /// Hashes of what is seldom the same in two functions: large constants, offsets of accesses, the shape. Sorted.
    pub features: Vec<u64>,
    /// How many operators of each class it has.
    pub histogram: [u32; CLASSES.len()],
}

/// The hash of a value.
pub fn hash(value: impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The fingerprint of each function of a module by index; that of an import is empty.
pub fn fingerprints(module: &ModuleItems, wasm: &[u8]) -> Vec<Fingerprint> {
    let meanings = Meanings::new(module, wasm);
    let all = module.functions.iter();
    all.map(|function| match &function.body {
        Some(range) => {
            let bytes = &wasm[range.start as usize..range.end as usize];
            let ty = meanings.of(Space::Type, function.ty);
            // The body was read before, without an error.
            of_body(bytes, ty, &meanings).unwrap_or_default()
        }
        None => Fingerprint::default(),
    })
    .collect()
}

fn of_body(bytes: &[u8], ty: u64, meanings: &Meanings) -> wasmparser::Result<Fingerprint> {
    let mut taker = Taker {
        shape: FxHasher::default(),
        meant: FxHasher::default(),
        meanings,
        print: Fingerprint::default(),
    };
    taker.shape.write_u64(ty);
    let body = FunctionBody::new(BinaryReader::new(bytes, 0));
    for local in body.get_locals_reader()? {
        local?.hash(&mut taker.shape);
    }
    for operator in body.get_operators_reader()? {
        taker.operator(&operator?);
    }
    let Taker { shape, meant, mut print, .. } = taker;
    print.shape = shape.finish();
    print.meanings = meant.finish();
    print.features.extend([hash(("type", ty)), hash(("shape", print.shape))]);
    print.features.sort_unstable();
    print.features.dedup();
    Ok(print)
}

/// Takes the fingerprint of a function.
struct Taker<'a> {
    shape: FxHasher,
    meant: FxHasher,
    meanings: &'a Meanings,
    print: Fingerprint,
}

impl Taker<'_> {
    /// Constants below are in many functions.
    const SMALL: i64 = 64;

    fn operator(&mut self, operator: &Operator<'_>) {
        self.print.histogram[operators::class(operator)] += 1;
        self.shape.write_u64(operators::code(operator));
        operators::immediates(operator, self);
        // An address is the same in an operand and in the offset of an access.
        let number = match *operator {
            Operator::I32Const { value } => i64::from(value),
            Operator::I64Const { value } => value,
            Operator::F32Const { value } => f64::from(f32::from(value)).to_bits() as i64,
            Operator::F64Const { value } => value.bits() as i64,
            _ => return,
        };
        self.number(number);
    }

    fn number(&mut self, number: i64) {
        if number.unsigned_abs() >= Self::SMALL as u64 {
            self.print.features.push(hash(("number", number)));
        }
    }
}

impl Immediates for Taker<'_> {
    fn index(&mut self, space: Space, index: u32) {
        if space == Space::Function {
            self.print.calls.push(index);
            return;
        }
        let meaning = self.meanings.of(space, index);
        self.meant.write_u64(meaning);
        if matches!(space, Space::Global | Space::Data | Space::Tag) {
            self.print.features.push(hash((space, meaning)));
        }
    }

    fn value(&mut self, bits: u64) {
        self.shape.write_u64(bits);
    }
}

/// What the indices of a module mean: the same in another module, as far as can be said.
struct Meanings([Vec<u64>; 8]);

impl Meanings {
    fn new(module: &ModuleItems, wasm: &[u8]) -> Meanings {
        let bytes = |item: ItemId| {
            let range = module.items[item].range.clone();
            &wasm[range.start as usize..range.end as usize]
        };
        let spaces = [
            Space::Function,
            Space::Table,
            Space::Memory,
            Space::Global,
            Space::Tag,
            Space::Type,
            Space::Element,
            Space::Data,
        ];
        Meanings(spaces.map(|space| {
            let mut seen: FxHashMap<u64, u32> = FxHashMap::default();
            // What has neither a name nor a content that tells it apart is the n-th of its kind.
            let mut nth = |content: u64| {
                let count = seen.entry(content).or_default();
                *count += 1;
                hash((content, *count))
            };
            let items = module.spaces.of(space).iter();
            items
                .map(|&item| match space {
                    // The hash of a function follows from how functions are matched.
                    Space::Function => 0,
                    Space::Type | Space::Data => nth(hash(bytes(item))),
                    _ => match &module.items[item] {
                        Item { name: Some(name), .. } => hash(("name", &name.raw)),
                        _ if space == Space::Global => nth(hash(type_of_global(bytes(item)))),
                        _ => nth(0),
                    },
                })
                .collect()
        }))
    }

    fn of(&self, space: Space, index: u32) -> u64 {
        self.0[space as usize].get(index as usize).copied().unwrap_or(0)
    }
}

/// The type of a global, given its definition. Its initial value may differ: where the stack ends.
fn type_of_global(definition: &[u8]) -> Option<GlobalType> {
    BinaryReader::new(definition, 0).read().ok()
}
