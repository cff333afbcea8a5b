/** Encodes a card and a code as the bytes that are sent. The texts are read from the fields; no state contains them. */
import type { ChargeInput } from "../ipc";
import { digitsOf, expiryOf, withoutSpaces } from "./fields";

type Typed = { value: string };
export type CardFields = { number: Typed; expiry: Typed; cvv: Typed; pin: Typed };

export function chargeMessage({ number, expiry, cvv, pin }: CardFields, input: ChargeInput): Uint8Array<ArrayBuffer> {
  const good = expiryOf(expiry.value);
  const card = {
    number: digitsOf(number.value),
    expiryMonth: good?.month ?? "",
    expiryYear: good?.year ?? "",
    cvv: withoutSpaces(cvv.value),
    pin: withoutSpaces(pin.value) || null,
  };
  return new TextEncoder().encode(JSON.stringify({ card, input }));
}

export const otpMessage = (field: Typed): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(JSON.stringify({ otp: withoutSpaces(field.value) }));

/** Clears all card fields. */
export function wipe(fields: CardFields): void {
  for (const field of [fields.number, fields.expiry, fields.cvv, fields.pin]) field.value = "";
}
