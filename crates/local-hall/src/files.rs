//! Files of games in a browser: read, written, and taken into the archive piece by piece.

use crate::ask::Answer;
use crate::stored::{StoredChange, StoredGame, StoredSummary};
use crate::studies::LocalStudies;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use hall::study::StudyExtent;
use hall::{GameState, ImportedGameId, NewGame};
use hall_messages::{
    ArchivedRecord, GameDates, GameReader, Refused, StudyFile, WantedGames, WrittenFile, all_games,
    archived_record, bytes_of_file, format_asked, game_record, is_notice, read_file,
    record_for_game, sampled_games, written_archive, written_game, written_games,
};
use records::Record;
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, VecDeque};
use wire::{Fault, ImportFile, Imported};

/// The memory of the games of one file that is kept.
const FILE_BYTES: usize = 64 << 20;
/// So many files are kept, so that one of their games can become a game or a study.
const FILES: usize = 4;
/// Games of a file that go into the archive with one question.
const GAMES_AT_ONCE: usize = 50;

/// A question about files.
#[derive(Debug, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum FileAsk {
    /// The content of a file, whose games are kept under this id.
    Read {
        /// The id.
        id: String,
        /// The file.
        file: ImportFile,
    },
    /// A game as a file.
    Game {
        /// The game.
        game: Box<StoredGame>,
        /// The format.
        format: String,
        /// The notation.
        notation: Option<String>,
        /// When it began.
        dates: Option<GameDates>,
    },
    /// An open study as a file.
    Study {
        /// The study's id.
        id: String,
        /// The format.
        format: String,
        /// The notation.
        notation: Option<String>,
    },
    /// Several games as one file.
    Games {
        /// The games and when they began.
        games: Vec<(StoredGame, Option<GameDates>)>,
        /// The format.
        format: String,
    },
    /// A game as a part of an archive of files.
    Part {
        /// The game.
        game: Box<StoredGame>,
        /// When it began.
        dates: Option<GameDates>,
    },
    /// How many of the first games of a file are games of this module.
    Sample {
        /// The file.
        file: WholeFile,
    },
    /// A whole file is to go into the archive: it is read with [`FileAsk::Next`].
    Begin {
        /// Its number.
        number: u64,
        /// The file.
        file: WholeFile,
    },
    /// The next games of it.
    Next {
        /// Its number.
        number: u64,
        /// The time.
        now: i64,
    },
    /// It is not needed any more.
    End {
        /// Its number.
        number: u64,
    },
}

/// A file that goes into the archive.
#[derive(Debug, Deserialize)]
pub struct WholeFile {
    /// Its name.
    name: String,
    /// Its bytes in base64.
    base64: String,
    /// The variant of games that do not name one.
    variant: Option<String>,
}

impl WholeFile {
    fn bytes(&self) -> Result<Vec<u8>, Refused> {
        let decoded = BASE64.decode(self.base64.as_bytes());
        decoded.map_err(|error| Refused::bad_request("bad-base64", format!("base64: {error}")))
    }

    /// The variant, if this module has it.
    fn variant(&self) -> Option<&'static str> {
        games::find_variant(self.variant.as_deref()?).ok().map(|variant| variant.id)
    }
}

/// A file as the page gets it.
#[derive(Debug, Serialize)]
struct FileAnswer {
    base64: String,
    ending: String,
    text: bool,
    left_out: String,
}

/// Games of a file, to be stored together with all others of it.
#[derive(Debug, Default, Serialize)]
struct NextGames {
    games: Vec<NextGame>,
    faults: Vec<Fault>,
    faulty: u64,
    annotated: u64,
    bytes: u64,
    done: bool,
}

/// A game without an id, as it is stored, and what lists show of it.
#[derive(Debug, Serialize)]
struct NextGame {
    game: StoredGame,
    summary: StoredSummary,
}

/// The files of a browser.
#[derive(Debug, Default)]
pub(crate) struct LocalFiles {
    kept: VecDeque<(String, Vec<Record>)>,
    whole: HashMap<u64, WholeReader>,
}

#[derive(Debug)]
struct WholeReader {
    reader: GameReader<'static>,
    /// How many games were read, and how many could not be.
    count: u64,
}

impl LocalFiles {
    pub(crate) fn ask(
        &mut self,
        asked: FileAsk,
        studies: &mut LocalStudies,
    ) -> Result<Answer, Refused> {
        match asked {
            FileAsk::Read { id, file } => self.read(id, &file),
            FileAsk::Game { game, format, notation, dates } => {
                let state = state(*game)?;
                answer(written_game(&state, &format, notation.as_deref(), dates.as_ref())?)
            }
            FileAsk::Study { id, format, notation } => {
                let study = studies.study(&id)?;
                let shown = study.view(&id, Vec::new());
                let record = |extent| {
                    let mut record = study.study.record(extent)?;
                    record.result = record.result.or(study.result);
                    Ok::<_, Refused>(record)
                };
                let (whole, main) = (record(StudyExtent::Whole)?, record(StudyExtent::MainLine)?);
                let file = StudyFile::new(&shown, &format, notation.as_deref())?;
                answer(file.written(whole, main)?)
            }
            FileAsk::Games { games, format } => {
                let asked = format_asked(&format)?;
                let mut bytes = Vec::new();
                let records = games.into_iter().map(|(game, dates)| {
                    state(game).map(|state| game_record(&state, asked, dates.as_ref()))
                });
                written_games(&mut bytes, records, asked)?;
                let ending = if asked == records::MOVES { "txt" } else { asked.name }.to_owned();
                let (is_text, left_out) = (asked.is_text, String::new());
                answer(WrittenFile { bytes, ending, is_text, left_out })
            }
            FileAsk::Part { game, dates } => {
                let state = state(*game)?;
                let (bytes, ending) = written_archive(&state, dates.as_ref())?;
                let (ending, left_out) = (ending.to_owned(), String::new());
                answer(WrittenFile { bytes, ending, is_text: false, left_out })
            }
            FileAsk::Sample { file } => {
                let bytes = file.bytes()?;
                Answer::of(&sampled_games(&file.name, &bytes, file.variant()).0)
            }
            FileAsk::Begin { number, file } => {
                let (bytes, variant) = (file.bytes()?, file.variant());
                let reader = all_games(&file.name, bytes, variant)?;
                self.whole.insert(number, WholeReader { reader, count: 0 });
                Ok(Answer::default())
            }
            FileAsk::Next { number, now } => {
                let gone = || Refused::not_found("this file is not read any more");
                Answer::of(&self.whole.get_mut(&number).ok_or_else(gone)?.next(now))
            }
            FileAsk::End { number } => {
                self.whole.remove(&number);
                Ok(Answer::default())
            }
        }
    }

    fn read(&mut self, id: String, file: &ImportFile) -> Result<Answer, Refused> {
        let variant = match games::find_variant(&file.variant) {
            Ok(variant) => variant,
            // Of another module's game: this one tries its own.
            Err(error) => match games::families().first() {
                Some(family) => family.variants()[0],
                None => return Err(error.into()),
            },
        };
        let bytes = bytes_of_file(file)?;
        let all = WantedGames::All { bytes: FILE_BYTES };
        let read = read_file(&file.name, &bytes, variant.id, all);
        let mut shown = read.shown;
        if !read.records.is_empty() {
            while self.kept.len() >= FILES {
                self.kept.pop_front();
            }
            self.kept.push_back((id.clone(), read.records));
            shown = Imported { id: Some(id), ..shown };
        }
        Answer::of(&shown)
    }

    /// A game of a file that is kept.
    pub(crate) fn record(&self, asked: &ImportedGameId) -> Result<&Record, Refused> {
        let gone = || {
            let message = format!("no file with the id {:?} is kept: open it again", asked.file);
            Refused::new(hall_messages::RefusalKind::NotFound, "no-such-import", message)
        };
        let (_, games) = self.kept.iter().find(|(id, _)| *id == asked.file).ok_or_else(gone)?;
        games.get(asked.game as usize).ok_or_else(|| {
            let (game, count) = (asked.game, games.len());
            let message = format!("there is no game {game} in this file: it has {count}");
            Refused::impossible("no-such-game", message)
        })
    }

    /// The game of a file that a new game is made of.
    pub(crate) fn game_for(&self, new: &mut NewGame) -> Result<Option<&Record>, Refused> {
        let Some(asked) = new.imported.take() else { return Ok(None) };
        let record = self.record(&asked)?;
        record_for_game(record, new)?;
        Ok(Some(record))
    }
}

impl WholeReader {
    fn next(&mut self, now: i64) -> NextGames {
        let mut next = NextGames::default();
        while next.games.len() + next.faults.len() < GAMES_AT_ONCE {
            let Some(game) = self.reader.games.next() else {
                next.done = true;
                break;
            };
            match game.and_then(|record| archived_record(&record, self.count + 1)) {
                Ok(made) => {
                    self.count += 1;
                    next.annotated += u64::from(made.is_annotated);
                    next.games.push(stored(made, now));
                }
                Err(fault) => {
                    let is_game = !is_notice(&fault);
                    next.faulty += u64::from(is_game);
                    self.count += u64::from(is_game);
                    next.faults.push(*fault);
                }
            }
        }
        next.bytes = self.reader.position.get();
        next
    }
}

fn stored(made: ArchivedRecord, now: i64) -> NextGame {
    let ArchivedRecord { setup, began, changes, summary, .. } = made;
    let at = began.map_or(now, |began| began.0);
    let summary = StoredSummary::shown(&setup.variant, summary);
    let logged = |(version, change)| StoredChange { version, at, request: None, change };
    let log: Vec<StoredChange> = (1..).zip(changes).map(logged).collect();
    let game = StoredGame {
        id: String::new(),
        setup,
        version: log.len() as u64,
        created_at: at,
        updated_at: at,
        log,
    };
    NextGame { game, summary }
}

fn answer(file: WrittenFile) -> Result<Answer, Refused> {
    let WrittenFile { bytes, ending, is_text, left_out } = file;
    Answer::of(&FileAnswer { base64: BASE64.encode(bytes), ending, text: is_text, left_out })
}

fn state(game: StoredGame) -> Result<GameState, Refused> {
    game.state().map_err(|error| crate::live::damaged(&error.to_string()))
}
