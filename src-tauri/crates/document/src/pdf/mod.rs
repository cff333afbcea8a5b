//! A document as a PDF: A4 pages with repeated heads and page numbers. The pages are laid out first, because each shows
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
    text::Font,
};

use self::{
    layout::Mark,
    typeface::{Typefaces, Weight},
};
use crate::{
    content::{Document, Style},
    stop::Stop,
};

/// Why there is no PDF.
#[derive(Debug, thiserror::Error)]
pub enum PdfError {
    #[error("the PDF could not be made")]
    NotMade,
    #[error("the document has {pages} pages; at most {pages_max} are possible")]
    TooLong { pages: u32, pages_max: u32 },
}

/// Returns the bytes of the PDF. If it is stopped, pages are missing.
///
/// # Errors
/// `NotMade`.
pub fn of(document: &Document, style: &Style<'_>, stop: &Stop) -> Result<Vec<u8>, PdfError> {
    up_to(u32::MAX, document, style, stop)
}

/// Returns the bytes of the PDF if it has at most `pages_max` pages. The pages of a longer one are counted, not drawn.
///
/// # Errors
/// `NotMade`, `TooLong`.
pub fn up_to(
    pages_max: u32,
    document: &Document,
    style: &Style<'_>,
    stop: &Stop,
) -> Result<Vec<u8>, PdfError> {
    let typefaces = Typefaces::embedded().ok_or(PdfError::NotMade)?;
    let fonts = Fonts::embedded().ok_or(PdfError::NotMade)?;
    let all = layout::pages(document, style, &typefaces, stop);
    let pages = u32::try_from(all.len()).unwrap_or(u32::MAX);
    if pages > pages_max {
        return Err(PdfError::TooLong { pages, pages_max });
    }
    let mut pdf = Pdf::new();
    pdf.set_metadata(Metadata::new().title(format!("{}: {}", document.title, document.subtitle)));
    let (width, height) = document.paper.size_pt();
    for marks in all.iter().take_while(|_| !stop.is_set()) {
        let settings = PageSettings::from_wh(width, height).ok_or(PdfError::NotMade)?;
        let mut page = pdf.start_page_with(settings);
        let mut surface = page.surface();
        marks.iter().for_each(|mark| draw(&mut surface, mark, &fonts, &typefaces));
        surface.finish();
        page.finish();
    }
    pdf.finish().map_err(|_| PdfError::NotMade)
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

fn draw(surface: &mut Surface<'_>, mark: &Mark, fonts: &Fonts, typefaces: &Typefaces) {
    match mark {
        Mark::Text { x, y, letters: (size, weight), gray, text } => {
            surface.set_fill(Some(fill(*gray)));
            let font = match weight {
                Weight::Regular => fonts.regular.clone(),
                Weight::Bold => fonts.bold.clone(),
            };
            let glyphs = typefaces.glyphs(text, *weight);
            surface.draw_glyphs(Point::from_xy(*x, *y), &glyphs, font, text, *size, false);
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
