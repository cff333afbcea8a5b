//! How this computer's user writes dates, times and numbers. A web view tells its page the language of the system's
//! menus, which is another setting: an English Windows in Abidjan writes `1 234,50`. The window is opened with these.

use url::form_urlencoded::Serializer;

/// Language tags (BCP 47) for the formats; none where the system says nothing, and the page follows its web view.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Region {
    dates: Option<String>,
    numbers: Option<String>,
}

impl Region {
    /// Reads the settings of this computer.
    #[must_use]
    pub fn of_this_computer() -> Self {
        system::region()
    }

    /// Adds the formats to a page of the application, such as `index.html`.
    #[must_use]
    pub fn in_address(&self, page: &str) -> String {
        let mut query = Serializer::new(String::new());
        for (name, tag) in [("dates", &self.dates), ("numbers", &self.numbers)] {
            if let Some(tag) = tag {
                query.append_pair(name, tag);
            }
        }
        let query = query.finish();
        if query.is_empty() { page.to_owned() } else { format!("{page}?{query}") }
    }
}

/// Makes a language tag of a locale's name: `fr_CI.UTF-8`, `en_NG@calendar=gregorian` and `sr-Latn-RS` are
/// `fr-CI`, `en-NG` and `sr-Latn-RS`. The locale of programmers, `C` or `POSIX`, is nobody's.
fn tag_of(locale: &str) -> Option<String> {
    let name = locale.split(['.', '@']).next().unwrap_or_default().trim();
    let is_tag = name.len() > 1 && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'));
    (is_tag && name != "POSIX").then(|| name.replace('_', "-"))
}

#[cfg(target_os = "linux")]
mod system {
    use crate::state::region::{Region, tag_of};

    pub fn region() -> Region {
        from_environment(|name| std::env::var(name).ok())
    }

    /// Each kind of format has its variable, as POSIX has them: `LC_ALL` is above it, `LANG` below.
    fn from_environment(variable: impl Fn(&str) -> Option<String>) -> Region {
        let locale = |kind| {
            let set = |name| variable(name).filter(|value| !value.is_empty());
            ["LC_ALL", kind, "LANG"].into_iter().find_map(set)
        };
        let tag = |kind| locale(kind).as_deref().and_then(tag_of);
        Region { dates: tag("LC_TIME"), numbers: tag("LC_NUMERIC") }
    }

    #[cfg(test)]
    mod tests {
        use crate::state::region::{Region, system::from_environment};

        #[test]
        fn each_kind_of_format_has_its_variable() {
            for (environment, dates, numbers) in [
                (vec![], None, None),
                (vec![("LANG", "en_US.UTF-8")], Some("en-US"), Some("en-US")),
                (vec![("LANG", "en_US.UTF-8"), ("LC_TIME", "fr_CI.UTF-8")], Some("fr-CI"), Some("en-US")),
                (
                    vec![("LANG", "en_US"), ("LC_TIME", "en_NG"), ("LC_NUMERIC", "de_DE@euro")],
                    Some("en-NG"),
                    Some("de-DE"),
                ),
                (
                    vec![("LC_ALL", "sw_KE"), ("LC_TIME", "en_US"), ("LANG", "en_US")],
                    Some("sw-KE"),
                    Some("sw-KE"),
                ),
                (vec![("LC_ALL", ""), ("LC_TIME", "fr_SN")], Some("fr-SN"), None),
                (vec![("LC_ALL", "C.UTF-8"), ("LANG", "fr_FR")], None, None),
            ] {
                let read = from_environment(|name| {
                    environment.iter().find(|(set, _)| *set == name).map(|(_, value)| (*value).to_owned())
                });
                let expected =
                    Region { dates: dates.map(str::to_owned), numbers: numbers.map(str::to_owned) };
                assert_eq!(read, expected, "{environment:?}");
            }
        }
    }
}

#[cfg(windows)]
mod system {
    use crate::state::region::{Region, tag_of, with_clock};

    /// The regional format, and whether its clock has 24 hours: both may differ from what the display language has.
    pub fn region() -> Region {
        let Ok(settings) = windows_registry::CURRENT_USER.open(r"Control Panel\International") else {
            return Region::default();
        };
        let tag = settings.get_string("LocaleName").ok().as_deref().and_then(tag_of);
        let clock = settings.get_string("sShortTime").unwrap_or_default();
        let dates = tag.clone().map(|tag| with_clock(tag, &clock));
        Region { dates, numbers: tag }
    }
}

/// Adds the clock that a pattern such as `HH:mm` or `h:mm tt` has.
#[cfg(any(windows, test))]
fn with_clock(tag: String, pattern: &str) -> String {
    let hours = pattern.chars().find(|c| c.eq_ignore_ascii_case(&'h'));
    match hours {
        Some('H') => format!("{tag}-u-hc-h23"),
        Some(_) => format!("{tag}-u-hc-h12"),
        None => tag,
    }
}

#[cfg(target_os = "macos")]
mod system {
    use objc2_foundation::NSLocale;

    use crate::state::region::{Region, tag_of};

    pub fn region() -> Region {
        let tag = tag_of(&NSLocale::currentLocale().localeIdentifier().to_string());
        Region { dates: tag.clone(), numbers: tag }
    }
}

#[cfg(not(any(target_os = "linux", target_os = "macos", windows)))]
mod system {
    use crate::state::region::Region;

    pub fn region() -> Region {
        Region::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_locales_become_language_tags() {
        for (locale, tag) in [
            ("fr_CI.UTF-8", Some("fr-CI")),
            ("en_NG@calendar=gregorian", Some("en-NG")),
            ("sr-Latn-RS", Some("sr-Latn-RS")),
            ("zh-Hans_CN", Some("zh-Hans-CN")),
            ("fr", Some("fr")),
            ("C", None),
            ("C.UTF-8", None),
            ("POSIX", None),
            ("", None),
            ("en US", None),
            ("../etc", None),
        ] {
            assert_eq!(tag_of(locale).as_deref(), tag, "{locale}");
        }
    }

    #[test]
    fn the_clock_is_that_of_the_pattern() {
        for (pattern, tag) in [
            ("HH:mm", "en-US-u-hc-h23"),
            ("h:mm tt", "en-US-u-hc-h12"),
            ("tt h:mm", "en-US-u-hc-h12"),
            ("", "en-US"),
        ] {
            assert_eq!(with_clock("en-US".to_owned(), pattern), tag);
        }
    }

    #[test]
    fn a_page_is_opened_with_the_formats_that_are_known() {
        let region = Region { dates: Some("fr-CI".into()), numbers: Some("de-DE".into()) };
        assert_eq!(region.in_address("card.html"), "card.html?dates=fr-CI&numbers=de-DE");
        assert_eq!(Region { dates: None, ..region }.in_address("card.html"), "card.html?numbers=de-DE");
        assert_eq!(Region::default().in_address("index.html"), "index.html");
    }
}
