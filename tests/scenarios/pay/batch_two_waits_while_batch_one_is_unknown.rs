use paysheet_desk::view::UnknownDecision;
use paysheet_domain::BatchState;

use crate::support::{Then, World, people, states, until, until_closed};

#[tokio::test(flavor = "multi_thread")]
async fn and_goes_once_it_is_settled() {
    let world = World::without_callbacks().await;
    world.set_batch_size(2).await;
    world.line.next([Then::Pass, Then::LoseTheAnswer]);
    let id = world.sent(&people(5)).await;
    let as_left = [BatchState::Settling, BatchState::Unknown, BatchState::Approved];
    assert_eq!(states(&world.desk.payroll(id).await.unwrap()), as_left);
    world.desk.continue_sending(id, None).await.unwrap();
    let track = until(&world.desk, id, |track| !track.sending).await;
    assert_eq!(states(&track), as_left);
    assert_eq!(world.line.sent().len(), 2);

    let batch = world.desk.unresolved().await.unwrap()[0].batch.key;
    world.desk.decide_unknown(id, batch, UnknownDecision::TheServiceHasIt, "Seen there").await.unwrap();
    world.desk.continue_sending(id, None).await.unwrap();
    world.listen().await;
    until_closed(&world.desk, id).await;
    assert_eq!(world.line.sent().len(), 3);
}
