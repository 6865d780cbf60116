//! What one person and one address may cost the hall in an hour. The table stands in `docs/serve/operate.md`, too.

use crate::client::ClientId;
use crate::refusal::Refusal;
use crate::windows::Windows;
use axum::http::StatusCode;
use hall::{PersonId, Speaker};
use std::time::{Duration, Instant};

const HOUR: Duration = Duration::from_secs(3600);

/// What costs something that stays or that others see.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum HourlyKind {
    /// An account that is made.
    Account,
    /// A game that begins, rematches too.
    Game,
    /// A game that is offered in the lobby.
    Challenge,
    /// A line that is said in a game.
    Message,
    /// A report to the moderators.
    Report,
    /// Somebody who is blocked.
    Block,
    /// A study.
    Study,
    /// A review, searched here or elsewhere.
    Review,
    /// A tournament, and each of its rounds.
    Tournament,
    /// A file that is read or taken over.
    File,
}

impl HourlyKind {
    /// All of them, as the document has them.
    #[cfg(test)]
    const ALL: [Self; 10] = [
        Self::Account,
        Self::Game,
        Self::Challenge,
        Self::Message,
        Self::Report,
        Self::Block,
        Self::Study,
        Self::Review,
        Self::Tournament,
        Self::File,
    ];

    /// What it is, how many of them a person may have in an hour, and how many all persons of an address together. A
    /// school or a club may share one.
    const fn limits(self) -> (&'static str, u64, u64) {
        match self {
            Self::Account => ("accounts", 10, 10),
            Self::Game => ("games", 200, 1000),
            Self::Challenge => ("offers in the lobby", 60, 300),
            Self::Message => ("lines said in games", 300, 1500),
            Self::Report => ("reports", 5, 10),
            Self::Block => ("persons blocked", 60, 300),
            Self::Study => ("studies", 60, 300),
            Self::Review => ("reviews", 60, 300),
            Self::Tournament => ("tournaments and their rounds", 30, 150),
            Self::File => ("files read or taken over", 120, 600),
        }
    }
}

/// Who is counted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Payer {
    Person(PersonId),
    Address(ClientId),
}

/// What everybody has cost lately.
#[derive(Debug)]
pub(crate) struct Hourly {
    /// The limits in percent of the table.
    percent: u64,
    counts: Windows<(Payer, HourlyKind)>,
}

impl Hourly {
    pub(crate) fn new(percent: u32) -> Self {
        Self { percent: percent.into(), counts: Windows::new(HOUR) }
    }

    /// Counts one of these for who asks. The hall itself and the users of its machine have no limits here.
    ///
    /// # Errors
    /// When the person or the address has had as many as it may.
    pub(crate) fn take(
        &self,
        kind: HourlyKind,
        client: ClientId,
        speaker: &Speaker,
        now: Instant,
    ) -> Result<(), Refusal> {
        match client {
            ClientId::Address(address) if !address.is_loopback() => {}
            ClientId::Hall | ClientId::Address(_) => return Ok(()),
        }
        let (what, of_person, of_address) = kind.limits();
        let part = |limit: u64| (limit * self.percent / 100).max(1);
        let person = speaker.person().map(|person| Payer::Person(person.id.clone()));
        let person = person.map(|payer| ((payer, kind), part(of_person)));
        let of = person.into_iter().chain([((Payer::Address(client), kind), part(of_address))]);
        let of: Vec<_> = of.collect();
        self.counts.take(&of, now).map_err(|(wait, most)| {
            let minutes = wait.as_secs().div_ceil(60);
            let message = format!("{what}: at most {most} in an hour; wait {minutes} minutes");
            Refusal::new(StatusCode::TOO_MANY_REQUESTS, "hour-used", message).after(wait)
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

    use super::*;
    use hall::Person;

    fn address(text: &str) -> ClientId {
        ClientId::of(text.parse().unwrap())
    }

    fn person(id: &str) -> Speaker {
        let id = PersonId(id.to_owned());
        Speaker::Person(Person { id, name: String::new(), is_host: false })
    }

    #[test]
    fn one_more_of_anything_is_refused_in_the_hour_and_taken_in_the_next_one() {
        for kind in HourlyKind::ALL {
            let hourly = Hourly::new(100);
            let (what, of_person, of_address) = kind.limits();
            let [home, phone] = ["192.0.2.1", "192.0.2.2"].map(address);
            let now = Instant::now();
            let take = |client, who: &str, after: Duration| {
                hourly.take(kind, client, &person(who), now + after)
            };
            for i in 0..of_person {
                // A person is one also at two addresses.
                take(if i % 2 == 0 { home } else { phone }, "ada", Duration::ZERO).unwrap();
            }
            let later = HOUR - Duration::from_secs(61);
            let refused = take(phone, "ada", later).unwrap_err();
            assert_eq!(refused.problem.code, "hour-used");
            let words = format!("{what}: at most {of_person} in an hour; wait 2 minutes");
            assert_eq!(refused.problem.message, words);
            // And an address is one also with many persons.
            let guests = address("192.0.2.3");
            for i in 0..of_address {
                take(guests, &format!("guest {i}"), later).unwrap();
            }
            let refused = take(guests, "one more", later).unwrap_err();
            assert!(refused.problem.message.contains(&format!("at most {of_address} in")));
            assert!(hourly.take(kind, guests, &Speaker::Stranger, now + later).is_err());
            for free in [ClientId::Hall, address("127.0.0.1"), address("::1")] {
                assert!(hourly.take(kind, free, &Speaker::House, now).is_ok());
            }
            take(phone, "ada", HOUR).unwrap();
            assert!(take(guests, "one more", HOUR).is_err(), "its hour has begun later");
            take(guests, "one more", later + HOUR).unwrap();
        }
    }

    #[test]
    fn the_limits_follow_the_setting_and_are_never_nothing() {
        let of = |percent| {
            let hourly = Hourly::new(percent);
            let (one, now) = (address("192.0.2.1"), Instant::now());
            let take = || hourly.take(HourlyKind::Report, one, &person("ada"), now);
            (0..100).take_while(|_| take().is_ok()).count()
        };
        assert_eq!((of(1), of(100), of(200)), (1, 5, 10));
    }

    #[test]
    fn the_document_has_the_table() {
        let document = include_str!("../../../docs/serve/operate.md");
        for (what, of_person, of_address) in HourlyKind::ALL.map(HourlyKind::limits) {
            let line = format!("| {what} | {of_person} | {of_address} |");
            assert!(document.contains(&line), "{line}");
        }
    }
}
