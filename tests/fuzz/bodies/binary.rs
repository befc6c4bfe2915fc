//! Files of numbers: networks and training data.

use super::text::same_when_read_again;
use std::sync::Arc;
use vezer::evaluation::network::{Backend, Evaluator, Network, NetworkFile};
use vezer::position::Position;
use vezer::records::{GameReader, PositionReader, verify};

/// The bytes before the weights of a network.
const HEADER: usize = 96;

/// The network's checksum: FNV-1a in 64 bits.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// A network as it comes, and with the checksum made right, behind which damage could hide.
pub fn network(input: &[u8]) {
    decode(input);
    let mut repaired = input.to_vec();
    if repaired.len() > HEADER {
        let sum = checksum(&repaired[HEADER..]);
        repaired[24..32].copy_from_slice(&sum.to_le_bytes());
        let length = (repaired.len() - HEADER) as u32;
        repaired[20..24].copy_from_slice(&length.to_le_bytes());
        decode(&repaired);
    }
}

/// What is a network is written as it was, and evaluates the same on every path without overflow.
fn decode(bytes: &[u8]) {
    let Ok(file) = NetworkFile::decode(bytes) else {
        return;
    };
    // Zeros at the end of the description are not told from padding.
    let encoded = file.encode().expect("it was valid");
    assert!(encoded == bytes, "another file");
    let network = Arc::new(Network::new(file).expect("it was valid"));
    let mut position = Position::startpos();
    let mut evaluators: Vec<Evaluator> = Backend::available()
        .map(|backend| Evaluator::with_backend(network.clone(), &position, backend))
        .collect();
    for ply in 0..24 {
        let board = network.evaluate_board(position.board(), position.side_to_move());
        for evaluator in &mut evaluators {
            assert_eq!(evaluator.evaluate(&position), board, "{position:?}");
        }
        let moves = position.legal_moves();
        let Some(&mv) = moves.get(ply * 7 % moves.len().max(1)) else {
            return;
        };
        for evaluator in &mut evaluators {
            evaluator.push(&position, mv);
        }
        position = position.play(mv);
    }
}

/// Games of training data; one that can be played through can be written as PGN.
pub fn games(input: &[u8]) {
    for game in GameReader::new(input).flatten() {
        let verdict = verify(&game);
        match game.to_pgn(|score| format!("{score:?}")) {
            Ok(pgn) => same_when_read_again(&pgn),
            Err(_) => assert!(verdict.is_err()),
        }
        assert_eq!(game.scores().count(), game.len());
    }
}

/// Training positions are written as they were.
pub fn positions(input: &[u8]) {
    let mut read = 0;
    for (position, bytes) in PositionReader::new(input).zip(input.chunks(32)) {
        let Ok(position) = position else { break };
        assert_eq!(position.to_bytes(), bytes);
        assert_eq!(position.pieces().count(), position.piece_count());
        assert!(
            position
                .pieces()
                .all(|(piece, square)| piece < 768 && square < 768)
        );
        assert!(position.half_points() <= 2);
        read += 1;
    }
    assert!(read <= input.len() / 32);
}
