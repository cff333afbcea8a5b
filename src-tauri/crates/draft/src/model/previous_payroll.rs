//! The last similar payroll of a draft: whom it paid, and into which accounts. The use case finds and compares it.

use std::collections::HashMap;

use paysheet_domain::{
    Country, Field, Money, Problem, ProblemCode, RecipientDraft, account::comparison_key, checks::comparable,
};
use serde::{Deserialize, Serialize};

/// An earlier payroll, as one names it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct Earlier {
    pub id: u32,
    pub name: String,
    pub period: String,
    /// RFC 3339.
    pub approved_at: Option<String>,
}

/// A person as an earlier payroll paid them.
#[derive(Clone, Debug)]
pub struct PaidPerson {
    pub name: String,
    /// The bank and the account, as accounts are compared.
    pub account_key: String,
    pub account_number: String,
    pub amount: Money,
}

/// The earlier payroll, by person.
#[derive(Clone, Debug)]
pub struct PreviousPayroll {
    pub payroll: Earlier,
    pub people: HashMap<String, Vec<PaidPerson>>,
    /// Maps staff numbers to the persons' keys, where the earlier payroll had staff numbers.
    pub by_employee: HashMap<String, String>,
}

impl PreviousPayroll {
    /// Returns the person whom a row pays, as the earlier payroll recorded them.
    #[must_use]
    pub fn person(&self, recipient: &RecipientDraft) -> Option<(&String, &[PaidPerson])> {
        let by_employee =
            recipient.employee_id.as_deref().and_then(|id| self.by_employee.get(&comparable(id)));
        let key = by_employee.cloned().or_else(|| name_key(recipient.name.as_deref()?))?;
        self.people.get_key_value(&key).map(|(key, paid)| (key, paid.as_slice()))
    }

    /// Returns a warning if the person was paid into other accounts only.
    #[must_use]
    pub fn problem(&self, recipient: &RecipientDraft) -> Option<Problem> {
        let account = recipient_key(recipient)?;
        let (_, paid) = self.person(recipient)?;
        if paid.iter().any(|paid| paid.account_key == account) {
            return None;
        }
        let before: Vec<&str> = paid.iter().map(|paid| paid.account_number.as_str()).collect();
        Some(Problem::warning(ProblemCode::AccountChanged, Field::AccountNumber).value(before.join(", ")))
    }
}

/// Returns the key of the account that a row pays; none without a bank or an account.
#[must_use]
pub fn recipient_key(recipient: &RecipientDraft) -> Option<String> {
    let bank = recipient.bank_code.as_deref()?;
    Some(account_key(recipient.country, bank, recipient.account_number.as_deref()?))
}

/// Returns the key of an account at a bank, as accounts are compared.
#[must_use]
pub fn account_key(country: Country, bank: &str, account: &str) -> String {
    format!("{bank} {}", comparison_key(country, account))
}

/// Returns the key of a person without a readable name. It is never the key of a name, which has letters and digits
/// only.
#[must_use]
pub fn unnamed_key(of: &str) -> String {
    format!("#{of}")
}

/// Returns the key of a person: `OBI, Ada` and `Ada Obi` have the same key.
#[must_use]
pub fn name_key(name: &str) -> Option<String> {
    let compared = comparable(name);
    let mut words: Vec<&str> = compared.split(' ').collect();
    words.sort_unstable();
    Some(words.join(" ")).filter(|key| !key.is_empty())
}
