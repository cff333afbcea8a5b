/** Props of the side panel and its parts. */
import type { DraftView, Field, ProblemCode, RowDetail } from "../../../ipc";
import type { RunCommand } from "../state/useDraftCommands";

export interface PanelProps {
  readonly draft: DraftView;
  readonly detail: RowDetail;
  /** The field of the active cell: its problem is shown first. */
  readonly field: Field | null;
  /** The problem of the chosen chip: it is shown first, whatever else the row has. */
  readonly chosen: ProblemCode | undefined;
  /** The data shown still belongs to another row. */
  readonly isLoading: boolean;
  /** Each increment focuses the first field or action of the panel. */
  readonly focusTurn: number;
  /** Called after an action. */
  readonly takeFocus: () => void;
  readonly run: RunCommand;
  /** After a fix: moves to the next open row. */
  readonly moveOn: (now: DraftView, from: number) => Promise<void>;
  readonly goTo: (position: number) => void;
  /** Opens the editor of the field's cell; false if the field has no column. */
  readonly editCell: (field: Field) => boolean;
  /** Absent if the panel cannot be closed. */
  readonly onClose: (() => void) | undefined;
}
