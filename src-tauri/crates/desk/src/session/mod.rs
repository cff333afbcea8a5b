//! The session: the profile and its key, token and wallet lock while unlocked, and the rules that lock the desk again.

pub mod auto_lock;
pub mod binding;
pub mod bound_secret;
pub mod callback_setup;
pub mod connection;
pub mod custom_ca;
pub mod key_backup;
mod key_sheet;
pub mod last_activity;
pub mod profile;
pub mod profile_key;
pub mod provider;
pub mod renewal_state;
pub mod settings;
pub mod stored_profile;
pub mod token_renewal;
pub mod wallets;
