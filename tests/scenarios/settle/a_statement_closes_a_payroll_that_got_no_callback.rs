//! No callback ever arrived. The statement of the bank or wallet shows who was paid.

use paysheet_desk::view::{ListKind, OutcomeKind, OutcomeProblem, OutcomeReading, PayrollStatus};
use paysheet_domain::PayoutState;
use paysheet_ledger::SettledBy;

use crate::{
    outcome_files::{apply, counts, file, lines, preview_statement},
    support::{World, code_of, people, references, state_of},
};

const HEAD: &str = "Date,Description,Debit,Credit,Balance";

#[tokio::test(flavor = "multi_thread")]
async fn by_references_and_by_names_that_are_confirmed() {
    let world = World::without_callbacks().await;
    let id = world.sent(&people(4)).await;
    let all = references(&world.desk, id).await;
    let [first, second, third] =
        ["0100000099", "0100000199", "0100000299"].map(|account| all[account].clone());
    let path = file(
        &world,
        "statement.csv",
        &[
            HEAD.to_owned(),
            "20/11/2026,OPENING,,5000.00,5000.00".to_owned(),
            format!("20/11/2026,TRF {} SALARY,\"1,000.00\",,4000.00", first.to_lowercase()),
            format!("20/11/2026,FEE {first},25.00,,3975.00"),
            "21/11/2026,NIP TRANSFER ADA PERSON1,1001.00,,2974.00".to_owned(),
            format!("21/11/2026,TRF {third},1002.00,,1972.00"),
            format!("22/11/2026,RETURNED {third},,1002.00,2974.00"),
            "22/11/2026,ELECTRICITY,77.00,,2897.00".to_owned(),
        ],
    );
    let shown = preview_statement(&world, &path).await;
    use OutcomeKind::{Conflict, Missing, NotFound, Paid};
    assert_eq!(counts(&shown), [(Conflict, 1), (Paid, 2), (Missing, 1), (NotFound, 2)]);
    assert_eq!((shown.applicable, shown.to_confirm), (2, 1));
    let lines = lines(&world, &shown);
    let missing = lines.iter().find(|line| line.kind == Missing).unwrap();
    assert_eq!(missing.payout.as_ref().unwrap().account_number, "0100000399");
    let problems: Vec<_> = lines.iter().filter_map(|line| line.problem).collect();
    use OutcomeProblem::{NoSuchPayment, NotInFile, OtherAmount};
    assert_eq!(problems, [NotInFile, OtherAmount, NoSuchPayment]);

    assert_eq!(apply(&world, &path, &shown, std::slice::from_ref(&second)).await.unwrap().payouts, 3);
    let payment = world.desk.payment(id, &first).await.unwrap();
    assert_eq!(payment.payout.settled_by, Some(SettledBy::Statement));
    assert_eq!(state_of(&world.desk, id, &second).await, PayoutState::Paid);
    // Money came back: somebody confirms what that means.
    assert_eq!(state_of(&world.desk, id, &third).await, PayoutState::Conflict);
    let again = preview_statement(&world, &path).await;
    assert_eq!((again.applicable, again.to_confirm, again.applied_at.is_some()), (0, 0, true));
}

#[tokio::test(flavor = "multi_thread")]
async fn by_one_debit_for_the_whole_batch() {
    let world = World::without_callbacks().await;
    let id = world.sent(&people(3)).await;
    let batch = world.desk.payroll(id).await.unwrap().batches[0].clone();
    let debit = format!("20/11/2026,BULK PAYMENT,{},,0.00", batch.total.sum);
    let path = file(&world, "statement.csv", &[HEAD.to_owned(), debit]);
    let shown = preview_statement(&world, &path).await;
    assert_eq!(counts(&shown), [(OutcomeKind::Paid, 1)], "one line for the batch");
    let line = lines(&world, &shown)[0].batch.clone().unwrap();
    assert_eq!((line.total.count, line.total.sum.clone(), line.new), (3, batch.total.sum, 3));
    assert_eq!(apply(&world, &path, &shown, &[]).await.unwrap().payouts, 0, "never silently");
    assert_eq!(apply(&world, &path, &shown, &[batch.reference]).await.unwrap().payouts, 3);
    assert_eq!(world.desk.payroll(id).await.unwrap().state, PayrollStatus::Closed);
}

#[tokio::test(flavor = "multi_thread")]
async fn in_the_format_of_banks() {
    let world = World::without_callbacks().await;
    let id = world.sent(&people(1)).await;
    let reference = references(&world.desk, id).await.into_values().next().unwrap();
    let path = file(
        &world,
        "statement.sta",
        &[
            ":20:STMT1".to_owned(),
            ":25:0011223344".to_owned(),
            ":28C:00001/001".to_owned(),
            ":60F:C261119NGN50000,00".to_owned(),
            ":61:2611201120D1000,00NTRFNONREF//B1".to_owned(),
            format!(":86:SALARY {}", &reference[..20]),
            reference[20..].to_owned(),
            ":62F:C261122NGN49000,00".to_owned(),
            String::new(),
        ],
    );
    let shown = preview_statement(&world, &path).await;
    assert_eq!((counts(&shown), shown.applicable), (vec![(OutcomeKind::Paid, 1)], 1));
    apply(&world, &path, &shown, &[]).await.unwrap();
    assert_eq!(world.desk.payroll(id).await.unwrap().state, PayrollStatus::Closed);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_debit_that_is_there_twice_settles_nothing() {
    let world = World::without_callbacks().await;
    let id = world.sent(&people(1)).await;
    let reference = references(&world.desk, id).await.into_values().next().unwrap();
    let debit = format!("20/11/2026,TRF {reference},1000,,0");
    let path = file(&world, "statement.csv", &[HEAD.to_owned(), debit.clone(), debit]);
    let shown = preview_statement(&world, &path).await;
    // Nor is it told that no entry is about it: somebody would pay it again.
    let kinds = [(OutcomeKind::Ambiguous, 2)];
    assert_eq!((counts(&shown), shown.applicable), (kinds.to_vec(), 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_without_entries_is_refused() {
    let world = World::without_callbacks().await;
    let path = file(&world, "results.csv", &["Reference,Status".to_owned()]);
    let refused = world.desk.preview_outcomes(ListKind::Statement, &path, &OutcomeReading::default()).await;
    assert_eq!(code_of(refused).to_string(), "no_statement_in_file");
}
