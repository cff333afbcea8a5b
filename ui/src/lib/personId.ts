/** A person's account as one text: what rows, lines and screens of people are told apart by. */
import type { PersonKey } from "../ipc";

export const personId = ({ currency, bankCode, account }: PersonKey): string => `${currency}-${bankCode}-${account}`;
