//! A batch was not sent, or refused, and somebody in it was paid by hand at the bank. The statement shows that debit, with
//! the name and the account, and no reference of ours. It says nothing about the batch.

use paysheet_desk::view::{OutcomeKind, OutcomeProblem};
use paysheet_domain::{BatchState, PayoutState};

use crate::{
    double_payment::{EVERY_LEFT, left, nobody, paid_twice, staff},
    outcome_files::{apply, counts, file, lines, look, look_at_statement},
    support::{Then, World, counts as states_of, outcomes, people, states},
};

#[tokio::test(flavor = "multi_thread")]
async fn by_name_account_or_sum() {
    for state in EVERY_LEFT {
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
        let shown = look_at_statement(&world, &path).await;
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
        let shown = look(&world, &list).await;
        let problems: Vec<_> = lines(&world, &shown).into_iter().filter_map(|line| line.problem).collect();
        assert_eq!(problems, [OutcomeProblem::NoSuchPayment], "{state:?}");
        apply(&world, &list, &shown, &[]).await.unwrap();
        let track = world.desk.payroll(id).await.unwrap();
        assert_eq!(states(&track), before, "{state:?}");
        assert_eq!(outcomes(&track), states_of(&[(PayoutState::Planned, 2)]), "{state:?}");
        assert_eq!(paid_twice(&world), nobody());
    }
}

/// Where it is not known whether the batch left, the debits may be the only proof; a person confirms them.
#[tokio::test(flavor = "multi_thread")]
async fn but_one_that_may_have_left() {
    let world = World::without_callbacks().await;
    world.line.next([Then::LoseTheAnswer]);
    let id = world.sent(&people(2)).await;
    assert_eq!(states(&world.desk.payroll(id).await.unwrap()), [BatchState::Unknown]);
    let path = file(
        &world,
        "statement.csv",
        &["Date,Description,Debit,Credit".to_owned(), "20/11/2026,NIP ADA PERSON1,1001.00,".to_owned()],
    );
    let shown = look_at_statement(&world, &path).await;
    assert_eq!(shown.to_confirm, 1);
}
