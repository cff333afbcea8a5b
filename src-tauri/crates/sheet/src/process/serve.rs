//! The reading process itself: it limits what it may use, parses the file from its standard input, and writes the
//! cells to its standard output.

use std::{
    env,
    io::{self, Read, Write},
    panic::{AssertUnwindSafe, catch_unwind},
    process::ExitCode,
    thread,
};

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use super::{child::MARK, confinement, wire::Writer};
use crate::{
    error::FileError,
    formats::{BookFacts, Content, Opened, Stop},
    model::FileFacts,
};

/// Serves as the reading process if this program was started as one, and returns its exit code; otherwise returns
/// none. Call it first: before windows, threads and files.
#[must_use]
pub fn serve_if_asked() -> Option<ExitCode> {
    let content = Content::of_mark(&env::var_os(MARK)?);
    Some(match serve(content) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    })
}

fn serve(content: Content) -> io::Result<()> {
    confinement::myself()?;
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes)?;
    parse_file(&bytes, content, io::stdout().lock())
}

/// Parses a file and writes its content to `out`, or the error if it cannot be parsed.
///
/// # Errors
/// Errors of the stream.
pub(crate) fn parse_file(bytes: &[u8], content: Content, out: impl Write) -> io::Result<()> {
    let mut out = Writer::start(out)?;
    // Third-party parsers may panic. The panic is caught and the file is reported as unreadable; its checksum is
    // still computed.
    let (opened, sha256) = thread::scope(|scope| {
        let digest = scope.spawn(|| HEXLOWER.encode(&Sha256::digest(bytes)));
        let opened = catch_unwind(AssertUnwindSafe(|| content.read_sheets(bytes, &mut out)));
        (opened, digest.join())
    });
    let crashed = Stop::Refused(FileError::ReaderCrashed);
    match (opened.unwrap_or(Err(crashed)), sha256) {
        (Ok(Opened { kind, delimiter, encoding_guessed, are_records }), Ok(sha256)) => {
            let size = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
            let file = FileFacts { kind, bytes: size, sha256 };
            let encoding_guessed = encoding_guessed.map(str::to_owned);
            out.end(&BookFacts { file, delimiter, encoding_guessed, are_records })
        }
        (Err(Stop::Refused(error)), _) => out.refused(&error),
        (Err(Stop::Pipe(error)), _) => Err(error),
        (Ok(_), Err(_)) => out.refused(&FileError::ReaderCrashed),
    }
}
