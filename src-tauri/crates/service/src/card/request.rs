//! The request of a charge. Its body contains card number, CVV and PIN. The body exists during one call, in one buffer.

use paysheet_domain::Money;
use secrecy::{ExposeSecret, SecretString};
use zeroize::Zeroizing;

use super::settings::{self, ChargeSettings, SendAmount};
use crate::http::body;

/// Digits of a card number (ISO/IEC 7812).
const CARD_DIGITS: std::ops::RangeInclusive<usize> = 12..=19;
const CVV_DIGITS: std::ops::RangeInclusive<usize> = 3..=4;
const PIN_DIGITS: std::ops::RangeInclusive<usize> = 4..=12;

/// One charge of a card (interface, "Charge card"). The caller checks the payer's details.
#[derive(Clone, Copy)]
pub struct Charge<'a> {
    pub first_name: &'a str,
    pub last_name: &'a str,
    pub phone: &'a str,
    pub email: &'a str,
    /// Digits only, without spaces.
    pub card_number: &'a SecretString,
    pub cvv: &'a SecretString,
    /// Two digits each.
    pub expiry_year: &'a str,
    pub expiry_month: &'a str,
    /// None if the card has no PIN or if it is requested later; the field is then omitted.
    pub pin: Option<&'a SecretString>,
    pub redirect_url: &'a str,
    /// `web` or `mobile` (interface).
    pub medium: &'a str,
    /// `wallet` (interface).
    pub recipient: &'a str,
    pub recipient_id: &'a str,
    pub amount: Option<Money>,
}

/// Why a charge is not sent. No variant contains the value of the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChargeProblem {
    #[error("a card number has 12 to 19 digits")]
    CardNumber,
    #[error("a CVV has three or four digits")]
    Cvv,
    #[error("an expiry has a month from 01 to 12 and a year of two digits")]
    Expiry,
    #[error("a PIN has four to twelve digits")]
    Pin,
    #[error("an amount must be positive")]
    Amount,
}

impl Charge<'_> {
    /// Returns the reason why this charge cannot be sent, if there is one.
    #[must_use]
    pub fn problem(&self) -> Option<ChargeProblem> {
        let month: Option<u8> =
            self.expiry_month.parse().ok().filter(|_| is_digits(self.expiry_month, 2..=2));
        let expiry =
            month.is_some_and(|month| (1..=12).contains(&month)) && is_digits(self.expiry_year, 2..=2);
        let rules = [
            (is_digits(self.card_number.expose_secret(), CARD_DIGITS), ChargeProblem::CardNumber),
            (is_digits(self.cvv.expose_secret(), CVV_DIGITS), ChargeProblem::Cvv),
            (expiry, ChargeProblem::Expiry),
            (self.pin.is_none_or(|pin| is_digits(pin.expose_secret(), PIN_DIGITS)), ChargeProblem::Pin),
            (self.amount.is_none_or(Money::is_positive), ChargeProblem::Amount),
        ];
        rules.into_iter().find(|(kept, _)| !kept).map(|(_, problem)| problem)
    }

    /// Writes the body: all values are strings, in the interface's order.
    pub(super) fn body(&self, settings: &ChargeSettings) -> Zeroizing<Vec<u8>> {
        let amount = match settings.amount() {
            SendAmount::Sent => self.amount.map(Money::digits),
            SendAmount::LeftOut => None,
        };
        let mut members = Vec::with_capacity(14);
        members.extend([
            (settings::FIRST_NAME, self.first_name),
            (settings::LAST_NAME, self.last_name),
            (settings::PHONE, self.phone),
            (settings.email_field(), self.email),
            (settings::CARD_NUMBER, self.card_number.expose_secret()),
            (settings::CVV, self.cvv.expose_secret()),
            (settings::EXPIRY_YEAR, self.expiry_year),
            (settings::EXPIRY_MONTH, self.expiry_month),
        ]);
        members.extend(self.pin.map(|pin| (settings::PIN, pin.expose_secret())));
        members.extend([
            (settings::REDIRECT_URL, self.redirect_url),
            (settings::MEDIUM, self.medium),
            (settings::RECIPIENT, self.recipient),
            (settings::RECIPIENT_ID, self.recipient_id),
        ]);
        members.extend(amount.as_deref().map(|amount| (settings::AMOUNT, amount)));
        body::object(&members)
    }
}

fn is_digits(text: &str, count: std::ops::RangeInclusive<usize>) -> bool {
    count.contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use paysheet_domain::Currency;

    use super::*;

    struct Card {
        number: SecretString,
        cvv: SecretString,
        pin: SecretString,
    }

    fn card(number: &str, cvv: &str, pin: &str) -> Card {
        let [number, cvv, pin] = [number, cvv, pin].map(SecretString::from);
        Card { number, cvv, pin }
    }

    fn charge(card: &Card) -> Charge<'_> {
        Charge {
            first_name: "Ada \"A\"",
            last_name: "Obi",
            phone: "08030000000",
            email: "ada@example.com",
            card_number: &card.number,
            cvv: &card.cvv,
            expiry_year: "27",
            expiry_month: "05",
            pin: Some(&card.pin),
            redirect_url: "https://example.com/back?n=1",
            medium: "web",
            recipient: "wallet",
            recipient_id: "W1",
            amount: Some(Money::from_minor(100_050, Currency::NGN)),
        }
    }

    #[test]
    fn a_body_is_written_to_the_byte() {
        fn text(charge: &Charge<'_>, settings: &ChargeSettings) -> String {
            String::from_utf8(charge.body(settings).to_vec()).expect("UTF-8")
        }
        let card = card("4242424242424242", "123", "3310");
        let whole = concat!(
            r#"{"firstname":"Ada \"A\"","lastname":"Obi","phonenumber":"08030000000","email":"ada@example.com","#,
            r#""card_no":"4242424242424242","cvv":"123","expiry_year":"27","expiry_month":"05","pin":"3310","#,
            r#""redirecturl":"https://example.com/back?n=1","medium":"web","recipient":"wallet","#,
            r#""recipient_id":"W1","amount":"1000.50"}"#
        );
        assert_eq!(text(&charge(&card), &ChargeSettings::default()), whole);
        let other = ChargeSettings::new("payer", SendAmount::LeftOut).expect("a name");
        let expected = whole.replace(r#""email":"#, r#""payer":"#).replace(r#","amount":"1000.50""#, "");
        assert_eq!(text(&charge(&card), &other), expected);
        let bare = Charge { pin: None, amount: None, ..charge(&card) };
        let expected = whole.replace(r#""pin":"3310","#, "").replace(r#","amount":"1000.50""#, "");
        assert_eq!(text(&bare, &ChargeSettings::default()), expected);
    }

    #[test]
    fn what_cannot_be_a_card_is_not_sent() {
        use ChargeProblem::{CardNumber, Cvv, Pin};
        for (number, cvv, pin, expected) in [
            ("4242424242424242", "123", "3310", None),
            ("4242 4242 4242 4242", "123", "3310", Some(CardNumber)),
            ("42424242424", "123", "3310", Some(CardNumber)),
            ("42424242424242424242", "123", "3310", Some(CardNumber)),
            ("", "123", "3310", Some(CardNumber)),
            ("4242424242424242", "12", "3310", Some(Cvv)),
            ("4242424242424242", "12e", "3310", Some(Cvv)),
            ("4242424242424242", "1234", "331", Some(Pin)),
        ] {
            assert_eq!(charge(&card(number, cvv, pin)).problem(), expected, "{number} {cvv} {pin}");
        }
        let card = card("4242424242424242", "123", "3310");
        for (year, month) in [("2027", "05"), ("27", "5"), ("27", "13"), ("27", "00"), ("", ""), ("27", "+5")]
        {
            let charge = Charge { expiry_year: year, expiry_month: month, ..charge(&card) };
            assert_eq!(charge.problem(), Some(ChargeProblem::Expiry), "{year} {month}");
        }
        let nothing = Charge { amount: Some(Money::zero(Currency::NGN)), ..charge(&card) };
        assert_eq!(nothing.problem(), Some(ChargeProblem::Amount));
    }
}
