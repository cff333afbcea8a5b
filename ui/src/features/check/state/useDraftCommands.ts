/** Commands that change the draft: one at a time, the answer taken into the cache, a failure kept to be shown. */
import { useCallback, useRef, useState } from "react";
import { type DraftChange, type DraftView, ipc, type RowView } from "../../../ipc";
import { afterPaint } from "../../../lib/afterPaint";
import { trackCommand, cacheDraft } from "../../../query";

export type RunCommand = (
  /** A change, or a command that answers the draft as it is afterwards. */
  command: DraftChange | (() => Promise<DraftView>),
  after?: (draft: DraftView) => Promise<void>,
) => Promise<void>;

export interface DraftCommands {
  /** Runs a command unless another one is under way: a second Enter on a button would correct a row that nobody has seen yet. */
  readonly run: RunCommand;
  /** Runs a command after whatever is under way: what was typed or undone is not dropped. */
  readonly inTurn: RunCommand;
  /** Why the last command failed. */
  readonly error: unknown;
  readonly setError: (error: unknown) => void;
}

/** `show` gets the rows that a command changed, at once. */
export function useDraftCommands(id: number, show: (changed: readonly RowView[]) => void): DraftCommands {
  const [error, setError] = useState<unknown>();
  const last = useRef<Promise<void>>(Promise.resolve());
  const waiting = useRef(0);
  const inTurn = useCallback<RunCommand>(
    (command, after) => {
      if (waiting.current === 0) setError(undefined);
      waiting.current += 1;
      const work = async (): Promise<void> => {
        try {
          const draft = await trackCommand(async () => {
            const answer = await (typeof command === "function" ? command() : ipc.changeDraft(id, command));
            if (answer.changed.length > 0) {
              show(answer.changed);
              // Where the user looks; sums and counts, which take longer to draw, come with the next frame.
              await afterPaint();
            }
            cacheDraft(answer);
            return answer;
          });
          await after?.(draft);
        } catch (thrown) {
          setError(thrown);
        } finally {
          waiting.current -= 1;
        }
      };
      // What nothing is before is asked at once, and not after the page has drawn what the key did.
      last.current = waiting.current === 1 ? work() : last.current.then(work);
      return last.current;
    },
    [id, show],
  );
  const run = useCallback<RunCommand>(
    (command, after) => (waiting.current > 0 ? Promise.resolve() : inTurn(command, after)),
    [inTurn],
  );
  return { run, inTurn, error, setError };
}
