use paysheet_desk::ErrorCode;
use paysheet_domain::BatchState;

use crate::support::{World, people, states, until};

/// The service took the batch, and at that moment nothing can be written down.
async fn refuse_to_write(world: &World) {
    world
        .on_the_disk(
            "CREATE TRIGGER full BEFORE UPDATE OF code ON batches BEGIN SELECT RAISE(ABORT, 'full'); END",
        )
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn and_written_down_once_it_can_be() {
    let world = World::without_callbacks().await;
    world.set_batch_size(2).await;
    let id = world.approved(&people(4)).await;
    refuse_to_write(&world).await;
    world.desk.start_sending(id).unwrap();
    let track = until(&world.desk, id, |track| track.stopped.is_some()).await;
    assert_eq!(track.stopped.as_ref().unwrap().code(), ErrorCode::AnswerNotRecorded);
    assert!(track.sending, "it is not given up");
    assert_eq!(states(&track), [BatchState::Intent, BatchState::Approved]);

    world.on_the_disk("DROP TRIGGER full").await;
    let track = until(&world.desk, id, |track| !track.sending).await;
    assert_eq!(states(&track), [BatchState::Settling, BatchState::Settling]);
    assert_eq!(track.stopped, None);
    assert!(track.batches[0].batch_id.is_some(), "the service's number is not lost");
    assert_eq!(world.line.sent().len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn and_closing_waits_a_little_for_the_disk() {
    let world = World::without_callbacks().await;
    let id = world.approved(&people(2)).await;
    refuse_to_write(&world).await;
    world.desk.start_sending(id).unwrap();
    until(&world.desk, id, |track| track.stopped.is_some()).await;
    let closing = tokio::spawn({
        let desk = world.desk.clone();
        async move { desk.close().await }
    });
    until_closing(&world).await;
    world.on_the_disk("DROP TRIGGER full").await;
    closing.await.unwrap();
    let mut world = world;
    world.restart().await;
    let track = world.desk.payroll(id).await.unwrap();
    assert_eq!(states(&track), [BatchState::Settling], "taken, and the service's number kept");
}

/// A desk that is being closed is locked first.
async fn until_closing(world: &World) {
    while world.desk.is_unlocked() {
        tokio::task::yield_now().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn and_closing_does_not_wait_for_ever_but_leaves_the_batch_unknown() {
    let mut world = World::without_callbacks().await;
    let id = world.approved(&people(2)).await;
    refuse_to_write(&world).await;
    world.desk.start_sending(id).unwrap();
    until(&world.desk, id, |track| track.stopped.is_some()).await;
    world.desk.close().await;
    world.on_the_disk("DROP TRIGGER full").await;
    world.restart().await;
    let track = world.desk.payroll(id).await.unwrap();
    assert_eq!(states(&track), [BatchState::Unknown]);
    assert_eq!(world.line.sent().len(), 1);
}
