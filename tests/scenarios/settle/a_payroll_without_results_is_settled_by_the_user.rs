//! No result ever arrives: the user says what happened, person by person or for all who are shown, or closes the payroll
//! with what is not confirmed.

use paysheet_desk::{
    AppError, ErrorCode,
    view::{
        CHOSEN_PAYOUTS_MAX, ChosenPayout, ChosenPayoutsView, PayoutChoice, PayoutDecisionInput, PayoutFilter,
        PayoutOrder, PayrollStatus, SelectedPayout, TrackView,
    },
};
use paysheet_domain::{DecisionSource, PayoutDecision, PayoutState, PayoutStatus};

use crate::support::{
    World, call_back, code_of, counts, outcomes, people, references, report, state_of, until,
};

fn by_statement(decision: PayoutDecision) -> PayoutDecisionInput {
    PayoutDecisionInput {
        decision,
        source: DecisionSource::BankStatement,
        reason: "On the statement of 30 November".to_owned(),
    }
}

async fn shown(world: &World, id: u32, count: u32) -> PayoutChoice {
    let status = Some(PayoutStatus::InProgress);
    let query = PayoutFilter { status, text: None, order: PayoutOrder::Row };
    let last_outcome_at = world.desk.payroll(id).await.unwrap().last_outcome_at;
    PayoutChoice::Shown { query, count, last_outcome_at }
}

#[tokio::test(flavor = "multi_thread")]
async fn person_by_person_and_for_all_who_are_left() {
    let world = World::without_callbacks().await;
    let id = world.sent(&people(5)).await;
    let all: Vec<String> = references(&world.desk, id).await.into_values().collect();
    let one = PayoutChoice::One { reference: all[0].clone(), evidence: 0 };
    world.desk.decide_payouts(id, &one, &by_statement(PayoutDecision::Failed)).await.unwrap();
    let rest = shown(&world, id, 4).await;
    world.desk.decide_payouts(id, &rest, &by_statement(PayoutDecision::Paid)).await.unwrap();
    let track = world.desk.payroll(id).await.unwrap();
    assert_eq!(track.state, PayrollStatus::Closed);
    assert_eq!(outcomes(&track), counts(&[(PayoutState::Paid, 4), (PayoutState::Failed, 1)]));
    let payment = world.desk.payment(id, &all[0]).await.unwrap();
    assert_eq!(payment.decisions[0].reason, "On the statement of 30 November");

    // It survives a restart, and can be taken back.
    let (_folder, desk, _) = world.after_a_crash().await;
    assert_eq!(state_of(&desk, id, &all[0]).await, PayoutState::Failed);
    desk.withdraw_payout_decisions(id, &one).await.unwrap();
    assert_eq!(desk.payroll(id).await.unwrap().state, PayrollStatus::BeingPaid);
}

/// Another number of people than the user saw: a result came in between.
#[tokio::test(flavor = "multi_thread")]
async fn not_for_others_than_were_shown() {
    let world = World::without_callbacks().await;
    let id = world.sent(&people(3)).await;
    let decided =
        world.desk.decide_payouts(id, &shown(&world, id, 2).await, &by_statement(PayoutDecision::Paid)).await;
    let error = AppError::from(&decided.unwrap_err());
    assert_eq!(error.code(), ErrorCode::PayoutsChanged);
}

/// The question about one payment is open while its success comes in. The answer does not cover it: a failure by hand would
/// have the person paid again.
#[tokio::test(flavor = "multi_thread")]
async fn not_over_a_success_that_came_in_while_the_question_was_open() {
    let world = World::without_callbacks().await;
    let id = world.sent(&people(2)).await;
    let address = world.listen_elsewhere().await;
    let reference = references(&world.desk, id).await.into_values().next().unwrap();
    let evidence = world.desk.payment(id, &reference).await.unwrap().evidence;
    assert_eq!(call_back(&address, &report(&reference, "00")).await, 200);
    let wanted = counts(&[(PayoutState::Paid, 1), (PayoutState::Sent, 1)]);
    until(&world.desk, id, |track| outcomes(track) == wanted).await;
    let one = PayoutChoice::One { reference: reference.clone(), evidence };
    let decided = world.desk.decide_payouts(id, &one, &by_statement(PayoutDecision::Failed)).await;
    assert_eq!(code_of(decided), ErrorCode::PayoutsChanged);
    assert_eq!(outcomes(&world.desk.payroll(id).await.unwrap()), wanted);
    assert!(world.desk.pay_failed(id).await.is_err(), "nobody is paid again");
}

/// Neither silently wins.
#[tokio::test(flavor = "multi_thread")]
async fn and_a_later_report_against_it_is_a_conflict() {
    let world = World::without_callbacks().await;
    let id = world.sent(&people(1)).await;
    let address = world.listen_elsewhere().await;
    let reference = references(&world.desk, id).await.into_values().next().unwrap();
    let one = PayoutChoice::One { reference: reference.clone(), evidence: 0 };
    world.desk.decide_payouts(id, &one, &by_statement(PayoutDecision::Failed)).await.unwrap();
    assert_eq!(call_back(&address, &report(&reference, "00")).await, 200);
    let wanted = counts(&[(PayoutState::Conflict, 1)]);
    let is_open_again =
        |track: &TrackView| outcomes(track) == wanted && track.state == PayrollStatus::BeingPaid;
    until(&world.desk, id, is_open_again).await;
    let payment = world.desk.payment(id, &reference).await.unwrap();
    assert_eq!((payment.reports.len(), payment.decisions.len()), (1, 1), "both are kept");
}

#[tokio::test(flavor = "multi_thread")]
async fn or_closed_with_what_is_not_confirmed_until_somebody_turns_out_unpaid() {
    let world = World::without_callbacks().await;
    let id = world.sent(&people(3)).await;
    let address = world.listen_elsewhere().await;
    let all: Vec<String> = references(&world.desk, id).await.into_values().collect();
    assert!(world.desk.close_unconfirmed(id, " ").await.is_err(), "not without a reason");
    world.desk.close_unconfirmed(id, "The provider does not answer").await.unwrap();
    let line = world.desk.payrolls().await.unwrap().remove(0);
    assert_eq!(line.state, PayrollStatus::ClosedUnconfirmed, "it stays visible");
    call_back(&address, &report(&all[0], "00")).await;
    let wanted = counts(&[(PayoutState::Paid, 1), (PayoutState::Sent, 2)]);
    let track = until(&world.desk, id, |track| outcomes(track) == wanted).await;
    assert_eq!(track.state, PayrollStatus::ClosedUnconfirmed);
    call_back(&address, &report(&all[1], "51")).await;
    let track = until(&world.desk, id, |track| track.state == PayrollStatus::BeingPaid).await;
    assert_eq!(track.unconfirmed, None);
}

fn selected(references: &[String]) -> Vec<SelectedPayout> {
    let of = |reference: &String| SelectedPayout { reference: reference.clone(), state: PayoutState::Sent };
    references.iter().map(of).collect()
}

/// What the user confirms: the selected payouts as the confirmation shows them.
fn chosen(view: &ChosenPayoutsView) -> PayoutChoice {
    let of = |payout: &paysheet_desk::view::ChosenPayoutView| ChosenPayout {
        reference: payout.reference.clone(),
        state: PayoutState::Sent,
        evidence: payout.evidence,
    };
    PayoutChoice::Chosen { payouts: view.payouts.iter().map(of).collect() }
}

#[tokio::test(flavor = "multi_thread")]
async fn for_exactly_those_who_are_selected() {
    let world = World::without_callbacks().await;
    let id = world.sent(&people(5)).await;
    let all: Vec<String> = references(&world.desk, id).await.into_values().collect();
    let two = selected(&[all[3].clone(), all[1].clone()]);
    let view = world.desk.chosen_payouts(id, &two).await.unwrap();
    let names: Vec<&str> = view.payouts.iter().map(|payout| payout.name.as_str()).collect();
    assert_eq!(names.len(), 2);
    assert_eq!((view.totals[0].count, view.totals[0].sum.as_str()), (2, "2004.00"), "{names:?}");
    assert!(view.payouts.iter().all(|payout| !payout.has_changed));
    world.desk.decide_payouts(id, &chosen(&view), &by_statement(PayoutDecision::Paid)).await.unwrap();
    for (place, reference) in all.iter().enumerate() {
        let wanted = if place == 3 || place == 1 { PayoutState::Paid } else { PayoutState::Sent };
        assert_eq!(state_of(&world.desk, id, reference).await, wanted, "{place}");
    }
    let as_before = world.desk.withdraw_payout_decisions(id, &chosen(&view)).await;
    assert_eq!(code_of(as_before), ErrorCode::PayoutsChanged, "they were shown in another state");
    let PayoutChoice::Chosen { mut payouts } = chosen(&view) else { unreachable!() };
    payouts.iter_mut().for_each(|payout| payout.state = PayoutState::Paid);
    world.desk.withdraw_payout_decisions(id, &PayoutChoice::Chosen { payouts }).await.unwrap();
    assert_eq!(outcomes(&world.desk.payroll(id).await.unwrap()), counts(&[(PayoutState::Sent, 5)]));
}

/// The confirmation is open while a result comes in for one of them.
#[tokio::test(flavor = "multi_thread")]
async fn for_none_of_the_selected_if_one_of_them_changed() {
    let world = World::without_callbacks().await;
    let id = world.sent(&people(3)).await;
    let address = world.listen_elsewhere().await;
    let all: Vec<String> = references(&world.desk, id).await.into_values().collect();
    let view = world.desk.chosen_payouts(id, &selected(&all)).await.unwrap();
    assert_eq!(call_back(&address, &report(&all[1], "00")).await, 200);
    let wanted = counts(&[(PayoutState::Paid, 1), (PayoutState::Sent, 2)]);
    until(&world.desk, id, |track| outcomes(track) == wanted).await;
    let decided = world.desk.decide_payouts(id, &chosen(&view), &by_statement(PayoutDecision::Failed)).await;
    assert_eq!(AppError::from(&decided.unwrap_err()).code(), ErrorCode::PayoutsChanged);
    assert_eq!(outcomes(&world.desk.payroll(id).await.unwrap()), wanted, "nothing is half applied");

    // Another confirmation names the one that changed, and is refused for it, too.
    let view = world.desk.chosen_payouts(id, &selected(&all)).await.unwrap();
    let changed: Vec<&String> =
        view.payouts.iter().filter(|payout| payout.has_changed).map(|payout| &payout.reference).collect();
    assert_eq!(changed, [&all[1]]);
    let decided = world.desk.decide_payouts(id, &chosen(&view), &by_statement(PayoutDecision::Failed)).await;
    assert_eq!(AppError::from(&decided.unwrap_err()).code(), ErrorCode::PayoutsChanged);
    let rest = selected(&[all[0].clone(), all[2].clone()]);
    let view = world.desk.chosen_payouts(id, &rest).await.unwrap();
    world.desk.decide_payouts(id, &chosen(&view), &by_statement(PayoutDecision::Failed)).await.unwrap();
    let wanted = counts(&[(PayoutState::Paid, 1), (PayoutState::Failed, 2)]);
    assert_eq!(outcomes(&world.desk.payroll(id).await.unwrap()), wanted);
}

#[tokio::test(flavor = "multi_thread")]
async fn for_no_more_than_can_be_read_before() {
    let world = World::without_callbacks().await;
    let id = world.sent(&people(1)).await;
    let one = references(&world.desk, id).await.into_values().next().unwrap();
    let many = vec![one; CHOSEN_PAYOUTS_MAX as usize + 1];
    let refused = world.desk.chosen_payouts(id, &selected(&many)).await.unwrap_err();
    assert_eq!(AppError::from(&refused), AppError::TooManyChosen { max: CHOSEN_PAYOUTS_MAX });
    let twice = world.desk.chosen_payouts(id, &selected(&many[..2])).await.unwrap_err();
    assert_eq!(AppError::from(&twice).code(), ErrorCode::NotFound);
}

/// Whoever closed it did not know that.
#[tokio::test(flavor = "multi_thread")]
async fn and_opened_again_by_a_failure_that_the_user_enters() {
    let world = World::without_callbacks().await;
    let id = world.sent(&people(3)).await;
    let all: Vec<String> = references(&world.desk, id).await.into_values().collect();
    world.desk.close_unconfirmed(id, "The provider does not answer").await.unwrap();
    let one = |at: usize| PayoutChoice::One { reference: all[at].clone(), evidence: 0 };
    world.desk.decide_payouts(id, &one(0), &by_statement(PayoutDecision::Paid)).await.unwrap();
    assert_eq!(world.desk.payroll(id).await.unwrap().state, PayrollStatus::ClosedUnconfirmed);
    world.desk.decide_payouts(id, &one(1), &by_statement(PayoutDecision::Failed)).await.unwrap();
    let track = world.desk.payroll(id).await.unwrap();
    assert_eq!((track.state, track.unconfirmed), (PayrollStatus::BeingPaid, None));
}

/// The reason to close it without results ends with the last result: a result that is taken back is awaited again.
#[tokio::test(flavor = "multi_thread")]
async fn and_no_longer_closed_without_results_once_it_has_all() {
    let world = World::without_callbacks().await;
    let id = world.sent(&people(2)).await;
    let all: Vec<String> = references(&world.desk, id).await.into_values().collect();
    world.desk.close_unconfirmed(id, "The provider does not answer").await.unwrap();
    let rest = shown(&world, id, 2).await;
    world.desk.decide_payouts(id, &rest, &by_statement(PayoutDecision::Paid)).await.unwrap();
    let track = world.desk.payroll(id).await.unwrap();
    assert_eq!((track.state, track.unconfirmed), (PayrollStatus::Closed, None));
    let one = PayoutChoice::One { reference: all[0].clone(), evidence: 1 };
    world.desk.withdraw_payout_decisions(id, &one).await.unwrap();
    assert_eq!(world.desk.payroll(id).await.unwrap().state, PayrollStatus::BeingPaid);
}

/// What the provider said of it is shown again.
#[tokio::test(flavor = "multi_thread")]
async fn and_an_entry_that_is_taken_back_leaves_what_the_provider_said() {
    let world = World::without_callbacks().await;
    let id = world.sent(&people(1)).await;
    let address = world.listen_elsewhere().await;
    let reference = references(&world.desk, id).await.into_values().next().unwrap();
    call_back(&address, &report(&reference, "51")).await;
    until(&world.desk, id, |track| outcomes(track) == counts(&[(PayoutState::Failed, 1)])).await;
    let said = async || {
        let payment = world.desk.payment(id, &reference).await.unwrap();
        (payment.payout.code, payment.payout.message)
    };
    let before = said().await;
    assert_eq!(before.0.as_deref(), Some("51"));
    let one = PayoutChoice::One { reference: reference.clone(), evidence: 1 };
    world.desk.decide_payouts(id, &one, &by_statement(PayoutDecision::Failed)).await.unwrap();
    assert_ne!(said().await, before);
    let one = PayoutChoice::One { reference: reference.clone(), evidence: 2 };
    world.desk.withdraw_payout_decisions(id, &one).await.unwrap();
    assert_eq!(said().await, before);
}
