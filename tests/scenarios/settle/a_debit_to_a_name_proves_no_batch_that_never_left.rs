//! A batch was not sent, or refused, and somebody in it was paid by hand at the bank. The statement shows that debit, with
//! the name and the account, and no reference of ours. It says nothing about the batch.

use paysheet_desk::view::{OutcomeKind, OutcomeProblem};
use paysheet_domain::{BatchState, PayoutState};

use crate::{
    double_payment::{Left, NOVEMBER, left, nobody, paid_twice, sent, staff},
    outcome_files::{apply, counts, file, lines, preview, preview_statement},
    support::{Then, World, counts as counted, outcomes, references, state_of, states},
};

#[tokio::test(flavor = "multi_thread")]
async fn by_name_account_or_sum() {
    for state in [Left::Approved, Left::NotSent, Left::Refused] {
        let world = World::without_callbacks().await;
        let staff = staff(0..2);
        let id = left(&world, state, &staff, "November salaries").await;
        let before = states(&world.desk.payroll(id).await.unwrap());
        let path = file(
            &world,
            "statement.csv",
            &[
                "Date,Description,Debit,Credit".to_owned(),
                "20/11/2026,NIP BOLA PERSON1,2001.00,".to_owned(),
                "20/11/2026,BULK PAYMENT,4001.00,".to_owned(),
            ],
        );
        let shown = preview_statement(&world, &path).await;
        let wanted = (vec![(OutcomeKind::NotFound, 2)], 0);
        assert_eq!((counts(&shown), shown.to_confirm), wanted, "{state:?}");
        let list = file(
            &world,
            "list.csv",
            &[
                "Account number,Amount,Date,Status".to_owned(),
                format!("{},2001.00,20/11/2026,Successful", staff[1].account),
            ],
        );
        let shown = preview(&world, &list).await;
        let problems: Vec<_> = lines(&world, &shown).into_iter().filter_map(|line| line.problem).collect();
        assert_eq!(problems, [OutcomeProblem::NoSuchPayment], "{state:?}");
        apply(&world, &list, &shown, &[]).await.unwrap();
        let track = world.desk.payroll(id).await.unwrap();
        assert_eq!(states(&track), before, "{state:?}");
        assert_eq!(outcomes(&track), counted(&[(PayoutState::Planned, 2)]), "{state:?}");
        assert_eq!(paid_twice(&world), nobody());
    }
}

/// Where it is not known whether the batch left, or a person said that it did not, the debits may be the only proof. A person
/// confirms them.
#[tokio::test(flavor = "multi_thread")]
async fn but_one_that_may_have_left() {
    for is_decided in [false, true] {
        let world = World::without_callbacks().await;
        let id = if is_decided {
            left(&world, Left::DecidedNotThere, &staff(0..2), "November salaries").await
        } else {
            world.line.next([Then::LoseTheAnswer]);
            sent(&world, &staff(0..2), "November salaries", NOVEMBER).await
        };
        let path = file(
            &world,
            "statement.csv",
            &["Date,Description,Debit,Credit".to_owned(), "20/11/2026,NIP BOLA PERSON1,2001.00,".to_owned()],
        );
        let shown = preview_statement(&world, &path).await;
        assert_eq!(shown.to_confirm, 1, "decided: {is_decided}");
        let keys: Vec<String> =
            lines(&world, &shown).into_iter().filter_map(|line| line.confirm_key).collect();
        apply(&world, &path, &shown, &keys).await.unwrap();
        assert_eq!(states(&world.desk.payroll(id).await.unwrap()), [BatchState::Settling]);
    }
}

/// A debit that is not final has moved money all the same: the service has the batch.
#[tokio::test(flavor = "multi_thread")]
async fn nor_is_a_pending_debit_with_a_reference_ignored() {
    let world = World::without_callbacks().await;
    world.line.next([Then::LoseTheAnswer]);
    let id = sent(&world, &staff(0..2), "November salaries", NOVEMBER).await;
    let reference = references(&world.desk, id).await.into_values().next().unwrap();
    let amount = &world.desk.payment(id, &reference).await.unwrap().payout.amount;
    let entry = format!("20/11/2026,TRF {reference},{amount},,Pending");
    let path = file(&world, "statement.csv", &["Date,Description,Debit,Credit,Status".to_owned(), entry]);
    let shown = preview_statement(&world, &path).await;
    apply(&world, &path, &shown, &[]).await.unwrap();
    assert_eq!(states(&world.desk.payroll(id).await.unwrap()), [BatchState::Settling]);
    assert_eq!(state_of(&world.desk, id, &reference).await, PayoutState::Sent);
}
