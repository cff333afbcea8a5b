use paysheet_desk::{AppError, ErrorCode};
use paysheet_domain::BatchState;
use paysheet_practice::PracticeConfig;
use paysheet_vault::SecretKind;
use secrecy::ExposeSecret;

use crate::support::{
    HandClock, Then, World, code_of, lasting_until, open_desk_at, people, secrets, states, until,
};

/// A token that ends so many seconds after the morning's beginning.
async fn world(clock: &HandClock, token_s: i64) -> World {
    let token = lasting_until(clock.at_s(token_s));
    let mut config = PracticeConfig::made_up(7).unwrap();
    config.token = token.expose_secret().to_owned().into();
    config.pace_ms = 0;
    World::practising_at(config, clock).await
}

/// A submission may take a minute here.
#[tokio::test(flavor = "multi_thread")]
async fn approving_is_refused_and_says_when_it_ends() {
    let clock = HandClock::default();
    let world = world(&clock, 3).await;
    assert_eq!(world.desk.token_expires_at(), Some(clock.at_s(3)));
    let id = world.import(&people(3)).await;
    let total = world.total(id).await;
    let refused = AppError::from(&world.pay(id, &total).await.unwrap_err());
    assert_eq!(refused, AppError::TokenEnds { at: clock.at_s(3).to_string(), submission_s: 60 });
    let track = world.desk.payroll(id).await.unwrap();
    assert_eq!(states(&track), [BatchState::Frozen]);
    assert_eq!(world.line.sent().len(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payroll_stops_before_the_batch_that_would_outlive_it() {
    let clock = HandClock::default();
    let mut world = world(&clock, 600).await;
    world.set_batch_size(2).await;
    let id = world.approved(&people(4)).await;
    let answer = std::sync::Arc::new(tokio::sync::Notify::new());
    world.line.next([Then::HoldTheAnswer(std::sync::Arc::clone(&answer))]);
    world.desk.start_sending(id).unwrap();
    world.line.until_sent(1).await;
    clock.pass_s(570);
    answer.notify_one();
    let track = until(&world.desk, id, |track| !track.sending).await;
    assert_eq!(states(&track), [BatchState::Settling, BatchState::Approved], "no attempt, no intent");
    assert_eq!(track.batches[1].attempts, 0);
    assert_eq!(track.stopped.unwrap().code(), ErrorCode::TokenEnds);
    assert_eq!(code_of(world.desk.continue_sending(id, None).await), ErrorCode::TokenEnds);

    // The same token before its end: it goes on with the same batch.
    world.desk.close().await;
    let earlier = HandClock::default();
    world.desk =
        open_desk_at(world.folder.path(), &world.line.url, secrets(&world.practice), &earlier).await.0;
    world.desk.unlock().await.unwrap();
    world.desk.continue_sending(id, None).await.unwrap();
    let track = until(&world.desk, id, |track| !track.sending).await;
    assert_eq!(states(&track), [BatchState::Settling, BatchState::Settling]);
    assert_eq!(track.stopped, None);
    assert_eq!(world.line.sent().len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn nor_is_an_unknown_batch_sent_again() {
    let clock = HandClock::default();
    let world = world(&clock, 600).await;
    world.line.next([Then::Reset]);
    let id = world.sent(&people(2)).await;
    let batch = world.desk.unresolved().await.unwrap()[0].batch.key;
    clock.pass_s(570);
    assert_eq!(code_of(world.desk.send_again(id, batch, None).await), ErrorCode::TokenEnds);
    let track = world.desk.payroll(id).await.unwrap();
    assert_eq!(states(&track), [BatchState::Unknown]);
    assert_eq!(world.line.sent().len(), 1);
}

/// A desk that locked itself still knows when its token ends: that is no secret, and its user has to replace it.
#[tokio::test(flavor = "multi_thread")]
async fn and_its_end_is_known_while_the_desk_is_locked() {
    let clock = HandClock::default();
    let world = world(&clock, 600).await;
    let ends = Some(clock.at_s(600));
    assert_eq!(world.desk.last_token_expires_at(), ends);
    world.desk.lock();
    assert_eq!((world.desk.token_expires_at(), world.desk.last_token_expires_at()), (None, ends));
    world.desk.lock();
    assert_eq!(world.desk.last_token_expires_at(), ends, "locked once more");

    let other = lasting_until(clock.at_s(9_000));
    world.desk.put_secret(SecretKind::Token, other).await.unwrap();
    assert_eq!(world.desk.last_token_expires_at(), None, "it was replaced");
    world.desk.unlock().await.unwrap();
    assert_eq!(world.desk.last_token_expires_at(), Some(clock.at_s(9_000)));
}
