use crate::Class;
use std::collections::VecDeque;
use std::sync::Arc;

/// The searches that wait, by class. Within a class the games take turns.
#[derive(Debug)]
pub(crate) struct Queue<T> {
    classes: [VecDeque<Turn<T>>; Class::ALL.len()],
}

/// The searches of one game that wait in one class.
#[derive(Debug)]
struct Turn<T> {
    game: Arc<str>,
    waiting: VecDeque<T>,
}

impl<T> Queue<T> {
    pub(crate) fn new() -> Self {
        Self { classes: [const { VecDeque::new() }; Class::ALL.len()] }
    }

    /// Adds a search behind those of its game. A game that has none waiting comes last.
    pub(crate) fn push(&mut self, class: Class, game: &Arc<str>, item: T) {
        let turns = &mut self.classes[class as usize];
        match turns.iter_mut().find(|turn| turn.game == *game) {
            Some(turn) => turn.waiting.push_back(item),
            None => turns.push_back(Turn { game: Arc::clone(game), waiting: [item].into() }),
        }
    }

    /// Puts an interrupted search back: it comes first in its class.
    pub(crate) fn put_back(&mut self, class: Class, game: &Arc<str>, item: T) {
        let turns = &mut self.classes[class as usize];
        let mut waiting = VecDeque::from([item]);
        if let Some(at) = turns.iter().position(|turn| turn.game == *game)
            && let Some(turn) = turns.remove(at)
        {
            waiting.extend(turn.waiting);
        }
        turns.push_front(Turn { game: Arc::clone(game), waiting });
    }

    /// Takes the next search. Its game then comes behind the other games.
    pub(crate) fn take(&mut self) -> Option<T> {
        for turns in &mut self.classes {
            let Some(mut turn) = turns.pop_front() else { continue };
            let item = turn.waiting.pop_front();
            if !turn.waiting.is_empty() {
                turns.push_back(turn);
            }
            if item.is_some() {
                return item;
            }
        }
        None
    }

    /// Takes the first search of a class for which this is true, of those that come first of their games. Its game then
    /// comes behind the other games.
    pub(crate) fn take_where(&mut self, class: Class, is_it: impl Fn(&T) -> bool) -> Option<T> {
        let turns = &mut self.classes[class as usize];
        let at = turns.iter().position(|turn| turn.waiting.front().is_some_and(&is_it))?;
        let mut turn = turns.remove(at)?;
        let item = turn.waiting.pop_front();
        if !turn.waiting.is_empty() {
            turns.push_back(turn);
        }
        item
    }

    /// Those of a class that wait, in no order.
    pub(crate) fn of(&self, class: Class) -> impl Iterator<Item = &T> {
        self.classes[class as usize].iter().flat_map(|turn| &turn.waiting)
    }

    /// The class of the next search.
    pub(crate) fn first_class(&self) -> Option<Class> {
        Class::ALL.into_iter().find(|class| !self.classes[*class as usize].is_empty())
    }

    /// How many searches of this class and of higher classes wait.
    pub(crate) fn count_up_to(&self, class: Class) -> usize {
        let turns = self.classes[..=class as usize].iter().flatten();
        turns.map(|turn| turn.waiting.len()).sum()
    }

    /// How many searches wait.
    pub(crate) fn len(&self) -> usize {
        self.count_up_to(Class::Puzzle)
    }

    /// Removes the search for which this is true.
    pub(crate) fn remove(&mut self, is_it: impl Fn(&T) -> bool) -> Option<T> {
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

    fn game(name: &str) -> Arc<str> {
        name.into()
    }

    fn all(mut queue: Queue<&'static str>) -> Vec<&'static str> {
        std::iter::from_fn(move || queue.take()).collect()
    }

    #[test]
    fn classes_come_first_and_games_take_turns() {
        let mut queue = Queue::new();
        queue.push(Class::Puzzle, &game("q"), "q1");
        queue.push(Class::Background, &game("z"), "z1");
        queue.push(Class::Review, &game("r"), "r1");
        queue.push(Class::Machines, &game("m"), "m1");
        for item in ["a1", "a2", "a3"] {
            queue.push(Class::Person, &game("a"), item);
        }
        queue.push(Class::Person, &game("b"), "b1");
        queue.push(Class::Shown, &game("a"), "s1");
        assert_eq!((queue.len(), queue.first_class()), (9, Some(Class::Person)));
        assert_eq!(queue.count_up_to(Class::Shown), 5);
        assert_eq!(all(queue), ["a1", "b1", "a2", "a3", "s1", "m1", "r1", "z1", "q1"]);
    }

    #[test]
    fn what_had_begun_goes_on_first_and_what_is_not_wanted_is_taken_out() {
        let mut queue = Queue::new();
        queue.push(Class::Machines, &game("a"), "a1");
        queue.push(Class::Machines, &game("b"), "b1");
        queue.put_back(Class::Machines, &game("b"), "b0");
        assert_eq!(queue.remove(|item| *item == "a1"), Some("a1"));
        assert_eq!(queue.remove(|item| *item == "a1"), None);
        assert_eq!(all(queue), ["b0", "b1"]);
    }
}
