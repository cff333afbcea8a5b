use std::sync::Arc;

use paysheet_desk::{ErrorCode, Reason, view::PayrollStatus};
use paysheet_domain::BatchState;
use tokio::sync::Notify;

use crate::support::{Then, World, code_of, people, states, until};

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_sent_again_by_itself() {
    let world = World::without_callbacks().await;
    let id = world.approved(&people(4)).await;
    let answer = Arc::new(Notify::new());
    world.line.next([Then::HoldTheAnswer(Arc::clone(&answer))]);
    world.desk.start_sending(id).unwrap();
    world.line.until_sent(1).await;
    assert_eq!(states(&world.desk.payroll(id).await.unwrap()), [BatchState::Intent]);

    let (_folder, desk, recovery) = world.after_a_crash().await;
    assert_eq!(recovery.became_unknown.len(), 1);
    let track = desk.payroll(id).await.unwrap();
    assert_eq!((track.state, states(&track)), (PayrollStatus::Unresolved, vec![BatchState::Unknown]));
    assert_eq!(track.batches[0].reason, Some(Reason::CrashFound));
    assert_eq!(desk.unresolved().await.unwrap().len(), 1);
    assert_eq!(code_of(desk.continue_sending(id, None).await), ErrorCode::Locked);
    desk.unlock().await.unwrap();
    desk.send(id).await.unwrap();
    desk.send_unsent(id, None).await.unwrap();
    desk.continue_sending(id, None).await.unwrap();
    let track = until(&desk, id, |track| !track.sending).await;
    assert_eq!(states(&track), [BatchState::Unknown]);
    assert_eq!(code_of(desk.discard_draft(id).await), ErrorCode::WrongState);
    assert_eq!(code_of(desk.review(id, None).await), ErrorCode::WrongState);
    assert_eq!(world.line.sent().len(), 1);
    answer.notify_one();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crash_before_the_intent_leaves_the_batch_approved() {
    let world = World::without_callbacks().await;
    let id = world.approved(&people(4)).await;
    let (_folder, desk, recovery) = world.after_a_crash().await;
    assert_eq!(recovery.became_unknown.len(), 0);
    let track = desk.payroll(id).await.unwrap();
    assert_eq!((track.state, states(&track)), (PayrollStatus::Approved, vec![BatchState::Approved]));
    assert!(world.line.sent().is_empty());
    desk.unlock().await.unwrap();
    desk.send(id).await.unwrap();
    assert_eq!(world.line.sent().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crash_after_the_answer_leaves_the_batch_with_the_service() {
    let world = World::without_callbacks().await;
    let id = world.sent(&people(4)).await;
    let (_folder, desk, recovery) = world.after_a_crash().await;
    assert_eq!(recovery.became_unknown.len(), 0);
    assert_eq!(states(&desk.payroll(id).await.unwrap()), [BatchState::Settling]);
}
