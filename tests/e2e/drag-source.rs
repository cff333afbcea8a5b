//! A window with a file to drag out of it, as a file manager has one: `drag_source FILE`. For the stories that drop
//! it on Paysheet with the mouse. Linux only. It ends when the file was dropped.

#[cfg(target_os = "linux")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    use gtk::{gdk, gio, prelude::*};

    let path = std::env::args_os().nth(1).ok_or("which file?")?;
    gtk::init()?;
    let uri = gio::File::for_path(path).uri();
    let source = gtk::EventBox::new();
    source.add(&gtk::Label::new(Some("Drag me")));
    let files = [gtk::TargetEntry::new("text/uri-list", gtk::TargetFlags::empty(), 0)];
    source.drag_source_set(gdk::ModifierType::BUTTON1_MASK, &files, gdk::DragAction::COPY);
    source.connect_drag_data_get(move |_, _, data, _, _| {
        data.set_uris(&[uri.as_str()]);
    });
    source.connect_drag_end(|_, _| gtk::main_quit());
    let window = gtk::Window::new(gtk::WindowType::Toplevel);
    window.set_title("A file to drag");
    window.set_default_size(160, 160);
    window.add(&source);
    window.show_all();
    gtk::main();
    Ok(())
}

#[cfg(not(target_os = "linux"))]
fn main() {}
