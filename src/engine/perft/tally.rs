use super::Progress;
use crate::types::Move;

/// Adds up what the threads have counted, and reports root moves in order.
pub(super) struct Tally {
    roots: Vec<Root>,
    /// How many root moves have been reported.
    reported: usize,
    done: usize,
    of: usize,
}

struct Root {
    mv: Move,
    nodes: u64,
    /// The shares of work that are not yet done.
    open: usize,
}

impl Tally {
    /// Nothing is counted yet; the index of its root move is given for every share of work.
    pub(super) fn new(roots: &[Move], shares: impl Iterator<Item = usize>) -> Tally {
        let open = |&mv| Root {
            mv,
            nodes: 0,
            open: 0,
        };
        let mut tally = Tally {
            roots: roots.iter().map(open).collect(),
            reported: 0,
            done: 0,
            of: 0,
        };
        for root in shares {
            tally.roots[root].open += 1;
            tally.of += 1;
        }
        tally
    }

    /// Enters a share of work.
    pub(super) fn add(&mut self, root: usize, nodes: u64, report: &(dyn Fn(Progress) + Sync)) {
        let root = &mut self.roots[root];
        root.nodes = root.nodes.saturating_add(nodes);
        root.open -= 1;
        self.done += 1;
        report(Progress::Share {
            done: self.done,
            of: self.of,
        });
        self.report_finished(report);
    }

    /// Reports the root moves that are finished now, up to the first that is not.
    pub(super) fn report_finished(&mut self, report: &(dyn Fn(Progress) + Sync)) {
        while let Some(root) = self.roots.get(self.reported).filter(|root| root.open == 0) {
            let (mv, nodes) = (root.mv, root.nodes);
            report(Progress::Counted { mv, nodes });
            self.reported += 1;
        }
    }

    /// The number of all lines, if everything has been counted.
    pub(super) fn total(&self) -> Option<u64> {
        let sum = |sum: u64, root: &Root| sum.saturating_add(root.nodes);
        (self.done == self.of).then(|| self.roots.iter().fold(0, sum))
    }
}
