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

// Not below the draft's key: reviewing changes the draft, and the desk's word of that change would review again.
const reviewKey = (id: number) => ["review", id] as const;

export function useReview(id: number) {
  // Never from before: the draft may have changed since the last look.
  const review = useQuery({ queryKey: reviewKey(id), queryFn: () => ipc.review(id, null), gcTime: 0 });
  const change = useChange(id, review.data?.input);
  return { review, change };
}

/** Takes the questions as they are after a decision. */
export function useCacheQuestions(id: number): (questions: QuestionView[]) => void {
  const client = useQueryClient();
  return (questions) =>
    client.setQueryData<ReviewView>(reviewKey(id), (review) => (review ? { ...review, questions } : review));
}

/**
 * Freezes the payroll anew with another name, period or sender. It does not look at the review itself: a second
 * onlooker of a review that failed would ask for it again, and again when that fails.
 */
export function useChange(id: number, before?: ReviewInput) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (input: ReviewInput) => {
      try {
        return await ipc.review(id, input);
      } catch (thrown) {
        // What is on the screen must be what is frozen: the one before, unless the draft has changed as well.
        if (before !== undefined) client.setQueryData(reviewKey(id), await ipc.review(id, before));
        throw thrown;
      }
    },
    onSuccess: (changed) => client.setQueryData(reviewKey(id), changed),
  });
}

/** Stores the name of the person who approves. The payroll stays frozen as it is: the name is no part of it. */
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
  /** Pays what the review with this fingerprint shows. Answers why not. */
  pay: (fingerprint: string, totals: TypedTotal[]) => Promise<DeskError | null>;
  forget: () => void;
};

/** A second click while the first is under way does nothing: the guard is set before anything is drawn. */
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
      // Stays busy until the screen is gone.
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
