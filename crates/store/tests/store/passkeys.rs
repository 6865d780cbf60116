//! Passkeys belong to accounts and end with them; a challenge is taken once, and in time.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::common::Home;
use hall::{AccountRole, Moment, PersonId};
use store::{Account, MOST_PASSKEYS, Passkey, PasskeyChallenge, Store, StoreError};

fn ada() -> PersonId {
    PersonId("ada".to_owned())
}

async fn with_account(store: &Store, person: &PersonId) {
    let account = Account {
        person: person.clone(),
        name: person.0.clone(),
        look: person.0.clone(),
        password: "hash".to_owned(),
        recovery: "hash of a code".to_owned(),
        role: AccountRole::Member,
        created_at: Moment(1),
    };
    store.create_account(account).await.unwrap();
}

fn passkey(person: &PersonId, n: u32) -> Passkey {
    Passkey {
        credential: format!("{}-{n}", person.0),
        id: format!("id-{n}"),
        person: person.clone(),
        label: "a browser".to_owned(),
        handle: vec![0, 200],
        key: vec![1, 2, 3],
        state: vec![4],
        made_at: Moment(i64::from(n)),
        seen_at: Moment(i64::from(n)),
    }
}

fn challenge(name: &str, asker: &str, until: i64) -> PasskeyChallenge {
    PasskeyChallenge {
        challenge: name.to_owned(),
        act: "sign-in".to_owned(),
        asker: asker.to_owned(),
        state: vec![7, 8],
        until: Moment(until),
    }
}

async fn homes() -> Vec<Home> {
    let mut homes = vec![Home::folder()];
    homes.extend(Home::database().await);
    homes
}

#[tokio::test]
async fn an_account_has_some_passkeys_and_takes_them_with_it() {
    for home in homes().await {
        let store = home.open().await;
        let bob = PersonId("bob".to_owned());
        with_account(&store, &ada()).await;
        with_account(&store, &bob).await;
        for n in 0..MOST_PASSKEYS {
            assert!(store.add_passkey(passkey(&ada(), n)).await.unwrap());
        }
        assert!(!store.add_passkey(passkey(&ada(), 99)).await.unwrap(), "one too many");
        // A passkey of somebody else stays that person's.
        let same = Passkey { credential: "ada-0".to_owned(), ..passkey(&bob, 0) };
        assert!(matches!(store.add_passkey(same).await, Err(StoreError::Conflict)));
        assert!(store.add_passkey(passkey(&bob, 0)).await.unwrap());
        // What has changed with its use is kept.
        assert!(store.passkey_used("ada-0", vec![5], Moment(70)).await.unwrap());
        let used = Passkey { state: vec![5], seen_at: Moment(70), ..passkey(&ada(), 0) };
        assert_eq!(store.passkey("ada-0").await.unwrap(), Some(used));
        assert!(!store.remove_passkey(&bob, "id-1").await.unwrap(), "it is another person's");
        assert!(store.remove_passkey(&ada(), "id-1").await.unwrap());
        assert_eq!(store.passkey("ada-1").await.unwrap(), None);
        assert!(!store.passkey_used("ada-1", vec![5], Moment(71)).await.unwrap());
        store.begin_challenge(challenge("c", "ada", 900), Moment(1)).await.unwrap();
        assert!(store.delete_account(&ada(), Moment(80)).await.unwrap());
        assert_eq!(store.passkeys(&ada()).await.unwrap(), []);
        assert_eq!(store.take_challenge("c", Moment(81)).await.unwrap(), None);
        assert_eq!(store.passkeys(&bob).await.unwrap(), [passkey(&bob, 0)]);
        store.close().await;
    }
}

#[tokio::test]
async fn a_challenge_is_taken_once_and_in_time() {
    for home in homes().await {
        let store = home.open().await;
        store.begin_challenge(challenge("one", "a", 100), Moment(0)).await.unwrap();
        let takers = (0..8).map(|_| {
            let store = store.clone();
            tokio::spawn(async move { store.take_challenge("one", Moment(1)).await.unwrap() })
        });
        let mut taken = Vec::new();
        for taker in takers.collect::<Vec<_>>() {
            taken.extend(taker.await.unwrap());
        }
        assert_eq!(taken, [challenge("one", "a", 100)]);
        // One that is over is nobody's.
        store.begin_challenge(challenge("two", "a", 100), Moment(0)).await.unwrap();
        assert_eq!(store.take_challenge("two", Moment(100)).await.unwrap(), None);
        assert_eq!(store.take_challenge("nothing", Moment(0)).await.unwrap(), None);
        // The oldest of an asker gives way; those of others stay.
        store.begin_challenge(challenge("other", "b", 1), Moment(0)).await.unwrap();
        for n in 0..25 {
            let new = challenge(&format!("n{n}"), "a", 200 + n);
            store.begin_challenge(new, Moment(0)).await.unwrap();
        }
        let mut left = Vec::new();
        for n in 0..25 {
            left.extend(store.take_challenge(&format!("n{n}"), Moment(0)).await.unwrap());
        }
        assert_eq!((left.len(), left[0].challenge.as_str()), (20, "n5"));
        assert!(store.take_challenge("other", Moment(0)).await.unwrap().is_some());
        store.close().await;
    }
}
