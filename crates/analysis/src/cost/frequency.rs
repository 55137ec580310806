//! How often the operators of a body are executed, relative to its entry: a static estimate.
//!
//! The estimate takes one pass over structured control flow. A loop is executed eight times for each entry; a branch
//! is taken in half of the cases, but seven times of eight if it goes back to the header of its loop, and once in
//! eight if it leaves a loop. What does not leave a loop by its branches leaves it by the outermost of them: as often
//! as the loop is entered. A construct ends at most as often as it starts. Sources: T. Ball and J. R. Larus, *Branch
//! prediction for free* (1993), for the loop branch heuristic; Y. Wu and J. R. Larus, *Static branch frequency and
//! program profile analysis* (1994), for frequencies in loops.
//!
//! Linear, however deep constructs nest: a branch is noted at the innermost loop that it leaves, and subtracted at the
//! loop around the outermost one; a loop that ends passes its sum on to the loop around it.

use wasmparser::Operator;

/// The frequency of the entry.
pub(super) const ENTRY: u64 = 1 << 16;

/// An open construct.
#[derive(Debug)]
struct Construct {
    is_loop: bool,
    /// Whether it is an `if` whose `else` has not come.
    is_then: bool,
    /// How often it is entered.
    entry: u64,
    /// How often branches go to its end.
    out: u64,
    /// The number of loops among the open constructs, up to this one.
    loops: usize,
}

/// An open loop.
#[derive(Debug)]
struct OpenLoop {
    /// The loop's position among the open constructs.
    position: usize,
    /// How often branches leave it, without those that leave a loop in it which is still open.
    left: i128,
    /// The outermost of the constructs that these branches go to.
    target: Option<usize>,
}

impl OpenLoop {
    /// Notes where a branch goes that leaves it.
    fn leave_to(&mut self, target: Option<usize>) {
        if let Some(target) = target {
            self.target = Some(self.target.map_or(target, |other| other.min(target)));
        }
    }
}

/// The frequency at a point of a body that is read from its start.
#[derive(Debug)]
pub(super) struct Frequency {
    /// How often the next operator is executed.
    pub now: u64,
    constructs: Vec<Construct>,
    loops: Vec<OpenLoop>,
    /// Whether a loop within a loop multiplies by eight once more.
    nested: bool,
}

impl Frequency {
    /// At the start. All loops together multiply by eight, or each does.
    pub fn new(nested: bool) -> Self {
        Frequency { now: ENTRY, constructs: Vec::new(), loops: Vec::new(), nested }
    }

    /// Goes on behind an operator.
    pub fn step(&mut self, operator: &Operator<'_>) {
        match *operator {
            Operator::Loop { .. } => {
                self.open(true);
                if self.nested || self.loops.len() == 1 {
                    self.now = self.now.saturating_mul(8);
                }
            }
            Operator::Block { .. } | Operator::Try { .. } | Operator::TryTable { .. } => {
                self.open(false);
            }
            Operator::If { .. } => {
                self.open(false);
                if let Some(construct) = self.constructs.last_mut() {
                    construct.is_then = true;
                }
                self.now /= 2;
            }
            Operator::Else => self.arm(2),
            Operator::Catch { .. } | Operator::CatchAll => self.arm(64),
            Operator::End | Operator::Delegate { .. } => self.close(),
            Operator::Br { relative_depth } => {
                self.branch(relative_depth, self.now);
                self.now = 0;
            }
            Operator::BrIf { relative_depth }
            | Operator::BrOnNull { relative_depth }
            | Operator::BrOnNonNull { relative_depth }
            | Operator::BrOnCast { relative_depth, .. }
            | Operator::BrOnCastFail { relative_depth, .. } => {
                let taken = self.taken(relative_depth);
                self.branch(relative_depth, taken);
                self.now -= taken;
            }
            Operator::BrTable { ref targets } => {
                let each = self.now / u64::from(targets.len() + 1);
                for target in targets.targets().chain([Ok(targets.default())]) {
                    self.branch(target.unwrap_or_default(), each);
                }
                self.now = 0;
            }
            Operator::Return
            | Operator::ReturnCall { .. }
            | Operator::ReturnCallIndirect { .. }
            | Operator::ReturnCallRef { .. }
            | Operator::Unreachable
            | Operator::Throw { .. }
            | Operator::ThrowRef
            | Operator::Rethrow { .. } => self.now = 0,
            _ => {}
        }
    }

    fn open(&mut self, is_loop: bool) {
        if is_loop {
            let position = self.constructs.len();
            self.loops.push(OpenLoop { position, left: 0, target: None });
        }
        let (entry, loops) = (self.now, self.loops.len());
        self.constructs.push(Construct { is_loop, is_then: false, entry, out: 0, loops });
    }

    /// The next alternative of a construct, which is taken once in so many cases.
    fn arm(&mut self, one_in: u64) {
        if let Some(construct) = self.constructs.last_mut() {
            construct.out = construct.out.saturating_add(self.now);
            construct.is_then = false;
            self.now = construct.entry / one_in;
        }
    }

    /// The position of the target of a branch among the open constructs, if it is not the body.
    fn target(&self, relative_depth: u32) -> Option<usize> {
        self.constructs.len().checked_sub(1 + relative_depth as usize)
    }

    /// The number of loops that a branch to a construct does not leave: those around it, and itself.
    fn loops_around(&self, target: Option<usize>) -> usize {
        target.map_or(0, |target| self.constructs[target].loops)
    }

    /// How often a conditional branch is taken.
    fn taken(&self, relative_depth: u32) -> u64 {
        let target = self.target(relative_depth);
        let leaves = self.loops_around(target) < self.loops.len();
        match target {
            _ if leaves => self.now / 8,
            Some(target) if self.constructs[target].is_loop => self.now - self.now / 8,
            _ => self.now / 2,
        }
    }

    fn branch(&mut self, relative_depth: u32, times: u64) {
        let target = self.target(relative_depth);
        self.leave(target, times);
    }

    /// A branch out of all constructs within a target.
    fn leave(&mut self, target: Option<usize>, times: u64) {
        let around = self.loops_around(target);
        if around < self.loops.len() {
            let innermost = self.loops.last_mut().expect("there are more than those around it");
            innermost.left += i128::from(times);
            innermost.leave_to(target);
            if let Some(stays) = around.checked_sub(1) {
                self.loops[stays].left -= i128::from(times);
            }
        }
        if let Some(target) = target
            && !self.constructs[target].is_loop
        {
            self.constructs[target].out = self.constructs[target].out.saturating_add(times);
        }
    }

    fn close(&mut self) {
        let Some(construct) = self.constructs.pop() else { return };
        let Construct { is_loop, is_then, entry, out, .. } = construct;
        if is_loop {
            let OpenLoop { left, target, .. } = self.loops.pop().expect("it is open");
            if let Some(around) = self.loops.last_mut() {
                around.left += left;
                if target.is_some_and(|target| target < around.position) {
                    around.leave_to(target);
                }
            }
            let left = u64::try_from(left).unwrap_or(u64::MAX);
            let missing = entry.saturating_sub(left.saturating_add(self.now));
            match target {
                Some(_) => self.leave(target, missing),
                None if self.now > 0 => self.now += missing,
                None => {}
            }
        } else if is_then {
            self.now = self.now.saturating_add(entry / 2);
        }
        self.now = self.now.saturating_add(out).min(entry);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasmparser::{BinaryReader, FunctionBody, Parser, Payload};

    /// The frequency of each `nop` of a body, in eighths of that of the entry.
    fn nops(operators: &str, nested: bool) -> Vec<u64> {
        let wat = format!("(module (func (param i32) {operators}))");
        let wasm = wat::parse_str(wat).unwrap();
        let body = Parser::new(0).parse_all(&wasm).find_map(|payload| match payload.unwrap() {
            Payload::CodeSectionEntry(body) => Some(body.range()),
            _ => None,
        });
        let body = body.unwrap();
        let bytes = &wasm[body.start as usize..body.end as usize];
        let body = FunctionBody::new(BinaryReader::new(bytes, 0));
        let mut frequency = Frequency::new(nested);
        let mut found = Vec::new();
        for operator in body.get_operators_reader().unwrap() {
            let operator = operator.unwrap();
            if matches!(operator, Operator::Nop) {
                found.push(frequency.now * 8 / ENTRY);
            }
            frequency.step(&operator);
        }
        found
    }

    #[test]
    fn alternatives_share_the_frequency() {
        assert_eq!(nops("nop local.get 0 if nop else nop end nop", true), [8, 4, 4, 8]);
        assert_eq!(nops("local.get 0 if nop end nop", true), [4, 8]);
        assert_eq!(nops("block local.get 0 br_if 0 nop return end nop", true), [4, 4]);
    }

    #[test]
    fn a_loop_is_left_as_often_as_it_is_entered() {
        assert_eq!(nops("loop nop local.get 0 br_if 0 end nop", true), [64, 8]);
        let top = "block loop nop local.get 0 br_if 1 nop br 0 end end nop";
        assert_eq!(nops(top, true), [64, 56, 8]);
        let inner = "block loop local.get 0 if local.get 0 br_if 2 nop end br 0 end end nop";
        assert_eq!(nops(inner, true), [28, 8]);
    }

    #[test]
    fn nested_loops_count_once_or_each() {
        let nest = "loop loop nop local.get 0 br_if 0 end nop local.get 0 br_if 0 end nop";
        assert_eq!(nops(nest, true), [512, 64, 8]);
        assert_eq!(nops(nest, false)[2], 8);
    }

    #[test]
    fn tables_share_among_their_targets() {
        let table =
            "block block block local.get 0 br_table 0 1 2 1 end nop return end nop return end nop";
        assert_eq!(nops(table, true), [2, 4, 2]);
    }
}
