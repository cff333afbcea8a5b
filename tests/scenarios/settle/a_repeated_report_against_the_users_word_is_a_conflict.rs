use paysheet_desk::{
    ErrorCode,
    view::{PayoutChoice, PayoutDecisionInput, PayrollStatus},
};
use paysheet_domain::{DecisionSource, PayoutDecision, PayoutState};

use crate::support::{
    World, approve_anyway, call_back, code_of, counts, outcomes, people, references, report, state_of, until,
    until_closed,
};

/// A payroll of one person who was reported paid, and whom the user then marked as failed.
async fn marked_failed(world: &World, address: &str) -> (u32, String) {
    let id = world.sent(&people(1)).await;
    let reference = references(&world.desk, id).await.into_values().next().unwrap();
    assert_eq!(call_back(address, &report(&reference, "00")).await, 200);
    until_closed(&world.desk, id).await;
    decide(world, id, &reference, PayoutDecision::Failed).await;
    assert_eq!(state_of(&world.desk, id, &reference).await, PayoutState::Failed);
    (id, reference)
}

async fn decide(world: &World, id: u32, reference: &str, decision: PayoutDecision) {
    let evidence = world.desk.payment(id, reference).await.unwrap().evidence;
    let one = PayoutChoice::One { reference: reference.to_owned(), evidence };
    let input = PayoutDecisionInput {
        decision,
        source: DecisionSource::Recipient,
        reason: "Nothing arrived".to_owned(),
    };
    world.desk.decide_payouts(id, &one, &input).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn and_both_are_shown() {
    let world = World::without_callbacks().await;
    let address = world.listen_elsewhere().await;
    let (id, reference) = marked_failed(&world, &address).await;

    assert_eq!(call_back(&address, &report(&reference, "00")).await, 200);
    let conflict = counts(&[(PayoutState::Conflict, 1)]);
    let track = until(&world.desk, id, |track| outcomes(track) == conflict).await;
    assert_eq!(track.state, PayrollStatus::BeingPaid, "it is open again");
    let payment = world.desk.payment(id, &reference).await.unwrap();
    assert_eq!((payment.reports.len(), payment.decisions.len()), (2, 1));
    let decided_at = payment.decisions[0].at.to_string();
    assert!(payment.reports[0].at <= decided_at && decided_at <= payment.reports[1].at);

    // A service that got no answer in time sends the same again: nothing more comes of it.
    for _ in 0..3 {
        assert_eq!(call_back(&address, &report(&reference, "00")).await, 200);
    }
    decide(&world, id, &reference, PayoutDecision::Paid).await;
    assert_eq!(call_back(&address, &report(&reference, "00")).await, 200);
    let payment = world.desk.payment(id, &reference).await.unwrap();
    assert_eq!((payment.reports.len(), payment.payout.state), (2, PayoutState::Paid));
}

/// The user was about to pay them again.
#[tokio::test(flavor = "multi_thread")]
async fn and_stops_the_second_payment() {
    let world = World::without_callbacks().await;
    let address = world.listen_elsewhere().await;
    let (id, reference) = marked_failed(&world, &address).await;
    let retry = world.desk.pay_failed(id).await.unwrap();
    approve_anyway(&world.desk, retry, None).await;
    let sent = world.line.sent().len();

    assert_eq!(call_back(&address, &report(&reference, "00")).await, 200);
    assert_eq!(code_of(world.desk.send(retry).await), ErrorCode::QuestionsOpen);
    assert_eq!(world.line.sent().len(), sent, "nobody is paid twice without a decision");
}
