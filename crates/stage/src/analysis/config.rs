//! Budgets of the analysis.

/// Budgets of the analysis. A function past one of them is not specialized.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Config {
    /// How many nodes the split graph may have for each block.
    pub split_factor: usize,
    /// How many more nodes it may have, whatever the number of blocks.
    pub split_more: usize,
    /// How many bits all sets together may take.
    pub bits: usize,
    /// How often a node may be visited, on average.
    pub visits: usize,
}

impl Default for Config {
    fn default() -> Self {
        Config { split_factor: 8, split_more: 256, bits: 1 << 30, visits: 64 }
    }
}
