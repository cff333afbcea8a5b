//! A part of a payment came back. Whoever pays it again as a whole pays the rest twice.

use paysheet_desk::view::TrackView;
use paysheet_domain::PayoutState;

use crate::support::{World, call_back, people, references, state_of, until};

/// The state of a payment of 1,000 naira after a callback with these fields.
async fn state_after(fields: &str) -> PayoutState {
    let world = World::without_callbacks().await;
    let id = world.sent(&people(1)).await;
    let reference = references(&world.desk, id).await.into_values().next().unwrap();
    let form = format!("ref={reference}&{fields}");
    assert_eq!(call_back(&world.listen_elsewhere().await, &form).await, 200);
    let is_applied =
        |track: &TrackView| track.outcomes.iter().all(|outcome| outcome.state != PayoutState::Sent);
    until(&world.desk, id, is_applied).await;
    state_of(&world.desk, id, &reference).await
}

#[tokio::test(flavor = "multi_thread")]
async fn also_where_nothing_was_known() {
    for (fields, state) in [
        ("status=reversed&txref=7&amount=100", PayoutState::Conflict),
        ("status=reversed&txref=7&amount=1000&currency=GHS", PayoutState::Conflict),
        ("responsecode=51&amount=0.00", PayoutState::Failed),
        ("status=reversed&txref=7&amount=1,000.00", PayoutState::Reversed),
        ("status=reversed&txref=7", PayoutState::Reversed),
        ("responsecode=51", PayoutState::Failed),
    ] {
        assert_eq!(state_after(fields).await, state, "{fields}");
    }
}
