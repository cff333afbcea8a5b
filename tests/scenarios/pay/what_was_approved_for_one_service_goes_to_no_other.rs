use std::{
    net::{Ipv4Addr, SocketAddr, SocketAddrV4},
    path::Path,
    sync::Arc,
};

use paysheet_practice::{Practice, PracticeConfig, Tls};
use paysheet_vault::SecretKind;
use secrecy::{ExposeSecret, SecretString};
use tokio::sync::Notify;

use crate::{
    double_payment::{
        EVERY_LEFT, EVERY_PRESS, Left, NOVEMBER, approved, connect_to, left, press, sent, staff,
        world_with_keychain,
    },
    support::{Line, Then, World, until},
};

const ANY_PORT: SocketAddr = SocketAddr::V4(SocketAddrV4::new(Ipv4Addr::LOCALHOST, 0));

/// A service with the world's own secrets that speaks TLS by an authority of its own, which is in the file.
async fn secured(world: &World, listen: SocketAddr, root: &Path) -> Practice {
    let mut config = PracticeConfig::made_up(9).unwrap();
    config.listen = listen;
    config.token = world.practice.token().clone();
    config.lock = world.practice.lock().clone();
    config.tls = Some(Tls { root: Some(root.to_owned()) });
    Practice::start(config).await.unwrap()
}

/// The other port leads to a service that would take everything.
#[tokio::test(flavor = "multi_thread")]
async fn at_another_port() {
    let mut gone = Vec::new();
    for state in EVERY_LEFT {
        for again in EVERY_PRESS {
            let (world, _) = world_with_keychain().await;
            let id = left(&world, state, &staff(0..3), "November salaries").await;
            let other = Line::to(world.practice.address().to_string()).await;
            connect_to(&world, &other.url).await;
            press(&world, again, id).await;
            if !other.sent().is_empty() {
                gone.push(format!("{state:?}, then {again:?}"));
            }
        }
    }
    assert_eq!(gone, Vec::<String>::new());
}

/// Also on this computer: another port is another service, which does not know the references.
#[tokio::test(flavor = "multi_thread")]
async fn nor_is_it_sent_again_there_while_it_is_unknown() {
    let (world, _) = world_with_keychain().await;
    world.line.next([Then::LoseTheAnswer]);
    let id = sent(&world, &staff(0..3), "November salaries", NOVEMBER).await;
    let other = Line::to(world.practice.address().to_string()).await;
    connect_to(&world, &other.url).await;
    for again in EVERY_PRESS {
        press(&world, again, id).await;
    }
    assert_eq!(other.sent().len(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn at_another_host() {
    let mut gone = Vec::new();
    for (from, to) in [("127.0.0.1", "localhost"), ("127.0.0.1", "[::1]")] {
        let (world, _) = world_with_keychain().await;
        let id = left(&world, Left::Approved, &staff(0..3), "November salaries").await;
        connect_to(&world, &world.line.url.replace(from, to)).await;
        press(&world, EVERY_PRESS[0], id).await;
        let attempts = world.desk.payroll(id).await.unwrap().batches[0].attempts;
        if attempts > 0 || !world.line.sent().is_empty() {
            gone.push(to);
        }
    }
    assert_eq!(gone, Vec::<&str>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn by_another_scheme() {
    let (world, _) = world_with_keychain().await;
    let root = world.folder.path().join("root.pem");
    let other = secured(&world, ANY_PORT, &root).await;
    world.desk.trust(&root).await.unwrap();
    connect_to(&world, &world.line.url).await;
    let id = left(&world, Left::Refused, &staff(0..3), "November salaries").await;
    connect_to(&world, &other.base_url()).await;
    press(&world, EVERY_PRESS[0], id).await;
    assert_eq!(other.queued(), []);
}

/// Who can put an authority into the settings, and stand in the line, would be the service.
#[tokio::test(flavor = "multi_thread")]
async fn with_another_authority() {
    let (world, _) = world_with_keychain().await;
    let (ours, theirs) = (world.folder.path().join("ours.pem"), world.folder.path().join("theirs.pem"));
    let own = secured(&world, ANY_PORT, &ours).await;
    world.desk.trust(&ours).await.unwrap();
    connect_to(&world, &own.base_url()).await;
    let id = approved(&world, &staff(0..3), "November salaries", NOVEMBER).await;
    let address = own.address();
    own.stop().await;
    let other = secured(&world, address, &theirs).await;
    let _ = world.desk.trust(&theirs).await;
    connect_to(&world, &other.base_url()).await;
    press(&world, EVERY_PRESS[0], id).await;
    assert_eq!(other.queued(), []);
}

/// The same service, another wallet: other people's money.
#[tokio::test(flavor = "multi_thread")]
async fn from_another_wallet() {
    let mut gone = Vec::new();
    for state in EVERY_LEFT {
        let (world, _) = world_with_keychain().await;
        let id = left(&world, state, &staff(0..3), "November salaries").await;
        let before = world.line.sent().len();
        let mut settings = world.desk.profile().settings;
        "W-OTHER".clone_into(&mut settings.charge_recipient_id);
        world.desk.save_profile(settings).await.unwrap();
        press(&world, EVERY_PRESS[0], id).await;
        if world.line.sent().len() > before {
            gone.push(state);
        }
    }
    assert_eq!(gone, []);
}

/// Whose account the token is nobody can see: the user is asked.
#[tokio::test(flavor = "multi_thread")]
async fn with_another_token() {
    let mut gone = Vec::new();
    for state in EVERY_LEFT {
        let (world, _) = world_with_keychain().await;
        let id = left(&world, state, &staff(0..3), "November salaries").await;
        let before = world.line.sent().len();
        assert_ne!(world.practice.token().expose_secret(), "another-token");
        let another = SecretString::from("another-token");
        world.desk.put_secret(SecretKind::Token, another).await.unwrap();
        world.desk.unlock().await.unwrap();
        press(&world, EVERY_PRESS[0], id).await;
        if world.line.sent().len() > before {
            gone.push(state);
        }
    }
    assert_eq!(gone, []);
}

/// The first batch is at the service; the profile is pointed elsewhere before its answer comes.
#[tokio::test(flavor = "multi_thread")]
async fn nor_its_next_batch() {
    let (world, _) = world_with_keychain().await;
    world.set_batch_size(2).await;
    let id = approved(&world, &staff(0..4), "November salaries", NOVEMBER).await;
    let answer = Arc::new(Notify::new());
    world.line.next([Then::HoldTheAnswer(Arc::clone(&answer))]);
    world.desk.start_sending(id).unwrap();
    world.line.until_sent(1).await;
    let other = Line::to(world.practice.address().to_string()).await;
    connect_to(&world, &other.url).await;
    answer.notify_one();
    until(&world.desk, id, |track| !track.sending).await;
    press(&world, EVERY_PRESS[0], id).await;
    assert_eq!(other.sent().len(), 0);
}
