//! The twelve countries of the service, with its own tags. They differ from ISO 3166: Burkina Faso is `BN` and Côte
//! d'Ivoire is `CD`.

use serde::{Deserialize, Serialize};
use strum::{Display, EnumCount, EnumIter, EnumString, IntoStaticStr};

use crate::money::Currency;

/// A destination country, by the service's tag (interface, "Supported destinations").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[derive(Serialize, Deserialize, specta::Type, Display, EnumCount, EnumIter, EnumString, IntoStaticStr)]
#[strum(ascii_case_insensitive)]
pub enum Country {
    NG,
    KE,
    GH,
    TZ,
    UG,
    ZA,
    RW,
    SL,
    CM,
    SN,
    BN,
    CD,
}

impl Country {
    #[must_use]
    pub const fn currency(self) -> Currency {
        match self {
            Self::NG => Currency::NGN,
            Self::KE => Currency::KES,
            Self::GH => Currency::GHS,
            Self::TZ => Currency::TZS,
            Self::UG => Currency::UGX,
            Self::ZA => Currency::ZAR,
            Self::RW => Currency::RWF,
            Self::SL => Currency::SLL,
            Self::CM => Currency::XAF,
            Self::SN | Self::BN | Self::CD => Currency::XOF,
        }
    }

    /// Returns the English name, for files and logs. The window has its own catalogue.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::NG => "Nigeria",
            Self::KE => "Kenya",
            Self::GH => "Ghana",
            Self::TZ => "Tanzania",
            Self::UG => "Uganda",
            Self::ZA => "South Africa",
            Self::RW => "Rwanda",
            Self::SL => "Sierra Leone",
            Self::CM => "Cameroon",
            Self::SN => "Senegal",
            Self::BN => "Burkina Faso",
            Self::CD => "Cote d'Ivoire",
        }
    }

    /// Returns the ISO 3166-1 alpha-2 code, which may differ from the service's tag.
    #[must_use]
    pub const fn iso(self) -> &'static str {
        match self {
            Self::BN => "BF",
            Self::CD => "CI",
            Self::NG => "NG",
            Self::KE => "KE",
            Self::GH => "GH",
            Self::TZ => "TZ",
            Self::UG => "UG",
            Self::ZA => "ZA",
            Self::RW => "RW",
            Self::SL => "SL",
            Self::CM => "CM",
            Self::SN => "SN",
        }
    }

    /// Returns whether the service can return the account holder for this country (interface, "Resolve account").
    #[must_use]
    pub const fn resolves_names(self) -> bool {
        matches!(self, Self::NG | Self::GH)
    }

    /// Returns the only country that pays in a currency; none for the shared franc (XOF).
    #[must_use]
    pub fn only_one_with(currency: Currency) -> Option<Self> {
        use strum::IntoEnumIterator;
        let mut with = Self::iter().filter(|country| country.currency() == currency);
        with.next().filter(|_| with.next().is_none())
    }
}
