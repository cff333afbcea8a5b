//! Refuses network drives: SQLite's locks and `fsync` are not reliable there, and two computers could open one ledger.
//!
//! # A ledger stays on its computer
//!
//! It is in the local application folder, not in the roaming one (`app::state::app_paths`). Network
//! drives are refused (`ledger::store::network`; tested by the types of file systems, not on a real network drive).

use std::path::Path;

use crate::model::error::{LedgerError, Result};

/// Refuses a ledger on a network drive. A folder that cannot be inspected passes; opening the file reports the error.
///
/// # Errors
/// `OnNetwork`.
pub(crate) fn require_local(ledger: &Path) -> Result<()> {
    let ledger = std::path::absolute(ledger)?;
    if ledger.parent().is_some_and(imp::is_on_network) { Err(LedgerError::OnNetwork(ledger)) } else { Ok(()) }
}

#[cfg(target_os = "linux")]
mod imp {
    use std::path::Path;

    /// Types of file systems as `statfs(2)` and the kernel's `magic.h` list them: NFS, SMB 1 to 3, NCP, AFS (two),
    /// Coda, Ceph, Lustre, GPFS. FUSE is not among them: it serves local drives as well.
    pub(crate) const NETWORK_TYPES: [u32; 11] = [
        0x0000_6969,
        0x0000_517b,
        0xff53_4d42,
        0xfe53_4d42,
        0x0000_564c,
        0x5346_414f,
        0x6b41_4653,
        0x7375_7245,
        0x00c3_6400,
        0x0bd0_0bd0,
        0x4750_4653,
    ];

    pub fn is_on_network(folder: &Path) -> bool {
        rustix::fs::statfs(folder).is_ok_and(|found| is_network_type(found.f_type))
    }

    /// The type is a signed word on some processors: only its 32 bits are compared.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "only the 32 bits count")]
    pub(crate) fn is_network_type(file_system: rustix::fs::FsWord) -> bool {
        NETWORK_TYPES.contains(&(file_system as u32))
    }
}

#[cfg(target_os = "macos")]
mod imp {
    use std::path::Path;

    /// `MNT_LOCAL` of `sys/mount.h`: the file system is stored on this computer.
    const MOUNT_IS_LOCAL: u32 = 0x0000_1000;

    pub fn is_on_network(folder: &Path) -> bool {
        rustix::fs::statfs(folder).is_ok_and(|found| found.f_flags & MOUNT_IS_LOCAL == 0)
    }
}

#[cfg(windows)]
mod imp {
    use std::{
        os::windows::ffi::OsStrExt,
        path::{Component, Path, Prefix},
    };

    use windows_sys::Win32::Storage::FileSystem::GetDriveTypeW;

    /// `DRIVE_REMOTE` of `GetDriveTypeW`.
    const DRIVE_REMOTE: u32 = 4;

    pub fn is_on_network(folder: &Path) -> bool {
        let Some(Component::Prefix(prefix)) = folder.components().next() else { return false };
        if matches!(prefix.kind(), Prefix::UNC(..) | Prefix::VerbatimUNC(..)) {
            return true;
        }
        let mut root: Vec<u16> = prefix.as_os_str().encode_wide().collect();
        root.extend([u16::from(b'\\'), 0]);
        #[expect(
            unsafe_code,
            reason = "the call takes a text that ends with a zero, and keeps nothing of it"
        )]
        let kind = unsafe { GetDriveTypeW(root.as_ptr()) };
        kind == DRIVE_REMOTE
    }
}

#[cfg(not(any(target_os = "linux", target_os = "macos", windows)))]
mod imp {
    pub const fn is_on_network(_folder: &std::path::Path) -> bool {
        false
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_drive_of_this_computer_is_no_network_drive() {
        let folder = tempfile::TempDir::new().unwrap();
        assert!(require_local(&folder.path().join("ledger.db")).is_ok());
        assert!(require_local(&folder.path().join("not there").join("ledger.db")).is_ok());
    }

    #[test]
    fn file_systems_are_told_apart_by_their_type() {
        for (name, file_system, network) in [
            ("ext4", 0xef53, false),
            ("tmpfs", 0x0102_1994, false),
            ("btrfs", 0x9123_683e, false),
            ("overlay", 0x794c_7630, false),
            ("nfs", 0x6969, true),
            ("cifs", 0xff53_4d42, true),
            ("smb2", 0xfe53_4d42, true),
            ("ceph", 0x00c3_6400, true),
        ] {
            assert_eq!(imp::is_network_type(file_system), network, "{name}");
        }
    }
}
