//! Recognises a header: by its exact words, by known words in it, or by known words with a similar spelling. The words
//! beside the known ones decide whether the header still means the same.

use std::iter;

use paysheet_domain::{Field, checks::comparable};

use super::{
    headers::{PHRASE_WORDS_MAX, PHRASES, Phrase, exact, phrase},
    likeness::Letters,
    meaning::{Meaning, Recognised},
    other_words::{self, OtherWords},
    spelling::spellings,
};

/// Confidence in percent that a header loses for each word beside the known ones.
const SURE_LOST_PER_WORD: u8 = 4;
const SURE_LOST_WHEN_MISSPELT: u8 = 15;
/// The same if the user is asked about a doubt. The column stays before worse ones, which must not replace it silently.
const SURE_LOST_WHEN_ASKED: u8 = 1;
const SURE_MIN: u8 = 50;
/// Minimum similarity (Jaro-Winkler, 0 to 1) of a misspelt header to known words, and its minimum length.
pub(crate) const LIKENESS_MIN: f64 = 0.94;
pub(crate) const MISSPELT_CHARS_MIN: usize = 6;
pub(crate) const MISSPELT_LENGTH_DIFFERENCE_MAX: usize = 3;
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
    recognise_normalised(header, &normalised(header))
}

/// Like [`recognise`], for a header whose comparable form is known.
pub(crate) fn recognise_normalised(header: &str, normalised: &str) -> Option<Recognised> {
    if normalised.is_empty() || header.chars().count() > HEADER_CHARS_MAX {
        return None;
    }
    exact(normalised).or_else(|| inexact(normalised))
}

/// Returns the meaning of a header without the wrong letters in its words; none if it has none, or may mean several
/// things.
pub(crate) fn recognise_misspelt(header: &str) -> Option<Recognised> {
    if header.chars().count() > HEADER_CHARS_MAX {
        return None;
    }
    let texts = spellings(&normalised(header));
    let found: Vec<Option<Recognised>> = texts.iter().map(|text| recognise_normalised(text, text)).collect();
    // A whole phrase counts more than known words in it: `Numér mobile money` is no unknown `number mobile money`.
    let best = *found.iter().flatten().max_by_key(|found| (!found.is_doubtful, found.sure))?;
    // Of `Totall`, the plural is no heading. A wrong account or amount would be asked about, another column not.
    let is_asked = matches!(best.meaning, Meaning::Field(field) if other_words::is_asked(field));
    let agrees = |found: &Option<Recognised>| found.map_or(is_asked, |found| found.meaning == best.meaning);
    let sure = best.sure.saturating_sub(SURE_LOST_WHEN_ASKED);
    found.iter().all(agrees).then_some(Recognised { sure, is_misspelt: true, ..best })
}

/// Returns the meaning of a header that is no phrase itself. If words beside a known one are unknown, the whole header
/// may be a longer phrase with a wrong letter: `Bank Accountt No` is no bank. An account or amount is a question then.
fn inexact(heading: &str) -> Option<Recognised> {
    match within(heading) {
        None => misspelt(heading),
        Some((found, OtherWords::Unknown)) => {
            let is_asked = |field| matches!(field, Meaning::Field(field) if other_words::is_asked(field));
            let whole = misspelt(heading);
            let whole = whole.map(|whole| Recognised { is_doubtful: is_asked(whole.meaning), ..whole });
            Some(whole.unwrap_or(found))
        }
        Some((found, _)) => Some(found),
    }
}

/// Whether a header may consist of known words only, with wrong letters. Not everything that its words may be makes a
/// header: the plural in `Nom du bénéficiairee` makes none.
pub(crate) fn is_misspelt_phrase(header: &str) -> bool {
    spellings(&normalised(header)).iter().any(|text| is_known_phrase(text))
}

/// Whether a word of a header says that the column holds no names of people: `Staff Category`.
pub(crate) fn denies_names(header: &str) -> bool {
    other_words::judge(Field::Name, [&normalised(header), ""]) >= OtherWords::Denied
}

/// Whether a word of a text says that a bank in it is nobody's who is paid: `Debit account at First Bank`.
pub(crate) fn denies_bank(text: &str) -> bool {
    other_words::judge(Field::BankName, [&normalised(text), ""]) >= OtherWords::Denied
}

/// Whether a header consists of known words only.
pub(crate) fn is_known_words(header: &str) -> bool {
    is_known_phrase(&normalised(header))
}

/// Like [`is_known_words`], for a header in its comparable form.
pub(crate) fn is_known_phrase(heading: &str) -> bool {
    exact(heading).is_some()
}

/// Finds the longest known words that are in the header as whole words, and judges the words beside them. Words such
/// as `employee` only show whose it is if other known words are there: `Employee Bank`.
fn within(heading: &str) -> Option<(Recognised, OtherWords)> {
    let known = runs_of_words(heading).filter_map(|[before, run, after]| {
        // Short words such as `no` have a meaning only when they are alone.
        let (place, phrase) = phrase(run).filter(|_| run.len() > 2)?;
        Some((place, phrase, [before, after]))
    });
    let (_, phrase, beside) = known.max_by_key(|(place, phrase, _)| {
        let names_field = !other_words::is_harmless_for_all(phrase.text);
        (phrase.words, names_field, phrase.recognised.sure, *place)
    })?;
    let extra = heading.split(' ').count().saturating_sub(phrase.words);
    let words = match phrase.recognised.meaning {
        Meaning::Field(field) => other_words::judge(field, beside),
        Meaning::NamePart(_) => other_words::judge(Field::Name, beside),
        Meaning::Denied(_) | Meaning::Ignored => OtherWords::Harmless,
    };
    Some((judged(phrase.recognised, words, extra), words))
}

/// Returns every run of words that may be a phrase, between the text before and after it.
fn runs_of_words(text: &str) -> impl Iterator<Item = [&str; 3]> {
    let spaces = || text.match_indices(' ').map(|(at, _)| at);
    let starts = iter::once(0).chain(spaces().map(|at| at + 1));
    starts.flat_map(move |start| {
        let ends = spaces().filter(move |at| *at > start).chain([text.len()]).take(PHRASE_WORDS_MAX);
        ends.filter_map(move |end| Some([text.get(..start)?, text.get(start..end)?, text.get(end..)?]))
    })
}

/// Adjusts what known words mean by the number of words beside them and by what these words say.
fn judged(recognised: Recognised, words: OtherWords, extra: usize) -> Recognised {
    let less = |words: usize| {
        let lost = u8::try_from(words).unwrap_or(u8::MAX).saturating_mul(SURE_LOST_PER_WORD);
        Recognised { sure: recognised.sure.saturating_sub(lost).max(SURE_MIN), ..recognised }
    };
    if matches!(recognised.meaning, Meaning::NamePart(_)) && words == OtherWords::Denied {
        return Recognised { meaning: Meaning::Denied(Field::Name), ..less(extra) };
    }
    let Meaning::Field(field) = recognised.meaning else { return less(extra) };
    match words {
        // A long date must not raise a question.
        OtherWords::Harmless => less(extra.min(1)),
        OtherWords::Unknown => Recognised { is_doubtful: other_words::is_asked(field), ..less(extra) },
        OtherWords::Denied => Recognised { meaning: Meaning::Denied(field), ..less(extra) },
        OtherWords::Flag => Recognised { meaning: Meaning::Ignored, ..less(extra) },
    }
}

/// Finds the known words with the most similar spelling. A word that denies them is no spelling of them: `Accountant`.
fn misspelt(text: &str) -> Option<Recognised> {
    if text.len() < MISSPELT_CHARS_MIN || text.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let letters = Letters::of(text);
    let near = |phrase: &&Phrase| {
        phrase.text.len() >= MISSPELT_CHARS_MIN
            && phrase.text.len().abs_diff(text.len()) <= MISSPELT_LENGTH_DIFFERENCE_MAX
            && (!text.is_ascii() || letters.may_be_alike(phrase.letters))
    };
    let alike = PHRASES.iter().filter(near).map(|phrase| (strsim::jaro_winkler(phrase.text, text), phrase));
    let (_, phrase) =
        alike.max_by(|a, b| a.0.total_cmp(&b.0)).filter(|(likeness, _)| *likeness >= LIKENESS_MIN)?;
    let is_asked = matches!(phrase.recognised.meaning, Meaning::Field(field) if other_words::is_asked(field));
    let lost = if is_asked { SURE_LOST_WHEN_ASKED } else { SURE_LOST_WHEN_MISSPELT };
    let sure = phrase.recognised.sure.saturating_sub(lost);
    let recognised = Recognised { sure, is_misspelt: true, ..phrase.recognised };
    let Meaning::Field(field) = recognised.meaning else { return Some(recognised) };
    match other_words::judge(field, [text, ""]) {
        // At least the misspelt word is unknown.
        OtherWords::Unknown => Some(recognised),
        OtherWords::Denied => Some(Recognised { meaning: Meaning::Denied(field), ..recognised }),
        OtherWords::Flag => Some(Recognised { meaning: Meaning::Ignored, ..recognised }),
        // All words are correct and others than the known ones.
        OtherWords::Harmless => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{super::meaning::NamePart, *};

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
            ("MoMo Number", field(F::AccountNumber)),
            ("MTN MoMo No.", field(F::AccountNumber)),
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
            ("email address", field(F::Email)),
            ("Debit account number", ignored),
            ("Cooperative", ignored),
            ("Date d'embauche", ignored),
            ("Date of Joining", ignored),
            ("Zebra", None),
            ("", None),
            ("#", None),
        ] {
            assert_eq!(recognise(header).map(|found| found.meaning), expected, "{header}");
        }
    }

    #[test]
    fn words_beside_known_ones_change_the_meaning() {
        let denied = |field| Some((Meaning::Denied(field), false));
        let doubtful = |field| Some((Meaning::Field(field), true));
        let certain = |field| Some((Meaning::Field(field), false));
        for (header, expected) in [
            ("Hourly Wage", denied(Field::Amount)),
            ("Salaire annuel", denied(Field::Amount)),
            ("G/L Account", denied(Field::AccountNumber)),
            ("Debit Bank", denied(Field::BankName)),
            ("GL Account Name", denied(Field::Name)),
            ("StopPay", Some((Meaning::Ignored, false))),
            ("Stop Reason", Some((Meaning::Ignored, false))),
            ("Zebra Account", doubtful(Field::AccountNumber)),
            ("Zebra Net Pay", doubtful(Field::Amount)),
            ("Zebra Bank", certain(Field::BankName)),
            ("Zebra Narration", certain(Field::Narration)),
            ("Compte employé", certain(Field::AccountNumber)),
            ("Compte numéro", certain(Field::AccountNumber)),
            // A longer phrase with a wrong letter.
            ("Bank Accountt No", doubtful(Field::AccountNumber)),
            ("Nom de la banqe", certain(Field::BankName)),
            ("Name of Banl", certain(Field::BankName)),
            // No misspelt `account`, but another word; the second one is misspelt.
            ("Accountant", denied(Field::AccountNumber)),
            ("Acount Numbr", certain(Field::AccountNumber)),
            // Whole phrases.
            ("Balance Payable", certain(Field::Amount)),
            ("Salary Account", certain(Field::AccountNumber)),
        ] {
            let found = recognise(header).map(|found| (found.meaning, found.is_doubtful));
            assert_eq!(found, expected, "{header}");
        }
    }

    #[test]
    fn wrong_letters_do_not_change_the_meaning() {
        let field = |field| Some(Meaning::Field(field));
        for (header, expected) in [
            ("Bank Acccunt No", field(Field::AccountNumber)),
            ("Numér mobile money", field(Field::AccountNumber)),
            ("Totkl", field(Field::Amount)),
            ("Totall", field(Field::Amount)),
            ("Amountt (GH₵)", field(Field::Amount)),
            ("Préom", Some(Meaning::NamePart(NamePart::Given))),
            ("Compny Account", Some(Meaning::Denied(Field::AccountNumber))),
            ("Compte comptabe", Some(Meaning::Denied(Field::AccountNumber))),
            ("Previos Net", Some(Meaning::Denied(Field::Amount))),
            ("Pensiom", Some(Meaning::Ignored)),
            // A payee or "to pay".
            ("À payeer", None),
            ("Net Pay", None),
            ("Zebra", None),
        ] {
            let found = recognise_misspelt(header);
            assert_eq!(found.map(|found| found.meaning), expected, "{header}");
            assert!(found.is_none_or(|found| found.is_misspelt), "{header}");
        }
        let numbers = recognise_misspelt("Numér mobile money").unwrap();
        assert!(numbers.sure > recognise("Telephone").unwrap().sure && !numbers.is_doubtful);
    }

    #[test]
    fn harmless_words_together_cost_as_much_as_one() {
        let sure = |header| recognise(header).unwrap().sure;
        assert!(sure("Net Pay") > sure("Employee Net Pay"));
        assert_eq!(sure("Employee Net Pay"), sure("Employee's Net Pay (NGN) for November 2026"));
        assert!(sure("Zebra Net Pay") > sure("Zebra Lion Net Pay"));
        assert!(recognise("Zebra Net Pay").unwrap().confidence() < sure("Salary for March"));
    }

    #[test]
    fn the_surer_words_win() {
        for (better, worse) in [
            ("Net Pay", "Amount"),
            ("Amount", "Total"),
            ("Narration", "Remarks"),
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
