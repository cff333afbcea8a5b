//! The session: the profile and its key, token and wallet lock while unlocked, and the rules that lock the desk again.

pub mod auto_lock;
pub mod bound_secret;
mod custom_ca;
mod key_backup;
mod key_sheet;
pub mod profile;
pub mod profile_key;
pub mod settings;
pub mod token;
