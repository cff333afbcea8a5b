//! Where the bank's page may lead. The window that shows it asks here before every navigation, of itself and of its
//! frames alike, and before it opens another window; nothing here knows windows, so the whole of it is a table.
//!
//! A payment runs through hosts that nobody can list beforehand, so hosts are not allowed one by one: whatever could
//! reach this computer, its network or Paysheet itself is refused, and so is whatever is not https or imitates the
//! return address. Deliberately not here: what coming back means (nothing: the funding status decides).

mod page;
#[cfg(test)]
mod tests;
mod title;

use std::fmt;

pub use page::{OneTimePage, OneTimePageError};
pub use title::{PAGE_LIFE, Padlock, TitleFacts, time_left, title};
use url::{Host, Url};

/// Longest address that is looked at; servers take about half of it.
const ADDRESS_BYTES_MAX: usize = 16 * 1024;
/// Fields of a return that are looked at.
const FIELDS_MAX: usize = 64;
/// A name that no name server ever answers for (RFC 2606): should the way back not be caught, it leads nowhere.
const RETURN_HOST: &str = "return.paysheet.invalid";
/// Below it are services of the system; pages of banks are at 443 or far above.
const PORT_FREE_FROM: u16 = 1_024;
const PORT_HTTPS: u16 = 443;
const NONCE_BYTES: usize = 16;

/// Where the payer comes back to, once: its path ends with a nonce.
#[derive(Clone, PartialEq, Eq)]
pub struct ReturnAddress(Url);

impl ReturnAddress {
    /// A new one.
    ///
    /// # Errors
    /// Where the system gives no random bytes.
    pub fn random() -> Result<Self, getrandom::Error> {
        Ok(Self::with_nonce(&nonce()?))
    }

    fn with_nonce(nonce: &str) -> Self {
        let address = format!("https://{RETURN_HOST}/top-up/{nonce}");
        let Ok(url) = Url::parse(&address) else { unreachable!("a host, a path and hexadecimal digits") };
        Self(url)
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

/// Digits that nobody guesses.
fn nonce() -> Result<String, getrandom::Error> {
    let mut bytes = [0_u8; NONCE_BYTES];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}")))
}

/// What may be shown in place of the bank's own https addresses, on this computer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Local {
    /// Nothing.
    Nothing,
    /// The practice bank's origin, and whatever is below it.
    PracticeBank(url::Origin),
}

/// What the window asks about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Of the window or of a frame in it; which one is not told.
    Navigation,
    /// A new window, while so many are open beside the first.
    NewWindow { open: u32 },
}

/// What to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Allow,
    /// A window beside the first, under the same rules.
    OpenPopup,
    /// The return address: load nothing, close the windows, ask for the status.
    Return(Returned),
    Deny(Denied),
}

/// What the way back carried. It proves nothing, and anybody could have made it up.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Returned {
    pub fields: Vec<(String, String)>,
}

impl fmt::Debug for Returned {
    /// Names only: values may be meant for nobody else.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.fields.iter().map(|(name, _)| name)).finish()
    }
}

/// Why an address is not gone to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::Display, strum::EnumIter)]
#[strum(serialize_all = "snake_case")]
pub enum Denied {
    /// No address, or one with characters that no address has.
    Malformed,
    TooLong,
    /// `data:`, `javascript:`, `file:`, `blob:`, `tauri:` and all else but https.
    Scheme,
    /// Open http.
    NotHttps,
    UserInfo,
    /// This computer, whatever it is called.
    ThisComputer,
    /// An address in numbers.
    NotAName,
    /// A name of a local network, or of none.
    LocalName,
    /// A dot behind the name makes another origin of the same host.
    TrailingDot,
    /// Letters that look like others.
    Punycode,
    Port,
    /// Nearly the return address.
    ImitatesReturn,
    /// One window beside the first is enough.
    SecondPopup,
}

/// The rules for one payment.
#[derive(Clone)]
pub struct Checkout {
    return_address: ReturnAddress,
    local: Local,
    /// Our own page with what the service sent, where it sent a page.
    own_page: Option<Url>,
}

impl Checkout {
    #[must_use]
    pub const fn new(return_address: ReturnAddress, local: Local) -> Self {
        Self { return_address, local, own_page: None }
    }

    /// With a page of our own beside.
    #[must_use]
    pub fn showing(self, page: &OneTimePage) -> Self {
        Self { own_page: Some(page.url().clone()), ..self }
    }

    #[must_use]
    pub const fn return_address(&self) -> &ReturnAddress {
        &self.return_address
    }

    /// Looks at an address as the window gives it.
    #[must_use]
    pub fn decide(&self, address: &str, asked: Asked) -> Verdict {
        match self.look(address) {
            Ok(Found::Return(returned)) => Verdict::Return(returned),
            Ok(Found::Page) => match asked {
                Asked::Navigation => Verdict::Allow,
                Asked::NewWindow { open: 0 } => Verdict::OpenPopup,
                Asked::NewWindow { .. } => Verdict::Deny(Denied::SecondPopup),
            },
            Err(denied) => Verdict::Deny(denied),
        }
    }

    fn look(&self, address: &str) -> Result<Found, Denied> {
        if address.len() > ADDRESS_BYTES_MAX {
            return Err(Denied::TooLong);
        }
        // A parser drops them silently, and then two readers see two addresses.
        if address.chars().any(|c| c.is_control() || c.is_whitespace()) {
            return Err(Denied::Malformed);
        }
        let url = Url::parse(address).map_err(|_| Denied::Malformed)?;
        match url.scheme() {
            "https" => self.look_at_https(&url, address),
            "http" => self.look_at_http(&url),
            // Frames begin with these.
            "about" if matches!(url.path(), "blank" | "srcdoc") && url.query().is_none() => Ok(Found::Page),
            _ => Err(Denied::Scheme),
        }
    }

    fn look_at_https(&self, url: &Url, address: &str) -> Result<Found, Denied> {
        no_user_info(url)?;
        let Some(Host::Domain(name)) = url.host() else {
            return Err(if is_this_computer(url) { Denied::ThisComputer } else { Denied::NotAName });
        };
        if name == RETURN_HOST {
            return self
                .is_return(url, address)
                .then(|| Found::Return(fields(url)))
                .ok_or(Denied::ImitatesReturn);
        }
        if is_this_computer(url) {
            return Err(Denied::ThisComputer);
        }
        look_at_name(name)?;
        let port = url.port_or_known_default().unwrap_or(PORT_HTTPS);
        if port == PORT_HTTPS || port >= PORT_FREE_FROM { Ok(Found::Page) } else { Err(Denied::Port) }
    }

    /// Scheme, host, port, path and nonce are those of the return address to the letter. The path is compared as it
    /// was written: dots that a parser resolves are no way back.
    fn is_return(&self, url: &Url, address: &str) -> bool {
        let own = &self.return_address.0;
        url.scheme() == own.scheme()
            && url.host() == own.host()
            && url.port_or_known_default() == own.port_or_known_default()
            && url.path() == own.path()
            && written_path(address) == Some(own.path())
    }

    fn look_at_http(&self, url: &Url) -> Result<Found, Denied> {
        no_user_info(url)?;
        let is_own_page = self.own_page.as_ref().is_some_and(|own| {
            own.origin() == url.origin() && own.path() == url.path() && url.query().is_none()
        });
        let is_practice = match &self.local {
            Local::PracticeBank(origin) => url.origin() == *origin,
            Local::Nothing => false,
        };
        if is_own_page || is_practice {
            return Ok(Found::Page);
        }
        if url.host_str() == Some(RETURN_HOST) {
            return Err(Denied::ImitatesReturn);
        }
        Err(if is_this_computer(url) { Denied::ThisComputer } else { Denied::NotHttps })
    }
}

enum Found {
    Page,
    Return(Returned),
}

fn no_user_info(url: &Url) -> Result<(), Denied> {
    let has = !url.username().is_empty() || url.password().is_some();
    if has { Err(Denied::UserInfo) } else { Ok(()) }
}

/// Loopback, unspecified, and every name below `localhost`: `tauri.localhost` and its like are Paysheet itself on some
/// systems.
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

/// Names that only mean something here (RFC 2606, RFC 6762, RFC 8375, ICANN's `.internal`).
const LOCAL_ENDINGS: [&str; 9] =
    ["local", "internal", "invalid", "test", "example", "lan", "home", "localdomain", "arpa"];

fn look_at_name(name: &str) -> Result<(), Denied> {
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

/// The return host's letters within another name, with or without its dots.
fn imitates_return(name: &str) -> bool {
    let letters = |text: &str| text.replace(['.', '-', '_'], "");
    letters(name).contains(&letters(RETURN_HOST))
}

/// The path of an address as it stands there.
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
