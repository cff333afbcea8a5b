//! Account holders: derived from the account's number and bank, the same every time, so that a sample payroll and
//! account resolution give the same people.

use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use axum::{extract::State as Extract, http::StatusCode};
use bytes::Bytes;
use paysheet_domain::{BankKind, Country, Currency, account::is_digits, money::parse_currency};
use serde::{Deserialize, Serialize};
use strum::IntoEnumIterator;
use tokio::time::sleep;

use super::banks::bank;
use crate::{
    random::SeededRng,
    records::state::State,
    wire::{
        answer::{Answer, Refusal, success},
        body::{parse, required},
    },
};

/// Account ending that resolution does not find.
const NOBODY: &str = "0007";

/// Names that fit together.
pub(crate) struct Names {
    pub(crate) surnames: &'static [&'static str],
    pub(crate) first: &'static [&'static str],
    pub(crate) middle: &'static [&'static str],
}

#[derive(Deserialize)]
struct Question {
    account_number: Option<String>,
    bank_code: Option<String>,
    currency: Option<String>,
}

#[derive(Serialize)]
struct Holder {
    account_name: String,
}

pub(crate) async fn resolve(Extract(state): Extract<Arc<State>>, body: Bytes) -> Answer {
    let wait = state.resolve_ms.load(Ordering::Relaxed);
    if wait > 0 {
        sleep(Duration::from_millis(wait)).await;
    }
    let question: Question = parse(&body)?;
    let account = required("account_number", question.account_number.as_deref())?;
    let code = required("bank_code", question.bank_code.as_deref())?;
    let country = country_of(question.currency.as_deref(), code)?;
    if bank(country, code)?.kind == BankKind::MobileMoney {
        return Err(unavailable());
    }
    let account_name = holder_name(country, code, account).ok_or_else(|| {
        let message = "no account with this number is known at the bank";
        Refusal::with(StatusCode::BAD_REQUEST, "ACCOUNT_NOT_FOUND", message).about(account)
    })?;
    success(Holder { account_name })
}

fn unavailable() -> Refusal {
    Refusal::bad("NOT_AVAILABLE", "names are known for Nigerian and Ghanaian banks only")
}

/// Returns the country of a currency; without one, the first that has a bank with the code.
fn country_of(currency: Option<&str>, code: &str) -> Result<Country, Refusal> {
    let Some(currency) = currency.filter(|text| !text.trim().is_empty()) else {
        let mut countries = Country::iter().filter(|country| country.resolves_names());
        return countries.find(|country| bank(*country, code).is_ok()).ok_or_else(unavailable);
    };
    parse_currency(currency)
        .map_err(|_| {
            Refusal::bad("UNKNOWN_CURRENCY", "the currency is not one of the service's").about(currency)
        })
        .and_then(|currency| resolvable(currency).ok_or_else(unavailable))
}

fn resolvable(currency: Currency) -> Option<Country> {
    Country::only_one_with(currency).filter(|country| country.resolves_names())
}

/// Returns the name of account resolution in the form that banks use: `OBI EMEKA PATRICK`, surname first. Returns none
/// if the service has no names for the country, if the text is no account number, and for accounts that end in `0007`.
#[must_use]
pub fn holder_name(country: Country, bank_code: &str, account: &str) -> Option<String> {
    if !country.resolves_names() || !is_digits(account) || account.ends_with(NOBODY) {
        return None;
    }
    let mut rng = SeededRng::of(&[country.into(), bank_code, account]);
    let names = rng.pick_names(names_of(country))?;
    let (surname, first) = (rng.pick(names.surnames), rng.pick(names.first));
    Some(format!("{surname} {first} {}", rng.pick(names.middle)).to_uppercase())
}

impl SeededRng {
    fn pick_names<'a>(&mut self, peoples: &'a [Names]) -> Option<&'a Names> {
        usize::try_from(self.below(peoples.len() as u64)).ok().and_then(|at| peoples.get(at))
    }
}

pub(crate) const fn names_of(country: Country) -> &'static [Names] {
    match country {
        Country::GH => GHANAIAN,
        Country::NG
        | Country::KE
        | Country::TZ
        | Country::UG
        | Country::ZA
        | Country::RW
        | Country::SL
        | Country::CM
        | Country::SN
        | Country::BN
        | Country::CD => NIGERIAN,
    }
}

const CHRISTIAN: &[&str] = &[
    "Patrick", "Grace", "Joseph", "Mary", "Emmanuel", "Blessing", "Daniel", "Ruth", "Samuel", "Esther",
    "Peter", "Deborah", "Michael", "Joy", "Stephen", "Faith", "Victor", "Mercy", "Philip", "Comfort",
    "Anthony", "Victoria",
];

const NIGERIAN: &[Names] = &[
    Names {
        surnames: &[
            "Obi",
            "Okafor",
            "Eze",
            "Nwosu",
            "Okeke",
            "Chukwu",
            "Onyekachi",
            "Nwankwo",
            "Ibe",
            "Okonkwo",
            "Umeh",
            "Anyanwu",
            "Nzeribe",
            "Ogbonna",
            "Uche",
            "Agu",
            "Ezeudu",
            "Mbah",
            "Okoro",
            "Onuoha",
            "Iwu",
            "Nduka",
            "Opara",
            "Ugwu",
            "Azubuike",
            "Ekwueme",
            "Madu",
            "Nwachukwu",
            "Okoye",
            "Udeh",
        ],
        first: &[
            "Emeka",
            "Ada",
            "Chidi",
            "Ngozi",
            "Ikenna",
            "Chioma",
            "Obinna",
            "Ifeoma",
            "Kelechi",
            "Amaka",
            "Uchenna",
            "Nkechi",
            "Chinedu",
            "Adaeze",
            "Ifeanyi",
            "Chiamaka",
            "Nzeribe",
            "Oluchi",
            "Tobenna",
            "Ebele",
            "Somto",
            "Ogechi",
            "Arinze",
            "Nneka",
            "Kenechukwu",
            "Uju",
            "Chukwuma",
            "Adanna",
            "Ugochukwu",
            "Ifunanya",
        ],
        middle: CHRISTIAN,
    },
    Names {
        surnames: &[
            "Adeyemi", "Ogunleye", "Balogun", "Adebayo", "Oyelaran", "Fashola", "Akinola", "Olatunji",
            "Adewale", "Ojo", "Alabi", "Oladipo", "Bankole", "Afolabi", "Ayodele", "Oyedepo", "Adeleke",
            "Ogundipe", "Salako", "Akande", "Olaniyan", "Ajayi", "Odukoya", "Sowande", "Omotosho", "Abiola",
            "Adekunle", "Olawale", "Oduya", "Falade",
        ],
        first: &[
            "Tunde",
            "Folake",
            "Segun",
            "Yetunde",
            "Kunle",
            "Bukola",
            "Femi",
            "Funmilayo",
            "Dele",
            "Ronke",
            "Gbenga",
            "Simisola",
            "Wale",
            "Titilayo",
            "Kayode",
            "Adunni",
            "Rotimi",
            "Bisola",
            "Damilola",
            "Morenike",
            "Niyi",
            "Omolara",
            "Jide",
            "Temitope",
            "Lanre",
            "Abimbola",
            "Soji",
            "Ayomide",
            "Biodun",
            "Kehinde",
        ],
        middle: CHRISTIAN,
    },
    Names {
        surnames: &[
            "Bello", "Musa", "Abubakar", "Danjuma", "Sani", "Yusuf", "Garba", "Lawal", "Shehu", "Aliyu",
            "Mohammed", "Suleiman", "Haruna", "Idris", "Umar", "Balarabe", "Tanko", "Adamu", "Bawa", "Dikko",
            "Gambo", "Jibril", "Kabir", "Maigari", "Nuhu", "Rabiu", "Saleh", "Tukur", "Waziri", "Zubairu",
        ],
        first: &[
            "Aminu",
            "Aisha",
            "Ibrahim",
            "Fatima",
            "Usman",
            "Zainab",
            "Kabiru",
            "Hauwa",
            "Nasiru",
            "Maryam",
            "Bashir",
            "Khadija",
            "Sadiq",
            "Rukayya",
            "Auwal",
            "Halima",
            "Mustapha",
            "Safiya",
            "Faruk",
            "Hadiza",
            "Abdullahi",
            "Asabe",
            "Isa",
            "Jamila",
            "Lawan",
            "Ramatu",
            "Salisu",
            "Talatu",
            "Yakubu",
            "Binta",
        ],
        middle: &[
            "Ahmed", "Amina", "Hassan", "Hussaina", "Ismail", "Ladi", "Mahmud", "Nana", "Rashid", "Sadiya",
            "Tijani", "Uwani", "Yahaya", "Zara", "Habib", "Larai", "Murtala", "Rahama", "Shuaibu", "Delu",
        ],
    },
];

const GHANAIAN: &[Names] = &[Names {
    surnames: &[
        "Mensah", "Owusu", "Boateng", "Asante", "Osei", "Appiah", "Amoah", "Agyeman", "Darko", "Ofori",
        "Antwi", "Frimpong", "Addo", "Ansah", "Sarpong", "Tetteh", "Quaye", "Lamptey", "Nartey", "Abdulai",
        "Dogbe", "Agbeko",
    ],
    first: &[
        "Kwame", "Akosua", "Kofi", "Abena", "Kwabena", "Ama", "Yaw", "Adwoa", "Kojo", "Afia", "Kwaku",
        "Efua", "Kwesi", "Esi", "Nii", "Naa", "Selorm", "Dzifa", "Elikem", "Yaa",
    ],
    middle: CHRISTIAN,
}];
