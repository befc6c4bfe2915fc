//! What an analysis says about a game, written into the game.

use super::game::{AnalysedGame, JudgedMove, for_white, in_pawns, mate};
use super::judgement::Fault;
use crate::engine::identity;
use crate::notation::pgn::{PgnGame, PgnMove};
use crate::types::Score;

/// The glyphs that rate a move by itself, `!` to `?!`: ours take their place.
const RATINGS: std::ops::RangeInclusive<u8> = 1..=6;

/// The most half-moves of a line that is shown.
const LINE_LENGTH: usize = 12;

/// The game with the evaluation after each move (`[%eval]`, from White's view), glyphs for faults,
/// and the better lines. Its own comments stay.
pub(super) fn annotate(analysed: &AnalysedGame) -> PgnGame {
    let mut pgn = analysed.pgn.clone();
    pgn.tags.retain(|(name, _)| name != "Annotator");
    let annotator = format!("{} {}", identity::NAME, identity::VERSION);
    pgn.tags.push(("Annotator".to_owned(), annotator));
    let after = analysed.scores.iter().skip(1);
    for ((played, judged), &score) in pgn.moves.iter_mut().zip(&analysed.moves).zip(after) {
        annotate_move(played, judged, score);
    }
    pgn
}

fn annotate_move(played: &mut PgnMove, judged: &JudgedMove, score: Score) {
    let own = without_evaluation(&played.comment);
    played.comment = match mate(score) {
        // Mate on the board says it itself.
        Some(0) => own,
        _ => format!("{} {own}", evaluation(score)).trim_end().to_owned(),
    };
    let Some(fault) = judged.fault else {
        return;
    };
    played.glyphs.retain(|glyph| !RATINGS.contains(glyph));
    played.glyphs.insert(0, fault.glyph());
    let remark = remark(judged, fault);
    played.comment = format!("{} {remark}", played.comment);
    played.variations = judged
        .found
        .lines
        .iter()
        .filter(|line| !line.pv.is_empty() && line.pv[0] != judged.mv)
        .map(|line| {
            let moves = line.pv.iter().take(LINE_LENGTH);
            let mut moves: Vec<PgnMove> = moves.map(|&mv| PgnMove::from(mv)).collect();
            moves[0].comment = evaluation(for_white(&judged.before, line.score));
            moves
        })
        .collect();
}

/// An evaluation as programs read it: pawns or moves to mate, from White's view.
fn evaluation(score: Score) -> String {
    format!("[%eval {}]", in_pawns(score).trim_start_matches('+'))
}

/// The fault in words.
fn remark(judged: &JudgedMove, fault: Fault) -> String {
    let name = fault.to_string();
    let (first, rest) = name.split_at(1);
    let loss = 100.0 * judged.loss.points;
    format!("{}{rest}, {loss:.0} % lost.", first.to_uppercase())
}

/// A comment without the evaluation that somebody else has put there.
fn without_evaluation(comment: &str) -> String {
    let Some((before, rest)) = comment.split_once("[%eval") else {
        return comment.to_owned();
    };
    let after = rest.split_once(']').map_or("", |(_, after)| after);
    let joined = format!("{} {}", before.trim_end(), after.trim_start());
    without_evaluation(joined.trim())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::searching::Found;
    use crate::notation::pgn::Games;
    use crate::notation::san;
    use crate::search::Info;

    #[test]
    fn evaluations_of_others_are_replaced() {
        assert_eq!(without_evaluation("[%eval 0.1] good"), "good");
        let both = "a [%eval #3] [%clk 0:01:00] b";
        assert_eq!(without_evaluation(both), "a [%clk 0:01:00] b");
        assert_eq!(without_evaluation("plain"), "plain");
        assert_eq!(without_evaluation("[%eval open"), "");
    }

    #[test]
    fn a_fault_gets_glyph_words_and_the_better_line() {
        let text = "1. f3! {[%eval 9] daring} e5 2. g4 $10 {?} Qh4# 0-1";
        let pgn = Games::new(text.as_bytes()).next().unwrap().unwrap();
        let position = pgn.start.play(pgn.moves[0].mv).play(pgn.moves[1].mv);
        let better = san::parse_move(&position, "e4").unwrap();
        let line = Info::sample(better, -60);
        let searched = |score: Score| (score, Found::default());
        let with_line = Found::of(Some(better), vec![line]);
        let scores = [
            searched(Score(10)),
            searched(Score(300)),
            (Score(-60), with_line),
        ];
        let end = [searched(Score::mate_in(1)), searched(Score::mated_in(0))];
        let analysed = AnalysedGame::new(1, pgn, scores.into_iter().chain(end).collect());
        let annotated = annotate(&analysed).to_string();
        let moves = annotated.split_once("\n\n").unwrap().1.replace('\n', " ");
        assert!(annotated.contains("[Annotator \"Vezer "), "{annotated}");
        let [first, second] = [0, 2].map(|index| {
            let judged = &analysed.moves[index];
            let fault = judged.fault.unwrap();
            (fault.glyph(), remark(judged, fault))
        });
        let score = evaluation(Score(-300));
        let wanted = format!("1. f3 ${} {{{score} daring {}}}", first.0, first.1);
        assert!(moves.contains(&wanted), "{moves}\n{wanted}");
        let better = evaluation(Score(-60));
        let wanted = format!(
            "2. g4 $4 $10 {{[%eval #-1] ? {}}} (2. e4 {{{better}}})",
            second.1
        );
        assert!(moves.contains(&wanted), "{moves}\n{wanted}");
        assert!(second.1.starts_with("Blunder, ") && second.1.ends_with(" % lost."));
        assert!(moves.contains("Qh4# 0-1"), "{moves}");
        let again = Games::new(annotated.as_bytes()).next().unwrap().unwrap();
        assert_eq!(again.moves.len(), 4);
    }
}
