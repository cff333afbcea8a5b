//! `target/screens/index.html`: every picture of the end-to-end stories on one page, opened from the file system.
//!
//! The pictures of one state are beside each other, light and dark, below the screen that they belong to. It reads
//! names and sizes only; what a name means is decided where the picture is taken.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::Read,
    path::Path,
    time::SystemTime,
};

use crate::process::failure::Failure;

pub const PAGE: &str = "index.html";
/// Pictures of failed stories: their names begin with this, and they come first.
const FAILED: &str = "failed";
/// The first bytes of a PNG file, up to and including its width and height.
const HEADER_BYTES: usize = 24;
const SIGNATURE: &[u8; 8] = b"\x89PNG\r\n\x1a\n";

const HEAD: &str = "<!doctype html>
<html lang=\"en\"><meta charset=\"utf-8\"><title>Paysheet: every screen</title>
<style>
:root { color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif; }
body { margin: 24px; }
nav a { margin-right: 16px; }
h2 { margin: 48px 0 8px; }
section > div { display: flex; gap: 16px; margin-bottom: 24px; align-items: flex-start; }
figure { margin: 0; flex: 0 1 auto; min-width: 0; }
img { max-width: 100%; height: auto; border: 1px solid #8888; }
</style>
<h1>Every screen</h1>
";

/// A picture, by what its file name says.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Picture {
    /// The state that it shows, such as `check-ready`, with the size of the window if it is not the usual one.
    state: String,
    /// Light before dark; a picture of the whole screen has no scheme.
    is_dark: bool,
    file: String,
    width: u32,
    height: u32,
    /// It is from an earlier run.
    is_old: bool,
}

impl Picture {
    /// The screen that it belongs to: the first word of its name.
    fn screen(&self) -> &str {
        self.state.split('-').next().unwrap_or_default()
    }
}

/// Writes the page beside the pictures. Pictures older than `since` are shown as such.
pub fn write(folder: &Path, since: SystemTime) -> Result<(), Failure> {
    let page = folder.join(PAGE);
    fs::write(&page, html(&pictures(folder, since)?)).map_err(Failure::file(&page))
}

/// Returns the pictures of a folder. A file that is no PNG is not one of them, whatever its name says.
fn pictures(folder: &Path, since: SystemTime) -> Result<Vec<Picture>, Failure> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(Failure::file(folder))? {
        let path = entry.map_err(Failure::file(folder))?.path();
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let Some(name) = file.strip_suffix(".png") else { continue };
        let Some((width, height)) = size(&path).map_err(Failure::file(&path))? else { continue };
        let taken = path.metadata().and_then(|data| data.modified()).map_err(Failure::file(&path))?;
        let state =
            name.strip_suffix("-light").or_else(|| name.strip_suffix("-dark")).unwrap_or(name).to_owned();
        let is_dark = name.ends_with("-dark");
        found.push(Picture { state, is_dark, file, width, height, is_old: taken < since });
    }
    found.sort();
    Ok(found)
}

/// Width and height as the file itself gives them; none if it is not a PNG.
fn size(path: &Path) -> std::io::Result<Option<(u32, u32)>> {
    let mut header = Vec::with_capacity(HEADER_BYTES);
    File::open(path)?.take(HEADER_BYTES as u64).read_to_end(&mut header)?;
    let number = |at: usize| header.get(at..at + 4)?.try_into().ok().map(u32::from_be_bytes);
    Ok(if header.starts_with(SIGNATURE) { number(16).zip(number(20)) } else { None })
}

fn html(pictures: &[Picture]) -> String {
    let mut screens: BTreeMap<(bool, &str), BTreeMap<&str, Vec<&Picture>>> = BTreeMap::new();
    for picture in pictures {
        let screen = picture.screen();
        let states = screens.entry((screen != FAILED, screen)).or_default();
        states.entry(&picture.state).or_default().push(picture);
    }
    let mut page = HEAD.to_owned();
    page.push_str("<nav>");
    for (_, screen) in screens.keys() {
        let screen = escaped(screen);
        page.push_str(&format!("<a href=\"#{screen}\">{screen}</a>"));
    }
    page.push_str("</nav>\n");
    for ((_, screen), states) in screens {
        let screen = escaped(screen);
        page.push_str(&format!("<section id=\"{screen}\"><h2>{screen}</h2>\n"));
        for pictures in states.values() {
            page.push_str("<div>");
            page.extend(pictures.iter().map(|picture| figure(picture)));
            page.push_str("</div>\n");
        }
        page.push_str("</section>\n");
    }
    page
}

fn figure(Picture { file, width, height, is_old, .. }: &Picture) -> String {
    let file = escaped(file);
    let note = if *is_old { ", earlier run" } else { "" };
    format!(
        "<figure><a href=\"{file}\"><img src=\"{file}\" alt=\"\" width=\"{width}\" height=\"{height}\" \
         loading=\"lazy\"></a><figcaption>{file} · {width} × {height}{note}</figcaption></figure>"
    )
}

/// File names may contain anything.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// The page over a folder with these files; each is a picture of 1280 × 820 that has no more than its header.
    fn page(files: &[&str], since: SystemTime) -> String {
        let folder = tempfile::tempdir().unwrap();
        let mut header = SIGNATURE.to_vec();
        header.extend(b"\0\0\0\rIHDR");
        header.extend(1280_u32.to_be_bytes());
        header.extend(820_u32.to_be_bytes());
        for file in files {
            fs::write(folder.path().join(file), &header).unwrap();
        }
        fs::write(folder.path().join("not-a-picture.png"), b"\x89PNG").unwrap();
        fs::write(folder.path().join("notes.txt"), b"nothing").unwrap();
        write(folder.path(), since).unwrap();
        fs::read_to_string(folder.path().join(PAGE)).unwrap()
    }

    /// The order of these texts in the page; a text that is not in it fails the test.
    fn in_order(page: &str, texts: &[&str]) -> bool {
        let places: Vec<_> = texts.iter().map(|text| page.find(text).expect(text)).collect();
        places.is_sorted()
    }

    #[test]
    fn light_and_dark_of_one_state_are_beside_each_other_below_their_screen() {
        let page = page(
            &["track-dark.png", "check-ready-dark.png", "check-ready-light.png"],
            SystemTime::UNIX_EPOCH,
        );
        let expected = [
            "<h2>check</h2>",
            "\"check-ready-light.png\"",
            "\"check-ready-dark.png\"",
            "</div>",
            "<h2>track</h2>",
        ];
        assert!(in_order(&page, &expected), "{page}");
    }

    #[test]
    fn every_picture_is_shown_with_its_name_and_size_and_nothing_else_is() {
        let page = page(&["open-file.png"], SystemTime::UNIX_EPOCH);
        assert!(page.contains("open-file.png · 1280 × 820<"), "{page}");
        assert_eq!(page.matches("<img").count(), 1, "{page}");
    }

    #[test]
    fn pictures_of_failures_come_first_and_those_of_an_earlier_run_say_so() {
        let tomorrow = SystemTime::now() + Duration::from_secs(24 * 60 * 60);
        let page = page(&["approve-light.png", "failed-pay.png"], tomorrow);
        assert!(in_order(&page, &["<h2>failed</h2>", "<h2>approve</h2>"]), "{page}");
        assert_eq!(page.matches("earlier run").count(), 2, "{page}");
    }

    #[test]
    fn a_file_name_cannot_add_to_the_page() {
        let page = page(&["a\"<script>-light.png"], SystemTime::UNIX_EPOCH);
        assert!(!page.contains("<script>"), "{page}");
    }
}
