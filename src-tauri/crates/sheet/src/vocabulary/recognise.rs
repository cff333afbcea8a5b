//! Recognises a header: by its exact words, by known words in it, or by known words with a similar spelling.

use paysheet_domain::checks::comparable;

use super::{
    headers::{PHRASES, Phrase},
    meaning::Recognised,
};

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

#[cfg(test)]
mod tests {
    use super::{
        super::meaning::{Meaning, NamePart},
        *,
    };
    use paysheet_domain::Field;

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
}
