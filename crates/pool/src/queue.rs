use crate::SearchClass;
use std::collections::VecDeque;
use std::sync::Arc;

/// Whose a search is: its class, its client and its game.
#[derive(Clone, Debug)]
pub(crate) struct SearchOwner {
    pub(crate) class: SearchClass,
    pub(crate) client: Arc<str>,
    pub(crate) game: Arc<str>,
}

/// The searches that wait, by client. Those of one client are served by class, and within a class its games take
/// turns. Which client comes next, whoever takes a search decides.
#[derive(Debug)]
pub(crate) struct SearchQueue<T> {
    /// Those that were served come behind the others.
    clients: VecDeque<ClientQueue<T>>,
}

#[derive(Debug)]
struct ClientQueue<T> {
    client: Arc<str>,
    classes: [VecDeque<GameTurn<T>>; SearchClass::ALL.len()],
}

/// The searches of one game that wait in one class.
#[derive(Debug)]
struct GameTurn<T> {
    game: Arc<str>,
    waiting: VecDeque<T>,
}

/// Searches of one client and class that wait.
#[derive(Clone, Debug)]
pub(crate) struct ClientSearches {
    pub(crate) client: Arc<str>,
    pub(crate) class: SearchClass,
    pub(crate) count: usize,
}

impl<T> ClientQueue<T> {
    fn first_class(&self) -> Option<SearchClass> {
        SearchClass::ALL.into_iter().find(|class| !self.classes[*class as usize].is_empty())
    }

    fn count(&self, class: SearchClass) -> usize {
        self.classes[class as usize].iter().map(|turn| turn.waiting.len()).sum()
    }

    /// Takes a search of a game, which then comes behind the other games.
    fn take_at(&mut self, class: SearchClass, at: usize) -> Option<T> {
        let turns = &mut self.classes[class as usize];
        let mut turn = turns.remove(at)?;
        let item = turn.waiting.pop_front();
        if !turn.waiting.is_empty() {
            turns.push_back(turn);
        }
        item
    }
}

impl<T> SearchQueue<T> {
    pub(crate) fn new() -> Self {
        Self { clients: VecDeque::new() }
    }

    fn turns(&mut self, owner: &SearchOwner) -> &mut VecDeque<GameTurn<T>> {
        let at = self.clients.iter().position(|queue| queue.client == owner.client);
        let at = at.unwrap_or_else(|| {
            let classes = [const { VecDeque::new() }; SearchClass::ALL.len()];
            self.clients.push_back(ClientQueue { client: Arc::clone(&owner.client), classes });
            self.clients.len() - 1
        });
        &mut self.clients[at].classes[owner.class as usize]
    }

    /// Adds a search behind those of its game. A game that has none waiting comes last.
    pub(crate) fn push(&mut self, owner: &SearchOwner, item: T) {
        let turns = self.turns(owner);
        match turns.iter_mut().find(|turn| turn.game == owner.game) {
            Some(turn) => turn.waiting.push_back(item),
            None => {
                turns.push_back(GameTurn { game: Arc::clone(&owner.game), waiting: [item].into() });
            }
        }
    }

    /// Puts an interrupted search back: it comes first in its class among those of its client.
    pub(crate) fn put_back(&mut self, owner: &SearchOwner, item: T) {
        let turns = self.turns(owner);
        let mut waiting = VecDeque::from([item]);
        if let Some(at) = turns.iter().position(|turn| turn.game == owner.game)
            && let Some(turn) = turns.remove(at)
        {
            waiting.extend(turn.waiting);
        }
        turns.push_front(GameTurn { game: Arc::clone(&owner.game), waiting });
    }

    /// Takes the next search of the client whose next search has the smallest rank; of equal ones, of the client
    /// that was served longest ago.
    pub(crate) fn take(&mut self, rank: impl Fn(&str, SearchClass) -> f64) -> Option<T> {
        let firsts = self.clients.iter().enumerate().filter_map(|(at, queue)| {
            let class = queue.first_class()?;
            Some((at, class, rank(&queue.client, class)))
        });
        let (at, class, _) = firsts.min_by(|a, b| a.2.total_cmp(&b.2))?;
        self.take_of(at, class, 0)
    }

    /// Takes a search of a class for which this is true, of those that come first of their games, by rank. Its client
    /// and its game then come behind the others.
    pub(crate) fn take_where(
        &mut self,
        class: SearchClass,
        rank: impl Fn(&str, SearchClass) -> f64,
        is_it: impl Fn(&T) -> bool,
    ) -> Option<T> {
        let found = self.clients.iter().enumerate().filter_map(|(at, queue)| {
            let mut turns = queue.classes[class as usize].iter();
            let turn = turns.position(|turn| turn.waiting.front().is_some_and(&is_it))?;
            Some((at, turn, rank(&queue.client, class)))
        });
        let (at, turn, _) = found.min_by(|a, b| a.2.total_cmp(&b.2))?;
        self.take_of(at, class, turn)
    }

    fn take_of(&mut self, at: usize, class: SearchClass, turn: usize) -> Option<T> {
        let mut queue = self.clients.remove(at)?;
        let item = queue.take_at(class, turn);
        if queue.first_class().is_some() {
            self.clients.push_back(queue);
        }
        item
    }

    /// Those of a class that wait, in no order.
    pub(crate) fn of(&self, class: SearchClass) -> impl Iterator<Item = &T> {
        let turns = self.clients.iter().flat_map(move |queue| &queue.classes[class as usize]);
        turns.flat_map(|turn| &turn.waiting)
    }

    /// Who waits, in no order.
    pub(crate) fn waiters(&self) -> impl Iterator<Item = ClientSearches> {
        self.clients.iter().flat_map(|queue| {
            let of = |class| ClientSearches {
                client: Arc::clone(&queue.client),
                class,
                count: queue.count(class),
            };
            SearchClass::ALL.into_iter().map(of).filter(|waiters| waiters.count > 0)
        })
    }

    /// Whether other games of the owner's client wait in the same class.
    pub(crate) fn has_others(&self, owner: &SearchOwner) -> bool {
        let queue = self.clients.iter().find(|queue| queue.client == owner.client);
        queue.is_some_and(|queue| {
            let mut turns = queue.classes[owner.class as usize].iter();
            turns.any(|turn| turn.game != owner.game)
        })
    }

    /// How many searches of this class and of higher classes wait.
    pub(crate) fn count_up_to(&self, class: SearchClass) -> usize {
        let classes = self.clients.iter().flat_map(|queue| &queue.classes[..=class as usize]);
        classes.flatten().map(|turn| turn.waiting.len()).sum()
    }

    /// How many searches wait.
    pub(crate) fn len(&self) -> usize {
        self.count_up_to(SearchClass::Puzzle)
    }

    /// Removes the search for which this is true.
    pub(crate) fn remove(&mut self, is_it: impl Fn(&T) -> bool) -> Option<T> {
        for at in 0..self.clients.len() {
            let queue = &mut self.clients[at];
            let Some(item) = queue.remove(&is_it) else { continue };
            if queue.first_class().is_none() {
                self.clients.remove(at);
            }
            return Some(item);
        }
        None
    }
}

impl<T> ClientQueue<T> {
    fn remove(&mut self, is_it: impl Fn(&T) -> bool) -> Option<T> {
        for turns in &mut self.classes {
            for at in 0..turns.len() {
                let turn = &mut turns[at];
                let Some(place) = turn.waiting.iter().position(&is_it) else { continue };
                let item = turn.waiting.remove(place);
                if turn.waiting.is_empty() {
                    turns.remove(at);
                }
                return item;
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(class: SearchClass, client: &str, game: &str) -> SearchOwner {
        SearchOwner { class, client: client.into(), game: game.into() }
    }

    fn all(mut queue: SearchQueue<&'static str>) -> Vec<&'static str> {
        std::iter::from_fn(move || queue.take(|_, class| f64::from(class as u8))).collect()
    }

    #[test]
    fn classes_come_first_and_games_take_turns() {
        let mut queue = SearchQueue::new();
        queue.push(&of(SearchClass::Puzzle, "", "q"), "q1");
        queue.push(&of(SearchClass::Background, "", "z"), "z1");
        queue.push(&of(SearchClass::Review, "", "r"), "r1");
        queue.push(&of(SearchClass::Machines, "", "m"), "m1");
        for item in ["a1", "a2", "a3"] {
            queue.push(&of(SearchClass::Person, "", "a"), item);
        }
        queue.push(&of(SearchClass::Person, "", "b"), "b1");
        queue.push(&of(SearchClass::Shown, "", "a"), "s1");
        assert_eq!(queue.len(), 9);
        assert_eq!(queue.count_up_to(SearchClass::Shown), 5);
        assert!(queue.has_others(&of(SearchClass::Person, "", "a")));
        assert!(!queue.has_others(&of(SearchClass::Shown, "", "a")));
        assert_eq!(all(queue), ["a1", "b1", "a2", "a3", "s1", "m1", "r1", "z1", "q1"]);
    }

    #[test]
    fn clients_take_turns_however_many_games_they_have() {
        let mut queue = SearchQueue::new();
        for (game, item) in [("g1", "g1"), ("g2", "g2"), ("g3", "g3")] {
            queue.push(&of(SearchClass::Person, "greedy", game), item);
        }
        queue.push(&of(SearchClass::Person, "other", "o"), "o1");
        queue.push(&of(SearchClass::Person, "third", "t"), "t1");
        assert_eq!(queue.waiters().count(), 3);
        assert_eq!(all(queue), ["g1", "o1", "t1", "g2", "g3"]);
    }

    #[test]
    fn the_client_with_the_smallest_rank_comes_first() {
        let mut queue = SearchQueue::new();
        queue.push(&of(SearchClass::Person, "greedy", "g"), "g");
        queue.push(&of(SearchClass::Review, "other", "o"), "o");
        let rank =
            |client: &str, class| if client == "greedy" { 9.0 } else { f64::from(class as u8) };
        assert_eq!(queue.take_where(SearchClass::Review, rank, |item| *item == "g"), None);
        assert_eq!(queue.take(rank), Some("o"));
        assert_eq!(queue.take(rank), Some("g"));
        assert_eq!(queue.take(rank), None);
    }

    #[test]
    fn what_had_begun_goes_on_first_and_what_is_not_wanted_is_taken_out() {
        let mut queue = SearchQueue::new();
        queue.push(&of(SearchClass::Machines, "", "a"), "a1");
        queue.push(&of(SearchClass::Machines, "", "b"), "b1");
        queue.put_back(&of(SearchClass::Machines, "", "b"), "b0");
        assert_eq!(queue.remove(|item| *item == "a1"), Some("a1"));
        assert_eq!(queue.remove(|item| *item == "a1"), None);
        assert_eq!(all(queue), ["b0", "b1"]);
    }
}
