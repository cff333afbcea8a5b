//! MT940, as banks send it over SWIFT, with or without its envelope.

use mt940::{
    ExtDebitOrCredit, InformationToAccountOwner, Message, StatementLine, parse_mt940, sanitizers::sanitize,
};

use super::entry::{Entry, joined};

pub(super) fn is_mt940(head: &str) -> bool {
    let has_tag = |tag: &str| head.lines().any(|line| line.contains(tag));
    has_tag(":20:") && has_tag(":25:") && head.lines().any(|line| line.starts_with(":60"))
}

/// Returns the entries; none if the text is no valid MT940.
pub(super) fn read(text: &str) -> Option<Vec<Entry>> {
    let lines: Vec<&str> = text.lines().collect();
    // The parser requires the line ends of the standard.
    let text = lines.join("\r\n") + "\r\n";
    let messages = parse_mt940(&text).or_else(|_| parse_mt940(&sanitize(&text))).ok()?;
    Some(messages.iter().flat_map(entries).collect())
}

fn entries(message: &Message) -> impl Iterator<Item = Entry> {
    let currency = message.opening_balance.iso_currency_code.as_str();
    message.statement_lines.iter().filter_map(move |line| entry(line, currency))
}

fn entry(line: &StatementLine, currency: &str) -> Option<Entry> {
    // A reversed credit takes money that came in: no payout.
    let is_debit = match line.ext_debit_credit_indicator {
        ExtDebitOrCredit::Debit => true,
        // The parser calls `RD` so: a debit is taken back, and money comes in.
        ExtDebitOrCredit::Credit | ExtDebitOrCredit::ReverseCredit => false,
        ExtDebitOrCredit::ReverseDebit => return None,
    };
    let (account, name, purpose) = information(line.information_to_account_owner.as_ref());
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    Some(Entry {
        date: line.value_date.to_string(),
        is_debit,
        amount: line.amount.to_string(),
        currency: currency.to_owned(),
        reference: line.customer_ref.clone(),
        account,
        name,
        description: joined([purpose.as_str(), &text(&line.bank_ref), &text(&line.supplementary_details)]),
    })
}

/// Returns account, name and purpose of an entry's information.
fn information(information: Option<&InformationToAccountOwner>) -> (String, String, String) {
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    match information {
        None => Default::default(),
        Some(InformationToAccountOwner::Plain(plain)) => {
            // Long references are parted at the ends of lines.
            (String::new(), String::new(), joined([plain.as_str(), &without_line_ends(plain)]))
        }
        Some(InformationToAccountOwner::Structured {
            purpose,
            additional_purpose,
            applicant_iban,
            applicant_name,
            recipient_name,
            posting_text,
            ..
        }) => {
            let name = joined([text(applicant_name).as_str(), &text(recipient_name)]);
            let purpose = joined([text(purpose).as_str(), &text(additional_purpose), &text(posting_text)]);
            (text(applicant_iban), name, purpose)
        }
    }
}

fn without_line_ends(text: &str) -> String {
    if text.contains(['\r', '\n']) { text.replace(['\r', '\n'], "") } else { String::new() }
}
