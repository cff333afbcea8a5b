/**
 * Encrypts a message for a one-time key of the desk: the buffers between page and desk are not wiped, so they must
 * contain no plain text. The desk's side is `src-tauri/crates/app/src/card_session/sealed.rs`.
 */
import { ipc } from "../ipc";

const PURPOSE = new TextEncoder().encode("paysheet card 1");
const CURVE = { name: "ECDH", namedCurve: "P-256" } as const;
const SHARED_BITS = 256;
const NONCE_BYTES = 12;

type Bytes = Uint8Array<ArrayBuffer>;

/** Returns the encrypted message; the plain one is wiped in any case. */
export async function sealed(message: Bytes): Promise<Bytes> {
  try {
    return await seal(message, Uint8Array.from(await ipc.cardKey()));
  } finally {
    message.fill(0);
  }
}

/** Our public point, then the message encrypted with the shared key. The key is used once, so it needs no nonce. */
export async function seal(message: Bytes, theirs: Bytes): Promise<Bytes> {
  const { subtle } = crypto;
  const mine = await subtle.generateKey(CURVE, false, ["deriveBits"]);
  const point = new Uint8Array(await subtle.exportKey("raw", mine.publicKey));
  const their = await subtle.importKey("raw", theirs, CURVE, false, []);
  const shared = await subtle.deriveBits({ name: "ECDH", public: their }, mine.privateKey, SHARED_BITS);
  const secret = await subtle.importKey("raw", shared, "HKDF", false, ["deriveKey"]);
  const made = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: join(PURPOSE, theirs, point) };
  const key = await subtle.deriveKey(made, secret, { name: "AES-GCM", length: SHARED_BITS }, false, ["encrypt"]);
  const text = await subtle.encrypt({ name: "AES-GCM", iv: new Uint8Array(NONCE_BYTES) }, key, message);
  return join(point, new Uint8Array(text));
}

function join(...parts: Bytes[]): Bytes {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
