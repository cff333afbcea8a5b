//! Prints what a screen reader is told of a window: `accessibility_tree APPLICATION`. It asks over AT-SPI, the
//! accessibility bus of the desktop, and writes one line of JSON for each object that is in view: its role, its name, a
//! cell's text, its description, and whether it can have the focus. Linux only.
#![allow(clippy::print_stdout, reason = "a program that prints its result")]

#[cfg(target_os = "linux")]
mod tree {
    use gtk::{gio, glib, glib::ToVariant};
    use serde_json::json;

    const ACCESSIBLE: &str = "org.a11y.atspi.Accessible";
    const TEXT: &str = "org.a11y.atspi.Text";
    const ROOT: &str = "/org/a11y/atspi/accessible/root";
    /// A cell has no name, and is read by its text.
    const CELL: &str = "cell";
    const NOBODY: &str = "/org/a11y/atspi/null";
    const REGISTRY: &str = "org.a11y.atspi.Registry";
    /// Milliseconds. The window answers between two frames.
    const TIMEOUT_MS: i32 = 10_000;
    /// Deeper than any window is; a tree that goes round would have no end.
    const DEPTH_MAX: usize = 80;
    /// Bits of an object's state, as `AtspiStateType` counts them.
    const FOCUSABLE: u64 = 1 << 11;
    const SENSITIVE: u64 = 1 << 24;
    const SHOWING: u64 = 1 << 25;

    pub type Failure = Box<dyn std::error::Error>;

    /// An object: the program that has it, and its path there.
    type Reference = (String, glib::variant::ObjectPath);

    pub struct Bus(gio::DBusConnection);

    impl Bus {
        /// The accessibility bus, which the session starts when it is first asked for.
        pub fn connect() -> Result<Self, Failure> {
            let session = gio::bus_get_sync(gio::BusType::Session, gio::Cancellable::NONE)?;
            let (address,) = call::<(String,)>(
                &session,
                ("org.a11y.Bus", "/org/a11y/bus"),
                ("org.a11y.Bus", "GetAddress"),
                None,
                "(s)",
            )?;
            let flags = gio::DBusConnectionFlags::AUTHENTICATION_CLIENT
                | gio::DBusConnectionFlags::MESSAGE_BUS_CONNECTION;
            let bus = gio::DBusConnection::for_address_sync(&address, flags, None, gio::Cancellable::NONE)?;
            Ok(Self(bus))
        }

        /// The windows of the applications of this name.
        pub fn applications(&self, name: &str) -> Result<Vec<Reference>, Failure> {
            let root = (REGISTRY.to_owned(), glib::variant::ObjectPath::try_from(ROOT.to_owned())?);
            let all = self.children(&root)?;
            Ok(all
                .into_iter()
                .filter(|found| self.property(found, "Name").is_ok_and(|text| text == name))
                .collect())
        }

        /// Prints this object and everything below it. What is gone when it is asked is no longer there to be read.
        pub fn print(&self, object: &Reference, depth: usize) {
            let Ok(state) = self.state(object) else { return };
            let is_in_view = state & SHOWING != 0;
            if is_in_view && let Ok(role) = self.role(object) {
                let line = json!({
                    "depth": depth,
                    "role": role,
                    "name": self.property(object, "Name").unwrap_or_default(),
                    "text": if role == CELL { self.text(object).unwrap_or_default() } else { String::new() },
                    "description": self.property(object, "Description").unwrap_or_default(),
                    "isFocusable": state & FOCUSABLE != 0,
                    "isEnabled": state & SENSITIVE != 0,
                });
                println!("{line}");
            }
            if depth < DEPTH_MAX {
                for child in self.children(object).unwrap_or_default() {
                    self.print(&child, depth + 1);
                }
            }
        }

        fn children(&self, object: &Reference) -> Result<Vec<Reference>, Failure> {
            let (children,) = self.ask::<(Vec<Reference>,)>(object, "GetChildren", "(a(so))")?;
            if !children.is_empty() {
                return Ok(children);
            }
            // The page of a web view is an object of another process, and is only given by its number.
            let place = (object.0.as_str(), object.1.as_str());
            let asked = (0_i32,).to_variant();
            let child =
                call::<(Reference,)>(&self.0, place, (ACCESSIBLE, "GetChildAtIndex"), Some(&asked), "((so))");
            Ok(child
                .ok()
                .filter(|(child,)| child.1.as_str() != NOBODY)
                .map(|(child,)| vec![child])
                .unwrap_or_default())
        }

        /// The role's word; its number where no story needs one.
        fn role(&self, object: &Reference) -> Result<String, Failure> {
            let (role,) = self.ask::<(u32,)>(object, "GetRole", "(u)")?;
            let word = match role {
                43 => "button",
                56 => CELL,
                62 => "toggle button",
                79 => "field",
                88 => "link",
                _ => return Ok(role.to_string()),
            };
            Ok(word.to_owned())
        }

        fn state(&self, object: &Reference) -> Result<u64, Failure> {
            let (words,) = self.ask::<(Vec<u32>,)>(object, "GetState", "(au)")?;
            let word = |place: usize| u64::from(words.get(place).copied().unwrap_or_default());
            Ok(word(0) | word(1) << 32)
        }

        fn property(&self, object: &Reference, property: &str) -> Result<String, Failure> {
            let asked = (ACCESSIBLE, property).to_variant();
            let place = (object.0.as_str(), object.1.as_str());
            let get = ("org.freedesktop.DBus.Properties", "Get");
            let (value,) = call::<(glib::Variant,)>(&self.0, place, get, Some(&asked), "(v)")?;
            Ok(value.get::<String>().unwrap_or_default())
        }

        /// All that stands in it.
        fn text(&self, object: &Reference) -> Result<String, Failure> {
            let place = (object.0.as_str(), object.1.as_str());
            let all = (0_i32, -1_i32).to_variant();
            let (text,) = call::<(String,)>(&self.0, place, (TEXT, "GetText"), Some(&all), "(s)")?;
            Ok(text)
        }

        fn ask<Answer: glib::FromVariant>(
            &self,
            object: &Reference,
            method: &str,
            answers: &str,
        ) -> Result<Answer, Failure> {
            call(&self.0, (object.0.as_str(), object.1.as_str()), (ACCESSIBLE, method), None, answers)
        }
    }

    fn call<Answer: glib::FromVariant>(
        bus: &gio::DBusConnection,
        (program, path): (&str, &str),
        (interface, method): (&str, &str),
        asked: Option<&glib::Variant>,
        answers: &str,
    ) -> Result<Answer, Failure> {
        let answer = bus.call_sync(
            Some(program),
            path,
            interface,
            method,
            asked,
            Some(glib::VariantTy::new(answers)?),
            gio::DBusCallFlags::NONE,
            TIMEOUT_MS,
            gio::Cancellable::NONE,
        )?;
        answer.get::<Answer>().ok_or_else(|| format!("{method} answered {answer}").into())
    }
}

#[cfg(target_os = "linux")]
fn main() -> Result<(), tree::Failure> {
    let name = std::env::args().nth(1).ok_or("which application?")?;
    let bus = tree::Bus::connect()?;
    for application in bus.applications(&name)? {
        bus.print(&application, 0);
    }
    Ok(())
}

#[cfg(not(target_os = "linux"))]
fn main() {}
