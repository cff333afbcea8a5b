/** What the side panel and its parts are given. */
import type { DraftView, Field, ProblemCode, RowDetail } from "../../../ipc";
import type { RunCommand } from "../state/useDraftCommands";

export interface PanelProps {
  readonly draft: DraftView;
  readonly detail: RowDetail;
  /** The field of the active cell: its problem is shown first. */
  readonly field: Field | null;
  /** The problem whose chip is chosen: it was asked about, whatever else the row has. */
  readonly chosen: ProblemCode | undefined;
  /** What is shown is still of another row. */
  readonly isLoading: boolean;
  /** Each new turn gives the keyboard to the first field or action of the panel. */
  readonly focusTurn: number;
  /** After an action. */
  readonly takeFocus: () => void;
  readonly run: RunCommand;
  /** After a fix: to the next row that asks for something. */
  readonly moveOn: (now: DraftView, from: number) => Promise<void>;
  readonly goTo: (position: number) => void;
  /** Opens the editor of the field's cell; false where the grid has no column for it. */
  readonly editCell: (field: Field) => boolean;
  /** Where the panel can be closed. */
  readonly onClose: (() => void) | undefined;
}
