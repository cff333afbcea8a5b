//! Cards, and the card window's input.

use std::time::Duration;

use paysheet_desk::{
    CardInput, ChargeStep, DeskError, OtpInput, StatusPace,
    challenge::Local,
    view::{ChargeInput, Payer},
};
use paysheet_domain::Currency;
use paysheet_practice::{CardOutcome, Practice};
use url::Url;
use zeroize::Zeroizing;

use crate::support::World;

pub const CVV: &str = "9173";
pub const PIN: &str = "820461937750";

/// Asks for a status often, and not for long.
pub fn quick() -> StatusPace {
    StatusPace {
        first: Duration::from_millis(10),
        most: Duration::from_millis(40),
        for_most: Duration::from_millis(400),
    }
}

pub fn card(number: &str) -> CardInput {
    let json = serde_json::json!({
        "number": number, "expiryMonth": "12", "expiryYear": "29", "cvv": CVV, "pin": PIN,
    });
    CardInput::read(&Zeroizing::new(serde_json::to_vec(&json).unwrap())).unwrap()
}

pub fn otp(digits: &str) -> OtpInput {
    let json = serde_json::json!({ "otp": digits });
    OtpInput::read(&Zeroizing::new(serde_json::to_vec(&json).unwrap())).unwrap()
}

pub fn naira(amount: &str) -> ChargeInput {
    ChargeInput {
        amount: amount.to_owned(),
        currency: Currency::NGN,
        payer: Payer {
            first_name: "Ngozi".to_owned(),
            last_name: "Adeyemi".to_owned(),
            email: "ngozi@kolafoods.example.com".to_owned(),
            phone: "+234 803 555 0142".to_owned(),
        },
        beside: None,
    }
}

/// The practice bank is of this computer, and may be shown.
pub fn bank(practice: &Practice) -> Local {
    Local::PracticeBank(Url::parse(practice.bank_url()).unwrap().origin())
}

pub async fn try_charge(world: &World, outcome: CardOutcome, amount: &str) -> Result<ChargeStep, DeskError> {
    world.desk.charge(card(outcome.number()), naira(amount), bank(&world.practice)).await
}

pub async fn charge(world: &World, outcome: CardOutcome, amount: &str) -> ChargeStep {
    try_charge(world, outcome, amount).await.unwrap()
}
