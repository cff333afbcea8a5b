/** Actions on the selected rows, in the foot of the grid: each can be undone as one step. */
import { IconCircleMinus, IconX } from "@tabler/icons-react";
import { ActionIcon, Tooltip } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { TextButton, useToast } from "../../../components";
import { SelectionFoot } from "../../../components/DataGrid";
import { type DraftChange, type DraftView, ipc } from "../../../ipc";
import type { SelectedRows } from "../state/rows/useSelectedRows";
import type { RunCommand } from "../state/useDraftCommands";
import { useWords } from "../words";

const FillDialog = lazy(async () => ({ default: (await import("../tools/Fill")).FillDialog }));

interface Props {
  readonly draft: DraftView;
  readonly rows: SelectedRows;
  readonly run: RunCommand;
  readonly undo: () => void;
  readonly onError: (error: unknown) => void;
}

export function SelectedBar({ draft: { id, names, country }, rows, run, undo, onError }: Props) {
  const t = useWords();
  const toast = useToast();
  const [setting, setSetting] = useState(false);
  const positions = [...rows.selected.keys()];
  const count = positions.length;
  const apply = (change: DraftChange, done: "select.excluded" | "select.restored" | "select.changed") =>
    void run(change, async () => {
      rows.clear();
      toast(t(done, { count }), done === "select.excluded" ? IconCircleMinus : undefined, {
        label: t("undo"),
        run: undo,
      });
    });
  const verify = () => {
    void ipc.checkNames(id, { kind: "rows", positions }).catch(onError);
    rows.clear();
  };
  const action = (word: string, act: () => void, testid: string) => (
    <TextButton onClick={act} data-testid={testid}>
      {word}
    </TextButton>
  );
  return (
    <SelectionFoot label={t("select.label")} count={t("select.count", { count })} testid="selected-rows">
      {action(t("select.exclude"), () => apply({ kind: "exclude", positions }, "select.excluded"), "selected-exclude")}
      {action(t("select.restore"), () => apply({ kind: "restore", positions }, "select.restored"), "selected-restore")}
      {action(t("select.set"), () => setSetting(true), "selected-set")}
      {names.available && !names.running && action(t("select.verify"), verify, "selected-verify")}
      <Tooltip label={t("select.none")}>
        <ActionIcon size={24} aria-label={t("select.none")} onClick={rows.clear} data-testid="selected-none">
          <IconX size={14} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
      <Suspense>
        {setting && (
          <FillDialog
            country={country}
            count={count}
            note={t("select.note")}
            onClose={() => setSetting(false)}
            onFill={(field, value) => apply({ kind: "edit_rows", positions, field, value }, "select.changed")}
          />
        )}
      </Suspense>
    </SelectionFoot>
  );
}
