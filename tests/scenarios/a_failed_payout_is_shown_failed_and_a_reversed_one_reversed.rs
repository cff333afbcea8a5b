use paysheet_desk::view::PayoutQuery;
use paysheet_domain::{PayoutState, PayoutStatus};

use crate::support::{Person, World, counts, outcomes, people, until};

#[tokio::test(flavor = "multi_thread")]
async fn with_the_services_own_code() {
    let world = World::open().await;
    let mut people = people(2);
    people.push(Person::new("Bola Failed", "0123450004", "10.00"));
    people.push(Person::new("Chidi Reversed", "0123450006", "20.00"));
    let id = world.sent(&people).await;
    let wanted = counts(&[(PayoutState::Paid, 2), (PayoutState::Failed, 1), (PayoutState::Reversed, 1)]);
    until(&world.desk, id, |track| outcomes(track) == wanted && track.closed_at.is_some()).await;
    let failed = PayoutQuery { status: Some(PayoutStatus::Failed), ..PayoutQuery::default() };
    let row = world.desk.payouts(id, &failed, 0, 10).await.unwrap().rows.remove(0);
    assert_eq!((row.name.as_str(), row.code.as_deref()), ("Bola Failed", Some("91")));
    assert_eq!(world.line.sent().len(), 1, "a failed one is not paid again by itself");
}
