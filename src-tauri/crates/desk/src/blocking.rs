//! Work outside the asynchronous runtime.

use crate::error::DeskError;

/// Runs blocking work (files, the keychain) outside the asynchronous runtime.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, DeskError> + Send + 'static,
) -> Result<T, DeskError> {
    tokio::task::spawn_blocking(work).await.map_err(|_| DeskError::TaskEnded)?
}
