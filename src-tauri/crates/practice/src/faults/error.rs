//! Why a service with faults or TLS cannot start.

use std::{io, path::PathBuf};

use super::fault::FaultError;

#[derive(Debug, thiserror::Error)]
pub enum InjectorError {
    #[error(transparent)]
    Fault(#[from] FaultError),
    #[error("the root certificate cannot be written to {}: {source}", path.display())]
    Root { path: PathBuf, source: io::Error },
    #[error("no certificate can be made: {0}")]
    Certificate(#[from] rcgen::Error),
    #[error("TLS cannot be spoken: {0}")]
    Tls(#[from] rustls::Error),
}
