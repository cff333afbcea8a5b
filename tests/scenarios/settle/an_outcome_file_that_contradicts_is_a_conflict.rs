//! A file says something else than is known, or than itself: both are kept, and the user decides.

use paysheet_desk::view::{OutcomeKind, PayoutChoice, PayoutDecisionInput, PayrollStatus};
use paysheet_domain::{DecisionSource, PayoutDecision, PayoutState, PayoutStatus};

use crate::{
    outcome_files::{apply, counts, export, file, lines, preview},
    support::{World, call_back, people, references, report, state_of, until},
};

#[tokio::test(flavor = "multi_thread")]
async fn and_both_are_kept() {
    let world = World::without_callbacks().await;
    let id = world.sent(&people(4)).await;
    let address = world.listen_elsewhere().await;
    let all: Vec<String> = references(&world.desk, id).await.into_values().collect();
    let [called, decided, itself, reversed] = all.as_slice() else { panic!("{all:?}") };
    call_back(&address, &report(called, "00")).await;
    call_back(&address, &report(reversed, "00")).await;
    until(&world.desk, id, |track| track.outcomes.len() == 2).await;
    let one = PayoutChoice::One { reference: decided.clone(), evidence: 0 };
    let input = PayoutDecisionInput {
        decision: PayoutDecision::Paid,
        source: DecisionSource::Recipient,
        reason: "Confirmed by phone".to_owned(),
    };
    world.desk.decide_payouts(id, &one, &input).await.unwrap();

    let path = export(
        &world,
        [
            (called.as_str(), "Failed"),
            (decided, "Failed"),
            (itself, "Successful"),
            (itself, "Failed"),
            (reversed, "Reversed"),
        ],
    );
    let shown = preview(&world, &path).await;
    assert_eq!(counts(&shown), [(OutcomeKind::Conflict, 4)]);
    let lines = lines(&world, &shown);
    let line = lines[0].payout.clone().unwrap();
    assert_eq!((line.before, line.after), (PayoutStatus::Paid, PayoutStatus::Conflict));
    let rows: Vec<usize> = lines.iter().map(|line| line.says.len()).collect();
    assert_eq!(rows, [1, 1, 2, 1], "one line a payout");
    apply(&world, &path, &shown, &[]).await.unwrap();
    for reference in &all {
        assert_eq!(state_of(&world.desk, id, reference).await, PayoutState::Conflict);
    }
    let payment = world.desk.payment(id, called).await.unwrap();
    assert_eq!(payment.reports.len(), 2);
    let payment = world.desk.payment(id, decided).await.unwrap();
    assert_eq!((payment.reports.len(), payment.decisions.len()), (1, 1));
    assert_eq!(world.desk.payroll(id).await.unwrap().state, PayrollStatus::BeingPaid);
}

/// The amount is a thousandth, or of another currency.
#[tokio::test(flavor = "multi_thread")]
async fn so_is_a_success_of_another_amount() {
    let world = World::without_callbacks().await;
    let id = world.sent(&people(2)).await;
    let all = references(&world.desk, id).await;
    let head = "Reference,Amount,Currency,Status".to_owned();
    // The first person gets 1,000 naira, the second one 1,001.
    let (first, second) = (&all["0100000099"], &all["0100000199"]);
    let rows = [format!("{first},1.00,NGN,Successful"), format!("{second},1001,GHS,Successful")];
    let path = file(&world, "export.csv", &[[head].as_slice(), &rows].concat());
    let shown = preview(&world, &path).await;
    assert_eq!(counts(&shown), [(OutcomeKind::Conflict, 2)]);
}
