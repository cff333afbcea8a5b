use std::fs;

use paysheet_domain::BatchState;
use tempfile::TempDir;

use crate::support::{World, nigerian, open_desk, people, references, secrets, states};

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
    let review = desk.review(id, None).await.unwrap();
    desk.approve(id, &review.totals[0].sum).await.unwrap();
    desk.send(id).await.unwrap();
    assert_eq!(references(&desk, id).await, first);
    let track = desk.payroll(id).await.unwrap();
    assert_eq!(states(&track), [BatchState::Unknown]);
    assert_eq!(track.batches[0].reason.as_deref(), Some("duplicate_reference"));
    assert_eq!(desk.unresolved().await.unwrap().len(), 1);
    let before = world.line.sent().len();
    desk.ready_again(id).await.unwrap();
    desk.send(id).await.unwrap();
    assert_eq!(world.line.sent().len(), before, "it waits for the user's decision");
}
