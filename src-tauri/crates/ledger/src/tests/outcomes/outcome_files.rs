//! Results of files: shown before they are applied, applied once, and only with the effect that was shown.

use paysheet_domain::{
    BatchState, MatchedBy, PayoutState, Report, ReportSource, SourcedReport, WordKind, WordMeaning,
};
use proptest::prelude::*;
use strum::IntoEnumIterator;

use crate::{
    AuditFilter, EventKind, FileReading, LayoutKind, Ledger, LedgerError, NewLayout, NewOutcomeFile,
    OutcomeEffects, PayoutReport, PayrollId, PayrollState, ReadWord, RowMatch, SettledBy,
    tests::support::{accepted, approved, at, open, payout_states, references, report, send},
};

const FILE: NewOutcomeFile<'static> = NewOutcomeFile {
    source: ReportSource::OutcomeFile,
    file_name: "results\0.csv",
    sha256: "0c0beacef8877bbf2416eb00f2b5dc96354e26dd1df5517320459b1236860f8c",
    by: "Ada Obi",
    reading: FileReading { words: &[], columns_json: None, layout: None, remember: None },
};

async fn sent(ledger: &Ledger, people: u32) -> (PayrollId, Vec<String>) {
    let id = approved(ledger, "November", &[people]).await;
    send(ledger, id, accepted()).await;
    (id, references(ledger, id).await)
}

async fn shown(ledger: &Ledger, reports: &[PayoutReport]) -> OutcomeEffects {
    ledger.preview_outcomes(FILE.source, reports, at(20)).await.unwrap()
}

async fn files(ledger: &Ledger) -> i64 {
    sqlx::query_scalar("SELECT COUNT(*) FROM outcome_files").fetch_one(&ledger.reader).await.unwrap()
}

/// The data of the events of imports.
async fn imports(ledger: &Ledger) -> Vec<String> {
    sqlx::query_scalar("SELECT data FROM events WHERE kind = $1 ORDER BY seq")
        .bind(EventKind::OutcomesImported.to_string())
        .fetch_all(&ledger.reader)
        .await
        .unwrap()
}

fn said(reference: &str, report: Report) -> PayoutReport {
    PayoutReport::new(reference, report, "")
}

#[tokio::test]
async fn a_preview_changes_nothing_and_applying_does_what_it_showed() {
    let (_dir, ledger) = open().await;
    let (id, of) = sent(&ledger, 2).await;
    let reports = [said(&of[0].to_lowercase(), Report::Successful), said(&of[1], Report::Failed)];
    let effects = shown(&ledger, &reports).await;
    assert_eq!(payout_states(&ledger, id).await, [PayoutState::Sent; 2]);
    assert_eq!(files(&ledger).await, 0);
    let first = effects.payouts[&of[0]];
    assert_eq!(first.before, (PayoutState::Sent, BatchState::Settling));
    assert_eq!((first.after, first.new), ((PayoutState::Paid, BatchState::Closed), 1));
    let applied = ledger.record_outcomes(FILE, &reports, &effects, at(21)).await.unwrap();
    assert_eq!(applied, effects);
    assert_eq!(payout_states(&ledger, id).await, [PayoutState::Paid, PayoutState::Failed]);
    assert_eq!(ledger.payroll(id).await.unwrap().state, PayrollState::Closed);
    let by: Vec<_> = ledger.all_payouts(id).await.unwrap().iter().map(|payout| payout.settled_by).collect();
    assert_eq!(by, [Some(SettledBy::OutcomeFile); 2]);
    assert_eq!(ledger.outcome_file_applied_at(FILE.source, FILE.sha256).await.unwrap(), Some(at(21)));
    let [data] = imports(&ledger).await.try_into().unwrap();
    for part in [
        FILE.sha256,
        r#""by":"Ada Obi""#,
        r#""file_name":"results.csv""#,
        r#""became":{"Failed":1,"Paid":1}"#,
    ] {
        assert!(data.contains(part), "{data}");
    }
    ledger.verify_chain().await.unwrap();
}

async fn applied_at(ledger: &Ledger, reports: &[PayoutReport], sha256: &str, minute: i64) -> u32 {
    let effects = shown(ledger, reports).await;
    let file = NewOutcomeFile { sha256, ..FILE };
    ledger.record_outcomes(file, reports, &effects, at(minute)).await.unwrap().new_reports()
}

#[tokio::test]
async fn what_a_person_read_is_a_report_of_its_own_from_the_same_file() {
    let (_dir, ledger) = open().await;
    let (id, of) = sent(&ledger, 1).await;
    let (status, read_by) = ("Réglé".to_owned(), Some("Ada Obi".to_owned()));
    let read = [PayoutReport { status, read_by, ..said(&of[0], Report::Successful) }];
    assert_eq!(applied_at(&ledger, &read, FILE.sha256, 21).await, 1);
    let [report] = ledger.reports(&of[0]).await.unwrap().try_into().unwrap();
    let told = (report.source, report.status.as_str(), report.read_by.as_deref());
    assert_eq!(told, (ReportSource::WordReading, "Réglé", Some("Ada Obi")));
    let words = ledger.words_read_as_paid(id).await.unwrap();
    assert_eq!((words[&of[0]].word.as_str(), words[&of[0]].by.as_str()), ("Réglé", "Ada Obi"));
    let by = async || ledger.all_payouts(id).await.unwrap()[0].settled_by;
    assert_eq!(by().await, Some(SettledBy::WordReading));
    let applied = ledger.outcome_file_applied_at(ReportSource::OutcomeFile, FILE.sha256).await.unwrap();
    assert_eq!((applied, files(&ledger).await), (Some(at(21)), 1), "the file is a list of outcomes");
    let linked: i64 =
        sqlx::query_scalar("SELECT COUNT(*) FROM reports r JOIN outcome_files f ON f.id = r.outcome_file")
            .fetch_one(&ledger.reader)
            .await
            .unwrap();
    assert_eq!(linked, 1);
    assert_eq!(applied_at(&ledger, &read, FILE.sha256, 22).await, 0, "the same file again");
    let itself = [said(&of[0], Report::Successful)];
    assert_eq!(applied_at(&ledger, &itself, "01", 23).await, 1, "a list that says it itself");
    assert_eq!(by().await, Some(SettledBy::OutcomeFile));
    assert_eq!(applied_at(&ledger, &read, "02", 24).await, 0);
    assert_eq!(by().await, Some(SettledBy::OutcomeFile), "it is not less certain for that");
    let applied: Vec<String> = sqlx::query_scalar("SELECT data FROM events WHERE kind = $1 ORDER BY seq")
        .bind(EventKind::ReportApplied.to_string())
        .fetch_all(&ledger.reader)
        .await
        .unwrap();
    for part in [r#""source":"word_reading""#, r#""word":"Réglé""#, r#""read_by":"Ada Obi""#] {
        assert!(applied[0].contains(part) && !applied[1].contains(part), "{applied:?}");
    }
    ledger.verify_chain().await.unwrap();
}

/// A debit that a person matched: the ledger has who it was and how, in the report and in the sealed event.
#[tokio::test]
async fn what_a_person_matched_is_stored_with_the_person_and_settles_as_that() {
    let (_dir, ledger) = open().await;
    let (id, of) = sent(&ledger, 3).await;
    let debit = |reference: &str, by, confirmed_by: Option<&str>| PayoutReport {
        matched: Some(RowMatch { by, confirmed_by: confirmed_by.map(str::to_owned) }),
        status: "20/11/2026".to_owned(),
        ..said(reference, Report::Successful)
    };
    let reports = [
        debit(&of[0], MatchedBy::Reference, None),
        debit(&of[1], MatchedBy::Name, Some("Ada Obi")),
        debit(&of[2], MatchedBy::BatchSum, Some("Ada Obi")),
    ];
    let file = NewOutcomeFile { source: ReportSource::Statement, ..FILE };
    let effects = ledger.preview_outcomes(file.source, &reports, at(20)).await.unwrap();
    ledger.record_outcomes(file, &reports, &effects, at(21)).await.unwrap();

    assert_eq!(payout_states(&ledger, id).await, [PayoutState::Paid; 3], "the state is that of any debit");
    let payouts = ledger.all_payouts(id).await.unwrap();
    let by: Vec<_> = payouts.iter().map(|payout| payout.settled_by.unwrap()).collect();
    assert_eq!(by, [SettledBy::Statement, SettledBy::StatementMatch, SettledBy::StatementMatch]);
    assert!(payouts.iter().all(|payout| payout.message.as_deref() == Some("")), "a day is no message");
    let stored = ledger.file_reports(id).await.unwrap();
    for (reference, report) in of.iter().zip(&reports) {
        assert_eq!(ledger.reports(reference).await.unwrap()[0].matched, report.matched);
        let [of_file] = stored[reference].as_slice() else { panic!("{stored:?}") };
        assert_eq!((&of_file.matched, of_file.day.as_str()), (&report.matched, "20/11/2026"));
    }
    let [import] = imports(&ledger).await.try_into().unwrap();
    assert!(import.contains(r#""confirmed":2"#), "{import}");
    let events: Vec<String> = sqlx::query_scalar("SELECT data FROM events WHERE kind = $1 ORDER BY seq")
        .bind(EventKind::ReportApplied.to_string())
        .fetch_all(&ledger.reader)
        .await
        .unwrap();
    assert!(events[0].contains(r#""matched_by":"reference""#) && !events[0].contains("confirmed_by"));
    for part in [r#""matched_by":"name""#, r#""confirmed_by":"Ada Obi""#] {
        assert!(events[1].contains(part), "{events:?}");
    }
    ledger.verify_chain().await.unwrap();
}

/// The file is in the audit log of each payroll that it changed, with that payroll's own figures, and in no other.
#[tokio::test]
async fn each_payroll_that_a_file_changed_says_so() {
    let (_dir, ledger) = open().await;
    let (first, of) = sent(&ledger, 2).await;
    let mut others = Vec::new();
    for (name, people) in [("December", 2), ("January", 1)] {
        let id = approved(&ledger, name, &[people]).await;
        send(&ledger, id, accepted()).await;
        others.push((id, references(&ledger, id).await));
    }
    let [(second, other), (third, known)] = others.try_into().unwrap();
    let before = [said(&known[0], Report::Successful)];
    assert_eq!(applied_at(&ledger, &before, "00", 20).await, 1);
    let reports = [
        said(&of[0], Report::Successful),
        said(&of[1], Report::Successful),
        said(&other[0], Report::Failed),
        said(&known[0], Report::Successful),
    ];
    assert_eq!(applied_at(&ledger, &reports, FILE.sha256, 21).await, 3);
    for (payroll, sha256, payouts, became) in [
        (first, FILE.sha256, 2, serde_json::json!({ "Paid": 2 })),
        (second, FILE.sha256, 1, serde_json::json!({ "Failed": 1 })),
        (third, "00", 1, serde_json::json!({ "Paid": 1 })),
    ] {
        let filter = AuditFilter { payroll: Some(payroll), person: None };
        let events = ledger.audit_events(&filter, (0, 500)).await.unwrap().records;
        let imports: Vec<_> =
            events.iter().filter(|of| of.event.kind == EventKind::OutcomesImported).collect();
        let [import] = imports.as_slice() else { panic!("{imports:?}") };
        let data: serde_json::Value = serde_json::from_str(&import.event.data_json).unwrap();
        assert_eq!((&data["sha256"], &data["payouts"]), (&sha256.into(), &payouts.into()), "{data}");
        assert_eq!(data["became"], became);
    }
}

#[tokio::test]
async fn the_same_file_again_stores_nothing() {
    let (_dir, ledger) = open().await;
    let (_, of) = sent(&ledger, 1).await;
    let reports = [said(&of[0], Report::Successful)];
    let effects = shown(&ledger, &reports).await;
    ledger.record_outcomes(FILE, &reports, &effects, at(21)).await.unwrap();
    let again = shown(&ledger, &reports).await;
    assert_eq!(again.new_reports(), 0);
    ledger.record_outcomes(FILE, &reports, &again, at(22)).await.unwrap();
    assert_eq!((imports(&ledger).await.len(), files(&ledger).await), (1, 1));
}

#[tokio::test]
async fn an_effect_that_was_not_shown_is_refused() {
    let (_dir, ledger) = open().await;
    let (id, of) = sent(&ledger, 2).await;
    let reports = [said(&of[0], Report::Successful), said(&of[1], Report::Successful)];
    let effects = shown(&ledger, &reports).await;
    report(&ledger, &of[1], Report::Failed).await;
    let refused = ledger.record_outcomes(FILE, &reports, &effects, at(21)).await;
    assert!(matches!(refused, Err(LedgerError::OutcomesChanged)), "{refused:?}");
    assert_eq!(payout_states(&ledger, id).await, [PayoutState::Sent, PayoutState::Failed], "none of it");
    assert_eq!(files(&ledger).await, 0);
    // A part of what was shown is applied if that part is as it was.
    ledger.record_outcomes(FILE, &reports[..1], &effects, at(22)).await.unwrap();
    assert_eq!(payout_states(&ledger, id).await, [PayoutState::Paid, PayoutState::Failed]);
}

#[tokio::test]
async fn rows_that_disagree_are_a_conflict_and_both_are_kept() {
    let (_dir, ledger) = open().await;
    let (id, of) = sent(&ledger, 1).await;
    let reports = [said(&of[0], Report::Successful), said(&of[0], Report::Failed)];
    let effects = shown(&ledger, &reports).await;
    assert_eq!((effects.payouts[&of[0]].after.0, effects.new_reports()), (PayoutState::Conflict, 2));
    ledger.record_outcomes(FILE, &reports, &effects, at(21)).await.unwrap();
    assert_eq!(payout_states(&ledger, id).await, [PayoutState::Conflict]);
    assert_eq!(ledger.reports(&of[0]).await.unwrap().len(), 2);
}

#[tokio::test]
async fn payouts_are_found_by_reference_and_by_the_account_that_something_was_sent_to() {
    let (_dir, ledger) = open().await;
    let (id, of) = sent(&ledger, 2).await;
    let unsent = approved(&ledger, "December", &[2]).await;
    let found = ledger.listed_payouts(&[&of[0], "ABCDEFGHIJKLMNOPQRSTUVWXYZ"]).await.unwrap();
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].payroll, found[0].payroll_name.as_str()), (id, "November"));
    let account = found[0].account_number.clone();
    let to_account = ledger.sent_to_accounts(&[&account]).await.unwrap();
    assert!(to_account.iter().all(|payout| payout.payroll != unsent), "{to_account:?}");
    assert!(to_account.iter().any(|payout| payout.reference == of[0]));
    let sent_at = found[0].sent_at.unwrap();
    let sent = ledger.sent_between(sent_at, sent_at).await.unwrap();
    assert_eq!(
        sent.iter().map(|payout| &payout.reference).collect::<Vec<_>>(),
        of.iter().collect::<Vec<_>>()
    );
    assert!(ledger.sent_between(at(90), at(99)).await.unwrap().is_empty());
}

fn any_report() -> impl Strategy<Value = (usize, Report)> {
    let reports: Vec<Report> = Report::iter().collect();
    (0..PEOPLE, prop::sample::select(reports))
}

const PEOPLE: usize = 3;

/// Applies files in this order, each of them twice, and returns the states.
async fn applied(files: &[Vec<(usize, Report)>]) -> Vec<PayoutState> {
    let (_dir, ledger) = open().await;
    let (id, of) = sent(&ledger, PEOPLE.try_into().unwrap()).await;
    for (number, file) in files.iter().chain(files).enumerate() {
        let sha256 = format!("{number:064}");
        let reports: Vec<_> = file.iter().map(|(at, report)| said(&of[*at], *report)).collect();
        let effects = shown(&ledger, &reports).await;
        let file = NewOutcomeFile { sha256: &sha256, ..FILE };
        ledger.record_outcomes(file, &reports, &effects, at(21)).await.unwrap();
    }
    ledger.verify_chain().await.unwrap();
    payout_states(&ledger, id).await
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn the_states_follow_from_the_set_of_all_rows_in_any_order(
        files in prop::collection::vec(prop::collection::vec(any_report(), 0..4), 0..4),
    ) {
        let states = tokio::runtime::Runtime::new().unwrap().block_on(applied(&files));
        for (person, state) in states.into_iter().enumerate() {
            let about = files.iter().flatten().filter(|(of, _)| *of == person);
            let of_file = |(_, report): &(usize, Report)| {
                SourcedReport { source: ReportSource::OutcomeFile, report: *report }
            };
            let set: Vec<_> = about.map(of_file).collect();
            prop_assert_eq!(state, PayoutState::from_reports(&set), "{:?}", files);
        }
    }
}

#[tokio::test]
async fn how_a_person_read_a_file_is_in_its_event_and_stored_only_with_its_results() {
    let (_dir, ledger) = open().await;
    let (_, of) = sent(&ledger, 1).await;
    let words =
        [ReadWord {
            kind: WordKind::Status, word: "Réglé".to_owned(), read_as: WordMeaning::Paid, rows: 3
        }];
    let layout = NewLayout {
        fingerprint: "aa".to_owned(),
        kind: LayoutKind::Results,
        name: "Export".to_owned(),
        columns_json: "[1]".to_owned(),
        words_json: "[2]".to_owned(),
    };
    let reading =
        FileReading { words: &words, columns_json: Some("[1]"), layout: Some("aa"), remember: Some(&layout) };
    let file = NewOutcomeFile { reading, ..FILE };
    let reports = [said(&of[0], Report::Successful)];
    let effects = shown(&ledger, &reports).await;
    let changed = ledger.record_outcomes(file, &reports, &OutcomeEffects::default(), at(21)).await;
    assert!(matches!(changed, Err(LedgerError::OutcomesChanged)), "{changed:?}");
    assert!(ledger.layouts().await.unwrap().is_empty(), "nothing is stored of what was not applied");
    ledger.record_outcomes(file, &reports, &effects, at(22)).await.unwrap();
    let stored = ledger.layouts().await.unwrap();
    let [stored] = stored.as_slice() else { panic!("{stored:?}") };
    let told = (stored.kind, stored.columns_json.as_str(), stored.words_json.as_str(), stored.used_at);
    assert_eq!(told, (LayoutKind::Results, "[1]", "[2]", at(22)));
    let events = imports(&ledger).await;
    let [event] = events.as_slice() else { panic!("{events:?}") };
    let event: serde_json::Value = serde_json::from_str(event).unwrap();
    assert_eq!(
        event["words"],
        serde_json::json!([{ "kind": "status", "word": "Réglé", "read_as": "paid", "rows": 3 }])
    );
    assert_eq!((&event["sha256"], &event["columns"]), (&FILE.sha256.into(), &"[1]".into()));
    ledger.verify_chain().await.unwrap();
}
