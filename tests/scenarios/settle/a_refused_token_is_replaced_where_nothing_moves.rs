use std::time::Duration;

use paysheet_desk::{
    Reason,
    profile::SecretsHome,
    view::{ProviderAnswer, ProviderCall, RenewalSettings},
};
use paysheet_domain::{BatchState, Country, FundingState};
use paysheet_practice::{CardOutcome, PracticeConfig};
use paysheet_vault::SecretKind;
use secrecy::{ExposeSecret, SecretString};

use crate::{
    cards::charge,
    support::{HandClock, WAIT, World, open_desk_at, people, put_in_memory, states, until},
};

const LOOK_AGAIN: Duration = Duration::from_millis(20);
const TOKEN_PATH: &str = "/v1/merchant/verify";

/// A desk with key and secret of the practice service, and a token that the service does not take any more.
async fn world(clock: &HandClock) -> World {
    let mut world = World::practising_at(PracticeConfig::made_up(7).unwrap(), clock).await;
    world.desk.close().await;
    let home = SecretsHome::in_memory(SecretString::from("of-yesterday"), world.practice.lock().clone());
    let (key, secret) = world.practice.key_and_secret();
    put_in_memory(&home, SecretKind::RenewalKey, key.expose_secret());
    put_in_memory(&home, SecretKind::RenewalSecret, secret.expose_secret());
    world.desk = open_desk_at(world.folder.path(), &world.line.url, home, clock).await.0;
    let mut settings = world.desk.profile().settings;
    settings.renewal = Some(RenewalSettings {
        path: TOKEN_PATH.to_owned(),
        key_field: "apiKey".to_owned(),
        secret_field: "secret".to_owned(),
        token_at: "token".to_owned(),
    });
    world.desk.save_profile(settings).await.unwrap();
    world.desk.unlock().await.unwrap();
    world
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_is_asked_once_more_with_a_new_token() {
    let clock = HandClock::default();
    let world = world(&clock).await;
    assert!(!world.desk.banks(Country::NG).await.unwrap().banks.is_empty());
    assert_eq!(world.line.asked_at(TOKEN_PATH).len(), 1);
    // The new one is used from now on.
    assert!(!world.desk.banks(Country::GH).await.unwrap().banks.is_empty());
    assert_eq!(world.line.asked_at(TOKEN_PATH).len(), 1);
}

/// What moves money is sent by the user: the batch waits, and goes out with the new token when it is sent again.
#[tokio::test(flavor = "multi_thread")]
async fn a_submission_waits_for_the_user() {
    let clock = HandClock::default();
    let world = world(&clock).await;
    let id = world.import(&people(2)).await;
    world.desk.banks(Country::NG).await.unwrap();
    world.practice.end_given_tokens();
    clock.pass_min(3);
    let total = world.total(id).await;
    world.pay(id, &total).await.unwrap();
    let track = until(&world.desk, id, |track| !track.sending).await;
    assert_eq!(states(&track), [BatchState::NotAccepted]);
    assert_eq!(world.line.sent().len(), 1, "nothing is sent again by itself");
    until_asked(&world, 2).await;
}

/// A card is charged by the user, too.
#[tokio::test(flavor = "multi_thread")]
async fn a_charge_waits_for_the_user() {
    let clock = HandClock::default();
    let world = world(&clock).await;
    let refused = charge(&world, CardOutcome::Success, "1200.50").await.top_up;
    assert_eq!((refused.state, refused.reason), (FundingState::Refused, Some(Reason::TokenRefused)));
    until_asked(&world, 1).await;
    assert_eq!(world.line.charges_sent(), 1, "nothing is charged again by itself");
    let charged = charge(&world, CardOutcome::Success, "1200.50").await.top_up;
    assert_eq!(charged.state, FundingState::Charged);
}

async fn until_asked(world: &World, count: usize) {
    let asked = async {
        while world.line.asked_at(TOKEN_PATH).len() < count {
            tokio::time::sleep(LOOK_AGAIN).await;
        }
    };
    tokio::time::timeout(WAIT, asked).await.unwrap();
    // The answer is taken in the background as well.
    tokio::time::timeout(WAIT, async {
        while world.desk.token_expires_at().is_none() {
            tokio::time::sleep(LOOK_AGAIN).await;
        }
    })
    .await
    .unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn every_call_of_a_service_can_be_checked_and_nothing_is_moved() {
    let clock = HandClock::default();
    let world = world(&clock).await;
    let mut settings = world.desk.profile().settings;
    settings.payout_status_path = "v1/disburse/status".to_owned();
    settings.payout_list_path = "v1/report/transactions".to_owned();
    settings.balance_path = "v1/no-wallet".to_owned();
    world.desk.save_profile(settings).await.unwrap();
    world.desk.unlock().await.unwrap();
    let checked = world.desk.check_provider(false).await.unwrap();
    let told: Vec<(ProviderCall, ProviderAnswer)> =
        checked.iter().map(|checked| (checked.call, checked.answer)).collect();
    use ProviderAnswer as A;
    use ProviderCall as C;
    assert_eq!(
        told,
        [
            (C::Token, A::Works),
            (C::Banks, A::Works),
            (C::AccountNames, A::Works),
            (C::Results, A::Works),
            (C::ResultsList, A::Works),
            (C::Balance, A::NotOffered),
            (C::TopUpStatus, A::Works),
            (C::CardTopUp, A::Works),
        ]
    );
    assert!(world.line.sent().is_empty() && world.practice.top_ups().is_empty());
}
