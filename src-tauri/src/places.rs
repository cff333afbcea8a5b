//! Where Paysheet keeps its files. Practice and live ledgers never share a folder.

use std::{fs, io, path::PathBuf};

use tauri::{AppHandle, Manager, Runtime};

/// What the sample workbook is called.
const SAMPLE_NAME: &str = "Kola Foods payroll November 2026.xlsx";

/// Folders and files of this user.
#[derive(Clone, Debug)]
pub struct Places {
    data: PathBuf,
    config: PathBuf,
    pub documents: PathBuf,
}

impl Places {
    /// The system's folders for this application.
    ///
    /// # Errors
    /// Where the system names none, or they cannot be made.
    pub fn of<R: Runtime>(app: &AppHandle<R>) -> Result<Self, Box<dyn std::error::Error>> {
        let paths = app.path();
        let data = paths.app_data_dir()?;
        Ok(Self::at(data.clone(), paths.app_config_dir()?, paths.document_dir().unwrap_or(data))?)
    }

    /// # Errors
    /// Where a folder cannot be made.
    pub fn at(data: PathBuf, config: PathBuf, documents: PathBuf) -> io::Result<Self> {
        for folder in [&data.join("practice"), &data.join("live"), &config] {
            fs::create_dir_all(folder)?;
        }
        Ok(Self { data, config, documents })
    }

    pub fn practice_ledger(&self) -> PathBuf {
        self.data.join("practice").join("ledger.db")
    }

    pub fn practice_key(&self) -> PathBuf {
        self.data.join("practice").join("profile.key")
    }

    pub fn practice_service(&self) -> PathBuf {
        self.data.join("practice").join("service.jsonl")
    }

    pub fn sample(&self) -> PathBuf {
        self.data.join("practice").join(SAMPLE_NAME)
    }

    pub fn live_ledger(&self) -> PathBuf {
        self.data.join("live").join("ledger.db")
    }

    pub fn preferences(&self) -> PathBuf {
        self.config.join("preferences.json")
    }
}
