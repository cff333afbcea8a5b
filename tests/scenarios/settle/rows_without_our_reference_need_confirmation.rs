//! A list has no reference of ours. Account, amount and date find a payout, and the user confirms each one.

use paysheet_desk::view::{OutcomeKind, OutcomeProblem};
use paysheet_domain::PayoutState;

use crate::{
    outcome_files::{apply, counts, file, lines, preview},
    support::{World, people, references, state_of},
};

#[tokio::test(flavor = "multi_thread")]
async fn and_what_fits_twice_is_not_applied() {
    let world = World::without_callbacks().await;
    let id = world.sent(&people(4)).await;
    let all = references(&world.desk, id).await;
    let path = file(
        &world,
        "export.csv",
        &[
            "Account Number,Amount,Date,Status".to_owned(),
            // A spreadsheet removed the zero.
            "100000099,\"1,000.00\",20/11/2026,Successful".to_owned(),
            "0100000199,1001.00,2026-11-20,Failed".to_owned(),
            "0100000299,1002,2026-11-20,Successful".to_owned(),
            "0100000299,1002,2026-11-20,Successful".to_owned(),
            "0100000399,1003,2026-10-20,Successful".to_owned(),
            "0100000399,1.003,2026-11-20,".to_owned(),
        ],
    );
    let shown = preview(&world, &path).await;
    use OutcomeKind::{Ambiguous, Failed, NotFound, Paid, Unreadable};
    assert_eq!(counts(&shown), [(Failed, 1), (Paid, 1), (Ambiguous, 2), (NotFound, 1), (Unreadable, 1)]);
    assert_eq!((shown.applicable, shown.to_confirm), (0, 2));
    let lines = lines(&world, &shown);
    assert!(lines[0].confirm_key.is_some());
    assert_eq!(lines[2].problem, Some(OutcomeProblem::SeveralRows));

    assert_eq!(apply(&world, &path, &shown, &[]).await.unwrap().payouts, 0, "never silently");
    let (first, second, third) = (&all["0100000099"], &all["0100000199"], &all["0100000299"]);
    let confirmed = [first.clone(), third.clone(), "nonsense".to_owned()];
    assert_eq!(apply(&world, &path, &shown, &confirmed).await.unwrap().payouts, 1);
    assert_eq!(state_of(&world.desk, id, first).await, PayoutState::Paid);
    assert_eq!(state_of(&world.desk, id, second).await, PayoutState::Sent);
    assert_eq!(state_of(&world.desk, id, third).await, PayoutState::Sent, "it was ambiguous");

    // The rest is confirmed from the same file later.
    let shown = preview(&world, &path).await;
    assert_eq!((shown.to_confirm, shown.applied_at.is_some()), (1, true));
    apply(&world, &path, &shown, std::slice::from_ref(second)).await.unwrap();
    assert_eq!(state_of(&world.desk, id, second).await, PayoutState::Failed);
}
