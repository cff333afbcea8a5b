/** What the title bar does: undo and redo, also by their keys, the destination, and the way to the review. */
import { useCallback } from "react";
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
}

export function useDraftActions(draft: DraftView, { run, inTurn }: DraftCommands): DraftActions {
  const { id } = draft;
  const t = useWords();
  const { go } = useNavigation();
  const canReview = reviewReason(t, draft) === undefined;
  const review = useCallback(() => {
    if (canReview) go({ name: "approve", id });
  }, [canReview, go, id]);
  const setDestination = useCallback(
    (country: Country, currency: Currency) => void run(() => ipc.setDestination(id, country, currency)),
    [id, run],
  );
  const undo = useCallback(() => void inTurn(() => ipc.undo(id)), [id, inTurn]);
  const redo = useCallback(() => void inTurn(() => ipc.redo(id)), [id, inTurn]);
  useShortcuts({ undo: draft.canUndo ? undo : undefined, redo: draft.canRedo ? redo : undefined });
  return { undo, redo, review, setDestination };
}
