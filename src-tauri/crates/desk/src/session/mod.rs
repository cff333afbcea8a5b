//! The session: the profile and its key, token and wallet lock while unlocked, and the rules that lock the desk again.

mod auto_lock;
pub mod binding;
pub mod bound_secret;
pub mod connection;
mod custom_ca;
mod key_backup;
mod key_sheet;
pub mod last_activity;
pub mod profile;
pub mod profile_key;
pub mod settings;
mod token;
pub mod token_renewal;
