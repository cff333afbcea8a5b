//! Payments without a clear result, as the provider is asked about them. No person, account or message of the provider
//! is in it.

use paysheet_domain::{Currency, PayoutStatus};
use serde::{Deserialize, Serialize};

/// The payments of a payroll without a clear result, by batch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct OpenPaymentsView {
    pub batches: Vec<OpenBatchView>,
    /// Payments that are not listed, because there are too many for a message. The workbook has all of them.
    pub unlisted: u32,
}

/// A batch, as the provider finds it, with its payments in question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct OpenBatchView {
    pub number: u32,
    pub reference: String,
    /// The provider's own id, once it took the batch.
    pub batch_id: Option<String>,
    /// In UTC.
    pub sent_at: Option<String>,
    pub payments: Vec<OpenPaymentView>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct OpenPaymentView {
    pub reference: String,
    pub amount: String,
    pub currency: Currency,
    pub status: PayoutStatus,
}
