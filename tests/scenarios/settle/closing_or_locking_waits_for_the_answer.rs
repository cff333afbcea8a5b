use std::{sync::Arc, time::Duration};

use paysheet_desk::ErrorCode;
use paysheet_domain::BatchState;
use tokio::{sync::Notify, time::timeout};

use crate::support::{Then, World, code_of, open_desk, people, secrets, states, until};

async fn first_of_two_on_its_way(world: &World) -> (u32, Arc<Notify>) {
    world.set_batch_size(2).await;
    let id = world.approved(&people(4)).await;
    let answer = Arc::new(Notify::new());
    world.line.next([Then::HoldTheAnswer(Arc::clone(&answer))]);
    world.desk.start_sending(id).unwrap();
    world.line.until_sent(1).await;
    (id, answer)
}

/// Leaving practice, or connecting another service, while a batch is on its way: its answer is not lost, and the
/// next batch waits for the user.
#[tokio::test(flavor = "multi_thread")]
async fn closing() {
    let world = World::without_callbacks().await;
    let (id, answer) = first_of_two_on_its_way(&world).await;
    let desk = world.desk.clone();
    let mut closing = tokio::spawn(async move { desk.close().await });
    assert!(timeout(Duration::from_millis(300), &mut closing).await.is_err(), "there is an answer to come");
    answer.notify_one();
    closing.await.unwrap();
    let (desk, recovery) = open_desk(world.folder.path(), &world.line.url, secrets(&world.practice)).await;
    assert_eq!(recovery.became_unknown.len(), 0);
    let track = desk.payroll(id).await.unwrap();
    assert_eq!(states(&track), [BatchState::Settling, BatchState::Approved]);
    assert_eq!(world.line.sent().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn locking() {
    let world = World::without_callbacks().await;
    let (id, answer) = first_of_two_on_its_way(&world).await;
    world.desk.lock();
    assert_eq!(code_of(world.desk.discard_draft(id).await), ErrorCode::WrongState);
    assert_eq!(code_of(world.review(id, None).await), ErrorCode::WrongState);
    answer.notify_one();
    let track = until(&world.desk, id, |track| !track.sending).await;
    assert_eq!(states(&track), [BatchState::Settling, BatchState::Approved]);
    assert_eq!(code_of(world.desk.continue_sending(id, None).await), ErrorCode::Locked);
    assert_eq!(world.line.sent().len(), 1);
    world.desk.unlock().await.unwrap();
    world.desk.continue_sending(id, None).await.unwrap();
    let track = until(&world.desk, id, |track| !track.sending).await;
    assert_eq!(states(&track), [BatchState::Settling, BatchState::Settling]);
}
