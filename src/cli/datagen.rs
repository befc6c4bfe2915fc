//! `vezer datagen`: the engine plays itself and keeps the games.

mod replay;
mod telling;

use super::{Failure, signals, threads};
use crate::engine::{MAX_THREADS, identity};
use crate::records::{GameWriter, Manifest, ReadError};
use crate::search;
use crate::selfplay::{Adjudication, Book, Goal, Recipe, Settings, generate};
use clap::Args;
use std::fs;
use std::path::{Path, PathBuf};
use telling::Teller;

const EXAMPLES: &str = "\
Examples:
  vezer datagen -o first.vf --games 100000 --seed 1
  vezer datagen -o second.vf --positions 20000000 --eval first.vznn
  vezer datagen -o night.vf --nodes 5000 --seed 2          until Ctrl-C
  vezer datagen -o night.vf --nodes 5000 --seed 2          … and go on
  vezer datagen -o night.vf --nodes 5000 --seed 2 --replay 41

Games are viriformat (*.vf); `vezer data` makes of them what `vezer train` learns from. Each game
follows from the settings and its number alone: a file is the same whatever the number of threads,
and however often its making was interrupted. FILE.json beside it keeps the settings; to go on with
others is refused.";

/// The depth of the bench whose node count tells one search from another.
const SIGNATURE_DEPTH: u32 = 5;

/// Play games against itself, as data for training
///
/// Starts each game with some random moves, searches a fixed number of nodes for every move after
/// them, and keeps moves and scores. Ctrl-C ends it when the games under way are over; the same
/// command goes on from there.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Datagen {
    /// The file to which the games are added (*.vf)
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,

    /// End with so many games in the file
    #[arg(long, value_name = "N", conflicts_with = "positions")]
    games: Option<u64>,

    /// End with at least so many positions in the file
    #[arg(long, value_name = "N")]
    positions: Option<u64>,

    /// The nodes for each move; the iteration that reaches the number is finished
    #[arg(long, value_name = "N", default_value_t = Settings::default().nodes, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// The seed of everything random
    #[arg(long, default_value_t = Settings::default().seed)]
    seed: u64,

    /// Play on so many threads; 0 for all cores
    #[arg(long, value_name = "T", default_value_t = 0, value_parser = super::up_to(MAX_THREADS))]
    threads: usize,

    /// The size of each thread's transposition table in MiB
    #[arg(long, value_name = "MB", default_value_t = Settings::default().hash)]
    hash: usize,

    /// The share of games of Chess960
    #[arg(long, value_name = "PERCENT", default_value_t = Settings::default().chess960)]
    chess960: u8,

    /// The share of games of double Chess960
    #[arg(long, value_name = "PERCENT", default_value_t = Settings::default().double_chess960)]
    double_chess960: u8,

    /// Random moves of both players at the start, one more in every other game [default: 8, with a
    /// book none]
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(0..=60))]
    random_plies: Option<u32>,

    /// Start from a position of this book (EPD or FENs) instead of the start position
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,

    /// Evaluate with this network (*.vznn) instead of the one in the program
    #[arg(long, value_name = "FILE")]
    eval: Option<PathBuf>,

    /// The greatest score of an opening, in centipawns; others are drawn again
    #[arg(long, value_name = "CP", default_value_t = Settings::default().max_opening_score)]
    max_opening_score: i32,

    /// Play all games to their end on the board
    #[arg(long)]
    no_adjudication: bool,

    /// Play one game of the file again, by its number from 0: print it, and compare
    #[arg(long, value_name = "NUMBER")]
    replay: Option<u64>,
}

impl Datagen {
    pub(super) fn run(&self) -> Result<(), Failure> {
        if self
            .out
            .extension()
            .is_none_or(|extension| extension != "vf")
        {
            return Err(Failure::input("the name of the file must end in .vf"));
        }
        let recipe = self.recipe()?;
        let known = Manifest::load_beside(&self.out).map_err(Failure::input)?;
        let manifest = manifest(&recipe)?;
        check_origin(&self.out, known.as_ref(), &manifest)?;
        if let Some(index) = self.replay {
            return replay::replay(&self.out, &recipe, index);
        }
        self.generate(&recipe, manifest)
    }

    fn recipe(&self) -> Result<Recipe, Failure> {
        let book = self.book.as_deref().map(Book::load).transpose();
        let mut recipe = Recipe {
            settings: self.settings(),
            book: book.map_err(Failure::input)?,
            ..Recipe::default()
        };
        if let Some(path) = &self.eval {
            recipe.load_network(path).map_err(Failure::input)?;
        }
        recipe.settings.check().map_err(Failure::input)?;
        Ok(recipe)
    }

    fn settings(&self) -> Settings {
        let default = Settings::default();
        let random_plies = match self.book {
            Some(_) => 0,
            None => default.random_plies,
        };
        Settings {
            seed: self.seed,
            nodes: self.nodes,
            hash: self.hash,
            chess960: self.chess960,
            double_chess960: self.double_chess960,
            random_plies: self.random_plies.unwrap_or(random_plies),
            max_opening_score: self.max_opening_score,
            adjudication: (!self.no_adjudication).then(Adjudication::default),
            ..default
        }
    }

    fn goal(&self) -> Goal {
        match (self.games, self.positions) {
            (Some(games), _) => Goal::Games(games),
            (None, Some(positions)) => Goal::Positions(positions),
            (None, None) => Goal::Endless,
        }
    }

    fn generate(&self, recipe: &Recipe, manifest: Manifest) -> Result<(), Failure> {
        let mut writer = GameWriter::append(&self.out).map_err(|error| match error {
            ReadError::Io(error) => Failure::file(&self.out, error),
            error => Failure::unusable_file(&self.out, error),
        })?;
        let stop = signals::stop_on_signal()?;
        let mut teller = Teller::new(&self.out, self.goal(), manifest);
        teller.begin(&writer)?;
        let done = generate(
            recipe,
            self.goal(),
            threads(self.threads),
            &mut writer,
            &stop,
            |writer, progress| teller.tell(writer, progress),
        )
        .map_err(|error| Failure::file(&self.out, error))?;
        teller.end(&writer, &done)
    }
}

/// The manifest of a file with these settings, its counts still empty.
fn manifest(recipe: &Recipe) -> Result<Manifest, Failure> {
    let search = search::bench(SIGNATURE_DEPTH, 1, 1, &mut |_, _, _, _| ());
    let mut map = match serde_json::to_value(&recipe.settings).map_err(Failure::runtime)? {
        serde_json::Value::Object(map) => map,
        _ => serde_json::Map::new(),
    };
    let search = search.map_err(Failure::runtime)?;
    map.insert("search_signature".to_owned(), search.nodes.into());
    let book = recipe.book.as_ref();
    let book = book.map(|book| format!("{:016x}", book.checksum()));
    map.insert("book".to_owned(), book.into());
    Ok(Manifest {
        format: "viriformat".to_owned(),
        command: std::env::args().collect::<Vec<_>>().join(" "),
        engine_version: identity::VERSION.to_owned(),
        seeds: vec![recipe.settings.seed],
        network_hash: Some(recipe.network_hash.clone()),
        settings: map,
        ..Manifest::default()
    })
}

/// Refuses to add games to a file that was made in another way.
fn check_origin(out: &Path, known: Option<&Manifest>, now: &Manifest) -> Result<(), Failure> {
    let Some(known) = known else {
        return match fs::metadata(out) {
            Ok(file) if file.len() > 0 => Err(Failure::input(format!(
                "{} has games but no manifest beside it that says how they were made",
                out.display()
            ))),
            _ => Ok(()),
        };
    };
    let mut differences: Vec<String> = Vec::new();
    let mut compare = |name: &str, then: String, now: String| {
        if then != now {
            differences.push(format!("{name} was {then}, now {now}"));
        }
    };
    compare(
        "engine_version",
        known.engine_version.clone(),
        now.engine_version.clone(),
    );
    let hash = |manifest: &Manifest| manifest.network_hash.clone().unwrap_or("none".to_owned());
    compare("network_hash", hash(known), hash(now));
    let value = |manifest: &Manifest, key: &str| match manifest.settings.get(key) {
        Some(value) => value.to_string(),
        None => "unknown".to_owned(),
    };
    for key in now.settings.keys() {
        compare(key, value(known, key), value(now, key));
    }
    if differences.is_empty() {
        return Ok(());
    }
    Err(Failure::input(format!(
        "{} was made with other settings: {}",
        out.display(),
        differences.join("; ")
    )))
}
