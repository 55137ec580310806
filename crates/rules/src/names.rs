//! The names of the rewrite rules: one table, from which the switches and the counters follow.
//!
//! A rule is one algebraic identity, whatever operators and widths it holds for. Its name is what
//! `invar rules` lists, `--no-rule` switches off, `--stats` counts and `scripts/prove-rules` proves.
//! In the descriptions, `x`, `y` and `z` are any values, `c` and `d` constants, `k` a number of bits,
//! `=>` is read as "becomes". Cost of everything here: O(1), in a few words of memory.

use std::fmt;
use std::str::FromStr;

macro_rules! table {
    ($($rule:ident: $name:literal $does:literal;)*) => {
        /// A rewrite rule.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum Rule {
            $(#[doc = $does] $rule,)*
        }

        impl Rule {
            /// All rules, in the order of their numbers.
            pub const ALL: &'static [Rule] = &[$(Rule::$rule,)*];

            /// The name by which it is switched off and counted.
            pub fn name(self) -> &'static str {
                match self {
                    $(Rule::$rule => $name,)*
                }
            }

            /// What it does, and under which condition.
            pub fn doc(self) -> &'static str {
                match self {
                    $(Rule::$rule => $does,)*
                }
            }
        }
    };
}

table! {
    // ---- Integers with a constant (integer.rs)
    ConstantRight: "constant-right" "c op x => x op c, for a commutative op";
    ShiftModulo: "shift-modulo" "x shift c => x shift (c mod width)";
    AddZero: "add-zero" "x + 0, x - 0, x | 0, x ^ 0 => x";
    ShiftByZero: "shift-by-zero" "x shift 0, x rotate 0 => x";
    MulOne: "mul-one" "x * 1, x / 1 => x";
    AndAllOnes: "and-all-ones" "x & -1 => x";
    MulZero: "mul-zero" "x * 0, x & 0 => 0";
    RemOne: "rem-one" "x % 1, and signed x % -1 => 0";
    OrAllOnes: "or-all-ones" "x | -1 => -1";
    MulMinusOne: "mul-minus-one" "x * -1 => 0 - x";
    MulByPowerOfTwo: "mul-by-power-of-two" "x * 2^k => x << k";
    DivUByPowerOfTwo: "div-u-by-power-of-two" "unsigned x / 2^k => x >> k";
    RemUByPowerOfTwo: "rem-u-by-power-of-two" "unsigned x % 2^k => x & (2^k - 1)";
    DivSByPowerOfTwo: "div-s-by-power-of-two" "signed x / 2^k => x >> k, where x is not negative";
    RemSByPowerOfTwo: "rem-s-by-power-of-two" "signed x % 2^k => x & (2^k - 1), where x is not negative";
    XorBoolOne: "xor-bool-one" "x ^ 1 => x == 0, where x is 0 or 1";
    ShorterSum: "shorter-sum" "x + c => x - -c, or x - c => x + -c, whichever constant takes fewer bytes";
    SumOfSum: "sum-of-sum" "(x + c) + d => x + (c + d), also of differences";
    SumOfDifference: "sum-of-difference" "(c - x) + d => (c + d) - x, (c - x) - d => (c - d) - x";
    AndOfAnd: "and-of-and" "(x & c) & d => x & (c & d)";
    AndOfXor: "and-of-xor" "(x ^ c) & d => x ^ (c & d), where x has only zeros where d has some";
    OrOfOr: "or-of-or" "(x | c) | d => x | (c | d)";
    XorOfXor: "xor-of-xor" "(x ^ c) ^ d => x ^ (c ^ d)";
    OrOfAnd: "or-of-and" "(x & c) | d => x | d, where c | d is -1";
    MulOfMul: "mul-of-mul" "(x * c) * d => x * (c * d)";
    MulOfShl: "mul-of-shl" "(x << k) * c => x * (c << k)";
    ShlOfMul: "shl-of-mul" "(x * c) << k => x * (c << k)";
    ShiftOfShift: "shift-of-shift" "two shifts the same way by constants => one by their sum, or what is left after all bits";
    RotationOfRotation: "rotation-of-rotation" "two rotations by constants => one";
    ShlOfShr: "shl-of-shr" "(x >> k) << k => x & (-1 << k)";
    ShrUOfShl: "shr-u-of-shl" "unsigned (x << k) >> k => x & (-1 >> k), where that is no longer or speed counts";
    ExtendOfExtended: "extend-of-extended" "the sign extension of the low bits of x => x, where the upper bits are copies of the sign";
    ShiftsAsExtension: "shifts-as-extension" "signed (x << k) >> k => a sign extension, where the function uses some";
    ShiftOfEqualBits: "shift-of-equal-bits" "0 shift x => 0, -1 rotate x and signed -1 >> x => -1";
    ZeroDivided: "zero-divided" "0 / x, 0 % x => 0, where x is not 0";
    ConstantMinusSum: "constant-minus-sum" "c - (x + d) => (c - d) - x, c - (x - d) => (c + d) - x";
    ConstantMinusDifference: "constant-minus-difference" "c - (d - x) => x + (c - d)";
    NegatedDifference: "negated-difference" "0 - (x - y) => y - x";

    // ---- Integers: repeated, negated and inverted operands (integer.rs)
    AndSame: "and-same" "x & x, x | x => x";
    SubSame: "sub-same" "x - x, x ^ x => 0";
    DivSame: "div-same" "x / x => 1, where x is not 0";
    RemSame: "rem-same" "x % x => 0, where x is not 0";
    Absorption: "absorption" "x & (x | y), x | (x & y) => x";
    AndOfAndSame: "and-of-and-same" "x & (x & y) => x & y, x | (x | y) => x | y";
    XorOfXorSame: "xor-of-xor-same" "x ^ (x ^ y) => y";
    SumMinusAddend: "sum-minus-addend" "(x + y) - y => x";
    DifferencePlusSame: "difference-plus-same" "(x - y) + y => x";
    AddendMinusSum: "addend-minus-sum" "x - (x + y) => 0 - y";
    MinusDifferenceSame: "minus-difference-same" "x - (x - y) => y";
    DifferenceMinusSame: "difference-minus-same" "(x - y) - x => 0 - y";
    AddNegated: "add-negated" "x + (0 - y) => x - y";
    SubNegated: "sub-negated" "x - (0 - y) => x + y";
    MulOfNegated: "mul-of-negated" "(0 - x) * (0 - y) => x * y";
    AndOfComplements: "and-of-complements" "x & ~x => 0";
    OrOfComplements: "or-of-complements" "x | ~x, x ^ ~x => -1";
    BothInInterval: "both-in-interval" "x >= c & x <= d => x - c <u e, also of other comparisons whose numbers in common are an interval";
    EitherInInterval: "either-in-interval" "x < c | x > d => x - d >u e, also of other comparisons whose numbers together are an interval";
    ShiftsAsRotation: "shifts-as-rotation" "(x << k) | (x >> (width - k)) => x rotl k";
    ShiftsAsRotationBy: "shifts-as-rotation-by" "(x << y) | (x >> (0 - y)) => x rotl y, and the other way round";

    // ---- Integers of which bits are known (integer.rs, known_bits.rs)
    AndKeepsAll: "and-keeps-all" "x & y => x, where y has ones wherever x may have some";
    OrAddsNothing: "or-adds-nothing" "x | y => x, where x has ones wherever y may have some";
    AndOfKnownBits: "and-of-known-bits" "x & y => a constant, where all its bits are known";
    OrOfKnownBits: "or-of-known-bits" "x | y => a constant, where all its bits are known";
    DivUBelow: "div-u-below" "unsigned x / y => 0, where x is less than y";
    RemUBelow: "rem-u-below" "unsigned x % y => x, where x is less than y";
    ShiftedOut: "shifted-out" "x << c, unsigned x >> c => 0, where all bits left over are zeros";
    ShrSOfSign: "shr-s-of-sign" "signed x >> y => x, where all bits of x are copies of the sign";
    PopcntOfRotation: "popcnt-of-rotation" "popcnt(x rotate y) => popcnt x";
    DemandedAnd: "demanded-and" "x & c => x as an operand of which no bit is demanded that c clears";
    DemandedOr: "demanded-or" "x | c, x ^ c => x as an operand of which no bit is demanded that c changes";
    DemandedSum: "demanded-sum" "x + c, x - c => x as an operand of which only bits below those of c are demanded";
    DemandedShifts: "demanded-shifts" "(x << k) >> k => x as an operand of which the upper k bits are not demanded";
    DemandedExtension: "demanded-extension" "the sign extension of the low bits of x => x as an operand of which no others are demanded";

    // ---- Comparisons of integers (compare.rs)
    CompareSame: "compare-same" "x compared with x => whether the comparison is reflexive";
    CompareConstantRight: "compare-constant-right" "c < x => x > c, and so for each comparison";
    CompareRanges: "compare-ranges" "a comparison => 0 or 1, where the known bits decide it";
    CompareAsEqz: "compare-as-eqz" "x == 0, unsigned x <= 0, unsigned x < 1 => eqz x";
    CompareAsNeZero: "compare-as-ne-zero" "unsigned x > 0, unsigned x >= 1 => x != 0";
    CompareTowardsZero: "compare-towards-zero" "signed x < 1 => x <= 0, x <= -1 => x < 0, x > -1 => x >= 0, x >= 1 => x > 0";
    CompareWithExtreme: "compare-with-extreme" "a comparison with the smallest or the largest number => x == c or x != c";
    CompareOnlyBit: "compare-only-bit" "x == 2^k => x != 0, x != 2^k => eqz x, where only that bit of x can be one";
    NeZeroOfBool: "ne-zero-of-bool" "x != 0 => x, where x is 0 or 1";
    CompareSumWithConstant: "compare-sum-with-constant" "x + c == d => x == d - c, also !=, with - and ^";
    CompareSumWithAddend: "compare-sum-with-addend" "x + y == x => eqz y, also !=, with - and ^";
    CompareExtended: "compare-extended" "a comparison of two extensions of one kind => of what they extend";
    CompareExtendedWithConstant: "compare-extended-with-constant" "a comparison of an extension with c => of what is extended, where c is such an extension";
    EqzKnown: "eqz-known" "eqz x => 0 or 1, where the known bits decide it";
    EqzOfCompare: "eqz-of-compare" "eqz(x < y) => x >= y, and so for each comparison";
    EqzOfFloatCompare: "eqz-of-float-compare" "eqz(x == y) => x != y of floats, and the other way round";
    EqzOfEqz: "eqz-of-eqz" "eqz(eqz x) => x != 0, or x where that is 0 or 1";
    ZeroSumWithConstant: "zero-sum-with-constant" "whether x + c is zero => x == -c, also with - and ^";
    ZeroNegation: "zero-negation" "whether 0 - x is zero => whether x is";
    ZeroDifference: "zero-difference" "whether x - y or x ^ y is zero => x == y";
    ZeroRotation: "zero-rotation" "whether x rotate y is zero => whether x is";
    ZeroOddMultiple: "zero-odd-multiple" "whether x * c is zero => whether x is, for an odd c";
    ZeroRemainder: "zero-remainder" "whether signed x % 2^k is zero => whether x & (2^k - 1) is";
    ZeroPopcnt: "zero-popcnt" "whether popcnt x is zero => whether x is";
    ZeroExtended: "zero-extended" "whether an extension of x is zero => whether x is";
    ConditionEqz: "condition-eqz" "a condition eqz x => x, with the branches exchanged";
    ConditionNeZero: "condition-ne-zero" "a condition x != 0 => x";
    ConditionSelect: "condition-select" "a condition select(x, y, z) => z, where one of x and y is zero and the other is not";
    ConditionKnown: "condition-known" "a condition x => 1, where a bit of x is known to be one";

    // ---- Conversions (convert.rs)
    WrapOfExtend: "wrap-of-extend" "wrap(extend x) => x";
    WrapOfOperator: "wrap-of-operator" "wrap(extend x op extend y) => x op y in 32 bits, for operators whose low bits depend on low bits only";
    ExtendOfWrap: "extend-of-wrap" "extend(wrap x) => x, where x fits in 32 bits";
    ExtendOfWrapInPlace: "extend-of-wrap-in-place" "extend_s(wrap x) => extend32_s x, where the function uses sign extensions";
    ExtendNonnegative: "extend-nonnegative" "extend_s x => extend_u x, where x is not negative";
    ExtendOfExtendU: "extend-of-extend-u" "extend32_s(extend_u x) => extend_s x";
    ConvertNonnegative: "convert-nonnegative" "the unsigned conversion of x to a float => the signed one, where x is not negative";
    ConvertExtended: "convert-extended" "the conversion of an extension of x to a float => of x";
    DemoteOfPromote: "demote-of-promote" "demote(promote x) => x, where x is no signaling NaN";
    DemoteOfUnary: "demote-of-unary" "demote(op(promote x)) => op x in single precision";
    DemoteOfBinary: "demote-of-binary" "demote(promote x op promote y) => x op y in single precision";
    TruncOfPromote: "trunc-of-promote" "trunc(promote x) => trunc x";
    ReinterpretTwice: "reinterpret-twice" "reinterpret(reinterpret x) => x";

    // ---- Floats (float.rs)
    NegTwice: "neg-twice" "neg(neg x) => x";
    AbsOfSigned: "abs-of-signed" "abs(neg x), abs(copysign(x, y)) => abs x";
    AbsTwice: "abs-twice" "abs(abs x) => abs x";
    RoundIntegral: "round-integral" "ceil, floor, trunc, nearest of x => x, where x is a rounded number or a converted integer";
    FloatConstantRight: "float-constant-right" "c + x => x + c, c * x => x * c";
    FloatNeutral: "float-neutral" "x + -0, x - 0, x * 1, x / 1 => x, where x is no signaling NaN";
    FloatMulTwo: "float-mul-two" "x * 2 => x + x";
    FloatDivByPowerOfTwo: "float-div-by-power-of-two" "x / c => x * (1 / c), where c and 1 / c are normal powers of two";
    FloatMinSame: "float-min-same" "min(x, x), max(x, x) => x, where x is no signaling NaN";
    CopysignSame: "copysign-same" "copysign(x, x) => x";
    CopysignPositive: "copysign-positive" "copysign(x, y) => abs x, where y is a positive constant or an absolute value";
    CopysignOfSigned: "copysign-of-signed" "copysign(neg x, y) => copysign(x, y), also of abs and copysign";
    CopysignByCopysign: "copysign-by-copysign" "copysign(x, copysign(y, z)) => copysign(x, z)";
    FloatCompareConstantRight: "float-compare-constant-right" "c < x => x > c, and so for each comparison";
    FloatCompareNan: "float-compare-nan" "x compared with a NaN => 0, or 1 for !=";
    FloatComparePromoted: "float-compare-promoted" "a comparison of promotions => of what is promoted";
    FloatCompareNegated: "float-compare-negated" "neg x < neg y => y < x, and so for each comparison, also with a constant";

    // ---- Selection, vectors, references (other.rs)
    SelectSame: "select-same" "select(x, x, z) => x";
    SelectKnown: "select-known" "select(x, y, c) => x or y";
    SelectOneZero: "select-one-zero" "select(1, 0, z) => z != 0, or z where that is 0 or 1";
    SelectZeroOne: "select-zero-one" "select(0, 1, z) => eqz z";
    SelectAsAnd: "select-as-and" "select(x, 0, z) => z & x, select(1, x, z) => z | x, where both are 0 or 1; also by the opposite of z";
    SelectOfCompared: "select-of-compared" "select(x, y, x == y) => y, select(x, y, x != y) => x";
    SelectOfTested: "select-of-tested" "select(x, 0, x) => x, select(0, x, eqz x) => x";
    SelectOfSelect: "select-of-select" "select(select(w, x, z), y, z) => select(w, y, z), also in the other arm";
    SelectByCondition: "select-by-condition" "select(x, y, z) => select by what is simpler and nonzero when z is";
    LaneOfSplat: "lane-of-splat" "extract_lane(splat x) => x";
    LaneOfReplaced: "lane-of-replaced" "extract_lane k (replace_lane k (x, y)) => y";
    LaneOfOtherReplaced: "lane-of-other-replaced" "extract_lane k (replace_lane j (x, y)) => extract_lane k x";
    VectorTwice: "vector-twice" "not(not x), neg(neg x) => x";
    VectorConstantRight: "vector-constant-right" "c op x => x op c, for bitwise and, or, xor";
    VectorNeutral: "vector-neutral" "x & -1, x | 0, x ^ 0, x & ~0, x + 0, x - 0 => x";
    VectorAbsorbing: "vector-absorbing" "x & 0, x & ~-1, 0 & ~x => 0, x | -1 => -1";
    VectorXorAllOnes: "vector-xor-all-ones" "x ^ -1 => not x";
    VectorSame: "vector-same" "x & x, x | x => x, x ^ x, x & ~x, x - x => 0";
    VectorAndOfNot: "vector-and-of-not" "x & not y => andnot(x, y)";
    VectorShiftByZero: "vector-shift-by-zero" "a shift of lanes by a multiple of their width => its operand";
    ShuffleWhole: "shuffle-whole" "a shuffle that takes the lanes of one operand in their order => that operand";
    BitselectSame: "bitselect-same" "bitselect(x, x, z) => x";
    BitselectKnown: "bitselect-known" "bitselect(x, y, -1) => x, bitselect(x, y, 0) => y";
    BitselectByNot: "bitselect-by-not" "bitselect(x, y, not z) => bitselect(y, x, z)";
    RefEqSame: "ref-eq-same" "ref.eq(x, x) => 1";
    RefIsNullKnown: "ref-is-null-known" "ref.is_null x => 0 or 1, where the type or the operator decides it";
    AsNonNullOfNonNull: "as-non-null-of-non-null" "ref.as_non_null x => x, where the type of x has no null";
    ConvertThereAndBack: "convert-there-and-back" "any.convert_extern(extern.convert_any x) => x, and the other way round";

    // ---- Stores (other.rs)
    StoreOfExtended: "store-of-extended" "a narrow store of an extension of x => a store of x";
    StoreOfWrapped: "store-of-wrapped" "a store of wrap x => a narrow store of x";
    StoreOfReinterpreted: "store-of-reinterpreted" "a store of reinterpret x => a store of x";
}

/// How many words a set takes.
const WORDS: usize = Rule::ALL.len().div_ceil(64);

/// A set of rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct RuleSet([u64; WORDS]);

impl RuleSet {
    /// No rule.
    pub const fn empty() -> Self {
        RuleSet([0; WORDS])
    }

    /// Adds a rule.
    pub fn insert(&mut self, rule: Rule) {
        self.0[rule as usize / 64] |= 1 << (rule as usize % 64);
    }

    /// Whether a rule is in the set.
    pub fn contains(self, rule: Rule) -> bool {
        self.0[rule as usize / 64] >> (rule as usize % 64) & 1 != 0
    }

    /// The rules in the set, in the order of the table.
    pub fn iter(self) -> impl Iterator<Item = Rule> {
        self.0.into_iter().enumerate().flat_map(|(word, bits)| {
            let after = |bits: &u64| Some(bits & (bits - 1)).filter(|&bits| bits != 0);
            std::iter::successors(Some(bits).filter(|&bits| bits != 0), after)
                .map(move |bits| Rule::ALL[64 * word + bits.trailing_zeros() as usize])
        })
    }
}

impl FromIterator<Rule> for RuleSet {
    fn from_iter<I: IntoIterator<Item = Rule>>(rules: I) -> Self {
        let mut set = RuleSet::empty();
        rules.into_iter().for_each(|rule| set.insert(rule));
        set
    }
}

impl fmt::Debug for RuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// How often each rule was applied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RuleCounts([u32; Rule::ALL.len()]);

impl Default for RuleCounts {
    fn default() -> Self {
        RuleCounts([0; Rule::ALL.len()])
    }
}

impl RuleCounts {
    /// Counts one application of each of some rules.
    pub fn count(&mut self, rules: RuleSet) {
        for rule in rules.iter() {
            self.0[rule as usize] += 1;
        }
    }

    /// Adds other counts.
    pub fn add(&mut self, other: &Self) {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine += theirs;
        }
    }

    /// The rules that were applied, and how often, in the order of the table.
    pub fn iter(&self) -> impl Iterator<Item = (Rule, u32)> {
        let counts = Rule::ALL.iter().zip(self.0);
        counts.map(|(&rule, count)| (rule, count)).filter(|&(_, count)| count > 0)
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Rule {
    type Err = String;
    /// Reads a name.
    fn from_str(name: &str) -> Result<Self, String> {
        let found = Rule::ALL.iter().find(|rule| rule.name() == name);
        found.copied().ok_or_else(|| format!("there is no rule `{name}`; see `invar rules`"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_variants_in_kebab_case() {
        for (n, &rule) in Rule::ALL.iter().enumerate() {
            let mut name = String::new();
            for letter in format!("{rule:?}").chars() {
                if letter.is_uppercase() && !name.is_empty() {
                    name.push('-');
                }
                name.extend(letter.to_lowercase());
            }
            assert_eq!(rule.name(), name);
            assert_eq!(rule as usize, n);
            assert_eq!(name.parse(), Ok(rule));
            assert!(rule.doc().contains("=>"), "{rule}: {}", rule.doc());
        }
        assert!("no-such-rule".parse::<Rule>().is_err());
    }

    #[test]
    fn sets_and_counts() {
        let last = *Rule::ALL.last().expect("some rules");
        let rules = [Rule::ConstantRight, Rule::ALL[63], Rule::ALL[64], last];
        let set: RuleSet = rules.into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), rules);
        assert!(Rule::ALL.iter().all(|&rule| set.contains(rule) == rules.contains(&rule)));
        let mut counts = RuleCounts::default();
        counts.count(set);
        counts.count([last].into_iter().collect());
        counts.add(&counts.clone());
        let expected = rules.map(|rule| (rule, if rule == last { 4 } else { 2 }));
        assert_eq!(counts.iter().collect::<Vec<_>>(), expected);
    }
}
