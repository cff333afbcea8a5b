use paysheet_desk::{
    ErrorCode, Reason,
    view::{DeclineKind, TopUpKind, WalletSettings},
};
use paysheet_domain::{CardBrand, Currency, FundingState};
use paysheet_practice::CardOutcome;

use crate::{
    cards::{charge, try_charge},
    paying::{until_left_alone, until_state, world},
    support::code_of,
};

#[tokio::test(flavor = "multi_thread")]
async fn it_is_funded_when_the_status_says_so() {
    let world = world().await;
    assert_eq!(world.desk.balances().await.unwrap(), [], "nobody told yet");
    assert_eq!(world.desk.top_up_form().await.unwrap().currency, None);
    let step = charge(&world, CardOutcome::Success, "5000000.00").await;
    assert!(step.page.is_none());
    assert_eq!((step.top_up.state, step.top_up.kind), (FundingState::Charged, TopUpKind::Card));
    let funded = until_state(&world.desk, step.top_up.id, FundingState::Funded).await;
    assert_eq!(funded.amount.as_deref(), Some("5000000.00"));
    assert_eq!((funded.fee.as_deref(), funded.decline), (Some("150000.00"), None::<DeclineKind>));
    assert_eq!(funded.total_charged.as_deref(), Some("5150000.00"));
    let card = funded.card.unwrap();
    assert_eq!((card.brand, card.last_four.as_str()), (CardBrand::Visa, "0019"));
    // The practice account has 36,000,000.00 from elsewhere.
    assert_eq!(funded.balance_after.as_deref(), Some("41000000.00"));

    let balances = world.desk.balances().await.unwrap();
    assert_eq!(balances.len(), 1);
    assert_eq!((balances[0].balance.as_str(), balances[0].left.as_str()), ("41000000.00", "41000000.00"));
    assert_eq!(balances[0].top_up, Some(funded.id));
    until_left_alone(&world.desk, funded.id).await;
    let taken = world.practice.top_ups();
    assert_eq!((taken.len(), taken[0].completions), (1, 1));
    let form = world.desk.top_up_form().await.unwrap();
    assert_eq!(form.payer.unwrap().first_name, "Ngozi", "the next form is filled in");
    assert_eq!(form.currency, Some(Currency::NGN), "as the record says");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_sent_is_what_the_interface_asks_for() {
    let world = world().await;
    charge(&world, CardOutcome::Success, "1200.50").await;
    let (head, body) = world.line.asked_at("/v1/transfer/card").remove(0);
    assert!(head.to_lowercase().contains("authentication:"));
    let redirect = body["redirecturl"].as_str().unwrap();
    assert!(redirect.starts_with("https://return.paysheet.invalid/top-up/"), "{redirect}");
    assert_eq!((&body["amount"], &body["medium"]), (&"1200.50".into(), &"web".into()));
    assert_eq!((&body["recipient"], &body["recipient_id"]), (&"wallet".into(), &"W-KOLA".into()));
    assert_eq!((&body["expiry_month"], &body["expiry_year"]), (&"12".into(), &"29".into()));
}

/// Live services have the name of their card processor in the path.
#[tokio::test(flavor = "multi_thread")]
async fn a_service_without_such_a_path_says_what_to_do() {
    let world = world().await;
    let mut settings = world.desk.profile().settings;
    settings.charge_path = "/v1/transfer/processor/".to_owned();
    world.desk.save_profile(settings.clone()).await.unwrap();
    assert_eq!(world.desk.profile().settings.charge_path, "processor", "only the last part is kept");
    let refused = charge(&world, CardOutcome::Success, "1200.50").await.top_up;
    assert_eq!((refused.state, refused.reason), (FundingState::Refused, Some(Reason::NoSuchCall)));
    assert_eq!(world.line.asked_at("/v1/transfer/processor").len(), 1);
    settings.charge_path = "card".to_owned();
    world.desk.save_profile(settings).await.unwrap();
    let charged = charge(&world, CardOutcome::Otp, "1200.50").await.top_up;
    assert_eq!(charged.state, FundingState::NeedsOtp);
}

/// A charge names no currency: naira on a form would be shillings in this wallet.
#[tokio::test(flavor = "multi_thread")]
async fn no_card_is_charged_in_another_currency_than_the_wallets() {
    let world = world().await;
    let mut settings = world.desk.profile().settings;
    settings.wallet_currency = Some(Currency::KES);
    world.desk.save_profile(settings).await.unwrap();
    assert_eq!(world.desk.top_up_form().await.unwrap().currency, Some(Currency::KES));
    let charged = try_charge(&world, CardOutcome::Success, "5000000.00").await;
    assert_eq!(code_of(charged.map(|step| step.top_up)), ErrorCode::WalletMissing);
    assert_eq!(world.line.charges_sent(), 0);
}

/// A charge names a reference and no currency: of two wallets with one reference, the service would choose.
#[tokio::test(flavor = "multi_thread")]
async fn no_card_tops_up_one_of_two_wallets_with_the_same_reference() {
    let world = world().await;
    let wallet =
        |reference: &str| WalletSettings { currency: Currency::KES, reference: reference.to_owned() };
    world.desk.save_wallet(wallet("W-KOLA"), None).await.unwrap();
    // The form charges naira, which the wallet of shillings could get.
    let charged = try_charge(&world, CardOutcome::Success, "5000000.00").await;
    assert_eq!(code_of(charged.map(|step| step.top_up)), ErrorCode::ValueInvalid);
    assert_eq!(world.line.charges_sent(), 0);
    world.desk.remove_wallet(Currency::KES).await.unwrap();
    world.desk.save_wallet(wallet("W-KES"), None).await.unwrap();
    charge(&world, CardOutcome::Success, "5000000.00").await;
    assert_eq!(world.line.charges_sent(), 1);
}
