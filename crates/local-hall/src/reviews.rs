//! Reviews and judgements in a browser: one search after another, whose results whoever holds the module stores.

use crate::ask::Answer;
use crate::openings::LocalOpenings;
use crate::search::{NOT_FETCHED, PositionSearch};
use crate::stored::StoredGame;
use crate::studies::LocalStudies;
use engine::BestMove;
use hall::review::{
    PositionResult, ReviewFailureCode, ReviewHead, ReviewState, ReviewStep, ReviewWork,
};
use hall_messages::{
    Refused, ReviewedGame, ThreatSearch, checked_effort, judged_move, judgement, only_person,
    progress_game, review_head, review_under_way, shown_review,
};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::time::Duration;
use wire::{FindThreat, JudgeMove, NewReview};

/// The longest time for a position that can be asked for.
const LONGEST: Duration = Duration::from_secs(60);
/// The largest table of a review, in MiB.
const TABLE_MB: u32 = 16;

/// What was found in a position of a review, as it is stored.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StoredReviewRow {
    /// The node of the position.
    pub node: u32,
    /// What was found, as JSON.
    pub body: String,
}

/// A question about reviews.
#[derive(Debug, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum ReviewAsk {
    /// A review of the main line of an open study begins.
    Begin {
        /// The study's id.
        id: String,
        /// The effort.
        effort: NewReview,
    },
    /// A stored review: as it is shown.
    Show {
        /// Its head, as JSON.
        head: String,
        /// What was found.
        rows: Vec<StoredReviewRow>,
    },
    /// A stored review of a game: what it says of the only person's moves; nothing where it is not finished, or no such game.
    Progress {
        /// The game.
        game: Box<StoredGame>,
        /// The study with the review.
        study: String,
        /// Its head, as JSON.
        head: String,
        /// What was found.
        rows: Vec<StoredReviewRow>,
    },
    /// A stored review that was under way goes on.
    Resume {
        /// The study's id.
        id: String,
        /// Its head, as JSON.
        head: String,
        /// What was found.
        rows: Vec<StoredReviewRow>,
    },
    /// The search has ended.
    Found {
        /// The study's id.
        id: String,
        /// What it found, or why it failed.
        found: Result<BestMove, String>,
        /// How long the review has searched since it began or went on, in milliseconds.
        searched_ms: u64,
    },
    /// The review ends; what was found is kept.
    Cancel {
        /// The study's id.
        id: String,
    },
    /// A move is to be judged before it is played.
    Judge {
        /// A number of this question.
        number: u64,
        /// The move.
        asked: JudgeMove,
    },
    /// What does the opponent threaten?
    Threat {
        /// A number of this question.
        number: u64,
        /// The game.
        asked: FindThreat,
    },
    /// The search for a threat has ended.
    Threatened {
        /// The number of the question.
        number: u64,
        /// What it found, or why it failed.
        found: Result<BestMove, String>,
    },
    /// The search for a judgement has ended.
    Judged {
        /// The number of the question.
        number: u64,
        /// What it found, or why it failed.
        found: Result<BestMove, String>,
    },
}

/// A review as it stands: what is to be stored, and shown.
#[derive(Debug, Serialize)]
pub struct ReviewStanding {
    /// Its head, as JSON.
    pub head: String,
    /// What was found by the last search.
    pub row: Option<StoredReviewRow>,
    /// Whether it goes on.
    pub under_way: bool,
    /// As it is shown.
    pub shown: wire::ShownReview,
}

/// The reviews and judgements that are under way.
#[derive(Debug, Default)]
pub(crate) struct LocalReviews {
    reviews: HashMap<String, RunningReview>,
    judgements: HashMap<u64, Judgement>,
    threats: HashMap<u64, ThreatSearch>,
}

#[derive(Debug)]
struct RunningReview {
    head: ReviewHead,
    work: ReviewWork,
    asked: Option<(usize, ReviewStep)>,
    /// What it had cost before it began or went on.
    before: f64,
}

#[derive(Debug)]
struct Judgement {
    move_: JudgeMove,
    work: ReviewWork,
    asked: Option<(usize, ReviewStep)>,
}

impl LocalReviews {
    pub(crate) fn ask(
        &mut self,
        asked: ReviewAsk,
        studies: &mut LocalStudies,
        openings: &LocalOpenings,
    ) -> Result<Answer, Refused> {
        match asked {
            ReviewAsk::Begin { id, effort } => {
                let effort = checked_effort(effort, LONGEST)?;
                let line = studies.study(&id)?.main_line()?;
                let base = openings.base(line.root.variant().id);
                let head = review_head(line, effort, base)?;
                let work = work(&head)?;
                self.go_on(id, RunningReview { head, work, asked: None, before: 0.0 }, None, 0)
            }
            ReviewAsk::Show { head, rows } => {
                let (head, work) = read(&head, rows)?;
                Answer::of(&shown_review(&head, &work))
            }
            ReviewAsk::Progress { game, study, head, rows } => {
                let (head, work) = read(&head, rows)?;
                if head.state != ReviewState::Done {
                    return Ok(Answer::default());
                }
                let state = game.state();
                let state = state.map_err(|error| crate::live::damaged(&error.to_string()))?;
                let hall::GameSummary { players, end, .. } = state.summary();
                let Some(side) = only_person(&players) else { return Ok(Answer::default()) };
                let of = ReviewedGame {
                    game: state.id(),
                    study: &study,
                    variant: &state.setup().variant,
                    updated_at: state.updated_at(),
                    end: end.as_ref(),
                };
                Answer::of(&progress_game(of, side, &work.review()))
            }
            ReviewAsk::Resume { id, head, rows } => {
                let (head, work) = read(&head, rows)?;
                let before = work.cost().done;
                self.go_on(id, RunningReview { head, work, asked: None, before }, None, 0)
            }
            ReviewAsk::Found { id, found, searched_ms } => self.found(id, found, searched_ms),
            ReviewAsk::Cancel { id } => {
                let none = || Refused::not_found("there is no review of this study");
                let mut review = self.reviews.remove(&id).ok_or_else(none)?;
                review.head.state = ReviewState::Cancelled;
                Answer::of(&review.standing(None, false, 0)?)
            }
            ReviewAsk::Judge { number, asked } => {
                let work = judgement(&asked, openings.base(&asked.variant))?;
                self.judge(number, Judgement { move_: asked, work, asked: None })
            }
            ReviewAsk::Judged { number, found } => {
                let gone = || Refused::not_found("the judgement is not asked for any more");
                let mut judged = self.judgements.remove(&number).ok_or_else(gone)?;
                let found = found.map_err(|why| Refused::failed("judge a move", &why))?;
                if let Some((ply, step)) = judged.asked.take() {
                    judged.work.answer(ply, step, &found);
                }
                self.judge(number, judged)
            }
            ReviewAsk::Threat { number, asked } => {
                self.find_threat(number, ThreatSearch::new(&asked)?)
            }
            ReviewAsk::Threatened { number, found } => {
                let gone = || Refused::not_found("the threat is not asked for any more");
                let mut search = self.threats.remove(&number).ok_or_else(gone)?;
                search.answer(found.map_err(|why| Refused::failed("find a threat", &why))?);
                self.find_threat(number, search)
            }
        }
    }

    fn find_threat(&mut self, number: u64, search: ThreatSearch) -> Result<Answer, Refused> {
        let Some(next) = search.next() else { return Answer::of(&search.threat()) };
        let mut asked =
            PositionSearch::of(next.passed.unwrap_or(next.session), next.limits, TABLE_MB);
        asked.threat = next.passed.is_some();
        self.threats.insert(number, search);
        Ok(Answer::searching(asked.forgetting()))
    }

    /// The next search, or the end.
    fn go_on(
        &mut self,
        id: String,
        mut review: RunningReview,
        row: Option<StoredReviewRow>,
        searched_ms: u64,
    ) -> Result<Answer, Refused> {
        let Some(next) = review.work.next() else {
            review.head.state = ReviewState::Done;
            return Answer::of(&review.standing(row, false, searched_ms)?);
        };
        review.head.state = ReviewState::Running;
        review.asked = Some((next.ply, next.step));
        let session = next.session.as_ref();
        let search = PositionSearch::of(session, next.limits, TABLE_MB).forgetting();
        let standing = review.standing(row, true, searched_ms)?;
        self.reviews.insert(id, review);
        Ok(Answer { search: Some(search), ..Answer::of(&standing)? })
    }

    fn found(
        &mut self,
        id: String,
        found: Result<BestMove, String>,
        searched_ms: u64,
    ) -> Result<Answer, Refused> {
        let gone = || Refused::not_found("this review is not under way");
        let mut review = self.reviews.remove(&id).ok_or_else(gone)?;
        let Some((ply, step)) = review.asked.take() else { return Err(gone()) };
        match found {
            Ok(found) => review.work.answer(ply, step, &found),
            Err(why) => {
                let code = if why == NOT_FETCHED {
                    ReviewFailureCode::PartNotFetched
                } else {
                    ReviewFailureCode::SearchFailed
                };
                review.head.fails(code, why);
                return Answer::of(&review.standing(None, false, searched_ms)?);
            }
        }
        let row = match review.work.searched(ply) {
            Some(searched) => {
                Some(StoredReviewRow { node: review.head.node(ply), body: text(searched)? })
            }
            None => None,
        };
        self.go_on(id, review, row, searched_ms)
    }

    fn judge(&mut self, number: u64, mut judged: Judgement) -> Result<Answer, Refused> {
        if let Some(next) = judged.work.next() {
            judged.asked = Some((next.ply, next.step));
            let session = next.session.as_ref();
            let search = PositionSearch::of(session, next.limits, TABLE_MB).forgetting();
            self.judgements.insert(number, judged);
            return Ok(Answer::searching(search));
        }
        let none = || Refused::failed("judge a move", &"nothing was found of it");
        Answer::of(&judged_move(judged.move_, &judged.work).ok_or_else(none)?)
    }
}

impl RunningReview {
    fn standing(
        &self,
        row: Option<StoredReviewRow>,
        under_way: bool,
        searched_ms: u64,
    ) -> Result<ReviewStanding, Refused> {
        let searched = Duration::from_millis(searched_ms);
        let shown = match under_way {
            true => review_under_way(&self.head, &self.work, searched, self.before),
            false => shown_review(&self.head, &self.work),
        };
        Ok(ReviewStanding { head: text(&self.head)?, row, under_way, shown })
    }
}

fn text(of: &impl Serialize) -> Result<String, Refused> {
    serde_json::to_string(of).map_err(|error| Refused::failed("a review as JSON", &error))
}

fn work(head: &ReviewHead) -> Result<ReviewWork, Refused> {
    head.work(&games::REGISTRY).map_err(|why| Refused::failed("review a study", &why))
}

fn read(head: &str, rows: Vec<StoredReviewRow>) -> Result<(ReviewHead, ReviewWork), Refused> {
    let head: ReviewHead =
        serde_json::from_str(head).map_err(|error| crate::live::damaged(&error.to_string()))?;
    let mut work = work(&head)?;
    for row in rows {
        let found: Result<PositionResult, _> = serde_json::from_str(&row.body);
        if let (Some(ply), Ok(found)) = (head.ply(row.node), found) {
            work.give(ply, found);
        }
    }
    Ok((head, work))
}
