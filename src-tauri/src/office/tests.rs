//! The card window and the bank's page, with a desktop that makes no windows: it says what it was asked to show, and
//! ends a visit when a test says so. The practice service behind it is the real one.

use std::{
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use paysheet_desk::{
    CardInput, ErrorCode, OtpInput,
    view::{ChargeInput, Scheme},
};
use paysheet_domain::FundingState;
use paysheet_practice::CARDS;
use serde_json::json;
use tokio::sync::oneshot;
use url::Url;
use zeroize::Zeroizing;

use super::{CardStep, CardWish, Office, Unsealed, bank::ShownIn, sealed::tests::seal};
use crate::{
    desktop::{Choice, Desktop},
    error::Answer,
    places::Places,
    windows::bank::{Departure, Visit},
};

/// Visits that were asked for, the last one last, and whether their windows are open.
#[derive(Default)]
struct Shown {
    visits: Mutex<Vec<(u32, Option<Visit>)>>,
    has_card: AtomicBool,
    opens_nothing: AtomicBool,
}

impl Shown {
    fn numbers(&self) -> Vec<u32> {
        self.visits.lock().unwrap().iter().map(|(number, _)| *number).collect()
    }

    /// The windows of a visit are gone, as far as it knows by itself.
    fn end(&self, number: u32, how: Departure) {
        let visit = self
            .visits
            .lock()
            .unwrap()
            .iter_mut()
            .find(|(own, _)| *own == number)
            .and_then(|(_, visit)| visit.take());
        (visit.unwrap().ended)(how);
    }
}

struct Screenless(Arc<Shown>);

impl Desktop for Screenless {
    fn choose_sheet(&self) -> Choice {
        oneshot::channel().1
    }
    fn choose_certificate(&self) -> Choice {
        oneshot::channel().1
    }
    fn choose_backup(&self) -> Choice {
        oneshot::channel().1
    }
    fn choose_folder(&self) -> Choice {
        oneshot::channel().1
    }
    fn choose_key_backup(&self) -> Choice {
        oneshot::channel().1
    }
    fn choose_destination(&self, _: PathBuf, _: String) -> Choice {
        oneshot::channel().1
    }
    fn choose_list_destination(&self, _: PathBuf, _: String) -> Choice {
        oneshot::channel().1
    }
    fn choose_copy_destination(&self, _: PathBuf, _: String) -> Choice {
        oneshot::channel().1
    }
    fn reveal(&self, _: &Path) -> Answer<()> {
        Ok(())
    }
    fn open_address(&self, _: &Url) -> Answer<()> {
        Ok(())
    }
    fn open_card(&self, _: Scheme) -> Answer<()> {
        self.0.has_card.store(true, Ordering::SeqCst);
        Ok(())
    }
    fn has_card(&self) -> bool {
        self.0.has_card.load(Ordering::SeqCst)
    }
    fn close_card(&self) {
        self.0.has_card.store(false, Ordering::SeqCst);
    }
    fn open_bank(&self, visit: Visit) -> Answer<()> {
        if self.0.opens_nothing.load(Ordering::SeqCst) {
            return Err(paysheet_desk::AppError::new(paysheet_desk::ErrorCode::BankPageNotOpened));
        }
        self.0.visits.lock().unwrap().push((visit.number, Some(visit)));
        Ok(())
    }
    fn show_bank(&self, visit: u32) -> bool {
        self.0.visits.lock().unwrap().iter().any(|(number, open)| *number == visit && open.is_some())
    }
    /// As windows do: their end is told, too.
    fn close_bank(&self) {
        let open: Vec<Visit> =
            self.0.visits.lock().unwrap().iter_mut().filter_map(|(_, visit)| visit.take()).collect();
        open.into_iter().for_each(|visit| (visit.ended)(Departure::Closed));
    }
}

async fn practising() -> (Arc<Office>, Arc<Shown>, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let places = Places::at(at.join("data"), at.join("config"), at.to_owned()).unwrap();
    let shown = Arc::new(Shown::default());
    let office = Office::new(places, Box::new(Screenless(Arc::clone(&shown))));
    office.start_practice().await.unwrap();
    office.open_card(CardWish::default()).unwrap();
    (office, shown, folder)
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

/// A message of the card window that is open.
fn sealed_by(office: &Office, text: &[u8]) -> Unsealed {
    let key = office.card_key().unwrap();
    office.unseal(&seal(text, &key)).unwrap()
}

/// The card window is closed, and opened again.
async fn sit_down_again(office: &Office) {
    office.card_gone().await;
    office.desktop().close_card();
    office.open_card(CardWish::default()).unwrap();
}

async fn charge(office: &Arc<Office>, outcome: &str, amount: &str) -> CardStep {
    let (card, input) = charge_of(outcome, amount);
    office.charge(sealed_by(office, b"{}").sitting, card, input).await.unwrap()
}

/// What the ledger says of a top-up, as soon as it says that.
async fn becomes(office: &Office, id: u32, expected: FundingState) {
    for _ in 0..200 {
        if office.desk().await.unwrap().top_up(id).await.unwrap().top_up.state == expected {
            return;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("top-up {id} did not become {expected:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_to_a_charge_of_a_card_window_that_is_gone_leaves_the_next_one_alone() {
    let (office, shown, _folder) = practising().await;
    let (card, input) = charge_of("redirect", "100.00");
    let first = office.charge(sealed_by(&office, b"{}").sitting, card, input);
    let (first, ()) = tokio::join!(first, sit_down_again(&office));
    let first = first.unwrap();
    assert!(first.page.is_none());
    assert_eq!(shown.numbers(), Vec::<u32>::new(), "nobody asked for a page in this window");
    assert!(office.card_status().await.is_err(), "the new window is about nothing yet");
    becomes(&office, first.top_up.id, FundingState::Pending).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_sealed_in_a_card_window_that_closes_at_that_instant_is_not_the_next_ones() {
    let (office, shown, _folder) = practising().await;
    let Unsealed { sitting, text } = sealed_by(&office, b"a charge");
    assert_eq!(*text, b"a charge");
    sit_down_again(&office).await;
    let (card, input) = charge_of("redirect", "110.00");
    let left = office.charge(sitting, card, input).await.unwrap();
    assert!(left.page.is_none());
    assert_eq!(shown.numbers(), Vec::<u32>::new());
    assert!(office.card_status().await.is_err(), "the next window is about nothing yet");
    becomes(&office, left.top_up.id, FundingState::Pending).await;

    // Nor does a code reach another top-up than the one it was asked for.
    let code = sealed_by(&office, br#"{"otp":"123456"}"#);
    sit_down_again(&office).await;
    let next = charge(&office, "otp", "120.00").await.top_up.id;
    let otp = OtpInput::read(&code.text).unwrap();
    assert_eq!(office.submit_otp(code.sitting, otp).await.unwrap_err().code, ErrorCode::WrongState);
    becomes(&office, next, FundingState::NeedsOtp).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_that_was_not_used_is_gone_with_its_card_window() {
    let (office, _shown, _folder) = practising().await;
    let message = seal(b"a charge", &office.card_key().unwrap());
    sit_down_again(&office).await;
    assert_eq!(office.unseal(&message).err().unwrap().code, ErrorCode::WrongState);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_heard_of_an_earlier_showing_counts_for_nothing() {
    let (office, shown, _folder) = practising().await;
    let id = charge(&office, "redirect_page", "200.00").await.top_up.id;
    assert_eq!(shown.numbers(), [1]);
    // The browser instead closes the window, and here instead opens another: neither is the user's end.
    let there = office.open_bank_page().await.unwrap();
    assert_eq!(there.page.unwrap().shown_in, ShownIn::Browser);
    let here = office.show_bank_page().await.unwrap();
    assert_eq!(here.page.unwrap().shown_in, ShownIn::Window);
    let second = *shown.numbers().last().unwrap();
    assert_eq!(shown.numbers().len(), 2);
    tokio::time::sleep(Duration::from_millis(100)).await;
    becomes(&office, id, FundingState::NeedsRedirect).await;
    // Pressed again while it is open, it only comes to the front.
    office.show_bank_page().await.unwrap();
    assert_eq!(shown.numbers().len(), 2);
    shown.end(second, Departure::Closed);
    becomes(&office, id, FundingState::Pending).await;
    assert!(office.show_bank_page().await.is_err(), "its end is its end");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_no_window_could_be_made_for_is_offered_again() {
    let (office, shown, _folder) = practising().await;
    shown.opens_nothing.store(true, Ordering::SeqCst);
    let step = charge(&office, "redirect", "300.00").await;
    assert_eq!(step.page.unwrap().shown_in, ShownIn::Nothing);
    assert!(office.show_bank_page().await.is_err());
    shown.opens_nothing.store(false, Ordering::SeqCst);
    let step = office.show_bank_page().await.unwrap();
    assert_eq!(step.page.unwrap().shown_in, ShownIn::Window);
    assert_eq!(shown.numbers().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn each_end_of_a_visit_is_written_down_and_the_card_window_closes_it() {
    let (office, shown, _folder) = practising().await;
    for (at, (how, expected)) in [
        (Departure::Closed, FundingState::Pending),
        (Departure::LedAstray, FundingState::Pending),
        (Departure::TimeIsOver, FundingState::Pending),
    ]
    .into_iter()
    .enumerate()
    {
        let id = charge(&office, "redirect", &format!("{}.00", 400 + at)).await.top_up.id;
        shown.end(*shown.numbers().last().unwrap(), how);
        becomes(&office, id, expected).await;
    }
    let id = charge(&office, "redirect", "500.00").await.top_up.id;
    office.card_gone().await;
    becomes(&office, id, FundingState::Pending).await;
    let open = shown.visits.lock().unwrap().iter().filter(|(_, visit)| visit.is_some()).count();
    assert_eq!(open, 0, "no window outlives the card window");
}
