/** What the title bar does: undo and redo, also by their keys, the destination, and the way to the review. */
import { useCallback, useState } from "react";
import { type Country, type Currency, type DraftView, ipc } from "../../../ipc";
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
  /** Review was pressed while account names are verified: what is not verified by then is paid unverified. */
  readonly early: { readonly isAsked: boolean; readonly goOn: () => Promise<void>; readonly wait: () => void };
}

export function useDraftActions(draft: DraftView, { run, inTurn }: DraftCommands): DraftActions {
  const { id } = draft;
  const t = useWords();
  const { go } = useNavigation();
  const canReview = reviewReason(t, draft) === undefined;
  const [isAsked, setAsked] = useState(false);
  const isVerifying = draft.names.running;
  // Once all are verified, or a finding is in the way, there is nothing left to ask; nor when another one begins later.
  if (isAsked && !(isVerifying && canReview)) setAsked(false);
  const goOn = useCallback(async () => go({ name: "approve", id }), [go, id]);
  const review = useCallback(() => {
    if (!canReview) return;
    if (isVerifying) setAsked(true);
    else void goOn();
  }, [canReview, isVerifying, goOn]);
  const setDestination = useCallback(
    (country: Country, currency: Currency) => void run(() => ipc.setDestination(id, country, currency)),
    [id, run],
  );
  const undo = useCallback(() => void inTurn(() => ipc.undo(id)), [id, inTurn]);
  const redo = useCallback(() => void inTurn(() => ipc.redo(id)), [id, inTurn]);
  useShortcuts({ undo: draft.canUndo ? undo : undefined, redo: draft.canRedo ? redo : undefined });
  const wait = useCallback(() => setAsked(false), []);
  const early = { isAsked, goOn, wait };
  return { undo, redo, review, setDestination, early };
}
