//! What the window shows about updates.

use paysheet_desk::view::Toggle;
use serde::Serialize;

use crate::state::{
    desktop::{Release, UpdateFailure, UpdateSupport},
    update_state::{Known, Phase},
};

/// Longest text about what changed, in characters. The address of updates is not signed.
pub const NOTES_MAX: usize = 4_000;

/// Whether newer versions are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum UpdateSearch {
    On,
    Off,
    /// An office manages the installation.
    Managed,
    /// This program was built without an address of updates.
    Missing,
}

impl UpdateSearch {
    pub const fn of(support: UpdateSupport, looks: Toggle) -> Self {
        match (support, looks) {
            (UpdateSupport::Missing, _) => Self::Missing,
            (UpdateSupport::Managed, _) => Self::Managed,
            (UpdateSupport::Present, Toggle::On) => Self::On,
            (UpdateSupport::Present, Toggle::Off) => Self::Off,
        }
    }
}

/// Why no update is installed now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum UpdateBusy {
    /// A payroll is being sent.
    Sending,
    /// Results are missing, and can arrive.
    Results,
    /// A card is being charged, its window is open, or the status of a top-up is open.
    TopUp,
}

/// A newer version of the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct ReleaseView {
    pub version: String,
    /// Plain text with line breaks; empty if nothing is described.
    pub notes: String,
    /// Paysheet can install it. Otherwise a package manager or an office does.
    pub installs: bool,
}

impl From<&Release> for ReleaseView {
    fn from(release: &Release) -> Self {
        let is_shown = |character: &char| *character == '\n' || !character.is_control();
        let notes: String = release.notes.chars().filter(is_shown).take(NOTES_MAX).collect();
        Self {
            version: release.version.clone(),
            notes: notes.trim().to_owned(),
            installs: release.package.is_some(),
        }
    }
}

/// What is being done about an update.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, specta::Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum UpdateProgress {
    Idle,
    Looking,
    Downloading {
        /// None if the size is not known.
        percent: Option<u8>,
    },
    /// Downloaded and verified: it waits for the user.
    Ready,
    Installing,
}

impl From<&Phase> for UpdateProgress {
    fn from(phase: &Phase) -> Self {
        match phase {
            Phase::Idle => Self::Idle,
            Phase::Looking => Self::Looking,
            Phase::Downloading { percent } => Self::Downloading { percent: *percent },
            Phase::Ready(_) => Self::Ready,
            Phase::Installing => Self::Installing,
        }
    }
}

/// What is known about updates of the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct UpdatesView {
    pub search: UpdateSearch,
    pub release: Option<ReleaseView>,
    /// The window asks about the release by itself.
    pub asks: bool,
    pub progress: UpdateProgress,
    pub failure: Option<UpdateFailure>,
    /// Why no update is installed now; none if one may be.
    pub busy: Option<UpdateBusy>,
    /// RFC 3339; when the address of updates answered last, since the program started.
    pub looked_at: Option<String>,
}

impl UpdatesView {
    pub fn new(search: UpdateSearch, known: &Known, busy: Option<UpdateBusy>) -> Self {
        Self {
            search,
            release: known.release.as_deref().map(ReleaseView::from),
            asks: known.asks,
            progress: UpdateProgress::from(&known.phase),
            failure: known.failure,
            busy,
            looked_at: known.looked_at.map(|at| at.to_string()),
        }
    }
}
