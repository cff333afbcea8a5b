use paysheet_desk::{profile::SecretsHome, view::RenewalSettings};
use paysheet_domain::Country;
use paysheet_practice::CardOutcome;
use paysheet_vault::SecretKind;
use secrecy::ExposeSecret;

use crate::{
    cards::{CVV, try_charge},
    double_payment::{
        EVERY_PRESS, Left, change_on_the_disk, draft, left, press, reopen, staff, until_names_are_checked,
        world_with_keychain,
    },
    recorder::Recorder,
    support::{HandClock, World, lasting_until, open_desk_at, put_in_memory},
};

/// Everything by which the desk speaks to its service.
async fn do_everything(world: &World, approved: u32) {
    let _ = world.desk.unlock().await;
    let _ = world.desk.banks(Country::NG).await;
    let names = draft(world, &staff(30..32)).await;
    if world.desk.check_names(names).await.is_ok() {
        until_names_are_checked(world, names).await;
    }
    for again in EVERY_PRESS {
        press(world, again, approved).await;
    }
    let _ = world.desk.look_up_reference("T-1").await;
    let _ = try_charge(world, CardOutcome::Success, "1000").await;
}

/// What of the user's the server has.
fn taken(recorder: &Recorder, world: &World) -> Vec<String> {
    let secrets = [
        ("token", world.practice.token().expose_secret().to_owned()),
        ("lock", world.practice.lock().expose_secret().to_owned()),
        ("card", CardOutcome::Success.number().to_owned()),
        ("CVV", CVV.to_owned()),
        ("account", staff(0..1)[0].account.clone()),
    ];
    let taken = secrets.iter().flat_map(|(name, secret)| {
        recorder.holding(secret).into_iter().map(move |request| format!("{name} by {request}"))
    });
    taken.collect()
}

/// While Paysheet was closed, another program wrote its own address into the ledger.
#[tokio::test(flavor = "multi_thread")]
async fn not_where_an_edited_ledger_says() {
    let (mut world, home) = world_with_keychain().await;
    let recorder = Recorder::start().await;
    let id = left(&world, Left::Refused, &staff(0..3), "November salaries").await;
    let address = world.line.url.clone();
    world.desk.close().await;
    let edit = format!(
        "UPDATE settings SET value = replace(value, '{address}', '{}') WHERE value LIKE '%{address}%'",
        recorder.url
    );
    change_on_the_disk(&world, [edit]).await;
    reopen(&mut world, &home).await;
    do_everything(&world, id).await;
    assert_eq!(taken(&recorder, &world), Vec::<String>::new());
}

/// The key and the secret that new tokens are asked for with are secrets as well.
#[tokio::test(flavor = "multi_thread")]
async fn nor_the_key_to_new_ones() {
    let clock = HandClock::default();
    let mut world = World::at_the_time_of(&clock).await;
    let recorder = Recorder::start().await;
    let home = SecretsHome::in_memory(lasting_until(clock.at_s(2)), world.practice.lock().clone());
    put_in_memory(&home, SecretKind::RenewalKey, "key-canary");
    put_in_memory(&home, SecretKind::RenewalSecret, "secret-canary");
    let mut settings = world.desk.profile().settings;
    settings.renewal = Some(RenewalSettings {
        path: "/v1/token".to_owned(),
        key_field: "apiKey".to_owned(),
        secret_field: "secret".to_owned(),
        token_at: "data.token".to_owned(),
    });
    world.desk.save_profile(settings).await.unwrap();
    let address = world.line.url.clone();
    world.desk.close().await;
    let edit = format!(
        "UPDATE settings SET value = replace(value, '{address}', '{}') WHERE name = 'profile'",
        recorder.url
    );
    change_on_the_disk(&world, [edit]).await;
    (world.desk, _) = open_desk_at(world.folder.path(), &address, home, &clock).await;
    let _ = world.desk.unlock().await;
    let _ = world.desk.renew_token_in_time().await;
    assert_eq!(recorder.holding("canary"), Vec::<String>::new());
}

/// The user typed another address, and nothing for it yet.
#[tokio::test(flavor = "multi_thread")]
async fn nor_where_settings_say_since() {
    let (world, _) = world_with_keychain().await;
    let recorder = Recorder::start().await;
    let id = left(&world, Left::Refused, &staff(0..3), "November salaries").await;
    let mut settings = world.desk.profile().settings;
    recorder.url.clone_into(&mut settings.base_url);
    let _ = world.desk.save_profile(settings).await;
    do_everything(&world, id).await;
    assert_eq!(taken(&recorder, &world), Vec::<String>::new());
}

/// Who writes an authority into the ledger, and stands in the line, reads everything.
#[tokio::test(flavor = "multi_thread")]
async fn nor_where_an_edited_authority_vouches() {
    use paysheet_practice::{Practice, PracticeConfig, Tls};
    let (mut world, home) = world_with_keychain().await;
    let secured = async |world: &World, listen| {
        let mut config = PracticeConfig::made_up(9).unwrap();
        config.token = world.practice.token().clone();
        config.lock = world.practice.lock().clone();
        config.tls = Some(Tls::default());
        config.listen = listen;
        Practice::start(config).await.unwrap()
    };
    let own = secured(&world, "127.0.0.1:0".parse().unwrap()).await;
    let root = world.folder.path().join("root.pem");
    std::fs::write(&root, own.root_pem().unwrap()).unwrap();
    world.desk.trust(&root).await.unwrap();
    let mut settings = world.desk.profile().settings;
    settings.base_url = own.base_url();
    world.desk.save_profile(settings).await.unwrap();
    world.desk.put_secret(SecretKind::Token, world.practice.token().clone()).await.unwrap();
    world.desk.put_secret(SecretKind::Lock, world.practice.lock().clone()).await.unwrap();
    world.desk.unlock().await.unwrap();
    let in_json = |pem: &str| serde_json::to_string(pem).unwrap().trim_matches('"').to_owned();
    let (ours, address) = (in_json(own.root_pem().unwrap()), own.address());
    world.desk.close().await;
    own.stop().await;
    let theirs = secured(&world, address).await;
    let edit = format!(
        "UPDATE settings SET value = replace(value, '{ours}', '{}') WHERE name = 'profile' AND value LIKE '%{ours}%'",
        in_json(theirs.root_pem().unwrap())
    );
    change_on_the_disk(&world, [edit]).await;
    reopen(&mut world, &home).await;
    let _ = world.desk.banks(Country::NG).await;
    assert_eq!(theirs.journal().len(), 0);
}
