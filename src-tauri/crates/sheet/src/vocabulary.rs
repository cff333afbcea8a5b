//! The meanings of headers: the words that payrolls use for their columns, in English and French, with a confidence
//! for each. Only headers are interpreted here; `content` interprets the cells of a column.

use std::{str::FromStr, sync::LazyLock};

use paysheet_domain::{Field, checks::comparable};

/// Parts of a person's name, in the order in which they are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum NamePart {
    Given,
    Other,
    Family,
    Company,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    Field(Field),
    NamePart(NamePart),
    /// Known, but not used for payments.
    Ignored,
}

/// The meaning of a header, with its confidence in percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Recognised {
    pub meaning: Meaning,
    pub sure: u8,
}

/// One meaning per line: the field, the confidence in percent, and the words, separated by `|`. Among columns of the
/// same field the highest confidence wins. So net beats gross, a beneficiary's name beats an employee's, and an
/// account number beats a telephone number.
static WORDS_TSV: &str = include_str!("../data/headers.tsv");

static PHRASES: LazyLock<Vec<Phrase>> = LazyLock::new(|| WORDS_TSV.lines().flat_map(parse_line).collect());

struct Phrase {
    text: &'static str,
    words: usize,
    recognised: Recognised,
}

fn parse_line(line: &'static str) -> Vec<Phrase> {
    let mut parts = line.split('\t');
    let meaning = parts.next().and_then(meaning_of);
    let sure = parts.next().and_then(|sure| sure.parse::<u8>().ok());
    let (Some(meaning), Some(sure)) = (meaning, sure) else { return Vec::new() };
    let recognised = Recognised { meaning, sure };
    let texts = parts.next().unwrap_or("").split('|');
    texts.map(|text| Phrase { text, words: text.split(' ').count(), recognised }).collect()
}

fn meaning_of(name: &str) -> Option<Meaning> {
    Some(match name {
        "given_name" => Meaning::NamePart(NamePart::Given),
        "other_names" => Meaning::NamePart(NamePart::Other),
        "family_name" => Meaning::NamePart(NamePart::Family),
        "company_name" => Meaning::NamePart(NamePart::Company),
        "ignored" => Meaning::Ignored,
        field => Meaning::Field(Field::from_str(field).ok()?),
    })
}

/// Confidence in percent that a header loses for each word beside the known ones.
const SURE_LOST_PER_WORD: u8 = 4;
const SURE_LOST_WHEN_MISSPELT: u8 = 15;
const SURE_MIN: u8 = 50;
/// Minimum similarity (Jaro-Winkler, 0 to 1) of a misspelt header to known words, and its minimum length.
const LIKENESS_MIN: f64 = 0.94;
const MISSPELT_CHARS_MIN: usize = 6;
const MISSPELT_LENGTH_DIFFERENCE_MAX: usize = 3;
/// Longer texts are sentences, not headers.
const HEADER_CHARS_MAX: usize = 60;

/// Returns a header in its comparable form, with the words of `camelCase` separated.
pub(crate) fn normalised(header: &str) -> String {
    let mut spaced = String::with_capacity(header.len() + 4);
    let mut before_is_lower = false;
    for c in header.chars() {
        // `Employee #` is a number, and not an employee.
        if c == '#' && spaced.contains(char::is_alphabetic) {
            spaced.push_str(" no ");
            continue;
        }
        if c.is_uppercase() && before_is_lower {
            spaced.push(' ');
        }
        before_is_lower = c.is_lowercase();
        spaced.push(c);
    }
    comparable(&spaced)
}

/// Returns the meaning of a header: by its exact words, by known words in it, or by known words with a similar
/// spelling.
pub(crate) fn recognise(header: &str) -> Option<Recognised> {
    if header.chars().count() > HEADER_CHARS_MAX {
        return None;
    }
    let wanted = normalised(header);
    if wanted.is_empty() {
        return None;
    }
    exact(&wanted).or_else(|| within(&wanted)).or_else(|| misspelt(&wanted))
}

/// Whether a header consists of known words only.
pub(crate) fn is_known_words(header: &str) -> bool {
    exact(&normalised(header)).is_some()
}

fn exact(wanted: &str) -> Option<Recognised> {
    PHRASES.iter().find(|phrase| phrase.text == wanted).map(|phrase| phrase.recognised)
}

/// Words for the person who is paid. Before another word they only show whose it is: `Payee Account`, `Employee
/// Bank`.
const WHOSE: [&str; 8] =
    ["beneficiary", "payee", "recipient", "employee", "titulaire", "beneficiaire", "salarie", "staff"];

/// Finds the longest known words that are in the header as whole words.
fn within(wanted: &str) -> Option<Recognised> {
    let padded = format!(" {wanted} ");
    let words = wanted.split(' ').count();
    let stands_in = |phrase: &&Phrase| {
        let at = padded.find(phrase.text);
        at.is_some() && padded.contains(&format!(" {} ", phrase.text))
    };
    // Short words such as `no` have a meaning only when they are alone.
    let found = PHRASES.iter().filter(|phrase| phrase.text.len() > 2).filter(stands_in);
    let phrase =
        found.max_by_key(|phrase| (phrase.words, !WHOSE.contains(&phrase.text), phrase.recognised.sure))?;
    let extra = u8::try_from(words.saturating_sub(phrase.words)).unwrap_or(u8::MAX);
    let lost = extra.saturating_mul(SURE_LOST_PER_WORD);
    Some(Recognised { sure: phrase.recognised.sure.saturating_sub(lost).max(SURE_MIN), ..phrase.recognised })
}

fn misspelt(wanted: &str) -> Option<Recognised> {
    if wanted.len() < MISSPELT_CHARS_MIN || wanted.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let near = |phrase: &&Phrase| {
        phrase.text.len() >= MISSPELT_CHARS_MIN
            && phrase.text.len().abs_diff(wanted.len()) <= MISSPELT_LENGTH_DIFFERENCE_MAX
    };
    let alike = PHRASES.iter().filter(near).map(|phrase| (strsim::jaro_winkler(phrase.text, wanted), phrase));
    let (likeness, phrase) = alike.max_by(|a, b| a.0.total_cmp(&b.0))?;
    let sure = phrase.recognised.sure.saturating_sub(SURE_LOST_WHEN_MISSPELT);
    (likeness >= LIKENESS_MIN).then_some(Recognised { sure, ..phrase.recognised })
}

/// First words of rows that contain totals.
const TOTALS: &[&str] = &[
    "total",
    "totals",
    "grand total",
    "sub total",
    "subtotal",
    "sub totals",
    "sum",
    "net total",
    "overall total",
    "tot",
    "ttl",
    "t o t a l",
    "totaux",
    "total general",
    "sous total",
    "somme",
    "cumul",
    "ensemble",
    "balance",
    "carried forward",
    "brought forward",
    "carried down",
    "brought down",
    "c f",
    "b f",
    "c d",
    "b d",
    "a reporter",
    "report a nouveau",
    "report page",
    "count",
    "number of",
    "no of",
    "nombre de",
    "headcount",
];
/// First words of rows that contain signatures or notes.
const NOTES: &[&str] = &[
    "prepared",
    "checked",
    "approved",
    "authorised",
    "authorized",
    "reviewed",
    "verified",
    "certified",
    "signed",
    "signature",
    "signatory",
    "sign",
    "note",
    "notes",
    "nb",
    "n b",
    "prepare par",
    "approuve par",
    "verifie par",
    "etabli par",
    "fait a",
    "le directeur",
    "date",
    "amount in words",
    "arrete",
];

fn starts_with_one_of(text: &str, starts: &[&str]) -> bool {
    let text = comparable(text);
    starts
        .iter()
        .any(|start| text.strip_prefix(start).is_some_and(|rest| rest.is_empty() || rest.starts_with(' ')))
}

pub(crate) fn begins_totals(text: &str) -> bool {
    starts_with_one_of(text, TOTALS)
}

/// Whether a text is the label of a department's or a branch's total: `Lagos Branch Total`.
pub(crate) fn ends_in_total(text: &str) -> bool {
    const LAST_WORDS: [&str; 4] = ["total", "totals", "subtotal", "totaux"];
    let text = comparable(text);
    text.split(' ').next_back().is_some_and(|last| LAST_WORDS.contains(&last))
}

/// First words of rows that show how to fill in a template. No person has such a name.
const EXAMPLES: &[&str] = &["example", "exemple", "e g"];

pub(crate) fn begins_example(text: &str) -> bool {
    let begins_alike = |known: &str| text.get(..2).is_some_and(|first| first.eq_ignore_ascii_case(known));
    (begins_alike("ex") || begins_alike("e.")) && starts_with_one_of(text, EXAMPLES)
}

pub(crate) fn begins_note(text: &str) -> bool {
    starts_with_one_of(text, NOTES)
}

/// First words of rows with the debited account, or with the total debit, below the people who are paid. No person
/// has such a name.
const DEBITED: &[&str] = &[
    "total debit",
    "total to debit",
    "total debited",
    "total amount",
    "total payroll",
    "total payments",
    "total net pay",
    "total salary",
    "total salaries",
    "total a debiter",
    "total general",
    "grand total",
    "sub total",
    "subtotal",
    "debit account",
    "debit acct",
    "debit a c",
    "account to debit",
    "account to be debited",
    "account debited",
    "source account",
    "funding account",
    "paying account",
    "payer account",
    "originating account",
    "compte a debiter",
    "compte debite",
    "compte debiteur",
    "compte source",
];

/// First letters of these texts. Every row of a long payroll is checked, so most are decided by their first letters.
const DEBITED_FIRST: [&str; 13] = [
    "debit", "accou", "sourc", "fundi", "payin", "payer", "origi", "compt", "total", "grand", "sub t",
    "sub-t", "subto",
];

pub(crate) fn begins_debited(text: &str) -> bool {
    let text = text.trim_start_matches(|c: char| !c.is_alphanumeric());
    let first = text.get(..5).unwrap_or_default();
    DEBITED_FIRST.iter().any(|known| known.eq_ignore_ascii_case(first)) && starts_with_one_of(text, DEBITED)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_mean_what_payrolls_mean_by_them() {
        use Field as F;
        let field = |field| Some(Meaning::Field(field));
        let part = |part| Some(Meaning::NamePart(part));
        let ignored = Some(Meaning::Ignored);
        for (header, expected) in [
            ("Account Number", field(F::AccountNumber)),
            ("ACCOUNT_NO.", field(F::AccountNumber)),
            ("A/C No", field(F::AccountNumber)),
            ("accountNumber", field(F::AccountNumber)),
            ("VendorAcctNumber", field(F::AccountNumber)),
            ("Beneficiary's Account Number (NUBAN)", field(F::AccountNumber)),
            ("Numéro de compte", field(F::AccountNumber)),
            ("N° Compte", field(F::AccountNumber)),
            ("Phone Number", field(F::AccountNumber)),
            ("Beneficiary Name", field(F::Name)),
            ("VendorName", field(F::Name)),
            ("Nom et prénoms", field(F::Name)),
            ("Account Name", field(F::Name)),
            ("First Name", part(NamePart::Given)),
            ("Surname", part(NamePart::Family)),
            ("Prénom du salarié", part(NamePart::Given)),
            ("Bank", field(F::BankName)),
            ("Banque", field(F::BankName)),
            ("bankCode", field(F::BankCode)),
            ("VendorBankSortCode", field(F::BankCode)),
            ("CBN code", field(F::BankCode)),
            ("Code banque", field(F::BankCode)),
            ("Branch", field(F::BranchCode)),
            ("Branch Name", field(F::BranchName)),
            ("Net Pay (₦)", field(F::Amount)),
            ("Net à payer", field(F::Amount)),
            ("PaymentAmount", field(F::Amount)),
            ("Amount (NGN)", field(F::Amount)),
            ("Gross Pay", field(F::Amount)),
            ("payment reference", field(F::Reference)),
            ("Staff No.", field(F::EmployeeId)),
            ("Matricule", field(F::EmployeeId)),
            ("beneficiary code", field(F::EmployeeId)),
            ("Narration", field(F::Narration)),
            ("Libellé", field(F::Narration)),
            ("currency code", field(F::Currency)),
            ("Pays", field(F::Country)),
            ("PaymentDate", field(F::PayDate)),
            ("Acount Numbr", field(F::AccountNumber)),
            ("Beneficary Name", field(F::Name)),
            ("account type", ignored),
            ("S/N", ignored),
            ("PAYE Tax", ignored),
            ("Pension Amount", ignored),
            ("Total Deductions", ignored),
            ("Bank charges", ignored),
            ("is cashcard", ignored),
            ("email address", ignored),
            ("Debit account number", ignored),
            ("Zebra", None),
            ("", None),
            ("#", None),
        ] {
            assert_eq!(recognise(header).map(|found| found.meaning), expected, "{header}");
        }
    }

    #[test]
    fn the_surer_words_win() {
        for (better, worse) in [
            ("Net Pay", "Amount"),
            ("Amount", "Total"),
            ("Salary", "Gross Salary"),
            ("Amount", "Basic Salary"),
            ("Account Number", "Account"),
            ("Account", "Phone"),
            ("Beneficiary Name", "Employee Name"),
        ] {
            assert!(recognise(better).unwrap().sure > recognise(worse).unwrap().sure, "{better} {worse}");
        }
    }

    #[test]
    fn rows_that_add_up_or_sign_are_known_by_their_first_words() {
        assert!(begins_totals("GRAND TOTAL:"));
        assert!(begins_totals("Sous-total"));
        assert!(!begins_totals("Totally Fine Ltd"));
        assert!(ends_in_total("Lagos Branch Sub-Total:"));
        assert!(!ends_in_total("Total Energies Ltd"));
        assert!(begins_note("Prepared by: ______"));
        assert!(!begins_note("Signora Bello"));
        for debited in
            ["Debit Account:", "- Debit account", "DEBIT A/C", "Account to be debited", "Compte à débiter"]
        {
            assert!(begins_debited(debited), "{debited}");
        }
        assert!(!begins_debited("Debita Okoro"));
    }
}
