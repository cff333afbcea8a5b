//! The session: the profile and its key, token and wallet lock while unlocked, and the rules that lock the desk again.

pub mod auto_lock;
pub mod callback_setup;
pub mod connection;
pub mod custom_ca;
pub mod key_backup;
mod key_sheet;
pub mod provider;
pub mod stored_profile;
