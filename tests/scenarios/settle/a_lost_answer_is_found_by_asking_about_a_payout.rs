use paysheet_desk::view::PayrollStatus;
use paysheet_domain::{BatchState, PayoutState};
use serde_json::json;

use crate::{
    asking::{answer_with, ask, ask_until, asking_world},
    support::{Then, counts, outcomes, people, references, states},
};

#[tokio::test(flavor = "multi_thread")]
async fn outcomes_of_its_payouts_settle_the_batch() {
    let world = asking_world().await;
    world.line.next([Then::LoseTheAnswer]);
    let id = world.sent(&people(3)).await;
    assert_eq!(states(&world.desk.payroll(id).await.unwrap()), [BatchState::Unknown]);
    let track = ask_until(&world, id, |track| track.state == PayrollStatus::Closed).await;
    assert_eq!(outcomes(&track), counts(&[(PayoutState::Paid, 3)]));
    assert_eq!(world.line.sent().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pending_record_proves_that_the_batch_was_taken() {
    let world = asking_world().await;
    world.line.next([Then::LoseTheAnswer]);
    let id = world.sent(&people(3)).await;
    let reference = references(&world.desk, id).await.into_values().next().unwrap();
    answer_with(&world, &json!({ "ref": reference, "system_type": "wallet-disburse", "status": "pending" }));
    let (asking, track) = ask(&world, id).await;
    assert_eq!(states(&track), [BatchState::Settling]);
    assert_eq!(outcomes(&track), counts(&[(PayoutState::Sent, 3)]), "nobody is paid by it");
    assert_eq!((asking.done, asking.not_found), (3, 2));
}
