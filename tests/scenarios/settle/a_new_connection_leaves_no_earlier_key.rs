use paysheet_desk::{profile::SecretsHome, provider, view::ProviderSettings};
use paysheet_domain::Country;
use paysheet_practice::PracticeConfig;
use paysheet_vault::SecretKind;
use secrecy::{ExposeSecret, SecretString};

use crate::support::{HandClock, World, open_desk_at, put_in_memory};

const TOKEN_PATH: &str = "/v1/merchant/verify";

fn preset(id: &str) -> ProviderSettings {
    provider::presets().into_iter().find(|preset| preset.id == id).unwrap().settings
}

/// A desk that was connected with key and secret, and where its secrets are.
async fn connected_with_key() -> (World, SecretsHome) {
    let clock = HandClock::default();
    let mut world = World::practising_at(PracticeConfig::made_up(7).unwrap(), &clock).await;
    world.desk.close().await;
    let home = SecretsHome::in_memory(world.practice.token().clone(), world.practice.lock().clone());
    let (key, secret) = world.practice.key_and_secret();
    put_in_memory(&home, SecretKind::RenewalKey, key.expose_secret());
    put_in_memory(&home, SecretKind::RenewalSecret, secret.expose_secret());
    world.desk = open_desk_at(world.folder.path(), &world.line.url, home.clone(), &clock).await.0;
    let mut settings = world.desk.profile().settings;
    settings.renewal = preset("keys").renewal;
    settings.balance_path = "v1/wallet".to_owned();
    world.desk.save_profile(settings).await.unwrap();
    (world, home)
}

/// The token of another account at the same service. With the earlier key, the earlier account would pay.
#[tokio::test(flavor = "multi_thread")]
async fn and_no_token_is_requested_with_it() {
    let (world, home) = connected_with_key().await;
    let entered = world.desk.profile().settings;
    let secrets = vec![
        (SecretKind::Token, SecretString::from("a-token-of-another-account")),
        (SecretKind::Lock, world.practice.lock().clone()),
    ];
    world.desk.connect(entered, preset("token"), secrets).await.unwrap();
    world.desk.unlock().await.unwrap();
    // The service refuses this token; the earlier key would get another one.
    let _refused = world.desk.banks(Country::NG).await;
    assert!(world.line.asked_at(TOKEN_PATH).is_empty(), "a token of the earlier account was requested");
    let settings = world.desk.profile().settings;
    assert_eq!((settings.renewal, settings.balance_path.as_str()), (None, ""), "as entered");
    let SecretsHome::Memory(kept) = home else { panic!("in memory") };
    let kept = kept.lock().unwrap();
    assert!(!kept.contains_key(&SecretKind::RenewalKey) && !kept.contains_key(&SecretKind::RenewalSecret));
}

#[tokio::test(flavor = "multi_thread")]
async fn and_a_new_key_is_used() {
    let (world, _) = connected_with_key().await;
    let entered = world.desk.profile().settings;
    let (key, secret) = world.practice.key_and_secret();
    let secrets = vec![
        (SecretKind::Token, SecretString::from("of-yesterday")),
        (SecretKind::Lock, world.practice.lock().clone()),
        (SecretKind::RenewalKey, key.clone()),
        (SecretKind::RenewalSecret, secret.clone()),
    ];
    let mut provider = preset("keys");
    provider.charge_path = "/v1/transfer/processor".to_owned();
    world.desk.connect(entered, provider, secrets).await.unwrap();
    world.desk.unlock().await.unwrap();
    assert!(!world.desk.banks(Country::NG).await.unwrap().banks.is_empty());
    assert_eq!(world.line.asked_at(TOKEN_PATH).len(), 1);
    assert_eq!(world.desk.profile().settings.charge_path, "processor");
}
