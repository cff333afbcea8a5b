//! The first words of rows that are not people: totals, signatures, notes, examples and debited accounts.

use paysheet_domain::checks::comparable;

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

/// What stands in place of an amount if somebody gets nothing this month, besides dashes.
const NOTHING: &[&str] = &["nil", "nill", "nils", "none", "nothing", "neant", "rien", "aucun"];
/// Dashes of every length. `-` is also how spreadsheets show a zero.
const DASHES: [char; 5] = ['-', '\u{2010}', '\u{2013}', '\u{2014}', '\u{2212}'];

/// Whether the text in place of an amount says that there is nothing to pay: `NIL`, `-`, `néant`.
pub(crate) fn says_nothing_to_pay(text: &str) -> bool {
    let is_sign = |c: char| c.is_whitespace() || DASHES.contains(&c) || "()₦₵$€£".contains(c);
    let is_dash = text.contains(DASHES) && text.chars().all(is_sign);
    is_dash || NOTHING.contains(&comparable(text).as_str())
}

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
    fn nothing_to_pay_is_said_in_words_and_dashes() {
        for text in ["NIL", "nil.", "-", " – ", "—", "--", "₦ -", "(-)", "Néant", "None"] {
            assert!(says_nothing_to_pay(text), "{text}");
        }
        for text in ["", " ", "0", "0.00", "-5", "1-", "N/A", "pending", "?", ".", "***-***", "-,---.--", "="]
        {
            assert!(!says_nothing_to_pay(text), "{text}");
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
