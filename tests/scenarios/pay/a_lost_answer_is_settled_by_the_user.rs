use paysheet_desk::{ErrorCode, view::UnknownDecision};
use paysheet_domain::{BatchState, PayoutState};

use crate::support::{
    Then, World, code_of, counts, outcomes, people, references, states, until, until_closed,
};

#[tokio::test(flavor = "multi_thread")]
async fn the_service_has_it() {
    let world = World::without_callbacks().await;
    world.line.next([Then::LoseTheAnswer]);
    let id = world.sent(&people(2)).await;
    let batch = world.desk.unresolved().await.unwrap()[0].batch.key;
    let decide = |reason| world.desk.decide_unknown(id, batch, UnknownDecision::TheServiceHasIt, reason);
    assert_eq!(code_of(decide("  ").await), ErrorCode::ValueInvalid);
    decide("Seen on the service's own page").await.unwrap();
    assert_eq!(states(&world.desk.payroll(id).await.unwrap()), [BatchState::Settling]);
    assert_eq!(code_of(decide("Again").await), ErrorCode::WrongState);
    world.desk.continue_sending(id, None).await.unwrap();
    until(&world.desk, id, |track| !track.sending).await;
    assert_eq!(world.line.sent().len(), 1);
    world.listen().await;
    until_closed(&world.desk, id).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_service_does_not_have_it() {
    let world = World::open().await;
    world.line.next([Then::Reset]);
    let id = world.sent(&people(2)).await;
    let before = references(&world.desk, id).await;
    let batch = world.desk.unresolved().await.unwrap()[0].batch.key;
    world
        .desk
        .decide_unknown(id, batch, UnknownDecision::TheServiceDoesNotHaveIt, "The service's support said so")
        .await
        .unwrap();
    let track = world.desk.payroll(id).await.unwrap();
    assert_eq!(states(&track), [BatchState::NotAccepted]);
    assert_eq!(outcomes(&track), counts(&[(PayoutState::Planned, 2)]));
    world.desk.continue_sending(id, None).await.unwrap();
    let track = until_closed(&world.desk, id).await;
    assert_eq!(outcomes(&track), counts(&[(PayoutState::Paid, 2)]));
    assert_eq!(references(&world.desk, id).await, before);
    assert_eq!(world.line.sent()[0], world.line.sent()[1]);
}
