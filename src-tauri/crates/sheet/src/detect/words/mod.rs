//! What single cells and headings say: of a field, a currency, a wallet, a month, a number, of who is not to be paid.

pub(crate) mod content;
pub(crate) mod currency;
pub(crate) mod known;
pub(crate) mod left_to_pay;
pub(crate) mod months;
pub(crate) mod not_to_pay;
pub(crate) mod numbers;
pub(crate) mod thousands;
pub(crate) mod wallet;
