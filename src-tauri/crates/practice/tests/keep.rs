//! What outlives a service: another one on the same file goes on where it was, however it ended.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test stops where something is amiss")]

mod common;

use std::{
    collections::BTreeMap,
    fs,
    io::{BufRead, BufReader, Write as _},
    path::Path,
    process::{Child, Command, Stdio},
    time::Duration,
};

use common::{Desk, Fields, Listener};
use paysheet_practice::DELIVERIES_MAX;
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpListener,
};

const QUEUE: &str = "/v1/disburse/queue";
const PEOPLE: usize = 300;
/// A second or so for all of them: long enough to be stopped in between on a busy machine.
const PACE_MS: u64 = 3;
/// Beyond this a file is set aside.
const FILE_BYTES_MAX: u64 = 64 * 1024 * 1024;
/// Between two looks at a file.
const POLL_MS: u64 = 5;
const PAID: &str = "0123456789";

/// A service on the file, slow enough to be stopped in the middle of a batch.
async fn desk_on(file: &Path, listener: Option<&Listener>) -> Desk {
    Desk::with(|config| {
        config.state = Some(file.to_owned());
        config.callback_url = listener.map(|listener| listener.url.clone());
        config.pace_ms = PACE_MS;
    })
    .await
}

fn payroll(desk: &Desk, batch: &str, count: usize) -> Value {
    let payouts: Vec<_> = (0..count).map(|n| (format!("{batch}-{n}"), PAID)).collect();
    let payouts: Vec<_> = payouts.iter().map(|(reference, account)| (reference.as_str(), *account)).collect();
    desk.batch(batch, &payouts)
}

async fn pay(desk: &Desk, batch: &Value) -> u64 {
    let (_, answer) = desk.post(QUEUE, batch).await;
    assert_eq!(answer["status"], "success", "{answer}");
    answer["data"]["batchId"].as_u64().unwrap()
}

/// How often each payout was told of.
fn times(heard: &[Fields]) -> BTreeMap<&str, usize> {
    let mut times = BTreeMap::new();
    for fields in heard {
        *times.entry(fields["ref"].as_str()).or_default() += 1;
    }
    times
}

async fn assert_refused(desk: &Desk, batch: &Value, duplicate: &str) {
    let (_, answer) = desk.post(QUEUE, batch).await;
    assert_eq!((&answer["code"], &answer["data"]), (&json!("DUPLICATE_REFERENCE"), &json!(duplicate)));
}

#[tokio::test]
async fn a_batch_goes_on_where_a_stopped_service_left_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("service.jsonl");
    let mut listener = Listener::start().await;
    let mut heard = Vec::new();

    let desk = desk_on(&file, Some(&listener)).await;
    let batch_id = pay(&desk, &payroll(&desk, "B1", PEOPLE)).await;
    heard.extend(listener.next_many(40).await);
    desk.practice.stop().await;
    heard.extend(listener.so_far());
    assert!(heard.len() < PEOPLE, "it was to be stopped in the middle");

    // The second is stopped in the middle as well, and knows where to call only after a while.
    let desk = desk_on(&file, None).await;
    assert_refused(&desk, &payroll(&desk, "B1", 1), "B1").await;
    assert_refused(&desk, &desk.batch("B2", &[("new", PAID), ("B1-299", PAID)]), "B1-299").await;
    assert!(listener.is_silent());
    desk.practice.set_callback_url(Some(listener.url.clone()));
    heard.extend(listener.next_many(40).await);
    desk.practice.stop().await;
    heard.extend(listener.so_far());
    assert!(heard.len() < PEOPLE, "it was to be stopped in the middle");

    let desk = desk_on(&file, Some(&listener)).await;
    heard.extend(listener.next_many(PEOPLE - heard.len()).await);
    let next = pay(&desk, &payroll(&desk, "B2", 1)).await;
    assert_eq!(next, batch_id + 1);
    assert_eq!(listener.next().await["ref"], "B2-0");
    assert_refused(&desk, &payroll(&desk, "B1", 1), "B1").await;
    desk.practice.stop().await;
    assert!(listener.is_silent());

    let times = times(&heard);
    assert_eq!(times.len(), PEOPLE);
    assert!(times.values().all(|times| *times == 1), "{times:?}");
    for fields in &heard {
        let place: usize = fields["ref"].strip_prefix("B1-").unwrap().parse().unwrap();
        assert_eq!(fields["uniquereference"], format!("PR{batch_id}-{:05}", place + 1));
    }
}

/// The program on the file, and where it listens.
fn program(file: &Path, callback_url: &str) -> (Child, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_paysheet-practice"))
        .args(["--listen", "127.0.0.1:0", "--token", "T", "--lock", "L", "--pace-ms", &PACE_MS.to_string()])
        .args(["--callback-url", callback_url, "--state"])
        .arg(file)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    (child, line.trim_end().strip_prefix("listening on ").unwrap().to_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_goes_on_where_a_killed_service_left_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("service.jsonl");
    let mut listener = Listener::start().await;
    // Its client and its batches are used, not its service.
    let desk = Desk::start().await;
    let mut batch = payroll(&desk, "B1", PEOPLE);
    batch["lock"] = json!("L");

    let (mut child, url) = program(&file, &listener.url);
    let request = desk.http.post(format!("{url}{QUEUE}")).header("Authorization", "T");
    assert!(request.body(batch.to_string()).send().await.unwrap().status().is_success());
    let mut heard = listener.next_many(40).await;
    child.kill().unwrap();
    child.wait().unwrap();
    heard.extend(listener.so_far());
    assert!(heard.len() < PEOPLE, "it was to be killed in the middle");

    let (mut child, _) = program(&file, &listener.url);
    while times(&heard).len() < PEOPLE {
        heard.push(listener.next().await);
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let again: Vec<_> = times(&heard).into_iter().filter(|(_, times)| *times > 1).collect();
    assert!(again.len() <= DELIVERIES_MAX && again.iter().all(|(_, times)| *times == 2), "{again:?}");
}

#[tokio::test]
async fn a_callback_under_way_is_answered_before_a_service_stops_and_not_sent_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("service.jsonl");
    let socket = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let slow = format!("http://{}/", socket.local_addr().unwrap());
    let desk = desk_on(&file, None).await;
    desk.practice.set_callback_url(Some(slow));
    pay(&desk, &payroll(&desk, "B1", 1)).await;
    let (mut connection, _) = socket.accept().await.unwrap();
    let mut request = [0; 4_096];
    assert_ne!(connection.read(&mut request).await.unwrap(), 0);
    // The stop begins first.
    let answer = connection.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    let (in_time, answered) = tokio::join!(biased; desk.practice.stop(), answer);
    answered.unwrap();
    assert!(in_time, "it was cut short");

    let mut listener = Listener::start().await;
    let desk = desk_on(&file, Some(&listener)).await;
    pay(&desk, &payroll(&desk, "B2", 1)).await;
    assert_eq!(listener.next().await["ref"], "B2-0");
    desk.practice.stop().await;
    assert!(listener.is_silent());
}

#[tokio::test]
async fn callbacks_wait_for_an_address() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("service.jsonl");
    let desk = desk_on(&file, None).await;
    pay(&desk, &payroll(&desk, "B1", 5)).await;
    while fs::read_to_string(&file).unwrap().matches("outcome").count() < 5 * 2 {
        tokio::time::sleep(Duration::from_millis(POLL_MS)).await;
    }
    let mut listener = Listener::start().await;
    desk.practice.set_callback_url(Some(listener.url.clone()));
    assert_eq!(times(&listener.next_many(5).await).len(), 5);
    desk.practice.stop().await;
}

#[tokio::test]
async fn a_reversal_is_told_after_what_it_reverses_in_another_service_too() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("service.jsonl");
    let mut listener = Listener::start().await;
    let desk = desk_on(&file, None).await;
    pay(&desk, &desk.batch("B1", &[("P1", "0000000006"), ("P2", "0000000004")])).await;
    desk.practice.stop().await;
    let desk = desk_on(&file, Some(&listener)).await;
    let heard = listener.next_many(3).await;
    let codes = |reference: &str| -> Vec<_> {
        heard
            .iter()
            .filter(|fields| fields["ref"] == reference)
            .map(|fields| fields["responsecode"].as_str())
            .collect()
    };
    assert_eq!((codes("P1"), codes("P2")), (vec!["00", "RV"], vec!["07"]));
    let reversal = heard.iter().find(|fields| fields["responsecode"] == "RV").unwrap();
    assert_eq!(reversal["amount"], "1500.50");
    desk.practice.stop().await;
}

#[tokio::test]
async fn a_torn_last_line_is_passed_over() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("service.jsonl");
    let mut listener = Listener::start().await;
    let desk = desk_on(&file, Some(&listener)).await;
    let first = pay(&desk, &payroll(&desk, "B1", 2)).await;
    let mut heard = listener.next_many(2).await;
    desk.practice.stop().await;
    let whole = fs::read(&file).unwrap();
    assert!(whole.ends_with(b"\n"));

    // Torn after any of its bytes, the last line, of a callback delivered, is as if it had not been written.
    let last = whole[..whole.len() - 1].iter().rposition(|byte| *byte == b'\n').unwrap() + 1;
    for end in [last, last + 1, whole.len() - 10, whole.len() - 2] {
        fs::write(&file, &whole[..end]).unwrap();
        let desk = desk_on(&file, Some(&listener)).await;
        heard.push(listener.next().await);
        let next = pay(&desk, &desk.batch("B2", &[("P1", "0123456789")])).await;
        assert_eq!(next, first + 1);
        assert_eq!(listener.next().await["ref"], "P1");
        desk.practice.stop().await;
        assert!(listener.is_silent());
    }
    let counts: Vec<_> = times(&heard).into_values().collect();
    assert!(counts == [1, 5] || counts == [5, 1], "{counts:?}");
    // A batch of which half a line was written was not taken.
    fs::write(&file, format!("{}{}", String::from_utf8_lossy(&whole), r#"{"batch":{"batchId":9,"refer"#))
        .unwrap();
    let desk = desk_on(&file, Some(&listener)).await;
    assert_refused(&desk, &payroll(&desk, "B1", 1), "B1").await;
    desk.practice.stop().await;
    assert!(listener.is_silent());
}

#[tokio::test]
async fn a_file_that_will_not_do_is_set_aside() {
    let folder = tempfile::tempdir().unwrap();
    let (file, aside) = (folder.path().join("service.jsonl"), folder.path().join("service.jsonl.old"));
    let past = r#"{"past":{"lastBatchId":9,"references":["B1"]}}"#;
    let unknown = r#"{"outcome":{"of":{"batchId":9,"payout":0},"outcome":"paid"}}"#;
    for (name, text) in [
        ("somebody else's", "Dear diary".to_owned()),
        ("nonsense in the middle", format!("{past}\nnonsense\n{past}\n")),
        ("an outcome of nothing", format!("{past}\n{unknown}\n{past}\n")),
    ] {
        fs::write(&file, &text).unwrap();
        let desk = desk_on(&file, None).await;
        pay(&desk, &payroll(&desk, "B1", 1)).await;
        desk.practice.stop().await;
        assert_eq!(fs::read_to_string(&aside).unwrap(), text, "{name}");
    }

    let mut large = fs::File::create(&file).unwrap();
    writeln!(large, "{past}").unwrap();
    large.set_len(FILE_BYTES_MAX + 1).unwrap();
    let desk = desk_on(&file, None).await;
    pay(&desk, &payroll(&desk, "B1", 1)).await;
    assert_eq!(fs::metadata(&aside).unwrap().len(), FILE_BYTES_MAX + 1);
    assert!(fs::metadata(&file).unwrap().len() < 1_000);
}

#[tokio::test]
async fn the_file_holds_no_secret_and_no_more_of_a_person_than_it_needs() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("service.jsonl");
    let mut listener = Listener::start().await;
    let desk = Desk::with(|config| {
        config.state = Some(file.clone());
        config.callback_url = Some(listener.url.clone());
        config.token = "canary-token".to_owned().into();
        config.lock = "canary-lock".to_owned().into();
    })
    .await;
    pay(&desk, &payroll(&desk, "B1", 3)).await;
    listener.next_many(3).await;
    let mut refused = payroll(&desk, "B2", 1);
    refused["lock"] = json!("canary-wrong");
    desk.post(QUEUE, &refused).await;
    desk.practice.stop().await;
    let text = fs::read_to_string(&file).unwrap();
    for absent in ["canary", PAID, "Kola Foods", "salary", "B2"] {
        assert!(!text.contains(absent), "{absent}: {text}");
    }
    assert!(text.contains("B1-2"));
}

#[tokio::test]
async fn of_finished_batches_only_the_references_stay() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("service.jsonl");
    let mut listener = Listener::start().await;
    let desk = desk_on(&file, Some(&listener)).await;
    pay(&desk, &payroll(&desk, "B1", 20)).await;
    listener.next_many(20).await;
    let mut waiting = payroll(&desk, "B2", 2);
    waiting["instantQueue"] = json!(false);
    let last = pay(&desk, &waiting).await;
    desk.practice.stop().await;
    let lines = || fs::read_to_string(&file).unwrap().lines().count();
    assert_eq!(lines(), 1 + 1 + 20 + 20 + 1);

    let desk = desk_on(&file, Some(&listener)).await;
    assert_eq!(lines(), 1);
    assert_refused(&desk, &payroll(&desk, "B1", 1), "B1").await;
    assert_refused(&desk, &desk.batch("B3", &[("B2-1", PAID)]), "B2-1").await;
    assert_eq!(pay(&desk, &payroll(&desk, "B3", 1)).await, last + 1);
    assert_eq!(listener.next().await["ref"], "B3-0");
    desk.practice.stop().await;
    assert!(listener.is_silent());
}
