//! Sets of positions, as segments: where the values of a local are live.

/// Positions `start..end`.
pub(super) type Segment = (u32, u32);

/// Disjoint segments, in sorted runs of falling length: adding to a set moves each segment a
/// logarithmic number of times, however small the additions are. Most sets have one run.
#[derive(Clone, Default, PartialEq)]
pub(super) struct Segments {
    first: Vec<Segment>,
    more: Vec<Vec<Segment>>,
}

/// A run up to this length is always merged with the next.
const SHORT: usize = 64;

impl Segments {
    /// A set of segments that are sorted and disjoint.
    pub fn new(sorted: &[Segment]) -> Self {
        Segments { first: sorted.to_vec(), more: Vec::new() }
    }

    /// These segments after a change of positions. `to` keeps the order, and may only separate segments that touch.
    pub fn map(&self, to: impl Fn(u32) -> u32) -> Self {
        let run = |run: &Vec<Segment>| run.iter().map(|&(s, e)| (to(s), to(e))).collect();
        Segments { first: run(&self.first), more: self.more.iter().map(run).collect() }
    }

    /// How many segments there are.
    pub fn len(&self) -> usize {
        self.runs().map(Vec::len).sum()
    }

    fn runs(&self) -> impl Iterator<Item = &Vec<Segment>> {
        std::iter::once(&self.first).chain(&self.more)
    }

    /// Whether any segments of two sets overlap.
    pub fn overlap(&self, other: &Segments) -> bool {
        self.runs().any(|a| other.runs().any(|b| overlap(a, b)))
    }

    /// Adds a set that does not overlap this one.
    pub fn add(&mut self, other: Segments) {
        for run in std::iter::once(other.first).chain(other.more) {
            self.add_run(run);
        }
    }

    fn add_run(&mut self, mut run: Vec<Segment>) {
        loop {
            let last = self.more.last_mut().unwrap_or(&mut self.first);
            if last.len() > SHORT.max(2 * run.len()) {
                self.more.push(run);
                return;
            }
            merge(last, &run);
            match self.more.pop() {
                Some(merged) => run = merged,
                None => return,
            }
        }
    }
}

/// Sorts segments and joins those that touch.
pub(super) fn normalize(list: &mut Vec<Segment>) {
    list.sort_unstable();
    let mut kept = 0;
    for n in 1..list.len() {
        if list[n].0 <= list[kept].1 {
            list[kept].1 = list[kept].1.max(list[n].1);
        } else {
            kept += 1;
            list[kept] = list[n];
        }
    }
    list.truncate(kept + 1);
}

/// Whether any of two sorted lists of segments overlap: a search per segment of the shorter list.
fn overlap(a: &[Segment], b: &[Segment]) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    short.iter().any(|&(start, end)| {
        let first = long.partition_point(|&(_, e)| e <= start);
        long.get(first).is_some_and(|&(s, _)| s < end)
    })
}

/// Adds disjoint segments to a sorted list.
fn merge(to: &mut Vec<Segment>, from: &[Segment]) {
    if from.len() <= 4 {
        for &segment in from {
            let at = to.partition_point(|&other| other < segment);
            to.insert(at, segment);
        }
    } else {
        to.extend_from_slice(from);
        // Two sorted runs: the sort finds and merges them in linear time.
        to.sort();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_hold_what_was_added() {
        let mut set = Segments::default();
        // Every odd position, in an order that mixes long and short additions.
        let (mut at, mut most_runs) = (1, 0);
        for length in (1..200).chain([1000, 1, 1, 1, 50, 2, 3000]) {
            let list: Vec<Segment> = (0..length).map(|n| (at + 2 * n, at + 2 * n + 1)).collect();
            at += 2 * length;
            let list = Segments::new(&list);
            assert!(!set.overlap(&list));
            set.add(list);
            most_runs = most_runs.max(set.runs().count());
        }
        assert!((2..12).contains(&most_runs), "{most_runs}");
        assert_eq!(set.len(), at as usize / 2);
        for position in 0..at {
            let one = Segments::new(&[(position, position + 1)]);
            assert_eq!(set.overlap(&one), position % 2 == 1);
            assert_eq!(one.overlap(&set), position % 2 == 1);
        }
    }
}
