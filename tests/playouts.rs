//! Every fast path of the rules against its slow twin and against the library shakmaty, over
//! random games of standard chess, Chess960 and double Chess960.

mod common;

use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _};
use std::collections::BTreeSet;
use vezer::attacks::{between, line};
use vezer::notation::{san, uci};
use vezer::position::{Keys, Position, see_value};
use vezer::types::{Bitboard, Color, Move, MoveKind, MoveList, Piece, PieceType, Square};

/// Keys, mailbox, checkers and pins, recomputed.
fn check_derived(position: &Position) {
    let fen = position.fen();
    assert_eq!(*position.keys(), Keys::of(position.board()), "{fen}");
    for square in Square::all() {
        let on_sets = PieceType::ALL
            .into_iter()
            .find(|&kind| position.board().kind(kind).has(square));
        assert_eq!(position.kind_on(square), on_sets, "{fen} {square}");
    }
    let us = position.side_to_move();
    let king = position.king(us);
    let reaches = |from: Square, occupied: Bitboard| {
        let kind = position.kind_on(from).expect("a piece");
        vezer::attacks::attacks(kind, !us, from, occupied).has(king)
    };
    let enemies = position.color(!us);
    let occupied = position.occupied();
    let checkers: Bitboard = enemies.filter(|&from| reaches(from, occupied)).collect();
    assert_eq!(position.checkers(), checkers, "{fen}");
    // A piece is pinned if taking it off the board alone opens a line to the king.
    let pinned: Bitboard = (position.color(us) - Bitboard::of(king))
        .filter(|&own| {
            let without = occupied - Bitboard::of(own);
            (enemies - checkers).any_square(|from| reaches(from, without))
        })
        .collect();
    assert_eq!(position.pinned(), pinned, "{fen}");
}

/// The stages of generation, and legality asked of single moves.
fn check_moves(position: &Position) {
    let fen = position.fen();
    let moves = position.legal_moves();
    assert_eq!(position.count_moves(), moves.len(), "{fen}");
    assert_eq!(position.has_legal_move(), !moves.is_empty(), "{fen}");
    assert_eq!(position.board().legal_moves(), moves, "{fen}");
    let bits = |moves: &MoveList| moves.iter().map(|mv| mv.bits()).collect::<BTreeSet<_>>();
    let (mut noisy, mut quiet) = (MoveList::new(), MoveList::new());
    position.noisy_moves(&mut noisy);
    position.quiet_moves(&mut quiet);
    assert!(noisy.iter().all(|mv| mv.is_noisy()), "{fen}");
    assert!(!quiet.iter().any(|mv| mv.is_noisy()), "{fen}");
    assert_eq!(noisy.len() + quiet.len(), moves.len(), "{fen}");
    let staged: BTreeSet<u16> = bits(&noisy).union(&bits(&quiet)).copied().collect();
    assert_eq!(staged, bits(&moves), "{fen}");
    assert_eq!(staged.len(), moves.len(), "{fen}: a move twice");
}

/// `is_legal` of every 16-bit value.
fn check_legality_of_all_values(position: &Position) {
    let mut legal = vec![false; 1 << 16];
    for mv in position.legal_moves() {
        legal[usize::from(mv.bits())] = true;
    }
    for bits in 1..=u16::MAX {
        let mv = Move::from_bits(bits).expect("not 0");
        let wanted = legal[usize::from(bits)];
        assert_eq!(
            position.is_legal(mv),
            wanted,
            "{} {mv:?} {bits:#06x}",
            position.fen()
        );
    }
}

/// What `play` and its forecasts say about each move.
fn check_playing(position: &Position) {
    let fen = position.fen();
    for mv in position.legal_moves() {
        let next = position.play(mv);
        assert!(position.is_pseudo_legal(mv), "{fen} {mv:?}");
        assert_eq!(position.gives_check(mv), next.in_check(), "{fen} {mv:?}");
        let rights_kept = position.castling_rights() == next.castling_rights();
        if rights_kept && next.en_passant().is_none() {
            assert_eq!(position.key_after(mv), next.key(), "{fen} {mv:?}");
        }
        check_delta(position, mv, &next);
        let again: Position = next.fen().parse().expect("its own FEN");
        assert_eq!(again.board(), next.board(), "{fen} {mv:?}");
    }
}

fn check_delta(position: &Position, mv: Move, next: &Position) {
    let mut pieces: [Option<Piece>; 64] =
        std::array::from_fn(|index| position.piece_on(Square::new(index)));
    let delta = position.delta(mv);
    for (piece, square) in &delta.removed {
        assert_eq!(
            pieces[square.index()].take(),
            Some(*piece),
            "{} {mv:?}",
            position.fen()
        );
    }
    for (piece, square) in &delta.added {
        assert_eq!(
            pieces[square.index()].replace(*piece),
            None,
            "{} {mv:?}",
            position.fen()
        );
    }
    for square in Square::all() {
        assert_eq!(
            pieces[square.index()],
            next.piece_on(square),
            "{} {mv:?}",
            position.fen()
        );
    }
}

/// Legal moves, their notation, the resulting FENs: all as shakmaty has them.
fn check_against_shakmaty(position: &Position) {
    let fen = position.fen();
    let setup: Fen = fen.parse().expect("a FEN that shakmaty reads");
    let twin: Chess = setup
        .into_position(CastlingMode::Chess960)
        .unwrap_or_else(|error| panic!("{fen}: {error}"));
    assert_eq!(
        Fen::from_position(&twin, EnPassantMode::Legal).to_string(),
        fen
    );
    let ours: BTreeSet<String> = position
        .legal_moves()
        .into_iter()
        .map(|mv| uci::format_move(mv, true))
        .collect();
    let mut theirs = BTreeSet::new();
    for their_move in twin.legal_moves() {
        let text = UciMove::from_move(their_move, CastlingMode::Chess960).to_string();
        let mv = uci::parse_move(position, &text).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let notation = SanPlus::from_move(twin.clone(), their_move).to_string();
        assert_eq!(san::format_move(position, mv), notation, "{fen}");
        let mut next = twin.clone();
        next.play_unchecked(their_move);
        let next = Fen::from_position(&next, EnPassantMode::Legal).to_string();
        assert_eq!(position.play(mv).fen(), next, "{fen} {text}");
        theirs.insert(text);
    }
    assert_eq!(ours, theirs, "{fen}");
}

#[test]
fn derived_values_and_forecasts() {
    common::playouts(25, 150, 3, |position| {
        check_derived(position);
        check_moves(position);
        check_playing(position);
    });
}

#[test]
fn same_moves_as_shakmaty() {
    common::playouts(12, 150, 4, check_against_shakmaty);
}

#[test]
fn legality_of_every_16_bit_value() {
    let mut count = 0;
    common::playouts(25, 150, 5, |position| {
        count += 1;
        let special = position.en_passant().is_some() || position.pinned().any();
        if count % 16 == 0 || special && count % 4 == 0 {
            check_legality_of_all_values(position);
        }
    });
}

#[test]
fn random_games_reach_what_they_should() {
    let mut seen = [0; 16];
    common::playouts(25, 150, 3, |position| {
        for mv in position.legal_moves() {
            seen[usize::from(mv.bits() >> 12)] += 1;
        }
    });
    for kind in [
        MoveKind::Castle,
        MoveKind::EnPassant,
        MoveKind::CapturePromoteKnight,
    ] {
        assert!(
            seen[kind as usize] > 40,
            "{kind:?}: {}",
            seen[kind as usize]
        );
    }
}

#[test]
fn a_null_move_keeps_everything_in_step() {
    common::playouts(10, 150, 6, |position| {
        if !position.in_check() {
            check_derived(&position.play_null());
        }
    });
}

/// The slow twin of static exchange evaluation: what each side gains by the best of taking on
/// and stopping, in centipawns.
struct Exchange<'a> {
    position: &'a Position,
    to: Square,
}

impl Exchange<'_> {
    /// The value of the exchange that a move begins.
    fn value(position: &Position, mv: Move) -> i32 {
        if mv.is_castle() {
            return 0;
        }
        let us = position.side_to_move();
        let to = mv.to();
        let mut occupied = (position.occupied() - Bitboard::of(mv.from())) | Bitboard::of(to);
        if mv.is_en_passant() {
            occupied -= Bitboard::of(to.forward(!us));
        }
        let captured = position.captured_kind(mv).map_or(0, see_value);
        let moving = position.moving_kind(mv);
        let placed = mv.promotion().unwrap_or(moving);
        let promoted = see_value(placed) - see_value(moving);
        captured + promoted - Exchange { position, to }.best(!us, occupied, placed)
    }

    /// The most that `side` gains by taking the piece on the square, or not.
    fn best(&self, side: Color, occupied: Bitboard, on_square: PieceType) -> i32 {
        let Some(from) = self.least_attacker(side, occupied) else {
            return 0;
        };
        let kind = self.position.kind_on(from).expect("an attacker");
        let after = occupied - Bitboard::of(from);
        if kind == PieceType::King && self.attackers(!side, after).any() {
            return 0;
        }
        (see_value(on_square) - self.best(!side, after, kind)).max(0)
    }

    fn attackers(&self, side: Color, occupied: Bitboard) -> Bitboard {
        self.position.attackers_to(self.to, occupied) & self.position.color(side) & occupied
    }

    /// Of the least valuable free attackers the one on the lowest square.
    fn least_attacker(&self, side: Color, occupied: Bitboard) -> Option<Square> {
        let attackers = self.attackers(side, occupied);
        let free: Bitboard = attackers
            .filter(|&from| !self.is_pinned(side, from, occupied))
            .collect();
        free.min_by_key(|&from| (self.position.kind_on(from), from))
    }

    /// Whether a slider that has not moved pins the piece to its king on another line than the
    /// one it would capture on.
    fn is_pinned(&self, side: Color, piece: Square, occupied: Bitboard) -> bool {
        let king = self.position.king(side);
        let without = (occupied - Bitboard::of(piece)) | Bitboard::of(self.to);
        let stationary = self.position.color(!side) & (occupied - Bitboard::of(self.to));
        piece != king
            && !line(king, piece).has(self.to)
            && stationary.any_square(|from| {
                let kind = self.position.kind_on(from).expect("a piece");
                between(king, from).has(piece)
                    && vezer::attacks::attacks(kind, !side, from, without).has(king)
            })
    }
}

#[test]
fn exchanges_are_worth_what_the_twin_says() {
    let mut wins = [0, 0];
    common::playouts(40, 150, 7, |position| {
        for mv in position.legal_moves() {
            let value = Exchange::value(position, mv);
            wins[usize::from(value >= 0)] += 1;
            for threshold in [value - 1, value, value + 1, -300, -100, 0, 1, 100, 200, 900] {
                let reached = position.see_at_least(mv, threshold);
                let fen = position.fen();
                assert_eq!(
                    reached,
                    value >= threshold,
                    "{fen} {mv:?} is {value}, not {threshold}"
                );
            }
        }
    });
    assert!(wins[0] > 10_000 && wins[1] > 10_000, "{wins:?}");
}
