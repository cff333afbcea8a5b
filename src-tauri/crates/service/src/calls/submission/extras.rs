//! Fields of a recipient that are not in the interface and that services of this kind require for some destinations. A
//! profile turns them on. They are off otherwise, and the body is then unchanged.

use std::borrow::Cow;

use paysheet_domain::{Country, Currency};
use serde::{Serialize, Serializer};

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
    /// Fields that the profile adds for the destination, each with its name; see [`may_be_added`].
    pub added: &'a [(String, String)],
}

/// Longest name of a field that a profile adds, in characters.
const NAME_CHARS_MAX: usize = 64;
/// Parts of names that may decide who is paid what, without signs and in small letters. Only what is about the sender may
/// have them.
const DECIDING: [&str; 22] = [
    "account",
    "acct",
    "amount",
    "bank",
    "beneficiary",
    "branch",
    "countrytag",
    "currency",
    "destination",
    "iban",
    "lock",
    "mobile",
    "msisdn",
    "narration",
    "phone",
    "recipient",
    "ref",
    "sum",
    "swift",
    "total",
    "value",
    "wallet",
];
const OF_SENDER: [&str; 2] = ["sender", "xsender"];

/// Whether a profile may add a field of this name to a recipient: letters, digits and `_`, about the sender, or with no
/// part that may decide who is paid what.
#[must_use]
pub fn may_be_added(name: &str) -> bool {
    let is_word = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let bare = name.replace('_', "").to_ascii_lowercase();
    let is_of_sender = OF_SENDER.iter().any(|start| bare.starts_with(start));
    let decides = DECIDING.iter().any(|part| bare.contains(part));
    is_word && name.len() <= NAME_CHARS_MAX && (is_of_sender || !decides)
}

/// The added fields, written as if they were those of the recipient.
#[derive(Clone, Copy, Default)]
pub(super) struct Added<'a>(pub &'a [(String, String)]);

impl Serialize for Added<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

/// The fields that one recipient's destination requires, as far as they are known.
#[derive(Default)]
pub(super) struct RequiredFields<'a> {
    pub name: Option<Cow<'a, str>>,
    pub branch_code: Option<Cow<'a, str>>,
    pub country_tag: Option<Cow<'a, str>>,
    pub email: Option<Cow<'a, str>>,
    pub phone: Option<Cow<'a, str>>,
    pub added: Added<'a>,
}

impl<'a> RequiredFields<'a> {
    pub(super) fn of(details: &RecipientDetails<'a>, currency: Currency) -> Self {
        let known =
            |text: Option<&'a str>| text.map(str::trim).filter(|text| !text.is_empty()).map(Cow::from);
        let added = Added(details.added);
        let name = known(details.name).filter(|_| currency != Currency::NGN);
        match currency {
            Currency::GHS => Self { name, branch_code: known(details.branch_code), added, ..Self::default() },
            Currency::XOF | Currency::XAF => {
                let country_tag = details.country.map(|country| country.to_string().into());
                Self { name, country_tag, added, ..Self::default() }
            }
            Currency::ZAR => Self {
                name,
                email: known(details.email),
                phone: known(details.phone),
                added,
                ..Self::default()
            },
            Currency::NGN | Currency::KES | Currency::TZS | Currency::UGX | Currency::RWF | Currency::SLL => {
                Self { name, added, ..Self::default() }
            }
        }
    }
}
