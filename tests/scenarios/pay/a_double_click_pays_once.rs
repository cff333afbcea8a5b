use paysheet_desk::ErrorCode;
use paysheet_domain::PayoutState;

use crate::support::{World, code_of, counts, outcomes, people, until_closed};

#[tokio::test(flavor = "multi_thread")]
async fn of_many_clicks_on_pay_one_counts() {
    let world = World::open().await;
    let id = world.import(&people(5)).await;
    let total = world.total(id).await;
    let clicks: Vec<_> = (0..8)
        .map(|_| {
            let (desk, (fingerprint, typed)) = (world.desk.clone(), world.typed(id, &total));
            tokio::spawn(async move { desk.approve_and_pay(id, &fingerprint, &typed).await })
        })
        .collect();
    let mut taken = 0;
    for click in clicks {
        match click.await.unwrap() {
            Ok(()) => taken += 1,
            refused @ Err(_) => assert_eq!(code_of(refused), ErrorCode::SendingGoesOn),
        }
    }
    assert_eq!(taken, 1);
    let track = until_closed(&world.desk, id).await;
    assert_eq!(outcomes(&track), counts(&[(PayoutState::Paid, 5)]));
    assert_eq!(track.batches[0].attempts, 1);
    assert_eq!(world.line.sent().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_clicks_on_go_on_one_counts() {
    let world = World::open().await;
    let id = world.approved(&people(5)).await;
    let clicks: Vec<_> = (0..8)
        .map(|_| {
            let desk = world.desk.clone();
            tokio::spawn(async move { desk.continue_sending(id, None).await })
        })
        .collect();
    for click in clicks {
        let _ = click.await.unwrap();
    }
    until_closed(&world.desk, id).await;
    assert_eq!(world.line.sent().len(), 1);
}
