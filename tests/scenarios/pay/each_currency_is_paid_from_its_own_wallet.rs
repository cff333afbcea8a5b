use paysheet_desk::{ErrorCode, view::WalletSettings};
use paysheet_domain::Currency;
use paysheet_practice::{PracticeConfig, Wallet};
use secrecy::SecretString;

use crate::support::{Person, World, code_of, people, typed, until_closed};

const SHILLINGS: &str = "the-password-of-shillings";

fn wallet(text: &str) -> Wallet {
    text.parse().unwrap()
}

fn kenyan() -> WalletSettings {
    WalletSettings { currency: Currency::KES, reference: "W-KES".to_owned() }
}

/// The account has a wallet of naira and one of shillings, with passwords of their own; the desk has only that of naira.
async fn two_wallets() -> World {
    let mut config = PracticeConfig::made_up(7).unwrap();
    config.pace_ms = 0;
    config.lock = SecretString::from("the-password-of-naira");
    config.wallets = vec![
        wallet("NGN:W-KOLA:the-password-of-naira:10000.00"),
        wallet(&format!("KES:W-KES:{SHILLINGS}:10000.00")),
    ];
    let world = World::practising(config).await;
    world.listen().await;
    let mut settings = world.desk.profile().settings;
    settings.wallet_currency = Some(Currency::NGN);
    settings.balance_path = "v1/wallet".to_owned();
    world.desk.save_profile(settings).await.unwrap();
    world
}

fn of_two_countries() -> Vec<Person> {
    [people(2), vec![Person::of("KE", "MPESA", "254712345699")]].concat()
}

#[tokio::test(flavor = "multi_thread")]
async fn and_a_missing_password_is_asked_for_before_the_approval() {
    let world = two_wallets().await;
    let id = world.import(&of_two_countries()).await;
    let review = world.review(id, None).await.unwrap();
    assert_eq!(review.wallets_missing, [Currency::KES]);
    let refused = world.desk.approve_and_pay(id, &review.fingerprint, &typed(&review)).await;
    assert_eq!(code_of(refused), ErrorCode::WalletMissing);
    assert!(world.line.sent().is_empty());

    world.desk.save_wallet(kenyan(), Some(SecretString::from(SHILLINGS))).await.unwrap();
    let review = world.review(id, None).await.unwrap();
    assert!(review.wallets_missing.is_empty());
    world.desk.approve_and_pay(id, &review.fingerprint, &typed(&review)).await.unwrap();
    until_closed(&world.desk, id).await;
    let sent = world.line.sent_values();
    let locks: Vec<_> = sent.iter().map(|body| (&body["currency"], &body["lock"])).collect();
    let expected = [(&"NGN".into(), &"the-password-of-naira".into()), (&"KES".into(), &SHILLINGS.into())];
    assert_eq!(locks, expected);
}

/// What was approved for one wallet is not paid from another.
#[tokio::test(flavor = "multi_thread")]
async fn and_from_no_wallet_that_was_named_after_the_approval() {
    let world = two_wallets().await;
    world.desk.save_wallet(kenyan(), Some(SecretString::from(SHILLINGS))).await.unwrap();
    let id = world.approved(&of_two_countries()).await;
    let another = WalletSettings { reference: "W-OTHER".to_owned(), ..kenyan() };
    // The earlier wallet's password would pay in its name.
    let refused = world.desk.save_wallet(another.clone(), None).await;
    assert_eq!(code_of(refused), ErrorCode::ValueInvalid);
    world.desk.save_wallet(another, Some(SecretString::from("another-password"))).await.unwrap();
    assert_eq!(code_of(world.desk.send(id).await), ErrorCode::ApprovedForOther);
    let sent = world.line.sent_values();
    let currencies: Vec<_> = sent.iter().map(|body| &body["currency"]).collect();
    assert_eq!(currencies, ["NGN"], "the wallet of naira is the approved one");
}

/// The profile's own wallet of the same reference has another password.
#[tokio::test(flavor = "multi_thread")]
async fn and_not_from_the_profile_s_own_one_after_its_wallet_is_removed() {
    let world = two_wallets().await;
    let mut settings = world.desk.profile().settings;
    (settings.wallet_currency, settings.charge_recipient_id) = (None, "W-KES".to_owned());
    world.desk.save_profile(settings).await.unwrap();
    world.desk.save_wallet(kenyan(), Some(SecretString::from(SHILLINGS))).await.unwrap();
    let id = world.approved(&[Person::of("KE", "MPESA", "254712345699")]).await;
    world.desk.remove_wallet(Currency::KES).await.unwrap();
    assert_eq!(code_of(world.desk.send(id).await), ErrorCode::ApprovedForOther);
    assert!(world.line.sent().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn and_without_its_wallet_nothing_is_sent() {
    let world = two_wallets().await;
    world.desk.save_wallet(kenyan(), Some(SecretString::from(SHILLINGS))).await.unwrap();
    let id = world.approved(&[Person::of("KE", "MPESA", "254712345699")]).await;
    world.desk.remove_wallet(Currency::KES).await.unwrap();
    assert_eq!(code_of(world.desk.send(id).await), ErrorCode::WalletMissing);
    assert!(world.line.sent().is_empty());
    // A wallet that is added again has no password from before.
    world.desk.save_wallet(kenyan(), None).await.unwrap();
    assert_eq!(code_of(world.desk.send(id).await), ErrorCode::WalletMissing);
    world.desk.save_wallet(kenyan(), Some(SecretString::from(SHILLINGS))).await.unwrap();
    world.desk.send(id).await.unwrap();
    until_closed(&world.desk, id).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn and_the_balance_is_that_of_the_wallet() {
    let world = two_wallets().await;
    world.desk.save_wallet(kenyan(), Some(SecretString::from(SHILLINGS))).await.unwrap();
    let id = world.import(&of_two_countries()).await;
    world.review(id, None).await.unwrap();
    let shortfall = world.desk.shortfall(id).await.unwrap();
    let known: Vec<_> = shortfall
        .iter()
        .map(|short| (short.currency, short.balance.as_ref().map(|balance| balance.balance.as_str())))
        .collect();
    // 36,000,000.00 naira are from top-ups elsewhere.
    assert_eq!(known, [(Currency::NGN, Some("36010000.00")), (Currency::KES, Some("10000.00"))]);
}

#[tokio::test(flavor = "multi_thread")]
async fn and_no_two_wallets_pay_one_currency() {
    let world = two_wallets().await;
    let naira = WalletSettings { currency: Currency::NGN, reference: "0".to_owned() };
    let refused = world.desk.save_wallet(naira, Some(SecretString::from("another"))).await;
    assert_eq!(code_of(refused), ErrorCode::ValueInvalid);
    let nameless = WalletSettings { reference: " ".to_owned(), ..kenyan() };
    let refused = world.desk.save_wallet(nameless, Some(SecretString::from(SHILLINGS))).await;
    assert_eq!(code_of(refused), ErrorCode::ValueInvalid);
    assert!(world.desk.profile().settings.wallets.is_empty());
}

/// Connecting again is connecting another account, perhaps, whose wallets have other passwords.
#[tokio::test(flavor = "multi_thread")]
async fn and_a_new_connection_has_no_wallet_of_an_earlier_one() {
    let world = two_wallets().await;
    world.desk.save_wallet(kenyan(), Some(SecretString::from(SHILLINGS))).await.unwrap();
    let provider = paysheet_desk::provider::presets().remove(0).settings;
    let entered = world.desk.profile().settings;
    world.desk.connect(entered, provider, Vec::new()).await.unwrap();
    assert!(world.desk.profile().settings.wallets.is_empty());
    world.desk.save_wallet(kenyan(), None).await.unwrap();
    let id = world.import(&[Person::of("KE", "MPESA", "254712345699")]).await;
    assert_eq!(world.review(id, None).await.unwrap().wallets_missing, [Currency::KES]);
}
