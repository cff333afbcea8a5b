use paysheet_desk::{ErrorCode, view::PayrollStatus};
use paysheet_domain::PayoutState;

use crate::{
    asking::{ask_until, asking, asking_world, asking_world_at, questions, set_path},
    support::{HandClock, Person, World, code_of, counts, outcomes, people},
};

fn some_fail() -> Vec<Person> {
    let mut all = people(4);
    all[1].account = "0100000005".to_owned();
    all[2].account = "0100000006".to_owned();
    all
}

#[tokio::test(flavor = "multi_thread")]
async fn the_button_brings_every_outcome() {
    let world = asking_world().await;
    let id = world.sent(&some_fail()).await;
    let track = ask_until(&world, id, |track| track.state == PayrollStatus::Closed).await;
    let expected = [(PayoutState::Paid, 2), (PayoutState::Failed, 1), (PayoutState::Reversed, 1)];
    assert_eq!(outcomes(&track), counts(&expected));
    assert_eq!(world.submissions_at_the_service(), 1, "asking pays nothing");
    let asked = questions(&world);
    world.desk.ask_now(id).unwrap();
    let track = crate::support::until(&world.desk, id, |track| !asking(track).running).await;
    assert_eq!((questions(&world), asking(&track).total), (asked, 0), "nothing is left to ask about");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_background_brings_every_outcome() {
    let clock = HandClock::default();
    let world = asking_world_at(&clock).await;
    let id = world.sent(&some_fail()).await;
    world.desk.ask_due().await.unwrap();
    assert_eq!(questions(&world), 0, "callbacks have time to come");
    for _ in 0..20 {
        clock.pass_min(10);
        world.desk.ask_due().await.unwrap();
    }
    let track = world.desk.payroll(id).await.unwrap();
    assert_eq!(track.state, PayrollStatus::Closed);
    let asked = questions(&world);
    clock.pass_days(1);
    world.desk.ask_due().await.unwrap();
    assert_eq!(questions(&world), asked, "nothing is outstanding");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_overdue_is_asked_about() {
    let clock = HandClock::default();
    let world = asking_world_at(&clock).await;
    let id = world.sent(&some_fail()).await;
    clock.pass_min(31);
    world.desk.mark_overdue().await.unwrap();
    assert_eq!(outcomes(&world.desk.payroll(id).await.unwrap()), counts(&[(PayoutState::Overdue, 4)]));
    for _ in 0..20 {
        clock.pass_min(10);
        world.desk.ask_due().await.unwrap();
    }
    assert_eq!(world.desk.payroll(id).await.unwrap().state, PayrollStatus::Closed);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_profile_without_the_call_asks_nothing() {
    let clock = HandClock::default();
    let world = World::at_the_time_of(&clock).await;
    let id = world.sent(&people(1)).await;
    assert_eq!(code_of(world.desk.ask_now(id)), ErrorCode::ValueInvalid);
    clock.pass_min(60);
    world.desk.ask_due().await.unwrap();
    assert_eq!((questions(&world), world.desk.payroll(id).await.unwrap().asking), (0, None));
    set_path(&world, "/v1/disburse/status").await;
    let mut settings = world.desk.profile().settings;
    "https://else.where/status".clone_into(&mut settings.payout_status_path);
    assert_eq!(code_of(world.desk.save_profile(settings).await), ErrorCode::ValueInvalid);
}
