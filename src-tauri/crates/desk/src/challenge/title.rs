//! The text of the title bar above the bank's page: its host, whether the connection is encrypted, and how long the
//! page lives. It contains symbols and figures only, so that there is nothing to translate.

use std::time::Duration;

use jiff::Timestamp;
use url::Url;

/// How long a link to the bank's page lives (seen with similar services).
pub const PAGE_LIFE: Duration = Duration::from_secs(180);
/// Maximum number of characters of a host that are shown.
const HOST_CHARS_MAX: usize = 60;

/// Whether the connection is encrypted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Padlock {
    Closed,
    /// Plain http, as in practice.
    Open,
    /// Nothing is loaded yet.
    None,
}

/// The content of a title.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TitleFacts {
    /// With its port if that is not the default; empty if nothing is loaded.
    pub host: String,
    pub padlock: Padlock,
    pub left: Duration,
}

impl TitleFacts {
    /// Returns the facts of the page at this address.
    #[must_use]
    pub fn of(address: &str, left: Duration) -> Self {
        let url = Url::parse(address).ok().filter(Url::has_host);
        let padlock = match url.as_ref().map(Url::scheme) {
            Some("https") => Padlock::Closed,
            Some(_) => Padlock::Open,
            None => Padlock::None,
        };
        let host = url.map(|url| {
            let port = url.port().map(|port| format!(":{port}")).unwrap_or_default();
            format!("{}{port}", url.host_str().unwrap_or_default())
        });
        Self { host: host.unwrap_or_default(), padlock, left }
    }
}

/// Returns the rest of a page's life at `now`; zero if it is over.
#[must_use]
pub fn time_left(until: Timestamp, now: Timestamp) -> Duration {
    Duration::try_from(until.duration_since(now)).unwrap_or_default()
}

/// Returns the title, such as `🔒 acs.bank.example · 2:41`.
#[must_use]
pub fn title(facts: &TitleFacts) -> String {
    let seconds = facts.left.as_secs();
    let left = format!("{}:{:02}", seconds / 60, seconds % 60);
    let host = shortened(&facts.host);
    match facts.padlock {
        Padlock::Closed => format!("🔒 {host} · {left}"),
        Padlock::Open => format!("⚠ http://{host} · {left}"),
        Padlock::None => format!("… · {left}"),
    }
}

/// Shortens a long name at its beginning: the domain that it belongs to is at its end.
fn shortened(host: &str) -> String {
    let count = host.chars().count();
    if count <= HOST_CHARS_MAX {
        return host.to_owned();
    }
    let kept: String = host.chars().skip(count - HOST_CHARS_MAX + 1).collect();
    format!("…{kept}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_title_says_whose_page_it_is_and_how_long_it_lives() {
        for (address, seconds, expected) in [
            ("https://acs.bank.com/pay?x=1", 180, "🔒 acs.bank.com · 3:00"),
            ("https://acs.bank.com:8443/", 161, "🔒 acs.bank.com:8443 · 2:41"),
            ("https://ACS.bank.com/", 9, "🔒 acs.bank.com · 0:09"),
            ("http://127.0.0.1:4242/3ds/x", 0, "⚠ http://127.0.0.1:4242 · 0:00"),
            ("about:blank", 60, "… · 1:00"),
            ("", 60, "… · 1:00"),
            ("https://paypal.com@evil.com/", 60, "🔒 evil.com · 1:00"),
        ] {
            assert_eq!(title(&TitleFacts::of(address, Duration::from_secs(seconds))), expected, "{address}");
        }
        let long = format!("https://{}.evil.com/", "bank.com.".repeat(8).trim_end_matches('.'));
        let shown = title(&TitleFacts::of(&long, Duration::ZERO));
        assert!(shown.starts_with("🔒 …") && shown.contains(".evil.com · "), "{shown}");
    }

    #[test]
    fn a_life_that_is_over_has_nothing_left() {
        let at = |second| Timestamp::from_second(second).expect("a time");
        for (until, now, expected) in [(180, 0, 180), (180, 179, 1), (180, 180, 0), (180, 999, 0)] {
            assert_eq!(time_left(at(until), at(now)), Duration::from_secs(expected));
        }
    }
}
