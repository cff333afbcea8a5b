//! Why the practice service cannot start, or a sample cannot be written. Responses to invalid requests are in `answer`.

use std::{io, net::SocketAddr, path::PathBuf};

use crate::faults::InjectorError;

#[derive(Debug, thiserror::Error)]
pub enum PracticeError {
    /// The service pays everyone who requests it, so it must not be reachable from other computers.
    #[error("the practice service listens on this machine only, not on {0}: use 127.0.0.1")]
    NotLoopback(SocketAddr),
    #[error("the token, the lock, the key and the secret of the practice service must not be empty")]
    EmptySecret,
    #[error("the path of a card charge ends in letters, digits and - only, not in {0}")]
    CardPath(String),
    #[error("the fee of a payment is written as decimal digits")]
    PayoutFee,
    #[error("each currency has one wallet, and each wallet a password")]
    Wallets,
    #[error("nothing can listen on {address}: {source}")]
    Bind { address: SocketAddr, source: io::Error },
    #[error("the journal {} cannot be written: {source}", path.display())]
    Journal { path: PathBuf, source: io::Error },
    #[error("what the service took cannot be kept in {}: {source}", path.display())]
    State { path: PathBuf, source: io::Error },
    #[error("callbacks cannot be sent: {0}")]
    Callbacks(#[from] reqwest::Error),
    #[error("the workbook cannot be written: {0}")]
    Workbook(#[from] rust_xlsxwriter::XlsxError),
    #[error(transparent)]
    Injector(#[from] InjectorError),
    #[error("the system gave no random bytes")]
    NoRandomness,
}
