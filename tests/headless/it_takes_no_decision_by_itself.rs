//! What must be decided is printed, with a status of its own; nothing is sent until the decision is given by name and
//! reason.

use std::fs;

use serde_json::Value;

use crate::program::{Fixture, person};

const PAID: Option<i32> = Some(0);
const BAD_INPUT: Option<i32> = Some(2);
const OPEN: Option<i32> = Some(3);
const TO_DECIDE: Option<i32> = Some(4);
const BLOCKED: Option<i32> = Some(5);
const NOT_PAID: Option<i32> = Some(7);
/// A question that was never asked.
const NEVER_ASKED: &str = "same_payroll:0123456789abcdef";

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
    // On Windows no variable moves the folder of the user's data.
    assert!(cfg!(windows) || fixture.data().join("paysheet-payroll").exists());

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

    // A kind alone, every kind at once, another question's fingerprint, and no reason decide nothing.
    for (decide, code) in [
        (&["--decide", "paid_same_period:0123456789abcdef"][..], BAD_INPUT),
        (&["--decide", "paid_same_period", "--reason", "Agreed"], BAD_INPUT),
        (&["--decide", "all", "--reason", "Agreed"], BAD_INPUT),
        (&["--decide", "all:all", "--reason", "Agreed"], BAD_INPUT),
        (&["--decide", NEVER_ASKED, "--reason", "Agreed"], TO_DECIDE),
    ] {
        let refused = fixture.run("Corrected November 2026", &sheet, decide);
        assert_eq!(refused.code, code, "{decide:?}: {} {}", refused.out, refused.errors);
        assert_eq!(fixture.queued().len(), 12, "{decide:?}");
    }
    let decided = waits.decisions("Agreed with the bank");
    for unreadable in ["", " ", "\u{200b}\u{2060}", "\u{a0}\t", "\u{3164}", "\u{202e}\u{202c}"] {
        let said: Vec<&str> = decided
            .iter()
            .map(|text| if text == "Agreed with the bank" { unreadable } else { text })
            .collect();
        let refused = fixture.run("Corrected November 2026", &sheet, &said);
        assert_eq!(refused.code, BAD_INPUT, "{unreadable:?}: {} {}", refused.out, refused.errors);
        assert_eq!(fixture.queued().len(), 12, "{unreadable:?}");
    }
    let paid = fixture.run_and_decide("Corrected November 2026", &sheet, "Agreed with the bank");
    assert_eq!(paid.code, PAID, "{} {}", paid.out, paid.errors);
    assert_eq!(fixture.queued().len(), 24);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_decision_counts_for_the_people_it_was_shown_for() {
    let fixture = Fixture::new().await;
    assert_eq!(fixture.run("November 2026", &fixture.sheet(5), &[]).code, PAID);
    let one = fixture.sheet_of("Extra.csv", &[person(0), person(7)]);
    let waits = fixture.run("Extra pay November 2026", &one, &[]);
    assert_eq!(waits.code, TO_DECIDE, "{} {}", waits.out, waits.errors);
    let decided = waits.decisions("A bonus");
    let decided: Vec<&str> = decided.iter().map(String::as_str).collect();
    for rows in [
        vec![person(0), person(1), person(7)],
        vec![person(1), person(7)],
        vec![person(0).replace("2000.00", "9000.00"), person(7)],
    ] {
        let sheet = fixture.sheet_of("Extra.csv", &rows);
        let asks = fixture.run("Extra pay November 2026", &sheet, &decided);
        assert_eq!(asks.code, TO_DECIDE, "{rows:?}: {} {}", asks.out, asks.errors);
        assert_eq!(fixture.queued().len(), 5, "{rows:?}");
    }
    // Somebody who was in no question does not change it.
    let sheet = fixture.sheet_of("Extra.csv", &[person(0), person(7), person(8)]);
    let paid = fixture.run("Extra pay November 2026", &sheet, &decided);
    assert_eq!(paid.code, PAID, "{} {}", paid.out, paid.errors);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_warning_is_decided_for_the_rows_it_was_shown_for() {
    let fixture = Fixture::new().await;
    let twice = |amount: &str| vec![person(0), person(0).replace("2000.00", amount), person(1)];
    let waits = fixture.run("November 2026", &fixture.sheet_of("Twice.csv", &twice("2500.00")), &[]);
    assert_eq!(waits.code, TO_DECIDE, "{} {}", waits.out, waits.errors);
    let decided = waits.decisions("Salary and allowance");
    let decided: Vec<&str> = decided.iter().map(String::as_str).collect();
    let asks = fixture.run("November 2026", &fixture.sheet_of("Twice.csv", &twice("9500.00")), &decided);
    assert_eq!(asks.code, TO_DECIDE, "{} {}", asks.out, asks.errors);
    assert!(fixture.queued().is_empty());
    let paid = fixture.run("November 2026", &fixture.sheet_of("Twice.csv", &twice("2500.00")), &decided);
    assert_eq!(paid.code, PAID, "{} {}", paid.out, paid.errors);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_suggestion_that_changes_a_value_is_not_taken() {
    let one_short = person(0).replace("0200", "200");
    for (kind, rows, code) in [
        ("a zero that the cell lost", vec![one_short, person(1)], PAID),
        (
            "an amount that would be rounded up",
            vec![person(0).replace("2000.00", "99.999"), person(1)],
            BAD_INPUT,
        ),
        (
            "an amount below the smallest coin",
            vec![person(0).replace("2000.00", "0.005"), person(1)],
            BAD_INPUT,
        ),
        ("thousands or decimals", vec![person(0).replace("2000.00", "1.500")], BAD_INPUT),
    ] {
        let fixture = Fixture::new().await;
        let sheet = fixture.sheet_of("Salaries.csv", &rows);
        let ended = fixture.run("November 2026", &sheet, &["--accept-suggestions"]);
        assert_eq!(ended.code, code, "{kind}: {} {}", ended.out, ended.errors);
        assert_eq!(fixture.queued().is_empty(), code != PAID, "{kind}");
    }
    let fixture = Fixture::new().await;
    for (file, text) in [
        ("Currency.csv", "Name,Account number,Bank code,Amount,Country,Currency\nROW,KES\n"),
        ("Bank.csv", "Name,Account number,Bank code,Amount,Country,Bank\nROW,Zenith Bank\n"),
    ] {
        let sheet = fixture.folder.path().join(file);
        fs::write(&sheet, text.replace("ROW", &person(0))).unwrap();
        let ended = fixture.run("November 2026", &sheet, &["--accept-suggestions"]);
        assert_eq!(ended.code, BAD_INPUT, "{file}: {} {}", ended.out, ended.errors);
        assert!(fixture.queued().is_empty(), "{file}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_narration_that_would_be_cut_is_not_sent() {
    let fixture = Fixture::new().await;
    let long = "x".repeat(101);
    for (name, narration, limit, code) in [
        ("May 2026", long.as_str(), "0", BAD_INPUT),
        ("May 2026", &long[..21], "20", BAD_INPUT),
        ("November 2026 salaries", "", "20", BAD_INPUT),
        ("May 2026", &long[..20], "20", PAID),
    ] {
        let sheet = fixture.folder.path().join("Narration.csv");
        let head = "Name,Account number,Bank code,Amount,Country,Narration";
        fs::write(&sheet, format!("{head}\n{},{narration}\n", person(0))).unwrap();
        let ended = fixture.run(name, &sheet, &["--narration-max", limit, "--accept-suggestions"]);
        assert_eq!(ended.code, code, "{narration}: {} {}", ended.out, ended.errors);
        assert_eq!(fixture.queued().is_empty(), code != PAID, "{narration}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_total_that_is_given_is_compared() {
    let fixture = Fixture::new().await;
    let sheet = fixture.sheet(3);
    for total in ["6003.01", "600.30", "KES 6003.00", "six thousand"] {
        let asks = fixture.run("November 2026", &sheet, &["--total", total]);
        assert_eq!(asks.code, TO_DECIDE, "{total}: {} {}", asks.out, asks.errors);
        assert_eq!(asks.json()["decide"][0]["totals"][0], "NGN 6003.00");
        assert!(fixture.queued().is_empty(), "{total}");
    }
    let paid = fixture.run("November 2026", &sheet, &["--total", "NGN 6,003.00"]);
    assert_eq!(paid.code, PAID, "{} {}", paid.out, paid.errors);
    let again = fixture.run("November 2026", &sheet, &["--total", "NGN 6,003.00"]);
    assert_eq!(again.code, PAID, "{} {}", again.out, again.errors);
    assert_eq!(fixture.queued().len(), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_total_that_is_asked_for_can_be_given() {
    let fixture = Fixture::new().await;
    let sheet = fixture.sheet(3);
    assert_eq!(fixture.run_unsent("November 2026", &sheet).code, OPEN);
    // Something else happens in the ledger before the rest is sent.
    let other = fixture.sheet_of("Bonus.csv", &[person(30)]);
    assert_eq!(fixture.run_unsent("Bonus November 2026", &other).code, OPEN);
    let asks = fixture.run("November 2026", &sheet, &[]);
    assert_eq!(asks.code, TO_DECIDE, "{} {}", asks.out, asks.errors);
    assert_eq!(asks.json()["decide"][0]["kind"], "total", "{}", asks.out);
    assert!(fixture.queued().is_empty());
    let paid = fixture.run("November 2026", &sheet, &["--total", "6003"]);
    assert_eq!(paid.json()["payouts"]["Paid"]["count"], 3, "{} {}", paid.out, paid.errors);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_older_ledger_waits_until_it_was_gone_through() {
    let fixture = Fixture::new().await;
    let sheet = fixture.sheet(12);
    assert_eq!(fixture.run("October 2026", &fixture.sheet(3), &[]).code, PAID);
    let older = fs::read(fixture.ledger()).unwrap();
    let twice = "They are paid twice a month";
    assert_eq!(fixture.run_and_decide("November 2026", &sheet, twice).code, PAID);
    let paid = fixture.queued();
    fs::write(fixture.ledger(), older).unwrap();

    let blocked = fixture.run("Corrected November 2026", &sheet, &[]);
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
    assert_eq!(withdrawn.code, NOT_PAID, "{} {}", withdrawn.out, withdrawn.errors);
    let again = fixture.run("November 2026", &sheet, &[]);
    assert_eq!((again.code, fixture.queued().len()), (NOT_PAID, 0), "{}", again.errors);
}
