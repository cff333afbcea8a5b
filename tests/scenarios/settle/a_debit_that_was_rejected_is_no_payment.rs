//! A statement has a word about each entry. A debit whose word nobody knows proves nothing until the user says what the word
//! means: it may say that the money did not leave.

use std::path::PathBuf;

use paysheet_desk::view::{ListKind, OutcomeKind, OutcomeProblem, OutcomeReading, WordReading};
use paysheet_domain::{PayoutState, WordKind, WordMeaning};

use crate::{
    outcome_files::{apply, apply_by, counts, file, lines, preview_by, preview_statement},
    support::{World, people, references, state_of},
};

const STATEMENT: ListKind = ListKind::Statement;

fn statement(world: &World, entries: &[(&str, &str, &str)]) -> PathBuf {
    let entry = |(text, amount, word): &(&str, &str, &str)| format!("20/11/2026,{text},{amount},,{word}");
    let head = "Date,Description,Debit,Credit,Status".to_owned();
    let all: Vec<_> = [head].into_iter().chain(entries.iter().map(entry)).collect();
    file(world, "statement.csv", &all)
}

fn said(word: &str, meaning: WordMeaning) -> OutcomeReading {
    let word = WordReading { kind: WordKind::Status, word: word.to_owned(), meaning };
    OutcomeReading { columns: None, words: Some(vec![word]) }
}

#[tokio::test(flavor = "multi_thread")]
async fn by_its_reference() {
    let world = World::without_callbacks().await;
    let id = world.sent(&people(2)).await;
    let all: Vec<String> = references(&world.desk, id).await.into_values().collect();
    for word in ["Rejected", "Declined", "Annulé", "Not paid"] {
        let path = statement(&world, &[(&format!("TRF {}", all[0]), "1000.00", word)]);
        let shown = preview_statement(&world, &path).await;
        let asked: Vec<_> = shown.words.iter().map(|asked| (asked.word.as_str(), asked.meaning)).collect();
        assert_eq!(asked, [(word, None)]);
        apply(&world, &path, &shown, &[]).await.unwrap();
        assert_eq!(state_of(&world.desk, id, &all[0]).await, PayoutState::Sent, "{word}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_reference_either() {
    let world = World::without_callbacks().await;
    world.sent(&people(2)).await;
    let path = statement(&world, &[("NIP somebody else", "1000.00", "Rejected")]);
    let shown = preview_statement(&world, &path).await;
    let problems: Vec<_> = lines(&world, &shown).into_iter().filter_map(|line| line.problem).collect();
    assert!(problems.contains(&OutcomeProblem::UndecidedWord), "{problems:?}");
    assert_eq!(shown.to_confirm, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn until_the_user_says_that_it_was_paid() {
    let world = World::without_callbacks().await;
    let id = world.sent(&people(1)).await;
    let all: Vec<String> = references(&world.desk, id).await.into_values().collect();
    let path = statement(&world, &[(&format!("TRF {}", all[0]), "1000.00", "Done at desk 4")]);
    let reading = said("Done at desk 4", WordMeaning::Paid);
    let shown = preview_by(&world, &path, STATEMENT, &reading).await;
    assert_eq!(counts(&shown), [(OutcomeKind::Paid, 1)]);
    apply_by(&world, &path, &shown, reading, &[]).await.unwrap();
    assert_eq!(state_of(&world.desk, id, &all[0]).await, PayoutState::Paid);
    let payment = world.desk.payment(id, &all[0]).await.unwrap();
    assert!(payment.reports.iter().any(|report| report.read_by.is_some()), "it is told as read by a person");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_word_that_says_it_is_booked_needs_no_question() {
    let world = World::without_callbacks().await;
    let id = world.sent(&people(6)).await;
    let all: Vec<String> = references(&world.desk, id).await.into_values().collect();
    for (at, word) in ["Booked", "POSTED", "Settled", "Comptabilisé", "Liquidado", ""].into_iter().enumerate()
    {
        let amount = format!("{}.00", 1000 + at);
        let path = statement(&world, &[(&format!("TRF {}", all[at]), &amount, word)]);
        let shown = preview_statement(&world, &path).await;
        apply(&world, &path, &shown, &[]).await.unwrap();
        assert_eq!(state_of(&world.desk, id, &all[at]).await, PayoutState::Paid, "{word}");
    }
}

/// Another entry about the payment says that it is booked, and its money came back. The open word may say the opposite.
#[tokio::test(flavor = "multi_thread")]
async fn nor_are_the_other_entries_about_it() {
    let world = World::without_callbacks().await;
    let id = world.sent(&people(1)).await;
    let all: Vec<String> = references(&world.desk, id).await.into_values().collect();
    let path = file(
        &world,
        "statement.csv",
        &[
            "Date,Description,Debit,Credit,Status".to_owned(),
            format!("20/11/2026,TRF {},1000.00,,Booked", all[0]),
            format!("20/11/2026,TRF {},1000.00,,Rejected", all[0]),
            format!("20/11/2026,TRF {},,1000.00,Booked", all[0]),
        ],
    );
    let shown = preview_statement(&world, &path).await;
    apply(&world, &path, &shown, &[]).await.unwrap();
    assert_eq!(state_of(&world.desk, id, &all[0]).await, PayoutState::Sent);

    let reading = said("Rejected", WordMeaning::Failed);
    let shown = preview_by(&world, &path, STATEMENT, &reading).await;
    apply_by(&world, &path, &shown, reading, &[]).await.unwrap();
    assert_eq!(state_of(&world.desk, id, &all[0]).await, PayoutState::Conflict);
}
