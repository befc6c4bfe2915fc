//! Who plays in a match, and how long he may think.

use super::game::Reply;
use super::producer::soft_limits;
use super::recipe::{NetworkError, load_network};
use crate::evaluation::network::Network;
use crate::rules::Game;
use crate::search::{
    AllocationError, Clock, Control, Limits, Params, TranspositionTable, Tunable, Worker,
};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// Why a game was lost on time.
pub(super) const FLAG: &str = "time forfeit";

/// A version of this engine.
#[derive(Clone)]
pub struct Entrant {
    /// What it is called.
    pub name: String,
    params: Params,
    network: Arc<Network>,
}

/// Why a parameter cannot be set.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParameterError {
    /// Not of the form that is wanted.
    #[error("{0:?} is not of the form NAME=NUMBER")]
    Form(String),
    /// There is no parameter of this name.
    #[error("the search has no parameter {0:?}")]
    Unknown(String),
    /// The value is out of range.
    #[error("{name} can be {min} to {max}, not {value}")]
    Range {
        /// The parameter.
        name: &'static str,
        /// The smallest value.
        min: i32,
        /// The largest value.
        max: i32,
        /// What was asked for.
        value: i32,
    },
    /// This program was built with fixed parameters.
    #[error("{0} is fixed in this program; one built with the feature \"tuning\" can set it")]
    Fixed(&'static str),
}

impl Entrant {
    /// The engine as it is, with its own network.
    pub fn new(name: impl Into<String>) -> Entrant {
        Entrant {
            name: name.into(),
            params: Params::default(),
            network: Network::embedded(),
        }
    }

    /// Evaluates with the network in this file.
    ///
    /// # Errors
    /// If it cannot be read, or is no network.
    pub fn load_network(&mut self, path: &Path) -> Result<(), NetworkError> {
        let (network, _) = load_network(path)?;
        self.network = network;
        Ok(())
    }

    /// Sets a parameter of the search, given as `name=number`.
    ///
    /// # Errors
    /// If there is no such parameter, or it cannot have this value.
    pub fn set(&mut self, assignment: &str) -> Result<(), ParameterError> {
        let form = || ParameterError::Form(assignment.to_owned());
        let (name, value) = assignment.split_once('=').ok_or_else(form)?;
        let (name, value) = (name.trim(), value.trim().parse().map_err(|_| form())?);
        let parameter = Params::ALL
            .iter()
            .find(|parameter| parameter.name == name)
            .ok_or_else(|| ParameterError::Unknown(name.to_owned()))?;
        let Tunable { name, min, max, .. } = *parameter;
        if !(min..=max).contains(&value) {
            return Err(ParameterError::Range {
                name,
                min,
                max,
                value,
            });
        }
        self.set_known(name, value)
    }

    #[cfg(feature = "tuning")]
    fn set_known(&mut self, name: &'static str, value: i32) -> Result<(), ParameterError> {
        match self.params.set(name, value) {
            true => Ok(()),
            false => Err(ParameterError::Unknown(name.to_owned())),
        }
    }

    #[cfg(not(feature = "tuning"))]
    fn set_known(&mut self, name: &'static str, _value: i32) -> Result<(), ParameterError> {
        Err(ParameterError::Fixed(name))
    }
}

/// How much thought each move, or a game, is allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// So many nodes for each move, to the node.
    Nodes(u64),
    /// No further iteration after so many nodes.
    SoftNodes(u64),
    /// So long for each move; who takes longer does not lose.
    MoveTime(Duration),
    /// So long for the game, and so much more with every move; who takes longer has lost.
    Clock(Duration, Duration),
}

impl Budget {
    /// What is on the clock at the start of a game.
    pub(super) fn start(self) -> Duration {
        match self {
            Budget::Clock(base, _) => base,
            _ => Duration::ZERO,
        }
    }

    fn limits(self, remaining: Duration) -> Limits {
        match self {
            Budget::Nodes(nodes) => Limits::nodes(nodes),
            Budget::SoftNodes(nodes) => soft_limits(nodes),
            Budget::MoveTime(time) => Limits {
                movetime: Some(time),
                overhead: Duration::ZERO,
                ..Limits::default()
            },
            Budget::Clock(_, increment) => Limits {
                clock: Some(Clock {
                    remaining,
                    increment,
                    moves_to_go: None,
                }),
                ..Limits::default()
            },
        }
    }
}

/// An entrant at the board, with his own memory.
pub(super) struct Player {
    table: Arc<TranspositionTable>,
    worker: Worker,
    budget: Budget,
    /// Searched so far.
    pub(super) nodes: u64,
}

impl Player {
    /// An entrant with a table of so many MiB.
    pub(super) fn new(
        entrant: &Entrant,
        hash: usize,
        budget: Budget,
    ) -> Result<Player, AllocationError> {
        let table = Arc::new(TranspositionTable::new(hash)?);
        let mut worker = Worker::with_params(0, Arc::clone(&table), entrant.params.clone());
        worker.set_network(entrant.network.clone());
        Ok(Player {
            table,
            worker,
            budget,
            nodes: 0,
        })
    }

    /// Forgets all earlier games.
    pub(super) fn forget(&mut self) {
        self.table.clear(1);
        self.worker.clear();
        self.nodes = 0;
    }

    /// Thinks about a position, with so much time on the clock, which runs.
    pub(super) fn think(&mut self, game: &Game, remaining: &mut Duration) -> Reply {
        let control = Control::new(1);
        let limits = self.budget.limits(*remaining);
        let report = self.worker.search_silently(game, &limits, &control);
        self.nodes += report.nodes;
        if let Budget::Clock(_, increment) = self.budget {
            match remaining.checked_sub(control.elapsed()) {
                Some(left) => *remaining = left + increment,
                None => return Reply::Forfeit(FLAG),
            }
        }
        match report.best {
            Some(mv) => Reply::Move(mv, report.score),
            None => Reply::Forfeit("no move"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    #[test]
    fn parameters_are_checked() {
        let mut entrant = Entrant::new("A");
        let mut error = |text: &str| entrant.set(text).unwrap_err().to_string();
        assert!(error("late_move_base").contains("NAME=NUMBER"));
        assert!(error("late_move_base=many").contains("NAME=NUMBER"));
        assert!(error("late_moves=3").contains("no parameter \"late_moves\""));
        assert!(error("late_move_base=500").contains("late_move_base can be 1 to 8, not 500"));
        let set = entrant.set(" late_move_base = 5");
        if cfg!(feature = "tuning") {
            assert_eq!(set, Ok(()));
            assert_eq!(entrant.params.late_move_base(), 5);
        } else {
            assert_eq!(set, Err(ParameterError::Fixed("late_move_base")));
        }
    }

    #[test]
    fn who_thinks_too_long_has_lost() {
        let entrant = Entrant::new("A");
        let (base, increment) = (Duration::from_secs(60), Duration::from_secs(1));
        let clock = Budget::Clock(base, increment);
        let mut player = Player::new(&entrant, 1, clock).unwrap();
        let game = Game::new(Position::from_fen("7k/8/8/8/8/8/8/K7 w - - 0 1").unwrap());
        let mut remaining = clock.start();
        let reply = std::thread::scope(|scope| {
            std::thread::Builder::new()
                .stack_size(crate::search::STACK_SIZE)
                .spawn_scoped(scope, || {
                    let first = player.think(&game, &mut remaining);
                    assert!(matches!(first, Reply::Move(..)));
                    assert!(remaining > base - Duration::from_secs(30));
                    assert!(remaining < base + increment);
                    // No search is over in no time.
                    let mut none = Duration::ZERO;
                    player.think(&game, &mut none)
                })
                .unwrap()
                .join()
                .unwrap()
        });
        assert!(matches!(reply, Reply::Forfeit(FLAG)));
    }
}
