//! Budgets of the analysis.

invar_analysis::config! {
    /// Budgets of the analysis. A function past one of them is not specialized.
    pub struct Config {
        /// How many nodes the split graph may have for each block.
        split_factor: usize = 8,
        /// How many more nodes it may have, whatever the number of blocks.
        split_more: usize = 256,
        /// How many bits all sets together may take.
        bits: usize = 1 << 30,
        /// How often a node may be visited, on average.
        visits: usize = 64,
    }
}
