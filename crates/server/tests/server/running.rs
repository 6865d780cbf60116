//! A hall that is run for others: health, metrics, ids of requests, and proxies before it.

#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::common::{Open, Socket, against_machine, eventually, open, open_with, persons};
use server::{Config, network};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// A hall behind a proxy on this machine.
fn behind_proxy(config: &mut Config) {
    config.trusted_proxies = vec![network("127.0.0.1").unwrap()];
    config.allow_hosts = vec!["hall.example".to_owned()];
}

fn metered(config: &mut Config) {
    config.metrics = Some("127.0.0.1:0".parse().unwrap());
}

/// The value of a line of the metrics.
fn figure(text: &str, name: &str) -> f64 {
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("{name} in {text}")).parse().unwrap()
}

async fn figures(hall: &Open) -> String {
    let answer = hall.watch("/metrics").await;
    assert_eq!(answer.status, 200);
    assert!(answer.headers["content-type"].starts_with("application/openmetrics-text"));
    answer.text()
}

#[tokio::test]
async fn a_hall_that_is_well_says_so() {
    let hall = open_with(metered).await;
    let health = hall.get("/healthz").await;
    assert_eq!((health.status, health.text().as_str()), (200, "ok\n"));
    for ready in [hall.get("/readyz").await, hall.watch("/readyz").await] {
        assert_eq!(ready.status, 200, "{}", ready.text());
        assert_eq!(ready.headers["cache-control"], "no-store");
        let said = ready.json();
        assert_eq!(said["ready"], true);
        let parts = said["parts"].as_array().unwrap();
        let names: Vec<_> = parts.iter().map(|part| part["name"].as_str().unwrap()).collect();
        assert_eq!(names, ["hall", "store", "disk", "pool", "lag"]);
    }
    assert_eq!(hall.watch("/healthz").await.status, 200);
    assert_eq!(hall.watch("/api/games").await.status, 404, "nothing else is there");
    assert_eq!(hall.get("/metrics").await.status, 404, "the numbers are not for everybody");
}

#[tokio::test]
async fn each_part_that_fails_is_named() {
    let hall = open_with(|config| config.least_disk_mb = 1 << 40).await;
    let data = hall.data.as_ref().unwrap().path().join("hall.sqlite");
    let elsewhere = data.with_extension("elsewhere");
    std::fs::rename(&data, &elsewhere).unwrap();
    let ready = hall.get("/readyz").await;
    assert_eq!(ready.status, 503);
    let said = ready.json();
    assert_eq!(said["ready"], false);
    let failing: Vec<_> =
        said["parts"].as_array().unwrap().iter().filter(|part| part["ok"] == false).collect();
    assert_eq!(failing.len(), 2, "{said}");
    assert_eq!(failing[0]["name"], "store");
    assert!(failing[0]["message"].as_str().unwrap().contains("deleted or replaced"), "{said}");
    assert!(!ready.text().contains("hall.sqlite"), "no path of the machine is told");
    assert_eq!(failing[1]["name"], "disk");
    assert!(failing[1]["message"].as_str().unwrap().contains("MiB are free"), "{said}");
    // Health is about the process alone.
    assert_eq!(hall.get("/healthz").await.status, 200);
    std::fs::rename(&elsewhere, &data).unwrap();
}

#[tokio::test]
async fn a_store_that_was_broken_is_ready_again_after_a_moment() {
    let hall = open_with(metered).await;
    let data = hall.data.as_ref().unwrap().path().join("hall.sqlite");
    let elsewhere = data.with_extension("elsewhere");
    std::fs::rename(&data, &elsewhere).unwrap();
    assert_eq!(hall.get("/readyz").await.status, 503);
    std::fs::rename(&elsewhere, &data).unwrap();
    eventually("it is ready", async || {
        let answer = hall.watch("/readyz").await;
        if answer.status == 200 { Ok(()) } else { Err(answer.text()) }
    })
    .await;
    let text = figures(&hall).await;
    assert!(figure(&text, "yiqi_store_errors_total{kind=\"data-gone\"}") >= 1.0);
}

#[tokio::test]
async fn what_happens_in_the_hall_is_in_its_metrics() {
    let hall = open_with(metered).await;
    let id = hall.begin(&persons()).await;
    let (mut socket, _) = hall.join(&id).await;
    socket.play(1, "h2e2").await;
    socket.play(2, "h9g7").await;
    let text = figures(&hall).await;
    let acks = "{topic=\"game\",outcome=\"done\"}";
    assert!((figure(&text, &format!("yiqi_ack_seconds_count{acks}")) - 2.0).abs() < 0.1);
    assert!(figure(&text, &format!("yiqi_ack_seconds_sum{acks}")) > 0.0);
    for (name, value) in [
        ("yiqi_sockets", 1.0),
        ("yiqi_live_games", 1.0),
        ("yiqi_stored_games", 1.0),
        ("yiqi_open_studies", 0.0),
        ("yiqi_searches_running", 0.0),
        ("yiqi_queue_length", 0.0),
        ("yiqi_queue_stalled_seconds", 0.0),
        ("yiqi_store_errors_total{kind=\"disk-full\"}", 0.0),
        ("yiqi_http_requests_total{method=\"POST\",route=\"/api/games\",status=\"201\"}", 1.0),
        (
            "yiqi_http_requests_total{method=\"GET\",route=\"/api/games/{id}/live\",status=\"101\"}",
            1.0,
        ),
    ] {
        assert!((figure(&text, name) - value).abs() < 0.1, "{name}: {text}");
    }
    assert!(figure(&text, "yiqi_connections") >= 1.0);
    assert!(figure(&text, "yiqi_disk_free_bytes") > 0.0);
    assert!(!text.contains(&id), "ids of games are no labels");
    assert!(text.ends_with("# EOF\n"));
}

#[tokio::test]
async fn searches_are_counted() {
    let hall = open_with(metered).await;
    let id = hall.begin(&against_machine()).await;
    let (mut socket, _) = hall.join(&id).await;
    socket.play(1, "h2e2").await;
    while socket.game.as_ref().unwrap().moves.len() < 2 {
        socket.next().await;
    }
    assert!(figure(&figures(&hall).await, "yiqi_searches_total") >= 1.0);
}

#[tokio::test]
async fn an_answer_has_the_id_of_its_request() {
    let hall = open().await;
    let first = hall.get("/api/catalogue").await;
    let second = hall.get("/api/nothing").await;
    let of = |answer: &crate::common::Answer| answer.headers["x-request-id"].clone();
    assert_ne!(of(&first), of(&second));
    assert!(of(&first).len() == 16 && of(&first).bytes().all(|b| b.is_ascii_hexdigit()));
    assert_eq!(second.json()["request"], of(&second), "an error names it in its body, too");
    // An id of somebody who is no named proxy is not taken.
    let invented = hall.send("GET", "/", &[("X-Request-Id", "mine")], b"").await;
    assert_ne!(of(&invented), "mine");
    let foreign = hall.send("GET", "/", &[("Host", "evil.example")], b"").await;
    assert_eq!(foreign.json()["request"], of(&foreign), "and so does a refusal of the guard");
}

#[tokio::test]
async fn a_refusal_on_a_socket_has_the_id_of_its_connection() {
    let hall = open_with(behind_proxy).await;
    let id = hall.begin(&persons()).await;
    let headers = [("x-request-id", "conn-7"), ("x-forwarded-for", "203.0.113.9")];
    let mut socket = hall.connect(&id, &headers).await.unwrap();
    let problem = refused(&mut socket, r#"{"type":"move","id":"m","ply":1,"text":"a0a9"}"#).await;
    assert_eq!(problem.request.as_deref(), Some("conn-7"), "{problem:?}");
    let problem = refused(&mut socket, "nonsense").await;
    assert_eq!(problem.request.as_deref(), Some("conn-7"), "{problem:?}");
}

async fn refused(socket: &mut Socket, text: &str) -> wire::Problem {
    socket.send_text(text).await;
    loop {
        if let wire::Event::Error { problem, .. } = socket.next().await {
            return problem;
        }
    }
}

#[tokio::test]
async fn a_named_proxy_tells_host_scheme_and_id() {
    let hall = open_with(behind_proxy).await;
    let https = [
        ("Host", "inside"),
        ("X-Forwarded-Host", "hall.example"),
        ("X-Forwarded-Proto", "https"),
        ("X-Forwarded-For", "203.0.113.9"),
        ("X-Request-Id", "from-the-proxy"),
    ];
    let answer = hall.send("GET", "/", &https, b"").await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.headers["x-request-id"], "from-the-proxy");
    assert_eq!(answer.headers["strict-transport-security"], "max-age=31536000");
    let without_tls = hall.send("GET", "/", &[("X-Forwarded-Proto", "http")], b"").await;
    assert!(!without_tls.headers.contains_key("strict-transport-security"));
    let foreign = [("Host", "hall.example"), ("X-Forwarded-Host", "evil.example")];
    hall.send("GET", "/", &foreign, b"").await.problem(403, "foreign-host");
    // Behind TLS a page without TLS is another origin.
    for (origin, status) in [("https://hall.example", 200), ("http://hall.example", 403)] {
        let headers: Vec<_> = https
            .into_iter()
            .chain([("Origin", origin), ("Content-Type", "application/json")])
            .collect();
        let answer = hall.send("PUT", "/api/preferences", &headers, b"{}").await;
        assert_eq!(answer.status, status, "{origin}: {}", answer.text());
    }
}

#[tokio::test]
async fn who_is_no_named_proxy_is_not_believed() {
    let hall = open_with(|config| config.allow_hosts = vec!["hall.example".to_owned()]).await;
    let headers =
        [("Host", "inside"), ("X-Forwarded-Host", "hall.example"), ("X-Forwarded-Proto", "https")];
    hall.send("GET", "/", &headers, b"").await.problem(403, "foreign-host");
    let headers = [("Host", "hall.example"), ("X-Forwarded-Proto", "https")];
    let answer = hall.send("GET", "/", &headers, b"").await;
    assert_eq!(answer.status, 200);
    assert!(!answer.headers.contains_key("strict-transport-security"));
}

#[tokio::test]
async fn clients_behind_a_proxy_are_limited_by_their_own_addresses() {
    let hall = open_with(|config| {
        behind_proxy(config);
        config.limits.connections_per_address = 2;
    })
    .await;
    let id = hall.begin(&persons()).await;
    let one = [("x-forwarded-for", "203.0.113.1")];
    let first = hall.connect(&id, &one).await.unwrap();
    let _second = hall.connect(&id, &one).await.unwrap();
    assert_eq!(hall.connect(&id, &one).await.err(), Some(429));
    let refused = hall.send("GET", "/api/catalogue", &[("X-Forwarded-For", "203.0.113.1")], b"");
    let message = refused.await.problem(429, "too-many-connections");
    assert!(message.contains("this address"), "{message}");
    assert!(hall.connect(&id, &[("x-forwarded-for", "203.0.113.2")]).await.is_ok());
    drop(first);
    eventually("the place of a closed socket is free", async || {
        hall.connect(&id, &one).await.map(drop)
    })
    .await;
}

#[tokio::test]
async fn a_hall_for_others_says_so_and_one_on_loopback_does_not() {
    let says = async |hall: Open| {
        let catalogue = hall.get("/api/catalogue").await.json();
        let page = hall.get("/").await.text();
        let is_public = catalogue["public"].as_bool().unwrap();
        assert!(page.contains(&format!("\"public\":{is_public}")) || !page.contains("page-data"));
        is_public
    };
    assert!(!says(open().await).await);
    assert!(says(open_with(behind_proxy).await).await);
    let on_all = |config: &mut Config| config.listen = "0.0.0.0:0".parse().unwrap();
    assert!(says(open_with(on_all).await).await);
    let data = tempfile::tempdir().unwrap();
    let mut config = crate::common::config(data.path());
    on_all(&mut config);
    let hall = server::Hall::start(config).await.unwrap();
    assert!(hall.notices.iter().any(|notice| notice.contains("change and delete every game")));
}

#[tokio::test]
async fn metrics_need_an_address_of_their_own() {
    let taken = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let addr = taken.local_addr().unwrap();
    let data = tempfile::tempdir().unwrap();
    let mut config = crate::common::config(data.path());
    config.metrics = Some(addr);
    let error = server::Hall::start(config).await.unwrap_err().to_string();
    assert!(error.starts_with(&format!("cannot listen on {addr}")), "{error}");
}

#[tokio::test]
async fn every_answer_has_the_headers_that_protect_it() {
    let hall = open().await;
    for path in ["/", "/api/catalogue", "/api/nothing", "/healthz", "/readyz", "/nothing.js"] {
        let answer = hall.get(path).await;
        for (name, part) in [
            ("content-security-policy", "frame-ancestors 'none'"),
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("permissions-policy", "camera=()"),
            ("x-request-id", ""),
        ] {
            let value = answer.headers.get(name).unwrap_or_else(|| panic!("{path}: {name}"));
            assert!(value.contains(part), "{path}: {name}: {value}");
        }
    }
}

#[tokio::test]
async fn a_connection_that_is_kept_has_an_id_for_each_request() {
    let hall = open().await;
    let mut stream = TcpStream::connect(hall.addr).await.unwrap();
    let mut ids = Vec::new();
    for _ in 0..2 {
        let request = format!("HEAD /healthz HTTP/1.1\r\nHost: {}\r\n\r\n", hall.addr);
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(stream.read_u8().await.unwrap());
        }
        let head = String::from_utf8(head).unwrap();
        let id = head.lines().find_map(|line| line.strip_prefix("x-request-id: "));
        ids.push(id.unwrap().to_owned());
    }
    assert_ne!(ids[0], ids[1]);
}
