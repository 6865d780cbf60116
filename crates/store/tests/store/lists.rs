//! Lists are the same for every page size, and the counts are right.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::common::{Home, family, person, setup_of, summary};
use hall::{End, GameSummary, Moment, Outcome, Player};
use std::collections::BTreeSet;
use store::{GameQuery, ListCursor, StateFilter, Store};

/// A game as the test expects it.
struct Known {
    id: String,
    at: i64,
    ended: bool,
    variant: &'static str,
    names: [String; 2],
}

impl Known {
    fn is_in(&self, query: &GameQuery) -> bool {
        let part = query.player.as_deref().unwrap_or_default().trim().to_lowercase();
        let state = match query.filter {
            StateFilter::All => true,
            StateFilter::Playing => !self.ended,
            StateFilter::Over => self.ended,
        };
        let of_family = query.family.as_ref().is_none_or(|f| *f == family(self.variant));
        state
            && of_family
            && (part.is_empty() || self.names.iter().any(|n| n.to_lowercase().contains(&part)))
    }
}

fn end() -> End {
    End::stated(Outcome::FirstWins, "resign")
}

async fn fill(store: &Store, n: usize) -> Vec<Known> {
    let variants = ["xiangqi", "gomoku", "gomoku20", "renju"];
    let mut known = Vec::new();
    for i in 0..n {
        // Many names with a common part, some rare ones, and games that changed at the same time.
        let name = if i % 7 == 0 { "胡荣华".to_owned() } else { format!("Person {}", i % 250) };
        let second = match i % 5 {
            0 => Player::Machine { level: 3, preset: None, depth: None, move_time_ms: None },
            1 => person(&name),
            2 => person(""),
            _ => person("Ｂｏ  Ada"),
        };
        let names = match &second {
            Player::Machine { .. } => [name.clone(), "yiqi, level 3".to_owned()],
            Player::Person { name: second, .. } => [name.clone(), second.clone()],
        };
        let names =
            names.map(|name| if name.starts_with('Ｂ') { "bo ada".to_owned() } else { name });
        let variant = variants[i % variants.len()];
        let setup = setup_of([person(&name), second], variant);
        let id = format!("id{:04}", (i * 7919) % 10_000);
        let at = (i / 3) as i64;
        store.create(&id, &setup, Moment(at), &[], &summary(0)).await.unwrap();
        let mut game = Known { id, at, ended: false, variant, names };
        if i % 4 == 1 {
            let over = GameSummary { end: Some(end()), players: setup.players, ..summary(0) };
            let change = hall::Change::Ended { end: end(), left_ms: [0; 2] };
            game.at += 5;
            game.ended = true;
            store.append(&game.id, 0, None, Moment(game.at), &[change], &over).await.unwrap();
        }
        if i % 50 == 49 {
            store.delete(&game.id).await.unwrap();
        } else {
            known.push(game);
        }
    }
    known.sort_by(|a, b| (b.at, &b.id).cmp(&(a.at, &a.id)));
    known
}

async fn by_cursor(store: &Store, query: &GameQuery) -> Vec<String> {
    let (mut ids, mut query) = (Vec::new(), query.clone());
    loop {
        let page = store.list(&query).await.unwrap();
        ids.extend(page.games.iter().map(|game| game.id().to_owned()));
        match page.next {
            Some(next) => query.after = Some(next.to_string().parse::<ListCursor>().unwrap()),
            None => return ids,
        }
    }
}

crate::laws! { pages_join_to_the_whole_list_under_every_filter }

async fn pages_join_to_the_whole_list_under_every_filter(home: Home) {
    let store = home.open().await;
    let known = fill(&store, 700).await;
    let families = [None, Some("gomoku"), Some("renju"), Some("chess")];
    let players = [
        None,
        Some("  "),
        Some("person 29"),
        Some("PERSON"),
        Some("荣"),
        Some("o"),
        Some("bo ada"),
        Some("yiqi, level"),
        Some("nobody"),
        Some("Ａda"),
    ];
    for filter in [StateFilter::All, StateFilter::Playing, StateFilter::Over] {
        for family in families {
            for player in players {
                let query = GameQuery {
                    filter,
                    family: family.map(str::to_owned),
                    player: player.map(str::to_owned),
                    limit: 120,
                    ..GameQuery::default()
                };
                let mut asked = query.clone();
                asked.player = asked.player.map(|p| p.replace('Ａ', "A"));
                let wanted: Vec<String> =
                    known.iter().filter(|g| g.is_in(&asked)).map(|g| g.id.clone()).collect();
                assert_eq!(by_cursor(&store, &query).await, wanted, "{query:?}");
                let page = GameQuery { offset: 50, ..query.clone() };
                let page = store.list(&page).await.unwrap();
                let ids: Vec<&str> = page.games.iter().map(store::ListEntry::id).collect();
                let part = wanted.iter().skip(50).take(120);
                assert!(part.eq(ids.iter()), "{query:?} from 50");
                if page.is_total_exact {
                    assert_eq!(page.total, wanted.len() as u64, "{query:?}");
                } else {
                    assert!(page.total <= wanted.len() as u64, "{query:?}");
                }
            }
        }
    }
    assert_eq!(store.count().await.unwrap(), known.len() as u64);
    let ids: BTreeSet<&String> = known.iter().map(|game| &game.id).collect();
    assert_eq!(ids.len(), known.len());
    store.close().await;
}

#[test]
fn only_what_was_a_place_is_one() {
    for text in ["", "1", "x.y", ".a", "1e3.a", "99999999999999999999.a"] {
        assert!(text.parse::<ListCursor>().is_err(), "{text}");
    }
    assert_eq!("-5.a.b".parse::<ListCursor>().unwrap().to_string(), "-5.a.b");
}
