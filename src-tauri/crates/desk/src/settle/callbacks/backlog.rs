//! Callbacks that were stored and could not be applied, for example on a full disk. They are retried until they are
//! applied, without a further callback, for as long as the desk is open.

use std::{sync::atomic::Ordering, time::Duration};

use super::apply;
use crate::{
    desk::{Desk, WeakDesk},
    retry::doubling,
};

/// The pause before stored callbacks are tried again. It doubles each time, up to the longest pause.
const APPLY_AGAIN_FIRST: Duration = Duration::from_millis(500);
const APPLY_AGAIN_LONGEST: Duration = Duration::from_secs(60);

/// Applies stored callbacks later, until it succeeds. One timer does this, however often this method is called.
pub(crate) fn apply_callbacks_later(desk: &Desk) {
    if !desk.applies_later.swap(true, Ordering::SeqCst) {
        tokio::spawn(apply_later(desk.downgrade()));
    }
}

async fn apply_later(weak: WeakDesk) {
    for pause in doubling(APPLY_AGAIN_FIRST, APPLY_AGAIN_LONGEST) {
        let Some(mut closing) = weak.upgrade().map(|desk| desk.closing.subscribe()) else { return };
        // An error of `wait_for` means that the desk is gone.
        let closed = tokio::time::timeout(pause, closing.wait_for(|closing| *closing)).await;
        let (Err(_), Some(desk)) = (closed, weak.upgrade()) else { return };
        // From here on a failure elsewhere starts another timer, so that no failure is missed between the two.
        desk.applies_later.store(false, Ordering::SeqCst);
        match apply::apply_waiting_callbacks(&desk).await {
            Ok(()) => return,
            Err(error) => tracing::warn!(%error, "stored callbacks cannot be applied yet"),
        }
        if desk.applies_later.swap(true, Ordering::SeqCst) {
            return;
        }
    }
}
