//! The headings of lists of results in English, French and Portuguese. Headings that payrolls have as well are in the
//! vocabulary of payrolls.

use std::{collections::HashMap, sync::LazyLock};

use paysheet_domain::{CellValue, Field};
use serde_json::Value;

use super::repeated::has_repeated_name;
use crate::{
    model::{ListField, ListRow},
    vocabulary::{Meaning, normalised, recognise},
};

/// Headings without spaces, in comparable form.
const HEADINGS: &[(ListField, &str)] = &[
    (
        ListField::Reference,
        "ref|reference|referenceno|referencenumber|referenceid|transactionreference|\
         transactionref|txnref|trxref|paymentreference|paymentref|transferreference|merchantreference|\
         clientreference|customerreference|externalreference|yourreference|ourreference|transactionid|\
         endtoendid|referencia|referenciadatransacao|referencedelatransaction|referencedetransaction|\
         referencepaiement|referencedepaiement|referencedupaiement|numerodereference",
    ),
    (ListField::UniqueReference, "uniquereference|uniqueref"),
    (ListField::TransactionReference, "txref"),
    (
        ListField::Status,
        "status|state|result|outcome|transactionstatus|paymentstatus|transferstatus|payoutstatus|\
         disbursementstatus|statut|etat|resultat|statutdelatransaction|statutdupaiement|statutpaiement|\
         statutdepaiement|estado|situacao|resultado|estadodatransacao|estadodopagamento|statusdatransacao",
    ),
    (
        ListField::Code,
        "code|responsecode|resultcode|returncode|rescode|respcode|codereponse|codedereponse|coderetour|\
         codederetour|codigo|codigoresposta|codigoderesposta",
    ),
    (
        ListField::Message,
        "message|responsemessage|responsedescription|resultmessage|reason|failurereason|remark|remarks|\
         narration|description|details|comment|comments|motif|libelle|mensagem|motivo|descricao|observacoes|\
         particulars|narrative|memo|transactiondetails|transactiondescription|operation|historico",
    ),
    (
        ListField::Amount,
        "amount|amountpaid|amountsent|paidamount|transactionamount|montant|montantpaye|valor|montante|quantia",
    ),
    (
        ListField::Debit,
        "debit|debits|debitamount|withdrawal|withdrawals|moneyout|paidout|dr|sortie|sorties|debito|saida",
    ),
    (
        ListField::Credit,
        "credit|credits|creditamount|deposit|deposits|moneyin|paidin|cr|entree|entrees|credito|entrada",
    ),
    (
        ListField::Balance,
        "balance|runningbalance|currentbalance|balanceafter|newbalance|solde|soldeapres|saldo|saldoapos",
    ),
    (ListField::Direction, "drcr|crdr|debitcredit|creditdebit|transactiontype|type|sens|tipo"),
    (ListField::Currency, "currency|currencycode|ccy|devise|monnaie|moeda"),
    (
        ListField::Account,
        "account|accountnumber|accountno|acctno|beneficiaryaccount|beneficiaryaccountnumber|recipientaccount|\
         creditaccount|destinationaccount|toaccount|msisdn|wallet|walletnumber|mobilenumber|phonenumber|compte|\
         numerodecompte|nocompte|comptebeneficiaire|conta|numerodaconta|contadestino|contadobeneficiario",
    ),
    (
        ListField::Name,
        "name|beneficiary|beneficiaryname|recipient|recipientname|accountname|payee|nom|beneficiaire|\
         nomdubeneficiaire|nome|beneficiario|nomedobeneficiario",
    ),
    (
        ListField::Date,
        "date|datetime|transactiondate|paymentdate|valuedate|created|createdat|createdon|datecreated|completedat|\
         processedat|paidat|time|timestamp|datedelatransaction|datedetransaction|datepaiement|datedepaiement|\
         data|datadatransacao|datadopagamento|datahora",
    ),
];
/// Endings of field names that carry a maker's name: `acmeResponseCode`.
const ENDINGS: [(&str, ListField); 4] = [
    ("responsecode", ListField::Code),
    ("responsemessage", ListField::Message),
    ("reference", ListField::Reference),
    ("transactionref", ListField::Reference),
];
/// Headings of accounts and amounts that are not the recipient's.
const NOT_OF_THE_RECIPIENT: [&str; 8] = [
    "batchref",
    "batchreference",
    "debitaccount",
    "senderaccount",
    "sourceaccount",
    "fromaccount",
    "fee",
    "fees",
];
/// Longer texts are no headings.
const HEADING_CHARS_MAX: usize = 60;

static INDEX: LazyLock<HashMap<&'static str, ListField>> = LazyLock::new(|| {
    HEADINGS.iter().flat_map(|(field, texts)| texts.split('|').map(|text| (text, *field))).collect()
});

/// Returns what a column with this heading holds.
pub(super) fn field_of(heading: &str) -> Option<ListField> {
    if heading.chars().count() > HEADING_CHARS_MAX {
        return None;
    }
    if is_not_of_the_recipient(heading) {
        return None;
    }
    let joined = normalised(heading).replace(' ', "");
    let by_ending = || ENDINGS.iter().find(|(ending, _)| joined.ends_with(ending)).map(|(_, field)| *field);
    INDEX.get(joined.as_str()).copied().or_else(by_ending).or_else(|| of_payrolls(heading))
}

/// Whether a heading says that its column is about somebody else's account, or about another amount.
pub(super) fn is_not_of_the_recipient(heading: &str) -> bool {
    NOT_OF_THE_RECIPIENT.contains(&normalised(heading).replace(' ', "").as_str())
}

/// Returns what the heading means in payrolls.
fn of_payrolls(heading: &str) -> Option<ListField> {
    match recognise(heading).filter(|found| !found.is_doubtful)?.meaning {
        Meaning::Field(Field::AccountNumber) => Some(ListField::Account),
        Meaning::Field(Field::Amount) => Some(ListField::Amount),
        Meaning::Field(Field::Currency) => Some(ListField::Currency),
        Meaning::Field(Field::Name) => Some(ListField::Name),
        Meaning::Field(Field::PayDate) => Some(ListField::Date),
        Meaning::Field(_) | Meaning::NamePart(_) | Meaning::Denied(_) | Meaning::Ignored => None,
    }
}

/// Returns the fields of a JSON object, its names taken as headings; none if the text is no object, if it has a name twice, or if
/// two of its fields say different things about the outcome.
#[must_use]
pub fn fields_of_json(text: &str) -> Option<ListRow> {
    let Ok(Value::Object(object)) = serde_json::from_str(text) else { return None };
    if has_repeated_name(text) {
        return None;
    }
    let mut row = ListRow::default();
    for (name, value) in object {
        let value = match value {
            Value::String(text) => CellValue::Text(text.into()),
            Value::Number(number) => CellValue::Number(number.to_string().into()),
            Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => continue,
        };
        if let Some(field) = field_of(&name).filter(|_| !value.text().trim().is_empty()) {
            if field.is_outcome() && row.text(field).is_some_and(|known| known != value.text().trim()) {
                return None;
            }
            row.put(field, value);
        }
    }
    Some(row)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_of_lists_are_known_in_three_languages() {
        use ListField as F;
        for (heading, expected) in [
            ("Ref", Some(F::Reference)),
            ("uniqueReference", Some(F::UniqueReference)),
            ("txref", Some(F::TransactionReference)),
            ("Transaction Reference", Some(F::Reference)),
            ("TRANSACTION_REF", Some(F::Reference)),
            ("acmeReference", Some(F::Reference)),
            ("Référence de paiement", Some(F::Reference)),
            ("Referência", Some(F::Reference)),
            ("Status", Some(F::Status)),
            ("Statut du paiement", Some(F::Status)),
            ("Situação", Some(F::Status)),
            ("responsecode", Some(F::Code)),
            ("Response Code", Some(F::Code)),
            ("acmeResponseCode", Some(F::Code)),
            ("Code de réponse", Some(F::Code)),
            ("responsemessage", Some(F::Message)),
            ("Narration", Some(F::Message)),
            ("Amount (NGN)", Some(F::Amount)),
            ("Montant", Some(F::Amount)),
            ("Net Pay", Some(F::Amount)),
            ("Valor", Some(F::Amount)),
            ("Running balance", Some(F::Balance)),
            ("Solde", Some(F::Balance)),
            ("Currency", Some(F::Currency)),
            ("Devise", Some(F::Currency)),
            ("Account Number", Some(F::Account)),
            ("Beneficiary Account No.", Some(F::Account)),
            ("Numéro de compte", Some(F::Account)),
            ("Date", Some(F::Date)),
            ("createdAt", Some(F::Date)),
            ("Data", Some(F::Date)),
            ("Beneficiary", Some(F::Name)),
            ("Bank code", None),
            ("Bank", None),
            ("Debit account", None),
            ("Batch reference", None),
            ("Fee", None),
            ("", None),
        ] {
            assert_eq!(field_of(heading), expected, "{heading}");
        }
    }

    #[test]
    fn every_heading_has_one_meaning_and_is_in_comparable_form() {
        let all: usize = HEADINGS.iter().map(|(_, texts)| texts.split('|').count()).sum();
        assert_eq!(INDEX.len(), all);
        for heading in INDEX.keys() {
            assert_eq!(&normalised(heading).replace(' ', ""), heading);
        }
    }
}
