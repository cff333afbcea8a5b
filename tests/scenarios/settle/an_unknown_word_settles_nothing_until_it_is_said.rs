//! A list has status words or response codes that nobody knows. They settle nothing until the user says what they mean, and what the user
//! says has the same effect as a list that says it in known words.

use std::path::PathBuf;

use paysheet_desk::view::{
    AuditDetail, AuditQuery, ListKind, OutcomeKind, OutcomeReading, OutcomesView, WordReading,
};
use paysheet_domain::{PayoutState, ReportSource, WordKind, WordMeaning};
use paysheet_ledger::SettledBy;

use crate::{
    outcome_files::{apply, apply_by, counts, export, file, preview, preview_by},
    support::{World, call_back, code_of, people, references, report, state_of, until},
};

const RESULTS: ListKind = ListKind::Results;

fn said(words: &[(&str, WordMeaning)]) -> OutcomeReading {
    let reading = |(text, meaning): &(&str, WordMeaning)| word(text, *meaning);
    OutcomeReading { columns: None, words: Some(words.iter().map(reading).collect()) }
}

fn word(word: &str, meaning: WordMeaning) -> WordReading {
    WordReading { kind: WordKind::Status, word: word.to_owned(), meaning }
}

fn code(code: &str, meaning: WordMeaning) -> WordReading {
    WordReading { kind: WordKind::Code, word: code.to_owned(), meaning }
}

/// A list with these references, status words and response codes.
fn coded(world: &World, rows: &[(&String, &str, &str)]) -> PathBuf {
    let row = |(reference, status, code): &(&String, &str, &str)| format!("{reference},{status},{code}");
    let lines: Vec<_> =
        ["Reference,Status,Response code".to_owned()].into_iter().chain(rows.iter().map(row)).collect();
    file(world, "codes.csv", &lines)
}

fn words(view: &OutcomesView) -> Vec<(&str, u32, Option<WordMeaning>, bool)> {
    let shown = view.words.iter();
    shown.map(|word| (word.word.as_str(), word.rows, word.meaning, word.is_remembered)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn and_is_remembered_for_lists_with_the_same_headings() {
    let mut world = World::without_callbacks().await;
    let id = world.sent(&people(4)).await;
    let all: Vec<String> = references(&world.desk, id).await.into_values().collect();
    let rows = [(all[0].as_str(), "Réglé"), (&all[1], "RÉGLÉ"), (&all[2], "EXECUTED_OK")];
    let path = export(&world, rows);
    let shown = preview(&world, &path).await;
    assert_eq!(words(&shown), [("Réglé", 2, None, false), ("EXECUTED_OK", 1, None, false)]);
    assert_eq!(counts(&shown), [(OutcomeKind::Unchanged, 3)]);
    apply(&world, &path, &shown, &[]).await.unwrap();
    assert_eq!(state_of(&world.desk, id, &all[0]).await, PayoutState::Sent, "a word is not guessed");

    let reading = said(&[("Réglé", WordMeaning::Paid), ("EXECUTED_OK", WordMeaning::NotFinal)]);
    let shown = preview_by(&world, &path, RESULTS, &reading).await;
    assert_eq!(counts(&shown), [(OutcomeKind::Paid, 2), (OutcomeKind::Unchanged, 1)]);
    assert_eq!(state_of(&world.desk, id, &all[0]).await, PayoutState::Sent, "shown, not applied");
    let otherwise = apply(&world, &path, &shown, &[]).await;
    assert_eq!(code_of(otherwise).to_string(), "outcomes_changed", "only as it was shown");
    apply_by(&world, &path, &shown, reading, &[]).await.unwrap();
    assert_eq!(state_of(&world.desk, id, &all[1]).await, PayoutState::Paid);
    assert_eq!(state_of(&world.desk, id, &all[2]).await, PayoutState::Sent);
    let read = [word("Réglé", WordMeaning::Paid), word("EXECUTED_OK", WordMeaning::NotFinal)];
    is_in_the_audit_log(&world, id, &read, "Ada Obi").await;
    is_told_from_what_a_list_says(&world, id, &all).await;

    world.restart().await;
    let path = export(&world, [(all[3].as_str(), "réglé"), (&all[2], "Annulé")]);
    let shown = preview(&world, &path).await;
    let last = [("Annulé", 1, None, false), ("réglé", 1, Some(WordMeaning::Paid), true)];
    assert_eq!(words(&shown), last);
    let reading = said(&[("Annulé", WordMeaning::Failed)]);
    let shown = preview_by(&world, &path, RESULTS, &reading).await;
    assert_eq!(counts(&shown), [(OutcomeKind::Failed, 1), (OutcomeKind::Unchanged, 1)], "it was taken back");
    apply_by(&world, &path, &shown, reading, &[]).await.unwrap();
    let layout = world.desk.layouts().await.unwrap().remove(0);
    let kept: Vec<_> = layout.words.iter().map(|reading| (reading.word.as_str(), reading.meaning)).collect();
    assert_eq!(kept, [("Annulé", WordMeaning::Failed), ("EXECUTED_OK", WordMeaning::NotFinal)]);
    assert!(layout.list_columns.is_empty(), "its headings say what its columns hold");
}

/// The payment says that somebody read it, until a list says it itself.
async fn is_told_from_what_a_list_says(world: &World, id: u32, all: &[String]) {
    let told = async |reference: &str| {
        let payment = world.desk.payment(id, reference).await.unwrap();
        let reports =
            payment.reports.into_iter().map(|report| (report.source, report.status, report.read_by));
        (payment.payout.settled_by, reports.collect::<Vec<_>>())
    };
    let undecided = (ReportSource::OutcomeFile, "Réglé".to_owned(), None);
    let read = (ReportSource::WordReading, "Réglé".to_owned(), Some("Ada Obi".to_owned()));
    let before = (Some(SettledBy::WordReading), vec![undecided.clone(), read.clone()]);
    assert_eq!(told(&all[0]).await, before);
    let path = export(world, [(all[0].as_str(), "Paid")]);
    let shown = preview(world, &path).await;
    assert_eq!((counts(&shown), shown.applicable), (vec![(OutcomeKind::Unchanged, 1)], 1));
    apply(world, &path, &shown, &[]).await.unwrap();
    let says = (ReportSource::OutcomeFile, "Paid".to_owned(), None);
    assert_eq!(told(&all[0]).await, (Some(SettledBy::OutcomeFile), vec![undecided, read, says]));
    assert_eq!(told(&all[1]).await.0, Some(SettledBy::WordReading), "and of nobody else");
}

async fn is_in_the_audit_log(world: &World, id: u32, words: &[WordReading], by: &str) {
    let query = AuditQuery { payroll: Some(id), person: None };
    let log = world.desk.audit_log(&query, 0, 50).await.unwrap();
    let details: Vec<_> = log.rows.iter().flat_map(|line| &line.details).collect();
    let wanted = AuditDetail::WordsRead { words: words.to_vec() };
    assert!(details.contains(&&wanted), "{details:?}");
    let by = by.to_owned();
    let read = AuditDetail::ReadBy { word: words[0].word.clone(), name: by };
    assert!(details.contains(&&read), "{details:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn and_then_contradicts_what_says_otherwise() {
    let world = World::without_callbacks().await;
    let id = world.sent(&people(2)).await;
    let address = world.listen_elsewhere().await;
    let all: Vec<String> = references(&world.desk, id).await.into_values().collect();
    call_back(&address, &report(&all[0], "00")).await;
    until(&world.desk, id, |track| track.outcomes.iter().any(|one| one.state == PayoutState::Paid)).await;
    let path = export(&world, [(all[0].as_str(), "Annulé"), (&all[1], "Annulé")]);
    let reading = said(&[("Annulé", WordMeaning::Failed)]);
    let shown = preview_by(&world, &path, RESULTS, &reading).await;
    assert_eq!(counts(&shown), [(OutcomeKind::Conflict, 1), (OutcomeKind::Failed, 1)]);
    apply_by(&world, &path, &shown, reading, &[]).await.unwrap();
    assert_eq!(state_of(&world.desk, id, &all[0]).await, PayoutState::Conflict);
    let reading = said(&[("Annulé", WordMeaning::Paid)]);
    let shown = preview_by(&world, &path, RESULTS, &reading).await;
    assert_eq!(counts(&shown), [(OutcomeKind::Conflict, 2)], "one file read both ways is a contradiction");
}

#[tokio::test(flavor = "multi_thread")]
async fn and_never_where_a_code_says_something() {
    let world = World::without_callbacks().await;
    let id = world.sent(&people(1)).await;
    let all: Vec<String> = references(&world.desk, id).await.into_values().collect();
    let path = coded(&world, &[(&all[0], "Done it", "91")]);
    let reading = said(&[("Done it", WordMeaning::Paid)]);
    let shown = preview_by(&world, &path, RESULTS, &reading).await;
    assert_eq!((counts(&shown), shown.words.len()), (vec![(OutcomeKind::Unchanged, 1)], 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn nor_does_an_unknown_code() {
    let mut world = World::without_callbacks().await;
    let id = world.sent(&people(4)).await;
    let all: Vec<String> = references(&world.desk, id).await.into_values().collect();
    let rows = [(&all[0], "", "S01"), (&all[1], "", "E17"), (&all[2], "", "02"), (&all[3], "Réglé", "S01")];
    let path = coded(&world, &rows);
    let shown = preview(&world, &path).await;
    let nobody_knows = [("Réglé", 1, None, false), ("S01", 2, None, false), ("E17", 1, None, false)];
    assert_eq!(words(&shown), nobody_knows, "02 is known to say nothing");
    assert_eq!(counts(&shown), [(OutcomeKind::Unchanged, 4)]);
    apply(&world, &path, &shown, &[]).await.unwrap();
    are(&world, id, &all, [PayoutState::Sent; 4]).await;

    let meant = [code("S01", WordMeaning::Paid), code("E17", WordMeaning::Failed)];
    let with_02 = meant.iter().cloned().chain([code("02", WordMeaning::Paid), word("02", WordMeaning::Paid)]);
    let reading = OutcomeReading { columns: None, words: Some(with_02.collect()) };
    let shown = preview_by(&world, &path, RESULTS, &reading).await;
    let expected = [(OutcomeKind::Failed, 1), (OutcomeKind::Paid, 1), (OutcomeKind::Unchanged, 2)];
    assert_eq!(counts(&shown), expected);
    apply_by(&world, &path, &shown, reading, &[]).await.unwrap();
    let (paid, failed, sent) = (PayoutState::Paid, PayoutState::Failed, PayoutState::Sent);
    are(&world, id, &all, [paid, failed, sent, sent]).await;
    is_in_the_audit_log(&world, id, &meant, &world.desk.profile().settings.approver).await;
    assert_eq!(world.desk.layouts().await.unwrap().remove(0).words, meant, "nobody is asked about 02");

    world.restart().await;
    let path = coded(&world, &[(&all[2], "", "02"), (&all[3], "", "S01")]);
    let shown = preview(&world, &path).await;
    assert_eq!(words(&shown), [("S01", 1, Some(WordMeaning::Paid), true)]);
    apply(&world, &path, &shown, &[]).await.unwrap();
    are(&world, id, &all, [paid, failed, sent, paid]).await;
}

async fn are(world: &World, id: u32, references: &[String], wanted: [PayoutState; 4]) {
    for (reference, wanted) in references.iter().zip(wanted) {
        assert_eq!(state_of(&world.desk, id, reference).await, wanted, "{reference}");
    }
}
