//! Decides from the records of the clients alone whether the hall kept its word.
//!
//! The laws, each with the word that begins the message when it is broken:
//! - `lost`: an acknowledged move, or one that a client was shown, is in the game at the end, at its ply;
//! - `doubled`: a move in the game at the end was asked for by a client, at this ply;
//! - `owners`: no two different moves are acknowledged or shown for one ply;
//! - `refused`: a move that was refused each time it was sent is not in the game;
//! - `back`: the version that a client sees never becomes less, and grows with each move;
//! - `versions`: a version has the same number of moves and the same end for all clients;
//! - `after-end`: nothing changes after the end of a game;
//! - `nodes`: all nodes give the same game at the end, and every game that was begun;
//! - `clock`: for each move the clock took no more than the real time, and no less than the real time
//!   without the outage.
//!
//! The outage is what a client can know: the time from the last message before its connection was lost
//! to the next time it joined, and from the moment a move was sent to its refusal by the store. All nodes share the
//! disk of the database: while a refusal for a full disk is waited for by anybody, there is an outage for everybody.
//! A node that is cut off from its database goes on to refuse what needs none, so its clients learn late of the outage: to the games
//! of which a client lost its connection meanwhile or soon after, the whole time of the fault counts as one.

use crate::nodes::record::{Line, Moment, Step, Whole};
use std::collections::{BTreeMap, BTreeSet, HashMap};

#[cfg(test)]
mod tests;

/// How exact clocks are compared: the nodes measure the database's time over a connection.
pub(crate) const SLACK_MS: i64 = 250;

/// A connection that ends so long after a node was heard again may have ended because of its silence: three leases.
const LATE: Moment = 30_000_000;

/// What the records say.
#[derive(Debug, Default)]
pub(crate) struct Report {
    pub(crate) games: usize,
    pub(crate) acknowledged: usize,
    pub(crate) repeated: usize,
    pub(crate) refused: BTreeMap<String, usize>,
    pub(crate) connections_lost: usize,
    /// Moves whose clock was checked.
    pub(crate) clocks: usize,
    /// Every law that was broken, and where.
    pub(crate) faults: Vec<String>,
}

/// Whether the store could not take a change, or nobody knows: the client sends the same again.
pub(crate) fn is_passing(code: &str) -> bool {
    const CODES: [&str; 12] = [
        "database-unreachable",
        "disk-full",
        "disk-failed",
        "data-busy",
        "data-gone",
        "closing",
        "internal",
        "too-many-live-games",
        "too-many-sockets",
        "too-many-connections",
        "not-ready",
        "moved",
    ];
    CODES.contains(&code)
}

/// Whether the disk of the database, which all games share, could not take a change.
fn is_of_the_disk(code: &str) -> bool {
    ["disk-full", "disk-failed"].contains(&code)
}

/// Checks the records, one list for each client, in the order in which it wrote them.
pub(crate) fn check(records: &[Vec<Line>]) -> Report {
    let mut games: BTreeMap<&str, Story<'_>> = BTreeMap::new();
    let mut report = Report::default();
    for record in records {
        gather(record, &mut games, &mut report);
    }
    report.games = games.len();
    let shared = merged(games.values().flat_map(|story| story.disk.iter().copied()).collect());
    let silences: Vec<_> = records.iter().flatten().filter_map(silence).collect();
    for (id, story) in &mut games {
        story.outages.extend(&shared);
        let concerns = |(from, to): &&(Moment, Moment)| {
            story.lost.iter().any(|lost| (*from..to.saturating_add(LATE)).contains(lost))
        };
        story.outages.extend(silences.iter().filter(concerns));
        story.judge(&mut report.clocks);
        report.faults.extend(story.faults.drain(..).map(|fault| format!("{fault} (game {id})")));
    }
    report
}

fn silence(line: &Line) -> Option<(Moment, Moment)> {
    match line {
        Line::Silenced { t, to } => Some((*t, *to)),
        _ => None,
    }
}

/// All that is known of one request.
#[derive(Debug)]
struct KnownRequest<'a> {
    ply: usize,
    text: &'a str,
    sent: usize,
    /// The last time.
    at: Moment,
    /// Refusals after which it is certain that this sending changed nothing.
    refused: usize,
}

/// All that is known of one game.
#[derive(Debug, Default)]
struct Story<'a> {
    clock: Option<(u64, u64)>,
    asked: HashMap<&'a str, KnownRequest<'a>>,
    /// When a move was first sent.
    invoked: HashMap<(usize, &'a str), Moment>,
    acknowledged: BTreeMap<usize, BTreeSet<&'a str>>,
    /// When a move was first shown to a client.
    shown: BTreeMap<usize, BTreeMap<&'a str, Moment>>,
    versions: BTreeMap<u64, (usize, Option<&'a str>)>,
    /// Who played a ply, and the time that was left to this side then.
    left: BTreeMap<usize, (usize, u64)>,
    outages: Vec<(Moment, Moment)>,
    /// Those of the database's disk that this game's clients met.
    disk: Vec<(Moment, Moment)>,
    /// When its clients lost their connections.
    lost: Vec<Moment>,
    finals: Vec<(usize, &'a Whole)>,
    faults: Vec<String>,
}

/// What one client has seen so far.
#[derive(Debug, Default)]
struct View<'a> {
    versions: HashMap<&'a str, u64>,
    /// Since when it has had no connection.
    away: HashMap<&'a str, Moment>,
}

fn gather<'a>(record: &'a [Line], games: &mut BTreeMap<&'a str, Story<'a>>, report: &mut Report) {
    let mut view = View::default();
    for line in record {
        match line {
            Line::Begun { game, base_ms, increment_ms, .. } => {
                games.entry(game).or_default().clock = Some((*base_ms, *increment_ms));
            }
            Line::Invoked { t, game, request, ply, text } => {
                let story = games.entry(game).or_default();
                let first = story.invoked.entry((*ply, text)).or_insert(*t);
                *first = (*first).min(*t);
                let asked = story.asked.entry(request).or_insert(KnownRequest {
                    ply: *ply,
                    text,
                    sent: 0,
                    at: *t,
                    refused: 0,
                });
                asked.sent += 1;
                asked.at = *t;
                report.repeated += usize::from(asked.sent > 1);
            }
            Line::Acknowledged { game, ply, text, .. } => {
                report.acknowledged += 1;
                let story = games.entry(game).or_default();
                story.acknowledged.entry(*ply).or_default().insert(text);
            }
            Line::Refused { t, game, request, code, .. } => {
                *report.refused.entry(code.clone()).or_default() += 1;
                let story = games.entry(game).or_default();
                if let Some(asked) = story.asked.get_mut(request.as_str()) {
                    if is_passing(code) {
                        let outage = (asked.at, *t);
                        story.outages.push(outage);
                        story.disk.extend(is_of_the_disk(code).then_some(outage));
                    } else {
                        asked.refused += 1;
                    }
                }
            }
            Line::State { t, game, joined, seen, .. } => {
                let story = games.entry(game).or_default();
                story.whole(seen, *t);
                if let Some(since) = view.away.remove(game.as_str()).filter(|_| *joined) {
                    story.outages.push((since, *t));
                }
                view.sees(story, game, seen.version, false);
            }
            Line::Moved { t, game, seen } => {
                let story = games.entry(game).or_default();
                story.step(seen, *t);
                view.sees(story, game, seen.version, true);
            }
            Line::Lost { t, game, since, .. } => {
                report.connections_lost += 1;
                games.entry(game).or_default().lost.push(*t);
                view.away.entry(game).or_insert(*since);
            }
            Line::Final { t, game, node, seen } => {
                let story = games.entry(game).or_default();
                story.whole(seen, *t);
                story.finals.push((*node, seen));
            }
            Line::Silenced { .. } => {}
            Line::Missing { game, node, why, .. } => {
                let story = games.entry(game).or_default();
                story.faults.push(format!("nodes: node {node} does not give the game: {why}"));
            }
        }
    }
    for (game, since) in view.away {
        games.entry(game).or_default().outages.push((since, Moment::MAX));
    }
}

impl<'a> View<'a> {
    fn sees(&mut self, story: &mut Story<'a>, game: &'a str, version: u64, moved: bool) {
        let before = self.versions.insert(game, version);
        if before.is_some_and(|before| version < before || (moved && version == before)) {
            story.faults.push(format!("back: version {version} after {before:?}"));
        }
    }
}

impl<'a> Story<'a> {
    fn whole(&mut self, seen: &'a Whole, t: Moment) {
        for (i, text) in seen.moves.iter().enumerate() {
            self.show(i + 1, text, t);
        }
        self.version(seen.version, seen.moves.len(), seen.end.as_deref());
        if let Some(side) = seen.last.filter(|_| seen.end.is_none()) {
            self.time_left(seen.moves.len(), side, seen.left_ms[side]);
        }
    }

    fn step(&mut self, seen: &'a Step, t: Moment) {
        self.show(seen.ply, &seen.text, t);
        self.version(seen.version, seen.ply, seen.end.as_deref());
        if let Some(side) = seen.side {
            self.time_left(seen.ply, side, seen.left_ms[side]);
        }
    }

    fn show(&mut self, ply: usize, text: &'a str, t: Moment) {
        let first = self.shown.entry(ply).or_default().entry(text).or_insert(t);
        *first = (*first).min(t);
    }

    fn version(&mut self, version: u64, plies: usize, end: Option<&'a str>) {
        let known = *self.versions.entry(version).or_insert((plies, end));
        if known != (plies, end) {
            let now = (plies, end);
            self.faults.push(format!("versions: version {version} is {known:?} and {now:?}"));
        }
    }

    /// The clock of who played a ply stands still until the next move of this side: all clients are
    /// shown the same.
    fn time_left(&mut self, ply: usize, side: usize, left: u64) {
        let known = *self.left.entry(ply).or_insert((side, left));
        if known != (side, left) {
            self.faults.push(format!("clock: after ply {ply} {known:?} and {:?}", (side, left)));
        }
    }

    fn judge(&mut self, clocks: &mut usize) {
        let Some((_, last)) = self.finals.first().copied() else {
            self.faults.push("nodes: no node gave the game at the end".to_owned());
            return;
        };
        for (node, other) in &self.finals {
            if (other.version, &other.moves, &other.end) != (last.version, &last.moves, &last.end) {
                self.faults.push(format!("nodes: node {node} gives another game"));
            }
        }
        let found = |ply: usize| last.moves.get(ply.wrapping_sub(1)).map(String::as_str);
        let mut faults = Vec::new();
        let texts = self
            .acknowledged
            .iter()
            .flat_map(|(ply, texts)| texts.iter().map(move |text| (*ply, *text, "acknowledged")));
        let shown = self
            .shown
            .iter()
            .flat_map(|(ply, texts)| texts.keys().map(move |text| (*ply, *text, "shown")));
        let mut by_ply: BTreeMap<usize, BTreeSet<&str>> = BTreeMap::new();
        for (ply, text, how) in texts.chain(shown) {
            by_ply.entry(ply).or_default().insert(text);
            if found(ply) != Some(text) {
                let now = found(ply);
                faults.push(format!("lost: {text} was {how} as ply {ply}, which is {now:?} now"));
            }
        }
        for (ply, texts) in by_ply.iter().filter(|(_, texts)| texts.len() > 1) {
            faults.push(format!("owners: ply {ply} was {texts:?}"));
        }
        for (i, text) in last.moves.iter().enumerate() {
            if !self.invoked.contains_key(&(i + 1, text.as_str())) {
                faults.push(format!("doubled: ply {} is {text}, which nobody asked for", i + 1));
            }
        }
        for asked in self.asked.values() {
            let others = self.asked.values().filter(|a| (a.ply, a.text) == (asked.ply, asked.text));
            let is_only = others.count() == 1;
            if is_only && asked.sent == asked.refused && found(asked.ply) == Some(asked.text) {
                let KnownRequest { ply, text, .. } = asked;
                faults.push(format!("refused: {text} was refused and is ply {ply}"));
            }
        }
        let end = self.versions.iter().find(|(_, (_, end))| end.is_some());
        if let Some((version, _)) = end
            && self.versions.keys().any(|other| other > version)
        {
            faults.push(format!("after-end: the game ended with version {version} and went on"));
        }
        self.faults.append(&mut faults);
        *clocks += self.judge_clocks(last);
    }

    /// Compares the time that each move cost with the real time; returns how many were compared.
    fn judge_clocks(&mut self, last: &Whole) -> usize {
        let Some((base, increment)) = self.clock else {
            self.faults.push("clock: nobody knows the time control".to_owned());
            return 0;
        };
        let mut compared = 0;
        // The time that each side has after its last move, where it is known.
        let mut known = [Some(base), Some(base)];
        let mut moments: Option<(Moment, Moment)> = None;
        for (i, text) in last.moves.iter().enumerate() {
            let ply = i + 1;
            let invoked = self.invoked.get(&(ply, text.as_str())).copied();
            let shown = self.shown.get(&ply).and_then(|texts| texts.get(text.as_str())).copied();
            let now = invoked.zip(shown);
            let Some(&(side, left)) = self.left.get(&ply) else {
                // The side is not known: neither clock can be compared until it moves again.
                known = [None, None];
                moments = now;
                continue;
            };
            let before = known[side].replace(left);
            if ply == 1 {
                if left != base {
                    self.faults.push(format!("clock: {left} ms of {base} after the first move"));
                }
            } else if let (Some(before), Some(begun), Some(now)) = (before, moments, now) {
                compared += 1;
                let spent = millis(before + increment) - millis(left);
                let most = between(begun.0, now.1);
                let least = between(begun.1, now.0) - self.outage(begun.1, now.0);
                if spent > most + SLACK_MS || spent < least - SLACK_MS {
                    self.faults.push(format!(
                        "clock: ply {ply} cost {spent} ms, and took {least} to {most} ms"
                    ));
                }
            }
            moments = now;
        }
        compared
    }

    /// How many milliseconds between two moments were outage for some client.
    fn outage(&self, from: Moment, to: Moment) -> i64 {
        let mut parts: Vec<_> =
            self.outages.iter().map(|&(a, b)| (a.max(from), b.min(to))).collect();
        parts.retain(|(a, b)| a < b);
        parts.sort_unstable();
        let (mut sum, mut end) = (0, from);
        for (a, b) in parts {
            sum += b.saturating_sub(a.max(end));
            end = end.max(b);
        }
        // Rounded up: what is less than a millisecond was outage, too.
        millis(sum.div_ceil(1000))
    }
}

/// The same times, those that touch as one.
fn merged(mut parts: Vec<(Moment, Moment)>) -> Vec<(Moment, Moment)> {
    parts.sort_unstable();
    let mut all: Vec<(Moment, Moment)> = Vec::new();
    for (from, to) in parts {
        match all.last_mut() {
            Some(last) if from <= last.1 => last.1 = last.1.max(to),
            _ => all.push((from, to)),
        }
    }
    all
}

fn millis(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// Milliseconds from one moment to another.
fn between(from: Moment, to: Moment) -> i64 {
    (millis(to) - millis(from)) / 1000
}
