use std::sync::Arc;

use tokio::sync::Notify;

use crate::support::{HandClock, Then, World, people, until};

#[tokio::test(flavor = "multi_thread")]
async fn after_as_long_as_the_profile_says() {
    let clock = HandClock::default();
    let world = World::at_the_time_of(&clock).await;
    clock.pass_min(14);
    world.desk.lock_if_left();
    assert!(world.desk.is_unlocked());
    world.desk.user_is_here();
    clock.pass_min(14);
    world.desk.lock_if_left();
    assert!(world.desk.is_unlocked(), "somebody was there in between");
    clock.pass_min(1);
    world.desk.lock_if_left();
    assert!(!world.desk.is_unlocked());
    world.desk.unlock().await.unwrap();
    world.desk.lock_if_left();
    assert!(world.desk.is_unlocked(), "unlocking is being there");
}

#[tokio::test(flavor = "multi_thread")]
async fn but_never_where_the_profile_says_never() {
    let clock = HandClock::default();
    let world = World::at_the_time_of(&clock).await;
    let mut settings = world.desk.profile().settings;
    settings.lock_after_min = 0;
    world.desk.save_profile(settings).await.unwrap();
    clock.pass_min(10_000);
    world.desk.lock_if_left();
    assert!(world.desk.is_unlocked());
}

#[tokio::test(flavor = "multi_thread")]
async fn and_not_while_a_payroll_is_being_sent() {
    let clock = HandClock::default();
    let world = World::at_the_time_of(&clock).await;
    world.set_batch_size(2).await;
    let id = world.approved(&people(4)).await;
    let answer = Arc::new(Notify::new());
    world.line.next([Then::HoldTheAnswer(Arc::clone(&answer))]);
    world.desk.start_sending(id).unwrap();
    world.line.until_sent(1).await;
    clock.pass_min(60);
    world.desk.lock_if_left();
    assert!(world.desk.is_unlocked());
    answer.notify_one();
    until(&world.desk, id, |track| !track.sending).await;
    assert_eq!(world.line.sent().len(), 2, "the next batch went out as well");
    world.desk.lock_if_left();
    assert!(!world.desk.is_unlocked());
}
