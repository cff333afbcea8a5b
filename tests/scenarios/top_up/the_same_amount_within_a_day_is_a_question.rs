use paysheet_desk::{AppError, ErrorCode, view::ChargeInput};
use paysheet_practice::CardOutcome;

use crate::{
    cards::{bank, card, charge, naira, quick, try_charge},
    support::{HandClock, World, code_of},
};

#[tokio::test(flavor = "multi_thread")]
async fn the_answer_names_the_charge_that_was_shown() {
    let clock = HandClock::default();
    let world = World::at_the_time_of(&clock).await;
    world.desk.set_status_pace(quick());
    let first = charge(&world, CardOutcome::Success, "1000").await.top_up;
    clock.pass_min(60);
    let asked = try_charge(&world, CardOutcome::Success, "1000.00").await.err().unwrap();
    let asked = AppError::from(&asked);
    assert_eq!(asked, AppError::ChargedAlready { funding: first.id, at: clock.at_s(0).to_string() });
    charge(&world, CardOutcome::Success, "1001").await;

    let beside = |shown| ChargeInput { beside: Some(shown), ..naira("1000") };
    let again = async |input| {
        let step = world.desk.charge(card(CardOutcome::Success.number()), input, bank(&world.practice)).await;
        step.map(|step| step.top_up)
    };
    let second = again(beside(first.id)).await.unwrap();
    // A double click says the same once more, and is told of the charge in between.
    assert_eq!(code_of(again(beside(first.id)).await), ErrorCode::ChargedAlready);
    again(beside(second.id)).await.unwrap();
    clock.pass_min(24 * 60 + 1);
    again(naira("1000")).await.unwrap();
    assert_eq!(world.line.charges_sent(), 5);
}
