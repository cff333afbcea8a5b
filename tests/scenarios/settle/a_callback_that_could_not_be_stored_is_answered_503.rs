use paysheet_domain::PayoutState;

use crate::support::{World, call_back, counts, outcomes, people, references, report, until_closed};

/// The service sends a callback again until it is answered with success: it may only be answered so once it is
/// durable.
#[tokio::test(flavor = "multi_thread")]
async fn and_with_200_once_there_is_room() {
    let world = World::without_callbacks().await;
    let id = world.sent(&people(1)).await;
    let address = world.listen_elsewhere().await;
    let reference = references(&world.desk, id).await.into_values().next().unwrap();
    world
        .on_the_disk("CREATE TRIGGER full BEFORE INSERT ON callbacks BEGIN SELECT RAISE(ABORT, 'full'); END")
        .await;
    assert_eq!(call_back(&address, &report(&reference, "00")).await, 503);
    let track = world.desk.payroll(id).await.unwrap();
    assert_eq!(outcomes(&track), counts(&[(PayoutState::Sent, 1)]));

    world.on_the_disk("DROP TRIGGER full").await;
    assert_eq!(call_back(&address, &report(&reference, "00")).await, 200);
    let track = until_closed(&world.desk, id).await;
    assert_eq!(outcomes(&track), counts(&[(PayoutState::Paid, 1)]));
}
