/** Commands that change the draft: one at a time; the result is cached, an error is stored to be shown. */
import { useCallback, useRef, useState } from "react";
import { type DraftChange, type DraftView, ipc, type RowView } from "../../../ipc";
import { afterPaint } from "../../../lib/afterPaint";
import { trackCommand, cacheDraft } from "../../../query";

export type RunCommand = (
  /** A change, or a command that returns the changed draft. */
  command: DraftChange | (() => Promise<DraftView>),
  after?: (draft: DraftView) => Promise<void>,
) => Promise<void>;

export interface DraftCommands {
  /** Runs a command unless one is running: a second Enter on a button would change a row that nobody has seen. */
  readonly run: RunCommand;
  /** Queues a command behind the running one, so that typed values and undos are not dropped. */
  readonly inTurn: RunCommand;
  /** The last command's error. */
  readonly error: unknown;
  readonly setError: (error: unknown) => void;
}

/** `show` receives the changed rows at once. */
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
              // The changed rows render first; sums and counts, which take longer, follow in the next frame.
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
      // Without a running command the call starts at once, before the page renders.
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
