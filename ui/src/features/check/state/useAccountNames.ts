/**
 * The verification of account names: it starts automatically if the desk requests it. After the first one, the first
 * finding is selected, unless the user has started to work.
 */
import { type RefObject, useEffect, useRef, useState } from "react";
import type { RowWindows } from "../../../components/DataGrid";
import { type DraftView, ipc, type ProblemCode, type RowView } from "../../../ipc";
import { isTyping } from "../../../lib/keyboard/keys";
import { useSession } from "../../../query";
import { ALL_ROWS } from "./rows/filter";
import type { Selection } from "./rows/useSelection";

const FINDINGS = [
  "name_differs",
  "account_not_found",
  "name_close",
  "holder_changed",
] as const satisfies readonly ProblemCode[];

interface Input {
  readonly draft: DraftView;
  readonly windows: RowWindows<RowView>;
  readonly selection: Selection | undefined;
  readonly goTo: (position: number, row?: RowView) => Promise<void>;
}

/**
 * Returns whether the start was refused. The desk does not request it again after a failure or a stop, so this does not
 * loop.
 */
export function useAutomaticStart({ id, names: { automatic, running } }: DraftView): boolean {
  const { unlocked } = useSession();
  const [refused, setRefused] = useState<number>();
  useEffect(() => {
    if (!automatic || running || !unlocked) return;
    // The user pressed nothing, so no error is shown; the button starts it by hand.
    ipc.checkNames(id, { kind: "all" }).then(
      () => setRefused(undefined),
      () => setRefused(id),
    );
  }, [id, automatic, running, unlocked]);
  return refused === id;
}

/** Starts the check; a second press during the request does nothing. */
export function useNameCheck(id: number, onError: (error: unknown) => void): () => Promise<void> {
  const isAsked = useRef(false);
  return async () => {
    if (isAsked.current) return;
    isAsked.current = true;
    try {
      await ipc.checkNames(id, { kind: "all" });
    } catch (error) {
      onError(error);
    } finally {
      isAsked.current = false;
    }
  };
}

/** Whether a key or a button was pressed since the draft was opened: from then on, the selection is not moved. */
function useHasUserActed(): RefObject<boolean> {
  const isTouched = useRef(false);
  useEffect(() => {
    const touch = () => {
      isTouched.current = true;
    };
    window.addEventListener("keydown", touch, true);
    window.addEventListener("pointerdown", touch, true);
    return () => {
      window.removeEventListener("keydown", touch, true);
      window.removeEventListener("pointerdown", touch, true);
    };
  }, []);
  return isTouched;
}

export function useAccountNames({ draft: { id, names }, windows, selection, goTo }: Input): void {
  const isTouched = useHasUserActed();
  const isOver = useRef(false);
  const latest = useRef({ windows, selection, goTo });
  useEffect(() => {
    latest.current = { windows, selection, goTo };
  });
  const startedAt = useRef<{ position: number | undefined }>(undefined);
  useEffect(() => {
    if (names.running) {
      startedAt.current ??= { position: latest.current.selection?.position };
      return;
    }
    const started = startedAt.current;
    startedAt.current = undefined;
    if (started === undefined || isOver.current) return;
    isOver.current = true;
    const show = async () => {
      const found = await firstFinding(id);
      const now = latest.current;
      if (found !== undefined && !isTouched.current && isIdle(now, started.position))
        await now.goTo(found.position, found);
    };
    // The grid shows the error.
    show().catch(() => undefined);
  }, [id, names.running, isTouched]);
}

/** The selection has not moved, its row is ready, and nothing is being typed. */
function isIdle({ windows, selection }: Pick<Input, "windows" | "selection">, before: number | undefined): boolean {
  if (selection?.position !== before || isTyping(document.activeElement)) return false;
  return selection === undefined || windows.row(selection.index)?.state === "ready";
}

async function firstFinding(id: number): Promise<RowView | undefined> {
  const found = await Promise.all(
    FINDINGS.map((problem) => ipc.draftRows(id, { ...ALL_ROWS, problem, group: "to_decide" }, 0, 1)),
  );
  return found.flatMap(({ rows }) => rows).toSorted((one, other) => one.position - other.position)[0];
}
