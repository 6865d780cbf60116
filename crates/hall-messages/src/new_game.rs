//! New games: what can be checked of them, and their beginning.

use crate::refused::Refused;
use hall::text::is_unshowable;
use hall::{Change, GameSetup, GameState, MOST_DELAY, MonotonicTime, Seat, Speaker};
use wire::{ClockSetting, NewGame, Player};

/// The largest number of moves that a game may begin with.
const MOST_MOVES: usize = 5_000;
/// The largest number of characters of a position's text.
pub const LONGEST_POSITION: usize = 4_000;
/// A day, the longest time of a clock or a move.
const LONGEST_MS: u64 = 24 * 60 * 60 * 1000;
/// The largest number of periods of a clock.
const MOST_PERIODS: u32 = 100;

/// Checks that a text can be shown as it is. `place`: where it stands, for the refusal.
///
/// # Errors
/// Names the first character that cannot.
pub fn check_text(place: &str, text: &str) -> Result<(), Refused> {
    let Some(found) = text.chars().find(|c| is_unshowable(*c)) else { return Ok(()) };
    let message = format!("{place}: the character U+{:04X} cannot be shown", u32::from(found));
    Err(Refused::impossible("bad-game", message))
}

/// The moves with the passes that transcripts leave out; `None` if they are not legal.
fn with_passes(mut session: Box<dyn engine::Session>, moves: &[String]) -> Option<Vec<String>> {
    let mut all = Vec::with_capacity(moves.len());
    for text in moves {
        let before = session.moves().len();
        games::push_with_pass(session.as_mut(), text).ok()?;
        if session.moves().len() > before + 1 {
            all.push("pass".to_owned());
        }
        all.push(text.clone());
    }
    Some(all)
}

/// The new game with the moves it begins with, as changes to be stored.
/// `times` are those of the moves. Lots for the sides have been drawn.
///
/// # Errors
/// When the rules do not allow such a game.
pub fn begin(
    id: &str,
    new: NewGame,
    speaker: &Speaker,
    times: &[u64],
    now: hall::Moment,
) -> Result<(GameState, Vec<Change>), Refused> {
    if new.opening.is_some() && (new.position.is_some() || !new.moves.is_empty()) {
        let message = "an opening protocol begins with the empty board";
        return Err(Refused::impossible("bad-game", message));
    }
    let (rules, position) = (new.rules.as_deref(), new.position.as_deref());
    let (session, typed) = games::typed(&new.variant, rules, position, &new.moves)?;
    let players = new.players;
    let setup = GameSetup {
        variant: session.variant().id.to_owned(),
        rules: session.rules().to_owned(),
        players,
        clock: new.clock,
        start: session.start_text(),
        opening: new.opening,
        maker: speaker.person().map(|person| person.id.clone()),
        rematch_of: None,
        tournament: None,
        in_lobby: new.in_lobby,
        rated: new.rated,
        delay: new.delay,
    };
    let mut state = GameState::new(&games::REGISTRY, id, setup, now)?;
    let mut changes = Vec::new();
    let mut timed = typed.iter().zip(times).peekable();
    let moves = with_passes(session.fork(), &typed).unwrap_or_else(|| typed.clone());
    for (i, text) in moves.iter().enumerate() {
        let place = || format!("moves[{i}]");
        if state.end().is_some() {
            let message = format!("{}: the game was over before it", place());
            return Err(Refused::impossible("game-over", message));
        }
        let left_ms = state.clocks.left_ms(MonotonicTime::START);
        // A pass that was left out has no time.
        let time_ms = timed.next_if(|(own, _)| *own == text).map_or(0, |(_, time)| *time);
        let played = state.play(text, time_ms, left_ms, None);
        let mut happened = vec![played.map_err(|error| Refused::from(error).at(&place()))?];
        happened.extend(over_by_rules(&state, left_ms));
        changes.append(&mut happened);
        if let Some(over @ Change::Ended { .. }) = changes.last() {
            state.apply(over)?;
        }
    }
    if changes.is_empty()
        && let Some(over) = over_by_rules(&state, state.clocks.left_ms(MonotonicTime::START))
    {
        // A position in which the side to move is mated already.
        state.apply(&over)?;
        changes.push(over);
    }
    Ok((state, changes))
}

fn over_by_rules(state: &GameState, left_ms: [u64; 2]) -> Option<Change> {
    let end = hall::End::from(state.session().verdict()?);
    Some(Change::Ended { end, left_ms })
}

/// Checks what can be checked of a new game without opening it.
///
/// # Errors
/// Names what is wrong.
pub fn check_new_game_form(new: &NewGame) -> Result<(), Refused> {
    let bad = |message: String| Err(Refused::impossible("bad-game", message));
    for (i, player) in new.players.iter().enumerate() {
        match player {
            Player::Person { name, .. } if name.chars().count() > 80 => {
                return bad(format!("players[{i}].name: at most 80 characters"));
            }
            Player::Person { name, .. } => check_text(&format!("players[{i}].name"), name)?,
            Player::Machine { level, preset, depth, move_time_ms } => {
                if let Some(preset) = preset {
                    games::new_preset(&new.variant, preset).map_err(|error| {
                        Refused::from(error).at(&format!("players[{i}].preset"))
                    })?;
                }
                if engine::Level::new(*level).is_none() {
                    return bad(format!("players[{i}].level: {level} is not between 1 and 12"));
                }
                if depth.is_some_and(|depth| !(1..=99).contains(&depth)) {
                    return bad(format!("players[{i}].depth: expected 1 to 99"));
                }
                if move_time_ms.is_some_and(|ms| !(1..=LONGEST_MS).contains(&ms)) {
                    return bad(format!("players[{i}].move_time_ms: expected 1 to {LONGEST_MS}"));
                }
            }
        }
    }
    match new.clock {
        ClockSetting::PerMove { ms } if !(1..=LONGEST_MS).contains(&ms) => {
            return bad(format!("clock.ms: expected 1 to {LONGEST_MS}"));
        }
        ClockSetting::Increment { base_ms, increment_ms }
            if !(1..=LONGEST_MS).contains(&base_ms) || increment_ms > LONGEST_MS =>
        {
            return bad(format!(
                "clock: expected base_ms 1 to {LONGEST_MS}, increment_ms up to that"
            ));
        }
        ClockSetting::ByoYomi { base_ms, move_ms, period_ms, periods } => {
            let is_time = |ms: u64| (1..=LONGEST_MS).contains(&ms);
            if base_ms > LONGEST_MS
                || !is_time(period_ms)
                || !(1..=MOST_PERIODS).contains(&periods)
                || move_ms.is_some_and(|ms| !is_time(ms))
            {
                return bad(format!(
                    "clock: expected base_ms 0 to {LONGEST_MS}, period_ms and move_ms 1 to that, periods 1 to {MOST_PERIODS}"
                ));
            }
        }
        ClockSetting::Days { days } => {
            if !ClockSetting::DAYS.contains(&days) {
                let known = ClockSetting::DAYS.map(|days| days.to_string()).join(", ");
                return bad(format!("clock.days: {days} is none of {known}"));
            }
            let is_open = |player: &Player| matches!(player.seat(), Some(Seat::Open { .. }));
            let are_persons = new.players.iter().all(|it| matches!(it, Player::Person { .. }));
            if !are_persons || !new.players.iter().any(is_open) {
                return bad(
                    "clock: a game of days a move has two persons, one of them by an open seat"
                        .to_owned(),
                );
            }
        }
        _ => {}
    }
    if new.delay > MOST_DELAY {
        return bad(format!("delay: at most {MOST_DELAY}"));
    }
    if new.delay > 0 && !new.players.iter().any(|player| player.seat().is_some()) {
        return bad("delay: only a game with an open seat has watchers".to_owned());
    }
    if new.position.as_ref().is_some_and(|text| text.len() > LONGEST_POSITION) {
        return bad(format!("position: at most {LONGEST_POSITION} characters"));
    }
    if new.moves.len() > MOST_MOVES {
        return bad(format!("moves: at most {MOST_MOVES}"));
    }
    Ok(())
}
