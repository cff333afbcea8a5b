//! The test cards, one for each outcome of a top-up. The numbers are made up for this service: nobody was ever given
//! one of them, and their check digits are valid so that a form accepts them.

use serde::Serialize;

/// The right one-time password of every card.
pub(crate) const ONE_TIME_PASSWORD: &str = "123456";
/// After so many wrong ones a charge ends.
pub(crate) const WRONG_PASSWORDS_MAX: u8 = 3;

/// What a card does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[derive(Serialize, specta::Type, strum::Display, strum::EnumIter)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum CardOutcome {
    /// Charged at once.
    Success,
    /// Requests a one-time password.
    Otp,
    /// Returns the address of the bank's page.
    Redirect,
    /// Returns the bank's page in the response.
    RedirectPage,
    Declined,
    /// Charged, and the connection ends before the response.
    LostAnswer,
    /// Charged, and its status stays pending permanently.
    Pending,
    InsufficientFunds,
    ExpiredCard,
    NotPermitted,
    /// The bank's page is slow.
    RedirectSlow,
    /// The bank's page opens another window.
    RedirectPopup,
    /// The bank's page sends the payer back by a form.
    RedirectPost,
    /// Declined after the right one-time password.
    OtpDeclined,
    /// Completed by the one-time password, and the connection ends before the response.
    OtpLostAnswer,
    BankUnreachable,
    /// Declined with a code that is in no list.
    DeclinedOther,
    /// Charged; pending for the first status requests, then completed.
    SettlesLate,
    /// Charged and completed; reversed after its status was requested.
    Reversed,
    /// A complete response refuses the charge, and names no charge.
    Refused,
}

/// A test card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct PracticeCard {
    /// Digits only.
    pub number: &'static str,
    pub outcome: CardOutcome,
    /// The right one-time password, if one is requested, on the bank's page too.
    pub otp: Option<&'static str>,
}

const fn card(number: &'static str, outcome: CardOutcome) -> PracticeCard {
    PracticeCard { number, outcome, otp: None }
}

const fn asking(number: &'static str, outcome: CardOutcome) -> PracticeCard {
    PracticeCard { number, outcome, otp: Some(ONE_TIME_PASSWORD) }
}

/// All test cards.
pub const CARDS: [PracticeCard; 20] = [
    card("4100000000000019", CardOutcome::Success),
    asking("5061000000000021", CardOutcome::Otp),
    asking("4100000000000035", CardOutcome::Redirect),
    asking("5100000000000040", CardOutcome::RedirectPage),
    card("4100000000000050", CardOutcome::Declined),
    card("4100000000000068", CardOutcome::LostAnswer),
    card("4100000000000076", CardOutcome::Pending),
    card("5100000000000081", CardOutcome::InsufficientFunds),
    card("4100000000000092", CardOutcome::ExpiredCard),
    card("5100000000000107", CardOutcome::NotPermitted),
    asking("4100000000000118", CardOutcome::RedirectSlow),
    asking("4100000000000126", CardOutcome::RedirectPopup),
    asking("5100000000000131", CardOutcome::RedirectPost),
    asking("5061000000000146", CardOutcome::OtpDeclined),
    asking("5061000000000153", CardOutcome::OtpLostAnswer),
    card("4100000000000167", CardOutcome::BankUnreachable),
    card("4100000000000175", CardOutcome::DeclinedOther),
    card("4100000000000183", CardOutcome::SettlesLate),
    card("4100000000000191", CardOutcome::Reversed),
    card("5100000000000206", CardOutcome::Refused),
];

impl CardOutcome {
    /// Returns what the card with these digits does; none if it is no test card.
    pub(crate) fn of(digits: &str) -> Option<Self> {
        CARDS.iter().find(|card| card.number == digits).map(|card| card.outcome)
    }

    /// Returns the number of the card with this outcome.
    #[must_use]
    pub fn number(self) -> &'static str {
        CARDS.iter().find(|card| card.outcome == self).map_or("", |card| card.number)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use paysheet_domain::card::check_number;
    use strum::IntoEnumIterator;

    use super::*;

    #[test]
    fn there_is_a_card_for_each_outcome_and_its_check_digit_fits() {
        let numbers: HashSet<&str> = CARDS.iter().map(|card| card.number).collect();
        assert_eq!(numbers.len(), CARDS.len());
        for outcome in CardOutcome::iter() {
            assert_eq!(CARDS.iter().filter(|card| card.outcome == outcome).count(), 1, "{outcome}");
            assert_eq!(check_number(outcome.number()), Ok(()), "{outcome}");
        }
    }
}
