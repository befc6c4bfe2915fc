//! Late move reductions: moves that come late in the order are searched less deep at first, and to
//! full depth only if they surprise.
//!
//! Source: Romstad, "An introduction to late move reductions" (2006); the logarithmic formula is
//! the field's common one. Unsound only until the iteration that is deep enough.

use super::NodeContext;
use crate::search::params::Params;
use crate::types::Score;

const SIZE: usize = 64;

/// The reductions by depth and number of the move, before adjustments, in 1024ths of a ply.
pub(in crate::search) struct Reductions {
    quiet: Box<[[i16; SIZE]; SIZE]>,
    noisy: Box<[[i16; SIZE]; SIZE]>,
}

/// What the reduction of a move depends on besides the node.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::search) struct MoveContext {
    /// The number of the move among those given, from 1.
    pub(in crate::search) number: usize,
    /// Whether the move neither captures nor promotes.
    pub(in crate::search) quiet: bool,
    /// Whether it is a killer of this ply.
    pub(in crate::search) killer: bool,
    /// How far it has proved itself: its history, in a smaller range for a noisy move.
    pub(in crate::search) history: i32,
    /// The best score among the moves before.
    pub(in crate::search) best: Score,
    /// Plies by which it is searched deeper than usual.
    pub(in crate::search) extension: i32,
}

impl Reductions {
    /// The table for these parameters.
    pub(in crate::search) fn new(params: &Params) -> Reductions {
        let table = |base: i32, divisor: i32| {
            let mut table = Box::new([[0; SIZE]; SIZE]);
            for (depth, row) in table.iter_mut().enumerate().skip(1) {
                for (number, reduction) in row.iter_mut().enumerate().skip(1) {
                    let logs = (depth as f64).ln() * (number as f64).ln();
                    let plies = logs * 100.0 / f64::from(divisor);
                    *reduction = (base + (1024.0 * plies) as i32) as i16;
                }
            }
            table
        };
        Reductions {
            quiet: table(
                params.reduction_quiet_base(),
                params.reduction_quiet_divisor(),
            ),
            noisy: table(
                params.reduction_noisy_base(),
                params.reduction_noisy_divisor(),
            ),
        }
    }

    /// The reduction before it is known whether the move gives check, in 1024ths of a ply.
    #[inline]
    pub(in crate::search) fn amount(
        &self,
        params: &Params,
        node: &NodeContext,
        mv: &MoveContext,
    ) -> i32 {
        let table = if mv.quiet { &self.quiet } else { &self.noisy };
        let depth = (node.depth.max(0) as usize).min(SIZE - 1);
        let mut amount = i32::from(table[depth][mv.number.min(SIZE - 1)]);
        amount += params.reduction_cut_node() * i32::from(node.cut_node);
        amount -= params.reduction_pv() * i32::from(node.pv);
        amount -= params.reduction_former_pv() * i32::from(node.former_pv);
        amount +=
            params.reduction_noisy_table_move() * i32::from(node.noisy_table_move && mv.quiet);
        amount += params.reduction_not_improving() * i32::from(!node.improving);
        amount -= params.reduction_doubt() * node.correction;
        amount -= params.reduction_killer() * i32::from(mv.killer);
        let weight = if mv.quiet {
            params.reduction_quiet_history()
        } else {
            params.reduction_capture_history()
        };
        // Where nothing works, every move has a bad history; that must not hide the one that will.
        let most = params.reduction_history_most();
        amount - (mv.history * weight / 1024).clamp(-most, most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_moves_of_deeper_nodes_are_reduced_more() {
        let params = Params::default();
        let reductions = Reductions::new(&params);
        let amount = |depth, number, quiet| {
            let node = NodeContext {
                depth,
                ..NodeContext::SAMPLE
            };
            let mv = MoveContext {
                number,
                quiet,
                ..MoveContext::default()
            };
            reductions.amount(&params, &node, &mv)
        };
        assert!(amount(8, 20, true) > amount(8, 3, true));
        assert!(amount(20, 20, true) > amount(8, 20, true));
        assert!(amount(8, 20, true) > amount(8, 20, false));
        assert_eq!(amount(300, 500, true), amount(63, 63, true));
    }

    #[test]
    fn good_history_reduces_less() {
        let params = Params::default();
        let reductions = Reductions::new(&params);
        let with = |history| {
            let mv = MoveContext {
                number: 9,
                quiet: true,
                history,
                ..MoveContext::default()
            };
            reductions.amount(&params, &NodeContext::SAMPLE, &mv)
        };
        assert!(with(8000) < with(0) && with(0) < with(-8000));
    }
}
