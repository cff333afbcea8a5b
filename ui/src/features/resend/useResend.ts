// Sends again what was approved earlier. What the desk asks before it does so (the total, a decision, the account, the
// destination) is asked in a dialog, and then it is tried once more.

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
import { keys, takeSession, useSession } from "../../query";

export const ASKS = [
  "total_needed",
  "questions_open",
  "account_differs",
  "approved_for_other",
] as const satisfies ErrorCode[];
export type AskCode = (typeof ASKS)[number];
/** `round` counts: what was typed for an earlier question is not typed for this one. */
export type Ask = { code: AskCode; host: string | null; round: number; isRepeated: boolean };

export const asksOf = (code: ErrorCode): AskCode | null => ASKS.find((one) => one === code) ?? null;

export type Resend = {
  payroll: number;
  isBusy: boolean;
  isLocked: boolean;
  /** What went wrong and is no question. */
  error: DeskError | null;
  ask: Ask | null;
  send: (input?: ResendInput) => Promise<void>;
  /** Approves once more for what the profile names now, then sends. */
  approveAnew: (totals: TypedTotal[]) => Promise<void>;
  /** Asks what an earlier sending stopped for. */
  askFor: (error: AppError) => void;
  close: () => void;
  forget: () => void;
};

/** A second click while the first is under way does nothing. */
export function useResend(
  payroll: number,
  call: (input: ResendInput | null) => Promise<unknown>,
  onSent?: () => void,
): Resend {
  const client = useQueryClient();
  const { unlocked } = useSession();
  const underWay = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<DeskError | null>(null);
  const [ask, setAsk] = useState<Ask | null>(null);
  const askFor = (wanted: AppError): void => {
    const code = asksOf(wanted.code);
    if (code === null) return;
    setAsk((before) => ({
      code,
      host: wanted.code === "approved_for_other" ? wanted.data.host : null,
      round: (before?.round ?? 0) + 1,
      isRepeated: before?.code === code,
    }));
  };
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    if (underWay.current) return;
    underWay.current = true;
    setBusy(true);
    setError(null);
    try {
      if (!unlocked) takeSession(await ipc.changeSession("unlock"));
      await work();
      setAsk(null);
      onSent?.();
    } catch (thrown) {
      const known = asDeskError(thrown);
      if (asksOf(known.code) === null) setError(known);
      else askFor(known);
    } finally {
      underWay.current = false;
      setBusy(false);
      await client.invalidateQueries({ queryKey: keys.payroll(payroll) });
    }
  };
  return {
    payroll,
    isBusy,
    isLocked: !unlocked,
    error,
    ask,
    send: (input) => run(() => call(input ?? null)),
    approveAnew: (totals) =>
      run(async () => {
        await ipc.approveAnew(payroll, totals);
        await call(null);
      }),
    askFor,
    close: () => {
      setAsk(null);
      setError(null);
    },
    forget: () => setError(null),
  };
}
