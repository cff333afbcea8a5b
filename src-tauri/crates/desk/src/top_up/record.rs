//! A funding record of the service: the part that the ledger stores, and its form for display.

use paysheet_domain::{Currency, Money, StatusWord, money::parse_currency};
use paysheet_ledger::StatusReading;
use paysheet_service::{FundingRecord, FundingStatus};

use crate::{
    error::DeskError,
    view::{CustomValueView, RecordField, RecordValueView, TopUpRecordView},
};

/// The member of `meta.custom` that contains the currency. The record itself has none.
const CUSTOM_CURRENCY: &str = "currency";
/// The members of `meta.custom` that contain amounts in that currency.
const CUSTOM_AMOUNTS: [&str; 4] = ["amount", "balance", "fee", "totalAmount"];

/// Converts a record to the ledger's type. `asked_by` is the reference of the request.
pub(super) fn reading(
    record: &FundingRecord,
    asked_by: &str,
    destination: &str,
) -> Result<StatusReading, DeskError> {
    let own = record.reference.clone().filter(|own| own != asked_by);
    let references: Vec<String> = [Some(asked_by.to_owned()), own].into_iter().flatten().collect();
    let amount = record.amount.as_deref().zip(currency(record));
    Ok(StatusReading {
        references,
        processor_reference: record.processor_reference.clone(),
        words: words(record),
        amount: amount.and_then(|(digits, currency)| Money::parse(digits, currency).ok()),
        figure: record.amount.clone(),
        balance: record.meta.balance.clone(),
        as_of: record.updated_at.or(record.created_at),
        code: record.processor_code.clone(),
        message: record.processor_message.clone(),
        record_json: serde_json::to_string(record)?,
        destination: destination.to_owned(),
    })
}

fn currency(record: &FundingRecord) -> Option<Currency> {
    let (_, text) = record.meta.custom.iter().find(|(name, _)| name.eq_ignore_ascii_case(CUSTOM_CURRENCY))?;
    parse_currency(text).ok()
}

fn words(record: &FundingRecord) -> Vec<StatusWord> {
    let said = match &record.status {
        Some(FundingStatus::Completed) => StatusWord::Completed,
        Some(FundingStatus::Failed) => StatusWord::Failed,
        Some(FundingStatus::Started | FundingStatus::Pending | FundingStatus::Other(_)) | None => {
            StatusWord::Open
        }
    };
    let reversed = (record.reversed == Some(true)).then_some(StatusWord::Reversed);
    [Some(said), reversed].into_iter().flatten().collect()
}

/// Converts all fields that a record has, and no others, for display. `charged_in` is the currency of the charge, where
/// it was made here; not every record names its currency.
pub(super) fn readable(record: &FundingRecord, charged_in: Option<Currency>) -> TopUpRecordView {
    use RecordField as F;
    let currency = charged_in.or_else(|| currency(record));
    let all_decimals = |amount: &str| all_decimals(amount, currency);
    let flag = |flag: Option<bool>| flag.map(|flag| flag.to_string());
    let status = record.status.as_ref().map(|status| match status {
        FundingStatus::Started => "started".to_owned(),
        FundingStatus::Pending => "pending".to_owned(),
        FundingStatus::Completed => "completed".to_owned(),
        FundingStatus::Failed => "failed".to_owned(),
        FundingStatus::Other(word) => word.clone(),
    });
    let fields = [
        (F::Id, record.id.clone()),
        (F::Amount, record.amount.as_deref().map(all_decimals)),
        (F::Status, status),
        (F::SystemType, record.system_type.clone()),
        (F::Ref, record.reference.clone()),
        (F::ProcessorMessage, record.processor_message.clone()),
        (F::ProcessorCode, record.processor_code.clone()),
        (F::ProcessorReference, record.processor_reference.clone()),
        (F::LinkingReference, record.linking_reference.clone()),
        (F::DisburseOrderId, record.disburse_order_id.clone()),
        (F::Ipr, record.ipr.clone()),
        (F::Iprc, record.iprc.clone()),
        (F::R1, record.r1.clone()),
        (F::R2, record.r2.clone()),
        (F::Balance, record.meta.balance.as_deref().map(all_decimals)),
        (F::CreatedAt, record.created_at.map(|at| at.to_string())),
        (F::UpdatedAt, record.updated_at.map(|at| at.to_string())),
        (F::BeneficiaryAccount, record.beneficiary.account_number.clone()),
        (F::BeneficiaryBank, record.beneficiary.bank_code.clone()),
        (F::WalletCharged, flag(record.wallet_charged)),
        (F::Refund, flag(record.refund)),
        (F::Reversed, flag(record.reversed)),
    ];
    let rest = [
        (F::Meta, record.meta.text.clone()),
        (F::MetaExtra, record.meta.extra.clone()),
        (F::Extra, record.extra.clone()),
    ];
    let custom = record.meta.custom.iter().filter(|(_, value)| !value.trim().is_empty());
    let custom = custom.map(|(name, value)| {
        let is_amount = CUSTOM_AMOUNTS.contains(&name.as_str());
        let value = if is_amount { all_decimals(value) } else { value.clone() };
        CustomValueView { name: name.clone(), value }
    });
    TopUpRecordView { fields: non_blank(fields), custom: custom.collect(), rest: non_blank(rest) }
}

/// Returns an amount with all decimals of its currency: records say `36000000.0` and mean hundredths. Text that is no
/// amount of the currency stays as it is.
fn all_decimals(amount: &str, currency: Option<Currency>) -> String {
    let money = currency.and_then(|currency| Money::parse(amount, currency).ok());
    money.map_or_else(|| amount.to_owned(), Money::digits)
}

fn non_blank(fields: impl IntoIterator<Item = (RecordField, Option<String>)>) -> Vec<RecordValueView> {
    let field = |(name, value): (RecordField, Option<String>)| {
        Some(RecordValueView { name, value: value.filter(|value| !value.trim().is_empty())? })
    };
    fields.into_iter().filter_map(field).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amount_of_a_record_has_all_decimals_of_its_currency() {
        for (amount, currency, shown) in [
            ("36000000.0", Some(Currency::NGN), "36000000.00"),
            ("36000000", Some(Currency::NGN), "36000000.00"),
            ("1200000.0", Some(Currency::UGX), "1200000"),
            ("12.345", Some(Currency::NGN), "12.345"),
            ("36000000.0", None, "36000000.0"),
            ("about 5", Some(Currency::NGN), "about 5"),
        ] {
            assert_eq!(all_decimals(amount, currency), shown, "{amount} {currency:?}");
        }
    }
}
