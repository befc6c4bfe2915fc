//! An engine at the board.

use super::referee::Referee;
use crate::VEZER;
use crate::common::below;
use crate::dialogue::Program;
use rand_chacha::ChaCha8Rng;
use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// The settings of a player for one game.
#[derive(Debug, Default)]
pub struct Setting {
    hash: u64,
    threads: u64,
    multi_pv: u64,
    ponder: bool,
    tables: bool,
    chess960: bool,
}

impl Setting {
    pub fn draw(chess960: bool, random: &mut ChaCha8Rng) -> Setting {
        Setting {
            hash: [1, 4, 16, 64, 256][below(random, 5)],
            threads: [1, 1, 1, 2, 3, 4][below(random, 6)],
            multi_pv: [1, 1, 1, 3][below(random, 4)],
            ponder: below(random, 3) == 0,
            tables: below(random, 3) == 0,
            chess960,
        }
    }
}

/// What an engine answers.
#[derive(Clone)]
pub struct Answer {
    pub best: String,
    pub ponder: Option<String>,
}

pub struct Player {
    program: Program,
    pub setting: Setting,
    /// The game up to the reply for which it ponders, and that reply.
    pondering: Option<(String, String)>,
}

impl Player {
    pub fn new() -> Player {
        let engine = env::var_os("VEZER_SOAK_ENGINE").unwrap_or_else(|| VEZER.into());
        let mut player = Player {
            program: Program::run(Command::new(engine)),
            setting: Setting::default(),
            pondering: None,
        };
        player.program.say("uci");
        player.program.expect("uciok");
        player
    }

    pub fn set_up(&mut self, setting: &Setting) {
        let tables = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/syzygy");
        let tables = match setting.tables {
            true => tables.display().to_string(),
            false => "<empty>".to_owned(),
        };
        for (name, value) in [
            ("Hash", setting.hash.to_string()),
            ("Threads", setting.threads.to_string()),
            ("MultiPV", setting.multi_pv.to_string()),
            ("Ponder", setting.ponder.to_string()),
            ("UCI_Chess960", setting.chess960.to_string()),
            ("SyzygyPath", tables),
        ] {
            let line = format!("setoption name {name} value {value}");
            self.program.say(&line);
        }
        self.program.say("ucinewgame\nisready");
        self.program.expect("readyok");
        self.program.heard.all.clear();
        self.setting = Setting { ..*setting };
    }

    /// The answer to the present position, and how long it took.
    pub fn answer(
        &mut self,
        referee: &Referee,
        clocks: [Duration; 2],
        increment: Duration,
    ) -> Result<(Answer, Duration), String> {
        let start = match self.pondering.take() {
            Some((before, reply)) if referee.is(&before, &reply) => {
                self.program.say("ponderhit");
                Instant::now()
            }
            pondered => {
                if pondered.is_some() {
                    self.program.say("stop");
                    self.program.expect("bestmove ");
                }
                self.program.say(&referee.command());
                let go = go(clocks, increment);
                self.program.say(&go);
                Instant::now()
            }
        };
        let line = self.program.expect("bestmove ");
        let took = start.elapsed();
        for line in &self.program.heard.all {
            if line.starts_with("info string") && !line.contains("endgame tables") {
                return Err(format!("{line}, {:?}", self.setting));
            }
        }
        self.program.heard.all.clear();
        let mut words = line.split(' ').skip(1);
        let best = words.next().unwrap_or_default().to_owned();
        let ponder = words.nth(1).map(str::to_owned);
        Ok((Answer { best, ponder }, took))
    }

    /// Thinks on in the opponent's time, if so set; `answer` has been played.
    pub fn ponder(
        &mut self,
        referee: &Referee,
        answer: Answer,
        clocks: [Duration; 2],
        increment: Duration,
    ) {
        let Some(reply) = answer.ponder.filter(|_| self.setting.ponder) else {
            return;
        };
        if referee.is_over() {
            return;
        }
        let before = referee.command();
        let line = match before.contains(" moves ") {
            true => format!("{before} {reply}"),
            false => format!("{before} moves {reply}"),
        };
        self.program.say(&line);
        let go = go(clocks, increment).replacen("go ", "go ponder ", 1);
        self.program.say(&go);
        self.pondering = Some((before, reply));
    }

    pub fn end_game(&mut self) {
        if self.pondering.take().is_some() {
            self.program.say("stop");
            self.program.expect("bestmove ");
        }
    }

    /// The resident memory with a small table and one thread, in KiB.
    pub fn resting_memory(&mut self) -> u64 {
        self.set_up(&Setting {
            hash: 1,
            threads: 1,
            multi_pv: 1,
            ..Setting::default()
        });
        let path = format!("/proc/{}/status", self.program.id());
        let status = fs::read_to_string(path).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let word = line.and_then(|line| line.split_whitespace().next());
        word.map_or(0, |word| word.parse().expect("a number"))
    }
}

fn go(clocks: [Duration; 2], increment: Duration) -> String {
    let [white, black] = clocks.map(|clock| clock.as_millis());
    let increment = increment.as_millis();
    format!("go wtime {white} btime {black} winc {increment} binc {increment}")
}
