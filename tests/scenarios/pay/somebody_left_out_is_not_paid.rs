use paysheet_domain::PayoutState;

use crate::support::{World, counts, names, outcomes, people, until_closed};

#[tokio::test(flavor = "multi_thread")]
async fn neither_now_nor_after_a_restart() {
    let mut world = World::open().await;
    let id = world.import(&people(4)).await;
    world.desk.exclude(id, vec![1]).await.unwrap();
    world.restart().await;
    world.listen().await;
    assert_eq!(names(&world.desk, id).await, ["Ada Person0", "Ada Person2", "Ada Person3"]);
    let total = world.total(id).await;
    assert_eq!(total, "3005.00");
    world.pay(id, &total).await.unwrap();
    let track = until_closed(&world.desk, id).await;
    assert_eq!(outcomes(&track), counts(&[(PayoutState::Paid, 3)]));
    assert_eq!(track.excluded, 1);
    let sent = String::from_utf8(world.line.sent().remove(0)).unwrap();
    assert!(!sent.contains("0100000199"), "{sent}");
}
