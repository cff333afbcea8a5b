//! Sets up how callbacks reach the desk: a path that cannot be guessed, a port of this computer, and a test that the
//! desk sends to itself.

use std::{net::Ipv4Addr, ops::RangeInclusive, time::Instant};

use data_encoding::BASE32_NOPAD;
use paysheet_service::{
    Connection, Endpoint, ExtraRoot, NotSentReason, SelfTestEnd, UnknownReason, post_self_test,
};
use serde::{Deserialize, Serialize};
use url::{Host, Url};

use crate::{
    app_error::{AppError, Setting},
    desk::Desk,
    error::DeskError,
    settle::callbacks,
    view::{CallbackAddressView, CallbackSetupView, CallbackTestEnd, CallbackTestView, ProfileSettings},
};

/// Default port for callbacks.
pub const CALLBACK_PORT_DEFAULT: u32 = 8790;
/// Lower ports need an administrator.
const CALLBACK_PORT: RangeInclusive<u32> = 1_024..=65_535;
/// Random bytes of a path.
const PATH_BYTES: usize = 16;
/// Characters of a path that Paysheet made.
const PATH_CHARS: usize = 26;
/// Characters of a path that are shown later.
const PATH_END_CHARS: usize = 4;
const HIDDEN: &str = "…";

/// A change of where callbacks are received.
// Without `Debug`: an address contains the path, which is a secret.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum CallbackChange {
    /// Listens at another port, or again at the same one. The path stays.
    Port { port: u32 },
    /// Listens at an address that the service has already, or nowhere if it is empty.
    Address { address: String },
}

impl Desk {
    /// Makes a change of where callbacks are received.
    ///
    /// # Errors
    /// Those of the method that makes the change.
    pub async fn change_callbacks(&self, change: CallbackChange) -> Result<(), DeskError> {
        match change {
            CallbackChange::Port { port } => self.set_callback_port(port).await,
            CallbackChange::Address { address } => self.set_callback_address(&address).await,
        }
    }

    /// Returns how the desk receives callbacks.
    pub async fn callback_setup(&self) -> Result<CallbackSetupView, DeskError> {
        let stored = stored_url(self);
        let path = stored.as_ref().map(|url| url.path().trim_matches('/').to_owned());
        let last = self.ledger.last_callback_at().await?;
        Ok(CallbackSetupView {
            port: stored.as_ref().and_then(Url::port_or_known_default).map(u32::from),
            port_default: CALLBACK_PORT_DEFAULT,
            forward_to: stored.as_ref().map(|url| origin(&for_this_computer(url))),
            path_end: path.as_deref().map(end_of),
            is_unguessable: path.as_deref().is_some_and(is_unguessable),
            is_listening: callbacks::callback_address(self).await.is_some(),
            last_arrived_at: last.map(|at| at.to_string()),
        })
    }

    /// Makes a new path, and listens there and at `port`. The path before it is no longer answered.
    ///
    /// # Errors
    /// `ValueInvalid`, `ListenerUnavailable`, `Ledger`, `NoRandomness`; then callbacks arrive as before.
    pub async fn new_callback_path(&self, port: u32) -> Result<CallbackAddressView, DeskError> {
        let mut url = listen_url(self, port)?;
        url.set_path(&unguessable()?);
        save(self, &url).await?;
        let public = public_endpoint(self)?.map(|endpoint| joined(endpoint.as_str(), url.path()));
        Ok(CallbackAddressView { local: for_this_computer(&url).to_string(), public })
    }

    /// Listens at another port, or again at the same one. The path stays.
    ///
    /// # Errors
    /// `ValueInvalid`, `ListenerUnavailable`.
    pub async fn set_callback_port(&self, port: u32) -> Result<(), DeskError> {
        let url = listen_url(self, port)?;
        if stored_url(self).is_none() {
            return Err(AppError::invalid(Setting::CallbackListen).into());
        }
        if callbacks::callback_address(self).await.is_none() {
            callbacks::listen(self, url.as_str()).await?;
        }
        save(self, &url).await
    }

    /// Listens at an address that the service has already, or nowhere if it is empty.
    ///
    /// # Errors
    /// `ListenerUnavailable`.
    pub async fn set_callback_address(&self, address: &str) -> Result<(), DeskError> {
        let callback_listen = address.trim().to_owned();
        let settings = ProfileSettings { callback_listen, ..self.profile().settings };
        self.save_profile(settings).await
    }

    /// Sends a test callback to this computer, and through the public address if there is one.
    ///
    /// # Errors
    /// `NoRandomness`, `Service`, and `ValueInvalid` if the public address cannot be used.
    pub async fn test_callbacks(&self) -> Result<CallbackTestView, DeskError> {
        let Some(address) = callbacks::callback_address(self).await else {
            let not = CallbackTestEnd::NotListening;
            return Ok(CallbackTestView { local: not, public: public_endpoint(self)?.map(|_| not) });
        };
        let url = Url::parse(&address).map_err(|_| AppError::invalid(Setting::CallbackListen))?;
        let local = match Endpoint::parse(&origin(&for_this_computer(&url)), "") {
            Ok(endpoint) => test(self, &endpoint, url.path()).await?,
            Err(_) => CallbackTestEnd::AddressUnusable,
        };
        let public = match public_endpoint(self)? {
            Some(endpoint) => Some(test(self, &endpoint, url.path()).await?),
            None => None,
        };
        Ok(CallbackTestView { local, public })
    }
}

async fn test(desk: &Desk, endpoint: &Endpoint, path: &str) -> Result<CallbackTestEnd, DeskError> {
    let extra_root = desk.profile().extra_root.as_deref().map(ExtraRoot::from_pem).transpose()?;
    let connection = Connection { extra_root, ..Connection::default() };
    let test = desk.self_tests.begin()?;
    let began = Instant::now();
    let end = post_self_test(endpoint, path, &connection, test.form()).await?;
    let after_ms = u32::try_from(began.elapsed().as_millis()).unwrap_or(u32::MAX);
    Ok(match end {
        SelfTestEnd::Answered { http_status: 200..=299 } if test.has_arrived() => {
            CallbackTestEnd::Received { after_ms }
        }
        SelfTestEnd::Answered { http_status: status @ 300..=399 } => CallbackTestEnd::Redirected { status },
        SelfTestEnd::Answered { http_status: status } => CallbackTestEnd::AnsweredElsewhere { status },
        SelfTestEnd::NotSent(reason) => not_sent(reason),
        SelfTestEnd::NoAnswer(UnknownReason::Timeout) => CallbackTestEnd::TimedOut,
        SelfTestEnd::NoAnswer(_) => CallbackTestEnd::NoAnswer,
    })
}

const fn not_sent(reason: NotSentReason) -> CallbackTestEnd {
    match reason {
        NotSentReason::Dns => CallbackTestEnd::HostUnknown,
        NotSentReason::Refused => CallbackTestEnd::ConnectionRefused,
        NotSentReason::Tls => CallbackTestEnd::NotTrusted,
        NotSentReason::ConnectTimeout => CallbackTestEnd::TimedOut,
        NotSentReason::Offline
        | NotSentReason::ConnectFailed
        | NotSentReason::TokenUnusable
        | NotSentReason::RequestUnusable => CallbackTestEnd::NotReached,
    }
}

/// Returns an address of callbacks without its path, for views: `http://127.0.0.1:8790/…q7ea`.
#[must_use]
pub fn without_callback_path(address: &str) -> String {
    let Ok(url) = Url::parse(address) else { return String::new() };
    format!("{}/{HIDDEN}{}", origin(&url), end_of(url.path().trim_matches('/')))
}

async fn save(desk: &Desk, url: &Url) -> Result<(), DeskError> {
    let settings = ProfileSettings { callback_listen: url.to_string(), ..desk.profile().settings };
    desk.save_profile(settings).await
}

/// The stored address at another port; on this computer alone if there is none.
fn listen_url(desk: &Desk, port: u32) -> Result<Url, DeskError> {
    let invalid = || AppError::invalid(Setting::CallbackPort);
    if !CALLBACK_PORT.contains(&port) {
        return Err(invalid().into());
    }
    let port = u16::try_from(port).map_err(|_| invalid())?;
    let mut url = match stored_url(desk) {
        Some(url) => url,
        None => Url::parse("http://127.0.0.1").map_err(|_| invalid())?,
    };
    url.set_port(Some(port)).map_err(|()| invalid())?;
    Ok(url)
}

fn stored_url(desk: &Desk) -> Option<Url> {
    Url::parse(desk.profile().settings.callback_listen.trim()).ok()
}

fn public_endpoint(desk: &Desk) -> Result<Option<Endpoint>, DeskError> {
    let address = desk.profile().settings.callback_public;
    if address.is_empty() {
        return Ok(None);
    }
    let endpoint = Endpoint::parse(&address, "");
    endpoint.map(Some).map_err(|_| AppError::invalid(Setting::CallbackPublic).into())
}

fn joined(base: &str, path: &str) -> String {
    format!("{}/{}", base.trim_end_matches('/'), path.trim_start_matches('/'))
}

/// A listener at all addresses of the computer is reached at the loopback address too.
fn for_this_computer(url: &Url) -> Url {
    let mut url = url.clone();
    let is_all = match url.host() {
        Some(Host::Ipv4(ip)) => ip.is_unspecified(),
        Some(Host::Ipv6(ip)) => ip.is_unspecified(),
        Some(Host::Domain(_)) | None => false,
    };
    if is_all {
        // An IPv4 address always fits an http URL.
        let _ = url.set_ip_host(Ipv4Addr::LOCALHOST.into());
    }
    url
}

fn origin(url: &Url) -> String {
    url.origin().ascii_serialization()
}

fn end_of(path: &str) -> String {
    let skipped = path.chars().count().saturating_sub(PATH_END_CHARS);
    // A short path was typed by a user; its end would be most of it.
    if skipped < PATH_END_CHARS { String::new() } else { path.chars().skip(skipped).collect() }
}

fn is_unguessable(path: &str) -> bool {
    path.len() == PATH_CHARS && path.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'2'..=b'7'))
}

fn unguessable() -> Result<String, DeskError> {
    let mut bytes = [0_u8; PATH_BYTES];
    getrandom::fill(&mut bytes).map_err(|_| DeskError::NoRandomness)?;
    Ok(BASE32_NOPAD.encode(&bytes).to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_has_128_random_bits_and_only_its_end_is_shown() {
        let [one, other] = [(); 2].map(|()| unguessable().unwrap());
        assert_ne!(one, other);
        assert!(is_unguessable(&one) && is_unguessable(&other), "{one} {other}");
        assert!(!is_unguessable("cb") && !is_unguessable("CB"));
        let shown = without_callback_path(&format!("http://127.0.0.1:8790/{one}"));
        assert_eq!(shown, format!("http://127.0.0.1:8790/…{}", &one[22..]));
        assert_eq!(without_callback_path("http://127.0.0.1:8790/cb"), "http://127.0.0.1:8790/…");
        assert_eq!(without_callback_path("nonsense"), "");
    }

    #[test]
    fn addresses_are_joined_with_one_slash() {
        for base in ["https://pay.example.com", "https://pay.example.com/"] {
            assert_eq!(joined(base, "/abc"), "https://pay.example.com/abc");
        }
        assert_eq!(joined("https://example.com/hooks/", "abc"), "https://example.com/hooks/abc");
        let all = Url::parse("http://0.0.0.0:8790/abc").unwrap();
        assert_eq!(for_this_computer(&all).as_str(), "http://127.0.0.1:8790/abc");
    }
}
