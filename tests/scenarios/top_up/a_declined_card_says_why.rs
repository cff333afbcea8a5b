use paysheet_desk::{ErrorCode, view::DeclineKind};
use paysheet_domain::FundingState;
use paysheet_practice::CardOutcome;

use crate::{
    cards::{bank, card, charge, naira, try_charge},
    paying::{until_state, world},
    support::code_of,
};

#[tokio::test(flavor = "multi_thread")]
async fn by_the_processors_code_and_in_its_own_words() {
    let world = world().await;
    for (outcome, kind, words) in [
        (CardOutcome::Declined, DeclineKind::DoNotHonour, "Declined"),
        (CardOutcome::InsufficientFunds, DeclineKind::InsufficientFunds, "Insufficient funds"),
        (CardOutcome::ExpiredCard, DeclineKind::ExpiredCard, "Card has expired"),
        (CardOutcome::NotPermitted, DeclineKind::NotPermitted, "Transaction not permitted to cardholder"),
        (CardOutcome::DeclinedOther, DeclineKind::Other, "The issuer asks you to call them"),
    ] {
        // Always the same amount: what was declined is no charge.
        let step = charge(&world, outcome, "1000").await;
        assert!(step.page.is_none());
        assert_eq!(
            (step.top_up.state, step.top_up.decline),
            (FundingState::Declined, Some(kind)),
            "{outcome}"
        );
        assert_eq!(step.top_up.message.as_deref(), Some(words));
        assert!(!step.top_up.watching);
    }
    assert!(world.practice.top_ups().iter().all(|taken| taken.completions == 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_that_leaves_the_outcome_open_is_decided_by_the_funding_status() {
    let world = world().await;
    let step = charge(&world, CardOutcome::BankUnreachable, "1000").await;
    assert_ne!(step.top_up.state, FundingState::Declined);
    assert_eq!(step.top_up.decline, None);
    let decided = until_state(&world.desk, step.top_up.id, FundingState::Failed).await;
    assert_eq!(decided.decline, Some(DeclineKind::BankUnreachable), "once the status says that it failed");
    assert!(world.practice.top_ups().iter().all(|taken| taken.completions == 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_service_that_takes_no_cards_says_so() {
    let world = world().await;
    let refused = charge(&world, CardOutcome::Refused, "1000").await.top_up;
    assert_eq!((refused.state, refused.decline, refused.can_check), (FundingState::Refused, None, false));
    assert_eq!(refused.message.as_deref(), Some("charges by card are not allowed on this account"));
}

#[tokio::test(flavor = "multi_thread")]
async fn where_nobody_listens_nothing_was_charged() {
    let world = world().await;
    world.line.hang_up().await;
    let top_up = charge(&world, CardOutcome::Success, "1000").await.top_up;
    assert_eq!(top_up.state, FundingState::NotSent);
    assert_eq!(top_up.reason.map(|reason| reason.to_string()).as_deref(), Some("refused"));
    assert_eq!(world.line.charges_sent(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_charged_is_not_even_written_down() {
    let world = world().await;
    let refused = async |input| {
        let step = world.desk.charge(card(CardOutcome::Success.number()), input, bank(&world.practice)).await;
        code_of(step.map(|step| step.top_up))
    };
    for amount in ["0", "-5", "1.001", "1,000", "", "1e3"] {
        assert_eq!(refused(naira(amount)).await, ErrorCode::ValueInvalid, "{amount}");
    }
    let mut input = naira("1000");
    input.payer.email = "ngozi@kolafoods".to_owned();
    assert_eq!(refused(input).await, ErrorCode::ValueInvalid);
    let mistyped = world.desk.charge(card("4100000000000018"), naira("1000"), bank(&world.practice)).await;
    assert_eq!(code_of(mistyped.map(|step| step.top_up)), ErrorCode::ValueInvalid);
    let mut settings = world.desk.profile().settings;
    settings.charge_recipient_id = String::new();
    world.desk.save_profile(settings).await.unwrap();
    let nobodys = try_charge(&world, CardOutcome::Success, "1000").await;
    assert_eq!(code_of(nobodys.map(|step| step.top_up)), ErrorCode::ValueInvalid);
    world.desk.lock();
    assert_eq!(world.desk.top_ups(&Default::default(), 0, 10).await.unwrap().total, 0);
    assert_eq!(world.line.charges_sent(), 0);
}
