/** Bulk actions behind one button: add a row, fill a column of the shown rows. */
import { ActionIcon, Menu, Tooltip } from "@mantine/core";
import {
  IconCircleMinus,
  IconDots,
  IconFileSpreadsheet,
  IconHistory,
  IconPlus,
  IconReplace,
  IconTableOptions,
  IconTablePlus,
} from "@tabler/icons-react";
import { useEffect, useState } from "react";
import type { DraftList, DraftView, RowFilter } from "../../../ipc";
import { useNavigation } from "../../../navigation";
import type { RunCommand } from "../state/useDraftCommands";
import { useWords } from "../words";
import { ChangesDialog } from "./Changes";
import { FillDialog } from "./Fill";
import { useSaveList } from "./useSaveList";

type Props = {
  draft: DraftView;
  /** The grid's filter. */
  filter: RowFilter;
  /** Number of rows under it. */
  count: number;
  run: RunCommand;
  onAddRow: () => void;
  onError: (error: unknown) => void;
};

export function Tools({ draft, filter, count, run, onAddRow, onError }: Props) {
  const t = useWords();
  const [filling, setFilling] = useState(false);
  const [changes, setChanges] = useState(false);
  const save = useSaveList(draft.id);
  useEffect(() => {
    if (save.error !== null) onError(save.error);
  }, [save.error, onError]);
  return (
    <>
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <Tooltip label={t("tools.label")}>
            <ActionIcon size={28} aria-label={t("tools.label")} data-testid="check-tools">
              <IconDots size={16} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPlus size={16} stroke={1.75} />} onClick={onAddRow} data-testid="tool-add-row">
            {t("tools.addRow")}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconReplace size={16} stroke={1.75} />}
            disabled={count === 0}
            onClick={() => setFilling(true)}
            data-testid="tool-fill"
          >
            {t("tools.fill", { count })}
          </Menu.Item>
          {draft.toFix > 0 && (
            <Menu.Item
              leftSection={<IconCircleMinus size={16} stroke={1.75} />}
              onClick={() => void run({ kind: "exclude_errors" })}
              data-testid="tool-exclude-errors"
            >
              {t("tools.excludeErrors", { count: draft.toFix })}
            </Menu.Item>
          )}
          <FileItems
            draft={draft}
            isSaving={save.isBusy}
            onChanges={() => setChanges(true)}
            onSave={(list) => void save.run(list)}
          />
        </Menu.Dropdown>
      </Menu>
      <ChangesDialog draft={draft} opened={changes} onClose={() => setChanges(false)} />
      {filling && (
        <FillDialog
          country={draft.country}
          count={count}
          note={t("fill.note")}
          onClose={() => setFilling(false)}
          onFill={(field, value) => void run({ kind: "fill", filter, field, value })}
        />
      )}
    </>
  );
}

type FileItemsProps = {
  draft: DraftView;
  isSaving: boolean;
  onChanges: () => void;
  onSave: (list: DraftList | "copy") => void;
};

/** Actions on the file: its columns, its changes, lists and copies of it. */
function FileItems({ draft, isSaving, onChanges, onSave }: FileItemsProps) {
  const t = useWords();
  const { go } = useNavigation();
  return (
    <>
      {draft.reading !== null && (
        <Menu.Item
          leftSection={<IconTableOptions size={16} stroke={1.75} />}
          onClick={() => go({ name: "columns", id: draft.id })}
          data-testid="tool-columns"
        >
          {t("tools.columns")}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconHistory size={16} stroke={1.75} />} onClick={onChanges} data-testid="tool-changes">
        {t("tools.changes")}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconFileSpreadsheet size={16} stroke={1.75} />}
        disabled={isSaving || draft.problems.length === 0}
        onClick={() => onSave("problems")}
        data-testid="tool-problems"
      >
        {t("tools.problems")}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconTablePlus size={16} stroke={1.75} />}
        disabled={isSaving}
        onClick={() => onSave("copy")}
        data-testid="tool-copy"
      >
        {t("tools.copy")}
      </Menu.Item>
    </>
  );
}
