//! Every number of the search that could be tuned, declared once.
//!
//! Without the feature `tuning` a parameter is a constant and [`Params`] takes no room; with it
//! each can be set, for tuning by SPSA (Spall, "Multivariate stochastic approximation using a
//! simultaneous perturbation gradient approximation", 1992). The defaults are the same, so a bench
//! counts the same nodes either way.

/// What there is to know about a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tunable {
    /// The name, also of the option that sets it.
    pub name: &'static str,
    /// The value in play.
    pub default: i32,
    /// The smallest sensible value.
    pub min: i32,
    /// The largest sensible value.
    pub max: i32,
    /// A step that should make a difference in play.
    pub step: i32,
    /// What it does and in what unit.
    pub comment: &'static str,
}

macro_rules! tunables {
    ($(#[doc = $comment:literal] $name:ident = $default:literal, $min:literal..=$max:literal, $step:literal;)*) => {
        /// The values of all parameters.
        #[derive(Clone, Debug)]
        pub struct Params {
            $(#[cfg(feature = "tuning")] $name: i32,)*
        }

        impl Default for Params {
            fn default() -> Params {
                Params { $(#[cfg(feature = "tuning")] $name: $default,)* }
            }
        }

        impl Params {
            /// All parameters.
            pub const ALL: &[Tunable] = &[$(Tunable {
                name: stringify!($name),
                default: $default,
                min: $min,
                max: $max,
                step: $step,
                comment: $comment.trim_ascii(),
            },)*];

            $(
                #[doc = $comment]
                #[inline(always)]
                pub const fn $name(&self) -> i32 {
                    #[cfg(feature = "tuning")]
                    return self.$name;
                    #[cfg(not(feature = "tuning"))]
                    return $default;
                }
            )*

            /// Sets a parameter. `false`, and nothing is changed, if there is none of this name or
            /// the value is out of its range.
            #[cfg(feature = "tuning")]
            pub fn set(&mut self, name: &str, value: i32) -> bool {
                match name {
                    $(stringify!($name) if ($min..=$max).contains(&value) => {
                        self.$name = value;
                        true
                    })*
                    _ => false,
                }
            }
        }
    };
}

tunables! {
    /// Aspiration: half the width of the first window, in centipawns.
    aspiration_width = 14, 5..=50, 3;
    /// Aspiration: growth of a window that failed, in percent.
    aspiration_growth = 160, 120..=300, 15;
    /// Aspiration: plies at most by which a search is less deep after it was above its window.
    aspiration_shallower = 3, 0..=6, 1;

    /// Reverse futility: centipawns by which the evaluation has to beat beta, for each ply.
    reverse_futility_margin = 75, 40..=140, 8;
    /// Reverse futility: by how much of the correction the evaluation has to beat it more, in 128ths.
    reverse_futility_doubt = 0, 0..=512, 24;
    /// Reverse futility: the greatest depth, in plies.
    reverse_futility_depth = 6, 4..=12, 1;

    /// Reverse futility: centipawns less if the opponent's last move made things worse for him.
    reverse_futility_worsening = 20, 0..=80, 8;

    /// Razoring: centipawns below alpha, whatever the depth.
    razoring_base = 220, 50..=500, 25;
    /// Razoring: centipawns below alpha, times the square of the depth.
    razoring_margin = 170, 50..=400, 20;
    /// Razoring: the greatest depth, in plies; 0: none.
    razoring_depth = 6, 0..=12, 1;

    /// Null move: plies taken off at least.
    null_move_base = 4, 2..=6, 1;
    /// Null move: one more ply for so many plies of depth.
    null_move_depth_divisor = 4, 2..=8, 1;
    /// Null move: one more ply for so many centipawns above beta.
    null_move_eval_divisor = 190, 80..=400, 20;

    /// Null move: from this depth on, in plies, a second search without null moves has to agree.
    null_move_verification = 14, 8..=250, 2;

    /// ProbCut: centipawns above beta that the capture has to reach.
    probcut_margin = 170, 60..=400, 15;
    /// ProbCut: centipawns less if the position is improving.
    probcut_improving = 40, 0..=120, 8;
    /// ProbCut: the smallest depth, in plies; 250: none.
    probcut_depth = 5, 3..=250, 1;

    /// Hindsight: a ply more if the move before was reduced by so many plies; 250: never.
    hindsight_deeper_reduction = 3, 1..=250, 1;
    /// Hindsight: a ply less is possible if it was reduced by so many plies; 250: never.
    hindsight_shallower_reduction = 2, 1..=250, 1;
    /// Hindsight: centipawns that the move before has to have cost for a ply less.
    hindsight_margin = 100, 20..=300, 12;

    /// Internal iterative reduction: the smallest depth, in plies; 250: none.
    internal_reduction_depth = 4, 2..=250, 1;

    /// Singular extension: the smallest depth, in plies; 250: none.
    singular_depth = 6, 4..=250, 1;
    /// Singular extension: 16ths of a centipawn that the others have to be behind, for each ply.
    singular_margin = 16, 4..=64, 4;
    /// Singular extension: the same, added where the position once was on the principal variation.
    singular_former_pv_margin = 16, 0..=64, 4;
    /// Singular extension: centipawns beyond the margin for a second ply.
    singular_double_margin = 16, 0..=1000, 4;
    /// Singular extension: centipawns beyond the margin for a third ply.
    singular_triple_margin = 80, 20..=1000, 10;
    /// Singular extension: centipawns more for either on the principal variation.
    singular_pv_margin = 150, 0..=500, 20;
    /// Singular extension: how often a line may be extended by more than one ply.
    singular_long_max = 8, 0..=30, 1;
    /// Singular extension: plies off if the table's move is one of several that beat beta.
    singular_negative = 2, 0..=4, 1;

    /// Late moves: quiet moves looked at whatever the depth.
    late_move_base = 4, 1..=8, 1;

    /// Futility: centipawns added to the evaluation whatever the depth.
    futility_base = 90, 20..=250, 15;
    /// Futility: centipawns added for each ply.
    futility_margin = 80, 40..=160, 10;
    /// Futility: how much of the correction is added to the evaluation, in 128ths.
    futility_doubt = 0, 0..=512, 24;
    /// Futility: the greatest reduced depth, in plies.
    futility_depth = 8, 4..=14, 1;

    /// Exchanges: centipawns a quiet move may lose, times the square of the reduced depth.
    see_quiet_margin = 22, 8..=60, 3;
    /// Exchanges: centipawns a capture may lose, for each ply.
    see_noisy_margin = 95, 40..=180, 10;
    /// Exchanges: the greatest depth, in plies.
    see_depth = 9, 5..=14, 1;

    /// Reductions: of every quiet move, in 1024ths of a ply.
    reduction_quiet_base = 850, 0..=1600, 60;
    /// Reductions: ln(depth) · ln(number) of quiet moves is divided by this hundredth part.
    reduction_quiet_divisor = 235, 150..=400, 12;
    /// Reductions: of every capture, in 1024ths of a ply.
    reduction_noisy_base = 200, -500..=1000, 60;
    /// Reductions: ln(depth) · ln(number) of captures is divided by this hundredth part.
    reduction_noisy_divisor = 320, 200..=500, 15;
    /// Reductions: more in cut nodes, in 1024ths of a ply.
    reduction_cut_node = 1100, 0..=2500, 120;
    /// Reductions: less in nodes of the principal variation, in 1024ths of a ply.
    reduction_pv = 600, 0..=2500, 120;
    /// Reductions: more if the position is not improving, in 1024ths of a ply.
    reduction_not_improving = 600, 0..=1600, 80;
    /// Reductions: less if the move gives check, in 1024ths of a ply.
    reduction_check = 900, 0..=2000, 100;
    /// Reductions: less where the position was on the principal variation, in 1024ths of a ply.
    reduction_former_pv = 700, 0..=2000, 90;
    /// Reductions: more if the table's move is a capture, in 1024ths of a ply.
    reduction_noisy_table_move = 600, 0..=2000, 90;
    /// Reductions: more if many siblings were refuted at once, in 1024ths of a ply.
    reduction_cutoffs = 700, 0..=2000, 90;
    /// Reductions: so many cutoffs are many.
    reduction_cutoffs_min = 3, 1..=8, 1;
    /// Second search of a reduced move: a ply more if it is better by so many centipawns.
    research_deeper_margin = 60, 10..=1000, 8;
    /// Second search of a reduced move: a ply less if it is better by less than so many centipawns.
    research_shallower_margin = 8, -1000..=40, 3;
    /// Reductions: less for killers, in 1024ths of a ply.
    reduction_killer = 900, 0..=2000, 100;
    /// Reductions: less by each centipawn of correction, in 1024ths of a ply.
    reduction_doubt = 0, 0..=64, 3;
    /// Reductions: less by the history of a quiet move, in 1024ths of a ply for each 1024.
    reduction_quiet_history = 75, 0..=300, 12;
    /// Reductions: less by the history of a capture, in 1024ths of a ply for each 1024.
    reduction_capture_history = 80, 0..=400, 16;
    /// Reductions: the most that history changes, in 1024ths of a ply.
    reduction_history_most = 2048, 0..=6000, 200;

    /// History pruning: the history, times depth, below which a quiet move is left out.
    history_pruning_margin = 7000, 1000..=60000, 500;
    /// History pruning: the greatest reduced depth, in plies.
    history_pruning_depth = 4, 2..=8, 1;

    /// History: bonus of a quiet move for each ply of depth.
    quiet_bonus_slope = 190, 60..=400, 15;
    /// History: taken off each bonus of a quiet move.
    quiet_bonus_offset = 90, 0..=400, 15;
    /// History: the greatest bonus of a quiet move.
    quiet_bonus_max = 1700, 0..=3000, 100;
    /// History: malus of a quiet move for each ply of depth.
    quiet_malus_slope = 190, 60..=400, 15;
    /// History: taken off each malus of a quiet move.
    quiet_malus_offset = 90, 0..=400, 15;
    /// History: the greatest malus of a quiet move.
    quiet_malus_max = 1700, 0..=3000, 100;
    /// History: bonus of a capture for each ply of depth.
    capture_bonus_slope = 150, 60..=400, 15;
    /// History: taken off each bonus of a capture.
    capture_bonus_offset = 60, 0..=400, 15;
    /// History: the greatest bonus of a capture.
    capture_bonus_max = 1400, 0..=3000, 100;
    /// History: malus of a capture for each ply of depth.
    capture_malus_slope = 150, 60..=400, 15;
    /// History: taken off each malus of a capture.
    capture_malus_offset = 60, 0..=400, 15;
    /// History: the greatest malus of a capture.
    capture_malus_max = 1400, 0..=3000, 100;
    /// History: bonus of a quiet move by which the table refutes, in 128ths of the usual one.
    table_bonus = 64, 0..=256, 12;
    /// History: malus of an early quiet move that was refuted, in 128ths of the usual one.
    prior_malus = 64, 0..=256, 12;
    /// History: bonus of a quiet move without a good answer, in 128ths of the usual one.
    prior_bonus = 64, 0..=256, 12;

    /// Correction: what an error counts for each ply of depth, in 1024ths.
    correction_bonus = 192, 0..=512, 16;
    /// Correction: the most that one error counts.
    correction_bonus_most = 256, 32..=1024, 24;
    /// Correction: weight of the pawns, in 128ths.
    correction_pawns = 70, 0..=512, 20;
    /// Correction: weight of each side's pieces, in 128ths.
    correction_pieces = 70, 0..=512, 20;
    /// Correction: weight of the minor pieces, in 128ths.
    correction_minor = 60, 0..=512, 20;
    /// Correction: weight of the major pieces, in 128ths.
    correction_major = 50, 0..=512, 20;
    /// Correction: weight of the last two moves, in 128ths.
    correction_moves = 50, 0..=512, 20;

    /// Order of quiet moves: weight of the butterfly history, in 128ths.
    order_butterfly = 128, 0..=512, 24;
    /// Order of quiet moves: weight of the pawn history, in 128ths.
    order_pawns = 64, 0..=512, 24;
    /// Order of quiet moves: weight of the move one ply before, in 128ths.
    order_continuation_1 = 128, 0..=512, 24;
    /// Order of quiet moves: weight of the move two plies before, in 128ths.
    order_continuation_2 = 128, 0..=512, 24;
    /// Order of quiet moves: weight of the move four plies before, in 128ths.
    order_continuation_4 = 64, 0..=512, 24;
    /// Order of quiet moves: weight of the move six plies before, in 128ths.
    order_continuation_6 = 32, 0..=512, 24;
    /// Order of quiet moves: what is added for a check that loses nothing.
    order_check = 8192, 0..=32768, 800;
    /// Order of quiet moves: what is added for a knight's flight from danger, more for others.
    order_danger = 3000, 0..=16384, 400;
    /// Order of captures: weight of their history against the victim's worth, in 128ths.
    order_captures = 64, 0..=512, 24;
    /// Order of captures: centipawns that a good one may lose for each 1024 of its history.
    order_capture_threshold = 8, 0..=64, 4;

    /// Quiescence: centipawns beyond the captured piece that a capture may gain in position.
    quiescence_margin = 160, 60..=350, 15;
    /// Quiescence: plies at its beginning in which quiet checks are tried too.
    quiescence_checks = 1, 0..=1, 1;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_lie_in_their_ranges_and_names_differ() {
        for (index, one) in Params::ALL.iter().enumerate() {
            assert!((one.min..=one.max).contains(&one.default), "{}", one.name);
            assert!(one.step > 0 && !one.comment.is_empty(), "{}", one.name);
            assert!(
                Params::ALL[..index]
                    .iter()
                    .all(|other| other.name != one.name)
            );
        }
    }

    #[cfg(feature = "tuning")]
    #[test]
    fn values_can_be_set_within_their_range() {
        let mut params = Params::default();
        assert!(params.set("late_move_base", 5));
        assert_eq!(params.late_move_base(), 5);
        assert!(!params.set("late_move_base", 500));
        assert!(!params.set("nothing", 1));
        assert_eq!(params.late_move_base(), 5);
    }
}
