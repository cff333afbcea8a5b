//! The bytes of a fault, and where they are cut. Details follow from the seeded random numbers alone.

use std::time::Duration;

use axum::{
    body::to_bytes,
    http::{StatusCode, header::CONTENT_TYPE},
    response::Response,
};

use super::{
    answer::{Answer, JSON},
    line::{Ending, Pace},
    words,
};
use crate::{
    faults::{ActiveFault, Answering, Cutting, FaultPhase, Manner, Taken, Then},
    random::SeededRng,
};

/// Longest response of the service that is changed; its own responses are far shorter.
const ANSWER_BYTES_MAX: usize = 16 * 1024 * 1024;
/// Length of the largest response, without its first and last few bytes.
const HUGE_BYTES: u64 = 512 * 1024 * 1024;
/// Shortest duration of a drip, whatever the length.
const DRIP_MS_MIN: u64 = 500;
const DRIP_MS_SPREAD: u64 = 5_500;
/// Most bytes of a drip that are sent at a time.
const DRIP_BYTES_MAX: u64 = 8;

/// How a response marks its end.
#[derive(Clone, Copy)]
enum Framing {
    Length(u64),
    Chunked,
    /// By the end of the connection.
    Unsized,
}

/// A response as bytes; the first bytes are its head.
struct Wire {
    bytes: Vec<u8>,
    head: usize,
}

/// Returns how the connection of a request that met the fault ends. `own` is the service's response, if there is one;
/// redirects point to `location`.
pub(crate) async fn ending(met: ActiveFault, own: Option<Response>, location: String) -> Ending {
    let ActiveFault { fault, mut rng } = met;
    let own = match (fault.taken(), own) {
        (Taken::Yes, Some(own)) => Answer::of(own).await,
        (Taken::Yes | Taken::No, _) => words::pretended(&mut rng),
    };
    match (fault.kind().manner(), fault.phase()) {
        (Manner::Silence(then), FaultPhase::Read) => {
            Ending::saying(cut(own.whole(), Cutting::Sized, &mut rng), then)
        }
        (Manner::Silence(then), FaultPhase::Connect | FaultPhase::Send | FaultPhase::Wait) => {
            Ending::silent(then)
        }
        (Manner::Answer(answering), _) => answering_so(answering, &own, &location, &mut rng),
        // These are handled elsewhere and do not occur here.
        (Manner::Opening(_) | Manner::Callbacks(_), _) => own.sent(),
    }
}

fn answering_so(answering: Answering, own: &Answer, location: &str, rng: &mut SeededRng) -> Ending {
    match answering {
        Answering::Drip => Ending { pace: drip(own.whole().bytes.len(), rng), ..own.sent() },
        Answering::Cut(cutting) => {
            let wire = match cutting {
                Cutting::Sized => own.whole(),
                Cutting::Chunked => own.wire(Framing::Chunked),
                Cutting::Unsized => own.wire(Framing::Unsized),
            };
            Ending::saying(cut(wire, cutting, rng), Then::Close)
        }
        Answering::Garbage => Ending::saying(words::garbage(rng), Then::Close),
        Answering::GarbageBody => words::garbage_body(rng).sent(),
        Answering::Huge => huge(rng),
        Answering::Status(status) => words::status(status, location, rng).sent(),
        Answering::ErrorOn200 => words::error_on_200(rng).sent(),
        Answering::ReferenceIsThere => words::reference_is_there(rng).sent(),
        Answering::WrongTypes => words::wrong_types(rng).sent(),
    }
}

/// Returns the duration of a drip in milliseconds.
pub(crate) const fn drip_ms(rng: &mut SeededRng) -> u64 {
    DRIP_MS_MIN + rng.below(DRIP_MS_SPREAD)
}

/// Returns the pace at which this many bytes are written.
fn drip(bytes: usize, rng: &mut SeededRng) -> Pace {
    let total_ms = drip_ms(rng);
    let piece = 1 + usize::try_from(rng.below(DRIP_BYTES_MAX)).unwrap_or_default();
    let pieces = bytes.div_ceil(piece).max(1) as u64;
    Pace::Drip { bytes: piece, pause: Duration::from_micros(total_ms * 1_000 / pieces) }
}

/// Returns the beginning of a response. One with a length may be cut anywhere, also in its head; the others after their
/// head.
fn cut(wire: Wire, cutting: Cutting, rng: &mut SeededRng) -> Vec<u8> {
    let Wire { mut bytes, head } = wire;
    let first = match cutting {
        Cutting::Sized => 1,
        Cutting::Chunked | Cutting::Unsized => head,
    };
    let more = rng.below(bytes.len().saturating_sub(first) as u64);
    bytes.truncate(first + usize::try_from(more).unwrap_or_default());
    bytes
}

fn huge(rng: &mut SeededRng) -> Ending {
    let body = br#"{"status":"success","data":{"message":""#.to_vec();
    let framing = match rng.below(2) {
        0 => Framing::Length(HUGE_BYTES),
        _ => Framing::Unsized,
    };
    let flood_bytes = HUGE_BYTES - body.len() as u64;
    let answer = Answer { status: 200, content_type: JSON.to_owned(), location: None, body };
    Ending { flood_bytes, ..Ending::saying(answer.wire(framing).bytes, Then::Close) }
}

impl Answer {
    async fn of(response: Response) -> Self {
        let (head, body) = response.into_parts();
        let content_type = head.headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let content_type = content_type.unwrap_or(JSON).to_owned();
        let body = to_bytes(body, ANSWER_BYTES_MAX).await.unwrap_or_default().to_vec();
        Self { status: head.status.as_u16(), content_type, location: None, body }
    }

    /// Sends the whole response, and then ends the connection.
    fn sent(&self) -> Ending {
        Ending::saying(self.whole().bytes, Then::Close)
    }

    fn whole(&self) -> Wire {
        self.wire(Framing::Length(self.body.len() as u64))
    }

    fn wire(&self, framing: Framing) -> Wire {
        let Self { status, content_type, location, body } = self;
        let reason = StatusCode::from_u16(*status).ok().and_then(|status| status.canonical_reason());
        let reason = reason.unwrap_or("Said");
        let mut head = format!("HTTP/1.1 {status} {reason}\r\ncontent-type: {content_type}\r\n");
        if let Some(location) = location {
            head += &format!("location: {location}\r\n");
        }
        head += &match framing {
            Framing::Length(bytes) => format!("content-length: {bytes}\r\n"),
            Framing::Chunked => "transfer-encoding: chunked\r\n".to_owned(),
            Framing::Unsized => String::new(),
        };
        head += "connection: close\r\n\r\n";
        let mut bytes = head.into_bytes();
        let head = bytes.len();
        match framing {
            Framing::Length(_) | Framing::Unsized => bytes.extend_from_slice(body),
            Framing::Chunked => {
                let (first, second) = body.split_at(body.len() / 2);
                for chunk in [first, second].into_iter().filter(|chunk| !chunk.is_empty()) {
                    bytes.extend_from_slice(format!("{:x}\r\n", chunk.len()).as_bytes());
                    bytes.extend_from_slice(chunk);
                    bytes.extend_from_slice(b"\r\n");
                }
                bytes.extend_from_slice(b"0\r\n\r\n");
            }
        }
        Wire { bytes, head }
    }
}
