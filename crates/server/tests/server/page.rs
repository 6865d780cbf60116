//! How the page is sent: with its first data, and compressed when it was built.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "what fails here fails the test")]

use crate::common::{open, persons};
use page::Encoding;
use serde_json::json;
use wire::PageData;

/// The data sent within the page.
fn data(html: &str) -> PageData {
    let (_, rest) = html.split_once("<script type=\"application/json\" id=\"page-data\">").unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

#[tokio::test]
async fn the_page_brings_the_catalogue_and_the_game_that_is_going_on() {
    let hall = open().await;
    let first = hall.get("/").await;
    assert_eq!(first.status, 200);
    let empty = data(&first.text());
    assert_eq!(empty.game, None);
    let catalogue = hall.get("/api/catalogue").await;
    assert_eq!(empty.catalogue, serde_json::from_slice(&catalogue.body).unwrap());

    let mut over = persons();
    over["moves"] = json!(["h2e2", "a9a8", "e2e6", "a8a9", "b2b4", "a9a8", "b4e4"]);
    let mut going_on = persons();
    going_on["moves"] = json!(["h2e2"]);
    // Text from users stays text.
    let name = "</script><script>x()<!-- &";
    going_on["players"][0]["name"] = json!(name);
    let id = hall.begin(&going_on).await;
    hall.begin(&over).await;
    let answer = hall.get("/").await;
    let html = answer.text();
    assert!(!html.contains("x()<"), "{html}");
    let game = data(&html).game.unwrap();
    assert_eq!(
        game,
        serde_json::from_slice(&hall.get(&format!("/api/games/{id}")).await.body).unwrap()
    );
    assert!(matches!(&game.players[0], wire::Player::Person { name: n, .. } if n == name));
    // The client revalidates it each time, and it gets another tag after each change of a game.
    assert_eq!(answer.headers["cache-control"], "no-cache");
    let tag = answer.headers["etag"].clone();
    assert_ne!(tag, first.headers["etag"]);
    let known = [("If-None-Match", tag.as_str())];
    assert_eq!(hall.send("GET", "/", &known, b"").await.status, 304);
    let (mut socket, _) = hall.join(&id).await;
    socket.play(2, "h9g7").await;
    let answer = hall.send("GET", "/", &known, b"").await;
    assert_eq!((answer.status, data(&answer.text()).game.unwrap().moves.len()), (200, 2));
}

#[tokio::test]
async fn files_come_compressed_as_the_client_takes_them() {
    let hall = open().await;
    let Some(path) = page::paths().find(|path| page::encoded(path, Encoding::Brotli).is_some())
    else {
        println!("skipped: the page was built without its files (YIQI_PAGE=skip)");
        return;
    };
    let file = page::file(path).unwrap();
    let get =
        async |headers: &[(&str, &str)]| hall.send("GET", &format!("/{path}"), headers, b"").await;
    let plain = get(&[]).await;
    assert_eq!((plain.status, plain.headers.get("content-encoding")), (200, None));
    assert_eq!(plain.body, &*file.content());
    for (accepted, way) in [
        ("gzip, deflate, br, zstd", Encoding::Brotli),
        ("gzip, deflate", Encoding::Gzip),
        (
            "br;q=0, *",
            Encoding::ALL
                .into_iter()
                .skip(1)
                .find(|way| page::encoded(path, *way).is_some())
                .unwrap(),
        ),
    ] {
        let answer = get(&[("Accept-Encoding", accepted)]).await;
        assert_eq!(answer.headers["content-encoding"], way.name(), "{accepted}");
        assert_eq!(answer.headers["content-type"], plain.headers["content-type"]);
        assert!(answer.headers["vary"].to_ascii_lowercase().contains("accept-encoding"));
        assert_eq!(answer.body, page::encoded(path, way).unwrap(), "{accepted}");
        // A cache must not return one encoding for another.
        let tag = answer.headers["etag"].clone();
        assert_ne!(tag, plain.headers["etag"]);
        let again = [("Accept-Encoding", accepted), ("If-None-Match", tag.as_str())];
        assert_eq!(get(&again).await.status, 304);
        let other = [("If-None-Match", tag.as_str())];
        assert_eq!(get(&other).await.status, 200);
    }
    // The compressed copies are not served as separate files.
    hall.get(&format!("/{path}.br")).await.problem(404, "not-found");
}

#[tokio::test]
async fn the_words_of_the_browsers_language_are_named_at_once() {
    let hall = open().await;
    if !page::paths().any(|path| path.starts_with("assets/words-")) {
        println!("skipped: the page was built without its files (YIQI_PAGE=skip)");
        return;
    }
    for (languages, words) in [
        ("zh-CN,zh;q=0.9,en;q=0.8", "zh-Hans"),
        ("zh-TW", "zh-Hant"),
        ("zh-Hant-HK", "zh-Hant"),
        ("en-GB,zh;q=0.5", "en"),
        ("de-AT,de;q=0.9", "en"),
        ("", "en"),
        ("../..", "en"),
    ] {
        let html = hall.send("GET", "/", &[("Accept-Language", languages)], b"").await.text();
        let named: Vec<&str> = html.split("href=\"/assets/words-").skip(1).collect();
        assert_eq!(named.len(), 1, "{languages}: one language, not more");
        assert!(named[0].starts_with(&format!("{words}-")), "{languages}: {}", &named[0][..12]);
    }
}

#[tokio::test]
async fn what_makes_the_page_an_app_is_there() {
    let hall = open().await;
    if page::file("sw.js").is_none() {
        println!("skipped: the page was built without its files (YIQI_PAGE=skip)");
        return;
    }
    // The browser checks each time whether there is a newer one.
    let worker = hall.get("/sw.js").await;
    assert_eq!(worker.headers["cache-control"], "no-cache");
    assert!(worker.headers["content-type"].starts_with("text/javascript"));
    assert!(!worker.text().contains("caches"), "nothing is kept that could grow old");
    let manifest = hall.get("/yiqi.webmanifest").await;
    assert_eq!(manifest.headers["content-type"], "application/manifest+json");
    for icon in manifest.json()["icons"].as_array().unwrap() {
        // Relative to the manifest, which stands beside the page.
        let src = icon["src"].as_str().unwrap().trim_start_matches('.');
        assert_eq!(hall.get(src).await.headers["content-type"], icon["type"].as_str().unwrap());
    }
}
