//! What is known of a newer version of the program, and how far its installation is.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use jiff::Timestamp;
use tokio::sync::oneshot;

use crate::state::desktop::{Release, UpdateFailure};

/// Updates of the running program.
#[derive(Default)]
pub struct UpdateState(Mutex<Known>);

impl UpdateState {
    pub fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What is known of a newer version.
#[derive(Default)]
pub struct Known {
    /// The newest version that was found.
    pub release: Option<Arc<Release>>,
    /// The user is to be asked about it.
    pub asks: bool,
    pub phase: Phase,
    /// Of the download; dropped to stop it.
    pub stop: Option<oneshot::Sender<()>>,
    /// What went wrong last.
    pub failure: Option<UpdateFailure>,
    /// When the address of updates answered last.
    pub looked_at: Option<Timestamp>,
}

/// What is being done about an update.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    #[default]
    Idle,
    Looking,
    Downloading {
        percent: Option<u8>,
    },
    /// The verified file. It waits until nothing is being sent or received.
    Ready(Arc<Vec<u8>>),
    Installing,
}
