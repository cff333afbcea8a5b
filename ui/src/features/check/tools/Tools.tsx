/** What one does with many rows at once, behind one button: add a row, fill a column of the rows that are shown. */
import { ActionIcon, Button, Menu, TextInput, Tooltip } from "@mantine/core";
import {
  IconDots,
  IconFileSpreadsheet,
  IconHistory,
  IconPlus,
  IconReplace,
  IconTableOptions,
  IconTablePlus,
} from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { Dialog } from "../../../components";
import { type DraftView, type Field, ipc, type RowFilter } from "../../../ipc";
import { useNavigation } from "../../../navigation";
import classes from "../Check.module.css";
import type { RunCommand } from "../state/useDraftCommands";
import { useWords } from "../words";
import { ChangesDialog } from "./Changes";
import { useSaveList } from "./useSaveList";

/** Fields that many people may share. An account is nobody else's. */
const FILLED = ["narration", "amount", "bank_code", "currency", "country"] as const satisfies readonly Field[];

type Props = {
  draft: DraftView;
  /** The filter that the grid is under. */
  filter: RowFilter;
  /** Rows under it. */
  count: number;
  run: RunCommand;
  onAddRow: () => void;
  onError: (error: unknown) => void;
};

export function Tools({ draft, filter, count, run, onAddRow, onError }: Props) {
  const t = useWords();
  const { go } = useNavigation();
  const [filling, setFilling] = useState(false);
  const [changes, setChanges] = useState(false);
  const save = useSaveList(draft.id);
  useEffect(() => {
    if (save.error !== undefined) onError(save.error);
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
          {draft.reading !== null && (
            <Menu.Item
              leftSection={<IconTableOptions size={16} stroke={1.75} />}
              onClick={() => go({ name: "columns", id: draft.id })}
              data-testid="tool-columns"
            >
              {t("tools.columns")}
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconHistory size={16} stroke={1.75} />}
            onClick={() => setChanges(true)}
            data-testid="tool-changes"
          >
            {t("tools.changes")}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconFileSpreadsheet size={16} stroke={1.75} />}
            disabled={draft.problems.length === 0}
            onClick={() => void save.run("problems")}
            data-testid="tool-problems"
          >
            {t("tools.problems")}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconTablePlus size={16} stroke={1.75} />}
            onClick={() => void save.run("copy")}
            data-testid="tool-copy"
          >
            {t("tools.copy")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ChangesDialog draft={draft} opened={changes} onClose={() => setChanges(false)} />
      <Dialog opened={filling} onClose={() => setFilling(false)} title={t("fill.title", { count })} size={480}>
        <Fill draft={draft} filter={filter} count={count} run={run} onDone={() => setFilling(false)} />
      </Dialog>
    </>
  );
}

type FillProps = { draft: DraftView; filter: RowFilter; count: number; run: RunCommand; onDone: () => void };

function Fill({ draft, filter, count, run, onDone }: FillProps) {
  const t = useWords();
  const [field, setField] = useState<(typeof FILLED)[number]>("narration");
  const [value, setValue] = useState("");
  const fill = () => {
    void run(() => ipc.fill(draft.id, filter, field, value));
    onDone();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        fill();
      }}
    >
      <label className={classes.fillLabel}>
        {t("fill.column")}
        <select
          className={classes.select}
          value={field}
          onChange={({ currentTarget }) =>
            setField(FILLED.find((known) => known === currentTarget.value) ?? "narration")
          }
          data-testid="fill-field"
        >
          {FILLED.map((name) => (
            <option key={name} value={name}>
              {t(`fill.field.${name}`)}
            </option>
          ))}
        </select>
      </label>
      <TextInput
        label={t("fill.value")}
        value={value}
        onChange={({ currentTarget }) => setValue(currentTarget.value)}
        data-autofocus
        spellCheck={false}
        data-testid="fill-value"
      />
      <p className={classes.dialogNote}>{t("fill.note")}</p>
      <div className={classes.dialogActions}>
        <Button variant="default" onClick={onDone}>
          {t("panel.cancel")}
        </Button>
        <Button type="submit" data-testid="fill-keep">
          {t("fill.keep", { count })}
        </Button>
      </div>
    </form>
  );
}
