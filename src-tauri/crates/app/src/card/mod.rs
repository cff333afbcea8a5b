//! The card window's side of a top-up: its messages, the charge, and the bank's page.

pub mod bank_page;
#[cfg(test)]
mod tests;
pub mod top_up;
pub mod window;
