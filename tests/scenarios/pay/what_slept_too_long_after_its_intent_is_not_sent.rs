use paysheet_domain::BatchState;

use crate::{
    double_payment::{NOVEMBER, approved, sent, staff},
    support::{HandClock, Then, World, states, until},
};

/// The machine sleeps an hour after each time that it looked at the clock: so also between the intent, which is
/// durable, and the sending. Hours later somebody may have paid these people otherwise.
#[tokio::test(flavor = "multi_thread")]
async fn but_asked_about() {
    let clock = HandClock::default();
    let world = World::at_the_time_of(&clock).await;
    let id = approved(&world, &staff(0..3), "November salaries", NOVEMBER).await;
    clock.sleep_after_each_look_min(60);
    let _ = world.desk.send(id).await;
    assert_eq!(world.line.sent().len(), 0);
    assert_ne!(states(&world.desk.payroll(id).await.unwrap()), [BatchState::Intent], "it ended");
}

#[tokio::test(flavor = "multi_thread")]
async fn nor_sent_again() {
    let clock = HandClock::default();
    let world = World::at_the_time_of(&clock).await;
    world.line.next([Then::Reset]);
    let id = sent(&world, &staff(0..3), "November salaries", NOVEMBER).await;
    let batch = world.desk.payroll(id).await.unwrap().batches[0].key;
    clock.sleep_after_each_look_min(60);
    let _ = world.desk.send_again(id, batch, None).await;
    let track = until(&world.desk, id, |track| !track.sending).await;
    assert_eq!(world.line.sent().len(), 1);
    assert_eq!(states(&track), [BatchState::Unknown], "the first attempt may have arrived");
}
