//! The variables of functions of the input that are constants, or computed from locals, at some places.

use crate::dwarf::expression;
use rustc_hash::FxHashMap;

/// A variable.
#[derive(Clone, Debug)]
pub(crate) struct LocalVariable {
    /// The entry that others refer to.
    pub origin: u32,
    /// The block that it is in.
    pub scope: Option<u32>,
    pub is_parameter: bool,
    /// Which of the places.
    places: (u32, u32),
}

/// From which address up to which other one an expression holds.
struct Place {
    start: u32,
    end: u32,
    expression: u32,
}

/// An expression.
struct LocalExpression {
    bytes: Box<[u8]>,
    /// The locals that it reads.
    locals: Box<[u32]>,
}

/// The variables by function.
#[derive(Default)]
pub(crate) struct LocalVariables {
    by_function: FxHashMap<u32, Vec<LocalVariable>>,
    places: Vec<Place>,
    expressions: Vec<LocalExpression>,
    numbers: FxHashMap<Box<[u8]>, u32>,
}

impl LocalVariables {
    /// Adds a variable of a function, with the expressions for addresses.
    pub fn add(
        &mut self,
        func: u32,
        (origin, scope, is_parameter): (u32, Option<u32>, bool),
        found: Vec<((u64, u64), Vec<u8>)>,
    ) {
        let first = self.places.len() as u32;
        for ((start, end), bytes) in found {
            let narrow = |at: u64| u32::try_from(at).unwrap_or(u32::MAX);
            let expression = match self.numbers.get(&bytes[..]) {
                Some(&number) => number,
                None => {
                    let number = self.expressions.len() as u32;
                    let bytes: Box<[u8]> = bytes.into();
                    let locals = expression::locals(&bytes).into();
                    self.numbers.insert(bytes.clone(), number);
                    self.expressions.push(LocalExpression { bytes, locals });
                    number
                }
            };
            self.places.push(Place { start: narrow(start), end: narrow(end), expression });
        }
        let places = (first, self.places.len() as u32);
        if places.0 < places.1 {
            let variable = LocalVariable { origin, scope, is_parameter, places };
            self.by_function.entry(func).or_default().push(variable);
        }
    }

    /// The variables of a function.
    pub fn of(&self, func: u32) -> &[LocalVariable] {
        self.by_function.get(&func).map_or(&[], Vec::as_slice)
    }

    /// From which address up to which other one which expression holds for a variable.
    pub fn places(&self, variable: &LocalVariable) -> impl Iterator<Item = (u32, u32, &[u8])> {
        let places = &self.places[variable.places.0 as usize..variable.places.1 as usize];
        let expression = |place: &Place| &*self.expressions[place.expression as usize].bytes;
        places.iter().map(move |place| (place.start, place.end, expression(place)))
    }

    /// The locals in which variables of a function are, in order.
    pub fn locals(&self, func: u32) -> Vec<u32> {
        let places = self.of(func).iter().flat_map(|variable| {
            &self.places[variable.places.0 as usize..variable.places.1 as usize]
        });
        let mut expressions: Vec<u32> = places.map(|place| place.expression).collect();
        expressions.sort_unstable();
        expressions.dedup();
        let locals = expressions.iter().flat_map(|&it| &*self.expressions[it as usize].locals);
        let mut locals: Vec<u32> = locals.copied().collect();
        locals.sort_unstable();
        locals.dedup();
        locals
    }
}
