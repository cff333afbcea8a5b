//! The system's print dialog for the main window. What is on the paper is decided by the page: its style sheet for
//! printing shows the pages of the document and nothing else.
//!
//! `WebKitGTK` gets the paper and the name of the document with the dialog, and reports when the pages are with the
//! system. On macOS and Windows the dialog is the web view's own, opened by [`tauri::WebviewWindow::print`]; there the page's
//! `@page` rule names the paper, and the end is not reported.

use paysheet_app::{PrintJob, Printing};
use tauri::{AppHandle, Runtime};
use tokio::sync::oneshot;

use crate::windows;

/// Opens the dialog.
///
/// # Errors
/// If there is no main window, or no dialog for it.
pub fn print<R: Runtime>(app: &AppHandle<R>, job: PrintJob) -> tauri::Result<Printing> {
    let window = windows::main(app).ok_or(tauri::Error::WebviewNotFound)?;
    let (ended, printing) = oneshot::channel();
    open(&window, job, ended)?;
    Ok(printing)
}

#[cfg(not(target_os = "linux"))]
fn open<R: Runtime>(
    window: &tauri::WebviewWindow<R>,
    _job: PrintJob,
    ended: oneshot::Sender<paysheet_app::CommandResult<paysheet_app::PrintEnd>>,
) -> tauri::Result<()> {
    window.print()?;
    // Nobody waits if the window was closed meanwhile.
    let _ = ended.send(Ok(paysheet_app::PrintEnd::NotReported));
    Ok(())
}

#[cfg(target_os = "linux")]
use linux::open;

#[cfg(target_os = "linux")]
mod linux {
    use std::{cell::Cell, rc::Rc};

    use gtk::{
        PageSetup, PaperSize, PrintSettings, Unit, glib,
        prelude::{Cast, WidgetExt},
    };
    use paysheet_app::{CommandResult, PrintEnd, PrintJob};
    use paysheet_desk::AppError;
    use tauri::{Runtime, WebviewWindow};
    use tokio::sync::oneshot;
    use webkit2gtk::{PrintOperation, PrintOperationExt, PrintOperationResponse, WebView};

    /// GTK's names of A4 (PWG 5101.1) and of the setting for the suggested file name.
    const A4: &str = "iso_a4";
    const FILE_NAME: &str = "output-basename";
    /// The document has its own margins.
    const MARGIN_MM: f64 = 0.0;

    type Ended = oneshot::Sender<CommandResult<PrintEnd>>;

    pub fn open<R: Runtime>(window: &WebviewWindow<R>, job: PrintJob, ended: Ended) -> tauri::Result<()> {
        window.with_webview(move |view| {
            let view = view.inner();
            // The dialog has an event loop of its own. It begins in a turn of GTK's, not inside Tauri's handling of a
            // message, which would stay borrowed meanwhile.
            glib::idle_add_local_once(move || show(&view, &job, ended));
        })
    }

    fn show(view: &WebView, job: &PrintJob, ended: Ended) {
        let operation = PrintOperation::new(view);
        operation.set_page_setup(&page_setup());
        operation.set_print_settings(&settings(&job.name));
        let end = once(ended);
        let failed = Rc::clone(&end);
        operation.connect_failed(move |_, error| {
            tracing::warn!(%error, "a document was not printed");
            failed(Err(AppError::NotPrinted));
        });
        // It follows a failure, too, which was the first to be reported.
        let finished = Rc::clone(&end);
        operation.connect_finished(move |_| finished(Ok(PrintEnd::Handed)));
        let parent = view.toplevel().and_then(|window| window.downcast::<gtk::Window>().ok());
        if operation.run_dialog(parent.as_ref()) != PrintOperationResponse::Print {
            end(Ok(PrintEnd::Cancelled));
        }
    }

    /// Returns what reports the first end that it is called with.
    fn once(ended: Ended) -> Rc<dyn Fn(CommandResult<PrintEnd>)> {
        let ended = Cell::new(Some(ended));
        Rc::new(move |end| {
            if let Some(ended) = ended.take() {
                // Nobody waits if the window was closed meanwhile.
                let _ = ended.send(end);
            }
        })
    }

    /// Returns A4, upright: `WebKitGTK` 2.50 prints empty sheets on paper that is turned, so the page turns what is wide.
    fn page_setup() -> PageSetup {
        let setup = PageSetup::new();
        setup.set_paper_size(&PaperSize::new(Some(A4)));
        setup.set_top_margin(MARGIN_MM, Unit::Mm);
        setup.set_right_margin(MARGIN_MM, Unit::Mm);
        setup.set_bottom_margin(MARGIN_MM, Unit::Mm);
        setup.set_left_margin(MARGIN_MM, Unit::Mm);
        setup
    }

    fn settings(name: &str) -> PrintSettings {
        let settings = PrintSettings::new();
        settings.set(FILE_NAME, Some(name));
        settings
    }
}
