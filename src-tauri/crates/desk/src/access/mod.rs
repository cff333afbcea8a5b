//! With what the service is called: a token that is valid, the wallets, and where a batch goes.

pub mod destination;
pub mod token_renewal;
pub mod wallets;
