//! A report as a PDF: A4 pages with repeated heads and page numbers. The pages are laid out first, because each shows
//! how many there are; then they are drawn.

#![expect(clippy::float_arithmetic, reason = "lengths on a page are not money; amounts come as text")]

mod layout;
mod typeface;

use krilla::{
    Document as Pdf,
    color::luma,
    geom::{PathBuilder, Point},
    metadata::Metadata,
    num::NormalizedF32,
    page::PageSettings,
    paint::{Fill, FillRule},
    surface::Surface,
    text::{Font, TextDirection},
};

use self::{
    layout::{Mark, PAGE_HEIGHT_PT, PAGE_WIDTH_PT, Pages},
    typeface::{Typefaces, Weight},
};
use super::document::Document;
use crate::{error::DeskError, export::list_words::ListWords};

/// Returns the bytes of the PDF.
///
/// # Errors
/// `PdfNotMade`.
pub(super) fn of(document: &Document, words: &ListWords) -> Result<Vec<u8>, DeskError> {
    let typefaces = Typefaces::embedded().ok_or(DeskError::PdfNotMade)?;
    let pages = Pages::of(document, words, &typefaces);
    let fonts = Fonts::embedded().ok_or(DeskError::PdfNotMade)?;
    let mut pdf = Pdf::new();
    pdf.set_metadata(Metadata::new().title(format!("{}: {}", document.title, document.subtitle)));
    for marks in pages.finished(words, &typefaces) {
        let settings = PageSettings::from_wh(PAGE_WIDTH_PT, PAGE_HEIGHT_PT).ok_or(DeskError::PdfNotMade)?;
        let mut page = pdf.start_page_with(settings);
        let mut surface = page.surface();
        marks.iter().for_each(|mark| draw(&mut surface, mark, &fonts));
        surface.finish();
        page.finish();
    }
    pdf.finish().map_err(|_| DeskError::PdfNotMade)
}

struct Fonts {
    regular: Font,
    bold: Font,
}

impl Fonts {
    fn embedded() -> Option<Self> {
        let font = |bytes: &'static [u8]| Font::new(bytes.to_vec().into(), 0);
        Some(Self { regular: font(typeface::REGULAR)?, bold: font(typeface::BOLD)? })
    }
}

fn draw(surface: &mut Surface<'_>, mark: &Mark, fonts: &Fonts) {
    match mark {
        Mark::Text { x, y, size, weight, gray, text } => {
            surface.set_fill(Some(fill(*gray)));
            let font = match weight {
                Weight::Regular => fonts.regular.clone(),
                Weight::Bold => fonts.bold.clone(),
            };
            surface.draw_text(Point::from_xy(*x, *y), font, *size, text, false, TextDirection::Auto);
        }
        Mark::Bar { x, y, width, height, gray } => {
            surface.set_fill(Some(fill(*gray)));
            let mut path = PathBuilder::new();
            path.move_to(*x, *y);
            path.line_to(x + width, *y);
            path.line_to(x + width, y + height);
            path.line_to(*x, y + height);
            path.close();
            if let Some(path) = path.finish() {
                surface.draw_path(&path);
            }
        }
    }
}

fn fill(gray: u8) -> Fill {
    Fill { paint: luma::Color::new(gray).into(), opacity: NormalizedF32::ONE, rule: FillRule::NonZero }
}
