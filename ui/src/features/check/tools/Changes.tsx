/** What changed since the file, value by value: listed, filtered, and saved as a file. */
import { Button, TextInput } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { IconFileSpreadsheet } from "@tabler/icons-react";
import { useDeferredValue, useState } from "react";
import { Dialog, ErrorPanel, FilterChip, useToast } from "../../../components";
import { saveCopyOfFile, useCopyWords } from "../../../components/useCopyOfFile";
import { fileName } from "../../../lib/files";
import { type CopyMade, type DraftView, ipc, type ListKind, type RepairView, type RepairWhy } from "../../../ipc";
import { listWords } from "../../../lib/listWords";
import { keys } from "../../../query";
import classes from "../Check.module.css";
import { skippedKind } from "../summary/Skipped";
import { isAdded, useWords } from "../words";

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
  const t = useWords();
  const save = useSaveList(draft.id);
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
  const choose = (next: RepairWhy) => {
    setWhy(why === next ? undefined : next);
    setPage(0);
  };
  if (error !== null) return <ErrorPanel error={error} />;
  if (data === undefined) return null;
  const pages = Math.ceil(data.total / PAGE_LINES);
  return (
    <>
      <div className={classes.changesHead}>
        <div className={classes.chipList}>
          {data.counts.map((count) => (
            <FilterChip
              key={count.why}
              label={t(`changes.why.${count.why}`)}
              count={count.count}
              active={why === count.why}
              onToggle={() => choose(count.why)}
              testid={`changes-${count.why}`}
            />
          ))}
        </div>
        {data.counts.length > 0 && (
          <TextInput
            size="xs"
            value={text}
            placeholder={t("changes.find")}
            aria-label={t("changes.find")}
            onChange={({ currentTarget }) => {
              setText(currentTarget.value);
              setPage(0);
            }}
            spellCheck={false}
            data-testid="changes-find"
          />
        )}
      </div>
      {data.total === 0 ? (
        <p className={classes.skippedNote}>{t("changes.none")}</p>
      ) : (
        <div className={classes.skippedScroll}>
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
              {data.repairs.map((repair) => (
                <tr key={`${repair.position}-${repair.why}-${repair.field ?? "row"}`}>
                  <td className="num">{isAdded(repair.row) ? t("grid.added") : repair.row}</td>
                  <td className="num">{repair.cell}</td>
                  <td className="selectable">{repair.name}</td>
                  <td>{repair.field === null ? t("changes.wholeRow") : t(`approve:field.${repair.field}`)}</td>
                  <BeforeAndNow repair={repair} />
                  <td>{t(`changes.why.${repair.why}`)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <div className={classes.dialogActions}>
        {pages > 1 && (
          <>
            <Button variant="default" disabled={page === 0} onClick={() => setPage(page - 1)}>{t("changes.before")}</Button>
            <Button variant="default" disabled={page + 1 >= pages} onClick={() => setPage(page + 1)}>{t("changes.after")}</Button>
          </>
        )}
        <Button
          variant="default"
          leftSection={<IconFileSpreadsheet size={18} stroke={1.75} />}
          disabled={data.counts.length === 0}
          onClick={() => void save.run("changes")}
          data-testid="changes-save"
        >
          {t("changes.save")}
        </Button>
      </div>
      {save.error !== undefined && <ErrorPanel error={save.error} />}
    </>
  );
}

async function saveList(id: number, list: ListKind): Promise<CopyMade | undefined> {
  const path = await ipc.chooseList(id, list);
  if (path === null) return undefined;
  await ipc.exportList(id, list, await listWords(), path);
  return { path, madeAnewFrom: null };
}

function BeforeAndNow({ repair }: { repair: RepairView }) {
  const t = useWords();
  if (repair.why === "put_back") {
    return (
      <>
        <td>{t("changes.skippedAs", { kind: skippedKind(t, repair.from) })}</td>
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

/** Saves a list, or a copy of the user's own file, where the user says. */
export function useSaveList(id: number) {
  const t = useWords();
  const toast = useToast();
  const more = useCopyWords();
  const [error, setError] = useState<unknown>();
  const run = async (list: ListKind | "copy") => {
    setError(undefined);
    try {
      const made = list === "copy" ? await saveCopyOfFile(id) : await saveList(id, list);
      if (made === undefined) return;
      toast(more(made) ?? t("changes.saved", { file: fileName(made.path) }), IconFileSpreadsheet, {
        label: t("changes.show"),
        run: () => void ipc.showInFolder(made.path).catch(setError),
      });
    } catch (thrown) {
      setError(thrown);
    }
  };
  return { run, error };
}
