//! Reads the comments of a sheet, which are in a part of their own.

use paysheet_domain::RowMark;
use quick_xml::events::Event;

use super::address::row_of;
use crate::{
    formats::package::{Archive, attribute},
    limits::{MARKED_ROWS_MAX, SKIPPED_CHARS_MAX},
};

/// Returns the comments of a sheet by the numbers of their rows, up to a number of them.
pub(super) fn comments(archive: &mut Archive<'_>, sheet: &str) -> Vec<(u32, RowMark)> {
    let related = archive.relations(sheet).into_values();
    let parts: Vec<_> = related.filter(|relation| relation.kind.ends_with("/comments")).collect();
    parts.iter().flat_map(|part| of_part(archive, &part.path)).collect()
}

fn of_part(archive: &mut Archive<'_>, path: &str) -> Vec<(u32, RowMark)> {
    let mut comments = Vec::new();
    let Some(mut xml) = archive.xml(path) else { return comments };
    let mut buffer = Vec::new();
    let mut open: Option<(u32, String)> = None;
    let mut is_in_text = false;
    // A comment is a hint: one that cannot be parsed is left out, with those behind it.
    while let Ok(event) = xml.read_event_into(&mut buffer) {
        match &event {
            Event::Start(e) => match e.local_name().as_ref() {
                "comment" => {
                    open = attribute(e, "ref").and_then(|at| row_of(&at)).map(|row| (row, String::new()));
                }
                "t" => is_in_text = true,
                _ => {}
            },
            Event::Text(text) if is_in_text => {
                if let Some((_, comment)) = open.as_mut().filter(|(_, text)| text.len() <= TEXT_BYTES_MAX) {
                    comment.push_str(text.as_ref());
                }
            }
            Event::End(e) => match e.local_name().as_ref() {
                "comment" => comments.extend(open.take().and_then(|(row, text)| Some((row, mark(&text)?)))),
                "t" => is_in_text = false,
                _ => {}
            },
            Event::Eof => break,
            Event::Text(_)
            | Event::Empty(_)
            | Event::GeneralRef(_)
            | Event::CData(_)
            | Event::Comment(_)
            | Event::Decl(_)
            | Event::PI(_)
            | Event::DocType(_) => {}
        }
        if comments.len() == MARKED_ROWS_MAX {
            break;
        }
        buffer.clear();
    }
    comments
}

/// Bytes of a comment from which no more are added.
const TEXT_BYTES_MAX: usize = 4 * SKIPPED_CHARS_MAX;

/// What Excel writes before a threaded comment, for programs that have none, and where its own text begins.
const THREADED: &str = "[Threaded comment]";
const THREADED_TEXT: &str = "Comment:";

/// Returns the text of a comment in one line; none if there is nothing in it.
fn mark(text: &str) -> Option<RowMark> {
    let threaded = text.trim_start().strip_prefix(THREADED).and_then(|text| text.split_once(THREADED_TEXT));
    let text = threaded.map_or(text, |(_, own)| own);
    let words: Vec<&str> = text.split_whitespace().collect();
    let text: String = words.join(" ").chars().take(SKIPPED_CHARS_MAX).collect();
    (!text.is_empty()).then_some(RowMark::Comment(text))
}
