//! The requirements of Paysheet on a Linux distribution. A requirement is probed by what is really used (a library that
//! pkg-config finds, a program on the path), so the same check is valid on every distribution; only the names of the
//! packages differ.

use std::{fs, path::Path};

use super::{
    debian,
    path::{is_file, is_on_path},
    purpose::Purpose,
};
use crate::process::{failure::Failure, say, task::Task};

/// How a requirement is probed.
enum Probe {
    Library(&'static str),
    Program(&'static str),
    /// A service that the message bus starts when it is first asked for.
    Service(&'static str),
}

struct Need {
    purpose: Purpose,
    probe: Probe,
    debian: &'static str,
    fedora: &'static str,
    arch: &'static str,
}

/// Families of distributions by their package manager.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    Debian,
    Fedora,
    Arch,
    Other,
}

/// Where every distribution describes such services.
const SERVICES: &str = "/usr/share/dbus-1/services";

const NEEDS: [Need; 22] = [
    need(Purpose::Window, Probe::Program("cc"), ["build-essential", "gcc", "base-devel"]),
    need(Purpose::Window, Probe::Program("pkg-config"), ["pkg-config", "pkgconf-pkg-config", "pkgconf"]),
    need(
        Purpose::Window,
        Probe::Library("webkit2gtk-4.1"),
        ["libwebkit2gtk-4.1-dev", "webkit2gtk4.1-devel", "webkit2gtk-4.1"],
    ),
    need(Purpose::Window, Probe::Library("dbus-1"), ["libdbus-1-dev", "dbus-devel", "dbus"]),
    // Loaded when the first icon is shown in the tray.
    need(
        Purpose::Window,
        Probe::Library("ayatana-appindicator3-0.1"),
        ["libayatana-appindicator3-dev", "libayatana-appindicator-gtk3-devel", "libayatana-appindicator"],
    ),
    need(
        Purpose::Tests,
        Probe::Program("WebKitWebDriver"),
        ["webkit2gtk-driver", "webkit2gtk-driver", "webkit2gtk-4.1"],
    ),
    need(Purpose::Tests, Probe::Program("Xvfb"), ["xvfb", "xorg-x11-server-Xvfb", "xorg-server-xvfb"]),
    need(Purpose::Tests, Probe::Program("openbox"), ["openbox", "openbox", "openbox"]),
    need(Purpose::Tests, Probe::Program("dbus-run-session"), ["dbus", "dbus-daemon", "dbus"]),
    need(Purpose::Tests, Probe::Service("org.a11y.Bus"), ["at-spi2-core", "at-spi2-core", "at-spi2-core"]),
    need(
        Purpose::Tests,
        Probe::Program("gnome-keyring-daemon"),
        ["gnome-keyring", "gnome-keyring", "gnome-keyring"],
    ),
    need(Purpose::Tests, Probe::Program("xdotool"), ["xdotool", "xdotool", "xdotool"]),
    need(Purpose::Tests, Probe::Program("xprop"), ["x11-utils", "xprop", "xorg-xprop"]),
    need(Purpose::Tests, Probe::Program("import"), ["imagemagick", "ImageMagick", "imagemagick"]),
    // Reads the pages of documents in the tests.
    need(Purpose::Tests, Probe::Program("pdftotext"), ["poppler-utils", "poppler-utils", "poppler"]),
    // Opens exported files in the tests.
    need(
        Purpose::Tests,
        Probe::Program("soffice"),
        ["libreoffice-calc-nogui", "libreoffice-calc", "libreoffice-fresh"],
    ),
    // Packages are made on Debian only; the other names are those of the same tools.
    need(Purpose::Packages, Probe::Program("lintian"), ["lintian", "lintian", "lintian"]),
    need(Purpose::Packages, Probe::Program("rpm"), ["rpm", "rpm", "rpm-tools"]),
    need(
        Purpose::Packages,
        Probe::Program("desktop-file-validate"),
        ["desktop-file-utils", "desktop-file-utils", "desktop-file-utils"],
    ),
    need(Purpose::Packages, Probe::Program("appstreamcli"), ["appstream", "appstream", "appstream"]),
    // Makes the clean root in which the package is installed.
    need(Purpose::Packages, Probe::Program("mmdebstrap"), ["mmdebstrap", "mmdebstrap", "mmdebstrap"]),
    // Lets a plain user make it.
    need(Purpose::Packages, Probe::Program("newuidmap"), ["uidmap", "shadow-utils", "shadow"]),
];

const fn need(purpose: Purpose, probe: Probe, [debian, fedora, arch]: [&'static str; 3]) -> Need {
    Need { purpose, probe, debian, fedora, arch }
}

/// Checks the requirements of `purpose`. Installs missing ones if xtask may do that, and otherwise returns the command
/// that installs them.
pub fn ensure(purpose: Purpose) -> Result<(), Failure> {
    let family = Family::here();
    let missing = missing(purpose, family);
    if missing.is_empty() {
        return Ok(());
    }
    let by_hand = by_hand(family, &missing);
    match family {
        Family::Debian => debian::install(&missing, by_hand)?,
        Family::Fedora | Family::Arch | Family::Other => return Err(by_hand),
    }
    let still_missing = self::missing(purpose, family);
    if still_missing.is_empty() {
        say::line("  The packages are installed.");
        return Ok(());
    }
    Err(self::by_hand(family, &still_missing))
}

fn missing(purpose: Purpose, family: Family) -> Vec<&'static str> {
    // Every purpose includes the window.
    let needed = NEEDS.iter().filter(|need| need.purpose == Purpose::Window || need.purpose == purpose);
    needed.filter(|need| !need.probe.is_met()).map(|need| need.package(family)).collect()
}

/// Returns the failure that contains the command for installing `missing`.
pub fn by_hand(family: Family, missing: &[&str]) -> Failure {
    let packages = missing.join(" ");
    let command = match family {
        Family::Debian => format!("sudo apt-get update && sudo apt-get install {packages}"),
        Family::Fedora => format!("sudo dnf install {packages}"),
        Family::Arch => format!("sudo pacman -S --needed {packages}"),
        Family::Other => format!("(your package manager; these are Debian's names) install {packages}"),
    };
    Failure::PackagesMissing { missing: packages, command }
}

impl Need {
    fn package(&self, family: Family) -> &'static str {
        match family {
            Family::Fedora => self.fedora,
            Family::Arch => self.arch,
            Family::Debian | Family::Other => self.debian,
        }
    }
}

impl Probe {
    fn is_met(&self) -> bool {
        match self {
            Self::Library(name) => Task::new("pkg-config").args(["--exists", name]).succeeds(),
            Self::Program(name) => is_on_path(name),
            Self::Service(name) => is_file(&Path::new(SERVICES).join(format!("{name}.service"))),
        }
    }
}

impl Family {
    /// Returns the family of this computer's distribution.
    pub fn here() -> Self {
        Self::of(&fs::read_to_string("/etc/os-release").unwrap_or_default())
    }

    /// Parses the text of `/etc/os-release` (freedesktop's os-release): `ID` and `ID_LIKE`.
    fn of(os_release: &str) -> Self {
        let ids = os_release
            .lines()
            .filter_map(|line| line.strip_prefix("ID=").or_else(|| line.strip_prefix("ID_LIKE=")))
            .flat_map(|value| value.trim_matches(['"', '\'']).split_whitespace());
        for id in ids {
            match id {
                "debian" | "ubuntu" => return Self::Debian,
                "fedora" | "rhel" => return Self::Fedora,
                "arch" => return Self::Arch,
                _ => {}
            }
        }
        Self::Other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_are_read_from_os_release() {
        for (text, expect) in [
            ("PRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\nID=debian\n", Family::Debian),
            ("ID=linuxmint\nID_LIKE=\"ubuntu debian\"\n", Family::Debian),
            ("ID=pop\nID_LIKE=\"ubuntu debian\"\nVERSION_ID=22.04", Family::Debian),
            ("ID=\"rocky\"\nID_LIKE=\"rhel centos fedora\"\n", Family::Fedora),
            ("ID=arch\n", Family::Arch),
            ("ID=opensuse-leap\nID_LIKE=\"suse opensuse\"\n", Family::Other),
            ("", Family::Other),
        ] {
            assert_eq!(Family::of(text), expect, "{text}");
        }
    }

    #[test]
    fn the_command_to_type_names_exactly_what_is_missing() {
        for (family, expect) in [
            (Family::Debian, "sudo apt-get update && sudo apt-get install xvfb openbox"),
            (Family::Fedora, "sudo dnf install xvfb openbox"),
            (Family::Arch, "sudo pacman -S --needed xvfb openbox"),
        ] {
            let said = by_hand(family, &["xvfb", "openbox"]).to_string();
            assert!(said.ends_with(expect), "{said}");
        }
    }

    #[test]
    fn a_program_that_is_not_there_is_missing() {
        assert!(is_on_path("cargo"));
        assert!(!is_on_path("paysheet-no-such-program"));
        assert!(!Probe::Library("paysheet-no-such-library").is_met());
        assert!(!Probe::Service("paysheet.no.such.Service").is_met());
    }
}
