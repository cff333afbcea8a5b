/** Commands that change the draft: one at a time, the answer taken into the cache, a failure kept to be shown. */
import { useCallback, useRef, useState } from "react";
import type { DraftView } from "../../ipc";
import { takeDraft } from "../../query";

export type RunCommand = (command: () => Promise<DraftView>, after?: (draft: DraftView) => Promise<void>) => Promise<void>;

export function useDraftCommands() {
  const [error, setError] = useState<unknown>();
  const isBusy = useRef(false);
  const run = useCallback<RunCommand>(async (command, after) => {
    // A second Enter before the first is done would mend a row that nobody has seen yet.
    if (isBusy.current) return;
    isBusy.current = true;
    setError(undefined);
    try {
      const draft = await command();
      takeDraft(draft);
      await after?.(draft);
    } catch (thrown) {
      setError(thrown);
    } finally {
      isBusy.current = false;
    }
  }, []);
  return { run, error, setError };
}
