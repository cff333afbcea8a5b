//! What must be decided is printed, with a status of its own; nothing is sent until the decision is given by name and
//! reason.

use std::fs;

use serde_json::Value;

use crate::program::Office;

const PAID: Option<i32> = Some(0);
const OPEN: Option<i32> = Some(3);
const TO_DECIDE: Option<i32> = Some(4);
const BLOCKED: Option<i32> = Some(5);

#[tokio::test(flavor = "multi_thread")]
async fn a_payroll_is_paid_and_every_reference_printed() {
    let office = Office::new().await;
    let ended = office.run("November 2026", &office.sheet(12), &[]);
    assert_eq!(ended.code, PAID, "{} {}", ended.out, ended.errors);
    let printed: Vec<Value> = ended.json()["references"].as_array().unwrap().clone();
    let queued = office.queued();
    assert_eq!((printed.len(), queued.len()), (12, 12));
    assert!(printed.iter().all(|payout| queued.contains_key(payout["reference"].as_str().unwrap())));

    // Key and record are not beside the ledger: a copy of its folder is no copy of them.
    let beside: Vec<_> = fs::read_dir(office.ledger().parent().unwrap())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert!(beside.iter().all(|name| name.starts_with("ledger.db")), "{beside:?}");
    assert!(office.data().join("paysheet-payroll").exists());

    let again = office.run("November 2026", &office.sheet(12), &[]);
    assert_eq!(again.code, PAID, "{}", again.errors);
    assert!(office.queued().values().all(|times| *times == 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_people_under_another_name_wait_for_a_decision() {
    let office = Office::new().await;
    let sheet = office.sheet(12);
    assert_eq!(office.run("November 2026", &sheet, &[]).code, PAID);
    let waits = office.run("Corrected November 2026", &sheet, &[]);
    assert_eq!(waits.code, TO_DECIDE, "{} {}", waits.out, waits.errors);
    let decide = waits.json()["decide"].as_array().unwrap().clone();
    let kinds: Vec<String> =
        decide.iter().map(|question| question["kind"].as_str().unwrap().to_owned()).collect();
    assert!(kinds.contains(&"paid_same_period".to_owned()), "{decide:?}");
    assert!(decide.iter().all(|question| question["why"].as_str().is_some_and(|why| !why.is_empty())));
    assert_eq!(office.queued().len(), 12, "nothing was sent");

    let no_reason = office.run("Corrected November 2026", &sheet, &["--decide", "paid_same_period"]);
    assert_eq!(no_reason.code, Some(2), "{}", no_reason.errors);
    let mut decided = Vec::new();
    for kind in &kinds {
        decided.extend(["--decide", kind.as_str(), "--reason", "Agreed with the bank"]);
    }
    let paid = office.run("Corrected November 2026", &sheet, &decided);
    assert_eq!(paid.code, PAID, "{} {}", paid.out, paid.errors);
    assert_eq!(office.queued().len(), 24);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_older_ledger_waits_until_it_was_gone_through() {
    let office = Office::new().await;
    let sheet = office.sheet(12);
    assert_eq!(
        office.run("October 2026", &office.sheet(3), &["--decide", "all", "--reason", "x"]).code,
        PAID
    );
    let older = fs::read(office.ledger()).unwrap();
    let decided = ["--decide", "all", "--reason", "They are paid twice a month"];
    assert_eq!(office.run("November 2026", &sheet, &decided).code, PAID);
    let paid = office.queued();
    fs::write(office.ledger(), older).unwrap();

    let blocked = office.run("Corrected November 2026", &sheet, &decided);
    assert_eq!(blocked.code, BLOCKED, "{} {}", blocked.out, blocked.errors);
    let block = &blocked.json()["blocked"];
    assert_eq!(block["reason"], "ledger_older");
    assert_eq!(block["payrolls"][0]["name"], "November 2026");
    assert_eq!(office.queued(), paid, "nothing was sent");

    let unblocked =
        office.run("Corrected November 2026", &sheet, &["--unblock", "--reason", "Looked them up"]);
    assert_eq!(unblocked.code, OPEN, "{} {}", unblocked.out, unblocked.errors);
    assert_eq!(office.queued(), paid, "unblocking sends nothing");
    let again = office.run("October 2026", &office.sheet(3), &[]);
    assert_eq!(again.code, PAID, "{} {}", again.out, again.errors);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_never_taken_is_withdrawn_for_ever() {
    let office = Office::new().await;
    let sheet = office.sheet(12);
    let not_sent = office.run_to_nobody("November 2026", &sheet, &[]);
    assert_eq!(not_sent.code, OPEN, "{} {}", not_sent.out, not_sent.errors);
    let withdraw = ["--withdraw", "--reason", "Paid by hand"];
    let withdrawn = office.run_to_nobody("November 2026", &sheet, &withdraw);
    assert_eq!(withdrawn.code, PAID, "{} {}", withdrawn.out, withdrawn.errors);
    let again = office.run("November 2026", &sheet, &[]);
    assert_eq!((again.code, office.queued().len()), (PAID, 0), "{}", again.errors);
}
