//! A list has status words that nobody knows. They settle nothing until the user says what they mean, and what the user
//! says has the same effect as a list that says it in known words.

use paysheet_desk::view::{
    AuditDetail, AuditQuery, OutcomeFileKind, OutcomeKind, OutcomeReading, OutcomesView, WordReading,
};
use paysheet_domain::{PayoutState, WordKind, WordMeaning};

use crate::{
    outcome_files::{apply, apply_by, counts, export, look, look_by},
    support::{World, call_back, code_of, people, references, report, state_of, until},
};

const RESULTS: OutcomeFileKind = OutcomeFileKind::Results;

fn said(words: &[(&str, WordMeaning)]) -> OutcomeReading {
    let reading = |(text, meaning): &(&str, WordMeaning)| word(text, *meaning);
    OutcomeReading { columns: None, words: Some(words.iter().map(reading).collect()) }
}

fn word(word: &str, meaning: WordMeaning) -> WordReading {
    WordReading { kind: WordKind::Status, word: word.to_owned(), meaning }
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
    let shown = look(&world, &path).await;
    assert_eq!(words(&shown), [("Réglé", 2, None, false), ("EXECUTED_OK", 1, None, false)]);
    assert_eq!(counts(&shown), [(OutcomeKind::Unchanged, 3)]);
    apply(&world, &path, &shown, &[]).await.unwrap();
    assert_eq!(state_of(&world.desk, id, &all[0]).await, PayoutState::Sent, "a word is not guessed");

    let reading = said(&[("Réglé", WordMeaning::Paid), ("EXECUTED_OK", WordMeaning::NotFinal)]);
    let shown = look_by(&world, &path, RESULTS, &reading).await;
    assert_eq!(counts(&shown), [(OutcomeKind::Paid, 2), (OutcomeKind::Unchanged, 1)]);
    assert_eq!(state_of(&world.desk, id, &all[0]).await, PayoutState::Sent, "shown, not applied");
    let otherwise = apply(&world, &path, &shown, &[]).await;
    assert_eq!(code_of(otherwise).to_string(), "outcomes_changed", "only as it was shown");
    apply_by(&world, &path, &shown, reading, &[]).await.unwrap();
    assert_eq!(state_of(&world.desk, id, &all[1]).await, PayoutState::Paid);
    assert_eq!(state_of(&world.desk, id, &all[2]).await, PayoutState::Sent);
    is_in_the_audit_log(&world).await;

    world.restart().await;
    let path = export(&world, [(all[3].as_str(), "réglé"), (&all[2], "Annulé")]);
    let shown = look(&world, &path).await;
    let last = [("Annulé", 1, None, false), ("réglé", 1, Some(WordMeaning::Paid), true)];
    assert_eq!(words(&shown), last);
    let reading = said(&[("Annulé", WordMeaning::Failed)]);
    let shown = look_by(&world, &path, RESULTS, &reading).await;
    assert_eq!(counts(&shown), [(OutcomeKind::Failed, 1), (OutcomeKind::Unchanged, 1)], "it was taken back");
    apply_by(&world, &path, &shown, reading, &[]).await.unwrap();
    let layout = world.desk.layouts().await.unwrap().remove(0);
    let kept: Vec<_> = layout.words.iter().map(|reading| (reading.word.as_str(), reading.meaning)).collect();
    assert_eq!(kept, [("Annulé", WordMeaning::Failed), ("EXECUTED_OK", WordMeaning::NotFinal)]);
    assert!(layout.list_columns.is_empty(), "its headings say what its columns hold");
}

async fn is_in_the_audit_log(world: &World) {
    let log = world.desk.audit_log(&AuditQuery::default(), 0, 50).await.unwrap();
    let details: Vec<_> = log.rows.iter().flat_map(|line| &line.details).collect();
    let wanted = AuditDetail::WordsRead {
        words: vec![word("Réglé", WordMeaning::Paid), word("EXECUTED_OK", WordMeaning::NotFinal)],
    };
    assert!(details.contains(&&wanted), "{details:?}");
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
    let shown = look_by(&world, &path, RESULTS, &reading).await;
    assert_eq!(counts(&shown), [(OutcomeKind::Conflict, 1), (OutcomeKind::Failed, 1)]);
    apply_by(&world, &path, &shown, reading, &[]).await.unwrap();
    assert_eq!(state_of(&world.desk, id, &all[0]).await, PayoutState::Conflict);
    let reading = said(&[("Annulé", WordMeaning::Paid)]);
    let shown = look_by(&world, &path, RESULTS, &reading).await;
    assert_eq!(counts(&shown), [(OutcomeKind::Conflict, 2)], "one file read both ways is a contradiction");
}

#[tokio::test(flavor = "multi_thread")]
async fn and_never_where_a_code_says_something() {
    let world = World::without_callbacks().await;
    let id = world.sent(&people(1)).await;
    let all: Vec<String> = references(&world.desk, id).await.into_values().collect();
    let lines = ["Reference,Status,Response code".to_owned(), format!("{},Done it,91", all[0])];
    let path = crate::outcome_files::file(&world, "codes.csv", &lines);
    let reading = said(&[("Done it", WordMeaning::Paid)]);
    let shown = look_by(&world, &path, RESULTS, &reading).await;
    assert_eq!((counts(&shown), shown.words.len()), (vec![(OutcomeKind::Unchanged, 1)], 0));
}
