//! Passwords and recovery codes. A password is kept as an Argon2id hash; what has enough chance in it as a SHA-256.

mod common;

use crate::client::ClientId;
use crate::fair::FairSemaphore;
use crate::people::names::look;
use crate::refusal::Refusal;
use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use argon2::{Algorithm, Argon2, Params, Version};
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use rand::Rng as _;
use sha2::{Digest as _, Sha256};
use std::sync::LazyLock;

/// The least number of characters; a Han character counts two.
pub(crate) const SHORTEST: usize = 15;
/// The greatest number of bytes: more is no password, and is not worth the work.
pub(crate) const LONGEST: usize = 256;
/// The fewest different characters.
const DIFFERENT: usize = 5;

/// Argon2id as OWASP recommends it: 19 MiB, two passes, one lane.
fn argon() -> Argon2<'static> {
    let params = Params::new(19 * 1024, 2, 1, None).unwrap_or_default();
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

/// A hash that no password has, for the work of a name that nobody has.
static NOBODY: LazyLock<String> = LazyLock::new(|| hash(&random::<32>()).unwrap_or_default());

/// Hashes passwords on threads for blocking work, a few at a time: each takes 19 MiB and a core for a while.
#[derive(Clone, Debug)]
pub(crate) struct Hasher(FairSemaphore);

impl Hasher {
    pub(crate) fn new() -> Self {
        Self(FairSemaphore::new(2, 1))
    }

    /// The hash of a password.
    pub(crate) async fn hash(&self, client: ClientId, password: &str) -> Result<String, Refusal> {
        let password = usual(password);
        let hashed = self.work(client, move || hash(&password)).await?;
        hashed.map_err(|error| Refusal::internal("hashing a password", &error))
    }

    /// Whether a password has this hash. `None` takes the same work, and is never so.
    pub(crate) async fn fits(
        &self,
        client: ClientId,
        password: &str,
        hash: Option<&str>,
    ) -> Result<bool, Refusal> {
        let (password, known) = (usual(password), hash.is_some());
        let hash = hash.map_or_else(|| NOBODY.clone(), str::to_owned);
        let fits = move || {
            let parsed = PasswordHash::new(&hash);
            parsed.is_ok_and(|hash| argon().verify_password(password.as_bytes(), &hash).is_ok())
        };
        Ok(self.work(client, fits).await? && known)
    }

    async fn work<T: Send + 'static>(
        &self,
        client: ClientId,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let place = self.0.wait(client).await;
        let done = tokio::task::spawn_blocking(move || {
            let _place = place;
            work()
        });
        done.await.map_err(|error| Refusal::internal("hashing a password", &error))
    }
}

fn hash(password: &str) -> Result<String, argon2::password_hash::Error> {
    let mut salt = [0; 16];
    rand::rng().fill_bytes(&mut salt);
    let salt = SaltString::encode_b64(&salt)?;
    Ok(argon().hash_password(password.as_bytes(), &salt)?.to_string())
}

/// A password as it is hashed: keyboards write the same letters in different ways.
fn usual(password: &str) -> String {
    use unicode_normalization::UnicodeNormalization as _;
    password.nfkc().collect()
}

/// Refuses a password that is soon guessed.
pub(crate) fn check(password: &str, name: &str) -> Result<(), Refusal> {
    let bad = |message: String| Err(Refusal::impossible("weak-password", message));
    let lower = password.to_lowercase();
    let mut different: Vec<char> = lower.chars().collect();
    different.sort_unstable();
    different.dedup();
    let length: usize = password.chars().map(|c| if c >= '\u{2E80}' { 2 } else { 1 }).sum();
    if length < SHORTEST || password.len() > LONGEST {
        return bad(format!(
            "password: expected {SHORTEST} characters or more, up to {LONGEST} bytes"
        ));
    }
    let contains_name = name.chars().count() > 2 && look(&lower).contains(&look(name));
    if different.len() < DIFFERENT || contains_name || common::is_soon_guessed(&lower) {
        return bad("password: it is among those that are tried first; take some words".to_owned());
    }
    Ok(())
}

/// So many bytes of chance, as letters of addresses.
pub(crate) fn random<const BYTES: usize>() -> String {
    let mut bytes = [0; BYTES];
    rand::rng().fill_bytes(&mut bytes);
    BASE64_URL_SAFE_NO_PAD.encode(bytes)
}

/// A new recovery code: four groups of five signs, a hundred bits. Signs that are mistaken for others are left out.
pub(crate) fn recovery_code() -> String {
    const SIGNS: &[u8; 32] = b"ABCDEFGHJKMNPQRSTVWXYZ0123456789";
    let mut bytes = [0_u8; 20];
    rand::rng().fill_bytes(&mut bytes);
    let signs = bytes.map(|byte| char::from(SIGNS[usize::from(byte % 32)]));
    let groups: Vec<String> = signs.chunks(5).map(|group| group.iter().collect()).collect();
    groups.join("-")
}

/// What a recovery code is compared by: as it was given, whatever stands between its signs.
pub(crate) fn recovery_hash(code: &str) -> String {
    let signs: String =
        code.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_uppercase()).collect();
    digest(&signs)
}

/// The SHA-256 of a secret that nobody can guess.
pub(crate) fn digest(secret: &str) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(secret.as_bytes()))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

    use super::*;

    #[tokio::test]
    async fn a_password_fits_its_own_hash_only() {
        let hasher = Hasher::new();
        let hash = hasher.hash(ClientId::Hall, "correct horse battery").await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        let other = hasher.hash(ClientId::Hall, "correct horse battery").await.unwrap();
        assert_ne!(hash, other, "each has a salt of its own");
        let fits = async |password: &str, hash: Option<&str>| {
            hasher.fits(ClientId::Hall, password, hash).await.unwrap()
        };
        assert!(fits("correct horse battery", Some(&hash)).await);
        assert!(!fits("correct horse batterY", Some(&hash)).await);
        assert!(!fits("correct horse battery", Some("nonsense")).await);
        assert!(!fits("correct horse battery", None).await);
        // Full-width letters are the usual ones.
        assert!(fits("\u{ff43}orrect horse battery", Some(&hash)).await);
    }

    #[tokio::test]
    async fn a_name_that_nobody_has_takes_the_same_work() {
        let hash = PasswordHash::new(&NOBODY).unwrap();
        assert_eq!(hash.algorithm.as_str(), "argon2id");
        assert_eq!(Params::try_from(&hash).unwrap().m_cost(), 19 * 1024);
    }

    #[test]
    fn what_is_tried_first_is_no_password() {
        for weak in [
            "short",
            "aaaaaaaaaaaaaaaaaaa",
            "ada-lovelace-1234",
            "Passwordpassword1!",
            "password1234567890",
            "P@ssw0rd_P@ssw0rd",
            "qwertyuiop[]12345",
            "poiuytrewq98765",
            "1q2w3e4r5t6y7u8i",
            "1qaz2wsx3edc4rfv",
            "iloveyou1234567",
            "woaini5201314 1314",
            "abcdefghijklmnopq",
            "letmein letmein 2026",
            "admin admin admin admin",
            "x7kkpx7kkpx7kkpx7kkp",
        ] {
            assert!(check(weak, "Ada Lovelace").is_err(), "{weak}");
        }
        assert!(check(&"long enough ".repeat(30), "Ada").is_err());
        for good in [
            "correct horse battery",
            "棋盘上有三十二个棋子",
            "x7 kk 9 pl zz 55",
            "my password is long and winding",
            "1234 green elephants",
            "mississippi delta blues",
        ] {
            assert!(check(good, "Ada").is_ok(), "{good}");
        }
    }

    #[test]
    fn a_recovery_code_is_read_as_people_write_it() {
        let code = recovery_code();
        assert_eq!(code.len(), 23);
        let written = code.to_lowercase().replace('-', " ");
        assert_eq!(recovery_hash(&code), recovery_hash(&written));
        assert_ne!(recovery_hash(&code), recovery_hash(&recovery_code()));
    }
}
