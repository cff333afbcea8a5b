//! What must be decided is printed, with a status of its own; nothing is sent until the decision is given by name and
//! reason.

use std::fs;

use serde_json::Value;

use crate::program::Fixture;

const PAID: Option<i32> = Some(0);
const OPEN: Option<i32> = Some(3);
const TO_DECIDE: Option<i32> = Some(4);
const BLOCKED: Option<i32> = Some(5);

#[tokio::test(flavor = "multi_thread")]
async fn a_payroll_is_paid_and_every_reference_printed() {
    let fixture = Fixture::new().await;
    let ended = fixture.run("November 2026", &fixture.sheet(12), &[]);
    assert_eq!(ended.code, PAID, "{} {}", ended.out, ended.errors);
    let printed: Vec<Value> = ended.json()["references"].as_array().unwrap().clone();
    let queued = fixture.queued();
    assert_eq!((printed.len(), queued.len()), (12, 12));
    assert!(printed.iter().all(|payout| queued.contains_key(payout["reference"].as_str().unwrap())));

    // Key and record are not beside the ledger: a copy of its folder is no copy of them.
    let beside: Vec<_> = fs::read_dir(fixture.ledger().parent().unwrap())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert!(beside.iter().all(|name| name.starts_with("ledger.db")), "{beside:?}");
    assert!(fixture.data().join("paysheet-payroll").exists());

    let again = fixture.run("November 2026", &fixture.sheet(12), &[]);
    assert_eq!(again.code, PAID, "{}", again.errors);
    assert!(fixture.queued().values().all(|times| *times == 1));
}

/// Neither the name nor the file says the month: it is asked for, and never taken from the clock.
#[tokio::test(flavor = "multi_thread")]
async fn a_month_that_nobody_said_waits_for_the_argument() {
    let fixture = Fixture::new().await;
    let sheet = fixture.sheet(12);
    let waits = fixture.run("November salaries (late)", &sheet, &[]);
    assert_eq!(waits.code, TO_DECIDE, "{} {}", waits.out, waits.errors);
    assert_eq!(waits.json()["decide"][0]["kind"], "period");
    assert_eq!(fixture.queued().len(), 0, "nothing was sent");
    let paid = fixture.run("November salaries (late)", &sheet, &["--period", "2026-11"]);
    assert_eq!(paid.code, PAID, "{} {}", paid.out, paid.errors);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_people_under_another_name_wait_for_a_decision() {
    let fixture = Fixture::new().await;
    let sheet = fixture.sheet(12);
    assert_eq!(fixture.run("November 2026", &sheet, &[]).code, PAID);
    let waits = fixture.run("Corrected November 2026", &sheet, &[]);
    assert_eq!(waits.code, TO_DECIDE, "{} {}", waits.out, waits.errors);
    let decide = waits.json()["decide"].as_array().unwrap().clone();
    let kinds: Vec<String> =
        decide.iter().map(|question| question["kind"].as_str().unwrap().to_owned()).collect();
    assert!(kinds.contains(&"paid_same_period".to_owned()), "{decide:?}");
    assert!(decide.iter().all(|question| question["why"].as_str().is_some_and(|why| !why.is_empty())));
    assert_eq!(fixture.queued().len(), 12, "nothing was sent");

    let no_reason = fixture.run("Corrected November 2026", &sheet, &["--decide", "paid_same_period"]);
    assert_eq!(no_reason.code, Some(2), "{}", no_reason.errors);
    let mut decided = Vec::new();
    for kind in &kinds {
        decided.extend(["--decide", kind.as_str(), "--reason", "Agreed with the bank"]);
    }
    let paid = fixture.run("Corrected November 2026", &sheet, &decided);
    assert_eq!(paid.code, PAID, "{} {}", paid.out, paid.errors);
    assert_eq!(fixture.queued().len(), 24);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_older_ledger_waits_until_it_was_gone_through() {
    let fixture = Fixture::new().await;
    let sheet = fixture.sheet(12);
    assert_eq!(
        fixture.run("October 2026", &fixture.sheet(3), &["--decide", "all", "--reason", "x"]).code,
        PAID
    );
    let older = fs::read(fixture.ledger()).unwrap();
    let decided = ["--decide", "all", "--reason", "They are paid twice a month"];
    assert_eq!(fixture.run("November 2026", &sheet, &decided).code, PAID);
    let paid = fixture.queued();
    fs::write(fixture.ledger(), older).unwrap();

    let blocked = fixture.run("Corrected November 2026", &sheet, &decided);
    assert_eq!(blocked.code, BLOCKED, "{} {}", blocked.out, blocked.errors);
    let block = &blocked.json()["blocked"];
    assert_eq!(block["reason"], "ledger_older");
    assert_eq!(block["payrolls"][0]["name"], "November 2026");
    assert_eq!(fixture.queued(), paid, "nothing was sent");

    let unblocked =
        fixture.run("Corrected November 2026", &sheet, &["--unblock", "--reason", "Looked them up"]);
    assert_eq!(unblocked.code, OPEN, "{} {}", unblocked.out, unblocked.errors);
    assert_eq!(fixture.queued(), paid, "unblocking sends nothing");
    let again = fixture.run("October 2026", &fixture.sheet(3), &[]);
    assert_eq!(again.code, PAID, "{} {}", again.out, again.errors);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_never_taken_is_withdrawn_for_ever() {
    let fixture = Fixture::new().await;
    let sheet = fixture.sheet(12);
    let gone = fixture.listing_banks_then_gone();
    let not_sent = fixture.run_at(&gone, "November 2026", &sheet, &[]);
    assert_eq!(not_sent.code, OPEN, "{} {}", not_sent.out, not_sent.errors);
    let withdraw = ["--withdraw", "--reason", "Paid by hand"];
    let withdrawn = fixture.run_at(&gone, "November 2026", &sheet, &withdraw);
    assert_eq!(withdrawn.code, PAID, "{} {}", withdrawn.out, withdrawn.errors);
    let again = fixture.run("November 2026", &sheet, &[]);
    assert_eq!((again.code, fixture.queued().len()), (PAID, 0), "{}", again.errors);
}
