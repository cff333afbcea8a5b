/** Actions of the title bar: undo and redo, also by keys, the destination, and Review. */
import { useCallback, useEffect, useState } from "react";
import type { Country, Currency, DraftView } from "../../../ipc";
import { useNavigation } from "../../../navigation";
import { useWords } from "../words";
import { reviewReason } from "./reviewReason";
import type { DraftCommands } from "./useDraftCommands";
import { useShortcuts } from "./useKeys";

export interface DraftActions {
  readonly undo: () => void;
  readonly redo: () => void;
  readonly review: () => void;
  readonly setDestination: (country: Country, currency: Currency) => void;
  /** Review was pressed during the verification of names: what is unverified then is paid unverified. */
  readonly early: { readonly isAsked: boolean; readonly goOn: () => Promise<void>; readonly wait: () => void };
}

export function useDraftActions(draft: DraftView, { run, inTurn }: DraftCommands): DraftActions {
  const { id } = draft;
  const t = useWords();
  const { go } = useNavigation();
  const canReview = reviewReason(t, draft) === undefined;
  const [question, setQuestion] = useState<"asked" | "settled">();
  const { running: isVerifying, unverified } = draft.names;
  const goOn = useCallback(async () => go({ name: "approve", id }), [go, id]);
  // The question closes when the verification ends or a finding blocks Review, and does not reopen for a later one.
  if (question === "asked" && !(isVerifying && canReview))
    setQuestion(canReview && unverified === 0 ? "settled" : undefined);
  useEffect(() => {
    // The verification that Review waited for is complete.
    if (question === "settled") void goOn();
  }, [question, goOn]);
  const review = useCallback(() => {
    if (!canReview) return;
    if (isVerifying) setQuestion("asked");
    else void goOn();
  }, [canReview, isVerifying, goOn]);
  const setDestination = useCallback(
    (country: Country, currency: Currency) => void run({ kind: "set_destination", country, currency }),
    [run],
  );
  const undo = useCallback(() => void inTurn({ kind: "undo" }), [inTurn]);
  const redo = useCallback(() => void inTurn({ kind: "redo" }), [inTurn]);
  useShortcuts({ undo: draft.canUndo ? undo : undefined, redo: draft.canRedo ? redo : undefined });
  const wait = useCallback(() => setQuestion(undefined), []);
  const early = { isAsked: question === "asked", goOn, wait };
  return { undo, redo, review, setDestination, early };
}
