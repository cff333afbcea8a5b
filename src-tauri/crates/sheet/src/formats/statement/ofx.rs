//! OFX 1 (SGML) and 2 (XML), as banks and wallets export them.

use ofx_rs::aggregates::StatementTransaction;

use super::entry::{Entry, joined};

pub(super) fn is_ofx(head: &str) -> bool {
    let head = head.to_ascii_uppercase();
    head.contains("<OFX>") || head.trim_start().starts_with("OFXHEADER")
}

/// Returns the entries; none if the text is no valid OFX.
pub(super) fn read(text: &str) -> Option<Vec<Entry>> {
    let document = ofx_rs::parse(text).ok()?;
    let responses = document.banking().into_iter().flat_map(|banking| banking.statement_responses());
    let statements = responses.filter_map(|wrapper| wrapper.response());
    let entries = statements.flat_map(|statement| {
        let currency = statement.currency_default().as_str();
        let list = statement.transaction_list().into_iter();
        list.flat_map(|list| list.transactions()).map(move |transaction| entry(transaction, currency))
    });
    Some(entries.collect())
}

fn entry(transaction: &StatementTransaction, currency: &str) -> Entry {
    let amount = transaction.amount();
    let posted = transaction.date_posted().as_offset_date_time().date();
    let named = transaction.name().or(transaction.payee().map(|payee| payee.name()));
    let reference = transaction.reference_number().unwrap_or_default();
    let check = transaction.check_number().map(|number| number.as_str()).unwrap_or_default();
    let account = transaction.bank_account_to().map(|account| account.account_id().as_str());
    Entry {
        date: format!("{:04}-{:02}-{:02}", posted.year(), u8::from(posted.month()), posted.day()),
        is_debit: amount.is_negative(),
        amount: amount.as_decimal().abs().to_string(),
        currency: currency.to_owned(),
        reference: reference.to_owned(),
        account: account.unwrap_or_default().to_owned(),
        name: named.unwrap_or_default().to_owned(),
        description: joined([
            transaction.memo().unwrap_or_default(),
            transaction.fit_id().as_str(),
            check,
            named.unwrap_or_default(),
        ]),
    }
}
