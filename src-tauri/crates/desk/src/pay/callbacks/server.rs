//! The running listener for callbacks.

use tokio::{sync::oneshot, task::JoinHandle};

/// A running listener.
pub struct Listener {
    pub(super) address: String,
    pub(super) server: JoinHandle<()>,
    pub(super) keeper: JoinHandle<()>,
    /// Dropped to make the storing task end.
    pub(super) open: oneshot::Sender<()>,
}

impl Listener {
    #[must_use]
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Stops accepting callbacks. Those already accepted are stored first.
    pub async fn stop(self) {
        self.server.abort();
        let _ = self.server.await;
        drop(self.open);
        let _ = self.keeper.await;
    }
}
