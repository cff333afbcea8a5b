use std::fs;

use paysheet_desk::{Reason, Refused, view::UnknownDecision};
use paysheet_domain::BatchState;
use tempfile::TempDir;

use crate::support::{
    Then, World, approve_anyway, nigerian, open_desk, people, references, secrets, states, until,
};

/// A second computer with the same profile key makes the same references, so the service rejects what the first one
/// sent, in whatever order the file is sorted. That the references exist means that the batch may be there: nobody
/// may be told that it was refused, and nothing is sent again without the user's decision.
#[tokio::test(flavor = "multi_thread")]
async fn from_a_second_machine() {
    let world = World::without_callbacks().await;
    let id = world.sent(&people(3)).await;
    let first = references(&world.desk, id).await;

    let other = TempDir::new().unwrap();
    fs::copy(world.folder.path().join("ledger.key"), other.path().join("ledger.key")).unwrap();
    let (desk, _) = open_desk(other.path(), &world.line.url, secrets(&world.practice)).await;
    desk.unlock().await.unwrap();
    let mut sorted = people(3);
    sorted.reverse();
    let id = desk.open_file(&world.sheet(&sorted), nigerian()).await.unwrap();
    approve_anyway(&desk, id, None).await;
    desk.send(id).await.unwrap();
    assert_eq!(references(&desk, id).await, first);
    let track = desk.payroll(id).await.unwrap();
    assert_eq!(states(&track), [BatchState::Unknown]);
    assert_eq!(track.batches[0].reason, Some(Reason::DuplicateReference));
    assert_eq!(desk.unresolved().await.unwrap().len(), 1);
    let before = world.line.sent().len();
    desk.ready_again(id, None, Refused::SentAgain).await.unwrap();
    desk.send(id).await.unwrap();
    assert_eq!(world.line.sent().len(), before, "it waits for the user's decision");
}

/// The user said that the service does not have it; by its own word it does. That is no refusal of these people.
#[tokio::test(flavor = "multi_thread")]
async fn after_a_wrong_decision_it_is_unknown_again() {
    let world = World::without_callbacks().await;
    world.line.next([Then::LoseTheAnswer]);
    let id = world.sent(&people(3)).await;
    let batch = world.desk.payroll(id).await.unwrap().batches[0].key;
    let no = UnknownDecision::TheServiceDoesNotHaveIt;
    world.desk.decide_unknown(id, batch, no, "Not seen on their page").await.unwrap();
    world.desk.continue_sending(id, None).await.unwrap();
    let track = until(&world.desk, id, |track| !track.sending).await;
    assert_eq!(track.batches[0].reason, Some(Reason::DuplicateReference));
    assert_eq!(states(&track), [BatchState::Unknown]);
}
