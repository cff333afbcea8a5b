//! The names of the fields of a callback, in lower case (interface, "Events").

pub(super) const REFERENCE: &str = "ref";
pub(super) const CODE: &str = "responsecode";
pub(super) const STATUS: &str = "status";
pub(super) const AMOUNT: &str = "amount";
pub(super) const CURRENCY: &str = "currency";
pub(super) const CALLBACK_CODE: &str = "callbackcode";
