//! The rules for where the bank's page may lead, as a function of the address: see [`Checkout::decide`].
//!
//! Names with letters beyond ASCII (`xn--`) are refused in the bank's window: no bank of the twelve countries needs
//! one, and they are used to imitate others.

use std::{fmt, net::Ipv4Addr};

use url::{Host, Url};

use super::{
    one_time_page::OneTimePage,
    return_address::{RETURN_HOST, ReturnAddress},
};

/// Longest address that is checked, in bytes. Servers accept about half of it.
pub(crate) const ADDRESS_BYTES_MAX: usize = 16 * 1024;
/// Maximum number of fields of a return that are read.
pub(crate) const FIELDS_MAX: usize = 64;

/// Ports below it are for services of the system. Pages of banks are at 443 or far above.
const PORT_FREE_FROM: u16 = 1_024;
const PORT_HTTPS: u16 = 443;

/// The addresses on this computer that are allowed besides the bank's own https addresses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Local {
    /// Nothing.
    Nothing,
    /// The origin of the bank of practice, or of a service on this computer, with any path.
    PracticeBank(url::Origin),
}

/// The kind of request that the window makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Of the window or of a frame in it; the two are not distinguished.
    Navigation,
    /// A new window, while `open` others are open beside the first.
    NewWindow { open: u32 },
}

/// The decision about a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Allow,
    /// A window beside the first, under the same rules.
    OpenPopup,
    /// The return address: load nothing, close the windows, request the status.
    Return(Returned),
    Deny(Denied),
}

/// The fields of a return. They prove nothing: anybody could have made them up.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Returned {
    pub fields: Vec<(String, String)>,
}

impl fmt::Debug for Returned {
    /// Prints names only: values may be confidential.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.fields.iter().map(|(name, _)| name)).finish()
    }
}

/// Why an address is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::Display, strum::EnumIter)]
#[strum(serialize_all = "snake_case")]
pub enum Denied {
    /// Not an address, or one with characters that are not valid in an address.
    Malformed,
    TooLong,
    /// `data:`, `javascript:`, `file:`, `blob:`, `tauri:` and every other scheme but https.
    Scheme,
    /// Unencrypted http.
    NotHttps,
    UserInfo,
    /// This computer, under any name.
    ThisComputer,
    /// A numeric address.
    NotAName,
    /// A name of a local network, or of none.
    LocalName,
    /// A dot after the name makes another origin of the same host.
    TrailingDot,
    /// Letters that resemble others.
    Punycode,
    Port,
    /// Nearly the return address.
    ImitatesReturn,
    /// Only one window is allowed beside the first.
    SecondPopup,
}

/// The rules for one payment.
#[derive(Clone)]
pub struct Checkout {
    pub(crate) return_address: ReturnAddress,
    pub(crate) local: Local,
    /// The service that was charged is on this computer.
    pub(crate) is_service_here: bool,
    /// The page that Paysheet serves with the service's content, if the service sent a page.
    pub(crate) own_page: Option<Url>,
}

impl Checkout {
    #[must_use]
    pub const fn new(return_address: ReturnAddress, local: Local, is_service_here: bool) -> Self {
        Self { return_address, local, is_service_here, own_page: None }
    }

    /// Also allows a page that Paysheet serves.
    #[must_use]
    pub fn showing(self, page: &OneTimePage) -> Self {
        Self { own_page: Some(page.url().clone()), ..self }
    }

    /// Also allows the origin of the page that a service on this computer names, if it is on this computer as well: whoever
    /// tries a profile out has no bank elsewhere. A service elsewhere never leads here.
    #[must_use]
    pub fn beside_the_service(self, page: &str) -> Self {
        let url = Url::parse(page).ok().filter(is_numeric_loopback);
        match (&self.local, url) {
            (Local::Nothing, Some(url)) if self.is_service_here => {
                Self { local: Local::PracticeBank(url.origin()), ..self }
            }
            (Local::Nothing | Local::PracticeBank(_), _) => self,
        }
    }

    #[must_use]
    pub const fn return_address(&self) -> &ReturnAddress {
        &self.return_address
    }

    /// Decides about an address as the window passes it.
    #[must_use]
    pub fn decide(&self, address: &str, asked: Asked) -> Verdict {
        match self.check(address) {
            Ok(Target::Return(returned)) => Verdict::Return(returned),
            Ok(Target::Page) => match asked {
                Asked::Navigation => Verdict::Allow,
                Asked::NewWindow { open: 0 } => Verdict::OpenPopup,
                Asked::NewWindow { .. } => Verdict::Deny(Denied::SecondPopup),
            },
            Err(denied) => Verdict::Deny(denied),
        }
    }

    fn check(&self, address: &str) -> Result<Target, Denied> {
        if address.len() > ADDRESS_BYTES_MAX {
            return Err(Denied::TooLong);
        }
        // A parser drops them silently, and then two parsers read two different addresses.
        if address.chars().any(|c| c.is_control() || c.is_whitespace()) {
            return Err(Denied::Malformed);
        }
        let url = Url::parse(address).map_err(|_| Denied::Malformed)?;
        match url.scheme() {
            "https" => self.check_https(&url, address),
            "http" => self.check_http(&url),
            // Frames start with these.
            "about" if matches!(url.path(), "blank" | "srcdoc") && url.query().is_none() => Ok(Target::Page),
            _ => Err(Denied::Scheme),
        }
    }

    fn check_https(&self, url: &Url, address: &str) -> Result<Target, Denied> {
        no_user_info(url)?;
        let Some(Host::Domain(name)) = url.host() else {
            return Err(if is_this_computer(url) { Denied::ThisComputer } else { Denied::NotAName });
        };
        if name == RETURN_HOST {
            return self
                .is_return(url, address)
                .then(|| Target::Return(fields(url)))
                .ok_or(Denied::ImitatesReturn);
        }
        if is_this_computer(url) {
            return Err(Denied::ThisComputer);
        }
        check_name(name)?;
        let port = url.port_or_known_default().unwrap_or(PORT_HTTPS);
        if port == PORT_HTTPS || port >= PORT_FREE_FROM { Ok(Target::Page) } else { Err(Denied::Port) }
    }

    /// Whether scheme, host, port, path and nonce are exactly those of the return address. The path is compared as it
    /// was written: a path that only equals it after a parser resolves its dots is no return.
    fn is_return(&self, url: &Url, address: &str) -> bool {
        let own = &self.return_address.0;
        url.scheme() == own.scheme()
            && url.host() == own.host()
            && url.port_or_known_default() == own.port_or_known_default()
            && url.path() == own.path()
            && written_path(address) == Some(own.path())
    }

    fn check_http(&self, url: &Url) -> Result<Target, Denied> {
        no_user_info(url)?;
        let is_own_page = self.own_page.as_ref().is_some_and(|own| {
            own.origin() == url.origin() && own.path() == url.path() && url.query().is_none()
        });
        let is_practice = match &self.local {
            Local::PracticeBank(origin) => url.origin() == *origin,
            Local::Nothing => false,
        };
        if is_own_page || is_practice {
            return Ok(Target::Page);
        }
        if url.host_str() == Some(RETURN_HOST) {
            return Err(Denied::ImitatesReturn);
        }
        Err(if is_this_computer(url) { Denied::ThisComputer } else { Denied::NotHttps })
    }
}

enum Target {
    Page,
    Return(Returned),
}

fn no_user_info(url: &Url) -> Result<(), Denied> {
    let has = !url.username().is_empty() || url.password().is_some();
    if has { Err(Denied::UserInfo) } else { Ok(()) }
}

/// Whether it is `http://127.0.0.1` at a port that no service of the system has.
fn is_numeric_loopback(url: &Url) -> bool {
    let is_loopback = matches!(url.host(), Some(Host::Ipv4(Ipv4Addr::LOCALHOST)));
    url.scheme() == "http" && is_loopback && url.port().is_some_and(|port| port >= PORT_FREE_FROM)
}

/// Whether the host is loopback, unspecified, or a name below `localhost`: on some systems, `tauri.localhost` and
/// similar names are Paysheet itself.
fn is_this_computer(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(ip)) => ip.is_loopback() || ip.is_unspecified(),
        Some(Host::Ipv6(ip)) => {
            let mapped = ip.to_ipv4_mapped().or_else(|| ip.to_ipv4());
            ip.is_loopback()
                || ip.is_unspecified()
                || mapped.is_some_and(|ip| ip.is_loopback() || ip.is_unspecified())
        }
        Some(Host::Domain(name)) => {
            let name = name.trim_end_matches('.');
            name == "localhost" || name.ends_with(".localhost")
        }
        None => false,
    }
}

/// Endings of names that are only valid locally (RFC 2606, RFC 6762, RFC 8375, ICANN's `.internal`).
const LOCAL_ENDINGS: [&str; 9] =
    ["local", "internal", "invalid", "test", "example", "lan", "home", "localdomain", "arpa"];

fn check_name(name: &str) -> Result<(), Denied> {
    if name.ends_with('.') {
        return Err(Denied::TrailingDot);
    }
    if name.split('.').any(|label| label.starts_with("xn--")) {
        return Err(Denied::Punycode);
    }
    if imitates_return(name) {
        return Err(Denied::ImitatesReturn);
    }
    match name.rsplit_once('.') {
        None => Err(Denied::LocalName),
        Some((_, ending)) if LOCAL_ENDINGS.contains(&ending) => Err(Denied::LocalName),
        Some(_) => Ok(()),
    }
}

/// Whether a name contains the return host's letters, with or without its dots.
fn imitates_return(name: &str) -> bool {
    let letters = |text: &str| text.replace(['.', '-', '_'], "");
    letters(name).contains(&letters(RETURN_HOST))
}

/// Returns the path of an address as it was written.
fn written_path(address: &str) -> Option<&str> {
    let (_, rest) = address.split_once("://")?;
    let path = rest.get(rest.find('/')?..)?;
    path.split(['?', '#']).next()
}

fn fields(url: &Url) -> Returned {
    Returned {
        fields: url.query_pairs().take(FIELDS_MAX).map(|(n, v)| (n.into_owned(), v.into_owned())).collect(),
    }
}
