//! A position that makes moves in place and takes them back: the twin against which copy-make is
//! measured. It holds the same state as `Position` and derives the same from it after each move.

use rand::Rng;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use vezer::attacks::{
    between, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks,
};
use vezer::position::{Keys, Position};
use vezer::types::{
    Bitboard, CastlingRights, CastlingSide, Color, Move, MoveKind, Piece, PieceType, Square,
};

/// Random numbers for the keys; the library's own are not public.
struct Numbers {
    pieces: [[[u64; 64]; 6]; 2],
    castling: [u64; 64],
    en_passant: [u64; 8],
    black_to_move: u64,
}

/// What a move destroys, kept to take it back.
struct Undo {
    captured: Option<PieceType>,
    castling: CastlingRights,
    en_passant: Option<Square>,
    keys: Keys,
    checkers: Bitboard,
    pinned: Bitboard,
    halfmove_clock: u16,
}

/// A position that changes in place.
pub struct Undoable {
    kinds: [Bitboard; 6],
    colors: [Bitboard; 2],
    mailbox: [Option<PieceType>; 64],
    side: Color,
    castling: CastlingRights,
    en_passant: Option<Square>,
    keys: Keys,
    checkers: Bitboard,
    pinned: Bitboard,
    halfmove_clock: u16,
    fullmove_number: u16,
    undo: Vec<Undo>,
    numbers: Box<Numbers>,
}

impl Undoable {
    pub fn new(position: &Position) -> Undoable {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let mut number = || random.next_u64();
        let numbers = Box::new(Numbers {
            pieces: std::array::from_fn(|_| {
                std::array::from_fn(|_| std::array::from_fn(|_| number()))
            }),
            castling: std::array::from_fn(|_| number()),
            en_passant: std::array::from_fn(|_| number()),
            black_to_move: number(),
        });
        let mut twin = Undoable {
            kinds: [Bitboard::EMPTY; 6],
            colors: [Bitboard::EMPTY; 2],
            mailbox: [None; 64],
            side: position.side_to_move(),
            castling: position.castling_rights(),
            en_passant: position.en_passant(),
            keys: Keys::default(),
            checkers: position.checkers(),
            pinned: position.pinned(),
            halfmove_clock: position.halfmove_clock(),
            fullmove_number: position.fullmove_number(),
            undo: Vec::with_capacity(256),
            numbers,
        };
        for square in Square::all() {
            if let Some(piece) = position.piece_on(square) {
                twin.set(piece, square);
            }
        }
        twin.keys.position ^= twin.state_key();
        twin
    }

    /// Some of everything that a move changes, so that no work can be left out.
    pub fn digest(&self) -> u64 {
        self.keys.position ^ self.checkers.0 ^ self.pinned.0
    }

    /// The key of the position.
    pub fn key(&self) -> u64 {
        self.keys.position
    }

    /// Whether everything is as in the position that copy-make has.
    pub fn equals(&self, position: &Position) -> bool {
        PieceType::ALL
            .into_iter()
            .all(|kind| self.kinds[kind.index()] == position.kind(kind))
            && Color::ALL
                .into_iter()
                .all(|color| self.colors[color.index()] == position.color(color))
            && Square::all().all(|square| self.mailbox[square.index()] == position.kind_on(square))
            && self.side == position.side_to_move()
            && self.castling == position.castling_rights()
            && self.en_passant == position.en_passant()
            && self.checkers == position.checkers()
            && self.pinned == position.pinned()
            && self.halfmove_clock == position.halfmove_clock()
            && self.fullmove_number == position.fullmove_number()
    }

    /// Plays a legal move.
    pub fn make(&mut self, mv: Move) {
        let us = self.side;
        let (from, to) = (mv.from(), mv.to());
        let moving = Piece::new(us, self.mailbox[from.index()].unwrap_or(PieceType::Pawn));
        let captured = victim(mv, us).and_then(|square| self.mailbox[square.index()]);
        self.save(captured);
        self.keys.position ^= self.state_key();
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        if mv.is_noisy() || moving.kind == PieceType::Pawn {
            self.halfmove_clock = 0;
        }
        if mv.is_castle() {
            self.castle(mv, us);
        } else {
            if let (Some(square), Some(kind)) = (victim(mv, us), captured) {
                self.lift(Piece::new(!us, kind), square);
            }
            self.lift(moving, from);
            self.set(promoted(mv, moving), to);
        }
        self.castling = self.castling.without(Bitboard::of(from) | Bitboard::of(to));
        if moving.kind == PieceType::King {
            self.castling = self.castling.without_color(us);
        }
        self.fullmove_number = self.fullmove_number.saturating_add(us.index() as u16);
        self.side = !us;
        self.en_passant = None;
        if mv.is(MoveKind::DoublePush) && self.any_en_passant(from.forward(us)) {
            self.en_passant = Some(from.forward(us));
        }
        self.keys.position ^= self.state_key();
        self.find_checkers_and_pins();
    }

    fn castle(&mut self, mv: Move, us: Color) {
        let (king, rook) = castling_pieces(us);
        let (king_to, rook_to) = castling_targets(mv, us);
        self.lift(king, mv.from());
        self.lift(rook, mv.to());
        self.set(king, king_to);
        self.set(rook, rook_to);
    }

    /// Takes back the last move, which must be this one.
    pub fn unmake(&mut self, mv: Move) {
        let Some(undo) = self.undo.pop() else {
            return;
        };
        let us = !self.side;
        self.side = us;
        self.fullmove_number -= us.index() as u16;
        if mv.is_castle() {
            let (king, rook) = castling_pieces(us);
            let (king_to, rook_to) = castling_targets(mv, us);
            self.remove(king, king_to);
            self.remove(rook, rook_to);
            self.put(king, mv.from());
            self.put(rook, mv.to());
        } else {
            let kind = self.mailbox[mv.to().index()].unwrap_or(PieceType::Pawn);
            let placed = Piece::new(us, kind);
            let pawn = Piece::new(us, PieceType::Pawn);
            self.remove(placed, mv.to());
            self.put(if mv.is_promotion() { pawn } else { placed }, mv.from());
            if let (Some(square), Some(kind)) = (victim(mv, us), undo.captured) {
                self.put(Piece::new(!us, kind), square);
            }
        }
        self.castling = undo.castling;
        self.en_passant = undo.en_passant;
        self.keys = undo.keys;
        self.checkers = undo.checkers;
        self.pinned = undo.pinned;
        self.halfmove_clock = undo.halfmove_clock;
    }

    fn save(&mut self, captured: Option<PieceType>) {
        self.undo.push(Undo {
            captured,
            castling: self.castling,
            en_passant: self.en_passant,
            keys: self.keys,
            checkers: self.checkers,
            pinned: self.pinned,
            halfmove_clock: self.halfmove_clock,
        });
    }

    #[inline]
    fn put(&mut self, piece: Piece, square: Square) {
        self.kinds[piece.kind.index()] ^= Bitboard::of(square);
        self.colors[piece.color.index()] ^= Bitboard::of(square);
        self.mailbox[square.index()] = Some(piece.kind);
    }

    #[inline]
    fn remove(&mut self, piece: Piece, square: Square) {
        self.kinds[piece.kind.index()] ^= Bitboard::of(square);
        self.colors[piece.color.index()] ^= Bitboard::of(square);
        self.mailbox[square.index()] = None;
    }

    /// Puts a piece on the board and into the keys.
    #[inline]
    fn set(&mut self, piece: Piece, square: Square) {
        self.put(piece, square);
        self.toggle_keys(piece, square);
    }

    /// Takes a piece off the board and out of the keys.
    #[inline]
    fn lift(&mut self, piece: Piece, square: Square) {
        self.remove(piece, square);
        self.toggle_keys(piece, square);
    }

    #[inline]
    fn toggle_keys(&mut self, piece: Piece, square: Square) {
        let (color, kind) = (piece.color.index(), piece.kind);
        let number = self.numbers.pieces[color][kind.index()][square.index()];
        self.keys.position ^= number;
        if kind == PieceType::Pawn {
            self.keys.pawns ^= number;
            return;
        }
        self.keys.non_pawns[color] ^= number;
        if kind != PieceType::Rook && kind != PieceType::Queen {
            self.keys.minor ^= number;
        }
        if kind != PieceType::Knight && kind != PieceType::Bishop {
            self.keys.major ^= number;
        }
    }

    /// The part of the key that comes from side to move, castling rights and en passant.
    #[inline]
    fn state_key(&self) -> u64 {
        let numbers = &self.numbers;
        let side = numbers.black_to_move * self.side.index() as u64;
        let file = |square: Square| square.file().index();
        let passant = self
            .en_passant
            .map_or(0, |square| numbers.en_passant[file(square)]);
        let rooks = self.castling.rooks();
        rooks.fold(side ^ passant, |key, rook| {
            key ^ numbers.castling[rook.index()]
        })
    }

    fn find_checkers_and_pins(&mut self) {
        let (us, them) = (self.side, !self.side);
        let occupied = self.colors[0] | self.colors[1];
        let king = (self.kinds[PieceType::King.index()] & self.colors[us.index()]).lsb();
        self.checkers = self.attackers(king, them, occupied);
        let (diagonal, straight) = self.sliders(them);
        let snipers = bishop_attacks(king, Bitboard::EMPTY) & diagonal
            | rook_attacks(king, Bitboard::EMPTY) & straight;
        self.pinned = Bitboard::EMPTY;
        for sniper in snipers {
            let standing = between(king, sniper) & occupied;
            if !standing.many() {
                self.pinned |= standing & self.colors[us.index()];
            }
        }
    }

    /// One player's bishops and queens, and rooks and queens.
    #[inline]
    fn sliders(&self, color: Color) -> (Bitboard, Bitboard) {
        let [_, _, bishops, rooks, queens, _] = self.kinds;
        let own = self.colors[color.index()];
        ((bishops | queens) & own, (rooks | queens) & own)
    }

    /// The pieces of a player that attack a square of a board occupied like this.
    #[inline]
    fn attackers(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let [pawns, knights, _, _, _, kings] = self.kinds;
        let own = self.colors[by.index()];
        let (diagonal, straight) = self.sliders(by);
        let leapers = pawn_attacks(!by, square) & pawns
            | knight_attacks(square) & knights
            | king_attacks(square) & kings;
        leapers & own
            | bishop_attacks(square, occupied) & diagonal
            | rook_attacks(square, occupied) & straight
    }

    /// Whether a pawn of the side to move may capture in passing on this square.
    fn any_en_passant(&self, to: Square) -> bool {
        let (us, them) = (self.side, !self.side);
        let own = self.colors[us.index()];
        let king = (self.kinds[PieceType::King.index()] & own).lsb();
        let pawns = self.kinds[PieceType::Pawn.index()] & own;
        (pawn_attacks(them, to) & pawns).any_square(|from| {
            let victim = Bitboard::of(Square::at(to.file(), from.rank()));
            let occupied = self.colors[0] | self.colors[1];
            let occupied = (occupied - Bitboard::of(from) - victim) | Bitboard::of(to);
            (self.attackers(king, them, occupied) & occupied).is_empty()
        })
    }
}

/// The square of the piece that a capture takes.
#[inline]
fn victim(mv: Move, us: Color) -> Option<Square> {
    let square = if mv.is_en_passant() {
        mv.to().forward(!us)
    } else {
        mv.to()
    };
    mv.is_capture().then_some(square)
}

/// The piece that stands on the target square after the move.
#[inline]
fn promoted(mv: Move, moving: Piece) -> Piece {
    Piece::new(moving.color, mv.promotion().unwrap_or(moving.kind))
}

fn castling_pieces(us: Color) -> (Piece, Piece) {
    (
        Piece::new(us, PieceType::King),
        Piece::new(us, PieceType::Rook),
    )
}

fn castling_targets(mv: Move, us: Color) -> (Square, Square) {
    CastlingRights::destinations(us, CastlingSide::of(mv.from(), mv.to()))
}
