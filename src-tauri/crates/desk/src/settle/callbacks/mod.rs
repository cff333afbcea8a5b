//! Callbacks: hints from the service about references of this ledger. Each is stored durably before it is answered,
//! then applied. A callback never creates, sends or unlocks anything.

pub mod apply;
pub mod backlog;
mod connections;
mod listener;
mod reading;
pub mod unknown;

pub use listener::CALLBACK_BYTES_MAX;
pub use reading::read_callback;

use crate::{context::Context, error::DeskError};

/// Listens for callbacks at `address` (`http://127.0.0.1:8790/cb`), or nowhere if it is empty. Returns the address
/// with the real port. The path is a secret: it is in no error and no log. If this fails, the desk listens where it listened before.
///
/// # Errors
/// `ListenerUnavailable` if the address is not valid or is in use.
pub async fn listen(context: &Context, address: &str) -> Result<Option<String>, DeskError> {
    let mut listener = context.listener.lock().await;
    let before = listener.as_ref().map(|old| old.address().to_owned());
    // Stopped first, since the new address may differ in its path only.
    if let Some(old) = listener.take() {
        old.stop().await;
    }
    if address.trim().is_empty() {
        return Ok(None);
    }
    match listener::start(context.clone(), address.trim()).await {
        Ok(new) => Ok(Some(listener.insert(new).address().to_owned())),
        Err(error) => {
            if let Some(before) = before {
                *listener = Some(listener::start(context.clone(), &before).await?);
            }
            Err(error)
        }
    }
}

/// Returns the address at which the desk receives callbacks now.
pub async fn callback_address(context: &Context) -> Option<String> {
    context.listener.lock().await.as_ref().map(|listener| listener.address().to_owned())
}
