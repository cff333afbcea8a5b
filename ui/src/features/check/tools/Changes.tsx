/** The changes since the file was read, by value: listed, filtered, and saved as a file. */
import { Button, TextInput } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { IconFileSpreadsheet } from "@tabler/icons-react";
import { useDeferredValue, useState } from "react";
import { Dialog, ErrorPanel, FilterChip, ScrollRegion } from "../../../components";
import { type DraftView, ipc, type RepairView, type RepairWhy, type RepairWindow } from "../../../ipc";
import { keys } from "../../../query";
import classes from "../Check.module.css";
import { useWords } from "../words";
import { useSaveList } from "./useSaveList";

/** Lines in one page of the list. */
const PAGE_LINES = 200;

export function ChangesDialog({ draft, opened, onClose }: { draft: DraftView; opened: boolean; onClose: () => void }) {
  const t = useWords();
  return (
    <Dialog opened={opened} onClose={onClose} title={t("changes.title")} size="xl">
      {opened && <Changes draft={draft} />}
    </Dialog>
  );
}

function Changes({ draft }: { draft: DraftView }) {
  const save = useSaveList(draft.id);
  const list = useChangeList(draft);
  const { data, error } = list;
  if (error !== null) return <ErrorPanel error={error} />;
  if (data === undefined) return null;
  return (
    <>
      <ChangeFilters list={list} counts={data.counts} />
      <ChangeTable repairs={data.repairs} total={data.total} />
      <ChangeActions list={list} data={data} onSave={() => void save.run("changes")} />
      {save.error !== null && <ErrorPanel error={save.error} />}
    </>
  );
}

/** One page of the changes, filtered by cause and text. */
function useChangeList(draft: DraftView) {
  const [why, setWhy] = useState<RepairWhy>();
  const [text, setText] = useState("");
  const [page, setPage] = useState(0);
  const asked = useDeferredValue(text);
  const filter = { why: why ?? null, text: asked.trim() === "" ? null : asked.trim() };
  const { data, error } = useQuery({
    queryKey: [...keys.draft(draft.id), "repairs", filter, page],
    queryFn: () => ipc.repairs(draft.id, filter, page * PAGE_LINES, PAGE_LINES),
    placeholderData: keepPreviousData,
  });
  const toggleWhy = (next: RepairWhy) => {
    setWhy(why === next ? undefined : next);
    setPage(0);
  };
  const find = (next: string) => {
    setText(next);
    setPage(0);
  };
  return { data, error, why, toggleWhy, text, find, page, setPage };
}

type ChangeList = ReturnType<typeof useChangeList>;

function ChangeFilters({
  list: { why, toggleWhy, text, find },
  counts,
}: {
  list: ChangeList;
  counts: RepairWindow["counts"];
}) {
  const t = useWords();
  return (
    <div className={classes.changesHead}>
      <div className={classes.chipList}>
        {counts.map((count) => (
          <FilterChip
            key={count.why}
            label={t(`changes.why.${count.why}`)}
            count={count.count}
            active={why === count.why}
            onToggle={() => toggleWhy(count.why)}
            testid={`changes-${count.why}`}
          />
        ))}
      </div>
      {counts.length > 0 && (
        <TextInput
          size="xs"
          value={text}
          placeholder={t("changes.find")}
          aria-label={t("changes.find")}
          onChange={({ currentTarget }) => find(currentTarget.value)}
          spellCheck={false}
          data-testid="changes-find"
        />
      )}
    </div>
  );
}

function ChangeTable({ repairs, total }: Pick<RepairWindow, "repairs" | "total">) {
  const t = useWords();
  if (total === 0) return <p className={classes.skippedNote}>{t("changes.none")}</p>;
  return (
    <ScrollRegion label={t("changes.title")} className={classes.skippedScroll}>
      <table className={classes.skippedTable} data-testid="changes-list">
        <thead>
          <tr>
            <th scope="col">{t("grid.row")}</th>
            <th scope="col">{t("changes.cell")}</th>
            <th scope="col">{t("grid.name")}</th>
            <th scope="col">{t("changes.what")}</th>
            <th scope="col">{t("changes.from")}</th>
            <th scope="col">{t("changes.to")}</th>
            <th scope="col">{t("changes.whyHead")}</th>
          </tr>
        </thead>
        <tbody>
          {repairs.map((repair) => (
            <tr key={`${repair.position}-${repair.why}-${repair.field ?? "row"}`}>
              <td className="num">{repair.row ?? t("grid.added")}</td>
              <td className="num">{repair.cell}</td>
              <td className="selectable">{repair.name}</td>
              <td>{repair.field === null ? t("changes.wholeRow") : t(`approve:field.${repair.field}`)}</td>
              <ChangeCells repair={repair} />
              <td>{t(`changes.why.${repair.why}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function ChangeActions({
  list: { page, setPage },
  data,
  onSave,
}: {
  list: ChangeList;
  data: RepairWindow;
  onSave: () => void;
}) {
  const t = useWords();
  const pages = Math.ceil(data.total / PAGE_LINES);
  return (
    <div className={classes.dialogActions}>
      {pages > 1 && (
        <>
          <Button variant="default" disabled={page === 0} onClick={() => setPage(page - 1)}>
            {t("changes.before")}
          </Button>
          <Button variant="default" disabled={page + 1 >= pages} onClick={() => setPage(page + 1)}>
            {t("changes.after")}
          </Button>
        </>
      )}
      <Button
        variant="default"
        leftSection={<IconFileSpreadsheet size={18} stroke={1.75} />}
        disabled={data.counts.length === 0}
        onClick={onSave}
        data-testid="changes-save"
      >
        {t("changes.save")}
      </Button>
    </div>
  );
}

function ChangeCells({ repair }: { repair: RepairView }) {
  const t = useWords();
  if (repair.skippedAs !== null) {
    return (
      <>
        <td>{t("changes.skippedAs", { kind: t(`skipped.kind.${repair.skippedAs}`) })}</td>
        <td>{t("changes.isPerson")}</td>
      </>
    );
  }
  return (
    <>
      <td className="selectable">{repair.from === "" ? <i>{t("panel.nothing")}</i> : repair.from}</td>
      <td className="selectable">{repair.to === "" ? <i>{t("panel.nothing")}</i> : repair.to}</td>
    </>
  );
}
