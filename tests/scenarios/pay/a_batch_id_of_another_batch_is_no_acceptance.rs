use paysheet_desk::{Reason, view::PayrollStatus};
use paysheet_domain::BatchState;

use crate::support::{Then, World, approve_anyway, called, people, states, until};

/// An answer with the id of an earlier batch is about that one, or about none: a cache, a proxy or a service that mixed
/// up two requests. Whether this batch was taken is unknown.
#[tokio::test(flavor = "multi_thread")]
async fn it_leaves_the_batch_unknown() {
    let world = World::without_callbacks().await;
    let first = world.sent(&people(2)).await;
    let earlier = world.desk.payroll(first).await.unwrap().batches[0].batch_id.clone().unwrap();

    let answer = format!(r#"{{"status":"success","data":{{"batchId":{earlier}}}}}"#);
    world.line.next([Then::Answer(200, answer)]);
    let id = world.import(&people(5)[3..]).await;
    approve_anyway(&world.desk, id, called("Bonus", "2026-11")).await;
    world.desk.send(id).await.unwrap();

    let track = world.desk.payroll(id).await.unwrap();
    assert_eq!((track.state, states(&track)), (PayrollStatus::Unresolved, vec![BatchState::Unknown]));
    assert_eq!(track.batches[0].reason, Some(Reason::DuplicateBatchId));
    assert_eq!(track.batches[0].batch_id, None, "it is not this batch's id");
    assert_eq!(world.submissions_at_the_service(), 1, "the service never had it");

    // The user has it sent again: the service takes it under an id of its own.
    let key = track.batches[0].key;
    world.desk.send_again(id, key, None).await.unwrap();
    let track = until(&world.desk, id, |track| !track.sending && track.batches[0].attempts == 2).await;
    assert_eq!(states(&track), [BatchState::Settling]);
    assert_ne!(track.batches[0].batch_id.as_deref(), Some(earlier.as_str()));
}
