/** The desk's side of a sealed message, for tests. */

type Bytes = Uint8Array<ArrayBuffer>;

const CURVE = { name: "ECDH", namedCurve: "P-256" } as const;
const POINT_BYTES = 65;
const { subtle } = crypto;

export class TestDesk {
  #key: CryptoKeyPair | null = null;
  #point: Bytes = new Uint8Array();

  /** A new key, as `card_key` returns it. */
  async key(): Promise<number[]> {
    this.#key = await subtle.generateKey(CURVE, false, ["deriveBits"]);
    this.#point = new Uint8Array(await subtle.exportKey("raw", this.#key.publicKey));
    return [...this.#point];
  }

  /** Decrypts a message for that key, once. */
  async open(message: Bytes): Promise<unknown> {
    if (this.#key === null) throw new Error("no key was asked for");
    const { privateKey } = this.#key;
    this.#key = null;
    const theirs = message.slice(0, POINT_BYTES);
    const their = await subtle.importKey("raw", theirs, CURVE, false, []);
    const shared = await subtle.deriveBits({ name: "ECDH", public: their }, privateKey, 256);
    const secret = await subtle.importKey("raw", shared, "HKDF", false, ["deriveKey"]);
    const info = Uint8Array.from([...new TextEncoder().encode("paysheet card 1"), ...this.#point, ...theirs]);
    const made = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info };
    const key = await subtle.deriveKey(made, secret, { name: "AES-GCM", length: 256 }, false, ["decrypt"]);
    const text = await subtle.decrypt({ name: "AES-GCM", iv: new Uint8Array(12) }, key, message.slice(POINT_BYTES));
    return JSON.parse(new TextDecoder().decode(text));
  }
}

/** The desk's parsing of an amount; its rules have tests of their own. */
export function amount(typed: string): string | null {
  const plain = typed.trim().replaceAll(",", "");
  return /^[1-9]\d*$/.test(plain) ? `${plain}.00` : /^\d+\.\d\d$/.test(plain) ? plain : null;
}
