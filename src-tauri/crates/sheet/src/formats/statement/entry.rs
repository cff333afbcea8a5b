//! One entry of a statement, whatever the format.

/// One entry of a statement.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Entry {
    /// ISO 8601.
    pub(super) date: String,
    pub(super) is_debit: bool,
    /// Plain decimal, without a sign.
    pub(super) amount: String,
    pub(super) currency: String,
    pub(super) reference: String,
    /// Of the other side.
    pub(super) account: String,
    pub(super) name: String,
    /// Every text of the entry in which a reference may be.
    pub(super) description: String,
}

impl Entry {
    pub(super) fn cells(&self) -> [&str; 8] {
        let (debit, credit) =
            if self.is_debit { (self.amount.as_str(), "") } else { ("", self.amount.as_str()) };
        [
            &self.date,
            debit,
            credit,
            &self.currency,
            &self.reference,
            &self.account,
            &self.name,
            &self.description,
        ]
    }
}

/// Joins the texts that are not empty.
pub(super) fn joined<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    let texts: Vec<&str> = texts.into_iter().map(str::trim).filter(|text| !text.is_empty()).collect();
    texts.join(" ")
}
