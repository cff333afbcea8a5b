// The frozen payroll under review, and the one click that pays it.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";

import {
  asDeskError,
  type DeskError,
  ipc,
  type QuestionView,
  type ReviewInput,
  type ReviewView,
  type TypedTotal,
} from "../../ipc";
import { settingsQuery } from "../../query";
import { saveProfile } from "../settings/fields/useProfile";

// Not below the draft's key: reviewing changes the draft, and the event of that change would review again.
const reviewKey = (id: number) => ["review", id] as const;

export function useReview(id: number) {
  // Never cached: the draft may have changed.
  const review = useQuery({ queryKey: reviewKey(id), queryFn: () => ipc.review(id, null), gcTime: 0 });
  const change = useChange(id, review.data?.input);
  return { review, change };
}

/** Caches the questions after a decision. */
export function useCacheQuestions(id: number): (questions: QuestionView[]) => void {
  const client = useQueryClient();
  return (questions) =>
    client.setQueryData<ReviewView>(reviewKey(id), (review) => (review ? { ...review, questions } : review));
}

/**
 * Freezes the payroll again with another name, period or sender. It does not observe the review: a second observer of a
 * failed query would refetch it, and again after each failure.
 */
export function useChange(id: number, before?: ReviewInput) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (input: ReviewInput) => {
      try {
        return await ipc.review(id, input);
      } catch (thrown) {
        // The screen must show what is frozen: the previous input, unless the draft has changed as well.
        if (before !== undefined) client.setQueryData(reviewKey(id), await ipc.review(id, before));
        throw thrown;
      }
    },
    onSuccess: (changed) => client.setQueryData(reviewKey(id), changed),
  });
}

/** Stores the approver's name. The payroll stays frozen: the name is not part of it. */
export function useApprover(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (approver: string) => {
      const error = await saveProfile({ approver });
      if (error !== null) throw error;
      return (await client.fetchQuery(settingsQuery)).profile.approver;
    },
    onSuccess: (approver) =>
      client.setQueryData<ReviewView>(reviewKey(id), (review) => (review ? { ...review, approver } : review)),
  });
}

export type Paying = {
  isPaying: boolean;
  error: DeskError | null;
  /** Pays the review with this fingerprint. Returns the error. */
  pay: (fingerprint: string, totals: TypedTotal[]) => Promise<DeskError | null>;
  forget: () => void;
};

/** A second click during the request does nothing: the guard is set before the next render. */
export function usePay(id: number, onPaid: () => void): Paying {
  const inFlight = useRef(false);
  const [isPaying, setPaying] = useState(false);
  const [error, setError] = useState<DeskError | null>(null);
  const pay = async (fingerprint: string, totals: TypedTotal[]): Promise<DeskError | null> => {
    if (inFlight.current) return null;
    inFlight.current = true;
    setPaying(true);
    setError(null);
    try {
      await ipc.approveAndPay(id, fingerprint, totals);
      // Stays busy until the screen is replaced.
      onPaid();
      return null;
    } catch (thrown) {
      const failed = asDeskError(thrown);
      setError(failed);
      inFlight.current = false;
      setPaying(false);
      return failed;
    }
  };
  return { isPaying, error, pay, forget: () => setError(null) };
}
