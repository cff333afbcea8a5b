//! Installs, upgrades and removes both installers for Windows under Wine, and compares files and registry of the user
//! with a list, before and after. The user's folder has characters that no code page of Windows has together.

use std::{
    collections::BTreeSet,
    fs, io,
    path::{Path, PathBuf},
    time::Duration,
};

use super::{
    bundle::{self, VERSION},
    checks::{compare, listed},
    files::emptied,
    windows::{self, PACKAGE, SETUP},
};
use crate::{
    context::Context,
    process::{failure::Failure, wine::Wine},
    steps::{Outcome, Step},
};

pub const STEP: Step = Step {
    name: "wine",
    purpose: "the installers for Windows install, upgrade and remove under Wine, and leave the payrolls",
    run: &check,
};

/// Longest time of one command. The first one makes Windows' folders.
const LIMIT: Duration = Duration::from_secs(5 * 60);
/// Runs a program and waits for the end of Wine: an uninstaller goes on in a copy of itself, and the registry is in its
/// file only then.
const RUN: &str = r#"wine "$@"; code=$?; wineserver --wait; exit "$code""#;
/// The exit codes of `installer.nsi`.
const RUNNING: i32 = 2;
const NEWER: i32 = 3;

/// The user's folder for data of programs, for Linux, and as it stands in the file of the registry.
const LOCAL: &str = "drive_c/users/Zoë-Ọlá/AppData/Local";
const LOCAL_IN_REGISTRY: &str = r"C:\\users\\Zo\xeb-\x1eccl\xe1\\AppData\\Local";
/// Where Paysheet is installed, for Windows.
const INSTALLED: &str = r"C:\users\Zoë-Ọlá\AppData\Local\Programs\Paysheet";
const LEDGER: &str = "app.paysheet.desk/ledger.db";
const CONTENT: &[u8] = b"not ours to touch";

/// The registry of a user who has other programs, and to whom Paysheet added its start at login.
const REGISTRY: &str = r#"WINE REGISTRY Version 2

[Software\\Microsoft\\Windows\\CurrentVersion\\Explorer\\User Shell Folders]
"Local AppData"="C:\\users\\Zo\xeb-\x1eccl\xe1\\AppData\\Local"

[Software\\Classes\\.csv]
@="Spreadsheet.Csv"

[Software\\Classes\\.ods\\OpenWithProgids]
"Spreadsheet.Ods"=""

[Software\\Microsoft\\Windows\\CurrentVersion\\Run]
"Paysheet"="paysheet.exe --at-login"
"Spreadsheet"="spreadsheet.exe"

[Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\Spreadsheet]
"DisplayName"="Spreadsheet"
"#;
const AT_LOGIN: &str =
    r#"HKCU\Software\Microsoft\Windows\CurrentVersion\Run "Paysheet"="paysheet.exe --at-login""#;
/// What Windows Installer stores about its packages, and what is temporary.
const OF_THE_SYSTEM: [&str; 4] = [
    r"HKCU\Software\Microsoft\Installer",
    "AppData/Roaming/Microsoft/Installer/",
    "Temp/",
    "AppData/Local/Temp/",
];

/// A user's Windows, and the installers.
struct Computer {
    wine: Wine,
    /// The folder in which commands run.
    installers: PathBuf,
}

fn check(context: &Context) -> Result<Outcome, Failure> {
    windows::with_tools(|| {
        let computer = Computer::new(context)?;
        let ledger = computer.wine.prefix().join(LOCAL).join(LEDGER);
        fs::write(&ledger, CONTENT).map_err(Failure::file(&ledger))?;
        let list = listed(&windows::source(context, "installed.txt"))?;
        let before = check_nsis(&computer, &list)?;
        check_msi(&computer, &list, &before)?;
        contains(&ledger, CONTENT)
    })
}

/// Returns what is left: what was there before, without Paysheet's start at login.
fn check_nsis(computer: &Computer, list: &BTreeSet<String>) -> Result<BTreeSet<String>, Failure> {
    let mut before = computer.state()?;
    let installed: BTreeSet<_> = before.union(list).cloned().collect();
    computer.run(0, &[SETUP, "/S"])?;
    computer.expect("installed.txt", &installed)?;

    let folder = computer.wine.prefix().join(LOCAL).join("Programs/Paysheet");
    let program = folder.join("paysheet.exe");
    let built = fs::read(&program).map_err(Failure::file(&program))?;
    fs::write(&program, "an older program").map_err(Failure::file(&program))?;
    // The shell holds the program's file open, as Windows does while it runs.
    let held = |command: &str| format!(r"{command} 2>>{INSTALLED}\paysheet.exe");
    computer.run(RUNNING, &["cmd", "/c", &held(&format!("{SETUP} /S"))])?;
    // The last argument keeps the uninstaller from going on in a copy, which would hide its code.
    computer.run(RUNNING, &["cmd", "/c", &held(&format!(r"{INSTALLED}\uninstall.exe /S _?={INSTALLED}"))])?;
    computer.expect("what a refused run leaves", &installed)?;
    contains(&program, b"an older program")?;

    // As the updater starts it: the program that holds the file is about to end. `ping` takes three seconds.
    let held_for_now = held("start /b cmd /c ping -n 4 127.0.0.1");
    computer.run(0, &["cmd", "/c", &format!("{held_for_now} & {SETUP} /S /UPDATE")])?;
    computer.expect("installed.txt", &installed)?;
    contains(&program, &built)?;

    let entry = r"HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\Paysheet";
    computer.run(0, &["reg", "add", entry, "/v", "DisplayVersion", "/d", "999.0.0", "/f"])?;
    computer.run(NEWER, &[SETUP, "/S"])?;

    let foreign = folder.join("foreign.txt");
    fs::write(&foreign, CONTENT).map_err(Failure::file(&foreign))?;
    computer.run(0, &[&format!(r"{INSTALLED}\uninstall.exe"), "/S"])?;
    contains(&foreign, CONTENT)?;
    fs::remove_file(&foreign).map_err(Failure::file(foreign))?;
    // Fails unless it is empty.
    fs::remove_dir(&folder).map_err(Failure::file(folder))?;
    before.remove(AT_LOGIN);
    computer.expect("what was there before", &before)?;
    Ok(before)
}

fn check_msi(computer: &Computer, list: &BTreeSet<String>, before: &BTreeSet<String>) -> Result<(), Failure> {
    // Windows Installer has its own uninstaller and its own entry of it.
    let of_both = list.iter().filter(|line| !line.to_lowercase().contains("uninstall")).cloned();
    let installed: BTreeSet<_> = of_both.chain(before.iter().cloned()).collect();
    for _time in 1..=2 {
        computer.run(0, &["msiexec", "/i", PACKAGE, "/qn"])?;
        computer.expect("installed.txt", &installed)?;
    }
    computer.run(0, &["msiexec", "/x", PACKAGE, "/qn"])?;
    computer.expect("what was there before", before)
}

fn contains(path: &Path, content: &[u8]) -> Result<(), Failure> {
    if fs::read(path).map_err(Failure::file(path))? == content {
        return Ok(());
    }
    Err(Failure::File { path: path.to_path_buf(), source: io::ErrorKind::InvalidData.into() })
}

impl Computer {
    fn new(context: &Context) -> Result<Self, Failure> {
        let prefix = bundle::folder(context).join("wine");
        let computer = Self { wine: Wine::at(prefix.clone()), installers: windows::folder(context) };
        emptied(&prefix)?;
        for folder in ["home", &format!("{LOCAL}/Programs"), &format!("{LOCAL}/app.paysheet.desk")] {
            let folder = prefix.join(folder);
            fs::create_dir_all(&folder).map_err(Failure::file(folder))?;
        }
        let registry = computer.registry();
        fs::write(&registry, REGISTRY).map_err(Failure::file(registry))?;
        computer.run(0, &["wineboot", "--init"])?;
        Ok(computer)
    }

    /// Runs a program to its end, and expects this exit code.
    fn run(&self, code: i32, arguments: &[&str]) -> Result<(), Failure> {
        let line = format!("wine {}", arguments.join(" "));
        let task = self.wine.task("sh").args(["-c", RUN, "wine"]).args(arguments).shown_as(&line);
        let task = task.env("HOME", self.wine.prefix().join("home"));
        let status = task.folder(&self.installers).limit(LIMIT).status()?;
        if status.code() == Some(code) {
            return Ok(());
        }
        Err(Failure::Ended { line, status: format!("{status}, not {code}") })
    }

    fn registry(&self) -> PathBuf {
        self.wine.prefix().join("user.reg")
    }

    /// Compares files and registry of the user with what they should be.
    fn expect(&self, name: &str, expected: &BTreeSet<String>) -> Result<(), Failure> {
        compare(name, expected, &self.state()?)
    }

    /// Returns files, folders and registry of the user, one a line.
    fn state(&self) -> Result<BTreeSet<String>, Failure> {
        let registry = self.registry();
        let text = fs::read_to_string(&registry).map_err(Failure::file(registry))?;
        let mut state = values(&text);
        state.extend(paths_below(&self.wine.prefix().join("drive_c/users"))?);
        state.retain(|line| !OF_THE_SYSTEM.iter().any(|start| line.starts_with(start)));
        Ok(state)
    }
}

/// Returns the values in a file of Wine's registry, each with its key, and the keys that have none. What depends on the
/// user, the version or the size of the program is replaced.
fn values(text: &str) -> BTreeSet<String> {
    let version = format!("\"DisplayVersion\"=\"{VERSION}\"");
    let mut found = BTreeSet::new();
    let mut key = String::new();
    for line in text.lines() {
        let readable = line.replace(LOCAL_IN_REGISTRY, "%LOCALAPPDATA%").replace(r"\\", r"\");
        if let Some((name, _time)) = readable.strip_prefix('[').and_then(|rest| rest.rsplit_once(']')) {
            key = format!(r"HKCU\{name}");
            found.insert(key.clone());
        } else if readable.starts_with(['"', '@']) {
            found.remove(&key);
            let value = match readable.split_once("\"EstimatedSize\"=") {
                Some(_) => "\"EstimatedSize\"=…".into(),
                None => readable.replace(&version, "\"DisplayVersion\"=…"),
            };
            found.insert(format!("{key} {value}"));
        }
    }
    found
}

/// Returns what is in the folders of all users, from each one's folder on. A folder ends with a slash.
fn paths_below(users: &Path) -> Result<BTreeSet<String>, Failure> {
    let mut found = BTreeSet::new();
    let mut open = vec![users.to_path_buf()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).map_err(Failure::file(&folder))? {
            let entry = entry.map_err(Failure::file(&folder))?;
            // A link is none: Wine makes links to folders of this computer.
            let is_folder = entry.file_type().map_err(Failure::file(&folder))?.is_dir();
            let path = entry.path();
            let inside: PathBuf = path.strip_prefix(users).unwrap_or(&path).components().skip(1).collect();
            found.insert(format!("{}{}", inside.display(), if is_folder { "/" } else { "" }));
            if is_folder {
                open.push(path);
            }
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(lines: &[&str]) -> BTreeSet<String> {
        lines.iter().copied().map(str::to_owned).collect()
    }

    #[test]
    fn a_value_of_the_registry_is_one_line_with_its_key() {
        let text = format!(
            r#"WINE REGISTRY Version 2
;; All keys relative to \\User\\S-1-5-21-0-0-0-1000

[Software\\Classes\\.csv] 1796074365
#time=1dd811256678874
@="Spreadsheet.Csv"

[Software\\Classes\\Empty] 1796074365
#time=1dd811256678874

[Uninstall\\Paysheet] 1796074365
"DisplayIcon"="C:\\users\\Zo\xeb-\x1eccl\xe1\\AppData\\Local\\Programs\\Paysheet\\paysheet.exe,0"
"DisplayVersion"="{VERSION}"
"EstimatedSize"=dword:000000f6
"#
        );
        let expect = lines(&[
            r#"HKCU\Software\Classes\.csv @="Spreadsheet.Csv""#,
            r"HKCU\Software\Classes\Empty",
            r#"HKCU\Uninstall\Paysheet "DisplayIcon"="%LOCALAPPDATA%\Programs\Paysheet\paysheet.exe,0""#,
            r#"HKCU\Uninstall\Paysheet "DisplayVersion"=…"#,
            r#"HKCU\Uninstall\Paysheet "EstimatedSize"=…"#,
        ]);
        assert_eq!(values(&text), expect);
    }

    #[test]
    fn the_start_at_login_is_a_value_of_the_prepared_registry() {
        assert!(values(REGISTRY).contains(AT_LOGIN));
        assert!(REGISTRY.contains(LOCAL_IN_REGISTRY));
    }

    #[cfg(unix)]
    #[test]
    fn paths_begin_in_the_folder_of_each_user() {
        let users = tempfile::tempdir().unwrap();
        fs::create_dir_all(users.path().join("Zoë/AppData/Local")).unwrap();
        fs::write(users.path().join("Zoë/AppData/notes.txt"), "").unwrap();
        let expect = lines(&["/", "AppData/", "AppData/Local/", "AppData/notes.txt"]);
        assert_eq!(paths_below(users.path()).unwrap(), expect);
    }
}
