//! Amounts that are perhaps not what is to be paid: a part of it, the sum of others, or hundredths.

pub(crate) mod hundredths;
pub(crate) mod split;
pub(crate) mod sums;
