use paysheet_domain::{BatchState, PayoutState};

use crate::support::{World, counts, names, outcomes, people, states, until_closed};

#[tokio::test(flavor = "multi_thread")]
async fn everybody_of_the_file_is_paid_once() {
    let world = World::open().await;
    let id = world.import(&people(7)).await;
    assert_eq!(names(&world.desk, id).await.len(), 7);
    let total = world.total(id).await;
    assert_eq!(total, "7021.00");
    world.pay(id, &total).await.unwrap();
    let track = until_closed(&world.desk, id).await;
    assert_eq!(outcomes(&track), counts(&[(PayoutState::Paid, 7)]));
    assert_eq!(states(&track), [BatchState::Closed]);
    assert_eq!(world.submissions_at_the_service(), 1);
    let sent = world.line.sent_values();
    let recipients = sent[0]["recipients"].as_array().unwrap();
    let amounts: Vec<&str> = recipients.iter().map(|r| r["amount"].as_str().unwrap()).collect();
    assert_eq!(amounts, ["1000.00", "1001.00", "1002.00", "1003.00", "1004.00", "1005.00", "1006.00"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn batches_of_one_pay_everybody_too() {
    let world = World::open().await;
    world.set_batch_size(1).await;
    let id = world.sent(&people(3)).await;
    let track = until_closed(&world.desk, id).await;
    assert_eq!(outcomes(&track), counts(&[(PayoutState::Paid, 3)]));
    assert_eq!(states(&track), [BatchState::Closed; 3]);
}
