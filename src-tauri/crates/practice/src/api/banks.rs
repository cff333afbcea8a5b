//! The lists of destinations: banks, mobile money and branches. The banks are the domain's own directory; branches are
//! made up in the same way for every bank, one for each larger town.

use std::str::FromStr;

use axum::extract::Query;
use paysheet_domain::{Bank, BankDirectory, BankKind, Country};
use serde::{Deserialize, Serialize, Serializer};

use crate::wire::{
    answer::{Answer, Refusal, success},
    body::required,
};

#[derive(Deserialize)]
pub(crate) struct BankQuery {
    country: Option<String>,
    #[serde(rename = "type")]
    kind: Option<String>,
}

#[derive(Deserialize)]
pub(crate) struct BranchQuery {
    country: Option<String>,
    bankcode: Option<String>,
}

/// An object of code to name, in the directory's order.
struct BankList(Vec<&'static Bank>);

impl Serialize for BankList {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|bank| (&bank.code, &bank.name)))
    }
}

#[derive(Serialize)]
struct Branch {
    code: String,
    name: String,
}

/// Lists the banks if no type is given, and mobile money for `mobile`. Nobody pays out in cash, so `pickup` is empty.
pub(crate) async fn list(Query(query): Query<BankQuery>) -> Answer {
    // Older clients name none, and mean the service's first country.
    let country = query.country.as_deref().map_or(Ok(Country::NG), |tag| country(Some(tag)))?;
    let kind = match query.kind.as_deref().unwrap_or_default() {
        "" => Some(BankKind::Bank),
        "mobile" => Some(BankKind::MobileMoney),
        "pickup" => None,
        other => return Err(Refusal::bad("UNKNOWN_TYPE", "type is mobile, pickup or left out").about(other)),
    };
    let banks = BankDirectory::embedded().in_country(country).filter(|bank| Some(bank.kind) == kind);
    success(BankList(banks.collect()))
}

pub(crate) async fn branches(Query(query): Query<BranchQuery>) -> Answer {
    let country = country(query.country.as_deref())?;
    let code = required("bankcode", query.bankcode.as_deref())?;
    let bank = bank(country, code)?;
    let towns = match bank.kind {
        BankKind::Bank => towns(country),
        BankKind::MobileMoney | BankKind::Pickup => &[],
    };
    let branches = towns
        .iter()
        .enumerate()
        .map(|(at, town)| Branch { code: branch_code(bank, at + 1), name: format!("{} {town}", bank.name) });
    success(branches.collect::<Vec<_>>())
}

/// Returns the bank of a code.
///
/// # Errors
/// `UNKNOWN_BANK`.
pub(crate) fn bank(country: Country, code: &str) -> Result<&'static Bank, Refusal> {
    BankDirectory::embedded().by_code(country, code).ok_or_else(|| {
        Refusal::bad("UNKNOWN_BANK", format!("{} has no such bank", country.name())).about(code)
    })
}

fn country(tag: Option<&str>) -> Result<Country, Refusal> {
    let tag = required("country", tag)?;
    Country::from_str(tag)
        .map_err(|_| Refusal::bad("UNKNOWN_COUNTRY", "the country is not one of the service's").about(tag))
}

/// Builds a branch code. Ghana's bank codes end in the two digits of a branch; elsewhere three digits follow the bank's
/// code.
fn branch_code(bank: &Bank, number: usize) -> String {
    match bank.code.strip_suffix("00") {
        Some(stem) if bank.country == Country::GH => format!("{stem}{number:02}"),
        _ => format!("{}{number:03}", bank.code),
    }
}

const fn towns(country: Country) -> &'static [&'static str] {
    match country {
        Country::NG => &["Marina", "Ikeja", "Abuja Central", "Port Harcourt", "Kano", "Ibadan"],
        Country::KE => &["Moi Avenue", "Westlands", "Mombasa", "Kisumu", "Nakuru", "Eldoret"],
        Country::GH => &["High Street", "Osu", "Tema", "Kumasi", "Takoradi", "Tamale"],
        Country::TZ => &["Dar es Salaam", "Dodoma", "Arusha", "Mwanza", "Mbeya", "Zanzibar"],
        Country::UG => &["Kampala Road", "Entebbe", "Jinja", "Mbarara", "Gulu"],
        Country::ZA => &["Johannesburg", "Cape Town", "Durban", "Pretoria", "Gqeberha"],
        Country::RW => &["Kigali", "Musanze", "Huye", "Rubavu"],
        Country::SL => &["Freetown", "Bo", "Kenema", "Makeni"],
        Country::CM => &["Douala", "Yaounde"],
        Country::SN => &["Dakar", "Thies"],
        Country::BN => &["Ouagadougou", "Bobo-Dioulasso"],
        Country::CD => &["Abidjan", "Bouake"],
    }
}
