//! The Top up screen and the card window: top-ups, their records, balances, the shortfall of a payroll.

use paysheet_domain::{CardBrand, Currency, FundingDecision, FundingState, ValidationEnd};
use paysheet_ledger::Payer;
use serde::{Deserialize, Serialize};

use crate::view::{payrolls::track::EventView, reason::Reason};

/// What a charge is about, beside the card itself. Nothing here is secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct ChargeInput {
    /// Plain decimal text, such as `5000000.00`.
    pub amount: String,
    pub currency: Currency,
    pub payer: Payer,
    /// The earlier top-up of the same amount that the user was shown and wants to repeat; none as long as the user was
    /// not asked (`charged_already` names it).
    pub beside: Option<u32>,
}

/// The initial values of the card window.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct TopUpFormView {
    pub profile_name: String,
    /// The last payer.
    pub payer: Option<Payer>,
    /// The profile says whose balance is topped up; without it no card can be charged.
    pub recipient_set: bool,
    /// The currencies that have a wallet of their own.
    pub wallets: Vec<Currency>,
    /// The currency of the wallet, in which the charge counts. None if neither the profile nor a record says it.
    pub currency: Option<Currency>,
    /// Seconds that the bank's page lives.
    pub page_life_s: u32,
    /// The fee of the last top-up that had one, in percent of its amount: `3`, `1.5`.
    pub last_fee_percent: Option<String>,
}

/// The source of the money.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum TopUpKind {
    Card,
    /// A record that the user asked about: e-bills, POS, a voucher, another machine's card.
    LookedUp,
}

/// Why a card was declined, by the processor's code; the window has plain words and what to do for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[derive(Serialize, Deserialize, specta::Type, strum::Display, strum::EnumIter)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum DeclineKind {
    InsufficientFunds,
    ExpiredCard,
    InvalidCard,
    WrongPin,
    WrongCvv,
    /// The card may not be used so: not online, not abroad, not for this kind of merchant.
    NotPermitted,
    /// The bank gives no reason, on purpose.
    DoNotHonour,
    /// A limit of the card's amount or number of payments.
    Limit,
    /// Lost, stolen or blocked.
    BlockedCard,
    /// The payer did not confirm on the bank's page, or it did not take it.
    SecureFailed,
    BankUnreachable,
    AmountTooLow,
    /// A code that no list has: the bank's own words are all there is.
    Other,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct CardSeenView {
    pub brand: CardBrand,
    pub last_four: String,
}

/// A top-up, in the table and in the card window alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct TopUpView {
    pub id: u32,
    pub kind: TopUpKind,
    pub state: FundingState,
    /// Decimal digits; none where a record that was looked up says no currency, and then it stands in the record.
    pub amount: Option<String>,
    pub currency: Option<Currency>,
    pub fee: Option<String>,
    /// What the card is charged: the amount with its fee. None while there is no fee, and where no card was charged.
    pub total_charged: Option<String>,
    pub balance_after: Option<String>,
    pub card: Option<CardSeenView>,
    pub payer_name: Option<String>,
    /// The reference to show; the others are in `references`.
    pub reference: Option<String>,
    pub references: Vec<String>,
    /// The reason why it was declined or failed.
    pub decline: Option<DeclineKind>,
    /// Why it was not sent, refused, or is unknown.
    pub reason: Option<Reason>,
    /// The processor's code as it came.
    pub code: Option<String>,
    /// The service's own words: what to do with a one-time password, or why not.
    pub message: Option<String>,
    /// One-time passwords that were wrong so far.
    pub otp_wrong: u32,
    pub validation_end: Option<ValidationEnd>,
    /// The user decided its outcome.
    pub decision: Option<FundingDecision>,
    /// Its status can be requested.
    pub can_check: bool,
    /// Its status is requested automatically.
    pub watching: bool,
    pub began_at: String,
    pub checked_at: Option<String>,
    pub changed_at: String,
}

/// Which top-ups to show.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase", default)]
pub struct TopUpQuery {
    pub state: Option<FundingState>,
    /// Started at this time or later, and before that one; RFC 3339.
    pub from: Option<String>,
    pub before: Option<String>,
    /// Part of a reference, card, payer or amount.
    pub text: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct TopUpWindow {
    pub total: u32,
    pub offset: u32,
    pub rows: Vec<TopUpView>,
}

/// One top-up with all that is known of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct TopUpDetail {
    pub top_up: TopUpView,
    /// The funding record as it was last read.
    pub record: Option<TopUpRecordView>,
    pub events: Vec<EventView>,
}

/// A funding record, for a person to read: what it says, in the interface's order, and nothing it does not say.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct TopUpRecordView {
    pub fields: Vec<RecordValueView>,
    /// `meta.custom`, by the notification's own names.
    pub custom: Vec<CustomValueView>,
    /// Fields that are not in the interface, as JSON text.
    pub rest: Vec<RecordValueView>,
}

/// A value of a funding record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct RecordValueView {
    pub name: RecordField,
    pub value: String,
}

/// A value that the notification added to a funding record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct CustomValueView {
    pub name: String,
    pub value: String,
}

/// The fields of a funding record, by the interface's names; and the three that hold what the interface does not name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub enum RecordField {
    Id,
    Amount,
    Status,
    SystemType,
    Ref,
    ProcessorMessage,
    ProcessorCode,
    ProcessorReference,
    LinkingReference,
    DisburseOrderId,
    Ipr,
    Iprc,
    R1,
    R2,
    Balance,
    CreatedAt,
    UpdatedAt,
    BeneficiaryAccount,
    BeneficiaryBank,
    WalletCharged,
    Refund,
    Reversed,
    Meta,
    MetaExtra,
    Extra,
}

/// Where a balance is known from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum BalanceSource {
    /// The service reported it with a top-up; what was sent since is subtracted.
    TopUp,
    /// The service reported it when it was asked just now.
    Asked,
}

/// The last known balance of a currency, and what is left of it by our own reckoning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct BalanceView {
    pub currency: Currency,
    pub balance: String,
    pub at: String,
    pub source: BalanceSource,
    /// The top-up that it was reported with.
    pub top_up: Option<u32>,
    /// What the service accepted since.
    pub accepted_since: String,
    /// What is being sent, or is unknown.
    pub under_way: String,
    /// Can be negative.
    pub left: String,
}

/// What a payroll still needs of a currency, against what is known to be there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct ShortfallView {
    pub currency: Currency,
    /// The part that was not sent yet, with its fees.
    pub needed: String,
    /// The fees in it, by those that are set in the profile; none if none is set.
    pub fees: Option<String>,
    /// None: the balance is unknown.
    pub balance: Option<BalanceView>,
    /// What is left after this payroll, negative where the balance is too small; none where it is unknown.
    pub after: Option<String>,
    /// What is missing; none where nothing is, and where the balance is unknown.
    pub missing: Option<String>,
    /// The fee of the last top-up by card that had one, in percent; none if none is known.
    pub last_fee_percent: Option<String>,
}
