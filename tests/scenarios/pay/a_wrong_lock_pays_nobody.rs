use paysheet_desk::Reason;
use paysheet_domain::{BatchState, PayoutState};

use crate::support::{World, counts, in_memory, open_desk, outcomes, people, states};

#[tokio::test(flavor = "multi_thread")]
async fn the_service_refuses_the_batch() {
    use secrecy::ExposeSecret;
    let mut world = World::without_callbacks().await;
    let token = world.practice.token().expose_secret().to_owned();
    world.desk.close().await;
    (world.desk, _) = open_desk(world.folder.path(), &world.line.url, in_memory(&token, "not it")).await;
    world.desk.unlock().await.unwrap();
    let id = world.sent(&people(3)).await;
    let track = world.desk.payroll(id).await.unwrap();
    assert_eq!(states(&track), [BatchState::NotAccepted]);
    assert_eq!(track.batches[0].reason, Some(Reason::WrongLock));
    assert_eq!(outcomes(&track), counts(&[(PayoutState::Planned, 3)]));
}
