use super::adjudication::Adjudication;
use serde::{Deserialize, Serialize};

/// The numbers on which a game depends.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// The seed of everything random.
    pub seed: u64,
    /// No further iteration of a search after so many nodes.
    pub nodes: u64,
    /// The size of the transposition table in MiB.
    pub hash: usize,
    /// The share of games of Chess960, in percent.
    pub chess960: u8,
    /// The share of games of double Chess960, in percent.
    pub double_chess960: u8,
    /// The random plies at the start of a game; one more in every other game, unless it is none.
    pub random_plies: u32,
    /// Openings are drawn again if their score is further from zero than this, in centipawns.
    pub max_opening_score: i32,
    /// The nodes of the search that judges openings.
    pub opening_nodes: u64,
    /// How games end early; not at all without.
    pub adjudication: Option<Adjudication>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            seed: 1,
            nodes: 1000,
            hash: 8,
            chess960: 5,
            double_chess960: 5,
            random_plies: 8,
            max_opening_score: 400,
            opening_nodes: 1000,
            adjudication: Some(Adjudication::default()),
        }
    }
}

/// Why no games can be played with some settings.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SettingsError {
    /// More than all games are of one kind or the other.
    #[error("{0} % of Chess960 and {1} % of double Chess960 are more than all games")]
    Shares(u8, u8),
    /// A score that hardly any opening reaches.
    #[error("hardly any opening would have a score within {0} centipawns")]
    OpeningScore(i32),
}

impl Settings {
    /// Whether games can be played so.
    ///
    /// # Errors
    /// The first reason why not.
    pub fn check(&self) -> Result<(), SettingsError> {
        if u32::from(self.chess960) + u32::from(self.double_chess960) > 100 {
            return Err(SettingsError::Shares(self.chess960, self.double_chess960));
        }
        if self.max_opening_score < 20 {
            return Err(SettingsError::OpeningScore(self.max_opening_score));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn impossible_settings_are_refused() {
        assert_eq!(Settings::default().check(), Ok(()));
        let shares = Settings {
            chess960: 60,
            double_chess960: 41,
            ..Settings::default()
        };
        let error = shares.check().unwrap_err().to_string();
        assert!(error.contains("60 %") && error.contains("41 %"), "{error}");
        let narrow = Settings {
            max_opening_score: 0,
            ..Settings::default()
        };
        assert_eq!(narrow.check(), Err(SettingsError::OpeningScore(0)));
    }
}
