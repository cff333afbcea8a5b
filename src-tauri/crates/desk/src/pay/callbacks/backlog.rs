//! Callbacks that were stored and could not be applied, for example on a full disk. They are retried until they are
//! applied, without a further callback, for as long as the desk is open.

use std::{
    sync::{Arc, Weak, atomic::Ordering},
    time::Duration,
};

use crate::desk::{Desk, Inner};

/// The pause before stored callbacks are tried again. It doubles each time, up to the longest pause.
const APPLY_AGAIN_FIRST: Duration = Duration::from_millis(500);
const APPLY_AGAIN_LONGEST: Duration = Duration::from_secs(60);

impl Desk {
    /// Applies stored callbacks later, until it succeeds. One timer does this, however often this method is called.
    pub(crate) fn apply_callbacks_later(&self) {
        if !self.inner.applies_later.swap(true, Ordering::SeqCst) {
            tokio::spawn(apply_later(Arc::downgrade(&self.inner)));
        }
    }
}

async fn apply_later(desk: Weak<Inner>) {
    let mut pause = APPLY_AGAIN_FIRST;
    loop {
        let Some(mut closing) = desk.upgrade().map(|inner| inner.closing.subscribe()) else { return };
        // An error of `wait_for` means that the desk is gone.
        let closed = tokio::time::timeout(pause, closing.wait_for(|closing| *closing)).await;
        let (Err(_), Some(inner)) = (closed, desk.upgrade()) else { return };
        let desk = Desk { inner };
        // From here on a failure elsewhere starts another timer, so that no failure is missed between the two.
        desk.inner.applies_later.store(false, Ordering::SeqCst);
        match desk.apply_waiting_callbacks().await {
            Ok(()) => return,
            Err(error) => tracing::warn!(%error, "stored callbacks cannot be applied yet"),
        }
        if desk.inner.applies_later.swap(true, Ordering::SeqCst) {
            return;
        }
        pause = APPLY_AGAIN_LONGEST.min(pause * 2);
    }
}
