use data_encoding::HEXLOWER;
use jiff::civil::date;
use paysheet_domain::{ProfileKey, reference::PROFILE_KEY_BYTES};
use proptest::prelude::*;
use secrecy::SecretString;
use sha2::{Digest, Sha256};

use super::{
    layout::{FINGERPRINT_AT, HEAD_BYTES, NAME_AT},
    sealed_key::name_digest,
    *,
};

/// Enough for a test, and computed in a millisecond.
const LEAST: Effort = Effort { memory_mib: 1, passes: 1, lanes: 1 };
const PASSPHRASE: &str = "four words canary enough";

fn passphrase(text: &str) -> Passphrase {
    Passphrase::typed(&SecretString::from(text)).unwrap()
}

fn key(byte: u8) -> ProfileKey {
    ProfileKey::from_hex(&format!("{byte:02x}").repeat(PROFILE_KEY_BYTES)).unwrap()
}

fn backup_of(key: &ProfileKey, profile: &str) -> KeyBackup {
    let sealed = SealedKey::seal(key, profile, &passphrase(PASSPHRASE), LEAST).unwrap();
    KeyBackup::new(sealed, profile, date(2026, 11, 22))
}

/// Returns a backup that its maker altered afterwards: every check that needs no passphrase is computed anew.
fn altered(backup: &KeyBackup, alter: impl FnOnce(&mut [u8; SEALED_BYTES])) -> KeyBackup {
    let mut bytes = backup.sealed.0;
    alter(&mut bytes);
    KeyBackup { sealed: SealedKey(bytes), label: backup.label.clone() }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn what_was_sealed_is_what_opens(
        bytes in prop::array::uniform32(any::<u8>()),
        secret in "\\PC{1,40}",
        profile in "[^\\p{C}]{1,80}",
    ) {
        let key = ProfileKey::from_hex(&HEXLOWER.encode(&bytes)).unwrap();
        let sealed = SealedKey::seal(&key, &profile, &passphrase(&secret), LEAST).unwrap();
        let backup = KeyBackup::new(sealed, &profile, date(2026, 11, 22));
        let text = backup.to_text().unwrap();
        let read = KeyBackup::read_file(text.as_bytes()).unwrap();
        prop_assert_eq!(&read, &backup);
        prop_assert_eq!(read.sealed.open(&passphrase(&secret)).unwrap().to_hex(), key.to_hex());
        let typed = KeyBackup::read(&backup.lines().join("\n")).unwrap();
        prop_assert_eq!(typed.sealed.open(&passphrase(&secret)).unwrap().to_hex(), key.to_hex());
        prop_assert!(read.sealed.is_of(&fingerprint(&key)));
    }

    #[test]
    fn a_damaged_file_is_refused_before_any_passphrase(at in any::<prop::sample::Index>(), to in any::<u8>()) {
        let mut bytes = backup_of(&key(7), "Kola Foods").to_text().unwrap().into_bytes();
        let at = at.index(bytes.len());
        prop_assume!(bytes[at] != to);
        bytes[at] = to;
        prop_assert!(KeyBackup::read_file(&bytes).is_err());
    }

    #[test]
    fn what_is_no_backup_is_none(text in "\\PC{0,400}") {
        prop_assert!(KeyBackup::read(&text).is_err());
    }
}

#[test]
fn every_flipped_bit_of_a_file_is_refused() {
    let text = backup_of(&key(7), "Kọ́lá Foods").to_text().unwrap();
    for at in 0..text.len() {
        for bit in 0..8 {
            let mut bytes = text.clone().into_bytes();
            bytes[at] ^= 1 << bit;
            let read = KeyBackup::read_file(&bytes);
            assert!(
                matches!(read, Err(BackupError::Damaged | BackupError::NotABackup)),
                "{at} {bit} {read:?}"
            );
        }
    }
    for end in 0..text.len() - 1 {
        assert!(KeyBackup::read_file(&text.as_bytes()[..end]).is_err(), "cut at {end}");
    }
}

/// An attacker who can compute checksums alters the bytes: then the seal refuses them.
#[test]
fn every_flipped_bit_of_what_is_sealed_is_refused() {
    let backup = backup_of(&key(7), "Kola Foods");
    let opens = |backup: &KeyBackup| {
        let read = KeyBackup::read(&backup.lines().join(" "))?;
        read.sealed.open(&passphrase(PASSPHRASE)).map(drop)
    };
    assert_eq!(opens(&backup), Ok(()));
    for at in 0..SEALED_BYTES {
        for bit in 0..8 {
            // Half a gigabyte of memory is allowed, and takes time.
            if at == 1 || (at == 2 && bit > 4) {
                continue;
            }
            let altered = altered(&backup, |bytes| bytes[at] ^= 1 << bit);
            assert!(opens(&altered).is_err(), "byte {at}, bit {bit}");
        }
    }
}

#[test]
fn a_backup_that_asks_for_too_much_is_refused_before_any_work() {
    let backup = backup_of(&key(7), "Kola Foods");
    let read = |memory: u16, passes: u8, lanes: u8| {
        let altered = altered(&backup, |bytes| {
            bytes[1..3].copy_from_slice(&memory.to_be_bytes());
            (bytes[3], bytes[4]) = (passes, lanes);
        });
        let by_hand = altered.sealed.open(&passphrase(PASSPHRASE)).map(drop);
        (KeyBackup::read(&altered.to_text().unwrap()).map(drop), by_hand)
    };
    for (memory, passes, lanes) in [
        (513, 1, 1),
        (u16::MAX, 1, 1),
        (0, 1, 1),
        (1, 11, 1),
        (1, u8::MAX, 1),
        (1, 0, 1),
        (1, 1, 17),
        (1, 1, 0),
    ] {
        let refused = (Err(BackupError::TooDemanding), Err(BackupError::TooDemanding));
        assert_eq!(read(memory, passes, lanes), refused, "{memory} MiB, {passes} passes, {lanes} lanes");
    }
    assert!(Effort::STANDARD.is_allowed() && Effort::MOST.is_allowed());
    let most = Effort { memory_mib: 513, ..LEAST };
    let sealed = SealedKey::seal(&key(7), "Kola", &passphrase(PASSPHRASE), most);
    assert_eq!(sealed, Err(BackupError::TooDemanding), "nothing is written that is not read again");
}

#[test]
fn another_passphrase_does_not_open_it_and_is_told_from_damage() {
    let backup = backup_of(&key(7), "Kola Foods");
    for wrong in ["four words canary enougH", "four words canary enough ", "x"] {
        assert_eq!(backup.sealed.open(&passphrase(wrong)).map(drop), Err(BackupError::NotOpened));
    }
    let damaged = backup.to_text().unwrap().replace("Kola", "Kolo");
    assert_eq!(KeyBackup::read(&damaged), Err(BackupError::Damaged));
}

/// Anybody can compute the file's name and checksum anew; the digest of the name is under the seal.
#[test]
fn the_profile_of_a_file_cannot_be_exchanged() {
    let backup = backup_of(&key(7), "Kola Foods");
    let renamed = KeyBackup::new(backup.sealed.clone(), "Kola Farms", date(2026, 11, 22));
    assert_eq!(KeyBackup::read(&renamed.to_text().unwrap()), Err(BackupError::Damaged));
    let resealed =
        altered(&renamed, |bytes| bytes[NAME_AT..HEAD_BYTES].copy_from_slice(&name_digest("Kola Farms")));
    let read = KeyBackup::read(&resealed.to_text().unwrap()).unwrap();
    assert_eq!(read.sealed.open(&passphrase(PASSPHRASE)).map(drop), Err(BackupError::NotOpened));
}

#[test]
fn a_later_version_is_called_that() {
    let backup = backup_of(&key(7), "Kola Foods");
    let text = backup.to_text().unwrap().replace("Version: 1", "Version: 2");
    let (said, _) = text.rsplit_once("\nChecksum").unwrap();
    let digest = HEXLOWER.encode(&Sha256::digest(said.as_bytes()));
    let later = format!("{said}\nChecksum: {digest}\n");
    assert_eq!(KeyBackup::read(&later), Err(BackupError::NewerVersion { version: 2 }));
    let sealed = altered(&backup, |bytes| bytes[0] = 3);
    assert_eq!(KeyBackup::read(&sealed.lines().join("\n")), Err(BackupError::NewerVersion { version: 3 }));
}

#[test]
fn a_file_that_went_through_a_mail_program_is_the_same() {
    let backup = backup_of(&key(7), "Kola Foods");
    let text = backup.to_text().unwrap();
    for sent in [text.replace('\n', "\r\n"), format!("\u{feff}{text}")] {
        assert_eq!(KeyBackup::read_file(sent.as_bytes()), Ok(backup.clone()));
    }
}

#[test]
fn lines_are_taken_as_people_type_them() {
    let backup = backup_of(&key(7), "Kola Foods");
    let lines = backup.lines();
    assert_eq!((lines.len(), lines[0].len(), lines[6].len()), (7, 29, 24));
    let numbered = |mark: &str| {
        (1..).zip(&lines).map(|(number, line)| format!("{number}{mark}{line}\n")).collect::<String>()
    };
    let whole = lines.join("\n");
    let looks_like = |from: &str, to: &str| {
        let [from, to] = [from, to].map(|text| text.chars().collect::<Vec<_>>());
        whole
            .chars()
            .map(|c| from.iter().position(|own| *own == c).map_or(c, |at| to[at]))
            .collect::<String>()
    };
    for (how, typed) in [
        ("as printed", whole.clone()),
        ("in small letters", whole.to_lowercase()),
        ("without spaces", whole.replace(' ', "")),
        ("with dashes", whole.replace(' ', "-")),
        ("with long dashes", whole.replace(' ', " – ")),
        ("with hard spaces", whole.replace(' ', "\u{a0}")),
        ("in one go", whole.replace('\n', " ")),
        ("without any space", whole.replace(['\n', ' '], "")),
        ("with numbers and points", numbered(". ")),
        ("with numbers and brackets", numbered(") ")),
        ("with numbers alone", numbered(" ")),
        ("with blank lines", whole.replace('\n', "\r\n\r\n")),
        ("in groups under each other", whole.replace(' ', "\n")),
        ("letter O for zero", looks_like("0", "O")),
        ("small o for zero", looks_like("0", "o")),
        ("I for one", looks_like("1", "I")),
        ("small l for one", looks_like("1", "l")),
        ("U for V", looks_like("V", "U")),
    ] {
        assert_eq!(KeyBackup::read(&typed).map(|read| read.sealed), Ok(backup.sealed.clone()), "{how}");
    }
}

#[test]
fn what_is_mistyped_is_told_by_its_line() {
    let whole = backup_of(&key(7), "Kola Foods");
    let lines = whole.lines();
    let with = |number: usize, line: &str| {
        let mut lines = lines.clone();
        line.clone_into(&mut lines[number - 1]);
        KeyBackup::read(&lines.join("\n"))
    };
    let mistyped = |lines: &[usize]| Err(BackupError::LinesMistyped { lines: lines.to_vec() });
    let mut passed_by_chance = 0;
    for (number, line) in (1..).zip(&lines) {
        // Replaces each symbol by each other one.
        for (at, own) in line.char_indices().filter(|(_, c)| *c != ' ') {
            for other in "0123456789ABCDEFGHJKMNPQRSTVWXYZ?é".chars().filter(|other| *other != own) {
                let typed: String =
                    line.char_indices().map(|(i, c)| if i == at { other } else { c }).collect();
                let read = with(number, &typed);
                let is_same = read.as_ref().is_ok_and(|read| read.sealed == whole.sealed);
                passed_by_chance += usize::from(!is_same && read != mistyped(&[number]));
            }
        }
        assert_eq!(with(number, &line[1..]), mistyped(&[number]), "one is missing");
        assert_eq!(with(number, &format!("{line}7")), mistyped(&[number]), "one too many");
    }
    // A check of 20 bits lets one of a million through. Of these 6,000, one in 160 runs; the seal refuses that one.
    assert!(passed_by_chance <= 2, "{passed_by_chance} mistyped lines passed");
    let mut exchanged = lines.clone();
    exchanged.swap(1, 2);
    assert_eq!(KeyBackup::read(&exchanged.join("\n")), mistyped(&[2, 3]), "each in the other's place");
    assert_eq!(KeyBackup::read(&lines[..6].join("\n")), Err(BackupError::LinesMissing { found: 6 }));
    assert_eq!(KeyBackup::read(""), Err(BackupError::LinesMissing { found: 0 }));
}

#[test]
fn two_backups_have_nothing_in_common_but_what_they_name() {
    let [one, two] = [backup_of(&key(7), "Kola Foods"), backup_of(&key(7), "Kola Foods")];
    assert_eq!(one.sealed.0[..5], two.sealed.0[..5]);
    assert_ne!(one.sealed.0[5..FINGERPRINT_AT], two.sealed.0[5..FINGERPRINT_AT], "the salt");
    assert_ne!(one.sealed.0[HEAD_BYTES..], two.sealed.0[HEAD_BYTES..]);
    assert_eq!(one.sealed.fingerprint(), two.sealed.fingerprint());
    assert_eq!(one.sealed.fingerprint(), short_fingerprint(&fingerprint(&key(7))));
    assert!(!one.sealed.is_of(&fingerprint(&key(8))));
}

#[test]
fn a_passphrase_is_long_and_typed_twice() {
    let chosen = |typed: &str, repeated: &str| {
        Passphrase::chosen(&SecretString::from(typed), &SecretString::from(repeated)).map(drop)
    };
    let long = "ab12cd".repeat(200);
    for (typed, repeated, expected) in [
        ("correct horse", "correct horse", Ok(())),
        ("twelve chars", "twelve chars", Ok(())),
        ("eleven char", "eleven char", Err(PassphraseError::TooShort)),
        ("ọọọọọọ", "ọọọọọọ", Err(PassphraseError::TooShort)),
        ("", "", Err(PassphraseError::Missing)),
        ("aaaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaaa", Err(PassphraseError::TooSimple)),
        ("121212121212", "121212121212", Err(PassphraseError::TooSimple)),
        ("correct horse", "correct horsE", Err(PassphraseError::Differs)),
        ("correct horse", "", Err(PassphraseError::Differs)),
        // The same letter, in composed and in decomposed form.
        ("k\u{f3}l\u{e1} foods ltd", "ko\u{301}la\u{301} foods ltd", Ok(())),
        (&long, &long, Err(PassphraseError::TooLong)),
    ] {
        assert_eq!(chosen(typed, repeated), expected, "{typed} {repeated}");
    }
    let backup = backup_of(&key(7), "Kola Foods");
    assert!(backup.sealed.open(&passphrase(PASSPHRASE)).is_ok());
    let sealed = SealedKey::seal(&key(7), "Kola", &passphrase("ko\u{301}la\u{301} foods"), LEAST).unwrap();
    assert!(sealed.open(&passphrase("k\u{f3}l\u{e1} foods")).is_ok(), "typed on another computer");
}

#[test]
fn neither_key_nor_passphrase_can_be_read_or_printed() {
    let key = key(0x5a);
    let backup = backup_of(&key, "Kola Foods");
    let shown = format!("{:?}{}", backup, backup.to_text().unwrap());
    let raw = [0x5a; 8];
    assert!(!shown.contains("5a5a5a5a") && !backup.sealed.0.windows(8).any(|window| window == raw));
    let secret = passphrase(PASSPHRASE);
    let error = backup.sealed.open(&passphrase("another canary")).unwrap_err();
    let said = format!("{secret:?}{error:?}{error}{shown}");
    assert!(!said.contains("canary"), "{said}");
}

/// A later version has to read a backup that this version writes: this text never changes.
#[test]
fn a_backup_of_today_opens_for_ever() {
    let text = include_str!("testdata/version-1.txt");
    let backup = KeyBackup::read(text).unwrap();
    assert_eq!(backup.sealed.effort(), Effort { memory_mib: 8, passes: 2, lanes: 2 });
    let opened = backup.sealed.open(&passphrase("the first passphrase")).unwrap();
    assert_eq!(*opened.to_hex(), *key(0x2a).to_hex());
    let label = backup.label.unwrap();
    assert_eq!((label.profile.as_str(), label.created), ("Kola Foods", date(2026, 11, 22)));
}
