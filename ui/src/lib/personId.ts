/** A person's account as one text: the key of rows, lines and screens of people. */
import type { PersonKey } from "../ipc";

export const personId = ({ currency, bankCode, account }: PersonKey): string => `${currency}-${bankCode}-${account}`;
