//! Paths of calls. Those that only `server` knows are there, with their routes.

pub(crate) const QUEUE_PATH: &str = "/v1/disburse/queue";
/// Not in the interface; where older clients send a batch, without a flag.
pub(crate) const BULK_PATH: &str = "/v1/disburse/bulk";
/// Not in the interface; seen on services of this kind.
pub(crate) const PAYOUT_STATUS_PATH: &str = "/v1/disburse/status";
/// The same.
pub(crate) const PAYOUT_LIST_PATH: &str = "/v1/report/transactions";
/// The same.
pub(crate) const WALLET_PATH: &str = "/v1/wallet";
/// Where older clients ask for banks.
pub(crate) const BANKS_PATH_OF_OLD: &str = "/banks";
/// Charges and their validation. The next part of the path is configured.
pub(crate) const TRANSFER_PATH: &str = "/v1/transfer/";
/// Not in the interface; gives a token for a key and a secret.
pub(crate) const TOKEN_PATH: &str = "/v1/merchant/verify";
