//! A clock that counts nodes instead of time.

use crate::search::{Clock, Control};
use std::time::Duration;

/// What a player has left if only the nodes that he searches cost time.
///
/// The clock of the chess program runs on as ever, so it is believed only once in a game; from then
/// on the engine keeps its own. With time controls by moves the chess program's is believed each
/// time, as only that one knows when a control is over.
#[derive(Debug, Default)]
pub(super) struct NodeClock {
    left: Option<Duration>,
}

impl NodeClock {
    /// A new game begins.
    pub(super) fn reset(&mut self) {
        self.left = None;
    }

    /// The clock at the start of a search, of which the chess program says `told`.
    pub(super) fn start(&mut self, told: Clock) -> Clock {
        if told.moves_to_go.is_some() {
            self.reset();
            return told;
        }
        let remaining = *self.left.get_or_insert(told.remaining);
        Clock { remaining, ..told }
    }

    /// Takes off what a search has used, and adds the increment for its move.
    pub(super) fn charge(&mut self, search: &Control, increment: Duration) {
        if let Some(left) = &mut self.left
            && !search.is_pondering()
        {
            let used = search.time_spent().saturating_sub(search.pondered());
            *left = left.saturating_sub(used) + increment;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_nodes_cost_time() {
        let told = |seconds| Clock {
            remaining: Duration::from_secs(seconds),
            increment: Duration::from_secs(1),
            moves_to_go: None,
        };
        let mut clock = NodeClock::default();
        assert_eq!(clock.start(told(60)), told(60));
        clock.charge(&Control::new(1).in_nodes(100), Duration::from_secs(1));
        assert_eq!(clock.start(told(20)), told(61));
        let pondering = Control::pondering(1).in_nodes(100);
        clock.charge(&pondering, Duration::from_secs(1));
        assert_eq!(clock.start(told(20)), told(61));
        let by_moves = Clock {
            moves_to_go: Some(5),
            ..told(30)
        };
        assert_eq!(clock.start(by_moves), by_moves);
        clock.reset();
        assert_eq!(clock.start(told(10)), told(10));
    }
}
