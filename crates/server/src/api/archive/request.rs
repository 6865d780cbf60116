//! A query as the store and the patterns have it.

use crate::people::own_games;
use crate::refusal::{Refusal, shortened};
use crate::request;
use hall::archive::Pattern;
use hall_messages::{wanted_key, wanted_pattern};
use store::{ArchiveFilter, StateFilter};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use wire::ArchiveQuery;

/// The greatest number of characters of a name or a position.
const LONGEST: usize = 4_000;
/// The greatest number of moves of an opening, and of characters of one.
const OPENING: (usize, usize) = (24, 40);
/// The greatest offset.
const FARTHEST: u32 = 1_000_000;

/// What was asked for.
#[derive(Debug)]
pub(super) struct ArchiveRequest {
    pub(super) search: ArchiveFilter,
    pub(super) pattern: Option<Pattern>,
}

/// A fault of a query.
pub(super) fn bad(message: impl Into<String>) -> Refusal {
    Refusal::bad_request("bad-parameter", message)
}

impl ArchiveRequest {
    pub(super) fn read(query: ArchiveQuery) -> Result<Self, Refusal> {
        let filter = match query.state.as_deref() {
            None | Some("all") => StateFilter::All,
            Some("playing") => StateFilter::Playing,
            Some("over") => StateFilter::Over,
            Some(other) => {
                let other = shortened(other);
                return Err(bad(format!("state: {other:?} is not all, playing or over")));
            }
        };
        let limit = query.limit.unwrap_or(50);
        if !(1..=200).contains(&limit) {
            return Err(bad(format!("limit: {limit} is not between 1 and 200")));
        }
        if query.offset > FARTHEST {
            return Err(bad(format!("offset: at most {FARTHEST}")));
        }
        for (name, text) in [("player", &query.player), ("tag", &query.tag)] {
            if text.as_ref().is_some_and(|text| text.len() > LONGEST) {
                return Err(bad(format!("{name}: at most {LONGEST} bytes")));
            }
        }
        let mut family = known_family(query.family)?;
        let variant = query.variant.as_deref().map(games::find_variant).transpose()?;
        if !query.opening.is_empty() && variant.is_none() {
            return Err(bad("opening: the variant must be given with it"));
        }
        if query.opening.len() > OPENING.0 {
            return Err(bad(format!("opening: at most {} moves", OPENING.0)));
        }
        let is_move = |text: &String| {
            !text.is_empty() && text.len() <= OPENING.1 && !text.contains(char::is_whitespace)
        };
        if let Some(i) = query.opening.iter().position(|text| !is_move(text)) {
            return Err(bad(format!("opening[{i}]: this is no move in engine notation")));
        }
        let key = query.position.as_ref().map(wanted_key).transpose()?;
        let pattern = query.pattern.as_ref().map(wanted_pattern).transpose()?;
        // Boards of other families may have squares of the same names.
        let boards = [
            query.position.map(|position| position.variant),
            query.pattern.map(|pattern| pattern.variant),
        ];
        for variant in boards.iter().flatten() {
            let own = games::find_variant(variant)?.family;
            if family.as_deref().is_some_and(|family| family != own) {
                return Err(bad(format!("{variant} is not of the family that is asked for")));
            }
            family = Some(own.to_owned());
        }
        let search = ArchiveFilter {
            of: own_games(&request::speaker()),
            filter,
            family,
            variant: variant.map(|variant| variant.id.to_owned()),
            player: query.player,
            ended_as: query.ended_as,
            from: query.from.as_deref().map(|text| moment("from", text)).transpose()?,
            to: query.to.as_deref().map(|text| moment("to", text)).transpose()?,
            plies: (query.least_plies, query.most_plies),
            mistakes: (query.least_mistakes, query.most_mistakes),
            opening: query.opening,
            tag: query.tag,
            key,
            has_track: pattern.is_some(),
            order: query.order,
            ascending: query.ascending,
            offset: query.offset,
            limit,
        };
        Ok(Self { search, pattern })
    }
}

fn known_family(family: Option<String>) -> Result<Option<String>, Refusal> {
    if let Some(asked) = &family
        && games::family(asked).is_none()
    {
        let known: Vec<_> = games::families().iter().map(|family| family.id()).collect();
        let known = known.join(", ");
        return Err(bad(format!("family: {:?} is none of {known}", shortened(asked))));
    }
    Ok(family)
}

/// A time in milliseconds since 1970.
fn moment(name: &str, text: &str) -> Result<i64, Refusal> {
    let read = OffsetDateTime::parse(text, &Rfc3339);
    let time = read.map_err(|_| {
        bad(format!("{name}: {:?} is no time as in 2026-11-22T18:00:00Z", shortened(text)))
    })?;
    i64::try_from(time.unix_timestamp_nanos() / 1_000_000).map_err(|_| bad(name))
}
