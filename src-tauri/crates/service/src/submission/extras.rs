//! Fields of a recipient that are not in the interface and that services of this kind require for some destinations. A
//! profile turns them on. They are off otherwise, and the body is then unchanged.

use std::borrow::Cow;

use paysheet_domain::{Country, Currency};

/// Whether a batch has the fields that are not in the interface.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RecipientExtras<'a> {
    #[default]
    LeftOut,
    /// One for each recipient, in their order. A field that a destination does not require, or whose value is unknown,
    /// is omitted.
    Sent(&'a [RecipientDetails<'a>]),
}

/// Further details of a recipient.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RecipientDetails<'a> {
    pub name: Option<&'a str>,
    pub branch_code: Option<&'a str>,
    pub country: Option<Country>,
    pub email: Option<&'a str>,
    pub phone: Option<&'a str>,
}

/// The fields that one recipient's destination requires, as far as they are known.
#[derive(Default)]
pub(super) struct Wanted<'a> {
    pub name: Option<Cow<'a, str>>,
    pub branch_code: Option<Cow<'a, str>>,
    pub country_tag: Option<Cow<'a, str>>,
    pub email: Option<Cow<'a, str>>,
    pub phone: Option<Cow<'a, str>>,
}

impl<'a> Wanted<'a> {
    pub(super) fn of(details: &RecipientDetails<'a>, currency: Currency) -> Self {
        let known =
            |text: Option<&'a str>| text.map(str::trim).filter(|text| !text.is_empty()).map(Cow::from);
        let name = known(details.name).filter(|_| currency != Currency::NGN);
        match currency {
            Currency::GHS => Self { name, branch_code: known(details.branch_code), ..Self::default() },
            Currency::XOF | Currency::XAF => {
                let country_tag = details.country.map(|country| country.to_string().into());
                Self { name, country_tag, ..Self::default() }
            }
            Currency::ZAR => {
                Self { name, email: known(details.email), phone: known(details.phone), ..Self::default() }
            }
            Currency::NGN | Currency::KES | Currency::TZS | Currency::UGX | Currency::RWF | Currency::SLL => {
                Self { name, ..Self::default() }
            }
        }
    }
}
