/** Commands that change the draft: one at a time, the answer taken into the cache, a failure kept to be shown. */
import { useCallback, useRef, useState } from "react";
import type { DraftView, RowView } from "../../ipc";
import { painted } from "../../lib/painted";
import { commanded, takeDraft } from "../../query";

export type RunCommand = (command: () => Promise<DraftView>, after?: (draft: DraftView) => Promise<void>) => Promise<void>;

/** `show` gets the rows that a command changed, at once. */
export function useDraftCommands(show: (changed: readonly RowView[]) => void) {
  const [error, setError] = useState<unknown>();
  const isBusy = useRef(false);
  const run = useCallback<RunCommand>(async (command, after) => {
    // A second Enter before the first is done would mend a row that nobody has seen yet.
    if (isBusy.current) return;
    isBusy.current = true;
    setError(undefined);
    try {
      const draft = await commanded(async () => {
        const answer = await command();
        if (answer.changed.length > 0) {
          show(answer.changed);
          // Where the user looks; sums and counts, which take longer to draw, come with the next frame.
          await painted();
        }
        takeDraft(answer);
        return answer;
      });
      await after?.(draft);
    } catch (thrown) {
      setError(thrown);
    } finally {
      isBusy.current = false;
    }
  }, [show]);
  return { run, error, setError };
}
