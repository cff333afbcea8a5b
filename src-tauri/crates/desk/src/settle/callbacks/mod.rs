//! Callbacks: hints from the service about references of this ledger. Each is stored durably before it is answered,
//! then applied. A callback never creates, sends or unlocks anything.
//!
//! # A callback is a hint
//!
//! It is stored raw, then answered, then applied. It can move a payout or show that a batch was taken, and nothing
//! else. A callback that was stored and could not be applied is applied by a timer (`desk::settle::callbacks`).
//! `PayoutState` does not depend on the order of reports. Nothing signs a callback, so its path is a secret of 128
//! random bits: made and renewed by `session::callback_setup`, returned to the window once, compared in constant time,
//! in no error and no log. Any other path is answered 404 before its body is read, stores nothing, and loses its
//! connection; there are at most 128 connections, and none that says nothing stays
//! (`desk::settle::callbacks::connections`). A test that the desk sends to itself is recognised by a nonce that is
//! valid once; nothing in the form of a test is ever stored. If the profile sends callback codes, a callback with
//! another code than its payroll's has no effect (`ledger::outcomes::reports`); the code is derived like a reference,
//! is covered by the payroll's fingerprint, and is in no event, log or view.

pub mod apply;
pub mod backlog;
mod connections;
mod listener;
mod reading;
pub mod unknown;

pub use listener::CALLBACK_BYTES_MAX;
pub use reading::read_callback;

use crate::{desk::Desk, error::DeskError};

/// Listens for callbacks at `address` (`http://127.0.0.1:8790/cb`), or nowhere if it is empty. Returns the address
/// with the real port. The path is a secret: it is in no error and no log. If this fails, the desk listens where it listened before.
///
/// # Errors
/// `ListenerUnavailable` if the address is not valid or is in use.
pub async fn listen(desk: &Desk, address: &str) -> Result<Option<String>, DeskError> {
    let mut listener = desk.listener.lock().await;
    let before = listener.as_ref().map(|old| old.address().to_owned());
    // Stopped first, since the new address may differ in its path only.
    if let Some(old) = listener.take() {
        old.stop().await;
    }
    if address.trim().is_empty() {
        return Ok(None);
    }
    match listener::start(desk.clone(), address.trim()).await {
        Ok(new) => Ok(Some(listener.insert(new).address().to_owned())),
        Err(error) => {
            if let Some(before) = before {
                *listener = Some(listener::start(desk.clone(), &before).await?);
            }
            Err(error)
        }
    }
}

impl Desk {
    /// Listens for callbacks at `address` (`http://127.0.0.1:8790/cb`), or nowhere if it is empty.
    pub async fn listen(&self, address: &str) -> Result<Option<String>, DeskError> {
        listen(self, address).await
    }
}

/// Returns the address at which the desk receives callbacks now.
pub async fn callback_address(desk: &Desk) -> Option<String> {
    desk.listener.lock().await.as_ref().map(|listener| listener.address().to_owned())
}

impl Desk {
    /// Returns the address at which the desk receives callbacks now.
    pub async fn callback_address(&self) -> Option<String> {
        callback_address(self).await
    }
}
