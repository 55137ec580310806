//! How much the code of a module has grown while its functions are optimized, in waves.
//!
//! Calls are inlined for speed while a module may still grow: the bodies of the waves before say how much of what it
//! may grow is spent, and what they saved. When half of it is spent, only the most useful calls are inlined, so that
//! few functions have to be optimized again when bodies are chosen ([`choose`](super::choose)).

use super::candidates::NewBody;
use super::function::Outcome;
use super::input::Input;
use crate::options::Options;
use crate::sections;
use invar_analysis::CallGraph;
use invar_ir::Func;
use invar_ir::entities::SecondaryMap;

/// In a module with fewer bytes of code, inlining is not limited in advance: to optimize all functions that grew
/// again, if need be, takes little time.
const SMALL: i64 = 64 << 10;

/// The size of a module without the sections that the output does not have, and by how many bytes the output may be
/// larger.
pub(crate) fn limit(wasm: &[u8], options: &Options, simd: bool) -> (usize, usize) {
    let bytes = sections::without_dropped(wasm, options).len();
    (bytes, options.level.growth(bytes, simd && options.vectorize))
}

/// The balance of a module, in bytes.
pub(crate) struct Growth<'a> {
    input: &'a Input<'a>,
    /// Who calls whom, if calls are inlined.
    calls: Option<&'a CallGraph>,
    /// By how much the code may still grow. Negative: more than that is spent.
    left: i64,
    /// Where less is left, only the most useful calls are inlined.
    least: i64,
    /// The bytes of new bodies with the fewest copies of loops.
    sizes: SecondaryMap<Func, u32>,
}

impl<'a> Growth<'a> {
    /// The balance of a module that may grow by so many bytes, of which these functions are kept.
    pub fn new(
        input: &'a Input<'a>,
        calls: Option<&'a CallGraph>,
        funcs: &[Func],
        growth: Option<usize>,
    ) -> Self {
        let size = |func: Func| input.original(func).map_or(0, |body| body.len() as i64);
        let all: i64 = input.module.funcs.keys().map(size).sum();
        let growth = growth.filter(|_| all > SMALL);
        let (left, least) = growth.map_or((i64::MAX, 0), |growth| {
            let kept: i64 = funcs.iter().map(|&func| size(func)).sum();
            (growth as i64 + all - kept, growth as i64 / 2)
        });
        Growth { input, calls, left, least, sizes: SecondaryMap::new() }
    }

    /// Whether little is left.
    pub fn is_tight(&self) -> bool {
        self.left < self.least
    }

    /// Takes the results of a wave into account.
    pub fn add(&mut self, outcomes: &[(Func, Outcome)]) {
        for (func, outcome) in outcomes {
            let Outcome::New(body, fewer) = outcome else { continue };
            let Some(original) = self.input.original(*func) else { continue };
            // Copies of loops are given back first.
            let body: &NewBody = fewer.first().unwrap_or(body);
            self.sizes[*func] = body.bytes;
            let mut grown = i64::from(body.bytes) - original.len() as i64;
            if let Some(calls) = self.calls {
                // A function is removed if its only call is inlined.
                let inlined = body.provenance.inlined.iter();
                let removed = inlined.filter(|&&func| calls.is_only_call(func));
                grown -= removed.map(|&func| i64::from(self.sizes[func])).sum::<i64>();
            }
            self.left = self.left.saturating_sub(grown);
        }
    }
}
