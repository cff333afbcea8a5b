// The user's actions on a frozen payroll: change it, unlock the desk, type the totals, pay.

import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";

import type { TypedTexts } from "../../components";
import { asDeskError, type DeskError, ipc, type ReviewInput, type ReviewView, type TypedTotal } from "../../ipc";
import { cacheSession, useSession } from "../../query";
import type { Paying, useReview } from "./useReview";

/** Refusals whose cause is visible in the refetched review. */
const SHOWN_IN_REVIEW: ReadonlySet<DeskError["code"]> = new Set([
  "changed_since_shown",
  "questions_open",
  "bank_codes_not_confirmed",
  "wallet_missing",
]);

type Input = {
  review: ReviewView;
  /** Refetches the review; returns the error. */
  onRefresh: () => Promise<Error | null>;
  paying: Paying;
  change: ReturnType<typeof useReview>["change"];
  failed: DeskError | null;
  onFailed: (error: DeskError | null) => void;
};

export type Approval = {
  /** The field for the total. */
  field: RefObject<HTMLInputElement | null>;
  typed: TypedTexts;
  setTyped: (typed: TypedTexts) => void;
  problem: DeskError | null;
  isLocked: boolean;
  isUnlocking: boolean;
  isFetchingBanks: boolean;
  /** Clears the last error. */
  forget: () => void;
  edit: (patch: Partial<ReviewInput>) => void;
  unlock: () => Promise<void>;
  /** Fetches the missing lists of banks, and refetches the review with them. */
  fetchBanks: () => Promise<void>;
  retype: () => void;
  pay: (totals: TypedTotal[]) => Promise<void>;
};

export function useApproval({ review, onRefresh, paying, change, failed, onFailed }: Input): Approval {
  const session = useSession();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<TypedTexts>({});
  const [isUnlocking, setUnlocking] = useState(false);

  // Focused without scrolling the page: the user reads first.
  useEffect(() => field.current?.focus({ preventScroll: true }), []);

  const forget = (): void => {
    paying.forget();
    change.reset();
    onFailed(null);
  };
  const edit = (patch: Partial<ReviewInput>): void => {
    if (change.isPending || paying.isPaying) return;
    forget();
    change.mutate({ ...review.input, ...patch });
  };
  useOnUnlocked(session.unlocked, () => edit({}));

  const unlock = async (): Promise<void> => {
    setUnlocking(true);
    try {
      cacheSession(await ipc.changeSession("unlock"));
      forget();
      field.current?.focus();
    } catch (thrown) {
      onFailed(asDeskError(thrown));
    } finally {
      setUnlocking(false);
    }
  };
  const [isFetchingBanks, setFetchingBanks] = useState(false);
  const fetchBanks = async (): Promise<void> => {
    if (review.unconfirmed === null) return;
    setFetchingBanks(true);
    forget();
    try {
      await ipc.fetchBanks(review.unconfirmed.countries);
      const failure = await onRefresh();
      if (failure !== null) onFailed(asDeskError(failure));
    } catch (thrown) {
      onFailed(asDeskError(thrown));
    } finally {
      setFetchingBanks(false);
    }
  };
  const retype = (): void => {
    forget();
    setTyped({});
    field.current?.focus();
  };
  const pay = async (totals: TypedTotal[]): Promise<void> => {
    onFailed(null);
    const error = await paying.pay(review.fingerprint, totals);
    if (error === null || !SHOWN_IN_REVIEW.has(error.code)) return;
    // The typed total belongs to the payroll as it was before.
    if (error.code === "changed_since_shown") setTyped({});
    const failure = await onRefresh();
    if (failure !== null) onFailed(asDeskError(failure));
  };
  const problem = failed ?? paying.error ?? (change.error === null ? null : asDeskError(change.error));
  // The locked state is shown beside the disabled button.
  const isLocked = !session.unlocked || problem?.code === "locked";
  return {
    field,
    typed,
    setTyped,
    problem,
    isLocked,
    isUnlocking,
    isFetchingBanks,
    forget,
    edit,
    unlock,
    fetchBanks,
    retype,
    pay,
  };
}

/**
 * A payroll frozen while the desk was locked uses only the banks stored on this computer. Unlocking fetches the
 * service's list: the payroll is frozen again with it, and the typed total is compared with the new one.
 */
function useOnUnlocked(isUnlocked: boolean, freezeAgain: () => void): void {
  const onUnlocked = useEffectEvent(freezeAgain);
  const wasUnlocked = useRef(isUnlocked);
  useEffect(() => {
    if (isUnlocked && !wasUnlocked.current) onUnlocked();
    wasUnlocked.current = isUnlocked;
  }, [isUnlocked]);
}
