//! Everyone who was ever paid: searching them, what was paid to one of them, and paying them again without a file.

pub(crate) mod browse;
pub(crate) mod export;
pub(crate) mod pay;
