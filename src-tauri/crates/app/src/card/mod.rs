//! The card window's side of a top-up: sealed messages, the charge, and the bank's page.

pub mod bank_page;
pub mod sealed;
pub mod session;
#[cfg(test)]
mod tests;
pub mod top_up;
pub mod view;
pub mod window;
