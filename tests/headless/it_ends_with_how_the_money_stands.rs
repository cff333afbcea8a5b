//! Exit 0 means that everybody is paid. A payout that failed, came back or is reported in two ways reaches exit code and
//! output, of the named payroll and of every other one in the ledger.

use std::{
    io::{Read, Write},
    net::TcpStream,
    thread,
    time::{Duration, Instant},
};

use jiff::Timestamp;
use paysheet_ledger::Ledger;
use sqlx::{Connection as _, SqliteConnection};

use crate::program::{Fixture, person, person_ending};

const PAID: Option<i32> = Some(0);
const OPEN: Option<i32> = Some(3);
const CONTRADICTED: Option<i32> = Some(6);
const NOT_PAID: Option<i32> = Some(7);

#[tokio::test(flavor = "multi_thread")]
async fn what_became_of_each_payout_is_the_exit_code() {
    for (endings, code, states) in [
        (&["0008"][..], PAID, &["Paid"][..]),
        (&["0004"], NOT_PAID, &["Failed"]),
        (&["0006"], CONTRADICTED, &["Conflict"]),
        (&["0005", "0006", "0008"], CONTRADICTED, &["Conflict", "Failed", "Paid"]),
    ] {
        let fixture = Fixture::new().await;
        let rows: Vec<String> = endings.iter().map(|ending| person_ending(ending)).collect();
        let sheet = fixture.sheet_of("Salaries.csv", &rows);
        // The report that reverses comes after the one that pays: the first run may end between them.
        let mut ended = fixture.run("November 2026", &sheet, &[]);
        if endings.contains(&"0006") && ended.code != code {
            ended = fixture.run("November 2026", &sheet, &[]);
        }
        assert_eq!(ended.code, code, "{endings:?}: {} {}", ended.out, ended.errors);
        let payouts = ended.json()["payouts"].as_object().unwrap().clone();
        assert_eq!(payouts.keys().collect::<Vec<_>>(), states, "{endings:?}");
        if code == CONTRADICTED {
            assert!(ended.errors.contains("Conflict: "), "{}", ended.errors);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn reports_that_contradict_each_other_are_not_exit_0() {
    let fixture = Fixture::new().await;
    fixture.practice.set_callback_url(None);
    let sheet = fixture.sheet(2);
    let waits = fixture.run_after_a_kill("November 2026", &sheet);
    assert_eq!(waits.code, OPEN, "{} {}", waits.out, waits.errors);
    let references: Vec<String> = fixture.queued().into_keys().collect();

    let running = fixture.start("November 2026", &sheet, &[]);
    for (reference, code) in [(0, "00"), (0, "51"), (1, "00")] {
        report(fixture.callbacks(), &references[reference], code);
    }
    let ended = fixture.ended(running);
    assert_eq!(ended.code, CONTRADICTED, "{} {}", ended.out, ended.errors);
    assert_eq!(ended.json()["payouts"]["Conflict"]["count"], 1);
    assert!(ended.errors.contains("Conflict: "), "{}", ended.errors);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reversal_of_another_payroll_is_reported_too() {
    let fixture = Fixture::new().await;
    let october = fixture.sheet_of("October.csv", &[person_ending("0006")]);
    fixture.run("October 2026", &october, &[]);
    fixture.run("October 2026", &october, &[]);
    let november = fixture.sheet_of("November.csv", &[person(1)]);
    let ended = fixture.run("November 2026", &november, &[]);
    assert_eq!(ended.code, CONTRADICTED, "{} {}", ended.out, ended.errors);
    let report = ended.json();
    assert_eq!(report["payouts"]["Paid"]["count"], 1);
    assert_eq!(report["others"][0]["payroll"], "October 2026", "{report}");
    assert_eq!(report["others"][0]["payouts"]["Conflict"]["count"], 1);
}

/// A payroll that the service took after all has the name of the one that was approved: both count in full.
#[tokio::test(flavor = "multi_thread")]
async fn whoever_failed_in_another_payroll_of_the_name_is_not_paid() {
    for is_failed_first in [true, false] {
        let fixture = Fixture::new().await;
        let failed = fixture.sheet_of("Failed.csv", &[person_ending("0004")]);
        let paid = fixture.sheet_of("Paid.csv", &[person(1)]);
        let mut all = [("Failed 2026-11", &failed, NOT_PAID), ("Paid 2026-11", &paid, PAID)];
        if !is_failed_first {
            all.reverse();
        }
        for (name, sheet, code) in all {
            assert_eq!(fixture.run(name, sheet, &[]).code, code, "{name}");
        }
        // An open ledger makes SQLite write the checksums of changed pages in this process.
        let other = fixture.folder.path().join("other.db");
        let _opened = Ledger::open(&other, Timestamp::now()).await.unwrap();
        let mut ledger = SqliteConnection::connect(fixture.ledger().to_str().unwrap()).await.unwrap();
        sqlx::query("UPDATE payrolls SET name = 'Salaries 2026-11'").execute(&mut ledger).await.unwrap();
        ledger.close().await.unwrap();
        for sheet in [&failed, &paid] {
            let ended = fixture.run("Salaries 2026-11", sheet, &[]);
            assert_eq!(ended.code, NOT_PAID, "{} {}", ended.out, ended.errors);
        }
    }
}

/// Nobody can read it, so nobody can say whom it is about: it is counted, and everybody is paid.
#[tokio::test(flavor = "multi_thread")]
async fn a_callback_that_nobody_can_read_is_counted() {
    let fixture = Fixture::new().await;
    fixture.practice.set_callback_url(None);
    let sheet = fixture.sheet(1);
    let waits = fixture.run_after_a_kill("November 2026", &sheet);
    assert_eq!(waits.json()["unreadableCallbacks"], 0, "{}", waits.out);
    let reference = fixture.queued().into_keys().next().unwrap();

    let running = fixture.start("November 2026", &sheet, &[]);
    call_back(fixture.callbacks(), "what is this?");
    report(fixture.callbacks(), &reference, "00");
    let ended = fixture.ended(running);
    assert_eq!(ended.code, PAID, "{} {}", ended.out, ended.errors);
    assert_eq!(ended.json()["unreadableCallbacks"], 1, "{}", ended.out);
}

/// How long the program may take until it listens.
const LISTENS_WITHIN: Duration = Duration::from_secs(30);

/// Sends a result to where the program listens, once it does.
fn report(address: &str, reference: &str, code: &str) {
    call_back(address, &format!(r#"{{"ref":"{reference}","responsecode":"{code}"}}"#));
}

fn call_back(address: &str, body: &str) {
    let (host, path) = address.strip_prefix("http://").unwrap().split_once('/').unwrap();
    let started = Instant::now();
    let mut stream = loop {
        match TcpStream::connect(host) {
            Ok(stream) => break stream,
            Err(error) => assert!(started.elapsed() < LISTENS_WITHIN, "{error}"),
        }
        thread::yield_now();
    };
    let length = body.len();
    let head = format!(
        "POST /{path} HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n"
    );
    stream.write_all(format!("{head}{body}").as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}
