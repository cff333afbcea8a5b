//! How result notifications (callbacks) reach the desk.

use serde::{Deserialize, Serialize};

/// How the desk receives callbacks. The path is a secret, of which only the end is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct CallbackSetupView {
    /// None: nothing is set up.
    pub port: Option<u32>,
    pub port_default: u32,
    /// Where a reverse proxy or a tunnel sends requests: `http://127.0.0.1:8790`.
    pub forward_to: Option<String>,
    /// The last characters of the path.
    pub path_end: Option<String>,
    /// The path was made by Paysheet, so that it cannot be guessed.
    pub is_unguessable: bool,
    pub is_listening: bool,
    /// When the last callback arrived; a test of the desk's own is none.
    pub last_arrived_at: Option<String>,
}

/// The whole addresses of a new path. They are shown once.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct CallbackAddressView {
    pub local: String,
    /// Set if the profile has a public address: the one for the service.
    pub public: Option<String>,
}

/// How a callback that the desk sent to itself ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(tag = "kind", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum CallbackTestEnd {
    Received {
        after_ms: u32,
    },
    /// The desk does not listen: another program may use the port.
    NotListening,
    /// The address is no https address, nor one on this computer.
    AddressUnusable,
    HostUnknown,
    /// Nothing listens at the address.
    ConnectionRefused,
    NotTrusted,
    NotReached,
    TimedOut,
    NoAnswer,
    Redirected {
        status: u16,
    },
    /// Something else answered.
    AnsweredElsewhere {
        status: u16,
    },
}

/// The self-test of both addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct CallbackTestView {
    pub local: CallbackTestEnd,
    /// None if the profile has no public address.
    pub public: Option<CallbackTestEnd>,
}
