//! Tests the card window and the bank's page with a desktop that makes no windows.

use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use paysheet_desk::{CardInput, ErrorCode, OtpInput, view::ChargeInput};
use paysheet_domain::FundingState;
use paysheet_practice::CARDS;
use serde_json::json;
use tokio::time::timeout;
use zeroize::Zeroizing;

use super::window::Unsealed;
use crate::{
    card_session::{
        sealed::tests::seal,
        view::{CardStep, ShownIn, TopUpPrefill},
    },
    state::{app_state::AppState, desktop::ChallengeExit},
    test_desktop::{Shown, practising},
};

/// Longest time in which a top-up reaches a state.
const WAIT: Duration = Duration::from_secs(30);
/// Long enough for a task that ought not to run.
const A_MOMENT: Duration = Duration::from_millis(100);

/// Practice mode, with the card window open.
async fn with_card_window() -> (Arc<AppState>, Arc<Shown>, tempfile::TempDir) {
    let (app_state, shown, folder) = practising().await;
    app_state.open_card(TopUpPrefill::default()).unwrap();
    (app_state, shown, folder)
}

fn charge_of(outcome: &str, amount: &str) -> (CardInput, ChargeInput) {
    let card = CARDS.iter().find(|card| card.outcome.to_string() == outcome).unwrap();
    let typed =
        json!({ "number": card.number, "expiryMonth": "12", "expiryYear": "29", "cvv": "123", "pin": null });
    let payer = json!({
        "firstName": "Ngozi", "lastName": "Adeyemi", "email": "ngozi@kolafoods.ng", "phone": "+2348035550142"
    });
    let input = json!({ "amount": amount, "currency": "NGN", "payer": payer, "beside": null });
    let typed = Zeroizing::new(typed.to_string().into_bytes());
    (CardInput::read(&typed).unwrap(), serde_json::from_value(input).unwrap())
}

/// Returns a message sealed by the open card window.
fn sealed_by(app_state: &AppState, text: &[u8]) -> Unsealed {
    let key = app_state.card_key().unwrap();
    app_state.unseal(&seal(text, &key)).unwrap()
}

/// Closes the card window, and opens it again.
async fn open_another_session(app_state: &AppState) {
    app_state.card_gone().await;
    app_state.close_card();
    app_state.open_card(TopUpPrefill::default()).unwrap();
}

async fn charge(app_state: &Arc<AppState>, outcome: &str, amount: &str) -> CardStep {
    let (card, input) = charge_of(outcome, amount);
    app_state.charge(sealed_by(app_state, b"{}").session, card, input).await.unwrap()
}

/// Waits until the ledger reports this state of a top-up.
async fn becomes(app_state: &AppState, id: u32, expected: FundingState) {
    let desk = app_state.desk().await.unwrap();
    let mut events = desk.events();
    let reached = async {
        while desk.top_up(id).await.unwrap().top_up.state != expected {
            events.recv().await.unwrap();
        }
    };
    timeout(WAIT, reached).await.unwrap_or_else(|_| panic!("top-up {id} did not become {expected:?}"));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_to_a_charge_of_a_card_window_that_is_gone_leaves_the_next_one_alone() {
    let (app_state, shown, _folder) = with_card_window().await;
    let (card, input) = charge_of("redirect", "100.00");
    let first = app_state.charge(sealed_by(&app_state, b"{}").session, card, input);
    let (first, ()) = tokio::join!(first, open_another_session(&app_state));
    let first = first.unwrap();
    assert!(first.page.is_none());
    assert_eq!(shown.numbers(), Vec::<u32>::new(), "nobody asked for a page in this window");
    assert!(app_state.card_status().await.is_err(), "the new window is about nothing yet");
    becomes(&app_state, first.top_up.id, FundingState::Pending).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_sealed_in_a_card_window_that_closes_at_that_instant_is_not_the_next_ones() {
    let (app_state, shown, _folder) = with_card_window().await;
    let Unsealed { session, text } = sealed_by(&app_state, b"a charge");
    assert_eq!(*text, b"a charge");
    open_another_session(&app_state).await;
    let (card, input) = charge_of("redirect", "110.00");
    let left = app_state.charge(session, card, input).await.unwrap();
    assert!(left.page.is_none());
    assert_eq!(shown.numbers(), Vec::<u32>::new());
    assert!(app_state.card_status().await.is_err(), "the next window is about nothing yet");
    becomes(&app_state, left.top_up.id, FundingState::Pending).await;

    // A code does not reach another top-up than the one it was requested for, either.
    let code = sealed_by(&app_state, br#"{"otp":"123456"}"#);
    open_another_session(&app_state).await;
    let next = charge(&app_state, "otp", "120.00").await.top_up.id;
    let otp = OtpInput::read(&code.text).unwrap();
    assert_eq!(app_state.confirm(code.session, otp).await.unwrap_err().code(), ErrorCode::WrongState);
    becomes(&app_state, next, FundingState::NeedsOtp).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_that_was_not_used_is_gone_with_its_card_window() {
    let (app_state, _shown, _folder) = with_card_window().await;
    let message = seal(b"a charge", &app_state.card_key().unwrap());
    open_another_session(&app_state).await;
    assert_eq!(app_state.unseal(&message).err().unwrap().code(), ErrorCode::WrongState);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_heard_of_an_earlier_showing_counts_for_nothing() {
    let (app_state, shown, _folder) = with_card_window().await;
    let id = charge(&app_state, "redirect_page", "200.00").await.top_up.id;
    assert_eq!(shown.numbers(), [1]);
    // Switching to the browser closes the window, and switching back opens another one: neither is the user's end.
    let there = app_state.open_bank_page().await.unwrap();
    assert_eq!(there.page.unwrap().shown_in, ShownIn::Browser);
    let here = app_state.show_bank_page().await.unwrap();
    assert_eq!(here.page.unwrap().shown_in, ShownIn::Window);
    let second = *shown.numbers().last().unwrap();
    assert_eq!(shown.numbers().len(), 2);
    // Nothing happens, and nothing reports that.
    tokio::time::sleep(A_MOMENT).await;
    becomes(&app_state, id, FundingState::NeedsRedirect).await;
    // A second press while the window is open only brings it to the front.
    app_state.show_bank_page().await.unwrap();
    assert_eq!(shown.numbers().len(), 2);
    shown.end(second, ChallengeExit::Closed);
    becomes(&app_state, id, FundingState::Pending).await;
    assert!(app_state.show_bank_page().await.is_err(), "its end is its end");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_no_window_could_be_made_for_is_offered_again() {
    let (app_state, shown, _folder) = with_card_window().await;
    shown.opens_nothing.store(true, Ordering::SeqCst);
    let step = charge(&app_state, "redirect", "300.00").await;
    assert_eq!(step.page.unwrap().shown_in, ShownIn::Nothing);
    assert!(app_state.show_bank_page().await.is_err());
    shown.opens_nothing.store(false, Ordering::SeqCst);
    let step = app_state.show_bank_page().await.unwrap();
    assert_eq!(step.page.unwrap().shown_in, ShownIn::Window);
    assert_eq!(shown.numbers().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn each_end_of_a_showing_is_written_down_and_the_card_window_closes_it() {
    let (app_state, shown, _folder) = with_card_window().await;
    for (at, (how, expected)) in [
        (ChallengeExit::Closed, FundingState::Pending),
        (ChallengeExit::BlockedNavigation, FundingState::Pending),
        (ChallengeExit::Expired, FundingState::Pending),
    ]
    .into_iter()
    .enumerate()
    {
        let id = charge(&app_state, "redirect", &format!("{}.00", 400 + at)).await.top_up.id;
        shown.end(*shown.numbers().last().unwrap(), how);
        becomes(&app_state, id, expected).await;
    }
    let id = charge(&app_state, "redirect", "500.00").await.top_up.id;
    app_state.card_gone().await;
    becomes(&app_state, id, FundingState::Pending).await;
    let open = shown.showings.lock().unwrap().iter().filter(|(_, showing)| showing.is_some()).count();
    assert_eq!(open, 0, "no window outlives the card window");
}
