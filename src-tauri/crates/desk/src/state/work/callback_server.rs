//! The running listener for callbacks.

use tokio::{
    sync::{Mutex, MutexGuard, oneshot},
    task::JoinHandle,
};

/// The listener that is running, if any.
#[derive(Default)]
pub struct RunningListener(Mutex<Option<Listener>>);

impl RunningListener {
    /// Locks it for the time in which it is started or stopped.
    pub async fn lock(&self) -> MutexGuard<'_, Option<Listener>> {
        self.0.lock().await
    }
}

/// A running listener.
pub struct Listener {
    pub(crate) address: String,
    pub(crate) server: JoinHandle<()>,
    pub(crate) writer: JoinHandle<()>,
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
        let _ = self.writer.await;
    }
}
