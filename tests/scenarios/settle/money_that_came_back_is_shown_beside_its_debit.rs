//! A bank returns a payment without repeating our reference. Whoever reads only the debits takes the person for paid.

use paysheet_desk::view::{ListKind, OutcomeKind, OutcomeLine, OutcomeProblem, OutcomeReading, OutcomesView};
use paysheet_domain::PayoutState;
use paysheet_sheet::ListField;

use crate::{
    outcome_files::{apply, apply_by, asked, file, lines, preview_by, preview_statement},
    support::{World, people, references, state_of},
};

const HEAD: &str = "Date,Description,Debit,Credit";

/// A payroll of two people that was sent, with the references in the order of the people, and a statement of these lines.
async fn statement(
    head: &str,
    entries: &[&str],
) -> (World, u32, Vec<String>, OutcomesView, std::path::PathBuf) {
    let world = World::without_callbacks().await;
    let id = world.sent(&people(2)).await;
    let all: Vec<String> = references(&world.desk, id).await.into_values().collect();
    let named = |text: &&str| text.replace("OURS", &all[1]);
    let text: Vec<String> = [head.to_owned()].into_iter().chain(entries.iter().map(named)).collect();
    let path = file(&world, "statement.csv", &text);
    let shown = preview_statement(&world, &path).await;
    (world, id, all, shown, path)
}

/// What became of the lines of entries, without those that no entry is about.
fn entries(world: &World, shown: &OutcomesView) -> Vec<(OutcomeKind, Option<OutcomeProblem>)> {
    let of = |line: OutcomeLine| (line.kind, line.problem);
    lines(world, shown).into_iter().filter(|line| line.kind != OutcomeKind::Missing).map(of).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn and_neither_is_taken_alone() {
    let (world, id, all, shown, path) =
        statement(HEAD, &["21/11/2026,NIP ADA PERSON1,1001.00,", "22/11/2026,RETURNED ADA PERSON1,,1001.00"])
            .await;
    assert_eq!(entries(&world, &shown), [(OutcomeKind::Conflict, Some(OutcomeProblem::PossibleReturn))]);
    assert_eq!(lines(&world, &shown)[0].says.len(), 2, "both are on its line");
    apply(&world, &path, &shown, &[]).await.unwrap();
    assert_eq!(state_of(&world.desk, id, &all[1]).await, PayoutState::Sent);
    apply(&world, &path, &shown, &all[1..]).await.unwrap();
    assert_eq!(state_of(&world.desk, id, &all[1]).await, PayoutState::Conflict, "it can be decided");
}

/// The debit is certain, and whether it stayed out is not: both wait until somebody decides.
#[tokio::test(flavor = "multi_thread")]
async fn also_where_the_debit_has_the_reference() {
    let (world, id, all, shown, path) =
        statement(HEAD, &["21/11/2026,TRF OURS,1001.00,", "22/11/2026,RETURNED ADA PERSON1,,1001.00"]).await;
    assert_eq!(entries(&world, &shown), [(OutcomeKind::Conflict, Some(OutcomeProblem::PossibleReturn))]);
    apply(&world, &path, &shown, &[]).await.unwrap();
    assert_eq!(state_of(&world.desk, id, &all[1]).await, PayoutState::Sent, "it settles nothing");
    apply(&world, &path, &shown, &all[1..]).await.unwrap();
    assert_eq!(state_of(&world.desk, id, &all[1]).await, PayoutState::Conflict);
}

/// The debit was in an earlier statement: what came back is confirmed by a person, and then contradicts it.
#[tokio::test(flavor = "multi_thread")]
async fn also_in_a_later_statement() {
    let (world, id, all, shown, path) = statement(HEAD, &["21/11/2026,TRF OURS,1001.00,"]).await;
    apply(&world, &path, &shown, &[]).await.unwrap();
    let later =
        file(&world, "later.csv", &[HEAD.to_owned(), "22/11/2026,RETURNED ADA PERSON1,,1001.00".to_owned()]);
    let shown = preview_statement(&world, &later).await;
    assert_eq!(entries(&world, &shown), [(OutcomeKind::Conflict, None)]);
    assert_eq!(apply(&world, &later, &shown, &[]).await.unwrap().payouts, 0, "never silently");
    assert_eq!(apply(&world, &later, &shown, &all[1..]).await.unwrap().payouts, 1);
    assert_eq!(state_of(&world.desk, id, &all[1]).await, PayoutState::Conflict);
}

/// Salaries of the company's own customers come in all day.
#[tokio::test(flavor = "multi_thread")]
async fn but_no_money_that_has_nothing_to_do_with_a_payout() {
    let (world, _, _, shown, _) = statement(
        HEAD,
        &[
            "21/11/2026,TRF OURS,1001.00,",
            "22/11/2026,SALE ADA PERSON1,,99.00",
            "22/11/2026,SALE JOE,,1001.00",
        ],
    )
    .await;
    assert_eq!(entries(&world, &shown), [(OutcomeKind::Paid, None)]);
}

/// One debit pays the whole batch, and the payment of one comes back: the others are confirmed.
#[tokio::test(flavor = "multi_thread")]
async fn and_does_not_hide_the_others_of_its_batch() {
    let (world, id, all, shown, path) =
        statement(HEAD, &["20/11/2026,BULK PAYMENT,2001.00,", "22/11/2026,RETURNED ADA PERSON1,,1001.00"])
            .await;
    let several = (OutcomeKind::Ambiguous, Some(OutcomeProblem::SeveralRows));
    assert_eq!(entries(&world, &shown), [(OutcomeKind::Paid, None), several]);
    let keys: Vec<String> = lines(&world, &shown).into_iter().filter_map(|line| line.confirm_key).collect();
    assert_eq!(apply(&world, &path, &shown, &keys).await.unwrap().payouts, 1);
    assert_eq!(state_of(&world.desk, id, &all[0]).await, PayoutState::Paid);
    assert_eq!(state_of(&world.desk, id, &all[1]).await, PayoutState::Sent);
}

/// One of the batch was debited by itself: a debit of the batch's sum may be something else, or pay that one twice.
#[tokio::test(flavor = "multi_thread")]
async fn but_a_second_debit_does() {
    let (world, id, all, shown, path) =
        statement(HEAD, &["20/11/2026,BULK PAYMENT,2001.00,", "22/11/2026,TRF OURS,1001.00,"]).await;
    let several = (OutcomeKind::Ambiguous, Some(OutcomeProblem::SeveralRows));
    let found = entries(&world, &shown);
    assert!(found.contains(&several) && found.contains(&(OutcomeKind::Paid, None)), "{found:?}");
    assert_eq!(shown.to_confirm, 0);
    apply(&world, &path, &shown, &all).await.unwrap();
    assert_eq!(state_of(&world.desk, id, &all[0]).await, PayoutState::Sent);
}

/// A column of debits in which one entry has a minus, and most have none.
#[tokio::test(flavor = "multi_thread")]
async fn a_debit_with_the_other_sign_is_no_payment() {
    for back in ["-1001.00", "(1001.00)"] {
        let entry = format!("22/11/2026,RVSL OURS,{back},");
        let others = ["77.00", "78.00"].map(|amount| format!("21/11/2026,ELECTRICITY,{amount},"));
        let entries = ["20/11/2026,SALE,,5.00", &others[0], &others[1], &entry];
        let (world, id, all, shown, path) = statement(HEAD, &entries).await;
        apply(&world, &path, &shown, &all).await.unwrap();
        assert_ne!(state_of(&world.desk, id, &all[1]).await, PayoutState::Paid, "{back}");
    }
}

/// Where as many or more have one, nobody knows whether the bank writes every debit so: somebody has to say it.
#[tokio::test(flavor = "multi_thread")]
async fn or_what_it_is_has_to_be_said() {
    use ListField::{Debit, SignedAmount};
    use PayoutState::Paid;
    for (others, ours, said, is_paid) in [
        (["-77.00", "-78.00"], "-1001.00", SignedAmount, true),
        (["-77.00", "78.00"], "-1001.00", SignedAmount, true),
        (["-77.00", "-78.00"], "1001.00", SignedAmount, false),
        (["-77.00", ""], "1001.00", SignedAmount, false),
        (["77.00", ""], "-1001.00", Debit, false),
        (["-77.00", "-78.00"], "-1001.00", Debit, false),
    ] {
        let world = World::without_callbacks().await;
        let id = world.sent(&people(2)).await;
        let all: Vec<String> = references(&world.desk, id).await.into_values().collect();
        let others = others.map(|amount| format!("21/11/2026,ELECTRICITY,{amount},"));
        let entry = format!("22/11/2026,TRF {},{ours},", all[1]);
        let [first, second] = others;
        let path = file(&world, "statement.csv", &[HEAD.to_owned(), first, second, entry]);
        let mut mapping = asked(&world, &path, ListKind::Statement).await.mapping;
        mapping.columns.iter_mut().find(|column| column.field == Debit).unwrap().field = said;
        let reading = OutcomeReading { columns: Some(mapping), words: None };
        let shown = preview_by(&world, &path, ListKind::Statement, &reading).await;
        apply_by(&world, &path, &shown, reading, &all).await.unwrap();
        let is_found_paid = state_of(&world.desk, id, &all[1]).await == Paid;
        assert_eq!(is_found_paid, is_paid, "{first:?} {ours} {said}", first = shown.counts);
    }
}

/// One column of amounts without a sign or a direction says neither that money went out nor that it came in: somebody has
/// to say it.
#[tokio::test(flavor = "multi_thread")]
async fn an_amount_without_a_sign_is_neither() {
    for (head, end) in [("Date,Description,Amount", ""), ("Date,Description,Amount,Type", ",Payout")] {
        let world = World::without_callbacks().await;
        let id = world.sent(&people(2)).await;
        let all: Vec<String> = references(&world.desk, id).await.into_values().collect();
        let entry = format!("21/11/2026,TRF {},1001.00{end}", all[1]);
        let path = file(&world, "statement.csv", &[head.to_owned(), entry]);
        let mut mapping = asked(&world, &path, ListKind::Statement).await.mapping;
        let amount = mapping.columns.iter_mut().find(|column| column.field == ListField::Amount).unwrap();
        amount.field = ListField::Debit;
        let reading = OutcomeReading { columns: Some(mapping), words: None };
        let shown = preview_by(&world, &path, ListKind::Statement, &reading).await;
        assert_eq!(entries(&world, &shown), [(OutcomeKind::Paid, None)], "{head}");
        apply_by(&world, &path, &shown, reading, &[]).await.unwrap();
        assert_eq!(state_of(&world.desk, id, &all[1]).await, PayoutState::Paid, "{head}");
    }
}

/// Among entries that say it, one that does not is shown, and settles nothing.
#[tokio::test(flavor = "multi_thread")]
async fn also_among_others() {
    let head = "Date,Description,Amount,Type";
    let entries_of = ["20/11/2026,ELECTRICITY,77.00,DR", "21/11/2026,TRF OURS,1001.00,Payout"];
    let (world, id, all, shown, path) = statement(head, &entries_of).await;
    let unclear = (OutcomeKind::Unreadable, Some(OutcomeProblem::NoDirection));
    assert!(entries(&world, &shown).contains(&unclear), "{:?}", entries(&world, &shown));
    apply(&world, &path, &shown, &all).await.unwrap();
    assert_eq!(state_of(&world.desk, id, &all[1]).await, PayoutState::Sent);
}
