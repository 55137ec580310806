//! Confirms that new induction variables are the sums that they replace.
//!
//! The pass keeps the numbers of values, so that each value of the old function either is still there or was
//! replaced. A header parameter that the old function does not have is *new*. The polynomial of old values
//! that it stands for is guessed from one value that it replaced; the guess is then confirmed by induction:
//! the preheader passes that polynomial of the values of the first iteration, and the latch passes it of the
//! values of the next iteration. With that, each replaced value is compared with its replacement. A parameter
//! for which all edges pass the same polynomial is that polynomial: its operands are the same on all of them,
//! and so were computed before they part.
//!
//! An extended integer counts as the integer: that an index does not wrap is not confirmed here.
//!
//! Polynomials have coefficients modulo 2^w, so this holds whether or not anything wraps. A polynomial of too many
//! operators is not expanded in full: two that look different may be equal then, so they are not compared. Cost:
//! operators of the sums, per replaced value.

use invar_ir::{Block, Function, Inst, Op, ValType, Value, ValueDef};
use invar_rules::Const;
use std::cell::Cell;
use std::collections::BTreeMap;

/// How many operators one polynomial may expand.
const MOST: usize = 256;
/// How many substitutions of new variables in a row.
const MOST_DEEP: usize = 16;

/// Products of values, sorted, with their coefficients; the empty product is the constant.
type Poly = BTreeMap<Vec<Value>, u64>;

/// Confirms all replaced values, or names one that differs.
pub fn same_sums(old: &Function, new: &Function) -> Result<(), String> {
    let edges = [edges_into(old), edges_into(new)];
    let check = Check { old, new, edges, incomplete: Cell::new(false) };
    let claims = check.claims();
    let are_incomplete = check.incomplete.get();
    for (&param, claim) in &claims {
        check.incomplete.set(are_incomplete);
        check.confirm(param, claim, &claims)?;
    }
    for value in old.values.keys().filter(|&value| check.is_replaced(value)) {
        check.incomplete.set(are_incomplete);
        let (was, is) = (check.poly(old, value), check.poly(new, value));
        let is = check.substitute(&is, |value| claims.get(&value).cloned(), width(new, value));
        if was != is && !check.incomplete.get() {
            return Err(format!("{value} is not equal to its replacement"));
        }
    }
    Ok(())
}

struct Check<'a> {
    old: &'a Function,
    new: &'a Function,
    /// The edges into each block of either function: source, and number of the target.
    edges: [EdgesInto; 2],
    /// Whether a polynomial was not expanded in full.
    incomplete: Cell<bool>,
}

type EdgesInto = BTreeMap<Block, Vec<(Block, usize)>>;

fn edges_into(f: &Function) -> EdgesInto {
    let mut edges = EdgesInto::new();
    for block in f.live_blocks() {
        for (nth, call) in f.blocks[block].term.targets().enumerate() {
            edges.entry(call.block).or_default().push((block, nth));
        }
    }
    edges
}

fn width(f: &Function, value: Value) -> u64 {
    if f.ty(value) == ValType::I64 { u64::MAX } else { u64::from(u32::MAX) }
}

impl Check<'_> {
    /// Whether a value of the old function is computed differently, or is an alias now.
    fn is_replaced(&self, value: Value) -> bool {
        let (was, is) = (self.old.values[value].def, self.new.values[value].def);
        match (was, is) {
            (ValueDef::Result(a, _), ValueDef::Result(b, _)) => {
                self.old.insts[a].op != self.new.insts[b].op || self.old.args(a) != self.new.args(b)
            }
            (ValueDef::Result(..), ValueDef::Alias(_)) => true,
            _ => false,
        }
    }

    fn is_new(&self, value: Value) -> bool {
        value.as_u32() as usize >= self.old.values.len()
    }

    /// What each new parameter stands for, as a polynomial of old values and of other new ones.
    fn claims(&self) -> BTreeMap<Value, Poly> {
        let mut claims = BTreeMap::new();
        let mut claim = |is: Poly, was: Option<Poly>, mask: u64| {
            // The replacement is the parameter, or that plus a constant.
            let mut is = is;
            let constant = is.remove(&Vec::new()).unwrap_or(0);
            let (Some((product, 1)), Some(mut was)) = (is.pop_first(), was) else { return };
            if let ([param], true) = (&product[..], is.is_empty())
                && self.is_new(*param)
            {
                add(&mut was, Vec::new(), constant.wrapping_neg(), mask);
                claims.entry(*param).or_insert(was);
            }
        };
        for value in self.old.values.keys().filter(|&value| self.is_replaced(value)) {
            let mask = width(self.old, value);
            claim(self.poly(self.new, value), Some(self.poly(self.old, value)), mask);
        }
        // The start of a new variable may itself have been replaced by a variable of an outer loop.
        for inst in self.new.insts.keys().skip(self.old.insts.len()) {
            if let Some(value) = self.new.result(inst)
                && matches!(self.new.values[value].def, ValueDef::Alias(_))
            {
                let mask = width(self.new, value);
                claim(self.poly(self.new, value), self.poly_of(self.new, inst, mask), mask);
            }
        }
        self.claims_of_others(&mut claims);
        claims
    }

    /// What the remaining new parameters stand for: those that are passed, plus a constant, to one of which
    /// it is known. If an edge passes `q + c` for a parameter that stands for `p`, then `q` is what `p` is
    /// with the values that the edge passes, minus `c`.
    fn claims_of_others(&self, claims: &mut BTreeMap<Value, Poly>) {
        let mut work: Vec<Value> = claims.keys().copied().collect();
        while let Some(param) = work.pop() {
            let ValueDef::Param(block, n) = self.new.values[param].def else { continue };
            let mask = width(self.new, param);
            for &(from, nth) in self.edges[1].get(&block).into_iter().flatten() {
                let call = self.new.blocks[from].term.target(nth).expect("an edge");
                let args = self.new.list(&call.args);
                let mut rest = self.shallow(self.new, args[n as usize]);
                let other = rest.iter().find_map(|(product, &by)| match product[..] {
                    [value] if by == 1 && self.is_new(value) && !claims.contains_key(&value) => {
                        Some(value)
                    }
                    _ => None,
                });
                let Some(other) = other
                    .filter(|&other| matches!(self.new.values[other].def, ValueDef::Param(..)))
                else {
                    continue;
                };
                rest.remove(&vec![other]);
                let params = &self.new.blocks[block].params;
                let of = |value: Value| {
                    let at = params.iter().position(|&param| param == value)?;
                    Some(self.shallow(self.new, args[at]))
                };
                let mut due = self.substitute(&claims[&param], of, mask);
                for (product, by) in rest {
                    add(&mut due, product, by.wrapping_neg() & mask, mask);
                }
                claims.insert(other, due);
                work.push(other);
            }
        }
    }

    /// Confirms start and step of a new parameter: what each edge to its header passes.
    fn confirm(
        &self,
        param: Value,
        claim: &Poly,
        claims: &BTreeMap<Value, Poly>,
    ) -> Result<(), String> {
        let ValueDef::Param(header, n) = self.new.values[param].def else {
            return Err(format!("{param} is not a parameter"));
        };
        let mask = width(self.new, param);
        let mut ways = 0;
        for block in self.new.live_blocks() {
            for call in self.new.blocks[block].term.targets().filter(|call| call.block == header) {
                ways += 1;
                let args = self.new.list(&call.args);
                // What the edge passes, in terms of old values.
                let passed = self.poly(self.new, args[n as usize]);
                let passed = self.in_old(passed, claims, mask);
                // The claim in terms of the values that this edge passes.
                let params = &self.new.blocks[header].params;
                let of = |value: Value| {
                    let at = params.iter().position(|&param| param == value)?;
                    let arg = self.poly(self.new, args[at]);
                    Some(self.in_old(arg, claims, mask))
                };
                let due = self.substitute(&self.in_old(claim.clone(), claims, mask), of, mask);
                if passed != due && !self.incomplete.get() {
                    let what =
                        format!("wrong argument for {param} on the edge from {block} to {header}");
                    return Err(format!("{what}: {passed:?} instead of {due:?}"));
                }
            }
        }
        if ways == 0 { Err(format!("no edge passes {param}")) } else { Ok(()) }
    }

    /// A polynomial of new values in terms of old ones; new variables may depend on each other.
    fn in_old(&self, mut poly: Poly, claims: &BTreeMap<Value, Poly>, mask: u64) -> Poly {
        for _ in 0..MOST_DEEP {
            let mut values = poly.keys().flatten();
            if !values.any(|value| claims.contains_key(value)) {
                break;
            }
            poly = self.substitute(&poly, |value| claims.get(&value).cloned(), mask);
        }
        poly
    }

    /// A polynomial with values replaced by polynomials.
    fn substitute(&self, poly: &Poly, by: impl Fn(Value) -> Option<Poly>, mask: u64) -> Poly {
        let mut all = Poly::new();
        for (product, &coefficient) in poly {
            let mut term = Poly::from([(Vec::new(), coefficient)]);
            for &value in product {
                let mut factor = by(value).unwrap_or_else(|| Poly::from([(vec![value], 1)]));
                if width(self.new, value) != mask {
                    // An integer of 32 bits that is extended: its coefficients are signed numbers.
                    factor.values_mut().for_each(|by| *by = *by as u32 as i32 as u64 & mask);
                }
                term = times(&term, &factor, mask);
            }
            term.into_iter().for_each(|(product, by)| add(&mut all, product, by, mask));
        }
        all
    }

    /// A value as a polynomial of values that are no sums or products, nor parameters with equal arguments.
    fn poly(&self, f: &Function, value: Value) -> Poly {
        let poly = self.shallow(f, value);
        self.substitute(&poly, |value| self.passed(f, value), width(f, value))
    }

    fn shallow(&self, f: &Function, value: Value) -> Poly {
        self.expand(f, vec![(vec![f.resolve(value)], 1)], width(f, value))
    }

    /// The polynomial that all edges into a block pass for its parameter, if it is the same.
    fn passed(&self, f: &Function, param: Value) -> Option<Poly> {
        let ValueDef::Param(block, n) = f.values[param].def else { return None };
        let edges = self.edges[usize::from(std::ptr::eq(f, self.new))].get(&block)?;
        let mut passed = edges.iter().map(|&(from, nth)| {
            let call = f.blocks[from].term.target(nth).expect("an edge");
            self.shallow(f, f.list(&call.args)[n as usize])
        });
        let first = passed.next()?;
        passed.all(|other| other == first).then_some(first)
    }

    /// The expression that an instruction computes, even if its result is an alias.
    fn poly_of(&self, f: &Function, inst: Inst, mask: u64) -> Option<Poly> {
        Some(self.expand(f, open(f, inst, mask)?, mask))
    }

    /// A sum of products with coefficients, multiplied out.
    fn expand(&self, f: &Function, sum: Vec<(Vec<Value>, u64)>, mask: u64) -> Poly {
        let mut all = Poly::new();
        // Values of a product still to be expanded, values that are not, and the coefficient.
        let mut work: Vec<(Vec<Value>, Vec<Value>, u64)> =
            sum.into_iter().map(|(values, by)| (values, Vec::new(), by)).collect();
        let mut steps = 0;
        while let Some((mut left, mut done, by)) = work.pop() {
            let Some(value) = left.pop() else {
                done.sort();
                add(&mut all, done, by, mask);
                continue;
            };
            let sum = f.def_inst(value).and_then(|inst| open(f, inst, mask));
            steps += usize::from(sum.is_some());
            if steps > MOST {
                self.incomplete.set(true);
            }
            match sum.filter(|_| steps <= MOST) {
                Some(sum) => work.extend(sum.into_iter().map(|(values, more)| {
                    ([&left[..], &values].concat(), done.clone(), by.wrapping_mul(more) & mask)
                })),
                None => {
                    done.push(value);
                    work.push((left, done, by));
                }
            }
        }
        all
    }
}

/// An instruction as a sum of products of its operands, if it is one.
fn open(f: &Function, inst: Inst, mask: u64) -> Option<Vec<(Vec<Value>, u64)>> {
    let op = &f.insts[inst].op;
    let arg = |n: usize| f.resolve(f.args(inst)[n]);
    let constant = |value| f.def_op(value).and_then(Const::from_op).and_then(Const::as_int);
    Some(match op {
        Op::I32Add | Op::I64Add => vec![(vec![arg(0)], 1), (vec![arg(1)], 1)],
        Op::I32Sub | Op::I64Sub => vec![(vec![arg(0)], 1), (vec![arg(1)], mask)],
        Op::I64ExtendI32S | Op::I64ExtendI32U => vec![(vec![arg(0)], 1)],
        Op::I32Mul | Op::I64Mul => vec![(vec![arg(0), arg(1)], 1)],
        Op::I32Shl | Op::I64Shl => {
            let bits = constant(arg(1))? as u32 & if mask == u64::MAX { 63 } else { 31 };
            vec![(vec![arg(0)], 1 << bits)]
        }
        _ => vec![(Vec::new(), Const::from_op(op).and_then(Const::as_int)? as u64 & mask)],
    })
}

fn add(poly: &mut Poly, product: Vec<Value>, by: u64, mask: u64) {
    let entry = poly.entry(product.clone()).or_insert(0);
    *entry = entry.wrapping_add(by) & mask;
    if *entry == 0 {
        poly.remove(&product);
    }
}

fn times(a: &Poly, b: &Poly, mask: u64) -> Poly {
    let mut all = Poly::new();
    for (left, &x) in a {
        for (right, &y) in b {
            let mut product = [&left[..], right].concat();
            product.sort();
            add(&mut all, product, x.wrapping_mul(y), mask);
        }
    }
    all
}
