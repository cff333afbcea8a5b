//! The form of a callback.

/// The fields of one callback, in order.
pub(crate) type Form = Vec<(&'static str, String)>;
