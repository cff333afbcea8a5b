/** Runs a change of this row from the panel: the keyboard goes along to the next problem. */
import type { DraftView, ProblemView, RowDetail } from "../../ipc";
import type { PanelProps } from "./Panel";

export function useMend({ detail, run, moveOn, takeFocus, isLoading }: PanelProps) {
  const { position } = detail.row;
  return (command: (position: number) => Promise<DraftView>) => {
    if (isLoading) return;
    void run(() => command(position), async (now) => {
      await moveOn(now, position);
      takeFocus();
    });
  };
}

/** How many rows have this kind of problem, this one included. */
export const alikeCount = ({ alike }: RowDetail, { code }: ProblemView): number => alike.find((count) => count.code === code)?.count ?? 1;
