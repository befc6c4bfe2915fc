use super::*;
use crate::notation::uci::{format_move, parse_move};
use crate::records::{Filter, GameReader, GameWriter, TrainingPosition};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use viriformat::dataformat as theirs;

/// Start positions in which every peculiarity of the format occurs.
const STARTS: [&str; 6] = [
    Position::STARTPOS_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b Kq - 7 20",
    "rnbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/RNBBQKRN w GAga - 0 1",
    "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 60",
    "4k3/2P5/8/8/3pP3/8/p7/4K3 b - e3 0 80",
    "4k3/P6P/8/8/8/8/p6p/4K3 w - - 60 300",
];

/// Random legal moves from a position, the positions before them, and a score for each.
fn random_game(start: &str, seed: u64) -> (GameRecord, Vec<(Position, Move, i16)>) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut position = Position::from_fen(start).unwrap();
    let mut game = GameRecord::new(&position);
    let mut line = Vec::new();
    for _ in 0..random.random_range(1..120) {
        let moves = position.legal_moves();
        if moves.is_empty() || position.halfmove_clock() >= 100 {
            break;
        }
        let mv = moves[random.random_range(0..moves.len())];
        let score = random.random();
        game.push(mv, i32::from(score));
        line.push((position, mv, score));
        position = position.play(mv);
    }
    game.set_result(GameResult::from_byte(random.random_range(0..3)).unwrap());
    (game, line)
}

/// Games of random moves from every start.
fn random_games() -> impl Iterator<Item = (GameRecord, Vec<(Position, Move, i16)>)> {
    STARTS
        .into_iter()
        .flat_map(|start| (0..40).map(move |seed| random_game(start, seed)))
}

#[test]
fn games_come_back_as_they_were_played() {
    for (game, line) in random_games() {
        let mut replayed = Vec::new();
        let last = game
            .replay(|position, mv, score| replayed.push((*position, mv, score)))
            .unwrap();
        assert_eq!(replayed, line);
        assert_eq!(game.start().unwrap().fen(), line[0].0.fen());
        let (position, mv, _) = line[line.len() - 1];
        assert_eq!(last, position.play(mv));
    }
}

/// Their library reads our files and finds the same games.
#[test]
fn the_crate_viriformat_reads_what_we_write() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.vf");
    let mut writer = GameWriter::create(&path).unwrap();
    for (game, _) in random_games() {
        writer.write(&game).unwrap();
    }
    writer.sync().unwrap();
    let bytes = std::fs::read(&path).unwrap();
    let mut rest = bytes.as_slice();
    for (game, line) in random_games() {
        let read = theirs::Game::deserialise_from(&mut rest, Vec::new()).unwrap();
        let moves: Vec<String> = read
            .moves()
            .map(|mv| mv.display(true).to_string())
            .collect();
        let ours: Vec<String> = line.iter().map(|line| format_move(line.1, true)).collect();
        assert_eq!(moves, ours);
        let scores: Vec<i16> = read.moves.iter().map(|(_, score)| score.get()).collect();
        assert_eq!(scores, game.scores().collect::<Vec<_>>());
        let result = match read.outcome() {
            theirs::WDL::Win => GameResult::WhiteWin,
            theirs::WDL::Draw => GameResult::Draw,
            theirs::WDL::Loss => GameResult::BlackWin,
        };
        assert_eq!(result, game.result());
    }
    assert!(rest.is_empty());
}

/// We read their files and find the same games; ours are the same bytes.
#[test]
fn we_read_what_the_crate_viriformat_writes() {
    for (game, line) in random_games() {
        let mut bytes = Vec::new();
        let mut start = line[0]
            .0
            .fen_as(crate::position::CastlingNotation::Shredder);
        if line[0].0.castling_rights().is_empty() {
            start = line[0].0.fen();
        }
        let mut board = viriformat::chess::board::Board::new();
        board.set_from_fen(&start, true).unwrap();
        let mut written = theirs::Game::new(&board);
        for (bits, score) in game.moves() {
            let mv = viriformat::chess::chessmove::Move::from_raw(bits).unwrap();
            written.add_move(mv, score);
        }
        written.serialise_into(&mut bytes).unwrap();
        bytes[RESULT] = game.result() as u8;
        let read = GameReader::new(bytes.as_slice()).next().unwrap().unwrap();
        assert_eq!(read, game, "{start}");
    }
}

/// Training positions are those that their library makes of the same game.
#[test]
fn training_positions_are_bulletformat() {
    for (game, line) in random_games() {
        let mut bytes = game.bytes().to_vec();
        bytes.extend(END);
        let read = theirs::Game::deserialise_from(&mut bytes.as_slice(), Vec::new()).unwrap();
        let mut expected = Vec::new();
        read.splat_to_bulletformat(
            |board| {
                expected.push(board);
                Ok(())
            },
            &theirs::Filter::UNRESTRICTED,
        )
        .unwrap();
        for ((position, mv, score), theirs) in line.iter().zip(expected) {
            assert_eq!(Filter::ALL.check(position, *mv, *score), Ok(()));
            if *score == i16::MIN {
                continue; // their negation of it overflows
            }
            let ours = TrainingPosition::new(position, *score, game.result(), 0);
            let bytes = ours.to_bytes();
            assert_eq!(TrainingPosition::from_bytes(&bytes), Some(ours));
            assert_eq!(bytes[..8], theirs.occ.to_le_bytes());
            assert_eq!(bytes[8..24], theirs.pcs);
            assert_eq!(ours.score(), theirs.score);
            assert_eq!(ours.half_points(), theirs.result);
            assert_eq!(ours.own_king().index() as u8, theirs.ksq);
            assert_eq!(ours.their_king().index() as u8, theirs.opp_ksq);
        }
    }
}

#[test]
fn an_illegal_move_is_named() {
    let start = Position::startpos();
    let mut game = GameRecord::new(&start);
    game.push(parse_move(&start, "e2e4").unwrap(), 0);
    game.push(parse_move(&start, "e2e4").unwrap(), 0);
    let error = game.replay(|_, _, _| ()).unwrap_err().to_string();
    assert!(
        error.starts_with("half-move 2, e2e4, is not legal in rnbq"),
        "{error}"
    );
}

#[test]
fn damaged_bytes_never_panic() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    for (game, _) in random_games() {
        let mut bytes = game.bytes().to_vec();
        for _ in 0..4 {
            let at = random.random_range(0..bytes.len());
            bytes[at] = random.random();
        }
        if let Ok(damaged) = GameRecord::from_bytes(bytes) {
            let _ = damaged.replay(|_, _, _| ());
        }
    }
}
