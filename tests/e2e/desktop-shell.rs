//! The part of a desktop shell that Paysheet uses, on the session bus: `desktop_shell`. It hosts icons of the tray
//! (freedesktop's `StatusNotifierItem`) and receives notifications (freedesktop's Desktop Notifications). It prints one
//! line of JSON when it is ready, and one for each command that it reads from standard input. Linux only. It ends with
//! its standard input.
//!
//! - `tray`: the entries of the icon's menu, or null if no icon is shown
//! - `choose LABEL`: activates this entry, as a click on it does
//! - `notifications`: all notifications so far
#![allow(clippy::print_stdout, reason = "a program that prints its result")]

#[cfg(target_os = "linux")]
mod shell {
    use std::{
        collections::HashMap,
        sync::{Arc, Mutex, PoisonError},
    };

    use serde_json::{Value as Json, json};
    use zbus::{
        Connection, Proxy, connection, interface,
        message::Header,
        zvariant::{Dict, OwnedObjectPath, OwnedValue, Structure, Value},
    };

    pub type Failure = Box<dyn std::error::Error>;

    const ITEM: &str = "org.kde.StatusNotifierItem";
    const MENU: &str = "com.canonical.dbusmenu";
    /// The id of the invisible entry that contains the menu.
    const ROOT: i32 = 0;
    /// Of the layout: the entries, without submenus.
    const DEPTH: i32 = 1;
    const LABEL: &str = "label";
    const ENABLED: &str = "enabled";
    const VISIBLE: &str = "visible";

    /// A registered icon: the program that has it, and its path there.
    type Address = (String, String);

    #[derive(Default)]
    struct Watcher(Arc<Mutex<Option<Address>>>);

    #[interface(name = "org.kde.StatusNotifierWatcher")]
    impl Watcher {
        /// `service` is a name on the bus, or the path of an icon of the caller.
        fn register_status_notifier_item(&self, service: &str, #[zbus(header)] header: Header<'_>) {
            let sender = header.sender().map(ToString::to_string).unwrap_or_default();
            let address = if service.starts_with('/') {
                (sender, service.to_owned())
            } else {
                (service.to_owned(), "/StatusNotifierItem".to_owned())
            };
            *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(address);
        }

        #[expect(clippy::unused_self, reason = "a method of the interface")]
        const fn register_status_notifier_host(&self, _service: &str) {}

        #[zbus(property)]
        fn registered_status_notifier_items(&self) -> Vec<String> {
            let item = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            item.iter().map(|(program, path)| format!("{program}{path}")).collect()
        }

        #[zbus(property)]
        const fn is_status_notifier_host_registered(&self) -> bool {
            true
        }

        #[zbus(property)]
        const fn protocol_version(&self) -> i32 {
            0
        }
    }

    #[derive(Default)]
    struct Notifications(Arc<Mutex<Vec<Json>>>);

    #[interface(name = "org.freedesktop.Notifications")]
    impl Notifications {
        #[expect(clippy::too_many_arguments, reason = "those of the interface")]
        fn notify(
            &self,
            app_name: &str,
            _replaces_id: u32,
            _app_icon: &str,
            summary: &str,
            body: &str,
            _actions: Vec<String>,
            _hints: HashMap<String, OwnedValue>,
            _expire_timeout: i32,
        ) -> u32 {
            let mut shown = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            shown.push(json!({ "application": app_name, "title": summary, "text": body }));
            u32::try_from(shown.len()).unwrap_or(u32::MAX)
        }

        /// Like GNOME's and KDE's, it reads the text as markup.
        fn get_capabilities(&self) -> Vec<&'static str> {
            vec!["body", "body-markup", "persistence"]
        }

        #[expect(clippy::unused_self, reason = "a method of the interface")]
        const fn close_notification(&self, _id: u32) {}

        fn get_server_information(&self) -> (&'static str, &'static str, &'static str, &'static str) {
            ("desktop_shell", "Paysheet", env!("CARGO_PKG_VERSION"), "1.2")
        }
    }

    pub struct Shell {
        bus: Connection,
        icon: Arc<Mutex<Option<Address>>>,
        notifications: Arc<Mutex<Vec<Json>>>,
    }

    /// An entry of the menu. A separator has no label.
    struct Entry {
        id: i32,
        label: String,
        enabled: bool,
    }

    impl Shell {
        pub async fn start() -> Result<Self, Failure> {
            let (icon, notifications) = (Arc::default(), Arc::default());
            let bus = connection::Builder::session()?
                .name("org.kde.StatusNotifierWatcher")?
                .name("org.freedesktop.Notifications")?
                .serve_at("/StatusNotifierWatcher", Watcher(Arc::clone(&icon)))?
                .serve_at("/org/freedesktop/Notifications", Notifications(Arc::clone(&notifications)))?
                .build()
                .await?;
            Ok(Self { bus, icon, notifications })
        }

        pub async fn answer(&self, command: &str) -> Json {
            match command.split_once(' ').unwrap_or((command, "")) {
                // A program that has ended, or takes its icon away just now, shows none.
                ("tray", _) => self.tray().await.ok().flatten().map_or(Json::Null, |(_, entries)| {
                    entries
                        .iter()
                        .map(|entry| json!({ "label": entry.label, "enabled": entry.enabled }))
                        .collect()
                }),
                ("choose", label) => match self.choose(label).await {
                    Ok(()) => json!({ "chosen": label }),
                    Err(error) => json!({ "error": error.to_string() }),
                },
                ("notifications", _) => {
                    Json::Array(self.notifications.lock().unwrap_or_else(PoisonError::into_inner).clone())
                }
                (unknown, _) => json!({ "error": format!("no such command: {unknown}") }),
            }
        }

        /// Returns the menu of the icon and its visible entries; none if no icon is shown.
        async fn tray(&self) -> Result<Option<(Proxy<'_>, Vec<Entry>)>, Failure> {
            let Some((program, path)) = self.icon.lock().unwrap_or_else(PoisonError::into_inner).clone()
            else {
                return Ok(None);
            };
            let item = Proxy::new(&self.bus, program.clone(), path, ITEM).await?;
            if item.get_property::<String>("Status").await? == "Passive" {
                return Ok(None);
            }
            let menu: OwnedObjectPath = item.get_property("Menu").await?;
            let menu = Proxy::new(&self.bus, program, menu, MENU).await?;
            let entries = entries(&menu).await?;
            Ok(Some((menu, entries)))
        }

        async fn choose(&self, label: &str) -> Result<(), Failure> {
            let (menu, entries) = self.tray().await?.ok_or("no icon is shown")?;
            let entry = entries.iter().find(|entry| entry.label == label && entry.enabled);
            let id = entry.ok_or_else(|| format!("no entry \"{label}\" can be chosen"))?.id;
            Ok(menu.call("Event", &(id, "clicked", Value::from(0), 0_u32)).await?)
        }
    }

    async fn entries(menu: &Proxy<'_>) -> Result<Vec<Entry>, Failure> {
        type Layout = (i32, HashMap<String, OwnedValue>, Vec<OwnedValue>);
        let wanted: &[&str] = &[];
        let (_revision, (_root, _properties, children)): (u32, Layout) =
            menu.call("GetLayout", &(ROOT, DEPTH, wanted)).await?;
        let mut entries = Vec::new();
        for child in &children {
            let child = child.downcast_ref::<Structure<'_>>()?;
            let [id, properties, ..] = child.fields() else {
                return Err("an entry without properties".into());
            };
            let properties = properties.downcast_ref::<Dict<'_, '_>>()?;
            if properties.get::<_, bool>(&VISIBLE)?.unwrap_or(true) {
                let label = properties.get::<_, String>(&LABEL)?.unwrap_or_default();
                let enabled = properties.get::<_, bool>(&ENABLED)?.unwrap_or(true);
                entries.push(Entry { id: id.downcast_ref()?, label, enabled });
            }
        }
        Ok(entries)
    }
}

#[cfg(target_os = "linux")]
fn main() -> Result<(), shell::Failure> {
    let runtime = tokio::runtime::Runtime::new()?;
    let shell = runtime.block_on(shell::Shell::start())?;
    println!("{}", serde_json::json!("ready"));
    for command in std::io::stdin().lines() {
        println!("{}", runtime.block_on(shell.answer(&command?)));
    }
    Ok(())
}

#[cfg(not(target_os = "linux"))]
fn main() {}
