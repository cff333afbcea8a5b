use std::time::Duration;

use paysheet_domain::BatchState;
use sqlx::Connection as _;

use crate::support::{World, people, states, until};

/// Long enough for the sending to stand where it waits for the ledger. Nothing shows from outside that it does; a moment
/// that is too short tests another order, in which the batch may not go astray either.
const A_MOMENT: Duration = Duration::from_millis(300);

/// The profile is pointed at another service while the sending waits for the disk. The batch goes to the service that
/// it was approved for, or nowhere.
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
        async move {
            let mut settings = desk.profile().settings;
            settings.base_url = elsewhere;
            desk.save_profile(settings).await
        }
    });
    tokio::time::sleep(A_MOMENT).await;
    sqlx::query("COMMIT").execute(&mut file).await.unwrap();
    file.close().await.unwrap();
    moving.await.unwrap().unwrap();

    let track = until(&world.desk, id, |track| !track.sending).await;
    assert_eq!(other.line.sent().len(), 0);
    let went = world.line.sent().len();
    let expected = if went == 1 { BatchState::Settling } else { BatchState::NotSent };
    assert_eq!(states(&track), [expected]);
    let mut file = world.hand_on_the_file().await;
    let approved_for: String = sqlx::query_scalar("SELECT destination_json FROM batches WHERE id = $1")
        .bind(track.batches[0].key)
        .fetch_one(&mut file)
        .await
        .unwrap();
    assert!(approved_for.contains(&world.line.url), "{approved_for}");
}
