//! The recovery sheet: the sealed key as lines that can be typed back, on one page that any browser prints.
//!
//! It is a page and not a PDF: names can be in any script (Arabic, Amharic, Yoruba with its dots below). A browser
//! shapes them with the computer's fonts. A PDF would have to contain fonts and shape the text.

use std::fmt::Write as _;

use paysheet_vault::backup::KeyBackup;

use crate::view::ListWords;

/// The page loads nothing and runs nothing.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";
const STYLE: &str = "
@page { size: A4; margin: 20mm }
* { box-sizing: border-box }
body { max-width: 170mm; margin: 10mm auto; padding: 0 4mm; color: #000; background: #fff;
  font: 11pt/1.45 system-ui, 'Segoe UI', 'Noto Sans', sans-serif }
h1 { margin: 0 0 4mm; font-size: 20pt; line-height: 1.2 }
h2 { margin: 7mm 0 2mm; font-size: 13pt }
p, ol { margin: 0 0 2mm }
ol { padding-inline-start: 6mm }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 1mm 6mm; margin: 0 0 4mm }
dt { color: #444 }
dd { margin: 0; font-weight: 600; overflow-wrap: anywhere }
table { border-collapse: collapse; margin: 3mm 0; direction: ltr; break-inside: avoid }
th, td { padding: 1.6mm 3mm; border-bottom: .3mm solid #bbb; text-align: left;
  font: 13pt/1.3 ui-monospace, Consolas, Menlo, 'DejaVu Sans Mono', monospace; white-space: pre }
th { color: #666; font-weight: 400 }
td:last-child { color: #444 }
.care { padding: 3mm 4mm; border: .5mm solid #000 }
.kept { margin-top: 10mm; color: #444 }
";

/// Returns the page; none if the backup has no label.
pub(crate) fn page(backup: &KeyBackup, words: &ListWords) -> Option<String> {
    let label = backup.label.as_ref()?;
    let word = |name: &str, english: &str| escaped(&words.phrase(name, english));
    let title = word("title", "Recovery sheet of the profile key");
    let mut facts = String::new();
    for (name, value) in [
        (word("profile", "Profile"), label.profile.clone()),
        (word("created", "Date"), label.created.to_string()),
        (word("fingerprint", "Fingerprint"), backup.sealed.fingerprint()),
    ] {
        let _ = write!(facts, "<dt>{name}</dt><dd><bdi>{}</bdi></dd>", escaped(&value));
    }
    let mut rows = String::new();
    for (number, line) in (1..).zip(backup.lines()) {
        let (data, check) = line.rsplit_once(' ')?;
        let _ = writeln!(rows, "<tr><th scope=\"row\">{number}</th><td>{data}</td><td>{check}</td></tr>");
    }
    Some(format!(
        "<!doctype html>\n<html lang=\"{lang}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n\
         <h1>{title}</h1>\n<dl>{facts}</dl>\n<p>{purpose}</p>\n<p class=\"care\">{care}</p>\n\
         <h2>{lines}</h2>\n<table>\n{rows}</table>\n<p>{hint}</p>\n\
         <h2>{how}</h2>\n<ol><li>{step_1}</li><li>{step_2}</li><li>{step_3}</li></ol>\n\
         <p class=\"kept\">{kept} ______________________________</p>\n</body>\n</html>\n",
        lang = word("lang", "en"),
        purpose = word(
            "purpose",
            "Paysheet makes the reference of every payout from this key. With the same key, Paysheet on another \
             computer recognises who was paid already. With another key it cannot, and people could be paid twice."
        ),
        care = word(
            "care",
            "This sheet opens nothing without its passphrase. Keep it in a safe place, and the passphrase somewhere \
             else. Never write the passphrase on this sheet."
        ),
        lines = word("lines", "The encrypted key"),
        hint = word(
            "hint",
            "The last group of each line checks it. Capitals and spaces do not matter; 0 and O, 1, I and L count as \
             the same."
        ),
        how = word("how", "To use it"),
        step_1 = word(
            "step1",
            "On the computer that needs the key, open Paysheet, Settings, Secrets, Profile key."
        ),
        step_2 = word("step2", "Choose Import, then Type from a sheet, and enter the lines above."),
        step_3 = word(
            "step3",
            "Compare the fingerprint on the screen with the one above, and enter the passphrase."
        ),
        kept = word("kept", "Kept by, and where:"),
    ))
}

fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use paysheet_domain::ProfileKey;
    use paysheet_vault::backup::{Effort, Passphrase, SealedKey};
    use secrecy::SecretString;

    use super::*;

    const LEAST: Effort = Effort { memory_mib: 1, passes: 1, lanes: 1 };

    fn backup_of(profile: &str) -> KeyBackup {
        let key = ProfileKey::from_hex(&"5a".repeat(32)).expect("a key");
        let passphrase = Passphrase::typed(&SecretString::from("canary words")).expect("a passphrase");
        let sealed = SealedKey::seal(&key, profile, &passphrase, LEAST).expect("sealed");
        KeyBackup::new(sealed, profile, date(2026, 11, 22))
    }

    /// Returns the text of the table's cells, as a user would copy it.
    fn copied(page: &str) -> String {
        let cells = page.split("<td>").skip(1).map(|rest| rest.split("</td>").next().unwrap_or_default());
        cells.collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn what_is_copied_from_the_sheet_is_the_backup() {
        let backup = backup_of("Kola Foods");
        let page = page(&backup, &ListWords::default()).expect("a page");
        let typed = KeyBackup::read(&copied(&page)).expect("the lines of a backup");
        assert_eq!(typed.sealed, backup.sealed);
        for part in ["Kola Foods", "2026-11-22", &backup.sealed.fingerprint()] {
            assert!(page.contains(part), "{part}");
        }
        assert!(!page.contains("canary") && !page.contains("5a5a"));
    }

    #[test]
    fn a_name_is_shown_and_never_run() {
        let backup = backup_of("<script>alert(1)</script> & \"Sons\"");
        let words = ListWords::from([("sheet.title", "<b>Title</b>"), ("sheet.lang", "\"><script>")]);
        let page = page(&backup, &words).expect("a page");
        assert!(!page.contains("<script") && !page.contains("<b>"));
        assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;Sons&quot;"));
        assert!(page.contains(POLICY) && !page.contains("http://") && !page.contains("https://"));
    }
}
