//! One person of a made-up payroll: the truth, and the cells of the row.

use paysheet_domain::account::nuban;

use super::{
    Person,
    cells::{Cell, Style},
    kinds::Kind,
    places::{Account, Place, Texts, texts},
};

/// How accounts are written in one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    Plain,
    /// `012 345 6789`
    Spaced,
    /// With an apostrophe before it, as spreadsheets mark text.
    Marked,
    /// A number cell of a workbook, which loses zeros.
    AsNumber,
}

/// What all rows of a file have in common.
#[derive(Clone, Copy)]
pub struct Common {
    pub place: &'static Place,
    pub style: Style,
    pub spelling: Spelling,
    /// Whether mobile numbers have their calling code.
    pub is_international: bool,
    pub narration: &'static str,
    /// The account that is debited, and the account of the books.
    pub company_account: u32,
    /// Whether names are capitals with the family name first.
    pub is_surname_first: bool,
    /// Whether words behind the last column say who is not to be paid.
    pub says_behind: bool,
    /// How flags say yes and no.
    pub yes: &'static str,
    pub no: &'static str,
}

/// What one person's row says besides the truth.
pub struct Values {
    pub person: Person,
    given: &'static str,
    family: &'static str,
    bank_name: &'static str,
    paid: u64,
    arrears: u64,
    tax: u64,
    pension: u64,
    allowance: u64,
    number: u32,
    remark: String,
}

/// A person of so many has an amount with nothing to pay.
const NOTHING_IN: u8 = 60;
const STOPPED_IN: u8 = 14;

pub fn values(rng: &mut fastrand::Rng, common: &Common, number: u32, kinds: &[Kind]) -> Values {
    let Common { place, style, .. } = common;
    let words: &Texts = texts(place.language);
    let pick = |rng: &mut fastrand::Rng, of: &[&'static str]| rng.choice(of.iter().copied()).unwrap_or("");
    let given = pick(rng, place.given);
    let family = pick(rng, place.family);
    let (bank_code, bank_name) = rng.choice(place.banks.iter().copied()).unwrap_or(("", ""));
    let unit = 10_u64.pow(style.decimals);
    let paid = rng.u64(10 * unit..900_000 * unit);
    let paid = if rng.bool() { paid - paid % unit } else { paid };
    let says = [Kind::Remarks, Kind::StopFlag, Kind::PayFlag, Kind::Mode];
    let may_say = common.says_behind || kinds.iter().any(|kind| says.contains(kind));
    let is_stopped = may_say && rng.u8(..STOPPED_IN) == 0;
    let remark = match rng.u8(..6) {
        _ if is_stopped => pick(rng, words.not_to_pay),
        0 => pick(rng, words.remarks),
        _ => "",
    };
    let arrears = if rng.u8(..4) == 0 { 0 } else { rng.u64(1..=paid / 2) };
    let name = if kinds.contains(&Kind::Name) && common.is_surname_first {
        format!("{} {given}", family.to_uppercase())
    } else {
        format!("{given} {family}")
    };
    let is_paid = rng.u8(..NOTHING_IN) > 0;
    let amount = is_paid.then(|| style.plain(paid));
    let account = account(rng, common, bank_code);
    let person = Person {
        row: 0,
        name,
        account,
        bank_code,
        amount,
        currency: place.country.currency(),
        is_stopped,
        may_be_stopped: false,
        is_amount_asked: false,
    };
    Values {
        person,
        given,
        family,
        bank_name,
        paid: if is_paid { paid } else { 0 },
        arrears,
        tax: rng.u64(unit..5_000 * unit),
        pension: rng.u64(unit..5_000 * unit),
        allowance: rng.u64(0..paid.max(1)),
        number,
        remark: remark.to_owned(),
    }
}

fn account(rng: &mut fastrand::Rng, common: &Common, bank_code: &str) -> String {
    let mut digits = |count: u8| (0..count).map(|_| char::from(b'0' + rng.u8(..10))).collect::<String>();
    match common.place.account {
        Account::Nuban => nuban(bank_code, &digits(9)).unwrap_or_default(),
        Account::Digits(from, to) => {
            let rest = digits(to - 1);
            // A number cell would lose a first zero for good.
            let first = char::from(b'1' + rng.u8(..9));
            let count = usize::from(rng.u8(from..=to)) - 1;
            format!("{first}{}", rest.get(..count).unwrap_or_default())
        }
        Account::Mobile { local, international, digits: count } => {
            let before = if common.is_international { international } else { local };
            format!("{before}{}", digits(count))
        }
    }
}

impl Values {
    /// Returns the words behind the last column.
    pub fn behind(&self, common: &Common) -> Option<Cell> {
        (common.says_behind && self.person.is_stopped).then(|| Cell::text(&self.remark))
    }

    pub const fn paid(&self) -> u64 {
        self.paid
    }

    /// Returns the cell of a column.
    pub fn cell(&self, rng: &mut fastrand::Rng, kind: Kind, common: &Common) -> Cell {
        let Self { person, number, .. } = self;
        let deducted = self.tax + self.pension;
        let words = texts(common.place.language);
        match kind {
            Kind::Name => Cell::text(&person.name),
            Kind::GivenName => Cell::text(self.given),
            Kind::FamilyName => Cell::text(self.family),
            Kind::Account => spelled(&person.account, common.spelling),
            Kind::Bank => Cell::text(self.bank_name),
            Kind::BankCode => Cell::Digits(person.bank_code.to_owned()),
            Kind::Paid if person.amount.is_none() => {
                Cell::text(rng.choice(["-", "NIL", "nil", "--"]).unwrap_or("-"))
            }
            Kind::Paid => Cell::Amount(self.paid),
            Kind::NetBefore => Cell::Amount(self.paid.saturating_sub(self.arrears)),
            Kind::Arrears => Cell::Amount(if person.amount.is_none() { 0 } else { self.arrears }),
            Kind::Gross => Cell::Amount(self.paid + deducted),
            Kind::Basic => Cell::Amount((self.paid + deducted).saturating_sub(self.allowance)),
            Kind::Tax => Cell::Amount(self.tax),
            Kind::Pension => Cell::Amount(self.pension),
            Kind::Deduction => Cell::Amount(deducted),
            Kind::Allowance => Cell::Amount(self.allowance),
            Kind::PreviousNet if rng.bool() => Cell::Amount(self.paid),
            Kind::PreviousNet | Kind::StrangeSum => {
                Cell::Amount(self.paid / 2 + u64::from(rng.u32(..90_000)))
            }
            Kind::YearToDate => Cell::Amount(self.paid * 11),
            Kind::Narration => Cell::text(common.narration),
            Kind::Remarks => Cell::text(&self.remark),
            Kind::StopFlag => Cell::text(if person.is_stopped { common.yes } else { common.no }),
            Kind::Mode if person.is_stopped => Cell::text(rng.choice(words.other_modes).unwrap_or(&"")),
            Kind::Mode => Cell::text(rng.choice(words.modes).unwrap_or(&"")),
            Kind::PayFlag => Cell::text(if person.is_stopped { "N" } else { "Y" }),
            Kind::StaffNo => Cell::text(&format!("E{number:03}")),
            Kind::Serial => Cell::Number(number.to_string()),
            Kind::Reference => Cell::text(&format!("PV/2026/{number:04}")),
            Kind::Currency => Cell::text(&person.currency.to_string()),
            Kind::Country => Cell::text(common.place.country.name()),
            Kind::Blank => Cell::Empty,
            Kind::CompanyAccount => Cell::Digits(format!("{:010}", common.company_account)),
            Kind::PayDate
            | Kind::Hours
            | Kind::Rate
            | Kind::Percentage
            | Kind::Grade
            | Kind::RoleNumber
            | Kind::Joined
            | Kind::NationalId
            | Kind::TaxId
            | Kind::Phone
            | Kind::Email
            | Kind::LedgerAccount
            | Kind::Department
            | Kind::Days
            | Kind::StrangeNumber => self.noise(rng, kind, common),
        }
    }

    /// Returns the cell of a column that has nothing to do with the payment.
    #[allow(clippy::wildcard_enum_match_arm, reason = "the other kinds have no noise")]
    fn noise(&self, rng: &mut fastrand::Rng, kind: Kind, common: &Common) -> Cell {
        let long = 10_000_000_000 + rng.u64(..80_000_000_000);
        let departments = texts(common.place.language).departments;
        let text = match kind {
            Kind::PayDate => return Cell::Day(25, 11, 2026),
            Kind::Joined => {
                return Cell::Day(rng.u8(1..29), rng.u8(1..13), rng.u16(1_965..2_026));
            }
            Kind::Hours => return Cell::Number(rng.u16(20..200).to_string()),
            Kind::Days => return Cell::Number(rng.u8(1..31).to_string()),
            Kind::Rate => return Cell::Amount(u64::from(rng.u32(10_000..900_000))),
            Kind::Percentage => return Cell::Share(rng.u8(1..30)),
            Kind::RoleNumber => return Cell::Number(rng.u16(100..9_999).to_string()),
            Kind::NationalId => return Cell::Digits(long.to_string()),
            Kind::StrangeNumber => return Cell::Digits(format!("{:010}", long / 10)),
            Kind::TaxId => format!("A{:09}Z", rng.u32(..999_999_999)),
            Kind::Grade => format!("GL {:02}", rng.u8(1..17)),
            Kind::Email => format!("{}@kola.example", self.given.to_lowercase()),
            Kind::LedgerAccount => return Cell::Digits(format!("6{:07}", common.company_account / 1_000)),
            Kind::Phone => return Cell::Digits(format!("080{:08}", rng.u32(..99_999_999))),
            _ => rng.choice(departments.iter().copied()).unwrap_or("").to_owned(),
        };
        Cell::text(&text)
    }
}

fn spelled(account: &str, spelling: Spelling) -> Cell {
    match spelling {
        Spelling::Plain => Cell::Digits(account.to_owned()),
        Spelling::Marked => Cell::Text(format!("'{account}")),
        Spelling::AsNumber => Cell::Number(account.to_owned()),
        Spelling::Spaced => {
            let (first, rest) = account.split_at_checked(3).unwrap_or((account, ""));
            let (second, third) = rest.split_at_checked(3).unwrap_or((rest, ""));
            Cell::Text(format!("{first} {second} {third}").trim().to_owned())
        }
    }
}
