//! The profile in use: its settings, its service, its key, and its secrets while the desk is unlocked.

use std::sync::{Arc, Mutex, MutexGuard};

use paysheet_vault::backup::KeyBackup;

use super::{
    binding::{Binding, BoundService},
    profile::{Profile, Unlocked},
    profile_key::LoadedKey,
};
use crate::{app_error::AppError, error::DeskError, mutex::lock, view::ProfileSettings};

/// Each value has its own mutex. Where another one is locked while `unlocked` is, `unlocked` was locked first.
pub(crate) struct SessionState {
    profile: Mutex<Profile>,
    service: Mutex<BoundService>,
    key: Mutex<Arc<LoadedKey>>,
    /// The key backup that was sealed last. It stays in memory so that the user can save it more than once.
    key_backup: Mutex<Option<KeyBackup>>,
    unlocked: Mutex<Option<Unlocked>>,
}

impl SessionState {
    pub fn new(profile: Profile, service: BoundService, key: LoadedKey) -> Self {
        Self {
            profile: Mutex::new(profile),
            service: Mutex::new(service),
            key: Mutex::new(Arc::new(key)),
            key_backup: Mutex::default(),
            unlocked: Mutex::default(),
        }
    }

    pub fn profile(&self) -> Profile {
        lock(&self.profile).clone()
    }

    pub fn set_profile(&self, profile: Profile) {
        *lock(&self.profile) = profile;
    }

    pub fn set_settings(&self, settings: ProfileSettings) {
        lock(&self.profile).settings = settings;
    }

    pub fn service(&self) -> BoundService {
        lock(&self.service).clone()
    }

    /// Sets the service to call. The practice service keeps its identity, whatever its address is today.
    pub fn set_service(&self, service: BoundService) {
        let mut now = lock(&self.service);
        let is_embedded = now.binding == Binding::embedded();
        *now = service;
        if is_embedded {
            now.binding = Binding::embedded();
        }
    }

    pub fn binding(&self) -> Binding {
        lock(&self.service).binding.clone()
    }

    pub fn set_binding(&self, binding: Binding) {
        lock(&self.service).binding = binding;
    }

    /// Whether the service is the practice service within this program.
    pub fn is_practice(&self) -> bool {
        lock(&self.service).binding == Binding::embedded()
    }

    /// Returns the key in use. It is exchanged only when a backup is imported, while nothing is frozen.
    pub fn key(&self) -> Arc<LoadedKey> {
        Arc::clone(&lock(&self.key))
    }

    pub fn set_key(&self, key: LoadedKey) {
        *lock(&self.key) = Arc::new(key);
    }

    pub fn key_backup(&self) -> Option<KeyBackup> {
        lock(&self.key_backup).clone()
    }

    pub fn set_key_backup(&self, backup: KeyBackup) {
        *lock(&self.key_backup) = Some(backup);
    }

    /// Returns token and wallet locks if they were given for the service that the profile names now.
    ///
    /// # Errors
    /// `Locked`, and those of [`Unlocked::require_for`].
    pub fn unlocked(&self) -> Result<Unlocked, DeskError> {
        let unlocked = self.unlocked_guard().clone().ok_or(AppError::Locked)?;
        unlocked.require_for(&self.binding())?;
        Ok(unlocked)
    }

    pub fn unlocked_guard(&self) -> MutexGuard<'_, Option<Unlocked>> {
        lock(&self.unlocked)
    }
}
