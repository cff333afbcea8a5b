//! Charges a card, once, and completes the charge with its one-time password. A request under way is completed even if
//! the window that made it is closed.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use paysheet_domain::ValidationEnd;
use paysheet_ledger::{
    ChargeAnswered, ChargeIntent, ChargeUnderWay, FundingEntry, FundingId, NewCharge, SameAmount,
};
use paysheet_service::{Charge, ChargeOutcome, ChargeSettings, RefusalKind, Service};
use url::Url;
use zeroize::Zeroizing;

use crate::{
    access::{token_renewal, wallets},
    app_error::{AppError, Setting},
    challenge::{self, Checkout, Local, OneTimePage, PAGE_LIFE, ReturnAddress, Verdict},
    desk::Desk,
    error::DeskError,
    event::DeskEvent,
    mutex::lock,
    recovery::anchor,
    state::{
        session::{profile::Unlocked, settings},
        work::{funding::SAME_AMOUNT_H, send_gate::Passage},
    },
    top_up::{
        answer::{Answered, Asked, Shown, answered},
        card::{CardInput, OtpInput, Typed},
        payer::{amount, payer},
        read_status,
        store_charge::store_charge,
        views::top_up_view,
        watch,
    },
    view::{ChargeInput, ProfileSettings, TopUpView},
};

/// The medium of a charge made here (interface, "Charge card").
const MEDIUM: &str = "web";

/// The progress of a charge, and the bank's page if it requires one. The page is for the shell, never for a web view.
pub struct ChargeStep {
    pub top_up: TopUpView,
    pub page: Option<BankPage>,
}

/// The bank's page: the address to open, and the rules for where it may lead. It lives for minutes only.
pub struct BankPage {
    top_up: u32,
    url: Url,
    checkout: Checkout,
    until: Timestamp,
    /// Set if the service sent a page and not an address.
    own: Option<OwnPage>,
}

/// A page that this computer serves.
struct OwnPage {
    html: Arc<Zeroizing<String>>,
    _served: OneTimePage,
}

impl BankPage {
    #[must_use]
    pub const fn top_up(&self) -> u32 {
        self.top_up
    }

    /// Returns the address. Whoever has it can act on it: it is passed to one window, and to no log.
    #[must_use]
    pub const fn url(&self) -> &Url {
        &self.url
    }

    #[must_use]
    pub const fn checkout(&self) -> &Checkout {
        &self.checkout
    }

    /// Returns when the page's life ends.
    #[must_use]
    pub const fn until(&self) -> Timestamp {
        self.until
    }

    /// Returns the same page for another window. A page that this computer serves is served once more, at another
    /// address. None if no port is available.
    pub async fn again(&self) -> Option<Self> {
        let Self { top_up, url, checkout, until, own } = self;
        match own {
            None => Some(Self {
                top_up: *top_up,
                url: url.clone(),
                checkout: checkout.clone(),
                until: *until,
                own: None,
            }),
            Some(own) => Self::served(*top_up, checkout.clone(), *until, Arc::clone(&own.html)).await,
        }
    }

    async fn served(
        top_up: u32,
        checkout: Checkout,
        until: Timestamp,
        html: Arc<Zeroizing<String>>,
    ) -> Option<Self> {
        let served = OneTimePage::start(Arc::clone(&html)).await;
        let served = served.inspect_err(|error| tracing::warn!(%error, "no page")).ok()?;
        let (url, checkout) = (served.url().clone(), checkout.showing(&served));
        Some(Self { top_up, url, checkout, until, own: Some(OwnPage { html, _served: served }) })
    }
}

impl Desk {
    /// Charges a card. `local` defines which addresses of this computer the bank's page may use: the practice bank's,
    /// or none.
    ///
    /// # Errors
    /// `ValueInvalid` with the field, or if the wallet has no reference; `WalletMissing` if no wallet is of the
    /// currency; `ChargedAlready` if the same amount was charged within a day and the input does not name that charge;
    /// `Locked`, `TokenEnds`, `UpdateInstalling`, `Ledger`: nothing was sent then. `ChargeNotRecorded`: it was sent, and its outcome is not
    /// stored. It is Unknown, at the latest after the next start, until its funding status is known.
    pub async fn charge(
        &self,
        card: CardInput,
        input: ChargeInput,
        local: Local,
    ) -> Result<ChargeStep, DeskError> {
        let (card, seen) = card.checked(self.clock.as_ref())?;
        let amount = amount(&input)?;
        let payer = payer(&input.payer)?;
        let settings = self.profile().settings;
        // The charge names no currency: the service takes the figure for one of the wallet's.
        let recipient_id = wallets::reference_of(&settings, amount.currency())?;
        if recipient_id.is_empty() {
            return Err(AppError::invalid(Setting::ChargeRecipientId).into());
        }
        if wallets::is_shared(&settings, amount.currency(), &recipient_id) {
            return Err(AppError::invalid(Setting::WalletCurrency).into());
        }
        let passage = self.send_gate.pass()?;
        // An older copy of the ledger has no record of a charge that was made since.
        anchor::require_sendable(self).await?;
        // A charge takes as long as a submission.
        let secrets = token_renewal::secrets_for_a_submission(self).await?;
        let return_address = ReturnAddress::random().map_err(|_| DeskError::NoRandomness)?;
        let service = self.service();
        let is_service_here = service.is_on_this_computer();
        let destination = service.address().to_owned();
        let new = NewCharge { amount, card: seen, payer, destination, recipient_id };
        let intent =
            self.ledger_for_user().intend_charge(&new, same_amount(self, &input), self.now()).await?;
        let id = intent.id();
        let guard = ChargingGuard::take(self, id, passage);
        // Durable before the card is charged: an older copy of the ledger is detected from here on.
        let anchored = anchor::anchor_now(self).await;
        lock(&self.funding.returns).insert(id.0, return_address.clone());
        let sending = Sending { service, settings, card, new, address: return_address.clone() };
        let shared = self.clone();
        let task = tokio::spawn(async move {
            let _guard = guard;
            let currency = sending.new.amount.currency();
            let under_way = intent.begin();
            let Answered { kept, shown } = match anchored {
                Ok(()) => {
                    let outcome = sending.send(&secrets).await;
                    replace_if_refused(&shared, &secrets, &outcome);
                    answered(outcome, Asked::Charge, Some(currency))?
                }
                Err(error) => {
                    tracing::error!(%error, "the ledger's anchor cannot be stored");
                    Answered::not_sent(anchor::CODE_ANCHOR_NOT_STORED)
                }
            };
            Ok::<_, DeskError>((take_charge(&shared, under_way, kept).await?, shown))
        });
        let (entry, shown) = after_sending(id, task.await.map_err(|_| DeskError::TaskEnded).flatten())?;
        after_sending(
            id,
            go_on(self, entry, shown, Checkout::new(return_address, local, is_service_here)).await,
        )
    }

    /// Completes a charge with its one-time password. A wrong password can be typed again, as often as the service
    /// accepts it.
    ///
    /// # Errors
    /// `ValueInvalid`; `TopUpMovedOn` (as `Ledger`) if no password is required; `ServiceMoved`, `Locked`, `TokenEnds`,
    /// `UpdateInstalling`, `Ledger`: nothing was sent then. `ChargeNotRecorded` as of [`Self::charge`].
    pub async fn submit_otp(&self, id: u32, input: OtpInput, local: Local) -> Result<ChargeStep, DeskError> {
        let otp = input.checked()?;
        let passage = self.send_gate.pass()?;
        let secrets = token_renewal::secrets_for_a_submission(self).await?;
        let service = self.service();
        let is_service_here = service.is_on_this_computer();
        let entry = self.ledger.funding(FundingId(id)).await?;
        read_status::require_same_service(&entry, &service)?;
        let another = ReturnAddress::random().map_err(|_| DeskError::NoRandomness)?;
        let (intent, reference) = self.ledger_for_user().intend_otp(FundingId(id), self.now()).await?;
        let guard = ChargingGuard::take(self, intent.id(), passage);
        // The address that the charge was made with.
        let return_address = lock(&self.funding.returns).get(&id).cloned().unwrap_or(another);
        let (shared, currency) = (self.clone(), entry.currency());
        let settings = settings::charge(&self.profile().settings);
        let task = tokio::spawn(async move {
            let _guard = guard;
            let sent = send_otp(&service, &secrets, &settings, (intent, &reference, &otp)).await;
            drop(otp);
            let (under_way, outcome) = sent;
            replace_if_refused(&shared, &secrets, &outcome);
            let Answered { kept, shown } = answered(outcome, Asked::Otp, currency)?;
            Ok::<_, DeskError>((take_charge(&shared, under_way, kept).await?, shown))
        });
        let sent = task.await.map_err(|_| DeskError::TaskEnded).flatten();
        let (entry, shown) = after_sending(FundingId(id), sent)?;
        let entry = read_status::after_wrong_otp(self, entry).await;
        after_sending(
            FundingId(id),
            go_on(self, entry, shown, Checkout::new(return_address, local, is_service_here)).await,
        )
    }

    /// Ends the confirmation: the bank's page returned its payer, was closed, timed out, or could not be shown. None
    /// of these proves anything: from here on the funding status is requested.
    pub async fn end_validation(&self, id: u32, end: ValidationEnd) -> Result<TopUpView, DeskError> {
        let entry = self.ledger.end_validation(FundingId(id), end, self.now()).await?;
        // A request loop that is already running may be in a long pause.
        self.stop_watching(id);
        watch::watch_status(self, &entry);
        self.emit(DeskEvent::TopUpChanged { id });
        Ok(top_up_view(&entry, &self.funding))
    }
}

/// Stores an answer, and starts to request the status: also if no caller waits for the answer any more.
async fn take_charge(
    desk: &Desk,
    under_way: ChargeUnderWay,
    answered: ChargeAnswered,
) -> Result<FundingEntry, DeskError> {
    let entry = store_charge(desk, under_way, answered).await?;
    watch::watch_status(desk, &entry);
    Ok(entry)
}

/// Returns the next step after an answer.
async fn go_on(
    desk: &Desk,
    entry: FundingEntry,
    shown: Option<Shown>,
    checkout: Checkout,
) -> Result<ChargeStep, DeskError> {
    let id = entry.id.0;
    let Some(shown) = shown else {
        return Ok(ChargeStep { top_up: top_up_view(&entry, &desk.funding), page: None });
    };
    match bank_page(desk, id, &shown, checkout).await {
        Some(page) => Ok(ChargeStep { top_up: top_up_view(&entry, &desk.funding), page: Some(page) }),
        None => {
            let top_up = desk.end_validation(id, ValidationEnd::NotShown).await?;
            Ok(ChargeStep { top_up, page: None })
        }
    }
}

/// Returns the bank's page. None if it cannot be shown: its address is not allowed, or no port is available to
/// serve it.
async fn bank_page(desk: &Desk, top_up: u32, shown: &Shown, checkout: Checkout) -> Option<BankPage> {
    let until = desk.now() + SignedDuration::try_from(PAGE_LIFE).unwrap_or_default();
    match shown {
        Shown::Address(address) => {
            let checkout = checkout.beside_the_service(address.as_str());
            let verdict = checkout.decide(address.as_str(), challenge::Asked::Navigation);
            if verdict != Verdict::Allow {
                tracing::warn!(?verdict, "the bank's page is at an address that is not gone to");
                return None;
            }
            let url = Url::parse(address.as_str()).ok()?;
            Some(BankPage { top_up, url, checkout, until, own: None })
        }
        Shown::Page(page) => {
            let html = Arc::new(Zeroizing::new(page.as_str().to_owned()));
            BankPage::served(top_up, checkout, until, html).await
        }
    }
}

/// Returns the earlier charge that the user was shown, or the time from which to search for one.
fn same_amount(desk: &Desk, input: &ChargeInput) -> SameAmount {
    let since = desk.now() - SignedDuration::from_hours(SAME_AMOUNT_H);
    match input.beside {
        None => SameAmount::AskSince(since),
        Some(shown) => SameAmount::ChargeBeside { shown: FundingId(shown), since },
    }
}

/// Everything that one charge needs. It is dropped, including the card, after sending.
struct Sending {
    service: Service,
    settings: ProfileSettings,
    card: CardInput,
    new: NewCharge,
    address: ReturnAddress,
}

impl Sending {
    async fn send(self, secrets: &Unlocked) -> ChargeOutcome {
        let Self { service, settings, card, new, address } = &self;
        let (expiry_month, expiry_year) = card.expiry();
        let charge = Charge {
            first_name: &new.payer.first_name,
            last_name: &new.payer.last_name,
            phone: &new.payer.phone,
            email: &new.payer.email,
            card_number: card.number.secret(),
            cvv: card.cvv.secret(),
            expiry_year,
            expiry_month,
            pin: card.pin.as_ref().map(Typed::secret),
            redirect_url: address.as_str(),
            medium: MEDIUM,
            recipient: settings.charge_recipient.trim(),
            recipient_id: &new.recipient_id,
            amount: Some(new.amount),
        };
        service.charge(&secrets.token, &charge, &settings::charge(settings)).await
    }
}

/// A refused token is replaced, so that the user's next charge has another one.
fn replace_if_refused(desk: &Desk, secrets: &Unlocked, outcome: &ChargeOutcome) {
    let ChargeOutcome::NotAccepted { refusal, .. } = outcome else { return };
    if refusal.kind == RefusalKind::TokenRefused {
        token_renewal::replace_refused_in_background(desk, secrets);
    }
}

async fn send_otp(
    service: &Service,
    secrets: &Unlocked,
    settings: &ChargeSettings,
    (intent, reference, otp): (ChargeIntent, &str, &Typed),
) -> (ChargeUnderWay, ChargeOutcome) {
    let under_way = intent.begin();
    let outcome = service.verify_charge(&secrets.token, reference, otp.secret(), settings).await;
    (under_way, outcome)
}

/// Replaces any error after sending started: none of them may state that nothing was sent.
fn after_sending<T>(id: FundingId, done: Result<T, DeskError>) -> Result<T, DeskError> {
    done.map_err(|error| {
        tracing::error!(%error, funding = id.0, "a charge was sent, and it is not written down how it stands");
        DeskError::ChargeNotRecorded { funding: id.0, source: Box::new(error) }
    })
}

/// Marks a top-up as being charged until the guard is dropped.
struct ChargingGuard {
    desk: Desk,
    id: u32,
    passage: Option<Passage>,
}

impl ChargingGuard {
    fn take(desk: &Desk, id: FundingId, passage: Passage) -> Self {
        lock(&desk.funding.charging).insert(id.0);
        desk.emit(DeskEvent::TopUpChanged { id: id.0 });
        Self { desk: desk.clone(), id: id.0, passage: Some(passage) }
    }
}

impl Drop for ChargingGuard {
    fn drop(&mut self) {
        lock(&self.desk.funding.charging).remove(&self.id);
        // Whoever hears of the end may ask whether anything passes.
        drop(self.passage.take());
        self.desk.emit(DeskEvent::TopUpChanged { id: self.id });
    }
}
