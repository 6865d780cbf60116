//! Round by round against pairings that other programs made.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use super::*;

const PUBLISHED: &str = include_str!("published.txt");

/// Two who were paired, by their places in the list, and the result.
type PublishedPair = (usize, usize, char);

fn number(text: &str) -> usize {
    text.parse::<usize>().unwrap() - 1
}

/// The pairs of a line, and who has points without a game.
fn read(line: &str) -> (Vec<PublishedPair>, Vec<(&str, usize)>) {
    let (mut pairs, mut unplayed) = (Vec::new(), Vec::new());
    for word in line.split(' ') {
        let (what, result) = word.split_once(':').unwrap();
        match what.split_once('-') {
            Some((a, b)) => pairs.push((number(a), number(b), result.chars().next().unwrap())),
            None => unplayed.push((what, number(result))),
        }
    }
    (pairs, unplayed)
}

fn score(players: &mut [SwissPlayer], pairs: &[PublishedPair], unplayed: &[(&str, usize)]) {
    let before: Vec<u32> = players.iter().map(|player| player.points).collect();
    let mut floats = vec![Float::None; players.len()];
    for &(what, player) in unplayed {
        let own = &mut players[player];
        own.points += if what == "half" { 1 } else { 2 };
        own.had_bye |= what != "half";
        floats[player] = Float::Down;
    }
    for &(first, second, result) in pairs {
        let points = match result {
            '+' => 2,
            '-' | '/' => 0,
            points => points.to_digit(10).unwrap(),
        };
        let is_played = result.is_ascii_digit();
        let of_second = if result == '/' { 0 } else { 2 - points };
        for (own, other, side, won) in
            [(first, second, Side::First, points), (second, first, Side::Second, of_second)]
        {
            let player = &mut players[own];
            player.points += won;
            if is_played {
                player.opponents.push(other);
                player.sides.push(side);
                floats[own] = match before[other].cmp(&before[own]) {
                    std::cmp::Ordering::Less => Float::Down,
                    std::cmp::Ordering::Equal => Float::None,
                    std::cmp::Ordering::Greater => Float::Up,
                };
            } else if won > 0 {
                player.had_bye = true;
                floats[own] = Float::Down;
            }
        }
    }
    for (player, float) in players.iter_mut().zip(floats) {
        player.floats = [float, player.floats[0]];
    }
}

#[test]
fn every_round_is_paired_as_it_was_published() {
    let mut rounds = 0;
    for block in PUBLISHED.split("\n\n").skip(1) {
        let mut lines = block.lines().skip_while(|line| line.starts_with('#'));
        let head: Vec<&str> = lines.next().unwrap().split(' ').collect();
        let (count, total): (usize, usize) = (head[1].parse().unwrap(), head[3].parse().unwrap());
        let mut players = vec![SwissPlayer::default(); count];
        for (round, line) in lines.enumerate() {
            let (pairs, unplayed) = read(line);
            let bye = unplayed.iter().find(|(what, _)| *what == "bye").map(|&(_, bye)| bye);
            let in_round = |player: usize| {
                bye == Some(player) || pairs.iter().any(|&(a, b, _)| a == player || b == player)
            };
            let present: Vec<usize> = (0..count).filter(|&player| in_round(player)).collect();
            let place = |player: usize| present.iter().position(|&one| one == player);
            let asked = present.iter().map(|&player| {
                let mut own = players[player].clone();
                own.opponents = own.opponents.iter().filter_map(|&other| place(other)).collect();
                own.is_top_scorer = round + 1 == total && own.points as usize > round;
                own
            });
            let asked: Vec<SwissPlayer> = asked.collect();
            let first = pairs.iter().find(|&&(a, b, _)| a == 0 || b == 0);
            let initial =
                if first.is_some_and(|&(a, ..)| a == 0) { Side::First } else { Side::Second };
            let found = pair(&asked, if round == 0 { initial } else { Side::First }).unwrap();
            let mut own: Vec<_> =
                found.pairs.iter().map(|&(a, b)| (present[a], present[b])).collect();
            let mut expected: Vec<_> = pairs.iter().map(|&(a, b, _)| (a, b)).collect();
            own.sort_unstable();
            expected.sort_unstable();
            assert_eq!(own, expected, "round {} of\n{block}", round + 1);
            assert_eq!(found.bye.map(|bye| present[bye]), bye, "the bye of {}", round + 1);
            score(&mut players, &pairs, &unplayed);
            rounds += 1;
        }
    }
    assert_eq!(rounds, 72);
}
