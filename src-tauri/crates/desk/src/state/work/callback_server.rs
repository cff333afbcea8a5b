//! The running listener for callbacks.

use tokio::{sync::oneshot, task::JoinHandle};

/// A running listener.
pub struct Listener {
    pub(crate) address: String,
    pub(crate) server: JoinHandle<()>,
    pub(crate) keeper: JoinHandle<()>,
    /// Dropped to make the storing task end.
    pub(crate) open: oneshot::Sender<()>,
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
