//! Statements overlap, so a debit may be in two of them. A second debit of a payment on another day may be a second
//! payment: it settles nothing, and is a contradiction once the user says so.

use std::path::PathBuf;

use paysheet_desk::view::{OutcomeKind, OutcomeProblem, PayrollStatus};
use paysheet_domain::PayoutState;

use crate::{
    outcome_files::{apply, counts, file, lines, preview_statement},
    support::{World, people, references, state_of},
};

/// A statement with one debit.
fn statement(world: &World, name: &str, date: &str, text: &str) -> PathBuf {
    let lines = ["Date,Description,Debit,Credit,Balance".to_owned(), format!("{date},{text},1000.00,,0")];
    file(world, name, &lines)
}

/// One person, paid by a statement.
async fn settled() -> (World, u32, String) {
    let world = World::without_callbacks().await;
    let id = world.sent(&people(1)).await;
    let reference = references(&world.desk, id).await.into_values().next().unwrap();
    let first = statement(&world, "first.csv", "20/11/2026", &format!("TRF {reference}"));
    let shown = preview_statement(&world, &first).await;
    apply(&world, &first, &shown, &[]).await.unwrap();
    assert_eq!(world.desk.payroll(id).await.unwrap().state, PayrollStatus::Closed);
    (world, id, reference)
}

#[tokio::test(flavor = "multi_thread")]
async fn if_the_user_says_so() {
    let (world, id, reference) = settled().await;
    let second = statement(&world, "second.csv", "24/11/2026", &format!("TRF {reference} AGAIN"));
    let shown = preview_statement(&world, &second).await;
    assert_eq!(counts(&shown), [(OutcomeKind::Conflict, 1)]);
    assert_eq!((shown.applicable, shown.to_confirm, shown.second_debits), (0, 1, 1));
    let line = lines(&world, &shown).remove(0);
    assert_eq!(line.problem, Some(OutcomeProblem::SecondDebit));
    assert_eq!(line.confirm_key.as_ref(), Some(&reference));

    assert_eq!(apply(&world, &second, &shown, &[]).await.unwrap().payouts, 0, "never silently");
    assert_eq!(state_of(&world.desk, id, &reference).await, PayoutState::Paid);
    let confirmed = [reference.clone()];
    assert_eq!(apply(&world, &second, &shown, &confirmed).await.unwrap().payouts, 1);
    assert_eq!(state_of(&world.desk, id, &reference).await, PayoutState::Conflict);
    assert_eq!(world.desk.payment(id, &reference).await.unwrap().reports.len(), 2, "both are kept");

    let again = preview_statement(&world, &second).await;
    assert_eq!((again.applicable, again.to_confirm, again.second_debits), (0, 0, 0), "it is known");
}

#[tokio::test(flavor = "multi_thread")]
async fn also_where_it_has_no_reference() {
    let (world, id, reference) = settled().await;
    let second = statement(&world, "second.csv", "24/11/2026", "NIP TRANSFER ADA PERSON0");
    let shown = preview_statement(&world, &second).await;
    assert_eq!((shown.to_confirm, shown.second_debits), (1, 1));
    apply(&world, &second, &shown, std::slice::from_ref(&reference)).await.unwrap();
    assert_eq!(state_of(&world.desk, id, &reference).await, PayoutState::Conflict);
}

#[tokio::test(flavor = "multi_thread")]
async fn even_if_it_came_back() {
    let (world, id, reference) = settled().await;
    let rows = ["Date,Description,Debit,Credit".to_owned()].into_iter().chain([
        format!("24/11/2026,TRF {reference},1000.00,"),
        format!("25/11/2026,RETURN {reference},,1000.00"),
    ]);
    let second = file(&world, "second.csv", &rows.collect::<Vec<_>>());
    let shown = preview_statement(&world, &second).await;
    assert_eq!(counts(&shown), [(OutcomeKind::Conflict, 1), (OutcomeKind::Ambiguous, 1)]);
    assert_eq!((shown.applicable, shown.to_confirm, shown.second_debits), (1, 0, 0));
    apply(&world, &second, &shown, &[]).await.unwrap();
    assert_eq!(state_of(&world.desk, id, &reference).await, PayoutState::Conflict);
}

/// A bank never gives two transfers one number, and the same entry has its number in every statement.
#[tokio::test(flavor = "multi_thread")]
async fn on_one_day_if_the_bank_has_other_numbers_for_them() {
    for (again, expected) in [("FT26325XYZ98", 1), ("FT26325ABC12", 0)] {
        let world = World::without_callbacks().await;
        let id = world.sent(&people(1)).await;
        let reference = references(&world.desk, id).await.into_values().next().unwrap();
        let first = statement(&world, "first.csv", "20/11/2026", &format!("FT26325ABC12 TRF {reference}"));
        let shown = preview_statement(&world, &first).await;
        apply(&world, &first, &shown, &[]).await.unwrap();
        let second = statement(&world, "second.csv", "20/11/2026", &format!("{again} TRF {reference}"));
        let shown = preview_statement(&world, &second).await;
        assert_eq!((shown.to_confirm, shown.second_debits), (expected, expected), "{again}");
        apply(&world, &second, &shown, std::slice::from_ref(&reference)).await.unwrap();
        let state = state_of(&world.desk, id, &reference).await;
        assert_eq!(state == PayoutState::Conflict, expected == 1, "{again}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn but_not_if_the_statements_overlap() {
    let (world, _, reference) = settled().await;
    let second = statement(&world, "second.csv", "2026-11-20", &format!("Payment {reference}"));
    let shown = preview_statement(&world, &second).await;
    assert_eq!(counts(&shown), [(OutcomeKind::Unchanged, 1)]);
    assert_eq!((shown.applicable, shown.to_confirm, shown.second_debits), (0, 0, 0));
}
