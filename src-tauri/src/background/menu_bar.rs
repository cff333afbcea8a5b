//! The menu bar of macOS. Other systems have none: there the window has every command.
//!
//! Quit, Undo and Redo are the program's own items, not the system's. The system's Quit ends the process at once, while
//! a provider's answer may be missing. The system's Undo only reaches the text field of a page; the grid of Check undoes
//! changes of the draft. The shortcuts are not lost to the page: WebKit offers a key with ⌘ to the page first, and to
//! the menu only if the page does not handle it. So ⌘Z in the grid is handled by the page, and ⌘Z in a text field
//! arrives here, as does an item that is chosen with the mouse; the page then undoes where the focus is. A file dialog
//! and the bank's page do not receive it.

use tauri::{
    AppHandle, Runtime,
    menu::{HELP_SUBMENU_ID, Menu, MenuItem, PredefinedMenuItem, Submenu, WINDOW_SUBMENU_ID},
};
use tauri_specta::Event;

use super::words;
use crate::{
    events::{MenuCommand, MenuSignal},
    shutdown, windows,
};

/// A menu of the menu bar.
struct BarMenu {
    /// macOS adds the windows to one menu, and a search to another; Tauri finds them by their ids.
    id: &'static str,
    /// Its key in the catalogue.
    title: &'static str,
    items: &'static [Item],
}

/// An item of a menu; its text by the key in the catalogue.
#[derive(Clone, Copy)]
enum Item {
    Line,
    /// The system does it, and gives it a shortcut.
    System(&'static str, SystemItem),
    /// The program does it. The key of its text is also its id.
    Own(&'static str, Action, Option<&'static str>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Action {
    Page(MenuCommand),
    Quit,
}

#[derive(Clone, Copy)]
enum SystemItem {
    Services,
    Hide,
    HideOthers,
    ShowAll,
    CloseWindow,
    Cut,
    Copy,
    Paste,
    SelectAll,
    Minimize,
    Zoom,
    FullScreen,
    BringAllToFront,
}

static MENUS: [BarMenu; 5] = [
    BarMenu {
        id: "menu.app",
        title: "menu.app.title",
        items: &[
            Item::Own("menu.app.about", Action::Page(MenuCommand::About), None),
            Item::Line,
            Item::Own("menu.app.settings", Action::Page(MenuCommand::Settings), Some("Cmd+,")),
            Item::Line,
            Item::System("menu.app.services", SystemItem::Services),
            Item::Line,
            Item::System("menu.app.hide", SystemItem::Hide),
            Item::System("menu.app.hideOthers", SystemItem::HideOthers),
            Item::System("menu.app.showAll", SystemItem::ShowAll),
            Item::Line,
            Item::Own("menu.app.quit", Action::Quit, Some("Cmd+Q")),
        ],
    },
    BarMenu {
        id: "menu.file",
        title: "menu.file.title",
        items: &[
            Item::Own("menu.file.open", Action::Page(MenuCommand::OpenFile), Some("Cmd+O")),
            Item::Line,
            Item::System("menu.file.close", SystemItem::CloseWindow),
        ],
    },
    BarMenu {
        id: "menu.edit",
        title: "menu.edit.title",
        items: &[
            Item::Own("menu.edit.undo", Action::Page(MenuCommand::Undo), Some("Cmd+Z")),
            Item::Own("menu.edit.redo", Action::Page(MenuCommand::Redo), Some("Cmd+Shift+Z")),
            Item::Line,
            Item::System("menu.edit.cut", SystemItem::Cut),
            Item::System("menu.edit.copy", SystemItem::Copy),
            Item::System("menu.edit.paste", SystemItem::Paste),
            Item::System("menu.edit.selectAll", SystemItem::SelectAll),
        ],
    },
    BarMenu {
        id: WINDOW_SUBMENU_ID,
        title: "menu.window.title",
        items: &[
            Item::System("menu.window.minimize", SystemItem::Minimize),
            Item::System("menu.window.zoom", SystemItem::Zoom),
            Item::System("menu.window.fullScreen", SystemItem::FullScreen),
            Item::Line,
            Item::System("menu.window.allToFront", SystemItem::BringAllToFront),
        ],
    },
    // The system adds its search, which finds the items of all menus.
    BarMenu { id: HELP_SUBMENU_ID, title: "menu.help.title", items: &[] },
];

/// Gives the program its menu bar.
pub fn install<R: Runtime>(builder: tauri::Builder<R>) -> tauri::Builder<R> {
    builder.menu(menu_bar).on_menu_event(|app, event| {
        if let Some(action) = action_of(event.id().as_ref()) {
            run(app, action);
        }
    })
}

/// Returns what an item of the menu bar does. The items of the tray have other ids, and report to the same listeners.
fn action_of(id: &str) -> Option<Action> {
    MENUS.iter().flat_map(|menu| menu.items).find_map(|item| match item {
        Item::Own(text, action, _) if *text == id => Some(*action),
        Item::Own(..) | Item::System(..) | Item::Line => None,
    })
}

fn run<R: Runtime>(app: &AppHandle<R>, action: Action) {
    let command = match action {
        Action::Quit => return shutdown::quit(app),
        Action::Page(command) => command,
    };
    match command {
        // The main window does it, also if it was closed, or another one is in front of it.
        MenuCommand::Settings | MenuCommand::About | MenuCommand::OpenFile => windows::bring_forward(app),
        MenuCommand::Undo | MenuCommand::Redo => {}
    }
    if let Err(error) = MenuSignal(command).emit(app) {
        tracing::warn!(%error, "the window did not receive a command of the menu bar");
    }
}

fn menu_bar<R: Runtime>(app: &AppHandle<R>) -> tauri::Result<Menu<R>> {
    let bar = Menu::new(app)?;
    for BarMenu { id, title, items } in &MENUS {
        let menu = Submenu::with_id(app, *id, words::of(title), true)?;
        for item in *items {
            append(app, &menu, *item)?;
        }
        bar.append(&menu)?;
    }
    Ok(bar)
}

fn append<R: Runtime>(app: &AppHandle<R>, menu: &Submenu<R>, item: Item) -> tauri::Result<()> {
    match item {
        Item::Line => menu.append(&PredefinedMenuItem::separator(app)?),
        Item::System(text, item) => menu.append(&system_item(app, &words::of(text), item)?),
        Item::Own(text, _, key) => menu.append(&MenuItem::with_id(app, text, words::of(text), true, key)?),
    }
}

fn system_item<R: Runtime>(
    app: &AppHandle<R>,
    text: &str,
    item: SystemItem,
) -> tauri::Result<PredefinedMenuItem<R>> {
    let text = Some(text);
    match item {
        SystemItem::Services => PredefinedMenuItem::services(app, text),
        SystemItem::Hide => PredefinedMenuItem::hide(app, text),
        SystemItem::HideOthers => PredefinedMenuItem::hide_others(app, text),
        SystemItem::ShowAll => PredefinedMenuItem::show_all(app, text),
        SystemItem::CloseWindow => PredefinedMenuItem::close_window(app, text),
        SystemItem::Cut => PredefinedMenuItem::cut(app, text),
        SystemItem::Copy => PredefinedMenuItem::copy(app, text),
        SystemItem::Paste => PredefinedMenuItem::paste(app, text),
        SystemItem::SelectAll => PredefinedMenuItem::select_all(app, text),
        SystemItem::Minimize => PredefinedMenuItem::minimize(app, text),
        SystemItem::Zoom => PredefinedMenuItem::maximize(app, text),
        SystemItem::FullScreen => PredefinedMenuItem::fullscreen(app, text),
        SystemItem::BringAllToFront => PredefinedMenuItem::bring_all_to_front(app, text),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn items() -> impl Iterator<Item = &'static Item> {
        MENUS.iter().flat_map(|menu| menu.items)
    }

    #[test]
    fn every_menu_and_item_has_a_text() {
        let texts = items().filter_map(|item| match item {
            Item::Line => None,
            Item::System(text, _) | Item::Own(text, ..) => Some(*text),
        });
        for key in MENUS.iter().map(|menu| menu.title).chain(texts) {
            let text = words::of(key);
            assert_ne!(text, key);
            // It would mark the next letter.
            assert!(!text.contains('&'), "{key}: {text}");
        }
    }

    #[test]
    fn each_item_of_the_program_does_one_thing() {
        use MenuCommand::{About, OpenFile, Redo, Settings, Undo};
        for (id, action) in [
            ("menu.app.about", Some(Action::Page(About))),
            ("menu.app.settings", Some(Action::Page(Settings))),
            ("menu.app.quit", Some(Action::Quit)),
            ("menu.file.open", Some(Action::Page(OpenFile))),
            ("menu.edit.undo", Some(Action::Page(Undo))),
            ("menu.edit.redo", Some(Action::Page(Redo))),
            // The system does it.
            ("menu.edit.copy", None),
            // Items of the tray.
            ("open", None),
            ("quit", None),
        ] {
            assert_eq!(action_of(id), action, "{id}");
        }
    }

    /// A shortcut that Tauri cannot parse would be dropped without an error.
    #[test]
    fn shortcuts_are_written_as_tauri_parses_them_and_have_one_item_each() {
        // Those of the system's items.
        let mut keys: BTreeSet<&str> =
            ["Cmd+H", "Cmd+Alt+H", "Cmd+W", "Cmd+X", "Cmd+C", "Cmd+V", "Cmd+A", "Cmd+M"].into();
        for item in items() {
            let Item::Own(text, _, Some(key)) = item else { continue };
            let letter = key.strip_prefix("Cmd+Shift+").or_else(|| key.strip_prefix("Cmd+"));
            let is_key = |letter: &str| {
                letter.len() == 1 && letter.chars().all(|one| one.is_ascii_uppercase() || one == ',')
            };
            assert!(letter.is_some_and(is_key), "{text}: {key}");
            assert!(keys.insert(key), "{text}: {key} has another item");
        }
    }
}
