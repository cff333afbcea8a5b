// Sends again what was approved earlier. If the desk needs a confirmation first (total, decision, account,
// destination), a dialog asks for it, and sending is retried.

import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";

import {
  type AppError,
  asDeskError,
  type DeskError,
  type ErrorCode,
  ipc,
  type ResendInput,
  type TypedTotal,
} from "../../ipc";
import { keys, cacheSession, useSession } from "../../query";

export const CONFIRMABLE_ERRORS = [
  "total_needed",
  "questions_open",
  "account_differs",
  "approved_for_other",
] as const satisfies ErrorCode[];
export type ConfirmationCode = (typeof CONFIRMABLE_ERRORS)[number];
/** `round` increments: input for an earlier confirmation is not reused. */
export type ConfirmationRequest = { code: ConfirmationCode; host: string | null; round: number; isRepeated: boolean };

export const confirmationCodeOf = (code: ErrorCode): ConfirmationCode | null =>
  CONFIRMABLE_ERRORS.find((one) => one === code) ?? null;

export type Resend = {
  payroll: number;
  isBusy: boolean;
  isLocked: boolean;
  /** An error that needs no confirmation. */
  error: DeskError | null;
  confirmation: ConfirmationRequest | null;
  send: (input?: ResendInput) => Promise<void>;
  /** Approves again for the profile's current destination, then sends. */
  approveAnew: (totals: TypedTotal[]) => Promise<void>;
  /** Opens the confirmation that an earlier attempt stopped for. */
  requestConfirmation: (error: AppError) => void;
  close: () => void;
  forget: () => void;
};

/** A second click during a request does nothing. */
export function useResend(
  payroll: number,
  call: (input: ResendInput | null) => Promise<unknown>,
  onSent?: () => void,
): Resend {
  const client = useQueryClient();
  const { unlocked } = useSession();
  const inFlight = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<DeskError | null>(null);
  const [confirmation, setConfirmation] = useState<ConfirmationRequest | null>(null);
  const requestConfirmation = (refusal: AppError): void => {
    const code = confirmationCodeOf(refusal.code);
    if (code === null) return;
    setConfirmation((before) => ({
      code,
      host: refusal.code === "approved_for_other" ? refusal.data.host : null,
      round: (before?.round ?? 0) + 1,
      isRepeated: before?.code === code,
    }));
  };
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    if (inFlight.current) return;
    inFlight.current = true;
    setBusy(true);
    setError(null);
    try {
      if (!unlocked) cacheSession(await ipc.changeSession("unlock"));
      await work();
      setConfirmation(null);
      onSent?.();
    } catch (thrown) {
      const known = asDeskError(thrown);
      if (confirmationCodeOf(known.code) === null) setError(known);
      else requestConfirmation(known);
    } finally {
      inFlight.current = false;
      setBusy(false);
      await client.invalidateQueries({ queryKey: keys.payroll(payroll) });
    }
  };
  return {
    payroll,
    isBusy,
    isLocked: !unlocked,
    error,
    confirmation,
    send: (input) => run(() => call(input ?? null)),
    approveAnew: (totals) =>
      run(async () => {
        await ipc.approveAnew(payroll, totals);
        await call(null);
      }),
    requestConfirmation,
    close: () => {
      setConfirmation(null);
      setError(null);
    },
    forget: () => setError(null),
  };
}
