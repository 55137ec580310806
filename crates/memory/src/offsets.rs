//! Ranges of offsets from an address.

/// How far offsets are followed: addresses have 32 bits, and what is further away may be what is near.
const LIMIT: i64 = 1 << 30;

/// A range of offsets from an address, both ends included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Offsets {
    pub least: i64,
    pub greatest: i64,
}

impl Offsets {
    /// Any offset.
    pub const ANY: Offsets = Offsets { least: i64::MIN, greatest: i64::MAX };
    /// The address itself.
    pub const ZERO: Offsets = Offsets::one(0);

    /// One offset.
    pub const fn one(offset: i64) -> Offsets {
        Offsets { least: offset, greatest: offset }
    }

    /// The offsets of both.
    pub fn join(self, other: Offsets) -> Offsets {
        Offsets { least: self.least.min(other.least), greatest: self.greatest.max(other.greatest) }
    }

    /// The offsets after adding a number of a range.
    pub fn plus(self, (least, greatest): (i64, i64)) -> Offsets {
        match (self.least.checked_add(least), self.greatest.checked_add(greatest)) {
            (Some(least), Some(greatest))
                if self != Offsets::ANY && least >= -LIMIT && greatest <= LIMIT =>
            {
                Offsets { least, greatest }
            }
            _ => Offsets::ANY,
        }
    }
}
