use paysheet_desk::{
    AppError, BoundSecret, ErrorCode, RefusalView, Setting, profile::SecretsHome, view::RenewalSettings,
};
use paysheet_domain::{BatchState, Country};
use paysheet_practice::PracticeConfig;
use paysheet_vault::SecretKind;
use secrecy::{ExposeSecret, SecretString};
use serde_json::{Value, json};

use crate::support::{
    HandClock, World, code_of, lasting_until, open_desk_at, people, put_in_memory, states, until,
};

const PATH: &str = "/v1/token";

/// What the service answers with a token.
fn with_token(token: &SecretString) -> Value {
    json!({ "status": "success", "data": { "token": token.expose_secret() } })
}

fn next(clock: &HandClock) -> SecretString {
    lasting_until(clock.at_s(7_200))
}

/// A desk whose token ends in so many seconds, and a service that takes only the next one and answers to the
/// request for it.
async fn world(clock: &HandClock, token_s: i64, (status, answer): (u16, Value)) -> (World, SecretsHome) {
    let next = next(clock);
    let mut config = PracticeConfig::made_up(7).unwrap();
    config.token = next;
    config.pace_ms = 0;
    let mut world = World::practising_at(config, clock).await;
    world.line.answer_at(PATH, status, &answer);
    world.desk.banks(Country::NG).await.unwrap();
    world.desk.close().await;
    let home = SecretsHome::in_memory(lasting_until(clock.at_s(token_s)), world.practice.lock().clone());
    put_in_memory(&home, SecretKind::RenewalKey, "the-key");
    put_in_memory(&home, SecretKind::RenewalSecret, "the-secret");
    world.desk = open_desk_at(world.folder.path(), &world.line.url, home.clone(), clock).await.0;
    let mut settings = world.desk.profile().settings;
    settings.renewal = Some(RenewalSettings {
        path: PATH.to_owned(),
        key_field: "apiKey".to_owned(),
        secret_field: "secret".to_owned(),
        token_at: "data.token".to_owned(),
    });
    world.desk.save_profile(settings).await.unwrap();
    world.desk.unlock().await.unwrap();
    (world, home)
}

#[tokio::test(flavor = "multi_thread")]
async fn and_goes_on_with_the_new_one() {
    let clock = HandClock::default();
    let next = next(&clock);
    let (world, home) = world(&clock, 3, (200, with_token(&next))).await;
    let id = world.import(&people(3)).await;
    let total = world.total(id).await;
    world.pay(id, &total).await.unwrap();
    let track = until(&world.desk, id, |track| !track.sending).await;
    assert_eq!(states(&track), [BatchState::Settling]);
    assert_eq!(world.desk.token_expires_at(), Some(clock.at_s(7_200)));
    let SecretsHome::Memory(kept) = home else { panic!("in memory") };
    let kept = BoundSecret::decode(&kept.lock().unwrap()[&SecretKind::Token]).unwrap();
    assert_eq!(kept.secret.expose_secret(), next.expose_secret(), "the keychain has it for the next start");
    assert_eq!(kept.binding.origin, world.line.url, "for this service and no other");

    let asked = world.line.asked_at(PATH);
    assert_eq!(asked.len(), 1, "once for all who wait");
    let (head, body) = &asked[0];
    assert_eq!(*body, json!({ "apiKey": "the-key", "secret": "the-secret" }));
    assert!(!head.to_lowercase().contains("authorization"), "the old token stays here");
}

#[tokio::test(flavor = "multi_thread")]
async fn minutes_before_the_end_without_being_asked() {
    let clock = HandClock::default();
    let (world, _) = world(&clock, 600, (200, with_token(&next(&clock)))).await;
    world.desk.renew_token_in_time().await.unwrap();
    assert!(world.line.asked_at(PATH).is_empty(), "ten minutes are left");
    clock.pass_min(6);
    world.desk.lock();
    world.desk.renew_token_in_time().await.unwrap();
    assert!(world.line.asked_at(PATH).is_empty(), "a locked desk asks for nothing");
    world.desk.unlock().await.unwrap();
    world.desk.renew_token_in_time().await.unwrap();
    assert_eq!(world.desk.token_expires_at(), Some(clock.at_s(7_200)));
}

#[tokio::test(flavor = "multi_thread")]
async fn and_where_none_is_given_nothing_is_sent_and_it_is_told() {
    let clock = HandClock::default();
    let refusal = json!({ "status": "error", "message": "no such key: the-key" });
    let (world, _) = world(&clock, 600, (401, refusal)).await;
    let id = world.approved(&people(3)).await;
    clock.pass_min(10);
    let refused = world.desk.continue_sending(id, None).await.unwrap_err();
    let told = AppError::from(&refused);
    let AppError::RenewalFailed { cause, .. } = &told else { panic!("{told:?}") };
    assert!(matches!(**cause, AppError::TokenRefused(RefusalView { status: 401, .. })), "{told:?}");
    assert!(!format!("{refused:?} {told:?}").contains("the-key"));
    assert_eq!(world.desk.renewal_failed(), Some(told));
    let track = world.desk.payroll(id).await.unwrap();
    assert_eq!(states(&track), [BatchState::Approved]);
    assert_eq!(world.line.sent().len(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn nor_where_the_new_one_would_end_as_soon() {
    let clock = HandClock::default();
    let (world, _) = world(&clock, 3, (200, with_token(&lasting_until(clock.at_s(2))))).await;
    let id = world.import(&people(2)).await;
    let total = world.total(id).await;
    assert_eq!(code_of(world.pay(id, &total).await), ErrorCode::TokenEnds);
    assert_eq!(world.line.sent().len(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn nor_without_its_key() {
    let clock = HandClock::default();
    let (mut world, _) = world(&clock, 600, (200, with_token(&next(&clock)))).await;
    world.desk.close().await;
    let home = SecretsHome::in_memory(lasting_until(clock.at_s(3)), world.practice.lock().clone());
    world.desk = open_desk_at(world.folder.path(), &world.line.url, home, &clock).await.0;
    world.desk.unlock().await.unwrap();
    let id = world.import(&people(2)).await;
    let total = world.total(id).await;
    let told = AppError::from(&world.pay(id, &total).await.unwrap_err());
    let AppError::RenewalFailed { cause, .. } = &told else { panic!("{told:?}") };
    assert_eq!(**cause, AppError::SecretMissing { field: Setting::RenewalKey });
}

/// Tokens that live for minutes, or a clock that is ahead: each new one is about to end as well.
#[tokio::test(flavor = "multi_thread")]
async fn but_not_over_and_over_where_the_new_one_is_as_short() {
    let clock = HandClock::default();
    let short = lasting_until(clock.at_s(240));
    let (world, _) = world(&clock, 200, (200, with_token(&short))).await;
    // The first is asked for beside unlocking.
    while world.desk.token_expires_at() != Some(clock.at_s(240)) {
        tokio::task::yield_now().await;
    }
    for _ in 0..3 {
        world.desk.renew_token_in_time().await.unwrap();
    }
    assert_eq!(world.line.asked_at(PATH).len(), 1);
    clock.pass_min(3);
    world.desk.renew_token_in_time().await.unwrap();
    assert_eq!(world.line.asked_at(PATH).len(), 2);
}
