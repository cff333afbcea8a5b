//! What was approved and not sent for more than the days of the profile asks for its total again, whatever sends it, and
//! also if the clock was set back. Within these days nothing is asked.

use paysheet_desk::{
    ErrorCode,
    view::{ResendInput, TypedTotal},
};
use paysheet_domain::Currency;

use crate::{
    double_payment::{EVERY_LEFT, EVERY_PRESS, Left, NOVEMBER, approved, left, press, staff},
    support::{HandClock, World, code_of},
};

/// Returns what left the desk by a click that says no total, so many days after the approval.
async fn sent_after(days: i64) -> Vec<String> {
    let mut gone = Vec::new();
    for state in EVERY_LEFT {
        for again in EVERY_PRESS {
            let clock = HandClock::default();
            let world = World::at_the_time_of(&clock).await;
            let id = left(&world, state, &staff(0..3), "November salaries").await;
            clock.pass_days(days);
            let before = world.line.sent().len();
            press(&world, again, id).await;
            if world.line.sent().len() > before {
                gone.push(format!("{state:?}, then {again:?}"));
            }
        }
    }
    gone
}

#[tokio::test(flavor = "multi_thread")]
async fn after_more_days_than_the_setting() {
    assert_eq!(sent_after(8).await, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn with_a_clock_that_was_set_back() {
    assert_eq!(sent_after(-2).await, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn but_not_within_these_days() {
    let clock = HandClock::default();
    let world = World::at_the_time_of(&clock).await;
    let id = approved(&world, &staff(0..3), "November salaries", NOVEMBER).await;
    clock.pass_days(6);
    world.desk.send(id).await.unwrap();
    assert_eq!(world.line.sent().len(), 1);
}

/// The total is typed once more, and then it is sent.
#[tokio::test(flavor = "multi_thread")]
async fn the_total_typed_again_sends_it() {
    let clock = HandClock::default();
    let world = World::at_the_time_of(&clock).await;
    let id = left(&world, Left::Approved, &staff(0..3), "November salaries").await;
    clock.pass_days(8);
    assert_eq!(code_of(world.desk.send(id).await), ErrorCode::TotalNeeded);
    let text = world.desk.unsent_totals(id).await.unwrap()[0].sum.clone();
    let totals = vec![TypedTotal { currency: Currency::NGN, text }];
    world.desk.send_unsent(id, Some(ResendInput { totals, ..ResendInput::default() })).await.unwrap();
    assert_eq!(world.line.sent().len(), 1);
}
