use paysheet_desk::view::{PayoutChoice, PayoutDecisionInput, PayoutFilter};
use paysheet_domain::{DecisionSource, PayoutDecision, PayoutState, PayoutStatus};

use crate::support::{Person, World, counts, outcomes, people, until};

#[tokio::test(flavor = "multi_thread")]
async fn with_the_services_own_code() {
    let world = World::open().await;
    let mut people = people(2);
    people.push(Person::new("Bola Failed", "0123450004", "10.00"));
    people.push(Person::new("Chidi Reversed", "0123450006", "20.00"));
    let id = world.sent(&people).await;
    let wanted = counts(&[(PayoutState::Paid, 2), (PayoutState::Failed, 1), (PayoutState::Conflict, 1)]);
    until(&world.desk, id, |track| outcomes(track) == wanted).await;
    let failed = PayoutFilter { status: Some(PayoutStatus::Failed), ..PayoutFilter::default() };
    let row = world.desk.payouts(id, &failed, 0, 10).await.unwrap().rows.remove(0);
    assert_eq!((row.name.as_str(), row.code.as_deref()), ("Bola Failed", Some("07")));
    assert_eq!(world.line.sent().len(), 1, "a failed one is not paid again by itself");

    // Anybody who knows the address can report a reversal: the user confirms it, and the payroll closes.
    let conflict = PayoutFilter { status: Some(PayoutStatus::Conflict), ..PayoutFilter::default() };
    let row = world.desk.payouts(id, &conflict, 0, 10).await.unwrap().rows.remove(0);
    assert!(world.desk.payroll(id).await.unwrap().closed_at.is_none());
    let evidence = world.desk.payment(id, &row.reference).await.unwrap().evidence;
    let these = PayoutChoice::One { reference: row.reference, evidence };
    let decision = PayoutDecisionInput {
        decision: PayoutDecision::Reversed,
        source: DecisionSource::BankStatement,
        reason: "The money is back in the wallet".to_owned(),
    };
    world.desk.decide_payouts(id, &these, &decision).await.unwrap();
    let track = world.desk.payroll(id).await.unwrap();
    let wanted = counts(&[(PayoutState::Paid, 2), (PayoutState::Failed, 1), (PayoutState::Reversed, 1)]);
    assert_eq!((outcomes(&track), track.closed_at.is_some()), (wanted, true));
}
