//! Questions about what is stored.

pub(crate) mod account_payments;
pub(crate) mod chosen_payouts;
pub(crate) mod damage;
pub(crate) mod figures;
pub(crate) mod journals;
pub(crate) mod named_rows;
pub(crate) mod outstanding;
pub(crate) mod payout_totals;
pub(crate) mod payout_window;
pub(crate) mod people;
pub(crate) mod reading;
pub(crate) mod runs;
pub(crate) mod search;
