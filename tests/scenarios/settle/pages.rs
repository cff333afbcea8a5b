//! The pages of a PDF as a reader sees them. `pdftotext` (poppler) reads them, which is no part of Paysheet's writer.

use std::{path::Path, process::Command};

/// A word on a page, in points from its upper left corner.
#[derive(Debug)]
pub struct Word {
    pub left: f32,
    pub right: f32,
    pub bottom: f32,
    pub text: String,
}

pub struct Page {
    pub width: f32,
    pub height: f32,
    pub words: Vec<Word>,
}

/// Returns all words in the order of their lines, with one space between two.
pub fn words_of(pdf: &Path) -> String {
    let text = read(pdf, "-layout");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the pages with the place of each word.
pub fn pages_of(pdf: &Path) -> Vec<Page> {
    let html = read(pdf, "-bbox");
    html.split("<page ").skip(1).map(page).collect()
}

fn read(pdf: &Path, option: &str) -> String {
    let output = Command::new("pdftotext").args([option, "-enc", "UTF-8"]).arg(pdf).arg("-").output();
    let output = output.expect("pdftotext is missing: install poppler-utils");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn page(html: &str) -> Page {
    let words = html.split("<word ").skip(1).map(|word| Word {
        left: number(word, "xMin"),
        right: number(word, "xMax"),
        bottom: number(word, "yMax"),
        text: word.split('>').nth(1).unwrap().trim_end_matches("</word").to_owned(),
    });
    Page { width: number(html, "width"), height: number(html, "height"), words: words.collect() }
}

fn number(tag: &str, name: &str) -> f32 {
    tag.split(&format!("{name}=\"")).nth(1).unwrap().split('"').next().unwrap().parse().unwrap()
}
