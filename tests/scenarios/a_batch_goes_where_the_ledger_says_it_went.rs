use std::time::Duration;

use paysheet_domain::BatchState;
use sqlx::Connection as _;

use crate::support::{World, people, states, until};

/// Long enough for the sending to stand where it waits for the ledger.
const A_MOMENT: Duration = Duration::from_millis(300);

/// The profile is pointed at another service while the sending waits for the disk. An Unknown batch may only be sent
/// again to the service that may have it, so which one that is must be the truth.
#[tokio::test(flavor = "multi_thread")]
async fn whatever_the_profile_says_meanwhile() {
    let world = World::without_callbacks().await;
    let other = World::without_callbacks().await;
    let id = world.approved(&people(2)).await;
    let mut file = world.hand_on_the_file().await;
    sqlx::query("BEGIN IMMEDIATE").execute(&mut file).await.unwrap();
    world.desk.start_sending(id).unwrap();
    tokio::time::sleep(A_MOMENT).await;
    let moving = tokio::spawn({
        let (desk, elsewhere) = (world.desk.clone(), other.line.url.clone());
        async move { desk.move_service(&elsewhere).await }
    });
    tokio::time::sleep(A_MOMENT).await;
    sqlx::query("COMMIT").execute(&mut file).await.unwrap();
    file.close().await.unwrap();
    moving.await.unwrap().unwrap();

    let track = until(&world.desk, id, |track| !track.sending).await;
    assert_eq!(states(&track), [BatchState::Settling]);
    let mut file = world.hand_on_the_file().await;
    let went_to: String = sqlx::query_scalar("SELECT value FROM settings WHERE name = $1")
        .bind(format!("destination/{}", track.batches[0].key))
        .fetch_one(&mut file)
        .await
        .unwrap();
    let sent = [(&world, world.line.sent().len()), (&other, other.line.sent().len())];
    for (service, times) in sent {
        let is_said = went_to.trim_end_matches('/') == service.line.url;
        assert_eq!(times, usize::from(is_said), "it is said to have gone to {went_to}");
    }
}
