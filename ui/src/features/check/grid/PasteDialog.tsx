/** Pasting a block of cells: previewed first, and confirmed if it overwrites values. */
import { Button } from "@mantine/core";
import { useCallback, useState } from "react";
import { Dialog, ScrollRegion } from "../../../components";
import type { GridCell, RowWindows } from "../../../components/DataGrid";
import { type Block, type BlockView, ipc, type RowFilter, type RowView } from "../../../ipc";
import classes from "../Check.module.css";
import { editedField, type CheckColumn } from "./columns";
import type { RunCommand } from "../state/useDraftCommands";
import { useWords } from "../words";

interface PendingPaste {
  readonly block: Block;
  readonly view: BlockView;
}

interface Input {
  readonly id: number;
  readonly columns: readonly CheckColumn[];
  readonly windows: RowWindows<RowView>;
  /** The grid's filter. */
  readonly filter: RowFilter;
  readonly run: RunCommand;
  readonly onError: (error: unknown) => void;
}

export interface Paste {
  readonly pending: PendingPaste | undefined;
  /** Previews a block for a cell; pastes at once unless it overwrites or omits something. */
  readonly preview: (cell: GridCell, text: string) => void;
  readonly confirm: () => void;
  readonly cancel: () => void;
}

export function usePaste({ id, columns, windows, filter, run, onError }: Input): Paste {
  const [pending, setPending] = useState<PendingPaste>();
  const pasteBlock = useCallback((block: Block) => void run({ kind: "paste_block", block }), [run]);
  const preview = useCallback(
    (cell: GridCell, text: string) => {
      const row = windows.row(cell.row);
      if (row === undefined) return;
      const fields = columns.slice(cell.column).map((column) => editedField(column.id) ?? null);
      const block: Block = { position: row.position, fields, filter, text };
      const take = (view: BlockView) => {
        const isWhole = view.linesLeft === 0 && view.columnsLeft === 0;
        if (view.asks || !isWhole || view.cells === 0) setPending({ block, view });
        else pasteBlock(block);
      };
      ipc.previewBlock(id, block).then(take, onError);
    },
    [columns, id, pasteBlock, onError, filter, windows],
  );
  const cancel = useCallback(() => setPending(undefined), []);
  const confirm = useCallback(() => {
    if (pending !== undefined) pasteBlock(pending.block);
    setPending(undefined);
  }, [pending, pasteBlock]);
  return { pending, preview, confirm, cancel };
}

export function PasteDialog({ paste: { pending, confirm, cancel } }: { paste: Paste }) {
  const t = useWords();
  const view = pending?.view;
  return (
    <Dialog opened={view !== undefined} onClose={cancel} title={t("paste.title")} size="lg">
      {view !== undefined && (
        <>
          <p className={classes.skippedNote} data-testid="paste-says">
            {summaryText(t, view)}
          </p>
          {view.changes.length > 0 && <Changes view={view} />}
          <div className={classes.dialogActions}>
            <Button variant="default" onClick={cancel}>
              {t("panel.cancel")}
            </Button>
            {view.cells > 0 && (
              <Button onClick={confirm} data-autofocus data-testid="paste-keep">
                {t("paste.keep", { count: view.cells })}
              </Button>
            )}
          </div>
        </>
      )}
    </Dialog>
  );
}

function summaryText(t: ReturnType<typeof useWords>, view: BlockView): string {
  const parts = [
    view.cells === 0 ? t("paste.nothing") : t("paste.cells", { count: view.cells, rows: view.rows + view.added }),
    view.overwritten > 0 ? t("paste.overwritten", { count: view.overwritten }) : "",
    view.added > 0 ? t("paste.added", { count: view.added }) : "",
    view.linesLeft > 0 ? t("paste.linesLeft", { count: view.linesLeft }) : "",
    view.columnsLeft > 0 ? t("paste.columnsLeft") : "",
  ];
  return parts.filter((part) => part !== "").join(" ");
}

function Changes({ view }: { view: BlockView }) {
  const t = useWords();
  return (
    <ScrollRegion label={t("paste.title")} className={classes.skippedScroll}>
      <table className={classes.skippedTable}>
        <thead>
          <tr>
            <th scope="col">{t("grid.row")}</th>
            <th scope="col">{t("changes.what")}</th>
            <th scope="col">{t("paste.before")}</th>
            <th scope="col">{t("paste.after")}</th>
          </tr>
        </thead>
        <tbody>
          {view.changes.map((change, at) => (
            <tr key={`${at}-${change.row}-${change.field}`}>
              <td className="num">{change.row ?? t("grid.added")}</td>
              <td>{t(`approve:field.${change.field}`)}</td>
              <td className="selectable">{change.from === "" ? <i>{t("panel.nothing")}</i> : change.from}</td>
              <td className="selectable">{change.to === "" ? <i>{t("panel.nothing")}</i> : change.to}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
