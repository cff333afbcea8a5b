//! The types that are sent to the card window. None contains card data, or the address of the bank's page.

use paysheet_desk::view::{Scheme, TopUpFormView, TopUpView};
use paysheet_domain::Currency;
use paysheet_practice::CardOutcome;
use serde::{Deserialize, Serialize};

/// What the card window is opened for.
#[derive(Clone, Debug, Default, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct TopUpPrefill {
    /// Plain decimal text; none: the user says how much.
    pub amount: Option<String>,
    pub currency: Option<Currency>,
}

/// What the card window begins with.
#[derive(Clone, Debug, Serialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct CardStart {
    pub form: TopUpFormView,
    /// The host that the card's data go to; empty in practice.
    pub host: String,
    pub prefill: TopUpPrefill,
    pub scheme: Scheme,
    /// In practice, the cards there are to practise with; none otherwise.
    pub practice_cards: Vec<PracticeCardView>,
}

/// A made-up card, and what it does.
#[derive(Clone, Debug, Serialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct PracticeCardView {
    pub number: String,
    pub outcome: CardOutcome,
    pub otp: Option<String>,
}

/// Where the top-up of the card window stands.
#[derive(Clone, Debug, Serialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct CardStep {
    pub top_up: TopUpView,
    /// While the bank's page can be gone to.
    pub page: Option<CardPage>,
}

/// The bank's page, without its address.
#[derive(Clone, Debug, Serialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct CardPage {
    pub until: String,
    pub shown_in: ShownIn,
}

/// Where the bank's page is to be seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum ShownIn {
    /// No window could be made for it.
    #[default]
    Nothing,
    /// A window of Paysheet's, which sees the way back.
    Window,
    /// The system's browser, which knows no way back: the status says how it ended.
    Browser,
}
