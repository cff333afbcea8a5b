use paysheet_desk::{ErrorCode, Reason};
use paysheet_domain::{BatchState, PayoutState};
use paysheet_vault::SecretKind;

use crate::support::{Then, World, code_of, counts, outcomes, people, states, until, until_closed};

#[tokio::test(flavor = "multi_thread")]
async fn the_same_bytes_with_the_same_references() {
    let world = World::open().await;
    world.line.next([Then::Reset]);
    let id = world.sent(&people(3)).await;
    let batch = world.desk.unresolved().await.unwrap()[0].batch.key;
    world.desk.send_again(id, batch, None).await.unwrap();
    let track = until_closed(&world.desk, id).await;
    assert_eq!(outcomes(&track), counts(&[(PayoutState::Paid, 3)]));
    let sent = world.line.sent();
    assert_eq!(sent.len(), 2);
    assert_eq!(sent[0], sent[1]);
}

/// The first attempt did arrive. The service refuses the second for its references; that no says nothing of the
/// first, so the batch stays unknown and nobody is paid twice.
#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_after_a_lost_answer_settles_nothing() {
    let world = World::without_callbacks().await;
    world.line.next([Then::LoseTheAnswer]);
    let id = world.sent(&people(3)).await;
    let batch = world.desk.unresolved().await.unwrap()[0].batch.key;
    world.desk.send_again(id, batch, None).await.unwrap();
    let track = until(&world.desk, id, |track| !track.sending && track.batches[0].attempts == 2).await;
    assert_eq!(states(&track), [BatchState::Unknown]);
    assert_eq!(track.batches[0].reason, Some(Reason::DuplicateReference));
    world.listen().await;
    let track = until_closed(&world.desk, id).await;
    assert_eq!(outcomes(&track), counts(&[(PayoutState::Paid, 3)]));
}

/// Also after a restart, and where nobody listens the second time: the doubt of the first attempt stays.
#[tokio::test(flavor = "multi_thread")]
async fn a_doubt_outlives_a_restart_and_a_dead_line() {
    let mut world = World::without_callbacks().await;
    world.line.next([Then::Reset]);
    let id = world.sent(&people(3)).await;
    world.restart().await;
    world.line.hang_up().await;
    let batch = world.desk.unresolved().await.unwrap()[0].batch.key;
    world.desk.send_again(id, batch, None).await.unwrap();
    let track = until(&world.desk, id, |track| !track.sending && track.batches[0].attempts == 2).await;
    assert_eq!(states(&track), [BatchState::Unknown]);
}

/// Another service does not know the references, and would pay everybody once more.
#[tokio::test(flavor = "multi_thread")]
async fn never_to_another_service() {
    let world = World::without_callbacks().await;
    world.line.next([Then::LoseTheAnswer]);
    let id = world.sent(&people(3)).await;
    let batch = world.desk.unresolved().await.unwrap()[0].batch.key;
    let mut settings = world.desk.profile().settings;
    "https://pay.example.com".clone_into(&mut settings.base_url);
    world.desk.save_profile(settings).await.unwrap();
    for secret in [SecretKind::Token, SecretKind::Lock] {
        world.desk.put_secret(secret, world.practice.token().clone()).await.unwrap();
    }
    world.desk.unlock().await.unwrap();
    assert_eq!(code_of(world.desk.send_again(id, batch, None).await), ErrorCode::ApprovedForOther);
    let track = world.desk.payroll(id).await.unwrap();
    assert_eq!((states(&track), track.batches[0].attempts), (vec![BatchState::Unknown], 1));
    assert!(!track.sending);
}
