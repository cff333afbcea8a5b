use paysheet_domain::PayoutState;

use crate::support::{
    World, call_back, counts, fill_the_disk, outcomes, people, references, report, until, until_closed,
};

/// The disk took the callback and then nothing more. The service was told that it arrived and sends it no more, so no
/// further callback has to come for it to count.
#[tokio::test(flavor = "multi_thread")]
async fn once_there_is_room() {
    let world = World::without_callbacks().await;
    let id = world.sent(&people(2)).await;
    let address = world.listen_elsewhere().await;
    let references: Vec<String> = references(&world.desk, id).await.into_values().collect();
    fill_the_disk(&world).await;
    for reference in &references {
        assert_eq!(call_back(&address, &report(reference, "00")).await, 200);
    }
    let track = world.desk.payroll(id).await.unwrap();
    assert_eq!(outcomes(&track), counts(&[(PayoutState::Sent, 2)]));

    world.on_the_disk("DROP TRIGGER full").await;
    let track = until_closed(&world.desk, id).await;
    assert_eq!(outcomes(&track), counts(&[(PayoutState::Paid, 2)]));
}

/// The timer ends with the desk, however full the disk is; what it did not apply is applied at the next start.
#[tokio::test(flavor = "multi_thread")]
async fn closing_does_not_wait_for_it() {
    let mut world = World::without_callbacks().await;
    let id = world.sent(&people(1)).await;
    let address = world.listen_elsewhere().await;
    let reference = references(&world.desk, id).await.into_values().next().unwrap();
    fill_the_disk(&world).await;
    assert_eq!(call_back(&address, &report(&reference, "00")).await, 200);
    world.desk.close().await;
    world.on_the_disk("DROP TRIGGER full").await;
    assert_eq!(world.restart().await.callbacks_waiting, 1);
    let track = until(&world.desk, id, |track| track.closed_at.is_some()).await;
    assert_eq!(outcomes(&track), counts(&[(PayoutState::Paid, 1)]));
}
