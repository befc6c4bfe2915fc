//! A game between a person and the engine: orders come in, the board and the engine's moves go out.

use super::ending::Ending;
use super::order::{HELP, Order};
use super::score_sheet::ScoreSheet;
use crate::cli::position::read_move;
use crate::cli::searching::{Analyst, Found};
use crate::cli::{Failure, board, progress};
use crate::notation::pgn::PgnGame;
use crate::notation::san;
use crate::rules::{Claims, Game, Termination};
use crate::search::Limits;
use crate::types::{Color, Move, Score};
use std::io::{BufRead, Write};
use std::sync::atomic::AtomicBool;

/// The engine agrees to a draw, or claims one, where it thinks no better of its position than this.
const CONTENT_WITH_DRAW: Score = Score(0);

/// The engine agrees to no draw before so many half-moves: too little has happened.
const EARLIEST_AGREEMENT: usize = 40;

pub(super) struct Session<W> {
    pub(super) game: Game,
    /// The colour of the person.
    pub(super) person: Color,
    pub(super) analyst: Analyst,
    pub(super) limits: Limits,
    /// What the engine plays like; at full strength without.
    pub(super) rating: Option<u16>,
    pub(super) sheet: ScoreSheet,
    /// Whether somebody sits at a terminal, who wants to be asked.
    pub(super) prompt: bool,
    pub(super) out: W,
    pub(super) ending: Option<Ending>,
    /// What the engine thought of its position when it moved last.
    pub(super) opinion: Option<Score>,
}

impl<W: Write> Session<W> {
    /// Plays until the person leaves, or the input ends.
    pub(super) fn play(&mut self, input: impl BufRead) -> Result<(), Failure> {
        self.ending = Ending::automatic(&self.game);
        self.show_board()?;
        self.reply()?;
        let mut lines = input.lines();
        loop {
            self.ask()?;
            let Some(line) = lines.next().transpose()? else {
                break;
            };
            match Order::parse(&line) {
                None => {}
                Some(Order::Quit) => break,
                Some(order) => self.obey(order)?,
            }
        }
        Ok(())
    }

    fn ask(&mut self) -> Result<(), Failure> {
        if self.prompt {
            let question = match self.ending {
                Some(_) => "The game is over (back, board, pgn, quit)".to_owned(),
                None => format!("{}, your move", self.person),
            };
            write!(self.out, "{question}> ")?;
            self.out.flush()?;
        }
        Ok(())
    }

    fn obey(&mut self, order: Order) -> Result<(), Failure> {
        let is_about_the_future = matches!(
            order,
            Order::Move(_) | Order::Hint | Order::Resign | Order::Draw(_) | Order::Switch
        );
        if is_about_the_future && self.ending.is_some() {
            return self.tell_ending();
        }
        match order {
            Order::Move(text) => self.person_moves(text),
            Order::Back => self.take_back(),
            Order::Hint => self.hint(),
            Order::Resign => self.end(Ending::Resigned(self.person)),
            Order::Draw(text) => self.claim_or_offer(text),
            Order::Switch => {
                self.person = !self.person;
                self.opinion = None;
                self.reply()
            }
            Order::Board => self.show_board(),
            Order::Moves => self.show_moves(),
            Order::Fen => self.say(&self.game.position().fen()),
            Order::Pgn => self.say(self.pgn().to_string().trim_end()),
            Order::Help => self.say(HELP),
            Order::Quit => Ok(()),
        }
    }

    fn say(&mut self, text: &str) -> Result<(), Failure> {
        writeln!(self.out, "{text}")?;
        self.out.flush()?;
        Ok(())
    }

    fn show_board(&mut self) -> Result<(), Failure> {
        let last = self.game.moves().last().copied();
        let text = board::draw(self.game.position(), self.person, last);
        self.say(&text)
    }

    fn show_moves(&mut self) -> Result<(), Failure> {
        let position = *self.game.position();
        let moves = position.legal_moves();
        let texts = moves.iter().map(|&mv| san::format_move(&position, mv));
        let mut texts: Vec<String> = texts.collect();
        texts.sort();
        self.say(&texts.join(" "))
    }

    /// Plays a move of either side, and sees whether that ends the game.
    fn push(&mut self, mv: Move) -> Result<(), Failure> {
        self.game.push(mv);
        self.ending = Ending::automatic(&self.game);
        self.save()
    }

    fn person_moves(&mut self, text: &str) -> Result<(), Failure> {
        match read_move(self.game.position(), text) {
            Ok(mv) => {
                self.push(mv)?;
                self.reply()
            }
            Err(reason) => {
                let article = reason.article();
                self.say(&format!("{text}: {reason} (article {article})"))
            }
        }
    }

    /// Lets the engine move if it is its turn, and shows what came of it.
    fn reply(&mut self) -> Result<(), Failure> {
        if self.ending.is_some() {
            return self.tell_ending();
        }
        if self.game.position().side_to_move() == self.person {
            return Ok(());
        }
        let found = self.think(self.rating)?;
        self.opinion = Some(found.score());
        if let Some(termination) = self.claimable_now()
            && found.score() <= CONTENT_WITH_DRAW
        {
            return self.end(Ending::Claimed(!self.person, termination));
        }
        let Some(best) = found.best else {
            return Ok(());
        };
        let text = self.numbered(best);
        self.push(best)?;
        self.say(&text)?;
        self.show_board()?;
        self.tell_ending()
    }

    fn think(&mut self, rating: Option<u16>) -> Result<Found, Failure> {
        self.analyst.set_rating(rating);
        let spinner = progress::spinner("{spinner} {msg}");
        spinner.set_message("thinking");
        let never = AtomicBool::new(false);
        let game = self.game.clone();
        let found = self
            .analyst
            .search(game, self.limits.clone(), &never, |_| ());
        spinner.finish_and_clear();
        found
    }

    /// Takes back to the last position in which the person was to move.
    fn take_back(&mut self) -> Result<(), Failure> {
        let back = match self.game.position().side_to_move() == self.person {
            true => 2,
            false => 1,
        };
        if self.game.moves().len() < back {
            return self.say("There is nothing to take back.");
        }
        for _ in 0..back {
            self.game.pop();
        }
        self.ending = None;
        self.opinion = None;
        self.save()?;
        self.show_board()
    }

    /// Advice is always as good as it can be.
    fn hint(&mut self) -> Result<(), Failure> {
        let found = self.think(None)?;
        let text = match found.best {
            Some(best) => format!("Hint: {}", self.numbered(best)),
            None => "No move is legal.".to_owned(),
        };
        self.say(&text)
    }

    /// The draw that the side to move can claim without a move.
    fn claimable_now(&self) -> Option<Termination> {
        let claims = Claims::of(&self.game);
        if claims.threefold_now {
            Some(Termination::ThreefoldRepetition)
        } else if claims.fifty_now {
            Some(Termination::FiftyMoves)
        } else {
            None
        }
    }

    fn claim_or_offer(&mut self, text: Option<&str>) -> Result<(), Failure> {
        if let Some(termination) = self.claimable_now() {
            return self.end(Ending::Claimed(self.person, termination));
        }
        match text {
            Some(text) => self.claim_by(text),
            None => self.offer(),
        }
    }

    /// A claim by a move that the person would play (articles 9.2.1.1 and 9.3.1). The move counts,
    /// whether or not the claim is right.
    fn claim_by(&mut self, text: &str) -> Result<(), Failure> {
        let Ok(mv) = read_move(self.game.position(), text) else {
            return self.person_moves(text);
        };
        let claims = Claims::of(&self.game);
        let termination = if claims.threefold_by.contains(&mv) {
            Termination::ThreefoldRepetition
        } else if claims.fifty_by.contains(&mv) {
            Termination::FiftyMoves
        } else {
            self.say("That is no draw by repetition or by the 50-move rule; the move is played.")?;
            return self.person_moves(text);
        };
        self.end(Ending::Claimed(self.person, termination))
    }

    fn offer(&mut self) -> Result<(), Failure> {
        let by_move = Claims::of(&self.game);
        if by_move.threefold() || by_move.fifty() {
            self.say("A draw could be claimed by a move: draw and the move.")?;
        }
        match self.opinion {
            Some(score)
                if score <= CONTENT_WITH_DRAW && self.game.moves().len() >= EARLIEST_AGREEMENT =>
            {
                self.end(Ending::Agreed)
            }
            _ => self.say("The engine declines the draw."),
        }
    }

    fn end(&mut self, ending: Ending) -> Result<(), Failure> {
        self.ending = Some(ending);
        self.save()?;
        self.tell_ending()
    }

    fn tell_ending(&mut self) -> Result<(), Failure> {
        match self.ending {
            Some(ending) => self.say(&format!("{}, {ending}", ending.result())),
            None => Ok(()),
        }
    }

    /// A move of the side to move with its number, as in `1... e5`.
    fn numbered(&self, mv: Move) -> String {
        san::format_line(self.game.position(), &[mv])
    }

    fn pgn(&self) -> PgnGame {
        self.sheet.game(&self.game, self.person, self.ending)
    }

    /// Saved after every move, so that nothing is lost however the program ends.
    fn save(&mut self) -> Result<(), Failure> {
        let pgn = self.pgn();
        self.sheet.save(&pgn)
    }
}
