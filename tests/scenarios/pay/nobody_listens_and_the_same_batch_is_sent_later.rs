use paysheet_desk::{Reason, view::PayrollStatus};
use paysheet_domain::{BatchState, PayoutState};

use crate::support::{World, counts, outcomes, people, references, states, until_closed};

#[tokio::test(flavor = "multi_thread")]
async fn with_the_same_references() {
    let world = World::open().await;
    let id = world.approved(&people(3)).await;
    world.line.hang_up().await;
    world.desk.send(id).await.unwrap();
    let track = world.desk.payroll(id).await.unwrap();
    assert_eq!((track.state, states(&track)), (PayrollStatus::NotSent, vec![BatchState::NotSent]));
    assert_eq!(track.batches[0].reason, Some(Reason::Refused));
    let before = references(&world.desk, id).await;
    world.desk.send(id).await.unwrap();
    assert_eq!(world.desk.payroll(id).await.unwrap().batches[0].attempts, 1, "not by itself");

    world.line.pick_up().await;
    world.desk.continue_sending(id, None).await.unwrap();
    let track = until_closed(&world.desk, id).await;
    assert_eq!(outcomes(&track), counts(&[(PayoutState::Paid, 3)]));
    assert_eq!(references(&world.desk, id).await, before);
    assert_eq!(world.line.sent().len(), 1);
}
